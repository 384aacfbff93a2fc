"""Exports: games as shops, table simulators and other programs take them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.cache import Cache
from pnp.config import choose
from pnp.errors import Problem, SpecError
from pnp.export.export import export
from pnp.export.order import Exported, ExportOrder
from pnp.export.targets import Target, find_target
from pnp.export.targets import list_targets as list_all
from pnp.library.places import Name, PathName, Start, located, start_folder
from pnp.progress import Stages, silent_stages
from pnp.resources import find_project
from pnp.terms import Ink


def export_game(
    game: Name,
    target: str,
    *,
    lang: str | None = None,
    ink: Ink | str | None = None,
    only: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    strict: bool = False,
    dry_run: bool = False,
    cache: bool = True,
    out: PathName | None = None,
    start: Start = None,
    allow_code: bool = False,
    stages: Stages = silent_stages,
) -> Exported:
    """The files of a game for a shop or a program, in `out/<game>/export-<target>_<lang>/`.

    `target` is one of `list_targets`, which tells its `options`, too. `only` is that of `build`. With `strict`, what
    would be a notice is a problem; with `dry_run` nothing is drawn or written, and sizes are estimates. An earlier
    export stays until the new one is complete. PnpError with everything that is wrong.
    """
    found = located(game, start, allow_code=allow_code)
    chosen = choose(*found, lang=lang, ink=ink, out=out)
    texts = tuple(dict.fromkeys(text.strip() for text in ([only] if isinstance(only, str) else only)))
    order = ExportOrder(chosen.lang, chosen.ink.value, texts, {}, strict, dry_run)
    store = Cache.of_user() if cache else Cache.none()
    where = find_target(found.project, target)
    return export(*found, where, order, options or {}, chosen.output.value, store, stages)


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
