"""Set text in boxes: measure words with the actual font, wrap them, shrink them to fit, and place each one.

Texts contain the markup of `markup.py`. Each character is set in the first family of the box that has it. Lines may
break between ideographs without a space, and right-to-left text is placed in visual order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from itertools import pairwise
from math import ceil, inf
from typing import Final, Literal, NamedTuple

from pnp.errors import Location, Problem, RenderError, quote_value
from pnp.geometry.units import trim
from pnp.text.font_set import BUNDLED_FONTS, FontSet
from pnp.text.fonts import BODY, Font, lacks_glyph, metrics, missing_message, text_width, underline
from pnp.text.markup import PLAIN_LOOK, Look, MarkKind, Tags, read_markup
from pnp.text.typography import (
    BREAKS_ANYWHERE,
    ICON_PLACEHOLDER,
    RTL,
    RTL_MARK,
    bidi_levels,
    grapheme_clusters,
    inseparable,
    is_runt,
    line_breaks,
    starts_rtl,
    visual_order,
)

Align = Literal["start", "left", "center", "right"]
"""Horizontal alignment; `start` is right in right-to-left text, otherwise left."""
VerticalAlign = Literal["top", "middle", "bottom"]

STEP: Final = 0.05
"""Step between the font sizes that are tried, in mm."""
ICON_WIDTH: Final = 1.1
"""Width of an icon at font size 1."""
SPACE_REPLACEMENTS: Final = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u200b": None})
"""Replacements inside words: no-break spaces become plain ones, zero-width spaces are removed."""
LONGEST_TEXT: Final = 5_000
"""Maximum length of a text, in characters."""


@dataclass(frozen=True)
class TextBox:
    """Position and style of a text; lengths in mm."""

    x: float
    y: float
    width: float
    height: float
    size: float
    smallest: float
    families: tuple[str, ...] = (BODY,)
    """Font families; each character is set in the first one that has it."""
    bold: bool = False
    italic: bool = False
    align: Align = "start"
    valign: VerticalAlign = "top"
    colour: str = "#000000"
    leading: float = 1.2
    rtl: bool | None = None
    """Whether the text runs from right to left; None to decide by its first letter."""
    underline: bool = False
    full_size: float | None = None
    """Type size in mm that sizes inside the text are relative to; None for `size`."""
    tags: Tags | None = field(default=None, compare=False)
    """The tags that the text may contain; None if `<` is plain text."""

    @property
    def look(self) -> Look:
        """Look of the text outside its markup."""
        return Look(self.bold, self.italic, self.underline)


@dataclass(frozen=True)
class Run:
    """Part of a word: characters in one font, or an icon."""

    text: str
    font: Font
    icon: bool = False
    level: int = 0
    """Bidirectional level; odd in right-to-left text."""
    look: Look = PLAIN_LOOK

    @property
    def width(self) -> float:
        """Width where the font size of the box is 1."""
        width = ICON_WIDTH if self.icon else text_width(self.text, self.font, rtl=self.level % 2 == 1)
        return width * self.look.scale


@dataclass(frozen=True)
class Gap:
    """Space between two words."""

    level: int
    look: Look = PLAIN_LOOK


@dataclass
class Word:
    """Runs that stay on one line."""

    runs: list[Run] = field(default_factory=list)
    ends_line: bool = False
    """Whether a line break follows."""
    joined: bool = False
    """Whether no space separates it from the previous word."""
    gap: Gap = Gap(0)
    """Space after the word."""
    held: bool = False
    """Whether it stays on the line of the previous word."""

    @cached_property
    def width(self) -> float:
        """Width at font size 1."""
        return sum(run.width for run in self.runs)

    @property
    def text(self) -> str:
        """Text of the word, with a placeholder for each icon."""
        return "".join(ICON_PLACEHOLDER if run.icon else run.text for run in self.runs)


Line = list[Word]


class PrintedLine(NamedTuple):
    """A line of text as printed."""

    text: str
    """Text with plain spaces and a placeholder for each icon."""
    words: int
    """Number of words that begin in the line."""
    width: float
    """Width in mm."""
    ends: bool
    """Whether the line is the last of a paragraph."""


DrawIcon = Callable[[str, float, float, float], str]
"""Function that returns the SVG of an icon, given its name, centre (x, y) and width in mm."""


def set_text(
    text: str,
    box: TextBox,
    draw_icon: DrawIcon,
    where: Location,
    font_set: FontSet = BUNDLED_FONTS,
    *,
    fallback: bool = False,
    mark: str = "",
    overflow: Callable[[RenderError], None] | None = None,
) -> str:
    """Return the SVG of a text in its box. Raise RenderError if it does not fit at the smallest size.

    With `fallback`, the other families of the project are fallbacks, each in the closest style. `mark` is an attribute
    that is added to each line. With `overflow`, a text that does not fit is set at the smallest size and extends beyond
    its box; `overflow` is called with the error.
    """
    setting = _lay_out(text, box, where, font_set, fallback=fallback, overflow=overflow)
    return "" if setting is None else "".join(_draw(setting, box, draw_icon, mark))


def set_lines(
    text: str, box: TextBox, where: Location, font_set: FontSet = BUNDLED_FONTS, *, fallback: bool = False
) -> list[PrintedLine]:
    """Return the lines that `set_text` would draw."""
    setting = _lay_out(text, box, where, font_set, fallback=fallback)
    return [] if setting is None else list(_printed_lines(setting))


class _Layout(NamedTuple):
    """Words in lines, with their font size."""

    lines: list[Line]
    size: float
    space: float
    spacing: _Spacing
    main: Font
    """Font of the box, which determines the line height."""

    def width(self, line: Line) -> float:
        """Return the width of a line, in mm."""
        return _line_width(line, self.space) * self.size


def _lay_out(
    text: str,
    box: TextBox,
    where: Location,
    font_set: FontSet,
    *,
    fallback: bool,
    overflow: Callable[[RenderError], None] | None = None,
) -> _Layout | None:
    """Break a text into lines; None if it is empty. Raise RenderError if it does not fit, unless it may overflow."""
    words, space, chain = _measure(text, box, where, font_set, fallback=fallback)
    if not words:
        return None
    spacing = _spacing(words, box, chain)
    size = _fitting_size(words, space, box, spacing)
    if size is None:
        error = _overfull(text, words, space, box, spacing, where)
        if overflow is None:
            raise error
        overflow(error)
        size = box.smallest
    return _Layout(_wrap_without_runts(words, space, box.width / size), size, space, spacing, chain.main())


def _measure(
    text: str, box: TextBox, where: Location, font_set: FontSet, *, fallback: bool
) -> tuple[list[Word], float, _FontFallback]:
    """Return the words of a text, the width of a space at font size 1, and the fonts."""
    _check(box, where)
    if len(text) > LONGEST_TEXT:
        message = f"the text is longer than {LONGEST_TEXT:,} characters"
        raise RenderError(Problem(where, message, found=f"{len(text):,}", code="E0105"))
    chain = _FontFallback(text, box, font_set, where, fallback=fallback)
    words = list(_words(text, box, where, chain))
    if RTL.search(text) or BREAKS_ANYWHERE.search(text):
        words = _split_for_script(words, box)
    return words, text_width(" ", chain.space()), chain


def text_line(
    text: str, box: TextBox, where: Location, font_set: FontSet, *, fallback: bool
) -> tuple[list[Run | Gap], float, Font] | None:
    """Return a text as one line in visual order, the width of a space at font size 1 and the font of the box.

    Return None for an empty text.
    """
    words, space, chain = _measure(text, box, where, font_set, fallback=fallback)
    line = [word for word in words if word.runs]
    return (visual_order(list(_items(line))), space, chain.main()) if line else None


def _overfull(
    text: str, words: list[Word], space: float, box: TextBox, spacing: _Spacing, where: Location
) -> RenderError:
    """Return the error for a text that does not fit, with the room that it needs at its smallest size."""
    message = (
        f"the text does not fit its box of {trim(box.width)} × {trim(box.height)} mm "
        f"at a size of {trim(box.smallest)} mm"
    )
    hint = "shorten it, enlarge its box, or allow a smaller size with min"
    found = quote_value(text)
    widest = max(words, key=lambda word: word.width)
    if (width := widest.width * box.smallest) > box.width + 1e-9:
        if (part := widest.text.replace(ICON_PLACEHOLDER, "")) and found != quote_value(part):
            found += f": the word “{quote_value(part)[1:-1]}”"
        found += f" needs {at_least(width)} mm of width; the box has {trim(box.width)}"
    else:
        height = spacing.height(_wrap(words, space, box.width / box.smallest)) * box.smallest
        found += f" needs {at_least(height)} mm of height with a line spacing of {trim(box.leading)}"
        found += f"; the box has {trim(box.height)}"
    return RenderError(Problem(where, message, hint, found=found, code="E0403"))


def at_least(length: float) -> str:
    """Return a length in mm, rounded up to a tenth, so that it is enough."""
    return trim(ceil(length * 10 - 1e-6) / 10)


def _printed_lines(setting: _Layout) -> Iterator[PrintedLine]:
    """Yield the lines as plain text."""
    for number, line in enumerate(setting.lines):
        text = "".join(("" if word.joined or not at else " ") + word.text for at, word in enumerate(line))
        words = sum(len(word.text.split()) for word in line if not word.joined)
        last = number == len(setting.lines) - 1 or (bool(line) and line[-1].ends_line)
        yield PrintedLine(text, words, setting.width(line), last)


def height_at(
    text: str, box: TextBox, where: Location, font_set: FontSet = BUNDLED_FONTS, *, fallback: bool = False
) -> Callable[[float], float]:
    """Return a function from a type size to the height that a text needs in the width of a box, in mm.

    The height is 0 for an empty text, and infinite if a word is wider than the box.
    """
    words, space, chain = _measure(text, box, where, font_set, fallback=fallback)
    if not words:
        return lambda _: 0.0
    widest = max(word.width for word in words)
    spacing = _spacing(words, box, chain)

    def height(size: float) -> float:
        if widest * size > box.width + 1e-9:
            return inf
        return spacing.height(_wrap(words, space, box.width / size)) * size

    return height


Wrapper = Callable[[float], tuple[int, float]]
"""Function from a width to the number of lines and the width of the widest; widths at font size 1."""


def wrapper_for(text: str, where: Location, font_set: FontSet = BUNDLED_FONTS, *, fallback: bool = False) -> Wrapper:
    """Measure a text once, in the default font, and return a function that wraps it at any width."""
    words, space, _ = _measure(text, TextBox(0, 0, 1, 1, 1, 1), where, font_set, fallback=fallback)
    sizes = [(word.width, 0.0 if word.joined else space, word.ends_line) for word in words]

    def wrapped(width: float) -> tuple[int, float]:
        lines, widest, used, begun = 0, 0.0, 0.0, False
        for wide, before, ends in sizes:  # same algorithm as _wrap
            if begun and used + before + wide > width + 1e-9:
                begun = False
            used = used + before + wide if begun else wide
            lines, widest, begun = lines + (not begun), max(widest, used), not ends
        return lines, widest

    return wrapped


class _FontFallback:
    """Font families of a box, tried in order for each character."""

    def __init__(self, text: str, box: TextBox, font_set: FontSet, where: Location, *, fallback: bool) -> None:
        self._text, self._box, self._font_set, self._where, self._fallback = text, box, font_set, where, fallback
        self._others = (BODY, *font_set.project_families) if fallback else ()
        self._families = list(dict.fromkeys((*box.families, *self._others)))

    def find(self, family: str, *, bold: bool, italic: bool) -> Font:
        if self._fallback:
            return self._font_set.nearest(family, bold=bold, italic=italic, where=self._where)
        return self._font_set.find(family, bold=bold, italic=italic, where=self._where)

    def main(self) -> Font:
        """Return the font that determines the line height."""
        return self.find(self._families[0], bold=self._box.bold, italic=self._box.italic)

    def space(self) -> Font:
        """Return the font of spaces."""
        return self._font_for(" ", self.main(), self._box.look)

    def icon(self, name: str, look: Look) -> Run:
        """Return an icon in a text of this look."""
        return Run(name, self.find(self._families_of(look)[0], bold=look.bold, italic=look.italic), True, look=look)

    def runs(self, text: str, look: Look) -> Iterator[Run]:
        """Yield the parts of a text, each in the first font that has its characters."""
        families = self._families_of(look)
        first = self.find(families[0], bold=look.bold, italic=look.italic)
        if len(families) == 1 or not any(lacks_glyph(letter, first) for letter in text):
            yield Run(text, first, look=look)
            return
        letters, font = "", first
        for cluster in grapheme_clusters(text):
            wanted = self._font_for(cluster, first, look)
            if cluster.isspace() and not any(lacks_glyph(letter, font) for letter in cluster):
                wanted = font
            if wanted != font and letters:
                yield Run(letters, font, look=look)
                letters = ""
            letters, font = letters + cluster, wanted
        yield Run(letters, font, look=look)

    def _families_of(self, look: Look) -> list[str]:
        """Return the families of a part of the text, in order."""
        return list(dict.fromkeys((*look.families, *self._others))) if look.families else self._families

    def _font_for(self, cluster: str, first: Font, look: Look) -> Font:
        """Return the first font that has all characters of a cluster, or `first` for a space or a single family.

        Raise RenderError if none of several families has the cluster.
        """
        families = self._families_of(look)
        for family in families:
            near = self._font_set.nearest(family, bold=look.bold, italic=look.italic, where=self._where)
            if not any(lacks_glyph(letter, near) for letter in cluster):
                return self.find(family, bold=look.bold, italic=look.italic)
        if len(families) > 1 and not cluster.isspace():
            [letter, *_] = (letter for letter in cluster if lacks_glyph(letter, first))
            hint = self._font_set.missing_character_hint(letter, families[0])
            found = f"{quote_value(letter)} (U+{ord(letter):04X}) in {quote_value(self._text)}"
            raise RenderError(Problem(self._where, missing_message(families), hint, found=found, code="E0407"))
        return first


def _check(box: TextBox, where: Location) -> None:
    if not (0 < box.smallest <= box.size and box.width > 0 and box.height > 0 and box.leading > 0):
        found = f"size {box.size:g}, min {box.smallest:g}, {box.width:g} × {box.height:g}, leading {box.leading:g}"
        message = "the text box needs 0 < min ≤ size, and a width, height and leading above 0"
        raise RenderError(Problem(where, message, found=found, code="E0406"))


def _words(text: str, box: TextBox, where: Location, chain: _FontFallback) -> Iterator[Word]:
    # no-break spaces are still needed to find the breaks between ideographs
    glue = {} if BREAKS_ANYWHERE.search(text) else SPACE_REPLACEMENTS
    word = Word()
    for token in read_markup(text, box.look, box.full_size or box.size, box.tags, where):
        match token.kind:
            case MarkKind.LETTERS:
                if letters := token.value.translate(glue):
                    word.runs.extend(chain.runs(letters, token.look))
            case MarkKind.ICON:
                word.runs.append(chain.icon(token.value, token.look))
            case _:
                word.ends_line, word.gap = token.kind is MarkKind.LINE_BREAK, Gap(0, token.look)
                if word.runs or word.ends_line:
                    yield word
                word = Word()
    if word.runs:
        yield word


def _split_for_script(words: list[Word], box: TextBox) -> list[Word]:
    """Split words where a line may break inside them, and runs where the direction changes."""
    made: list[Word] = []
    paragraph: list[Word] = []
    rtl = box.rtl
    if rtl is None:
        rtl = starts_rtl(" ".join(run.text for word in words for run in word.runs if not run.icon))
    for number, word in enumerate(words):
        paragraph.append(word)
        if word.ends_line or number == len(words) - 1:
            made += _divided_paragraph(paragraph, rtl=rtl)
            paragraph = []
    return made


def _divided_paragraph(words: list[Word], *, rtl: bool) -> Iterator[Word]:
    text = " ".join("".join(ICON_PLACEHOLDER if run.icon else run.text for run in word.runs) for word in words)
    ends = line_breaks(text.replace(ICON_PLACEHOLDER, "x"))
    level = bidi_levels(text, rtl=rtl) if RTL.search(text) or rtl else (0,) * len(text)
    place = 0
    for word in words:
        made, runs = Word(ends_line=word.ends_line), word.runs
        for run in runs:
            letters = ICON_PLACEHOLDER if run.icon else run.text
            start = 0
            for end in range(1, len(letters) + 1):
                at = place + end
                apart = at in ends and (end < len(letters) or run is not runs[-1])
                if apart or end == len(letters) or level[at] != level[at - 1]:
                    part = replace(run, level=level[at - 1])
                    if not run.icon:
                        part = replace(part, text=letters[start:end].translate(SPACE_REPLACEMENTS))
                    if part.text:
                        made.runs.append(part)
                    start = end
                if apart and made.runs:
                    yield replace(made, ends_line=False)
                    made = Word(ends_line=word.ends_line, joined=True)
            place += len(letters)
        made.gap = Gap(level[place] if place < len(text) else 0, word.gap.look)
        yield made
        place += 1


def _wrap(words: list[Word], space: float, width: float) -> list[Line]:
    """Wrap words into lines of at most `width` ems; only a single word may be wider."""
    lines: list[Line] = [[]]
    used = 0.0
    for word in words:
        before = 0.0 if word.joined or not lines[-1] else space * lines[-1][-1].gap.look.scale
        if lines[-1] and used + before + word.width > width + 1e-9:
            taken = _detach_tied_words(lines[-1]) if word.held else []
            lines.append(taken)
            used = _line_width(taken, space)
            before = 0.0 if word.joined or not taken else space * taken[-1].gap.look.scale
        used = used + before + word.width if lines[-1] else word.width
        lines[-1].append(word)
        if word.ends_line:
            lines.append([])
            used = 0.0
    return lines if lines[-1] else lines[:-1]


def _line_width(line: Line, space: float) -> float:
    """Return the width of a line at font size 1."""
    gaps = sum(word.gap.look.scale for word, after in pairwise(line) if not after.joined)
    return sum(word.width for word in line) + space * gaps


def _detach_tied_words(line: Line) -> Line:
    """Remove and return the words at the end of a line that must stay with the next word.

    If that would empty the line, leave it unchanged and return an empty list.
    """
    start = len(line) - 1
    while start > 0 and line[start].held:
        start -= 1
    taken = line[start:] if start else []
    del line[len(line) - len(taken) :]
    return taken


def _wrap_without_runts(words: list[Word], space: float, width: float) -> list[Line]:
    """Wrap words, avoiding breaks between numbers and units and runts where that needs no additional lines."""
    lines = _wrap(words, space, width)
    if len(lines) < 2:
        return lines
    tied = {
        at
        for at, (word, after) in enumerate(pairwise(words), 1)
        if not (word.ends_line or after.joined) and inseparable(word.text, after.text)
    }

    def parted(lines: list[Line]) -> int:
        return sum(start in tied for start in _starts(lines))

    def held(some: set[int]) -> list[Line]:
        """Wrap with some words kept on the previous word's line; return `lines` if that is worse or does not fit."""
        new = _wrap([replace(word, held=at in some) for at, word in enumerate(words)], space, width)
        fits = len(new) == len(lines) and max(_line_width(line, space) for line in new) <= width + 1e-9
        return new if fits and parted(new) <= parted(lines) else lines

    if parted(lines):
        lines = held(tied)
    ends: set[int] = set()
    for start in _runts(lines, space):
        if (new := held(tied | ends | {start})) is not lines:
            ends.add(start)
            lines = new
    return lines


