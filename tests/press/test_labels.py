"""The words on the rim of a sheet are set like those on cards."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.project.folders import bundled_project
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.store.cache import Cache
from pnp.terms import Lang


def text_of(pdf: Path, page: int) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return str(document[page - 1].get_textpage().get_text_range())
    finally:
        document.close()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "lang"), [("cotcotcollec", Lang.FR), ("koko", Lang.EN)])
def test_typewriter_signs_are_on_no_label_guide_or_pad(name: str, lang: Lang, tmp_path: Path) -> None:
    job = Job(Layout(parse_paper("a4"), Sides.FRONTS), lang, guide=True)
    printed = print_game(bundled_project(), name, job, tmp_path, Cache.for_user())
    pages = [text_of(printed.pdf, page) for page in range(1, printed.pages + 2)]
    first, last = pages[0], pages[-1]
    assert ("CotCotCollec’" if name == "cotcotcollec" else "Alfred’s") in first
    for page in (first, last, pages[1]):
        assert "'" not in page
    if name == "cotcotcollec":
        assert "1ᵉʳ décompte" in last
        assert "10ᵉ coq" in last
        assert "1er" not in last
