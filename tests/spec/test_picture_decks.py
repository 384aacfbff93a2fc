"""Decks of finished pictures as a spec: what names of files and pages of PDFs say, and what is refused."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from pnp.errors import LimitError, Location, SpecError
from pnp.geometry.units import Size
from pnp.pictures.pdf_pages import PagePart, PdfFile, measure_pages
from pnp.project.folders import Project
from pnp.spec.load import load_game
from pnp.spec.model import Deck
from pnp.terms import Side
from pnp.worker.limits import Limits
from pnp.worker.supervisor import end_all, run_in_worker
from tests import tasks
from tests.finished import BLUE, GOLD, GREEN, RED, bomb, folder, game, pdf, picture, spec


def deck(root: Path) -> Deck:
    return load_game(Project(root), "zoo").decks["monsters"]


def refused(root: Path) -> str:
    with pytest.raises(SpecError) as caught:
        deck(root)
    return str(caught.value)


def shown(found: Deck) -> list[tuple[str, int, str, str | None]]:
    return [(each.id, each.count, each.pictures[Side.FRONT], each.pictures.get(Side.BACK)) for each in found.designs]


def test_names_say_copies_and_backs_and_sort_as_people_do(tmp_path: Path) -> None:
    cards = [
        "card10.png",
        "card2.JPG",
        "Dragon.png",
        "dragon__back.png",
        "3x_Goblin King.jpeg",
        "2×-imp.png",
        "0x_old.png",
    ]
    monsters = folder(tmp_path, files=[*((name, RED) for name in cards), ("back.png", BLUE)])
    for name in (".DS_Store", "Thumbs.db", "notes.txt", ".hidden.png"):
        (monsters / name).write_bytes(b"x")
    (monsters / "sources").mkdir()
    assert shown(deck(tmp_path)) == [
        ("card2", 1, "monsters/card2.JPG", "monsters/back.png"),
        ("card10", 1, "monsters/card10.png", "monsters/back.png"),
        ("dragon", 1, "monsters/Dragon.png", "monsters/dragon__back.png"),
        ("goblin-king", 3, "monsters/3x_Goblin King.jpeg", "monsters/back.png"),
        ("imp", 2, "monsters/2×-imp.png", "monsters/back.png"),
    ]
    assert deck(tmp_path).designs[3].fields == {"name": "Goblin King"}
    assert deck(tmp_path).designs[3].place == Location("components/zoo/monsters/3x_Goblin King.jpeg")


@pytest.mark.parametrize("common", ["back.png", "_back.png", "__back.png", "Back.PNG"])
def test_a_common_back_by_any_of_its_names(tmp_path: Path, common: str) -> None:
    folder(tmp_path, files=[("a.png", RED), (common, BLUE)])
    assert shown(deck(tmp_path)) == [("a", 1, "monsters/a.png", f"monsters/{common}")]


def test_a_folder_without_backs_has_fronts_only(tmp_path: Path) -> None:
    folder(tmp_path, files=[("a__front.png", RED), ("horseback.png", GREEN)])
    found = deck(tmp_path)
    assert (found.back, [each.id for each in found.designs]) == (None, ["a", "horseback"])


def test_only_the_name_of_the_folder_is_enough(tmp_path: Path) -> None:
    folder(tmp_path, files=[("a.png", RED)])
    spec(tmp_path, 'pictures = "monsters"')
    assert shown(deck(tmp_path)) == [("a", 1, "monsters/a.png", None)]


def test_rows_of_pictures_can_be_left_out_and_counted_in_the_box(tmp_path: Path) -> None:
    head = '[[box]]\nname = "monsters"\ncount = 4\nof = ["monsters"]'
    folder(tmp_path, files=[("4x_a.png", RED), ("b.png", GREEN)], head=head)
    assert "the box has 4, but the deck monsters has 5" in refused(tmp_path)
    text = (game(tmp_path) / "game.toml").read_text("utf-8")
    (game(tmp_path) / "game.toml").write_text(text + "when = \"name != 'b'\"\n", "utf-8")
    assert deck(tmp_path).count == 4


STRICT = 'strict = true\nlanguages = ["en"]\nplayers = [1, 2]\nage = 6\nminutes = 5\n'
BOX = '[[box]]\nname = { en = "m" }\ncount = 1\nof = ["monsters"]\n'
KEYS = 'title = { en = "M" }\nkind = "card"\nsize = "poker"\npictures = "monsters"\n'


@pytest.mark.parametrize(("name", "good"), [("red_dragon.png", True), ("Red Dragon.png", False)])
def test_a_strict_game_takes_names_of_files_as_ids(tmp_path: Path, name: str, good: bool) -> None:
    folder(tmp_path, files=[(name, RED)])
    (game(tmp_path) / "game.toml").write_text(
        f'{STRICT}title = {{ en = "Zoo" }}\n{BOX}[decks.monsters]\n{KEYS}', "utf-8"
    )
    if good:
        assert [each.id for each in deck(tmp_path).designs] == ["red_dragon"]
    else:
        assert 'Red Dragon.png: id must be a name of lowercase letters, digits, - and _, not "Red Dragon"' in refused(
            tmp_path
        )


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            ["a.png", "b__back.png"],
            "monsters/b__back.png is a back without a front [E0513]\n  hint: name its front b.png",
        ),
        (["a.png", "b.png", "c.png", "a__back.png"], "components/zoo/monsters has no back for b.png, c.png"),
        (["a.png", "A.jpg"], 'monsters: "A.jpg" and "a.png" are names of the same card'),
        (["a.png", "2x_a.png"], 'monsters: "2x_a.png" and "a.png" are names of the same card'),
        (
            ["a.png", "back.png", "_back.jpg"],
            'monsters must have one back for all cards, not "_back.jpg" and "back.png"',
        ),
        (
            ["a.png", "a_back.png"],
            "a_back.png is named like the back of a.png [E0513]\n  hint: rename it a__back.png, with two underscores",
        ),
        (["1000x_a.png"], "monsters/1000x_a.png: count must be a whole number from 1 to 999"),
        ([], "decks.monsters.pictures: the folder has no pictures"),
    ],
)
def test_names_that_contradict_each_other_are_refused(tmp_path: Path, files: list[str], said: str) -> None:
    (folder(tmp_path, files=[(name, RED) for name in files])).mkdir(exist_ok=True)
    assert said in refused(tmp_path)


@pytest.mark.parametrize("ending", ["tif", "svg", "pdf", "gif"])
def test_a_picture_that_is_not_printed_is_not_left_out_silently(tmp_path: Path, ending: str) -> None:
    monsters = folder(tmp_path, files=[("a.png", RED)])
    (monsters / f"b.{ending}").write_bytes(b"x")
    assert (
        f"monsters/b.{ending} must be a PNG, JPEG or WebP file, not {ending.upper()} [E0514]\n  hint: save it as PNG"
        in refused(tmp_path)
    )


@pytest.mark.parametrize(
    ("size", "keys", "hint"),
    [
        ((372, 372), "", 'fit = "cover"'),
        ((407, 556), "", "if it includes a bleed of 2.6 mm, set bleed = 2.6"),
        ((520, 372), "", "it is sideways: rotate it, or set size = [88, 63]"),
        ((372, 520), ", bleed = 10", 'fit = "cover"'),
    ],
)
def test_other_proportions_are_refused_once_with_what_may_be_meant(
    tmp_path: Path, size: tuple[int, int], keys: str, hint: str
) -> None:
    monsters = folder(tmp_path, keys)
    for name in "abcde":
        picture(monsters / f"{name}.png", RED, size)
    said = refused(tmp_path)
    assert said.count("monsters: pictures must have the proportions of") == 1
    assert f"not {size[0]} × {size[1]} px (1 : {size[1] / size[0]:.3f}): a.png, b.png, c.png and 2 more" in said
    assert hint in said
    spec(tmp_path, f'pictures = {{ from = "monsters", fit = "cover"{keys} }}')
    assert len(deck(tmp_path).designs) == 5


def test_proportions_may_be_off_by_a_hundredth_and_include_the_bleed(tmp_path: Path) -> None:
    monsters = folder(tmp_path)
    picture(monsters / "a.png", RED, (750, 1050))  # 2.5 × 3.5 inches
    assert len(deck(tmp_path).designs) == 1
    picture(monsters / "a.png", RED, (822, 1122))  # the same with an eighth of an inch all round
    spec(tmp_path, 'pictures = { from = "monsters", bleed = 3.1 }')
    assert len(deck(tmp_path).designs) == 1


def test_a_picture_that_is_none_or_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monsters = folder(tmp_path, files=[("a.png", RED)])
    (monsters / "b.png").write_bytes(b"no picture")
    assert "monsters has pictures that cannot be read or have more than 100 million pixels: b.png" in refused(tmp_path)
    with (monsters / "b.png").open("wb") as large:
        large.write((monsters / "a.png").read_bytes())
        large.truncate(200_000_001)
    assert "monsters has pictures larger than 200 MB: b.png" in refused(tmp_path)
    for side in (11_000, 100_000):  # what Pillow warns of, and what it refuses
        bomb(monsters / "b.png", side, side)
        assert "more than 100 million pixels: b.png" in refused(tmp_path)


def test_nothing_outside_the_project_is_read(tmp_path: Path) -> None:
    root = tmp_path / "mine"
    monsters = folder(root, files=[("a.png", RED)])
    picture(tmp_path / "secret" / "b.png", GREEN)
    (monsters / "b.png").symlink_to(tmp_path / "secret" / "b.png")
    assert "monsters/b.png is a link that points outside the project's folder" in refused(root)
    (monsters / "b.png").unlink()
    for source in ("../../../secret", str(tmp_path / "secret")):
        spec(root, f'pictures = "{source}"')
        assert "must be a folder or a PDF inside the project's folder" in refused(root)
    (game(root) / "linked").symlink_to(tmp_path / "secret")
    spec(root, 'pictures = "linked"')
    assert "must be a folder or a PDF inside the project's folder" in refused(root)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_names_that_other_systems_cannot_have_are_refused(tmp_path: Path) -> None:
    monsters = folder(tmp_path, files=[("a.png", RED)])
    (monsters / "a.png").rename(monsters / "what:now.png")
    assert 'monsters: the file name "what:now.png" has characters that not all systems allow' in refused(tmp_path)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ('pictures = "monsterz"', 'there is no folder or PDF "monsterz" [E0101]\n  hint: did you mean "monsters"?'),
        ('pictures = "game.toml"', 'must be a folder or a PDF, not "game.toml"'),
        ('pictures = { from = "monsters", grid = [3, 3] }', "pictures.grid does not apply to a folder of pictures"),
        ('pictures = { from = "monsters", fitt = "cover" }', 'did you mean "fit"?'),
        ('pictures = { from = "monsters", fit = "squash" }', "must be one of contain, cover, stretch"),
        ('pictures = { from = "monsters", bleed = -1 }', "must be at least 0"),
        ('pictures = { from = "monsters", backs = "all" }', "pictures.backs must be page numbers"),
        ('pictures = "monsters"\ntable = "x.csv"', "conflicts with pictures"),
        ('pictures = "monsters"\ncolumns = { cost = {} }', "conflicts with pictures"),
    ],
)
def test_wrong_keys_are_named(tmp_path: Path, keys: str, said: str) -> None:
    folder(tmp_path, files=[("a.png", RED)])
    spec(tmp_path, keys)
    assert said in refused(tmp_path)


def test_a_wrong_size_is_said_once(tmp_path: Path) -> None:
    folder(tmp_path, files=[("a.png", RED)], size="pokker")
    assert "proportions" not in refused(tmp_path)
    assert 'did you mean "poker"' in refused(tmp_path)


# PDFs


def paged(root: Path, content: bytes, keys: str = "") -> Path:
    (game(root) / "cards.pdf").write_bytes(content)
    spec(root, f'pictures = {{ from = "cards.pdf"{keys} }}')
    return root


def backs(root: Path) -> list[str | None]:
    return [each.pictures.get(Side.BACK) for each in deck(root).designs]


def test_a_page_is_a_card(tmp_path: Path) -> None:
    paged(tmp_path, pdf([[RED], [GREEN], [BLUE]]))
    assert shown(deck(tmp_path)) == [(f"monsters-{page}", 1, f"cards.pdf#{page}", None) for page in (1, 2, 3)]
    assert deck(tmp_path).designs[1].place == Location("components/zoo/cards.pdf", page=2, detail="card 1")
    paged(tmp_path, pdf([[RED], [GREEN], [BLUE]]), ', backs = "last"')
    assert backs(tmp_path) == ["cards.pdf#3", "cards.pdf#3"]
    paged(tmp_path, pdf([[RED], [GREEN], [BLUE], [GOLD]]), ', backs = "even"')
    assert [(each[2], each[3]) for each in shown(deck(tmp_path))] == [
        ("cards.pdf#1", "cards.pdf#2"), ("cards.pdf#3", "cards.pdf#4"),
    ]  # fmt: skip
    paged(tmp_path, pdf([[RED]] * 6), ', pages = "2-3, 5", backs = 6')
    assert [each[2] for each in shown(deck(tmp_path))] == ["cards.pdf#2", "cards.pdf#3", "cards.pdf#5"]


def test_a_grid_is_in_the_middle_and_backs_are_behind_their_fronts(tmp_path: Path) -> None:
    grid = pdf([[RED] * 4] * 2, (2, 2), (210, 297))
    paged(tmp_path, grid, ', grid = [2, 2], backs = "even"')
    fronts = [each[2] for each in shown(deck(tmp_path))]
    places = ["42,60.5", "105,60.5", "42,148.5", "105,148.5"]
    assert fronts == [f"cards.pdf#1:{place},63,88" for place in places]
    assert backs(tmp_path) == [f"cards.pdf#2:{places[place]},63,88" for place in (1, 0, 3, 2)]
    paged(tmp_path, grid, ', grid = [2, 2], backs = "even", mirrored = false, cards = 3')
    assert backs(tmp_path) == [f"cards.pdf#2:{place},63,88" for place in places[:3]]
    paged(tmp_path, grid, ", grid = [2, 2], gap = 5, margin = [12, 13], bleed = 2.5, cards = 2")
    assert [each[2] for each in shown(deck(tmp_path))] == ["cards.pdf#1:9.5,10.5,68,93", "cards.pdf#1:77.5,10.5,68,93"]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (", grid = [3, 3]", "grid does not fit page 1: 3 × 3 cards of 63 × 88 mm on 63 × 88 mm"),
        (', backs = "2-4"', 'pictures.backs must be pages from 1 to 3, not "2-4"'),
        (
            ', pages = "1", backs = "2-3"',
            "backs must be one page, or one for each page of fronts, not 2 for 1",
        ),
        (', pages = "1-2", backs = "2"', "pictures.pages conflicts with backs: page 2 is in both"),
        (', pages = "0"', "pictures.pages must be pages from 1 to 3"),
        (", cards = 4", "pictures.cards must be at most 3, not 4"),
        (", bleed = 20", "cards.pdf, page 1 must have the proportions of 103 × 128 mm"),
    ],
)
def test_what_a_pdf_does_not_have_is_said(tmp_path: Path, keys: str, said: str) -> None:
    assert said in refused(paged(tmp_path, pdf([[RED], [GREEN], [BLUE]]), keys))


def locked() -> bytes:
    out = BytesIO()
    with pikepdf.open(BytesIO(pdf([[RED]]))) as document:
        document.save(out, encryption=pikepdf.Encryption(owner="one", user="two"))
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is not a PDF, or is damaged"),
        (b"%PDF-1.7 and nothing else", "is not a PDF, or is damaged"),
        (pdf([[RED]])[:300], "is not a PDF, or is damaged"),
        (locked(), "is protected by a password"),
    ],
)
def test_a_bad_pdf_is_refused_by_name(tmp_path: Path, content: bytes, said: str) -> None:
    said_here = refused(paged(tmp_path, content))
    assert said_here.startswith("components/zoo/cards.pdf ")
    assert said in said_here


def test_so_is_one_with_too_many_pages(tmp_path: Path) -> None:
    said = refused(paged(tmp_path, pdf([[]] * 1001)))
    assert said.startswith("components/zoo/cards.pdf ")
    assert "has 1001 pages; it must have 1 to 1000" in said


def endless() -> bytes:
    """A page that draws a form, which draws another ten times, and so on for 24 levels."""
    with pikepdf.open(BytesIO(pdf([[RED]]))) as document:
        form = document.make_stream(b"0 0 m 50 50 l S")
        for _ in range(24):
            form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
            form.BBox = pikepdf.Array([0, 0, 100, 100])
            outer = document.make_stream(b"/F Do " * 10)
            outer.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=form))
            form = outer
        form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
        form.BBox = pikepdf.Array([0, 0, 100, 100])
        page = document.pages[0]
        page.obj.Resources.XObject = pikepdf.Dictionary(F=form)
        page.contents_add(document.make_stream(b"/F Do"))
        out = BytesIO()
        document.save(out)
    return out.getvalue()


def test_a_page_that_never_ends_is_given_up() -> None:
    late = r"cards\.pdf, page 1: drawing took more than 1 seconds of CPU time"
    with pytest.raises(LimitError, match=late):
        run_in_worker(tasks.draw_part, Limits(step=1), endless(), PagePart(1, 0, 0, 63, 88))


def test_a_page_of_five_metres_is_drawn_as_large_as_its_card() -> None:
    huge = PdfFile(pdf([[RED]], paper=(5000, 5000)), Location("cards.pdf"))
    assert huge.pages == [pytest.approx((5000, 5000), abs=0.01)]
    drawn = huge.picture(PagePart(1, 0, 0, 5000, 5000), Size(50, 50), 100)
    assert len(drawn.content) < 10_000
    assert huge.picture(PagePart(1, 0, 0, 50, 50), Size(50, 50), 100).blank
    assert not huge.picture(PagePart(1, 2480, 2470, 50, 50), Size(50, 50), 100).blank


def test_code_in_a_project_is_no_part_of_the_process_that_reads_pdfs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pypdfium2.py").write_text("raise SystemExit('it ran')", "utf-8")
    (tmp_path / "json.py").write_text("raise SystemExit('it ran')", "utf-8")
    monkeypatch.chdir(tmp_path)
    end_all()
    assert len(measure_pages(pdf([[RED]]), Location("cards.pdf"))) == 1
