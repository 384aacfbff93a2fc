"""Pictures on faces: fitted into boxes, mirrored beyond their edges, cut from pages; and kept until a file changes."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pnp.errors import Location, RenderError
from pnp.face.faces import FaceCache, FaceLook, StoredFace
from pnp.face.render import FaceRenderer
from pnp.pictures.encode import encode_image
from pnp.press.job import RendererName
from pnp.press.renderer import find_renderer
from pnp.project.folders import Project
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side
from tests.finished import BLUE, GOLD, GREEN, RED, folder, game, pdf, picture, spec

DPI = 50.8  # 2 dots to the mm


def look(
    root: Path, bleed: float = 3, side: Side = Side.FRONT, number: int = 0, renderer: RendererName = RendererName.TYPST
) -> np.ndarray:
    """A face as dots, two to the mm."""
    loaded = load_game(Project(root), "zoo")
    deck = loaded.decks["monsters"]
    face = FaceRenderer(Project(root), loaded, Lang.EN, Ink.FULL, bleed).render(deck, deck.designs[number], side)
    [png] = find_renderer(renderer).to_png([face], DPI)
    return np.asarray(Image.open(BytesIO(png)).convert("RGB")).astype(int)


def at(dots: np.ndarray, x: float, y: float, bleed: float = 3) -> str:
    """Return the name of the test colour nearest to a point, in mm from the corner of the cut."""
    dot = dots[round((y + bleed) * 2), round((x + bleed) * 2)]
    names = {"red": RED, "green": GREEN, "blue": BLUE, "gold": GOLD, "white": "#ffffff", "black": "#111111"}
    return min(names, key=lambda name: sum(abs(int(names[name][i + 1 : i + 3], 16) - dot[i // 2]) for i in (0, 2, 4)))


@pytest.mark.parametrize("renderer", list(RendererName))
@pytest.mark.parametrize("name", ["a.png", "a.jpg"])
def test_a_picture_without_bleed_fills_the_cut_and_its_border_goes_on(
    tmp_path: Path, name: str, renderer: RendererName
) -> None:
    folder(tmp_path, files=[(name, RED)])
    dots = look(tmp_path, renderer=renderer)
    assert dots.shape[:2] == (188, 138)
    for x, y in ((-2.5, -2.5), (-2.5, 44), (65, 44), (31, -2), (31, 90.5), (65, 90.5), (2, 2), (61, 86)):
        assert at(dots, x, y) == "black", (x, y)
    assert (at(dots, 15.5, 15.5), at(dots, 31, 44)) == ("white", "red")


def test_beyond_the_cut_a_picture_is_mirrored(tmp_path: Path) -> None:
    monsters = folder(tmp_path)
    drawn = Image.new("RGB", (630, 880), RED)
    drawn.paste(BLUE, (0, 0, 10, 880))  # a millimetre on the left
    drawn.paste(GREEN, (620, 0, 630, 440))
    monsters.mkdir()
    drawn.save(monsters / "a.png")
    dots = look(tmp_path)
    assert [at(dots, x, 70) for x in (-2.5, -1.5, -0.5, 0.25, 1.5)] == ["red", "red", "blue", "blue", "red"]
    assert [at(dots, 63.25, y) for y in (-2, 20, 60, 90)] == ["green", "green", "red", "red"]


def test_a_picture_with_bleed_lies_with_its_own_over_the_cut(tmp_path: Path) -> None:
    monsters = folder(tmp_path, ", bleed = 3")
    drawn = Image.new("RGB", (690, 940), RED)
    drawn.paste(GREEN, (30, 30, 660, 910))  # the cut
    monsters.mkdir()
    drawn.save(monsters / "a.png")
    for bleed in (3, 5, 0):
        dots = look(tmp_path, bleed)
        assert at(dots, 1, 1, bleed) == at(dots, 62, 87, bleed) == "green"
        if bleed:
            assert at(dots, -1, 44, bleed) == at(dots, 64, 44, bleed) == at(dots, 31, 89, bleed) == "red"
    assert at(look(tmp_path, 5), -4.5, 44, 5) == "red"  # its own bleed mirrored


@pytest.mark.parametrize("renderer", list(RendererName))
def test_fit_covers_contains_or_stretches(tmp_path: Path, renderer: RendererName) -> None:
    found = {}
    for fit in ("cover", "contain", "stretch"):
        monsters = folder(tmp_path, f', fit = "{fit}"')
        drawn = Image.new("RGB", (880, 880), RED)
        drawn.paste(BLUE, (0, 0, 100, 880))
        monsters.mkdir(exist_ok=True)
        drawn.save(monsters / "a.png")
        dots = look(tmp_path, renderer=renderer)
        found[fit] = [at(dots, 2, 44), at(dots, 31, 6), at(dots, 31, -2)]
    assert found == {
        "cover": ["red", "red", "red"], "contain": ["blue", "white", "white"], "stretch": ["blue", "red", "red"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("mode", "ending"), [("L", "png"), ("P", "png"), ("RGBA", "png"), ("I;16", "png"), ("L", "jpg"), ("CMYK", "jpg")]
)
def test_pictures_of_every_mode_are_drawn(tmp_path: Path, mode: str, ending: str) -> None:
    monsters = folder(tmp_path)
    if mode == "I;16":
        monsters.mkdir()
        Image.fromarray(np.full((520, 372), 65535, np.uint16)).save(monsters / "a.png")
        assert at(look(tmp_path), -2, 40) == at(look(tmp_path), 31, 44) == "white"
        return
    picture(monsters / f"a.{ending}", RED, mode=mode)
    dots = look(tmp_path)
    assert at(dots, -2, 40) == "black"
    assert at(dots, 15.5, 15.5) == "white"


def test_a_file_that_is_called_otherwise_than_it_is_can_be_drawn(tmp_path: Path) -> None:
    picture(folder(tmp_path) / "a.png", RED, format="JPEG")
    assert at(look(tmp_path), 31, 44) == "red"


@pytest.mark.parametrize("ending", ["png", "jpg"])
def test_half_a_picture_is_refused_and_named(tmp_path: Path, ending: str) -> None:
    path = picture(folder(tmp_path) / f"a.{ending}", RED)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(RenderError, match=rf'^zoo: a \(front\): the picture cannot be read: "monsters/a\.{ending}": '):
        look(tmp_path)


def test_a_grid_is_cut_and_backs_belong_to_their_fronts(tmp_path: Path) -> None:
    pages = [[RED, GREEN, BLUE, GOLD], [GREEN, RED, GOLD, BLUE]]  # the backs lie mirrored
    (game(tmp_path) / "cards.pdf").write_bytes(pdf(pages, (2, 2), (210, 297)))
    spec(tmp_path, 'pictures = { from = "cards.pdf", grid = [2, 2], backs = "even" }')
    for number, colour in enumerate(["red", "green", "blue", "gold"]):
        for side in Side:
            dots = look(tmp_path, side=side, number=number)
            for x, y in ((-2, -2), (0.5, 0.5), (62.5, 87.5), (64, 90), (31, 60)):
                assert at(dots, x, y) == colour, (number, side, x, y)
            assert at(dots, 15, 15) == "white"
            assert at(dots, 15, 19) == "white"
            assert at(dots, 15, 22) == colour


def test_a_blank_place_in_a_grid_is_no_card_until_somebody_says_so(tmp_path: Path) -> None:
    (game(tmp_path) / "cards.pdf").write_bytes(pdf([[RED, GREEN, ""]], (2, 2), (210, 297)))
    spec(tmp_path, 'pictures = { from = "cards.pdf", grid = [2, 2] }')
    assert at(look(tmp_path, number=1), 31, 44) == "green"
    with pytest.raises(
        RenderError,
        match=r"the card on cards.pdf#1 is blank \[E0505\]\n.*set decks.monsters.pictures.cards to the number of cards",
    ):
        look(tmp_path, number=2)
    spec(tmp_path, 'pictures = { from = "cards.pdf", grid = [2, 2], cards = 3 }')
    assert at(look(tmp_path, number=2), 31, 44) == "white"


def test_a_template_of_the_games_own_draws_over_a_picture(tmp_path: Path) -> None:
    folder(tmp_path, files=[("a.png", RED)])
    (tmp_path / "templates" / "zoo").mkdir(parents=True)
    (tmp_path / "templates" / "zoo" / "own.svg.j2").write_text(
        '{% extends "face.svg.j2" %}{% block body %}{{ image(picture.file, 0, 0, w, h, fit="cover", rim=bleed) }}'
        f'<rect x="20" y="40" width="20" height="20" fill="{GOLD}"/>{{% endblock %}}',
        "utf-8",
    )
    spec(tmp_path, 'pictures = "monsters"\nfront = "own.svg.j2"\nback = "own-back.svg.j2"')
    (tmp_path / "templates" / "zoo" / "own-back.svg.j2").write_text(
        '{% extends "face.svg.j2" %}{% block body %}<rect width="63" height="88" fill="#2244cc"/>{% endblock %}',
        "utf-8",
    )
    dots = look(tmp_path)
    assert (at(dots, 30, 50), at(dots, 30, 70), at(dots, -2, 50)) == ("gold", "red", "black")
    assert at(look(tmp_path, side=Side.BACK), 30, 50) == "blue"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ('image("cards.pdf#9", 0, 0, 10, 10)', "cards.pdf has no such page: page 9 of 1"),
        ('image("cards.pdf#1:0,0,0,5", 0, 0, 10, 10)', "the part is not inside page 1 of cards.pdf"),
        ('image("cards.pdf#1:60,0,63,88", 0, 0, 10, 10)', "the part is not inside page 1 of cards.pdf"),
        ('image("other.pdf#1", 0, 0, 10, 10)', 'there is no such picture beside game.toml: "other.pdf"'),
        ('image("cards.pdf", 0, 0, 10, 10)', 'a PDF needs a page: "cards.pdf"'),
        (
            'image("cards.pdf#1", 0, 0, 10, 10, fit="squash")',
            r'image\(fit\) must be one of contain, cover, stretch, not "squash"',
        ),
        ('image("../cards.pdf#1", 0, 0, 10, 10)', "the file is outside the project's folder"),
    ],
)
def test_a_picture_that_a_template_cannot_have(tmp_path: Path, call: str, said: str) -> None:
    (game(tmp_path) / "cards.pdf").write_bytes(pdf([[RED]]))
    spec(tmp_path, 'pictures = "cards.pdf"\nfront = "own.svg.j2"')
    (tmp_path / "templates" / "zoo").mkdir(parents=True)
    own = tmp_path / "templates" / "zoo" / "own.svg.j2"
    own.write_text(f'{{% extends "face.svg.j2" %}}{{% block body %}}{{{{ {call} }}}}{{% endblock %}}', "utf-8")
    with pytest.raises(RenderError, match=said):
        look(tmp_path)


@pytest.mark.parametrize("source", ["monsters/a.png", "cards.pdf"])
def test_a_face_is_drawn_again_when_its_file_changes_and_only_then(tmp_path: Path, source: str) -> None:
    project, cache = Project(tmp_path), Cache(tmp_path / "cache")

    def fresh() -> list[bool]:
        loaded = load_game(project, "zoo")
        store = FaceCache(FaceRenderer(project, loaded, Lang.EN, Ink.FULL, 3), cache)
        deck = loaded.decks["monsters"]
        return [store.face(deck, design, Side.FRONT).fresh for design in deck.designs]

    def write(colour: str) -> None:
        if source == "cards.pdf":
            (game(tmp_path) / source).write_bytes(pdf([[colour], [GREEN]]))
        else:
            picture(game(tmp_path) / source, colour)

    picture(game(tmp_path) / "monsters" / "b.png", GREEN)
    spec(tmp_path, f'pictures = "{source.split("/")[0]}"')
    write(RED)
    assert fresh() == [True, True]
    assert fresh() == [False, False]
    write(BLUE)
    assert fresh() == ([True, True] if source == "cards.pdf" else [True, False])


@pytest.mark.parametrize("source", ["monsters/a.png", "cards.pdf"])
def test_the_pictures_of_a_face_in_the_cache_are_those_of_the_project_that_asks(tmp_path: Path, source: str) -> None:
    """Equal projects in other folders share their faces; the other may be gone by now."""
    here, there, cache = tmp_path / "here", tmp_path / "there", Cache(tmp_path / "cache")
    here.mkdir()
    if source == "cards.pdf":
        (game(here) / source).write_bytes(pdf([[RED], [GREEN]]))
    else:
        picture(game(here) / source, RED)
    spec(here, f'pictures = "{source.split("/")[0]}"')

    def kept(root: Path) -> StoredFace:
        loaded = load_game(Project(root), "zoo")
        deck = loaded.decks["monsters"]
        return FaceLook(Lang.EN).store(Project(root), loaded, cache).face(deck, deck.designs[0], Side.FRONT)

    drawn = kept(here)
    here.rename(there)
    moved = kept(there)
    assert (drawn.fresh, moved.fresh) == (True, False)
    assert moved.face == drawn.face
    assert {picture.path for picture in moved.face.pictures} == {there / "components" / "zoo" / source}


HALVES = """
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30"><rect width="30" height="30" fill="#cc2222"/>
<rect x="30" width="30" height="30" fill="#2244cc"/></svg>
"""


@pytest.mark.parametrize("renderer", list(RendererName))
@pytest.mark.parametrize("name", ["half.png", "half.svg"])
@pytest.mark.parametrize(
    ("options", "seen"),
    [
        # left, right, above and below the middle of a box of 40 × 40 mm, and its upper left corner
        ('fit="contain"', ["red", "blue", "white", "white", "white"]),
        ('fit="contain", anchor="top"', ["white", "white", "red", "white", "red"]),
        ('fit="contain", anchor="bottom"', ["red", "blue", "white", "red", "white"]),
        ('fit="cover"', ["red", "blue", "red", "red", "red"]),
        ('fit="cover", anchor="left"', ["red", "red", "red", "red", "red"]),
        ('fit="cover", anchor="bottom right"', ["blue", "blue", "blue", "blue", "blue"]),
        ('fit="stretch"', ["red", "blue", "red", "red", "red"]),
        ('fit="stretch", turn=90', ["blue", "blue", "red", "blue", "red"]),
        ('fit="stretch", turn=180', ["blue", "red", "blue", "blue", "blue"]),
        ('fit="cover", radius=8', ["red", "blue", "red", "red", "white"]),
        ('fit="stretch", radius=20', ["red", "blue", "red", "red", "white"]),
    ],
)
def test_a_picture_and_a_drawing_are_placed_alike(
    tmp_path: Path, renderer: RendererName, name: str, options: str, seen: list[str]
) -> None:
    folder(tmp_path, files=[("a.png", RED)])
    halves = Image.new("RGB", (600, 300), RED)
    halves.paste(BLUE, (300, 0, 600, 300))
    halves.save(game(tmp_path) / "half.png")
    (game(tmp_path) / "half.svg").write_text(HALVES, "utf-8")
    (tmp_path / "templates" / "zoo").mkdir(parents=True)
    (tmp_path / "templates" / "zoo" / "own.svg.j2").write_text(
        f'{{% extends "face.svg.j2" %}}{{% block body %}}{{{{ image("{name}", 10, 20, 40, 40, {options}) }}}}'
        "{% endblock %}",
        "utf-8",
    )
    spec(tmp_path, 'pictures = "monsters"\nfront = "own.svg.j2"')
    dots = look(tmp_path, renderer=renderer)
    places = [(22, 41.5), (38, 41.5), (28, 22), (28, 58), (11, 21)]
    assert [at(dots, x, y) for x, y in places] == seen
    outside = [(9, 41), (51, 41), (30, 19), (30, 61)]
    assert [at(dots, x, y) for x, y in outside] == ["white"] * 4


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ('image("half.svg", 0, 0, 9, 9, anchor="middle")', r"image\(anchor\) must be one of center, top, bottom, left"),
        ('image("half.svg", 0, 0, 9, 9, radius=-1)', r"image\(radius\) must be 0 or more, not -1"),
        ('image("half.svg", 0, 0, 9, 9, rim=3)', 'an SVG cannot have a rim: "half.svg"'),
        ('image("half.svg", 0, 0, 9, 0)', "the picture's box has no area: 9 × 0 mm"),
        ('image("run.svg", 0, 0, 9, 9)', "components/zoo/run.svg: the element <script> is not allowed"),
    ],
)
def test_what_image_refuses(tmp_path: Path, call: str, said: str) -> None:
    folder(tmp_path, files=[("a.png", RED)])
    (game(tmp_path) / "half.svg").write_text(HALVES, "utf-8")
    (game(tmp_path) / "run.svg").write_text(HALVES.replace("<rect", "<script>x()</script><rect", 1), "utf-8")
    (tmp_path / "templates" / "zoo").mkdir(parents=True)
    own = tmp_path / "templates" / "zoo" / "own.svg.j2"
    own.write_text(f'{{% extends "face.svg.j2" %}}{{% block body %}}{{{{ {call} }}}}{{% endblock %}}', "utf-8")
    spec(tmp_path, 'pictures = "monsters"\nfront = "own.svg.j2"')
    with pytest.raises(RenderError, match=said):
        look(tmp_path)


def test_a_picture_that_changes_while_it_is_printed_is_named_from_the_projects_folder(tmp_path: Path) -> None:
    path = picture(folder(tmp_path) / "a.png", RED)
    project = Project(tmp_path)
    loaded = load_game(project, "zoo")
    deck = loaded.decks["monsters"]
    face = FaceRenderer(project, loaded, Lang.EN, Ink.FULL, 3).render(deck, deck.designs[0], Side.FRONT)
    path.unlink()
    for placed in face.pictures:
        with pytest.raises(RenderError) as caught:
            encode_image(placed)
        [problem] = caught.value.problems
        assert problem.where == Location("components/zoo/monsters/a.png")
        assert str(problem) == "components/zoo/monsters/a.png cannot be read: No such file or directory [E0503]"
