"""The drawings of Winston: absurdly long dogs in costume, as in a picture book of few strong colours.

In a box of 100 units round the origin: `mark-…`, the signs `head` and `body`, those of memos (`sign-…`), and the icons
`bone` and `poop`. In millimetres at their true size: `scene-…`, `…-head-…`, `…-body-…` and `card-back` (a card of
63 × 88 with its bleed), `tag-…` (9.2 × 15), `long-dog-…` (10 high), `bone-…` and `poop-…` (24 × 24), `podium`,
`lawn` and `tufts`; `cover` (92 × 118) with `cover-rest`, which goes on where it ends. `logo` is 100 units wide.
"""

from __future__ import annotations

from pnp.face.art.pen import Drawing

from . import astronaut, ballerina, detective, knight, punk, sailor
from .cover import cover, rest
from .emblem import back, long_dog
from .logo import logo
from .marks import body, head, mark, tag
from .palette import KINDS
from .part import front, length
from .scenery import scene
from .signs import SIGNS
from .trophy import lawn, piece, podium, tufts

HEADS = {
    "sailor": sailor.HEADS,
    "detective": detective.HEADS,
    "ballerina": ballerina.HEADS,
    "knight": knight.HEADS,
    "astronaut": astronaut.HEADS,
    "punk": punk.HEADS,
}
BODIES = {
    "sailor": sailor.BODIES,
    "detective": detective.BODIES,
    "ballerina": ballerina.BODIES,
    "knight": knight.BODIES,
    "astronaut": astronaut.BODIES,
    "punk": punk.BODIES,
}

DRAWINGS: dict[str, Drawing] = {
    **{f"scene-{kind}": scene(kind) for kind in KINDS},
    **{f"{kind}-head-{i + 1}": front(kind, HEADS[kind][i]) for kind in KINDS for i in range(3)},
    **{f"{kind}-body-{i + 1}": length(kind, BODIES[kind][i]) for kind in KINDS for i in range(8)},
    **{f"mark-{kind}": mark(kind) for kind in KINDS},
    **{f"tag-{kind}-{part}": tag(kind, part) for kind in KINDS for part in ("head", "body")},
    "head": head,
    "body": body,
    **{f"long-dog-{count}": long_dog(count, count == 5) for count in (2, 3, 4, 5)},
    "card-back": back,
    "logo": logo,
    "cover": cover,
    "cover-rest": rest,
    "bone": piece("bone", 4),
    "poop": piece("poop", 4),
    "bone-proud": piece("bone-proud"),
    "bone-gnawed": piece("bone-gnawed"),
    "poop-sorry": piece("poop-sorry"),
    "poop-flies": piece("poop-flies"),
    "podium": podium,
    "lawn": lawn,
    "tufts": tufts,
    **SIGNS,
}
"""Every drawing by the name that templates use."""
