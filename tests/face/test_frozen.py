"""A template cannot change the game: what it is given is frozen, and no face sees what another one has set."""

from __future__ import annotations

import re

import pytest

from pnp.errors import RenderError
from pnp.face.render import FaceRenderer
from pnp.face.template import freeze
from pnp.project.folders import Project
from pnp.spec.load import load_game
from pnp.terms import Ink, Lang, Side
from tests.face.test_render import render, with_body


@pytest.mark.parametrize(
    "attempt",
    [
        "game.players.append(9)",
        "game.players.clear()",
        "deck.rows.append(piece)",
        "deck.size.__setattr__('width', 9)",
        "piece.update({'id': 'x'})",
        "game.update({'age': 1})",
        "piece._cells.update({'id': 'x'})",
    ],
)
def test_what_a_template_is_given_cannot_be_changed(copied: Project, attempt: str) -> None:
    with pytest.raises(RenderError):
        render(with_body(copied, f"{{% set _ = {attempt} %}}"), "tide-1")


def test_lists_and_tables_are_frozen_however_deep() -> None:
    given = freeze({"a": [1, {"b": [2]}], "c": {3}})
    assert given == {"a": (1, {"b": (2,)}), "c": frozenset({3})}
    assert not hasattr(given, "update")


def test_a_template_may_change_its_own_lists(copied: Project) -> None:
    body = "{% set own = [] %}{% set _ = own.append(7) %}<title>{{ own|length }}</title>"
    assert "<title>1</title>" in render(with_body(copied, body), "tide-1").svg


def test_no_face_sees_what_another_one_has_set(copied: Project) -> None:
    (copied.templates / "lowtide" / "parts.svg.j2").write_text("{% set seen = [] %}", "utf-8")
    body = (
        '{% import "parts.svg.j2" as parts %}{% set _ = parts.seen.append(1) %}<title>{{ parts.seen|length }}</title>'
    )
    project = with_body(copied, body)
    game = load_game(project, "lowtide")
    renderer = FaceRenderer(project, game, Lang.FR, Ink.FULL, 3)
    deck = game.decks["tides"]
    for design in deck.designs[:3]:
        assert "<title>1</title>" in renderer.render(deck, design, Side.FRONT).svg


def test_what_is_picked_at_random_is_the_same_every_time(copied: Project) -> None:
    """Otherwise an unaltered file would fail its audit, which draws the game again."""
    body = "<title>{% for _ in range(9) %}{{ range(100)|random }} {% endfor %}{{ []|random|default('none') }}</title>"
    project = with_body(copied, body)
    game = load_game(project, "lowtide")
    deck = game.decks["tides"]

    def picked() -> list[str]:
        renderer = FaceRenderer(project, game, Lang.FR, Ink.FULL, 3)
        titles = [
            re.search("<title>(.*)</title>", renderer.render(deck, each, Side.FRONT).svg) for each in deck.designs
        ]
        return [title[1] for title in titles if title]

    first = picked()
    assert picked() == first
    assert len(set(first)) == len(first) == len(deck.designs), "each card has its own"
    assert all(len(set(said.split())) > 5 and said.endswith("none") for said in first)


def test_no_other_chance_is_left(copied: Project) -> None:
    with pytest.raises(RenderError, match="'lipsum' is undefined"):
        render(with_body(copied, "{{ lipsum() }}"), "tide-1")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<use href="#gone"/>', 'href refers to an element that does not exist: "#gone"'),
        ('<rect width="9" height="9" fill="url(#gone)"/>', 'fill refers to an element that does not exist: "#gone"'),
        (
            '<rect width="9" height="9" style="stroke: url( \'#gone\' )"/>',
            'stroke refers to an element that does not exist: "#gone"',
        ),
        ('<g clip-path="url(#gone)"/>', 'clip-path refers to an element that does not exist: "#gone"'),
        ('<g mask="url(#gone)"/>', 'mask refers to an element that does not exist: "#gone"'),
        ('<g filter="url(#gone)"/>', 'filter refers to an element that does not exist: "#gone"'),
        ('<path d="M0 0H9" marker-end="url(#gone)"/>', 'marker-end refers to an element that does not exist: "#gone"'),
        ('<linearGradient id="a" href="#gone"/>', 'href refers to an element that does not exist: "#gone"'),
        (
            '<g id="a"/><rect width="9" height="9" clip-path="url(#a)"/>',
            'clip-path needs a clipPath: <g> with the id "a"',
        ),
        (
            '<image href="#picture-0" width="9" height="9"/>',
            'href refers to an element that does not exist: "#picture-0"',
        ),
    ],
)
def test_a_reference_to_nothing_is_an_error(copied: Project, body: str, message: str) -> None:
    with pytest.raises(RenderError) as error:
        render(with_body(copied, body), "tide-1")
    assert message in str(error.value)


def test_references_to_what_is_there_are_drawn(copied: Project) -> None:
    body = (
        '<use href="#later"/><defs><g id="later"/><clipPath id="c"><rect width="9" height="9"/></clipPath></defs>'
        '<g clip-path="url(#c)" fill="none"/>'
    )
    assert "#later" in render(with_body(copied, body), "tide-1").svg
