"""Test plays: simulations, tournaments, sweeps, the runs in a folder, and what differs between two runs."""

from __future__ import annotations

from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from pathlib import Path
from typing import Final

from pnp.errors import Location, PnpError, Problem, SpecError, did_you_mean, option_location, quote_value
from pnp.library.games import find_game
from pnp.library.options import BOTS, GAMES, ResumeOptions, RunOptions, SimulateOptions, SweepOptions, TournamentOptions
from pnp.library.places import Name, locate_game, start_folder
from pnp.options import PathName, Start, accepts_only_options, accepts_options
from pnp.play.core import Options, Rules
from pnp.project.folders import Project, find_project
from pnp.sim import contrast
from pnp.sim.collect import collect, read_summary
from pnp.sim.contrast import Change, Measure, setup_changes
from pnp.sim.folder import (
    REPORT_FILE,
    RUN,
    SUMMARY,
    Folder,
    find_missing,
    find_parts,
    make_folder,
    open_folder,
    read_run_json,
    resume_folder,
)
from pnp.sim.played import NOTHING_LEFT_OUT, LeftOut, read_played
from pnp.sim.records import check_record_count, keep_records, keeps_every_game, missing_records, write_records
from pnp.sim.setup import Setup, make_setup
from pnp.sim.simulate import Interrupted, available_cpus, open_workers, play
from pnp.sim.summary import Summary
from pnp.sim.tournament import Bout, play_deals, seatings
from pnp.sim.variants import Variant, make_variants
from pnp.spec.texts import pick_language
from pnp.terms import KeptRecords, Lang
from pnp.text.font_set import FontSet
from pnp.worker.progress import Progress, Stages, silent


@dataclass(frozen=True)
class FinishedRun:
    """A completed run: its folder and its summary. Finished games that people played are like a run."""

    folder: Folder
    summary: Summary
    left_out: LeftOut = NOTHING_LEFT_OUT
    """Records that are not counted."""


@dataclass(frozen=True)
class Tournament:
    """The games of a tournament, in which bots play the same deals."""

    setup: Setup
    deals: int
    """Number of deals to play."""
    bouts: list[Bout] = field(default_factory=list)
    """The games that were completed."""
    stopped: bool = False
    """Whether it was interrupted."""


@dataclass(frozen=True)
class Contrast:
    """A comparison of two runs of the same game."""

    before: FinishedRun
    after: FinishedRun
    changes: list[Change]
    """Differences in the setup."""
    measures: list[Measure]
    """All statistics of both runs, with significant differences marked; empty if both runs have the same games."""


def choose_options(rules: Rules, preset: str | None = None, options: Options | None = None) -> dict[str, str]:
    """Return the options of a preset, overridden by single options. Raise SpecError for an unknown preset."""
    chosen: dict[str, str] = {}
    if preset is not None:
        if preset not in rules.presets:
            message, hint = f"{rules.id} has no preset {quote_value(preset)}", did_you_mean(rules.presets, preset)
            raise SpecError(Problem(option_location("--preset"), message, hint, code="E0906"))
        chosen |= rules.presets[preset]
    return chosen | dict(options or {})


@accepts_options(SimulateOptions)
def simulate(game: Name, options: SimulateOptions) -> FinishedRun:
    """Simulate many games between bots; write game and usage tables and a report to the folder `out`.

    Game i depends only on the seed and i, so the result does not depend on `jobs`, the number of processes (all cores
    by default). `dask` is the address of a Dask scheduler whose cluster plays instead. After a KeyboardInterrupt, all
    finished games are kept, and `resume_simulation` plays the rest. `lang` is the language of the report (by default,
    the first of the game).

        run = pnp.simulate("winston", players=3, games=200, out="run")
        print(run.summary.turns.mean)
    """
    found = locate_game(game, options.start, allow_code=options.allow_code)
    rules = find_game(found)
    chosen = choose_options(rules, options.preset, options.options)
    setup = make_setup(rules, options.players, options.bots, chosen, options.seed)
    path = Path("output", found.id, "run") if options.out is None else Path(options.out)
    folder = make_folder(path, setup, options.games)
    return play_run(folder, options, options.stages, FontSet.for_project(found.project))


