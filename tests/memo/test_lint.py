"""`pnp memo --check`: each finding, and none in the memos that come with pnp."""

from __future__ import annotations

import pytest

from pnp.memo.lint import check_game
from pnp.memo.source import variants
from pnp.resources import Project, bundled
from tests.memo.conftest import Source


def said(project: Project) -> list[str]:
    return [str(problem) for problem in check_game(project, "lowtide")]


def test_good_memos_have_no_findings(project: Project) -> None:
    assert said(project) == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", [game for game in bundled().games() if variants(bundled().components / game)])
def test_the_memos_that_come_with_pnp_have_no_findings(game: str) -> None:
    assert [str(problem) for problem in check_game(bundled(), game)] == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("Jamais sous l'eau.", "Jamais 2 fois.", '"2" in "Jamais 2 fois."'),
        ("Jamais sous l'eau.", "Jamais trois fois.", '"trois" in'),
        ("Jamais sous l'eau.", "Jamais {=nul}.", "the name of a number"),
        ("Jamais sous l'eau.", "Jamais **sous.", "as many * at the end"),
        ("un bulot {shell}", "un bulot {shel}", 'did you mean "shell"?'),
        ('picture = "shell"', 'picture = "fish"', "picture: expected a drawing"),
        ("Jamais sous l'eau.", "  ", "remarks[1]: expected a text, got nothing"),
        ('heading = "Fin"', 'heading = ""', "section end.heading: expected a heading"),
        ('follows = "Règle suivie : la nôtre."', "", "which rules the memo tells"),
        ('picture = "shell"', 'picture = "shell"\npreset = "storm"', "a variant that the engine plays"),
        ("en donner {=hand} à chacun", "en donner à chacun", "the numbers that its texts have in en, got none of hand"),
        ('id = "turn"', 'id = "tour"', "section turn: expected a translation"),
        ("Jamais sous l'eau.", "Jamais - ou presque.", 'expected "Jamais – ou", got "Jamais - ou"'),
        ("Jamais sous l'eau.", "Jamais le {#2e} jour.", 'expected "2ᵉ", got "2e"'),
        ("Jamais sous l'eau.", "Jamais {#abc}.", 'a number after {#, got "{#abc}"'),
        ("Jamais sous l'eau.", "Jamais {#}.", 'a number after {#, got "{#}"'),
        ("Jamais sous l'eau.", "Jamais \U0001f600.", "letters that Source Sans Pro has"),
        ("Jamais sous l'eau.", "Jamais \\u202e.", "(U+202E)"),
        ("Jamais sous l'eau.", "jamais " * 400, "fits 2 sides of 44 × 68 mm at 6.5 pt (--format poker)"),
        ("Jamais sous l'eau.", "W" * 60, "letters inside their column on 148 × 210 mm (--format a5)"),
        ('heading = "Fin"', 'heading = "Fin"\nonly = ["a4"]', "the formats that the section has in fr: a4, got every"),
        ('    "Empiler les', '    "Et un.",\n    "Empiler les', "what the section has in fr: 3 steps"),
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
    assert all("section more: expected texts under the heading, got an empty section" in each for each in findings)


def test_a_missing_language_is_found(french: Source, english: Source) -> None:
    english.path.unlink()
    assert any("memo.en.toml: expected a memo" in problem for problem in said(french.project))


def test_a_game_without_memos_says_which_file_is_expected(french: Source, english: Source) -> None:
    french.path.unlink()
    english.path.unlink()
    assert said(french.project)[0].startswith("components/lowtide/memo.fr.toml: expected a memo")


def test_sections_in_another_order_are_found(english: Source) -> None:
    text = english.path.read_text("utf-8")
    head, setup, turn, end = text.split("[[section]]")
    english.write("[[section]]".join([head, turn, setup, end]))
    assert any("sections in the order setup, turn, end" in problem for problem in said(english.project))


def test_every_format_in_every_language_is_tried_and_told(project: Project) -> None:
    told: list[tuple[int, int]] = []
    assert check_game(project, "lowtide", progress=lambda done, total: told.append((done, total))) == []
    assert told == [(done, 10) for done in range(10)]


def test_a_format_for_which_nothing_is_left_is_found(french: Source, english: Source) -> None:
    for source in (french, english):
        source.replace("[[section]]\n", '[[section]]\nonly = ["a4", "a5", "a6", "a4-2up"]\n')
    findings = said(french.project)
    assert len(findings) == 2
    assert all("at least one section for this format (poker)" in each for each in findings)
