"""Looks: the pages as a viewer shows them. Where letters stand, and whether each face looks as its game draws it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import pypdfium2
from PIL import Image, ImageDraw, ImageFilter

from pnp.audit.cuts import Cuts
from pnp.audit.geometry import by_page
from pnp.audit.report import Check, Found, Report
from pnp.outline import Outline
from pnp.press.job import Job
from pnp.progress import Progress
from pnp.sheet.backs import correction_in_points
from pnp.sheet.matrix import Matrix
from pnp.sheet.page import Rect
from pnp.units import MM_PER_INCH, POINTS_PER_MM, Size

if TYPE_CHECKING:
    from pnp.audit.originals import Originals

SAFE: Final = 3.0
"""No letter comes nearer to a cut."""
HAIR: Final = 0.1
"""The overshoot of a round letter."""
DPI: Final = 90
BLUR: Final = 2
"""Pixels to each side over which a picture is blurred: fine hatching falls on other pixels when it is moved."""
SEEN: Final = 60
"""A difference of one of the three colours, of 255, that no shift by half a pixel makes."""
SPOT: Final = 3
"""Pixels to each side of a spot, about 2 mm wide in all."""
ALLOWED: Final = 0.15
"""The part of a spot that may differ so much."""
SEEN_AT_ONCE: Final = 16
"""Pages."""
RIM: Final = 0.6
"""The outermost part of a face is not compared: cut lines run there."""

Pixels = np.ndarray[Any, np.dtype[Any]]


class Picture(NamedTuple):
    """What a viewer shows of a page or a part of it."""

    size: Size
    pixels: Pixels


class OpenPdf:
    """A PDF in the viewer: one page at a time, and opened anew now and then, because it keeps all that it unpacks."""

    def __init__(self, source: Path | bytes) -> None:
        self._source = source
        self._document = pypdfium2.PdfDocument(source)
        self._seen = 0

    def __len__(self) -> int:
        return len(self._document)

    def __getitem__(self, number: int) -> pypdfium2.PdfPage:
        if self._seen == SEEN_AT_ONCE:
            self.close()
            self._document, self._seen = pypdfium2.PdfDocument(self._source), 0
        self._seen += 1
        return self._document[number]

    def close(self) -> None:
        """Close it and its pages."""
        self._document.close()


@contextmanager
def opened(source: Path | bytes) -> Iterator[OpenPdf]:
    """A PDF open in the viewer."""
    document = OpenPdf(source)
    try:
        yield document
    finally:
        document.close()


class Viewer:
    """Looks at the pages of an open PDF one after the other, and puts what it sees into the report."""

    def __init__(self, document: OpenPdf, report: Report, cuts: Cuts, job: Job) -> None:
        self.document = document
        self.job = job
        self.report = report
        self.cuts = cuts
        self.letters = 0
        self.nearest = float("inf")
        """How near a letter comes to a cut."""
        self.compared = 0
        self.worst = 0.0
        """How much the spot that differs most does."""

    def look(self, drawn: Originals | None, progress: Progress, same: Collection[int] = ()) -> None:
        """Look at every page; compare with the faces that were drawn from the game, where there are any.

        Pages that are the `same` as the game's by their operators need no comparison.
        """
        pages = by_page(self.report.faces)
        for done, (number, faces) in enumerate(pages.items(), 1):
            page = self.document[number - 1]
            self._check_letters(page, number, faces)
            if number in same:
                self.compared += len(faces)
            elif drawn is not None:
                self._compare(raster(page, self._crooked(number)), drawn, number, faces)
            page.close()
            progress(done, len(pages))
        letters = f"{self.letters} letters, nearest {self.nearest:.2f} mm from a cut"
        self.report.measured[Check.SAFE] = letters if self.letters else "no text"
        if drawn is not None:
            self.report.measured[Check.LOOKS] = f"{self.compared} faces, spots differ by at most {self.worst:.0%}"

    def _crooked(self, number: int) -> Matrix | None:
        """How a page is turned and scaled on purpose; None where it is not."""
        layout = self.job.layout
        return correction_in_points(layout) if layout.corrected and self.job.on_back(number) else None

    def _check_letters(self, page: pypdfium2.PdfPage, number: int, faces: list[Found]) -> None:
        """Every letter on a piece stands inside the safe area."""
        closest: dict[str, float] = {}
        for left, top, right, bottom in letters(page, self._crooked(number)):
            face = self._under(faces, (left + right) / 2, (top + bottom) / 2)
            if face is None:
                continue
            self.letters += 1
            away = self.cuts.line(face).room(left, top, right, bottom)
            self.nearest = min(self.nearest, away)
            if away < SAFE - HAIR:
                name = f"{face.name} {face.side}"
                closest[name] = min(away, closest.get(name, SAFE))
        for name, away in closest.items():
            self.report.wrong(Check.SAFE, f"text on {name} is {away:.2f} mm from its cut", number)

    def _under(self, faces: list[Found], x: float, y: float) -> Found | None:
        """The face that a point lies on, its bleed included; of several, the one that it is inside the cut of."""
        near = []
        for face in faces:
            shown = face.rect.grown(face.bleed)
            if shown.x <= x <= shown.right and shown.y <= y <= shown.bottom:
                near.append(face)
        if len(near) < 2:
            return near[0] if near else None
        return next((face for face in near if self.cuts.line(face).holds((x, y))), near[0])

    def _compare(self, sheet: Picture, drawn: Originals, number: int, faces: list[Found]) -> None:
        """Every face looks like the one that was drawn from the game."""
        doubtful: list[Found] = []
        for face in faces:
            wanted = drawn.picture((face.drawing, face.side))
            if wanted is None:
                continue  # what does not belong here is said elsewhere
            self.compared += 1
            differs = self._differs(sheet, face, wanted)
            if differs > ALLOWED:
                doubtful.append(face)
            else:
                self.worst = max(self.worst, differs)
        plain = [face for face in doubtful if self.cuts.line(face).plain]
        others = [[face] for face in doubtful if face not in plain]  # whose boxes may reach into each other
        for group in filter(None, [plain, *others]):
            self._look_again(sheet, drawn, number, group)

    def _look_again(self, sheet: Picture, drawn: Originals, number: int, faces: list[Found]) -> None:
        """A second look at faces that seem to differ, with nothing moved by part of a pixel."""
        laid = drawn.laid(sheet.size, faces, self._crooked(number))
        for face in faces:
            size = Size(face.rect.width, face.rect.height)
            wanted = cut_out(laid, face.rect, size)
            upright = Picture(wanted.size, np.rot90(wanted.pixels, face.rotation // 90))
            differs = self._differs(sheet, face, upright._replace(size=size.turned if face.rotation % 180 else size))
            self.worst = max(self.worst, differs)
            if differs > ALLOWED:
                self.report.wrong(Check.LOOKS, f"{face.name} {face.side} does not look as the game draws it", number)

    def _differs(self, sheet: Picture, face: Found, wanted: Picture) -> float:
        """How much the spot of a face differs that differs most."""
        size = wanted.size.turned if face.rotation % 180 else wanted.size
        seen = np.rot90(cut_out(sheet, face.rect, size).pixels, face.rotation // 90)
        return difference(seen, wanted.pixels, self.cuts.shape(face))


def letters(page: pypdfium2.PdfPage, crooked: Matrix | None = None) -> Iterator[tuple[float, float, float, float]]:
    """The box of each letter in mm from the upper left corner, on a straight page: left, top, right, bottom."""
    height = page.get_height()
    text = page.get_textpage()
    undone = None if crooked is None else crooked.inverse
    for index in range(text.count_chars()):
        left, bottom, right, top = text.get_charbox(index)
        if right > left and top > bottom:
            if undone is not None:  # a turn of a degree makes no letter larger
                across, down = (right - left) / 2, (top - bottom) / 2
                x, y = undone.point(left + across, bottom + down)
                left, bottom, right, top = x - across, y - down, x + across, y + down
            yield (
                left / POINTS_PER_MM,
                (height - top) / POINTS_PER_MM,
                right / POINTS_PER_MM,
                (height - bottom) / POINTS_PER_MM,
            )


def raster(page: pypdfium2.PdfPage, crooked: Matrix | None = None) -> Picture:
    """A page as its blurred colours, straightened; a viewer rounds it to whole pixels."""
    shown = page.render(scale=DPI / 72).to_pil().convert("RGB")
    if crooked is not None:
        in_points = Matrix(page.get_width() / shown.width, d=-page.get_height() / shown.height, f=page.get_height())
        found = in_points.inverse.after(crooked).after(in_points)
        places = (found.a, found.c, found.e, found.b, found.d, found.f)
        shown = shown.transform(
            shown.size, Image.Transform.AFFINE, places, Image.Resampling.BICUBIC, fillcolor=(255, 255, 255)
        )
    shown = shown.filter(ImageFilter.BoxBlur(BLUR))
    size = Size(page.get_width() / POINTS_PER_MM, page.get_height() / POINTS_PER_MM)
    return Picture(size, np.asarray(shown))


def cut_out(picture: Picture, box: Rect, size: Size) -> Picture:
    """A box of a picture, in as many pixels as that size has."""
    rows, columns = round(size.height * DPI / MM_PER_INCH), round(size.width * DPI / MM_PER_INCH)
    high, wide = picture.pixels.shape[:2]
    ys = ((np.arange(rows) + 0.5) * box.height / rows + box.y) * high / picture.size.height - 0.5
    xs = ((np.arange(columns) + 0.5) * box.width / columns + box.x) * wide / picture.size.width - 0.5
    first, last = int(max(xs[0], 0)), int(max(xs[-1], 0)) + 2  # no more of the page than is needed
    part = picture.pixels[:, first:last] if first < wide - 1 else picture.pixels
    xs -= first if first < wide - 1 else 0
    return Picture(size, _between(_between(part, ys).swapaxes(0, 1), xs).swapaxes(0, 1))


def _between(pixels: Pixels, rows: Pixels) -> Pixels:
    """Rows of a picture at places between its rows."""
    places = np.clip(rows, 0, len(pixels) - 1)
    above = np.minimum(places.astype(int), max(len(pixels) - 2, 0))
    below = np.minimum(above + 1, len(pixels) - 1)
    part = (places - above)[:, None, None]
    mixed: Pixels = pixels[above] * (1 - part) + pixels[below] * part
    return mixed


def difference(found: Pixels, wanted: Pixels, cut: Outline) -> float:
    """How much of the spot of a face that differs most differs visibly: from 0 to 1."""
    red, green, blue = np.moveaxis(np.abs(found - wanted) > SEEN, 2, 0)
    apart = red | green | blue
    rows, columns = apart.shape
    rim = round(RIM * DPI / MM_PER_INCH)
    inside = np.zeros_like(apart)
    inside[rim : rows - rim, rim : columns - rim] = True
    if not cut.plain:
        inside &= _inside(cut, Size(columns, rows), rim)
    spots = Image.fromarray((apart & inside).astype(np.uint8) * 255).filter(ImageFilter.BoxBlur(SPOT))
    return float(np.asarray(spots).max()) / 255


def _inside(cut: Outline, size: Size, rim: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """The pixels inside an outline that keep a distance of `rim` pixels from it."""
    dots = DPI / MM_PER_INCH
    mask = Image.new("L", (round(size.width), round(size.height)))
    ImageDraw.Draw(mask).polygon([(x * dots - 0.5, y * dots - 0.5) for x, y in cut.polygon], fill=255)
    return np.asarray(mask.filter(ImageFilter.MinFilter(2 * rim + 1))) > 0
