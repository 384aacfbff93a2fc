"""The play page: games in progress, at which people and bots sit, and the tables that each of them sees.

The routes of one game in progress serve the workbench, where everyone at this computer plays, and the tables of
friends (`pnp.web.friends`), where each has a link of their own. `Access` tells them apart.
"""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, Final, Protocol

from pydantic import Field
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pnp.errors import Location, PnpError, Problem, quote_value
from pnp.face.faces import BLEED
from pnp.library.matches import Asked
from pnp.play.core import check_seed
from pnp.play.record import PERSON, Record
from pnp.play.scene import SPECTATOR
from pnp.spec.model import Game
from pnp.spec.texts import languages_of
from pnp.terms import Ink, Lang, nearest_language
from pnp.web.answer_types import (
    ChanceCurve,
    ListedProblem,
    MatchForm,
    MatchList,
    MatchSeat,
    StartedMatch,
    Suggestions,
    TablePiece,
    TablePieces,
)
from pnp.web.endpoints import (
    Body,
    ForbiddenError,
    PageRequest,
    json_get,
    json_post,
    list_problems,
    requested_game,
)
from pnp.web.gallery import list_deck, list_pieces
from pnp.web.matches import MOST_SCENES, Matches, OpenMatch, seat_data
from pnp.web.pages import reader_language
from pnp.web.plays import check_permission_to_play, rules_status, run_form, shown_folder
from pnp.web.session import ProjectSession
from pnp.worker.limits import DEFAULT_LIMITS
from pnp.worker.supervisor import run_in_worker

NUMBER: Final = re.compile("-?[0-9]{1,9}")
Word = Annotated[str, Field(max_length=200)]


class Access(Protocol):
    """Who sends a request, and what they may see and do."""

    def check(self, request: Request, name: str) -> None:
        """Raise PnpError if the request may not know of the game in progress with this name."""

    def seats(self, request: Request, match: OpenMatch) -> list[int]:
        """Return the seats that a request may play for."""

    def viewers(self, request: Request, match: OpenMatch) -> list[int]:
        """Return the viewers whose view a request may see, the preferred one first."""

    def hosts(self, request: Request) -> bool:
        """Return whether a request may hand any seat to a bot."""

    def check_player(self, request: Request, match: OpenMatch, seat: int, name: str) -> None:
        """Raise PnpError if the request may not have a bot, or a person, play for a seat."""

    def may_branch(self, request: Request, match: OpenMatch) -> bool:
        """Return whether a request may start games from positions of this one."""

    def branched(self, request: Request, branch: OpenMatch) -> None:
        """Let the request know of a game that it has started."""

    def people(self, match: OpenMatch) -> list[MatchSeat]:
        """Return who plays, whoever asks."""

    def problems(self, match: OpenMatch) -> list[ListedProblem]:
        """Return the problems of a game that requests may know of."""


class WorkbenchAccess:
    """The workbench: whoever has its cookie plays for all people at the table."""

    def check(self, request: Request, name: str) -> None:
        """Accept every request."""

    def seats(self, request: Request, match: OpenMatch) -> list[int]:
        """Return the seats of people."""
        return [seat for seat, name in enumerate(match.seats) if name == PERSON]

    def viewers(self, request: Request, match: OpenMatch) -> list[int]:
        """Return the seats of people and SPECTATOR; all viewers when the game is over."""
        people = self.seats(request, match)
        turn = match.standing.turn
        first = [turn] if turn in people else people[:1]
        return list(dict.fromkeys([*first, *match.viewers]))

    def hosts(self, request: Request) -> bool:
        """Return True."""
        return True

    def may_branch(self, request: Request, match: OpenMatch) -> bool:
        """Return whether the game is over or only one person plays, so that nobody is told what others hold."""
        return match.over or len(self.seats(request, match)) <= 1

    def check_player(self, request: Request, match: OpenMatch, seat: int, name: str) -> None:
        """Accept every request."""

    def branched(self, request: Request, branch: OpenMatch) -> None:
        """Do nothing: every request knows of all games."""

    def people(self, match: OpenMatch) -> list[MatchSeat]:
        """Return who plays; a person can take any seat."""
        return seat_data(match)

    def problems(self, match: OpenMatch) -> list[ListedProblem]:
        """Return all problems."""
        return list_problems(match.problems)


class NewMatchRequest(PageRequest):
    """Request to start a game; `seats` has a bot's name or "person" for each player."""

    players: int = Field(ge=1, le=99)
    seats: list[Word] = Field(max_length=99)
    options: dict[Word, Word] = Field(default_factory=dict, max_length=200)
    seed: str = Field("", max_length=1000)


class MoveRequest(PageRequest):
    """Request to play an action at a ply."""

    ply: int = Field(ge=0, le=10**6)
    action: int = Field(ge=-(10**9), le=10**9)
    viewer: int = Field(ge=0, le=99)


