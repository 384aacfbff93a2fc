"""Print memos: typeset a memo, impose it on paper, and write the PDF."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

import pikepdf
from pikepdf import Dictionary, Name, Pdf, String

from pnp import __version__
from pnp.errors import LayoutError, Location, PressError, Problem, SpecError, option_location, os_problem
from pnp.geometry.units import Size, points
from pnp.memo.content import fallback_fonts, template_data
from pnp.memo.facts import gather_facts, with_figure_facts
from pnp.memo.figures import figure_names, read_figures, unknown_figure
from pnp.memo.fit import fit, fit_smallest, fits
from pnp.memo.illustrate import LOGO, Illustrator, draw_icons, draw_logo, memo_colours
from pnp.memo.read import read_memo
from pnp.memo.source import Memo, figures_on, figures_used_on, leaf_size, setting_for
from pnp.memo.tableau import Tableau
from pnp.memo.typesetter import Insets, Trial, Typesetter
from pnp.press.drawn import Companion, DrawnParts, FaceIndex
from pnp.press.images import svg_for_renderer
from pnp.press.job import Job
from pnp.press.sheet_labels import draw_sheet_labels
from pnp.press.stamp import stamp
from pnp.project.folders import Project
from pnp.sheet.impose import impose
from pnp.sheet.layout import PAPERS, Layout, Paper, Sides
from pnp.spec.deck import expand_pieces
from pnp.spec.load import load_game
from pnp.spec.model import Deck, Design, Game
from pnp.spec.texts import IconMap
from pnp.store.cache import Cache
from pnp.store.files import write_atomically
from pnp.terms import Format, Ink, Lang, Side
from pnp.text.font_set import FontSet
from pnp.words import Texts

NAME: Final = "memo"
WORDS: Final = Texts("memo")
BLEED: Final = 3.0
CUT: Final = "0.35 G 0.3 w [2.5 2] 0 d"
"""Style of the cut line: thin grey dashes."""
SCISSORS_AT: Final = 2.6
"""Distance of the scissors' centre from the upper edge of the paper, in mm."""
_SCISSORS: Final = (
    "q 1 0 0 1 {x:.3f} {y:.3f} cm 0.25 G 0.55 w 1 J [] 0 d "
    "-1.1 0.9 m 1.1 -4.6 l S 1.1 0.9 m -1.1 -4.6 l S "
    "{left} S {right} S Q"
)


def two_up(leaf: bytes, paper: Paper, sheets: int, title: str, lang: Lang) -> bytes:
    """Return sheets with the memo on both halves and a cut line between them; the memo is stored once."""
    wide = Size(max(paper.size), min(paper.size))
    width, height = points(wide.width), points(wide.height)
    with Pdf.new() as pdf, pikepdf.open(BytesIO(leaf)) as source:
        form = source.pages[0].as_form_xobject()
        untag(form)
        copied = pdf.copy_foreign(source.make_indirect(form))
        middle = width / 2
        drawn = (
            f"q 1 0 0 1 0 0 cm /Leaf Do Q q 1 0 0 1 {middle:.4f} 0 cm /Leaf Do Q\n"
            f"/Artifact BMC q {CUT} {middle:.4f} 0 m {middle:.4f} {height:.4f} l S Q "
            f"{_scissors(middle, height - points(SCISSORS_AT))} EMC"
        )
        contents = pdf.make_stream(drawn.encode())
        for _ in range(sheets):
            pdf.add_blank_page(page_size=(width, height))
            page = pdf.pages[-1]
            page.obj.Resources = Dictionary(XObject=Dictionary(Leaf=copied))
            page.obj.Contents = contents
        return finished(pdf, title, lang)


def _scissors(x: float, y: float) -> str:
    """Return a small pair of open scissors that point down the line."""
    return _SCISSORS.format(x=x, y=y, left=_ring(-1.6), right=_ring(1.6))


def _ring(x: float) -> str:
    r, k = 1.3, 1.3 * 0.5523
    y = 2.0
    return (
        f"{x + r:g} {y:g} m {x + r:g} {y + k:.3f} {x + k:.3f} {y + r:g} {x:g} {y + r:g} c "
        f"{x - k:.3f} {y + r:g} {x - r:g} {y + k:.3f} {x - r:g} {y:g} c "
        f"{x - r:g} {y - k:.3f} {x - k:.3f} {y - r:g} {x:g} {y - r:g} c "
        f"{x + k:.3f} {y - r:g} {x + r:g} {y - k:.3f} {x + r:g} {y:g} c"
    )


