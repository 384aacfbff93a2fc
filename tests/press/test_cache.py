"""What comes from the cache, what is drawn again, and which modules that loads."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pikepdf
import pytest

from pnp.errors import PnpError
from pnp.face.face import Face
from pnp.memo.cards import MEMO_CARDS
from pnp.press import document
from pnp.press.drawn import Companion
from pnp.press.job import CompanionMaker, Job, Printed, PrintedDocument, RendererName
from pnp.press.print import print_game
from pnp.press.renderer import faces_to_chunk
from pnp.press.ticket import find_ticket
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, parse_paper
from pnp.spec.deck import Piece
from pnp.spec.model import Game
from pnp.store.cache import Cache, cache_key
from pnp.worker.progress import Progress

A4, LETTER = Job(Layout(parse_paper("a4"))), Job(Layout(parse_paper("letter")))
ALL, DISTINCT = 25, 23

Print = Callable[[Project, Job], Printed]
pytestmark = pytest.mark.usefixtures("here")


@pytest.fixture
def printed(tmp_path: Path) -> Print:
    """Prints the test game with a separate cache."""
    cache = Cache(tmp_path / "cache")
    return lambda project, job: print_game(project, "lowtide", job, tmp_path / "out", cache)


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many faces were rendered, each time that some were."""
    counts: list[int] = []

    def counting(faces: list[Face], renderer: RendererName) -> bytes:
        counts.append(len(faces))
        return faces_to_chunk(faces, renderer)

    monkeypatch.setattr(document, "faces_to_chunk", counting)
    return counts


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_other_paper_takes_the_pages_of_faces_as_they_are(
    project: Project, printed: Print, rendered: list[int]
) -> None:
    assert printed(project, A4).drawn == ALL
    assert printed(project, LETTER).drawn == 0
    assert rendered == [DISTINCT]
    printed(project, replace(LETTER, renderer=RendererName.CAIROSVG))
    assert rendered == [DISTINCT, DISTINCT]


