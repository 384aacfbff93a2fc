"""Compare every page of a file with the reference print of its game.

Pages are compared by their normal forms, which do not change when a file is merely saved again. If the operators
differ, both pages are rendered: a program that rewrites them may not change how they look.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pikepdf
import pypdfium2
from pikepdf import Pdf

from pnp.audit.afresh import ReferencePrint
from pnp.audit.looks import OpenPdf, opened
from pnp.audit.normal import NormalForms
from pnp.audit.reading import UNREADABLE, short_error
from pnp.audit.report import Check, Report
from pnp.audit.shown import DPI, describe_differences, differing_places
from pnp.geometry.units import points
from pnp.worker.progress import Progress

CLOSE_POINTS: Final = points(0.05)
BOXES: Final = ("mediabox", "cropbox", "bleedbox", "trimbox", "artbox")
HARMLESS: Final = frozenset({
    "/Type", "/Parent", "/Resources", "/Contents", "/Group", "/Trans", "/Rotate", "/UserUnit", "/MediaBox", "/CropBox",
    "/BleedBox", "/TrimBox", "/ArtBox", "/Annots", "/AA", "/Tabs",
})  # fmt: skip
"""Entries that a page may have in addition; they are checked separately."""


def compare_pages(path: Path, pdf: Pdf, afresh: ReferencePrint, report: Report, progress: Progress) -> set[int]:
    """Return the numbers of the pages, from 1, that are as they must be; report what is wrong with the others."""
    found, wanted = NormalForms(afresh.dots), afresh.forms
    printed = [wanted.stored(page) for page in afresh.pdf.pages]
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
        _compare_boxes(pdf.pages[number - 1], afresh.pdf.pages[number - 1], number, report)
    same |= _look(
        path,
        afresh,
        _pages_with_other_operators(pdf, afresh, doubtful, found, report, same, progress),
        report,
        progress,
    )
    report.measured[Check.PAGES] = f"{len(same)} of {len(printed)}"
    return same


def _stored(page: pikepdf.Page, forms: NormalForms) -> bytes | None:
    try:
        return forms.stored(page)
    except UNREADABLE:
        return None


def _pages_with_other_operators(
    pdf: Pdf,
    afresh: ReferencePrint,
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
        page, wanted = pdf.pages[number - 1], afresh.pdf.pages[number - 1]
        try:
            if forms.tidied.stored(page) == afresh.forms.tidied.stored(wanted):
                same.add(number)
                continue
            drawn, must = forms.drawn(page), afresh.forms.drawn(wanted)
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


def _look(path: Path, afresh: ReferencePrint, pages: dict[int, str], report: Report, progress: Progress) -> set[int]:
    """Return the pages that look the same and use nothing else; report the others."""
    if not pages:
        return set()
    same = set()
    with opened(path) as document, afresh.opened() as wanted:
        for done, (number, foreign) in enumerate(pages.items(), 1):
            if _compare_rendered(document, wanted, number, afresh, report):
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


def _compare_rendered(document: OpenPdf, wanted: OpenPdf, number: int, afresh: ReferencePrint, report: Report) -> bool:
    """Return whether a page looks as it must; report differences."""
    try:
        places = differing_places(document[number - 1], wanted[number - 1])
    except pypdfium2.PdfiumError as error:
        report.wrong(Check.PAGES, f"a viewer cannot show the page: {short_error(error)}", number)
        return False
    if not places:
        return True
    report.wrong(Check.PAGES, "the page does not look like the game's page", number)
    job = afresh.pressed.job
    sheet = number - job.pages_before - 1
    if sheet < 0:
        report.wrong(Check.LOOKS, "the guide does not look as pnp draws it", number)
        return False
    for text in describe_differences(places, afresh.pressed.pages[sheet], job.layout):
        check = Check.LOOKS if text.endswith("game draws it") else Check.MARKS
        report.wrong(check, text, number)
    return False


def _compare_boxes(page: pikepdf.Page, wanted: pikepdf.Page, number: int, report: Report) -> None:
    """Check that the boxes and entries of a page are those that pnp writes."""
    for name in BOXES:
        try:
            one, other = ([float(edge) for edge in getattr(each, name)] for each in (page, wanted))
            apart = len(one) != 4 or max(abs(edge - must) for edge, must in zip(one, other, strict=True)) > CLOSE_POINTS
        except UNREADABLE:
            apart = True
        if apart:
            report.wrong(
                Check.PAGES, f"its {name.removesuffix('box').title()}Box is not the one that pnp writes", number
            )
    for key in sorted(set(page.obj.keys()) - set(wanted.obj.keys()) - HARMLESS):
        report.wrong(Check.PAGES, f"the page has {short_error(ValueError(key[1:]))}, which pnp does not write", number)
