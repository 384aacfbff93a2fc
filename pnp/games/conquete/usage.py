"""Usage counts of Cot-cot Conquête!: ways to recruit, army cards and their cells, generals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from pnp.games.conquete.options import HALF
from pnp.games.conquete.rules import BLIND, CELLS, CORNERS, OUT, PLACE, TAKE, TURNS, ConqueteRules, ConqueteState
from pnp.play.core import Options, Translations
from pnp.play.usage import Usage, column_text, words

TAKING: Final = {
    TAKE: "action:take-free",
    TAKE + 1: "action:take-second",
    TAKE + 2: "action:take-third",
    BLIND: "action:take-blind",
}
COVERING: Final = tuple(f"action:cover-{cells}" for cells in range(5))
NAMES: Final[Mapping[str, Translations]] = {
    "action:take-free": words("recruter la carte gratuite", "recruit the free card"),
    "action:take-second": words("recruter la carte à 1 pièce", "recruit the card for 1 coin"),
    "action:take-third": words("recruter la carte à 2 pièces", "recruit the card for 2 coins"),
    "action:take-blind": words("recruter la carte du paquet, sans la voir", "recruit the top card of the deck, unseen"),
    "action:cover-1": words("recouvrir 1 case", "cover 1 cell"),
    "action:cover-2": words("recouvrir 2 cases", "cover 2 cells"),
    "action:cover-3": words("recouvrir 3 cases", "cover 3 cells"),
    "action:cover-4": words("recouvrir 4 cases", "cover 4 cells"),
    "rule:flip": words("finir avec la carte Santé retournée", "end with the health card turned over"),
}
CELL_NAMES: Final[Mapping[str, Translations]] = {
    "sword": words("épée", "sword"),
    "wand": words("baguette", "wand"),
    "shield": words("bouclier", "shield"),
    "barrier": words("barrière", "barrier"),
    "coin": words("pièce", "coin"),
    "potion": words("potion", "potion"),
}


class ConqueteUsage(Usage[ConqueteState]):
    """Counts cards and how they are taken and placed; generals and flipped health cards at the end."""

    endings: ClassVar[Mapping[str, Translations]] = {
        "last-survivor": words("un seul général survit", "one general survives"),
        "all-fallen": words("tous tombent ensemble", "all fall together"),
        "cards-out": words("il n’y a plus assez de cartes", "the cards run out"),
    }

    rules: ConqueteRules

    def __init__(self, rules: ConqueteRules) -> None:
        super().__init__(rules)
        designs = rules.spec.decks["army"].designs
        self.looks = [dict.fromkeys(str(design.fields[corner]) for corner in CORNERS) for design in designs]
        self.cards = [
            (f"card:{design.id}", *(f"cell:{cell}" for cell in look))
            for design, look in zip(designs, self.looks, strict=True)
        ]
        self.generals = [f"general:{design.id}" for design in self.rules.generals]

    def ending(self, state: ConqueteState) -> str:
        """Return the ending, depending on who survives."""
        if all(state.health[player] <= OUT for player in state.queue):
            return "all-fallen"
        return "last-survivor" if len(state.queue) == 1 else "cards-out"

    def uses(self, state: ConqueteState, action: int) -> Iterable[str]:
        """Return where the card is taken from; or the card, its cells, and how many cells it covers."""
        if state.hand < 0:
            return (TAKING[action],)
        kinds, (where, wide) = state.kinds[state.queue[state.seat]], ((action - PLACE) // TURNS, self.rules.wide)
        covered = bool(kinds[where]) + bool(kinds[where + 1]) + bool(kinds[where + wide])
        return (COVERING[covered + bool(kinds[where + wide + 1])], *self.cards[state.hand])

    def left(self, state: ConqueteState) -> Iterator[tuple[int, str]]:
        """Yield each player's general, and the flip of each health card on its back."""
        for player in range(state.players):
            yield player, self.generals[state.colours[player]]
            if state.health[player] <= HALF:
                yield player, "rule:flip"

    def things(self, options: Options | None) -> Mapping[str, Translations]:
        """Return the names of actions, cells, generals, and army cards with their cells."""
        found = dict(NAMES)
        shown = {cell for look in self.looks for cell in look}
        for cell, (_, hens) in CELLS.items():
            if cell in shown:
                name = CELL_NAMES[cell.rstrip("12")]
                found[f"cell:{cell}"] = {lang: f"{said} ×{hens}" if hens > 1 else said for lang, said in name.items()}
        for design in self.rules.generals:
            found[f"general:{design.id}"] = column_text(design, "name")
        for design, keys in zip(self.rules.spec.decks["army"].designs, self.cards, strict=True):
            cells = [found[key] for key in keys[1:]]
            found[keys[0]] = {
                lang: f"{design.id} ({', '.join(cell[lang] for cell in cells)})" for lang in next(iter(cells))
            }
        return found
