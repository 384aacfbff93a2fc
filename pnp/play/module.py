"""The game module: everything that one game brings, each part loaded when it is asked for.

A part is the thing itself, or a `Lazy` that finds it: a build then loads no rules, and a simulation no drawings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from pnp.code import PACKAGE, Code

if TYPE_CHECKING:
    from pnp.face.art.pen import Drawing
    from pnp.play.core import NotationLike, Rules, TableLike, UsageLike
    from pnp.play.judge import Judge
    from pnp.play.scene import SceneLike
    from pnp.spec.model import Game as Spec


@dataclass(frozen=True)
class Lazy:
    """A part that is loaded when it is needed."""

    load: Callable[[], Any]
    module: str = ""
    """The module that it comes from; empty for a designer's code, which has a hash of its own."""


def at(place: str) -> Lazy:
    """What `package.module:name` is, as entry points write it."""
    module, _, name = place.partition(":")
    return Lazy(lambda: getattr(import_module(module), name), module)


DEFAULTS: Final = {
    "judge": at("pnp.play.judge:LeadJudge"),
    "usage": at("pnp.play.plain:PlainUsage"),
    "table": at("pnp.play.plain:PlainTable"),
    "notation": at("pnp.play.simple:SimpleNotation"),
}
"""What stands in for a part that a game does not bring."""


@dataclass(frozen=True)
class GameModule:
    """A game's rules and drawings, and what else it brings; what it does not bring has a default that works."""

    rules: type[Rules] | Lazy | None = None
    """None for a game that is drawn and not played."""
    judge: Callable[[Any], Judge] | Lazy | None = None
    """What its bots think of a position; by default the lead in points."""
    usage: Callable[[Any], UsageLike] | Lazy | None = None
    """What is counted of it; by default families of actions and the pieces that they name."""
    table: Callable[[Any], TableLike] | Lazy | None = None
    """How it is shown and said; by default everything that a player may know, by name."""
    notation: Callable[[Any], NotationLike] | Lazy | None = None
    """Its positions as text; by default the fields that its state declares."""
    scene: Callable[[Any], SceneLike] | Lazy | None = None
    """How its positions lie on a table, for the figures of memos; without it figures list their pieces."""
    drawings: Mapping[str, Drawing] | Lazy = field(default_factory=dict)
    """Drawings by name, each a function of a pen."""
    code: Code | Lazy | None = None
    """The designer's code that the rules come from; it is sent to where games are played."""
    art: Code | Lazy | None = None
    """The designer's code that the drawings come from."""

    def make_rules(self, spec: Spec) -> Rules:
        """The rules for the decks of a spec."""
        made: Rules = self.part("rules")(spec)
        made.parts = self
        return made

    def make_table(self, rules: Rules) -> TableLike:
        """How it is shown and said."""
        made: TableLike = self._part_or_default("table")(rules)
        return made

    def make_notation(self, rules: Rules) -> NotationLike:
        """Its positions as text."""
        made: NotationLike = self._part_or_default("notation")(rules)
        return made

    def make_usage(self, rules: Rules) -> UsageLike:
        """What is counted of it."""
        made: UsageLike = self._part_or_default("usage")(rules)
        return made

    def make_judge(self, rules: Rules) -> Judge:
        """What its bots think of a position."""
        made: Judge = self._part_or_default("judge")(rules)
        return made

    def make_scene(self, rules: Rules) -> SceneLike | None:
        """How its positions lie on a table; None where it does not say."""
        part = self.part("scene")
        made: SceneLike | None = part and part(rules)
        return made

    def load_drawings(self) -> Mapping[str, Drawing]:
        """Its drawings by name."""
        found: Mapping[str, Drawing] = self.part("drawings")
        return found

    def part(self, name: str) -> Any:
        """A part by the name of its field, loaded; None where the game does not bring it."""
        part = getattr(self, name)
        return part.load() if isinstance(part, Lazy) else part

    def code_mark(self, name: str) -> str:
        """The hash of a designer's code, `code` or `art`; empty without any."""
        code: Code | None = self.part(name)
        return code.hash if code else ""

    def modules(self, *names: str) -> list[str]:
        """The modules that parts come from, none of them loaded; those of a designer's code are left out."""
        found = []
        for name in names:
            part = getattr(self, name)
            part = DEFAULTS.get(name) if part is None else part
            module = part.module if isinstance(part, Lazy) else getattr(part, "__module__", "")
            found += [module] if module and not module.startswith(PACKAGE) else []
        return found

    def _part_or_default(self, name: str) -> Any:
        part = self.part(name)
        return DEFAULTS[name].load() if part is None else part
