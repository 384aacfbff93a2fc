"""Koko and Alfred's garden on screen: where everything is, what moves take where, and what is told of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from pnp.games.koko.notation import KokoNotation, spot_codec
from pnp.games.koko.rules import (
    COVER,
    DRAW,
    DROP,
    END,
    GIVE,
    MOVE,
    PICK,
    PLACE,
    RESERVE,
    ROB,
    TAKE,
    THROW,
    KokoRules,
    KokoState,
)
from pnp.play.core import OVER, Options
from pnp.play.match import Match
from pnp.play.record import Record
from pnp.play.registry import find_rules
from pnp.play.scene import SPECTATOR, AreaAt, LineAt, Move, PieceAt, Scene, TextAt, Tone, Zone, follow_pieces, scene_of
from pnp.terms import Lang
from tests.loading import load_rules

Played = tuple[KokoState, int, KokoState]
"""A position, an action, and the position after it."""
EXTENSION = "options=extension:yes,match_sides:no,stall_guard:yes"
CLOSED = "garden=g17@1,0/0;g14@0,-1/90 "
"""A closed zone with four guests at the east and south of the start tile; the other zone is open."""


@cache
def rules() -> KokoRules:
    loaded = load_rules("koko")
    assert isinstance(loaded, KokoRules)
    return loaded


def sketch(text: str) -> KokoState:
    return KokoNotation(rules()).sketch(text, 2)


def played(before: KokoState, action: int) -> Played:
    after = before.clone()
    after.apply(action)
    return before, action, after


def told(before: KokoState, action: int, lang: Lang = Lang.EN) -> list[str]:
    return list(rules().scene.narrate(*played(before, action), SPECTATOR, lang))


def zone(scene: Scene, name: str) -> Zone:
    return next(zone for zone in scene.zones if zone.id == name)


def pieces(found: Zone) -> list[PieceAt]:
    return [piece for _, piece in found.pieces]


def move(scene: Scene, action: int) -> Move:
    return next(move for move in scene.moves if move.action == action)


def taken(scene: Scene, action: int) -> set[str]:
    """Ids of the pieces that an action takes."""
    slots = dict(piece for zone in scene.zones for piece in zone.pieces)
    return {slots[slot].piece for slot in move(scene, action).takes}


def random_game(seed: int, options: Options | None = None) -> Iterator[Played]:
    """Play a random game in which figures act rather than end their turns, and yield every move."""
    rng = Random(seed)
    state = rules().new(2, seed, options)
    while state.current() != OVER:
        assert isinstance(state, KokoState)
        legal = state.legal()
        before, action, state = played(state, rng.choice([act for act in legal if END < act < MOVE] or legal))
        yield before, action, state


def test_tiles_have_names_in_both_languages() -> None:
    for lang in (Lang.FR, Lang.EN):
        titles = rules().titles(lang)
        assert len(set(titles)) == len(rules().ids)
        assert not set(titles) & set(rules().ids)
    before = sketch("drawn=g13 drew=1 points=2")
    spot = PLACE + spot_codec(rules().plan).decode("1,0/90")
    assert told(before, spot)[0] == "place tile “bishop and diva” at 1,0, turned 90°"
    assert rules().parse(before, "place tile “bishop and diva” at 1,0, turned 90°", Lang.EN) == spot
    assert "Tile drawn: bishop and diva" in rules().show(before, 0, Lang.EN)
    assert "Tuile piochée : évêque et diva" in rules().show(before, 0, Lang.FR)


def test_records_that_name_tiles_by_id_can_still_be_read() -> None:
    before = sketch("drawn=g13 drew=1 points=2")
    spot = PLACE + spot_codec(rules().plan).decode("1,0/90")
    assert rules().parse(before, "place tile g13 at 1,0, turned 90°", Lang.EN) == spot
    assert rules().parse(before, "poser la tuile g13 en 1,0, tournée de 90°", Lang.FR) == spot


def test_zones_are_tinted_and_named_as_in_the_terminal() -> None:
    state = sketch(CLOSED)
    garden = zone(scene_of(state, 0, Lang.EN), "garden")
    areas = [item for item in garden.items if isinstance(item, AreaAt)]
    assert {(area.text, area.tone) for area in areas} == {
        ("zone a, open", Tone.OPEN),
        ("zone b, closed", Tone.CLOSED),
    }
    assert [item.text for item in garden.items if isinstance(item, TextAt)] == ["a", "b"]
    size = rules().scene.size
    cover = sum(_surface(area) for area in areas)
    assert cover == pytest.approx(3 * size * size), "the lawns fill the tiles"


def _surface(area: AreaAt) -> float:
    corners = area.outline
    return abs(sum(x * b - a * y for (x, y), (a, b) in zip(corners, (*corners[1:], corners[0]), strict=True))) / 2


@pytest.mark.parametrize("split", ["none", "n", "e", "s", "w", "ne", "nw"])
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_each_side_of_a_tile_is_beside_the_lawn_that_it_opens(split: str, turn: int) -> None:
    """The areas of a tile's two lawns hold the middles of their own sides, however it is turned."""
    split_rules = _with_split(split)
    scene = split_rules.scene
    tile = split_rules.ids.index("g25")
    state = KokoNotation(split_rules).sketch(f"garden=g25@1,0/{90 * turn}", 2)
    half = scene.size / 2
    for _, lawn, _, side, _ in split_rules.plan.edges[tile << 2 | turn]:
        [area] = scene._areas(state, 1 << (lawn if split != "none" else 2 * tile), Tone.OPEN)
        middle = ((0, -half), (half, 0), (0, half), (-half, 0))[side]
        inside = middle[0] * 0.99, middle[1] * 0.99
        assert _holds(area, inside)
        x, y = scene._stand(state, lawn)
        assert _holds(area, (x - area.x, y - area.y)), "what stands on a lawn is within its area"


