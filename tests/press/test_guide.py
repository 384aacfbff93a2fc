"""The making guide: one page before the sheets, with every part and every sheet on it, and no piece counted twice."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pikepdf
import pytest

import pnp
from pnp.face.render import FaceRenderer
from pnp.geometry.matrix import Rect
from pnp.geometry.units import points
from pnp.press.document import select
from pnp.press.guide import SMALL_SCALE, Guide, heading_colour, make_guide
from pnp.press.job import Job, Printed
from pnp.press.print import print_game
from pnp.press.renderer import faces_to_pdf
from pnp.press.steps import find_steps, find_tools
from pnp.project.folders import Project, bundled_project
from pnp.sheet.impose import impose
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.sheet.page import Page
from pnp.sheet.stops import sheets_by_stops
from pnp.spec.load import load_game
from pnp.spec.model import Deck, Game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Translated
from pnp.words import with_percent
from tests.cli.command import run_command
from tests.gallery import game
from tests.measure import picture, stamped_faces, text_lines, words


def build(
    project: Project,
    game: Game,
    folder: Path,
    *,
    guide: bool = True,
    paper: str = "a4",
    sides: Sides = Sides.DUPLEX_LONG,
    lang: Lang = Lang.FR,
    ink: Ink = Ink.FULL,
) -> Printed:
    job = Job(Layout(parse_paper(paper), sides), lang, ink, guide=guide)
    return print_game(project, game.id, job, folder, Cache.for_user())


@pytest.mark.sampled(6)
@pytest.mark.parametrize("paper", ["a4", "letter", "297x210", "120x170", "400x400"])
@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize("sides", [Sides.DUPLEX_LONG, Sides.FOLD])
def test_it_is_made_for_every_paper(
    project: Project, lowtide: Game, tmp_path: Path, paper: str, lang: Lang, sides: Sides
) -> None:
    printed = build(project, lowtide, tmp_path, paper=paper, lang=lang, sides=sides)
    text = " ".join(word for word, _, _ in words(printed.pdf, 1))
    assert lowtide.title[lang] in text
    for item in lowtide.box:
        assert item.name[lang] in text
        assert f"{item.count} ×" in text
    for deck in lowtide.decks.values():
        assert deck.title[lang].split()[0] in text
    assert text.count(with_percent("100", lang).replace("\u00a0", " ")) == 2, "in a step and on its pictogram"
    assert re.search("Il te faut|You need", text)


def test_sheets_keep_their_places_behind_it(project: Project, lowtide: Game, tmp_path: Path) -> None:
    """In duplex the guide has an empty back, so that fronts stay on odd pages; elsewhere it is one page."""
    for sides, before in ((Sides.DUPLEX_LONG, 2), (Sides.DUPLEX_SHORT, 2), (Sides.FOLD, 1), (Sides.FRONTS, 1)):
        plain = build(project, lowtide, tmp_path / "plain", guide=False, sides=sides)
        guided = build(project, lowtide, tmp_path / "guided", sides=sides)
        shifted = [(f.piece, f.copy, f.side, f.page + before, f.x, f.y) for f in stamped_faces(plain.pdf, 3)]
        assert [(f.piece, f.copy, f.side, f.page, f.x, f.y) for f in stamped_faces(guided.pdf, 3)] == shifted
        with pikepdf.open(guided.pdf) as document:
            assert str(document.Root.PageLabels.Nums[1].P) == "Fabrique ton jeu"
            assert document.Root.PageLabels.Nums[2] == before
        if before == 2:
            assert picture(guided.pdf, 2, 30).min() == 255


def test_small_faces_add_next_to_nothing(project: Project, lowtide: Game, tmp_path: Path) -> None:
    plain = build(project, lowtide, tmp_path / "plain", guide=False)
    guided = build(project, lowtide, tmp_path / "guided")
    assert guided.size_bytes - plain.size_bytes < 25_000
    assert picture(guided.pdf, 1, 60).std() > 30, "there are pictures on it"


def test_low_ink_guide(project: Project, lowtide: Game, tmp_path: Path) -> None:
    full, low = (build(project, lowtide, tmp_path / ink, ink=ink).pdf for ink in Ink)
    assert picture(low, 1, 40).mean() >= picture(full, 1, 40).mean()


GAMES = ["conquete", "cotcotcollec", "koko", "winston"]


def drawn(
    project: Project, box: Game, paper: str = "a4", sides: Sides = Sides.DUPLEX_LONG, lang: Lang = Lang.FR
) -> tuple[Guide, list[Page]]:
    layout = Layout(parse_paper(paper), sides)
    job = Job(layout, lang, guide=True)
    pages = impose(select(box, job), layout)
    return make_guide(pages, box, box, job, FaceRenderer(project, box, lang, Ink.FULL, 0)), pages


@pytest.mark.sampled(6)
@pytest.mark.parametrize("paper", ["a4", "297x210", "letter", "a3", "a5", "210x148"])
@pytest.mark.parametrize("name", GAMES)
def test_no_letter_is_smaller_than_seven_points(name: str, paper: str) -> None:
    for sides in (Sides.DUPLEX_LONG, Sides.FOLD, Sides.FRONTS):
        for lang in (Lang.FR, Lang.EN):
            guide, _ = drawn(bundled_project(), game(name), paper, sides, lang)
            scale = guide.rect.width / guide.face.size.width
            small = re.search(r'<text[^>]*font-size="([\d.]+)"[^>]*>(?:<tspan[^>]*>)?100\s?%?<', guide.face.svg)
            assert small is not None
            sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', guide.face.svg)]
            sizes.remove(float(small[1]))
            sizes.append(float(small[1]) * SMALL_SCALE)  # on the printer, which is drawn smaller
            assert points(min([*sizes, guide.letters / scale]) * scale) >= 7 - 1e-6


@pytest.mark.sampled(2)
@pytest.mark.parametrize("paper", ["a4", "a5", "297x210"])
@pytest.mark.parametrize("sides", [Sides.DUPLEX_LONG, Sides.FOLD])
@pytest.mark.parametrize("name", GAMES)
def test_nothing_lies_on_anything_else(name: str, sides: Sides, paper: str) -> None:
    guide, _ = drawn(bundled_project(), game(name), paper, sides)
    page = Rect(0, 0, *parse_paper(paper).size)
    rows = [small.rect for small in guide.miniatures]
    assert all(rect.x >= 7.9 and rect.right <= page.right - 7.9 and rect.bottom < guide.ink.y - 3 for rect in rows)


@pytest.mark.slow
def test_each_sheet_is_shown_with_its_pages_and_its_paper(tmp_path: Path) -> None:
    printed = build(bundled_project(), game("cotcotcollec"), tmp_path)
    text = " ".join(word for word, _, _ in words(printed.pdf, 1)).replace("\u00a0", " ")
    sheets = re.findall(r"p\. (\d+)(?:–(\d+))? · (250–300 g|ordinaire)", text)
    listed = json.loads(printed.placements.read_text("utf-8"))["pages"]
    pages = {
        sheet: [page["page"] for page in listed if page["sheet"] == sheet] for sheet in range(1, printed.sheets + 1)
    }
    assert [(int(first), int(last or first)) for first, last, _ in sheets] == [(p[0], p[-1]) for p in pages.values()]
    assert [paper for _, _, paper in sheets] == ["250–300 g"] * (printed.sheets - 1) + ["ordinaire"]


@pytest.mark.slow
@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", GAMES)
def test_who_made_the_game_and_whose_work_the_sheets_are(name: str, tmp_path: Path) -> None:
    wanted = {
        "conquete": ["Alejandro Pazarán", "Draco Studios", "2022", "Gnomosapiens", "Lucky Duck Games"],
        "cotcotcollec": ["Alan R. Moon", "Mick Ado", "Zoch Verlag", "Gigamic", "2007"],
        "koko": ["Schastar", "Boule de Cristal"],
        "winston": ["Anja Wrede", "Christoph Cantzler", "Felix Kindelán", "Helvetiq"],
    }[name]
    printed = build(bundled_project(), game(name), tmp_path)
    text = " ".join(word for word, _, _ in words(printed.pdf, 1)).replace("\u00a0", " ")
    for each in [*wanted, "Illustrations et textes : les auteurs de pnp", "pour un usage privé"]:
        assert each in text
    with pikepdf.open(printed.pdf) as document:
        assert str(document.docinfo["/Author"]) == " et ".join(
            wanted[: 2 if name in ("cotcotcollec", "winston") else 1]
        )


def test_without_credits_there_are_none(project: Project, lowtide: Game, tmp_path: Path) -> None:
    printed = build(project, lowtide, tmp_path)
    text = " ".join(word for word, _, _ in words(printed.pdf, 1))
    assert "Conception" not in text
    with pikepdf.open(printed.pdf) as document:
        assert str(document.docinfo["/Author"]) == "pnp"


def read(guide: Guide, folder: Path) -> str:
    """The text of a guide alone, with plain spaces."""
    return plain(" ".join(word for word, _, _ in words(saved(guide, folder), 1)))


def plain(text: str) -> str:
    return re.sub(r"[\u00a0\u202f]", " ", text)


def saved(guide: Guide, folder: Path) -> Path:
    """The PDF of a guide, without the small faces on it."""
    file = folder / "guide.pdf"
    file.write_bytes(faces_to_pdf([guide.face]))
    return file


@pytest.mark.slow
def test_what_a_print_takes(tmp_path: Path) -> None:
    printed = build(bundled_project(), game("winston"), tmp_path)
    text = plain(" ".join(word for word, _, _ in words(printed.pdf, 1)))
    assert f"{printed.sheets} feuilles A4, 250 à 300 g" in text
    assert "70 protège-cartes, 63,5 × 88 mm" in text
    assert f"Encre : {round(100 * printed.coverage)} % du papier" in text


TOOLS = {
    ("winston", Sides.DUPLEX_LONG): "knife trimmer scissors punch glue sleeves",
    ("winston", Sides.FRONTS): "knife trimmer scissors punch board glue sleeves",
    ("conquete", Sides.DUPLEX_LONG): "knife trimmer",
    ("conquete", Sides.FOLD): "knife trimmer core glue",
    ("cotcotcollec", Sides.DUPLEX_LONG): "knife trimmer scissors punch glue sleeves",
    ("koko", Sides.FRONTS): "knife trimmer scissors punch board glue",
}


@pytest.mark.parametrize(("name", "sides"), TOOLS)
def test_tools_are_those_of_the_steps(name: str, sides: Sides) -> None:
    box = game(name)
    job = Job(Layout(parse_paper("a4"), sides), Lang.EN, guide=True)
    pages = impose(select(box, job), job.layout)
    tools = find_tools(find_steps(pages, box, job), pages, box, job)
    papers = [tool.text for tool in tools if tool.name == "paper"]
    assert [tool.name for tool in tools][len(papers) :] == TOOLS[name, sides].split()
    counts = [int(re.search(r"\d+", text)[0]) for text in papers]  # type: ignore[index]
    assert sum(counts) == len({page.sheet for page in pages})


def test_round_corners_take_a_rounder(lowtide: Game) -> None:
    deck = lowtide.decks["shells"].model_copy(update={"corner": 3.5})
    box = lowtide.model_copy(update={"decks": {"shells": deck}, "box": []})
    job = Job(Layout(parse_paper("a4")), Lang.FR, guide=True)
    pages = impose(select(box, job), job.layout)
    texts = [plain(tool.text) for tool in find_tools(find_steps(pages, box, job), pages, box, job)]
    assert "arrondisseur de coins de 3,5 mm" in texts


@pytest.mark.parametrize("name", GAMES)
def test_the_stops_of_every_sheet_are_on_it(name: str, tmp_path: Path) -> None:
    guide, pages = drawn(bundled_project(), game(name), lang=Lang.EN)
    text = read(guide, tmp_path)
    found = sheets_by_stops(pages)
    assert found
    for stops in found:
        across = " · ".join(f"{distance:g}" for distance in stops.across)
        assert f"across {across}" in text
        for strip in stops.strips:
            assert " · ".join(f"{distance:g}" for distance in strip.down) in text


def test_fronts_alone_are_called_unplayable_and_the_command_prints_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = pnp.build(
        "conquete", lang="en", paper="letter", sides="fronts", ink="low", only="initiative", out=tmp_path
    )
    text = plain(" ".join(word for word, _, _ in words(printed.pdf, 1)))
    assert "Fronts only: the game cannot be played with these sheets" in text
    for title in printed.left_out:
        assert title in text[: text.index("You need")]
    command = re.search(r"pnp (build conquete [-a-z ]*?) prints", text)
    assert command is not None
    typed = *command[1].split(), "--only", "initiative", "--out", tmp_path / "other"
    code, out, _ = run_command(typed, bundled_project().root, capsys, monkeypatch)
    assert code == 0, out
    [other] = (tmp_path / "other" / "conquete").glob("*.pdf")
    assert other.name.startswith("conquete_en_letter_low_fold")
    assert "cannot be played" not in " ".join(word for word, _, _ in words(other, 1))


@pytest.mark.parametrize(("game", "deck"), [("koko", "tokens"), ("cotcotcollec", "fox-token"), ("winston", "tokens")])
def test_decorative_backs_are_not_missed(game: str, deck: str, tmp_path: Path) -> None:
    """These tokens have different backs, but one side of each is enough to play."""
    printed = pnp.build(game, lang="en", sides="fronts", only=[deck], out=tmp_path)
    assert printed.left_out == []
    assert "cannot be played" not in " ".join(word for word, _, _ in words(printed.pdf, 1))


@pytest.mark.parametrize("sides", [Sides.DUPLEX_LONG, Sides.FOLD])
def test_a_print_of_both_sides_has_no_warning(sides: Sides, lowtide: Game, project: Project, tmp_path: Path) -> None:
    printed = build(project, lowtide, tmp_path, sides=sides, lang=Lang.EN)
    assert "cannot be played" not in " ".join(word for word, _, _ in words(printed.pdf, 1))


@pytest.mark.slow
def test_what_to_print_next_has_these_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = pnp.build("winston", lang="en", paper="letter", out=tmp_path)
    text = plain(" ".join(word for word, _, _ in words(printed.pdf, 1)))
    found = re.findall(r"\(([^ ]+)\.pdf, from pnp ([^)]*)\)", text)
    assert [name.partition("_")[0] for name, _ in found] == ["winston", "winston"]
    for name, command in found:
        typed = *command.split(), "--out", tmp_path / "next"
        code, out, _ = run_command(typed, bundled_project().root, capsys, monkeypatch)
        assert code == 0, out
        written = {path.stem for path in (tmp_path / "next").rglob("*.pdf")}
        assert any(stem.startswith(name.removesuffix("…")) for stem in written), (name, written)
    assert "the rulebook of Helvetiq" in text


def test_a_selection_and_a_game_without_memo_name_only_what_there_is(tmp_path: Path) -> None:
    guide, _ = drawn(bundled_project(), game("koko"), lang=Lang.EN)
    assert "Full rules" not in read(guide, tmp_path), "it has no publisher"
    plainest = starter_project(tmp_path)
    text = read(drawn(plainest, load_game(plainest, "plain"), lang=Lang.EN)[0], tmp_path)
    assert "a box that fits" in text
    assert "rules to have at hand" not in text


def starter_project(folder: Path) -> Project:
    """A project with one deck of cards and nothing else."""
    place = folder / "components" / "plain"
    if not place.exists():
        place.mkdir(parents=True)
        (place / "game.toml").write_text(
            'title = "Plain"\n[decks.cards]\ntitle = "Cards"\nsize = "poker"\nfront = "card.svg.j2"\n'
            'table = "cards.csv"\n'
        )
        (place / "cards.csv").write_text("id,count\na,2\n")
        (folder / "templates" / "plain").mkdir(parents=True)
        (folder / "templates" / "plain" / "card.svg.j2").write_text('{% extends "face.svg.j2" %}')
    return Project(folder)


def test_each_game_has_its_colour(project: Project) -> None:
    colours = {name: heading_colour(game(name)) for name in GAMES}
    assert len(set(colours.values())) == len(GAMES)
    for name, colour in colours.items():
        guide, _ = drawn(bundled_project(), game(name))
        assert f'stroke="{colour}" stroke-width="1"' in guide.face.svg
    pale = game("koko").model_copy(update={"colour": "#ffe9a0"})
    assert heading_colour(pale) == "#2f3640"


PAPERS = ["a4", "letter", "a5", "210x148", "120x170", "297x210"]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", [*GAMES, "lowtide"])
@pytest.mark.parametrize("sides", [Sides.DUPLEX_LONG, Sides.FOLD, Sides.FRONTS])
@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
def test_no_text_is_on_another_one(
    project: Project, lowtide: Game, name: str, sides: Sides, paper: str, lang: Lang, tmp_path: Path
) -> None:
    own = name == "lowtide"
    guide, _ = drawn(project if own else bundled_project(), lowtide if own else game(name), paper, sides, lang)
    page = Rect(0, 0, *guide.face.size)
    lines = text_lines(saved(guide, tmp_path), 1)
    for number, (text, box) in enumerate(lines):
        assert box.x > -0.5, text
        assert box.right < page.right + 0.5, text
        assert box.bottom < page.bottom + 0.5, text
        for other, beside in lines[number + 1 :]:
            assert not shrunk(box).overlaps(shrunk(beside)), (text, other)


def shrunk(box: Rect) -> Rect:
    """A line without the tolerance of its letters' boxes."""
    return Rect(box.x + 0.15, box.y + 0.15, box.width - 0.3, box.height - 0.3)


