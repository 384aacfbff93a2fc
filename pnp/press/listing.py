"""The list of placements beside a PDF: JSON, in mm from the upper left corner of each page."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from pnp.press.job import Job, PrintFacts
from pnp.press.reams import number_ranges, paper_stocks
from pnp.sheet.layout import Layout
from pnp.sheet.page import Page, Placement
from pnp.spec.model import Game
from pnp.terms import Cutting

FORMAT: Final = {"format": "pnp-placements", "version": 1}
"""Name and version of the format; the version increases when a key is renamed or changes its meaning."""


def used_papers(job: Job, pages: list[Page]) -> list[tuple[str, str]]:
    """Return the papers to print on, each with its page numbers."""
    return [(ream.weight, number_ranges(ream.pages)) for ream in paper_stocks(pages, job.layout, job.pages_before)]


def placements_json(game: Game, job: Job, pages: list[Page], facts: PrintFacts) -> dict[str, Any]:
    """Return the contents of the JSON file, for a game reduced to what is on the pages."""
    layout = job.layout
    first = job.pages_before + 1
    chosen: dict[str, Any] = {} if job.selection is None else {"whole": facts.whole, "selection": asdict(job.selection)}
    marked: dict[str, Any] = {"mark": job.mark} if job.mark else {}
    marked |= {"max_dpi": job.max_dpi} if job.max_dpi is not None else {}
    return {
        **FORMAT,
        "game": game.id,
        "title": game.title[job.lang],
        "lang": job.lang,
        "ink": job.ink,
        "sides": layout.sides,
        "paper": {"name": layout.paper.name, "width": layout.paper.size.width, "height": layout.paper.size.height},
        "bleed": layout.bleed,
        **({"nest": True} if layout.nest else {}),
        **({"cut": layout.cut} if layout.cut is not Cutting.AUTO else {}),
        **({"back_bleed": layout.back_bleed} if layout.back_bleed is not None else {}),
        "offset": list(layout.offset),
        **({"correction": _correction(layout)} if layout.corrected else {}),
        "units": "mm from the upper left corner of the page; rotation in degrees clockwise",
        "pieces": facts.pieces,
        **chosen,
        **marked,
        "sheets": facts.sheets,
        "faces": facts.faces,
        "papers": [{"paper": paper, "pages": numbers} for paper, numbers in facts.papers],
        "pages": [{"page": number, "sheet": page.sheet, "side": page.side} for number, page in enumerate(pages, first)],
        "placements": [
            _placement(placement, number) for number, page in enumerate(pages, first) for placement in page.placements
        ],
        "least_sheets": facts.least_sheets,
        "coverage": facts.coverage,
        **({"coarse": facts.coarse} if facts.coarse else {}),
        **({"lost": facts.lost} if facts.lost else {}),
        **({"savings": {cut: saving._asdict() for cut, saving in facts.savings.items()}} if facts.savings else {}),
        **({"left_out": facts.left_out} if facts.left_out else {}),
    }


def _correction(layout: Layout) -> dict[str, Any]:
    """Return the correction of back pages, which the listed placements do not include."""
    (width, height), (x, y) = layout.paper.size, layout.offset
    return {
        "turn": layout.turn,
        "scale": layout.scale,
        "about": [round(width / 2 + x, 3), round(height / 2 + y, 3)],
        "applies": "to back pages as a whole, after their placements; turn in degrees clockwise",
    }


def _placement(placement: Placement, page: int) -> dict[str, Any]:
    rect = placement.rect
    return {
        "piece": placement.piece.id,
        "copy": placement.piece.copy,
        "deck": placement.piece.deck.name,
        "page": page,
        "side": placement.side,
        "x": round(rect.x, 3),
        "y": round(rect.y, 3),
        "width": round(rect.width, 3),
        "height": round(rect.height, 3),
        "rotation": placement.rotation,
        **({} if placement.cut_line.plain else {"cut": placement.knife_line.svg()}),
    }
