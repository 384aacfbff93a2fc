"""CotCotCollec': three action points per turn to hide chests, grow collections on them and get rid of the fox.

A card is the number of its kind: the motifs from 0, then the joker, the doubler and the rooster. Per-kind counts are in
flat lists, with a row of the motifs, the joker and the doubler for each seat; sets of kinds are bit masks, and tables
give the actions for every mask. Chests on the table are interchangeable: only the number of empty ones matters, while
the cards shown before they were turned face down are remembered.

Nobody is ever stuck: the market holds three cards, so the last point can be spent on one of them. If jokers cost more,
a market of three jokers is too expensive for the last point: then a card in hand can be hidden, and a move that would
rule out both is illegal, since all points must be spent. With two points or more, drawing from the deck is possible.

Every game ends: the fox takes at most two points of a turn, so every turn adds a card to a hand, plays one from a hand,
or reveals a rooster. No card does either of these twice, and the last rooster is in the deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import ClassVar, Final, NamedTuple

from pnp.errors import Location, Problem, SpecError
from pnp.games.cotcotcollec.options import OPTIONS
from pnp.play.core import OVER, Options, Rules, State, illegal, shuffled
from pnp.spec.model import Design
from pnp.spec.model import Game as Spec

WIDTH: Final = 100
"""Number of arguments reserved for each family of actions."""
CHEST: Final = 0
"""Action: show a card and lay it face down; the argument is the card."""
OPEN: Final = 1 * WIDTH
"""Action: start a collection on an empty chest; here and below, the argument is the motif."""
EXTEND: Final = 2 * WIDTH
JOIN: Final = 3 * WIDTH
"""Action: add a joker to a collection."""
DOUBLE: Final = 4 * WIDTH
TAKE: Final = 5 * WIDTH
"""Action: take a card from the market; the argument is the card."""
DRAW: Final = 6 * WIDTH
STAY: Final = 7 * WIDTH
"""Action: keep the fox at the end of the turn."""
FOX: Final = 10 * WIDTH
"""Action: move the fox; the argument is seat × WIDTH + motif. At the end of a turn this is free."""

POINTS: Final = 3
"""Action points per turn."""
PLAIN_COST: Final = 1
"""Cost of playing a card or taking one from the market; a player with fewer points has no more actions."""
DRAW_COST: Final = 2
"""Cost of drawing from the deck."""
FOX_HOME_COST: Final = 1
"""Cost of moving the fox to another of one's own collections."""
FOX_AWAY_COST: Final = 2
"""Cost of moving it to another player's collection."""
FOX_END_COST: Final = 0
"""Cost of moving it to the next player at the end of the turn, when all points are spent."""
FOX_MOVES: Final = 1
"""Maximum number of paid moves of the fox per turn."""
MARKET: Final = 3
"""Number of cards in the market."""
DEALT: Final = 4
"""Objects and jokers dealt to each player."""
DOUBLERS: Final = 1
"""Doublers dealt to each player in addition."""
SCORINGS: Final = (4, 7, 10)
"""The roosters that trigger a scoring."""
LAST: Final = SCORINGS[-1]
"""The rooster that ends the game."""
ALONE: Final = 4
"""Points for a collection whose motif nobody else collects."""
LONGEST: Final = 3
"""Points for the longest of several collections."""
TIED: Final = 2
"""Points for each of several longest collections."""
SECOND: Final = 1
"""Points for the second longest, if it is the only one of its length."""
BEHIND: Final = 0
"""Points for every other collection."""
DOUBLED: Final = 2
"""Multiplier of a collection closed by a doubler."""
CHEST_PENALTY: Final = 2
"""Penalty for each empty chest at the end."""
HAND_PENALTY: Final = 1
"""Penalty for each card left in hand at the end."""

KINDS: Final = ("object", "joker", "doubler", "rooster")
GAP: Final = -1
"""A market slot left empty at the end of the game."""
NOBODY: Final = -1
"""Position of the fox while it waits beside the deck."""
MOST_MOTIFS: Final = 12
"""Maximum number of motifs; the action tables double in size with each."""


