"""Nets and sizes: every panel fits its deck, panels meet at creases, parts on several sheets make up the whole."""

from __future__ import annotations

import re
from itertools import pairwise
from math import atan2, ceil, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.box.net import (
    CLEARANCE,
    SLEEVE,
    SLEEVE_RIM,
    BoxSpace,
    Stack,
    form_for,
    measure_contents,
    nets_for,
    tray_net,
    tuck_box_net,
)
from pnp.errors import LayoutError, option_location
from pnp.geometry.matrix import Rect
from pnp.geometry.units import Size
from pnp.project.folders import Project
from pnp.sheet.layout import USUAL_MARGINS, Paper, parse_paper
from pnp.sheet.net import MOST_SHEETS, OVERLAP, TICK, Net, NetPage, NetPanel, NetPiece, Path, impose_nets
from pnp.sheet.page import Segment
from pnp.spec.load import load_game
from pnp.terms import BoxForm
from tests.conftest import TESTS

REPOSITORY = Project(TESTS.parent)

stacks = st.builds(
    Stack,
    st.just("cards"),
    st.integers(1, 200),
    st.sampled_from([0.1, 0.3, 0.5, 2.0]),
    st.tuples(st.floats(15, 90), st.floats(15, 130)).map(lambda sides: Size(*sorted(sides))),
)
needs = st.lists(stacks, min_size=1, max_size=3).map(lambda found: BoxSpace(tuple(found), sleeved=False, pieces=1))


def imposed(net: Net, paper: Paper) -> list[NetPage]:
    return impose_nets([NetPiece.of(net, "box.svg.j2")], paper, USUAL_MARGINS)


@given(needs, st.sampled_from(list(BoxForm)))
def test_every_panel_fits_its_deck(need: BoxSpace, form: BoxForm) -> None:
    widest = max(stack.piece.width for stack in need.stacks)
    highest = max(stack.piece.height for stack in need.stacks)
    deep = sum(ceil(stack.count / stack.beside) * stack.thickness for stack in need.stacks)
    panels = {panel.name: panel.rect for net in nets_for(need, form) for panel in net.panels}
    main = panels["front"] if form is BoxForm.TUCK else panels["tray-base"]
    wall = panels["left"].width if form is BoxForm.TUCK else panels["tray-front"].height
    assert main.width >= widest + CLEARANCE - 1e-6
    assert main.height >= highest + CLEARANCE - 1e-6
    assert wall >= deep + CLEARANCE - 1e-6
    if widest > 19 and deep > 7:  # no roomier than need be
        assert main.width == pytest.approx(widest + CLEARANCE)
        assert wall == pytest.approx(deep + CLEARANCE)


@given(needs, st.sampled_from(list(BoxForm)))
def test_panels_meet_at_creases_and_lie_on_the_card(need: BoxSpace, form: BoxForm) -> None:
    for net in nets_for(need, form):
        for one in net.panels:
            assert not any(one.rect.overlaps(other.rect) for other in net.panels if other is not one)
            assert any(_creased(one.rect, crease) for crease in net.creases), one.name
            assert net.box.x - 1e-6 <= one.rect.x
            assert one.rect.bottom <= net.box.bottom + 1e-6
        assert net.outline[0] == pytest.approx(net.outline[-1])
        for a, b in pairwise(net.outline):
            assert a != b
        for area in net.glue:  # no ink where glue goes
            box = Rect(min(x for x, _ in area), min(y for _, y in area), 0, 0)
            right, bottom = max(x for x, _ in area), max(y for _, y in area)
            glue = Rect(box.x, box.y, right - box.x, bottom - box.y)
            assert not any(panel.ink.overlaps(glue) for panel in net.panels)


