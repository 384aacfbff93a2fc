"""Every straight cut can be found on what a home printer prints, measured in the finished PDF."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest

from pnp.audit.page_trace import Stroke, trace_page
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.project.folders import bundled_project
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.store.cache import Cache
from pnp.terms import CutBy, Cutting, Ink, Lang, Shape
from tests.measure import Stamped, stamped_faces

WHITE = 4.2
"""What most printers leave white at each edge of the paper, in mm."""
LEAST = 2.0
"""Shortest mark that one can cut by, in mm."""
Box = tuple[float, float, float, float]


def straight_fronts(faces: list[Stamped], game: Game) -> Iterator[Box]:
    """Yield the boxes of the fronts that are cut along straight lines."""
    decks = {design.id: deck for deck, design in game.designs()}
    for face in faces:
        deck = decks[face.piece]
        if face.side == "front" and deck.cut is CutBy.SHAPE and deck.shape is Shape.RECT:
            yield face.x, face.y, face.right, face.bottom


def visible(strokes: list[Stroke], at: float, upright: bool, length: float) -> list[tuple[float, float]]:
    """Return the stretches of the marks on a line that are inside the printable area, as (begin, end)."""
    found = []
    for stroke in strokes:
        line = stroke.line
        places, ends = ((line.x1, line.x2), (line.y1, line.y2))
        places, ends = (places, ends) if upright else (ends, places)
        if max(abs(place - at) for place in places) < 0.02:
            begin, end = max(min(ends), WHITE), min(max(ends), length - WHITE)
            found += [(begin, end)] if begin < end else []
    return found


def hidden_ends(pdf: Path, game: Game) -> Iterator[str]:
    """Yield the ends of cuts of fronts that no piece is beyond and that have no mark of 2 mm in the printable area."""
    feet = {design.id: deck.foot for deck, design in game.designs()}
    pages: dict[int, list[Stamped]] = defaultdict(list)
    for face in stamped_faces(pdf, 3):
        pages[face.page].append(face)
    with pikepdf.open(pdf) as document:
        for number, faces in pages.items():
            page = document.pages[number - 1]
            width, height = (float(side) * 25.4 / 72 for side in page.mediabox[2:])
            marks = [
                stroke
                for stroke in trace_page(page, width, height).strokes
                if stroke.dark and not stroke.dashed and stroke.width > 0.12
            ]
            everything = [
                (face.x - foot, face.y - foot, face.right + foot, face.bottom + foot)
                for face in faces
                for foot in [feet[face.piece]]
            ]
            for box in straight_fronts(faces, game):
                for side in range(4):
                    for end in hidden_ends_of(box, side, everything, marks, height if side % 2 == 0 else width):
                        yield f"page {number}: {'xy'[side % 2]} = {box[side]:.2f}, {end}"


def hidden_ends_of(box: Box, side: int, everything: list[Box], marks: list[Stroke], length: float) -> Iterator[str]:
    """Yield the ends of one side of a box (0 to 3: left, top, right, bottom) that have no mark, though they could."""
    across, along = side % 2, 1 - side % 2
    at, begin, end = box[side], box[along], box[along + 2]
    met = [other for other in everything if other[across] - 0.7 < at < other[across + 2] + 0.7]
    shown = visible(marks, at, side % 2 == 0, length)
    ends = {
        "first": (any(other[along] < begin - 0.1 for other in met), [min(high, begin) - low for low, high in shown]),
        "last": (any(other[along + 2] > end + 0.1 for other in met), [high - max(low, end) for low, high in shown]),
    }
    for name, (blocked, lengths) in ends.items():
        if not blocked and max(lengths, default=0) < LEAST - 0.005:
            yield name


@pytest.mark.sampled(16)
@pytest.mark.parametrize("cut", [Cutting.AUTO, Cutting.SHARED])
@pytest.mark.parametrize("sides", Sides)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", ["conquete", "cotcotcollec", "koko", "winston"])
def test_every_end_of_a_cut_has_a_mark_that_printers_print(
    tmp_path: Path, name: str, paper: str, sides: Sides, cut: Cutting
) -> None:
    layout = Layout(parse_paper(paper), sides, cut=cut)
    made = print_game(bundled_project(), name, Job(layout, Lang.FR, Ink.LOW), tmp_path, Cache.for_user())
    assert not list(hidden_ends(made.pdf, load_game(bundled_project(), name)))
