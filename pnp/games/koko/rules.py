"""Koko and Alfred's garden: a monkey hands out undies in closed zones, a butler covers guests and takes undies back.

Everything on the tiles is a set of lawns (see `pnp.games.koko.garden`): the guest of a lawn, a table's bottle, a palm's
coconut. A figure has no exact place within its zone. Undies are only ever given in a closed zone, which never changes
again, so all its guests are interchangeable: when the reserve is short, or when undies are taken back, the guests on
the lowest lawns are chosen.

Every game ends: each tile laid brings the round nearer to its end, and after `patience` turns in a row without a draw
the next one begins with a draw (2 turns; 50 without the guard). So a round has at most `patience` + 1 turns per tile
drawn, and a turn has at most 3 points plus the 3 of a coconut, each worth at most two decisions.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from pnp.errors import Location, Problem, SpecError
from pnp.games.koko.garden import NONE, Garden, Plan, lowest
from pnp.games.koko.options import OPTIONS
from pnp.play.core import OVER, Rules, Scoring, State, illegal, shuffled
from pnp.play.usage import words
from pnp.spec.model import Design
from pnp.spec.model import Game as Spec
from pnp.terms import Lang

END: Final = 0
DRAW: Final = 1
GIVE: Final = 2
COVER: Final = 3
TAKE: Final = 4
ROB: Final = 5
"""Action: take undies from Koko's reserve."""
DROP: Final = 6
PICK: Final = 7
"""Action: take a coconut from a palm."""
THROW: Final = 8
MOVE: Final = 100
"""Action: move to a zone; the argument is the zone."""
PLACE: Final = 1000
"""Action: lay the drawn tile; the argument is the spot. A multiple of four."""

KOKO: Final = 0
ALFRED: Final = 1
PLAYERS: Final = 2
ROUNDS: Final = 2
"""Number of rounds; players alternate as Koko."""
POINTS: Final = 3
"""Action points per turn."""
PLAIN_COST: Final = 1
"""Cost of an action, including drawing and moving, in points."""
THROW_COST: Final = 0
"""Cost of throwing a coconut, in points."""
STUNNED_POINTS: Final = 3
"""Points gained by throwing a coconut."""
THROWS: Final = 1
"""Maximum number of coconuts thrown per turn."""
GRAB_COST: Final = 0
"""Cost of taking the bottles in Alfred's zone, in points."""
TAKEN_BACK: Final = 1
"""Number of undies that Alfred takes back from guests at a time."""
ROBBED: Final = 3
"""Number of undies that Alfred takes from the reserve at a time."""
GARDEN_POINTS: Final = 1
"""Koko's score for undies worn by a guest."""
RESERVE_POINTS: Final = 0
"""Koko's score for undies in the reserve."""
GUARDED_TURNS: Final = 2
"""Maximum number of turns in a row without a draw."""
UNGUARDED_TURNS: Final = 50
"""The same without the stall guard, so that even then a game ends."""
MOST_TILES: Final = 250
"""Maximum number of tiles: a tile's number fits in a byte, and a zone's number between MOVE and PLACE."""

RESERVE: Final = 0
TAKEN: Final = 1
COVERS: Final = 2
BOTTLES: Final = 3
BOTTLES_HELD: Final = 4
BOTTLES_GONE: Final = 5
COCONUTS: Final = 6
COCONUTS_HELD: Final = 7
COCONUTS_GONE: Final = 8
"""The last of the indices into `KokoState.counts`, the tokens that are not in the garden."""
ROLES: Final = ("koko", "alfred")
SWITCHES: Final = tuple(OPTIONS)
AND: Final = words(" et ", " and ")
QUOTED: Final = words("« {} »", "“{}”")
"""A tile's title in a description."""


