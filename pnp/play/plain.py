"""Default display and usage counting for games that define none, by the names of their fields and action families."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any, Final

from pnp.play.core import OVER, Options, Rules, State
from pnp.play.scoring import Translations
from pnp.play.simple import NO_CARD, DeclaredField, Family, Names, Seen, SimpleRules, SimpleState, declared_fields
from pnp.play.usage import Usage, words
from pnp.terms import Lang, Translated

WIDTH: Final = 100
TO_ACT: Final = words("Au joueur {} de jouer.", "Player {} to play.")
GAME_OVER: Final = words("La partie est finie.", "The game is over.")
SCORES: Final = words("Points : {}", "Points: {}")
YOURS: Final = words("Tes points : {}", "Your points: {}")
ACTION: Final = words("action {}", "action {}")
SEAT_NAME: Final = words("joueur {}", "player {}")
HIDDEN: Final = words("{} face cachée", "{} face down")
NOTHING: Final = "–"


class DefaultTable:
    """Plain text display: everything a player may know, one line per field, and actions by family."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def describe(self, state: State, action: int, lang: Lang) -> str:
        """Describe an action by the text of its family and its argument."""
        rules = self.rules
        if isinstance(rules, SimpleRules):
            family, argument = rules.family(action)
            if family is not None:
                return family.says[lang].format(_describe_argument(rules, family, argument, lang))
        return ACTION[lang].format(action)

    def show(self, state: State, player: int, lang: Lang) -> str:
        """Show whose turn it is, scores and visible fields.

        Other players' scores appear only after the game, because they may reveal hidden cards.
        """
        turn, scores = state.current(), state.scores()
        lines = [GAME_OVER[lang], SCORES[lang].format(" – ".join(map(str, scores)))]
        if turn != OVER:
            lines = [TO_ACT[lang].format(turn + 1), YOURS[lang].format(scores[player])]
        for name, said in self._fields(state, player, lang):
            lines += wrap(f"{name.replace('_', ' ')}: {said}", WIDTH, subsequent_indent="    ")
        return "\n".join(lines)

    def _fields(self, state: State, player: int, lang: Lang) -> Iterator[tuple[str, str]]:
        """Yield the name of each field, and in words what a player may know of it."""
        seen = state.observe(player)
        if isinstance(state, SimpleState):
            for each in declared_fields(type(state)):
                yield each.name, _describe_field(state.rules, each, getattr(seen, each.name), lang)
        else:
            names = getattr(seen, "_fields", range(1, len(seen) + 1))
            yield from ((str(name), str(value)) for name, value in zip(names, seen, strict=True))


def _describe_argument(rules: SimpleRules, family: Family, argument: int, lang: Lang) -> str:
    """Return an action's argument in words."""
    match family.of:
        case Names.CARD:
            return rules.name(argument, lang)
        case Names.SEAT:
            return SEAT_NAME[lang].format(argument + 1)
        case Names.NUMBER:
            return str(argument)
        case _:
            return ""


def _describe_field(rules: SimpleRules, each: DeclaredField, value: Any, lang: Lang) -> str:
    """Describe the visible part of a field: cards by name, hidden cards by number, seats separated by slashes."""
    if each.seen is Seen.NOBODY or (each.seen is Seen.OWNER and isinstance(value, int)):
        return HIDDEN[lang].format(value)
    if each.seen is Seen.OWNER or (isinstance(value, tuple) and each.depth == 2):
        hands = [
            _describe_cards(rules, each, hand, lang) if isinstance(hand, tuple) else HIDDEN[lang].format(hand)
            for hand in value
        ]
        return " / ".join(hands)
    return _describe_cards(rules, each, value if isinstance(value, tuple) else (value,), lang)


def _describe_cards(rules: SimpleRules, each: DeclaredField, values: tuple[Any, ...], lang: Lang) -> str:
    """Name cards, number players from 1, and show other values as they are."""
    if each.seen:
        names = [rules.name(value, lang) if value != NO_CARD else NOTHING for value in values]
    else:
        names = [str(value + 1 if each.is_seat else value) for value in values]
    return ", ".join(names) or NOTHING


class DefaultUsage(Usage[State]):
    """Counts action families and the pieces they name."""

    def uses(self, state: State, action: int) -> Iterable[str]:
        """Return the key of the action's family, and of its card if it names one."""
        rules = self.rules
        family, argument = rules.family(action) if isinstance(rules, SimpleRules) else (None, action)
        if family is None:
            return (f"action:{argument}",)
        if family.of is Names.CARD:
            return f"action:{family.name}", f"card:{rules.cards[argument].id}"
        return (f"action:{family.name}",)

    def things(self, options: Options | None) -> Mapping[str, Translations]:
        """Return the names of all families, and of all pieces if some family names pieces."""
        rules = self.rules
        if not isinstance(rules, SimpleRules):
            return {}
        families = rules.families.values()
        found: dict[str, Translations] = {
            f"action:{family.name}": Translated({lang: text.format("…").strip() for lang, text in family.says.items()})
            for family in families
        }
        if any(family.of is Names.CARD for family in families):
            for number, design in enumerate(rules.cards):
                found[f"card:{design.id}"] = Translated(
                    {lang: rules.name(number, lang) for lang in rules.spec.languages}
                )
        return found
