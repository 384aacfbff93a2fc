"""The words on a sheet's rim, in each language."""

from __future__ import annotations

from typing import Final

from pnp.spec.model import Lang, Side

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