def _starts(lines: list[Line]) -> Iterator[int]:
    """Yield the index of the first word of each line."""
    at = 0
    for line in lines:
        yield at
        at += len(line)


def _runts(lines: list[Line], space: float) -> Iterator[int]:
    """Yield the index of each short word that is alone on the last line of a paragraph."""
    at = begin = 0
    for number, line in enumerate(lines):
        if number == len(lines) - 1 or (line and line[-1].ends_line):
            paragraph = lines[begin : number + 1]
            if len(paragraph) > 1 and len(line) == 1 and not line[0].joined and " " not in line[0].text:
                widest = max(_line_width(each, space) for each in paragraph)
                if is_runt(sum(len(each) for each in paragraph), _line_width(line, space), widest):
                    yield at
            begin = number + 1
        at += len(line)


class _Spacing(NamedTuple):
    """How lines are spaced, at font size 1: each line takes its largest type times the leading."""

    ascender: float
    descender: float
    leading: float
    scaled: bool
    """Whether there is type of several sizes."""

    @property
    def overhang(self) -> float:
        """How far glyphs extend beyond the line height, with tight leading."""
        return max(0.0, self.ascender + self.descender - self.leading)

    def baselines(self, lines: list[Line], size: float) -> list[float]:
        """Return the distance of each baseline from the first, in mm, where the font size of the box is `size`."""
        step = self.leading * size
        if not self.scaled:
            return [number * step for number in range(len(lines))]
        scales = [_scale(line) for line in lines]
        above = (self.ascender + (self.leading - self.ascender - self.descender) / 2) * size
        found = [0.0]
        for upper, lower in pairwise(scales):
            found.append(found[-1] + upper * (step - above) + lower * above)
        return found

    def height(self, lines: list[Line]) -> float:
        """Return the height of the lines at font size 1."""
        if not self.scaled:
            return (len(lines) - 1) * self.leading + min(self.ascender + self.descender, self.leading)
        first, last = _scale(lines[0]), _scale(lines[-1])
        above, below = self.ascender - self.overhang / 2, self.descender - self.overhang / 2
        return self.baselines(lines, 1)[-1] + first * above + last * below


