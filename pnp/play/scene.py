"""Scenes: the table as one viewer sees it, for terminal, browser, replays, and the figures of memos and rulebooks.

A scene has zones (a hand, a row, a pile …) with pieces in them, what is said about each seat, and for every legal
action the pieces that it takes and where they go. Coordinates are in mm at the size of real pieces, x to the right and
y down, from the zone's origin. A piece is placed by its centre and rotated clockwise. Later items are drawn on top of
earlier ones.

A game makes its scenes from what the viewer observes (`scene_of`), so that nothing hidden can be in them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from pnp.play.core import OVER, Translations
from pnp.terms import Lang, Side

if TYPE_CHECKING:
    from pnp.play.core import Rules, State

SPECTATOR: Final = -1
"""A viewer who sees what everyone sees."""
EVERYONE: Final = -2
"""A viewer who sees everything, once the game is over."""
TABLE: Final = -1
"""Owner of what belongs to no seat."""


@dataclass(frozen=True)
class PieceAt:
    """A piece on the table."""

    piece: str
    """Id of its row in the table."""
    x: float
    y: float
    turn: float = 0
    """Clockwise rotation, in degrees."""
    side: Side = Side.FRONT
    look: int = 1
    """Number of its look, from 1, where copies differ."""
    marked: bool = False
    """Whether it is highlighted."""
    hidden: bool = False
    """Whether the viewer does not know which piece it is; `piece` is then any with the same back."""
    key: str = ""
    """The physical piece, such as `owl#2`, the same as long as the viewer can follow it; see `follow_pieces`."""


@dataclass(frozen=True)
class TextAt:
    """A number or short text computed by the engine, centred at a point."""

    text: str | Translations
    x: float
    y: float


@dataclass(frozen=True)
class LineAt:
    """A line between two points, with an optional arrowhead at its end."""

    x: float
    y: float
    to_x: float
    to_y: float
    arrow: bool = True


class Tone(StrEnum):
    """What a tinted area says."""

    OPEN = "open"
    CLOSED = "closed"
    NEW = "new"
    """What a move would cover or change."""
    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True)
class AreaAt:
    """A tinted area.

    >>> AreaAt(0, 0, ((0, 0), (60, 0), (60, 60)), Tone.CLOSED, "a").tone.value
    'closed'
    """

    x: float
    """Position of its origin."""
    y: float
    outline: tuple[tuple[float, float], ...]
    """Its corners, relative to its origin."""
    tone: Tone
    text: str = ""
    """Name of the area, in the viewer's language."""


Item = PieceAt | TextAt | LineAt | AreaAt


class ZoneShape(StrEnum):
    """How the pieces of a zone are arranged.

    >>> ZoneShape("row") is ZoneShape.ROW
    True
    """

    HAND = "hand"
    """Cards in a hand, which their owner may put in any order."""
    ROW = "row"
    PILE = "pile"
    """Pieces on top of each other; the last one is on top."""
    GRID = "grid"
    """Pieces whose places matter."""
    POOL = "pool"
    """Pieces in no order."""
    TRACK = "track"


@dataclass(frozen=True)
class Zone:
    """A place on the table, with the pieces in it.

    >>> deck = Zone("deck", ZoneShape.PILE, hidden_pieces("owl", 12), "Deck")
    >>> len(list(deck.pieces))
    12
    """

    id: str
    """Unique in its scene and the same in all scenes of a game, such as `hand-1`."""
    shape: ZoneShape
    items: tuple[Item, ...] = ()
    title: str = ""
    """In the viewer's language."""
    owner: int = TABLE
    """The seat that it belongs to, or TABLE."""
    count: int | None = None
    """The number of pieces in it, if not all are drawn."""
    notes: tuple[str, ...] = ()
    """What is said beside it, in the viewer's language."""
    x: float = 0
    y: float = 0
    """Position of its origin in a figure."""

    @property
    def pieces(self) -> Iterator[tuple[str, PieceAt]]:
        """Yield the pieces with their slots: the zone's id and the place among its items, such as `hand-1/0`."""
        return ((f"{self.id}/{at}", item) for at, item in enumerate(self.items) if isinstance(item, PieceAt))


