"""Sheets: a game's PDF, ready to print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pnp.cache import Cache
from pnp.config import choose, read_config
from pnp.errors import LayoutError, Problem
from pnp.library.places import Name, PathName, Start, located
from pnp.location import option
from pnp.memo.cards import MEMO_CARDS
from pnp.press.job import LEAST_DPI, MOST_DPI, Job, Printed, RendererName, UnchangedError
from pnp.press.print import print_game
from pnp.printers import saved_printer
from pnp.progress import Progress, silent
from pnp.resources import Located
from pnp.selection import Selection
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.margins import EXPECTED, Margins, as_margins
from pnp.terms import Cutting, Ink


def build(
    game: Name,
    *,
    paper: str | None = None,
    sides: Sides | str | None = None,
    ink: Ink | str | None = None,
    lang: str | None = None,
    renderer: RendererName | str = RendererName.TYPST,
    margin: float | Sequence[float] | None = None,
    gap: float | None = None,
    bleed: float | None = None,
    cut: Cutting | str | None = None,
    marks: bool | None = None,
    offset: tuple[float, float] | None = None,
    printer: str | None = None,
    back_bleed: float | None = None,
    nest: bool = False,
    guide: bool = True,
    with_memo: bool = False,
    only: Sequence[str] = (),
    changed_since: PathName | None = None,
    mark: str = "",
    max_dpi: float | None = None,
    cache: bool = True,
    out: PathName | None = None,
    start: Start = None,
    allow_code: bool = False,
    progress: Progress = silent,
) -> Printed:
    """Print-ready sheets of a game: a PDF and a list of placements in `out/<game>/`.

    What is not given is what the project's pnp.toml says, or else A4, duplex over the long edge, full ink, 3 mm of
    bleed, margins of 5 mm, crop marks, and the folder `output`; several languages in pnp.toml stand for the first.
    Lengths are millimetres. `margin` is one for all sides, or top, right, bottom, left. `cut` says how neighbours are
    cut apart: `apart`, `shared` or `auto`; without it pnp.toml does, or the game; `gap` overrides it. `printer` is one
    that `pnp calibrate` has saved, `none`, or the default one: its margins count, and where both sides of the paper are
    printed, backs are moved, turned and scaled as it needs; `offset` moves them otherwise, right and down. `back_bleed`
    is art beyond the cut on back pages, where it is more than on fronts. `nest` lays hexes and circles in the gaps of
    their neighbours, for scissors and cutting machines: straight cuts no longer part them. Earlier files stay until the
    new ones are complete. PnpError with everything that is wrong.

    `only` selects pieces: decks by name, or conditions such as `id=dragon*`, `rows=3-9` or `deck=cards,cost=2`; several
    texts are alternatives. `changed_since` is the PDF of an earlier build, or a tag, branch or commit of the project's
    git repository: only what differs is printed, and `UnchangedError` is raised where nothing does. `mark` is a version
    mark on all fronts. `max_dpi` shrinks pictures to that many dots to the inch. Files of a selection, with a mark or
    with smaller pictures have names of their own.
    """
    found = located(game, start, allow_code=allow_code)
    job, folder = order_job(
        found, paper=paper, sides=sides, ink=ink, lang=lang, renderer=renderer, margin=margin, gap=gap, bleed=bleed,
        cut=cut, marks=marks, offset=offset, printer=printer, back_bleed=back_bleed, nest=nest, guide=guide,
        with_memo=with_memo, only=only, mark=mark, max_dpi=max_dpi, out=out,
    )  # fmt: skip
    store = Cache.of_user() if cache else Cache.none()
    if changed_since is None:
        return print_game(*found, job, folder, store, progress)
    from pnp.library.since import changes_since  # slow to load, and seldom asked for
    from pnp.worker.supervisor import run_in_worker

    limits = read_config(found.project).limits
    changes = run_in_worker(changes_since, limits, found, job, str(changed_since), store, progress=progress)
    if not changes.pieces:
        raise UnchangedError(changes)
    texts = () if job.selection is None else job.selection.only
    job = replace(job, selection=Selection(texts, changes.since, changes.pieces))
    return replace(print_game(*found, job, folder, store, progress), changes=changes)


def order_job(
    game: Located,
    *,
    paper: str | None = None,
    sides: Sides | str | None = None,
    ink: Ink | str | None = None,
    lang: str | None = None,
    renderer: RendererName | str = RendererName.TYPST,
    margin: float | Sequence[float] | None = None,
    gap: float | None = None,
    bleed: float | None = None,
    cut: Cutting | str | None = None,
    marks: bool | None = None,
    offset: tuple[float, float] | None = None,
    printer: str | None = None,
    back_bleed: float | None = None,
    nest: bool = False,
    guide: bool = True,
    with_memo: bool = False,
    only: Sequence[str] = (),
    mark: str = "",
    max_dpi: float | None = None,
    out: PathName | None = None,
) -> tuple[Job, Path]:
    """What is to be printed, and the folder for it; what is not given is what pnp.toml says, or the default."""
    if max_dpi is not None and not LEAST_DPI <= max_dpi <= MOST_DPI:
        message, hint = f"must be from {LEAST_DPI} to {MOST_DPI} dots per inch", "300 suits print shops and mail"
        raise LayoutError(Problem(option("--max-dpi"), message, hint, found=f"{max_dpi:g}", code="E1201"))
    machine = saved_printer(printer)
    chosen = choose(
        *game, lang=lang, paper=paper, sides=sides, bleed=bleed, margin=_margins(margin), printer=machine, cut=cut,
        marks=marks, ink=ink, out=out,
    )  # fmt: skip
    how = chosen.sides.value
    turn, scale = (machine.turn, machine.scale) if how.duplex else (0.0, 1.0)
    if offset is None:
        offset = machine.offset if how.duplex else (0.0, 0.0)
    layout = Layout(
        chosen.paper.value, how, chosen.margin.value, gap, chosen.bleed.value, chosen.marks.value, offset, nest,
        chosen.cut.value, turn=turn, scale=scale, back_bleed=back_bleed,
    )  # fmt: skip
    memo = MEMO_CARDS if with_memo else None
    ink = chosen.ink.value
    job = Job(layout, chosen.lang, ink, RendererName(renderer), guide, memo, selected(only), mark, max_dpi)
    return job, chosen.output.value


def _margins(margin: float | Sequence[float] | None) -> Margins | None:
    try:
        return None if margin is None else as_margins(margin)
    except (TypeError, ValueError):
        problem = Problem(option("--margin"), f"must be {EXPECTED}", found=repr(margin), code="E0603")
        raise LayoutError(problem) from None


def selected(only: Sequence[str]) -> Selection | None:
    """The selection that these texts make; None without any."""
    if isinstance(only, str):
        only = [only]
    return Selection(tuple(dict.fromkeys(text.strip() for text in only))) if only else None
