"""Backs that are turned and scaled on purpose are measured as if they were not; what a hand does to them is noticed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from pikepdf import Pdf

from pnp.audit.audit import audit_file
from pnp.audit.report import Check, Report
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, parse_paper
from pnp.store.cache import Cache
from tests.audit import tamper
from tests.conftest import TESTS

SHELLS, SHELL_BACKS, TIDE_BACKS = 0, 1, 3
WRAP = re.compile(rb"^q [\d. -]+ cm")


@pytest.fixture(scope="module")
def sheets(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Path:
    job = Job(Layout(parse_paper("a4"), offset=(0.5, -0.75), turn=0.3, scale=0.997))
    return print_game(project, "lowtide", job, tmp_path_factory.mktemp("sheets"), Cache.for_user()).pdf


def audit(path: Path) -> Report:
    return audit_file(path, TESTS / "sample")


def retold(key: str, value: float) -> Callable[[Pdf], None]:
    """Write another correction on the ticket."""

    def change(pdf: Pdf) -> None:
        stream = pdf.Root.PieceInfo.PNP.Private
        ticket = json.loads(stream.read_bytes())
        ticket["job"]["layout"][key] = value
        stream.write(json.dumps(ticket).encode())

    return change


def test_only_backs_are_turned_each_page_once(sheets: Path) -> None:
    with Pdf.open(sheets) as pdf:
        wrapped = [bool(WRAP.match(page.obj.Contents.read_bytes())) for page in pdf.pages]
    assert wrapped == [page % 2 == 1 for page in range(len(wrapped))]


def test_they_are_measured_as_exactly_as_others(sheets: Path) -> None:
    report = audit(sheets)
    assert report.findings == []
    for check in (Check.SIZE, Check.PLACE, Check.MARKS):
        found = re.search(r"within (0\.\d+) mm", report.measured[check])
        assert found is not None
        assert float(found[1]) < 0.01


HANDS: dict[str, tuple[Callable[[Pdf], None], Check, str]] = {
    "straightened": (
        lambda pdf: tamper.rewrite(pdf.pages[SHELL_BACKS], lambda text: WRAP.sub(b"q 1 0 0 1 0 0 cm", text)),
        Check.PLACE, "is skewed or mirrored",
    ),
    "a back moved by 1 mm": (
        lambda pdf: tamper.move(pdf.pages[SHELL_BACKS], 4, 1, 0),
        Check.BACKS, "the back of cockle (1) is 1.00 mm off its front",
    ),
    "a back scaled by 2 %": (
        lambda pdf: tamper.scale(pdf.pages[TIDE_BACKS], 2, 1.02),
        Check.SIZE, "back is drawn at 102.0% × 102.0%",
    ),
    "two backs swapped": (
        lambda pdf: tamper.swap_faces(pdf.pages[TIDE_BACKS], 0, 4), Check.LOOKS, "does not look as the game draws it",
    ),
    "a back covered": (
        lambda pdf: tamper.cover(pdf.pages[TIDE_BACKS], 1, on_layer=True),
        Check.LOOKS, "does not look as the game draws it",
    ),
    "another turn on the ticket": (retold("turn", -0.3), Check.PLACE, "is skewed or mirrored"),
    "another scale on the ticket": (retold("scale", 1.003), Check.SIZE, "back is drawn at 99.4%"),
}  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", HANDS)
def test_a_hand_is_noticed_even_a_cunning_one(name: str, sheets: Path, tmp_path: Path) -> None:
    change, check, text = HANDS[name]
    report = audit(tamper.tampered(sheets, tmp_path / "sheets.pdf", change, cunning="ticket" not in name))
    assert any(finding.check is check and text in str(finding) for finding in report.findings), report.findings


@pytest.mark.parametrize(
    ("key", "value"), [("turn", 2), ("scale", 0.5), ("turn", "x"), ("back_bleed", 1), ("margin", [1])]
)
def test_a_ticket_that_cannot_be_is_refused(sheets: Path, tmp_path: Path, key: str, value: float) -> None:
    with pytest.raises(Exception, match="is not a PDF as pnp writes it: "):
        audit(tamper.tampered(sheets, tmp_path / "sheets.pdf", retold(key, value)))
