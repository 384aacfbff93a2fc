"""Evaluate positions and actions of CotCotCollec' for the bots.

An action changes the ranking of one motif and some cards of a hand, so actions are evaluated by these changes alone,
without copying positions. Cards from the deck are unknown: a draw counts as the mean of all cards, and a card that
refills the market counts nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from pnp.games.cotcotcollec.rules import (
    CHEST_PENALTY,
    DOUBLE,
    DOUBLED,
    DRAW,
    DRAW_COST,
    EXTEND,
    FOX,
    FOX_AWAY_COST,
    HAND_PENALTY,
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
    CotcotcollecView,
)
from pnp.play.core import State
from pnp.play.judge import Judge

END: Final = 100.0
"""Value of a point once the game is over."""
AHEAD: Final = 0.8
"""Value of the current collections at a future scoring, as a share."""
CARD: Final = 0.5
"""Value of a card on a collection that can grow: a lead that must be overtaken."""
USEFUL: Final = 0.55
"""Value of a card in hand that fits one of the player's collections."""
NEW: Final = 1.0
"""Value of a card in hand that could start a collection."""
PAIR: Final = 0.3
"""Value of each further card of a motif that could start one."""
READY: Final = 2.2
"""Value of an empty chest with a card in hand to start a collection on it."""
DOUBLER: Final = 2.5
"""Value of a doubler in hand while a scoring is to come."""
ACTION: Final = 2.0
"""Value of an unspent action point."""
FLOW: Final = 2.0
"""Average number of cards drawn from the deck per turn."""
RARELY: Final = 0.1
"""Probability of a scoring before the fox moves on, if the next rooster does not trigger one."""
COMING: Final = [sum(rooster < scoring for scoring in SCORINGS) for rooster in range(LAST + 1)]
"""Number of scorings to come, by the number of roosters revealed."""


Ranking = tuple[tuple[int, ...], tuple[int, ...], list[Sequence[int]], list[int]]
"""Lengths and open motifs of all collections, the points of each motif for each player, and their sums."""


class CotcotcollecJudge(Judge):
    """An evaluator by the lead over the others: the pad, future scorings, and the potential of hands."""

    scale = 8.0
    rules: CotcotcollecRules

    def __init__(self, rules: CotcotcollecRules) -> None:
        super().__init__(rules)
        self.motifs, self.joker, self.doubler, self.row = rules.motifs, rules.joker, rules.doubler, rules.row
        self.nothing = [(0,) * players for players in range(rules.spec.players[1] + 1)]
        dealt = sum(rules.counts[: rules.joker + 1])
        self.joker_odds = rules.counts[rules.joker] / dealt
        self.motif_odds = (1 - self.joker_odds) / rules.motifs
        """Probability of drawing a card of a given motif, as if all were equally frequent."""
        self.latest: Ranking = (), (), [], []
        """Ranking of the last table evaluated; most actions do not change it."""

    def recall(self, observation: CotcotcollecView, rng: Random) -> CotcotcollecState:
        """Return a partial position for evaluation, without market, deck order and hidden cards."""
        seen, rules = observation, self.rules
        state = CotcotcollecState.__new__(CotcotcollecState)
        state.rules, state.players, state.options = rules, len(seen.sizes), dict(seen.options)
        state.joker_cost = rules.joker_costs[state.options["joker_cost"]]
        state.seat, state.points, state.roosters = seen.seat, seen.points, seen.roosters
        state.fox_seat, state.fox_motif = seen.fox_seat, seen.fox_motif
        state.pad, state.empty, state.length = list(seen.pad), list(seen.empty), list(seen.length)
        state.owned, state.open = list(seen.owned), list(seen.open)
        state.deck, state.top = [rules.rooster] * seen.deck, 0
        start = seen.viewer * self.row
        state.hands = [*seen.known[:start], *seen.hand, *seen.known[start + self.row :]]
        return state

    def value(self, state: State, player: int) -> float:
        """Return the value of a position for a player."""
        return self.values(state)[player]

    def values(self, state: State) -> list[float]:
        """Return each player's lead over the others, plus the potential of their hand."""
        assert isinstance(state, CotcotcollecState)  # noqa: S101
        if state.roosters >= LAST:
            scores = state.scores()
            return [END * (score - max(scores[:seat] + scores[seat + 1 :])) for seat, score in enumerate(scores)]
        table = _Standings(self, state)
        found = [table.lead(seat) + _Hand(table, seat).promise for seat in range(state.players)]
        found[state.seat] += ACTION * state.points
        return found

    def gains(self, state: State, legal: list[int]) -> list[float]:
        """Return the value for the current player after each of these actions."""
        assert isinstance(state, CotcotcollecState)  # noqa: S101
        return _Standings(self, state).gains(legal)


