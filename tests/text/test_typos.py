"""Slips of typography: what a proofreader marks in a text, by language and at the ends of its lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.errors import Location
from pnp.terms import Lang
from pnp.text.text_box import LONGEST_TEXT, PrintedLine, TextBox, set_lines
from pnp.text.typography import inseparable, typeset
from pnp.text.typos import Typo, TypoKind, find_typos, typos_in
from tests.examples import examples

FR, EN, DE, HE, QUEBEC = Lang.FR, Lang.EN, Lang("de"), Lang("he"), Lang("fr-CA")


def line(text: str, width: float, *, ends: bool = False) -> PrintedLine:
    return PrintedLine(text, len(text.split()), width, ends)


@pytest.mark.parametrize(
    ("lang", "text", "kind", "found", "instead"),
    [
        (FR, "J'ai vu la mer.", TypoKind.APOSTROPHE, "J'ai", "J’ai"),
        (DE, "Das geht's an.", TypoKind.APOSTROPHE, "geht's", "geht’s"),
        (EN, "A mast of 5' or so", TypoKind.APOSTROPHE, "5'", "5′"),
        (EN, "A 'hen party' tonight", TypoKind.APOSTROPHE, "'hen", "‘hen"),
        (EN, "Once again 'tis a hen", TypoKind.APOSTROPHE, "'tis", "’tis"),
        (EN, 'Say "cheep" now', TypoKind.QUOTE, '"cheep"', '“cheep"'),
        (EN, 'A 6" ruler', TypoKind.QUOTE, '6"', "6″"),
        (FR, 'Dis "cot" fort', TypoKind.QUOTE, '"cot"', '«\u202fcot"'),
        (DE, 'Sag "gack" laut', TypoKind.QUOTE, '"gack"', '„gack"'),
        (FR, "Enfin... il dort.", TypoKind.DOTS, "Enfin...", "Enfin…"),
        (EN, "Late  again", TypoKind.SPACES, "Late  again", "Late again"),
        (FR, "Non \u00a0merci", TypoKind.SPACES, "Non \u00a0merci", "Non\u00a0merci"),
        (EN, "One - or two", TypoKind.HYPHEN, "One - or", "One – or"),
        (DE, "Sieben - 3 ist", TypoKind.HYPHEN, "Sieben - 3", "Sieben – 3"),
        (EN, "Seven, 7 - 3, is", TypoKind.HYPHEN, "7 - 3,", "7 − 3,"),
        (FR, "Même pas fêlé!", TypoKind.NO_SPACE, "fêlé!", "fêlé\u202f!"),
        (FR, "Signal: lessive", TypoKind.NO_SPACE, "Signal:", "Signal\u00a0:"),
        (FR, "Quoi?! Encore", TypoKind.NO_SPACE, "Quoi?!", "Quoi\u202f?!"),
        (FR, "Un coq; une poule", TypoKind.NO_SPACE, "coq;", "coq\u202f;"),
        (FR, "Le «grand coq » chante", TypoKind.NO_SPACE, "«grand", "«\u202fgrand"),
        (FR, "Le « grand coq» chante", TypoKind.NO_SPACE, "coq»", "coq\u202f»"),
        (QUEBEC, "Signal: lessive!", TypoKind.NO_SPACE, "Signal:", "Signal\u00a0:"),
        (EN, "Signal : washing", TypoKind.SPACE, "Signal :", "Signal:"),
        (EN, "Third swan !", TypoKind.SPACE, "swan !", "swan!"),
        (FR, "Après le 1er coq", TypoKind.ORDINAL, "1er", "1ᵉʳ"),
        (FR, "La 1re poule", TypoKind.ORDINAL, "1re", "1ʳᵉ"),
        (FR, "Le 2e, puis", TypoKind.ORDINAL, "2e,", "2ᵉ,"),
        (FR, "Le 3ème renard", TypoKind.ORDINAL, "3ème", "3ᵉ"),
    ],
)
def test_each_slip(lang: Lang, text: str, kind: TypoKind, found: str, instead: str) -> None:
    assert typos_in(text, lang)[0] == Typo(kind, found, instead)
    assert {slip.kind for slip in typos_in(text, lang)} == {kind}


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (FR, "« Qui a bougé l’horizon ? » Lui : « Moi ! » Hé ; bof… Non (!), à 10:30, http://a.b, 1ᵉʳ, 12e3."),
        (FR, "«\u202fQuoi\u202f?!\u202f» – dit-il. **\ufffc** !"),
        (EN, "“So it WAS the butler!” It’s well-known: 1st, 2nd; 3–4 hens… at 10:30 :)"),
        (QUEBEC, "Encore! Vraiment? Oui : « bon »."),
        (DE, "Wer? Ich! Das 2e Huhn : nun ja. Der 1er BMW « hier »"),
        (HE, "צה\"ל וצ'יפס"),
        (Lang("x-hen"), "Cot ! Cot: cot « cot » 1er"),
        (EN, ""),
    ],
)
def test_what_is_right_is_left_alone(lang: Lang, text: str) -> None:
    assert typos_in(text, lang) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("12", "mm"), ("1,5", "cm²."), ("100", "%"), ("5", "€,"), ("€", "5"), ("×", "2"), ("3", "×"), ("20", "min)"),
        ("10", "000"), ("Quoi", "?"), ("coq", "»."), ("«", "Cot"),
    ],
)  # fmt: skip
def test_what_belongs_together(before: str, after: str) -> None:
    assert inseparable(before, after)
    split = [line(f"un mot {before}", 20), line(f"{after} et la suite", 20, ends=True)]
    assert [(slip.kind, slip.found) for slip in find_typos(split, DE)] == [(TypoKind.PARTED, f"{before} / {after}")]


@pytest.mark.parametrize(
    ("before", "after"), [("3", "cartes"), ("3", "in"), ("les", "mm"), ("2024", "000"), ("coq", "!s"), ("a", "2")]
)
def test_what_may_be_parted(before: str, after: str) -> None:
    assert not inseparable(before, after)


@pytest.mark.parametrize(
    ("lines", "runt"),
    [
        ([line("Elle le couve depuis", 30), line("mardi.", 9, ends=True)], "depuis / mardi."),
        ([line("Laid? The very idea.", 30), line("Commissioned.", 23, ends=True)], ""),
        ([line("Troisième", 14), line("cot", 5, ends=True)], ""),
        ([line("Elle le couve depuis", 30, ends=True), line("mardi.", 9, ends=True)], ""),
        ([line("Elle le couve", 30), line("ce jour.", 9, ends=True)], ""),
        ([line("Un seul vers", 30, ends=True)], ""),
    ],
    ids=["runt", "wide enough", "two words", "its author's own line", "two words on it", "one line"],
)
def test_a_short_word_alone_on_the_last_line(lines: list[PrintedLine], runt: str) -> None:
    found = [slip.found for slip in find_typos(lines, FR) if slip.kind is TypoKind.RUNT]
    assert found == ([runt] if runt else [])


def test_an_icon_is_a_sign_like_others() -> None:
    lines = set_lines("Prends {hen}! Puis {fox} !", TextBox(0, 0, 60, 20, 4, 2), Location(piece="card"))
    assert [(slip.kind, slip.found) for slip in find_typos(lines, FR)] == [(TypoKind.NO_SPACE, "\ufffc!")]


@pytest.mark.parametrize("lang", [FR, EN, DE])
def test_what_pnp_sets_by_itself_has_no_slips(lang: Lang) -> None:
    typed = 'L\'un dit "cot"... le 1er, 5 % : oui!' if lang == FR else 'One\'s 5 % "cheep"... done'
    assert [slip for slip in typos_in(typeset(typed, lang), lang) if slip.kind is not TypoKind.QUOTE] == []


@examples(75)
@given(st.text(max_size=80), st.sampled_from([FR, EN, DE, HE, QUEBEC]), st.integers(1, 4))
def test_no_text_is_too_strange_to_be_read(text: str, lang: Lang, rows: int) -> None:
    parts = [text[at::rows] for at in range(rows)]
    lines = [line(part, len(part), ends=number == rows) for number, part in enumerate(parts, 1)]
    for slip in [*typos_in(text, lang), *find_typos(lines, lang)]:
        assert slip.found != slip.instead
    assert len(text) < LONGEST_TEXT
