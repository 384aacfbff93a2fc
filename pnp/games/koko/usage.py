"""Usage counts of Koko and Alfred's garden: actions by role, tiles, and forced draws."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from pnp.games.koko.rules import (
    DRAW,
    DROP,
    END,
    KOKO,
    MOVE,
    PICK,
    PLACE,
    PLAIN_COST,
    POINTS,
    QUOTED,
    ROLES,
    THROW,
    KokoRules,
    KokoState,
)
from pnp.play.core import Options, Translations
from pnp.play.usage import Usage, words
from pnp.terms import Lang

SHARED: Final = {END: "end", DRAW: "draw"}
"""Actions that both roles have."""
ACTS: Final = ("", "", "give", "cover", "take", "rob", "drop", "pick", "throw")
EXTENSION: Final = ("rule:bottles", *(f"action:{ACTS[act]}" for act in (DROP, PICK, THROW)))
NAMES: Final[Mapping[str, Translations]] = {
    "action:koko-draw": words("Koko pioche une tuile", "Koko draws a tile"),
    "action:alfred-draw": words("Alfred pioche une tuile", "Alfred draws a tile"),
    "action:hop": words("Koko saute une haie", "Koko jumps over a hedge"),
    "action:stride": words("Alfred enjambe une fontaine", "Alfred strides over a fountain"),
    "action:give": words("Koko donne des dessous", "Koko gives undies"),
    "action:cover": words("Alfred pose des caches sur des convives", "Alfred covers guests"),
    "action:take": words("Alfred reprend un dessous", "Alfred takes undies back"),
    "action:rob": words("Alfred prend dans la réserve de Koko", "Alfred takes from Koko's reserve"),
    "action:drop": words("Alfred se défait d’une bouteille", "Alfred gets rid of a bottle"),
    "action:pick": words("Koko cueille une noix de coco", "Koko picks a coconut"),
    "action:throw": words("Koko lance une noix de coco", "Koko throws a coconut"),
    "action:koko-end": words("Koko finit son tour", "Koko ends the turn"),
    "action:alfred-end": words("Alfred finit son tour", "Alfred ends the turn"),
    "rule:forced-draw": words("pioche forcée après des tours sans tuile", "forced draw after turns without a tile"),
    "rule:bottles": words("Alfred ramasse des bouteilles en passant", "Alfred grabs bottles on his way"),
}


class KokoUsage(Usage[KokoState]):
    """Counts actions by role, and the tiles that are laid."""

    endings: ClassVar[Mapping[str, Translations]] = {
        "tiles": words("les deux manches vont au bout des tuiles", "both rounds end with the tiles"),
        "mixed": words("Alfred récupère tous les dessous dans une manche", "Alfred recovers all undies in one round"),
        "all-undies": words(
            "Alfred récupère tous les dessous dans les deux manches", "Alfred recovers all undies in both rounds"
        ),
    }

    rules: KokoRules

    def __init__(self, rules: KokoRules) -> None:
        super().__init__(rules)
        self.tiles = [(f"tile:{name}",) for name in rules.ids]
        self.table = tuple(
            {
                act: (f"action:{role}-{SHARED[act]}" if act in SHARED else f"action:{ACTS[act]}",)
                for act in range(len(ACTS))
            }
            for role in ROLES
        )

    def ending(self, state: KokoState) -> str:
        """Return the ending: in how many rounds Alfred recovered all undies."""
        robbed = sum(not score and not left for score, left in zip(state.scored, state.left, strict=True))
        return ("tiles", "mixed", "all-undies")[robbed]

    def uses(self, state: KokoState, action: int) -> Iterable[str]:
        """Return the tile that is laid, or what the figure does."""
        if action >= PLACE:
            forced = state.idle == state.patience and state.points == POINTS - PLAIN_COST and not state.threw
            return (*self.tiles[state.drawn], "rule:forced-draw") if forced else self.tiles[state.drawn]
        if action < MOVE:
            return self.table[state.role][action]
        if state.role == KOKO:
            return ("action:hop",)
        if state.bottles & state.members[action - MOVE]:
            return ("action:stride", "rule:bottles")
        return ("action:stride",)

    def things(self, options: Options | None) -> Mapping[str, Translations]:
        """Return the names of actions, then of tiles; without the extension, its parts are omitted."""
        without = options is not None and options.get("extension", "no") == "no"
        found = {key: said for key, said in NAMES.items() if not (without and key in EXTENSION)}
        boxed = {self.rules.ids[tile] for tile in self.rules.boxed} if without else set()
        tiles = zip(self.rules.ids, *map(self.rules.titles, (Lang.FR, Lang.EN)), strict=True)
        for tile, (name, french, english) in enumerate(tiles):
            if tile != self.rules.start and name not in boxed:
                french, english = QUOTED[Lang.FR].format(french), QUOTED[Lang.EN].format(english)
                found.setdefault(f"tile:{name}", words(f"tuile {french}", f"tile {english}"))
        return found
