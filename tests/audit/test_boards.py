"""Boards in parts, put together again from the finished PDF: what was done to a part is found."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Pdf

import pnp
from pnp.audit.report import Check
from tests.audit import tamper
from tests.audit.test_tampered import said
from tests.sheet.test_board import project

_PLACED = re.compile(rb"1 0 0 1 (\S+) (\S+) cm")


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("board")
    project(folder, 'join = "overlap"\nsplit = "2x1"')
    spec = folder / "components/map/game.toml"
    spec.write_text(spec.read_text("utf-8").replace("size = [420, 594]", "size = [120, 90]"), "utf-8")
    template = folder / "templates/map/map.svg.j2"
    template.write_text(template.read_text("utf-8").replace("#dfe9c8", "#203810"), "utf-8")  # white keys show on it
    return pnp.build("map", start=folder, out=folder / "out", sides="fronts", only=("map",), guide=False).pdf


def show_elsewhere(pdf: Pdf, dx: float) -> None:
    """Move the window of the first part on its board, in mm: every seam of the part is off by that."""
    form = next(form for form in pdf.pages[0].obj.Resources.XObject.values() if "/Board" in form.Resources.XObject)
    x, y = map(float, _PLACED.findall(form.read_bytes())[0])
    form.write(_PLACED.sub(f"1 0 0 1 {x + dx * tamper.MM:.4f} {y:.4f} cm".encode(), form.read_bytes()))


def turn_over(pdf: Pdf) -> None:
    """Turn the first part by half, in its place."""

    def change(content: bytes) -> bytes:
        found = tamper.block(content, 0)
        a, b, c, d, e, f = map(float, found["matrix"].split())
        x, y, width, height = map(float, found["clip"].split())
        matrix = f"{-a} {-b} {-c} {-d} {2 * x + width - e} {2 * y + height - f}".encode()
        return content.replace(found[0], found[0].replace(found["matrix"], matrix))

    tamper.rewrite(pdf.pages[0], change)


HANDS: dict[str, tuple[Callable[[Pdf], None], Check]] = {
    "a missing part": (lambda pdf: tamper.remove(pdf.pages[0], 0), Check.COUNT),
    "a part at the wrong scale": (lambda pdf: tamper.scale(pdf.pages[0], 0, 0.99), Check.SIZE),
    "a page fitted to the paper": (lambda pdf: tamper.scale_page(pdf.pages[0], 0.97), Check.SIZE),
    "a part beside its place": (lambda pdf: tamper.move(pdf.pages[0], 0, 0.2, 0), Check.PLACE),
    "a seam that is off": (lambda pdf: show_elsewhere(pdf, 0.2), Check.PAGES),
    "a part upside down": (turn_over, Check.PLACE),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("hand", HANDS)
def test_what_was_done_to_a_part_is_found(hand: str, board: Path, tmp_path: Path) -> None:
    change, check = HANDS[hand]
    path = tamper.tampered(board, tmp_path / "board.pdf", change, cunning=True)
    report = pnp.audit_file(path, start=board.parent.parent)
    assert said(report, check), report.findings


def test_the_board_as_it_was_printed_is_complete(board: Path) -> None:
    report = pnp.audit_file(board, start=board.parent.parent)
    assert (report.findings, report.found) == ([], 1)
    with pikepdf.open(board) as pdf:
        assert len(pdf.pages) == 1


def test_the_key_on_a_glue_strip_is_no_difference(board: Path, tmp_path: Path) -> None:
    """Even on a page that differs otherwise, so that its faces are looked at."""
    path = tamper.tampered(
        board, tmp_path / "board.pdf", lambda pdf: tamper.move(pdf.pages[0], 0, 0.2, 0), cunning=True
    )
    report = pnp.audit_file(path, start=board.parent.parent)
    assert report.measured[Check.LOOKS] == "2 faces, spots differ by at most 0%"
