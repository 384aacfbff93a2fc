"""A new user's path: from an empty folder to sheets, memo and played games, in every variant."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import pnp as library
from pnp.face.face import Face
from pnp.geometry.units import Size
from pnp.press.renderer import find_renderer
from pnp.project.folders import Project
from pnp.starter.styles import STARTER_FOLDER
from pnp.store.files import settings_file
from pnp.terms import CardStyle, ExampleGame, Lang, Side
from tests.cli.command import Command
from tests.face.test_render import pixels_of
from tests.reference.checking import check_file
from tests.test_first_steps import first_line_served

SIZES = ["poker", "tarot", "mini", "70x70", "A6", "88x63", "micro", "domino", "jumbo", "business", "2.5in x 3.5in"]


@pytest.fixture(autouse=True)
def _no_saved_offset() -> None:
    settings_file().unlink(missing_ok=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "lang", "words", "piece"),
    [
        pytest.param("mygame", "en", "--style classic", "Lady Midnight", marks=pytest.mark.slow),
        pytest.param("festin", "fr", "--lang fr --size 88x63 --style classic", "Dame Minuit", marks=pytest.mark.slow),
        ("spiel", "de", "--lang de --size tarot --with-rules", "Lady Midnight"),
    ],
)
def test_the_path_of_a_new_user(pnp: Command, tmp_path: Path, name: str, lang: str, words: str, piece: str) -> None:
    code, out, err = pnp("new", name, *words.split(), cwd=tmp_path)
    assert (code, err) == (0, "")
    assert ("still in English" in out) == (lang == "de")
    home, rules = tmp_path / name, "--with-rules" in words
    allowed = ["--allow-code"] * rules
    for command in ("check", "build", "memo", "memo --check", "memo --format poker", "rulebook", "rulebook --check"):
        code, said, err = pnp(*command.split(), *([] if command == "build" else allowed), cwd=home)
        assert code == 0, f"{command}: {said}{err}"
    sheets = home / f"output/{name}/{name}_{lang}_a4_full_duplex-long.pdf"
    code, said, _ = pnp("audit", sheets, "--quiet", cwd=home)
    assert (code, "27 pieces" in said) == (0, True)
    names = {row.fields["name"] for _, row in library.load_game(name, start=home).designs()}
    assert piece in names
    assert len(names) == 12
    if rules:
        code, said, err = pnp(*f"simulate {name} --allow-code --games 20 --jobs 1 --out run".split(), cwd=home)
        assert code == 0, err
        assert "digest" in said


def test_it_ends_with_three_commands_that_work_as_they_are(pnp: Command, tmp_path: Path) -> None:
    for name, words in (("plain", []), ("played", ["--with-rules"])):
        _, out, _ = pnp("new", name, *words, cwd=tmp_path)
        first, *commands = [line.strip() for line in out.splitlines()[1:]]
        assert first == f"cd {name}"
        assert len(commands) == 2
        for command in commands:
            program, *typed = shlex.split(command)
            assert program == "pnp"
            if command == "pnp serve":
                assert name in first_line_served(tmp_path / name)
                continue
            few = ["--games", "10", "--jobs", "1"] if "simulate" in typed else []
            assert pnp(*typed, *few, cwd=tmp_path / name)[0] == 0


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_size_has_room_for_every_text(tmp_path: Path, size: str, lang: str) -> None:
    for style, fronts in (("classic", 12), ("plain", 9), ("suits", 53), ("tarot", 8), ("photo", 6)):
        library.start_project(style, lang=lang, size=size, style=style, start=tmp_path)
        faces = library.render_faces(style, start=tmp_path / style, bleed=3)
        assert len(faces) == 2 * fronts
        assert len({drawn.face.key for drawn in faces}) == fronts + 1, "all fronts and one back"


@pytest.mark.slow
def test_the_edge_that_is_promised_is_flat(tmp_path: Path) -> None:
    for style, sheets in (("plain", 3), ("classic", 3), ("suits", 6), ("tarot", 2), ("photo", 1)):
        library.start_project(style, style=style, start=tmp_path)
        printed = library.build(style, start=tmp_path / style, out=tmp_path / "out")
        assert library.audit_file(printed.pdf, start=tmp_path / style).sound
        assert printed.sheets == sheets, "nine poker cards a sheet, since neighbours share their cuts"


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_place_on_a_sheet_is_wasted(tmp_path: Path, paper: str) -> None:
    for style, places in (("plain", 9), ("classic", 9), ("suits", 9), ("tarot", 4)):
        library.start_project(style, style=style, start=tmp_path)
        printed = library.build(style, start=tmp_path / style, out=tmp_path / "out", paper=paper)
        assert printed.pieces == printed.sheets * places, style


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_animal_has_its_own_drawing(tmp_path: Path, lang: str) -> None:
    home = library.start_project("feast", lang=lang, style="classic", start=tmp_path).folder
    game = library.load_game("feast", start=home)
    headings = [game.text[column][Lang(lang)] for column in ("kind", "cheese", "rule")]
    assert headings == {"en": ["Kind", "Cheese", "Rule"], "fr": ["Sorte", "Fromages", "Règle"]}[lang], "of charts"
    designs = [design for _, design in game.designs()]
    pictures = {str(design.fields["name"]): str(design.fields["picture"]) for design in designs}
    drawings = {(home / f"components/feast/art/{picture}.svg").read_text("utf-8") for picture in pictures.values()}
    assert len(drawings) == len(pictures) == 12
    cheese = Counter[str]()
    for design in designs:
        kind = str(design.fields["kind"])
        assert str(design.fields["picture"]).startswith(f"{kind}-")
        cheese[kind] += design.count * int(str(design.fields["cheese"]))
    assert set(cheese.values()) == {18}, "no kind brings more than another"


def test_no_drawing_is_cut_off_by_its_box(tmp_path: Path) -> None:
    home = library.start_project("feast", style="classic", start=tmp_path).folder
    for path in sorted((home / "components/feast/art").glob("*.svg")):
        drawing = path.read_text("utf-8").replace("0 0 100 100", "-20 -20 140 140")
        [png] = find_renderer().to_png([Face(drawing, Size(140, 140), 0)], 50.8)
        y, x = np.argwhere((pixels_of(png) < 250).any(axis=2)).T / 2 - 20
        assert min(x.min(), y.min()) >= 0.5, path.name
        assert max(x.max(), y.max()) <= 99.5, path.name


def test_the_game_can_be_lost_and_won(tmp_path: Path) -> None:
    library.start_project("feast", with_rules=True, start=tmp_path)
    rules = library.find_game("feast", start=tmp_path / "feast", allow_code=True)
    box = rules.manifest()
    for players in (2, 3, 4):
        state = rules.new(players, seed=players)
        while state.current() >= 0:
            assert state.census() == box
            state.apply(state.legal()[0])
        assert state.legal() == []
    played = library.play_tournament(
        "feast", bots="greedy,random", players=2, games=60, start=tmp_path / "feast", allow_code=True, jobs=1
    )
    won = {"greedy": 0.0, "random": 0.0}
    for bout in played.bouts:
        for bot, share in zip(bout.seating, bout.shares, strict=True):
            won[bot] += share
    assert won["greedy"] > 1.3 * won["random"], "looking ahead pays"


@pytest.mark.parametrize(("total", "eaten", "gone"), [((3, 4), 2, 0), ((4, 4), 0, 2), ((3, 3), 0, 0)])
def test_a_plate_is_eaten_at_exactly_seven(tmp_path: Path, total: tuple[int, int], eaten: int, gone: int) -> None:
    library.start_project("feast", with_rules=True, start=tmp_path)
    rules = library.find_game("feast", start=tmp_path / "feast", allow_code=True)
    state = rules.new(2, seed=1)
    worth = [design.fields["cheese"] for design in rules.cards]  # type: ignore[attr-defined]
    mice = [next(card for card in range(4) if worth[card] == cheese) for cheese in total]
    state.hands = [[mice[0]], [mice[1]]]  # type: ignore[attr-defined]
    state.turn, state.pile, state.plates = 0, [], []  # type: ignore[attr-defined]
    state.apply(mice[0])
    state.apply(mice[1])
    assert len(state.eaten[1]) == eaten  # type: ignore[attr-defined]
    assert len(state.gone) == gone  # type: ignore[attr-defined]
    assert state.scores() == [0, 7 if eaten else 0]


def test_three_kinds_make_a_trio(tmp_path: Path) -> None:
    library.start_project("feast", with_rules=True, start=tmp_path)
    rules = library.find_game("feast", start=tmp_path / "feast", allow_code=True)
    state = rules.new(2, seed=1)
    assert state.points([0, 4, 8]) == 1 + 1 + 1 + rules.facts()["trio"]  # type: ignore[attr-defined]
    assert state.points([0, 4, 4]) == 3  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["My Game!"], 'hint: for example "my-game"'),
        (["3d"], 'hint: for example "d"'),
        (["../up"], 'hint: for example "up"'),
        ([""], 'hint: for example "mygame"'),
        (["winston"], 'name cannot be "winston": pnp has a game with that name [E0111]'),
        (["mygame", "--size", "pokr"], 'did you mean "poker"?'),
        (["mygame", "--size", "10x10"], "--size must be from 30 × 40 mm to"),
        (["mygame", "--size", "40x200"], "at most 2.2 times as long as wide"),
        (["mygame", "--size", "300x400"], "--size must be from 30 × 40 mm to"),
        (["mygame", "--lang", "en us"], '--lang must be a language, not "en us" [E0210]'),
        (["mygame", "--style", "photo", "--with-rules"], "--style conflicts with --with-rules"),
        (["mygame", "--example", "board", "--size", "mini"], "--example conflicts with --size"),
        (["mygame", "--example", "board", "--from", "cards.csv"], "--example conflicts with --from"),
    ],
)
def test_what_cannot_be_is_refused_with_a_hint(pnp: Command, tmp_path: Path, words: list[str], said: str) -> None:
    code, _, err = pnp("new", *words, cwd=tmp_path)
    assert code == 1
    assert said in err
    assert list(tmp_path.iterdir()) == []


def test_everything_wrong_is_said_at_once(pnp: Command, tmp_path: Path) -> None:
    assert "3 problems" in pnp("new", "My Game", "--size", "1x1", "--lang", "?", cwd=tmp_path)[2]


def test_a_folder_in_use_is_left_alone(pnp: Command, tmp_path: Path) -> None:
    (tmp_path / "mygame").mkdir()
    assert pnp("new", "mygame", cwd=tmp_path)[0] == 0, "an empty one will do"
    before = sorted(tmp_path.rglob("*"))
    code, _, err = pnp("new", "mygame", cwd=tmp_path)
    assert code == 1
    assert "mygame must be a new or empty folder, not one with files in it [E0108]" in err
    (tmp_path / "taken").write_text("a file", "utf-8")
    code, _, err = pnp("new", "taken", cwd=tmp_path)
    assert code == 1
    assert "taken must be a new or empty folder, not a file [E0108]" in err
    assert sorted(tmp_path.rglob("*")) == sorted([*before, tmp_path / "taken"])


def test_nothing_half_made_is_left(pnp: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []

    def fail(path: Path, content: bytes) -> int:
        written.append(path)
        if len(written) == 5:
            raise OSError(28, "No space left on device")
        with path.open("wb") as file:
            return file.write(content)

    monkeypatch.setattr(Path, "write_bytes", fail)
    code, _, err = pnp("new", "mygame", cwd=tmp_path)
    assert (code, list(tmp_path.iterdir())) == (1, [])
    assert "No space left on device" in err


@pytest.mark.parametrize("style", [*CardStyle, None])
@pytest.mark.parametrize("lang", ["en", "fr", "pt-BR"])
def test_every_file_points_at_its_schema_and_keeps_to_it(tmp_path: Path, lang: str, style: CardStyle | None) -> None:
    rules = style is None
    home = library.start_project("mygame", lang=lang, style=style, with_rules=rules, start=tmp_path).folder
    without_schema = ("figures.toml",)
    files = [path for path in home.rglob("*.toml") if "templates" not in path.parts and path.name not in without_schema]
    assert len(files) == (3 if rules or style is CardStyle.CLASSIC else 2)
    for path in files:
        directive, _, target = path.read_text("utf-8").splitlines()[0].partition(" ")
        assert directive == "#:schema"
        schema = (path.parent / target).resolve()
        assert schema.parent == (home / ".pnp").resolve()
        assert check_file(schema.name, tomllib.loads(path.read_text("utf-8"))) == []
    assert (home / ".gitignore").read_text("utf-8").split() == ["output/"]
    assert Project(home).games() == ["mygame"]


def test_every_file_of_the_starter_is_used(tmp_path: Path) -> None:
    """What lies in pnp/starter is written into some project: nothing is carried for nobody."""
    for style in CardStyle:
        for lang in ("en", "fr"):
            for size in ("poker", "88x63"):
                rules = style is CardStyle.CLASSIC
                name = f"{style}-{lang}-{size}"
                library.start_project(name, lang=lang, size=size, style=style, with_rules=rules, start=tmp_path)
    for example in ExampleGame:
        library.start_project(f"example-{example}", example=example, start=tmp_path)
    made = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    kept = {path.name for path in STARTER_FOLDER.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    renamed = {"gitignore": ".gitignore", "memo.toml": "memo.en.toml", "rules.py.txt": "rules.py"}
    renamed["rulebook.md"] = "rulebook.en.md"
    turned = {name for name in kept if name.endswith("-wide.toml")}
    assert {name.replace("-wide", "") for name in turned} <= made
    programs = {name for name in kept if name.endswith(".py")} | {
        "headings.toml",
        "words.toml",
    }  # which files are made with
    assert {renamed.get(name, name) for name in kept - programs - turned} <= made


@pytest.mark.parametrize(
    ("lang", "titles"),
    [("fr", "Pioche Assiettes Pour le chat Mangé Main"), ("en", "Draw pile Plates For the cat Eaten Hand")],
)
def test_the_table_of_the_starter_speaks_its_language(tmp_path: Path, lang: Lang, titles: str) -> None:
    home = library.start_project("mice", lang=lang, with_rules=True, start=tmp_path).folder
    rules = library.find_game("mice", start=home, allow_code=True)
    zones = rules.scene.table(rules.new(2), 0, Lang(lang)).zones
    assert " ".join(dict.fromkeys(zone.title for zone in zones)) == titles


PLACED = re.compile(r"^box = \[([-\d., ]+)\]", re.MULTILINE)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("style", ["plain", "suits", "tarot", "photo"])
def test_texts_stay_away_from_the_cut(tmp_path: Path, style: str, size: str) -> None:
    home = library.start_project("cards", style=style, size=size, start=tmp_path).folder
    card = library.load_game("cards", start=home).decks["cards"].size
    for layout in (home / "templates/cards").glob("*.toml"):
        text = layout.read_text("utf-8")
        for name, box in tomllib.loads(text).items():
            if isinstance(box, dict) and "text" in box:
                x, y, width, height = box["box"]
                assert min(x, y) >= 3, name
                assert x + width <= card.width - 3, name
                assert y + height <= card.height - 3, name
        if card.width == int(card.width) and card.height == int(card.height):
            numbers = [float(number) for line in PLACED.findall(text) for number in line.split(",")]
            assert all(number * 4 == int(number * 4) for number in numbers), "rounded, so that a person can change them"


def test_a_plain_card_is_a_few_lines_without_code(tmp_path: Path) -> None:
    home = library.start_project("cards", start=tmp_path).folder
    layout = (home / "templates/cards/card.toml").read_text("utf-8")
    assert len([line for line in layout.splitlines() if line and line[0] not in "#["]) <= 13
    assert "{%" not in layout
    assert sorted(path.name for path in (home / "templates/cards").iterdir()) == ["back.toml", "card.toml"]


@pytest.mark.parametrize(("lang", "paper"), [("en", "a4"), pytest.param("fr", "letter", marks=pytest.mark.slow)])
def test_the_example_with_a_board_is_a_complete_game(pnp: Command, tmp_path: Path, lang: str, paper: str) -> None:
    """A map on four sheets, twenty counters with two sides, two dice, two mats: printed, checked and read back."""
    assert pnp("new", "alps", "--example", "board", "--lang", lang, cwd=tmp_path)[0] == 0
    home = tmp_path / "alps"
    for command in ("check", "memo --check", f"build --paper {paper}"):
        code, said, err = pnp(*command.split(), cwd=home)
        assert code == 0, f"{command}: {said}{err}"
    sheets = home / f"output/alps/alps_{lang}_{paper}_full_duplex-long.pdf"
    report = library.audit_file(sheets, start=home)
    assert report.findings == []
    assert Counter((face.deck, face.side) for face in report.faces if face.deck != "memo") == {
        ("map", Side.FRONT): 4, ("counters", Side.FRONT): 20, ("counters", Side.BACK): 20,
        ("dice", Side.FRONT): 2, ("mats", Side.FRONT): 2,
    }  # fmt: skip
    assert len({face.page for face in report.faces if face.deck == "map"}) == 4
