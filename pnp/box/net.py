"""Nets of boxes: the room that the pieces need, and a tuck box or a lid and tray around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil, cos, floor, pi, sin
from typing import Final

from pnp.errors import LayoutError, Location, Problem, option_location
from pnp.geometry.matrix import Edges, Rect
from pnp.geometry.outline import Point
from pnp.geometry.units import Size, trim
from pnp.sheet.net import SPILL, Net, NetPanel, Path
from pnp.sheet.page import Segment
from pnp.spec.model import Deck, Design, Game
from pnp.terms import BoxForm, Shape, Stock

THICKNESS: Final = {Stock.CARD: 0.3, Stock.BOARD: 2.0, Stock.PAPER: 0.1}
"""Thickness of a piece by stock, in mm."""
THINNEST, THICKEST = 0.02, 10.0
"""Range of --thickness, in mm."""
SLEEVE: Final = 0.2
"""What a sleeve adds to the thickness of a card, in mm: two films of 0.1 mm."""
SLEEVE_RIM: Final = Size(3, 5)
"""What a sleeve adds to the shorter and the longer side of a card, in mm."""
CLEARANCE: Final = 1.5
"""Room to spare in each direction, in mm; the card of the box takes some of it."""
LEAST: Final = 20.0
"""Smallest width and height of a box, in mm, so that fingers fit in."""
LEAST_DEPTH: Final = 8.0
"""Smallest depth of a box, in mm; a shallower one cannot be glued."""
MOST_FOLDS: Final = 2
"""How often a pad larger than all other pieces may be folded in half."""
HAIR: Final = 1e-6


@dataclass(frozen=True)
class Stack:
    """The pieces of a deck in the box: some side by side, the rest on top of them."""

    deck: str
    count: int
    thickness: float
    """Thickness of one piece in the box, in mm, with its sleeve and folds."""
    piece: Size
    """Size of a piece, with the shorter side first."""
    beside: int = 1
    """Number of pieces side by side."""

    @property
    def depth(self) -> float:
        """Height of the stack, in mm."""
        return ceil(self.count / self.beside) * self.thickness


@dataclass(frozen=True)
class BoxSpace:
    """The room inside a box: enough for the largest piece and the total thickness, with clearance."""

    stacks: tuple[Stack, ...]
    sleeved: bool
    pieces: int
    """Number of pieces; a pad counts as one."""

    @property
    def piece(self) -> Size:
        """The largest width and the largest height of all pieces."""
        return _largest_sides(self.stacks)

    @property
    def thickness(self) -> float:
        """Thickness of all pieces, in mm."""
        return sum(stack.depth for stack in self.stacks)

    @property
    def width(self) -> float:
        """Inside width, in mm."""
        return max(self.piece.width + CLEARANCE, LEAST)

    @property
    def height(self) -> float:
        """Inside height, in mm."""
        return max(self.piece.height + CLEARANCE, LEAST)

    @property
    def depth(self) -> float:
        """Inside depth, in mm."""
        return max(self.thickness + CLEARANCE, LEAST_DEPTH)


def form_for(game: Game) -> BoxForm:
    """Return a tuck box if at least half of the pieces are cards, else a lid and a tray."""
    cards = sum(deck.count for deck in game.decks.values() if deck.kind.held)
    return BoxForm.TUCK if 2 * cards >= game.count else BoxForm.TWO_PART


def measure_contents(game: Game, *, sleeved: bool = False, thickness: float | None = None) -> BoxSpace:
    """Return the room that all pieces of a game take.

    Raise LayoutError for an impossible thickness, or for a game without pieces.
    """
    if thickness is not None and not THINNEST <= thickness <= THICKEST:
        message = f"must be from {trim(THINNEST)} to {trim(THICKEST)} mm for one piece"
        raise LayoutError(Problem(option_location("--thickness"), message, found=trim(thickness), code="E1201"))
    decks = {name: kept for name, deck in game.decks.items() if (kept := _boxed_designs(game, deck))}
    flat: list[Stack] = []
    pads: list[Stack] = []
    for name, designs in decks.items():
        deck = game.decks[name]
        stack = _stack(deck, sum(design.count for design in designs), sleeved, thickness)
        (pads if deck.kind.foldable else flat).append(stack)
    stacks = flat + [_folded(pad, flat) for pad in pads]
    if not stacks:
        raise LayoutError(Problem(Location(game=game.id), "has no pieces to put in a box", code="E0609"))
    hull = _largest_sides(stacks)
    pieces = sum(design.count for designs in decks.values() for design in designs)
    return BoxSpace(tuple(_side_by_side(stack, hull) for stack in stacks), sleeved, pieces)


def _boxed_designs(game: Game, deck: Deck) -> list[Design]:
    """Return the designs of a deck that go into the box; of things with several forms, only the largest form does."""
    left_out: set[str] = set()
    for item in game.box:
        forms = [game.decks[name] for name in item.of if name in game.decks]
        largest = max(forms, key=lambda form: _flat(form).width * _flat(form).height, default=deck)
        if deck.name in item.of and largest is not deck:
            left_out |= {design.id for design in item.rows(deck)}
    return [design for design in deck.designs if design.id not in left_out]


def _flat(deck: Deck) -> Size:
    """Return the size of a flat piece; a standee has its feet stretched out."""
    return Size(deck.size.width, deck.size.height + deck.foot)


def _stack(deck: Deck, count: int, sleeved: bool, thickness: float | None) -> Stack:
    if (bulk := deck.kind.bulk(deck)) is not None:
        return Stack(deck.name, count, bulk[1], bulk[0])
    one = THICKNESS[deck.printed_on] if thickness is None else thickness
    width, height = sorted(_flat(deck))
    one *= deck.kind.plies
    if sleeved and deck.kind.held and deck.shape is Shape.RECT:
        one += SLEEVE
        width, height = width + SLEEVE_RIM.width, height + SLEEVE_RIM.height
    return Stack(deck.name, count * deck.leaves, one, Size(width, height))


def _folded(pad: Stack, others: list[Stack]) -> Stack:
    """Return a pad folded in half until it is no larger than the other pieces, or unfolded if that is impossible."""
    if not others:
        return pad
    room, folded = _largest_sides(others), pad
    for _ in range(MOST_FOLDS):
        if folded.piece.width <= room.width and folded.piece.height <= room.height:
            return folded
        width, height = sorted((folded.piece.width, folded.piece.height / 2))
        folded = Stack(pad.deck, pad.count, folded.thickness * 2, Size(width, height))
    return folded if folded.piece.width <= room.width and folded.piece.height <= room.height else pad


def _largest_sides(stacks: list[Stack] | tuple[Stack, ...]) -> Size:
    return Size(max(stack.piece.width for stack in stacks), max(stack.piece.height for stack in stacks))


def _side_by_side(stack: Stack, room: Size) -> Stack:
    """Return the stack with as many pieces side by side as fit."""

    def fitting(piece: Size) -> int:
        return floor(room.width / piece.width + HAIR) * floor(room.height / piece.height + HAIR)

    most = max(fitting(stack.piece), fitting(stack.piece.turned))
    return Stack(stack.deck, stack.count, stack.thickness, stack.piece, max(1, min(most, stack.count)))


BLEED: Final = 3.0
GLUE: Final = 12.0
"""Largest width of a glued flap, in mm."""
TUCK: Final = 16.0
NARROW: Final = 0.7
"""How much narrower the tuck flap becomes on each side, in mm."""
NOTCH: Final = 9.0
"""Largest radius of the thumb notch, in mm."""
ROOM: Final = 3.2
"""Distance of an unprinted flap from the bleed of its neighbour, in mm."""
SLACK: Final = 0.5
LID_ROOM: Final = 1.0
"""How much wider and higher the lid is than the tray, in mm."""
LID_SHARE: Final = 0.7
"""Share of the walls of the tray that the lid covers."""
STEPS: Final = 12
"""Straight segments of a quarter circle, accurate to 0.03 mm."""


def nets_for(need: BoxSpace, form: BoxForm) -> list[Net]:
    """Return the nets of a box for that inside size."""
    if form is BoxForm.TUCK:
        return [tuck_box_net(need.width, need.height, need.depth)]
    lid = max(LID_SHARE * need.depth, min(need.depth, 15.0))
    return [
        tray_net("lid", need.width + LID_ROOM, need.height + LID_ROOM, lid),
        tray_net("tray", need.width, need.height, need.depth),
    ]


def tuck_box_net(width: float, height: float, depth: float) -> Net:
    """Return a tuck box: from left to right a glued flap, back, left side, front, right side.

    The lid is attached to the back, so it is upside down here; the bottom is attached to the front and glued onto
    flaps.
    """
    glued = min(GLUE, depth - SLACK)
    closing = min(TUCK, max(10.0, 0.8 * depth), height / 2)
    room = min(ROOM, 0.3 * depth)
    dust = min(0.45 * width, depth + closing, 25.0)
    under = min(0.45 * width, 18.0)
    behind = min(depth - SLACK, 15.0)
    back, left = glued, glued + width
    front, right = left + depth, left + depth + width
    end = right + depth
    lid = closing
    top = lid + depth
    foot = top + height
    floor = foot + depth
    taper = min(4.0, height / 8)
    notch = min(NOTCH, width / 6)
    middle = front + width / 2
    outline = [
        (back, top), (back, lid),
        *_tuck_flap(back, left, lid, 0.0),
        (left, lid), (left, top),
        *_flap(left, front, top, -dust, room, SLACK),
        (front, top),
        *_arc(middle, top, notch, pi, 0.0),
        (right, top),
        *_flap(right, end, top, -dust, SLACK, room),
        (end, top), (end, foot),
        *_flap(end, right, foot, under, SLACK, room),
        (right, foot), (right, floor), (front, floor), (front, foot),
        *_flap(front, left, foot, under, room, SLACK),
        (left, foot),
        *_flap(left, back, foot, behind, 2 * SLACK, 2 * SLACK),
        (back, foot), (0.0, foot - taper), (0.0, top + taper), (back, top),
    ]  # fmt: skip
    panels = (
        NetPanel("back", Rect(back, top, width, height), 0, Edges(SPILL, 0, 0, SPILL)),
        NetPanel("left", Rect(left, top, depth, height), 0, Edges(0, BLEED, 0, SPILL)),
        NetPanel("front", Rect(front, top, width, height), 0, Edges(0, BLEED, 0, 0)),
        NetPanel("right", Rect(right, top, depth, height), 0, Edges(0, BLEED, BLEED, SPILL)),
        NetPanel("top", Rect(back, lid, width, depth), 180, Edges(BLEED, 0, min(BLEED, room), 0)),
        NetPanel("tuck", Rect(back, 0.0, width, lid), 180, Edges(BLEED, BLEED, BLEED, 0), rounded=True),
        NetPanel("bottom", Rect(front, foot, width, depth), 0, Edges(min(BLEED, room), 0, min(BLEED, room), BLEED)),
    )
    creases = (
        *(Segment(x, top, x, foot) for x in (back, left, front, right)),
        Segment(back, lid, left, lid),
        Segment(back, top, left, top),
        Segment(left + room, top, front - SLACK, top),
        Segment(right + SLACK, top, end - room, top),
        Segment(back + 2 * SLACK, foot, left - 2 * SLACK, foot),
        Segment(left + SLACK, foot, front - room, foot),
        Segment(front, foot, right, foot),
        Segment(right + room, foot, end - SLACK, foot),
    )
    glue = (
        _closed(
            (back - SPILL, top + taper), (back - SPILL, foot - taper),
            (0.8, foot - taper - 1), (0.8, top + taper + 1),
        ),
        _glue_area(left + SLACK, front - room, foot, under),
        _glue_area(right + room, end - SLACK, foot, under),
        _glue_area(back + 2 * SLACK, left - 2 * SLACK, foot, behind),
    )  # fmt: skip
    return Net("tuck", panels, _tidy(outline), creases, glue)


def tray_net(name: str, width: float, height: float, wall: float) -> Net:
    """Return a tray or a lid: a base and four walls, with glued flaps on the left and right walls."""
    room = min(ROOM, 0.3 * wall)
    flap = min(GLUE, width / 2 - 1)
    left, top = wall, max(wall, flap)
    right, foot = left + width, top + height
    up, down, end = top - wall, foot + wall, right + wall
    outline = [
        (left, top), (left, up), (right, up), (right, top),
        *_flap(right, end, top, -flap, room, SLACK),
        (end, top), (end, foot),
        *_flap(end, right, foot, flap, SLACK, room),
        (right, foot), (right, down), (left, down), (left, foot),
        *_flap(left, 0.0, foot, flap, room, SLACK),
        (0.0, foot), (0.0, top),
        *_flap(0.0, left, top, -flap, SLACK, room),
        (left, top),
    ]  # fmt: skip
    beside = min(BLEED, room)
    panels = (
        NetPanel(f"{name}-base", Rect(left, top, width, height), 0, Edges(0, 0, 0, 0)),
        NetPanel(f"{name}-front", Rect(left, foot, width, wall), 0, Edges(beside, 0, beside, BLEED)),
        NetPanel(f"{name}-back", Rect(left, up, width, wall), 180, Edges(beside, BLEED, beside, 0)),
        NetPanel(f"{name}-left", Rect(0.0, top, wall, height), 90, Edges(BLEED, SPILL, 0, SPILL)),
        NetPanel(f"{name}-right", Rect(right, top, wall, height), 270, Edges(0, SPILL, BLEED, SPILL)),
    )
    creases = (
        Segment(left, top, left, foot),
        Segment(right, top, right, foot),
        Segment(left, top, right, top),
        Segment(left, foot, right, foot),
        Segment(SLACK, top, left - room, top),
        Segment(right + room, top, end - SLACK, top),
        Segment(SLACK, foot, left - room, foot),
        Segment(right + room, foot, end - SLACK, foot),
    )
    glue = (
        _glue_area(SLACK, left - room, top, -flap),
        _glue_area(right + room, end - SLACK, top, -flap),
        _glue_area(SLACK, left - room, foot, flap),
        _glue_area(right + room, end - SLACK, foot, flap),
    )
    return Net(name, panels, _tidy(outline), creases, glue)


def _flap(begin: float, end: float, root: float, reach: float, first: float, second: float) -> Iterator[Point]:
    """Yield the outline of a flap on a crease from `begin` to `end`, inset by `first` and `second`."""
    way = 1 if end > begin else -1
    left, right = begin + way * first, end - way * second
    slant = min(2.0, abs(right - left) / 4, abs(reach) / 3)
    rise = slant if reach > 0 else -slant
    yield (left, root)
    yield (left, root + reach - rise)
    yield (left + way * slant, root + reach)
    yield (right - way * slant, root + reach)
    yield (right, root + reach - rise)
    yield (right, root)


def _glue_area(one: float, other: float, root: float, reach: float) -> Path:
    """Return the glue area of such a flap, where there is no ink."""
    way = 1 if reach > 0 else -1
    slant = min(2.0, abs(other - one) / 4, abs(reach) / 3)
    near, far = root + way * SPILL, root + reach - way * slant
    return _closed((one, near), (other, near), (other, far), (one, far))


def _tuck_flap(left: float, right: float, root: float, end: float) -> Iterator[Point]:
    """Yield the outline of the tuck flap, slightly narrower at its end and with rounded corners."""
    radius = min(0.6 * (root - end), (right - left) / 4)
    yield (left, root)
    yield from _arc(left + NARROW + radius, end + radius, radius, pi, 1.5 * pi)
    yield from _arc(right - NARROW - radius, end + radius, radius, 1.5 * pi, 2 * pi)
    yield (right, root)


def _arc(x: float, y: float, radius: float, begin: float, end: float) -> Iterator[Point]:
    """Yield an arc in straight segments; angles are clockwise on the page, from the right."""
    steps = max(2, round(abs(end - begin) / (pi / 2) * STEPS))
    for step in range(steps + 1):
        angle = begin + (end - begin) * step / steps
        yield (x + radius * cos(angle), y + radius * sin(angle))


def _closed(*points: Point) -> Path:
    return (*points, points[0])


def _tidy(points: Iterable[Point]) -> Path:
    """Return the points without immediate repetitions."""
    kept: list[Point] = []
    for point in points:
        if not kept or max(abs(point[0] - kept[-1][0]), abs(point[1] - kept[-1][1])) > 1e-9:
            kept.append(point)
    return tuple(kept)
