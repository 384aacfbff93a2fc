"""Read a rulebook's Markdown source as blocks with their locations; report all its problems at once.

A game has one `rulebook.<lang>.md` per language: CommonMark with tables, in which texts have the markup of memos
(`{=number}`, `{icon}`, `**bold**`, `*italic*`). What cannot be printed, such as HTML or a link, is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from pnp.errors import Location, PnpError, Problem, SpecError, did_you_mean, os_problem, quote_value, unknown_keys
from pnp.memo.source import FigureBlock, MemoText, figures_in_texts
from pnp.project.folders import Project, parse_toml, resolve_inside
from pnp.spec.texts import NO_ICONS, IconMap
from pnp.spec.values import COLOUR_EXAMPLE, CONTROL, NAME, parse_colour
from pnp.store.files import read_file
from pnp.terms import Lang

LARGEST: Final = 300_000
"""Maximum size of a source file, in bytes."""
MOST: Final = 2_000
"""Maximum number of blocks."""
NARROWEST: Final = 20
"""Minimum width of a figure, as a percentage of the column."""
KEYS: Final = ("subtitle", "cover", "colour", "accent")
NO_COVER: Final = "none"
"""Value of `cover` for a rulebook that begins with a title above its text."""
FENCE: Final = "+++"
"""Line before and after the keys at the top of a source."""
_NAME: Final = re.compile(r"rulebook\.(?P<lang>[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)\.md")
_FIGURE: Final = re.compile(
    r'!\[(?P<caption>(?:\\.|[^\]\\])*)\]\((?P<name>[^\s")]*)(?:\s+"(?P<width>\d{1,3})%(?P<beside>\s+beside)?")?\)'
)
_FORBIDDEN: Final = {
    re.compile(r"</?[A-Za-z!?][^>]*>"): ("HTML", "a rulebook is text; delete the tag"),
    re.compile(r"(?<!\\)`"): ("code", "delete the backquotes; **bold** sets words apart"),
    re.compile(r"!\[[^\]]*\]"): (
        "a picture that is not a figure",
        'a figure is alone in its paragraph: ![Caption.](name "60%"), with the name of a figure in figures.toml',
    ),
    re.compile(r"(?<!\\)\]\("): ("a link", "write the address as text; a printed page cannot be clicked"),
}
"""What a text must not contain, with its name and a hint."""


class BoxKind(StrEnum):
    """A kind of box."""

    EXAMPLE = "EXAMPLE"
    """An example of play."""
    NOTE = "NOTE"
    """A remark in the margin of the block before it."""
    RULING = "RULING"
    """A ruling where the game's rulebook is silent or unclear, marked †."""


class Generated(StrEnum):
    """What pnp makes from the game."""

    COMPONENTS = "components"
    """Every kind of piece in the box, with a picture and its number."""
    MEMO = "memo"
    """The game's memo as a page."""
    CREDITS = "credits"
    """The game's credits."""


@dataclass(frozen=True)
class HeadingBlock:
    """A heading: of a chapter (1), of a block (2), or at the beginning of a paragraph (3)."""

    level: int
    words: MemoText


@dataclass(frozen=True)
class Paragraph:
    """A paragraph."""

    words: MemoText


@dataclass(frozen=True)
class Item:
    """An item of a list, and the list inside it."""

    paragraphs: tuple[MemoText, ...]
    nested: ItemList | None = None


@dataclass(frozen=True)
class ItemList:
    """A list with bullets or numbers."""

    items: tuple[Item, ...]
    numbered: bool = False


@dataclass(frozen=True)
class TableBlock:
    """A table: its head, its rows, and the alignment of each column."""

    head: tuple[MemoText, ...]
    rows: tuple[tuple[MemoText, ...], ...]
    align: tuple[str, ...]


@dataclass(frozen=True)
class Figures:
    """Figures side by side."""

    figures: tuple[FigureBlock, ...]
    beside: bool = False
    """Whether they stand beside the text before them."""