class UndoRequest(PageRequest):
    """Request to take back the viewer's latest move."""

    ply: int = Field(ge=0, le=10**6)
    viewer: int = Field(ge=0, le=99)


class SeatRequest(PageRequest):
    """Request to hand a seat to a bot, or to a person."""

    seat: int = Field(ge=0, le=99)
    name: Word


class BranchRequest(PageRequest):
    """Request to start a game from a position of another, against bots."""

    ply: int = Field(ge=0, le=10**6)
    viewer: int = Field(ge=0, le=99)
    bot: Word = "greedy"


def routes(session: ProjectSession, matches: Matches) -> list[Route]:
    """Return the routes of the play page."""

    def listed(request: Request) -> MatchList:
        game = session.located(requested_game(request))
        status = rules_status(game)
        ready = status["rules"] == "ready"
        return {
            **status,
            "folder": shown_folder(session, matches.folder(game.id)),
            "matches": matches.listed(game.id),
            "form": _form(session, request) if ready else None,
        }

    def start(request: Request, asked: NewMatchRequest) -> StartedMatch:
        game = session.located(requested_game(request))
        check_permission_to_play(game)
        return {"match": matches.start(game.id, new_record(session, request, asked)).id}

    return [
        Route("/api/{game}/play", json_get(listed)),
        Route("/api/{game}/play/new", json_post(NewMatchRequest, start), methods=["POST"]),
        *match_routes(session, matches, WorkbenchAccess()),
    ]


def new_record(session: ProjectSession, request: Request, asked: NewMatchRequest) -> Record:
    """Return the record of a new game, in the reader's language."""
    from secrets import randbelow

    game = session.located(requested_game(request))
    seed = check_seed(asked.seed.strip() or str(randbelow(10**9)))
    return Record(game.id, asked.players, seed, _lang(session, request), dict(asked.options), seats=tuple(asked.seats))


def match_routes(session: ProjectSession, matches: Matches, access: Access) -> list[Route]:
    """Return the routes of games in progress."""

    def find(request: Request) -> OpenMatch:
        game = session.located(requested_game(request))
        check_permission_to_play(game)
        name = str(request.path_params["match"])
        access.check(request, name)  # before it is opened, and its bots go on
        return matches.find(game.id, name)

    def viewer_of(request: Request, match: OpenMatch) -> int:
        viewers = access.viewers(request, match)
        viewer = _whole(request, "viewer", viewers[0])
        if viewer not in viewers:
            raise forbidden(match)
        return viewer

    def seat_of(request: Request, match: OpenMatch, seat: int) -> int:
        if seat not in access.seats(request, match):
            raise forbidden(match)
        return seat

    def view(request: Request, match: OpenMatch, viewer: int) -> Response:
        lang = _lang(session, request)
        until = _whole(request, "until", -1)
        epoch, since = _whole(request, "epoch", -1), _whole(request, "since", -1)
        if epoch != match.epoch or since > match.standing.ply:
            since = -1
        scenes = min(_whole(request, "scenes", 1), MOST_SCENES)
        with match.lock:
            undo, steps = matches.steps(match, Asked(viewer, lang, since, max(scenes, 0), until))
            about = _about(match, access, request, viewer) | {"lang": lang, "undo": undo}
        head = json.dumps(about, ensure_ascii=False).encode()
        return Response(head[:-1] + b', "steps": [' + b",".join(steps) + b"]}", media_type="application/json")

    def shown(request: Request) -> Response:
        match = find(request)
        return view(request, match, viewer_of(request, match))

    def move(request: Request, asked: MoveRequest) -> Response:
        match = find(request)
        matches.move(match, seat_of(request, match, asked.viewer), asked.ply, asked.action)
        return view(request, match, asked.viewer)

    def undo(request: Request, asked: UndoRequest) -> Response:
        match = find(request)
        matches.take_back(match, seat_of(request, match, asked.viewer), asked.ply)
        return view(request, match, asked.viewer)

    def seat(request: Request, asked: SeatRequest) -> Body:
        match = find(request)
        access.check_player(request, match, asked.seat, asked.name)
        matches.give_seat(match, asked.seat, asked.name)
        return {}

    def branch(request: Request, asked: BranchRequest) -> StartedMatch:
        match = find(request)
        if not access.may_branch(request, match) or asked.viewer not in access.viewers(request, match):
            raise forbidden(match)
        branch = matches.branch(match, asked.ply, asked.viewer, asked.bot)
        access.branched(request, branch)
        return {"match": branch.id}

    def hints(request: Request) -> Suggestions:
        match = find(request)
        viewer = seat_of(request, match, viewer_of(request, match))
        ply = match.standing.ply
        return {"ply": ply, "moves": matches.hints(match, viewer, _lang(session, request))}

    def chances(request: Request) -> ChanceCurve:
        match = find(request)
        viewer = viewer_of(request, match)
        if viewer == SPECTATOR and not (match.over or access.may_branch(request, match)):
            raise forbidden(match)  # what is imagined for those without a hand depends on the hands of others
        return {"epoch": match.epoch, "points": matches.curve(match, viewer)}

    def record(request: Request) -> Response:
        match = find(request)
        if not (match.over or access.may_branch(request, match)):  # it holds the seed of the deal
            raise forbidden(match)
        held = {"Content-Disposition": f'attachment; filename="{match.game}-{match.id}.txt"'}
        return PlainTextResponse(matches.text(match), headers=held)

    def pieces(request: Request) -> TablePieces:
        return table_pieces(session, request)

    one = "/api/{game}/match/{match}"
    return [
        Route("/api/{game}/play/pieces", json_get(pieces)),
        Route(one, json_get(shown)),
        Route(f"{one}/move", json_post(MoveRequest, move), methods=["POST"]),
        Route(f"{one}/undo", json_post(UndoRequest, undo), methods=["POST"]),
        Route(f"{one}/seat", json_post(SeatRequest, seat), methods=["POST"]),
        Route(f"{one}/branch", json_post(BranchRequest, branch), methods=["POST"]),
        Route(f"{one}/hints", json_get(hints)),
        Route(f"{one}/chances", json_get(chances)),
        Route(f"{one}/record", json_get(record)),
    ]


