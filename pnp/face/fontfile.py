"""Read font files: list their styles, check their embedding rights, and convert each style to a static font.

HarfBuzz reads the files because it validates every table. Renderers get rewritten fonts with generated family names,
because each renderer matches families by different rules; typst, for one, does not find a "Sans Condensed".
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from pnp.errors import Location, Problem, RenderError, os_problem
from pnp.face.outlines import MOST_PARTS, has_oversized_composites
from pnp.face.webfont import LARGEST, WOFF, WOFF2, WebFontError, decompress_webfont
from pnp.store.files import read_file

SIGNATURES: Final = (b"\0\1\0\0", b"OTTO", b"true")
COLLECTION: Final = b"ttcf"
MOST_FACES: Final = 64
"""Maximum number of fonts in a collection."""
BOLD_FROM: Final = 600
"""Lowest weight that counts as bold."""
NORMAL_WIDTH: Final = 100.0
OUTLINES: Final = ("glyf", "CFF ", "CFF2")
TABLES: Final = frozenset(
    {
        *("BASE", "CFF ", "GDEF", "GPOS", "GSUB", "OS/2", "VORG", "cmap", "cvt ", "fpgm", "gasp", "glyf", "head"),
        *("hhea", "hmtx", "kern", "loca", "maxp", "post", "prep", "vhea", "vmtx"),
    }
)
"""Tables that are copied to the static font; the `name` table is rewritten."""
_FOREIGN: Final = {b"PK\3\4": "a ZIP archive", b"%PDF": "a PDF", b"\x89PNG": "a picture", b"<svg": "an SVG"}
_EMBEDDING: Final = {
    0x0002: "its licence forbids embedding (OS/2 fsType, bit 1)",
    0x0100: "its licence forbids subsetting (OS/2 fsType, bit 8)",
    0x0200: "its licence allows only bitmaps to be embedded (OS/2 fsType, bit 9)",
}
_SUFFIX: Final = re.compile(r"\s+(Variable|VF)$", re.IGNORECASE)
_UNPRINTABLE: Final = re.compile(r"[^\x21-\x7e]|[\[\](){}<>/%]")


@dataclass(frozen=True)
class FontStyle:
    """A style in a font file: a face of the file and, for a variable font, a position on its axes."""

    family: str
    bold: bool
    italic: bool
    weight: float
    index: int = 0
    axes: tuple[tuple[str, float], ...] = ()


def read_styles(path: Path, where: Location) -> list[FontStyle]:
    """Return the styles in a font file. Raise RenderError if it is not a font that can be printed."""
    content = _decompressed(path, where)
    with _report_damage(where):
        cuts = [cut for face, index in _faces(content, where) for cut in _cuts(face, index, path)]
    if not cuts:
        raise _refusal(where, "has no characters")
    return cuts


def static_font(path: Path, cut: FontStyle, family: str, where: Location) -> bytes:
    """Return one style as a static font with the given family name."""
    content = _decompressed(path, where)
    with _report_damage(where):
        return _recut(content, cut, family, where)


def _recut(content: bytes, cut: FontStyle, family: str, where: Location) -> bytes:
    import uharfbuzz

    face = uharfbuzz.Face(uharfbuzz.Blob(content), cut.index)
    if cut.axes:
        wanted = uharfbuzz.SubsetInput()
        wanted.keep_everything()
        wanted.pin_all_axes_to_default(face)
        for tag, value in cut.axes:
            wanted.pin_axis_location(face, tag, value)
        try:
            face = wanted.subset(face)
        except (RuntimeError, ValueError) as error:
            raise _refusal(where, "cannot be made into a static font", str(error)) from error
    tables = {tag: bytes(face.reference_table(tag).data) for tag in face.table_tags if tag in TABLES}
    tables["name"] = _names(family, cut)
    tables["OS/2"] = _style(tables.get("OS/2", b""), cut)
    tables["head"] = _head(tables["head"], cut)
    return _build_font(tables, "OTTO" if "CFF " in tables else "\0\1\0\0")


@contextmanager
def _report_damage(where: Location) -> Iterator[None]:
    """Report any exception raised by a font library as a damaged file."""
    try:
        yield
    except RenderError:
        raise
    except Exception as error:
        raise _refusal(where, "is damaged") from error


def _decompressed(path: Path, where: Location) -> bytes:
    """Return the content of a font file, decompressed if it is WOFF or WOFF2."""
    try:
        content = read_file(path, LARGEST)
    except OSError as error:
        raise RenderError(os_problem(error, where, "cannot be read")) from error
    if content[:4] in (WOFF, WOFF2):
        try:
            content = decompress_webfont(content)
        except WebFontError as error:
            raise _refusal(where, "cannot be unpacked", str(error)) from error
    if content[:4] not in (*SIGNATURES, COLLECTION):
        found = next((kind for start, kind in _FOREIGN.items() if content.startswith(start)), "")
        raise _refusal(where, "must be a TTF, OTF, WOFF or WOFF2 font", found if content else "an empty file")
    return content


def _faces(content: bytes, where: Location) -> Iterator[tuple[Any, int]]:
    """Yield every face in the file with its index; raise RenderError for one that cannot be used."""
    import uharfbuzz

    blob = uharfbuzz.Blob(content)
    count = 1 if content[:4] != COLLECTION else struct.unpack(">L", content[8:12].rjust(4, b"\0"))[0]
    if not 1 <= count <= MOST_FACES:
        raise _refusal(where, f"must hold from 1 to {MOST_FACES} fonts", str(count))
    for index in range(count):
        face = uharfbuzz.Face(blob, index)
        tables = set(face.table_tags)
        cut_short = not _is_complete(content, index) or len(face.reference_table("head")) < 54
        cut_short = cut_short or not face.glyph_count or not len(face.unicodes)
        if not tables & set(OUTLINES):
            message = "has only colour or bitmap glyphs" if tables else "has no glyphs"
            raise _refusal(where, message, hint="for an emoji, use an icon: an SVG in art/")
        if cut_short or not any(len(face.reference_table(tag)) for tag in OUTLINES):
            raise _refusal(where, "is damaged or incomplete", hint="copy or download it again")
        head, loca = bytes(face.reference_table("head").data), bytes(face.reference_table("loca").data or b"")
        if "glyf" in tables and has_oversized_composites(
            bytes(face.reference_table("glyf").data), loca, long=head[50:52] != b"\0\0"
        ):
            raise _refusal(where, f"has a glyph that contains itself or more than {MOST_PARTS} parts")
        style = bytes(face.reference_table("OS/2").data or b"")
        allowed = struct.unpack_from(">H", style, 8)[0] if len(style) >= 10 else 0
        for bit, found in _EMBEDDING.items():
            # of bits 1 to 3 the least restrictive applies: editable and preview fonts may be embedded
            if allowed & bit and not (bit == 0x0002 and allowed & 0x000C):
                raise _refusal(where, "cannot be embedded", found, "ask its maker, or choose another font")
        yield face, index


def _is_complete(content: bytes, index: int) -> bool:
    """Return whether every table of a face is inside the file, with its full length."""
    try:
        start = struct.unpack_from(">L", content, 12 + 4 * index)[0] if content[:4] == COLLECTION else 0
        (count,) = struct.unpack_from(">H", content, start + 4)
        places = [struct.unpack_from(">LL", content, start + 12 + 16 * number + 8) for number in range(count)]
    except struct.error:
        return False
    return all(offset + length <= len(content) for offset, length in places)


def _cuts(face: Any, index: int, path: Path) -> Iterator[FontStyle]:
    import uharfbuzz

    usual = (face.get_name(1) or "").strip() or path.stem
    family = (face.get_name(16) or "").strip() or usual
    font = uharfbuzz.Font(face)
    weight = float(font.get_style_value(uharfbuzz.StyleTag.WEIGHT))
    italic = bool(font.get_style_value(uharfbuzz.StyleTag.ITALIC))
    axes = {axis.tag: axis for axis in face.axis_infos}
    if not axes:
        # "Sans Light" and "Sans Condensed" are also separate families, where a light style may be the regular one
        if usual == family or font.get_style_value(uharfbuzz.StyleTag.WIDTH) == NORMAL_WIDTH:
            yield FontStyle(family, weight >= BOLD_FROM, italic, weight, index)
        if usual != family:
            yield FontStyle(usual, "bold" in (face.get_name(2) or "").lower(), italic, weight, index)
        return
    family = _SUFFIX.sub("", family)
    slants: list[tuple[bool, tuple[tuple[str, float], ...]]] = [(italic, ())]
    if not italic and "ital" in axes and axes["ital"].max_value >= 1:
        slants.append((True, (("ital", 1.0),)))
    elif not italic and "slnt" in axes and axes["slnt"].min_value <= -5:
        slants.append((True, (("slnt", axes["slnt"].min_value),)))
    weights: list[tuple[float, tuple[tuple[str, float], ...]]] = [(weight, ())]
    if "wght" in axes:
        axis = axes["wght"]
        stops = dict.fromkeys(min(max(stop, axis.min_value), axis.max_value) for stop in (400.0, 700.0))
        weights = [(stop, (("wght", stop),)) for stop in stops]
    for slanted, slant in slants:
        for heavy, place in weights:
            pinned = (*place, *slant) or ((face.axis_infos[0].tag, float(face.axis_infos[0].default_value)),)
            yield FontStyle(family, heavy >= BOLD_FROM, slanted, heavy, index, pinned)


def _names(family: str, cut: FontStyle) -> bytes:
    from fontTools.ttLib import newTable

    style = " ".join(word for word, on in (("Bold", cut.bold), ("Italic", cut.italic)) if on) or "Regular"
    table: Any = newTable("name")
    table.names = []
    # typst recognises some fonts by their PostScript name and renames them, so this name must be different
    post_script = _UNPRINTABLE.sub("", f"{cut.family}-{style.replace(' ', '')}")[:56] + "-pnp"
    for number, text in ((1, family), (2, style), (4, f"{family} {style}"), (6, post_script)):
        table.setName(text, number, 3, 1, 0x409)
    compiled: bytes = table.compile(None)
    return compiled


def _style(table: bytes, cut: FontStyle) -> bytes:
    """Return the OS/2 table with a weight of 400 or 700, upright or italic."""
    style = bytearray(table if len(table) >= 78 else bytes(78))
    struct.pack_into(">HH", style, 4, 700 if cut.bold else 400, 5)
    (flags,) = struct.unpack_from(">H", style, 62)
    flags = flags & ~0b10_0110_0001 | cut.italic | cut.bold << 5 | (not cut.italic and not cut.bold) << 6
    struct.pack_into(">H", style, 62, flags)
    return bytes(style)


def _head(table: bytes, cut: FontStyle) -> bytes:
    head = bytearray(table)
    struct.pack_into(">H", head, 44, cut.bold | cut.italic << 1)
    return bytes(head)


def _build_font(tables: dict[str, bytes], version: str) -> bytes:
    from fontTools.ttLib.sfnt import SFNTWriter

    out = BytesIO()
    writer: Any = SFNTWriter(out, len(tables), version)
    for tag in sorted(tables):
        writer[tag] = tables[tag]
    writer.close()
    return out.getvalue()


def _refusal(where: Location, message: str, found: str = "", hint: str = "") -> RenderError:
    return RenderError(Problem(where, message, hint, found=found, code="E0516"))
