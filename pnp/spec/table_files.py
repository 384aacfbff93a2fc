"""Find the files that a deck's tables refer to, including the local copies of web addresses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pnp.errors import Location, Problem, SpecError, did_you_mean, quote_value
from pnp.project.folders import Project, resolve_inside
from pnp.spec.address import is_address, local_copies, parse_address


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
