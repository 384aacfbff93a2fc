"""Tidy content streams: join characters into words, shorten numbers, and store repeated groups once.

typst writes out every face in full. Its groups start with a line that begins with `q` and end with a line `Q`.

typst draws the text of an SVG character by character, each with a transformation. Some viewers then take every
character for a line, and words can be neither found nor selected. Here, characters of the same font, size and colour on
one line become one string. Nothing moves.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from typing import Final, NamedTuple

import pikepdf
from pikepdf import Dictionary, Name, Pdf

MIN_GROUP_SIZE: Final = 300
"""Smallest group to share, in bytes of operators; a form takes about as many."""
MIN_SAVING: Final = 1_500
"""Smallest saving, in bytes of operators."""
_END: Final = re.compile(rb"\n(?:q(?=[ \n])|(Q)(?=\n))")
"""The line break before a line that opens or closes a group."""
_NAME: Final = re.compile(rb"/\w+")
_MARKED: Final = re.compile(rb"(?:BMC|BDC|EMC)(?!\w)(?<!\w{4})")


class _Group(NamedTuple):
    """The operators from a `q` to its `Q`."""

    start: int
    end: int
    operators: bytes
    within: list[_Group]
    named: str = ""
    """The resources that its operators refer to, as text; empty until needed."""

    @property
    def key(self) -> tuple[bytes, str]:
        """Equal for groups that draw the same."""
        return self.operators, self.named


class FormSharer:
    """Turns what the pages of a PDF have in common into forms."""

    def __init__(self, pdf: Pdf) -> None:
        self._pdf = pdf
        self._forms: dict[tuple[bytes, str], tuple[Name, pikepdf.Object]] = {}

    def share(self, contents: list[bytes]) -> list[bytes]:
        """Return the operators of all pages, with repeated groups replaced by forms."""
        pages = list(self._pdf.pages)
        found = [_groups(content) for content in contents]
        times = Counter(group.operators for groups in found for group in _all(groups))
        grouped = [list(_repeated(groups, times, page)) for groups, page in zip(found, pages, strict=True)]
        counts = Counter(group.key for groups in grouped for group in _all(groups))
        shared = []
        for content, page, groups in zip(contents, pages, grouped, strict=True):
            parts, place = [], 0
            for group in _chosen(groups, counts):
                name = self._show(group, page)
                parts += [content[place : group.start], b"%b Do\n" % str(name).encode()]
                place = group.end
            shared.append(b"".join([*parts, content[place:]]))
        return shared

    def _show(self, group: _Group, page: pikepdf.Page) -> Name:
        """Return the name by which a page shows a group, creating its form if necessary."""
        if group.key not in self._forms:
            form: pikepdf.Object = self._pdf.make_stream(group.operators)
            form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, page.mediabox
            form.Resources = _named(group.operators, page.obj.Resources)
            self._forms[group.key] = Name(f"/R{len(self._forms)}"), form
        name, form = self._forms[group.key]
        if "/XObject" not in page.obj.Resources:
            page.obj.Resources.XObject = Dictionary()
        page.obj.Resources.XObject[name] = form
        return name


def _groups(content: bytes) -> list[_Group]:
    """Return the outermost groups of a page that are large enough, with those inside; empty if unbalanced."""
    marks = [mark.start() for mark in _MARKED.finditer(content)]
    open_groups: list[tuple[int, list[_Group]]] = [(0, [])]
    for end in _END.finditer(b"\n" + content):
        if end[1] is None:
            open_groups.append((end.start(), []))
            continue
        start, within = open_groups.pop()
        if not open_groups:
            return []
        operators = content[start : end.end()]
        marked = bisect_left(marks, start) < bisect_left(marks, end.end())
        if len(operators) >= MIN_GROUP_SIZE and not marked:
            within = [_Group(start, end.end(), operators, within)]
        open_groups[-1][1].extend(within)
    return open_groups[0][1] if len(open_groups) == 1 else []


def _repeated(groups: Iterable[_Group], times: Counter[bytes], page: pikepdf.Page) -> Iterator[_Group]:
    """Yield the groups whose operators occur several times, with the resources they refer to."""
    for group in groups:
        within = list(_repeated(group.within, times, page))
        if times[group.operators] > 1:
            named = _named(group.operators, page.obj.Resources).unparse().decode()
            yield group._replace(within=within, named=named)
        else:
            yield from within


def _named(operators: bytes, resources: pikepdf.Object) -> Dictionary:
    """Return the resources that operators refer to."""
    names = {name.decode() for name in _NAME.findall(operators)}
    found = Dictionary()
    for kind, things in resources.items():
        if isinstance(things, Dictionary):
            used = Dictionary({name: things[name] for name in sorted(names & {*things.keys()})})
            if len(used):
                found[kind] = used
    return found


def _all(groups: Iterable[_Group]) -> Iterator[_Group]:
    for group in groups:
        yield group
        yield from _all(group.within)


def _chosen(groups: Iterable[_Group], counts: Counter[tuple[bytes, str]]) -> Iterator[_Group]:
    """Yield the largest groups that are worth sharing, in order."""
    for group in groups:
        if (counts[group.key] - 1) * len(group.operators) >= MIN_SAVING:
            yield group
        else:
            yield from _chosen(group.within, counts)


_LETTER: Final = re.compile(
    rb"q (?P<turn>(?:-?[\d.]+ ){4})(?P<x>-?[\d.]+) (?P<y>-?[\d.]+) cm(?P<colour>[^()]{0,80}?)BT 0 Tr"
    rb"(?P<font>/\w+) (?P<size>[\d.]+) Tf 1 0 0 -1 0 0 Tm(?P<glyph>\((?:\\.|[^\\()])*\))Tj\nET\nQ\n",
    re.DOTALL,
)
_EXTRA_DIGITS: Final = re.compile(rb"(\.(?:(?<=[1-9]\.)\d{4}|(?<=0\.)(?:[1-9]\d|0[1-9])\d{3}|\d{8}))\d+")
"""The digits that matter, and those after them that do not: from the fifth decimal, or later in small numbers. The
pattern starts with a point, which Python finds quickly."""
_SAME_LINE: Final = 0.01
"""Tolerance for characters on the same line, in points."""
_SMALLEST_KERN: Final = 0.6
"""Smallest kern that is written, in thousandths of the type size; smaller ones are added to the next one."""

Widths = dict[bytes, dict[int, float]]
"""The width of each glyph of each font, in thousandths of the type size."""


def clean_up(pdf: bytes) -> bytes:
    """Return the same pages with words as strings and with short numbers."""
    with pikepdf.open(BytesIO(pdf)) as document:
        fonts: dict[tuple[int, int], dict[int, float]] = {}
        contents: list[bytes] = []
        for page in document.pages:
            content = page.obj.Contents.read_bytes()
            widths: Widths = {}
            for name, font in page.obj.Resources.get("/Font", Dictionary()).items():
                if font.objgen not in fonts:
                    fonts[font.objgen] = _widths(font)
                widths[name.encode()] = fonts[font.objgen]
            contents.append(_shorten(_join(content, widths)))
        for item in document.objects:
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == Name.Form:
                item.write(_shorten(item.read_bytes()))
        for page, content in zip(document.pages, FormSharer(document).share(contents), strict=True):
            page.obj.Contents.write(content)
        out = BytesIO()
        document.save(out, deterministic_id=True)
    return out.getvalue()


def _shorten(content: bytes) -> bytes:
    """Return the content stream without invisible digits."""
    return b"".join(_EXTRA_DIGITS.split(content))  # three times as fast as a substitution


def _widths(font: pikepdf.Object) -> dict[int, float]:
    """Return the widths in a font, given as `first last width` or `first [width …]`."""
    widths: dict[int, float] = {}
    stated = list(font.DescendantFonts[0].W)
    while stated:
        first, second = int(stated.pop(0)), stated.pop(0)
        if isinstance(second, pikepdf.Array):
            widths |= {first + place: float(width) for place, width in enumerate(second)}
        else:
            width = float(stated.pop(0))
            widths |= dict.fromkeys(range(first, int(second) + 1), width)
    return widths


def _join(content: bytes, widths: Widths) -> bytes:
    """Return the content stream with runs of single characters joined into strings."""
    out: list[bytes] = []
    run: _Run | None = None
    place = 0
    for letter in _LETTER.finditer(content):
        if run is not None and letter.start() == run.end and run.add(letter):
            continue
        if run is not None:
            out += [content[place : run.start], run.operators()]
            place = run.end
        run = _Run(letter, widths)
    if run is not None:
        out += [content[place : run.start], run.operators()]
        place = run.end
    return b"".join([*out, content[place:]])


class _Run:
    """Characters of the same font, size and colour on one line."""

    def __init__(self, first: re.Match[bytes], widths: Widths) -> None:
        self.turn, x, y, self.colour, self.font, self.size, glyph = first.groups()
        self.style = (self.turn, self.colour, self.font, self.size)
        self.at = x + b" " + y
        self.x, self.y = float(x), float(y)
        self.a, self.b = (float(value) for value in self.turn.split()[:2])
        self.scale = self.a * self.a + self.b * self.b
        self.thousandth = 1000 / float(self.size)
        self.widths = widths[self.font]
        self.start, self.end = first.span()
        self.parts = [glyph]
        self.glyph = glyph
        self.kern = 0.0
        """Kerning that is too small to write, kept for the next character."""

    def add(self, letter: re.Match[bytes]) -> bool:
        """Add a character if it has the same style and is further along the line; return whether it was added."""
        turn, x, y, colour, font, size, glyph = letter.groups()
        if (turn, colour, font, size) != self.style:
            return False
        at = float(x), float(y)
        dx, dy = at[0] - self.x, at[1] - self.y
        along = (dx * self.a + dy * self.b) / self.scale
        across = dy * self.a - dx * self.b
        if along <= 0 or across * across > _SAME_LINE * _SAME_LINE * self.scale:
            return False
        self.kern += self.widths.get(_code(self.glyph), 0) - along * self.thousandth
        if abs(self.kern) >= _SMALLEST_KERN:
            written = round(self.kern)
            self.parts.append(b"%d" % written)
            self.kern -= written
        self.parts.append(glyph)
        self.x, self.y = at
        self.glyph = glyph
        self.end = letter.end()
        return True

    def operators(self) -> bytes:
        """Return the operators that set the characters as one string, each at its position."""
        shown = b"".join(self.parts).replace(b")(", b"")
        head = b"q " + self.turn + self.at + b" cm" + self.colour + b"BT 0 Tr"
        return head + self.font + b" " + self.size + b" Tf 1 0 0 -1 0 0 Tm[" + shown + b"]TJ\nET\nQ\n"


@cache
def _code(literal: bytes) -> int:
    """Return the glyph number that a string of one character shows."""
    return int.from_bytes(bytes(pikepdf.Object.parse(literal)))
