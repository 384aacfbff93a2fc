"""A Squib deck on its way to a deck of pnp: its size, bleed, layouts and table, and the boxes that it draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from pnp.errors import Location
from pnp.geometry.units import MM_PER_INCH
from pnp.spec.table import slugify
from pnp.spec.values import MAX_PIECE_SIZE, MIN_PIECE_SIZE
from pnp.starter.squib.folder import SquibFolder
from pnp.starter.squib.layout import BUILT_IN, expand_layout, parse_length, read_entries
from pnp.starter.squib.script import SAVES, DeckCall, Filled, Picked, SquibTable, describe_value

_WITH_BLEED: Final = tuple(
    (wide + 0.25, high + 0.25)
    for short, long in (
        (2.5, 3.5), (2.25, 3.5), (2.75, 4.75), (1.75, 2.5), (3.5, 5.5), (1.25, 1.75), (3.5, 3.5), (2.5, 2.5), (2, 2),
    )
    for wide, high in ((short, long), (long, short))
)  # fmt: skip
"""Sizes that The Game Crafter asks for, with bleed, in inches."""


class SquibBox(NamedTuple):
    """A box of a layout, from one draw call."""

    name: str
    comment: str
    """The call, with file and line."""
    keys: dict[str, Any]
    """Keys of the layout, with lengths in pixels."""
    is_open: bool = False
    """Whether it has no height in Squib: it ends where the next box begins."""


@dataclass
class SquibDeck:
    """A deck of pnp that is being made from one `Squib::Deck.new`; lengths are in pixels."""

    name: str
    call: DeckCall
    dpi: float
    cell: float
    """Length of Squib's unit `cell`."""
    width: float
    height: float
    bleed: float = 0.0
    """Distance from the edge of Squib's canvas to the cut."""
    layout: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Entries of the layouts in use."""
    table: SquibTable | None = None
    columns: dict[str, list[str]] = field(default_factory=dict)
    """Columns written as arrays in the script."""
    font: str = "Arial 12"
    """Font of texts that set none."""
    ground: Any = None
    """Colour of the background."""
    boxes: list[SquibBox] = field(default_factory=list)
    units: Counter[str] = field(default_factory=Counter)
    """How often each unit of length is used."""
    has_cut_lines: bool = False
    """Whether the script draws cut lines or safe zones."""


def read_deck(folder: SquibFolder, call: DeckCall, name: str) -> SquibDeck:
    """Return the deck that a call makes, without boxes.

    Raise PnpError if a layout is not valid.
    """
    options = call.options
    dpi = options.get("dpi", 300)
    dpi = float(dpi) if isinstance(dpi, int | float) and 10 <= dpi <= 2400 else 300.0
    cell = parse_length(folder.config.get("cell_px", 37.5)) or 37.5
    sides: list[float] = []
    for key, usual in (("width", 825.0), ("height", 1125.0)):
        length = parse_length(options.get(key, usual), dpi, cell)
        if length is None or not MIN_PIECE_SIZE <= length / dpi * MM_PER_INCH <= MAX_PIECE_SIZE + 50:
            folder.note(
                call.file, call.line, f"has the {key} {describe_value(options.get(key))}; {usual:g} pixels are used"
            )
            length = usual
        sides.append(length)
    deck = SquibDeck(name, call, dpi, cell, sides[0], sides[1])
    for file in texts(options.get("layout")):
        _add_layout(folder, deck, file, call.line)
    for draw in call.draws:
        if draw.name == "use_layout":
            for file in texts(draw.options.get("file", "layout.yml")):
                _add_layout(folder, deck, file, draw.line)
    deck.bleed = _bleed(deck)
    tables = Counter(id(table) for table in _tables_used(call))
    known = {id(table): table for table in _tables_used(call)}
    if tables:
        deck.table = known[tables.most_common(1)[0][0]]
        if len(tables) > 1:
            folder.note(call.file, call.line, "uses several tables; a deck of pnp has one, so combine them")
    return deck


def name_decks(calls: list[DeckCall]) -> list[str]:
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


def texts(value: Any) -> list[str]:
    """Return a text, or the texts of a list, as a list."""
    return [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str)]


def _add_layout(folder: SquibFolder, deck: SquibDeck, file: str, line: int) -> None:
    """Add the entries of a layout, in the folder or part of Squib, to those of a deck."""
    content = folder.read_layout(file)
    if content is None:
        if file not in BUILT_IN:
            folder.note(deck.call.file, line, f"uses the layout {file}, which does not exist")
            return
        entries = {name: dict(entry) for name, entry in BUILT_IN[file].items()}
    else:
        entries = read_entries(content, Location(file))
    notes: list[str] = []
    deck.layout |= entries
    expand_layout(deck.layout, deck.dpi, deck.cell, notes)
    for note in notes:
        folder.note(file, 0, note)


def _bleed(deck: SquibDeck) -> float:
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


def _tables_used(call: DeckCall) -> Iterator[SquibTable]:
    """Yield the table of each option that shows or is chosen by a column."""
    for draw in call.draws:
        for value in draw.options.values():
            if isinstance(value, Filled):
                yield value.table
            elif isinstance(value, Picked):
                yield value.by.table
