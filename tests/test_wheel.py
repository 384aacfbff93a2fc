"""The wheel: built through the sdist, it carries the games, and builds one from any folder."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    assert list(folder.glob("*.tar.gz")), "the wheel is built through the sdist"
    [path] = folder.glob("*.whl")
    return path


def tracked(*folders: str) -> set[str]:
    listing = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, check=True, capture_output=True, text=True)
    return {name for name in listing.stdout.splitlines() if (ROOT / name).is_file()}


def test_the_wheel_has_the_games_and_templates_that_git_tracks(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    data = {name.removeprefix("pnp/_data/") for name in names if name.startswith("pnp/_data/")}
    assert tracked("components", "templates") <= data
    assert tracked("pnp") <= names
    assert {
        "pnp/starter/styles/classic/card.svg.j2",
        "pnp/starter/styles/classic/rules.py.txt",
        "pnp/starter/styles/plain/fr/cards.csv",
    } <= names
    assert not any(name.startswith(("tests/", "output/")) for name in names)
    assert any(name.endswith("licenses/LICENSE") for name in names)


@pytest.mark.slow
def test_the_installed_wheel_builds_a_game_from_another_folder(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "venv"
    venv.create(home, with_pip=False)
    scripts = home / ("Scripts" if sys.platform == "win32" else "bin")
    install = [sys.executable, "-m", "pip", "--python", str(scripts / "python"), "install", "--quiet", "--no-compile"]
    install += ["--constraint", str(ROOT / "constraints.txt"), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    subprocess.run([str(scripts / "pnp"), "build", "cotcotcollec", "--no-cache"], cwd=elsewhere, check=True)
    pdf = elsewhere / "output/cotcotcollec/cotcotcollec_fr_a4_full_duplex-long.pdf"
    assert pdf.read_bytes().startswith(b"%PDF-")
    subprocess.run([str(scripts / "pnp"), "new", "mygame", "--with-rules"], cwd=elsewhere, check=True)
    mine = elsewhere / "mygame"
    for command in ("build --no-cache", "memo --allow-code", "simulate mygame --allow-code --games 10 --jobs 1"):
        subprocess.run([str(scripts / "pnp"), *command.split()], cwd=mine, check=True)
    assert (mine / "output/mygame/mygame_en_a4_full_duplex-long.pdf").read_bytes().startswith(b"%PDF-")
