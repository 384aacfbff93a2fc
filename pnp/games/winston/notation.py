"""Positions of Winston as text.

A card is written as its kind and part, `sailor-head`; a dog as its kind and number of bodies, with a `*` if it has a
head: `sailor.3*`. The deck is written from the top down; the publicly known cards at its bottom are a separate word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar
from urllib.parse import quote

from pnp.games.winston.options import OPTIONS
from pnp.games.winston.rules import COMPLETE, HAND, SWAPS, WinstonRules, WinstonState
from pnp.play.core import OVER
from pnp.play.notation import (
    NUMBER,
    SEAT,
    Codec,
    Field,
    Must,
    Notation,
    card_counts_codec,
    card_list_codec,
    check_player_count,
    list_codec,
    name_codec,
    options_codec,
    per_player_codec,
    remove_pieces,
)

Dog = tuple[int, int, bool]
"""Kind, number of bodies, and whether it has a head."""


class WinstonNotation(Notation[WinstonState]):
    """Text notation: options, hands and known cards, the table, the deck, dogs picked up, the turn."""

    rules: WinstonRules
    checks: ClassVar[Sequence[Must[WinstonState]]] = (
        Must(lambda state: state.census() == state.rules.manifest(), "must have every card of the box once"),
        Must(
            lambda state: max(state.held) <= HAND and all(map(int.__le__, state.known, state.hands)),
            f"must have hands of at most {HAND} cards, which include the known ones",
        ),
        Must(
            lambda state: not state.complete or (state.played > 0 and state.turn != OVER),
            "must have no complete dog on the table before a card is played",
        ),
        Must(
            lambda state: OVER <= state.turn < state.players and 0 <= state.idle <= state.players + len(state.deck),
            "must have a valid turn, and at most as many idle turns as players plus cards in the deck",
        ),
        Must(lambda state: 0 <= state.played <= HAND, f"must have from 0 to {HAND} cards played"),
        Must(lambda state: 0 <= state.swapped <= SWAPS, f"must have from 0 to {SWAPS} cards swapped"),
        Must(lambda state: state.turn == OVER or bool(state.legal()), "must have a player who can act"),
    )

    @cached_property
    def kinds(self) -> list[str]:
        """Kinds in URL encoding, since those of a designer's deck may contain spaces or commas."""
        return [quote(kind, safe="") for kind in self.rules.kind_ids]

    @cached_property
    def fields(self) -> Sequence[Field[WinstonState]]:
        """The words of a position."""
        ids = [f"{kind}-{part}" for part in ("head", "body") for kind in self.kinds]
        types = len(ids)
        dog = _dog(self.kinds)

        def rows(counts: list[int]) -> list[list[int]]:
            return [counts[first : first + types] for first in range(0, len(counts), types)]

        return (
            Field("options", options_codec(self.rules), lambda state: _named(state.flags)),
            Field("hands", per_player_codec(card_counts_codec(ids)), lambda state: rows(state.hands)),
            Field("known", per_player_codec(card_counts_codec(ids)), lambda state: rows(state.known)),
            Field("table", list_codec(dog), _on_table),
            Field("deck", card_list_codec(ids), lambda state: state.deck[state.seen :][::-1]),
            Field("bottom", card_list_codec(ids), lambda state: state.deck[: state.seen][::-1]),
            Field("dogs", list_codec(_owned(dog)), _picked_up),
            Field("turn", SEAT, lambda state: state.turn),
            Field("played", NUMBER, lambda state: state.played),
            Field("swapped", NUMBER, lambda state: state.swapped),
            Field("idle", NUMBER, lambda state: state.idle),
        )

    def build(self, values: Mapping[str, Any]) -> WinstonState:
        """Build the position; raise ValueError if it is inconsistent."""
        hands, known = values["hands"], values["known"]
        players = check_player_count(self.rules, len(hands))
        if len(known) != players:
            raise ValueError(f"there are {players} hands, but known cards for {len(known)}")
        longest = len(self.rules.points_of) - 1
        deck = [*values["deck"], *values["bottom"]][::-1]
        state = self.rules.lay(players, tuple(values["options"][name] == "yes" for name in OPTIONS), deck)
        headed, lengths = 0, [0] * self.rules.kinds
        for kind, bodies, head in values["table"]:
            if lengths[kind] or headed >> kind & 1:
                raise ValueError("two dogs of a kind are on the table")
            if not 0 <= bodies <= longest:
                raise ValueError(f"a dog of {bodies} bodies is on the table")
            headed |= head << kind
            lengths[kind] = bodies
        dogs: list[int] = []
        for owner, (kind, bodies, head) in values["dogs"]:
            if not head or not COMPLETE <= bodies <= longest or not 0 <= owner < players:
                raise ValueError("a picked-up dog is incomplete, too long or without a valid owner")
            dogs += [owner, kind, bodies]
        held = [[card for card, count in enumerate(hand) for _ in range(count)] for hand in hands]
        self.rules.place(state, held, headed, lengths, dogs)
        state.known = [count for row in known for count in row]
        state.seen = len(values["bottom"])
        state.turn, state.played = values["turn"], values["played"]
        state.swapped, state.idle = values["swapped"], values["idle"]
        return state

    def complete(self, given: Mapping[str, Any], players: int) -> Mapping[str, Any]:
        """Deal hands from the cards not named, and put the rest in the deck; player 1 is to act."""
        types = 2 * self.rules.kinds
        names = [f"{kind}-{part}" for part in ("head", "body") for kind in self.kinds]
        pile = [card for card, copies in enumerate(self.rules.copies) for _ in copies]
        for hand in given.get("hands", ()):
            remove_pieces(pile, (card for card, count in enumerate(hand) for _ in range(count)), names)
        for kind, bodies, head in (*given.get("table", ()), *(dog for _, dog in given.get("dogs", ()))):
            remove_pieces(pile, [kind] * head + [self.rules.kinds + kind] * bodies, names)
        remove_pieces(pile, (*given.get("bottom", ()), *given.get("deck", ())), names)
        Random(0).shuffle(pile)  # noqa: S311 (cards, not secrets)
        players = len(given["hands"]) if "hands" in given else players
        dealt = [[pile.pop() for _ in range(min(HAND, len(pile)))] for _ in range(0 if "hands" in given else players)]
        hands = [[hand.count(card) for card in range(types)] for hand in dealt]
        values: dict[str, Any] = {
            "table": [],
            "deck": [],
            "bottom": [],
            "dogs": [],
            "turn": 0,
            "played": 0,
            "swapped": 0,
            "idle": 0,
        }
        values |= {
            "options": self.rules.defaults(),
            "hands": hands,
            "known": [[0] * types for _ in range(players)],
            **given,
        }
        return values | {"deck": [*values["deck"], *pile]}


