"""Tidied content streams look the same and read as words."""

from __future__ import annotations

import numpy as np
import pypdfium2

from pnp.face.render import Renderer
from pnp.press.tidy import tidy
from pnp.press.typst_renderer import TypstRenderer
from pnp.resources import Project
from pnp.spec.model import Game
from pnp.terms import Ink, Lang, Side


def test_nothing_moves_and_words_are_words(project: Project, lowtide: Game) -> None:
    renderer = Renderer(project, lowtide, Lang.FR, Ink.FULL, 3)
    faces = [renderer.render(deck, design, Side.FRONT) for deck, design in lowtide.designs()]
    [raw] = TypstRenderer()._compile(faces, "pdf", None)
    tidied = tidy(raw)
    assert len(tidied) < len(raw)
    before, after = pypdfium2.PdfDocument(raw), pypdfium2.PdfDocument(tidied)
    for page in range(len(before)):
        change = np.abs(before[page].render(scale=4).to_numpy().astype(int) - after[page].render(scale=4).to_numpy())
        assert (change > 40).mean() < 0.001
        assert change.max() < 128
    assert "Gagne la manche si" in after[2].get_textpage().get_text_range()
    assert "tide-1" in after[3].get_textpage().get_text_range()
