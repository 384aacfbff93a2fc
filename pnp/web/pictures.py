"""Pictures of a game for its tables: the files there are, and uploads."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pnp.errors import Location, PnpError, Problem, quote_value
from pnp.face.sources import ART_FOLDER
from pnp.pictures.formats import FORMATS, LARGEST_PICTURE, inspect_picture
from pnp.project.folders import SPEC_FILE, GameRef, resolve_inside
from pnp.project.saving import write_protection
from pnp.spec.table import slugify
from pnp.store.files import read_file
from pnp.web.answer_types import ListedPictures, UploadedPicture
from pnp.web.endpoints import json_get, requested_game, respond
from pnp.web.session import ProjectSession
from pnp.worker.limits import DEFAULT_LIMITS
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

MOST_LISTED: Final = 5_000
"""Maximum number of listed pictures."""
SUFFIXES: Final = frozenset({*FORMATS, ".svg"})
_SVG: Final = re.compile(rb"^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE|svg)", re.IGNORECASE)


def routes(session: ProjectSession) -> list[Route]:
    """Return the routes of a game's pictures."""

    def pictures(request: Request) -> ListedPictures:
        return {"pictures": list_pictures(session.located(requested_game(request)))}

    async def upload(request: Request) -> Response:
        content = await request.body()

        def store() -> UploadedPicture:
            game = session.located(requested_game(request))
            return {"name": store_picture(game, request.query_params.get("name", ""), content)}

        return await respond(store)

    return [
        Route("/api/{game}/pictures", json_get(pictures)),
        Route("/api/{game}/picture", upload, methods=["POST"]),
    ]


def list_pictures(game: GameRef) -> list[str]:
    """Return the pictures in a game's folder, relative to it, as cells name them."""
    folder = game.project.components / game.id
    found = (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in SUFFIXES and path.is_file())
    return [path.relative_to(folder).as_posix() for _, path in zip(range(MOST_LISTED), found, strict=False)]


def store_picture(game: GameRef, name: str, content: bytes) -> str:
    """Write a picture to the game's `art/` folder, and return its name, relative to the game's folder.

    No file is replaced: a picture with the same name and other content gets a number. Raise PnpError if it is not a
    picture.
    """
    project, folder = game.project, game.project.components / game.id
    where = Location(quote_value(name))
    if reason := write_protection(folder / SPEC_FILE, project):
        raise PnpError(Problem(where, "cannot be stored", found=reason, code="E0313"))
    if len(content) > LARGEST_PICTURE:
        message = f"is larger than {LARGEST_PICTURE // 1_000_000} MB"
        raise PnpError(Problem(where, message, code="E0504"))
    kind = run_in_worker(picture_kind, DEFAULT_LIMITS, content)
    if not kind:
        hint = f"use one of {', '.join(sorted(SUFFIXES))}"
        raise PnpError(Problem(where, "is not a picture that pnp can print, or is damaged", hint, code="E0503"))
    given = Path(name.replace("\\", "/")).name
    stem, suffix = slugify(Path(given).stem, "-") or "picture", Path(given).suffix.lower()
    if FORMATS.get(suffix, "svg" if suffix == ".svg" else "").lower() != kind:
        suffix = next((each for each, name in FORMATS.items() if name.lower() == kind), ".svg")
    art = folder / ART_FOLDER
    art.mkdir(exist_ok=True)
    for number in range(1, 1_000):
        reference = f"{ART_FOLDER}/{stem}{f'-{number}' if number > 1 else ''}{suffix}"
        path = resolve_inside(folder, reference, project.root)
        if path is None:
            break
        try:
            with path.open("xb") as file:
                file.write(content)
        except FileExistsError:
            if read_file(path, LARGEST_PICTURE) != content:
                continue
        return reference
    raise PnpError(Problem(where, "cannot be stored: there are too many pictures of that name", code="E0107"))


@task
def picture_kind(content: bytes) -> str:
    """Return the format of a picture, such as `png` or `svg`; empty if it is damaged or not supported."""
    if _SVG.match(content) and b"<svg" in content:
        return "svg"
    try:
        return inspect_picture(content).kind
    except ValueError:
        return ""
