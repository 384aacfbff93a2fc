"""Read a deck from a PDF of finished cards, with one card or a grid of cards per page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pnp.errors import Location, PnpError, Problem, os_problem, quote_value
from pnp.geometry.units import Size
from pnp.pictures.pdf_pages import LARGEST_FILE, PagePart, format_page_reference, measure_pages
from pnp.spec.picture_source import PictureCard, PictureSource
from pnp.store.files import read_file

PAGE_TOLERANCE: Final = 0.5
"""How far a grid may extend beyond its page, in mm, because paper sizes are rounded."""


class PicturePdf(PictureSource):
    """The pages of a PDF."""

    def cards(self, path: Path) -> list[PictureCard]:
        """Return the cards, page by page and row by row; problems are added to `problems`."""
        where = self.project.location(path)
        try:
            pages = measure_pages(read_file(path, LARGEST_FILE), where)
        except OSError as error:
            self.problems.append(os_problem(error, where, "cannot be read"))
            return []
        except PnpError as error:
            self.problems += error.problems
            return []
        backs = self._pages("backs", self.pictures.backs, pages)
        rest = [number for number in range(1, len(pages) + 1) if number not in backs]
        fronts = self._pages("pages", self.pictures.pages, pages) if self.pictures.pages else rest
        if both := sorted({*fronts} & {*backs}):
            self.wrong("conflicts with backs", key="pages", found=f"page {both[0]} is in both", code="E0513")
        if not fronts:
            self.wrong("takes all pages", "leave some for the fronts", "backs", code="E0513")
        if backs and len(backs) not in (1, len(fronts)):
            message, found = "must be one page, or one for each page of fronts", f"{len(backs)} for {len(fronts)}"
            self.wrong(message, key="backs", found=found, code="E0513")
        before = len(self.problems)
        parts = {page: self._parts(page, pages[page - 1], where) for page in dict.fromkeys([*fronts, *backs])}
        if len(self.problems) > before or (backs and len(backs) not in (1, len(fronts))):
            return []
        return self._cut(fronts, backs, parts, where)

    def _cut(
        self, fronts: list[int], backs: list[int], parts: dict[int, list[str]], where: Location
    ) -> list[PictureCard]:
        """Return the cards on the pages of fronts, each with its back."""
        columns = self.pictures.grid[0] if self.pictures.grid else 1
        cards = []
        for number, page in enumerate(fronts):
            behind = parts[backs[number if len(backs) > 1 else 0]] if backs else []
            for place, front in enumerate(parts[page]):
                row, column = divmod(place, columns)
                other = columns - 1 - column if self.pictures.mirrored else column
                back = behind[row * columns + other] if behind else None
                cards.append(PictureCard(where.at(page=page, detail=f"card {place + 1}"), "", "1", front, back))
        if self.pictures.cards is not None and self.pictures.cards > len(cards):
            message, hint = f"must be at most {len(cards)}", f"the pages have room for {len(cards)}"
            self.wrong(message, hint, "cards", found=str(self.pictures.cards), code="E0513")
        return cards[: self.pictures.cards]

    def _pages(self, key: str, written: str | None, pages: list[Size]) -> list[int]:
        """Return the page numbers that a key lists; an empty list, with a problem, if the PDF lacks one of them."""
        numbers: list[int] = []
        for part in (written or "").split(",") if written else []:
            words = {"odd": (1, len(pages), 2), "even": (2, len(pages), 2), "last": (len(pages), len(pages), 1)}
            first, _, last = part.partition("-")
            low, high, step = words.get(part) or (int(first), int(last or first), 1)
            if not 1 <= low <= high <= len(pages) and part not in words:
                message = f"must be pages from 1 to {len(pages)}"
                self.wrong(message, key=key, found=quote_value(part.strip()), code="E0505")
                return []
            numbers += range(low, high + 1, step)
        return list(dict.fromkeys(numbers))

    def _parts(self, page: int, paper: Size, where: Location) -> list[str]:
        """Return the references to the cards on a page, row by row."""
        source, rim = self.pictures.source, self.pictures.bleed
        if min(paper) <= 0:
            message = "must have a width and a height"
            self.problems.append(Problem(where.at(page=page), message, found=str(paper), code="E0506"))
            return []
        if self.pictures.grid is None:
            self.check_proportions(paper, str(paper), where.at(page=page))
            return [f"{source}#{page}"]
        columns, rows = self.pictures.grid
        step = Size(self.size.width + self.pictures.gap, self.size.height + self.pictures.gap)
        room = Size(columns * step.width - self.pictures.gap, rows * step.height - self.pictures.gap)
        left, top = self.pictures.margin or ((paper.width - room.width) / 2, (paper.height - room.height) / 2)
        over = max(rim - left, rim - top, left + room.width + rim - paper.width, top + room.height + rim - paper.height)
        if over > PAGE_TOLERANCE:
            found = f"{columns} × {rows} cards of {self.size} on {paper}"
            found += f", with a bleed of {rim:g} mm" if rim else ""
            hint = "set size to that of the cards in the file; grid is [columns, rows]; gap and margin are in mm"
            self.wrong(f"does not fit page {page}", hint, "grid", found=found, code="E0204")
            return []
        return [
            format_page_reference(
                source,
                PagePart(
                    page,
                    max(0.0, left + column * step.width - rim),
                    max(0.0, top + row * step.height - rim),
                    *self.wanted,
                ),
            )
            for row in range(rows)
            for column in range(columns)
        ]
