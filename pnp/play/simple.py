"""A simple way to write a game: its state declares its fields, and everything else follows, words included.

A state is a dataclass, and the types of its fields say who sees them: `Card` and `list[Card]` are visible to all,
`Hands` is one hand per player, visible to its owner, `Hidden` is a pile that nobody sees, and `Rolls` are the rolls of
dice that are still to come. Cloning, observations,
the census, determinization and the notation all follow from these declarations. Actions are declared in families: a
base plus an argument. Games that must be fast implement all this by hand, as the games bundled with pnp do.
"""

from __future__ import annotations

from collections import Counter, namedtuple
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cache, cached_property
from random import Random
from textwrap import wrap
from typing import Annotated, Any, ClassVar, Final, get_args, get_origin, get_type_hints

from pnp.errors import Location, Problem, SpecError
from pnp.play.core import OVER, WIDTH, Observation, Option, Options, Rules, State, Translations
from pnp.play.notation import (
    FLAG,
    NUMBER,
    SEAT,
    Codec,
    Field,
    Notation,
    card_list_codec,
    check_player_count,
    list_codec,
    name_codec,
    optional_codec,
    options_codec,
    per_player_codec,
    remove_pieces,
)
from pnp.play.scene import ZoneShape, scene_of
from pnp.play.scene_text import show_scene
from pnp.play.usage import Usage, words
from pnp.spec.model import Design, Game
from pnp.terms import Lang, Translated


class NumberKind(Enum):
    """What a number that is not a card stands for."""

    SEAT = "seat"


class Seen(Enum):
    """Who sees the cards of a field."""

    ALL = "all"
    OWNER = "owner"
    NOBODY = "nobody"


Card = Annotated[int, Seen.ALL]
"""A card visible to all, by its index in `SimpleRules.cards`."""
Hands = Annotated[list[list[int]], Seen.OWNER]
"""A list of cards for each player, visible to its owner."""
Hidden = Annotated[list[int], Seen.NOBODY]
"""Cards that nobody sees; the last one is on top."""


@dataclass(frozen=True)
class Rolled:
    """Marks a list of rolls of one deck of dice that nobody has seen yet.

    >>> Battle = Annotated[list[int], Rolled("red")]
    """

    deck: str = ""
    """The deck of dice; empty for the only one of the game."""


Rolls = Annotated[list[int], Rolled()]
"""Rolls that nobody has seen yet, each the number of a face, from `SimpleRules.rolls`; the last one comes next."""
Seat = Annotated[int, NumberKind.SEAT]
"""A player, counted from 0; shown to people counted from 1."""
NO_CARD: Final = -1
"""Marks the absence of a card."""


class Names(Enum):
    """What the argument of an action refers to."""

    NOTHING = ""
    CARD = "card"
    SEAT = "seat"
    NUMBER = "number"


@dataclass(frozen=True)
class Family:
    """A family of actions: a base plus an argument.

    >>> Family("play", words("jouer : {}", "play: {}"), Names.CARD).says[Lang.EN].format("Owl")
    'play: Owl'
    """

    name: str
    """Its key in reports."""
    says: Translations
    """Description for players, with {} for the argument."""
    of: Names = Names.NOTHING


@dataclass(frozen=True)
class DeclaredField:
    """A declared field of a state."""

    name: str
    seen: Seen | None
    """Who sees its cards; None if it holds no cards."""
    depth: int
    """0 for a value, 1 for a list, 2 for one list per player."""
    type: Any
    """Type of its values."""
    is_seat: bool = False
    shape: ZoneShape | None = None
    """How a table shows it; None for the usual shape."""
    title: Translations | None = None
    """What a table calls it; None for its name."""
    rolled: Rolled | None = None
    """The dice whose rolls it holds."""


@dataclass(frozen=True)
class ZoneHint:
    """How a table shows a field."""

    shape: ZoneShape | None = None
    title: Translations | None = None


