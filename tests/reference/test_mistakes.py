"""Every code has a page, and the examples on the pages are true: before gives that code, after gives none."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import shutil
import tomllib
from pathlib import Path

import pytest
from PIL import Image

import pnp as library
from pnp.config import read_config
from pnp.errors import PnpError
from pnp.face.render import FaceRenderer
from pnp.memo.lint import check_single_memo
from pnp.project.folders import Project
from pnp.reference.mistakes import COMMAND, ErrorCode, all_error_codes
from pnp.spec.load import load_game
from pnp.terms import Ink, Lang, Side
from tests.cli.command import Command
from tests.reference.checking import merged, toml

MISTAKES = {mistake.code: mistake for mistake in all_error_codes()}
EXAMPLES = {code: mistake.example for code, mistake in MISTAKES.items() if mistake.example}
COMMANDS = [code for code, example in EXAMPLES.items() if example.place == COMMAND]
LINES = [code for code in EXAMPLES if code not in COMMANDS]
SHOWN = re.compile(r"\[(E\d{4})\]")
GAME = """\
title = { en = "Low Tide", fr = "Marée basse" }
languages = ["en", "fr"]
strict = true
players = [2, 4]
age = 6
minutes = 10

[[box]]
name = { en = "cards", fr = "cartes" }
count = 2
of = ["cards"]

[decks.cards]
title = { en = "Cards", fr = "Cartes" }
kind = "card"
size = "poker"
table = "cards.csv"
front = "card.svg.j2"

[decks.cards.columns]
name = {}
cost = { type = "int", min = 0, max = 9 }

[text]
score = { en = "Score", fr = "Marque" }

[numbers]
hand = 3
"""
SHELL = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>'
FILES = {
    "components/lowtide/cards.csv": "id,name,cost\nsea-fox,Sea fox,3\ncrab,Crab,2\n",
    "components/lowtide/art/shell.svg": SHELL,
    "templates/lowtide/card.svg.j2": '{% extends "face.svg.j2" %}{% block body %}{% endblock %}',
}
MEMO = 'follows = "Rules followed: the rulebook."\n'


def used() -> set[str]:
    """Every code that stands in pnp's own code."""
    root = Path(library.__file__).parent
    return {code for path in root.rglob("*.py") for code in re.findall(r'"(E\d{4})"', path.read_text("utf-8"))}


def test_every_code_has_a_page_and_every_page_a_use() -> None:
    assert sorted(used()) == list(MISTAKES)  # in order, each once: TOML refuses a key that stands twice


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=list(MISTAKES))
def test_a_page_says_what_is_wrong_and_what_to_do(mistake: ErrorCode) -> None:
    assert re.fullmatch(r"E(0[1-9]|1[0-5])\d\d", mistake.code)
    assert mistake.title[0].isupper() or mistake.title.startswith(("pnp ", "git ", "extends ", "text()"))
    assert not mistake.title.endswith(".")
    for sentence in (mistake.meaning, *mistake.remedies):
        assert sentence.endswith((".", "`")), sentence
    page = mistake.markdown()
    assert page.startswith(f"# {mistake.code}: {mistake.title}\n\n{mistake.meaning}\n")
    assert page.count("```") == (4 if mistake.example else 0)


def test_an_area_has_the_first_two_digits_of_its_codes_to_itself() -> None:
    areas = {(code[:3], mistake.area) for code, mistake in MISTAKES.items()}
    assert len(areas) == len({digits for digits, _ in areas}) == len({area for _, area in areas}) == 15


@pytest.fixture
def home(tmp_path: Path) -> Project:
    for name, text in (FILES | {"components/lowtide/game.toml": GAME}).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    Image.new("RGB", (53, 40)).save(tmp_path / "components/lowtide/fox.png")
    return Project(tmp_path)


def put(home: Project, place: str, lines: str) -> None:
    """Write an example into the file that it belongs to."""
    folder = home.components / "lowtide"
    if place == "game.toml":
        with contextlib.suppress(tomllib.TOMLDecodeError):  # some pages show invalid TOML
            lines = "\n".join(
                f"{key} = {toml(each)}" for key, each in merged(tomllib.loads(GAME), tomllib.loads(lines)).items()
            )
    elif place.endswith(".j2"):
        folder = home.templates / "lowtide"
        whole = "<svg" in lines or "extends" in lines
        lines = lines if whole else '{% extends "face.svg.j2" %}{% block body %}' + lines + "{% endblock %}"
    elif place == "pnp.toml":
        folder = home.root
    elif place.startswith("memo"):
        lines = MEMO + lines
    (folder / place).write_text(lines, "utf-8")


