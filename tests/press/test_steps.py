"""The steps of the making guide: what is really in a file, in the order in which it is made, and nothing else."""

from __future__ import annotations

import pytest

from pnp.press.document import select
from pnp.press.job import Job
from pnp.press.steps import PaperStock, PaperWeight, Step, find_steps, number_ranges, page_range, paper_stocks
from pnp.project.folders import Project
from pnp.sheet.impose import impose
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.sheet.page import Page
from pnp.spec.model import Game
from pnp.spec.selection import Selection
from pnp.terms import Lang, Side, Stock
from tests.gallery import game
from tests.shapes import write_shapes

A4 = parse_paper("a4")


def made(
    box: Game, sides: Sides, only: tuple[str, ...] = (), lang: Lang = Lang.EN, paper: str = "a4", *, marks: bool = True
) -> tuple[list[Page], list[Step], Job]:
    layout = Layout(parse_paper(paper), sides, marks=marks)
    job = Job(layout, lang, guide=True, selection=Selection(only) if only else None)
    pages = impose(select(box, job), layout)
    return pages, find_steps(pages, box, job), job


def names(box: Game, sides: Sides, *only: str, marks: bool = True) -> list[str]:
    return [step.name for step in made(box, sides, only, marks=marks)[1]]


def said(box: Game, sides: Sides, *only: str, lang: Lang = Lang.EN, paper: str = "a4") -> dict[str, str]:
    steps = made(box, sides, only, lang, paper)[1]
    return {step.name: step.caption(lang).replace("\u00a0", " ").replace("\u202f", " ") for step in steps}


DUPLEX, SHORT, FOLD, FRONTS = Sides.DUPLEX_LONG, Sides.DUPLEX_SHORT, Sides.FOLD, Sides.FRONTS
CUT = ["knife", "trimmer"]
WHOLE = {
    ("cotcotcollec", DUPLEX): ["flip-long", "either", *CUT, "shelves", "shared", "circles", "outline", "standee"],
    ("cotcotcollec", SHORT): ["flip-short", "either", *CUT, "shelves", "shared", "circles", "outline", "standee"],
    ("cotcotcollec", FOLD): ["fold", "either", *CUT, "shared", "circles", "outline", "standee"],
    ("cotcotcollec", FRONTS): [
        "board-rough",
        "either",
        *CUT,
        "shelves",
        "shared",
        "circles",
        "outline",
        "standee",
        "sleeves",
    ],
    ("winston", DUPLEX): ["flip-long", "either", *CUT, "apart", "circles", "outline", "standee"],
    ("winston", FOLD): ["fold", "either", *CUT, "apart", "circles", "outline", "standee"],
    ("winston", FRONTS): [
        "board-rough",
        "either",
        *CUT,
        "apart",
        "circles",
        "outline",
        "standee",
        "sleeves",
    ],
    ("koko", DUPLEX): ["flip-long", *CUT, "apart", "circles"],
    ("koko", FOLD): ["fold", *CUT, "apart", "circles"],
    ("koko", FRONTS): ["board", *CUT, "apart", "circles"],
    ("conquete", DUPLEX): ["flip-long", *CUT, "apart"],
    ("conquete", FOLD): ["fold", *CUT, "apart"],
    ("conquete", FRONTS): [*CUT, "apart", "sleeves"],
}
SOME = {
    ("cotcotcollec", DUPLEX, "pad"): [*CUT, "shared"],
    ("cotcotcollec", FRONTS, "pad"): [*CUT, "shared"],
    ("cotcotcollec", DUPLEX, "fox-token"): ["flip-long", "circles"],
    ("cotcotcollec", FRONTS, "fox-token"): ["board", "circles"],
    ("cotcotcollec", FOLD, "fox-standee"): ["outline", "standee"],
    ("cotcotcollec", FRONTS, "cards"): [*CUT, "shared", "sleeves"],
    ("winston", DUPLEX, "sizes"): ["flip-long", *CUT, "apart"],
    ("koko", FRONTS, "tiles"): ["board", *CUT, "apart"],
    ("conquete", DUPLEX, "initiative"): ["flip-long", *CUT],
}


@pytest.mark.parametrize(("name", "sides"), WHOLE)
def test_a_whole_game(name: str, sides: Sides) -> None:
    assert names(game(name), sides) == ["print", "paper", *WHOLE[name, sides]]


@pytest.mark.parametrize(("name", "sides", "only"), SOME)
def test_a_selection_has_the_steps_of_its_pieces(name: str, sides: Sides, only: str) -> None:
    assert names(game(name), sides, only) == ["print", "paper", *SOME[name, sides, only]]


