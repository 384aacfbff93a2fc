"""Pages about the files that a designer writes: game.toml, pnp.toml, memos, figures."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import Final

from manual.markdown import block, code, link, marked, page, prose, slug, table
from pnp.memo import facts, figures, markup
from pnp.play import scene
from pnp.reference.docs import attribute_docs
from pnp.reference.keys import Key, all_keys

HEADINGS: Final = {
    "": "The top of the file",
    "credits": "[credits]",
    "sizes": "[sizes]",
    "text": "[text]",
    "icons": "[icons]",
    "styles": "[styles.<name>]",
    "numbers": "[numbers]",
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
}
"""What the tables of a file are called, by the path of the key that holds them."""


def game_page() -> str:
    """Every key of game.toml."""
    return page(
        "game.toml",
        "What is in the box of a game: `components/<game>/game.toml`. Only a `title` and a deck must be there, so a "
        "first file "
        "is six lines; an unknown key is an error that names the known ones. A bare number is millimetres.",
        block(
            'title = "Low Tide"\n\n[decks.cards]\nsize = "poker"\ntable = "cards.csv"\nfront = "card.svg.j2"', "toml"
        ),
        "`pnp explain decks.size` says the same as this page on the command line, and "
        f"{link('pnp schema', 'commands/schema.md')} "
        "writes schemas, with which editors complete and check the file.",
        *_sections("game.toml"),
    )


def project_page() -> str:
    """Every key of pnp.toml."""
    return page(
        "pnp.toml",
        "How the games of a project are printed: `pnp.toml` at its root, all of it optional. A flag overrides it, it "
        "overrides "
        f"the defaults, and {link('`pnp build --explain`', 'commands/build.md')} says where each value in force "
        "comes from.",
        *_sections("pnp.toml"),
    )


def memo_page() -> str:
    """Every key of a memo, what its texts may hold, and figures."""
    return page(
        "Memos and figures",
        "The rules on a page: `components/<game>/memo.<lang>.toml`, one file for each language, with the same ids in "
        "each; "
        f"{link('`pnp memo`', 'commands/memo.md')} prints it and `pnp memo --check` proofreads it. A variant is "
        '`memo-<variant>.<lang>.toml` with `extends = "memo"`.',
        'Any text may have a short form for cards and A6: `{ text = "…", short = "…" }`; an empty one leaves it out '
        "there.",
        *_sections("memo.toml"),
        "## What texts may hold",
        prose(_doc(markup)),
        "## Numbers",
        marked(_doc(facts).partition("\n")[0]),
        _doc(facts).partition("\n\n")[2],
        *_figures(),
    )


def _sections(file: str) -> Iterable[str]:
    """A heading for each table of the file: a list of its keys, then each with its meaning and an example."""
    keys = [key for key in all_keys() if key.file == file]
    tables = {key.path.rpartition(".")[0] for key in keys}
    for above in (each for each in HEADINGS if each in tables):
        inside = [key for key in keys if key.path.rpartition(".")[0] == above]
        yield f"## {_title(above)}"
        yield table(("key", "what it says"), (_line(key, key.path in tables) for key in inside))
        for key in inside:
            if key.path not in tables:
                yield from _key(key)


def _title(above: str) -> str:
    name = HEADINGS[above]
    return code(name) if name.startswith("[") else name[0].upper() + name[1:]


def _line(key: Key, holds_more: bool) -> tuple[str, str]:
    """A key in the list above; one that holds keys of its own leads to them."""
    anchor = slug(HEADINGS[key.path]) if holds_more else slug(key.path)
    must = "; it must be there" if key.required else ""
    return f"[{code(key.path.rpartition('.')[2])}](#{anchor})", f"{marked(key.summary.rstrip('.'))}{must}"


def _key(key: Key) -> Iterable[str]:
    yield f"### {code(key.path)}"
    yield marked(key.meaning)
    takes = f"*Takes:* {_words(key.takes)}."
    default = f" *Default:* {code(key.default)}." if key.default else " It must be there." if key.required else ""
    yield f"{takes}{default}"
    yield block(key.example, "toml")


def _words(takes: str) -> str:
    """What may be written, with the values themselves as code."""
    return re.sub(r'("[^"]*"|\[[^\]]*\])', r"`\1`", takes)


def _figures() -> Iterable[str]:
    """The keys of figures.toml, with what the classes that they fill say of them."""
    docs = attribute_docs(scene)
    yield "## figures.toml"
    yield (
        "Pictures made of the real faces, for all languages: `components/<game>/figures.toml`. A figure is a "
        "position of the engine, "
        "where the game's rules bring a scene, or a list of pieces. Places are mm, by the centre of a piece; later "
        "ones lie on top."
    )
    yield block(_doc(figures).partition("\n\n")[2], "toml")
    yield table(("key of a figure", "what it says"), ((code(key), FIGURE_KEYS[key]) for key in figures.KEYS))
    lists = (
        ("pieces", figures.PIECE_KEYS, scene.PieceAt),
        ("strokes", figures.STROKE_KEYS, scene.LineAt),
        ("notes", figures.NOTE_KEYS, scene.TextAt),
    )
    rows = []
    for name, keys, made in lists:
        said = docs.get(made.__name__, {})
        parameters = inspect.signature(made).parameters
        for key in keys:
            default = parameters[key].default
            usual = "" if default is inspect.Parameter.empty else code(str(getattr(default, "value", default)).lower())
            rows.append((code(f"{name}.{key}"), marked(said.get(key, PLACES.get(key, ""))), usual))
    yield table(("key", "what it says", "default"), rows)


FIGURE_KEYS: Final = {
    "view": "what is shown of a position: one of the views of the game's scene",
    "position": "what matters of it, in the engine's notation; the rest is as after a deal",
    "players": "how many play; without it the fewest that the game is for",
    "pieces": "the pieces that lie there, or that are added to a position",
    "notes": "short texts, one for each language where they differ",
    "strokes": "lines from one place to another",
}
PLACES: Final = {
    "x": "Where it is, to the right; mm.",
    "y": "Where it is, down; mm.",
    "to_x": "Where it ends, to the right; mm.",
    "to_y": "Where it ends, down; mm.",
    "text": "What it says: a text, or one for each language.",
    "side": "`front` or `back`.",
    "arrow": "Whether it ends in an arrow.",
}


def _doc(module: object) -> str:
    return inspect.getdoc(module) or ""
