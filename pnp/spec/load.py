"""Reading a game: `game.toml` and its tables into one checked `Game`, every problem reported at once."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any, Final, NamedTuple

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from pnp.errors import Location, Problem, SpecError, did_you_mean, quote_value, unknown_keys
from pnp.geometry.outline import Outline
from pnp.geometry.units import Size
from pnp.project.folders import SPEC_FILE, Project, read_toml, resolve_inside, template_folders
from pnp.spec import table
from pnp.spec.deck import box_lines, unlisted_pieces
from pnp.spec.model import (
    BoxItem,
    Column,
    DataRow,
    DataTable,
    Deck,
    Design,
    Edge,
    Game,
    MapGrid,
    Model,
    Pictures,
    Rule,
    TextStyle,
    pictures_table,
)
from pnp.spec.rule import check_rule
from pnp.spec.table import fit_entries, fit_rows
from pnp.spec.table_files import Address, is_address, parse_address, spec_file, table_files
from pnp.spec.texts import UntranslatedTexts, read_languages
from pnp.spec.values import LANGUAGES, MIN_PIECE_SIZE, MOST_PIECES, NAME, parse_size
from pnp.terms import Lang

ErrorPath = tuple[int | str, ...]
"""The path of a value in pydantic's errors: keys, and list positions from 0."""
MESSAGES: Final = {
    "string_type": "must be a text",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "finite_number": "must be a finite number",
    **dict.fromkeys(("int_type", "int_from_float", "int_parsing", "int_parsing_size"), "must be a whole number"),
    **dict.fromkeys(("float_type", "float_parsing"), "must be a number"),
    **dict.fromkeys(("model_type", "dict_type", "model_attributes_type"), "must be a table of keys"),
}
"""Messages for pydantic's errors, by type."""
_LIMITS: Final = {
    "greater_than_equal": ("at least", "ge"),
    "less_than_equal": ("at most", "le"),
    "greater_than": ("more than", "gt"),
    "less_than": ("less than", "lt"),
}
_SHOULD: Final = re.compile(r"^\w+ should ")


def problems_of_validation(
    error: ValidationError, where: Location, keys_at: Callable[[ErrorPath], Iterable[str]]
) -> list[Problem]:
    """Return the problems in a validation error; `keys_at` returns the known keys at the place of an unknown one."""
    problems = []
    for item in error.errors(include_url=False):
        here = where
        for part in item["loc"]:
            if part != "[key]":  # pydantic's marker for an invalid key, as opposed to its value
                here = here / (part + 1 if isinstance(part, int) else part)
        kind, context = item["type"], item.get("ctx", {})
        if kind == "missing":
            problems.append(Problem(here, "is missing", code="E0203"))
        elif kind == "extra_forbidden":
            name = str(item["loc"][-1])
            problems.append(Problem(here, "is not a known key", did_you_mean(keys_at(item["loc"]), name), code="E0202"))
        elif kind == "pnp":
            message, hint = context["message"], context.get("hint", "")
            shown = message.startswith("must ") and not isinstance(item["input"], dict)
            found = quote_value(item["input"]) if shown else ""
            problems.append(Problem(here, message, hint, found=found, code=context["code"]))
        else:
            message = _message(kind, context, item["msg"])
            problems.append(Problem(here, message, found=quote_value(item["input"]), code="E0204"))
    return problems


def _message(kind: str, context: dict[str, Any], message: str) -> str:
    if kind in MESSAGES:
        return MESSAGES[kind]
    if kind in ("enum", "literal_error"):
        return f"must be one of {context['expected']}".replace(" or ", ", ").replace("'", "")
    if kind in _LIMITS:
        word, key = _LIMITS[kind]
        return f"must be {word} {context[key]:g}"
    if kind in ("too_short", "too_long", "string_too_short", "string_too_long"):
        word, key = ("at least", "min_length") if kind.endswith("short") else ("at most", "max_length")
        unit = "character" if kind.startswith("string") else "item"
        return f"must have {word} {context[key]} {unit}{'s' * (context[key] != 1)}"
    return _SHOULD.sub("must ", message.removeprefix("Value error, "))


