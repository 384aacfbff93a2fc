"""What is to be printed, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from pnp.cache import Cache
from pnp.errors import PnpError, Problem
from pnp.location import option
from pnp.press.inlay import Bound
from pnp.resources import Project
from pnp.selection import Selection, Stretch, slug
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.saving import Saving
from pnp.terms import BoxForm, Cutting, Ink, Lang
from pnp.units import trim

if TYPE_CHECKING:
    from pnp.press.companion import Companion
    from pnp.spec.model import Game


LEAST_DPI, MOST_DPI = 150, 2400
"""What pictures may be shrunk to, in dots to the inch: fewer are not fit to print."""


class RendererName(StrEnum):
    """Who turns SVG into PDF."""

    TYPST = "typst"
    CAIROSVG = "cairosvg"


class FileType(StrEnum):
    """What a single face is written as."""

    SVG = "svg"
    PNG = "png"
    PDF = "pdf"


class Insert(Protocol):
    """Cards that are to come with a game and are no part of its box, such as a memo of its rules for each player."""

    def key(self, project: Project, game_id: str) -> str:
        """A hash of the code that they are made by; the game's own files count anyway."""

    def draw(self, project: Project, game: Game, job: Job, cache: Cache) -> Companion:
        """The cards, drawn for a job."""


class BoxInsert(Protocol):
    """A box for a game, which is printed in place of its sheets."""

    @property
    def form(self) -> BoxForm | None:
        """A tuck box, or a lid and a tray; None for the form that suits the game."""

    @property
    def sleeved(self) -> bool:
        """Whether there is room for cards in sleeves."""

    @property
    def thickness(self) -> float | None:
        """Thickness of one piece, in mm; None for that of its stock."""

    def key(self) -> str:
        """Return a hash of the code that makes boxes."""

    def make(self, project: Project, game: Game, job: Job) -> PrintedDocument:
        """Return the document of a job."""


@dataclass(frozen=True)
class Job:
    """One PDF: how it is laid out, in which language and ink."""

    layout: Layout
    lang: Lang = Lang.FR
    ink: Ink = Ink.FULL
    renderer: RendererName = RendererName.TYPST
    guide: bool = False
    """Whether a page that shows how to make the game comes first."""
    memo: Insert | None = None
    """The memo of the rules that comes with it, as a card for each player."""
    selection: Selection | None = None
    """The pieces that are printed; all of them without it."""
    mark: str = ""
    """A version mark on all fronts."""
    max_dpi: float | None = None
    """Dots to the inch that pictures are shrunk to; None leaves them as they are."""
    one_sided: bool = False
    """Whether nothing comes on the back of any sheet, although the layout is for both sides."""
    box: BoxInsert | None = None
    """The game's box, printed in place of its sheets."""

    @property
    def sides(self) -> Sides:
        """How the file is printed: without backs where it has none."""
        return Sides.FRONTS if self.one_sided else self.layout.sides

    @property
    def pages_before(self) -> int:
        """Pages before the first sheet: the guide, and its empty back where both sides are printed."""
        return 0 if not self.guide else 2 if self.sides.duplex else 1

    def on_back(self, page: int) -> bool:
        """Whether a page, counted from 1, is on the back of the paper."""
        return self.sides.duplex and page % 2 == 0

    def file_name(self, game_id: str) -> str:
        """The name of the PDF without its ending; what is not usual has a name of its own."""
        product = self.layout.sides if self.box is None else "box"
        whole = f"{game_id}_{self.lang}_{self.layout.paper.name}_{self.ink}_{product}"
        parts = [] if self.layout.cut is Cutting.AUTO or self.layout.gap is not None else [str(self.layout.cut)]
        parts += ["nested"] if self.layout.nest else []
        parts += [] if self.selection is None else [self.selection.slug]
        parts += [f"mark-{slug(self.mark)}"] if self.mark else []
        parts += [f"{self.max_dpi:g}dpi"] if self.max_dpi is not None else []
        if self.box is not None:
            parts += [] if self.box.form is None else [str(self.box.form)]
            parts += ["sleeved"] if self.box.sleeved else []
            parts += [] if self.box.thickness is None else [f"{trim(self.box.thickness)}mm"]
        return "_".join([whole, *parts])


@dataclass(frozen=True)
class Changes:
    """The differences, by the ids of designs."""

    since: str
    changed: list[str] = field(default_factory=list)
    """Drawn differently, or of another size."""
    added: list[str] = field(default_factory=list)
    more: dict[str, int] = field(default_factory=dict)
    """How many copies there are more."""
    removed: dict[str, int] = field(default_factory=dict)
    """How many copies are to be taken out."""
    pieces: tuple[Stretch, ...] = ()
    """What is to be printed."""
    partial: bool = False
    """Whether the earlier build was itself a selection: what it did not hold counts as added."""
    sides: dict[str, list[str]] = field(default_factory=dict)
    """Of the changed designs, the sides that differ, by drawing."""


class UnchangedError(PnpError):
    """Nothing is to be printed; there may be pieces to take out."""

    def __init__(self, changes: Changes) -> None:
        super().__init__(Problem(option("--changed-since"), f"no piece differs from {changes.since}", code="E0609"))
        self.changes = changes

    def __reduce__(self) -> tuple[type[UnchangedError], tuple[Changes]]:
        return UnchangedError, (self.changes,)


@dataclass(frozen=True)
class PrintFacts:
    """What a build reports about a document."""

    pieces: int
    """A pad is one."""
    sheets: int
    pages: int
    faces: int
    """Distinct faces in the file."""
    whole: int
    """How many pieces the whole game has."""
    coarse: dict[str, int] = field(default_factory=dict)
    """Files of pictures that may look blurred, and their dots to the inch."""
    papers: list[tuple[str, str]] = field(default_factory=list)
    """What its pages are printed on (`heavy`, `light` or `plain`), each with their numbers: 3–26."""
    coverage: float = 0.0
    """The share of the paper that ink covers: cyan, magenta and yellow, averaged over all printed pages."""
    lost: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What drawings had and nobody can draw, by their files; those that were drawn for this build."""
    least_sheets: int = 0
    """How many sheets the area of all pieces takes, at least."""
    savings: dict[Cutting, Saving] = field(default_factory=dict)
    """What other choices of cuts would save."""
    left_out: list[str] = field(default_factory=list)
    """The titles of decks whose backs say something and are not printed."""
    form: BoxForm | None = None
    """The form of a box; None for sheets."""
    inside: tuple[float, float, float] | None = None
    """Width, height and depth of a box, in mm."""


@dataclass(frozen=True, kw_only=True)
class Printed(PrintFacts):
    """A finished PDF and its list of placements."""

    pdf: Path
    placements: Path
    size_bytes: int
    drawn: int
    """How many of its distinct faces were not in the cache."""
    changes: Changes | None = None
    """What differs from an earlier build, where one was given."""


@dataclass(frozen=True)
class PrintedDocument:
    """A PDF with its list of placements, as it is kept in the cache."""

    pdf: Bound
    listing: bytes
    """The list of placements, as JSON."""
    facts: PrintFacts
