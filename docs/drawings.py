"""The drawings of the how-to pages: printing, folding and cutting, without words, so that every language can use them.

python docs/drawings.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, pi, sin
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent / "how-to"
INK, PAPER, GROUND, GREY = "#2b2a3a", "#ffffff", "#f6efe2", "#b9b2a4"
RED, BLUE, GOLD, GREEN = "#d8452f", "#2f5d8a", "#f2b632", "#3f8f6b"
CARDS: Final = (RED, GOLD, GREEN, "#7fb3d5")
BACK: Final = "#2f3e63"


def rect(x: float, y: float, w: float, h: float, fill: str, *, line: str = INK, wide: float = 2, r: float = 2) -> str:
    """A rectangle."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{r:g}" fill="{fill}" '
        f'stroke="{line}" stroke-width="{wide:g}"/>'
    )


def path(d: str, *, line: str = INK, wide: float = 2.5, fill: str = "none", dash: str = "") -> str:
    """A line along the data of a path."""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="{d}" fill="{fill}" stroke="{line}" stroke-width="{wide:g}"{dashes} '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def arrow(d: str, x: float, y: float, turn: float) -> str:
    """A line with a head at its end, which points to the right before it is turned clockwise."""
    head = f'<path d="M0 0 L-13 -7 L-13 7 Z" fill="{INK}" transform="translate({x:g} {y:g}) rotate({turn:g})"/>'
    return path(d, wide=3) + head


def word(text: str, x: float, y: float, size: float = 18, colour: str = INK) -> str:
    """A number, or a few letters, in the middle of a place."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="Source Sans Pro, Helvetica, Arial, sans-serif" font-weight="bold" '
        f'font-size="{size:g}" fill="{colour}" text-anchor="middle">{text}</text>'
    )


def badge(text: str, x: float, y: float, colour: str = INK) -> str:
    """A number in a disc."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="12" fill="{colour}"/>' + word(text, x, y + 5.5, 16, PAPER)


def verdict(good: bool, x: float, y: float) -> str:
    """A tick or a cross in a disc."""
    sign = "M-6 0 L-2 5 L7 -6" if good else "M-5 -5 L5 5 M5 -5 L-5 5"
    disc = f'<circle r="13" fill="{GREEN if good else RED}"/>'
    return f'<g transform="translate({x:g} {y:g})">{disc}{path(sign, line=PAPER, wide=3.5)}</g>'


def star(x: float, y: float, radius: float, colour: str = PAPER) -> str:
    """A star with five points."""
    at = [(radius * (1 if i % 2 == 0 else 0.45), -pi / 2 + i * pi / 5) for i in range(10)]
    points = " ".join(f"{x + r * cos(a):.1f},{y + r * sin(a):.1f}" for r, a in at)
    return f'<polygon points="{points}" fill="{colour}"/>'


def card(x: float, y: float, w: float, h: float, colour: str) -> str:
    """The front of a card: a colour, and a star."""
    return rect(x, y, w, h, colour, wide=1.5) + star(x + w / 2, y + h / 2, min(w, h) * 0.3)


def back(x: float, y: float, w: float, h: float, colour: str) -> str:
    """The back of a card, with a bar in the colour of its front."""
    bar = rect(x + w * 0.2, y + h * 0.42, w * 0.6, h * 0.16, colour, line="none", wide=0)
    return rect(x, y, w, h, BACK, wide=1.5) + bar


