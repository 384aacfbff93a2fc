"""Boxes to keep games in."""

from __future__ import annotations

from pathlib import Path

from pnp.box.order import BoxOrder, PrintedBox
from pnp.box.print import print_box as print_order
from pnp.config import choose, read_config
from pnp.library.places import Name, PathName, Start, located
from pnp.resources import Project
from pnp.sheet.margins import Margins
from pnp.terms import BoxForm, Ink
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task


def print_box(
    game: Name,
    *,
    form: BoxForm | str | None = None,
    sleeved: bool = False,
    thickness: float | None = None,
    paper: str | None = None,
    lang: str | None = None,
    ink: Ink | str | None = None,
    margin: Margins | None = None,
    out: PathName | None = None,
    start: Start = None,
    allow_code: bool = False,
) -> PrintedBox:
    """A box for the pieces of a game as a PDF in `out/<game>/`: a tuck box for cards, a lid and a tray for tiles.

    It is sized for all pieces, bare or sleeved; `thickness` is that of one piece in mm. What is not given is what the
    project's pnp.toml says. LayoutError when the paper is too small even for parts that are glued together.
    """
    found = located(game, start, allow_code=allow_code)
    chosen = choose(*found, lang=lang, paper=paper, ink=ink, margin=margin, out=out)
    order = BoxOrder(
        chosen.paper.value, chosen.lang, chosen.ink.value, None if form is None else BoxForm(form), sleeved, thickness,
        chosen.margin.value,
    )  # fmt: skip
    limits = read_config(found.project).limits
    return run_in_worker(draw_box, limits, *found, order, chosen.output.value)


@task
def draw_box(project: Project, game_id: str, order: BoxOrder, folder: Path) -> PrintedBox:
    """Draw a box and write its files."""
    return print_order(project, game_id, order, folder)
