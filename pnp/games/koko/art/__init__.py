"""The drawings of Koko and Alfred's garden: an English garden party of the 1930s, seen a little from above.

Figures and things fit a box of 100 units round the origin. Drawn in millimetres round a tile's middle are `lawn`,
`walk-…`, `side-…`, `inner-…`, `post-…` and `gate`; round their own middle `gravel`, `paving`, `island`, `clump-…` and
`mark-…`; round a token's middle `ground-…` and `rim-…`. The light comes from the upper left.
"""

from __future__ import annotations

from functools import partial

from pnp.face.art.pen import Drawing

from . import hedge, rill, signs
from .antics import ANTICS
from .bohemia import aviatrix, detective, explorer, golfer, painter, poet
from .butler import alfred_back, alfred_front, alfred_icon
from .cloth import admiral, bishop, colonel, judge, professor, vicar
from .cover import box_cover
from .gate import gate
from .ladies import debutante, diva, flapper, tennis
from .laundry import bloomers, boxers, corset, garter, longjohns, stockings
from .lawn import lawn
from .logo import LOGOS
from .matrons import dowager, governess, spinsters
from .monkey import koko_back, koko_front, koko_icon
from .palette import BUTTER, LILAC, RASPBERRY, ROSE, SCARLET, WHITE
from .party import clothesline, countess, palm, palm_muffled, palm_tapped, table, table_raided, table_slept_under
from .pastime import DECOR
from .place import LETTERS, PLANTED, clump, corner, gravel, island, letter, paving, verge, walk
from .plan import SPLITS, TURNS
from .shock import SHOCKS
from .token import KINDS, ground, rim
from .treats import (
    bottle,
    bottle_back,
    bottle_front,
    coconut,
    coconut_back,
    coconut_front,
    cover_back,
    cover_front,
    cup,
)

GUESTS: dict[str, Drawing] = {
    "admiral": admiral,
    "aviatrix": aviatrix,
    "bishop": bishop,
    "colonel": colonel,
    "debutante": debutante,
    "detective": detective,
    "diva": diva,
    "dowager": dowager,
    "explorer": explorer,
    "flapper": flapper,
    "golfer": golfer,
    "governess": governess,
    "judge": judge,
    "painter": painter,
    "poet": poet,
    "professor": professor,
    "spinsters": spinsters,
    "tennis": tennis,
    "vicar": vicar,
}
"""The guests by their names in the table."""

GARMENTS: dict[str, Drawing] = {
    "bloomers": bloomers,
    "boxers": boxers,
    "corset": corset,
    "garter": garter,
    "longjohns": longjohns,
    "stockings": stockings,
}

CORNERS = ("nw", "ne", "se", "sw")
BORDERS = ((ROSE, WHITE), (LILAC, BUTTER), (SCARLET, WHITE), (RASPBERRY, ROSE))
"""The colours of flowers in a clump: tall and low."""

SYMBOLS: dict[str, Drawing] = {"clothesline": clothesline, "countess": countess, "palm": palm, "table": table}
LOOKS: dict[str, Drawing] = {
    "palm-muffled": palm_muffled,
    "palm-tapped": palm_tapped,
    "table-raided": table_raided,
    "table-slept-under": table_slept_under,
}
"""Other looks of symbols, one for each further tile that has them."""

DRAWINGS: dict[str, Drawing] = {
    **GUESTS,
    **GARMENTS,
    **SYMBOLS,
    **LOOKS,
    **DECOR,
    **ANTICS,
    **LOGOS,
    "box-cover": box_cover,
    "lawn": lawn,
    "gate": gate,
    **{f"side-hedge-{side}": hedge.side(side) for side in TURNS},
    **{f"side-fountain-{side}": rill.side(side) for side in TURNS},
    **{f"verge-{split}-{side}": verge(split, side) for split in ("none", *SPLITS) for side in TURNS},
    **{f"walk-{split}-{side}": walk(split, side) for split in ("none", *SPLITS) for side in TURNS},
    **{f"inner-hedge-{split}": hedge.inner(split) for split in SPLITS},
    **{f"inner-fountain-{split}": rill.inner(split) for split in SPLITS},
    **{f"post-hedge-{name}": corner(hedge.post, name) for name in CORNERS},
    **{f"post-fountain-{name}": corner(rill.post, name) for name in CORNERS},
    **{f"post-both-{name}": corner(rill.meeting, name) for name in CORNERS},
    "gravel": gravel,
    "paving": paving,
    **{f"island-{kind}": partial(island, kind=kind) for kind in range(len(PLANTED))},
    **{f"clump-{number}": partial(clump, colour=one, other=other) for number, (one, other) in enumerate(BORDERS)},
    **{f"mark-{name}": letter(name) for name in LETTERS},
    "koko-front": koko_front,
    "koko-back": koko_back,
    "alfred-front": alfred_front,
    "alfred-back": alfred_back,
    **{f"{name}-front": garment for name, garment in GARMENTS.items()},
    **{f"{name}-back": draw for name, draw in SHOCKS.items()},
    "cover-front": cover_front,
    "cover-back": cover_back,
    "bottle-front": bottle_front,
    "bottle-back": bottle_back,
    "coconut-front": coconut_front,
    "coconut-back": coconut_back,
    **{f"ground-{kind}-{side}": ground(kind, side) for kind in KINDS for side in ("front", "back")},
    **{f"rim-{kind}": rim(kind) for kind in KINDS},
    "koko": koko_icon,
    "alfred": alfred_icon,
    "undies": bloomers,
    "cover": cup,
    "bottle": bottle,
    "coconut": coconut,
    "hedge": signs.hedge,
    "fountain": signs.fountain,
    "guest": signs.guest,
    "closed-zone": signs.closed_zone,
    "open-zone": signs.open_zone,
    "point": signs.point,
}
"""Every drawing by the name that templates use."""
