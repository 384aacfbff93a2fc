"""Games by name: their specs, rules, recorded games and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pnp.errors import Location, Problem, SpecError, os_problem
from pnp.library.places import Name, locate_game, start_folder
from pnp.options import PathName, Start
from pnp.play.core import Rules
from pnp.play.record import Record, read_record
from pnp.play.registry import find_rules
from pnp.project.folders import find_project
from pnp.spec.load import load_game as load_spec
from pnp.spec.model import Game
from pnp.stats.counts import DeckCounts, count_game
from pnp.stats.odds import Answer, answer_all
from pnp.stats.question import Question, parse_question
from pnp.store.files import read_file


def load_game(game: Name, *, start: Start = None) -> Game:
    """Load the spec of a game: decks, box, texts and composition rules. Raise SpecError with all problems found.

    For example:

        game = pnp.load_game("winston")
        print(game.title["en"], game.players)
    """
    return load_spec(*locate_game(game, start))


def find_game(game: Name, *, start: Start = None, allow_code: bool = False) -> Rules:
    """Return the rules of a game: `new` deals, and the state it returns has `legal` and `apply`.

    For example:

        rules = pnp.find_game("winston")
        state = rules.new(players=3, seed=1)
        state.apply(state.legal()[0])
    """
    found = locate_game(game, start, allow_code=allow_code)
    return find_rules(load_spec(*found), found.project)


LARGEST: Final = 10_000_000
"""Maximum size of a record, in bytes."""


def open_record(
    file: PathName, *, number: int | None = None, start: Start = None, allow_code: bool = False
) -> tuple[Record, Rules]:
    """Read a recorded game, and return it with its rules.

    Every move is checked. Raise SpecError or IllegalMove, with the line, if the record is not valid. With the folder of
    a run, return its game `number`: from its record, or played again from its seed.

        record, rules = pnp.open_record("game.txt")
        print(record.replay(rules).scores())
    """
    path, where = Path(file), Location(str(file))
    if number is not None or (path / "run.json").is_file():
        return _game_of_run(path, number, start, allow_code=allow_code)
    try:
        text = read_file(path, LARGEST).decode()
    except OSError as error:
        raise SpecError(os_problem(error, where, "cannot be read")) from error
    except UnicodeDecodeError:
        raise SpecError(Problem(where, "is not UTF-8 text", code="E0106")) from None
    found: list[Rules] = []

    def rules_of(name: str) -> Rules:
        found.append(find_game(name, start=start, allow_code=allow_code))
        return found[0]

    return read_record(text, where, rules_of), found[0]


def _game_of_run(path: Path, number: int | None, start: Start, *, allow_code: bool) -> tuple[Record, Rules]:
    from pnp.sim.folder import open_folder  # slow to load
    from pnp.sim.records import find_record

    folder, _ = open_folder(path, find_project(start_folder(start), allow_code=allow_code))
    if number is None:
        hint = f"its games have the numbers 0 to {folder.games - 1}: --game 0"
        raise SpecError(
            Problem(Location(str(path)), "is the folder of a run: name one of its games", hint, code="E1202")
        )
    rules = folder.setup.rules
    return find_record(folder, number, rules.spec.languages[0]), rules


@dataclass(frozen=True)
class DeckNumbers:
    """Statistics of a game's decks."""

    game: Game
    counts: list[DeckCounts]
    answers: list[Answer]
    """Odds, in the order of the questions."""


def count_decks(game: Name, odds: Sequence[str | Question] = (), *, start: Start = None) -> DeckNumbers:
    """Count what is in the decks of a game, and compute the exact odds of draws.

    For example:

        pnp.count_decks("cotcotcollec", ["1+ kind=joker in 4 of cards"]).answers
    """
    questions = [parse_question(each) if isinstance(each, str) else each for each in odds]
    spec = load_spec(*locate_game(game, start))
    return DeckNumbers(spec, count_game(spec), answer_all(questions, spec))
