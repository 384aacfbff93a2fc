"""Fingerprints: code counts as far as it is imported, found in its text without being run."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pnp.play.registry import drawings_hash, rules_hash
from pnp.project.folders import bundled_project
from pnp.store import fingerprint
from pnp.store.fingerprint import code_hash, module_hashes

ROOT = bundled_project().root
PACKAGE = {
    "__init__.py": "from beach.lost import nothing\n",
    "main.py": """
        from __future__ import annotations

        from typing import TYPE_CHECKING
        import os, beach.crab as crab
        from beach.dunes import grass, SAND  # grass is a module, SAND is a name
        from beach import (
            gull,  # a comment, with a comma
            tern as sterna,
        )
        from . import whelk
        from .cove import (deep, deeper)
        from beach.kelp import \\
            frond

        if TYPE_CHECKING:
            from beach.typed import Typed

            from beach.typed_too import TypedToo

        if os.name: import beach.wave
        def late() -> None:
            from beach import late as later
            import numpy; from .. import outside
        """,
    "crab.py": "import beach.claw\n",
    "claw.py": "raise SystemExit('this must not run')\n",
    "dunes/__init__.py": "SAND = 1\n",
    "dunes/grass.py": "from ..under import ROOT\nfrom . import hare\n",
    "dunes/hare.py": "",
    "under.py": "ROOT = 1\n",
    "cove/__init__.py": "from .deep import below\n",
    "cove/deep.py": "below = 1\n",
    "typed.py": "",
    "typed_too.py": "",
    "unused.py": "",
    "lost.py": "",
    **{f"{name}.py": "" for name in ("gull", "tern", "whelk", "kelp", "wave", "late")},
}
IMPORTED = {
    f"beach.{name}"
    for name in (
        *("main", "crab", "claw", "dunes", "dunes.grass", "dunes.hare", "under", "gull", "tern", "whelk"),
        *("cove", "cove.deep", "kelp", "wave", "late"),
    )
}

Edit = Callable[[str], None]


@pytest.fixture
def edit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Edit]:
    """A package `beach`; what edits a file of it, as a later run would find it."""
    for name, text in PACKAGE.items():
        path = tmp_path / "beach" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(line.removeprefix(" " * 8) for line in text.splitlines()) + "\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    def forget() -> None:
        for kept in (fingerprint._source, fingerprint._path, fingerprint._place, fingerprint._names_in):
            kept.cache_clear()

    def change(name: str) -> None:
        path = tmp_path / "beach" / name
        path.write_text((path.read_text("utf-8") if path.exists() else "") + "\n# edited\n", "utf-8")
        forget()

    forget()
    yield change
    forget()


def test_every_form_of_import_is_followed_and_nothing_is_run(edit: Edit) -> None:
    assert set(module_hashes("beach.main")) == IMPORTED
    assert not [name for name in sys.modules if name.partition(".")[0] == "beach"]


@pytest.mark.parametrize("name", sorted(IMPORTED))
def test_what_is_imported_directly_or_not_makes_a_difference(edit: Edit, name: str) -> None:
    before = code_hash("beach.main")
    file = name.removeprefix("beach.").replace(".", "/")
    edit(f"{file}/__init__.py" if f"{file}/__init__.py" in PACKAGE else f"{file}.py")
    assert code_hash("beach.main") != before


@pytest.mark.parametrize("file", ["unused.py", "typed.py", "typed_too.py", "__init__.py", "new.py"])
def test_what_is_not_imported_makes_none(edit: Edit, file: str) -> None:
    before = code_hash("beach.main")
    edit(file)
    assert code_hash("beach.main") == before


def test_a_package_that_something_is_named_of_counts(edit: Edit) -> None:
    assert set(module_hashes("beach")) == {"beach", "beach.lost"}


def test_the_order_of_modules_makes_no_difference(edit: Edit) -> None:
    assert code_hash("beach.crab", "beach.gull") == code_hash("beach.gull", "beach.crab") != code_hash("beach.gull")


def test_a_module_in_a_file_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "seaside.py").write_text("import seaside_not_there\n", "utf-8")
    assert set(module_hashes("seaside")) == {"seaside"}
    with pytest.raises(ModuleNotFoundError, match="seasick"):
        code_hash("seasick")
    with pytest.raises(ModuleNotFoundError):
        code_hash("seaside.inner")


@pytest.mark.parametrize("game", bundled_project().games())
def test_faces_are_drawn_by_no_command_no_run_no_report_and_no_other_game(game: str) -> None:
    drawing = module_hashes("pnp.face.render", f"pnp.games.{game}.art")
    others = [f"pnp.games.{other}." for other in bundled_project().games() if other != game]
    forbidden = ("pnp.cli", "pnp.sim", "pnp.report", "pnp.stats", "pnp.press", "pnp.memo", *others)
    assert not [name for name in drawing if name.startswith(forbidden)]
    assert not {f"pnp.games.{game}.rules", f"pnp.games.{game}.judge", "pnp.play.core"} & set(drawing)


def test_each_game_has_drawings_and_rules_of_its_own() -> None:
    games = bundled_project().games()
    assert len({drawings_hash(bundled_project(), game) for game in games}) == len(games)
    assert len({rules_hash(bundled_project(), game) for game in games}) == len(games)
    assert drawings_hash(bundled_project(), "nothing") == rules_hash(bundled_project(), "nothing") == ""


def test_finding_the_code_is_fast_and_loads_nothing() -> None:
    code = (
        "import sys, time; from pnp.store.fingerprint import code_hash; begun = time.process_time()\n"
        "code_hash('pnp.press.document', 'pnp.games.winston.art'); spent = time.process_time() - begun\n"
        "assert not {'pydantic', 'svgwrite', 'jinja2', 'typst', 'pnp.press', 'pnp.games.winston'} & set(sys.modules)\n"
        "assert spent < 0.25, spent"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_edited_commands_runs_and_other_games_redraw_no_face(tmp_path: Path) -> None:
    """Seen from outside, with a copy of pnp that is edited between two builds on other paper."""
    ignored = shutil.ignore_patterns("__pycache__", "_data")
    for folder in ("pnp", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    for game in ("winston", "koko"):
        shutil.copytree(ROOT / "components" / game, tmp_path / "components" / game)

    def build(paper: str) -> str:
        words = ["build", "koko", "--paper", paper, "--out", str(tmp_path / "out")]
        done = subprocess.run(
            [sys.executable, "-m", "pnp", *words], check=False, capture_output=True, text=True, cwd=tmp_path,
            env={"PNP_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()[-1]

    def edit(*files: str) -> None:
        for file in files:
            path = tmp_path / "pnp" / file
            path.write_text(path.read_text("utf-8") + "\n# edited\n", "utf-8")

    everything = build("a4")
    assert ", 0 drawn" not in everything
    edit(
        "cli/commands/build.py",
        "sim/setup.py",
        "report/page.py",
        "games/winston/art/__init__.py",
        "games/winston/rules.py",
    )
    edit("games/koko/rules.py", "play/core.py", "press/sheet_labels.py", "sheet/impose.py", "memo/print.py")
    assert build("letter").endswith(", 0 newly drawn")
    edit("games/koko/art/monkey.py")
    assert build("a3") == everything
