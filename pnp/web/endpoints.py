"""Endpoints: request bodies in, JSON and problems out; a library function runs in a thread."""

from __future__ import annotations

import re
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import MISSING
from enum import StrEnum
from math import nan
from threading import Lock
from typing import Any, Final, Generic, TypeVar, get_origin

import anyio.to_thread
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pnp.errors import LONGEST_HINT, Location, PnpError, Problem, escape_unsafe, quote_value, truncate
from pnp.options import NamedOption, options_of
from pnp.project.folders import Project
from pnp.project.lines import add_line
from pnp.store.files import read_json
from pnp.terms import Ink
from pnp.web.answer_types import ListedProblem, PlainLocation

Item = TypeVar("Item")

API: Final = "/api/"
"""Beginning of all paths that answer with data; other paths are pages."""
MOST_PROBLEMS: Final = 50
"""Maximum number of problems in a list."""


def list_problems(
    problems: Iterable[Problem], project: Project | None = None, most: int = MOST_PROBLEMS
) -> list[ListedProblem]:
    """Return problems as plain data; with a project, keys in its files get line numbers.

    `subject` is True if the location is the subject of the message; if not, pages put a colon between them.
    """
    return [
        {
            "where": truncate(str(problem.where)),
            "location": list_location(problem.where, project),
            "message": truncate(problem.said),
            "subject": problem.continues,
            "hint": truncate(problem.hint, LONGEST_HINT),
            "code": problem.code,
        }
        for problem in list(problems)[:most]
    ]


def list_location(where: Location, project: Project | None = None) -> PlainLocation:
    """Return the fields of a location; with a project, a key in its files gets a line number."""
    return (where if project is None else add_line(where, project)).plain()


class SentLists(Generic[Item]):
    """Lists that were sent to pages, by version, so that only what has changed is sent again. Thread-safe.

    >>> sent = SentLists[str](most=2)
    >>> sent.difference("cards", "1", "", ["a", "b", "c"])
    (0, 0, ['a', 'b', 'c'])
    >>> sent.difference("cards", "2", "1", ["a", "x", "c"])
    (1, 1, ['x'])
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lists: OrderedDict[tuple[Hashable, Hashable], list[Item]] = OrderedDict()
        self._lock = Lock()

    def knows(self, key: Hashable, version: Hashable) -> bool:
        """Return whether a version of a list was sent and is still remembered."""
        return (key, version) in self._lists

    def difference(
        self, key: Hashable, version: Hashable, since: Hashable, items: list[Item]
    ) -> tuple[int, int, list[Item]]:
        """Remember a version of a list; return the items between the first and the last change after version `since`.

        The numbers are those of the equal items before and after them; both are 0 if that version is unknown.
        """
        with self._lock:
            before = self._lists.get((key, since), [])
            self._lists[key, version] = items
            self._lists.move_to_end((key, version))
            while len(self._lists) > self._most:
                self._lists.popitem(last=False)
        head = _common(before, items)
        tail = _common(before[head:][::-1], items[head:][::-1])
        return head, tail, items[head : len(items) - tail]


def _common(one: Sequence[Item], other: Sequence[Item]) -> int:
    """Return how many items two lists have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (left, right) in pairs if left != right), min(len(one), len(other)))


Body = dict[str, Any]
Answer = Response | Mapping[str, object] | Sequence[object]
"""What an endpoint returns; plain data is sent as JSON, in the forms of `pnp.web.answer_types`."""
Endpoint = Callable[[Request], Awaitable[Response]]
REQUEST: Final = Location(detail="request")
SERVER: Final = Location(detail="pnp serve")


