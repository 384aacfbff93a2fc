"""Building print-ready sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pnp.config import Config, resolve_config
from pnp.errors import LayoutError, Problem, option_location
from pnp.library.options import BuildOptions
from pnp.library.places import Name, locate_game
from pnp.memo.cards import MEMO_CARDS
from pnp.options import accepts_options
from pnp.press.job import LEAST_DPI, MOST_DPI, Job, Printed, RendererName, UnchangedError
from pnp.press.print import print_game
from pnp.printers import Printer, saved_printer
from pnp.project.folders import GameRef
from pnp.sheet.layout import Layout
from pnp.spec.selection import Selection
from pnp.store.cache import Cache


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
    mark on all fronts. `max_dpi` limits the resolution of pictures. Selections, marks and reduced pictures change the
    file names.
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
        MEMO_CARDS if options.with_memo else None, make_selection(options.only), options.mark, max_dpi,
    )  # fmt: skip


def make_selection(only: Sequence[str]) -> Selection | None:
    """Return the selection made by `only`, or None without one."""
    if isinstance(only, str):
        only = [only]
    return Selection(tuple(dict.fromkeys(text.strip() for text in only))) if only else None
