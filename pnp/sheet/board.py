"""Boards larger than the paper: divided into parts along straight lines, in as few parts as possible.

Every part is printed as a separate piece. A glue strip lies along the right and the lower edge of a part, and its
neighbour is glued onto it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil
from typing import Final, NamedTuple

from pnp.errors import LayoutError, Location, Problem
from pnp.geometry.matrix import Edges, Rect
from pnp.geometry.outline import Outline, Point
from pnp.geometry.units import Size
from pnp.sheet.folding import fold_plan
from pnp.sheet.grid import EDGE, usable_area
from pnp.sheet.layout import SHEET, Layout, Sides
from pnp.sheet.page import Page, PartKey, Placement, Segment
from pnp.spec.model import BoardPart, Deck, Game
from pnp.terms import Join, Side

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
DIAMOND: Final = 0.9
"""Half the height of a match mark, in mm."""
AWAY: Final = 0.6
"""Distance of match marks and keys from the cut, in mm."""
KEY: Final = Size(6.5, 2.0)
"""Size of the key of a part outside its cut, in mm."""
LARGEST_KEY: Final = 3.0
"""Largest type size of a key on a glue strip, in mm."""
UP, ALONG = "↑", "→"
"""The arrow to the upper edge of a part, in its key; and the same in a key that is read upwards."""
NEAR: Final = 1e-6

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
    sizes = [Size(*whole_print(deck)[2:]) for deck in boards]
    if not layout.paper.plotter or not boards:
        return layout
    folded = layout.sides is Sides.FOLD and any(deck.has_reverse for deck in boards)
    halves = 2 if folded else 1
    width, height = (max(sides) for sides in zip(*sizes, strict=True))
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
    """Return the parts of a board, row by row; none if it stays whole. A print with a wrap has at least one part."""
    wrap, (_, _, *sides) = deck.wrap or 0.0, whole_print(deck)
    size = Size(*sides)
    keeps = [keep._replace(x=keep.x + wrap, y=keep.y + wrap) for keep in keeps]
    strip = (deck.overlap or OVERLAP) if deck.join is Join.OVERLAP else 0.0
    folds = fold_plan(deck)
    rooms = _rooms(layout, folded=deck.has_reverse and layout.sides is Sides.FOLD)
    asked = None if deck.split is None else tuple(map(int, deck.split.split("x")))
    fits = (deck.split is None or layout.paper.plotter) and any(_fits(size, room) for room in rooms)
    if fits or asked == (1, 1):
        return (BoardPart("A1", whole_print(deck), whole_print(deck)),) if wrap else ()
    best: tuple[tuple[float, ...], _Axis, _Axis] | None = None
    for room in rooms:
        columns, rows = asked or (
            _fewest(size.width, room.width, strip),
            _fewest(size.height, room.height, strip),
        )
        if not 0 < columns * rows <= MOST_PARTS:
            continue
        wide = _even(size.width, columns, [crease + wrap for crease in folds.columns])
        high = _even(size.height, rows, [crease + wrap for crease in folds.rows])
        across = _place_seams(wide, room.width, strip, [(each.x, each.right) for each in keeps])
        down = _place_seams(high, room.height, strip, [(each.y, each.bottom) for each in keeps])
        if across is None or down is None:
            continue
        score = (columns * rows, across.crossings + down.crossings, columns * size.height + rows * size.width)
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
        _part(size, column, row, across.seams, down.seams, strip).moved(-wrap)
        for row in range(len(down.seams) - 1)
        for column in range(len(across.seams) - 1)
    )


def whole_print(deck: Deck) -> Rect:
    """Return what is printed of a board up to its cut: with a wrap, more than its size. In mm of its front."""
    wrap, size = deck.wrap or 0.0, deck.board or deck.size
    return Rect(-wrap, -wrap, size.width + 2 * wrap, size.height + 2 * wrap)


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


def mark_parts(page: Page, layout: Layout) -> None:
    """Add to each part of a board on a page its key, and halves of match marks at the ends of its seams.

    Match marks are diamonds in the bleed around the board, each half of which is on one side of a seam: they close only
    if the parts are joined exactly.
    """
    for placement in page.placements:
        deck = placement.piece.deck
        if placement.side is not Side.FRONT or deck.part is None or deck.part.seam == whole_print(deck):
            continue
        taken = [each.rect.grown(Edges(AWAY, AWAY, AWAY, AWAY)) for each in page.placements if each is not placement]
        taken += [slot.rect for slot in page.slots]
        if layout.marks:
            for mark in _match_marks(deck.part, whole_print(deck)):
                lines = [_line_to_page(placement, line) for line in mark]
                if _is_free(_box(lines), taken, layout.paper.size):
                    page.ticks += lines
        for key in _keys(deck.part):
            box = _key_box(placement, key)
            if key.on_part or _is_free(box, taken, layout.paper.size):
                page.keys.append(key._replace(rect=box, rotation=(key.rotation + placement.rotation) % 360))
                break


def _match_marks(part: BoardPart, whole: Rect) -> Iterator[list[Segment]]:
    """Yield the match marks of a part, in mm from its upper left corner."""
    window, seam = part.window, part.seam
    upright = [at for at in (seam.x, seam.right) if whole.x + NEAR < at < whole.right - NEAR]
    level = [at for at in (seam.y, seam.bottom) if whole.y + NEAR < at < whole.bottom - NEAR]
    out = AWAY + DIAMOND
    outer = [(seam.y, whole.y, -out), (seam.bottom, whole.bottom, window.height + out)]
    for at in upright:
        for end, edge, y in outer:
            if abs(end - edge) < NEAR:
                yield _diamond(at - window.x, y, window.width)
    outer = [(seam.x, whole.x, -out), (seam.right, whole.right, window.width + out)]
    for at in level:
        for end, edge, x in outer:
            if abs(end - edge) < NEAR:
                turned = _diamond(at - window.y, x, window.height)
                yield [Segment(y1, x1, y2, x2) for x1, y1, x2, y2 in turned]


def _diamond(at: float, y: float, width: float) -> list[Segment]:
    """Return the diamond around a point of an upright seam; only the half that is on a part of that width."""
    halves = [sign for sign, room in ((-1, at), (1, width - at)) if room > DIAMOND]
    lines = [Segment(at, y + end * DIAMOND, at + sign * DIAMOND, y) for sign in halves for end in (-1, 1)]
    return [*lines, Segment(at, y - DIAMOND, at, y + DIAMOND)]


def _keys(part: BoardPart) -> Iterator[PartKey]:
    """Yield the possible places for the key of a part, the best first, in mm from its upper left corner.

    The key is on the glue strip if there is one, or else in the bleed.
    """
    window, seam = part.window, part.seam
    right, low = window.right - seam.right, window.bottom - seam.bottom
    strip = max(right, low)
    if strip > NEAR:
        size = min(LARGEST_KEY, strip / 3)
        wide, high = KEY.width * size / KEY.height, 1.2 * size
        if right > NEAR:
            wide = min(wide, right)
            rect = Rect(window.width - (right + wide) / 2, seam.height / 3, wide, high)
        else:
            rect = Rect(seam.width / 3, window.height - (low + high) / 2, wide, high)
        yield PartKey(rect, 0, f"{part.name} {UP}", on_part=True)
    for y in (-AWAY - KEY.height, window.height + AWAY):
        yield PartKey(Rect(0.3 * window.width, y, *KEY), 0, f"{part.name} {UP}")
    for x in (-AWAY - KEY.height, window.width + AWAY):
        yield PartKey(Rect(x, 0.3 * window.height, *KEY.turned), 270, f"{part.name} {ALONG}")


def _key_box(placement: Placement, key: PartKey) -> Rect:
    x, y, right, bottom = key.rect.x, key.rect.y, key.rect.right, key.rect.bottom
    return Rect(*placement.to_page(Outline((x, y), (((right, y),), ((right, bottom),), ((x, bottom),)))).box)


def _line_to_page(placement: Placement, line: Segment) -> Segment:
    start: Point = (line.x1, line.y1)
    placed = placement.to_page(Outline(start, (((line.x2, line.y2),),)))
    return Segment(*placed.start, *placed.points[-1])


def _box(lines: Sequence[Segment]) -> Rect:
    xs = [x for line in lines for x in (line.x1, line.x2)]
    ys = [y for line in lines for y in (line.y1, line.y2)]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _is_free(box: Rect, taken: Sequence[Rect], paper: Size) -> bool:
    """Return whether a mark is on the paper, and not on or next to anything else."""
    inside = box.x >= EDGE and box.y >= EDGE and box.right <= paper.width - EDGE and box.bottom <= paper.height - EDGE
    return inside and not any(box.overlaps(each) for each in taken)