def zone(shape: str = "", title: Translations | None = None) -> ZoneHint:
    """Return how a table shows a field, for its annotation.

        trick: Annotated[list[Card], zone("row", words("Le pli", "The trick"))]

    Shapes are hand, row, pile, grid, pool and track; without one, hands are hands, hidden cards are a pile, and other
    cards a row.

    >>> zone("pile").shape
    <ZoneShape.PILE: 'pile'>
    """
    return ZoneHint(ZoneShape(shape) if shape else None, title)


class SimpleRules(Rules):
    """Rules for states that declare their fields.

    A game defines `state`, `families` and `deal`:

        class SnapRules(SimpleRules):
            state = SnapState
            families = {0: Family("play", words("jouer : {}", "play: {}"), Names.CARD)}

            def deal(self, players, rng, options):
                pile = self.pile("cards")
                rng.shuffle(pile)
                hands = [[pile.pop() for _ in range(5)] for _ in range(players)]
                return SnapState(pile, hands, [], rules=self, players=players, options=options)
    """

    state: ClassVar[type[SimpleState]]
    """Class of its positions."""
    families: ClassVar[Mapping[int, Family]] = {}
    """Action families by base, in order."""
    options: ClassVar[Mapping[str, Option]] = {}
    presets: ClassVar[Mapping[str, Options]] = {}

    def __init__(self, spec: Game) -> None:
        super().__init__(spec)
        missing = [name for name in self.decks() if name not in spec.decks]
        if missing:
            message = f"has no deck {', '.join(missing)}"
            hint = f"the rules use these decks: {', '.join(self.decks())}"
            raise SpecError(Problem(Location(game=spec.id), message, hint, code="E0908"))
        decks = [spec.decks[name] for name in self.decks()]
        self.cards: list[Design] = [design for deck in decks if not deck.kind.rolled for design in deck.designs]
        """The designs in play, by number."""
        self.dice: Counter[str] = Counter(
            {design.id: design.count for deck in decks if deck.kind.rolled for design in deck.designs}
        )
        """The dice in play: they are always on the table."""

    def pile(self, deck: str) -> list[int]:
        """Return the cards of a deck by number, repeated as often as they are printed: `rules.pile("cards")`."""
        numbers = {design.id: number for number, design in enumerate(self.cards)}
        return [numbers[design.id] for design in self.spec.decks[deck].designs for _ in range(design.count)]

    def faces(self, deck: str = "") -> list[Design]:
        """Return the faces of the dice of a deck, or of the only dice: `rules.faces()[face].fields["value"]`."""
        decks = [self.spec.decks[name] for name in self.decks() if self.spec.decks[name].kind.rolled]
        found = [each.faces.designs for each in decks if each.faces is not None and deck in ("", each.name)]
        if len(found) != 1:
            message, hint = f"has no dice {deck}" if deck else "must name the deck of dice", 'for example faces("dice")'
            raise SpecError(Problem(Location(game=self.id), message, hint, code="E0908"))
        return found[0]

    def rolls(self, rng: Random, count: int, deck: str = "") -> list[int]:
        """Return rolls of a die for a field of type `Rolls`, each the number of a face, counted from 0.

        All chance is in the deal, so a game is dealt as many rolls as it can need; `state.rolls.pop()` is the next.
        """
        sides = len(self.faces(deck))
        return [rng.randrange(sides) for _ in range(count)]

    def value(self, card: int, column: str) -> Any:
        """Return the value of a card's column: `rules.value(card, "cost")`."""
        return self.cards[card].fields[column]

    def name(self, card: int, lang: Lang) -> str:
        """Return a card's name, from its `name` column, or its id: `rules.name(card, Lang.EN)`."""
        design = self.cards[card]
        return str(design.field("name", lang)) if "name" in design.fields else design.id

    def family(self, action: int) -> tuple[Family | None, int]:
        """Return the family and argument of an action; the family is None if the action belongs to none.

        With a family at 100, `rules.family(103)` returns that family and 3.
        """
        base = max((each for each in self.families if each <= action), default=None)
        return (None, action) if base is None else (self.families[base], action - base)

    def imagine(self, observation: Any, rng: Random) -> SimpleState:
        """Return a random position with this observation: unseen cards are dealt again, and dice are rolled again."""
        seen = observation._asdict()
        values = {each.name: _known_value(seen[each.name], each) for each in declared_fields(self.state)}
        state = self.state(rules=self, players=seen["players"], options=dict(seen["options"]), **values)
        pool = self.manifest()
        pool.subtract(state.census())
        numbers = {design.id: number for number, design in enumerate(self.cards)}
        unseen = sorted(numbers[name] for name in pool.elements())
        rng.shuffle(unseen)
        for each in declared_fields(self.state):
            value = getattr(state, each.name)
            if each.seen is Seen.OWNER:
                for seat, size in enumerate(seen[each.name]):
                    if seat != seen["viewer"]:
                        value[seat] += [unseen.pop() for _ in range(size)]
            elif each.seen is Seen.NOBODY:
                value += [unseen.pop() for _ in range(seen[each.name])]
            elif each.rolled is not None:
                value += self.rolls(rng, seen[each.name], each.rolled.deck)
        return state


