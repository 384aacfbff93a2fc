"""Pictures in PNG and JPEG: what one is, as far as it can be printed."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

if TYPE_CHECKING:
    from PIL import Image

LARGEST_PICTURE: Final = 12_000_000
MOST_PIXELS: Final = 100_000_000
FORMATS: Final = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}
"""What the endings of files stand for."""


class Pixels(NamedTuple):
    """What a picture says of itself."""

    kind: str
    """`png` or `jpeg`."""
    width: int
    height: int
    mode: str
    """What a dot is made of, as Pillow calls it."""


@contextmanager
def open_picture(file: Path | BinaryIO) -> Iterator[Image.Image]:
    """A PNG or JPEG, opened by Pillow and by no other of its readers."""
    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # we have a limit of our own
        with Image.open(file, formats=sorted({*FORMATS.values()})) as picture:
            yield picture


def read_pixels(file: Path | BinaryIO, *, whole: bool) -> Pixels | None:
    """What a picture is; None when it is no PNG or JPEG that can be read, or has too many dots.

    Only its beginning is read, unless its `whole` is to be verified.
    """
    from PIL import Image  # slow to load, and few games have pictures

    try:
        with open_picture(file) as picture:
            kind, (width, height), mode = picture.format, picture.size, picture.mode
            if whole:
                picture.verify()
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return None
    good = kind in FORMATS.values() and 0 < width * height <= MOST_PIXELS
    return Pixels(str(kind).lower(), width, height, mode) if good else None
