"""Make a game from tables: a deck for each sheet, the files copied, pictures found, and layouts that are sure to build.

Tables are read and faces are tried in workers, because the files may come from anybody.
"""

from __future__ import annotations

import csv
import io
import json
import os
import struct
import tempfile
import tomllib
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Final, NamedTuple

from pnp.errors import Location, PnpError, Problem, RenderError, SpecError, os_problem, quote_value
from pnp.face.faces import FaceAttempt, FaceLook, FaceName, try_faces
from pnp.face.shapes import icon_names
from pnp.pictures.formats import LARGEST_PICTURE
from pnp.project.folders import SPEC_FILE, Project
from pnp.reference.schema import SCHEMA_FOLDER
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.spec.reader import LARGEST_FILE, RawRow, decode, is_json, is_workbook, parse_rows, sheet_names
from pnp.starter.guess import (
    PICTURE_SUFFIXES,
    Guess,
    TableSheet,
    deck_name,
    find_icons,
    guess_columns,
    picture_suffix,
    table_start,
)
from pnp.starter.notes import StarterNote
from pnp.starter.styles import RULE_FILES, NewGame
from pnp.starter.table_layout import (
    STEPS,
    box_at,
    card_styles,
    printed_columns,
    with_smallest,
    write_back_layout,
    write_card_layout,
)
from pnp.store.cache import Cache
from pnp.store.files import read_file
from pnp.terms import Lang, Side
from pnp.worker.limits import DEFAULT_LIMITS
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

TABLE_SUFFIXES: Final = (".xlsx", ".xlsm", ".xls", ".ods", ".csv", ".tsv", ".txt", ".json", ".jsonl")
"""Endings of the files of a folder that are read as tables."""
MOST_TABLES: Final = 40
"""Maximum number of tables of a new game."""
MOST_SEARCHED: Final = 20_000
"""Maximum number of files in which pictures are searched."""
MOST_TRIED: Final = 60
"""Number of cards with the longest texts, on which each layout is tried."""
ALL_TRIED: Final = 300
"""Number of cards up to which all of them are tried as well."""
SMALL_TEXT: Final = 1.8
"""Type size below which a text gets a note, in mm."""
_TOO_LONG: Final = "E0403"
"""Code of a text that does not fit."""


class GivenTable(NamedTuple):
    """A file with one or more tables."""

    name: str
    content: bytes
    folder: Path | None = None
    """Folder in which its pictures are searched; None for an uploaded file."""


class GivenPicture(NamedTuple):
    """An uploaded picture."""

    name: str
    content: bytes


class ExistingGame(NamedTuple):
    """What is known about the game that decks are added to."""

    art: Path
    """Folder of its pictures and drawings."""
    decks: Sequence[str]
    languages: Sequence[Lang]
    name: str
    """Name of the new deck; several are named after their sheets."""


class GuessedDeck(NamedTuple):
    """A deck of the new game."""

    name: str
    sheet: TableSheet
    guess: Guess
    table: str
    """Value of `table` in game.toml."""


@dataclass
class TableGame:
    """The files of a game made from tables, and what its designer should know."""

    files: dict[str, bytes] = field(default_factory=dict)
    """Content of the files, by path in the project."""
    notes: list[StarterNote] = field(default_factory=list)


def find_table_files(paths: Sequence[Path]) -> list[GivenTable]:
    """Return the content of files, and of all tables in folders. Raise PnpError if there are none."""
    files: list[GivenTable] = []
    for path in paths:
        try:
            inside = sorted(path.iterdir()) if path.is_dir() else [path]
            chosen = [each for each in inside if each == path or _is_table(each)]
            files += [
                GivenTable(each.name, read_file(each, LARGEST_FILE), each.parent) for each in chosen[:MOST_TABLES]
            ]
        except OSError as error:
            raise PnpError(os_problem(error, Location(str(path)), "cannot be read")) from None
    if not files:
        where = Location(", ".join(map(str, paths)))
        raise PnpError(Problem(where, "has no tables", f"use one of {', '.join(TABLE_SUFFIXES)}", code="E0305"))
    return files