class CotcotcollecView(NamedTuple):
    """What a player may know of a position; per-kind counts are in flat lists, as in the state."""

    viewer: int
    options: tuple[tuple[str, str], ...]
    turn: int
    seat: int
    points: int
    moved: int
    roosters: int
    fox_seat: int
    fox_motif: int
    market: tuple[int, ...]
    pad: tuple[int, ...]
    empty: tuple[int, ...]
    owned: tuple[int, ...]
    open: tuple[int, ...]
    length: tuple[int, ...]
    jokers: tuple[int, ...]
    chests: tuple[int, ...]
    known: tuple[int, ...]
    """Known cards in the hands."""
    deck: int
    """Number of cards left in the deck."""
    sizes: tuple[int, ...]
    """Number of cards in each hand."""
    hand: tuple[int, ...]
    """The player's own hand, as counts by kind."""


class CotcotcollecState(State):
    """A position: the fixed deck and how far it has been drawn, the market, and per-seat lists."""

    __slots__ = (
        "_legal", "chests", "deck", "empty", "fox_motif", "fox_seat", "hands", "held", "joker_cost", "jokers",
        "known", "length", "market", "moved", "offered", "open", "options", "owned", "pad", "players", "points",
        "roosters", "rules", "seat", "top", "turn",
    )  # fmt: skip

    rules: CotcotcollecRules

    def __init__(self, rules: CotcotcollecRules, players: int, options: dict[str, str]) -> None:
        cells = players * rules.row
        self.rules, self.players, self.options = rules, players, options
        self.joker_cost = rules.joker_costs[options["joker_cost"]]
        self.deck: list[int] = []
        self.top = 0
        """Index of the next card; the deck itself never changes, so clones share it."""
        self.market = [GAP] * MARKET
        self.offered = 0
        """Kinds in the market, as a mask."""
        self.hands = [0] * cells
        self.held = [0] * players
        """Kinds in each hand, as a mask."""
        self.known = [0] * cells
        """Known cards of each hand: its doubler and cards taken openly, until they are played."""
        self.chests = [0] * cells
        """Cards shown and turned face down, whether under a collection or not."""
        self.empty = [0] * players
        self.owned = [0] * players
        """Motifs of each player's collections, as a mask."""
        self.open = [0] * players
        """Motifs of collections not closed by a doubler, as a mask."""
        self.length = [0] * cells
        self.jokers = [0] * cells
        """Number of jokers within a collection's length."""
        self.pad: list[int] = []
        """Points of each player at each scoring so far."""
        self.roosters = self.turn = self.seat = 0
        self.points = POINTS
        self.moved = 0
        """How often the fox was moved for points in this turn."""
        self.fox_seat = self.fox_motif = NOBODY
        self._legal: list[int] | None = None

    def current(self) -> int:
        """Return the player to act; OVER from the last rooster on."""
        return self.seat if self.roosters < LAST else OVER

    def turn_mark(self) -> int:
        """Return the number of the turn."""
        return self.turn

    def legal(self) -> list[int]:
        """Return what the points allow; once spent, whether to send the fox on. Do not modify the list."""
        if self._legal is None:
            self._legal = [] if self.roosters >= LAST else self._moves()
            expensive = self.joker_cost > PLAIN_COST and self.points > PLAIN_COST
            if expensive and self.market.count(self.rules.joker) == MARKET:
                self._legal = [action for action in self._legal if self._can_spend_rest(action)]
        return self._legal

    def _moves(self) -> list[int]:
        """Return the actions that the remaining points can pay for."""
        rules, seat, points = self.rules, self.seat, self.points
        if points < PLAIN_COST:
            left = (seat + 1) % self.players
            return [STAY, *rules.fox_moves[left][self.owned[left]]]
        held = self.held[seat]
        growing = self.open[seat]
        moves = rules.chest_moves[held][:]
        if self.empty[seat]:
            moves += rules.open_moves[held & rules.objects & ~self.owned[seat]]
        if growing:
            moves += rules.extend_moves[held & growing]
            if held & rules.joker_bit:
                moves += rules.join_moves[growing]
            if held & rules.doubler_bit:
                moves += rules.double_moves[growing]
        offered = self.offered if points >= self.joker_cost else self.offered & ~rules.joker_bit
        moves += rules.take_moves[offered]
        if points >= DRAW_COST:
            moves.append(DRAW)
        if self.fox_seat == seat and self.moved < FOX_MOVES:
            self._add_fox_moves(moves)
        return moves

    def _add_fox_moves(self, moves: list[int]) -> None:
        """Add the paid moves of the fox: to another own collection, or to the left neighbour."""
        left = (self.seat + 1) % self.players
        anywhere = self.options["fox_target"] == "any"
        for seat in range(self.players):
            if seat == self.seat:
                if self.points >= FOX_HOME_COST:
                    moves += self.rules.fox_moves[seat][self.owned[seat] & ~(1 << self.fox_motif)]
            elif self.points >= FOX_AWAY_COST and (anywhere or seat == left):
                moves += self.rules.fox_moves[seat][self.owned[seat]]

    def _can_spend_rest(self, action: int) -> bool:
        """Return whether the remaining points could still be spent if the market has only expensive jokers."""
        if TAKE <= action <= DRAW:
            return True  # the new card can be hidden in a chest
        trial = self.clone()
        trial._legal = [action]
        trial.apply(action)
        return trial.points < PLAIN_COST or bool(trial._moves())

    def apply(self, action: int) -> None:
        """Play an action; the turn ends once the points are spent and the fox cannot be sent on."""
        if action not in (self._legal or self.legal()):
            raise illegal(self, action)
        self._legal = None
        if action < TAKE:
            self.points -= PLAIN_COST
            self._lay(action)
        elif action < DRAW:
            self._take(action - TAKE)
        elif action == DRAW:
            self._draw()
        elif action == STAY:
            self._pass_on()
            return
        else:
            self._move_fox(action - FOX)
        if self.points < PLAIN_COST and (self.fox_seat != self.seat or not self._can_send_fox()):
            self._pass_on()

    def _can_send_fox(self) -> bool:
        """Return whether a player without points can pay to send the fox to another collection."""
        return self.owned[(self.seat + 1) % self.players] != 0 and self.points >= FOX_END_COST

    def _lay(self, action: int) -> None:
        """Play a card from the hand: as a chest, to start a collection, or on one."""
        rules, seat = self.rules, self.seat
        row = seat * rules.row
        card = kind = action % WIDTH
        if action < OPEN:
            self.chests[row + kind] += 1
            self.empty[seat] += 1
        elif action < EXTEND:
            self.empty[seat] -= 1
            self.owned[seat] |= 1 << kind
            self.open[seat] |= 1 << kind
            self.length[row + kind] = 1
            if self.fox_seat == NOBODY and (self.options["fox_entry"] == "first" or all(self.owned)):
                self.fox_seat, self.fox_motif = seat, kind
        elif action < JOIN:
            self.length[row + kind] += 1
        elif action < DOUBLE:
            card = rules.joker
            self.length[row + kind] += 1
            self.jokers[row + kind] += 1
        else:
            card = rules.doubler
            self.open[seat] &= ~(1 << kind)
        cell = row + card
        self.hands[cell] -= 1
        if not self.hands[cell]:
            self.held[seat] &= ~(1 << card)
        if self.known[cell]:
            self.known[cell] -= 1

    def _take(self, kind: int) -> None:
        """Move a card from the market to the hand, in sight of all, and refill the slot."""
        rules, seat = self.rules, self.seat
        cell = seat * rules.row + kind
        self.hands[cell] += 1
        self.known[cell] += 1
        self.held[seat] |= 1 << kind
        self.points -= self.joker_cost if kind == rules.joker else PLAIN_COST
        self.market[self.market.index(kind)] = self.next_card()
        self.update_market_mask()

    def _draw(self) -> None:
        """Draw the top card; if it is a rooster, draw again or refund the points."""
        again = self.options["rooster_refund"] == "no"
        card = self.next_card(again)
        if again or card != GAP:
            self.points -= DRAW_COST
        if card != GAP:
            self.hands[self.seat * self.rules.row + card] += 1
            self.held[self.seat] |= 1 << card

    def next_card(self, again: bool = True) -> int:
        """Return the next card that is not a rooster; GAP after the last rooster.

        Roosters are counted, and a scoring takes place as soon as one triggers it. Unless `again`, any rooster returns
        GAP.
        """
        while self.roosters < LAST:
            assert self.top < len(self.deck), "the last rooster ends the game before the deck does"  # noqa: S101
            card = self.deck[self.top]
            self.top += 1
            if card != self.rules.rooster:
                return card
            self.roosters += 1
            if self.roosters in SCORINGS:
                self.pad += self.collection_points()
            if not again:
                break
        return GAP

    def _move_fox(self, target: int) -> None:
        """Move the fox to a collection: for points, or free at the end of the turn."""
        seat, motif = divmod(target, WIDTH)
        self.fox_seat, self.fox_motif = seat, motif
        if self.points < PLAIN_COST:
            self.points -= FOX_END_COST
        else:
            self.points -= FOX_HOME_COST if seat == self.seat else FOX_AWAY_COST
            self.moved += 1

    def _pass_on(self) -> None:
        """Pass the turn to the left neighbour, unless the last rooster has ended the game."""
        if self.roosters < LAST:
            self.seat = (self.seat + 1) % self.players
            self.points = POINTS
            self.moved = 0
            self.turn += 1
            assert self.turn <= self.rules.most_turns, "every turn uses a card up"  # noqa: S101

    def clone(self) -> CotcotcollecState:
        """Return a copy that shares the constant deck."""
        copy = CotcotcollecState.__new__(CotcotcollecState)
        copy.rules, copy.players, copy.options = self.rules, self.players, self.options
        copy.joker_cost, copy.deck, copy.top = self.joker_cost, self.deck, self.top
        copy.market, copy.offered, copy.pad = self.market[:], self.offered, self.pad[:]
        copy.hands, copy.held, copy.known = self.hands[:], self.held[:], self.known[:]
        copy.chests, copy.empty, copy.owned, copy.open = self.chests[:], self.empty[:], self.owned[:], self.open[:]
        copy.length, copy.jokers = self.length[:], self.jokers[:]
        copy.roosters, copy.seat, copy.points, copy.moved = self.roosters, self.seat, self.points, self.moved
        copy.turn, copy.fox_seat, copy.fox_motif = self.turn, self.fox_seat, self.fox_motif
        copy._legal = self._legal
        return copy

    def collection_points(self) -> list[int]:
        """Return each player's points for collections if scored now; one under the fox is ignored."""
        worths = [0] * self.players
        ranks = self.rules.ranks[self.options["second_after_tie"]]
        for motif in range(self.rules.motifs):
            lengths = self.length[motif :: self.rules.row]
            if motif == self.fox_motif:
                lengths[self.fox_seat] = 0
            if any(lengths):
                shape = tuple(lengths)
                for seat, worth in enumerate(ranks.get(shape) or self.ranked(shape)):
                    closed = self.owned[seat] & ~self.open[seat] & 1 << motif
                    worths[seat] += worth * DOUBLED if closed else worth
        return worths

    def ranked(self, lengths: tuple[int, ...]) -> tuple[int, ...]:
        """Return the points for collections of one motif by length, where 0 means none; cached by the rules."""
        longest = max(lengths)
        if not longest:
            return lengths
        tied = lengths.count(longest) > 1
        shorter = [length for length in lengths if 0 < length < longest]
        first = TIED if tied else LONGEST if shorter else ALONE
        second = max(shorter, default=0)
        after_tie = self.options["second_after_tie"]
        if shorter.count(second) != 1 or (tied and after_tie == "no"):
            second = longest  # no player scores second
        by_length = {second: SECOND, longest: first, 0: 0}
        points = tuple(by_length.get(length, BEHIND) for length in lengths)
        self.rules.ranks[after_tie][lengths] = points
        return points

    def update_market_mask(self) -> None:
        """Update the mask of the market."""
        offered = 0
        for card in self.market:
            if card != GAP:
                offered |= 1 << card
        self.offered = offered

    def update_hand_masks(self) -> None:
        """Update the masks of the hands."""
        for cell, count in enumerate(self.hands):
            if count:
                seat, kind = divmod(cell, self.rules.row)
                self.held[seat] |= 1 << kind

    def sizes(self) -> list[int]:
        """Return the number of cards in each hand."""
        row = self.rules.row
        return [sum(self.hands[start : start + row]) for start in range(0, self.players * row, row)]

    def scores(self) -> list[int]:
        """Return the pad's points minus penalties; before the end, as if the last scoring were now."""
        now = [0] * self.players if self.roosters >= LAST else self.collection_points()
        return [
            sum(self.pad[seat :: self.players]) + now[seat] - CHEST_PENALTY * self.empty[seat] - HAND_PENALTY * size
            for seat, size in enumerate(self.sizes())
        ]

    def winners(self) -> list[int]:
        """Return all players with the highest total at the end."""
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)] if self.roosters >= LAST else []

    def observe(self, player: int) -> CotcotcollecView:
        """Return the whole table, cards revealed earlier, sizes of hands and deck, and the own hand."""
        row = self.rules.row
        return CotcotcollecView(
            player,
            tuple(self.options.items()),
            self.turn,
            self.seat,
            self.points,
            self.moved,
            self.roosters,
            self.fox_seat,
            self.fox_motif,
            tuple(self.market),
            tuple(self.pad),
            tuple(self.empty),
            tuple(self.owned),
            tuple(self.open),
            tuple(self.length),
            tuple(self.jokers),
            tuple(self.chests),
            tuple(self.known),
            len(self.deck) - self.top,
            tuple(self.sizes()),
            tuple(self.hands[player * row : player * row + row]),
        )

    def determinize(self, player: int, rng: Random) -> CotcotcollecState:
        """Return a random indistinguishable position; cloning is cheaper than `Rules.imagine`."""
        twin, row, rooster = self.clone(), self.rules.row, self.rules.rooster
        hands, known = twin.hands, self.known
        unseen = [card for card in self.deck[self.top :] if card != rooster]
        roosters = len(self.deck) - self.top - len(unseen)
        hidden = []
        for cell, count in enumerate(hands):
            if count > known[cell] and cell // row != player:
                unseen += [cell % row] * (count - known[cell])
                hidden += [cell - cell % row] * (count - known[cell])
                hands[cell] = known[cell]
        unseen = shuffled(unseen, rng)
        for first in hidden:
            hands[first + unseen.pop()] += 1
        twin.deck, twin.top = shuffled(unseen + [rooster] * roosters, rng), 0
        twin.held, twin._legal = [0] * self.players, None
        twin.update_hand_masks()
        return twin

    def collections(self, seat: int) -> Iterator[tuple[int, int, int, bool]]:
        """Yield motif, objects, jokers, and whether it is closed, for each collection of a player."""
        for motif in range(self.rules.motifs):
            cell = seat * self.rules.row + motif
            if self.owned[seat] >> motif & 1:
                closed = not self.open[seat] >> motif & 1
                yield motif, self.length[cell] - self.jokers[cell], self.jokers[cell], closed

    def census(self) -> Counter[str]:
        """Count every card on the table, in hands, deck and box, with the fox and the pad."""
        rules = self.rules
        kinds = Counter(self.deck[self.top :])
        kinds.update(card for card in self.market if card != GAP)
        kinds.update({rules.rooster: self.roosters, rules.doubler: rules.spare_doublers(self.players)})
        for cell in range(self.players * rules.row):
            kinds[cell % rules.row] += self.hands[cell] + self.chests[cell]
        for seat in range(self.players):
            for motif, objects, jokers, closed in self.collections(seat):
                kinds.update({motif: objects, rules.joker: jokers, rules.doubler: int(closed)})
        counts = Counter({rules.designs[kind].id: count for kind, count in kinds.items()})
        for deck in rules.decks()[1:]:
            counts.update({design.id: design.count for design in rules.spec.decks[deck].designs})
        return counts

    def spare(self) -> Counter[str]:
        """Count the doublers that were not dealt."""
        rules = self.rules
        return +Counter({rules.designs[rules.doubler].id: rules.spare_doublers(self.players)})


