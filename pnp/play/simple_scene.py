"""The table of a game that defines no scene: its declared fields as zones, and its actions on the cards they name.

Titles are those of `zone()` hints, else the texts of the spec with the names of the fields, else the names themselves.
Where a card goes is found by trying each action on the imagined position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from pnp.play.core import OVER, State
from pnp.play.scene import (
    EVERYONE,
    TABLE,
    GameScene,
    Move,
    PieceAt,
    Scene,
    SeatAt,
    Zone,
    ZoneShape,
    row_of,
    sees,
)
from pnp.play.simple import (
    NO_CARD,
    DeclaredField,
    Names,
    Seen,
    SimpleRules,
    SimpleState,
    declared_fields,
    describe_action,
)
from pnp.play.usage import words
from pnp.terms import Lang, Side

PLAYER: Final = words("Joueur {}", "Player {}")
NAMED: Final = words("{} : {}", "{}: {}")
OWNED: Final = words("{} (joueur {})", "{} (player {})")
YES: Final = words("oui", "yes")
NO: Final = words("non", "no")
A_CARD: Final = words("une carte", "a card")
HANDS: Final = words("Main", "Hand")
MOVED: Final = words("{cards} : {start} → {end}", "{cards}: {start} → {end}")
LEFT: Final = words("{start} : − {cards}", "{start}: − {cards}")
CAME: Final = words("{end} : + {cards}", "{end}: + {cards}")
ONE_HIDDEN: Final = words("1 carte", "1 card")
HIDDEN: Final = words("{} cartes", "{} cards")
ENDS: Final = words("La partie est finie : {}.", "The game is over: {}.")


@dataclass(frozen=True)
class Holding:
    """The cards in one place: a field, or one seat's part of it; NO_CARD where one is missing."""

    zone: str
    field: DeclaredField
    owner: int
    cards: Sequence[int]

    @property
    def private(self) -> bool:
        """Whether only its owner sees the cards."""
        return self.field.seen is Seen.OWNER

    def shown(self, viewer: int) -> bool:
        """Return whether the viewer sees which cards these are."""
        if viewer == EVERYONE or self.field.seen is Seen.ALL:
            return True
        return self.field.seen is Seen.OWNER and sees(viewer, self.owner)


