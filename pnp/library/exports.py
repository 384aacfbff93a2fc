"""Exports: games as shops, table simulators and other programs take them."""

from __future__ import annotations

from pnp.cache import Cache
from pnp.config import Config, choose
from pnp.errors import Problem, SpecError
from pnp.export.export import export
from pnp.export.order import Exported, ExportOrder
from pnp.export.targets import Target, find_target
from pnp.export.targets import list_targets as list_all
from pnp.library.options import ExportOptions
from pnp.library.places import Name, Start, located, start_folder
from pnp.options import takes
from pnp.resources import Located, find_project


@takes(ExportOptions)
def export_game(game: Name, options: ExportOptions) -> Exported:
    """The files of a game for a shop or a program, in `out/<game>/export-<target>_<lang>/`.

    `target` is one of `list_targets`, which tells its `options`, too. `only` is that of `build`. With `strict`, what
    would be a notice is a problem; with `dry_run` nothing is drawn or written, and sizes are estimates. An earlier
    export stays until the new one is complete. PnpError with everything that is wrong.
    """
    found = located(game, options.start, allow_code=options.allow_code)
    return export_game_with(found, options, choose(*found, options))


def export_game_with(game: Located, options: ExportOptions, chosen: Config) -> Exported:
    """Export a game with the settings in force for it."""
    only = [options.only] if isinstance(options.only, str) else options.only
    texts = tuple(dict.fromkeys(text.strip() for text in only))
    order = ExportOrder(chosen.lang, chosen.ink, texts, {}, options.strict, options.dry_run)
    store = Cache.of_user() if options.cache else Cache.none()
    target = find_target(game.project, options.target)
    return export(*game, target, order, options.options or {}, chosen.output, store, options.stages)


def list_targets(*, start: Start = None, problems: list[Problem] | None = None) -> list[Target]:
    """Every target by name: those that come with pnp, and the project's own.

    What is wrong with some is added to `problems`; without such a list it is a SpecError.
    """
    found = list(list_all(find_project(start_folder(start))))
    wrong = [problem for each in found if isinstance(each, SpecError) for problem in each.problems]
    if wrong and problems is None:
        raise SpecError(*wrong)
    if problems is not None:
        problems += wrong
    return [each for each in found if isinstance(each, Target)]
