"""Prepare a rulebook's content for its template: plain data with numbers filled in, texts as spans, pictures drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import sqrt
from typing import Final

from pnp.box.draw import draw_cover
from pnp.errors import Location, PnpError
from pnp.face.face import Face
from pnp.geometry.outline import rectangle
from pnp.geometry.units import Size
from pnp.memo.content import Data, SpanWriter, escaped, fallback_fonts, game_facts
from pnp.memo.facts import Facts
from pnp.memo.illustrate import Illustration, Illustrator, MemoColours, PlacedFace
from pnp.memo.source import FigureBlock, MemoText
from pnp.memo.tableau import FigureFrame, Tableau
from pnp.play.scene import PieceAt, Scene
from pnp.press.steps import credit_lines
from pnp.project.folders import Project
from pnp.rulebook.source import (
    NO_COVER,
    Block,
    BoxedBlock,
    BoxKind,
    Figures,
    Generated,
    GeneratedBlock,
    HeadingBlock,
    ItemList,
    PageBreak,
    Paragraph,
    Rulebook,
    TableBlock,
    block_words,
)
from pnp.spec.model import BoxItem, Deck, Design, Game
from pnp.terms import Ink, Lang, Side
from pnp.text.font_set import FontSet
from pnp.text.fonts import TITLE
from pnp.text.typography import typographic_name
from pnp.words import Texts

WORDS: Final = Texts("rulebook")
COVER: Final = "cover"
COVER_SCALE: Final = 1.6
"""Scale of the cover of the box, which is drawn for a panel of a box."""
COVER_RADIUS: Final = 2.0
SHOWN: Final = 3
"""Maximum number of pieces that show a kind of piece."""
TEXTS: Final = ("text", "list")
"""Kinds of blocks that a figure or a note can stand beside."""
MOST_BESIDE: Final = 4
"""Maximum number of texts before a figure that stand beside it."""
MOST_AFTER: Final = 2
"""Maximum number of texts after it."""
SPREAD: Final = 0.32
"""Distance of pieces in a spread, as a share of their width."""


class RulebookWriter(SpanWriter):
    """A converter from a rulebook's blocks to template data, which collects their problems."""

    def __init__(
        self, book: Rulebook, game: Game, facts: Facts, font_set: FontSet, figures: Mapping[str, Illustration]
    ) -> None:
        super().__init__(book.lang, facts, font_set)
        self.book, self.game, self.figures = book, game, figures

    def data(self, look: MemoColours, ink: Ink, logo: Size | None) -> Data:
        """Return all data; raise PnpError with every text that cannot be set."""
        book, game, words = self.book, self.game, WORDS[self.lang]
        title = typographic_name(game.title[self.lang])
        data: Data = {
            "lang": str(self.lang),
            "look": look._asdict(),
            "low": ink is Ink.LOW,
            "title": self.spans_of(escaped(game.title[self.lang]), book.where, TITLE),
            "subtitle": self.spans(book.subtitle),
            "logo": logo and logo.width / logo.height,
            **game_facts(game, self.lang),
            "cover": self._cover(),
            "words": {key: words[key] for key in ("rulebook", "contents", "example", "ruling", "summary")},
            "blocks": [part for block in self.blocks(book.blocks) for part in _parts(block)],
            "about": f"{title} – {words['rulebook'].lower()}",
            "name": title,
        }
        if self.problems:
            raise PnpError(*self.problems)
        data["fonts"] = list(dict.fromkeys(font.alias for font in fallback_fonts(data, self.font_set)))
        return data

    def spans(self, words: MemoText | None, family: str | None = None) -> list[dict[str, str | bool]]:
        """Return a text as spans; empty if there is none, or if it cannot be set."""
        if words is None:
            return []
        return self.spans_of(words.text, words.where, *([family] if family else []))

    def _cover(self) -> Data | None:
        if self.book.cover == NO_COVER:
            return None
        return {**self.figures[COVER].data, "whole": self.book.cover is None}

    def blocks(self, blocks: Sequence[Block]) -> list[Data]:
        """Return the data of blocks; a figure or a note that stands beside text is joined with it."""
        made: list[Data] = []
        run_in: list[dict[str, str | bool]] = []
        for number, block in enumerate(blocks):
            if isinstance(block, HeadingBlock) and block.level == 3:
                run_in = self.spans(block.words)
                if not isinstance(next(iter(blocks[number + 1 :]), None), Paragraph):
                    made.append({"kind": "text", "run_in": run_in, "runs": [], "line": _line(block)})
                    run_in = []
                continue
            data = self._block(block) | {"line": _line(block)}
            if run_in:
                data["run_in"], run_in = run_in, []
            made.append(data)
        return _with_notes(_with_figures_beside(made))

    def _block(self, block: Block) -> Data:
        match block:
            case HeadingBlock(level, words):
                return {"kind": "heading", "level": level, "runs": self.spans(words, TITLE)}
            case Paragraph(words):
                return {"kind": "text", "run_in": [], "runs": self.spans(words)}
            case ItemList():
                return self._list(block)
            case TableBlock(head, rows, align):
                cells = [[self.spans(cell) for cell in row] for row in rows]
                return {"kind": "table", "head": [self.spans(cell) for cell in head], "rows": cells, "align": align}
            case Figures():
                return self._figures(block)
            case BoxedBlock(kind, blocks):
                return {"kind": "box", "of": kind.lower(), "blocks": self.blocks(blocks)}
            case GeneratedBlock(kind):
                return self._generated(kind)
            case PageBreak():
                return {"kind": "page"}

    def _list(self, block: ItemList) -> Data:
        items = [
            {
                "texts": [self.spans(words) for words in item.paragraphs],
                "nested": self._list(item.nested) if item.nested else None,
            }
            for item in block.items
        ]
        return {"kind": "list", "numbered": block.numbered, "items": items}

    def _figures(self, block: Figures) -> Data:
        items = [self._figure(figure) for figure in block.figures]
        return {"kind": "figures", "items": items, "beside": block.beside}

    def _figure(self, figure: FigureBlock) -> Data:
        drawn = self.figures[figure.name].data
        return {**drawn, "share": figure.width, "caption": self.spans(figure.caption)}

    def _generated(self, kind: Generated) -> Data:
        match kind:
            case Generated.CREDITS:
                lines = [self.spans_of(escaped(line), self.book.where) for line in self._credits()]
                return {"kind": "credits", "lines": lines}
            case Generated.MEMO:
                return {"kind": "memo"}
            case Generated.COMPONENTS:
                return {"kind": "components", "items": self._components()}

    def _credits(self) -> list[str]:
        return credit_lines(self.game.credits, self.lang)

    def _components(self) -> list[Data]:
        largest = max((max(self.game.decks[item.of[0]].size) for item in self.game.contents), default=1.0)
        return [
            {
                **self.figures[component_name(number)].data,
                "count": item.count,
                "words": self.spans_of(escaped(item.name[self.lang]), self.book.where),
                "size": str(self.game.decks[item.of[0]].size),
                "tall": sqrt(max(self.game.decks[item.of[0]].size) / largest),
            }
            for number, item in enumerate(self.game.contents)
        ]


