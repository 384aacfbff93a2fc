"""Finished pictures for tests: cards that differ in colour, as files and as PDFs."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4
POKER = (496, 693)
"""63 × 88 mm at 200 dots to the inch."""
RED, GREEN, BLUE, GOLD, WHITE, BLACK = "#cc2222", "#22aa44", "#2244cc", "#ddaa22", "#ffffff", "#111111"


def picture(path: Path, colour: str, size: tuple[int, int] = POKER, border: str = BLACK, **saving: Any) -> Path:
    """A card of one colour with a border, and a spot in its upper left corner; written as its ending says."""
    drawn = Image.new("RGB", size, border)
    draw = ImageDraw.Draw(drawn)
    width, height = size
    draw.rectangle((width // 12, width // 12, width - width // 12, height - width // 12), fill=colour)
    draw.ellipse((width // 6, width // 6, width // 3, width // 3), fill=WHITE)
    path.parent.mkdir(parents=True, exist_ok=True)
    if "mode" in saving:
        drawn = drawn.convert(saving.pop("mode"))
    drawn.save(path, **saving)
    return path


def bomb(path: Path, width: int, height: int) -> Path:
    """A PNG of a few bytes that says it has very many dots."""
    head = b"IHDR" + struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
    data = b"IDAT" + zlib.compress(bytes(1000))
    chunks = [struct.pack(">I", len(each) - 4) + each + struct.pack(">I", zlib.crc32(each)) for each in (head, data)]
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunks))
    return path


def folder(
    root: Path, keys: str = "", files: Sequence[tuple[str, str]] = (), *, head: str = "", size: str = "poker"
) -> Path:
    """A game `zoo` whose deck `monsters` is a folder of cards, each by its file and colour."""
    for name, colour in files:
        picture(game(root) / "monsters" / name, colour)
    spec(root, f'pictures = {{ from = "monsters"{keys} }}', head=head, size=size)
    return game(root) / "monsters"


def game(root: Path) -> Path:
    made = root / "components" / "zoo"
    made.mkdir(parents=True, exist_ok=True)
    return made


def spec(root: Path, pictures: str, *, head: str = "", size: str = "poker") -> None:
    text = f'title = "Zoo"\n{head}\n[decks.monsters]\nsize = "{size}"\n{pictures}\n'
    (game(root) / "game.toml").write_text(text, "utf-8")


def pdf(pages: Sequence[Sequence[str]], grid: tuple[int, int] = (1, 1), paper: tuple[float, float] = (63, 88)) -> bytes:
    """A PDF with a grid of poker cards in the middle of each page: each a colour, or nothing where it is empty."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=(paper[0] * MM, paper[1] * MM), invariant=1)
    left, top = (paper[0] - 63 * grid[0]) / 2, (paper[1] - 88 * grid[1]) / 2
    for colours in pages:
        for place, colour in enumerate(colours):
            row, column = divmod(place, grid[0])
            if colour:
                canvas.setFillColor(colour)
                x, y = left + 63 * column, paper[1] - top - 88 * (row + 1)
                canvas.rect(x * MM, y * MM, 63 * MM, 88 * MM, fill=1, stroke=0)
                canvas.setFillColor(WHITE)
                canvas.circle((x + 15) * MM, (y + 73) * MM, 5 * MM, fill=1, stroke=0)
        canvas.showPage()
    canvas.save()
    return out.getvalue()
