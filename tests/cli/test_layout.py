"""`pnp layout`: the boxes of layouts, and templates made from them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import Result, run_command
from tests.face.test_layout import ALL, BASE, SPEC, draw, write

TABLE = """name,suit,cost,types,picture,rule,flavour
Gull,red,2,"shell, 2 coin",,Take **2** {coin}.,Mine!
Crane,blue,,,gold,Lift anything.,
Tern,red,1.5,coin,shell,,“Ours.”
"""
LIKE = """like = "base.toml"
units = "px@300"
origin = [37.5, 37.5]

# behind #} all
[under]
rect = { by = "suit", red = "#fcc", else = "#ccf" }
box = [37.5, 37.5, 744, 1039]

[band]
radius = 20

[costs]
text = "{cost} of {deck.place} {name}"
box = [100, 900, 300, 80]
"""


@pytest.fixture
def layout(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Result]:
    return lambda *words: run_command(("layout", *words), tmp_path, capsys, monkeypatch)


@pytest.mark.parametrize("text", [ALL, LIKE])
def test_a_template_made_from_a_layout_draws_the_same(tmp_path: Path, text: str, layout: Callable[..., Result]) -> None:
    project = write(tmp_path, text, table=TABLE, base=BASE)
    (tmp_path / "pnp.toml").touch()
    before = ["".join(draw(project, row).svg.split()) for row in range(3)]
    code, out, _ = layout("boxes", "card.toml", "--as-template")
    assert code == 0
    assert out.splitlines() == [
        "wrote templates/boxes/card.svg.j2", '  in [decks.cards] of game.toml, write front = "card.svg.j2"'
    ]  # fmt: skip
    spec = SPEC.replace("card.toml", "card.svg.j2")
    project = write(tmp_path, "not TOML", table=TABLE, base="not TOML", spec=spec)
    assert ["".join(draw(project, row).svg.split()) for row in range(3)] == before
    assert ("{# under: behind # } all #}" in (tmp_path / "templates/boxes/card.svg.j2").read_text()) is (text == LIKE)


def test_boxes_are_listed_with_places_in_mm_and_what_is_special(tmp_path: Path, layout: Callable[..., Result]) -> None:
    write(tmp_path, LIKE, table=TABLE, base=BASE)
    (tmp_path / "pnp.toml").touch()
    code, out, _ = layout("boxes")
    assert code == 0
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[0] == "card.toml, like base.toml: front of cards"
    assert '6 under rect 0 0 62.992 87.969 { by = "suit", red = "#fcc", else = "#ccf" }' in lines
    assert any(line.startswith("10 band rect") and line.endswith("(from base.toml)") for line in lines)


def test_what_cannot_be_done_is_refused_and_nothing_is_overwritten(
    tmp_path: Path, layout: Callable[..., Result]
) -> None:
    write(tmp_path, ALL, table=TABLE, base=BASE)
    (tmp_path / "pnp.toml").touch()
    made = tmp_path / "templates/boxes/card.svg.j2"
    made.write_text("mine")
    assert (
        "templates/boxes/card.svg.j2 cannot be created: it already exists [E0108]"
        in layout("boxes", "--as-template")[2]
    )
    assert made.read_text() == "mine"
    made.unlink()
    made.symlink_to(tmp_path / "elsewhere")
    assert layout("boxes", "--as-template")[0] == 1
    assert not (tmp_path / "elsewhere").exists()
    for name, said in (
        ("crad.toml", 'boxes has no layout "crad.toml" [E0401]\n  hint: did you mean "card.toml"?'),
        ("../../../x.toml", "is outside the project's folder [E0107]"),
    ):
        code, _, err = layout("boxes", name)
        assert (code, said in err) == (1, True)
    write(tmp_path, "[one]\nrect = 3\nbox = [1, 2, 3, 4]\n[two]\nline = '#000'\nbox = [1, 2, 3, 4]", table=TABLE)
    code, out, err = layout("boxes")
    assert code == 1
    assert "two" in out
    assert "one.rect must be none or a colour" in err
    assert layout("boxes", "--as-template")[0] == 1
