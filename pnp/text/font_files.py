"""Read font files: find their styles, unpack web fonts within limits, and make a static font of each style.

HarfBuzz reads the files because it validates every table. Renderers get rewritten fonts with generated family names,
because each renderer matches families by different rules; typst, for one, does not find a "Sans Condensed".
"""

from __future__ import annotations

import hashlib
import json
import re
import struct
import zlib
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from pnp.errors import Location, Problem, RenderError, os_problem
from pnp.store.cache import Cache, cache_key
from pnp.store.files import read_file

MOST_PARTS: Final = 500
"""Maximum number of components of a glyph, nested ones included."""
_WORDS: Final = 0x0001
_SCALE: Final = 0x0008
_MORE: Final = 0x0020
_TWO_SCALES: Final = 0x0040
_MATRIX: Final = 0x0080


def has_oversized_composites(glyf: bytes, loca: bytes, *, long: bool) -> bool:
    """Return whether a glyph has too many components or contains itself, or the tables are damaged."""
    try:
        return _CompositeGlyphs(glyf, loca, long=long).most_components() > MOST_PARTS
    except struct.error:
        return True


class _CompositeGlyphs:
    """Composite glyphs of a TrueType font."""

    def __init__(self, glyf: bytes, loca: bytes, *, long: bool) -> None:
        size = 4 if long else 2
        count = len(loca) // size
        ends = struct.unpack_from(f">{count}{'L' if long else 'H'}", loca)
        self.starts = ends if long else tuple(2 * end for end in ends)
        self.glyf = glyf
        self.parts: dict[int, list[int]] = {}
        for number in range(count - 1):
            start, end = self.starts[number : number + 2]
            if end - start >= 10 and glyf[start : start + 2] == b"\xff\xff":
                self.parts[number] = self._read(start + 10)

    def _read(self, place: int) -> list[int]:
        found: list[int] = []
        flags = _MORE
        while flags & _MORE and len(found) <= MOST_PARTS:
            flags, number = struct.unpack_from(">HH", self.glyf, place)
            found.append(number)
            place += 4 + (4 if flags & _WORDS else 2)
            place += 2 if flags & _SCALE else 4 if flags & _TWO_SCALES else 8 if flags & _MATRIX else 0
        return found

    def most_components(self) -> int:
        """Return the largest number of components of a glyph; counting stops above the limit."""
        totals: dict[int, int] = {}
        waiting = dict(self.parts)
        while waiting:
            ready = [number for number, parts in waiting.items() if not any(part in waiting for part in parts)]
            if not ready:  # the remaining glyphs contain each other
                return MOST_PARTS + 1
            for number in ready:
                total = sum(1 + totals.get(part, 0) for part in waiting.pop(number))
                if total > MOST_PARTS:
                    return total
                totals[number] = total
        return max(totals.values(), default=0)


LARGEST: Final = 30_000_000
"""Maximum size of a font in bytes, compressed or not."""
WOFF: Final = b"wOFF"
WOFF2: Final = b"wOF2"
_MOST_TABLES: Final = 200


class WebFontError(Exception):
    """A web font cannot be decompressed; the argument is the reason."""


def decompress_webfont(content: bytes) -> bytes:
    """Return the font inside a WOFF or WOFF2 file. Raise WebFontError if it is damaged or too large."""
    if content[:4] == WOFF:
        return _decompress(_woff, content)
    cache, key = Cache.for_user(), cache_key("woff2", hashlib.sha256(content).hexdigest())
    plain = cache.get(key)  # rebuilding the outlines is slow
    if plain is None:
        plain = _decompress(_woff2, content)
        cache.put(key, plain)
    return plain


def _decompress(work: Callable[[bytes], bytes], content: bytes) -> bytes:
    try:
        return work(content)
    except WebFontError:
        raise
    except Exception as error:  # a damaged file can make the library raise anything
        raise WebFontError("it is damaged") from error


