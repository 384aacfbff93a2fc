"""Usage counts of Winston: actions, heads and bodies by kind, dogs by size, bone and poop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from pnp.games.winston.rules import BODY, END, HEAD, NOBODY, PICK, SWAP, WinstonRules, WinstonState
from pnp.play.core import Options, Translations
from pnp.play.usage import Usage, with_note, words

NAMES: Final[Mapping[str, Translations]] = {
    "action:head": words("poser une tête", "play a head"),
    "action:body": words("poser un corps", "play a body"),
    "action:pick": words("ramasser un chien avant la fin du tour", "pick up a dog before the end of the turn"),
    "action:swap": words("glisser une tête sous la pioche", "put a head under the deck"),
    "action:end": words("finir le tour", "end the turn"),
    "rule:bone": words("finir avec l’os", "end with the bone"),
    "rule:poop": words("finir avec la crotte", "end with the poop"),
}
PARTS: Final = {"head": words("tête", "head"), "body": words("corps", "body")}


class WinstonUsage(Usage[WinstonState]):
    """Counts actions, and the dogs, bone and poop at the end."""

    endings: ClassVar[Mapping[str, Translations]] = {
        "all-empty": words("toutes les mains sont vides", "all hands are empty"),
        "deadlock": words("plus personne ne peut jouer", "nobody can play any more"),
        "first-empty": words("une main est vide", "one hand is empty"),
    }

    rules: WinstonRules

    def __init__(self, rules: WinstonRules) -> None:
        super().__init__(rules)
        table: dict[int, tuple[str, ...]] = {END: ("action:end",)}
        for number, kind in enumerate(self.rules.kind_ids):
            table[HEAD + number] = ("action:head", f"card:{kind}-head")
            table[BODY + number] = ("action:body", f"card:{kind}-body")
            table[PICK + number] = ("action:pick",)
            table[SWAP + number] = ("action:swap",)
        self.table = table

    def ending(self, state: WinstonState) -> str:
        """Return the ending, depending on the cards left in hands."""
        if not any(state.held):
            return "all-empty"
        return "first-empty" if state.flags[2] and not all(state.held) else "deadlock"

    def ways(self, options: Options | None) -> Mapping[str, Translations]:
        """Return the possible endings: with an option the first empty hand ends the game, before all are empty."""
        if options is None:
            return self.endings
        out = "all-empty" if options.get("end_on_first_empty_hand", "no") == "yes" else "first-empty"
        return {key: said for key, said in self.endings.items() if key != out}

    def uses(self, state: WinstonState, action: int) -> Iterable[str]:
        """Return the family and the card."""
        return self.table[action]

    def left(self, state: WinstonState) -> Iterator[tuple[int, str]]:
        """Yield each dog by its size card, and the owners of bone and poop."""
        rules, dogs = self.rules, state.dogs
        for place in range(0, len(dogs), 3):
            yield dogs[place], f"dog:{rules.size_ids[rules.size_of[dogs[place + 2]]]}"
        if state.bone != NOBODY:
            yield state.bone, "rule:bone"
            yield state.poop, "rule:poop"

    def things(self, options: Options | None) -> Mapping[str, Translations]:
        """Return the names of actions and prizes, heads and bodies, and dogs by size."""
        own = self.rules
        found = dict(NAMES)
        for number, kind in enumerate(self.rules.kind_ids):
            name = {lang: names[number] for lang, names in own.names.items()}
            for half, (part, said) in enumerate(PARTS.items()):
                if own.copies[number + half * own.kinds]:
                    found[f"card:{kind}-{part}"] = with_note(name, said)
        for size, label in zip(own.size_ids, own.size_names, strict=True):
            found[f"dog:{size}"] = words(f"chien de taille {label}", f"dog of size {label}")
        return found
