"""Comparison of a file with its game: the pieces, their sizes, places and inputs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final

from pnp import __version__
from pnp.audit.report import Check, Report, first_line
from pnp.errors import PnpError
from pnp.press.drawn import DesignSide
from pnp.press.ticket import Ticket
from pnp.sheet.cells import prints_back
from pnp.sheet.layout import Sides
from pnp.sheet.page import Page
from pnp.spec.deck import Piece, expand_pieces
from pnp.spec.model import Game
from pnp.terms import Lang, Side

CLOSE: Final = 0.05
NEAR: Final = 0.1

Key = tuple[str, int, Side]
"""A side of a piece."""


def expected_faces(game: Game, sides: Sides) -> Counter[Key]:
    """Return what must be on the paper: each side of each piece, counted from the spec alone."""
    wanted: Counter[Key] = Counter()
    for deck, design in game.designs():
        for copy in range(1, design.count * deck.leaves + 1):
            wanted[design.id, copy, Side.FRONT] += 1
            if prints_back(deck, sides):
                wanted[design.id, copy, Side.BACK] += 1
    return wanted


def compare_pieces(report: Report, game: Game, sides: Sides, chosen: set[tuple[str, int]] | None = None) -> None:
    """Check that exactly the pieces of the game, or the `chosen` ones, are present once, and in true size.

    A piece is chosen by its id and copy number.
    """
    wanted = expected_faces(game, sides)
    if chosen is not None:
        report.whole = sum(count for (_, _, side), count in wanted.items() if side is Side.FRONT)
        wanted = Counter({key: count for key, count in wanted.items() if key[:2] in chosen})
    report.wanted = sum(count for (_, _, side), count in wanted.items() if side is Side.FRONT)
    found = Counter((face.piece, face.copy, face.side) for face in report.faces)
    pages = {(face.piece, face.copy, face.side): face.page for face in report.faces}
    for key in found:
        piece, copy, side = key
        if key not in wanted:
            lacks = "game" if chosen is None else "selection"
            report.wrong(Check.COUNT, f"{piece} ({copy}) {side} is on the paper but not in the {lacks}", pages[key])
        elif found[key] > 1:
            report.wrong(Check.COUNT, f"{piece} ({copy}) {side} is on the paper {found[key]} times", pages[key])
    for piece, copy, side in wanted - found:
        report.wrong(Check.COUNT, f"{piece} ({copy}) {side} is missing")
    report.measured[Check.COUNT] = f"{sum(report.pieces().values())} of {report.wanted} pieces"
    _compare_sizes(report, game)
    _count_box(report, game, chosen)


def _count_box(report: Report, game: Game, chosen: set[tuple[str, int]] | None) -> None:
    """Compare with the box list of the rulebook, line by line; each form of a piece with several is a separate line.

    For a selection, each line counts what was chosen, and lines without any are omitted.
    """
    fronts = report.pieces()
    picked = None if chosen is None else Counter(piece for piece, _ in chosen)
    for item in game.contents:
        for name in item.of:
            deck = game.decks[name]
            found = sum(fronts[design.id] for design in item.rows(deck))
            title = item.name[Lang(report.lang)]
            label = title if len(item.of) == 1 else f"{title} ({deck.title[Lang(report.lang)]})"
            if deck.leaves > 1:
                label = f"{label}, {deck.leaves} ×"
            wanted = item.count * deck.leaves
            if picked is not None:
                wanted = sum(picked[design.id] for design in item.rows(deck))
                if not wanted and not found:
                    continue
            report.box.append((label, wanted, found))
            if found != wanted:
                holds = "the box" if picked is None else "the selection"
                report.wrong(Check.COUNT, f"{label}: {found} on the paper, but {holds} has {wanted}")


def expected_pieces(report: Report, game: Game, ticket: Ticket) -> list[Piece]:
    """Return the pieces of the game that a file must hold: all, or the selection of its ticket."""
    pieces, selection = expand_pieces(game), ticket.job.selection
    if selection is None:
        return pieces
    report.selection = str(selection)
    try:
        within = replace(selection, since="").take(game, pieces)
    except PnpError as error:
        report.wrong(Check.COUNT, f"its selection does not match the game: {first_line(error.problems)}")
        return []
    copies = Counter(piece.id for piece in within)
    for design, first, last in selection.pieces:
        if not first <= last <= copies[design]:
            held = f"{first}" if first == last else f"{first} to {last}"
            report.wrong(Check.COUNT, f"its selection has {design} ({held}), but the game has {copies[design]}")
    return selection.take(game, pieces)


def _compare_sizes(report: Report, game: Game) -> None:
    designs = {design.id: (deck, design) for deck, design in game.designs()}
    for face in report.faces:
        if face.piece not in designs:
            continue
        deck, design = designs[face.piece]
        if face.look != design.look(face.copy):
            wrong = f"{face.name} {face.side} has look {face.look}, not {design.look(face.copy)}"
            report.wrong(Check.LOOKS, wrong, face.page)
        size = deck.size.turned if face.rotation % 180 else deck.size
        if face.deck != deck.name:
            report.wrong(Check.COUNT, f"{face.name} is marked as part of {face.deck}, not of {deck.name}", face.page)
        off = max(abs(face.rect.width - size.width), abs(face.rect.height - size.height))
        if off > CLOSE:
            found = f"{face.rect.width:.2f} × {face.rect.height:.2f} mm"
            report.wrong(Check.SIZE, f"{face.name} {face.side} is {found}, not {size}", face.page)


def compare_places(report: Report, pages: list[Page], ticket: Ticket) -> None:
    """Check that every piece is where pnp places it now."""
    if ticket.version != __version__:
        report.notes.append(f"printed by pnp {ticket.version}, compared with a print by {__version__}")
    first = ticket.job.pages_before + 1
    wanted = {
        (placement.piece.id, placement.piece.copy, placement.side): (number, placement.rect, placement.rotation)
        for number, page in enumerate(pages, first)
        for placement in page.placements
    }
    worst = 0.0
    for face in report.faces:
        place = wanted.get((face.piece, face.copy, face.side))
        if place is None:
            continue
        number, rect, rotation = place
        off = max(abs(have - want) for have, want in zip(face.rect, rect, strict=True))
        if number == face.page:
            worst = max(worst, off)
        if number != face.page:
            report.wrong(Check.PLACE, f"{face.name} {face.side} belongs on page {number}", face.page)
        elif off > NEAR:
            report.wrong(Check.PLACE, f"{face.name} {face.side} is {off:.2f} mm from its place", face.page)
        elif rotation != face.rotation:
            wrong = f"{face.name} {face.side} is rotated by {face.rotation}°, not {rotation}°"
            report.wrong(Check.PLACE, wrong, face.page)
    report.measured[Check.PLACE] = f"within {worst:.3f} mm"


def compare_drawings(report: Report, keys: dict[DesignSide, str], ticket: Ticket) -> None:
    """Check that the ticket claims that every side was drawn from its current inputs; `keys` are their hashes.

    A forged ticket may claim so wrongly; then the pages differ.
    """
    printed = {(design, side): key for design, side, key in ticket.drawings}
    for face in report.faces:
        side = (face.drawing, face.side)
        if side in keys and printed.get(side) != keys[side]:
            report.wrong(Check.LOOKS, f"{face.name} {face.side} is not what the game draws now", face.page)
