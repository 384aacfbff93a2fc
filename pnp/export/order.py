"""Export orders and results: what to export, and the resulting files, notices and pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pnp.export.options import OptionValue
from pnp.terms import Ink, Lang, Side

MAX_NAMED: Final = 6
"""Maximum number of faces named in a notice."""


@dataclass(frozen=True)
class ExportRequest:
    """How a game is exported."""

    lang: Lang
    ink: Ink = Ink.FULL
    only: tuple[str, ...] = ()
    """Alternatives of `--only`; all pieces if empty."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Values of the writer's options, by name."""
    strict: bool = False
    """Whether notices are treated as errors."""
    dry: bool = False
    """Whether this is a dry run, which writes no files."""


@dataclass(frozen=True)
class ExportedFile:
    """A file of an export."""

    name: str
    """Path relative to the export's folder."""
    size_bytes: int
    estimated: bool = False
    """Whether the size is an estimate, because the file was not written."""


@dataclass(frozen=True)
class NotMade:
    """Pieces that a target does not make."""

    piece: str
    count: int
    why: str


@dataclass(frozen=True)
class Unsafe:
    """A face with something too close to the cut."""

    piece: str
    """Name of the drawing, as in `Piece.drawing`."""
    side: Side
    what: str
    """What is too close: "text" or "something important"."""
    distance: float
    """Distance from the cut, in mm of the finished piece; negative beyond the cut."""


@dataclass(frozen=True)
class Exported:
    """The result of an export or of a dry run."""

    game: str
    target: str
    lang: Lang
    folder: Path
    files: tuple[ExportedFile, ...]
    notices: tuple[str, ...]
    """What to know before uploading the files."""
    made: Mapping[str, int]
    """Number of pieces of each design, by id."""
    not_made: tuple[NotMade, ...]
    unsafe: tuple[Unsafe, ...] = ()
    """Every face with something outside the safe zone; the notices summarize them."""
    dry: bool = False

    @property
    def size_bytes(self) -> int:
        """Total size of the files, in bytes."""
        return sum(file.size_bytes for file in self.files)

    @property
    def pieces(self) -> int:
        """Number of pieces made."""
        return sum(self.made.values())


def safe_zone_notices(unsafe: Iterable[Unsafe], title: str, safe: float) -> list[str]:
    """Return notices about what is too close to the cut: one for text, one for parts marked as important."""
    by_what: dict[str, list[Unsafe]] = {}
    for each in unsafe:
        by_what.setdefault(each.what, []).append(each)
    told = []
    for what, found in by_what.items():
        names = ", ".join(f"{each.piece} ({each.side})" for each in found[:MAX_NAMED])
        more = f" and {len(found) - MAX_NAMED} more" if len(found) > MAX_NAMED else ""
        worst = min(each.distance for each in found)
        where = f"comes within {worst:.2f} mm of the cut" if worst >= 0 else f"reaches {-worst:.2f} mm over the cut"
        told.append(f"{what} {where}, the safe zone is {safe:g} mm ({title}): {names}{more}")
    return told
