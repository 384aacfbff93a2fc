"""Cot-cot Conquête!: armies of overlapping cards; recruit, battle, retreat, until one general is left.

A turn is two decisions, because the top card of the deck is seen only once it is taken: first which card, then where to
place it. A cell belongs to a group of at least two exactly if it has a neighbour of its kind, so each army's values are
updated from the twelve cells that a card can change, and no search for groups is needed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Final, NamedTuple

from pnp.errors import Location, Problem, SpecError, quote_value
from pnp.games.conquete.options import HALF, HEALTH, OPTIONS
from pnp.play.core import OVER, Options, Rules, Scoring, State, illegal
from pnp.spec.model import Design
from pnp.spec.model import Game as Spec
from pnp.terms import Lang

EMPTY: Final = 0
SWORD: Final = 1
WAND: Final = 2
SHIELD: Final = 3
BARRIER: Final = 4
COIN: Final = 5
POTION: Final = 6
KINDS: Final = 7
NAMES: Final = ("", "sword", "wand", "shield", "barrier", "coin", "potion")
"""Cell contents as the spec writes them: chickens first, then what counts without a group."""
CELLS: Final[Mapping[str, tuple[int, int]]] = {
    **{f"{NAMES[kind]}{hens}": (kind, hens) for kind in range(SWORD, COIN) for hens in (1, 2)},
    **{NAMES[kind]: (kind, 1) for kind in (COIN, POTION)},
}
"""Kind and number of everything a cell can show: one or two chickens of a type, a coin or a potion."""
COMMON: Final = ("sword1", "wand1", "barrier1", "shield1")
"""The common side of the start card: one chicken of each type. The spec has the other side."""
CORNERS: Final = ("nw", "ne", "sw", "se")

SIDE: Final = 2
"""Cells along each side of a card."""
COVERED: Final = 1
"""Minimum number of cells that a card must cover of a card on the grid."""
OUT: Final = 0
"""At this health or less a player is eliminated."""
PRICES: Final = (0, 1, 2)
"""Visible coins required for each card of the row, from its free end to the deck."""
ROW: Final = len(PRICES)
"""Number of cards face up."""
BLIND_PRICE: Final = 0
"""Visible coins required for the top card of the deck."""
FEWEST: Final = 2
"""Minimum number of living players in a round."""
GROUP: Final = 2
"""Minimum size of a group, 1 or 2. Only direct neighbours are checked, so larger values are not supported."""
HEALED: Final = 1
"""Health restored by each potion."""
FRAMED: Final = 1
"""Value added by the framed chicken."""

TAKE: Final = 0
"""Action: take a card of the row; the argument is its place from the free end."""
BLIND: Final = TAKE + ROW
"""Action: take the unseen top card of the deck."""
PLACE: Final = 4
"""Action: place the card in hand; add four times the cell of its upper left corner, plus its clockwise quarter turns.

It is a multiple of four, so an action modulo four is its number of turns.
"""
TURNS: Final = 4

NONE: Final = -1
"""No card in hand."""
HIDDEN: Final = -2
"""A card in hand that the observer has not seen."""

Look = tuple[tuple[int, int], ...]
"""Kind and number of four cells in reading order."""


class ArmyFace(NamedTuple):
    """One side of a card in one orientation; cells in reading order."""

    kinds: tuple[int, ...]
    hens: tuple[int, ...]
    """Number of chickens on each cell; 1 for a coin or a potion."""
    sure: tuple[tuple[int, int], ...]
    """Kind and number of everything that counts wherever the card is: pairs within it, coins and potions."""
    lone: tuple[tuple[int, int, int, int], ...]
    """Kind and number of each other chicken cell, and offsets from the card's first cell to its two neighbours."""

    @classmethod
    def of(cls, look: Look, wide: int) -> ArmyFace:
        """Make a face from its cells, for a grid of this width."""
        (nw, _), (ne, _), (sw, _), (se, _) = look
        mates = ((ne, sw), (nw, se), (nw, se), (ne, sw))
        outside = ((-1, -wide), (2, 1 - wide), (wide - 1, 2 * wide), (wide + 2, 2 * wide + 1))
        alone = _first_ungrouped_kind()
        sure, lone = [], []
        for (kind, count), mate, (beside, above) in zip(look, mates, outside, strict=True):
            if kind >= alone or kind in mate:
                sure.append((kind, count))
            else:
                lone.append((kind, count, above, beside))
        kinds, hens = zip(*look, strict=True)
        return cls(kinds, hens, tuple(sure), tuple(lone))


