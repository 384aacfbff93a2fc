"""Inline markup and numbers."""

from __future__ import annotations

import pytest

from pnp.errors import Location, PnpError
from pnp.memo.facts import evaluate
from pnp.memo.markup import Span, TokenType, tokens, typeset
from pnp.terms import Lang

HERE, AIM = Location("here"), Location("memo.en.toml", key="aim")
FACTS = {"one": 1, "two": 2, "four": 4, "cost.fox": 3, "zero": 0, "eleven": 11}


def said(text: str, lang: Lang = Lang.EN) -> str:
    return "".join(span.text for span in typeset(text, lang, FACTS, HERE))


def test_bold_italic_icon_and_plain() -> None:
    found = [(token.sort, token.value, token.bold, token.italic) for token in tokens("a **b *c*** {shell} d", HERE)]
    assert found == [
        (TokenType.TEXT, "a ", False, False),
        (TokenType.TEXT, "b ", True, False),
        (TokenType.TEXT, "c", True, True),
        (TokenType.TEXT, " ", False, False),
        (TokenType.ICON, "shell", False, False),
        (TokenType.TEXT, " d", False, False),
    ]


def test_what_typst_would_run_is_just_text() -> None:
    text = '#import "x": y $a$ @b <c> [d] `e` = f // g'
    assert said(text).replace("\u00a0", " ").replace("“", '"').replace("”", '"') == text


def test_a_backslash_keeps_the_next_sign() -> None:
    assert said(r"\{=two\} \*x\*") == "{=two}\u00a0*x*"


@pytest.mark.parametrize("text", ["**a", "*a", "{a", "a}", "{{a}", "a {=b|c} d {"])
def test_what_is_not_closed_is_an_error(text: str) -> None:
    with pytest.raises(PnpError, match="here"):
        typeset(text, Lang.EN, FACTS, HERE)


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("{=two}", Lang.EN, "2"),
        ("{=one|card|cards}", Lang.EN, "1\u00a0card"),
        ("{=two|card|cards}", Lang.EN, "2\u00a0cards"),
        ("{=zero|card|cards}", Lang.EN, "0\u00a0cards"),
        ("{=zero|carte|cartes}", Lang.FR, "0\u00a0carte"),
        ("{=one|carte|cartes}", Lang.FR, "1\u00a0carte"),
        ("{=two|carte|cartes}", Lang.FR, "2\u00a0cartes"),
        ("{=one:ordinal}", Lang.FR, "1er"),
        ("{=four:ordinal}", Lang.FR, "4e"),
        ("{=one:ordinal} {=two:ordinal} {=four:ordinal} {=eleven:ordinal}", Lang.EN, "1st 2nd 4th\u00a011th"),
        ("{=two:minus}", Lang.FR, "−2"),
        ("{=zero:minus}", Lang.FR, "0"),
        ("{#7}", Lang.FR, "7"),
        ("{=one|once|# times}", Lang.EN, "once"),
        ("{=four|une seule fois|# fois}", Lang.FR, "4\u00a0fois"),
        ("{=two + four * cost.fox}", Lang.EN, "14"),
        ("{=four - two}", Lang.EN, "2"),
        ("{=two - four}", Lang.EN, "−2"),
    ],
)
def test_numbers(text: str, lang: Lang, expected: str) -> None:
    assert said(text, lang) == expected


def test_an_ordinal_is_raised_in_french() -> None:
    assert [span for span in typeset("au {=four:ordinal} coq", Lang.FR, FACTS, HERE) if span.raised] == [
        Span("e", raised=True)
    ]


def test_an_unknown_number_names_the_known_ones() -> None:
    with pytest.raises(PnpError, match=r"known: .*two") as error:
        typeset("{=tow}", Lang.EN, FACTS, AIM)
    assert str(error.value).startswith('memo.en.toml: aim: there is no number named "tow"')
    assert error.value.problems[0].where == AIM


@pytest.mark.parametrize("text", ["{=two|cards}", "{=two|a|b|c}", "{=two:roman}", "{=}", "{=two+four}"])
def test_a_number_of_another_form_is_an_error(text: str) -> None:
    with pytest.raises(PnpError, match="here"):
        typeset(text, Lang.EN, FACTS, HERE)


@pytest.mark.parametrize(("text", "value"), [("{=two - four:ordinal}", "-2"), ("{=zero:ordinal}", "0")])
@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
def test_an_ordinal_begins_at_one(text: str, value: str, lang: Lang) -> None:
    with pytest.raises(PnpError, match=f"here: an ordinal must be at least 1, but .* is {value}"):
        typeset(text, lang, FACTS, HERE)


@pytest.mark.parametrize("text", ["{=two / four}", "{=two/four}", "{=two ** four}", "{=(two)}", "{=two+four}"])
def test_another_sign_is_reported_with_those_there_are(text: str) -> None:
    with pytest.raises(PnpError, match=r"hint: join names with \+, - or \*,"):
        typeset(text, Lang.EN, FACTS, HERE)


def test_only_a_short_end_is_kept_in_one_piece() -> None:
    assert [span.firm for span in typeset("Réapprovisionnement général", Lang.FR, FACTS, HERE)] == [False]
    assert [span.firm for span in typeset("Prendre la carte", Lang.FR, FACTS, HERE)] == [False, True]


def test_products_come_before_sums() -> None:
    assert evaluate("two * four - one + two * two", FACTS, HERE) == 11


def test_a_sum_has_an_end() -> None:
    with pytest.raises(PnpError, match="here: an expression can have at most 8 numbers: "):
        evaluate(" + ".join(["two"] * 50), FACTS, HERE)
