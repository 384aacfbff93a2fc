"""The job ticket: data in a PDF for a later audit, with the game, the layout, and hashes of everything drawn.

It is JSON in the private data of the file (`/PieceInfo`), which viewers and printers ignore.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, is_dataclass, replace
from types import NoneType, UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

import pikepdf
from pikepdf import Dictionary, Name, Pdf, Stream, String

from pnp import __version__
from pnp.errors import LayoutError, RenderError, quote_value
from pnp.face.face import check_version_mark
from pnp.geometry.units import Size
from pnp.press.drawn import DesignSide, FaceIndex
from pnp.press.job import LEAST_DPI, MOST_DPI, BoxMaker, CompanionMaker, Job
from pnp.press.seal import Sealer
from pnp.sheet.booklet import Booklet
from pnp.sheet.layout import PAPERS, Layout, Margins, Paper, Sides, as_margins
from pnp.spec.selection import Selection
from pnp.spec.values import MOST_PIECES, NAME
from pnp.terms import BoxForm, Ink, Lang, Side

FORMAT_VERSION: Final = 1
"""Version of the ticket format; tickets with another one are refused."""
BOX_FORM: Final = "box-1"
"""Version of the ticket format for boxes."""
BOOKLET_FORM: Final = "booklet-1"
"""Version of the ticket format for booklets."""
OWNER: Final = Name("/PNP")
REQUIRED_KEYS: Final[dict[Any, tuple[str, ...]]] = {
    Layout: ("paper", "sides", "margin", "gap", "bleed", "marks", "offset"),
    Job: ("layout", "lang", "ink", "renderer", "guide"),
    Selection: ("only", "since", "pieces"),
}
"""Fields that every ticket has. Any other field is written only if it differs from its default, so that a new one needs
no entry here and earlier tickets stay readable."""
MOST_TEXTS: Final = 100
"""Largest number of alternatives in a selection."""
NO_DATE: Final = "D:20000101000000Z"
"""PDF requires a date; a real one would make every file different."""


SPARE: Final = "spare"
"""Value of `memo` for cards in spare places."""
MakeMemo = Callable[[bool], CompanionMaker]
MakeBox = Callable[[BoxForm | None, bool, float | None], BoxMaker]
"""Makes a box from its form, whether it is for sleeved cards, and the thickness of one piece."""


@dataclass(frozen=True)
class Ticket:
    """The data that a PDF contains about itself."""

    game: str
    job: Job
    faces: dict[str, list[DesignSide]]
    """The sides that show each face, by the seal of the face."""
    drawings: list[tuple[str, Side, str]]
    """Hash of the inputs of each side of each design, which is reproducible."""
    pages: list[str]
    """The seal of each page."""
    version: str = __version__
    """Version of pnp."""
    booklet: Booklet | None = None
    """The booklet that is printed instead of the game's sheets."""

    def write(self, pdf: Pdf) -> None:
        """Write the ticket into an open PDF."""
        if self.booklet is not None:
            about = self._of_booklet(self.booklet)
        else:
            about = self._of_sheets() if self.job.box is None else self._of_box(self.job.box)
        text = json.dumps(about, sort_keys=True, separators=(",", ":"))
        data = Dictionary(LastModified=String(NO_DATE), Private=pdf.make_stream(text.encode()))
        pdf.Root.PieceInfo = Dictionary({str(OWNER): data})

    def _of_box(self, box: BoxMaker) -> dict[str, Any]:
        job, paper = self.job, self.job.layout.paper
        return {
            "form": BOX_FORM, "version": self.version, "game": self.game, "lang": job.lang, "ink": job.ink,
            "paper": [paper.name, *paper.size], "box": box.form, "sleeved": box.sleeved, "thickness": box.thickness,
            "margin": list(job.layout.margin), "pages": self.pages,
        }  # fmt: skip

    def _of_booklet(self, booklet: Booklet) -> dict[str, Any]:
        job, paper = self.job, self.job.layout.paper
        return {
            "form": BOOKLET_FORM, "version": self.version, "game": self.game, "lang": job.lang, "ink": job.ink,
            "paper": [paper.name, *paper.size], "booklet": asdict(booklet), "pages": self.pages,
        }  # fmt: skip

    def _of_sheets(self) -> dict[str, Any]:
        about = asdict(self) | {"form": FORMAT_VERSION}
        del about["booklet"]
        about["job"]["memo"] = self.job.memo is not None and (SPARE if self.job.memo.spare else True)
        job = about["job"]
        layout = job["layout"]
        if self.job.layout.margin.uniform is not None:
            layout["margin"] = self.job.layout.margin.uniform
        for part, kind in ((layout, Layout), (job, Job)):
            for key in part.keys() - {*REQUIRED_KEYS[kind], "memo"}:
                if part[key] == getattr(kind, key):
                    del part[key]
        return about


def make_ticket(
    pdf: Pdf, game_id: str, job: Job, forms: list[pikepdf.Object], shown: dict[DesignSide, FaceIndex]
) -> Ticket:
    """Return the ticket of a finished PDF."""
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
    """Return the stream with the ticket of a PDF; None if it has none."""
    info = pdf.Root.get("/PieceInfo")
    data = info.get(OWNER) if isinstance(info, Dictionary) else None
    text = data.get("/Private") if isinstance(data, Dictionary) else None
    return text if isinstance(text, Stream) else None


