"""How Koko and Alfred's garden is shown: tiles, zones, figures and tokens, and what every move did."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final

from pnp.games.koko.garden import LAWN, NONE, bits, is_split
from pnp.games.koko.rules import (
    ALFRED,
    BOTTLES,
    BOTTLES_GONE,
    BOTTLES_HELD,
    COCONUTS,
    COCONUTS_GONE,
    COCONUTS_HELD,
    COVER,
    COVERS,
    DRAW,
    DROP,
    END,
    GARDEN_POINTS,
    GIVE,
    KOKO,
    MOVE,
    PICK,
    PLACE,
    RESERVE,
    RESERVE_POINTS,
    ROB,
    ROLES,
    ROUNDS,
    STUNNED_POINTS,
    TAKE,
    TAKEN,
    THROW,
    KokoRules,
    KokoState,
)
from pnp.games.koko.table import WORDS, draw_tile, draws_next, labels
from pnp.play.core import OVER
from pnp.play.scene import (
    AreaAt,
    GameScene,
    Item,
    LineAt,
    Move,
    PieceAt,
    Scene,
    SeatAt,
    TextAt,
    Tone,
    Zone,
    ZoneShape,
    hidden_pieces,
)
from pnp.play.usage import words
from pnp.spec.model import Design
from pnp.terms import Lang

HALVES: Final = {
    "none": ((-10.3, -10.3), (10.3, 10.3)),
    "n": ((0, -10.6), (13, 13)),
    "e": ((10.6, 0), (-13, 13)),
    "s": ((0, 10.6), (-13, -13)),
    "w": ((-10.6, 0), (13, -13)),
    "ne": ((10.8, -10.8), (-10.8, 10.8)),
    "nw": ((-10.8, -10.8), (10.8, 10.8)),
}
"""Position of things on lawns a and b of a tile, relative to its centre, by its split, in mm."""
ALCOVE: Final = (
    (1, -1),
    (0.45, -0.11),
    (0.33, 0.03),
    (0.18, 0.12),
    (0, 0.15),
    (-0.18, 0.12),
    (-0.33, 0.03),
    (-0.45, -0.11),
    (-1, -1),
)
"""The barrier round the lawn at the north of a tile, from corner to corner; a tile reaches from −1 to 1."""
CORNERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))
OUTLINES: Final = {
    "none": (CORNERS, CORNERS),
    "n": (ALCOVE, (*ALCOVE, (-1, 1), (1, 1))),
    "ne": (((-1, -1), (1, -1), (1, 1)), ((-1, -1), (1, 1), (-1, 1))),
    "nw": (((-1, 1), (-1, -1), (1, -1)), ((1, -1), (1, 1), (-1, 1))),
}
"""Outlines of lawns a and b by the split of a tile; the sides after the north are turned."""
TURNED_SPLITS: Final = {"e": 1, "s": 2, "w": 3}
"""Quarter turns that bring the north to another side."""
OUT: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Directions out of a tile over its sides, from the north."""
ARROW: Final = 22.0
ASIDE: Final = 9.0
"""Sideways offset of two figures in the same zone, in mm."""
LETTER: Final = 1.9
"""Distance of a zone's letter from the centre of a tile, as a multiple of that of what is on the lawn."""
COLUMNS: Final = 5
"""Number of tokens side by side in a pool."""
NEW_ZONE: Final = "*"
"""What stands for the letter of a zone that is not in the garden yet."""
SPACING: Final = 27.0
"""Distance between two tokens in a pool, in mm."""

PILE: Final = words("Pioche", "Pile")
GARDEN: Final = words("Jardin", "Garden")
DRAWN: Final = words("Tuile à poser", "Tile to place")
POOLS: Final = {
    "reserve": words("Dessous en réserve", "Undies in reserve"),
    "coconuts": words("Noix de coco de Koko", "Koko’s coconuts"),
    "taken": words("Dessous repris", "Undies taken back"),
    "covers": words("Caches", "Covers"),
    "bottles": words("Bouteilles d’Alfred", "Alfred’s bottles"),
    "aside": words("À poser avec leurs tuiles", "To place with their tiles"),
    "box": words("Dans la boîte", "In the box"),
}
NAME: Final = words("{} (joueur {})", "{} (player {})")
PLAYER: Final = words("Joueur {}", "Player {}")
ROUND: Final = words("Manche {} sur {}", "Round {} of {}")
POINTS_LEFT: Final = words("PA restants : {}", "Action points left: {}")
LEFT: Final = words("dessous restés en réserve : {}", "undies left in reserve: {}")
OPEN: Final = words("zone {}, ouverte", "zone {}, open")
CLOSED: Final = words("zone {}, fermée", "zone {}, closed")
CLOSES: Final = words("ferme : {}", "closes: {}")
OWN_LAWN: Final = words("sa pelouse", "its lawn")
GRABS: Final = words("Alfred ramasse des bouteilles : {}", "Alfred takes bottles: {}")
ENDS_ROUND: Final = words("fin de la manche", "end of the round")
GAINS: Final = words("points de Koko {} → {}", "Koko’s points {} → {}")
ACTION_POINTS: Final = words("PA {} → {}", "action points {} → {}")

