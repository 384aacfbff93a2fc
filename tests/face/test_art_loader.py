"""Loading art: drawings that are files, drawings that are functions, and which comes first."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.errors import Location, RenderError, SpecError
from pnp.face.art_loader import ArtLoader
from pnp.face.sources import Sources
from pnp.project.folders import Project, bundled_project

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="7" height="7"/></svg>'


CARD = Location(piece="card")


def art_loader(project: Project, game: str = "lowtide") -> ArtLoader:
    return ArtLoader(Sources(project, game), low_ink=False)


def drawn(project: Project, name: str, game: str = "lowtide") -> str:
    return art_loader(project, game).place_drawing(name, 0, 0, 1, 0, CARD)


def write_art(project: Project, code: str) -> Project:
    """The project with an `art.py` that may run."""
    (project.components / "lowtide" / "art.py").write_text(code, "utf-8")
    return replace(project, allow_code=True)


def test_a_bundled_game_draws_with_functions() -> None:
    assert "<path" in drawn(bundled_project(), "bone", "winston")
    assert art_loader(bundled_project(), "winston").has("bone")
    assert "bone" in art_loader(bundled_project(), "winston").names()


def test_a_file_comes_before_a_function_of_that_name(tmp_path: Path) -> None:
    """So a designer's copy of a bundled game replaces one drawing and keeps the others."""
    shutil.copytree(bundled_project().components / "winston", tmp_path / "components" / "winston")
    own = Project(tmp_path)
    assert drawn(own, "bone", "winston") == drawn(bundled_project(), "bone", "winston")
    (tmp_path / "components" / "winston" / "art").mkdir()
    (tmp_path / "components" / "winston" / "art" / "bone.svg").write_text(SVG, "utf-8")
    assert 'width="7"' in drawn(own, "bone", "winston")
    assert drawn(own, "poop", "winston") == drawn(bundled_project(), "poop", "winston")


def test_a_drawing_of_nobody_is_refused_with_the_near_ones(project: Project) -> None:
    assert not art_loader(project).has("shelf")
    assert not art_loader(project).has("../shell")
    with pytest.raises(
        RenderError, match=r'^card: there is no such drawing: "shelf" \[E0501\]\n.*did you mean "shell"'
    ):
        drawn(project, "shelf")


def test_files_are_drawn_without_loading_functions() -> None:
    code = (
        "import sys; from pathlib import Path; from pnp.face.art_loader import ArtLoader\n"
        "from pnp.face.sources import Sources; from pnp.errors import Location\n"
        "from pnp.project.folders import Project\n"
        "art = ArtLoader(Sources(Project(Path('tests/sample').resolve()), 'lowtide'), low_ink=False)\n"
        "art.place_drawing('shell', 0, 0, 1, 0, Location(piece='card')); assert art.has('shell')\n"
        "assert not {'svgwrite', 'pydantic', 'pnp.play.core'} & set(sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True, cwd=Path(__file__).parents[2]
    )
    assert done.returncode == 0, done.stderr


ART = """
from .shapes import dot

DRAWINGS = {"dot": dot, "broken": lambda pen: pen.group(1 / 0)}
"""
SHAPES = """
def dot(pen):
    return pen.group(pen.circle(0, 0, 40, pen.paint("#dd0000")))
"""


def test_a_designer_draws_in_python_with_leave(copied: Project) -> None:
    (copied.components / "lowtide" / "shapes.py").write_text(SHAPES, "utf-8")
    allowed = write_art(copied, ART)
    assert 'fill="#dd0000"' in drawn(allowed, "dot")
    assert art_loader(allowed).names() == ["broken", "dot", "shell"]
    with pytest.raises(SpecError, match="needs your permission to run"):
        drawn(copied, "dot")


def test_what_a_designer_draws_by_chance_is_the_same_every_time(copied: Project) -> None:
    art = """
import random


def dots(pen):
    return pen.group(*(pen.circle(random.uniform(-40, 40), 0, 1, pen.paint("#dd0000")) for _ in range(5)))


DRAWINGS = {"rain": dots, "hail": dots}
"""
    allowed = write_art(copied, art)
    random.seed(7)
    next_one = random.Random(7).random()
    assert drawn(allowed, "rain") == drawn(allowed, "rain") != drawn(allowed, "hail")
    assert random.random() == next_one, "nobody else's chance is touched"


def test_what_a_designers_function_does_wrong_names_its_file_and_line(copied: Project) -> None:
    (copied.components / "lowtide" / "shapes.py").write_text(SHAPES, "utf-8")
    with pytest.raises(RenderError) as caught:
        drawn(write_art(copied, ART), "broken")
    [problem] = caught.value.problems
    assert problem.where == Location("components/lowtide/art.py", line=4, piece="card")
    assert str(problem) == "components/lowtide/art.py:4: card: ZeroDivisionError: division by zero [E1302]"
