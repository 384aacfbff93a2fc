"""The `pnp stats` command: counts and odds of a game's decks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.console import add_row, err, new_table, out, print_table, progress, show_error
from pnp.cli.parameters import Games, LangName, notice_untranslated
from pnp.errors import PnpError, PressError, Problem, option_location
from pnp.library.places import locate_games
from pnp.project.folders import GameRef
from pnp.spec.texts import pick_language
from pnp.terms import Lang

if TYPE_CHECKING:
    from pnp.spec.model import Game
    from pnp.stats.counts import DeckCounts
    from pnp.stats.odds import Answer
    from pnp.stats.question import Question
    from pnp.stats.tables import Listing, StatsDocument


def stats(
    games: Games = None,
    folder: Annotated[
        Path | None,
        typer.Option("--out", help="Also write charts (SVG, PNG), stats.csv and stats.json to this folder."),
    ] = None,
    lang: LangName = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    odds: Annotated[
        list[str] | None,
        typer.Option(
            "--odds",
            metavar="QUESTION",
            help='Odds of a draw, such as "1+ kind=joker in 4 of cards", or of a roll, such as "9+ on 2". Repeatable.',
        ),
    ] = None,
) -> None:
    """Count what is in the decks, draw charts, and calculate the odds of draws."""
    from pnp.stats.question import parse_question
    from pnp.stats.tables import as_json as written

    questions = [parse_question(text) for text in odds or []]
    if folder is not None and folder.exists() and not folder.is_dir():
        raise PressError(
            Problem(option_location("--out"), "must be a folder", found=f"the file {folder}", code="E0102")
        )
    data: list[StatsDocument] = []
    failed = False
    for game in locate_games(*games or []):
        try:
            data.append(_game(game, questions, lang, folder, quiet=as_json))
        except PnpError as error:  # continue with the other games
            failed = True
            show_error(error)
    if as_json:
        out.print(written(data), end="", soft_wrap=True)
    if failed:
        raise typer.Exit(1)


def _game(
    game: GameRef, questions: list[Question], asked: str | None, folder: Path | None, *, quiet: bool
) -> StatsDocument:
    """Print the statistics of a game, write them to the folder, and return them as data."""
    import pnp
    from pnp.stats.tables import WORDS, as_data

    found = pnp.count_decks(game, questions)
    spec, counts, answers = found.game, found.counts, found.answers
    lang = notice_untranslated(pick_language(asked, spec.languages, spec.id))
    if not quiet:
        _show(spec, counts, answers, lang)
    if folder is not None:
        from pnp.stats.charts import write_stats  # charts are slow to load
        from pnp.text.font_set import FontSet

        with progress(game.id) as report:
            files = write_stats(
                folder / game.id, spec, counts, answers, lang, report, FontSet.for_project(game.project)
            )
        message = WORDS[lang]["wrote"].format(count=len(files), folder=folder / game.id)
        (err if quiet else out).print(f"{message}: {', '.join(files)}", soft_wrap=True)
    return as_data(spec, counts, answers)


def _show(game: Game, counts: list[DeckCounts], answers: list[Answer], lang: Lang) -> None:
    from pnp.stats.tables import (
        MOST_CROSSES,
        WORDS,
        answers_table,
        deck_line,
        deck_listings,
        default_odds_table,
        overview,
    )

    _print(overview(game, lang))
    for each in counts:
        listings = deck_listings(each, lang)
        if listings:
            out.print(f"{each.deck.title[lang]} ({each.deck.name}) · {deck_line(each.deck, lang)}\n", style="bold")
        for listing in listings:
            _print(listing)
        if len(each.crosses) > MOST_CROSSES:
            out.print(WORDS[lang]["more-crosses"].format(count=len(each.crosses) - MOST_CROSSES) + "\n")
    odds = answers_table(answers, lang) if answers else default_odds_table(game, counts, lang)
    if odds is not None:
        _print(odds)


def _print(listing: Listing) -> None:
    if listing.title:
        out.print(f"{listing.title}\n", style="bold")
    # headings are not unique (a value may have the name of a column), so align columns by position
    shown = new_table(*listing.headings)
    for column in shown.columns[listing.texts :]:
        column.justify, column.no_wrap = "right", True
    for row in listing.rows:
        add_row(shown, *row)
    print_table(shown)
    out.print()
