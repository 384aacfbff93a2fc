"""CotCotCollec' in words: descriptions of its moves and its table."""

from __future__ import annotations

from textwrap import fill
from typing import Final

from pnp.games.cotcotcollec.rules import DRAW, FOX, GAP, LAST, NOBODY, WIDTH, CotcotcollecRules, CotcotcollecState
from pnp.play.core import OVER
from pnp.play.core import WIDTH as COLUMNS
from pnp.terms import Lang, Translated

WORDS: Final = Translated(
    {
        Lang.FR: (
            "créer un coffre à trésor : {name}",
            "commencer une collection : {name}",
            "agrandir la collection : {name}",
            "ajouter {joker} à la collection : {name}",
            "doubler et fermer la collection : {name}",
            "prendre au marché : {name}",
            "piocher une carte",
            "laisser le renard où il est",
        ),
        Lang.EN: (
            "make a treasure chest: {name}",
            "start a collection: {name}",
            "add to the collection: {name}",
            "add {joker} to the collection: {name}",
            "double and close the collection: {name}",
            "take from the market: {name}",
            "draw a card from the deck",
            "leave the fox where it is",
        ),
    }
)
"""One text per family of actions, in the order of their numbers."""
FOX_HOME: Final = Translated(
    {
        Lang.FR: "garder le renard, mais le déplacer : {name}",
        Lang.EN: "keep the fox, but move it: {name}",
    }
)
FOX_AWAY: Final = Translated(
    {
        Lang.FR: "envoyer le renard chez le joueur {player} : {name}",
        Lang.EN: "send the fox to player {player}: {name}",
    }
)
SHOWN: Final = Translated(
    {
        Lang.FR: {
            "to play": "Tour {turn}, joueur {player}, PA restants : {points}",
            "over": "Partie terminée au tour {turn}, celui du joueur {player}",
            "deck": "Pioche : {deck} cartes. Coqs sortis : {roosters} sur {of}",
            "market": "Marché : {cards}",
            "waiting": "Le renard attend près de la pioche.",
            "fox on": "Le renard est chez le joueur {player} : {name}",
            "under fox": "  (renard : ne vaut rien)",
            "player": "Joueur {player}{you}, décomptes : {pad}, total si la partie s’arrêtait là : {now}",
            "you": " (toi)",
            "chests": "  coffres vides : {empty} ; cartes servant de coffres : {cards}",
            "hand": "  main ({size}) : {cards}",
            "known": "  main ({size}), cartes connues : {cards}",
        },
        Lang.EN: {
            "to play": "Turn {turn}, player {player}, action points left: {points}",
            "over": "Game over on turn {turn}, with player {player} to play",
            "deck": "Deck: {deck} cards. Roosters out: {roosters} of {of}",
            "market": "Market: {cards}",
            "waiting": "The fox is waiting beside the deck.",
            "fox on": "The fox is with player {player}: {name}",
            "under fox": "  (fox: worth nothing)",
            "player": "Player {player}{you}, scorings: {pad}, total if the game ended now: {now}",
            "you": " (you)",
            "chests": "  empty chests: {empty}; cards used as chests: {cards}",
            "hand": "  hand ({size}): {cards}",
            "known": "  hand ({size}), known cards: {cards}",
        },
    }
)


class CotcotcollecTable:
    """CotCotCollec' described in words."""

    def __init__(self, rules: CotcotcollecRules) -> None:
        self.rules = rules

    def describe(self, state: CotcotcollecState, action: int, lang: Lang) -> str:
        """Describe the action and its card or collection."""
        rules = self.rules
        family, kind = divmod(action, WIDTH)
        if action < FOX:
            name = _name(rules, kind, lang) if action < DRAW else ""
            return WORDS[lang][family].format(name=name, joker=_name(rules, rules.joker, lang))
        seat = family - FOX // WIDTH
        words = FOX_HOME if seat == state.seat else FOX_AWAY
        return words[lang].format(name=_name(rules, kind, lang), player=seat + 1)

    def show(self, state: CotcotcollecState, player: int, lang: Lang, width: int = COLUMNS) -> str:
        """Show the table, then each player with the known part of their hand."""
        rules = self.rules
        say = SHOWN[lang]
        market = " | ".join(_name(rules, card, lang) if card != GAP else "–" for card in state.market)
        fox = say["waiting"]
        if state.fox_seat != NOBODY:
            fox = say["fox on"].format(name=_name(rules, state.fox_motif, lang), player=state.fox_seat + 1)
        head = say["over"] if state.current() == OVER else say["to play"]
        lines = [
            head.format(turn=state.turn + 1, player=state.seat + 1, points=state.points),
            say["deck"].format(deck=len(state.deck) - state.top, roosters=state.roosters, of=LAST),
            say["market"].format(cards=market),
            fox,
        ]
        scores = state.scores()
        for seat, size in enumerate(state.sizes()):
            you = say["you"] if seat == player else ""
            pad = " + ".join(map(str, state.pad[seat :: state.players])) or "0"
            lines += ["", say["player"].format(player=seat + 1, you=you, pad=pad, now=scores[seat])]
            for motif, objects, jokers, closed in state.collections(seat):
                fox = say["under fox"] if (seat, motif) == (state.fox_seat, state.fox_motif) else ""
                row = "■" * objects + "★" * jokers + (" ×2" if closed else "")
                lines.append(f"  {_name(rules, motif, lang):<20} {row}{fox}")
            chests = _listed(rules, state.chests, seat, lang)
            lines.append(say["chests"].format(empty=state.empty[seat], cards=chests))
            hand = _listed(rules, state.hands if seat == player else state.known, seat, lang)
            lines.append(say["hand" if seat == player else "known"].format(size=size, cards=hand))
        return "\n".join(fill(line, width, subsequent_indent="    ") for line in lines)


def _listed(rules: CotcotcollecRules, cells: list[int], seat: int, lang: Lang) -> str:
    """Return the cards of a seat in words; a dash if there are none."""
    own = enumerate(cells[seat * rules.row : (seat + 1) * rules.row])
    return ", ".join(f"{_name(rules, k, lang)}{f' ×{count}' * (count > 1)}" for k, count in own if count) or "–"


def _name(rules: CotcotcollecRules, kind: int, lang: Lang) -> str:
    """Return the name of a card."""
    return str(rules.designs[kind].field("name", lang))