def _is_table(path: Path) -> bool:
    """Return whether a file of a folder is a table, and not the lock of a spreadsheet program, such as `~$a.xlsx`."""
    return path.suffix.lower() in TABLE_SUFFIXES and path.is_file() and not path.name.startswith((".", "~"))


def table_game(
    game: NewGame,
    tables: Sequence[GivenTable],
    project: dict[str, bytes],
    pictures: Sequence[GivenPicture] = (),
    existing: ExistingGame | None = None,
) -> TableGame:
    """Return the files of a game made from tables; `project` are the project's other files, for the trial build.

    With `existing`, its decks are going to be added to that game. Raise SpecError if no table has rows.
    """
    made = TableGame()
    sheets = _read_sheets(tables, made.notes)
    found = PictureFiles(tables, pictures, None if existing is None else existing.art)
    decks: list[GuessedDeck] = []
    for table, name, sheet, moved in sheets:
        taken = [*(existing.decks if existing else ()), *(deck.name for deck in decks)]
        chosen = existing.name if existing and len(sheets) == 1 else deck_name(sheet.name, taken)
        decks.append(_make_deck(game, made, found, table, name, sheet, moved, chosen, existing))
    made.files[f"{game.components}/{SPEC_FILE}"] = _spec(game, decks).encode()
    made.files[f"{game.templates}/back.toml"] = write_back_layout(
        [deck.name for deck in decks], game.measured, len(existing.decks) if existing else 0
    ).encode()
    if unused := found.unused():
        made.notes.append(StarterNote("unused", {"files": ", ".join(map(quote_value, unused))}))
    if existing and len(decks) > 1:
        made.notes.append(StarterNote("named", {"decks": ", ".join(deck.name for deck in decks)}))
    _fit_layouts(game, decks, made, project)
    return made


def _read_sheets(
    tables: Sequence[GivenTable], notes: list[StarterNote]
) -> list[tuple[GivenTable, str | None, TableSheet, bool]]:
    """Return the usable sheets of all files: file, name of the sheet, content, and whether the headings are lower."""
    found: list[tuple[GivenTable, str | None, TableSheet, bool]] = []
    problems: list[Problem] = []
    for table in tables:
        try:
            read = run_in_worker(read_tables, DEFAULT_LIMITS, table.content, table.name)
        except PnpError as error:
            problems += error.problems
            continue
        for sheet_name, rows in read:
            at = table_start(rows)
            headings = rows[at] if rows else []
            below = [[*row, *[""] * len(headings)][: len(headings)] for row in rows[at + 1 :]]
            stem = sheet_name or PurePosixPath(table.name).stem
            if sheet_name is not None and len(read) == 1:
                stem = PurePosixPath(table.name).stem
            filled = [row for row in below if any(row)]
            named = sum(map(bool, headings))
            if filled and named > (1 if len(read) > 1 else 0):
                found.append((table, sheet_name, TableSheet(stem, headings, filled), at > 0))
            elif rows or len(read) > 1:
                part = f"{table.name}#{sheet_name}" if sheet_name else table.name
                notes.append(StarterNote("no-rows", {"table": part}))
    if problems:
        raise SpecError(*problems)
    if not found:
        where, hint = Location(tables[0].name), "write headings into the first row, and a card into each row below"
        raise SpecError(Problem(where, "has no rows of cards", hint, code="E0305"))
    if len(found) > MOST_TABLES:
        message = f"must be at most {MOST_TABLES} tables"
        raise SpecError(Problem(Location(tables[0].name), message, found=f"{len(found):,}", code="E0105"))
    return found


@task
def read_tables(content: bytes, name: str) -> list[tuple[str | None, list[list[str]]]]:
    """Return the sheets of a table file, each with its name (None for a text file) and its rows that are not empty."""
    where = Location(name)
    if is_workbook(content):
        names: Sequence[str | None] = sheet_names(content, where)
    else:
        text = decode(content, where).display_text
        names = _json_lists(text) if is_json(text) else [None]
    return [(sheet, [row.cells for row in _sheet_rows(content, where, sheet)]) for sheet in names[:MOST_TABLES]]


def _sheet_rows(content: bytes, where: Location, sheet: str | None) -> list[RawRow]:
    return parse_rows(content, where, sheet)


