"""The contact sheet: every face with its name, id and count, large enough to read."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import pnp
from pnp.face.face import Face
from pnp.geometry.outline import rectangle
from pnp.geometry.units import Size
from pnp.library.faces import DrawnFace, contact_label
from pnp.press.contact_sheet import GAP, WIDEST, WIDTH_PIXELS, ContactFace, contact_sheet
from pnp.terms import Side

GreyLevels = NDArray[np.uint8]
INK = 110
"""Grey level below which a pixel belongs to a letter."""


def labels(faces: list[DrawnFace]) -> dict[str, list[tuple[str, str]]]:
    """The labels of the distinct faces, by deck."""
    alike: dict[str, list[DrawnFace]] = {}
    for face in faces:
        alike.setdefault(face.face.key, []).append(face)
    found: dict[str, list[tuple[str, str]]] = {}
    for group in alike.values():
        found.setdefault(group[0].deck.name, []).append(contact_label(group))
    return found


def test_labels_have_the_name_the_id_and_the_count() -> None:
    faces = pnp.render_faces("cotcotcollec", lang="fr")
    found = labels(faces)
    assert found["cards"][:2] == [("La bague", "ring · × 3"), ("La bague", "ring#2 · × 3")]
    assert found["cards"][-1] == ("Cartes", "cards · verso · × 110"), "the back that all cards share"
    assert found["fox-token"] == [("fox-token", "× 1"), ("fox-token", "verso · × 1")], "without a name"
    assert found["pad"] == [("score-pad", "× 1")]
    fronts = labels([face for face in faces if face.side is Side.FRONT])
    counts = [int(count.rpartition("× ")[2]) for of in fronts.values() for _, count in of]
    assert sum(counts) == 113


def blank(width: float, height: float, name: str, count: str) -> ContactFace:
    """A white face with these labels, so that only the labels are dark."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><rect width="{width}" '
    size = Size(width, height)
    return ContactFace(Face(f'{svg}height="{height}" fill="#fff"/></svg>', size, 0), rectangle(size), name, count)


def levels(faces: list[ContactFace]) -> GreyLevels:
    return np.asarray(Image.open(BytesIO(contact_sheet(faces))).convert("L"))


def spans(marked: Any) -> list[tuple[int, int]]:
    """Where a run of marked pixels begins, and the pixel after its end."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], marked.astype(int), [0]))))
    return [(int(first), int(last)) for first, last in zip(edges[::2], edges[1::2], strict=True)]


@pytest.mark.parametrize("copies", [1, 9, 60])
def test_labels_are_below_their_faces_and_legible(copies: int) -> None:
    picture = levels([blank(63, 88, "0000", "1111")] * copies)
    assert abs(picture.shape[1] - WIDTH_PIXELS) <= 2
    faces = spans((picture == 255).any(axis=1))
    lines = spans((picture < INK).any(axis=1))
    assert len(lines) == 2 * len(faces), "two lines below each row"
    for row, (first, second) in enumerate(zip(lines[::2], lines[1::2], strict=True)):
        assert faces[row][1] < first[0] < first[1] < second[0]
        assert row + 1 == len(faces) or second[1] < faces[row + 1][0]
        assert min(first[1] - first[0], second[1] - second[0]) >= 8, "the height of a digit, in pixels"


def test_a_long_name_is_shortened_and_its_face_stays_in_the_middle() -> None:
    picture = levels([blank(30, 30, "a very long name " * 9, "1")])
    [(left, right)] = spans((picture == 255).any(axis=0))
    scale = (right - left) / 30
    dark = spans((picture < INK).any(axis=0))
    assert 1.1 * 30 < (dark[-1][1] - dark[0][0]) / scale <= WIDEST * 30, "wider than the face, but not by much"
    assert left - dark[0][0] == pytest.approx(dark[-1][1] - right, abs=1.5 * scale)
    assert dark[0][0] >= (GAP - 0.5) * scale