@dataclass(frozen=True)
class SeatAt:
    """What is said about a player.

    >>> SeatAt("Player 1", "12", ("coins: 3",)).score
    '12'
    """

    name: str
    score: str = ""
    """The score that the viewer may know; empty if none."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Move:
    """A legal action, and what it does on the table.

    An action that takes no piece is a button.

    >>> Move(0, "play: Owl", takes=("hand-1/0", "hand-1/3"), zone="table").zone
    'table'
    """

    action: int
    words: str
    """The action in words, as in records."""
    takes: tuple[str, ...] = ()
    """Slots of the pieces that can be taken for it; any one of them is enough, as with equal cards."""
    zone: str = ""
    """Id of the zone that the piece goes to."""
    target: str = ""
    """Slot of the piece that it is put on or beside."""
    spot: PieceAt | None = None
    """The piece as it would be placed in the zone."""
    marks: tuple[Item, ...] = ()
    """What it would cover or change, shown in the zone before the piece is let go."""
    notes: tuple[str, ...] = ()
    """What it would change, in words: `attack 5 → 7`."""


@dataclass(frozen=True)
class Scene:
    """Everything on the table.

    >>> row = Zone("row", ZoneShape.ROW, (PieceAt("owl", 0, 0, turn=90), TextAt("+3", 40, 0)))
    >>> scene = Scene((row,), facts={"points": 3})
    >>> scene.facts["points"], [slot for slot, _ in row.pieces]
    (3, ['row/0'])
    """

    zones: tuple[Zone, ...]
    facts: Mapping[str, int] = field(default_factory=dict)
    """Numbers computed from the position, for captions: `{=figure.<name>.<fact>}`."""
    seats: tuple[SeatAt, ...] = ()
    turn: int = OVER
    """The player to act, or OVER."""
    notes: tuple[str, ...] = ()
    """What is said about the game as a whole, in the viewer's language: `Round 2: 3 action points left`."""
    moves: tuple[Move, ...] = ()
    """The legal actions, if the viewer is to act."""

    @classmethod
    def of_items(cls, items: Iterable[Item], facts: Mapping[str, int] | None = None) -> Scene:
        """Return a scene with one zone, for a figure."""
        return cls((Zone("", ZoneShape.GRID, tuple(items)),), facts or {})

    @property
    def items(self) -> tuple[Item, ...]:
        """Everything in all zones, placed as in a figure."""
        return tuple(move_item(item, zone.x, zone.y) for zone in self.zones for item in zone.items)


def move_item(item: Item, x: float, y: float) -> Item:
    """Return an item shifted by a distance in mm."""
    if not x and not y:
        return item
    match item:
        case LineAt():
            return replace(item, x=item.x + x, y=item.y + y, to_x=item.to_x + x, to_y=item.to_y + y)
        case _:
            return replace(item, x=item.x + x, y=item.y + y)


