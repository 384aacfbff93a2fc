"""What the options of a draw call mean: lengths, places, colours, texts and fonts of Squib in the terms of pnp."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from pnp.geometry.units import MM_PER_INCH
from pnp.spec.table import slugify
from pnp.spec.values import parse_colour
from pnp.starter.squib.deck import SquibDeck
from pnp.starter.squib.folder import SquibFolder, cell_text
from pnp.starter.squib.layout import parse_length
from pnp.starter.squib.script import MOST_OPTIONS, Draw, Filled, Picked, describe_value, escape

SMALLEST_POINTS: Final = 5.0
"""Size, in points, to which texts may shrink if they do not fit; Squib would cut them off."""
FALLBACK_FONT: Final = "Source Sans Pro"
PLAIN_FONTS: Final = frozenset({"sans", "sans-serif", "arial", "helvetica", "verdana", "source sans pro", ""})
"""Families that pnp's sans serif replaces without a note."""
OWN_FONTS: Final = {"source sans pro": FALLBACK_FONT, "fredoka one": "Fredoka One"}
"""Families that are part of pnp, by name in lower case."""
_BOLD: Final = frozenset({"bold", "semi-bold", "semibold", "demi-bold", "ultra-bold", "extra-bold", "heavy", "black"})
_OTHER: Final = frozenset({"condensed", "semi-condensed", "expanded", "semi-expanded", "small-caps"})
_RESERVED: Final = frozenset({"b", "i", "u", "br", "strong", "em", "span", "normal", "italic"})
"""Names that texts use for markup; a style has another name."""

Place = tuple[float, float, float, float]
"""Left, top, width and height, in pixels."""


