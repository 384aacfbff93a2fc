"""What is asked for: a game for a target, in a language and an ink; and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pnp.export.options import OptionValue
from pnp.terms import Ink, Lang, Side

FEW: Final = 6
"""This many faces are named in a notice."""


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
class Unsafe:
    """A face on which something is too near to the cut."""

    piece: str
    """As `Piece.drawing` names it."""
    side: Side
    what: str
    """Text, or something important."""
    distance: float
    """How far it is from the cut, in mm as made; negative beyond it."""


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
    unsafe: tuple[Unsafe, ...] = ()
    """Every face on which something leaves the safe zone; the notices sum them up."""
    dry: bool = False

    @property
    def size_bytes(self) -> int:
        """All files together."""
        return sum(file.size_bytes for file in self.files)

    @property
    def pieces(self) -> int:
        """How many pieces were made."""
        return sum(self.made.values())


def summed_up(unsafe: Iterable[Unsafe], title: str, safe: float) -> list[str]:
    """What is too near to the cut, in a sentence for text and one for what else is important."""
    by_what: dict[str, list[Unsafe]] = {}
    for each in unsafe:
        by_what.setdefault(each.what, []).append(each)
    told = []
    for what, found in by_what.items():
        names = ", ".join(f"{each.piece} ({each.side})" for each in found[:FEW])
        more = f" and {len(found) - FEW} more" if len(found) > FEW else ""
        worst = min(each.distance for each in found)
        where = f"comes within {worst:.2f} mm of the cut" if worst >= 0 else f"reaches {-worst:.2f} mm over the cut"
        told.append(f"{what} {where}, the safe zone is {safe:g} mm ({title}): {names}{more}")
    return told