@accepts_only_options(ResumeOptions)
def resume_simulation(options: ResumeOptions) -> FinishedRun:
    """Play the rest of a run. Options must be the same as at the start, but `games` may be larger.

    The deck and the rules come from the project and must not have changed.

        pnp.resume_simulation("run", games=1000)
    """
    path, game = Path(options.out), options.game
    home = find_project(start_folder(options.start), allow_code=options.allow_code)
    before = open_folder(path, home)[0].setup
    if game not in (None, before.game):
        message = f"must stay {quote_value(before.game)}"
        raise SpecError(Problem(Location(str(path)) / "game", message, found=quote_value(game), code="E1004"))
    rules = find_game(before.game, start=options.start, allow_code=options.allow_code)
    changed = options.options or options.preset
    chosen = choose_options(rules, options.preset, options.options) if changed else dict(before.options)
    players = before.players if options.players is None else options.players
    bots = ",".join(before.bots) if options.bots is None else options.bots
    setup = make_setup(rules, players, bots, chosen, before.seed if options.seed is None else options.seed)
    folder = resume_folder(path, setup, options.games, home)
    return play_run(folder, options, options.stages, FontSet.for_project(home))


WORTH_PROCESSES: Final = 2.0
"""Duration of games that are played again above which it is worth to start processes for them, in seconds."""


def report_language(folder: Folder, lang: str | None) -> Lang:
    """Return the language for a run's report. Raise SpecError if the game is not available in it."""
    return pick_language(lang, folder.setup.rules.spec.languages, folder.setup.game)


def play_run(folder: Folder, options: RunOptions, stages: Stages, fonts: FontSet) -> FinishedRun:
    """Play the missing games of a run, collect the results, and write the report in the project's fonts."""
    report = report_language(folder, options.lang) if options.report else None
    check_record_count(KeptRecords(options.records), folder.games)
    try:
        return _play_run(folder, options, report, stages, fonts)
    except Interrupted:
        raise
    except KeyboardInterrupt:  # while processes were started, or tables written
        raise Interrupted(folder) from None


def _play_run(folder: Folder, options: RunOptions, report: Lang | None, stages: Stages, fonts: FontSet) -> FinishedRun:
    kept, lang = KeptRecords(options.records), report_language(folder, options.lang)
    with ExitStack() as stack:
        pool = open_workers(options.jobs or available_cpus(), options.dask) if folder.missing() else open_workers(1)
        executor = stack.enter_context(pool)
        with folder.locked():
            folder.begin()
            keep = partial(write_records, folder, lang=lang) if keeps_every_game(folder, kept) else None
            with stages("games") as progress:
                play(folder, executor, progress, keep)
            stack.close()
            with stages("tables") as progress:
                summary = collect(folder, progress)
            _keep_records(folder, summary, kept, lang, options, stages)
            if report is not None:
                from pnp.report.page import write_report  # charts are slow to load

                with stages("report") as progress:
                    write_report(folder, summary, report, progress, fonts)
    return FinishedRun(folder, summary)


def _keep_records(
    folder: Folder, summary: Summary, kept: KeptRecords, lang: Lang, options: RunOptions, stages: Stages
) -> None:
    """Write the missing records of a finished run, in as many processes as that is worth."""
    count = len(missing_records(folder, summary, kept))
    if not count:
        return
    long = summary.seconds / summary.games * count > WORTH_PROCESSES
    jobs = min(count, options.jobs or available_cpus()) if long else 1
    with stages("records") as progress, open_workers(jobs, options.dask if long else None) as pool:
        keep_records(folder, summary, kept, lang, pool, progress)


