"""The home page: a fan of each game's cards, and new games in a style or from a table."""

from __future__ import annotations

import os
import sys
from pathlib import PurePosixPath
from threading import Thread
from typing import Final

import typer
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pnp.errors import Location, PnpError, Problem
from pnp.face.faces import FaceName
from pnp.library.decks import add_deck
from pnp.pictures.formats import LARGEST_PICTURE
from pnp.press.bitmaps import SCALES
from pnp.project.folders import GameRef
from pnp.spec.model import Deck, Design, Game
from pnp.spec.reader import LARGEST_FILE
from pnp.spec.values import NAME
from pnp.starter.from_tables import TABLE_SUFFIXES, GivenPicture, GivenTable
from pnp.starter.guess import picture_suffix
from pnp.starter.notes import StarterNote
from pnp.starter.start import add_game
from pnp.store.files import read_json
from pnp.terms import CardStyle, Ink, Side, nearest_language
from pnp.web.answer_types import GameFan, NewGameAnswer, OpenedFolder
from pnp.web.endpoints import REQUEST, EmptyBody, PageRequest, json_get, json_post, requested_game, respond
from pnp.web.pages import reader_language
from pnp.web.session import ProjectSession

FAN: Final = 5
"""Number of cards in the picture of a game."""
FAN_SCALE: Final = SCALES[0]
"""Resolution of these cards, in pixels per mm."""


MOST_FILES: Final = 500
"""Maximum number of files in an upload."""
LONGEST_HEAD: Final = 500_000
"""Maximum length of the first line of an upload, in bytes."""
OPENING_SECONDS: Final = 5.0
"""Time after which a file manager that has not failed is taken to be open."""


class StyledGame(PageRequest):
    """Request for a new game, or deck, in a style."""

    name: str = Field(max_length=100)
    style: CardStyle
    size: str | None = Field(None, max_length=40)


class UploadedFile(PageRequest):
    """Name and size of a file in an upload."""

    name: str = Field(max_length=300)
    size: int = Field(ge=0)


class Upload(PageRequest):
    """First line of an upload of tables and their pictures; the contents of the files follow it, in their order."""

    name: str = Field(max_length=100)
    """Name of the new game or deck."""
    files: list[UploadedFile]


def routes(session: ProjectSession) -> list[Route]:
    """Return the routes of the home page."""

    def fan(request: Request) -> GameFan:
        opened = session.open_game(requested_game(request))
        spec = opened.spec
        languages = () if spec is None else spec.languages
        lang = nearest_language(reader_language(request), languages) if languages else None
        previews = opened.previews(lang, Ink.FULL)
        if spec is None or previews is None:
            return {"title": opened.game.id, "pieces": 0, "decks": 0, "waiting": 0, "cards": []}
        cards = fan_cards(spec)
        names = [FaceName(deck.name, design.id, Side.FRONT) for deck, design in cards]
        previews.prioritize(names, FAN_SCALE)
        session.pool.wake()
        found = {each["name"]: each for each in previews.listing(names)["faces"]}
        listed = [found.get(str(name)) for name in names]
        return {
            "title": spec.title[previews.view[0]], "pieces": spec.count, "decks": len(spec.decks),
            "waiting": sum(each is None or not (each["drawn"] or each["key"]) for each in listed),
            "cards": [
                {"key": each["key"], "scale": FAN_SCALE, "width": deck.size.width, "height": deck.size.height}
                for each, (deck, _) in zip(listed, cards, strict=True)
                if each is not None and each["key"]
            ],
        }  # fmt: skip

    def styled(request: Request, asked: StyledGame) -> NewGameAnswer:
        lang = reader_language(request)
        notes = add_game(session.project, asked.name, lang=lang, size=asked.size or None, style=asked.style)
        return {"game": asked.name, "decks": [], "notes": list(notes)}

    def styled_deck(request: Request, asked: StyledGame) -> NewGameAnswer:
        game = session.located(requested_game(request))
        decks, notes = add_deck(game, asked.name, size=asked.size or None, style=asked.style)
        return {"game": game.id, "decks": list(decks), "notes": _texts(request, notes)}

    async def from_table(request: Request) -> Response:
        content = await request.body()

        def make() -> NewGameAnswer:
            lang, (name, tables, pictures) = reader_language(request), read_upload(content)
            notes = add_game(session.project, name, lang=lang, tables=tables, pictures=pictures)
            return {"game": name, "decks": [], "notes": list(notes)}

        return await respond(make)

    async def deck_from_table(request: Request) -> Response:
        content = await request.body()

        def make() -> NewGameAnswer:
            game, (name, tables, pictures) = session.located(requested_game(request)), read_upload(content)
            decks, notes = add_deck(game, name, tables=tables, pictures=pictures)
            return {"game": game.id, "decks": list(decks), "notes": _texts(request, notes)}

        return await respond(make)

    def folder(request: Request, _nothing: EmptyBody) -> OpenedFolder:
        game = session.located(requested_game(request))
        return {"opened": open_folder(game), "path": str(game.project.components / game.id)}

    return [
        Route("/api/new-game", json_post(StyledGame, styled), methods=["POST"]),
        Route("/api/new-game/table", from_table, methods=["POST"]),
        Route("/api/{game}/fan", json_get(fan)),
        Route("/api/{game}/deck", json_post(StyledGame, styled_deck), methods=["POST"]),
        Route("/api/{game}/deck/table", deck_from_table, methods=["POST"]),
        Route("/api/{game}/folder", json_post(EmptyBody, folder), methods=["POST"]),
    ]


