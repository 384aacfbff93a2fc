"""Orders for boxes, and the printed result."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pnp.press.job import Job, PrintedDocument
from pnp.project.folders import Project
from pnp.sheet.layout import USUAL_MARGINS, Layout, Margins, Paper, Sides
from pnp.store.fingerprint import code_hash
from pnp.terms import BoxForm, Ink, Lang

PRINTING: Final = "pnp.box.build"
"""The module that makes boxes; its hash includes everything it imports."""


@dataclass(frozen=True)
class BoxOrder:
    """A box for all pieces of a game: the `box` of the job that prints it."""

    form: BoxForm | None = None
    """The form of the box; None for the form that suits the game."""
    sleeved: bool = False
    """Whether there is room for sleeved cards."""
    thickness: float | None = None
    """Thickness of one piece, in mm; None for that of its stock."""

    def key(self) -> str:
        """Return a hash of the code that makes boxes."""
        return code_hash(PRINTING)

    def make(self, project: Project, game_id: str, job: Job) -> PrintedDocument:
        """Return the document of a job."""
        from pnp.box.build import make_document  # slow to import, and not needed if everything is in the cache

        return make_document(project, game_id, job)

    def job(self, paper: Paper, lang: Lang, ink: Ink = Ink.FULL, margin: Margins = USUAL_MARGINS) -> Job:
        """Return the job that prints the box."""
        return Job(Layout(paper, Sides.FRONTS, margin), lang, ink, guide=True, box=self)


@dataclass(frozen=True)
class PrintedBox:
    """A finished box."""

    pdf: Path
    sizes: Path
    """The JSON file with the sizes of pieces and panels."""
    form: BoxForm
    inside: tuple[float, float, float]
    """Inside width, height and depth, in mm."""
    sheets: int
    size_bytes: int