DREW: Final = words("Tuile piochée : {}.", "Tile drawn: {}.")
NOW_CLOSED: Final = words("La zone {} est fermée ; convives : {}.", "Zone {} is closed; guests: {}.")
GRABBED: Final = words("Alfred ramasse des bouteilles : {}. Il en a {}.", "Alfred takes bottles: {}. He has {}.")
GIVEN: Final = words(
    "Dessous donnés : {}. Au jardin : {}, en réserve : {}.", "Undies given: {}. In the garden: {}, in reserve: {}."
)
COVERED: Final = words("Convives cachés : {}. Caches restants : {}.", "Guests covered: {}. Covers left: {}.")
REGAINED: Final = words("Dessous repris : {}. Alfred en a {} sur {}.", "Undies taken: {}. Alfred has {} of {}.")
PICKED: Final = words("Noix de coco de Koko : {}.", "Koko’s coconuts: {}.")
STUNNED: Final = words("Alfred est assommé : PA de Koko {} → {}.", "Alfred is stunned: Koko’s action points {} → {}.")
DROPPED: Final = words("Bouteilles d’Alfred : {}.", "Alfred’s bottles: {}.")
FORCED: Final = words(
    "Pas de tuile piochée pendant {} tours : {} commence par piocher. Tuile : {}.",
    "No tile drawn for {} turns: {} begins with a draw. Tile: {}.",
)
ALL_LAID: Final = words(
    "Toutes les tuiles sont posées : la manche {} est finie.", "All tiles are laid: round {} is over."
)
ALL_TAKEN: Final = words(
    "Alfred a repris tous les dessous : la manche {} est finie.", "Alfred has taken all undies: round {} is over."
)
SCORES: Final = words(
    "Le joueur {player} marque {points} : dessous au jardin {garden} × {each}, en réserve {reserve} × {rest}.",
    "Player {player} scores {points}: undies in the garden {garden} × {each}, in reserve {reserve} × {rest}.",
)
SWAP: Final = words(
    "On échange les rôles : le joueur {} est Koko, le joueur {} Alfred.",
    "Roles are swapped: player {} is Koko, player {} is Alfred.",
)
OVER_WON: Final = words(
    "La partie est finie : {scores}. Le joueur {player} gagne.", "The game is over: {scores}. Player {player} wins."
)
OVER_TIED: Final = words(
    "La partie est finie : {scores}. La réserve départage : {left}. Le joueur {player} gagne.",
    "The game is over: {scores}. The reserve breaks the tie: {left}. Player {player} wins.",
)
OVER_DRAWN: Final = words("La partie est finie : {scores}. Égalité.", "The game is over: {scores}. It is a draw.")


@dataclass
class GardenItems:
    """Where everything in the garden is, while a scene is made."""

    items: list[Item] = field(default_factory=list)
    tiles: dict[int, str] = field(default_factory=dict)
    """Slots of the tiles."""
    tokens: dict[int, str] = field(default_factory=dict)
    """Slots of the tokens, by lawn."""
    figures: dict[int, str] = field(default_factory=dict)
    """Slots of the figures, by role."""

    def add(self, item: Item) -> str:
        """Add an item and return its slot."""
        self.items.append(item)
        return f"garden/{len(self.items) - 1}"


