"""Export a game for a target, into a folder or packed into an archive."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final, TypedDict
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from pnp.config import read_config
from pnp.errors import Location, PressError, Problem, SpecError, os_problem
from pnp.export.job import ExportJob
from pnp.export.order import Exported, ExportedFile, ExportRequest, OptionValue, read_options
from pnp.export.profile import Target, fit_all, scaling_notice
from pnp.project.folders import Project
from pnp.spec.deck import expand_pieces, restrict_game, unfold_dice
from pnp.spec.load import load_game
from pnp.spec.selection import Selection
from pnp.store.cache import Cache
from pnp.store.files import folder_mode
from pnp.worker.progress import Stages

COMPRESSED: Final = (".png", ".jpeg", ".webp", ".pdf")
"""Extensions of files that are already compressed."""
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
FILE_MODE: Final = 0o644 << 16
ENTRY_OVERHEAD: Final = 150
"""Overhead of an archive entry in bytes, besides its name and content."""


def pack(folder: Path, files: Sequence[ExportedFile], name: str, beside: Container[str]) -> list[ExportedFile]:
    """Replace the files by an archive that contains them all; keep a copy of those in `beside` next to it.

    Return the files that are then in the folder. In a dry run, estimate their sizes. Raise PressError if writing fails.
    """
    stay = [file for file in files if file.name in beside]
    if any(file.estimated for file in files):
        size = sum(file.size_bytes + ENTRY_OVERHEAD + 2 * len(file.name) for file in files)
        return [ExportedFile(name, size, estimated=True), *stay]
    path = folder / name
    try:
        with ZipFile(path, "w") as archive:
            for file in files:
                entry = ZipInfo(file.name, EPOCH)
                entry.compress_type = ZIP_STORED if file.name.endswith(COMPRESSED) else ZIP_DEFLATED
                entry.external_attr = FILE_MODE
                with (folder / file.name).open("rb") as content, archive.open(entry, "w") as place:
                    shutil.copyfileobj(content, place)
        for file in files:
            if file.name not in beside:
                (folder / file.name).unlink()
        for each in sorted(folder.rglob("*"), reverse=True):
            if each.is_dir():
                each.rmdir()
    except OSError as error:
        where = Location(str(path))
        raise PressError(os_problem(error, where, "cannot be written", "choose another --out")) from error
    return [ExportedFile(name, path.stat().st_size), *stay]


MANIFEST: Final = "export.json"
"""Name of the file that lists the contents of an export; a folder without it is never replaced."""
FORMAT: Final = 1
"""Version of the manifest's format."""
UPLOAD_GUIDE: Final = "how-to-upload.txt"


def export(
    project: Project,
    game_id: str,
    target: Target,
    order: ExportRequest,
    given: Mapping[str, object],
    out: Path,
    cache: Cache,
    stages: Stages,
) -> Exported:
    """Export the game into its folder under `out/<game>/`.

    Return what was written, or would be in a dry run. Raise PnpError with every problem found.
    """
    game = load_game(project, game_id)
    if target.profile.writer == "cut":  # dice are cut as nets
        game = unfold_dice(game)
    options = read_options(target.options, given, target.profile.options, target.name, target.where)
    target, order = _with_dpi(target, options.get("dpi")), replace(order, options=options)
    selection = Selection(order.only)
    pieces = selection.apply(game, expand_pieces(game))
    game = restrict_game(game, pieces) if order.only else game
    fits, refused = fit_all(game.decks.values(), target.profile)
    suffix = f"_{selection.slug}" if order.only else ""
    folder = out / game_id / f"export-{target.name}_{order.lang}{suffix}"
    limits = read_config(project).limits
    job = ExportJob(project, game, pieces, target, order, folder, folder, limits, cache, stages, fits)
    for name, why in refused.items():
        job.leave_out(name, why)
    for fit in fits.values():
        if notice := scaling_notice(fit, order.lang):
            job.notice(notice)
    job.check_pixels()
    if not fits:
        return _exported(job, folder)
    if not order.dry:
        _check_replaceable(folder)
        job.folder = _make_temporary_folder(folder)
    try:
        target.write(job)
        if target.profile.upload:
            job.add(UPLOAD_GUIDE, target.profile.upload.lstrip("\n").encode())
        if target.profile.zip:
            job.files = pack(job.folder, job.files, f"{game_id}_{target.name}_{order.lang}{suffix}.zip", {UPLOAD_GUIDE})
        if job.notices and order.strict:
            where, message = Location(game=game_id, detail=target.name), "has a notice, which --strict does not allow"
            raise PressError(*(Problem(where, message, found=text, code="E1106") for text in job.notices))
        done = _exported(job, folder)
        if not order.dry:
            job.add(MANIFEST, _manifest(done))
            _move_into_place(job.folder, folder)
    finally:
        if not order.dry:
            shutil.rmtree(job.folder, ignore_errors=True)
    return done


