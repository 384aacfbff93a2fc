"""Pictures for cells: listed, uploaded into the game's folder, and refused if they are none."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from pnp.errors import PnpError
from pnp.pictures.formats import LARGEST_PICTURE
from pnp.web.pictures import list_pictures, store_picture
from tests.tables.project import make_project


def _picture(kind: str, colour: str = "red") -> bytes:
    made = BytesIO()
    Image.new("RGB", (4, 4), colour).save(made, kind)
    return made.getvalue()


PNG, JPEG = _picture("PNG"), _picture("JPEG")
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"/>'


@pytest.mark.parametrize(
    ("name", "content", "stored"),
    [
        ("Crab Photo.PNG", PNG, "art/crab-photo.png"),
        ("crab.jpeg", JPEG, "art/crab.jpeg"),
        ("crab.png", JPEG, "art/crab.jpg"),
        ("crab.svg", SVG, "art/crab.svg"),
        ("../../../crab.png", PNG, "art/crab.png"),
        ("C:\\Users\\me\\crab.png", PNG, "art/crab.png"),
        ("…", PNG, "art/picture.png"),
        ("rules.py", PNG, "art/rules.png"),
        (".png", PNG, "art/png.png"),
    ],
)
def test_a_picture_is_stored_under_a_plain_name(tmp_path: Path, name: str, content: bytes, stored: str) -> None:
    game = make_project(tmp_path)
    assert store_picture(game, name, content) == stored
    assert (tmp_path / "components/reef" / stored).read_bytes() == content
    assert list_pictures(game) == [stored]


def test_no_picture_is_replaced(tmp_path: Path) -> None:
    game = make_project(tmp_path)
    names = [store_picture(game, "crab.png", each) for each in (PNG, _picture("PNG", "blue"), PNG)]
    assert names == ["art/crab.png", "art/crab-2.png", "art/crab.png"]


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"#!/bin/sh\n", PNG[:40], b"%PDF-1.7", b"<html><svg></html>", b"GIF89a" + bytes(20)]
)
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    game = make_project(tmp_path)
    with pytest.raises(PnpError, match="is not a picture that pnp can print, or is damaged"):
        store_picture(game, "crab.png", content)
    assert list_pictures(game) == []


def test_a_picture_that_is_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PnpError, match="is larger than 200 MB"):
        store_picture(make_project(tmp_path), "crab.png", bytes(LARGEST_PICTURE + 1))


def test_an_art_folder_outside_the_project_is_not_written(tmp_path: Path) -> None:
    game, outside = make_project(tmp_path / "project"), tmp_path / "outside"
    outside.mkdir()
    (tmp_path / "project/components/reef/art").symlink_to(outside)
    with pytest.raises(PnpError, match="cannot be stored"):
        store_picture(game, "crab.png", PNG)
    assert not list(outside.iterdir())
