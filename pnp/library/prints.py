"""Boxes, memos, calibration sheets, spare places and exports."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pnp.box.order import BoxOrder, PrintedBox
from pnp.config import Config, read_config, resolve_config
from pnp.errors import LayoutError, Location, PressError, Problem, SpecError, option_location, os_problem
from pnp.export.export import export
from pnp.export.order import Exported, ExportRequest
from pnp.export.profile import Target, find_target
from pnp.export.profile import list_targets as list_all
from pnp.geometry.units import Size
from pnp.library.options import BoxOptions, BuildOptions, CalibrationOptions, ExportOptions, MemoOptions
from pnp.library.places import Name, locate_game, start_folder
from pnp.library.sheets import make_job
from pnp.memo.print import MemoOrder, PrintedMemo, memo_deck
from pnp.memo.print import preview_memo as sketch_order
from pnp.memo.print import print_memo as print_memo_order
from pnp.memo.source import card_size
from pnp.memo.typesetter import Trial
from pnp.options import Start, accepts_only_options, accepts_options
from pnp.press.calibration import calibration_sheet
from pnp.press.document import select
from pnp.press.drawn import Companion
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.printers import saved_printer
from pnp.project.folders import GameRef, Project, find_own_project, find_project
from pnp.sheet.layout import Layout, Paper
from pnp.sheet.plan import spare_places
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.store.files import write_atomically
from pnp.terms import BoxForm, Format
from pnp.worker.progress import Progress, silent
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task


@accepts_options(BoxOptions)
def print_box(game: Name, options: BoxOptions) -> PrintedBox:
    """Print a box for a game's pieces as a PDF in `out/<game>/`: a tuck box for cards, a tray and a lid for tiles.

    The box fits all pieces, with or without sleeves; `thickness` is that of one piece, in mm. Options that are not
    given come from the project's pnp.toml. Raise LayoutError if the paper is too small even for a box glued together
    from parts.

        pnp.print_box("winston", sleeved=True, out="output").pdf
    """
    found = locate_game(game, options.start, allow_code=options.allow_code)
    return print_box_with(found, options, resolve_config(*found, options))


def print_box_with(game: GameRef, options: BoxOptions, chosen: Config) -> PrintedBox:
    """Print a box for a game with the given settings."""
    form = None if options.form is None else BoxForm(options.form)
    order = BoxOrder(form, options.sleeved, options.thickness)
    job = order.job(chosen.paper, chosen.lang, chosen.ink, chosen.margin)
    cache = Cache.for_user() if options.cache else Cache.disabled()
    made = print_game(*game, job, chosen.output, cache)
    assert made.form is not None and made.inside is not None  # noqa: S101, PT018 - a box has both
    return PrintedBox(made.pdf, made.placements, made.form, made.inside, made.sheets, made.size_bytes)


@accepts_only_options(CalibrationOptions)
def print_calibration(options: CalibrationOptions) -> Path:
    """Write the calibration sheet as a PDF and return its path.

    With `offset` or `check`, the backs are corrected, to see whether they are then aligned. Options that are not given
    come from the pnp.toml of the project that contains `start`.
    """
    here, check = start_folder(options.start), options.check
    chosen = resolve_config(find_own_project(here) or Project(here), None, options)
    how, language = chosen.sides, chosen.lang
    if not how.duplex:
        message, hint = "must be duplex-long or duplex-short", "only duplex prints need calibration"
        raise LayoutError(Problem(option_location("--sides"), message, hint, found=how, code="E0604"))
    if check is None:
        layout = Layout(chosen.paper, how, offset=options.offset)
    else:
        layout = Layout(chosen.paper, how, offset=check.offset, turn=check.turn, scale=check.scale)
    name = "calibration" if check is None else "calibration-check"
    path = chosen.output / f"{name}_{language}_{layout.paper.name}_{how}.pdf"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, calibration_sheet(layout, language, check=check is not None))
    except OSError as error:
        raise PressError(os_problem(error, Location(str(path)), "cannot be written")) from error
    return path


@accepts_options(MemoOptions)
def print_memo(game: Name, options: MemoOptions) -> PrintedMemo:
    """Print a memo of a game as a PDF in `out/<game>/`; `variant` selects one of its `memo-<variant>` files.

    Numbers in the text come from the spec and the rules. Options that are not given come from the project's pnp.toml.
    Raise PnpError if the text does not fit at a readable size.

        pnp.print_memo("winston", form="a5", lang="en").pdf
    """
    found = locate_game(game, options.start, allow_code=options.allow_code)
    return print_memo_with(found, options, resolve_config(*found, options))


def print_memo_with(game: GameRef, options: MemoOptions, chosen: Config) -> PrintedMemo:
    """Print a memo of a game with the given settings."""
    store = Cache.for_user() if options.cache else Cache.disabled()
    order = make_memo_order(options, chosen)
    return run_in_worker(typeset_memo, chosen.limits, *game, options.variant, order, chosen.output, store)


def make_memo_order(options: MemoOptions, chosen: Config) -> MemoOrder:
    """Return the print order of a memo."""
    return MemoOrder(Format(options.form), chosen.paper, chosen.lang, chosen.ink, options.copies)


@task
def typeset_memo(
    project: Project, game_id: str, variant: str, order: MemoOrder, folder: Path, cache: Cache
) -> PrintedMemo:
    """Typeset a memo and write its PDF; runs in a worker."""
    return print_memo_order(project, game_id, variant, order, folder, cache)


def sketch_memo(game: GameRef, options: MemoOptions, chosen: Config, trial: Trial) -> tuple[bytes, str, int] | None:
    """Typeset a memo in sizes that fitted before; return PDF, title and copies, or None if it no longer fits."""
    order = make_memo_order(options, chosen)
    return run_in_worker(typeset_sketch, chosen.limits, *game, options.variant, order, trial, Cache.for_user())


@task
def typeset_sketch(
    project: Project, game_id: str, variant: str, order: MemoOrder, trial: Trial, cache: Cache
) -> tuple[bytes, str, int] | None:
    """Typeset a memo in sizes that fitted before; runs in a worker."""
    return sketch_order(project, game_id, variant, order, trial, cache)


def check_memos(game: GameRef, paper: Paper, progress: Progress = silent) -> list[Problem]:
    """Return all problems with the memos of a game."""
    limits = read_config(game.project).limits
    return run_in_worker(lint_memos, limits, game, paper, progress=progress)


@task
def lint_memos(game: GameRef, paper: Paper, *, progress: Progress = silent) -> list[Problem]:
    """Return all problems with the memos of a game; runs in a worker."""
    from pnp.memo.lint import check_game

    return check_game(*game, paper, progress)


class SparePlaces(NamedTuple):
    """Spare places for pieces of one size; using some may leave fewer for other sizes."""

    decks: tuple[str, ...]
    """Titles of the decks whose pieces would fit."""
    size: Size
    """Space that one piece takes, in mm."""
    places: int
    """Number of places."""


@accepts_options(BuildOptions)
def find_spare_places(game: Name, options: BuildOptions) -> list[SparePlaces]:
    """Return how many more pieces of each size would fit on the sheets made by `build`, without more sheets."""
    found = locate_game(game, options.start, allow_code=options.allow_code)
    chosen = resolve_config(*found, options, saved_printer(options.printer))
    return run_in_worker(count_spares, chosen.limits, *found, make_job(options, chosen), progress=options.progress)


@task
def count_spares(project: Project, game_id: str, job: Job, *, progress: Progress = silent) -> list[SparePlaces]:
    """Count the spare places of a print job; runs in a worker."""
    game = load_game(project, game_id)
    pieces = select(game, job)
    if job.memo is not None:
        pieces += Companion(memo_deck(game, card_size(game), game.players[1]), b"").pieces
    found = spare_places(pieces, job.layout, progress)
    return [SparePlaces(tuple(deck.title[job.lang] for deck in each.decks), each.size, each.places) for each in found]


@accepts_options(ExportOptions)
def export_game(game: Name, options: ExportOptions) -> Exported:
    """Export a game for a print shop or a program, to `out/<game>/export-<target>_<lang>/`.

    `list_targets` returns the targets with their `options`. `only` selects pieces as in `build`. With `strict`, notices
    are errors; with `dry_run`, nothing is drawn or written, and sizes are estimates. An earlier export is replaced only
    when the new one is complete. Raise PnpError with all problems found.

        pnp.export_game("winston", "tts", lang="en")
    """
    found = locate_game(game, options.start, allow_code=options.allow_code)
    return export_game_with(found, options, resolve_config(*found, options))


def export_game_with(game: GameRef, options: ExportOptions, chosen: Config) -> Exported:
    """Export a game with the given settings."""
    only = [options.only] if isinstance(options.only, str) else options.only
    texts = tuple(dict.fromkeys(text.strip() for text in only))
    order = ExportRequest(chosen.lang, chosen.ink, texts, {}, options.strict, options.dry_run)
    store = Cache.for_user() if options.cache else Cache.disabled()
    target = find_target(game.project, options.target)
    return export(*game, target, order, options.options or {}, chosen.output, store, options.stages)


def list_targets(*, start: Start = None, problems: list[Problem] | None = None) -> list[Target]:
    """Return all export targets, bundled with pnp or defined by the project, by name.

    Problems with target files are added to `problems`; without that list, raise SpecError.

        [target.name for target in pnp.list_targets()]
    """
    found = list(list_all(find_project(start_folder(start))))
    wrong = [problem for each in found if isinstance(each, SpecError) for problem in each.problems]
    if wrong and problems is None:
        raise SpecError(*wrong)
    if problems is not None:
        problems += wrong
    return [each for each in found if isinstance(each, Target)]
