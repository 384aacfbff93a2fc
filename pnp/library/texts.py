"""Text files of a game that can be edited: its spec, memos, templates and drawings.

Only the lines that were edited change: a byte order mark and the end of every other line stay as they are. Code is
never edited, because that would let a page change what runs on the user's machine.
"""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from pathlib import Path
from typing import Final

from pnp.errors import Location, PnpError, Problem, os_problem, quote_value
from pnp.memo.figures import FILE as FIGURES_FILE
from pnp.memo.source import memo_files
from pnp.project.folders import (
    CODE_SUFFIX,
    CONFIG_FILE,
    FONT_SUFFIXES,
    SHARED,
    SPEC_FILE,
    GameRef,
    Project,
    resolve_inside,
)
from pnp.project.saving import StaleError, content_hash, save_if_unchanged, stale_error, write_protection
from pnp.rulebook.source import rulebook_files
from pnp.store.files import LARGEST_SETTINGS, read_file, rounded_size

LARGEST_TEXT: Final = LARGEST_SETTINGS
"""Maximum size of an edited file, in bytes."""
MOST_LISTED: Final = 500
"""Maximum number of files listed per folder."""
NOT_TEXT: Final = FONT_SUFFIXES | {
    CODE_SUFFIX, ".pyc", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".tif", ".tiff", ".bmp", ".pdf", ".svgz", ".zip",
}  # fmt: skip
"""Suffixes of files in template folders that are not edited as text."""
SETTINGS_REASON: Final = "it sets limits and folders for this machine; edit it in a text editor"
CODE_REASON: Final = "it is code, which can do anything on your machine; edit it in a text editor"
_LINE_END: Final = re.compile(r"\r\n|\r|\n")


class TextKind(StrEnum):
    """Kind of text file, from which follows how it is checked and previewed."""

    SPEC = "spec"
    MEMO = "memo"
    RULEBOOK = "rulebook"
    FIGURES = "figures"
    TEMPLATE = "template"
    DRAWING = "drawing"
    SETTINGS = "settings"


@dataclass(frozen=True)
class TextFile:
    """A text file of a game."""

    name: str
    """Path relative to the project, as in messages."""
    kind: TextKind
    path: Path
    read_only: str
    """Why it cannot be edited; empty if it can."""

    @property
    def where(self) -> Location:
        """Location of the file."""
        return Location(self.name)


@dataclass(frozen=True)
class OpenedText:
    """A text file with its content."""

    file: TextFile
    text: str
    """Content without byte order mark, with `\\n` as line end."""
    version: str
    """Hash of the file."""
    read_only: str
    """Why it cannot be edited; empty if it can."""


class TextChangedError(PnpError):
    """The file was changed by another program since it was opened; nothing was written."""

    def __init__(self, *problems: Problem, now: OpenedText | None) -> None:
        super().__init__(*problems)
        self.now = now
        """The file as it is now; None if it no longer exists."""


def list_texts(game: GameRef) -> list[TextFile]:
    """Return the text files of a game, of its project's shared templates, and pnp.toml, which is read-only."""
    project, components = game.project, game.project.components / game.id
    found = [(TextKind.SPEC, components / SPEC_FILE)]
    found += [(TextKind.MEMO, components / name) for name in memo_files(components)]
    found += [(TextKind.RULEBOOK, components / name) for name in rulebook_files(components)]
    found += [(TextKind.FIGURES, components / FIGURES_FILE)]
    for folder in (project.templates / game.id, project.templates / SHARED):
        found += [(TextKind.TEMPLATE, path) for path in _files_in(folder) if path.suffix.lower() not in NOT_TEXT]
    found += [(TextKind.DRAWING, path) for path in _files_in(components) if path.suffix.lower() == ".svg"]
    found += [(TextKind.SETTINGS, project.root / CONFIG_FILE)]
    return [
        TextFile(project.name(path), kind, path, _read_only(project, kind, path))
        for kind, path in found
        if path.is_file() and resolve_inside(project.root, project.name(path), project.root) is not None
    ]


