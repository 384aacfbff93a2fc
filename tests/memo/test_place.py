"""Locations in memos: every text and every problem has the file and the key that it is written in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pnp.errors import Location, PnpError
from pnp.memo.lint import check_game
from pnp.memo.read import read_memo
from pnp.memo.source import Memo
from pnp.project.folders import Project
from pnp.project.lines import add_line
from pnp.terms import Lang
from tests.memo.conftest import Source

OWN, BASE = (f"components/lowtide/{name}" for name in ("memo-short.fr.toml", "memo.fr.toml"))
VARIANT = 'extends = "memo"\n\n[[section]]\nid = "setup"\nintro = "Other."\nicon = "star"\n'
MEMO = """\
aim = "win."
[[section]]
id = "setup"
heading = "Set-up"
legend = "legend"
figure = { name = "fan", caption = "caption" }
steps = [
    "Shuffle.",
    { text = "Deal.", short = "" },
]
head = ["what", "points"]
points = [["a", "1"], [
    "b", "2"]]

[[aid]]
id = "turn"
use = "setup"
remarks = ["remark"]

[[section]]
id = "end"
heading = "End"
actions = [
    { name = "Act", cost = "3", text = "Action." },
    { name = "Wait", cost = ["4", "5"], remarks = ["Slowly."] },
]
"""


@pytest.fixture
def source(copied: Project) -> Source:
    Source(copied, "memo-short.fr.toml").write(VARIANT)
    source = Source(copied)
    source.write(MEMO)
    return source


def texts(memo: Memo) -> Iterator[tuple[str, Location]]:
    return ((words.text, words.where) for words in memo.words())


def at(file: str, key: str, section: str = "") -> Location:
    return Location(file, key=key, detail=section if section else "")


def test_every_text_has_its_file_and_key(source: Source) -> None:
    memo = read_memo(source.project, "lowtide", "", Lang.FR)
    assert memo.where == Location(BASE)
    assert [section.where for section in memo.all_sections()] == [
        at(BASE, "section[1]", "setup"), at(BASE, "section[2]", "end"), at(BASE, "aid[1]", "turn"),
    ]  # fmt: skip
    setup = [
        ("Set-up", "heading"), ("legend", "legend"), ("caption", "figure.caption"), ("Shuffle.", "steps[1]"),
        ("Deal.", "steps[2]"), ("what", "head[1]"), ("points", "head[2]"), ("a", "points[1][1]"), ("1", "points[1][2]"),
        ("b", "points[2][1]"), ("2", "points[2][2]"),
    ]  # fmt: skip
    end = [
        ("End", "heading"), ("Act", "actions[1].name"), ("3", "actions[1].cost"), ("Action.", "actions[1].text"),
        ("Wait", "actions[2].name"), ("4", "actions[2].cost[1]"), ("5", "actions[2].cost[2]"),
        ("Slowly.", "actions[2].remarks[1]"),
    ]  # fmt: skip
    used = [(text, at(BASE, f"section[1].{key}", "setup")) for text, key in setup]
    assert list(texts(memo)) == [
        ("win.", at(BASE, "aim")),
        *used,
        *((text, at(BASE, f"section[2].{key}", "end")) for text, key in end),
        *used,  # an aid uses the texts of a section where they are written
        ("remark", at(BASE, "aid[1].remarks[1]", "turn")),
    ]


def test_what_a_variant_inherits_has_the_location_of_its_base(source: Source) -> None:
    memo = read_memo(source.project, "lowtide", "short", Lang.FR)
    assert memo.where == Location(OWN)
    assert memo.aim is not None
    assert memo.aim.where == at(BASE, "aim")
    setup, end = memo.sections
    assert (setup.where, end.where) == (at(OWN, "section[1]", "setup"), at(BASE, "section[2]", "end"))
    found = {words.text: words.where for words in setup.words()}
    assert found["Other."] == at(OWN, "section[1].intro", "setup")
    assert found["Shuffle."] == at(BASE, "section[1].steps[1]", "setup")
    assert (setup.at("icon"), setup.at("figure")) == (
        at(OWN, "section[1].icon", "setup"), at(BASE, "section[1].figure", "setup"),
    )  # fmt: skip
    assert setup.at("only") == at(OWN, "section[1].only", "setup"), "what nobody wrote would be in the variant"
    assert list(memo.icons()) == [
        ("star", at(OWN, "section[1].icon", "setup")), ("star", at(OWN, "section[1].icon", "setup")),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("where", "line"),
    [
        (at(BASE, "aim"), 1),
        (at(BASE, "section[1]", "setup"), 2),
        (at(BASE, "section[1].steps[2]", "setup"), 9),
        (at(BASE, "section[1].points[2][1]", "setup"), 13),
        (at(BASE, "section[1].heading", "setup"), 4),
        (at(BASE, "section[1].nowhere", "setup"), 2),
        (at(BASE, "section[1].steps", "setup"), 7),
        (at(BASE, "aid[1].remarks[1]", "turn"), 18),
        (at(BASE, "section[2].actions[2].cost[1]", "end"), 25),
        (at(OWN, "section[1].intro", "setup"), 5),
        (at(BASE, "follows"), 0),
    ],
)
def test_locations_lead_to_lines(source: Source, where: Location, line: int) -> None:
    assert add_line(where, source.project) == where.at(line=line)


@pytest.mark.parametrize(
    ("name", "old", "new", "where"),
    [
        ("memo.fr.toml", '"Shuffle."', "3", at(BASE, "section[1].steps[1]", "setup")),
        ("memo.fr.toml", 'aim = "win."', "aim = 3", at(BASE, "aim")),
        ("memo.fr.toml", '"remark"', "3", at(BASE, "aid[1].remarks[1]", "turn")),
        ("memo-short.fr.toml", '"Other."', "3", at(OWN, "section[1].intro", "setup")),
    ],
)
def test_a_problem_is_where_it_is_written(source: Source, name: str, old: str, new: str, where: Location) -> None:
    Source(source.project, name).replace(old, new)
    with pytest.raises(PnpError) as error:
        read_memo(source.project, "lowtide", "short", Lang.FR)
    assert {problem.where for problem in error.value.problems} == {where}


def test_an_unknown_key_of_the_base_is_reported_once_and_in_the_base(source: Source) -> None:
    source.replace('legend = "legend"', 'legends = "legend"')
    with pytest.raises(PnpError) as error:
        read_memo(source.project, "lowtide", "short", Lang.FR)
    [problem] = error.value.problems
    assert problem.where == at(BASE, "section[1].legends", "setup")


@pytest.mark.parametrize(("text", "line"), [('aim = "x"\nx = = 1\n', 2), ('aim = "x"\nx = [\n', 3)])
def test_a_mistake_in_the_toml_has_its_line(source: Source, text: str, line: int) -> None:
    source.write(text)
    with pytest.raises(PnpError) as error:
        read_memo(source.project, "lowtide", "", Lang.FR)
    [problem] = error.value.problems
    assert problem.where == Location(BASE, line=line)


def test_findings_have_locations(french: Source) -> None:
    french.replace('heading = "Fin"', 'heading = ""')
    french.replace("Jamais sous l'eau.", "Jamais 2 fois.")
    found = {problem.where for problem in check_game(french.project, "lowtide")}
    assert at(BASE, "section[3].heading", "end") in found
    assert at(BASE, "section[2].actions[1].remarks[1]", "turn") in found
