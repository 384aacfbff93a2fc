"""The words of tables and charts, and how odds are written, in each language."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pnp.chart.numeral import number
from pnp.terms import Kind, Lang

WORDS: Final = {
    Lang.FR: {
        "deck": "paquet", "name": "nom", "kind": "genre", "pieces": "pièces", "design": "modèle", "designs": "modèles",
        "column": "colonne", "value": "valeur", "share": "part", "cells": "en tout", "with": "{times} ×",
        "copies": "Exemplaires par modèle", "all": "{columns} : en tout", "places": "{columns} : où",
        "per-piece": "{columns} : combien par pièce", "others": "{count} autres", "min": "min", "mean": "moyenne",
        "median": "médiane", "max": "max", "odds-line": "Chances d'en tirer au moins un, parmi {pieces}",
        "each": "{count}\u00a0chacun", "draw": "nombre tiré", "one-in": "1 fois sur {number}", "never": "jamais",
        "always": "toujours", "question": "question", "hits": "présents", "pile": "pioche", "chance": "chance",
        "in": "sur {drawn}", "at-least-one": "au moins un", "more": "{count} autres graphiques dans stats.csv",
        "alike": "de même {count} autres", "more-crosses": "{count} autres croisements : --json",
        "wrote": "{count} fichiers dans {folder}",
    },
    Lang.EN: {
        "deck": "deck", "name": "name", "kind": "kind", "pieces": "pieces", "design": "design", "designs": "designs",
        "column": "column", "value": "value", "share": "share", "cells": "in all", "with": "{times} ×",
        "copies": "Copies of each design", "all": "{columns}: in all", "places": "{columns}: where",
        "per-piece": "{columns}: how many on a piece", "others": "{count} others", "min": "min", "mean": "mean",
        "median": "median", "max": "max", "odds-line": "Odds of drawing at least one, out of {pieces}",
        "each": "{count}\u00a0each", "draw": "number drawn", "one-in": "1 in {number}", "never": "never",
        "always": "always", "question": "question", "hits": "there are", "pile": "pile", "chance": "chance",
        "in": "in {drawn}", "at-least-one": "at least one", "more": "{count} more charts in stats.csv",
        "alike": "{count} others alike", "more-crosses": "{count} more pairs of columns: --json",
        "wrote": "{count} files in {folder}",
    },
}  # fmt: skip
KINDS: Final = {
    Lang.FR: {
        Kind.CARD: "cartes", Kind.TILE: "tuiles", Kind.TOKEN: "jetons", Kind.STANDEE: "figurines", Kind.PAD: "bloc",
    },
    Lang.EN: {
        Kind.CARD: "cards", Kind.TILE: "tiles", Kind.TOKEN: "tokens", Kind.STANDEE: "standees", Kind.PAD: "pad",
    },
}  # fmt: skip
_MOST_DECIMALS: Final = 9


def percent(share: Fraction, lang: Lang) -> str:
    """A probability in percent; only what is certain is 100 %, only what is impossible 0 %."""
    if share in (0, 1):
        return f"{int(share) * 100} %"
    for decimals in range(1, _MOST_DECIMALS + 1):
        scale = 10**decimals
        rounded = round(share * 100 * scale)
        if 0 < rounded < 100 * scale:
            text = f"{rounded // scale}.{rounded % scale:0{decimals}d}"
            return f"{text.replace('.', ',') if lang is Lang.FR else text} %"
    sign, bound = ("<", "0.000000001") if share < Fraction(1, 2) else (">", "99.999999999")
    return f"{sign} {bound.replace('.', ',') if lang is Lang.FR else bound} %"


def one_in(share: Fraction, lang: Lang) -> str:
    """A probability as a person says it: 1 in some number."""
    words = WORDS[lang]
    if share in (0, 1):
        return words["always" if share else "never"]
    times = 1 / share
    if times < 2:
        text = number(float(times), lang)
    elif times < 20:
        text = number(float(times), lang, 1)
    else:
        gap = "\u00a0" if lang is Lang.FR else ","
        text = f"{round(times):,}".replace(",", gap) if times < 10**12 else f"10^{len(str(round(times))) - 1}"
    return words["one-in"].format(number=text)
