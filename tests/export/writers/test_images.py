"""The Game Crafter's zip: unpacked, its sizes and counts compared."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PIL import Image

import pnp
from pnp.errors import PnpError
from pnp.geometry.units import MM_PER_INCH
from tests.export.exported import PROJECT, exported, unpacked
from tests.export.likeness import ALIKE, apart, drawn, faces, soft
from tests.sheet.test_board import project as write_board

SIZES = {"Mini Deck": (600, 825), "Small Square Tile": (675, 675), "Large Circle Chit": (375, 375)}


def test_every_picture_has_the_size_of_its_product() -> None:
    folder = unpacked("tgc")
    with (folder / "counts.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    products = {line["deck"]: line["product"] for line in lines}
    assert products == {
        "shells": "Mini Deck", "tides": "Small Square Tile", "pebbles": "Large Circle Chit", "leaf": "Small Score Pad",
    }  # fmt: skip
    for line in lines:
        with Image.open(folder / line["file"]) as picture:
            assert picture.size == SIZES.get(line["product"], (1125, 1725))
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.02)
    fronts = [line for line in lines if line["side"] == "front"]
    assert sum(int(line["copies"]) for line in fronts) == 13 + 7 + 5 + 3, "the leaves of a pad are printed one by one"
    assert exported("tgc").pieces == 13 + 7 + 5 + 1


def test_a_picture_that_all_share_is_there_once() -> None:
    folder = unpacked("tgc")
    names = {path.name for path in folder.glob("shells/*")}
    assert names == {"whelk_front.png", "cockle_front.png", "oyster_front.png", "all_back.png"}
    assert len(list(folder.glob("tides/*_back.png"))) == 7


@pytest.mark.parametrize(("piece", "side"), [("whelk", "front"), ("tide-3", "back"), ("score-leaf", "front")])
def test_pieces_are_scaled_about_their_middle_and_bleed_to_the_rim(piece: str, side: str) -> None:
    folder = unpacked("tgc")
    with (folder / "counts.csv").open(newline="") as file:
        [line] = [each for each in csv.DictReader(file) if (each["piece"], each["side"]) == (piece, side)]
    with Image.open(folder / line["file"]) as picture:
        per_mm = 300 / MM_PER_INCH * float(line["scale"])
        face = faces("lowtide", PROJECT, 9)[piece, 1, side]
        assert apart(soft(picture), drawn(face, picture.size, per_mm)) < ALIKE


def test_the_nearest_product_is_reported_with_its_scale() -> None:
    told = "\n".join(exported("tgc").notices)
    assert "Shells: no product of 44 × 68 mm; the nearest is Mini Deck (44.45 × 63.5 mm): drawn at 93%" in told
    assert "Tides" not in told  # 50 mm on a tile of 50.8: that is bleed
    assert [(left.piece, left.why) for left in exported("tgc").not_made] == [
        ("fisher", "The Game Crafter does not make standees")
    ]


def test_a_board_is_one_picture_at_any_resolution(tmp_path: Path) -> None:
    folder = write_board(tmp_path, 'split = "2x2"').root
    for dpi in (72, 150):
        made = pnp.export_game("map", "png", options={"dpi": dpi}, out=tmp_path / str(dpi), start=folder, only=["map"])
        assert sorted(path.name for path in made.folder.glob("map/*")) == ["map_back.png", "map_front.png"]
        with Image.open(made.folder / "map/map_front.png") as picture:
            assert picture.size == tuple(round((side + 6) * dpi / MM_PER_INCH) for side in (420, 594))
            assert picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)
            face = faces("map", folder, 3)["map", 1, "front"]
            assert apart(soft(picture.convert("RGB")), drawn(face, picture.size, dpi / MM_PER_INCH)) < ALIKE


def test_a_shop_that_counts_in_pixels_keeps_its_resolution(tmp_path: Path) -> None:
    with pytest.raises(PnpError, match="The Game Crafter gives the size of its pictures in pixels"):
        pnp.export_game("map", "tgc", options={"dpi": 150}, out=tmp_path, start=write_board(tmp_path).root)
