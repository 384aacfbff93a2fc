"""Write the layout of a deck from a guess of its columns: a band with the name, a picture, texts, numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Generator, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final, NamedTuple

from pnp.face.layout import KNOWN_VALUES
from pnp.geometry.units import Size, trim
from pnp.starter.guess import Guess, GuessedColumn
from pnp.starter.scaling import CardFit, Place

PALETTE: Final = ("#00688b", "#ad5a00", "#5e3c99", "#1b5e20", "#767676", "#222222", "#12355b", "#37474f")
"""Colours of groups: dark enough for white text, and different for people who are colour-blind."""
INK: Final = "#22313f"
PAPER: Final = "#fbf8f1"
STEPS: Final = ((1.0, 1.0), (0.8, 1.0), (0.65, 0.75), (0.5, 0.55), (0.35, 0.4), (0.35, 0.0))
"""Smallest type sizes and heights of pictures that are tried in turn, as fractions of the usual ones."""
_HEADING: Final = re.compile(r"^\[([a-z0-9-]+)\]$", re.MULTILINE)
_MIN: Final = re.compile(r"^min = .*\n", re.MULTILINE)
_WORDS: Final = frozenset({"and", "or", "not", "if", "else", "in", "is"})


class BoxPlaces(NamedTuple):
    """Boxes on an upright or wide card, in mm."""

    card: Size
    band: Place
    title: Place
    narrow_title: Place
    """Box of the name beside a number."""
    disc: Place
    disc_label: Place
    kind: Place
    text: Place
    """Area for picture, icons and texts, without numbers below it."""
    foot: float
    """Top of the numbers at the bottom."""


UPRIGHT: Final = BoxPlaces(
    Size(63, 88), (0, 0, 63, 21), (6, 6, 51, 13), (6, 6, 36, 13), (46, 5, 11, 11), (45, 16.5, 13, 3), (6, 22.5, 51, 5),
    (6, 29, 51, 53), 69,
)  # fmt: skip
WIDE: Final = BoxPlaces(
    Size(88, 63), (0, 0, 88, 18), (6, 5.5, 76, 10.5), (6, 5.5, 62, 10.5), (72, 5, 9, 9), (70, 14.3, 13, 2.7),
    (6, 19.5, 76, 5), (6, 26, 76, 31), 45,
)  # fmt: skip
PICTURE_HEIGHT: Final = 27.0
"""Height of the picture on an upright card, in mm."""
FOOT_DISC: Final = 9.0
"""Diameter of the discs at the bottom, in mm."""


def card_places(size: Size) -> BoxPlaces:
    """Return the boxes for a card of this shape."""
    return WIDE if size.width > size.height else UPRIGHT


def write_card_layout(guess: Guess, size: Size, step: int, without: frozenset[str] = frozenset()) -> str:
    """Return the layout of the fronts for a card size.

    `step` is an index into `STEPS`: later ones have smaller type and pictures. Boxes named in `without` are left out.
    """
    smallest, tall = STEPS[step]
    places = card_places(size)
    boxes = [box for box in _Writer(guess, places, smallest, tall).boxes() if box[1] not in without]
    head = [
        "# A guess from the headings and cells of the table: change what you like. Boxes are in mm (left, top, width,",
        "# height) and are drawn in this order; {name} is the content of a column.",
        *([f"# Not on the card: {_listed(guess.unused)}"] if guess.unused else []),
        f'ground = "{PAPER}"',
    ]
    text = "\n".join(head) + "\n" + "".join(f"\n# {why}\n[{name}]\n{keys}" for why, name, keys in boxes)
    return CardFit(places.card, size).layout(text)


def write_back_layout(decks: list[str], size: Size, others: int = 0) -> str:
    """Return the layout of the backs: each deck has another colour, and its title.

    `others` is the number of other decks in the game.
    """
    places = card_places(size)
    width, height = places.card
    colour = json.dumps(PALETTE[others % len(PALETTE)])
    if len(decks) > 1:
        named = ", ".join(f'"{deck}" = "{PALETTE[at % len(PALETTE)]}"' for at, deck in enumerate(decks, others))
        colour = f'{{ by = "deck.name", {named} }}'
    text = f"""\
# The backs: the same for all cards of a deck.
ground = {colour}

[frame]
rect = "none"
box = [6, 6, {width - 12:g}, {height - 12:g}]
stroke = {{ by = "ink", low = "{INK}", else = "#ffffff" }}
thickness = 0.5
radius = 3

[title]
text = "{{{"deck" if len(decks) + others > 1 else "game"}.title}}"
box = [10, {height / 2 - 12:g}, {width - 20:g}, 24]
style = "title"
align = "center"
colour = {{ by = "ink", low = "{INK}", else = "#ffffff" }}
"""
    return CardFit(places.card, size).layout(text)


def card_styles(size: Size) -> str:
    """Return the text styles of a game for a card size."""
    return CardFit(card_places(size).card, size).layout(f"""\
[styles.title]
font = ["Fredoka One", "Source Sans Pro"]
size = 6.6
min = 1.5
valign = "middle"
leading = 1.05

