"""Fit decks to a target's products: choose the product, the scale and the orientation of their pieces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, log
from typing import Final

from pnp.export.profile import Product, Profile
from pnp.geometry.outline import Outline, circle, hexagon, rectangle
from pnp.geometry.units import MM_PER_INCH, Size
from pnp.spec.model import Deck
from pnp.terms import CutBy, Lang, Shape, Side

SIZE_TOLERANCE: Final = 1.0
"""Tolerance for product sizes, in mm: a piece this close to a product is not scaled, only its bleed differs."""


@dataclass(frozen=True)
class Fit:
    """How the pieces of a deck are made."""

    deck: Deck
    product: Product | None
    """Product of the shop; None if pieces are made in their own size."""
    size: Size
    """Trim size, in mm."""
    canvas: Size
    """Size with the bleed, in mm."""
    dpi: float
    scale: float = 1.0
    """Size of the finished piece relative to its design; the aspect ratio is preserved."""
    turned: bool = False
    """Whether the piece is turned by 90° to match the product."""

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the whole picture, in pixels."""
        if self.product is not None and self.product.picture is not None:
            return self.product.picture
        width, height = (round(side * self.dpi / MM_PER_INCH) for side in self.canvas)
        return max(width, 1), max(height, 1)

    @property
    def per_mm(self) -> float:
        """Pixels per mm of the design."""
        return self.dpi / MM_PER_INCH * self.scale

    @property
    def bleed(self) -> float:
        """Bleed that faces need to fill the canvas, in mm of the design."""
        canvas = self.canvas.turned if self.turned else self.canvas
        reach = max((whole / self.scale - own) / 2 for whole, own in zip(canvas, self.deck.size, strict=True))
        return max(0.0, ceil(reach * 1000 - 0.001) / 1000)

    def turn(self, side: Side) -> int:
        """Return the clockwise rotation of a side in degrees; a back, seen from behind, turns the other way."""
        return 0 if not self.turned else 90 if side is Side.FRONT else 270

    def sides(self) -> list[Side]:
        """Return the sides that are drawn."""
        two = self.product is None or self.product.two_sided
        return [side for side in Side if self.deck.template(side) and (two or side is Side.FRONT)]

    def cut_line(self, side: Side, design: str) -> Outline:
        """Return the cut line of the product, or of the piece if there is no product, in mm of the design."""
        if self.product is None:
            return self.deck.cut_line(side, design)
        return product_cut_line(self)


def product_cut_line(fit: Fit) -> Outline:
    """Return the cut line of a product, centred on the piece, in mm of the design."""
    if fit.product is None:
        raise ValueError("the fit has no product")
    size = Size(*(side / fit.scale for side in (fit.size.turned if fit.turned else fit.size)))
    shapes = {Shape.CIRCLE: circle, Shape.HEX: hexagon}
    make = shapes.get(fit.product.shape)
    line = rectangle(size, fit.product.corner / fit.scale) if make is None else make(size)
    x, y = ((own - made) / 2 for own, made in zip(fit.deck.size, size, strict=True))
    return line.placed(size, (x, y, *size))


def fit_deck(deck: Deck, profile: Profile) -> Fit | str:
    """Return how a target makes the pieces of a deck, or the reason why it cannot make them."""
    if deck.kind not in profile.kinds:
        return f"{profile.title} takes no {deck.kind}s"
    if not profile.products:
        canvas = Size(*(side + 2 * profile.bleed for side in deck.size))
        return Fit(deck, None, deck.size, canvas, profile.dpi)
    if deck.cut is CutBy.OUTLINE:
        return f"{profile.title} cuts no outlines of your own"
    suited = [each for each in profile.products if deck.kind in each.kinds and each.shape is deck.shape]
    if not suited:
        round_ = "" if deck.shape is Shape.RECT else f"{deck.shape} "
        return f"{profile.title} makes no {round_}{deck.kind}s"
    product, turned = min(
        ((each, turned) for each in suited for turned in (False, True)),
        key=lambda each: _size_distance(deck.size, *each),
    )
    size = deck.size.turned if turned else deck.size
    near = _is_near(product.size, size)
    scale = 1.0 if near else min(made / own for made, own in zip(product.size, size, strict=True))
    return Fit(deck, product, product.size, profile.canvas(product), profile.dpi, scale, turned)


def _is_near(product: Size, size: Size) -> bool:
    return all(abs(made - own) <= SIZE_TOLERANCE for made, own in zip(product, size, strict=True))


def _size_distance(size: Size, product: Product, turned: bool) -> tuple[float, bool]:
    """Return a sort key: how far a product's sides are from a size, unturned products first."""
    own = size.turned if turned else size
    return sum(abs(log(made / side)) for made, side in zip(product.size, own, strict=True)), turned


def scaling_notice(fit: Fit, lang: Lang) -> str:
    """Return a notice if the pieces are scaled to fit a product, or an empty string."""
    if fit.product is None or _is_near(fit.size, fit.deck.size.turned if fit.turned else fit.deck.size):
        return ""
    title = fit.deck.title[lang]
    return (
        f"{title}: no product of {fit.deck.size}; the nearest is {fit.product.name} ({fit.size}): drawn at "
        f"{100 * fit.scale:.0f}% of the designed size, with more bleed where the product is longer"
    )


def fit_all(decks: Iterable[Deck], profile: Profile) -> tuple[dict[str, Fit], dict[str, str]]:
    """Return the fits by deck name, and the reasons why the other decks are not made."""
    fits: dict[str, Fit] = {}
    refused: dict[str, str] = {}
    for deck in decks:
        found = fit_deck(deck, profile)
        if isinstance(found, Fit):
            fits[deck.name] = found
        else:
            refused[deck.name] = found
    return fits, refused
