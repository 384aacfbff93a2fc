"""Check that every drawing listed under `[icons]` exists, even if no text uses it."""

from __future__ import annotations

from pnp.errors import Problem, SpecError, did_you_mean, quote_value
from pnp.face.gallery import ArtLoader
from pnp.face.sources import Sources
from pnp.project.folders import SPEC_FILE, Project
from pnp.spec.model import Game
from pnp.spec.texts import drawing_name


def check_icons(project: Project, game: Game) -> None:
    """Raise SpecError with every key of `[icons]` whose drawing or picture does not exist."""
    if not game.icons:
        return
    sources = Sources(project, game.id)
    gallery = ArtLoader(sources, low_ink=False)
    missing = [key for key, name in game.icons.items() if not gallery.has_icon(drawing_name(name))]
    if missing:
        where, names = project.location(sources.folder / SPEC_FILE) / "icons", gallery.icon_names()
        raise SpecError(
            *(
                Problem(
                    where / (key if key.isidentifier() else quote_value(key)),
                    "must name a drawing of the game",
                    did_you_mean(names, drawing_name(game.icons[key])),
                    found=quote_value(game.icons[key]),
                    code="E0501",
                )
                for key in missing
            )
        )
