"""What is counted in a game in Koko and Alfred's garden: what each of the two does, every tile, the forced draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final, cast

from pnp.games.koko.rules import DRAW, DROP, END, KOKO, MOVE, PICK, PLACE, POINTS, THROW, KokoRules, KokoState
from pnp.play.core import Options, Rules, State
from pnp.play.usage import Usage, Words, words

SHARED: Final = {END: "end", DRAW: "draw"}
"""What both can do."""
ACTS: Final = ("", "", "give", "cover", "take", "rob", "drop", "pick", "throw")
EXTENSION: Final = ("rule:bottles", *(f"action:{ACTS[act]}" for act in (DROP, PICK, THROW)))
NAMES: Final[Mapping[str, Words]] = {
    "action:koko-draw": words("Koko pioche une tuile", "Koko draws a tile"),
    "action:alfred-draw": words("Alfred pioche une tuile", "Alfred draws a tile"),
    "action:hop": words("Koko saute une haie", "Koko jumps over a hedge"),
    "action:stride": words("Alfred enjambe une fontaine", "Alfred strides over a fountain"),
    "action:give": words("Koko donne des dessous", "Koko gives undies"),
    "action:cover": words("Alfred cache des invités", "Alfred covers guests"),
    "action:take": words("Alfred reprend un dessous", "Alfred takes undies back"),
    "action:rob": words("Alfred vide la réserve de Koko", "Alfred takes from Koko's reserve"),
    "action:drop": words("Alfred se défait d'une bouteille", "Alfred drops a bottle"),
    "action:pick": words("Koko cueille une noix de coco", "Koko picks a coconut"),
    "action:throw": words("Koko lance une noix de coco", "Koko throws a coconut"),
    "action:koko-end": words("Koko finit son tour", "Koko ends the turn"),
    "action:alfred-end": words("Alfred finit son tour", "Alfred ends the turn"),
    "rule:forced-draw": words("pioche forcée après des tours sans tuile", "forced draw after turns without a tile"),
    "rule:bottles": words("Alfred ramasse des bouteilles en passant", "Alfred grabs bottles on his way"),
}


class KokoUsage(Usage):
    """Keys by role and action, and of the tile that is laid."""

    endings: ClassVar[Mapping[str, Words]] = {
        "tiles": words("les deux manches vont au bout des tuiles", "both rounds end with the tiles"),
        "mixed": words("une manche s'arrête faute de dessous", "one round ends for want of undies"),
        "all-undies": words("Alfred reprend tous les dessous, deux fois", "Alfred takes all undies, twice"),
    }

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.own = cast("KokoRules", rules)
        self.tiles = [(f"tile:{name}",) for name in self.own.ids]
        self.table = tuple(
            {act: (f"action:{role}-{SHARED[act]}" if act in SHARED else f"action:{ACTS[act]}",) for act in range(9)}
            for role in ("koko", "alfred")
        )

    def ending(self, state: State) -> str:
        """By how many rounds ended with all undies at Alfred's: none in the garden and none in reserve."""
        at = cast("KokoState", state)
        robbed = sum(not score and not left for score, left in zip(at.scored, at.left, strict=True))
        return ("tiles", "mixed", "all-undies")[robbed]

    def uses(self, state: State, action: int) -> Iterable[str]:
        """The tile that is laid, or what the figure does."""
        at: KokoState = state  # type: ignore[assignment]  # a cast would cost as much as the rest
        if action >= PLACE:
            forced = at.idle == at.patience and at.points == POINTS - 1 and not at.threw
            return (*self.tiles[at.drawn], "rule:forced-draw") if forced else self.tiles[at.drawn]
        if action < MOVE:
            return self.table[at.role][action]
        if at.role == KOKO:
            return ("action:hop",)
        if at.bottles & at.members[action - MOVE]:
            return ("action:stride", "rule:bottles")
        return ("action:stride",)

    def things(self, options: Options | None) -> Mapping[str, Words]:
        """What the two can do, then the tiles; without the extension what belongs to it is not in play."""
        without = options is not None and options.get("extension", "no") == "no"
        found = {key: said for key, said in NAMES.items() if not (without and key in EXTENSION)}
        boxed = {self.own.ids[tile] for tile in self.own.boxed} if without else set()
        laid = [name for tile, name in enumerate(self.own.ids) if tile != self.own.start and name not in boxed]
        return found | {f"tile:{name}": words(f"tuile {name}", f"tile {name}") for name in dict.fromkeys(laid)}