def _with_dpi(target: Target, dpi: OptionValue) -> Target:
    """Return the target with another resolution; raise SpecError if its pictures have sizes that a shop sets."""
    if dpi is None:
        return target
    if target.profile.products:
        message = f"cannot be changed: {target.title} gives the size of its pictures in pixels"
        raise SpecError(Problem(Location(option="--set dpi"), message, code="E1102"))
    return replace(target, profile=target.profile.model_copy(update={"dpi": dpi}))


def _exported(job: ExportJob, folder: Path) -> Exported:
    made = {design.id: design.count for deck, design in job.game.designs() if deck.name in job.fits}
    return Exported(
        job.game.id, job.target.name, job.order.lang, folder, tuple(job.files), tuple(job.notices), made,
        tuple(job.not_made), tuple(job.unsafe), job.dry,
    )  # fmt: skip


class ManifestFile(TypedDict):
    """A file of an export."""

    name: str
    """Path of a file, relative to the folder."""
    bytes: int
    """Size of the file, in bytes."""


class ListedNotMade(TypedDict):
    """Pieces that the target cannot produce."""

    piece: str
    """Piece that the target cannot produce."""
    count: int
    """Number of copies of it."""
    why: str
    """Why it cannot be produced."""


class Manifest(TypedDict):
    """The list of an export."""

    format: int
    game: str
    """Id of the game."""
    target: str
    """Export target."""
    lang: str
    """Language."""
    files: list[ManifestFile]
    pieces: Mapping[str, int]
    """Number of copies of each row."""
    not_made: list[ListedNotMade]
    notices: Sequence[str]
    """What to check before you upload the files."""


def _manifest(done: Exported) -> bytes:
    content: Manifest = {
        "format": FORMAT,
        "game": done.game,
        "target": done.target,
        "lang": done.lang,
        "files": [{"name": file.name, "bytes": file.size_bytes} for file in done.files],
        "pieces": done.made,
        "not_made": [{"piece": each.piece, "count": each.count, "why": each.why} for each in done.not_made],
        "notices": done.notices,
    }
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


def _check_replaceable(folder: Path) -> None:
    """Raise PressError if the path exists and is neither an empty folder nor an earlier export."""
    if folder.is_dir() and (not any(folder.iterdir()) or (folder / MANIFEST).is_file()):
        return
    if folder.exists() or folder.is_symlink():
        message = f"is a {'folder' if folder.is_dir() else 'file'} that pnp did not export"
        hint = f"it has no {MANIFEST}, so pnp does not replace it; move it away, or choose another --out"
        raise PressError(Problem(Location(str(folder)), message, hint, code="E0108"))


def _make_temporary_folder(folder: Path) -> Path:
    """Create and return a temporary folder next to the one that it will replace."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name[:60]}."))
        made.chmod(folder_mode())
    except OSError as error:
        where = Location(str(folder))
        raise PressError(os_problem(error, where, "cannot be written", "choose another --out")) from error
    return made


def _move_into_place(new: Path, folder: Path) -> None:
    """Move a finished folder into place; restore the earlier one if that fails."""
    old = new.with_name(f"{new.name}.old")
    try:
        if folder.exists():
            folder.rename(old)
        try:
            new.rename(folder)
        except BaseException:
            with suppress(OSError):
                old.rename(folder)
            raise
    except OSError as error:
        where = Location(str(folder))
        raise PressError(os_problem(error, where, "cannot be replaced", "close the files in it")) from error
    shutil.rmtree(old, ignore_errors=True)
