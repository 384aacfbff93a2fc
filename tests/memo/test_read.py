"""Sources as authors write them, and as they get them wrong."""

from __future__ import annotations

import pytest

from pnp.errors import Location, PnpError
from pnp.memo.facts import count_facts, gather_facts
from pnp.memo.read import read_memo
from pnp.memo.source import Actions, Intro, Points, Remarks, Steps, variants
from pnp.project.folders import Project
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.terms import Lang
from tests.memo.conftest import Source


def problems(source: Source, variant: str = "") -> str:
    with pytest.raises(PnpError) as error:
        read_memo(source.project, "lowtide", variant, Lang.FR)
    return str(error.value)


def test_blocks_are_in_the_order_of_the_file(project: Project) -> None:
    memo = read_memo(project, "lowtide", "", Lang.FR)
    assert [section.id for section in memo.sections] == ["setup", "turn", "end"]
    assert [[type(block) for block in section.blocks] for section in memo.sections] == [
        [Steps], [Intro, Actions], [Intro, Points, Remarks],
    ]  # fmt: skip


def test_a_short_text_is_for_cards(french: Source) -> None:
    french.replace('intro = "Choisir **une** action :"', 'intro = { text = "Long.", short = "Bref." }')
    [_, turn, _] = read_memo(french.project, "lowtide", "", Lang.FR).sections
    [intro, _] = turn.blocks
    assert isinstance(intro, Intro)
    assert (intro.words.for_format(card=False), intro.words.for_format(card=True)) == ("Long.", "Bref.")


def test_a_variant_replaces_keys_of_sections_and_drops_some(french: Source) -> None:
    Source(french.project, "memo-storm.fr.toml").write(
        'extends = "memo"\ntitle = "Tempête"\ndrop = ["setup"]\n'
        '[[section]]\nid = "end"\nintro = "Autrement."\n[[section]]\nid = "more"\nheading = "Plus"\nintro = "Encore."\n'
    )
    assert variants(french.path.parent) == ["", "storm"]
    memo = read_memo(french.project, "lowtide", "storm", Lang.FR)
    assert [section.id for section in memo.sections] == ["turn", "end", "more"]
    assert memo.title is not None
    assert memo.title.text == "Tempête"
    end = memo.sections[1]
    assert [type(block) for block in end.blocks] == [Intro, Points, Remarks]
    assert end.heading.text == "Fin"
    assert next(end.words()).text == "Fin"
    assert memo.aim is not None


def test_a_variant_knows_its_changes(french: Source) -> None:
    """A text of the same section is inherited or said again; a new section is one change, at its heading."""
    base = read_memo(french.project, "lowtide", "", Lang.FR)
    assert not base.changes
    again, *_ = (words.text for words in base.sections[0].words() if words.text != base.sections[0].heading.text)
    Source(french.project, "memo-x.fr.toml").write(
        f'extends = "memo"\n[[section]]\nid = "setup"\nsteps = ["{again}", "Attendre."]\n'
        '[[section]]\nid = "storm"\nheading = "Tempête"\nsteps = ["Rentrer."]\n'
    )
    memo = read_memo(french.project, "lowtide", "x", Lang.FR)
    changed = [words.text for words in memo.words() if words.where in memo.changes]
    assert changed == ["Attendre.", "Tempête"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = ", "memo.fr.toml:1 is not valid TOML"),
        ("", "memo.fr.toml must have at least one [[section]]"),
        ('colour = "reddish"', 'colour must be a colour like #fbf3df, #fff or gold, not "reddish"'),
        ("aim = 3", 'aim must be text in quotes, not "3"'),
        ("section = 3", 'section must be a list of at most 60 tables, not "3"'),
        ("section = [3]", 'section[1] must be a table, not "3"'),
        ('[[section]]\nid = "A b"', 'section[1].id must be a name of lowercase letters, digits, - and _, not "A b"'),
        ('[[section]]\nid = "a"\nsteps = "x"', 'section[1].steps (a) must be a list of at most 60 items, not "x"'),
        ('[[section]]\nid = "a"\nsteps = [[]]', 'section[1].steps[1] (a) must be text in quotes, not "[]"'),
        ('[[section]]\nid = "a"\nstepps = []', 'did you mean "steps"?'),
        ('[[section]]\nid = "a"\nactions = [{ cost = "1" }]', "actions[1].name (a) is missing"),
        ('[[section]]\nid = "a"\nactions = [{ name = "x", price = "1" }]', "known: name, cost"),
        ('[[section]]\nid = "a"\nactions = [{ name = "x", cost = 1 }]', 'cost (a) must be text in quotes, not "1"'),
        ('[[section]]\nid = "a"\nactions = ["x"]', 'actions[1] (a) must be a table, not "x"'),
        ('[[section]]\nid = "a"\npoints = [["x"]]', "must have at least 2 cells, and as many as the other rows, not 1"),
        (
            '[[section]]\nid = "a"\npoints = [["x", "y"], ["x", "y", "z"]]',
            "points[2] (a) must have at least 2 cells, and as many as the other rows, not 3",
        ),
        ('[[section]]\nid = "a"\npoints = ["x"]', 'points[1] (a) must be a list of texts, not "x"'),
        ('[[section]]\nid = "a"\nonly = ["a9"]', 'only (a) must be a format, not "a9"'),
        ('[[section]]\nid = "a"\nintro = { text = "x", shrt = "y" }', 'did you mean "short"?'),
        ('[[section]]\nid = "a"\nintro = { short = "y" }', "intro.text (a) is missing"),
        ('[[section]]\nid = "a"\nintro = "\\u0007"', 'intro (a) has control characters: "\\x07"'),
        ('[[section]]\nid = "a"\nnumbered = true', "numbered (a) needs steps in the same section"),
        ('[[section]]\nid = "a"\nnumbered = 3\nsteps = []', 'numbered (a) must be true or false, not "3"'),
        ('[[section]]\nid = "a"\n[[section]]\nid = "a"', "section[2].id (a) is already the id of section[1]"),
        ("title = { fr = 1 }", "title.fr is not a known key"),
        ('extends = "memo"', "extends is only for variants"),
        ('drop = ["turn"]\n[[section]]\nid = "turn"', "drop needs extends"),
        ('[[section]]\nheading = "x"', "section[1].id is missing"),
        ("x = [" * 5000, "is not valid TOML"),
        ("#" * 200_000, "memo.fr.toml cannot be read: it is larger than 100 kB"),
        ("steps = [" + '"x",' * 100 + "]", "steps is not a known key"),
    ],
)
def test_what_is_wrong_is_said(french: Source, text: str, message: str) -> None:
    french.write(text)
    said = problems(french)
    assert message in said
    assert "components/lowtide/memo.fr.toml" in said