SPEC_KEYS = tuple(field.alias or name for name, field in Game.model_fields.items() if name not in ("id", "notes"))
STRICT_KEYS = ("players", "age", "minutes", "box")
"""Keys that are required in a strict spec."""
ID_PLACEHOLDER = "{id}"
"""Placeholder for the id of a row in a file name."""
DATA_KEYS = ("table", "rows", "columns", "grid")
"""Keys of a lookup table."""
ROW_SOURCES = {"table": "a table", "rows": "rows", "product": "a product"}
"""Keys that a deck's rows come from, one of which is required, and how messages name them."""
_FILLED_IN = ("name", "designs", "headings", "parts", "part", "board", "faces", "unfolded")
DECK_KEYS = (*(field.alias or name for name, field in Deck.model_fields.items() if name not in _FILLED_IN), "rows")


class PartialGame(NamedTuple):
    """The parts of a game that can be read, and the problems with the rest."""

    game: Game | None
    """The whole game; None if there are problems."""
    decks: dict[str, dict[str, Any]]
    """The decks of game.toml, with the columns of their tables and, as `designs`, the rows without problems."""
    languages: tuple[Lang, ...]
    strict: bool
    problems: tuple[Problem, ...]
    unread: tuple[str, ...] = ()
    """Ids of the rows with problems, which are not among the designs."""
    readable: Game | None = None
    """The game without the rows that have problems; None if the spec is invalid."""
    data: Mapping[str, dict[str, Any]] = {}
    """The lookup tables of game.toml, with the columns of their tables."""


def load_game(
    project: Project, game_id: str, *, any_box: bool = False, instead: Mapping[str, Path] | None = None
) -> Game:
    """Return the game in `components/<game_id>`; raise SpecError with every problem.

    With `any_box`, decks may differ from the contents of the box: `pnp.check` compares the two. `instead` maps tables
    to the files that are read in their place.
    """
    reading = read_game(project, game_id, any_box=any_box, instead=instead)
    if reading.game is None:
        raise SpecError(*reading.problems)
    return reading.game


PRINTABLE = ("E0211", "E0401")
"""Codes of problems that do not stop a draft: a box that differs from the decks, and missing templates."""


class ReadableGame(NamedTuple):
    """A game for a draft, and what is wrong with it."""

    game: Game
    problems: tuple[Problem, ...]


def load_draft(project: Project, game_id: str) -> ReadableGame:
    """Return a game without the rows that have problems, and every problem.

    Raise SpecError if no piece is left, or for problems that concern more than rows, templates and the box.
    """
    reading = read_game(project, game_id)
    game, problems = reading.readable, reading.problems
    if game is None or any(not each.where.row and each.code not in PRINTABLE for each in problems):
        raise SpecError(*problems)
    wrong = {_row(each.where) for each in problems if each.where.row}
    rows = {name: [row for row in deck.designs if _row(row.place) not in wrong] for name, deck in game.decks.items()}
    decks = {name: deck.model_copy(update={"designs": rows[name]}) for name, deck in game.decks.items() if rows[name]}
    if not decks:
        raise SpecError(*problems)
    misnamed = _check_box_names(game, project.location(project.components / game_id / SPEC_FILE))
    box = [] if misnamed or len(decks) < len(game.decks) else game.box
    return ReadableGame(game.model_copy(update={"decks": decks, "box": box}), (*problems, *misnamed))


def _row(where: Location) -> tuple[str, str, str, int]:
    """Return what identifies a row of a table."""
    return where.file, where.sheet, where.key, where.row


