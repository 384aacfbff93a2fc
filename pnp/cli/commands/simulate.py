"""The `pnp simulate` command: many games between bots, and a report."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.console import out as console
from pnp.cli.parameters import (
    WORDS,
    command_with_options,
    language_for_game,
    report_interrupt,
    stage_progress,
    typer_option,
)
from pnp.errors import Location, Problem, SpecError
from pnp.library.options import RESUME, RUN_FOLDER, ResumeOptions, RunOptions, SimulateOptions
from pnp.options import shared_options
from pnp.spec.texts import parse_language
from pnp.terms import Lang

if TYPE_CHECKING:
    from pnp.library.playing import FinishedRun


@command_with_options(ResumeOptions, out="lang", resume="lang")
def simulate(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game.")] = None,
    *,
    options: ResumeOptions,
    out: Annotated[Path | None, typer_option(RUN_FOLDER)] = None,
    resume: Annotated[bool, typer_option(RESUME, "--resume")] = False,
) -> None:
    """Play many games between bots; write their results, card usage and a report to a folder.

    Each game depends only on the seed and its number, so the result is the same for any number of processes. Ctrl-C
    keeps every finished game, and --resume plays the rest.
    """
    import pnp
    from pnp.library.playing import report_language

    if game is None and not (resume and out):
        where = Location(detail="pnp simulate")
        raise SpecError(Problem(where, "needs a game, or --resume --out DIR", code="E1202"))
    path = out or Path("output") / str(game) / "run"
    language = language_for_game(game, options.lang) if game else parse_language(options.lang or Lang.EN)
    options = replace(options, out=path, stages=stage_progress(game or path.name, language))
    with report_interrupt(language):
        if resume:
            done = pnp.resume_simulation.with_options(options)
        else:
            given = {name: value for name, value in shared_options(options, RunOptions).items() if value is not None}
            done = pnp.simulate.with_options(str(game), SimulateOptions(**given))
    _print_summary(done, report_language(done.folder, options.lang))


def _print_summary(done: FinishedRun, lang: Lang) -> None:
    """Print a summary of the run, and the path of the report."""
    from pnp.report.findings import Findings, count_with_noun
    from pnp.sim.collect import has_parquet
    from pnp.sim.folder import REPORT_FILE
    from pnp.words import format_number

    words, folder, summary = WORDS[lang], done.folder, done.summary
    findings = Findings(folder, summary, lang)
    for sentence in findings.sentences():
        console.print(f"- {sentence}", soft_wrap=True)
    console.print(
        words["rate"].format(
            games=count_with_noun("game", summary.games, lang), seconds=format_number(summary.seconds, lang, 1)
        )
    )
    console.print(
        words["digest"].format(digest=summary.digest) if folder.setup.reproducible else words["clock"], soft_wrap=True
    )
    if not has_parquet():
        console.print(words["csv"])
    console.print(words["page"].format(page=folder.path / REPORT_FILE), soft_wrap=True)