class GameScene(ABC):
    """How a game is shown: its table, what its moves did, and figures of its positions.

    A game defines `table`; a designer's game without one gets `pnp.play.simple_scene.DefaultScene`.

        class SnapScene(GameScene):
            def table(self, state, viewer, lang):
                top = tuple(PieceAt(self.rules.cards[card].id, 0, 0) for card in state.table[-1:])
                return Scene((Zone("table", ZoneShape.PILE, top),), turn=state.current())
    """

    views: ClassVar[tuple[str, ...]] = ()
    """Names of the views of a position that figures can show."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    @abstractmethod
    def table(self, state: Any, viewer: int, lang: Lang) -> Scene:
        """Arrange the whole table for a viewer: a player, SPECTATOR or EVERYONE.

        The state is one of those that the viewer cannot tell apart, so only what is equal in all of them may be shown.
        `moves` are the legal actions if the viewer is to act.
        """

    def lay(self, state: Any, view: str) -> Scene:
        """Arrange one view for a figure; raise ValueError if the position has nothing to show in it."""
        raise ValueError(view)

    def narrate(self, before: Any, action: int, after: Any, viewer: int, lang: Lang) -> Sequence[str]:
        """Tell what a move did, as far as the viewer may know it: the move, then a line for all that followed.

        Both states are the real ones.
        """
        return [self.rules.describe(before, action, lang)]

    def picture(self, state: Any, action: int, lang: Lang) -> Sequence[str]:
        """Draw the piece that an action places, as lines of text; by default nothing."""
        return ()

    def alike(self, piece: str) -> Hashable:
        """Return the same value for all pieces that the rules do not tell apart."""
        return piece


def scene_of(state: State, viewer: int, lang: Lang) -> Scene:
    """Return the table as a viewer sees it, made from their observation: a player, SPECTATOR or EVERYONE.

    >>> import pnp
    >>> state = pnp.find_game("winston").new(players=2, seed=1)
    >>> [zone.id for zone in scene_of(state, 0, Lang.EN).zones][:2]
    ['deck', 'table']
    """
    scene: Scene = state.rules.scene.table(imagined(state, viewer), viewer, lang)
    return scene


def imagined(state: State, viewer: int, sample: int = 0) -> State:
    """Return a position that the viewer cannot tell apart from this one: always the same for the same knowledge.

    EVERYONE gets the position itself.
    """
    if viewer == EVERYONE:
        return state
    rng = Random(sample)  # noqa: S311 (cards, not secrets)
    for player in (viewer,) if viewer != SPECTATOR else range(min(state.players, 2)):
        state = state.rules.imagine(state.observe(player), rng)  # a second player deals again what the first one held
    return state


def sees(viewer: int, seat: int) -> bool:
    """Return whether a viewer sees what only this seat may see.

    >>> sees(1, 1), sees(1, 0), sees(SPECTATOR, 0), sees(EVERYONE, 0)
    (True, False, False, True)
    """
    return viewer in (seat, EVERYONE)


def follow_pieces(before: Scene | None, after: Scene, rules: Rules) -> Scene:
    """Return a scene whose pieces have keys: as in the scene before, for pieces that stayed or moved.

    Pieces that the rules do not tell apart are followed as a viewer would: those that stay in a place or a zone keep
    their keys, and those that leave one are those that appear in another.
    """
    alike = rules.scene.alike
    held: dict[Hashable, list[tuple[str, PieceAt]]] = defaultdict(list)
    for zone in before.zones if before else ():
        for _, piece in zone.pieces:
            held[_class_of(piece, alike)].append((zone.id, piece))
    wanted: dict[Hashable, list[tuple[str, str, PieceAt]]] = defaultdict(list)
    for zone in after.zones:
        for slot, piece in zone.pieces:
            wanted[_class_of(piece, alike)].append((zone.id, slot, piece))
    found: dict[str, PieceAt] = {}
    for each, slots in wanted.items():
        found |= _match_slots(held[each], slots)
    used = {piece.key for piece in found.values()}
    fresh = _FreshPieces(rules, used)
    zones = []
    for zone in after.zones:
        items: list[Item] = list(zone.items)
        for at, item in enumerate(items):
            if isinstance(item, PieceAt):
                known = found.get(f"{zone.id}/{at}") or fresh.take(item, alike)
                items[at] = replace(item, piece=known.piece, look=known.look, key=known.key)
        zones.append(replace(zone, items=tuple(items)))
    return replace(after, zones=tuple(zones))


def _class_of(piece: PieceAt, alike: Callable[[str], Hashable]) -> Hashable:
    return ("hidden", piece.piece) if piece.hidden else alike(piece.piece)


def _match_slots(held: Sequence[tuple[str, PieceAt]], slots: Sequence[tuple[str, str, PieceAt]]) -> dict[str, PieceAt]:
    """Assign the pieces of one class to slots: in the same place, then within each zone in order, then across zones."""
    found: dict[str, PieceAt] = {}
    left, open_slots = list(held), list(slots)
    for level in (_same_place, _same_zone, _anywhere):
        by_place: dict[Hashable, list[tuple[str, PieceAt]]] = defaultdict(list)
        for zone, piece in reversed(left):
            by_place[level(zone, piece)].append((zone, piece))
        late = []
        for zone, slot, piece in open_slots:
            if by_place[level(zone, piece)]:
                found[slot] = by_place[level(zone, piece)].pop()[1]
            else:
                late.append((zone, slot, piece))
        taken = {id(piece) for piece in found.values()}
        left, open_slots = [(zone, piece) for zone, piece in left if id(piece) not in taken], late
    return found


def _same_place(zone: str, piece: PieceAt) -> Hashable:
    return zone, piece.x, piece.y


def _same_zone(zone: str, piece: PieceAt) -> Hashable:
    return zone


def _anywhere(zone: str, piece: PieceAt) -> Hashable:
    return None


class _FreshPieces:
    """Keys for pieces that a viewer sees for the first time."""

    def __init__(self, rules: Rules, used: set[str]) -> None:
        self.rules, self.used = rules, used

    def take(self, piece: PieceAt, alike: Callable[[str], Hashable]) -> PieceAt:
        """Return the piece as one of its class that is nowhere else."""
        if piece.hidden:
            return replace(piece, key=self._claim(f"?{piece.piece}#{n}" for n in range(1, 10_000)))
        same = alike(piece.piece)
        designs = sorted(
            (design for _, design in self.rules.spec.designs() if alike(design.id) == same),
            key=lambda design: design.id != piece.piece,
        )
        copies = ((design, copy) for design in designs for copy in range(1, design.count + 1))
        for design, copy in copies:
            key = f"{design.id}#{copy}"
            if key not in self.used:
                self.used.add(key)
                look = (copy - 1) % design.looks + 1 if design.looks > 1 else piece.look
                return replace(piece, piece=design.id, look=look, key=key)
        return replace(piece, key=self._claim(f"{piece.piece}#{n}" for n in range(1, 10_000)))

    def _claim(self, keys: Iterator[str]) -> str:
        key = next(key for key in keys if key not in self.used)
        self.used.add(key)
        return key


def row_of(pieces: Iterable[PieceAt], width: float, gap: float = 4.0) -> tuple[PieceAt, ...]:
    """Place pieces beside each other from the left, each as wide as `width`, in mm."""
    return tuple(replace(piece, x=at * (width + gap), y=0) for at, piece in enumerate(pieces))


def hidden_pieces(piece: str, count: int, width: float = 0, gap: float = 4.0) -> tuple[PieceAt, ...]:
    """Return face-down pieces beside each other, or on top of each other if they have no width.

    `piece` is any piece with the same back.

    >>> [piece.x for piece in hidden_pieces("owl", 3, width=60)]
    [0.0, 64.0, 128.0]
    """
    step = width + gap if width else 0.0
    return tuple(PieceAt(piece, at * step, 0, side=Side.BACK, hidden=True) for at in range(count))
