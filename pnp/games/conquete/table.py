"""Cot-cot Conquête! in words: descriptions of its moves and its table."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from pnp.games.conquete.rules import (
    BLIND,
    COIN,
    KINDS,
    OUT,
    POTION,
    SWORD,
    TAKE,
    TURNS,
    ArmyFace,
    ConqueteRules,
    ConqueteState,
)
from pnp.play.core import WIDTH
from pnp.play.scene_text import beside
from pnp.terms import Lang, Translated

GLYPHS: Final = Translated(
    {
        Lang.FR: ("", "ép", "bg", "bc", "br", "pi", "po"),
        Lang.EN: ("", "sw", "wa", "sh", "ba", "co", "po"),
    }
)
WORDS: Final = Translated(
    {
        Lang.FR: ("épée", "baguette", "bouclier", "barrière", "pièce", "potion"),
        Lang.EN: ("sword", "wand", "shield", "barrier", "coin", "potion"),
    }
)
"""Meaning of the abbreviations."""
MARGIN: Final = 4
"""Columns for the number of a row, or for a cell."""


class ConqueteTable:
    """Cot-cot Conquête! described in words."""

    def __init__(self, rules: ConqueteRules) -> None:
        self.rules = rules

    def describe(self, state: ConqueteState, action: int, lang: Lang) -> str:
        """Describe which card is taken, or where and how it is placed."""
        rules = self.rules
        if state.hand >= 0:
            row, column = rules.spot(action)
            face = _inline(rules.faces[state.hand][action % TURNS], lang)
            turn = (
                _say(lang, "sans tourner", "as it is"),
                _say(lang, "un quart de tour à droite", "a quarter turn right"),
                _say(lang, "un demi-tour", "half a turn"),
                _say(lang, "un quart de tour à gauche", "a quarter turn left"),
            )[action % TURNS]
            fr, en = f"poser en ligne {row}, colonne {column}", f"place at row {row}, column {column}"
            return f"{_say(lang, fr, en)}, {turn} ({face})"
        if action == BLIND:
            return _say(lang, "recruter la carte du paquet, sans la voir", "recruit the top card of the deck, unseen")
        words = (
            _say(
                lang, "recruter la carte gratuite, au bout de la réserve", "recruit the free card at the end of the row"
            ),
            _say(lang, "recruter la carte du milieu, à 1 pièce", "recruit the middle card, for 1 coin"),
            _say(
                lang, "recruter la carte près du paquet, à 2 pièces", "recruit the card next to the deck, for 2 coins"
            ),
        )[action - TAKE]
        return f"{words} ({_inline(rules.faces[state.row[action - TAKE]][0], lang)})"

    def show(self, state: ConqueteState, player: int, lang: Lang, width: int = WIDTH) -> str:
        """Show deck and row, the card in hand if the player may see it, then every army, the player's own first."""
        rules = self.rules
        prices = [_say(lang, "gratuite", "free"), _say(lang, "1 pièce", "1 coin"), _say(lang, "2 pièces", "2 coins")]
        blocks = [[_say(lang, "paquet", "deck"), f"{state.left:>4}"]]
        offers = zip(prices, state.row, strict=False)
        blocks += [[price, *draw_face(rules.faces[card][0], lang)] for price, card in offers]
        if state.hand >= 0:
            seen = not state.blind or state.current() == player
            face = draw_face(rules.faces[state.hand][0], lang) if seen else ["?   ?", "?   ?"]
            blocks.append([_say(lang, "à poser", "to place"), *face])
        seats = [(player + step) % state.players for step in range(state.players)]
        armies = [_army(state, owner, lang, width) for owner in seats]
        armies[0][0] += _say(lang, " (toi)", " (you)")
        legend = ", ".join(f"{glyph} {word}" for glyph, word in zip(GLYPHS[lang][1:], WORDS[lang], strict=True))
        sums = _say(lang, "attaque et défense : physique + magique", "attack and defence: physical + magical")
        return "\n".join([*beside(blocks, width), "", *beside(armies, width), *wrap(legend, width), *wrap(sums, width)])


def _army(state: ConqueteState, player: int, lang: Lang, width: int) -> list[str]:
    """Return a player's name, status and grid; rows and columns are numbered from the start card's corner."""
    rules = state.rules
    name = str(rules.generals[state.colours[player]].field("name", lang))[: width // 2]
    out = player not in state.queue or state.health[player] <= OUT
    marks = [_say(lang, "éliminé", "out")] if out else []
    marks += [_say(lang, "initiative", "initiative")] if player == state.queue[0] and len(state.queue) > 1 else []
    marks += [_say(lang, "à son tour", "to play")] if player == state.current() else []
    marks += [_say(lang, "gagne", "wins")] if player in state.winners() else []
    coins, potions = state.values[player * KINDS + COIN], state.values[player * KINDS + POTION]
    sword, wand, shield, barrier = (state.strength(player, kind) for kind in range(SWORD, COIN))
    health = _say(lang, "santé", "health")
    attack, defence = _say(lang, "attaque", "attack"), _say(lang, "défense", "defence")
    wealth = _say(lang, f"pièces {coins}, potions {potions}", f"coins {coins}, potions {potions}")
    head = [
        f"{player + 1}. {name}",
        f"{health} {state.health[player]}" + "".join(f", {mark}" for mark in marks),
        f"{attack} {sword} + {wand}, {defence} {shield} + {barrier}",
        wealth,
    ]
    kinds, hens, wide = state.kinds[player], state.hens[player], rules.wide
    used = [cell for cell, kind in enumerate(kinds) if kind]
    rows = range(used[0] // wide, used[-1] // wide + 1)
    columns = range(min(cell % wide for cell in used), max(cell % wide for cell in used) + 1)
    fits = max(1, width // MARGIN - 1)
    for first in range(columns.start, columns.stop, fits):
        band = columns[first - columns.start :][:fits]
        head.append("    " + "".join(f"{column - rules.middle:<4}" for column in band))
        for row in rows:
            cells = [_glyph(kinds[row * wide + column], hens[row * wide + column], lang) for column in band]
            head.append(f"{row - rules.middle:>3} " + "".join(f"{cell:<4}" for cell in cells))
    return [line.rstrip() for line in head]


def _say(lang: Lang, fr: str, en: str) -> str:
    return fr if lang.base == "fr" else en


def _glyph(kind: int, hens: int, lang: Lang) -> str:
    """Return a cell in at most three characters."""
    if not kind:
        return "."
    return GLYPHS[lang][kind] + (str(hens) if kind < COIN else "")


def draw_face(face: ArmyFace, lang: Lang) -> list[str]:
    """Return a card as two lines."""
    cells = [_glyph(kind, hens, lang) for kind, hens in zip(face.kinds, face.hens, strict=True)]
    return [f"{cells[0]:<4}{cells[1]}", f"{cells[2]:<4}{cells[3]}"]


def _inline(face: ArmyFace, lang: Lang) -> str:
    """Return a card on one line."""
    return " / ".join(" ".join(line.split()) for line in draw_face(face, lang))