def test_no_board_goes_over_a_printed_back() -> None:
    """Both sides printed: card and no glue; fronts alone: tiles and tokens on board, before they are cut."""
    koko = game("koko")
    assert "board" not in " ".join(said(koko, DUPLEX).values())
    assert said(koko, DUPLEX)["paper"] == "**Paper:** 250–300 g card for all sheets."
    fronts = said(koko, FRONTS)
    assert fronts["board"] == "**Tiles and tokens:** glue the sheet onto 1–2 mm board before cutting."
    assert fronts["paper"] == "**Paper:** 100–120 g paper for all sheets."
    assert list(fronts).index("board") < list(fronts).index("knife")


def test_only_kinds_that_are_there_are_named() -> None:
    for name in ("cotcotcollec", "winston", "conquete"):
        for sides in Sides:
            assert "tile" not in " ".join(said(game(name), sides).values()).lower(), (name, sides)
    assert said(game("koko"), FRONTS, "tokens")["board"].startswith("**Tokens:**")
    assert said(game("koko"), FRONTS, "tokens", lang=Lang.FR)["board"].startswith("**Jetons :**")


def test_folded_sheets_have_a_core() -> None:
    texts = said(game("conquete"), FOLD)
    assert texts["paper"] == "**Paper:** 100–120 g paper for all sheets."
    assert "a thin card core that stops 2–3 mm short of the fold" in texts["fold"]
    french = said(game("conquete"), FOLD, lang=Lang.FR)
    assert "âme en carton mince qui s’arrête à 2 ou 3 mm du pli" in french["fold"]


def test_cards_are_cut_before_they_are_sleeved() -> None:
    steps = names(game("winston"), FRONTS)
    assert steps.index("sleeves") > max(steps.index(step) for step in ("knife", "trimmer", "apart"))


def test_either_the_standee_or_the_token() -> None:
    assert said(game("cotcotcollec"), DUPLEX)["either"] == "**Your choice:** fox as standee or token."
    assert said(game("cotcotcollec"), DUPLEX, lang=Lang.FR)["either"] == "**Au choix :** renard en figurine ou jeton."
    assert (
        said(game("winston"), FOLD)["either"]
        == "**Your choice:** bone and poop as standee or token. Standee: page 19, only if you want one."
    )
    assert "either" not in said(game("winston"), FOLD, "id=bone-token", "id=poop-standee")
    both = said(game("winston"), FOLD, "id=bone-token", "id=poop-*", "id=bone-standee")
    assert both["either"].startswith("**Your choice:** bone and poop as standee or token.")
    assert said(game("winston"), FOLD, "id=bone-*")["either"].startswith("**Your choice:** bone as standee or token.")


def test_a_sheet_of_standees_alone_can_be_left_out() -> None:
    assert said(game("cotcotcollec"), FOLD)["either"].endswith(" token. Standee: page 29, only if you want one.")
    french = said(game("cotcotcollec"), FOLD, lang=Lang.FR)["either"]
    assert french.endswith(" jeton. Figurine : page 29, seulement si tu en veux.")
    alone = said(game("cotcotcollec"), FOLD, "id=fox-token", "id=fox-standee")["either"]
    assert alone.endswith(" token. Standee: page 2, only if you want one. Token: page 3, only if you want one.")


def test_a_deck_without_backs_is_not_printed_on_both_sides(tmp_path_factory: pytest.TempPathFactory) -> None:
    box = game("conquete")
    bare = box.model_copy(
        update={"decks": {name: deck.model_copy(update={"back": None}) for name, deck in box.decks.items()}}
    )
    assert names(bare, DUPLEX) == ["print", "paper", *CUT, "apart"]
    assert names(bare, FOLD) == ["print", "paper", *CUT, "apart"]
    some = box.model_copy(update={"decks": box.decks | {"army": box.decks["army"].model_copy(update={"back": None})}})
    pages, steps, job = made(some, DUPLEX)
    backs = [at for at, page in enumerate(pages, job.pages_before + 1) if page.side is Side.BACK and page.placements]
    [flip] = [step for step in steps if step.name == "flip-long"]
    assert flip.blanks["pages"] == f" (pages\u00a0{backs[0] - 1}–{backs[-1]})"


def test_where_pieces_touch_one_cut_parts_them() -> None:
    texts = said(game("cotcotcollec"), DUPLEX)
    assert texts["shared"] == "**Touching pieces** share one cut. Marks are at the ends of the lines."
    assert said(game("winston"), DUPLEX)["apart"] == (
        "**Between two pieces,** cut twice, from tick to tick: a narrow strip falls away."
    )