def _json_lists(text: str) -> list[str | None]:
    """Return the names of the lists in a JSON object; [None] if there is one table without a name."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return [None]  # JSON Lines, or an error that the reader explains
    lists = [key for key, value in data.items() if isinstance(value, list)] if isinstance(data, dict) else []
    objects = isinstance(data, dict) and any(isinstance(row, dict) for key in lists for row in data[key])
    return [*lists] if objects and len(lists) > 1 else [None]


def _make_deck(
    game: NewGame, made: TableGame, pictures: PictureFiles, table: GivenTable, sheet_name: str | None,
    sheet: TableSheet, moved: bool, name: str, existing: ExistingGame | None,
) -> GuessedDeck:  # fmt: skip
    """Return the deck of a sheet; add its table and pictures to the files."""
    languages = existing.languages if existing else None
    guess = guess_columns(sheet, lambda icon: pictures.find(f"{icon}.svg") is not None, languages)
    art = f"{game.components}/art"
    renamed: dict[str, str] = {}
    for cell in guess.picture.distinct if guess.picture else ():
        wanted = pictures.free_name(_plain_picture(cell), cell)
        if wanted != cell:
            renamed[cell] = wanted
        place = f"{art}/{wanted}" if wanted else ""
        if wanted and place not in made.files:
            content = pictures.find(cell)
            if content is None and picture_suffix(wanted):
                made.notes.append(StarterNote("no-picture", {"picture": quote_value(cell), "folder": f"{art}/"}))
            made.files[place] = content if content is not None else placeholder(picture_suffix(wanted))
    for icon in guess.icons.distinct if guess.icons else ():
        for part in icon_names(icon, ""):
            made.files.setdefault(f"{art}/{part}.svg", pictures.find(f"{part}.svg") or placeholder(".svg"))
    _add_icons(game, made, pictures, guess)
    headings = list(filter(None, sheet.headings))
    if moved or renamed or len(set(headings)) != len(headings):
        file = f"{name}.csv"
        made.files[f"{game.components}/{file}"] = _as_csv(sheet, guess, renamed)
        if moved:
            made.notes.append(StarterNote("lines-above", {"table": table.name, "file": file}))
        return GuessedDeck(name, sheet, guess, file)
    file = _file_name(table.name)
    made.files[f"{game.components}/{file}"] = table.content
    return GuessedDeck(name, sheet, guess, file if sheet_name is None else f"{file}#{sheet_name}")


def _add_icons(game: NewGame, made: TableGame, pictures: PictureFiles, guess: Guess) -> None:
    """Add the drawings of icons in texts; a plain disc if there is none beside the table."""
    missing: list[str] = []
    for icon in find_icons(cell for column in guess.printed for cell in column.cells):
        path = f"{game.components}/art/{icon}.svg"
        if path in made.files or not _is_plain(f"{icon}.svg"):
            continue
        content = pictures.find(f"{icon}.svg")
        if content is None:
            missing.append(icon)
        made.files[path] = content or placeholder(".svg")
    if missing:
        listed = ", ".join(f"{icon}.svg" for icon in missing[:20])
        made.notes.append(StarterNote("drawings", {"folder": f"{game.components}/art/", "drawings": listed}))


def _is_plain(name: str) -> bool:
    """Return whether a file name is safe and portable."""
    odd = not name.isprintable() or set(name) & set('/\\:*?"<>|') or name.startswith(".")
    return 0 < len(name) <= 100 and not odd


def _plain_picture(cell: str) -> str:
    """Return the name of a picture without its folders; empty if it has no safe name."""
    name = PureWindowsPath(cell.strip().replace("/", "\\")).name
    return name if _is_plain(name) and picture_suffix(name) else ""


def _file_name(name: str) -> str:
    """Return the name of a table in the game's folder."""
    plain = name.replace("#", "-")
    taken = plain in (SPEC_FILE, "rules.py", "art.py") or plain.startswith(RULE_FILES)
    return "table.csv" if taken or not _is_plain(plain) else plain


