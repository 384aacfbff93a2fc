"""Reports say only what is true: seldom anything of a fair game, and of bots what bots do."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.play.registry import playable_games
from pnp.report.findings import WORDS, Comparison, Findings
from pnp.report.page import _chart_plan, _texts
from pnp.sim.contrast import compare_runs
from pnp.sim.folder import Folder
from pnp.sim.summary import Distribution, Summary
from pnp.terms import Lang, Translated
from tests.report.fair_game import fair_setup, make_project, played_in_memory
from tests.sim.runs import rules_of, setup_of

CLAIMS = re.compile(r"is an advantage:|is a disadvantage|wins too|est un avantage :|est un handicap|gagne trop")
DEFAULT = Path(__file__).parent / "conquete-default.json"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_project(tmp_path_factory.mktemp("fair"))


def claims_something(found: Findings) -> bool:
    """Whether a sentence of the page, a full dot or an asterisk says that something is not chance."""
    rates, effects = [*found.seats, *found.bots.values()], found.effects.values()
    said = any(CLAIMS.search(sentence) and "too early" not in sentence for sentence in found.sentences())
    assert said <= found.claims.has_claims
    return said or any(rate.marked for rate in rates) or any(effect.marked for effect in effects)


@pytest.mark.slow
def test_of_200_reports_of_a_fair_game_hardly_any_claims_something(project: Path) -> None:
    setup = fair_setup(project, 2, "fair")
    reports = [Findings(*played_in_memory(replace(setup, seed=f"fair {run}"), 40), Lang.EN) for run in range(200)]
    assert sum(len(found.effects) == 2 for found in reports) > 180, "the piles are tested as well"
    assert sum(map(claims_something, reports)) <= 7
    assert len({found.seats[0].share for found in reports}) > 5


@pytest.mark.slow
def test_of_200_longer_reports_of_a_fair_game_hardly_any_claims_something(project: Path) -> None:
    setup = fair_setup(project, 2, "fair")
    reports = [Findings(*played_in_memory(replace(setup, seed=f"long {run}"), 400), Lang.EN) for run in range(200)]
    assert sum(map(claims_something, reports)) <= 7


def test_an_unfair_game_is_found_out(project: Path) -> None:
    setup = fair_setup(project, 2, "unfair", start="3")
    for lang, said in ((Lang.EN, "Going first is an advantage: "), (Lang.FR, "Commencer est un avantage\u00a0: ")):
        found = Findings(*played_in_memory(setup, 300), lang)
        assert found.first_seat_sentence().startswith(said)
        assert found.seats[0].low > 0.5
        assert not any(effect.marked for effect in found.effects.values())


@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
def test_the_default_run_of_conquete_claims_no_advantage(lang: Lang) -> None:
    """Its first player won 55.2 % of games by chance: in nine other runs it was less than half."""
    summary = Summary.of(json.loads(DEFAULT.read_text("utf-8")))
    found = Findings(Folder(DEFAULT, setup_of("conquete", "greedy", seed="0"), summary.games), summary, lang)
    assert found.seats[0].share == 0.552
    assert not any(CLAIMS.search(sentence) for sentence in found.sentences())
    assert not found.seats[0].marked
    assert found.seats[0].low < 0.5
    assert "55" in found.first_seat_sentence()


@pytest.mark.slow
def test_the_default_run_of_conquete_played_again_claims_no_advantage() -> None:
    found = Findings(*played_in_memory(setup_of("conquete", "greedy", seed="0"), 1000), Lang.EN)
    assert not any(CLAIMS.search(sentence) for sentence in found.sentences())


def made(game: str, lang: Lang, scores: dict[int, int], bots: str = "greedy", wins: int | None = None) -> Findings:
    """What is said of a run of a game in which players had these scores."""
    count = sum(scores.values()) // 2
    summary = Summary(2, count)
    won = count // 2 if wins is None else wins
    summary.wins = [won * summary.unit, (count - won) * summary.unit]
    summary.scores = [Distribution(Counter(scores)), Distribution()]
    for name in ("turns", "decisions", "lead_changes", "margins", "winning_scores"):
        setattr(summary, name, Distribution(Counter({4: count})))
    summary.endings = Counter({next(iter(rules_of(game).endings())): count})
    return Findings(Folder(Path("x"), setup_of(game, bots), count), summary, lang)


@pytest.mark.parametrize(
    ("scores", "english", "french"),
    [
        ({6: 300, 8: 300}, "Koko scores 7 out of 15 points on average (6.8 to 7.2, allowing for chance). That is the "
         "middle third of the range (5 to 10): neither side has it too easy.",
         "Koko marque 7 sur 15 points en moyenne (de 6,8 à 7,2, compte tenu du hasard). C’est le tiers du milieu (de 5 "
         "à 10)\u00a0: aucun des deux camps n’a la partie trop facile."),
        ({1: 300, 3: 300}, "Koko scores too little: 2 out of 15 points", "Koko marque trop peu\u00a0: 2 sur 15 points"),
        ({12: 300, 14: 300}, "Koko scores too much: 13 out of 15 points", "Koko marque trop\u00a0: 13 sur 15 points"),
        ({4: 300, 6: 300}, "too close to call", "impossible de dire encore"),
    ],
)  # fmt: skip
def test_koko_is_judged_by_the_range_of_the_role(scores: dict[int, int], english: str, french: str) -> None:
    for lang, said in ((Lang.EN, english), (Lang.FR, french)):
        found = made("koko", lang, scores)
        assert said in found.role()
        assert found.role() in found.sentences()
        assert not any("lead" in text or "tête" in text for text in (*found.sentences(), _texts(found)["tension"]))
        assert _texts(found)["scores"].startswith("Koko ")


def test_only_the_role_that_scores_is_judged_and_only_where_there_is_one() -> None:
    roles = {name: rules_of(name).scoring().role for name in playable_games()}
    assert {name for name, role in roles.items() if role is not None} == {"koko"}
    assert rules_of("koko").scoring().most == 15
    for name in set(playable_games()) - {"koko"}:
        found = made(name, Lang.EN, {6: 100})
        assert found.role() == ""
        assert "The lead changes 4 times per game" in _texts(found)["tension"]
        assert len(found.sentences()) == 5


def test_no_chart_and_no_comparison_of_lead_changes_where_nobody_leads() -> None:
    for name, leads in (("koko", False), ("winston", True)):
        found = made(name, Lang.EN, {6: 100})
        [tension] = [rows for name_, _, rows in _chart_plan(found) if name_ == "tension"]
        assert sum(panel is not None for panel in tension[0]) == (2 if leads else 1)
        measures = compare_runs((found.folder, found.summary), (found.folder, found.summary))
        assert any(measure.key == "lead_changes" for measure in measures) is leads


@pytest.mark.parametrize(
    ("lang", "title", "said", "margin"),
    [(Lang.EN, "Health", "6 health points on average", "4 health points ahead"),
     (Lang.FR, "Santé", "6 points de santé en moyenne", "4 points de santé d’avance")],
)  # fmt: skip
def test_points_of_conquete_are_health(lang: Lang, title: str, said: str, margin: str) -> None:
    found = made("conquete", lang, {6: 100})
    assert Translated(found.scoring.title)[lang] == title
    texts = _texts(found)
    assert said in texts["scores"]
    assert margin in texts["tension"]
    setups = (found.setup, found.setup)
    measures = compare_runs((found.folder, found.summary), (found.folder, found.summary))
    names = {measure.key: Comparison(measures, setups, lang).name(measure) for measure in measures}
    assert names["scores"].startswith(f"{title} (")
    plain = made("winston", lang, {6: 100})
    assert "health" not in _texts(plain)["scores"]
    assert "santé" not in _texts(plain)["scores"]
    assert plain.amount(1) == "1 point"
    assert plain.amount(1.5, 1) == ("1,5 point" if lang is Lang.FR else "1.5 points")


@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
def test_what_bots_do_is_said_of_these_bots(lang: Lang) -> None:
    found = made("winston", lang, {6: 100}, "search:40,greedy")
    bots = "these bots (search:40, greedy)" if lang is Lang.EN else "ces robots (search:40, greedy)"
    assert bots in found.unused_sentence()
    assert bots in found.end()
    assert bots in _texts(found)["usage"]
    assert bots in WORDS[lang]["usage-note"].format(bots=found.bot_names)
    single = made("winston", lang, {6: 100})
    assert "(greedy)" in single.unused_sentence()
    for key in single.things:
        single.summary.tally.add([{key: 1}, {}], [2, 0])
    used = Findings(single.folder, single.summary, lang)
    assert used.unused == []
    assert "(greedy)" in used.unused_sentence()


@pytest.mark.parametrize(
    ("games", "wins", "english", "french"),
    [
        (1, 0, "1 game is too few", "1 partie, c’est trop peu"),
        (4, 2, "no advantage is large enough to show", "aucun avantage ne serait assez grand"),
        (100, 50, "they can only show an advantage of about 17 points", "seul un avantage d’environ 17 points"),
        (100, 80, "less than about 17 points could go unnoticed", "moins de 17 points environ ne se verrait guère"),
        (1000, 500, "they can show an advantage of about 5 points or more. To see one of 5 points, play about 1,200.",
         "un avantage d’environ 5 points ou plus s’y verrait. Pour en voir un de 5 points, joues-en environ 1"),
        (10_000, 5000, "10,000 games are enough: they can show an advantage of about 1.7 points or more.",
         "suffisent\u00a0: un avantage d’environ 1,7 points ou plus s’y verrait."),
    ],
)  # fmt: skip
def test_what_a_sample_could_have_shown(games: int, wins: int, english: str, french: str) -> None:
    for lang, said in ((Lang.EN, english), (Lang.FR, french)):
        found = made("winston", lang, {6: 2 * games}, wins=wins)
        assert said in found.sample_sentence()
        visible = found.claims.minimum_detectable_effect
        assert (visible is None) == (games < 7)
        shown = WORDS[lang]["seats-blind"] if visible is None else WORDS[lang]["seats-visible"].partition("{")[0]
        assert shown in _texts(found)["seats"]


def test_a_page_says_how_many_comparisons_it_makes() -> None:
    summary = Summary.of(json.loads(DEFAULT.read_text("utf-8")))
    found = Findings(Folder(DEFAULT, setup_of("conquete", "greedy"), summary.games), summary, Lang.EN)
    assert f"all {len(found.effects) + 1} comparisons on this page" in _texts(found)["seats"]
    assert "comparisons" not in _texts(made("winston", Lang.EN, {6: 100}))["seats"]


def test_where_nothing_is_counted_nothing_is_said_of_it() -> None:
    found = made("winston", Lang.EN, {6: 100})
    found.things = {}
    assert found.unused_sentence() == ""
    assert "" not in found.sentences()


@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
def test_words_are_set_as_in_print(lang: Lang) -> None:
    for key, text in WORDS[lang].items():
        assert not re.search(r"\w'\w", text), key
    for game in playable_games():
        found = made(game, lang, {6: 100})
        for name in (*found.things.values(), *found.endings.values()):
            assert not re.search(r"\w'\w", name), name


def test_an_effect_keeps_its_interval_within_what_is_possible() -> None:
    summary = Summary.of(json.loads(DEFAULT.read_text("utf-8")))
    found = Findings(Folder(DEFAULT, setup_of("conquete", "greedy"), summary.games), summary, Lang.EN)
    effect = max(found.effects.values(), key=lambda each: each.standard_error)
    low, high = effect.interval_at(found.claims.z)
    assert -1 <= low <= effect.interval[0] <= effect.interval[1] <= high <= 1
    assert replace(effect, standard_error=1.0).interval_at(3) == (-1, 1)