@accepts_options(SweepOptions)
def sweep(game: Name, options: SweepOptions) -> list[tuple[Variant, FinishedRun]]:
    """Simulate a run for every combination of the varied parameters, in folders below `out`.

    `sets` are texts such as `players=2,3`, `bots=greedy,greedy+random` or `fox_entry=first,last`; `decks` are files
    that each replace one of the game's tables, in addition to runs with the original table.

        pnp.sweep("winston", sets=["players=2,3,4"], games=100)
    """
    found = locate_game(game, options.start, allow_code=options.allow_code)
    chosen = choose_options(find_game(found), options.preset, options.options)
    decks, bots = [Path(deck) for deck in options.decks], BOTS if options.bots is None else options.bots
    variants = make_variants(found, options.sets, decks, options.players, bots, chosen, options.seed)
    path = Path("output", found.id, "sweep") if options.out is None else Path(options.out)
    folders = _sweep_folders(path, variants, options.games, found.project, resume=options.resume)

    def run(number: int, folder: Folder) -> FinishedRun:
        def stage_of(stage: str) -> AbstractContextManager[Progress]:
            return options.stages(f"{number}/{len(variants)} {stage}")

        return play_run(folder, options, stage_of, FontSet.for_project(found.project))

    runs = [run(number, folder) for number, folder in enumerate(folders, 1)]
    return list(zip(variants, runs, strict=True))


def _sweep_folders(
    path: Path, variants: list[Variant], games: int | None, home: Project, *, resume: bool
) -> list[Folder]:
    """Create or resume the folder of each run, before the first game. Raise PnpError if one cannot be used."""
    if path.exists() and not path.is_dir():
        raise PnpError(Problem(option_location("--out"), "must be a folder", found=f"the file {path}", code="E0102"))
    where = Location(str(path))
    filled = path.is_dir() and any(path.iterdir())
    if filled and not resume:
        message, hint = "must be a new or empty folder", "continue a sweep with --resume, or choose another --out"
        raise PnpError(Problem(where, message, hint, found="one with files in it", code="E0108"))
    if filled and ((path / RUN).exists() or not any(path.glob(f"*/{RUN}"))):
        found = "it contains a run of pnp simulate" if (path / RUN).exists() else "it contains other files"
        hint = "choose another --out"
        raise PnpError(Problem(where, "is not the folder of a sweep", hint, found=found, code="E1001"))
    folders = []
    for variant in variants:
        here = path / variant.folder
        if resume and (here / RUN).exists():
            folders.append(resume_folder(here, variant.setup, games, home))
        else:
            folders.append(make_folder(here, variant.setup, games or GAMES))
    return folders


@accepts_options(TournamentOptions)
def play_tournament(game: Name, options: TournamentOptions) -> Tournament:
    """Play bots against each other, each deal from every seat; `pnp.sim.tournament.standings` ranks them.

    At least `games` games are played. After a KeyboardInterrupt, return the finished games, with `stopped` set.

        pnp.play_tournament("winston", bots="greedy,random", games=100)
    """
    rules = find_game(game, start=options.start, allow_code=options.allow_code)
    count = max(2, options.bots.count(",") + 1) if options.players is None else options.players
    chosen = choose_options(rules, options.preset, options.options)
    setup = make_setup(rules, count, options.bots, chosen, options.seed)
    if len(set(setup.bots)) < 2:
        message, found = "must name at least two different bots", ", ".join(setup.bots)
        raise SpecError(Problem(option_location("--bots"), message, found=found, code="E0909"))
    ways = len(seatings(setup.bots))
    deals = ceil(options.games / ways)
    bouts: list[Bout] = []
    stopped = False
    options.progress(0, deals * ways)
    try:
        for finished in play_deals(setup, deals, options.jobs or available_cpus()):
            bouts += finished
            options.progress(len(bouts), deals * ways)
    except KeyboardInterrupt:
        stopped = True
    return Tournament(setup, deals, sorted(bouts), stopped)


def compare_runs(first: PathName, second: PathName, *, start: Start = None, allow_code: bool = False) -> Contrast:
    """Compare two runs and test the differences for significance. Raise PnpError if the runs are of different games.

    In place of a run, a folder of records may be given, such as the games that people played. For example:

        pnp.compare_runs("run", "run-2").measures
    """
    one, mark = _open_games(Path(first), start, allow_code=allow_code)
    other, other_mark = _open_games(Path(second), start, allow_code=allow_code)
    measures = contrast.compare_runs((one.folder, one.summary), (other.folder, other.summary))
    marks = (mark or other_mark, other_mark or mark)
    changes = setup_changes(one.folder, other.folder, marks)
    return Contrast(one, other, changes, [] if one.summary.digest == other.summary.digest else measures)


