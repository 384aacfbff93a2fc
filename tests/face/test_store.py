"""The store of faces: a face is drawn again when one of its sources has changed, and only then."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.errors import PnpError, SpecError
from pnp.face.face import Face
from pnp.face.faces import FaceCache
from pnp.face.render import FaceRenderer
from pnp.project.folders import Project, bundled_project
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side
from tests.face.test_render import PNG

SHELLS = {"whelk front", "cockle front", "oyster front"}
TIDES = {f"tide-{number} {side}" for number in range(1, 8) for side in Side}
ALL = 25
ART_PY = """
from pnp.face.art.pen import Pen

def starfish(pen: Pen):
    return pen.group(pen.circle(0, 0, 40, pen.paint("#dd0000")))

DRAWINGS = {"starfish": starfish}
"""

Draw = Callable[..., set[str]]


@pytest.fixture
def draw(tmp_path: Path) -> Draw:
    """Draws all faces of a game, as a build would; those that were not in the cache."""
    cache = Cache(tmp_path / "cache")

    def drawn(project: Project, game_id: str = "lowtide", lang: Lang = Lang.FR, ink: Ink = Ink.FULL) -> set[str]:
        game = load_game(project, game_id)
        renderer = FaceRenderer(project, game, lang, ink, 3)
        store, anew = FaceCache(renderer, cache), set()
        for deck, design in game.designs():
            for side in Side:
                if deck.template(side):
                    face, fresh, _ = store.face(deck, design, side)
                    assert face == FaceRenderer(project, game, lang, ink, 3).render(deck, design, side)
                    anew |= {f"{design.id} {side}"} if fresh else set()
        return anew

    return drawn


def template(project: Project, name: str, body: str) -> None:
    """Write a template; with a body alone it extends the shared one."""
    whole = body if body.startswith("{%") else f'{{% extends "face.svg.j2" %}}{{% block body %}}{body}{{% endblock %}}'
    (project.templates / "lowtide" / name).write_text(whole, "utf-8")


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_what_has_not_changed_is_not_drawn_again(copied: Project, draw: Draw) -> None:
    assert len(draw(copied)) == ALL
    assert draw(copied) == set()
    assert len(draw(copied, lang=Lang.EN)) == ALL
    assert len(draw(copied, ink=Ink.LOW)) == ALL
    assert draw(copied) == set()


def test_a_file_that_nobody_uses_redraws_nothing(copied: Project, draw: Draw) -> None:
    draw(copied)
    folder = copied.components / "lowtide"
    shutil.copy(folder / "art" / "shell.svg", folder / "art" / "crab.svg")
    (folder / "dot.png").write_bytes(PNG)
    template(copied, "crab.svg.j2", "crab")
    assert draw(copied) == set()


def test_a_changed_drawing_redraws_the_faces_that_use_it(copied: Project, draw: Draw) -> None:
    draw(copied)
    shell = copied.components / "lowtide" / "art" / "shell.svg"
    before = shell.read_text("utf-8")
    shell.write_text(before.replace("</svg>", '<circle r="1"/></svg>'), "utf-8")
    assert draw(copied) == SHELLS
    shell.write_text(before, "utf-8")
    assert draw(copied) == set(), "what was drawn from it before is still kept"


def test_an_icon_in_a_text_is_a_drawing_that_is_used(copied: Project, draw: Draw) -> None:
    template(copied, "tide.svg.j2", '{{ text("{shell}", 4, 4, w - 8, 9) }}')
    draw(copied)
    change(copied.components / "lowtide" / "art" / "shell.svg", "</svg>", '<circle r="1"/></svg>')
    assert draw(copied) == SHELLS | TIDES | {"fisher front", "fisher back"}


def test_an_edited_template_redraws_the_faces_that_use_it(copied: Project, draw: Draw) -> None:
    draw(copied)
    change(copied.templates / "lowtide" / "pebble.svg.j2", "#888888", "#777777")
    assert draw(copied) == {"pebble front", "pebble back"}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "body",
    [
        '{% extends "part.svg.j2" %}',
        '{% include "part.svg.j2" %}',
        '{% include ["not-there.svg.j2", "part.svg.j2"] %}',
        '{% set name = "part" %}{% include name ~ ".svg.j2" %}',
        '{% import "part.svg.j2" as part %}',
        '{% from "part.svg.j2" import colour %}',
        '{% include "between.svg.j2" %}',
    ],
)
def test_so_does_one_that_is_used_by_another(copied: Project, draw: Draw, body: str) -> None:
    part = '{% set colour = "#777777" %}<rect width="1" height="1" fill="#777777"/>'
    if "extends" in body:
        template(copied, "part.svg.j2", f'{{% extends "face.svg.j2" %}}{{% block body %}}{part}{{% endblock %}}')
        template(copied, "pebble.svg.j2", body)
    else:
        template(copied, "part.svg.j2", part)
        template(copied, "between.svg.j2", '{% include "part.svg.j2" %}')
        whole = f'{{% extends "face.svg.j2" %}}{{% block body %}}{body}{{% endblock %}}'
        template(copied, "pebble.svg.j2", whole)
    assert len(draw(copied)) == ALL
    change(copied.templates / "lowtide" / "part.svg.j2", "#777777", "#666666")
    assert draw(copied) == {"pebble front", "pebble back"}


def test_a_template_that_appears_where_one_was_missed_counts(copied: Project, draw: Draw) -> None:
    template(copied, "pebble.svg.j2", '<rect width="1" height="1"/>{% include "sand.svg.j2" ignore missing %}')
    draw(copied)
    template(copied, "sand.svg.j2", '{% if true %}<rect width="2" height="2"/>{% endif %}')
    assert draw(copied) == {"pebble front", "pebble back"}


def test_a_template_that_now_comes_from_another_folder_counts(copied: Project, draw: Draw) -> None:
    """Even when it says the same; the shared ones come last."""
    draw(copied)
    shared = bundled_project().templates / "_shared" / "face.svg.j2"
    shutil.copy(shared, copied.templates / "lowtide" / "face.svg.j2")
    assert len(draw(copied)) == ALL


def test_a_changed_picture_redraws_the_faces_that_use_it(copied: Project, draw: Draw) -> None:
    picture = copied.components / "lowtide" / "dot.png"
    picture.write_bytes(PNG)
    template(copied, "pebble.svg.j2", '{{ image("dot.png", 5, 5, 5, 5) }}')
    draw(copied)
    picture.write_bytes(PNG + b"more")
    assert draw(copied) == {"pebble front", "pebble back"}


def test_a_changed_row_redraws_its_faces(copied: Project, draw: Draw) -> None:
    draw(copied)
    change(copied.components / "lowtide" / "shells.csv", "Bulot", "Bulot blanc")
    assert draw(copied) == {"whelk front", "whelk back"}


SHELL_FRONT = "<desc>{{ piece.id }} %s</desc>"


def test_a_face_that_uses_all_rows_is_drawn_again_when_one_changes(copied: Project, draw: Draw) -> None:
    template(copied, "shell.svg.j2", SHELL_FRONT % "{{ deck.rows|map(attribute='cost')|max }}")
    draw(copied)
    assert draw(copied) == set()
    table = copied.components / "lowtide" / "shells.csv"
    change(table, "Bulot,Whelk,2", "Bulot,Whelk,3")
    assert draw(copied) == SHELLS | {"whelk back"}, "the backs of others do not use them"


def test_so_does_one_that_uses_the_number_of_pieces(copied: Project, draw: Draw) -> None:
    template(copied, "shell.svg.j2", SHELL_FRONT % "{{ deck.count }}")
    draw(copied)
    table = copied.components / "lowtide" / "shells.csv"
    change(table, "Bulot,Whelk", "Bulot blanc,Whelk")
    assert draw(copied) == {"whelk front", "whelk back"}, "there are as many as before"
    change(table, "whelk,4", "whelk,3")
    change(table, "cockle,4", "cockle,5")
    change(table, "oyster,5", "oyster,6")
    change(copied.components / "lowtide" / "game.toml", "count = 13", "count = 14")
    assert draw(copied) >= SHELLS


def test_a_place_in_the_deck_counts_when_rows_are_moved(copied: Project, draw: Draw) -> None:
    template(copied, "shell.svg.j2", SHELL_FRONT % "{{ deck.place }}")
    draw(copied)
    table = copied.components / "lowtide" / "shells.csv"
    heads, *rows = table.read_text("utf-8").splitlines()
    table.write_text("\n".join([heads, rows[1], rows[0], *rows[2:]]), "utf-8")
    assert draw(copied) == {"whelk front", "cockle front"}


def test_a_changed_text_of_the_game_redraws_all(copied: Project, draw: Draw) -> None:
    draw(copied)
    change(copied.components / "lowtide" / "game.toml", "Marée basse", "Marée très basse")
    assert len(draw(copied)) == ALL


@pytest.mark.parametrize("what", ["code_hash", "drawings_hash", "versions"])
def test_changed_code_redraws_all(copied: Project, draw: Draw, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    draw(copied)
    monkeypatch.setattr(f"pnp.face.faces.{what}", lambda *about: "edited")
    assert len(draw(copied)) == ALL


def test_a_face_that_cannot_be_drawn_is_not_kept(copied: Project, draw: Draw) -> None:
    template(copied, "pebble.svg.j2", '{{ art("crab", 5, 5, 0.1) }}')
    for _ in range(2):
        with pytest.raises(PnpError, match="crab"):
            draw(copied)
    folder = copied.components / "lowtide" / "art"
    shutil.copy(folder / "shell.svg", folder / "crab.svg")
    assert {"pebble front", "pebble back"} <= draw(copied)
    (folder / "crab.svg").unlink()
    with pytest.raises(PnpError, match="crab"):
        draw(copied)


def test_an_edited_art_py_redraws_the_game(copied: Project, draw: Draw) -> None:
    allowed = replace(copied, allow_code=True)
    art = copied.components / "lowtide" / "art.py"
    art.write_text(ART_PY, "utf-8")
    template(copied, "pebble.svg.j2", '{{ art("starfish", 11, 11, 0.1) }}')
    assert len(draw(allowed)) == ALL
    assert draw(allowed) == set()
    change(art, "#dd0000", "#dd00dd")
    assert len(draw(allowed)) == ALL
    change(art, "#dd00dd", "#dd0000")
    assert draw(allowed) == set()


def test_a_drawing_that_becomes_a_file_redraws_the_faces_that_use_it(copied: Project, draw: Draw) -> None:
    allowed = replace(copied, allow_code=True)
    folder = copied.components / "lowtide"
    (folder / "art.py").write_text(ART_PY, "utf-8")
    template(copied, "pebble.svg.j2", '{{ art("starfish", 11, 11, 0.1) }}')
    draw(allowed)
    shutil.copy(folder / "art" / "shell.svg", folder / "art" / "starfish.svg")
    assert draw(allowed) == {"pebble front", "pebble back"}


def test_faces_of_files_alone_need_no_leave(copied: Project) -> None:
    """`art.py` is there, and runs only for a drawing that is no file."""
    (copied.components / "lowtide" / "art.py").write_text(ART_PY, "utf-8")
    game = load_game(copied, "lowtide")

    def face(deck: str) -> Face:
        store = FaceCache(FaceRenderer(copied, game, Lang.FR, Ink.FULL, 3), Cache.disabled())
        return store.face(game.decks[deck], game.decks[deck].designs[0], Side.FRONT).face

    assert "Bulot" in face("shells").svg
    template(copied, "pebble.svg.j2", '{{ art("starfish", 11, 11, 0.1) }}')
    with pytest.raises(SpecError, match=r"components/lowtide/art\.py needs your permission to run"):
        face("pebbles")