class DefaultScene(GameScene):
    """Every place with cards as a zone, and every other value as a note."""

    views: ClassVar[tuple[str, ...]] = ()

    def table(self, state: State, viewer: int, lang: Lang) -> Scene:
        """Arrange a zone for each place with cards; a state without declared fields is described in words."""
        turn = state.current()
        legal = state.legal() if turn == viewer != OVER else []
        if not isinstance(state, SimpleState):
            notes = tuple(state.rules.show(state, max(viewer, 0), lang).splitlines())
            seats = tuple(SeatAt(PLAYER[lang].format(seat + 1)) for seat in range(state.players))
            moves = tuple(Move(action, state.rules.describe(state, action, lang)) for action in legal)
            return Scene((), {}, seats, turn, notes, moves)
        held = _holdings(state)
        zones = tuple(self._zone(each, viewer, lang) for each in held)
        seats = tuple(self._seat(state, seat, viewer, lang) for seat in range(state.players))
        moves = tuple(self._move(state, action, held, zones, lang) for action in legal)
        return Scene(zones, {}, seats, turn, tuple(self._notes(state, lang)), moves)

    def narrate(self, before: State, action: int, after: State, viewer: int, lang: Lang) -> Sequence[str]:
        """Tell the action, then which cards went from where to where, as far as the viewer saw them."""
        if not isinstance(before, SimpleState) or not isinstance(after, SimpleState):
            return [before.rules.describe(before, action, lang)]
        rules = before.rules
        held = _holdings(before), _holdings(after)
        family, argument = rules.family(action)
        named = argument if family is not None and family.of is Names.CARD else NO_CARD
        known = sees(viewer, before.current()) or _seen_to_move(held, named, viewer)
        if named == NO_CARD or known:
            lines = [describe_action(rules, action, lang)]
        else:
            lines = [family.says[lang].format(A_CARD[lang])] if family is not None else []
        secret = named != NO_CARD and not known
        lines += self._flows(held, before.current(), viewer, NO_CARD if secret else named, lang, secret=secret)
        if after.current() == OVER:
            lines.append(ENDS[lang].format(" – ".join(map(str, after.scores()))))
        return lines

    def _zone(self, held: Holding, viewer: int, lang: Lang) -> Zone:
        rules: SimpleRules = self.rules
        wide, back = _width(rules), rules.cards[0].id
        shape = held.field.shape or _usual_shape(held.field)
        if held.shown(viewer):
            pieces = [PieceAt(rules.cards[card].id, 0, 0) for card in held.cards if card != NO_CARD]
        else:
            pieces = [PieceAt(back, 0, 0, side=Side.BACK, hidden=True) for _ in held.cards]
        items = tuple(pieces) if shape is ZoneShape.PILE else row_of(pieces, wide)
        return Zone(held.zone, shape, items, self.title(held.field, lang), held.owner)

    def title(self, field: DeclaredField, lang: Lang) -> str:
        """Return the name of a field: its hint's, the spec's, or its own."""
        if field.title is not None:
            return field.title[lang]
        text = self.rules.spec.text.get(field.name)
        if text is not None:
            return str(text[lang])
        return HANDS[lang] if field.name == "hands" else field.name.replace("_", " ").capitalize()

    def _seat(self, state: SimpleState, seat: int, viewer: int, lang: Lang) -> SeatAt:
        """Return a player's own or final score, and the values that each player has one of."""
        score = str(state.scores()[seat]) if sees(viewer, seat) or state.current() == OVER else ""
        notes = [
            NAMED[lang].format(self.title(each, lang), _value(value[seat], each, lang))
            for each, value in _plain_values(state)
            if isinstance(value, list) and len(value) == state.players
        ]
        return SeatAt(PLAYER[lang].format(seat + 1), score, tuple(notes))

    def _notes(self, state: SimpleState, lang: Lang) -> Iterator[str]:
        """Yield the values of the whole table; whose turn it is needs no note."""
        for each, value in _plain_values(state):
            if isinstance(value, list):
                if len(value) != state.players:
                    listed = ", ".join(_value(one, each, lang) for one in value)
                    yield NAMED[lang].format(self.title(each, lang), listed or "–")
            elif each.name != "turn":
                yield NAMED[lang].format(self.title(each, lang), _value(value, each, lang))

    def _move(self, state: SimpleState, action: int, held: list[Holding], zones: tuple[Zone, ...], lang: Lang) -> Move:
        """Return an action with the cards it takes and the zone they go to, found by trying it."""
        rules = state.rules
        said = rules.describe(state, action, lang)
        family, argument = rules.family(action)
        named = argument if family is not None and family.of is Names.CARD else NO_CARD
        tried = _without_unseen(state, named)
        tried.apply(action)
        changes = _changes(held, _holdings(tried))
        for zone, counts in _changes(held, _holdings(_without_unseen(state, named))).items():
            changes[zone].subtract(counts)
        if named != NO_CARD:
            lost = [zone for zone, counts in changes.items() if counts[argument] < 0]
            gained = [zone for zone, counts in changes.items() if counts[argument] > 0]
            starts = lost or [each.zone for each in held if each.owner == state.current()]
            piece = rules.cards[argument].id
            takes = [
                slot
                for zone in zones
                if zone.id in starts
                for slot, item in zone.pieces
                if item.piece == piece and not item.hidden
            ]
            return Move(action, said, tuple(takes), gained[0] if len(gained) == 1 and takes else "")
        drawn = {zone: sum(counts.values()) for zone, counts in changes.items() if sum(counts.values())}
        if sorted(drawn.values()) == [-1, 1]:  # nothing happens but that one card changes its place
            start, end = sorted(drawn, key=drawn.__getitem__)
            slots = [slot for zone in zones if zone.id == start for slot, _ in zone.pieces]
            if any(zone.id == start and zone.shape is ZoneShape.PILE for zone in zones) and slots:
                return Move(action, said, (slots[-1],), end)
        return Move(action, said)

    def _flows(
        self,
        held: tuple[list[Holding], list[Holding]],
        player: int,
        viewer: int,
        named: int,
        lang: Lang,
        *,
        secret: bool,
    ) -> Iterator[str]:
        """Yield a line for each pair of places between which the viewer saw cards move, the named card aside.

        With `secret`, a card was named that the viewer does not know: if it is the only card that went from a place
        that nobody sees to another, no line tells it again.
        """
        places = {each.zone: each for part in held for each in part}
        changes = _changes(*held)
        seen = {zone: counts for zone, counts in changes.items() if places[zone].shown(viewer)}
        hidden = {zone: counts.total() for zone, counts in changes.items() if zone not in seen}
        if named != NO_CARD:  # it has been told; where nobody saw it go, it came from the player's hand
            gone = [zone for zone, counts in seen.items() if counts[named] < 0]
            for counts in seen.values():
                counts[named] -= counts[named] // abs(counts[named] or 1)
            hand = next((zone for zone, place in places.items() if place.owner == player and place.private), "")
            if not gone and hand in seen:
                seen[hand][named] += 1
            elif not gone and hand:
                hidden[hand] += 1
        mixed = any(size < 0 for size in hidden.values())
        """Whether a card that came into sight can be one that nobody saw before."""
        moved: dict[tuple[str, str], Counter[int]] = {}
        for card in sorted({card for counts in seen.values() for card in counts}):
            start = [zone for zone, counts in seen.items() if counts[card] < 0]
            end = [zone for zone, counts in seen.items() if counts[card] > 0]
            pairs = [(start[0] if len(start) == 1 else "", end[0] if len(end) == 1 else "")]
            if mixed and all(pairs[0]):
                pairs = [(pairs[0][0], ""), ("", pairs[0][1])]
            for pair in pairs:
                count = max(-seen[pair[0]][card] if pair[0] else 0, seen[pair[1]][card] if pair[1] else 0)
                if count:
                    moved.setdefault(pair, Counter())[card] += count
        for (start_zone, end_zone), cards in moved.items():
            total = cards.total()
            left = start_zone or _only(zone for zone, size in hidden.items() if size == -total)
            came = end_zone or _only(zone for zone, size in hidden.items() if size == total)
            hidden |= {left: 0} if not start_zone and left else {}
            hidden |= {came: 0} if not end_zone and came else {}
            names = [self.rules.name(card, lang) + (f" ×{count}" if count > 1 else "") for card, count in cards.items()]
            yield self._say_flow(", ".join(names), places.get(left), places.get(came), lang)
        lost = _only(zone for zone, size in hidden.items() if size < 0)
        gained = _only(zone for zone, size in hidden.items() if size > 0)
        if lost and gained and hidden[lost] == -hidden[gained] and not (secret and hidden[gained] == 1):
            yield self._say_flow(_count(hidden[gained], lang), places[lost], places[gained], lang)

    def _say_flow(self, cards: str, start: Holding | None, end: Holding | None, lang: Lang) -> str:
        names = {"cards": cards}
        for key, place in (("start", start), ("end", end)):
            if place is not None:
                title = self.title(place.field, lang)
                names[key] = OWNED[lang].format(title, place.owner + 1) if place.owner != TABLE else title
        return (MOVED if len(names) == 3 else LEFT if "start" in names else CAME)[lang].format(**names)


