"""Select the content of a memo for a format: its sections, or its player aid on cards and quarter sheets."""

from __future__ import annotations

import re
from typing import Final

from pnp.memo.format import PAGE_FORMATS, setting_for
from pnp.memo.source import FigureBlock, Memo, Section
from pnp.terms import Format

_OF_FIGURE: Final = re.compile(r"\bfigure\.([a-z0-9_-]+)\.")
"""Reference to a number of a figure in a text."""


def prints_aid(memo: Memo, form: Format) -> bool:
    """Return whether a format prints the player aid."""
    return bool(memo.aids) and setting_for(form, memo).card


def sections_on(memo: Memo, form: Format) -> list[Section]:
    """Return the sections that a format prints."""
    all_sections = memo.aids if prints_aid(memo, form) else memo.sections
    return [section for section in all_sections if not section.only or form.value in section.only]


def shown_on(figure: FigureBlock, form: Format) -> bool:
    """Return whether a format shows a figure."""
    return form.value in (figure.only or PAGE_FORMATS)


def figures_on(memo: Memo, form: Format) -> list[FigureBlock]:
    """Return the figures that a format shows."""
    return [figure for section in sections_on(memo, form) for figure in section.figures() if shown_on(figure, form)]


def figures_used_on(memo: Memo, form: Format) -> set[str]:
    """Return the names of the figures that a format shows, or whose numbers its texts use."""
    texts = [text for section in sections_on(memo, form) for words in section.words() for text in words.versions()]
    return {figure.name for figure in figures_on(memo, form)} | {
        name for text in texts for name in _OF_FIGURE.findall(text)
    }
