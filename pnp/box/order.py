"""What is asked for: a box on a paper, in a language and an ink; and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pnp.sheet.margins import USUAL_MARGINS, Margins
from pnp.sheet.paper import Paper
from pnp.terms import BoxForm, Ink, Lang
from pnp.units import trim


@dataclass(frozen=True)
class BoxOrder:
    """How a box is printed."""

    paper: Paper
    lang: Lang
    ink: Ink = Ink.FULL
    form: BoxForm | None = None
    """What suits the game without it."""
    sleeved: bool = False
    thickness: float | None = None
    """Of one piece, in mm; by its stock without it."""
    margin: Margins = USUAL_MARGINS

    def file_name(self, game_id: str) -> str:
        """The name of the PDF without its ending; what is not usual has a name of its own."""
        parts = [game_id, self.lang, self.paper.name, self.ink, "box"]
        parts += [] if self.form is None else [str(self.form)]
        parts += ["sleeved"] if self.sleeved else []
        parts += [] if self.thickness is None else [f"{trim(self.thickness)}mm"]
        return "_".join(parts)


@dataclass(frozen=True)
class PrintedBox:
    """A finished box."""

    pdf: Path
    sizes: Path
    """The JSON with what the pieces need and how large each panel is."""
    form: BoxForm
    inside: tuple[float, float, float]
    """Width, height and depth, in mm."""
    sheets: int
    size_bytes: int
