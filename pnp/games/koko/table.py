"""Koko and Alfred's garden in words: descriptions of its moves, and the garden drawn as text."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import Final

from pnp.games.koko.garden import NONE, bits
from pnp.games.koko.rules import (
    BOTTLES_HELD,
    COCONUTS_HELD,
    GIVE,
    GUARDED_TURNS,
    KOKO,
    MOVE,
    PLACE,
    QUOTED,
    RESERVE,
    ROB,
    ROBBED,
    ROLES,
    ROUNDS,
    KokoRules,
    KokoState,
)
from pnp.play.core import WIDTH
from pnp.terms import Lang, Translated

LABELS: Final = "abcdefghijklmnopqrstuvwxyz0123456789αβγδεζηθικλμνξπρστυφχψω"
TILE_WIDTH: Final = 7
MARGIN: Final = 4
"""Columns for the numbers of the rows."""
SIGNS: Final = ("", "", "#", "~")
ACTS: Final = ("end", "draw", "give", "cover", "take", "rob", "drop", "pick", "throw")
WORDS: Final = Translated(
    {
        Lang.EN: {
            "end": "end the turn",
            "draw": "draw a tile",
            "give": "give undies to the guests in this zone: {}",
            "cover": "cover the guests in this zone: {}",
            "take": "take undies back from a guest",
            "rob": "take undies from Koko’s reserve: {}",
            "drop": "get rid of a bottle",
            "pick": "pick a coconut",
            "throw": "throw a coconut at Alfred",
            "hop": "jump over a hedge into zone {}",
            "stride": "stride over a fountain into zone {}",
            "place": "place tile {} at {},{}",
            "turned": ", turned {}°",
            "player": "player {}",
            "over": "The game is over.",
            "turn": "Round {}: {} to play ({}), action points left: {}",
            "scores": "Score: {} for {}, {} for {}",
            "counts": "Tiles in the pile: {}. Undies: {} in reserve, {} with Alfred. Covers left: {}",
            "extras": "Alfred’s bottles: {}. Koko’s coconuts: {}",
            "drawn": "Tile drawn: {}",
            "must draw": "No tile was drawn last turn: if none is drawn in this one, the next turn begins with a draw.",
            "legend": "Zones (# hedge, ~ fountain; G guest, U with undies, C covered, B bottle, N coconut):",
            "closed": "closed",
            "open": "open ({})",
            "zone": "{}: {}",
        },
        Lang.FR: {
            "end": "finir le tour",
            "draw": "piocher une tuile",
            "give": "donner des dessous aux convives de la zone : {}",
            "cover": "poser un cache sur les convives de la zone : {}",
            "take": "reprendre un dessous à un convive",
            "rob": "prendre des dessous dans la réserve de Koko : {}",
            "drop": "se défaire d’une bouteille",
            "pick": "cueillir une noix de coco",
            "throw": "lancer une noix de coco sur Alfred",
            "hop": "sauter une haie vers la zone {}",
            "stride": "enjamber une fontaine vers la zone {}",
            "place": "poser la tuile {} en {},{}",
            "turned": ", tournée de {}°",
            "player": "joueur {}",
            "over": "La partie est finie.",
            "turn": "Manche {} : à {} de jouer ({}), PA restants : {}",
            "scores": "Score : {} pour le {}, {} pour le {}",
            "counts": "Tuiles dans la pile : {}. Dessous : {} en réserve, {} chez Alfred. Caches restants : {}",
            "extras": "Bouteilles d’Alfred : {}. Noix de coco de Koko : {}",
            "drawn": "Tuile piochée : {}",
            "must draw": (
                "Personne n’a pioché au tour d’avant : "
                "si personne ne pioche à ce tour, le suivant commence par piocher."
            ),
            "legend": "Zones (# haie, ~ fontaine ; G convive, U avec dessous, C caché, B bouteille, N noix de coco) :",
            "closed": "fermée",
            "open": "ouverte ({})",
            "zone": "{} : {}",
        },
    }
)


class KokoTable:
    """Koko and Alfred's garden described in words."""

    def __init__(self, rules: KokoRules) -> None:
        self.rules = rules

    def describe(self, state: KokoState, action: int, lang: Lang) -> str:
        """Describe what is done, to how many, and where."""
        if action >= PLACE:
            x, y = self.rules.plan.xy(action - PLACE >> 2)
            turned = WORDS[lang]["turned"].format(90 * (action & 3)) if action & 3 else ""
            title = QUOTED[lang].format(self.rules.titles(lang)[state.drawn])
            return WORDS[lang]["place"].format(title, x, y) + turned
        if action >= MOVE:
            words = WORDS[lang]["hop" if state.role == KOKO else "stride"]
            return words.format(labels(state)[action - MOVE])
        figure = state.members[state.koko if state.role == KOKO else state.alfred]
        number = (state.free & figure).bit_count()
        if action in (GIVE, ROB):
            number = min(number if action == GIVE else ROBBED, state.counts[RESERVE])
        return WORDS[lang][ACTS[action]].format(number)

    def show(self, state: KokoState, player: int, lang: Lang, width: int = WIDTH) -> str:
        """Show the garden with its zones, the drawn tile, the counts, and the contents of each zone."""
        words, counts = WORDS[lang], state.counts
        zones = labels(state)
        names = [words["player"].format(number + 1) for number in range(state.players)]
        lines = [words["over"]]
        if state.round < ROUNDS:
            figure = ROLES[state.role].capitalize()
            lines = [words["turn"].format(state.round + 1, figure, names[state.current()], state.points)]
        scores = [part for pair in zip(state.scores(), names, strict=True) for part in pair]
        lines.append(words["scores"].format(*scores))
        lines.append(words["counts"].format(len(state.pile) - state.top, *counts[:3]))
        if state.switches[0] == "yes":
            lines.append(words["extras"].format(counts[BOTTLES_HELD], counts[COCONUTS_HELD]))
        lines += [words["must draw"]] if state.round < ROUNDS and draws_next(state) else []
        lines += ["", *draw_garden(state, zones, width)]
        if state.drawn != NONE:
            lines += [
                "",
                words["drawn"].format(self.rules.titles(lang)[state.drawn]),
                *draw_tile(state, state.drawn, zones),
            ]
        lines += ["", words["legend"], *(describe_zone(state, zone, zones, words) for zone in zones)]
        wrapped = (part for line in lines for part in _wrapped(line.rstrip(), width))
        return "\n".join(wrapped)


