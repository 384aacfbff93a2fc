"""Pictures in PDFs: placeholders while typst draws, replaced by the files' own data when the PDF is written.

typst would decode and encode every picture. Three of the four pixels are always the same, the fourth is the number of
the picture, so that placeholders can be recognized in the resulting PDF. Pictures that typst modifies, such as under a
filter, are drawn without a placeholder.
"""

from __future__ import annotations

import json
import re
import struct
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple
from xml.parsers import expat

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

from pnp.face.face import Face
from pnp.pictures.embedded import REFERENCE_PREFIX, EmbeddedImage, replace_images
from pnp.pictures.formats import Encoding, inspect_picture
from pnp.pictures.pdf_images import LateImage, LateImageSource, PdfWithPictures, write_pdf
from pnp.press.font_folder import with_font_aliases
from pnp.press.seal import ENCODING_KEYS, PICTURE
from pnp.store.cache import Cache, cache_key
from pnp.store.fingerprint import code_hash, versions

MARK: Final = Name(PICTURE)
_DOTS: Final = bytes.fromhex("70 6e 70 2d 73 74 61 6e 64")
_FILTERED: Final = re.compile(r"\bfilter\s*[:=]")
_USED: Final = re.compile(r"<use\b[^>]*href=['\"]#([^'\"]+)")


def svg_for_renderer(face: Face) -> str:
    """Return the SVG of a face for any renderer: with the font names of the font folder, and with its pictures."""
    return with_pictures_embedded(with_font_aliases(face), face.plates)


def with_pictures_embedded(svg: str, plates: Sequence[EmbeddedImage]) -> str:
    """Return the SVG with its pictures embedded."""
    if not plates:
        return svg
    from pnp.pictures.encode import data_url  # slow to import

    named = {plate.key: plate for plate in plates}
    return replace_images(svg, lambda key: data_url(named[key]) if key in named else "#")


def can_use_placeholders(face: Face) -> bool:
    """Return whether typst leaves the pictures of a face unmodified."""
    return bool(face.plates) and not (_FILTERED.search(face.svg) and _filtered(face.svg))


@lru_cache(maxsize=256)
def _filtered(svg: str) -> bool:
    """Return whether a picture in an SVG may be under a filter, directly or where it is used again."""
    used = set(_USED.findall(svg))
    above, found = [False], []

    def start(tag: str, attributes: dict[str, str]) -> None:
        filters = attributes.get("filter", "none") != "none" or "filter" in attributes.get("style", "")
        here = above[-1] or filters or attributes.get("id") in used
        above.append(here)
        if here and tag.endswith("image") and REFERENCE_PREFIX in "".join(attributes.values()):
            found.append(tag)

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _tag: above.pop()
    parser.Parse(svg.encode(), True)
    return bool(found)


