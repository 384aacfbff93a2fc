"""`pnp check` as a person types it: what is green and red, how it ends, and the JSON."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from pnp.project.folders import Project, bundled_project
from tests.cli.command import Command


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A designer's own copy of the bundled games."""
    for folder in ("components", "templates"):
        shutil.copytree(getattr(bundled_project(), folder), tmp_path / folder)
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_the_bundled_games_agree(pnp: Command, own: Path) -> None:
    code, out, err = pnp("check", "--strict", "--lang", "en", cwd=own)
    assert (code, err) == (0, "")
    assert "✗" not in out
    for name in bundled_project().games():
        assert f"✓ {name}: all agree" in out
    assert "✓ each motif 9 times" in out


def test_a_game_without_engine_and_rules_passes_unless_strict(pnp: Command, copied: Project) -> None:
    code, out, _ = pnp("check", cwd=copied.root)
    assert code == 0
    assert "✓  coquillages        13    13       –" in out
    assert "– pas de moteur pour ce jeu" in out
    code, out, err = pnp("check", "--strict", "--lang", "en", cwd=copied.root)
    assert code == 1
    assert "✗ no engine for this game" in out
    assert "✗ no [[rule]] in the spec" in out
    assert "✗ components/lowtide/shells.csv:3: rule_fr: c'est → c’est (straight apostrophe)" in out
    assert "lowtide: 3 disagreements" in out
    assert "needs fixing: lowtide" in err


def test_a_changed_count_is_red_beside_what_is_right(pnp: Command, own: Path) -> None:
    change(own / "components/cotcotcollec/cards.csv", "ring,9", "ring,8")
    code, out, _ = pnp("check", "cotcotcollec", "--lang", "en", cwd=own)
    assert code == 1
    rows = {line[3:22].strip(): line.split() for line in out.splitlines() if line[:3] in ("✓  ", "✗  ")}
    assert rows["collection cards"] == ["✗", "collection", "cards", "90", "89", "89"]
    assert rows["jokers"][0] == "✓"
    assert "ring: 8 – ring × 8" in out
    assert "✗ each motif 9 times" in out
    assert pnp("build", "cotcotcollec", cwd=own)[0] == 1


def test_cards_alike_after_a_turn_are_named(pnp: Command, own: Path) -> None:
    table = own / "components/conquete/army.csv"
    change(table, "army-04,coin,shield2,coin,wand1", "army-04,shield2,sword1,coin,coin")
    code, out, _ = pnp("check", "conquete", "--lang", "en", cwd=own)
    assert code == 1
    assert "alike (sword1 coin coin shield2) – army-01, army-04" in out


def test_a_spec_that_cannot_be_read_does_not_cost_the_others(pnp: Command, own: Path) -> None:
    (own / "components/koko/game.toml").write_text("x = ", "utf-8")
    code, out, err = pnp("check", "koko", "winston", cwd=own)
    assert code == 1
    assert "components/koko/game.toml" in err
    assert "✓ winston" in out


def test_a_spec_that_the_engine_cannot_play_is_said_without_a_traceback(pnp: Command, own: Path) -> None:
    shutil.rmtree(own / "components/winston")
    shutil.copytree(Path(__file__).parents[1] / "sample/components/lowtide", own / "components/winston")
    shutil.copytree(
        Path(__file__).parents[1] / "sample/templates/lowtide", own / "templates/winston", dirs_exist_ok=True
    )
    code, out, _ = pnp("check", "winston", "--lang", "en", cwd=own)
    assert code == 1
    assert "✗ the engine fails (always): " in out
    assert "✓  shells" in out


def test_json_is_one_document_with_the_same_exit_code(pnp: Command, own: Path) -> None:
    code, out, err = pnp("check", "--json", cwd=own)
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert (document["ok"], document["strict"]) == (True, False)
    assert [game["game"] for game in document["games"]] == bundled_project().games()
    deals = document["games"][1]["engine"]["setups"]
    assert {deal["players"] for deal in deals} == {2, 3, 4, 5}
    assert {deal["in_play"] + deal["back"] for deal in deals} == {112}
    (own / "components/koko/game.toml").write_text("x = ", "utf-8")
    change(own / "components/winston/dogs.csv", "punk-head-3,punk,head,3", "punk-head-3,punk,body,3")
    code, out, err = pnp("check", "--json", "koko", "winston", cwd=own)
    assert (code, err) == (1, "")
    koko, winston = json.loads(out)["games"]
    assert koko["problems"][0]["where"] == "components/koko/game.toml:1"
    assert koko["problems"][0]["location"] == {"file": "components/koko/game.toml", "line": 1}
    assert koko["problems"][0]["message"].startswith("is not valid TOML: ")
    broken = [rule for rule in winston["rules"] if not rule["ok"]]
    assert broken[0]["breaches"][0]["value"] == "punk"
    assert {"id": "punk-head-1", "amount": 1} in broken[0]["breaches"][0]["pieces"]


def test_slips_of_typography_are_reported_and_fail_only_a_strict_check(pnp: Command, own: Path) -> None:
    change(own / "components/koko/game.toml", 'fr = "caches"', 'fr = "caches - ronds"')
    code, out, _ = pnp("check", "koko", "--lang", "fr", cwd=own)
    assert code == 0
    place = "components/koko/game.toml: box[8].name.fr"
    slip = f"{place}\u00a0: caches - ronds → caches – ronds (trait d’union au lieu d’un tiret)"
    assert f"\ntypographie\n– {slip}\n" in out
    assert "koko\u00a0: tout concorde" in out
    code, out, _ = pnp("check", "koko", "--lang", "fr", "--strict", cwd=own)
    assert code == 1
    assert f"✗ {slip}" in out
    assert "koko\u00a0: 1 désaccord" in out
    code, out, _ = pnp("check", "koko", "--json", cwd=own)
    assert code == 0
    assert json.loads(out)["games"][0]["typography"] == [
        {
            "kind": "hyphen",
            "where": "components/koko/game.toml: box[8].name.fr",
            "location": {"file": "components/koko/game.toml", "key": "box[8].name.fr"},
            "rows": [],
            "lang": "fr",
            "found": "caches - ronds",
            "instead": "caches – ronds",
        }
    ]


def test_what_goes_back_to_the_box_is_listed_for_each_number_of_players(
    pnp: Command, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pnp.games.cotcotcollec.rules import CotcotcollecState

    monkeypatch.setattr(CotcotcollecState, "spare", lambda state: Counter(doubler=5 - state.players))
    code, out, _ = pnp("check", "cotcotcollec", "--lang", "en", cwd=own)
    assert code == 0
    rows = [line.split(maxsplit=3) for line in out.splitlines() if line.lstrip()[:1].isdigit()]
    assert [[cell.strip() for cell in row] for row in rows] == [
        ["2", "all", "109", "3 × doublers (×2)"],
        ["3", "all", "110", "2 × doublers (×2)"],
        ["4", "all", "111", "1 × doublers (×2)"],
        ["5", "all", "112", "–"],
    ]
    monkeypatch.setattr(CotcotcollecState, "spare", lambda state: Counter(doubler=6))
    code, out, _ = pnp("check", "cotcotcollec", "--lang", "en", cwd=own)
    assert code == 1
    assert "✗ doubler: the engine has 5, and leaves 6 in the box (always)" in out


def test_an_unknown_game_is_bad_input(pnp: Command, own: Path) -> None:
    code, out, err = pnp("check", "kokko", cwd=own)
    assert (code, out) == (1, "")
    assert 'did you mean "koko"?' in err
