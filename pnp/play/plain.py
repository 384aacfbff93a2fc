"""How a game is shown, said and counted that brings no words of its own: by the names of its fields and families."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any, Final

from pnp.play.core import OVER, Options, Rules, State, Words
from pnp.play.simple import NO_CARD, Declared, Family, Names, Seen, SimpleRules, SimpleState, declared
from pnp.play.usage import Usage, words
from pnp.terms import Lang, Spoken

WIDTH: Final = 100
TO_ACT: Final = words("Au joueur {} de jouer.", "Player {} to play.")
GAME_OVER: Final = words("La partie est finie.", "The game is over.")
SCORES: Final = words("Points : {}", "Points: {}")
YOURS: Final = words("Tes points : {}", "Your points: {}")
ACTION: Final = words("action {}", "action {}")
SEAT: Final = words("joueur {}", "player {}")
HIDDEN: Final = words("{} face cachée", "{} face down")
NOTHING: Final = "–"


class PlainTable:
    """Everything that a player may know, a line for each field; actions by their families."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def describe(self, state: State, action: int, lang: Lang) -> str:
        """The words of the action's family, with its argument."""
        rules = self.rules
        if isinstance(rules, SimpleRules):
            family, argument = rules.family(action)
            if family is not None:
                return family.says[lang].format(_argument(rules, family, argument, lang))
        return ACTION[lang].format(action)

    def show(self, state: State, player: int, lang: Lang) -> str:
        """Whose turn it is, points, and each field; before the end only own points: others' may tell what is hidden."""
        turn, scores = state.current(), state.scores()
        lines = [GAME_OVER[lang], SCORES[lang].format(" – ".join(map(str, scores)))]
        if turn != OVER:
            lines = [TO_ACT[lang].format(turn + 1), YOURS[lang].format(scores[player])]
        for name, said in self._fields(state, player, lang):
            lines += wrap(f"{name.replace('_', ' ')}: {said}", WIDTH, subsequent_indent="    ")
        return "\n".join(lines)

    def _fields(self, state: State, player: int, lang: Lang) -> Iterator[tuple[str, str]]:
        """What a player may know of each field, in words."""
        seen = state.observe(player)
        if isinstance(state, SimpleState):
            for each in declared(type(state)):
                yield each.name, _said(state.rules, each, getattr(seen, each.name), lang)
        else:
            names = getattr(seen, "_fields", range(1, len(seen) + 1))
            yield from ((str(name), str(value)) for name, value in zip(names, seen, strict=True))


def _argument(rules: SimpleRules, family: Family, argument: int, lang: Lang) -> str:
    """What is added to the base of a family, in words."""
    match family.of:
        case Names.CARD:
            return rules.name(argument, lang)
        case Names.SEAT:
            return SEAT[lang].format(argument + 1)
        case Names.NUMBER:
            return str(argument)
        case _:
            return ""


def _said(rules: SimpleRules, each: Declared, value: Any, lang: Lang) -> str:
    """What is known of a field: cards by name, hidden ones by number, the seats after each other."""
    if each.seen is Seen.NOBODY or (each.seen is Seen.OWNER and isinstance(value, int)):
        return HIDDEN[lang].format(value)
    if each.seen is Seen.OWNER or (isinstance(value, tuple) and each.depth == 2):
        hands = [
            _cards(rules, each, hand, lang) if isinstance(hand, tuple) else HIDDEN[lang].format(hand) for hand in value
        ]
        return " / ".join(hands)
    return _cards(rules, each, value if isinstance(value, tuple) else (value,), lang)


def _cards(rules: SimpleRules, each: Declared, values: tuple[Any, ...], lang: Lang) -> str:
    """Cards by name, players from 1 on, other values as they are."""
    if each.seen:
        names = [rules.name(value, lang) if value != NO_CARD else NOTHING for value in values]
    else:
        names = [str(value + 1 if each.is_seat else value) for value in values]
    return ", ".join(names) or NOTHING


class PlainUsage(Usage[State]):
    """The families of actions, and the pieces that they name."""

    def uses(self, state: State, action: int) -> Iterable[str]:
        """The family, and the card where it names one."""
        rules = self.rules
        family, argument = rules.family(action) if isinstance(rules, SimpleRules) else (None, action)
        if family is None:
            return (f"action:{argument}",)
        if family.of is Names.CARD:
            return f"action:{family.name}", f"card:{rules.cards[argument].id}"
        return (f"action:{family.name}",)

    def things(self, options: Options | None) -> Mapping[str, Words]:
        """All families, and all pieces if a family names pieces."""
        rules = self.rules
        if not isinstance(rules, SimpleRules):
            return {}
        families = rules.families.values()
        found: dict[str, Words] = {
            f"action:{family.name}": Spoken({lang: text.format("…").strip() for lang, text in family.says.items()})
            for family in families
        }
        if any(family.of is Names.CARD for family in families):
            for number, design in enumerate(rules.cards):
                found[f"card:{design.id}"] = Spoken({lang: rules.name(number, lang) for lang in rules.spec.languages})
        return found
