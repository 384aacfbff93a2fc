"""Find texts and important art too near to a cut line."""

from __future__ import annotations

from typing import Final

from pnp.face.faces import FaceLook, face_names, try_faces
from pnp.press.safe_zone import PIXELS_PER_MM, CutFace, measure_distances
from pnp.project.folders import Project
from pnp.spec.model import Game
from pnp.store.cache import Cache
from pnp.worker.task import task

TEXT_DISTANCE: Final = 3.0
"""Minimum distance of text from a cut, in mm."""
ART_DISTANCE: Final = 1.5
"""Minimum distance of important art from a cut, in mm."""


@task
def find_near_cut(project: Project, game: Game, cache: Cache) -> list[str]:
    """Return the faces whose text or important art is too near to the cut, each with the distance in mm.

    Of the languages of a face, the worst is listed. Faces that cannot be drawn are left out; a build reports them.
    """
    worst: dict[str, float] = {}
    seen: set[tuple[str, str]] = set()
    for lang in game.languages:
        names = face_names(game)
        drawn = try_faces(project, game, list(names), FaceLook(lang), cache)
        looked = []
        for (name, (deck, design)), attempt in zip(names.items(), drawn, strict=True):
            line, face = deck.cut_line(name.side, design.id), attempt.face
            if face is not None and (face.key, line.svg()) not in seen:
                seen.add((face.key, line.svg()))
                many = len(deck.looks(design)) > 1
                label = f"{design.id}{f' {name.look}' if many else ''} ({name.side})"
                looked.append((label, CutFace(face, line)))
        for (label, _), pair in zip(looked, measure_distances([each for _, each in looked]), strict=True):
            for away, least in zip(pair, (TEXT_DISTANCE, ART_DISTANCE), strict=True):
                if away is not None and away < least - 1 / PIXELS_PER_MM:
                    worst[label] = min(away, worst.get(label, least))
    return [f"{label} {away:.1f} mm" for label, away in worst.items()]
