"""`pnp new`: a folder with a game that builds at once."""

from __future__ import annotations

from typing import Annotated

import typer

from pnp.cli.console import out


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game, and the folder that is made for it.")],
    lang: Annotated[str, typer.Option("--lang", help="The language of the game, such as en or fr.")] = "en",
    size: Annotated[
        str, typer.Option("--size", help="The size of its cards: poker, tarot, mini, …, or WxH.")
    ] = "poker",
    with_rules: Annotated[
        bool, typer.Option("--with-rules", help="Also rules.py: a small game that can be played and simulated.")
    ] = False,
) -> None:
    """Start a game of your own: a folder with a dozen cards, a template, drawings and a memo, ready to build."""
    import pnp

    started = pnp.start_project(name, lang=lang, size=size, with_rules=with_rules)
    texts = "" if started.translated else ", its texts still in English"
    out.print(f"{started.folder} is ready{texts}. Next:", soft_wrap=True)
    for command in started.next:
        out.print(f"    {command}", soft_wrap=True)
