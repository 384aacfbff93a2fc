"""Print rulebooks: typeset a rulebook on pages in reading order, and write the PDF."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Final

from pnp.errors import LayoutError, Location, PressError, Problem, SpecError, os_problem
from pnp.face.face import Face
from pnp.geometry.units import Size
from pnp.memo.content import Data, fallback_fonts
from pnp.memo.facts import gather_facts, with_figure_facts
from pnp.memo.figures import figure_names, read_figures, unknown_figure
from pnp.memo.illustrate import LOGO, Illustration, Illustrator, draw_icons, draw_logo, memo_colours
from pnp.memo.print import MemoOrder, typeset_memo
from pnp.memo.read import read_memo
from pnp.memo.source import FigureBlock, half_size
from pnp.memo.source import file_name as memo_file_name
from pnp.memo.typesetter import InsetPlace, Insets, PaintedGround, query_outcome, template_files
from pnp.press.images import svg_for_renderer
from pnp.press.typst_renderer import compile_files
from pnp.project.folders import Project
from pnp.rulebook.booklet import booklet_job, impose_booklet
from pnp.rulebook.content import COVER, RulebookWriter, draw_components, draw_front, renamed
from pnp.rulebook.pages import FACTORS, SLACK, Atom, SetAtom, balanced
from pnp.rulebook.source import NO_COVER, Generated, GeneratedBlock, Rulebook, read_rulebook
from pnp.sheet.booklet import USUAL_THICKNESS, Booklet, page_size
from pnp.sheet.layout import PAPERS, Paper
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.spec.texts import IconMap
from pnp.store.cache import Cache, cache_key
from pnp.store.files import write_atomically
from pnp.store.fingerprint import code_hash, versions
from pnp.terms import Format, Ink, Lang, RulebookFormat
from pnp.text.font_set import FontSet, ProjectFont
from pnp.worker.progress import begin_step

TEMPLATE: Final = "rulebook.typ"
MEMO_FILE: Final = "memo.json"
"""The PDF of the memo as a list of bytes, because typst takes only text from memory."""
LIBRARIES: Final = ("typst", "font-source-sans-pro", "font-fredoka-one")
THIS: Final = "pnp.rulebook.print"
"""Module that sets rulebooks; its hash covers everything it imports."""
A4: Final = Paper("a4", PAPERS["a4"])
NO_CACHE: Final = Cache.disabled()
LARGEST_SMALL: Final = 180.0
"""Maximum width of a page that is set in one column, in mm."""


@dataclass(frozen=True)
class RulebookOrder:
    """Print settings of a rulebook."""

    form: RulebookFormat = RulebookFormat.A5
    paper: Paper = A4
    lang: Lang = Lang.FR
    ink: Ink = Ink.FULL
    thickness: float = USUAL_THICKNESS
    """Thickness of the paper of a booklet, in mm."""

    @property
    def page(self) -> Size:
        """Size of a page, in mm."""
        upright = Size(min(self.paper.size), max(self.paper.size))
        if self.form is RulebookFormat.A4:
            return upright
        if self.form is RulebookFormat.BOOKLET:
            return page_size(upright)
        half = half_size(upright)
        return Size(float(int(half.width)), float(int(half.height)))  # in whole mm, as in ISO 216

    def file_name(self, game_id: str) -> str:
        """Return the name of the PDF file."""
        return f"{game_id}_rulebook_{self.lang}_{self.form}_{self.paper.name}_{self.ink}.pdf"


@dataclass(frozen=True)
class Sizes:
    """Sizes that a rulebook is set in: type sizes in points, lengths in mm."""

    width: float
    height: float
    columns: int
    size: float
    smallest: float
    inner: float
    outer: float
    top: float
    bottom: float
    gutter: float


@dataclass(frozen=True)
class TypesetRulebook:
    """A typeset rulebook, not yet imposed."""

    pdf: bytes
    """PDF with its pages in reading order."""
    pages: int
    title: str
    closing: bool = False
    """Whether the last page is one that people look up, so that a booklet has it on its back cover."""


@dataclass(frozen=True)
class PrintedRulebook:
    """The result of printing a rulebook."""

    pdf: Path
    title: str
    pages: int
    """Number of pages to read."""
    size_bytes: int
    sheets: int = 0
    """Number of sheets of a booklet; 0 in other formats."""


COVER_EDGE: Final = 8.0
"""White margin around the picture on the cover, in mm, as printers at home cannot print to the edge."""
COVER_FOOT: Final = 18.0
"""Height of what is below that picture, in mm."""
CONTENTS_FROM: Final = 8
"""A rulebook with more pages than this has a list of contents."""


def sizes_for(page: Size) -> Sizes:
    """Return the sizes for a page: one column on half sheets, two on whole ones."""
    if page.width <= LARGEST_SMALL:
        return Sizes(*page, 1, 9.3, 8.0, 13, 10, 11, 15, 0)
    return Sizes(*page, 2, 9.8, 8.0, 16, 14, 14, 19, 7)


def with_colours_of_memo(project: Project, game: Game, book: Rulebook) -> Rulebook:
    """Return a rulebook with the colours of the game's memo in place of those that it does not set."""
    if not (project.components / game.id / memo_file_name("", book.lang)).is_file():
        return book
    memo = read_memo(project, game.id, "", book.lang, IconMap(game.icons))
    return replace(book, colour=book.colour or memo.colour, accent=book.accent or memo.accent)


