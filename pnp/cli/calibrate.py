"""`pnp calibrate`: measure and cure what a printer does to backs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.console import add_row, out, table
from pnp.cli.options import command, parse_readings
from pnp.config import choose
from pnp.library.options import CalibrationOptions, parse_offset
from pnp.printers import (
    DEFAULT_PRINTER,
    Printer,
    checked_name,
    forget_printer,
    save_printer,
    saved_printer,
    saved_printers,
)
from pnp.resources import find_project
from pnp.sheet.layout import Layout
from pnp.sheet.margins import parse_margins
from pnp.sheet.register import register_of


@command(CalibrationOptions, moved="lang")
def calibrate(
    save: Annotated[
        str | None,
        typer.Option(metavar="READINGS", help='Save what you read: X,Y at cross 1, or all five in order: "X,Y X,Y …".'),
    ] = None,
    printer: Annotated[
        str, typer.Option("--printer", metavar="NAME", help="Which printer: office, or office/tray2 for a tray.")
    ] = DEFAULT_PRINTER,
    margin: Annotated[
        str | None,
        typer.Option(
            metavar="MM|T,R,B,L", help="Save the margin it cannot print on: one, or top, right, bottom, left."
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Print the sheet with the saved correction, to check it.")
    ] = False,
    listed: Annotated[bool, typer.Option("--list", help="Show the printers that are known.")] = False,
    forget: Annotated[str | None, typer.Option(metavar="NAME", help="Forget a printer.")] = None,
    *,
    options: CalibrationOptions,
    moved: Annotated[
        str, typer.Option("--offset", metavar="X,Y", help="Print the sheet with this offset, to check it.")
    ] = "0,0",
) -> None:
    """Make the sheet that measures how backs land behind their fronts, or save what it showed."""
    if listed:
        _list()
        return
    if forget is not None:
        out.print(f"{forget} is forgotten ({forget_printer(forget)})", markup=False, soft_wrap=True)
        return
    if save is not None or margin is not None:
        _save(checked_name(printer), save, margin, options)
        return
    import pnp

    known = saved_printer(None if printer == DEFAULT_PRINTER else printer) if check else None
    offset = parse_offset(moved, "--offset")
    path = pnp.print_calibration.with_options(replace(options, offset=offset, check=known))
    if known is not None:
        out.print(f"{path}\nprint it on both sides: every hole should come out at zero", markup=False, soft_wrap=True)
        return
    now = saved_printers().get(checked_name(printer), Printer()).backs or "left as they are"
    named = "" if printer == DEFAULT_PRINTER else f' --printer "{printer}"'
    size = "" if options.paper is None else f' --paper "{options.paper}"'
    out.print(
        f'{path}\nprint it on both sides, then: pnp calibrate{named}{size} --save "X,Y X,Y X,Y X,Y X,Y"\n'
        f"or --save X,Y with cross 1 alone (backs are now {now})",
        markup=False,
        soft_wrap=True,
    )


def _save(name: str, readings: str | None, margin: str | None, options: CalibrationOptions) -> None:
    """Remember what was read of a printer; what was not read stays as it was."""
    chosen = choose(find_project(Path.cwd()), None, options)
    printer = saved_printers().get(name, Printer())
    if readings is not None:
        found = register_of(parse_readings(readings, "--save"), chosen.paper.size)
        printer = replace(printer, offset=found.offset, turn=found.turn, scale=found.scale)
    if margin is not None:
        printer = replace(printer, margin=parse_margins(margin, "--margin"))
    layout = Layout(chosen.paper, chosen.sides, offset=printer.offset, turn=printer.turn, scale=printer.scale)
    if printer.margin is not None:
        replace(layout, margin=printer.margin)  # refuses what no build could use
    path = save_printer(name, printer)
    whose = "" if name == DEFAULT_PRINTER else f"{name}: "
    if readings is not None:
        out.print(f"{whose}backs will be {printer.backs or 'left as they are'} ({path})", markup=False, soft_wrap=True)
    if margin is not None:
        out.print(f"{whose}margins of {printer.margin} mm ({path})", markup=False, soft_wrap=True)


def _list() -> None:
    """All printers, what is done to their backs, and what they leave white."""
    printers = saved_printers()
    if not printers:
        out.print("no printer is saved; pnp calibrate makes the sheet to measure one")
        return
    shown = table("printer", "offset", "turn", "scale", "margins", numbers=("turn", "scale"))
    for name, each in printers.items():
        x, y = each.offset
        margins = "" if each.margin is None else f"{each.margin} mm"
        add_row(shown, name, f"{x:g},{y:g} mm", f"{each.turn:g}°", f"{100 * each.scale:g} %", margins)
    out.print(shown)
