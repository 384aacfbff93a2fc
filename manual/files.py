"""Reference pages for game.toml, pnp.toml, layouts, memos and figures."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import Final

from manual.markdown import block, code, link, marked, page, prose, slug, table
from pnp.face.layout import BOX_KINDS
from pnp.memo import examples, facts, figures, markup, tableau
from pnp.play import scene
from pnp.reference.keys import Key, all_keys
from pnp.reference.schema import LAYOUT_FILE, RULEBOOK_FILE, attribute_docs

HEADINGS: Final = {
    "": "The top of the file",
    "credits": "[credits]",
    "sizes": "[sizes]",
    "text": "[text]",
    "icons": "[icons]",
    "styles": "[styles.<name>]",
    "numbers": "[numbers]",
    "data": "[data.<name>]",
    "data.columns": "[data.<name>.columns]",
    "data.grid": "[data.<name>.grid]",
    "decks": "[decks.<name>]",
    "decks.pictures": "[decks.<name>.pictures]",
    "decks.columns": "[decks.<name>.columns]",
    "decks.edge": "[decks.<name>.edge]",
    "box": "[[box]]",
    "rule": "[[rule]]",
    "limits": "[limits]",
    "section": "[[section]]",
    "section.actions": "actions of a section",
    "section.figure": "figure of a section",
    "aid": "[[aid]]",
    "layout": "The top of a layout",
    **{f"layout.{kind}": f"Boxes: {kind}" for kind in BOX_KINDS},
}
"""Headings for the tables of a file, by the path of their key."""


def game_page() -> str:
    """Return the page with every key of game.toml."""
    return page(
        "game.toml",
        "The contents of a game: `components/<game>/game.toml`. Only a `title` and a deck are required, so a first "
        "file has six lines. Unknown keys are errors. Numbers without a unit are in millimetres.",
        block(
            'title = "Low Tide"\n\n[decks.cards]\nsize = "poker"\ntable = "cards.csv"\nfront = "card.svg.j2"', "toml"
        ),
        "`pnp explain decks.size` shows the same information on the command line, and "
        f"{link('pnp schema', 'commands/schema.md')} "
        "writes schemas that editors use to complete and check the file.",
        *_sections("game.toml"),
    )


def project_page() -> str:
    """Return the page with every key of pnp.toml."""
    return page(
        "pnp.toml",
        "Print settings for the games of a project: `pnp.toml` in its root folder. All keys are optional. Options on "
        "the command line take precedence; "
        f"{link('`pnp build --explain`', 'commands/build.md')} shows where each value comes from.",
        *_sections("pnp.toml"),
    )


def layout_page() -> str:
    """Return the page with every key of layouts."""
    return page(
        "Layouts",
        "A layout describes a face by boxes, without code: `templates/<game>/card.toml`, which a deck names as "
        f"{link('`front` or `back`', 'game-toml.md', 'decks.front')}. Boxes are drawn in the order of the file. A "
        "bare number is in mm, from the upper left corner of the cut card. The name of a box is its heading; what it "
        "is follows from its key: " + ", ".join(code(kind) for kind in BOX_KINDS) + ".",
        block(all_layout_keys()[0].example, "toml"),
        'A column may choose any value: `{ by = "suit", red = "#c33", else = "#333" }` is `#c33` on cards whose '
        "column `suit` is `red`, and `#333` on all others. `color` is accepted for `colour`.",
        f"{link('`pnp layout`', 'commands/layout.md')} lists the boxes of a layout, and turns a layout into a "
        f"{link('template', 'templates.md')}. `pnp explain layout.text.size` shows the same information as this page "
        "on the command line; begin a layout with `#:schema ../../.pnp/layout.schema.json` for editors that complete "
        "and check the file.",
        *_sections(LAYOUT_FILE),
    )


def all_layout_keys() -> list[Key]:
    """Return the keys of layouts."""
    return [key for key in all_keys() if key.file == LAYOUT_FILE]


def memo_page() -> str:
    """Return the page with every key of a memo, the markup of its texts, and figures."""
    return page(
        "Memos and figures",
        "A memo is a summary of the rules: `components/<game>/memo.<lang>.toml`, one file for each language, with the "
        "same ids in each. "
        f"{link('`pnp memo`', 'commands/memo.md')} prints it, and `pnp memo --check` proofreads it. A variant is "
        '`memo-<variant>.<lang>.toml` with `extends = "memo"`.',
        'Any text can have a short form for cards and A6: `{ text = "…", short = "…" }`; an empty short form omits the '
        "text there.",
        *_sections("memo.toml"),
        "## Markup",
        prose(_doc(markup)),
        "## Numbers",
        marked(_doc(facts).partition("\n")[0]),
        _doc(facts).partition("\n\n")[2],
        *_figures(),
    )


def rulebook_page() -> str:
    """Return the page with every key and block of a rulebook."""
    return page(
        "Rulebooks",
        "A rulebook teaches a game: `components/<game>/rulebook.<lang>.md`, one file for each language, with the same "
        f"blocks in each. {link('`pnp rulebook`', 'commands/rulebook.md')} prints it, and `pnp rulebook --check` "
        "proofreads it. Texts have the markup of "
        f"{link('memos', 'memos.md#markup')}. {link('A rulebook', '../how-to/rulebooks.md')} shows one.",
        *_sections(RULEBOOK_FILE),
    )


def _sections(file: str) -> Iterable[str]:
    """Yield a heading for each table of the file, a list of its keys, and each key with its meaning and an example."""
    keys = [key for key in all_keys() if key.file == file]
    tables = {key.path.rpartition(".")[0] for key in keys}
    tables -= {""} if file == LAYOUT_FILE else set()
    for above in (each for each in HEADINGS if each in tables):
        inside = [key for key in keys if key.path.rpartition(".")[0] == above]
        yield f"## {_title(above)}"
        yield table(("key", "meaning"), (_line(key, key.path in tables) for key in inside))
        for key in inside:
            if key.path not in tables:
                yield from _key(key)


def _title(above: str) -> str:
    name = HEADINGS[above]
    return code(name) if name.startswith("[") else name[0].upper() + name[1:]


def _line(key: Key, holds_more: bool) -> tuple[str, str]:
    """Return a row of the list of keys, with a link to the key or to its table."""
    anchor = slug(HEADINGS[key.path]) if holds_more else slug(key.path)
    must = " (required)" if key.required else ""
    return f"[{code(key.path.rpartition('.')[2])}](#{anchor})", f"{marked(key.summary.rstrip('.'))}{must}"


def _key(key: Key) -> Iterable[str]:
    yield f"### {code(key.path)}"
    yield marked(key.meaning)
    takes = f"*Value:* {_words(key.takes)}."
    default = f" *Default:* {code(key.default)}." if key.default else " Required." if key.required else ""
    yield f"{takes}{default}"
    yield block(key.example, "markdown" if key.file == RULEBOOK_FILE else "toml")


def _words(takes: str) -> str:
    """Return the accepted values, with literal values as code."""
    return re.sub(r'("[^"]*"|\[[^\]]*\])', r"`\1`", takes)


def _figures() -> Iterable[str]:
    """Yield the keys of figures.toml, with the docstrings of the corresponding classes."""
    docs = attribute_docs(scene)
    yield "## figures.toml"
    yield (
        "Figures are pictures composed of the game's faces, for all languages: `components/<game>/figures.toml`. A "
        "figure is a position of the game, if its rules have a scene, or a list of pieces. Coordinates are in mm and "
        "refer to the centre of a piece; later pieces are on top."
    )
    yield block(_doc(figures).partition("\n\n")[2], "toml")
    yield table(("key of a figure", "meaning"), ((code(key), marked(FIGURE_KEYS[key])) for key in figures.KEYS))
    docs |= attribute_docs(tableau)
    lists = (
        ("frames", figures.FRAME_KEYS, tableau.FigureFrame),
        ("pieces", figures.PIECE_KEYS, scene.PieceAt),
        ("strokes", figures.STROKE_KEYS, scene.LineAt),
        ("notes", figures.NOTE_KEYS, scene.TextAt),
        ("signs", figures.SIGN_KEYS, tableau.SignAt),
        ("callouts", figures.CALLOUT_KEYS, tableau.CalloutAt),
    )
    rows = []
    for name, keys, made in lists:
        said = docs.get(made.__name__, {}) | (docs["Anchor"] if made in (tableau.SignAt, tableau.CalloutAt) else {})
        parameters = inspect.signature(made).parameters
        for key in keys:
            default = parameters[key].default if key in parameters else inspect.Parameter.empty
            plain = default not in (inspect.Parameter.empty, None, "")
            usual = code(str(getattr(default, "value", default)).lower()) if plain else ""
            rows.append((code(f"{name}.{key}"), marked(said.get(key, PLACES.get(key, ""))), usual))
    yield table(("key", "meaning", "default"), rows)
    yield "Everything that is added to a figure can also have these keys:"
    yield table(("key", "meaning"), ((code(key), ADDED_KEYS[key]) for key in figures.PLACE_KEYS))
    yield "Facts of a position, for `claims` and texts; a scene adds its own:"
    yield from (inspect.getdoc(examples.position_facts) or "").split("\n\n")[1:]


FIGURE_KEYS: Final = {
    "view": "`table`, the whole table from above, or a view of the game's scene",
    "position": "relevant part of the position, in the game's notation; the rest is as after a deal",
    "seed": "a deal instead of a position; for `table`, `0` if there is no position",
    "options": 'options of the deal, such as `{ extension = "yes" }`',
    "players": "number of players (default: the minimum of the game)",
    "viewer": "player whose hand is seen, and who is at the bottom of the table (default: 1), or `all`",
    "zones": "zones of the table to show (default: all that are not empty)",
    "seats": "names of the players on the table, each a text, or one for each language",
    "moves": "moves played from the position, in the words of a record",
    "frames": "frames, each the number of moves before it, or a table; two are before and after, more are numbered",
    "areas": "`true`, or a list of tones (`open`, `closed` …) and zones: the areas to tint",
    "trace": "`true` to show in each frame what the last move covered, and where its piece came from; for `table`",
    "claims": 'facts that must come out after the moves, such as `{ "score.1" = 7 }`',
    "refused": "moves that the rules must not allow after the moves",
    "columns": "number of frames side by side (default: up to three, then half of them)",
    "verdict": "`right` or `wrong`: ✓ or ✗ above all frames",
    "pieces": "pieces of the figure, or pieces added to a position",
    "notes": "short texts, one for each language if they differ",
    "strokes": "lines between two points",
    "signs": "✓ and ✗ on pieces, zones or points",
    "callouts": "texts beside the figure, with a line to what they are about",
}
ADDED_KEYS: Final = {
    "zone": "zone of the table that coordinates are in, or that is meant",
    "frame": "number of the only frame that has it",
}
PLACES: Final = {
    "x": "X position, in mm to the right.",
    "y": "Y position, in mm down.",
    "to_x": "X position of the end, in mm.",
    "to_y": "Y position of the end, in mm.",
    "text": "Text, or one for each language, with facts of the frame: `{=score.1}`.",
    "side": "`front` or `back`.",
    "arrow": "Whether the line ends in an arrow.",
    "verdict": "`right` or `wrong`: ✓ or ✗ above it.",
}


def _doc(module: object) -> str:
    return inspect.getdoc(module) or ""
