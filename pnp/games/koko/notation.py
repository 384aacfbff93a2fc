"""Positions of the garden game as text.

Words `name=value`: tiles by name as name@x,y/degrees with the start at 0,0 and y upwards, lawns as name.a and name.b, a
figure by the first lawn of its zone.
"""

from __future__ import annotations

from typing import Final

from pnp.errors import Problem, SpecError, quoted
from pnp.games.koko.garden import NONE, Plan, bits
from pnp.games.koko.rules import (
    KOKO,
    POINTS,
    RESERVE,
    ROLES,
    ROUNDS,
    STUNNED_POINTS,
    SWITCHES,
    TAKEN,
    KokoRules,
    KokoState,
)

NUMBERS: Final = ("points", "idle", "drew", "threw")
MARKS: Final = ("undies", "covered", "tables", "palms")
"""Sets of lawns: guests with undies, covered guests, tables with their bottle, palms with their coconut."""
COUNTS: Final = (
    "reserve", "taken", "covers",
    "bottles", "bottles_held", "bottles_gone", "coconuts", "coconuts_held", "coconuts_gone",
)  # fmt: skip
"""The counts of tokens off the garden, in the state's order."""
DEGREES: Final = ("0", "90", "180", "270")


def encode(state: KokoState) -> str:
    """The position in words."""
    names, plan = state.rules.names, state.rules.plan
    numbers = (state.points, state.idle, int(state.drew), int(state.threw))
    marks = (state.undies, state.covered, state.bottles, state.coconuts)
    words = {
        **dict(zip(SWITCHES, state.switches, strict=True)),
        "round": str(state.round + 1),
        "turn": ROLES[state.role],
        **dict(zip(NUMBERS, map(str, numbers), strict=True)),
        "drawn": names[state.drawn] if state.drawn != NONE else "",
        "garden": ";".join(f"{names[tile]}@{site(plan, at)}" for tile, at in enumerate(state.laid) if at != NONE),
        "koko": lawn_name(names, state.koko),
        "alfred": lawn_name(names, state.alfred),
        **{mark: ",".join(lawn_name(names, i) for i in bits(lawns)) for mark, lawns in zip(MARKS, marks, strict=True)},
        **dict(zip(COUNTS, map(str, state.counts), strict=True)),
        "scored": ",".join(map(str, state.scored)),
        "left": ",".join(map(str, state.left)),
        "pile": ",".join(names[tile] for tile in state.pile[state.top :]),
        "later": ",".join(names[tile] for tile in state.later),
    }
    return " ".join(f"{name}={value}" for name, value in words.items())


def decode(rules: KokoRules, text: str) -> KokoState:
    """The position that was written; SpecError for a text or a position that cannot be."""
    try:
        words = text.split()
        state = read(rules, dict(word.split("=", 1) for word in words))
    except (ValueError, IndexError, KeyError) as error:
        raise SpecError(Problem(f"{rules.id}: position", "one written by encode", quoted(error))) from None
    wrong = flaw(state)
    if wrong or len(words) != len(state.encode().split()):
        raise SpecError(Problem(f"{rules.id}: position", "one that can be", wrong or "more words"))
    return state


def read(rules: KokoRules, words: dict[str, str]) -> KokoState:
    """The position in these words; ValueError, IndexError or KeyError when they make none."""
    names = rules.names
    state = KokoState(rules, tuple(words[name] for name in SWITCHES))
    if any(value not in rules.options[name].choices for name, value in zip(SWITCHES, state.switches, strict=True)):
        raise ValueError(" ".join(state.switches))
    laid = [NONE] * len(names)
    for part in words["garden"].split(";"):
        name, _, at = part.partition("@")
        tile, spot = names.index(name), find_spot(rules.plan, at)
        if laid[tile] != NONE or any(other >> 2 == spot >> 2 for other in laid if other != NONE):
            raise ValueError(part)
        laid[tile] = spot
    if laid[rules.start] != rules.plan.centre << 2:
        raise ValueError(words["garden"])
    koko, alfred = find_lawn(names, words["koko"]), find_lawn(names, words["alfred"])
    if NONE in (laid[koko >> 1], laid[alfred >> 1]):
        raise ValueError(f"{words['koko']} {words['alfred']}")
    seen = (
        state.switches, int(words["round"]) - 1, ROLES.index(words["turn"]),
        (int(words["points"]), int(words["idle"]), *(("0", "1").index(words[name]) for name in NUMBERS[2:])),
        names.index(words["drawn"]) if words["drawn"] else NONE, laid, koko, alfred,
        [sum({1 << find_lawn(names, name) for name in words[mark].split(",") if name}) for mark in MARKS],
        [int(words[name]) for name in COUNTS],
        [int(part) for part in words["scored"].split(",")], [int(part) for part in words["left"].split(",")],
    )  # fmt: skip
    pile, later = ([names.index(name) for name in words[heap].split(",") if name] for heap in ("pile", "later"))
    state.later = tuple(later)
    rules.restore(state, seen, tuple(pile))
    return state


