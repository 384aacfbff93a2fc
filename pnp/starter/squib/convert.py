"""Turn a folder with Squib decks into the files of a project: game.toml, a layout for each deck, tables, pictures."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pnp.errors import Location, PnpError, Problem, os_problem
from pnp.geometry.units import MM_PER_INCH, MM_PER_POINT, UNITS
from pnp.spec.table import COUNT_HEADINGS
from pnp.spec.values import CONTROL
from pnp.starter.squib.boxes import SquibBoxes
from pnp.starter.squib.deck import SquibDeck, name_decks, read_deck, texts
from pnp.starter.squib.folder import SquibFolder, source_root
from pnp.starter.squib.values import SquibFont
from pnp.starter.styles import NewGame
from pnp.store.files import read_file
from pnp.worker.limits import DEFAULT_LIMITS
from pnp.worker.progress import begin_step
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

MOST_ROWS: Final = 999
"""Maximum number of rows, or of copies, in a table made from a script."""


@dataclass
class Converted:
    """The files of a project."""

    files: dict[str, bytes]
    """Contents by path: `game.toml` and tables in the folder of the game, layouts in that of its templates."""
    copied: dict[str, str]
    """Files to copy: paths in the project, and in the folder with the deck."""
    notes: list[str]
    """What was not carried over, with file and line."""


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
    source = SquibFolder(folder, art=f"components/{name}/art")
    calls = source.read_calls()
    decks = [read_deck(source, call, deck) for call, deck in zip(calls, name_decks(calls), strict=True)]
    files = dict(source.tables)
    boxes = SquibBoxes(source)
    for deck in decks:
        boxes.draw(deck)
        if deck.has_cut_lines:
            message = "draws cut lines or safe zones; pnp prints crop marks, and pnp serve shows both"
            source.note(deck.call.file, deck.call.line, message)
        files[f"templates/{deck.name}.toml"] = _layout_text(deck, source.notes).encode()
        if deck.table is None:
            files[f"{deck.name}.csv"] = _table_text(deck).encode()
        else:
            _note_cards_left_out(deck, source)
    files["game.toml"] = _game_text(title, lang, source, decks, boxes).encode()
    return Converted(files, source.copied, source.notes)


def _table_text(deck: SquibDeck) -> str:
    """Return a table, as CSV, for a deck without one: the arrays in the script, or one row for all cards."""
    cards = deck.call.options.get("cards", 1)
    count = cards if isinstance(cards, int) and 0 < cards <= MOST_ROWS else 1
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    if deck.columns:
        count = min(max(count, *map(len, deck.columns.values())), MOST_ROWS)
        writer.writerow(deck.columns)
        writer.writerows(
            [values[row] if row < len(values) else "" for values in deck.columns.values()] for row in range(count)
        )
    else:
        writer.writerows([["id", "count"], [deck.name, count]])
    return lines.getvalue()


def _note_cards_left_out(deck: SquibDeck, source: SquibFolder) -> None:
    """Note that the script makes fewer cards than its table has."""
    cards = deck.call.options.get("cards", 1)
    if deck.table is not None and isinstance(cards, int) and cards < len(deck.table.pieces()):
        message = f"makes {cards} of the {len(deck.table.pieces())} cards in {deck.table.file}; pnp makes all"
        source.note(deck.call.file, deck.call.line, f"{message}, unless a when in the deck leaves rows out")


def _layout_text(deck: SquibDeck, notes: list[str]) -> str:
    """Return the layout of a deck as TOML, with what was not carried over as comments at its end."""
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
            elif isinstance(value, SquibFont):
                value = value.name
            lines.append(f"{key} = {_toml(value)}")
    files = (deck.call.file, *texts(deck.call.options.get("layout")))
    lost = [note for note in notes if note.startswith(tuple(f"{file}:" for file in files))]
    if lost:
        lines += ["", "# Not carried over:", *(f"# {note}" for note in lost)]
    return _joined(lines)


def _game_text(title: str, lang: str, source: SquibFolder, decks: list[SquibDeck], boxes: SquibBoxes) -> str:
    """Return game.toml: the decks, icons and styles."""
    lines = [
        "#:schema ../../.pnp/game.schema.json", "# What is in the box. Every key: pnp explain", "",
        f"title = {_toml(title)}", f"languages = {_toml(lang)}",
    ]  # fmt: skip
    if boxes.has_markup:
        lines.append('typography = "smart"  # curled quotes and long dashes, as in Squib’s markup')
    for deck in decks:
        size = [round((side - 2 * deck.bleed) / deck.dpi * MM_PER_INCH, 2) for side in (deck.width, deck.height)]
        table = source.table_reference(deck.table) if deck.table else f"{deck.name}.csv"
        lines += ["", f"[decks.{deck.name}]", f"size = {_toml(size)}  # after cutting", f"table = {_toml(table)}"]
        copies = deck.table.copies if deck.table else ""
        if deck.table and copies in deck.table.headings and copies.lower() not in COUNT_HEADINGS:
            lines.append(f"copies = {_toml(copies)}")
        lines.append(f'front = "{deck.name}.toml"')
    if boxes.icons:
        lines += ["", "[icons]", *(f"{_toml(key)} = {_toml(file)}" for key, file in boxes.icons.items())]
    for font in boxes.fonts.styles:
        largest, smallest = (round(points * MM_PER_POINT, 2) for points in (font.points, font.smallest))
        families = font.families[0] if len(font.families) == 1 else font.families
        lines += ["", f"[styles.{font.name}]  # {font.source}", f"font = {_toml(families)}"]
        lines += [f"size = {largest}", f"min = {smallest}", 'colour = "#000000"']
        lines += ['weight = "bold"'] if font.bold else []
        lines += ['style = "italic"'] if font.italic else []
    return _joined(lines)


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


def _key(name: str) -> str:
    """Return a key as TOML."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _toml(name)


def _joined(lines: Iterable[str]) -> str:
    """Return lines as a text; file names may contain control characters."""
    return "".join(f"{CONTROL.sub(' ', line)}\n" for line in lines)