class KokoView(NamedTuple):
    """What a player may know of a position; the same for both players."""

    switches: tuple[str, ...]
    """Option values, in the order of SWITCHES."""
    round: int
    role: int
    points: int
    idle: int
    drew: bool
    threw: int
    drawn: int
    laid: tuple[int, ...]
    """The spot of each tile, or NONE."""
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
    """Option values, in the order of SWITCHES."""
    matching: bool
    patience: int
    """Maximum number of turns in a row without a draw."""
    round: int
    """Number of the round, from 0; ROUNDS when the game is over."""
    role: int
    """The role to act: KOKO or ALFRED."""
    points: int
    idle: int
    """Number of turns in a row without a draw, not counting the current one."""
    drew: bool
    """Whether a tile was drawn in this turn."""
    threw: int
    """Number of coconuts thrown in this turn."""
    pile: tuple[int, ...]
    top: int
    """Index of the next tile in the pile."""
    later: tuple[tuple[int, ...], ...]
    """Piles of the rounds to come."""
    drawn: int
    """The tile drawn but not yet laid, or NONE."""
    koko: int
    """Koko's zone."""
    alfred: int
    free: int
    """Lawns with a free guest."""
    undies: int
    covered: int
    bottles: int
    """Tables with a bottle."""
    coconuts: int
    counts: list[int]
    """Tokens that are not in the garden, indexed by RESERVE and so on."""
    scored: list[int]
    """Points of each player's finished rounds as Koko."""
    left: list[int]
    """Reserve at the end of each player's rounds as Koko."""
    moves: list[int] | None
    """The legal actions, once computed."""

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
        """Return the player to act; the first player is Koko in the first round, the second in the second."""
        return OVER if self.round == ROUNDS else self.role ^ self.round & 1

    def legal(self) -> list[int]:
        """Return the placements of a drawn tile, or otherwise what the figure can do."""
        if self.moves is None:
            if self.round == ROUNDS:
                self.moves = []
            elif self.drawn != NONE:
                self.moves = self.placements()
            else:
                self.moves = self.koko_acts() if self.role == KOKO else self.alfred_acts()
        return self.moves

    def placements(self) -> list[int]:
        """Return every spot in every distinct orientation; if sides must match but cannot, all of them."""
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
        """Return what Koko can do."""
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
        """Return whether Koko can throw a coconut."""
        return (
            self.koko == self.alfred
            and self.threw < THROWS
            and self.points >= THROW_COST
            and self.counts[COCONUTS_HELD] > 0
        )

    def alfred_acts(self) -> list[int]:
        """Return what Alfred can do."""
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
        """Add the moves to the zones of the lawns beyond, in order, except the figure's own zone."""
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
        """Play an action; the turn ends automatically when there is nothing left to decide."""
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
        """Perform one of Koko's paid actions."""
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
        """Perform one of Alfred's paid actions."""
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
        """Move tokens from one count to another."""
        self.counts[source] -= number
        self.counts[target] += number

    def grab(self) -> None:
        """Let Alfred take every bottle in his zone, as he must."""
        grabbed = self.bottles & self.members[self.alfred]
        if grabbed:
            self.points -= GRAB_COST
            self.bottles ^= grabbed
            self.counts[BOTTLES_HELD] += grabbed.bit_count()

    def draw(self) -> None:
        """Draw the next tile of the pile; it must be laid immediately."""
        self.drawn = self.pile[self.top]
        self.top += 1
        self.points -= PLAIN_COST
        self.drew = True

    def end_turn(self) -> None:
        """Pass the turn; it begins with a draw if too many turns have passed without one."""
        self.idle = 0 if self.drew else self.idle + 1
        self.role ^= 1
        self.points, self.drew, self.threw = POINTS, False, 0
        if self.idle > self.patience:
            raise AssertionError(f"{self.idle} turns without a tile drawn: {self.encode()}")
        if self.idle == self.patience:
            self.draw()

    def end_round(self) -> None:
        """Record the points and the reserve of Koko's player, then swap roles or end the game."""
        player = self.round & 1
        self.scored[player] += self.round_points()
        self.left[player] += self.counts[RESERVE]
        self.round += 1
        if self.round < ROUNDS:
            pile, self.later = self.later[0], self.later[1:]
            self.prepare(pile)

    def round_points(self) -> int:
        """Return what the round would score for Koko's player if it ended now."""
        return GARDEN_POINTS * self.undies.bit_count() + RESERVE_POINTS * self.counts[RESERVE]

    def lay(self, tile: int, spot: int) -> None:
        """Lay a tile with what is on it, update the figures' zones, and let Alfred take bottles in his."""
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
        """Return a copy; what is never changed in place is shared."""
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
        """Return each player's points as Koko, including those of the current round so far."""
        scores = self.scored[:]
        if self.round < ROUNDS:
            scores[self.round & 1] += self.round_points()
        return scores

    def winners(self) -> list[int]:
        """Return the players with most points, then the larger reserve; both in case of a draw."""
        if self.round < ROUNDS:
            return []
        results = list(zip(self.scored, self.left, strict=True))
        return [player for player in range(self.players) if results[player] == max(results)]

    def observe(self, player: int) -> KokoView:
        """Return everything except the order of the piles, which is hidden from both players."""
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
        """Return a random indistinguishable position; cloning is cheaper than `Rules.imagine`."""
        twin = self.clone()
        twin.pile, twin.top = tuple(shuffled(self.pile[self.top :], rng)), 0
        twin.later = tuple(tuple(shuffled(pile, rng)) for pile in self.later)
        return twin

    def census(self) -> Counter[str]:
        """Count the tiles laid, drawn, in the pile and in the box, and all tokens."""
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
        """Count the tiles and tokens of the extension if it is not used."""
        rules = self.rules
        if self.switches[0] == "yes":
            return Counter()
        return Counter([*(rules.ids[tile] for tile in rules.boxed), *rules.supply["bottle"], *rules.supply["coconut"]])