@dataclass(frozen=True)
class BoxedBlock:
    """Blocks that are set apart."""

    kind: BoxKind
    blocks: tuple[Block, ...]
    where: Location


@dataclass(frozen=True)
class GeneratedBlock:
    """Something that pnp makes from the game."""

    kind: Generated
    where: Location


@dataclass(frozen=True)
class PageBreak:
    """The end of a page."""


Block = HeadingBlock | Paragraph | ItemList | TableBlock | Figures | BoxedBlock | GeneratedBlock | PageBreak


@dataclass(frozen=True)
class Rulebook:
    """A rulebook in one language."""

    path: Path
    where: Location
    lang: Lang
    subtitle: MemoText | None = None
    cover: str | None = None
    """Figure or drawing on the cover, `none` for no cover; by default the cover of the game's box."""
    colour: str | None = None
    accent: str | None = None
    blocks: tuple[Block, ...] = ()
    places: Mapping[str, Location] = field(default_factory=dict, compare=False)
    """Location of each key at the top."""

    title: None = None
    """The title is the game's."""

    def at(self, key: str) -> Location:
        """Return the location of a key at the top, or the location that it would have."""
        return self.places.get(key, self.where)

    def all_blocks(self) -> Iterator[Block]:
        """Yield the blocks in reading order; a box comes before the blocks inside it."""
        for block in self.blocks:
            yield block
            if isinstance(block, BoxedBlock):
                yield from block.blocks

    def figures(self) -> Iterator[FigureBlock]:
        """Yield the figures, in order."""
        for block in self.all_blocks():
            yield from block.figures if isinstance(block, Figures) else ()

    def figure_names(self) -> set[str]:
        """Return the names of the figures that it shows, or whose numbers its texts use."""
        cover = {self.cover} - {None, NO_COVER}
        return (
            {figure.name for figure in self.figures()} | figures_in_texts(self.words()) | {str(each) for each in cover}
        )

    def words(self) -> Iterator[MemoText]:
        """Yield every text, in reading order."""
        yield from (self.subtitle,) if self.subtitle else ()
        for block in self.all_blocks():
            yield from block_words(block)

    def icons(self) -> Iterator[tuple[str, Location]]:
        """Yield the drawings named by keys: none, as the cover may be a figure."""
        yield from ()

    def has(self, kind: Generated) -> bool:
        """Return whether the rulebook contains something that pnp makes."""
        return any(isinstance(block, GeneratedBlock) and block.kind is kind for block in self.all_blocks())


def block_words(block: Block) -> Iterator[MemoText]:
    """Yield the texts of a block, without those of the blocks inside a box."""
    match block:
        case HeadingBlock(words=words) | Paragraph(words=words):
            yield words
        case ItemList(items=items):
            for item in items:
                yield from item.paragraphs
                yield from block_words(item.nested) if item.nested else ()
        case TableBlock(head, rows):
            yield from head
            for row in rows:
                yield from row
        case Figures(figures):
            yield from (figure.caption for figure in figures if figure.caption)


def file_name(lang: Lang) -> str:
    """Return the name of a source file."""
    return f"rulebook.{lang}.md"


def parse_file_name(name: str) -> Lang | None:
    """Return the language of a source file; None if it is not the name of a rulebook."""
    match = _NAME.fullmatch(name)
    return None if match is None else Lang(match["lang"])


def rulebook_files(folder: Path) -> list[str]:
    """Return the names of the rulebooks in a game's folder, sorted."""
    return sorted(path.name for path in folder.glob("rulebook.*.md") if _NAME.fullmatch(path.name))


