"""A simple way to write a game: its state declares its fields, and all else follows from them.

A state is a dataclass. What its fields are says who sees them: `Card` and `list[Card]` lie open, `Hands` is a hand for
each player, seen by its owner, `Hidden` is a pile that nobody sees. From that come clones, what a player may know, the
census, what hidden cards may be, and positions as text. Actions are declared in families: a base, and what is added to
it. Games that must be fast write all this by hand, as those that come with pnp do.
"""

from __future__ import annotations

from collections import Counter, namedtuple
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cache, cached_property
from random import Random
from typing import Annotated, Any, ClassVar, Final, get_args, get_origin, get_type_hints

from pnp.errors import Problem, SpecError
from pnp.location import Location
from pnp.play.core import Observation, Option, Options, Rules, State, Words
from pnp.play.notation import (
    FLAG,
    NUMBER,
    SEAT,
    Codec,
    Field,
    Notation,
    by_seat,
    cards,
    listed,
    maybe,
    one_of,
    options_codec,
    player_count,
    take,
)
from pnp.spec.model import Design, Game
from pnp.terms import Lang


class Counted(Enum):
    """What a number that is no card counts."""

    SEAT = "seat"


class Seen(Enum):
    """Who sees the cards of a field."""

    ALL = "all"
    OWNER = "owner"
    NOBODY = "nobody"


Card = Annotated[int, Seen.ALL]
"""A card by its number in `SimpleRules.cards`, in sight of all."""
Hands = Annotated[list[list[int]], Seen.OWNER]
"""Cards for each player, seen by their owner."""
Hidden = Annotated[list[int], Seen.NOBODY]
"""Cards that nobody sees; the last is the top."""
Seat = Annotated[int, Counted.SEAT]
"""A player, from 0 on; people read and write it from 1 on."""
NO_CARD: Final = -1
"""Stands for the absence of a card."""


class Names(Enum):
    """What the argument of an action is the number of."""

    NOTHING = ""
    CARD = "card"
    SEAT = "seat"
    NUMBER = "number"


@dataclass(frozen=True)
class Family:
    """Actions of one kind: a base, plus an argument."""

    name: str
    """Its key in reports."""
    says: Words
    """In a player's words, with {} for the argument."""
    of: Names = Names.NOTHING


@dataclass(frozen=True)
class Declared:
    """A field of a state."""

    name: str
    seen: Seen | None
    """Who sees its cards; None when it holds none."""
    depth: int
    """0 for a value, 1 for a list, 2 for a list for each player."""
    type: Any
    """Of its values."""
    is_seat: bool = False


@cache
def declared(state: type[SimpleState]) -> tuple[Declared, ...]:
    """The fields of a state that a designer has declared, in order."""
    hints = get_type_hints(state, include_extras=True)
    return tuple(_declared(each.name, hints[each.name]) for each in fields(state) if each.name not in OWN)


def _declared(name: str, hint: Any) -> Declared:
    seen, depth, is_seat = None, 0, False
    while True:
        if get_origin(hint) is Annotated:
            hint, *notes = get_args(hint)
            seen = next((note for note in notes if isinstance(note, Seen)), seen)
            is_seat = is_seat or Counted.SEAT in notes
        elif get_origin(hint) is list:
            [hint] = get_args(hint)
            depth += 1
        else:
            break
    if hint not in (int, bool, str) or depth > 2:
        message = "must be int, bool, str, Card, a list of these, Hands or Hidden"
        raise SpecError(Problem(Location(detail=f"field {name}"), message, found=str(hint), code="E1303"))
    return Declared(name, seen, depth, hint, is_seat)


OWN: Final = ("rules", "players", "options")
"""The fields that every state has."""


