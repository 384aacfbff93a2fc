"""Instructions for a cutting machine: what to print, which files cut it, and which settings to use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from pnp.geometry.units import Size, trim
from pnp.sheet.machine import MarkPattern, Registration


@dataclass
class CutJob:
    """A PDF to print, and the files that cut its sheets."""

    title: str
    pdf: str
    paper: Size
    sheets: int
    registration: Registration
    duplex: bool
    cuts: list[tuple[str, str]] = field(default_factory=list)
    """Sheets, and the path of the file that cuts them, without its extension."""
    template: str = ""
    """Name of a published cutting template that also fits the sheets, or an empty string."""
    corner: float = 0
    """Corner radius of that template, in mm."""
    pictures: list[str] = field(default_factory=list)
    frames: list[Size] = field(default_factory=list)
    """Size of each picture, in mm."""


def cutting_instructions(jobs: Sequence[CutJob], source: str) -> str:
    """Return the instructions for all jobs, in English."""
    lines = [
        "Print every PDF at 100 % (no fitting or scaling), then cut its sheets with the front up.",
        "Each .dxf and .svg has the lines of a whole sheet at true size, in mm: CUT (red) and CREASE (blue), and the",
        "registration marks where there are any, which are not to be cut. Neighbours keep a gap: no line is cut twice.",
        "",
    ]
    for job in jobs:
        lines += _job_lines(job, source)
    if any(job.registration.pattern is not MarkPattern.NONE for job in jobs):
        lines += _SILHOUETTE
    if any(job.pictures for job in jobs):
        lines += _CRICUT
    return "\n".join(lines)


def _job_lines(job: CutJob, source: str) -> list[str]:
    lies = "landscape" if job.paper.width > job.paper.height else "portrait"
    lines = [
        job.title,
        f"  print: {job.pdf}, {_counted(job.sheets, 'sheet')}, {job.paper}, {lies}"
        + (", both sides" if job.duplex else ""),
        *(f"  cut {which}: {name}.dxf or {name}.svg" for which, name in job.cuts),
    ]
    marks = job.registration
    if marks.pattern is not MarkPattern.NONE:
        lines.append(
            f"  registration marks: {marks.pattern}, length {trim(marks.arm)} mm, thickness {trim(marks.stroke)} mm, "
            f"inset {trim(marks.inset)} mm"
        )
    if job.template:
        corners = f"; it rounds corners by {trim(job.corner)} mm" if job.corner else ""
        lines.append(f"  the template {job.template} of {source} cuts these sheets, too{corners}")
    sizes = [f"{frame.width / 10:.2f} × {frame.height / 10:.2f} cm" for frame in job.frames]
    for size, same in groupby(zip(job.pictures, sizes, strict=True), key=lambda each: each[1]):
        names = [name for name, _ in same]
        shown = names[0] if len(names) == 1 else f"{names[0]} to {names[-1].rpartition('/')[2]}, each"
        lines.append(f"  upload: {shown}, {size}")
    return [*lines, ""]


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


_SILHOUETTE = [
    "Silhouette Studio (any edition opens DXF)",
    "  1. Edit > Preferences > Import: set DXF to As-is.",
    "  2. Page Setup: choose the paper and its orientation as above. Registration marks: type, length, thickness and",
    "     inset as above; where Studio takes no line as thin, choose its thinnest.",
    "  3. Open the .dxf, select everything, Center to Page: the grey marks then lie on those of Studio. Delete them,",
    "     or set their colour to No Cut.",
    "  4. Send: red lines Cut, blue lines Score or a light cut.",
    "Inkscape with inkscape-silhouette: open the .svg and send it with “Document has registration marks”; the marks",
    "  are found by their names and not cut.",
    "",
]
_CRICUT = [
    "Cricut Design Space prints its own marks, so it prints the pictures, not the PDF (which is for a proof)",
    "  1. Upload a .png as a Print Then Cut image: it is transparent between the pieces, so each is cut at its edge.",
    "  2. Set its width and height as above; Design Space does not always take them from the file.",
    "  3. Make > Send to Printer with Add Bleed, print at 100 %, then cut.",
    "  The .svg has the same lines for cutting without printing. Backs cannot be printed this way.",
    "",
]
