"""Small fonts made for tests: boxes for letters, so that every width is known and no font of others is needed."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

EM = 1000
WIDE = "、。「」（）ー・"
JAPANESE = (
    "あいうえおかがきくけこさしすせそたちっつてとなにのはひふへまみもやゆょらりるれろわをん"
    "アイウエオカキコスドルレン山川竜火水札枚引を一二三" + WIDE
)
HEBREW = "אבגדהוזחטיךכלםמןנסעףפץצקרשת"
ARABIC = "ابتجحدرسعفقكلمنهويةأإ"
LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?()-×'"
JOINING = "بتجحسعفقكلمنهي"
"""Arabic letters that join on both sides."""


def write_font(
    path: Path,
    family: str,
    text: str,
    *,
    bold: bool = False,
    italic: bool = False,
    widths: Mapping[str, int] | None = None,
    joining: bool = False,
    variable: bool = False,
    flavour: str | None = None,
    embedding: int = 0,
    empty: str = "",
) -> Path:
    """A font with the letters of a text; each is a box of its width (600 of 1000, or 1000 where it is wide).

    With `joining`, Arabic letters have forms by their place: 500 wide at the start, 400 in the middle, 300 at the end.
    A `variable` font has an axis of weight from 300 to 800. `empty` letters have a place in the font and no outline.
    """
    font = _built(family, text, bold, italic, widths or {}, joining, embedding, empty)
    if variable:
        font = _varied(font, text)
    font.flavor = flavour
    path.parent.mkdir(parents=True, exist_ok=True)
    font.save(path)
    return path


def _built(
    family: str,
    text: str,
    bold: bool,
    italic: bool,
    widths: Mapping[str, int],
    joining: bool,
    embedding: int,
    empty: str,
) -> Any:
    letters = list(dict.fromkeys(text))
    names = {letter: f"u{ord(letter):05X}" for letter in letters}
    advances = {names[letter]: widths.get(letter, 1000 if ord(letter) > 0x2E7F else 600) for letter in letters}
    forms: dict[str, int] = {}
    if joining:
        for letter in (letter for letter in letters if letter in JOINING):
            forms |= {f"{names[letter]}.{form}": wide for form, wide in (("init", 500), ("medi", 400), ("fina", 300))}
    everything = {".notdef": 600, **advances, **forms}
    blank = {names[letter] for letter in letters if letter.isspace() or letter in empty}
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder(list(everything))
    builder.setupCharacterMap({ord(letter): name for letter, name in names.items()})
    builder.setupGlyf({name: _box(0 if name in blank else wide, bold) for name, wide in everything.items()})
    builder.setupHorizontalMetrics({name: (wide, 50) for name, wide in everything.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    style = " ".join(word for word, on in (("Bold", bold), ("Italic", italic)) if on) or "Regular"
    builder.setupNameTable({"familyName": family, "styleName": style} if family else {})
    selection = bold << 5 | italic | (not bold and not italic) << 6
    builder.setupOS2(
        sTypoAscender=800, sTypoDescender=-200, usWeightClass=700 if bold else 400, fsSelection=selection,
        fsType=embedding, version=4,
    )  # fmt: skip
    builder.setupPost()
    builder.font["head"].macStyle = bold | italic << 1
    if forms:
        rules = "".join(
            f"feature {form} {{ script arab; "
            + "".join(f"sub {name.partition('.')[0]} by {name};" for name in forms if name.endswith(form))
            + f" }} {form};\n"
            for form in ("init", "medi", "fina")
        )
        addOpenTypeFeaturesFromString(builder.font, f"languagesystem DFLT dflt;languagesystem arab dflt;\n{rules}")
    return builder.font


def _box(wide: int, bold: bool) -> Any:
    pen = TTGlyphPen(None)
    if wide:
        inset = 20 if bold else 50
        pen.moveTo((inset, 0))
        for point in ((inset, 700), (wide - inset, 700), (wide - inset, 0)):
            pen.lineTo(point)
        pen.closePath()
    return pen.glyph()


def _varied(font: Any, text: str) -> Any:
    """The font with an axis of weight: its boxes, and their places, are wider where it is bolder."""
    from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, SourceDescriptor
    from fontTools.varLib import build

    heavy = _built(str(font["name"].getDebugName(1)), text, False, False, {}, False, 0, "")
    for name in heavy.getGlyphOrder():
        wide, _ = heavy["hmtx"][name]
        heavy["hmtx"][name] = (wide + 100, 50)
        glyph = heavy["glyf"][name]
        if glyph.numberOfContours:
            heavy["glyf"][name] = _box(wide + 100, False)
    space = DesignSpaceDocument()
    space.addAxis(AxisDescriptor(tag="wght", name="Weight", minimum=300, default=300, maximum=800))
    for master, at in ((font, 300), (heavy, 800)):
        space.addSource(SourceDescriptor(font=master, location={"Weight": at}, name=str(at)))
    made, _, _ = build(space)
    return made


def write_collection(path: Path, *fonts: Path) -> Path:
    """Some fonts in one file."""
    from fontTools.ttLib import TTCollection

    collection = TTCollection()
    collection.fonts = [TTFont(font) for font in fonts]
    collection.save(path)
    return path


def swelling_woff2(path: Path, unpacked: int) -> Path:
    """A WOFF2 with one table whose stream unpacks to as many bytes."""
    import brotli

    stream = brotli.compress(bytes(unpacked), quality=5)
    directory = bytes([0x3F | 0xC0]) + b"ABCD" + _base128(1000)
    size = 48 + len(directory) + len(stream)
    head = struct.pack(">4s4sLHHLLHHLLLLL", b"wOF2", b"\0\1\0\0", size, 1, 0, 2000, len(stream), 1, 0, 0, 0, 0, 0, 0)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(head + directory + stream)
    return path


def _base128(number: int) -> bytes:
    digits = [number & 0x7F]
    while number := number >> 7:
        digits.insert(0, number & 0x7F | 0x80)
    return bytes(digits)


def write_swollen(path: Path, *, compact: bool = False) -> Path:
    """A font whose Z is built from ten Ys, a Y from ten Xs and so on; `compact` as an OTF, by its subroutines."""
    if compact:
        return _swollen_otf(path)
    write_font(path, "Swollen", LATIN)
    font = TTFont(path, recalcBBoxes=False)
    letters = [f"u{ord(letter):05X}" for letter in LATIN[:26]]
    for inner, outer in itertools.pairwise(letters):
        pen = TTGlyphPen(dict.fromkeys(font.getGlyphOrder()))
        for number in range(10):
            pen.addComponent(inner, (1, 0, 0, 1, number, 0))
        glyph = pen.glyph()
        glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax = 0, 0, 500, 700
        font["glyf"][outer] = glyph
    font["maxp"].recalc = lambda _font: None
    font.save(path)
    return path


def _swollen_otf(path: Path) -> Path:
    from fontTools.cffLib import SubrsIndex
    from fontTools.misc.psCharStrings import T2CharString

    builder = FontBuilder(EM, isTTF=False)
    builder.setupGlyphOrder([".notdef", "A", "Z"])
    builder.setupCharacterMap({ord("A"): "A", ord("Z"): "Z"})
    box = [600, 50, 0, "rmoveto", 700, "vlineto", 500, "hlineto", -700, "vlineto", "endchar"]
    swollen = [600, 50, 0, "rmoveto", -107, "callsubr", "endchar"]
    made = {
        name: T2CharString(program=list(program)) for name, program in ((".notdef", box), ("A", box), ("Z", swollen))
    }
    builder.setupCFF("Swollen", {"FamilyName": "Swollen"}, made, {})
    private = builder.font["CFF "].cff.topDictIndex[0].Private
    private.Subrs = SubrsIndex()
    for number in range(9):  # each calls the next a hundred times
        inner = [number - 106, "callsubr"] * 100 if number < 8 else [1, 1, "rlineto"] * 20
        private.Subrs.append(T2CharString(program=[*inner, "return"], private=private))
    for string in made.values():
        string.private = private
    builder.setupHorizontalMetrics(dict.fromkeys((".notdef", "A", "Z"), (600, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Swollen", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    path.parent.mkdir(parents=True, exist_ok=True)
    builder.font.recalcBBoxes = False  # it would draw every letter
    builder.font.save(path)
    return path
