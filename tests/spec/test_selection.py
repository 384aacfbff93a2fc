"""Selections: what `--only` means, what it is called in a file name, and what is said when it means nothing."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.errors import SpecError
from pnp.project.folders import Project
from pnp.spec.deck import expand_pieces, restrict_game
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.spec.selection import Selection, SelectionError, slug


def chosen(game: Game, *only: str) -> list[str]:
    """The designs that are meant, each once."""
    return list(dict.fromkeys(piece.id for piece in Selection(only).apply(game, expand_pieces(game))))


def refused(game: Game, *only: str) -> str:
    with pytest.raises(SpecError) as caught:
        Selection(only).apply(game, expand_pieces(game))
    return str(caught.value)


@pytest.mark.parametrize(
    ("only", "wanted"),
    [
        (["shells"], ["whelk", "cockle", "oyster"]),
        (["oyster"], ["oyster"]),
        (["id=tide-?"], [f"tide-{number}" for number in range(1, 8)]),
        (["ID=*ST*"], ["oyster"]),
        (["fish*"], ["fisher"]),
        (["rows=2-3,deck=shells"], ["whelk", "cockle"]),
        (["rows=4-"], ["oyster", "tide-4", "tide-5", "tide-6", "tide-7"]),
        (["row=6"], ["tide-6"]),
        (["cost=9"], ["oyster"]),
        (["cost=0"], ["cockle"]),
        (["count=4"], ["whelk", "cockle"]),
        (["name=bulot"], ["whelk"]),
        (["name=Whelk"], ["whelk"]),
        (["name_en=Whelk"], ["whelk"]),
        (["rule_fr=*; sinon*"], ["oyster"]),
        ([" shells , cost = 2 "], ["whelk"]),
        (["whelk", "leaf"], ["whelk", "score-leaf"]),
    ],
)
def test_what_is_meant(lowtide: Game, only: list[str], wanted: list[str]) -> None:
    assert chosen(lowtide, *only) == wanted


def test_a_selected_design_has_all_its_copies(lowtide: Game) -> None:
    pieces = Selection(("whelk", "leaf")).apply(lowtide, expand_pieces(lowtide))
    assert [(piece.id, piece.copy) for piece in pieces] == [
        *(("whelk", copy) for copy in (1, 2, 3, 4)),
        *(("score-leaf", leaf) for leaf in (1, 2, 3)),
    ]


def test_a_row_is_the_one_that_messages_name(copied: Project) -> None:
    table = copied.components / "lowtide" / "shells.csv"
    lines = table.read_text("utf-8").splitlines()
    game = load_game(copied, "lowtide")
    assert chosen(game, "deck=shells,rows=4") == ["oyster"]
    lines[3] = lines[3].replace(",9,", ",ten,")
    table.write_text("\n".join(lines), "utf-8")
    with pytest.raises(SpecError, match=re.escape("shells.csv:4: cost")):
        load_game(copied, "lowtide")


def test_rows_of_any_table_are_counted_as_its_program_does(copied: Project) -> None:
    folder = copied.components / "lowtide"
    (folder / "more.json").write_text('[{"Card Name": "A"}, {"Card Name": "B"}]', "utf-8")
    (folder / "game.toml").write_text(
        'title = "Low Tide"\n[decks.shells]\nsize = "poker"\ntable = "more.json"\nfront = "tide.svg.j2"\n', "utf-8"
    )
    game = load_game(copied, "lowtide")
    assert chosen(game, "rows=2") == ["b"]
    assert chosen(game, "Card Name=b") == chosen(game, "card_name=b") == ["b"]


@pytest.mark.parametrize(
    ("only", "message"),
    [
        ("shell", 'no deck or piece matches "shell" [E1205]\n  hint: did you mean "shells"'),
        ("id=welk", 'no piece matches "id=welk" [E1205]\n  hint: did you mean "whelk"?'),
        ("cst=2", 'the game has no column "cst" [E1205]\n  hint: did you mean "cost"?'),
        ("cost=77", 'hint: for example "2", "0", "9"'),
        ("rows=90-99", "rows are numbered from 1 to 7; the headings of a table are row 1"),
        ("shells,id=tide-1", "each condition matches some pieces, but no piece matches all of them"),
    ],
)
def test_nothing_that_matches_says_what_there_is(lowtide: Game, only: str, message: str) -> None:
    said = refused(lowtide, "whelk", only)
    assert said.startswith("lowtide: --only: ")
    assert message in said


@pytest.mark.parametrize(
    "only", ["", ",", "shells,", "=x", "id=", "rows=x", "rows=3-9-12", "rows=-3", "x" * 501, "\0="]
)
def test_what_is_no_selection_is_refused(lowtide: Game, only: str) -> None:
    refused(lowtide, only)


@pytest.mark.parametrize("only", ["id=[a-z]*", "id=\\whelk", "../../etc/passwd", "{whelk,cockle}", "id=wh.*"])
def test_other_signs_than_stars_and_question_marks_stand_for_themselves(lowtide: Game, only: str) -> None:
    with pytest.raises(SelectionError):
        Selection((only,)).apply(lowtide, expand_pieces(lowtide))


def test_a_pattern_of_many_stars_is_soon_done(lowtide: Game) -> None:
    began = time.perf_counter()
    refused(lowtide, "rule=" + "*e" * 200 + "zz")
    assert time.perf_counter() - began < 5


@given(st.text(max_size=60))
def test_any_text_is_a_safe_part_of_a_file_name(text: str) -> None:
    assert re.fullmatch(r"[a-z0-9](?:[a-z0-9-]|\.(?=[a-z0-9]))*", slug(text) or "x")
    assert len(slug(text)) <= 40


def test_other_selections_have_other_names() -> None:
    texts = ["cards", "Cards", "id=cards", "id=cards*", "id=cards?", "cards ", "cards+x", "../cards", "c" * 90]
    assert len({slug(text) for text in texts}) == len(texts)
    assert slug("cards") == "cards"
    assert slug("v0.3") == "v0.3"
    assert slug("..") not in ("", ".", "..")
    assert Selection(("cards",), "v0.2").slug == "only-cards_since-v0.2"


def test_a_narrowed_game_counts_what_is_left(lowtide: Game) -> None:
    pieces = expand_pieces(lowtide)
    game = restrict_game(
        lowtide, [piece for piece in pieces if piece.id in ("whelk", "score-leaf") and piece.copy <= 3]
    )
    assert {name: deck.count for name, deck in game.decks.items()} == {"shells": 3, "leaf": 1}
    some = restrict_game(lowtide, [piece for piece in pieces if piece.id == "score-leaf" and piece.copy > 1])
    assert some.count == 2, "leaves of a pad, one by one"
