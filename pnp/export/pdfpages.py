"""Write a deck as a PDF with one face per page; a face is stored once, however many pages show it."""

from __future__ import annotations

from io import BytesIO

import pikepdf

from pnp.face.face import Face
from pnp.geometry.units import Size, points
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
