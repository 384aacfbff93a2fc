"""Make the PDF of a game and its list of placements: draw the faces, lay them out and stamp them on pages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from itertools import product
from typing import Annotated, Any, Final, Literal, NamedTuple, NotRequired, TypedDict

from pnp.errors import Location, PnpError, Problem, ProblemData, format_problems
from pnp.face.face import Face, home_font_families
from pnp.face.faces import FaceCache, FaceLook, FaceName, check_icons, get_faces
from pnp.face.shapes import kept_places
from pnp.geometry.matrix import Rect
from pnp.pictures.pdf_images import PdfWithPictures
from pnp.press.drawn import Companion, DesignSide, DrawnParts, FaceIndex, PartFace
from pnp.press.guide import make_guide
from pnp.press.images import PdfImageMaker, make_images, pictures_of, prepare_update, svg_weight
from pnp.press.ink import WHITE, DeclaredEdge, check_edges, face_coverage, ink_coverage, page_coverage
from pnp.press.job import Job, PrintedDocument, PrintFacts
from pnp.press.renderer import faces_to_chunk, renderer_key
from pnp.press.sheet_labels import Line, draw_sheet_labels
from pnp.press.stamp import stamp
from pnp.press.steps import ink_line, used_papers
from pnp.project.folders import Project
from pnp.sheet.board import divide_boards, plotter_layout, whole_boards, whole_print
from pnp.sheet.cells import prints_back
from pnp.sheet.impose import has_printed_backs, impose
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.page import Page, Placement
from pnp.sheet.plan import min_sheets
from pnp.sheet.savings import Saving, find_savings
from pnp.spec.deck import Piece, expand_pieces, face_id, restrict_game, unfold_dice
from pnp.spec.load import load_draft, load_game
from pnp.spec.model import Deck, Game
from pnp.spec.selection import Selection
from pnp.store.cache import Cache, cache_key
from pnp.store.fingerprint import cached_digests
from pnp.terms import Cutting, DocumentFormat, Ink, Side
from pnp.text.font_set import FontSet
from pnp.text.typography import runs_rtl
from pnp.worker.progress import Progress, begin_step

FORMAT: Final[DocumentFormat] = {"format": "pnp-placements", "version": 1}
"""Name and version of the format; the version increases when a key is renamed or changes its meaning."""


class PaperData(TypedDict):
    """A paper."""

    name: str
    """Name of the paper."""
    width: float
    """Width of the paper, in mm."""
    height: float
    """Height of the paper, in mm."""


class CorrectionData(TypedDict):
    """Correction of the back pages for a printer."""

    turn: float
    """Rotation of the back pages, in degrees."""
    scale: float
    """Scale of the back pages."""
    about: list[float]
    """Centre of the rotation."""
    applies: str
    """What the correction applies to, as text."""


class PaperPages(TypedDict):
    """A paper to print on, and its pages."""

    paper: str
    """Paper for some of the pages: `heavy`, `light` or `plain`."""
    pages: str
    """These pages, as entered in a print dialog."""


class PlacementsPage(TypedDict):
    """A page of the PDF."""

    page: int
    """Page of the PDF, from 1."""
    sheet: int
    """Sheet that the page is a side of."""
    side: Side


class BoardPartData(TypedDict):
    """A part of a board, as seen from its side."""

    name: str
    """Column and row, such as B2."""
    x: float
    """Left edge on the whole print of the board, in mm from its upper left corner."""
    y: float
    """Upper edge."""
    board: list[float]
    """Width and height of the whole print."""


class PlacementData(TypedDict):
    """A face on a page."""

    piece: str
    """Id of the row."""
    copy: int
    """Copy number, from 1."""
    deck: str
    """Deck."""
    page: int
    """Page."""
    side: Side
    x: float
    """Left edge, in mm from the upper left corner of the page."""
    y: float
    """Upper edge."""
    width: float
    """Width as placed."""
    height: float
    """Height as placed."""
    rotation: int
    """Clockwise rotation, in degrees."""
    cut: NotRequired[str]
    """Only for pieces that are not plain rectangles: the cutting line as SVG path data."""
    part: NotRequired[BoardPartData]
    """Only for a board that is printed in parts: the part, and its place."""


class _PlacementKeys(DocumentFormat):
    game: str
    """Id of the game."""
    title: str
    """Title of the game, in the printed language."""
    lang: str
    """Language."""
    ink: Ink
    sides: Sides
    """How fronts and backs are combined."""
    paper: PaperData
    bleed: float
    """Bleed, in mm."""
    offset: list[float]
    """How far backs are moved right and down, in mm."""
    units: str
    """Units of lengths and angles, as text."""
    pieces: Annotated[int, PrintFacts]
    sheets: Annotated[int, PrintFacts]
    faces: Annotated[int, PrintFacts]
    papers: list[PaperPages]
    pages: list[PlacementsPage]
    placements: list[PlacementData]
    least_sheets: Annotated[int, PrintFacts]
    coverage: Annotated[float, PrintFacts]


class _OptionKeys(TypedDict, total=False):
    nest: bool
    """Only if hexes and circles are nested: `true`."""
    cut: Literal[Cutting.APART, Cutting.SHARED]
    """Only if it is not `auto`, how adjacent pieces are cut apart."""
    back_bleed: float
    """Only if backs have more bleed than fronts: their bleed, in mm."""


class _CorrectionKeys(TypedDict, total=False):
    correction: CorrectionData
    """Only for a printer that rotates or scales: the correction of the back pages."""


class _SelectionKeys(TypedDict, total=False):
    whole: Annotated[int, PrintFacts]
    """Only for a selection."""
    selection: Annotated[dict[str, Any], Selection]
    """Only for a selection: the options that it was made with."""
    mark: str
    """Only with `--mark`: the version mark."""
    max_dpi: float
    """Only with `--max-dpi`: its value."""


class _NoticeKeys(TypedDict, total=False):
    coarse: Annotated[dict[str, int], PrintFacts]
    """Only if there are any."""
    lost: Annotated[dict[str, tuple[str, ...]], PrintFacts]
    """Only if there are any."""
    savings: list[Annotated[dict[str, Any], Saving]]
    """Only if there are any: other options with which the pieces take fewer sheets, the smallest change first."""
    left_out: Annotated[list[str], PrintFacts]
    """Only with `--sides fronts`."""
    notes: Annotated[list[str], PrintFacts]
    """Only if there are any."""
    memos: Annotated[int, PrintFacts]
    """Only if there are any."""
    home_fonts: Annotated[list[str], PrintFacts]
    """Only if there are any."""
    draft: bool
    """Only with `--draft`: `true`."""
    problems: list[ProblemData]
    """Only with `--draft`: what a build without it would refuse."""


class PlacementsDocument(_PlacementKeys, _OptionKeys, _CorrectionKeys, _SelectionKeys, _NoticeKeys):
    """Contents of the JSON file beside a PDF."""


def placements_json(game: Game, job: Job, pages: list[Page], facts: PrintFacts) -> PlacementsDocument:
    """Return the contents of the JSON file, for a game reduced to what is on the pages."""
    layout = job.layout
    first = job.pages_before + 1
    correction: _CorrectionKeys = {"correction": _correction(layout)} if layout.corrected else {}
    return {
        **FORMAT,
        "game": game.id,
        "title": game.title[job.lang],
        "lang": job.lang,
        "ink": job.ink,
        "sides": layout.sides,
        "paper": {"name": layout.paper.name, "width": layout.paper.size.width, "height": layout.paper.size.height},
        "bleed": layout.bleed,
        **_options(layout),
        "offset": list(layout.offset),
        **correction,
        "units": "mm from the upper left corner of the page; rotation in degrees clockwise",
        "pieces": facts.pieces,
        **_selection(job, facts),
        "sheets": facts.sheets,
        "faces": facts.faces,
        "papers": [{"paper": paper, "pages": numbers} for paper, numbers in facts.papers],
        "pages": [{"page": number, "sheet": page.sheet, "side": page.side} for number, page in enumerate(pages, first)],
        "placements": [
            _placement(placement, number) for number, page in enumerate(pages, first) for placement in page.placements
        ],
        "least_sheets": facts.least_sheets,
        "coverage": facts.coverage,
        **_notices(job, facts),
    }


def _options(layout: Layout) -> _OptionKeys:
    found: _OptionKeys = {}
    if layout.nest:
        found["nest"] = True
    if layout.cut is not Cutting.AUTO:
        found["cut"] = layout.cut
    if layout.back_bleed is not None:
        found["back_bleed"] = layout.back_bleed
    return found


def _selection(job: Job, facts: PrintFacts) -> _SelectionKeys:
    found: _SelectionKeys = {}
    if job.selection is not None:
        found |= {"whole": facts.whole, "selection": asdict(job.selection)}
    if job.mark:
        found["mark"] = job.mark
    if job.max_dpi is not None:
        found["max_dpi"] = job.max_dpi
    return found


def _notices(job: Job, facts: PrintFacts) -> _NoticeKeys:
    found: _NoticeKeys = {}
    if facts.coarse:
        found["coarse"] = facts.coarse
    if facts.lost:
        found["lost"] = facts.lost
    if facts.savings:
        found["savings"] = [saving._asdict() for saving in facts.savings]
    if facts.left_out:
        found["left_out"] = facts.left_out
    if facts.notes:
        found["notes"] = facts.notes
    if facts.memos:
        found["memos"] = facts.memos
    if facts.home_fonts:
        found["home_fonts"] = facts.home_fonts
    if job.draft:
        found["draft"] = True
        found["problems"] = [problem.plain() for problem in facts.problems]
    return found


def _correction(layout: Layout) -> CorrectionData:
    """Return the correction of back pages, which the listed placements do not include."""
    (width, height), (x, y) = layout.paper.size, layout.offset
    return {
        "turn": layout.turn,
        "scale": layout.scale,
        "about": [round(width / 2 + x, 3), round(height / 2 + y, 3)],
        "applies": "to back pages as a whole, after their placements; turn in degrees clockwise",
    }


def _placement(placement: Placement, page: int) -> PlacementData:
    rect = placement.rect
    placed: PlacementData = {
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
    }
    if not placement.cut_line.plain:
        placed["cut"] = placement.knife_line.svg()
    deck = placement.piece.deck
    if deck.part is not None and deck.board is not None:
        whole, window = whole_print(deck), deck.part.on(placement.side, deck.board.width)
        x, y = round(window.x - whole.x, 3), round(window.y - whole.y, 3)
        placed["part"] = {"name": deck.part.name, "x": x, "y": y, "board": [whole.width, whole.height]}
    return placed


CHUNK_SIZE: Final = 128
"""Number of faces that are rendered together and share their fonts."""
PICTURE_CHUNK_SIZE: Final = 32
"""The same if one has a picture: fonts hardly matter beside it, and one changed word redraws fewer pictures."""
MAX_CHUNK_SVG: Final = 16_000_000
"""Most characters of SVG that are rendered together, because a renderer decodes all pictures at once."""


def make_document(
    project: Project, game_id: str, job: Job, cache: Cache, progress: Progress
) -> tuple[PrintedDocument, int]:
    """Make the document of a job; return it with the number of faces that were drawn for it.

    Pictures that had to be re-encoded are stored in the cache.
    """
    with cached_digests(project.components / game_id, cache):
        if not job.draft:
            return _make_sheets(project, load_game(project, game_id), job, cache, progress)
        readable = load_draft(project, game_id)
        return _make_sheets(project, readable.game, job, cache, progress, readable.problems)


def _make_sheets(
    project: Project, game: Game, job: Job, cache: Cache, progress: Progress, problems: Sequence[Problem] = ()
) -> tuple[PrintedDocument, int]:
    """Make the document of a game; `problems` are those of its spec, for a draft."""
    decks = {piece.deck.name: game.decks[piece.deck.name] for piece in select(game, job)}
    job = replace(job, layout=plotter_layout([*decks.values()], job.layout))
    game = in_parts(project, game, job, cache)
    pieces = select(game, job)
    companion = None if job.memo is None else job.memo.draw(project, game, job, pieces, cache)
    needed = pieces if companion is None or (job.memo is not None and job.memo.spare) else pieces + companion.pieces
    job, game, pieces, pages, drawn, pdf = build_pdf(
        project, game, job, pieces, companion, cache, progress, problems=problems
    )
    shown, memos = _printed_part(game, job, pages), 0 if companion is None else companion.deck.count
    facts = PrintFacts(
        shown.count - memos, pages[-1].sheet, len(pages), drawn.distinct,
        (shown.count if job.selection is None else game.count) - memos,
        coarse=drawn.coarse, papers=used_papers(job, pages), coverage=drawn.coverage, lost=drawn.lost,
        least_sheets=min_sheets(needed, job.layout), savings=find_savings(needed, job.layout, pages[-1].sheet),
        left_out=_backs_left_out(project, game, job, pages, cache), notes=format_problems(game.notes),
        memos=memos, home_fonts=drawn.home_fonts, problems=drawn.problems,
    )  # fmt: skip
    listing = json.dumps(placements_json(shown, job, pages, facts), ensure_ascii=False, indent=1)
    return PrintedDocument(pdf, f"{listing}\n".encode(), facts), drawn.fresh


def in_parts(project: Project, game: Game, job: Job, cache: Cache) -> Game:
    """Return the game as it is printed: dice as nets, and large boards in parts along seams that avoid their keeps."""
    boards = [deck for deck in game.decks.values() if deck.kind.divides]
    if job.box is not None:
        return game
    game = unfold_dice(game)
    if not boards:
        return game
    look = _look(job)
    keeps: dict[str, list[Rect]] = {}
    for deck, side in product(boards, Side):
        if deck.template(side) is None or (not prints_back(deck, job.layout.sides) and side is Side.BACK):
            continue
        names = [
            (FaceName(deck.name, design.id, side, each), look) for design in deck.designs for each in deck.looks(design)
        ]
        for face in get_faces(project, game, names, cache).faces:
            keeps.setdefault(deck.name, []).extend(
                place if side is Side.FRONT else place._replace(x=deck.size.width - place.right)
                for place in kept_places(face.svg)
            )
    return divide_boards(game, job.layout, keeps)


class PrintResult(NamedTuple):
    """A game laid out on sheets, and its PDF."""

    job: Job
    game: Game
    """The game, including the cards that come with it."""
    pieces: list[Piece]
    pages: list[Page]
    drawn: DrawnParts
    pdf: PdfWithPictures


def build_pdf(
    project: Project,
    game: Game,
    job: Job,
    pieces: list[Piece],
    companion: Companion | None,
    cache: Cache,
    progress: Progress,
    *,
    measured: bool = True,
    pictures: Cache | None = None,
    laid: list[Page] | None = None,
    problems: Sequence[Problem] = (),
) -> PrintResult:
    """Return the PDF of some pieces of a game; a draft lists its `problems` and those of its faces.

    Ink is measured if `measured` is set or if there is a guide. Re-encoded pictures are stored in `pictures`, or else
    in the cache. Pages that are `laid` differently from the layout get no ticket, because they could not be reproduced
    from it.
    """
    if companion is not None:
        game = companion.add_to(game)
        pieces = pieces + companion.pieces
    pages = impose(pieces, job.layout) if laid is None else laid
    job = replace(job, one_sided=job.layout.sides.duplex and not has_printed_backs(pages))
    drawn = draw(project, game, job, pages, companion, cache, progress, measured=measured or job.guide, known=problems)
    begin_step(Location(game=game.id, detail="the sheets"), drawn.distinct)
    images = make_images(drawn.pictures.values(), PdfImageMaker(pictures or cache))
    labels = draw_sheet_labels(pages, game, job, FontSet.for_project(project), _ink_line(drawn, job), _badges(drawn))
    pdf = prepare_update(stamp(labels, drawn, images, pages, game.id, job, ticket=laid is None), images)
    return PrintResult(job, game, pieces, pages, drawn, pdf)


def select(game: Game, job: Job) -> list[Piece]:
    """Return the pieces that a job prints, in the order of the spec."""
    pieces = expand_pieces(game)
    return pieces if job.selection is None else job.selection.apply(game, pieces)


def _ink_line(drawn: DrawnParts, job: Job) -> Line | None:
    """Return the last line of the guide, with the measured ink coverage; None without a guide."""
    if drawn.guide is None:
        return None
    return Line(ink_line(drawn.coverage, job.lang), drawn.guide.ink, drawn.guide.letters, from_right=runs_rtl(job.lang))


def _badges(drawn: DrawnParts) -> Sequence[tuple[Rect, str]]:
    """Return the names of the parts of boards on the guide."""
    return () if drawn.guide is None else drawn.guide.badges


def _printed_part(game: Game, job: Job, pages: list[Page]) -> Game:
    """Return the game reduced to what is on the pages."""
    if job.selection is None:
        return game
    pieces = {(p.piece.id, p.piece.copy): p.piece for page in pages for p in page.placements}
    return restrict_game(game, pieces.values())


def draw(
    project: Project,
    game: Game,
    job: Job,
    pages: list[Page],
    companion: Companion | None,
    cache: Cache,
    progress: Progress,
    *,
    measured: bool = True,
    known: Sequence[Problem] = (),
) -> DrawnParts:
    """Return everything to stamp on the pages, from the cache if possible; measure ink only if `measured`.

    A draft also lists the problems that are already `known`.
    """
    problems = dict.fromkeys(known)
    with _listing(problems, job):
        check_icons(project, game)
    wanted = {
        (_drawing(placement.piece, game), placement.side): placement.piece
        for page in pages
        for placement in page.placements
        if companion is None or placement.piece.deck.name != companion.deck.name
    }
    looks = _look(job).by_side(job.layout.back_bleed)
    names = [
        (FaceName(piece.deck.name, piece.design.id, side, _drawn_look(piece, game)), _wrapped(looks[side], piece))
        for (_, side), piece in wanted.items()
    ]
    made = get_faces(project, whole_boards(game), names, cache, progress)
    faces, shown = _distinct(dict(zip(wanted, made.faces, strict=True)))
    distinct, guide = len(faces), None
    problems.update((problem, None) for face in made.faces for problem in face.problems)
    groups = {shown[key].number: (piece.deck.name, key[1]) for key, piece in reversed(wanted.items())}
    if job.guide:
        bare = FaceLook(job.lang, job.ink, bleed=0)
        guide = make_guide(
            pages, game, _printed_part(game, job, pages), job, bare.renderer(project, game), list(problems),
            _backs_left_out(project, game, job, pages, cache),
        )  # fmt: skip
        faces.append(guide.face)
    chunked = []
    for each in _chunked(faces):
        chunked.append((_chunk(each, job, cache), each))
        progress(len(wanted), len(wanted))  # show progress, since a chunk takes seconds
    shares = [0.0] * distinct
    if measured:
        with _listing(problems, job):
            check_edges(chunked, _declared_edges(wanted, made.faces, shown, job), renderer_key(job.renderer), cache)
        sides = [groups[number] for number in range(distinct)]
        shares = face_coverage(chunked, sides, renderer_key(job.renderer), cache)
    chunks = [chunk for chunk, _ in chunked]
    if companion is not None:
        key = cache_key(companion.pdf.hex())
        shown |= {side: FaceIndex(len(faces) + page, key) for page, side in enumerate(companion.sides)}
        chunks.append(companion.pdf)
        own = range(len(companion.sides))
        shares += [0.0] * (len(faces) - distinct) + (
            page_coverage(companion.pdf, own) if measured else [0.0] * len(own)
        )
    parts: list[PartFace] = []
    shares += [0.0] * (len(faces) - len(shares))
    for piece, side in _board_parts(pages):
        board, part = shown[_drawing(piece, game), side], piece.deck.part
        assert part is not None  # noqa: S101 - that is what _board_parts returns
        size, number = game.decks[piece.deck.name].size, len(shares)
        window = part.on(side, size.width)
        wrap = piece.deck.wrap or 0
        parts.append(PartFace(board.number, window, size.height, job.layout.bleed_of(side), wrap))
        shown[piece.face_id, side] = FaceIndex(number, cache_key(board.key, repr(window)))
        shares.append(shares[board.number])
    coverage = round(ink_coverage(pages, job.layout.paper.size, shares, shown), 3)
    coarse: dict[str, int] = {}
    for file, dpi in (about for face in faces for about in face.coarse):
        coarse[file] = min(dpi, coarse.get(file, dpi))
    return DrawnParts(
        chunks,
        shown,
        guide,
        distinct,
        made.fresh,
        coverage,
        pictures_of(faces),
        coarse,
        made.lost,
        home_font_families(faces),
        tuple(problems),
        tuple(parts),
    )


def _wrapped(look: FaceLook, piece: Piece) -> FaceLook:
    """Return the look with enough bleed to be turned over the edges of greyboard."""
    return look if piece.deck.wrap is None else replace(look, bleed=look.bleed + piece.deck.wrap)


def _drawn_look(piece: Piece, game: Game) -> int:
    """Return the look of a piece's face; all parts of a board are windows of one face."""
    parts = len(game.decks[piece.deck.name].parts)
    return (piece.look - 1) // parts + 1 if parts else piece.look


