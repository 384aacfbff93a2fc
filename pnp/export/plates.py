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

from pnp.export.pdfx import CmykImage
from pnp.export.raster import FacePicture, rasterize
from pnp.export.separation import limit_ink, max_ink, to_cmyk
from pnp.worker.progress import Progress, expect_faces, silent
from pnp.worker.task import task

if TYPE_CHECKING:
    from numpy.typing import NDArray

JPEG_RATIO: Final = 0.25
"""Lossless compression ratio above which a JPEG is tried."""
QUALITY: Final = 95
JPEG_ARTEFACTS: Final = 12.0
"""Ink that JPEG artefacts may add to a pixel, in percent."""
FLATE, DCT = "FlateDecode", "DCTDecode"


@task
def make_cmyk_images(
    shots: list[FacePicture], table: bytes, limit: float, *, progress: Progress = silent
) -> list[tuple[CmykImage, float]]:
    """Return the CMYK image of each picture, and the most ink at any of its pixels, in percent."""
    expect_faces(len(shots))
    made = []
    for done, dots in enumerate(rasterize(shots), 1):
        inks = to_cmyk(dots, table, limit)
        made.append((compress_inks(inks, limit), max_ink(inks)))
        progress(done, len(shots))
    return made


def compress_inks(inks: NDArray[np.uint8], limit: float) -> CmykImage:
    """Compress CMYK pixels: losslessly, or as a JPEG if that is much smaller and within the ink limit."""
    height, width, _ = inks.shape
    whole = zlib.compress(inks.tobytes(), 6)
    if len(whole) > JPEG_RATIO * inks.nbytes:
        lighter = encode_jpeg(limit_ink(inks.copy(), limit - JPEG_ARTEFACTS))
        if 2 * len(lighter) < len(whole) and max_ink(decode_jpeg(lighter)) <= limit:
            return CmykImage(width, height, DCT, lighter)
    return CmykImage(width, height, FLATE, whole)


def encode_jpeg(inks: NDArray[np.uint8]) -> bytes:
    """Return CMYK pixels as a JPEG, inverted as Adobe writes them."""
    from PIL import Image

    height, width, _ = inks.shape
    out = BytesIO()
    Image.frombytes("CMYK", (width, height), inks.tobytes()).save(out, "JPEG", quality=QUALITY, subsampling=0)
    return out.getvalue()


def decode_jpeg(packed: bytes) -> NDArray[np.uint8]:
    """Return the CMYK pixels of a JPEG."""
    from PIL import Image

    with Image.open(BytesIO(packed)) as image:
        return np.array(image)
