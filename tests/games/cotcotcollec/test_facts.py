"""The memo of CotCotCollec' speaks of the numbers of the spec and of the rules, and follows them when they change."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from pnp.games.cotcotcollec import rules
from pnp.memo.format import Format
from pnp.play.core import OVER
from pnp.play.registry import load_rules
from pnp.resources import Project, bundled
from pnp.terms import Lang
from tests.memo.reading import draft

BUNDLED = bundled()


def said(project: Project = BUNDLED, form: Format = Format.HALF, variant: str = "", lang: Lang = Lang.FR) -> str:
    return draft(project, "cotcotcollec", form, variant, lang)


@pytest.mark.parametrize(
    ("constant", "value", "words"),
    [
        ("POINTS", 5, "Dépenser ses 5 PA"),
        ("PLAIN_COST", 8, "8 Coffre."),
        ("DRAW_COST", 3, "3 Piocher la carte du dessus"),
        ("FOX_HOME_COST", 3, "une autre de ses collections (3 PA)"),
        ("FOX_AWAY_COST", 4, "voisin de gauche (4 PA)"),
        ("MARKET", 6, "en retourner 6 : le marché"),
        ("DEALT", 7, "Donner à chacun 7 cartes cachées"),
        ("SCORINGS", (3, 8, 10), "Au 3e et au 8e"),
        ("LAST", 9, "Le 9e coq arrête tout"),
        ("ALONE", 9, "seul à le collectionner 9 18"),
        ("LONGEST", 7, "le plus long 7 14"),
        ("TIED", 5, "à égalité en tête, chacun 5 10"),
        ("SECOND", 6, "deuxième, seul à ce rang 6 12"),
        ("DOUBLED", 3, "seul à le collectionner 4 12"),
        ("CHEST_PENALTY", 8, "par coffre vide −8"),
        ("HAND_PENALTY", 6, "jokers compris −6"),
    ],
)
def test_a_number_of_the_rules_is_the_memo_s(
    constant: str, value: object, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert words not in said()
    monkeypatch.setattr(rules, constant, value)
    assert words in said()


def test_the_engine_takes_the_points_that_the_facts_tell() -> None:
    """Random games: every action costs what its fact says, the fox moves for points no oftener than told."""
    played = load_rules("cotcotcollec")
    facts = played.facts()
    families = ("cost.chest", "cost.open", "cost.extend", "cost.extend", "cost.double", "cost.take", "cost.draw")
    seen: set[str] = set()
    for seed in range(12):
        state, chance = played.new(3, seed), Random(seed)
        assert isinstance(state, rules.CotcotcollecState)
        assert [sum(state.hands[at : at + played.row]) for at in range(0, 3 * played.row, played.row)] == [  # type: ignore[attr-defined,arg-type]
            facts["dealt"] + facts["dealt.doublers"]
        ] * 3
        moved = turn = 0
        while state.current() != OVER:
            action, seat, before = chance.choice(state.legal()), state.seat, state.points
            turn, moved = (state.turn, moved) if turn == state.turn else (state.turn, 0)
            name = families[action // rules.WIDTH] if action < rules.STAY else "cost.fox.end"
            if action >= rules.FOX and before:
                home = (action - rules.FOX) // rules.WIDTH == seat
                name = "cost.fox.home" if home else "cost.fox.away"
                moved += 1
            state.apply(action)
            after = state.points if state.turn == turn else 0
            assert before - after == facts[name], name
            assert moved <= facts["turn.fox"]
            seen.add(name)
    assert seen == {name for name in facts if name.startswith("cost.")}


def test_a_count_of_the_spec_is_the_memo_s(tmp_path: Path) -> None:
    for folder in ("components", "templates"):
        shutil.copytree(BUNDLED.root / folder / "cotcotcollec", tmp_path / folder / "cotcotcollec")
    project = Project(tmp_path)
    assert "les 10 coqs et les 5 cartes ×2. Mélanger les 95 autres" in said(project)
    table = project.components / "cotcotcollec" / "cards.csv"
    text = table.read_text("utf-8")
    assert "\nring,9," in text
    table.write_text(text.replace("\nring,9,", "\nring,8,"), "utf-8")
    spec = project.components / "cotcotcollec" / "game.toml"
    spec.write_text(spec.read_text("utf-8").replace("count = 90", "count = 89"), "utf-8")
    assert "Mélanger les 94 autres" in said(project)


@pytest.mark.parametrize("form", [Format.HALF, Format.CARD])
def test_the_two_memos_say_which_rule_they_follow(form: Format) -> None:
    book, fans = said(form=form), said(form=form, variant="gloria-picktoria")
    assert "Règle suivie : le livret" in book
    assert "Règle suivie : le mémo des joueurs" in fans
    assert "Gloria Picktoria" in fans
    assert "Ensuite" in fans
    assert "Ensuite" not in book
