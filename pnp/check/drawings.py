"""Drawings in print: those that have something that nobody can draw."""

from __future__ import annotations

from pnp.errors import RenderError
from pnp.face.clean import clean
from pnp.face.sources import SourceKind, Sources
from pnp.resources import Project


def lossy_drawings(project: Project, game_id: str) -> list[str]:
    """The drawings of a game that lose something, each with what; those that cannot be read are a build's to tell."""
    sources = Sources(project, game_id)
    found = []
    for name in sorted(sources.art_names()):
        file = sources.read(SourceKind.ART, name)
        try:
            lost = clean(file.text("replace").lstrip("\ufeff \n\r\t"), name).lost if file is not None else []
        except RenderError:
            continue
        if lost:
            found.append(f"{name}.svg ({', '.join(lost)})")
    return found
