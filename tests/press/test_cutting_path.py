"""A person's way through one sheet: the guide's order of cuts, from mark to mark, ends with exactly the pieces."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from pnp.geometry.matrix import Rect
from pnp.geometry.units import Size
from pnp.press.document import select
from pnp.press.job import Job
from pnp.press.steps import find_steps, number_ranges
from pnp.sheet.impose import impose
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.sheet.marks import CLEAR, folded_backs, needs_shelf_cuts, piece_boxes
from pnp.sheet.page import Page, Segment, bounds
from pnp.terms import Side
from tests.gallery import game

CASES = [
    (name, paper, sides)
    for name in ("conquete", "cotcotcollec", "koko", "winston")
    for paper, sides in (
        ("a4", Sides.DUPLEX_LONG), ("letter", Sides.FRONTS), ("a4", Sides.FOLD), ("a5", Sides.DUPLEX_SHORT),
    )
]  # fmt: skip
NEAR = 0.02


def sheets(name: str, paper: str, sides: Sides) -> tuple[list[Page], dict[str, str], Layout]:
    """The fronts of a print, and the steps of its guide with the sheets that they speak of."""
    layout = Layout(parse_paper(paper), sides)
    job = Job(layout, guide=True)
    pages = impose(select(game(name), job), layout)
    steps = {step.name: step.blanks.get("sheets", "") for step in find_steps(pages, game(name), job)}
    return [page for page in pages if page.side is Side.FRONT], steps, layout


def in_hand(page: Page, paper: Size) -> tuple[Rect, list[Segment]]:
    """The sheet as it lies under the knife, folded where the guide says so, and the marks that show on it."""
    whole = Rect(0, 0, *paper)
    if folded_backs(page):
        [x] = {round(fold.x2, 3) for fold in page.folds if fold.x1 == fold.x2} or {paper.width}
        [y] = {round(fold.y2, 3) for fold in page.folds if fold.y1 == fold.y2} or {paper.height}
        front = next(placement.rect for placement in page.placements if placement.side is Side.FRONT)
        assert front.right <= x, "fronts are left of the fold, or above it"
        assert front.bottom <= y
        whole = Rect(0, 0, x, y)
    marks = [m for m in page.marks if max(m.x1, m.x2) <= whole.right and max(m.y1, m.y2) <= whole.bottom]
    return whole, marks


def lines(marks: list[Segment]) -> tuple[list[float], list[float]]:
    """Where marks say that cuts run down the sheet (x), and across it (y)."""
    return (
        sorted({round(mark.x1, 2) for mark in marks if abs(mark.x1 - mark.x2) < 1e-6}),
        sorted({round(mark.y1, 2) for mark in marks if abs(mark.y1 - mark.y2) < 1e-6}),
    )


def sliced(piece: Rect, at: list[float], *, down: bool) -> list[Rect]:
    """A piece of paper after straight cuts all through it."""
    low, high = (piece.x, piece.right) if down else (piece.y, piece.bottom)
    stops = [low, *(stop for stop in at if low < stop < high), high]
    if down:
        return [Rect(a, piece.y, b - a, piece.height) for a, b in pairwise(stops)]
    return [Rect(piece.x, a, piece.width, b - a) for a, b in pairwise(stops)]


def cut(page: Page, area: Rect, marks: list[Segment]) -> list[Rect]:
    """What an area falls into on the guide's way: long lines first, then each strip; with shelves across first."""
    down, across = lines(marks)
    if needs_shelf_cuts(page):
        strips = sliced(area, across, down=False)
        parts = [part for strip in strips for part in sliced(strip, _down(page, marks, strip), down=True)]
        return [piece for part in parts for piece in sliced(part, _lower(page, part), down=False)]
    long_ways = max(across) - min(across) >= max(down) - min(down)
    strips = sliced(area, down if long_ways else across, down=long_ways)
    return [part for strip in strips for part in sliced(strip, across if long_ways else down, down=not long_ways)]


