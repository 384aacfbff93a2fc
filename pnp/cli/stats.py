"""`pnp stats`: the numbers of a game's decks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.cli.console import add_row, err, out, progress, show, show_error, table
from pnp.cli.options import Games, LangName
from pnp.errors import PnpError, PressError, Problem, os_problem
from pnp.resources import Project, locate
from pnp.terms import Lang
from pnp.write import write_atomically

if TYPE_CHECKING:
    from pnp.spec.model import Game
    from pnp.stats.counts import DeckCounts
    from pnp.stats.odds import Answer
    from pnp.stats.question import Question
    from pnp.stats.tables import Listing


def stats(
    games: Games = None,
    folder: Annotated[
        Path | None, typer.Option("--out", help="Also write charts (SVG, PNG) and stats.csv, stats.json here.")
    ] = None,
    lang: LangName = Lang.FR,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    odds: Annotated[
        list[str] | None,
        typer.Option(
            "--odds",
            metavar="QUESTION",
            help='How likely a draw is, as "1+ kind=joker in 4 of cards"; several times for several questions.',
        ),
    ] = None,
) -> None:
    """Count what is in the decks, draw it as charts, and tell the odds of draws."""
    from pnp.stats.question import parse_question
    from pnp.stats.record import as_json as written

    questions = [parse_question(text) for text in odds or []]
    if folder is not None and folder.exists() and not folder.is_dir():
        raise PressError(Problem("--out", "a folder", f"the file {folder}"))
    data: list[dict[str, Any]] = []
    failed = False
    for project, name in locate(games or [], Path.cwd()):
        try:
            data.append(_game(project, name, questions, lang, folder, quiet=as_json))
        except PnpError as error:  # one game's mistake does not cost the others
            failed = True
            show_error(error)
    if as_json:
        out.print(written(data), end="", soft_wrap=True)
    if failed:
        raise typer.Exit(1)


def _game(
    project: Project, name: str, questions: list[Question], lang: Lang, folder: Path | None, *, quiet: bool
) -> dict[str, Any]:
    """Show and write one game; what was counted comes back."""
    from pnp.spec.load import load_game
    from pnp.stats.counts import count_game
    from pnp.stats.odds import answer_all
    from pnp.stats.record import as_data

    game = load_game(project, name)
    answers = answer_all(questions, game)
    counts = count_game(game)
    if not quiet:
        _show(game, counts, answers, lang)
    if folder is not None:
        said = _write(folder / name, game, counts, answers, lang)
        (err if quiet else out).print(said, soft_wrap=True)
    return as_data(game, counts, answers)


def _show(game: Game, counts: list[DeckCounts], answers: list[Answer], lang: Lang) -> None:
    from pnp.stats.labels import MOST_CROSSES, deck_line
    from pnp.stats.tables import asked_odds, deck_listings, overview, usual_odds
    from pnp.stats.words import WORDS

    _print(overview(game, lang))
    for each in counts:
        listings = deck_listings(each, lang)
        if listings:
            out.print(f"{each.deck.title[lang]} ({each.deck.name}) · {deck_line(each.deck, lang)}\n", style="bold")
        for listing in listings:
            _print(listing)
        if len(each.crosses) > MOST_CROSSES:
            out.print(WORDS[lang]["more-crosses"].format(count=len(each.crosses) - MOST_CROSSES) + "\n")
    odds = asked_odds(answers, lang) if answers else usual_odds(game, counts, lang)
    if odds is not None:
        _print(odds)


def _print(listing: Listing) -> None:
    if listing.title:
        out.print(f"{listing.title}\n", style="bold")
    # headings may be alike (a value can be called as a column is), so they are told apart by place
    shown = table(*listing.headings)
    for column in shown.columns[listing.texts :]:
        column.justify, column.no_wrap = "right", True
    for row in listing.rows:
        add_row(shown, *row)
    show(shown)
    out.print()


def _write(folder: Path, game: Game, counts: list[DeckCounts], answers: list[Answer], lang: Lang) -> str:
    """Draw everything, then write it, so that what was there stays when a chart fails; what was written comes back."""
    from pnp.stats.charts import draw_counts, draw_odds
    from pnp.stats.odds import drawn_from
    from pnp.stats.record import as_csv, as_data, as_json
    from pnp.stats.words import WORDS

    files = {
        "stats.csv": as_csv(game, counts, answers).encode(),
        "stats.json": as_json(as_data(game, counts, answers)).encode(),
    }
    drawn = {deck.name for deck in drawn_from(game)}
    with progress(game.id) as report:
        for number, each in enumerate(counts):
            charts = {"": draw_counts(game, each, lang)}
            if each.deck.name in drawn:
                charts[".odds"] = draw_odds(game, each, lang)
            for what, chart in charts.items():
                if chart is not None:  # no deck has a dot in its name
                    files[f"{each.deck.name}{what}.{lang}.svg"] = chart.svg
                    files[f"{each.deck.name}{what}.{lang}.png"] = chart.png
            report(number + 1, len(counts))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, content in files.items():
            write_atomically(folder / file, content)
    except OSError as error:
        problem = os_problem(error, folder, "a folder that can be written")
        raise PressError(problem) from error
    return f"{WORDS[lang]['wrote'].format(count=len(files), folder=folder)}: {', '.join(files)}"
