"""The six forms of rules: each holds, each is broken, and the pieces that break it are named."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pnp.check.wording import WORDS, breach_words, rule_words
from pnp.spec.model import Form
from pnp.terms import Lang
from tests.check.boxes import broken, made, row, verdict

SIDES = ["nw", "ne", "se", "sw"]


def test_count_counts_pieces_with_their_copies() -> None:
    rows = [row("one", 2), row("two", 3, kind="crab")]
    assert verdict(rows, form="count", is_=5).ok
    assert broken(verdict(rows, form="count", is_=6)) == [("", 5, {"one": 2, "two": 3})]
    assert broken(verdict(rows, form="count", where={"kind": "crab"}, max=2)) == [("", 3, {"two": 3})]
    assert verdict(rows, form="count", where={"kind": ["crab", "shell"]}, min=5).ok, "a list means any of them"
    assert broken(verdict(rows, form="count", where={"kind": "gull"}, min=1)) == [("", 0, {})]
    assert verdict(rows, form="count", where={"kind": "gull"}, is_=0).ok, "that there is none can be a rule"


def test_every_column_of_where_must_fit() -> None:
    rows = [row("one", kind="crab", cost=2), row("two", kind="crab", cost=3), row("three", cost=2)]
    assert broken(verdict(rows, form="count", where={"kind": "crab", "cost": 2}, is_=0)) == [("", 1, {"one": 1})]


def test_count_counts_cells() -> None:
    rows = [row("one", 2, nw="coin", ne="coin"), row("two", sw="coin"), row("three")]
    assert verdict(rows, form="count", columns=SIDES, value="coin", min=5, max=5).ok
    low = verdict(rows, form="count", columns=SIDES, value="coin", min=6, max=9)
    assert broken(low) == [("", 5, {"one": 4, "two": 1})]
    assert verdict(rows, form="count", columns=["nw", "ne"], value=["coin", "b"], is_=6).ok
    assert broken(verdict(rows, form="count", columns=["nw"], but="a", is_=1)) == [("", 2, {"one": 2})]


def test_sum_adds_numbers_with_their_copies() -> None:
    rows = [row("one", 2, cost=3), row("two", cost=4)]
    assert verdict(rows, form="sum", columns=["cost"], is_=10).ok
    assert broken(verdict(rows, form="sum", columns=["cost"], max=9)) == [("", 10, {"one": 6, "two": 4})]
    tenths = [row("one", weight=0.1), row("two", weight=0.2)]
    assert verdict(tenths, form="sum", columns=["weight"], is_=0.3).ok, "0.1 and 0.2 are 0.3"
    assert verdict(rows, form="sum", columns=["cost"], where={"id": "two"}, is_=4).ok


def test_each_asks_for_values_that_no_row_has() -> None:
    rows = [row("one", 2), row("two", 2, kind="crab"), row("three", kind="crab")]
    found = verdict(rows, form="each", by="kind", is_=2)
    assert broken(found) == [("crab", 3, {"two": 2, "three": 1}), ("gull", 0, {})]
    assert verdict(rows, form="each", by="kind", max=3).ok
    assert verdict(rows, form="each", by="kind", where={"kind": "shell"}, is_=2).ok, "where leaves only one value"
    assert broken(verdict(rows, form="each", by="id", is_=2)) == [("three", 1, {"three": 1})]
    assert broken(verdict(rows, form="each", by="id", where={"id": ["one", "lost"]}, is_=2)) == [("lost", 0, {})]


def test_each_counts_the_values_of_cells() -> None:
    rows = [row("one", 2, nw="x"), row("two", sw="x")]
    found = verdict(rows, form="each", columns=["nw", "sw"], but="d", is_=3)
    assert broken(found) == [("a", 1, {"two": 1})]
    assert verdict(rows, form="each", columns=["nw", "sw"], value=["x"], is_=3).ok
    assert broken(verdict(rows, form="each", columns=["nw"], value=["x", "y"], is_=2)) == [("y", 0, {})]
    by = verdict(rows, form="each", by="id", columns=["nw", "sw"], value="x", is_=1)
    assert broken(by) == [("one", 2, {"one": 2})]


def test_equal_names_what_is_not_as_often_as_the_others() -> None:
    rows = [row("one"), row("two", kind="crab"), row("three", kind="gull")]
    assert verdict(rows, form="equal", by="kind").ok
    rows[2]["count"] = 2
    assert broken(verdict(rows, form="equal", by="kind")) == [("gull", 2, {"three": 2})]
    two = verdict(rows, form="equal", by="kind", where={"kind": ["crab", "gull"]})
    assert [value for value, _, _ in broken(two)] == ["crab", "gull"], "none of two is the usual number"
    assert verdict(rows, form="equal", columns=["nw", "ne"], value=["a", "b"]).ok
    rows[0]["fields"]["nw"] = "b"
    assert {value: n for value, n, _ in broken(verdict(rows, form="equal", columns=SIDES, value=["a", "b", "c"]))} == {
        "a": 3, "b": 5, "c": 4,
    }  # fmt: skip


def test_range_names_each_number_outside() -> None:
    rows = [row("one", cost=0), row("two", 3, cost=5), row("three", cost=9)]
    found = verdict(rows, form="range", columns=["cost"], min=1, max=8)
    assert broken(found) == [("cost", 0, {"one": 1}), ("cost", 9, {"three": 1})]
    assert verdict(rows, form="range", columns=["cost"], min=0).ok
    assert broken(verdict(rows, form="range", columns=["cost"], where={"id": "two"}, is_=4)) == [
        ("cost", 5, {"two": 3})
    ]


def test_unique_names_those_that_are_alike() -> None:
    rows = [row("one"), row("two"), row("three", nw="x")]
    assert broken(verdict(rows, form="unique", columns=SIDES)) == [("a b c d", 2, {"one": 1, "two": 1})]
    assert verdict(rows, form="unique", columns=["id"]).ok
    assert verdict(rows, form="unique", columns=["name_fr"]).ok
    rows[2]["fields"]["name"] = {"fr": "three", "en": "one"}
    assert broken(verdict(rows, form="unique", columns=["name_en"])) == [("one", 2, {"one": 1, "three": 1})]


def test_copies_are_alike_unless_the_rule_lets_them() -> None:
    rows = [row("one", 2), row("two", nw="x")]
    assert broken(verdict(rows, form="unique", columns=SIDES)) == [("a b c d", 2, {"one": 2})]
    assert verdict(rows, form="unique", columns=SIDES, copies=True).ok
    rows[1]["fields"]["nw"] = "a"
    assert broken(verdict(rows, form="unique", columns=SIDES, copies=True)) == [("a b c d", 3, {"one": 2, "two": 1})]


def test_a_turned_card_is_alike_and_a_mirrored_one_is_not() -> None:
    turned, mirrored = dict(zip(SIDES, "dabc", strict=True)), dict(zip(SIDES, "badc", strict=True))
    rows = [row("one"), row("turned", 1, **turned), row("mirrored", 1, **mirrored)]
    assert verdict(rows, form="unique", columns=SIDES).ok
    assert broken(verdict(rows, form="unique", columns=SIDES, rotated=True)) == [
        ("a b c d", 2, {"one": 1, "turned": 1})
    ]


rings = st.lists(st.sampled_from("abc"), min_size=4, max_size=4)


@given(st.lists(rings, min_size=1, max_size=12))
def test_alike_under_rotation_is_what_a_necklace_is(cards: list[list[str]]) -> None:
    """Grouped by the first in the alphabet of its turns, another way to say the same."""
    rows = [row(f"card-{n}", 1, **dict(zip(SIDES, card, strict=True))) for n, card in enumerate(cards)]
    wanted: dict[tuple[str, ...], set[str]] = {}
    for n, card in enumerate(cards):
        necklace = min(tuple(card[turn:] + card[:turn]) for turn in range(4))
        wanted.setdefault(necklace, set()).add(f"card-{n}")
    found = broken(verdict(rows, form="unique", columns=SIDES, rotated=True))
    assert sorted(map(sorted, (parts for _, _, parts in found))) == sorted(
        sorted(same) for same in wanted.values() if len(same) > 1
    )


def test_a_rule_that_looks_at_nothing_does_not_hold() -> None:
    nobody = {"kind": "gull"}
    for rule in (
        {"form": "unique", "columns": SIDES},
        {"form": "range", "columns": ["cost"], "min": 0},
        {"form": "equal", "by": "kind"},
        {"form": "equal", "columns": ["nw"], "value": ["a", "b"]},
        {"form": "each", "by": "nw", "min": 0},
    ):
        found = verdict([row("one")], where=nobody, **rule)
        assert found.empty, rule
        assert not found.ok
    assert verdict([row("one"), row("two")], form="equal", by="nw").empty, "one value has nothing to be compared with"


def test_rules_without_a_name_are_sentences() -> None:
    rules: list[dict[str, Any]] = [
        {"form": "count", "is": 5},
        {"form": "count", "columns": ["nw", "ne"], "value": "coin", "min": 18, "max": 22},
        {"form": "count", "columns": ["nw"], "but": "none", "min": 3, "where": {"kind": ["crab", "gull"]}},
        {"form": "sum", "columns": ["weight"], "max": 2.5},
        {"form": "each", "by": "kind", "is": 3},
        {"form": "each", "columns": ["nw"], "value": ["a", "b"], "is": 3},
        {"form": "each", "by": "kind", "columns": ["nw"], "value": ["a", "b"], "is": 3},
        {"form": "unique", "columns": ["nw", "ne"], "rotated": True},
        {"form": "range", "columns": ["cost"], "min": 0, "max": 3},
        {"form": "equal", "by": "kind"},
        {"form": "count", "is": 1, "name": {"fr": "Le un", "en": "The one"}},
    ]
    game = made([row("one")], *rules)
    assert [rule_words(rule, game, Lang.EN) for rule in game.rules] == [
        "Beach: 5 pieces",
        "Beach: 18 to 22 times coin in nw, ne",
        "Beach (kind crab or gull): at least 3 times anything but none in nw",
        "Beach: weight adds up to at most 2.5",
        "Beach: 3 for each kind",
        "Beach: 3 of each value (a, b) in nw",
        "Beach: 3 for each kind, counting a or b in nw",
        "Beach: no two alike (nw, ne), even when turned",
        "Beach: cost 0 to 3",
        "Beach: the same number for each kind",
        "The one",
    ]
    french = [rule_words(rule, game, Lang.FR) for rule in game.rules]
    assert french[1] == "Plage\u00a0: de 18 à 22 fois coin dans nw, ne"
    assert len(set(french)) == len(rules)
    assert {rule.form for rule in game.rules} == set(Form)
    assert WORDS[Lang.FR].keys() == WORDS[Lang.EN].keys()


def test_of_many_pieces_a_dozen_is_named() -> None:
    found = verdict([row(f"p{n}") for n in range(20)], form="count", is_=21)
    words = breach_words(found, found.breaches[0], Lang.EN)
    assert words.startswith("found 20 – p0, p1, ")
    assert words.endswith("p11 and 8 more")
