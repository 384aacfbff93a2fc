"""Pulling: fetch the tables of a game that have an address, keep copies, and report what changed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from pnp.errors import Location, PnpError, Problem, PullError, SpecError, os_problem
from pnp.project.folders import Project, resolve_inside
from pnp.pull.fetch import PUBLISH, fetch
from pnp.spec.load import TableAddress, table_addresses
from pnp.spec.reader import OLD_EXCEL, ZIP, RawRow, parse_rows
from pnp.spec.table import ID, NAME_HEADINGS, slugify
from pnp.spec.table_files import PULLED_FOLDER, address_hash, local_copies
from pnp.store.files import read_file, write_atomically
from pnp.worker.progress import Progress, silent


class CellChange(NamedTuple):
    """A cell that differs."""

    heading: str
    before: str
    after: str


class RowChange(NamedTuple):
    """A row that differs, with the differing cells."""

    name: str
    cells: tuple[CellChange, ...]


@dataclass(frozen=True)
class TableChange:
    """The changes to a table."""

    rows: int
    """Number of rows now."""
    new: bool = False
    """Whether there was no earlier version to compare with."""
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[RowChange, ...] = ()
    new_columns: tuple[str, ...] = ()
    gone_columns: tuple[str, ...] = ()
    moved: bool = False
    """Whether existing rows or columns are in a different order."""

    def __bool__(self) -> bool:
        """Return whether anything has changed."""
        rows = self.added or self.removed or self.changed
        return bool(self.new or rows or self.new_columns or self.gone_columns or self.moved)


Key = tuple[str, int]
"""Name of a row, and its number among the rows with that name."""


def compare_tables(before: list[RawRow] | None, after: list[RawRow]) -> TableChange:
    """Return the changes between two versions of a table, each with its headings first."""
    if before is None or not before or not after:
        return TableChange(max(len(after) - 1, 0), new=True)
    olds, news = before[0].cells, after[0].cells
    shared = [head for head in dict.fromkeys(news) if head in olds and head]
    called = _key_heading(shared)
    earlier, now = _rows_by_name(before, called), _rows_by_name(after, called)
    both = [key for key in now if key in earlier]
    return TableChange(
        len(after) - 1,
        added=tuple(key[0] for key in now if key not in earlier),
        removed=tuple(key[0] for key in earlier if key not in now),
        changed=tuple(
            RowChange(key[0], cells) for key in both if (cells := _differing(earlier[key], now[key], shared))
        ),
        new_columns=tuple(head for head in news if head not in olds),
        gone_columns=tuple(head for head in olds if head not in news),
        moved=both != [key for key in earlier if key in now] or shared != [head for head in olds if head in shared],
    )


def _key_heading(headings: list[str]) -> str | None:
    """Return the heading of the column that identifies rows; None if there is none."""
    names = {slugify(head): head for head in reversed(headings)}
    ranked = [ID, *NAME_HEADINGS, *(name for name in names if name.startswith("name_") or name.endswith("_name"))]
    return next((names[name] for name in ranked if name in names), None)


def _rows_by_name(table: list[RawRow], called: str | None) -> dict[Key, dict[str, str]]:
    """Return the rows by name; if no column has names, by all their cells."""
    heads, seen, found = table[0].cells, Counter[str](), dict[Key, dict[str, str]]()
    for _, cells in table[1:]:
        row = dict(zip(heads, cells + [""] * (len(heads) - len(cells)), strict=False))
        name = (row.get(called, "") if called else "") or " | ".join(cell for cell in cells if cell)
        seen[name] += 1
        found[name, seen[name]] = row
    return found


def _differing(before: dict[str, str], after: dict[str, str], headings: list[str]) -> tuple[CellChange, ...]:
    return tuple(
        CellChange(head, before.get(head, ""), after.get(head, ""))
        for head in headings
        if before.get(head, "") != after.get(head, "")
    )


MAGIC_BYTES: Final = {
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"\x1f\x8b": "an archive",
}
"""First bytes of files that could be read as text but are not tables."""


@dataclass(frozen=True)
class PulledTable:
    """A table that was fetched for a deck."""

    deck: str
    url: str
    sheet: str | None
    path: Path
    """Path of its copy, whether or not this pull wrote it."""
    change: TableChange
    kept: bool
    """Whether this pull wrote the copy."""


@dataclass(frozen=True)
class _Fetched:
    """The content of an address, with its local copy and changes."""

    content: bytes
    path: Path
    earlier: list[Path]
    tables: list[tuple[TableAddress, TableChange]]

    @property
    def differs(self) -> bool:
        return not self.earlier or any(change for _, change in self.tables)


def pull(project: Project, game_id: str, *, keep: bool = True, progress: Progress = silent) -> list[PulledTable]:
    """Fetch the tables of a game and, with `keep`, store copies of those that have changed.

    Raise PnpError with every address that failed; no copy is written then.
    """
    wanted: dict[str, list[TableAddress]] = {}
    for named in table_addresses(project, game_id):
        wanted.setdefault(named.address.url, []).append(named)
    fetched: list[_Fetched] = []
    problems: list[Problem] = []
    for done, (url, users) in enumerate(wanted.items(), 1):
        try:
            fetched.append(_fetch(project, game_id, url, users))
        except PnpError as error:
            problems += error.problems
        progress(done, len(wanted))
    if problems:
        raise PullError(*problems)
    if keep:
        for each in fetched:
            if each.differs:
                _write_copy(each, project)
    return [
        PulledTable(
            named.deck,
            named.address.url,
            named.address.sheet,
            each.path if each.differs else each.earlier[0],
            change,
            keep and each.differs,
        )
        for each in fetched
        for named, change in each.tables
    ]


def _fetch(project: Project, game_id: str, url: str, users: list[TableAddress]) -> _Fetched:
    """Return the content of an address, compared with its copy."""
    folder, where = project.components / game_id, users[0].where
    name = f"{users[0].deck}-{address_hash(url)}"
    if resolve_inside(folder, f"{PULLED_FOLDER}/{name}", project.root) is None:
        message = "is a link that points outside the project's folder"
        raise SpecError(Problem(project.location(folder / PULLED_FOLDER), message, code="E0107"))
    content = fetch(url, where)
    _check_kind(content, where)
    earlier = local_copies(folder, project.root, url)
    before = read_file(earlier[0]) if earlier else None
    tables = []
    for named in users:
        rows = _rows(content, named)
        if len(rows) < 2:
            message = "the table at this address has no rows"
            raise SpecError(Problem(named.where, message, "write headings into the first row", code="E0305"))
        tables.append((named, compare_tables(_read(before, named), rows)))
    return _Fetched(content, folder / PULLED_FOLDER / f"{name}.{_ending(content)}", earlier, tables)


def _rows(content: bytes, named: TableAddress) -> list[RawRow]:
    """Return the rows of a table, with locations at its address."""
    return parse_rows(content, Location(named.address.url), named.address.sheet)


def _read(before: bytes | None, named: TableAddress) -> list[RawRow] | None:
    """Return the rows of the earlier copy; None if there is none or it cannot be read."""
    try:
        return None if before is None else _rows(before, named)
    except SpecError:
        return None


def _check_kind(content: bytes, where: Location) -> None:
    """Raise SpecError if the content is not a table; most often it is a login page."""
    if not content.strip():
        raise SpecError(Problem(where, "the address returned no content", PUBLISH, code="E1305"))
    if content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<":
        message = "the address has an HTML page, not a table"
        raise SpecError(Problem(where, message, f"publish the table ({PUBLISH})", code="E1305"))
    for begins, kind in MAGIC_BYTES.items():
        if content.startswith(begins):
            raise SpecError(Problem(where, f"the address has {kind}, not a table", code="E1305"))


def _ending(content: bytes) -> str:
    """Return the file extension of a table."""
    if content.startswith(ZIP):
        return "ods" if b"opendocument" in content[:200] else "xlsx"
    if content.startswith(OLD_EXCEL):
        return "xls"
    return "json" if content.lstrip()[:1] in (b"[", b"{") else "csv"


def _write_copy(fetched: _Fetched, project: Project) -> None:
    """Write the copy, and delete earlier copies with another name."""
    try:
        fetched.path.parent.mkdir(exist_ok=True)
        write_atomically(fetched.path, fetched.content)
        for path in fetched.earlier:
            if path != fetched.path:
                path.unlink()
    except OSError as error:
        raise PullError(os_problem(error, project.location(fetched.path), "cannot be written")) from error