def read_rulebook(project: Project, game_id: str, lang: Lang, icons: IconMap = NO_ICONS) -> Rulebook:
    """Read the rulebook of a game in a language; raise SpecError if its file does not exist or is not valid."""
    folder, name = project.components / game_id, file_name(lang)
    where = project.location(folder / name)
    path = resolve_inside(folder, name, project.root)
    if path is None:
        raise SpecError(Problem(where, "is outside the project's folder", code="E0107"))
    if not path.exists():
        there = rulebook_files(folder)
        hint = f"existing rulebooks: {', '.join(there)}" if there else "docs/how-to/rulebooks.md shows how to write one"
        raise SpecError(Problem(where, "does not exist", hint, code="E1501"))
    try:
        text = read_file(path, LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SpecError(Problem(where, "is not UTF-8 text", "save the file as UTF-8", code="E0106")) from None
    except OSError as error:
        raise SpecError(os_problem(error, where, "cannot be read")) from None
    return parse_rulebook(text.replace("\r\n", "\n"), folder / name, where, lang, icons)


def figures_of_rulebooks(project: Project, game_id: str) -> set[str]:
    """Return the names of the figures that a game's rulebooks show or use; those that cannot be read use none."""
    names: set[str] = set()
    for name in rulebook_files(project.components / game_id):
        lang = parse_file_name(name)
        with suppress(PnpError):
            book = read_rulebook(project, game_id, lang) if lang else None
            names |= set() if book is None else book.figure_names()
    return names


def parse_rulebook(text: str, path: Path, where: Location, lang: Lang, icons: IconMap = NO_ICONS) -> Rulebook:
    """Parse the source of a rulebook; raise SpecError with every problem found."""
    keys, body, offset = _split_keys(text, where)
    reader = _BlockReader(where, icons, offset)
    book = Rulebook(path, where, lang, **reader.keys(keys, text), blocks=tuple(reader.blocks(_parse(body))))
    if not book.blocks and not reader.problems:
        reader.note(where, "has no text", code="E1503")
    if reader.problems:
        raise SpecError(*reader.problems)
    return book


def _split_keys(text: str, where: Location) -> tuple[dict[str, Any], str, int]:
    """Return the keys at the top, the text below them, and the number of lines above it."""
    lines = text.split("\n")
    if lines[0].rstrip() != FENCE:
        return {}, text, 0
    end = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() == FENCE), 0)
    if not end:
        hint = f"the keys at the top are between two lines {FENCE}"
        raise SpecError(Problem(where.at(line=1), f"has no second line {FENCE}", hint, code="E1502"))
    raw = parse_toml("\n".join(["", *lines[1:end]]), where)  # the empty line keeps the numbers of the others
    return raw, "\n".join(lines[end + 1 :]), end + 1


def _parse(text: str) -> SyntaxTreeNode:
    """Return the tree of a text; texts are left as they are written."""
    parser = MarkdownIt("commonmark").enable("table").disable(["inline", "reference", "lheading", "code"])
    return SyntaxTreeNode(parser.parse(text))


