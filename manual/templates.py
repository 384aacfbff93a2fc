"""Reference page for templates."""

from __future__ import annotations

from textwrap import wrap

from manual.files import HEADINGS
from manual.markdown import block, code, link, marked, page, prose, table
from pnp.reference.templates import CELL, CELLS, TemplateName, template_words

EXAMPLE = """\
{% extends "face.svg.j2" %}
{% block body %}
<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ w + 2 * bleed }}" height="{{ h + 2 * bleed }}" fill="#ffffff"/>
{{ text(piece.name, 5, 5, w - 10, 8, size=6, min=3, font="Fredoka One", align="center") }}
{{ art("shell", w / 2, 28, 0.2) }}
{{ text(piece.rule, 6, 44, w - 12, 18, size=3.6, min=2, align="center", valign="middle") }}
{% endblock %}"""


def templates_page() -> str:
    """Return the page with the values and functions available in templates."""
    words = template_words()
    functions = [
        part
        for word in words
        if word.signature
        for part in (f"### {word.name}", block(_call(word), "jinja"), prose(word.about))
    ]
    return page(
        "Templates",
        "Templates draw faces: `templates/<game>/*.svg.j2`, SVG in millimetres with "
        "[Jinja2](https://jinja.palletsprojects.com/). The origin is the upper left corner of the cut piece, and `w` "
        "and `h` are its size; backgrounds should extend `bleed` beyond it on all sides, and text should stay 3 mm "
        "and other important parts 1.5 mm inside the cut. Mark what must not be cut off with "
        '`<g class="important">…</g>`, and `pnp check` measures it.',
        block(EXAMPLE, "jinja"),
        "`face.svg.j2` is the base of every face: it writes the `<svg>` element with its size, and your template fills "
        "the block `body`. A template can include and import others of its game and of `templates/_shared`. It runs in "
        "a sandbox with a time limit.",
        "## Values",
        table(("name", "description"), ((code(word.name), marked(word.about)) for word in words if not word.signature)),
        "`piece` has an attribute for each column of the table, whether declared in "
        f"{link('game.toml', 'game-toml.md', HEADINGS['decks.columns'])} or not; a column "
        "with `translated = true` has one attribute, in the printed language.",
        "## Functions",
        *functions,
        "## Cells",
        "`grid`, `hexgrid`, `track`, `ring` and `spiral` return cells: `{% for hex in hexes %}` goes through them, "
        '`hexes["0101"]` is one of them, and `hexes|length` counts them. Each cell has:',
        table(("name", "description"), ((code(f"cell.{name}"), marked(about)) for name, about in CELL.items())),
        "All together have:",
        table(("name", "description"), ((code(f"cells.{name}"), marked(about)) for name, about in CELLS.items())),
        f"{link('Hex maps, tracks and dials', '../how-to/maps.md')} has examples.",
        "## Filters and tests",
        "Those of Jinja2, except for a few that only lengthen texts: `{{ piece.cost|round }}`, `{% if piece.rule %}`, "
        "`{% for row in deck.rows %}`, `~` to join texts.",
        '`{{ ["moss", "fern", "ivy"]|random }}` chooses one for each face, and the same one in every build.',
    )


def _call(word: TemplateName) -> str:
    """Return a function call as written in a template."""
    lines = wrap(f"{{{{ {word.name}{word.signature} }}}}", 100, subsequent_indent="        ", break_long_words=False)
    return "\n".join(lines)
