"""The `pnp play` command: play against bots in the terminal."""

from __future__ import annotations

from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.console import out
from pnp.cli.parameters import AllowCode, LangName, notice_untranslated, typer_option
from pnp.cli.table import USUAL_BOT, WebTable, play_in_browser
from pnp.errors import Location, Problem, SpecError
from pnp.library.options import PRESET, RULE_OPTIONS, parse_rule_options
from pnp.spec.texts import pick_language
from pnp.words import Texts

if TYPE_CHECKING:
    from pnp.play.record import Record

WORDS = Texts("play")


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game.")] = None,
    players: Annotated[int | None, typer.Option(help="Number of players, including you.")] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            help="Opponents, comma-separated: random, greedy, search, search:500 (iterations per move), search:0.5s.",
            show_default=USUAL_BOT,
        ),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Seed of a deal, to play it again.", show_default="random")] = None,
    option: Annotated[list[str] | None, typer_option(RULE_OPTIONS)] = None,
    preset: Annotated[str | None, typer_option(PRESET)] = None,
    resume: Annotated[Path | None, typer.Option(help="Resume a saved game.")] = None,
    lang: LangName = None,
    web: Annotated[bool, typer.Option("--web", help="Play in the browser.")] = False,
    seats: Annotated[
        int | None,
        typer.Option(min=1, max=99, help="With --web: number of people; prints a link for each, and one to watch."),
    ] = None,
    host: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="With --web: address to listen on; 0.0.0.0 lets your network in.",
            show_default="127.0.0.1, this computer alone",
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="With --web: port.", show_default="8617, or the next free one"),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="With --web: do not open a browser.")] = False,
    allow_code: AllowCode = False,
) -> None:
    """Play against bots; you are player 1. With --web, play in the browser, alone or with friends."""
    from pnp.cli.terminal_play import TerminalGame
    from pnp.library.games import open_record
    from pnp.library.playing import choose_options
    from pnp.play.core import check_seed
    from pnp.play.match import Match
    from pnp.play.record import Record

    table = WebTable(web, seats, host, port, no_open)
    table.check()
    if resume is not None:
        record, rules = open_record(resume, allow_code=allow_code)
        if not record.same_deck(rules):
            out.print(WORDS[record.lang]["deck"].format(file=resume), soft_wrap=True)
    elif game is None:
        raise SpecError(Problem(Location(detail="pnp play"), "needs a game, or --resume FILE", code="E1202"))
    else:
        from pnp import find_game

        rules = find_game(game, allow_code=allow_code)
        options = choose_options(rules, preset, parse_rule_options(option or [], "--option"))
        deals = 10**9 if seats is None else 10**30  # nobody can try them all to find the one that fits their hand
        dealt = check_seed(seed) if seed is not None else str(randbelow(deals))
        record = Record(
            game,
            players or max(2, seats or 0, rules.spec.players[0]),
            dealt,
            notice_untranslated(pick_language(lang, rules.spec.languages, game)),
            options,
        )
    file = resume if record.same_deck(rules) else None
    if web:
        play_in_browser(record, bots, table, file=file, lang=lang, allow_code=allow_code)
        return
    out.print(WORDS[record.lang]["seed"].format(seed=record.seed), soft_wrap=True)
    seat = _seat_players(record, bots)
    TerminalGame(Match(rules, record), seat, file).run()


def _seat_players(record: Record, bots: str | None) -> int:
    """Return the person's seat; put bots on all others, those of the record unless bots are named."""
    from pnp.play.bots import parse_bots
    from pnp.play.record import PERSON

    seat = record.seats.index(PERSON) if PERSON in record.seats else 0
    names = parse_bots(bots or USUAL_BOT)
    others = [names[min(number, len(names) - 1)] for number in range(record.players - 1)]
    seats = [*others[:seat], PERSON, *others[seat:]]
    if bots is None and PERSON in record.seats:
        seats = [seats[number] if name == PERSON else name for number, name in enumerate(record.seats)]
    record.seats = tuple(seats)
    return seat