def _drawing(piece: Piece, game: Game) -> str:
    """Return the name of the face that a piece shows: for a part of a board, that of the whole board."""
    return piece.face_id if piece.deck.part is None else f"{face_id(piece.id, _drawn_look(piece, game))}#board"


def _board_parts(pages: list[Page]) -> list[tuple[Piece, Side]]:
    """Return each distinct part of a board, with its side."""
    parts = {
        (placement.piece.face_id, placement.side): placement.piece
        for page in pages
        for placement in page.placements
        if placement.piece.deck.part is not None
    }
    return [(piece, side) for (_, side), piece in parts.items()]


@contextmanager
def _listing(problems: dict[Problem, None], job: Job) -> Iterator[None]:
    """In a draft, add problems that would stop the build to a list."""
    try:
        yield
    except PnpError as error:
        if not job.draft:
            raise
        problems.update(dict.fromkeys(error.problems))


def _look(job: Job) -> FaceLook:
    return FaceLook(job.lang, job.ink, job.layout.bleed, job.mark, job.max_dpi, draft=job.draft)


def _declared_edges(
    wanted: dict[DesignSide, Piece], faces: list[Face], shown: dict[DesignSide, FaceIndex], job: Job
) -> dict[int, DeclaredEdge]:
    """Return the declared edges of the distinct faces, by number."""
    found: dict[int, DeclaredEdge] = {}
    for ((drawing, side), piece), face in zip(wanted.items(), faces, strict=True):
        edge = piece.deck.edge
        colour = None if edge is None else edge.front if side is Side.FRONT else edge.back
        if colour is not None and not face.failed:
            colours = (colour, WHITE) if job.ink is Ink.LOW else (colour,)
            outline = piece.deck.cut_line(side, piece.design.id)
            where = face.where.at(deck=piece.deck.name)
            found[shown[drawing, side].number] = DeclaredEdge(colours, outline, where)
    return found


