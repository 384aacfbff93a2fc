"""Koko and Alfred's garden: a monkey hands out undies in closed zones, a butler covers guests and takes undies back.

A tile has two lawns, a and b; a tile that is not split has them joined. Lawn a of tile t is number 2t, lawn b 2t + 1,
and everything that stands on the tiles is a set of lawns, as the bits of an int: the guest of a lawn, a table's bottle,
a palm's coconut. A zone is called by its lowest lawn. A figure is somewhere in its zone, no more is known of it; undies
are only ever given in a closed zone, which never changes. So all its guests are alike, and it is no choice who of them
gets undies when the reserve is short or gives them back: the first do.

No game is endless: every tile laid brings the round nearer to its end, and after `patience` turns in succession without
a tile drawn the next one begins with a draw (2 turns; 50 without the guard). So a round has at most `patience` + 1
turns for each tile drawn, and a turn at most 3 points and the 3 of a coconut, each good for two decisions at most.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import ClassVar, Final

from pnp.engine.core import OVER, Observation, Option, Rules, State, illegal
from pnp.errors import Problem, SpecError, quoted
from pnp.spec.model import Design
from pnp.spec.model import Game as Spec
from pnp.terms import Lang

END: Final = 0
DRAW: Final = 1
GIVE: Final = 2
COVER: Final = 3
TAKE: Final = 4
ROB: Final = 5
"""Take from Koko's reserve."""
DROP: Final = 6
PICK: Final = 7
"""Take a coconut from a palm."""
THROW: Final = 8
MOVE: Final = 100
"""Plus the zone."""
PLACE: Final = 1000
"""Plus the place times four, plus the quarter turns clockwise."""

KOKO: Final = 0
ALFRED: Final = 1
ROUNDS: Final = 2
POINTS: Final = 3
STUNNED_POINTS: Final = 3
"""What a thrown coconut adds."""
ROBBED: Final = 3
"""How many undies Alfred takes from the reserve at once."""
GUARDED_TURNS: Final = 2
"""As many turns in succession may pass without a tile drawn …"""
UNGUARDED_TURNS: Final = 50
"""… and as many without the guard, so that even then a game ends."""
MOST_TILES: Final = 250
"""A tile's number fits in a byte and a zone's between MOVE and PLACE."""

NOBODY: Final = 0
LAWN: Final = 1
HEDGE: Final = 2
FOUNTAIN: Final = 3
KINDS: Final = ("", "lawn", "hedge", "fountain")
FACING: Final = (0, 0, 0, 0, 0, LAWN, HEDGE, FOUNTAIN, 0, HEDGE, HEDGE, NOBODY, 0, FOUNTAIN, NOBODY, FOUNTAIN)
"""What two facing sides make, by the kind of one times four plus the other's."""
SIDES: Final = "nesw"
NONE: Final = -1

RESERVE: Final = 0
TAKEN: Final = 1
COVERS: Final = 2
BOTTLES: Final = 3
BOTTLES_HELD: Final = 4
BOTTLES_GONE: Final = 5
COCONUTS: Final = 6
COCONUTS_HELD: Final = 7
COCONUTS_GONE: Final = 8
COUNTS: Final = (
    "reserve", "taken", "covers",
    "bottles", "bottles_held", "bottles_gone", "coconuts", "coconuts_held", "coconuts_gone",
)  # fmt: skip
"""The counts of tokens off the garden, in the order of the numbers above."""
MARKS: Final = ("undies", "covered", "tables", "palms")
"""Sets of lawns: guests with undies, covered guests, tables with their bottle, palms with their coconut."""
NUMBERS: Final = ("points", "idle", "drew", "threw")
ROLES: Final = ("koko", "alfred")
SWITCHES: Final = ("extension", "match_sides", "stall_guard")


