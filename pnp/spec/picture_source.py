"""What decks of finished pictures have in common, be they a folder or a PDF."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from pnp.errors import Problem
from pnp.resources import Project
from pnp.spec.model import Pictures
from pnp.terms import Side
from pnp.units import Size, trim

TOLERANCE: Final = 0.01
"""How much wider or higher than it is a picture may be drawn without a word."""


class PictureCard(NamedTuple):
    """A card of a deck of pictures."""

    where: str
    name: str
    """As its file says; empty for the pages of a PDF."""
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
    """Where the pictures of a deck come from; what is wrong with them is added to the problems."""

    project: Project
    folder: Path
    """The game's."""
    pictures: Pictures
    size: Size
    here: str
    """The deck in the spec."""
    problems: list[Problem]

    def wrong(self, expected: str, found: str, hint: str = "", key: str = "", *, code: str) -> None:
        """Add a problem of the deck's pictures, or of one of their keys."""
        place = f"{self.here}.pictures.{key}" if key else f"{self.here}.pictures"
        self.problems.append(Problem(place, expected, found, hint, code=code))

    @property
    def wanted(self) -> Size:
        """How large a picture is on paper, with the bleed that it has."""
        rim = 2 * self.pictures.bleed
        return Size(self.size.width + rim, self.size.height + rim)

    def check_proportions(self, size: Size, said: str, whose: str, where: str) -> None:
        """A picture or a page must be like the piece with the bleed that it has, or a fit be chosen."""
        wanted = self.wanted
        ratio, right = size.width / size.height, wanted.width / wanted.height
        if self.pictures.fit is not None or abs(ratio / right - 1) <= TOLERANCE:
            return
        hint = 'choose fit = "cover", "contain" or "stretch"'
        rim = self._rim(ratio)
        if abs(ratio * right - 1) <= TOLERANCE:
            hint = f"it lies on its side: turn it, or say size = [{trim(self.size.height)}, {trim(self.size.width)}]"
        elif rim is not None:
            hint = f"is there a bleed of {rim:.1f} mm in it? then bleed = {rim:.1f}; else {hint}"
        expected = f"the proportions of {wanted} (1 : {1 / right:.3f})"
        self.problems.append(Problem(where, expected, f"{said} (1 : {1 / ratio:.3f}): {whose}", hint, code="E0512"))

    def _rim(self, ratio: float) -> float | None:
        """The bleed with which a piece would have these proportions; None where it would be none that people use."""
        if abs(ratio - 1) < TOLERANCE:
            return None
        rim = (ratio * self.size.height - self.size.width) / (2 * (1 - ratio))
        return rim if 1 <= rim <= 7 else None
