"""Print memos: set them, impose them on paper and write the PDF."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from pnp.errors import LayoutError, Location, PressError, Problem, SpecError, option_location, os_problem
from pnp.memo import impose
from pnp.memo.content import fallback_fonts, template_data
from pnp.memo.edition import figures_on, figures_used_on
from pnp.memo.facts import gather_facts, with_figure_facts
from pnp.memo.figures import Tableau, figure_names, read_figures, unknown_figure
from pnp.memo.fit import fit, fit_smallest, fits
from pnp.memo.format import leaf_size, setting_for
from pnp.memo.illustrate import Illustrator
from pnp.memo.inset import Insets
from pnp.memo.look import draw_icons, memo_colours
from pnp.memo.read import read_memo
from pnp.memo.source import Memo
from pnp.memo.trial import Trial
from pnp.memo.typesetter import Typesetter
from pnp.press.drawn import Companion
from pnp.press.job import Job
from pnp.project.folders import Project
from pnp.sheet.layout import PAPERS, Paper
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.spec.texts import IconMap
from pnp.store.cache import Cache
from pnp.store.files import write_atomically
from pnp.terms import Format, Ink, Lang
from pnp.text.font_set import FontSet

MOST_COPIES: Final = 200
"""Maximum number of copies."""
A4: Final = Paper("a4", PAPERS["a4"])
NO_CACHE: Final = Cache.none()


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
    look, shelf = memo_colours(memo, game), FontSet.of(project)
    figures = read_figures(project, game, figures_used_on(memo, order.form))
    facts = with_figure_facts(gather_facts(project, game), figures.values())
    insets = _insets(
        project, game, memo, order, Illustrator(project, game, order.lang, order.ink, look, cache), figures
    )
    setting = setting_for(order.form, memo)
    data = template_data(memo, game, facts, look, order.form, setting, order.ink, shelf, insets.illustrations)
    drawn, fonts = draw_icons(project, game, memo, order.ink)
    lent = fallback_fonts(data, shelf)
    return Typesetter(data, drawn, memo, tuple(dict.fromkeys((*lent, *fonts))), insets)


def _insets(
    project: Project, game: Game, memo: Memo, order: MemoOrder, draw: Illustrator, figures: Mapping[str, Tableau]
) -> Insets:
    """Return the figures that a memo shows in a format; raise SpecError if the game does not have one of them."""
    wanted = figures_on(memo, order.form)
    unknown = [figure for figure in wanted if figure.name not in figures]
    if unknown:
        names = figure_names(project, game)
        raise SpecError(*(unknown_figure(figure, names) for figure in unknown))
    made = {figure.name: draw.illustrate(figures[figure.name]) for figure in wanted}
    return Insets(made, draw.faces, shadows=order.ink is Ink.FULL)


def make_memo(
    project: Project, game: Game, memo: Memo, order: MemoOrder, cache: Cache = NO_CACHE
) -> tuple[bytes, TypesetMemo, int]:
    """Return the PDF, the typeset memo, and the number of copies."""
    leaf = typeset_memo(project, game, memo, order, impose.BLEED if order.form is Format.CARD else 0, cache)
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
            return impose.two_up(leaf.pdf, order.paper, sheets, leaf.title, order.lang), 2 * sheets
        case Format.CARD:
            copies = order.copies or game.players[1]
            size, fonts = leaf_size(order.form, order.paper, game), FontSet.of(project)
            made = impose.cards(leaf.pdf, game, size, order.paper, copies, leaf.title, order.lang, order.ink, fonts)
            return made, copies
        case _:
            copies = order.copies or 1
            return impose.repeat_pages(leaf.pdf, copies, leaf.title, order.lang), copies


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


def memo_cards(project: Project, game: Game, job: Job, cache: Cache) -> Companion:
    """Return a memo card for each player, for printing with the game's sheets."""
    deck = impose.memo_deck(game, leaf_size(Format.CARD, job.layout.paper, game), game.players[1])
    front = memo_card(project, game, job.lang, job.ink, job.layout.bleed, cache)
    if job.layout.back_bleed is None:
        return Companion(deck, front)
    back = memo_card(project, game, job.lang, job.ink, job.layout.back_bleed, cache)
    return Companion(deck, impose.front_and_back(front, back))


def memo_card(project: Project, game: Game, lang: Lang, ink: Ink, bleed: float, cache: Cache = NO_CACHE) -> bytes:
    """Return the game's memo as a card: a PDF with a front and a back page, each with `bleed` mm around the card."""
    memo = read_memo(project, game.id, "", lang, IconMap(game.icons))
    leaf = typeset_memo(project, game, memo, MemoOrder(Format.CARD, lang=lang, ink=ink), bleed, cache)
    return impose.without_structure(leaf.pdf)
