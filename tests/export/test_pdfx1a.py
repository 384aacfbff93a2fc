"""Four inks within a limit: paper stays white, black is the shop's, and what is limited looks like what was not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from pnp.errors import PressError
from pnp.export import pdfx1a
from pnp.export.pdfx1a import (
    DCT,
    FLATE,
    FULL,
    JPEG_ARTEFACTS,
    NODES,
    CmykImage,
    _PressTransform,
    compress_inks,
    decode_jpeg,
    find_profile,
    limit_ink,
    make_table,
    max_ink,
    read_profile,
    to_cmyk,
)
from tests.export.press_icc import press_profile

PROFILE = press_profile()
RICH = (60.0, 40.0, 40.0, 100.0)


@pytest.fixture(scope="module")
def table() -> bytes:
    return make_table(PROFILE, 240, RICH).tobytes()


Dots = NDArray[np.uint8]


def ramp(*colour: int) -> Dots:
    """From black to a colour."""
    shares = np.arange(256)[None, :, None] / 255
    dots: Dots = np.rint(shares * np.array(colour)).astype(np.uint8)
    return dots


def noise() -> Dots:
    return np.random.default_rng(1).integers(0, 256, (300, 300, 3), dtype=np.uint8)


def test_the_profile_asks_for_more_ink_than_the_limit() -> None:
    assert max_ink(_PressTransform(PROFILE).to_cmyk(np.zeros((1, 3), np.uint8)).reshape(1, 1, 4)) > 300


@pytest.mark.parametrize("limit", [200, 240, 300])
def test_no_dot_has_more_ink_than_the_limit(limit: float) -> None:
    table = make_table(PROFILE, limit, (0, 0, 0, 100)).tobytes()
    for dots in (noise(), ramp(255, 255, 255), ramp(90, 30, 10)):
        inks = to_cmyk(dots, table, limit)
        assert limit - 15 < max_ink(inks) <= limit + 1e-9


def test_paper_is_white_and_black_is_rich(table: bytes) -> None:
    inks = to_cmyk(ramp(255, 255, 255), table, 240)[0]
    assert list(inks[255]) == [0, 0, 0, 0]
    assert list(inks[0]) == [153, 102, 102, 255]


def test_colours_below_the_limit_are_those_of_the_profile(table: bytes) -> None:
    dots = np.full((4, 4, 3), (220, 120, 80), np.uint8)
    wanted = _PressTransform(PROFILE).to_cmyk(dots[0, :1])[0].astype(int)
    assert np.abs(to_cmyk(dots, table, 240)[0, 0].astype(int) - wanted).max() <= 3


@pytest.mark.parametrize("colour", [(255, 255, 255), (255, 0, 0), (0, 80, 255), (120, 60, 20)])
def test_limited_colours_keep_their_look(table: bytes, colour: tuple[int, int, int]) -> None:
    """Nearer than with simply less of every colour, and without bands or steps back."""
    press = _PressTransform(PROFILE)
    dots = ramp(*colour)
    asked = press.to_cmyk(dots[0])
    wanted, made = press.to_lab(asked), press.to_lab(to_cmyk(dots, table, 240)[0])
    plain = press.to_lab(limit_ink(asked[None].copy(), 240)[0])
    over = asked.sum(axis=1, dtype=int) > 612
    off, less = (np.linalg.norm(each - wanted, axis=1)[over] for each in (made, plain))
    assert off.max() <= 13
    assert off.mean() < 0.7 * less.mean()
    assert np.linalg.norm(np.diff(made, axis=0), axis=1).max() < 3
    assert np.diff(made[:, 0]).min() > -0.5


def test_black_takes_the_place_of_grey(table: bytes) -> None:
    """A dark grey has less colour and more black than the profile asks for."""
    dark = np.full((1, 1, 3), 48, np.uint8)
    asked = _PressTransform(PROFILE).to_cmyk(dark[0])[0].astype(int)
    made = to_cmyk(dark, table, 240)[0, 0].astype(int)
    assert (made[:3] < asked[:3]).all()
    assert made[3] > asked[3]


def test_a_table_has_a_colour_for_every_node(table: bytes) -> None:
    assert len(table) == NODES**3 * 4


def test_drawn_art_is_packed_without_loss(table: bytes) -> None:
    inks = to_cmyk(ramp(255, 0, 0).repeat(200, axis=0), table, 240)
    image = compress_inks(inks, 240)
    assert image == CmykImage(256, 200, FLATE, image.content)
    assert len(image.content) < inks.nbytes / 10


def test_a_photograph_is_packed_as_a_jpeg_that_keeps_the_limit(table: bytes) -> None:
    small = np.random.default_rng(2).integers(0, 250, (60, 60, 3), dtype=np.uint8)
    photo = Image.fromarray(small).resize((400, 400), Image.Resampling.BICUBIC)
    grain = np.random.default_rng(3).integers(0, 4, (400, 400, 1), dtype=np.uint8)
    inks = to_cmyk(np.minimum(np.array(photo), 250) + grain, table, 240)
    image = compress_inks(inks, 240)
    assert image.packing == DCT
    assert max_ink(decode_jpeg(image.content)) <= 240
    lighter = limit_ink(inks.copy(), 240 - JPEG_ARTEFACTS).astype(int)
    assert np.abs(decode_jpeg(image.content).astype(int) - lighter).mean() < 4


def test_held_inks_lose_colour_and_no_black() -> None:
    inks = np.array([[[200, 200, 200, 200], [10, 20, 30, 40]]], np.uint8)
    kept = limit_ink(inks.copy(), 240)
    assert list(kept[0, 1]) == [10, 20, 30, 40]
    assert kept[0, 0, 3] == 200
    assert kept[0, 0].sum(dtype=int) <= 612
    assert kept[0, 0, 0] == (612 - 200) // 3
    assert FULL * 2.4 == 612


def test_a_profile_is_read(tmp_path: Path) -> None:
    (tmp_path / "own.icc").write_bytes(PROFILE)
    found = find_profile(tmp_path / "own.icc")
    assert (found.name, found.title, found.condition) == ("own.icc", "A press of our own", "Custom")
    (tmp_path / "swop.icc").write_bytes(press_profile("U.S. Web Coated (SWOP) v2"))
    assert read_profile(tmp_path / "swop.icc").condition == "CGATS TR 001"


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda icc: b"not a profile" * 20, "is not an ICC colour profile"),
        (lambda icc: icc[:100], "is not an ICC colour profile"),
        (lambda icc: icc[:-10], "is not an ICC colour profile"),
        (
            lambda icc: icc[:16] + b"RGB " + icc[20:],
            r"must be a colour profile for a press \(CMYK, prtr\), not one for RGB",
        ),
        (lambda icc: icc[:12] + b"mntr" + icc[16:], r"not one for CMYK \(mntr\)"),
        (lambda icc: icc[:8] + b"\4" + icc[9:], "must be a version 2 ICC profile, not version 4"),
    ],
)
def test_what_is_no_profile_of_a_press(tmp_path: Path, change: object, found: str) -> None:
    path = tmp_path / "own.icc"
    path.write_bytes(change(PROFILE))  # type: ignore[operator]
    with pytest.raises(PressError, match=found):
        find_profile(path)


def test_the_best_profile_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdfx1a, "profile_folders", lambda: [tmp_path / "one", tmp_path / "two"])
    with pytest.raises(
        PressError,
        match=r"--icc is missing, and this machine has no colour profile for a press \(CMYK\) \[E1105\]\n"
        "  hint: give one with --icc FILE, or install one",
    ):
        find_profile(None)
    (tmp_path / "two" / "deep").mkdir(parents=True)
    (tmp_path / "two" / "a screen.icc").write_bytes(PROFILE[:16] + b"RGB " + PROFILE[20:])
    (tmp_path / "two" / "default_cmyk.icc").write_bytes(PROFILE)
    assert find_profile(None).name == "default_cmyk.icc"
    (tmp_path / "two" / "deep" / "USWebCoatedSWOP.icc").write_bytes(PROFILE)
    assert find_profile(None).name == "USWebCoatedSWOP.icc"