def read_game(
    project: Project, game_id: str, *, any_box: bool = False, instead: Mapping[str, Path] | None = None
) -> PartialGame:
    """Return what can be read of a game, and every problem with it; raise SpecError if its spec cannot be read."""
    raw, where = read_spec(project, game_id)
    problems: list[Problem] = []
    languages = read_languages(raw, where)
    reader = _SpecResolver(project, project.components / game_id, where, languages, problems, instead or {})
    filled = reader.fill(raw, game_id)
    game = None
    try:
        game = Game.model_validate(filled, context={LANGUAGES: reader.languages})
    except ValidationError as error:
        problems += problems_of_validation(error, where, _fields_at)
    if game is not None:
        problems += _check_ids(game, where)
        if not problems:  # a row that was left out because of a problem would be reported a second time
            problems += _check_box_names(game, where)
            problems += [] if any_box else _check_box(game, where)
    found = filled.get("decks")
    decks = {name: deck for name, deck in found.items() if isinstance(deck, dict)} if isinstance(found, dict) else {}
    data = {name: table for key, name, table in table_owners(filled) if key == "data"}
    wrong, unread = tuple(problems), tuple(reader.unread)
    return PartialGame(None if wrong else game, decks, reader.languages, reader.strict, wrong, unread, game, data)


def read_spec(project: Project, game_id: str) -> tuple[dict[str, Any], Location]:
    """Return the unchecked content of a game's spec, and its location; raise SpecError if it cannot be read."""
    folder = project.components / game_id
    where = project.location(folder / SPEC_FILE)
    if not NAME.fullmatch(game_id):
        message = "must be in a folder named with lowercase letters, digits, - and _"
        raise SpecError(Problem(where, message, found=quote_value(game_id), code="E0111"))
    if resolve_inside(folder, SPEC_FILE, project.root) is None:
        raise SpecError(Problem(where, "is a link that points outside the project's folder", code="E0107"))
    return read_toml(folder / SPEC_FILE, where), where


