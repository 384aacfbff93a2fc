"""Render faces as compressed CMYK images, in worker processes.

Compressed losslessly, a face of drawn art takes 0.1 to 0.4 MB at 600 dpi. A JPEG of quality 95 is four to eight times
as large, and its artefacts exceed the ink limit by 10%. So only photographs, which hardly compress without loss, become
JPEGs: with correspondingly less ink, and only if the decoded pixels stay within the limit.
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
"""Lossless compression ratio above which a JPEG is tried."""
QUALITY: Final = 95
RIPPLE: Final = 12.0
"""Ink that JPEG artefacts may add to a pixel, in percent."""
FLATE, DCT = "FlateDecode", "DCTDecode"


@task
def separate_pictures(
    shots: list[Shot], table: bytes, limit: float, *, progress: Progress = silent
) -> list[tuple[InkPlate, float]]:
    """Return the CMYK image of each picture, and the most ink at any of its pixels, in percent."""
    expect(len(shots))
    made = []
    for done, dots in enumerate(photograph(shots), 1):
        inks = separate(dots, table, limit)
        made.append((pack(inks, limit), heaviest(inks)))
        progress(done, len(shots))
    return made


def pack(inks: NDArray[np.uint8], limit: float) -> InkPlate:
    """Compress CMYK pixels: losslessly, or as a JPEG if that is much smaller and within the ink limit."""
    height, width, _ = inks.shape
    whole = zlib.compress(inks.tobytes(), 6)
    if len(whole) > LOOSE * inks.nbytes:
        lighter = jpeg(held(inks.copy(), limit - RIPPLE))
        if 2 * len(lighter) < len(whole) and heaviest(unpacked(lighter)) <= limit:
            return InkPlate(width, height, DCT, lighter)
    return InkPlate(width, height, FLATE, whole)


def jpeg(inks: NDArray[np.uint8]) -> bytes:
    """Return CMYK pixels as a JPEG, inverted as Adobe writes them."""
    from PIL import Image

    height, width, _ = inks.shape
    out = BytesIO()
    Image.frombytes("CMYK", (width, height), inks.tobytes()).save(out, "JPEG", quality=QUALITY, subsampling=0)
    return out.getvalue()


def unpacked(packed: bytes) -> NDArray[np.uint8]:
    """Return the CMYK pixels of a JPEG."""
    from PIL import Image

    with Image.open(BytesIO(packed)) as image:
        return np.array(image)
