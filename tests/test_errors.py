"""Problems: a mistake is reported once, with the cards or rows that have it."""

from __future__ import annotations

import errno
import pickle
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

import pnp
from pnp.errors import (
    Location,
    PnpError,
    Problem,
    RenderError,
    SpecError,
    UnreadableFileError,
    format_problems,
    option_location,
    os_problem,
)
from pnp.face import faces
from pnp.face.faces import draw_all
from pnp.project.folders import Project
from pnp.spec.load import load_game
from pnp.worker.progress import silent
from tests.cli.command import run_command
from tests.face.test_render import with_body


def on(card: str, found: str = "x", hint: str = "", side: str = "front") -> Problem:
    return Problem(Location(game="game", piece=card, side=side), "must be y", hint, found=found, code="E0403")


def test_what_is_alone_is_reported_on_one_line() -> None:
    assert format_problems([on("a"), Problem(option_location("--b"), "c went wrong", code="E0204")]) == [
        "game: a (front) must be y, not x [E0403]",
        "--b: c went wrong [E0204]",
    ]


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem(option_location("--b"), "is missing", code="E0203"), "--b is missing [E0203]"),
        (Problem(option_location("--b"), "is too long", found="9", code="E0203"), "--b is too long: 9 [E0203]"),
        (Problem(option_location("--b"), "must be 1", found="2", code="E0203"), "--b must be 1, not 2 [E0203]"),
        (
            Problem(option_location("--b"), "it broke", "mind it", code="E0203"),
            "--b: it broke [E0203]\n  hint: mind it",
        ),
        (Problem(Location(), "must be 1", code="E0203"), "must be 1 [E0203]"),
    ],
)
def test_a_message_goes_on_where_its_location_ends(problem: Problem, text: str) -> None:
    assert str(problem) == text


def test_one_mistake_on_many_cards_is_reported_once() -> None:
    problems = [on(card, hint="h") for card in ("ant", "bee", "cow", "dog", "eel")] + [on("ant", hint="h", side="back")]
    assert format_problems(problems) == [
        "game must be y, not x [E0403]\n  on 5 cards: ant (front), bee (front), cow (front) and 2 more\n  hint: h"
    ]


def test_what_differs_is_listed_card_by_card() -> None:
    assert format_problems([on("ant", "1"), on("bee", "2"), on("bee", "3")]) == [
        "game must be y, on 2 cards [E0403]:\n  ant (front): 1\n  bee (front): 2 and 1 more"
    ]
    many = format_problems([on(f"c{number}", str(number)) for number in range(100)])[0].splitlines()
    assert many[0] == "game must be y, on 100 cards [E0403]:"
    assert many[1] == "  c0 (front): 0"
    assert many[-1] == "  and 88 more"
    assert len(many) == 14


def test_many_different_mistakes_are_capped_and_counted() -> None:
    error = PnpError(*(Problem(option_location(f"--{number}"), "is wrong", code="E0204") for number in range(100_010)))
    *first, last = str(error).splitlines()
    assert len(first) == 30
    assert last == "and 99,980 more"


def test_hints_that_differ_stand_with_their_cards() -> None:
    assert format_problems([on("ant", "1", "h1"), on("bee", "2", "h2")])[0].splitlines()[1:] == [
        "  ant (front): 1", "    hint: h1", "  bee (front): 2", "    hint: h2",
    ]  # fmt: skip


