"""Reference page for the JSON documents that pnp writes."""

from __future__ import annotations

from collections.abc import Iterator

from manual.markdown import block, code, link, marked, page, table
from pnp.reference.outputs import OUTPUTS, Output


def outputs_page() -> str:
    """Return the page with every document, its version and its keys."""
    rows = ((link(each.name, "", each.name), marked(each.made_by), _mark(each)) for each in OUTPUTS)
    return page(
        "JSON for other programs",
        "Everything that pnp counts or places is also available to programs. Documents contain their format and its "
        "version. The version increases when a key is renamed or changes its meaning, but not when keys are added, so "
        "ignore unknown keys.",
        table(("document", "written by", "format and version"), rows),
        "In the tables below, `[]` stands for each item of a list, and `*` for any name. Lengths are in millimetres.",
        *(part for each in OUTPUTS for part in _document(each)),
        "## Tables and records",
        "`stats.csv`, `games.csv`, `usage.csv` and `sweep.csv` have a row of headings; new columns may be added at the "
        f"end. A recorded game ({link('`pnp replay`', 'commands/replay.md')}) is plain text with its format in the "
        "first line. `.pnp/*.schema.json` are JSON Schemas (draft 7).",
    )


def _mark(output: Output) -> str:
    return ", ".join(code(f"{key}: {value}") for key, value in output.marks.items())


def _document(output: Output) -> Iterator[str]:
    yield f"## {output.name}"
    yield f"Written by {marked(output.made_by)}."
    yield block(
        "\n".join(["{", *(f' "{key}": {_json(value)},' for key, value in output.marks.items()), " …", "}"]), "json"
    )
    yield table(("key", "description"), ((code(path), marked(text)) for path, text in output.keys.items()))
    if output.note:
        yield marked(output.note)


def _json(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
