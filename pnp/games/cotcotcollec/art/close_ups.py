"""The ladies in close-up, face to face with us: one of their three looks."""

from __future__ import annotations

from dataclasses import replace

from svgwrite.base import BaseElement

from pnp.face.art.curve import num
from pnp.face.art.pen import Pen

from .bust import Bust, band, bun, comb, crest, head, mobcap, necklet, pompadour, ringlets, shoulders
from .finery import fan, hat, perfume
from .furniture import horn, rug
from .head import Eyes
from .hen import Hen, Leg, lower
from .jewels import glint, hoop, shell, strand, trophy
from .palette import BEAK, GLASS, GOLD, NAVY, RUBY, SAPPHIRE, WALNUT, Tone
from .plume import FIST, arm
from .rooster import rooster
from .salon import BUFF, CHESTNUT, DRESS, MINT, RUST, SKY, SLATE, TUCKED, WHITE, fist, heart, hers, nib, note
from .stage import Scene, fine, limb, placed, shifted, tint
from .trifles import butterfly, key, puffs, tear


def ring_close(pen: Pen) -> Scene:
    """The ring frames her face; the stone is her hat."""
    pen = nib(pen)
    p, q = hers(pen, 1.42), hers(pen, 1.06)
    bust = Bust(DRESS["ring"], Eyes(lid=0.5, far=1, look=(0, 1), slant=8, shadow="#7fb7c4", brow=2))
    at = (3, 17)
    return Scene(
        [shifted(pen, [*shoulders(p, bust, 32), *necklet(p)], *at, 1.42)],
        [
            shifted(pen, hoop(q), at[0], -2.4, 1.06),
            shifted(pen, head(p, bust, ringlets(p, BUFF)), *at, 1.2),
            glint(pen, 33, -33, 6),
            heart(pen, 41, 4, 0.56),
            heart(pen, -36, 2, 0.42),
        ],
    )


def rug_close(pen: Pen) -> Scene:
    """What he sees of her: two shoes."""
    pen = nib(pen)
    s = 1.42
    p = hers(pen, s)
    hen = Hen(
        DRESS["rug"],
        head=(13, -31),
        lean=-14,
        plumes=TUCKED,
        legs=(Leg((-11, 30), (-13, 45)), Leg((6, 31), (8, 46.5))),
        heels="#8d1636",
    )
    down = "".join(
        f"M{num(-27 + 11 * i + row % 2 * 5)},{num(-44 + 8 * row + 0.03 * (i * 11 - 24) ** 2 * -0.4)}q3.6,5 7.2,0"
        for row in range(3)
        for i in range(6 - row)
    )
    pelt = rug(replace(pen, width=pen.width / 1.1))
    return Scene(
        [
            pen.group(pelt, transform="translate(0 13) scale(1.12 0.98)"),
            shifted(pen, lower(p, hen), 2, -61, s),
            pen.path(down, fine(pen).line()),
        ],
        [tear(pen, -18.5, 36, 0.6), butterfly(pen, 37, -8, 0.8, 22)],
    )


def trophy_close(pen: Pen) -> Scene:
    """She bathes in it, and in her own tears."""
    pen = nib(pen)
    s = 1.6
    p = hers(pen, s)
    bust = Bust(DRESS["trophy"], Eyes(lid=1, shadow="#e59aa6", brow=5), "open", tilt=-5)
    at = (0, -20)
    return Scene(
        [
            shifted(pen, [*shoulders(p, bust, 20), *head(p, bust, comb(p))], *at, s),
            placed(pen, trophy, 0, 53, 1.04),
        ],
        [
            *(shifted(pen, [fist(hers(pen, 1.3), 0, 0, SKY)], x, 9, 1.3, turn=90) for x in (-19, 19)),
            tear(pen, -20, -12, 0.9),
            tear(pen, 19, -11, 0.9),
            tear(pen, 27, -1, 0.6),
            glint(pen, 37, -36, 7),
            glint(pen, -36, -6, 5),
        ],
    )


def necklace_close(pen: Pen) -> Scene:
    """The smile is his, the look is hers."""
    pen = nib(pen)
    s = 1.5
    p = hers(pen, s)
    bust = Bust(DRESS["necklace"], Eyes(lid=0.52, look=(-1, 1.5), slant=10, shadow="#c9a7e8", brow=3))
    at = (0, -14)
    spot = p.circle(-7.4, 10.4, 1.1, p.paint(pen.outline, stroke="none", solid=True))
    return Scene(
        [
            shifted(pen, shoulders(p, bust, 30), *at, s),
            *strand(pen, (-25, 5), (-36, 33), (36, 33), (25, 5), 0.98),
            shifted(pen, head(p, bust, pompadour(p), [spot]), *at, s),
        ],
        [glint(pen, 37, 2, 6), glint(pen, -39, 8, 4.4), glint(pen, 21, 44, 5)],
    )


