"""Downloads on the sheets page: the box, single faces in a ZIP, and the audit of a finished file."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from pydantic import Field
from starlette.requests import Request
from starlette.routing import Route

import pnp
from pnp.audit.report import Report
from pnp.config import resolve_config
from pnp.library.faces import render_faces_with, write_faces
from pnp.library.options import BoxOptions, BuildOptions, FaceOptions
from pnp.press.job import FileType
from pnp.web.answer_types import AuditReport, BoxResult, FacesResult, ListedJob
from pnp.web.answers import PageRequest, json_post, not_found, requested_game
from pnp.web.bench import GameSession, ProjectSession
from pnp.web.forms import OptionForm, request_form
from pnp.web.jobs import BenchJob, JobContext
from pnp.web.outbox import PDF, JobFolders
from pnp.web.sheets import PRINT, start_job
from pnp.web.zips import ZIP_DATE

ZIP: Final = "zip"
SHOWN: Final = 12
"""Maximum number of findings listed per check."""


class FacesRequest(OptionForm):
    """Request for single faces."""

    kind: FileType = FileType.PNG
    with_bleed: bool = Field(False, alias="bleed")
    dpi: int = Field(300, ge=30, le=1200)


BOX: Final = request_form(OptionForm, BoxOptions, *PRINT, "form", "sleeved")
FACES: Final = request_form(FacesRequest, BuildOptions, *PRINT)


class AuditRequest(PageRequest):
    """Request that names the job of a PDF."""

    job: str = Field(max_length=200)


def download_routes(bench: ProjectSession, outbox: JobFolders) -> list[Route]:
    """Return the routes of boxes, single faces and audits."""

    def box(request: Request, order: OptionForm) -> ListedJob[BoxResult]:
        return start_job(bench, request, order, "box", lambda shop, tools: _box(shop, order, outbox, tools))

    def faces(request: Request, order: FacesRequest) -> ListedJob[FacesResult]:
        return start_job(bench, request, order, "faces", lambda shop, tools: _faces(shop, order, outbox, tools))

    def audit(request: Request, order: AuditRequest) -> ListedJob[AuditReport]:
        job = bench.jobs.find(order.job)
        if job is None or job.game != bench.shop(requested_game(request)).game.id or PDF not in job.files:
            raise not_found("job", order.job)
        return start_job(bench, request, order, "audit", lambda shop, tools: _audit(shop, job, tools))

    return [
        Route("/api/{game}/sheets/box", json_post(BOX, box), methods=["POST"]),
        Route("/api/{game}/sheets/faces", json_post(FACES, faces), methods=["POST"]),
        Route("/api/{game}/sheets/audit", json_post(AuditRequest, audit), methods=["POST"]),
    ]


def _box(shop: GameSession, order: OptionForm, outbox: JobFolders, tools: JobContext) -> BoxResult:
    made = pnp.print_box.with_options(shop.game, order.read(BoxOptions, out=outbox.folder(tools.job)))
    tools.job.files.update({PDF: made.pdf})
    return {"file": made.pdf.name, "sheets": made.sheets, "form": made.form, "inside": list(made.inside)}


def _faces(shop: GameSession, order: FacesRequest, outbox: JobFolders, tools: JobContext) -> FacesResult:
    """Write all single faces to a ZIP."""
    game = shop.game
    chosen = resolve_config(*game, order.read(FaceOptions))
    with tools.stages("drawing") as progress:
        bleed = chosen.bleed if order.with_bleed else 0
        faces = render_faces_with(game, order.read(FaceOptions, bleed=bleed, progress=progress), chosen)
    folder = outbox.folder(tools.job)
    path = folder / f"{game.id}_{chosen.lang}_{chosen.ink}_faces_{order.kind}.zip"
    limits, ending = chosen.limits, f"{chosen.lang}_{chosen.ink}"
    packed = ZIP_STORED if order.kind is FileType.PNG else ZIP_DEFLATED  # PNG files are already compressed
    with tools.stages("writing") as progress, ZipFile(path, "w") as archive:
        for done, face in enumerate(faces):
            progress(done, len(faces))
            [made] = write_faces([face], folder / "faces", ending, order.kind, dpi=order.dpi, limits=limits)
            about = ZipInfo(f"{path.stem}/{made.name}", ZIP_DATE)
            about.compress_type = packed
            archive.writestr(about, made.read_bytes())
            made.unlink()
    tools.job.files.update({ZIP: path})
    return {"file": path.name, "faces": len(faces)}


def _audit(shop: GameSession, job: BenchJob, tools: JobContext) -> AuditReport:
    """Audit the PDF of a finished job."""
    project = shop.game.project
    report = pnp.audit_file(job.files[PDF], start=project.root, allow_code=project.allow_code, progress=tools.progress)
    return report_as_data(report, job.files[PDF])


def report_as_data(report: Report, file: Path) -> AuditReport:
    """Return an audit report as plain data: each check with its result and findings."""
    wrong = report.by_check()
    return {
        "file": file.name, "sound": report.sound, "verdict": report.verdict,
        "pieces": sum(report.pieces().values()), "wanted": report.wanted, "notes": report.notes,
        "checks": [
            {
                "check": check.name.lower(), "measured": measured, "ok": check not in wrong,
                "findings": [str(finding) for finding in wrong.get(check, [])[:SHOWN]],
                "more": max(0, len(wrong.get(check, [])) - SHOWN),
            }
            for check, measured in report.answers()
        ],
    }  # fmt: skip
