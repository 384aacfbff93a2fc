"""Compare a file with its game: pieces, sizes, positions and looks, page by page.

Pages are compared by their normal forms, which do not change when a file is merely saved again. If the operators
differ, both pages are rendered: a program that rewrites them may not change how they look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from math import sqrt
from pathlib import Path
from typing import Final

import numpy as np
import pikepdf
import pypdfium2
from pikepdf import Pdf

from pnp import __version__
from pnp.audit.looks import OpenPdf, Pixels, opened
from pnp.audit.normal import NormalForms
from pnp.audit.reading import UNREADABLE, short_error
from pnp.audit.reference_print import ReferencePrint
from pnp.audit.report import Check, Report, first_line
from pnp.errors import PnpError
from pnp.geometry.matrix import CUT_TOLERANCE, Rect
from pnp.geometry.units import POINTS_PER_MM, points
from pnp.press.drawn import DesignSide
from pnp.press.ticket import Ticket
from pnp.sheet.cells import prints_back
from pnp.sheet.impose import back_correction
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.page import Page
from pnp.spec.deck import Piece, expand_pieces, restrict_game
from pnp.spec.model import Game
from pnp.terms import Lang, Side
from pnp.worker.progress import Progress

NEAR: Final = 0.1
"""Largest distance of a piece from its place, in mm."""

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
    wanted, held = expected_faces(game, sides), game
    if chosen is not None:
        report.whole = _piece_count(game, report)
        wanted = Counter({key: count for key, count in wanted.items() if key[:2] in chosen})
        held = restrict_game(game, (piece for piece in expand_pieces(game) if (piece.id, piece.copy) in chosen))
    report.wanted = _piece_count(held, report)
    report.leaves = {design.id: deck.leaves for deck, design in held.designs() if deck.leaves > 1}
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
    pads = "; the leaves of a pad are one piece" if report.leaves else ""
    report.measured[Check.COUNT] = f"{report.found} of {report.wanted} pieces{pads}"
    _compare_sizes(report, game)
    _count_box(report, game, None if chosen is None else {design.id: design.count for _, design in held.designs()})


def _piece_count(game: Game, report: Report) -> int:
    """Return the number of pieces of a game, without its memo cards."""
    memos = game.decks.get(report.memo_deck)
    return game.count - (0 if memos is None else memos.count)


def _count_box(report: Report, game: Game, picked: Mapping[str, int] | None) -> None:
    """Compare with the box list of the rulebook, line by line; each form of a piece with several is a separate line.

    For a selection, each line counts what was `picked` of each design, and lines without any are omitted.
    """
    fronts = report.pieces()
    for item in game.contents:
        for name in item.of:
            deck = game.decks[name]
            found = sum(fronts[design.id] // report.leaves.get(design.id, 1) for design in item.rows(deck))
            title = item.name[Lang(report.lang)]
            label = title if len(item.of) == 1 else f"{title} ({deck.title[Lang(report.lang)]})"
            wanted = item.count
            if picked is not None:
                wanted = sum(picked.get(design.id, 0) for design in item.rows(deck))
                if not wanted and not found:
                    continue
            report.box.append((label, wanted, found))
            if found != wanted and not report.draft:  # a draft is printed even if it does not match the box
                holds = "the box" if picked is None else "the selection"
                report.wrong(Check.COUNT, f"{label}: {found} on the paper, but {holds} has {wanted}")


def expected_pieces(report: Report, game: Game, ticket: Ticket) -> list[Piece]:
    """Return the pieces of the game that a file must hold: all, or the selection of its ticket."""
    pieces, selection = expand_pieces(game), ticket.job.selection
    if selection is None:
        return pieces
    report.selection = str(selection)
    try:
        within = replace(selection, since="").apply(game, pieces)
    except PnpError as error:
        report.wrong(Check.COUNT, f"its selection does not match the game: {first_line(error.problems)}")
        return []
    copies = Counter(piece.id for piece in within)
    for design, first, last in selection.pieces:
        if not first <= last <= copies[design]:
            held = f"{first}" if first == last else f"{first} to {last}"
            report.wrong(Check.COUNT, f"its selection has {design} ({held}), but the game has {copies[design]}")
    return selection.apply(game, pieces)


def _compare_sizes(report: Report, game: Game) -> None:
    designs = {design.id: (deck, design) for deck, design in game.designs()}
    for face in report.faces:
        if face.piece not in designs:
            continue
        deck, design = designs[face.piece]
        if face.look != design.look(face.copy):
            wrong = f"{face.name} {face.side} has look {face.look}, not {design.look(face.copy)}"
            report.wrong(Check.LOOKS, wrong, face.page)
        upright = deck.of_look(face.look).size
        size = upright.turned if face.rotation % 180 else upright
        if face.deck != deck.name:
            report.wrong(Check.COUNT, f"{face.name} is marked as part of {face.deck}, not of {deck.name}", face.page)
        off = max(abs(face.rect.width - size.width), abs(face.rect.height - size.height))
        if off > CUT_TOLERANCE:
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


DPI: Final = 200
"""Resolution, in dpi; lines of 0.01 mm are visible."""
MOST_DOTS: Final = 40_000_000
"""Most pixels of a page; pages of a square metre or more are rendered at a lower resolution."""
SEEN: Final = 12
"""Largest difference per colour channel that counts as rounding, of 255."""
CELL: Final = 2.0
"""Differences within a square of this size, in mm, are reported as one."""


def differing_places(one: pypdfium2.PdfPage, other: pypdfium2.PdfPage) -> list[tuple[float, float]]:
    """Return where two pages differ: places in mm from the upper left corner, a few millimetres apart."""
    area = one.get_width() * one.get_height()
    scale = min(DPI / 72, sqrt(MOST_DOTS / max(area, 1)))
    first, second = (_pixels(page, scale) for page in (one, other))
    if first.shape != second.shape:
        return [(0.0, 0.0)]
    if np.array_equal(first, second):
        return []
    low, high = np.minimum(first, second), np.maximum(first, second)
    rows, columns = np.nonzero((high - low).max(axis=2) > SEEN)
    mm = 1 / (scale * POINTS_PER_MM)
    across, down = columns * mm, rows * mm
    squares = (down // CELL).astype(int) * 100_000 + (across // CELL).astype(int)
    _, firsts = np.unique(squares, return_index=True)
    return [(float(across[at]), float(down[at])) for at in firsts]


def _pixels(page: pypdfium2.PdfPage, scale: float) -> Pixels:
    return np.asarray(page.render(scale=scale).to_pil().convert("RGB"))


def describe_differences(places: list[tuple[float, float]], page: Page, layout: Layout) -> list[str]:
    """Return what is at these places of a sheet, in plain words, each thing once."""
    undone = back_correction(layout).inverse if page.side is Side.BACK and layout.corrected else None
    found: dict[str, None] = {}
    beside: list[tuple[float, float]] = []
    for place in places:
        x, y = place if undone is None else undone.point(*place)
        thing = _thing(page, x, y)
        if thing is None:
            beside.append((x, y))
        else:
            found[thing] = None
    if beside:
        x, y = beside[0]
        at = f"{x:.0f} mm from the left, {y:.0f} mm from the top"
        more = f", and {len(beside) - 1} more places" if len(beside) > 1 else ""
        found[f"marks, folds or bleed do not look as pnp draws them ({at}{more})"] = None
    return list(found)


def _thing(page: Page, x: float, y: float) -> str | None:
    """Return what is at a place and looks wrong; None for a place outside all pieces and slots."""
    for slot, name in ((page.label, "the label"), (page.ruler, "the check ruler")):
        if slot is not None and _holds(slot.rect, x, y):
            return f"{name} does not look as pnp draws it"
    for placement in page.placements:
        if _holds(placement.rect, x, y):
            piece = placement.piece
            return f"{piece.id} ({piece.copy}) {placement.side} does not look as the game draws it"
    return None


def _holds(rect: Rect, x: float, y: float) -> bool:
    return rect.x <= x <= rect.right and rect.y <= y <= rect.bottom


BOXES: Final = ("mediabox", "cropbox", "bleedbox", "trimbox", "artbox")
HARMLESS: Final = frozenset({
    "/Type", "/Parent", "/Resources", "/Contents", "/Group", "/Trans", "/Rotate", "/UserUnit", "/MediaBox", "/CropBox",
    "/BleedBox", "/TrimBox", "/ArtBox", "/Annots", "/AA", "/Tabs",
})  # fmt: skip
"""Entries that a page may have in addition; they are checked separately."""


def compare_pages(path: Path, pdf: Pdf, reference: ReferencePrint, report: Report, progress: Progress) -> set[int]:
    """Return the numbers of the pages, from 1, that are as they must be; report what is wrong with the others."""
    found, wanted = NormalForms(reference.pixel_hash), reference.forms
    printed = [wanted.hash_stored_page(page) for page in reference.pdf.pages]
    there = []
    for page in pdf.pages:
        there.append(_stored(page, found))
        progress(len(there), len(pdf.pages))
    if len(there) != len(printed):
        report.wrong(Check.PAGES, f"the file has {len(there)} pages, but the game needs {len(printed)}")
    same, moved, doubtful = set(), False, []
    for number, stored in enumerate(there, 1):
        if number <= len(printed) and stored == printed[number - 1]:
            same.add(number)
        elif stored in printed:
            moved = True
        elif number <= len(printed):
            doubtful.append(number)
        else:
            report.wrong(Check.PAGES, "the game has no such page", number)
    missing = [number for number, stored in enumerate(printed, 1) if stored not in there and number not in doubtful]
    if missing:
        report.wrong(Check.PAGES, f"pages {', '.join(map(str, missing))} of the game are missing")
    elif moved:
        report.wrong(Check.PAGES, "the pages are not in the game's order")
    for number in range(1, min(len(there), len(printed)) + 1):
        _compare_boxes(pdf.pages[number - 1], reference.pdf.pages[number - 1], number, report)
    same |= _look(
        path,
        reference,
        _pages_with_other_operators(pdf, reference, doubtful, found, report, same, progress),
        report,
        progress,
    )
    report.measured[Check.PAGES] = f"{len(same)} of {len(printed)}"
    return same


def _stored(page: pikepdf.Page, forms: NormalForms) -> bytes | None:
    try:
        return forms.hash_stored_page(page)
    except UNREADABLE:
        return None


def _pages_with_other_operators(
    pdf: Pdf,
    reference: ReferencePrint,
    doubtful: list[int],
    forms: NormalForms,
    report: Report,
    same: set[int],
    progress: Progress,
) -> dict[int, str]:
    """Return the pages whose operators differ, with the fonts and operators that only they use.

    Pages that are merely stored differently are added to `same`.
    """
    left = {}
    for done, number in enumerate(doubtful):
        progress(done, len(doubtful))
        page, wanted = pdf.pages[number - 1], reference.pdf.pages[number - 1]
        try:
            if forms.tidied.hash_stored_page(page) == reference.forms.tidied.hash_stored_page(wanted):
                same.add(number)
                continue
            drawn, must = forms.hash_operators(page), reference.forms.hash_operators(wanted)
            if drawn.hash == must.hash:
                same.add(number)
                continue
            foreign = drawn.means - must.means
        except UNREADABLE as error:
            report.wrong(Check.PAGES, f"the page cannot be read: {short_error(error)}", number)
            continue
        names = sorted(each for each in foreign if isinstance(each, str))
        left[number] = ", ".join(names[:5]) or ("a font, a picture or a setting" if foreign else "")
    return left


def _look(path: Path, reference: ReferencePrint, pages: dict[int, str], report: Report, progress: Progress) -> set[int]:
    """Return the pages that look the same and use nothing else; report the others."""
    if not pages:
        return set()
    same = set()
    with opened(path) as document, reference.opened() as wanted:
        for done, (number, foreign) in enumerate(pages.items(), 1):
            if _compare_rendered(document, wanted, number, reference, report):
                if foreign:  # a printer may show what a viewer does not
                    wrong = f"the page uses something that the game's page does not: {foreign}"
                    report.wrong(Check.PAGES, wrong, number)
                else:
                    same.add(number)
            progress(done, len(pages))
    if same:
        listed = f"{len(same)} pages were" if len(same) > 1 else "a page was"
        report.notes.append(f"{listed} rewritten by another program, and compared at {DPI} dpi")
    return same


def _compare_rendered(
    document: OpenPdf, wanted: OpenPdf, number: int, reference: ReferencePrint, report: Report
) -> bool:
    """Return whether a page looks as it must; report differences."""
    try:
        places = differing_places(document[number - 1], wanted[number - 1])
    except pypdfium2.PdfiumError as error:
        report.wrong(Check.PAGES, f"a viewer cannot show the page: {short_error(error)}", number)
        return False
    if not places:
        return True
    report.wrong(Check.PAGES, "the page does not look like the game's page", number)
    job = reference.result.job
    sheet = number - job.pages_before - 1
    if sheet < 0:
        report.wrong(Check.LOOKS, "the guide does not look as pnp draws it", number)
        return False
    for text in describe_differences(places, reference.result.pages[sheet], job.layout):
        check = Check.LOOKS if text.endswith("game draws it") else Check.MARKS
        report.wrong(check, text, number)
    return False


def _compare_boxes(page: pikepdf.Page, wanted: pikepdf.Page, number: int, report: Report) -> None:
    """Check that the boxes and entries of a page are those that pnp writes."""
    tolerance = points(CUT_TOLERANCE)
    for name in BOXES:
        try:
            one, other = ([float(edge) for edge in getattr(each, name)] for each in (page, wanted))
            apart = len(one) != 4 or max(abs(edge - must) for edge, must in zip(one, other, strict=True)) > tolerance
        except UNREADABLE:
            apart = True
        if apart:
            report.wrong(
                Check.PAGES, f"its {name.removesuffix('box').title()}Box is not the one that pnp writes", number
            )
    for key in sorted(set(page.obj.keys()) - set(wanted.obj.keys()) - HARMLESS):
        report.wrong(Check.PAGES, f"the page has {short_error(ValueError(key[1:]))}, which pnp does not write", number)
