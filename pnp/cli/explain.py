"""`pnp explain`: what a key means."""

from __future__ import annotations

from typing import Annotated

import typer

from pnp.cli.console import add_row, out, show, table


def explain(
    key: Annotated[str | None, typer.Argument(metavar="[KEY]", help="Such as decks.size; all without one.")] = None,
) -> None:
    """Say what a key of game.toml, pnp.toml or a memo means, with an example; list all of them without one."""
    from pnp.reference.keys import all_keys, find_keys

    if key is None:
        listed = table("file", "key", "meaning")
        for each in all_keys():
            add_row(listed, each.file, each.path, each.summary)
        show(listed)
        return
    for number, each in enumerate(find_keys(key)):
        out.print("\n" * bool(number) + f"{each.path} ({each.file})", style="bold")
        out.print(each.meaning, soft_wrap=True)
        out.print(f"  takes    {each.takes}", soft_wrap=True)
        if each.default or each.required:
            out.print(f"  default  {each.default or 'none: it must be there'}", soft_wrap=True)
        out.print()
        for line in each.example.splitlines():
            out.print(f"    {line}", soft_wrap=True)
