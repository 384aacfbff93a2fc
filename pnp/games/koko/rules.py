"""Koko and Alfred's garden: a monkey hands out undies in closed zones, a butler covers guests and takes undies back.

Everything that stands on the tiles is a set of lawns (see `pnp.games.koko.garden`): the guest of a lawn, a table's
bottle, a palm's coconut. A figure is somewhere in its zone, no more is known of it; undies are only ever given in a
closed zone, which never changes. So all its guests are alike, and it is no choice who of them gets undies when the
reserve is short or gives them back: the first do.

No game is endless: every tile laid brings the round nearer to its end, and after `patience` turns in succession without
a tile drawn the next one begins with a draw (2 turns; 50 without the guard). So a round has at most `patience` + 1
turns for each tile drawn, and a turn at most 3 points and the 3 of a coconut, each good for two decisions at most.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Final, NamedTuple

from pnp.errors import Problem, SpecError
from pnp.games.koko.garden import NONE, Garden, Plan, lowest
from pnp.games.koko.options import OPTIONS
from pnp.location import Location
from pnp.play.core import OVER, Rules, State, illegal, shuffled
from pnp.play.scoring import Scoring
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
"""Plus the spot; a multiple of four."""

KOKO: Final = 0
ALFRED: Final = 1
PLAYERS: Final = 2
ROUNDS: Final = 2
"""Each player is Koko in every second one."""
POINTS: Final = 3
"""The points of a turn."""
PLAIN_COST: Final = 1
"""The points that an action costs, drawing and moving included."""
THROW_COST: Final = 0
"""The points that it costs to throw a coconut …"""
STUNNED_POINTS: Final = 3
"""… and those that it adds."""
THROWS: Final = 1
"""How many coconuts may be thrown in a turn."""
GRAB_COST: Final = 0
"""The points that it costs when Alfred takes the bottles in his zone."""
TAKEN_BACK: Final = 1
"""How many undies Alfred takes back from guests at once."""
ROBBED: Final = 3
"""How many undies Alfred takes from the reserve at once."""
GARDEN_POINTS: Final = 1
"""What Koko scores for undies that a guest has …"""
RESERVE_POINTS: Final = 0
"""… and for undies in his reserve."""
GUARDED_TURNS: Final = 2
"""As many turns in succession may pass without a tile drawn …"""
UNGUARDED_TURNS: Final = 50
"""… and as many without the guard, so that even then a game ends."""
MOST_TILES: Final = 250
"""A tile's number fits in a byte and a zone's between MOVE and PLACE."""

RESERVE: Final = 0
TAKEN: Final = 1
COVERS: Final = 2
BOTTLES: Final = 3
BOTTLES_HELD: Final = 4
BOTTLES_GONE: Final = 5
COCONUTS: Final = 6
COCONUTS_HELD: Final = 7
COCONUTS_GONE: Final = 8
"""The counts of tokens off the garden."""
ROLES: Final = ("koko", "alfred")
SWITCHES: Final = tuple(OPTIONS)


class KokoView(NamedTuple):
    """What a player may know of a position: the same for both."""

    switches: tuple[str, ...]
    """The values of the options, in the order of SWITCHES."""
    round: int
    role: int
    points: int
    idle: int
    drew: bool
    threw: int
    drawn: int
    laid: tuple[int, ...]
    """For each tile its spot, or NONE."""
    koko: int
    alfred: int
    undies: int
    covered: int
    bottles: int
    coconuts: int
    counts: tuple[int, ...]
    scored: tuple[int, ...]
    left: tuple[int, ...]


class KokoState(Garden, State):
    """A position in one of the two rounds."""

    __slots__ = (
        "alfred", "bottles", "coconuts", "counts", "covered", "drawn", "drew", "free", "idle", "koko", "later", "left",
        "matching", "moves", "patience", "pile", "players", "points", "role", "round", "rules", "scored", "switches",
        "threw", "top", "undies",
    )  # fmt: skip

    rules: KokoRules
    switches: tuple[str, ...]
    """The values of the options, in the order of SWITCHES."""
    matching: bool
    patience: int
    """How many turns in succession may pass without a tile drawn."""
    round: int
    """From 0 on; ROUNDS when the game is over."""
    role: int
    """Who acts: KOKO or ALFRED."""
    points: int
    idle: int
    """How many turns in succession, the current one left out, passed without a tile drawn."""
    drew: bool
    """Whether a tile was drawn in this turn."""
    threw: int
    """How many coconuts were thrown in this turn."""
    pile: tuple[int, ...]
    top: int
    """Where in the pile the next tile is."""
    later: tuple[tuple[int, ...], ...]
    """The piles of the rounds to come."""
    drawn: int
    """The tile drawn and not yet laid, or NONE."""
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
    """The tokens off the garden: RESERVE and so on."""
    scored: list[int]
    """The points of each player's finished rounds as Koko."""
    left: list[int]
    """The reserve at the end of each player's rounds as Koko."""
    moves: list[int] | None
    """The legal actions, when they are known."""

    def __init__(self, rules: KokoRules, switches: tuple[str, ...]) -> None:
        self.rules = rules
        self.players = PLAYERS
        self.switches = switches
        self.matching = switches[SWITCHES.index("match_sides")] == "yes"
        self.patience = GUARDED_TURNS if switches[SWITCHES.index("stall_guard")] == "yes" else UNGUARDED_TURNS
        self.round = 0
        self.scored, self.left = [0] * PLAYERS, [0] * PLAYERS
        self.later = ()
        self.moves = None

    def prepare(self, pile: tuple[int, ...]) -> None:
        """Set up a round with this pile."""
        rules = self.rules
        self.pile, self.top, self.drawn = pile, 0, NONE
        self.role, self.points, self.idle, self.drew, self.threw = KOKO, POINTS, 0, False, 0
        self.free = self.undies = self.covered = self.bottles = self.coconuts = 0
        self.counts = rules.stock[:]
        self.clear(rules.plan)
        self.koko, self.alfred = 2 * rules.start, 2 * rules.start + 1
        self.lay(rules.start, rules.plan.centre << 2)

    def current(self) -> int:
        """The player to act: the first is Koko in the first round, the second in the second."""
        return OVER if self.round == ROUNDS else self.role ^ self.round & 1

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
            need, filled, codes = self.need, self.plan.filled, self.plan.codes
            first = self.drawn << 2
            matched = []
            for spot in self.frontier:
                sides = need[spot >> 2]
                for turn in turns:
                    if not (sides ^ codes[first | turn & 3]) & filled[sides]:
                        matched.append(spot + turn)
            if matched:
                return matched
        return [spot + turn for spot in self.frontier for turn in turns]

    def koko_acts(self) -> list[int]:
        """What Koko can do."""
        acts = [END]
        zone = self.koko
        able = self.points >= PLAIN_COST
        if able:
            here = self.members[zone]
            acts.append(DRAW)
            if self.free & here and not self.openings[zone] and zone != self.alfred and self.counts[RESERVE]:
                acts.append(GIVE)
            if self.coconuts & here:
                acts.append(PICK)
        if self.counts[COCONUTS_HELD] and self.can_throw():
            acts.append(THROW)
        if able:
            self.add_moves(acts, zone, self.hedges[zone])
        return acts

    def can_throw(self) -> bool:
        """Whether Koko can throw a coconut."""
        return (
            self.koko == self.alfred
            and self.threw < THROWS
            and self.points >= THROW_COST
            and self.counts[COCONUTS_HELD] > 0
        )

    def alfred_acts(self) -> list[int]:
        """What Alfred can do."""
        if self.points < PLAIN_COST:
            return [END]
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
            self.threw += 1
            self.points += STUNNED_POINTS - THROW_COST
        else:
            self.points -= PLAIN_COST
            if self.role == KOKO:
                self.act_koko(action)
            else:
                self.act_alfred(action)
                if self.counts[TAKEN] == self.rules.stock[RESERVE]:
                    self.end_round()
                    return
        if self.points < PLAIN_COST and (self.role == ALFRED or not self.can_throw()):
            self.end_turn()

    def act_koko(self, action: int) -> None:
        """What Koko does for his points."""
        if action >= MOVE:
            self.koko = action - MOVE
        elif action == GIVE:
            guests = lowest(self.free & self.members[self.koko], self.counts[RESERVE])
            self.free ^= guests
            self.undies |= guests
            self.counts[RESERVE] -= guests.bit_count()
        else:
            nuts = self.coconuts & self.members[self.koko]
            self.coconuts ^= nuts & -nuts
            self.counts[COCONUTS_HELD] += 1

    def act_alfred(self, action: int) -> None:
        """What Alfred does for his points."""
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
            dressed = lowest(self.undies & here, TAKEN_BACK)
            self.undies ^= dressed
            self.free |= dressed
            self.counts[TAKEN] += dressed.bit_count()
        elif action == ROB:
            self.count(RESERVE, TAKEN, min(ROBBED, self.counts[RESERVE]))
        else:
            self.count(BOTTLES_HELD, BOTTLES_GONE)

    def count(self, source: int, target: int, number: int = 1) -> None:
        """Tokens go from one count to another."""
        self.counts[source] -= number
        self.counts[target] += number

    def grab(self) -> None:
        """Alfred takes every bottle in his zone: he must."""
        grabbed = self.bottles & self.members[self.alfred]
        if grabbed:
            self.points -= GRAB_COST
            self.bottles ^= grabbed
            self.counts[BOTTLES_HELD] += grabbed.bit_count()

    def draw(self) -> None:
        """The next tile of the pile is drawn; it must be laid at once."""
        self.drawn = self.pile[self.top]
        self.top += 1
        self.points -= PLAIN_COST
        self.drew = True

    def end_turn(self) -> None:
        """The other one's turn, which begins with a draw when too many have passed without."""
        self.idle = 0 if self.drew else self.idle + 1
        self.role ^= 1
        self.points, self.drew, self.threw = POINTS, False, 0
        if self.idle > self.patience:
            raise AssertionError(f"{self.idle} turns without a tile drawn: {self.encode()}")
        if self.idle == self.patience:
            self.draw()

    def end_round(self) -> None:
        """Koko's player notes their points and what is left; then the roles are swapped, or it is over."""
        player = self.round & 1
        self.scored[player] += self.round_points()
        self.left[player] += self.counts[RESERVE]
        self.round += 1
        if self.round < ROUNDS:
            pile, self.later = self.later[0], self.later[1:]
            self.prepare(pile)

    def round_points(self) -> int:
        """What the round brings Koko's player if it ends now."""
        return GARDEN_POINTS * self.undies.bit_count() + RESERVE_POINTS * self.counts[RESERVE]

    def lay(self, tile: int, spot: int) -> None:
        """Lay a tile with what stands on it; the figures' zones may have grown, and Alfred's have a bottle."""
        Garden.lay(self, tile, spot)
        self.free |= self.rules.guests[tile]
        symbol = self.rules.symbols[tile]
        if symbol == "table":
            self.bottles |= 1 << 2 * tile
            self.counts[BOTTLES] -= 1
        elif symbol == "palm":
            self.coconuts |= 1 << 2 * tile
            self.counts[COCONUTS] -= 1
        zone = self.zone
        while zone[self.koko] != self.koko:
            self.koko = zone[self.koko]
        while zone[self.alfred] != self.alfred:
            self.alfred = zone[self.alfred]
        if self.bottles:
            self.grab()

    def clone(self) -> KokoState:
        """A copy; what is never changed in place is shared."""
        copy = KokoState.__new__(KokoState)
        self.copy_to(copy)
        copy.rules, copy.players, copy.switches = self.rules, self.players, self.switches
        copy.matching, copy.patience = self.matching, self.patience
        copy.round, copy.role, copy.points, copy.idle = self.round, self.role, self.points, self.idle
        copy.drew, copy.threw = self.drew, self.threw
        copy.pile, copy.top, copy.later, copy.drawn = self.pile, self.top, self.later, self.drawn
        copy.koko, copy.alfred = self.koko, self.alfred
        copy.free, copy.undies, copy.covered = self.free, self.undies, self.covered
        copy.bottles, copy.coconuts, copy.counts = self.bottles, self.coconuts, self.counts[:]
        copy.scored, copy.left, copy.moves = self.scored[:], self.left[:], self.moves
        return copy

    def scores(self) -> list[int]:
        """The undies that lay in the garden at the end of each player's round as Koko, or lie there now."""
        scores = self.scored[:]
        if self.round < ROUNDS:
            scores[self.round & 1] += self.round_points()
        return scores

    def winners(self) -> list[int]:
        """Most points, then the larger reserve; both when it is a draw."""
        if self.round < ROUNDS:
            return []
        results = list(zip(self.scored, self.left, strict=True))
        return [player for player in range(self.players) if results[player] == max(results)]

    def observe(self, player: int) -> KokoView:
        """Everything but the order of the piles, which is all that is hidden, from both."""
        return KokoView(
            self.switches,
            self.round,
            self.role,
            self.points,
            self.idle,
            self.drew,
            self.threw,
            self.drawn,
            tuple(self.laid),
            self.koko,
            self.alfred,
            self.undies,
            self.covered,
            self.bottles,
            self.coconuts,
            tuple(self.counts),
            tuple(self.scored),
            tuple(self.left),
        )

    def determinize(self, player: int, rng: Random) -> KokoState:
        """The same as to imagine what is observed, but a clone is cheaper than to lay the garden again."""
        twin = self.clone()
        twin.pile, twin.top = tuple(shuffled(self.pile[self.top :], rng)), 0
        twin.later = tuple(tuple(shuffled(pile, rng)) for pile in self.later)
        return twin

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

    def spare(self) -> Counter[str]:
        """The tiles and tokens of the extension when it is not played."""
        rules = self.rules
        if self.switches[0] == "yes":
            return Counter()
        return Counter([*(rules.ids[tile] for tile in rules.boxed), *rules.supply["bottle"], *rules.supply["coconut"]])


