"""Fits: products of a piece's size, the nearest one with its scale, and what a shop does not make."""

from __future__ import annotations

import pytest

from pnp.export.profile import Fit, find_target, fit_deck, scaling_notice
from pnp.geometry.units import MM_PER_INCH, Size
from pnp.project.folders import bundled_project
from pnp.spec.model import Deck
from pnp.terms import Lang, Side


def _deck(width: float, height: float, **more: object) -> Deck:
    title = {Lang.EN: "Cards", Lang.FR: "Cartes"}
    return Deck.model_validate(
        {"name": "cards", "title": title, "size": [width, height], "front": "f", "back": "b", "designs": []} | more
    )


def _fit(target: str, deck: Deck) -> Fit:
    fit = fit_deck(deck, find_target(bundled_project(), target).profile)
    assert isinstance(fit, Fit)
    return fit


def test_a_card_of_the_shops_size_is_made_as_it_is() -> None:
    fit = _fit("tgc", _deck(63.5, 88.9))
    assert (fit.product and fit.product.name, fit.scale, fit.pixels) == ("Poker Deck", 1, (825, 1125))
    assert fit.bleed == pytest.approx(3.175, abs=0.001)
    assert not scaling_notice(fit, Lang.EN)


def test_less_than_a_millimetre_is_a_matter_of_bleed() -> None:
    fit = _fit("mpc", _deck(63, 63))  # the square card is cut to 63.5
    assert (fit.scale, fit.size) == (1, Size(63.5, 63.5))
    assert fit.bleed == pytest.approx(3.048 + 0.25, abs=0.001)


def test_the_nearest_product_keeps_proportions() -> None:
    fit = _fit("tgc", _deck(60, 60, kind="tile"))
    assert fit.product is not None
    assert fit.product.name == "Medium Square Tile"
    assert fit.scale == pytest.approx(63.5 / 60)
    assert "drawn at 106% of the designed size" in scaling_notice(fit, Lang.EN)


def test_another_size_is_reported_also_where_nothing_is_scaled() -> None:
    fit = _fit("dtc", _deck(63, 63))  # as wide as a card of the shop, which is longer
    assert (fit.scale, fit.size) == (1, Size(63, 88))
    assert "no product of 63 × 63 mm; the nearest is Euro Poker" in scaling_notice(fit, Lang.EN)


def test_what_is_longer_gets_more_bleed() -> None:
    fit = _fit("mpc", _deck(63, 100))  # between poker and tarot
    assert fit.product is not None
    width, height = (side * fit.scale for side in fit.deck.size)
    assert width <= fit.size.width + 1e-9
    assert height <= fit.size.height + 1e-9
    assert max(width / fit.size.width, height / fit.size.height) == pytest.approx(1)
    reach = Size(*((side + 2 * fit.bleed) * fit.scale for side in fit.deck.size))
    assert all(drawn >= whole - 0.001 for drawn, whole in zip(reach, fit.canvas, strict=True))


def test_a_wide_card_is_laid_on_its_side() -> None:
    fit = _fit("tgc", _deck(88.9, 63.5))
    assert (fit.turned, fit.scale, fit.turn(Side.FRONT), fit.turn(Side.BACK)) == (True, 1, 90, 270)


@pytest.mark.parametrize(
    ("width", "height", "product", "turned", "sides"),
    [
        (457.2, 457.2, "Quad-Fold Game Board", False, 1), (457.2, 228.6, "Bi-Fold Game Board", True, 1),
        (203.2, 203.2, "Square Board Set", False, 2), (685.8, 457.2, "Six-Fold Game Board", False, 1),
    ],
)  # fmt: skip
def test_a_board_is_made_whole_by_a_shop(width: float, height: float, product: str, turned: bool, sides: int) -> None:
    fit = _fit("tgc", _deck(width, height, kind="board"))
    assert fit.product is not None
    assert (fit.product.name, fit.turned, fit.scale, len(fit.sides())) == (product, turned, 1, sides)


def test_the_cut_of_a_product_lies_round_the_middle_of_the_piece() -> None:
    fit = _fit("mpc", _deck(63, 63))
    left, top, width, height = fit.cut_line(Side.FRONT, "any").box
    assert (left, top, width, height) == pytest.approx((-0.25, -0.25, 63.5, 63.5), abs=0.01)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"kind": "standee"}, "The Game Crafter does not make standees"),
        ({"kind": "tile", "cut": "outline"}, "The Game Crafter does not cut custom outlines"),
        ({"kind": "pad", "back": None, "shape": "circle"}, "The Game Crafter does not make circle pads"),
    ],
)
def test_what_a_shop_does_not_make(more: dict[str, object], why: str) -> None:
    deck = _deck(30, 30).model_copy(update=more)
    deck = Deck.model_construct(**dict(deck) | _typed(more))
    assert fit_deck(deck, find_target(bundled_project(), "tgc").profile) == why


def _typed(more: dict[str, object]) -> dict[str, object]:
    from pnp.spec.kinds import PieceKind
    from pnp.terms import CutBy, Shape

    kinds = {"kind": PieceKind, "cut": CutBy, "shape": Shape}
    return {key: kinds[key](str(value)) if key in kinds else value for key, value in more.items()}


def test_every_product_is_at_least_as_large_as_its_cut() -> None:
    for name in ("tgc", "mpc"):
        profile = find_target(bundled_project(), name).profile
        for product in profile.products:
            canvas = profile.canvas(product)
            rim = [(whole - cut) / 2 for whole, cut in zip(canvas, product.size, strict=True)]
            assert min(rim) > 2.9, product.name
            if product.picture:
                assert product.picture == tuple(round(side * profile.dpi / MM_PER_INCH) for side in canvas)
