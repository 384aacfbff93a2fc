"""Sheets of a selection: complete for what they say they hold, and for nothing less."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pikepdf import Pdf

from pnp.audit.audit import audit_file
from pnp.audit.report import Check, Report
from pnp.errors import AuditError
from pnp.memo.cards import MEMO_CARDS
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, parse_paper
from pnp.spec.selection import Selection
from pnp.store.cache import Cache
from tests.audit import tamper
from tests.conftest import TESTS
from tests.measure import words

ONLY = Selection(("shells,cost=0", "id=tide-*", "leaf"))
"""4 cockles, 7 tides, 3 leaves of a pad."""
LISTED = Selection((), "v0.1", (("whelk", 3, 4), ("oyster", 1, 5)))


def printed(project: Project, folder: Path, selection: Selection | None, mark: str = "") -> Path:
    job = Job(Layout(parse_paper("a4")), guide=True, selection=selection, mark=mark)
    return print_game(project, "lowtide", job, folder, Cache.for_user()).pdf


@pytest.fixture(scope="module")
def some(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return printed(project, tmp_path_factory.mktemp("some"), ONLY)


@pytest.fixture(scope="module")
def listed(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return printed(project, tmp_path_factory.mktemp("listed"), LISTED, "v0.2")


def audit(path: Path) -> Report:
    return audit_file(path, TESTS / "sample")


def said(report: Report, check: Check = Check.COUNT) -> list[str]:
    return [str(finding) for finding in report.findings if finding.check is check]


def forge(change: Callable[[dict[str, Any]], object]) -> Callable[[Pdf], None]:
    """A hand that writes another ticket."""

    def hand(pdf: Pdf) -> None:
        stream = pdf.Root.PieceInfo.PNP.Private
        ticket = json.loads(stream.read_bytes())
        change(ticket["job"])
        stream.write(json.dumps(ticket).encode())

    return hand


def test_a_selection_is_complete_when_all_of_it_is_there(some: Path) -> None:
    report = audit(some)
    assert report.findings == []
    assert report.verdict.startswith("complete for a selection: 12 of 27 pieces (only")
    assert [line[1:] for line in report.box] == [(4, 4), (7, 7), (1, 1)]
    assert report.as_data()["whole"] == 27


def test_a_list_of_copies_is_complete_when_exactly_these_are_there(listed: Path) -> None:
    report = audit(listed)
    assert report.findings == []
    assert report.pieces() == {"whelk": 2, "oyster": 5}
    assert {face.copy for face in report.faces if face.piece == "whelk"} == {3, 4}
    assert 'changed since "v0.1"' in report.verdict


def test_memo_cards_come_with_a_selection(project: Project, tmp_path: Path) -> None:
    job = Job(Layout(parse_paper("a4")), memo=MEMO_CARDS, selection=Selection(("whelk",)))
    report = audit(print_game(project, "lowtide", job, tmp_path, Cache.for_user()).pdf)
    assert report.findings == []
    assert report.pieces() == {"whelk": 4, "memo": 4}


def test_the_file_has_a_name_of_its_own_and_the_whole_game_keeps_its_own(
    project: Project, some: Path, listed: Path, tmp_path: Path
) -> None:
    whole = printed(project, tmp_path, None)
    assert whole.name == "lowtide_fr_a4_full_duplex-long.pdf"
    assert some.name.startswith("lowtide_fr_a4_full_duplex-long_only-")
    assert listed.name == "lowtide_fr_a4_full_duplex-long_since-v0.1_mark-v0.2.pdf"
    assert "selection" not in json.loads(whole.with_suffix(".json").read_text("utf-8"))
    about = json.loads(some.with_suffix(".json").read_text("utf-8"))
    assert (about["pieces"], about["whole"]) == (12, 27)
    assert about["selection"]["only"] == list(ONLY.only)


def test_the_guide_says_that_it_is_a_selection_and_counts_it(project: Project, some: Path, tmp_path: Path) -> None:
    text = " ".join(word for word, _, _ in words(some, 1))
    assert "Sélection : 12 pièces sur 27" in text
    assert "4 × Coquillages" in text
    assert "Pêcheur" not in text
    whole = " ".join(word for word, _, _ in words(printed(project, tmp_path, None), 1))
    assert "Sélection" not in whole
    assert "13 × coquillages" in whole


@pytest.mark.parametrize("cunning", [False, True], ids=["plainly", "with new seals"])
def test_a_piece_of_the_selection_that_was_cut_out_is_missed(some: Path, tmp_path: Path, cunning: bool) -> None:
    path = tamper.tampered(some, tmp_path / "x.pdf", lambda pdf: tamper.remove(pdf.pages[2], 1), cunning=cunning)
    assert "cockle (2) front is missing" in said(audit(path))
    assert any("3 on the paper, but the selection has 4" in line for line in said(audit(path)))


def test_a_whole_file_with_pieces_cut_out_still_fails(project: Project, tmp_path: Path) -> None:
    whole = printed(project, tmp_path, None)
    path = tamper.tampered(whole, tmp_path / "x.pdf", lambda pdf: tamper.remove(pdf.pages[2], 4), cunning=True)
    assert "cockle (1) front is missing" in said(audit(path))


FORGED: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a longer list": (
        lambda job: job["selection"]["pieces"].append(["cockle", 1, 2]),
        "cockle (1) front is missing",
    ),
    "a shorter list": (
        lambda job: job["selection"].update(pieces=[["oyster", 1, 5]]),
        "whelk (3) front is on the paper but not in the selection",
    ),
    "copies that the game does not have": (
        lambda job: job["selection"].update(pieces=[["whelk", 3, 9999], ["oyster", 1, 5]]),
        "its selection has whelk (3 to 9999), but the game has 4",
    ),
    "a piece that the game does not have": (
        lambda job: job["selection"]["pieces"].append(["dragon", 1, 1]),
        "its selection has dragon (1), but the game has 0",
    ),
    "a condition that the list does not meet": (
        lambda job: job["selection"].update(only=["whelk"]),
        "its selection has oyster (1 to 5), but the game has 0",
    ),
    "a condition that nothing meets": (
        lambda job: job["selection"].update(only=["dragon*"], since=""),
        "its selection does not match the game",
    ),
    "no selection at all": (lambda job: job.pop("selection"), "cockle (1) front is missing"),
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", FORGED)
def test_a_ticket_whose_selection_lies_is_found_out(listed: Path, tmp_path: Path, name: str) -> None:
    change, text = FORGED[name]
    report = audit(tamper.tampered(listed, tmp_path / "x.pdf", forge(change)))
    assert not report.sound
    assert any(text in line for line in said(report)), said(report)


def test_a_ticket_that_hides_the_mark_is_found_out(listed: Path, tmp_path: Path) -> None:
    report = audit(tamper.tampered(listed, tmp_path / "x.pdf", forge(lambda job: job.pop("mark"))))
    assert any("is not what the game draws now" in line for line in said(report, Check.LOOKS))


@pytest.mark.parametrize(
    "change",
    [
        lambda job: job.update(selection=7),
        lambda job: job["selection"].update(only=["x"] * 101),
        lambda job: job["selection"].update(only=[5]),
        lambda job: job["selection"].update(pieces=[["../x", 1, 1]]),
        lambda job: job["selection"].update(pieces=[["whelk", 0, 1]]),
        lambda job: job["selection"].update(pieces=[["whelk", 1, 10**9]]),
        lambda job: job["selection"].update(pieces=[["whelk", 1, 1], ["whelk", 2, 2]]),
        lambda job: job["selection"].pop("since"),
        lambda job: job.update(mark="x" * 99),
        lambda job: job.update(mark="\x1b[2J"),
    ],
)
def test_a_selection_that_pnp_did_not_write_is_no_ticket(
    listed: Path, tmp_path: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    with pytest.raises(AuditError, match="is not a PDF as pnp writes it: "):
        audit(tamper.tampered(listed, tmp_path / "x.pdf", forge(change)))
