"""Rendered pages: the distance of text from the cuts, and whether each face looks as its game draws it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import pypdfium2
from PIL import Image, ImageDraw, ImageFilter

from pnp.audit.measure import CutLines, by_page
from pnp.audit.report import Check, Found, Report
from pnp.geometry.matrix import Matrix, Rect
from pnp.geometry.outline import Outline
from pnp.geometry.units import MM_PER_INCH, POINTS_PER_MM, Size
from pnp.press.job import Job
from pnp.press.safe_zone import character_boxes
from pnp.sheet.impose import back_correction_in_points
from pnp.worker.progress import Progress

if TYPE_CHECKING:
    from pnp.audit.reference_print import ReferenceFaces

HAIR: Final = 0.1
"""Overshoot of round characters, in mm."""
DPI: Final = 90
BLUR: Final = 2
"""Radius of the blur, in pixels: fine hatching changes its pixels when it is moved."""
VISIBLE_DIFFERENCE: Final = 60
"""Difference of a colour channel, of 255, that is more than a shift by half a pixel can cause."""
SPOT: Final = 3
"""Radius of a spot, in pixels; a spot is about 2 mm wide."""
ALLOWED: Final = 0.15
"""Largest share of visibly different pixels in a spot."""
SEEN_AT_ONCE: Final = 16
"""Number of pages after which the PDF is opened again."""
RIM: Final = 0.6
"""Width of the outermost part of a face, in mm, which is not compared because cutting lines are there."""

Pixels = np.ndarray[Any, np.dtype[Any]]


class Picture(NamedTuple):
    """What a viewer shows of a page, or of a part of it."""

    size: Size
    pixels: Pixels


class OpenPdf:
    """A PDF in the viewer, opened again from time to time because the viewer keeps everything it decodes."""

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
        """Close the PDF and its pages."""
        self._document.close()


@contextmanager
def opened(source: Path | bytes) -> Iterator[OpenPdf]:
    """Yield a PDF opened in the viewer."""
    document = OpenPdf(source)
    try:
        yield document
    finally:
        document.close()


class Viewer:
    """Looks at the pages of an open PDF one after the other, and adds findings to the report."""

    def __init__(
        self, document: OpenPdf, report: Report, cuts: CutLines, job: Job, keys: Mapping[int, Sequence[Rect]]
    ) -> None:
        self.document = document
        self.job = job
        self.report = report
        self.cuts = cuts
        self.keys = keys
        """The keys on parts of boards, by page, which are not part of the faces."""
        self.letters = 0
        self.nearest = float("inf")
        """Smallest distance of text from a cut, in mm."""
        self.compared = 0
        self.worst = 0.0
        """Largest difference of any spot, from 0 to 1."""

    def check(self, drawn: ReferenceFaces | None, progress: Progress, same: Collection[int] = ()) -> None:
        """Look at every page, and compare it with the faces drawn from the game, if there are any.

        Pages that are the `same` as the game's by their operators need no comparison.
        """
        pages = by_page(self.report.faces)
        for done, (number, faces) in enumerate(pages.items(), 1):
            page = self.document[number - 1]
            self._check_letters(page, number, faces, drawn)
            if number in same:
                self.compared += len(faces)
            elif drawn is not None:
                self._compare(render_blurred(page, self._correction(number)), drawn, number, faces)
            page.close()
            progress(done, len(pages))
        letters = f"{self.letters} characters, nearest {self.nearest:.2f} mm from a cut"
        self.report.measured[Check.SAFE] = letters if self.letters else "no text"
        if drawn is not None:
            self.report.measured[Check.LOOKS] = f"{self.compared} faces, spots differ by at most {self.worst:.0%}"

    def _correction(self, number: int) -> Matrix | None:
        """Return the intended rotation and scale of a page; None if there is none."""
        layout = self.job.layout
        return back_correction_in_points(layout) if layout.corrected and self.job.on_back(number) else None

    def _rooms(
        self, page: pypdfium2.PdfPage, number: int, faces: list[Found], drawn: ReferenceFaces | None
    ) -> Iterator[tuple[Found, float]]:
        """Yield each character on a piece as the piece and its distance from the cut.

        A part of a board has all characters of the board, visible or not, so they are measured on the board.
        """
        if drawn is not None and any(map(self.cuts.is_part, faces)):
            for face in faces:
                line = self.cuts.whole_shape(face)
                yield from ((face, line.room(*box)) for box in drawn.characters((face.drawing, face.side)))
            return
        for box in character_boxes(page, self._correction(number)):
            left, top, right, bottom = box
            face_there = self._face_at(faces, (left + right) / 2, (top + bottom) / 2)
            if face_there is not None:
                yield face_there, self.cuts.line(face_there).room(*box)

    def _check_letters(
        self, page: pypdfium2.PdfPage, number: int, faces: list[Found], drawn: ReferenceFaces | None
    ) -> None:
        """Check that all text on pieces is inside the safe area."""
        closest: dict[str, float] = {}
        for face, away in self._rooms(page, number, faces, drawn):
            self.letters += 1
            self.nearest = min(self.nearest, away)
            if away < (safe := self.cuts.safe(face)) - HAIR:
                name = f"{face.name} {face.side}"
                closest[name] = min(away, closest.get(name, safe))
        for name, away in closest.items():
            self.report.wrong(Check.SAFE, f"text on {name} is {away:.2f} mm from its cut", number)

    def _face_at(self, faces: list[Found], x: float, y: float) -> Found | None:
        """Return the face at a point, including its bleed; of several, the one whose cut encloses the point."""
        near = []
        for face in faces:
            shown = face.rect.grown(face.bleed)
            if shown.x <= x <= shown.right and shown.y <= y <= shown.bottom:
                near.append(face)
        if len(near) < 2:
            return near[0] if near else None
        return next((face for face in near if self.cuts.line(face).holds((x, y))), near[0])

    def _compare(self, sheet: Picture, drawn: ReferenceFaces, number: int, faces: list[Found]) -> None:
        """Check that every face looks like the one drawn from the game."""
        doubtful: list[Found] = []
        for face in faces:
            wanted = drawn.picture((face.drawing, face.side))
            if wanted is None:
                continue  # reported elsewhere, since it does not belong here
            self.compared += 1
            differs = self._differs(sheet, face, wanted)
            if differs > ALLOWED:
                doubtful.append(face)
            else:
                self.worst = max(self.worst, differs)
        plain = [face for face in doubtful if self.cuts.line(face).plain]
        others = [[face] for face in doubtful if face not in plain]  # their boxes may overlap
        for group in filter(None, [plain, *others]):
            self._look_again(sheet, drawn, number, group)

    def _look_again(self, sheet: Picture, drawn: ReferenceFaces, number: int, faces: list[Found]) -> None:
        """Look again at faces that seem to differ, with nothing shifted by fractions of a pixel."""
        laid = drawn.render_sheet(sheet.size, faces, self._correction(number))
        for face in faces:
            size = Size(face.rect.width, face.rect.height)
            wanted = crop(laid, face.rect, size)
            upright = Picture(wanted.size, np.rot90(wanted.pixels, face.rotation // 90))
            differs = self._differs(sheet, face, upright._replace(size=size.turned if face.rotation % 180 else size))
            self.worst = max(self.worst, differs)
            if differs > ALLOWED:
                self.report.wrong(Check.LOOKS, f"{face.name} {face.side} does not look as the game draws it", number)

    def _differs(self, sheet: Picture, face: Found, wanted: Picture) -> float:
        """Return the difference of the spot of a face that differs most, from 0 to 1."""
        size = wanted.size.turned if face.rotation % 180 else wanted.size
        seen = np.rot90(crop(sheet, face.rect, size).pixels, face.rotation // 90)
        pixels = wanted.pixels
        if keys := [key for key in self.keys.get(face.page, ()) if key.overlaps(face.rect)]:
            pixels = np.where(np.rot90(_covered(keys, face.rect, size), face.rotation // 90)[:, :, None], seen, pixels)
        return difference(seen, pixels, self.cuts.shape(face), self.cuts.folds(face))


def render_blurred(page: pypdfium2.PdfPage, crooked: Matrix | None = None) -> Picture:
    """Return a page blurred and straightened, in whole pixels."""
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


def crop(picture: Picture, box: Rect, size: Size) -> Picture:
    """Return a box of a picture, resampled to the pixels of that size."""
    rows, columns = round(size.height * DPI / MM_PER_INCH), round(size.width * DPI / MM_PER_INCH)
    high, wide = picture.pixels.shape[:2]
    ys = ((np.arange(rows) + 0.5) * box.height / rows + box.y) * high / picture.size.height - 0.5
    xs = ((np.arange(columns) + 0.5) * box.width / columns + box.x) * wide / picture.size.width - 0.5
    first, last = int(max(xs[0], 0)), int(max(xs[-1], 0)) + 2  # only as much of the page as needed
    part = picture.pixels[:, first:last] if first < wide - 1 else picture.pixels
    xs -= first if first < wide - 1 else 0
    return Picture(size, _between(_between(part, ys).swapaxes(0, 1), xs).swapaxes(0, 1))


def _covered(boxes: Sequence[Rect], area: Rect, size: Size) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return which pixels of an area, cropped to that size, some boxes cover, blurred edges included."""
    rows, columns = round(size.height * DPI / MM_PER_INCH), round(size.width * DPI / MM_PER_INCH)
    found = np.zeros((rows, columns), bool)
    for box in boxes:
        x, y = (box.x - area.x) * columns / area.width, (box.y - area.y) * rows / area.height
        right, low = (box.right - area.x) * columns / area.width, (box.bottom - area.y) * rows / area.height
        rim = BLUR + 2
        found[max(int(y) - rim, 0) : int(low) + rim + 1, max(int(x) - rim, 0) : int(right) + rim + 1] = True
    return found


