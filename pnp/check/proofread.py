"""Proofread a game: every text it prints, in all its languages, with the location of each misprint."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from html import unescape
from itertools import chain, product
from typing import Final, NamedTuple

from markupsafe import Markup

from pnp.box.build import plan_box
from pnp.box.draw import BoxArtist
from pnp.box.order import BoxOrder
from pnp.check.report import Misprint
from pnp.config import Config, resolve_config
from pnp.errors import Location, PnpError
from pnp.face.face import Face
from pnp.face.functions import TemplateFunctions
from pnp.face.render import FaceRenderer
from pnp.face.template import PieceRow
from pnp.geometry.units import Size
from pnp.memo.facts import gather_facts, with_figure_facts
from pnp.memo.figures import read_figures
from pnp.memo.markup import memo_typos
from pnp.memo.read import read_memo
from pnp.memo.source import RulesDocument, variants
from pnp.press.guide import make_guide
from pnp.press.job import Job
from pnp.press.sheet_labels import sheet_texts
from pnp.project.folders import SPEC_FILE, Project, template_folders
from pnp.rulebook.source import file_name as rulebook_file_name
from pnp.rulebook.source import read_rulebook
from pnp.sheet.board import divide_boards
from pnp.sheet.impose import has_printed_backs, impose
from pnp.sheet.layout import Layout
from pnp.sheet.page import Page
from pnp.spec.deck import expand_pieces, unfold_dice
from pnp.spec.model import Deck, Design, Game
from pnp.spec.table import translated_heading
from pnp.spec.texts import IconMap
from pnp.terms import Ink, Lang, Side
from pnp.text.text_box import PrintedLine, TextBox, set_lines
from pnp.text.text_path import Baseline, PathAlign
from pnp.text.typography import NARROW_NO_BREAK_SPACE, NO_BREAK_SPACE, typeset
from pnp.text.typos import Typo, TypoKind, find_typos

_DRAWN_TEXT: Final = re.compile(r"<text\b[^>]*>(.*?)</text>", re.DOTALL)
_TAG: Final = re.compile(r"<[^>]*>")
_TEXT_TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")


class FaceText(NamedTuple):
    """A text on a face, in lines as printed."""

    where: Location
    """Location of the face."""
    template: str
    lines: tuple[PrintedLine, ...]


class TextReader(FaceRenderer):
    """Renderer that collects the texts of a game's faces in one language."""

    def __init__(self, project: Project, game: Game, lang: Lang) -> None:
        super().__init__(project, game, lang, Ink.FULL, 0)
        self.texts: list[FaceText] = []
        """Texts read since the last `take`, in order."""
        self._template = ""

    def in_language(self, lang: Lang) -> TextReader:
        """Return a reader of the same game in another language, which reuses the compiled templates."""
        other = TextReader(self.project, self.game, lang)
        other._environment = self._environment
        return other

    def take(self) -> list[FaceText]:
        """Return the texts read since the last call."""
        texts, self.texts = self.texts, []
        return texts

    def fill(
        self, template: str, size: Size, where: Location, values: dict[str, object], *, font_fallback: bool = False
    ) -> Face:
        """Fill in a template and collect its texts; the returned face is empty."""
        self._template = template
        return super().fill(template, size, where, values, font_fallback=font_fallback)

    def functions(
        self, where: Location, icons: IconMap, size: Size, piece: PieceRow | None, *, font_fallback: bool
    ) -> TemplateFunctions:
        """Return template functions that collect texts and draw nothing."""
        return _ReadingFunctions(self, where, icons, size, piece, font_fallback=font_fallback)

    def check(self, svg: str, size: Size, where: Location) -> Face:
        """Return an empty face after reading the <text> elements written in the template."""
        for written in _DRAWN_TEXT.findall(svg):
            if text := " ".join(unescape(_TAG.sub("", written)).split()):
                self.read(where, [PrintedLine(text, text.count(" ") + 1, 0, ends=True)])
        return Face("", size, self.bleed, where)

    def read(self, where: Location, lines: list[PrintedLine]) -> None:
        """Record a text."""
        self.texts.append(FaceText(where, self._template, tuple(lines)))


class _ReadingFunctions(TemplateFunctions):
    """Template functions that collect texts and draw nothing."""

    renderer: TextReader

    def art(self, *_: object, **__: object) -> Markup:
        return Markup("")

    def image(self, *_: object, **__: object) -> Markup:
        return Markup("")

    def icon_row(self, *_: object, **__: object) -> Markup:
        return Markup("")

    def set(self, content: str, box: TextBox) -> str:
        lines = set_lines(content, box, self.where, self.renderer.sources.fonts, fallback=self.font_fallback)
        self.renderer.read(self.where, lines)
        return ""

    def set_path(self, content: str, curve: Baseline, box: TextBox, align: PathAlign, offset: float) -> str:
        return self.set(content, replace(box, width=1e6, height=1e6))  # on one line


def impose_game(game: Game, choices: Config) -> tuple[list[Page], Job]:
    """Return the pages of a whole game with the project's settings; raise LayoutError if they cannot be laid out."""
    layout = Layout(
        choices.paper, choices.sides, choices.margin, None, choices.bleed, choices.marks, cut=choices.cut
    )  # fmt: skip
    pages = impose(expand_pieces(divide_boards(unfold_dice(game), layout)), layout)
    one_sided = layout.sides.duplex and not has_printed_backs(pages)
    return pages, Job(layout, choices.lang, choices.ink, guide=True, one_sided=one_sided)


