"""Checks: box, spec and engine counted against each other, texts proofread, and sheets read back from the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

from pnp.audit.kind import check_is_pdf, unreadable_error
from pnp.audit.report import Report
from pnp.check.game import check_game as check_loaded
from pnp.check.report import GameReport, Misprint, Note, NoteKind
from pnp.check.wording import describe_misprint, describe_report, note_words, result_sentence
from pnp.config import PRINT_KEYS, resolve_config
from pnp.errors import LimitError
from pnp.face.faces import LIBRARIES, check_icons
from pnp.library.places import Name, locate_game, start_folder
from pnp.options import PathName, Start
from pnp.play.registry import rules_hash
from pnp.project.folders import GameRef, Project, files_hash, fonts_hash
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.store.cache import Cache, cache_key
from pnp.store.fingerprint import code_hash, versions
from pnp.terms import Lang, nearest_language
from pnp.worker.codec import pack, unpack
from pnp.worker.limits import Limits
from pnp.worker.progress import Progress, silent
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

TIME_LIMIT: Final = 60.0
"""Limit of processor time without progress, in seconds."""
MEMORY: Final = 4_000_000_000
"""Limit of memory, in bytes."""


def audit_in_worker(
    path: Path, start: Path, progress: Progress = silent, patience: float = TIME_LIMIT, *, allow_code: bool = False
) -> Report:
    """Audit a file in a worker; raise AuditError also if reading it hangs, crashes or takes too much memory."""
    from pnp.audit.audit import audit_file  # slow to import

    check_is_pdf(path)  # starting a process in vain takes a second
    try:
        limits = Limits(memory=MEMORY, step=patience)
        return run_in_worker(audit_file, limits, path, start, progress=progress, allow_code=allow_code)
    except LimitError as error:
        code = error.problems[0].code
        late = f"its reader made no progress for {patience:g} seconds"
        reasons = {"E1401": late, "E1402": "it needs too much memory"}
        raise unreadable_error(path, reasons.get(code, "its reader crashed, or sent an invalid answer"), code) from None


Misprints = list[Misprint]
PROOFREADER_MODULE: Final = "pnp.check.proofread"
"""Module that proofreads; a change to it, or to a module it imports, invalidates the cache."""


def find_misprints(project: Project, game: Game, cache: Cache) -> tuple[Misprint, ...]:
    """Return the typographic errors in everything that a game prints, from the cache if nothing has changed."""
    chosen = resolve_config(project, game.id)
    choices = [repr(getattr(chosen, key)) for key in PRINT_KEYS if key != "output"]
    code = code_hash(PROOFREADER_MODULE), rules_hash(project, game.id)
    key = cache_key("proof", *code, *_print_inputs(project, game), *choices)
    kept = cache.get(key)
    if kept is not None:
        return tuple(unpack(Misprints, kept))
    found = run_in_worker(proofread_in_worker, chosen.limits, project, game)
    cache.put(key, pack(Misprints, found))
    return tuple(found)


def find_print_notes(project: Project, game: Game, cache: Cache) -> tuple[Note, ...]:
    """Return a note on faces with something important too near to the cut, from the cache if nothing has changed."""
    from pnp.check.near_cut import find_near_cut  # slow to import

    key = cache_key("cut", code_hash("pnp.check.near_cut"), *_print_inputs(project, game))
    kept = cache.get(key)
    near = None if kept is None else unpack(list[str], kept)
    if near is None:
        near = run_in_worker(find_near_cut, resolve_config(project, game.id).limits, project, game, cache)
        cache.put(key, pack(list[str], near))
    return (Note(NoteKind.NEAR_CUT, tuple(near)),) if near else ()


@task
def proofread_in_worker(project: Project, game: Game) -> list[Misprint]:
    """Proofread a game in a worker process, because this runs its templates."""
    from pnp.check.proofread import proofread  # slow to load: it imports everything that prints

    return list(proofread(project, game))


def _print_inputs(project: Project, game: Game) -> tuple[str, ...]:
    """Return hashes of what decides how a game's faces look, apart from pnp's code."""
    folder = project.name(project.components / game.id)
    return versions(*LIBRARIES), files_hash(project, game.id), fonts_hash(project), folder, game.model_dump_json()


def check_game(game: Name, *, start: Start = None, allow_code: bool = False, progress: Progress = silent) -> GameReport:
    """Check a game: piece counts of box, spec and rules engine, composition rules, cut distances, and typography.

    For example:

        report = pnp.check_game("winston")
        report.failures(strict=True)  # 0 if everything agrees
    """
    project, name = locate_game(game, start, allow_code=allow_code)
    report = _counted(project, name, progress)
    cache = Cache.for_user()
    notes = find_print_notes(project, report.spec, cache)
    return replace(report, notes=(*report.notes, *notes), misprints=find_misprints(project, report.spec, cache))


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
def list_print_faults(game: GameRef, langs: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return a game's misprints (`slips`) and notes on its faces (`notes`), described in each of these languages."""
    spec, cache = load_game(*game, any_box=True), Cache.for_user()
    misprints, notes = find_misprints(game.project, spec, cache), find_print_notes(game.project, spec, cache)
    own = {lang: Lang(nearest_language(lang, spec.languages)) for lang in langs}
    return {
        lang: {
            "slips": [asdict(describe_misprint(each, spec, own[lang])) for each in misprints],
            "notes": [note_words(each, own[lang]) for each in notes],
        }
        for lang in langs
    }


def audit_file(file: PathName, *, start: Start = None, allow_code: bool = False, progress: Progress = silent) -> Report:
    """Compare the sheets in a PDF with the game it was made from. Raise AuditError if pnp did not make the PDF.

    The game is printed again for the comparison, without the cache, and the file is read in a separate process. Project
    code runs only with permission, which applies to `start` and not to the folder that contains the file.

        report = pnp.audit_file(pnp.build("winston").pdf)
        assert report.sound, report.findings
    """
    return audit_in_worker(Path(file), start_folder(start), progress, allow_code=allow_code)