def _spacing(words: list[Word], box: TextBox, chain: _FontFallback) -> _Spacing:
    ascender, descender, _ = metrics(chain.main())
    scaled = any(run.look.scale != 1 for word in words for run in word.runs)
    return _Spacing(ascender, descender, box.leading, scaled)


def _scale(line: Line) -> float:
    """Return the largest type size on a line, as a multiple of the size of the box."""
    return max((run.look.scale for word in line for run in word.runs), default=1)


def _fitting_size(words: list[Word], space: float, box: TextBox, spacing: _Spacing) -> float | None:
    """Return the largest size, from `box.smallest` to `box.size`, at which the words fit, or None."""
    widest = max(word.width for word in words)

    def fits(size: float) -> bool:
        if widest * size > box.width + 1e-9:
            return False
        return spacing.height(_wrap(words, space, box.width / size)) * size <= box.height + 1e-9

    if fits(box.size):
        return box.size
    low, high = 0, int((box.size - box.smallest) / STEP)
    if not fits(box.smallest):
        return None
    while low < high:  # binary search for the largest step that fits
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(box.smallest + middle * STEP) else (low, middle - 1)
    return box.smallest + low * STEP


def _draw(setting: _Layout, box: TextBox, draw_icon: DrawIcon, mark: str) -> Iterator[str]:
    lines, size, space, spacing, main = setting
    cap = metrics(main)[2]
    offsets = spacing.baselines(lines, size)
    first = _scale(lines[0]) if spacing.scaled else 1
    baseline = box.y + spacing.ascender * size * first - spacing.overhang * size * first / 2
    if box.valign == "bottom":
        baseline += box.height - spacing.height(lines) * size
    elif box.valign == "middle":  # optical centring between the cap height of the first line and the last baseline
        baseline = box.y + (box.height - offsets[-1] + cap * size * first) / 2
    align = _side(lines, box)
    for line, offset in zip(lines, offsets, strict=True):
        y = baseline + offset
        x = box.x + {"left": 0.0, "center": 0.5, "right": 1.0}[align] * (box.width - setting.width(line))
        spans: list[str] = []
        rules: list[_Rule] = []
        items = list(_items(line))
        spaced = _spaced(items)
        for item in visual_order(items):
            wide = (space * item.look.scale if isinstance(item, Gap) else item.width) * size
            if isinstance(item, Run) and item.icon:
                high = size * item.look.scale
                yield draw_icon(item.text, x + wide / 2, y - cap * high / 2, high)
                x += wide
                continue
            if item.look.underline:
                _underline(rules, x, wide, item)
            if isinstance(item, Run):
                spans.append(_span(item, x, size, main.family, *spaced.get(id(item), ("", ""))))
            x += wide
        for rule in rules:
            thick = rule.thickness * size
            yield (
                f'<rect{mark} x="{trim(rule.start)}" y="{trim(y + rule.depth * size)}" '
                f'width="{trim(rule.end - rule.start)}" height="{trim(thick)}" '
                f'fill="{escape(rule.colour or box.colour)}"/>'
            )
        if spans:
            yield (
                f'<text{mark} xml:space="preserve" y="{trim(y)}" font-family="{escape(main.family)}" '
                f'font-size="{trim(size)}" fill="{escape(box.colour)}">{"".join(spans)}</text>'
            )


