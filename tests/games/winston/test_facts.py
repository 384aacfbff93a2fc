"""The memo of Winston speaks of the numbers of the spec and of the rules, and follows them when they change.

So does play: each fact is broken in turn, and the games that follow are not the same.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from pnp.games.winston import GAME, rules
from pnp.games.winston.options import OPTIONS
from pnp.play.core import OVER
from pnp.project.folders import Project, bundled_project
from pnp.spec.model import Design, Game
from pnp.terms import Format, Lang
from tests.loading import load_rules
from tests.memo.reading import draft

BUNDLED = bundled_project()
OFF = (False,) * len(OPTIONS)


def said(project: Project = BUNDLED, form: Format = Format.HALF, lang: Lang = Lang.FR) -> str:
    return draft(project, "winston", form, lang=lang)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("constant", "value", "page", "card"),
    [
        ("HAND", 7, "Donnes-en 7 à chacun", "→ 7 Pioche"),
        ("HAND", 4, "complète ta main à 4", "→ 4 Pioche"),
        ("ENOUGH", 3, "3+ Joue", "3+ Joue"),
        ("ENOUGH", 3, "Moins de 3 seulement", "3+ Joue"),
        ("COMPLETE", 1, "au moins 1 corps", "et au moins 1"),
        ("COMPLETE", 1, "corps 1 2 3 4 5 6 7 points 1 3 6 10 15 21 28", "15 21 28 Os"),
        ("SWAPS", 2, "pioche 2 cartes", "pioche 2 cartes"),
        ("PRIZE", 9, "rapporte 9 points", "Os +9"),
        ("PRIZE", 8, "en coûte 8", "crotte −8"),
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
        state = played.lay(2, OFF, [])
        state.award(0, 0, length)
        assert state.points == [facts[f"dog.{at}.points"], 0]
        assert state.scores() == [state.points[0] + facts["points.bone"] - facts["penalty.poop"], 0]
        state.award(1, 1, length)
        assert state.scores() == [state.points[0], state.points[1] + facts["points.bone"] - facts["penalty.poop"]]
    shortest, longest = lengths[0], lengths[-1]
    state = played.lay(2, OFF, [])
    state.award(0, 0, shortest)
    state.award(1, 1, longest)
    assert state.scores() == [state.points[0] - facts["penalty.poop"], state.points[1] + facts["points.bone"]]


@pytest.mark.parametrize(
    ("constant", "value"), [("HAND", 5), ("HAND", 4), ("HAND", 7), ("ENOUGH", 1), ("ENOUGH", 3), ("COMPLETE", 3)]
)
def test_the_engine_plays_by_the_facts(constant: str, value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random games: hands are refilled to the quoted size; turns end after the quoted number of cards, not before."""
    monkeypatch.setattr(rules, constant, value)
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


def test_a_player_with_nothing_to_play_exchanges_as_many_heads_as_quoted() -> None:
    played = load_rules("winston")
    assert isinstance(played, rules.WinstonRules)
    body = played.kinds
    state = played.lay(2, OFF, [body + 1, body + 2, body + 3])
    played.place(state, [[0, 0], [body]], 1, [0] * played.kinds, [])
    assert state.legal() == [rules.SWAP]
    state.apply(rules.SWAP)
    swapped = played.facts()["turn.swap"]
    assert state.deck == [0] * swapped + [body + 1, body + 2, body + 3][:-swapped]
    assert state.held == [2, 1]
    assert state.turn == 1


# Each fact broken


Break = Callable[[pytest.MonkeyPatch, Game], Game]
"""Breaks a constant, or gives another spec."""


def constant(name: str, value: int) -> Break:
    def spoil(patch: pytest.MonkeyPatch, spec: Game) -> Game:
        patch.setattr(rules, name, value)
        return spec

    return spoil


def dogs(change: Callable[[list[Design]], list[Design]]) -> Break:
    def spoil(patch: pytest.MonkeyPatch, spec: Game) -> Game:
        deck = spec.decks["dogs"]
        changed = deck.model_copy(update={"designs": change(deck.designs)})
        return spec.model_copy(update={"decks": spec.decks | {"dogs": changed}})

    return spoil


def without(column: str, value: str, *, one: bool = False) -> Break:
    """The dogs without the designs that have this in a column, or with one copy less of each kind of them."""

    def fewer(designs: list[Design]) -> list[Design]:
        return [each for each in designs if each.fields[column] != value or (one and each.fields["look"] != 1)]

    return dogs(fewer)


def dearer(bodies: int) -> Break:
    """Dogs of one length are worth one point more."""
    usual = rules.dog_points

    def spoil(patch: pytest.MonkeyPatch, spec: Game) -> Game:
        patch.setattr(rules, "dog_points", lambda length: usual(length) + (length == bodies))
        return spec

    return spoil


@cache
def facts() -> dict[str, int]:
    return dict(load_rules("winston").facts())


BREAKS: dict[str, Break] = {
    "hand": constant("HAND", 4),
    "turn.cards": constant("ENOUGH", 3),
    "turn.swap": constant("SWAPS", 2),
    "complete": constant("COMPLETE", 3),
    "points.bone": constant("PRIZE", 5),
    "penalty.poop": constant("PRIZE", 5),
    "dogs.kinds": without("kind", "punk"),
    "dogs.heads": without("part", "head", one=True),
    "dogs.bodies": without("part", "body", one=True),
    **{f"dog.{at}.bodies": constant("COMPLETE", 1) for at in range(1, 8)},
    **{f"dog.{at}.points": dearer(bodies) for at, bodies in enumerate(range(2, 9), 1)},
}