def repeat_pages(leaf: bytes, copies: int, title: str, lang: Lang) -> bytes:
    """Return the pages of the memo, repeated for each copy."""
    with pikepdf.open(BytesIO(leaf)) as pdf:
        sides = len(pdf.pages)
        for _ in range(copies - 1):
            for side in range(sides):
                pdf.pages.append(pdf.pages[side])
        return finished(pdf, title, lang)


def cards(
    leaf: bytes, game: Game, size: Size, paper: Paper, copies: int, title: str, lang: Lang, ink: Ink, font_set: FontSet
) -> bytes:
    """Return sheets of memo cards with crop marks, front and back; the leaf has two pages with a bleed of BLEED mm."""
    # a game that contains only memo cards gets the usual marks and labels
    box = game.model_copy(update={"decks": {NAME: memo_deck(game, size, copies)}})
    job = Job(Layout(paper, Sides.DUPLEX_LONG, bleed=BLEED), lang, ink)
    pages = impose(expand_pieces(box), job.layout)
    shown = {(NAME, side): FaceIndex(number, "") for number, side in enumerate(Side)}
    drawn = DrawnParts([without_structure(leaf)], shown, guide=None, distinct=len(shown), fresh=len(shown))
    stamped = stamp(draw_sheet_labels(pages, box, job, font_set), drawn, {}, pages, game.id, job)
    with pikepdf.open(BytesIO(stamped)) as pdf:
        return finished(pdf, title, lang)


def memo_deck(game: Game, size: Size, copies: int) -> Deck:
    """Return the memo cards as a deck."""
    titles = {lang: WORDS[lang]["memo"].capitalize() for lang in game.languages}
    designs = [Design(id=NAME, count=copies)]
    return Deck(name=NAME, title=titles, size=size, front=NAME, back=NAME, designs=designs, fold=True)


def without_structure(leaf: bytes) -> bytes:
    """Return a card's two sides without their structure tree, which stamping would break; a missing back is blank."""
    with pikepdf.open(BytesIO(leaf)) as pdf:
        if len(pdf.pages) == 1:
            *_, width, height = (float(edge) for edge in pdf.pages[0].mediabox)
            pdf.add_blank_page(page_size=(width, height))
        for page in pdf.pages:
            untag(page.obj)
        for key in ("/StructTreeRoot", "/MarkInfo"):
            if key in pdf.Root:
                del pdf.Root[key]
        out = BytesIO()
        pdf.save(out, deterministic_id=True)
    return out.getvalue()


def front_and_back(front: bytes, back: bytes) -> bytes:
    """Return the front of one card and the back of another with a different bleed."""
    with pikepdf.open(BytesIO(front)) as pdf, pikepdf.open(BytesIO(back)) as other:
        del pdf.pages[1]
        pdf.pages.append(other.pages[1])
        out = BytesIO()
        pdf.save(out, deterministic_id=True)
    return out.getvalue()


def untag(holder: pikepdf.Object) -> None:
    """Remove the references from a page or form to a structure that it is no longer a part of."""
    for key in ("/StructParents", "/StructParent", "/Tabs"):
        if key in holder:
            del holder[key]


def finished(pdf: Pdf, title: str, lang: Lang) -> bytes:
    """Return the file with its title and language, as reproducible bytes."""
    for date in ("/CreationDate", "/ModDate"):
        if date in pdf.docinfo:
            del pdf.docinfo[date]
    pdf.docinfo["/Title"] = String(title)
    pdf.docinfo["/Author"] = String("pnp")
    pdf.docinfo["/Creator"] = String(f"pnp {__version__}")
    pdf.Root.Lang = String(lang)
    preferences = pdf.Root.get("/ViewerPreferences", Dictionary())
    preferences.PrintScaling = Name("/None")
    preferences.DisplayDocTitle = True
    pdf.Root.ViewerPreferences = preferences
    for key in ("/Metadata", "/PieceInfo"):  # typst's title; the job ticket, as this is not a sheet of the game
        if key in pdf.Root:
            del pdf.Root[key]
    out = BytesIO()
    pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


