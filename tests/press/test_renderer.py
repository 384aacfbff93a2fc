"""The renderer is chosen in one place, and whatever draws faces can draw them with the other one."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import pnp
from pnp.export.picture_files import PictureFormat
from pnp.export.raster import FacePicture, make_pictures
from pnp.press import renderer
from pnp.press.job import RendererName
from pnp.project.folders import GameRef, Project

PACKAGE = Path(pnp.__file__).parent


def test_renderers_are_named_where_one_is_chosen_and_nowhere_else() -> None:
    named = re.compile(r"\b(TypstRenderer|CairoRenderer)\b")
    found = {
        path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if named.search(path.read_text("utf-8"))
    }
    assert found == {"press/renderer.py", "press/typst_renderer.py", "press/cairo_renderer.py"}


def test_pictures_of_an_export_are_alike_in_all_renderers(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    [face] = [each.face for each in pnp.render_faces(GameRef(project, "lowtide"), ["whelk"], sides=["front"])]
    picture = FacePicture(face, (220, 340), 5)

    def taken() -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
        [png] = make_pictures([picture], PictureFormat.PNG, None, 127)
        return np.asarray(Image.open(BytesIO(png)).convert("L"), np.int16)

    first, find = taken(), renderer.find_renderer
    asked: list[RendererName] = []

    def other(name: RendererName = RendererName.TYPST) -> renderer.Renderer:
        asked.append(name)
        return find(RendererName.CAIROSVG)

    monkeypatch.setattr(renderer, "find_renderer", other)
    second = taken()
    assert asked == [RendererName.TYPST]
    assert first.min() < 200, "there is something to compare"
    assert np.abs(first - second).mean() < 3