class _BlockReader:
    """A converter from Markdown to blocks, which collects their problems."""

    def __init__(self, where: Location, icons: IconMap, offset: int) -> None:
        self.problems: list[Problem] = []
        self._where, self._icons, self._offset = where, icons, offset
        self._count = 0

    def note(self, where: Location, message: str, hint: str = "", *, found: str = "", code: str = "E1502") -> None:
        """Add a problem."""
        self.problems.append(Problem(where, message, hint, found=found, code=code))

    def keys(self, raw: dict[str, Any], text: str) -> dict[str, Any]:
        """Return the keys at the top, by name, with their locations as `places`."""
        places = {key: self._where.at(line=_line_of_key(key, text)) / key for key in raw}
        self.problems += unknown_keys(raw, KEYS, self._where)
        made: dict[str, Any] = {"places": places}
        for key in KEYS:
            value = raw.get(key)
            if value is None:
                continue
            if not isinstance(value, str) or CONTROL.search(value):
                self.note(places[key], "must be text in quotes", found=quote_value(value), code="E0204")
            elif key == "subtitle":
                made[key] = MemoText(self._icons.resolve(value), places[key])
            elif key == "cover":
                made[key] = value
            elif (colour := parse_colour(value)) is None:
                self.note(places[key], f"must be {COLOUR_EXAMPLE}", found=quote_value(value), code="E0204")
            else:
                made[key] = colour
        return made

    def blocks(self, parent: SyntaxTreeNode, *, inside: bool = False) -> list[Block]:
        """Return the blocks below a node; `inside` a box there are no headings, generated blocks or boxes."""
        made = []
        for node in parent.children:
            self._count += 1
            if self._count == MOST + 1:
                self.note(self._at(node), f"must have at most {MOST} blocks", code="E0105")
            block = self._block(node, inside=inside) if self._count <= MOST else None
            if block is not None:
                made.append(block)
        return made

    def _at(self, node: SyntaxTreeNode) -> Location:
        line = node.map[0] + 1 + self._offset if node.map else 0
        return self._where.at(line=line)

    def _block(self, node: SyntaxTreeNode, *, inside: bool) -> Block | None:
        where = self._at(node)
        match node.type:
            case "paragraph":
                return self._paragraph(node)
            case "bullet_list" | "ordered_list":
                return self._list(node)
            case "table":
                return self._table(node)
            case "html_block":
                if not re.fullmatch(r"\s*<!--.*-->\s*", node.content, re.DOTALL):  # a comment
                    self.note(where, "has HTML, which a rulebook cannot show", "a rulebook is text; delete the tag")
                return None
        if inside:
            self.note(where, "must not be inside a box", "a box has paragraphs, lists, tables and figures")
            return None
        match node.type:
            case "heading":
                return self._heading(node)
            case "blockquote":
                return self._box(node)
            case "fence":
                return self._generated(node)
            case "hr":
                return PageBreak()
        self.note(where, "is not part of a rulebook", "docs/how-to/rulebooks.md lists its blocks", found=node.type)
        return None

    def _heading(self, node: SyntaxTreeNode) -> HeadingBlock | None:
        level, words = int(node.tag[1]), self._text(node)
        if level > 3:
            self.note(self._at(node), "must be a heading of level 1 to 3", found=quote_value("#" * level))
            return None
        if not words.text:
            self.note(words.where, "is an empty heading", code="E1503")
        return HeadingBlock(level, words)

    def _paragraph(self, node: SyntaxTreeNode) -> Block | None:
        where, content = self._at(node), _content(node)
        if not content.startswith("!["):
            return Paragraph(self._text(node))
        figures, beside, end = [], False, 0
        for match in _FIGURE.finditer(content):
            if content[end : match.start()].strip():
                break
            line = where.at(line=where.line + content.count("\n", 0, match.start()))
            figures.append(self._figure(match, line))
            beside |= bool(match["beside"])
            end = match.end()
        if content[end:].strip():
            hint = 'figures are alone in their paragraph: ![Caption.](name "60%"), or "40% beside"'
            self.note(where, "is not a figure", hint, found=quote_value(content[end:].strip()))
            return None
        return Figures(tuple(figures), beside)

    def _figure(self, match: re.Match[str], where: Location) -> FigureBlock:
        name, share = match["name"], int(match["width"] or 100)
        if not NAME.fullmatch(name):
            hint = "a picture in a rulebook is a figure of figures.toml, by its name"
            self.note(where, "must be the name of a figure", hint, found=quote_value(name), code="E0706")
        if not NARROWEST <= share <= 100:
            message = f"must be a share of the column from {NARROWEST}% to 100%"
            self.note(where, message, found=f"{share}%", code="E0204")
            share = 100
        caption = MemoText(self._checked(match["caption"].replace("\n", " "), where), where)
        return FigureBlock(name, where, caption if caption.text else None, share / 100)

    def _list(self, node: SyntaxTreeNode, depth: int = 1) -> ItemList:
        items = [self._item(child, depth) for child in node.children]
        return ItemList(tuple(items), numbered=node.type == "ordered_list")

    def _item(self, node: SyntaxTreeNode, depth: int) -> Item:
        paragraphs: list[MemoText] = []
        nested = None
        for child in node.children:
            if child.type == "paragraph" and nested is None:
                paragraphs.append(self._text(child))
            elif child.type in ("bullet_list", "ordered_list") and nested is None and depth == 1:
                nested = self._list(child, depth + 1)
            else:
                hint = "an item has text, then at most one list; a list inside a list has none"
                self.note(self._at(child), "must not be inside this item", hint)
        if not any(words.text for words in paragraphs):
            self.note(self._at(node), "is an empty item", code="E1503")
        return Item(tuple(paragraphs), nested)

    def _table(self, node: SyntaxTreeNode) -> TableBlock:
        rows = [row for part in node.children for row in part.children]
        cells = [tuple(self._text(cell, self._at(row)) for cell in row.children) for row in rows]
        align = [str(cell.attrs.get("style", "")).removeprefix("text-align:") for cell in rows[0].children]
        return TableBlock(cells[0], tuple(cells[1:]), tuple(align))

    def _box(self, node: SyntaxTreeNode) -> BoxedBlock | None:
        where = self._at(node)
        first = node.children[0] if node.children else None
        content = _content(first) if first is not None and first.type == "paragraph" else ""
        label, _, rest = content.partition("\n")
        name = label.strip().removeprefix("[!").removesuffix("]")
        if not label.startswith("[!") or name not in list(BoxKind):
            hint = did_you_mean(list(BoxKind), name) if label.startswith("[!") else "for example > [!EXAMPLE]"
            self.note(where, f"must begin with {', '.join(f'[!{kind}]' for kind in BoxKind)}", hint)
            return None
        inner: list[Block] = []
        if rest.strip():
            inner.append(Paragraph(MemoText(self._checked(_joined(rest), where), where.at(line=where.line + 1))))
        others = SyntaxTreeNode()
        others.children = node.children[1:]
        inner += self.blocks(others, inside=True)
        if not inner:
            self.note(where, "is an empty box", code="E1503")
        return BoxedBlock(BoxKind(name), tuple(inner), where)

    def _generated(self, node: SyntaxTreeNode) -> GeneratedBlock | None:
        where, name = self._at(node), node.info.strip()
        if name not in list(Generated) or node.content.strip():
            message = f"must be {', '.join(Generated)}, with nothing in it"
            self.note(where, message, did_you_mean(list(Generated), name), found=quote_value(name))
            return None
        return GeneratedBlock(Generated(name), where)

    def _text(self, node: SyntaxTreeNode, where: Location | None = None) -> MemoText:
        """Return the text of a heading, paragraph or cell, on one line."""
        where = where or self._at(node)
        return MemoText(self._checked(_joined(_content(node)), where), where)

    def _checked(self, text: str, where: Location) -> str:
        """Return a text with its icons replaced by the names of their drawings; add what it must not contain."""
        for pattern, (name, hint) in _FORBIDDEN.items():
            if (match := pattern.search(text)) is not None:
                found = quote_value(text[match.start() : match.start() + 40])
                self.note(where, f"has {name}, which a rulebook cannot show", hint, found=found)
        if CONTROL.search(text.replace("\t", "")):
            self.note(where, "has control characters", found=quote_value(text), code="E0204")
        return self._icons.resolve(text)


def _content(node: SyntaxTreeNode) -> str:
    """Return the text below a node as written."""
    return "\n".join(child.content for child in node.children if child.type == "inline")


def _joined(text: str) -> str:
    """Return the lines of a text as one."""
    return " ".join(text.split())


def _line_of_key(key: str, text: str) -> int:
    lines = text.split("\n")
    return next((number for number, line in enumerate(lines, 1) if re.match(rf"\s*{re.escape(key)}\s*=", line)), 1)
