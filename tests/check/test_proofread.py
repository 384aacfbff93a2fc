"""Proofreading: everything that a game prints is read, and each misprint is reported once, at its source."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pnp.check import proofread as reading
from pnp.check.game import check_game
from pnp.check.proofread import proofread
from pnp.check.wording import describe_report, place_words
from pnp.errors import Location
from pnp.library.checks import find_misprints
from pnp.project.folders import Project, bundled_project
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.terms import Lang
from pnp.text.typos import Typo, TypoKind

CARDS = "components/lowtide/shells.csv"
SPEC = "components/lowtide/game.toml"


def change(project: Project, file: str, old: str, new: str) -> None:
    path = project.root / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def read(project: Project, *, ours: bool = False) -> list[tuple[str, str, str]]:
    """Where, what and what instead."""
    found = proofread(project, load_game(project, "lowtide"), ours=ours)
    return [(place_words(each, Lang.EN), each.slip.found, each.slip.instead) for each in found]


@pytest.fixture
def tidy(copied: Project) -> Project:
    """The test game without its one slip."""
    change(copied, CARDS, "c'est", "c’est")
    return copied


@pytest.mark.parametrize("name", bundled_project().games())
def test_the_bundled_games_print_no_slip(name: str) -> None:
    found = proofread(bundled_project(), load_game(bundled_project(), name), ours=True)
    assert [(misprint.where, misprint.slip) for misprint in found] == []


def test_the_slip_of_the_test_game_is_found(project: Project) -> None:
    assert read(project) == [(f"{CARDS}:3: rule_fr", "c'est", "c’est")]


def test_a_game_without_slips_has_none_on_pages_of_pnp_either(tidy: Project) -> None:
    assert read(tidy, ours=True) == []


def test_rows_with_the_same_slip_are_reported_once(tidy: Project) -> None:
    change(tidy, CARDS, "Bulot,Whelk,2", "L'autre,The other,2")
    change(tidy, CARDS, "Coque,Cockle", "L'autre,The other")
    assert read(tidy) == [(f"{CARDS}: name_fr (rows: 2, 3)", "L'autre", "L’autre")]
    [misprint] = proofread(tidy, load_game(tidy, "lowtide"))
    assert misprint.rows == (2, 3)
    assert misprint.places == tuple(Location(CARDS, line=row, row=row, column="name_fr") for row in (2, 3))
    [told] = describe_report(
        replace(check_game(tidy, load_game(tidy, "lowtide")), misprints=(misprint,)), Lang.FR
    ).slips
    assert told.where == f"{CARDS}: name_fr (lignes\u00a0: 2, 3)"
    assert told.location == {"file": CARDS, "line": 2, "row": 2, "column": "name_fr"}
    assert [piece.piece for piece in told.pieces] == ["whelk", "cockle"]


def test_languages_have_their_own_rules(tidy: Project) -> None:
    change(tidy, CARDS, "Bulot,Whelk", "Bulot!,Whelk !")
    assert read(tidy) == [
        (f"{CARDS}:2: name_fr", "Bulot!", "Bulot\u202f!"),
        (f"{CARDS}:2: name_en", "Whelk !", "Whelk!"),
    ]


def test_a_short_word_alone_is_found_where_no_other_break_helps(tidy: Project) -> None:
    change(tidy, CARDS, "Gagne la manche si la mer est basse ; sinon œuvre encore.", "Un anticonstitutionnellement tu")
    [misprint] = proofread(tidy, load_game(tidy, "lowtide"))
    assert misprint.slip == Typo(TypoKind.RUNT, "anticonstitutionnellement / tu", "")
    assert misprint.where == Location(CARDS, line=4, row=4, column="rule_fr")


def test_a_slip_is_found_beside_tags_and_smart_typography(tidy: Project) -> None:
    change(tidy, CARDS, "Bulot,Whelk", "L'<u>autre</u> fois!,Whelk")
    assert read(tidy) == [
        (f"{CARDS}:2: name_fr", "L'autre", "L’autre"),
        (f"{CARDS}:2: name_fr", "fois!", "fois\u202f!"),
    ]
    change(tidy, SPEC, "strict = true", 'strict = true\ntypography = "smart"')
    assert read(tidy) == [(f"{CARDS}:2: name_fr", "fois!", "fois\u202f!")]
    change(tidy, CARDS, "L'<u>autre</u> fois!", "L'autre!")
    assert read(tidy) == [(f"{CARDS}:2: name_fr", "L’autre!", "L’autre\u202f!")]


def test_texts_of_the_spec_and_of_templates_are_read(tidy: Project) -> None:
    change(tidy, SPEC, "[text]", '[text]\nhint = { fr = "Marée du 1er", en = "First tide..." }')
    change(tidy, "templates/lowtide/tide.svg.j2", "{% endblock %}",
           '{{ text(t("hint"), 2, 2, 40, 6, size=3) }}\n<text y="4">It\'s a tide</text>\n{% endblock %}')  # fmt: skip
    template = "templates/lowtide/tide.svg.j2"
    assert read(tidy) == [
        (f"{SPEC}: text.hint.fr", "1er", "1ᵉʳ"),
        (template, "It's", "It’s"),
        (f"{SPEC}: text.hint.en", "tide...", "tide…"),
        (template, "It's", "It’s"),
    ]


def test_titles_are_spaced_as_their_author_wants_and_pnp_corrects_the_rest_on_its_pages(tidy: Project) -> None:
    change(tidy, SPEC, 'fr = "Marée basse"', 'fr = "L\'île basse!"')
    change(tidy, SPEC, 'fr = "coquillages"', 'fr = "coquillages d\'ici"')
    assert read(tidy) == []
    change(tidy, SPEC, 'fr = "coquillages d\'ici"', 'fr = "coquillages - ceux d\'ici"')
    assert read(tidy) == [(f"{SPEC}: box[1].name.fr", "coquillages - ceux", "coquillages – ceux")]


def test_memos_are_read(tidy: Project) -> None:
    change(tidy, "components/lowtide/memo.fr.toml", "Jamais sous l'eau.", "Jamais - sous l'eau.")
    [misprint] = proofread(tidy, load_game(tidy, "lowtide"))
    assert misprint.where == Location(
        "components/lowtide/memo.fr.toml", key="section[2].actions[1].remarks[1]", detail="turn"
    )
    assert (misprint.slip.found, misprint.slip.instead) == ("Jamais - sous", "Jamais – sous")


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (CARDS, "Bulot,", "Bulot sans fin ni cesse " * 40 + ","),
        (CARDS, "Bulot,", "Bul\U0001f600t,"),
        ("templates/lowtide/shell.svg.j2", "piece.name", "piece.nobody"),
        ("components/lowtide/memo.fr.toml", "Jamais sous l'eau.", "Jamais **sous l'eau."),
    ],
    ids=["too long", "no such letter", "a broken template", "a broken memo"],
)
def test_what_cannot_be_set_is_left_to_others(tidy: Project, file: str, old: str, new: str) -> None:
    change(tidy, file, old, new)
    change(tidy, CARDS, "Coque,", "Coq'ue,")
    assert (f"{CARDS}:3: name_fr", "Coq'ue", "Coq’ue") in read(tidy) or file.endswith("j2")


def test_a_proof_is_kept_until_something_changes(
    copied: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Cache(tmp_path / "cache")
    first = find_misprints(copied, load_game(copied, "lowtide"), cache)
    assert [misprint.slip.found for misprint in first] == ["c'est"]
    with monkeypatch.context() as patched:
        patched.delattr(reading, "proofread")
        assert find_misprints(copied, load_game(copied, "lowtide"), cache) == first
    change(copied, "templates/lowtide/wave.svg.j2", "{% endblock %}", '<text y="4">Wave...</text>\n{% endblock %}')
    changed = find_misprints(copied, load_game(copied, "lowtide"), cache)
    assert [misprint.slip.found for misprint in changed] == ["Wave...", "c'est", "Wave..."]


def test_no_drawing_is_made_to_read(tidy: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.face.art_loader import ArtLoader

    def drawn(*_: object) -> str:
        raise AssertionError("nothing is drawn")

    monkeypatch.setattr(ArtLoader, "_draw", drawn)
    assert read(tidy) == []


def test_a_project_elsewhere_is_named_as_messages_name_it(tidy: Project, tmp_path: Path) -> None:
    change(tidy, CARDS, "Bulot,", "L'un,")
    [(where, *_)] = read(Project(tidy.root))
    assert str(tmp_path) not in where
