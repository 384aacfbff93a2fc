"""The audit knows the shapes of pieces: letters, neighbours and cut lines are measured to the real cut."""

from __future__ import annotations

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
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.store.cache import Cache
from pnp.terms import Cutting, Ink, Lang
from tests.audit import tamper
from tests.shapes import write_shapes

A4, LETTER = parse_paper("a4"), parse_paper("letter")
COUNTS = {"rounded": 2, "discs": 8, "flat": 6, "pointy": 6, "fish": 3, "figure": 3}
LAYOUTS = {
    "rows": Layout(A4),
    "short": Layout(A4, Sides.DUPLEX_SHORT, gap=1),
    "fold": Layout(LETTER, Sides.FOLD),
    "nested": Layout(A4, nest=True),
    "nested-short": Layout(LETTER, Sides.DUPLEX_SHORT, nest=True, offset=(0.5, -0.7)),
    "nested-fold": Layout(A4, Sides.FOLD, nest=True),
    "nested-tight": Layout(A4, Sides.FRONTS, gap=0, nest=True),
    "shared": Layout(A4, cut=Cutting.SHARED),
    "shared-nested": Layout(A4, nest=True, cut=Cutting.SHARED),
    "apart": Layout(LETTER, cut=Cutting.APART),
    "one-a-page": Layout(parse_paper("70x95"), nest=True),
}


@pytest.fixture(scope="module")
def shapes(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return write_shapes(tmp_path_factory.mktemp("shapes"), COUNTS)


@pytest.fixture(scope="module")
def nested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sheet of nested hexes, beside their game."""
    project = write_shapes(tmp_path_factory.mktemp("nested"), {"pointy": 10})
    return printed(project, project.root, Layout(A4, nest=True))


def printed(project: Project, folder: Path, layout: Layout, ink: Ink = Ink.FULL) -> Path:
    return print_game(project, "shapes", Job(layout, Lang.EN, ink), folder, Cache.for_user()).pdf


def audit(path: Path, start: Path) -> Report:
    return audit_file(path, start)


def said(report: Report, check: Check) -> str:
    return "\n".join(str(finding) for finding in report.findings if finding.check is check)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", LAYOUTS)
def test_every_shape_passes_in_every_layout(name: str, shapes: Project, tmp_path: Path) -> None:
    for ink in (Ink.FULL, Ink.LOW) if name == "rows" else (Ink.FULL,):
        report = audit(printed(shapes, tmp_path, LAYOUTS[name], ink), shapes.root)
        assert report.findings == []
        assert report.wanted == sum(COUNTS.values())


def shift(number: int, dx: float, dy: float) -> Callable[[Pdf], None]:
    """Move a nested face and its clip, in mm to the right and up."""

    def change(content: bytes) -> bytes:
        found = list(re.finditer(rb"/Piece <<.*?>> BDC q ", content))[number]
        moved = f"1 0 0 1 {dx * tamper.MM:.4f} {dy * tamper.MM:.4f} cm ".encode()
        return content[: found.end()] + moved + content[found.end() :]

    return lambda pdf: tamper.rewrite(pdf.pages[0], change)


def test_a_nested_piece_that_was_moved_is_found(nested: Path, tmp_path: Path) -> None:
    near = audit(tamper.tampered(nested, tmp_path / "near.pdf", shift(4, 1, 0)), nested.parents[1])
    assert "pointy-5 (1) front is 1.00 mm from its place" in said(near, Check.PLACE)
    assert "pointy-5 (1) front is 1.00 mm off its cut lines" in said(near, Check.MARKS)
    assert "is 1.00 mm off its front" in said(near, Check.BACKS)
    assert "has 3.00 mm of bleed" not in said(near, Check.OVERLAP)
    into = audit(tamper.tampered(nested, tmp_path / "into.pdf", shift(4, 4, 0)), nested.parents[1])
    assert "the bleed of pointy-" in said(into, Check.OVERLAP)
    over = audit(tamper.tampered(nested, tmp_path / "over.pdf", shift(4, 8, 0)), nested.parents[1])
    assert "front overlap" in said(over, Check.OVERLAP)


def test_a_cut_line_that_was_removed_is_found(nested: Path, tmp_path: Path) -> None:
    def change(content: bytes) -> bytes:
        dashes = content.index(b"0 G", content.index(b"/OC"))  # over the light lines, which stay
        line = re.compile(rb"[-\d. ]+ m\s(?:[-\d. ]+ l\s){6}")
        return content[:dashes] + line.sub(b"", content[dashes:], count=1)

    report = audit(
        tamper.tampered(nested, tmp_path / "bare.pdf", lambda pdf: tamper.rewrite(pdf.pages[0], change)),
        nested.parents[1],
    )
    assert "pointy-1 (1) front has no line to cut along" in said(report, Check.MARKS)


def test_corners_that_were_changed_after_printing_are_found(tmp_path: Path) -> None:
    project = write_shapes(tmp_path, {"rounded": 2})
    pdf = printed(project, tmp_path / "out", Layout(A4))
    assert audit(pdf, tmp_path).findings == []
    spec = project.components / "shapes" / "game.toml"
    spec.write_text(spec.read_text().replace("corner = 4", "corner = 9"))
    report = audit(pdf, tmp_path)
    assert "rounded-1 (1) front is" in said(report, Check.MARKS)


@pytest.mark.parametrize(
    ("deck", "x", "y", "near"),
    [
        ("rounded", 3.2, 3.2, True),
        ("rounded", 30, 3.2, False),
        ("flat", 8, 12, True),
        ("flat", 20, 4, False),
        ("pointy", 4, 12, True),
        ("pointy", 4, 24, False),
        ("fish", 28, 21.5, True),
        ("fish", 15, 13, False),
    ],
)
def test_letters_are_measured_to_the_real_cut(deck: str, x: float, y: float, near: bool, tmp_path: Path) -> None:
    """All are more than 3 mm inside the box of their piece."""
    project = write_shapes(tmp_path, {deck: 1})
    spec = project.components / "shapes" / "game.toml"
    spec.write_text(spec.read_text().replace("corner = 4", "corner = 9"))
    text = f'{{{{ text("i", {x}, {y}, 3, 5, size=3, align="left") }}}}'
    for name in ("front", "back"):
        template = tmp_path / "templates" / "shapes" / f"{name}.svg.j2"
        template.write_text(f'{{% extends "face.svg.j2" %}}{{% block body %}}{text}{{% endblock %}}')
    report = audit(printed(project, tmp_path / "out", Layout(A4, Sides.FRONTS)), tmp_path)
    assert ("mm from its cut" in said(report, Check.SAFE)) is near, report.measured[Check.SAFE]


def test_without_its_game_nested_pieces_are_not_called_overlapping(nested: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone.pdf"
    alone.write_bytes(nested.read_bytes())
    report = audit(alone, tmp_path)
    assert said(report, Check.OVERLAP) == said(report, Check.BLEED) == ""
    assert any("the shapes of nested pieces are unknown" in note for note in report.notes)
