"""Winston in words: descriptions of its moves and its table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Final

from pnp.games.winston.rules import BODY, END, PICK, SWAP, WinstonRules, WinstonState
from pnp.play.core import OVER, WIDTH
from pnp.terms import Lang, Translated

MOVES: Final = Translated(
    {
        Lang.EN: ("play a head: {}", "play a body: {}", "", "show a head and slip it under the deck: {}"),
        Lang.FR: (
            "poser une tête : {}",
            "poser un corps : {}",
            "",
            "montrer une tête et la glisser sous la pioche : {}",
        ),
    }
)
"""One text per family of actions; picking up a dog is described separately."""
END_TURN: Final = Translated({Lang.EN: "end the turn", Lang.FR: "finir le tour"})
YOUR_HAND: Final = Translated({Lang.EN: "Your hand: ", Lang.FR: "Ta main : "})
PARTS: Final = Translated({Lang.EN: ("head", "body"), Lang.FR: ("tête", "corps")})


class WinstonTable:
    """Winston described in words."""

    def __init__(self, rules: WinstonRules) -> None:
        self.rules = rules

    def describe(self, state: WinstonState, action: int, lang: Lang) -> str:
        """Describe a legal action in a player's words."""
        if action == END:
            return END_TURN[lang]
        family, kind = divmod(action, BODY)
        name = self.rules.names[lang][kind]
        if action < PICK or action >= SWAP:
            return MOVES[lang][family].format(name)
        length = state.lengths[kind]
        points = self.rules.points_of[length]
        if lang.base == "fr":
            return f"ramasser le chien : {name} ({length} corps, {points} points)"
        return f"pick up the dog: {name} ({length} bodies, {points} points)"

    def show(self, state: WinstonState, player: int, lang: Lang, width: int = WIDTH) -> str:
        """Show the table as this player sees it.

        Other players' dogs are counted only if they are face up or the game is over.
        """
        rules = self.rules
        lines = wrap("  ".join(_head_line(state, lang)), width)
        names = rules.names[lang]
        pad = max(map(len, names))
        for kind, length in enumerate(state.lengths):
            head = state.headed >> kind & 1
            if head or length:
                lines.append(f"  {names[kind]:{pad}}  {'@' if head else ' '}{'=' * length}")
        for seat in range(state.players):
            lines += wrap(_seat(state, seat, player, lang), width, subsequent_indent="    ")
        types = 2 * rules.kinds
        by_kind = sorted(range(types), key=lambda card: (card % rules.kinds, card))
        hand = groups(rules, state.hands[player * types : (player + 1) * types], by_kind, lang)
        return "\n".join(lines + wrap(YOUR_HAND[lang] + (", ".join(hand) or "–"), width, subsequent_indent="    "))


def groups(rules: WinstonRules, counts: Sequence[int], order: Iterable[int], lang: Lang) -> Iterator[str]:
    """Yield cards by name, with equal ones combined, in this order of types."""
    for card in order:
        copies = counts[card]
        if copies:
            part = PARTS[lang][card // rules.kinds]
            yield f"{rules.names[lang][card % rules.kinds]} ({part}{f' ×{copies}' if copies > 1 else ''})"


def _head_line(state: WinstonState, lang: Lang) -> Iterator[str]:
    french = lang.base == "fr"
    if state.turn == OVER:
        yield "La partie est finie." if french else "The game is over."
    elif french:
        yield f"Au joueur {state.turn + 1} de jouer ; cartes posées ce tour : {state.played}."
    else:
        yield f"Player {state.turn + 1} to play; cards played this turn: {state.played}."
    yield f"Pioche : {len(state.deck)}" if french else f"Deck: {len(state.deck)}"
    if state.seen:
        bottom = ", ".join(state.rules.names[lang][card] for card in reversed(state.deck[: state.seen]))
        yield f"(têtes au fond : {bottom})" if french else f"(heads at the bottom: {bottom})"


def _seat(state: WinstonState, seat: int, viewer: int, lang: Lang) -> str:
    """Return a player's cards, prizes and dogs on one line."""
    rules = state.rules
    french = lang.base == "fr"
    dogs = state.dogs_of(seat)
    you = (" (toi)" if french else " (you)") if seat == viewer else ""
    parts = [f"{'>' if seat == state.turn else ' '} {'Joueur' if french else 'Player'} {seat + 1}{you}"]
    cards = state.held[seat]
    many = cards > 1 if french else cards != 1
    parts.append(f"{cards} {'carte' if french else 'card'}{'s' if many else ''}")
    types = 2 * rules.kinds
    known = state.known[seat * types : (seat + 1) * types]
    if any(known) and seat != viewer:
        parts.append(f"{'dont' if french else 'including'} {', '.join(groups(rules, known, range(types), lang))}")
    if state.bone == seat:
        parts.append(f"{'os' if french else 'bone'} ({state.longest})")
    if state.poop == seat:
        parts.append(f"{'crotte' if french else 'poop'} ({state.shortest})")
    sizes = [name for name, owner in zip(rules.size_names, state.marks, strict=True) if owner == seat]
    if sizes:
        parts.append(f"{'taille' if french else 'size'} {', '.join(sizes)}")
    several = len(dogs) > 1 if french else len(dogs) != 1
    parts.append(f"{len(dogs)} {'chien' if french else 'dog'}{'s' if several else ''}")
    if seat == viewer or state.flags[3] or state.turn == OVER:
        kept = ", ".join(f"{rules.names[lang][kind]} {length}" for kind, length in dogs)
        parts[-1] += f" ({kept})" if kept else ""
        parts.append(f"{state.scores()[seat]} pts")
    return " · ".join(parts)