def table_owners(raw: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the decks and lookup tables of a raw spec: `decks` or `data`, their names, and their keys."""
    for key in ("decks", "data"):
        named = raw.get(key)
        for name, part in named.items() if isinstance(named, dict) else ():
            if isinstance(part, dict) and NAME.fullmatch(name):
                yield key, name, part


class TableAddress(NamedTuple):
    """A table's address in a spec, with its deck and location."""

    deck: str
    """Name of the deck or of the lookup table."""
    address: Address
    where: Location


def table_addresses(project: Project, game_id: str) -> list[TableAddress]:
    """Return the addresses of a game's tables; raise SpecError if the spec cannot be read or an address is invalid."""
    path = project.components / game_id / SPEC_FILE
    where = project.location(path)
    if not NAME.fullmatch(game_id) or resolve_inside(path.parent, SPEC_FILE, project.root) is None:
        message = "must be a file inside the project's folder"
        raise SpecError(Problem(where, message, found=quote_value(game_id), code="E0107"))
    raw = read_toml(path, where)
    found: list[TableAddress] = []
    problems: list[Problem] = []
    for key, name, part in table_owners(raw):
        tables = part.get("table")
        for reference in tables if isinstance(tables, list) else [tables]:
            if is_address(reference):
                here = where / key / name / "table"
                try:
                    found.append(TableAddress(name, parse_address(reference, here), here))
                except SpecError as error:
                    problems += error.problems
    if problems:
        raise SpecError(*problems)
    return found


class _SpecResolver:
    """Completes a raw spec with the sizes, tables and pictures that it refers to."""

    def __init__(
        self, project: Project, folder: Path, where: Location, languages: tuple[Lang, ...], problems: list[Problem],
        instead: Mapping[str, Path],
    ) -> None:  # fmt: skip
        self.project = project
        self.folder = folder
        self.where = where
        self.languages = languages
        self.plain = UntranslatedTexts(languages)
        self.problems = problems
        self.instead = instead
        self.strict = False
        self.used_ids: set[str] = set()
        """Ids already used, which generated ids avoid."""
        self.unread: list[str] = []
        """Ids of rows with problems."""
        self.notes: list[Problem] = []
        """What was read although it may be a mistake."""
        self.data: dict[str, DataTable] = {}
        """Lookup tables without problems, for computed columns and products."""

    def fill(self, raw: dict[str, Any], game_id: str) -> dict[str, Any]:
        """Return the raw spec with the designs of its decks, ready for validation by the models."""
        self.problems += unknown_keys(raw, SPEC_KEYS, self.where)
        filled = {key: value for key, value in raw.items() if key in SPEC_KEYS}
        self.strict = raw.get("strict") is True
        if self.strict:
            missing = [key for key in STRICT_KEYS if key not in raw]
            self.problems += [Problem(self.where / key, "is missing", code="E0203") for key in missing]
        if not self.strict or len(self.languages) == 1:
            raw, filled = self.plain.fill(raw), self.plain.fill(filled)
        decks = raw.get("decks")
        sizes = raw.get("sizes", {})
        data = raw.get("data")
        if isinstance(data, dict):
            filled["data"] = {
                name: self._data_table(name, table) if isinstance(table, dict) else table
                for name, table in data.items()
            }
        if isinstance(decks, dict):
            filled["decks"] = {
                name: self._deck(name, deck, sizes if isinstance(sizes, dict) else {})
                if isinstance(deck, dict)
                else deck
                for name, deck in decks.items()
            }
            self._check_rules(raw.get("rule"), filled["decks"])
        return filled | {"id": game_id, "languages": list(self.languages), "notes": self.notes}

    def _check_rules(self, blocks: object, decks: dict[str, Any]) -> None:
        """Check rules against the decks' columns here, so that their problems are reported with all others."""
        columns = {name: _columns(deck) for name, deck in decks.items()}
        for number, block in enumerate(blocks if isinstance(blocks, list) else [], 1):
            try:
                rule = Rule.model_validate(block)
            except ValidationError:
                continue  # reported with the whole game
            self.problems += check_rule(rule, columns, self.languages, self.where / "rule" / number)

    def _deck(self, name: str, raw: dict[str, Any], sizes: dict[str, Any]) -> dict[str, Any]:
        here = self.where / "decks" / name
        self.problems += unknown_keys(raw, DECK_KEYS, here)
        deck = {key: value for key, value in raw.items() if key in DECK_KEYS and key != "rows"}
        if self.strict and "kind" not in raw:
            self.problems.append(Problem(here / "kind", "is missing", code="E0203"))
        elif not self.strict:
            deck = {"title": self.plain.for_all_languages(name.replace("-", " ").replace("_", " ").capitalize())} | deck
        size = deck.get("size")
        before = len(self.problems)
        if isinstance(size, str):
            deck["size"] = self._size(size, sizes, here / "size")
        if "pictures" in raw:
            measured = deck.get("size") if len(self.problems) == before else None
            made = self._picture_deck(name, raw, measured, here)
            self._read_outlines(deck, made["designs"], here / "outline")
            return deck | {"name": name} | made
        for side in ("front", "back"):
            self._check_template(deck.get(side), here / side)
        added, headings, designs = self._designs(name, raw, here)
        self._read_outlines(deck, designs, here / "outline")
        declared = raw.get("columns", {})
        if added and isinstance(declared, dict):
            deck["columns"] = added | declared
        return deck | {"name": name, "headings": headings, "designs": designs}

    def _read_outlines(self, deck: dict[str, Any], designs: list[Design], here: Location) -> None:
        """Replace the deck's `outline` with the outlines it refers to; delete it, with a problem, if one is invalid."""
        reference = deck.get("outline")
        if not isinstance(reference, str):
            return
        if ID_PLACEHOLDER in reference:
            read = {row.id: self._outline(reference.replace(ID_PLACEHOLDER, row.id), deck, here) for row in designs}
            deck["outline"] = None if None in read.values() else read
        else:
            deck["outline"] = self._outline(reference, deck, here)
        if not deck["outline"]:
            del deck["outline"]
            deck.pop("cut", None)

    def _outline(self, reference: str, deck: dict[str, Any], here: Location) -> Outline | None:
        """Return the outline in a file or in path data; None, with a problem, if it is invalid."""
        from pnp.spec.custom_outline import is_path_data, parse_path_data, read_outline

        try:
            size = parse_size(deck.get("size"))
            if is_path_data(reference):
                return parse_path_data(reference, size, here)
            path = spec_file(self.project, self.folder, reference, here, self.problems)
            return None if path is None else read_outline(path, size, self.project.location(path))
        except SpecError as error:
            self.problems += error.problems
        except PydanticCustomError:
            pass  # the models report the size
        return None

    def _picture_deck(self, name: str, raw: dict[str, Any], size: object, here: Location) -> dict[str, Any]:
        """Return the keys that a deck of pictures gets: its columns and designs, and a template for each side."""
        from pnp.spec.picture_decks import PICTURE_TEMPLATE, picture_designs, read_pictures

        for key in ("table", "rows", "product", "columns", "copies"):
            if key in raw:
                hint = f"delete the key {key}; a picture named 3x_goblin.png is printed three times"
                self.problems.append(Problem(here / key, "conflicts with pictures", hint, code="E0205"))
        before = len(self.problems)
        found: dict[str, Any] = {"front": PICTURE_TEMPLATE, "columns": {}, "designs": []}
        try:
            pictures, measured = Pictures.model_validate(pictures_table(raw["pictures"])), parse_size(size)
        except (ValidationError, PydanticCustomError):
            return found  # the models report it
        cards = read_pictures(self.project, self.folder, pictures, measured, here, self.problems)
        columns, designs = picture_designs(cards, name, self.used_ids, self.problems, strict=self.strict)
        if any(card.back for card in cards):
            found["back"] = PICTURE_TEMPLATE
        if "computed" in raw or "when" in raw:
            designs, computed = self._evaluate_expressions(raw, designs, columns, here)
            columns |= computed
        if not designs and len(self.problems) == before:
            self.problems.append(Problem(here, "has no cards", code="E0305"))
        found |= {side: raw[side] for side in ("front", "back") if side in raw}
        for side in ("front", "back"):
            self._check_template(found.get(side), here / side)
        return found | {"columns": columns, "designs": designs}

    def _size(self, name: str, sizes: dict[str, Any], here: Location) -> Size:
        """Return a size, given by name or in numbers; an invalid size in `[sizes]` is only reported there."""
        try:
            return parse_size(sizes.get(name, name), sizes)
        except PydanticCustomError as error:
            if name not in sizes:
                context = error.context or {}
                message, hint, code = str(context["message"]), str(context["hint"]), str(context["code"])
                self.problems.append(Problem(here, message, hint, found=quote_value(name), code=code))
            return Size(MIN_PIECE_SIZE, MIN_PIECE_SIZE)

    def _designs(
        self, deck: str, raw: dict[str, Any], here: Location
    ) -> tuple[dict[str, Column], dict[str, str], list[Design]]:
        """Return a deck's undeclared columns, the headings of its columns, and its rows."""
        columns = parse_columns(raw)
        names = table.headings(columns, self.languages)
        for name in dict.fromkeys(name for name in names if names.count(name) > 1):
            hint = f"every deck has {table.ID} and {table.COUNT}; a translated column becomes one for each language"
            self.problems.append(Problem(here / "columns", f"has {quote_value(name)} twice", hint, code="E0304"))
        before = len(self.problems)
        sources = [key for key in ROW_SOURCES if key in raw]
        if len(sources) != 1:
            listed = " or ".join(ROW_SOURCES[key] for key in sources)
            message = f"must have {listed}, not both" if sources else "has neither a table nor rows"
            hint = 'for example table = "cards.csv", or pictures = "cards" for a folder of finished cards'
            self.problems.append(Problem(here, message, hint, code="E0205"))
            return {}, {}, []
        known_columns, called = columns, dict[str, str]()
        if "product" in raw:
            rows = self._product_rows(raw["product"], deck, columns, names if self.strict else None, here / "product")
        else:
            rows = self._rows(raw, names, here)
        if not self.strict:
            copies = _text(raw.get("copies"))
            copies = None if copies in _computed(raw) else copies
            fitted = fit_rows(
                rows, columns, self.languages, copies, deck, self.used_ids, here, self.problems, self.notes
            )
            rows, columns, called = fitted.rows, fitted.columns, fitted.headings
        designs = table.read_designs(rows, columns, self.languages, self.problems, self.unread)
        if "computed" in raw or "when" in raw:
            designs, computed = self._evaluate_expressions(raw, designs, columns, here)
            columns = columns | computed
        if not designs and len(self.problems) == before:
            self.problems.append(Problem(here, "has no rows", code="E0305"))
        return {name: column for name, column in columns.items() if name not in known_columns}, called, designs

    def _rows(self, raw: dict[str, Any], names: list[str], here: Location) -> list[table.Row]:
        """Return the rows in a table or in the spec itself, by heading."""
        if "rows" in raw:
            wanted = names if self.strict else None
            return table.read_inline(raw["rows"], here / "rows", wanted, self.problems, self.notes)
        read = self._strict_rows if self.strict else self._loose_rows
        files = table_files(self.project, self.folder, raw["table"], here / "table", self.problems, self.instead)
        return [row for file in files for row in read(file.path, file.sheet, names)]

    def _data_table(self, name: str, raw: dict[str, Any]) -> dict[str, Any]:
        """Return the keys of a lookup table, with its columns and rows."""
        here = self.where / "data" / name
        self.problems += unknown_keys(raw, DATA_KEYS, here)
        filled = {key: value for key, value in raw.items() if key in ("table", "columns", "grid")}
        if ("table" in raw) == ("rows" in raw):
            message = "must have a table or rows, not both" if "table" in raw else "has neither a table nor rows"
            self.problems.append(Problem(here, message, f'for example table = "{name}.csv"', code="E0205"))
            return filled
        before = len(self.problems)
        columns = parse_columns(raw)
        known = dict.fromkeys(table.headings(columns, self.languages))
        names = [name for name in known if name in columns or name not in table.SPECIAL]
        rows = self._rows(raw, names, here)
        headings: dict[str, str] = {}
        if not self.strict:
            fitted = fit_entries(rows, columns, self.languages, here, self.problems, self.notes)
            rows, columns, headings = fitted.rows, fitted.columns, fitted.headings
        if len(rows) > MOST_PIECES:
            message = f"must have at most {MOST_PIECES:,} rows"
            self.problems.append(Problem(here, message, found=f"{len(rows):,}", code="E0105"))
            return filled
        entries = table.read_entries(rows, columns, self.languages, self.problems)
        if not entries and len(self.problems) == before:
            self.problems.append(Problem(here, "has no rows", code="E0305"))
        if "grid" in raw and len(self.problems) == before:
            entries = self._cells(entries, raw["grid"], here)
        declared = raw.get("columns", {})
        if isinstance(declared, dict):
            filled["columns"] = {key: column for key, column in columns.items() if key not in declared} | declared
            self.data[name] = DataTable(columns=columns, entries=entries, headings=headings)
        return filled | {"entries": entries, "headings": headings}

    def _cells(self, entries: list[DataRow], raw: object, here: Location) -> list[DataRow]:
        """Return the rows of a map, each with the name of its cell; rows that do not fit its grid are problems."""
        try:
            grid = MapGrid.model_validate(raw)
        except ValidationError:
            return entries  # reported with the whole game
        names = dict.fromkeys(grid.names())
        first, last = next(iter(names)), next(reversed(names))
        short = {name.lstrip("0") or "0": name for name in names if name.isdigit()}
        found: dict[str, DataRow] = {}
        for row in entries:
            name = row.id if row.id in names else short.get(row.id.lstrip("0") or "0", row.id)
            if name not in names:
                message = f"must be a cell of the grid, from {first} to {last}"
                self.problems.append(Problem(row.place, message, found=quote_value(row.id), code="E0317"))
            elif name in found:
                other = found[name].place
                seen = f"{quote_value(name)}, first used in {other.at(file=PurePosixPath(other.file).name)}"
                self.problems.append(Problem(row.place, "has the cell of another row", found=seen, code="E0317"))
            found[name] = row.model_copy(update={"id": name})
        missing = [name for name in names if name not in found]
        if grid.complete and missing:
            listed = ", ".join(missing[:12]) + (f" and {len(missing) - 12:,} more" if len(missing) > 12 else "")
            message, hint = f"has no row for {listed}", "add them, or write complete = false in grid"
            self.problems.append(Problem(here, message, hint, code="E0317"))
        return list(found.values())

    def _product_rows(
        self, product: object, deck: str, columns: dict[str, Column], wanted: list[str] | None, here: Location
    ) -> list[table.Row]:
        """Return a row for each combination of the values of several columns; the last one changes fastest."""
        if isinstance(product, list):
            product = {name: name for name in product if isinstance(name, str)}
        if not isinstance(product, dict):
            return []  # the models report it
        values = {
            name: self._factor(part, columns, here / name) if isinstance(part, str) else part
            for name, part in product.items()
        }
        if not all(isinstance(part, list) and part for part in values.values()):
            return []
        count = math.prod(map(len, values.values()))
        if count > MOST_PIECES:
            message = f"must have at most {MOST_PIECES:,} combinations"
            self.problems.append(Problem(here, message, found=f"{count:,}", code="E0105"))
            return []
        rows = []
        for number, cells in enumerate(itertools.product(*values.values()), 1):
            row = dict(zip(values, cells, strict=True))
            made = table.make_id(" ".join(map(table.spell, cells)), deck, number, self.used_ids)
            rows.append({table.ID: made} | row)
        return table.read_inline(rows, here, wanted, self.problems, self.notes)

    def _factor(self, name: str, columns: dict[str, Column], here: Location) -> list[str]:
        """Return the values of a product: the choices of a column, or the ids of a lookup table."""
        if name in columns and columns[name].choices:
            return columns[name].choices
        if name in self.data:
            return list(dict.fromkeys(row.id for row in self.data[name].entries))
        message = "must be a column with choices or a table in [data]"
        hint = did_you_mean([*(key for key, column in columns.items() if column.choices), *self.data], name)
        self.problems.append(Problem(here, message, hint, found=quote_value(name), code="E0207"))
        return []

    def _evaluate_expressions(
        self, raw: dict[str, Any], designs: list[Design], columns: Mapping[str, Column], here: Location
    ) -> tuple[list[Design], dict[str, Column]]:
        """Return the rows that meet the condition `when`, with their computed cells, and the computed columns."""
        from pnp.spec.expression import Scope, compute_columns, filter_rows  # slow to load, and few decks have any

        scope, made = Scope(columns, self.data, self.languages[0]), dict[str, Column]()
        computed, when = raw.get("computed"), raw.get("when")
        if isinstance(computed, dict) and all(isinstance(text, str) for text in computed.values()):
            copies = _text(raw.get("copies"))
            designs, made = compute_columns(designs, computed, here, self.problems, scope, copies)
        if isinstance(when, str):
            scope = scope._replace(columns={**columns, **made})
            designs = filter_rows(designs, when, here, self.problems, scope)
        return designs, made

    def _strict_rows(self, path: Path, sheet: str | None, wanted: list[str]) -> list[table.Row]:
        return table.read_strict_table(path, self._location(path), sheet, wanted, self.problems)

    def _loose_rows(self, path: Path, sheet: str | None, _wanted: list[str]) -> list[table.Row]:
        """Return the rows of a file; their columns are checked once all files of the deck have been read."""
        where = self._location(path)
        before = len(self.problems)
        rows = table.read_file(path, where, sheet, self.problems, strict=False, notes=self.notes)
        if not rows and len(self.problems) == before:
            hint = "write headings into the first row"
            self.problems.append(Problem(where.at(sheet=sheet or ""), "is empty", hint, code="E0305"))
        return rows[1:]

    def _location(self, path: Path) -> Location:
        """Return the location of a table; for a file in place of a table, its path as given."""
        return Location(str(path)) if path in self.instead.values() else self.project.location(path)

    def _check_template(self, reference: object, here: Location) -> None:
        if not isinstance(reference, str):
            return  # the models report it
        folders = template_folders(self.project, self.folder.name)
        for root, folder in folders:
            path = resolve_inside(folder, reference, root)
            if path is None:
                message = "must be a template inside the project's folder"
                hint = f"put the template into {self.project.name(folders[0][1])}"
                self.problems.append(Problem(here, message, hint, found=quote_value(reference), code="E0107"))
                return
            if path.is_file():
                return
        near = [p.name for _, folder in folders if folder.is_dir() for p in folder.iterdir()]
        message = f"there is no template {quote_value(reference)}"
        self.problems.append(Problem(here, message, did_you_mean(near, reference), code="E0401"))


def _text(value: object) -> str | None:
    """Return the value if it is a text; the models report anything else."""
    return value if isinstance(value, str) else None


def _computed(deck: dict[str, Any]) -> Container[str]:
    """Return the names of the computed columns of a raw deck."""
    computed = deck.get("computed")
    return computed if isinstance(computed, dict) else ()


def _column(raw: object) -> Column:
    """Return the column; for an invalid one, which the models report, a text column, so that the table can be read."""
    try:
        return Column.model_validate(raw)
    except ValidationError:
        return Column(translated=isinstance(raw, dict) and raw.get("translated") is True, default="")


def parse_columns(deck: dict[str, Any]) -> dict[str, Column]:
    """Return the columns of a raw deck, including those its tables add; invalid ones are text columns."""
    declared = deck.get("columns", {})
    return {name: _column(column) for name, column in (declared.items() if isinstance(declared, dict) else ())}


def _columns(deck: object) -> dict[str, Column] | None:
    """Return the columns of a raw deck; None if one is invalid."""
    declared = deck.get("columns", {}) if isinstance(deck, dict) else None
    if not isinstance(declared, dict):
        return None
    try:
        return {name: Column.model_validate(column) for name, column in declared.items()}
    except ValidationError:
        return None


def _fields_at(loc: ErrorPath) -> list[str]:
    """Return the known keys at the place of an unknown one."""
    models: dict[str, type[Model]] = {
        "columns": Column, "box": BoxItem, "edge": Edge, "rule": Rule, "styles": TextStyle, "pictures": Pictures,
        "grid": MapGrid,
    }  # fmt: skip
    model = next((models[str(part)] for part in reversed(loc[:-1]) if str(part) in models), None)
    return [field.alias or name for name, field in model.model_fields.items()] if model else list(DECK_KEYS)


def _check_ids(game: Game, where: Location) -> list[Problem]:
    """Return the problems with ids that two decks share, and with the number of pieces."""
    problems: list[Problem] = []
    first: dict[str, str] = {}
    for deck, design in game.designs():
        if first.get(design.id, deck.name) != deck.name:
            here = (where / "decks" / deck.name).at(deck=deck.name, piece=design.id)
            message = f"has an id that is also used in decks.{first[design.id]}"
            problems.append(Problem(here, message, "use the column count for copies", code="E0306"))
        first.setdefault(design.id, deck.name)
    total = sum(deck.count * deck.leaves for deck in game.decks.values())
    if total > MOST_PIECES:
        message = f"must have at most {MOST_PIECES:,} pieces in total"
        problems.append(Problem(where / "decks", message, found=f"{total:,}", code="E0105"))
    return problems


def _check_box_names(game: Game, where: Location) -> list[Problem]:
    """Return the problems with box lines that refer to an unknown deck or column."""
    problems: list[Problem] = []
    for number, item in enumerate(game.box, 1):
        here = where / "box" / number
        for name in item.of:
            deck = game.decks.get(name)
            if deck is None:
                message = f"there is no deck {quote_value(name)}"
                problems.append(Problem(here / "of", message, did_you_mean(game.decks, name), code="E0206"))
                continue
            for key in item.where:
                if key not in deck.columns:
                    message = f"the deck {name} has no column {quote_value(key)}"
                    problems.append(Problem(here / "where", message, did_you_mean(deck.columns, key), code="E0207"))
    return problems


def _check_box(game: Game, where: Location) -> list[Problem]:
    """Return the differences between the decks and the contents of the box."""
    problems: list[Problem] = []
    for number, line in enumerate(box_lines(game), 1):
        for name, designs in line.found.items():
            if line.count(name) != line.item.count:
                here = (where / "box" / number).at(detail=next(iter(line.item.name.values())))
                message = f"the box has {line.item.count}, but the deck {name} has {line.count(name)}"
                hint = f"rows: {', '.join(f'{d.id} × {d.count}' for d in designs[:12]) or 'none'}"
                problems.append(Problem(here, message, hint, code="E0211"))
    for deck, design in unlisted_pieces(game):
        here = (where / "box").at(deck=deck.name, piece=design.id)
        message = f"no line lists this piece of the deck {deck.name}"
        hint = "[[box]] must list every piece of the game"
        problems.append(Problem(here, message, hint, code="E0211"))
    return problems
