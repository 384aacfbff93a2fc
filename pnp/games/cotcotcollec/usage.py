"""Usage counts of CotCotCollec': actions, cards by use, and rules that apply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from pnp.games.cotcotcollec.rules import (
    CHEST,
    DOUBLE,
    DRAW,
    EXTEND,
    FOX,
    JOIN,
    LAST,
    NOBODY,
    OPEN,
    PLAIN_COST,
    SCORINGS,
    STAY,
    TAKE,
    WIDTH,
    CotcotcollecRules,
    CotcotcollecState,
)
from pnp.play.core import Options, Translations
from pnp.play.usage import Usage, column_text, with_note, words

NAMES: Final[Mapping[str, Translations]] = {
    "action:chest": words("créer un coffre à trésor", "make a treasure chest"),
    "action:open": words("commencer une collection", "start a collection"),
    "action:extend": words("agrandir une collection", "add to a collection"),
    "action:join": words("ajouter un joker", "add a joker"),
    "action:double": words("doubler et fermer", "double and close"),
    "action:take": words("prendre au marché", "take from the market"),
    "action:draw": words("piocher", "draw from the deck"),
    "action:fox-home": words("garder le renard, mais le déplacer", "keep the fox, but move it"),
    "action:fox-away": words("payer pour envoyer le renard", "pay to send the fox away"),
    "action:stay": words("garder le renard en fin de tour", "keep the fox at the end of the turn"),
    "rule:fox-enters": words("le renard entre en jeu", "the fox comes in"),
    "rule:fox-free-move": words("envoyer le renard sans payer en fin de tour", "send the fox on for free"),
    "rule:rooster": words("un coq apparaît", "a rooster turns up"),
    "rule:scoring": words("un coq appelle un décompte", "a rooster calls a scoring"),
    "rule:refund": words("un coq rend les PA d’une pioche", "a rooster refunds a draw"),
}
COLLECTED: Final = words("en collection", "in a collection")
HIDDEN: Final = words("caché en coffre", "hidden in a chest")
TAKEN: Final = words("pris au marché", "taken from the market")


class CotcotcollecUsage(Usage[CotcotcollecState]):
    """Counts actions, and what the fox and the deck do."""

    endings: ClassVar[Mapping[str, Translations]] = {
        "tenth-rooster": words("le dixième coq chante", "the tenth rooster")
    }

    rules: CotcotcollecRules

    def __init__(self, rules: CotcotcollecRules) -> None:
        super().__init__(rules)
        ids = [design.id for design in rules.designs]
        table: dict[int, tuple[str, ...]] = {
            DRAW: ("action:draw",),
            STAY: ("action:stay",),
        }
        for kind, name in enumerate(ids[: rules.row]):
            table[CHEST + kind] = ("action:chest", f"hidden:{name}")
            table[TAKE + kind] = ("action:take", f"taken:{name}")
        for motif in range(rules.motifs):
            table[OPEN + motif] = ("action:open", f"card:{ids[motif]}")
            table[EXTEND + motif] = ("action:extend", f"card:{ids[motif]}")
            table[JOIN + motif] = ("action:join", f"card:{ids[rules.joker]}")
            table[DOUBLE + motif] = ("action:double", f"card:{ids[rules.doubler]}")
        self.table = table
        self.rooster = rules.rooster

    def ending(self, state: CotcotcollecState) -> str:
        """Return the only ending: the last rooster."""
        return "tenth-rooster"

    def uses(self, state: CotcotcollecState, action: int) -> Iterable[str]:
        """Return the family, the card, and what the fox or the next card of the deck does."""
        if action < TAKE:
            if state.fox_seat == NOBODY and OPEN <= action < EXTEND and self._enters(state):
                return (*self.table[action], "rule:fox-enters")
            return self.table[action]
        if action <= DRAW:
            if state.deck[state.top] == self.rooster:
                return (*self.table[action], *self._roosters(state, action))
            return self.table[action]
        if action < FOX:
            return self.table[action]
        if state.points < PLAIN_COST:
            return ("rule:fox-free-move",)
        return ("action:fox-home",) if action // WIDTH - FOX // WIDTH == state.seat else ("action:fox-away",)

    def _enters(self, state: CotcotcollecState) -> bool:
        others = (owned for seat, owned in enumerate(state.owned) if seat != state.seat)
        return state.options["fox_entry"] == "first" or all(others)

    def _roosters(self, state: CotcotcollecState, action: int) -> list[str]:
        """Return the keys of the roosters revealed: one with a refund, otherwise all up to another card."""
        refund = action == DRAW and state.options["rooster_refund"] == "yes"
        found = ["rule:refund"] if refund else []
        number, place = state.roosters, state.top
        while number < LAST and state.deck[place] == self.rooster:
            number, place = number + 1, place + 1
            found.append("rule:rooster")
            if number in SCORINGS:
                found.append("rule:scoring")
            if refund:
                break
        return found

    def things(self, options: Options | None) -> Mapping[str, Translations]:
        """Return the names of actions and rules, then of every card by use."""
        found = dict(NAMES)
        if options is not None and options.get("rooster_refund", "no") == "no":
            del found["rule:refund"]
        kinds = [(design.id, column_text(design, "name")) for design in self.rules.designs[: self.rules.row]]
        found |= {f"card:{name}": with_note(said, COLLECTED) for name, said in kinds}
        found |= {f"hidden:{name}": with_note(said, HIDDEN) for name, said in kinds}
        return found | {f"taken:{name}": with_note(said, TAKEN) for name, said in kinds[: self.rules.joker + 1]}
