"""`pnp simulate`: many games between bots, and a report of them."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.console import err, out, progress
from pnp.cli.options import LangName
from pnp.cli.play import preset_options
from pnp.errors import Problem, SpecError, quoted
from pnp.terms import Lang

if TYPE_CHECKING:
    from pnp.sim.folder import Folder
    from pnp.sim.setup import Setup
    from pnp.sim.summary import Summary

GAMES = 1000
SEED = "0"
BOTS = "greedy"
WORDS = {
    Lang.FR: {
        "kept": "{done} parties sur {games} gardées dans {folder} ; --resume continue avec les autres",
        "digest": "empreinte {digest}", "clock": "pas reproductible : des robots jouent à la montre",
        "page": "rapport : {page}", "rate": "{games} en {seconds} s de processeur",
        "csv": "sans Parquet : pip install \"pnp[sim]\"", "report": "rapport", "tables": "tables",
    },
    Lang.EN: {
        "kept": "{done} games of {games} kept in {folder}; --resume goes on with the others",
        "digest": "digest {digest}", "clock": "not reproducible: some bots play by the clock",
        "page": "report: {page}", "rate": "{games} in {seconds} s of processor time",
        "csv": "no Parquet: pip install \"pnp[sim]\"", "report": "report", "tables": "tables",
    },
}  # fmt: skip

Players = Annotated[int | None, typer.Option(help="How many play.")]
Games = Annotated[
    int | None, typer.Option(min=1, max=1_000_000_000, help=f"How many games; {GAMES} unless said.", show_default=False)
]
Bots = Annotated[
    str | None,
    typer.Option(
        help="random, greedy, search, search:500 (iterations a move), search:0.5s; several by commas change seats.",
        show_default=BOTS,
    ),
]
OptionWords = Annotated[
    list[str] | None, typer.Option("--option", "--options", metavar="NAME=VALUE", help="Options of the rules.")
]
Preset = Annotated[str | None, typer.Option(help="A named set of options.")]
SeedWord = Annotated[str | None, typer.Option(help="What all games are made from.", show_default=SEED)]
Jobs = Annotated[int | None, typer.Option(min=1, max=1024, help="Processes.", show_default="all cores")]
Dask = Annotated[str | None, typer.Option(metavar="tcp://…", help="Play on the cluster of this Dask scheduler.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the run in the folder.")]


def cores() -> int:
    """How many processors there are for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def simulate(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game.")] = None,
    players: Players = None,
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
    lang: LangName = Lang.FR,
) -> None:
    """Play many games between bots; rows, usage and a report go into a folder.

    Game number i is made from the seed and i alone: the result does not depend on the number of processes. Ctrl-C keeps
    every finished game, and --resume goes on.
    """
    from pnp.sim.folder import make_folder, resume_folder

    if game is None and not (resume and out_folder):
        raise SpecError(Problem("pnp simulate", "a game, or --resume --out DIR", "neither"))
    path = out_folder or Path("output") / str(game) / "run"
    if resume:
        folder = resume_folder(path, _resumed(path, game, players, bots, option, preset, seed), games)
    else:
        setup = ask_setup(str(game), players, bots, option, preset, seed)
        folder = make_folder(path, setup, games or GAMES)
    summary = run(folder, jobs, dask, lang)
    tell(folder, summary, lang)


def ask_setup(
    game: str, players: int | None, bots: str | None, option: list[str] | None, preset: str | None, seed: str | None
) -> Setup:
    """The set-up that was asked for on the command line."""
    from pnp.play.record import parse_options
    from pnp.play.registry import load_rules
    from pnp.sim.setup import make_setup

    rules = load_rules(game, Path.cwd())
    words = [word for text in option or [] for word in text.replace(",", " ").split()]
    options = preset_options(rules, preset) | parse_options(words, "--option")
    return make_setup(rules, players, bots if bots is not None else BOTS, options, seed if seed is not None else SEED)


def _resumed(
    path: Path, game: str | None, players: int | None, bots: str | None, option: list[str] | None, preset: str | None,
    seed: str | None,
) -> Setup:  # fmt: skip
    """The set-up of a run that is gone on with: what is not said again is as it was, the deck as it is now."""
    from pnp.sim.folder import open_folder

    before = open_folder(path)[0].setup
    if game not in (None, before.game):
        raise SpecError(Problem(f"{path}: game", f"what the run was begun with ({before.game})", quoted(game)))
    said = option if option or preset else [f"{name}={value}" for name, value in before.options]
    return ask_setup(
        before.game,
        players if players is not None else before.players,
        bots if bots is not None else ",".join(before.bots),
        said,
        preset,
        seed if seed is not None else before.seed,
    )


def run(
    folder: Folder, jobs: int | None, dask: str | None, lang: Lang, *, label: str = "", page: bool = True
) -> Summary:
    """Play what is missing, put it together and write the report; leaves with 130 when interrupted."""
    from pnp.sim.collect import collect
    from pnp.sim.crew import hire
    from pnp.sim.simulate import play

    words = WORDS[lang]
    name = label or folder.setup.game
    try:
        with ExitStack() as hired:
            crew = hired.enter_context(hire(jobs or cores(), dask) if folder.missing() else hire(1))
            with folder.locked():
                folder.begin()
                with progress(name, unit="g") as report:
                    play(folder, crew, report)
                hired.close()
                with progress(f"{name}: {words['tables']}") as report:
                    summary = collect(folder, report)
                if page:
                    from pnp.report.write import write_report

                    with progress(f"{name}: {words['report']}") as report:
                        write_report(folder, summary, lang, report)
    except KeyboardInterrupt:
        done = folder.games - sum(map(len, folder.missing()))
        err.print(words["kept"].format(done=done, games=folder.games, folder=folder.path))
        raise typer.Exit(130) from None
    return summary


def tell(folder: Folder, summary: Summary, lang: Lang) -> None:
    """Print what the run shows in short, and where the rest is."""
    from pnp.report.findings import Findings
    from pnp.report.words import counted
    from pnp.report.write import PAGE
    from pnp.sim.collect import has_parquet
    from pnp.stats.words import number

    words = WORDS[lang]
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