def _chunked(faces: list[Face]) -> Iterator[list[Face]]:
    """Yield the faces in order, as many together as can be rendered at once."""
    chunk: list[Face] = []
    heavy = 0
    for face in faces:
        most = PICTURE_CHUNK_SIZE if face.pictures or any(other.pictures for other in chunk) else CHUNK_SIZE
        if len(chunk) >= most or (chunk and heavy + svg_weight(face) > MAX_CHUNK_SVG):
            yield chunk
            chunk, heavy = [], 0
        chunk.append(face)
        heavy += svg_weight(face)
    if chunk:
        yield chunk


def _chunk(faces: list[Face], job: Job, cache: Cache) -> bytes:
    """Return the faces as pages of one PDF."""
    key = cache_key("chunk", renderer_key(job.renderer), [face.key for face in faces])
    chunk = cache.get(key)
    if chunk is None:
        chunk = faces_to_chunk(faces, job.renderer)
        cache.put(key, chunk)
    return chunk


def _distinct(drawn: dict[DesignSide, Face]) -> tuple[list[Face], dict[DesignSide, FaceIndex]]:
    """Return the distinct faces, and the one that each side of a design shows."""
    faces: dict[str, tuple[int, Face]] = {}
    shown: dict[DesignSide, FaceIndex] = {}
    for drawing, face in drawn.items():
        number, _ = faces.setdefault(face.key, (len(faces), face))
        shown[drawing] = FaceIndex(number, face.key)
    return [face for _, face in faces.values()], shown