MOST_COPIES: Final = 200
"""Maximum number of copies."""
A4: Final = Paper("a4", PAPERS["a4"])
NO_CACHE: Final = Cache.disabled()


@dataclass(frozen=True)
class MemoOrder:
    """Print settings of a memo."""

    form: Format = Format.TWO_UP
    paper: Paper = A4
    lang: Lang = Lang.FR
    ink: Ink = Ink.FULL
    copies: int | None = None
    """Number of copies; by default two on a sheet of halves, one card per player, otherwise one."""

    def __post_init__(self) -> None:
        if self.copies is not None and not 1 <= self.copies <= MOST_COPIES:
            message = f"must be from 1 to {MOST_COPIES}"
            raise LayoutError(Problem(option_location("--copies"), message, found=str(self.copies), code="E1201"))

    def file_name(self, game_id: str, variant: str) -> str:
        """Return the name of the PDF file."""
        memo = f"memo-{variant}" if variant else "memo"
        return f"{game_id}_{memo}_{self.lang}_{self.form}_{self.paper.name}_{self.ink}.pdf"


@dataclass(frozen=True)
class TypesetMemo:
    """A typeset memo, not yet imposed."""

    pdf: bytes
    """PDF with one page per side."""
    trial: Trial
    """Sizes that it is set in."""
    title: str


@dataclass(frozen=True)
class PrintedMemo:
    """The result of printing a memo."""

    pdf: Path
    title: str
    copies: int
    size_pt: float
    """Type size, in points."""
    size_bytes: int
    trial: Trial
    """Sizes that it is set in."""


def typeset_memo(
    project: Project, game: Game, memo: Memo, order: MemoOrder, bleed: float, cache: Cache = NO_CACHE
) -> TypesetMemo:
    """Set a memo as large as fits; raise PnpError if it cannot be set, or not at a legible size."""
    setting = setting_for(order.form, memo)
    setter = make_typesetter(project, game, memo, order, cache)
    title = setter.title
    size = leaf_size(order.form, order.paper, game)
    key = setter.key(size, asdict(setting), bleed)
    known, pdf = cache.get(f"{key}-trial"), cache.get(f"{key}-pdf")
    if known is not None and pdf is not None:
        return TypesetMemo(pdf, Trial(**json.loads(known)), title)
    trial = fit(setter, size, setting, bleed)
    pdf = setter.pdf(trial)
    cache.put(f"{key}-trial", json.dumps(asdict(trial)).encode())
    cache.put(f"{key}-pdf", pdf)
    return TypesetMemo(pdf, trial, title)


def try_smallest(project: Project, game: Game, memo: Memo, order: MemoOrder, cache: Cache = NO_CACHE) -> Trial:
    """Set a memo in its smallest type size and return the trial; raise PnpError if that is not possible."""
    setter = make_typesetter(project, game, memo, order, cache).proofreading()
    return fit_smallest(setter, leaf_size(order.form, order.paper, game), setting_for(order.form, memo), 0)


def make_typesetter(project: Project, game: Game, memo: Memo, order: MemoOrder, cache: Cache) -> Typesetter:
    """Return a typesetter for a memo in a format, with numbers filled in and figures drawn."""
    look, font_set = memo_colours(memo, game), FontSet.for_project(project)
    figures = read_figures(project, game, figures_used_on(memo, order.form))
    facts = with_figure_facts(gather_facts(project, game), figures.values())
    insets = _insets(
        project, game, memo, order, Illustrator(project, game, order.lang, order.ink, look, cache), figures
    )
    setting = setting_for(order.form, memo)
    logo = draw_logo(project, game, memo, order.ink)
    shape = logo.size if logo else None
    data = template_data(memo, game, facts, look, order.form, setting, order.ink, font_set, insets.illustrations, shape)
    drawn, fonts = draw_icons(project, game, memo, order.ink)
    if logo:
        drawn[LOGO] = svg_for_renderer(logo).encode()
        fonts += logo.fonts
    return Typesetter(data, drawn, memo, tuple(dict.fromkeys((*fallback_fonts(data, font_set), *fonts))), insets)


