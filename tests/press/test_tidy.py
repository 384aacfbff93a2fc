"""Tidied content streams look the same and read as words."""

from __future__ import annotations

import numpy as np
import pypdfium2
import pytest

from pnp.face.render import FaceRenderer
from pnp.press.tidy import clean_up
from pnp.press.typst_renderer import TypstRenderer
from pnp.project.folders import Project
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.terms import Ink, Lang, Side


def test_nothing_moves_and_words_are_words(project: Project, lowtide: Game) -> None:
    renderer = FaceRenderer(project, lowtide, Lang.FR, Ink.FULL, 3)
    faces = [renderer.render(deck, design, Side.FRONT) for deck, design in lowtide.designs()]
    [raw] = TypstRenderer()._compile(faces, "pdf", None)
    tidied = clean_up(raw)
    assert len(tidied) < len(raw)
    before, after = pypdfium2.PdfDocument(raw), pypdfium2.PdfDocument(tidied)
    for page in range(len(before)):
        change = np.abs(before[page].render(scale=4).to_numpy().astype(int) - after[page].render(scale=4).to_numpy())
        assert (change > 40).mean() < 0.001
        assert change.max() < 128
    assert "Gagne la manche si" in after[2].get_textpage().get_text_range()
    assert "tide-1" in after[3].get_textpage().get_text_range()


def test_small_scales_keep_their_size(copied: Project) -> None:
    """A drawing in a view box of half a million units is as large as one in a hundred."""
    art = copied.components / "lowtide" / "art"
    for name, side in (("small", 100), ("large", 500_000)):
        inner = f'<rect x="{side * 0.05}" y="{side * 0.05}" width="{side * 0.9}" height="{side * 0.9}" fill="#dd0000"/>'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">{inner}</svg>'
        (art / f"{name}.svg").write_text(svg, "utf-8")
    game = load_game(copied, "lowtide")
    widths = []
    for name in ("small", "large"):
        template = '{% extends "face.svg.j2" %}{% block body %}{{ art("' + name + '", 25, 25, 0.36) }}{% endblock %}'
        (copied.templates / "lowtide" / "tide.svg.j2").write_text(template, "utf-8")
        deck = game.decks["tides"]
        face = FaceRenderer(copied, game, Lang.FR, Ink.FULL, 3).render(deck, deck.designs[0], Side.FRONT)
        page = pypdfium2.PdfDocument(TypstRenderer().to_pdf([face]))[0].render(scale=600 / 72).to_numpy()
        red = (page[..., 2] > 200) & (page[..., 1] < 60)
        widths.append(red.any(axis=0).sum() / 600 * 25.4)
    assert widths[0] == pytest.approx(32.4, abs=0.1)
    assert widths[1] == pytest.approx(32.4, abs=0.1)