class DrawOptions:
    """The options of one draw call, with those of the layout's entry. An unknown value is noted and replaced."""

    def __init__(self, folder: SquibFolder, deck: SquibDeck, draw: Draw, options: dict[str, Any]) -> None:
        self.folder, self.deck, self.draw = folder, deck, draw
        self._options = options

    def __contains__(self, key: str) -> bool:
        return key in self._options

    def __iter__(self) -> Iterator[str]:
        return iter(self._options)

    def get(self, key: str, usual: Any = None) -> Any:
        """Return an option as the script gives it; `usual` if it is not given."""
        return self._options.get(key, usual)

    def lost(self, message: str) -> None:
        """Note what the project does not take from the call."""
        self.folder.note(self.deck.call.file, self.draw.line, message)

    def range(self) -> str:
        """Return the condition for the cards of a `range:`, or an empty text for all."""
        given = self.draw.options.get("range", "all")
        if given == "all":
            return ""
        cards = [given] if isinstance(given, int) else given
        pieces = self.deck.table.pieces() if self.deck.table else list(range(10_000))
        if not isinstance(cards, list) or not all(isinstance(card, int) and 0 <= card < len(pieces) for card in cards):
            self.lost(f"{self.draw.name} has the range {describe_value(given)}; choose the cards by a column with when")
            return ""
        places = sorted({pieces[card] + 1 for card in cards})
        if self.deck.table is not None and len(self.deck.table.pieces()) != len(self.deck.table.rows):
            self.lost(f"{self.draw.name} is drawn on some copies; pnp draws it on all copies of these rows")
        return f"deck.place in {places}" if len(places) < 200 else ""

    def word(self, key: str, known: tuple[str, ...], usual: str) -> str:
        """Return one of the known words; `usual` if the option is not given or has another value."""
        value = str(self.get(key, usual)).lower().strip()
        if value in known:
            return value
        self.lost(f"{self.draw.name} has the {key} {describe_value(self.get(key))}; {usual} is used")
        return usual

    def length(self, key: str, usual: float | None) -> float | None:
        """Return a length in pixels; `usual` if it is not given or cannot be known."""
        value = self.get(key)
        if value is None:
            return usual
        whole = self.deck.height if key in ("y", "height", "y1", "y2") else self.deck.width
        if isinstance(value, str):
            text = value.strip()
            unit = re.search(r"\d\s*(mm|in|cm|pt)\s*$", text)
            self.deck.units[unit[1] if unit else "px"] += 1
            if text in ("auto", "native", "scale"):
                return usual
            match = re.fullmatch(r"(middle|center|deck)\s*(?:([-+/])\s*(.+))?", text)
            if match:
                start = whole if match[1] == "deck" else whole / 2
                change = parse_length(match[3], self.deck.dpi, self.deck.cell) if match[3] else 0.0
                if change is not None:
                    if match[2] == "/":
                        return start / change if change else usual
                    return start + (-change if match[2] == "-" else change)
        else:
            self.deck.units["px"] += 1
        length = parse_length(value, self.deck.dpi, self.deck.cell) if isinstance(value, str | int | float) else None
        if length is None or abs(length) > 30_000:
            self.lost(f"{self.draw.name} has the {key} {describe_value(value)}")
            return usual
        return length

    def place(self, width: float | None, height: float | None) -> Place:
        """Return left, top, width and height in pixels; without a size, up to the safe zone."""
        x = self.length("x", 0.0) or 0.0
        y = self.length("y", 0.0) or 0.0
        rim = self.deck.bleed + 3 / MM_PER_INCH * self.deck.dpi
        wide = self.length("width", width)
        high = self.length("height", height)
        wide = wide if wide is not None else _rest(self.deck.width, x, rim)
        high = high if high is not None else _rest(self.deck.height, y, rim)
        return x, y, max(wide, 1.0), max(high, 1.0)

    def turned(self, place: Place) -> tuple[Place, float]:
        """Return the box and rotation in degrees; Squib turns around the upper left corner, pnp around the centre."""
        value = self.get("angle", 0)
        if isinstance(value, str) and value.endswith("deg"):
            value = math.radians(float(value[:-3])) if re.fullmatch(r"-?\d+(\.\d+)?deg", value) else None
        if not isinstance(value, int | float) or abs(value) > 100:
            self.lost(f"{self.draw.name} has the angle {describe_value(self.get('angle'))}")
            return place, 0.0
        x, y, width, height = place
        cos, sin = math.cos(value), math.sin(value)
        middle = x + width / 2 * cos - height / 2 * sin, y + width / 2 * sin + height / 2 * cos
        degrees = round(math.degrees(value) % 360, 2)
        return (middle[0] - width / 2, middle[1] - height / 2, width, height), degrees

    def colour(self, key: str, usual: str) -> Any:
        """Return a colour, "none", or a choice of colours by a column; `usual` if the value is unknown."""
        value = self.get(key, usual)
        if isinstance(value, Filled) and value.column:
            cells = [cell for cell in dict.fromkeys(value.per_row()) if cell]
            value = Picked(value, {cell: cell for cell in cells}) if len(cells) <= MOST_OPTIONS else value
        if isinstance(value, Picked) and value.by.column:
            colours = {cell: self._one_colour(each) for cell, each in value.options.items()}
            rest = self._one_colour(value.otherwise) if value.otherwise is not None else "#000000"
            if all(isinstance(each, str) for each in colours.values()):
                return {"by": value.by.table.name(value.by.column)} | _choices(colours) | {"else": rest or "#000000"}
        colour = self._one_colour(value) if isinstance(value, str) else None
        if colour is None:
            self.lost(f"{self.draw.name} has the {key} {describe_value(value)}; {usual} is used")
            return self._one_colour(usual) or "none"
        return colour

    def _one_colour(self, value: Any) -> str | None:
        """Return a colour for pnp, "none" if it is transparent, or None if it is not a colour."""
        text = str(value).strip()
        custom = self.folder.config.get("custom_colors")
        if isinstance(custom, dict) and text in custom:
            text = str(custom[text])
        if re.fullmatch(r"#[0-9a-fA-F]{3}0|#[0-9a-fA-F]{6}00", text):
            return "none"
        if re.fullmatch(r"#[0-9a-fA-F]{4}", text):
            text = text[:4]
        if re.fullmatch(r"#[0-9a-fA-F]{8}", text):
            text = text[:7]
        if re.fullmatch(r"#([0-9a-fA-F]{12})", text):
            text = f"#{text[1:3]}{text[5:7]}{text[9:11]}"
        if text.lower() in ("clear", "transparent", "none"):
            return "none"
        return parse_colour(text.lower().replace("_", "").replace(" ", "") if not text.startswith("#") else text)

    def content(self, value: Any, *, text: bool) -> Any:
        """Return a text or file name for the layout; None if it cannot be known."""
        if isinstance(value, Filled):
            if value.table is not self.deck.table:
                self.lost(f"{self.draw.name} uses another table: {value.table.file}")
                return None
            return value.text
        if isinstance(value, Picked) and value.by.column and value.by.table is self.deck.table:
            shown = {cell: self.content(each, text=text) for cell, each in value.options.items()}
            if all(isinstance(each, str) for each in shown.values()) and len(shown) <= MOST_OPTIONS:
                rest = "" if value.otherwise is None else str(value.otherwise)
                return {"by": value.by.table.name(value.by.column)} | _choices(shown) | {"else": rest}
        if isinstance(value, list) and all(isinstance(each, str | int | float) or each is None for each in value):
            return self._as_column(value)
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            return escape(str(value)) if text else str(value)
        what = "shows" if text else "places"
        self.lost(f"{self.draw.name} {what} {describe_value(value)}, which only Ruby can compute; make it a column")
        return None

    def _as_column(self, values: list[Any]) -> Any:
        """Return a column in braces for an array with a value for each card."""
        if self.deck.table is not None:
            self.lost(f"{self.draw.name} has an array with a value for each card; make it a column of the table")
            return None
        entry = self.draw.options.get("layout")
        name = slugify(entry if isinstance(entry, str) else self.draw.name)[:30] or "text"
        made, number = name, 2
        while made in self.deck.columns and self.deck.columns[made] != list(map(cell_text, values)):
            made, number = f"{name}_{number}", number + 1
        self.deck.columns[made] = list(map(cell_text, values))
        return f"{{{made}}}"


