"""Positions as text: words like `hands=ring*2,fox/hat`, one for each field that a game declares.

A field has a name, a function that reads its value from a position, and a codec that converts the value to and from
text. Cards are written by id, so positions stay valid when the rows of a table are reordered. A decoded position must
be consistent: each game lists its conditions, each with an error message.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar, Final, Generic, TypeVar

from pnp.errors import Location, Problem, SpecError, quote_value
from pnp.play.core import Rules, State, describe_player_count

S = TypeVar("S", bound=State)
T = TypeVar("T")
MAX_LENGTH: Final = 200_000
"""Maximum length of a position, in characters."""
MAX_CARDS: Final = 100_000
"""Maximum number of cards in one pile."""
INCONSISTENT: Final = "does not add up"
DECODE_ERRORS: Final = (ValueError, KeyError, IndexError, TypeError, OverflowError, AssertionError)
"""Exceptions that reading an invalid position may raise."""


@dataclass(frozen=True)
class Codec(Generic[T]):
    """Conversion of a value to and from text; `decode` raises ValueError for invalid text."""

    encode: Callable[[T], str]
    decode: Callable[[str], T]


@dataclass(frozen=True)
class Field(Generic[S]):
    """One word of a position."""

    name: str
    codec: Codec[Any]
    value: Callable[[S], Any]
    """Reads the field's value from a position."""


@dataclass(frozen=True)
class Must(Generic[S]):
    """A condition that every position must satisfy."""

    holds: Callable[[S], bool]
    message: str
    """The error message if it does not: "must contain every card in the box once"."""


class Notation(ABC, Generic[S]):
    """Text notation for the positions of a game."""

    checks: ClassVar[Sequence[Must[Any]]] = ()
    """Conditions, checked in order, so each may rely on the ones before it."""

    @property
    @abstractmethod
    def fields(self) -> Sequence[Field[S]]:
        """The words of a position, in order."""

    @abstractmethod
    def build(self, values: Mapping[str, Any]) -> S:
        """Build the position from values by field name.

        Raise ValueError, KeyError or IndexError if they do not make a position.
        """

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def encode(self, state: S) -> str:
        """Return the complete position as text."""
        return " ".join(f"{field.name}={field.codec.encode(field.value(state))}" for field in self.fields)

    def decode(self, text: str) -> S:
        """Parse the output of `encode`; raise SpecError if the text is invalid or pieces are missing."""
        pairs = [word.partition("=")[::2] for word in text[:MAX_LENGTH].split(" ")]
        names = [field.name for field in self.fields]
        if [name for name, _ in pairs] != names or len(text) > MAX_LENGTH:
            raise self._error(text, f"must have the form {' '.join(f'{name}=…' for name in names)}")
        words = dict(pairs)
        values = {}
        for field in self.fields:
            word = words[field.name]
            try:
                values[field.name] = field.codec.decode(word)
                written = field.codec.encode(values[field.name])
            except DECODE_ERRORS as error:
                raise self._decode_error(field.name, word, error) from None
            if written != word:
                raise self._error(f"{field.name}={word}", f"must be written {field.name}={written}")
        try:
            state = self.build(values)
            broken = next((check.message for check in self.checks if not check.holds(state)), "")
            again = "" if broken else self.encode(state)
        except DECODE_ERRORS as error:
            raise self._error(text, INCONSISTENT, str(error)) from None
        if broken:
            raise self._error(text, broken)
        if again != text:
            odd = next(new for new, old in zip(again.split(" "), text.split(" "), strict=True) if new != old)
            raise self._error(f"{odd.partition('=')[0]}={words[odd.partition('=')[0]]}", f"must be written {odd}")
        return state

    def sketch(self, text: str, players: int) -> S:
        """Build a position from words that give only the fields that matter, in any order.

        The other fields are filled in by `complete`, and the result must satisfy all conditions of a complete position.
        Raise SpecError if it does not.
        """
        known_fields = {field.name: field for field in self.fields}
        given: dict[str, Any] = {}
        for word in text[:MAX_LENGTH].split():
            name, equals, value = word.partition("=")
            if name not in known_fields or not equals or name in given:
                message = f"must be one of {' '.join(f'{each}=…' for each in known_fields)}, each at most once"
                raise self._error(word, message)
            try:
                given[name] = known_fields[name].codec.decode(value)
            except DECODE_ERRORS as error:
                raise self._decode_error(name, value, error) from None
        try:
            values = self.complete(given, players)
            whole = " ".join(f"{name}={field.codec.encode(values[name])}" for name, field in known_fields.items())
        except DECODE_ERRORS as error:
            raise self._error(text, INCONSISTENT, str(error)) from None
        return self.decode(whole)

    def complete(self, given: Mapping[str, Any], players: int) -> Mapping[str, Any]:
        """Return the values of all fields, given some of them; by default the rest is as after a deal.

        A game overrides this to take the named pieces out of the draw pile, which then holds everything not named
        elsewhere.
        """
        fresh: Any = self.rules.new(players, options=given.get("options"))
        return {field.name: field.value(fresh) for field in self.fields} | dict(given)

    def _decode_error(self, name: str, word: str, error: Exception) -> SpecError:
        return self._error(f"{name}={word}", f"{name} cannot be read", str(error))

    def _error(self, text: str, message: str, found: str = "") -> SpecError:
        """Return the error for a position, or for one word of it."""
        where = Location(game=self.rules.id, detail=f"position {quote_value(text)}")
        return SpecError(Problem(where, message, found=found, code="E0902"))


