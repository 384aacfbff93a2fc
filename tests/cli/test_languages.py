"""Games in other languages, as a person builds them."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from tests.cli.command import Command

SPEC = """languages = ["de", "pt-BR"]
title = { de = "Füchse", pt-BR = "Raposas" }

[decks.cards]
title = { de = "Karten", pt-BR = "cartas" }
size = "poker"
front = "card.svg.j2"
rows = [{ name = "Fox", name_de = "Fuchs", name_pt_br = "Raposa" }]
columns = { name = { translated = true } }
"""


@pytest.fixture
def foxes(tmp_path: Path) -> Path:
    for each in ("components/foxes", "templates/foxes"):
        (tmp_path / each).mkdir(parents=True)
    (tmp_path / "components/foxes/game.toml").write_text(SPEC.replace('name = "Fox", ', ""), "utf-8")
    body = "{{ text(piece.name ~ ' ' ~ lang, 5, 10, w - 10, 20) }}"
    (tmp_path / "templates/foxes/card.svg.j2").write_text(
        f"{{% extends 'face.svg.j2' %}}{{% block body %}}{body}{{% endblock %}}", "utf-8"
    )
    return tmp_path


@pytest.mark.slow
def test_the_first_language_or_all(pnp: Command, foxes: Path) -> None:
    code, _, said = pnp("build", cwd=foxes)
    assert code == 0
    assert [path.name for path in foxes.glob("output/foxes/*.pdf")] == ["foxes_de_a4_full_duplex-long.pdf"]
    assert said.count("will be in English") == 1, "said once"
    assert pnp("build", "--lang", "all", cwd=foxes)[0] == 0
    made = sorted(path.name.split("_")[1] for path in foxes.glob("output/foxes/*.pdf"))
    assert made == ["de", "pt-BR"]
    for path in foxes.glob("output/foxes/*.pdf"):
        with pikepdf.open(path) as pdf:
            assert str(pdf.Root.Lang) == path.name.split("_")[1]
        assert pnp("audit", str(path), cwd=foxes)[0] == 0


def test_a_language_that_the_game_has_not(pnp: Command, foxes: Path) -> None:
    for words in ("build", "memo", "render foxes", "check", "stats"):
        code, out, err = pnp(*words.split(), "--lang", "fr", cwd=foxes)
        assert code == 1, words
        assert "a language of foxes" in out + err
        assert "de, pt-BR" in out + err


@pytest.mark.parametrize("command", ["check", "stats", "render foxes --as svg", "games"])
def test_every_command_takes_the_first_language(pnp: Command, foxes: Path, command: str) -> None:
    code, out, err = pnp(*command.split(), cwd=foxes)
    assert code == 0, out + err
    assert "Füchse" in out or "Karten" in out or "render" in command
