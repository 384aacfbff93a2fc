"""Texts of the making guide: paper stock, sleeves, steps and credits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from typing import Final

from pnp.geometry.units import Size, trim
from pnp.press.job import Job
from pnp.sheet.cells import prints_back
from pnp.sheet.folding import GREYBOARD, fold_plan
from pnp.sheet.layout import PAPERS, Layout, Paper, Sides
from pnp.sheet.marks import folded_backs, is_straight, needs_shelf_cuts, neighbour_contacts, piece_boxes
from pnp.sheet.page import Page, Placement
from pnp.sheet.stops import StripStops, TrimStops, sheets_by_stops
from pnp.spec.kinds import PieceKind
from pnp.spec.model import BoxItem, Credits, Deck, Game
from pnp.terms import CutBy, Join, Lang, Shape, Side, Stock
from pnp.text.typography import typeset
from pnp.words import Texts, list_words, with_decimal


class PaperWeight(StrEnum):
    """Weight of a paper."""

    HEAVY = "heavy"
    """Card of 250 to 300 g."""
    LIGHT = "light"
    """Paper of 100 to 120 g, for sheets that are folded around a core or glued onto board."""
    PLAIN = "plain"
    """Plain paper, to write on."""


@dataclass(frozen=True)
class PaperStock:
    """The pages to print on one paper, numbered from 1 as in the PDF."""

    weight: PaperWeight
    pages: tuple[int, ...]
    kinds: tuple[PieceKind, ...]
    """The kinds of pieces on these pages."""


def paper_stocks(pages: list[Page], layout: Layout, before: int) -> list[PaperStock]:
    """Return the pages by paper, in the order of their first pages, with blank backs; `before` pages come first."""
    weights = {page.sheet: paper_weight(page, layout) for page in pages if page.side is Side.FRONT}
    found: dict[PaperWeight, list[int]] = {}
    kinds: dict[PaperWeight, dict[PieceKind, None]] = {}
    for number, page in enumerate(pages, before + 1):
        weight = weights[page.sheet]
        found.setdefault(weight, []).append(number)
        kinds.setdefault(weight, {}).update(dict.fromkeys(placement.piece.deck.kind for placement in page.placements))
    return [PaperStock(weight, tuple(numbers), tuple(kinds[weight])) for weight, numbers in found.items()]


def used_papers(job: Job, pages: list[Page]) -> list[tuple[str, str]]:
    """Return the papers to print on, each with its page numbers."""
    return [(stock.weight, number_ranges(stock.pages)) for stock in paper_stocks(pages, job.layout, job.pages_before)]


def paper_weight(front: Page, layout: Layout) -> PaperWeight:
    """Return the paper of a sheet, which depends on its pieces and how they are finished."""
    if front.stock is Stock.PAPER:
        return PaperWeight.PLAIN
    if layout.sides is Sides.FOLD and folded_backs(front):
        return PaperWeight.LIGHT
    glued = [is_glued(placement, front, layout) for placement in front.placements]
    return PaperWeight.LIGHT if glued and all(glued) else PaperWeight.HEAVY


def is_glued(placement: Placement, front: Page, layout: Layout) -> bool:
    """Return whether a piece is glued onto board: thick pieces printed on one side, since board would hide a back."""
    deck = placement.piece.deck
    if deck.folds is not None:
        return deck.on_greyboard
    thick = front.stock is Stock.BOARD or (deck.kind.mounted and front.stock is Stock.CARD)
    backs = {(p.piece.id, p.piece.copy) for p in front.placements if p.side is Side.BACK}
    return thick and not layout.sides.duplex and (placement.piece.id, placement.piece.copy) not in backs


def _is_flat(deck: Deck) -> bool:
    """Return whether its pieces can be glued onto board before they are cut out, unlike boards in parts."""
    return deck.folds is None and deck.part is None


def number_ranges(numbers: Iterable[int]) -> str:
    """Return numbers as people write them.

    >>> number_ranges([3, 4, 5, 9])
    '3–5, 9'
    """
    runs = groupby(enumerate(sorted(set(numbers))), key=lambda each: each[1] - each[0])
    parts = [[number for _, number in run] for _, run in runs]
    return ", ".join(f"{part[0]}" if len(part) == 1 else f"{part[0]}–{part[-1]}" for part in parts)


SLEEVES: Final = [
    Size(*size)
    for size in (
        (41, 63), (43, 65), (45, 68), (56, 87), (57.5, 89), (59, 86), (59, 92), (63.5, 88), (65, 100), (70, 70),
        (70, 110), (70, 120), (80, 80), (80, 120),
    )
]  # fmt: skip
"""Card sizes that sleeves are sold for, upright, in mm."""
MAX_OVERSIZE: Final = 0.5
"""How much larger than the nominal size a card may be, in mm."""
MAX_PLAY: Final = 2.0
"""How much smaller than the nominal size a card may be before it is loose, in mm."""


def sleeve_for(card: Size) -> Size | None:
    """Return the sleeve size that fits a card; None if no common size does.

    >>> sleeve_for(Size(63, 88))
    Size(width=63.5, height=88)
    """
    width, height = sorted(card)
    fitting = [
        sleeve
        for sleeve in SLEEVES
        if -MAX_OVERSIZE <= sleeve.width - width <= MAX_PLAY and -MAX_OVERSIZE <= sleeve.height - height <= MAX_PLAY
    ]
    return min(fitting, key=lambda sleeve: abs(sleeve.width - width) + abs(sleeve.height - height), default=None)


def sleeves_for(placements: Iterable[Placement]) -> dict[Size, int]:
    """Return the number of sleeves of each size that the cards on some pages need, as far as sleeves fit."""
    cards = {
        (placement.piece.id, placement.piece.copy): placement.piece.deck
        for placement in placements
        if placement.side is Side.FRONT and placement.piece.deck.kind.held
    }
    straight = [deck for deck in cards.values() if deck.shape is Shape.RECT and deck.cut is CutBy.SHAPE]
    counted = Counter(sleeve for deck in straight if (sleeve := sleeve_for(deck.size)) is not None)
    return dict(counted)


STEPS: Final = Texts("steps")
KINDS: Final = Texts("kinds")


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
            kinds=list_words([KINDS[lang][kind] for kind in stock.kinds], ", "),
            pages=page_range(stock.pages, lang),
            paper=words[stock.weight],
        )
        for stock in found
    ]
    return "; ".join(parts)


def page_range(pages: Iterable[int], lang: Lang) -> str:
    """Return page numbers with their word, such as "page 5" or "pages 3–26"."""
    numbers = list(pages)
    return STEPS[lang]["page" if len(numbers) == 1 else "pages"].format(pages=number_ranges(numbers))


def localized_number(value: float, lang: Lang) -> str:
    """Return a number with the decimal mark of the language."""
    return with_decimal(trim(value), lang)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


class _StepFinder:
    """Finds the steps for the pieces on some pages."""

    def __init__(self, pages: list[Page], game: Game, job: Job) -> None:
        self.pages, self.game, self.lang, self.layout, self.before = pages, game, job.lang, job.layout, job.pages_before
        self.words, self.kinds = STEPS[job.lang], KINDS[job.lang]
        self.fronts = [page for page in pages if page.side is Side.FRONT]
        self.placements = [placement for page in pages for placement in page.placements]
        self.stops = sheets_by_stops(pages)
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
            yield Step("side-by-side", {"decks": _upper(list_words(sorted(titles), self.words["and"]))})

    def _board(self) -> Iterator[Step]:
        """Yield what is glued onto board: whole sheets, or pieces that share a sheet with others."""
        whole: dict[PieceKind, None] = {}
        some: dict[PieceKind, None] = {}
        for page in self.fronts:
            flat = [placement for placement in page.placements if _is_flat(placement.piece.deck)]
            glued = [placement for placement in flat if is_glued(placement, page, self.layout)]
            kinds = dict.fromkeys(placement.piece.deck.kind for placement in glued)
            (whole if len(glued) == len(flat) else some).update(kinds)
        for name, kinds in (("board", whole), ("board-rough", some)):
            if kinds:
                yield Step(name, {"kinds": self._kinds(kinds)})

    def _either(self) -> Iterator[Step]:
        """Yield things that are printed in several forms, of which one is enough."""
        names: dict[tuple[str, ...], list[str]] = {}
        decks: dict[tuple[str, ...], list[list[Deck]]] = {}
        for item in self.game.box:
            forms = self._forms(item)
            if len(forms) > 1:
                kinds = {deck.kind for deck in forms}
                titles = [self.words[f"a-{deck.kind}"] for deck in forms]
                if len(kinds) < len(forms):
                    titles = [deck.title[self.lang] for deck in forms]
                names.setdefault(tuple(titles), []).append(item.name[self.lang])
                decks.setdefault(tuple(titles), []).append(forms)
        for forms_of, things in names.items():
            by_form = zip(forms_of, zip(*decks[forms_of], strict=True), strict=True)
            optional = "".join(self._optional(form, alike) for form, alike in by_form)
            listed = list_words(forms_of, self.words["or"])
            yield Step(
                "either", {"names": list_words(things, self.words["and"]), "forms": listed, "optional": optional}
            )

    def _optional(self, form: str, decks: Iterable[Deck]) -> str:
        """Return a sentence about the pages that hold only one of several forms; empty if there are none."""
        alike = {deck.name for deck in decks}
        used: dict[int, set[str]] = {}
        for page in self.pages:
            used.setdefault(page.sheet, set()).update(placement.piece.deck.name for placement in page.placements)
        numbers = [at for at, page in enumerate(self.pages, self.before + 1) if used[page.sheet] <= alike]
        if not numbers:
            return ""
        return " " + self.words["optional"].format(form=_upper(form), pages=page_range(numbers, self.lang))

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
            how = "trimmer-stops" if self.stops else "trimmer-strips"
            yield Step("trimmer", {"how": self.words[how]})
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
                "circles",
                {"size": list_words([localized_number(size, self.lang) for size in rounds], self.words["or"])},
            )
        hexes = [page for page in self.fronts if any(p.piece.deck.shape is Shape.HEX for p in page.placements)]
        if any(page.marks for page in hexes):
            yield Step("hexes")
        free = any(deck.cut is CutBy.OUTLINE for deck in self.decks)
        if free or any(not page.marks for page in hexes):
            yield Step("outline")
        radii = sorted({deck.corner for deck in self.decks if deck.corner})
        if radii:
            radius = list_words([localized_number(each, self.lang) for each in radii], self.words["or"])
            yield Step("corners" if self.layout.marks else "corners-bare", {"radius": radius})

    def _after(self) -> Iterator[Step]:
        """Yield what to do with pieces once they are cut out."""
        pieces: dict[PieceKind, dict[tuple[str, int], Deck]] = {}
        for placement in self.placements:
            piece = placement.piece
            pieces.setdefault(piece.deck.kind, {})[piece.id, piece.copy] = piece.deck
        for kind, decks in pieces.items():
            if step := kind.assembly(list(decks.values())):
                yield Step(step, {"name": _upper(self.words[f"a-{kind}"] if len(decks) == 1 else self.kinds[kind])})
        yield from self._joining()
        yield from self._folding()
        held = (placement for placement in self.placements if placement.piece.deck.kind.held)
        if self.layout.sides is Sides.FRONTS and any(map(is_straight, held)):
            yield Step("sleeves")

    def _joining(self) -> Iterator[Step]:
        """Yield how the parts of each board are joined."""
        for deck in self.game.decks.values():
            if len(deck.parts) < 2 or deck.name not in {each.name for each in self.decks}:
                continue
            two_sided = prints_back(deck, self.layout.sides)
            how = "join-strips" if deck.join is Join.OVERLAP else "join-taped" if two_sided else "join"
            yield Step(how, {"name": _upper(deck.title[self.lang])})

    def _folding(self) -> Iterator[Step]:
        """Yield how each board folds, with the panels of greyboard below it."""
        for deck in self.decks:
            if deck.folds is None:
                continue
            name, plan = _upper(deck.title[self.lang]), fold_plan(deck)
            if not plan.panels:
                yield Step("crease", {"name": name})
                continue
            gaps = list_words([localized_number(gap, self.lang) for gap in plan.gaps], self.words["and"])
            size = " × ".join(localized_number(round(side, 1), self.lang) for side in plan.panels[0][2:])
            ways = "both" if plan.slit else "across" if plan.columns else "down"
            way = "gap" if len(plan.gaps) == 1 else f"gaps-{ways}"
            about = {"count": str(len(plan.panels)), "size": size, "gaps": self.words[way].format(gaps=gaps)}
            yield Step("slit" if plan.slit else "panels", {"name": name, "thickness": trim(GREYBOARD), **about})
            if deck.wrap is not None:
                yield Step("wrap", {"name": name, "wrap": localized_number(deck.wrap, self.lang)})

    def _kinds(self, kinds: Iterable[PieceKind]) -> str:
        return _upper(list_words([self.kinds[kind] for kind in kinds], self.words["and"]))

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


GUIDE: Final = Texts("guide")


@dataclass(frozen=True)
class Tool:
    """A tool or material: the name of its pictogram, and its text."""

    name: str
    text: str


TOOLS: Final = {
    "knife": ("knife",), "bare": ("knife",), "trimmer": ("trimmer",), "hexes": ("knife",),
    "outline": ("scissors",), "circles": ("scissors", "punch"),
    "corners": ("rounder",), "corners-bare": ("rounder",),
    "fold": ("core", "glue"), "side-by-side": ("glue",), "board": ("board", "glue"), "board-rough": ("board", "glue"),
    "panels": ("board", "glue"), "slit": ("board", "glue"), "standee": ("glue",), "standee-plain": ("glue",),
    "die-net": ("glue",),
}  # fmt: skip
"""Tools that steps need, by the name of the step."""
TOOL_ORDER: Final = ("knife", "trimmer", "scissors", "punch", "rounder", "core", "board", "glue")


def find_tools(steps: Sequence[Step], pages: list[Page], game: Game, job: Job) -> list[Tool]:
    """Return what a print needs: paper, tools and materials for its steps, and sleeves if some fit the game's cards."""
    words, lang = GUIDE[job.lang], job.lang
    tools: list[tuple[str, str, dict[str, object]]] = []
    for stock in paper_stocks(pages, job.layout, 0):
        sheets = {pages[number - 1].sheet for number in stock.pages}
        blanks = {"count": len(sheets), "paper": _paper_name(job.layout.paper), "weight": STEPS[lang][stock.weight]}
        tools.append(("paper", "tool-paper-1" if len(sheets) == 1 else "tool-paper", blanks))
    needed = {name: step.blanks for step in steps for name in TOOLS.get(step.name, ())}
    tools += [(name, f"tool-{name}", {**needed[name]}) for name in TOOL_ORDER if name in needed]
    boxed = {name for item in game.contents for name in item.of}
    cards = [place for page in pages for place in page.placements if place.piece.deck.name in boxed]
    for size, count in sleeves_for(cards).items():
        sides = " × ".join(localized_number(side, lang) for side in size)
        tools.append(("sleeves", "tool-sleeves", {"count": count, "size": sides}))
    return [Tool(name, typeset(words[key].format(**blanks), lang)) for name, key, blanks in tools]


