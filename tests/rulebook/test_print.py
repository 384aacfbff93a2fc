"""Finished rulebooks, read back from their PDFs: texts, numbers, pictures, margins, outline; and their findings."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pypdfium2
import pytest

from pnp.errors import LayoutError, PnpError
from pnp.project.folders import Project
from pnp.rulebook.lint import check_game
from pnp.rulebook.print import RulebookOrder, RulebookTypesetter, TypesetRulebook, make_rulebook
from pnp.rulebook.source import read_rulebook
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, RulebookFormat
from tests.cli.command import Command
from tests.memo.reading import letters

A5 = RulebookOrder(lang=Lang.EN)
A4 = RulebookOrder(RulebookFormat.A4, lang=Lang.EN)
FIGURES = '[fan]\npieces = [{ piece = "whelk", x = 0, y = 0 }, { piece = "cockle", x = 30, y = 0, side = "back" }]\n'
SOURCE = """\
# Story

The sea goes out, and everyone runs for {=count.shells|shell|shells}. Whoever has most wins.

# In the box

```components
```

# Your turn

You may hold {=hand|shell|shells}. {shell} counts.

![A hand of {=hand}.](fan "40% beside")

> [!EXAMPLE]
> Ada has a full hand.
>
> ![Like this.](fan "30%")

> [!RULING]
> Nobody may dig.

† Our ruling.

# Credits

```credits
```

