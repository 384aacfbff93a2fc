"""Sheets of a game, its box, calibration sheets, and spare places on sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from pnp.box.order import BoxOrder, PrintedBox
from pnp.config import Config, resolve_config
from pnp.errors import LayoutError, Location, PressError, Problem, option_location, os_problem
from pnp.geometry.units import Size
from pnp.library.options import BoxOptions, BuildOptions, CalibrationOptions
from pnp.library.places import Name, locate_game, start_folder
from pnp.memo.cards import MemoCards
from pnp.options import accepts_only_options, accepts_options
from pnp.press.job import LEAST_DPI, MOST_DPI, Job, Printed, RendererName, UnchangedError
from pnp.press.print import print_game
from pnp.printers import Printer, saved_printer
from pnp.project.folders import GameRef, Project, find_own_project
from pnp.sheet.layout import Layout
from pnp.spec.selection import Selection
from pnp.store.cache import Cache
from pnp.store.files import write_atomically
from pnp.terms import BoxForm
from pnp.worker.progress import Progress, silent
from pnp.worker.task import task


@accepts_options(BuildOptions)
def build(game: Name, options: BuildOptions) -> Printed:
    """Build print-ready sheets of a game: a PDF and a list of placements in `out/<game>/`.

    Options that are not given come from the project's pnp.toml. The defaults are A4, duplex flipped on the long edge,
    full ink, 3 mm bleed, 5 mm margins, crop marks, and the folder `output`. If pnp.toml lists several languages, the
    first is used. Earlier files are replaced only when the new ones are complete. Raise PnpError with all problems
    found.

        printed = pnp.build("winston", paper="letter", lang="en")
        print(printed.pdf, printed.sheets)

    Lengths are in mm. `margin` is one number, or top, right, bottom and left. `cut` is how adjacent pieces are cut
    apart: `apart`, `shared` or `auto`; `gap` overrides it. `printer` is one saved by `pnp calibrate`, `none`, or the
    default printer: its margins apply and, for duplex prints, its correction of the backs; `offset` replaces the
    printer's offset. `back_bleed` is the bleed of backs, if it is larger than that of fronts. `nest` places hexes and
    circles in the gaps between their neighbours, for scissors and cutting machines, because straight cuts can no longer
    separate them.

    `only` selects pieces: decks by name, or conditions such as `id=dragon*`, `rows=3-9` or `deck=cards,cost=2`; several
    texts are alternatives. `changed_since` is the PDF of an earlier build, or a tag, branch or commit of the project's
    git repository: only pieces that differ are printed; raise `UnchangedError` if there are none. `mark` is a version
    mark on all fronts. `max_dpi` limits the resolution of pictures. Selections, marks, reduced pictures and drafts
    change the file names.

    A `draft` prints whatever can be printed: texts that do not fit, placeholders for missing pictures, and messages in
    place of faces that cannot be drawn, all marked in magenta. `Printed.problems` lists what is wrong; rows with
    invalid cells are left out.
    """
    found = locate_game(game, options.start, allow_code=options.allow_code)
    return build_with(found, options, resolve_config(*found, options, saved_printer(options.printer)))


def build_with(game: GameRef, options: BuildOptions, chosen: Config) -> Printed:
    """Build the sheets of a game with the given settings."""
    job = make_job(options, chosen)
    store = Cache.for_user() if options.cache else Cache.disabled()
    folder, progress = chosen.output, options.progress
    if options.changed_since is None:
        return print_game(*game, job, folder, store, progress)
    from pnp.library.since import changes_since  # slow to load, and seldom asked for
    from pnp.worker.supervisor import run_in_worker

    since = str(options.changed_since)
    changes = run_in_worker(changes_since, chosen.limits, game, job, since, store, progress=progress)
    if not changes.pieces:
        raise UnchangedError(changes)
    texts = () if job.selection is None else job.selection.only
    job = replace(job, selection=Selection(texts, changes.since, changes.pieces))
    return replace(print_game(*game, job, folder, store, progress), changes=changes)


def make_job(options: BuildOptions, chosen: Config) -> Job:
    """Return the print job for the given options and settings. Raise LayoutError if `max_dpi` is out of range."""
    max_dpi = options.max_dpi
    if max_dpi is not None and not LEAST_DPI <= max_dpi <= MOST_DPI:
        message, hint = f"must be from {LEAST_DPI} to {MOST_DPI} dots per inch", "300 suits print shops and mail"
        raise LayoutError(Problem(option_location("--max-dpi"), message, hint, found=f"{max_dpi:g}", code="E1201"))
    printer = chosen.printer if chosen.sides.duplex else Printer()
    layout = Layout(
        chosen.paper, chosen.sides, chosen.margin, options.gap, chosen.bleed, chosen.marks,
        printer.offset if options.offset is None else options.offset, options.nest, chosen.cut, turn=printer.turn,
        scale=printer.scale, back_bleed=options.back_bleed,
    )  # fmt: skip
    return Job(
        layout, chosen.lang, chosen.ink, RendererName(options.renderer), options.guide,
        _MEMOS[options.with_memo], make_selection(options.only), options.mark, max_dpi,
        draft=options.draft,
    )  # fmt: skip


_MEMOS: Final = {True: MemoCards(), None: MemoCards(spare=True), False: None}
"""Memo cards to print, by the option."""


def make_selection(only: Sequence[str]) -> Selection | None:
    """Return the selection made by `only`, or None without one."""
    if isinstance(only, str):
        only = [only]
    return Selection(tuple(dict.fromkeys(text.strip() for text in only))) if only else None


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

        pnp.print_calibration(paper="letter", sides="duplex-short")
    """
    from pnp.press.calibration import calibration_sheet  # slow to import

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
    from pnp.worker.supervisor import run_in_worker

    found = locate_game(game, options.start, allow_code=options.allow_code)
    chosen = resolve_config(*found, options, saved_printer(options.printer))
    return run_in_worker(count_spares, chosen.limits, *found, make_job(options, chosen), progress=options.progress)


@task
def count_spares(project: Project, game_id: str, job: Job, *, progress: Progress = silent) -> list[SparePlaces]:
    """Count the spare places of a print job; runs in a worker."""
    from pnp.memo.print import memo_deck  # slow to import, as everything that draws
    from pnp.memo.source import card_size
    from pnp.press.document import in_parts, select
    from pnp.press.drawn import Companion
    from pnp.sheet.plan import spare_places
    from pnp.spec.load import load_draft, load_game

    game = load_draft(project, game_id).game if job.draft else load_game(project, game_id)
    pieces = select(in_parts(project, game, job, Cache.for_user()), job)
    if job.memo is not None and not job.memo.spare:
        pieces += Companion(memo_deck(game, card_size(game), game.players[1]), b"").pieces
    found = spare_places(pieces, job.layout, progress)
    return [SparePlaces(tuple(deck.title[job.lang] for deck in each.decks), each.size, each.places) for each in found]
