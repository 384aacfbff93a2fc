"""The positions of Winston: written as text, read again, and dealt anew from what a player knows.

A text is ten words like `hands=Aab/Bc`. A kind is a letter, its head the capital; seats count from 1, and `turn=0` is
the end. The deck is written from the top, what everybody knows of its bottom after the bar.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from pnp.engine.core import OVER, Observation
from pnp.errors import Problem, SpecError, quoted

if TYPE_CHECKING:
    from pnp.engine.games.winston import WinstonRules, WinstonState

FORM: Final = {
    "options": r"[a-z_,]*",
    "hands": r"[A-Za-z/]*",
    "known": r"[A-Za-z/]*",
    "table": r"[A-Za-z,]*",
    "deck": r"[A-Za-z]*\|[A-Za-z]*",
    "dogs": r"([0-9]{1,2}[A-Z][a-z]+(,[0-9]{1,2}[A-Z][a-z]+)*)?",
    "turn": r"[0-9]{1,2}",
    "played": r"[0-9]{1,2}",
    "swapped": r"[01]",
    "idle": r"[0-9]{1,4}",
}
"""What a text says, in this order, and how."""


def encode(state: WinstonState) -> str:
    """The whole position as text."""
    rules = state.rules
    letters = rules.letters
    types = len(letters)
    hands, known = (
        "/".join(
            "".join(letters[card] * counts[seat * types + card] for card in range(types))
            for seat in range(state.players)
        )
        for counts in (state.hands, state.known)
    )
    table = [_dog(rules, kind, state.headed >> kind & 1, length) for kind, length in enumerate(state.lengths)]
    deck = "".join(letters[card] for card in reversed(state.deck))
    top = len(deck) - state.seen
    dogs = [
        f"{state.dogs[at] + 1}{_dog(rules, state.dogs[at + 1], 1, state.dogs[at + 2])}"
        for at in range(0, len(state.dogs), 3)
    ]
    values = (
        ",".join(name for name, on in zip(rules.options, state.flags, strict=True) if on),
        hands,
        known,
        ",".join(filter(None, table)),
        f"{deck[:top]}|{deck[top:]}",
        ",".join(dogs),
        *(state.turn + 1, state.played, state.swapped, state.idle),
    )
    return " ".join(f"{name}={value}" for name, value in zip(FORM, values, strict=True))


def decode(rules: WinstonRules, text: str) -> WinstonState:
    """The position that `encode` wrote; SpecError for anything else, cards that are missing included."""
    words = dict(word.partition("=")[::2] for word in text.split(" "))
    if list(words) != list(FORM) or text.count(" ") >= len(FORM):
        raise _wrong(" ".join(FORM), text)
    for name, form in FORM.items():
        if not re.fullmatch(form, words[name]):
            raise _wrong(f"{name}={form}", text)
    if any(sign.isalpha() and sign not in rules.letters for name in list(FORM)[1:6] for sign in words[name]):
        raise _wrong(f"kinds among {rules.letters}", text)
    chosen = list(filter(None, words["options"].split(",")))
    flags = tuple(name in chosen for name in rules.options)
    if sum(flags) != len(chosen):
        raise _wrong(f"options among {', '.join(rules.options)}", text)
    hands, known = ([_cards(rules, hand) for hand in words[name].split("/")] for name in ("hands", "known"))
    fewest, most = rules.spec.players
    if len(known) != len(hands) or not fewest <= len(hands) <= most:
        raise _wrong(f"hands and known cards of {fewest} to {most} players", text)
    state = rules.lay(len(hands), flags, _cards(rules, words["deck"].replace("|", ""))[::-1])
    headed, lengths = _table(rules, words["table"], text)
    rules.place(state, hands, headed, lengths, _dogs(rules, words["dogs"], len(hands), text))
    state.known = [cards.count(card) for cards in known for card in range(len(rules.letters))]
    state.seen = len(words["deck"].partition("|")[2])
    state.turn, state.played, state.swapped, state.idle = (int(words[name]) for name in list(FORM)[6:])
    state.turn -= 1
    _check(state, text)
    return state


def _check(state: WinstonState, text: str) -> None:
    """SpecError for cards that are lost or known where they are not, and for a turn that nobody can have."""
    from pnp.engine.games.winston import HAND  # here, for the game imports this module

    if state.census() != state.rules.manifest():
        raise _wrong("every card of the box once", text)
    if any(few > many for few, many in zip(state.known, state.hands, strict=True)) or max(state.held) > HAND:
        raise _wrong(f"hands of at most {HAND} cards that hold what is known of them", text)
    if state.complete and not (state.played and state.turn != OVER):
        raise _wrong("no complete dog before a card is played", text)
    if state.turn >= state.players or state.idle > state.players + len(state.deck):
        raise _wrong("a turn of a player, and fewer idle turns", text)
    if state.turn != OVER and not state.legal():
        raise _wrong("a player who can act", text)


def _cards(rules: WinstonRules, letters: str) -> list[int]:
    return [rules.letters.index(letter) for letter in letters]


def _dog(rules: WinstonRules, kind: int, head: int, length: int) -> str:
    """A dog in letters: the capital is its head."""
    return rules.letters[kind] * head + rules.letters[rules.kinds + kind] * length


def _table(rules: WinstonRules, word: str, text: str) -> tuple[int, list[int]]:
    """The mask of the heads and the bodies of each kind."""
    headed, lengths = 0, [0] * rules.kinds
    for dog in filter(None, word.split(",")):
        kind = rules.letters.index(dog[0]) % rules.kinds
        head = dog[0].isupper()
        if dog != _dog(rules, kind, head, len(dog) - head) or lengths[kind] or headed >> kind & 1:
            raise _wrong("one dog of a kind on the table, like Aaa", text)
        headed |= head << kind
        lengths[kind] = len(dog) - head
    return headed, lengths


def _dogs(rules: WinstonRules, word: str, players: int, text: str) -> list[int]:
    """Owner, kind and bodies of each dog."""
    from pnp.engine.games.winston import COMPLETE  # here, for the game imports this module

    dogs = []
    for owner, dog in re.findall(r"([0-9]+)([A-Za-z]+)", word):
        kind, length = rules.letters.index(dog[0]), len(dog) - 1
        fits = COMPLETE <= length < len(rules.size_of) and 0 < int(owner) <= players
        if dog != _dog(rules, kind, 1, length) or not fits:
            raise _wrong("complete dogs of one kind with their players, like 1Aaa", text)
        dogs += [int(owner) - 1, kind, length]
    return dogs


def _wrong(expected: str, text: str) -> SpecError:
    return SpecError(Problem("winston: position", expected, quoted(text)))


def imagine(rules: WinstonRules, observation: Observation, rng: Random) -> WinstonState:
    """A position with this observation.

    Beside what was shown, it keeps to what idle turns say of a hand: heads of kinds that have one on the table.
    """
    from pnp.engine.games.winston import ENOUGH  # here, for the game imports this module

    viewer, flags, own, held, known, headed, lengths, deck, bottom, dogs, turn, played, swapped, idle = observation
    types = 2 * rules.kinds
    hands = [_counted(known[seat * types : (seat + 1) * types]) for seat in range(len(held))]
    hands[viewer] = _counted(own)
    laid = rules.laid(headed, lengths, dogs)
    unseen = [len(copies) - count for copies, count in zip(rules.copies, laid, strict=True)]
    for card in (*bottom, *(card for hand in hands for card in hand)):
        unseen[card] -= 1
    pool = _counted(unseen)
    rng.shuffle(pool)
    for seat, hand in enumerate(hands):
        drawn = 1 if deck and not (flags[1] and seat != turn) else 0
        if seat != viewer and _was_stuck(seat, observation):
            stuck = held[seat] - drawn - sum(headed >> card & 1 for card in hand if card < rules.kinds)
            _deal(hand, [card for card in pool if card < rules.kinds and headed >> card & 1][: max(stuck, 0)], pool)
    if turn not in (viewer, OVER) and played < ENOUGH and (not deck or played or swapped):
        able = [card for card in range(types) if card >= rules.kinds or not headed >> card & 1]
        if not any(card in able for card in hands[turn]):
            _deal(hands[turn], [card for card in pool if card in able][:1], pool)
    for seat, hand in enumerate(hands):
        _deal(hand, pool[: held[seat] - len(hand)], pool)
    state = rules.lay(len(held), flags, [*bottom, *pool])
    rules.place(state, hands, headed, list(lengths), list(dogs))
    state.known = list(known)
    state.seen = len(bottom)
    state.turn, state.played, state.swapped, state.idle = turn, played, swapped, idle
    return state


def _was_stuck(seat: int, observation: Observation) -> bool:
    """Whether a player could play nothing when it was last his turn, and the table is still the same."""
    players, turn, played, swapped, idle = len(observation[3]), *observation[-4:]
    if turn == OVER or played:
        return bool(idle >= players)
    return bool(0 < (turn - seat) % players <= idle or (seat == turn and (swapped or idle >= players)))


def _counted(counts: Sequence[int]) -> list[int]:
    """The cards that are counted by type."""
    return [card for card, count in enumerate(counts) for _ in range(count)]


def _deal(hand: list[int], cards: list[int], pool: list[int]) -> None:
    """Move cards from the pool to a hand."""
    hand += cards
    for card in cards:
        pool.remove(card)
