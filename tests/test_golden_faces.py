"""Golden faces of every bundled game: their texts and positions, with drawings by name and hash."""

from __future__ import annotations

import hashlib
import re
from itertools import product

import pytest

from pnp.errors import Location
from pnp.face.art_loader import ArtLoader
from pnp.face.render import FaceRenderer
from pnp.project.folders import bundled_project
from pnp.spec.deck import face_id
from pnp.terms import Ink, Lang, Side
from tests.conftest import GOLDEN, Compare
from tests.gallery import game
from tests.side_by_side import Rendering, changed_faces, show_changes


@pytest.mark.parametrize("ink", list(Ink))
@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize("name", bundled_project().games())
def test_golden_faces(name: str, lang: Lang, ink: Ink, golden: Compare, monkeypatch: pytest.MonkeyPatch) -> None:
    """All faces in full ink, and the first face of each deck in low ink."""
    draw = ArtLoader._draw

    def named(self: ArtLoader, drawing: str, where: Location) -> str:
        return f"<desc>{drawing} {hashlib.sha256(draw(self, drawing, where).encode()).hexdigest()[:12]}</desc>"

    monkeypatch.setattr(ArtLoader, "_draw", named)
    renderer = FaceRenderer(bundled_project(), game(name), lang, ink, 3)
    seen: dict[str, str] = {}
    for deck in game(name).decks.values():
        for design in deck.designs if ink is Ink.FULL else deck.designs[:1]:
            for look, side in product(deck.looks(design), Side):
                if deck.template(side):
                    svg = re.sub(r">\s*<", ">\n<", renderer.render(deck, design, side, look).svg).strip()
                    seen.setdefault(svg, f"{deck.name}/{face_id(design.id, look)} {side}")
    file = f"faces/{name}_{lang}_{ink}.txt"
    text = "".join(f"=== {title}\n{svg}\n\n" for svg, title in seen.items())

    def explain() -> str:
        faces = changed_faces((GOLDEN / file).read_text("utf-8"), text)
        return show_changes(GOLDEN / file, faces, Rendering(name, lang, ink))

    golden(file, text, explain)
