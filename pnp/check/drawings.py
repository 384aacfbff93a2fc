"""Find SVG drawings with elements that cannot be printed."""

from __future__ import annotations

from pnp.errors import Location, RenderError
from pnp.face.sources import SourceKind, Sources
from pnp.face.svg_clean import clean_svg
from pnp.project.folders import Project


def drawings_with_losses(project: Project, game_id: str) -> list[str]:
    """Return the drawings of a game that lose elements in print, each with the elements.

    Drawings that cannot be read are left out; a build reports them.
    """
    sources = Sources(project, game_id)
    found = []
    for name in sorted(sources.art_names()):
        file = sources.read(SourceKind.ART, name)
        drawing = "" if file is None else file.text("replace").lstrip("\ufeff \n\r\t")
        try:
            lost = clean_svg(drawing, Location(f"{name}.svg")).lost if drawing else []
        except RenderError:
            continue
        if lost:
            found.append(f"{name}.svg ({', '.join(lost)})")
    return found
