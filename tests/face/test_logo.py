"""A game's logo: which drawing it is in each language, and how it fills its box."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.box.order import BoxOrder
from pnp.errors import Location, SpecError
from pnp.face.faces import FaceLook
from pnp.face.render import FaceRenderer
from pnp.geometry.units import Size
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, parse_paper
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.terms import Lang
from tests.measure import words

RED = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><rect width="30" height="10" fill="#ff0000"/></svg>'
BLUE = RED.replace("#ff0000", "#0000ff").replace("30", "40")
LETTERED = """
def logo(pen):
    style = pen.paint("#00ff00", width=2)
    return pen.group(pen.rect(-40, -10, 80, 30, style), pen.circle(0, -10, 14, style))

DRAWINGS = {"logo": logo}
"""


def renderer(project: Project, lang: Lang = Lang.EN, bleed: float = 0) -> FaceRenderer:
    return FaceLook(lang, bleed=bleed).renderer(project, load_game(project, "lowtide"))


def draw(project: Project, name: str, svg: str) -> None:
    (project.components / "lowtide" / "art" / f"{name}.svg").write_text(svg, "utf-8")


def write_template(project: Project, body: str) -> None:
    file = project.templates / "lowtide" / "test.svg.j2"
    file.write_text('{% extends "face.svg.j2" %}{% block body %}' + body + "{% endblock %}", "utf-8")


def filled(project: Project, body: str) -> str:
    """What a template with this body draws, in a face of 60 × 90 mm."""
    write_template(project, body)
    return renderer(project).fill("test.svg.j2", Size(60, 90), Location(game="lowtide"), {}).svg


def placed(svg: str) -> list[float]:
    """Position and scales of the first drawing."""
    found = re.search(r"translate\((\S+) (\S+)\) scale\((\S+) (\S+)\)", svg)
    assert found is not None
    return [float(number) for number in found.groups()]


def test_the_own_logo_of_a_language_comes_before_the_common_one(copied: Project) -> None:
    assert renderer(copied).logo_name == ""
    assert renderer(copied).logo(40) is None
    draw(copied, "logo-fr", BLUE)
    assert renderer(copied).logo_name == ""
    draw(copied, "logo", RED)
    assert [renderer(copied, lang).logo_name for lang in (Lang.EN, Lang.FR)] == ["logo", "logo-fr"]


def test_a_file_is_fitted_by_its_view_box(copied: Project) -> None:
    draw(copied, "logo", RED)
    assert placed(filled(copied, "{{ logo(5, 10, 45, 40) }}")) == [27.5, 30, 0.45, 0.45]
    assert placed(filled(copied, "{{ logo(5, 10, 45, 6, anchor='left') }}")) == [14, 13, 0.18, 0.18]
    assert "rotate(90 27.5 30)" in filled(copied, "{{ logo(5, 10, 45, 40, turn=90) }}")
    assert filled(copied, "{{ image('logo', 5, 10, 45, 40) }}") == filled(copied, "{{ logo(5, 10, 45, 40) }}")


def test_a_function_is_fitted_by_what_it_draws(copied: Project) -> None:
    """The shapes reach from −41 to 41 and from −25 to 21 units, with their outlines."""
    (copied.components / "lowtide" / "art.py").write_text(LETTERED, "utf-8")
    trusted = replace(copied, allow_code=True)
    assert placed(filled(trusted, "{{ logo(5, 10, 41, 40) }}")) == [25.5, 31, 0.5, 0.5]
    face = renderer(trusted, bleed=2).logo(82)
    assert face is not None
    assert tuple(face.size) == pytest.approx((82, 46))
    assert placed(face.svg) == [41, 25, 1, 1]


def test_without_a_logo_the_title_is_set_in_type(copied: Project) -> None:
    body = "{{ logo(5, 10, 45, 40) or text(game.title, 5, 10, 45, 40) }}"
    assert "Low" in filled(copied, body)
    draw(copied, "logo", RED)
    assert "Low" not in filled(copied, body)


def test_code_that_may_not_run_is_not_asked(copied: Project) -> None:
    (copied.components / "lowtide" / "art.py").write_text(LETTERED, "utf-8")
    assert renderer(copied).logo_name == ""
    (copied.components / "lowtide" / "art.py").write_text("DRAWINGS = 1 +", "utf-8")
    with pytest.raises(SpecError):
        assert renderer(replace(copied, allow_code=True)).logo_name


def test_guide_and_box_show_the_logo_and_keep_the_title_as_text(copied: Project, tmp_path: Path) -> None:
    """Adding a logo changes the printed files, although they come from the cache."""
    jobs = {
        "guide": Job(Layout(parse_paper("a4")), Lang.EN, guide=True),
        "box": BoxOrder().job(parse_paper("a4"), Lang.EN),
    }
    for name, job in jobs.items():
        plain = print_game(copied, "lowtide", job, tmp_path / "plain", Cache.for_user()).pdf.read_bytes()
        draw(copied, "logo", RED)
        printed = print_game(copied, "lowtide", job, tmp_path / name, Cache.for_user())
        assert printed.pdf.read_bytes() != plain
        for page in (1, 2 if name == "box" else 3):
            assert "Low Tide" in " ".join(word for word, _, _ in words(printed.pdf, page)), (name, page)
        (copied.components / "lowtide" / "art" / "logo.svg").unlink()
