"""Sheets: a game's PDF, ready to print."""

from __future__ import annotations

from pathlib import Path

from pnp.cache import Cache
from pnp.library.places import Name, PathName, Start, located
from pnp.memo.cards import MEMO_CARDS
from pnp.press.job import Job, Printed, RendererName
from pnp.press.print import print_game
from pnp.progress import Progress, silent
from pnp.settings import saved_offset
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.paper import parse_paper
from pnp.spec.languages import choose_language
from pnp.terms import Ink


def build(
    game: Name,
    *,
    paper: str = "a4",
    sides: Sides | str = Sides.DUPLEX_LONG,
    ink: Ink | str = Ink.FULL,
    lang: str | None = None,
    renderer: RendererName | str = RendererName.TYPST,
    margin: float = 5,
    gap: float | None = None,
    bleed: float = 3,
    marks: bool = True,
    offset: tuple[float, float] | None = None,
    guide: bool = True,
    with_memo: bool = False,
    cache: bool = True,
    out: PathName = "output",
    start: Start = None,
    allow_code: bool = False,
    progress: Progress = silent,
) -> Printed:
    """Print-ready sheets of a game: a PDF and a list of placements in `out/<game>/`.

    Lengths are millimetres. `offset` moves backs right and down; without it the saved one does, where both sides of the
    paper are printed. Earlier files stay until the new ones are complete. PnpError with everything that is wrong.
    """
    found = located(game, start, allow_code=allow_code)
    how = Sides(sides)
    if offset is None:
        offset = saved_offset() if how.duplex else (0.0, 0.0)
    layout = Layout(parse_paper(paper), how, margin, gap, bleed, marks, offset)
    job = Job(
        layout,
        choose_language(*found, lang),
        Ink(ink),
        RendererName(renderer),
        guide,
        MEMO_CARDS if with_memo else None,
    )
    return print_game(*found, job, Path(out), Cache.of_user() if cache else Cache.none(), progress)
