"""Pictures: exactly as many pixels as are asked for, showing what is printed."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pnp.export.picture_files import ROWS_AT_ONCE, PictureFormat, encode_picture
from pnp.export.raster import FacePicture, rasterize
from pnp.geometry.outline import circle
from pnp.geometry.units import MM_PER_INCH, Size
from tests.export.exported import PROJECT, exported
from tests.export.likeness import ALIKE, apart, drawn, faces, soft

PER_MM = 300 / MM_PER_INCH


def test_a_picture_shows_what_is_printed() -> None:
    face = faces("lowtide", PROJECT, 3)["oyster", 1, "front"]
    [dots] = rasterize([FacePicture(face, (591, 874), PER_MM)])
    assert dots.shape == (874, 591, 3)
    assert apart(soft(Image.fromarray(dots)), drawn(face, (591, 874), PER_MM)) < ALIKE
    other = faces("lowtide", PROJECT, 3)["cockle", 1, "front"]
    assert apart(soft(Image.fromarray(dots)), drawn(other, (591, 874), PER_MM)) > ALIKE


def test_a_quarter_turn_is_clockwise() -> None:
    face = faces("lowtide", PROJECT, 0)["oyster", 1, "front"]
    upright, turned = rasterize([FacePicture(face, (400, 600), 8), FacePicture(face, (600, 400), 8, turn=90)])
    assert np.array_equal(np.asarray(Image.fromarray(upright).transpose(Image.Transpose.ROTATE_270)), turned)


def test_what_is_cut_out_is_transparent_outside_the_cut() -> None:
    face = faces("lowtide", PROJECT, 3)["pebble", 1, "front"]
    [dots] = rasterize([FacePicture(face, (220, 220), 10, cut=circle(Size(22, 22)))])
    assert dots.shape == (220, 220, 4)
    alpha = dots[:, :, 3]
    assert (alpha[110, 110], alpha[2, 2], alpha[110, 1]) == (255, 0, 255)
    assert float((alpha > 127).mean()) == pytest.approx(np.pi / 4, abs=0.002)


@pytest.mark.parametrize("channels", [3, 4])
@pytest.mark.parametrize("height", [1, 37, 2 * ROWS_AT_ONCE + 1])
def test_our_png_is_read_by_others_dot_by_dot(channels: int, height: int) -> None:
    dots = np.random.default_rng(1).integers(0, 256, (height, 53, channels), dtype=np.uint8)
    with Image.open(BytesIO(encode_picture(dots, PictureFormat.PNG, None, 300))) as picture:
        picture.load()
        assert picture.mode == ("RGB", "RGBA")[channels - 3]
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.02)
        assert np.array_equal(np.asarray(picture), dots)


@pytest.mark.parametrize(("target", "format_"), [("png", "PNG"), ("webp", "WEBP")])
def test_folders_of_pictures(target: str, format_: str) -> None:
    made = exported(target)
    dpi, rim = (300, 3) if target == "png" else (150, 0)
    for name, size in (("shells/whelk_front", (44, 68)), ("leaf/score-leaf_front", (80, 120))):
        with Image.open(made.folder / f"{name}.{target}") as picture:
            assert picture.format == format_
            assert picture.size == tuple(round((side + 2 * rim) * dpi / MM_PER_INCH) for side in size)


def test_folders_of_drawings() -> None:
    made = exported("svg")
    text = (made.folder / "shells/whelk_front.svg").read_text("utf-8")
    assert 'width="50.0mm"' in text or 'width="50mm"' in text
    assert "Whelk" in text
    assert len(list(made.folder.rglob("*.svg"))) == 2 * 3 + 2 * 7 + 2 + 2 + 1


def test_the_list_names_every_face(tmp_path: Path) -> None:
    made = exported("png")
    lines = (made.folder / "counts.csv").read_text("utf-8").splitlines()
    assert lines[0].startswith("file,deck,piece,look,side,copies")
    assert "shells/oyster_front.png,shells,oyster,1,front,5,,44,68,1" in lines
    assert {line.partition(",")[0] for line in lines[1:]} == {
        path.relative_to(made.folder).as_posix() for path in made.folder.rglob("*.png")
    }
