"""What a figure shows, as data: frames with scenes, and the signs, callouts and traces over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.errors import Location
from pnp.play.core import Translations
from pnp.play.scene import Scene, Tone
from pnp.terms import Lang


@dataclass(frozen=True)
class Anchor:
    """What a sign or a callout points at: a piece, a zone of the table, or a point."""

    piece: str = ""
    """Id of the piece; the first one that the frame shows."""
    zone: str = ""
    """Zone of the table: the piece in it, its middle, or the origin of the point."""
    x: float | None = None
    """X position, in mm to the right; without it, the middle of the zone."""
    y: float | None = None
    """Y position, in mm down."""


@dataclass(frozen=True)
class SignAt:
    """A ✓ or ✗ over a figure."""

    verdict: Tone
    """`right` or `wrong`."""
    at: Anchor


@dataclass(frozen=True)
class CalloutAt:
    """A text beside a figure, with a line to what it is about."""

    text: str | Translations
    """Text, or one for each language."""
    at: Anchor
    side: str = "right"
    """Side of the figure that the text is on: `left` or `right`."""


@dataclass(frozen=True)
class PieceTrace:
    """The way of a piece from one zone of the table to another; None for the middle of a zone."""

    start: Anchor
    end: Anchor


@dataclass(frozen=True)
class FigureFrame:
    """One picture of a figure."""

    scenes: Mapping[Lang, Scene]
    """What it shows, by language."""
    facts: Mapping[str, int] = field(default_factory=dict)
    ply: int = 0
    """Number of moves made before it."""
    text: str | Translations = ""
    """Text below it."""
    verdict: Tone | None = None
    signs: tuple[SignAt, ...] = ()
    callouts: tuple[CalloutAt, ...] = ()
    traces: tuple[PieceTrace, ...] = ()


@dataclass(frozen=True)
class Tableau:
    """A figure: one or several frames with pieces on the table, and the notes and strokes over them."""

    name: str
    where: Location
    frames: tuple[FigureFrame, ...]
    whole: bool = False
    """Whether it shows the table, with zones that still have to be arranged."""
    seats: tuple[str | Translations, ...] = ()
    """Names of the players; those of the scene if empty."""
    bottom: int = 0
    """The player at the bottom of the table."""
    tinted: frozenset[str] = frozenset()
    """Zones of the table that are tinted."""
    columns: int = 0
    """Number of frames side by side; 0 to choose it by their number."""

    @property
    def scene(self) -> Scene:
        """What the last frame shows, in the first language."""
        return next(iter(self.frames[-1].scenes.values()))

    def facts(self) -> dict[str, int]:
        """Return the numbers that texts can use, by name: those of the last frame, and of each if there are several."""
        facts = {f"figure.{self.name}.{fact}": number for fact, number in self.frames[-1].facts.items()}
        for at, frame in enumerate(self.frames if len(self.frames) > 1 else (), 1):
            facts |= {f"figure.{self.name}.frame-{at}.{fact}": number for fact, number in frame.facts.items()}
        return facts