def _open_games(path: Path, start: Start, *, allow_code: bool) -> tuple[FinishedRun, str]:
    """Return a finished run with the hash of its engine, or the games of a folder of records, which have none."""
    if path.is_dir() and not (path / RUN).exists() and any(path.glob("*.txt")):
        played = read_played(path, lambda game: find_game(game, start=start, allow_code=allow_code))
        return FinishedRun(played.folder, played.summary, played.left_out), ""
    folder, saved = open_folder(path, find_project(start_folder(start), allow_code=allow_code))
    return FinishedRun(folder, read_summary(folder)), str(saved.get("engine_hash"))


def report_games(
    path: PathName, *, lang: str | None = None, start: Start = None, allow_code: bool = False,
    progress: Progress = silent,
) -> FinishedRun:  # fmt: skip
    """Write the report of a finished run, or of a folder of records, into its folder; return what it is about.

    Only finished games with the most frequent number of players and options are counted.

        pnp.report_games("output/winston/played")
    """
    from pnp.report.page import write_report  # charts are slow to load

    found, _ = _open_games(Path(path), start, allow_code=allow_code)
    fonts = FontSet.for_project(find_project(start_folder(start), allow_code=allow_code))
    write_report(found.folder, found.summary, report_language(found.folder, lang), progress, fonts, found.left_out)
    return found


MOST_RUNS: Final = 200
"""Maximum number of runs listed."""
RUN_NAME: Final = "run"
"""Name of the first run's folder."""


@dataclass(frozen=True)
class KnownRun:
    """A run, finished or not."""

    name: str
    """Its folder relative to the folder of all runs: `run-2`, or `sweep/players-3`."""
    path: Path
    changed: float
    """Time of the last change, in seconds since 1970."""
    players: int = 0
    bots: str = ""
    options: dict[str, str] = field(default_factory=dict)
    seed: str = ""
    games: int = 0
    """Number of games to play."""
    done: int = 0
    """Number of games played so far."""
    finished: bool = False
    """Whether all games are played and summarised."""
    broken: str = ""
    """Why its run.json cannot be read; empty if it can."""

    @property
    def report(self) -> Path | None:
        """Path of the run's report, or None."""
        page = self.path / REPORT_FILE
        return page if self.finished and page.is_file() else None


def find_runs(folder: PathName, game: str) -> list[KnownRun]:
    """Return the runs of a game in a folder such as `output/<game>`, including those of sweeps, newest first."""
    base = Path(folder)
    found: list[KnownRun] = []
    for pattern in (f"*/{RUN}", f"*/*/{RUN}"):
        for path in base.glob(pattern):
            with suppress(OSError):  # deleted meanwhile
                run = _read(path.parent, path.parent.relative_to(base).as_posix(), game)
                found += [run] if run is not None else []
    return sorted(found, key=lambda run: (-run.changed, run.name))[:MOST_RUNS]


def reserve_run(folder: PathName) -> Path:
    """Create a folder for a run, and return its path: `run`, or `run-2` and so on if that exists."""
    base = Path(folder)
    base.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        path = base / (RUN_NAME if number == 1 else f"{RUN_NAME}-{number}")
        try:
            path.mkdir()
        except FileExistsError:
            number += 1
        else:
            return path


def _read(path: Path, name: str, game: str) -> KnownRun | None:
    """Return the run in a folder, or None if it is of another game."""
    changed = max(each.stat().st_mtime for each in (path, path / RUN))
    try:
        saved = read_run_json(path)
        if saved["game"] != game:
            return None
        games = int(saved["games"])
        left = sum(map(len, find_missing(find_parts(path), games)))
        options = {str(option): str(value) for option, value in saved["options"].items()}
        return KnownRun(
            name, path, changed, int(saved["players"]), str(saved["bots"]), options, str(saved["seed"]), games,
            games - left, left == 0 and (path / SUMMARY).is_file(),
        )  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        return KnownRun(name, path, changed, broken=f"{type(error).__name__}: {error}"[:200])
