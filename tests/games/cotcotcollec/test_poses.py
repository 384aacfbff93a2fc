"""The pictures of CotCotCollec': three poses and a room for each treasure, lines inked by the light, logo and box."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest
from svgwrite.container import Group

from pnp.box.build import plan_box
from pnp.box.draw import BLOCKS, BoxArtist
from pnp.box.order import BoxOrder
from pnp.check.near_cut import find_near_cut
from pnp.face.art.pen import Pen
from pnp.face.face import Face
from pnp.face.faces import FaceLook
from pnp.games.cotcotcollec.art import DRAWINGS
from pnp.games.cotcotcollec.art.cover import FLOOR, WALL
from pnp.games.cotcotcollec.art.inking import inked, segments
from pnp.games.cotcotcollec.art.palette import MOTIFS
from pnp.games.cotcotcollec.art.rooms import ROOMS
from pnp.geometry.units import Size
from pnp.press.renderer import find_renderer
from pnp.project.folders import bundled_project
from pnp.sheet.layout import parse_paper
from pnp.sheet.net import Net
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.terms import BoxForm, Ink, Lang, Side
from tests.face.test_render import pixels_of

SVG = "{http://www.w3.org/2000/svg}"
TREASURES = [motif for motif in MOTIFS if motif not in ("rooster", "doubler", "joker")]
BOXES = [(form, sleeved) for form in BoxForm for sleeved in (False, True)]


def seen(face: Face, per_mm: float = 4) -> np.ndarray:
    """A face as RGB."""
    [png] = find_renderer().to_png([face], per_mm * 25.4)
    return pixels_of(png)


def drawn(group: Group, ground: str = "#ffffff") -> np.ndarray:
    """A drawing on a ground of 120 × 120 units, 4 pixels to the unit."""
    box = 'viewBox="-60 -60 120 120" width="120mm" height="120mm"'
    back = f'<rect x="-60" y="-60" width="120" height="120" fill="{ground}"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{back}{group.tostring()}</svg>'
    return seen(Face(svg, Size(120, 120), 0))


@cache
def nets(form: BoxForm, sleeved: bool, lang: Lang) -> list[tuple[Net, Face]]:
    """The nets of the box, and how each is drawn."""
    project = bundled_project()
    game, job = load_game(project, "cotcotcollec"), BoxOrder(form=form, sleeved=sleeved).job(parse_paper("a4"), lang)
    plan = plan_box(game, job)
    artist = BoxArtist(project, game, job, plan.need, plan.form)
    return [(each, artist.net(each)) for each in plan.nets]


def kept(face: Face, texts: bool, per_mm: float = 3) -> np.ndarray:
    """Where a face has texts, or else where it has figures that must not be cut."""
    root = ElementTree.fromstring(face.svg)

    def strip(element: ElementTree.Element, inside: bool) -> None:
        for child in list(element):
            within = inside or child.get("class") == "important"
            if child.tag in (f"{SVG}g", f"{SVG}clipPath", f"{SVG}defs"):
                if child.tag == f"{SVG}g":
                    strip(child, within)
            elif (child.tag == f"{SVG}text") != texts or (not texts and not within):
                element.remove(child)

    strip(root, False)
    alone = replace(face, svg=ElementTree.tostring(root, "unicode"))
    dark: np.ndarray = seen(alone, per_mm).min(axis=2) < 200
    return dark


@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize(("form", "sleeved"), BOXES)
def test_no_figure_of_a_box_covers_a_text(form: BoxForm, sleeved: bool, lang: Lang) -> None:
    figures = 0
    for _, face in nets(form, sleeved, lang):
        words, art = kept(face, True), kept(face, False)
        assert not (words & art).any()
        figures += int(art.sum())
    assert words.any()
    assert figures > 1000


@pytest.mark.parametrize(("form", "sleeved"), BOXES)
def test_the_cover_fills_its_panel_and_the_bleed(form: BoxForm, sleeved: bool) -> None:
    (left, top), (right, _), bottom = WALL[0], WALL[1], FLOOR[2][1]
    placed = re.compile(r'<g transform="translate\((\S+) (\S+)\) scale\((\S+)\)">(?=.{0,400}M-70,-104h140)', re.DOTALL)
    covers = 0
    for each, face in nets(form, sleeved, Lang.FR):
        for found in placed.findall(face.svg):
            x, y, k = map(float, found)
            [panel] = [panel for panel in each.panels if BLOCKS.get(panel.name) == "cover"]
            covers += 1
            assert x + left * k <= -3
            assert x + right * k >= panel.rect.width + 3
            assert y + top * k <= -3
            assert y + bottom * k >= panel.rect.height + 3
    assert covers == 1


def test_nothing_important_is_near_a_cut() -> None:
    project = bundled_project()
    game = load_game(project, "cotcotcollec")
    assert find_near_cut(project, game, Cache.for_user()) == []
    renderer = FaceLook(Lang.FR).renderer(project, game)
    for name in ("cards", "fox-token", "pad"):
        for design in game.decks[name].designs:
            assert 'class="important"' in renderer.render(game.decks[name], design, Side.FRONT).svg


@pytest.mark.parametrize("motif", TREASURES)
def test_the_three_looks_are_three_compositions(motif: str) -> None:
    """The picture of each look differs from the others in a good part of its area, not in a detail."""
    game = load_game(bundled_project(), "cotcotcollec")
    deck = game.decks["cards"]
    renderer = FaceLook(Lang.FR, Ink.FULL).renderer(bundled_project(), game)
    design = next(design for design in deck.designs if design.id == motif)
    looks = [seen(renderer.render(deck, design, Side.FRONT, look), 1) for look in (1, 2, 3)]
    high, wide, _ = looks[0].shape
    windows = [look[round(high * 0.06) : round(high * 0.68), round(wide * 0.18) : round(wide * 0.92)] for look in looks]
    for one, other in combinations(windows, 2):
        assert (np.abs(one - other).max(axis=2) > 40).mean() > 0.3


def test_every_kind_of_card_has_a_room_of_its_own() -> None:
    shown = {name: draw(Pen()).tostring() for name, draw in ROOMS.items()}
    homes = [shown[f"room-{motif}"] for motif in MOTIFS]
    assert len(set(homes)) == len(MOTIFS)
    assert shown["room-hat3"] != shown["room-hat"]
    assert all(len(draw(Pen(low=True)).elements) == 0 for draw in ROOMS.values())


def test_lines_are_heavier_away_from_the_light() -> None:
    def ball(pen: Pen) -> Group:
        mirrored = pen.group(pen.circle(30, 0, 20, pen.paint("#ffffff")), transform="scale(-1 1)")
        return pen.group(pen.circle(30, 0, 20, pen.paint("#ffffff")), mirrored)

    plain, heavy = (drawn(draw(Pen(width=2))).max(axis=2) < 128 for draw in (ball, inked(ball, 1)))
    for centre in (120, 360):  # also where the group is mirrored
        upper, lower = np.s_[150:240, centre - 90 : centre], np.s_[240:330, centre : centre + 90]
        assert plain[lower].sum() == pytest.approx(plain[upper].sum(), rel=0.03)
        assert heavy[lower].sum() > 1.25 * heavy[upper].sum()
        assert heavy[upper].sum() == pytest.approx(plain[upper].sum(), rel=0.03)


def test_strokes_are_thin_at_their_ends() -> None:
    def stroke(pen: Pen) -> Group:
        return pen.group(pen.path("M-40,0Q0,0 40,0", pen.line()))

    even, tapered = (drawn(draw(Pen(width=4))).max(axis=2) < 128 for draw in (stroke, inked(stroke, 1)))
    assert even[:, 240].sum() == even[:, 86].sum() == 16
    assert tapered[:, 240].sum() > 2 * tapered[:, 86].sum() > 0


def test_inking_leaves_the_drawing_alone() -> None:
    pen = Pen()
    part = pen.group(pen.path("M-40,0Q0,9 40,0", pen.line()), pen.circle(0, 0, 30, pen.paint("#ffffff")))
    before = part.tostring()
    twice = inked(lambda _: pen.group(part, part), 1)(pen)
    assert part.tostring() == before
    one, other = twice.elements
    assert one.tostring() == other.tostring() != before


def test_path_data_is_read_in_both_cases() -> None:
    assert segments("M1,1h2v3l-2,0Z") == segments("M1,1H3V4L1,4Z")
    assert segments("M0,0A3,3 0 0 1 6,0") == []


@pytest.mark.parametrize("ink", list(Ink))
@pytest.mark.parametrize("ground", ["#ffffff", "#6d1f2f", "#808080"])
def test_the_logo_reads_on_any_ground(ground: str, ink: Ink) -> None:
    picture = drawn(DRAWINGS["logo"](Pen(low=ink is Ink.LOW)), ground)
    rows, columns = np.nonzero(np.abs(picture - picture[0, 0]).max(axis=2) > 24)
    assert (columns.max() - columns.min()) / 4 == pytest.approx(100, abs=1 if ground != "#ffffff" else 8)
    assert 28 <= (rows.max() - rows.min()) / 4 <= 54
    grey = picture[rows.min() : rows.max(), columns.min() : columns.max()].mean(axis=2)
    letters, rim = (grey > 190).mean(), (grey < 80).mean()
    assert letters > 0.15
    assert rim > 0.15


@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
def test_no_text_of_a_card_touches_its_frame(lang: Lang) -> None:
    """The scrolls in the corners reach far into the paper under the name."""
    game = load_game(bundled_project(), "cotcotcollec")
    deck = game.decks["cards"]
    renderer = FaceLook(lang).renderer(bundled_project(), game)
    frame = DRAWINGS["frame"](Pen())
    frame.elements = frame.elements[1:]  # without the paper outside
    box = 'viewBox="-34.5 -47 69 94" width="69mm" height="94mm"'  # with the bleed
    gilt = Face(f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{frame.tostring()}</svg>', Size(63, 88), 3)
    drawn_gilt = seen(gilt, 8).min(axis=2) < 200
    for design in deck.designs:
        for look in deck.looks(design):
            face = renderer.render(deck, design, Side.FRONT, look)
            words = kept(face, True, 8)
            assert words.any()
            assert not (words & drawn_gilt).any(), (design.id, look)