def stop_lines(pages: list[Page], lang: Lang) -> list[str]:
    """Return a line with the stops of a trimmer for each kind of sheet; none for pages without straight cuts."""
    return [typeset(_stop_line(stops, sheets, lang), lang) for stops, sheets in sheets_by_stops(pages).items()]


def _stop_line(stops: TrimStops, sheets: tuple[int, ...], lang: Lang) -> str:
    words = GUIDE[lang]
    name = STEPS[lang]["sheet" if len(sheets) == 1 else "sheets"].format(sheets=number_ranges(sheets))
    parts = [words["stops-of"].format(sheets=_upper(name), across=_distances(stops.across, lang))]
    if len(set(stops.strips)) == 1:
        parts += _strip_stops(words["stops-strips"], stops.strips[0], lang)
    else:
        for strip in dict.fromkeys(stops.strips):
            numbers = [number for number, other in enumerate(stops.strips, 1) if other == strip]
            text = words["stops-strip" if len(numbers) == 1 else "stops-some"]
            parts += _strip_stops(text.replace("{number}", number_ranges(numbers)), strip, lang)
    return "; ".join(parts)


def _strip_stops(text: str, strip: StripStops, lang: Lang) -> Iterator[str]:
    yield text.format(down=_distances(strip.down, lang))
    if strip.lower:
        yield GUIDE[lang]["stops-lower"].format(lower=_distances(strip.lower, lang))


