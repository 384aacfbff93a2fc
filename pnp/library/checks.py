"""Checking games and auditing PDFs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from pnp.audit.guarded import audit_in_worker
from pnp.audit.report import Report
from pnp.check.box import check_game as check_loaded
from pnp.check.report import GameReport
from pnp.check.told import describe_misprint, describe_report, result_sentence
from pnp.face.faces import check_icons
from pnp.library.places import Name, locate_game, start_folder
from pnp.options import PathName, Start
from pnp.project.folders import GameRef, Project
from pnp.proof.kept import find_misprints
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.terms import Lang, nearest_language
from pnp.worker.progress import Progress, silent
from pnp.worker.task import task


def check_game(game: Name, *, start: Start = None, allow_code: bool = False, progress: Progress = silent) -> GameReport:
    """Check a game: piece counts of box, spec and rules engine, composition rules, and typography.

    For example:

        report = pnp.check_game("winston")
        report.failures(strict=True)  # 0 if everything agrees
    """
    project, name = locate_game(game, start, allow_code=allow_code)
    report = _counted(project, name, progress)
    return replace(report, misprints=find_misprints(project, report.spec, Cache.of_user()))


def _counted(project: Project, name: str, progress: Progress) -> GameReport:
    """Check a game without its typography, which takes longer."""
    spec = load_game(project, name, any_box=True)
    check_icons(project, spec)
    return check_loaded(project, spec, progress)


@task
def count_pieces(
    game: GameRef, langs: Sequence[str], *, progress: Progress = silent
) -> tuple[int, dict[str, dict[str, Any]]]:
    """Check a game without its typography; return the number of failures, and the report in each language."""
    report = _counted(*game, progress)
    found = {}
    for lang in langs:
        own = Lang(nearest_language(lang, report.spec.languages))
        found[lang] = asdict(describe_report(report, own)) | {"end": result_sentence(report, strict=False, lang=own)}
    return report.failures(strict=False), found


@task
def list_slips(game: GameRef, langs: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """Return the typographical mistakes in a game, described in each of these languages."""
    spec = load_game(*game, any_box=True)
    found = find_misprints(game.project, spec, Cache.of_user())
    own = {lang: Lang(nearest_language(lang, spec.languages)) for lang in langs}
    return {lang: [asdict(describe_misprint(each, spec, own[lang])) for each in found] for lang in langs}


def audit_file(file: PathName, *, start: Start = None, allow_code: bool = False, progress: Progress = silent) -> Report:
    """Compare the sheets in a PDF with the game it was made from. Raise AuditError if pnp did not make the PDF.

    The game is printed again for the comparison, without the cache, and the file is read in a separate process. Project
    code runs only with permission, which applies to `start` and not to the folder that contains the file.

        report = pnp.audit_file(pnp.build("winston").pdf)
        assert report.sound, report.findings
    """
    return audit_in_worker(Path(file), start_folder(start), progress, allow_code=allow_code)