def showcase_close(pen: Pen) -> Scene:
    """The rarest piece of her collection is locked in with it, and so is the key."""
    pen = nib(pen)
    s = 1.36
    p = hers(pen, s)
    bust = Bust(DRESS["showcase"], Eyes(lid=0.06, look=(-4, 0.5), shadow="#5f87b3", brow=5), "shut", tilt=3)
    top = "M-46,-31C-44,-45 -28,-51 -16,-46C-10,-44 -8,-39 -3,-39L3,-39C8,-39 10,-44 16,-46C28,-51 44,-45 46,-31Z"
    case = "M-48,-33H48V66H-48ZM-39,-24V44H39V-24Z"
    gleam = "M-39,-24H-24L-39,4ZM39,4V26L22,44H8ZM-2,-24H8L-39,38V26Z"
    glass = pen.paint(GLASS.light, stroke="none", opacity=0.34)
    return Scene(
        [
            pen.rect(-40, -26, 80, 72, pen.paint(NAVY.flat, stroke="none")),
            pen.path("M-40,-8H-18M20,-8H40", pen.line(pen.width * 2.4, None if pen.low else WALNUT.flat)),
            pen.path("M-35,-8L-32,-13L-36,-18L-36,-22H-26L-26,-18L-30,-13L-27,-8Z", pen.paint(SAPPHIRE.light)),
            placed(pen, trophy, 30, -15.6, 0.15),
            shifted(pen, [*shoulders(p, bust, 28), *necklet(p), *head(p, bust, bun(p, SLATE))], 0, 4, s),
            key(pen, 0, 38, 0.66, 10),
            *([] if pen.low else [pen.path(gleam, glass)]),
            pen.path(top, pen.paint(WALNUT.flat)),
            pen.path("M-39,-35C-36,-43 -25,-46 -17,-41M39,-35C36,-43 25,-46 17,-41", fine(pen).line()),
            pen.path(case, pen.paint(WALNUT.flat)),
            pen.path("M39,-33H48V66H39ZM-39,44H39V48H-39ZM-39,-24H39V-21H-39Z", tint(pen, WALNUT.shade)),
            pen.path("M-43.6,-28V58M43.6,-28V58", pen.line(pen.width * 0.7)),
            pen.path(case, pen.line()),
        ],
        [
            pen.circle(0, -43, 6, pen.paint(GOLD.flat)),
            pen.circle(-43.6, 18, 3, pen.paint(GOLD.light)),
            *(shifted(pen, [fist(hers(pen, 1.1), 0, 0, RUST)], x, 43, 1.1, turn=90) for x in (-15, 15)),
        ],
    )


def fan_close(pen: Pen) -> Scene:
    """Hidden up to the eyes, which is where it starts."""
    pen = nib(pen)
    s = 1.62
    p = hers(pen, s)
    bust = Bust(DRESS["fan"], Eyes(lid=0.3, far=0.5, look=(2.5, 0), slant=8, shadow="#b8463f", brow=4), tilt=-4)
    at = (0, -9)
    drops: list[BaseElement] = [
        p.ellipse(x, 9.4, 2, 3.4, p.paint("#3f8f93", width=p.width * 0.8)) for x in (-13.4, 13.4)
    ]
    return Scene(
        [shifted(pen, [*shoulders(p, bust, 26), *head(p, bust, crest(p, WHITE), drops)], *at, s)],
        [
            placed(pen, fan, 0, 26, 0.94, turn=-5),
            fist(pen, 4, 49, MINT),
            heart(pen, 40, -22, 0.6),
            heart(pen, 33, -33, 0.4),
        ],
    )


def egg_close(pen: Pen) -> Scene:
    """She has eyes only for her jeweller's work; the suitor at the window may keep his flowers."""
    pen = nib(pen)
    s = 1.26
    p = hers(pen, s)
    bust = Bust(DRESS["egg"], Eyes(lid=0.55, look=(-4, 2), slant=8, shadow="#8fa5d6", brow=3), "smirk", tilt=-9)
    at = (23, -6)
    flowers: list[BaseElement] = [pen.path("M-3,-20L1,-11L4,-20Z", pen.paint("#7fae62"))]
    flowers += [
        pen.circle(x, y, 2.2, pen.paint("#e0526b", width=pen.width * 0.8))
        for x, y in ((-4, -22), (0, -24), (4, -22), (0, -20))
    ]
    tone = DRESS["egg"].wing
    return Scene(
        [
            placed(pen, rooster, -17, -30, 0.36),
            *flowers,
            pen.rect(-36, -12, 40, 4, pen.paint("#f4e6c6")),
            shifted(pen, shoulders(p, bust, 27), *at, s),
            shifted(pen, shell(hers(pen, 1.02)), -14, 23, 1.02),
            *arm(pen, (18, 10), (-6, -14), (-27, 3), tone, FIST, 8),
            shifted(pen, head(p, bust, mobcap(p)), *at, s),
        ],
        [
            *arm(pen, (43, 26), (36, 46), (5, 38), tone, FIST, 9),
            glint(pen, -31, 34, 6),
            glint(pen, 2, 1, 4.6),
        ],
    )


