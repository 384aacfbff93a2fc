"""Pictures in PDFs: placeholders while typst draws, replaced by the data of the files when the PDF is written.

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
    return with_pictures_embedded(with_font_aliases(face), face.pictures)


def with_pictures_embedded(svg: str, pictures: Sequence[EmbeddedImage]) -> str:
    """Return the SVG with its pictures embedded."""
    if not pictures:
        return svg
    from pnp.pictures.encode import data_url  # slow to import

    named = {picture.key: picture for picture in pictures}
    return replace_images(svg, lambda key: data_url(named[key]) if key in named else "#")


def can_use_placeholders(face: Face) -> bool:
    """Return whether typst leaves the pictures of a face unmodified."""
    return bool(face.pictures) and not (_FILTERED.search(face.svg) and _filtered(face.svg))


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
    dots = 0 if can_use_placeholders(face) else sum(picture.path.stat().st_size * 4 // 3 for picture in face.pictures)
    return len(face.svg) + dots


def number_pictures(faces: Sequence[Face]) -> dict[str, int]:
    """Return a number for each picture of these faces that can have a placeholder."""
    keys = dict.fromkeys(picture.key for face in faces if can_use_placeholders(face) for picture in face.pictures)
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
    return {picture.key: picture for face in faces for picture in face.pictures}


ENCODER: Final = "pnp.pictures.encode"
"""Module whose code is part of the cache key of a re-encoded picture."""
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
        self._made_from = code_hash(ENCODER), versions(*LIBRARIES)

    def make(self, picture: EmbeddedImage) -> PdfImage:
        """Return a picture as stored in a PDF; raise RenderError if it is damaged."""
        if picture.packing is not None and not picture.shrunk and picture.strip is None:
            return PdfImage(picture.width, picture.height, picture.packing, picture.file, picture.hash)
        key = cache_key("engraving", self._made_from, picture.key, picture.kind)
        cached = self._cache.get(key)
        if cached is not None:
            image = _read(json.loads(cached))
            if self._cache.has(image.key) and (image.mask is None or self._cache.has(image.mask[3])):
                return image
        image = self._encode(picture, key)
        self._cache.put(key, json.dumps(image).encode())
        return image

    def _encode(self, picture: EmbeddedImage, key: str) -> PdfImage:
        from pnp.pictures.encode import encode_image  # slow to import

        made = encode_image(picture)
        width, height, packing = self._packed(made.colours, f"{key}-dots")
        mask = None if made.mask is None else (*self._packed(made.mask, f"{key}{_MASK}"), f"{key}{_MASK}")
        return PdfImage(width, height, packing, "", f"{key}-dots", mask)

    def _packed(self, content: bytes, key: str) -> tuple[int, int, Encoding]:
        facts = inspect_picture(content)
        if facts.packing is None:
            raise ValueError("a re-encoded picture cannot be stored in a PDF")
        self._cache.put(key, content)
        return facts.width, facts.height, facts.packing


def _read(cached: list[Any]) -> PdfImage:
    width, height, packing, file, key, mask = cached
    if mask is not None:
        mask = mask[0], mask[1], Encoding(*mask[2]), mask[3]
    return PdfImage(width, height, Encoding(*packing), file, key, mask)


def place_images(pdf: Pdf, images: Mapping[str, PdfImage]) -> None:
    """Replace all placeholders in an open PDF with image objects, still without their pixels."""
    made: dict[str, pikepdf.Object] = {}
    for thing in list(pdf.objects):
        if not isinstance(thing, Dictionary | Stream):
            continue
        resources = thing.get("/Resources", thing)
        drawn = resources.get("/XObject") if isinstance(resources, Dictionary) else None
        if not isinstance(drawn, Dictionary):
            continue
        for name, stream in drawn.items():
            if not isinstance(stream, Stream) or MARK not in stream:
                continue
            key = str(stream[MARK])
            if key in images:
                if key not in made:
                    made[key] = _object(pdf, key, images[key], stream.ColorSpace)
                drawn[name] = made[key]


def _object(pdf: Pdf, key: str, image: PdfImage, screen: pikepdf.Object) -> pikepdf.Object:
    """Return the object of an image; its content is the key by which it is found again."""
    stream = _image_stream(pdf, key, image.width, image.height, image.packing, screen)
    if image.mask is not None:
        width, height, packing, _ = image.mask
        stream.SMask = _image_stream(pdf, f"{key}{_MASK}", width, height, packing, Name.DeviceGray)
    return stream


def _image_stream(pdf: Pdf, key: str, width: int, height: int, packing: Encoding, screen: pikepdf.Object) -> Stream:
    colours = screen if packing.colours == 3 else Name.DeviceGray
    if packing.palette:
        palette = bytes.fromhex(packing.palette)
        colours = Array([Name.Indexed, screen, len(palette) // 3 - 1, String(palette)])
    stream = pdf.make_stream(key.encode())
    stream.Type, stream.Subtype = Name.XObject, Name.Image
    stream.Width, stream.Height = width, height
    stream.ColorSpace, stream.BitsPerComponent = colours, packing.bits
    stream[MARK] = String(packing.hash)
    return stream


def prepare_update(pdf: bytes, images: Mapping[str, PdfImage]) -> PdfWithPictures:
    """Return a saved PDF with the list of pictures to insert."""
    if not images:
        return PdfWithPictures(pdf)
    with pikepdf.open(BytesIO(pdf)) as document:
        late_images = []
        for thing in document.objects:
            if isinstance(thing, Stream) and MARK in thing:
                key = thing.read_bytes().decode()
                image = images.get(key.removesuffix(_MASK))
                if image is not None:
                    late_images.append(_late_image(thing, image, is_mask=key.endswith(_MASK)))
        about = Dictionary({key: value for key, value in document.trailer.items() if key in ("/ID", "/Info", "/Root")})
        trailer = about.unparse().decode("latin-1").removeprefix("<<").removesuffix(">>")
        count = int(document.trailer.Size)
    return PdfWithPictures(pdf, tuple(sorted(late_images)), trailer, count)


def _late_image(stream: Stream, image: PdfImage, *, is_mask: bool) -> LateImage:
    packing, file, key = image.packing, image.file, image.key
    if is_mask and image.mask is not None:
        _, _, packing, key = image.mask
        file = ""
    about = Dictionary({name: value for name, value in stream.items() if name not in ENCODING_KEYS})
    about.Filter = Name.DCTDecode if packing.how == "jpeg" else Name.FlateDecode
    if packing.how == "png":  # every row has its own filter
        about.DecodeParms = Dictionary(
            Predictor=15, Colors=packing.colours, BitsPerComponent=packing.bits, Columns=stream.Width
        )
    head = about.unparse().decode("latin-1").removeprefix("<<").removesuffix(">>")
    return LateImage(stream.objgen[0], head, packing.how, file, key)


def make_images(pictures: Iterable[EmbeddedImage], maker: PdfImageMaker) -> dict[str, PdfImage]:
    """Return the pictures as stored in a PDF, by key."""
    return {picture.key: maker.make(picture) for picture in pictures}


def with_pictures(chunk: bytes, faces: Sequence[Face]) -> bytes:
    """Return a chunk with the pictures of its faces."""
    pictures = pictures_of(faces)
    if not pictures:
        return chunk
    with TemporaryDirectory(prefix="pnp-") as folder:
        cache, out = Cache(Path(folder)), BytesIO()
        write_pdf(_bound(chunk, pictures, cache), _source(pictures.values(), cache), out)
    return out.getvalue()


@contextmanager
def file_with_pictures(chunk: bytes, pictures: Mapping[str, EmbeddedImage], cache: Cache) -> Iterator[Path | bytes]:
    """Yield a chunk with its pictures, as a temporary file if it has any."""
    if not pictures:
        yield chunk
        return
    with TemporaryDirectory(prefix="pnp-") as folder:
        path = Path(folder, "chunk.pdf")
        with path.open("wb") as file:
            write_pdf(_bound(chunk, pictures, cache), _source(pictures.values(), cache), file)
        yield path


def _bound(chunk: bytes, pictures: Mapping[str, EmbeddedImage], cache: Cache) -> PdfWithPictures:
    with pikepdf.open(BytesIO(chunk)) as pdf:
        images = make_images((pictures[key] for key in placeholder_keys(pdf) if key in pictures), PdfImageMaker(cache))
        place_images(pdf, images)
        out = BytesIO()
        pdf.save(out, deterministic_id=True)
    return prepare_update(out.getvalue(), images)


def _source(pictures: Iterable[EmbeddedImage], cache: Cache) -> LateImageSource:
    """Return the source of the pictures, which are all beside the spec of one game."""
    picture = next(iter(pictures))
    return LateImageSource(picture.folder, cache)
