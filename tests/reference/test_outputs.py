"""Every key of every JSON document is explained: real documents are held against the reference."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pnp as library
from pnp.project.folders import Project
from pnp.reference.outputs import (
    AUDIT,
    BOX,
    CHECK,
    EXPORT,
    GAME,
    OUTPUTS,
    PLACEMENTS,
    RUN,
    STATS,
    SUMMARY,
    TOURNAMENT,
    Output,
)
from tests.cli.command import Command


def paths(value: Any, known: set[str], path: str = "") -> Iterator[str]:
    """The paths of a document, with `*` where a name is explained as one, and no deeper than the explanations go."""

    def inside(start: str) -> bool:
        return any(each.startswith((f"{start}.", f"{start}[")) for each in known)

    if path in known:
        yield path
    if path in known and (value is None or not inside(path)):
        return
    if isinstance(value, dict):
        for key, inner in value.items():
            named, starred = (f"{path}.{each}" if path else each for each in (key, "*"))
            yield from paths(inner, known, named if named in known or inside(named) else starred)
    elif isinstance(value, list):
        for inner in value:
            yield from paths(inner, known, f"{path}[]")
    elif value is not None:
        yield path


def check_explained(output: Output, document: Any, *seldom: str) -> None:
    """Fail for keys that are not explained, and for explained ones that are missing, but for seldom ones."""
    assert {key: document[key] for key in output.marks} == output.marks
    assert list(document)[: len(output.marks)] == [*output.marks], "a document says first what it is"
    known = {*output.keys, *output.marks}
    found = set(paths(document, known))
    assert found <= known, f"not explained: {sorted(found - known)}"
    usual = {path for path, text in output.keys.items() if not text.startswith(("Only", "`null`"))}
    gone = {path for path in usual - found if not path.startswith(seldom)}
    assert not gone, f"explained, and not there: {sorted(gone)}"


def printed(pnp: Command, cwd: Path, *words: object) -> Any:
    code, out, said = pnp(*words, cwd=cwd)
    assert code == 0, said
    return json.loads(out)


def test_every_document_says_what_it_is() -> None:
    assert len({json.dumps(each.marks) for each in OUTPUTS}) == len(OUTPUTS)
    assert len({each.name for each in OUTPUTS}) == len(OUTPUTS)


@pytest.mark.parametrize("output", OUTPUTS, ids=lambda output: output.name)
def test_every_key_is_described(output: Output) -> None:
    assert all(text.endswith(".") for text in output.keys.values())


def test_an_unknown_key_is_found() -> None:
    output = Output("", "", {"format": 1}, {"decks[].name": "A deck.", "title.*": "By language."})
    sound = {"format": 1, "decks": [{"name": "cards"}], "title": {"en": "Low Tide"}}
    check_explained(output, sound)
    with pytest.raises(AssertionError, match="not explained"):
        check_explained(output, sound | {"decks": [{"name": "cards", "size": 1}]})
    with pytest.raises(AssertionError, match="not there"):
        check_explained(output, sound | {"decks": []})


@pytest.mark.usefixtures("here")
def test_placements(project: Project, tmp_path: Path) -> None:
    made = library.build("lowtide", start=project.root, out=tmp_path, only=["shells"], mark="v1", guide=False)
    listed = json.loads(made.pdf.with_suffix(".json").read_text("utf-8"))
    check_explained(PLACEMENTS, listed, "correction.", "selection.", "savings[].", "problems[].", "placements[].part.")


@pytest.mark.slow
def test_an_audit(project: Project, tmp_path: Path) -> None:
    made = library.build("lowtide", start=project.root, out=tmp_path)
    report = library.audit_file(made.pdf, start=project.root)
    check_explained(AUDIT, report.as_data(), "findings", "notes")


@pytest.mark.slow
def test_a_check(pnp: Command, tmp_path: Path) -> None:
    document = printed(pnp, tmp_path, "check", "winston", "--json")
    seldom = ("problems", "engine.differences", "engine.failures", "rules[].breaches", "notes", "typography")
    check_explained(CHECK, document, *(f"games[].{each}" for each in seldom), "games[].rules[].name")


def test_the_numbers_of_a_deck(pnp: Command, tmp_path: Path) -> None:
    words = ("stats", "conquete", "cotcotcollec", "--json", "--odds", "1+ kind=joker in 4 of cards")
    code, out, _ = pnp(*words, cwd=tmp_path)
    assert code == 1, "the other game has no such deck"
    [found] = json.loads(out)
    check_explained(STATS, found, "decks[].numbers", "decks[].icons", "decks[].crosses", "decks[].die")
    [found] = printed(pnp, tmp_path, "stats", "conquete", "--json")
    check_explained(STATS, found, "odds", "decks[].crosses", "decks[].columns", "decks[].die")


@pytest.mark.slow
def test_a_run_and_its_summary(tmp_path: Path) -> None:
    run = library.simulate("koko", players=2, games=2, bots="random", out=tmp_path / "run", jobs=1)
    told = json.loads((run.folder.path / "run.json").read_text("utf-8"))
    check_explained(RUN, told, "options")
    check_explained(SUMMARY, json.loads((run.folder.path / "summary.json").read_text("utf-8")))


def test_a_tournament(pnp: Command, tmp_path: Path) -> None:
    words = ("tournament", "koko", "--bots", "random,greedy", "--games", "2", "--jobs", "1", "--json")
    check_explained(TOURNAMENT, printed(pnp, tmp_path, *words), "options")


@pytest.mark.slow
def test_a_box(tmp_path: Path) -> None:
    made = library.print_box("winston", out=tmp_path)
    check_explained(BOX, json.loads(made.pdf.with_suffix(".json").read_text("utf-8")))


def test_an_export_of_the_whole_game(tmp_path: Path) -> None:
    made = library.export_game("winston", "data", out=tmp_path)
    check_explained(GAME, json.loads((made.folder / "winston.json").read_text("utf-8")), "numbers", "texts", "box[]")
    check_explained(EXPORT, json.loads((made.folder / "export.json").read_text("utf-8")), "not_made", "notices")
