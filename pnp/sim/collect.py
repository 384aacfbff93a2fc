"""Finish a run: combine its parts into tables (CSV and Parquet), a summary and a digest."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, Final

from pnp.errors import Location, PnpError, Problem
from pnp.sim.claims import Claims
from pnp.sim.folder import SUMMARY, Folder, write_errors
from pnp.sim.summary import Summary
from pnp.sim.tally import Row, cells, columns
from pnp.spec.table import translated_heading
from pnp.store.files import LARGEST_RUN, PARSE_ERRORS, describe_error, read_file, read_json, write_atomically
from pnp.worker.progress import Progress

ROWS_PER_CHUNK: Final = 50_000
"""Number of rows written at once."""
USAGE: Final = (
    "uses", "uses_per_game", "games", "players", "win_rate_used", "win_rate_unused", "difference", "low", "high",
    "marked",
)  # fmt: skip
"""Columns of the usage table, after the key, its group and its name in each language of the game."""


def collect(folder: Folder, report: Progress) -> Summary:
    """Write the tables and the summary of a finished run, and return the summary."""
    summary = Summary(folder.setup.players)
    digest = hashlib.sha256(b"pnp run 1\n")
    with write_errors(folder.path), ExitStack() as stack:
        tables = [stack.enter_context(_csv(folder.path / "games.csv", columns(folder.setup)))]
        if has_parquet():
            tables.append(stack.enter_context(_parquet(folder.path / "games.parquet", columns(folder.setup))))
        for rows in _chunks(folder, summary, report):
            for row in rows:
                digest.update(row.canonical() + b"\n")
                summary.add(row, folder.setup)
            made = [cells(row, folder.setup) for row in rows]
            for write in tables:
                write(made)
        digest.update(json.dumps(summary.tally.as_data(), separators=(",", ":")).encode())
        summary.digest = digest.hexdigest()
        used = usage_rows(folder, summary)
        heads = [
            "key",
            "group",
            *(translated_heading("name", lang) for lang in folder.setup.rules.spec.languages),
            *USAGE,
        ]
        with _csv(folder.path / "usage.csv", heads) as write:
            write(used)
        if has_parquet():
            with _parquet(folder.path / "usage.parquet", heads) as write:
                write(used)
        write_atomically(folder.path / SUMMARY, (json.dumps(summary.as_data()) + "\n").encode())
    return summary


def read_summary(folder: Folder) -> Summary:
    """Return the summary of a finished run; raise PnpError if the run is not finished."""
    try:
        summary = Summary.of(read_json(read_file(folder.path / SUMMARY, LARGEST_RUN)))
        if summary.players != folder.setup.players:
            raise ValueError(f"{summary.players} players instead of {folder.setup.players}")
        return summary
    except FileNotFoundError:
        left = sum(map(len, folder.missing()))
        hint = "pnp simulate --resume --out … plays the rest"
        found = f"{left:,} games are missing" if left else f"it has no {SUMMARY}"
        raise PnpError(
            Problem(Location(str(folder.path)), "is not a finished run", hint, found=found, code="E1005")
        ) from None
    except PARSE_ERRORS as error:
        where, message = Location(str(folder.path / SUMMARY)), "cannot be read as the summary of a run"
        raise PnpError(Problem(where, message, found=describe_error(error), code="E1002")) from None


def has_parquet() -> bool:
    """Return whether Parquet files can be written; pyarrow is an optional dependency."""
    return find_spec("pyarrow") is not None


def usage_rows(folder: Folder, summary: Summary) -> list[list[Any]]:
    """Return one row per key, in the game's order, including keys that were never used."""
    things = folder.setup.rules.things(dict(folder.setup.options))
    found = Claims(summary, folder.setup.rules.scoring()).effects
    rows: list[list[Any]] = []
    for key in [*things, *(key for key in sorted(summary.tally.things) if key not in things)]:
        uses = summary.tally.things.get(key)
        names = [things[key][lang] if key in things else key for lang in folder.setup.rules.spec.languages]
        counts = [uses.uses, uses.uses / summary.games, uses.games, uses.seats] if uses else [0, 0.0, 0, 0]
        effect = found.get(key)
        measured: list[Any] = [None] * 5 + [False]
        if effect is not None:
            measured = [effect.used, effect.unused, effect.difference, *effect.interval, effect.marked]
        rows.append([key, key.partition(":")[0], *names, *counts, *measured])
    return rows


def _chunks(folder: Folder, summary: Summary, report: Progress) -> Iterator[list[Row]]:
    """Yield all rows in order, in chunks, and merge the parts' tallies into the summary."""
    rows: list[Row] = []
    done = 0
    for part in folder.parts():
        where, hint = Location(str(part.path)), "delete the file and continue with --resume"
        if part.start != done:
            message = f"must begin with game {done}"
            raise PnpError(Problem(where, message, hint, found=f"game {part.start}", code="E1002"))
        tally, more = part.read()
        if any(len(row.scores) != summary.players or max(row.winners, default=0) >= summary.players for row in more):
            message = f"must contain only games with {summary.players} players"
            raise PnpError(Problem(where, message, hint, code="E1002"))
        summary.tally.merge(tally)
        rows += more
        done = part.stop
        if len(rows) >= ROWS_PER_CHUNK:
            yield rows
            report(done, folder.games)
            rows = []
    if rows:
        yield rows
    report(done, folder.games)


Write = Callable[[list[list[Any]]], None]


@contextmanager
def _atomic_file(path: Path) -> Iterator[Path]:
    """Yield a temporary file that replaces `path` on success."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(handle)
    try:
        yield Path(name)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


@contextmanager
def _csv(path: Path, heads: list[str]) -> Iterator[Write]:
    with _atomic_file(path) as new, new.open("w", encoding="utf-8", newline="") as file:
        write = _writer(file)
        write([heads])
        yield write


def _writer(file: IO[str]) -> Write:
    return csv.writer(file, lineterminator="\n").writerows


@contextmanager
def _parquet(path: Path, heads: list[str]) -> Iterator[Write]:
    """Open a Parquet file; its column types come from the first rows, with empty columns as floats."""
    arrow: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    with _atomic_file(path) as new, new.open("wb") as file, ExitStack() as stack:  # pyarrow rejects non-Unicode paths
        writers: list[Any] = []

        def write(rows: list[list[Any]]) -> None:
            schema = writers[0].schema if writers else None
            columns = map(list, zip(*rows, strict=True)) if rows else ([] for _ in heads)
            by_column = dict(zip(heads, columns, strict=True))
            made = arrow.table(by_column, schema=schema) if schema else arrow.table(by_column)
            if not writers:
                empty = arrow.types.is_null
                fields = [each.with_type(arrow.float64()) if empty(each.type) else each for each in made.schema]
                made = made.cast(arrow.schema(fields))
                writers.append(stack.enter_context(parquet.ParquetWriter(file, made.schema)))
            writers[0].write_table(made)

        yield write
