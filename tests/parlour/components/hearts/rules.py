"""Hearts: pass three cards to the left, then play thirteen tricks; hearts and the queen of spades cost points."""

from dataclasses import dataclass, field
from typing import Annotated

from pnp.play import OVER, Card, Family, GameModule, Hands, Names, Seat, SimpleRules, SimpleState, illegal, words, zone

PASS, PLAY = 0, 100
PASSED, QUEEN, MOON = 3, 13, 26


@dataclass
class HeartsState(SimpleState):
    """A position."""

    hands: Hands
    given: Annotated[Hands, zone("pile", words("Cartes passées", "Cards to pass"))]
    trick: Annotated[list[Card], zone("row", words("Le pli", "The trick"))]
    won: Annotated[list[list[Card]], zone("pile", words("Plis", "Tricks won"))]
    leader: Seat = 0
    passing: bool = True
    broken: bool = False
    taken: list[int] = field(default_factory=list)

    def current(self):
        """Return the player to pass or play."""
        if self.passing:
            return next(seat for seat, cards in enumerate(self.given) if len(cards) < PASSED)
        return (self.leader + len(self.trick)) % self.players if any(self.hands) else OVER

    def suit(self, card):
        """Return the suit of a card."""
        return self.rules.value(card, "suit")

    def cost(self, card):
        """Return the points of a card."""
        if self.rules.cards[card].id == "spades-q":
            return QUEEN
        return int(self.suit(card) == "hearts")

    def legal(self):
        """Return the cards to pass, or those that follow suit."""
        player = self.current()
        if player == OVER:
            return []
        hand = sorted(self.hands[player])
        if self.passing:
            return [PASS + card for card in hand]
        if self.trick:
            first = not any(self.won)
            same = [card for card in hand if self.suit(card) == self.suit(self.trick[0])]
            other = [card for card in hand if not (first and self.cost(card))] or hand
            return [PLAY + card for card in same or other]
        if not any(self.won):
            return [PLAY + card for card in hand if self.rules.cards[card].id == "clubs-2"]
        plain = [card for card in hand if self.broken or self.suit(card) != "hearts"]
        return [PLAY + card for card in plain or hand]

    def apply(self, action):
        """Pass or play a card; a full trick goes to the highest card of its suit."""
        if action not in self.legal():
            raise illegal(self, action)
        player, card = self.current(), action % PLAY
        self.hands[player].remove(card)
        if action < PLAY:
            self.given[player].append(card)
            if all(len(cards) == PASSED for cards in self.given):
                self._hand_over()
            return
        self.trick.append(card)
        self.broken = self.broken or self.suit(card) == "hearts"
        if len(self.trick) == self.players:
            high = [card for card in self.trick if self.suit(card) == self.suit(self.trick[0])]
            best = max(high, key=lambda card: self.rules.value(card, "rank"))
            self.leader = (self.leader + self.trick.index(best)) % self.players
            self.won[self.leader] += self.trick
            self.taken[self.leader] += sum(map(self.cost, self.trick))
            self.trick = []

    def _hand_over(self):
        self.passing = False
        for seat, cards in enumerate(self.given):
            self.hands[(seat + 1) % self.players] += cards
        self.given = [[] for _ in self.given]
        first = next(number for number, card in enumerate(self.rules.cards) if card.id == "clubs-2")
        self.leader = next(seat for seat, hand in enumerate(self.hands) if first in hand)

    def scores(self):
        """Return the points as losses; all of them cost everyone else instead."""
        if MOON in self.taken:
            return [0 if taken == MOON else -MOON for taken in self.taken]
        return [-taken for taken in self.taken]


class HeartsRules(SimpleRules):
    """The deal and the actions."""

    state = HeartsState
    families = {
        PASS: Family("pass", words("passer : {}", "pass: {}"), Names.CARD),
        PLAY: Family("play", words("jouer : {}", "play: {}"), Names.CARD),
    }

    def deal(self, players, rng, options):
        """Deal all cards."""
        pile = self.pile("cards")
        rng.shuffle(pile)
        hands = [sorted(pile[seat::players]) for seat in range(players)]
        empty = [[] for _ in hands], [[] for _ in hands]
        return HeartsState(
            hands, empty[0], [], empty[1], taken=[0] * players, rules=self, players=players, options=options
        )


GAME = GameModule(rules=HeartsRules)