class KokoState(State):
    """A position in one of the two rounds."""

    __slots__ = (
        "alfred", "bottles", "coconuts", "counts", "covered", "drawn", "drew", "fountains", "free", "frontier", "grid",
        "hedges", "idle", "koko", "laid", "later", "left", "matching", "members", "moves", "need", "openings",
        "patience", "pile", "players", "points", "role", "round", "rules", "scored", "switches", "threw", "top",
        "undies", "zone",
    )  # fmt: skip

    rules: KokoRules
    switches: tuple[str, ...]
    """The values of the options, in the order of SWITCHES."""
    matching: bool
    patience: int
    """How many turns in succession may pass without a tile drawn."""
    round: int
    """0 or 1; ROUNDS when the game is over."""
    role: int
    """Who acts: KOKO or ALFRED."""
    points: int
    idle: int
    """How many turns in succession, the current one left out, passed without a tile drawn."""
    drew: bool
    """Whether a tile was drawn in this turn."""
    threw: bool
    """Whether a coconut was thrown in this turn."""
    pile: tuple[int, ...]
    top: int
    """Where in the pile the next tile is."""
    later: tuple[int, ...]
    """The pile of the second round while the first is played."""
    drawn: int
    """The tile drawn and not yet laid, or NONE."""
    grid: bytearray
    """The tile at each place plus one; 0 when it is empty."""
    need: bytearray
    """The kind of the laid sides that face each place, two bits a side: 0 where none does."""
    frontier: list[int]
    """The empty places that a tile can be laid at, as the actions without a turn, in order."""
    laid: list[int]
    """For each tile its place times four plus its quarter turns, or NONE."""
    zone: list[int]
    """For each lawn a lower one of its zone, itself when it is the lowest."""
    members: list[int]
    """For each zone its lawns."""
    openings: list[int]
    """For each zone how many of its open sides face an empty place: none when it is closed."""
    hedges: list[int]
    """For each zone the lawns beyond its hedges."""
    fountains: list[int]
    koko: int
    """Koko's zone."""
    alfred: int
    free: int
    """The lawns with a free guest."""
    undies: int
    covered: int
    bottles: int
    """The tables with a bottle."""
    coconuts: int
    counts: list[int]
    """The tokens off the garden, in the order of COUNTS."""
    scored: list[int]
    """The points of each player's finished round as Koko."""
    left: list[int]
    """The reserve at the end of each player's round as Koko."""
    moves: list[int] | None
    """The legal actions, when they are known."""

    def __init__(self, rules: KokoRules, switches: tuple[str, ...]) -> None:
        self.rules = rules
        self.players = ROUNDS
        self.switches = switches
        self.matching = switches[SWITCHES.index("match_sides")] == "yes"
        self.patience = GUARDED_TURNS if switches[SWITCHES.index("stall_guard")] == "yes" else UNGUARDED_TURNS
        self.round = 0
        self.scored, self.left = [0, 0], [0, 0]
        self.later = ()
        self.moves = None

    def prepare(self, pile: tuple[int, ...]) -> None:
        """Set up a round with this pile."""
        rules = self.rules
        lawns = 2 * len(rules.names)
        self.pile, self.top, self.drawn = pile, 0, NONE
        self.role, self.points, self.idle, self.drew, self.threw = KOKO, POINTS, 0, False, False
        self.grid = bytearray(rules.width * rules.width)
        self.need = bytearray(rules.width * rules.width)
        self.frontier = []
        self.laid = [NONE] * len(rules.names)
        self.zone = list(range(lawns))
        self.members, self.openings = [0] * lawns, [0] * lawns
        self.hedges, self.fountains = [0] * lawns, [0] * lawns
        self.free = self.undies = self.covered = self.bottles = self.coconuts = 0
        self.koko = self.alfred = NONE
        self.counts = rules.stock[:]
        self.lay(rules.start, rules.centre << 2)
        self.koko, self.alfred = self.find(2 * rules.start), self.find(2 * rules.start + 1)

    def current(self) -> int:
        """The player to act: the first is Koko in the first round, the second in the second."""
        return OVER if self.round == ROUNDS else self.role ^ self.round

    def legal(self) -> list[int]:
        """The places for a tile that was drawn, otherwise what the figure can do."""
        if self.moves is None:
            if self.round == ROUNDS:
                self.moves = []
            elif self.drawn != NONE:
                self.moves = self.placements()
            else:
                self.moves = self.koko_acts() if self.role == KOKO else self.alfred_acts()
        return self.moves

    def placements(self) -> list[int]:
        """Every place with every turn that looks different; any when matching is asked for and nowhere possible."""
        turns = self.rules.turns[self.drawn]
        if self.matching:
            need, filled, codes = self.need, self.rules.filled, self.rules.codes
            first = self.drawn << 2
            matched = []
            for spot in self.frontier:
                sides = need[spot - PLACE >> 2]
                for turn in turns:
                    if not (sides ^ codes[first | turn]) & filled[sides]:
                        matched.append(spot + turn)
            if matched:
                return matched
        return [spot + turn for spot in self.frontier for turn in turns]

    def koko_acts(self) -> list[int]:
        """What Koko can do."""
        acts = [END]
        zone = self.koko
        if self.points:
            here = self.members[zone]
            acts.append(DRAW)
            if self.free & here and not self.openings[zone] and zone != self.alfred and self.counts[RESERVE]:
                acts.append(GIVE)
            if self.coconuts & here:
                acts.append(PICK)
        if self.counts[COCONUTS_HELD] and self.can_throw():
            acts.append(THROW)
        if self.points:
            self.add_moves(acts, zone, self.hedges[zone])
        return acts

    def can_throw(self) -> bool:
        """Whether Koko can throw a coconut."""
        return self.koko == self.alfred and self.counts[COCONUTS_HELD] > 0 and not self.threw

    def alfred_acts(self) -> list[int]:
        """What Alfred can do; he always has a point left."""
        zone = self.alfred
        here = self.members[zone]
        acts = [END, DRAW]
        if self.counts[BOTTLES_HELD]:
            if not self.openings[zone] and not (self.free | self.undies) & here:
                acts.append(DROP)
        else:
            if self.undies & here:
                acts.append(TAKE)
            elif self.free & here and not self.openings[zone]:
                acts.append(COVER)
            if zone == self.koko and self.counts[RESERVE]:
                acts.append(ROB)
        self.add_moves(acts, zone, self.fountains[zone])
        return acts

    def add_moves(self, acts: list[int], here: int, beyond: int) -> None:
        """Add the moves to the zones of the lawns beyond, in order, that of the figure itself left out."""
        members, zone = self.members, self.zone
        beyond &= ~members[here]
        found = []
        while beyond:
            lawn = beyond.bit_length() - 1
            while zone[lawn] != lawn:
                lawn = zone[lawn]
            found.append(MOVE + lawn)
            beyond &= ~members[lawn]
        if found:
            found.sort()
            acts += found

    def find(self, lawn: int) -> int:
        """The zone of a laid lawn."""
        zone = self.zone
        while zone[lawn] != lawn:
            lawn = zone[lawn]
        return lawn

    def apply(self, action: int) -> None:
        """Play an action; the turn ends by itself when nothing is left to decide."""
        moves = self.legal()
        at = bisect_left(moves, action)
        if at == len(moves) or moves[at] != action:
            raise illegal(self, action)
        self.moves = None
        if action >= PLACE:
            self.lay(self.drawn, action - PLACE)
            self.drawn = NONE
            if self.top == len(self.pile):
                self.end_round()
                return
        elif action == DRAW:
            self.draw()
            return
        elif action == END:
            self.end_turn()
            return
        elif action == THROW:
            self.count(COCONUTS_HELD, COCONUTS_GONE)
            self.threw = True
            self.points += STUNNED_POINTS
        else:
            self.points -= 1
            if self.role == KOKO:
                self.act_koko(action)
            else:
                self.act_alfred(action)
                if self.counts[TAKEN] == self.rules.stock[RESERVE]:
                    self.end_round()
                    return
        if not self.points and (self.role == ALFRED or not self.can_throw()):
            self.end_turn()

    def act_koko(self, action: int) -> None:
        """What Koko does for a point."""
        if action >= MOVE:
            self.koko = action - MOVE
        elif action == GIVE:
            for _ in range(min(self.counts[RESERVE], (self.free & self.members[self.koko]).bit_count())):
                guest = self.free & self.members[self.koko]
                self.undies |= guest & -guest
                self.free ^= guest & -guest
                self.counts[RESERVE] -= 1
        else:
            nuts = self.coconuts & self.members[self.koko]
            self.coconuts ^= nuts & -nuts
            self.counts[COCONUTS_HELD] += 1

    def act_alfred(self, action: int) -> None:
        """What Alfred does for a point."""
        here = self.members[self.alfred]
        if action >= MOVE:
            self.alfred = action - MOVE
            self.grab()
        elif action == COVER:
            guests = self.free & here
            self.free ^= guests
            self.covered |= guests
            self.counts[COVERS] -= guests.bit_count()
        elif action == TAKE:
            dressed = self.undies & here
            self.undies ^= dressed & -dressed
            self.free |= dressed & -dressed
            self.counts[TAKEN] += 1
        elif action == ROB:
            self.count(RESERVE, TAKEN, min(ROBBED, self.counts[RESERVE]))
        else:
            self.count(BOTTLES_HELD, BOTTLES_GONE)

    def count(self, source: int, target: int, number: int = 1) -> None:
        """Tokens go from one count to another."""
        self.counts[source] -= number
        self.counts[target] += number

    def grab(self) -> None:
        """Alfred takes every bottle in his zone: he must, and it costs nothing."""
        grabbed = self.bottles & self.members[self.alfred]
        if grabbed:
            self.bottles ^= grabbed
            self.counts[BOTTLES_HELD] += grabbed.bit_count()

    def draw(self) -> None:
        """The next tile of the pile is drawn; it must be laid at once."""
        self.drawn = self.pile[self.top]
        self.top += 1
        self.points -= 1
        self.drew = True

    def end_turn(self) -> None:
        """The other one's turn, which begins with a draw when too many have passed without."""
        self.idle = 0 if self.drew else self.idle + 1
        self.role ^= 1
        self.points, self.drew, self.threw = POINTS, False, False
        if self.idle > self.patience:
            raise AssertionError(f"{self.idle} turns without a tile drawn: {self.encode()}")
        if self.idle == self.patience:
            self.draw()

    def end_round(self) -> None:
        """Koko's player notes his points and what is left; then the roles are swapped, or it is over."""
        self.scored[self.round] = self.undies.bit_count()
        self.left[self.round] = self.counts[RESERVE]
        self.round += 1
        if self.round < ROUNDS:
            pile, self.later = self.later, ()
            self.prepare(pile)

    def lay(self, tile: int, spot: int) -> None:
        """Lay a tile, `spot` being its place times four plus its quarter turns; lawns and zones are joined."""
        rules, grid, need, zone, openings = self.rules, self.grid, self.need, self.zone, self.openings
        place = spot >> 2
        sides = need[place]
        if sides:
            del self.frontier[bisect_left(self.frontier, PLACE + (place << 2))]
        grid[place] = tile + 1
        self.laid[tile] = spot
        self.furnish(tile)
        for kind, lawn, step, side, mark in rules.edges[tile << 2 | spot & 3]:
            there = place + step
            facing = sides >> 2 * side & 3
            while zone[lawn] != lawn:
                lawn = zone[lawn]
            if not facing:
                if not need[there]:
                    insort(self.frontier, PLACE + (there << 2))
                need[there] |= mark
                if kind == LAWN:
                    openings[lawn] += 1
                continue
            other = grid[there] - 1
            beyond = rules.edges[other << 2 | self.laid[other] & 3][side ^ 2][1]
            while zone[beyond] != beyond:
                beyond = zone[beyond]
            if facing == LAWN:
                openings[beyond] -= 1
            self.border(lawn, beyond, FACING[kind << 2 | facing])
        if self.bottles and self.alfred != NONE:
            self.grab()

    def furnish(self, tile: int) -> None:
        """The lawns of a new tile, the barrier between them and what stands on them."""
        rules = self.rules
        a, b = 2 * tile, 2 * tile + 1
        self.members[a], self.members[b] = 1 << a, 1 << b
        self.border(a, b, rules.inner[tile])
        self.free |= rules.guests[tile]
        if rules.symbols[tile] == "table":
            self.bottles |= 1 << a
            self.counts[BOTTLES] -= 1
        elif rules.symbols[tile] == "palm":
            self.coconuts |= 1 << a
            self.counts[COCONUTS] -= 1

    def border(self, one: int, other: int, barrier: int) -> None:
        """What lies between two zones: nothing joins them; a hedge or a fountain can be crossed."""
        if barrier == HEDGE:
            self.hedges[one] |= 1 << other
            self.hedges[other] |= 1 << one
        elif barrier == FOUNTAIN:
            self.fountains[one] |= 1 << other
            self.fountains[other] |= 1 << one
        elif barrier == LAWN and one != other:
            if one > other:
                one, other = other, one
            self.zone[other] = one
            self.members[one] |= self.members[other]
            self.openings[one] += self.openings[other]
            self.hedges[one] |= self.hedges[other]
            self.fountains[one] |= self.fountains[other]
            if self.koko == other:
                self.koko = one
            if self.alfred == other:
                self.alfred = one

    def clone(self) -> KokoState:
        """A copy; what is never changed in place is shared."""
        copy = KokoState.__new__(KokoState)
        copy.rules, copy.players, copy.switches = self.rules, self.players, self.switches
        copy.matching, copy.patience = self.matching, self.patience
        copy.round, copy.role, copy.points, copy.idle = self.round, self.role, self.points, self.idle
        copy.drew, copy.threw = self.drew, self.threw
        copy.pile, copy.top, copy.later, copy.drawn = self.pile, self.top, self.later, self.drawn
        copy.grid, copy.need = self.grid[:], self.need[:]
        copy.frontier, copy.laid, copy.zone = self.frontier[:], self.laid[:], self.zone[:]
        copy.members, copy.openings = self.members[:], self.openings[:]
        copy.hedges, copy.fountains = self.hedges[:], self.fountains[:]
        copy.koko, copy.alfred = self.koko, self.alfred
        copy.free, copy.undies, copy.covered = self.free, self.undies, self.covered
        copy.bottles, copy.coconuts, copy.counts = self.bottles, self.coconuts, self.counts[:]
        copy.scored, copy.left, copy.moves = self.scored[:], self.left[:], self.moves
        return copy

    def scores(self) -> list[int]:
        """The undies that lay in the garden at the end of each player's round as Koko, or lie there now."""
        scores = self.scored[:]
        if self.round < ROUNDS:
            scores[self.round] = self.undies.bit_count()
        return scores

    def winners(self) -> list[int]:
        """Most points, then the larger reserve; both when it is a draw."""
        if self.round < ROUNDS:
            return []
        results = list(zip(self.scored, self.left, strict=True))
        return [player for player in range(self.players) if results[player] == max(results)]

    def observe(self, player: int) -> Observation:
        """Everything but the order of the piles, which is all that is hidden, from both."""
        return (
            self.switches, self.round, self.role, (self.points, self.idle, int(self.drew), int(self.threw)), self.drawn,
            tuple(self.laid), self.koko, self.alfred, (self.undies, self.covered, self.bottles, self.coconuts),
            tuple(self.counts), tuple(self.scored), tuple(self.left),
        )  # fmt: skip

    def encode(self) -> str:
        """Words `name=value`: tiles by id as id@x,y/degrees with the start at 0,0 and y upwards, lawns as id.a."""
        rules = self.rules
        marks = (self.undies, self.covered, self.bottles, self.coconuts)
        words = {
            **dict(zip(SWITCHES, self.switches, strict=True)),
            "round": str(self.round + 1),
            "turn": ROLES[self.role],
            **dict(zip(NUMBERS, map(str, map(int, (self.points, self.idle, self.drew, self.threw))), strict=True)),
            "drawn": rules.names[self.drawn] if self.drawn != NONE else "",
            "garden": ";".join(f"{rules.names[t]}@{rules.site(s)}" for t, s in enumerate(self.laid) if s != NONE),
            "koko": rules.lawn_name(self.koko),
            "alfred": rules.lawn_name(self.alfred),
            **{name: ",".join(map(rules.lawn_name, bits(mark))) for name, mark in zip(MARKS, marks, strict=True)},
            **dict(zip(COUNTS, map(str, self.counts), strict=True)),
            "scored": ",".join(map(str, self.scored)),
            "left": ",".join(map(str, self.left)),
            "pile": ",".join(rules.names[tile] for tile in self.pile[self.top :]),
            "later": ",".join(rules.names[tile] for tile in self.later),
        }
        return " ".join(f"{name}={value}" for name, value in words.items())

    def census(self) -> Counter[str]:
        """The tiles laid, drawn, in the pile and in the box; the tokens in the garden, with the players and out."""
        rules, counts = self.rules, self.counts
        tiles = [tile - 1 for tile in self.grid if tile] + list(self.pile[self.top :])
        tiles += [self.drawn] if self.drawn != NONE else []
        tiles += [] if self.switches[0] == "yes" else rules.boxed
        found = Counter(rules.ids[tile] for tile in tiles)
        tokens = {
            "koko": int(self.koko >= 0),
            "alfred": int(self.alfred >= 0),
            "undies": counts[RESERVE] + counts[TAKEN] + self.undies.bit_count(),
            "cover": counts[COVERS] + self.covered.bit_count(),
            "bottle": sum(counts[BOTTLES : BOTTLES_GONE + 1]) + self.bottles.bit_count(),
            "coconut": sum(counts[COCONUTS : COCONUTS_GONE + 1]) + self.coconuts.bit_count(),
        }
        for what, number in tokens.items():
            supply = rules.supply[what]
            found.update(supply[min(i, len(supply) - 1)] for i in range(number))
        return found