class KokoRules(Rules):
    """The rules, with tables of the tiles in each of their four orientations."""

    options = OPTIONS

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        designs = [design for design in spec.decks["tiles"].designs for _ in range(design.count)]
        self.ids = [design.id for design in designs]
        copies = [copy for design in spec.decks["tiles"].designs for copy in range(design.count)]
        self.names = [f"{name}:{copy}".removesuffix(":0") for name, copy in zip(self.ids, copies, strict=True)]
        """Unique names of the tiles; further copies of a design have their number appended."""
        self._titles: dict[Lang, list[str]] = {}
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
        """Lawns of each tile that have a guest."""
        starts = [tile for tile, design in enumerate(designs) if design.fields["mark"] == "F"]
        self.check(starts)
        self.start = starts[0]
        self.boxed = [tile for tile, design in enumerate(designs) if design.fields["set"] == "extension"]
        self.turns = [self.distinct(tile) for tile in range(len(designs))]
        """The quarter turns of each tile that look different, plus PLACE."""

    def check(self, starts: list[int]) -> None:
        """Raise SpecError if the deck cannot be played: covers must never run out, each table needs a bottle."""
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
        """Return a tile's distinct quarter turns, plus PLACE; lawns with equal contents are interchangeable."""
        alike = self.symbols[tile] == "none" and self.guests[tile].bit_count() != 1
        return [PLACE + turn for turn in self.plan.turns(tile, alike)]

    def titles(self, lang: Lang) -> list[str]:
        """Return what players call each tile: who stands on it, or else the small joke on it.

        >>> import pnp
        >>> pnp.find_game("koko").titles(Lang.EN)[13:16]
        ['bishop and diva', 'admiral and spinsters', 'flapper and colonel']
        """
        if lang not in self._titles:
            designs = [design for design in self.spec.decks["tiles"].designs for _ in range(design.count)]
            found = [self._title(design, lang) for design in designs]
            for columns in (("decor",), ()):
                known = Counter(found)
                for tile, design in enumerate(designs):
                    if known[found[tile]] > 1 or not found[tile]:
                        more = self._words(design, columns, lang) if columns else [self.names[tile]]
                        found[tile] = ", ".join([found[tile], *more] if found[tile] else more)
            self._titles[lang] = found
        return self._titles[lang]

    def _title(self, design: Design, lang: Lang) -> str:
        guests = self._words(design, ("guest_a", "guest_b"), lang)
        return AND[lang].join(guests) or ", ".join(self._words(design, ("symbol", "joke"), lang))

    def _words(self, design: Design, columns: Sequence[str], lang: Lang) -> list[str]:
        """Return the values of some columns in words, without those that are none."""
        values = [str(design.fields.get(column, "none")) for column in columns]
        texts = self.spec.text
        return [texts[value][lang] if value in texts else value for value in values if value != "none"]

    def parse(self, state: State, text: str, lang: Lang) -> int:
        """Return the legal action with this description; the drawn tile may also be called by its id."""
        if isinstance(state, KokoState) and state.drawn != NONE:
            short, title = self.names[state.drawn], QUOTED[lang].format(self.titles(lang)[state.drawn])
            text = text.replace(f" {short} ", f" {title} ", 1)
        return super().parse(state, text, lang)

    def facts(self) -> Mapping[str, int]:
        """Return the numbers used by the rules, by name, for texts that quote them."""
        paid = ("draw", "move", "give", "cover", "take", "rob", "drop", "pick")
        return {f"cost.{action}": PLAIN_COST for action in paid} | {
            "cost.grab": GRAB_COST, "cost.throw": THROW_COST, "rounds": ROUNDS, "turn.points": POINTS,
            "turn.throws": THROWS, "turn.stunned": STUNNED_POINTS, "turns.idle": GUARDED_TURNS, "taken": TAKEN_BACK,
            "robbed": ROBBED, "points.garden": GARDEN_POINTS, "points.reserve": RESERVE_POINTS,
        }  # fmt: skip

    def scoring(self) -> Scoring:
        """Return the names of the scores: only Koko scores, at most once for each of the undies."""
        return Scoring(role={Lang.FR: "Koko", Lang.EN: "Koko"}, most=GARDEN_POINTS * self.stock[RESERVE])

    def decks(self) -> tuple[str, ...]:
        """Return the decks in play: tiles and tokens."""
        return ("tiles", "tokens")

    def in_play(self, switches: tuple[str, ...]) -> list[int]:
        """Return the tiles that are drawn in a round."""
        boxed = [] if switches[0] == "yes" else self.boxed
        return [tile for tile in range(len(self.names)) if tile != self.start and tile not in boxed]

    def deal(self, players: int, rng: Random, options: dict[str, str]) -> KokoState:
        """Lay the start tile and shuffle a pile for each round."""
        state = KokoState(self, tuple(options[name] for name in SWITCHES))
        piles = [self.in_play(state.switches) for _ in range(ROUNDS)]
        for pile in piles:
            rng.shuffle(pile)
        state.later = tuple(map(tuple, piles[1:]))
        state.prepare(tuple(piles[0]))
        return state

    def imagine(self, seen: KokoView, rng: Random) -> KokoState:
        """Return a random position with this observation: the same garden, with the other tiles reshuffled."""
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
        """Rebuild an observed position with this pile; a garden can be laid in any order."""
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
