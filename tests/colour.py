"""What people with other eyes see: colours as in protanopia, deuteranopia, tritanopia, and as a grey printer's."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageFilter

BLUR = ImageFilter.GaussianBlur(2)
# Machado, Oliveira and Fernandes (2009), full severity, on linear RGB
MATRICES = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    "grey": [[0.2126, 0.7152, 0.0722]] * 3,
}


def seen(picture: np.ndarray, eyes: str) -> np.ndarray:
    """The picture as those eyes see it, RGB from 0 to 255."""
    linear = (picture / 255) ** 2.2
    as_seen: np.ndarray = (np.clip(linear @ np.array(MATRICES[eyes]).T, 0, 1) ** (1 / 2.2)) * 255
    return as_seen


def lightness(picture: np.ndarray) -> np.ndarray:
    """How light each pixel is, 0 to 255."""
    return seen(picture, "grey")[..., 0]


def shape_of(picture: np.ndarray) -> np.ndarray:
    """Light and dark of a picture, blurred: what is left of it for a tired eye."""
    return np.asarray(Image.fromarray(lightness(picture).astype("uint8")).filter(BLUR)).astype(float).ravel()


def shapes_apart(one: np.ndarray, other: np.ndarray) -> float:
    """How little two shapes have in common: 0 for the same."""
    return 1 - float(np.corrcoef(one, other)[0, 1])


def shapes_differ(one: np.ndarray, other: np.ndarray) -> float:
    """How little two pictures have in common when only light and dark count: 0 for the same shapes."""
    return shapes_apart(shape_of(one), shape_of(other))


def lab(picture: np.ndarray, eyes: str) -> np.ndarray:
    """L*, a* and b* of each pixel as those eyes see it; 2.3 apart is just noticed side by side."""
    linear = np.clip((picture / 255) ** 2.2 @ np.array(MATRICES[eyes]).T, 0, 1)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    x, y, z = np.moveaxis(np.cbrt(np.maximum(linear @ (to_xyz / to_xyz.sum(axis=1, keepdims=True)).T, 0.0089)), -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)
