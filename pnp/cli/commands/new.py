"""The `pnp new` command: start a game from a template."""

from __future__ import annotations

from typing import Annotated

import typer

from pnp.cli.console import out


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the game and of its new folder.")],
    lang: Annotated[str, typer.Option("--lang", help="Language of the game, such as en or fr.")] = "en",
    size: Annotated[str, typer.Option("--size", help="Card size: poker, tarot, mini, …, or WxH in mm.")] = "poker",
    with_rules: Annotated[
        bool, typer.Option("--with-rules", help="Add rules.py, with rules of a small game to play and simulate.")
    ] = False,
) -> None:
    """Start your own game: a folder with a dozen cards, a template, drawings and a memo, ready to build."""
    import pnp

    started = pnp.start_project(name, lang=lang, size=size, with_rules=with_rules)
    texts = "" if started.translated else ", with its texts still in English"
    out.print(f"{started.folder} is ready{texts}. Next:", soft_wrap=True)
    for command in started.next:
        out.print(f"    {command}", soft_wrap=True)
