"""`pnp export`: what a person sees."""

from __future__ import annotations

from pathlib import Path

from pnp.project.folders import Project
from tests.cli.command import Command


def test_the_list_shows_targets_and_their_options(pnp: Command, tmp_path: Path) -> None:
    for words in (("export", "--list"), ("export",)):
        code, said, _ = pnp(*words, cwd=tmp_path)
        assert code == 0
        assert "tts" in said
        assert "Tabletop Simulator" in said
        assert "base-url" in said


def test_a_broken_profile_does_not_hide_the_others(pnp: Command, copied: Project) -> None:
    (copied.root / "exports").mkdir()
    (copied.root / "exports/corner.toml").write_text("title = 3\n", "utf-8")
    code, said, err = pnp("export", "--list", cwd=copied.root)
    assert code == 1
    assert "Tabletop Simulator" in said
    assert 'exports/corner.toml: title must be a text, not "3"' in err


def test_an_export_ends_with_a_table(pnp: Command, project: Project, tmp_path: Path) -> None:
    code, said, _ = pnp("export", "tgc", "lowtide", "--lang", "en", "--out", tmp_path, cwd=project.root)
    assert code == 0
    assert "export-tgc_en" in said
    assert "not made, because The Game Crafter does not make standees: fisher" in said
    assert "the nearest is Mini Deck" in said
    assert [path.suffix for path in sorted(tmp_path.glob("*/*/*"))] == [".json", ".txt", ".zip"]


def test_a_dry_run_says_what_would_be_written(pnp: Command, project: Project, tmp_path: Path) -> None:
    code, said, _ = pnp("export", "png", "--dry-run", "--out", tmp_path, cwd=project.root)
    assert code == 0
    assert "would write tides/*.png (14 files), about" in said
    assert "would write counts.csv, about" in said
    assert not list(tmp_path.iterdir())


def test_wrong_words_end_with_what_is_known(pnp: Command, project: Project, tmp_path: Path) -> None:
    for words, wanted in (
        (("tgcc",), 'there is no export target "tgcc" [E1101]\n  hint: did you mean "tgc"?'),
        (("png", "--set", "dpi"), '--set must be NAME=VALUE, not "dpi"'),
        (("png", "--set", "dpi=3"), '--set dpi must be a number from 36 to 2400, not "3"'),
        (("tts", "--set", "dpi=300"), "--set dpi is not an option of the target tts"),
        (("png", "--base-url", "https://x.org"), "--set base-url is not an option of the target png"),
        (("png", "--only", "shels"), 'lowtide: --only: no deck or piece matches "shels"'),
        (("mpc", "--strict", "--dry-run"), "lowtide: mpc has a notice, which --strict does not allow: "),
    ):
        code, _, said = pnp("export", words[0], "lowtide", *words[1:], "--out", tmp_path, cwd=project.root)
        assert code == 1
        assert wanted in said
    assert not list(tmp_path.rglob("*.*"))