@dataclass(kw_only=True)
class SimpleState(State):
    """A position; a game's state is a dataclass that derives from this and adds its fields.

    It also defines `current`, `legal`, `apply` and `scores`.

    >>> @dataclass
    ... class SnapState(SimpleState):
    ...     pile: Hidden
    ...     hands: Hands
    ...     table: list[Card]
    ...     turn: Seat = 0
    >>> [field.name for field in declared_fields(SnapState)]
    ['pile', 'hands', 'table', 'turn']
    """

    rules: SimpleRules
    players: int
    options: dict[str, str] = field(default_factory=dict)

    def clone(self) -> SimpleState:
        """Return an independent copy."""
        copy = object.__new__(type(self))
        for name, value in vars(self).items():
            setattr(copy, name, _deep_copy(value) if name not in BASE_FIELDS else value)
        return copy

    def observe(self, player: int) -> Observation:
        """Return visible cards, the player's own hand, and the number of hidden cards in each place."""
        values = [_visible_value(getattr(self, each.name), each, player) for each in declared_fields(type(self))]
        seen: Observation = _observation_class(type(self))(player, self.players, tuple(self.options.items()), *values)
        return seen

    def census(self) -> Counter[str]:
        """Count the cards in all fields that hold cards, and the dice."""
        designs = self.rules.cards
        held = (card for each in declared_fields(type(self)) if each.seen for card in _flat(getattr(self, each.name)))
        return Counter(designs[card].id for card in held if card != NO_CARD) + self.rules.dice


@cache
def declared_fields(state: type[SimpleState]) -> tuple[DeclaredField, ...]:
    """Return the fields that a designer's state declares, in order."""
    hints = get_type_hints(state, include_extras=True)
    return tuple(_declared(each.name, hints[each.name]) for each in fields(state) if each.name not in BASE_FIELDS)


def _declared(name: str, hint: Any) -> DeclaredField:
    seen, depth, is_seat, shown, rolled = None, 0, False, ZoneHint(), None
    while True:
        if get_origin(hint) is Annotated:
            hint, *notes = get_args(hint)
            seen = next((note for note in notes if isinstance(note, Seen)), seen)
            is_seat = is_seat or NumberKind.SEAT in notes
            shown = next((note for note in notes if isinstance(note, ZoneHint)), shown)
            rolled = next((note for note in notes if isinstance(note, Rolled)), rolled)
        elif get_origin(hint) is list:
            [hint] = get_args(hint)
            depth += 1
        else:
            break
    if hint not in (int, bool, str) or depth > 2:
        message = "must be int, bool, str, Card, a list of these, Hands or Hidden"
        raise SpecError(Problem(Location(detail=f"field {name}"), message, found=str(hint), code="E1303"))
    return DeclaredField(name, seen, depth, hint, is_seat, shown.shape, shown.title, rolled)


BASE_FIELDS: Final = ("rules", "players", "options")
"""Fields that every state has."""


def _deep_copy(value: Any) -> Any:
    return [_deep_copy(each) for each in value] if isinstance(value, list) else value