def _woff(content: bytes) -> bytes:
    from fontTools.ttLib.sfnt import SFNTWriter

    flavour, tables = content[4:8], list(_woff_tables(content))
    out = BytesIO()
    writer: Any = SFNTWriter(out, len(tables), flavour.decode("latin-1"))
    for tag, table in tables:
        writer[tag] = table
    writer.close()
    return out.getvalue()


def _woff_tables(content: bytes) -> Iterator[tuple[str, bytes]]:
    room = LARGEST
    (count,) = struct.unpack_from(">H", content, 12)
    if count > _MOST_TABLES:
        raise WebFontError(f"it has {count} tables")
    for number in range(count):
        tag, offset, packed, length, _ = struct.unpack_from(">4sLLLL", content, 44 + 20 * number)
        room -= length
        if room < 0:
            raise WebFontError(_too_large())
        data = content[offset : offset + packed]
        if packed < length:
            work = zlib.decompressobj()
            data = work.decompress(data, length)  # never more than the stated length
        if len(data) != length:
            raise WebFontError("a table does not have its stated length")
        yield tag.decode("latin-1"), data


def _woff2(content: bytes) -> bytes:
    from fontTools.ttLib import woff2

    _check_size(content)
    out = BytesIO()
    woff2.decompress(BytesIO(content), out)
    if out.tell() > LARGEST:
        raise WebFontError(_too_large())
    return out.getvalue()


def _check_size(content: bytes) -> None:
    """Raise WebFontError if the stream would exceed the size limit, which the library does not check."""
    import brotli
    from fontTools.ttLib import woff2

    count, packed = struct.unpack_from(">H", content, 12)[0], struct.unpack_from(">L", content, 20)[0]
    if count > _MOST_TABLES:
        raise WebFontError(f"it has {count} tables")
    rest, stated = content[48:], 0
    for _ in range(count):
        entry: Any = woff2.WOFF2DirectoryEntry()
        rest = entry.fromString(rest)
        stated += entry.length
    if stated > LARGEST:
        raise WebFontError(_too_large())
    stream = rest[:packed]
    work, size = brotli.Decompressor(), 0
    piece = work.process(stream, output_buffer_limit=1_000_000)
    while True:
        size += len(piece)
        if size > LARGEST:
            raise WebFontError(_too_large())
        if work.is_finished() or not piece:
            return
        piece = work.process(b"", output_buffer_limit=1_000_000)


def _too_large() -> str:
    return f"it unpacks to more than {LARGEST // 1_000_000} MB"


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
    restricted: bool = False
    """Whether its maker forbids embedding it, so that it is only printed at home."""


def read_styles(path: Path, where: Location, home_fonts: Collection[str] = ()) -> list[FontStyle]:
    """Return the styles in a font file. Raise RenderError if it is not a font that can be printed.

    Fonts whose makers forbid embedding are refused unless their family is one of `home_fonts`.
    """
    content = _decompressed(path, where)
    with _report_damage(where):
        styles = [
            replace(style, restricted=bool(forbidden))
            for face, index, forbidden in _faces(content, where)
            for style in _permitted(list(_styles(face, index, path)), forbidden, home_fonts, where)
        ]
    if not styles:
        raise _refusal(where, "has no characters")
    return styles


def _permitted(
    styles: list[FontStyle], forbidden: str, home_fonts: Collection[str], where: Location
) -> list[FontStyle]:
    """Return the styles that may be used; raise RenderError if embedding is `forbidden` and no family is at home."""
    if not forbidden:
        return styles
    permitted = [style for style in styles if style.family in home_fonts]
    if styles and not permitted:
        line = f"home_fonts = [{json.dumps(styles[0].family, ensure_ascii=False)}]"
        hint = f"ask its maker, or choose another font; to print it at home only, add {line} to pnp.toml"
        raise _refusal(where, "cannot be embedded", forbidden, hint)
    return permitted