def sheet_texts_of(reader: TextReader, pages: list[Page], job: Job) -> Iterator[FaceText]:
    """Yield the texts of the making guide and the sheet labels."""
    game, job = reader.game, replace(job, lang=reader.lang)
    make_guide(pages, game, game, job, reader)
    yield from reader.take()
    for label in dict.fromkeys(sheet_texts(pages, game, job)):
        yield FaceText(
            Location(game=game.id, detail="sheet label"), "", (PrintedLine(label, len(label.split()), 0, ends=True),)
        )


def read_box_texts(reader: TextReader, choices: Config) -> Iterator[FaceText]:
    """Yield the texts of the box and its assembly page; raise LayoutError if the box does not fit on sheets."""
    job = BoxOrder().job(choices.paper, reader.lang, choices.ink, choices.margin)
    plan = plan_box(reader.game, job)
    artist = BoxArtist(reader.project, reader.game, job, plan.need, plan.form, reader)
    artist.guide(plan.nets, joined=any(part.joined for page in plan.pages for part in page.parts))
    for net in plan.nets:
        artist.net(net)
    for page in plan.pages:
        artist.sheet(page, len(plan.pages))
    yield from reader.take()


_PLAIN: Final = str.maketrans(
    {NO_BREAK_SPACE: " ", NARROW_NO_BREAK_SPACE: " ", "*": None, "/": " "}
    | dict.fromkeys("‘’‚′", "'")
    | dict.fromkeys("“”„«»″", '"')
    | {"…": "...", "–": "--"}
)

SPACING: Final = (TypoKind.NO_SPACE, TypoKind.SPACE, TypoKind.SPACES)


Written = list[tuple[str, Location]]
"""Texts, each with its location."""
LocatedTypos = Iterator[tuple[Location, Typo]]


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
        reader = reader.in_language(lang)
        written = list(_spec_texts(project, game, lang))
        pages = [partial(read_box_texts, reader, choices)]
        pages += [partial(sheet_texts_of, reader, *sheets)] if sheets else []
        typos = chain(
            _on_faces(reader, written), *(_on_page(page, written, lang, ours=ours) for page in pages),
            _in_rule_texts(project, game, lang),
        )  # fmt: skip
        for where, typo in typos:
            if typo.kind in SPACING and _plain(typo.found) in _plain(game.title[lang]):
                continue  # the spacing of a title is the author's choice
            found.setdefault((where.shared(), typo, lang), {})[where] = None
    return tuple(Misprint(tuple(places), lang, typo) for (_, typo, lang), places in found.items())


def _on_faces(reader: TextReader, written: Written) -> LocatedTypos:
    project, game, lang = reader.project, reader.game, reader.lang
    for deck in game.decks.values():
        for design, side in product(deck.designs, Side):
            for look in deck.looks(design) if deck.template(side) else ():
                with suppress(PnpError):
                    reader.render(deck, design, side, look)
                for read, typo in _typos(reader.take(), lang):
                    words = [*_row_texts(deck, design, lang), *written]
                    yield _origin(typo, words) or _template(project, game, read), typo


def _on_page(reading: Callable[[], Iterable[FaceText]], written: Written, lang: Lang, *, ours: bool) -> LocatedTypos:
    """Yield the errors on a page that pnp adds to a game, such as the making guide."""
    words = [(typeset(text, lang), where) for text, where in written]
    with suppress(PnpError):
        for read, typo in _typos(reading(), lang):
            if where := _origin(typo, words) or (read.where if ours else None):
                yield where, typo


def _in_rule_texts(project: Project, game: Game, lang: Lang) -> LocatedTypos:
    """Yield the errors in memos and in the rulebook."""
    folder, icons = project.components / game.id, IconMap(game.icons)
    reading: list[Callable[[], RulesDocument]] = [
        partial(read_memo, project, game.id, variant, lang, icons) for variant in variants(folder)
    ]
    if (folder / rulebook_file_name(lang)).is_file():
        reading.append(partial(read_rulebook, project, game.id, lang, icons))
    with suppress(PnpError):
        facts = with_figure_facts(gather_facts(project, game), read_figures(project, game).values()) if reading else {}
        for read in reading:
            with suppress(PnpError):
                yield from memo_typos(read(), facts)


def _typos(texts: Iterable[FaceText], lang: Lang) -> Iterator[tuple[FaceText, Typo]]:
    return ((read, typo) for read in texts for typo in find_typos(read.lines, lang))


def _origin(typo: Typo, words: Iterable[tuple[str, Location]]) -> Location | None:
    """Return the location of the first text that contains an error; None if there is none."""
    found = _plain(typo.found)
    return next((where for text, where in words if found in _plain(text)), None)


def _plain(text: str) -> str:
    """Return a text without markup, with plain single spaces, as it was before smart typography."""
    return " ".join(_TEXT_TAG.sub("", text).translate(_PLAIN).split())


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
        if (credit := getattr(game.credits, name)) is not None:
            yield credit[lang], spec / "credits" / name / lang


def _template(project: Project, game: Game, read: FaceText) -> Location:
    """Return the location of the template that contains a text."""
    paths = [folder / read.template for _, folder in template_folders(project, game.id)]
    return project.location(next((path for path in paths if path.is_file()), paths[0]))
