"""Every word of a template is explained, and really there: a template that writes them all is drawn."""

from __future__ import annotations

import pytest

from pnp.errors import Location
from pnp.face.functions import TemplateFunctions
from pnp.face.render import FaceRenderer
from pnp.geometry.grids import MapCell, MapCells
from pnp.geometry.units import Size
from pnp.project.folders import Project
from pnp.reference.templates import CELL, CELLS, PICTURE, VALUE_TEXTS, RecordingRenderer, template_words
from pnp.spec.model import Game
from pnp.terms import Ink, Lang, Side


def test_every_value_is_explained_once_and_is_given() -> None:
    words = [word.name for word in template_words() if not word.signature]
    assert sorted(words) == sorted({**VALUE_TEXTS, **PICTURE})


def test_functions_are_those_of_templates(project: Project, lowtide: Game) -> None:
    renderer = FaceRenderer(project, lowtide, Lang("fr"), Ink.FULL, 0)
    words: TemplateFunctions = renderer.functions(Location(), renderer._icons, Size(63, 88), None, font_fallback=False)
    listed = {word.name: word for word in template_words() if word.signature}
    assert set(listed) == set(words.functions())
    assert listed["text"].signature.startswith("(string, x, y, w, h, size=4, min=size, font=")
    assert all(word.about.endswith(".") for word in listed.values())


@pytest.mark.parametrize("name", [name for name in VALUE_TEXTS if "." in name])
def test_a_template_may_ask_for_it(name: str, project: Project, lowtide: Game) -> None:
    renderer = RecordingRenderer(project, lowtide, Lang("fr"), Ink.FULL, 0)
    renderer.render(*lowtide.designs()[0], Side.FRONT)
    name = name.replace("<name>", lowtide.designs()[0][0].name)
    made = renderer._environment.from_string(f"{{{{ {name} }}}}").render(renderer.asked)
    assert made


def test_every_attribute_of_cells_is_explained() -> None:
    """The functions of maps return one kind of object, with one kind of cell in it."""
    assert set(CELL) == {name for name in dir(MapCell) if not name.startswith("_")}
    public = {name for name in dir(MapCells) if not name.startswith("_")}
    assert set(CELLS) == public - {"names", "with_data"}