@cache
def _with_split(split: str) -> KokoRules:
    """Return the rules with a tile that is split in this way."""
    spec = rules().spec
    deck = spec.decks["tiles"]
    designs = [
        design.model_copy(update={"fields": {**design.fields, "split": split}}) if design.id == "g25" else design
        for design in deck.designs
    ]
    tiles = deck.model_copy(update={"designs": designs})
    made = find_rules(spec.model_copy(update={"decks": {**spec.decks, "tiles": tiles}}))
    assert isinstance(made, KokoRules)
    return made


def _holds(area: AreaAt, point: tuple[float, float]) -> bool:
    """Return whether a point, relative to the area's origin, is inside (even-odd rule)."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(area.outline, (*area.outline[1:], area.outline[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def test_a_placement_shows_the_zones_that_it_closes() -> None:
    state = sketch("garden=g17@1,0/0 drawn=g14 drew=1 points=2")
    scene = scene_of(state, 0, Lang.EN)
    closing = move(scene, PLACE + spot_codec(rules().plan).decode("0,-1/90"))
    assert closing.takes == ("drawn/0",)
    assert closing.spot == PieceAt("g14", 0, 60, turn=90)
    assert closing.notes == ("closes: b",)
    assert {mark.tone for mark in closing.marks if isinstance(mark, AreaAt)} == {Tone.CLOSED}
    assert len(closing.marks) == 3
    away = move(scene, PLACE + spot_codec(rules().plan).decode("0,1/90"))
    assert (away.notes, away.marks) == ((), ())
    assert told(state, closing.action)[1:] == ["Zone b is closed; guests: 4."]
    assert told(state, closing.action, Lang.FR)[1:] == ["La zone b est fermée ; convives : 4."]


def test_a_figure_goes_to_the_zone_reached_along_its_path() -> None:
    state = sketch(CLOSED)
    scene = scene_of(state, 0, Lang.EN)
    [hop] = [move for move in scene.moves if move.action >= MOVE]
    assert taken(scene, hop.action) == {"koko"}
    koko = next(piece for piece in pieces(zone(scene, "garden")) if piece.piece == "koko")
    [path] = hop.marks
    assert isinstance(path, LineAt)
    assert hop.spot is not None
    assert (path.x, path.y, path.to_x, path.to_y) == (koko.x, koko.y, hop.spot.x, hop.spot.y)
    state.apply(hop.action)
    garden = pieces(zone(scene_of(state, 0, Lang.EN), "garden"))
    assert hop.spot in garden, "where it is once it has moved"


def test_koko_gives_undies_from_the_reserve_to_all_guests() -> None:
    state = sketch(CLOSED + "koko=start.b alfred=start.a")
    scene = scene_of(state, 0, Lang.EN)
    give = move(scene, GIVE)
    assert len(give.takes) == state.counts[RESERVE] == 15
    assert give.notes == ("Koko’s points 0 → 4",)
    placed = [give.spot, *give.marks]
    state.apply(GIVE)
    after = zone(scene_of(state, 0, Lang.EN), "garden")
    worn = [piece for piece in pieces(after) if piece.piece.startswith("undies")]
    assert worn == placed
    before = sketch(CLOSED + "koko=start.b alfred=start.a")
    assert told(before, GIVE)[1:] == ["Undies given: 4. In the garden: 4, in reserve: 11."]
    assert told(before, GIVE, Lang.FR)[1:] == ["Dessous donnés : 4. Au jardin : 4, en réserve : 11."]


ALFRED = CLOSED + "turn=alfred alfred=start.b "


@pytest.mark.parametrize(
    ("position", "action", "takes", "goes", "lines"),
    [
        (ALFRED + "koko=start.a", COVER, {"cover"}, "garden", "Guests covered: 4. Covers left: 15."),
        (
            ALFRED + "koko=start.a undies=g14.a,g17.a",
            TAKE,
            {"undies-bloomers", "undies-boxers"},
            "taken",
            "Undies taken: 1. Alfred has 1 of 15.",
        ),
        (ALFRED + "koko=start.b", ROB, {"undies-bloomers"}, "taken", "Undies taken: 3. Alfred has 3 of 15."),
        (
            f"garden=g17@1,0/0;g14@0,-1/90;j1@0,1/0 {EXTENSION} turn=alfred alfred=start.b covered=g14.a,g14.b,g17.a"
            ",g17.b bottles=2 bottles_held=1 coconuts=3",
            DROP,
            {"bottle"},
            "box",
            "Alfred’s bottles: 0.",
        ),
        (
            f"garden=j4@0,1/0 {EXTENSION} koko=start.a alfred=start.b palms=j4.a bottles=3 coconuts=2",
            PICK,
            {"coconut"},
            "coconuts",
            "Koko’s coconuts: 1.",
        ),
        (
            f"garden=j4@0,1/0 {EXTENSION} koko=start.a alfred=start.a bottles=3 coconuts=2 coconuts_held=1 points=1",
            THROW,
            {"coconut"},
            "garden",
            "Alfred is stunned: Koko’s action points 1 → 4.",
        ),
    ],
    ids=["cover", "take", "rob", "drop", "pick", "throw"],
)
def test_an_action_takes_its_token_to_its_place(
    position: str, action: int, takes: set[str], goes: str, lines: str
) -> None:
    state = sketch(position)
    scene = scene_of(state, state.current(), Lang.EN)
    assert takes <= taken(scene, action)
    assert move(scene, action).zone == goes
    assert told(state, action)[1] == lines
    if action != THROW:
        before, after = (
            {z.id: len(pieces(z)) for z in scene_of(s, 0, Lang.EN).zones} for s in played(state, action)[::2]
        )
        start = move(scene, action).takes[0].split("/")[0]
        assert after[goes] > before[goes]
        assert after[start] < before[start]


def test_drawing_takes_the_top_of_the_pile_and_names_the_tile() -> None:
    state = sketch("pile=" + ",".join(["g13", *(f"g{n:02}" for n in range(1, 30) if n != 13)]))
    scene = scene_of(state, 0, Lang.EN)
    assert move(scene, DRAW).takes == ("pile/28",)
    assert move(scene, DRAW).zone == "drawn"
    assert move(scene, END) == Move(END, "end the turn")
    assert told(state, DRAW) == ["draw a tile", "Tile drawn: bishop and diva."]
    assert told(state, DRAW, Lang.FR)[1] == "Tuile piochée : évêque et diva."


def test_a_forced_draw_is_announced_and_told() -> None:
    state = sketch("idle=1 pile=" + ",".join(["g13", *(f"g{n:02}" for n in range(1, 30) if n != 13)]))
    scene = scene_of(state, 0, Lang.EN)
    assert scene.notes == (
        "Round 1 of 2",
        "Action points left: 3",
        "No tile was drawn last turn: if none is drawn in this one, the next turn begins with a draw.",
    )
    assert told(state, END)[1:] == ["No tile drawn for 2 turns: Alfred begins with a draw. Tile: bishop and diva."]


def last_tile(round_number: int, more: str = "") -> KokoState:
    """A position with the last tile of a round to place, and three undies in the garden."""
    tiles = [name for name in rules().names if name.startswith("g")]
    row = [f"{name}@{-1 - at},0/0" for at, name in enumerate(n for n in tiles if n not in ("g14", "g17", "g29"))]
    later = ",".join(tiles) if round_number == 1 else ""
    return sketch(
        f"round={round_number} garden=g17@1,0/0;g14@0,-1/90;{';'.join(row)} drawn=g29 drew=1 points=0"
        f" pile= later={later} undies=g14.a,g14.b,g17.a koko=start.b alfred=start.a {more}"
    )


def test_the_end_of_a_round_is_told_with_its_score_and_the_new_roles() -> None:
    state = last_tile(1)
    action = PLACE + spot_codec(rules().plan).decode("0,1/0")
    assert told(state, action)[-3:] == [
        "All tiles are laid: round 1 is over.",
        "Player 1 scores 3: undies in the garden 3 × 1, in reserve 12 × 0.",
        "Roles are swapped: player 2 is Koko, player 1 is Alfred.",
    ]
    before, _, after = played(state, action)
    names = [[seat.name for seat in scene_of(at, 0, Lang.EN).seats] for at in (before, after)]
    assert names == [["Koko (player 1)", "Alfred (player 2)"], ["Alfred (player 1)", "Koko (player 2)"]]


@pytest.mark.parametrize(
    ("scored", "said"),
    [
        ("scored=5/0 left=2/0", "The game is over: 5 – 3. Player 1 wins."),
        ("scored=3/0 left=2/0", "The game is over: 3 – 3. The reserve breaks the tie: 2 – 12. Player 2 wins."),
        ("scored=3/0 left=12/0", "The game is over: 3 – 3. It is a draw."),
    ],
)
def test_the_end_of_the_game_is_told_with_who_wins(scored: str, said: str) -> None:
    state = last_tile(2, scored)
    action = PLACE + spot_codec(rules().plan).decode("0,1/0")
    assert told(state, action)[-3:] == [
        "All tiles are laid: round 2 is over.",
        "Player 2 scores 3: undies in the garden 3 × 1, in reserve 12 × 0.",
        said,
    ]


def test_alfred_who_has_all_undies_ends_the_round() -> None:
    state = sketch("turn=alfred koko=start.a alfred=start.a taken=14")
    assert told(state, ROB)[1:3] == [
        "Undies taken: 1. Alfred has 15 of 15.",
        "Alfred has taken all undies: round 1 is over.",
    ]


def test_everything_told_agrees_with_the_engine() -> None:
    """Zones that close, bottles that are taken, and rounds that end are told exactly when they do."""
    for before, action, after in random_game(3, {"extension": "yes"}):
        lines = told(before, action)
        if after.round == before.round:
            shut = [zone for zone, count in enumerate(after.openings) if not count and _is_laid(after, zone)]
            was = [zone for zone, count in enumerate(before.openings) if not count and _is_laid(before, zone)]
            assert sum("is closed" in line for line in lines) == len(set(shut) - set(was))
            assert any("takes bottles" in line for line in lines) == (after.counts[4] > before.counts[4])
            assert not any("round" in line for line in lines)
        else:
            assert any(f"round {before.round + 1} is over" in line for line in lines)


def _is_laid(state: KokoState, lawn: int) -> bool:
    return state.laid[lawn >> 1] >= 0 and state.zone[lawn] == lawn


def test_tokens_and_figures_are_followed() -> None:
    match = Match(rules(), Record("koko", 2, "1", options={"extension": "yes"}))
    for _, action, _ in random_game(1, {"extension": "yes"}):
        if match.ply == 120:
            break
        match.play(action)
    for ply in range(1, match.ply + 1):
        earlier, later = (
            {p.key: (z.id, p.piece) for z in match.scene(at, 0, Lang.EN).zones for p in pieces(z) if not p.hidden}
            for at in (ply - 1, ply)
        )
        assert {key for key in earlier if "koko" in key or "alfred" in key} <= later.keys()
        tokens = {key for key, (_, piece) in earlier.items() if rules().scene.alike(piece) != piece}
        assert tokens <= later.keys(), "tokens move, they do not vanish"


def test_a_tile_keeps_its_key_from_the_hand_to_the_garden() -> None:
    state = sketch("drawn=g13 drew=1 points=2")
    scene = follow_pieces(None, scene_of(state, 0, Lang.EN), rules())
    [card] = pieces(zone(scene, "drawn"))
    state.apply(PLACE + spot_codec(rules().plan).decode("1,0/90"))
    after = follow_pieces(scene, scene_of(state, 0, Lang.EN), rules())
    assert next(piece for piece in pieces(zone(after, "garden")) if piece.piece == "g13").key == card.key


def test_reports_call_tiles_by_what_is_on_them() -> None:
    things = rules().things()
    assert things["tile:g13"][Lang.EN] == "tile “bishop and diva”"
    assert things["tile:g13"][Lang.FR] == "tuile « évêque et diva »"
    assert not [said for said in things.values() if "g13" in said[Lang.EN]]
