"""Counts: against what the rulebooks and tables say, counted by hand or another way."""

from __future__ import annotations

import csv
from collections import Counter

import pytest

from pnp.project.folders import bundled_project
from pnp.spec.load import load_game
from pnp.spec.model import Column, Deck, Design, Game
from pnp.stats.counts import DeckCounts, ValueCounts, count_deck, count_game


def counted(name: str, deck: str) -> DeckCounts:
    return next(each for each in count_game(load_game(bundled_project(), name)) if each.deck.name == deck)


def tally(counts: DeckCounts, column: str) -> dict[str, int]:
    return next(each.counts for each in counts.tallies if each.column == column)


def made(columns: dict[str, Column], rows: list[tuple[int, dict[str, object]]]) -> Deck:
    designs = [Design.model_validate({"id": f"p{n}", "count": c, "fields": f}) for n, (c, f) in enumerate(rows)]
    return Deck.model_validate(
        {"name": "made", "title": {"fr": "Fait", "en": "Made"}, "kind": "card", "size": [63, 88], "front": "x",
         "columns": columns, "designs": designs}
    )  # fmt: skip


def test_cotcotcollec_has_ten_motifs_of_nine() -> None:
    cards = counted("cotcotcollec", "cards")
    assert tally(cards, "kind") == {"object": 90, "rooster": 10, "doubler": 5, "joker": 5}
    assert Counter(tally(cards, "id").values()) == {9: 10, 10: 1, 5: 2}
    assert {each.column for each in cards.tallies} == {"id", "kind"}, "names and lines are prose"


def test_conquete_icons_are_the_cells_of_the_table() -> None:
    [icons] = counted("conquete", "army").icons
    with (bundled_project().components / "conquete" / "army.csv").open(encoding="utf-8") as file:
        rows = [[row[place] for place in ("nw", "ne", "sw", "se")] for row in csv.DictReader(file)]
    assert icons.totals == Counter(cell for row in rows for cell in row)
    assert (icons.totals["coin"], icons.totals["potion"], sum(icons.totals.values())) == (18, 12, 43 * 4)
    coins = Counter(row.count("coin") for row in rows)
    assert icons.per_piece["coin"] == (coins[0], coins[1], coins[2]) == (29, 10, 4)
    assert icons.by_column["coin"] == (4, 4, 6, 4)


def test_koko_has_nineteen_guests_once_each() -> None:
    tiles = counted("koko", "tiles")
    sides, guests = tiles.icons
    assert (sides.columns, guests.columns) == (("n", "e", "s", "w"), ("guest_a", "guest_b"))
    assert sum(sides.totals.values()) == 36 * 4
    someone = {guest: count for guest, count in guests.totals.items() if guest != "none"}
    assert len(someone) == 19
    assert set(someone.values()) == {1}
    assert tally(counted("koko", "tokens"), "what") == {
        "koko": 1, "alfred": 1, "undies": 15, "cover": 19, "bottle": 3, "coconut": 3,
    }  # fmt: skip
    assert "motif" not in {each.column for each in counted("koko", "tokens").tallies}, "it names the designs again"


def test_winston_has_three_heads_and_eight_bodies_of_a_kind() -> None:
    dogs = counted("winston", "dogs")
    [cross] = dogs.crosses
    assert (cross.rows, cross.columns) == ("kind", "part")
    assert list(cross.counts.values()) == [{"head": 3, "body": 8}] * 6
    [look] = dogs.numbers
    assert look.counts == {1: 12, 2: 12, 3: 12, 4: 6, 5: 6, 6: 6, 7: 6, 8: 6}
    assert look.summary == {"min": 1, "mean": pytest.approx(252 / 66), "median": 3, "max": 8}


def test_lowtide_is_counted_in_copies(lowtide: Game) -> None:
    shells = count_deck(lowtide.decks["shells"])
    assert shells.tallies == (ValueCounts("id", {"whelk": 4, "cockle": 4, "oyster": 5}),)
    [cost] = shells.numbers
    assert cost.pieces == [0] * 4 + [2] * 4 + [9] * 5
    assert cost.summary["median"] == 2


def test_what_says_nothing_is_left_out() -> None:
    columns = {
        "same": Column.model_validate({"type": "choice", "choices": ["a", "b"]}),
        "unique": Column.model_validate({}),
        "long": Column.model_validate({}),
        "tag": Column.model_validate({}),
        "tint": Column.model_validate({"type": "colour"}),
        "flat": Column.model_validate({"type": "int"}),
    }
    rows: list[tuple[int, dict[str, object]]] = [
        (1, {"same": "a", "unique": f"n{n}", "long": "many words in a row that are prose" + "!" * (n % 2),
             "tag": ("x", "y")[n % 2], "tint": ("#000000", "#ffffff", "#ff0000")[n % 3], "flat": 4})
        for n in range(12)
    ]  # fmt: skip
    counts = count_deck(made(columns, rows))
    assert counts.tallies == (
        ValueCounts("tag", {"x": 6, "y": 6}),
        ValueCounts("tint", {"#000000": 4, "#ffffff": 4, "#ff0000": 4}),
    )
    assert not counts.numbers
    assert not counts.crosses


def test_choices_that_no_piece_has_are_counted_as_none_in_the_order_of_the_spec() -> None:
    columns = {"suit": Column.model_validate({"type": "choice", "choices": ["d", "c", "b", "a"]})}
    counts = count_deck(made(columns, [(2, {"suit": "a"}), (3, {"suit": "c"})]))
    assert list(tally(counts, "suit").items()) == [("d", 0), ("c", 3), ("b", 0), ("a", 2)]


def test_a_pad_is_one_piece_whatever_its_leaves(lowtide: Game) -> None:
    leaf = count_deck(lowtide.decks["leaf"])
    assert (leaf.deck.count, leaf.tallies, leaf.numbers, leaf.icons) == (1, (), (), ())
