"""`pnp memo` as a person types it."""

from __future__ import annotations

import json
import shutil

import pytest

from pnp.project.folders import Project
from tests.cli.command import Command
from tests.memo.reading import flat, pages


def test_a_memo_is_written_and_said(pnp: Command, copied: Project) -> None:
    code, out, err = pnp("memo", cwd=copied.root)
    assert (code, err) == (0, "")
    pdf = copied.root / "output/lowtide/lowtide_memo_fr_a4-2up_a4_full.pdf"
    assert flat(pdf.read_bytes()).count("Marée basse") == 2
    heads, row, *_ = out.splitlines()
    assert heads.split() == ["memo", "copies", "type", "size", "file", "size"]
    assert row.startswith("Marée basse – mémo")


def test_every_option_reaches_the_file(pnp: Command, copied: Project) -> None:
    words = "memo lowtide --format a6 --paper letter --lang en --copies 3 --ink low --out there"
    code, _, err = pnp(*words.split(), cwd=copied.root)
    assert (code, err) == (0, "")
    pdf = (copied.root / "there/lowtide/lowtide_memo_en_a6_letter_low.pdf").read_bytes()
    assert pages(pdf) == [pytest.approx((107.95, 139.7), abs=0.05)] * 3
    assert "Low Tide" in flat(pdf)


def test_a_variant_is_another_file(pnp: Command, copied: Project) -> None:
    source = copied.components / "lowtide" / "memo-storm.fr.toml"
    source.write_text('extends = "memo"\ntitle = "Tempête"\n', "utf-8")
    code, out, _ = pnp("memo", "--format", "a5", cwd=copied.root)
    assert code == 0
    assert "Tempête – mémo" in out
    assert "Tempête" in flat((copied.root / "output/lowtide/lowtide_memo-storm_fr_a5_a4_full.pdf").read_bytes())


def test_check_says_that_all_is_well_and_writes_nothing(pnp: Command, copied: Project) -> None:
    assert pnp("memo", "--check", cwd=copied.root) == (0, "lowtide: memos in order\n", "")
    assert not (copied.root / "output").exists()


def test_check_fails_with_every_finding(pnp: Command, copied: Project) -> None:
    source = copied.components / "lowtide" / "memo.fr.toml"
    source.write_text(source.read_text("utf-8").replace("{=hand}", "3").replace("un bulot {shell}", "{fish}"), "utf-8")
    code, out, err = pnp("memo", "--check", "lowtide", cwd=copied.root)
    assert code == 1
    assert out == ""
    assert '"3" in' in err
    assert "memo.fr.toml: section[1].steps[1] (setup) has a number typed by hand: " in err


def test_what_check_would_find_is_one_line_when_printing(pnp: Command, copied: Project) -> None:
    source = copied.components / "lowtide" / "memo.fr.toml"
    text = source.read_text("utf-8").replace("{=hand}", "3").replace('heading = "Fin"', 'heading = ""')
    source.write_text('preset = "x"\n' + text, "utf-8")
    code, _, err = pnp("memo", "--format", "a5", cwd=copied.root)
    assert (code, err) == (0, "3 findings: pnp memo lowtide --check\n")
    assert pnp("memo", "--format", "a5", "--lang", "en", cwd=copied.root)[2] == "", "that one is in order"


def test_check_finds_what_does_not_fit_the_paper(pnp: Command, copied: Project) -> None:
    code, _, err = pnp("memo", "--check", "--paper", "120x160", cwd=copied.root)
    assert code == 1
    assert "(--format a6)" in err
    assert "(--format poker)" not in err, "cards are as large on any paper"


