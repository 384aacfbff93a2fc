"""Rendering: templates in their sandbox, translations, art of one's own; golden faces."""

from __future__ import annotations

import base64
import re
import subprocess
import sys
from functools import partial
from io import BytesIO
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image, ImageFilter

from pnp.errors import Location, RenderError
from pnp.face.face import Face
from pnp.face.faces import draw_all
from pnp.face.render import FaceRenderer
from pnp.press.job import RendererName
from pnp.press.renderer import faces_to_pdf, find_renderer
from pnp.project.folders import Project
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.terms import Ink, Lang, Side
from tests.conftest import GOLDEN, Compare
from tests.side_by_side import FaceFile, Rendering, show_changes

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def render(project: Project, piece: str, side: Side = Side.FRONT, lang: Lang = Lang.FR, ink: Ink = Ink.FULL) -> Face:
    game = load_game(project, "lowtide")
    deck, design = next((deck, design) for deck, design in game.designs() if design.id == piece)
    return FaceRenderer(project, game, lang, ink, 3).render(deck, design, side)


def with_body(project: Project, body: str) -> Project:
    template = '{% extends "face.svg.j2" %}{% block body %}' + body + "{% endblock %}"
    (project.templates / "lowtide" / "tide.svg.j2").write_text(template, "utf-8")
    return project


def test_the_canvas_is_the_piece_and_its_bleed_in_mm(project: Project) -> None:
    face = render(project, "whelk")
    assert 'width="50.0mm" height="74.0mm" viewBox="-3 -3 50.0 74.0"' in face.svg
    assert face.canvas == (50, 74)


def test_languages(project: Project) -> None:
    assert "Bulot" in render(project, "whelk").svg
    assert "Whelk" in render(project, "whelk", lang=Lang.EN).svg
    assert "Marque" in render(project, "score-leaf").svg
    assert "Score" in render(project, "score-leaf", lang=Lang.EN).svg


def test_a_missing_text_names_its_key(copied: Project) -> None:
    with pytest.raises(RenderError, match=r'\[text\] in game.toml has no such key: "scor" \[E0405\]\n.* mean "score"'):
        render(with_body(copied, '{{ t("scor") }}'), "tide-1")


