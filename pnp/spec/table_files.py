"""The files that a deck's rows come from, and local copies of tables that have an address."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple, TypeGuard
from urllib.parse import parse_qs, quote, unquote, urlencode, urlsplit, urlunsplit

from pnp.errors import Location, Problem, SpecError, did_you_mean, quote_value
from pnp.project.folders import Project, resolve_inside

PULLED_FOLDER: Final = "pulled"
"""Folder of the local copies, beside the spec."""
SCHEMES: Final = ("http", "https")
EXAMPLE: Final = "for example https://docs.google.com/spreadsheets/d/…/pub?output=csv"
_ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_SHEET_LINK: Final = re.compile(r"/spreadsheets/d/(?P<id>[\w-]{20,})(?:/(?:edit|view|htmlview|preview))?/?")
_PUBLISHED: Final = re.compile(r"/spreadsheets/d/e/[\w-]+/pub(?:html)?/?")
_SHARE: Final = re.compile(r"(?:/.+)?/s/[A-Za-z0-9]{8,}/?")
_UNESCAPED: Final = "%/:=&?~#+!$,;'@()*[]"
"""Characters of an address that are not percent-encoded."""


class Address(NamedTuple):
    """Web address of a table."""

    url: str
    """URL of the download; for a web page that shows a sheet, the URL of its CSV export."""
    sheet: str | None
    """Sheet of the workbook, written after #; None if there is none."""


def is_address(reference: object) -> TypeGuard[str]:
    """Return whether a table is a web address rather than a file name."""
    return isinstance(reference, str) and _ADDRESS.match(reference) is not None


def parse_address(reference: str, where: Location) -> Address:
    """Parse an address in a spec; raise SpecError if it cannot be fetched."""
    bare, _, fragment = reference.strip().partition("#")
    try:
        parts = urlsplit(bare)
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError:  # invalid port or host
        message = "must be a valid web address"
        raise SpecError(Problem(where, message, EXAMPLE, found=quote_value(reference), code="E0311")) from None
    if parts.scheme not in SCHEMES or not host:
        message = "must be an address that begins with https:// or http://"
        raise SpecError(Problem(where, message, EXAMPLE, found=quote_value(reference), code="E0311"))
    if parts.username is not None or parts.password is not None:
        message = f"must not contain a user name or password, as the address of {quote_value(host)} does"
        raise SpecError(Problem(where, message, "publish the table, or share a link to it", code="E0311"))
    place = f"[{host}]" if ":" in host else host
    netloc = place if port is None else f"{place}:{port}"
    path, query = quote(parts.path or "/", safe=_UNESCAPED), quote(parts.query, safe=_UNESCAPED)
    if host == "docs.google.com" and (google := _google_csv_export(path, query, fragment)):
        return Address(urlunsplit((parts.scheme, netloc, *google, "")), None)
    if _SHARE.fullmatch(path) and not query:  # Nextcloud's link to a shared file leads to a page about it
        path = f"{path.rstrip('/')}/download"
    return Address(urlunsplit((parts.scheme, netloc, path, query, "")), unquote(fragment) or None)


def _google_csv_export(path: str, query: str, fragment: str) -> tuple[str, str] | None:
    """Return the path and query of the CSV export of a Google Sheets page; None for any other path."""
    asked = {key: values[0] for key, values in parse_qs(query).items()}
    gid = parse_qs(fragment).get("gid", [asked.get("gid", "")])[0]
    sheet = {"gid": gid} if gid else {}
    if link := _SHEET_LINK.fullmatch(path):
        return f"/spreadsheets/d/{link['id']}/export", urlencode({"format": "csv"} | sheet)
    if _PUBLISHED.fullmatch(path) and "output" not in asked:
        single = {"single": "true"} if gid else {}
        return re.sub(r"pub(html)?/?$", "pub", path), urlencode(sheet | single | {"output": "csv"})
    return None


def address_hash(url: str) -> str:
    """Return a short hash of an address, part of the file name of its copy."""
    return hashlib.sha256(url.encode()).hexdigest()[:8]


def local_copies(folder: Path, root: Path, url: str) -> list[Path]:
    """Return the local copies of an address; there are several only if its file type has changed."""
    found = sorted((folder / PULLED_FOLDER).glob(f"*-{address_hash(url)}.*"))
    return [
        path
        for path in found
        if path.is_file() and resolve_inside(folder, f"{PULLED_FOLDER}/{path.name}", root) is not None
    ]


class TableFile(NamedTuple):
    """A file with the rows of a deck."""

    path: Path
    sheet: str | None
    """Sheet of a workbook, or list in a JSON object, given after #; None if there is none."""
    url: str | None = None
    """Address of which the file is a copy."""


def table_files(
    project: Project, folder: Path, references: object, here: Location, problems: list[Problem],
    instead: Mapping[str, Path] | None = None,
) -> Iterator[TableFile]:  # fmt: skip
    """Yield the files that a deck's key `table` refers to; problems are added to `problems`.

    `instead` maps file names, or single sheets as file#sheet, to the files that are read in their place.
    """
    others = instead or {}
    for reference in references if isinstance(references, list) and references else [references]:
        if isinstance(reference, str) and reference in others:
            yield TableFile(others[reference], None)
            continue
        if is_address(reference):
            yield from _local_copy(project, folder, reference, here, problems)
            continue
        name, _, sheet = reference.partition("#") if isinstance(reference, str) else (reference, "", "")
        other = others.get(name) if isinstance(name, str) else None
        path = other or spec_file(project, folder, name, here, problems)
        if path is not None:
            yield TableFile(path, sheet or None)


def spec_file(
    project: Project, folder: Path, reference: object, here: Location, problems: list[Problem]
) -> Path | None:
    """Return the path of a file beside the spec; None, with a problem, if there is no such file."""
    if not isinstance(reference, str) or not reference:
        problems.append(Problem(here, "must be the name of a file", found=quote_value(reference), code="E0204"))
        return None
    path = resolve_inside(folder, reference, project.root)
    if path is None:
        message, hint = "must be a file inside the project's folder", "put the file beside game.toml"
        problems.append(Problem(here, message, hint, found=quote_value(reference), code="E0107"))
    elif not path.is_file():
        near = [p.name for p in folder.iterdir() if p.suffix == Path(reference).suffix]
        message = f"there is no file {quote_value(reference)}"
        problems.append(Problem(here, message, did_you_mean(near, reference), code="E0101"))
        return None
    return path


def _local_copy(
    project: Project, folder: Path, reference: str, here: Location, problems: list[Problem]
) -> Iterator[TableFile]:
    """Yield the local copy of a table that `pnp pull` has fetched; add a problem if there is none."""
    try:
        address = parse_address(reference, here)
    except SpecError as error:
        problems += error.problems
        return
    copies = local_copies(folder, project.root, address.url)
    if copies:
        yield TableFile(copies[0], address.sheet, address.url)
    else:
        hint = f"run pnp pull {folder.name}"
        problems.append(Problem(here, "has not been fetched yet", hint, code="E0312"))