def svg_weight(face: Face) -> int:
    """Return the approximate number of characters of SVG that a renderer gets."""
    dots = 0 if can_use_placeholders(face) else sum(plate.path.stat().st_size * 4 // 3 for plate in face.plates)
    return len(face.svg) + dots


def number_pictures(faces: Sequence[Face]) -> dict[str, int]:
    """Return a number for each picture of these faces that can have a placeholder."""
    keys = dict.fromkeys(plate.key for face in faces if can_use_placeholders(face) for plate in face.plates)
    return {key: number for number, key in enumerate(keys)}


def with_placeholders(face: Face, numbers: dict[str, int]) -> str:
    """Return the SVG of a face with placeholders for its pictures."""
    return replace_images(
        with_font_aliases(face), lambda key: _placeholder_image(numbers[key]) if key in numbers else "#"
    )


def _placeholder_image(number: int) -> str:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    dots = b"\0" + _DOTS + number.to_bytes(3)
    head = struct.pack(">2I5B", 4, 1, 8, 2, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(dots)) + chunk(b"IEND", b"")
    return f"data:image/png;base64,{b64encode(png).decode()}"


def mark_placeholders(pdf: bytes, numbers: dict[str, int]) -> tuple[bytes, set[str]]:
    """Return the PDF with each placeholder marked with the key of its picture, and the keys that were not found."""
    keys = list(numbers)
    missing = set(keys)
    with pikepdf.open(BytesIO(pdf)) as document:
        for image in document.objects:
            if not isinstance(image, Stream) or image.get("/Subtype") != Name.Image:
                continue
            if int(image.Width) != 4 or int(image.Height) != 1:
                continue
            dots = image.read_bytes()
            number = int.from_bytes(dots[len(_DOTS) :])
            if dots.startswith(_DOTS) and len(dots) == 12 and number < len(keys):
                image[MARK] = String(keys[number])
                missing.discard(keys[number])
        out = BytesIO()
        document.save(out, deterministic_id=True)
    return out.getvalue(), missing


def placeholder_keys(pdf: Pdf) -> set[str]:
    """Return the keys of all pictures with a placeholder in an open PDF."""
    images = (thing for thing in pdf.objects if isinstance(thing, Stream) and MARK in thing)
    return {str(image[MARK]) for image in images}


def pictures_of(faces: Sequence[Face]) -> dict[str, EmbeddedImage]:
    """Return the pictures of these faces, by key."""
    return {plate.key: plate for face in faces for plate in face.plates}


DEVELOPING: Final = "pnp.pictures.encode"
LIBRARIES: Final = ("pillow", "numpy", "pypdfium2")
_MASK: Final = "-mask"


class PdfImage(NamedTuple):
    """A picture as stored in a PDF."""

    width: int
    height: int
    packing: Encoding
    file: str
    """File name; empty if the picture is in the cache."""
    key: str
    """Hash of its file, or its key in the cache."""
    mask: tuple[int, int, Encoding, str] | None = None
    """Transparency: size, encoding, and key in the cache."""


class PdfImageMaker:
    """Prepares pictures for a PDF, and stores re-encoded ones in a cache."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache
        self._made_from = code_hash(DEVELOPING), versions(*LIBRARIES)

    def engrave(self, plate: EmbeddedImage) -> PdfImage:
        """Return a picture as stored in a PDF; raise RenderError if it is damaged."""
        if plate.packing is not None and not plate.shrunk and plate.strip is None:
            return PdfImage(plate.width, plate.height, plate.packing, plate.file, plate.hash)
        key = cache_key("engraving", self._made_from, plate.key, plate.kind)
        kept = self._cache.get(key)
        if kept is not None:
            engraving = _read(json.loads(kept))
            if self._cache.has(engraving.key) and (engraving.mask is None or self._cache.has(engraving.mask[3])):
                return engraving
        engraving = self._develop(plate, key)
        self._cache.put(key, json.dumps(engraving).encode())
        return engraving

    def _develop(self, plate: EmbeddedImage, key: str) -> PdfImage:
        from pnp.pictures.encode import encode_image  # slow to import

        made = encode_image(plate)
        width, height, packing = self._packed(made.colours, f"{key}-dots")
        mask = None if made.mask is None else (*self._packed(made.mask, f"{key}{_MASK}"), f"{key}{_MASK}")
        return PdfImage(width, height, packing, "", f"{key}-dots", mask)

    def _packed(self, content: bytes, key: str) -> tuple[int, int, Encoding]:
        facts = inspect_picture(content)
        if facts.packing is None:
            raise ValueError("a re-encoded picture cannot be stored in a PDF")
        self._cache.put(key, content)
        return facts.width, facts.height, facts.packing


def _read(kept: list[Any]) -> PdfImage:
    width, height, packing, file, key, mask = kept
    if mask is not None:
        mask = mask[0], mask[1], Encoding(*mask[2]), mask[3]
    return PdfImage(width, height, Encoding(*packing), file, key, mask)


def place_images(pdf: Pdf, engravings: Mapping[str, PdfImage]) -> None:
    """Replace all placeholders in an open PDF with image objects, still without their pixels."""
    made: dict[str, pikepdf.Object] = {}
    for thing in list(pdf.objects):
        if not isinstance(thing, Dictionary | Stream):
            continue
        resources = thing.get("/Resources", thing)
        drawn = resources.get("/XObject") if isinstance(resources, Dictionary) else None
        if not isinstance(drawn, Dictionary):
            continue
        for name, image in drawn.items():
            if not isinstance(image, Stream) or MARK not in image:
                continue
            key = str(image[MARK])
            if key in engravings:
                if key not in made:
                    made[key] = _object(pdf, key, engravings[key], image.ColorSpace)
                drawn[name] = made[key]


def _object(pdf: Pdf, key: str, engraving: PdfImage, screen: pikepdf.Object) -> pikepdf.Object:
    """Return the object of a picture; its content is the key by which it is found again."""
    image = _image(pdf, key, engraving.width, engraving.height, engraving.packing, screen)
    if engraving.mask is not None:
        width, height, packing, _ = engraving.mask
        image.SMask = _image(pdf, f"{key}{_MASK}", width, height, packing, Name.DeviceGray)
    return image


def _image(pdf: Pdf, key: str, width: int, height: int, packing: Encoding, screen: pikepdf.Object) -> Stream:
    colours = screen if packing.colours == 3 else Name.DeviceGray
    if packing.palette:
        palette = bytes.fromhex(packing.palette)
        colours = Array([Name.Indexed, screen, len(palette) // 3 - 1, String(palette)])
    image = pdf.make_stream(key.encode())
    image.Type, image.Subtype = Name.XObject, Name.Image
    image.Width, image.Height = width, height
    image.ColorSpace, image.BitsPerComponent = colours, packing.bits
    image[MARK] = String(packing.hash)
    return image


def prepare_update(pdf: bytes, engravings: Mapping[str, PdfImage]) -> PdfWithPictures:
    """Return a saved PDF with the list of pictures to insert."""
    if not engravings:
        return PdfWithPictures(pdf)
    with pikepdf.open(BytesIO(pdf)) as document:
        inlays = []
        for thing in document.objects:
            if isinstance(thing, Stream) and MARK in thing:
                key = thing.read_bytes().decode()
                engraving = engravings.get(key.removesuffix(_MASK))
                if engraving is not None:
                    inlays.append(_inlay(thing, engraving, is_mask=key.endswith(_MASK)))
        about = Dictionary({key: value for key, value in document.trailer.items() if key in ("/ID", "/Info", "/Root")})
        trailer = about.unparse().decode("latin-1").removeprefix("<<").removesuffix(">>")
        count = int(document.trailer.Size)
    return PdfWithPictures(pdf, tuple(sorted(inlays)), trailer, count)


def _inlay(image: Stream, engraving: PdfImage, *, is_mask: bool) -> LateImage:
    packing, file, key = engraving.packing, engraving.file, engraving.key
    if is_mask and engraving.mask is not None:
        _, _, packing, key = engraving.mask
        file = ""
    about = Dictionary({name: value for name, value in image.items() if name not in ENCODING_KEYS})
    about.Filter = Name.DCTDecode if packing.how == "jpeg" else Name.FlateDecode
    if packing.how == "png":  # every row has its own filter
        about.DecodeParms = Dictionary(
            Predictor=15, Colors=packing.colours, BitsPerComponent=packing.bits, Columns=image.Width
        )
    head = about.unparse().decode("latin-1").removeprefix("<<").removesuffix(">>")
    return LateImage(image.objgen[0], head, packing.how, file, key)


def make_images(plates: Iterable[EmbeddedImage], engraver: PdfImageMaker) -> dict[str, PdfImage]:
    """Return the embedded images of plates, by key."""
    return {plate.key: engraver.engrave(plate) for plate in plates}


def with_pictures(chunk: bytes, faces: Sequence[Face]) -> bytes:
    """Return a chunk with the pictures of its faces."""
    plates = pictures_of(faces)
    if not plates:
        return chunk
    with TemporaryDirectory(prefix="pnp-") as folder:
        cache, out = Cache(Path(folder)), BytesIO()
        write_pdf(_bound(chunk, plates, cache), _source(plates.values(), cache), out)
    return out.getvalue()


@contextmanager
def file_with_pictures(chunk: bytes, plates: Mapping[str, EmbeddedImage], cache: Cache) -> Iterator[Path | bytes]:
    """Yield a chunk with its pictures, as a temporary file if it has any."""
    if not plates:
        yield chunk
        return
    with TemporaryDirectory(prefix="pnp-") as folder:
        path = Path(folder, "chunk.pdf")
        with path.open("wb") as file:
            write_pdf(_bound(chunk, plates, cache), _source(plates.values(), cache), file)
        yield path


def _bound(chunk: bytes, plates: Mapping[str, EmbeddedImage], cache: Cache) -> PdfWithPictures:
    with pikepdf.open(BytesIO(chunk)) as pdf:
        engravings = make_images((plates[key] for key in placeholder_keys(pdf) if key in plates), PdfImageMaker(cache))
        place_images(pdf, engravings)
        out = BytesIO()
        pdf.save(out, deterministic_id=True)
    return prepare_update(out.getvalue(), engravings)


def _source(plates: Iterable[EmbeddedImage], cache: Cache) -> LateImageSource:
    """Return the source of the pictures, which are all beside the spec of one game."""
    plate = next(iter(plates))
    return LateImageSource(plate.folder, cache)
