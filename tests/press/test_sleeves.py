"""Sleeves that fit."""

from __future__ import annotations

import pytest

from pnp.geometry.units import Size
from pnp.press.steps import MAX_PLAY, SLEEVES, sleeve_for
from pnp.spec.values import STANDARD_SIZES


@pytest.mark.parametrize(
    ("card", "sleeve"),
    [
        ((63, 88), (63.5, 88)), ((88, 63), (63.5, 88)), ((41, 63), (41, 63)), ((44, 68), (45, 68)),
        ((59, 92), (59, 92)), ((70, 70), (70, 70)), ((70, 120), (70, 120)), ((57, 89), (57.5, 89)),
    ],
)  # fmt: skip
def test_a_card_has_its_sleeve(card: tuple[float, float], sleeve: tuple[float, float]) -> None:
    assert sleeve_for(Size(*card)) == Size(*sleeve)


def test_none_is_too_small_or_too_loose() -> None:
    assert sleeve_for(Size(30, 30)) is None
    assert sleeve_for(Size(63.5, 95)) is None
    for card in STANDARD_SIZES.values():
        sleeve = sleeve_for(card)
        if sleeve is not None:
            assert all(-0.5 <= room <= MAX_PLAY for room in (a - b for a, b in zip(sleeve, sorted(card), strict=True)))
    assert all(sleeve.width <= sleeve.height for sleeve in SLEEVES)