def _as_csv(sheet: TableSheet, guess: Guess, renamed: dict[str, str]) -> bytes:
    """Return a sheet as CSV, with unique headings and the new names of pictures."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    headings: list[str] = []
    for heading in sheet.headings:
        free, number = heading, 2
        while free and free in headings:
            free, number = f"{heading} {number}", number + 1
        headings.append(free)
    column = next((at for at, each in enumerate(sheet.headings) if guess.picture and each == guess.picture.heading), -1)
    writer.writerow(headings)
    for row in sheet.rows:
        writer.writerow([renamed.get(cell, cell) if at == column else cell for at, cell in enumerate(row)])
    return text.getvalue().encode("utf-8", "replace")


class PictureFiles:
    """The pictures that were given with the tables, or are in their folders or the game's, found by name."""

    def __init__(self, tables: Sequence[GivenTable], given: Sequence[GivenPicture], art: Path | None) -> None:
        self._given = {picture.name.lower(): picture for picture in given}
        self._used: set[str] = set()
        self._art = art
        self._found: dict[str, Path] = {}
        for folder in dict.fromkeys(table.folder for table in tables if table.folder is not None):
            for path in _files_below(folder):
                if path.suffix.lower() in PICTURE_SUFFIXES:
                    self._found.setdefault(path.name.lower(), path)

    def find(self, cell: str) -> bytes | None:
        """Return the content of a picture; None if there is none of this name, or it is too large."""
        name = PureWindowsPath(cell.replace("/", "\\")).name
        if (given := self._given.get(name.lower())) is not None:
            self._used.add(name.lower())
            return given.content
        if (path := self._found.get(name.lower())) is not None:
            return _picture_content(path)
        return self._kept(name)

    def free_name(self, name: str, cell: str) -> str:
        """Return the name of a cell's picture in the game: with a number if the game has another one of its name."""
        content = self.find(cell) if name else None
        suffix, number, free = picture_suffix(name), 2, name
        while content is not None and (there := self._kept(free)) is not None and there != content:
            free, number = f"{name[: -len(suffix)]}-{number}{suffix}", number + 1
        return free

    def unused(self) -> list[str]:
        """Return the names of given pictures that were not asked for."""
        return [each.name for name, each in self._given.items() if name not in self._used]

    def _kept(self, name: str) -> bytes | None:
        """Return the content of a file in the game's folder of pictures; it may be a link that leads nowhere."""
        plain = self._art is not None and _is_plain(name) and os.path.lexists(self._art / name)
        return (_picture_content(self._art / name) or b"") if self._art is not None and plain else None


def _picture_content(path: Path) -> bytes | None:
    try:
        return read_file(path, LARGEST_PICTURE)
    except OSError:
        return None


def _files_below(folder: Path) -> Iterable[Path]:
    """Yield the files of a folder and of three levels below it."""
    seen, level = 0, [folder]
    for _ in range(4):
        below: list[Path] = []
        for each in level:
            try:
                inside = sorted(each.iterdir())
            except OSError:
                continue
            for path in inside:
                seen += 1
                if seen > MOST_SEARCHED:
                    return
                if path.is_dir() and not path.is_symlink() and not path.name.startswith("."):
                    below.append(path)
                elif path.is_file():
                    yield path
        level = below


def placeholder(suffix: str) -> bytes:
    """Return a grey picture to stand in for a missing one: a drawing for .svg, a PNG for everything else."""
    if suffix == ".svg":
        return (
            b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
            b'<circle cx="50" cy="50" r="44" fill="#d9d4c7" stroke="#8a8577" stroke-width="6"/></svg>\n'
        )
    side = 400
    row = b"\0" + b"".join(bytes((0xD9, 0xD4, 0xC7)) for _ in range(side))

    def part(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(row * side)) + part(b"IEND", b"")


