"""Examples in figures: moves that the engine plays, claims that it proves, and tables seen from above."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from itertools import combinations
from math import hypot
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pnp.errors import SpecError
from pnp.geometry.units import trim
from pnp.memo.figures import read_figures
from pnp.memo.illustrate import Illustration, Illustrator, MemoColours
from pnp.memo.tableau import Tableau
from pnp.play.core import OVER
from pnp.play.registry import find_rules
from pnp.play.scene import AreaAt, PieceAt, Scene, Tone
from pnp.project.folders import Project, bundled_project, find_project
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side

PARLOUR = Path(__file__).parents[1] / "parlour"
COLOURS = MemoColours("#204060", "#ffffff", "#c06020", "#204060", "#eef2f6")
KOKO_TURN = """[turn]
view = "table"
seed = 3
zones = ["garden", "drawn"]
moves = ["1: jump over a hedge into zone b", "piocher une tuile", "place tile “bishop and diva” at 1,0, turned 270°"]
"""
CLOSED = (
    'view = "zones"\nposition = "garden=start@0,0/0;g17@1,0/0;g14@0,-1/90 koko=start.b alfred=start.a '
    'undies=g14.a,g14.b,g17.a"\n'
)


def project_with(folder: Path, game: str, figures: str, root: Path | None = None) -> Project:
    """Return a project with a copy of one game and these figures."""
    for part in ("components", "templates"):
        shutil.copytree((root or bundled_project().root) / part / game, folder / part / game)
    (folder / "components" / game / "figures.toml").write_text(figures, "utf-8")
    return find_project(folder, allow_code=True) if root else Project(folder)


def read(folder: Path, game: str, figures: str, root: Path | None = None) -> dict[str, Tableau]:
    project = project_with(folder, game, figures, root)
    return read_figures(project, load_game(project, game))


def drawn(
    folder: Path, game: str, figures: str, root: Path | None = None, lang: Lang = Lang.EN, ink: Ink = Ink.FULL
) -> Illustration:
    """Return the illustration of the only figure."""
    project = project_with(folder, game, figures, root)
    spec = load_game(project, game)
    [figure] = read_figures(project, spec).values()
    return Illustrator(project, spec, lang, ink, COLOURS, Cache.for_user()).illustrate(figure)


def pieces(scene: Scene, zone: str) -> list[str]:
    return [piece.piece for each in scene.zones if each.id == zone for _, piece in each.pieces]


def test_moves_are_played_and_frames_show_the_position_after_some_of_them(tmp_path: Path) -> None:
    """The tile is on the pile's place until the second move, then drawn, and in the garden after the third."""
    frames = 'frames = [0, 2, { ply = 3, text = "now {=legal} moves, {=score.1} points" }]\n'
    turn = read(tmp_path, "koko", KOKO_TURN + frames)["turn"]
    scenes = [frame.scenes[Lang.EN] for frame in turn.frames]
    assert [len(pieces(scene, "garden")) for scene in scenes] == [3, 3, 4]
    assert pieces(scenes[1], "drawn") == [piece for piece in pieces(scenes[2], "garden")[:2] if piece != "start"]
    facts = turn.facts()
    assert facts["figure.turn.pieces.pile"] == facts["figure.turn.frame-1.pieces.pile"] - 1
    assert turn.frames[2].text == f"now {facts['figure.turn.legal']} moves, 0 points"


