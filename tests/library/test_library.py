"""The library under the commands: light to import, typed, documented, and what the commands call."""

from __future__ import annotations

import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from typing import get_type_hints

import pytest

import pnp
import pnp.play
from pnp.errors import SpecError
from pnp.sim.tournament import standings
from pnp.terms import Lang, Side

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "from-python.md"
FUNCTIONS = sorted(set(pnp.__all__) - {"__version__"})


def imported(code: str) -> set[str]:
    """The modules that a fresh Python has loaded after this code."""
    ran = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(ran.stdout.split())


def test_importing_pnp_loads_next_to_nothing() -> None:
    loaded = imported("import pnp") - imported("")
    assert {name for name in loaded if name.startswith("pnp")} == {"pnp", "pnp.lazy"}
    assert not loaded & {"pydantic", "numpy", "typst", "reportlab", "pikepdf", "jinja2", "typer", "rich"}


def test_playing_loads_no_ink() -> None:
    played = imported(
        "import pnp\nstate = pnp.find_game('winston').new(2, 1)\nstate.apply(state.legal()[0])\nstate.encode()"
    )
    ink = ("pnp.face", "pnp.press", "pnp.sheet", "pnp.games.winston.art", "svgwrite", "typst", "reportlab")
    assert not {name for name in played if name.startswith(ink)}


@pytest.mark.slow
def test_printing_loads_no_rules(tmp_path: Path) -> None:
    built = imported(
        "import pnp.worker.supervisor\npnp.worker.supervisor.USE_WORKERS = False\n"
        f"pnp.build('winston', cache=False, only=['kind=sailor'], out={str(tmp_path)!r})"
    )
    assert "pnp.games.winston.art" in built
    assert not {name for name in built if name.startswith(("pnp.games.winston.rules", "pnp.play.core", "pnp.sim"))}


def test_no_function_hides_a_module() -> None:
    modules = {module.name for module in pkgutil.iter_modules(pnp.__path__)}
    assert not modules & set(FUNCTIONS)
    assert not {module.name for module in pkgutil.iter_modules(pnp.play.__path__)} & set(pnp.play.PLACES)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_is_typed_and_documented(name: str) -> None:
    function = getattr(pnp, name)
    assert inspect.getdoc(function)
    assert "return" in get_type_hints(function)
    assert f"`{name}(" in PAGE.read_text("utf-8")


def test_the_page_names_what_there_is() -> None:
    named = set(re.findall(r"^\| `(\w+)\(", PAGE.read_text("utf-8"), re.MULTILINE))
    assert named == set(FUNCTIONS)
    assert set(pnp.PLACES) == set(FUNCTIONS)
    with pytest.raises(AttributeError, match="nonsense"):
        _ = pnp.nonsense
    for each in pnp.play.PLACES:
        assert getattr(pnp.play, each) is not None


@pytest.mark.slow
def test_the_example_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert example is not None
    monkeypatch.chdir(tmp_path)
    exec(compile(example[1].replace("games=200", "games=4"), str(PAGE), "exec"), {})
    assert (tmp_path / "run" / "report.html").is_file()


def test_what_the_functions_give_back(tmp_path: Path) -> None:
    [game] = pnp.locate_games("koko")
    assert pnp.load_game(game).title[Lang.EN]
    assert pnp.check_game(game).failures(strict=True) == 0
    faces = pnp.render_faces(game, ["tokens"], sides=["front"], lang="en")
    assert {drawn.side for drawn in faces} == {Side.FRONT}
    assert all(drawn.face.svg.startswith("<svg") or "<svg" in drawn.face.svg for drawn in faces)
    memo = pnp.print_memo(game, form="a5", lang="en", out=tmp_path)
    assert memo.pdf.is_file()
    assert memo.size_pt >= 8
    played = pnp.play_tournament(game, bots="greedy,random", games=2, jobs=1)
    assert standings(played.bouts)[0].bot == "greedy"
    runs = [pnp.simulate("winston", games=4, seed=seed, out=tmp_path / seed, jobs=1, report=False) for seed in "ab"]
    contrast = pnp.compare_runs(tmp_path / "a", tmp_path / "b")
    assert [change.what for change in contrast.changes] == ["seed"]
    assert contrast.measures
    assert not pnp.compare_runs(tmp_path / "a", tmp_path / "a").measures
    again = pnp.resume_simulation(tmp_path / "a", jobs=1, report=False)
    assert again.summary.digest == runs[0].summary.digest
    swept = pnp.sweep("winston", sets=["players=2,3"], games=2, jobs=1, out=tmp_path / "sweep")
    assert [variant.choices["players"] for variant, _ in swept] == ["2", "3"]


def test_unknown_games_are_clear_errors() -> None:
    with pytest.raises(SpecError, match='did you mean "winston"'):
        pnp.find_game("winstan")


def test_types_travel_with_the_package() -> None:
    assert (Path(pnp.__file__).parent / "py.typed").is_file()
