"""Printing boxes."""

from __future__ import annotations

from pnp.box.order import BoxOrder, PrintedBox
from pnp.config import Config, resolve_config
from pnp.library.options import BoxOptions
from pnp.library.places import Name, locate_game
from pnp.options import accepts_options
from pnp.press.print import print_game
from pnp.project.folders import GameRef
from pnp.store.cache import Cache
from pnp.terms import BoxForm


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
    cache = Cache.of_user() if options.cache else Cache.none()
    made = print_game(*game, job, chosen.output, cache)
    assert made.form is not None and made.inside is not None  # noqa: S101, PT018 - a box has both
    return PrintedBox(made.pdf, made.placements, made.form, made.inside, made.sheets, made.size_bytes)
