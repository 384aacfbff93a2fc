"""The net of a die as one SVG: its faces at their places, each clipped to where its art shows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pnp.geometry.solids import DieNet
from pnp.geometry.units import trim

_ROOT: Final = re.compile(r"<svg\b([^>]*)>")
_SPACES: Final = re.compile(r"""\bxmlns(?::[\w-]+)?=(?:"[^"]*"|'[^']*')""")
_FRAME: Final = re.compile(r"""\b(?:xmlns(?::[\w-]+)?|width|height|viewBox|x|y|version|id)=(?:"[^"]*"|'[^']*')""")
_ID: Final = re.compile(r"""(\bid=["']|url\(\s*["']?#|href=["']#)""")


def compose_net(net: DieNet, faces: Sequence[str], bleed: float) -> str:
    """Return the SVG of a net from those of its faces, in the order of its rows."""
    spaces: dict[str, None] = {}
    drawn = []
    for number, (place, svg) in enumerate(zip(net.faces, faces, strict=True), 1):
        root = _ROOT.search(svg)
        assert root is not None  # noqa: S101 - every face has passed the check
        spaces.update(dict.fromkeys(_SPACES.findall(root[1])))
        inside = _ID.sub(rf"\g<1>die{number}-", svg[root.end() : svg.rindex("</svg>")])
        kept = " ".join(_FRAME.sub("", root[1]).split())
        clip = "M" + "L".join(f"{trim(x)} {trim(y)}" for x, y in place.art) + "Z"
        x, y, width, height = place.box
        turn = f" rotate(180 {trim(width / 2)} {trim(height / 2)})" if place.turn else ""
        drawn.append(
            f'<clipPath id="die{number}"><path d="{clip}"/></clipPath><g clip-path="url(#die{number})">'
            f'<g transform="translate({trim(x)} {trim(y)}){turn}"{kept and f" {kept}"}>{inside}</g></g>'
        )
    width, height = net.size.width + 2 * bleed, net.size.height + 2 * bleed
    return (
        f'<svg {" ".join(spaces)} width="{trim(width)}mm" height="{trim(height)}mm" '
        f'viewBox="{trim(-bleed)} {trim(-bleed)} {trim(width)} {trim(height)}">{"".join(drawn)}</svg>'
    )