class KokoRules(Rules):
    """The rules, with tables of the tiles in each of their four turns."""

    id: ClassVar[str] = "koko"
    options: ClassVar[Mapping[str, Option]] = {
        "extension": Option(
            ("no", "yes"),
            {Lang.FR: "avec les tables, les bouteilles et les cocotiers", Lang.EN: "with tables, bottles and palms"},
        ),
        "match_sides": Option(
            ("no", "yes"),
            {
                Lang.FR: "les côtés qui se touchent doivent être pareils ; si c'est impossible partout, pose libre",
                Lang.EN: "sides that touch must be alike; where no place allows it, the tile is laid freely",
            },
        ),
        "stall_guard": Option(
            ("yes", "no"),
            {
                Lang.FR: "après un tour chacun sans pioche, le suivant commence par piocher (non : après 50 tours)",
                Lang.EN: "after one turn each without a tile drawn the next begins with a draw (no: after 50 turns)",
            },
        ),
    }

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        designs = [design for design in spec.decks["tiles"].designs for _ in range(design.count)]
        self.ids = [design.id for design in designs]
        self.names = [f"{name}:{self.ids[:i].count(name)}".removesuffix(":0") for i, name in enumerate(self.ids)]
        """The tiles by number; further copies of a design have a number at the end."""
        self.supply: dict[str, list[str]] = {}
        for token in spec.decks["tokens"].designs:
            self.supply.setdefault(str(token.fields["what"]), []).extend([token.id] * token.count)
        kinds = ("undies", "", "cover", "bottle", "", "", "coconut", "", "")
        self.stock = [len(self.supply.get(what, ())) for what in kinds]
        """The counts at the start, in the order of COUNTS."""
        self.width = 2 * len(designs) + 1
        self.centre = self.width * len(designs) + len(designs)
        """The place of the start tile: no tile can be laid beyond the grid."""
        self.steps = (-self.width, 1, self.width, -1)
        self.symbols = [str(design.fields["symbol"]) for design in designs]
        self.inner = [KINDS.index(str(design.fields["inner"])) if is_split(design) else LAWN for design in designs]
        self.guests = [
            (design.fields["guest_a"] != "none") << 2 * tile | (design.fields["guest_b"] != "none") << 2 * tile + 1
            for tile, design in enumerate(designs)
        ]
        """The lawns of each tile that a guest stands on."""
        starts = [tile for tile, design in enumerate(designs) if design.fields["mark"] == "F"]
        self.check(starts)
        self.start = starts[0]
        self.boxed = [tile for tile, design in enumerate(designs) if design.fields["set"] == "extension"]
        self.edges = [self.edge(tile, design, turn) for tile, design in enumerate(designs) for turn in range(4)]
        """For each tile in each turn, its four sides: kind, lawn, step, side, its mark in `need` beyond."""
        self.codes = [sum(side[0] << 2 * i for i, side in enumerate(edges)) for edges in self.edges]
        """The kinds of the sides as they stand in `need`."""
        self.filled = [sum(3 << i for i in (0, 2, 4, 6) if sides >> i & 3) for sides in range(256)]
        self.turns = [self.distinct(tile) for tile in range(len(designs))]
        """The quarter turns of each tile that look different."""

    def check(self, starts: list[int]) -> None:
        """SpecError for a deck that cannot be played: covers never run out, each table gets its bottle."""
        lines = [
            ("tiles", f"from 2 to {MOST_TILES}", len(self.names), 2 <= len(self.names) <= MOST_TILES),
            ("tiles marked F", "1", len(starts), len(starts) == 1),
        ]
        needed = {
            "koko": 1,
            "alfred": 1,
            "undies": 1,
            "cover": sum(guests.bit_count() for guests in self.guests),
            "bottle": self.symbols.count("table"),
            "coconut": self.symbols.count("palm"),
        }
        for what, number in needed.items():
            found = len(self.supply.get(what, ()))
            lines.append((f"tokens: {what}", f"at least {number}", found, found >= number))
        problems = [Problem(f"{self.id}: {where}", expected, str(n)) for where, expected, n, well in lines if not well]
        if problems:
            raise SpecError(*problems)

    def edge(self, tile: int, design: Design, turn: int) -> tuple[tuple[int, int, int, int, int], ...]:
        """The sides of a tile turned by quarters clockwise, from the north on."""
        edges = []
        for side in range(4):
            name = SIDES[(side - turn) % 4]
            kind = KINDS.index(str(design.fields[name]))
            lawn = 2 * tile + (is_split(design) and name not in str(design.fields["split"]))
            edges.append((kind, lawn, self.steps[side], side, kind << 2 * (side ^ 2)))
        return tuple(edges)

    def distinct(self, tile: int) -> tuple[int, ...]:
        """The quarter turns of a tile that make a difference; lawns that bear the same are alike."""
        alike = self.symbols[tile] == "none" and self.guests[tile].bit_count() != 1
        seen, turns = set(), []
        for turn in range(4):
            edges = self.edges[tile << 2 | turn]
            first = edges[0][1] if alike else 2 * tile
            look = tuple((kind, lawn == first) for kind, lawn, *_ in edges)
            if look not in seen:
                seen.add(look)
                turns.append(turn)
        return tuple(turns)

    def decks(self) -> tuple[str, ...]:
        """Tiles and tokens."""
        return ("tiles", "tokens")

    def in_play(self, switches: tuple[str, ...]) -> list[int]:
        """The tiles that are drawn in a round."""
        boxed = [] if switches[0] == "yes" else self.boxed
        return [tile for tile in range(len(self.names)) if tile != self.start and tile not in boxed]

    def deal(self, players: int, rng: Random, options: dict[str, str]) -> KokoState:
        """The start tile and a pile for each round."""
        state = KokoState(self, tuple(options[name] for name in SWITCHES))
        piles = [self.in_play(state.switches) for _ in range(ROUNDS)]
        for pile in piles:
            rng.shuffle(pile)
        state.later = tuple(piles[1])
        state.prepare(tuple(piles[0]))
        return state

    def imagine(self, observation: Observation, rng: Random) -> KokoState:
        """The same garden with the tiles that are not laid shuffled anew."""
        switches, number, _, _, drawn, laid, *_ = observation
        state = KokoState(self, switches)
        rest = [tile for tile in self.in_play(switches) if laid[tile] == NONE and tile != drawn]
        later = self.in_play(switches) if number == 0 else []
        rng.shuffle(rest)
        rng.shuffle(later)
        state.later = tuple(later)
        self.restore(state, observation, tuple(rest))
        return state

    def restore(self, state: KokoState, seen: Observation, pile: tuple[int, ...]) -> None:
        """Build up the position that was observed, with this pile; a garden can be laid in any order."""
        _, state_round, role, numbers, drawn, laid, koko, alfred, marks, counts, scored, left = seen
        state.prepare(pile)
        state.round, state.role, state.drawn = state_round, role, drawn
        state.points, state.idle, drew, threw = numbers
        state.drew, state.threw = bool(drew), bool(threw)
        state.alfred = NONE
        for tile, spot in enumerate(laid):
            if spot != NONE and tile != self.start:
                state.lay(tile, spot)
        state.koko, state.alfred = state.find(koko), state.find(alfred)
        state.undies, state.covered, state.bottles, state.coconuts = marks
        state.free &= ~(state.undies | state.covered)
        state.counts, state.scored, state.left = list(counts), list(scored), list(left)

    def decode(self, text: str) -> KokoState:
        """The position that was written; SpecError for a text or a position that cannot be."""
        try:
            words = dict(word.split("=", 1) for word in text.split())
            state = self.read(words)
        except (ValueError, IndexError, KeyError) as error:
            raise SpecError(Problem(f"{self.id}: position", "one written by encode", quoted(error))) from None
        wrong = self.flaw(state)
        if wrong or len(words) != len(state.encode().split()):
            raise SpecError(Problem(f"{self.id}: position", "one that can be", wrong or "more words"))
        return state

    def read(self, words: dict[str, str]) -> KokoState:
        """The position in these words; ValueError, IndexError or KeyError when they make none."""
        state = KokoState(self, tuple(words[name] for name in SWITCHES))
        if any(value not in self.options[name].choices for name, value in zip(SWITCHES, state.switches, strict=True)):
            raise ValueError(" ".join(state.switches))
        laid = [NONE] * len(self.names)
        for part in words["garden"].split(";"):
            name, _, site = part.partition("@")
            spot = self.spot(site)
            if any(other >> 2 == spot >> 2 for other in laid if other != NONE) or laid[self.names.index(name)] != NONE:
                raise ValueError(part)
            laid[self.names.index(name)] = spot
        if laid[self.start] != self.centre << 2:
            raise ValueError(words["garden"])
        koko, alfred = self.lawn(words["koko"]), self.lawn(words["alfred"])
        if NONE in (laid[koko >> 1], laid[alfred >> 1]):
            raise ValueError(f"{words['koko']} {words['alfred']}")
        seen = (
            state.switches, int(words["round"]) - 1, ROLES.index(words["turn"]), [int(words[name]) for name in NUMBERS],
            self.names.index(words["drawn"]) if words["drawn"] else NONE, laid, koko, alfred,
            [sum({1 << self.lawn(name) for name in words[mark].split(",") if name}) for mark in MARKS],
            [int(words[name]) for name in COUNTS],
            [int(part) for part in words["scored"].split(",")], [int(part) for part in words["left"].split(",")],
        )  # fmt: skip
        state.later = tuple(self.names.index(name) for name in words["later"].split(",") if name)
        self.restore(state, seen, tuple(self.names.index(name) for name in words["pile"].split(",") if name))
        return state

    def flaw(self, state: KokoState) -> str:
        """What is impossible about a position, empty when nothing is."""
        laid = [tile for tile, spot in enumerate(state.laid) if spot != NONE]
        drawn = [state.drawn] if state.drawn != NONE else []
        playing = self.in_play(state.switches)
        guests = sum(self.guests[tile] for tile in laid)
        zones = [zone for zone in range(2 * len(self.names)) if state.find(zone) == zone]
        closed = sum(state.members[zone] for zone in zones if not state.openings[zone])
        things = [sum(1 << 2 * tile for tile in laid if self.symbols[tile] == name) for name in ("table", "palm")]
        wrong = {
            "round": not 0 <= state.round <= ROUNDS,
            "points": not 0 <= state.points <= POINTS + STUNNED_POINTS,
            "turn": state.round < ROUNDS and not (state.points or drawn or (state.role == KOKO and state.can_throw())),
            "idle": not 0 <= state.idle <= state.patience or (state.idle == state.patience and not state.drew),
            "tiles": sorted([*laid, *drawn, *state.pile]) != sorted([*playing, self.start]),
            "pile": state.round < ROUNDS and not (state.pile or drawn),
            "later": sorted(state.later) != (playing if state.round == 0 else []),
            "garden": not self.connected(state),
            "undies": bool(state.undies & state.covered or (state.undies | state.covered) & ~(guests & closed)),
            "tables": bool(state.bottles & ~things[0] or state.bottles & state.members[state.alfred]),
            "palms": bool(state.coconuts & ~things[1]),
            "counts": min(*state.counts, *state.scored, *state.left) < 0,
            "scored": len(state.scored) != ROUNDS or len(state.left) != ROUNDS,
        }  # fmt: skip
        found = [name for name, is_wrong in wrong.items() if is_wrong]
        return ", ".join(found) or ("" if state.census() == self.manifest() else "census")

    def connected(self, state: KokoState) -> bool:
        """Whether all laid tiles hang together by their sides."""
        reached, edge = {self.centre}, [self.centre]
        while edge:
            place = edge.pop()
            beside = [place + step for step in self.steps if state.grid[place + step] and place + step not in reached]
            reached.update(beside)
            edge += beside
        return len(reached) == sum(spot != NONE for spot in state.laid)

    def xy(self, place: int) -> tuple[int, int]:
        """A place counted from the start tile, to the right and upwards."""
        row, column = divmod(place, self.width)
        return column - len(self.names), len(self.names) - row

    def site(self, spot: int) -> str:
        """A place and a turn in words: x,y/degrees."""
        x, y = self.xy(spot >> 2)
        return f"{x},{y}/{90 * (spot & 3)}"

    def spot(self, site: str) -> int:
        """The place times four plus the turn; ValueError for what is no site on the grid."""
        at, _, degrees = site.partition("/")
        x, y = (int(part) for part in at.split(","))
        turn = ("0", "90", "180", "270").index(degrees)
        if max(abs(x), abs(y)) >= len(self.names):
            raise ValueError(site)
        return ((len(self.names) - y) * self.width + x + len(self.names)) << 2 | turn

    def lawn_name(self, lawn: int) -> str:
        """A lawn in words: the tile's name and a or b."""
        return f"{self.names[lawn >> 1]}.{'ab'[lawn & 1]}"

    def lawn(self, name: str) -> int:
        """The lawn of this name; ValueError when there is none."""
        tile, _, half = name.rpartition(".")
        return 2 * self.names.index(tile) + ("a", "b").index(half)

    # The tables need the numbers above, so they are imported only when something is shown: at the top it were a cycle.

    def describe(self, state: State, action: int, lang: Lang) -> str:
        """What is done, to how many, where."""
        from pnp.engine.tables import koko as tables

        assert isinstance(state, KokoState)  # noqa: S101 (for the type checker)
        return tables.describe(state, action, lang)

    def show(self, state: State, player: int, lang: Lang) -> str:
        """The garden with its zones, the tile drawn, the counts and what each zone holds."""
        from pnp.engine.tables import koko as tables

        assert isinstance(state, KokoState)  # noqa: S101 (for the type checker)
        return tables.show(state, player, lang)


RULES = KokoRules


def is_split(design: Design) -> bool:
    """Whether a tile has two lawns."""
    return design.fields["inner"] != "none" and design.fields["split"] != "none"


def bits(mask: int) -> Iterator[int]:
    """The lawns in a set, in order."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