def _with_figures_beside(blocks: list[Data]) -> list[Data]:
    """Return blocks in which a figure that stands beside texts is joined with them: those before and after it."""
    made: list[Data] = []
    todo = blocks[::-1]
    while todo:
        block = todo.pop()
        if block["kind"] != "figures" or not block["beside"]:
            made.append(block)
            continue
        texts: list[Data] = []
        while made and made[-1]["kind"] in TEXTS and len(texts) < MOST_BESIDE:
            texts.insert(0, made.pop())
        before = len(texts)
        while todo and todo[-1]["kind"] in TEXTS and len(texts) < before + MOST_AFTER:
            texts.append(todo.pop())
        made.append({**block, "kind": "beside", "texts": texts, "before": before} if texts else block)
    return made


def _with_notes(blocks: list[Data]) -> list[Data]:
    """Return blocks in which a note is joined with the text before it."""
    made: list[Data] = []
    for block in blocks:
        if block["kind"] == "box" and block["of"] == BoxKind.NOTE.lower() and made and made[-1]["kind"] in TEXTS:
            made[-1] = {"kind": "noted", "text": made[-1], "note": block["blocks"], "line": made[-1]["line"]}
        else:
            made.append(block)
    return made


def _parts(block: Data) -> list[Data]:
    """Return the parts of a block that may be on different pages: a list is divided into its items."""
    if block["kind"] != "list":
        return [block]
    return [{**block, "items": [item], "start": number} for number, item in enumerate(block["items"], 1)]


