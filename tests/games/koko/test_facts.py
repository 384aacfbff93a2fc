"""The memo of Koko and Alfred speaks of the numbers of the spec and of the rules, and follows them when they change."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from pnp.games.koko import rules
from pnp.games.koko.garden import NONE
from pnp.play.core import OVER
from pnp.project.folders import Project, bundled_project
from pnp.terms import Format, Lang
from tests.games.koko.test_rules import EVERY_BASE_TILE, OWN, made, play, position, read, to
from tests.loading import load_rules
from tests.memo.reading import draft

BUNDLED = bundled_project()
GAMES = 30
PAID = {
    rules.DRAW: "cost.draw",
    rules.GIVE: "cost.give",
    rules.COVER: "cost.cover",
    rules.TAKE: "cost.take",
    rules.ROB: "cost.rob",
    rules.DROP: "cost.drop",
    rules.PICK: "cost.pick",
}


def said(project: Project = BUNDLED, form: Format = Format.HALF, lang: Lang = Lang.FR) -> str:
    return draft(project, "koko", form, lang=lang)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("constant", "value", "words"),
    [
        ("ROUNDS", 4, "Jouez 4 manches"),
        ("TAKEN_BACK", 5, "5 dessous à un convive"),
        ("THROWS", 6, "6 fois par tour"),
        ("POINTS", 5, "Dépense jusqu’à 5 PA"),
        ("PLAIN_COST", 8, "8 Pioche une tuile"),
        ("PLAIN_COST", 8, "8 Cueille."),
        ("ROBBED", 6, "prends 6 dessous dans sa réserve"),
        ("STUNNED_POINTS", 7, "Koko gagne 7 PA ce tour-ci"),
        ("GUARDED_TURNS", 9, "les 9 derniers tours (un par joueur)"),
    ],
)
def test_a_number_of_the_rules_is_the_memo_s(
    constant: str, value: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert words not in said()
    monkeypatch.setattr(rules, constant, value)
    assert words in said()


def price(action: int) -> str:
    """The fact that tells what an action costs; none for what is done for an action's point already paid."""
    if action >= rules.PLACE or action == rules.END:
        return ""
    if action >= rules.MOVE:
        return "cost.move"
    return "cost.throw" if action == rules.THROW else PAID[action]


def test_the_engine_takes_the_points_that_the_facts_tell() -> None:
    """Random games with the extension: costs, a coconut's gain, undies taken, throws and scores match the facts."""
    facts = load_rules("koko").facts()
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        state, chance = load_rules("koko").new(2, seed, {"extension": "yes"}), Random(seed)
        assert isinstance(state, rules.KokoState)
        throws = 0
        while state.current() != OVER:
            action = choose(state.legal(), chance)
            before = state.clone()
            state.apply(action)
            if state.round != before.round:
                garden = before.undies.bit_count() if action >= rules.PLACE else 0
                worth = facts["points.garden"] * garden + facts["points.reserve"] * before.counts[rules.RESERVE]
                assert state.scored[before.round] == worth
                seen["rounds"] += 1
                seen["points.garden"] += garden
                throws = 0
                continue
            same = state.role == before.role
            throws = throws + (action == rules.THROW) if same else 0
            assert throws <= facts["turn.throws"]
            check(action, before, state, facts, seen)
    assert seen["rounds"] == GAMES * facts["rounds"]
    assert seen["points.garden"]
    assert {name for name in facts if name.startswith("cost.")} <= {name for name in seen if seen[name]}


def choose(moves: list[int], chance: Random) -> int:
    """An action that is not drawing or moving where there is one, so that all of them are seen."""
    rare = [action for action in moves if rules.DRAW < action < rules.MOVE]
    return chance.choice(rare or moves[1:] or moves)


def check(
    action: int, before: rules.KokoState, state: rules.KokoState, facts: Mapping[str, int], seen: Counter[str]
) -> None:
    """An action within a round cost and took what the facts tell."""
    same, name = state.role == before.role, price(action)
    if name:
        gain = facts["turn.stunned"] if action == rules.THROW else 0
        assert before.points - (state.points if same else 0) == facts[name] - gain, name
        seen[name] += 1
    if action >= rules.PLACE and state.counts[rules.BOTTLES_HELD] > before.counts[rules.BOTTLES_HELD]:
        assert before.points - (state.points if same else 0) == facts["cost.grab"]
        seen["cost.grab"] += 1
    if action == rules.TAKE:
        assert before.undies.bit_count() - state.undies.bit_count() == facts["taken"]
    if action == rules.ROB:
        reserve = before.counts[rules.RESERVE]
        assert reserve - state.counts[rules.RESERVE] == min(facts["robbed"], reserve)