class KokoScene(GameScene):
    """The garden with its figures and tokens, the tokens beside it, and the tile to place."""

    views: ClassVar[tuple[str, ...]] = ("garden", "zones")

    def __init__(self, rules: KokoRules) -> None:
        super().__init__(rules)
        self.rules: KokoRules = rules
        self.size = rules.spec.decks["tiles"].size.width
        self.designs = {design.id: design for design in rules.spec.decks["tiles"].designs}
        self.supply = {what: _shuffle_kinds(pieces) for what, pieces in rules.supply.items()}
        self._kinds = {design.id: str(design.fields["what"]) for design in rules.spec.decks["tokens"].designs}

    def lay(self, state: KokoState, view: str) -> Scene:
        """Lay out the tiles with everything on them and the areas of their zones.

        The view `zones` adds arrows where zones are open.
        """
        tiles = [tile for tile, spot in enumerate(state.laid) if spot != NONE]
        items: list[Item] = [self._tile(state, tile) for tile in tiles]
        if view == "zones":
            items += [arrow for tile in tiles for arrow in self._ways_out(state, tile)]
        for lawns, what in ((state.undies, "undies"), (state.covered, "cover")):
            items += (token for _, token in self._tokens(state, lawns, what))
        taken = state.undies | state.covered | state.free
        items += [self._figure(state, role, zone, taken) for role, zone in enumerate((state.koko, state.alfred))]
        zones = {state.find(lawn) for tile in tiles for lawn in (2 * tile, 2 * tile + 1)}
        closed = sum(not state.openings[zone] for zone in zones)
        for zone in zones:
            tone = Tone.OPEN if state.openings[zone] else Tone.CLOSED
            items += self._areas(state, state.members[zone], tone, f"{tone}-{zone}")
        return Scene.of_items(items, {"points": state.round_points(), "zones": len(zones), "closed": closed})

    def alike(self, piece: str) -> str:
        """Return what a token is: drawings on undies do not matter."""
        return self._kinds.get(piece, piece)

    def _tile(self, state: KokoState, tile: int) -> PieceAt:
        return PieceAt(self.rules.ids[tile], *self._at(state.laid[tile]), turn=90 * (state.laid[tile] & 3))

    def _at(self, spot: int) -> tuple[float, float]:
        """Return the centre of the tile on a spot, in mm."""
        x, y = self.rules.plan.xy(spot >> 2)
        return x * self.size, -y * self.size

    def _stand(self, state: KokoState, lawn: int, away: float = 1) -> tuple[float, float]:
        """Return the position of things on a lawn, in mm, or of what is farther from the tile's centre."""
        tile, half = divmod(lawn, 2)
        design = self.designs[self.rules.ids[tile]]
        x, y = _places(design)[half] if away == 1 else HALVES[_split(design)][half]
        left, top = self._at(state.laid[tile])
        x, y = _turned((x, y), state.laid[tile] & 3)
        return left + away * x, top + away * y

    def _tokens(self, state: KokoState, lawns: int, what: str, first: int = 0) -> Iterator[tuple[int, PieceAt]]:
        """Yield a token for each of some lawns, from a supply of which the first ones are used."""
        for lawn, token in zip(bits(lawns), self.supply[what][first:], strict=False):
            yield lawn, PieceAt(token, *self._stand(state, lawn))

    def _figure(self, state: KokoState, role: int, zone: int, taken: int) -> PieceAt:
        """Place a figure in a zone, on a lawn that is not taken if there is one, beside the other figure."""
        other = state.alfred if role == KOKO else state.koko
        aside = (zone == other) * (-ASIDE if role == KOKO else ASIDE)
        x, y = self._stand(state, _free_lawn(state, zone, taken))
        return PieceAt(self.rules.supply[ROLES[role]][0], x + aside, y)

    def _ways_out(self, state: KokoState, tile: int) -> Iterator[LineAt]:
        """Yield an arrow over each open side that faces an empty place."""
        spot = state.laid[tile]
        x, y = self._at(spot)
        for kind, _, step, side, _ in self.rules.plan.edges[tile << 2 | spot & 3]:
            if kind == LAWN and not state.grid[(spot >> 2) + step]:
                (way_x, way_y), edge = OUT[side], self.size / 2
                near, far = edge - ARROW / 2, edge + ARROW / 2
                yield LineAt(x + way_x * near, y + way_y * near, x + way_x * far, y + way_y * far)

    def table(self, state: KokoState, viewer: int, lang: Lang) -> Scene:
        """Arrange the pile, the garden with its zones tinted, the tile to place, and the tokens beside the garden."""
        turn = state.current()
        ground = self._ground(state, lang)
        back = next(self.rules.ids[tile] for tile in range(len(self.rules.ids)) if tile != self.rules.start)
        drawn = (PieceAt(self.rules.ids[state.drawn], 0, 0),) if state.drawn != NONE else ()
        zones = [
            Zone("pile", ZoneShape.PILE, hidden_pieces(back, len(state.pile) - state.top), PILE[lang]),
            Zone("garden", ZoneShape.GRID, tuple(ground.items), GARDEN[lang]),
        ]
        if turn != OVER:
            zones.append(Zone("drawn", ZoneShape.HAND, drawn, DRAWN[lang], turn))
        zones += self._pools(state, lang)
        held = {zone.id: tuple(slot for slot, _ in zone.pieces) for zone in zones}
        return Scene(
            tuple(zones),
            seats=tuple(self._seat(state, seat, lang) for seat in range(state.players)),
            turn=turn,
            notes=tuple(self._notes(state, lang)),
            moves=tuple(self._moves(state, ground, held, lang)) if turn == viewer != OVER else (),
        )

    def _ground(self, state: KokoState, lang: Lang) -> GardenItems:
        """Arrange the garden: tiles, tinted zones, tokens, figures, and the letters of the zones."""
        ground = GardenItems()
        taken = _taken(state)
        for tile, spot in enumerate(state.laid):
            if spot != NONE:
                ground.tiles[tile] = ground.add(self._tile(state, tile))
        named = labels(state)
        for zone, letter in named.items():
            closed = not state.openings[zone]
            text = (CLOSED if closed else OPEN)[lang].format(letter)
            for area in self._areas(state, state.members[zone], Tone.CLOSED if closed else Tone.OPEN, text):
                ground.add(area)
        for lawns, what in (
            (state.undies, "undies"), (state.covered, "cover"), (state.bottles, "bottle"), (state.coconuts, "coconut"),
        ):  # fmt: skip
            for lawn, token in self._tokens(state, lawns, what):
                ground.tokens[lawn] = ground.add(token)
        for role, zone in enumerate((state.koko, state.alfred)):
            ground.figures[role] = ground.add(self._figure(state, role, zone, taken))
        for zone in (state.koko, state.alfred):
            taken |= 1 << _free_lawn(state, zone, _taken(state))
        for zone, letter in named.items():
            ground.add(TextAt(letter, *self._stand(state, _free_lawn(state, zone, taken), LETTER)))
        return ground

    def _areas(self, state: KokoState, lawns: int, tone: Tone, text: str = "") -> Iterator[AreaAt]:
        """Yield the outlines of some lawns; those of an undivided tile are one."""
        for lawn in bits(lawns):
            tile, half = divmod(lawn, 2)
            split = _split(self.designs[self.rules.ids[tile]])
            if split == "none" and half:
                continue
            turns = TURNED_SPLITS.get(split, 0)
            outline = OUTLINES["n" if turns else split][half]
            spot = state.laid[tile]
            corners = (_turned((x * self.size / 2, y * self.size / 2), turns + spot & 3) for x, y in outline)
            yield AreaAt(*self._at(spot), tuple(corners), tone, text)

    def _pools(self, state: KokoState, lang: Lang) -> Iterator[Zone]:
        """Yield the zones of the tokens beside the garden; Koko's before Alfred's."""
        counts = state.counts
        extended = state.switches[0] == "yes"
        koko, alfred = _seat_of(state, KOKO), _seat_of(state, ALFRED)
        undies, bottles, coconuts = self.supply["undies"], self.supply.get("bottle", []), self.supply.get("coconut", [])
        worn, given = state.undies.bit_count(), state.undies.bit_count() + counts[TAKEN]
        out, picked = state.bottles.bit_count(), state.coconuts.bit_count()
        yield _pool("reserve", undies[given : given + counts[RESERVE]], koko, lang)
        if extended:
            yield _pool("coconuts", coconuts[picked : picked + counts[COCONUTS_HELD]], koko, lang)
            picked += counts[COCONUTS_HELD]
        yield _pool("taken", undies[worn:given], alfred, lang)
        covered = state.covered.bit_count()
        yield _pool("covers", self.supply["cover"][covered : covered + counts[COVERS]], alfred, lang)
        if extended:
            yield _pool("bottles", bottles[out : out + counts[BOTTLES_HELD]], alfred, lang)
            out += counts[BOTTLES_HELD]
            gone = bottles[out : out + counts[BOTTLES_GONE]], coconuts[picked : picked + counts[COCONUTS_GONE]]
            out, picked = out + counts[BOTTLES_GONE], picked + counts[COCONUTS_GONE]
            aside = bottles[out : out + counts[BOTTLES]], coconuts[picked : picked + counts[COCONUTS]]
            yield _pool("aside", [*aside[0], *aside[1]], NONE, lang)
            yield _pool("box", [*gone[0], *gone[1]], NONE, lang)

    def _seat(self, state: KokoState, seat: int, lang: Lang) -> SeatAt:
        score = str(state.scores()[seat])
        if state.round == ROUNDS:
            return SeatAt(PLAYER[lang].format(seat + 1), score, (LEFT[lang].format(state.left[seat]),))
        role = ROLES[KOKO if _seat_of(state, KOKO) == seat else ALFRED].capitalize()
        return SeatAt(NAME[lang].format(role, seat + 1), score)

    def _notes(self, state: KokoState, lang: Lang) -> Iterator[str]:
        if state.round == ROUNDS:
            return
        yield ROUND[lang].format(state.round + 1, ROUNDS)
        yield POINTS_LEFT[lang].format(state.points)
        if draws_next(state):
            yield WORDS[lang]["must draw"]

    def _moves(
        self, state: KokoState, ground: GardenItems, held: Mapping[str, tuple[str, ...]], lang: Lang
    ) -> Iterator[Move]:
        """Yield the legal actions: places for the tile drawn, or what the figure can do."""
        named = labels(state)
        for action in state.legal():
            said = self.rules.describe(state, action, lang)
            if action >= PLACE:
                yield self._placement(state, Move(action, said, held["drawn"], "garden"), named, lang)
            elif action >= MOVE:
                yield self._step(state, Move(action, said, zone="garden"), ground, lang)
            else:
                yield self._act(state, Move(action, said), ground, held, lang)

    def _placement(self, state: KokoState, move: Move, named: Mapping[int, str], lang: Lang) -> Move:
        """Return a way to place the drawn tile, with the zones that it closes."""
        spot = move.action - PLACE
        x, y = self._at(spot)
        trial = state.clone()
        trial.lay(state.drawn, spot)
        closed = _closed_by(trial, state.drawn)
        notes = []
        if closed:
            lawns = sum(trial.members[zone] for zone in closed)
            joined = [letter for zone, letter in named.items() if lawns >> zone & 1 and state.openings[zone]]
            notes.append(CLOSES[lang].format(", ".join(joined) or OWN_LAWN[lang]))
        grabbed = trial.counts[BOTTLES_HELD] - state.counts[BOTTLES_HELD]
        notes += [GRABS[lang].format(grabbed)] if grabbed else []
        notes += [ENDS_ROUND[lang]] if state.top == len(state.pile) else []
        marks = (area for zone in closed for area in self._areas(trial, trial.members[zone], Tone.CLOSED))
        piece = PieceAt(self.rules.ids[state.drawn], x, y, turn=90 * (spot & 3))
        return replace(move, spot=piece, marks=tuple(marks), notes=tuple(notes))

    def picture(self, state: KokoState, action: int, lang: Lang) -> Sequence[str]:
        """Draw the tile drawn as this action places it, with the letters of the zones that it joins."""
        if action < PLACE:
            return ()
        trial, named = state.clone(), labels(state)
        trial.lay(state.drawn, action - PLACE)
        joined = {}
        for lawn in (2 * state.drawn, 2 * state.drawn + 1):
            zone = trial.find(lawn)
            joined[zone] = next((letter for old, letter in named.items() if trial.find(old) == zone), NEW_ZONE)
        return draw_tile(trial, state.drawn, joined)

    def _step(self, state: KokoState, move: Move, ground: GardenItems, lang: Lang) -> Move:
        """Return a figure's move to another zone, with its path."""
        role, zone, taken = state.role, move.action - MOVE, _taken(state)
        start = self._figure(state, role, state.koko if role == KOKO else state.alfred, taken)
        end = self._figure(state, role, zone, taken)
        grabbed = (state.bottles & state.members[zone]).bit_count() if role == ALFRED else 0
        return replace(
            move,
            takes=(ground.figures[role],),
            target=ground.tiles[_free_lawn(state, zone, taken) >> 1],
            spot=end,
            marks=(LineAt(start.x, start.y, end.x, end.y),),
            notes=(GRABS[lang].format(grabbed),) if grabbed else (),
        )

    def _act(
        self, state: KokoState, move: Move, ground: GardenItems, held: Mapping[str, tuple[str, ...]], lang: Lang
    ) -> Move:
        """Return an action of a figure within its zone: what it takes from where to where."""
        counts, action = state.counts, move.action
        here = state.members[state.koko if state.role == KOKO else state.alfred]

        def there(lawns: int) -> tuple[str, ...]:
            return tuple(ground.tokens[lawn] for lawn in bits(lawns & here))

        if action == END:
            return move
        if action == DRAW:
            return replace(move, takes=held["pile"][-1:], zone="drawn")
        if action in (GIVE, COVER):
            used = state.undies if action == GIVE else state.covered
            what, source = ("undies", "reserve") if action == GIVE else ("cover", "covers")
            first = used.bit_count() + (counts[TAKEN] if action == GIVE else 0)
            placed = [token for _, token in self._tokens(state, state.free & here, what, first)]
            gained = (GAINS[lang].format(*_points(state, len(placed))),) if action == GIVE else ()
            return replace(
                move, takes=held[source], zone="garden", spot=placed[0], marks=tuple(placed[1:]), notes=gained
            )
        if action == TAKE:
            notes = (GAINS[lang].format(*_points(state, -1)),)
            return replace(move, takes=there(state.undies), zone="taken", notes=notes)
        if action == ROB:
            return replace(move, takes=held["reserve"], zone="taken")
        if action == PICK:
            return replace(move, takes=there(state.coconuts), zone="coconuts")
        if action == THROW:
            notes = (ACTION_POINTS[lang].format(state.points, state.points + STUNNED_POINTS),)
            return replace(move, takes=held["coconuts"], zone="garden", target=ground.figures[ALFRED], notes=notes)
        return replace(move, takes=held["bottles"], zone="box")

    def narrate(self, before: KokoState, action: int, after: KokoState, viewer: int, lang: Lang) -> Sequence[str]:
        """Tell the move and its results: zones closed, tokens moved, a forced draw, the end of a round or the game."""
        lines = [self.rules.describe(before, action, lang)]
        titles = self.rules.titles(lang)
        if action == DRAW:
            return [*lines, DREW[lang].format(titles[after.drawn])]
        state = _settle(before, action)
        lines += self._results(before, action, state, lang)
        if after.round != before.round:
            lines += self._end_of_round(state, after, lang)
        elif after.role != before.role and after.drawn != NONE:
            lines.append(FORCED[lang].format(after.idle, ROLES[after.role].capitalize(), titles[after.drawn]))
        return lines

    def _results(self, before: KokoState, action: int, state: KokoState, lang: Lang) -> Iterator[str]:
        """Yield what a move changed in the garden and beside it."""
        counts, old = state.counts, before.counts
        if action >= PLACE:
            named = labels(state)
            for zone in _closed_by(state, before.drawn):
                guests = (state.members[zone] & (state.free | state.undies | state.covered)).bit_count()
                yield NOW_CLOSED[lang].format(named[zone], guests)
        if counts[BOTTLES_HELD] > old[BOTTLES_HELD]:
            yield GRABBED[lang].format(counts[BOTTLES_HELD] - old[BOTTLES_HELD], counts[BOTTLES_HELD])
        if action == GIVE:
            yield GIVEN[lang].format(old[RESERVE] - counts[RESERVE], state.undies.bit_count(), counts[RESERVE])
        elif action == COVER:
            yield COVERED[lang].format(old[COVERS] - counts[COVERS], counts[COVERS])
        elif action in (TAKE, ROB):
            yield REGAINED[lang].format(counts[TAKEN] - old[TAKEN], counts[TAKEN], self.rules.stock[RESERVE])
        elif action == PICK:
            yield PICKED[lang].format(counts[COCONUTS_HELD])
        elif action == THROW:
            yield STUNNED[lang].format(before.points, state.points)
        elif action == DROP:
            yield DROPPED[lang].format(counts[BOTTLES_HELD])

    def _end_of_round(self, state: KokoState, after: KokoState, lang: Lang) -> Iterator[str]:
        """Yield why a round ended, its score, and the new roles or the end of the game."""
        koko = _seat_of(state, KOKO)
        taken = state.counts[TAKEN] == self.rules.stock[RESERVE]
        yield (ALL_TAKEN if taken else ALL_LAID)[lang].format(state.round + 1)
        yield SCORES[lang].format(
            player=koko + 1,
            points=state.round_points(),
            garden=state.undies.bit_count(),
            each=GARDEN_POINTS,
            reserve=state.counts[RESERVE],
            rest=RESERVE_POINTS,
        )
        if after.round < ROUNDS:
            yield SWAP[lang].format(_seat_of(after, KOKO) + 1, _seat_of(after, ALFRED) + 1)
            return
        winners = after.winners()
        tied = len(set(after.scores())) == 1
        say = OVER_DRAWN if len(winners) > 1 else OVER_TIED if tied else OVER_WON
        scores, left = (" – ".join(map(str, numbers)) for numbers in (after.scores(), after.left))
        yield say[lang].format(scores=scores, left=left, player=winners[0] + 1)


