"""Drafts: problems and faces of a game with unsaved contents of its files."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.errors import PnpError, SpecError
from pnp.face.faces import FaceLook, FaceName
from pnp.library.drafts import draw_draft, read_draft
from pnp.project.folders import GameRef, Project
from pnp.store.cache import Cache
from pnp.terms import Lang, Side

TABLE = "components/lowtide/shells.csv"
SPEC = "components/lowtide/game.toml"
TEMPLATE = "templates/lowtide/shell.svg.j2"
ART = "components/lowtide/art/shell.svg"
LOOK = FaceLook(Lang.EN)


@pytest.fixture
def game(copied: Project) -> GameRef:
    return GameRef(copied, "lowtide")


def saved(game: GameRef, name: str) -> str:
    return (game.project.root / name).read_text("utf-8")


def draft(game: GameRef, name: str, old: str, new: str) -> dict[str, bytes]:
    text = saved(game, name)
    assert old in text
    return {name: text.replace(old, new, 1).encode()}


def files(game: GameRef) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in game.project.root.rglob("*") if path.is_file()}


def first(game: GameRef) -> FaceName:
    return FaceName("shells", saved(game, TABLE).splitlines()[1].split(",")[0], Side.FRONT)


def test_problems_of_a_draft_have_lines_and_nothing_is_written(game: GameRef) -> None:
    before = files(game)
    assert not read_draft(game, {}).problems
    text = saved(game, TABLE)
    [head, row, *rest] = text.splitlines(keepends=True)
    column = head.strip().split(",").index("cost")
    cells = row.rstrip().split(",")
    cells[column] = "x"
    reading = read_draft(game, {TABLE: "".join([head, ",".join(cells) + "\n", *rest]).encode()})
    [problem] = [each for each in reading.problems if each.code == "E0301"]
    assert (problem.where.file, problem.where.line, problem.where.column) == (TABLE, 2, "cost")
    assert reading.game is None
    assert reading.readable is not None
    assert cells[0] not in {design.id for _, design in reading.readable.designs()}
    [wrong] = read_draft(game, draft(game, SPEC, "age = 6", '# six\nage = "six"')).problems
    assert (wrong.where.file, wrong.where.line) == (SPEC, saved(game, SPEC).splitlines().index("age = 6") + 2)
    assert files(game) == before
    assert not read_draft(game, {}).problems


def test_a_syntax_error_has_its_line(game: GameRef) -> None:
    with pytest.raises(SpecError) as caught:
        read_draft(game, draft(game, SPEC, "age = 6", "age = = 6"))
    [problem] = caught.value.problems
    assert (problem.code, problem.where.line) == ("E0201", saved(game, SPEC).splitlines().index("age = 6") + 1)


@pytest.mark.parametrize("cached", [False, True])
def test_faces_are_drawn_from_the_draft_in_a_worker(game: GameRef, tmp_path: Path, *, cached: bool) -> None:
    cache, name = Cache(tmp_path / "cache") if cached else Cache.disabled(), first(game)

    def svg(drafts: dict[str, bytes]) -> str:
        [attempt] = draw_draft(game, drafts, [name], LOOK, cache)
        assert attempt.problems == ()
        assert attempt.face is not None
        return attempt.face.svg

    before = svg({})
    assert "#123456" in svg(draft(game, TEMPLATE, "#cfe8f3", "#123456"))
    art = saved(game, ART)
    colour = next(each for each in art.split('"') if each.startswith("#"))
    assert "#abcdef" in svg({ART: art.replace(colour, "#abcdef").encode()})
    row = saved(game, TABLE).splitlines()[1]
    assert svg(draft(game, TABLE, row, row.replace(row.split(",")[3], "Renamed"))) != before
    assert svg({}) == before


def test_a_row_with_a_problem_does_not_prevent_drawing_the_others(game: GameRef) -> None:
    text = saved(game, TABLE)
    added = text.rstrip("\n") + "\n" + "broken" + "," * (text.splitlines()[0].count(",") + 5) + "\n"
    [attempt, missing] = draw_draft(
        game, {TABLE: added.encode()}, [first(game), FaceName("shells", "broken", Side.FRONT)], LOOK, Cache.disabled()
    )
    assert attempt.face is not None
    assert (missing.face, missing.problems) == (None, ())


def test_a_template_error_has_its_line(game: GameRef) -> None:
    [attempt] = draw_draft(
        game, draft(game, TEMPLATE, "piece.rule", "piece.ruel"), [first(game)], LOOK, Cache.disabled()
    )
    [problem] = attempt.problems
    line = next(n for n, text in enumerate(saved(game, TEMPLATE).splitlines(), 1) if "piece.rule" in text)
    assert attempt.face is None
    assert (problem.where.file, problem.where.line) == (TEMPLATE, line)


def test_a_problem_of_the_whole_game_is_a_problem_of_each_face(game: GameRef) -> None:
    [attempt] = draw_draft(
        game, draft(game, SPEC, "age = 6", 'age = 6\nicons = { x = "gone" }'), [first(game)], LOOK, Cache.disabled()
    )
    assert [(each.code, each.where.line) for each in attempt.problems] == [
        ("E0501", saved(game, SPEC).splitlines().index("age = 6") + 2)
    ]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("../other.toml", "E0107"),
        ("/etc/passwd", "E0107"),
        ("out.toml", "E0107"),
        ("components/lowtide/rules.py", "E0114"),
    ],
)
def test_files_outside_the_project_and_code_are_refused(game: GameRef, tmp_path: Path, name: str, code: str) -> None:
    (tmp_path / "secret.toml").write_text("")
    (game.project.root / "out.toml").symlink_to(tmp_path / "secret.toml")
    with pytest.raises(PnpError) as caught:
        read_draft(game, {name: b""})
    assert [problem.code for problem in caught.value.problems] == [code]
    [attempt] = draw_draft(game, {name: b""}, [first(game)], LOOK, Cache.disabled())
    assert [problem.code for problem in attempt.problems] == [code]


def test_a_draft_obeys_the_size_limits(game: GameRef) -> None:
    with pytest.raises(SpecError, match="larger than 1 MB"):
        read_draft(game, {SPEC: b"#" * 1_000_001})
