"""Dice on paper: nets and stickers, as game.toml describes them, as they are printed and as the audit finds them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pikepdf
import pytest

import pnp
from pnp.audit.report import Check
from pnp.box.net import measure_contents
from pnp.errors import PnpError
from pnp.face.nets import compose_net
from pnp.geometry.solids import die_net
from pnp.geometry.units import Size
from pnp.sheet.impose import impose
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.spec.deck import expand_pieces, unfold_dice
from pnp.spec.load import load_game
from pnp.terms import CutBy, Lang, Side, Stock
from tests.audit import tamper
from tests.dice import dice_deck, dice_game

NUMBERS = {sides: " ".join(map(str, range(1, sides + 1))) for sides in (4, 6, 8, 12, 20)}


@pytest.mark.parametrize("sides", NUMBERS)
def test_a_deck_of_dice_counts_dice_and_draws_faces(tmp_path: Path, sides: int) -> None:
    game = load_game(dice_game(tmp_path, dice_deck(NUMBERS[sides], count=3)), "dice")
    deck = game.decks["dice"]
    assert (deck.count, game.count, deck.leaves) == (3, 3, sides)
    [die] = deck.designs
    assert list(deck.looks(die)) == list(range(1, sides + 1))
    rows = [deck.drawn_from(die, look)[1] for look in deck.looks(die)]
    assert [row.fields["value"] for row in rows] == list(range(1, sides + 1))
    assert (deck.cut is CutBy.SHAPE) == (sides == 6)
    assert len(expand_pieces(unfold_dice(game))) == 3, "a net is one piece"


@pytest.mark.parametrize(
    ("more", "size"),
    [("", 16), ("size = 20", 20), ("size = [18, 18]", 18), ('as = "stickers"', 12), ('as = "net"\nsize = 9.5', 9.5)],
)
def test_the_size_is_that_of_an_edge(tmp_path: Path, more: str, size: float) -> None:
    deck = load_game(dice_game(tmp_path, dice_deck(more=more)), "dice").decks["dice"]
    assert deck.size == Size(size, size)


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        (dice_deck("1 2 3 4 5"), "is a die with 5 rows, but a die has 4, 6, 8, 12 or 20 faces"),
        (dice_deck().replace("count = 1", "count = 2", 1), "whose rows have different counts, 1 and 2"),
        (dice_deck(more="size = 3"), "is a die, whose size must be the length of an edge in mm, from 6 to 120"),
        (dice_deck(more="size = [16, 20]"), "whose size must be the length of an edge"),
        (dice_deck(more='shape = "circle"'), "is a die, which has no shape"),
        (dice_deck(more='back = "face.svg.j2"'), "is a die, which cannot have a back"),
        (dice_deck(more="leaves = 6"), "is a die, which has no leaves"),
        (dice_deck(more='as = "paper"'), "must be one of net, stickers"),
        (dice_deck(more='size = [9, 9]\nas = "net"').replace('"die"', '"tile"'), "has as but is not"),
    ],
)  # fmt: skip
def test_what_is_no_die_is_refused(tmp_path: Path, deck: str, said: str) -> None:
    with pytest.raises(PnpError) as caught:
        load_game(dice_game(tmp_path, deck), "dice")
    assert said in str(caught.value)


@pytest.mark.parametrize("sides", list(Sides))
def test_a_die_has_one_side(tmp_path: Path, sides: Sides) -> None:
    game = unfold_dice(load_game(dice_game(tmp_path, dice_deck(count=2)), "dice"))
    pages = impose(expand_pieces(game), Layout(parse_paper("a4"), sides))
    assert [page.side for page in pages] == [Side.FRONT]
    [page] = pages
    assert len(page.placements) == len(page.outlines) == 2
    net = game.decks["dice"].net
    assert net is not None
    assert len(page.folds) == 2 * len(net.folds)


def test_stickers_are_on_a_paper_of_their_own(tmp_path: Path) -> None:
    game = unfold_dice(load_game(dice_game(tmp_path, dice_deck(count=2, more='as = "stickers"')), "dice"))
    [page] = impose(expand_pieces(game), Layout(parse_paper("a4")))
    assert len(page.placements) == 12
    assert page.stock is Stock.PAPER


LARGE = [dice_deck(NUMBERS[sides], name=f"d{sides}", count=1 + (sides == 6)) for sides in NUMBERS]
STICKERS = dice_deck(more='as = "stickers"', name="blank", count=2)


FEW = [dice_deck(name="d6", count=2), dice_deck(NUMBERS[4], name="d4")]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dice")
    dice_game(folder, *FEW, STICKERS)
    built = pnp.build("dice", start=folder, out=folder / "out", sides="fronts")
    assert (built.pieces, built.sheets) == (5, 2)
    return built.pdf


def test_dice_pass_their_audit(printed: Path) -> None:
    report = pnp.audit_file(printed, start=printed.parents[2])
    assert report.findings == []
    assert report.found == report.wanted == 5


@pytest.mark.slow
def test_every_die_passes_its_audit(tmp_path: Path) -> None:
    dice_game(tmp_path, *LARGE)
    for paper in ("a4", "letter"):
        built = pnp.build("dice", start=tmp_path, out=tmp_path / "out", paper=paper)
        assert pnp.audit_file(built.pdf, start=tmp_path).findings == []


def test_ids_of_different_faces_stay_apart() -> None:
    net = die_net(6, 16)
    face = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="22mm" height="22mm" '
        'viewBox="-3 -3 22 22" font-family="Fredoka One"><linearGradient id="sky"/><path id="a" fill="url(#sky)"/>'
        '<use xlink:href="#a"/></svg>'
    )
    made = compose_net(net, [face] * 6, 3)
    ids = re.findall(r'\bid="([^"]+)"', made)
    assert len(ids) == len(set(ids)) == 18
    used = re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', made)
    assert {one or other for one, other in used} == set(ids)
    assert made.count('font-family="Fredoka One"') == 6
    assert made.count("xmlns:xlink") == 1
    width, height = net.size.width + 6, net.size.height + 6
    assert f'viewBox="-3 -3 {width:g} {height:g}"' in made


def without_folds(page: pikepdf.Page) -> None:
    tamper.rewrite(
        page, lambda content: re.sub(rb"(\[[\d. ]+\] [\d.]+ d\n)(?:.*?)(\[\] 0 d)", rb"\1\2", content, flags=re.S)
    )


@pytest.mark.parametrize(
    ("change", "check"),
    [
        (partial(tamper.remove, number=1), Check.COUNT),
        (partial(tamper.move, number=1, dx=1.0, dy=0.0), Check.PLACE),
        (partial(tamper.scale, number=0, factor=1.02), Check.SIZE),
        (partial(tamper.swap_faces, number=0, other=2), Check.LOOKS),
        (without_folds, Check.MARKS),
    ],
)
@pytest.mark.sampled(3)
def test_the_audit_finds_what_is_wrong_with_a_die(
    tmp_path: Path, printed: Path, change: Callable[[pikepdf.Page], None], check: Check
) -> None:
    damaged = tamper.tampered(printed, tmp_path / "damaged.pdf", lambda pdf: change(pdf.pages[1]), cunning=True)
    report = pnp.audit_file(damaged, start=printed.parents[2])
    assert check in {finding.check for finding in report.findings}


def test_exports_hand_over_faces_or_say_that_they_do_not(printed: Path, tmp_path: Path) -> None:
    start = printed.parents[2]
    pictures = pnp.export_game("dice", "png", start=start, out=tmp_path, dry_run=True)
    names = [file.name for file in pictures.files]
    assert sum(name.startswith("d4/") for name in names) == 4
    assert sum(name.startswith("blank/") for name in names) == 6
    tabletop = pnp.export_game("dice", "tts", start=start, out=tmp_path, dry_run=True)
    assert {each.why for each in tabletop.not_made} == {
        "Tabletop Simulator does not publish where faces are on its custom dice"
    }


def test_dice_take_room_in_the_box(printed: Path) -> None:
    game = pnp.load_game("dice", start=printed.parents[2])
    stacks = {stack.deck: stack for stack in measure_contents(game).stacks}
    assert stacks["d6"].piece == Size(16, 16)
    assert (stacks["d6"].thickness, stacks["d6"].count) == (16, 2)
    assert stacks["blank"].count == 2


def test_the_guide_says_how_to_make_them(printed: Path) -> None:
    from pypdfium2 import PdfDocument

    document = PdfDocument(printed)
    text = " ".join(document[0].get_textpage().get_text_bounded().split())
    document.close()
    assert "glue the tabs below their neighbours" in text
    assert Lang.EN in pnp.load_game("dice", start=printed.parents[2]).languages