def test_rows_are_escaped(copied: Project) -> None:
    path = copied.components / "lowtide" / "shells.csv"
    path.write_text(path.read_text("utf-8").replace("Bulot", "<script>x</script>&"), "utf-8")
    svg = render(copied, "whelk").svg
    assert "<script>" not in svg
    assert "&lt;script&gt;" in svg


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("{{ piece.colour }}", "piece has no 'colour'; piece has: id, count"),
        ("{{ nothing }}", "'nothing' is undefined"),
        (
            "{{ pice.id }}",
            "'pice' is undefined [E0402]\n"
            '  hint: did you mean "piece"? known: art, bleed, cell, choose, data, deck, decks',
        ),
        (
            "{{ deck.nme }}",
            "deck has no 'nme' (did you mean 'name'?); "
            "deck has: name, title, kind, size, outline, square, count, place, rows",
        ),
        (
            "{{ game.tittle }}",
            "game has no 'tittle' (did you mean 'title'?); game has: id, title, players, age, minutes",
        ),
        ("{{ deck.rows[0].colour }}", "piece has no 'colour'; piece has: id, count"),
        ("{{ deck._values }}", "unsafe"),
        ("{{ deck.rows[0]._cells }}", "unsafe"),
        ("{% for %}", "lowtide/tide.svg.j2:1"),
        ("\n\n{{ 1 / 0 }}", "lowtide/tide.svg.j2:3"),
        ('{% include "missing.svg" %}', 'there is no template "missing.svg"'),
        ('{% include "../../../../../etc/passwd" %}', "outside the project's folder"),
        ('{% include "/etc/passwd" %}', "outside the project's folder"),
        ("{{ ''.__class__.__mro__ }}", "unsafe"),
        ("{{ piece.__init__.__globals__ }}", "unsafe"),
        ("{{ art.__self__.renderer }}", "unsafe"),
        ("{{ 'x' * 999999999 }}", "repeated too often"),
        ("{{ [1] * 999999999 }}", "repeated too often"),
        ("{{ 9 ** 99999999 }}", "the power is too large"),
        ("{% for i in range(9999999999) %}{% endfor %}", "Range too big"),
        (
            "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
            "the template includes or calls itself, or is nested too deeply",
        ),
        ("<script>x</script>", "<script>"),
        ('<image href="http://example.org/x.png"/>', "the SVG refers to something outside itself"),
        ('<text font-family="Arial">x</text>', "Arial"),
        ('{{ text("★", 0, 0, 20, 20) }}', "U+2605"),
        (
            '{{ text("long " * 200, 0, 0, 20, 20, size=4, min=3) }}',
            "the text does not fit its box of 20 × 20 mm at a size of 3 mm: ",
        ),
        ('{{ text("x", 0, 0, "a", 20) }}', 'text(w) must be a number between -10,000 and 10,000, not "a"'),
        (
            '{{ text("x", 0, 0, 20, 20, align="middle") }}',
            'text(align) must be one of start, left, center, right, not "middle"',
        ),
        ('{{ art("shelf", 0, 0, 1) }}', 'did you mean "shell"?'),
        ('{{ art("../../../x", 0, 0, 1) }}', "the file is outside the project's folder"),
        ('{{ "a"|center(3000000000) }}', "center"),
        ('{{ "%3000000000d"|format(1) }}', "format"),
        ('{{ "%3000000000d" % 1 }}', "join them with ~"),
        ('{{ "a".ljust(3000000000) }}', "unsafe"),
        ("{% for i in range(99999) %}{{ 'x' * 9999 }}{% endfor %}", "it writes more than 20 MB of SVG"),
        ('{{ text("x" * 6000, 0, 0, 20, 20) }}', "the text is longer than 5,000 characters: 6,000"),
        ('{{ text("5 * 3 *bold", 0, 0, 20, 20) }}', 'a * or ** is not closed: "5 * 3 *bold"'),
        ("{{ text(none, 0, 0, 20, 20) }}", "text(string) must be text or a number, not NoneType"),
        ("{{ text(piece, 0, 0, 20, 20) }}", "text(string) must be text or a number, not PieceRow"),
        ('{{ text("x", 0, 0, 20, 20, colour=5) }}', "text(colour) must be a colour like"),
        ('{{ text("x") }}', "missing 4 required"),
        ('{{ image("x.png", 0, 0, 1, 1e38) }}', 'image(h) must be a number between -10,000 and 10,000, not "1e+38"'),
        ('{{ image("shell.png", 0, 0, 0, 5) }}', 'there is no such picture beside game.toml: "shell.png"'),
        ('{{ image("../../../../x.png", 0, 0, 1, 1) }}', "the file is outside the project's folder"),
        ('{{ image("shells.csv", 0, 0, 1, 1) }}', 'the picture cannot be read: "shells.csv": '),
        ('{{ text("{nope}", 0, 0, 20, 20) }}', 'there is no such drawing: "nope"'),
        ('{{ fail("one guest", "two") }}', "must have one guest, not two [E0408]"),
    ],
)
def test_a_template_that_cannot_be_drawn_names_the_piece(copied: Project, body: str, message: str) -> None:
    with pytest.raises(RenderError) as caught:
        render(with_body(copied, body), "tide-1")
    assert message in str(caught.value)
    assert "tide-1 (front)" in str(caught.value)


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ('{{ text("x", 0, 0, 20, 20, colour="goldish") }}', "text(colour)"),
        ('{{ image("x.png", "a", 0, 1, 1) }}', "image(x)"),
        ('{{ art("shell", 0, 0, 1, none) }}', "art(turn)"),
        ('{{ text("long " * 200, 0, 0, 20, 20) }}', ""),
        ('{{ fail("one guest") }}', ""),
        ("{{ 1 / 0 }}", ""),
    ],
)
def test_a_problem_has_the_line_the_face_and_the_argument(copied: Project, body: str, detail: str) -> None:
    with pytest.raises(RenderError) as caught:
        render(with_body(copied, f"\n{body}"), "tide-1")
    [problem] = caught.value.problems
    line = Location("templates/lowtide/tide.svg.j2", line=2)
    assert problem.where == line.at(game="lowtide", piece="tide-1", side="front", detail=detail)