def mistakes(home: Project, place: str) -> set[str]:
    """The codes of everything that is wrong with the project, as far as the file at that place matters."""
    try:
        read_config(home)
        game = load_game(home, "lowtide", any_box=place.endswith(".csv"))  # fewer rows make the page shorter
        if place.startswith("memo"):
            return {problem.code for problem in check_single_memo(home, "lowtide", "", Lang.EN)}
        renderer = FaceRenderer(home, game, Lang.EN, Ink.FULL, 3)
        for deck, design in game.designs():
            renderer.render(deck, design, Side.FRONT)
    except PnpError as error:
        return {problem.code for problem in error.problems}
    return set()


@pytest.mark.parametrize("code", LINES)
def test_the_lines_before_have_this_mistake_and_those_after_have_none(code: str, home: Project) -> None:
    example = EXAMPLES[code]
    put(home, example.place, example.before)
    assert mistakes(home, example.place) == {code}
    put(home, example.place, example.after)
    assert mistakes(home, example.place) == set()


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("code", COMMANDS)
def test_the_command_before_fails_with_this_code_and_the_one_after_works(
    code: str, home: Project, pnp: Command
) -> None:
    before, after = shlex.split(EXAMPLES[code].before), shlex.split(EXAMPLES[code].after)
    assert before[0] == after[0] == "pnp"
    exit_code, _, said = pnp(*before[1:], cwd=home.root)
    assert (exit_code, set(SHOWN.findall(said))) == (1, {code})
    assert said.endswith(f"\nrun pnp explain {code} for more\n")
    exit_code, _, said = pnp(*after[1:], cwd=home.root)
    assert (exit_code, SHOWN.findall(said)) == (0, [])


@pytest.mark.parametrize("asked", ["E0301", "e0301", "[E0301]", "0301", "301"])
def test_a_code_is_explained_however_it_is_typed(asked: str, tmp_path: Path, pnp: Command) -> None:
    code, out, err = pnp("explain", asked, cwd=tmp_path)
    assert (code, err) == (0, "")
    first, meaning, nothing, *rest = out.splitlines()
    assert (first, meaning, nothing) == (f"E0301: {MISTAKES['E0301'].title}", MISTAKES["E0301"].meaning, "")
    assert rest[:3] == [f"- {remedy}" for remedy in MISTAKES["E0301"].remedies]
    assert rest[3:] == [
        "", "before (cards.csv)", "    id,name,cost", "    sea-fox,Sea fox,three",
        "", "after (cards.csv)", "    id,name,cost", "    sea-fox,Sea fox,3",
    ]  # fmt: skip


def test_an_unknown_code_is_reported_with_near_ones(tmp_path: Path, pnp: Command) -> None:
    code, out, err = pnp("explain", "E0399", cwd=tmp_path)
    assert (code, out) == (1, "")
    said, hint, more = err.splitlines()
    assert said == '"E0399" is not an error code [E1208]'
    assert re.fullmatch(r"  hint: E0315 [^;]+; E0316 [^;]+; E0317 [^;]+; pnp explain --codes lists them all", hint)
    assert more == "run pnp explain E1208 for more"


def test_all_codes_are_listed(tmp_path: Path, pnp: Command) -> None:
    code, out, _ = pnp("explain", "--codes", cwd=tmp_path)
    assert code == 0
    heads, *lines = out.splitlines()
    assert heads.split() == ["code", "area", "what", "is", "wrong"]
    assert [line.split()[0] for line in lines] == list(MISTAKES)
    assert MISTAKES["E0101"].title in lines[0]


def test_the_page_is_named_once_after_everything_else_and_never_beside_json(home: Project, pnp: Command) -> None:
    put(home, "cards.csv", "id,name,cost\nsea-fox,Sea fox,three\ncrab,Crab,\n")
    for folder in (home.components, home.templates):
        shutil.copytree(folder / "lowtide", folder / "hightide")
    code, _, err = pnp("check", cwd=home.root)
    assert code == 1
    assert err.splitlines()[-2:] == ["needs fixing: hightide, lowtide", "run pnp explain E0301 for more"]
    assert err.count("pnp explain") == 1
    code, out, err = pnp("check", "--json", cwd=home.root)
    assert (code, err) == (1, "")
    problems = [problem for game in json.loads(out)["games"] for problem in game["problems"]]
    assert [problem["code"] for problem in problems] == ["E0301"] * 4
