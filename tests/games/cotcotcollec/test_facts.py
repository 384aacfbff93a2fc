"""The memo of CotCotCollec' speaks of the numbers of the spec and of the rules, and follows them when they change."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from pnp.games.cotcotcollec import rules
from pnp.games.cotcotcollec.rules import CotcotcollecRules, CotcotcollecState
from pnp.play.core import OVER
from pnp.project.folders import Project, bundled_project
from pnp.terms import Format, Lang
from tests.games.cotcotcollec.test_rules import position
from tests.loading import load_rules
from tests.memo.reading import draft

BUNDLED = bundled_project()


def made_anew() -> CotcotcollecRules:
    made = load_rules("cotcotcollec")
    assert isinstance(made, CotcotcollecRules)
    return made


def said(project: Project = BUNDLED, form: Format = Format.HALF, variant: str = "", lang: Lang = Lang.FR) -> str:
    return draft(project, "cotcotcollec", form, variant, lang)


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("constant", "value", "words"),
    [
        ("POINTS", 5, "Dépense tes 5 PA"),
        ("PLAIN_COST", 8, "8 Coffre."),
        ("DRAW_COST", 3, "3 Pioche la carte du dessus"),
        ("FOX_HOME_COST", 3, "une autre de tes collections (3 PA)"),
        ("FOX_AWAY_COST", 4, "voisin de gauche (4 PA)"),
        ("FOX_END_COST", 4, "4 En fin de tour"),
        ("FOX_MOVES", 2, "2 fois par tour"),
        ("MARKET", 6, "retournes-en 6 : c’est le marché"),
        ("DEALT", 7, "Donne à chacun 7 cartes cachées"),
        ("DOUBLERS", 0, "4 cartes cachées et 0 carte ×2"),
        ("SCORINGS", (3, 8, 10), "Au 3e et au 8e"),
        ("SCORINGS", (4, 7, 9, 10), "le plus de points en 4 décomptes"),
        ("LAST", 9, "Le 9e coq arrête tout"),
        ("ALONE", 9, "seul à le collectionner 9 18"),
        ("LONGEST", 7, "la plus longue collection 7 14"),
        ("TIED", 5, "à égalité en tête, chacun 5 10"),
        ("SECOND", 6, "deuxième, sans égalité 6 12"),
        ("BEHIND", 7, "deuxième, à égalité 7 14"),
        ("DOUBLED", 3, "seul à le collectionner 4 12"),
        ("CHEST_PENALTY", 8, "par coffre vide −8"),
        ("HAND_PENALTY", 6, "par carte en main −6"),
    ],
)
def test_a_number_of_the_rules_is_the_memo_s(
    constant: str, value: object, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert words not in said()
    monkeypatch.setattr(rules, constant, value)
    assert words in said()


def test_the_engine_takes_the_points_that_the_facts_tell() -> None:
    """Random games: every action costs what its fact says, and the fox moves at most as often as its fact says."""
    played = made_anew()
    facts = played.facts()
    families = ("cost.chest", "cost.open", "cost.extend", "cost.extend", "cost.double", "cost.take", "cost.draw")
    seen: set[str] = set()
    for seed in range(12):
        state, chance = played.new(3, seed), Random(seed)
        assert isinstance(state, CotcotcollecState)
        assert [sum(state.hands[at : at + played.row]) for at in range(0, 3 * played.row, played.row)] == [
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


Play = Callable[[CotcotcollecRules], object]
"""A piece of play by some rules, and what came of it."""


class Broken(NamedTuple):
    """A fact with another number: the constants that say so, and the play that must go otherwise."""

    constants: Mapping[str, object]
    play: Play


TABLE = position(["ac*2", ""], ["a,b", "d"], empty=[1, 0], fox="0a", market="gbi").encode()
"""Everything can be done here."""
LAST_POINT = position(["ac", ""], ["a,b", "d"], fox="0a", points=1).encode()
"""The fox can be sent on after one more action."""
RANKED = position(["", "", ""], ["aaa,b,j", "aa,b", "a,c2"], empty=[0, 1, 0], fox="0j").encode()
"""A motif of three lengths, a tied one, and one that a single player collects and has doubled."""


def deals(made: CotcotcollecRules) -> list[object]:
    states = [made.new(players, 1) for players in (2, 3, 4, 5)]
    return [(state.encode(), state.legal()) for state in states]


def scorings(made: CotcotcollecRules) -> list[object]:
    """What stands on the pad after how many roosters, over a random game."""
    state, chance = made.new(3, 1), Random(1)
    assert isinstance(state, CotcotcollecState)
    found: list[object] = []
    while state.current() != OVER:
        state.apply(chance.choice(state.legal()))
        found.append((state.roosters, len(state.pad), state.current()))
    return found


def counts(made: CotcotcollecRules) -> tuple[list[int], list[int]]:
    state = made.decode(RANKED)
    return state.collection_points(), state.scores()


def acting(text: str, *actions: int) -> Play:
    """To do something in a position: who is then to act, with how many points, and what can be done."""

    def play(made: CotcotcollecRules) -> object:
        state = made.decode(text)
        for action in actions:
            state.apply(action)
        return state.current(), state.points, state.legal()

    return play


HOME, AWAY = rules.FOX + 1, rules.FOX + rules.WIDTH + 3
PLAIN = {"PLAIN_COST": 2}
BROKEN = {
    "turn.points": Broken({"POINTS": 4}, deals),
    "turn.fox": Broken({"FOX_MOVES": 2}, acting(TABLE, HOME)),
    "market": Broken({"MARKET": 4}, deals),
    "dealt": Broken({"DEALT": 5}, deals),
    "dealt.doublers": Broken({"DOUBLERS": 0}, deals),
    "cost.chest": Broken(PLAIN, acting(TABLE, rules.CHEST)),
    "cost.open": Broken(PLAIN, acting(TABLE, rules.OPEN + 2)),
    "cost.extend": Broken(PLAIN, acting(TABLE, rules.EXTEND)),
    "cost.double": Broken(PLAIN, acting(TABLE, rules.DOUBLE)),
    "cost.take": Broken(PLAIN, acting(TABLE, rules.TAKE + 6)),
    "cost.draw": Broken({"DRAW_COST": 1}, acting(TABLE, rules.DRAW)),
    "cost.fox.home": Broken({"FOX_HOME_COST": 2}, acting(TABLE, HOME)),
    "cost.fox.away": Broken({"FOX_AWAY_COST": 1}, acting(TABLE, AWAY)),
    "cost.fox.end": Broken({"FOX_END_COST": 1}, acting(LAST_POINT, rules.CHEST)),
    "scorings": Broken({"SCORINGS": (4, 7, 9, 10)}, scorings),
    "scoring.first": Broken({"SCORINGS": (3, 7, 10)}, scorings),
    "scoring.second": Broken({"SCORINGS": (4, 8, 10)}, scorings),
    "scoring.last": Broken({"SCORINGS": (4, 7, 9), "LAST": 9}, scorings),
    "points.alone": Broken({"ALONE": 5}, counts),
    "points.longest": Broken({"LONGEST": 4}, counts),
    "points.tied": Broken({"TIED": 1}, counts),
    "points.second": Broken({"SECOND": 2}, counts),
    "points.none": Broken({"BEHIND": 1}, counts),
    "doubled": Broken({"DOUBLED": 3}, counts),
    "penalty.chest": Broken({"CHEST_PENALTY": 3}, counts),
    "penalty.hand": Broken({"HAND_PENALTY": 2}, counts),
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("fact", made_anew().facts())
def test_a_number_that_is_broken_breaks_facts_and_play_alike(fact: str, monkeypatch: pytest.MonkeyPatch) -> None:
    constants, play = BROKEN[fact]
    usual, number = play(made_anew()), made_anew().facts()[fact]
    assert play(made_anew()) == usual, "the play itself is no matter of chance"
    for name, value in constants.items():
        monkeypatch.setattr(rules, name, value)
    assert made_anew().facts()[fact] != number
    assert play(made_anew()) != usual


def test_nothing_is_broken_that_is_no_fact() -> None:
    assert set(BROKEN) == set(made_anew().facts())


def test_the_last_scoring_ends_the_game() -> None:
    assert max(rules.SCORINGS) == rules.LAST


def test_a_count_of_the_spec_is_the_memo_s(tmp_path: Path) -> None:
    for folder in ("components", "templates"):
        shutil.copytree(BUNDLED.root / folder / "cotcotcollec", tmp_path / folder / "cotcotcollec")
    project = Project(tmp_path)
    assert "les 10 Gengis Coq et les 5 cartes compte double (×2). Mélange les 95 autres" in said(project)
    table = project.components / "cotcotcollec" / "cards.csv"
    text = table.read_text("utf-8")
    assert "\nring,9," in text
    table.write_text(text.replace("\nring,9,", "\nring,8,"), "utf-8")
    spec = project.components / "cotcotcollec" / "game.toml"
    spec.write_text(spec.read_text("utf-8").replace("count = 90", "count = 89"), "utf-8")
    assert "Mélange les 94 autres" in said(project)


@pytest.mark.parametrize("form", [Format.HALF, Format.WHOLE])
def test_the_two_memos_say_which_rule_they_follow(form: Format) -> None:
    book, fans = said(form=form), said(form=form, variant="gloria-picktoria")
    assert "Règle suivie : le livret" in book
    assert "Règle suivie : le mémo des joueurs" in fans
    for ours in ("il ne bouge pas†", "personne n’est deuxième†", "victoire partagée†", "† : nos choix"):
        assert ours in book
        assert ours in fans


@pytest.mark.parametrize("form", [Format.HALF, Format.WHOLE, Format.QUARTER])
def test_the_memo_of_the_players_has_its_own_set_up(form: Format) -> None:
    book, fans = said(form=form), said(form=form, variant="gloria-picktoria")
    assert "Gloria Picktoria" in fans
    assert "Ensuite" in fans
    assert "Ensuite" not in book


def test_the_card_is_an_aid_with_every_price_and_what_counts() -> None:
    card = said(form=Format.CARD)
    for words in (
        "1 Coffre :",
        "2 Pioche",
        "2 Voisin de gauche",
        "0 En fin de tour",
        "à égalité en tête",
        "par coffre vide −2",
    ):
        assert words in card, words
    assert "Mise en place" not in card
