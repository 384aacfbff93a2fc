"""Writer `mpc`: pictures and their list for MakePlayingCards, and orders for MPC Autofill's desktop tool."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from pnp.export.job import ExportFace, ExportJob
from pnp.export.order import ExportOption, OptionKind
from pnp.export.writers.images import write_list, write_pictures
from pnp.geometry.units import Size
from pnp.terms import Side

STOCKS: Final = ("(S27) Smooth", "(S30) Standard Smooth", "(S33) Superior Smooth", "(M31) Linen", "(P10) Plastic")
"""Card stocks, named as in MPC Autofill."""
OPTIONS: Final = (
    ExportOption("stock", "card stock of the order", OptionKind.CHOICE, STOCKS[1], STOCKS),
    ExportOption("foil", "whether fronts are printed on foil", OptionKind.FLAG, False),
)
AUTOFILL_SIZE: Final = Size(63, 88)
"""The only card size that MPC Autofill can order, in mm."""
BRACKETS: Final = (18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612)
"""Order sizes of the shop, which earlier versions of MPC Autofill need in the order."""


def write(job: ExportJob) -> None:
    """Write the pictures, their list, and orders of at most as many poker cards as one project can have."""
    named = write_pictures(job, job.faces())
    write_list(job, named)
    cards = _cards(job, named)
    most = job.profile.limits.pieces or BRACKETS[-1]
    orders = [cards[at : at + most] for at in range(0, len(cards), most)]
    for number, part in enumerate(orders, 1):
        ending = f"_{number}" if len(orders) > 1 else ""
        job.add(f"{job.game.id}_{job.order.lang}{ending}.xml", _order(job, part))
    if len(orders) > 1:
        limit = f"{job.profile.title} accepts {most} per project, so there are {len(orders)} orders"
        job.notice(f"{len(cards)} cards: {limit}")
    for name, fit in job.fits.items():
        if fit.size != AUTOFILL_SIZE:
            size = fit.product.name if fit.product else fit.size
            job.notice(f"{name}: MPC Autofill orders poker cards only; order these ({size}) by hand")


Card = tuple[str, str | None]
"""Picture files of a card: its front, and its back or None."""


def _cards(job: ExportJob, named: Sequence[tuple[ExportFace, str]]) -> list[Card]:
    """Return every card that MPC Autofill can order, copy by copy."""
    files = {(each.deck.name, each.drawing, each.side): name for each, name in named if each.fit.size == AUTOFILL_SIZE}
    return [
        (files[place], files.get((*place[:2], Side.BACK)))
        for piece in job.pieces
        if (place := (piece.deck.name, piece.face_id, Side.FRONT)) in files
    ]


def _order(job: ExportJob, cards: Sequence[Card]) -> bytes:
    """Return an order as XML: the picture files, each with its slots, counted from 0."""
    root = Element("order")
    details = SubElement(root, "details")
    foil = bool(job.option("foil"))
    bracket = next((size for size in BRACKETS if size >= len(cards)), BRACKETS[-1])
    values = {"quantity": len(cards), "bracket": bracket, "stock": job.option("stock"), "foil": str(foil).lower()}
    for tag, value in values.items():
        SubElement(details, tag).text = str(value)
    _faces(root, "fronts", enumerate(front for front, _ in cards))
    backs = [back for _, back in cards]
    common = max(dict.fromkeys(filter(None, backs)), key=backs.count, default=None)
    own = [(slot, back) for slot, back in enumerate(backs) if back is not None and back != common]
    if own:
        _faces(root, "backs", own)
    if common is not None:
        SubElement(root, "cardback").text = common
    indent(root)
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _faces(root: Element, tag: str, pictures: Iterable[tuple[int, str]]) -> None:
    """Add the pictures of one side, each once with all its slots."""
    slots: dict[str, list[int]] = {}
    for slot, name in pictures:
        slots.setdefault(name, []).append(slot)
    side = SubElement(root, tag)
    for name, places in slots.items():
        card = SubElement(side, "card")
        about = {
            "id": name,
            "sourceType": "Local File",
            "slots": ",".join(map(str, places)),
            "name": name.rpartition("/")[2],
            "query": name.rpartition("/")[2].rpartition(".")[0],
        }
        for key, value in about.items():
            SubElement(card, key).text = value
