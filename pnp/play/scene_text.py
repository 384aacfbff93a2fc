"""Scenes as text, and blocks of text side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final

from pnp.play.core import OVER
from pnp.play.scene import TABLE, Scene, Zone, ZoneShape
from pnp.play.usage import words
from pnp.terms import Lang

GAP: Final = 3
"""Columns between two blocks."""
INDENT: Final = "    "
YOU: Final = words("{} (toi)", "{} (you)")
TO_PLAY: Final = words("{}, à son tour", "{}, to play")
GAME_OVER: Final = words("La partie est finie.", "The game is over.")
SCORE: Final = words("points : {}", "points: {}")
ZONE: Final = words("{} : {}", "{}: {}")
COUNTED: Final = words("{} ({}) : {}", "{} ({}): {}")
FACE_DOWN: Final = words("{} face cachée", "{} face down")
NOTHING: Final = "–"
UNDIVIDED: Final = "\u00a0"
"""Space inside a name, which lines are not broken at."""


def show_scene(scene: Scene, names: Mapping[str, str], viewer: int, lang: Lang, width: int) -> str:
    """Return a scene as text: the middle of the table, then each seat; pieces have these names, by id."""
    lines = [GAME_OVER[lang]] if scene.turn == OVER else []
    lines += scene.notes
    lines += _zones(scene, TABLE, names, lang)
    for seat, about in enumerate(scene.seats):
        name = YOU[lang].format(about.name) if seat == viewer else about.name
        name = TO_PLAY[lang].format(name) if seat == scene.turn else name
        score = [SCORE[lang].format(about.score)] if about.score else []
        held = list(_zones(scene, seat, names, lang))
        held = held if seat == viewer else [" · ".join(held)]
        lines += ["", " · ".join((name, *score, *about.notes)), *(f"  {line}" for line in held if line)]
    wrapped = (part for line in lines for part in wrap(line, width, subsequent_indent=INDENT) or [""])
    return "\n".join(wrapped).replace(UNDIVIDED, " ")


def _zones(scene: Scene, owner: int, names: Mapping[str, str], lang: Lang) -> Iterator[str]:
    for zone in scene.zones:
        if zone.owner == owner:
            yield " · ".join((_zone(zone, names, lang), *zone.notes))


def _zone(zone: Zone, names: Mapping[str, str], lang: Lang) -> str:
    """Return what is in a zone, equal pieces together; only the last of a pile is seen."""
    pieces = [piece for _, piece in zone.pieces]
    seen = [names.get(piece.piece, piece.piece).replace(" ", UNDIVIDED) for piece in pieces if not piece.hidden]
    found = [f"{name}{UNDIVIDED}×{count}" if count > 1 else name for name, count in Counter(seen).items()]
    hidden = len(pieces) - len(seen)
    found += [FACE_DOWN[lang].format(hidden)] if hidden else []
    held = ", ".join(found) or NOTHING
    if len(seen) > 1 or (zone.shape is ZoneShape.PILE and seen):
        return COUNTED[lang].format(zone.title, len(pieces), held)
    return ZONE[lang].format(zone.title, held)


def beside(blocks: Sequence[Sequence[str]], width: int) -> list[str]:
    """Arrange blocks of lines side by side, as many as fit.

    >>> beside([["one", "two"], ["three"]], 20)
    ['one   three', 'two']
    """
    lines: list[str] = []
    while blocks:
        sizes = [max(map(len, block), default=0) + GAP for block in blocks]
        fits = max(1, sum(sum(sizes[: count + 1]) - GAP <= width for count in range(len(blocks))))
        band, blocks = blocks[:fits], blocks[fits:]
        for row in range(max(map(len, band))):
            texts = (block[row] if row < len(block) else "" for block in band)
            lines.append("".join(f"{text:<{size}}" for text, size in zip(texts, sizes, strict=False)).rstrip())
    return lines
