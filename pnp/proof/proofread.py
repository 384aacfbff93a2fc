"""Proofreading a game: every text it prints, in all its languages, with the place where each slip was written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, product
from typing import Final, NamedTuple

from pnp.check.report import Misprint
from pnp.config import choose
from pnp.errors import PnpError
from pnp.face.reading import ReadText, TextReader
from pnp.face.slips import Slip, SlipKind, find_slips
from pnp.face.typography import FIRM, NARROW, typeset
from pnp.memo.facts import gather
from pnp.memo.read import read_memo
from pnp.memo.slips import memo_slips
from pnp.memo.source import variants
from pnp.press.job import Job
from pnp.proof.texts import box_reading, sheet_reading, sheets_of
from pnp.resources import SPEC_FILE, Project
from pnp.sheet.page import Page
from pnp.spec.icons import IconMap
from pnp.spec.model import Deck, Design, Game
from pnp.spec.table import in_language
from pnp.terms import Lang, Side

_PLAIN: Final = str.maketrans({FIRM: " ", NARROW: " ", "*": None, "/": " "})

SPACING: Final = (SlipKind.NO_SPACE, SlipKind.SPACE, SlipKind.SPACES)


class Origin(NamedTuple):
    """Where a text was written."""

    file: str
    key: str = ""
    row: int = 0


Written = list[tuple[str, Origin]]
"""Texts, each with its place."""
Slips = Iterator[tuple[Origin, Slip]]


def proofread(project: Project, game: Game, *, ours: bool = False) -> tuple[Misprint, ...]:
    """The slips in everything that a game prints, each once.

    What cannot be set is left to a build to tell. In guides, labels and boxes only the game's own words are read,
    unless `ours` asks for those of pnp, too.
    """
    found: dict[tuple[str, str, Slip, Lang], dict[int, None]] = {}
    reader = TextReader(project, game, game.languages[0])
    choices = choose(project, game.id)
    sheets: tuple[list[Page], Job] | None = None
    with suppress(PnpError):
        sheets = sheets_of(game, choices)
    for lang in game.languages:
        reader = reader.speaking(lang)
        written = list(_written(project, game, lang))
        pages = [partial(box_reading, reader, choices)]
        pages += [partial(sheet_reading, reader, *sheets)] if sheets else []
        slips = chain(
            _on_faces(reader, written), *(_on_page(page, written, lang, ours=ours) for page in pages),
            _in_memos(project, game, lang),
        )  # fmt: skip
        for origin, slip in slips:
            if slip.kind in SPACING and _plain(slip.found) in _plain(game.title[lang]):
                continue  # how a name is spaced is part of it
            rows = found.setdefault((origin.file, origin.key, slip, lang), {})
            rows |= {origin.row: None} if origin.row else {}
    return tuple(Misprint(file, key, tuple(rows), lang, slip) for (file, key, slip, lang), rows in found.items())


def _on_faces(reader: TextReader, written: Written) -> Slips:
    project, game, lang = reader.project, reader.game, reader.lang
    for deck in game.decks.values():
        for design, side in product(deck.designs, Side):
            for look in deck.looks(design) if deck.template(side) else ():
                with suppress(PnpError):
                    reader.render(deck, design, side, look)
                for read, slip in _slips(reader.take(), lang):
                    words = [*_cells(project, game, deck, design, lang), *written]
                    yield _origin(slip, words) or Origin(_template(project, game, read)), slip


def _on_page(reading: Callable[[], Iterable[ReadText]], written: Written, lang: Lang, *, ours: bool) -> Slips:
    """What is on a page of pnp's own."""
    words = [(typeset(text, lang), origin) for text, origin in written]
    with suppress(PnpError):
        for read, slip in _slips(reading(), lang):
            if origin := _origin(slip, words) or (Origin(read.where) if ours else None):
                yield origin, slip


def _in_memos(project: Project, game: Game, lang: Lang) -> Slips:
    names = variants(project.components / game.id)
    with suppress(PnpError):
        facts = gather(project, game) if names else {}
        for variant in names:
            with suppress(PnpError):
                memo = read_memo(project, game.id, variant, lang, IconMap(game.icons))
                yield from ((Origin(where), slip) for where, slip in memo_slips(memo, facts))


def _slips(texts: Iterable[ReadText], lang: Lang) -> Iterator[tuple[ReadText, Slip]]:
    return ((read, slip) for read in texts for slip in find_slips(read.lines, lang))


def _origin(slip: Slip, words: Iterable[tuple[str, Origin]]) -> Origin | None:
    """The first of the words that a slip may come from."""
    found = _plain(slip.found)
    return next((origin for text, origin in words if found in _plain(text)), None)


def _plain(text: str) -> str:
    """A text without markup, its spaces all alike."""
    return " ".join(text.translate(_PLAIN).split())


def _cells(project: Project, game: Game, deck: Deck, design: Design, lang: Lang) -> Iterator[tuple[str, Origin]]:
    """The texts of a row."""
    folder = project.components / game.id
    single = isinstance(deck.table, str) and "://" not in deck.table
    file = project.name(folder / str(deck.table)) if single else f"{project.name(folder / SPEC_FILE)}: {deck.name}"
    for name, value in design.fields.items():
        column = deck.columns.get(name)
        heading = in_language(name, lang) if isinstance(value, dict) else (column and column.heading) or name
        key = heading if single else f"{design.id}.{heading}"
        yield str(design.field(name, lang)), Origin(file, key, design.row if single else 0)


def _written(project: Project, game: Game, lang: Lang) -> Iterator[tuple[str, Origin]]:
    """The texts of the spec itself."""
    file = project.name(project.components / game.id / SPEC_FILE)
    yield from ((text[lang], Origin(file, f"text.{key}.{lang}")) for key, text in game.text.items())
    yield game.title[lang], Origin(file, f"title.{lang}")
    yield from ((deck.title[lang], Origin(file, f"decks.{deck.name}.title.{lang}")) for deck in game.decks.values())
    yield from ((item.name[lang], Origin(file, f"box[{at}].name.{lang}")) for at, item in enumerate(game.box, 1))
    for name in ("design", "publisher", "notes", "art", "text", "licence"):
        if (said := getattr(game.credits, name)) is not None:
            yield said[lang], Origin(file, f"credits.{name}.{lang}")


def _template(project: Project, game: Game, read: ReadText) -> str:
    """The template that says it."""
    own = project.templates / game.id / read.template
    return project.name(own) if own.is_file() else read.template