def _named(flags: Sequence[bool]) -> dict[str, str]:
    return {name: "yes" if on else "no" for name, on in zip(OPTIONS, flags, strict=True)}


def _dog(kinds: Sequence[str]) -> Codec[Dog]:
    """Return the codec for a dog: its kind, its bodies, and a star for its head."""
    kind = name_codec(kinds)

    def read(text: str) -> Dog:
        name, _, bodies = text.removesuffix("*").rpartition(".")
        return kind.decode(name), NUMBER.decode(bodies), text.endswith("*")

    return Codec(lambda dog: f"{kind.encode(dog[0])}.{dog[1]}{'*' if dog[2] else ''}", read)


def _owned(dog: Codec[Dog]) -> Codec[tuple[int, Dog]]:
    """Return the codec for a dog with its owner."""

    def read(text: str) -> tuple[int, Dog]:
        owner, _, owned = text.partition(":")
        return SEAT.decode(owner), dog.decode(owned)

    return Codec(lambda owned: f"{SEAT.encode(owned[0])}:{dog.encode(owned[1])}", read)


def _on_table(state: WinstonState) -> list[Dog]:
    """Return the dogs on the table, sorted by kind."""
    dogs = [(kind, bodies, bool(state.headed >> kind & 1)) for kind, bodies in enumerate(state.lengths)]
    return sorted((dog for dog in dogs if dog[1] or dog[2]), key=lambda dog: state.rules.kind_ids[dog[0]])


def _picked_up(state: WinstonState) -> list[tuple[int, Dog]]:
    dogs = state.dogs
    return [(dogs[place], (dogs[place + 1], dogs[place + 2], True)) for place in range(0, len(dogs), 3)]
