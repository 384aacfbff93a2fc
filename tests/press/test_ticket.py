"""Job tickets: every job that can be asked for is read back as it was written, and nothing else is."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pikepdf
import pytest

from pnp.box.order import BoxOrder
from pnp.memo.cards import MEMO_CARDS, MemoCards
from pnp.press.job import Job, RendererName
from pnp.press.ticket import Ticket, find_ticket, read_ticket
from pnp.sheet.layout import Layout, Margins, Sides, parse_paper
from pnp.spec.selection import Selection
from pnp.terms import BoxForm, Cutting, Ink, Lang, Side

USUAL = Job(Layout(parse_paper("a4")))
UNUSUAL = Job(
    Layout(
        parse_paper("210x300"), Sides.DUPLEX_SHORT, Margins(5, 6, 12.7, 6), 2, 2.5, False, (0.5, -1), True,
        Cutting.SHARED, 0.2, 1.001, 4,
    ),
    Lang.EN, Ink.LOW, RendererName.CAIROSVG, True, MEMO_CARDS, Selection(("cards",), "v1", (("whelk", 1, 3),)), "v0.3",
    300, True, draft=True,
)  # fmt: skip
BOX = BoxOrder(BoxForm.TUCK, True, 0.31).job(parse_paper("letter"), Lang.FR, Ink.LOW, Margins.even(8))


def again(ticket: Ticket, change: Callable[[Any], object] = lambda raw: None) -> Ticket:
    """A ticket written into a PDF, changed there, and read."""
    with pikepdf.new() as pdf:
        ticket.write(pdf)
        stream = find_ticket(pdf)
        assert stream is not None
        raw = json.loads(stream.read_bytes())
        change(raw)
        stream.write(json.dumps(raw).encode())
        return read_ticket(stream, MemoCards, BoxOrder)


@pytest.mark.parametrize("job", [USUAL, UNUSUAL, BOX, BoxOrder().job(parse_paper("a3"), Lang.EN)])
def test_a_job_is_read_as_it_was_written(job: Job) -> None:
    ticket = Ticket("lowtide", job, {"a": [("whelk", Side.FRONT)]}, [("whelk", Side.BACK, "key")], ["seal"])
    if job.box is not None:
        ticket = Ticket("lowtide", job, {}, [], ["seal"])
    assert again(ticket) == ticket


def test_every_field_of_a_job_is_tried() -> None:
    """A new field of Job or Layout needs an unusual value above, to show that it is written and read."""
    for one, other in ((USUAL, UNUSUAL), (USUAL.layout, UNUSUAL.layout)):
        same = {each.name for each in fields(one) if getattr(one, each.name) == getattr(other, each.name)}
        assert same <= {"box"}
    assert BOX.box != BoxOrder()


def test_a_ticket_from_before_a_field_existed_has_its_default() -> None:
    """Usual values of new fields are not written, so earlier files keep their bytes and stay readable."""

    def check(raw: Any) -> None:
        assert set(raw["job"]) == {"layout", "lang", "ink", "renderer", "guide", "memo"}
        assert set(raw["job"]["layout"]) == {"paper", "sides", "margin", "gap", "bleed", "marks", "offset"}

    assert again(Ticket("lowtide", USUAL, {}, [], ["seal"]), check).job == USUAL


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: raw.update(form=2),
        lambda raw: raw.pop("version"),
        lambda raw: raw.update(game="../game"),
        lambda raw: raw["job"].pop("lang"),
        lambda raw: raw["job"].update(scent="rose"),
        lambda raw: raw["job"]["layout"].update(offset=[1, 2, 3]),
        lambda raw: raw["job"]["layout"].update(bleed=99),
        lambda raw: raw["job"]["layout"].update(marks="yes"),
        lambda raw: raw["job"]["layout"].update(sides="inside-out"),
        lambda raw: raw["job"]["layout"]["paper"].update(name="a4"),
        lambda raw: raw["job"]["layout"]["paper"].update(size=[0, 300]),
        lambda raw: raw["job"].update(max_dpi=9),
        lambda raw: raw["job"].update(mark="x" * 500),
        lambda raw: raw["job"]["selection"].update(pieces=[["whelk", 1, 2], ["whelk", 3, 3]]),
        lambda raw: raw["job"]["selection"].update(pieces=[["whelk", 0, 2]]),
        lambda raw: raw["job"]["selection"].update(pieces=[["whelk", True, 2]]),
        lambda raw: raw["job"]["selection"].update(only=["x"] * 101),
    ],
)
def test_what_pnp_did_not_write_is_refused(change: Callable[[Any], object]) -> None:
    with pytest.raises(ValueError, match=r"ticket|valid"):
        again(Ticket("lowtide", UNUSUAL, {}, [], ["seal"]), change)