def read_ticket(text: Stream, make_memo: MakeMemo, make_box: MakeBox) -> Ticket:
    """Return the ticket in a stream; raise ValueError if pnp did not write it.

    A job with a memo gets the result of `make_memo`, and the job of a box that of `make_box`.
    """
    with _parsed(text) as raw:
        booklet: Booklet | None = None
        faces: dict[str, Any] = {}
        drawings: list[Any] = []
        if raw["form"] == BOOKLET_FORM:
            booklet = _booklet(raw["booklet"])
            layout = Layout(_paper(*raw["paper"]), Sides.DUPLEX_SHORT)
            job = Job(layout, Lang(raw["lang"]), Ink(raw["ink"]))
        elif raw["form"] == BOX_FORM:
            job = _box_job(raw, make_box)
        elif raw["form"] == FORMAT_VERSION:
            job, faces, drawings = _sheets_job(raw["job"], make_memo), raw["faces"], raw["drawings"]
        else:
            raise ValueError(f"unknown ticket format {raw['form']}")
        return Ticket(
            _name(raw["game"]),
            job,
            {_text(seal): [(_text(design), Side(side)) for design, side in sides] for seal, sides in faces.items()},
            [(_text(design), Side(side), _text(key)) for design, side, key in drawings],
            [_text(seal) for seal in raw["pages"]],
            _text(raw["version"]),
            booklet,
        )


@contextmanager
def _parsed(text: Stream) -> Iterator[dict[str, Any]]:
    """Yield the JSON of a ticket; raise ValueError if reading it in the block fails in any way."""
    try:
        yield json.loads(text.read_bytes())
    except (KeyError, TypeError, AttributeError, ArithmeticError, RecursionError, LayoutError, RenderError) as error:
        raise ValueError(f"pnp did not write this ticket: {error}") from None


def _booklet(raw: dict[str, Any]) -> Booklet:
    return Booklet(_whole(raw["pages"]), _flag(raw["closing"]), _number(raw["thickness"]))


def _box_job(raw: dict[str, Any], make_box: MakeBox) -> Job:
    form = None if raw["box"] is None else BoxForm(raw["box"])
    thickness = None if raw["thickness"] is None else _number(raw["thickness"])
    layout = Layout(_paper(*raw["paper"]), Sides.FRONTS, _margins(raw["margin"]))
    box = make_box(form, raw["sleeved"] is True, thickness)
    return Job(layout, Lang(raw["lang"]), Ink(raw["ink"]), guide=True, box=box)


def _sheets_job(raw: dict[str, Any], make_memo: MakeMemo) -> Job:
    fields = {key: value for key, value in raw.items() if key != "memo"}
    memo = make_memo(raw["memo"] == SPARE) if raw["memo"] else None
    job: Job = replace(_read(Job, fields), memo=memo)
    if job.mark:
        check_version_mark(job.mark)
    if job.max_dpi is not None and not LEAST_DPI <= job.max_dpi <= MOST_DPI:
        raise ValueError(f"the ticket has an impossible resolution: {job.max_dpi} dpi")
    if job.selection is not None:
        _check_selection(job.selection)
    return job


def _check_selection(selection: Selection) -> None:
    if len(selection.only) > MOST_TEXTS or len(selection.pieces) > MOST_PIECES:
        raise ValueError("the ticket has a selection that is too long")
    designs = [_name(design) for design, _, _ in selection.pieces]
    if len(set(designs)) < len(designs):
        raise ValueError("the ticket has a selection with the same piece twice")
    if not all(0 < copy <= MOST_PIECES for _, *copies in selection.pieces for copy in copies):
        raise ValueError("the ticket has impossible copy numbers")


def _read(hint: Any, raw: Any) -> Any:
    """Return a value of the declared type, as `Ticket.write` wrote it; raise an error for anything else."""
    kinds = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    if raw is None and NoneType in kinds:
        return None
    kind = kinds[0]
    if kind in _READERS:
        return _READERS[kind](raw)
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        hints = inner[:1] * len(raw) if inner[-1] is ... else inner
        if len(hints) != len(raw):
            raise ValueError(f"the ticket has {quote_value(raw)} instead of {len(hints)} values")
        return tuple(_read(each, value) for each, value in zip(hints, raw, strict=True))
    if is_dataclass(kind):
        fields = get_type_hints(kind)
        if wrong := (raw.keys() - fields.keys()) | ({*REQUIRED_KEYS[kind]} - raw.keys()):
            raise ValueError(f"the ticket has missing or unknown keys: {', '.join(sorted(wrong))}")
        return kind(**{name: _read(fields[name], value) for name, value in raw.items()})  # type: ignore[operator]
    return kind(_text(raw))


def _paper(name: object, width: object, height: object) -> Paper:
    size = Size(float(_number(width)), float(_number(height)))
    if not all(0 < side < 1e4 for side in size) or PAPERS.get(_text(name), size) != size:
        raise ValueError(f"the ticket gives a paper of {size} the name {quote_value(name)}")
    return Paper(_text(name), size)


def _margins(raw: object) -> Margins:
    return as_margins([_number(margin) for margin in raw] if isinstance(raw, list) else _number(raw))


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"the ticket has {quote_value(value)} instead of true or false")
    return value


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"the ticket has {quote_value(value)} instead of a whole number")
    return value


def _number(value: object) -> float:
    """Return a number unchanged: 3 and 3.0 are equal, but give different drawings."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"the ticket has {quote_value(value)} instead of a number")
    return value


def _name(value: object) -> str:
    """Return the name of a game or of a design."""
    if not NAME.fullmatch(_text(value)):
        raise ValueError(f"the ticket has {quote_value(value)} instead of a name")
    return str(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"the ticket has {quote_value(value)} instead of text")
    return value


_READERS: Final[dict[object, Callable[[Any], Any]]] = {
    bool: _flag, int: _whole, float: _number, str: _text, Margins: _margins,
    Paper: lambda raw: _paper(raw["name"], *raw["size"]),
}  # fmt: skip
