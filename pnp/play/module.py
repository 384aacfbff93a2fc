"""GameModule: the parts of a game (rules, bots, notation, drawings …), each loaded on first use.

A part is given directly or as a `Lazy` reference, so that printing loads no rules and simulating loads no drawings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from pnp.project.code import PACKAGE, ProjectCode

if TYPE_CHECKING:
    from pnp.face.art.pen import Drawing
    from pnp.play.core import NotationProtocol, Rules, TableProtocol, UsageProtocol
    from pnp.play.judge import Judge
    from pnp.play.scene import SceneLike
    from pnp.spec.model import Game as Spec


@dataclass(frozen=True)
class Lazy:
    """A part that is loaded on first use."""

    load: Callable[[], Any]
    module: str = ""
    """Module that defines it; empty for a designer's code, which is hashed separately."""


def lazy_ref(place: str) -> Lazy:
    """Return a lazy reference to `package.module:name`, the syntax of entry points."""
    module, _, name = place.partition(":")
    return Lazy(lambda: getattr(import_module(module), name), module)


DEFAULTS: Final = {
    "judge": lazy_ref("pnp.play.judge:LeadJudge"),
    "usage": lazy_ref("pnp.play.plain:DefaultUsage"),
    "table": lazy_ref("pnp.play.plain:DefaultTable"),
    "notation": lazy_ref("pnp.play.simple:SimpleNotation"),
}
"""Defaults for parts that a game does not define."""


@dataclass(frozen=True)
class GameModule:
    """A game's rules, drawings and other parts; every part is optional and has a default."""

    rules: type[Rules] | Lazy | None = None
    """None for a game that can be printed but not played."""
    judge: Callable[[Any], Judge] | Lazy | None = None
    """How its bots evaluate positions; by default the lead in points."""
    usage: Callable[[Any], UsageProtocol] | Lazy | None = None
    """What a simulation counts; by default action families and the pieces they name."""
    table: Callable[[Any], TableProtocol] | Lazy | None = None
    """How moves and positions are described to players; by default all visible fields, by name."""
    notation: Callable[[Any], NotationProtocol] | Lazy | None = None
    """Positions as text; by default the fields that its state declares."""
    scene: Callable[[Any], SceneLike] | Lazy | None = None
    """How positions are drawn in the figures of memos; without it, figures list their pieces."""
    drawings: Mapping[str, Drawing] | Lazy = field(default_factory=dict)
    """Drawings by name, each a function of a pen."""
    code: ProjectCode | Lazy | None = None
    """The designer's code that defines the rules; it is sent to the processes that play games."""
    art: ProjectCode | Lazy | None = None
    """The designer's code that defines the drawings."""

    def make_rules(self, spec: Spec) -> Rules:
        """Make the rules for the decks of a spec."""
        made: Rules = self.part("rules")(spec)
        made.parts = self
        return made

    def make_table(self, rules: Rules) -> TableProtocol:
        """Make the game's table: descriptions of moves and positions."""
        made: TableProtocol = self._part_or_default("table")(rules)
        return made

    def make_notation(self, rules: Rules) -> NotationProtocol:
        """Make the game's notation: positions as text."""
        made: NotationProtocol = self._part_or_default("notation")(rules)
        return made

    def make_usage(self, rules: Rules) -> UsageProtocol:
        """Make the game's usage counter."""
        made: UsageProtocol = self._part_or_default("usage")(rules)
        return made

    def make_judge(self, rules: Rules) -> Judge:
        """Make the game's position evaluator."""
        made: Judge = self._part_or_default("judge")(rules)
        return made

    def make_scene(self, rules: Rules) -> SceneLike | None:
        """Make the layout of the game's figures; None if the game does not define one."""
        part = self.part("scene")
        made: SceneLike | None = part and part(rules)
        return made

    def load_drawings(self) -> Mapping[str, Drawing]:
        """Return the game's drawings by name."""
        found: Mapping[str, Drawing] = self.part("drawings")
        return found

    def part(self, name: str) -> Any:
        """Load a part by its field name; None if the game does not define it."""
        part = getattr(self, name)
        return part.load() if isinstance(part, Lazy) else part

    def code_mark(self, name: str) -> str:
        """Return the hash of the designer's code (`code` or `art`); empty if there is none."""
        code: ProjectCode | None = self.part(name)
        return code.hash if code else ""

    def modules(self, *names: str) -> list[str]:
        """Return the modules that define these parts without loading them; a designer's code is omitted."""
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