def typeset_rulebook(
    project: Project, game: Game, book: Rulebook, order: RulebookOrder, page: Size, cache: Cache = NO_CACHE
) -> TypesetRulebook:
    """Return a rulebook as a PDF of pages of a size, in reading order; raise PnpError if it cannot be set."""
    return RulebookTypesetter(project, game, book, order, page, cache).typeset()


class RulebookTypesetter:
    """A typesetter for one rulebook, with numbers filled in and pictures drawn."""

    def __init__(
        self, project: Project, game: Game, book: Rulebook, order: RulebookOrder, page: Size, cache: Cache
    ) -> None:
        self._project, self._game, self._book, self._order = project, game, book, order
        self._cache = cache
        book = self._book = with_colours_of_memo(project, game, book)
        look, font_set = memo_colours(book, game), FontSet.for_project(project)
        self._sizes = sizes_for(page)
        self._faces: dict[str, Face] = {}
        figures = self._illustrations(Illustrator(project, game, order.lang, order.ink, look, cache), page)
        facts = with_figure_facts(gather_facts(project, game), self._tableaux.values())
        logo = draw_logo(project, game, book, order.ink)
        writer = RulebookWriter(book, game, facts, font_set, figures)
        data = writer.data(look, order.ink, logo.size if logo else None)
        icons, fonts = draw_icons(project, game, book, order.ink)
        if logo:
            icons[LOGO] = svg_for_renderer(logo).encode()
            fonts += logo.fonts
        self.title = str(data["about"])
        last = book.blocks[-1] if book.blocks else None
        self._closing = isinstance(last, GeneratedBlock) and last.kind is Generated.MEMO
        self._insets = Insets(figures, self._faces, shadows=order.ink is Ink.FULL)
        self._fonts: tuple[ProjectFont, ...] = tuple(dict.fromkeys((*fallback_fonts(data, font_set), *fonts)))
        self._parts: list[Data] = data["blocks"]
        self._files = template_files(TEMPLATE) | {"data.json": json.dumps(data).encode()} | icons
        if book.has(Generated.MEMO):
            self._files[MEMO_FILE] = json.dumps(list(self._memo())).encode()

    def _illustrations(self, draw: Illustrator, page: Size) -> dict[str, Illustration]:
        """Return all figures; raise SpecError for one that the game does not have."""
        book, game = self._book, self._game
        names = figure_names(self._project, game)
        wanted = [*book.figures()]
        if book.cover not in (None, NO_COVER):
            wanted.append(FigureBlock(str(book.cover), book.at("cover")))
        unknown = [figure for figure in wanted if figure.name not in names]
        if unknown:
            raise SpecError(*(unknown_figure(figure, names) for figure in unknown))
        shown = {figure.name for figure in book.figures()}
        self._tableaux = read_figures(self._project, game, book.figure_names())
        sizes, shares = self._sizes, {figure.name: figure.width for figure in book.figures()}
        column = (sizes.width - sizes.inner - sizes.outer + sizes.gutter) / sizes.columns - sizes.gutter
        made = {name: draw.illustrate(self._tableaux[name], column * shares[name]) for name in sorted(shown)}
        if book.has(Generated.COMPONENTS):
            made |= draw_components(game, draw)
        if book.cover == NO_COVER:
            pass
        elif book.cover is not None:
            made[COVER] = renamed(draw.illustrate(self._tableaux[book.cover]), COVER)
        else:
            size = Size(page.width - 2 * COVER_EDGE, page.height - 2 * COVER_EDGE - COVER_FOOT)
            made[COVER] = draw_front(self._project, game, book.lang, self._order.ink, size, draw.faces)
        self._faces = draw.faces
        return made

    def _memo(self) -> bytes:
        """Return the memo as a PDF of one page."""
        form = Format.HALF if self._sizes.columns == 1 else Format.WHOLE
        memo = read_memo(self._project, self._game.id, "", self._order.lang, IconMap(self._game.icons))
        order = MemoOrder(form, self._order.paper, self._order.lang, self._order.ink)
        return typeset_memo(self._project, self._game, memo, order, 0, self._cache).pdf

    def typeset(self) -> TypesetRulebook:
        """Return the pages, from the cache if nothing has changed."""
        begin_step(self._book.where)
        key = self._key()
        known, pdf = self._cache.get(f"{key}-pages"), self._cache.get(f"{key}-pdf")
        if known is not None and pdf is not None:
            return TypesetRulebook(pdf, int(known), self.title, self._closing)
        parts, pages = self._paginated(contents=False)
        if pages > CONTENTS_FROM:
            parts, _ = self._paginated(contents=True)
        files = self._with(parts, contents=len(parts) > len(self._parts))
        outcome = query_outcome(files, self._fonts, self._book.where)
        [pdf] = compile_files(files, "pdf", fonts=self._fonts)
        places, grounds = [InsetPlace(**each) for each in outcome["insets"]], outcome["grounds"]
        pdf = self._insets.insert_into(pdf, places, [PaintedGround(**each) for each in grounds])
        self._cache.put(f"{key}-pages", str(outcome["pages"]).encode())
        self._cache.put(f"{key}-pdf", pdf)
        return TypesetRulebook(pdf, outcome["pages"], self.title, self._closing)

    def _paginated(self, *, contents: bool) -> tuple[list[SetAtom], int]:
        """Return how each part is set, and the number of pages, with or without a list of contents."""
        sizes, kinds = self._sizes, [_kind(part) for part in self._parts]
        found = query_outcome(self._with([], contents=contents), self._fonts, self._book.where)
        lines = [int(part.get("line", 0)) for part in self._parts]
        if contents:
            kinds, lines = ["contents", *kinds], [0, *lines]
        introduces = [False] * (len(kinds) - len(self._parts)) + [_introduces(part) for part in self._parts]
        atoms = [
            Atom(kind, tuple(part["heights"]) * (len(FACTORS) // len(part["heights"])), part["gap"], line, ends)
            for kind, line, ends, part in zip(kinds, lines, introduces, found["parts"], strict=True)
        ]
        room = sizes.height - sizes.top - sizes.bottom
        self._check_heights(atoms, room)
        first = [room - found["head"]] * sizes.columns if found["head"] else []
        made: list[SetAtom] = []
        columns = 0 if found["head"] else sizes.columns  # filled, with those of the cover
        for section in _sections(atoms):
            if section[0].kind in OWN_PAGE:
                made.append(SetAtom(section[0].kind == "page" and bool(made), 0, 1))
                columns += sizes.columns * (section[0].kind == "memo")
                continue
            rooms = first if not made else []
            set_atoms = balanced(section, rooms, room, sizes.columns)
            made += set_atoms
            columns += 1 + sum(atom.breaks for atom in set_atoms)
            columns = sizes.columns * math.ceil(columns / sizes.columns)
        return made, columns // sizes.columns

    def _key(self) -> str:
        """Return a hash of everything that the pages depend on."""
        texts = {name: text.decode() for name, text in self._files.items()}
        return cache_key(
            "rulebook", versions(*LIBRARIES), code_hash(THIS), texts, self._insets.keys(), vars(self._sizes)
        )

    def _check_heights(self, atoms: Sequence[Atom], room: float) -> None:
        """Raise LayoutError for parts that are higher than a page."""
        where = self._book.where
        hint = "divide it, or make its figures narrower"
        message = f"is higher than a page (--format {self._order.form})"
        problems = [
            Problem(
                where.at(line=atom.line),
                message,
                hint,
                found=f"{min(atom.heights) - room:.0f} mm too much",
                code="E1504",
            )
            for atom in atoms
            if min(atom.heights) > room - SLACK
        ]
        if problems:
            raise LayoutError(*problems)

    def _with(self, parts: list[SetAtom], *, contents: bool) -> dict[str, bytes]:
        """Return all files for typst: to measure the parts if it is not known yet how they are set."""
        layout = vars(self._sizes) | {
            "factors": FACTORS, "figures": {}, "contents": contents, "parts": [part.data() for part in parts],
        }  # fmt: skip
        return self._files | {"layout.json": json.dumps(layout).encode()}


OWN_PAGE: Final = ("memo", "page")
"""Kinds of parts that end the page before them."""


def _sections(atoms: Sequence[Atom]) -> Iterator[list[Atom]]:
    """Yield the atoms between forced ends of pages, and what forces them."""
    for forced, group in groupby(atoms, lambda atom: atom.kind in OWN_PAGE):
        section = list(group)
        yield from ([atom] for atom in section) if forced else [section]


def _kind(part: Data) -> str:
    """Return the kind of a part for `paginate`."""
    match part:
        case {"kind": "heading", "level": level}:
            return f"heading{level}"
        case {"kind": "list", "start": start}:
            return "first" if start == 1 else "item"
        case {"kind": "text", "runs": []}:
            return "lead"
    return str(part["kind"])


def _introduces(part: Data) -> bool:
    """Return whether a part is a text that ends with a colon."""
    runs = part.get("runs", [])
    return bool(runs) and str(runs[-1].get("text", "")).rstrip().endswith(":")


def make_rulebook(project: Project, game_id: str, order: RulebookOrder, cache: Cache = NO_CACHE) -> TypesetRulebook:
    """Return the pages of a game's rulebook in reading order; raise PnpError if it cannot be printed."""
    game = load_game(project, game_id)
    book = read_rulebook(project, game_id, order.lang, IconMap(game.icons))
    return typeset_rulebook(project, game, book, order, order.page, cache)


def plan_booklet(made: TypesetRulebook, order: RulebookOrder) -> Booklet:
    """Return the booklet for a rulebook: a memo at its end is on the back cover, after the blank pages."""
    return Booklet(made.pages, made.closing and made.pages > 1, order.thickness)


def make_booklet(game_id: str, made: TypesetRulebook, order: RulebookOrder) -> bytes:
    """Return the sheets of a booklet."""
    job = booklet_job(order.paper, order.lang, order.ink)
    return impose_booklet(made.pdf, game_id, made.title, plan_booklet(made, order), job)


def print_rulebook(
    project: Project, game_id: str, order: RulebookOrder, folder: Path, cache: Cache = NO_CACHE
) -> PrintedRulebook:
    """Write a rulebook's PDF into `folder/<game>/`, replacing an earlier one atomically."""
    made = make_rulebook(project, game_id, order, cache)
    pdf, sheets = made.pdf, 0
    if order.form is RulebookFormat.BOOKLET:
        pdf, sheets = make_booklet(game_id, made, order), plan_booklet(made, order).sheets
    path = folder / game_id / order.file_name(game_id)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, pdf)
    except OSError as error:
        raise PressError(os_problem(error, Location(str(path)), "cannot be written", "choose another --out")) from error
    return PrintedRulebook(path, made.title, made.pages, len(pdf), sheets)
