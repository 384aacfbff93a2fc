"""Check rulebooks for mistakes: numbers typed by hand, texts missing in a language, what cannot be printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise, zip_longest

from pnp.errors import Location, PnpError, Problem
from pnp.face.art_loader import ArtLoader
from pnp.face.sources import Sources
from pnp.memo.facts import Facts, gather_facts, with_figure_facts
from pnp.memo.figures import read_figures, unknown_figure
from pnp.memo.illustrate import unknown_icons
from pnp.memo.lint import DAGGER, check_numbers, check_typography, numbers_in
from pnp.memo.tableau import Tableau
from pnp.project.folders import Project
from pnp.rulebook.print import RulebookOrder, typeset_rulebook
from pnp.rulebook.source import (
    Block,
    BoxedBlock,
    BoxKind,
    Figures,
    GeneratedBlock,
    HeadingBlock,
    ItemList,
    Rulebook,
    TableBlock,
    block_words,
    file_name,
    read_rulebook,
    rulebook_files,
)
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.spec.texts import IconMap
from pnp.store.cache import Cache
from pnp.terms import Lang, RulebookFormat
from pnp.worker.progress import Progress, silent


def check_game(project: Project, game_id: str, progress: Progress = silent) -> list[Problem]:
    """Return the problems of a game's rulebooks in all languages; raise SpecError if the spec is not valid."""
    game = load_game(project, game_id)
    folder = project.components / game_id
    if not rulebook_files(folder):
        where = project.location(folder / file_name(game.languages[0]))
        return [Problem(where, "does not exist", "docs/how-to/rulebooks.md shows how to write one", code="E1501")]
    figures = read_figures(project, game)
    facts = with_figure_facts(gather_facts(project, game), figures.values())
    problems: list[Problem] = []
    books: dict[Lang, Rulebook] = {}
    for lang in game.languages:
        try:
            books[lang] = read_rulebook(project, game_id, lang, IconMap(game.icons))
        except PnpError as error:
            problems += error.problems
    for book in books.values():
        problems += check_rulebook(project, game, book, facts, figures)
    for one, other in pairwise(books.values()):
        problems += compare_languages(one, other)
    orders = (
        [(book, form) for book in books.values() for form in RulebookFormat if form is not RulebookFormat.BOOKLET]
        if not problems
        else []
    )
    for done, (book, form) in enumerate(orders):
        progress(done, len(orders))
        order = RulebookOrder(form, lang=book.lang)
        try:
            typeset_rulebook(project, game, book, order, order.page, Cache.for_user())
        except PnpError as error:
            problems += error.problems
    return list(dict.fromkeys(problems))


def check_single_rulebook(project: Project, game_id: str, lang: Lang) -> list[Problem]:
    """Return the problems of one rulebook, without printing it."""
    game = load_game(project, game_id)
    book = read_rulebook(project, game_id, lang, IconMap(game.icons))
    figures = read_figures(project, game)
    return check_rulebook(
        project, game, book, with_figure_facts(gather_facts(project, game), figures.values()), figures
    )


def check_rulebook(
    project: Project, game: Game, book: Rulebook, facts: Facts, figures: Mapping[str, Tableau]
) -> list[Problem]:
    """Return the problems of one rulebook, without printing it."""
    problems = [unknown_figure(figure, figures) for figure in book.figures() if figure.name not in figures]
    for words in book.words():
        problems += check_numbers(words.text, words, book.lang, facts)
    problems += check_typography(book, facts)
    problems += _daggers(book)
    if not problems:  # unmatched markup hides the icons after it
        problems += unknown_icons(book, ArtLoader(Sources(project, game.id), low_ink=False))
    return problems


def _daggers(book: Rulebook) -> Iterator[Problem]:
    """Yield a problem if house rulings are marked but the mark is not explained."""
    texts = [words.text.strip() for words in book.words()]
    rulings = any(isinstance(block, BoxedBlock) and block.kind is BoxKind.RULING for block in book.blocks)
    if (rulings or any(DAGGER in text for text in texts)) and not any(text.startswith(DAGGER) for text in texts):
        hint = 'for example "† our ruling where the booklet is silent"'
        yield Problem(book.where, f"must have a text that begins with {DAGGER} and explains it", hint, code="E0710")


def compare_languages(one: Rulebook, other: Rulebook) -> Iterator[Problem]:
    """Yield the first difference between the blocks of two languages, and all differences between their numbers."""
    for ours, theirs in zip_longest(one.all_blocks(), other.all_blocks()):
        if ours is None or theirs is None or _shape(ours) != _shape(theirs):
            where = other.where if theirs is None else next(_places(theirs), other.where)
            wanted, found = (_described(block) for block in (ours, theirs))
            message = f"must have the same blocks as in {one.lang}: here, {wanted}"
            yield Problem(where, message, "write both languages block by block", found=found, code="E0708")
            return
        wanted_numbers, found_numbers = (
            numbers_in((words.text, words.where) for words in block_words(block)) for block in (ours, theirs)
        )
        if missing := wanted_numbers - found_numbers:
            where = next(_places(theirs), other.where)
            message = f"does not use all the numbers of its {one.lang} text"
            yield Problem(where, message, found=", ".join(sorted(missing)), code="E0708")


def _shape(block: Block) -> tuple[object, ...]:
    """Return what must be the same in every language."""
    match block:
        case HeadingBlock(level):
            return "heading", level
        case ItemList(items, numbered):
            return "list", numbered, [(len(item.paragraphs), item.nested and _shape(item.nested)) for item in items]
        case TableBlock(head, rows):
            return "table", len(head), len(rows)
        case Figures(figures, beside):
            return "figure", [figure.name for figure in figures], beside
        case BoxedBlock(kind) | GeneratedBlock(kind):
            return "block", kind
    return (type(block).__name__.lower(),)


def _described(block: Block | None) -> str:
    """Return what a block is, for messages."""
    match block:
        case None:
            return "the end"
        case HeadingBlock(level, words):
            return f"{'#' * level} {words.text}"
        case ItemList(items):
            return f"a list of {len(items)}"
        case TableBlock(head, rows):
            return f"a table of {len(rows)} × {len(head)}"
        case Figures(figures):
            return f"figure {', '.join(figure.name for figure in figures)}"
        case BoxedBlock(kind):
            return f"[!{kind}]"
        case GeneratedBlock(kind):
            return str(kind)
    return f"a {type(block).__name__.lower()}"


def _places(block: Block) -> Iterator[Location]:
    """Yield the locations of a block, the best first."""
    if isinstance(block, BoxedBlock | GeneratedBlock):
        yield block.where
    if isinstance(block, Figures):
        yield from (figure.where for figure in block.figures)
    yield from (words.where for words in block_words(block))