@dataclass(kw_only=True)
class SimpleState(State):
    """A position; a game's own state is a dataclass that adds its fields."""

    rules: SimpleRules
    players: int
    options: dict[str, str] = field(default_factory=dict)

    def clone(self) -> SimpleState:
        """A copy that can be played on by itself."""
        copy = object.__new__(type(self))
        for name, value in vars(self).items():
            setattr(copy, name, _copied(value) if name not in OWN else value)
        return copy

    def observe(self, player: int) -> Observation:
        """What lies open, the own hand, and how many cards are hidden where."""
        values = [_frozen(getattr(self, each.name), each, player) for each in declared(type(self))]
        seen: Observation = _view(type(self))(player, self.players, tuple(self.options.items()), *values)
        return seen

    def census(self) -> Counter[str]:
        """Every card in a field that holds cards."""
        designs = self.rules.cards
        held = (card for each in declared(type(self)) if each.seen for card in _flat(getattr(self, each.name)))
        return Counter(designs[card].id for card in held if card != NO_CARD)


def _copied(value: Any) -> Any:
    return [_copied(each) for each in value] if isinstance(value, list) else value


def _flat(value: Any) -> Iterator[int]:
    if isinstance(value, list):
        for each in value:
            yield from _flat(each)
    else:
        yield value


def _frozen(value: Any, each: Declared, player: int) -> Any:
    """What a player sees of a field."""
    if each.seen is Seen.NOBODY:
        return len(value)
    if each.seen is Seen.OWNER:
        return tuple(tuple(hand) if seat == player else len(hand) for seat, hand in enumerate(value))
    if isinstance(value, list):
        return tuple(_frozen(item, each, player) for item in value)
    return value


@cache
def _view(state: type[SimpleState]) -> Any:
    """The named tuple that observations of a state are."""
    return namedtuple(f"{state.__name__}View", ["viewer", *OWN[1:], *(each.name for each in declared(state))])


class SimpleRules(Rules):
    """Rules for states that declare their fields."""

    state: ClassVar[type[SimpleState]]
    """The class of its positions."""
    families: ClassVar[Mapping[int, Family]] = {}
    """The families of actions by their bases, in order."""
    options: ClassVar[Mapping[str, Option]] = {}
    presets: ClassVar[Mapping[str, Options]] = {}

    def __init__(self, spec: Game) -> None:
        super().__init__(spec)
        missing = [name for name in self.decks() if name not in spec.decks]
        if missing:
            message = f"has no deck {', '.join(missing)}"
            hint = f"its rules use the decks {', '.join(self.decks())}"
            raise SpecError(Problem(Location(game=spec.id), message, hint, code="E0908"))
        self.cards: list[Design] = [design for name in self.decks() for design in spec.decks[name].designs]
        """The designs that are played with, by number."""

    def pile(self, deck: str) -> list[int]:
        """The cards of a deck by number, as often as they are printed."""
        numbers = {design.id: number for number, design in enumerate(self.cards)}
        return [numbers[design.id] for design in self.spec.decks[deck].designs for _ in range(design.count)]

    def value(self, card: int, column: str) -> Any:
        """What a column says of a card."""
        return self.cards[card].fields[column]

    def name(self, card: int, lang: Lang) -> str:
        """A card's name: its column `name`, or its id."""
        design = self.cards[card]
        return str(design.field("name", lang)) if "name" in design.fields else design.id

    def family(self, action: int) -> tuple[Family | None, int]:
        """The family of an action, and its argument."""
        base = max((each for each in self.families if each <= action), default=None)
        return (None, action) if base is None else (self.families[base], action - base)

    def imagine(self, observation: Any, rng: Random) -> SimpleState:
        """A position with this observation, the cards that are not seen shuffled and dealt."""
        seen = observation._asdict()
        told = {each.name: _thawed(seen[each.name], each) for each in declared(self.state)}
        state = self.state(rules=self, players=seen["players"], options=dict(seen["options"]), **told)
        pool = self.manifest()
        pool.subtract(state.census())
        numbers = {design.id: number for number, design in enumerate(self.cards)}
        unseen = sorted(numbers[name] for name in pool.elements())
        rng.shuffle(unseen)
        for each in declared(self.state):
            value = getattr(state, each.name)
            if each.seen is Seen.OWNER:
                for seat, size in enumerate(seen[each.name]):
                    if seat != seen["viewer"]:
                        value[seat] += [unseen.pop() for _ in range(size)]
            elif each.seen is Seen.NOBODY:
                value += [unseen.pop() for _ in range(seen[each.name])]
        return state


