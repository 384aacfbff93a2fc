"""Spaces and signs that authors do not type."""

from __future__ import annotations

import pytest

from pnp.terms import Lang
from pnp.text.typography import refine, typeset, typographic_name


@pytest.mark.parametrize(
    ("typed", "refined"),
    [
        (
            "Oui ! Non ? Bien ; un mot long: voilà la fin",
            "Oui\u202f! Non\u202f? Bien\u202f; un mot long\u00a0: voilà la\u00a0fin",
        ),
        (
            "« Quoi » dit-il avec une immense circonspection",
            "«\u202fQuoi\u202f» dit-il avec une immense circonspection",
        ),
        (
            "**Entrée :** le premier qui ouvre sa collection-musée",
            "**Entrée\u00a0:** le premier qui ouvre sa collection-musée",
        ),
        ("**mot** : suite interminablement", "**mot**\u00a0: suite interminablement"),
        ("l'île d'en face est magnifique", "l’île d’en face est\u00a0magnifique"),
        ("au {=a:ordinal} coq extraordinairement", "au {=a:ordinal}\u00a0coq extraordinairement"),
        ("{=n} cartes du marché: extraordinairement", "{=n}\u00a0cartes du marché\u00a0: extraordinairement"),
        ("Attendez... extraordinairement", "Attendez… extraordinairement"),
        ("http://exemple extraordinairement", "http://exemple extraordinairement"),
        ("Quoi ?! Extraordinairement", "Quoi\u202f?! Extraordinairement"),
        (r"un \: gardé extraordinairement", r"un \: gardé extraordinairement"),
    ],
)
def test_french(typed: str, refined: str) -> None:
    assert refine(typed, Lang.FR) == refined


def test_english_has_no_space_before_a_colon() -> None:
    assert refine('He said: "no!"; really', Lang.EN) == "He said: “no!”;\u00a0really"


def test_the_last_word_is_not_left_alone() -> None:
    assert refine("a b c", Lang.EN) == "a b\u00a0c"
    assert refine("at last {=n + m}.", Lang.EN) == "at last\u00a0{=n + m}."
    assert refine("see the incomprehensibilities", Lang.EN) == "see the incomprehensibilities"


def test_what_is_refined_stays_as_it_is() -> None:
    text = "« Oui ! » : {=n|carte|cartes} du jeu ; fin"
    once = refine(text, Lang.FR)
    assert refine(once, Lang.FR) == once


def test_a_no_break_space_that_was_typed_stays() -> None:
    assert refine("a\u00a0hen\n  and\tone more rooster", Lang.EN).startswith("a\u00a0hen and one ")


@pytest.mark.parametrize(
    ("typed", "set_so"),
    [
        ("imprimer à 100 %", "imprimer à 100\u00a0%"),
        ("la 1re, le 1er et le 10e coq", "la 1ʳᵉ, le 1ᵉʳ et le 10ᵉ\u00a0coq"),
        ("un carton de 63,5 × 88 mm", "un carton de 63,5\u00a0×\u00a088\u00a0mm"),
        ("le 3eme et 4evenements", "le 3eme et\u00a04evenements"),
    ],
)
def test_labels_and_guides_keep_numbers_whole_and_raise_ordinals(typed: str, set_so: str) -> None:
    assert typeset(typed, Lang.FR) == set_so


def test_ordinals_are_french() -> None:
    assert typeset("row 4e of 9", Lang.EN) == "row 4e of\u00a09"


def test_a_name_keeps_its_spaces() -> None:
    assert typographic_name("Cot-cot Conquête!") == "Cot-cot Conquête!"
    assert typographic_name("Koko and Alfred's Garden") == "Koko and Alfred’s Garden"
