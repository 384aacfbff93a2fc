"""What a deck promises of its edges is looked for on its faces before neighbours share a cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.errors import RenderError
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, parse_paper
from pnp.store.cache import Cache
from pnp.terms import Ink


def build(project: Project, folder: Path, ink: Ink = Ink.FULL) -> None:
    print_game(project, "lowtide", Job(Layout(parse_paper("a4")), ink=ink, guide=False), folder, Cache(folder / "c"))


def drawn_on(project: Project, side: str, more: str) -> Project:
    path = project.templates / "lowtide" / f"{side}.svg.j2"
    path.write_text(path.read_text("utf-8").replace("{% endblock %}", f"{more}{{% endblock %}}"), "utf-8")
    return project


@pytest.mark.parametrize(
    ("side", "more", "card"),
    [
        (
            "shell",
            '<rect x="1" y="1" width="42" height="66" fill="none" stroke="#000000" stroke-width="0.5"/>',
            "whelk",
        ),
        ("shell", '<rect x="-3" y="20" width="3" height="9" fill="#2b6a8c"/>', "whelk"),
        ("wave", '<circle cx="44" cy="68" r="2.4" fill="#ffffff"/>', "back"),
    ],
)
def test_a_promise_that_does_not_hold_is_found(
    copied: Project, tmp_path: Path, side: str, more: str, card: str
) -> None:
    with pytest.raises(RenderError) as error:
        build(drawn_on(copied, side, more), tmp_path)
    said = str(error.value)
    assert "lowtide: " in said
    assert " on all sides, as decks.shells.edge promises" in said
    assert " mm² of another colour" in said
    assert card in said
    where = error.value.problems[0].where
    side_of = "back" if side == "wave" else "front"
    assert (where.game, where.deck, where.side, bool(where.piece)) == ("lowtide", "shells", side_of, True)


@pytest.mark.parametrize("ink", Ink)
def test_promises_that_hold_and_specks_pass(copied: Project, tmp_path: Path, ink: Ink) -> None:
    build(drawn_on(copied, "shell", '<rect x="2" y="2" width="0.5" height="0.5" fill="#000000"/>'), tmp_path, ink)


def test_what_was_found_good_is_not_looked_at_again(
    copied: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(copied, tmp_path)
    monkeypatch.setattr("pnp.press.ink._other_colour_area", lambda *of: pytest.fail("looked at again"))
    (tmp_path / "lowtide").rename(tmp_path / "old")
    monkeypatch.setattr("pnp.press.print._cached_document", lambda *of: None)
    build(copied, tmp_path)
