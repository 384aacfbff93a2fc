"""Markup in texts: stars, icons and tags, read into tokens with the style of each.

A text may contain `**bold**`, `*italic*`, `{icon}` (a drawing as high as the text) and line breaks. A backslash
escapes the next character. Where tags are allowed it may also contain `<b>`, `<i>`, `<u>`, `<br>`,
`<span colour="#c33" size="5">` and `<name>…</name>` for the style of that name. Any other tag is plain text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, NamedTuple

from pnp.errors import Location, Problem, RenderError, did_you_mean, quote_value

MOST_OPEN_TAGS: Final = 20
"""Maximum depth of nested tags."""
LARGEST_SIZE: Final = 200.0
"""Maximum size of type inside a text, in mm."""
SPAN: Final = "span"
SETTINGS: Final = ("colour", "size", "weight", "style", "font", "underline")
"""Attributes of `<span>`; `color` is accepted as well."""

_SIGNS: Final = (
    r"\\(?P<escaped>.)|(?<!\S)(?P<star>\*+)(?!\S)|(?P<bold>\*\*)|(?P<italic>\*)|"
    r"\{(?P<icon>[^{}\s]+)\}|(?P<break>[ \t\r]+|\n)"
)
_TAG: Final = r"<(?P<close>/?)(?P<tag>[A-Za-z][\w-]*+)(?P<settings>(?:[\s/][^<>]*+)?)>"
_LINE_BREAK: Final = r"(?P<line>[ \t\r]*+</?[bB][rR]\s*+/?\s*+>[ \t\r]*+\n?)"
_PLAIN: Final = re.compile(rf"{_SIGNS}|(?P<line>(?!))|(?P<tag>(?!))")  # has neither
_TAGGED: Final = re.compile(rf"{_LINE_BREAK}|{_TAG}|{_SIGNS}")
_SETTING: Final = re.compile(
    r"""(?<![A-Za-z-])([A-Za-z-]++)\s*+=\s*+(?:["“”„]([^"“”„]*+)["“”„]|['‘’]([^'‘’]*+)['‘’]|([^\s"'/]++))"""
)
_SIZE: Final = re.compile(r"\s*(\d{1,4}(?:\.\d{0,4})?|\.\d{1,4})\s*(mm|%)?\s*")
_HEX_COLOUR: Final = re.compile("#[0-9a-fA-F]{6}")
_YES_OR_NO: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "none": False, "0": False}


@dataclass(frozen=True)
class InlineStyle:
    """Settings of a tag; None keeps the setting of the text around it."""

    bold: bool | None = None
    italic: bool | None = None
    underline: bool | None = None
    colour: str | None = None
    size: float | None = None
    """Type size in mm, where the text around it has its full size."""
    ratio: float = 1
    """Type size as a multiple of the size around it."""
    families: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Look:
    """How a part of a text looks."""

    bold: bool = False
    italic: bool = False
    underline: bool = False
    colour: str = ""
    """Colour; empty for that of the box."""
    scale: float = 1
    """Type size as a multiple of the size of the box."""
    families: tuple[str, ...] = ()
    """Font families; empty for those of the box."""

    def within(self, style: InlineStyle, size: float) -> Look:
        """Return the look of a part with a style, in a box whose type size is `size` mm."""
        return Look(
            self.bold if style.bold is None else style.bold,
            self.italic if style.italic is None else style.italic,
            self.underline if style.underline is None else style.underline,
            style.colour or self.colour,
            (self.scale if style.size is None else style.size / size) * style.ratio,
            style.families or self.families,
        )


PLAIN_LOOK: Final = Look()
_EMPHASIS: Final[Mapping[str, InlineStyle]] = {
    "b": InlineStyle(bold=True),
    "strong": InlineStyle(bold=True),
    "i": InlineStyle(italic=True),
    "em": InlineStyle(italic=True),
    "u": InlineStyle(underline=True),
}