def _insets(
    project: Project, game: Game, memo: Memo, order: MemoOrder, draw: Illustrator, figures: Mapping[str, Tableau]
) -> Insets:
    """Return the figures that a memo shows in a format; raise SpecError if the game does not have one of them."""
    wanted = figures_on(memo, order.form)
    unknown = [figure for figure in wanted if figure.name not in figures]
    if unknown:
        names = figure_names(project, game)
        raise SpecError(*(unknown_figure(figure, names) for figure in unknown))
    setting = setting_for(order.form, memo)
    room = (leaf_size(order.form, order.paper, game).width - 2 * setting.margin) / setting.columns
    made = {figure.name: draw.illustrate(figures[figure.name], figure.width * room) for figure in wanted}
    return Insets(made, draw.faces, shadows=order.ink is Ink.FULL)


def make_memo(
    project: Project, game: Game, memo: Memo, order: MemoOrder, cache: Cache = NO_CACHE
) -> tuple[bytes, TypesetMemo, int]:
    """Return the PDF, the typeset memo, and the number of copies."""
    leaf = typeset_memo(project, game, memo, order, BLEED if order.form is Format.CARD else 0, cache)
    pdf, copies = _impose(project, game, leaf, order)
    return pdf, leaf, copies


def preview_memo(
    project: Project, game_id: str, variant: str, order: MemoOrder, trial: Trial, cache: Cache = NO_CACHE
) -> tuple[bytes, str, int] | None:
    """Return a PDF of a memo in the given sizes, its title and number of copies; None if it does not fit.

    This is faster than finding the largest sizes that fit, so a preview can reuse those of an earlier trial.
    """
    game = load_game(project, game_id)
    memo = read_memo(project, game_id, variant, order.lang, IconMap(game.icons))
    setter = make_typesetter(project, game, memo, order, cache)
    if not fits(setter, trial):
        return None
    pdf, copies = _impose(project, game, TypesetMemo(setter.pdf(trial), trial, setter.title), order)
    return pdf, setter.title, copies


def _impose(project: Project, game: Game, leaf: TypesetMemo, order: MemoOrder) -> tuple[bytes, int]:
    """Return the PDF with the memo on its paper, and the number of copies."""
    match order.form:
        case Format.TWO_UP:
            sheets = math.ceil((order.copies or 2) / 2)
            return two_up(leaf.pdf, order.paper, sheets, leaf.title, order.lang), 2 * sheets
        case Format.CARD:
            copies = order.copies or game.players[1]
            size, fonts = leaf_size(order.form, order.paper, game), FontSet.for_project(project)
            made = cards(leaf.pdf, game, size, order.paper, copies, leaf.title, order.lang, order.ink, fonts)
            return made, copies
        case _:
            copies = order.copies or 1
            return repeat_pages(leaf.pdf, copies, leaf.title, order.lang), copies


def print_memo(
    project: Project, game_id: str, variant: str, order: MemoOrder, folder: Path, cache: Cache = NO_CACHE
) -> PrintedMemo:
    """Write a memo's PDF into `folder/<game>/`, replacing an earlier one atomically."""
    game = load_game(project, game_id)
    memo = read_memo(project, game_id, variant, order.lang, IconMap(game.icons))
    pdf, leaf, copies = make_memo(project, game, memo, order, cache)
    path = folder / game_id / order.file_name(game_id, variant)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, pdf)
    except OSError as error:
        raise PressError(os_problem(error, Location(str(path)), "cannot be written", "choose another --out")) from error
    return PrintedMemo(path, leaf.title, copies, leaf.trial.size, len(pdf), leaf.trial)


def memo_cards(project: Project, game: Game, job: Job, count: int, cache: Cache) -> Companion:
    """Return memo cards for printing with the game's sheets."""
    deck = memo_deck(game, leaf_size(Format.CARD, job.layout.paper, game), count)
    front = memo_card(project, game, job.lang, job.ink, job.layout.bleed, cache)
    if job.layout.back_bleed is None:
        return Companion(deck, front)
    back = memo_card(project, game, job.lang, job.ink, job.layout.back_bleed, cache)
    return Companion(deck, front_and_back(front, back))


def memo_card(project: Project, game: Game, lang: Lang, ink: Ink, bleed: float, cache: Cache = NO_CACHE) -> bytes:
    """Return the game's memo as a card: a PDF with a front and a back page, each with `bleed` mm around the card."""
    memo = read_memo(project, game.id, "", lang, IconMap(game.icons))
    leaf = typeset_memo(project, game, memo, MemoOrder(Format.CARD, lang=lang, ink=ink), bleed, cache)
    return without_structure(leaf.pdf)