```memo
```
"""
LONG = "\n\n".join(f"# Chapter {{#{number}}}\n\n" + "The sea comes and goes. " * 90 for number in range(1, 10))


def write(project: Project, text: str = SOURCE, lang: str = "en") -> Project:
    folder = project.components / "lowtide"
    (folder / f"rulebook.{lang}.md").write_text(text, "utf-8")
    (folder / "figures.toml").write_text(FIGURES, "utf-8")
    return project


def made(project: Project, order: RulebookOrder = A5) -> TypesetRulebook:
    return make_rulebook(project, "lowtide", order, Cache.for_user())


def page_texts(pdf: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]
    finally:
        document.close()


def test_a_rulebook_is_read_from_its_pages(copied: Project) -> None:
    book = made(write(copied))
    texts = page_texts(book.pdf)
    assert len(texts) == book.pages == 3
    whole = " ".join(texts)
    assert "13 shells. Whoever" in whole.replace("\xa0", " ")
    for said in ("A hand of", "Example", "† House ruling", "Rules of the game", "Your turn"):
        assert said in whole, said
    assert "Gather" in texts[-1], "the memo is the last page, as text"
    with pikepdf.open(BytesIO(book.pdf)) as pdf:
        assert str(pdf.Root.Lang) == "en"
        assert "/StructTreeRoot" in pdf.Root
        assert [" ".join(item.title.split()) for item in pdf.open_outline().root] == [
            "Story",
            "In the box",
            "Your turn",
            "Credits",
        ]
        assert {tuple(round(float(edge) * 25.4 / 72, 1) for edge in page.mediabox) for page in pdf.pages} == {
            (0, 0, 148, 210)
        }


def test_every_kind_of_piece_is_counted_and_shown(copied: Project) -> None:
    pdf = made(write(copied, "# Box\n\n```components\n```\n")).pdf
    box = page_texts(pdf)[1]
    assert "13× shells 7× two-faced cards 5× tokens 1× fisher" in box
    with pikepdf.open(BytesIO(pdf)) as read:
        names = read.pages[1].obj.Resources.XObject.keys()
    assert sum(name.startswith("/PnpFace") for name in names) > 4


@pytest.mark.parametrize("order", [A5, A4, RulebookOrder(lang=Lang.EN, ink=Ink.LOW)])
def test_nothing_is_in_the_margins_and_type_is_legible(copied: Project, order: RulebookOrder) -> None:
    book = made(write(copied, LONG + "\n\n" + SOURCE.replace("```memo\n```", "")), order)
    document = pypdfium2.PdfDocument(book.pdf)
    wide, high = (edge * 25.4 / 72 for edge in document[0].get_size())
    document.close()
    inner, outer = (13, 10) if order.form is RulebookFormat.A5 else (16, 14)
    for number in range(2, book.pages + 1):
        left, right = (inner, outer) if number % 2 else (outer, inner)
        for letter in letters(book.pdf, number - 1):
            assert letter.size_pt >= 7.4, letter
            assert letter.left > left - 0.5, (number, letter)
            assert letter.right < wide - right + 0.5, (number, letter)
            assert 9 < letter.top < letter.bottom + 0.01 < high - 6, (number, letter)


def test_a_long_rulebook_has_a_list_of_contents_with_its_pages(copied: Project) -> None:
    book = made(write(copied, LONG))
    assert book.pages > 8
    texts = page_texts(book.pdf)
    assert texts[1].startswith("Contents")
    for number in (1, 9):
        [page] = [at for at, text in enumerate(texts, 1) if f"Chapter {number} The sea" in text]
        listed = texts[1].partition(f"Chapter {number}")[2].partition("Chapter")[0].partition("The sea")[0]
        assert listed.strip(" .").endswith(str(page))
    assert "Contents" not in " ".join(page_texts(made(write(copied)).pdf))


@pytest.mark.parametrize("order", [A5, A4])
@pytest.mark.parametrize("text", [SOURCE, LONG, f'+++\ncover = "none"\n+++\n\n{SOURCE}'], ids=["short", "long", "bare"])
def test_pages_end_where_they_were_measured_to(copied: Project, text: str, order: RulebookOrder) -> None:
    game, book = load_game(write(copied, text), "lowtide"), read_rulebook(copied, "lowtide", Lang.EN)
    setter = RulebookTypesetter(copied, game, book, order, order.page, Cache.for_user())
    _, pages = setter._paginated(contents=False)
    if pages > 8:
        _, pages = setter._paginated(contents=True)
    assert setter.typeset().pages == pages


def test_the_cache_returns_the_same_bytes(copied: Project, tmp_path: object) -> None:
    fresh = make_rulebook(write(copied), "lowtide", A5).pdf
    assert made(copied).pdf == made(copied).pdf == fresh


def test_a_table_higher_than_a_page_is_an_error_with_its_line(copied: Project) -> None:
    rows = "| a | b |\n| - | - |\n" + "| x | y |\n" * 60
    with pytest.raises(LayoutError) as caught:
        made(write(copied, f"# Table\n\n{rows}"))
    [problem] = caught.value.problems
    assert (problem.code, problem.where.line) == ("E1504", 3)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Deal 5 cards.", 'rulebook.en.md:1 has a number typed by hand: "5"'),
        ("Deal {=hnad} cards.", 'there is no number named "hnad"'),
        ("Deal {nothing}.", 'there is no drawing "nothing"'),
        ("![](nothing)", 'figures.toml has no figure "nothing"'),
        ("Late !", "must read"),
        ("Dig!†", "must have a text that begins with †"),
        ("# Other\n\nText.", "must have the same blocks as in"),
        ("Deal {=count.tides}.", "does not use all the numbers of its fr text"),
    ],
)
def test_the_lint_finds(copied: Project, text: str, finding: str) -> None:
    write(write(copied, text), "Pioche {=hand}.", "fr")
    found = [str(problem) for problem in check_game(copied, "lowtide")]
    assert any(finding in problem for problem in found), found


def test_a_rulebook_in_one_language_is_not_enough(copied: Project) -> None:
    [problem] = check_game(write(copied), "lowtide")
    assert str(problem).startswith("components/lowtide/rulebook.fr.md does not exist")
    with pytest.raises(PnpError):
        make_rulebook(copied, "lowtide", RulebookOrder(lang=Lang.FR))


def test_the_command(pnp: Command, copied: Project) -> None:
    write(copied)
    code, out, err = pnp("rulebook", "lowtide", "--lang", "en", "--format", "a4", cwd=copied.root)
    assert (code, err) == (0, "")
    assert "lowtide_rulebook_en_a4_a4_full.pdf" in out
    code, _, err = pnp("rulebook", "lowtide", "--check", cwd=copied.root)
    assert code == 1
    assert "rulebook.fr.md does not exist" in err
    code, _, err = pnp("rulebook", "lowtide", "--lang", "fr", cwd=copied.root)
    assert code == 1
    assert "E1501" in err