def _creased(rect: Rect, crease: Segment) -> bool:
    """Whether a crease runs along most of an edge."""
    if crease.x1 == crease.x2:
        shared = min(crease.y2, rect.bottom) - max(crease.y1, rect.y)
        return min(abs(crease.x1 - rect.x), abs(crease.x1 - rect.right)) < 1e-6 and shared > 0.5 * rect.height
    shared = min(crease.x2, rect.right) - max(crease.x1, rect.x)
    return min(abs(crease.y1 - rect.y), abs(crease.y1 - rect.bottom)) < 1e-6 and shared > 0.5 * rect.width


def test_a_tuck_box_goes_round() -> None:
    net = tuck_box_net(64.5, 89.5, 36.7)
    row = [net.panel(name) for name in ("back", "left", "front", "right")]
    for one, other in pairwise(row):
        assert one.rect.right == pytest.approx(other.rect.x)
        assert (one.rect.y, one.rect.height) == (other.rect.y, other.rect.height)
    assert [panel.turn for panel in row] == [0, 0, 0, 0]  # the box is turned round its height
    assert net.panel("top").turn == 180  # it hangs on the back, and is read from the front
    assert net.panel("top").rect.bottom == pytest.approx(net.panel("back").rect.y)
    assert net.panel("bottom").rect.y == pytest.approx(net.panel("front").rect.bottom)


def test_the_walls_of_a_lid_are_read_from_outside() -> None:
    net = tray_net("lid", 60, 80, 20)
    assert {panel.name: panel.turn for panel in net.panels} == {
        "lid-base": 0, "lid-front": 0, "lid-back": 180, "lid-left": 90, "lid-right": 270,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("game", "form", "inside"),
    [
        ("cotcotcollec", BoxForm.TUCK, (64.5, 89.5, 110 * 0.3 + 2 * 0.3 + 4 * 4 * 0.1 + 1.5)),
        ("conquete", BoxForm.TUCK, (64.5, 64.5, 56 * 0.3 + 1.5)),
        ("winston", BoxForm.TUCK, (64.5, 89.5, 70 * 0.3 + 2 * 0.3 + 0.0 + 1.5)),
        ("koko", BoxForm.TWO_PART, (61.5, 61.5, 36 * 0.3 + 11 * 0.3 + 1.5)),
    ],
)
def test_our_games_need_what_they_need(game: str, form: BoxForm, inside: tuple[float, float, float]) -> None:
    spec = load_game(REPOSITORY, game)
    need = measure_contents(spec)
    assert form_for(spec) is form
    assert (need.width, need.height, need.depth) == pytest.approx(inside)


def test_sleeves_and_thickness_count() -> None:
    game = load_game(REPOSITORY, "conquete")
    bare, sleeved, thick = (
        measure_contents(game),
        measure_contents(game, sleeved=True),
        measure_contents(game, thickness=0.5),
    )
    assert sleeved.width == pytest.approx(bare.width + SLEEVE_RIM.width)
    assert sleeved.height == pytest.approx(bare.height + SLEEVE_RIM.height)
    assert sleeved.depth == pytest.approx(bare.depth + 56 * SLEEVE)
    assert thick.depth == pytest.approx(56 * 0.5 + CLEARANCE)
    with pytest.raises(LayoutError) as caught:
        measure_contents(game, thickness=0)
    assert str(caught.value) == "--thickness must be from 0.02 to 10 mm for one piece, not 0 [E1201]"
    assert caught.value.problems[0].where == option_location("--thickness")


@given(st.floats(60, 110), st.floats(60, 130), st.floats(9, 70), st.sampled_from(["a4", "letter", "a5"]))
def test_parts_make_up_the_whole_net(width: float, height: float, depth: float, name: str) -> None:
    net, paper = tuck_box_net(width, height, depth), parse_paper(name)
    try:
        sheets = imposed(net, paper)
    except LayoutError:
        return
    parts = [part for sheet in sheets for part in sheet.parts]
    assert len(parts) <= MOST_SHEETS
    whole = net.printed
    assert sum(part.window.width * part.window.height for part in parts) == pytest.approx(whole.width * whole.height)
    for sheet in sheets:
        for part in sheet.parts:
            reach = part.reach.moved(*part.at)
            assert min(reach.x, reach.y) >= 5 - 1e-6
            assert reach.right <= sheet.paper.width - 5 + 1e-6
            assert reach.bottom <= sheet.paper.height - 5 + 1e-6
    _check_joins(net, parts=len(parts), marks=[part.named_joins() for part in parts])


