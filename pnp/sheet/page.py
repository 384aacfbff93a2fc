"""Pages and what lies on them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from pnp.deck import Piece
from pnp.outline import Outline
from pnp.terms import Side, Stock
from pnp.units import Size

CORNER: Final = 6.0
"""So far round the corner a box still is a neighbour."""
HAIR: Final = 0.05
"""Millimetres that nobody can cut."""


class Rect(NamedTuple):
    """A box; x and y from the upper left corner of the paper."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    def moved(self, dx: float, dy: float) -> Rect:
        """The box moved right and down."""
        return self._replace(x=self.x + dx, y=self.y + dy)

    def overlaps(self, other: Rect) -> bool:
        """Whether the boxes share more than an edge."""
        across = self.x < other.right - 1e-6 and other.x < self.right - 1e-6
        return across and self.y < other.bottom - 1e-6 and other.y < self.bottom - 1e-6

    def grown(self, by: Edges) -> Rect:
        """The box grown on each side."""
        return Rect(
            self.x - by.left, self.y - by.top, self.width + by.left + by.right, self.height + by.top + by.bottom
        )

    def rooms(self, others: Iterable[Rect], reach: float = CORNER) -> Edges:
        """How far it is to the next of other boxes on each side; also to one that stands this near round the corner."""
        nearest = [float("inf")] * 4
        for box in others:
            level = min(self.bottom, box.bottom) - max(self.y, box.y)
            plumb = min(self.right, box.right) - max(self.x, box.x)
            for side, (beside, away) in enumerate(
                (
                    (level, self.x - box.right),
                    (plumb, self.y - box.bottom),
                    (level, box.x - self.right),
                    (plumb, box.y - self.bottom),
                )
            ):
                if beside > -reach and away > -HAIR:
                    nearest[side] = min(nearest[side], max(away, 0))
        return Edges(*nearest)

    def mirrored(self, size: Size, *, sideways: bool) -> Rect:
        """The box after an area of that size was turned over, like a book's page or like a calendar's."""
        if sideways:
            return self._replace(x=size.width - self.right)
        return self._replace(y=size.height - self.bottom)


class Edges(NamedTuple):
    """A length on each side of a box."""

    left: float
    top: float
    right: float
    bottom: float

    def mirrored(self, *, sideways: bool) -> Edges:
        """The lengths after the box was turned over."""
        if sideways:
            return self._replace(left=self.right, right=self.left)
        return self._replace(top=self.bottom, bottom=self.top)


class Segment(NamedTuple):
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float

    def moved(self, dx: float, dy: float) -> Segment:
        """The line moved right and down."""
        return Segment(self.x1 + dx, self.y1 + dy, self.x2 + dx, self.y2 + dy)

    def mirrored(self, size: Size, *, sideways: bool) -> Segment:
        """The line after an area of that size was turned over."""
        if sideways:
            return self._replace(x1=size.width - self.x1, x2=size.width - self.x2)
        return self._replace(y1=size.height - self.y1, y2=size.height - self.y2)


class Slot(NamedTuple):
    """Room for a label or a ruler outside the cut; turned ones read from bottom to top."""

    rect: Rect
    turned: bool


@dataclass(frozen=True)
class Placement:
    """A face on a page."""

    piece: Piece
    side: Side
    rect: Rect
    """Its trim box on the paper."""
    rotation: int
    """Degrees clockwise."""
    bleed: Edges
    """How far its bleed shows on each side of the box."""
    nested: bool = False
    """Whether its bleed follows its outline, since neighbours reach into its box."""

    def on_page(self, line: Outline) -> Outline:
        """A line round its side of the piece, where it lies on the paper."""
        return line.placed(self.piece.deck.size, self.rect, self.rotation)

    @property
    def cut_line(self) -> Outline:
        """The line that it is cut along, on the paper."""
        return self.on_page(self.piece.deck.cut_line(self.side, self.piece.id))

    @property
    def knife_line(self) -> Outline:
        """The line that a knife follows on the paper: round the foot of a standee, too, and open where it folds."""
        return self.on_page(self.piece.deck.knife_line(self.side, self.piece.id))

    @property
    def clip(self) -> Outline | None:
        """What shows of a nested one; None where all of its box and bleed does."""
        if not self.nested:
            return None
        return self.on_page(self.piece.deck.cut_line(self.side, self.piece.id).grown(self.bleed.left))

    def turned_over(self, size: Size, *, sideways: bool) -> Placement:
        """The back of this piece, where it lands behind the front when an area of that size is turned over."""
        return replace(
            self,
            side=Side.BACK,
            rect=self.rect.mirrored(size, sideways=sideways),
            rotation=(-self.rotation if sideways else 180 - self.rotation) % 360,
            bleed=self.bleed.mirrored(sideways=sideways),
        )

    def moved(self, dx: float, dy: float) -> Placement:
        """The placement moved right and down."""
        return replace(self, rect=self.rect.moved(dx, dy))

    def on_paper(self, size: Size) -> Placement:
        """The placement with no more bleed than a paper of that size has room for."""
        x, y, right, bottom = self.rect.x, self.rect.y, size.width - self.rect.right, size.height - self.rect.bottom
        room = (max(0.0, side) for side in (x, y, right, bottom))
        return replace(self, bleed=Edges(*map(min, self.bleed, room)))


@dataclass
class Page:
    """One side of a sheet."""

    side: Side
    sheet: int
    """From 1 on."""
    label: Slot | None
    """None, like the ruler, on a paper that holds one piece and nothing else."""
    ruler: Slot | None
    stock: Stock = Stock.CARD
    """What its sheet is printed on."""
    shelves: list[Rect] = field(default_factory=list)
    """Strips from edge to edge of all pieces, from top to bottom, that straight cuts part; within one, every cut down
    runs from its top to its bottom. Where pieces lie in a grid there is one."""
    placements: list[Placement] = field(default_factory=list)
    marks: list[Segment] = field(default_factory=list)
    """Lines outside all bleeds that straight cuts run between."""
    ticks: list[Segment] = field(default_factory=list)
    """Short lines on the bleeds between pieces, at their corners."""
    folds: list[Segment] = field(default_factory=list)
    outlines: list[Outline] = field(default_factory=list)
    """Lines to cut along where crop marks do not show the cut, just outside of it, round fronts."""
    registration: list[Rect] = field(default_factory=list)
    """Black boxes that a cutting machine looks for."""

    @property
    def slots(self) -> list[Slot]:
        """The slots that there are."""
        return [slot for slot in (self.label, self.ruler) if slot is not None]

    def trim_box(self) -> Rect | None:
        """The box round all pieces; None on an empty page."""
        return bounds([placement.rect for placement in self.placements])

    def bleed_box(self) -> Rect | None:
        """The box round all bleeds; None on an empty page."""
        return bounds([placement.rect.grown(placement.bleed) for placement in self.placements])


def bounds(rects: list[Rect]) -> Rect | None:
    """The smallest box round all boxes."""
    if not rects:
        return None
    x, y = min(r.x for r in rects), min(r.y for r in rects)
    return Rect(x, y, max(r.right for r in rects) - x, max(r.bottom for r in rects) - y)
