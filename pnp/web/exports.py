"""The export page: targets with their options, and exported files to download."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pydantic import Field
from starlette.requests import Request
from starlette.routing import Route

import pnp
from pnp.export.order import Exported, OptionKind
from pnp.export.profile import Target
from pnp.library.options import ExportOptions
from pnp.terms import Ink
from pnp.web.answer_types import ExportResult, ExportTarget, ExportTargets, ListedJob
from pnp.web.endpoints import OptionForm, json_get, json_post, request_form, requested_game, requesting_page
from pnp.web.files import ZIP_DATE, JobFolders
from pnp.web.jobs import JobContext
from pnp.web.session import GameSession, ProjectSession

MOST: Final = 100
"""Maximum number of files, pieces or notices listed; beyond it, only their number is shown."""


class ExportWish(OptionForm):
    """Request for an export."""

    ink: Ink = Ink.FULL
    options: Annotated[dict[str, str | float | bool], Field(max_length=30, default_factory=dict)]


EXPORT: Final = request_form(ExportWish, ExportOptions, "target", "lang", dry="dry_run")


def routes(session: ProjectSession, folders: JobFolders) -> list[Route]:
    """Return the routes of the export page."""

    def targets(request: Request) -> ExportTargets:
        opened = session.open_game(requested_game(request))
        spec = opened.spec
        found = pnp.list_targets(start=opened.game.project.root)
        return {
            "targets": [_target(each) for each in found],
            "languages": [] if spec is None else list(spec.languages),
        }

    def export(request: Request, wish: ExportWish) -> ListedJob[ExportResult]:
        opened = session.open_game(requested_game(request))
        key = f"export {opened.game.id} {opened.version} {wish.model_dump_json()}"
        job = session.jobs.start(
            opened.game.id, "export", key, lambda tools: _export(opened, wish, folders, tools),
            page=requesting_page(request),
            slot=f"export {wish.to_options(ExportOptions).target}",
        )  # fmt: skip
        return job.as_data()

    return [
        Route("/api/{game}/targets", json_get(targets)),
        Route("/api/{game}/export", json_post(EXPORT, export), methods=["POST"]),
    ]


def _target(target: Target) -> ExportTarget:
    """Return a target as plain data, without options that name local files: those are only for the command line."""
    profile = target.profile
    return {
        "name": target.name, "title": profile.title, "about": profile.about, "own": target.own,
        "translations": {
            lang: {"title": words.title, "about": words.about} for lang, words in profile.translations.items()
        },
        "upload": profile.upload.strip(),
        "options": [
            {
                "name": each.name, "about": each.about, "kind": each.kind, "choices": list(each.choices),
                "default": usual if isinstance(usual, str | int | float | bool) else None,
            }
            for each in target.options
            for usual in [profile.options.get(each.name, each.default)]
            if each.kind is not OptionKind.FILE
        ],
    }  # fmt: skip


def _export(opened: GameSession, wish: ExportWish, folders: JobFolders, tools: JobContext) -> ExportResult:
    game, folder = opened.game, folders.folder(tools.job)
    options = wish.to_options(ExportOptions, out=folder, stages=tools.stages)
    there = next((each for each in pnp.list_targets(start=game.project.root) if each.name == options.target), None)
    files = {each.name for each in there.options if each.kind is OptionKind.FILE} if there else set()
    allowed = {name: value for name, value in wish.options.items() if name not in files}
    made = pnp.export_game.with_options(game, replace(options, options=allowed))
    if not options.dry_run:
        with tools.stages("packing"):
            tools.job.files["zip"] = _zip_files(made, folder)
    return _listed(made)


def _zip_files(made: Exported, folder: Path) -> Path:
    """Return the path of a ZIP with all files of an export; if the only file is a ZIP, that file."""
    paths = sorted(path for path in made.folder.rglob("*") if path.is_file())
    if len(paths) == 1 and paths[0].suffix == ".zip":
        return paths[0]
    packed = folder / f"{made.game}_{made.target}_{made.lang}.zip"
    with ZipFile(packed, "w") as archive:
        for path in paths:
            about = ZipInfo(f"{packed.stem}/{path.relative_to(made.folder).as_posix()}", ZIP_DATE)
            about.compress_type = ZIP_DEFLATED
            with path.open("rb") as source, archive.open(about, "w", force_zip64=True) as target:
                while part := source.read(1 << 20):
                    target.write(part)
    return packed


def _listed(made: Exported) -> ExportResult:
    return {
        "files": [
            {"name": each.name, "size": each.size_bytes, "estimated": each.estimated} for each in made.files[:MOST]
        ],
        "more": max(0, len(made.files) - MOST),
        "size": sum(each.size_bytes for each in made.files),
        "notices": list(made.notices[:MOST]),
        "made": sum(made.made.values()),
        "left": [{"piece": each.piece, "count": each.count, "why": each.why} for each in made.not_made[:MOST]],
        "unsafe": [
            {"piece": each.piece, "side": each.side, "what": each.what, "distance": round(each.distance, 2)}
            for each in made.unsafe[:MOST]
        ],
    }
