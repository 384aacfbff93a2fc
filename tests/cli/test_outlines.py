"""`pnp render --outline`: the line round what is drawn, with a border, as a file that a spec can name."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.errors import Location
from pnp.geometry.units import Size
from pnp.spec.custom_outline import read_outline
from tests.cli.command import Command, Result, run_command
from tests.shapes import write_shapes

FACE = '{{% extends "face.svg.j2" %}}{{% block body %}}{}{{% endblock %}}'


@pytest.fixture
def pnp(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    write_shapes(tmp_path, {"discs": 1, "figure": 2})

    def run(*words: object) -> Result:
        return run_command(words, tmp_path, capsys, monkeypatch)

    return run


def draw(tmp_path: Path, front: str, back: str = "") -> None:
    for name, art in (("front", front), ("back", back)):
        (tmp_path / "templates" / "shapes" / f"{name}.svg.j2").write_text(FACE.format(art))


def test_the_line_is_a_border_away_from_fronts_and_mirrored_backs(pnp: Command, tmp_path: Path) -> None:
    draw(tmp_path, '<circle cx="12" cy="15" r="5"/>', '<circle cx="12" cy="15" r="5"/>')
    assert pnp("render", "shapes", "discs", "--outline", "2", "--out", "out")[0] == 0
    line = read_outline(tmp_path / "out" / "shapes" / "discs-1.svg", Size(30, 30), Location("discs-1.svg"))
    assert line.box == pytest.approx((5, 8, 20, 14), abs=0.12)
    assert line.distance((12, 15)) == pytest.approx(7, abs=0.12)


def test_a_standee_is_flat_at_its_fold_and_its_foot(pnp: Command, tmp_path: Path) -> None:
    draw(tmp_path, '<path d="M9 1 h4 v12 h4 v-12 h4 v35 h-12 z"/>')
    spec = tmp_path / "components" / "shapes" / "game.toml"
    before = spec.read_text()
    assert pnp("render", "shapes", "figure", "--outline", "2", "--out", "out")[0] == 0
    for number in (1, 2):
        file = tmp_path / "out" / "shapes" / f"figure-{number}.svg"
        line = read_outline(file, Size(30, 36), Location(file.name))
        for height in (0, 36):
            [step] = line.along(height)
            assert abs(line.points[step][0] - line.points[step + 1][0]) == pytest.approx(16, abs=1)
        (spec.parent / file.name).write_text(file.read_text())
    old = before.index('outline = "M9'), before.index('"\n', before.index('outline = "M9')) + 1
    spec.write_text(before[: old[0]] + 'outline = "{id}.svg"' + before[old[1] :])
    assert pnp("build", "shapes", "--out", "out")[0] == 0
    [pdf] = (tmp_path / "out" / "shapes").glob("*.pdf")
    code, said, _ = pnp("audit", pdf)
    assert code == 0, said


@pytest.mark.parametrize(
    ("art", "border", "said"),
    [
        ("", "2", "shapes: figure-1 (front) is empty: there is nothing to outline"),
        (
            '<circle cx="15" cy="18" r="5"/>',
            "2",
            "shapes: figure-1 (front): the silhouette does not reach the upper edge of the piece: it is 11 mm away",
        ),
        (
            '<path d="M2 0 h2 v36 h-2 z M26 0 h2 v9 h-2 z"/>',
            "0",
            "shapes: discs-1 (front) must be drawn in one part, not 2",
        ),
        ('<circle cx="15" cy="18" r="5"/>', "-1", "--outline must be a border of 0 to 20 mm, not -1"),
    ],
)
def test_what_has_no_silhouette_is_an_error(pnp: Command, tmp_path: Path, art: str, border: str, said: str) -> None:
    draw(tmp_path, art)
    kind = "discs" if "discs" in said else "figure"
    code, _, found = pnp("render", "shapes", kind, f"--outline={border}", "--out", "out")
    assert code == 1
    assert said in found
    assert not (tmp_path / "out").exists()


def test_an_outline_for_each_row_that_is_missing_is_said_with_its_name(pnp: Command, tmp_path: Path) -> None:
    spec = tmp_path / "components" / "shapes" / "game.toml"
    text = spec.read_text()
    at = text.index('outline = "M9')
    spec.write_text(text[:at] + 'outline = "{id}.svg"' + text[text.index('"\n', at) + 1 :])
    code, _, said = pnp("build", "--out", "out")
    assert code == 1
    assert 'decks.figure.outline: there is no file "figure-1.svg"' in said