def test_mistakes_of_two_kinds_can_be_distinguished() -> None:
    assert format_problems([on("ant"), replace(on("bee"), code="E0407")]) == [
        "game: ant (front) must be y, not x [E0403]", "game: bee (front) must be y, not x [E0407]",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (FileNotFoundError(errno.ENOENT, "No such file or directory"), "E0101"),
        (IsADirectoryError(errno.EISDIR, "Is a directory"), "E0102"),
        (NotADirectoryError(errno.ENOTDIR, "Not a directory"), "E0102"),
        (UnreadableFileError(errno.EINVAL, "it is a pipe, not a file", "here"), "E0102"),
        (PermissionError(errno.EACCES, "Permission denied"), "E0103"),
        (OSError(errno.ENOSPC, "No space left on device"), "E0104"),
        (UnreadableFileError(errno.EFBIG, "it is larger than 1 MB", "here"), "E0105"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.strerror,
)
def test_what_the_system_says_has_the_code_of_what_helps(error: OSError, code: str) -> None:
    problem = os_problem(error, Location("here"), "cannot be read")
    assert str(problem) == f"here cannot be read: {error.strerror} [{code}]"
    assert os_problem(error, Location("here"), "cannot be read", code="E1209").code == "E1209"


def test_every_problem_is_still_there_for_programs_and_other_processes() -> None:
    error = RenderError(on("a"), on("b"))
    assert len(error.problems) == 2
    assert pickle.loads(pickle.dumps(error)).problems == error.problems


def shown(project: Project, *words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    code, _, said = run_command(words, project.root, capsys, monkeypatch)
    assert code == 1
    return said


@pytest.mark.parametrize("command", ["build", "render", "contact"])
def test_a_mistake_in_a_template_is_reported_once(
    copied: Project, command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_body(copied, "\n{{ piece.cuont }}")
    words = {
        "build": ["build"],
        "render": ["render", "lowtide"],
        "contact": ["render", "lowtide", "--contact", "c.png"],
    }
    said = shown(copied, *words[command], capsys=capsys, monkeypatch=monkeypatch)
    first, cards, *rest = said.splitlines()
    assert first == (
        "templates/lowtide/tide.svg.j2:2: lowtide: the template cannot be filled in: piece has no "
        "'cuont' (did you mean 'count'?); piece has: id, count [E0402]"
    )
    assert cards == "  on 8 cards: tide-1 (front), tide-2 (front), tide-3 (front) and 5 more"
    *rest, more = rest
    assert rest in ([], ["not everything was built"])
    assert more == "run pnp explain E0402 for more"


def test_check_and_audit_report_it_once_as_well(
    copied: Project, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = pnp.build("lowtide", start=copied.root, out=copied.root / "output")
    with_body(copied, "{{ piece.cuont }}")
    code, out, _ = run_command(("audit", printed.pdf), copied.root, capsys, monkeypatch)
    assert code == 1
    assert out.count("piece has no 'cuont'") == 1
    assert "piece has: id, count [E0402]; on 8 cards: tide-1 (front), " in out
    table = copied.components / "lowtide" / "shells.csv"
    table.write_text(
        table.read_text("utf-8").replace(",2,", ",two,").replace("Coque,Cockle,,", "Coque,Cockle,two,"), "utf-8"
    )
    said = shown(copied, "check", capsys=capsys, monkeypatch=monkeypatch)
    assert said.count('not "two"') == 1
    assert "components/lowtide/shells.csv: cost must be a whole number" in said
    assert "  in 2 rows: 2, 3\n" in said


def test_the_same_wrong_font_is_one_mistake_whatever_the_texts(copied: Project) -> None:
    with_body(copied, '{{ text(piece.id, 5, 5, 30, 8, font="Ariel") }}')
    with pytest.raises(RenderError) as caught:
        pnp.render_faces("lowtide", ["tides"], start=copied.root)
    assert len(caught.value.problems) > 7
    [mistake] = format_problems(caught.value.problems)
    assert mistake.startswith(
        'templates/lowtide/tide.svg.j2:1: lowtide: there is no font "Ariel" [E0515]\n  on 7 cards: tide-1 (front), '
    )


def test_texts_that_do_not_fit_are_listed_under_one_heading(copied: Project) -> None:
    with_body(copied, '{{ text(piece.id ~ " is far too long", 5, 5, 5, 5) }}')
    with pytest.raises(RenderError) as caught:
        pnp.render_faces("lowtide", ["tides"], sides=["front"], start=copied.root)
    heading, *cards, hint = str(caught.value).splitlines()
    line = "templates/lowtide/tide.svg.j2:1"
    assert (
        heading == f"{line}: lowtide: the text does not fit its box of 5 × 5 mm at a size of 4 mm, on 7 cards [E0403]:"
    )
    needs = "the word “tide-1” needs 9.9 mm of width; the box has 5"
    assert cards[0] == f'  tide-1 (front): "tide-1 is far too long": {needs}'
    assert len(cards) == 7
    assert hint == "  hint: shorten it, enlarge its box, or allow a smaller size with min"


def test_missing_art_by_row_is_listed_too(copied: Project) -> None:
    with_body(copied, "{{ art(piece.id, 5, 5, 0.1) }}")
    with pytest.raises(RenderError) as caught:
        pnp.render_faces("lowtide", ["tides"], sides=["front"], start=copied.root)
    assert str(caught.value).splitlines()[:2] == [
        "templates/lowtide/tide.svg.j2:1: lowtide: there is no such drawing, on 7 cards [E0501]:",
        '  tide-1 (front): "tide-1"',
    ]  # fmt: skip


def own(tmp_path: Path, rows: int, body: str) -> Project:
    project = Project(tmp_path)
    (project.components / "own").mkdir(parents=True)
    (project.templates / "own").mkdir(parents=True)
    (project.components / "own" / "game.toml").write_text(
        'title = "Own"\n[decks.cards]\nsize = [44, 68]\ntable = "cards.csv"\nfront = "card.svg.j2"\n', "utf-8"
    )
    lines = [f"card {number},{number}" for number in range(rows)]
    (project.components / "own" / "cards.csv").write_text("\n".join(["name,cost", *lines]), "utf-8")
    template = f'{{% extends "face.svg.j2" %}}{{% block body %}}{body}{{% endblock %}}'
    (project.templates / "own" / "card.svg.j2").write_text(template, "utf-8")
    return project


def test_one_mistake_on_500_drawn_cards_is_reported_once(tmp_path: Path) -> None:
    bodies = {"good": "{{ text(piece.name, 5, 5, 30, 9) }}", "bad": "{{ text(piece.nme, 5, 5, 30, 9) }}",
              "art": '{{ text(piece.name, 5, 5, 30, 9) }}{{ art("nope", 5, 5) }}'}  # fmt: skip
    failed: dict[str, RenderError] = {}
    for name, body in bodies.items():
        project = own(tmp_path / name, 500, body)
        try:
            assert len(pnp.render_faces("own", start=project.root)) == 500
        except RenderError as error:
            failed[name] = error
    assert list(failed) == ["bad", "art"]
    for each in failed.values():
        assert "on 500 cards" in str(each)
        assert len(str(each)) < 1000
        assert len(each.problems) == 500


def test_a_template_that_hangs_is_not_tried_on_every_card(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(faces, "MAX_SECONDS_FAILING", 0.02)
    monkeypatch.setattr(faces, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    tried = []

    def draw(card: int) -> int:
        tried.append(card)
        clock[0] += 0.015
        raise RenderError(on(str(card)))

    with pytest.raises(RenderError, match="8 of 10 faces were skipped"):
        draw_all(range(10), draw, silent)
    assert tried == [0, 1]


def test_a_face_with_hundreds_of_problems_keeps_a_few() -> None:
    def draw(_card: int) -> int:
        raise RenderError(*(on("a", str(number)) for number in range(500)))

    with pytest.raises(RenderError) as caught:
        draw_all([1], draw, silent)
    assert len(caught.value.problems) == faces.MAX_PROBLEMS_PER_FACE


def test_a_huge_table_of_mistakes_stays_bounded(tmp_path: Path) -> None:
    project = own(tmp_path, 30_000, "x")
    spec = project.components / "own" / "game.toml"
    spec.write_text(spec.read_text("utf-8") + '[decks.cards.columns]\ncost = { type = "colour" }\n', "utf-8")
    with pytest.raises(SpecError) as caught:
        load_game(project, "own")
    assert len(caught.value.problems) < 10_100
    said = str(caught.value)
    assert said.startswith("components/own/cards.csv: cost must be a colour like #fbf3df, #fff or gold, in ")
    assert len(said) < 2_000


def test_a_value_of_the_wrong_kind_in_many_rows_is_reported_once(copied: Project) -> None:
    table = copied.components / "lowtide" / "shells.csv"
    table.write_text(
        table.read_text("utf-8").replace("Bulot,Whelk,2", "Bulot,Whelk,–").replace("Coque,Cockle,", "Coque,Cockle,–"),
        "utf-8",
    )
    with pytest.raises(PnpError) as caught:
        load_game(copied, "lowtide")
    assert "shells.csv: cost must be a whole number" in str(caught.value)
    assert str(caught.value).count("–") == 1
    table_name = "components/lowtide/shells.csv"
    assert [problem.where for problem in caught.value.problems][:2] == [
        Location(table_name, line=2, row=2, column="cost"), Location(table_name, line=3, row=3, column="cost"),
    ]  # fmt: skip


def test_pieces_that_the_box_does_not_list_are_one_mistake(copied: Project) -> None:
    spec = copied.components / "lowtide" / "game.toml"
    text = spec.read_text("utf-8")
    line = text.index("[[box]]", text.index("[[box]]") + 1)
    spec.write_text(text[:line] + text[text.index("[[box]]", line + 1) :], "utf-8")
    with pytest.raises(SpecError) as caught:
        load_game(copied, "lowtide")
    heading, *pieces, hint = str(caught.value).splitlines()
    assert heading == "components/lowtide/game.toml: box: no line lists this piece of the deck tides [E0211]"
    assert pieces == ["  on 7 cards: tide-1, tide-2, tide-3 and 4 more"]
    assert len(caught.value.problems) == 7
    assert hint == "  hint: [[box]] must list every piece of the game"