@dataclass(frozen=True)
class Tags:
    """The tags that texts may contain: pnp's, and one for each style of the game."""

    styles: Mapping[str, InlineStyle] = field(default_factory=dict)
    """Styles by name; a style called `b` replaces pnp's tag."""
    parse_colour: Callable[[str], str | None] = lambda text: text if _HEX_COLOUR.fullmatch(text) else None
    """Function that returns a colour with six digits, or None if it is invalid."""

    def knows(self, tag: str) -> bool:
        """Return whether there is a tag of this name, in any case."""
        return tag.lower() == SPAN or self._named(tag) is not None

    def style(self, tag: str, settings: str, where: Location) -> InlineStyle:
        """Return the style of a tag; raise RenderError for settings that are not valid."""
        named = self._named(tag)
        if named is not None and not settings.strip(" /\t\r\n"):
            return named
        return self._with_settings(InlineStyle() if named is None else named, tag, settings, where)

    def outside(self, text: str, change: Callable[[str], str]) -> str:
        """Return a text with a change made to the parts between its tags.

        >>> Tags().outside("<b>up</b> <unknown>", str.upper)
        '<b>UP</b> <UNKNOWN>'
        """
        if "<" not in text:
            return change(text)
        parts, place = [], 0
        for mark in find_marks(text, self):
            if mark["tag"] or mark["line"]:
                parts += [change(text[place : mark.start()]), mark[0]]
                place = mark.end()
        return "".join([*parts, change(text[place:])])

    def _named(self, tag: str) -> InlineStyle | None:
        """Return the style that a tag names; None for `<span>` and an unknown tag."""
        lower = tag.lower()
        return self.styles.get(lower) or _EMPHASIS.get(lower)

    def _with_settings(self, style: InlineStyle, tag: str, settings: str, where: Location) -> InlineStyle:
        """Return a style with the settings that are written in a tag."""
        rest = _SETTING.sub("", settings).strip(" /\t\r\n")
        if rest:
            hint = f'for example <{tag} colour="#c33" size="5">; write \\< for a <'
            raise _refused(f"<{tag}> has an invalid setting", rest, where, hint)
        written = [(match[1].lower(), match[2] or match[3] or match[4] or "") for match in _SETTING.finditer(settings)]
        for key, value in written:  # a style by name comes before the settings beside it
            if key == "style" and value.lower() not in ("normal", "italic"):
                if value not in self.styles:
                    hint = did_you_mean(["normal", "italic", *self.styles], value)
                    message = f"the style of <{tag}> must be normal, italic or a style in [styles]"
                    raise _refused(message, value, where, hint)
                style = _over(style, self.styles[value])
        for key, value in written:
            style = self._with_setting(style, key, value, tag, where)
        return style

    def _with_setting(self, style: InlineStyle, key: str, value: str, tag: str, where: Location) -> InlineStyle:
        low = value.strip().lower()
        match key:
            case "colour" | "color":
                colour = self.parse_colour(value)
                if colour is None:
                    raise _refused(f"the colour of <{tag}> must be like #fbf3df, #fff or gold", value, where)
                return replace(style, colour=colour)
            case "size":
                size = _SIZE.fullmatch(value)
                number = float(size[1]) if size else 0.0
                if size is None or not 0 < number <= (1000 if size[2] == "%" else LARGEST_SIZE):
                    message = f"the size of <{tag}> must be in mm, from 0 to {LARGEST_SIZE:g}, or in %"
                    raise _refused(message, value, where)
                if size[2] == "%":
                    return replace(style, ratio=number / 100)
                return replace(style, size=number)
            case "weight" if low in ("normal", "bold"):
                return replace(style, bold=low == "bold")
            case "style":
                return replace(style, italic=low == "italic") if low in ("normal", "italic") else style
            case "font" if value.strip():
                return replace(style, families=(value.strip(),))
            case "underline" if low in _YES_OR_NO:
                return replace(style, underline=_YES_OR_NO[low])
            case "weight" | "underline":
                choices = "normal or bold" if key == "weight" else "true or false"
                raise _refused(f"the {key} of <{tag}> must be {choices}", value, where)
        raise _refused(f"<{tag}> has no setting of this name", key, where, did_you_mean(list(SETTINGS), key))


def _over(style: InlineStyle, other: InlineStyle) -> InlineStyle:
    """Return a style with the settings that another one has."""
    given = {name: value for name, value in vars(other).items() if value is not None}
    return replace(style, **given)


def _refused(message: str, found: str, where: Location, hint: str = "") -> RenderError:
    return RenderError(Problem(where, message, hint, found=quote_value(found), code="E0406"))


class MarkKind(Enum):
    """Kind of a token."""

    LETTERS = "letters"
    ICON = "icon"
    SPACE = "space"
    LINE_BREAK = "line break"


class MarkedPart(NamedTuple):
    """A part of a text, with its look."""

    kind: MarkKind
    value: str
    """Characters, or the name of an icon."""
    look: Look


