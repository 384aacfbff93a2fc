"""Selections, earlier builds and watching, as a person types them."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.project.folders import GameRef, Project
from pnp.project.watching import ChangedFiles, watch_projects
from tests.cli.command import Command


@pytest.mark.slow
def test_the_summary_says_how_much_of_the_game_it_is(pnp: Command, copied: Project) -> None:
    code, out, _ = pnp("build", "--only", "shells", "--only", "id=tide-1", cwd=copied.root)
    assert code == 0
    assert out.splitlines()[1].split()[:5] == ["lowtide", "14", "of", "27", "1"]
    [pdf] = copied.root.glob("output/lowtide/*.pdf")
    code, out, _ = pnp("audit", "--quiet", pdf, cwd=copied.root)
    assert code == 0
    assert "complete for a selection: 12 of 27 pieces" in out


def test_the_whole_build_is_never_written_over(pnp: Command, copied: Project) -> None:
    pnp("build", cwd=copied.root)
    whole = copied.root / "output/lowtide/lowtide_fr_a4_full_duplex-long.pdf"
    content = whole.read_bytes()
    for words in (["--only", "shells"], ["--mark", "v1"], ["--only", "../../lowtide*"], ["--only", "*"]):
        pnp("build", *words, cwd=copied.root)
    assert whole.read_bytes() == content
    assert sorted(path.parent for path in copied.root.rglob("*.pdf")) == [whole.parent] * 4


def test_a_selection_that_means_nothing_writes_nothing(pnp: Command, copied: Project) -> None:
    code, out, err = pnp("build", "--only", "id=dragon*", cwd=copied.root)
    assert (code, out) == (1, "")
    assert 'lowtide: --only: no piece matches "id=dragon*"' in err
    assert not list(copied.root.rglob("*.pdf"))


def test_a_game_without_such_pieces_is_passed_over(pnp: Command, copied: Project) -> None:
    shutil.copytree(copied.components / "lowtide", copied.components / "hightide")
    shutil.copytree(copied.templates / "lowtide", copied.templates / "hightide")
    table = copied.components / "hightide" / "shells.csv"
    table.write_text(table.read_text("utf-8").replace("whelk,", "winkle,"), "utf-8")
    code, out, err = pnp("build", "--only", "winkle", cwd=copied.root)
    assert (code, err) == (0, "")
    assert "hightide  4 of 27" in out
    assert "lowtide: nothing selected" in out


def test_a_paper_that_is_too_small_for_one_deck_points_at_only(pnp: Command, copied: Project) -> None:
    code, _, err = pnp("build", "--paper", "50x74", cwd=copied.root)
    assert code == 1
    assert "print the decks that fit with --only DECK" in err
    assert pnp("build", "--paper", "50x74", "--only", "shells", cwd=copied.root)[0] == 0


def test_render_takes_selections_and_marks(pnp: Command, copied: Project) -> None:
    assert pnp("render", "lowtide", "--only", "cost=0", "--mark", "v0.3", cwd=copied.root)[0] == 0
    written = sorted(path.name for path in (copied.root / "output/faces/lowtide").iterdir())
    assert written == ["cockle_back_fr_full_mark-v0.3.svg", "cockle_front_fr_full_mark-v0.3.svg"]
    _, out, _ = pnp("render", "lowtide", "--only", "tides", "--contact", "tides.png", cwd=copied.root)
    assert "14 faces on tides.png" in out
    code, _, err = pnp("render", "lowtide", "whelk", "--only", "cockle", cwd=copied.root)
    assert (code, "lowtide: the chosen pieces have no printed face" in err) == (1, True)
    assert pnp("render", "lowtide", "--only", "dragon", cwd=copied.root)[0] == 1


@pytest.mark.slow
def test_what_to_print_and_what_to_take_out_is_said(pnp: Command, copied: Project, tmp_path: Path) -> None:
    pnp("build", cwd=copied.root)
    earlier = shutil.copy(next(copied.root.glob("output/lowtide/*.pdf")), tmp_path / "cut.pdf")
    code, out, err = pnp("build", "--changed-since", earlier, cwd=copied.root)
    assert (code, err) == (0, "")
    assert "lowtide: nothing to print; no piece differs from cut.pdf" in out
    assert len(list(copied.root.rglob("*.pdf"))) == 1
    table = copied.components / "lowtide" / "shells.csv"
    text = table.read_text("utf-8").replace("Bulot", "Bigorneau").replace("cockle,4", "cockle,5")
    table.write_text(text.replace("oyster,5", "oyster,4"), "utf-8")
    code, out, _ = pnp("build", "--changed-since", earlier, "--mark", "v2", cwd=copied.root)
    assert code == 0
    assert "lowtide  5 of 27" in out
    assert "lowtide, changed: whelk" in out
    assert "lowtide, more copies: cockle ×1" in out
    assert "lowtide, take out: oyster ×1" in out


def test_a_saved_file_touches_its_own_game_and_a_shared_one_all(copied: Project) -> None:
    shutil.copytree(copied.components / "lowtide", copied.components / "hightide")
    games = [GameRef(copied, "lowtide"), GameRef(copied, "hightide")]

    def touched(*names: str) -> list[str]:
        saved = ChangedFiles(tuple((copied.root / name).resolve() for name in names))
        return [game.id for game in games if saved.affects(game)]

    assert touched("components/lowtide/shells.csv") == ["lowtide"]
    assert touched("templates/lowtide/x.svg.j2", "components/lowtide/art/x.svg") == ["lowtide"]
    assert touched("components/lowtide/x", "components/hightide/y") == ["lowtide", "hightide"]
    assert touched("templates/_shared/x.svg.j2") == touched("fonts/x.ttf") == touched("pnp.toml") == [
        "lowtide", "hightide",
    ]  # fmt: skip
    assert touched("../elsewhere/x") == []


class Watched:
    """A build that watches a project, and what it says."""

    def __init__(self, folder: Path, log: Path) -> None:
        self.log, self.read = log, 0
        with log.open("w") as file:
            words = [sys.executable, "-u", "-m", "pnp", "build", "--watch", "--no-guide"]
            self.process = subprocess.Popen(words, cwd=folder, stdout=file, stderr=subprocess.STDOUT)

    def said(self) -> str:
        return self.log.read_text("utf-8")[self.read :]

    def wait_for(self, text: str) -> str:
        """What it says before these words, from where the last ones ended."""
        deadline = time.monotonic() + 60
        while text not in self.said() and time.monotonic() < deadline:
            assert self.process.poll() is None, self.said()
            time.sleep(0.05)
        before, found, _ = self.said().partition(text)
        assert found, f"{text!r} was not said: {before}"
        self.read += len(before) + len(found)
        return before


@pytest.fixture
def watched(copied: Project, tmp_path: Path) -> Iterator[Watched]:
    started = Watched(copied.root, tmp_path / "log")
    yield started
    started.process.kill()
    started.process.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_watching_builds_again_on_save_and_outlives_mistakes(copied: Project, watched: Watched) -> None:
    table = copied.components / "lowtide" / "shells.csv"
    text = table.read_text("utf-8")
    pdf = copied.root / "output/lowtide/lowtide_fr_a4_full_duplex-long.pdf"
    watched.wait_for("watching lowtide; press Ctrl-C to stop\n")
    first = pdf.read_bytes()
    table.write_text(text.replace("whelk,4,Bulot,Whelk,2", "whelk,4,Bulot,Whelk,twelve"), "utf-8")
    assert 'shells.csv:2: cost must be a whole number from 0 to 9, not "twelve"' in watched.wait_for(
        "waiting for the next save"
    )
    assert pdf.read_bytes() == first, "a mistake costs nothing that was there"
    saved = table.with_name("saved.tmp")
    saved.write_text(text.replace("Bulot", "Bigorneau"), "utf-8")
    saved.replace(table)  # as many editors save
    assert "shells.csv" in watched.wait_for("built in ")
    assert pdf.read_bytes() != first
    watched.wait_for("s\n")
    (copied.components / "lowtide" / ".~lock.shells.csv#").write_text("open", "utf-8")
    (copied.root / "output" / "lowtide" / "note.txt").write_text("mine", "utf-8")
    time.sleep(1.5)
    watched.process.send_signal(signal.SIGINT)
    assert watched.process.wait(timeout=30) == 130
    assert watched.said() == "", "neither the output nor the lock of an office program is a save"
    assert {path.suffix for path in pdf.parent.iterdir()} == {".pdf", ".json", ".txt"}


def test_what_is_saved_while_the_first_build_runs_is_noticed(copied: Project) -> None:
    saves = watch_projects([copied])
    table = copied.components / "lowtide" / "shells.csv"
    table.write_text(table.read_text("utf-8") + "\n", "utf-8")
    assert next(saves).paths == (table.resolve(),)
    (copied.root / "pnp.toml").write_text("", "utf-8")  # came after the watching began
    assert next(saves).paths == ((copied.root / "pnp.toml").resolve(),)
