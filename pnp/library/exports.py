"""Exports for print shops and programs."""

from __future__ import annotations

from pnp.config import Config, resolve_config
from pnp.errors import Problem, SpecError
from pnp.export.export import export
from pnp.export.order import Exported, ExportRequest
from pnp.export.profile import Target, find_target
from pnp.export.profile import list_targets as list_all
from pnp.library.options import ExportOptions
from pnp.library.places import Name, locate_game, start_folder
from pnp.options import Start, accepts_options
from pnp.project.folders import GameRef, find_project
from pnp.store.cache import Cache


@accepts_options(ExportOptions)
def export_game(game: Name, options: ExportOptions) -> Exported:
    """Export a game for a print shop or a program, to `out/<game>/export-<target>_<lang>/`.

    `list_targets` returns the targets with their `options`. `only` selects pieces as in `build`. With `strict`, notices
    are errors; with `dry_run`, nothing is drawn or written, and sizes are estimates. An earlier export is replaced only
    when the new one is complete. Raise PnpError with all problems found.

        pnp.export_game("winston", "tts", lang="en")
    """
    found = locate_game(game, options.start, allow_code=options.allow_code)
    return export_game_with(found, options, resolve_config(*found, options))


def export_game_with(game: GameRef, options: ExportOptions, chosen: Config) -> Exported:
    """Export a game with the given settings."""
    only = [options.only] if isinstance(options.only, str) else options.only
    texts = tuple(dict.fromkeys(text.strip() for text in only))
    order = ExportRequest(chosen.lang, chosen.ink, texts, {}, options.strict, options.dry_run)
    store = Cache.for_user() if options.cache else Cache.disabled()
    target = find_target(game.project, options.target)
    return export(*game, target, order, options.options or {}, chosen.output, store, options.stages)


def list_targets(*, start: Start = None, problems: list[Problem] | None = None) -> list[Target]:
    """Return all export targets, bundled with pnp or defined by the project, by name.

    Problems with target files are added to `problems`; without that list, raise SpecError.

        [target.name for target in pnp.list_targets()]
    """
    found = list(list_all(find_project(start_folder(start))))
    wrong = [problem for each in found if isinstance(each, SpecError) for problem in each.problems]
    if wrong and problems is None:
        raise SpecError(*wrong)
    if problems is not None:
        problems += wrong
    return [each for each in found if isinstance(each, Target)]
