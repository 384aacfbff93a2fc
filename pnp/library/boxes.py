"""Boxes to keep games in."""

from __future__ import annotations

from pathlib import Path

from pnp.box.order import BoxOrder, PrintedBox
from pnp.box.print import print_box as print_order
from pnp.config import Config, choose
from pnp.library.options import BoxOptions
from pnp.library.places import Name, located
from pnp.options import takes
from pnp.resources import Located, Project
from pnp.terms import BoxForm
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task


@takes(BoxOptions)
def print_box(game: Name, options: BoxOptions) -> PrintedBox:
    """A box for the pieces of a game as a PDF in `out/<game>/`: a tuck box for cards, a lid and a tray for tiles.

    It is sized for all pieces, bare or sleeved; `thickness` is that of one piece in mm. What is not given is what the
    project's pnp.toml says. LayoutError when the paper is too small even for parts that are glued together.
    """
    found = located(game, options.start, allow_code=options.allow_code)
    return print_box_with(found, options, choose(*found, options))


def print_box_with(game: Located, options: BoxOptions, chosen: Config) -> PrintedBox:
    """Print a box for a game with the settings in force for it."""
    form = None if options.form is None else BoxForm(options.form)
    order = BoxOrder(
        chosen.paper, chosen.lang, chosen.ink, form, options.sleeved, options.thickness, chosen.margin
    )  # fmt: skip
    return run_in_worker(draw_box, chosen.limits, *game, order, chosen.output)


@task
def draw_box(project: Project, game_id: str, order: BoxOrder, folder: Path) -> PrintedBox:
    """Draw a box and write its files."""
    return print_order(project, game_id, order, folder)