@dataclass
class _Rule:
    """A line under a part of a text; `start` and `end` in mm, depth and thickness at font size 1."""

    start: float
    end: float
    colour: str
    depth: float
    thickness: float
    reach: float
    """Where the next run begins if it continues the line: behind a space, which is underlined only between runs."""


def _underline(rules: list[_Rule], x: float, width: float, item: Run | Gap) -> None:
    """Underline an item at `x`, with the rule that ends there if there is one of the same colour."""
    last = rules[-1] if rules else None
    continues = last is not None and last.colour == item.look.colour and abs(last.reach - x) < 1e-6
    if isinstance(item, Gap):
        if last is not None and continues:
            last.reach = x + width
        return
    depth, thickness = (scaled * item.look.scale for scaled in underline(item.font))
    if last is None or not continues:
        rules.append(_Rule(x, x + width, item.look.colour, depth, thickness, x + width))
        return
    last.end = last.reach = x + width
    last.depth, last.thickness = max(last.depth, depth), max(last.thickness, thickness)


def _side(lines: list[Line], box: TextBox) -> Literal["left", "center", "right"]:
    """Return the side to which lines are aligned."""
    if box.align != "start":
        return box.align
    levelled = [run.level for line in lines for word in line for run in word.runs]
    return "right" if box.rtl or (levelled and min(levelled) > 0) else "left"


