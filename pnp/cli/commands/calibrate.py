"""The `pnp calibrate` command: measure and correct a printer's duplex misalignment."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.console import add_row, new_table, out
from pnp.cli.parameters import command_with_options, parse_readings
from pnp.config import resolve_config
from pnp.library.options import CalibrationOptions, parse_offset
from pnp.printers import (
    DEFAULT_PRINTER,
    Printer,
    check_printer_name,
    delete_printer,
    save_printer,
    saved_printer,
    saved_printers,
)
from pnp.project.folders import find_project
from pnp.sheet.back_alignment import back_alignment_of
from pnp.sheet.layout import Layout, parse_margins


@command_with_options(CalibrationOptions, moved="lang")
def calibrate(
    save: Annotated[
        str | None,
        typer.Option(metavar="READINGS", help='Save your readings: X,Y at cross 1, or all five in order: "X,Y X,Y …".'),
    ] = None,
    printer: Annotated[
        str, typer.Option("--printer", metavar="NAME", help="Printer name: office, or office/tray2 for a tray.")
    ] = DEFAULT_PRINTER,
    margin: Annotated[
        str | None,
        typer.Option(
            metavar="MM|T,R,B,L", help="Save the unprintable margin, in mm: one number, or top, right, bottom, left."
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Make the sheet with the saved correction, to verify it.")
    ] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the saved printers.")] = False,
    forget: Annotated[str | None, typer.Option(metavar="NAME", help="Delete a saved printer.")] = None,
    *,
    options: CalibrationOptions,
    moved: Annotated[
        str, typer.Option("--offset", metavar="X,Y", help="Make the sheet with this offset, in mm, to verify it.")
    ] = "0,0",
) -> None:
    """Make a sheet that shows how well backs align with fronts, or save what you read on it."""
    if listed:
        _list()
        return
    if forget is not None:
        out.print(f"deleted {forget} from {delete_printer(forget)}", markup=False, soft_wrap=True)
        return
    if save is not None or margin is not None:
        _save(check_printer_name(printer), save, margin, options)
        return
    import pnp

    known = saved_printer(None if printer == DEFAULT_PRINTER else printer) if check else None
    offset = parse_offset(moved, "--offset")
    path = pnp.print_calibration.with_options(replace(options, offset=offset, check=known))
    if known is not None:
        out.print(f"{path}\nprint it on both sides: every hole should come out at zero", markup=False, soft_wrap=True)
        return
    now = saved_printers().get(check_printer_name(printer), Printer()).backs or "not corrected"
    named = "" if printer == DEFAULT_PRINTER else f' --printer "{printer}"'
    size = "" if options.paper is None else f' --paper "{options.paper}"'
    out.print(
        f'{path}\nprint it on both sides, then: pnp calibrate{named}{size} --save "X,Y X,Y X,Y X,Y X,Y"\n'
        f"or just --save X,Y for cross 1 (backs are currently {now})",
        markup=False,
        soft_wrap=True,
    )


def _save(name: str, readings: str | None, margin: str | None, options: CalibrationOptions) -> None:
    """Save readings and margins of a printer; None leaves what was saved before."""
    chosen = resolve_config(find_project(Path.cwd()), None, options)
    printer = saved_printers().get(name, Printer())
    if readings is not None:
        found = back_alignment_of(parse_readings(readings, "--save"), chosen.paper.size)
        printer = replace(printer, offset=found.offset, turn=found.turn, scale=found.scale)
    if margin is not None:
        printer = replace(printer, margin=parse_margins(margin, "--margin"))
    layout = Layout(chosen.paper, chosen.sides, offset=printer.offset, turn=printer.turn, scale=printer.scale)
    if printer.margin is not None:
        replace(layout, margin=printer.margin)  # raises LayoutError for margins that no build could use
    path = save_printer(name, printer)
    whose = "" if name == DEFAULT_PRINTER else f"{name}: "
    if readings is not None:
        out.print(f"{whose}backs will be {printer.backs or 'not corrected'} ({path})", markup=False, soft_wrap=True)
    if margin is not None:
        out.print(f"{whose}margins of {printer.margin} mm ({path})", markup=False, soft_wrap=True)


def _list() -> None:
    """Print all saved printers with their corrections and margins."""
    printers = saved_printers()
    if not printers:
        out.print("no printer is saved; pnp calibrate makes a sheet to measure one")
        return
    shown = new_table("printer", "offset", "turn", "scale", "margins", numbers=("turn", "scale"))
    for name, each in printers.items():
        x, y = each.offset
        margins = "" if each.margin is None else f"{each.margin} mm"
        add_row(shown, name, f"{x:g},{y:g} mm", f"{each.turn:g}°", f"{100 * each.scale:g}%", margins)
    out.print(shown)
