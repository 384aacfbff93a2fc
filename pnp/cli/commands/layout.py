"""The `pnp layout` command: the boxes of layouts, and templates made from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.console import add_row, new_table, out, print_table
from pnp.errors import Location, PnpError, Problem
from pnp.geometry.units import trim
from pnp.library.places import locate_game

if TYPE_CHECKING:
    from pnp.library.layouts import LayoutView, PlacedBox

LONGEST_CONTENT = 60
"""Number of characters of a content that are shown."""


def layout(
    game_name: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    file: Annotated[
        str | None,
        typer.Argument(metavar="[FILE]", help="A layout or template, such as card.toml; default: all layouts in use."),
    ] = None,
    as_template: Annotated[
        bool, typer.Option("--as-template", help="Write a template that draws the same, beside the layout.")
    ] = False,
) -> None:
    """List the boxes of a layout with their places in mm, or turn a layout into a template."""
    from pnp.library.layouts import layouts_of, open_layout, write_layout_template

    game = locate_game(game_name)
    names = [file] if file is not None else layouts_of(game)
    if not names:
        hint = f"name a template: pnp layout {game.id} card.svg.j2"
        raise PnpError(Problem(Location(game=game.id), "no deck of the game has a layout", hint, code="E0401"))
    if not as_template:
        for number, name in enumerate(names):
            out.print("\n" * bool(number), end="")
            _show(open_layout(game, name))
        return
    for name in names:
        made = write_layout_template(game, name)
        out.print(f"wrote {game.project.name(made.path)}", soft_wrap=True)
        for use in made.uses:
            out.print(f'  in [decks.{use.deck}] of game.toml, write {use.side} = "{made.template}"', soft_wrap=True)


def _show(view: LayoutView) -> None:
    """Print the boxes of a layout. Raise PnpError with its problems."""
    decks = ", ".join(f"{use.side} of {use.deck}" for use in view.uses)
    like = f", like {view.like}" if view.like else ""
    out.print(f"{view.template}{like}: {decks or 'used by no deck'}", style="bold", soft_wrap=True)
    listed = new_table("line", "name", "kind", "left", "top", "width", "height", "content")
    for column in (listed.columns[0], *listed.columns[3:7]):
        column.justify = "right"
    for box in view.boxes:
        place = ["", "", "", ""] if box.box is None else [trim(number) for number in box.box]
        line = "" if box.source and not box.keys else str(box.line)
        add_row(listed, line, box.name, box.kind, *place, _content(box))
    print_table(listed)
    if view.problems:
        raise PnpError(*view.problems)


def _content(box: PlacedBox) -> str:
    """Return the content of a box, and what is special about its place."""
    text = " ".join(box.content.split())
    text = text if len(text) <= LONGEST_CONTENT else f"{text[: LONGEST_CONTENT - 1]}…"
    notes = [box.locked, f"from {box.source}" if box.source else "", f"when {box.when}" if box.when else ""]
    note = ", ".join(each for each in notes if each)
    return f"{text} ({note})" if note else text