[styles.number]
font = ["Fredoka One", "Source Sans Pro"]
size = 6.5
min = 1.2
align = "center"
valign = "middle"
colour = "{INK}"
leading = 1

[styles.label]
size = 2.3
min = 0.9
align = "center"
leading = 1

[styles.kind]
weight = "bold"
size = 3.4
min = 1.2
valign = "middle"

[styles.rules]
size = 4.4
colour = "{INK}"

[styles.flavour]
style = "italic"
size = 3.8
colour = "#5a5148"
""")


def printed_columns(guess: Guess, text: str) -> list[GuessedColumn]:
    """Return the columns in the text of a box."""
    return [column for column in guess.printed if _cell(column) in text]


def with_smallest(layout: str, smallest: float, names: Collection[str]) -> str:
    """Return a layout in which the texts of these boxes have another smallest size, in mm."""
    parts = _HEADING.split(layout)
    for at in range(1, len(parts), 2):
        if parts[at] in names:
            parts[at + 1] = f"\nmin = {trim(smallest)}{_MIN.sub('', parts[at + 1])}"
    return parts[0] + "".join(f"[{name}]{keys}" for name, keys in zip(parts[1::2], parts[2::2], strict=True))


def box_at(layout: str, line: int, boxes: Mapping[str, Any]) -> list[str]:
    """Return the name of the box at a line of a layout; for a stack, the names of its boxes."""
    start = "".join(layout.splitlines(keepends=True)[:line])
    name = (_HEADING.findall(start) or [""])[-1]
    return list(boxes.get(name, {}).get("stack", [name] * (name in boxes)))


class _Writer:
    """Writes the boxes of a card."""

    def __init__(self, guess: Guess, places: BoxPlaces, smallest: float, tall: float) -> None:
        self._guess, self._places, self._smallest, self._tall = guess, places, smallest, tall
        self._tint = f'"{PALETTE[0]}"'
        if guess.group is not None:
            colours = {value: PALETTE[at % len(PALETTE)] for at, value in enumerate(_group_values(guess))}
            choices = ", ".join(f"{_quoted(value)} = {_quoted(colour)}" for value, colour in colours.items())
            self._tint = f'{{ by = {_quoted(_expression(guess.group.name))}, {choices}, else = "{PALETTE[-1]}" }}'

    def boxes(self) -> Iterator[tuple[str, str, str]]:
        """Yield an explanation, a name and the keys of each box."""
        guess, places = self._guess, self._places
        tinted = "colour of all cards" if guess.group is None else f"its colour shows {_quoted(guess.group.heading)}"
        yield f"A band at the top; {tinted}.", "band", f"rect = {self._tint}\nbox = {_box(places.band)}\nshade = true\n"
        corners = list(guess.corners)
        first = corners.pop(0) if corners else None
        if guess.title is not None:
            box = places.narrow_title if first else places.title
            marked = any("*" in cell or "<" in cell for cell in guess.title.cells)  # the title font has no bold
            yield (
                f"{_quoted(guess.title.heading)} has short texts that differ: the name.", "title",
                f'text = "{_cell(guess.title)}"\nbox = {_box(box)}\nstyle = "title"\n'
                f'colour = {{ by = "ink", low = "{INK}", else = "#ffffff" }}\n'
                + ('font = "Source Sans Pro"\n' if marked else ""),
            )  # fmt: skip
        if first is not None:
            label = f'colour = {{ by = "ink", low = "{INK}", else = "#ffffff" }}\n'
            yield from self._corner(first, 1, places.disc, places.disc_label, label)
        yield from self._kind()
        left, top, width, height = places.text
        if corners:
            height = places.foot - top - 1.5
        if guess.picture is not None and self._tall > 0:
            left, top, width, height = yield from self._picture((left, top, width, height))
        if guess.icons is not None:
            yield (
                f"{_quoted(guess.icons.heading)} has names of drawings in art/: a row of icons.", "icons",
                f'icons = "{_cell(guess.icons)}"\nbox = {_box((left, top, width, 6))}\nalign = "center"\n'
                f'when = "{_expression(guess.icons.name)} != \'\'"\n',
            )  # fmt: skip
            top, height = top + 7.5, height - 7.5
        yield from self._texts((left, top, width, height))
        wide = places.card.width
        middle = (wide - FOOT_DISC) / 2
        for number, (column, x) in enumerate(zip(corners, (6.0, wide - 6 - FOOT_DISC, middle), strict=False), 2):
            disc = (x, places.foot, FOOT_DISC, FOOT_DISC)
            start = max(5.0, min(x + FOOT_DISC / 2 - 9, wide - 23))
            below = (start, places.foot + FOOT_DISC + 0.4, 18.0, 3.0)
            yield from self._corner(column, number, disc, below, f'colour = "{INK}"\n')

    def _corner(
        self, column: GuessedColumn, number: int, disc: Place, label: Place, more: str
    ) -> Iterator[tuple[str, str, str]]:
        """Yield the boxes of a number on a disc, and of its heading below it."""
        when = f"when = \"{_expression(column.name)} != ''\"\n"
        why = f"{_quoted(column.heading)} has numbers: a corner, with the heading below it."
        yield (
            why, f"disc-{number}",
            f'disc = "#ffffff"\nbox = {_box(disc)}\nstroke = {self._tint}\nthickness = 0.6\n{when}',
        )  # fmt: skip
        x, y, width, height = disc
        inside = (x + 1, y + 1, width - 2, height - 2)
        yield (
            "The number,",
            f"number-{number}",
            f'text = "{_cell(column)}"\nbox = {_box(inside)}\nstyle = "number"\n{when}',
        )
        heading = column.heading.replace("\\", "").replace("{", "(").replace("}", ")").replace("*", "")
        heading = "".join(char for char in heading if char.isprintable())[:24]
        if number > 1:
            align = "left" if label[0] <= 5 else "right" if label[0] >= self._places.card.width - 23 else "center"
            more += f'align = "{align}"\n'
            if align != "center":
                label = (6.0 if align == "left" else self._places.card.width - 24, *label[1:])
        yield (
            "and its heading.",
            f"label-{number}",
            f'text = {_quoted(heading)}\nbox = {_box(label)}\nstyle = "label"\n{more}{when}',
        )

    def _kind(self) -> Iterator[tuple[str, str, str]]:
        """Yield the box of the group and of short texts."""
        columns = [column for column in (self._guess.group, *self._guess.details) if column is not None]
        if not columns:
            return
        why = f"{_listed([column.heading for column in columns])}: short texts on a line"
        why += ", so that colour is not the only sign." if self._guess.group else "."
        text = _cell(columns[0])
        for before, column in pairwise(columns):
            text += f"{{{_dot(before, column)}}}{_cell(column)}"
        keys = f'text = {_quoted(text)}\nbox = {_box(self._places.kind)}\nstyle = "kind"\ncolour = {self._tint}\n'
        yield why, "kind", keys

    def _picture(self, area: Place) -> Generator[tuple[str, str, str], None, Place]:
        """Yield the box of the picture, and return the area left for texts."""
        picture = self._guess.picture
        assert picture is not None  # noqa: S101 (the caller asks for it)
        left, top, width, height = area
        alone = not (self._guess.texts or self._guess.flavour or self._guess.icons)
        if self._places is WIDE:
            box: Place = (left, top, width if alone else 31, height)
            area = (left + 34, top, width - 34, height)
        else:
            tall = height if alone else PICTURE_HEIGHT * self._tall
            box, area = (left, top, width, tall), (left, top + tall + 2, width, height - tall - 2)
        fit = "contain" if all(cell.lower().endswith(".svg") for cell in picture.cells) else "cover"
        yield (
            f"{_quoted(picture.heading)} has names of files in art/: the picture.", "picture",
            f'image = "art/{_cell(picture)}"\nbox = {_box(box)}\nfit = "{fit}"\nradius = 1.5\n',
        )  # fmt: skip
        return area

    def _texts(self, area: Place) -> Iterator[tuple[str, str, str]]:
        """Yield the boxes of long texts, in a stack if there are several."""
        guess = self._guess
        texts = [(f"rules-{at}" if at > 1 else "rules", column, "rules") for at, column in enumerate(guess.texts, 1)]
        if guess.flavour is not None:
            texts.append(("flavour", guess.flavour, "flavour"))
        if not texts:
            return
        least = {"rules": 2.4, "flavour": 2.2}

        def keys(column: GuessedColumn, style: str) -> str:
            smallest = trim(round(least[style] * self._smallest, 2))
            return f'text = "{_cell(column)}"\nstyle = "{style}"\nmin = {smallest}\n'

        if len(texts) == 1:
            [(name, column, style)] = texts
            yield f"{_quoted(column.heading)} has long texts.", name, f"{keys(column, style)}box = {_box(area)}\n"
            return
        named = ", ".join(f'"{name}"' for name, _, _ in texts)
        yield (
            "Texts below each other: each is as high as its content, and all shrink together.", "texts",
            f"stack = [{named}]\nbox = {_box(area)}\ngap = 2\n",
        )  # fmt: skip
        for name, column, style in texts:
            yield f"{_quoted(column.heading)} has long texts.", name, keys(column, style)


def _group_values(guess: Guess) -> list[str]:
    """Return the values of the group; in several languages, the same colours again for each."""
    return [] if guess.group is None else guess.group.distinct


def _expression(name: str) -> str:
    """Return a column as layouts write it in conditions."""
    return f"piece.{name}" if name in KNOWN_VALUES or name in _WORDS else name


def _cell(column: GuessedColumn) -> str:
    return f"{{{_expression(column.name)}}}"


def _dot(first: GuessedColumn, second: GuessedColumn) -> str:
    """Return the expression for a dot between two columns that are not empty."""
    return f"' · ' if {_expression(first.name)} != '' and {_expression(second.name)} != '' else ''"


def _box(place: Place) -> str:
    return f"[{', '.join(trim(number) for number in place)}]"


def _listed(headings: list[str]) -> str:
    return ", ".join(map(_quoted, headings))


def _quoted(text: str) -> str:
    """Return a text as a basic string of TOML, on one line."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False).replace("\x7f", "")
