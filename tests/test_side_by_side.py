"""Pictures of changed golden faces."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from PIL import Image

from pnp.project.folders import Project
from tests import side_by_side as module
from tests.side_by_side import FaceFile, Rendering, changed_faces, show_changes, side_by_side

RENDERING = Rendering("lowtide", "fr", "full")
FACES = [FaceFile("whelk", "back"), FaceFile("whelk", "front")]


def test_changed_new_and_removed_faces_are_found() -> None:
    old = "=== a/same front\n<svg/>\n\n=== a/fox front\n<svg/>\n\n=== a/gone back\n<svg/>\n\n"
    new = "=== a/same front\n<svg/>\n\n=== a/fox front\n<g/>\n\n=== a/fox#2 front\n<svg/>\n\n"
    found = changed_faces(old, new)
    assert {face.stem() for face in found} == {"fox_front", "fox_look2_front", "gone_back"}


def test_three_columns_and_changes_in_red() -> None:
    old, new = Image.new("RGB", (40, 30), "blue"), Image.new("RGB", (40, 30), "blue")
    new.putpixel((5, 6), (0, 0, 254))
    picture = side_by_side({"changed": (old, new), "added": (None, new)})
    gap, top = module.GAP, module.GAP + 2 * module.GAP - module.GAP // 2
    columns = [gap + column * (40 + gap) for column in range(3)]
    assert [picture.getpixel((left + 5, top + 6)) for left in columns] == [(0, 0, 255), (0, 0, 254), (255, 0, 0)]
    assert [picture.getpixel((left + 6, top + 6)) for left in columns[:2]] == [(0, 0, 255), (0, 0, 255)]
    assert picture.getpixel((columns[2] + 6, top + 6)) != (255, 0, 0)
    below = top + 30 + 3 * gap
    assert [picture.getpixel((left + 6, below + 6)) for left in columns] == [
        (255, 255, 255), (0, 0, 255), (255, 0, 0),
    ]  # fmt: skip


def test_without_git_the_reason_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    said = show_changes(tmp_path / "golden.txt", FACES, RENDERING, tmp_path / "output")
    assert said.startswith("no picture of the change: fatal: not a git repository")
    assert not (tmp_path / "output").exists()


@pytest.mark.slow
def test_the_old_face_is_that_of_the_commit(copied: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    root = copied.root
    monkeypatch.setattr(module, "ROOT", root)
    monkeypatch.setattr(module, "NEEDED", ("components", "templates"))
    golden, output = root / "golden.txt", root / "output"
    golden.write_text("as drawn\n", "utf-8")
    git = ["git", "-c", "user.name=Test", "-c", "user.email=test@example.org"]
    for words in (["init", "-q"], ["add", "components", "templates"], ["commit", "-q", "-m", "Start"]):
        subprocess.run([*git, *words], cwd=root, check=True)
    assert "in no commit yet" in show_changes(golden, FACES, RENDERING, output)
    for words in (["add", "golden.txt"], ["commit", "-q", "-m", "Golden"]):
        subprocess.run([*git, *words], cwd=root, check=True)
    assert "no pixel" in show_changes(golden, FACES, RENDERING, output)
    wave = root / "templates" / "lowtide" / "wave.svg.j2"
    wave.write_text(wave.read_text("utf-8").replace("#2b6a8c", "#8c2b2b"), "utf-8")
    said = show_changes(golden, FACES, RENDERING, output)
    assert said.startswith("1 of 2 changed faces")
    assert said.endswith(str(output / "golden.png"))
    picture = Image.open(output / "golden.png").convert("RGB")
    third = (picture.width - module.GAP) // 3
    colours = [picture.getpixel((module.GAP + column * third + 4, 4 * module.GAP)) for column in range(3)]
    assert colours == [(0x2B, 0x6A, 0x8C), (0x8C, 0x2B, 0x2B), (255, 0, 0)]