def test_who_comes_after_the_idle_turns_has_drawn() -> None:
    played = load_rules("koko")
    state, facts = played.new(2, 1, {}), played.facts()
    assert isinstance(state, rules.KokoState)
    for _ in range(facts["turns.idle"]):
        assert (state.drawn, state.points) == (NONE, facts["turn.points"])
        state.apply(rules.END)
    assert state.drawn != NONE
    assert state.points == facts["turn.points"] - facts["cost.draw"]


def test_a_count_of_the_spec_is_the_memo_s(tmp_path: Path) -> None:
    for folder in ("components", "templates"):
        shutil.copytree(BUNDLED.root / folder / "koko", tmp_path / folder / "koko")
    project = Project(tmp_path)
    for words in ("Mélange les 29 autres", "avec 15 dessous", "avec 19 caches", "les 6 tuiles J"):
        assert words in said(project)
    spec = project.components / "koko" / "game.toml"
    tokens, tiles = (spec.with_name(f"{name}.csv") for name in ("tokens", "tiles"))
    tokens.write_text(tokens.read_text("utf-8").replace("bloomers,3,", "bloomers,1,").replace("cover,19,", "cover,21,"))
    lines = tiles.read_text("utf-8").splitlines(keepends=True)
    tiles.write_text("".join(line for line in lines if not line.startswith(("g29,", "j6,"))), "utf-8")
    text = spec.read_text("utf-8")
    for old, new in (("count = 15", "count = 13"), ("count = 19", "count = 21"), ("count = 29", "count = 28")):
        assert text.count(old) == 1
        text = text.replace(old, new)
    head, palm, rest = text.partition('name = { fr = "tuiles cocotier')
    spec.write_text(head + palm + rest.replace("count = 3", "count = 2", 1), "utf-8")
    now = said(project)
    for words in (
        "Mélange les 28 autres",
        "avec 13 dessous",
        "avec 21 caches",
        "a pris les 13 dessous",
        "les 5 tuiles J",
    ):
        assert words in now, words


@pytest.mark.parametrize("form", [Format.HALF, Format.WHOLE])
@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
def test_what_the_rulebook_does_not_say_is_marked(form: Format, lang: Lang) -> None:
    text = said(form=form, lang=lang)
    ours = {
        Lang.FR: (
            "ne passe†", "commence par piocher†", "tout dépenser†", "ce qu’il en reste†", "le livret", "† : nos choix",
            "qui se touchent†", "un seul†",
        ),
        Lang.EN: (
            "nobody crosses.†", "start by drawing.†", "spend everything.†", "what is left.†", "rulebook",
            "† Our ruling", "Edges that meet†", "one token at most†",
        ),
    }  # fmt: skip
    for words in ours[lang]:
        assert words in text, words


class Scene(NamedTuple):
    """A number of the rules made another one, and what is played where it counts."""

    constant: str
    broken: int
    start: rules.KokoState
    actions: tuple[int, ...] = ()


