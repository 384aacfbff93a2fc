"""Decks added to a game: everything else in game.toml stays, nothing is replaced, and the game builds."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import pnp as library
from pnp.errors import PnpError
from pnp.library.decks import add_deck
from pnp.project.folders import GameRef, Project
from pnp.project.saving import StaleError
from pnp.starter.from_tables import GivenPicture, GivenTable, placeholder
from pnp.terms import CardStyle
from tests.spec.workbooks import xlsx

TABLE = GivenTable("cards.csv", b"Name,Cost,Text\nFog,1,Wait.\nRain,2,Everybody gets wet.\n")


@pytest.fixture
def game(tmp_path: Path) -> GameRef:
    return GameRef(Project(library.start_project("mine", start=tmp_path).folder), "mine")


def spec(game: GameRef) -> Path:
    return game.project.components / game.id / "game.toml"


def contents(game: GameRef) -> dict[str, bytes]:
    return {
        path.relative_to(game.project.root).as_posix(): path.read_bytes()
        for path in game.project.root.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("style", list(CardStyle))
def test_every_style_can_be_added_twice(game: GameRef, tmp_path: Path, style: CardStyle) -> None:
    before = contents(game)
    add_deck(game, "first", style=style)
    between = contents(game)
    add_deck(game, "second", style=style)
    after = contents(game)
    name = "components/mine/game.toml"
    assert all(between[path] == content for path, content in before.items() if path != name)
    assert all(after[path] == content for path, content in between.items() if path != name)
    assert list(library.load_game("mine", start=game.project.root).decks) == ["cards", "first", "second"]
    assert library.build("mine", start=game.project.root, out=tmp_path / "out").sheets > 0


def test_comments_and_line_endings_stay(game: GameRef) -> None:
    text = "\ufeff# top\r\n" + spec(game).read_text("utf-8").replace("\n", "\r\n") + "# the end\r\n"
    spec(game).write_bytes(text.encode())
    add_deck(game, "events", tables=[TABLE])
    written = spec(game).read_bytes().decode()
    assert written.startswith("\ufeff# top\r\n")
    assert "\n" not in written.replace("\r\n", "")
    lines = iter(written.splitlines())
    assert all(line in lines for line in text.splitlines()), "every line is there, in the same order"


def test_files_get_free_names(game: GameRef) -> None:
    for path in ("templates/mine/events.toml", "templates/mine/events-back.toml", "templates/mine/events-back-2.toml"):
        (game.project.root / path).write_text('ground = "#ffffff"\n', "utf-8")
    (game.project.root / "components/mine/dangling.csv").symlink_to("/nowhere")
    before = contents(game)
    assert add_deck(game, "events", tables=[TABLE]) == (("events",), ())
    assert add_deck(game, "more", tables=[TABLE._replace(name="dangling.csv")])[0] == ("more",)
    deck = tomllib.loads(spec(game).read_text("utf-8"))["decks"]["events"]
    assert (deck["table"], deck["front"], deck["back"]) == ("cards-2.csv", "events-2.toml", "events-back-3.toml")
    assert deck["title"] == "Events"
    assert (spec(game).parent / "dangling.csv").is_symlink()
    assert (spec(game).parent / "dangling-2.csv").read_bytes() == TABLE.content
    after = contents(game)
    assert all(after[path] == content for path, content in before.items() if not path.endswith("/game.toml"))


def test_other_pictures_of_the_same_name_get_a_number(game: GameRef) -> None:
    art = spec(game).parent / "art"
    art.mkdir()
    png = placeholder(".png")
    for name in ("fox.png", "fox-2.png", "owl.png", "elk.png"):
        (art / name).write_bytes(png)
    (art / "coin.svg").write_bytes(placeholder(".svg"))
    table = GivenTable("t.csv", b"name,image,text\nFox,fox.png,A {coin}\nOwl,owl.png,\nElk,elk.png,\n")
    given = [GivenPicture("Fox.png", png + b"new"), GivenPicture("owl.png", png), GivenPicture("odd.png", png)]
    _, notes = add_deck(game, "beasts", tables=[table], pictures=given)
    assert [note.text() for note in notes] == ['Files that no cell names are left out: "odd.png"']
    assert (art / "fox.png").read_bytes() == png
    assert (art / "fox-3.png").read_bytes() == png + b"new"
    cells = [row.fields["image"] for row in library.load_game("mine", start=game.project.root).decks["beasts"].designs]
    assert cells == ["fox-3.png", "owl.png", "elk.png"]


def test_sheets_become_decks_named_after_them(game: GameRef, tmp_path: Path) -> None:
    book = xlsx({
        "Cards": [["Name", "Cost"], ["Fog", 1], ["Ice", 2]], "Events": [["Title", "Effect"], ["Fog", "Wait."]],
    })  # fmt: skip
    names, notes = add_deck(game, "new", tables=[GivenTable("book.xlsx", book)])
    assert names == ("cards-2", "events")
    assert "cards-2, events" in notes[-1].text("fr")
    assert (spec(game).parent / "book.xlsx").read_bytes() == book
    assert library.build("mine", start=game.project.root, out=tmp_path / "out").sheets > 0


@pytest.mark.parametrize("name", ["cards", "count", "", "Événement", "../x", "a b", "x" * 65, "x.y"])
def test_bad_names_leave_everything_as_it_was(game: GameRef, name: str) -> None:
    before = contents(game)
    with pytest.raises(PnpError) as caught:
        add_deck(game, name, style="plain")
    assert caught.value.problems[0].code == "E0111"
    assert contents(game) == before


def test_a_game_that_was_changed_meanwhile_is_not_saved(game: GameRef, monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.library import decks

    tried = decks._try

    def changed(*given: object) -> None:
        tried(*given)  # type: ignore[arg-type]
        spec(game).write_text(spec(game).read_text("utf-8") + "# a friend's remark\n", "utf-8")

    before = contents(game)
    monkeypatch.setattr(decks, "_try", changed)
    with pytest.raises(StaleError):
        add_deck(game, "events", tables=[TABLE])
    after = contents(game)
    assert after.pop("components/mine/game.toml") == before.pop("components/mine/game.toml") + b"# a friend's remark\n"
    assert after == before


def test_a_deck_that_does_not_build_is_not_added(game: GameRef) -> None:
    (spec(game).parent / "art").mkdir()
    (spec(game).parent / "art" / "sun.svg").write_text("not a drawing", "utf-8")
    before = contents(game)
    with pytest.raises(PnpError) as caught:
        add_deck(game, "lames", style="tarot")
    assert "sun.svg" in str(caught.value)
    assert contents(game) == before


def test_drawings_of_the_game_are_used_as_they_are(game: GameRef) -> None:
    (spec(game).parent / "art").mkdir()
    sun = spec(game).parent / "art" / "sun.svg"
    sun.write_bytes(placeholder(".svg"))
    _, [note] = add_deck(game, "lames", style="tarot")
    assert note.text("fr").startswith("components/mine/art/sun.svg est déjà dans le jeu")
    assert sun.read_bytes() == placeholder(".svg")


@pytest.mark.parametrize(
    "decks",
    [
        'decks.cards = { size = "poker", table = "cards.csv", front = "card.toml" }\n',
        '[decks]\ncards.size = "poker"\ncards.table = "cards.csv"\ncards.front = "card.toml"\n',
        '[decks.cards]\nsize = "poker"\ntable = "cards.csv"\nfront = "card.toml"\n[text]\na = "b"\n[decks.z]\n'
        'size = "poker"\nrows = [{ name = "a" }]\nfront = "card.toml"\n# last',
    ],
)
def test_game_toml_may_be_written_in_any_way(game: GameRef, decks: str) -> None:
    (game.project.root / "templates/mine/card.toml").write_text('[a]\ntext = "{name}"\nbox = [5, 5, 50, 20]\n', "utf-8")
    spec(game).write_text(f'title = "T"\nlanguages = "en"\n{decks}', "utf-8")
    before = spec(game).read_text("utf-8")
    add_deck(game, "events", tables=[TABLE])
    assert "events" in library.load_game("mine", start=game.project.root).decks
    lines = iter(spec(game).read_text("utf-8").splitlines())
    assert all(line in lines for line in before.splitlines())


def test_decks_on_one_line_are_left_alone(game: GameRef) -> None:
    layout = '[a]\ntext = "{name}"\nbox = [5, 5, 50, 20]\n'
    (game.project.root / "templates/mine/card.toml").write_text(layout, "utf-8")
    decks = 'decks = { cards = { size = "poker", table = "cards.csv", front = "card.toml" } }\n'
    spec(game).write_text(f'title = "T"\nlanguages = "en"\n{decks}', "utf-8")
    before = contents(game)
    with pytest.raises(PnpError) as caught:
        add_deck(game, "events", tables=[TABLE])
    assert [problem.code for problem in caught.value.problems] == ["E0313"]
    assert contents(game) == before


@pytest.mark.parametrize(
    ("folder", "message"),
    [
        ("templates/mine", "must be a template inside the project's folder"),
        ("components/mine/art", "is outside the project's folder"),
    ],
)
def test_folders_that_lead_out_are_refused(game: GameRef, tmp_path: Path, folder: str, message: str) -> None:
    (game.project.root / "templates/mine").rename(game.project.root / "templates/_shared")
    outside = tmp_path / "outside"
    outside.mkdir()
    (game.project.root / folder).symlink_to(outside)
    before = contents(game)
    with pytest.raises(PnpError) as caught:
        add_deck(game, "events", style="photo")
    assert {(problem.code, problem.message) for problem in caught.value.problems} == {("E0107", message)}
    assert contents(game) == before
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize(("languages", "found"), [('["en", "fr"]', "name"), ('"en"', "name_en")])
def test_languages_are_those_of_the_game(game: GameRef, languages: str, found: str) -> None:
    spec(game).write_text(
        spec(game).read_text("utf-8").replace('languages = "en"', f"languages = {languages}"), "utf-8"
    )
    table = GivenTable("t.csv", b"name_en,name_fr,cost\nFox,Renard,1\nOwl,Hibou,2\n")
    add_deck(game, "events", tables=[table])
    layout = tomllib.loads((game.project.root / "templates/mine/events.toml").read_text("utf-8"))
    assert layout["title"]["text"] == f"{{{found}}}"
