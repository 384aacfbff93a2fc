"""PDFs of finished cards: a card on each page, or a grid of them; and which page holds the backs."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pnp.errors import PnpError, Problem, os_problem, quoted
from pnp.foreign import LARGEST_FILE, ForeignPdf, PagePart, write_part
from pnp.read import read_whole
from pnp.spec.picture_source import PictureCard, PictureSource
from pnp.units import Size

SLACK: Final = 0.5
"""How far a grid may reach over its page, in mm: papers are rounded."""


class PicturePages(PictureSource):
    """The pages of a PDF."""

    def cards(self, path: Path) -> list[PictureCard]:
        """The cards, page by page and row by row."""
        where = self.project.name(path)
        try:
            pdf = ForeignPdf(read_whole(path, LARGEST_FILE), where)
        except OSError as error:
            self.problems.append(os_problem(error, where, "a file that can be read"))
            return []
        except PnpError as error:
            self.problems += error.problems
            return []
        pdf.close()
        backs = self._pages("backs", self.pictures.backs, pdf.pages)
        rest = [number for number in range(1, len(pdf.pages) + 1) if number not in backs]
        fronts = self._pages("pages", self.pictures.pages, pdf.pages) if self.pictures.pages else rest
        if both := sorted({*fronts} & {*backs}):
            self.wrong("pages other than the backs", f"page {both[0]} in both", key="pages", code="E0513")
        if not fronts:
            self.wrong("a page of fronts", "none", "backs takes all pages", "backs", code="E0513")
        if backs and len(backs) not in (1, len(fronts)):
            found = f"{len(backs)} for {len(fronts)} of fronts"
            self.wrong("one page of backs, or one for each page of fronts", found, key="backs", code="E0513")
        before = len(self.problems)
        parts = {page: self._parts(page, pdf.pages[page - 1], where) for page in dict.fromkeys([*fronts, *backs])}
        if len(self.problems) > before or (backs and len(backs) not in (1, len(fronts))):
            return []
        return self._cut(fronts, backs, parts, where)

    def _cut(self, fronts: list[int], backs: list[int], parts: dict[int, list[str]], where: str) -> list[PictureCard]:
        """The cards on pages of fronts, each with the back that is behind it."""
        columns = self.pictures.grid[0] if self.pictures.grid else 1
        cards = []
        for number, page in enumerate(fronts):
            behind = parts[backs[number if len(backs) > 1 else 0]] if backs else []
            for place, front in enumerate(parts[page]):
                row, column = divmod(place, columns)
                other = columns - 1 - column if self.pictures.mirrored else column
                back = behind[row * columns + other] if behind else None
                cards.append(PictureCard(f"{where}: page {page}, card {place + 1}", "", "1", front, back))
        if self.pictures.cards is not None and self.pictures.cards > len(cards):
            self.wrong(
                f"at most {len(cards)}, as there is room for", str(self.pictures.cards), key="cards", code="E0513"
            )
        return cards[: self.pictures.cards]

    def _pages(self, key: str, written: str | None, pages: list[Size]) -> list[int]:
        """The pages that are meant."""
        numbers: list[int] = []
        for part in (written or "").split(",") if written else []:
            words = {"odd": (1, len(pages), 2), "even": (2, len(pages), 2), "last": (len(pages), len(pages), 1)}
            first, _, last = part.partition("-")
            low, high, step = words.get(part) or (int(first), int(last or first), 1)
            if not 1 <= low <= high <= len(pages) and part not in words:
                self.wrong(f"pages from 1 to {len(pages)}", quoted(part.strip()), key=key, code="E0505")
                return []
            numbers += range(low, high + 1, step)
        return list(dict.fromkeys(numbers))

    def _parts(self, page: int, paper: Size, where: str) -> list[str]:
        """The places of the cards on a page, row by row."""
        source, rim = self.pictures.source, self.pictures.bleed
        if min(paper) <= 0:
            self.problems.append(
                Problem(where, "pages with a width and a height", f"page {page} of {paper}", code="E0506")
            )
            return []
        if self.pictures.grid is None:
            self.check_proportions(paper, str(paper), f"page {page}", where)
            return [f"{source}#{page}"]
        columns, rows = self.pictures.grid
        step = Size(self.size.width + self.pictures.gap, self.size.height + self.pictures.gap)
        room = Size(columns * step.width - self.pictures.gap, rows * step.height - self.pictures.gap)
        left, top = self.pictures.margin or ((paper.width - room.width) / 2, (paper.height - room.height) / 2)
        over = max(rim - left, rim - top, left + room.width + rim - paper.width, top + room.height + rim - paper.height)
        if over > SLACK:
            found = f"{columns} × {rows} cards of {self.size} on page {page} of {paper}"
            found += f", with a bleed of {rim:g} mm" if rim else ""
            hint = "say the size that the cards have in the file; grid is columns, rows; gap and margin are in mm"
            self.wrong("a grid that fits its page", found, hint, "grid", code="E0204")
            return []
        return [
            write_part(
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
