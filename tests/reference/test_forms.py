"""The example of every form of rules is a rule that pnp takes, and has only keys of its form."""

from __future__ import annotations

import tomllib

import pytest

from pnp.errors import Location
from pnp.reference.keys import RuleForm, rule_forms
from pnp.spec.model import Column, ColumnType, Form, Rule
from pnp.spec.rule import check_rule
from pnp.terms import Lang

COLUMNS = {
    "kind": Column(), "cost": Column(type=ColumnType.INT), **{place: Column() for place in ("nw", "ne", "sw", "se")},
}  # fmt: skip


def test_every_form_is_there() -> None:
    assert [each.form for each in rule_forms()] == list(Form)
    assert all(each.asks.endswith(".") for each in rule_forms())


@pytest.mark.parametrize("form", rule_forms(), ids=lambda form: form.form)
def test_its_example_is_taken(form: RuleForm) -> None:
    [written] = tomllib.loads(form.example)["rule"]
    rule = Rule.model_validate(written)
    assert rule.form is form.form
    assert set(written) - {"form", "of"} <= set(form.keys)
    assert not list(check_rule(rule, {"cards": COLUMNS}, [Lang.EN], Location("game.toml", key="rule[1]")))
