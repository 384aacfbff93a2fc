"""Turn a folder with Squib decks into the files of a project: game.toml, a layout for each deck, tables, pictures."""

from __future__ import annotations

import csv
import io
import json
import math
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from pnp.errors import Location, PnpError, Problem, SpecError, os_problem
from pnp.face.layout import BOX_NAME, LAYOUT_KEYS
from pnp.geometry.units import MM_PER_INCH, MM_PER_POINT, UNITS
from pnp.pictures.formats import inspect_picture
from pnp.spec.reader import is_workbook, parse_rows
from pnp.spec.table import COUNT_HEADINGS, slugify
from pnp.spec.values import CONTROL, MAX_PIECE_SIZE, MIN_PIECE_SIZE, parse_colour
from pnp.starter.squib.layout import BUILT_IN, expand_layout, parse_length, parse_yaml, read_entries
from pnp.starter.squib.ruby import parse_ruby
from pnp.starter.squib.script import (
    MOST_OPTIONS,
    PROOFS,
    SAVES,
    DeckCall,
    Draw,
    Filled,
    Picked,
    Script,
    SquibTable,
    Unknown,
    escape,
)
from pnp.starter.styles import NewGame
from pnp.store.files import read_file
from pnp.text.font_files import FontStyle, read_styles
from pnp.worker.limits import DEFAULT_LIMITS
from pnp.worker.progress import begin_step
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

LARGEST_SCRIPT: Final = 1_000_000
"""Maximum size of a script, in bytes."""
LARGEST_TABLE: Final = 32_000_000
"""Maximum size of a table, in bytes."""
MOST_FILES: Final = 5_000
"""Maximum number of files that are looked at in the folder."""
MOST_SCRIPTS: Final = 60
"""Maximum number of scripts that are read."""
MOST_COPIED: Final = 2_000
"""Maximum number of pictures and fonts that are copied."""
SMALLEST_POINTS: Final = 5.0
"""Size, in points, to which texts may shrink if they do not fit; Squib would cut them off."""
FALLBACK_FONT: Final = "Source Sans Pro"
PLAIN_FONTS: Final = frozenset({"sans", "sans-serif", "arial", "helvetica", "verdana", "source sans pro", ""})
"""Families that pnp's sans serif replaces without a note."""
OWN_FONTS: Final = {"source sans pro": FALLBACK_FONT, "fredoka one": "Fredoka One"}
_FONT_FILES: Final = (".ttf", ".otf", ".ttc", ".woff", ".woff2")
_SKIPPED: Final = frozenset({"_output", "output", "vendor", "node_modules", "spec", "test"})
_BOLD: Final = frozenset({"bold", "semi-bold", "semibold", "demi-bold", "ultra-bold", "extra-bold", "heavy", "black"})
_LIGHT: Final = frozenset(
    {"thin", "ultra-light", "extra-light", "light", "semi-light", "book", "regular", "medium", "normal"}
)
_OTHER: Final = frozenset({"condensed", "semi-condensed", "expanded", "semi-expanded", "small-caps"})
_DRAWN: Final = (
    "mask", "blend", "crop_x", "crop_y", "crop_width", "crop_height", "flip_horizontal", "flip_vertical",
)  # fmt: skip
"""Options of pictures that only a drawing program can replace."""
_PROOF_ENTRIES: Final = ("cut", "safe", "cut_line", "safe_zone", "cut_zone", "cutline", "bleed")


@dataclass
class Converted:
    """The files of a project."""

    files: dict[str, bytes]
    """Contents by path: `game.toml` and tables in the folder of the game, layouts in that of its templates."""
    copied: dict[str, str]
    """Files to copy: paths in the project, and in the folder with the deck."""
    notes: list[str]
    """What was not carried over, with file and line."""


class _Box(NamedTuple):
    name: str
    comment: str
    keys: dict[str, Any]
    """Keys of the layout, with lengths in pixels."""
    is_open: bool = False
    """Whether it has no height in Squib: it ends where the next box begins."""


@dataclass
class _Font:
    """A font as a style of pnp."""

    families: list[str]
    points: float
    bold: bool
    italic: bool
    smallest: float
    source: str
    name: str = ""


@dataclass
class _Deck:
    """A deck of pnp that is being made."""

    name: str
    call: DeckCall
    dpi: float
    cell: float
    width: float
    height: float
    bleed: float = 0.0
    layout: dict[str, dict[str, Any]] = field(default_factory=dict)
    boxes: list[_Box] = field(default_factory=list)
    ground: Any = None
    font: str = "Arial 12"
    table: SquibTable | None = None
    columns: dict[str, list[str]] = field(default_factory=dict)
    """Columns written as arrays in the script."""
    units: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    cut: bool = False
    """Whether the script draws cut lines or safe zones."""


def squib_files(game: NewGame, source: Path) -> tuple[dict[str, bytes], list[str]]:
    """Return the files of a game that is made from a Squib project or script, and what was not carried over.

    Raise PnpError if there is no deck, or a file cannot be read.
    """
    where = Location(str(source))
    if not source.exists():
        raise PnpError(Problem(where, "does not exist", "give the folder with deck.rb", code="E0101"))
    found = run_in_worker(convert_squib, DEFAULT_LIMITS, source, game.name, game.title, str(game.lang))
    files: dict[str, bytes] = {}
    for name, content in found.files.items():
        layout = name.removeprefix("templates/")
        files[f"templates/{game.name}/{layout}" if layout != name else f"components/{game.name}/{name}"] = content
    try:
        files |= {name: read_file(source_root(source) / path) for name, path in found.copied.items()}
    except OSError as error:
        raise PnpError(os_problem(error, where, "cannot be copied")) from None
    return files, found.notes


@task
def convert_squib(folder: Path, name: str, title: str, lang: str) -> Converted:
    """Read the Squib decks in a folder, or of one script, and return a project for the game `name`.

    Raise PnpError if there is no deck, or a layout or table is not valid.
    """
    begin_step(Location(str(folder)))
    return _Conversion(folder, name, title, lang).convert()


