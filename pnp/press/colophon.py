"""The foot of the making guide: paper and sleeves needed, ink coverage, and credits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pnp.press.job import Job
from pnp.press.sleeves import sleeves_for
from pnp.press.steps import localized_number
from pnp.sheet.layout import PAPERS, Paper
from pnp.sheet.page import Page
from pnp.spec.model import Credits
from pnp.terms import Lang
from pnp.text.typography import typeset
from pnp.words import Texts

GUIDE: Final = Texts("guide")


def print_needs(pages: list[Page], job: Job) -> list[str]:
    """Return what a print needs: sheets of paper, and sleeves if some fit its cards."""
    words, lang = GUIDE[job.lang], job.lang
    count = len({page.sheet for page in pages})
    said = [
        words["sheet-count-1" if count == 1 else "sheet-count"].format(count=count, paper=_paper_name(job.layout.paper))
    ]
    sleeves = sleeves_for(placement for page in pages for placement in page.placements)
    if sleeves:
        sizes = [
            words["sleeve"].format(
                count=times, size=f"{localized_number(size.width, lang)} × {localized_number(size.height, lang)}"
            )
            for size, times in sleeves.items()
        ]
        said.append(words["sleeves"].format(sleeves=", ".join(sizes)))
    return [typeset(each, lang) for each in said]


def ink_line(coverage: float, lang: Lang) -> str:
    """Return a line that says how much of the paper is covered with ink."""
    return typeset(GUIDE[lang]["ink"].format(share=round(100 * coverage)), lang)


def _paper_name(paper: Paper) -> str:
    """Return the name of a paper for people: A4, Letter, 120 × 170 mm."""
    return paper.name.capitalize() if paper.name in PAPERS else str(paper.size)


def credit_lines(credits: Credits, lang: Lang) -> list[str]:
    """Return the credits, one sentence each."""
    return [typeset(line, lang) for line in _credits(credits, lang)]


def _credits(credits: Credits, lang: Lang) -> Iterator[str]:
    words = GUIDE[lang]
    if credits.design is not None:
        yield words["design"].format(names=credits.design[lang])
    published = [credits.publisher[lang]] if credits.publisher is not None else []
    published += [str(credits.year)] if credits.year is not None else []
    if published:
        key = "publisher" if credits.publisher is not None else "year"
        yield words[key].format(names=", ".join(published))
    if credits.notes is not None:
        yield credits.notes[lang]
    if credits.art is not None and credits.art == credits.text:
        yield words["art-and-text"].format(names=credits.art[lang])
    else:
        for key, names in (("art", credits.art), ("text", credits.text)):
            if names is not None:
                yield words[key].format(names=names[lang])
    if credits.licence is not None:
        yield credits.licence[lang]
    if credits.url is not None:
        yield credits.url
