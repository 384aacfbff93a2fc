"""Find and read the files that faces are drawn from, and record which ones each face uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from pnp.project.folders import Project, resolve_inside, template_folders
from pnp.store.cache import cache_key
from pnp.store.files import read_file
from pnp.store.fingerprint import file_digest
from pnp.text.font_set import FontSet

ART_FOLDER: Final = "art"
ABSENT: Final = "absent"
"""Hash of a source that does not exist."""
UNREADABLE: Final = "unreadable"
"""Hash of a source that cannot be read."""


class SourceKind(StrEnum):
    """Kind of source."""

    TEMPLATE = "template"
    ART = "art"
    PICTURE = "picture"
    DECK = "deck"
    """Not a file, but a property of a deck: its rows, their number, or the position of a row."""
    DATA = "data"
    """Not a file, but the rows of a lookup table, by its name."""
    FONT = "font"
    """Font family, by name."""


SourceUse = tuple[SourceKind, str]
"""Kind and name of a source that was requested; it need not exist."""


class SourceFile(NamedTuple):
    """Content of a source file."""

    path: Path
    content: bytes
    digest: str
    """Hash of the content."""

    def text(self, errors: str = "strict") -> str:
        """Return the content as text, with `\\n` as line ending."""
        return self.content.decode("utf-8", errors).replace("\r\n", "\n").replace("\r", "\n")


class OutsideError(Exception):
    """A requested file is outside the project; the argument is its path."""


class Sources:
    """Source files of one game. Hashes are of the content that was read, even if a file changes later.

    `fact` returns a property of a deck, or a lookup table, from what was recorded.
    """

    def __init__(self, project: Project, game_id: str, fact: Callable[[SourceUse], object] = lambda _: None) -> None:
        self.project, self.game_id, self._fact = project, game_id, fact
        self.folder = project.components / game_id
        own = [(project.root, self.folder)]
        self._folders = {
            SourceKind.TEMPLATE: template_folders(project, game_id), SourceKind.ART: own, SourceKind.PICTURE: own,
        }  # fmt: skip
        self.used: dict[SourceUse, None] = {}
        """Sources requested since the last `watch`, in order."""
        self._hashes: dict[SourceUse, str] = {}
        self.fonts = FontSet.for_project(project, lambda family: self.record(SourceKind.FONT, family))

    def read(self, kind: SourceKind, name: str) -> SourceFile | None:
        """Read and record a file; None if it does not exist. Raise OutsideError if it is outside the project."""
        self.record(kind, name)
        return self._read((kind, name))

    def path(self, kind: SourceKind, name: str) -> Path | None:
        """Return the path of a file without recording it, or None if it does not exist."""
        found = self._find((kind, name))
        return None if found is None else found[1]

    def record(self, kind: SourceKind, name: str) -> None:
        """Record that a face uses a source, for callers that have already read it."""
        self.used[kind, name] = None

    def start_recording(self) -> dict[SourceUse, None]:
        """Start and return a new record of the sources that are requested from now on, in order."""
        self.used = {}
        return self.used

    def hashes(self, uses: Iterable[SourceUse]) -> list[tuple[str, str, str]]:
        """Return each source with a hash of its current state, which differs if it was changed, added or removed."""
        return [(*use, self._hash(use)) for use in uses]

    def art_names(self) -> list[str]:
        """Return the names of all drawings in `art/`."""
        return [path.stem for path in (self.folder / ART_FOLDER).glob("*.svg") if path.is_file()]

    def _hash(self, use: SourceUse) -> str:
        if use[0] is SourceKind.FONT:
            return self.fonts.family_hash(use[1]) or ABSENT
        if use not in self._hashes:
            try:
                if use[0] in (SourceKind.DECK, SourceKind.DATA):
                    self._hashes[use] = cache_key(self._fact(use))
                else:
                    found = self._find(use)
                    self._hashes[use] = ABSENT if found is None else f"{found[0]} {file_digest(found[1])}"
            except (OutsideError, OSError):
                return UNREADABLE
        return self._hashes[use]

    def _find(self, use: SourceUse) -> tuple[int, Path] | None:
        """Return the path of a file and the index of its folder, or None.

        The index tells apart equal files: a template of the game may override a shared one.
        """
        kind, name = use
        reference = f"{ART_FOLDER}/{name}.svg" if kind is SourceKind.ART else name
        for place, (root, folder) in enumerate(self._folders[kind]):
            path = resolve_inside(folder, reference, root)
            if path is None:
                raise OutsideError(reference)
            if path.is_file():
                return place, path
        return None

    def _read(self, use: SourceUse) -> SourceFile | None:
        found = self._find(use)
        if found is None:
            self._hashes[use] = ABSENT
            return None
        place, path = found
        content = read_file(path)
        digest = file_digest(path, content)
        self._hashes[use] = f"{place} {digest}"
        return SourceFile(path, content, digest)