def test_both_kinds_of_gutters_can_be_distinguished_by_sheet(lowtide: Game) -> None:
    pages, steps, _ = made(lowtide, FRONTS)
    sheets = {page.placements[0].piece.deck.name: page.sheet for page in pages}
    told = {step.name: step.blanks["sheets"] for step in steps if step.name in ("shared", "apart")}
    assert str(sheets["shells"]) in told["shared"]
    assert str(sheets["tides"]) in told["apart"]
    assert set(told["shared"]) & set("123456789") != set(told["apart"]) & set("123456789")


def test_without_marks_no_marks_are_spoken_of(lowtide: Game, tmp_path_factory: pytest.TempPathFactory) -> None:
    for box in (lowtide, game("koko")):
        steps = made(box, DUPLEX, marks=False)[1]
        assert [step.name for step in steps if step.name in (*CUT, "apart", "shared", "bare")] == ["bare"]


def test_shapes_are_cut_as_they_are(tmp_path_factory: pytest.TempPathFactory) -> None:
    def steps(decks: dict[str, int], *, nest: bool = False, marks: bool = True) -> dict[str, str]:
        from pnp.spec.load import load_game

        project: Project = write_shapes(tmp_path_factory.mktemp("shapes"), decks)
        box = load_game(project, "shapes")
        layout = Layout(A4, DUPLEX, nest=nest, marks=marks)
        job = Job(layout, Lang.EN, guide=True)
        return {
            step.name: step.caption(Lang.EN).replace("\u00a0", " ")
            for step in find_steps(impose(select(box, job), layout), box, job)
        }

    def cuts(*args: object, **more: bool) -> list[str]:
        [decks] = args
        assert isinstance(decks, dict)
        return [name for name in steps(decks, **more) if name not in ("print", "paper", "flip-long")]

    assert cuts({"flat": 2}) == ["hexes"]
    assert cuts({"flat": 2}, nest=True) == ["outline"]
    assert cuts({"fish": 2}) == ["outline"]
    assert cuts({"discs": 2}) == cuts({"discs": 2}, nest=True) == ["circles"]
    assert cuts({"rounded": 2}) == [*CUT, "apart", "corners"]
    assert cuts({"rounded": 2}, marks=False) == ["bare", "corners-bare"]
    assert "4 mm" in steps({"rounded": 2})["corners"]


def test_pages_by_paper(lowtide: Game) -> None:
    """Blank backs count as pages; the guide and its back come first."""
    pages, _, job = made(game("cotcotcollec"), DUPLEX)
    found = paper_stocks(pages, job.layout, job.pages_before)
    assert [ream.weight for ream in found] == [PaperWeight.HEAVY, PaperWeight.PLAIN]
    assert found[1].kinds == ("pad",)
    everything = [page for ream in found for page in ream.pages]
    assert sorted(everything) == list(range(3, 3 + len(pages)))
    pad = [at for at, page in enumerate(pages, 3) if page.stock is Stock.PAPER]
    assert list(found[1].pages) == pad
    paper = said(game("cotcotcollec"), DUPLEX)["paper"]
    assert f"pages 3–{pad[0] - 1} on 250–300 g card (cards" in paper
    assert f"{page_range(pad, Lang.EN)} on plain paper (pad)".replace("\u00a0", " ") in paper


def test_pages_folded_and_not() -> None:
    pages, _, job = made(game("cotcotcollec"), FOLD)
    weights = {weight: set(ream.pages) for ream in paper_stocks(pages, job.layout, 1) for weight in [ream.weight]}
    for at, page in enumerate(pages, 2):
        kinds = {placement.piece.deck.kind for placement in page.placements}
        wanted = (
            PaperWeight.PLAIN if kinds == {"pad"} else PaperWeight.HEAVY if kinds == {"standee"} else PaperWeight.LIGHT
        )
        assert at in weights[wanted], (at, kinds)


def test_a_board_deck_of_cards_is_glued_where_it_has_one_side() -> None:
    box = game("winston")
    sizes = box.decks["sizes"].model_copy(update={"stock": Stock.BOARD})
    board = box.model_copy(update={"decks": box.decks | {"sizes": sizes}})
    assert said(board, FRONTS, "sizes")["board"].startswith("**Cards:**")
    assert "board" not in names(board, DUPLEX, "sizes")


def test_ranges() -> None:
    assert number_ranges([3]) == "3"
    assert number_ranges([7, 3, 4, 5, 9, 10]) == "3–5, 7, 9–10"
    assert PaperStock(PaperWeight.HEAVY, (1,), ()).pages == (1,)