def static_font(path: Path, style: FontStyle, family: str, where: Location) -> bytes:
    """Return one style as a static font with the given family name."""
    content = _decompressed(path, where)
    with _report_damage(where):
        return _rebuild(content, style, family, where)


def _rebuild(content: bytes, style: FontStyle, family: str, where: Location) -> bytes:
    import uharfbuzz

    face = uharfbuzz.Face(uharfbuzz.Blob(content), style.index)
    if style.axes:
        wanted = uharfbuzz.SubsetInput()
        wanted.keep_everything()
        wanted.pin_all_axes_to_default(face)
        for tag, value in style.axes:
            wanted.pin_axis_location(face, tag, value)
        try:
            face = wanted.subset(face)
        except (RuntimeError, ValueError) as error:
            raise _refusal(where, "cannot be made into a static font", str(error)) from error
    tables = {tag: bytes(face.reference_table(tag).data) for tag in face.table_tags if tag in TABLES}
    tables["name"] = _names(family, style)
    tables["OS/2"] = _os2_table(tables.get("OS/2", b""), style)
    tables["head"] = _head(tables["head"], style)
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


def _faces(content: bytes, where: Location) -> Iterator[tuple[Any, int, str]]:
    """Yield every face in the file with its index, and why it may not be embedded or "".

    Raise RenderError for one that cannot be used.
    """
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
        os2 = bytes(face.reference_table("OS/2").data or b"")
        allowed = struct.unpack_from(">H", os2, 8)[0] if len(os2) >= 10 else 0
        # of bits 1 to 3 the least restrictive applies: editable and preview fonts may be embedded
        forbidden = [
            found for bit, found in _EMBEDDING.items() if allowed & bit and not (bit == 0x0002 and allowed & 0x000C)
        ]
        yield face, index, forbidden[0] if forbidden else ""


def _is_complete(content: bytes, index: int) -> bool:
    """Return whether every table of a face is inside the file, with its full length."""
    try:
        start = struct.unpack_from(">L", content, 12 + 4 * index)[0] if content[:4] == COLLECTION else 0
        (count,) = struct.unpack_from(">H", content, start + 4)
        places = [struct.unpack_from(">LL", content, start + 12 + 16 * number + 8) for number in range(count)]
    except struct.error:
        return False
    return all(offset + length <= len(content) for offset, length in places)


def _styles(face: Any, index: int, path: Path) -> Iterator[FontStyle]:
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


def _names(family: str, style: FontStyle) -> bytes:
    from fontTools.ttLib import newTable

    name = " ".join(word for word, on in (("Bold", style.bold), ("Italic", style.italic)) if on) or "Regular"
    table: Any = newTable("name")
    table.names = []
    # typst recognises some fonts by their PostScript name and renames them, so this name must be different
    post_script = _UNPRINTABLE.sub("", f"{style.family}-{name.replace(' ', '')}")[:56] + "-pnp"
    for number, text in ((1, family), (2, name), (4, f"{family} {name}"), (6, post_script)):
        table.setName(text, number, 3, 1, 0x409)
    compiled: bytes = table.compile(None)
    return compiled


def _os2_table(table: bytes, style: FontStyle) -> bytes:
    """Return the OS/2 table with a weight of 400 or 700, upright or italic."""
    made = bytearray(table if len(table) >= 78 else bytes(78))
    struct.pack_into(">HH", made, 4, 700 if style.bold else 400, 5)
    (flags,) = struct.unpack_from(">H", made, 62)
    flags = flags & ~0b10_0110_0001 | style.italic | style.bold << 5 | (not style.italic and not style.bold) << 6
    struct.pack_into(">H", made, 62, flags)
    return bytes(made)


def _head(table: bytes, style: FontStyle) -> bytes:
    head = bytearray(table)
    struct.pack_into(">H", head, 44, style.bold | style.italic << 1)
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
