"""Winston: dogs of heads and bodies grow on the table, and the player who completes one takes it.

A card is represented by its type: the head of a kind is the kind's number, and its body is that plus the number of
kinds. The designs of a type differ only in what is drawn on them, so hands, table and deck hold types; the census
assigns the cards of a type to its designs, which makes it exact when all cards are present.

Every game ends. A played card never returns to a hand, and each turn either plays one or is idle: a head goes under the
deck, or the player passes. `idle` counts consecutive idle turns, during which the table does not change. After as many
of them as there are players plus cards in the deck, every hand was unplayable and every card of the deck has come up:
nothing can ever be played again, and the game is over. With an empty deck this is the rule that all players have passed
in a row. With the printed deck it never happens while cards are left to draw: two hands of five and the deck would hold
at least 11 heads, all of kinds with a head on the table; at most one dog was ever taken, and it and the table have no
room for all the bodies. So a game has at most cards × (players + cards) turns, and a turn at most two actions per card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, Final, NamedTuple

from pnp.errors import Location, Problem, SpecError, quote_value
from pnp.games.winston.options import OPTIONS
from pnp.play.core import OVER, Options, Rules, State, illegal, shuffled
from pnp.spec.model import Game as Spec
from pnp.terms import Lang

HAND: Final = 5
"""Number of cards that a hand is refilled to."""
ENOUGH: Final = 2
"""Number of cards that must be played in a turn, if possible."""
SWAPS: Final = 1
"""Number of heads that may be exchanged in a turn in which nothing can be played."""
COMPLETE: Final = 2
"""Number of bodies that a dog with a head needs to be complete."""
PRIZE: Final = 6
"""Points that the bone adds and the poop subtracts."""
NOBODY: Final = -1
"""Owner of the bone, the poop and the size cards while they are in the middle."""
MOST_KINDS: Final = 12
"""Maximum number of kinds; the action tables double in size with each."""

HEAD: Final = 0
"""Action: play a head of a kind."""
BODY: Final = 32
"""Action: play a body of a kind."""
PICK: Final = 64
"""Action: pick up the complete dog of a kind before the end of the turn."""
SWAP: Final = 96
"""Action: show a head of a kind and put it under the deck."""
END: Final = 128
"""Action: end the turn; complete dogs are picked up."""


def dog_points(length: int) -> int:
    """Return the points of a dog by its number of bodies: 1 for the first, 2 for the second, and so on."""
    return length * (length + 1) // 2


class WinstonView(NamedTuple):
    """What a player may know of a position; undocumented fields are those of the state."""

    viewer: int
    """The observing player."""
    flags: tuple[bool, ...]
    own: tuple[int, ...]
    """The viewer's hand, as counts by type."""
    held: tuple[int, ...]
    known: tuple[int, ...]
    headed: int
    lengths: tuple[int, ...]
    deck: int
    """Number of cards in the deck."""
    bottom: tuple[int, ...]
    """Publicly known cards at the bottom of the deck, lowest first."""
    dogs: tuple[int, ...]
    turn: int
    played: int
    swapped: int
    idle: int