def test_equal_problems_on_several_cards_are_reported_together(copied: Project) -> None:
    with_body(copied, "{{ text(piece.id * 99, 5, 5, 9, 9) }}")
    game = load_game(copied, "lowtide")
    renderer, deck = FaceRenderer(copied, game, Lang.FR, Ink.FULL, 3), game.decks["tides"]
    with pytest.raises(RenderError) as caught:
        draw_all(deck.designs, lambda design: renderer.render(deck, design, Side.FRONT), lambda *_: None)
    assert len(caught.value.problems) == 7
    first, second, *_ = str(caught.value).splitlines()
    place = "templates/lowtide/tide.svg.j2:1: lowtide"
    assert first == f"{place}: the text does not fit its box of 9 × 9 mm at a size of 4 mm, on 7 cards [E0403]:"
    assert second.startswith('  tide-1 (front): "tide-1tide-1')


def test_a_location_of_a_face_is_written_as_before(project: Project, lowtide: Game) -> None:
    """Templates seed their random numbers with it."""
    renderer = FaceRenderer(project, lowtide, Lang.FR, Ink.FULL, 3)
    design = lowtide.decks["shells"].designs[0]
    assert renderer.location(design, Side.BACK) == Location(game="lowtide", piece="whelk", side="back")
    assert str(renderer.location(design, Side.BACK)) == "lowtide: whelk (back)"
    several = design.model_copy(update={"looks": 3})
    assert renderer.location(several, Side.FRONT, 2) == Location(game="lowtide", piece="whelk", side="front", look=2)
    assert str(renderer.location(several, Side.FRONT, 2)) == "lowtide: whelk (front, look 2)"


def test_a_template_knows_its_deck_its_game_and_all_rows(copied: Project) -> None:
    body = (
        "<desc>{{ piece.id }} is {{ deck.place }} of {{ deck.rows|length }} in {{ deck.name }} ({{ deck.title }}, "
        "{{ deck.kind }}, {{ deck.size.width }}): {{ deck.rows|map(attribute='id')|join(' ') }}, {{ deck.count }} in "
        "all; {{ deck.rows.index(piece) + 1 }}; {{ game.id }} {{ game.title }} {{ game.players[1] }} {{ game.age }} "
        "{{ game['minutes'] }}</desc>"
    )
    tides = " ".join(f"tide-{number}" for number in range(1, 8))
    said = f"tide-3 is 3 of 7 in tides (Marées, tile, 50.0): {tides}, 7 in all; 3; lowtide Marée basse 4 6 10"
    assert f"<desc>{said}</desc>" in render(with_body(copied, body), "tide-3").svg


def test_a_template_can_compute_over_all_rows(copied: Project) -> None:
    body = "<desc>{{ deck.rows|map(attribute='cost')|max }} {{ deck.count }} {{ deck.rows|sum('count') }}</desc>"
    template = f'{{% extends "face.svg.j2" %}}{{% block body %}}{body}{{% endblock %}}'
    (copied.templates / "lowtide" / "shell.svg.j2").write_text(template, "utf-8")
    assert "<desc>9 13 13</desc>" in render(copied, "cockle").svg


