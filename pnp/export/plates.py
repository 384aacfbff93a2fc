"""Faces as plates: rasterised, separated into four inks and packed, in a process of their own.

Packed without loss a face of drawn art takes 0.1 to 0.4 MB at 600 dpi; as a JPEG of quality 95 it takes four to eight
times as much, and its ripples exceed the limit of ink by 10 %. So only what hardly packs, a photograph, becomes a JPEG,
with as much ink less, and only where its dots, unpacked again, keep the limit.
"""

from __future__ import annotations

import zlib
from io import BytesIO
from typing import TYPE_CHECKING, Final

import numpy as np

from pnp.export.pdfx import InkPlate
from pnp.export.raster import Shot, photograph
from pnp.export.separation import heaviest, held, separate
from pnp.progress import Progress, silent
from pnp.step import expect
from pnp.worker.task import task

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOOSE: Final = 0.25
"""Bytes left of each byte from which on a picture is packed as a JPEG."""
QUALITY: Final = 95
RIPPLE: Final = 12.0
"""Percent of ink that a JPEG may add at a dot."""
FLATE, DCT = "FlateDecode", "DCTDecode"


@task
def separate_pictures(
    shots: list[Shot], table: bytes, limit: float, *, progress: Progress = silent
) -> list[tuple[InkPlate, float]]:
    """Make the plates of pictures, each with the most ink at any dot, in percent."""
    expect(len(shots))
    made = []
    for done, dots in enumerate(photograph(shots), 1):
        inks = separate(dots, table, limit)
        made.append((pack(inks, limit), heaviest(inks)))
        progress(done, len(shots))
    return made


def pack(inks: NDArray[np.uint8], limit: float) -> InkPlate:
    """A picture of inks packed: without loss, or as a JPEG where that is much smaller and keeps the limit."""
    height, width, _ = inks.shape
    whole = zlib.compress(inks.tobytes(), 6)
    if len(whole) > LOOSE * inks.nbytes:
        lighter = jpeg(held(inks.copy(), limit - RIPPLE))
        if 2 * len(lighter) < len(whole) and heaviest(unpacked(lighter)) <= limit:
            return InkPlate(width, height, DCT, lighter)
    return InkPlate(width, height, FLATE, whole)


def jpeg(inks: NDArray[np.uint8]) -> bytes:
    """A JPEG of four inks, as Adobe writes them."""
    from PIL import Image

    height, width, _ = inks.shape
    out = BytesIO()
    Image.frombytes("CMYK", (width, height), inks.tobytes()).save(out, "JPEG", quality=QUALITY, subsampling=0)
    return out.getvalue()


def unpacked(packed: bytes) -> NDArray[np.uint8]:
    """The inks in a JPEG."""
    from PIL import Image

    with Image.open(BytesIO(packed)) as image:
        return np.array(image)
