"""Traced faces: each text, drawing, picture and element leads to its template line and to the cells it comes from."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import pnp
from pnp.errors import Location, RenderError
from pnp.face.elements import unmarked
from pnp.face.face import Face, Source
from pnp.face.faces import FaceCache, FaceLook
from pnp.face.render import FaceRenderer
from pnp.project.folders import Project, bundled_project
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side
from tests.face.test_render import PNG
from tests.face.test_store import ART_PY
from tests.gallery import game
from tests.own_game import unpack_game
from tests.spec.workbooks import xlsx

TIDE = "templates/lowtide/tide.svg.j2"
SHELL = "templates/lowtide/shell.svg.j2"
CSV = "components/lowtide/shells.csv"
SPEC = "components/lowtide/game.toml"


def write(project: Project, name: str, *body: str) -> None:
    """Write a template whose body begins in line 3."""
    lines = ['{% extends "face.svg.j2" %}', "{% block body %}", *body, "{% endblock %}", ""]
    (project.templates / "lowtide" / name).write_text("\n".join(lines), "utf-8")


def trace(project: Project, piece: str, lang: Lang = Lang.EN, *, side: Side = Side.FRONT) -> Face:
    """A traced face, which is like an untraced one without its marks."""
    spec = load_game(project, "lowtide")
    deck, design = next((deck, design) for deck, design in spec.designs() if design.id == piece)
    plain, face = (
        FaceRenderer(project, spec, lang, Ink.FULL, 3, traced=traced).render(deck, design, side)
        for traced in (False, True)
    )
    assert unmarked(face.svg) == plain.svg
    assert not plain.sources
    return face


def source(face: Face, call: str, name: str) -> Source:
    """The one source of that name; something on the face has its mark."""
    [found] = [each for each in face.sources if (each["call"], each["name"]) == (call, name)]
    assert f' data-source="{face.sources.index(found)}"' in face.svg
    return found


def shown(plain: dict[str, Any]) -> str:
    """A location in its file, as messages name it."""
    where = Location(**plain)
    line = 0 if where.key else where.line  # the key says where it is
    return str(where.at(line=line, game="", deck="", piece=""))


def cells(face: Face, call: str, name: str) -> list[str]:
    return [shown(cell) for cell in source(face, call, name)["cells"]]


def lines(face: Face, call: str, name: str) -> list[str]:
    return [shown(line) for line in source(face, call, name)["lines"]]


def test_texts_lead_to_their_line_and_their_cell(project: Project) -> None:
    face = trace(project, "cockle")
    assert lines(face, "text", "Cockle") == [f"{SHELL}:5"]
    assert cells(face, "text", "Cockle") == [f"{CSV}:3: name_en"]
    assert cells(trace(project, "cockle", Lang.FR), "text", "Coque") == [f"{CSV}:3: name_fr"]
    assert source(face, "text", "0")["cells"] == [
        {
            "file": CSV, "line": 3, "row": 3, "column": "cost", "heading": "cost",
            "game": "lowtide", "deck": "shells", "piece": "cockle",
        }
    ]  # fmt: skip


def test_rows_in_the_spec_and_its_texts_lead_to_their_key(project: Project) -> None:
    text = (project.root / SPEC).read_text("utf-8").split("\n")
    [cell] = source(trace(project, "tide-5"), "text", "tide-5")["cells"]
    assert (shown(cell), cell["key"]) == (f"{SPEC}: decks.tides.rows[5]: id", "decks.tides.rows")
    assert '"tide-5"' in text[cell["line"] - 1]
    [said] = source(trace(project, "score-leaf"), "text", "Score")["cells"]
    assert shown(said) == f"{SPEC}: text.score.en"
    assert text[said["line"] - 1].startswith("score")


def test_drawings_lead_to_their_file(project: Project) -> None:
    face = trace(project, "whelk")
    shell = {"file": "components/lowtide/art/shell.svg"}
    assert source(face, "art", "shell")["drawing"] == shell
    assert cells(face, "art", "shell") == []
    assert source(face, "icon", "shell")["drawing"] == shell
    assert cells(face, "icon", "shell") == [f"{CSV}:2: rule_en"]


def test_drawings_in_python_lead_to_their_function(copied: Project) -> None:
    (copied.components / "lowtide" / "art.py").write_text(ART_PY, "utf-8")
    write(copied, "tide.svg.j2", '{{ art("starfish", 5, 5, 0.1) }}')
    drawing = source(trace(Project(copied.root, allow_code=True), "tide-1"), "art", "starfish")["drawing"]
    file = "components/lowtide/art.py"
    assert drawing == {"file": file, "line": 4, "detail": "starfish"}
    ours = FaceRenderer(bundled_project(), game("winston"), Lang.EN, Ink.FULL, 0, traced=True)
    deck = game("winston").decks["dogs"]
    found = [each["drawing"] for each in ours.render(deck, deck.designs[0], Side.FRONT).sources if each["drawing"]]
    assert found
    assert all(each["bundled"] and (Path(pnp.__file__).parents[1] / each["file"]).is_file() for each in found)


def test_pictures_lead_to_their_file_and_to_the_cell_that_names_it(copied: Project) -> None:
    folder = copied.components / "lowtide"
    (folder / "whelk.png").write_bytes(PNG)
    write(
        copied, "shell.svg.j2", '{{ image(piece.id ~ ".png", 5, 5, 9, 9) }}', '{{ image("art/shell.svg", 5, 5, 9, 9) }}'
    )
    face = trace(copied, "whelk")
    assert (source(face, "image", "whelk.png")["drawing"] or {})["file"] == "components/lowtide/whelk.png"
    assert cells(face, "image", "whelk.png") == [f"{CSV}:2: id"]
    assert (source(face, "image", "art/shell.svg")["drawing"] or {})["file"] == "components/lowtide/art/shell.svg"
    write(copied, "shell.svg.j2", '{{ image("whelk.png", 5, 5, 9, 8, fit="cover", rim=2, radius=1, turn=9) }}')
    assert lines(trace(copied, "whelk"), "image", "whelk.png") == [f"{SHELL}:3"]


def test_macros_and_included_files_lead_to_their_callers(copied: Project) -> None:
    (copied.templates / "lowtide" / "parts.svg.j2").write_text(
        '{% macro title(said) %}\n{{ text(said, 5, 5, 30, 9) }}\n<path d="M0 0"/>\n{% endmacro %}\n', "utf-8"
    )
    (copied.templates / "lowtide" / "foot.svg.j2").write_text("\n{{ text(piece.cost, 5, 50, 30, 9) }}", "utf-8")
    write(
        copied, "shell.svg.j2", '{% import "parts.svg.j2" as parts with context %}', "{{ parts.title(piece.name) }}",
        '{% include "foot.svg.j2" %}',
    )  # fmt: skip
    face = trace(copied, "whelk")
    assert lines(face, "text", "Whelk") == ["templates/lowtide/parts.svg.j2:2", f"{SHELL}:4"]
    assert cells(face, "text", "Whelk") == [f"{CSV}:2: name_en"]
    assert lines(face, "element", "path") == ["templates/lowtide/parts.svg.j2:3", f"{SHELL}:4"]
    assert lines(face, "text", "2") == ["templates/lowtide/foot.svg.j2:2", f"{SHELL}:5"]
    assert source(face, "element", "svg")["lines"] == [
        {"file": "templates/_shared/face.svg.j2", "bundled": True, "line": 2}
    ]


def test_a_block_that_calls_the_one_it_replaces(copied: Project) -> None:
    write(copied, "base.svg.j2", "{{ text(piece.id, 5, 5, 30, 9) }}")
    own = '{% extends "base.svg.j2" %}\n{% block body %}\n{{ super() }}\n{% endblock %}'
    (copied.root / TIDE).write_text(own, "utf-8")
    assert lines(trace(copied, "tide-1"), "text", "tide-1") == ["templates/lowtide/base.svg.j2:3", f"{TIDE}:3"]


@pytest.mark.parametrize(
    ("body", "name", "found"),
    [
        ("{% for row in deck.rows %}{{ text(row.name, 5, 5, 30, 9) }}{% endfor %}", "Pearl oyster", ["4: name_en"]),
        ("{% for row in deck.rows %}{% set n = row.name %}{{ text(n, 5, 5, 30, 9) }}{% endfor %}", "Pearl oyster",
         ["4: name_en"]),
        ('{% for row in deck.rows %}{{ text(row.name ~ "!", 5, 5, 30, 9) }}{% endfor %}', "Whelk!", ["2: name_en"]),
        ('{% for row in deck.rows %}{{ text(row.cost ~ " or 2", 5, 5, 30, 9) }}{% endfor %}', "9 or 2", ["4: cost"]),
        ('{{ text(piece["cost"] ~ " or " ~ piece.name, 5, 5, 30, 9) }}', "2 or Whelk", ["2: cost", "2: name_en"]),
        ("{{ text(piece.name if piece.cost > 1 else piece.id, 5, 5, 30, 9) }}", "Whelk", ["2: name_en"]),
        ("{{ text(piece.name|upper, 5, 5, 30, 9) }}", "WHELK", ["2: name_en"]),
        ("{% set name = piece.name|upper %}{{ text(name, 5, 5, 30, 9) }}", "WHELK", ["2: name_en"]),
        ("{{ text(piece.cost * 50, 5, 5, 30, 9) }}", "100", ["2: cost"]),
        ("{{ text(deck.rows|map(attribute='id')|join(' '), 5, 5, 30, 9, min=1) }}", "whelk cockle oyster",
         ["2: id", "3: id", "4: id"]),
        ('{% if piece.cost == 2 %}{{ text("2", 5, 5, 30, 9) }}{% endif %}', "2", []),
        ('{{ text("by the sea", piece.cost, 5, 30, 9) }}', "by the sea", []),
        ('{% set kind = piece.id %}{{ {"whelk": ""}[kind] }}{{ text(kind, 5, 5, 30, 9) }}', "whelk", ["2: id"]),
        ("{{ text(20, 5, 5, 30, 9) }}{{ piece.cost }}", "20", []),
    ],
)  # fmt: skip
def test_cells_are_those_that_the_text_is_made_of(copied: Project, body: str, name: str, found: list[str]) -> None:
    write(copied, "shell.svg.j2", body)
    assert cells(trace(copied, "whelk"), "text", name) == [f"{CSV}:{cell}" for cell in found]


def test_what_the_game_and_the_deck_are_called_leads_to_the_spec(copied: Project) -> None:
    write(copied, "tide.svg.j2", "{{ text(game.title, 5, 5, 30, 9) }}", "{{ text(deck.title, 5, 15, 30, 9) }}")
    face = trace(copied, "tide-1", Lang.FR)
    assert cells(face, "text", "Marée basse") == [f"{SPEC}: title.fr"]
    assert cells(face, "text", "Marées") == [f"{SPEC}: decks.tides.title.fr"]


def test_elements_lead_to_their_line_and_to_what_is_filled_in(copied: Project) -> None:
    write(
        copied, "shell.svg.j2",
        '<g><rect width="{{ piece.cost }}" height="2"/></g>{% if piece.id %}', "<circle", '  r="2"',
        '  cx="{{ piece.cost + 1 }}"/>{% endif %}<text font-family="Fredoka One">{{ piece.name }}</text>', "",
        '<ellipse rx="1" ry="1"/>{{ text(piece.id, 5, 5, 30, 9) }}',
    )  # fmt: skip
    face = trace(copied, "whelk")
    assert (lines(face, "element", "rect"), cells(face, "element", "rect")) == ([f"{SHELL}:3"], [f"{CSV}:2: cost"])
    assert cells(face, "element", "g") == []
    assert (lines(face, "element", "circle"), cells(face, "element", "circle")) == ([f"{SHELL}:4"], [f"{CSV}:2: cost"])
    assert (lines(face, "element", "text"), cells(face, "element", "text")) == ([f"{SHELL}:6"], [f"{CSV}:2: name_en"])
    assert (lines(face, "element", "ellipse"), cells(face, "element", "ellipse")) == ([f"{SHELL}:8"], [])


@pytest.mark.parametrize(
    "body",
    [
        '<{{ "rect" }} width="2" height="2"/>',
        '<re{{ "ct" }} width="2" height="2"/>',
        '<rect {% if piece.id %}width="3"/>{% else %}width="2"/>{% endif %}<g/>',
        '<!-- <rect> --><rect width="1" height="1"/>',
        '<text font-family="Fredoka One"><![CDATA[<g >]]></text>',
        '<g data-source="x"/>',
        '{% raw %}<g id="{{ x }}"/>{% endraw %}',
        "{% filter replace('<', '<') %}<desc >x</desc>{% endfilter %}",
        '{% set dot %}<circle r="1"/>{% endset %}{{ dot }}{{ dot }}',
        "{% macro m() %}<q >{% endmacro %}{{ text(m(), 5, 5, 30, 9) }}",
        "{% set s %}<q >{% endset %}{{ text(s|upper, 5, 5, 30, 9) }}",
        "{% autoescape false %}<g ></g>{% endautoescape %}",
        '<text font-family="Fredoka One, Source Sans Pro" x="5">a{{ piece.id }}ω</text>',
        '{{ text("a\\nb", 5, 5, 30, 30, turn=90) }}{{ text("", 5, 5, 30, 9) }}',
        "{%- if true -%}\n\n<g\n/>\n{%- endif +%}",
    ],
)  # fmt: skip
def test_marks_change_nothing_else(copied: Project, body: str) -> None:
    write(copied, "tide.svg.j2", body)
    trace(copied, "tide-1")


def faces(project: Project, spec: Game, lang: Lang, ink: Ink, every: int) -> list[tuple[Face, Face]]:
    """Untraced and traced faces of a game, a sample of each deck and side."""
    plain, traced = (FaceRenderer(project, spec, lang, ink, 3, traced=traced) for traced in (False, True))
    return [
        (plain.render(deck, design, side, look), traced.render(deck, design, side, look))
        for deck, side in product(spec.decks.values(), Side)
        if deck.template(side)
        for design in deck.designs[::every]
        for look in deck.looks(design)
    ]


@pytest.mark.sampled(9)
@pytest.mark.parametrize("ink", list(Ink))
@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize("name", bundled_project().games())
def test_faces_of_our_games_are_the_same_without_marks(name: str, lang: Lang, ink: Ink) -> None:
    for plain, traced in faces(bundled_project(), game(name), lang, ink, 7):
        assert unmarked(traced.svg) == plain.svg
        assert json.loads(json.dumps(traced.sources)) == list(traced.sources)
        assert all(f'data-source="{number}"' in traced.svg for number in range(len(traced.sources)))
        for line in (line for each in traced.sources for line in each["lines"]):
            text = (bundled_project().root / line["file"]).read_text("utf-8").split("\n")[line["line"] - 1]
            assert any(sign in text for sign in ("{{", "<", "{% include")), line


def test_faces_of_other_projects_are_the_same_without_marks(tmp_path: Path) -> None:
    started = pnp.start_project("owls", style="classic", start=tmp_path)
    own = unpack_game(tmp_path / "own")
    for project in (Project(started.folder), Project(own)):
        spec = load_game(project, project.games()[0])
        for plain, traced in faces(project, spec, spec.languages[0], Ink.FULL, 1):
            assert unmarked(traced.svg) == plain.svg
            assert all(each["lines"] for each in traced.sources)


def test_tables_of_all_kinds_lead_to_their_rows(tmp_path: Path) -> None:
    folder = tmp_path / "components" / "zoo"
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text(
        'title = "Zoo"\n[decks.cards]\nsize = "poker"\ntable = ["a.csv", "b.xlsx#More", "c.json"]\n'
        'front = "card.svg.j2"\n[decks.cards.computed]\nloud = "card_name ~ \'!\'"\n',
        "utf-8",
    )
    (folder / "a.csv").write_text("Card Name,Qty\nFox,2\n", "utf-8")
    (folder / "b.xlsx").write_bytes(xlsx({"First": [["x"]], "More": [["Card Name"], [], ["Owl"]]}))
    (folder / "c.json").write_text('[{"Card Name": "Cat"}, {"Card Name": "Elk"}]', "utf-8")
    template = tmp_path / "templates" / "zoo" / "card.svg.j2"
    template.parent.mkdir(parents=True)
    body = "".join(f"{{{{ text({each}, 5, 5, 40, 9) }}}}" for each in ('piece["Card Name"]', "piece.loud", "piece.id"))
    template.write_text(f'{{% extends "face.svg.j2" %}}{{% block body %}}{body}{{{{ text(piece.count, 5, 5, 40, 9) }}}}'
                        "{% endblock %}", "utf-8")  # fmt: skip
    drawn = pnp.render_faces("zoo", start=tmp_path, traced=True)
    names = [
        [source(each.face, "text", each.design.fields["card_name"])["cells"][0] for each in drawn],  # type: ignore[arg-type]
        [source(each.face, "text", each.design.id)["cells"][0] for each in drawn],
    ]
    for found in names:
        assert [(Path(cell["file"]).name, cell.get("sheet"), cell["row"], cell.get("line")) for cell in found] == [
            ("a.csv", None, 2, 2), ("b.xlsx", "More", 3, None), ("c.json", None, 1, None), ("c.json", None, 2, None),
        ]  # fmt: skip
        assert {cell["heading"] for cell in found} == {"Card Name"}
    assert source(drawn[0].face, "text", "2")["cells"][0]["heading"] == "Qty"
    [loud] = source(drawn[0].face, "text", "Fox!")["cells"]
    assert (loud["key"], loud["line"]) == ("decks.cards.computed.loud", 7)


FAILING = [
    "{{ nothing }}", "{% for %}", '{% include "none.svg" %}', "{{ 1 / 0 }}", '{{ t("scor") }}', '{{ fail("x") }}',
    '{{ text("{nope}", 0, 0, 20, 20) }}', '{{ text("long " * 200, 0, 0, 9, 9) }}', '{{ text("★", 0, 0, 20, 20) }}',
    '{{ text("x", 0, 0, 9, 9, font="Arial") }}', '{{ art("shelf", 0, 0, 1) }}', '{{ image("x.png", 0, 0, 5, 5) }}',
    '<use href="#nope"/>', '<rect fill="url(#nope)"/>', '<text font-family="Arial">x</text>', "<script/>", "<g>",
    "<rect a=1/>", '<text font-family="Fredoka One">★</text>', '<rect x="nan"/>', "<g><rect></g>", '<image href="http://a.example/x"/>',
    '<text x="1" dx="1" font-family="Fredoka One, Source Sans Pro">aω</text>',
    '{% set dot %}<circle r="nan"/>{% endset %}{{ dot }}',
]  # fmt: skip


@pytest.mark.parametrize("body", FAILING)
def test_what_cannot_be_drawn_has_its_template_line(copied: Project, body: str) -> None:
    spec = load_game(copied, "lowtide")
    deck = spec.decks["tides"]
    write(copied, "tide.svg.j2", "<g/>", f" {body}", "<g/>")
    said = []
    for traced in (False, True):
        with pytest.raises(RenderError) as caught:
            FaceRenderer(copied, spec, Lang.EN, Ink.FULL, 3, traced=traced).render(deck, deck.designs[0], Side.FRONT)
        said.append(caught.value.problems)
    assert said[0] == said[1]
    found = {problem.where for problem in said[0]}
    assert found == {Location(TIDE, line=4, game="lowtide", piece="tide-1", side="front")}
    assert {str(where.shared()) for where in found} == {f"{TIDE}:4: lowtide"}


def test_a_mistake_in_a_drawing_stays_where_it_is(copied: Project) -> None:
    (copied.components / "lowtide" / "art" / "shell.svg").write_text("<svg", "utf-8")
    with pytest.raises(RenderError) as caught:
        trace(copied, "whelk")
    assert caught.value.problems[0].where == Location("components/lowtide/art/shell.svg", line=1)


def test_traced_faces_come_from_another_process_as_they_are(project: Project) -> None:
    [drawn] = pnp.render_faces(
        "lowtide", ["whelk"], sides=["front"], lang="en", bleed=3, traced=True, start=project.root
    )
    assert (drawn.face.svg, drawn.face.sources) == ((face := trace(project, "whelk")).svg, face.sources)
    [plain] = pnp.render_faces("lowtide", ["whelk"], sides=["front"], lang="en", bleed=3, start=project.root)
    assert plain.svg == unmarked(drawn.svg)


def test_marks_of_versions_stay(project: Project, lowtide: Game) -> None:
    deck = lowtide.decks["shells"]
    look = FaceLook(Lang.EN, mark="v2", traced=True).by_side(2)[Side.BACK]
    face = look.renderer(project, lowtide).render(deck, deck.designs[0], Side.FRONT)
    assert (face.bleed, len(face.sources)) == (2, 8)
    assert ">v2</text>" in face.svg


def test_traced_faces_are_not_kept(project: Project, lowtide: Game) -> None:
    with pytest.raises(ValueError, match="not cached"):
        FaceCache(FaceRenderer(project, lowtide, Lang.EN, Ink.FULL, 3, traced=True), Cache.disabled())
