"""Boards larger than the paper: divided into parts along straight lines, in as few parts as possible.

Every part is printed as a separate piece. A glue strip lies along the right and the lower edge of a part, and its
neighbour is glued onto it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil
from typing import Final, NamedTuple

from pnp.errors import LayoutError, Location, Problem
from pnp.geometry.matrix import Rect
from pnp.geometry.units import Size
from pnp.sheet.folding import fold_plan
from pnp.sheet.grid import usable_area
from pnp.sheet.layout import SHEET, Layout, Sides
from pnp.spec.model import BoardPart, Deck, Game
from pnp.terms import Join

OVERLAP: Final = 8.0
"""Default width of a glue strip, in mm."""
MOST_PARTS: Final = 99
CLEARANCE: Final = 2.0
"""Distance of a seam from something important that counts as clear, in mm."""
ROLL: Final = 10
"""Size of paper, relative to that of a board, that has room for every margin, strip and mark."""
SNAP: Final = 12.0
"""Distance from a crease within which an even seam is moved onto it, in mm."""
STEP: Final = 1.0
"""Distance between the places that are tried for a seam, in mm."""

Keeps = Mapping[str, Sequence[Rect]]
"""What must not be cut through, in mm of the front, by deck."""
NO_KEEPS: Final[Keeps] = {}


class _Axis(NamedTuple):
    """Division along one direction."""

    seams: tuple[float, ...]
    """Both edges of the board and the seams between them."""
    crossings: int
    """Number of important things that are cut through."""


def divide_boards(game: Game, layout: Layout, keeps: Keeps = NO_KEEPS) -> Game:
    """Return the game with every board that does not fit on the paper divided into parts.

    Seams avoid `keeps` if they can without more parts. Raise LayoutError if a board needs too many parts, or does not
    fit on the paper in the parts that it must have.
    """
    divided = {
        name: deck.divided(parts)
        for name, deck in game.decks.items()
        if deck.kind.divides and (parts := _divide(deck, layout, keeps.get(name, ())))
    }
    return game.model_copy(update={"decks": {**game.decks, **divided}}) if divided else game


def whole_boards(game: Game) -> Game:
    """Return the game with its boards undivided, as they are drawn."""
    if not any(deck.parts for deck in game.decks.values()):
        return game
    return game.model_copy(update={"decks": {name: deck.whole() for name, deck in game.decks.items()}})


def plotter_layout(decks: Sequence[Deck], layout: Layout) -> Layout:
    """Return the layout with pages as large as the largest board among the decks, with its margins and marks.

    Without boards, and for paper of a fixed size, it stays as it is.
    """
    boards = [deck for deck in decks if deck.kind.divides]
    if not layout.paper.plotter or not boards:
        return layout
    folded = layout.sides is Sides.FOLD and any(deck.has_reverse for deck in boards)
    halves = 2 if folded else 1
    width, height = (max(sides) for sides in zip(*(deck.size for deck in boards), strict=True))
    found = Size(width, height * halves)
    for _ in range(2):  # the margins of a duplex layout depend on the orientation of the paper
        roomy = Size(*(ROLL * side for side in found))
        area = usable_area(_on(layout, roomy), upright=False, fold=folded, sideways=False)
        assert area is not None  # noqa: S101 - the paper is long enough for every strip
        across, down = roomy.width - area.width, roomy.height / halves - area.height
        found = Size(max(width + across, SHEET), max((height + down) * halves, SHEET))
    return _on(layout, found)


def _on(layout: Layout, size: Size) -> Layout:
    return replace(layout, paper=replace(layout.paper, size=size))


def _divide(deck: Deck, layout: Layout, keeps: Sequence[Rect]) -> tuple[BoardPart, ...]:
    """Return the parts of a board, row by row; none if it stays whole."""
    strip = (deck.overlap or OVERLAP) if deck.join is Join.OVERLAP else 0.0
    folds = fold_plan(deck)
    rooms = _rooms(layout, folded=deck.has_reverse and layout.sides is Sides.FOLD)
    if (deck.split is None or layout.paper.plotter) and any(_fits(deck.size, room) for room in rooms):
        return ()
    asked = None if deck.split is None else tuple(map(int, deck.split.split("x")))
    if asked == (1, 1):
        return ()
    best: tuple[tuple[float, ...], _Axis, _Axis] | None = None
    for room in rooms:
        columns, rows = asked or (
            _fewest(deck.size.width, room.width, strip),
            _fewest(deck.size.height, room.height, strip),
        )
        if not 0 < columns * rows <= MOST_PARTS:
            continue
        wide, high = _even(deck.size.width, columns, folds.columns), _even(deck.size.height, rows, folds.rows)
        across = _place_seams(wide, room.width, strip, [(each.x, each.right) for each in keeps])
        down = _place_seams(high, room.height, strip, [(each.y, each.bottom) for each in keeps])
        if across is None or down is None:
            continue
        score = (columns * rows, across.crossings + down.crossings, columns * deck.size.height + rows * deck.size.width)
        if best is None or score < best[0]:
            best = score, across, down
    if best is None:
        where = Location(deck=deck.name, detail=f"deck {deck.name}")
        message = f"a board of {deck.size} does not fit on {layout.paper.name} in " + (
            f"{deck.split} parts" if deck.split else f"at most {MOST_PARTS} parts"
        )
        raise LayoutError(Problem(where, message, "choose a larger --paper or more parts", code="E0601"))
    _, across, down = best
    return tuple(
        _part(deck.size, column, row, across.seams, down.seams, strip)
        for row in range(len(down.seams) - 1)
        for column in range(len(across.seams) - 1)
    )


def _part(size: Size, column: int, row: int, across: Sequence[float], down: Sequence[float], strip: float) -> BoardPart:
    left, right, top, bottom = across[column], across[column + 1], down[row], down[row + 1]
    seam = Rect(left, top, right - left, bottom - top)
    reach_right, reach_down = min(right + strip, size.width), min(bottom + strip, size.height)
    return BoardPart(f"{_letters(column)}{row + 1}", Rect(left, top, reach_right - left, reach_down - top), seam)


def _letters(column: int) -> str:
    """Return the name of a column: A to Z, then AA, AB and so on."""
    before, last = divmod(column, 26)
    return (_letters(before - 1) if before else "") + chr(ord("A") + last)


def _rooms(layout: Layout, *, folded: bool) -> list[Size]:
    """Return the sizes of the largest parts, with and without a quarter turn."""
    if layout.paper.single:
        return [layout.paper.size, layout.paper.size.turned]
    areas = [
        usable_area(layout, upright=upright, fold=folded, sideways=sideways)
        for upright in (False, True)
        for sideways in ((False, True) if folded else (False,))
    ]
    sizes = [Size(area.width, area.height) for area in areas if area is not None]
    return list(dict.fromkeys([*sizes, *(size.turned for size in sizes)]))


def _fits(size: Size, room: Size) -> bool:
    return size.width <= room.width + 1e-6 and size.height <= room.height + 1e-6


def _fewest(length: float, room: float, strip: float) -> int:
    """Return the smallest number of parts along one direction; 0 if strips leave no room."""
    if length <= room + 1e-6:
        return 1
    return ceil((length - strip) / (room - strip) - 1e-9) if room > strip + 1 else 0


def _even(length: float, count: int, creases: Sequence[float]) -> list[float]:
    """Return seams between parts of equal length with both edges of the board; on creases that are near them."""
    even = [length * number / count for number in range(count + 1)]
    near = [min(creases, key=lambda crease: abs(crease - at), default=at) for at in even]
    return [crease if abs(crease - at) < SNAP else at for at, crease in zip(even, near, strict=True)]


def _place_seams(
    even: Sequence[float], room: float, strip: float, keeps: Sequence[tuple[float, float]]
) -> _Axis | None:
    """Return seams that cut through as few keeps as possible, and are otherwise even; None if the parts do not fit."""
    length, count = even[-1], len(even) - 1
    longest = [room - strip] * (count - 1) + [room]
    if sum(longest) < length - 1e-6:
        return None
    ends = [end for keep in keeps for end in (keep[0] - CLEARANCE, keep[1] + CLEARANCE)]
    places = sorted({*even, *(round(at, 3) for at in ends if 0 < at < length), *_between(length, keeps)})

    def cost(number: int, at: float) -> tuple[int, float]:
        crossed = sum(begin - CLEARANCE < at - 1e-6 and at + 1e-6 < end + CLEARANCE for begin, end in keeps)
        return crossed, abs(at - even[number])

    # the cheapest way to each place with the first seams, part by part
    reached: dict[float, tuple[int, float, tuple[float, ...]]] = {0.0: (0, 0.0, (0.0,))}
    for number in range(1, count + 1):
        targets = [length] if number == count else places
        found: dict[float, tuple[int, float, tuple[float, ...]]] = {}
        for at in targets:
            crossed, off = (0, 0.0) if number == count else cost(number, at)
            ways = [
                (before[0] + crossed, before[1] + off, (*before[2], at))
                for start, before in reached.items()
                if start < at - 1e-6 and at - start <= longest[number - 1] + 1e-6
            ]
            if ways:
                found[at] = min(ways)
        reached = found
    if length not in reached:
        return None
    crossings, _, seams = reached[length]
    return _Axis(seams, crossings)


def _between(length: float, keeps: Sequence[tuple[float, float]]) -> list[float]:
    """Return places for seams between important things: the middle of every gap, and steps within it."""
    if not keeps:
        return []
    edges: list[list[float]] = []
    for begin, end in sorted(keeps):
        if edges and begin <= edges[-1][1]:
            edges[-1][1] = max(edges[-1][1], end)
        else:
            edges.append([begin, end])
    gaps = [(one[1], other[0]) for one, other in pairwise([[0.0, 0.0], *edges, [length, length]])]
    found = [(begin + end) / 2 for begin, end in gaps if end > begin]
    for begin, end in gaps:
        found += [begin + STEP * step for step in range(1, int((end - begin) / STEP))]
    return [round(at, 3) for at in found if 0 < at < length]