def remove_pieces(pile: list[int], pieces: Iterable[int], names: Sequence[str]) -> None:
    """Remove pieces from a pile; raise ValueError, naming the piece, if there are too few."""
    for piece in pieces:
        if piece not in pile:
            raise ValueError(f"no {names[piece]} is left")
        pile.remove(piece)


def _read_number(text: str) -> int:
    if not text.removeprefix("-").isdigit() or not text.isascii() or len(text) > 9:
        raise ValueError(f"{quote_value(text)} is not a whole number")
    return int(text)


NUMBER: Final = Codec[int](str, _read_number)
FLAG: Final = Codec[bool](lambda on: "1" if on else "0", lambda text: bool(("0", "1").index(text)))


def offset_codec(codec: Codec[int], by: int) -> Codec[int]:
    """Return a codec for numbers that people count from a different start: seats from 1, with 0 for nobody."""
    return Codec(lambda number: codec.encode(number + by), lambda text: codec.decode(text) - by)


SEAT: Final = offset_codec(NUMBER, 1)
"""Codec for a player, counted from 1; 0 is nobody."""


def name_codec(names: Sequence[str]) -> Codec[int]:
    """Return a codec for an index into a list of names, written as the name."""

    def read(text: str) -> int:
        if text not in names:
            raise ValueError(f"{quote_value(text)} is unknown; known: {', '.join(names)}")
        return names.index(text)

    return Codec(lambda number: names[number], read)


def list_codec(codec: Codec[T], separator: str = ",") -> Codec[list[T]]:
    """Return a codec for a list of values; an empty list is written as an empty string."""
    return Codec(
        lambda values: separator.join(map(codec.encode, values)),
        lambda text: [codec.decode(part) for part in text.split(separator)] if text else [],
    )


def per_player_codec(codec: Codec[T]) -> Codec[list[T]]:
    """Return a codec for a list with one value per player."""
    return Codec(
        lambda values: "/".join(map(codec.encode, values)),
        lambda text: [codec.decode(part) for part in text.split("/")],
    )


def optional_codec(codec: Codec[int], nothing: int) -> Codec[int]:
    """Return a codec for an optional value; `nothing` is written as an empty string."""
    return Codec(
        lambda value: "" if value == nothing else codec.encode(value),
        lambda text: codec.decode(text) if text else nothing,
    )


def card_list_codec(ids: Sequence[str]) -> Codec[list[int]]:
    """Return a codec for an ordered list of cards, written by id, with repeats as `ring*3`."""
    card = name_codec(ids)

    def write(numbers: list[int]) -> str:
        runs = [(card.encode(number), len(list(same))) for number, same in groupby(numbers)]
        return ",".join(f"{name}*{count}" if count > 1 else name for name, count in runs)

    def read(text: str) -> list[int]:
        found: list[int] = []
        for part in text.split(",") if text else []:
            name, _, count = part.partition("*")
            copies = _read_number(count or "1")
            if copies < 1 or len(found) + copies > MAX_CARDS:
                raise ValueError(f"the number of cards must be from 1 to {MAX_CARDS}")
            found += [card.decode(name)] * copies
        return found

    return Codec(write, read)


def card_counts_codec(ids: Sequence[str]) -> Codec[list[int]]:
    """Return a codec for the number of copies of each card, sorted by id so that row order does not matter."""
    codec = card_list_codec(ids)
    in_order = sorted(range(len(ids)), key=ids.__getitem__)

    def read(text: str) -> list[int]:
        found = codec.decode(text)
        return [found.count(card) for card in range(len(ids))]

    return Codec(lambda counts: codec.encode([card for card in in_order for _ in range(counts[card])]), read)


def options_codec(rules: Rules) -> Codec[dict[str, str]]:
    """Return a codec for options, written as `fox_entry:last` where they differ from their defaults."""
    known = type(rules).options

    def write(chosen: Mapping[str, str]) -> str:
        usual = rules.defaults()
        return ",".join(f"{name}:{value}" for name, value in chosen.items() if value != usual[name])

    def read(text: str) -> dict[str, str]:
        chosen = rules.defaults()
        for part in text.split(",") if text else []:
            name, _, value = part.partition(":")
            if name not in known or value not in known[name].choices:
                raise ValueError(f"{quote_value(part)} is not a known option and value")
            chosen[name] = value
        return chosen

    return Codec(write, read)


def check_player_count(rules: Rules, found: int) -> int:
    """Return the number of players; raise ValueError if the game is not for that many."""
    fewest, most = rules.spec.players
    if not fewest <= found <= most:
        raise ValueError(f"the game is for {describe_player_count(rules.spec)}, not {found}")
    return found