def test_a_template_that_never_ends_is_stopped(copied: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.face.template.SECONDS", 1)
    body = "{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}"
    with pytest.raises(RenderError, match="more than 1 seconds"):
        render(with_body(copied, body), "tide-1")


@pytest.mark.parametrize(
    "root",
    [
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="60" viewBox="0 0 40 60"></svg>',
        '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
        '<svg xmlns="http://www.w3.org/2000/svg" width="80mm" height="60mm" viewBox="-3 -3 56 56"></svg>',
    ],
)
def test_a_face_that_is_not_as_large_as_its_piece_is_refused(copied: Project, root: str) -> None:
    (copied.templates / "lowtide" / "tide.svg.j2").write_text(root, "utf-8")
    with pytest.raises(
        RenderError, match=r"tide-1 \(front\): the SVG does not measure 56mm × 56mm, viewBox -3 -3 56 56"
    ):
        render(copied, "tide-1")


STOPS = '<stop offset="0" stop-color="{0}"/><stop offset="1" stop-color="{0}"/>'
SIZES = "needs a viewBox of four numbers, or a width and height in mm or px"
GRADIENT = f'<linearGradient id="g">{STOPS}</linearGradient>'


@pytest.mark.parametrize("name", list(RendererName))
def test_art_keeps_its_colours_whatever_its_ids_and_names(copied: Project, name: RendererName) -> None:
    """Ids are made unique per drawing, also where they are quoted, and where names and ids look alike."""
    art = copied.components / "lowtide" / "art"
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
    rect = '<rect width="10" height="10" fill="{0}"/></svg>'
    (art / "b b.svg").write_text(head + GRADIENT.format("#ff0000") + rect.format("url('#g')"), "utf-8")
    other = GRADIENT.format("#0000ff").replace('"g"', '"head-g"')
    (art / "fox.svg").write_text(head + other + rect.format("url(#head-g)"), "utf-8")
    (art / "fox-head.svg").write_text(head + GRADIENT.format("#00ff00") + rect.format("url( #g )"), "utf-8")
    body = '{{ art("b b", 5, 5, 0.1) }}{{ art("fox", 20, 5, 0.1) }}{{ art("fox-head", 35, 5, 0.1) }}'
    pixels = pixels_of(find_renderer(name).to_png([render(with_body(copied, body), "tide-1")], 127)[0])
    found = [pixels[8 * 5, (x + 3) * 5].tolist() for x in (5, 20, 35)]
    assert found == [[255, 0, 0], [0, 0, 255], [0, 255, 0]]


@pytest.mark.parametrize(
    ("svg", "message"),
    [
        ('viewBox="0 0 0 0">', "has an empty viewBox: 0 × 0"),
        ('viewBox="0 0 -1 -1">', "has an empty viewBox: -1 × -1"),
        ('viewBox="a b c d">', f'{SIZES}: "a b c d"'),
        ('width="100%" height="100%">', f'{SIZES}: "100% × 100%"'),
        ('viewBox="0 0 9 9"><use href="#nope"/>', "has nothing that can be drawn: #nope, which does not exist"),
        (
            'viewBox="0 0 9 9"><g display="none"><rect width="9" height="9"/></g>',
            r"has nothing that can be drawn \[",
        ),
    ],
)
def test_art_that_would_vanish_is_refused(copied: Project, svg: str, message: str) -> None:
    art = copied.components / "lowtide" / "art" / "shell.svg"
    art.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {svg}</svg>', "utf-8")
    with pytest.raises(RenderError, match=rf"^components/lowtide/art/shell\.svg {message}"):
        render(copied, "whelk")


def test_art_with_a_size_in_mm_is_drawn_whole(copied: Project) -> None:
    art = copied.components / "lowtide" / "art" / "shell.svg"
    rect = '<rect x="5mm" y="5mm" width="40mm" height="40mm" fill="#dd0000"/>'
    art.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="50mm">{rect}</svg>', "utf-8")
    face = render(with_body(copied, '{{ art("shell", 25, 25, 0.2) }}'), "tide-1")
    pixels = pixels_of(find_renderer(RendererName.TYPST).to_png([face], 127)[0])
    red = np.argwhere((pixels == [221, 0, 0]).all(axis=2)) / 5 - 3
    assert red.min(axis=0) == pytest.approx([17, 17], abs=0.3)
    assert red.max(axis=0) == pytest.approx([33, 33], abs=0.3)


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\nJUNK", b"\xff\xd8\xffJUNK", b"", PNG[:40]])
def test_a_picture_that_cannot_be_read_is_refused(copied: Project, data: bytes) -> None:
    (copied.components / "lowtide" / "dot.png").write_bytes(data)
    with pytest.raises(RenderError, match=r'the picture cannot be read: "dot.png": '):
        render(with_body(copied, '{{ image("dot.png", 5, 5, 20, 20) }}'), "tide-1")


def test_art_that_a_designer_draws_is_checked(copied: Project) -> None:
    shell = copied.components / "lowtide" / "art" / "shell.svg"
    shell.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script/></svg>', "utf-8")
    with pytest.raises(RenderError, match=r"components/lowtide/art/shell\.svg: the element <script> is not allowed"):
        render(copied, "whelk")
    bomb = '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>'
    shell.write_text(bomb, "utf-8")
    with pytest.raises(RenderError, match=r'shell\.svg: an entity must be short, plain text: "b"'):
        render(copied, "whelk")


def test_art_that_links_out_of_the_project_is_refused(copied: Project, tmp_path: Path) -> None:
    shell = copied.components / "lowtide" / "art" / "shell.svg"
    shell.rename(tmp_path / "shell.svg")
    shell.symlink_to(tmp_path / "shell.svg")
    with pytest.raises(RenderError, match="the file is outside the project's folder"):
        render(copied, "whelk")


def test_pictures_go_into_the_face(copied: Project) -> None:
    (copied.components / "lowtide" / "dot.png").write_bytes(PNG)
    face = render(with_body(copied, '{{ image("dot.png", 5, 5, 20, 20) }}'), "tide-1")
    for name in RendererName:
        [picture] = find_renderer(name).to_png([face], 100)
        pixels = pixels_of(picture)
        assert pixels[60, 60].tolist() != [255, 255, 255], name


def pixels_of(png: bytes) -> np.ndarray:
    return np.asarray(Image.open(BytesIO(png)).convert("RGB")).astype(np.int16)


def share_that_differs(face: Face) -> float:
    """How much of a face the two renderers draw differently: their PDFs as grey pictures, 150 dpi, softened."""
    pictures = []
    for name in RendererName:
        page = pypdfium2.PdfDocument(faces_to_pdf([face], name))[0]
        grey = page.render(scale=150 / 72).to_pil().convert("L").filter(ImageFilter.GaussianBlur(BLUR))
        pictures.append(np.asarray(grey).astype(int))
    (height, width), other = pictures[0].shape, pictures[1].shape
    assert abs(height - other[0]) <= 1
    assert abs(width - other[1]) <= 1
    height, width = min(height, other[0]), min(width, other[1])
    difference = np.abs(pictures[0][:height, :width] - pictures[1][:height, :width])
    return float((difference > TOLERATED_DIFFERENCE).mean())


def test_low_ink_is_white_with_lines(project: Project) -> None:
    full, low = (render(project, "cockle", Side.BACK, ink=ink) for ink in Ink)
    press = find_renderer(RendererName.TYPST)
    dark = [float((pixels_of(press.to_png([face], 50)[0]).mean(axis=2) < 200).mean()) for face in (full, low)]
    assert dark[0] > 0.8
    assert 0.005 < dark[1] < 0.15


BLUR = 2
"""Pixels, a third of a mm: cairo sets letters without kerning."""
TOLERATED_DIFFERENCE = 64
"""Of 255."""
TOLERATED_SHARE = 0.003
"""So many of the pixels may differ by more than that."""


@pytest.mark.parametrize("piece", ["whelk", "oyster", "tide-3", "score-leaf"])
def test_both_renderers_draw_the_same(project: Project, piece: str) -> None:
    assert share_that_differs(render(project, piece)) < TOLERATED_SHARE


def test_cairo_is_only_needed_when_asked_for(project: Project) -> None:
    code = (
        "import sys; sys.modules['cairosvg'] = None; sys.modules['cairocffi'] = None\n"
        "from pnp.press.renderer import faces_to_pdf, find_renderer; from pnp.press.job import RendererName\n"
        "find_renderer(RendererName.TYPST)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
def test_golden_faces(project: Project, lowtide: Game, golden: Compare, lang: Lang) -> None:
    for ink in Ink:
        renderer = FaceRenderer(project, lowtide, lang, ink, 3)
        for deck, design in lowtide.designs():
            for side in Side:
                if deck.template(side) and design.id in ("whelk", "tide-1", "pebble", "fisher", "score-leaf"):
                    svg = re.sub(r">\s*<", ">\n<", renderer.render(deck, design, side).svg).strip()
                    file = f"faces/lowtide/{design.id}_{side}_{lang}_{ink}.svg"
                    face, rendering = FaceFile(design.id, side), Rendering("lowtide", lang, ink, "tests/sample")
                    golden(file, svg + "\n", partial(show_changes, GOLDEN / file, [face], rendering))