def test_a_guide_from_right_to_left_is_mirrored(lowtide: Game, project: Project) -> None:
    """Steps, parts and sheets change sides; a sheet itself does not."""
    layout = Layout(parse_paper("a4"))
    pages = impose(select(lowtide, Job(layout)), layout)
    guides = []
    for lang in (Lang("en"), Lang("he")):
        titled = lowtide.model_copy(
            update={"title": Translated(lowtide.title), "decks": {k: _spoken(d) for k, d in lowtide.decks.items()}}
        )
        titled = titled.model_copy(
            update={"box": [i.model_copy(update={"name": Translated(i.name)}) for i in lowtide.box]}
        )
        job = Job(layout, lang, guide=True)
        there = impose(select(titled, job), layout)
        guides.append(make_guide(there, titled, titled, job, FaceRenderer(project, titled, lang, Ink.FULL, 0)))
    left, right = guides
    assert len(left.miniatures) == len(right.miniatures)
    parts = sum(1 for small in left.miniatures if small.rect.x < 60)
    assert parts > 3
    for one, other in list(zip(left.miniatures, right.miniatures, strict=True))[:parts]:
        assert one.rect.x == pytest.approx(210 - other.rect.right, abs=0.01)
    first = [(small.rect.x, small.rect.y) for small in left.miniatures[parts : parts + 2]]
    same = [(small.rect.x, small.rect.y) for small in right.miniatures[parts : parts + 2]]
    assert first[1][0] - first[0][0] == pytest.approx(same[1][0] - same[0][0], abs=0.01), "a sheet is not mirrored"
    second = parts + len(pages[0].placements)
    assert left.miniatures[second].rect.x > left.miniatures[parts].rect.x
    assert right.miniatures[second].rect.x < right.miniatures[parts].rect.x


