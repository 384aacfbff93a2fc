"""Sheets of finished pictures: printed on every kind of sheet, and audited like any others."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from pnp.audit.audit import audit_file
from pnp.audit.report import Report
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.store.cache import Cache
from pnp.terms import Lang
from tests.audit import tamper
from tests.finished import BLUE, GOLD, GREEN, RED, folder, game, pdf, picture
from tests.measure import stamped_faces

PAGES = """
[decks.pages]
size = "poker"
pictures = { from = "cards.pdf", grid = [2, 2], backs = "even" }
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    return Cache(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def zoo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of pictures and a PDF, in one game."""
    root = tmp_path_factory.mktemp("zoo")
    folder(root, files=[("dragon.png", RED), ("dragon__back.png", GOLD), ("3x_goblin.jpg", GREEN), ("back.png", BLUE)])
    with (game(root) / "game.toml").open("a", encoding="utf-8") as file:
        file.write(PAGES)
    grid = pdf([[RED, GREEN, BLUE, GOLD], [GREEN, RED, GOLD, BLUE]], (2, 2), (210, 297))
    (game(root) / "cards.pdf").write_bytes(grid)
    return root


def printed(root: Path, cache: Cache, sides: Sides = Sides.DUPLEX_LONG) -> Path:
    job = Job(Layout(parse_paper("a4"), sides), Lang.EN)
    return print_game(Project(root), "zoo", job, root / "output", cache).pdf


def audit(file: Path, root: Path, cache: Cache) -> Report:
    return audit_file(file, root)


@pytest.mark.slow
@pytest.mark.sampled(6)
@pytest.mark.parametrize("sides", list(Sides))
def test_every_kind_of_sheet_holds_all_cards(zoo: Path, cache: Cache, sides: Sides) -> None:
    file = printed(zoo, cache, sides)
    report = audit(file, zoo, cache)
    assert report.findings == []
    assert report.pieces() == {"dragon": 1, "goblin": 3, **{f"pages-{number}": 1 for number in range(1, 5)}}
    assert report.box == [("Monsters", 4, 4), ("Pages", 4, 4)]
    faces = stamped_faces(file, 3)
    assert {(round(face.width, 2), round(face.height, 2)) for face in faces} <= {(63, 88), (88, 63)}
    assert len({face.face for face in faces if face.piece == "goblin" and face.side == "front"}) == 1


def swap_pictures(pdf: pikepdf.Pdf) -> None:
    """The picture of one card is put in the place of another's, and all else stays."""
    drawn = [pdf.pages[0].Resources.XObject[name].Resources.XObject for name in ("/F0", "/F1")]
    whole = [max(each.keys(), key=lambda name: int(each[name].Width) * int(each[name].Height)) for each in drawn]
    one, other = drawn[0][whole[0]], drawn[1][whole[1]]
    drawn[0][whole[0]], drawn[1][whole[1]] = other, one


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda pdf: tamper.remove(pdf.pages[0], 2), "is missing"),
        (lambda pdf: tamper.move(pdf.pages[0], 1, 1, 0), "is 1.00 mm from its place"),
        (lambda pdf: tamper.double(pdf.pages[0], 0, 1), "dragon (1) front is on the paper 2 times"),
        (swap_pictures, "does not look as the game draws it"),
    ],
)
def test_what_happens_to_a_sheet_of_pictures_is_noticed(
    zoo: Path, cache: Cache, tmp_path: Path, change: Callable[[pikepdf.Pdf], None], said: str
) -> None:
    file = tmp_path / "sheets.pdf"
    with pikepdf.open(printed(zoo, cache)) as pdf:
        change(pdf)
        pdf.save(file)
    assert any(said in finding.text for finding in audit(file, zoo, cache).findings)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("source", ["monsters/dragon.png", "cards.pdf"])
def test_a_picture_that_was_changed_since_is_noticed(zoo: Path, cache: Cache, tmp_path: Path, source: str) -> None:
    root = tmp_path / "later"
    shutil.copytree(zoo, root)
    file = printed(root, cache)
    if source == "cards.pdf":
        grid = pdf([[RED, GREEN, BLUE, RED], [GREEN, RED, GOLD, BLUE]], (2, 2), (210, 297))
        (game(root) / source).write_bytes(grid)
    else:
        picture(game(root) / source, GREEN)
    report = audit(file, root, cache)
    wanted = "pages-4" if source == "cards.pdf" else "dragon"
    texts = [finding.text for finding in report.findings]
    assert f"{wanted} (1) front is not what the game draws now" in " ".join(texts)
    assert not any("goblin" in text or "pages-1 " in text for text in texts)


@pytest.mark.slow
def test_a_card_that_was_added_since_is_missing(zoo: Path, cache: Cache, tmp_path: Path) -> None:
    root = tmp_path / "later"
    shutil.copytree(zoo, root)
    file = printed(root, cache)
    (game(root) / "monsters" / "3x_goblin.jpg").rename(game(root) / "monsters" / "4x_goblin.jpg")
    assert any("goblin (4) front is missing" in finding.text for finding in audit(file, root, cache).findings)
