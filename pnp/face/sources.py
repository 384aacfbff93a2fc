"""Sources: the files and decks that faces are drawn from, by name, with a record of what a face has asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from pnp.cache import hashed
from pnp.digest import file_digest
from pnp.face.shelf import FontShelf
from pnp.read import read_whole
from pnp.resources import Project, inside, template_folders

ART_FOLDER: Final = "art"
ABSENT: Final = "absent"
UNREADABLE: Final = "unreadable"


class SourceKind(StrEnum):
    """What a file is for."""

    TEMPLATE = "template"
    ART = "art"
    PICTURE = "picture"
    DECK = "deck"
    """Not a file, but something that a deck holds: all its rows, their number, the place of one of them."""
    FONT = "font"
    """A family, by its name."""


Use = tuple[SourceKind, str]
"""What was asked for, by its name; it need not exist."""


class SourceFile(NamedTuple):
    """A file that was found."""

    path: Path
    content: bytes
    digest: str
    """A hash of the content."""

    def text(self, errors: str = "strict") -> str:
        """The content as text, with line ends as Python reads them."""
        return self.content.decode("utf-8", errors).replace("\r\n", "\n").replace("\r", "\n")


class OutsideError(Exception):
    """A name that leads out of the project's folder; it carries the path that was asked for."""


class Sources:
    """The files of one game. Hashes are of what was really read, even if a file changes meanwhile.

    `fact` says what a deck holds, by the name that it is noted under.
    """

    def __init__(self, project: Project, game_id: str, fact: Callable[[str], object] = lambda _: None) -> None:
        self.project, self.game_id, self._fact = project, game_id, fact
        self.folder = project.components / game_id
        own = [(project.root, self.folder)]
        self._folders = {
            SourceKind.TEMPLATE: template_folders(project, game_id), SourceKind.ART: own, SourceKind.PICTURE: own,
        }  # fmt: skip
        self.used: dict[Use, None] = {}
        """What was asked for since the last `watch`, in order."""
        self._hashes: dict[Use, str] = {}
        self.fonts = FontShelf.of(project, lambda family: self.note(SourceKind.FONT, family))

    def read(self, kind: SourceKind, name: str) -> SourceFile | None:
        """The file of that name, or None; OutsideError when it lies outside the project's folder."""
        self.note(kind, name)
        return self._read((kind, name))

    def path(self, kind: SourceKind, name: str) -> Path | None:
        """Where the file of that name lies, or None; nothing is noted."""
        found = self._find((kind, name))
        return None if found is None else found[1]

    def note(self, kind: SourceKind, name: str) -> None:
        """Record that a face uses this file, for those who keep what they have read."""
        self.used[kind, name] = None

    def watch(self) -> dict[Use, None]:
        """A new record of what is asked for from now on, in order."""
        self.used = {}
        return self.used

    def state(self, uses: Iterable[Use]) -> list[tuple[str, str, str]]:
        """Each file with a hash of what it is now: another one when it has changed, appeared or gone."""
        return [(*use, self._hash(use)) for use in uses]

    def art_names(self) -> list[str]:
        """The names of all drawings that are files."""
        return [path.stem for path in (self.folder / ART_FOLDER).glob("*.svg") if path.is_file()]

    def _hash(self, use: Use) -> str:
        if use[0] is SourceKind.FONT:
            return self.fonts.mark(use[1]) or ABSENT
        if use not in self._hashes:
            kind, name = use
            try:
                if kind is SourceKind.DECK:
                    self._hashes[use] = hashed(self._fact(name))
                else:
                    found = self._find(use)
                    self._hashes[use] = ABSENT if found is None else f"{found[0]} {file_digest(found[1])}"
            except (OutsideError, OSError):
                return UNREADABLE
        return self._hashes[use]

    def _find(self, use: Use) -> tuple[int, Path] | None:
        """Where a file is: the place counts, for a template of the game that now hides a shared one is another file."""
        kind, name = use
        reference = f"{ART_FOLDER}/{name}.svg" if kind is SourceKind.ART else name
        for place, (root, folder) in enumerate(self._folders[kind]):
            path = inside(folder, reference, root)
            if path is None:
                raise OutsideError(reference)
            if path.is_file():
                return place, path
        return None

    def _read(self, use: Use) -> SourceFile | None:
        found = self._find(use)
        if found is None:
            self._hashes[use] = ABSENT
            return None
        place, path = found
        content = read_whole(path)
        digest = file_digest(path, content)
        self._hashes[use] = f"{place} {digest}"
        return SourceFile(path, content, digest)
