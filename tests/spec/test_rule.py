"""Rules in a spec: what is read, and that a rule that cannot be meant is refused with its place and a hint."""

from __future__ import annotations

import pytest

from pnp.errors import Location, SpecError
from pnp.project.folders import Project
from pnp.spec.load import load_game
from pnp.spec.model import Form
from pnp.terms import Lang

TOML = "components/lowtide/game.toml"


def add(project: Project, text: str) -> None:
    path = project.root / TOML
    path.write_text(path.read_text("utf-8") + "\n" + text + "\n", "utf-8")


def errors(project: Project) -> str:
    with pytest.raises(SpecError) as caught:
        load_game(project, "lowtide")
    assert all(problem.where.file == TOML and problem.message for problem in caught.value.problems)
    return str(caught.value)


def test_a_rule_is_read_whole(copied: Project) -> None:
    add(
        copied,
        """[[rule]]
name = { fr = "pas trop cher", en = "not too dear" }
form = "count"
of = "shells"
where = { id = "whelk", cost = [0, 9] }
columns = ["cost", "name_fr"]
value = "Coque"
min = 2
max = 3
""",
    )
    [rule] = load_game(copied, "lowtide").rules
    assert rule.form is Form.COUNT
    assert rule.name == {Lang.FR: "pas trop cher", Lang.EN: "not too dear"}
    assert rule.where == {"id": ["whelk"], "cost": [0, 9]}
    assert (rule.value, rule.bounds) == (["Coque"], (2, 3))


def test_a_broken_rule_does_not_stop_anything_but_a_check(copied: Project) -> None:
    add(copied, '[[rule]]\nform = "count"\nof = "shells"\nis = 99')
    assert load_game(copied, "lowtide").rules[0].exactly == 99


def refused(project: Project, block: str, message: str) -> None:
    add(project, f"[[rule]]\n{block}")
    found = errors(project)
    assert message in found
    assert f"{TOML}: rule[1]" in found


def test_a_problem_is_located_by_the_key_of_its_rule(copied: Project) -> None:
    add(copied, '[[rule]]\nform = "count"\nof = "shells"\nis = 1\nwhere = { cost = "x" }')
    with pytest.raises(SpecError) as caught:
        load_game(copied, "lowtide")
    assert [problem.where for problem in caught.value.problems] == [Location(TOML, key="rule[1].where.cost")]


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ('form = "cuont"\nof = "shells"\nis = 1', "rule[1].form must be one of count, sum, each, unique, range"),
        ('of = "shells"\nis = 1', "rule[1].form is missing"),
        ('form = "count"\nis = 1', "rule[1].of is missing"),
        (
            'form = "count"\nof = "shell"\nis = 1',
            'rule[1].of must be the name of a deck, not "shell" [E0206]\n  hint: did you mean "shells"?',
        ),
    ],
)
def test_a_rule_without_a_form_or_a_deck_is_refused(copied: Project, block: str, message: str) -> None:
    refused(copied, block, message)