def _wrapped(line: str, width: int) -> list[str]:
    return [line] if len(line) <= width else wrap(line, width, subsequent_indent="    ")


def draws_next(state: KokoState) -> bool:
    """Return whether the next turn must begin with a draw unless a tile is drawn in this one."""
    return state.patience == GUARDED_TURNS and state.idle + 1 == state.patience and not state.drew


def labels(state: KokoState) -> dict[int, str]:
    """Return a letter for each zone, in order."""
    roots = [lawn for lawn, root in enumerate(state.zone) if state.laid[lawn >> 1] != NONE and root == lawn]
    return {zone: LABELS[i] if i < len(LABELS) else str(i) for i, zone in enumerate(roots)}


def draw_tile(state: KokoState, tile: int, zones: dict[int, str]) -> list[str]:
    """Return a tile as three lines: its sides, zones and contents; a tile not yet laid has lawns 1 and 2."""
    rules = state.rules
    spot, a, b = state.laid[tile], 2 * tile, 2 * tile + 1
    if spot != NONE:
        label = {a: zones[state.find(a)], b: zones[state.find(b)]}
        things = {lawn: "".join(sign for sign, mark in marks(state) if mark >> lawn & 1) for lawn in (a, b)}
    else:
        label = {a: "1", b: "2"}
        things = {lawn: "G" * (rules.guests[tile] >> lawn & 1) for lawn in (a, b)}
        things[a] += {"table": "B", "palm": "N"}.get(rules.symbols[tile], "")
    sides = rules.plan.edges[tile << 2 | (spot & 3 if spot != NONE else 0)]
    n, e, s, w = (SIGNS[kind] or label[lawn] for kind, lawn, *_ in sides)
    inner = SIGNS[rules.plan.inner[tile]]
    if inner:
        inside = f"{label[a] + things[a]:2}{inner}{label[b] + things[b]:>2}"
    else:
        inside = f"{label[a]}{things[a]}{things[b]}".center(5)
    n, s = (sign * 5 if sign in SIGNS else sign.center(5) for sign in (n, s))
    return [f"+{n}+", f"{w}{inside}{e}", f"+{s}+"]


def marks(state: KokoState) -> list[tuple[str, int]]:
    """Return the lawns of each kind of content, with its character."""
    return list(zip("GUCBN", (state.free, state.undies, state.covered, state.bottles, state.coconuts), strict=True))


def draw_garden(state: KokoState, zones: dict[int, str], width: int) -> list[str]:
    """Return the laid tiles with column and row numbers, in bands if they are too many for one line."""
    plan = state.rules.plan
    at = {plan.xy(spot >> 2): draw_tile(state, tile, zones) for tile, spot in enumerate(state.laid) if spot != NONE}
    columns = range(min(x for x, _ in at), max(x for x, _ in at) + 1)
    rows = range(max(y for _, y in at), min(y for _, y in at) - 1, -1)
    lines = []
    fits = max(1, (width - MARGIN) // TILE_WIDTH)
    for first in range(columns.start, columns.stop, fits):
        band = [x for x in columns if first <= x < first + fits]
        lines.append("    " + "".join(str(x).center(TILE_WIDTH) for x in band))
        for y in rows:
            for i in range(3):
                cells = [at[x, y][i] if (x, y) in at else " " * TILE_WIDTH for x in band]
                lines.append(f"{str(y) if i == 1 else '':>3} " + "".join(cells))
    return lines


def describe_zone(state: KokoState, zone: int, zones: dict[int, str], words: Mapping[str, str]) -> str:
    """Return a zone on one line: open or closed, its guests, its exits, and who is there."""
    here = state.members[zone]
    parts = [words["closed"] if not state.openings[zone] else words["open"].format(state.openings[zone])]
    parts += [f"{(mark & here).bit_count()}{sign}" for sign, mark in marks(state) if mark & here]
    for sign, beyond in (("#", state.hedges[zone]), ("~", state.fountains[zone])):
        there = sorted({state.find(lawn) for lawn in bits(beyond & ~here)})
        parts += [sign + "".join(zones[other] for other in there)] if there else []
    parts += [name.upper() for name, at in zip(ROLES, (state.koko, state.alfred), strict=True) if at == zone]
    return "  " + words["zone"].format(zones[zone], ", ".join(parts))