class PageRequest(BaseModel):
    """Base class of request bodies; unknown keys are rejected."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class EmptyBody(PageRequest):
    """Empty request body."""


Asked = TypeVar("Asked", bound=PageRequest)


class NotFoundError(PnpError):
    """A game, job, picture or the like that does not exist (status 404)."""


class ForbiddenError(PnpError):
    """A request by someone who may not make it (status 403)."""


class OutdatedError(PnpError):
    """A change based on an outdated version (status 409); `now` is the current version, for the page to show."""

    def __init__(self, *problems: Problem, now: object = None) -> None:
        super().__init__(*problems)
        self.now = now


def not_found(what: str, name: str) -> NotFoundError:
    """Return the error for something that does not exist: `not_found("game", "winsto")`."""
    return NotFoundError(Problem(Location(), f"there is no {what} {quote_value(name)}", code="E1405"))


def json_get(work: Callable[[Request], Answer]) -> Endpoint:
    """Return an endpoint that responds with the result of a function, as JSON unless it is a Response."""

    async def endpoint(request: Request) -> Response:
        return await respond(lambda: work(request))

    return endpoint


def json_post(form: type[Asked], work: Callable[[Request, Asked], Answer]) -> Endpoint:
    """Return an endpoint that passes the request body, validated as `form`, to a function."""

    async def endpoint(request: Request) -> Response:
        content = await request.body()

        def do() -> Answer:
            try:
                return work(request, form.model_validate(read_json(content.decode())))
            except (ValidationError, ValueError, RecursionError) as error:
                found = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
                problem = Problem(REQUEST, "is not valid", found=truncate(found, 200), code="E1405")
                raise PnpError(problem) from None

        return await respond(do)

    return endpoint


async def respond(work: Callable[[], Answer]) -> Response:
    """Return the result of a function that runs in a thread, or its problems with a fitting status."""
    try:
        found = await anyio.to_thread.run_sync(work)
        return found if isinstance(found, Response) else JSONResponse(found)
    except NotFoundError as error:
        return error_response(error, 404)
    except ForbiddenError as error:
        return error_response(error, 403)
    except OutdatedError as error:
        return error_response(error, 409, {"now": error.now})
    except PnpError as error:
        return error_response(error, 400)
    except Exception as error:  # keep the server running
        described = escape_unsafe(f"{type(error).__name__}: {error}"[:300])
        print(f"pnp serve: {described}", file=sys.stderr)  # noqa: T201 (the page may not show it)
        hint = "this is a bug in pnp, please report it"
        problem = Problem(SERVER, "an internal error occurred", hint, found=described, code="E1404")
        return error_response(PnpError(problem), 500)


def error_response(error: PnpError, status: int, more: Body | None = None) -> Response:
    """Return the problems of an error as JSON."""
    return JSONResponse({"problems": list_problems(error.problems), **(more or {})}, status)


def requested_game(request: Request) -> str:
    """Return the id of the game in a request's path."""
    return str(request.path_params["game"])


def path_number(request: Request, name: str) -> int:
    """Return a whole number in a request's path; -1 if it is not one, or has more than nine digits."""
    text = str(request.path_params[name])
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else -1


def requesting_page(request: Request) -> str:
    """Return the id of the page that sent a request; "" if it sent none."""
    return request.headers.get("x-pnp-page", "")[:40]


Choice = TypeVar("Choice", bound=StrEnum)


def parse_choice(name: str, text: str, choices: type[Choice]) -> Choice:
    """Return a choice from the path or the query of a request. Raise PnpError if it is not one of the choices."""
    try:
        return choices(text)
    except ValueError:
        message = f"must be one of: {', '.join(choices)}"
        raise PnpError(Problem(Location(detail=name), message, found=quote_value(text), code="E1405")) from None


def query_ink(request: Request) -> Ink:
    """Return the ink in the query of a request; full if there is none. Raise PnpError if it is not an ink."""
    return parse_choice("ink", request.query_params.get("ink") or Ink.FULL, Ink)


def query_number(request: Request, name: str, default: float, least: float, most: float) -> float:
    """Return a number from the query of a request. Raise PnpError if it is not a number from `least` to `most`."""
    text = request.query_params.get(name)
    if text is None:
        return default
    try:
        value = float(text)
    except ValueError:
        value = nan
    if not least <= value <= most:  # False for nan as well
        message = f"must be a number from {least:g} to {most:g}"
        raise PnpError(Problem(Location(detail=name), message, found=quote_value(text), code="E1405"))
    return value


LONGEST: Final = 200
"""Maximum number of characters of a text."""
LONGEST_LIST: Final = 500
"""Maximum number of texts in a list."""
O = TypeVar("O")  # noqa: E741


class OptionForm(PageRequest):
    """Request body with options; None if the page did not send one."""

    def values(self, options: type[Any]) -> dict[str, Any]:
        """Return the given values of the options of a class. Raise PnpError for a text that cannot be parsed."""
        there = options_of(options)
        return {name: _read(there[name], value) for name, value in self if name in there and value is not None}

    def to_options(self, options: type[O], **more: Any) -> O:
        """Return an options object with the given values and those in `more`."""
        return options(**self.values(options) | more)


F = TypeVar("F", bound=OptionForm)


def request_form(base: type[F], options: type[Any], *names: str, **renamed: str) -> type[F]:
    """Return a subclass of `base` with these options of a class; `decks="only"` renames option `only` to `decks`."""
    there = options_of(options)
    keys = {name: name for name in names} | {name: key for key, name in renamed.items()}
    fields: Any = {name: _field(there[name], key) for name, key in keys.items()}
    return create_model(base.__name__, __base__=base, __doc__=base.__doc__, **fields)


def _read(option: NamedOption, value: Any) -> Any:
    read = option.about.read
    return value if read is None or not isinstance(value, str) else read(value, option.name)


def _field(option: NamedOption, key: str) -> tuple[Any, Any]:
    """Return the type of a field, and its default and limits."""
    kind, default = option.typed, option.default
    limits: dict[str, Any] = {"max_length": LONGEST} if kind is str else {}
    if get_origin(kind) is list:
        limits, default = {"max_length": LONGEST_LIST}, list(default)
    elif option.about.limits is not None:
        limits = dict(zip(("ge", "le"), option.about.limits, strict=True))
    return kind | None if option.optional else kind, Field(... if default is MISSING else default, alias=key, **limits)
