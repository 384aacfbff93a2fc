"""The job ticket: what a PDF says of itself for an audit: its game, its layout, and seals of what is drawn.

It is JSON in the file's private data (`/PieceInfo`), where viewers and printers leave it alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any, Final, Protocol

import pikepdf
from pikepdf import Dictionary, Name, Pdf, Stream, String

from pnp import __version__
from pnp.errors import LayoutError, RenderError, quoted
from pnp.face.mark import check_mark
from pnp.press.drawn import DesignSide, FaceRef
from pnp.press.job import LEAST_DPI, MOST_DPI, Insert, Job, RendererName
from pnp.press.seal import Sealer
from pnp.selection import Selection
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.margins import Margins, as_margins
from pnp.sheet.paper import PAPERS, Paper
from pnp.spec.values import MOST_PIECES, NAME
from pnp.terms import Cutting, Ink, Lang, Side
from pnp.units import Size

FORM: Final = 1
"""The form of the ticket; a reader refuses another one."""
OWNER: Final = Name("/PNP")
RARE: Final = ("nest", "cut", "turn", "scale", "back_bleed")
RARE_IN_JOB: Final = ("selection", "mark", "max_dpi", "one_sided")
"""Keys that are written where they differ from the default."""
MOST_TEXTS: Final = 100
"""Alternatives in a selection."""
NO_DATE: Final = "D:20000101000000Z"
"""The format asks for a date; a real one would make every file different."""


class PdfTicket(Protocol):
    """What a PDF of some form says of itself."""

    def write(self, pdf: Pdf) -> None:
        """Put the ticket into an open PDF."""


@dataclass(frozen=True)
class Ticket:
    """What a PDF says of itself."""

    game: str
    job: Job
    faces: dict[str, list[DesignSide]]
    """Whose sides each drawing shows, by its seal."""
    drawings: list[tuple[str, Side, str]]
    """What each side of each design was drawn from, as a hash: the same game gives the same again."""
    pages: list[str]
    """The seal of each page."""
    version: str = __version__
    """Of pnp."""

    def write(self, pdf: Pdf) -> None:
        """Put the ticket into an open PDF."""
        about = asdict(self) | {"form": FORM}
        about["job"]["memo"] = self.job.memo is not None
        job = about["job"]
        layout = job["layout"]
        if self.job.layout.margin.plain is not None:
            layout["margin"] = self.job.layout.margin.plain
        for part, kind, keys in ((layout, Layout, RARE), (job, Job, RARE_IN_JOB)):
            for key in keys:
                if part[key] == getattr(kind, key):
                    del part[key]
        put_ticket(pdf, about)


def put_ticket(pdf: Pdf, about: dict[str, Any]) -> None:
    """Put what a ticket says into an open PDF."""
    text = json.dumps(about, sort_keys=True, separators=(",", ":"))
    data = Dictionary(LastModified=String(NO_DATE), Private=pdf.make_stream(text.encode()))
    pdf.Root.PieceInfo = Dictionary({str(OWNER): data})


def make_ticket(
    pdf: Pdf, game_id: str, job: Job, forms: list[pikepdf.Object], shown: dict[DesignSide, FaceRef]
) -> Ticket:
    """The ticket of a finished PDF."""
    sealer = Sealer(printed=False)
    by_number: dict[int, list[DesignSide]] = {}
    for side, face in shown.items():
        by_number.setdefault(face.number, []).append(side)
    faces: dict[str, list[DesignSide]] = {}
    for number, sides in by_number.items():
        faces.setdefault(sealer.seal(forms[number]), []).extend(sides)
    drawings = [(design, side, face.key) for (design, side), face in shown.items()]
    return Ticket(game_id, job, faces, drawings, [sealer.page(page) for page in pdf.pages])


def find_ticket(pdf: Pdf) -> Stream | None:
    """Where a PDF has its ticket; None where it has none."""
    info = pdf.Root.get("/PieceInfo")
    data = info.get(OWNER) if isinstance(info, Dictionary) else None
    text = data.get("/Private") if isinstance(data, Dictionary) else None
    return text if isinstance(text, Stream) else None


def read_ticket(text: Stream, memo: Insert) -> Ticket:
    """The ticket, with `memo` in the job that says it has one; ValueError where it is not as pnp writes it."""
    with ticket_of(text) as raw:
        if raw["form"] != FORM:
            raise ValueError(f"a ticket of form {raw['form']}")
        return Ticket(
            read_name(raw["game"]),
            _job(raw["job"], memo),
            {
                read_text(seal): [(read_text(design), Side(side)) for design, side in sides]
                for seal, sides in raw["faces"].items()
            },
            [(read_text(design), Side(side), read_text(key)) for design, side, key in raw["drawings"]],
            [read_text(seal) for seal in raw["pages"]],
            read_text(raw["version"]),
        )


@contextmanager
def ticket_of(text: Stream) -> Iterator[dict[str, Any]]:
    """What a ticket says, to be read inside the block; ValueError where that is not what pnp writes."""
    try:
        yield json.loads(text.read_bytes())
    except (KeyError, TypeError, AttributeError, ArithmeticError, RecursionError, LayoutError, RenderError) as error:
        raise ValueError(f"a ticket that pnp did not write: {error}") from None


def _job(raw: dict[str, Any], memo: Insert) -> Job:
    layout = raw["layout"]
    if len(layout["offset"]) != 2:
        raise ValueError("a ticket with an offset that cannot be")
    return Job(
        Layout(
            read_paper(layout["paper"]["name"], *layout["paper"]["size"]),
            Sides(layout["sides"]),
            read_margins(layout["margin"]),
            None if layout["gap"] is None else read_number(layout["gap"]),
            read_number(layout["bleed"]),
            bool(layout["marks"]),
            (read_number(layout["offset"][0]), read_number(layout["offset"][1])),
            layout.get("nest") is True,
            Cutting(layout.get("cut", Layout.cut)),
            turn=read_number(layout.get("turn", Layout.turn)),
            scale=read_number(layout.get("scale", Layout.scale)),
            back_bleed=read_number(layout["back_bleed"]) if "back_bleed" in layout else None,
        ),
        Lang(raw["lang"]),
        Ink(raw["ink"]),
        RendererName(raw["renderer"]),
        bool(raw["guide"]),
        memo if raw["memo"] else None,
        _selection(raw["selection"]) if "selection" in raw else None,
        _mark(raw["mark"]) if "mark" in raw else "",
        _dpi(raw["max_dpi"]) if "max_dpi" in raw else None,
        one_sided=raw.get("one_sided") is True,
    )


def read_paper(name: object, width: object, height: object) -> Paper:
    """A paper; ValueError for one that cannot be."""
    size = Size(float(read_number(width)), float(read_number(height)))
    if not all(0 < side < 1e4 for side in size) or PAPERS.get(read_text(name), size) != size:
        raise ValueError(f"a ticket with {quoted(name)} for a paper of {size}")
    return Paper(read_text(name), size)


def read_margins(raw: object) -> Margins:
    """Margins: one for all sides, or one for each."""
    return as_margins([read_number(margin) for margin in raw] if isinstance(raw, list) else read_number(raw))


def _selection(raw: dict[str, Any]) -> Selection:
    if len(raw["only"]) > MOST_TEXTS or len(raw["pieces"]) > MOST_PIECES:
        raise ValueError("a ticket with a selection that is too long")
    stretches = [(read_name(design), _copy(first), _copy(last)) for design, first, last in raw["pieces"]]
    if len({design for design, _, _ in stretches}) < len(stretches):
        raise ValueError("a ticket whose selection names a piece twice")
    return Selection(tuple(read_text(text) for text in raw["only"]), read_text(raw["since"]), tuple(stretches))


def _mark(value: object) -> str:
    mark = read_text(value)
    check_mark(mark)
    return mark


def _dpi(value: object) -> float:
    dpi = read_number(value)
    if not LEAST_DPI <= dpi <= MOST_DPI:
        raise ValueError(f"a ticket with {quoted(value)} dots to the inch")
    return dpi


def _copy(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value <= MOST_PIECES:
        raise ValueError(f"a ticket with {quoted(value)} for a copy")
    return value


def read_number(value: object) -> float:
    """A number, as it was written: 3 and 3.0 are drawn the same, and spelled differently in the drawings."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"a ticket with {quoted(value)} for a number")
    return value


def read_name(value: object) -> str:
    """The name of a game or of a design."""
    if not NAME.fullmatch(read_text(value)):
        raise ValueError(f"a ticket with {quoted(value)} for a game")
    return str(value)


def read_text(value: object) -> str:
    """A text."""
    if not isinstance(value, str):
        raise ValueError(f"a ticket with {quoted(value)} for a text")
    return value
