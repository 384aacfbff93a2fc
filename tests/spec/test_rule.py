"""Rules in a spec: what is read, and that a rule that cannot be meant is refused with its place and a hint."""

from __future__ import annotations

import pytest

from pnp.errors import SpecError
from pnp.resources import Project
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
    assert all(problem.where and problem.expected and problem.found for problem in caught.value.problems)
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


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ('form = "cuont"\nof = "shells"\nis = 1', "rule[1].form: expected one of count, sum, each, unique, range"),
        ('of = "shells"\nis = 1', "rule[1].form: expected a value, got none"),
        ('form = "count"\nis = 1', "rule[1].of: expected a value, got none"),
        ('form = "count"\nof = "shell"\nis = 1', 'a deck, got "shell" [E0206]\n  hint: did you mean "shells"?'),
    ],
)
def test_a_rule_without_a_form_or_a_deck_is_refused(copied: Project, block: str, message: str) -> None:
    refused(copied, block, message)


@pytest.mark.parametrize(
    ("form", "keys", "message"),
    [
        ("count", 'is = 1\nbye = "id"', 'did you mean "by"?'),
        ("count", 'iss = 1', 'did you mean "is"?'),
        ("count", '', "rule[1]: expected is, or min, or max, or min and max, got none of them"),
        ("count", 'is = 1\nmin = 1', "rule[1].is: expected is, or min and max, got is with min"),
        ("count", 'min = 3\nmax = 2', "rule[1].min: expected min up to max, got min 3 above max 2"),
        ("count", 'is = "x"', "rule[1].is: expected a number"),
        ("count", 'is = true', "rule[1].is: expected a number"),
        ("count", 'is = nan', "rule[1].is: expected a number"),
        ("count", 'min = -inf', "rule[1].min: expected a number"),
        ("count", 'is = 1' + "0" * 400, "rule[1].is: expected a number"),
        ("count", 'is = 2.5', "rule[1].is: expected a whole number from 0 on, got 2.5"),
        ("count", 'max = -1', "rule[1].max: expected a whole number from 0 on, got -1"),
        ("count", 'is = 1\nwhere = { csot = 2 }', 'rule[1].where: expected a column of shells, got "csot"'),
        ("count", 'is = 1\nwhere = { cost = 12 }', "rule[1].where.cost: expected a value that a column"),
        ("count", 'is = 1\nwhere = { cost = "x" }', "of type int can have"),
        ("count", 'is = 1\nwhere = { name_en = 3 }', "of type text can have"),
        ("count", 'is = 1\nwhere = { cost = [] }', "a value, or a list of values"),
        ("count", 'is = 1\nwhere = { cost = [1, 1] }', "each value once"),
        ("count", 'is = 1\nwhere = { cost = [[1]] }', "a text or a number"),
        ("count", 'is = 1\nwhere = { cost = nan }', "a text or a number"),
        ("count", 'is = 1\nwhere = 3', "rule[1].where: expected a table of keys"),
        ("count", 'is = 1\nwhere = { name = "x" }', "known: id, name_fr, name_en, cost, rule_fr, rule_en"),
        ("count", 'is = 1\nwhere = { count = 4 }', 'a column of shells, got "count"'),
        ("count", 'is = 1\nvalue = 3', "rule[1].columns: expected the columns that hold the value"),
        ("count", 'is = 1\ncolumns = ["cost"]', "expected value or but, with columns, got neither"),
        ("count", 'is = 1\ncolumns = ["cost"]\nvalue = 1\nbut = 2', "expected value, or but, got both"),
        ("count", 'is = 1\ncolumns = "cost"\nvalue = 1', "rule[1].columns: expected a list of columns"),
        ("count", 'is = 1\ncolumns = ["cost"]\nvalue = 12', "rule[1].value: expected a value"),
        ("count", 'is = 1\ncolumns = ["cost"]\nbut = "no"', "rule[1].but: expected a value"),
        ("count", 'is = 1\nby = "cost"', 'rule[1].by: expected no by with form = "count"'),
        ("sum", 'is = 1', "rule[1].columns: expected the columns to look at, got none"),
        ("sum", 'is = 1\ncolumns = ["name_fr"]', 'a column of numbers, got "name_fr", of type text'),
        ("range", 'is = 1\ncolumns = ["id"]', "a column of numbers"),
        ("range", 'columns = ["cost"]', "expected is, or min"),
        ("range", 'min = 1\ncolumns = ["cost", "cost"]', "each column once"),
        ("each", 'is = 1', "expected by, or columns, whose values are counted, got neither"),
        ("each", 'is = 1\nby = "kind"', 'rule[1].by: expected a column of shells, got "kind"'),
        ("each", 'is = 1\nby = ["cost"]', "rule[1].by"),
        ("equal", 'is = 1\nby = "cost"', 'rule[1].is: expected no is with form = "equal"'),
        ("equal", 'columns = ["cost"]\nvalue = 1', "at least two values to compare, got one"),
        ("unique", '', "the columns to look at"),
        ("unique", 'columns = ["cost"]\nrotated = true', "the columns round the piece, clockwise, got one"),
        ("unique", 'columns = ["cost"]\ncopies = "yes"', "rule[1].copies"),
        ("unique", 'columns = ["cost"]\nmin = 2', 'no min with form = "unique"'),
        ("count", 'is = 1\nrotated = true', "has: columns, value, but, is, min, max"),
        ("count", 'is = 1\nname = "x"', "rule[1].name: expected a text for each language"),
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
    assert 'rule[1].where.mood: expected a value that a column of type choice can have, got "gald"' in errors(copied)
    assert 'did you mean "glad"?' in errors(copied)


def test_one_bracket_is_not_a_list_of_rules(copied: Project) -> None:
    add(copied, '[rule]\nform = "count"\nof = "shells"\nis = 1')
    assert "each begins with [[rule]], in two brackets" in errors(copied)


def test_mistakes_in_rules_are_said_with_all_others(copied: Project) -> None:
    path = copied.root / TOML
    path.write_text(path.read_text("utf-8").replace("age = 6", 'age = "six"'), "utf-8")
    add(copied, '[[rule]]\nform = "sum"\nof = "shells"\ncolumns = ["cots"]\nmin = 2\nmax = 1')
    add(copied, '[[rule]]\nform = "many"\nof = "shells"')
    add(copied, '[[rule]]\nform = "count"\nof = "pebles"\nis = 5')
    with pytest.raises(SpecError) as caught:
        load_game(copied, "lowtide")
    places = [problem.where.removeprefix(f"{TOML}: ") for problem in caught.value.problems]
    assert sorted(places) == ["age", "rule[1].columns", "rule[1].min", "rule[2].form", "rule[3].of"]


def test_a_column_that_is_wrong_itself_does_not_make_rules_wrong(copied: Project) -> None:
    path = copied.root / TOML
    path.write_text(path.read_text("utf-8").replace('cost = { type = "int"', 'cost = { type = "itn"'), "utf-8")
    add(copied, '[[rule]]\nform = "sum"\nof = "shells"\ncolumns = ["cost"]\nis = 1')
    assert "rule[1]" not in errors(copied)
