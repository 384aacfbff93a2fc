"""Writer `images`: one picture file per face, and a CSV list of what they show and how many copies are needed."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from typing import Final

from pnp.errors import PressError, Problem, quote_value
from pnp.export.job import ExportFace, ExportJob
from pnp.export.order import ExportOption, OptionKind
from pnp.geometry.units import trim
from pnp.terms import Side

OPTIONS: Final = (
    ExportOption(
        "dpi", "resolution, in dots per inch (default: that of the target)", OptionKind.NUMBER, least=36, most=2400
    ),
)
COUNTS: Final = "counts.csv"
HEADINGS: Final = ("file", "deck", "piece", "look", "side", "copies", "product", "width mm", "height mm", "scale")


def write(job: ExportJob) -> None:
    """Write the pictures and their list."""
    write_list(job, write_pictures(job, job.faces()))


def write_pictures(job: ExportJob, faces: Sequence[ExportFace]) -> list[tuple[ExportFace, str]]:
    """Write the pictures of faces, identical ones once if the profile says so; return each face with its file name."""
    pictures = [each.picture(cut_out=job.profile.cut_out) for each in faces]
    alike = _shared_sides(faces)
    named: list[tuple[ExportFace, str]] = []
    written: dict[str, object] = {}
    known: dict[object, str] = {}
    for each, picture, content in zip(faces, pictures, job.pictures(pictures), strict=True):
        key = (each.deck.name, picture.key) if job.profile.once else len(named)
        if key not in known:
            shared = job.profile.once and alike[each.deck.name, each.side]
            name = f"{file_name(job, each, shared=shared)}.{job.profile.format}"
            if name in written:
                message = "must give every picture a different name"
                found = f"{quote_value(name)} for {written[name]} and for {each.drawing} ({each.side})"
                hint = "use {deck}, {piece} and {side} in it"
                raise PressError(Problem(job.target.where / "file", message, hint, found=found, code="E1103"))
            written[name] = f"{each.drawing} ({each.side})"
            known[key] = name
            job.add(name, content, picture.estimate(job.profile.format))
        named.append((each, known[key]))
    return named


def write_list(job: ExportJob, named: Sequence[tuple[ExportFace, str]]) -> None:
    """Write the list of pictures: one line per face, with the number of pieces that show it."""
    out = StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(HEADINGS)
    for each, name in named:
        product = "" if each.fit.product is None else each.fit.product.name
        size = [trim(side) for side in each.fit.size]
        what = each.deck.name, each.design.id, each.look, each.side, each.copies
        lines.writerow([name, *what, product, *size, trim(each.fit.scale)])
    job.add(COUNTS, out.getvalue().encode())


def _shared_sides(faces: Sequence[ExportFace]) -> dict[tuple[str, Side], bool]:
    """Return for each deck and side whether it has several faces and they are all the same."""
    keys: dict[tuple[str, Side], list[str]] = {}
    for each in faces:
        keys.setdefault((each.deck.name, each.side), []).append(each.face.key)
    return {side: len(found) > 1 and len(set(found)) == 1 for side, found in keys.items()}


def file_name(job: ExportJob, each: ExportFace, *, shared: bool = False) -> str:
    """Return the name of a face's file without its extension; the `piece` of a face that all pieces share is "all"."""
    look = f"_look{each.look}" if each.look > 1 and "{look}" not in job.profile.file else ""
    product = "" if each.fit.product is None else each.fit.product.slug
    blanks = {
        "game": job.game.id, "lang": job.order.lang, "deck": each.deck.name, "look": each.look, "side": each.side,
        "piece": "all" if shared else f"{each.design.id}{look}", "product": product, "count": each.copies,
    }  # fmt: skip
    return job.profile.file.format_map(blanks)
