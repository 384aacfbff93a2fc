"""The languages of a game: named, found in its texts, or one; plain texts wherever there is only one."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.errors import SpecError, option_location
from pnp.project.folders import Project
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.spec.texts import choose_language, choose_languages, languages_of

DECK = """
[decks.cards]
size = "poker"
front = "card.svg.j2"
rows = [{ name = "Fuchs" }]
"""


def project(folder: Path, spec: str) -> Project:
    for each in ("components/mine", "templates/mine"):
        (folder / each).mkdir(parents=True)
    (folder / "components/mine/game.toml").write_text(spec, "utf-8")
    (folder / "templates/mine/card.svg.j2").write_text("{% extends 'face.svg.j2' %}", "utf-8")
    return Project(folder)


def load(folder: Path, spec: str) -> Game:
    return load_game(project(folder, spec), "mine")


@pytest.mark.parametrize(
    ("head", "languages"),
    [
        ('title = "Füchse"', ["en"]),
        ('title = "Füchse"\nlanguages = "de"', ["de"]),
        ('title = "狐"\nlanguages = ["ja"]', ["ja"]),
        ('title = "Raposas"\nlanguages = ["pt-br", "ZH-HANT"]', ["pt-BR", "zh-Hant"]),
        ('title = { nl = "Vossen", de = "Füchse" }', ["nl", "de"]),
        ('title = { nl = "Vossen", de = "Füchse" }\nlanguages = ["de", "nl"]', ["de", "nl"]),
        ('title = "Foxes"\n[text]\nend = { en = "end", he = "סוף" }', ["en", "he"]),
    ],
)
def test_a_game_names_its_languages_or_has_one(tmp_path: Path, head: str, languages: list[str]) -> None:
    game = load(tmp_path, head + DECK)
    assert game.languages == languages
    assert list(languages_of(Project(tmp_path), "mine")) == languages, "found even without reading all of it"
    assert set(game.title) == set(game.decks["cards"].title) == set(languages)


def test_tags_in_texts_are_read_in_any_case(tmp_path: Path) -> None:
    game = load(tmp_path, 'languages = ["pt-BR", "en"]\ntitle = { pt-br = "Raposas", EN = "Foxes" }' + DECK)
    assert game.title == {"pt-BR": "Raposas", "en": "Foxes"}


def test_a_translated_column_has_a_heading_for_each_language(tmp_path: Path) -> None:
    deck = DECK.replace('name = "Fuchs"', 'Name_DE = "Fuchs", "name_pt-BR" = "Raposa"')
    game = load(
        tmp_path, 'languages = ["de", "pt-BR"]\ntitle = "x"' + deck + "columns = { name = { translated = true } }"
    )
    [fox] = game.decks["cards"].designs
    assert fox.fields["name"] == {"de": "Fuchs", "pt-BR": "Raposa"}
    assert fox.id == "fuchs", "called by its name in the first language"


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("languages = []", "languages must be one or more different language tags, not "),
        ('languages = "deutsch!"', "languages must be one or more different language tags, not "),
        ('languages = ["de", "DE"]', "languages must be one or more different language tags, not "),
        ("languages = 3", "languages must be one or more different language tags, not "),
        ('languages = ["de", "nl"]\n[text]\nend = { de = "Ende" }', 'text.end has no "nl" text'),
        (
            'languages = ["de", "nl"]\n[text]\nend = { de = "Ende", nl = "einde", fr = "fin" }',
            'text.end has an unknown language "fr"',
        ),
    ],
)
def test_wrong_languages_are_refused(tmp_path: Path, head: str, said: str) -> None:
    with pytest.raises(SpecError, match=said):
        load(tmp_path, f'title = "x"\n{head}' + DECK)


def test_strict_games_in_one_language_have_plain_texts_too(tmp_path: Path) -> None:
    head = 'strict = true\nlanguages = "de"\ntitle = "Füchse"\nplayers = [2, 4]\nage = 8\nminutes = 10\n'
    box = '[[box]]\nname = "Karten"\ncount = 1\nof = ["cards"]\n'
    deck = DECK.replace('rows = [{ name = "Fuchs" }]', 'kind = "card"\ntitle = "Karten"\nrows = [{ id = "fox" }]')
    assert load(tmp_path, head + box + deck).box[0].name == {"de": "Karten"}


def test_the_first_language_is_the_default_and_all_are_all(tmp_path: Path) -> None:
    found = project(tmp_path, 'languages = ["nl", "pt-BR"]\ntitle = "x"' + DECK)
    assert choose_language(found, "mine", None) == "nl"
    assert choose_language(found, "mine", "PT-br") == choose_language(found, "mine", "pt") == "pt-BR"
    assert choose_languages(found, "mine", None) == ("nl",)
    assert choose_languages(found, "mine", "all") == ("nl", "pt-BR")
    for asked in ("de", "all", "not a tag"):
        with pytest.raises(SpecError, match="it is available in nl, pt-BR") as caught:
            choose_language(found, "mine", asked)
        [problem] = caught.value.problems
        assert problem.where == option_location("--lang")
        assert str(problem).startswith(f'--lang must be a language of mine, not "{asked}" [E1206]\n')
