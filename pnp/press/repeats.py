"""Share what several faces have in common, such as a frame or a background, as one form of the PDF.

typst writes out every face in full. Its groups start with a line that begins with `q` and end with a line `Q`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
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
