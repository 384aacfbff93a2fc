"""Colours of a memo, and its drawings as SVG files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from pnp.errors import Location, PnpError, Problem, RenderError, did_you_mean, quote_value
from pnp.face.art_loader import BOX, ArtLoader
from pnp.face.face import Face
from pnp.face.families import resolve_families
from pnp.face.sources import Sources
from pnp.face.svg_check import check_svg
from pnp.geometry.units import Size
from pnp.memo.markup import TokenType, tokens
from pnp.memo.source import Memo
from pnp.pictures.embedded import image_keys
from pnp.press.font_folder import fonts_of
from pnp.press.images import svg_for_renderer
from pnp.project.folders import Project
from pnp.spec.model import Game
from pnp.terms import Ink
from pnp.text.font_set import ProjectFont

DEFAULT_COLOUR: Final = "#33475b"
"""Default colour, for games whose decks have no edge colour."""
INK: Final = "#231f20"
PAPER: Final = "#ffffff"
LIGHT: Final = 0.09
"""Share of the colour in a tint."""
MIN_CONTRAST: Final = 4.5
"""Minimum contrast of text with its background."""


class MemoColours(NamedTuple):
    """The colours of a memo."""

    band: str
    """Background of the title and the badges."""
    on_band: str
    """Text colour on the band."""
    accent: str
    """Colour of symbols and lines."""
    heading: str
    """Colour of headings: the band's, darkened until it is legible on paper."""
    tint: str
    """Light background: the band's colour mixed with white."""


def memo_colours(memo: Memo, game: Game) -> MemoColours:
    """Return the colours set in the memo, or else those of the decks' edges."""
    edges = [deck.edge.back for deck in game.decks.values() if deck.edge and deck.edge.back]
    band = memo.colour or next((edge for edge in edges if edge.lower() != PAPER), DEFAULT_COLOUR)
    on_band = PAPER if contrast(PAPER, band) >= contrast(INK, band) else INK
    return MemoColours(band, on_band, memo.accent or band, _darkened(band), _mixed(band, PAPER, LIGHT))


def _channels(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def _mixed(colour: str, other: str, share: float) -> str:
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def _darkened(colour: str) -> str:
    """Return the colour, darkened until text in it is legible on paper."""
    for step in range(11):
        mixed = _mixed(colour, INK, 1 - step / 10)
        if contrast(mixed, PAPER) >= MIN_CONTRAST:
            return mixed
    return INK


def contrast(one: str, other: str) -> float:
    """Return the WCAG contrast ratio of two colours, from 1 (equal) to 21 (black and white)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [channel / 255 for channel in _channels(colour)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def icon_names(memo: Memo) -> dict[str, Location]:
    """Return every drawing that a memo uses, with the location of its first use."""
    found: dict[str, Location] = {}
    for name, where in memo.icons():
        found.setdefault(name, where)
    for words in memo.words():
        for text in words.versions():
            for token in tokens(text, words.where):
                if token.sort is TokenType.ICON:
                    found.setdefault(token.value, words.where)
    return found


def unknown_icons(memo: Memo, gallery: ArtLoader) -> list[Problem]:
    """Return a problem for each drawing that the game does not have."""
    return [
        Problem(
            where, f"there is no drawing {quote_value(name)}", did_you_mean(gallery.icon_names(), name), code="E0501"
        )
        for name, where in icon_names(memo).items()
        if not gallery.has_icon(name)
    ]


def draw_icons(project: Project, game: Game, memo: Memo, ink: Ink) -> tuple[dict[str, bytes], tuple[ProjectFont, ...]]:
    """Return an SVG file for each drawing that the memo uses, and the project's fonts that they use.

    Raise PnpError for drawings that the game does not have.
    """
    gallery = ArtLoader(Sources(project, game.id), low_ink=ink is Ink.LOW)
    problems = unknown_icons(memo, gallery)
    if problems:
        raise PnpError(*problems)
    drawn = dict(_draw(gallery, icon_names(memo).items()))
    return {name: svg_for_renderer(face).encode() for name, face in drawn.items()}, fonts_of(drawn.values())


def _draw(gallery: ArtLoader, names: Iterable[tuple[str, Location]]) -> Iterable[tuple[str, Face]]:
    for name, where in names:
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100mm" '
            f'height="100mm" viewBox="-50 -50 100 100">{gallery.icon(name, 0, 0, BOX, where)}</svg>'
        )
        try:
            check_svg(svg, where, gallery.fonts)
        except RenderError as error:
            raise PnpError(*error.problems) from error
        fonts = gallery.fonts.used_in(svg)
        if fonts:
            svg = resolve_families(svg, gallery.fonts, where)
        plates = tuple(gallery.plates[key] for key in image_keys(svg))
        yield f"icons/{name}.svg", Face(svg, Size(100, 100), 0, where, fonts, plates)
