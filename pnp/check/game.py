"""Check a game: its box, spec and engine against each other, its composition rules, and its print quality."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from pnp.check.composition import check_rules
from pnp.check.report import (
    Census,
    CheckedLine,
    Deal,
    Difference,
    DifferenceKind,
    Failure,
    GameReport,
    Note,
    NoteKind,
    TableSetup,
)
from pnp.errors import Location, RenderError, quote_value
from pnp.face.sources import SourceKind, Sources
from pnp.face.svg_clean import clean_svg
from pnp.geometry.units import MM_PER_INCH
from pnp.pictures.formats import COARSE, PictureHeader, read_header
from pnp.play.core import Rules
from pnp.play.registry import find_game_module
from pnp.project.folders import Project, resolve_inside
from pnp.spec.deck import BoxLine, box_lines, unlisted_pieces
from pnp.spec.model import Deck, Design, Game
from pnp.spec.table import NO_HEADING, NOT_TRANSLATED
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
        (*_notes(game, box, census), *_table_notes(game), *_print_notes(project, game)),
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


def _table_notes(game: Game) -> list[Note]:
    """Return notes on what was read in tables although it may be a mistake."""
    kinds = {NO_HEADING: NoteKind.NO_HEADING, NOT_TRANSLATED: NoteKind.UNTRANSLATED}
    found = {
        kind: [f"{note.where}{note.found and f' ({note.found})'}" for note in game.notes if note.code == code]
        for code, kind in kinds.items()
    }
    return [Note(kind, tuple(about)) for kind, about in found.items() if about]


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


Engine = Callable[[Game], Rules]
"""Function that returns the rules of a game for its spec."""


def find_engine(project: Project, game_id: str) -> Engine | None:
    """Return the function that makes a game's rules; None for a game without rules.

    Raise SpecError if the rules may not run.
    """
    module = find_game_module(game_id, project)
    if module is None or module.rules is None:
        return None
    module.part("rules")  # code that may not run or cannot be imported is reported here, not as a failed deal
    return module.make_rules


def take_census(engine: Engine, game: Game, progress: Progress = silent) -> Census:
    """Return the pieces that the engine has in every set-up, and the differences from the spec."""
    try:
        rules = engine(game)
        decks = rules.decks()
        planned = all_setups(rules)
    except Exception as error:  # rules may fail in any way for a spec they were not written for
        return Census((), (), failures=(Failure((), _one_line(error)),))
    deals: list[Deal] = []
    failed: dict[str, list[TableSetup]] = {
        f"the spec has no deck {quote_value(name)}": [] for name in decks if name not in game.decks
    }
    for number, setup in enumerate(planned, 1):
        try:
            state = rules.new(setup.players, 0, setup.options)
            deals.append(Deal(setup, +state.census(), +state.spare()))
        except Exception as error:
            failed.setdefault(_one_line(error), []).append(setup)
        progress(number, len(planned))
    failures = [Failure(tuple(where), message) for message, where in failed.items()]
    return Census(decks, tuple(deals), tuple(_differences(deals, _expected(game, decks))), tuple(failures))


def all_setups(rules: Rules) -> list[TableSetup]:
    """Return the set-ups to deal, for every number of players: the defaults, each other option value, each preset."""
    fewest, most = rules.spec.players
    variants: list[tuple[dict[str, str], str]] = [({}, "")]
    for name, option in rules.options.items():
        variants += [({name: choice}, "") for choice in option.choices[1:]]
    variants += [(dict(options), name) for name, options in rules.presets.items()]
    return [TableSetup(players, options, preset) for players in range(fewest, most + 1) for options, preset in variants]


def _expected(game: Game, decks: tuple[str, ...]) -> Counter[str]:
    """Return the number of each piece in the decks that the engine uses, according to the spec."""
    counts: Counter[str] = Counter()
    for deck, design in game.designs():
        if deck.name in decks:
            counts[design.id] += design.count
    return counts


def _differences(deals: list[Deal], wanted: Counter[str]) -> list[Difference]:
    """Return each piece of which the engine has too many or too few, with the set-ups where it does."""
    found: dict[tuple[str, int, int, DifferenceKind], list[TableSetup]] = {}
    for deal in deals:
        for piece in wanted | deal.held:
            if deal.held[piece] != wanted[piece]:
                key = piece, wanted[piece], deal.held[piece], DifferenceKind.SPEC
                found.setdefault(key, []).append(deal.setup)
        for piece, count in deal.spare.items():
            if count > deal.held[piece]:
                found.setdefault((piece, deal.held[piece], count, DifferenceKind.SPARE), []).append(deal.setup)
    return [Difference(*key, tuple(where)) for key, where in found.items()]


def _one_line(error: Exception) -> str:
    """Return the message of an error on one line."""
    text = " ".join(str(error).split())
    return text if text and not isinstance(error, LookupError) else f"{type(error).__name__}: {text}"


def drawings_with_losses(project: Project, game_id: str) -> list[str]:
    """Return the drawings of a game that lose elements in print, each with the elements.

    Drawings that cannot be read are left out; a build reports them.
    """
    sources = Sources(project, game_id)
    found = []
    for name in sorted(sources.art_names()):
        file = sources.read(SourceKind.ART, name)
        drawing = "" if file is None else file.text("replace").lstrip("\ufeff \n\r\t")
        try:
            lost = clean_svg(drawing, Location(f"{name}.svg")).lost if drawing else []
        except RenderError:
            continue
        if lost:
            found.append(f"{name}.svg ({', '.join(lost)})")
    return found


def low_resolution_pieces(project: Project, game: Game) -> list[str]:
    """Return the ids of pieces with a picture of low resolution."""
    folder = project.components / game.id
    return [
        design.id
        for deck in game.decks.values()
        for design in deck.designs
        if any(
            path is not None and (pixels := read_header(path)) and round(_dpi(deck, pixels)) < COARSE
            for path in (resolve_inside(folder, picture, project.root) for picture in design.pictures.values())
        )
    ]


def _dpi(deck: Deck, pixels: PictureHeader) -> float:
    rim = 2 * deck.pictures.bleed if deck.pictures else 0
    return min(pixels.width / (deck.size.width + rim), pixels.height / (deck.size.height + rim)) * MM_PER_INCH
