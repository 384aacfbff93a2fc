"""The `pnp explain` command: meanings of keys and error codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.console import add_row, new_table, out, print_table

if TYPE_CHECKING:
    from pnp.reference.keys import Key
    from pnp.reference.mistakes import ErrorCode


def explain(
    asked: Annotated[
        str | None,
        typer.Argument(
            metavar="[KEY|CODE]", help="A key such as decks.size, or a code such as E0301; default: all keys."
        ),
    ] = None,
    codes: Annotated[bool, typer.Option("--codes", help="List all error codes.")] = False,
) -> None:
    """Explain a key of game.toml or another file that pnp reads, or the code at the end of an error message."""
    from pnp.reference.mistakes import find_error_code, is_code

    if codes:
        _list_codes()
    elif asked is None:
        _list_keys()
    elif is_code(asked):
        _show_mistake(find_error_code(asked))
    else:
        from pnp.reference.keys import find_keys

        for number, each in enumerate(find_keys(asked)):
            _show_key(each, first=not number)


def _list_keys() -> None:
    from pnp.reference.keys import all_keys

    listed = new_table("file", "key", "meaning")
    for each in all_keys():
        add_row(listed, each.file, each.path, each.summary)
    print_table(listed)
    out.print("\npnp explain CODE explains an error code such as E0301; pnp explain --codes lists them all")


def _list_codes() -> None:
    from pnp.reference.mistakes import all_error_codes

    listed = new_table("code", "area", "what is wrong")
    for each in all_error_codes():
        add_row(listed, each.code, each.area, each.title)
    print_table(listed)


def _show_key(key: Key, *, first: bool) -> None:
    out.print("\n" * (not first) + f"{key.path} ({key.file})", style="bold")
    out.print(key.meaning, soft_wrap=True)
    out.print(f"  takes    {key.takes}", soft_wrap=True)
    if key.default or key.required:
        out.print(f"  default  {key.default or 'none (required)'}", soft_wrap=True)
    out.print()
    _indented(key.example)


def _show_mistake(mistake: ErrorCode) -> None:
    out.print(f"{mistake.code}: {mistake.title}", style="bold")
    out.print(f"{mistake.meaning}\n", soft_wrap=True)
    for remedy in mistake.remedies:
        out.print(f"- {remedy}", soft_wrap=True)
    if mistake.example:
        where = "" if mistake.example.place == "command" else f" ({mistake.example.place})"
        for when, lines in (("before", mistake.example.before), ("after", mistake.example.after)):
            out.print(f"\n{when}{where}")
            _indented(lines)


def _indented(lines: str) -> None:
    for line in lines.splitlines():
        out.print(f"    {line}", soft_wrap=True)
