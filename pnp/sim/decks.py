"""Other decks for a game: the spec with one of its tables replaced, nothing in the project touched."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pnp.errors import Problem, SpecError, known, os_problem, quoted
from pnp.read import read_whole
from pnp.resources import SHARED, Project
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.spec.reader import LARGEST_FILE
from pnp.spec.table import OPTIONAL, headings


def find_table(spec: Game, path: Path) -> str:
    """The table of the game that a file can stand for: the one of its name, or the only one with its columns."""
    tables = {deck.table: deck for deck in spec.decks.values() if isinstance(deck.table, str)}
    if path.name in tables:
        return path.name
    try:
        text = read_whole(path, LARGEST_FILE).decode("utf-8-sig")
    except OSError as error:
        raise SpecError(os_problem(error, path, "a table as CSV in UTF-8")) from None
    except UnicodeDecodeError:
        raise SpecError(Problem(str(path), "a table as CSV in UTF-8", "other bytes than UTF-8", code="E0106")) from None
    first = next((line for line in text.splitlines() if line.strip()), "")
    heads = {cell.strip() for cell in next(csv.reader(io.StringIO(first), delimiter=max(",;\t", key=first.count)), [])}
    fitting = [
        name
        for name, deck in tables.items()
        if heads.difference(OPTIONAL) == set(headings(deck.columns, spec.languages)).difference(OPTIONAL)
    ]
    if len(fitting) != 1:
        hint = f"call it as the table it replaces is called; {known(tables, path.name)}"
        raise SpecError(Problem(f"--deck {path}", f"a table of {spec.id}", quoted(first), hint, code="E1009"))
    return fitting[0]


def load_with(project: Project, game_id: str, tables: Mapping[str, Path]) -> Game:
    """The game with files in place of some of its tables; the box may hold another number of pieces than it says."""
    if not tables:
        return load_game(project, game_id)
    with TemporaryDirectory(prefix="pnp-deck-") as name:
        copy = Project(Path(name))
        shutil.copytree(project.components / game_id, copy.components / game_id)
        for folder in (game_id, SHARED):
            if (project.templates / folder).is_dir():
                shutil.copytree(project.templates / folder, copy.templates / folder)
        for table, path in tables.items():
            try:
                (copy.components / game_id / table).write_bytes(read_whole(path, LARGEST_FILE))
            except OSError as error:
                problem = os_problem(error, f"--deck {path}", "a file that can be read")
                raise SpecError(problem) from None
        try:
            return load_game(copy, game_id, any_box=True)
        except SpecError as error:
            raise SpecError(*(_named(problem, game_id, tables) for problem in error.problems)) from None


def _named(problem: Problem, game_id: str, tables: Mapping[str, Path]) -> Problem:
    """The problem with the file that somebody wrote, instead of its copy."""
    for table, path in tables.items():
        copied = f"components/{game_id}/{table}"
        if problem.where.startswith(copied):
            return replace(problem, where=f"{path}{problem.where.removeprefix(copied)}")
    return problem
