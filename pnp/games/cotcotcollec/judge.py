"""What a position of CotCotCollec' is worth to a player, and what each action adds to it.

An action changes the ranks of one motif and some cards of a hand, so the actions are judged by these alone: no position
is copied. What comes from the deck is not known: a draw is worth the mean of all cards, and the card that fills up the
market nothing.
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
"""What a point is worth when the game is over."""
AHEAD: Final = 0.8
"""How much of a scoring to come the collections of today are worth."""
CARD: Final = 0.5
"""A card on a collection that can grow: a lead that has to be overtaken."""
USEFUL: Final = 0.55
"""A card in the hand that can be laid on an own collection."""
NEW: Final = 1.0
"""A card in the hand that could begin a collection."""
PAIR: Final = 0.3
"""Each further card of a motif that could begin one."""
READY: Final = 2.2
"""An empty chest with a card of the hand to open on it."""
DOUBLER: Final = 2.5
"""A doubler in the hand while there is a scoring to come."""
ACTION: Final = 2.0
"""A point left to spend."""
FLOW: Final = 2.0
"""As many cards of the deck come up in a turn."""
RARELY: Final = 0.1
"""How likely a scoring comes before the fox goes on, when the next rooster does not call one."""
COMING: Final = [sum(rooster < scoring for scoring in SCORINGS) for rooster in range(LAST + 1)]
"""How many scorings are still to come, by the number of roosters that have come."""


Ranking = tuple[tuple[int, ...], tuple[int, ...], list[Sequence[int]], list[int]]
"""Lengths and open motifs of all collections, what each motif gives to each player, and the sums of that."""


class CotcotcollecJudge(Judge):
    """Judges by the lead on the others: the pad, the scorings to come, and what a hand can still do."""

    scale = 8.0
    rules: CotcotcollecRules

    def __init__(self, rules: CotcotcollecRules) -> None:
        super().__init__(rules)
        self.motifs, self.joker, self.doubler, self.row = rules.motifs, rules.joker, rules.doubler, rules.row
        self.nothing = [(0,) * players for players in range(rules.spec.players[1] + 1)]
        dealt = sum(rules.counts[: rules.joker + 1])
        self.joker_odds = rules.counts[rules.joker] / dealt
        self.motif_odds = (1 - self.joker_odds) / rules.motifs
        """How often a card of a motif is drawn, as if there were as many of each."""
        self.latest: Ranking = (), (), [], []
        """The ranks of the table that was judged last: most actions do not change them."""

    def recall(self, observation: CotcotcollecView, rng: Random) -> CotcotcollecState:
        """What is judged of a table, and the own hand; the market, the deck and all that is hidden are missing."""
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
        """How good a position is for a player."""
        return self.values(state)[player]

    def values(self, state: State) -> list[float]:
        """The lead of each player over the others, and what their hand promises."""
        assert isinstance(state, CotcotcollecState)  # noqa: S101
        if state.roosters >= LAST:
            scores = state.scores()
            return [END * (score - max(scores[:seat] + scores[seat + 1 :])) for seat, score in enumerate(scores)]
        table = _Standings(self, state)
        found = [table.lead(seat) + _Hand(table, seat).promise for seat in range(state.players)]
        found[state.seat] += ACTION * state.points
        return found

    def gains(self, state: State, legal: list[int]) -> list[float]:
        """How good the position is for the current player after each of these actions."""
        assert isinstance(state, CotcotcollecState)  # noqa: S101
        return _Standings(self, state).gains(legal)


class _Standings:
    """What is on the table, by motif.

    The fox goes from player to player with the turn, so in the long run it costs all of them the same and is left out;
    where it is now counts as far as a scoring may come soon.
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
        """The pad and the scorings to come of each player, less what the fox may cost soon."""
        if pad:
            for seat in range(players):
                self.totals[seat] += sum(pad[seat::players])
        chance = RARELY
        if state.roosters + 1 in SCORINGS:
            roosters = state.rules.counts[state.rules.rooster] - state.roosters
            chance = min(1.0, FLOW * roosters / (len(state.deck) - state.top or 1))
        self.doubler = DOUBLER * self.time * self.coming / len(SCORINGS)
        self.rival, self.third = NOBODY, 0.0
        """A player, and the most that anybody has but for him and the current one."""
        self.soon = AHEAD * chance
        """What a point is worth that the fox hides."""
        if state.fox_seat != NOBODY:
            self.totals[state.fox_seat] -= self.soon * self.points[state.fox_motif][state.fox_seat]

    def rank(self, length: tuple[int, ...]) -> tuple[list[Sequence[int]], list[int]]:
        """What each motif gives to each player, and the sums of that."""
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
        """What a motif gives to each player for collections of these lengths."""
        points = self.ranks.get(lengths) or self.state.ranked(lengths)
        if self.closed >> motif & 1:
            owned, growing = self.state.owned, self.state.open
            return [
                each * DOUBLED if (owned[seat] ^ growing[seat]) >> motif & 1 else each
                for seat, each in enumerate(points)
            ]
        return points

    def lead(self, seat: int) -> float:
        """The points of a player less those of the others, of whom the best counts twice."""
        totals = self.totals
        own = totals[seat]
        if self.players == 2:
            return own - totals[1 - seat]
        return own - (sum(totals) - own + max(totals[:seat] + totals[seat + 1 :])) / self.players

    def gains(self, legal: list[int]) -> list[float]:
        """How good the position is for the current player after each of these actions."""
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
        """The lead of the current player after laying a card on one of their collections or starting one."""
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
        """Whether the fox comes to the collection that the current player begins."""
        others = (owned for seat, owned in enumerate(self.state.owned) if seat != self.seat)
        return self.state.options["fox_entry"] == "first" or all(others)

    def lead_with_fox(self, action: int, lead: float) -> float:
        """The lead of the current player after keeping the fox, which is theirs, or sending it on."""
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
    """What a hand promises, and what a card more or less in it changes."""

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
        """What each card in the hand may cost."""
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
        """What the hand, the empty chests and the lengths of a player can still become, less what they may cost."""
        self.promise += time * (CARD * cards + NEW * beginnings + PAIR * more)

    def chest_worth(self, empty: int, beginnings: int) -> float:
        """What empty chests are worth, by the number of motifs in the hand to start on them."""
        ready = empty if empty < beginnings else beginnings
        return READY * self.table.time * ready - CHEST_PENALTY * (empty - ready)

    def take(self, kind: int) -> float:
        """One card of a kind more."""
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
        """A motif more to begin a collection with."""
        return self.table.time * NEW + self.chest_worth(self.empty, self.beginnings + 1) - self.chests

    def draw(self) -> float:
        """One card more of any kind, in the mean."""
        judge, time, held = self.judge, self.table.time, self.held.bit_count()
        new = judge.motifs - (self.owned | self.held).bit_count()
        worth = USEFUL * self.growing.bit_count() + time * PAIR * held + self.beginning() * new
        joker = USEFUL * judge.joker_odds if self.growing else 0.0
        return judge.motif_odds * worth + joker - self.keep

    def hide(self, kind: int) -> float:
        """One card of a kind less, and an empty chest more."""
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
        """One card less in the hand and more on the table: on a new collection, on an old one, as its end."""
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
