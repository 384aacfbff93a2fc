"""Answers: a function of the library as an endpoint. It runs in a thread; whatever it raises becomes an answer."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import anyio.to_thread
from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pnp.errors import PnpError, Problem, quoted, shortened, visible
from pnp.location import Location
from pnp.read import read_json
from pnp.web.problems import list_problems

Body = dict[str, Any]
Endpoint = Callable[[Request], Awaitable[Response]]
REQUEST: Final = Location(detail="request")
SERVER: Final = Location(detail="pnp serve")


class PageRequest(BaseModel):
    """What a page asks for in the body of a request; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Nothing(PageRequest):
    """A request that says all by its address."""


Asked = TypeVar("Asked", bound=PageRequest)


class NotFoundError(PnpError):
    """Something that is not there: a game, a job, a picture."""


class OutdatedError(PnpError):
    """Something has changed meanwhile; `now` is what it is now, for the page to show."""

    def __init__(self, *problems: Problem, now: object = None) -> None:
        super().__init__(*problems)
        self.now = now


def missing(what: str, name: str) -> NotFoundError:
    """The error for a name that nothing has."""
    return NotFoundError(Problem(Location(), f"there is no {what} {quoted(name)}", code="E1405"))


def answered(work: Callable[[Request], Response | Body | list[Any]]) -> Endpoint:
    """An endpoint that answers with what the work gives, as JSON where it is plain data."""

    async def endpoint(request: Request) -> Response:
        return await _answer(lambda: work(request))

    return endpoint


def ordered(form: type[Asked], work: Callable[[Request, Asked], Response | Body | list[Any]]) -> Endpoint:
    """An endpoint for a request with a body of that form."""

    async def endpoint(request: Request) -> Response:
        content = await request.body()

        def do() -> Response | Body | list[Any]:
            try:
                return work(request, form.model_validate(read_json(content.decode())))
            except (ValidationError, ValueError, RecursionError) as error:
                found = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
                problem = Problem(REQUEST, "is not valid", found=shortened(found, 200), code="E1405")
                raise PnpError(problem) from None

        return await _answer(do)

    return endpoint


async def _answer(work: Callable[[], Response | Body | list[Any]]) -> Response:
    try:
        found = await anyio.to_thread.run_sync(work)
        return found if isinstance(found, Response) else JSONResponse(found)
    except NotFoundError as error:
        return _refused(error, 404)
    except OutdatedError as error:
        return _refused(error, 409, {"now": error.now})
    except PnpError as error:
        return _refused(error, 400)
    except Exception as error:  # one request's trouble is not the server's
        said = visible(f"{type(error).__name__}: {error}"[:300])
        print(f"pnp serve: {said}", file=sys.stderr)  # noqa: T201 (nobody else hears of it)
        hint = "this is a bug in pnp, please report it"
        problem = Problem(SERVER, "an internal error occurred", hint, found=said, code="E1404")
        return _refused(PnpError(problem), 500)


def _refused(error: PnpError, status: int, more: Body | None = None) -> Response:
    return JSONResponse({"problems": list_problems(error.problems), **(more or {})}, status)


def game_of(request: Request) -> str:
    """The game that a request is about."""
    return str(request.path_params["game"])


def page_of(request: Request) -> str:
    """The page that a request comes from."""
    return request.headers.get("x-pnp-page", "")[:40]
