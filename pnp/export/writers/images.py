"""Pictures: every face as a file of its own."""

from __future__ import annotations

from typing import Final

from pnp.export.job import ExportFace, ExportJob
from pnp.export.options import Option

OPTIONS: Final[tuple[Option, ...]] = ()


def write(job: ExportJob) -> None:
    """A picture of each side of each look, named as the profile says."""
    faces = job.faces()
    shots = [each.shot(cut_out=job.profile.cut_out) for each in faces]
    for each, content in zip(faces, job.pictures(shots), strict=True):
        job.add(f"{file_name(job, each)}.{job.profile.format}", content, estimate(each))


def file_name(job: ExportJob, each: ExportFace) -> str:
    """The name of a face's file, without its ending."""
    look = f"_look{each.look}" if each.look > 1 and "{look}" not in job.profile.file else ""
    product = "" if each.fit.product is None else each.fit.product.name
    blanks = {
        "game": job.game.id, "lang": job.order.lang, "deck": each.deck.name, "piece": each.design.id + look,
        "look": each.look, "side": each.side, "product": product.lower().replace(" ", "-"), "count": each.copies,
    }  # fmt: skip
    return job.profile.file.format_map(blanks)


def estimate(each: ExportFace) -> int:
    """About as many bytes as a picture of the face has."""
    width, height = each.fit.pixels
    return width * height // 4
