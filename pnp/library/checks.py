"""Checks: box, spec and engine counted against each other, and sheets read back from the paper."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pnp.audit.guarded import audit_guarded
from pnp.audit.report import Report
from pnp.cache import Cache
from pnp.check.box import check_game as check_loaded
from pnp.check.report import GameReport
from pnp.face.icons import check_icons
from pnp.library.places import Name, PathName, Start, located, start_folder
from pnp.progress import Progress, silent
from pnp.proof.kept import find_misprints
from pnp.spec.load import load_game


def check_game(game: Name, *, start: Start = None, allow_code: bool = False, progress: Progress = silent) -> GameReport:
    """What the box, the spec, the engine and the composition rules of a game say of each other, and slips in print."""
    project, name = located(game, start, allow_code=allow_code)
    spec = load_game(project, name, any_box=True)
    check_icons(project, spec)
    return replace(check_loaded(project, spec, progress), misprints=find_misprints(project, spec, Cache.of_user()))


def audit_file(file: PathName, *, start: Start = None, allow_code: bool = False, progress: Progress = silent) -> Report:
    """What is really on the sheets of a PDF, compared with the game that it names; AuditError when pnp did not make it.

    The game is printed afresh for it, without the cache. The file is read in a process of its own. Code of a project
    runs only with permission, which is for `start`, and never for the folder that the file lies in.
    """
    return audit_guarded(Path(file), start_folder(start), progress, allow_code=allow_code)
