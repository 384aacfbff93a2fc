"""Games by id: the parts that one game brings, where they are found, and hashes of their code.

A part is given directly or as a `Lazy` reference, so that printing loads no rules and simulating loads no drawings.

A designer's project comes first (`components/<game>/rules.py` and `art.py`), then installed packages that offer a game
under the entry point group `pnp.games`, then the games bundled with pnp. Parts missing from one are taken from the
next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from pnp.errors import Location, Problem, SpecError, did_you_mean
from pnp.project.code import ART, PACKAGE, RULES, ProjectCode, collect_code, has_code, require_permission
from pnp.project.folders import Project, bundled_project
from pnp.store.fingerprint import code_hash

if TYPE_CHECKING:
    from pnp.face.art.pen import Drawing
    from pnp.play.core import NotationProtocol, Rules, TableProtocol, UsageProtocol
    from pnp.play.judge import Judge
    from pnp.play.scene import GameScene
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
    "usage": lazy_ref("pnp.play.simple:DefaultUsage"),
    "table": lazy_ref("pnp.play.simple:DefaultTable"),
    "notation": lazy_ref("pnp.play.simple:SimpleNotation"),
    "scene": lazy_ref("pnp.play.simple_scene:DefaultScene"),
}
"""Defaults for parts that a game does not define."""


@dataclass(frozen=True)
class GameModule:
    """A game's rules, drawings and other parts; every part is optional and has a default.

    A designer's `rules.py` ends with one:

        GAME = GameModule(rules=SnapRules, judge=SnapJudge)
    """

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
    scene: Callable[[Any], GameScene] | Lazy | None = None
    """How the table and the figures of memos show positions; by default all visible fields, as rows of pieces."""
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

    def make_scene(self, rules: Rules) -> GameScene:
        """Make the game's scene: how its table is shown."""
        made: GameScene = self._part_or_default("scene")(rules)
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


def drawings_hash(project: Project, game_id: str) -> str:
    """Return a hash of the code of a game's drawings, without running it."""
    module = find_game_module(game_id, project)
    if module is None:
        return ""
    parts = [code_hash(*module.modules("drawings"))]
    if isinstance(module.drawings, Mapping):
        parts.append(code_hash(*{drawing.__module__ for drawing in module.drawings.values()}))
    return " ".join([*parts, module.code_mark("art")])


def rules_hash(project: Project, game_id: str, *parts: str) -> str:
    """Return a hash of the code of a game's rules, and of other parts, without running it."""
    module = find_game_module(game_id, project)
    if module is None or module.rules is None:
        return ""
    return f"{code_hash(*module.modules('rules', *parts))} {module.code_mark('code')}"


GROUP: Final = "pnp.games"
"""Entry point group under which other packages offer games."""
BUNDLED: Final = "pnp.games"
"""Package of the games bundled with pnp."""


def find_game_module(game_id: str, project: Project | None = None) -> GameModule | None:
    """Return everything that a game defines beside its spec, loading none of it yet; None if there is nothing.

    A project's code is read and run when one of its parts is first used, which raises SpecError without the user's
    permission.
    """
    module = _installed(game_id)
    if project is None or project == bundled_project():
        return module
    if has_code(project, game_id, RULES):
        module = replace(_project_rules(project, game_id), drawings=module.drawings if module else {})
    if has_code(project, game_id, ART):
        module = _with_project_drawings(module or GameModule(), project, game_id)
    return module


def find_rules(spec: Spec, project: Project | None = None) -> Rules:
    """Return the rules of a game for the decks of this spec; raise SpecError if it has no rules."""
    module = find_game_module(spec.id, project)
    if module is None or module.rules is None:
        hint = did_you_mean(playable_games(project), spec.id)
        raise SpecError(Problem(Location(game=spec.id), "has no rules", hint, code="E0907"))
    return module.make_rules(spec)


def playable_games(project: Project | None = None) -> list[str]:
    """Return the ids of all games that can be played, from the project and from installed packages."""
    own = project or bundled_project()
    found = {*own.games(), *bundled_project().games(), *_entry_points()}
    return sorted(
        name for name in found if (module := find_game_module(name, project)) is not None and module.rules is not None
    )


def load_game_module(code: ProjectCode) -> GameModule:
    """Run a designer's `rules.py` and return the GameModule it defines; permission must have been checked before."""
    found = list({id(each): each for each in vars(code.load()).values() if isinstance(each, GameModule)}.values())
    if len(found) != 1:
        where, hint = Location(code.path(code.main)), "for example: GAME = GameModule(rules=MyRules)"
        message = f"has {len(found)} GameModules, but must have one" if found else "has no GameModule"
        raise SpecError(Problem(where, message, hint, code="E1303"))
    return replace(found[0], code=code)


def find_permitted_code(game_id: str, project: Project | None) -> ProjectCode | None:
    """Return the designer's code of a game's rules; None for an installed game.

    Raise SpecError if the user has not allowed it to run.
    """
    if project is None or not has_code(project, game_id, RULES):
        return None
    require_permission(project, game_id, RULES)
    return collect_code(project, game_id, RULES)


def _project_rules(project: Project, game_id: str) -> GameModule:
    """Return a module whose parts come from a project's `rules.py`, loaded on first use and only with permission."""
    code = cache(lambda: collect_code(project, game_id, RULES))

    def part(name: str) -> Lazy:
        def load() -> Any:
            require_permission(project, game_id, RULES)
            return load_game_module(code()).part(name)

        return Lazy(load)

    names = ("rules", "judge", "usage", "table", "notation", "scene")
    return GameModule(**{name: part(name) for name in names}, code=Lazy(code))


def _with_project_drawings(module: GameModule, project: Project, game_id: str) -> GameModule:
    """Return the module with the drawings of a project's `art.py`, loaded only with permission."""
    gathered = cache(lambda: collect_code(project, game_id, ART))

    def load() -> Any:
        require_permission(project, game_id, ART)
        code = gathered()
        found = getattr(code.load(), "DRAWINGS", None)
        if not isinstance(found, dict) or not all(isinstance(name, str) and callable(found[name]) for name in found):
            where, hint = Location(code.path(code.main)), "DRAWINGS must be a dict of functions of a Pen, by name"
            message = "has no DRAWINGS" if found is None else "has a DRAWINGS that does not map names to functions"
            raise SpecError(Problem(where, message, hint, code="E1303"))
        return found

    return replace(module, drawings=Lazy(load), art=Lazy(gathered))


@cache
def _installed(game_id: str) -> GameModule | None:
    """Return a game from an installed package, or one bundled with pnp; None if there is none."""
    offered = _entry_points()
    if game_id in offered:
        found = offered[game_id].load()
    else:
        name = game_id.replace("-", "_")
        package = f"{BUNDLED}.{name}"
        found = import_module(package) if name.isidentifier() and find_spec(package) else None
    game = getattr(found, "GAME", None) if isinstance(found, ModuleType) else found
    if game is not None and not isinstance(game, GameModule):
        where = Location(detail=f"entry point {GROUP}: {game_id}")
        raise SpecError(Problem(where, "must be a GameModule", found=type(game).__name__, code="E1303"))
    return game


@cache
def _entry_points() -> dict[str, Any]:
    """Return the entry points of the games offered by installed packages."""
    return {point.name: point for point in entry_points(group=GROUP)}