@dataclass
class SquibFont:
    """A font as a style of pnp."""

    name: str
    families: list[str]
    points: float
    bold: bool
    italic: bool
    smallest: float
    """Size, in points, to which texts may shrink."""
    source: str
    """The font as Squib describes it."""


class SquibFonts:
    """The styles of a game: one for each family, size, weight and slant that its decks use."""

    def __init__(self, folder: SquibFolder) -> None:
        self._folder = folder
        self.styles: list[SquibFont] = []

    def style(self, options: DrawOptions) -> SquibFont:
        """Return the style of a text."""
        described = options.get("font", options.deck.font)
        if not isinstance(described, str):
            options.lost(f"text has the font {describe_value(described)}; {options.deck.font} is used")
            described = options.deck.font
        families, points, bold, italic = read_font(described)
        size = options.get("font_size")
        if isinstance(size, int | float) and not isinstance(size, bool):
            points = float(size)
        elif size is not None:
            options.lost(f"text has the font_size {describe_value(size)}; texts shrink to fit their box")
        points = min(max(points, 1.0), 400.0)
        found = self._found_families(options, families)
        styles = [style for family in found for style in self._folder.families.get(family.lower(), [])]
        bold = bold and (not styles or any(style.bold for style in styles)) and found != ["Fredoka One"]
        italic = italic and (not styles or any(style.italic for style in styles)) and found != ["Fredoka One"]
        for font in self.styles:
            if (font.families, font.points, font.bold, font.italic) == (found, points, bold, italic):
                return font
        source = re.sub(r"[\d.]+\s*$", "", described).strip() + f" {points:g}"
        name = self._new_name(options)
        font = SquibFont(name, found, points, bold, italic, min(points, SMALLEST_POINTS), source)
        self.styles.append(font)
        return font

    def _new_name(self, options: DrawOptions) -> str:
        """Return a name that is not taken: that of the layout's entry or of the column."""
        entry = options.get("layout") or options.draw.options.get("layout")
        content = options.draw.options.get("str")
        called = entry if isinstance(entry, str) else content.column if isinstance(content, Filled) else "text"
        base = slugify(called, "-").strip("-")[:30] or "text"
        base = base if re.fullmatch(r"[a-z][a-z0-9_-]*", base) else f"text-{base}"
        base = base if base not in _RESERVED else f"{base}-text"
        taken, name, number = {font.name for font in self.styles}, base, 2
        while name in taken:
            name, number = f"{base}-{number}", number + 1
        return name

    def _found_families(self, options: DrawOptions, families: list[str]) -> list[str]:
        """Return the families that the folder or pnp has; the fallback if there is none."""
        own = self._folder.families
        found = [
            own[family.lower()][0].family if family.lower() in own else OWN_FONTS[family.lower()]
            for family in families
            if family.lower() in own or family.lower() in OWN_FONTS
        ]
        unknown = [family for family in families if family.lower() not in PLAIN_FONTS]
        if not found and unknown:
            hint = f"{FALLBACK_FONT} is used; put its file into fonts/ and its name into the style"
            options.lost(f"the font {unknown[0]} is not in the folder; {hint}")
        return found or [FALLBACK_FONT]


def read_font(described: str) -> tuple[list[str], float, bool, bool]:
    """Return the families, size in points, boldness and slant of a font as Pango describes it.

    >>> read_font("Open Sans, Sans Semi-Bold Italic 18")
    (['Open Sans', 'Sans'], 18.0, True, True)
    """
    match = re.fullmatch(r"(.*?)\s*(\d+(?:\.\d+)?)?(?:px|pt)?\s*", described, re.DOTALL)
    words, points = (match[1], float(match[2] or 12)) if match else (described, 12.0)
    families = [part.strip() for part in words.split(",")]
    bold = italic = False
    last = families[-1].split() if families else []
    while last:
        word = last[-1].lower()
        if word not in (_BOLD | _OTHER | {"italic", "oblique"}) or (len(last) == 1 and len(families) == 1):
            break
        bold, italic = bold or word in _BOLD, italic or word in ("italic", "oblique")
        last.pop()
    families = [*families[:-1], " ".join(last)]
    return [family for family in families if family], points, bold, italic


def _rest(whole: float, start: float, rim: float) -> float:
    """Return the length from a position to the safe zone, or to the edge if there is no room."""
    return whole - rim - start if whole - rim - start >= rim else max(whole - start, rim)


def _choices(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a choice that do not clash with its other keys."""
    return {cell: value for cell, value in options.items() if cell not in ("by", "else", "")}
