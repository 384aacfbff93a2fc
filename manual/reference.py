"""Generation of the reference pages, and comparison with the committed ones."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from manual.commands import command_pages
from manual.environment import environment_page
from manual.exports import exports_page
from manual.files import game_page, layout_page, memo_page, project_page, rulebook_page
from manual.markdown import MADE, code, link, page, table
from manual.outputs import outputs_page
from manual.python import python_page
from manual.rules import odds_page, rules_page
from manual.templates import templates_page
from pnp.store.files import write_atomically

ROOT: Final = Path(__file__).resolve().parent.parent
DOCS: Final = ROOT / "docs"
REFERENCE: Final = DOCS / "reference"
RENEW: Final = "python -m manual reference"
MISTAKES: Final = "pnp.reference.mistakes"


def reference_pages() -> dict[str, str]:
    """Return every page of the reference, by its path in docs/reference."""
    errors = _error_pages()
    return {
        "index.md": _index(bool(errors)),
        "game-toml.md": game_page(),
        "layouts.md": layout_page(),
        "pnp-toml.md": project_page(),
        "memos.md": memo_page(),
        "rulebooks.md": rulebook_page(),
        "templates.md": templates_page(),
        "rule-forms.md": rules_page(),
        "odds.md": odds_page(),
        **command_pages(),
        "exports.md": exports_page(),
        "outputs.md": outputs_page(),
        "environment.md": environment_page(),
        "python-api.md": python_page(),
        **errors,
    }


def _index(with_errors: bool) -> str:
    files = (
        ("[game.toml](game-toml.md)", "contents of a game: decks, columns, texts, credits"),
        ("[Layouts](layouts.md)", "faces described by boxes: texts, pictures, icons, shapes, stacks"),
        ("[pnp.toml](pnp-toml.md)", "print settings of a project"),
        ("[Templates](templates.md)", "values and functions for drawing faces"),
        ("[Memos and figures](memos.md)", "rules summaries: sections, numbers, figures"),
        ("[Rulebooks](rulebooks.md)", "booklets that teach a game: keys and blocks"),
        ("[Composition rules](rule-forms.md)", "requirements that a deck must meet"),
    )
    use = (
        ("[Commands](commands.md)", "all commands, with options and examples"),
        ("[Odds](odds.md)", "questions about draws"),
        ("[Exports and profiles](exports.md)", "targets, their options, custom targets"),
        *((("[Errors](errors/index.md)", "every error code, with what to do"),) if with_errors else ()),
    )
    programs = (
        ("[Python](python-api.md)", "every public function"),
        ("[JSON](outputs.md)", "every document that pnp writes, with its version"),
        ("[Environment and exit codes](environment.md)", "variables, files, exit codes"),
    )
    heads = ("page", "content")
    return page(
        "Reference",
        "Files, commands, library and output formats. These pages are generated from the code and describe this "
        "version of pnp.",
        "## Files",
        table(heads, files),
        "## Command line",
        table(heads, use),
        "## For programs",
        table(heads, programs),
    )


def _error_pages() -> dict[str, str]:
    """Return a page for each error code, and an index by area."""
    if find_spec(MISTAKES) is None:
        return {}
    from importlib import import_module

    mistakes: list[Any] = import_module(MISTAKES).all_error_codes()
    parts = []
    for area in dict.fromkeys(each.area for each in mistakes):
        rows = [(link(code(each.code), f"{each.code}.md"), each.title) for each in mistakes if each.area == area]
        parts += [f"## {area[0].upper()}{area[1:]}", table(("code", "what is wrong"), rows)]
    about = "Every kind of error has a permanent code; `pnp explain E0301` shows its page on the command line."
    index = page("Errors", about, *parts)
    return {"errors/index.md": index, **{f"errors/{each.code}.md": f"{MADE}\n\n{each.markdown()}" for each in mistakes}}


def stale_pages(made: dict[str, str]) -> list[str]:
    """Return the names of committed pages that differ from the generated ones, are missing, or are obsolete."""
    there = {path.relative_to(REFERENCE).as_posix(): path for path in REFERENCE.rglob("*.md")}
    changed = [name for name, text in made.items() if name not in there or there[name].read_text("utf-8") != text]
    return [*changed, *(name for name in there if name not in made)]


def write_reference() -> tuple[int, int]:
    """Write the pages that have changed; return the number of all pages, and of changed ones."""
    made = reference_pages()
    stale = stale_pages(made)
    for name in stale:
        path = REFERENCE / name
        if name in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, made[name].encode())
        else:
            path.unlink()
    return len(made), len(stale)
