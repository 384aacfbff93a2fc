"""The page about JSON that other programs read."""

from __future__ import annotations

from collections.abc import Iterator

from manual.markdown import block, code, link, marked, page, table
from pnp.reference.outputs import OUTPUTS, Output


def outputs_page() -> str:
    """Every document with its version and its keys."""
    rows = ((link(each.name, "", each.name), marked(each.made_by), _mark(each)) for each in OUTPUTS)
    return page(
        "JSON for other programs",
        "Everything that pnp counts or places can be read by a program, too. Documents name their format and its "
        "version. A version "
        "grows when a key is called otherwise or means something else; keys that are added do not count, so ignore "
        "those that you do not know.",
        table(("document", "written by", "format and version"), rows),
        "In the tables below, `[]` stands for each thing of a list, and `*` for a name. Lengths are millimetres.",
        *(part for each in OUTPUTS for part in _document(each)),
        "## Tables and records",
        "`stats.csv`, `games.csv`, `usage.csv` and `sweep.csv` have a row of headings; columns may be added at their "
        "ends. A recorded game "
        f"({link('`pnp replay`', 'commands/replay.md')}) is plain text that says its format in the first line. "
        "`.pnp/*.schema.json` are JSON "
        "Schemas of draft 7.",
    )


def _mark(output: Output) -> str:
    return ", ".join(code(f"{key}: {value}") for key, value in output.marks.items())


def _document(output: Output) -> Iterator[str]:
    yield f"## {output.name}"
    yield f"Written by {marked(output.made_by)}."
    yield block(
        "\n".join(["{", *(f' "{key}": {_json(value)},' for key, value in output.marks.items()), " …", "}"]), "json"
    )
    yield table(("key", "what it holds"), ((code(path), marked(text)) for path, text in output.keys.items()))
    if output.note:
        yield marked(output.note)


def _json(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
