"""`pnp simulate`: many games between bots, and a report of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.console import out
from pnp.cli.languages import one_language
from pnp.cli.options import OPTION, AllowCode, Jobs, LangName, OptionWords, Preset, option_words
from pnp.cli.runs import WORDS, Bots, Dask, Games, Resume, SeedWord, stages, told_when_interrupted
from pnp.errors import Problem, SpecError
from pnp.location import Location
from pnp.spec.languages import read_language
from pnp.terms import Lang

if TYPE_CHECKING:
    from pnp.library.playing import FinishedRun


def simulate(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game.")] = None,
    players: Annotated[int | None, typer.Option(help="How many play.")] = None,
    games: Games = None,
    bots: Bots = None,
    option: OptionWords = None,
    preset: Preset = None,
    seed: SeedWord = None,
    jobs: Jobs = None,
    dask: Dask = None,
    out_folder: Annotated[
        Path | None, typer.Option("--out", help="The folder of the run.", show_default="output/GAME/run")
    ] = None,
    resume: Resume = False,
    lang: LangName = None,
    allow_code: AllowCode = False,
) -> None:
    """Play many games between bots; rows, usage and a report go into a folder.

    Game number i is made from the seed and i alone: the result does not depend on the number of processes. Ctrl-C keeps
    every finished game, and --resume plays the rest.
    """
    import pnp
    from pnp.library.playing import BOTS, GAMES, SEED, report_language
    from pnp.play.record import parse_options

    if game is None and not (resume and out_folder):
        where = Location(detail="pnp simulate")
        raise SpecError(Problem(where, "needs a game, or --resume --out DIR", code="E1202"))
    path = out_folder or Path("output") / str(game) / "run"
    options = parse_options(option_words(option), OPTION)
    language = one_language(game, lang) if game else read_language(lang or Lang.EN)
    with told_when_interrupted(language):
        if resume:
            done = pnp.resume_simulation(
                path, game=game, players=players, games=games, bots=bots, options=options, preset=preset, seed=seed,
                jobs=jobs, dask=dask, lang=lang, allow_code=allow_code, stages=stages(game or path.name, language),
            )  # fmt: skip
        else:
            done = pnp.simulate(
                str(game), players=players, games=games or GAMES, bots=bots if bots is not None else BOTS,
                options=options, preset=preset, seed=seed if seed is not None else SEED, jobs=jobs, dask=dask, out=path,
                lang=lang, allow_code=allow_code, stages=stages(str(game), language),
            )  # fmt: skip
    _tell(done, report_language(done.folder, lang))


def _tell(done: FinishedRun, lang: Lang) -> None:
    """Print what the run shows in short, and where the rest is."""
    from pnp.chart.numeral import number
    from pnp.report.findings import Findings
    from pnp.report.words import counted
    from pnp.sim.collect import has_parquet
    from pnp.sim.folder import PAGE

    words, folder, summary = WORDS[lang], done.folder, done.summary
    findings = Findings(folder, summary, lang)
    for sentence in findings.sentences():
        out.print(f"- {sentence}", soft_wrap=True)
    out.print(
        words["rate"].format(games=counted("game", summary.games, lang), seconds=number(summary.seconds, lang, 1))
    )
    out.print(
        words["digest"].format(digest=summary.digest) if folder.setup.reproducible else words["clock"], soft_wrap=True
    )
    if not has_parquet():
        out.print(words["csv"])
    out.print(words["page"].format(page=folder.path / PAGE), soft_wrap=True)
