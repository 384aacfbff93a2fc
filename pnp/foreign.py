"""PDFs made elsewhere: measured and looked at in a process of their own, which may hang, crash or starve by itself.

The process is this module, run by itself: it gets the file, says how large its pages are, and then draws one part of a
page after the other, each as a picture.
"""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
import weakref
from threading import Event, Thread
from typing import IO, Any, Final, NamedTuple

from pnp.confine import die_with_parent, python_process
from pnp.errors import Problem, RenderError
from pnp.location import Location
from pnp.patience import Patience
from pnp.units import POINTS_PER_MM, Size, trim

LARGEST_FILE: Final = 400_000_000
MOST_PAGES: Final = 1000
MOST_DOTS: Final = 40_000_000
"""Of the picture of a part."""
LARGEST_PNG: Final = 6_000_000
"""What is larger is a photograph, and kept as a JPEG."""
BLANK: Final = 248
"""Paper is at least as bright, of 255."""
PATIENCE: Final = 15.0
"""Seconds of processor time after which a page is given up."""
TICK: Final = 0.1
"""Seconds between two looks at what the process does."""
MEMORY: Final = 4_000_000_000
"""Bytes that reading a file may take, where the system can limit it."""
_PLACE: Final = re.compile(
    r"(?P<file>.+\.pdf)#(?P<page>[0-9]{1,4})(?::(?P<part>[0-9]{1,5}(?:\.[0-9]+)?(?:,[0-9]{1,5}(?:\.[0-9]+)?){3}))?",
    re.IGNORECASE | re.DOTALL,
)
HINT: Final = "save it again with another program, or export its pages as PNG"


class PagePart(NamedTuple):
    """A rectangle of a page, in mm from its upper left corner."""

    page: int
    """From 1 on."""
    x: float
    y: float
    width: float
    height: float


def write_part(file: str, part: PagePart) -> str:
    """The name by which a template asks for a part of a page."""
    return f"{file}#{part.page}:{','.join(trim(length) for length in part[1:])}"


def read_part(name: str) -> tuple[str, int, list[float]] | None:
    """The file, the page and the part that a name says, without numbers for a whole page; None for other files."""
    match = _PLACE.fullmatch(name)
    if match is None:
        return None
    return match["file"], int(match["page"]), [float(number) for number in (match["part"] or "").split(",") if number]


class PartPicture(NamedTuple):
    """A part of a page as a picture."""

    content: bytes
    kind: str
    """`png` or `jpeg`."""
    blank: bool
    """Whether there is nothing on it."""


class ForeignPdf:
    """A PDF that is open in a process of its own."""

    def __init__(self, content: bytes, where: Location) -> None:
        self.where = where
        if len(content) > LARGEST_FILE:
            most, size = (number // 1_000_000 for number in (LARGEST_FILE, len(content)))
            raise RenderError(Problem(where, f"has {size} MB; a PDF may have at most {most} MB", code="E0105"))
        self._process = python_process(__name__, stderr=subprocess.DEVNULL)
        self.close = weakref.finalize(self, _stop, self._process)
        """Ends the process."""
        self._failed: Problem | None = None
        about, _ = self._ask(f"{len(content)}\n".encode() + content, where)
        self.pages = [Size(width / POINTS_PER_MM, height / POINTS_PER_MM) for width, height in about["pages"]]

    def picture(self, part: PagePart, size: Size, dpi: float) -> PartPicture:
        """A part of a page as it is printed at that size; RenderError when it cannot be drawn."""
        question = {"part": part, "size": size, "dpi": dpi}
        about, content = self._ask(json.dumps(question).encode() + b"\n", self.where.at(page=part.page))
        return PartPicture(content, about["kind"], about["blank"])

    def _ask(self, question: bytes, where: Location) -> tuple[dict[str, Any], bytes]:
        """The answer of the process, and the bytes that come with it; once it has failed, it fails for all pages."""
        if self._failed is not None:
            raise RenderError(self._failed)
        answered, late = Event(), Event()
        Thread(target=_watch, args=(self._process, answered, late), daemon=True).start()
        about: dict[str, Any] = {}
        content = b""
        try:
            with contextlib.suppress(OSError, ValueError):  # it is gone, or was cut short
                _to(self._process).write(question)
                _to(self._process).flush()
                about = json.loads(_from(self._process).readline())
                content = _from(self._process).read(about["bytes"])
            if not about or len(content) < about["bytes"]:
                reason = f"it takes more than {PATIENCE:g} seconds" if late.is_set() else "its reader crashed"
                code = "E1401" if late.is_set() else "E1403"
                self._failed = Problem(where, f"cannot be read: {reason}", HINT, code=code)
                raise RenderError(self._failed)
        except BaseException:
            self.close()  # an answer that nobody waited for must not be taken for the next one
            self._failed = self._failed or Problem(where, "cannot be read: it was interrupted", code="E1403")
            raise
        finally:
            answered.set()
        if "message" in about:
            raise RenderError(Problem(where, about["message"], about["hint"], code=about["code"]))
        return about, content


def _watch(process: subprocess.Popen[bytes], answered: Event, late: Event) -> None:
    """End a process that does not answer."""
    waiting = Patience(process.pid, PATIENCE)
    while not answered.wait(TICK):
        if waiting.over:
            late.set()
            process.kill()
            return


def _to(process: subprocess.Popen[bytes]) -> IO[bytes]:
    if process.stdin is None:
        raise ValueError("no way to the process")
    return process.stdin


def _from(process: subprocess.Popen[bytes]) -> IO[bytes]:
    if process.stdout is None:
        raise ValueError("no way from the process")
    return process.stdout


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            if pipe is not None:
                pipe.close()


def _answer(about: dict[str, Any], content: bytes = b"") -> None:
    sys.stdout.buffer.write(json.dumps(about | {"bytes": len(content)}).encode() + b"\n" + content)
    sys.stdout.buffer.flush()


def _refuse(code: str, message: str, hint: str = HINT) -> None:
    _answer({"code": code, "message": message, "hint": hint})


def _serve() -> None:
    """The process: a file comes in, then questions about it, until there are no more."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # not on every system
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    die_with_parent()
    import pypdfium2

    length = int(sys.stdin.buffer.readline())
    content = sys.stdin.buffer.read(length)
    try:
        document = pypdfium2.PdfDocument(content)
        count = len(document)
        if not 0 < count <= MOST_PAGES:
            _refuse("E0105", f"has {count} pages; it may have 1 to {MOST_PAGES}", "split the PDF into several")
            return
        _answer({"pages": [document.get_page_size(number) for number in range(count)]})
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            _refuse("E0506", "is locked with a password", "save it without its password")
        else:
            _refuse("E0506", f"is not a PDF, or is damaged ({error})")
        return
    for line in sys.stdin.buffer:
        question = json.loads(line)
        try:
            _draw(document, PagePart(*question["part"]), Size(*question["size"]), question["dpi"])
        except MemoryError:
            _refuse("E1402", "needs too much memory")
        except (pypdfium2.PdfiumError, ValueError, OSError) as error:
            _refuse("E0506", f"is damaged ({error})")


def _draw(document: Any, part: PagePart, size: Size, dpi: float) -> None:
    """Answer with the picture of a part, as many dots as it needs at that size."""
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
    _answer({"kind": kind, "blank": blank}, out.getvalue())


if __name__ == "__main__":
    _serve()