FALSE = [
    ('claims = { "score.1" = 7 }', "turn.claims.score.1 is claimed to be 7, but is 0 in the engine"),
    ("claims = { score.1 = 7 }", "turn.claims.score.1 is claimed to be 7, but is 0 in the engine"),
    ("claims = { zones = 9 }", "turn.claims.zones is claimed to be 9, but is 3 in the engine"),
    ("claims = { winer = 1 }", 'turn.claims.winer is not a fact of the figure [E0714]\n  hint: did you mean "winner"?'),
    ('claims = { turn = "1" }', 'turn.claims.turn must be a whole number, not "1"'),
    ("claims = 7", "turn.claims must be a table"),
    ('refused = ["End  the turn"]', 'turn.refused[1] is legal in this position: "End  the turn"'),
    ('refused = ["throw a cocnut at Alfred"]', "turn.refused[1] is not the description of any move of this game"),
    ('refused = ["throw a cocnut at Alfred"]', 'did you mean "throw a coconut at alfred"'),
    ("frames = [4]", 'turn.frames[1] must be a number of moves from 0 to 3, not "4"'),
    ("frames = []", "turn.frames must be a list of 1 to 24 frames"),
    ("frames = [{ play = 1 }]", "turn.frames[1].play is not a known key"),
    ('frames = [{ ply = 1, text = "{=scores}" }]', 'turn.frames[1].text: there is no number named "scores"'),
    ('frames = [{ ply = 1, text = { en = "x" } }]', "turn.frames[1].text has no text in fr"),
    ("columns = 2", 'turn.columns must be a whole number from 1 to 1, not "2"'),
    ('verdict = "good"', 'turn.verdict must be "right" or "wrong", not "good"'),
    ('areas = ["closed"]', "turn.areas has no area that is closed [E0707]\n  hint: its areas: open"),
    ('areas = ["hedge"]', 'turn.areas is not a zone of this table: "hedge"'),
    ("viewer = 3", 'turn.viewer must be a player from 1 to 2, or "all", not "3"'),
    ('seats = ["Zoe"]', "turn.seats must be a list of 2 names"),
    ("players = 3", "turn.seed is for exactly 2 players"),
    ('position = "turn=1"', "turn.position cannot be used with a seed"),
    ('options = { extension = "maybe" }', "must be one of no, yes"),
    ("options = 1", "turn.options must be a table of texts"),
    ('notes = [{ text = "a", x = 0, y = 0 }]', "turn.notes[1].zone must be a zone of the table"),
    ('signs = [{ zone = "garden" }]', "turn.signs[1].verdict is missing"),
    ('signs = [{ verdict = "right" }]', "turn.signs[1] must have a piece, a zone, or x and y"),
    ('callouts = [{ text = "a", piece = "g99" }]', "turn.callouts[1].piece is not in the figure"),
    ('callouts = [{ text = "a", zone = "yard" }]', "turn.callouts[1].zone must be a zone of the table"),
    ('callouts = [{ text = "a", zone = "garden", side = "top" }]', 'side must be "left" or "right", not "top"'),
    ('callouts = [{ zone = "garden" }]', "turn.callouts[1].text is missing"),
    ('callouts = [{ text = "a", zone = "garden", frame = 2 }]', "frame must be a whole number from 1 to 1"),
]


