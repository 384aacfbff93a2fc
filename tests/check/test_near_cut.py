"""What is too near to a cut: text, and art that is marked as important, on any game's faces."""

from __future__ import annotations

import pytest

from pnp.check.near_cut import find_near_cut
from pnp.check.report import NoteKind
from pnp.face.faces import FaceLook, face_names, try_faces
from pnp.geometry.outline import circle, rectangle
from pnp.geometry.units import Size
from pnp.library.checks import check_game
from pnp.press.safe_zone import CutFace, measure_distances
from pnp.project.folders import Project, bundled_project
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.terms import Lang

BACK = "templates/lowtide/wave.svg.j2"


def draw(project: Project, body: str) -> None:
    """Replace the back of the shells, 44 × 68 mm."""
    template = f'{{% extends "face.svg.j2" %}}{{% block body %}}{body}{{% endblock %}}'
    (project.root / BACK).write_text(template, "utf-8")


def found(project: Project) -> list[str]:
    return [each for each in find_near_cut(project, load_game(project, "lowtide"), Cache.disabled()) if "back" in each]


GROUND = '<rect x="-9" y="-9" width="90" height="90" fill="#2b6a8c"/>'


@pytest.mark.parametrize(
    ("seal", "away"),
    [
        ('<circle class="important" cx="22" cy="4.6" r="3"/>', None),
        ('<circle class="important" cx="22" cy="4.3" r="3"/>', 1.3),
        ('<circle cx="22" cy="1" r="3"/>', None),
        ('<g class="important" transform="translate(0 64)"><circle cx="22" cy="0" r="3"/></g>', 1.0),
        ('<g transform="translate(45 9)"><circle class="important" r="3"/></g>', -3.0),
        ('<circle class="important" cx="22" cy="4" r="2" stroke="#000" stroke-width="2"/>', 1.0),
        ('<g id="seal" class="important"><circle cx="22" cy="9" r="3"/></g><use href="#seal" x="18"/>', 1.0),
        (
            '<defs><g id="b"><use href="#a"/></g><g id="a"><circle class="important" r="3"/></g></defs>'
            '<use href="#b" x="4" y="34"/>',
            1.0,
        ),
        ('<g class="important"><g opacity="0"><circle cx="1" cy="1" r="1"/></g></g>', None),
        ('{{ text("near", 1, 30, 20, 8, size=5) }}', 1.4),
        ('{{ text("far", 3.1, 30, 20, 8, size=5) }}', None),
    ],
)  # fmt: skip
def test_marked_art_counts_within_1_5_mm_and_text_within_3(copied: Project, seal: str, away: float | None) -> None:
    draw(copied, GROUND + seal)
    named = found(copied)
    if away is None:
        assert named == []
    else:
        assert named
        assert [float(each.split()[-2]) for each in named] == pytest.approx([away] * len(named), abs=0.11)


def test_the_check_has_a_note_that_fails_only_a_strict_check(copied: Project) -> None:
    draw(copied, GROUND)
    before = check_game("lowtide", start=copied.root)
    draw(copied, GROUND + '<circle class="important" cx="4" cy="34" r="3"/>')
    report = check_game("lowtide", start=copied.root)
    [note] = [each for each in report.notes if each.kind is NoteKind.NEAR_CUT]
    assert "whelk (back) 1.0 mm" in note.about
    assert report.failures(strict=False) == before.failures(strict=False)
    assert report.failures(strict=True) == before.failures(strict=True) + 1


def test_round_cuts_are_measured_at_the_ink_and_not_at_its_box(copied: Project) -> None:
    """A disc of 20 mm in a round cut of 24 mm is 2 mm away everywhere, although its box has corners outside."""
    draw(copied, '<circle class="important" cx="22" cy="34" r="10"/>')
    game = load_game(copied, "lowtide")
    name = next(each for each in face_names(game) if each.side == "back" and each.deck == "shells")
    [attempt] = try_faces(copied, game, [name], FaceLook(Lang.EN), Cache.disabled())
    assert attempt.face is not None
    line = circle(Size(24, 24))
    moved = line.placed(Size(24, 24), (10, 22, 24, 24))
    [(_, away)] = measure_distances([CutFace(attempt.face, moved)])
    assert away == pytest.approx(2, abs=0.12)
    [(_, away)] = measure_distances([CutFace(attempt.face, rectangle(Size(44, 68), 0))])
    assert away == pytest.approx(12, abs=0.12)


def test_a_game_without_text_is_the_same_in_every_language() -> None:
    """All faces of the second language are those of the first: there is nothing left to measure."""
    assert measure_distances([]) == []
    assert check_game("koko").failures(strict=False) == 0


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", bundled_project().games())
def test_nothing_important_of_the_bundled_games_is_near_a_cut(name: str) -> None:
    project = bundled_project()
    assert find_near_cut(project, load_game(project, name), Cache.for_user()) == []
