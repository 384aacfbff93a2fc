"""Positions of CotCotCollec' as text: words for the table, then after each ; the words of a player.

Cards are letters: from a on the motifs, * a joker, 2 a doubler, ! a rooster. A dash is nothing. Options that have their
default are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pnp.errors import Problem, SpecError, quoted

if TYPE_CHECKING:
    from pnp.games.cotcotcollec.rules import CotcotcollecRules, CotcotcollecState


def encode(state: CotcotcollecState) -> str:
    """The whole position: market slot by slot, deck from its top, hands, chests and collections by kind."""
    from pnp.games.cotcotcollec.rules import GAP, NOBODY  # the game imports this module

    rules = state.rules
    letters = _letters(rules)
    words = [f"{name}={value}" for name, value in state.options.items() if value != rules.options[name].choices[0]]
    words += [f"turn={state.turn}", f"seat={state.seat}", f"points={state.points}", f"moved={state.moved}"]
    words += [f"fox={state.fox_seat}{letters[state.fox_motif]}" if state.fox_seat != NOBODY else "fox=-"]
    words += [f"roosters={state.roosters}", f"pad={','.join(map(str, state.pad)) or '-'}"]
    words += [f"market={''.join(letters[card] if card != GAP else '-' for card in state.market)}"]
    words += [f"deck={''.join(letters[card] for card in state.deck[state.top :]) or '-'}"]
    for seat in range(state.players):
        words.append(";")
        for name, cards in ("hand", state.hands), ("known", state.known), ("chests", state.chests):
            own = cards[seat * rules.row : (seat + 1) * rules.row]
            words.append(f"{name}={''.join(letters[kind] * own[kind] for kind in range(rules.row)) or '-'}")
        rows = [letters[m] * objects + "*" * jokers + "2" * x2 for m, objects, jokers, x2 in state.collections(seat)]
        words.append(f"collections={','.join(rows) or '-'}")
    return " ".join(words)


def decode(rules: CotcotcollecRules, text: str) -> CotcotcollecState:
    """The position that was encoded; SpecError when it is not written that way or cannot be on a table."""
    try:
        state = _read(rules, text)
        wrong = _wrong(state)
        if not wrong and encode(state) != " ".join(text.split()):
            wrong = "the words in the order and form of encode()"
    except (ValueError, KeyError, IndexError):
        wrong = "a position as encode() writes it"
    if wrong:
        raise SpecError(Problem(f"{rules.id}: position", wrong, quoted(text)))
    return state


def _letters(rules: CotcotcollecRules) -> str:
    """The letter of every kind of card, in the order of the kinds."""
    return "abcdefghijklmnopqrstuvwxyz"[: rules.motifs] + "*2!"


def _read(rules: CotcotcollecRules, text: str) -> CotcotcollecState:
    """The words as a state, whether or not it makes sense."""
    from pnp.games.cotcotcollec.rules import GAP, CotcotcollecState  # the game imports this module

    letters = _letters(rules)
    table, *seats = [dict(word.split("=") for word in part.split()) for part in text.split(";")]
    fewest, most = rules.spec.players
    if not fewest <= len(seats) <= most:
        raise ValueError
    options = {name: table.get(name, option.choices[0]) for name, option in rules.options.items()}
    if any(value not in rules.options[name].choices for name, value in options.items()):
        raise ValueError
    state = CotcotcollecState(rules, len(seats), options)
    state.turn, state.seat, state.points = int(table["turn"]), int(table["seat"]), int(table["points"])
    state.moved, state.roosters = int(table["moved"]), int(table["roosters"])
    if table["fox"] != "-":
        state.fox_seat, state.fox_motif = int(table["fox"][:-1]), letters.index(table["fox"][-1])
    state.pad = [int(points) for points in table["pad"].split(",")] if table["pad"] != "-" else []
    state.market = [letters.index(letter) if letter != "-" else GAP for letter in table["market"]]
    state.deck = [letters.index(letter) for letter in table["deck"].strip("-")]
    for seat, words in enumerate(seats):
        _read_seat(state, seat, words)
    state.look_at_hands()
    return state


def _read_seat(state: CotcotcollecState, seat: int, words: Mapping[str, str]) -> None:
    """The hand, the chests and the collections of a player."""
    rules = state.rules
    letters = _letters(rules)
    row = seat * rules.row
    for name, cells in ("hand", state.hands), ("known", state.known), ("chests", state.chests):
        for letter in words[name].strip("-"):
            cells[row + letters.index(letter, 0, rules.row)] += 1
    for collection in words["collections"].strip("-").split(","):
        if collection:
            motif = letters.index(collection[0], 0, rules.motifs)
            state.owned[seat] |= 1 << motif
            state.open[seat] |= 0 if collection.endswith("2") else 1 << motif
            state.length[row + motif] = len(collection.removesuffix("2"))
            state.jokers[row + motif] = collection.count("*")
    state.empty[seat] = len(words["chests"].strip("-")) - state.owned[seat].bit_count()


def _wrong(state: CotcotcollecState) -> str:
    """What a position that was read should have and has not; nothing when it can be on a table."""
    from pnp.games.cotcotcollec.rules import GAP, LAST, MARKET, NOBODY, POINTS, SCORINGS, STAY

    if not (0 <= state.seat < state.players and 0 <= state.points <= POINTS and state.moved in (0, 1)):
        return f"a seat of the table, from 0 to {POINTS} points, the fox moved 0 or 1 times"
    rules = state.rules
    over = state.roosters >= LAST
    entered = any(state.owned) if state.options["fox_entry"] == "first" else all(state.owned)
    on_a_collection = 0 <= state.fox_seat < state.players and state.owned[state.fox_seat] >> state.fox_motif & 1
    hidden = {rules.doubler}.intersection(state.deck) or {rules.doubler, rules.rooster}.intersection(state.market)
    scorings = sum(state.roosters >= rooster for rooster in SCORINGS)
    laid = sum(state.chests) + sum(state.length)
    doublers = slice(rules.doubler, None, rules.row)
    checks = {
        "every card and piece of the box once": state.roosters >= 0 and state.census() == rules.manifest(),
        f"{MARKET} cards in the market before the end": len(state.market) == MARKET
        and (over or GAP not in state.market),
        "doublers with the players, no rooster in the market": not hidden,
        "a chest under each collection": min(state.empty) >= 0,
        "known cards in the hand": all(map(int.__le__, state.known, state.hands)),
        "doublers of hands known": state.hands[doublers] == state.known[doublers],
        "a fox on a collection once it is in play": bool(on_a_collection) if entered else state.fox_seat == NOBODY,
        "points for each player and scoring": len(state.pad) == scorings * state.players,
        "no more turns than cards used": 0 <= state.turn <= 2 * laid + sum(state.hands) + state.roosters,
    }
    wrong = [text for text, holds in checks.items() if not holds]
    if not wrong and not over:
        idle = not state.points and (state.fox_seat != state.seat or state.legal() == [STAY])
        return "something that the player can decide" if idle or not state.legal() else ""
    return "; ".join(wrong)
