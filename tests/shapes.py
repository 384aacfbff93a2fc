"""A game whose pieces have every shape, written into a folder."""

from __future__ import annotations

from pathlib import Path

from pnp.project.folders import Project

FISH = "M2 15 C8 2 24 1 32 11 L39 5 V25 L32 21 C24 29 8 28 2 15 Z"
"""It swims to the left and its tail is crooked: turned over or upside down, it is another fish."""
FIGURE = "M9 0 H21 C27 4 20 10 26 16 L28 27 V36 H6 V26 L3 18 C8 11 3 6 9 0 Z"
"""A standee that leans to the right; its foot is as wide as the straight line at its lower edge."""
DECKS = {
    "rounded": 'size = [63, 88]\ncorner = 4\nback = "back.svg.j2"',
    "discs": 'size = [30, 30]\nshape = "circle"\nkind = "token"\nback = "back.svg.j2"',
    "flat": 'size = [52, 45.03]\nshape = "hex"\nkind = "tile"\nback = "back.svg.j2"',
    "pointy": 'size = [45.03, 52]\nshape = "hex"\nkind = "tile"\nback = "back.svg.j2"',
    "fish": 'size = [40, 30]\ncut = "outline"\noutline = "fish.svg"\nkind = "token"\nback = "back.svg.j2"',
    "figure": (
        f'size = [30, 36]\ncut = "outline"\noutline = "{FIGURE}"\nkind = "standee"\nfoot = 10\nback = "back.svg.j2"'
    ),
}
BOX = 'x="{{ -bleed }}" y="{{ -bleed }}" width="{{ w + 2 * bleed }}" height="{{ h + 2 * bleed }}"'
FACE = f"""{{% extends "face.svg.j2" %}}
{{% block body %}}
<rect {BOX} fill="{{{{ shade("COLOUR") }}}}"/>
{{{{ text(piece.id, w / 2 - 10, h / 2 - 4, 20, 8, size=4, min=2, align="center", valign="middle") }}}}
{{% endblock %}}
"""


def write_shapes(folder: Path, counts: dict[str, int] | None = None) -> Project:
    """The project: each deck has this many different pieces; all decks, or those that are named."""
    game, templates = folder / "components" / "shapes", folder / "templates" / "shapes"
    for each in (game, templates):
        each.mkdir(parents=True, exist_ok=True)
    (folder / "pnp.toml").write_text("")
    wanted = counts or dict.fromkeys(DECKS, 12)
    decks = []
    for name, count in wanted.items():
        rows = ", ".join(f'{{ id = "{name}-{number}" }}' for number in range(1, count + 1))
        decks.append(f'[decks.{name}]\n{DECKS[name]}\nfront = "front.svg.j2"\nrows = [{rows}]\n')
    (game / "game.toml").write_text("\n".join(['title = "Shapes"', *decks]))
    (game / "fish.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><g><path d="{FISH}"/></g></svg>'
    )
    (templates / "front.svg.j2").write_text(FACE.replace("COLOUR", "#f4d58d"))
    (templates / "back.svg.j2").write_text(FACE.replace("COLOUR", "#8fb8de"))
    return Project(folder)