def test_faces_that_are_drawn_again_and_look_the_same_are_not_rendered_again(
    copied: Project, printed: Print, rendered: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed(copied, A4)
    monkeypatch.setattr("pnp.face.faces.code_hash", lambda *modules: "edited")
    assert printed(copied, LETTER).drawn == ALL
    assert rendered == [DISTINCT]


@pytest.mark.parametrize("what", ["code_hash", "versions"])
def test_another_renderer_renders_everything(
    project: Project, printed: Print, rendered: list[int], monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    printed(project, A4)
    monkeypatch.setattr(f"pnp.press.renderer.{what}", lambda *names: "edited")
    assert printed(project, LETTER).drawn == 0
    assert rendered == [DISTINCT, DISTINCT]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("what", ["code_hash", "drawings_hash", "versions", "files_hash"])
def test_a_finished_document_is_made_again_when_anything_has_changed(
    project: Project, printed: Print, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    made: list[str] = []
    real = document.make_document

    def counting(
        project: Project, game_id: str, job: Job, cache: Cache, progress: Progress
    ) -> tuple[PrintedDocument, int]:
        made.append(game_id)
        return real(project, game_id, job, cache, progress)

    monkeypatch.setattr(document, "make_document", counting)
    for _ in range(2):
        printed(project, A4)
    assert made == ["lowtide"]
    monkeypatch.setattr(f"pnp.press.print.{what}", lambda *about: "edited")
    printed(project, A4)
    assert made == ["lowtide", "lowtide"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("components/lowtide/shells.csv", "Bulot", "Gros bulot"),
        ("components/lowtide/game.toml", "Marée basse", "Marée très basse"),
        ("components/lowtide/art/shell.svg", "</svg>", '<circle r="9"/></svg>'),
        ("templates/lowtide/wave.svg.j2", "#2b6a8c", "#2b6a8d"),
    ],
)
def test_an_edited_file_is_seen(copied: Project, printed: Print, file: str, old: str, new: str) -> None:
    before = printed(copied, A4).pdf.read_bytes()
    assert printed(copied, A4).pdf.read_bytes() == before
    change(copied.root / file, old, new)
    assert printed(copied, A4).pdf.read_bytes() != before


@dataclass(frozen=True)
class Torn:
    """Cards that cannot be drawn."""

    def key(self, project: Project, game_id: str) -> str:
        return "torn"

    spare = False

    def draw(self, project: Project, game: Game, job: Job, pieces: list[Piece], cache: Cache) -> Companion:
        raise PnpError


def test_a_memo_is_part_of_the_job_and_of_its_key(project: Project, printed: Print) -> None:
    """Whatever came first: a print without memo, one with it, or one that failed."""
    job = replace(A4, guide=True)
    with pytest.raises(PnpError):
        printed(project, replace(job, memo=Torn()))
    for _ in range(2):
        plain, memos = printed(project, job), printed(project, replace(job, memo=MEMO_CARDS))
        assert (plain.pieces, plain.memos) == (27, 0)
        assert (memos.pieces, memos.memos) == (27, 4)
    with pytest.raises(PnpError):
        printed(project, replace(job, memo=Torn()))


@pytest.mark.parametrize("what", ["code_hash", "rules_hash"])
def test_the_code_of_a_memo_and_of_its_rules_counts(
    project: Project, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    before = MEMO_CARDS.key(project, "lowtide")
    monkeypatch.setattr(f"pnp.memo.cards.{what}", lambda *about: "edited")
    assert MEMO_CARDS.key(project, "lowtide") != before


@pytest.mark.parametrize("memo", [None, MEMO_CARDS])
def test_the_ticket_says_only_whether_there_is_a_memo(
    project: Project, printed: Print, memo: CompanionMaker | None
) -> None:
    with pikepdf.open(printed(project, replace(A4, memo=memo)).pdf) as pdf:
        ticket = find_ticket(pdf)
        assert ticket is not None
        said = json.loads(ticket.read_bytes())["job"]
    assert said["memo"] is (memo is not None)
    assert set(said) == {"layout", "lang", "ink", "renderer", "guide", "memo"}


BUILD = """
import sys
from pathlib import Path
from pnp.store.cache import Cache, cache_key
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.project.folders import bundled_project
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.layout import parse_paper

if sys.argv[2] == "here":
    import pnp.worker.supervisor
    pnp.worker.supervisor.USE_WORKERS = False
job = Job(Layout(parse_paper("a4"), Sides.FRONTS))
print(print_game(bundled_project(), "koko", job, Path(sys.argv[1]), Cache.for_user()).drawn)
print(*sorted(sys.modules))
"""


def test_a_build_loads_no_rules_and_an_unchanged_one_next_to_nothing(tmp_path: Path) -> None:
    def build(where: str) -> tuple[int, set[str]]:
        done = subprocess.run(
            [sys.executable, "-c", BUILD, str(tmp_path / "out"), where], check=False, capture_output=True, text=True,
            env={**os.environ, "PNP_CACHE_DIR": str(tmp_path / "cache")},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        drawn, modules = done.stdout.splitlines()
        return int(drawn), set(modules.split())

    drawn, modules = build("here")
    assert drawn
    assert "pnp.games.koko.art" in modules
    assert not {"pnp.games.koko.rules", "pnp.play.core", "pnp.play.judge", "pnp.memo.print"} & modules
    drawn, modules = build("apart")
    assert drawn == 0
    assert not {"pnp.worker.supervisor", "psutil", "subprocess"} & modules, "an unchanged build starts no process"
    slow = {"pydantic", "typst", "cairosvg", "svgwrite", "jinja2", "pikepdf", "reportlab", "uharfbuzz", "PIL"}
    assert not slow & modules
    assert not {"pnp.games.koko.art", "pnp.games.koko.rules", "pnp.spec.model"} & modules


def test_entries_that_lie_count_as_absent(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    key, other = cache_key("a"), cache_key("b")
    cache.put(key, b"mine")
    cache.put(other, b"another")
    assert cache.get(key) == b"mine"
    place, elsewhere = (tmp_path / each[:2] / each[2:] for each in (key, other))
    for lie in (
        elsewhere.read_bytes(),  # what belongs to another key
        hashlib.sha256(b"false").digest() + b"false",  # a checksum that anybody can make
        place.read_bytes()[:-1],
        b"",
    ):
        place.write_bytes(lie)
        assert cache.get(key) is None
        cache.put(key, b"mine")
        assert cache.get(key) == b"mine"


def test_nobody_else_can_seal_an_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = Cache(tmp_path / "shared")
    monkeypatch.setenv("PNP_CONFIG_DIR", str(tmp_path / "stranger"))
    shared.put(cache_key("a"), b"a stranger's")
    assert shared.get(cache_key("a")) == b"a stranger's"
    sealed = tmp_path / "stranger" / "cache.key"
    assert len(sealed.read_bytes()) == 32
    if os.name != "nt":
        assert sealed.stat().st_mode & 0o077 == 0
    monkeypatch.setenv("PNP_CONFIG_DIR", str(tmp_path / "mine"))
    assert shared.get(cache_key("a")) is None


def test_a_cache_of_lies_prints_what_an_empty_one_does(project: Project, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    right = print_game(project, "lowtide", A4, tmp_path / "out", cache).pdf.read_bytes()
    entries = [path for path in (tmp_path / "cache").glob("??/*") if path.is_file()]
    assert entries
    for path in entries:
        path.write_bytes(hashlib.sha256(b"[]").digest() + b"[]")
    assert print_game(project, "lowtide", A4, tmp_path / "again", cache).pdf.read_bytes() == right