def _flat(value: Any) -> Iterator[int]:
    if isinstance(value, list):
        for each in value:
            yield from _flat(each)
    else:
        yield value


def _visible_value(value: Any, each: DeclaredField, player: int) -> Any:
    """Return what a player sees of a field."""
    if each.seen is Seen.NOBODY or each.rolled is not None:
        return len(value)
    if each.seen is Seen.OWNER:
        return tuple(tuple(hand) if seat == player else len(hand) for seat, hand in enumerate(value))
    if isinstance(value, list):
        return tuple(_visible_value(item, each, player) for item in value)
    return value


@cache
def _observation_class(state: type[SimpleState]) -> Any:
    """Return the named tuple class for observations of a state."""
    return namedtuple(
        f"{state.__name__}View", ["viewer", *BASE_FIELDS[1:], *(each.name for each in declared_fields(state))]
    )


def _known_value(value: Any, each: DeclaredField) -> Any:
    """Return the known part of a field; hidden cards are dealt later."""
    if each.seen is Seen.NOBODY or each.rolled is not None:
        return []
    if each.seen is Seen.OWNER:
        return [list(hand) if isinstance(hand, tuple) else [] for hand in value]
    return _listed(value)


def _listed(value: Any) -> Any:
    return [_listed(item) for item in value] if isinstance(value, tuple) else value


class SimpleNotation(Notation[SimpleState]):
    """Text notation for states that declare their fields."""

    rules: SimpleRules

    @cached_property
    def fields(self) -> Sequence[Field[SimpleState]]:
        """The number of players, the options, and every declared field."""
        ids = [design.id for design in self.rules.cards]
        found = [
            Field[SimpleState]("players", NUMBER, lambda state: state.players),
            Field[SimpleState]("options", options_codec(self.rules), lambda state: state.options),
        ]
        return found + [
            Field(each.name, _codec(each, ids), _getter(each.name)) for each in declared_fields(self.rules.state)
        ]

    def complete(self, given: Mapping[str, Any], players: int) -> Mapping[str, Any]:
        """Fill in the other fields as after a deal, minus the cards named in words.

        All remaining cards go to the first hidden pile that is not given.
        """
        players = given.get("players", players)
        values = dict(super().complete(given, players))
        holders = [each for each in declared_fields(self.rules.state) if each.seen]
        piles = [each.name for each in holders if each.seen is Seen.NOBODY and each.name not in given]
        fresh: Any = self.rules.new(players, options=given.get("options"))
        rest = [card for each in holders for card in _flat(getattr(fresh, each.name)) if card != NO_CARD]
        names = [design.id for design in self.rules.cards]
        for each in holders:
            if each.name in given:
                remove_pieces(rest, (card for card in _flat(given[each.name]) if card != NO_CARD), names)
        for each in holders:
            if each.name not in (*given, *piles):
                values[each.name] = _remaining(values[each.name], rest)
        return values | {name: rest if name == piles[0] else [] for name in piles}

    def build(self, values: Mapping[str, Any]) -> SimpleState:
        """Build a position; raise ValueError if its cards are not exactly those in the box."""
        check_player_count(self.rules, values["players"])
        state = self.rules.state(rules=self.rules, **values)
        if state.census() != self.rules.manifest():
            raise ValueError("every piece in the box must appear exactly once")
        if not -1 <= state.current() < state.players:
            raise ValueError("the player to act does not exist")
        return state


def _remaining(value: Any, rest: list[int]) -> Any:
    """Return what is left of a field once other words have claimed some of its cards."""
    if isinstance(value, list):
        kept = [_remaining(each, rest) for each in value]
        return [each for each in kept if each != NO_CARD or NO_CARD in value]
    if value == NO_CARD or value not in rest:
        return NO_CARD
    rest.remove(value)
    return value


def _getter(name: str) -> Any:
    return lambda state: getattr(state, name)


TEXT: Final = Codec[str](str, str)