@pytest.fixture(scope="module")
def koko(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return project_with(tmp_path_factory.mktemp("koko"), "koko", "")


@pytest.mark.parametrize(("line", "finding"), FALSE)
def test_an_example_that_is_not_true_fails_the_build(koko: Project, line: str, finding: str) -> None:
    (koko.components / "koko" / "figures.toml").write_text(KOKO_TURN + line + "\n", "utf-8")
    with pytest.raises(SpecError) as error:
        read_figures(koko, load_game(koko, "koko"))
    assert finding in str(error.value)
    assert all(problem.where.file == "components/koko/figures.toml" for problem in error.value.problems)


@pytest.mark.parametrize(
    ("moves", "finding"),
    [
        ('["draw a tyle"]', 'moves[1] is not a legal move for player 1: "draw a tyle" [E0713]\n  hint: did you mean'),
        ('["finir la tour"]', 'did you mean "finir le tour"? known: finir le tour, piocher une tuile, sauter'),
        ('["2: end the turn"]', 'moves[1] must be a move by player 1, not "2: end the turn"'),
        ('["end the turn", "1: end the turn"]', "moves[2] must be a move by player 2"),
        ('"end the turn"', "moves must be a list of at most 1000 texts"),
    ],
)
def test_a_move_that_is_not_legal_is_named_with_those_that_are(koko: Project, moves: str, finding: str) -> None:
    figure = f'[turn]\nview = "table"\nseed = 3\nmoves = {moves}\n'
    (koko.components / "koko" / "figures.toml").write_text(figure, "utf-8")
    with pytest.raises(SpecError) as error:
        read_figures(koko, load_game(koko, "koko"))
    assert finding in str(error.value)


def test_what_the_engine_refuses_and_counts_is_proven(koko: Project) -> None:
    """A move of another position, and one that only this position has words for, are both refused."""
    lines = (
        'refused = ["throw a coconut at Alfred", "jump over a hedge into zone b"]\nclaims = { turn = 1, zones = 3 }\n'
    )
    (koko.components / "koko" / "figures.toml").write_text(KOKO_TURN + lines, "utf-8")
    assert read_figures(koko, load_game(koko, "koko"))["turn"].facts()["figure.turn.winner"] == 0


def test_a_whole_game_can_be_claimed_and_no_move_comes_after_its_end(tmp_path: Path) -> None:
    project = project_with(tmp_path, "maki", "", PARLOUR)
    game = load_game(project, "maki")
    state = find_rules(game, project).new(2, 5)
    words = []
    while state.current() != OVER:
        action = state.legal()[0]
        words.append(state.rules.describe(state, action, Lang.EN))
        state.apply(action)
    score, winner = state.scores()[0], state.winners()[0] + 1

    def play(moves: list[str], claimed: int) -> None:
        claims = f'{{ "score.1" = {claimed}, "winner.{winner}" = 1, turn = 0, legal = 0 }}'
        text = f'[end]\nview = "table"\nseed = 5\nmoves = {json.dumps(moves)}\nclaims = {claims}\n'
        (tmp_path / "components/maki/figures.toml").write_text(text, "utf-8")
        read_figures(project, game)

    play(words, score)
    with pytest.raises(SpecError, match=f"is claimed to be {score + 1}, but is {score} in the engine"):
        play(words, score + 1)
    with pytest.raises(SpecError, match="comes after the end of the game"):
        play([*words, "choose: Wasabi"], score)


# The table from above


@pytest.mark.parametrize(
    ("game", "players", "root"),
    [
        ("koko", 2, None),
        ("winston", 5, None),
        ("conquete", 4, None),
        ("cotcotcollec", 3, None),
        ("maki", 4, PARLOUR),
        ("hearts", 4, PARLOUR),
    ],
)
def test_a_table_shows_every_zone_once_and_nothing_hidden(
    tmp_path: Path, game: str, players: int, root: Path | None
) -> None:
    project = project_with(tmp_path, game, f'[setup]\nview = "table"\nplayers = {players}\n', root)
    spec = load_game(project, game)
    figure = read_figures(project, spec)["setup"]
    lang = spec.languages[0]
    maker = Illustrator(project, spec, lang, Ink.FULL, COLOURS, Cache.for_user())
    shown = maker.illustrate(figure)
    plan = maker._strip(figure, 115).plan
    assert plan is not None
    assert set(plan.boxes) == {zone.id for zone in figure.scene.zones if zone.items}
    panels = [box for _, box in plan.panels]
    for one, two in (*combinations(plan.boxes.values(), 2), *combinations(panels, 2)):
        assert any(one[at] + one[at + 2] <= two[at] or two[at] + two[at + 2] <= one[at] for at in (0, 1))
    for face in shown.faces:
        assert 0 <= face.x <= shown.data["width"]
        assert 0 <= face.y <= shown.data["height"]
    hands = {zone.id: [piece for _, piece in zone.pieces] for zone in figure.scene.zones if zone.shape == "hand"}
    for name, held in hands.items():
        own = name.endswith("-1")
        assert own or all(piece.side is Side.BACK for piece in held if piece.hidden)
        assert own or game in ("koko", "conquete", "cotcotcollec") or all(piece.hidden for piece in held)
    strong = [label["text"] for label in shown.data["labels"] if label["strong"]]
    assert len(strong) == len({owner for owner, _ in plan.panels})


def test_what_does_not_move_stays_in_its_place_from_frame_to_frame(tmp_path: Path) -> None:
    """All prizes, each of which is once in a frame, are as far from themselves in the next frame."""
    figure = '[play]\nview = "table"\nseed = 3\nzones = ["deck", "middle", "table"]\n'
    figure += 'moves = ["1: play a body: Ballerina"]\nframes = [0, 1]\n'
    made = drawn(tmp_path, "winston", figure)
    keys = Counter(face.key for face in made.faces)
    places = [[(face.x, face.y) for face in made.faces if face.key == key] for key in keys if keys[key] == 2]
    ways = {(round(two[0] - one[0], 6), round(two[1] - one[1], 6)) for one, two in places}
    assert len(places) >= 6
    assert len(ways) == 1
    assert ways.pop()[1] == 0
    assert made.data["numbers"] == []  # two frames are before and after


def test_seat_names_titles_and_callouts_are_in_the_language_of_the_page(tmp_path: Path) -> None:
    figure = (
        '[setup]\nview = "table"\nseats = ["Zoé", { fr = "Maxime", en = "Max" }]\n'
        'callouts = [{ zone = "pile", '
        'text = { fr = "la pioche ({=pieces.pile})", en = "the pile ({=pieces.pile})" } }]\n'
    )
    for lang, found in ((Lang.FR, ["Maxime", "Pioche (29)"]), (Lang.EN, ["Max", "Pile (29)"])):
        made = drawn(tmp_path / lang, "koko", figure, lang=lang)
        said = [label["text"] for label in made.data["labels"]]
        assert "Zoé" in said
        assert set(found) <= set(said)
        assert [callout["text"] for callout in made.data["callouts"]] == [
            {Lang.FR: "la pioche (29)", Lang.EN: "the pile (29)"}[lang]
        ]


def test_a_callout_and_a_sign_point_at_their_piece(tmp_path: Path) -> None:
    over = 'callouts = [{ text = "x", piece = "g17" }]\nsigns = [{ verdict = "wrong", piece = "g14" }]\n'
    figure = f"[zones]\n{CLOSED}{over}"
    project = project_with(tmp_path, "koko", figure)
    spec = load_game(project, "koko")
    zones = read_figures(project, spec)["zones"]
    made = Illustrator(project, spec, Lang.EN, Ink.FULL, COLOURS, Cache.for_user()).illustrate(zones)
    laid = [item for item in zones.scene.items if isinstance(item, PieceAt)]
    placed = dict(zip([item.piece for item in laid], made.faces, strict=True))
    [callout] = made.data["callouts"]
    assert hypot(callout["x"] - placed["g17"].x, callout["y"] - placed["g17"].y) < 0.01
    x, y = placed["g14"].x, placed["g14"].y
    assert f"translate({trim(x)} {trim(y)})" in made.data["overlay"]


def svg_paths(made: Illustration) -> list[ElementTree.Element]:
    return [each for each in ElementTree.fromstring(made.data["overlay"]).iter() if each.tag.endswith("path")]


def test_open_and_closed_zones_differ_without_colour(tmp_path: Path) -> None:
    """A closed zone is hatched inside a solid line, an open one has dashes; in low ink, there is no tint."""
    for ink in Ink:
        for tone in (Tone.OPEN, Tone.CLOSED):
            made = drawn(tmp_path / ink / tone, "koko", f'[zones]\n{CLOSED}areas = ["{tone}"]\n', ink=ink)
            paths = svg_paths(made)
            assert any("url(#closed)" in path.get("fill", "") for path in paths) == (tone is Tone.CLOSED)
            assert any(path.get("stroke-dasharray") for path in paths) == (tone is Tone.OPEN)
            assert any(path.get("fill-opacity") for path in paths) == (ink is Ink.FULL)


def test_a_zone_over_three_tiles_has_one_outline(tmp_path: Path) -> None:
    """The closed zone is half of the start tile and two whole tiles: no line between them is drawn."""
    project = project_with(tmp_path, "koko", f'[zones]\n{CLOSED}areas = ["closed"]\n')
    spec = load_game(project, "koko")
    figure = read_figures(project, spec)["zones"]
    made = Illustrator(project, spec, Lang.EN, Ink.FULL, COLOURS, Cache.for_user()).illustrate(figure)
    areas = [item for item in figure.scene.items if isinstance(item, AreaAt)]
    assert len(areas) == 3
    sides = sum(len(area.outline) for area in areas)
    outline = next(
        path for path in svg_paths(made) if path.get("stroke-width") == "THIN" and not path.get("stroke-dasharray")
    )
    assert sides - outline.get("d", "").count("M") == 4  # two shared edges, each counted twice


def test_the_way_of_a_piece_is_an_arrow_between_zones(tmp_path: Path) -> None:
    plain = '[play]\nview = "table"\nseed = 3\nmoves = ["1: play a body: Ballerina"]\nzones = ["table", "hand-1"]\n'
    made = drawn(tmp_path / "traced", "winston", plain + "trace = true\n")
    ballerina = made.faces[0]
    ends = [path.get("d", "").split(" M")[0].split(" L")[-1] for path in svg_paths(made)]
    assert any(hypot(float(end.split()[0]) - ballerina.x, float(end.split()[1]) - ballerina.y) < 0.1 for end in ends)
    assert svg_paths(drawn(tmp_path / "plain", "winston", plain)) == []


def test_overlapping_faces_in_low_ink_hide_what_is_below_them(tmp_path: Path) -> None:
    low = drawn(tmp_path / "low", "winston", '[setup]\nview = "table"\n', ink=Ink.LOW)
    full = drawn(tmp_path / "full", "winston", '[setup]\nview = "table"\n')
    assert all(face.grounded for face in low.faces)
    assert not any(face.grounded for face in full.faces)