class _Conversion:
    def __init__(self, folder: Path, name: str, title: str, lang: str) -> None:
        self._name, self._title, self._lang = name, title, lang
        self._only = folder.name if folder.is_file() else ""
        self._root = source_root(folder)
        self._said: list[str] = []
        self._files: dict[str, bytes] = {}
        self._copied: dict[str, str] = {}
        self._tables: dict[tuple[str, int, str], SquibTable] = {}
        self._references: dict[int, str] = {}
        self._icons: dict[str, str] = {}
        self._fonts: list[_Font] = []
        self._families: dict[str, list[FontStyle]] = {}
        self._smart = False
        self._current: _Deck | None = None
        self._config: dict[str, Any] = {}

    def convert(self) -> Converted:
        """Return the files of the project."""
        paths = sorted(_files(self._root))
        scripts = [path for path in paths if path.suffix == ".rb" and self._only in ("", path.name)][:MOST_SCRIPTS]
        self._read_config()
        self._read_fonts(paths)
        calls: list[DeckCall] = []
        for path in scripts:
            calls += self._script(path)
        if not calls:
            hint = "give the folder of the Squib project, or the script that calls Squib::Deck.new"
            raise PnpError(Problem(Location(str(self._root)), "has no Squib deck", hint, code="E0101"))
        decks = [self._deck(call, name) for call, name in zip(calls, _deck_names(calls), strict=True)]
        for deck in decks:
            for draw in deck.call.draws:
                self._draw(deck, draw)
            self._finish(deck)
        self._files["game.toml"] = self._game(decks).encode()
        return Converted(self._files, self._copied, self._said)

    def _say(self, file: str, line: int, message: str) -> None:
        note = f"{file}:{line}: {message}" if line else f"{file}: {message}"
        if note not in self._said:
            self._said.append(note)

    # ---------------------------------------------------------------- files

    def _find(self, reference: str, *folders: str) -> Path | None:
        """Return a file in the folder of the deck; None if it is elsewhere or missing."""
        for folder in (*folders, ""):
            path = self._root / folder / reference.replace("\\", "/")
            try:
                inside = Path(os.path.realpath(path)).is_relative_to(os.path.realpath(self._root))
                if inside and path.is_file():
                    return path
            except (OSError, ValueError):
                continue
        return None

    def _read(self, path: Path, largest: int) -> bytes:
        try:
            return read_file(path, largest)
        except OSError as error:
            raise PnpError(os_problem(error, Location(self._relative(path)), "cannot be read")) from None

    def _relative(self, path: Path) -> str:
        return path.relative_to(self._root).as_posix() if path.is_relative_to(self._root) else path.name

    def _read_config(self) -> None:
        path = self._find("config.yml")
        if path is not None:
            found = parse_yaml(self._read(path, LARGEST_SCRIPT), Location("config.yml"))
            self._config = found if isinstance(found, dict) else {}

    def _read_fonts(self, paths: Iterable[Path]) -> None:
        for path in [path for path in paths if path.suffix.lower() in _FONT_FILES][:60]:
            try:
                styles = read_styles(path, Location(self._relative(path)))
            except (PnpError, OSError) as error:
                self._say(self._relative(path), 0, f"is not a usable font ({error})")
                continue
            for style in styles:
                self._families.setdefault(style.family.lower(), []).append(style)
            self._copied[f"fonts/{path.name}"] = self._relative(path)

    def _script(self, path: Path) -> list[DeckCall]:
        file = self._relative(path)
        text = self._read(path, LARGEST_SCRIPT).decode("utf-8", "replace")
        if "Deck.new" not in text:
            return []
        script = Script(file, self._open_table, self._say)
        try:
            script.run(parse_ruby(text))
        except RecursionError:
            self._say(file, 1, "is nested too deeply; it was read in part")
        return script.decks

    def _open_table(self, kind: str, file: str, number: int, copies: str) -> SquibTable | None:
        if (file, number, copies) in self._tables:
            return self._tables[file, number, copies]
        path = self._find(file)
        if path is None or not 0 <= number < 1000:
            return None
        content, where = self._read(path, LARGEST_TABLE), Location(file)
        sheet: str | None = None
        target = path.name
        if kind == "yaml":
            rows = parse_yaml(content, where)
            rows = rows if isinstance(rows, list) else []
            target = f"{path.stem}.json"
            content = json.dumps([_plain_row(row) for row in rows if isinstance(row, dict)], indent=1).encode()
        elif is_workbook(content):
            names = _sheet_names(content, where)
            if number >= len(names):
                return None
            sheet = names[number]
        found = parse_rows(content, where, sheet)
        if not found:
            return None
        headings = tuple(found[0].cells)
        table = SquibTable(file, number, copies, headings, [row.cells for row in found[1:]])
        self._tables[file, number, copies] = table
        self._files.setdefault(target, content)
        self._references[id(table)] = target if sheet is None or number == 0 else f"{target}#{sheet}"
        return table

    # ---------------------------------------------------------------- decks

    def _deck(self, call: DeckCall, name: str) -> _Deck:
        options = call.options
        dpi = options.get("dpi", 300)
        dpi = float(dpi) if isinstance(dpi, int | float) and 10 <= dpi <= 2400 else 300.0
        cell = parse_length(self._config.get("cell_px", 37.5)) or 37.5
        sides: list[float] = []
        for key, usual in (("width", 825.0), ("height", 1125.0)):
            length = parse_length(options.get(key, usual), dpi, cell)
            if length is None or not MIN_PIECE_SIZE <= length / dpi * MM_PER_INCH <= MAX_PIECE_SIZE + 50:
                self._say(call.file, call.line, f"has the {key} {_told(options.get(key))}; {usual:g} pixels are used")
                length = usual
            sides.append(length)
        deck = _Deck(name, call, dpi, cell, sides[0], sides[1])
        self._current = deck
        for file in _texts(options.get("layout")):
            self._add_layout(deck, file, call.line)
        for draw in call.draws:
            if draw.name == "use_layout":
                for file in _texts(draw.options.get("file", "layout.yml")):
                    self._add_layout(deck, file, draw.line)
        deck.bleed = self._bleed(deck)
        tables = Counter(id(table) for table in _tables_used(call))
        known = {id(table): table for table in _tables_used(call)}
        if tables:
            deck.table = known[tables.most_common(1)[0][0]]
            if len(tables) > 1:
                self._say(call.file, call.line, "uses several tables; a deck of pnp has one, so combine them")
        return deck

    def _add_layout(self, deck: _Deck, file: str, line: int) -> None:
        path = self._find(file)
        if path is None:
            if file not in BUILT_IN:
                self._say(deck.call.file, line, f"uses the layout {file}, which does not exist")
                return
            entries = {name: dict(entry) for name, entry in BUILT_IN[file].items()}
        else:
            entries = read_entries(self._read(path, LARGEST_SCRIPT), Location(file))
        notes: list[str] = []
        deck.layout |= entries
        expand_layout(deck.layout, deck.dpi, deck.cell, notes)
        for note in notes:
            self._say(file, 0, note)

    def _bleed(self, deck: _Deck) -> float:
        """Return the distance from the edge of Squib's canvas to the cut, in pixels."""
        found: list[float | None] = []
        for draw in deck.call.draws:
            if draw.name in SAVES:
                found.append(parse_length(draw.options.get("trim"), deck.dpi, deck.cell))
            elif draw.name == "cut_zone":
                found.append(parse_length(draw.options.get("margin", "0.125in"), deck.dpi, deck.cell))
        entry = next((deck.layout[name] for name in ("cut", "cut_line", "cutline") if name in deck.layout), {})
        found.append(parse_length(entry.get("x"), deck.dpi, deck.cell))
        width, height = deck.width / deck.dpi, deck.height / deck.dpi
        if any(abs(width - wide) < 0.01 and abs(height - high) < 0.01 for wide, high in _WITH_BLEED):
            found.append(0.125 * deck.dpi)
        usable = [each for each in found if each and 0 < each < min(deck.width, deck.height) / 4]
        return usable[0] if usable else 0.0

    # ---------------------------------------------------------------- calls

    def _draw(self, deck: _Deck, draw: Draw) -> None:
        self._current = deck
        if draw.name in SAVES or draw.name == "use_layout":
            return
        if draw.name in PROOFS:
            deck.cut = True
            return
        if draw.name in ("set", "set_font"):
            font = draw.options.get("font")
            deck.font = font if isinstance(font, str) else deck.font
            return
        if draw.name == "background":
            self._background(deck, draw)
            return
        makers = {
            "text": self._text, "svg": self._image, "png": self._image, "rect": self._rect, "circle": self._circle,
            "ellipse": self._ellipse, "line": self._line,
        }  # fmt: skip
        if draw.name not in makers:
            self._lost(deck, draw, f"draws a {draw.name}; draw it as an SVG file and place it with image")
            return
        for condition, entry, options in self._variants(deck, draw):
            if entry in _PROOF_ENTRIES and draw.name == "rect":
                deck.cut = True
                continue
            keys = makers[draw.name](deck, draw, options)
            if keys is None:
                continue
            when = [each for each in (condition, self._range(deck, draw)) if each]
            if when:
                keys["when"] = " and ".join(when)
            name = self._box_name(deck, entry, draw, options)
            is_open = draw.name == "text" and options.get("height", "auto") == "auto"
            deck.boxes.append(_Box(name, f"{draw.name}, {deck.call.file}:{draw.line}", keys, is_open))

    def _lost(self, deck: _Deck, draw: Draw, message: str) -> None:
        self._say(deck.call.file, draw.line, message)

    def _variants(self, deck: _Deck, draw: Draw) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Yield a condition, the entry of the layout and the options, for each layout that a call uses."""
        chosen = draw.options.get("layout")
        given = {key: value for key, value in draw.options.items() if key != "layout"}
        if chosen is None or isinstance(chosen, str):
            yield "", str(chosen or ""), self._entry(deck, draw, str(chosen or "")) | given
            return
        by, names = "", dict[str, list[str]]()
        if isinstance(chosen, Filled) and chosen.column:
            by = chosen.table.name(chosen.column)
            names = {cell: [cell] for cell in dict.fromkeys(chosen.per_row()) if cell in deck.layout}
        elif isinstance(chosen, Picked) and chosen.by.column:
            by = chosen.by.table.name(chosen.by.column)
            for cell, name in chosen.options.items():
                names.setdefault(str(name), []).append(cell)
        if not names or len(names) > MOST_OPTIONS:
            self._lost(deck, draw, f"{draw.name} has a layout for each card: {_told(chosen)}")
            return
        for name, cells in names.items():
            quoted = [f"'{cell}'" for cell in cells if "'" not in cell]
            condition = f"{by} == {quoted[0]}" if len(quoted) == 1 else f"{by} in [{', '.join(quoted)}]"
            yield condition, name, self._entry(deck, draw, name) | given

    def _entry(self, deck: _Deck, draw: Draw, name: str) -> dict[str, Any]:
        if name and name not in deck.layout:
            self._lost(
                deck, draw, f"{draw.name} uses the layout {name}, which does not exist; Squib’s defaults are used"
            )
        return deck.layout.get(name, {})

    def _box_name(self, deck: _Deck, entry: str, draw: Draw, options: dict[str, Any]) -> str:
        content = options.get("str", options.get("file"))
        called = content.column if isinstance(content, Filled) else content if isinstance(content, str) else ""
        name = slugify(entry or Path(called).stem[:30] or draw.name, "-").strip("-")[:40] or draw.name
        name = name if BOX_NAME.fullmatch(name) and name not in LAYOUT_KEYS else f"{draw.name}-{name}"[:50]
        name = re.sub(r"[^A-Za-z0-9_-]", "", name) or draw.name
        taken, made, number = {box.name for box in deck.boxes}, name, 2
        while made in taken:
            made, number = f"{name}-{number}", number + 1
        return made

    def _range(self, deck: _Deck, draw: Draw) -> str:
        """Return the condition for the cards of a `range:`, or an empty text for all."""
        given = draw.options.get("range", "all")
        if given == "all":
            return ""
        cards = [given] if isinstance(given, int) else given
        pieces = deck.table.pieces() if deck.table else list(range(10_000))
        if not isinstance(cards, list) or not all(isinstance(card, int) and 0 <= card < len(pieces) for card in cards):
            self._lost(deck, draw, f"{draw.name} has the range {_told(given)}; choose the cards by a column with when")
            return ""
        places = sorted({pieces[card] + 1 for card in cards})
        if deck.table is not None and len(deck.table.pieces()) != len(deck.table.rows):
            self._lost(deck, draw, f"{draw.name} is drawn on some copies; pnp draws it on all copies of these rows")
        return f"deck.place in {places}" if len(places) < 200 else ""

    # ---------------------------------------------------------------- values

    def _length(self, deck: _Deck, draw: Draw, options: dict[str, Any], key: str, usual: float | None) -> float | None:
        """Return a length in pixels; `usual` if it is not given or cannot be known."""
        value = options.get(key)
        if value is None:
            return usual
        whole = deck.height if key in ("y", "height", "y1", "y2") else deck.width
        if isinstance(value, str):
            text = value.strip()
            unit = re.search(r"\d\s*(mm|in|cm|pt)\s*$", text)
            deck.units[unit[1] if unit else "px"] += 1
            if text in ("auto", "native", "scale"):
                return usual
            match = re.fullmatch(r"(middle|center|deck)\s*(?:([-+/])\s*(.+))?", text)
            if match:
                start = whole if match[1] == "deck" else whole / 2
                change = parse_length(match[3], deck.dpi, deck.cell) if match[3] else 0.0
                if change is not None:
                    if match[2] == "/":
                        return start / change if change else usual
                    return start + (-change if match[2] == "-" else change)
        else:
            deck.units["px"] += 1
        length = parse_length(value, deck.dpi, deck.cell) if isinstance(value, str | int | float) else None
        if length is None or abs(length) > 30_000:
            self._lost(deck, draw, f"{draw.name} has the {key} {_told(value)}")
            return usual
        return length

    def _place(
        self, deck: _Deck, draw: Draw, options: dict[str, Any], width: float | None, height: float | None
    ) -> tuple[float, float, float, float]:
        """Return left, top, width and height in pixels; without a size, up to the safe zone."""
        x = self._length(deck, draw, options, "x", 0.0) or 0.0
        y = self._length(deck, draw, options, "y", 0.0) or 0.0
        rim = deck.bleed + 3 / MM_PER_INCH * deck.dpi
        wide = self._length(deck, draw, options, "width", width)
        high = self._length(deck, draw, options, "height", height)
        wide = wide if wide is not None else _rest(deck.width, x, rim)
        high = high if high is not None else _rest(deck.height, y, rim)
        return x, y, max(wide, 1.0), max(high, 1.0)

    def _turned(
        self, deck: _Deck, draw: Draw, options: dict[str, Any], place: tuple[float, float, float, float]
    ) -> tuple[tuple[float, float, float, float], float]:
        """Return the box and rotation in degrees; Squib turns around the upper left corner, pnp around the centre."""
        value = options.get("angle", 0)
        if isinstance(value, str) and value.endswith("deg"):
            value = math.radians(float(value[:-3])) if re.fullmatch(r"-?\d+(\.\d+)?deg", value) else None
        if not isinstance(value, int | float) or abs(value) > 100:
            self._lost(deck, draw, f"{draw.name} has the angle {_told(options.get('angle'))}")
            return place, 0.0
        x, y, width, height = place
        cos, sin = math.cos(value), math.sin(value)
        middle = x + width / 2 * cos - height / 2 * sin, y + width / 2 * sin + height / 2 * cos
        degrees = round(math.degrees(value) % 360, 2)
        return (middle[0] - width / 2, middle[1] - height / 2, width, height), degrees

    def _colour(self, deck: _Deck, draw: Draw, options: dict[str, Any], key: str, usual: str) -> Any:
        value = options.get(key, usual)
        if isinstance(value, Filled) and value.column:
            cells = [cell for cell in dict.fromkeys(value.per_row()) if cell]
            value = Picked(value, {cell: cell for cell in cells}) if len(cells) <= MOST_OPTIONS else value
        if isinstance(value, Picked) and value.by.column:
            options_ = {cell: self._one_colour(each) for cell, each in value.options.items()}
            rest = self._one_colour(value.otherwise) if value.otherwise is not None else "#000000"
            if all(isinstance(each, str) for each in options_.values()):
                return {"by": value.by.table.name(value.by.column)} | _choices(options_) | {"else": rest or "#000000"}
        colour = self._one_colour(value) if isinstance(value, str) else None
        if colour is None:
            self._lost(deck, draw, f"{draw.name} has the {key} {_told(value)}; {usual} is used")
            return self._one_colour(usual) or "none"
        return colour

    def _one_colour(self, value: Any) -> str | None:
        """Return a colour for pnp, "none" if it is transparent, or None if it is not a colour."""
        text = str(value).strip()
        custom = self._config.get("custom_colors")
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

    def _content(self, deck: _Deck, draw: Draw, value: Any, *, text: bool) -> Any:
        """Return a text or file name for the layout; None if it cannot be known."""
        if isinstance(value, Filled):
            if value.table is not deck.table:
                self._lost(deck, draw, f"{draw.name} uses another table: {value.table.file}")
                return None
            return value.text
        if isinstance(value, Picked) and value.by.column and value.by.table is deck.table:
            shown = {cell: self._content(deck, draw, each, text=text) for cell, each in value.options.items()}
            if all(isinstance(each, str) for each in shown.values()) and len(shown) <= MOST_OPTIONS:
                rest = "" if value.otherwise is None else str(value.otherwise)
                return {"by": value.by.table.name(value.by.column)} | _choices(shown) | {"else": rest}
        if isinstance(value, list) and all(isinstance(each, str | int | float) or each is None for each in value):
            return self._as_column(deck, draw, value)
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            return escape(str(value)) if text else str(value)
        what = "shows" if text else "places"
        self._lost(deck, draw, f"{draw.name} {what} {_told(value)}, which only Ruby can compute; make it a column")
        return None

    def _as_column(self, deck: _Deck, draw: Draw, values: list[Any]) -> Any:
        """Return a column in braces for an array with a value for each card."""
        if deck.table is not None:
            self._lost(
                deck, draw, f"{draw.name} has an array with a value for each card; make it a column of the table"
            )
            return None
        entry = draw.options.get("layout")
        name = slugify(entry if isinstance(entry, str) else draw.name)[:30] or "text"
        made, number = name, 2
        while made in deck.columns and deck.columns[made] != list(map(_cell, values)):
            made, number = f"{name}_{number}", number + 1
        deck.columns[made] = list(map(_cell, values))
        return f"{{{made}}}"

    # ---------------------------------------------------------------- boxes

    def _background(self, deck: _Deck, draw: Draw) -> None:
        value = draw.options.get("color", "black")
        if isinstance(value, str):
            gradient = re.search(r"(#[0-9a-fA-F]{3,8}|[A-Za-z_]+)@", value)
            if gradient:
                self._lost(deck, draw, "background is a gradient; its first colour is used, or draw it as an SVG file")
                value = gradient[1]
        deck.ground = self._colour(deck, draw, {"color": value}, "color", "white")

    def _text(self, deck: _Deck, draw: Draw, options: dict[str, Any]) -> dict[str, Any] | None:
        if options.get("str") is None:
            self._lost(deck, draw, "text shows nothing; the table may lack a column that it had")
            return None
        markup = options.get("markup") is True
        content = self._content(deck, draw, options["str"], text=not markup)
        if content is None:
            return None
        self._smart = self._smart or markup
        self._check_markup(deck, draw, options, markup=markup)
        self._add_icons(deck, draw)
        font = self._font(deck, draw, options)
        place, turn = self._turned(deck, draw, options, self._place(deck, draw, options, None, None))
        keys: dict[str, Any] = {"text": content, "box": place, "style": font}
        if "width" in options and options["width"] != "auto":
            align = self._word(deck, draw, options, "align", ("left", "center", "right"), "left")
            keys |= {"align": align} if align != "left" else {}
        valign = self._word(deck, draw, options, "valign", ("top", "middle", "bottom"), "top")
        if valign != "top" and options.get("height", "auto") != "auto":
            keys["valign"] = valign
        colour = self._colour(deck, draw, options, "color", "black")
        if colour not in ("#000000", "black", "none"):
            keys["colour"] = colour
        spacing = parse_length(options.get("spacing"))
        points = next((each.points for each in self._fonts if each is font), 12.0)
        if spacing:
            keys["leading"] = round(min(max(1.2 + spacing / (points * deck.dpi / 72), 0.7), 4), 2)
        if turn:
            keys["turn"] = turn
        for key in ("justify", "stroke_width", "dash"):
            if options.get(key) not in (None, False, 0, 0.0, ""):
                self._lost(deck, draw, f"text has {key}; pnp has no such texts")
        return keys

    def _check_markup(self, deck: _Deck, draw: Draw, options: dict[str, Any], *, markup: bool) -> None:
        value = options["str"]
        cells = value.per_row() if isinstance(value, Filled) and markup else [value] if markup else []
        strange = {tag for cell in cells for tag in re.findall(r"<(tt|sub|sup|big|small|s)>", str(cell))}
        spans = any("<span" in str(cell) and "foreground" in str(cell) for cell in cells)
        if strange or spans:
            named = ", ".join(sorted(strange | ({"span foreground=…"} if spans else set())))
            self._lost(deck, draw, f"text uses {named}; pnp knows <b>, <i>, <u>, <br> and <span colour=… size=…>")

    def _word(
        self, deck: _Deck, draw: Draw, options: dict[str, Any], key: str, known: tuple[str, ...], usual: str
    ) -> str:
        value = str(options.get(key, usual)).lower().strip()
        if value in known:
            return value
        self._lost(deck, draw, f"{draw.name} has the {key} {_told(options.get(key))}; {usual} is used")
        return usual

    def _add_icons(self, deck: _Deck, draw: Draw) -> None:
        for method, options in draw.embeds:
            key, file = options.get("key"), options.get("file")
            if not isinstance(key, str) or not isinstance(file, str):
                self._lost(deck, draw, f"embed.{method} has the key {_told(key)} and the file {_told(file)}")
                continue
            inner = key[1:-1] if re.fullmatch(r":[\w-]+:|\{[\w-]+\}", key) else key
            if not inner or re.search(r"[\s*\\{}]", inner):
                self._lost(
                    deck, draw, f"embed.{method} has the key {key!r}; icons of pnp have no spaces, *, \\ or braces"
                )
                continue
            target = self._copy_picture(file)
            if target is None:
                self._lost(deck, draw, f"embed.{method} uses {file}, which does not exist")
                continue
            self._icons.setdefault(inner, _in_art(target))

    def _image(self, deck: _Deck, draw: Draw, options: dict[str, Any]) -> dict[str, Any] | None:
        if options.get("data") is not None or options.get("id") is not None:
            self._lost(deck, draw, f"{draw.name} draws a part of a file (id: or data:); save each part as a file")
            return None
        if options.get("file", "") is None or "file" not in options:
            return None
        content = self._content(deck, draw, options["file"], text=False)
        if content is None:
            return None
        files = self._picture_names(deck, options["file"])
        found = {file: self._copy_picture(file) for file in dict.fromkeys(files) if file}
        missing = [file for file, target in found.items() if target is None]
        if missing:
            shown = ", ".join(missing[:5]) + (f" and {len(missing) - 5} more" if len(missing) > 5 else "")
            self._lost(deck, draw, f"{draw.name} uses files that do not exist: {shown}")
        if found and len(missing) == len(found):
            return None
        keys: dict[str, Any] = {"image": _in_art(content)}
        native = next((size for target in found.values() if target and (size := self._native(target, deck))), None)
        place, fit = self._image_place(deck, draw, options, native)
        place, turn = self._turned(deck, draw, options, place)
        keys["box"] = place
        if fit != "contain":
            keys["fit"] = fit
        elif native is None:
            keys["anchor"] = "top left"
        if turn:
            keys["turn"] = turn
        radius = parse_length(options.get("crop_corner_radius"), deck.dpi, deck.cell)
        if radius:
            keys["radius"] = radius
        for key in _DRAWN:
            if options.get(key) not in (None, False, 0, "none", "native"):
                self._lost(deck, draw, f"{draw.name} has {key}; change the picture in a drawing program instead")
        if options.get("alpha", 1) != 1:
            self._lost(deck, draw, f"{draw.name} is transparent (alpha); save the picture with transparency instead")
        return keys

    def _image_place(
        self, deck: _Deck, draw: Draw, options: dict[str, Any], native: tuple[float, float] | None
    ) -> tuple[tuple[float, float, float, float], str]:
        """Return the box of a picture, and how it is fitted."""
        given = [key for key in ("width", "height") if str(options.get(key, "native")) not in ("native", "scale")]
        scaled = [key for key in ("width", "height") if str(options.get(key)) == "scale"]
        wide, high = native or (None, None)
        place = self._place(deck, draw, options, wide, high)
        if len(given) == 1 and scaled and wide and high:
            x, y, width, height = place
            if given == ["width"]:
                return (x, y, width, width * high / wide), "contain"
            return (x, y, height * wide / high, height), "contain"
        if len(given) == 2:
            return place, "stretch"
        return place, "stretch" if native and given else "contain"

    def _picture_names(self, deck: _Deck, value: Any) -> list[str]:
        if isinstance(value, Filled):
            return value.per_row() if not value.column else [cell for cell in value.per_row() if cell]
        if isinstance(value, Picked):
            return [str(each) for each in value.options.values()]
        return [str(each) for each in value if each] if isinstance(value, list) else [str(value)]

    def _copy_picture(self, file: str) -> str | None:
        """Note a picture for copying and return its name in `art/`; None if it does not exist."""
        folder = self._config.get("img_dir", "")
        path = self._find(file, folder if isinstance(folder, str) else "")
        if path is None or len(self._copied) >= MOST_COPIED:
            return None
        target = file.replace("\\", "/").removeprefix("./")
        if ".." in target.split("/") or target.startswith("/") or ":" in target:
            return None
        self._copied[f"components/{self._name}/art/{target}"] = self._relative(path)
        return target

    def _native(self, target: str, deck: _Deck) -> tuple[float, float] | None:
        """Return the size of a picture, in pixels of Squib's canvas."""
        path = self._root / self._copied[f"components/{self._name}/art/{target}"]
        content = self._read(path, LARGEST_TABLE)
        if path.suffix.lower() == ".svg":
            head = content[:5_000].decode("utf-8", "replace")
            sizes = [re.search(_SVG_SIZE.format(key), head) for key in ("width", "height")]
            lengths = [parse_length(size[1] + (size[2] or ""), 90) for size in sizes if size]
            if len(lengths) == 2 and all(lengths):
                return lengths[0] or 1.0, lengths[1] or 1.0
            box = re.search(r'viewBox\s*=\s*["\']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)', head)
            return (float(box[1]), float(box[2])) if box and float(box[1]) and float(box[2]) else None
        try:
            info = inspect_picture(content)
        except ValueError:
            return None
        return float(info.width), float(info.height)

    def _paint(self, deck: _Deck, draw: Draw, options: dict[str, Any]) -> dict[str, Any]:
        stroke = self._colour(deck, draw, options, "stroke_color", "black")
        width = self._length(deck, draw, options, "stroke_width", 2.0)
        if options.get("dash"):
            self._lost(deck, draw, f"{draw.name} is dashed; pnp draws it solid")
        return {} if stroke == "none" or not width else {"stroke": stroke, "thickness": width}

    def _rect(self, deck: _Deck, draw: Draw, options: dict[str, Any]) -> dict[str, Any] | None:
        place, turn = self._turned(deck, draw, options, self._place(deck, draw, options, deck.width, deck.height))
        keys = {"rect": self._colour(deck, draw, options, "fill_color", "#0000"), "box": place}
        keys |= self._paint(deck, draw, options)
        radius = self._length(deck, draw, options, "radius", self._length(deck, draw, options, "x_radius", 0.0))
        return keys | ({"radius": radius} if radius else {}) | ({"turn": turn} if turn else {})

    def _circle(self, deck: _Deck, draw: Draw, options: dict[str, Any]) -> dict[str, Any] | None:
        x = self._length(deck, draw, options, "x", 0.0) or 0.0
        y = self._length(deck, draw, options, "y", 0.0) or 0.0
        radius = self._length(deck, draw, options, "radius", 100.0) or 100.0
        if any(key.startswith("arc_") for key in options):
            self._lost(deck, draw, "circle is an arc; draw it as an SVG file")
        keys = {"disc": self._colour(deck, draw, options, "fill_color", "#0000")}
        keys |= {"box": (x - radius, y - radius, 2 * radius, 2 * radius)}
        return keys | self._paint(deck, draw, options)

    def _ellipse(self, deck: _Deck, draw: Draw, options: dict[str, Any]) -> dict[str, Any] | None:
        place = self._place(deck, draw, options, deck.width, deck.height)
        keys = {"disc": self._colour(deck, draw, options, "fill_color", "#0000"), "box": place}
        return keys | self._paint(deck, draw, options)

    def _line(self, deck: _Deck, draw: Draw, options: dict[str, Any]) -> dict[str, Any] | None:
        usual = {"x1": 100.0, "y1": 100.0, "x2": 150.0, "y2": 150.0}
        x1, y1, x2, y2 = (self._length(deck, draw, options, key, value) or 0.0 for key, value in usual.items())
        if (x2 - x1) * (y2 - y1) < 0:
            self._lost(deck, draw, "line rises from left to right; draw it as an SVG file")
            return None
        paint = self._paint(deck, draw, options)
        if not paint:
            return None
        box = (min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
        return {"line": paint["stroke"], "box": box, "thickness": paint["thickness"]}

    # ---------------------------------------------------------------- fonts

    def _font(self, deck: _Deck, draw: Draw, options: dict[str, Any]) -> _Font:
        """Return the style of a text."""
        described = options.get("font", deck.font)
        if not isinstance(described, str):
            self._lost(deck, draw, f"text has the font {_told(described)}; {deck.font} is used")
            described = deck.font
        families, points, bold, italic = read_font(described)
        size = options.get("font_size")
        if isinstance(size, int | float) and not isinstance(size, bool):
            points = float(size)
        elif size is not None:
            self._lost(deck, draw, f"text has the font_size {_told(size)}; texts shrink to fit their box")
        points = min(max(points, 1.0), 400.0)
        found = self._found_families(deck, draw, families)
        styles = [style for family in found for style in self._families.get(family.lower(), [])]
        bold = bold and (not styles or any(style.bold for style in styles)) and found != ["Fredoka One"]
        italic = italic and (not styles or any(style.italic for style in styles)) and found != ["Fredoka One"]
        smallest = min(points, SMALLEST_POINTS)
        for font in self._fonts:
            if (font.families, font.points, font.bold, font.italic) == (found, points, bold, italic):
                return font
        size_text = f"{points:g}"
        font = _Font(
            found, points, bold, italic, smallest, re.sub(r"[\d.]+\s*$", "", described).strip() + f" {size_text}"
        )
        entry = options.get("layout") or draw.options.get("layout")
        content = draw.options.get("str")
        called = entry if isinstance(entry, str) else content.column if isinstance(content, Filled) else "text"
        base = slugify(called, "-").strip("-")[:30] or "text"
        base = base if re.fullmatch(r"[a-z][a-z0-9_-]*", base) else f"text-{base}"
        base = base if base not in ("b", "i", "u", "br", "strong", "em", "span", "normal", "italic") else f"{base}-text"
        taken, font.name, number = {each.name for each in self._fonts}, base, 2
        while font.name in taken:
            font.name, number = f"{base}-{number}", number + 1
        self._fonts.append(font)
        return font

    def _found_families(self, deck: _Deck, draw: Draw, families: list[str]) -> list[str]:
        found = [
            self._families[family.lower()][0].family if family.lower() in self._families else OWN_FONTS[family.lower()]
            for family in families
            if family.lower() in self._families or family.lower() in OWN_FONTS
        ]
        unknown = [family for family in families if family.lower() not in PLAIN_FONTS]
        if not found and unknown:
            hint = f"{FALLBACK_FONT} is used; put its file into fonts/ and its name into the style"
            self._say(deck.call.file, draw.line, f"the font {unknown[0]} is not in the folder; {hint}")
        return found or [FALLBACK_FONT]

    # ---------------------------------------------------------------- output

    def _finish(self, deck: _Deck) -> None:
        """Write the layout of a deck, and its table if the script contains it."""
        if deck.cut:
            self._say(
                deck.call.file,
                deck.call.line,
                "draws cut lines or safe zones; pnp prints crop marks, and pnp serve shows both",
            )
        deck.boxes = [_closed(box, deck) for box in deck.boxes]
        layout = self._layout(deck)
        self._files[f"templates/{deck.name}.toml"] = layout.encode()
        cards = deck.call.options.get("cards", 1)
        if deck.table is None:
            count = cards if isinstance(cards, int) and 0 < cards <= 999 else 1
            count = max([count, *(len(values) for values in deck.columns.values())])
            lines = io.StringIO()
            writer = csv.writer(lines, lineterminator="\n")
            if deck.columns:
                writer.writerow(deck.columns)
                writer.writerows(
                    [values[row] if row < len(values) else "" for values in deck.columns.values()]
                    for row in range(min(count, 999))
                )
            else:
                writer.writerows([["id", "count"], [deck.name, count]])
            self._files[f"{deck.name}.csv"] = lines.getvalue().encode()
        elif isinstance(cards, int) and cards < len(deck.table.pieces()):
            message = f"makes {cards} of the {len(deck.table.pieces())} cards in {deck.table.file}; pnp makes all"
            self._say(deck.call.file, deck.call.line, f"{message}, unless a when in the deck leaves rows out")

    def _layout(self, deck: _Deck) -> str:
        unit = deck.units.most_common(1)[0][0] if deck.units else "px"
        per_pixel = 1.0 if unit == "px" else MM_PER_INCH / deck.dpi / UNITS[unit]
        digits = {"px": 1, "mm": 2, "pt": 1, "cm": 3, "in": 4}[unit]

        def scaled(length: float) -> float:
            return round(length * per_pixel, digits)

        lines = [f"# The faces of {deck.name}, from {deck.call.file}:{deck.call.line}"]
        if unit == "px":
            lines.append(f'units = "px@{deck.dpi:g}"')
        elif unit != "mm":
            lines.append(f'units = "{unit}"')
        if deck.bleed:
            corner = _toml([scaled(deck.bleed), scaled(deck.bleed)])
            lines.append(f"origin = {corner}  # the cut card’s corner on Squib’s canvas, which includes the bleed")
        if deck.ground not in (None, "none"):
            lines.append(f"ground = {_toml(deck.ground)}")
        for box in deck.boxes:
            lines += ["", f"[{box.name}]  # {box.comment}"]
            for key, value in box.keys.items():
                if key == "box":
                    value = [scaled(length) for length in value]
                elif key in ("thickness", "radius"):
                    value = scaled(value)
                elif isinstance(value, _Font):
                    value = value.name
                lines.append(f"{key} = {_toml(value)}")
        files = (deck.call.file, *_texts(deck.call.options.get("layout")))
        notes = [note for note in self._said if note.startswith(tuple(f"{file}:" for file in files))]
        if notes:
            lines += ["", "# Not carried over:", *(f"# {note}" for note in notes)]
        return _joined(lines)

    def _game(self, decks: list[_Deck]) -> str:
        lines = [
            "#:schema ../../.pnp/game.schema.json", "# What is in the box. Every key: pnp explain", "",
            f"title = {_toml(self._title)}", f"languages = {_toml(self._lang)}",
        ]  # fmt: skip
        if self._smart:
            lines.append('typography = "smart"  # curled quotes and long dashes, as in Squib’s markup')
        for deck in decks:
            size = [round((side - 2 * deck.bleed) / deck.dpi * MM_PER_INCH, 2) for side in (deck.width, deck.height)]
            table = self._references[id(deck.table)] if deck.table else f"{deck.name}.csv"
            lines += ["", f"[decks.{deck.name}]", f"size = {_toml(size)}  # after cutting", f"table = {_toml(table)}"]
            copies = deck.table.copies if deck.table else ""
            if deck.table and copies in deck.table.headings and copies.lower() not in COUNT_HEADINGS:
                lines.append(f"copies = {_toml(copies)}")
            lines.append(f'front = "{deck.name}.toml"')
        if self._icons:
            lines += ["", "[icons]", *(f"{_toml(key)} = {_toml(file)}" for key, file in self._icons.items())]
        for font in self._fonts:
            largest, smallest = (round(points * MM_PER_POINT, 2) for points in (font.points, font.smallest))
            families = font.families[0] if len(font.families) == 1 else font.families
            lines += ["", f"[styles.{font.name}]  # {font.source}", f"font = {_toml(families)}"]
            lines += [f"size = {largest}", f"min = {smallest}", 'colour = "#000000"']
            lines += ['weight = "bold"'] if font.bold else []
            lines += ['style = "italic"'] if font.italic else []
        return _joined(lines)


_SVG_SIZE: Final = r'<svg\b[^>]*?\s{}\s*=\s*["\']([\d.]+)(mm|in|cm|pt|px)?["\']'
_WITH_BLEED: Final = tuple(
    (wide + 0.25, high + 0.25)
    for short, long in (
        (2.5, 3.5), (2.25, 3.5), (2.75, 4.75), (1.75, 2.5), (3.5, 5.5), (1.25, 1.75), (3.5, 3.5), (2.5, 2.5), (2, 2),
    )
    for wide, high in ((short, long), (long, short))
)  # fmt: skip
"""Sizes that The Game Crafter asks for, with bleed, in inches."""


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


def source_root(folder: Path) -> Path:
    """Return the folder that paths in a script are relative to."""
    if folder.is_dir():
        return folder
    parents = [folder.parent, folder.parent.parent]
    marked = ("config.yml", "Rakefile", "Gemfile")
    return next((each for each in parents if any((each / name).is_file() for name in marked)), folder.parent)


def _files(root: Path) -> Iterator[Path]:
    """Yield the files of a folder, without those of hidden folders and of Squib’s results."""
    seen = 0
    for folder, inner, names in os.walk(root):
        depth = len(Path(folder).relative_to(root).parts)
        inner[:] = sorted(name for name in inner if name not in _SKIPPED and not name.startswith(".") and depth < 4)
        for name in sorted(names):
            seen += 1
            if seen > MOST_FILES:
                return
            path = Path(folder, name)
            if not path.is_symlink() and path.is_file():
                yield path


def _deck_names(calls: list[DeckCall]) -> list[str]:
    """Return a name for each deck: that of its script, or `cards` for deck.rb."""
    names: list[str] = []
    for call in calls:
        stem = slugify(Path(call.file).stem, "-").strip("-") or "cards"
        name = "cards" if stem == "deck" else stem if stem[:1].isalpha() else f"deck-{stem}"
        made, number = name[:40], 2
        while made in names:
            made, number = f"{name[:40]}-{number}", number + 1
        names.append(made)
    return names


def _tables_used(call: DeckCall) -> Iterator[SquibTable]:
    for draw in call.draws:
        for value in draw.options.values():
            if isinstance(value, Filled):
                yield value.table
            elif isinstance(value, Picked):
                yield value.by.table


def _sheet_names(content: bytes, where: Location) -> list[str]:
    import python_calamine as calamine

    try:
        return list(calamine.CalamineWorkbook.from_filelike(io.BytesIO(content)).sheet_names)
    except Exception as error:
        raise SpecError(
            Problem(where, "is not a valid workbook (XLSX, XLS or ODS)", found=str(error), code="E0308")
        ) from None


def _plain_row(row: dict[Any, Any]) -> dict[str, str]:
    """Return a row of a YAML table as texts."""
    return {str(key): _cell(value) for key, value in row.items()}


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(map(_cell, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def _texts(value: Any) -> list[str]:
    """Return a text, or the texts of a list, as a list."""
    return [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str)]


def _rest(whole: float, start: float, rim: float) -> float:
    """Return the length from a position to the safe zone, or to the edge if there is no room."""
    return whole - rim - start if whole - rim - start >= rim else max(whole - start, rim)


def _closed(box: _Box, deck: _Deck) -> _Box:
    """Return a text without a height so that it ends above the next text or picture below it."""
    if not box.is_open:
        return box
    x, y, width, height = box.keys["box"]
    least = box.keys["style"].smallest * deck.dpi / 72 * 2.4  # two lines at the smallest size
    below = [
        top
        for left, top, wide, _ in (other.keys["box"] for other in deck.boxes if {"text", "image"} & set(other.keys))
        if top >= y + least and left < x + width and x < left + wide
    ]
    return box._replace(keys=box.keys | {"box": (x, y, width, min([height, *(top - y for top in below)]))})


def _choices(options: dict[str, Any]) -> dict[str, Any]:
    return {cell: value for cell, value in options.items() if cell not in ("by", "else", "")}


def _in_art(file: Any) -> Any:
    """Return the name of a picture, or of each one of a choice, with its folder."""
    if isinstance(file, dict):
        return {key: value if key == "by" or not value else _in_art(value) for key, value in file.items()}
    return "art/" + file.replace("\\", "/").removeprefix("./")


def _told(value: Any) -> str:
    """Return a value for a message."""
    if isinstance(value, Unknown):
        return value.text
    if isinstance(value, Filled):
        return value.text
    if isinstance(value, Picked):
        return f"by {value.by.text}"
    return "an array" if isinstance(value, list) else "nothing" if value is None else str(value)[:60]


def _toml(value: Any) -> str:
    """Return a value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"{value:.4f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(key)} = {_toml(each)}' for key, each in value.items())} }}"
    return json.dumps(str(value).encode("utf-8", "replace").decode(), ensure_ascii=False).replace("\x7f", "\\u007f")


def _joined(lines: Iterable[str]) -> str:
    """Return lines as a text; file names may contain control characters."""
    return "".join(f"{CONTROL.sub(' ', line)}\n" for line in lines)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _toml(name)
