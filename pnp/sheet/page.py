"""Pages of a sheet: boxes, placements, marks and lines, in mm."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pnp.geometry.matrix import Edges, Rect
from pnp.geometry.outline import Outline
from pnp.geometry.units import Size
from pnp.spec.deck import Piece
from pnp.terms import Side, Stock


class Segment(NamedTuple):
    """A straight line between two points, in mm."""

    x1: float
    y1: float
    x2: float
    y2: float

    def moved(self, dx: float, dy: float) -> Segment:
        """Return the line moved right and down."""
        return Segment(self.x1 + dx, self.y1 + dy, self.x2 + dx, self.y2 + dy)

    def mirrored(self, size: Size, *, sideways: bool) -> Segment:
        """Return the line after an area of that size is turned over."""
        if sideways:
            return self._replace(x1=size.width - self.x1, x2=size.width - self.x2)
        return self._replace(y1=size.height - self.y1, y2=size.height - self.y2)


class Slot(NamedTuple):
    """Room for a label or a ruler outside all cuts; if `turned`, it reads from bottom to top."""

    rect: Rect
    turned: bool


@dataclass(frozen=True)
class Placement:
    """A face at a position of a page."""

    piece: Piece
    side: Side
    rect: Rect
    """Trim box on the paper."""
    rotation: int
    """Rotation, in degrees clockwise."""
    bleed: Edges
    """Visible bleed on each side of the box."""
    nested: bool = False
    """Whether the bleed follows the outline, because neighbours reach into the box."""

    def to_page(self, line: Outline) -> Outline:
        """Return a line around this side of the piece, in the coordinates of the page."""
        return line.placed(self.piece.deck.size, self.rect, self.rotation)

    @property
    def cut_line(self) -> Outline:
        """The edge of the finished face, on the paper."""
        return self.to_page(self.piece.deck.cut_line(self.side, self.piece.id))

    @property
    def knife_line(self) -> Outline:
        """The line to cut along, on the paper: around the foot of a standee, and open where it folds."""
        return self.to_page(self.piece.deck.knife_line(self.side, self.piece.id))

    @property
    def clip(self) -> Outline | None:
        """The visible part of a nested piece; None if the whole box and bleed is visible."""
        if not self.nested:
            return None
        return self.to_page(self.piece.deck.cut_line(self.side, self.piece.id).grown(self.bleed.left))

    def turned_over(self, size: Size, *, sideways: bool) -> Placement:
        """Return the placement of the back, behind this front when an area of that size is turned over."""
        return replace(
            self,
            side=Side.BACK,
            rect=self.rect.mirrored(size, sideways=sideways),
            rotation=(-self.rotation if sideways else 180 - self.rotation) % 360,
            bleed=self.bleed.mirrored(sideways=sideways),
        )

    def moved(self, dx: float, dy: float) -> Placement:
        """Return the placement moved right and down."""
        return replace(self, rect=self.rect.moved(dx, dy))

    def on_paper(self, size: Size) -> Placement:
        """Return the placement with its bleed limited to paper of that size."""
        x, y, right, bottom = self.rect.x, self.rect.y, size.width - self.rect.right, size.height - self.rect.bottom
        room = (max(0.0, side) for side in (x, y, right, bottom))
        return replace(self, bleed=Edges(*map(min, self.bleed, room)))


class PartKey(NamedTuple):
    """The name of a part of a board with an arrow to its upper edge: its box, and its clockwise rotation."""

    rect: Rect
    rotation: int
    text: str
    on_part: bool = False
    """Whether it is on the glue strip of the part, which its neighbour will cover."""


@dataclass
class Page:
    """One side of a sheet."""

    side: Side
    sheet: int
    """Number of the sheet, from 1."""
    label: Slot | None
    """Slot of the label; None, like the ruler, on paper that holds a single piece."""
    ruler: Slot | None
    stock: Stock = Stock.CARD
    """Stock that the sheet is printed on."""
    shelves: list[Rect] = field(default_factory=list)
    """Strips across all pieces, from top to bottom, separated by straight cuts. Within a strip, every vertical cut
    runs from top to bottom. A grid is a single strip."""
    placements: list[Placement] = field(default_factory=list)
    marks: list[Segment] = field(default_factory=list)
    """Crop marks: lines outside all pieces that straight cuts run between."""
    ticks: list[Segment] = field(default_factory=list)
    """Short lines in the bleeds between pieces, at their corners."""
    folds: list[Segment] = field(default_factory=list)
    """Dashed lines to fold along; at the ends of the creases of a board, ticks outside its cut."""
    creases: list[Segment] = field(default_factory=list)
    """Where boards fold. They are not drawn, because that would show on the board."""
    slits: list[Segment] = field(default_factory=list)
    """Cuts into boards, which are not drawn either."""
    keys: list[PartKey] = field(default_factory=list)
    """Names of the parts of boards."""
    outlines: list[Outline] = field(default_factory=list)
    """Cutting lines just outside the cut, around fronts, where crop marks do not show the cut."""
    registration: list[Rect] = field(default_factory=list)
    """Black boxes: the registration marks that a cutting machine looks for."""

    @property
    def slots(self) -> list[Slot]:
        """The slots of this page."""
        return [slot for slot in (self.label, self.ruler) if slot is not None]

    def trim_box(self) -> Rect | None:
        """Return the box around all pieces; None for an empty page."""
        return bounds([placement.rect for placement in self.placements])

    def bleed_box(self) -> Rect | None:
        """Return the box around all bleeds; None for an empty page."""
        return bounds([placement.rect.grown(placement.bleed) for placement in self.placements])


def bounds(rects: list[Rect]) -> Rect | None:
    """Return the smallest box around all boxes; None if there are none."""
    if not rects:
        return None
    x, y = min(r.x for r in rects), min(r.y for r in rects)
    return Rect(x, y, max(r.right for r in rects) - x, max(r.bottom for r in rects) - y)