def fan_cards(spec: Game) -> list[tuple[Deck, Design]]:
    """Return the designs that represent a game: from all its decks in turn, spread over each of them."""
    cards = [deck for deck in spec.decks.values() if deck.template(Side.FRONT) is not None and deck.designs]
    chosen: list[tuple[Deck, Design]] = []
    for number in range(FAN):
        if not cards:
            break
        deck = cards[number % len(cards)]
        rounds = -(-FAN // len(cards))
        place = number // len(cards) * len(deck.designs) // rounds
        if (deck, deck.designs[place]) not in chosen:
            chosen.append((deck, deck.designs[place]))
    return chosen


def read_upload(content: bytes) -> tuple[str, list[GivenTable], list[GivenPicture]]:
    """Return the name, the tables and the pictures of an upload. Raise PnpError if it is too large or has no table.

    >>> read_upload(b'{"name": "mice", "files": [{"name": "a.csv", "size": 3}]}\\nx,y')[1]
    [GivenTable(name='a.csv', content=b'x,y', folder=None)]
    """
    head, _, rest = content.partition(b"\n")
    try:
        upload = Upload.model_validate(read_json(head[:LONGEST_HEAD].decode()))
    except (ValueError, RecursionError):
        upload = None
    if upload is None or sum(file.size for file in upload.files) != len(rest):
        raise PnpError(Problem(REQUEST, "is not a list of files with their contents", code="E1405"))
    if len(upload.files) > MOST_FILES:
        message = f"must be at most {MOST_FILES} files"
        raise PnpError(Problem(Location(), message, found=f"{len(upload.files):,}", code="E0105"))
    tables: list[GivenTable] = []
    pictures: list[GivenPicture] = []
    for file in upload.files:
        part, rest = rest[: file.size], rest[file.size :]
        name = PurePosixPath(file.name.replace("\\", "/")).name[-100:]
        is_picture = bool(picture_suffix(name))
        largest, code = (LARGEST_PICTURE, "E0504") if is_picture else (LARGEST_FILE, "E0105")
        if len(part) > largest:
            raise PnpError(Problem(Location(name), f"is larger than {largest // 1_000_000} MB", code=code))
        if is_picture:
            pictures.append(GivenPicture(name, part))
        else:
            tables.append(GivenTable(name or "table.csv", part))
    if not tables:
        hint = f"choose a table as well: one of {', '.join(TABLE_SUFFIXES)}"
        raise PnpError(Problem(Location(), "there is no table among the files", hint, code="E0305"))
    return upload.name, tables, pictures


def open_folder(game: GameRef) -> bool:
    """Open a game's folder in the file manager of this computer, and return whether that worked.

    A folder whose name could be that of a program, as on macOS, is not opened.
    """
    folder = (game.project.components / game.id).resolve()
    if not NAME.fullmatch(game.id) or folder.name != game.id or not folder.is_dir():
        return False
    if sys.platform not in ("win32", "darwin") and not any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY"))):
        return False  # xdg-open would start a browser in the terminal
    codes: list[int] = []

    def launch() -> None:
        codes.append(typer.launch(str(folder), wait=sys.platform != "win32"))

    opening = Thread(target=launch, daemon=True)
    opening.start()
    opening.join(OPENING_SECONDS)  # some file managers end only when they are closed
    return codes == [0] or opening.is_alive()


def _texts(request: Request, notes: tuple[StarterNote, ...]) -> list[str]:
    return [note.text(reader_language(request)) for note in notes]
