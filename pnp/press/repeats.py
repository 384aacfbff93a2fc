"""Repeats: what several faces draw alike, such as a frame or a background, is in a chunk once and shown by them all.

typst writes every face out in full. Its groups begin with a line that begins with `q`, and end with a line that is `Q`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import pikepdf
from pikepdf import Dictionary, Name, Pdf

LEAST: Final = 300
"""Bytes of operators; a form itself takes about as many."""
GAIN: Final = 1_500
"""Bytes of operators that are to be saved."""
_END: Final = re.compile(rb"\n(?:q(?=[ \n])|(Q)(?=\n))")
"""The end of the line before one that opens or closes a group."""
_NAME: Final = re.compile(rb"/\w+")
_MARKED: Final = re.compile(rb"(?:BMC|BDC|EMC)(?!\w)(?<!\w{4})")


class _Group(NamedTuple):
    """What is drawn from a q to its Q."""

    start: int
    end: int
    operators: bytes
    within: list[_Group]
    named: str = ""
    """What its operators name, as far as that is asked for."""

    @property
    def key(self) -> tuple[bytes, str]:
        """What groups that draw the same have in common."""
        return self.operators, self.named


class Sharer:
    """Finds what the pages of one PDF have in common, and makes forms of it."""

    def __init__(self, pdf: Pdf) -> None:
        self._pdf = pdf
        self._forms: dict[tuple[bytes, str], tuple[Name, pikepdf.Object]] = {}

    def share(self, contents: list[bytes]) -> list[bytes]:
        """The operators of all pages, with forms shown in place of groups that are there several times."""
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
        """The name by which a page shows a group."""
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
    """The outermost groups of a page that are large enough, each with those within; none where they do not close."""
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
        if len(operators) >= LEAST and not marked:
            within = [_Group(start, end.end(), operators, within)]
        open_groups[-1][1].extend(within)
    return open_groups[0][1] if len(open_groups) == 1 else []


def _repeated(groups: Iterable[_Group], times: Counter[bytes], page: pikepdf.Page) -> Iterator[_Group]:
    """The groups whose operators are there several times, with what these name on their page."""
    for group in groups:
        within = list(_repeated(group.within, times, page))
        if times[group.operators] > 1:
            named = _named(group.operators, page.obj.Resources).unparse().decode()
            yield group._replace(within=within, named=named)
        else:
            yield from within


def _named(operators: bytes, resources: pikepdf.Object) -> Dictionary:
    """The resources that operators name."""
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
    """The largest groups that are worth sharing, in order."""
    for group in groups:
        if (counts[group.key] - 1) * len(group.operators) >= GAIN:
            yield group
        else:
            yield from _chosen(group.within, counts)