def _backs_left_out(project: Project, game: Game, job: Job, pages: list[Page], cache: Cache) -> list[str]:
    """Return the titles of decks whose backs are not printed although they carry information.

    That is so if the backs differ, or if a deck of one piece has a back that differs from its front; never if the deck
    has a decorative back.
    """
    printed = dict.fromkeys(placement.piece.deck.name for page in pages for placement in page.placements)
    game = whole_boards(game)
    decks = [game.decks[name] for name in printed]
    informative = [deck for deck in decks if deck.back is not None and not deck.decorative_back]
    unprinted = [deck for deck in informative if not prints_back(deck, job.layout.sides)]
    if not unprinted:
        return []
    store = _look(job).store(project, game, cache)
    return [deck.title[job.lang] for deck in unprinted if _backs_differ(deck, store)]


def _backs_differ(deck: Deck, store: FaceCache) -> bool:
    """Return whether the backs of a deck differ; assume so if one cannot be drawn."""
    seen: set[str] = set()
    try:
        if len(deck.designs) == 1:
            seen.add(store.face(deck, deck.designs[0], Side.FRONT).face.key)
        for design, look in ((each, look) for each in deck.designs for look in deck.looks(each)):
            seen.add(store.face(deck, design, Side.BACK, look).face.key)
            if len(seen) > 1:
                return True
    except PnpError:
        return True
    return False
