"""Addresses of tables, and the copies of them that a project keeps; nothing here touches the network."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final, NamedTuple, TypeGuard
from urllib.parse import parse_qs, quote, unquote, urlencode, urlsplit, urlunsplit

from pnp.errors import Problem, SpecError, quoted
from pnp.location import Location
from pnp.resources import inside

PULLED: Final = "pulled"
"""The folder of the copies, beside the spec."""
SCHEMES: Final = ("http", "https")
EXAMPLE: Final = "for example https://docs.google.com/spreadsheets/d/…/pub?output=csv"
_ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_SHEET_LINK: Final = re.compile(r"/spreadsheets/d/(?P<id>[\w-]{20,})(?:/(?:edit|view|htmlview|preview))?/?")
_PUBLISHED: Final = re.compile(r"/spreadsheets/d/e/[\w-]+/pub(?:html)?/?")
_SHARE: Final = re.compile(r"(?:/.+)?/s/[A-Za-z0-9]{8,}/?")
_PLAIN: Final = "%/:=&?~#+!$,;'@()*[]"
"""Characters of an address that are kept as they are."""


class Address(NamedTuple):
    """Where a table is fetched from."""

    url: str
    """What is asked for: of a page that shows a sheet, the link that downloads it as CSV."""
    sheet: str | None
    """The sheet that is named after #, of a workbook."""


def is_address(reference: object) -> TypeGuard[str]:
    """Whether a table is named by an address instead of a file."""
    return isinstance(reference, str) and _ADDRESS.match(reference) is not None


def parse_address(reference: str, where: Location) -> Address:
    """Return the address in a spec; SpecError for one that cannot be fetched."""
    bare, _, fragment = reference.strip().partition("#")
    try:
        parts = urlsplit(bare)
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError:  # an impossible port or host
        message = "must be a valid web address"
        raise SpecError(Problem(where, message, EXAMPLE, found=quoted(reference), code="E0311")) from None
    if parts.scheme not in SCHEMES or not host:
        message = "must be an address that begins with https:// or http://"
        raise SpecError(Problem(where, message, EXAMPLE, found=quoted(reference), code="E0311"))
    if parts.username is not None or parts.password is not None:
        message = f"must not contain a user name or password, as the address of {quoted(host)} does"
        raise SpecError(Problem(where, message, "publish the table, or share it by a link", code="E0311"))
    place = f"[{host}]" if ":" in host else host
    netloc = place if port is None else f"{place}:{port}"
    path, query = quote(parts.path or "/", safe=_PLAIN), quote(parts.query, safe=_PLAIN)
    if host == "docs.google.com" and (google := _google(path, query, fragment)):
        return Address(urlunsplit((parts.scheme, netloc, *google, "")), None)
    if _SHARE.fullmatch(path) and not query:  # Nextcloud shows a page about a shared file
        path = f"{path.rstrip('/')}/download"
    return Address(urlunsplit((parts.scheme, netloc, path, query, "")), unquote(fragment) or None)


def _google(path: str, query: str, fragment: str) -> tuple[str, str] | None:
    """Path and query of the CSV behind a page of Google Sheets."""
    asked = {key: values[0] for key, values in parse_qs(query).items()}
    gid = parse_qs(fragment).get("gid", [asked.get("gid", "")])[0]
    sheet = {"gid": gid} if gid else {}
    if link := _SHEET_LINK.fullmatch(path):
        return f"/spreadsheets/d/{link['id']}/export", urlencode({"format": "csv"} | sheet)
    if _PUBLISHED.fullmatch(path) and "output" not in asked:
        single = {"single": "true"} if gid else {}
        return re.sub(r"pub(html)?/?$", "pub", path), urlencode(sheet | single | {"output": "csv"})
    return None


def mark_of(url: str) -> str:
    """A short hash of an address, by which its copy is known."""
    return hashlib.sha256(url.encode()).hexdigest()[:8]


def kept_copies(folder: Path, root: Path, url: str) -> list[Path]:
    """The copies of an address beside the spec; more than one only where its kind of file has changed."""
    found = sorted((folder / PULLED).glob(f"*-{mark_of(url)}.*"))
    return [path for path in found if path.is_file() and inside(folder, f"{PULLED}/{path.name}", root) is not None]
