"""Download the content of a web address, with limits on size, time and redirects."""

from __future__ import annotations

import queue
import threading
import time
import zlib
from http.client import HTTPException, HTTPResponse
from typing import IO, Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from pnp import __version__
from pnp.errors import Location, Problem, PullError, quote_value
from pnp.spec.reader import LARGEST_FILE
from pnp.spec.table_files import SCHEMES

IDLE_TIMEOUT: Final = 20.0
"""Timeout while the server sends nothing, in seconds."""
TOTAL_TIMEOUT: Final = 60.0
"""Maximum duration of a download, in seconds."""
MOST_REDIRECTS: Final = 8
CHUNK_SIZE: Final = 65_536
"""Maximum number of bytes read at once."""
REDIRECTS: Final = (301, 302, 303, 307, 308)
PUBLISH: Final = "Google Sheets: File > Share > Publish to web, as CSV; Nextcloud: share a link"


class _RefusedError(Exception):
    """A response that pnp does not accept: the message, and optionally a hint."""


class _NoRedirects(HTTPRedirectHandler):
    """Returns redirects instead of following them, so that each one can be checked."""

    def http_error_302(self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Any) -> Any:
        return fp

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


def fetch(url: str, where: Location) -> bytes:
    """Return the content of an address, which the spec has at `where`; raise PullError if it cannot be fetched."""
    answers: queue.SimpleQueue[bytes | Exception] = queue.SimpleQueue()
    until = time.monotonic() + TOTAL_TIMEOUT

    def work() -> None:
        try:
            answers.put(_follow(url, until))
        except Exception as error:  # raised in the waiting thread
            answers.put(error)

    # in a thread, because neither slowly sent headers nor name lookups have a time limit
    threading.Thread(target=work, daemon=True).start()
    try:
        answer = answers.get(timeout=TOTAL_TIMEOUT + 1)
    except queue.Empty:
        answer = TimeoutError()
    if isinstance(answer, Exception):
        raise PullError(_problem_of(answer, url, where)) from answer
    return answer


def _follow(url: str, until: float) -> bytes:
    """Return the content of an address, following redirects."""
    opener = OpenerDirector()
    for handler in (
        ProxyHandler(), HTTPHandler(), HTTPSHandler(), HTTPErrorProcessor(), HTTPDefaultErrorHandler(), _NoRedirects(),
    ):  # fmt: skip
        opener.add_handler(handler)
    for _ in range(MOST_REDIRECTS + 1):
        request = Request(url, headers={"User-Agent": f"pnp/{__version__}", "Accept": "text/csv, */*;q=0.5"})  # noqa: S310 (http and https only: `parse_address` and below)
        with opener.open(request, timeout=IDLE_TIMEOUT) as response:
            if response.status not in REDIRECTS:
                return _body(response, until)
            target = urljoin(url, response.headers.get("Location", ""))
        if urlsplit(target).scheme not in SCHEMES:
            raise _RefusedError(f"the server redirects to {quote_value(target)}, which is not an http or https address")
        if urlsplit(url).scheme == "https" and urlsplit(target).scheme != "https":
            raise _RefusedError(f"the server redirects from https to {quote_value(target)}, which is not encrypted")
        url = target
    raise _RefusedError(f"the server redirects more than {MOST_REDIRECTS} times")


def _body(response: HTTPResponse, until: float) -> bytes:
    """Return the decompressed body of a response; raise an error if it is too large, too slow or incomplete."""
    announced = response.length
    content = bytearray()
    while announced is None or len(content) < announced:
        rest = CHUNK_SIZE if announced is None else min(CHUNK_SIZE, announced - len(content))
        piece = response.read1(rest)
        if not piece:
            break
        content += piece
        if len(content) > LARGEST_FILE:
            raise _RefusedError(f"the table is larger than {LARGEST_FILE // 1_000_000} MB")
        if time.monotonic() > until:
            raise TimeoutError
    if announced is not None and len(content) < announced:
        raise _RefusedError(f"the server sent only {len(content):,} of {announced:,} bytes", "try again")
    if response.headers.get("Content-Encoding", "identity").lower() in ("gzip", "x-gzip", "deflate"):
        unpacked = zlib.decompressobj(wbits=47).decompress(bytes(content), LARGEST_FILE + 1)
        if len(unpacked) > LARGEST_FILE:
            raise _RefusedError(f"the table is larger than {LARGEST_FILE // 1_000_000} MB when unpacked")
        return unpacked
    return bytes(content)


def _problem_of(error: Exception, url: str, where: Location) -> Problem:
    """Return the problem that describes an error."""
    if isinstance(error, _RefusedError):
        return Problem(where, *error.args, code="E1304")
    if isinstance(error, HTTPError):
        hint = "share it with everyone who has the link" if error.code in (401, 403) else "check the address"
        return Problem(where, f"the server answered {quote_value(f'{error.code} {error.reason}')}", hint, code="E1304")
    reason = error.reason if isinstance(error, URLError) else error
    if isinstance(reason, TimeoutError):
        message = f"the server did not send the whole table within {TOTAL_TIMEOUT:g} seconds"
        return Problem(where, message, "try again", code="E1304")
    host = urlsplit(url).hostname
    if isinstance(reason, OSError):
        reported, hint = reason.strerror or str(reason), "check the address and the connection"
        return Problem(where, f"the server {host} cannot be reached", hint, found=reported, code="E1304")
    if isinstance(error, HTTPException | zlib.error):
        message, reported = (
            f"the server {host} sent an invalid response",
            quote_value(f"{type(error).__name__}: {error}"),
        )
        return Problem(where, message, "try again", found=reported, code="E1304")
    return Problem(where, "cannot be fetched", found=quote_value(f"{url}: {error}"), code="E0311")