def _codec(each: DeclaredField, ids: Sequence[str]) -> Codec[Any]:
    """Return the codec for the values of a field."""
    if each.seen:
        codec: Any = optional_codec(name_codec(ids), NO_CARD) if each.depth == 0 else card_list_codec(ids)
        return per_player_codec(codec) if each.depth == 2 else codec
    codec = SEAT if each.is_seat else {int: NUMBER, bool: FLAG, str: TEXT}[each.type]
    if each.depth:
        codec = list_codec(codec)
    return per_player_codec(codec) if each.depth == 2 else codec


TO_ACT: Final = words("Au joueur {} de jouer.", "Player {} to play.")
GAME_OVER: Final = words("La partie est finie.", "The game is over.")
SCORES: Final = words("Points : {}", "Points: {}")
YOURS: Final = words("Tes points : {}", "Your points: {}")
ACTION: Final = words("action {}", "action {}")
SEAT_NAME: Final = words("joueur {}", "player {}")


class DefaultTable:
    """Plain text display: everything a player may know, one line per field, and actions by family."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def describe(self, state: State, action: int, lang: Lang) -> str:
        """Describe an action by the text of its family and its argument."""
        return describe_action(self.rules, action, lang)

    def show(self, state: State, player: int, lang: Lang, width: int = WIDTH) -> str:
        """Show the scene in words; without declared fields, whose turn it is, scores and what is observed.

        Other players' scores appear only after the game, because they may reveal hidden cards.
        """
        if isinstance(state, SimpleState):
            rules = state.rules
            cards = {card.id: rules.name(number, lang) for number, card in enumerate(rules.cards)}
            return show_scene(scene_of(state, player, lang), cards, player, lang, width)
        turn, scores = state.current(), state.scores()
        lines = [GAME_OVER[lang], SCORES[lang].format(" – ".join(map(str, scores)))]
        if turn != OVER:
            lines = [TO_ACT[lang].format(turn + 1), YOURS[lang].format(scores[player])]
        seen = state.observe(player)
        names = getattr(seen, "_fields", range(1, len(seen) + 1))
        for name, value in zip(names, seen, strict=True):
            lines += wrap(f"{name}: {value}", width, subsequent_indent="    ")
        return "\n".join(lines)


def describe_action(rules: Rules, action: int, lang: Lang) -> str:
    """Describe an action by the text of its family and its argument."""
    if isinstance(rules, SimpleRules):
        family, argument = rules.family(action)
        if family is not None:
            return family.says[lang].format(_describe_argument(rules, family, argument, lang))
    return ACTION[lang].format(action)


def _describe_argument(rules: SimpleRules, family: Family, argument: int, lang: Lang) -> str:
    """Return an action's argument in words."""
    match family.of:
        case Names.CARD:
            return rules.name(argument, lang)
        case Names.SEAT:
            return SEAT_NAME[lang].format(argument + 1)
        case Names.NUMBER:
            return str(argument)
        case _:
            return ""


class DefaultUsage(Usage[State]):
    """Counts action families and the pieces they name."""

    def uses(self, state: State, action: int) -> Iterable[str]:
        """Return the key of the action's family, and of its card if it names one."""
        rules = self.rules
        family, argument = rules.family(action) if isinstance(rules, SimpleRules) else (None, action)
        if family is None:
            return (f"action:{argument}",)
        if family.of is Names.CARD:
            return f"action:{family.name}", f"card:{rules.cards[argument].id}"
        return (f"action:{family.name}",)

    def things(self, options: Options | None) -> Mapping[str, Translations]:
        """Return the names of all families, and of all pieces if some family names pieces."""
        rules = self.rules
        if not isinstance(rules, SimpleRules):
            return {}
        families = rules.families.values()
        found: dict[str, Translations] = {
            f"action:{family.name}": Translated({lang: text.format("…").strip() for lang, text in family.says.items()})
            for family in families
        }
        if any(family.of is Names.CARD for family in families):
            for number, design in enumerate(rules.cards):
                found[f"card:{design.id}"] = Translated(
                    {lang: rules.name(number, lang) for lang in rules.spec.languages}
                )
        return found
