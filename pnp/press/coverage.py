"""Ink coverage: how much of the paper cyan, magenta and yellow cover, on average over all pages that are printed on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Final

import numpy as np
import pikepdf
import pypdfium2
from pikepdf import Stream

from pnp.cache import Cache, hashed
from pnp.face.plate import Plate
from pnp.press.drawn import DesignSide, FaceRef
from pnp.press.standin import MARK
from pnp.sheet.page import Page
from pnp.units import Size

DPI: Final = 18
"""Enough to tell ink from paper."""
MOST_PICTURES: Final = 8
"""More pictures than these are not looked at; the others count as these do on average."""
_THUMB: Final = 4, 1
"""The size of a stand-in, in dots."""


def darkness(chunk: bytes, plates: Mapping[str, Plate], cache: Cache) -> list[float]:
    """The share of each page of a chunk that its inks cover, from 0 to 1; kept in the cache."""
    key = hashed("coverage", DPI, hashed(chunk.hex()), sorted(plates))
    kept = cache.get(key)
    if kept is not None:
        return [float(share) for share in json.loads(kept)]
    document = pypdfium2.PdfDocument(_with_thumbnails(chunk, plates) if plates else chunk)
    try:
        found = [round(_share(document[number]), 4) for number in range(len(document))]
    finally:
        document.close()
    cache.put(key, json.dumps(found).encode())
    return found


def _share(page: pypdfium2.PdfPage) -> float:
    dots: np.ndarray = page.render(scale=DPI / 72).to_numpy()[:, :, :3]
    return float(1 - dots.mean() / 255)


def _with_thumbnails(chunk: bytes, plates: Mapping[str, Plate]) -> bytes:
    """The chunk with the mean colour of its picture on each stand-in."""
    with pikepdf.open(BytesIO(chunk)) as pdf:
        images = [thing for thing in pdf.objects if isinstance(thing, Stream) and MARK in thing]
        keys = sorted({str(image[MARK]) for image in images} & plates.keys())
        looked = {key: _colour(plates[key]) for key in keys[:: max(1, -(-len(keys) // MOST_PICTURES))]}
        usual = tuple(round(sum(part) / len(looked)) for part in zip(*looked.values(), strict=True)) or (255,) * 3
        for image in images:
            colour = looked.get(str(image[MARK]), usual)
            image.write(bytes(colour) * (_THUMB[0] * _THUMB[1]))
        out = BytesIO()
        pdf.save(out)
    return out.getvalue()


def _colour(plate: Plate) -> tuple[int, ...]:
    """The mean colour of a picture on white paper; white where it is damaged, which is told elsewhere."""
    from PIL import Image

    from pnp.face.spool import page_part
    from pnp.picture import open_picture

    try:
        content = page_part(plate) if plate.part is not None else plate.path.read_bytes()
        with open_picture(BytesIO(content)) as opened:
            opened.draft("RGB", (32, 32))
            shown = opened.convert("RGBA")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return (255, 255, 255)
    paper = Image.new("RGBA", shown.size, "white")
    return tuple(Image.alpha_composite(paper, shown).convert("RGB").resize((1, 1), Image.Resampling.BOX).tobytes())


def ink_coverage(
    pages: Sequence[Page], paper: Size, shares: Sequence[float], shown: Mapping[DesignSide, FaceRef]
) -> float:
    """The share of the paper that is covered, from 0 to 1; blank pages do not count."""
    printed = [page for page in pages if page.placements]
    inked = sum(
        shares[shown[placement.piece.id, placement.side].number] * box.width * box.height
        for page in printed
        for placement in page.placements
        for box in [placement.rect.grown(placement.bleed)]
    )
    return inked / (len(printed) * paper.width * paper.height) if printed else 0.0
