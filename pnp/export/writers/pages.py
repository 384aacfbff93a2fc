"""Pages: a PDF of each deck, one side of a piece per page, with the boxes that print shops read."""

from __future__ import annotations

from io import BytesIO
from typing import Final

import pikepdf

from pnp.export.job import ExportFace, ExportJob, ExportPart, make_part
from pnp.export.order import ExportOption, OptionKind
from pnp.export.profile import Fit
from pnp.face.face import Face
from pnp.geometry.units import Size, points, trim
from pnp.press.renderer import faces_to_pdf
from pnp.press.stamp import pages_as_forms
from pnp.worker.progress import Progress, expect_faces, silent
from pnp.worker.task import task


@task
def make_pages(
    drawn: list[tuple[Face, int]],
    order: list[int],
    canvas: Size,
    trim: Size,
    scale: float,
    title: str,
    lang: str,
    *,
    progress: Progress = silent,
) -> bytes:
    """Return a PDF with one page for each index in `order`, which refers to `drawn`.

    Each face is rotated clockwise by its angle in degrees, scaled about its centre, and clipped to the canvas.
    """
    expect_faces(len(drawn))
    distinct = {face.key: face for face, _ in drawn}
    with pikepdf.new() as pdf:
        forms = dict(zip(distinct, pages_as_forms(pdf, faces_to_pdf(list(distinct.values()))), strict=True))
        made: dict[tuple[str, int], pikepdf.Dictionary] = {}
        for done, number in enumerate(order, 1):
            face, turn = drawn[number]
            key = face.key, turn
            if key not in made:
                made[key] = _page(pdf, forms[face.key], face, turn, canvas, trim, scale)
            pdf.pages.append(pikepdf.Page(pdf.make_indirect(pikepdf.Dictionary(dict(made[key].items())))))
            progress(done, len(order))
        pdf.Root.Lang = pikepdf.String(lang)
        pdf.Root.ViewerPreferences = pikepdf.Dictionary(PrintScaling=pikepdf.Name.None_)
        with pdf.open_metadata(set_pikepdf_as_editor=False) as metadata:
            metadata["dc:title"] = title
            metadata["xmp:CreatorTool"] = "pnp"
        out = BytesIO()
        pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def _page(
    pdf: pikepdf.Pdf, form: pikepdf.Object, face: Face, turn: int, canvas: Size, trim: Size, scale: float
) -> pikepdf.Dictionary:
    """Return a page with a face at its centre."""
    width, height = map(points, canvas)
    own = [points(side) * scale for side in face.canvas]
    cos, sin = {0: (1, 0), 90: (0, -1), 180: (-1, 0), 270: (0, 1)}[turn]
    a, b, c, d = scale * cos, scale * sin, -scale * sin, scale * cos
    x = width / 2 - (cos * own[0] - sin * own[1]) / 2
    y = height / 2 - (sin * own[0] + cos * own[1]) / 2
    matrix = " ".join(f"{number:.6f}".rstrip("0").rstrip(".") for number in (a, b, c, d, x, y))
    left, low = (width - points(trim.width)) / 2, (height - points(trim.height)) / 2
    box = [0, 0, round(width, 4), round(height, 4)]
    trimmed = [round(side, 4) for side in (left, low, width - left, height - low)]
    return pikepdf.Dictionary(
        Type=pikepdf.Name.Page,
        MediaBox=box,
        CropBox=box,
        BleedBox=box,
        TrimBox=trimmed,
        Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(Face=form)),
        Contents=pdf.make_stream(f"q {matrix} cm /Face Do Q".encode()),
    )


EACH, ONCE = "each", "once"
OPTIONS: Final = (
    ExportOption("copies", "each: one page per copy; once: one page per design", OptionKind.CHOICE, EACH, (EACH, ONCE)),
)


def write(job: ExportJob) -> None:
    """Write a PDF for each deck."""
    faces = job.faces()
    for fit in job.fits.values():
        _add_notices(job, fit)
    decks = [[each for each in faces if each.deck.name == name] for name in job.fits]
    parts = [_part(job, own[0].fit, own) for own in decks]
    for own, part, made in zip(decks, parts, job.make(parts, "pages"), strict=True):
        blanks = {"game": job.game.id, "lang": job.order.lang, "deck": own[0].deck.name}
        job.add(f"{job.profile.file.format_map(blanks)}.pdf", made or b"", part.estimate)


def _add_notices(job: ExportJob, fit: Fit) -> None:
    """Add notices about what the shop must know and the pages do not show."""
    deck, title = fit.deck, fit.deck.title[job.order.lang]
    if deck.corner:
        job.notice(f"{title}: tell the shop to round the corners with a radius of {trim(deck.corner)} mm")
    elif not deck.cut_line(design=deck.designs[0].id).plain:
        job.notice(f"{title}: cuts are not straight lines; send the shop the cut lines as well: pnp export cut")
    if deck.kind.order_note:
        job.notice(f"{title}: {deck.kind.order_note}")


def _part(job: ExportJob, fit: Fit, faces: list[ExportFace]) -> ExportPart[bytes]:
    """Return the part of the export that makes the pages of a deck."""
    places = {(each.drawing, each.side): number for number, each in enumerate(faces)}
    drawings = [piece.face_id for piece in job.pieces if piece.deck.name == fit.deck.name]
    wanted = drawings if job.option("copies") == EACH else list(dict.fromkeys(drawings))
    order = [places[page] for page in job.profile.sequence.pages(wanted) if page in places]
    title = f"{job.game.title[job.order.lang]}: {fit.deck.title[job.order.lang]}"
    drawn = [(each.face, fit.turn(each.side)) for each in faces]
    return make_part(
        len(faces), _estimate(faces), make_pages, drawn, order, fit.canvas, fit.size, fit.scale, title, job.order.lang
    )


def _estimate(faces: list[ExportFace]) -> int:
    """Return the estimated file size: an eighth of the drawings' SVG, and 1 MB for each embedded picture."""
    distinct = {each.face.key: each.face for each in faces}.values()
    pictures = {picture.key: picture for face in distinct for picture in face.pictures}
    return sum(len(face.svg) for face in distinct) // 8 + 1_000_000 * len(pictures)
