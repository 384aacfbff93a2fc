"""JSON endpoints made from plain functions, which run in a thread and whose errors become responses."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

import anyio.to_thread
from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pnp.errors import Location, PnpError, Problem, escape_unsafe, quote_value, truncate
from pnp.store.files import read_json
from pnp.web.problems import list_problems

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


class OutdatedError(PnpError):
    """A change based on an outdated version (status 409); `now` is the current version, for the page to show."""

    def __init__(self, *problems: Problem, now: object = None) -> None:
        super().__init__(*problems)
        self.now = now


def not_found(what: str, name: str) -> NotFoundError:
    """Return the error for something that does not exist: `missing("game", "winsto")`."""
    return NotFoundError(Problem(Location(), f"there is no {what} {quote_value(name)}", code="E1405"))


def json_get(work: Callable[[Request], Answer]) -> Endpoint:
    """Return an endpoint that responds with the result of a function, as JSON unless it is a Response."""

    async def endpoint(request: Request) -> Response:
        return await _answer(lambda: work(request))

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

        return await _answer(do)

    return endpoint


async def _answer(work: Callable[[], Answer]) -> Response:
    try:
        found = await anyio.to_thread.run_sync(work)
        return found if isinstance(found, Response) else JSONResponse(found)
    except NotFoundError as error:
        return _error_response(error, 404)
    except OutdatedError as error:
        return _error_response(error, 409, {"now": error.now})
    except PnpError as error:
        return _error_response(error, 400)
    except Exception as error:  # keep the server running
        said = escape_unsafe(f"{type(error).__name__}: {error}"[:300])
        print(f"pnp serve: {said}", file=sys.stderr)  # noqa: T201 (the page may not show it)
        hint = "this is a bug in pnp, please report it"
        problem = Problem(SERVER, "an internal error occurred", hint, found=said, code="E1404")
        return _error_response(PnpError(problem), 500)


def _error_response(error: PnpError, status: int, more: Body | None = None) -> Response:
    return JSONResponse({"problems": list_problems(error.problems), **(more or {})}, status)


def requested_game(request: Request) -> str:
    """Return the id of the game in a request's path."""
    return str(request.path_params["game"])


def requesting_page(request: Request) -> str:
    """Return the id of the page that sent a request; "" if it sent none."""
    return request.headers.get("x-pnp-page", "")[:40]
