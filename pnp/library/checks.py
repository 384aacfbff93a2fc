"""Checks: box, spec and engine counted against each other, and sheets read back from the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from pnp.audit.guarded import audit_guarded
from pnp.audit.report import Report
from pnp.cache import Cache
from pnp.check.box import check_game as check_loaded
from pnp.check.report import GameReport
from pnp.check.told import end_words, tell, tell_slip
from pnp.face.icons import check_icons
from pnp.library.places import Name, PathName, Start, located, start_folder
from pnp.progress import Progress, silent
from pnp.proof.kept import find_misprints
from pnp.resources import Located, Project
from pnp.spec.load import load_game
from pnp.terms import Lang, nearest
from pnp.worker.task import task


def check_game(game: Name, *, start: Start = None, allow_code: bool = False, progress: Progress = silent) -> GameReport:
    """What the box, the spec, the engine and the composition rules of a game say of each other, and slips in print."""
    project, name = located(game, start, allow_code=allow_code)
    report = _counted(project, name, progress)
    return replace(report, misprints=find_misprints(project, report.spec, Cache.of_user()))


def _counted(project: Project, name: str, progress: Progress) -> GameReport:
    """A check without slips in print, which take longer to find."""
    spec = load_game(project, name, any_box=True)
    check_icons(project, spec)
    return check_loaded(project, spec, progress)


@task
def count_pieces(
    game: Located, langs: Sequence[str], *, progress: Progress = silent
) -> tuple[int, dict[str, dict[str, Any]]]:
    """Check a game, but not for slips in print; return the number of failures, and the report in each language."""
    report = _counted(*game, progress)
    found = {}
    for lang in langs:
        own = Lang(nearest(lang, report.spec.languages))
        found[lang] = asdict(tell(report, own)) | {"end": end_words(report, strict=False, lang=own)}
    return report.failures(strict=False), found


@task
def list_slips(game: Located, langs: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """List the slips in print of a game, in each of these languages."""
    spec = load_game(*game, any_box=True)
    found = find_misprints(game.project, spec, Cache.of_user())
    own = {lang: Lang(nearest(lang, spec.languages)) for lang in langs}
    return {lang: [asdict(tell_slip(each, spec, own[lang])) for each in found] for lang in langs}


def audit_file(file: PathName, *, start: Start = None, allow_code: bool = False, progress: Progress = silent) -> Report:
    """What is really on the sheets of a PDF, compared with the game that it names; AuditError when pnp did not make it.

    The game is printed afresh for it, without the cache. The file is read in a process of its own. Code of a project
    runs only with permission, which is for `start`, and never for the folder that the file lies in.
    """
    return audit_guarded(Path(file), start_folder(start), progress, allow_code=allow_code)