def _distances(found: Iterable[float], lang: Lang) -> str:
    return " · ".join(localized_number(distance, lang) for distance in found)


def ink_line(coverage: float, lang: Lang) -> str:
    """Return a line that says how much of the paper is covered with ink."""
    return typeset(GUIDE[lang]["ink"].format(share=round(100 * coverage)), lang)


def _paper_name(paper: Paper) -> str:
    """Return the name of a paper for people: A4, Letter, 120 × 170 mm."""
    return paper.name.capitalize() if paper.name in PAPERS else str(paper.size)


def credit_lines(credits: Credits, lang: Lang) -> list[str]:
    """Return the credits, one sentence each."""
    return [typeset(line, lang) for line in _credits(credits, lang)]


def _credits(credits: Credits, lang: Lang) -> Iterator[str]:
    words = GUIDE[lang]
    if credits.design is not None:
        yield words["design"].format(names=credits.design[lang])
    published = [credits.publisher[lang]] if credits.publisher is not None else []
    published += [str(credits.year)] if credits.year is not None else []
    if published:
        key = "publisher" if credits.publisher is not None else "year"
        yield words[key].format(names=", ".join(published))
    if credits.notes is not None:
        yield credits.notes[lang]
    if credits.art is not None and credits.art == credits.text:
        yield words["art-and-text"].format(names=credits.art[lang])
    else:
        for key, names in (("art", credits.art), ("text", credits.text)):
            if names is not None:
                yield words[key].format(names=names[lang])
    if credits.licence is not None:
        yield credits.licence[lang]
    if credits.url is not None:
        yield credits.url
