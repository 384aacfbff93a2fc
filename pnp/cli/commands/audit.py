"""The `pnp audit` command: read finished PDFs back and verify them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from pnp.cli.console import add_row, err, new_table, out, pass_fail_marks, progress, show_error
from pnp.cli.parameters import AllowCode
from pnp.errors import PnpError

if TYPE_CHECKING:
    from pnp.audit.report import BoxReport, Report

MAX_FINDINGS = 12
"""Maximum number of findings listed per check."""


def audit(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE.pdf...", help="Files written by pnp build, pnp box, or pnp rulebook as a booklet."
        ),
    ],
    pieces: Annotated[bool, typer.Option("--pieces", help="List every face with its size and position.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only one line for each correct file.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print all results as JSON.")] = False,
    allow_code: AllowCode = False,
) -> None:
    """Read finished PDFs back: count and measure every piece, and compare every page with a new print of the game."""
    import pnp

    reports, failed = [], False
    for path in files:
        try:
            with progress(path.name) as tell:
                report = pnp.audit_file(path, allow_code=allow_code, progress=tell)
        except PnpError as error:  # continue with the other files
            failed = True
            show_error(error)
            continue
        failed |= not report.sound
        reports.append(report)
        if quiet and report.sound:
            out.print(f"{pass_fail_marks()[0]} {report.file}: {report.verdict}", style="green", soft_wrap=True)
        elif not as_json:
            _show(report, pieces=pieces)
    if as_json:
        typer.echo(json.dumps([report.as_data() for report in reports], ensure_ascii=False, indent=1))
    elif len(files) > 1:
        sound = sum(report.sound for report in reports)
        out.print(f"{sound} of {len(files)} files are complete and correct")
    if failed:
        if not as_json:
            err.print("some files failed the audit")
        raise typer.Exit(1)


def _show(report: Report, *, pieces: bool) -> None:
    from pnp.audit.booklets import BookletReport
    from pnp.audit.report import BoxReport

    out.print(f"{report.file}", style="bold")
    draft = ", a draft" if report.draft else ""
    out.print(
        f"{report.game}, {report.lang}, {report.paper}, {report.sides}, {report.ink} ink, {report.pages} pages{draft}"
    )
    if isinstance(report, BoxReport):
        out.print(_panels(report))
    elif isinstance(report, BookletReport):
        out.print(f"after folding: {', '.join(report.order)}")
    else:
        out.print(_faces(report) if pieces else _designs(report))
        box = new_table("in the box", "box", "paper", numbers=("box", "paper"))
        for name, wanted, found in report.box:
            add_row(box, name, wanted, found, style="red" if wanted != found else None)
        out.print(box)
    answers = new_table("", "check", "result")
    wrong = report.by_check()
    for check, measured in report.answers():
        sign = pass_fail_marks()[check in wrong]
        add_row(answers, sign, check, measured, style="red" if check in wrong else "green")
    out.print(answers)
    for check, findings in wrong.items():
        out.print(f"{pass_fail_marks()[1]} {check}", style="red")
        for finding in findings[:MAX_FINDINGS]:
            out.print(f"    {finding}", soft_wrap=True)
        if len(findings) > MAX_FINDINGS:
            out.print(f"    and {len(findings) - MAX_FINDINGS} more")
    for note in report.notes:
        out.print(f"note: {note}", soft_wrap=True)
    out.print(report.verdict, style="bold green" if report.sound else "bold red", soft_wrap=True)
    out.print()


def _panels(report: BoxReport) -> Table:
    listed = new_table("panel", "measured", "needed")
    for panel in report.panels:
        add_row(listed, panel.name, f"{panel.width:.2f} × {panel.height:.2f} mm", panel.wanted)
    return listed


def _designs(report: Report) -> Table:
    listed = new_table("deck", "piece", "fronts", "backs", "size", "pages", numbers=("fronts", "backs"))
    for line in report.designs():
        add_row(listed, *line)
    return listed


def _faces(report: Report) -> Table:
    listed = new_table("piece", "copy", "side", "page", "x", "y", "width", "height", "turned", numbers=("copy", "page"))
    for face in report.faces:
        measures = (f"{value:.2f}" for value in face.rect)
        add_row(listed, face.piece, face.copy, face.side, face.page, *measures, f"{face.rotation}°")
    return listed
