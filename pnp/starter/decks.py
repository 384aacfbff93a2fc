"""Add decks to a game: those of a new game in a style or from tables, moved in under free names."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, Final, NamedTuple

import tomlkit
from tomlkit.exceptions import TOMLKitError

from pnp.errors import Location, PnpError, Problem, option_location, quote_value
from pnp.project.folders import SPEC_FILE, GameRef, parse_toml, resolve_inside
from pnp.project.saving import write_protection
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.spec.table import COUNT
from pnp.spec.values import NAME, STANDARD_SIZES, named_size
from pnp.starter.from_tables import ExistingGame, GivenPicture, GivenTable, table_game
from pnp.starter.notes import StarterNote
from pnp.starter.start import check_style, new_game, size_problems
from pnp.starter.styles import RULE_FILES, SIZES, STANDARD_SIZE, style_files
from pnp.store.files import LARGEST_SETTINGS, read_file
from pnp.terms import CardStyle

_STYLE: Final = re.compile(r'^style = "([^"\n]+)"$', re.MULTILINE)
MOST_NAMES: Final = 1_000
"""Maximum number of names that are tried for a file."""


class AddedDecks(NamedTuple):
    """Decks to be added to a game."""

    names: tuple[str, ...]
    spec: bytes
    """New content of game.toml."""
    before: bytes
    """Content of game.toml that it is based on."""
    files: dict[str, bytes]
    """Content of new files, by their paths in the project."""
    notes: tuple[StarterNote, ...]


def added_decks(
    game: GameRef,
    name: str,
    *,
    size: str | None = None,
    style: CardStyle | str | None = None,
    tables: Sequence[GivenTable] = (),
    pictures: Sequence[GivenPicture] = (),
) -> AddedDecks:
    """Return what to write to add decks to a game, in a style or from tables.

    A single deck gets the name; several are named after their sheets. Without `size`, it is that of the style, or of
    the game's first deck. Raise PnpError with every problem.
    """
    project, spec_path = game.project, game.project.components / game.id / SPEC_FILE
    where = project.location(spec_path)
    if reason := write_protection(spec_path, project):
        raise PnpError(Problem(where, "cannot be changed", found=reason, code="E0313"))
    spec = load_game(project, game.id, any_box=True)
    problems = _name_problems(name, spec)
    chosen = check_style(style, problems, with_rules=False)
    if size is None:
        size = SIZES.get(chosen, "") or _usual_size(spec)
    made_for = new_game(game.id, lang=spec.languages[0], size=size, problems=problems, existing=True)
    if problems or made_for is None:
        raise PnpError(*problems)
    before = read_file(spec_path, LARGEST_SETTINGS)
    notes: list[StarterNote] = []
    if tables:
        existing = ExistingGame(spec_path.parent / "art", list(spec.decks), spec.languages, name)
        made = table_game(made_for, tables, {}, pictures, existing)
        files, notes = made.files, made.notes
        names = {deck: deck for deck in _decks_of(files, made_for.components)}
    else:
        files = style_files(made_for, chosen, with_rules=False)
        names = {"cards": name}
    return _Merge(game, before, files, names, notes).result()


def _name_problems(name: str, spec: Game) -> list[Problem]:
    where = option_location("name")
    if not NAME.fullmatch(name):
        message = "must consist of lowercase letters, digits, - and _, and begin with a letter"
        return [Problem(where, message, 'for example "events"', found=quote_value(name), code="E0111")]
    if name in spec.decks:
        message = f"cannot be {quote_value(name)}: the game has a deck with that name"
        return [Problem(where, message, "choose another name", code="E0111")]
    return [Problem(where, f"cannot be {quote_value(name)}", "choose another name", code="E0111")] * (name == COUNT)


def deck_title(name: str) -> str:
    """Return the title of a deck, from its name.

    >>> deck_title("winter-events")
    'Winter events'
    """
    return name.replace("-", " ").replace("_", " ").capitalize()


def _usual_size(spec: Game) -> str:
    """Return the card size of the first deck that has a usual one."""
    named = {named_size(name): name for name in reversed(STANDARD_SIZES)}
    sizes = (named.get(deck.size, f"{deck.size.width:g}x{deck.size.height:g}") for deck in spec.decks.values())
    return next((size for size in sizes if not size_problems(size)), STANDARD_SIZE)


def _decks_of(files: Mapping[str, bytes], components: str) -> dict[str, Any]:
    decks: dict[str, Any] = tomllib.loads(files[f"{components}/{SPEC_FILE}"].decode())["decks"]
    return decks


class _Merge:
    """Moves the files of a new game into an existing one."""

    def __init__(
        self,
        game: GameRef,
        before: bytes,
        files: Mapping[str, bytes],
        names: Mapping[str, str],
        notes: list[StarterNote],
    ) -> None:
        self._project, self._id = game
        self._components, self._templates = f"components/{game.id}", f"templates/{game.id}"
        self._before, self._files, self._names, self._notes = before, files, names, list(notes)
        self._where = self._project.location(self._project.components / game.id / SPEC_FILE)
        self._made: dict[str, bytes] = {}
        self._moved: dict[str, str] = {}
        """New names of tables and layouts, by their old ones."""

    def result(self) -> AddedDecks:
        """Return the new content of game.toml, and the files to write."""
        first = next(iter(self._names.values()))
        self._move_files(first)
        made = self._files[f"{self._components}/{SPEC_FILE}"].decode()
        for old, new in self._moved.items():
            made = made.replace(f" in {old}\n", f" in {new}\n")  # comments
        source = tomlkit.parse(made)
        text = self._before.decode("utf-8-sig")
        parse_toml(text, self._where)  # tomlkit's messages are not for readers
        try:
            document = tomlkit.parse(text)
            renamed = self._add_styles(document, source.get("styles", {}), first)
            self._add_texts(document, source.get("text", {}))
            for old, new in self._names.items():
                self._add(document, "decks", new, self._deck(source, old))
            written = tomlkit.dumps(document)
        except (TOMLKitError, AttributeError, KeyError, TypeError, ValueError) as error:
            raise self._refusal() from error
        for path, content in self._made.items():
            if path.startswith(f"{self._templates}/"):
                self._made[path] = self._layout(content.decode(), renamed).encode()
        if "\r\n" in text:
            written = re.sub(r"(?<!\r)\n", "\r\n", written)
        self._check(text, written)
        mark = self._before[: len(self._before) - len(text.encode())]
        names = tuple(self._names.values())
        return AddedDecks(names, mark + written.encode(), self._before, self._made, tuple(self._notes))

    def _move_files(self, first: str) -> None:
        """Give every file its name in the game; drawings that it has are used as they are."""
        for path, content in self._files.items():
            name = PurePosixPath(path).name
            if path.startswith(f"{self._components}/art/"):
                self._move_drawing(path, content)
            elif path.startswith(f"{self._templates}/"):
                stem, dot, suffix = name.partition(".")
                stem = self._names.get(stem, {"card": first, "back": f"{first}-back"}.get(stem, stem))
                self._move(path, f"{stem}{dot}{suffix}", content)
            elif name != SPEC_FILE and not name.startswith(RULE_FILES):
                stem, dot, suffix = name.rpartition(".")
                self._move(path, f"{self._names.get(stem, stem)}{dot}{suffix}", content)

    def _move(self, path: str, wanted: str, content: bytes) -> None:
        folder, name = PurePosixPath(path).parent, PurePosixPath(path).name
        stem, dot, suffix = wanted.partition(".")
        for number in range(1, MOST_NAMES):
            free = f"{stem}{f'-{number}' if number > 1 else ''}{dot}{suffix}"
            if not os.path.lexists(self._project.root / folder / free) and str(folder / free) not in self._made:
                break
        else:
            raise PnpError(Problem(Location(str(folder)), "has too many files of that name", code="E0108"))
        if resolve_inside(self._project.root, str(folder / free), self._project.root) is None:
            raise PnpError(Problem(Location(str(folder)), "is outside the project's folder", code="E0107"))
        self._made[str(folder / free)] = content
        self._moved[name] = free

    def _move_drawing(self, path: str, content: bytes) -> None:
        there = self._project.root / path
        if not os.path.lexists(there):
            if resolve_inside(self._project.root, path, self._project.root) is None:
                raise PnpError(Problem(Location(path), "is outside the project's folder", code="E0107"))
            self._made[path] = content
        elif not there.is_file() or read_file(there) != content:
            self._notes.append(StarterNote("kept-drawing", {"file": path}))

    def _add_styles(self, document: tomlkit.TOMLDocument, styles: Mapping[str, Any], first: str) -> dict[str, str]:
        """Add text styles; return the new names of those whose name has another style in the game."""
        renamed: dict[str, str] = {}
        there = document.get("styles", {})
        for name, style in styles.items():
            number, free = 1, name
            while free in there and tomlkit.item(there[free]).unwrap() != style.unwrap():
                number += 1
                free = f"{first}-{name}" if number == 2 else f"{first}-{name}-{number - 1}"
            renamed[name] = free
            if free not in there:
                self._add(document, "styles", free, style)
                there = document["styles"]
        return {old: new for old, new in renamed.items() if old != new}

    def _add_texts(self, document: tomlkit.TOMLDocument, texts: Mapping[str, Any]) -> None:
        for key, text in texts.items():
            if key not in document.get("text", {}):
                self._add(document, "text", key, text)

    @staticmethod
    def _add(document: tomlkit.TOMLDocument, part: str, key: str, value: Any) -> None:
        if part not in document:
            document[part] = tomlkit.table(is_super_table=part != "text")
        document[part][key] = value

    def _deck(self, source: tomlkit.TOMLDocument, old: str) -> Any:
        """Return the table of a deck, with the new names of its files."""
        deck = source["decks"][old]
        file, mark, sheet = str(deck["table"]).partition("#")
        if len(self._names) == 1:
            deck["title"] = deck_title(self._names[old])
        deck["table"] = f"{self._moved[file]}{mark}{sheet}"
        for side in ("front", "back"):
            deck[side] = self._moved[str(deck[side])]
        return deck

    def _layout(self, text: str, renamed: Mapping[str, str]) -> str:
        text = _STYLE.sub(lambda match: f'style = "{renamed.get(match[1], match[1])}"', text)
        for old, new in self._moved.items():
            if old.endswith(".csv") and old != new:
                text = text.replace(f" {old}.", f" {new}.")  # in the comment that explains the layout
        return text

    def _check(self, before: str, after: str) -> None:
        """Raise PnpError unless everything that game.toml had is still in it, unchanged."""
        try:
            old, new = tomllib.loads(before), tomllib.loads(after)
        except ValueError as error:
            raise self._refusal() from error
        for part in ("decks", "styles", "text"):
            kept = old.pop(part, {})
            found = new.pop(part, {})
            if not isinstance(kept, dict) or {key: found.get(key) for key in kept} != kept:
                raise self._refusal()
        lines = iter(after.splitlines())
        if old != new or not all(line in lines for line in before.splitlines() if line.strip()):
            raise self._refusal()

    def _refusal(self) -> PnpError:
        hint = "write its decks as tables, such as [decks.cards]"
        return PnpError(Problem(self._where, "is written in a way that pnp cannot add decks to", hint, code="E0313"))
