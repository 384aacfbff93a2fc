"""The six kinds of dog: their colours, and the heights at which neighbouring cards meet.

Heights are millimetres from the upper cut of a card of 63 × 88. At the left and the right cut, and in the bleed beyond,
every card of a kind shows the same column: sky, trunk and ground.
"""

from __future__ import annotations

from dataclasses import dataclass

INK = "#1c2340"
"""The dark blue of every line."""

WIDTH, HEIGHT, BLEED = 63.0, 88.0, 3.0
BACK = 37.0
"""The back of the dog: the middle of its upper line."""
BELLY = 65.0
"""The belly of the dog: the middle of its lower line."""
GROUND = 78.0
"""The line of the ground, on which the paws stand."""
LINE = 0.85
"""How thick the lines of back, belly and ground are at the cut."""
CALM = 3.0
"""So far inside the cut all lines run level and at their even width."""

RED, CREAM, WHITE, GOLD, BLUSH = "#dd4436", "#fdf3df", "#fffdf8", "#f4bf3f", "#f2999a"


@dataclass(frozen=True)
class Look:
    """The colours of one kind."""

    sky: str
    grain: str
    """The flecks of the sky."""
    motif: str
    """The pattern in the sky."""
    ground: str
    soil: str
    """The pattern on the ground."""
    letter: str
    """Words on the ground."""
    mark: str
    """The index in the sky."""
    coat: str
    shade: str
    """The coat where it is dark: ears, patches."""
    bands: tuple[tuple[float, float, str], ...]
    """What crosses the dog at the cut: from a height to a height, and the colour; ruled where they meet."""


LOOKS: dict[str, Look] = {
    "sailor": Look(
        "#cdebe6",
        "#bbe0dc",
        "#9fd3d3",
        "#e3a861",
        "#cd8c45",
        INK,
        INK,
        "#cf6a32",
        "#9b4420",
        (
            (37, 59, WHITE),
            (40.2, 43.2, "#2d4d95"),
            (46.2, 49.2, "#2d4d95"),
            (52.2, 55.2, "#2d4d95"),
            (57.6, 59.4, RED),
            (59.4, 65, "#cf6a32"),
        ),
    ),
    "detective": Look(
        "#f2c14e",
        "#eab63d",
        "#e2a534",
        "#75605c",
        "#5f4c4b",
        CREAM,
        INK,
        "#f8ead2",
        "#8a4b2a",
        (
            (37, 60, "#97694a"),
            (42, 43.4, "#e8cf9c"),
            (49, 50.4, "#e8cf9c"),
            (56, 57.4, "#e8cf9c"),
            (59.4, 61.4, "#5a3a2c"),
            (61.4, 65, "#f8ead2"),
        ),
    ),
    "ballerina": Look(
        "#f5a9b8",
        "#ef9fb0",
        "#ef98aa",
        "#a8375c",
        "#8f2a4d",
        CREAM,
        INK,
        "#eab07a",
        "#c98548",
        ((37, 58, WHITE), (45.4, 49.6, "#d33a66"), (56, 65.6, "#ffd9e0"), (65.6, 68.6, WHITE)),
    ),
    "knight": Look(
        "#3c8263",
        "#458c6c",
        "#337357",
        "#235340",
        "#1b4534",
        CREAM,
        CREAM,
        "#b8b2a8",
        "#77747a",
        ((37, 50, "#cfd8e0"), (50, 52.4, GOLD), (52.4, 69.4, "#cf3d33"), (63.4, 64.8, GOLD)),
    ),
    "astronaut": Look(
        "#36459a",
        "#4150a6",
        "#f6e08a",
        "#cdc9d9",
        "#b2adc4",
        INK,
        CREAM,
        "#f6ecdf",
        "#96603f",
        ((37, 65, "#f4f4f4"), (47.4, 49.8, "#ee7d35"), (51.4, 53.8, "#ee7d35"), (60.6, 65, "#ced5e4")),
    ),
    "punk": Look(
        "#f26a45",
        "#ea6039",
        "#e2552f",
        "#2b2b3d",
        "#fdf3df",
        CREAM,
        INK,
        "#fff1ea",
        "#39384a",
        (
            (37, 54, "#35344a"),
            (45, 46.6, "#c9ccd6"),
            (53.4, 55, "#1c2340"),
            (55, 67.4, "#f3cf45"),
            (58.6, 60.2, "#d2362f"),
            (62.8, 63.8, "#2b2b3d"),
        ),
    ),
}
KINDS = tuple(LOOKS)