def _files_in(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder, sorted, without hidden ones; links to folders are not followed."""
    count = 0
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for name in sorted(each for each in names if not each.startswith(".")):
            count += 1
            if count > MOST_LISTED:
                return
            yield Path(parent, name)


def _read_only(project: Project, kind: TextKind, path: Path) -> str:
    if kind is TextKind.SETTINGS:
        return SETTINGS_REASON
    target = path.resolve()
    folders = [project.components.resolve(), project.templates.resolve()]
    inner = next((target.relative_to(each) for each in folders if target.is_relative_to(each)), None)
    if inner is None or any(part.startswith(".") for part in inner.parts) or target.suffix != path.suffix:
        return "it is a link to another kind of file; edit that file in a text editor"
    return write_protection(path, project)


def find_text(game: GameRef, name: str) -> TextFile:
    """Return a text file of a game by its name; raise PnpError if there is none, or if it is code."""
    found = next((each for each in list_texts(game) if each.name == name), None)
    if found is None and name.endswith(CODE_SUFFIX):
        raise PnpError(Problem(Location(name), "cannot be edited here", found=CODE_REASON, code="E0114"))
    if found is None:
        message, hint = f"has no text file {quote_value(name)}", "it may have been deleted or renamed"
        raise PnpError(Problem(Location(game=game.id), message, hint, code="E0101"))
    return found


def open_text(game: GameRef, name: str) -> OpenedText:
    """Return a text file of a game with its content; raise PnpError if it cannot be read."""
    return _open(find_text(game, name))


def _open(file: TextFile) -> OpenedText:
    try:
        content = read_file(file.path, LARGEST_TEXT)
    except OSError as error:
        raise PnpError(os_problem(error, file.where, "cannot be read")) from None
    try:
        text, reason = decode_text(content), file.read_only
    except UnicodeDecodeError:
        text, reason = content.decode("utf-8", "replace"), "it is not UTF-8 text; save it as UTF-8 to edit it here"
    return OpenedText(file, _LINE_END.sub("\n", text.replace("\0", "\ufffd")), content_hash(content), reason)


def decode_text(content: bytes) -> str:
    """Return the text of a file without byte order mark; raise UnicodeDecodeError if it is not UTF-8 text."""
    if b"\0" in content:
        raise UnicodeDecodeError("utf-8", content, content.index(b"\0"), content.index(b"\0") + 1, "it has a zero byte")
    return content.removeprefix(codecs.BOM_UTF8).decode("utf-8")


def encode_text(text: str, before: bytes) -> bytes:
    """Return the new content of a file, with the byte order mark and the line ends of its content before.

    Line ends of `text` do not count; new lines end like the line above them.

    >>> encode_text("a\\nnew\\nb\\n", b"a\\r\\nb\\r\\n")
    b'a\\r\\nnew\\r\\nb\\r\\n'
    """
    mark = codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b""
    old = decode_text(before)
    return mark + _restore_line_ends(_LINE_END.sub("\n", text), old).encode()


def _restore_line_ends(text: str, before: str) -> str:
    ends = _LINE_END.findall(before)
    if len(set(ends)) <= 1:
        return text.replace("\n", ends[0]) if ends else text
    old, new = _LINE_END.split(before), text.split("\n")
    found: list[str | None] = [None] * len(new)
    start = next((at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), None)
    start = min(len(old), len(new)) if start is None else start
    shorter = min(len(old), len(new)) - start
    tail = next((at for at in range(shorter) if old[-1 - at] != new[-1 - at]), shorter)
    inner = SequenceMatcher(None, old[start : len(old) - tail], new[start : len(new) - tail])
    same = [(0, 0, start), *((start + a, start + b, size) for a, b, size in inner.get_matching_blocks())]
    for a, b, size in (*same, (len(old) - tail, len(new) - tail, tail)):
        for step in range(size):
            if a + step < len(ends):
                found[b + step] = ends[a + step]
    end, parts = ends[0], list[str]()
    for line, own in zip(new, found, strict=True):
        if not line and end == "\r" and (own or end).startswith("\n") and parts:
            own = end  # a CR followed by this LF would be one line end
        end = own or end
        parts += [line, end]
    return "".join(parts[:-1])


def save_text(game: GameRef, name: str, text: str, version: str) -> OpenedText:
    """Write a text file of a game; raise TextChangedError, without writing, if `version` is not its version."""
    file = find_text(game, name)
    try:
        now = _open(file)
        if now.read_only:
            raise PnpError(Problem(file.where, "cannot be edited here", found=now.read_only, code="E0114"))
        if now.version != version:
            raise TextChangedError(*stale_error(file.where).problems, now=now)
        before = read_file(file.path, LARGEST_TEXT)
        content = encode_text(text, before)
        if len(content) > LARGEST_TEXT:
            message = f"must be at most {rounded_size(LARGEST_TEXT)}"
            raise PnpError(Problem(file.where, message, found=f"{len(content):,} bytes", code="E0105"))
        if content_hash(before) != version or content != before:
            save_if_unchanged(file.path, file.where, content, version, game.project.root)
    except StaleError as error:
        raise TextChangedError(*error.problems, now=_current(game, name)) from None
    except OSError as error:
        raise PnpError(os_problem(error, file.where, "cannot be read")) from None
    return OpenedText(file, _LINE_END.sub("\n", decode_text(content)), content_hash(content), "")


def _current(game: GameRef, name: str) -> OpenedText | None:
    try:
        return open_text(game, name)
    except PnpError:
        return None