def _spec(game: NewGame, decks: list[GuessedDeck]) -> str:
    """Return game.toml."""
    tags = list(dict.fromkeys(str(lang) for deck in decks for lang in deck.guess.languages))
    same = all(deck.guess.languages in ([], decks[0].guess.languages or [Lang(tag) for tag in tags]) for deck in decks)
    languages = json.dumps(tags) if tags and same else json.dumps(str(game.lang))
    parts = [
        "#:schema ../../.pnp/game.schema.json",
        "# What is in the box. Every key: pnp explain",
        "",
        f"title = {_quoted(game.title)}",
        f"languages = {languages}",
        "",
    ]
    for deck in decks:
        parts += [
            f"[decks.{deck.name}]",
            f"title = {_quoted(_printable(deck.sheet.name)[:80] or deck.name)}",
            f"size = {_quoted(game.size)}",
            f"table = {_quoted(deck.table)}",
            f'front = "{deck.name}.toml"           # in templates/{game.name}/',
            'back = "back.toml"',
            *([f"copies = {_quoted(deck.guess.copies.name)}"] if deck.guess.copies else []),
            "",
        ]
    return "\n".join(parts) + "\n" + card_styles(game.measured)


def _printable(text: str) -> str:
    """Return a text on one line, without control characters."""
    return "".join(char for char in " ".join(text.split()) if char.isprintable())


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "")


def _fit_layouts(game: NewGame, decks: list[GuessedDeck], made: TableGame, project: dict[str, bytes]) -> None:
    """Add the layouts of all decks: the first step at which the longest texts fit."""
    with tempfile.TemporaryDirectory(prefix="pnp-new-") as folder:
        home = Path(folder)
        for deck in decks:
            made.files[f"{game.templates}/{deck.name}.toml"] = write_card_layout(deck.guess, game.measured, 0).encode()
        for name, content in (project | made.files).items():
            if not name.startswith(SCHEMA_FOLDER):
                (home / name).parent.mkdir(parents=True, exist_ok=True)
                (home / name).write_bytes(content)
        spec = load_game(Project(home), game.name)
        for deck in decks:
            text, dropped = _fitted(game, deck, Project(home), spec)
            made.files[f"{game.templates}/{deck.name}.toml"] = text.encode()
            made.notes += [*dropped, *_small_texts(game, deck, text, Project(home), spec)]


def _fitted(game: NewGame, deck: GuessedDeck, project: Project, spec: Game) -> tuple[str, list[StarterNote]]:
    """Return the layout of a deck at the first step at which everything fits, and notes for the designer."""
    path = project.templates / game.name / f"{deck.name}.toml"
    wanted = _longest_cards(deck, spec)
    everything = [FaceName(deck.name, each.id, Side.FRONT) for each in spec.decks[deck.name].designs]
    problems: list[Problem] = []
    for step in range(len(STEPS)):
        text = write_card_layout(deck.guess, game.measured, step)
        path.write_text(text, "utf-8")
        problems = _problems(project, spec, wanted)
        if not problems and len(everything) <= ALL_TRIED:
            problems = _problems(project, spec, everything)
        if not problems:
            return text, []
        if any(problem.code != _TOO_LONG for problem in problems):
            break
    return _with_less(game, deck, project, spec, problems, wanted)


def _with_less(
    game: NewGame, deck: GuessedDeck, project: Project, spec: Game, problems: list[Problem], wanted: list[FaceName]
) -> tuple[str, list[StarterNote]]:
    """Return a layout without the boxes that cannot be printed, and notes that name them."""
    path = project.templates / game.name / f"{deck.name}.toml"

    def tried(columns: list[str]) -> tuple[str, list[Problem]]:
        guess = deck.guess
        for name in columns:
            guess = _leave_out(guess, name)
        text = write_card_layout(guess, game.measured, min(3, len(STEPS) - 1))
        path.write_text(text, "utf-8")
        return text, _problems(project, spec, wanted)

    names = [column.name for column in reversed(deck.guess.printed)]
    reason, dropped = problems[0].said, list[str]()
    for name in names:
        dropped.append(name)
        if not tried(dropped)[1]:
            break
    for name in dropped[:-1]:  # most of them were not the cause
        fewer = [each for each in dropped if each != name]
        if not tried(fewer)[1]:
            dropped = fewer
    text, left = tried(dropped)
    if left:
        raise RenderError(*left[:5])
    headings = {column.name: column.heading for column in deck.guess.printed}
    listed = ", ".join(quote_value(headings[name]) for name in dropped)
    return text, [StarterNote("left-off", {"deck": deck.name, "columns": listed, "reason": reason})]


