"""The base of decks of finished pictures, from a folder or a PDF."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from pnp.errors import Problem
from pnp.location import Location
from pnp.resources import Project
from pnp.spec.model import Pictures
from pnp.terms import Side
from pnp.units import Size, trim

TOLERANCE: Final = 0.01
"""How much a picture may be stretched in one direction without a message, as a share of its size."""


class PictureCard(NamedTuple):
    """A card of a deck of pictures."""

    where: Location
    name: str
    """The name in its file name; empty for the pages of a PDF."""
    times: str
    front: str
    back: str | None = None

    @property
    def sides(self) -> dict[Side, str]:
        """The picture of each side that it has."""
        sides = {Side.FRONT: self.front, Side.BACK: self.back}
        return {side: picture for side, picture in sides.items() if picture is not None}


@dataclass
class PictureSource:
    """A folder or a PDF that a deck is made from; problems with it are added to `problems`."""

    project: Project
    folder: Path
    """Folder of the game."""
    pictures: Pictures
    size: Size
    deck: Location
    """Location of the deck in the spec."""
    problems: list[Problem]

    def wrong(self, message: str, hint: str = "", key: str = "", *, found: str = "", code: str) -> None:
        """Add a problem with the deck's `pictures`, or with one of their keys."""
        where = self.deck / "pictures"
        self.problems.append(Problem(where / key if key else where, message, hint, found=found, code=code))

    @property
    def wanted(self) -> Size:
        """Size of a picture on paper, including its bleed."""
        rim = 2 * self.pictures.bleed
        return Size(self.size.width + rim, self.size.height + rim)

    def check_proportions(self, size: Size, said: str, where: Location, files: str = "") -> None:
        """Check that a page, or the pictures in these files, has the piece's proportions, unless `fit` is set."""
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
        """Return the bleed with which a piece would have these proportions; None for an unusual bleed."""
        if abs(ratio - 1) < TOLERANCE:
            return None
        rim = (ratio * self.size.height - self.size.width) / (2 * (1 - ratio))
        return rim if 1 <= rim <= 7 else None