def flaw(state: KokoState) -> str:
    """What is impossible about a position, empty when nothing is."""
    rules, counts, running = state.rules, state.counts, state.round < ROUNDS
    laid = [tile for tile, spot in enumerate(state.laid) if spot != NONE]
    drawn = [state.drawn] if state.drawn != NONE else []
    playing = rules.in_play(state.switches)
    guests = sum(rules.guests[tile] for tile in laid)
    zones = {state.find(lawn) for lawn in bits(guests)}
    closed = sum(state.members[zone] for zone in zones if not state.openings[zone])
    tables, palms = (sum(1 << 2 * tile for tile in laid if rules.symbols[tile] == name) for name in ("table", "palm"))
    wrong = {
        "round": not 0 <= state.round <= ROUNDS,
        "points": not 0 <= state.points <= POINTS + STUNNED_POINTS * state.threw,
        "turn": running and not (state.points or drawn or (state.role == KOKO and state.can_throw())),
        "idle": not 0 <= state.idle <= state.patience or (state.idle == state.patience and not state.drew),
        "drawn": bool(drawn) and not state.drew,
        "tiles": sorted([*laid, *drawn, *state.pile]) != sorted([*playing, rules.start]),
        "pile": running and not (state.pile or drawn),
        "later": sorted(state.later) != (playing if state.round == 0 else []),
        "garden": not connected(state),
        "undies": bool(state.undies & state.covered or (state.undies | state.covered) & ~(guests & closed)),
        "tables": bool(state.bottles & ~tables or state.bottles & state.members[state.alfred]),
        "palms": bool(state.coconuts & ~palms),
        "taken": running and counts[TAKEN] == rules.stock[RESERVE],
        "counts": min(*counts, *state.scored, *state.left) < 0,
        "scored": not scored_well(state),
    }  # fmt: skip
    found = [name for name, is_wrong in wrong.items() if is_wrong]
    return ", ".join(found) or ("" if state.census() == rules.manifest() else "census")


def scored_well(state: KokoState) -> bool:
    """Whether what was noted can be: nothing of rounds to come, no more than all undies, at the end what lies there."""
    results = list(zip(state.scored, state.left, strict=False))
    if len(state.scored) != ROUNDS or len(state.left) != ROUNDS:
        return False
    if state.round == ROUNDS and results[-1] != (state.undies.bit_count(), state.counts[RESERVE]):
        return False
    undies = state.rules.stock[RESERVE]
    return all(sum(result) <= (undies if i < state.round else 0) for i, result in enumerate(results))


def connected(state: KokoState) -> bool:
    """Whether all laid tiles hang together by their sides."""
    plan = state.rules.plan
    reached, edge = {plan.centre}, [plan.centre]
    while edge:
        place = edge.pop()
        beside = [place + step for step in plan.steps if state.grid[place + step] and place + step not in reached]
        reached.update(beside)
        edge += beside
    return len(reached) == sum(spot != NONE for spot in state.laid)


def site(plan: Plan, spot: int) -> str:
    """A place and a turn in words: x,y/degrees."""
    x, y = plan.xy(spot >> 2)
    return f"{x},{y}/{DEGREES[spot & 3]}"


def find_spot(plan: Plan, site: str) -> int:
    """The spot of a site; ValueError for what is none on the grid."""
    at, _, degrees = site.partition("/")
    x, y = (int(part) for part in at.split(","))
    return plan.place(x, y) << 2 | DEGREES.index(degrees)


def lawn_name(names: list[str], lawn: int) -> str:
    """A lawn in words: the tile's name and a or b."""
    return f"{names[lawn >> 1]}.{'ab'[lawn & 1]}"


def find_lawn(names: list[str], name: str) -> int:
    """The lawn of this name; ValueError when there is none."""
    tile, _, half = name.rpartition(".")
    return 2 * names.index(tile) + ("a", "b").index(half)
