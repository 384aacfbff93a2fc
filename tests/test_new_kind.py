"""A kind of piece is one class: one that only this file knows is printed, guided, exported, boxed and audited."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

import pnp
from pnp.audit.audit import audit_file
from pnp.audit.report import Check
from pnp.box.net import measure_contents
from pnp.geometry.units import Size
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.press.steps import KINDS as PLURALS
from pnp.press.steps import STEPS
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.spec.kinds import KINDS, Back, Flat, FlatPart, PieceKind, TabletopForm
from pnp.spec.load import load_game
from pnp.spec.model import Deck
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side, Stock
from pnp.worker import supervisor
from tests.audit import tamper
from tests.shapes import FACE

GAME = """title = "Tents"
[decks.tents]
kind = "tent"
size = [70, 40]
front = "front.svg.j2"
back = "back.svg.j2"
rows = [{ id = "ann", count = 3 }, { id = "bob" }]

[decks.cards]
size = [70, 40]
front = "front.svg.j2"
back = "back.svg.j2"
rows = [{ id = "card", count = 2 }]
"""
COUNT = 6


@pytest.fixture(scope="module")
def tents(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """A game with tent cards, and the class that says all about them."""

    class Tent(PieceKind, name="tent"):
        """A name card: its back lies to the left of its front, and it is folded between them."""

        back = Back.REQUIRED
        stock = Stock.PAPER
        plies = 2
        tabletop = TabletopForm.FIGURE
        order_note = "scored in the middle"

        def flat(self, size: Size, foot: float) -> Flat:
            width, height = size
            parts = FlatPart(Side.FRONT, width, 0, size), FlatPart(Side.BACK, 0, 0, size)
            return Flat(Size(2 * width, height), parts, ((width, 0, width, height),))

        def assembly(self, decks: Sequence[Deck]) -> str:
            return "standee-plain"

    folder = tmp_path_factory.mktemp("tents")
    game, templates = folder / "components" / "tents", folder / "templates" / "tents"
    for each in (game, templates):
        each.mkdir(parents=True)
    (folder / "pnp.toml").write_text("")
    (game / "game.toml").write_text(GAME)
    (templates / "front.svg.j2").write_text(FACE.replace("COLOUR", "#f4d58d"))
    (templates / "back.svg.j2").write_text(FACE.replace("COLOUR", "#8fb8de"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(supervisor, "USE_WORKERS", False)
        patch.setitem(STEPS[Lang.EN], "a-tent", "tent card")
        patch.setitem(PLURALS[Lang.EN], "tent", "tent cards")
        yield Project(folder)
    del KINDS["tent"]


@pytest.mark.parametrize("sides", list(Sides))
def test_it_is_printed_and_passes_its_audit(sides: Sides, tents: Project, tmp_path: Path) -> None:
    job = Job(Layout(parse_paper("a4"), sides), Lang.EN, Ink.FULL, guide=True)
    path = print_game(tents, "tents", job, tmp_path, Cache.disabled()).pdf
    report = audit_file(path, tents.root)
    assert report.findings == []
    assert report.wanted == COUNT
    both = [(face.page, face.side) for face in report.faces if face.piece == "ann"]
    assert {side for _, side in both} == set(Side)
    assert len({page for page, _ in both}) == 1  # nothing lies behind it
    guide = pypdfium2.PdfDocument(path)[0].get_textpage().get_text_range()
    assert "Tent cards: fold head to head and glue" in " ".join(guide.split())
    assert "tent cards" in guide


def test_the_audit_measures_it(tents: Project, tmp_path: Path) -> None:
    path = print_game(tents, "tents", Job(Layout(parse_paper("a4")), Lang.EN, Ink.FULL), tmp_path, Cache.disabled()).pdf
    number = next(face.page for face in audit_file(path, tents.root).faces if face.piece == "ann")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        tamper.move(pdf.pages[number - 1], 1, 0.5, 0)
        pdf.save(path)
    found = [str(finding) for finding in audit_file(path, tents.root).findings if finding.check is Check.BACKS]
    assert found == [f"page {number}: the back of ann (1) is 0.50 mm off its front"]


@pytest.mark.parametrize("target", ["tts", "cut", "shop", "png", "data"])
def test_it_is_exported(target: str, tents: Project, tmp_path: Path) -> None:
    done = pnp.export_game("tents", target, lang="en", out=tmp_path, start=tents.root)
    files = {path.name: path for path in done.folder.rglob("*") if path.is_file()}
    match target:
        case "tts":
            objects = json.loads(files["tents_en.json"].read_bytes())["ObjectStates"]
            assert "Figurine_Custom" in json.dumps(objects)
        case "shop":
            assert any("Tents: scored in the middle" in notice for notice in done.notices)
        case "data":
            [tent, card] = json.loads(next(iter(files.values())).read_bytes())["decks"]
            assert (tent["kind"], tent["stock"], card["kind"]) == ("tent", "paper", "card")
        case _:
            assert files


def test_it_goes_into_the_box(tents: Project) -> None:
    need = measure_contents(load_game(tents, "tents"))
    assert {stack.deck: round(stack.thickness, 3) for stack in need.stacks} == {"tents": 0.2, "cards": 0.3}