def _down(page: Page, marks: list[Segment], strip: Rect) -> list[float]:
    """Where ticks at the rims of a strip, and marks above the first one and below the last, say to cut it down."""
    _, across = lines(marks)
    upright = [tick for tick in page.ticks if tick.x1 == tick.x2]
    found = {round(t.x1, 2) for t in upright if abs(max(t.y1, t.y2) - strip.y + CLEAR) < NEAR}
    found |= {round(t.x1, 2) for t in upright if abs(min(t.y1, t.y2) - strip.bottom - CLEAR) < NEAR}
    plumb = [mark for mark in marks if abs(mark.x1 - mark.x2) < 1e-6]
    if abs(strip.y - min(across)) < NEAR:
        found |= {round(mark.x1, 2) for mark in plumb if max(mark.y1, mark.y2) < strip.y}
    if abs(strip.bottom - max(across)) < NEAR:
        found |= {round(mark.x1, 2) for mark in plumb if min(mark.y1, mark.y2) > strip.bottom}
    return sorted(found)


def _lower(page: Page, part: Rect) -> list[float]:
    """Where ticks beside a part say that its piece is lower than its strip."""
    level = [tick for tick in page.ticks if tick.y1 == tick.y2 and part.y + NEAR < tick.y1 < part.bottom - NEAR]
    beside = [
        tick
        for tick in level
        if abs(max(tick.x1, tick.x2) - part.x + CLEAR) < NEAR or abs(min(tick.x1, tick.x2) - part.right - CLEAR) < NEAR
    ]
    return sorted({round(tick.y1, 2) for tick in beside})


def trimmed(page: Page, paper: Size) -> list[Rect]:
    """What lies on the table after a trimmer has cut the whole sheet."""
    return cut(page, *in_hand(page, paper))


def same(one: Rect, other: Rect) -> bool:
    return all(abs(a - b) < NEAR for a, b in zip(one, other, strict=True))


def comes_out(parts: list[Rect], wanted: list[Rect]) -> bool:
    """Whether the pieces are among the parts, each once and exact, and no other part holds anything of one."""
    pieces = [part for part in parts if any(same(part, box) for box in wanted)]
    waste = [part for part in parts if not any(same(part, box) for box in wanted)]
    shaved = [Rect(box.x + NEAR, box.y + NEAR, box.width - 2 * NEAR, box.height - 2 * NEAR) for box in wanted]
    return len(pieces) == len(wanted) and not any(part.overlaps(box) for part in waste for box in shaved)


@pytest.mark.parametrize(("name", "paper", "sides"), CASES)
def test_the_trimmer_ends_with_the_pieces(name: str, paper: str, sides: Sides) -> None:
    fronts, steps, layout = sheets(name, paper, sides)
    straight = [page for page in fronts if piece_boxes(page)]
    assert straight
    shelves = {page.sheet for page in straight if needs_shelf_cuts(page)}
    assert "knife" in steps
    assert ("shelves" in steps, "trimmer" in steps) == (bool(shelves), len(shelves) < len(straight))
    assert not shelves or steps["shelves"] in (
        "",
        f" (planche\u00a0{number_ranges(shelves)})",
        f" (planches\u00a0{number_ranges(shelves)})",
    )
    for page in straight:
        assert comes_out(trimmed(page, layout.paper.size), piece_boxes(page)), page.sheet


@pytest.mark.parametrize(("name", "paper", "sides"), CASES)
def test_the_knife_stops_at_the_last_piece_and_the_rim_holds(name: str, paper: str, sides: Sides) -> None:
    """Cuts that end at the block leave the marks and a ring of paper; inside the block the pieces come out."""
    fronts, _, layout = sheets(name, paper, sides)
    for page in fronts:
        wanted = piece_boxes(page)
        if not wanted:
            continue
        whole, marks = in_hand(page, layout.paper.size)
        block = bounds(wanted)
        assert block is not None
        assert min(block.x, block.y, whole.right - block.right, whole.bottom - block.bottom) > 1, "a rim to hold"
        assert not any(block.overlaps(Rect(*_box(mark))) for mark in marks), "no cut runs into a mark"
        assert comes_out(cut(page, block, marks), wanted), page.sheet


