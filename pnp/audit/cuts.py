"""The cutting lines of the pieces in a file, as its game defines them."""

from __future__ import annotations

from pnp.audit.report import Found
from pnp.geometry.matrix import Edges, Rect
from pnp.geometry.outline import Outline, rectangle
from pnp.geometry.units import Size
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.marks import outline_offset
from pnp.spec.kinds import flat_side_by_side
from pnp.spec.model import Deck, Game
from pnp.terms import Side


class CutLines:
    """The cutting lines of a game's pieces; without a game, of rectangles."""

    def __init__(self, game: Game | None, layout: Layout) -> None:
        self._decks: dict[str, Deck] = {} if game is None else game.decks
        self._nest, self._fronts = layout.nest, layout.sides is Sides.FRONTS
        self._lines: dict[Found, Outline] = {}

    @property
    def known(self) -> bool:
        """Whether the game is known."""
        return bool(self._decks)

    def shape(self, face: Found) -> Outline:
        """Return the line around a face, in mm from the upper left corner of the face."""
        deck = self._decks.get(face.deck)
        return rectangle(_upright(face)) if deck is None else deck.cut_line(face.side, face.piece)

    def line(self, face: Found) -> Outline:
        """Return the line around a face on the paper, including its foot."""
        if face not in self._lines:
            self._lines[face] = self._placed(self._knife_line(face), face)
        return self._lines[face]

    def box(self, face: Found) -> Rect:
        """Return the box that straight cuts leave of a face, including its foot."""
        deck = self._decks.get(face.deck)
        if deck is None or not deck.foot:
            return face.rect
        room = [0.0] * 4
        room[(3 + face.rotation // 90) % 4] = deck.foot  # a rotation by 90° moves the lower side to the left
        return face.rect.grown(Edges(*room))

    def folded(self, face: Found) -> int | None:
        """Return the side of a face that is folded instead of cut (0 to 3: left, top, right, bottom), or None."""
        deck = self._decks.get(face.deck)
        if deck is not None:
            joint = deck.flat(opened=self._fronts).joint(face.side)
        else:  # cards that come with a game fold as well
            joint = flat_side_by_side(_upright(face)).joint(face.side) if self._fronts and self.known else None
        return None if joint is None else (joint + face.rotation // 90) % 4

    def drawn(self, face: Found) -> list[Outline]:
        """Return the lines that must be drawn outside the cut of a face: around a front, or a back beside one."""
        if face.side is Side.BACK and self.folded(face) is None:
            return []
        shape = self._knife_line(face)
        return [self._placed(line, face) for line in shape.cut_lines(outline_offset(shape, face.bleed))]

    def nested(self, face: Found) -> Outline | None:
        """Return the line around a nested face, whose box others may reach into; None for any other face."""
        deck = self._decks.get(face.deck)
        return self.line(face) if self._nest and deck is not None and deck.nests else None

    def _knife_line(self, face: Found) -> Outline:
        deck = self._decks.get(face.deck)
        return self.shape(face) if deck is None else deck.knife_line(face.side, face.piece)

    def _placed(self, line: Outline, face: Found) -> Outline:
        deck = self._decks.get(face.deck)
        return line.placed(_upright(face) if deck is None else deck.size, face.rect, face.rotation)


def head_of(face: Found) -> int:
    """Return the side of the paper where the upper edge of a face is (0 to 3: left, top, right, bottom)."""
    return (1 + face.rotation // 90) % 4


def _upright(face: Found) -> Size:
    size = Size(face.rect.width, face.rect.height)
    return size.turned if face.rotation % 180 else size