def test_a_game_without_a_memo_is_an_error_only_when_named(pnp: Command, copied: Project) -> None:
    folder = copied.components / "hightide"
    shutil.copytree(copied.components / "lowtide", folder)
    shutil.copytree(copied.templates / "lowtide", copied.templates / "hightide")
    for source in folder.glob("memo*"):
        source.unlink()
    code, out, err = pnp("memo", "--format", "a5", cwd=copied.root)
    assert (code, err) == (0, "")
    assert "hightide: no memo yet" in out
    assert pnp("memo", "--check", cwd=copied.root)[0] == 0
    code, _, err = pnp("memo", "hightide", cwd=copied.root)
    assert code == 1
    assert "components/hightide/memo.fr.toml does not exist" in err
    assert pnp("memo", "--check", "hightide", cwd=copied.root)[0] == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("memo lowtyde", 'did you mean "lowtide"?'),
        ("memo --paper a9", "--paper must be a4"),
        ("memo --copies 0", "--copies must be from 1 to 200, not 0"),
        ("memo --copies 1000", "--copies must be from 1 to 200, not 1000"),
        ("memo --format a6 --paper 80x80", "does not fit"),
        ("memo --format poker --paper 80x80", "deck memo: a piece of 44 × 68 mm does not fit on 80x80 (80 × 80 mm)"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_1(pnp: Command, copied: Project, words: str, message: str) -> None:
    code, out, err = pnp(*words.split(), cwd=copied.root)
    assert code == 1
    assert message in err
    assert out == ""


@pytest.mark.parametrize("words", ["memo --format a9", "memo --copies x", "memo --ink"])
def test_wrong_usage_is_exit_2(pnp: Command, copied: Project, words: str) -> None:
    assert pnp(*words.split(), cwd=copied.root)[0] == 2


def test_a_failed_memo_leaves_the_earlier_one(pnp: Command, copied: Project) -> None:
    pnp("memo", cwd=copied.root)
    folder = copied.root / "output/lowtide"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    source = copied.components / "lowtide" / "memo.fr.toml"
    good = source.read_text("utf-8")
    for bad in ("x = ", good.replace("{=hand}", "{=nothing}"), good.replace("Jamais", "jamais " * 400)):
        source.write_text(bad, "utf-8")
        code, _, err = pnp("memo", cwd=copied.root)
        assert code == 1
        assert "components/lowtide/memo.fr.toml" in err
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_an_output_that_cannot_be_written_is_a_clear_error(pnp: Command, copied: Project) -> None:
    (copied.root / "taken").write_text("a file, not a folder", "utf-8")
    code, _, err = pnp("memo", "--out", "taken", cwd=copied.root)
    assert code == 1
    assert "--out must be a folder, not the file taken" in err
    code, _, err = pnp("memo", "--out", "taken/there", cwd=copied.root)
    assert code == 1
    assert "taken/there" in err


def _memos(copied: Project, listing: str) -> int:
    listed = json.loads((copied.root / f"output/lowtide/{listing}.json").read_text("utf-8"))
    fronts = [each for each in listed["placements"] if each["piece"] == "memo" and each["side"] == "front"]
    assert listed.get("memos", 0) == len(fronts)
    assert listed["pieces"] == 27
    return len(fronts)


def test_memo_cards_fill_places_that_would_stay_empty(pnp: Command, copied: Project) -> None:
    plain = "lowtide_fr_a4_full_duplex-long"
    code, out, err = pnp("build", "--without-memo", cwd=copied.root)
    assert (code, _memos(copied, plain)) == (0, 0), err
    sheets = len(list_sheets(copied, plain))
    code, out, err = pnp("build", cwd=copied.root)
    assert code == 0, err
    filled = _memos(copied, plain)
    assert 0 < filled <= 4, "at most one for each player"
    assert f"with {filled} memo card" in out
    assert len(list_sheets(copied, plain)) == sheets
    assert pnp("audit", f"output/lowtide/{plain}.pdf", cwd=copied.root)[0] == 0
    code, _, err = pnp("build", "--only", "shells", cwd=copied.root)
    assert code == 0, err
    [selected] = (copied.root / "output/lowtide").glob("*shells*.json")
    assert "memo" not in selected.read_text("utf-8"), "a selection is only what was selected"


def test_memo_cards_in_spare_places_hide_no_saving(pnp: Command, copied: Project) -> None:
    """With fewer sheets there is less room, and those cards are left out."""
    code, out, err = pnp("build", "--sides", "fold", cwd=copied.root)
    assert code == 0, err
    assert "with 4 memo cards" in out
    assert "--cut shared would take 5 sheets instead of 6" in out + err


def list_sheets(copied: Project, listing: str) -> set[int]:
    listed = json.loads((copied.root / f"output/lowtide/{listing}.json").read_text("utf-8"))
    return {page["sheet"] for page in listed["pages"]}


def test_a_memo_that_cannot_be_printed_leaves_its_places_empty(pnp: Command, copied: Project) -> None:
    memo = copied.components / "lowtide/memo.fr.toml"
    memo.write_text(memo.read_text("utf-8") + "\nnonsense = 1\n", "utf-8")
    code, _, err = pnp("build", cwd=copied.root)
    assert (code, _memos(copied, "lowtide_fr_a4_full_duplex-long")) == (0, 0), err
    assert pnp("memo", cwd=copied.root)[0] == 1, "pnp memo says why"
    memo.unlink()
    code, _, err = pnp("build", cwd=copied.root)
    assert (code, _memos(copied, "lowtide_fr_a4_full_duplex-long")) == (0, 0), err


def test_build_with_memo_adds_a_card_for_each_player(pnp: Command, copied: Project) -> None:
    code, _, err = pnp("build", "--with-memo", cwd=copied.root)
    assert code == 0, err
    listed = json.loads((copied.root / "output/lowtide/lowtide_fr_a4_full_duplex-long.json").read_text("utf-8"))
    assert sum(placement["piece"] == "memo" for placement in listed["placements"]) == 8, "four fronts and four backs"
    for memo in (copied.components / "lowtide").glob("memo*"):
        memo.unlink()
    code, _, err = pnp("build", "--with-memo", cwd=copied.root)
    assert code == 1
    assert "components/lowtide/memo.fr.toml does not exist" in err
