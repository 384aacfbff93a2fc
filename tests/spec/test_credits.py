"""Credits: names, lists of names, texts by language; problems are reported with their location."""

from __future__ import annotations

import pytest

from pnp.errors import Location, SpecError
from pnp.press.steps import credit_lines
from pnp.project.folders import Project
from pnp.spec.load import load_game
from pnp.spec.model import Credits, Game
from pnp.terms import Lang


def with_credits(copied: Project, text: str) -> Game:
    spec = copied.components / "lowtide" / "game.toml"
    kept = spec.read_text("utf-8")
    at = kept.index("[")
    while kept[kept.rfind("\n", 0, at) + 1 : at].strip():
        at = kept.index("[", at + 1)
    spec.write_text(f"{kept[:at]}[credits]\n{text}\n\n{kept[at:]}", "utf-8")
    return load_game(copied, "lowtide")


def test_names_are_the_same_in_all_languages(copied: Project) -> None:
    made = with_credits(copied, 'design = ["Ada Moss", "Leo Brook"]\nart = "Ada Moss"\nyear = 2026').credits
    assert made.design == {"fr": "Ada Moss et Leo Brook", "en": "Ada Moss and Leo Brook"}
    assert made.art == {"fr": "Ada Moss", "en": "Ada Moss"}
    assert made.year == 2026


def test_texts_are_in_each_language(copied: Project) -> None:
    made = with_credits(copied, 'licence = { fr = "Usage privé.", en = "Private use." }').credits
    assert credit_lines(made, Lang.FR) == ["Usage\u00a0privé."]
    assert credit_lines(made, Lang.EN) == ["Private\u00a0use."]


@pytest.mark.parametrize(
    ("text", "key", "message"),
    [
        ('licence = { fr = "Usage privé." }', "credits.licence", 'has no "en" text'),
        ("design = 5", "credits.design", "must be a text for each language"),
        ("design = []", "credits.design", "must be a name or a list of names"),
        ('design = ["Ada", 3]', "credits.design", "must be a name or a list of names"),
        ('year = "2026"', "credits.year", "must be a whole number"),
        ('url = "javascript:alert(1)"', "credits.url", "must be a web address"),
        ('author = "Ada"', "credits.author", "is not a known key"),
    ],
)
def test_what_is_wrong_is_reported_with_its_place(copied: Project, text: str, key: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        with_credits(copied, text)
    [problem] = caught.value.problems
    assert (problem.where, problem.message) == (Location("components/lowtide/game.toml", key=key), message)


def test_one_line_each_and_none_for_what_is_not_said() -> None:
    assert credit_lines(Credits(), Lang.EN) == []
    some = Credits.model_validate({"year": 2026, "art": "Ada Moss", "text": "Leo Brook", "url": "https://example.org"})
    assert credit_lines(some, Lang.EN) == [
        "2026",
        "Art: Ada\u00a0Moss",
        "Text: Leo\u00a0Brook",
        "https://example.org",
    ]
    both = Credits.model_validate({"art": "Ada Moss", "text": "Ada Moss", "publisher": "Tidal Games", "year": 2026})
    assert credit_lines(both, Lang.EN) == ["Published by Tidal Games,\u00a02026", "Art and text: Ada\u00a0Moss"]
