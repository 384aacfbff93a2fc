"""Positions of CotCotCollec' as text.

A collection is written as its cards from the first on: `ring*3+joker+doubler`. The fox is written as the player and
motif it is on, `2:ring`, or 0 while it waits beside the deck. The market is written slot by slot, with an empty slot as
nothing, and the deck from its top.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, Final

from pnp.games.cotcotcollec.rules import (
    DEALT,
    DOUBLERS,
    FOX_MOVES,
    GAP,
    LAST,
    MARKET,
    NOBODY,
    PLAIN_COST,
    POINTS,
    SCORINGS,
    STAY,
    CotcotcollecRules,
    CotcotcollecState,
)
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
    optional_codec,
    options_codec,
    per_player_codec,
    remove_pieces,
)

Collection = tuple[int, int, int, bool]
"""Motif, objects, jokers, and whether it is closed."""


def _turn_is_right(state: CotcotcollecState) -> bool:
    return 0 <= state.seat < state.players and 0 <= state.points <= POINTS and 0 <= state.moved <= FOX_MOVES


def _market_is_full(state: CotcotcollecState) -> bool:
    return len(state.market) == MARKET and (state.roosters >= LAST or GAP not in state.market)


def _specials_in_place(state: CotcotcollecState) -> bool:
    doubler, rooster = state.rules.doubler, state.rules.rooster
    return doubler not in state.deck and doubler not in state.market and rooster not in state.market


def _doublers_are_known(state: CotcotcollecState) -> bool:
    doublers = slice(state.rules.doubler, None, state.rules.row)
    return state.hands[doublers] == state.known[doublers]


def _fox_in_place(state: CotcotcollecState) -> bool:
    """Return whether the fox waits until it enters, and is on a collection from then on."""
    entered = any(state.owned) if state.options["fox_entry"] == "first" else all(state.owned)
    if not entered:
        return state.fox_seat == NOBODY
    return 0 <= state.fox_seat < state.players and bool(state.owned[state.fox_seat] >> state.fox_motif & 1)


def _pad_is_full(state: CotcotcollecState) -> bool:
    return len(state.pad) == state.players * sum(state.roosters >= rooster for rooster in SCORINGS)


def _turns_used_cards(state: CotcotcollecState) -> bool:
    laid = sum(state.chests) + sum(state.length)
    return 0 <= state.turn <= 2 * laid + sum(state.hands) + state.roosters


def _has_a_decision(state: CotcotcollecState) -> bool:
    if state.roosters >= LAST:
        return True
    if state.points < PLAIN_COST and (state.fox_seat != state.seat or state.legal() == [STAY]):
        return False
    return bool(state.legal())


CHECKS: Final[Sequence[Must[CotcotcollecState]]] = (
    Must(
        _turn_is_right,
        f"must have a seat at the table, 0 to {POINTS} points, and 0 to {FOX_MOVES} moves of the fox",
    ),
    Must(
        lambda state: state.roosters >= 0 and state.census() == state.rules.manifest(),
        "must have every card and piece of the box once",
    ),
    Must(_market_is_full, f"must have {MARKET} cards in the market before the end"),
    Must(_specials_in_place, "must have its doublers with the players, and no rooster in the market"),
    Must(lambda state: min(state.empty) >= 0, "must have a chest under each collection"),
    Must(lambda state: all(map(int.__le__, state.known, state.hands)), "must have every known card in a hand"),
    Must(_doublers_are_known, "must list the doublers in hands as known"),
    Must(_fox_in_place, "must have the fox on a collection once it is in play"),
    Must(_pad_is_full, "must have points for each player in each scoring so far"),
    Must(_turns_used_cards, "must have at most as many turns as cards used"),
    Must(_has_a_decision, "must have something for the player to decide"),
)


class CotcotcollecNotation(Notation[CotcotcollecState]):
    """Text notation: options, the turn, the fox, roosters and pad, market and deck, then each player."""

    rules: CotcotcollecRules
    checks = CHECKS

    @cached_property
    def fields(self) -> Sequence[Field[CotcotcollecState]]:
        """The words of a position."""
        row = self.rules.row
        ids = [design.id for design in self.rules.designs]
        held = per_player_codec(card_counts_codec(ids[:row]))

        def rows(cells: list[int]) -> list[list[int]]:
            return [cells[first : first + row] for first in range(0, len(cells), row)]

        return (
            Field("options", options_codec(self.rules), lambda state: state.options),
            Field("turn", NUMBER, lambda state: state.turn),
            Field("seat", SEAT, lambda state: state.seat),
            Field("points", NUMBER, lambda state: state.points),
            Field("moved", NUMBER, lambda state: state.moved),
            Field("fox", _fox(ids[: self.rules.motifs]), lambda state: (state.fox_seat, state.fox_motif)),
            Field("roosters", NUMBER, lambda state: state.roosters),
            Field("pad", per_player_codec(list_codec(NUMBER)), _pads),
            Field("market", list_codec(optional_codec(name_codec(ids), GAP)), lambda state: state.market),
            Field("deck", card_list_codec(ids), lambda state: state.deck[state.top :]),
            Field("hands", held, lambda state: rows(state.hands)),
            Field("known", held, lambda state: rows(state.known)),
            Field("chests", held, lambda state: rows(state.chests)),
            Field("collections", per_player_codec(list_codec(_collection(self.rules, ids))), _collections),
        )

    def build(self, values: Mapping[str, Any]) -> CotcotcollecState:
        """Build the position; raise ValueError if the number of players is inconsistent."""
        collections: list[list[Collection]] = values["collections"]
        players = check_player_count(self.rules, len(collections))
        if any(len(values[name]) != players for name in ("pad", "hands", "known", "chests")):
            raise ValueError("pad, hands, known and chests must have one part per player")
        state = CotcotcollecState(self.rules, players, values["options"])
        state.turn, state.seat, state.points = values["turn"], values["seat"], values["points"]
        state.moved, state.roosters = values["moved"], values["roosters"]
        state.fox_seat, state.fox_motif = values["fox"]
        state.pad = [points for scoring in zip(*values["pad"], strict=True) for points in scoring]
        state.market, state.deck = values["market"], values["deck"]
        state.hands, state.known, state.chests = (
            [count for own in values[name] for count in own] for name in ("hands", "known", "chests")
        )
        for seat, rows in enumerate(collections):
            for motif, objects, jokers, closed in rows:
                cell = seat * self.rules.row + motif
                state.owned[seat] |= 1 << motif
                state.open[seat] |= 0 if closed else 1 << motif
                state.length[cell], state.jokers[cell] = objects + jokers, jokers
            state.empty[seat] = sum(values["chests"][seat]) - len(rows)
        state.update_hand_masks()
        state.update_market_mask()
        return state

    def complete(self, given: Mapping[str, Any], players: int) -> Mapping[str, Any]:
        """Fill chests, market, hands and deck with the cards not named; put the fox on the first collection."""
        rules, row = self.rules, self.rules.row
        names = [design.id for design in rules.designs]
        said_collections: list[list[Collection]] = given.get("collections", [[] for _ in range(players)])
        collections = [sorted(own, key=lambda collection: names[collection[0]]) for own in said_collections]
        players = len(collections)
        pile = [card for card, count in enumerate(rules.counts) for _ in range(count) if card != rules.doubler]
        for motif, objects, jokers, _ in (each for own in collections for each in own):
            remove_pieces(pile, [motif] * objects + [rules.joker] * jokers, names)
        named = [*given.get("market", ()), *given.get("deck", ()), *[rules.rooster] * given.get("roosters", 0)]
        for own in (*given.get("hands", ()), *given.get("chests", ())):
            named += [card for card, count in enumerate(own) for _ in range(count)]
        remove_pieces(pile, [card for card in named if card not in (GAP, rules.doubler)], names)
        Random(0).shuffle(pile)  # noqa: S311 (cards, not secrets)
        hidden = [card for card in pile if card < rules.doubler]  # chests, market and hands hold no roosters
        closed = [sum(each[-1] for each in own) for own in collections]

        def dealt(count: int, doublers: int = 0) -> list[int]:
            held = [hidden.pop() for _ in range(count)]
            remove_pieces(pile, held, names)
            return [held.count(card) for card in range(row - 1)] + [doublers]

        chests = given.get("chests") or [dealt(len(own)) for own in collections]
        laid = [own[rules.doubler] + used for own, used in zip(chests, closed, strict=True)]
        hands = given.get("hands") or [dealt(DEALT, max(0, DOUBLERS - used)) for used in laid]
        market = given.get("market") or [card for card, count in enumerate(dealt(MARKET)) for _ in range(count)]
        foxes = [(seat, own[0][0]) for seat, own in enumerate(collections) if own]
        values = {
            "options": rules.defaults(), "turn": 0, "seat": 0, "points": POINTS, "moved": 0, "roosters": 0,
            "fox": foxes[0] if foxes else (NOBODY, NOBODY), "pad": [[] for _ in range(players)], "market": market,
            "hands": hands, "known": [[0] * (row - 1) + own[-1:] for own in hands], "chests": chests,
            **given,
        }  # fmt: skip
        return values | {"collections": collections, "deck": [*given.get("deck", ()), *pile]}


def _fox(motifs: Sequence[str]) -> Codec[tuple[int, int]]:
    """Return the codec for the fox: player and motif of its collection, or nobody."""
    motif = name_codec(motifs)

    def write(place: tuple[int, int]) -> str:
        seat, number = place
        return SEAT.encode(seat) if seat == NOBODY else f"{SEAT.encode(seat)}:{motif.encode(number)}"

    def read(text: str) -> tuple[int, int]:
        seat, _, name = text.partition(":")
        return (NOBODY, NOBODY) if text == SEAT.encode(NOBODY) else (SEAT.decode(seat), motif.decode(name))

    return Codec(write, read)


def _collection(rules: CotcotcollecRules, ids: Sequence[str]) -> Codec[Collection]:
    """Return the codec for a collection: objects, then jokers, then the doubler that closes it."""
    codec = card_list_codec(ids)

    def write(collection: Collection) -> str:
        motif, objects, jokers, closed = collection
        laid = [motif] * objects + [rules.joker] * jokers + [rules.doubler] * closed
        return codec.encode(laid).replace(",", "+")

    def read(text: str) -> Collection:
        laid = codec.decode(text.replace("+", ","))
        if not laid or laid[0] >= rules.motifs:
            raise ValueError("a collection must begin with an object")
        return laid[0], laid.count(laid[0]), laid.count(rules.joker), rules.doubler in laid

    return Codec(write, read)


def _pads(state: CotcotcollecState) -> list[list[int]]:
    return [state.pad[seat :: state.players] for seat in range(state.players)]


def _collections(state: CotcotcollecState) -> list[list[Collection]]:
    """Return each player's collections, sorted by id so that row order does not matter."""
    designs = state.rules.designs
    return [
        sorted(state.collections(seat), key=lambda collection: designs[collection[0]].id)
        for seat in range(state.players)
    ]
