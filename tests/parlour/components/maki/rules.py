"""Maki: choose a card, reveal, pass the hand to the left; three rounds of sets, without the chopsticks."""

from dataclasses import dataclass
from typing import Annotated

from pnp.play import (
    OVER,
    Card,
    Family,
    GameModule,
    Hands,
    Hidden,
    Names,
    SimpleRules,
    SimpleState,
    illegal,
    words,
    zone,
)

DEALT = {2: 10, 3: 9, 4: 8, 5: 7}
ROUNDS = 3
DUMPLINGS = (0, 1, 3, 6, 10, 15)
MOST, SECOND, PUDDINGS = 6, 3, 6


@dataclass
class MakiState(SimpleState):
    """A position."""

    deck: Annotated[Hidden, zone(title=words("Pioche", "Deck"))]
    hands: Hands
    chosen: Annotated[Hands, zone("pile", words("Choix", "Chosen"))]
    eaten: Annotated[list[list[Card]], zone(title=words("Posé", "On the table"))]
    puddings: Annotated[list[list[Card]], zone("pile", words("Desserts", "Puddings"))]
    gone: Annotated[list[Card], zone("pile", words("Défausse", "Discard"))]
    points: list[int]
    round: int = 1

    def current(self):
        """Return the next player who has not chosen; all choose at once."""
        return next((seat for seat in range(self.players) if self.hands[seat] and not self.chosen[seat]), OVER)

    def legal(self):
        """Return the cards to choose from."""
        player = self.current()
        return sorted(set(self.hands[player])) if player != OVER else []

    def apply(self, action):
        """Choose a card; the last one to choose makes all reveal theirs and pass their hands."""
        if action not in self.legal():
            raise illegal(self, action)
        player = self.current()
        self.hands[player].remove(action)
        self.chosen[player].append(action)
        if all(self.chosen):
            for seat, cards in enumerate(self.chosen):
                place = self.puddings if self.name(cards[0]) == "pudding" else self.eaten
                place[seat] += cards
            self.chosen = [[] for _ in self.chosen]
            self.hands = self.hands[-1:] + self.hands[:-1]
            if not any(self.hands):
                self._end_round()

    def _end_round(self):
        for seat, points in enumerate(self.round_points()):
            self.points[seat] += points
        self.gone += [card for cards in self.eaten for card in cards]
        self.eaten = [[] for _ in self.eaten]
        self.round += 1
        if self.round <= ROUNDS:
            for hand in self.hands:
                hand += [self.deck.pop() for _ in range(DEALT[self.players])]

    def name(self, card):
        """Return the id of a card."""
        return self.rules.cards[card].id

    def round_points(self):
        """Return the points of what lies on the table."""
        rolls = [sum(self.worth(card) for card in cards if self.name(card).startswith("maki")) for cards in self.eaten]
        return [sets + rolled for sets, rolled in zip(map(self.sets, self.eaten), ranked(rolls, MOST, SECOND))]

    def worth(self, card):
        """Return the number on a card."""
        return self.rules.value(card, "worth")

    def sets(self, cards):
        """Return the points of pairs, trios, dumplings, and of what was put on wasabi."""
        names = [self.name(card) for card in cards]
        found = names.count("tempura") // 2 * 5 + names.count("sashimi") // 3 * 10
        found += DUMPLINGS[min(names.count("dumpling"), 5)]
        wasabi = 0
        for card, name in zip(cards, names):
            wasabi += name == "wasabi"
            if name in ("egg", "salmon", "squid"):
                found += self.worth(card) * (3 if wasabi else 1)
                wasabi -= wasabi > 0
        return found

    def scores(self):
        """Return the points; puddings count once all rounds are over."""
        if self.round <= ROUNDS:
            return list(self.points)
        many = [len(cards) for cards in self.puddings]
        if max(many) == min(many):
            return list(self.points)
        most, least = ([seat for seat, count in enumerate(many) if count == end] for end in (max(many), min(many)))
        return [
            points
            + (PUDDINGS // len(most) if seat in most else 0)
            - (PUDDINGS // len(least) if seat in least and self.players > 2 else 0)
            for seat, points in enumerate(self.points)
        ]


def ranked(counts, first, second):
    """Return the points for most and second most, shared by those who tie; nothing for having none."""
    best = max(counts)
    rest = max((count for count in counts if count < best), default=0)
    leaders, others = counts.count(best), counts.count(rest)
    worth = {0: 0, rest: second // others if rest and leaders == 1 else 0, best: first // leaders if best else 0}
    return [worth.get(count, 0) for count in counts]


class MakiRules(SimpleRules):
    """The deal and the action."""

    state = MakiState
    families = {0: Family("choose", words("choisir : {}", "choose: {}"), Names.CARD)}

    def deal(self, players, rng, options):
        """Deal the hands of the first round."""
        deck = self.pile("cards")
        rng.shuffle(deck)
        hands = [[deck.pop() for _ in range(DEALT[players])] for _ in range(players)]
        places = [[[] for _ in hands] for _ in range(3)]
        return MakiState(deck, hands, *places, [], [0] * players, rules=self, players=players, options=options)


GAME = GameModule(rules=MakiRules)