class _Standings:
    """The table by motif.

    The fox moves from player to player with the turns, so in the long run it costs all of them the same and is ignored;
    its current position counts only in proportion to the chance of a scoring soon.
    """

    __slots__ = (
        "ahead", "closed", "coming", "doubler", "judge", "players", "points", "ranks", "rival", "seat", "soon",
        "state", "third", "time", "totals",
    )  # fmt: skip

    def __init__(self, judge: CotcotcollecJudge, state: CotcotcollecState) -> None:
        self.judge, self.state, self.players, self.seat = judge, state, state.players, state.seat
        self.coming = COMING[state.roosters]
        self.time = (LAST - state.roosters) / LAST
        self.ahead = AHEAD * self.coming
        self.ranks = state.rules.ranks[state.options["second_after_tie"]]
        lengths, growing = tuple(state.length), tuple(state.open)
        self.closed = 0
        for mask, still in zip(state.owned, growing, strict=True):
            self.closed |= mask ^ still
        if judge.latest[0] != lengths or judge.latest[1] != growing:
            judge.latest = lengths, growing, *self.rank(lengths)
        _, _, self.points, sums = judge.latest
        pad, players, ahead = state.pad, self.players, self.ahead
        self.totals: list[float] = [ahead * each for each in sums]
        """Points on the pad and from future scorings for each player, minus the expected cost of the fox."""
        if pad:
            for seat in range(players):
                self.totals[seat] += sum(pad[seat::players])
        chance = RARELY
        if state.roosters + 1 in SCORINGS:
            roosters = state.rules.counts[state.rules.rooster] - state.roosters
            chance = min(1.0, FLOW * roosters / (len(state.deck) - state.top or 1))
        self.doubler = DOUBLER * self.time * self.coming / len(SCORINGS)
        self.rival, self.third = NOBODY, 0.0
        """A player, and the best total among the others except the current one."""
        self.soon = AHEAD * chance
        """Value of a point hidden by the fox."""
        if state.fox_seat != NOBODY:
            self.totals[state.fox_seat] -= self.soon * self.points[state.fox_motif][state.fox_seat]

    def rank(self, length: tuple[int, ...]) -> tuple[list[Sequence[int]], list[int]]:
        """Return the points of each motif for each player, and their sums."""
        owned, judge, ranks = self.state.owned, self.judge, self.ranks
        nothing = judge.nothing[self.players]
        points: list[Sequence[int]] = [nothing] * judge.motifs
        taken = 0
        for mask in owned:
            taken |= mask
        rows: list[Sequence[int]] = [nothing]
        while taken:
            motif = taken.bit_length() - 1
            taken ^= 1 << motif
            lengths = length[motif :: judge.row]
            found: Sequence[int] | None = None if self.closed >> motif & 1 else ranks.get(lengths)
            points[motif] = found or self.ranked(motif, lengths)
            rows.append(points[motif])
        return points, [sum(each) for each in zip(*rows, strict=True)]

    def ranked(self, motif: int, lengths: tuple[int, ...]) -> Sequence[int]:
        """Return each player's points for collections of one motif with these lengths."""
        points = self.ranks.get(lengths) or self.state.ranked(lengths)
        if self.closed >> motif & 1:
            owned, growing = self.state.owned, self.state.open
            return [
                each * DOUBLED if (owned[seat] ^ growing[seat]) >> motif & 1 else each
                for seat, each in enumerate(points)
            ]
        return points

    def lead(self, seat: int) -> float:
        """Return a player's points minus a mean of the others', in which the best counts twice."""
        totals = self.totals
        own = totals[seat]
        if self.players == 2:
            return own - totals[1 - seat]
        return own - (sum(totals) - own + max(totals[:seat] + totals[seat + 1 :])) / self.players

    def gains(self, legal: list[int]) -> list[float]:
        """Return the value for the current player after each of these actions."""
        state, judge = self.state, self.judge
        hand = _Hand(self, self.seat)
        left = ACTION * (state.points - PLAIN_COST)
        base = hand.promise + left
        lead = self.lead(self.seat)
        here = base + lead
        found = []
        for action in legal:
            if action < OPEN:
                found.append(here + hand.hide(action))
            elif action < TAKE:
                found.append(base + hand.lay(action) + self.lead_after(action, lead))
            elif action < DRAW:
                gain = here + hand.take(action - TAKE)
                found.append(gain if action - TAKE < judge.joker else gain - ACTION * (state.joker_cost - PLAIN_COST))
            elif action == DRAW:
                found.append(here + hand.draw() - ACTION * (DRAW_COST - PLAIN_COST))
            elif state.points < PLAIN_COST:
                found.append(hand.promise + self.lead_with_fox(action, lead))
            else:
                far = 0.0 if (action - FOX) // WIDTH == self.seat else ACTION * (FOX_AWAY_COST - PLAIN_COST)
                found.append(base + self.lead_with_fox(action, lead) - far)
        return found

    def lead_after(self, action: int, lead: float) -> float:
        """Return the current player's lead after starting or extending a collection."""
        state, seat = self.state, self.seat
        motif = action % WIDTH
        before = self.points[motif]
        fox = state.fox_seat if motif == state.fox_motif else NOBODY
        worth = self.ahead - self.soon if fox == seat else self.ahead
        if action >= DOUBLE:
            return lead + worth * (DOUBLED - 1) * before[seat]
        lengths = list(state.length[motif :: self.judge.row])
        lengths[seat] += 1
        after = self.ranked(motif, tuple(lengths))
        if action < EXTEND and state.fox_seat == NOBODY and self.fox_comes():
            lead -= self.soon * after[seat]
        if after == before:
            return lead
        lead += worth * (after[seat] - before[seat]) - self.lead(seat)
        kept, ahead = self.totals, self.ahead
        self.totals = [total + ahead * (new - old) for total, new, old in zip(kept, after, before, strict=True)]
        self.totals[seat] = kept[seat]
        if fox not in (NOBODY, seat):
            self.totals[fox] -= self.soon * (after[fox] - before[fox])
        lead += self.lead(seat)
        self.totals = kept
        return lead

    def fox_comes(self) -> bool:
        """Return whether the fox enters on the collection that the current player starts."""
        others = (owned for seat, owned in enumerate(self.state.owned) if seat != self.seat)
        return self.state.options["fox_entry"] == "first" or all(others)

    def lead_with_fox(self, action: int, lead: float) -> float:
        """Return the current player's lead after keeping the fox or sending it on."""
        if action == STAY or not self.soon:
            return lead
        seat, motif = divmod(action - FOX, WIDTH)
        freed = self.soon * self.points[self.state.fox_motif][self.seat]
        cost = self.soon * self.points[motif][seat]
        if seat == self.seat or self.players == 2:
            return lead + freed - cost if seat == self.seat else lead + freed + cost
        if self.rival != seat:
            self.rival = seat
            self.third = max(total for each, total in enumerate(self.totals) if each not in (seat, self.seat))
        total = self.totals[seat]
        best = total if total > self.third else self.third
        return lead + freed + (cost + best - max(total - cost, self.third)) / self.players


