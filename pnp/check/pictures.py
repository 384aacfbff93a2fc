"""Find pictures whose resolution is too low for print."""

from __future__ import annotations

from pnp.geometry.units import MM_PER_INCH
from pnp.pictures.formats import COARSE, PictureHeader, read_header
from pnp.project.folders import Project, resolve_inside
from pnp.spec.model import Deck, Game


def low_resolution_pieces(project: Project, game: Game) -> list[str]:
    """Return the ids of pieces with a picture of low resolution."""
    folder = project.components / game.id
    return [
        design.id
        for deck in game.decks.values()
        for design in deck.designs
        if any(
            path is not None and (pixels := read_header(path)) and round(_dpi(deck, pixels)) < COARSE
            for path in (resolve_inside(folder, picture, project.root) for picture in design.pictures.values())
        )
    ]


def _dpi(deck: Deck, pixels: PictureHeader) -> float:
    rim = 2 * deck.pictures.bleed if deck.pictures else 0
    return min(pixels.width / (deck.size.width + rim), pixels.height / (deck.size.height + rim)) * MM_PER_INCH
