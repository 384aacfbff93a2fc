"""Exports as a whole: what comes back, folders that are replaced only when everything is there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import pnp
from pnp.errors import PressError, SpecError
from pnp.export import job as jobs
from pnp.export.export import MANIFEST
from pnp.project.folders import Project
from tests.export.exported import exported


def _tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def test_what_comes_back_is_what_is_there() -> None:
    made = exported("png")
    assert made.folder.name == "export-png_en"
    there = _tree(made.folder)
    assert {file.name: file.size_bytes for file in made.files} == {
        name: len(content) for name, content in there.items() if name != MANIFEST
    }
    told = json.loads(there[MANIFEST])
    assert (told["game"], told["target"], told["pieces"]) == ("lowtide", "png", made.made)
    assert made.pieces == 13 + 7 + 5 + 1 + 1, "a pad of three leaves is one piece"


def test_the_same_game_gives_the_same_bytes(project: Project, tmp_path: Path) -> None:
    made = pnp.export_game("lowtide", "tgc", lang="en", out=tmp_path, start=project.root, cache=False)
    assert _tree(made.folder) == _tree(exported("tgc").folder)


def test_a_dry_run_writes_nothing_and_knows_the_names(project: Project, tmp_path: Path) -> None:
    dry = pnp.export_game("lowtide", "png", lang="en", out=tmp_path, start=project.root, dry_run=True)
    assert not list(tmp_path.iterdir())
    real = exported("png")
    assert [file.name for file in dry.files] == [file.name for file in real.files]
    assert all(file.estimated for file in dry.files)
    assert 0.3 < dry.size_bytes / real.size_bytes < 3
    assert (dry.made, dry.notices) == (real.made, real.notices)


def test_a_selection_has_a_folder_of_its_own(project: Project, tmp_path: Path) -> None:
    made = pnp.export_game("lowtide", "data", only=["pebbles"], lang="en", out=tmp_path, start=project.root)
    assert made.made == {"pebble": 5}
    assert made.folder.name == "export-data_en_only-pebbles"


@pytest.fixture
def earlier(project: Project, tmp_path: Path) -> dict[str, bytes]:
    """An export that is there already."""
    made = pnp.export_game("lowtide", "data", lang="en", out=tmp_path, start=project.root)
    (made.folder / "lowtide.json").write_text("from before")
    return _tree(tmp_path)


def test_an_earlier_export_is_replaced_as_a_whole(project: Project, tmp_path: Path, earlier: dict[str, bytes]) -> None:
    stray = tmp_path / "lowtide/export-data_en/deleted-since.png"
    stray.write_text("a card that is no more")
    pnp.export_game("lowtide", "data", lang="en", out=tmp_path, start=project.root)
    assert not stray.exists()
    assert set(_tree(tmp_path)) == set(earlier)
    assert _tree(tmp_path) != earlier


@pytest.mark.parametrize("failure", [PressError(), KeyboardInterrupt(), OSError(28, "no room")])
def test_what_was_there_stays_when_something_fails(
    project: Project,
    tmp_path: Path,
    earlier: dict[str, bytes],
    failure: BaseException,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole: Callable[..., None] = jobs.ExportJob.add

    def fails(job: jobs.ExportJob, *words: object) -> None:
        whole(job, *words)
        raise failure

    monkeypatch.setattr(jobs.ExportJob, "add", fails)
    with pytest.raises(type(failure)):
        pnp.export_game("lowtide", "data", lang="en", out=tmp_path, start=project.root)
    assert _tree(tmp_path) == earlier
    assert [path.name for path in (tmp_path / "lowtide").iterdir()] == ["export-data_en"]


def test_what_was_there_comes_back_where_a_folder_cannot_be_replaced(
    project: Project, tmp_path: Path, earlier: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    really = Path.rename

    def held(path: Path, target: Path) -> Path:
        if path.name.startswith(".") and not path.name.endswith(".old"):
            raise PermissionError(13, "open in another program")
        return really(path, target)

    monkeypatch.setattr(Path, "rename", held)
    with pytest.raises(PressError, match="cannot be replaced: "):
        pnp.export_game("lowtide", "data", lang="en", out=tmp_path, start=project.root)
    assert _tree(tmp_path) == earlier


def test_a_folder_that_pnp_did_not_make_is_left_alone(project: Project, tmp_path: Path) -> None:
    own = tmp_path / "lowtide/export-data_en"
    own.mkdir(parents=True)
    (own / "thesis.odt").write_text("years of work")
    with pytest.raises(PressError, match="is a folder that pnp did not export"):
        pnp.export_game("lowtide", "data", lang="en", out=tmp_path, start=project.root)
    assert [path.name for path in own.iterdir()] == ["thesis.odt"]


def test_a_game_that_a_shop_makes_nothing_of(project: Project, tmp_path: Path) -> None:
    made = pnp.export_game("lowtide", "mpc", only=["pebbles"], lang="en", out=tmp_path, start=project.root)
    assert (made.files, made.made) == ((), {})
    assert [(left.piece, left.count, left.why) for left in made.not_made] == [
        ("pebble", 5, "MakePlayingCards does not accept tokens")
    ]
    assert not list(tmp_path.rglob("*"))


def test_unknown_targets_and_options_list_the_known_ones(project: Project, tmp_path: Path) -> None:
    with pytest.raises(
        SpecError, match=r'there is no export target "tgcc" .*\n.*did you mean "tgc"\? known: .*data, .*tts'
    ):
        pnp.export_game("lowtide", "tgcc", out=tmp_path, start=project.root)
    with pytest.raises(SpecError, match=r"--set base-ulr is not an option of the target tts.*\n.*base-url"):
        pnp.export_game("lowtide", "tts", options={"base-ulr": "x"}, out=tmp_path, start=project.root)
    with pytest.raises(SpecError, match="must be a number from 512 to 10000, not "):
        pnp.export_game("lowtide", "tts", options={"sheet-px": "many"}, out=tmp_path, start=project.root)
