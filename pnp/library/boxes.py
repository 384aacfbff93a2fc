"""Boxes to keep games in."""

from __future__ import annotations

from pnp.box.order import BoxOrder, PrintedBox
from pnp.cache import Cache
from pnp.config import Config, choose
from pnp.library.options import BoxOptions
from pnp.library.places import Name, located
from pnp.options import takes
from pnp.press.print import print_game
from pnp.resources import Located
from pnp.terms import BoxForm


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
    order = BoxOrder(form, options.sleeved, options.thickness)
    job = order.job(chosen.paper, chosen.lang, chosen.ink, chosen.margin)
    made = print_game(*game, job, chosen.output, Cache.of_user())
    assert made.form is not None and made.inside is not None  # noqa: S101, PT018 - a box has both
    return PrintedBox(made.pdf, made.placements, made.form, made.inside, made.sheets, made.size_bytes)
