"""The drawings of Cot-cot Conquête!: a battle chronicle cut in wood, in heraldic colours.

Every drawing fits a box of 100 units round the origin, with these exceptions: `ribbon`, `strip`, `strip-last` and
`camp-…` are drawn in millimetres; `army-back`, `rooster` and `herald` are whole cards of 63 mm at a scale of 0.63, with
their bleed.
"""

from __future__ import annotations

from pnp.face.art.pen import Drawing

from .banner import ORNAMENTS
from .camp import CAMPS
from .cell import CELLS
from .cover import COVERS
from .dawn import SCENES
from .emblem import EMBLEMS
from .gauge import GAUGES
from .generals import GENERALS
from .icons import ICONS
from .logo import LOGOS

DRAWINGS: dict[str, Drawing] = {
    **ICONS,
    **CELLS,
    **EMBLEMS,
    **GENERALS,
    **ORNAMENTS,
    **GAUGES,
    **CAMPS,
    **SCENES,
    **LOGOS,
    **COVERS,
}
"""Every drawing by the name that templates use."""