def table_pieces(session: ProjectSession, request: Request) -> TablePieces:
    """Return the pieces that can be on a table, with their faces."""
    opened = session.open_game(requested_game(request))
    lang = _lang(session, request)
    previews = opened.previews(lang, Ink.FULL)
    session.pool.wake()
    spec = opened.spec
    if spec is None or previews is None:
        raise PnpError(*opened.problems)
    return {
        "game": opened.game.id, "title": spec.title[lang], "lang": lang, "ink": Ink.FULL, "bleed": BLEED,
        "version": opened.version, "decks": [list_deck(deck, lang) for deck in spec.decks.values()],
        "pieces": pieces_on_table(spec, lang),
        **previews.listing(),
    }  # fmt: skip


def pieces_on_table(spec: Game, lang: Lang) -> list[TablePiece]:
    """Return the pieces of a game as tables name and place them."""
    pieces: list[TablePiece] = []
    for deck in spec.decks.values():
        for piece in list_pieces(deck, lang):
            which = f" · {piece['which']}" if piece["which"] else ""
            about: TablePiece = {
                "deck": piece["deck"], "id": piece["id"], "name": f"{piece['name']}{which}", "looks": piece["looks"],
            }  # fmt: skip
            if "lines" in piece:
                about["lines"] = piece["lines"]
            pieces.append(about)
    return pieces


def _about(match: OpenMatch, access: Access, request: Request, viewer: int) -> dict[str, Any]:
    """Return what everyone at the table may know of a game, and what the viewer may do."""
    standing, mine = match.standing, access.seats(request, match)
    seats = [{**who, "mine": seat in mine} for seat, who in enumerate(access.people(match))]
    return {
        "match": match.id, "game": match.game, "ply": standing.ply, "epoch": match.epoch, "turn": standing.turn,
        "over": match.over, "viewer": viewer, "viewers": access.viewers(request, match),
        "seats": seats, "host": access.hosts(request),
        "branch": access.may_branch(request, match), "scores": standing.scores, "winners": standing.winners,
        "thinking": match.thinking, "problems": access.problems(match),
    }  # fmt: skip


def _form(session: ProjectSession, request: Request) -> MatchForm:
    form = run_in_worker(run_form, DEFAULT_LIMITS, session.located(requested_game(request)), reader_language(request))
    return {
        "players": form["players"], "usual": form["usual"], "options": form["options"], "presets": form["presets"],
    }  # fmt: skip


def _lang(session: ProjectSession, request: Request) -> Lang:
    return reader_lang(session, requested_game(request), request)


def reader_lang(session: ProjectSession, game_id: str, request: Request) -> Lang:
    """Return the reader's language, or the nearest one that the game has."""
    game = session.located(game_id)
    return Lang(nearest_language(reader_language(request), languages_of(game.project, game.id)))


def _whole(request: Request, name: str, default: int) -> int:
    """Return a whole number from the query of a request. Raise PnpError if it is not one."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not NUMBER.fullmatch(text):
        raise PnpError(Problem(Location(detail=name), "must be a whole number", found=quote_value(text), code="E1405"))
    return int(text)


def forbidden(match: OpenMatch) -> ForbiddenError:
    """Return the error for a request about a seat that is not its own."""
    return ForbiddenError(Problem(Location(game=match.game), "this is another player’s seat", code="E1406"))