def _spoken(deck: Deck) -> Deck:
    return deck.model_copy(update={"title": Translated(deck.title)})


def test_the_longest_names_are_shortened_and_never_refused(project: Project, lowtide: Game) -> None:
    long = dict.fromkeys(lowtide.languages, "Bigorneaux, " * 30)
    decks = {name: deck.model_copy(update={"title": long}) for name, deck in lowtide.decks.items()}
    box = [item.model_copy(update={"name": long}) for item in lowtide.box]
    much = lowtide.credits.model_copy(update={"design": long, "notes": long, "licence": long})
    wordy = lowtide.model_copy(update={"decks": decks, "box": box, "credits": much})
    for paper in ("a4", "a5"):
        guide, _ = drawn(project, wordy, paper)
        assert "…" in guide.face.svg


@pytest.mark.parametrize("paper", ["a4", "210x148", "120x170"])
def test_a_box_of_very_many_lines_still_has_a_guide(project: Project, lowtide: Game, paper: str) -> None:
    deck = lowtide.decks["shells"]
    decks = {f"d{at}": deck.model_copy(update={"name": f"d{at}"}) for at in range(60)}
    guide, _ = drawn(project, lowtide.model_copy(update={"decks": decks, "box": []}), paper)
    assert all(small.rect.bottom < guide.ink.y for small in guide.miniatures)
    assert ("+" in guide.face.svg) == (paper != "a4")


@pytest.mark.slow
def test_memo_cards_of_fronts_are_folded_and_tokens_beside_them_glued(tmp_path: Path) -> None:
    printed = pnp.build("winston", lang="en", sides="fronts", paper="letter", with_memo=True, out=tmp_path)
    text = " ".join(word for word, _, _ in words(printed.pdf, 1)).replace("\u00a0", " ")
    assert "Memo: fold between the two faces and glue them back to back before cutting." in text
    assert "Tokens: cut out with a margin, glue onto 1–2 mm board, then trim to size." in text
    assert text.index("Memo: fold") < text.index("Tokens: cut out") < text.index("Knife and ruler")
