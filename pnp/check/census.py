"""Deal every set-up of a game with its rules engine, and compare the pieces with the spec."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from pnp.check.report import Census, Deal, Difference, DifferenceKind, Failure, TableSetup
from pnp.errors import quote_value
from pnp.play.core import Rules
from pnp.play.registry import find_game_module
from pnp.project.folders import Project
from pnp.spec.model import Game
from pnp.worker.progress import Progress, silent

Engine = Callable[[Game], Rules]
"""Function that returns the rules of a game for its spec."""


def find_engine(project: Project, game_id: str) -> Engine | None:
    """Return the function that makes a game's rules; None for a game without rules.

    Raise SpecError if the rules may not run.
    """
    module = find_game_module(game_id, project)
    if module is None or module.rules is None:
        return None
    module.part("rules")  # code that may not run or cannot be imported is reported here, not as a failed deal
    return module.make_rules


def take_census(engine: Engine, game: Game, progress: Progress = silent) -> Census:
    """Return the pieces that the engine has in every set-up, and the differences from the spec."""
    try:
        rules = engine(game)
        decks = rules.decks()
        planned = all_setups(rules)
    except Exception as error:  # rules may fail in any way for a spec they were not written for
        return Census((), (), failures=(Failure((), _one_line(error)),))
    deals: list[Deal] = []
    failed: dict[str, list[TableSetup]] = {
        f"the spec has no deck {quote_value(name)}": [] for name in decks if name not in game.decks
    }
    for number, setup in enumerate(planned, 1):
        try:
            state = rules.new(setup.players, 0, setup.options)
            deals.append(Deal(setup, +state.census(), +state.spare()))
        except Exception as error:
            failed.setdefault(_one_line(error), []).append(setup)
        progress(number, len(planned))
    failures = [Failure(tuple(where), message) for message, where in failed.items()]
    return Census(decks, tuple(deals), tuple(_differences(deals, _expected(game, decks))), tuple(failures))


def all_setups(rules: Rules) -> list[TableSetup]:
    """Return the set-ups to deal, for every number of players: the defaults, each other option value, each preset."""
    fewest, most = rules.spec.players
    variants: list[tuple[dict[str, str], str]] = [({}, "")]
    for name, option in rules.options.items():
        variants += [({name: choice}, "") for choice in option.choices[1:]]
    variants += [(dict(options), name) for name, options in rules.presets.items()]
    return [TableSetup(players, options, preset) for players in range(fewest, most + 1) for options, preset in variants]


def _expected(game: Game, decks: tuple[str, ...]) -> Counter[str]:
    """Return the number of each piece in the decks that the engine uses, according to the spec."""
    counts: Counter[str] = Counter()
    for deck, design in game.designs():
        if deck.name in decks:
            counts[design.id] += design.count
    return counts


def _differences(deals: list[Deal], wanted: Counter[str]) -> list[Difference]:
    """Return each piece of which the engine has too many or too few, with the set-ups where it does."""
    found: dict[tuple[str, int, int, DifferenceKind], list[TableSetup]] = {}
    for deal in deals:
        for piece in wanted | deal.held:
            if deal.held[piece] != wanted[piece]:
                key = piece, wanted[piece], deal.held[piece], DifferenceKind.SPEC
                found.setdefault(key, []).append(deal.setup)
        for piece, count in deal.spare.items():
            if count > deal.held[piece]:
                found.setdefault((piece, deal.held[piece], count, DifferenceKind.SPARE), []).append(deal.setup)
    return [Difference(*key, tuple(where)) for key, where in found.items()]


def _one_line(error: Exception) -> str:
    """Return the message of an error on one line."""
    said = " ".join(str(error).split())
    return said if said and not isinstance(error, LookupError) else f"{type(error).__name__}: {said}"