def _settle(before: KokoState, action: int) -> KokoState:
    """Return the position after an action, before the turn or the round ends."""
    state = before.clone()
    if action >= PLACE:
        state.lay(state.drawn, action - PLACE)
        state.drawn = NONE
    elif action == THROW:
        state.count(COCONUTS_HELD, COCONUTS_GONE)
        state.points += STUNNED_POINTS
    elif action != END:
        (state.act_koko if state.role == KOKO else state.act_alfred)(action)
    return state


def _closed_by(state: KokoState, tile: int) -> list[int]:
    """Return the zones that are closed by a tile that was just laid: its own, and those of its neighbours.

    A neighbour's zone closes when a side that faced the tile's empty place was its last opening.
    """
    spot = state.laid[tile]
    found = [state.find(2 * tile), state.find(2 * tile + 1)]
    for kind, _, step, side, _ in state.plan.edges[tile << 2 | spot & 3]:
        del kind
        other = state.grid[(spot >> 2) + step] - 1
        if other >= 0:
            facing = state.plan.edges[other << 2 | state.laid[other] & 3][side ^ 2]
            if facing[0] == LAWN:
                found.append(state.find(facing[1]))
    return sorted({zone for zone in found if not state.openings[zone]})


def _seat_of(state: KokoState, role: int) -> int:
    """Return the player who has a role; after the game, the one who had it last."""
    return role ^ min(state.round, ROUNDS - 1) & 1