def _between(pixels: Pixels, rows: Pixels) -> Pixels:
    """Return rows of a picture, interpolated between its rows."""
    places = np.clip(rows, 0, len(pixels) - 1)
    above = np.minimum(places.astype(int), max(len(pixels) - 2, 0))
    below = np.minimum(above + 1, len(pixels) - 1)
    part = (places - above)[:, None, None]
    mixed: Pixels = pixels[above] * (1 - part) + pixels[below] * part
    return mixed


def difference(found: Pixels, wanted: Pixels, cut: Outline, folds: Sequence[Outline] = ()) -> float:
    """Return the share of visibly different pixels in the spot of a face that differs most, from 0 to 1.

    Nothing is compared along its cut and its folds, where lines are drawn.
    """
    red, green, blue = np.moveaxis(np.abs(found - wanted) > VISIBLE_DIFFERENCE, 2, 0)
    apart = red | green | blue
    rows, columns = apart.shape
    rim = round(RIM * DPI / MM_PER_INCH)
    inside = np.zeros_like(apart)
    inside[rim : rows - rim, rim : columns - rim] = True
    if not cut.plain:
        inside &= _inside(cut, folds, Size(columns, rows), rim)
    spots = Image.fromarray((apart & inside).astype(np.uint8) * 255).filter(ImageFilter.BoxBlur(SPOT))
    return float(np.asarray(spots).max()) / 255


def _inside(cut: Outline, folds: Sequence[Outline], size: Size, rim: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return the pixels inside an outline, at least `rim` pixels away from it and from folds."""
    dots = DPI / MM_PER_INCH
    mask = Image.new("L", (round(size.width), round(size.height)))
    ImageDraw.Draw(mask).polygon([(x * dots - 0.5, y * dots - 0.5) for x, y in cut.polygon], fill=255)
    for fold in folds:
        ImageDraw.Draw(mask).line([(x * dots - 0.5, y * dots - 0.5) for x, y in fold.points], fill=0)
    return np.asarray(mask.filter(ImageFilter.MinFilter(2 * rim + 1))) > 0
