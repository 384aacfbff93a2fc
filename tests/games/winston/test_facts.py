"""The memo of Winston speaks of the numbers of the spec and of the rules, and follows them when they change."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from pnp.games.winston import rules
from pnp.memo.format import Format
from pnp.play.core import OVER
from pnp.play.registry import load_rules
from pnp.resources import Project, bundled
from pnp.terms import Lang
from tests.memo.reading import draft

BUNDLED = bundled()


def said(project: Project = BUNDLED, form: Format = Format.HALF, lang: Lang = Lang.FR) -> str:
    return draft(project, "winston", form, lang=lang)


@pytest.mark.parametrize(
    ("constant", "value", "page", "card"),
    [
        ("HAND", 7, "En donner 7 à chacun", "Piocher jusqu’à 7 en main"),
        ("HAND", 4, "nouveau 4 cartes en main", "En donner 4 à chacun"),
        ("ENOUGH", 3, "3+ Jouer", "Moins de 3 seulement"),
        ("COMPLETE", 1, "au moins 1 corps", "tête et 1 corps ou plus"),
        ("COMPLETE", 1, "corps 1 2 3 4 5 6 7 points 1 3 6 10 15 21 28", "points 1 3 6 10 15 21 28"),
        ("PRIZE", 9, "rapporte 9 points", "Os : +9"),
        ("PRIZE", 8, "en coûte 8", "Crotte : −8"),
    ],
)
def test_a_number_of_the_rules_is_the_memo_s(
    constant: str, value: int, page: str, card: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for form, words in ((Format.HALF, page), (Format.CARD, card)):
        assert words not in said(form=form)
        with monkeypatch.context() as patch:
            patch.setattr(rules, constant, value)
            assert words in said(form=form)


def test_the_table_tells_what_a_dog_of_each_length_is_worth() -> None:
    played = load_rules("winston")
    assert isinstance(played, rules.WinstonRules)
    facts = played.facts()
    lengths = [facts[f"dog.{at}.bodies"] for at in range(1, 8)]
    assert lengths == list(range(facts["complete"], facts["dogs.bodies"] + 1))
    for at, length in enumerate(lengths, 1):
        state = played.lay(2, (False,) * len(rules.OPTIONS), [])
        state.award(0, 0, length)
        assert state.points == [facts[f"dog.{at}.points"], 0]
        assert state.scores() == [state.points[0] + facts["points.bone"] - facts["penalty.poop"], 0]
        state.award(1, 1, length)
        assert state.scores() == [state.points[0], state.points[1] + facts["points.bone"] - facts["penalty.poop"]]
    shortest, longest = lengths[0], lengths[-1]
    state = played.lay(2, (False,) * len(rules.OPTIONS), [])
    state.award(0, 0, shortest)
    state.award(1, 1, longest)
    assert state.scores() == [state.points[0] - facts["penalty.poop"], state.points[1] + facts["points.bone"]]


def test_the_engine_plays_by_the_facts() -> None:
    """Random games: hands are filled to what is told, and turns may end after so many cards, not before."""
    played = load_rules("winston")
    facts = played.facts()
    filled = ended = 0
    for seed in range(8):
        state, chance = played.new(3, seed), Random(seed)
        assert isinstance(state, rules.WinstonState)
        assert state.held == [facts["hand"]] * 3
        while state.current() != OVER:
            legal, seat = state.legal(), state.turn
            assert (rules.END in legal) == (state.played >= facts["turn.cards"])
            ended += rules.END in legal
            dogs = len(state.dogs)
            state.apply(chance.choice(legal))
            assert all(length >= facts["complete"] for length in state.dogs[dogs + 2 :: 3])
            if state.turn != seat and state.deck:
                assert state.held[seat] == facts["hand"]
                filled += 1
    assert filled
    assert ended


def test_a_player_with_nothing_to_play_exchanges_as_many_heads_as_told() -> None:
    played = load_rules("winston")
    assert isinstance(played, rules.WinstonRules)
    body = played.kinds
    state = played.lay(2, (False,) * len(rules.OPTIONS), [body + 1, body + 2, body + 3])
    played.place(state, [[0, 0], [body]], 1, [0] * played.kinds, [])
    assert state.legal() == [rules.SWAP]
    state.apply(rules.SWAP)
    swapped = played.facts()["turn.swap"]
    assert state.deck == [0] * swapped + [body + 1, body + 2, body + 3][:-swapped]
    assert state.held == [2, 1]
    assert state.turn == 1


def test_a_count_of_the_spec_is_the_memo_s(tmp_path: Path) -> None:
    for folder in ("components", "templates"):
        shutil.copytree(BUNDLED.root / folder / "winston", tmp_path / folder / "winston")
    project = Project(tmp_path)
    assert "les 66 cartes « chien » : 6 sortes de chiens, chacune de 3 têtes et 8 corps" in plain(said(project))
    table = project.components / "winston" / "dogs.csv"
    lines = table.read_text("utf-8").splitlines(keepends=True)
    table.write_text("".join(line for line in lines if not line.startswith("punk-")), "utf-8")
    spec = project.components / "winston" / "game.toml"
    text = spec.read_text("utf-8").replace("count = 18", "count = 15").replace("count = 48", "count = 40")
    spec.write_text(text, "utf-8")
    assert "les 55 cartes « chien » : 5 sortes de chiens" in plain(said(project))


def plain(text: str) -> str:
    """The text with all spaces alike, those inside quotes too."""
    return " ".join(text.replace("«", "« ").replace("»", " »").split())


@pytest.mark.parametrize("form", [Format.HALF, Format.CARD])
@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (Lang.FR, ("Règle suivie : le livret", "e prénom le plus long", "5* ", "vraies longueurs", "À égalité")),
        (Lang.EN, ("the rulebook", "ongest first name", "5*", "true lengths", "Tied: whoever")),
    ],
)
def test_the_rulings_are_told_on_cards_too(form: Format, lang: Lang, words: tuple[str, ...]) -> None:
    text = said(form=form, lang=lang)
    for each in words:
        assert each in text
