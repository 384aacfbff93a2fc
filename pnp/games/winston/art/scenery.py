"""What is behind the dogs: a flat sky with a sparse pattern, and a strip of ground for the words.

Everything is repeated in steps that divide the card's width, and keeps away from the left and the right cut, so that
a row of cards has one even pattern.
"""

from __future__ import annotations

from svgwrite.container import Group

from pnp.face.art.grain import grain
from pnp.face.art.pen import Drawing, Pen

from .brush import HAIR, Brush
from .curve import Node, Outline, box, fan, oval
from .palette import BLEED, GROUND, HEIGHT, INK, LINE, LOOKS, WIDTH

FULL = WIDTH + 2 * BLEED
EVEN = 1.6
"""So far from the left and the right cut the sky has no grain, so that neighbours join."""
GRAINED = [
    (side * (WIDTH / 2 - EVEN), height - HEIGHT / 2)
    for side, height in ((-1, -BLEED), (1, -BLEED), (1, GROUND - 1), (-1, GROUND - 1))
]
"""The part of the sky with a grain; the origin is the middle of the card."""


def _grid(columns: int, tops: tuple[float, ...]) -> list[tuple[float, float]]:
    """Places in rows, every other row shifted by half a step; a shifted row leaves out the place on the cut."""
    step = WIDTH / columns
    found = []
    for i, y in enumerate(tops):
        if i % 2:
            found += [(step * k, y) for k in range(1, columns)]
        else:
            found += [(step * (k + 0.5), y) for k in range(columns)]
    return found


def waves(brush: Brush, colour: str) -> None:
    """The sea, as a child writes it."""
    for x, y in _grid(4, (5.5, 14, 22.5, 31)):
        brush.thread(f"{x - 4.6},{y} {x - 2.3},{y + 1.4} {x},{y} {x + 2.3},{y + 1.4} {x + 4.6},{y}", 0.9, colour)


def bricks(brush: Brush, colour: str) -> None:
    """A wall with most of its bricks left to the fog."""
    step = WIDTH / 6
    rows: list[Outline] = []
    for i in range(8):
        y = 2.4 + 4.9 * i
        for k in range(6):
            x = step * (k + (0.5 if i % 2 else 0)) + step * 0.09
            if x + step * 0.82 < WIDTH - 0.8 and (k * 5 + i * 3) % 7 in (0, 1, 3):
                rows.append(box(x, y, step * 0.82, 3.6))
    brush.tints(rows, colour)


def drapes(brush: Brush, colour: str) -> None:
    """The curtain of a theatre: broad folds down to the stage."""
    step = WIDTH / 6
    if brush.pen.low:
        lines = "|".join(f"{step * (k + 0.5)},-3 {step * (k + 0.5)},{GROUND}" for k in range(6))
        brush.thread(lines, 0.22)
    else:
        brush.tints([box(step * (k + 0.27), -BLEED, step * 0.46, GROUND + BLEED) for k in range(6)], colour)


def lozenges(brush: Brush, colour: str) -> None:
    """The tapestry behind a tournament."""
    rows: list[Outline] = []
    for x, y in _grid(6, (2.5, 10, 17.5, 25, 32.5, 40, 47.5, 55, 62.5, 70)):
        rows.append([Node(x, y - 5.6, True), Node(x + 3.9, y, True), Node(x, y + 5.6, True), Node(x - 3.9, y, True)])
    brush.tints(rows, colour)


def stars(brush: Brush, colour: str) -> None:
    """A clear night."""
    spots = ((17, 6, 1.5), (29, 13, 0.9), (42, 5, 1.1), (55, 11, 1.6), (7, 25, 1), (21, 21, 0.8), (36, 24, 1.4))
    low = ((50, 21, 0.9), (57, 31, 1), (13, 33, 0.8), (6, 71, 1), (31, 72, 0.8), (57, 66, 0.7))
    brush.tints([fan(x, y, r, r * 0.36, 4) for x, y, r in (*spots, *low)], colour)
    brush.dots([(11, 14), (25, 30), (36, 9), (48, 13), (47, 31), (60, 24), (5, 8)], 0.32, colour)


def crosses(brush: Brush, colour: str) -> None:
    """A wall with the marks of a thousand posters."""
    d = "|".join(
        f"{x - 2},{y - 2} {x + 2},{y + 2}|{x + 2},{y - 2} {x - 2},{y + 2}" for x, y in _grid(5, (4, 13, 22, 31))
    )
    brush.thread(d, 1.1, colour)


SKIES = {
    "sailor": waves,
    "detective": bricks,
    "ballerina": drapes,
    "knight": lozenges,
    "astronaut": stars,
    "punk": crosses,
}


def planks(brush: Brush, colour: str) -> None:
    """A deck."""
    brush.thread("9,78.6 9,79.4|30,78.6 30,79.4|51,78.6 51,79.4", HAIR, colour)
    brush.cover(box(-BLEED, 79.6, FULL, 0.5), colour)


def cobbles(brush: Brush, colour: str) -> None:
    """A street in London."""
    d = "|".join(f"{x - 2.6},79.9 {x},79 {x + 2.6},79.9" for x, _ in _grid(9, (0,)))
    brush.thread(d, 0.5, colour)


def boards(brush: Brush, colour: str) -> None:
    """A stage with its footlights' glow."""
    brush.cover(box(-BLEED, 78, FULL, 2), colour)


def grass(brush: Brush, colour: str) -> None:
    """A meadow, mown for the occasion."""
    for x in (7, 22, 40, 55):
        brush.thread(f"{x - 1.6},77.6 {x - 2.2},75.8|{x},77.6 {x},75|{x + 1.6},77.6 {x + 2.4},75.6", 0.55, colour)


def craters(brush: Brush, colour: str) -> None:
    """The moon."""
    brush.tints([oval(12, 79.7, 4, 0.7), oval(36, 79.5, 2.4, 0.5), oval(45, 80, 1.6, 0.4)], colour)


def checks(brush: Brush, colour: str) -> None:
    """Two tones, as the music; above the words."""
    step = WIDTH / 12
    upper: list[Outline] = [box(step * k + step / 4, 78.3, step / 2, 1.05) for k in range(12)]
    lower: list[Outline] = [box(step * k - step / 4, 79.35, step / 2, 1.05) for k in range(1, 12)]
    brush.tints([*upper, *lower], colour)


GROUNDS = {
    "sailor": planks,
    "detective": cobbles,
    "ballerina": boards,
    "knight": grass,
    "astronaut": craters,
    "punk": checks,
}


def scene(kind: str) -> Drawing:
    """Sky and ground of a kind, at the size of a card with its bleed."""

    def draw(pen: Pen) -> Group:
        look = LOOKS[kind]
        brush = Brush(pen).frame(-WIDTH / 2, -HEIGHT / 2)
        if not pen.low:
            brush.cover(box(-BLEED, -BLEED, FULL, GROUND + BLEED), look.sky)
            brush.parts.extend(grain(pen, GRAINED, look.grain, every=6.4, length=1.5, width=0.32, turn=-35))
        SKIES[kind](brush, look.motif)
        if not pen.low:
            brush.cover(box(-BLEED, GROUND, FULL, HEIGHT - GROUND + BLEED), look.ground)
        GROUNDS[kind](brush, look.soil)
        brush.cover(box(-BLEED, GROUND - LINE / 2, FULL, LINE), INK)
        return brush.group()

    return draw