def made(spec: Game) -> rules.WinstonRules:
    played = GAME.make_rules(spec)
    assert isinstance(played, rules.WinstonRules)
    return played


def played_on(state: rules.WinstonState) -> Iterator[tuple[str, list[int], list[int]]]:
    """Positions, moves and points of a game played at random."""
    chance = Random(1)
    while state.current() != OVER:
        yield state.encode(), state.legal(), state.scores()
        state.apply(chance.choice(state.legal()))
    yield state.encode(), [], state.scores()


def trace(played: rules.WinstonRules) -> list[object]:
    """A game, a player who can only exchange heads, and a dog of every length picked up."""
    found: list[object] = []
    dealt = played.new(3, 1)
    assert isinstance(dealt, rules.WinstonState)
    found += played_on(dealt)
    body, nothing = played.kinds, [0] * played.kinds
    stuck = played.lay(2, OFF, [body] * 3 + [0, 0])
    played.place(stuck, [[0, 1, 1], [body, body]], 0b11, nothing, [])
    found += played_on(stuck)
    for bodies in range(2, len(played.points_of)):
        state = played.lay(2, OFF, [])
        played.place(state, [[0], [body + 1]], 0, [bodies, *nothing[1:]], [])
        state.apply(rules.HEAD)
        found.append((state.dogs, state.points, state.scores()))
    return found


@cache
def usual_trace() -> list[object]:
    return trace(made(load_rules("winston").spec))


@pytest.mark.parametrize("fact", facts())
def test_a_broken_fact_breaks_play_and_memo(fact: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = usual_trace()
    spec = load_rules("winston").spec
    assert trace(made(spec)) == usual
    broken = made(BREAKS[fact](monkeypatch, spec))
    assert broken.facts()[fact] != facts()[fact]
    assert trace(broken) != usual


def test_every_break_is_of_a_fact() -> None:
    assert sorted(BREAKS) == sorted(facts())


@pytest.mark.parametrize("prize", [0, 5, 9])
def test_the_prize_is_what_the_bone_adds_and_the_poop_takes(prize: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "PRIZE", prize)
    played = made(load_rules("winston").spec)
    state = played.lay(3, OFF, [])
    for seat, bodies in enumerate((2, 3, 4)):
        state.award(seat, seat, bodies)
    assert state.scores() == [3 - prize, 6, 10 + prize]
    assert [played.facts()[name] for name in ("points.bone", "penalty.poop")] == [prize, prize]


@pytest.mark.parametrize("swaps", [1, 2, 3])
def test_heads_are_exchanged_while_nothing_can_be_played(swaps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "SWAPS", swaps)
    played = made(load_rules("winston").spec)
    assert played.facts()["turn.swap"] == swaps
    body = played.kinds
    for deck, exchanged in (([body, 0, 0, 0, 0], swaps), ([0, 0, body], 1)):
        state = played.lay(2, OFF, deck)
        played.place(state, [[0, 1, 1], [body]], 0b11, [0] * played.kinds, [])
        while state.turn == 0:
            state.apply(state.legal()[0])
        assert state.seen == exchanged
        assert state.held == [3, 1]


def test_a_count_of_the_spec_is_the_memo_s(tmp_path: Path) -> None:
    for folder in ("components", "templates"):
        shutil.copytree(BUNDLED.root / folder / "winston", tmp_path / folder / "winston")
    project = Project(tmp_path)
    assert "les 66 cartes « chien » (6 sortes : 3 têtes et 8 corps chacune)" in plain(said(project))
    table = project.components / "winston" / "dogs.csv"
    lines = table.read_text("utf-8").splitlines(keepends=True)
    table.write_text("".join(line for line in lines if not line.startswith("punk-")), "utf-8")
    spec = project.components / "winston" / "game.toml"
    text = spec.read_text("utf-8").replace("count = 18", "count = 15").replace("count = 48", "count = 40")
    spec.write_text(text, "utf-8")
    assert "les 55 cartes « chien » (5 sortes :" in plain(said(project))


def plain(text: str) -> str:
    """The text with all spaces alike, those inside quotes too."""
    return " ".join(text.replace("«", "« ").replace("»", " »").split())


RULINGS = [
    (
        Format.HALF,
        Lang.FR,
        ("Règle suivie : le livret. †", "e prénom le plus long", "5* ", "compare les vraies longueurs†"),
    ),
    (
        Format.HALF,
        Lang.FR,
        ("plus rien n’est jouable†.", "s’arrête là†.", "revient au milieu†.", "À égalité†,", "à poser†."),
    ),
    (Format.HALF, Lang.EN, ("the rulebook. †", "ongest first name", "5*", "compare true lengths.†")),
    (
        Format.HALF,
        Lang.EN,
        ("more can be played.†", "ends there.†", "back to the middle.†", "Tied?†", "cannot be played.†"),
    ),
    (
        Format.CARD,
        Lang.FR,
        ("fin du tour†.", "ne peut jouer†.", "Égalité† :", "† Notre choix là où le livret ne dit rien"),
    ),
    (
        Format.CARD,
        Lang.EN,
        ("end of turn.†", "nobody can play.†", "Tied?†", "† Our ruling where the rulebook is silent"),
    ),
]


@pytest.mark.parametrize(("form", "lang", "words"), RULINGS)
def test_our_rulings_are_marked_as_ours(form: Format, lang: Lang, words: tuple[str, ...]) -> None:
    text = said(form=form, lang=lang)
    for each in words:
        assert each in text
