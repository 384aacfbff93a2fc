"""The `pnp tournament` command: bots play each other on the same deals, in all seatings."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.console import add_row, err, new_table, out, print_table, progress
from pnp.cli.parameters import LangName, command_with_options, language_for_game
from pnp.library.options import TournamentOptions
from pnp.terms import Lang
from pnp.words import Texts, with_decimal, with_percent

if TYPE_CHECKING:
    from pnp.sim.setup import Setup
    from pnp.sim.tournament import Bout, Standing

WORDS = Texts("tournament")


@command_with_options(TournamentOptions)
def tournament(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    *,
    options: TournamentOptions,
    as_json: Annotated[bool, typer.Option("--json", help="Print the standings and every game as JSON.")] = False,
    lang: LangName = None,
) -> None:
    """Play bots against each other in all seatings, and report how often each bot wins.

    With up to four players, all seatings of each deal are played; with more, every bot plays each seat once. If there
    are fewer bots than players, the last bot fills the remaining seats. The result does not depend on the number of
    processes. Ctrl-C shows the results so far.
    """
    import pnp
    from pnp.sim.tournament import as_document, seatings

    language = language_for_game(game, lang)
    words = WORDS[language]
    with progress(words["task"], unit=words["unit"]) as report:
        played = pnp.play_tournament.with_options(game, replace(options, progress=report))
    if played.stopped:
        ways = len(seatings(played.setup.bots))
        err.print(words["stopped"].format(done=len(played.bouts) // ways, deals=played.deals))
    if as_json:
        typer.echo(json.dumps(as_document(played.setup, played.bouts, played.deals), ensure_ascii=False, indent=1))
    elif played.bouts:
        _print_tables(played.setup, played.bouts, language)
    if played.stopped:
        raise typer.Exit(130)


def _print_tables(setup: Setup, played: list[Bout], lang: Lang) -> None:
    """Print the standings, overall and by seat."""
    from pnp.sim.tournament import MAX_PLAYERS_ALL_SEATINGS, bot_standing, seatings, standings

    words = WORDS[lang]
    ways = len(seatings(setup.bots))
    how = words["all" if setup.players <= MAX_PLAYERS_ALL_SEATINGS else "turns"]
    facts = {"game": setup.game, "players": setup.players, "seatings": ways, "games": len(played), "how": how}
    out.print(words["head"].format(deals=len(played) // ways, **facts))
    overall = standings(played)
    heads = [words[key] for key in ("games", "wins", "interval", "score", "margin", "decisions", "time")]
    made = new_table(words["bot"], *heads, numbers=tuple(heads))
    for each in overall:
        add_row(made, each.bot, *_cells(each, lang))
    print_table(made)
    made = new_table(words["seat"], words["bot"], *heads, numbers=(words["seat"], *heads))
    for seat in range(setup.players):
        for each in overall:
            if any(game.seating[seat] == each.bot for game in played):
                add_row(made, seat + 1, each.bot, *_cells(bot_standing(each.bot, played, seat), lang))
    out.print()
    print_table(made)
    out.print(words["fair"].format(share=_percent(1 / setup.players, lang)))
    if not setup.reproducible:
        out.print(words["clock"])


def _cells(found: Standing, lang: Lang) -> tuple[str, ...]:
    """Return the cells of a standing after the bot's name."""
    numbers = f"{found.score:.1f}", f"{found.margin:+.1f}", f"{found.decisions:.1f}", f"{found.seconds * 1000:.2f}"
    interval = f"{_percent(found.low, lang)} – {_percent(found.high, lang)}"
    return (str(found.games), _percent(found.wins, lang), interval, *(with_decimal(number, lang) for number in numbers))


def _percent(share: float, lang: Lang) -> str:
    return with_percent(with_decimal(f"{100 * share:.1f}", lang), lang)