def scenes() -> dict[str, Scene]:
    """For each fact a scene in which nothing but this number makes a difference."""
    hut, duo = position("hut@0,1"), {"alfred": "duo.a", "turn": "alfred"}
    bottle = {"extension": "yes", "turn": "alfred"}
    bar = position("bar@1,0", tables="bar.a", **bottle)
    nuts = position("grove@0,1 oasis@0,2", extension="yes", coconuts_held="2", alfred="start.a")
    last = position(EVERY_BASE_TILE, drawn="comb", points="2", drew="1")
    dressed = position("duo@0,1", undies="duo.a,duo.b", **duo)
    robbed = position("hut@0,1", alfred="start.a", turn="alfred")
    return {
        "cost.draw": Scene("PLAIN_COST", 2, hut, (rules.DRAW,)),
        "cost.move": Scene("PLAIN_COST", 2, hut, (to(hut, "hut.a"),)),
        "cost.give": Scene("PLAIN_COST", 2, position("duo@0,1", koko="duo.a"), (rules.GIVE,)),
        "cost.cover": Scene("PLAIN_COST", 2, position("duo@0,1", **duo), (rules.COVER,)),
        "cost.take": Scene("PLAIN_COST", 2, dressed, (rules.TAKE,)),
        "cost.rob": Scene("PLAIN_COST", 2, robbed, (rules.ROB,)),
        "cost.drop": Scene(
            "PLAIN_COST", 2, position("bar@1,0", alfred="bar.a", bottles_held="1", **bottle), (rules.DROP,)
        ),
        "cost.pick": Scene("PLAIN_COST", 2, position("grove@0,1", extension="yes", palms="grove.a"), (rules.PICK,)),
        "cost.grab": Scene("GRAB_COST", 1, bar, (to(bar, "bar.a"),)),
        "cost.throw": Scene("THROW_COST", 1, nuts, (rules.THROW,)),
        "rounds": Scene("ROUNDS", 1, last, (last.legal()[0],)),
        "turn.points": Scene("POINTS", 4, hut, (rules.END,)),
        "turn.throws": Scene("THROWS", 2, nuts, (rules.THROW,)),
        "turn.stunned": Scene("STUNNED_POINTS", 2, nuts, (rules.THROW,)),
        "turns.idle": Scene("GUARDED_TURNS", 3, hut, (rules.END, rules.END)),
        "taken": Scene("TAKEN_BACK", 2, dressed, (rules.TAKE,)),
        "robbed": Scene("ROBBED", 2, robbed, (rules.ROB,)),
        "points.garden": Scene("GARDEN_POINTS", 2, dressed),
        "points.reserve": Scene("RESERVE_POINTS", 1, dressed),
    }


SCENES = scenes()
FACTS = OWN.facts()


def played(scene: Scene) -> list[tuple[str, list[int], list[int], int]]:
    """Return the observation at each step of a scene, with newly made rules."""
    state = read(scene.start.encode(), made(OWN.spec))
    seen = [(state.encode(), state.legal(), state.scores(), state.current())]
    for action in scene.actions:
        play(state, action)
        seen.append((state.encode(), state.legal(), state.scores(), state.current()))
    return seen


def test_every_fact_has_its_scene() -> None:
    assert set(SCENES) == set(FACTS) == set(load_rules("koko").facts())


@pytest.mark.parametrize("name", FACTS)
def test_a_number_that_is_broken_breaks_play_and_memo_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = SCENES[name]
    before = played(scene)
    assert played(scene) == before
    monkeypatch.setattr(rules, scene.constant, scene.broken)
    assert made(OWN.spec).facts()[name] == scene.broken != FACTS[name]
    assert played(scene) != before


@pytest.mark.parametrize("name", [name for name in FACTS if name.startswith("cost.")])
@pytest.mark.parametrize("cost", [2, 3])
def test_a_price_is_what_is_paid(name: str, cost: int, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = SCENES[name]
    monkeypatch.setattr(rules, scene.constant, cost)
    state = read(scene.start.encode(), made(OWN.spec))
    [action] = scene.actions
    play(state, action)
    gain = rules.STUNNED_POINTS if action == rules.THROW else 0
    way = rules.PLAIN_COST if name == "cost.grab" else 0
    left = scene.start.points - cost - way + gain
    if left >= rules.PLAIN_COST or state.drawn != NONE:
        assert (state.points, state.role) == (left, scene.start.role)
    else:
        assert (state.points, state.role) == (rules.POINTS, 1 - scene.start.role), "too few for another action"


@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_as_many_rounds_are_played_as_quoted(rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "ROUNDS", rounds)
    state, chance = made(OWN.spec).new(2, 1), Random(1)
    assert isinstance(state, rules.KokoState)
    begun: list[int] = []
    points = [0, 0]
    while (player := state.current()) != OVER:
        if state.round == len(begun):
            begun.append(player)
            assert len(state.later) == rounds - len(begun)
        before = state.clone()
        state.apply(choose(state.legal(), chance))
        if state.round > before.round:
            points[before.round % 2] = state.scores()[before.round % 2]
            assert state.scores() == points
    assert begun == [0, 1, 0, 1][:rounds]
    assert state.winners()
