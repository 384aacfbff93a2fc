"""`pnp memo --check`: each finding, and none in the memos that come with pnp."""

from __future__ import annotations

import pytest

from pnp.memo.lint import check_game
from pnp.memo.source import variants
from pnp.project.folders import Project, bundled_project
from pnp.rulebook.source import figures_of_rulebooks
from tests.memo.conftest import Source


def said(project: Project) -> list[str]:
    return [str(problem) for problem in check_game(project, "lowtide")]


def test_good_memos_have_no_findings(project: Project) -> None:
    assert said(project) == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "game", [game for game in bundled_project().games() if variants(bundled_project().components / game)]
)
def test_the_memos_that_come_with_pnp_have_no_findings(game: str) -> None:
    shown = figures_of_rulebooks(bundled_project(), game)
    assert [str(problem) for problem in check_game(bundled_project(), game, shown=shown)] == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("Jamais sous l'eau.", "Jamais 2 fois.", '"2" in "Jamais 2 fois."'),
        ("Jamais sous l'eau.", "Jamais trois fois.", '"trois" in'),
        ("Jamais sous l'eau.", "Jamais {=nul}.", 'remarks[1] (turn): there is no number named "nul"'),
        ("Jamais sous l'eau.", "Jamais **sous.", 'remarks[1] (turn) has an unmatched *: "Jamais\u00a0**sous."'),
        ("un bulot {shell}", "un bulot {shel}", 'did you mean "shell"?'),
        ('picture = "shell"', 'picture = "fish"', 'memo.fr.toml: picture: there is no drawing "fish"'),
        ("Jamais sous l'eau.", "  ", "section[2].actions[1].remarks[1] (turn) is empty"),
        ('heading = "Fin"', 'heading = ""', "section[3].heading (end) must not be empty"),
        ('follows = "Règle suivie : la nôtre."', "", "follows must say which rules the memo follows"),
        (
            'picture = "shell"',
            'picture = "shell"\npreset = "storm"',
            'preset must be a preset of the engine\'s rules, not "storm"',
        ),
        (
            "en donner {=hand} à chacun",
            "en donner à chacun",
            "section[1] (setup) does not use all the numbers in its en texts: hand",
        ),
        ('id = "turn"', 'id = "tour"', 'memo.fr.toml has no translation of the section "turn"'),
        ("Jamais sous l'eau.", "Jamais - ou presque.", 'must read "Jamais – ou", not "Jamais - ou"'),
        ("Jamais sous l'eau.", "Jamais le {#2e} jour.", 'must read "2ᵉ", not "2e"'),
        ("Jamais sous l'eau.", "Jamais {#abc}.", '"{#abc}" has no number after {#'),
        ("Jamais sous l'eau.", "Jamais {#}.", '"{#}" has no number after {#'),
        (
            "Jamais sous l'eau.",
            "Jamais \U0001f600.",
            'Source Sans Pro has no character "\U0001f600" (U+1F600), in "Jamais\u00a0\U0001f600."',
        ),
        ("Jamais sous l'eau.", "Jamais \\u202e.", "(U+202E)"),
        (
            "Jamais sous l'eau.",
            "jamais " * 400,
            "the memo does not fit 2 sides of 44 × 68 mm at 6.5 pt (--format poker)",
        ),
        ("Jamais sous l'eau.", "W" * 60, "a word does not fit its column on 148 × 210 mm (--format a5)"),
        (
            'heading = "Fin"',
            'heading = "Fin"\nonly = ["a4"]',
            "only (end) must be the same as in fr (a4), not every format",
        ),
        (
            '    "Empiler les',
            '    "Et un.",\n    "Empiler les',
            "section[1] (setup) must have the same blocks as in fr (3 steps), not 2 steps",
        ),
    ],
)
def test_each_finding(french: Source, old: str, new: str, finding: str) -> None:
    french.replace(old, new)
    assert any(finding in problem for problem in said(french.project)), said(french.project)


def test_numbers_in_words_are_found_in_english(english: Source) -> None:
    english.replace("Never under water.", "Never twelve times.")
    assert any('"twelve" in' in problem for problem in said(english.project))


def test_one_and_escaped_numbers_are_no_findings(english: Source) -> None:
    english.replace("Never under water.", "Only one of {#100}, {#three} or {#1.5}.")
    assert said(english.project) == []


def test_an_empty_section_is_found(french: Source, english: Source) -> None:
    for source in (french, english):
        source.write(source.path.read_text("utf-8") + '\n[[section]]\nid = "more"\nheading = "Plus"\nsteps = []\n')
    findings = said(french.project)
    assert len(findings) == 2
    assert all("section[4] (more) has no text under its heading" in each for each in findings)


def test_a_missing_language_is_found(french: Source, english: Source) -> None:
    english.path.unlink()
    assert any("memo.en.toml does not exist" in problem for problem in said(french.project))


def test_a_game_without_memos_says_which_file_is_expected(french: Source, english: Source) -> None:
    french.path.unlink()
    english.path.unlink()
    assert said(french.project)[0].startswith("components/lowtide/memo.fr.toml does not exist")


def test_sections_in_another_order_are_found(english: Source) -> None:
    text = english.path.read_text("utf-8")
    head, setup, turn, end = text.split("[[section]]")
    english.write("[[section]]".join([head, turn, setup, end]))
    finding = "memo.en.toml must have its sections in the order setup, turn, end, not turn, setup, end"
    assert any(finding in problem for problem in said(english.project))


def test_every_format_in_every_language_is_tried_and_reported(project: Project) -> None:
    told: list[tuple[int, int]] = []
    assert check_game(project, "lowtide", progress=lambda done, total: told.append((done, total))) == []
    assert told == [(done, 10) for done in range(10)]


def test_a_format_for_which_nothing_is_left_is_found(french: Source, english: Source) -> None:
    for source in (french, english):
        source.replace("[[section]]\n", '[[section]]\nonly = ["a4", "a5", "a6", "a4-2up"]\n')
    findings = said(french.project)
    assert len(findings) == 2
    assert all("has no section for this format (poker)" in each for each in findings)