def _box(mark: Segment) -> tuple[float, float, float, float]:
    x, y = min(mark.x1, mark.x2), min(mark.y1, mark.y2)
    return x, y, abs(mark.x1 - mark.x2) + 1e-3, abs(mark.y1 - mark.y2) + 1e-3


@pytest.mark.parametrize(("name", "paper", "sides"), CASES)
def test_gutters_take_the_cuts_that_the_guide_speaks_of(name: str, paper: str, sides: Sides) -> None:
    """Two cuts and a strip that falls where pieces are apart, one cut where they touch."""
    fronts, steps, layout = sheets(name, paper, sides)
    touching = falling = False
    for page in fronts:
        boxes = piece_boxes(page)
        if len(boxes) < 2:
            continue
        inner = [
            part
            for part in trimmed(page, layout.paper.size)
            if not any(same(part, box) for box in boxes) and _between(part, boxes)
        ]
        falling |= bool(inner)
        touching |= any(abs(a.right - b.x) < NEAR and abs(a.y - b.y) < NEAR for a in boxes for b in boxes)
        touching |= any(abs(a.bottom - b.y) < NEAR and abs(a.x - b.x) < NEAR for a in boxes for b in boxes)
    assert ("apart" in steps, "shared" in steps) == (falling, touching)


def _between(part: Rect, boxes: list[Rect]) -> bool:
    """Whether a strip lies between two pieces, side by side or one above the other."""
    level = [box for box in boxes if min(box.bottom, part.bottom) - max(box.y, part.y) > NEAR]
    plumb = [box for box in boxes if min(box.right, part.right) - max(box.x, part.x) > NEAR]
    beside = any(abs(box.right - part.x) < NEAR for box in level) and any(
        abs(box.x - part.right) < NEAR for box in level
    )
    above = any(abs(box.bottom - part.y) < NEAR for box in plumb) and any(
        abs(box.y - part.bottom) < NEAR for box in plumb
    )
    return beside or above


@pytest.mark.parametrize(("name", "paper"), [("cotcotcollec", "a4"), ("winston", "letter")])
def test_strips_separated_through_the_gaps_keep_a_tick_for_every_cut(name: str, paper: str) -> None:
    """The guide's way: paper up to the middle of the gap above and below comes with each strip."""
    fronts, steps, layout = sheets(name, paper, Sides.DUPLEX_LONG)
    assert "shelves" in steps
    for page in (page for page in fronts if needs_shelf_cuts(page)):
        strips = sorted(page.shelves, key=lambda strip: strip.y)
        middles = [(above.bottom + below.y) / 2 for above, below in pairwise(strips)]
        for strip, (top, bottom) in zip(strips, pairwise([0, *middles, layout.paper.size.height]), strict=True):
            there = [box for box in piece_boxes(page) if strip.overlaps(box)]
            left = [s for s in (*page.ticks, *page.marks) if s.x1 == s.x2 and top - NEAR < min(s.y1, s.y2)]
            kept = [s.x1 for s in left if max(s.y1, s.y2) < bottom + NEAR]
            for edge in {edge for box in there for edge in (box.x, box.right)}:
                assert any(abs(x - edge) < NEAR for x in kept), (page.sheet, strip, edge)


def test_a_missing_mark_spoils_the_path() -> None:
    fronts, _, layout = sheets("winston", "a4", Sides.FRONTS)
    page = fronts[0]
    assert comes_out(trimmed(page, layout.paper.size), piece_boxes(page))
    at = sorted({mark.x1 for mark in page.marks if mark.x1 == mark.x2})[1]
    fewer = replace(page, marks=[mark for mark in page.marks if mark.x1 != at])
    assert not comes_out(trimmed(fewer, layout.paper.size), piece_boxes(page))