def _thawed(value: Any, each: Declared) -> Any:
    """What is known of a field; hidden cards are dealt later."""
    if each.seen is Seen.NOBODY:
        return []
    if each.seen is Seen.OWNER:
        return [list(hand) if isinstance(hand, tuple) else [] for hand in value]
    return _listed(value)


def _listed(value: Any) -> Any:
    return [_listed(item) for item in value] if isinstance(value, tuple) else value


class SimpleNotation(Notation[SimpleState]):
    """Positions of a game whose state declares its fields."""

    rules: SimpleRules

    @cached_property
    def fields(self) -> Sequence[Field[SimpleState]]:
        """The number of players, the options, and every declared field."""
        ids = [design.id for design in self.rules.cards]
        found = [
            Field[SimpleState]("players", NUMBER, lambda state: state.players),
            Field[SimpleState]("options", options_codec(self.rules), lambda state: state.options),
        ]
        return found + [Field(each.name, _codec(each, ids), _getter(each.name)) for each in declared(self.rules.state)]

    def complete(self, said: Mapping[str, Any], players: int) -> Mapping[str, Any]:
        """As after a deal, without the cards that words name; the rest lies where nobody sees it."""
        players = said.get("players", players)
        told = dict(super().complete(said, players))
        holders = [each for each in declared(self.rules.state) if each.seen]
        piles = [each.name for each in holders if each.seen is Seen.NOBODY and each.name not in said]
        fresh: Any = self.rules.new(players, options=said.get("options"))
        rest = [card for each in holders for card in _flat(getattr(fresh, each.name)) if card != NO_CARD]
        names = [design.id for design in self.rules.cards]
        for each in holders:
            if each.name in said:
                take(rest, (card for card in _flat(said[each.name]) if card != NO_CARD), names)
        for each in holders:
            if each.name not in (*said, *piles):
                told[each.name] = _kept(told[each.name], rest)
        return told | {name: rest if name == piles[0] else [] for name in piles}

    def build(self, told: Mapping[str, Any]) -> SimpleState:
        """The fields as they are told; what they hold must be the box."""
        player_count(self.rules, told["players"])
        state = self.rules.state(rules=self.rules, **told)
        if state.census() != self.rules.manifest():
            raise ValueError("every piece of the box must appear once")
        if not -1 <= state.current() < state.players:
            raise ValueError("no such player can act")
        return state


def _kept(value: Any, rest: list[int]) -> Any:
    """What is left of a field where other words name cards of it."""
    if isinstance(value, list):
        kept = [_kept(each, rest) for each in value]
        return [each for each in kept if each != NO_CARD or NO_CARD in value]
    if value == NO_CARD or value not in rest:
        return NO_CARD
    rest.remove(value)
    return value


def _getter(name: str) -> Any:
    return lambda state: getattr(state, name)


TEXT: Final = Codec[str](str, str)


def _codec(each: Declared, ids: Sequence[str]) -> Codec[Any]:
    """How the values of a field are written."""
    if each.seen:
        codec: Any = maybe(one_of(ids), NO_CARD) if each.depth == 0 else cards(ids)
        return by_seat(codec) if each.depth == 2 else codec
    codec = SEAT if each.is_seat else {int: NUMBER, bool: FLAG, str: TEXT}[each.type]
    if each.depth:
        codec = listed(codec)
    return by_seat(codec) if each.depth == 2 else codec