def test_a_missing_file_is_named(french: Source) -> None:
    french.path.unlink()
    assert problems(french) == (
        "components/lowtide/memo.fr.toml does not exist [E0701]\n  hint: existing memos: memo.en.toml"
    )


def test_other_bytes_are_no_traceback(french: Source) -> None:
    french.path.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in problems(french)


def test_a_link_that_leaves_the_project_is_refused(french: Source) -> None:
    french.path.unlink()
    french.path.symlink_to("/etc/passwd")
    assert "memo.fr.toml is outside the project's folder" in problems(french)


def test_an_unknown_section_cannot_be_dropped(french: Source) -> None:
    Source(french.project, "memo-x.fr.toml").write('extends = "memo"\ndrop = ["ende"]')
    said = problems(french, "x")
    assert 'memo-x.fr.toml: drop must be the id of a section, not "ende"' in said
    assert 'did you mean "end"?' in said


def test_a_variant_extends_only_the_memo_of_the_game(french: Source) -> None:
    Source(french.project, "memo-x.fr.toml").write('extends = "memo-y"')
    assert 'memo-x.fr.toml: extends must be "memo", not "memo-y"' in problems(french, "x")


def test_numbers_are_counted_in_the_spec(lowtide: Game) -> None:
    facts = count_facts(lowtide)
    expected = {
        "players.min": 1, "players.max": 4, "minutes": 10, "age": 6, "box.1": 13, "count.shells": 13,
        "kinds.shells": 3, "count.shells.id.whelk": 4, "cost.shells.oyster": 9, "count.tides": 7, "kinds.tides": 7,
    }  # fmt: skip
    assert {name: facts[name] for name in expected} == expected


def test_numbers_of_the_spec_are_read(project: Project, lowtide: Game) -> None:
    assert gather_facts(project, lowtide)["hand"] == 3


@pytest.mark.parametrize("value", ['"3"', "true", "1.5", "100000"])
def test_a_number_is_a_whole_number(copied: Project, value: str) -> None:
    spec = copied.components / "lowtide" / "game.toml"
    spec.write_text(spec.read_text("utf-8").replace("hand = 3", f"hand = {value}"), "utf-8")
    with pytest.raises(PnpError, match=r"numbers\.hand"):
        load_game(copied, "lowtide")


def test_two_sources_must_agree(copied: Project) -> None:
    spec = copied.components / "lowtide" / "game.toml"
    spec.write_text(spec.read_text("utf-8").replace("hand = 3", "minutes = 3"), "utf-8")
    with pytest.raises(PnpError, match="define it in one place only") as error:
        gather_facts(copied, load_game(copied, "lowtide"))
    [problem] = error.value.problems
    assert problem.where == Location("components/lowtide/game.toml", key="numbers.minutes")
    assert problem.message == "is 10 in the spec, but 3 in [numbers]"