class KokoRules(Rules):
    """The rules, with tables of the tiles in each of their four turns."""

    options = OPTIONS

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        designs = [design for design in spec.decks["tiles"].designs for _ in range(design.count)]
        self.ids = [design.id for design in designs]
        copies = [copy for design in spec.decks["tiles"].designs for copy in range(design.count)]
        self.names = [f"{name}:{copy}".removesuffix(":0") for name, copy in zip(self.ids, copies, strict=True)]
        """The tiles by number; further copies of a design are counted at the end, wherever its row stands."""
        self.supply: dict[str, list[str]] = {}
        for token in spec.decks["tokens"].designs:
            self.supply.setdefault(str(token.fields["what"]), []).extend([token.id] * token.count)
        kinds = ("undies", "", "cover", "bottle", "", "", "coconut", "", "")
        self.stock = [len(self.supply.get(what, ())) for what in kinds]
        """The counts at the start."""
        self.plan = Plan(designs)
        self.symbols = [str(design.fields["symbol"]) for design in designs]
        self.guests = [
            (design.fields["guest_a"] != "none") << 2 * tile | (design.fields["guest_b"] != "none") << 2 * tile + 1
            for tile, design in enumerate(designs)
        ]
        """The lawns of each tile that a guest stands on."""
        starts = [tile for tile, design in enumerate(designs) if design.fields["mark"] == "F"]
        self.check(starts)
        self.start = starts[0]
        self.boxed = [tile for tile, design in enumerate(designs) if design.fields["set"] == "extension"]
        self.turns = [self.distinct(tile) for tile in range(len(designs))]
        """The quarter turns of each tile that look different, plus PLACE."""

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
            lines.append((f"{what} tokens", f"at least {number}", found, found >= number))
        where = Location(game=self.id)
        problems = [
            Problem(where.at(detail=f"the number of {what}"), f"must be {needed_number}", found=str(n), code="E0908")
            for what, needed_number, n, well in lines
            if not well
        ]
        if problems:
            raise SpecError(*problems)

    def distinct(self, tile: int) -> list[int]:
        """The quarter turns of a tile that make a difference, plus PLACE; lawns that bear the same are alike."""
        alike = self.symbols[tile] == "none" and self.guests[tile].bit_count() != 1
        return [PLACE + turn for turn in self.plan.turns(tile, alike)]

    def facts(self) -> Mapping[str, int]:
        """The numbers of the rules by name, for texts that speak of them."""
        paid = ("draw", "move", "give", "cover", "take", "rob", "drop", "pick")
        return {f"cost.{action}": PLAIN_COST for action in paid} | {
            "cost.grab": GRAB_COST, "cost.throw": THROW_COST, "rounds": ROUNDS, "turn.points": POINTS,
            "turn.throws": THROWS, "turn.stunned": STUNNED_POINTS, "turns.idle": GUARDED_TURNS, "taken": TAKEN_BACK,
            "robbed": ROBBED, "points.garden": GARDEN_POINTS, "points.reserve": RESERVE_POINTS,
        }  # fmt: skip

    def scoring(self) -> Scoring:
        """Only Koko scores; both players are Koko once, with all undies at most."""
        return Scoring(role={Lang.FR: "Koko", Lang.EN: "Koko"}, most=GARDEN_POINTS * self.stock[RESERVE])

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
        state.later = tuple(map(tuple, piles[1:]))
        state.prepare(tuple(piles[0]))
        return state

    def imagine(self, seen: KokoView, rng: Random) -> KokoState:
        """The same garden with the tiles that are not laid shuffled anew."""
        state = KokoState(self, seen.switches)
        playing = self.in_play(seen.switches)
        rest = [tile for tile in playing if seen.laid[tile] == NONE and tile != seen.drawn]
        later = [playing[:] for _ in range(seen.round + 1, ROUNDS)]
        for pile in (rest, *later):
            rng.shuffle(pile)
        state.later = tuple(map(tuple, later))
        self.restore(state, seen, tuple(rest))
        return state

    def restore(self, state: KokoState, seen: KokoView, pile: tuple[int, ...]) -> None:
        """Build up the position that was observed, with this pile; a garden can be laid in any order."""
        state.prepare(pile)
        for tile, spot in enumerate(seen.laid):
            if spot != NONE and tile != self.start:
                state.lay(tile, spot)
        state.round, state.role, state.drawn = seen.round, seen.role, seen.drawn
        state.points, state.idle, state.drew, state.threw = seen.points, seen.idle, seen.drew, seen.threw
        state.koko, state.alfred = state.find(seen.koko), state.find(seen.alfred)
        state.undies, state.covered, state.bottles, state.coconuts = (
            seen.undies, seen.covered, seen.bottles, seen.coconuts,
        )  # fmt: skip
        state.free &= ~(state.undies | state.covered)
        state.counts, state.scored, state.left = list(seen.counts), list(seen.scored), list(seen.left)