@dataclass(slots=True, eq=False, repr=False)
class WinstonState(State):
    """A position. Masks have one bit per kind."""

    rules: WinstonRules
    players: int
    flags: tuple[bool, ...]
    """Whether each option is on, in order."""
    hands: list[int]
    """Counts by type, for one player after another."""
    held: list[int]
    """Number of cards in each hand."""
    heads: list[int]
    """Mask of the heads in each hand."""
    bodies: list[int]
    """Mask of the bodies in each hand."""
    known: list[int]
    """Publicly known cards, laid out like `hands`: heads shown, put under the deck and drawn again."""
    deck: list[int]
    """Types, from the bottom to the top."""
    lengths: list[int]
    """Number of bodies of each kind on the table."""
    points: list[int]
    """Points of each player's dogs."""
    marks: list[int]
    """Owner of each size card; replaced by a new list when it changes."""
    shortest: int
    longest: int = 0
    bone: int = NOBODY
    poop: int = NOBODY
    dogs: list[int] = field(default_factory=list)
    """Owner, kind and bodies of each dog picked up, one after another."""
    headed: int = 0
    """Mask of the dogs on the table that have a head."""
    complete: int = 0
    """Mask of the dogs on the table that the active player has completed."""
    seen: int = 0
    """Number of publicly known cards at the bottom of the deck."""
    turn: int = 0
    played: int = 0
    """Number of cards played in this turn."""
    swapped: int = 0
    """Number of heads exchanged in this turn."""
    idle: int = 0
    """Number of turns in a row in which nothing was played."""
    acts: list[int] | None = None
    """The legal actions, once computed."""

    def current(self) -> int:
        """Return the player to act, or OVER when the game is over."""
        return self.turn

    def legal(self) -> list[int]:
        """Return cards to play, dogs to pick up and the end of the turn; or heads to exchange if stuck."""
        acts = self.acts
        if acts is None:
            acts = self.acts = self._legal()
        return acts

    def _legal(self) -> list[int]:
        player = self.turn
        if player < 0:
            return []
        rules = self.rules
        heads = self.heads[player] & ~self.headed
        bodies = self.bodies[player]
        acts = rules.head_acts[heads] + rules.body_acts[bodies]
        if self.played:
            if self.complete:
                acts += rules.pick_acts[self.complete & (bodies | self.heads[player])]
            if self.played >= ENOUGH:
                acts.append(END)
        elif not acts and self.deck and self.swapped < SWAPS:
            acts += rules.swap_acts[self.heads[player]]
        return acts

    def apply(self, action: int) -> None:
        """Play an action in place, and everything that is then forced.

        Dogs that cannot grow are picked up, and a turn without a choice ends.
        """
        acts = self.acts
        if action not in (self._legal() if acts is None else acts):
            raise illegal(self, action)
        self.acts = None
        if action < PICK:
            self._play(action)
            self._settle()
        elif action < SWAP:
            self._collect(1 << (action - PICK))
            self._settle()
        elif action < END:
            self._swap(action - SWAP)
        else:
            self._end_turn()

    def _play(self, action: int) -> None:
        player = self.turn
        kinds = self.rules.kinds
        if action < BODY:
            bit = 1 << action
            self._drop(player * 2 * kinds + action, player, bit, self.heads)
            self.headed |= bit
            if self.lengths[action] >= COMPLETE:
                self.complete |= bit
        else:
            kind = action - BODY
            bit = 1 << kind
            self._drop((player * 2 + 1) * kinds + kind, player, bit, self.bodies)
            length = self.lengths[kind] = self.lengths[kind] + 1
            if length >= COMPLETE and self.headed & bit:
                self.complete |= bit
        self.played += 1
        self.idle = 0

    def _drop(self, place: int, player: int, bit: int, mask: list[int]) -> None:
        """Remove a card from a hand; of equal cards, a known one goes first."""
        left = self.hands[place] = self.hands[place] - 1
        if not left:
            mask[player] ^= bit
        if self.known[place]:
            self.known[place] -= 1
        self.held[player] -= 1

    def _settle(self) -> None:
        """Do what the active player has no choice about."""
        player = self.turn
        bodies = self.bodies[player]
        heads = self.heads[player]
        if self.complete:
            finished = self.complete & ~(bodies | heads)
            if finished:
                self._collect(finished)
        if bodies or heads & ~self.headed:
            return
        if self.complete:  # picking up makes room for a head in hand: a choice, unless another card must be played
            if self.played < ENOUGH:
                self._collect(self.complete)
            return
        self._end_turn()

    def _collect(self, mask: int) -> None:
        """Give the dogs of a mask to the active player."""
        player = self.turn
        while mask:
            bit = mask & -mask
            mask ^= bit
            self.headed ^= bit
            self.complete ^= bit
            kind = bit.bit_length() - 1
            length = self.lengths[kind]
            self.lengths[kind] = 0
            self.award(player, kind, length)

    def award(self, player: int, kind: int, length: int) -> None:
        """Score a dog, and hand over bone, poop and size card."""
        rules = self.rules
        self.dogs += (player, kind, length)
        self.points[player] += rules.points_of[length]
        size = rules.size_of[length]
        if self.flags[0] and length > rules.largest:
            length = rules.largest
        if length >= self.longest:
            self.longest = length
            self.bone = player
        elif length > self.shortest:
            return
        if length <= self.shortest:
            self.shortest = length
            self.poop = player
        marks = self.marks = [NOBODY] * len(self.marks)
        marks[rules.size_of[self.shortest]] = self.poop
        marks[rules.size_of[self.longest]] = self.bone
        marks[size] = player  # one size card may mark both records: the last player to earn it has it

    def _swap(self, kind: int) -> None:
        player = self.turn
        self._drop(player * 2 * self.rules.kinds + kind, player, 1 << kind, self.heads)
        self.draw(player)
        self.deck.insert(0, kind)
        self.seen += 1
        self.swapped += 1
        if self.bodies[player] or self.heads[player] & ~self.headed:
            if self.flags[1]:
                return
        elif self.swapped < SWAPS:
            return
        self.idle += 1
        self._pass_on()

    def draw(self, player: int) -> None:
        """Draw the top card of the deck into a hand."""
        kinds = self.rules.kinds
        deck = self.deck
        card = deck.pop()
        place = player * 2 * kinds + card
        self.hands[place] += 1
        self.held[player] += 1
        if card < kinds:
            self.heads[player] |= 1 << card
        else:
            self.bodies[player] |= 1 << (card - kinds)
        if len(deck) < self.seen:
            self.seen -= 1
            self.known[place] += 1

    def _end_turn(self) -> None:
        player = self.turn
        if self.complete:
            self._collect(self.complete)
        for _ in range(min(HAND - self.held[player], len(self.deck))):
            self.draw(player)
        if self.flags[2] and not self.held[player]:
            self.turn = OVER
            return
        self._pass_on()

    def _pass_on(self) -> None:
        """Pass the turn to the next player who can do anything; end the game if nobody ever will."""
        turn = self.turn
        players = self.players
        deck = len(self.deck)
        self.played = self.swapped = 0
        while self.idle < players + deck:
            turn = (turn + 1) % players
            if self.bodies[turn] or self.heads[turn] & ~self.headed or (deck and self.held[turn]):
                self.turn = turn
                return
            self.idle += 1
        assert self.idle == players + deck  # noqa: S101 (the bound that the module explains)
        self.turn = OVER

    def clone(self) -> WinstonState:
        """Return an independent copy."""
        copy = WinstonState.__new__(WinstonState)
        copy.rules, copy.players, copy.flags = self.rules, self.players, self.flags
        copy.hands, copy.held, copy.known = self.hands[:], self.held[:], self.known[:]
        copy.heads, copy.bodies = self.heads[:], self.bodies[:]
        copy.deck, copy.seen = self.deck[:], self.seen
        copy.lengths, copy.headed, copy.complete = self.lengths[:], self.headed, self.complete
        copy.dogs, copy.points, copy.marks = self.dogs[:], self.points[:], self.marks
        copy.longest, copy.bone = self.longest, self.bone
        copy.shortest, copy.poop = self.shortest, self.poop
        copy.turn, copy.played = self.turn, self.played
        copy.swapped, copy.idle, copy.acts = self.swapped, self.idle, None
        return copy

    def scores(self) -> list[int]:
        """Return the points of dogs picked up, with bone and poop."""
        scores = self.points[:]
        if self.bone != NOBODY:
            scores[self.bone] += PRIZE
            scores[self.poop] -= PRIZE
        return scores

    def winners(self) -> list[int]:
        """Return the highest score; ties go to the bone's holder, then to the longest dog, then are shared."""
        if self.turn != OVER:
            return []
        scores = self.scores()
        first = [player for player in range(self.players) if scores[player] == max(scores)]
        if self.bone in first:
            return [self.bone]
        best = [max((length for _, length in self.dogs_of(player)), default=0) for player in first]
        return [player for player, length in zip(first, best, strict=True) if length == max(best)]

    def dogs_of(self, player: int) -> list[tuple[int, int]]:
        """Return the kind and number of bodies of each dog that a player has picked up."""
        dogs = self.dogs
        return [(dogs[at + 1], dogs[at + 2]) for at in range(0, len(dogs), 3) if dogs[at] == player]

    def observe(self, player: int) -> WinstonView:
        """Return the player's own hand and everything ever revealed.

        That includes the table, the dogs, the heads under the deck and who has drawn them.
        """
        types = 2 * self.rules.kinds
        return WinstonView(
            player,
            self.flags,
            tuple(self.hands[player * types : (player + 1) * types]),
            tuple(self.held),
            tuple(self.known),
            self.headed,
            tuple(self.lengths),
            len(self.deck),
            tuple(self.deck[: self.seen]),
            tuple(self.dogs),
            self.turn,
            self.played,
            self.swapped,
            self.idle,
        )

    def determinize(self, player: int, rng: Random) -> WinstonState:
        """Return a random indistinguishable position.

        On the player's own turn, with no idle turns before it, cloning is cheaper than `Rules.imagine`.
        """
        if self.idle or self.turn != player:
            return self.rules.imagine(self.observe(player), rng)
        twin, known, kinds = self.clone(), self.known, self.rules.kinds
        hands, heads, bodies = twin.hands, twin.heads, twin.bodies
        unseen, hidden, types = self.deck[self.seen :], [], 2 * kinds
        for place, count in enumerate(hands):
            if count > known[place] and place // types != player:
                unseen += [place % types] * (count - known[place])
                hidden += [place // types] * (count - known[place])
                hands[place] = known[place]
        unseen = shuffled(unseen, rng)
        for seat in hidden:
            hands[seat * types + unseen.pop()] += 1
        for seat in set(hidden):
            own = hands[seat * types : (seat + 1) * types]
            heads[seat] = sum(1 << kind for kind in range(kinds) if own[kind])
            bodies[seat] = sum(1 << kind for kind in range(kinds) if own[kinds + kind])
        twin.deck = self.deck[: self.seen] + unseen
        return twin

    def census(self) -> Counter[str]:
        """Count every card by design, wherever it is, with the size cards, the bone and the poop."""
        rules = self.rules
        types = 2 * rules.kinds
        census = Counter([*rules.size_ids, *rules.piece_ids])  # always present, in the middle or with a player
        for card, count in enumerate(rules.laid(self.headed, self.lengths, self.dogs)):
            count += sum(self.hands[card::types]) + self.deck.count(card)
            copies = rules.copies[card]
            census.update(copies[:count] + copies[-1:] * (count - len(copies)))
        return census


class WinstonRules(Rules):
    """The rules, for the kinds and counts of a spec."""

    options = OPTIONS
    presets: ClassVar[Mapping[str, Options]] = {"younger": {"face_up": "yes"}}

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        try:
            self._read(spec)
        except KeyError as error:
            message = f"has no deck or column {quote_value(error.args[0])}, which its rules need"
            raise SpecError(Problem(Location(game=self.id), message, code="E0908")) from None

    def _read(self, spec: Spec) -> None:
        designs = spec.decks["dogs"].designs
        kinds = list(dict.fromkeys(str(design.fields["kind"]) for design in designs))
        if len(kinds) > MOST_KINDS:
            where, message = Location(game=self.id, deck="dogs", detail="dogs"), f"must have at most {MOST_KINDS} kinds"
            raise SpecError(Problem(where, message, found=str(len(kinds)), code="E0908"))
        self.kinds = len(kinds)
        self.copies: list[list[str]] = [[] for _ in range(2 * len(kinds))]
        """Design id of each card of a type."""
        self.names: dict[Lang, list[str]] = {lang: [""] * len(kinds) for lang in spec.languages}
        for design in designs:
            kind = kinds.index(str(design.fields["kind"]))
            body = design.fields["part"] == "body"
            self.copies[kind + body * len(kinds)] += [design.id] * design.count
            for lang in spec.languages:
                self.names[lang][kind] = str(design.field("name", lang))
        sizes = sorted(spec.decks["sizes"].designs, key=lambda design: int(str(design.fields["bodies"])))
        bodies = [int(str(design.fields["bodies"])) for design in sizes]
        most = max(len(copies) for copies in self.copies)
        self.largest = bodies[-1]
        self.size_ids = [design.id for design in sizes]
        self.size_names = [str(design.fields["label"]) for design in sizes]
        self.size_of = [max(sum(size <= length for size in bodies) - 1, 0) for length in range(most + 1)]
        """Size card of a dog, by its number of bodies."""
        self.points_of = [dog_points(length) for length in range(most + 1)]
        """Points of a dog, by its number of bodies."""
        self.piece_ids = [design.id for design in spec.decks["tokens"].designs]
        self.unset = most
        """Initial value of `shortest`; no dog is longer."""
        self.kind_ids = kinds
        self.head_acts = _acts(HEAD, len(kinds))
        self.body_acts = _acts(BODY, len(kinds))
        self.pick_acts = _acts(PICK, len(kinds))
        self.swap_acts = _acts(SWAP, len(kinds))

    def facts(self) -> Mapping[str, int]:
        """Return the numbers used by the rules, by name, for texts that quote them.

        `dog.1` is the shortest complete dog.
        """
        heads, bodies = (max(map(len, part)) for part in (self.copies[: self.kinds], self.copies[self.kinds :]))
        facts = {
            "hand": HAND, "turn.cards": ENOUGH, "turn.swap": SWAPS, "complete": COMPLETE, "points.bone": PRIZE,
            "penalty.poop": PRIZE, "dogs.kinds": self.kinds, "dogs.heads": heads, "dogs.bodies": bodies,
        }  # fmt: skip
        for at, length in enumerate(range(COMPLETE, bodies + 1), 1):
            facts |= {f"dog.{at}.bodies": length, f"dog.{at}.points": self.points_of[length]}
        return facts

    def decks(self) -> tuple[str, ...]:
        """Return the decks in play; bone and poop are tokens, of which the standees are another form."""
        return ("dogs", "sizes", "tokens")

    def laid(self, headed: int, lengths: Sequence[int], dogs: Sequence[int]) -> list[int]:
        """Return the number of cards of each type on the table and in dogs picked up."""
        counts = [headed >> kind & 1 for kind in range(self.kinds)] + list(lengths)
        for at in range(0, len(dogs), 3):
            counts[dogs[at + 1]] += 1
            counts[self.kinds + dogs[at + 1]] += dogs[at + 2]
        return counts

    def deal(self, players: int, rng: Random, options: dict[str, str]) -> WinstonState:
        """Deal a full hand to each player, and draw the first player."""
        deck = [card for card, copies in enumerate(self.copies) for _ in copies]
        rng.shuffle(deck)
        state = self.lay(players, tuple(options[name] == "yes" for name in OPTIONS), deck)
        for player in range(players):
            for _ in range(min(HAND, len(deck))):
                state.draw(player)
        state.turn = rng.randrange(players)
        return state

    def lay(self, players: int, flags: tuple[bool, ...], deck: list[int]) -> WinstonState:
        """Return an empty table with this deck."""
        hands = [0] * (players * 2 * self.kinds)
        held, heads, bodies, points = ([0] * players for _ in range(4))
        lengths, marks = [0] * self.kinds, [NOBODY] * len(self.size_ids)
        known = hands[:]
        return WinstonState(
            self, players, flags, hands, held, heads, bodies, known, deck, lengths, points, marks, self.unset
        )

    def place(
        self, state: WinstonState, hands: list[list[int]], headed: int, lengths: list[int], dogs: list[int]
    ) -> None:
        """Put cards into hands, and dogs on the table and in front of their owners."""
        deck, state.deck = state.deck, []
        for player, cards in enumerate(hands):
            for card in cards:
                state.deck.append(card)
                state.draw(player)
        state.deck = deck
        state.headed = headed
        state.lengths = lengths
        state.complete = sum(1 << kind for kind, bodies in enumerate(lengths) if bodies >= COMPLETE) & headed
        for at in range(0, len(dogs), 3):
            state.award(dogs[at], dogs[at + 1], dogs[at + 2])

    def imagine(self, seen: WinstonView, rng: Random) -> WinstonState:
        """Return a random position with this observation.

        Beside what was revealed, it respects what idle turns imply about a hand: only heads of kinds with a head on the
        table.
        """
        viewer, flags, own, held, known, headed, lengths, deck, bottom, dogs, turn, played, swapped, idle = seen
        types = 2 * self.kinds
        hands = [_counted(known[seat * types : (seat + 1) * types]) for seat in range(len(held))]
        hands[viewer] = _counted(own)
        laid = self.laid(headed, lengths, dogs)
        unseen = [len(copies) - count for copies, count in zip(self.copies, laid, strict=True)]
        for card in (*bottom, *(card for hand in hands for card in hand)):
            unseen[card] -= 1
        pool = _counted(unseen)
        rng.shuffle(pool)
        for seat, hand in enumerate(hands):
            drawn = SWAPS if deck and not (flags[1] and seat != turn) else 0
            if seat != viewer and _was_stuck(seat, seen):
                stuck = held[seat] - drawn - sum(headed >> card & 1 for card in hand if card < self.kinds)
                _deal(hand, [card for card in pool if card < self.kinds and headed >> card & 1][: max(stuck, 0)], pool)
        if turn not in (viewer, OVER) and played < ENOUGH and (not deck or played or swapped):
            able = [card for card in range(types) if card >= self.kinds or not headed >> card & 1]
            if not any(card in able for card in hands[turn]):
                _deal(hands[turn], [card for card in pool if card in able][:1], pool)
        for seat, hand in enumerate(hands):
            _deal(hand, pool[: held[seat] - len(hand)], pool)
        state = self.lay(len(held), flags, [*bottom, *pool])
        self.place(state, hands, headed, list(lengths), list(dogs))
        state.known = list(known)
        state.seen = len(bottom)
        state.turn, state.played, state.swapped, state.idle = turn, played, swapped, idle
        return state


def _was_stuck(seat: int, seen: WinstonView) -> bool:
    """Return whether a player could play nothing on their last turn, and the table has not changed since."""
    players, turn, idle = len(seen.held), seen.turn, seen.idle
    if turn == OVER or seen.played:
        return idle >= players
    return 0 < (turn - seat) % players <= idle or (seat == turn and (bool(seen.swapped) or idle >= players))


def _counted(counts: Sequence[int]) -> list[int]:
    """Return the cards that these counts by type stand for."""
    return [card for card, count in enumerate(counts) for _ in range(count)]


def _deal(hand: list[int], cards: list[int], pool: list[int]) -> None:
    """Move cards from the pool to a hand."""
    hand += cards
    for card in cards:
        pool.remove(card)


def _acts(base: int, kinds: int) -> list[list[int]]:
    """Return the actions of a family for every mask, in order."""
    return [[base + kind for kind in range(kinds) if mask >> kind & 1] for mask in range(1 << kinds)]
