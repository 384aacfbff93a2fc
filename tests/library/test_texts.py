"""Text files of a game: which can be edited, and what a save changes."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.errors import PnpError
from pnp.library.texts import (
    LARGEST_TEXT,
    TextChangedError,
    TextKind,
    decode_text,
    encode_text,
    list_texts,
    open_text,
    save_text,
)
from pnp.project import saving
from pnp.project.folders import GameRef, Project

SPEC = "components/lowtide/game.toml"
TEMPLATE = "templates/lowtide/shell.svg.j2"


@pytest.fixture
def game(copied: Project) -> GameRef:
    return GameRef(copied, "lowtide")


def path_of(game: GameRef, name: str) -> Path:
    path = game.project.root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def test_the_texts_of_a_game(game: GameRef) -> None:
    for name in (
        "pnp.toml",
        "templates/_shared/frame.svg.j2",
        "templates/other/card.svg.j2",
        "components/lowtide/x.csv",
    ):
        path_of(game, name).write_text("")
    for name in ("rules.py", "art.py", ".hidden.svg", "art/.hidden/x.svg", "notes.txt"):
        path_of(game, f"components/lowtide/{name}").write_text("")
    for name in ("tool.py", "photo.png", "font.ttf", ".hidden"):
        path_of(game, f"templates/lowtide/{name}").write_text("")
    found = {each.name: (each.kind, each.read_only) for each in list_texts(game)}
    assert list(found) == [
        SPEC, "components/lowtide/memo.en.toml", "components/lowtide/memo.fr.toml",
        *(f"templates/lowtide/{name}.svg.j2" for name in ("leaf", "pebble", "shell", "tide", "wave")),
        "templates/_shared/frame.svg.j2", "components/lowtide/art/shell.svg", "pnp.toml",
    ]  # fmt: skip
    kinds = {name: kind for name, (kind, _) in found.items()}
    assert kinds[SPEC] is TextKind.SPEC
    assert kinds["components/lowtide/memo.en.toml"] is TextKind.MEMO
    assert kinds[TEMPLATE] is TextKind.TEMPLATE
    assert kinds["components/lowtide/art/shell.svg"] is TextKind.DRAWING
    assert [name for name, (_, reason) in found.items() if reason] == ["pnp.toml"]
    assert "limits" in found["pnp.toml"][1]


def test_links_out_of_the_project_are_not_listed_and_links_to_other_kinds_are_read_only(
    game: GameRef, tmp_path: Path
) -> None:
    (tmp_path / "outside.j2").write_text("outside")
    path_of(game, ".git/hooks/pre-commit").write_text("#!/bin/sh")
    path_of(game, "components/lowtide/rules.py").write_text("")
    path_of(game, "pnp.toml").write_text("")
    folder = game.project.templates / "lowtide"
    (folder / "out.j2").symlink_to(tmp_path / "outside.j2")
    (folder / "hook.j2").symlink_to(game.project.root / ".git" / "hooks" / "pre-commit")
    (folder / "code.j2").symlink_to(game.project.components / "lowtide" / "rules.py")
    (folder / "settings.j2").symlink_to(game.project.root / "pnp.toml")
    (folder / "same.j2").symlink_to(folder / "shell.svg.j2")
    (folder / "all").symlink_to(game.project.root)
    found = {Path(each.name).name: each.read_only for each in list_texts(game)}
    assert "out.j2" not in found
    assert "pre-commit" not in found
    assert [bool(found[name]) for name in ("hook.j2", "code.j2", "settings.j2", "same.j2")] == [True, True, True, False]
    before = open_text(game, "templates/lowtide/hook.j2")
    with pytest.raises(PnpError, match="E0114"):
        save_text(game, "templates/lowtide/hook.j2", "rm -rf", before.version)
    save_text(game, "templates/lowtide/same.j2", "new", open_text(game, "templates/lowtide/same.j2").version)
    assert (folder / "same.j2").is_symlink()
    assert (folder / "shell.svg.j2").read_text() == "new"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("components/lowtide/rules.py", "E0114"), ("components/../components/lowtide/game.toml", "E0101"),
        ("../secret.toml", "E0101"), ("/etc/passwd", "E0101"), ("", "E0101"), ("components/other/game.toml", "E0101"),
        ("templates/lowtide", "E0101"), ("components/lowtide/shells.csv", "E0101"), ("a\0b", "E0101"),
    ],
)  # fmt: skip
def test_other_files_are_neither_read_nor_written(game: GameRef, name: str, code: str) -> None:
    path_of(game, "components/lowtide/rules.py").write_text("")
    path_of(game, "components/other/game.toml").write_text('title = "Other"')
    calls: list[Callable[[], object]] = [lambda: open_text(game, name), lambda: save_text(game, name, "x", "x")]
    for work in calls:
        with pytest.raises(PnpError) as caught:
            work()
        assert [problem.code for problem in caught.value.problems] == [code]


def test_a_save_is_refused_if_the_file_has_changed_or_is_gone(game: GameRef) -> None:
    path = path_of(game, SPEC)
    opened = open_text(game, SPEC)
    path.write_bytes(b"other\r\n")
    with pytest.raises(TextChangedError) as caught:
        save_text(game, SPEC, "mine", opened.version)
    assert caught.value.now is not None
    assert (caught.value.now.text, path.read_bytes()) == ("other\n", b"other\r\n")
    saved = save_text(game, SPEC, "mine\n", caught.value.now.version)
    assert path.read_bytes() == b"mine\r\n"
    assert saved == open_text(game, SPEC)
    path = path_of(game, TEMPLATE)
    opened = open_text(game, TEMPLATE)
    path.unlink()
    with pytest.raises(PnpError, match="may have been deleted"):
        save_text(game, TEMPLATE, "mine", opened.version)
    assert not path.exists()


def test_a_save_keeps_permissions_and_does_not_touch_an_unchanged_file(game: GameRef) -> None:
    path = path_of(game, SPEC)
    path.chmod(0o640)
    opened = open_text(game, SPEC)
    before = path.stat()
    assert save_text(game, SPEC, opened.text, opened.version).version == opened.version
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert path.stat().st_ino == before.st_ino
    save_text(game, SPEC, opened.text + "# more\n", opened.version)
    assert path.stat().st_mode & 0o777 == 0o640


def test_write_protected_large_and_binary_files(game: GameRef) -> None:
    path = path_of(game, TEMPLATE)
    path.write_bytes(b"caf\xe9\n")
    opened = open_text(game, TEMPLATE)
    assert (opened.text, opened.read_only[:19]) == ("caf\ufffd\n", "it is not UTF-8 tex")
    with pytest.raises(PnpError, match="E0114"):
        save_text(game, TEMPLATE, "x", opened.version)
    path.write_bytes(b"a\0b")
    assert open_text(game, TEMPLATE).read_only
    path.write_bytes(b"x" * (LARGEST_TEXT + 1))
    with pytest.raises(PnpError, match="larger than 1 MB"):
        open_text(game, TEMPLATE)
    path.write_bytes(b"x")
    with pytest.raises(PnpError, match="must be at most 1 MB"):
        save_text(game, TEMPLATE, "é" * (LARGEST_TEXT // 2 + 1), open_text(game, TEMPLATE).version)
    assert path.read_bytes() == b"x"
    path.chmod(0o444)
    assert open_text(game, TEMPLATE).read_only == "the file is write-protected"


def test_games_that_come_with_pnp_are_read_only(game: GameRef, monkeypatch: pytest.MonkeyPatch) -> None:
    root = game.project.root.rename(game.project.root.with_name("_data"))
    bundled = GameRef(Project(root), "lowtide")
    monkeypatch.setattr(saving, "bundled_project", lambda: bundled.project)
    opened = open_text(bundled, SPEC)
    assert opened.read_only == "the game comes with pnp; create your own with pnp new"
    with pytest.raises(PnpError, match="E0114"):
        save_text(bundled, SPEC, "x", opened.version)


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", ["", "\n"])
def test_mark_line_ends_and_final_line_end_are_kept(game: GameRef, mark: bytes, end: str, last: str) -> None:
    path, text = path_of(game, TEMPLATE), f"one\ntwo é\nthree{last}"
    path.write_bytes(mark + text.replace("\n", end).encode())
    opened = open_text(game, TEMPLATE)
    assert opened.text == text
    changed = text.replace("two é", "two\ntwo and a half")
    save_text(game, TEMPLATE, changed, opened.version)
    assert path.read_bytes() == mark + changed.replace("\n", end).encode()


def test_mixed_line_ends_stay_where_they_are() -> None:
    before = b"a\r\nb\nc\r\nd\re\nf"
    assert encode_text("a\nb\nnew\nc\nd\ne\nf", before) == b"a\r\nb\nnew\nc\r\nd\re\nf"
    assert encode_text("first\na\nb\nc\nd\ne\nf\nlast\n", before) == b"first\r\na\r\nb\nc\r\nd\re\nf\nlast\n"
    assert encode_text("c\nd\nf", before) == b"c\r\nd\rf"
    assert encode_text("", before) == b""


LINES = st.lists(st.tuples(st.sampled_from(["", "a", "b", "c"]), st.sampled_from(["\n", "\r\n", "\r"])), max_size=12)


@given(LINES, st.lists(st.sampled_from(["", "a", "b", "c"]), max_size=12))
def test_only_line_ends_are_restored(before: list[tuple[str, str]], lines: list[str]) -> None:
    text = "\n".join(lines)
    old = "".join(line + end for line, end in before).encode()
    shown = decode_text(old).replace("\r\n", "\n").replace("\r", "\n")
    assert encode_text(shown, old) == old
    new = encode_text(text, old).decode()
    assert new.replace("\r\n", "\n").replace("\r", "\n") == text
