"""Fits: how the pieces of a deck become what a target makes of them: its product, its size, the scale."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, log
from typing import Final

from pnp.export.profile import Product, Profile
from pnp.outline import Outline, circle, hexagon, rectangle
from pnp.spec.model import Deck
from pnp.terms import CutBy, Lang, Shape, Side
from pnp.units import MM_PER_INCH, Size

NEAR: Final = 1.0
"""Products whose sides differ by no more mm are of a piece's size: it is made as large as it is, with other bleed."""


@dataclass(frozen=True)
class Fit:
    """What is made of the pieces of a deck."""

    deck: Deck
    product: Product | None
    """The shop's; None where pieces are made in their own size."""
    size: Size
    """After cutting, in mm."""
    canvas: Size
    """With all of the bleed, in mm."""
    dpi: float
    scale: float = 1.0
    """How much larger than designed a piece is made; its proportions are kept."""
    turned: bool = False
    """Whether a piece is laid on its side to become the product."""

    @property
    def pixels(self) -> tuple[int, int]:
        """The whole picture."""
        if self.product is not None and self.product.picture is not None:
            return self.product.picture
        width, height = (round(side * self.dpi / MM_PER_INCH) for side in self.canvas)
        return max(width, 1), max(height, 1)

    @property
    def per_mm(self) -> float:
        """Pixels to a mm of the piece as it was designed."""
        return self.dpi / MM_PER_INCH * self.scale

    @property
    def bleed(self) -> float:
        """How far faces must be drawn beyond the cut to fill the canvas, in mm of the design."""
        canvas = self.canvas.turned if self.turned else self.canvas
        reach = max((whole / self.scale - own) / 2 for whole, own in zip(canvas, self.deck.size, strict=True))
        return max(0.0, ceil(reach * 1000 - 0.001) / 1000)

    def turn(self, side: Side) -> int:
        """Degrees clockwise that a side is turned; a back turns the other way, for it is seen from behind."""
        return 0 if not self.turned else 90 if side is Side.FRONT else 270

    def sides(self) -> list[Side]:
        """The sides that are drawn."""
        two = self.product is None or self.product.two_sided
        return [side for side in Side if self.deck.template(side) and (two or side is Side.FRONT)]

    def cut_line(self, side: Side, design: str) -> Outline:
        """The line that a piece is cut along, in mm of the design: the product's, or its own."""
        if self.product is None:
            return self.deck.cut_line(side, design)
        return product_line(self)


def product_line(fit: Fit) -> Outline:
    """The cut of a product, round the middle of the piece as it was designed, in mm of the design."""
    if fit.product is None:
        raise ValueError("a product")
    size = Size(*(side / fit.scale for side in (fit.size.turned if fit.turned else fit.size)))
    shapes = {Shape.CIRCLE: circle, Shape.HEX: hexagon}
    make = shapes.get(fit.product.shape)
    line = rectangle(size, fit.product.corner / fit.scale) if make is None else make(size)
    x, y = ((own - made) / 2 for own, made in zip(fit.deck.size, size, strict=True))
    return line.placed(size, (x, y, *size))


def fit_deck(deck: Deck, profile: Profile) -> Fit | str:
    """What a target makes of a deck, or why it makes nothing of it."""
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
        ((each, turned) for each in suited for turned in (False, True)), key=lambda each: _apart(deck.size, *each)
    )
    size = deck.size.turned if turned else deck.size
    near = _is_near(product.size, size)
    scale = 1.0 if near else min(made / own for made, own in zip(product.size, size, strict=True))
    return Fit(deck, product, product.size, profile.canvas(product), profile.dpi, scale, turned)


def _is_near(product: Size, size: Size) -> bool:
    return all(abs(made - own) <= NEAR for made, own in zip(product, size, strict=True))


def _apart(size: Size, product: Product, turned: bool) -> tuple[float, bool]:
    """How far a product is from a size: in scale and in proportions."""
    own = size.turned if turned else size
    return sum(abs(log(made / side)) for made, side in zip(product.size, own, strict=True)), turned


def told(fit: Fit, lang: Lang) -> str:
    """What a person should know of a fit; empty where a piece is made as it was designed."""
    if fit.product is None or _is_near(fit.size, fit.deck.size.turned if fit.turned else fit.deck.size):
        return ""
    title = fit.deck.title[lang]
    return (
        f"{title}: no product of {fit.deck.size}; the nearest is {fit.product.name} ({fit.size}): drawn at "
        f"{100 * fit.scale:.0f}% of the designed size, with more bleed where the product is longer"
    )


def fit_all(decks: Iterable[Deck], profile: Profile) -> tuple[dict[str, Fit], dict[str, str]]:
    """The fits of decks by their names, and why others are not made."""
    fits: dict[str, Fit] = {}
    refused: dict[str, str] = {}
    for deck in decks:
        found = fit_deck(deck, profile)
        if isinstance(found, Fit):
            fits[deck.name] = found
        else:
            refused[deck.name] = found
    return fits, refused