def hat_close(pen: Pen) -> Scene:
    """Somewhere under it there is a hen; beside it, the one who paid for the plumes."""
    pen = nib(pen)
    s = 1.5
    p = hers(pen, s)
    bust = Bust(DRESS["hat"], Eyes(lid=0.5, far=1, look=(2, 2), slant=10, shadow="#efe2fa", brow=0))
    at = (-6, 28)
    return Scene(
        [
            shifted(pen, [*shoulders(p, bust, 27), *necklet(p), *head(p, bust, ringlets(p, CHESTNUT))], *at, s),
            *ostrich_bald(pen),
        ],
        [placed(pen, hat, -2, -11.8, 0.92, turn=-7)],
    )


def ostrich_bald(pen: Pen) -> list[BaseElement]:
    """An ostrich plucked to the last feather, looking at the hat."""
    skin = Tone("#eab7a4", "#cf8f7c", "#f7d5c8")
    neck = "M33,64C33,52 35,44 34,36L41,34C43,44 44,54 46,64Z"
    skull = "M29,30C28,20 34,15 39,17C46,19 47,29 43,35C39,40 31,38 29,30Z"
    return [
        pen.path(neck, pen.paint(skin.flat)),
        pen.path("M41,34C43,44 44,54 46,64H42C41,54 40,44 38,37Z", tint(pen, skin.shade)),
        pen.path(skull, pen.paint(skin.flat)),
        pen.path("M40,17.4C46,19 47,29 43,35C41,37.4 38,38 36,37.6C42,32 43,24 40,17.4Z", tint(pen, skin.shade)),
        pen.path(skull, pen.line()),
        pen.path("M31,28C26,27 22,29 21,32C25,34 30,35 33,33.6Z", pen.paint(BEAK.flat)),
        pen.path("M21.4,32Q27,31 32,31.4", fine(pen).line()),
        pen.circle(34.6, 24, 4.4, pen.paint("#fffdf6")),
        pen.circle(40.4, 24.6, 3.4, pen.paint("#fffdf6")),
        pen.circle(33, 22, 1.7, pen.paint(pen.outline, stroke="none", solid=True)),
        pen.circle(39.2, 22.8, 1.5, pen.paint(pen.outline, stroke="none", solid=True)),
        pen.path("M30.4,19.6L35,18.6M39.6,18.8L43.6,20.4", pen.line(pen.width * 1.2)),
        pen.path("M38,17Q37,11 40,8M40,17.4Q41,13 44,12", fine(pen).line()),
        tear(pen, 31.4, 32, 0.4),
        pen.path("M36,46q2,1.6 4,0M37,53q2,1.6 4,0", fine(pen).line()),
    ]


def perfume_close(pen: Pen) -> Scene:
    """One drop was enough. That was eleven drops ago."""
    pen = nib(pen)
    s = 1.5
    p = hers(pen, s)
    bust = Bust(DRESS["perfume"], Eyes(lid=0.05, far=1, look=(-2, 3), shadow="#e59ac0", brow=5), "open", tilt=6)
    ribbon = p.path("M-12.6,16Q0,22 12.6,16L13.4,20.4Q0,27 -13.4,20.4Z", p.paint("#c7294e"))
    return Scene(
        [
            shifted(pen, [*shoulders(p, bust, 27), ribbon, *head(p, bust, comb(p))], 16, -10, s),
            shifted(pen, [perfume(hers(pen, 0.86))], -23, 29, 0.86, flip=True),
        ],
        [
            puffs(pen, -9, -25, 0.8),
            puffs(pen, 36, -36, 0.9),
            puffs(pen, 40, 9, 0.8),
            butterfly(pen, -18, -37, 0.9, 150),
        ],
    )


def gramophone_close(pen: Pen) -> Scene:
    """One horn would do for the tune, two for what she makes of it."""
    pen = nib(pen)
    s = 1.56
    p = hers(pen, s)
    bust = Bust(DRESS["gramophone"], Eyes(lid=1, shadow="#eec3a6", brow=5), "open")
    pearl = [p.ellipse(x, 10, 1.8, 3, p.paint(RUBY.flat, width=p.width * 0.8)) for x in (-13.4, 13.4)]
    left = shifted(pen, horn(hers(pen, 0.82)), -37, 43, 0.82)
    right = shifted(pen, horn(hers(pen, 0.82)), 37, 43, 0.82, flip=True)
    stem = "M-30,34C-24,52 -12,58 0,66M30,34C24,52 12,58 0,66"
    return Scene(
        [
            shifted(pen, [*shoulders(p, bust, 26), *necklet(p), *head(p, bust, band(p, GOLD), pearl)], 0, -13, s),
            *limb(pen, stem, 5, GOLD.shade),
        ],
        [left, right, note(pen, 37, -28, 1.1), note(pen, -33, -7, 0.8), note(pen, 27, -40, 0.7)],
    )


CLOSE_UPS = {
    "ring2": ring_close,
    "rug": rug_close,
    "trophy2": trophy_close,
    "necklace2": necklace_close,
    "showcase2": showcase_close,
    "fan2": fan_close,
    "egg3": egg_close,
    "hat2": hat_close,
    "perfume2": perfume_close,
    "gramophone2": gramophone_close,
}
"""The close-ups by motif and look."""
