"""Base class for the sources of picture decks: folders and PDFs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from pnp.errors import Location, Problem
from pnp.geometry.units import Size, trim
from pnp.project.folders import Project
from pnp.spec.model import Pictures
from pnp.terms import Side

TOLERANCE: Final = 0.01
"""How much a picture may be stretched in one direction without being reported, as a fraction of its size."""


class PictureCard(NamedTuple):
    """A card of a picture deck."""

    where: Location
    name: str
    """Name from the file name; empty for a page of a PDF."""
    times: str
    front: str
    back: str | None = None

    @property
    def sides(self) -> dict[Side, str]:
        """The pictures of the card, by side."""
        sides = {Side.FRONT: self.front, Side.BACK: self.back}
        return {side: picture for side, picture in sides.items() if picture is not None}


@dataclass
class PictureSource:
    """A folder or PDF that a deck is read from; problems with it are added to `problems`."""

    project: Project
    folder: Path
    """Folder of the game."""
    pictures: Pictures
    size: Size
    deck: Location
    """Location of the deck in the spec."""
    problems: list[Problem]

    def wrong(self, message: str, hint: str = "", key: str = "", *, found: str = "", code: str) -> None:
        """Add a problem with the deck's key `pictures`, or with a key inside it."""
        where = self.deck / "pictures"
        self.problems.append(Problem(where / key if key else where, message, hint, found=found, code=code))

    @property
    def wanted(self) -> Size:
        """Printed size of a picture, including its bleed."""
        rim = 2 * self.pictures.bleed
        return Size(self.size.width + rim, self.size.height + rim)

    def check_proportions(self, size: Size, said: str, where: Location, files: str = "") -> None:
        """Add a problem if a page or some files do not have the proportions of the piece, unless `fit` is set."""
        wanted = self.wanted
        ratio, right = size.width / size.height, wanted.width / wanted.height
        if self.pictures.fit is not None or abs(ratio / right - 1) <= TOLERANCE:
            return
        hint = 'set fit = "cover", "contain" or "stretch"'
        rim = self._rim(ratio)
        if abs(ratio * right - 1) <= TOLERANCE:
            hint = f"it is sideways: rotate it, or set size = [{trim(self.size.height)}, {trim(self.size.width)}]"
        elif rim is not None:
            hint = f"if it includes a bleed of {rim:.1f} mm, set bleed = {rim:.1f}; otherwise {hint}"
        message = f"must have the proportions of {wanted} (1 : {1 / right:.3f}), not {said} (1 : {1 / ratio:.3f})"
        message = f"pictures {message}: {files}" if files else message
        self.problems.append(Problem(where, message, hint, code="E0512"))

    def _rim(self, ratio: float) -> float | None:
        """Return the bleed, in mm, that would give a piece these proportions; None if it is not a usual bleed."""
        if abs(ratio - 1) < TOLERANCE:
            return None
        rim = (ratio * self.size.height - self.size.width) / (2 * (1 - ratio))
        return rim if 1 <= rim <= 7 else None