def _line(block: Block) -> int:
    """Return the line of a block in the source."""
    if isinstance(block, BoxedBlock | GeneratedBlock):
        return block.where.line
    if isinstance(block, Figures):
        return block.figures[0].where.line
    return next((words.where.line for words in block_words(block)), 0)


def component_name(number: int) -> str:
    """Return the name of the illustration of a line of the box."""
    return f"components/{number}"


def draw_components(game: Game, draw: Illustrator) -> dict[str, Illustration]:
    """Return an illustration for each line of the box: a few of its pieces, spread like a hand of cards."""
    return {
        component_name(number): draw.illustrate(_spread(component_name(number), game, item))
        for number, item in enumerate(game.contents)
    }


def _spread(name: str, game: Game, item: BoxItem) -> Tableau:
    """Return a few of the pieces of a line of the box, from different rows; a single design shows its back as well."""
    deck = game.decks[item.of[0]]
    rows = item.rows(deck) or deck.designs
    picked = [rows[at * (len(rows) - 1) // max(1, min(SHOWN, len(rows)) - 1)] for at in range(min(SHOWN, len(rows)))]
    sides = [(design, Side.FRONT) for design in picked]
    if len(sides) == 1 and item.count > 1 and deck.template(Side.BACK) is not None:
        sides.insert(0, (picked[0], Side.BACK))
    pieces = [
        PieceAt(design.id, *_place(deck, design, at, len(sides)), side=side) for at, (design, side) in enumerate(sides)
    ]
    frame = FigureFrame({game.languages[0]: Scene.of_items(pieces)})
    return Tableau(name, Location(game=game.id), (frame,))


def _place(deck: Deck, design: Design, at: int, count: int) -> tuple[float, float, float]:
    """Return the position and the turn of a piece in a spread of `count`."""
    _, _, width, height = deck.cut_line(Side.FRONT, design.id).box
    off = at - (count - 1) / 2
    turn = 9.0 * off
    return SPREAD * width * off, 0.045 * height * off * off * 2, turn


def renamed(illustration: Illustration, name: str) -> Illustration:
    """Return an illustration under another name, so that it can be shown twice."""
    return replace(illustration, data={**illustration.data, "name": name})


def draw_front(project: Project, game: Game, lang: Lang, ink: Ink, page: Size, keep: dict[str, Face]) -> Illustration:
    """Return the cover of the game's box as an illustration that fills `page`; its faces are added to `keep`."""
    size = Size(page.width / COVER_SCALE, page.height / COVER_SCALE)
    face, pieces = draw_cover(project, game, lang, ink, size)
    placed = [PlacedFace(face.key, size.width / 2, size.height / 2, 0, size, rectangle(size, COVER_RADIUS))]
    keep[face.key] = face
    for piece in pieces:
        keep[piece.face.key] = piece.face
        placed.append(PlacedFace(piece.face.key, piece.x, piece.y, piece.turn, piece.face.size, piece.cut, piece.scale))
    data = {"name": COVER, "width": size.width, "height": size.height, "overlay": "", "notes": []}
    return Illustration(data, tuple(placed))
