"""Steps of the making guide, derived from the pages of a print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from pnp.geometry.units import trim
from pnp.press.job import Job
from pnp.press.reams import PaperStock, is_glued, number_ranges, paper_stocks
from pnp.sheet.layout import Sides
from pnp.sheet.marks import folded_backs, is_straight, needs_shelf_cuts, neighbour_contacts, piece_boxes
from pnp.sheet.page import Page
from pnp.spec.kinds import PieceKind
from pnp.spec.model import BoxItem, Deck, Game
from pnp.terms import CutBy, Lang, Shape, Side
from pnp.text.typography import typeset
from pnp.words import Texts

STEPS: Final = Texts("steps")
KINDS: Final = Texts("kinds")
NUMBERS: Final = Texts("numbers")


@dataclass(frozen=True)
class Step:
    """A step: the name of its text and pictogram, and the values for the text."""

    name: str
    blanks: dict[str, str] = field(default_factory=dict)

    def caption(self, lang: Lang) -> str:
        """Return the text of the step."""
        return typeset(STEPS[lang][self.name].format(**self.blanks), lang)


def find_steps(pages: list[Page], game: Game, job: Job) -> list[Step]:
    """Return the steps for making what is on these pages, in order."""
    return list(_StepFinder(pages, game, job).steps())


def paper_sentence(found: list[PaperStock], lang: Lang) -> str:
    """Return which paper the pages are printed on, as a sentence without a full stop."""
    words = STEPS[lang]
    if len(found) == 1:
        return words["all-pages"].format(paper=words[found[0].weight])
    parts = [
        words["some-pages"].format(
            kinds=_listed([KINDS[lang][kind] for kind in ream.kinds], ", "),
            pages=page_range(ream.pages, lang),
            paper=words[ream.weight],
        )
        for ream in found
    ]
    return "; ".join(parts)


def page_range(pages: Iterable[int], lang: Lang) -> str:
    """Return page numbers with their word, such as "page 5" or "pages 3–26"."""
    numbers = list(pages)
    return STEPS[lang]["page" if len(numbers) == 1 else "pages"].format(pages=number_ranges(numbers))


def localized_number(value: float, lang: Lang) -> str:
    """Return a number with the decimal mark of the language."""
    return trim(value).replace(".", NUMBERS[lang]["decimal"])


def _listed(words: Iterable[str], last: str) -> str:
    *first, end = words
    return f"{', '.join(first)}{last}{end}" if first else end


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


class _StepFinder:
    """Finds the steps for the pieces on some pages."""

    def __init__(self, pages: list[Page], game: Game, job: Job) -> None:
        self.pages, self.game, self.lang, self.layout, self.before = pages, game, job.lang, job.layout, job.pages_before
        self.words, self.kinds = STEPS[job.lang], KINDS[job.lang]
        self.fronts = [page for page in pages if page.side is Side.FRONT]
        self.placements = [placement for page in pages for placement in page.placements]
        self.decks = list({placement.piece.deck.name: placement.piece.deck for placement in self.placements}.values())

    def steps(self) -> Iterator[Step]:
        """Yield all steps."""
        yield Step("print")
        yield Step("paper", {"papers": paper_sentence(paper_stocks(self.pages, self.layout, self.before), self.lang)})
        yield from self._sides()
        yield from self._board()
        yield from self._either()
        yield from self._straight()
        yield from self._shapes()
        yield from self._after()

    def _sides(self) -> Iterator[Step]:
        """Yield how fronts and backs are joined, if backs are printed."""
        if self.layout.sides.duplex:
            backs = {page.sheet for page in self.pages if page.side is Side.BACK and page.placements}
            if backs:
                name = "flip-long" if self.layout.sides is Sides.DUPLEX_LONG else "flip-short"
                yield Step(name, {"pages": self._on_pages(backs)})
            return
        folded = {page.sheet for page in self.fronts if folded_backs(page)}
        if folded and self.layout.sides is Sides.FOLD:
            yield Step("fold", {"pages": self._on_pages(folded)})
        elif folded:
            titles = {p.piece.deck.title[self.lang] for page in self.fronts for p in folded_backs(page)}
            yield Step("side-by-side", {"decks": _upper(_listed(sorted(titles), self.words["and"]))})

    def _board(self) -> Iterator[Step]:
        """Yield what is glued onto board: whole sheets, or pieces that share a sheet with others."""
        whole: dict[PieceKind, None] = {}
        some: dict[PieceKind, None] = {}
        for page in self.fronts:
            glued = [placement for placement in page.placements if is_glued(placement, page, self.layout)]
            kinds = dict.fromkeys(placement.piece.deck.kind for placement in glued)
            (whole if len(glued) == len(page.placements) else some).update(kinds)
        for name, kinds in (("board", whole), ("board-rough", some)):
            if kinds:
                yield Step(name, {"kinds": self._kinds(kinds)})

    def _either(self) -> Iterator[Step]:
        """Yield things that are printed in several forms, of which one is enough."""
        names: dict[str, list[str]] = {}
        for item in self.game.box:
            forms = self._forms(item)
            if len(forms) > 1:
                kinds = {deck.kind for deck in forms}
                titles = [self.words[f"a-{deck.kind}"] for deck in forms]
                if len(kinds) < len(forms):
                    titles = [deck.title[self.lang] for deck in forms]
                names.setdefault(_listed(titles, self.words["or"]), []).append(item.name[self.lang])
        for forms_said, things in names.items():
            yield Step("either", {"names": _listed(things, self.words["and"]), "forms": forms_said})

    def _forms(self, item: BoxItem) -> list[Deck]:
        """Return the decks of a line of the box that have pieces on the pages."""
        there = {(placement.piece.deck.name, placement.piece.id) for placement in self.placements}
        decks = [self.game.decks[name] for name in item.of]
        return [deck for deck in decks if any((deck.name, row.id) in there for row in item.rows(deck))]

    def _straight(self) -> Iterator[Step]:
        """Yield the straight cuts, in order."""
        boxes = {page.sheet: boxes for page in self.fronts if (boxes := piece_boxes(page))}
        if not boxes:
            return
        if not self.layout.marks:
            yield Step("bare")
            return
        shelves = {page.sheet for page in self.fronts if page.sheet in boxes and needs_shelf_cuts(page)}
        yield Step("knife")
        if boxes.keys() - shelves:
            yield Step("trimmer")
        if shelves:
            yield Step("shelves", {"sheets": self._on_sheets(shelves, boxes)})
        found = {sheet: neighbour_contacts(there) for sheet, there in boxes.items()}
        shared = {sheet for sheet, (touching, _) in found.items() if touching}
        apart = {sheet for sheet, (_, strip) in found.items() if strip}
        for name, sheets in (("shared", shared), ("apart", apart)):
            if sheets:
                some = self._on_sheets(sheets, boxes) if sheets != shared | apart else ""
                yield Step(name, {"sheets": some})

    def _shapes(self) -> Iterator[Step]:
        """Yield the cuts along other lines."""
        rounds = sorted({deck.size.width for deck in self.decks if deck.shape is Shape.CIRCLE})
        if rounds:
            yield Step(
                "circles", {"size": _listed([localized_number(size, self.lang) for size in rounds], self.words["or"])}
            )
        hexes = [page for page in self.fronts if any(p.piece.deck.shape is Shape.HEX for p in page.placements)]
        if any(page.marks for page in hexes):
            yield Step("hexes")
        free = any(deck.cut is CutBy.OUTLINE for deck in self.decks)
        if free or any(not page.marks for page in hexes):
            yield Step("outline")
        radii = sorted({deck.corner for deck in self.decks if deck.corner})
        if radii:
            said = _listed([localized_number(radius, self.lang) for radius in radii], self.words["or"])
            yield Step("corners" if self.layout.marks else "corners-bare", {"radius": said})

    def _after(self) -> Iterator[Step]:
        """Yield what to do with pieces once they are cut out."""
        pieces: dict[PieceKind, dict[tuple[str, int], Deck]] = {}
        for placement in self.placements:
            piece = placement.piece
            pieces.setdefault(piece.deck.kind, {})[piece.id, piece.copy] = piece.deck
        for kind, decks in pieces.items():
            if step := kind.assembly(list(decks.values())):
                yield Step(step, {"name": _upper(self.words[f"a-{kind}"] if len(decks) == 1 else self.kinds[kind])})
        held = (placement for placement in self.placements if placement.piece.deck.kind.held)
        if self.layout.sides is Sides.FRONTS and any(map(is_straight, held)):
            yield Step("sleeves")

    def _kinds(self, kinds: Iterable[PieceKind]) -> str:
        return _upper(_listed([self.kinds[kind] for kind in kinds], self.words["and"]))

    def _on_pages(self, sheets: set[int]) -> str:
        """Return the pages of some sheets in parentheses; empty for all sheets."""
        if len(sheets) == len(self.fronts):
            return ""
        numbers = [at for at, page in enumerate(self.pages, self.before + 1) if page.sheet in sheets]
        return f" ({page_range(numbers, self.lang)})"

    def _on_sheets(self, sheets: Iterable[int], among: Iterable[int]) -> str:
        """Return the numbers of some sheets in parentheses, as on their labels; empty for all sheets."""
        chosen = set(sheets)
        if chosen == set(among):
            return ""
        return f" ({self.words['sheet' if len(chosen) == 1 else 'sheets'].format(sheets=number_ranges(chosen))})"
