"""The choices that have a name: languages, inks, sides, kinds and shapes of pieces."""

from __future__ import annotations

from enum import StrEnum


class Lang(StrEnum):
    """A language that pieces are printed in."""

    FR = "fr"
    EN = "en"


class Ink(StrEnum):
    """How much ink a face may use."""

    FULL = "full"
    LOW = "low"


class Side(StrEnum):
    """A side of a piece or of a sheet."""

    FRONT = "front"
    BACK = "back"


class Kind(StrEnum):
    """What a piece is, which decides how it is laid on a sheet."""

    CARD = "card"
    TILE = "tile"
    TOKEN = "token"
    STANDEE = "standee"
    """A figure that folds up: front and back head to head, with a foot at both ends."""
    PAD = "pad"
    """A leaf to write on: no back."""


class Shape(StrEnum):
    """The outline a piece is cut to."""

    RECT = "rect"
    CIRCLE = "circle"
