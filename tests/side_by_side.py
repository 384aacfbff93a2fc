"""Pictures of golden faces that have changed: old, new and difference side by side.

Golden files hold the text of faces and hashes of drawings, but no pixels. The old picture is therefore drawn by the
code of the commit that last changed the golden file, taken from git; the new one by the code as it is now.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from collections.abc import Mapping, Sequence
from functools import reduce
from io import BytesIO
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFont

ROOT: Final = Path(__file__).resolve().parents[1]
OUTPUT: Final = ROOT / "output" / "golden"
NEEDED: Final = ("pnp", "components", "templates", "tests/sample")
"""Folders of an earlier commit that its faces are drawn from."""
DPI: Final = 150
MOST: Final = 12
"""Maximum number of faces in a picture."""
GAP: Final = 16
"""Space between faces, in pixels."""
HEADINGS: Final = ("old", "new", "difference")
MISSING: Final = Image.new("RGB", (1, 1), "white")
CHANGED: Final = "red"
SECONDS: Final = 300


class FaceFile(NamedTuple):
    """A face as `pnp render` names it."""

    piece: str
    side: str
    look: int = 1

    def stem(self) -> str:
        """Return the beginning of the file's name."""
        return f"{self.piece}_look{self.look}_{self.side}" if self.look > 1 else f"{self.piece}_{self.side}"


class Rendering(NamedTuple):
    """The options of `pnp render`; `project` is a folder below the repository."""

    game: str
    lang: str
    ink: str
    project: str = "."


def changed_faces(old: str, new: str) -> list[FaceFile]:
    """Return the faces that differ between two golden texts, with headings such as `=== cards/fox#2 front`."""
    before, after = _sections(old), _sections(new)
    titles = [title for title in {**after, **before} if before.get(title) != after.get(title)]
    return [_face(title) for title in titles]


def show_changes(golden: Path, faces: Sequence[FaceFile], rendering: Rendering, output: Path = OUTPUT) -> str:
    """Write a picture of changed faces, and return a sentence that says where it is, or why there is none."""
    with TemporaryDirectory(prefix="pnp-golden-") as folder:
        try:
            commit = _check_out_last_change(golden, Path(folder, "old"))
            old = _render(Path(folder, "old"), faces, rendering, Path(folder, "old-faces"))
            new = _render(ROOT, faces, rendering, Path(folder, "new-faces"))
        except (OSError, subprocess.SubprocessError, tarfile.TarError) as error:
            said = getattr(error, "stderr", None) or error
            return f"no picture of the change: {said.decode() if isinstance(said, bytes) else said}"
    pairs = {face.stem(): (old.get(face), new.get(face)) for face in faces}
    different = {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
    if not different:
        return f"{len(faces)} faces have changed, but no pixel of them since commit {commit[:10]}"
    output.mkdir(parents=True, exist_ok=True)
    path = output / f"{golden.stem}.png"
    side_by_side(dict(islice(different.items(), MOST))).save(path)
    return f"{min(len(different), MOST)} of {len(faces)} changed faces beside those of commit {commit[:10]}: {path}"


def side_by_side(faces: Mapping[str, tuple[Image.Image | None, Image.Image | None]]) -> Image.Image:
    """Return one picture with a row for each name: the old face, the new one, and the new one with changes in red."""
    font = ImageFont.load_default(GAP)
    rows = []
    for name, (old, new) in faces.items():
        left, right = old or MISSING, new or MISSING
        width, height = (max(left.size[axis], right.size[axis]) for axis in (0, 1))
        cells = [_padded(each, width, height) for each in (left, right)]
        rows.append((name, [*cells, _difference(*cells)]))
    widest = max(cells[0].width for _, cells in rows)
    heights = [cells[0].height + 3 * GAP for _, cells in rows]
    picture = Image.new("RGB", (3 * (widest + GAP) + GAP, sum(heights) + GAP), "lightgrey")
    draw = ImageDraw.Draw(picture)
    top = GAP
    for (name, cells), height in zip(rows, heights, strict=True):
        for column, (heading, cell) in enumerate(zip(HEADINGS, cells, strict=True)):
            left_edge = GAP + column * (widest + GAP)
            draw.text((left_edge, top), f"{name}: {heading}", "black", font)
            picture.paste(cell, (left_edge, top + 2 * GAP - GAP // 2))
        top += height
    return picture


def _sections(text: str) -> dict[str, str]:
    """Return the parts of a golden text by their headings."""
    parts = (part.partition("\n") for part in text.split("=== ")[1:])
    return {title: svg for title, _, svg in parts}


def _face(title: str) -> FaceFile:
    name, _, side = title.rpartition(" ")
    piece, _, look = name.partition("/")[2].partition("#")
    return FaceFile(piece, side, int(look or 1))


def _git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True, timeout=SECONDS).stdout


def _check_out_last_change(golden: Path, folder: Path) -> str:
    """Write the code of the commit that last changed a golden file into a folder, and return the commit's hash."""
    commit = _git("log", "-1", "--format=%H", "--", str(golden)).decode().strip()
    if not commit:
        raise FileNotFoundError(f"{golden.name} is in no commit yet")
    with tarfile.open(fileobj=BytesIO(_git("archive", "--format=tar", commit, "--", *NEEDED))) as archive:
        archive.extractall(folder, filter="data")
    return commit


def _render(root: Path, faces: Sequence[FaceFile], rendering: Rendering, folder: Path) -> dict[FaceFile, Image.Image]:
    """Return pictures of faces, drawn by the code in `root`; without those of pieces that do not exist there."""
    command = [
        sys.executable, "-m", "pnp", "render", rendering.game, "--as", "png", "--dpi", str(DPI), "--bleed",
        "--lang", rendering.lang, "--ink", rendering.ink, "--out", str(folder),
    ]  # fmt: skip
    environment = os.environ | {"PYTHONPATH": str(root)}
    subprocess.run(
        command, cwd=root / rendering.project, env=environment, capture_output=True, check=True, timeout=SECONDS
    )
    drawn: dict[FaceFile, Image.Image] = {}
    for face in faces:
        for path in folder.glob(f"*/{face.stem()}_{rendering.lang}_{rendering.ink}.png"):
            drawn[face] = Image.open(BytesIO(path.read_bytes())).convert("RGB")
    return drawn


def _padded(picture: Image.Image, width: int, height: int) -> Image.Image:
    padded = Image.new("RGB", (width, height), "white")
    padded.paste(picture)
    return padded


def _difference(old: Image.Image, new: Image.Image) -> Image.Image:
    """Return the new picture, pale, with every pixel that differs in red."""
    marks = reduce(ImageChops.lighter, ImageChops.difference(old, new).split()).point(lambda level: 255 if level else 0)
    pale = Image.blend(new.convert("L").convert("RGB"), Image.new("RGB", new.size, "white"), 0.6)
    return Image.composite(Image.new("RGB", new.size, CHANGED), pale, marks)
