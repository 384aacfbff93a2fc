"""The ticket of a box: what its PDF says of itself for an audit, where sheets have theirs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from pikepdf import Dictionary, Pdf, Stream, String

from pnp import __version__
from pnp.box.order import BoxOrder
from pnp.errors import LayoutError
from pnp.press.ticket import NO_DATE, OWNER
from pnp.sheet.margins import as_margins
from pnp.sheet.paper import PAPERS, Paper
from pnp.spec.values import NAME
from pnp.terms import BoxForm, Ink, Lang
from pnp.units import Size

BOX_FORM: Final = "box-1"


@dataclass(frozen=True)
class BoxTicket:
    """What the PDF of a box says of itself."""

    game: str
    order: BoxOrder
    pages: list[str]
    """The seal of each page."""

    def write(self, pdf: Pdf) -> None:
        """Put the ticket into an open PDF."""
        order = self.order
        about = {
            "form": BOX_FORM, "version": __version__, "game": self.game, "lang": order.lang, "ink": order.ink,
            "paper": [order.paper.name, *order.paper.size], "box": order.form, "sleeved": order.sleeved,
            "thickness": order.thickness, "margin": list(order.margin), "pages": self.pages,
        }  # fmt: skip
        text = json.dumps(about, sort_keys=True, separators=(",", ":"))
        data = Dictionary(LastModified=String(NO_DATE), Private=pdf.make_stream(text.encode()))
        pdf.Root.PieceInfo = Dictionary({str(OWNER): data})


def is_box_ticket(text: Stream) -> bool:
    """Whether a ticket is that of a box."""
    try:
        raw = json.loads(text.read_bytes())
    except (ValueError, RecursionError):
        return False
    return isinstance(raw, dict) and raw.get("form") == BOX_FORM


def read_box_ticket(text: Stream) -> BoxTicket:
    """The ticket; ValueError where it is not as pnp writes it."""
    try:
        raw = json.loads(text.read_bytes())
        name, width, height = raw["paper"]
        size = Size(_number(width), _number(height))
        if not all(0 < side < 1e4 for side in size) or PAPERS.get(name, size) != size:
            raise ValueError("a ticket with a paper that cannot be")
        order = BoxOrder(
            Paper(_text(name), size),
            Lang(raw["lang"]),
            Ink(raw["ink"]),
            None if raw["box"] is None else BoxForm(raw["box"]),
            raw["sleeved"] is True,
            None if raw["thickness"] is None else _number(raw["thickness"]),
            as_margins([_number(each) for each in raw["margin"]]),
        )
        if not NAME.fullmatch(_text(raw["game"])):
            raise ValueError("a ticket without the name of a game")
        return BoxTicket(raw["game"], order, [_text(seal) for seal in raw["pages"]])
    except (KeyError, TypeError, AttributeError, ArithmeticError, RecursionError, LayoutError) as error:
        raise ValueError(f"a ticket that pnp did not write: {error}") from None


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("a ticket with something else for a number")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("a ticket with something else for a text")
    return value
