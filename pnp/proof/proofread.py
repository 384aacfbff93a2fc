"""Find typographic errors in every text that a game prints, in all its languages, with their locations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, product
from typing import Final

from pnp.check.report import Misprint
from pnp.config import resolve_config
from pnp.errors import Location, PnpError
from pnp.face.reading import FaceText, TextReader
from pnp.memo.facts import gather_facts
from pnp.memo.markup import memo_typos
from pnp.memo.read import read_memo
from pnp.memo.source import variants
from pnp.press.job import Job
from pnp.project.folders import SPEC_FILE, Project, template_folders
from pnp.proof.texts import impose_game, read_box_texts, sheet_texts_of
from pnp.sheet.page import Page
from pnp.spec.model import Deck, Design, Game
from pnp.spec.table import translated_heading
from pnp.spec.texts import IconMap
from pnp.terms import Lang, Side
from pnp.text.typography import NARROW_NO_BREAK_SPACE, NO_BREAK_SPACE, typeset
from pnp.text.typos import Typo, TypoKind, find_typos

_PLAIN: Final = str.maketrans({NO_BREAK_SPACE: " ", NARROW_NO_BREAK_SPACE: " ", "*": None, "/": " "})

SPACING: Final = (TypoKind.NO_SPACE, TypoKind.SPACE, TypoKind.SPACES)


Written = list[tuple[str, Location]]
"""Texts, each with its location."""
Slips = Iterator[tuple[Location, Typo]]


def proofread(project: Project, game: Game, *, ours: bool = False) -> tuple[Misprint, ...]:
    """Return the typographic errors in everything that a game prints, each once.

    Texts that cannot be typeset are skipped, since a build reports them. In guides, labels and boxes only the game's
    texts are checked; with `ours`, pnp's texts are checked as well.
    """
    found: dict[tuple[Location, Typo, Lang], dict[Location, None]] = {}
    reader = TextReader(project, game, game.languages[0])
    choices = resolve_config(project, game.id)
    sheets: tuple[list[Page], Job] | None = None
    with suppress(PnpError):
        sheets = impose_game(game, choices)
    for lang in game.languages:
        reader = reader.speaking(lang)
        written = list(_spec_texts(project, game, lang))
        pages = [partial(read_box_texts, reader, choices)]
        pages += [partial(sheet_texts_of, reader, *sheets)] if sheets else []
        slips = chain(
            _on_faces(reader, written), *(_on_page(page, written, lang, ours=ours) for page in pages),
            _in_memos(project, game, lang),
        )  # fmt: skip
        for where, slip in slips:
            if slip.kind in SPACING and _plain(slip.found) in _plain(game.title[lang]):
                continue  # the spacing of a title is the author's choice
            found.setdefault((where.shared(), slip, lang), {})[where] = None
    return tuple(Misprint(tuple(places), lang, slip) for (_, slip, lang), places in found.items())


def _on_faces(reader: TextReader, written: Written) -> Slips:
    project, game, lang = reader.project, reader.game, reader.lang
    for deck in game.decks.values():
        for design, side in product(deck.designs, Side):
            for look in deck.looks(design) if deck.template(side) else ():
                with suppress(PnpError):
                    reader.render(deck, design, side, look)
                for read, slip in _slips(reader.take(), lang):
                    words = [*_row_texts(deck, design, lang), *written]
                    yield _origin(slip, words) or _template(project, game, read), slip


def _on_page(reading: Callable[[], Iterable[FaceText]], written: Written, lang: Lang, *, ours: bool) -> Slips:
    """Yield the errors on a page that pnp adds to a game, such as the making guide."""
    words = [(typeset(text, lang), where) for text, where in written]
    with suppress(PnpError):
        for read, slip in _slips(reading(), lang):
            if where := _origin(slip, words) or (read.where if ours else None):
                yield where, slip


def _in_memos(project: Project, game: Game, lang: Lang) -> Slips:
    names = variants(project.components / game.id)
    with suppress(PnpError):
        facts = gather_facts(project, game) if names else {}
        for variant in names:
            with suppress(PnpError):
                memo = read_memo(project, game.id, variant, lang, IconMap(game.icons))
                yield from memo_typos(memo, facts)


def _slips(texts: Iterable[FaceText], lang: Lang) -> Iterator[tuple[FaceText, Typo]]:
    return ((read, slip) for read in texts for slip in find_typos(read.lines, lang))


def _origin(slip: Typo, words: Iterable[tuple[str, Location]]) -> Location | None:
    """Return the location of the first text that contains an error; None if there is none."""
    found = _plain(slip.found)
    return next((where for text, where in words if found in _plain(text)), None)


def _plain(text: str) -> str:
    """Return a text without markup, with plain single spaces."""
    return " ".join(text.translate(_PLAIN).split())


def _row_texts(deck: Deck, design: Design, lang: Lang) -> Iterator[tuple[str, Location]]:
    """Yield the texts of a row, each with its location."""
    for name, value in design.fields.items():
        column = deck.columns.get(name)
        if isinstance(value, dict):
            where = design.place.at(column=translated_heading(name, lang))
        else:
            where = design.place.at(column=name, heading=(column and column.heading) or "")
        yield str(design.field(name, lang)), where


def _spec_texts(project: Project, game: Game, lang: Lang) -> Iterator[tuple[str, Location]]:
    """Yield the texts of the spec itself, each with its location."""
    spec = project.location(project.components / game.id / SPEC_FILE)
    yield from ((text[lang], spec / "text" / key / lang) for key, text in game.text.items())
    yield game.title[lang], spec / "title" / lang
    yield from ((deck.title[lang], spec / "decks" / deck.name / "title" / lang) for deck in game.decks.values())
    yield from ((item.name[lang], spec / "box" / number / "name" / lang) for number, item in enumerate(game.box, 1))
    for name in ("design", "publisher", "notes", "art", "text", "licence"):
        if (said := getattr(game.credits, name)) is not None:
            yield said[lang], spec / "credits" / name / lang


def _template(project: Project, game: Game, read: FaceText) -> Location:
    """Return the location of the template that contains a text."""
    paths = [folder / read.template for _, folder in template_folders(project, game.id)]
    return project.location(next((path for path in paths if path.is_file()), paths[0]))
