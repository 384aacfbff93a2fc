"""The words on a sheet's rim, in each language."""

from __future__ import annotations

from typing import Final

from pnp.terms import Lang, Side

SIDE: Final = {
    Lang.FR: {Side.FRONT: "recto", Side.BACK: "verso"},
    Lang.EN: {Side.FRONT: "front", Side.BACK: "back"},
}
SHEET: Final = {Lang.FR: "planche {number} / {total}", Lang.EN: "sheet {number} of {total}"}
FULL_SIZE: Final = {Lang.FR: "imprimer à 100 %", Lang.EN: "print at 100 %"}
FOLDED: Final = {Lang.FR: "plier et coller", Lang.EN: "fold and glue"}
BLANK: Final = {Lang.FR: "rien au dos", Lang.EN: "nothing on the back"}
LAYER: Final = {Lang.FR: "Repères, plis et légendes", Lang.EN: "Marks, folds and labels"}
SUBJECT: Final = {Lang.FR: "Planches à imprimer et à découper", Lang.EN: "Sheets to print and cut"}
GUIDE: Final = {
    Lang.FR: {
        "title": "À fabriquer soi-même", "parts": "Dans la boîte", "sheets": "Planche par planche",
        "players": "joueurs", "age": "ans et plus", "minutes": "min",
    },
    Lang.EN: {
        "title": "Make it yourself", "parts": "In the box", "sheets": "Sheet by sheet",
        "players": "players", "age": "years and up", "minutes": "min",
    },
}  # fmt: skip
STEPS: Final = {
    Lang.FR: {
        "print": "**Imprimez à 100 %.** La règle de la planche mesure 50 mm.",
        "paper": "**Papier** de 200 à 300 g pour les cartes.",
        "paper-pad": "**Papier** de 200 à 300 g pour les cartes, ordinaire pour le bloc.",
        "paper-board": "**Papier** de 120 à 160 g, mat de préférence.",
        "flip-long": "**Recto verso,** feuille retournée sur le bord long.",
        "flip-short": "**Recto verso,** feuille retournée sur le bord court.",
        "fold": "**Pliez** sur les tirets, collez dos à dos, laissez sécher sous un livre.",
        "fronts": "**Recto seul :** glissez les cartes dans des protège-cartes à dos opaque.",
        "cut": "**Coupez** au cutter d'un repère à l'autre, d'un seul trait.",
        "standee": "**Figurine :** pliez tête contre tête, collez, écartez les pieds.",
        "board": "**Tuiles et jetons :** collez sur un carton de 1 à 2 mm avant de couper.",
    },
    Lang.EN: {
        "print": "**Print at 100 %.** The ruler on each sheet measures 50 mm.",
        "paper": "**Paper** of 200 to 300 g for the cards.",
        "paper-pad": "**Paper** of 200 to 300 g for the cards, plain for the pad.",
        "paper-board": "**Paper** of 120 to 160 g, rather not glossy.",
        "flip-long": "**Both sides,** paper turned over its long edge.",
        "flip-short": "**Both sides,** paper turned over its short edge.",
        "fold": "**Fold** along the dashes, glue back to back, dry under a book.",
        "fronts": "**Fronts only:** put the cards into sleeves with an opaque back.",
        "cut": "**Cut** with a knife from mark to mark, in one stroke.",
        "standee": "**Figure:** fold head to head, glue, spread its feet.",
        "board": "**Tiles and tokens:** glue onto card of 1 to 2 mm before you cut.",
    },
}  # fmt: skip