class ConqueteView(NamedTuple):
    """What a player may know of a position."""

    viewer: int
    options: tuple[tuple[str, str], ...]
    colours: tuple[int, ...]
    left: int
    """Number of cards in the deck."""
    row: tuple[int, ...]
    hand: int
    """The army card to place, NONE, or HIDDEN."""
    blind: bool
    queue: tuple[int, ...]
    seat: int
    health: tuple[int, ...]
    log: tuple[int, ...]


class ConqueteState(State):
    """A position.

    Every game ends: a round uses at least two army cards and none returns, so the 43 cards in the box allow at most 21
    rounds and 86 decisions.
    """

    __slots__ = (
        "blind", "capped", "colours", "deck", "feather", "hand", "health", "hens", "kinds", "left", "log", "near",
        "options", "players", "queue", "row", "rules", "seat", "spots", "values",
    )  # fmt: skip

    rules: ConqueteRules
    options: Options
    colours: list[int]
    """Colour of each player, followed by the unused colours."""
    deck: list[int]
    """Army cards; the first `left` are still in the pile, the last of these on top. Shared by clones."""
    row: list[int]
    """Army cards face up, from the free end to the deck."""
    hand: int
    """The army card to place, or NONE."""
    blind: bool
    """Whether that card came from the deck, so that only its owner has seen it."""
    queue: list[int]
    """Players who began the round, starting with the initiative; once over, those who can have won."""
    seat: int
    """Index of the current player in the queue; OVER at the end."""
    kinds: list[bytearray]
    """What each cell shows, for each player's grid."""
    hens: list[bytearray]
    """Number of chickens on each cell."""
    near: list[bytearray]
    """1 for each cell where a card's upper left corner may be placed."""
    spots: list[list[int]]
    """The same as sorted actions, four orientations for each cell."""
    values: list[int]
    """For each player and kind: chickens in groups, coins, potions."""
    log: list[int]
    """All placements in order: player, card, action."""

    def __init__(self, rules: ConqueteRules, players: int, options: Options, colours: list[int]) -> None:
        self.rules, self.players, self.options, self.colours = rules, players, options, colours
        self.feather = options["last_feather"] == "yes"
        self.capped = options["heal_cap"] != "none"
        self.deck, self.left, self.row, self.hand, self.blind = [], 0, [], NONE, False
        self.queue, self.seat, self.health = list(range(players)), 0, [HEALTH] * players
        self.kinds, self.hens, self.near = ([bytearray(rules.cells) for _ in range(players)] for _ in range(3))
        self.spots = [[] for _ in range(players)]
        self.values, self.log = [0] * (players * KINDS), []
        own = options["asymmetric_start"] == "yes"
        for player in range(players):
            self.lay(player, rules.home, rules.starts[colours[player]] if own else rules.common)

    def current(self) -> int:
        """Return the player to recruit; OVER at the end."""
        return OVER if self.seat < 0 else self.queue[self.seat]

    def turn_mark(self) -> int:
        """Return the length of the log, since one player may end a round and begin the next."""
        return len(self.log)

    def legal(self) -> list[int]:
        """Return the placements of the card in hand; without one, the cards that can be taken."""
        if self.seat < 0:
            return []
        player = self.queue[self.seat]
        if self.hand >= 0:
            turns, spots = self.rules.turns[self.hand], self.spots[player]
            return spots[:] if turns == TURNS else [action for action in spots if action % TURNS < turns]
        coins, row, rules = self.values[player * KINDS + COIN], self.row, self.rules
        takes = rules.offers[len(row)][coins if coins < rules.dearest else rules.dearest][:]
        if rules.twins:
            takes = [take for take in takes if not take or row[take] != row[take - 1]]
        if self.left and coins >= BLIND_PRICE:
            takes.append(BLIND)
        return takes

    def apply(self, action: int) -> None:
        """Take a card and refill the row, or place it; the last placement of a round starts the battle."""
        if self.seat < 0:
            raise illegal(self, action)
        if self.hand >= 0:
            self._place(action)
        else:
            self._take(action)

    def _take(self, action: int) -> None:
        """Take a card; the row slides towards its free end and is refilled, but not after a blind draw."""
        coins, row = self.values[self.queue[self.seat] * KINDS + COIN], self.row
        if action == BLIND and self.left and coins >= BLIND_PRICE:
            self.left -= 1
            self.hand, self.blind = self.deck[self.left], True
            return
        if not 0 <= action < len(row) or PRICES[action] > coins or (action and row[action] == row[action - 1]):
            raise illegal(self, action)
        self.hand = row.pop(action)
        if self.left:
            self.left -= 1
            row.append(self.deck[self.left])

    def _place(self, action: int) -> None:
        player, card, rules = self.queue[self.seat], self.hand, self.rules
        where, turn = (action - PLACE) // TURNS, action % TURNS
        if not 0 <= where < rules.cells or not self.near[player][where] or turn >= rules.turns[card]:
            raise illegal(self, action)
        self.lay(player, where, rules.faces[card][turn])
        self.log += (player, card, action)
        self.hand, self.blind = NONE, False
        self.seat += 1
        if self.seat == len(self.queue):
            self._battle()
            self._retreat()

    def lay(self, player: int, where: int, face: ArmyFace) -> None:
        """Cover the four cells from `where`, and open the positions around them."""
        if EMPTY in self.cover(player, where, face):
            self._widen(player, where)

    def cover(self, player: int, where: int, face: ArmyFace) -> tuple[int, int, int, int]:
        """Cover four cells, update the values of groups joined or split, and return what the cells showed."""
        kinds, hens, rules, values = self.kinds[player], self.hens[player], self.rules, self.values
        base, wide, alone = player * KINDS, rules.wide, rules.alone
        down = where + wide
        old = (kinds[where], kinds[where + 1], kinds[down], kinds[down + 1])
        for cell in (where, where + 1, down, down + 1):
            kind = kinds[cell]
            if kind and (
                kind >= alone or kind in (kinds[cell - 1], kinds[cell + 1], kinds[cell - wide], kinds[cell + wide])
            ):
                values[base + kind] -= hens[cell]
        new, counts, sure, lone = face
        kinds[where], kinds[where + 1], kinds[down], kinds[down + 1] = new
        hens[where], hens[where + 1], hens[down], hens[down + 1] = counts
        for kind, count in sure:
            values[base + kind] += count
        for kind, count, above, beside in lone:
            if kinds[where + above] == kind or kinds[where + beside] == kind:
                values[base + kind] += count
        for step, inside, beyond, left, right in rules.rim:
            kind = kinds[where + step]
            if EMPTY < kind < alone:
                joined = new[inside] == kind
                if joined != (old[inside] == kind) and not (
                    kinds[where + beyond] == kind or kinds[where + left] == kind or kinds[where + right] == kind
                ):
                    values[base + kind] += hens[where + step] if joined else -hens[where + step]
        return old

    def _widen(self, player: int, where: int) -> None:
        """Open the positions from which a card would cover part of the one just placed."""
        near, spots = self.near[player], self.spots[player]
        for step in self.rules.corners:
            cell = where + step
            if not near[cell]:
                near[cell] = 1
                first = PLACE + cell * TURNS
                index = bisect_left(spots, first)
                spots[index:index] = (first, first + 1, first + 2, first + 3)

    def framed(self, player: int, kind: int) -> int:
        """Return what the framed chicken of a flipped general adds to this kind; it needs no group."""
        low = self.feather and self.health[player] <= HALF
        return FRAMED if low and self.rules.trades[self.colours[player]] == kind else 0

    def strength(self, player: int, kind: int) -> int:
        """Return the current value of one type of chicken."""
        return self.values[player * KINDS + kind] + self.framed(player, kind)

    def damage(self, attacker: int, defender: int) -> int:
        """Return the damage of an attack at this moment."""
        values, strong, weak = self.values, attacker * KINDS, defender * KINDS
        physical = values[strong + SWORD] - values[weak + SHIELD]
        magical = values[strong + WAND] - values[weak + BARRIER]
        if self.feather:
            physical += self.framed(attacker, SWORD) - self.framed(defender, SHIELD)
            magical += self.framed(attacker, WAND) - self.framed(defender, BARRIER)
        return (physical if physical > 0 else 0) + (magical if magical > 0 else 0)

    def _battle(self) -> None:
        """Let every player of the round attack all others, one attacker after another.

        A flipped health card takes effect from the next attack. A defender's values depend only on their own health, so
        the order of defenders within one attack does not matter.
        """
        health = self.health
        for attacker in self.queue:
            for defender in self.queue:
                if defender != attacker:
                    health[defender] -= self.damage(attacker, defender)

    def _retreat(self) -> None:
        """Eliminate players at OUT or less; if the game continues, heal the others and pass the initiative."""
        health = self.health
        standing = [player for player in self.queue[1:] + self.queue[:1] if health[player] > OUT]
        if len(standing) < FEWEST:
            self.queue = standing or self.queue
            self.seat = OVER
            return
        for player in standing:
            healed = health[player] + HEALED * self.values[player * KINDS + POTION]
            health[player] = HEALTH if self.capped and healed > HEALTH else healed
        self.queue = standing
        self.begin_round()

    def begin_round(self) -> None:
        """Begin a round, or end the game if there are not enough cards for it."""
        assert len(self.log) <= 3 * self.rules.cards, "a card was placed twice"  # noqa: S101 (the bound of the game)
        self.seat = 0 if self.left + len(self.row) >= len(self.queue) else OVER

    def clone(self) -> ConqueteState:
        """Return a copy; only the constant deck, colours and options are shared."""
        twin = ConqueteState.__new__(ConqueteState)
        twin.rules, twin.players, twin.options, twin.colours = self.rules, self.players, self.options, self.colours
        twin.feather, twin.capped = self.feather, self.capped
        twin.deck, twin.left, twin.row = self.deck, self.left, self.row[:]
        twin.hand, twin.blind, twin.queue, twin.seat = self.hand, self.blind, self.queue[:], self.seat
        twin.health, twin.values, twin.log = self.health[:], self.values[:], self.log[:]
        twin.kinds = [grid[:] for grid in self.kinds]
        twin.hens = [grid[:] for grid in self.hens]
        twin.near = [grid[:] for grid in self.near]
        twin.spots = [spots[:] for spots in self.spots]
        return twin

    def scores(self) -> list[int]:
        """Return each player's health; for eliminated players, their health when they fell."""
        return self.health[:]

    def winners(self) -> list[int]:
        """Return the survivor, or the player in the queue with the highest health.

        The queue is in order of initiative, so ties go to the holder or the next player to the left. If all fell
        together, it holds exactly the players who fell in this retreat, and the highest health is the closest to 0.
        """
        return [] if self.seat >= 0 else [max(self.queue, key=self.health.__getitem__)]

    def placed(self) -> Iterator[tuple[int, int, int]]:
        """Yield player, card and action of every placement, in order."""
        return zip(self.log[::3], self.log[1::3], self.log[2::3], strict=True)

    def observe(self, player: int) -> ConqueteView:
        """Return everything except the order of the deck and another player's blind draw."""
        seen = NONE if self.hand < 0 else self.hand if not self.blind or self.current() == player else HIDDEN
        return ConqueteView(
            player,
            tuple(self.options.items()),
            tuple(self.colours),
            self.left,
            tuple(self.row),
            seen,
            self.blind,
            tuple(self.queue),
            self.seat,
            tuple(self.health),
            tuple(self.log),
        )

    def determinize(self, player: int, rng: Random) -> ConqueteState:
        """Return a random indistinguishable position; cloning is cheaper than `Rules.imagine`."""
        twin, unseen = self.clone(), self.deck[: self.left]
        if self.blind and self.current() != player:
            unseen.append(self.hand)
        self.rules.redeal_unseen(twin, unseen, rng)
        return twin

    def census(self) -> Counter[str]:
        """Count army cards everywhere, and the start, general and health cards of every colour."""
        rules, hand = self.rules, [self.hand] if self.hand >= 0 else []
        army = [rules.ids[card] for card in (*self.deck[: self.left], *self.row, *self.log[1::3], *hand)]
        sets = [id for colour in self.colours for id in rules.sets[colour]]
        return Counter([*army, *sets, *(design.id for design in rules.spec.decks["initiative"].designs)])

    def spare(self) -> Counter[str]:
        """Count the start, general and health cards of unused colours."""
        return Counter(id for colour in self.colours[self.players :] for id in self.rules.sets[colour])


