"""Print jobs: what to print, and the facts about the result."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from pnp.errors import PnpError, Problem, option_location
from pnp.geometry.units import trim
from pnp.pictures.pdf_images import PdfWithPictures
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.savings import Saving
from pnp.spec.selection import CopyRange, Selection, slug
from pnp.store.cache import Cache
from pnp.terms import BoxForm, Cutting, Ink, Lang

if TYPE_CHECKING:
    from pnp.press.drawn import Companion
    from pnp.spec.deck import Piece
    from pnp.spec.model import Game


LEAST_DPI, MOST_DPI = 150, 2400
"""Range of resolutions that pictures may be reduced to, in dpi; lower ones are not fit to print."""


class RendererName(StrEnum):
    """The library that turns SVG into PDF."""

    TYPST = "typst"
    CAIROSVG = "cairosvg"


class FileType(StrEnum):
    """File format of a single face."""

    SVG = "svg"
    PNG = "png"
    PDF = "pdf"


class CompanionMaker(Protocol):
    """Cards that are printed with a game but are not part of its box, such as a memo of the rules for each player."""

    @property
    def spare(self) -> bool:
        """Whether there are only as many as cost no sheet of paper."""

    def key(self, project: Project, game_id: str) -> str:
        """Return a hash of the code that makes them; the files of the game are hashed anyway."""

    def draw(self, project: Project, game: Game, job: Job, pieces: list[Piece], cache: Cache) -> Companion | None:
        """Return the cards for a job that prints these pieces, or None if there are none."""


class BoxMaker(Protocol):
    """A box for a game, which is printed in place of its sheets."""

    @property
    def form(self) -> BoxForm | None:
        """The form of the box; None for the form that suits the game."""

    @property
    def sleeved(self) -> bool:
        """Whether there is room for cards in sleeves."""

    @property
    def thickness(self) -> float | None:
        """Thickness of one piece, in mm; None for that of its stock."""

    def key(self) -> str:
        """Return a hash of the code that makes boxes."""

    def make(self, project: Project, game_id: str, job: Job) -> PrintedDocument:
        """Return the document of a job."""


@dataclass(frozen=True)
class Job:
    """One PDF: its layout, language, ink and further options."""

    layout: Layout
    lang: Lang = Lang.FR
    ink: Ink = Ink.FULL
    renderer: RendererName = RendererName.TYPST
    guide: bool = False
    """Whether the first page shows how to make the game."""
    memo: CompanionMaker | None = None
    """The memo of the rules to print with it, as cards."""
    selection: Selection | None = None
    """The pieces to print; None for all."""
    mark: str = ""
    """Version mark on all fronts."""
    max_dpi: float | None = None
    """Resolution that pictures are reduced to, in dpi; None leaves them unchanged."""
    one_sided: bool = False
    """Whether all backs are blank although the layout is duplex."""
    box: BoxMaker | None = None
    """The box of the game, printed instead of its sheets."""
    draft: bool = False
    """Whether everything is printed despite problems, which are marked and listed."""

    @property
    def sides(self) -> Sides:
        """How the file is printed: as fronts only if it has no backs."""
        return Sides.FRONTS if self.one_sided else self.layout.sides

    @property
    def pages_before(self) -> int:
        """Number of pages before the first sheet: the guide and, with duplex, its blank back."""
        return 0 if not self.guide else 2 if self.sides.duplex else 1

    def on_back(self, page: int) -> bool:
        """Return whether a page, counted from 1, is on the back of the paper."""
        return self.sides.duplex and page % 2 == 0

    def file_name(self, game_id: str) -> str:
        """Return the name of the PDF without its extension.

        Unusual cuts, selections, marks, resolutions and drafts are part of it; margins, gaps and bleeds are not.
        """
        product = self.layout.sides if self.box is None else "box"
        whole = f"{game_id}_{self.lang}_{self.layout.paper.name}_{self.ink}_{product}"
        parts = [] if self.layout.cut is Cutting.AUTO or self.layout.gap is not None else [str(self.layout.cut)]
        parts += ["nested"] if self.layout.nest else []
        parts += [] if self.selection is None else [self.selection.slug]
        parts += [f"mark-{slug(self.mark)}"] if self.mark else []
        parts += [f"{self.max_dpi:g}dpi"] if self.max_dpi is not None else []
        parts += ["draft"] if self.draft else []
        if self.box is not None:
            parts += [] if self.box.form is None else [str(self.box.form)]
            parts += ["sleeved"] if self.box.sleeved else []
            parts += [] if self.box.thickness is None else [f"{trim(self.box.thickness)}mm"]
        return "_".join([whole, *parts])


@dataclass(frozen=True)
class Changes:
    """Differences from an earlier build, by id of the design."""

    since: str
    changed: list[str] = field(default_factory=list)
    """Designs that look different or have another size."""
    added: list[str] = field(default_factory=list)
    more: dict[str, int] = field(default_factory=dict)
    """Number of additional copies."""
    removed: dict[str, int] = field(default_factory=dict)
    """Number of copies to remove."""
    pieces: tuple[CopyRange, ...] = ()
    """The pieces to print."""
    partial: bool = False
    """Whether the earlier build was a selection; whatever it did not contain counts as added."""
    sides: dict[str, list[str]] = field(default_factory=dict)
    """The sides that differ, for each drawing of a changed design."""


class UnchangedError(PnpError):
    """No piece differs from an earlier build, so there is nothing to print; there may be pieces to remove."""

    def __init__(self, changes: Changes) -> None:
        super().__init__(
            Problem(option_location("--changed-since"), f"no piece differs from {changes.since}", code="E0609")
        )
        self.changes = changes

    def __reduce__(self) -> tuple[type[UnchangedError], tuple[Changes]]:
        return UnchangedError, (self.changes,)


@dataclass(frozen=True)
class PrintFacts:
    """Facts that a build reports about a document."""

    pieces: int
    """Number of pieces of the game; a pad counts as one."""
    sheets: int
    """Number of sheets of paper."""
    pages: int
    """Number of pages."""
    faces: int
    """Number of distinct faces in the file."""
    whole: int
    """Number of pieces in the whole game."""
    coarse: dict[str, int] = field(default_factory=dict)
    """Picture files that may look blurred, with their resolution in dpi."""
    papers: list[tuple[str, str]] = field(default_factory=list)
    """Papers to print on (`heavy`, `light` or `plain`), each with its page numbers, such as 3–26."""
    coverage: float = 0.0
    """Share of the paper covered with ink (cyan, magenta and yellow), from 0 to 1, averaged over all printed pages."""
    lost: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Elements of drawings that cannot be printed, by file; only for drawings that were read for this build."""
    least_sheets: int = 0
    """Smallest number of sheets that the area of all pieces allows."""
    savings: list[Saving] = field(default_factory=list)
    """Other options with which the pieces take fewer sheets, the smallest change first."""
    left_out: list[str] = field(default_factory=list)
    """Titles of decks whose backs carry information but are not printed."""
    notes: list[str] = field(default_factory=list)
    """What was read in tables although it may be a mistake, such as a column without a heading."""
    form: BoxForm | None = None
    """The form of a box; None for sheets."""
    inside: tuple[float, float, float] | None = None
    """Inside width, height and depth of a box, in mm."""
    memos: int = 0
    """Number of memo cards that are printed with the pieces."""
    home_fonts: list[str] = field(default_factory=list)
    """Font families for printing at home only, because their makers forbid embedding them."""
    problems: tuple[Problem, ...] = ()
    """Only in a draft: what a build without `draft` would refuse."""


@dataclass(frozen=True, kw_only=True)
class Printed(PrintFacts):
    """A finished PDF and its list of placements."""

    pdf: Path
    placements: Path
    size_bytes: int
    drawn: int
    """Number of its distinct faces that were not in the cache."""
    changes: Changes | None = None
    """Differences from an earlier build, if one was given."""


@dataclass(frozen=True)
class PrintedDocument:
    """A PDF with its list of placements, as stored in the cache."""

    pdf: PdfWithPictures
    listing: bytes
    """The list of placements, as JSON."""
    facts: PrintFacts
