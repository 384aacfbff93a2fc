"""The framework of exports: profiles as data, fits, options, folders that are replaced as a whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

import pnp


def test_a_picture_of_every_face(tmp_path: Path) -> None:
    made = pnp.export_game("koko", "png", lang="en", only=["tokens"], out=tmp_path)
    assert made.pieces == sum(made.made.values()) == 42
    assert made.folder == next(tmp_path.glob("koko/export-png_en_*"))
    listed = {file.name for file in made.files}
    assert {path.relative_to(made.folder).as_posix() for path in made.folder.rglob("*.png")} == listed
    with Image.open(made.folder / "tokens/koko_front.png") as picture:
        assert picture.size == (round(31 / 25.4 * 300),) * 2
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    assert json.loads((made.folder / "export.json").read_text())["pieces"] == made.made
