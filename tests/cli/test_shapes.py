"""Shapes on the command line: --nest, its file and its audit; mistakes that end with exit code 1."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Command, Result, run_command
from tests.shapes import write_shapes


@pytest.fixture
def pnp(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    write_shapes(tmp_path, {"pointy": 30, "discs": 3})

    def run(*words: object) -> Result:
        return run_command(words, tmp_path, capsys, monkeypatch)

    return run


@pytest.mark.slow
def test_nested_sheets_have_a_name_of_their_own_and_pass_the_audit(pnp: Command, tmp_path: Path) -> None:
    assert pnp("build", "--out", "out")[0] == 0
    assert pnp("build", "--nest", "--out", "out")[0] == 0
    rows, nested = (tmp_path / f"out/shapes/shapes_en_a4_full_duplex-long{end}.pdf" for end in ("", "_nested"))
    assert rows.read_bytes() != nested.read_bytes()
    code, said, _ = pnp("audit", rows, nested)
    assert code == 0
    assert said.count("complete: 33 pieces") == 2


def test_a_shape_that_cannot_be_is_an_error_and_leaves_earlier_sheets(pnp: Command, tmp_path: Path) -> None:
    assert pnp("build", "--out", "out")[0] == 0
    [pdf] = tmp_path.glob("out/shapes/*.pdf")
    before = pdf.read_bytes()
    spec = tmp_path / "components" / "shapes" / "game.toml"
    spec.write_text(spec.read_text().replace("[45.03, 52]", "[52, 52]"))
    code, _, said = pnp("build", "--out", "out")
    assert code == 1
    assert "[52, 45.033] has a flat side up, [52, 60.044] a point" in " ".join(said.split())
    assert pdf.read_bytes() == before


def test_keys_of_shapes_are_explained(pnp: Command) -> None:
    for key, word in (("decks.corner", "Radius"), ("decks.outline", "SVG file"), ("decks.shape", "hex")):
        code, said, _ = pnp("explain", key)
        assert code == 0
        assert word in said
