"""What an author writes in a rulebook becomes blocks with their lines; anything else is an error."""

from pathlib import Path

import pytest

from pnp.errors import Location, SpecError
from pnp.rulebook.source import (
    BoxedBlock,
    BoxKind,
    Figures,
    Generated,
    GeneratedBlock,
    HeadingBlock,
    ItemList,
    PageBreak,
    Paragraph,
    Rulebook,
    TableBlock,
    parse_rulebook,
)
from pnp.terms import Lang

WHERE = Location("components/lowtide/rulebook.en.md")


def read(text: str) -> Rulebook:
    return parse_rulebook(text, Path(WHERE.file), WHERE, Lang.EN)


def test_blocks() -> None:
    book = read(
        """\
+++
subtitle = "a game"
accent = "#ff0000"
+++

# Story

Two
lines {=hand|card|cards}.

- one
- two
  1. inner

| a | b |
| - | -: |
| {=hand\\|x\\|y} | 2 |

![A {shell}.](fan "40% beside")

> [!EXAMPLE]
> First.
>
> - point

<!-- not printed -->

```credits
```

---
"""
    )
    heading, text, points, table, figures, box, made, end = book.blocks
    assert book.subtitle is not None
    assert (book.subtitle.text, book.subtitle.where.line) == ("a game", 2)
    assert book.accent == "#ff0000"
    assert isinstance(heading, HeadingBlock)
    assert (heading.level, heading.words.text, heading.words.where.line) == (1, "Story", 6)
    assert isinstance(text, Paragraph)
    assert text.words.text == "Two lines {=hand|card|cards}."
    assert isinstance(points, ItemList)
    inner = points.items[1].nested
    assert inner is not None
    assert inner.numbered
    assert inner.items[0].paragraphs[0].text == "inner"
    assert isinstance(table, TableBlock)
    assert [cell.text for cell in table.rows[0]] == ["{=hand|x|y}", "2"]
    assert table.align == ("", "right")
    assert isinstance(figures, Figures)
    [figure] = figures.figures
    assert (figure.name, figure.width, figures.beside, figure.where.line) == ("fan", 0.4, True, 19)
    assert figure.caption is not None
    assert figure.caption.text == "A {shell}."
    assert isinstance(box, BoxedBlock)
    assert box.kind is BoxKind.EXAMPLE
    assert [type(block) for block in box.blocks] == [Paragraph, ItemList]
    assert made == GeneratedBlock(Generated.CREDITS, WHERE.at(line=28))
    assert end == PageBreak()


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("ok\n\n<b>bold</b>", 3, "HTML"),
        ("ok <br> ok", 1, "HTML"),
        ("a `code`", 1, "code"),
        ("see [us](https://example.org)", 1, "a link"),
        ("![](cat.png)", 1, "must be the name of a figure"),
        ("text ![a](fan)", 1, "a picture that is not a figure"),
        ("![a](fan) text", 1, "is not a figure"),
        ('![a](fan "5%")', 1, "share of the column"),
        ("#### deep", 1, "level 1 to 3"),
        ("> quoted", 1, "must begin with"),
        ("> [!TIP]\n> x", 1, "must begin with"),
        ("> [!NOTE]\n>\n> # x", 3, "must not be inside a box"),
        ("```python\n```", 1, "must be components, memo, credits"),
        ("- a\n  - b\n    - c", 3, "must not be inside this item"),
        ("+++\nx = 1\n+++\ntext", 0, "is not a known key"),
        ("+++\ncolour = 3\n+++\ntext", 2, "must be text in quotes"),
        ("+++\ntext", 1, "no second line"),
        ("", 0, "has no text"),
        ("#", 1, "empty heading"),
    ],
)
def test_what_cannot_be_printed(text: str, line: int, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        read(text)
    problem = caught.value.problems[0]
    assert message in f"{problem.message} {problem.hint}"
    assert problem.where.line == line