class ConqueteRules(Rules):
    """The rules, with the cards of the spec as tables of ints."""

    options = OPTIONS

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        if GROUP not in (1, 2):
            where = Location(game=self.id, detail="a group")
            raise SpecError(Problem(where, "must be 1 or 2 cells", found=str(GROUP), code="E0908"))
        army, starts = spec.decks["army"], spec.decks["start"].designs
        self.army = [card for card, design in enumerate(army.designs) for _ in range(design.count)]
        self.cards = len(self.army)
        reach = self.cards // FEWEST
        """Maximum number of cards one player can place; each extends the grid by at most one cell per side."""
        self.wide = wide = reach + 1 + SIDE + reach + 1
        self.cells = wide * wide
        self.middle = reach + 1
        self.home = self.middle * (wide + 1)
        """The upper left cell of the start card, in the middle of the grid."""
        steps = range(1 - SIDE, SIDE)
        self.corners = tuple(
            row * wide + column
            for row in steps
            for column in steps
            if (SIDE - abs(row)) * (SIDE - abs(column)) >= COVERED
        )
        """Offsets from a card's first cell to the first cells of cards that cover enough of it."""
        self.alone = _first_ungrouped_kind()
        self.rim = _border_cells(wide)
        self.ids = [design.id for design in army.designs]
        self.faces = [[ArmyFace.of(look, wide) for look in _turned(self._printed(design))] for design in army.designs]
        """Each card in its distinct clockwise orientations."""
        self.turns = [len(faces) for faces in self.faces]
        self.dearest = max(PRICES)
        self.offers = [
            [[take for take, price in enumerate(PRICES[:cards]) if price <= coins] for coins in range(self.dearest + 1)]
            for cards in range(ROW + 1)
        ]
        """What can be taken from the row, by its number of cards and the visible coins, capped at the top price."""
        self.twins = any(design.count > 1 for design in army.designs)
        self.emblems = [str(design.fields["emblem"]) for design in starts]
        self.starts = [ArmyFace.of(self._printed(design), wide) for design in starts]
        self.common = ArmyFace.of(tuple(CELLS[cell] for cell in COMMON), wide)
        self.generals, healths = ([self._of(emblem, deck) for emblem in self.emblems] for deck in ("general", "health"))
        self.trades = [NAMES.index(str(general.fields["trade"])) for general in self.generals]
        self.sets = [tuple(card.id for card in cards) for cards in zip(starts, self.generals, healths, strict=True)]

    def _of(self, emblem: str, deck: str) -> Design:
        for design in self.spec.decks[deck].designs:
            if design.fields["emblem"] == emblem:
                return design
        where = Location(game=self.id, deck=deck, detail=deck)
        raise SpecError(Problem(where, f"has no card with the emblem {quote_value(emblem)}", code="E0908"))

    def _printed(self, design: Design) -> Look:
        """Return the four cells of a card; raise SpecError if one is invalid."""
        cells = [str(design.fields[corner]) for corner in CORNERS]
        for cell in cells:
            if cell not in CELLS:
                where, message = Location(game=self.id, piece=design.id), f"must only use the cells {', '.join(CELLS)}"
                raise SpecError(Problem(where, message, found=quote_value(cell), code="E0908"))
        return tuple(CELLS[cell] for cell in cells)

    def facts(self) -> Mapping[str, int]:
        """Return the numbers used by the rules, by name, for texts that quote them."""
        cells = SIDE * SIDE
        return {
            "health": HEALTH, "half": HALF, "out": OUT, "row": ROW, "cells": cells, "covered.least": COVERED,
            "covered.most": cells, "cost.end": PRICES[0], "cost.blind": BLIND_PRICE, "cost.middle": PRICES[1],
            "cost.deck": PRICES[-1], "group": GROUP, "healed": HEALED, "framed": FRAMED,
        }  # fmt: skip

    def scoring(self) -> Scoring:
        """Return the names of the scores, which are health points."""
        return Scoring(
            title={Lang.FR: "Santé", Lang.EN: "Health"},
            one={Lang.FR: "point de santé", Lang.EN: "health point"},
            many={Lang.FR: "points de santé", Lang.EN: "health points"},
        )

    def decks(self) -> tuple[str, ...]:
        """Return the names of all decks."""
        return ("army", "start", "general", "health", "initiative")

    def spot(self, action: int) -> tuple[int, int]:
        """Return the row and column of a placement, relative to the upper left cell of the start card."""
        row, column = divmod((action - PLACE) // TURNS, self.wide)
        return row - self.middle, column - self.middle

    def cell(self, row: int, column: int) -> int:
        """Return the cell at this row and column, relative to the upper left cell of the start card."""
        return (row + self.middle) * self.wide + column + self.middle

    def deal(self, players: int, rng: Random, options: dict[str, str]) -> ConqueteState:
        """Shuffle the deck, and draw colours and the first player."""
        colours = list(range(len(self.emblems)))
        rng.shuffle(colours)
        state = ConqueteState(self, players, options, colours)
        state.deck = self.army[:]
        rng.shuffle(state.deck)
        state.left = max(0, len(state.deck) - ROW)
        state.row = state.deck[state.left :][::-1]
        first = rng.randrange(players)
        state.queue = [(first + step) % players for step in range(players)]
        state.begin_round()
        return state

    def redeal_unseen(self, state: ConqueteState, unseen: list[int], rng: Random) -> None:
        """Redeal the cards that an observer has not seen: the deck, and another player's blind draw."""
        unseen.sort()
        rng.shuffle(unseen)
        if len(unseen) > state.left:
            state.hand = unseen.pop()
        state.deck = unseen

    def imagine(self, seen: ConqueteView, rng: Random) -> ConqueteState:
        """Return a random position with this observation: the grids rebuilt, unseen cards shuffled."""
        state = ConqueteState(self, len(seen.health), dict(seen.options), list(seen.colours))
        state.left, state.row, state.hand, state.blind = seen.left, list(seen.row), seen.hand, seen.blind
        state.queue, state.seat = list(seen.queue), seen.seat
        state.health, state.log = list(seen.health), list(seen.log)
        for player, card, action in state.placed():
            state.lay(player, (action - PLACE) // TURNS, self.faces[card][action % TURNS])
        unseen = Counter(self.army)
        unseen.subtract([*seen.row, *seen.log[1::3], *([seen.hand] if seen.hand >= 0 else [])])
        self.redeal_unseen(state, list(unseen.elements()), rng)
        return state


def _first_ungrouped_kind() -> int:
    """Return the first kind of cell that counts without a group; coins and potions do."""
    return COIN if GROUP > 1 else SWORD


def _border_cells(wide: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each cell beside a card: its offset, the card's cell it touches, and its other neighbours."""
    rim = []
    for inside, out in ((0, -wide), (1, -wide), (0, -1), (2, -1), (1, 1), (3, 1), (2, wide), (3, wide)):
        step = (0, 1, wide, wide + 1)[inside] + out
        side = 1 if abs(out) == wide else wide
        rim.append((step, inside, step + out, step - side, step + side))
    return tuple(rim)


def _turned(look: Look) -> list[Look]:
    """Return the distinct clockwise orientations of a card; fewer than four if it is symmetric."""
    looks: list[Look] = []
    while look not in looks:
        looks.append(look)
        nw, ne, sw, se = look
        look = (sw, nw, se, ne)
    return looks