def _points(state: KokoState, more: int) -> tuple[int, int]:
    """Return Koko's points in the garden before and after a number of undies is added to it."""
    worn = state.undies.bit_count()
    reserve = RESERVE_POINTS * (state.counts[RESERVE] - max(more, 0))
    return state.round_points(), GARDEN_POINTS * (worn + more) + reserve


def _taken(state: KokoState) -> int:
    """Return the lawns that something is on."""
    return state.undies | state.covered | state.free | state.bottles | state.coconuts


def _free_lawn(state: KokoState, zone: int, taken: int) -> int:
    """Return the first lawn of a zone that is not taken, or else its first."""
    return min(bits(state.members[zone]), key=lambda lawn: taken >> lawn & 1)


def _pool(name: str, tokens: Sequence[str], owner: int, lang: Lang) -> Zone:
    """Return a zone of tokens in rows."""
    placed = (
        PieceAt(token, place % COLUMNS * SPACING, place // COLUMNS * SPACING) for place, token in enumerate(tokens)
    )
    return Zone(name, ZoneShape.POOL, tuple(placed), POOLS[name][lang], owner, count=len(tokens))


def _shuffle_kinds(tokens: Iterable[str]) -> list[str]:
    """Return tokens with their kinds in turn: a, b, a, b, a."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for token in tokens:
        kinds[token].append(token)
    rounds = range(max(map(len, kinds.values()), default=0))
    return [copies[turn] for turn in rounds for copies in kinds.values() if turn < len(copies)]


def _turned(point: tuple[float, float], turns: int) -> tuple[float, float]:
    """Return a point after clockwise quarter turns."""
    x, y = point
    for _ in range(turns & 3):
        x, y = -y, x
    return x, y


def _split(design: Design) -> str:
    return str(design.fields["split"]) if is_split(design) else "none"


def _places(design: Design) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the positions of things on a tile's two lawns; a single thing on an undivided tile is centred."""
    split = _split(design)
    guests = (design.fields["guest_a"] != "none") + (design.fields["guest_b"] != "none")
    if split == "none" and guests + (design.fields["symbol"] != "none") < 2:
        return (0, 0), (0, 0)
    return HALVES[split]
