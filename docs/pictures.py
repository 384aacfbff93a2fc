"""The pictures of the front pages: each game on a table, and a table with a sheet, a played game, a screen and boxes.

python docs/pictures.py [front | mygame | boards | styles | GAME]...
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from math import cos, radians, sin
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import pikepdf
import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFilter

import pnp
from pnp.library.faces import write_faces
from pnp.press.job import FileType, RendererName
from pnp.press.renderer import find_renderer

HERE: Final = Path(__file__).parent
STATIC: Final = HERE.parent / "pnp" / "web" / "static"
"""Folder of the pictures of styles on the home page of the workbench."""
LANG: Final = "en"
TABLE: Final = (420.0, 270.0)
"""In mm."""
WIDTH: Final = 1800
"""In pixels."""
FINE: Final = 2
"""All is drawn this many times as large first."""
BOX: Final = "box"
"""The piece that is the front of the box."""
COLOURS: Final = 255


class Lying(NamedTuple):
    """A piece on the table: its middle in mm, how it is turned clockwise, which side and which look is up."""

    piece: str
    x: float
    y: float
    turn: float = 0.0
    side: str = "front"
    look: int = 1


def fan(x: float, y: float, radius: float, spread: float, *pieces: str) -> Iterator[Lying]:
    """A hand of cards round a point below them."""
    for at, piece in enumerate(pieces):
        turn = spread * (at - (len(pieces) - 1) / 2)
        yield Lying(piece, x + radius * sin(radians(turn)), y - radius * cos(radians(turn)), turn)


def collection(x: float, y: float, *pieces: str) -> Iterator[Lying]:
    """A chest, and on it objects, each a little lower; each in its next look."""
    yield Lying("ring", x, y, side="back")
    for at, piece in enumerate(pieces, 1):
        yield Lying(piece, x, y + 10 + 18 * (at - 1), look=pieces[:at].count(piece))


def dog(x: float, y: float, kind: str, head: int, *bodies: int) -> Iterator[Lying]:
    """A head and its bodies in a row."""
    yield Lying(f"{kind}-head-{head}", x, y)
    for at, body in enumerate(bodies, 1):
        yield Lying(f"{kind}-body-{body}", x + 63.5 * at, y)


def grid(x: float, y: float, start: str, *cards: tuple[str, int, int]) -> Iterator[Lying]:
    """A start card, and army cards that lie some half cards to the right and below."""
    yield Lying(start, x, y, side="back")
    for card, right, down in cards:
        yield Lying(card, x + 31.5 * right, y + 31.5 * down)


def general(x: float, y: float, number: int, health: int) -> Iterator[Lying]:
    """A general on his health card, his arrow beside a number from 16 to 30."""
    yield Lying(f"health-{number}", x, y)
    yield Lying(f"general-{number}", x + 18, y + 3.6 * (23 - health))


def garden(x: float, y: float, *tiles: tuple[str, int, int, int]) -> Iterator[Lying]:
    """Tiles by column, row (upwards) and quarter turns."""
    for tile, column, row, turns in tiles:
        yield Lying(tile, x + 60.4 * column, y - 60.4 * row, 90 * turns)


TABLES: Final[dict[str, tuple[str, list[Lying]]]] = {
    "cotcotcollec": (
        "#35604f",
        [
            Lying(BOX, 374, 60, 7),
            *collection(48, 58, "perfume", "perfume", "joker", "perfume", "doubler"),
            *collection(124, 58, "egg", "egg", "egg"),
            *collection(200, 58, "gramophone", "gramophone"),
            Lying("rooster", 284, 62, -5),
            Lying("score-pad", 74, 236, -5),
            Lying("fox-standee", 147, 118, 5),
            *fan(272, 420, 210, 8.4, "hat", "trophy", "fan", "ring", "rug", "necklace", "showcase"),
        ],
    ),
    "winston": (
        "#d7c7a5",
        [
            Lying(BOX, 372, 212, 6),
            *dog(44, 52, "sailor", 1, 3, 7, 2, 5),
            *dog(44, 147, "punk", 1, 2, 8),
            Lying("size-5", 371, 56, 4),
            Lying("bone-standee", 318, 116, 8),
            *fan(150, 420, 175, 10, "knight-head-2", "astronaut-body-4", "ballerina-head-1", "detective-head-1"),
            Lying("poop-standee", 270, 158, -8),
            Lying("sailor-head-1", 287, 222, -6, "back"),
        ],
    ),
    "conquete": (
        "#8a6a46",
        [
            Lying(BOX, 372, 48, 6),
            *grid(
                112, 92, "start-1", ("army-18", 1, -1), ("army-23", -1, 1), ("army-30", 2, 0), ("army-27", -1, -1),
                ("army-12", 1, 1), ("army-36", -2, 2), ("army-09", 3, -1),
            ),
            Lying("army-01", 160, 225, 2, "back"),
            Lying("army-40", 230, 224, -2),
            Lying("army-33", 300, 226, 3),
            Lying("army-21", 370, 224, -3),
            *general(281, 132, 1, 25),
            Lying("general-4", 380, 140, 5),
            Lying("initiative", 290, 46, -4),
        ],
    ),
    "koko": (
        "#8b5e3c",
        [
            *garden(
                124, 134, ("start", 0, 0, 0), ("g02", -1, 0, 2), ("g04", 1, 1, 1), ("g09", -1, 1, 0),
                ("g12", 1, -1, 1), ("g13", 1, 0, 3), ("g16", 2, 0, 3), ("g24", 0, -1, 2), ("g26", 0, 1, 2),
            ),
            Lying("koko", 168, 52, -8),
            Lying("alfred", 80, 92, 6),
            Lying("undies-stockings", 194.6, 123.6, 4, "back"),
            Lying("undies-boxers", 255.2, 123.6, -6, "back"),
            Lying(BOX, 368, 66, 6),
            Lying("undies-bloomers", 340, 142, -10),
            Lying("undies-boxers", 372, 136, 8),
            Lying("undies-corset", 396, 158, 14),
            Lying("undies-longjohns", 352, 172, 4),
            Lying("undies-garter", 384, 188, 12),
            Lying("g19", 268, 228, 5, "back"),
            Lying("g22", 273, 225, -3, "back"),
            Lying("g20", 56, 240, 4),
            Lying("cover", 346, 222, 0),
            Lying("cover", 366, 234, 0, "back"),
            Lying("cover", 392, 228, 8),
        ],
    ),
}  # fmt: skip


def cut_out(
    game: str, places: list[Lying], per_mm: float, start: Path = HERE
) -> dict[tuple[str, str, int], Image.Image]:
    """The faces that lie on a table, each cut out; and the front of the box, if it lies there."""
    wanted = {(place.piece, place.side, place.look) for place in places}
    names = sorted({piece for piece, _, _ in wanted} - {BOX})
    drawn = [
        each
        for each in pnp.render_faces(game, names, lang=LANG, ink="full", start=start)
        if (each.design.id, str(each.side), each.look) in wanted
    ]
    made = find_renderer(RendererName.TYPST).to_png([each.face for each in drawn], per_mm * 25.4)
    found = {(BOX, "front", 1): front_of_box(game, per_mm)} if BOX in {place.piece for place in places} else {}
    for each, png in zip(drawn, made, strict=True):
        picture = Image.open(BytesIO(png)).convert("RGBA")
        mask = Image.new("L", picture.size)
        line = each.deck.cut_line(each.side, each.design.id).polygon
        ImageDraw.Draw(mask).polygon([(x * per_mm, y * per_mm) for x, y in line], fill=255)
        picture.putalpha(mask)
        found[each.design.id, str(each.side), each.look] = picture
    return found


def front_of_box(game: str, per_mm: float) -> Image.Image:
    """The front of the box, or its lid, without lines."""
    with TemporaryDirectory() as folder:
        box = pnp.print_box(game, lang=LANG, ink="full", start=HERE, out=folder)
        about = json.loads(box.sizes.read_text("utf-8"))
        with pikepdf.open(box.pdf) as pdf:
            layers = pdf.Root.OCProperties
            layers.D = pikepdf.Dictionary(OFF=layers.OCGs)
            art = BytesIO()
            pdf.save(art)
    panel = next(each for each in about["panels"] if each["name"] in ("front", "lid-base"))
    part = next(each for each in about["sheets"][0]["parts"] if each["net"] == panel["net"])
    page = pypdfium2.PdfDocument(art.getvalue())[1].render(scale=per_mm * 25.4 / 72).to_pil()
    left, top = panel["x"] + part["x"], panel["y"] + part["y"]
    edges = (left, top, left + panel["width"], top + panel["height"])
    return page.crop(tuple(round(edge * per_mm) for edge in edges)).convert("RGBA")


def lay(table: Image.Image, picture: Image.Image, place: Lying, per_mm: float, high: float = 0.7) -> None:
    """Put a piece on the table, with the shadow of one that is `high` mm thick."""
    turned = picture.rotate(-place.turn, Image.Resampling.BICUBIC, expand=True)
    x, y = (round(at * per_mm - side / 2) for at, side in zip((place.x, place.y), turned.size, strict=True))
    rim = round(4 * high * per_mm)
    mask = Image.new("L", (turned.width + 2 * rim, turned.height + 2 * rim))
    mask.paste(turned.getchannel("A"), (rim, rim))
    shadow = mask.filter(ImageFilter.GaussianBlur(high * per_mm)).point(lambda tone: tone * 0.5)
    away = round(0.6 * high * per_mm)
    table.paste(Image.new("RGB", mask.size, "#140c06"), (x - rim + away, y - rim + away), shadow)
    table.paste(turned, (x, y), turned)


def bare_table(size: tuple[float, float], colour: str, per_mm: float) -> Image.Image:
    """A table of that many mm, lit in its middle."""
    pixels = tuple(round(side * per_mm) for side in size)
    light = Image.radial_gradient("L").resize(pixels).point(lambda tone: 255 - tone * 0.22)
    return ImageChops.multiply(Image.new("RGB", pixels, colour), light.convert("RGB"))


def finished(table: Image.Image) -> Image.Image:
    """The picture as it is saved: small, and of few colours."""
    small = table.resize((WIDTH, round(WIDTH * table.height / table.width)), Image.Resampling.LANCZOS)
    return small.quantize(COLOURS, dither=Image.Dither.FLOYDSTEINBERG)


def draw_table(game: str) -> Image.Image:
    """A game on its table."""
    colour, places = TABLES[game]
    per_mm = FINE * WIDTH / TABLE[0]
    table = bare_table(TABLE, colour, per_mm)
    pictures = cut_out(game, places, per_mm)
    for place in places:
        picture = pictures[place.piece, place.side, place.look]
        lay(table, picture, place, per_mm, 5.0 if place.piece == BOX else 0.7)
    return finished(table)


FRONT_TABLE: Final = (720.0, 330.0)
SHEET: Final = Lying("sheet", 150, 250, -94)
SCREEN: Final = Lying("screen", 588, 94, 4)
SCREEN_WIDE: Final = 226.0
FRONT: Final = [
    *dog(50, 58, "sailor", 1, 7, 2, 3, 5),
    Lying("size-5", 400, 60, 5),
    Lying("knight-head-1", 345, 164, -1, "back"),
    Lying("knight-head-1", 347, 162, -1, "back"),
    Lying("bone-standee", 424, 144, 8),
    Lying("poop-standee", 446, 194, -9),
    *fan(
        366, 488, 222, 8.6, "knight-head-2", "astronaut-body-4", "ballerina-head-1", "punk-head-1", "detective-head-1"
    ),
]
BOXES: Final = {
    "conquete": Lying(BOX, 493, 274, -6), "koko": Lying(BOX, 684, 270, 6),
    "cotcotcollec": Lying(BOX, 556, 256, 2), "winston": Lying(BOX, 625, 268, -3),
}  # fmt: skip


def sheet(game: str, number: int, per_mm: float) -> Image.Image:
    """The front of a sheet of cards, as it is printed."""
    with TemporaryDirectory() as folder:
        made = pnp.build(game, lang=LANG, ink="full", start=HERE, out=folder, guide=False)
        page = pypdfium2.PdfDocument(made.pdf.read_bytes())[2 * number - 2]
        return page.render(scale=per_mm * 25.4 / 72).to_pil().convert("RGBA")


def screen(per_mm: float) -> Image.Image:
    """The workbench on a tablet."""
    shown = Image.open(HERE / "workbench.png").convert("RGB")
    wide = round(SCREEN_WIDE * per_mm)
    shown = shown.resize((wide, round(wide * shown.height / shown.width)), Image.Resampling.LANCZOS)
    rim, corner = round(6 * per_mm), round(7 * per_mm)
    tablet = Image.new("RGBA", (shown.width + 2 * rim, shown.height + 2 * rim))
    ImageDraw.Draw(tablet).rounded_rectangle((0, 0, tablet.width - 1, tablet.height - 1), corner, fill="#1d1f24")
    tablet.paste(shown, (rim, rim))
    return tablet


def draw_front() -> Image.Image:
    """All of pnp on one table: a sheet, a game being played, the workbench, the boxes of the four games."""
    per_mm = FINE * WIDTH / FRONT_TABLE[0]
    table = bare_table(FRONT_TABLE, "#5f868c", per_mm)
    lay(table, sheet("winston", 4, per_mm), SHEET, per_mm, 0.5)
    lay(table, screen(per_mm), SCREEN, per_mm, 4.0)
    pictures = cut_out("winston", FRONT, per_mm)
    for place in FRONT:
        lay(table, pictures[place.piece, place.side, place.look], place, per_mm)
    for game, place in BOXES.items():
        lay(table, front_of_box(game, per_mm), place, per_mm, 5.0)
    return finished(table)


EXAMPLE_TABLE: Final = (900.0, 400.0)
MAP: Final = Lying("map", 450, 200)
DAY, NIGHT = Lying("day", 106, 206, -4), Lying("night", 794, 194, 4)


def upon(mat: Lying, piece: str, x: float, y: float) -> Lying:
    """A counter on a mat, at a place from the middle of the mat."""
    turn = radians(mat.turn)
    return Lying(piece, mat.x + x * cos(turn) - y * sin(turn), mat.y + x * sin(turn) + y * cos(turn), mat.turn)


def in_hex(piece: str, column: int, row: int, turn: float = 0.0, side: str = "front") -> Lying:
    """A counter in a hex of the map, whose hexes are 30.1 mm high."""
    x, y = 26.1 * (column - 8), 30.1 * (row - 5 - (column % 2) / 2 + 0.25)
    return Lying(piece, MAP.x + x, MAP.y + y, turn, side)


EXAMPLE: Final = [
    MAP, DAY, NIGHT,
    *(upon(DAY, "day-marmot", -74.5 + 23 * at, -72.5) for at in range(2)),
    *(upon(DAY, "day-goat", 27.5 + 23 * at, -72.5) for at in range(3)),
    upon(DAY, "day-donkey", -39.5, -31.5),
    *(upon(NIGHT, "night-marmot", -74.5 + 23 * at, -72.5) for at in range(3)),
    *(upon(NIGHT, "night-goat", 27.5 + 23 * at, -72.5) for at in range(2)),
    in_hex("day-marmot", 3, 2, 3, "back"), in_hex("day-marmot", 4, 4, -5), in_hex("day-eagle", 8, 5, 4),
    in_hex("night-eagle", 10, 2, -3), in_hex("night-donkey", 13, 5, 6), in_hex("night-marmot", 9, 5, 2),
    in_hex("night-goat", 12, 7, -6, "back"),
    Lying("day-flag", 388, 37.5, 3), Lying("night-flag", 337.5, 37.5, -4),
]  # fmt: skip


def draw_example() -> Image.Image:
    """The game of `pnp new --example board`, being played."""
    per_mm = FINE * WIDTH / EXAMPLE_TABLE[0]
    table = bare_table(EXAMPLE_TABLE, "#6d5a48", per_mm)
    with TemporaryDirectory() as folder:
        pnp.start_project("alps", example="board", start=folder)
        pictures = cut_out("alps", EXAMPLE, per_mm, Path(folder) / "alps")
    for place in EXAMPLE:
        picture = pictures[place.piece, place.side, place.look]
        lay(table, picture, place, per_mm, 1.0 if picture.width > 100 * per_mm else 2.0)
    return finished(table)


def draw_started() -> Image.Image:
    """The cards that `pnp new mygame` begins with."""
    with TemporaryDirectory() as folder:
        pnp.start_project("mygame", start=folder)
        contact = Path(folder) / "cards.png"
        command = [
            sys.executable,
            "-c",
            "from pnp.cli import main; main()",
            "render",
            "mygame",
            "--contact",
            str(contact),
        ]
        subprocess.run(command, cwd=Path(folder) / "mygame", check=True)  # noqa: S603 (our own command)
        picture = Image.open(contact).convert("RGB")
    small = picture.resize((1000, round(1000 * picture.height / picture.width)), Image.Resampling.LANCZOS)
    return small.quantize(64, dither=Image.Dither.NONE)


def draw_styles() -> Image.Image:
    """One card of each style of `pnp new`, beside each other."""
    shown = {"plain": "lantern", "classic": "granny-squeak", "suits": "queen-of-leaves", "tarot": "the-moon"}
    cards: list[Image.Image] = []
    with TemporaryDirectory() as folder:
        for style, piece in (shown | {"photo": "the-ridge"}).items():
            pnp.start_project(style, style=style, start=folder)
            faces = pnp.render_faces(style, [piece], sides=["front"], start=Path(folder) / style)
            [png] = write_faces(faces, Path(folder) / style, "en", FileType.PNG, dpi=200)
            card = Image.open(png).convert("RGB")
            cards.append(card.resize((round(600 * card.width / card.height), 600), Image.Resampling.LANCZOS))
            small = card.resize((144, round(144 * card.height / card.width)), Image.Resampling.LANCZOS)
            small.quantize(128, dither=Image.Dither.NONE).save(STATIC / f"style-{style}.png", optimize=True)
    gap = 24
    table = Image.new("RGB", (sum(card.width + gap for card in cards) + gap, 600 + 2 * gap), "#8a8d93")
    at = gap
    for card in cards:
        table.paste(card, (at, gap))
        at += card.width + gap
    small = table.resize((1000, round(1000 * table.height / table.width)), Image.Resampling.LANCZOS)
    return small.quantize(240, dither=Image.Dither.NONE)


PICTURES: Final = {
    "front": draw_front,
    "mygame": draw_started,
    "boards": draw_example,
    "styles": draw_styles,
    **{game: partial(draw_table, game) for game in TABLES},
}
PLACES: Final = {"mygame": HERE / "first-steps", "styles": HERE / "first-steps", "boards": HERE / "how-to"}

if __name__ == "__main__":
    for name in sys.argv[1:] or PICTURES:
        PICTURES[name]().save(PLACES.get(name, HERE) / f"{name}.png", optimize=True)
