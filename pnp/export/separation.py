"""Convert pictures from RGB to CMYK, within a total ink limit.

The conversion uses a lookup table of 33 × 33 × 33 colours. Where the profile asks for more ink than the limit, black
replaces the grey component of cyan, magenta and yellow: of many such mixtures, the one that looks most similar
according to the profile is chosen. Colours in between are interpolated, which can never add ink.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from pnp.errors import Location, PressError, Problem
from pnp.export.icc import HINT
from pnp.worker.task import task

if TYPE_CHECKING:
    from numpy.typing import NDArray

NODES: Final = 33
"""Nodes along each side of the table; 95% of colours are then within 1/255 of the profile's conversion."""
FULL: Final = 255
BLACKS: Final = np.linspace(0, 1, 17)
"""Amounts of added black that are tried, as shares of what is left up to 100%."""
REST: Final = np.linspace(1, 0.5, 11)
"""Amounts of cyan, magenta and yellow that are tried, as shares of what the limit leaves for them."""
RELATIVE: Final = 1
"""Rendering intent: relative colorimetric; with black point compensation, this is the usual choice of print shops."""


@task
def make_ink_table(name: str, profile: bytes, limit: float, black: tuple[float, ...]) -> bytes:
    """Return the lookup table of a colour profile, with inks in percent; raise PressError if the profile is damaged."""
    from PIL import ImageCms

    try:
        return make_table(profile, limit, black).tobytes()
    except (ImageCms.PyCMSError, OSError) as error:
        message = "is a damaged colour profile"
        raise PressError(Problem(Location(name), message, HINT, found=str(error), code="E1105")) from error


def make_table(profile: bytes, limit: float, black: tuple[float, ...]) -> NDArray[np.uint8]:
    """Return the inks of each colour, from 0 to 255, with at most `limit`% of ink in total; red varies fastest.

    White has no ink, and black is the given mixture.
    """
    press = _PressTransform(profile)
    steps = np.round(np.linspace(0, FULL, NODES)).astype(np.uint8)
    blue, green, red = np.meshgrid(steps, steps, steps, indexing="ij")
    colours = np.stack([red, green, blue], axis=-1).reshape(-1, 3)
    table = press.inks(colours)
    most = int(limit / 100 * FULL)
    over = np.flatnonzero(table.sum(axis=1, dtype=np.int64) > most)
    if len(over):
        table[over] = _limited(table[over], most, press)
    table[0] = [round(part / 100 * FULL) for part in black]
    table[-1] = 0
    return table


def _limited(inks: NDArray[np.uint8], most: int, press: _PressTransform) -> NDArray[np.uint8]:
    """Return the most similar mixtures with at most `most` ink in total, in units of 1/255."""
    wanted = press.looks(inks)
    colour, black = inks[:, :3].astype(float), inks[:, 3].astype(float)
    best, nearest = inks.copy(), np.full(len(inks), np.inf)
    for share in BLACKS:
        darker = black + (FULL - black) * share
        for part in REST:
            room = np.minimum(colour.sum(axis=1), (most - darker) * part)
            for less in (_scaled(colour, room), _greyless(colour, room)):
                tried = np.floor(np.column_stack([less, darker])).astype(np.uint8)
                apart = np.linalg.norm(press.looks(tried) - wanted, axis=1)
                better = apart < nearest
                nearest[better], best[better] = apart[better], tried[better]
    return best


def _scaled(colour: NDArray[np.float64], room: NDArray[np.float64]) -> NDArray[np.float64]:
    """Reduce all inks in proportion, so that their sum is at most `room`."""
    scaled: NDArray[np.float64] = colour * (room / colour.sum(axis=1))[:, None]
    return scaled


def _greyless(colour: NDArray[np.float64], room: NDArray[np.float64]) -> NDArray[np.float64]:
    """Reduce all inks by the same amount, which removes grey, so that their sum is at most `room`."""
    low, middle, high = np.sort(colour, axis=1).T
    less = (colour.sum(axis=1) - room) / 3
    less = np.where(less > low, (middle + high - room) / 2, less)
    less = np.where(less > middle, high - room, less)
    left: NDArray[np.float64] = np.maximum(colour - np.maximum(less, 0)[:, None], 0)
    return left


def to_cmyk(dots: NDArray[np.uint8], table: bytes, limit: float) -> NDArray[np.uint8]:
    """Return the inks of RGB pixels, from 0 to 255, with at most `limit`% of ink at each pixel."""
    from PIL import Image, ImageFilter

    values = np.frombuffer(table, np.uint8).astype(np.float32) / FULL
    lookup = ImageFilter.Color3DLUT(NODES, values, channels=4, target_mode="CMYK")
    return limit_ink(np.array(Image.fromarray(np.ascontiguousarray(dots)).filter(lookup)), limit)


def limit_ink(inks: NDArray[np.uint8], limit: float) -> NDArray[np.uint8]:
    """Reduce cyan, magenta and yellow in place wherever the total ink exceeds `limit`%; return the pixels."""
    most = int(limit / 100 * FULL)
    over = inks.sum(axis=2, dtype=np.uint16) > most
    if over.any():
        dots = inks[over].astype(np.int64)
        room = np.maximum(most - dots[:, 3], 0)
        dots[:, :3] = dots[:, :3] * room[:, None] // np.maximum(dots[:, :3].sum(axis=1), 1)[:, None]
        inks[over] = dots.astype(np.uint8)
    return inks


def max_ink(inks: NDArray[np.uint8]) -> float:
    """Return the most ink at any pixel, in percent."""
    return float(inks.sum(axis=2, dtype=np.uint16).max()) / FULL * 100


class _PressTransform:
    """LittleCMS with a profile: conversions from RGB to CMYK and from CMYK to Lab."""

    def __init__(self, profile: bytes) -> None:
        from io import BytesIO

        from PIL import ImageCms

        own = ImageCms.ImageCmsProfile(BytesIO(profile))
        screen, seen = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
        black_point = ImageCms.Flags.BLACKPOINTCOMPENSATION
        self._apply = ImageCms.applyTransform
        self._to_inks = ImageCms.buildTransform(screen, own, "RGB", "CMYK", ImageCms.Intent(RELATIVE), black_point)
        self._to_looks = ImageCms.buildTransform(own, seen, "CMYK", "LAB", ImageCms.Intent(RELATIVE))

    def inks(self, colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return RGB colours as CMYK."""
        return self._converted(colours, "RGB", self._to_inks).reshape(-1, 4)

    def looks(self, inks: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Return CMYK colours as Lab, with lightness from 0 to 100."""
        lab = self._converted(inks, "CMYK", self._to_looks).reshape(-1, 3)
        return np.column_stack([lab[:, 0] / (FULL / 100), lab[:, 1:].astype(np.int8).astype(float)])

    def _converted(self, values: NDArray[np.uint8], mode: str, transform: object) -> NDArray[np.uint8]:
        from PIL import Image as Images

        row = Images.frombytes(mode, (len(values), 1), np.ascontiguousarray(values).tobytes())
        made = self._apply(row, transform)  # type: ignore[arg-type]
        if made is None:
            raise ValueError("the transform returned no image")
        return np.array(made)