def _holdings(state: SimpleState) -> list[Holding]:
    """Return all places with cards: shared ones first, then each player's."""
    shared, owned = [], []
    for each in declared_fields(type(state)):
        value = getattr(state, each.name)
        if each.seen is None:
            continue
        if each.depth == 2:
            owned += [Holding(f"{each.name}-{seat + 1}", each, seat, cards) for seat, cards in enumerate(value)]
        else:
            shared.append(Holding(each.name, each, TABLE, value if isinstance(value, list) else [value]))
    return shared + sorted(owned, key=lambda held: (held.owner, held.field.seen is Seen.OWNER))


def _without_unseen(state: SimpleState, card: int) -> SimpleState:
    """Return a copy in which no card that the player to act cannot see is this one, so that it can be followed."""
    copy = state.clone()
    other = next((number for number in range(len(state.rules.cards)) if number != card), card)
    for held in _holdings(copy):
        if card != NO_CARD and not held.shown(state.current()):
            cards = held.cards
            assert isinstance(cards, list)  # noqa: S101 (hidden cards are always in lists)
            cards[:] = [other if each == card else each for each in cards]
    return copy


def _changes(before: Sequence[Holding], after: Sequence[Holding]) -> dict[str, Counter[int]]:
    """Return by how much the number of each card in each place has changed."""
    found: dict[str, Counter[int]] = {each.zone: Counter() for each in (*before, *after)}
    for sign, part in ((-1, before), (1, after)):
        for each in part:
            for card in each.cards:
                found[each.zone][card] += sign * (card != NO_CARD)
    return found


def _seen_to_move(held: tuple[list[Holding], list[Holding]], card: int, viewer: int) -> bool:
    """Return whether a viewer saw a card come or go."""
    changes = _changes(*held)
    return any(changes[each.zone][card] for part in held for each in part if each.shown(viewer))


def _plain_values(state: SimpleState) -> Iterator[tuple[DeclaredField, Any]]:
    for each in declared_fields(type(state)):
        if each.seen is None and each.rolled is None:  # nobody sees the rolls that are still to come
            yield each, getattr(state, each.name)


def _only(zones: Iterator[str]) -> str:
    """Return the only zone; empty if there are none or several."""
    found = list(zones)
    return found[0] if len(found) == 1 else ""


def _value(value: Any, each: DeclaredField, lang: Lang) -> str:
    if isinstance(value, bool):
        return (YES if value else NO)[lang]
    return PLAYER[lang].format(value + 1).lower() if each.is_seat and value >= 0 else str(value)


def _usual_shape(field: DeclaredField) -> ZoneShape:
    if field.seen is Seen.OWNER:
        return ZoneShape.HAND
    return ZoneShape.PILE if field.seen is Seen.NOBODY else ZoneShape.ROW


def _width(rules: SimpleRules) -> float:
    return max(rules.spec.decks[name].size.width for name in rules.decks())


def _count(cards: int, lang: Lang) -> str:
    return ONE_HIDDEN[lang] if cards == 1 else HIDDEN[lang].format(cards)
