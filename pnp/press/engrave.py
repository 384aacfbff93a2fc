"""Embedded images: pictures as image objects of a PDF, in place of the placeholders that typst drew."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Any, Final, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

from pnp.pictures.embedded import EmbeddedImage
from pnp.pictures.formats import Encoding, inspect_picture
from pnp.pictures.pdf_images import LateImage, PdfWithPictures
from pnp.press.seal import ENCODING_KEYS
from pnp.press.standin import MARK
from pnp.store.cache import Cache, cache_key
from pnp.store.fingerprint import code_hash, versions

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
