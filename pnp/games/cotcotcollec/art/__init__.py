"""The drawings of CotCotCollec': a farmyard that plays high society, in a rococo salon.

Every drawing fits a box of 100 units round the origin, with these exceptions, drawn in millimetres at their
true size: `room-…`, `frame`, `back-frame` (a card of 63 × 88), `plate` (10 × 21), `cartouche` (53 × 17),
`ribbon-…` (47 × 10), `garland` (46 × 6) and `dais` (26 × 10). `cover` fills the front of any box.
"""

from __future__ import annotations

from pnp.face.art.pen import Drawing

from .chest import chest
from .cover import cover
from .finery import fan, hat, perfume
from .fox import fox_back, fox_front, fox_head, fox_wink
from .furniture import gramophone, rug, showcase
from .icons import SIGNS, icon
from .inking import inked
from .jewels import egg, necklace, ring, trophy
from .logo import logo
from .marks import mark
from .ornament import back_frame, cartouche, dais, frame, garland, plate, ribbon
from .palette import MOTIFS
from .parade import doubler, joker
from .rooms import ROOMS
from .rooster import rooster
from .scenes import SCENES

DRAWINGS: dict[str, Drawing] = {
    "ring": ring,
    "rug": rug,
    "trophy": trophy,
    "necklace": necklace,
    "showcase": showcase,
    "fan": fan,
    "egg": egg,
    "hat": hat,
    "perfume": perfume,
    "gramophone": gramophone,
    **{name: inked(drawing) for name, drawing in SCENES.items()},
    "rooster": inked(rooster),
    "doubler": inked(doubler),
    "joker": inked(joker),
    "chest": inked(chest, 1),
    "fox-front": inked(fox_front, 0.62),
    "fox-back": inked(fox_back, 0.62),
    "fox-head": inked(fox_head, 0.8),
    "fox-wink": inked(fox_wink, 0.8),
    **{f"icon-{motif}": icon(motif) for motif in SIGNS},
    **{f"mark-{motif}": mark(motif) for motif in MOTIFS},
    **ROOMS,
    **{f"ribbon-{motif}": ribbon(motif) for motif in MOTIFS},
    "logo": logo,
    "cover": inked(cover, 0.5),
    "frame": frame,
    "back-frame": back_frame,
    "plate": plate,
    "cartouche": cartouche,
    "garland": garland,
    "dais": dais,
}
"""Every drawing by the name that templates use."""
