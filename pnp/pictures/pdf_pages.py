"""PDFs made by other programs: page sizes, and parts of pages rendered as pictures, in a worker."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final, NamedTuple

from pnp.errors import LimitError, Location, Problem, RenderError
from pnp.geometry.units import POINTS_PER_MM, Size, trim
from pnp.worker.limits import DEFAULT_LIMITS
from pnp.worker.progress import begin_step, nested_step
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

LARGEST_FILE: Final = 400_000_000
MOST_PAGES: Final = 1000
MOST_DOTS: Final = 40_000_000
"""Maximum number of pixels in the picture of a part."""
LARGEST_PNG: Final = 6_000_000
"""Size in bytes above which a picture is stored as JPEG, because it must be a photograph."""
BLANK: Final = 248
"""Minimum brightness of blank paper, out of 255."""
_PLACE: Final = re.compile(
    r"(?P<file>.+\.pdf)#(?P<page>[0-9]{1,4})(?::(?P<part>[0-9]{1,5}(?:\.[0-9]+)?(?:,[0-9]{1,5}(?:\.[0-9]+)?){3}))?",
    re.IGNORECASE | re.DOTALL,
)
HINT: Final = "save it again with another program, or export its pages as PNG"


class PagePart(NamedTuple):
    """A rectangle on a page, in mm from the page's upper left corner."""

    page: int
    """Page number, from 1."""
    x: float
    y: float
    width: float
    height: float


def format_page_reference(file: str, part: PagePart) -> str:
    """Return the file reference that a template uses for a part of a page.

    >>> format_page_reference("cards.pdf", PagePart(1, 0, 0, 63, 88))
    'cards.pdf#1:0,0,63,88'
    """
    return f"{file}#{part.page}:{','.join(trim(length) for length in part[1:])}"


def parse_page_reference(name: str) -> tuple[str, int, list[float]] | None:
    """Return file, page and rectangle of a reference to a PDF page; None for any other file.

    The rectangle is empty for a whole page.
    """
    match = _PLACE.fullmatch(name)
    if match is None:
        return None
    return match["file"], int(match["page"]), [float(number) for number in (match["part"] or "").split(",") if number]


class RenderedPart(NamedTuple):
    """A part of a page, rendered as a picture."""

    content: bytes
    kind: str
    """`png` or `jpeg`."""
    blank: bool
    """Whether the part is empty."""


class PdfFile:
    """A PDF made by another program. It may hang or crash the reader, so it must be opened in a worker."""

    def __init__(self, content: bytes, where: Location) -> None:
        import pypdfium2

        self.where = where
        if len(content) > LARGEST_FILE:
            most, size = (number // 1_000_000 for number in (LARGEST_FILE, len(content)))
            raise RenderError(Problem(where, f"has {size} MB; a PDF may have at most {most} MB", code="E0105"))
        try:
            self._document = pypdfium2.PdfDocument(content)
            count = len(self._document)
            if not 0 < count <= MOST_PAGES:
                message, hint = f"has {count} pages; it must have 1 to {MOST_PAGES}", "split the PDF into several"
                raise RenderError(Problem(where, message, hint, code="E0105"))
            sizes = [self._document.get_page_size(number) for number in range(count)]
        except pypdfium2.PdfiumError as error:
            if "password" in str(error).lower():
                message, hint = "is protected by a password", "save it without the password"
            else:
                message, hint = f"is not a PDF, or is damaged ({error})", HINT
            raise RenderError(Problem(where, message, hint, code="E0506")) from None
        self.pages = [Size(width / POINTS_PER_MM, height / POINTS_PER_MM) for width, height in sizes]

    def picture(self, part: PagePart, size: Size, dpi: float) -> RenderedPart:
        """Render a part of a page for printing at that size. Raise RenderError if that fails."""
        import pypdfium2

        where = self.where.at(page=part.page)
        with nested_step(where):
            try:
                return _draw(self._document, part, size, dpi)
            except MemoryError:
                raise RenderError(Problem(where, "needs too much memory", HINT, code="E1402")) from None
            except (pypdfium2.PdfiumError, ValueError, OSError) as error:
                raise RenderError(Problem(where, f"is damaged ({error})", HINT, code="E0506")) from None


def measure_pages(content: bytes, where: Location) -> list[Size]:
    """Return the page sizes of a PDF, read in a worker. Raise RenderError if it cannot be read."""
    try:
        return run_in_worker(read_page_sizes, DEFAULT_LIMITS, content, where)
    except LimitError as error:
        problems = (replace(each, message=f"cannot be read: {each.message}", hint=HINT) for each in error.problems)
        raise RenderError(*(replace(each, where=where) for each in problems)) from None


@task
def read_page_sizes(content: bytes, where: Location) -> list[Size]:
    """Return the page sizes of a PDF; runs in a worker."""
    begin_step(where)
    return PdfFile(content, where).pages


def _draw(document: Any, part: PagePart, size: Size, dpi: float) -> RenderedPart:
    """Render a part with the resolution needed for that size."""
    from io import BytesIO

    page = document[part.page - 1]
    scale = max(size.width / part.width, size.height / part.height) * dpi / 72
    dots = part.width * part.height * (scale * POINTS_PER_MM) ** 2
    scale *= min(1.0, (MOST_DOTS / dots) ** 0.5)
    width, height = page.get_size()
    left, top = part.x * POINTS_PER_MM, part.y * POINTS_PER_MM
    right = width - left - part.width * POINTS_PER_MM
    bottom = height - top - part.height * POINTS_PER_MM
    crop = tuple(max(0.0, round(edge, 3)) for edge in (left, bottom, right, top))
    drawn = page.render(scale=scale, crop=crop, may_draw_forms=False, draw_annots=False).to_pil().convert("RGB")
    page.close()
    blank = min(low for low, _ in drawn.getextrema()) >= BLANK
    out, kind = BytesIO(), "png"
    drawn.save(out, "PNG")
    if out.tell() > LARGEST_PNG:
        out, kind = BytesIO(), "jpeg"
        drawn.save(out, "JPEG", quality=95, subsampling=0)
    return RenderedPart(out.getvalue(), kind, blank)
