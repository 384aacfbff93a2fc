"""Stamp faces on the sheets; each distinct face is stored once in the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Final

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from pnp.geometry.matrix import Rect
from pnp.geometry.outline import Outline, Point
from pnp.geometry.units import Size, points
from pnp.press.drawn import DrawnParts, PartFace
from pnp.press.guide import Guide
from pnp.press.images import PdfImage, place_images
from pnp.press.job import Job
from pnp.press.ticket import make_ticket
from pnp.sheet.impose import back_correction, back_correction_in_points
from pnp.sheet.page import Page, Placement
from pnp.spec.deck import design_id
from pnp.terms import Side
from pnp.words import Texts

LAYER: Final = "Marks"
SHEET: Final = Texts("sheet")
HANDLE: Final = 0.5523
"""Length of Bézier handles for quarter circles, rounded as paths are written."""
GUIDE: Final = Texts("guide")


def stamp(
    labels: bytes,
    drawn: DrawnParts,
    images: Mapping[str, PdfImage],
    pages: list[Page],
    game_id: str,
    job: Job,
    *,
    ticket: bool = True,
) -> bytes:
    """Return the PDF: faces below the marks, which are on a separate layer, and the guide on the first page.

    Its pictures do not have their pixels yet.
    """
    with pikepdf.open(BytesIO(labels)) as pdf:
        forms = [form for chunk in drawn.chunks for form in pages_as_forms(pdf, chunk)]
        forms += [_part_form(pdf, forms[part.number], part) for part in drawn.parts]
        if images:
            place_images(pdf, images)
        layer = make_layer(pdf, SHEET[job.lang]["layer"])
        if drawn.guide is not None:
            _stamp_guide(pdf, drawn.guide, drawn, forms, job)
        for sheet, page in zip(pdf.pages[job.pages_before :], pages, strict=True):
            _stamp_page(pdf, sheet, page, drawn, forms, job, layer)
        for date in ("/CreationDate", "/ModDate"):
            del pdf.docinfo[date]
        pdf.Root.PageMode = Name.UseOutlines
        pdf.Root.PageLabels = _page_labels(pages, job)
        if ticket:
            make_ticket(pdf, game_id, job, forms, drawn.shown).write(pdf)
        return save_pdf(pdf, [layer], job.lang)


def make_layer(pdf: Pdf, name: str) -> pikepdf.Object:
    """Return a new layer, which `save_pdf` will list."""
    return pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(name)))


def save_pdf(pdf: Pdf, layers: Sequence[pikepdf.Object], lang: str) -> bytes:
    """Return the bytes of a PDF with complete pages, with its layers listed and visible.

    The same input gives the same bytes.
    """
    every = Array(list(layers))
    pdf.Root.OCProperties = Dictionary(OCGs=every, D=Dictionary(ON=every, Order=every))
    pdf.Root.Lang = String(lang)
    out = BytesIO()
    pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def pages_as_forms(pdf: Pdf, chunk: bytes) -> list[pikepdf.Object]:
    """Return the pages of a chunk as forms, copied together so that they share their fonts."""
    with pikepdf.open(BytesIO(chunk)) as source:
        made = [source.make_indirect(page.as_form_xobject()) for page in source.pages]
        for form in made:  # a separate object can be compressed, the dictionary of a stream cannot
            form.Resources = source.make_indirect(form.Resources)
        copied = pdf.copy_foreign(source.make_indirect(Array(made)))
    return list(copied)


def _part_form(pdf: Pdf, board: pikepdf.Object, part: PartFace) -> pikepdf.Object:
    """Return a part of a board as a form that shows the board's form through a window."""
    x, y = part.offset
    width, height = (points(side + 2 * part.bleed) for side in (part.window.width, part.window.height))
    left, low, *_ = (float(edge) for edge in board.BBox)
    form = pdf.make_stream(f"1 0 0 1 {x - left:.4f} {y - low:.4f} cm /Board Do".encode())
    form.Type, form.Subtype = Name.XObject, Name.Form
    form.BBox = Array([0, 0, round(width, 4), round(height, 4)])
    form.Resources = pdf.make_indirect(Dictionary(XObject=Dictionary(Board=board)))
    return form


def _stamp_guide(pdf: Pdf, guide: Guide, drawn: DrawnParts, forms: list[pikepdf.Object], job: Job) -> None:
    """Stamp the guide on the first page, with its miniatures."""
    paper, number = job.layout.paper.size, drawn.distinct
    stamped = [_scaled(guide.rect, 0, guide.face.size, 0, paper, number)]
    used = Dictionary({f"/F{number}": forms[number]})
    for small in guide.miniatures:
        shown = drawn.shown[small.drawing, small.side].number
        used[f"/F{shown}"] = forms[shown]
        face = _scaled(small.rect, small.rotation, small.deck.size, job.layout.bleed_of(small.side), paper, shown)
        cut = small.deck.cut_line(small.side, design_id(small.drawing))
        line = cut.placed(small.deck.size, small.rect, small.rotation)
        outline = outline_path(line, paper)
        stamped.append(f"q {outline} W n {face} Q q 0.25 w 0.5 G {outline} S Q")
    page = pdf.pages[0]
    page.obj.Resources.XObject = used
    page.contents_add(pdf.make_stream("\n".join(stamped).encode()), prepend=True)


