"""The set-ups of a sweep: every combination of options, and other decks for a game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final

from pnp.errors import Location, Problem, SpecError, did_you_mean, option_location, quote_value
from pnp.play.core import Options, Rules
from pnp.play.registry import find_rules
from pnp.project.folders import GameRef
from pnp.sim.setup import Setup, make_setup
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.spec.reader import read_rows
from pnp.spec.table import OPTIONAL_COLUMNS, headings

PLAYERS: Final = "players"
BOTS: Final = "bots"
UNCHANGED_DECK: Final = "own"
"""Name of the project's unchanged deck."""
MAX_VARIANTS: Final = 1000
"""Maximum number of set-ups in a sweep."""
SET: Final = option_location("--set")
DECK: Final = option_location("--deck")
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9=._+-]+")


@dataclass(frozen=True)
class Variant:
    """One set-up of a sweep."""

    choices: Mapping[str, str]
    """The value of everything that varies."""
    setup: Setup
    """The resulting set-up."""

    @property
    def folder(self) -> str:
        """Name of its folder."""
        words = [f"{name}={value}" for name, value in self.choices.items()]
        return _UNSAFE.sub("-", "_".join(words)) or "base"


def parse_sets(texts: Sequence[str], rules: Rules) -> dict[str, list[str]]:
    """Parse `--set` values such as `players=2,3` and `fox_entry=first,last`; raise SpecError with all problems."""
    found: dict[str, list[str]] = {}
    problems: list[Problem] = []
    names = (PLAYERS, BOTS, *rules.options)
    for text in texts:
        name, equals, values = text.partition("=")
        listed = list(dict.fromkeys(value.strip() for value in values.split(",") if value.strip()))
        if not equals or not listed:
            problems.append(Problem(SET, "must have the form name=value,value", found=quote_value(text), code="E1008"))
        elif name not in names:
            message = f"must name players, bots or an option of {rules.id}"
            problems.append(Problem(SET, message, did_you_mean(names, name), found=quote_value(name), code="E1008"))
        elif name in found:
            hint = f"list all values together: {name}=a,b"
            problems.append(Problem(option_location(f"--set {name}"), "is given twice", hint, code="E1008"))
        elif name == PLAYERS and not all(value.isascii() and value.isdigit() for value in listed):
            where = option_location(f"--set {PLAYERS}")
            problems.append(Problem(where, "must be whole numbers", found=quote_value(values), code="E1008"))
        else:
            found[name] = listed
    if problems:
        raise SpecError(*problems)
    return found


def make_variants(
    game: GameRef, sets: Sequence[str], decks: Sequence[Path], players: int | None, bots: str, options: Options,
    seed: str,
) -> list[Variant]:  # fmt: skip
    """Make all set-ups of a sweep; raise SpecError with all problems found."""
    rules = find_rules(load_game(*game), game.project)
    varied: dict[str, list[str]] = parse_sets(sets, rules)
    files = _replacement_files(rules, decks)
    varied |= {table: [UNCHANGED_DECK, *choices] for table, choices in files.items()}
    count = 1
    for listed in varied.values():
        count *= len(listed)
    if count > MAX_VARIANTS:
        raise SpecError(Problem(SET, f"must make at most {MAX_VARIANTS} set-ups", found=str(count), code="E1008"))
    found: list[Variant] = []
    problems: list[Problem] = []
    known_rules: dict[tuple[tuple[str, Path], ...], Rules] = {}
    for values in product(*varied.values()):
        choices = dict(zip(varied, values, strict=True))
        tables = {table: files[table][choices[table]] for table in files if choices[table] != UNCHANGED_DECK}
        try:
            key = tuple(sorted(tables.items()))
            if key not in known_rules:
                known_rules[key] = _rules(game, tables) if tables else rules
            seats = int(choices[PLAYERS]) if PLAYERS in choices else players
            names = choices.get(BOTS, bots).replace("+", ",")
            chosen = {**options, **{name: choices[name] for name in rules.options if name in choices}}
            found.append(Variant(choices, make_setup(known_rules[key], seats, names, chosen, seed)))
        except SpecError as error:
            problems += [problem for problem in error.problems if problem not in problems]
    if problems:
        raise SpecError(*problems)
    return found


def _replacement_files(rules: Rules, decks: Sequence[Path]) -> dict[str, dict[str, Path]]:
    """Return the replacement files for each table, by unique names."""
    found: dict[str, dict[str, Path]] = {}
    for path in decks:
        if not path.is_file():
            raise SpecError(Problem(DECK, f"{quote_value(path)} is not a file", code="E0101"))
        files = found.setdefault(find_table(rules.spec, path), {})
        name = path.stem
        if name in files or name == Path(find_table(rules.spec, path)).stem:
            name = f"{path.resolve().parent.name}-{path.stem}"
        if name in files or name == UNCHANGED_DECK:
            raise SpecError(Problem(DECK, f"two files have the name {quote_value(name)}", code="E1009"))
        files[name] = path
    return found


def find_table(spec: Game, path: Path) -> str:
    """Return the table that a file replaces: the one with its file name, or the only one with the same columns.

    Raise SpecError if there is no such table, or more than one.
    """
    decks = [([deck.table] if isinstance(deck.table, str) else deck.table or [], deck) for deck in spec.decks.values()]
    files = {table.partition("#")[0] for tables, _ in decks for table in tables}
    if path.name in files:
        return path.name
    where = Location(str(path))
    rows = read_rows(path, where)
    heads = rows[0].cells if rows else []
    fitting = {
        tables[0]
        for tables, deck in decks
        if len(tables) == 1
        and set(heads).difference(OPTIONAL_COLUMNS)
        == set(headings(deck.columns, spec.languages)).difference(OPTIONAL_COLUMNS)
    }
    if len(fitting) != 1:
        message = f"must have the columns of one table of {spec.id}"
        hint = f"name it after the table that it replaces; {did_you_mean(sorted(files), path.name)}"
        raise SpecError(Problem(where, message, hint, found=quote_value(",".join(heads)), code="E1009"))
    return fitting.pop()


def _rules(game: GameRef, tables: Mapping[str, Path]) -> Rules:
    return find_rules(load_game(*game, any_box=True, instead=tables), game.project)
