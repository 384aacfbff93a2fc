"""The home page: a fan of each game's cards, and new games in a style or from a table."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Final

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pnp.errors import Location, PnpError, Problem
from pnp.face.faces import FaceName
from pnp.press.bitmaps import SCALES
from pnp.spec.model import Deck, Design, Game
from pnp.spec.reader import LARGEST_FILE
from pnp.starter.from_tables import GivenTable
from pnp.starter.start import add_game
from pnp.terms import CardStyle, Ink, Side, nearest_language
from pnp.web.answer_types import GameFan, NewGameAnswer
from pnp.web.endpoints import PageRequest, json_get, json_post, requested_game, respond
from pnp.web.pages import reader_language
from pnp.web.session import ProjectSession

FAN: Final = 5
"""Number of cards in the picture of a game."""
FAN_SCALE: Final = SCALES[0]
"""Resolution of these cards, in pixels per mm."""


class StyledGame(PageRequest):
    """Request for a new game in a style."""

    name: str = Field(max_length=100)
    style: CardStyle
    size: str | None = Field(None, max_length=40)


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
        return {"game": asked.name, "notes": list(notes)}

    async def from_table(request: Request) -> Response:
        content = await request.body()

        def make() -> NewGameAnswer:
            asked = request.query_params
            name, file = asked.get("name", ""), PurePosixPath(asked.get("file", "").replace("\\", "/")).name
            if len(content) > LARGEST_FILE:
                message = f"is larger than {LARGEST_FILE // 1_000_000} MB"
                raise PnpError(Problem(Location(file[:100]), message, code="E0105"))
            table = GivenTable(file[:100] or "table.csv", content)
            notes = add_game(session.project, name, lang=reader_language(request), tables=[table])
            return {"game": name, "notes": list(notes)}

        return await respond(make)

    return [
        Route("/api/new-game", json_post(StyledGame, styled), methods=["POST"]),
        Route("/api/new-game/table", from_table, methods=["POST"]),
        Route("/api/{game}/fan", json_get(fan)),
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
