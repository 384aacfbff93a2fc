"""Turn a table that cannot be edited in place (a workbook, a JSON file) into a CSV file that can."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError

from pnp.errors import PnpError, Problem, os_problem, quote_value
from pnp.project.folders import SPEC_FILE, GameRef
from pnp.project.saving import content_hash, save_if_unchanged, write_protection
from pnp.spec.load import table_owners
from pnp.spec.table import slugify
from pnp.store.files import LARGEST_SETTINGS, read_file
from pnp.tables.edited import find_source
from pnp.tables.view import OpenedTable, TableSource


def convert_to_csv(game: GameRef, table: str) -> str:
    """Write the rows of a workbook or JSON file to a CSV file beside it, make game.toml use it, and return its name.

    The original stays as it is. Raise PnpError if the table cannot be converted or the CSV file already exists.
    """
    source = find_source(game, table)
    opened = OpenedTable(source, "")
    if source.path is None or source.url is not None or opened.form not in ("workbook", "json"):
        hint = "workbooks and JSON files can be converted"
        raise PnpError(Problem(source.where, "cannot be converted to CSV", hint, code="E0313"))
    if not opened.rows:
        raise PnpError(Problem(source.where, "has no rows to convert", found=opened.read_only, code="E0313"))
    project = game.project
    target = _csv_path(source)
    if reason := write_protection(project.components / game.id / SPEC_FILE, project):
        raise PnpError(Problem(project.location(target), "cannot be written", found=reason, code="E0313"))
    content = io.StringIO()
    csv.writer(content, lineterminator="\n").writerows(row.cells for row in opened.rows)
    try:
        with target.open("x", encoding="utf-8", newline="") as file:
            file.write(content.getvalue())
    except FileExistsError:
        hint = "delete or rename it, then convert the table again"
        problem = Problem(project.location(target), "cannot be created", hint, found="it already exists", code="E0313")
        raise PnpError(problem) from None
    except OSError as error:
        raise PnpError(os_problem(error, project.location(target), "cannot be written")) from None
    try:
        _use_table(game, source, target)
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    return str(project.location(target))


def _csv_path(source: TableSource) -> Path:
    """Return the path of the CSV file for a table: cards.csv, or cards-big.csv for the sheet Big."""
    assert source.path is not None  # noqa: S101 (rows in the spec are refused before)
    sheet = slugify(source.sheet or "", "-")
    return source.path.with_name(f"{source.path.stem}{f'-{sheet}' if sheet else ''}.csv")


def _use_table(game: GameRef, source: TableSource, target: Path) -> None:
    """Make game.toml use a CSV file instead of a table, leaving everything else in it as it is."""
    project, folder = game.project, game.project.components / game.id
    spec = folder / SPEC_FILE
    where = project.location(spec)
    before = read_file(spec, LARGEST_SETTINGS)
    try:
        text = before.decode("utf-8-sig")
        document = tomlkit.parse(text)
    except (TOMLKitError, UnicodeDecodeError) as error:
        raise PnpError(Problem(where, f"is not valid TOML: {error}", code="E0201")) from None
    replaced = 0
    for _, _, owner in table_owners(document):
        replaced += _replace_table(owner, game, source, target.relative_to(folder).as_posix())
    if not replaced:
        name = quote_value(source.name)
        raise PnpError(Problem(where, f"does not name the table {name} in a way that can be replaced", code="E0313"))
    mark = before[: len(before) - len(text.encode())]
    save_if_unchanged(spec, where, mark + tomlkit.dumps(document).encode(), content_hash(before), project.root)


def _replace_table(owner: dict[str, object], game: GameRef, source: TableSource, name: str) -> int:
    """Replace the references of a deck or lookup table to a table; return how many there were."""
    folder = game.project.components / game.id

    def refers(reference: object) -> bool:
        file, _, sheet = str(reference).partition("#")
        return isinstance(reference, str) and folder / file == source.path and (sheet or None) == source.sheet

    found = owner.get("table")
    if isinstance(found, list):
        places = [place for place, each in enumerate(found) if refers(each)]
        for place in places:
            found[place] = name
        return len(places)
    if refers(found):
        owner["table"] = name
        return 1
    return 0
