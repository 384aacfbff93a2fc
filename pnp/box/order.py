"""What is asked for: a box on a paper, in a language and an ink; what its ticket says of it; and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pnp import __version__
from pnp.sheet.margins import USUAL_MARGINS, Margins
from pnp.sheet.paper import Paper
from pnp.terms import BoxForm, Ink, Lang
from pnp.units import trim

if TYPE_CHECKING:
    from pikepdf import Pdf, Stream

BOX_FORM: Final = "box-1"
"""The form of the ticket."""


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
class BoxTicket:
    """What the PDF of a box says of itself for an audit."""

    game: str
    order: BoxOrder
    pages: list[str]
    """The seal of each page."""

    def write(self, pdf: Pdf) -> None:
        """Put the ticket into an open PDF."""
        from pnp.press.ticket import put_ticket  # with the press, slow to load

        order = self.order
        about = {
            "form": BOX_FORM, "version": __version__, "game": self.game, "lang": order.lang, "ink": order.ink,
            "paper": [order.paper.name, *order.paper.size], "box": order.form, "sleeved": order.sleeved,
            "thickness": order.thickness, "margin": list(order.margin), "pages": self.pages,
        }  # fmt: skip
        put_ticket(pdf, about)


def is_box_ticket(text: Stream) -> bool:
    """Whether a ticket is that of a box."""
    from pnp.press.ticket import ticket_of

    try:
        with ticket_of(text) as raw:
            return bool(raw["form"] == BOX_FORM)
    except ValueError:
        return False


def read_box_ticket(text: Stream) -> BoxTicket:
    """The ticket; ValueError where it is not as pnp writes it."""
    from pnp.press.ticket import read_margins, read_name, read_number, read_paper, read_text, ticket_of

    with ticket_of(text) as raw:
        order = BoxOrder(
            read_paper(*raw["paper"]),
            Lang(raw["lang"]),
            Ink(raw["ink"]),
            None if raw["box"] is None else BoxForm(raw["box"]),
            raw["sleeved"] is True,
            None if raw["thickness"] is None else read_number(raw["thickness"]),
            read_margins(raw["margin"]),
        )
        return BoxTicket(read_name(raw["game"]), order, [read_text(seal) for seal in raw["pages"]])


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
