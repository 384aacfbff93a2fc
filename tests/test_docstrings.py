"""Public functions have examples in their docstrings, and the examples give the results that they show."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import pytest

import pnp
import pnp.play

ROOT = Path(pnp.__file__).parents[1]
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted((ROOT / "pnp").rglob("*.py"))
    if ">>> " in path.read_text("utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    found = doctest.testmod(import_module(name.removesuffix(".__init__")))
    assert found.attempted
    assert not found.failed


FUNCTIONS = sorted(pnp.PLACES)
CLASSES = [name for name in sorted(pnp.play.PLACES) if inspect.isclass(getattr(pnp.play, name))]
PLAIN = {"Names", "PieceAt", "TextAt", "LineAt"}
"""Classes of `pnp.play` whose use the examples of others show."""
PREPARED = {
    "compare_runs": 'for out in ("run", "run-2"): pnp.simulate("winston", players=2, games=20, out=out, jobs=1)',
    "locate_games": 'pnp.start_project("my-project")',
    "open_record": """
from pnp.play.record import Record, write_record
Path("game.txt").write_text(write_record(Record("winston", 2, "7"), pnp.find_game("winston")), "utf-8")
""",
    "open_table": 'pnp.start_project("lowtide"); chdir("lowtide")',
    "place_problem": "from types import SimpleNamespace; error = SimpleNamespace(problems=[])",
    "pull_tables": 'pnp.start_project("lowtide"); chdir("lowtide")',
    "resume_simulation": 'pnp.simulate("winston", players=2, games=20, out="run", jobs=1)',
    "save_table": 'pnp.start_project("lowtide"); chdir("lowtide")',
    "tables_of": 'pnp.start_project("lowtide"); chdir("lowtide")',
}
"""What an example needs to have been done before."""


def example(made: object) -> str:
    """Return the indented code in a docstring."""
    lines = (inspect.getdoc(made) or "").splitlines()
    return dedent("\n".join(line for line in lines if line.startswith("    ")))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_has_an_example_that_calls_it_correctly(name: str) -> None:
    calls = [
        call
        for call in ast.walk(ast.parse(example(getattr(pnp, name))))
        if isinstance(call, ast.Call) and ast.unparse(call.func).startswith("pnp.")
    ]
    assert name in {ast.unparse(call.func).removeprefix("pnp.") for call in calls}
    for call in calls:
        called = getattr(pnp, ast.unparse(call.func).removeprefix("pnp."))
        words = {str(keyword.arg): keyword.value for keyword in call.keywords}
        inspect.signature(called).bind(*call.args, **words)


@pytest.mark.parametrize("name", [name for name in CLASSES if name not in PLAIN])
def test_every_public_class_for_rules_has_an_example(name: str) -> None:
    text = inspect.getdoc(getattr(pnp.play, name)) or ""
    code = example(getattr(pnp.play, name))
    assert ">>> " in text or (name in code and ast.parse(code).body)


@pytest.mark.slow
@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_example_of_a_public_function_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = {"pnp": pnp, "Path": Path, "chdir": monkeypatch.chdir}
    exec(PREPARED.get(name, ""), names)
    exec(re.sub(r"games=\d+", "games=30", example(getattr(pnp, name))), names)
