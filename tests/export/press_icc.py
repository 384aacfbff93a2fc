"""The colour profile of a press that nobody has: four inks that filter light, and black ink only beside all others.

It asks for up to 305 % of ink, so that a limit has something to do, and tests need no profile of the machine.
"""

from __future__ import annotations

import struct
from itertools import product

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

WHITE = np.array([0.9642, 1.0, 0.8249])
TO_XYZ = np.array([[0.4361, 0.3851, 0.1431], [0.2225, 0.7169, 0.0606], [0.0139, 0.0971, 0.7141]])
GRID = 17
CUBE_ROOT = 24389 / 27 / 116
"""The slope of Lab near black."""


def press_profile(title: str = "A press of our own") -> bytes:
    """The bytes of the profile: ICC version 2, CMYK, prtr."""
    inks = np.array(list(product((0.0, 1 / 3, 2 / 3, 1.0), repeat=4)))
    to_lab = _lut(4, 3, 4, _encoded(_lab(_light(inks))))
    colours = np.array(list(product(np.linspace(0, 1, GRID), repeat=3)))
    labs = np.column_stack([colours[:, 0] * 100 * 65535 / 65280, colours[:, 1:] * 65535 / 256 - 128])
    to_inks = _lut(3, 4, GRID, np.round(_inks(labs) * 65535))
    text = title.encode("ascii") + b"\0"
    desc = b"desc" + bytes(4) + struct.pack(">I", len(text)) + text + bytes(4 + 4 + 2 + 1 + 67)
    white = b"XYZ " + bytes(4) + struct.pack(">3i", *(round(part * 65536) for part in WHITE))
    tags = {b"desc": desc, b"cprt": b"text" + bytes(4) + b"none\0", b"wtpt": white, b"A2B0": to_lab, b"B2A0": to_inks}
    return _bound(tags)


def _bound(tags: dict[bytes, bytes]) -> bytes:
    table, body = struct.pack(">I", len(tags)), b""
    begin = 128 + 4 + 12 * len(tags)
    for name, content in tags.items():
        table += struct.pack(">4sII", name, begin + len(body), len(content))
        body += content + bytes(-len(content) % 4)
    size = begin + len(body)
    head = struct.pack(">I4sI4s4s4s", size, bytes(4), 0x02400000, b"prtr", b"CMYK", b"Lab ")
    head += struct.pack(">6H", 2000, 1, 1, 0, 0, 0) + b"acsp" + bytes(28)
    head += struct.pack(">3i", *(round(part * 65536) for part in WHITE))
    return head + bytes(128 - len(head)) + table + body


def _lut(inputs: int, outputs: int, grid: int, nodes: Values) -> bytes:
    identity = struct.pack(">9i", *(65536 if at % 4 == 0 else 0 for at in range(9)))
    line = struct.pack(">2H", 0, 65535)
    head = b"mft2" + bytes(4) + bytes([inputs, outputs, grid, 0]) + identity + struct.pack(">2H", 2, 2)
    return head + line * inputs + nodes.astype(">u2").tobytes() + line * outputs


def _light(inks: Values) -> Values:
    """Red, green and blue that inks let through."""
    colours = np.array([[0.02, 0.55, 0.85], [0.85, 0.03, 0.45], [0.95, 0.85, 0.04], [0.06, 0.06, 0.06]])
    through = np.ones((len(inks), 3))
    for ink in range(4):
        through *= 1 - inks[:, [ink]] * (1 - colours[ink])
    return through


def _lab(light: Values) -> Values:
    ratio = light @ TO_XYZ.T / WHITE
    root = np.where(ratio > 216 / 24389, np.cbrt(ratio), CUBE_ROOT * ratio + 16 / 116)
    return np.column_stack([116 * root[:, 1] - 16, 500 * (root[:, 0] - root[:, 1]), 200 * (root[:, 1] - root[:, 2])])


def _inks(labs: Values) -> Values:
    """Inks that look about like that, with no thought for how much they are."""
    y = (labs[:, 0] + 16) / 116
    root = np.column_stack([y + labs[:, 1] / 500, y, y - labs[:, 2] / 200])
    xyz = np.where(root**3 > 216 / 24389, root**3, (root - 16 / 116) / CUBE_ROOT) * WHITE
    light = np.clip(xyz @ np.linalg.inv(TO_XYZ).T, 0.0, 1.0)
    colour = np.clip((1 - np.sqrt(light)) * 1.15, 0, 1)
    black = colour.min(axis=1) ** 2
    return np.column_stack([colour * (1 - 0.3 * black)[:, None], black * 0.95])


def _encoded(labs: Values) -> Values:
    low = np.clip(labs[:, :1] / 100 * 65280, 0, 65535)
    colours = np.clip((labs[:, 1:] + 128) * 256, 0, 65535)
    return np.rint(np.column_stack([low, colours])).astype(np.float64)