class _Hand:
    """The potential of a hand, and how it changes with one card more or less."""

    __slots__ = (
        "beginnings", "chests", "empty", "growing", "hand", "held", "judge", "keep", "owned", "promise", "row", "table",
    )  # fmt: skip

    def __init__(self, table: _Standings, seat: int) -> None:
        state, judge, time = table.state, table.judge, table.time
        self.table, self.judge, self.row = table, judge, seat * judge.row
        self.growing, self.owned, self.empty = growing, owned, _ = (
            state.open[seat],
            state.owned[seat],
            state.empty[seat],
        )
        self.hand = hand = state.hands[self.row : self.row + judge.row]
        self.keep = HAND_PENALTY * (1 - time)
        """Expected penalty for each card in hand."""
        held = beginnings = useful = more = cards = 0
        for motif in range(judge.motifs):
            count = hand[motif]
            if growing >> motif & 1:
                cards += state.length[self.row + motif]
                useful += count
            elif count and not owned >> motif & 1:
                beginnings += 1
                held |= 1 << motif
                more += count - 1
        self.beginnings, self.held = beginnings, held
        if growing:
            useful += hand[judge.joker]
        self.chests = self.chest_worth(self.empty, beginnings)
        self.promise = self.chests - self.keep * sum(hand) + USEFUL * useful + table.doubler * hand[judge.doubler]
        """Potential of a player's hand, empty chests and collections, minus expected penalties."""
        self.promise += time * (CARD * cards + NEW * beginnings + PAIR * more)

    def chest_worth(self, empty: int, beginnings: int) -> float:
        """Return the value of empty chests, given the number of motifs in hand to start on them."""
        ready = empty if empty < beginnings else beginnings
        return READY * self.table.time * ready - CHEST_PENALTY * (empty - ready)

    def take(self, kind: int) -> float:
        """Return the change for one more card of a kind."""
        if kind == self.judge.joker:
            return USEFUL - self.keep if self.growing else -self.keep
        if self.growing >> kind & 1:
            return USEFUL - self.keep
        if self.owned >> kind & 1:
            return -self.keep
        if self.hand[kind]:
            return self.table.time * PAIR - self.keep
        return self.beginning() - self.keep

    def beginning(self) -> float:
        """Return the change for one more motif to start a collection with."""
        return self.table.time * NEW + self.chest_worth(self.empty, self.beginnings + 1) - self.chests

    def draw(self) -> float:
        """Return the mean change for one more card of any kind."""
        judge, time, held = self.judge, self.table.time, self.held.bit_count()
        new = judge.motifs - (self.owned | self.held).bit_count()
        worth = USEFUL * self.growing.bit_count() + time * PAIR * held + self.beginning() * new
        joker = USEFUL * judge.joker_odds if self.growing else 0.0
        return judge.motif_odds * worth + joker - self.keep

    def hide(self, kind: int) -> float:
        """Return the change for one card fewer and one empty chest more."""
        judge, table = self.judge, self.table
        change, beginnings = self.keep, self.beginnings
        if kind == judge.doubler:
            change -= table.doubler
        elif kind == judge.joker:
            change -= USEFUL if self.growing else 0.0
        elif self.growing >> kind & 1:
            change -= USEFUL
        elif not self.owned >> kind & 1:
            last = self.hand[kind] == 1
            beginnings -= last
            change -= table.time * (NEW if last else PAIR)
        return change + self.chest_worth(self.empty + 1, beginnings) - self.chests

    def lay(self, action: int) -> float:
        """Return the change for playing a card: to start, extend or close a collection."""
        table, motif = self.table, action % WIDTH
        time, hand, joker = table.time, self.hand, self.judge.joker
        if action < EXTEND:
            more = hand[motif] - 1
            change = CARD * time + USEFUL * more - time * (NEW + PAIR * more)
            change += 0.0 if self.growing else USEFUL * hand[joker]
            return change + self.keep + self.chest_worth(self.empty - 1, self.beginnings - 1) - self.chests
        if action < DOUBLE:
            return CARD * time - USEFUL + self.keep
        change = self.keep - table.doubler - CARD * time * table.state.length[self.row + motif] - USEFUL * hand[motif]
        return change if self.growing ^ 1 << motif else change - USEFUL * hand[joker]
