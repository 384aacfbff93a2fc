"""What is asked for: a game for a target, in a language and an ink; and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pnp.export.options import OptionValue
from pnp.terms import Ink, Lang


@dataclass(frozen=True)
class ExportOrder:
    """How a game is exported."""

    lang: Lang
    ink: Ink = Ink.FULL
    only: tuple[str, ...] = ()
    """Alternatives, as `--only` takes them; all pieces without any."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """The options of the writer, by name."""
    strict: bool = False
    """Whether notices are problems."""
    dry: bool = False
    """Whether nothing is drawn and written, only said."""


@dataclass(frozen=True)
class ExportedFile:
    """A file of an export."""

    name: str
    """From its folder on."""
    size_bytes: int
    estimated: bool = False
    """Whether the size is a guess: nothing was written."""


@dataclass(frozen=True)
class NotMade:
    """Pieces that a target does not make."""

    piece: str
    count: int
    why: str


@dataclass(frozen=True)
class Exported:
    """A finished export, or what one would be."""

    game: str
    target: str
    lang: Lang
    folder: Path
    files: tuple[ExportedFile, ...]
    notices: tuple[str, ...]
    """What a person should know before they upload it."""
    made: Mapping[str, int]
    """How many pieces there are of each design."""
    not_made: tuple[NotMade, ...]
    dry: bool = False

    @property
    def size_bytes(self) -> int:
        """All files together."""
        return sum(file.size_bytes for file in self.files)

    @property
    def pieces(self) -> int:
        """How many pieces were made."""
        return sum(self.made.values())