def _scaled(rect: Rect, rotation: int, size: Size, bleed: float, paper: Size, number: int) -> str:
    """Return the operators that draw a face of that size, without its bleed, scaled into a box."""
    scale = (rect.height if rotation % 180 else rect.width) / size.width
    a, b, c, d, e, f = placement_matrix(rect, rotation, paper, bleed * scale)
    return f"q {_written((a * scale, b * scale, c * scale, d * scale, e, f))} cm /F{number} Do Q"


def _rectangle(rect: Rect, paper: Size) -> str:
    """Return the path of a box."""
    x, y = points(rect.x), points(paper.height - rect.bottom)
    return f"{x:.3f} {y:.3f} {points(rect.width):.3f} {points(rect.height):.3f} re"


def outline_path(outline: Outline, paper: Size) -> str:
    """Return the path of an outline."""
    if outline.plain:
        return _rectangle(Rect(*outline.box), paper)

    def written(*places: Point) -> str:
        return " ".join(f"{points(x):.3f} {points(paper.height - y):.3f}" for x, y in places)

    steps = [f"{written(*step)} {'l' if len(step) == 1 else 'c'}" for step in outline.curves(HANDLE)]
    return " ".join([f"{written(outline.start)} m", *steps])


def _stamp_page(
    pdf: Pdf,
    sheet: pikepdf.Page,
    page: Page,
    drawn: DrawnParts,
    forms: list[pikepdf.Object],
    job: Job,
    layer: pikepdf.Object,
) -> None:
    paper = job.layout.paper.size
    resources = sheet.obj.Resources
    stamped: list[str] = []
    used = Dictionary()
    for placement in page.placements:
        number = drawn.shown[placement.piece.face_id, placement.side].number
        used[f"/F{number}"] = forms[number]
        stamped.append(_operators(placement, number, paper, job.layout.bleed_of(placement.side)))
    if page.placements:
        resources.XObject = used
    resources.Properties = Dictionary({f"/{LAYER}": layer})
    sheet.contents_add(pdf.make_stream(f"/OC /{LAYER} BDC".encode()), prepend=True)
    sheet.contents_add(pdf.make_stream("\n".join(stamped).encode()), prepend=True)
    sheet.contents_add(pdf.make_stream(b"EMC"))
    corrected = page.side is Side.BACK and job.layout.corrected
    if corrected:
        matrix = back_correction_in_points(job.layout)
        sheet.contents_add(pdf.make_stream(f"q {' '.join(f'{part:.8f}' for part in matrix)} cm".encode()), prepend=True)
        sheet.contents_add(pdf.make_stream(b"Q"))
    sheet.contents_coalesce()
    for name, rect in (("/TrimBox", page.trim_box()), ("/BleedBox", page.bleed_box())):
        if rect is not None:
            shown = back_correction(job.layout).box(rect.x, rect.y, rect.right, rect.bottom) if corrected else rect
            sheet.obj[name] = _box(shown, paper)


def _operators(placement: Placement, number: int, paper: Size, bleed: float) -> str:
    """Return the operators that draw a face at its place, clipped to its visible bleed and tagged with its piece."""
    inside = placement.clip
    clip = _rectangle(placement.rect.grown(placement.bleed), paper) if inside is None else outline_path(inside, paper)
    matrix = _written(placement_matrix(placement.rect, placement.rotation, paper, bleed))
    piece = placement.piece
    look = f" /Look {piece.look}" if piece.look > 1 else ""
    return (
        f"/Piece <</Id ({piece.id}) /Copy {piece.copy}{look} /Deck ({piece.deck.name}) /Side /{placement.side}>> BDC "
        f"q {clip} W n {matrix} cm /F{number} Do Q EMC"
    )


def _written(matrix: tuple[float, ...]) -> str:
    return " ".join(f"{value:.4f}".rstrip("0").rstrip(".") for value in matrix)


def placement_matrix(
    rect: Rect, rotation: int, paper: Size, bleed: float
) -> tuple[float, float, float, float, float, float]:
    """Return the transformation that rotates a face clockwise and puts its trim box onto `rect`."""
    x, y = points(rect.x), points(paper.height - rect.bottom)
    width, height, rim = points(rect.width), points(rect.height), points(bleed)
    match rotation:
        case 0:
            return 1, 0, 0, 1, x - rim, y - rim
        case 90:
            return 0, -1, 1, 0, x - rim, y + height + rim
        case 180:
            return -1, 0, 0, -1, x + width + rim, y + height + rim
        case _:
            return 0, 1, -1, 0, x + width + rim, y - rim


def _box(rect: Rect, paper: Size) -> Array:
    edges = (rect.x, paper.height - rect.bottom, rect.right, paper.height - rect.y)
    return Array([round(points(edge), 4) for edge in edges])


def _page_labels(pages: list[Page], job: Job) -> Dictionary:
    """Return page labels such as "3 recto", which viewers show instead of page numbers."""
    numbers: list[object] = []
    if job.guide:
        numbers += [0, Dictionary(P=String(GUIDE[job.lang]["title"]))]
    for index, page in enumerate(pages, job.pages_before):
        side = f" {SHEET[job.lang][page.side]}" if job.sides.duplex else ""
        numbers += [index, Dictionary(P=String(f"{page.sheet}{side}"))]
    return Dictionary(Nums=Array(numbers))
