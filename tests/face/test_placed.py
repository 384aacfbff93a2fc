"""Where elements are drawn, and the resolution of pictures as printed: the same for a build and for an audit."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from pnp.audit.audit import audit_file
from pnp.audit.report import Check
from pnp.face.placed import parse_transform, placed_elements
from pnp.press.job import Job, Printed
from pnp.press.print import print_game
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, parse_paper
from pnp.store.cache import Cache
from pnp.terms import Lang

SPEC = """
title = "Zoo"
[decks.cards]
size = "63x88"
rows = [{ id = "fox" }]
front = "card.svg.j2"
"""
SQUIB = "translate(-3.175 -3.175) scale(0.0846667)"


def svg(inner: str) -> ElementTree.Element:
    return ElementTree.fromstring(
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">{inner}</svg>'
    )


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("", (1, 2)),
        ("translate(10)", (11, 2)),
        ("translate(10,5) scale(2)", (12, 9)),
        ("scale(2 -3) translate(1 1)", (4, -9)),
        ("rotate(90)", (-2, 1)),
        ("rotate(90 10 10)", (18, 1)),
        ("matrix(1 2 3 4 5 6)", (12, 16)),
        ("skewX(45)", (3, 2)),
        ("skewY(45)", (1, 3)),
        ("scale(1e1)", (10, 20)),
        ("nonsense(4) scale()", (1, 2)),
    ],
)
def test_transforms(text: str, point: tuple[float, float]) -> None:
    assert parse_transform(text).point(1, 2) == pytest.approx(point)


@pytest.mark.parametrize(
    ("inner", "corners"),
    [
        ('<g transform="scale(2)"><g style="transform: translate(1px, 1px)"><rect/></g></g>', [(2, 2)]),
        ('<svg x="5" y="5" width="20" height="20" viewBox="0 0 10 10"><rect/></svg>', [(5, 5)]),
        ('<svg width="20" height="10" viewBox="0 0 10 10"><rect/></svg>', [(5, 0)]),
        ('<svg width="20" height="10" viewBox="0 0 10 10" preserveAspectRatio="xMaxYMin"><rect/></svg>', [(10, 0)]),
        ('<svg width="20" height="10" viewBox="0 0 10 10" preserveAspectRatio="none slice"><rect/></svg>', [(0, 0)]),
        ('<svg width="9" height="6" viewBox="0 0 3 3" preserveAspectRatio="xMidYMax slice"><rect/></svg>', [(0, -3)]),
        ('<defs><rect id="a"/></defs><use href="#a" x="3"/>', [(3, 0)]),
        ('<defs><rect id="a"/></defs><use xlink:href="#a" transform="scale(9)" y="1"/>', [(0, 9)]),
        ('<symbol id="s" viewBox="0 0 1 1"><rect/></symbol><use href="#s" width="4" height="2"/>', [(1, 0)]),
        ('<mask id="m"><rect/></mask><clipPath id="c"><rect/></clipPath>', []),
        ('<g id="g"><rect/><use href="#g"/></g>', [(0, 0), (0, 0)]),
        ('<use href="#none"/>', []),
    ],
)  # fmt: skip
def test_elements_are_placed_through_groups_views_and_uses(inner: str, corners: list[tuple[float, float]]) -> None:
    found = [matrix.point(0, 0) for _, matrix in placed_elements(svg(inner), ("rect",))]
    assert [pytest.approx(corner) for corner in corners] == found


def project(root: Path, body: str, pixels: tuple[int, int] = (600, 400)) -> Project:
    components, templates = root / "components" / "zoo", root / "templates" / "zoo"
    components.mkdir(parents=True)
    templates.mkdir(parents=True)
    (components / "game.toml").write_text(SPEC, encoding="utf-8")
    Image.effect_noise(pixels, 90).convert("RGB").save(components / "fox.png")
    template = '{% extends "face.svg.j2" %}{% block body %}' + body + "{% endblock %}"
    (templates / "card.svg.j2").write_text(template, encoding="utf-8")
    return Project(root)


def printed(zoo: Project, tmp_path: Path, max_dpi: float | None = None) -> Printed:
    job = Job(Layout(parse_paper("a4")), Lang.EN, max_dpi=max_dpi)
    return print_game(*(zoo, "zoo"), job, tmp_path / "output", Cache.disabled())


FOX = '{{ image("fox.png", '
"""The start of a call that places the picture of 600 × 400 pixels."""
XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
CLIP = '<clipPath id="c"><rect x="5" y="5" width="9" height="9"/></clipPath>'


def grouped(inner: str, *transforms: str) -> str:
    """Return SVG in nested groups, the outermost first."""
    return "".join(f'<g transform="{each}">' for each in transforms) + inner + "</g>" * len(transforms)


@pytest.mark.parametrize(
    ("body", "dpi"),
    [
        (FOX + "1, 10, 60, 40) }}", 254),
        (grouped(FOX + "60, 100, 600, 400) }}", SQUIB), 300),  # in pixels, as for Squib
        (grouped(FOX + "2, 2, 30, 20) }}", "scale(4)", "rotate(20 9 9) scale(0.5)"), 254),
        (grouped(FOX + "0, 0, 6, 4, turn=30) }}", "scale(4)", "scale(2) translate(1 1)"), 318),
        (CLIP + grouped(f'<g clip-path="url(#c)">{FOX}0, 0, 10, 20, fit="cover") }}}}</g>', "scale(3)"), 169),
        (grouped(FOX + "0, 0, 20, 20) }}", "scale(3)"), 254),
        (grouped(FOX + "0, 0, 6, 8, rim=0.3) }}", "scale(10)"), 127),
        (
            f'<defs><g id="a">{FOX}0, 0, 10, 10) }}}}</g></defs><use xlink:href="#a" {XLINK} transform="scale(12)"/>',
            127,
        ),
        (f'<svg width="60" height="60" viewBox="0 0 6 6">{FOX}0, 0, 6, 6, fit="stretch") }}}}</svg>', 169),
    ],
)
def test_build_and_audit_measure_the_same_resolution_through_any_transforms(
    tmp_path: Path, body: str, dpi: int
) -> None:
    made = printed(project(tmp_path, body), tmp_path)
    report = audit_file(made.pdf, tmp_path)
    assert report.measured[Check.PICTURES] == f"at least {dpi} dpi"
    assert made.coarse == ({"fox.png": dpi} if dpi < 200 else {})
    assert (Check.PICTURES in report.by_check()) == (dpi < 150)
    assert json.loads(made.placements.read_text(encoding="utf-8")).get("coarse", {}) == made.coarse


def test_pictures_reduced_on_purpose_are_listed_only_where_they_are_enlarged(tmp_path: Path) -> None:
    body = '{{ image("fox.png", 1, 1, 30, 20) }}'
    assert printed(project(tmp_path / "a", body), tmp_path, 150).coarse == {}
    enlarged = f'<g transform="scale(2)">{body}</g>'
    assert printed(project(tmp_path / "b", enlarged), tmp_path, 150).coarse == {"fox.png": 76}