@pytest.mark.parametrize(
    ("form", "keys", "message"),
    [
        ("count", 'is = 1\nbye = "id"', 'did you mean "by"?'),
        ("count", 'iss = 1', 'did you mean "is"?'),
        ("count", '', "rule[1] needs is, min or max [E0203]"),
        ("count", 'is = 1\nmin = 1', "rule[1].is conflicts with min [E0205]"),
        ("count", 'min = 3\nmax = 2', "rule[1].min must be at most max (2), not 3"),
        ("count", 'is = "x"', "rule[1].is must be a number"),
        ("count", 'is = true', "rule[1].is must be a number"),
        ("count", 'is = nan', "rule[1].is must be a number"),
        ("count", 'min = -inf', "rule[1].min must be a number"),
        ("count", 'is = 1' + "0" * 400, "rule[1].is must be a number"),
        ("count", 'is = 2.5', "rule[1].is must be 0 or a positive whole number, not 2.5"),
        ("count", 'max = -1', "rule[1].max must be 0 or a positive whole number, not -1"),
        ("count", 'is = 1\nwhere = { csot = 2 }', 'rule[1].where: the deck shells has no column "csot"'),
        ("count", 'is = 1\nwhere = { cost = 12 }', "rule[1].where.cost must be a value that a column"),
        ("count", 'is = 1\nwhere = { cost = "x" }', "of type int can hold, not \"x\""),
        ("count", 'is = 1\nwhere = { name_en = 3 }', "of type text can hold, not \"3\""),
        ("count", 'is = 1\nwhere = { cost = [] }', "must be a value or a list of values"),
        ("count", 'is = 1\nwhere = { cost = [1, 1] }', "must list each value only once"),
        ("count", 'is = 1\nwhere = { cost = [[1]] }', "must be a text or a number"),
        ("count", 'is = 1\nwhere = { cost = nan }', "must be a text or a number"),
        ("count", 'is = 1\nwhere = 3', "rule[1].where must be a table of keys"),
        ("count", 'is = 1\nwhere = { name = "x" }', "known: id, name_fr, name_en, cost, rule_fr, rule_en"),
        ("count", 'is = 1\nwhere = { count = 4 }', 'the deck shells has no column "count"'),
        ("count", 'is = 1\nvalue = 3', "rule[1].columns is missing [E0203]\n  hint: name the columns that hold the"),
        ("count", 'is = 1\ncolumns = ["cost"]', "rule[1] needs value or but along with columns [E0203]"),
        ("count", 'is = 1\ncolumns = ["cost"]\nvalue = 1\nbut = 2', "rule[1] cannot have both value and but [E0205]"),
        ("count", 'is = 1\ncolumns = "cost"\nvalue = 1', "rule[1].columns must be a list of columns"),
        ("count", 'is = 1\ncolumns = ["cost"]\nvalue = 12', "rule[1].value must be a value"),
        ("count", 'is = 1\ncolumns = ["cost"]\nbut = "no"', "rule[1].but must be a value"),
        ("count", 'is = 1\nby = "cost"', 'rule[1].by does not apply to form = "count"'),
        ("sum", 'is = 1', "rule[1].columns is missing [E0203]\n  hint: for example columns"),
        ("sum", 'is = 1\ncolumns = ["name_fr"]', 'columns: the column "name_fr" is of type text, not int or number'),
        ("range", 'is = 1\ncolumns = ["id"]', "is of type text, not int or number"),
        ("range", 'columns = ["cost"]', "rule[1] needs is, min or max"),
        ("range", 'min = 1\ncolumns = ["cost", "cost"]', "must list each column only once"),
        ("each", 'is = 1', "rule[1] needs by or columns [E0203]"),
        ("each", 'is = 1\nby = "kind"', 'rule[1].by: the deck shells has no column "kind"'),
        ("each", 'is = 1\nby = ["cost"]', "rule[1].by"),
        ("equal", 'is = 1\nby = "cost"', 'rule[1].is does not apply to form = "equal"'),
        ("equal", 'columns = ["cost"]\nvalue = 1', "rule[1].value must have at least two values to compare"),
        ("unique", '', "rule[1].columns is missing"),
        ("unique", 'columns = ["cost"]\nrotated = true', "columns must have at least two columns for rotated = true"),
        ("unique", 'columns = ["cost"]\ncopies = "yes"', "rule[1].copies"),
        ("unique", 'columns = ["cost"]\nmin = 2', 'rule[1].min does not apply to form = "unique"'),
        ("count", 'is = 1\nrotated = true', "has: columns, value, but, is, min, max"),
        ("count", 'is = 1\nname = "x"', "rule[1].name must be a text for each language"),
    ],
)  # fmt: skip
def test_a_rule_that_cannot_be_meant_is_refused(copied: Project, form: str, keys: str, message: str) -> None:
    refused(copied, f'form = "{form}"\nof = "shells"\n{keys}', message)


def test_a_choice_that_there_is_not_is_refused_with_a_hint(copied: Project) -> None:
    path = copied.root / TOML
    text = path.read_text("utf-8")
    text = text.replace('{ id = "fisher" }]', '{ id = "fisher", mood = "glad" }]')
    text = text.replace(
        "[decks.leaf]", '[decks.fisher.columns]\nmood = { type = "choice", choices = ["glad", "wet"] }\n\n[decks.leaf]'
    )
    path.write_text(text, "utf-8")
    add(copied, '[[rule]]\nform = "count"\nof = "fisher"\nis = 1\nwhere = { mood = ["glad", "gald"] }')
    assert 'rule[1].where.mood must be a value that a column of type choice can hold, not "gald"' in errors(copied)
    assert 'did you mean "glad"?' in errors(copied)


def test_one_bracket_is_not_a_list_of_rules(copied: Project) -> None:
    add(copied, '[rule]\nform = "count"\nof = "shells"\nis = 1')
    assert "rule must be a list of rules [E0204]\n  hint: begin each rule with [[rule]], in two brackets" in errors(
        copied
    )


def test_mistakes_in_rules_are_said_with_all_others(copied: Project) -> None:
    path = copied.root / TOML
    path.write_text(path.read_text("utf-8").replace("age = 6", 'age = "six"'), "utf-8")
    add(copied, '[[rule]]\nform = "sum"\nof = "shells"\ncolumns = ["cots"]\nmin = 2\nmax = 1')
    add(copied, '[[rule]]\nform = "many"\nof = "shells"')
    add(copied, '[[rule]]\nform = "count"\nof = "pebles"\nis = 5')
    with pytest.raises(SpecError) as caught:
        load_game(copied, "lowtide")
    assert {problem.where.file for problem in caught.value.problems} == {TOML}
    keys = sorted(problem.where.key for problem in caught.value.problems)
    assert keys == ["age", "rule[1].columns", "rule[1].min", "rule[2].form", "rule[3].of"]


def test_a_column_that_is_wrong_itself_does_not_make_rules_wrong(copied: Project) -> None:
    path = copied.root / TOML
    path.write_text(path.read_text("utf-8").replace('cost = { type = "int"', 'cost = { type = "itn"'), "utf-8")
    add(copied, '[[rule]]\nform = "sum"\nof = "shells"\ncolumns = ["cost"]\nis = 1')
    assert "rule[1]" not in errors(copied)
