"""Check a game: compare its box contents, spec and rules engine, and collect all other findings."""

from __future__ import annotations

from collections import Counter

from pnp.check.census import find_engine, take_census
from pnp.check.composition import check_rules
from pnp.check.drawings import drawings_with_losses
from pnp.check.pictures import low_resolution_pieces
from pnp.check.report import Census, CheckedLine, GameReport, Note, NoteKind
from pnp.project.folders import Project
from pnp.spec.deck import BoxLine, box_lines, unlisted_pieces
from pnp.spec.model import Deck, Design, Game
from pnp.worker.progress import Progress, silent


def check_game(project: Project, game: Game, progress: Progress = silent) -> GameReport:
    """Return the report on a game that was loaded with `any_box`; raise SpecError if its rules may not run."""
    engine = find_engine(project, game.id)
    census = take_census(engine, game, progress) if engine else None
    box = box_lines(game)
    lines = (*(_line(line, census) for line in box), *_unlisted_lines(game, census))
    return GameReport(
        game.id,
        game.title,
        lines,
        census,
        check_rules(game),
        (*_notes(game, box, census), *_print_notes(project, game)),
        game,
    )


def _line(line: BoxLine, census: Census | None) -> CheckedLine:
    played = [name for name in line.found if census and name in census.decks]
    designs = [design for found in line.found.values() for design in found]
    has = {name: line.count(name) for name in line.found}
    return CheckedLine(line.item.name, line.item.count, has, _engine_counts(designs, census, played), _ids(designs))


def _unlisted_lines(game: Game, census: Census | None) -> list[CheckedLine]:
    """Return a line for each deck with pieces that the box does not list."""
    decks: dict[str, list[Design]] = {}
    for deck, design in unlisted_pieces(game):
        decks.setdefault(deck.name, []).append(design)
    lines = []
    for name, designs in decks.items():
        played = [name] if census and name in census.decks else []
        has = {name: sum(design.count for design in designs)}
        lines.append(CheckedLine(None, 0, has, _engine_counts(designs, census, played), _ids(designs)))
    return lines


def _engine_counts(designs: list[Design], census: Census | None, played: list[str]) -> tuple[int, ...] | None:
    """Return the different numbers of these pieces that the engine has, over all set-ups; None if it uses none."""
    if census is None or not played or not census.deals:
        return None
    return tuple(sorted({sum(deal.held[design.id] for design in designs) for deal in census.deals}))


def _ids(designs: list[Design]) -> tuple[str, ...]:
    return tuple(design.id for design in designs)


def _notes(game: Game, box: list[BoxLine], census: Census | None) -> list[Note]:
    notes = []
    if census is None:
        notes.append(Note(NoteKind.NO_ENGINE))
    elif idle := [deck.name for deck in game.decks.values() if not _is_used(deck, box, census)]:
        notes.append(Note(NoteKind.NOT_PLAYED, tuple(idle)))
    if not game.box:
        notes.append(Note(NoteKind.NO_BOX))
    if not game.rules:
        notes.append(Note(NoteKind.NO_RULES))
    listed = Counter(design.id for line in box for designs in line.found.values() for design in designs)
    if twice := [piece for piece, times in listed.items() if times > 1]:
        notes.append(Note(NoteKind.LISTED_TWICE, tuple(twice)))
    return notes


def _print_notes(project: Project, game: Game) -> list[Note]:
    """Return notes on pictures and drawings that will not print as designed."""
    found = {
        NoteKind.COARSE: low_resolution_pieces(project, game),
        NoteKind.LOST: drawings_with_losses(project, game.id),
    }
    return [Note(kind, tuple(about)) for kind, about in found.items() if about]


def _is_used(deck: Deck, box: list[BoxLine], census: Census) -> bool:
    """Return whether the engine uses a deck or an alternative form of it; true for pieces that are not played."""
    if deck.name in census.decks or not deck.kind.played or not census.deals:
        return True
    lines = [line for line in box if line.found.get(deck.name)]
    return bool(lines) and all(any(name in census.decks for name in line.found) for line in lines)