def _check_joins(net: Net, parts: int, marks: list[list[tuple[float, float, str]]]) -> None:
    """Every join has its marks on two sheets."""
    letters = [{letter for _, _, letter in each} for each in marks]
    for letter in set().union(*letters):
        assert sum(letter in each for each in letters) == 2, net.name
    assert (parts == 1) == (not any(letters))


def test_a_large_net_is_parted_along_creases_with_a_strip_to_glue() -> None:
    net = tuck_box_net(67.5, 94.5, 60)
    first, second = imposed(net, parse_paper("a4"))
    [one], [other] = first.parts, second.parts
    assert one.window.right == pytest.approx(other.window.x)
    assert one.window.right in {crease.x1 for crease in net.creases}
    assert one.reach.right - one.window.right == pytest.approx(OVERLAP)
    shift = (other.at[0] - one.at[0], other.at[1] - one.at[1])
    assert [line.moved(*shift) for line in one.marks()] == [pytest.approx(line) for line in other.marks()]


@pytest.mark.parametrize("paper", ["70x100", "80x90"])
def test_a_paper_that_is_too_small_is_refused(paper: str) -> None:
    with pytest.raises(LayoutError) as caught:
        imposed(tuck_box_net(64.5, 89.5, 36.7), parse_paper(paper))
    [problem] = caught.value.problems
    assert problem.where == option_location("--paper")
    assert re.fullmatch(
        rf"{paper} \(.+\) is too small for the tuck net \(\d+ × \d+ mm\), even on \d+ sheets", problem.message
    )
    assert "larger" in problem.hint


def test_panels_know_where_their_ink_ends() -> None:
    panel: NetPanel = tuck_box_net(64.5, 89.5, 36.7).panel("front")
    assert panel.rect.y - panel.ink.y == 3
    assert panel.ink.right == panel.rect.right


@given(needs, st.sampled_from(list(BoxForm)))
def test_every_crease_has_a_tick_at_each_end_outside_the_card(need: BoxSpace, form: BoxForm) -> None:
    """They are on its line, and neither on the card nor on its cutting line."""
    for net in nets_for(need, form):
        ticks = net.ticks
        for crease in net.creases:
            upright = crease.x1 == crease.x2
            on_line = [t for t in ticks if (t.x1 == t.x2 == crease.x1 if upright else t.y1 == t.y2 == crease.y1)]
            before = [t for t in on_line if (t.y2 < crease.y1 if upright else t.x2 < crease.x1)]
            after = [t for t in on_line if (t.y1 > crease.y2 if upright else t.x1 > crease.x2)]
            assert (len(before), len(after)) == (1, 1), crease
        for tick in ticks:
            assert tick.x2 - tick.x1 + tick.y2 - tick.y1 == pytest.approx(TICK)
            middle = (tick.x1 + tick.x2) / 2, (tick.y1 + tick.y2) / 2
            assert not _within(net.outline, middle)
            room = net.marked
            assert room.x - 1e-6 <= tick.x1 <= tick.x2 <= room.right + 1e-6
            assert room.y - 1e-6 <= tick.y1 <= tick.y2 <= room.bottom + 1e-6


def _within(outline: Path, point: tuple[float, float]) -> bool:
    """Whether a point is on the card, by the angles at which its corners are seen."""
    turned = 0.0
    for (ax, ay), (bx, by) in pairwise(outline):
        one, other = atan2(ay - point[1], ax - point[0]), atan2(by - point[1], bx - point[0])
        turned += (other - one + pi) % (2 * pi) - pi
    return abs(turned) > pi
