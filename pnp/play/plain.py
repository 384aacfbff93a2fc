"""How a game is shown, said and counted that brings no words of its own: by the names of its fields and families."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from textwrap import wrap
from typing import Any, Final

from pnp.play.core import OVER, Options, Rules, State, Words
from pnp.play.simple import NO_CARD, Names, SimpleRules, SimpleState, declared
from pnp.play.usage import Usage, words
from pnp.terms import Lang

WIDTH: Final = 100
TO_ACT: Final = words("Au joueur {}.", "Player {} to act.")
GAME_OVER: Final = words("La partie est finie.", "The game is over.")
POINTS: Final = words("points", "points")
ACTION: Final = words("action {}", "action {}")
SEAT: Final = words("joueur {}", "player {}")


class PlainTable:
    """Everything that a player may know, a line for each field; actions by their families."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def describe(self, state: State, action: int, lang: Lang) -> str:
        """The words of the action's family with its argument."""
        rules = self.rules
        if not isinstance(rules, SimpleRules):
            return ACTION[lang].format(action)
        family, argument = rules.family(action)
        if family is None:
            return ACTION[lang].format(action)
        said = {
            Names.NOTHING: lambda: "",
            Names.CARD: lambda: rules.name(argument, lang),
            Names.SEAT: lambda: SEAT[lang].format(argument + 1),
            Names.NUMBER: lambda: str(argument),
        }[family.of]()
        return family.says[lang].format(said)

    def show(self, state: State, player: int, lang: Lang) -> str:
        """What the player may know."""
        turn = state.current()
        lines = [GAME_OVER[lang] if turn == OVER else TO_ACT[lang].format(turn + 1)]
        lines.append(f"{POINTS[lang]}: {' – '.join(map(str, state.scores()))}")
        seen = state.observe(player)
        names = getattr(seen, "_fields", [str(number) for number in range(len(seen))])
        cards = {each.name: each.seen for each in declared(type(state))} if isinstance(state, SimpleState) else {}
        for name, value in zip(names, seen, strict=True):
            if name not in ("viewer", "players", "options"):
                text = f"{name.replace('_', ' ')}: {self._said(value, bool(cards.get(name)), lang)}"
                lines += wrap(text, WIDTH, subsequent_indent="    ")
        return "\n".join(lines)

    def _said(self, value: Any, cards: bool, lang: Lang, depth: int = 0) -> str:
        """A value in words: cards by name, what is hidden as a number."""
        if isinstance(value, tuple):
            parts = [self._said(each, cards, lang, depth + 1) for each in value]
            if value and any(isinstance(each, tuple) for each in value):
                return " / ".join(parts)
            return ", ".join(parts) or "–"
        if isinstance(value, bool) or not isinstance(value, int) or not cards:
            return str(value)
        return str(value)


class PlainUsage(Usage[State]):
    """The families of actions, and the pieces that they name."""

    def uses(self, state: State, action: int) -> Iterable[str]:
        """The family, and the card where it names one."""
        rules = self.rules
        if not isinstance(rules, SimpleRules):
            return (f"action:{action}",)
        family, argument = rules.family(action)
        if family is None:
            return (f"action:{argument}",)
        if family.of is Names.CARD and argument != NO_CARD:
            return f"action:{family.name}", f"card:{rules.cards[argument].id}"
        return (f"action:{family.name}",)

    def things(self, options: Options | None) -> Mapping[str, Words]:
        """All families, and all pieces if a family names pieces."""
        rules = self.rules
        if not isinstance(rules, SimpleRules):
            return {}
        found = {
            f"action:{family.name}": {lang: _bare(family.says[lang]) for lang in Lang}
            for family in rules.families.values()
        }
        if any(family.of is Names.CARD for family in rules.families.values()):
            for number, design in enumerate(rules.cards):
                found[f"card:{design.id}"] = {lang: rules.name(number, lang) for lang in Lang}
        return found


def _bare(says: str) -> str:
    """The words of a family without its argument."""
    return " ".join(says.replace("{}", "…").split())