def sheet(x: float, y: float, colours: tuple[str, ...], draw: Callable[..., str]) -> Iterator[str]:
    """A sheet of four cards."""
    yield rect(x, y, 130, 180, PAPER)
    for at, colour in enumerate(colours):
        yield draw(x + 19 + 47 * (at % 2), y + 22 + 70 * (at // 2), 45, 66, colour)


def flip() -> tuple[int, int, list[str]]:
    """Printing on both sides: the paper turns over its long edge, and backs lie in mirrored order."""
    a, b, c, d = CARDS
    turning = path("M300 22 L372 44 L372 206 L300 228 Z", fill=PAPER, wide=2)
    showing = path("M312 52 L334 58 L334 120 L312 116 Z", fill=a, wide=1.5) + path(
        "M338 59 L360 65 L360 122 L338 120 Z", fill=b, wide=1.5
    )
    below = path("M312 126 L334 128 L334 192 L312 198 Z", fill=c, wide=1.5) + path(
        "M338 128 L360 130 L360 185 L338 191 Z", fill=d, wide=1.5
    )
    return 680, 250, [
        *sheet(50, 35, (a, b, c, d), card),
        path("M180 35 V215", line=GOLD, wide=6),
        arrow("M205 125 H262", 275, 125, 0),
        turning, showing, below,
        path("M372 44 V206", line=GOLD, wide=6),
        arrow("M330 14 C 350 2 384 4 398 24", 401, 29, 62),
        arrow("M410 125 H467", 480, 125, 0),
        *sheet(500, 35, (b, a, d, c), back),
        path("M500 35 V215", line=GOLD, wide=6),
    ]  # fmt: skip


def fold() -> tuple[int, int, list[str]]:
    """A sheet to fold: fronts beside backs, a core between them, glue, then cut."""
    a, _, c, _ = CARDS
    flat = [rect(30, 45, 190, 160, PAPER)]
    for at, colour in enumerate((a, c)):
        flat += [card(50, 60 + 67 * at, 58, 60, colour), back(142, 60 + 67 * at, 58, 60, colour)]
    flat += [path("M125 32 V218", dash="8 7", line=RED, wide=3), arrow("M185 30 C 160 4 96 4 72 22", 66, 27, 140)]
    core = [
        path("M292 62 L360 92 L360 212 L292 182 Z", fill=PAPER),
        path("M302 76 L346 95 L346 142 L302 123 Z", fill=a, wide=1.5),
        path("M302 131 L346 150 L346 197 L302 178 Z", fill=c, wide=1.5),
        path("M308 54 L376 78 L376 196 L366 193", line=GREY, wide=5),
        path("M292 62 L388 52 L388 176 L360 180", wide=2),
        path("M292 62 V182", dash="7 6", line=RED, wide=3),
    ]
    book = [
        rect(464, 150, 130, 16, PAPER, wide=1.5), path("M464 158 H594", line=GREY, wide=2),
        rect(452, 104, 154, 42, BLUE), path("M466 114 H592 M466 136 H592", line=PAPER, wide=2),
        rect(440, 170, 178, 8, GREY, line="none", wide=0),
        arrow("M529 56 V84", 529, 97, 90),
    ]  # fmt: skip
    steps = [badge("1", 30, 30), badge("2", 300, 30), badge("3", 452, 30)]
    going = [arrow("M236 125 H262", 275, 125, 0), arrow("M404 125 H424", 437, 125, 0)]
    return 650, 240, [*flat, *core, *book, *steps, *going]


def cuts() -> tuple[int, int, list[str]]:
    """Two orders of cuts: with a knife, the rim of the paper holds; with a trimmer, strips come first."""
    lines = []
    lines.append(rect(60, 25, 170, 215, PAPER))
    for at in range(9):
        lines.append(card(83 + 42 * (at % 3), 48 + 57 * (at // 3), 40, 55, (*CARDS, *CARDS, RED)[at]))
    for at, y in enumerate((47, 104, 161, 218)):
        lines += [path(f"M74 {y} H216", line=RED, wide=3), badge(str(at + 1), 38, y, RED)]
    for at, x in enumerate((82, 124, 166, 208)):
        lines += [path(f"M{x} 39 V226", line=BLUE, wide=2.5, dash="6 5"), badge(str(at + 5), x, 262, BLUE)]
    lines.append(knife(186, 200))
    lines.append(rect(340, 25, 170, 215, PAPER))
    for row in range(3):
        y = 36 + 68 * row
        lines.append(rect(352, y, 146, 58, PAPER, wide=1.5))
        lines += [card(363 + 42 * at, y + 2, 40, 54, (*CARDS, *CARDS, RED)[3 * row + at]) for at in range(3)]
        lines += [path(f"M340 {y - 5} H510", line=RED, wide=3)]
    lines += [path("M340 240 H510", line=RED, wide=3), badge("1", 340, 25, RED)]
    lines.append(arrow("M524 130 H552", 566, 130, 0))
    lines.append(rect(580, 101, 146, 58, PAPER, wide=1.5))
    for at in range(3):
        lines.append(card(591 + 42 * at, 103, 40, 54, CARDS[at]))
    lines += [path(f"M{x} 88 V172", line=BLUE, wide=3) for x in (590, 632, 674, 716)]
    lines.append(badge("2", 590, 78, BLUE))
    return 750, 285, lines


def knife(x: float, y: float) -> str:
    """A craft knife whose point is at a place."""
    blade = path("M0 0 L14 -26 L24 -20 Z", fill="#cfd6dc", wide=1.5)
    grip = '<rect x="-7" y="-62" width="15" height="66" rx="5" transform="translate(19 -23) rotate(30)" '
    filled = f'{grip}fill="{GOLD}" stroke="{INK}" stroke-width="2"/>'
    return f'<g transform="translate({x} {y})">{blade}{filled}</g>'


def ruler() -> tuple[int, int, list[str]]:
    """The scale at the foot of a sheet under a real ruler: right, and on a sheet that was made smaller."""
    lines = []
    for top, scale, good in ((20, 1.0, True), (135, 0.94, False)):
        lines.append(rect(40, top, 560, 62, PAPER))
        for at in range(11):
            x = 90 + 42 * scale * at
            lines.append(path(f"M{x:g} {top + 60} v{-26 if at % 5 == 0 else -14}", wide=2))
        lines += [
            path(f"M90 {top + 60} H{90 + 420 * scale:g}", wide=2),
            word("50 mm", 552, top + 44, 16),
        ]
        lines.append(rect(78, top + 62, 486, 38, "#ffe9a8"))
        for at in range(0, 56):
            x = 90 + 8.4 * at
            lines.append(path(f"M{x:g} {top + 63} v{16 if at % 10 == 0 else 12 if at % 5 == 0 else 7}", wide=1.2))
            if at % 10 == 0:
                lines.append(word(str(at // 10), x, top + 95, 14))
        lines.append(path(f"M510 {top + 24} V{top + 98}", line=GREEN if good else RED, wide=2.5, dash="5 4"))
        lines.append(verdict(good, 620, top + 50))
    return 650, 250, lines


def corners() -> tuple[int, int, list[str]]:
    """A sharp corner, the punch, a round corner; a card in its sleeve."""
    sleeve = [
        rect(470, 50, 96, 136, "#dfe9ef", r=6), rect(478, 58, 80, 112, RED, r=12), star(518, 114, 24),
        path("M470 50 V186 H566 V50", line=BLUE, wide=3), arrow("M518 14 V30", 518, 43, 90),
    ]  # fmt: skip
    punch = [
        rect(196, 96, 92, 60, GOLD, r=10), rect(208, 72, 68, 30, INK, r=8),
        path("M196 140 H176 V152 H196", fill="#cfd6dc", wide=2), arrow("M242 30 V50", 242, 63, 90),
    ]  # fmt: skip
    round_card = rect(340, 60, 80, 112, RED, r=12) + star(380, 116, 24)
    return 620, 215, [
        card(60, 60, 80, 112, RED), arrow("M148 116 H162", 175, 116, 0), *punch,
        arrow("M300 116 H318", 331, 116, 0), round_card, arrow("M432 116 H448", 461, 116, 0), *sleeve,
    ]  # fmt: skip


DRAWINGS: Final = {
    "duplex-flip": flip, "fold-and-glue": fold, "order-of-cuts": cuts, "ruler": ruler, "corners-and-sleeves": corners,
}  # fmt: skip


def drawn(wide: int, high: int, parts: list[str]) -> str:
    """A drawing on its ground."""
    ground = f'<rect width="{wide}" height="{high}" rx="12" fill="{GROUND}"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">'
    return "\n".join([head, ground, *parts, "</svg>", ""])


if __name__ == "__main__":
    for name, draw in DRAWINGS.items():
        (HERE / f"{name}.svg").write_text(drawn(*draw()), "utf-8")
