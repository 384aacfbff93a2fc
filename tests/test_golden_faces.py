"""Golden faces of every bundled game: what each face says and where, with its drawings by name and hash."""

from __future__ import annotations

import hashlib
import re
from itertools import product

import pytest

from pnp.deck import drawing_of
from pnp.face.gallery import Gallery
from pnp.face.render import FaceRenderer
from pnp.location import Location
from pnp.resources import bundled
from pnp.terms import Ink, Lang, Side
from tests.conftest import Compare
from tests.gallery import game


@pytest.mark.parametrize("ink", list(Ink))
@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize("name", bundled().games())
def test_golden_faces(name: str, lang: Lang, ink: Ink, golden: Compare, monkeypatch: pytest.MonkeyPatch) -> None:
    """All faces in French and full ink; of the others the first of each deck."""
    draw = Gallery._draw

    def named(self: Gallery, drawing: str, where: Location) -> str:
        return f"<desc>{drawing} {hashlib.sha256(draw(self, drawing, where).encode()).hexdigest()[:12]}</desc>"

    monkeypatch.setattr(Gallery, "_draw", named)
    renderer = FaceRenderer(bundled(), game(name), lang, ink, 3)
    seen: dict[str, str] = {}
    for deck in game(name).decks.values():
        every = lang == Lang.FR and ink is Ink.FULL
        for design in deck.designs if every else deck.designs[:1]:
            for look, side in product(deck.looks(design), Side):
                if deck.template(side):
                    svg = re.sub(r">\s*<", ">\n<", renderer.render(deck, design, side, look).svg).strip()
                    seen.setdefault(svg, f"{deck.name}/{drawing_of(design.id, look)} {side}")
    golden(f"faces/{name}_{lang}_{ink}.txt", "".join(f"=== {title}\n{svg}\n\n" for svg, title in seen.items()))