def _leave_out(guess: Guess, name: str) -> Guess:
    """Return a guess without a column."""

    def kept(column: object) -> bool:
        return getattr(column, "name", None) != name

    return replace(
        guess,
        title=guess.title if kept(guess.title) else None,
        group=guess.group if kept(guess.group) else None,
        details=list(filter(kept, guess.details)),
        corners=list(filter(kept, guess.corners)),
        picture=guess.picture if kept(guess.picture) else None,
        icons=guess.icons if kept(guess.icons) else None,
        texts=list(filter(kept, guess.texts)),
        flavour=guess.flavour if kept(guess.flavour) else None,
        unused=[*guess.unused, name],
    )


def _small_texts(game: NewGame, deck: GuessedDeck, layout: str, project: Project, spec: Game) -> list[StarterNote]:
    """Return notes about the columns that are printed smaller than `SMALL_TEXT` on a card.

    Cards are drawn with that as the smallest size: where a text does not fit, its type is smaller in the layout.
    """
    path = project.templates / game.name / f"{deck.name}.toml"
    boxes = tomllib.loads(layout)
    styles = tomllib.loads(card_styles(game.measured))["styles"]
    texts = [name for name, box in boxes.items() if isinstance(box, dict) and "text" in box]
    small = {name for name in texts if styles[boxes[name]["style"]]["size"] < SMALL_TEXT}
    wanted = [FaceName(deck.name, each.id, Side.FRONT) for each in spec.decks[deck.name].designs]
    wanted = wanted if len(wanted) <= ALL_TRIED else _longest_cards(deck, spec)
    for _ in texts:  # a card reports only its first problem
        raised = with_smallest(layout, SMALL_TEXT, [name for name in texts if name not in small])
        path.write_text(raised, "utf-8")
        lines = {problem.where.line for problem in _problems(project, spec, wanted)}
        found = {name for line in lines for name in box_at(raised, line, boxes)} - small
        if not found:
            break
        small |= found
    path.write_text(layout, "utf-8")
    headings = [boxes[name]["text"] for name in texts if name in small and name.startswith("label-")]
    notes = [
        StarterNote("small-headings", {"deck": deck.name, "headings": ", ".join(map(quote_value, headings))})
    ] * bool(headings)
    for name in texts:
        if name in small and not name.startswith("label-"):
            column = max(printed_columns(deck.guess, boxes[name]["text"]), key=lambda each: each.longest)
            row = max(range(len(column.full)), key=lambda at: len(column.full[at]))
            title = deck.guess.title.full[row] if deck.guess.title else ""
            card = quote_value(title) if title else str(row + 1)
            values = {"deck": deck.name, "column": quote_value(column.heading), "card": card, "file": path.name}
            notes.append(StarterNote("small-text", values))
    return notes


def _longest_cards(deck: GuessedDeck, spec: Game) -> list[FaceName]:
    """Return the fronts with the longest texts and the longest words in each column."""
    designs = spec.decks[deck.name].designs
    chosen: dict[str, FaceName] = {}
    columns = dict.fromkeys(name for design in designs[:1] for name in design.fields)
    for column in columns:

        def texts(design: object, column: str = column) -> list[str]:
            value = design.fields.get(column, "")  # type: ignore[attr-defined]
            return list(map(str, value.values() if isinstance(value, dict) else [value]))

        by_length = sorted(designs, key=lambda each: -max(map(len, texts(each)), default=0))[:4]
        by_word = sorted(
            designs, key=lambda each: -max((len(word) for text in texts(each) for word in text.split()), default=0)
        )[:4]
        for design in [*by_length, *by_word]:
            chosen[design.id] = FaceName(deck.name, design.id, Side.FRONT)
    return list(chosen.values())[: MOST_TRIED * 4]


def _problems(project: Project, spec: Game, wanted: list[FaceName]) -> list[Problem]:
    """Return the problems of faces in all languages."""
    found: list[Problem] = []
    for lang in spec.languages:
        try:
            tried: list[FaceAttempt] = run_in_worker(
                try_faces, DEFAULT_LIMITS, project, spec, wanted, FaceLook(lang), Cache.disabled()
            )
        except PnpError as error:
            return list(error.problems)
        found += [problem for each in tried for problem in each.problems]
    return found