def read_markup(text: str, look: Look, size: float, tags: Tags | None, where: Location) -> Iterator[MarkedPart]:
    """Yield the tokens of a text whose box has this look and type size in mm; without `tags`, `<` is plain text.

    Raise RenderError for a star or tag without a partner.

    >>> [(token.value, token.look.bold) for token in read_markup("a<b>c</b>", Look(), 4, Tags(), Location())]
    [('a', False), ('c', True)]
    """
    opened: list[tuple[str, InlineStyle]] = []
    bold = italic = False
    inner, letters, place = look, "", 0
    for mark in find_marks(text, tags):
        letters += text[place : mark.start()]
        place = mark.end()
        if mark["escaped"] or mark["star"]:  # a star between spaces is literal
            letters += mark["escaped"] or mark["star"]
            continue
        if letters:
            yield MarkedPart(MarkKind.LETTERS, letters, inner)
            letters = ""
        if mark["icon"]:
            yield MarkedPart(MarkKind.ICON, mark["icon"], inner)
        elif mark["break"] or mark["line"]:
            kind = MarkKind.LINE_BREAK if mark["line"] or mark["break"] == "\n" else MarkKind.SPACE
            yield MarkedPart(kind, "\n" if kind is MarkKind.LINE_BREAK else " ", inner)
        else:
            bold, italic = bold != bool(mark["bold"]), italic != bool(mark["italic"])
            if mark["tag"] and tags is not None:
                _open_or_close(mark, opened, tags, where, text)
            inner = replace(look, bold=look.bold != bold, italic=look.italic != italic)
            for _, style in opened:
                inner = inner.within(style, size)
    letters += text[place:]
    if letters:
        yield MarkedPart(MarkKind.LETTERS, letters, inner)
    if bold or italic:
        raise _unpaired("a * or ** is not closed", r"write \* for a star", text, where)
    if opened:
        name = opened[-1][0]
        raise _unpaired(f"the tag <{name}> is not closed", rf"add </{name}>, or write \< for a <", text, where)


def _open_or_close(
    mark: re.Match[str], opened: list[tuple[str, InlineStyle]], tags: Tags, where: Location, text: str
) -> None:
    """Add the style of an opening tag, or remove the innermost one that a closing tag ends."""
    name = mark["tag"].lower()
    if not mark["close"]:
        if len(opened) >= MOST_OPEN_TAGS:
            raise _unpaired(f"tags are nested more than {MOST_OPEN_TAGS} deep", "close some of them", text, where)
        opened.append((name, tags.style(mark["tag"], mark["settings"], where)))
        return
    for number in range(len(opened) - 1, -1, -1):
        if opened[number][0] == name:
            del opened[number]
            return
    raise _unpaired(f"the tag </{name}> closes nothing", r"remove it, or write \< for a <", text, where)


def _unpaired(message: str, hint: str, text: str, where: Location) -> RenderError:
    return RenderError(Problem(where, message, hint, found=quote_value(text), code="E0404"))


def find_marks(text: str, tags: Tags | None) -> Iterator[re.Match[str]]:
    """Yield the marks of a text; a tag that is not known is none."""
    if tags is None or "<" not in text:
        yield from _PLAIN.finditer(text)
        return
    place = 0
    while match := _TAGGED.search(text, place):
        if match["tag"] and not tags.knows(match["tag"]):
            place = match.start() + 1  # there may be marks inside the angle brackets
            continue
        yield match
        place = match.end()


def escape_unpaired_stars(text: str) -> str:
    """Escape all stars of a text if they do not pair up, for tables written without markup in mind."""
    return _escape_stars(text, list(find_marks(text, None)))


def escape_unpaired(text: str, tags: Tags) -> str:
    """Escape the tags of a text that have no partner, and all stars if those do not pair up.

    >>> escape_unpaired("<b>bold</b> <i>a * b", Tags())
    '<b>bold</b> \\\\<i>a * b'
    """
    if "<" in text:
        text = _escape_tags(text, tags)
    return _escape_stars(text, list(find_marks(text, tags)))


def _escape_stars(text: str, marks: list[re.Match[str]]) -> str:
    if not any(sum(bool(mark[kind]) for mark in marks) % 2 for kind in ("bold", "italic")):
        return text
    places = {
        place for mark in marks if mark["bold"] or mark["italic"] or mark["star"] for place in range(*mark.span())
    }
    return "".join(f"\\{letter}" if place in places else letter for place, letter in enumerate(text))


def _escape_tags(text: str, tags: Tags) -> str:
    """Escape opening tags that are never closed or too deep, and closing tags that close nothing."""
    opened: dict[str, list[tuple[int, bool]]] = {}  # where each begins, and whether it is too deep
    alone: set[int] = set()
    depth = 0
    for mark in find_marks(text, tags):
        if not mark["tag"]:
            continue
        begun = opened.setdefault(mark["tag"].lower(), [])
        if not mark["close"]:
            begun.append((mark.start(), depth >= MOST_OPEN_TAGS))
            depth += depth < MOST_OPEN_TAGS
            continue
        start, deep = begun.pop() if begun else (mark.start(), True)
        if deep:
            alone |= {start, mark.start()}
        else:
            depth -= 1
    alone.update(start for begun in opened.values() for start, _ in begun)
    return "".join("\\<" if place in alone else letter for place, letter in enumerate(text)) if alone else text