def _items(line: Line) -> Iterator[Run | Gap]:
    """Yield the runs of a line and the spaces between its words."""
    for number, word in enumerate(line):
        yield from word.runs
        if number < len(line) - 1 and not line[number + 1].joined:
            yield word.gap


def _spaced(items: list[Run | Gap]) -> dict[int, tuple[str, str]]:
    """Return the spaces written before and after runs, by `id()`, so that text copied from the PDF has spaces.

    A space is written after the run before it, unless it would be so large that readers take it for part of the next.
    """
    found: dict[int, tuple[str, str]] = {}
    for run, gap, after in zip(items, items[1:], [*items[2:], None], strict=False):
        if not isinstance(gap, Gap) or not isinstance(run, Run):
            continue
        small = gap.look.scale < run.look.scale and gap.level % 2 == 0
        if small and isinstance(after, Run) and not (after.icon or after.level % 2 or lacks_glyph(" ", after.font)):
            found[id(after)] = " ", ""
        elif not lacks_glyph(" ", run.font):
            found[id(run)] = found.get(id(run), ("", ""))[0], " "
    return found


def text_attributes(run: Run, size: float, box: TextBox) -> str:
    """Return the attributes of a text that consists of one run."""
    weight = ' font-weight="bold"' if run.font.bold else ""
    style = ' font-style="italic"' if run.font.italic else ""
    return (
        f' font-family="{escape(run.font.family)}" font-size="{trim(size)}"{weight}{style} '
        f'fill="{escape(run.look.colour or box.colour)}"'
    )


def _span(run: Run, x: float, size: float, family: str, before: str = "", after: str = "") -> str:
    """Return the SVG of a run, with a space before or after it."""
    own = f' font-family="{escape(run.font.family)}"' if run.font.family != family else ""
    weight = ' font-weight="bold"' if run.font.bold else ""
    style = ' font-style="italic"' if run.font.italic else ""
    scaled = f' font-size="{trim(size * run.look.scale)}"' if run.look.scale != 1 else ""
    colour = f' fill="{escape(run.look.colour)}"' if run.look.colour else ""
    text = f"{RTL_MARK}{run.text}{RTL_MARK}" if run.level % 2 else run.text
    if before:
        x -= (text_width(before + run.text, run.font) - text_width(run.text, run.font)) * run.look.scale * size
    return f'<tspan x="{trim(x)}"{own}{weight}{style}{scaled}{colour}>{before}{escape(text)}{after}</tspan>'