class CotcotcollecRules(Rules):
    """The rules of CotCotCollec', for the motifs of a spec."""

    options = OPTIONS
    presets: ClassVar[Mapping[str, Options]] = {"memo": {"fox_entry": "last", "market_after_roosters": "yes"}}

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        self.designs = [design for kind in KINDS for design in self._designs(kind)]
        self.motifs: Final = len(self._designs("object"))
        self.joker: Final = self.motifs
        self.doubler: Final = self.motifs + 1
        self.rooster: Final = self.motifs + 2
        self.row: Final = self.motifs + 2
        """Number of cells per seat in a flat list: one for each kind that can be held."""
        self._check()
        self.counts = [design.count for design in self.designs]
        self.most_turns: Final = 2 * sum(self.counts)
        self.ranks: dict[str, dict[tuple[int, ...], tuple[int, ...]]] = {
            choice: {} for choice in self.options["second_after_tie"].choices
        }
        """Cache of the points for collections of one motif, by their lengths."""
        self.joker_costs: Final = {cost: max(PLAIN_COST, int(cost)) for cost in OPTIONS["joker_cost"].choices}
        """Price of a joker in the market by option value; never less than that of another card."""
        self.objects: Final = (1 << self.motifs) - 1
        self.joker_bit: Final = 1 << self.joker
        self.doubler_bit: Final = 1 << self.doubler
        self.chest_moves = _moves_by_mask(CHEST, self.motifs + 2)
        self.open_moves, self.extend_moves, self.join_moves, self.double_moves = (
            _moves_by_mask(base, self.motifs) for base in (OPEN, EXTEND, JOIN, DOUBLE)
        )
        self.take_moves = _moves_by_mask(TAKE, self.motifs + 1)
        self.fox_moves = [_moves_by_mask(FOX + seat * WIDTH, self.motifs) for seat in range(spec.players[1])]

    def _designs(self, kind: str) -> list[Design]:
        return [design for design in self.spec.decks["cards"].designs if design.fields["kind"] == kind]

    def _check(self) -> None:
        """Raise SpecError if these rules cannot be played with the cards of the spec."""
        most = self.spec.players[1]
        rows = {kind: self._designs(kind) for kind in KINDS}
        counts = {kind: sum(design.count for design in designs) for kind, designs in rows.items()}
        dealt = counts["object"] + counts["joker"]
        wanted = {
            f"must have from 1 to {MOST_MOTIFS} kinds of object": 1 <= self.motifs <= MOST_MOTIFS,
            "must have one row each for the joker, the doubler and the rooster": all(
                len(rows[kind]) == 1 for kind in KINDS[1:]
            ),
            f"must have at least {LAST} roosters": counts["rooster"] >= LAST,
            f"must have {DOUBLERS * most} doublers for {most} players": counts["doubler"] >= DOUBLERS * most,
            f"must have enough objects and jokers for {most} hands and the market": dealt >= MARKET + DEALT * most,
        }
        where = Location(game=self.id, deck="cards", detail="cards")
        hint = f"it has {', '.join(f'{design.count} {design.id}' for design in self.designs)}"
        problems = [Problem(where, message, hint, code="E0908") for message, holds in wanted.items() if not holds]
        if problems:
            raise SpecError(*problems)

    def facts(self) -> Mapping[str, int]:
        """Return the numbers used by the rules, by name, for texts that quote them."""
        first, second = SCORINGS[:2]
        plain = dict.fromkeys(("cost.chest", "cost.open", "cost.extend", "cost.double", "cost.take"), PLAIN_COST)
        return plain | {
            "turn.points": POINTS, "turn.fox": FOX_MOVES, "market": MARKET, "dealt": DEALT, "dealt.doublers": DOUBLERS,
            "cost.draw": DRAW_COST, "cost.fox.home": FOX_HOME_COST, "cost.fox.away": FOX_AWAY_COST,
            "cost.fox.end": FOX_END_COST, "scorings": len(SCORINGS), "scoring.first": first, "scoring.second": second,
            "scoring.last": LAST, "points.alone": ALONE, "points.longest": LONGEST, "points.tied": TIED,
            "points.second": SECOND, "points.none": BEHIND, "doubled": DOUBLED, "penalty.chest": CHEST_PENALTY,
            "penalty.hand": HAND_PENALTY,
        }  # fmt: skip

    def decks(self) -> tuple[str, ...]:
        """Return the decks in play: cards, the fox standee (its token is another form of it), the pad."""
        return ("cards", "fox-standee", "pad")

    def spare_doublers(self, players: int) -> int:
        """Return the number of doublers that stay in the box."""
        return self.counts[self.doubler] - DOUBLERS * players

    def deal(self, players: int, rng: Random, options: dict[str, str]) -> CotcotcollecState:
        """Deal the market, then hands with a doubler each, and shuffle the roosters into the rest.

        An option fills the market last.
        """
        state = CotcotcollecState(self, players, options)
        cards = [kind for kind in range(self.joker + 1) for _ in range(self.counts[kind])]
        rng.shuffle(cards)
        before = options["market_after_roosters"] == "no"
        if before:
            state.market = [cards.pop() for _ in range(MARKET)]
        for seat in range(players):
            for _ in range(DEALT):
                state.hands[seat * self.row + cards.pop()] += 1
            state.hands[seat * self.row + self.doubler] = state.known[seat * self.row + self.doubler] = DOUBLERS
        state.deck = cards + [self.rooster] * self.counts[self.rooster]
        rng.shuffle(state.deck)
        state.seat = rng.randrange(players)
        if not before:
            state.market = [state.next_card() for _ in range(MARKET)]
        state.update_hand_masks()
        state.update_market_mask()
        return state

    def imagine(self, seen: CotcotcollecView, rng: Random) -> CotcotcollecState:
        """Return a random position with this observation: unseen cards are dealt to hands and deck."""
        state = CotcotcollecState(self, len(seen.sizes), dict(seen.options))
        state.turn, state.seat, state.points, state.moved = seen.turn, seen.seat, seen.points, seen.moved
        state.roosters, state.fox_seat, state.fox_motif = seen.roosters, seen.fox_seat, seen.fox_motif
        state.market, state.pad = list(seen.market), list(seen.pad)
        state.empty, state.owned, state.open = list(seen.empty), list(seen.owned), list(seen.open)
        state.length, state.jokers = list(seen.length), list(seen.jokers)
        state.chests, state.known = list(seen.chests), list(seen.known)
        state.hands = state.known[:]
        state.hands[seen.viewer * self.row : (seen.viewer + 1) * self.row] = seen.hand
        placed = state.census()
        left = [self.counts[kind] - placed[self.designs[kind].id] for kind in range(self.joker + 1)]
        unseen = [kind for kind, count in enumerate(left) for _ in range(count)]
        rng.shuffle(unseen)
        for seat, size in enumerate(state.sizes()):
            for _ in range(seen.sizes[seat] - size):
                state.hands[seat * self.row + unseen.pop()] += 1
        state.deck = unseen + [self.rooster] * (self.counts[self.rooster] - state.roosters)
        assert len(state.deck) == seen.deck, "every card is seen, in a hand or in the deck"  # noqa: S101
        rng.shuffle(state.deck)
        state.update_hand_masks()
        state.update_market_mask()
        return state


def _moves_by_mask(base: int, kinds: int) -> list[list[int]]:
    """Return the actions of a family for every set of kinds, indexed by mask."""
    moves: list[list[int]] = [[]]
    for kind in range(kinds):
        moves += [[*smaller, base + kind] for smaller in moves]
    return moves
