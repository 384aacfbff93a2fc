"""The safe zone: text, and what a template marks as important, named by piece when it is too near to the cut."""

from __future__ import annotations

from pathlib import Path

import pytest

import pnp
from pnp.errors import PressError
from pnp.export.order import Exported
from pnp.project.folders import Project


def _export(project: Project, tmp_path: Path, template: str, *, strict: bool = False) -> Exported:
    path = project.templates / "lowtide/wave.svg.j2"
    path.write_text(f'{{% extends "face.svg.j2" %}}{{% block body %}}{template}{{% endblock %}}', "utf-8")
    return pnp.export_game(
        "lowtide", "mpc", only=["shells"], lang="en", out=tmp_path / "out", start=project.root, dry_run=True,
        strict=strict,
    )  # fmt: skip


def _text(left: float) -> str:
    return f'{{{{ text("safe", {left}, 30, 20, 8, size=5) }}}}'


def test_text_inside_the_safe_zone_is_no_matter(copied: Project, tmp_path: Path) -> None:
    made = _export(copied, tmp_path, _text(5))
    assert not [each for each in made.unsafe if each.side == "back"]


def test_text_near_the_cut_is_named_with_its_distance(copied: Project, tmp_path: Path) -> None:
    made = _export(copied, tmp_path, _text(1))  # the deck is 44 × 68, the product 44.45 × 63.5: scaled to 63.5 / 68
    found = [each for each in made.unsafe if each.side == "back"]
    assert [each.piece for each in found] == ["whelk", "cockle", "oyster"]
    scale = 63.5 / 68
    expected = (1 + (44.45 / scale - 44) / 2) * scale
    assert found[0].distance == pytest.approx(expected, abs=0.3)  # a letter begins a little inside its box
    [notice] = [text for text in made.notices if text.startswith("text ")]
    assert "the safe zone is 3.048 mm (MakePlayingCards)" in notice
    assert "whelk (back), cockle (back), oyster (back)" in notice


def test_text_over_the_cut(copied: Project, tmp_path: Path) -> None:
    made = _export(copied, tmp_path, _text(-4))
    assert all(each.distance < 0 for each in made.unsafe if each.side == "back")
    assert any("over the cut" in text for text in made.notices)


def test_what_is_marked_as_important_counts_and_nothing_else(copied: Project, tmp_path: Path) -> None:
    ground = '<rect x="-9" y="-9" width="90" height="90" fill="#2b6a8c"/>'
    seal = '<g transform="translate(4.35 30)"><circle class="important" r="3" fill="#ffffff"/></g>'
    made = _export(copied, tmp_path, ground + seal)
    found = [each for each in made.unsafe if each.side == "back"]
    assert {each.what for each in found} == {"something important"}
    scale = 63.5 / 68
    inside = 1.35 + (44.45 / scale - 44) / 2
    assert inside > 3.048  # as designed; it is too near only as it is made
    assert found[0].distance == pytest.approx(inside * scale, abs=0.12)
    assert not [each for each in _export(copied, tmp_path, ground).unsafe if each.side == "back"]


def test_strict_makes_problems_of_notices(copied: Project, tmp_path: Path) -> None:
    with pytest.raises(PressError, match="has a notice, which --strict does not allow: "):
        _export(copied, tmp_path, _text(1), strict=True)
