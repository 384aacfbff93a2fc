"""Lookup tables, other decks, combinations and computed numbers of copies: read, used in templates, and checked."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import pnp
from pnp.errors import RenderError, SpecError
from pnp.project.folders import GameRef
from pnp.spec.load import load_game, table_addresses
from pnp.spec.model import Game
from pnp.spec.table import spell
from pnp.store.cache import Cache
from pnp.tables.convert import convert_to_csv
from pnp.terms import Lang
from tests.spec.untidy import DECK, HEAD, notes, read, write, written
from tests.spec.workbooks import xlsx

PIPS = "kind,points,Long name\ncoin,2,Gold coin\ngem,,Red gem\n3,7,Three\n"
SPEC = f"""{HEAD}[data.pips]
table = "pips.csv"
{DECK}table = "a.csv"
"""
CARDS = "name,kind,level\nFox,coin,3\nHen,gem,\n"


def refused(folder: Path, spec: str, **files: str) -> str:
    with pytest.raises(SpecError) as caught:
        read(folder, spec, **files)
    return str(caught.value)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("data.pips[piece.kind].points", "2"),
        ('data.pips["coin"]["Long name"]', "Gold coin"),
        ("data.pips.coin.long_name", "Gold coin"),
        ("data.pips[piece.level].long_name", "Three"),
        ("data.pips|length", "3"),
        ('data.pips|map(attribute="kind")|join(" ")', "coin gem 3"),
        ('data.pips|sum(attribute="points")', "9"),
        ('"[" ~ data.pips.gem.points ~ "]"', "[]"),
        ('data.pips|selectattr("points", "gt", 3)|map(attribute="kind")|first', "3"),
        ("(data.pips|last).kind", "3"),
        ("data.pips[:2]|length", "2"),
        ("data.pips.owl is defined", "False"),
        ("data.owls is defined", "False"),
        ("data.pips|list|random is defined", "True"),
    ],
)
def test_templates_read_lookup_tables(tmp_path: Path, body: str, text: str) -> None:
    assert written(write(tmp_path, SPEC, body, a_csv=CARDS, pips_csv=PIPS), "fox") == (text, True)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('data.pips["coyn"]', "data.pips has no 'coyn' (did you mean 'coin'?); data.pips has: coin, gem, 3"),
        ("data.pipps", "data has no 'pipps' (did you mean 'pips'?); data has: pips"),
        ("data.pips.coin.pionts", "a row of data.pips has no 'pionts' (did you mean 'points'?)"),
        ("decks.crads", "decks has no 'crads' (did you mean 'cards'?); decks has: cards"),
        ("decks.cards.size", "deck has no 'size'; deck has: name, title, count, rows"),
        ("data.pips[piece]", "data.pips has no"),
        ("data.pips.__class__", "unsafe"),
        ("data.pips.coin._cells", "access to attribute '_cells' of 'PieceRow' object is unsafe"),
    ],
)
def test_a_missing_name_is_reported_with_those_there_are(tmp_path: Path, body: str, message: str) -> None:
    project = write(tmp_path, SPEC, body, a_csv=CARDS, pips_csv=PIPS)
    with pytest.raises(RenderError) as caught:
        written(project, "fox")
    assert message in str(caught.value)


def test_a_lookup_table_is_neither_printed_nor_counted(tmp_path: Path) -> None:
    game = read(tmp_path, SPEC, a_csv=CARDS, pips_csv=PIPS)
    assert (game.count, len(game.designs()), list(game.decks)) == (2, 2, ["cards"])
    assert [(row.id, row.fields["points"]) for row in game.data["pips"].entries] == [("coin", 2), ("gem", ""), ("3", 7)]


def test_an_id_column_comes_before_the_first_one(tmp_path: Path) -> None:
    table = "name,id,count\nCoin,c,x\nCoin,d,2\n"
    game = read(tmp_path, SPEC, a_csv=CARDS, pips_csv=table)
    assert [(row.id, row.fields) for row in game.data["pips"].entries] == [
        ("c", {"name": "Coin", "id": "c", "count": "x"}),
        ("d", {"name": "Coin", "id": "d", "count": "2"}),
    ]


def test_rows_with_the_same_first_cell_can_be_listed_but_not_looked_up(tmp_path: Path) -> None:
    table = "kind,points\ncoin,1\ncoin,2\ngem,3\n"
    project = write(tmp_path, SPEC, 'data.pips|selectattr("kind", "eq", "coin")|sum(attribute="points")', a_csv=CARDS)
    (project.components / "mine/pips.csv").write_text(table, "utf-8")
    assert written(project, "fox")[0] == "3"
    project = write(tmp_path, SPEC, "data.pips.coin.points")
    with pytest.raises(RenderError, match=r'data\.pips has several rows with the id "coin"'):
        written(project, "fox")


@pytest.mark.parametrize(
    ("spec", "pips", "message"),
    [
        (SPEC, "id,points\ncoin,1\ncoin,2\n", 'pips.csv:3: id is not unique: "coin", first used in pips.csv:2 [E0306]'),
        (SPEC, "kind,points\n", "data.pips has no rows [E0305]"),
        (SPEC, "", "pips.csv is empty"),
        (SPEC.replace("pips.csv", "pip.csv"), PIPS, 'data.pips.table: there is no file "pip.csv" [E0101]'),
        (SPEC.replace("pips.csv", "../../../x.csv"), PIPS, "must be a file inside the project's folder"),
        (SPEC.replace('table = "pips.csv"\n', ""), PIPS, "data.pips has neither a table nor rows [E0205]"),
        (SPEC.replace("table", "tabel", 1), PIPS, "data.pips.tabel is not a known key"),
        (SPEC.replace("[data.pips]", "[data.Pips]"), PIPS, "data.Pips must be a name of lowercase letters"),
        (SPEC.replace('[data.pips]\ntable = "pips.csv"', "data = 3"), PIPS, 'data must be a table of keys, not "3"'),
        (
            SPEC.replace('table = "pips.csv"\n', 'table = "pips.csv"\ncolumns = { points = { type = "int" } }\n'),
            PIPS,
            "pips.csv:3: points must be a whole number, not empty [E0301]",
        ),
    ],
)
def test_a_mistake_in_a_lookup_table_is_reported_at_its_place(
    tmp_path: Path, spec: str, pips: str, message: str
) -> None:
    assert message in refused(tmp_path, spec, a_csv=CARDS, pips_csv=pips)


def test_a_strict_game_checks_the_columns_of_its_lookup_tables(tmp_path: Path) -> None:
    head = 'strict = true\ntitle = { en = "x" }\nplayers = [2, 4]\nage = 9\nminutes = 9\n'
    deck = DECK.replace("size", 'title = { en = "x" }\nkind = "card"\nsize')
    box = '[[box]]\nname = { en = "x" }\ncount = 1\nof = ["cards"]\n'
    pips = '[data.pips]\ntable = "pips.csv"\n[data.pips.columns]\nkind = {}\n'
    spec = f'{head}{deck}rows = [{{ id = "fox" }}]\n{box}{pips}'
    said = refused(tmp_path, spec, pips_csv="kind,points\ncoin,1\n")
    assert 'pips.csv:1 has an unknown column "points"' in said
    game = read(tmp_path, spec + 'points = { type = "int" }\n', pips_csv="kind,points\ncoin,1\n")
    assert [(row.id, row.fields) for row in game.data["pips"].entries] == [("coin", {"kind": "coin", "points": 1})]


def test_texts_of_a_lookup_table_are_in_the_printed_language(tmp_path: Path) -> None:
    spec = f'languages = ["en", "fr"]\n{SPEC}'
    pips = "kind,name_en,name_fr\ncoin,Coin,Pièce\ngem,Gem,\n"
    project = write(tmp_path, spec, "data.pips[piece.kind].name", a_csv=CARDS, pips_csv=pips)
    assert [written(project, "fox", lang)[0] for lang in (Lang.EN, Lang.FR)] == ["Coin", "Pièce"]
    assert written(project, "hen", Lang.FR)[0] == "Gem"
    assert "pips.csv:3: name_fr is empty; the en text is printed" in notes(load_game(project, "mine"))[0]


def test_computed_columns_read_lookup_tables(tmp_path: Path) -> None:
    spec = SPEC + '[decks.cards.computed]\nworth = "data.pips[kind].points * 2"\n'
    game = read(tmp_path, spec, a_csv=CARDS, pips_csv=PIPS)
    assert [design.fields["worth"] for design in game.decks["cards"].designs] == [4, 0]
    said = refused(tmp_path, spec, a_csv=CARDS.replace("gem", "jem"), pips_csv=PIPS)
    assert "decks.cards.computed.worth: hen cannot be evaluated: data.pips has no 'jem' (did you mean 'gem'?)" in said


def test_a_column_named_data_hides_the_lookup_tables(tmp_path: Path) -> None:
    spec = SPEC + '[decks.cards.computed]\nx = "data ~ row.data"\n'
    game = read(tmp_path, spec, a_csv="name,data\nFox,y\n", pips_csv=PIPS)
    assert game.decks["cards"].designs[0].fields["x"] == "yy"


def test_a_face_is_drawn_again_only_if_what_it_read_has_changed(tmp_path: Path) -> None:
    tokens = '[decks.tokens]\nsize = "poker"\nfront = "card.svg.j2"\nrows = [{ id = "token", count = 2 }]\n'
    body = 'data.pips.coin.points ~ " " ~ decks.tokens.count ~ " " ~ (decks.chips is defined) ~ (data.more is defined)'
    cache = Cache(tmp_path / "cache")
    project = write(tmp_path, SPEC + tokens, body, a_csv=CARDS, pips_csv=PIPS)
    assert written(project, "fox", cache=cache) == ("2 2 FalseFalse", True)
    assert written(project, "fox", cache=cache) == ("2 2 FalseFalse", False)
    write(tmp_path, SPEC + tokens, body, pips_csv=PIPS.replace("coin,2", "coin,4"))
    assert written(project, "fox", cache=cache) == ("4 2 FalseFalse", True)
    write(tmp_path, SPEC + tokens.replace("count = 2", "count = 3"), body)
    assert written(project, "fox", cache=cache) == ("4 3 FalseFalse", True)
    write(tmp_path, SPEC + tokens + tokens.replace("token", "chip"), body)
    assert written(project, "fox", cache=cache) == ("4 2 TrueFalse", True)
    write(tmp_path, f"{SPEC}{tokens}[data.more]\nrows = [{{ a = 1 }}]\n", body)
    assert written(project, "fox", cache=cache)[0].endswith("FalseTrue")
    write(tmp_path, f"{SPEC}{tokens}[data.more]\nrows = [{{ a = 2 }}]\n", "piece.name")
    assert written(project, "fox", cache=cache) == ("Fox", True)
    write(tmp_path, f"{SPEC}{tokens}[data.more]\nrows = [{{ a = 3 }}]\n", "piece.name", pips_csv=PIPS.replace("2", "9"))
    assert written(project, "fox", cache=cache) == ("Fox", False), "it reads no lookup table"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("decks.tokens.count", "5"),
        ('decks.tokens.rows|map(attribute="id")|join(" ")', "sun moon"),
        ("decks.tokens.title", "The tokens"),
        ('decks["tokens"].name', "tokens"),
        ("decks.cards.rows|length", "2"),
        ("decks[deck.name].count == deck.count", "True"),
    ],
)
def test_decks_see_each_other(tmp_path: Path, body: str, text: str) -> None:
    tokens = '[decks.tokens]\ntitle = "The tokens"\nsize = "poker"\nfront = "card.svg.j2"\n'
    rows = 'rows = [{ id = "sun", count = 3 }, { id = "moon", count = 2 }]\n'
    project = write(tmp_path, SPEC + tokens + rows, body, a_csv=CARDS, pips_csv=PIPS)
    cache = Cache(tmp_path / "cache")
    assert written(project, "fox", cache=cache) == (text, True)
    assert written(project, "fox", cache=cache) == (text, False)
    write(tmp_path, SPEC + tokens.replace("The", "My") + rows, body)
    assert written(project, "fox", cache=cache)[1] == ("title" in body)


def test_a_lookup_table_with_many_rows_costs_little(tmp_path: Path) -> None:
    many = "kind,points\n" + "".join(f"k{number},{number}\n" for number in range(9_000))
    cards = "name,kind\n" + "".join(f"Card {number},k{number}\n" for number in range(500))
    began = time.process_time()
    spec = SPEC + '[decks.cards.computed]\nworth = "data.pips[kind].points"\n'
    game = read(tmp_path, spec, a_csv=cards, pips_csv=many)
    assert [design.fields["worth"] for design in game.decks["cards"].designs] == list(range(500))
    assert time.process_time() - began < 5
    assert "data.pips must have at most 9,999 rows, not 18,000" in refused(
        tmp_path, spec, a_csv=cards, pips_csv=many + many.removeprefix("kind,points\n")
    )


PRODUCT = f'{HEAD}{DECK}product = {{ suit = ["♠", "♥", "Sea fox"], rank = [1, 2] }}\n'


def cells(game: Game) -> list[tuple[str, dict[str, object]]]:
    return [(design.id, {**design.fields}) for design in game.decks["cards"].designs]


def test_a_product_has_a_row_for_each_combination(tmp_path: Path) -> None:
    game = read(tmp_path, PRODUCT)
    assert cells(game) == [
        ("spade-1", {"suit": "♠", "rank": 1}), ("spade-2", {"suit": "♠", "rank": 2}),
        ("heart-1", {"suit": "♥", "rank": 1}), ("heart-2", {"suit": "♥", "rank": 2}),
        ("sea-fox-1", {"suit": "Sea fox", "rank": 1}), ("sea-fox-2", {"suit": "Sea fox", "rank": 2}),
    ]  # fmt: skip


def test_a_product_of_choices_and_lookup_tables(tmp_path: Path) -> None:
    spec = f"""{HEAD}[data.ranks]
rows = [{{ rank = "A", value = 11 }}, {{ rank = "10", value = 10 }}]
{DECK}product = ["suit", "ranks"]
when = 'not (suit == "moon" and ranks == "A")'
copies = "times"
[decks.cards.columns]
suit = {{ type = "choice", choices = ["sun", "moon"] }}
[decks.cards.computed]
times = "2 if suit == 'sun' else 1"
value = "data.ranks[ranks].value"
"""
    game = read(tmp_path, spec)
    assert [(design.id, design.count, design.fields["value"]) for design in game.decks["cards"].designs] == [
        ("sun-a", 2, 11), ("sun-10", 2, 10), ("moon-10", 1, 10),
    ]  # fmt: skip
    named = spec.replace('["suit", "ranks"]', '{ suit = ["sun"], ranks = "ranks" }')
    assert [design.id for design in read(tmp_path, named).decks["cards"].designs] == ["sun-a", "sun-10"]


@pytest.mark.parametrize(
    ("product", "message"),
    [
        ("[]", "product must be a list of columns, or a list of values for each column"),
        ("3", "product must be a list of columns"),
        ('"suit"', "product must be a list of columns"),
        ("{ suit = [] }", "must be a value or a list of values"),
        ("{ suit = [1, 1] }", "must list each value only once"),
        ("{ suit = [[1], [2]] }", "must be a text or a number"),
        ("{ suit = [true, false] }", "must be a text or a number"),
        ("{ suit = 3 }", "product must be a list of columns"),
        ('{ Suit = ["x"] }', "must be a name of lowercase letters"),
        ('["suit"]', 'product.suit must be a column with choices or a table in [data], not "suit" [E0207]'),
        ('{ suit = "suits" }', 'product.suit must be a column with choices or a table in [data], not "suits"'),
        (f"{{ a = {[*range(100)]}, b = {[*range(100)]} }}", "product must have at most 9,999 combinations, not 10,000"),
        ('["a", "b"]\nrows = [{ a = 1 }]', "decks.cards must have rows or a product, not both"),
    ],
)
def test_a_product_that_makes_no_rows_is_reported(tmp_path: Path, product: str, message: str) -> None:
    assert message in refused(tmp_path, f"{HEAD}{DECK}product = {product}\n")


def test_many_long_factors_are_counted_before_they_are_combined(tmp_path: Path) -> None:
    factors = ", ".join(f"c{number} = {[*range(1000)]}" for number in range(50))
    began = time.process_time()
    assert "combinations, not 1,000,000" in refused(tmp_path, f"{HEAD}{DECK}product = {{ {factors} }}\n")
    assert time.process_time() - began < 5


def test_symbols_are_spelled_by_their_names() -> None:
    assert [spell(value) for value in ("♠", "★", "🔥", "é", 3, 1.5, "")] == [
        "spade",
        "star",
        "fire",
        "é",
        "3",
        "1.5",
        "",
    ]


COPIES = f'{HEAD}{DECK}table = "a.csv"\n'


@pytest.mark.parametrize(
    ("computed", "counts"),
    [
        ('copies = "number"\n[decks.cards.computed]\nnumber = "4 - level"', [1, 2]),
        ('[decks.cards.computed]\ncount = "4 - level"', [1, 2]),
        ('[decks.cards.computed]\ncount = "count * 2"', [4, 6]),
        ('[decks.cards.computed]\ncount = "level / 1"', [3, 2]),
        ('[decks.cards.computed]\ncount = "level - 2"', [1]),
        ('when = "count > 2"\n[decks.cards.computed]\ncount = "level"', [3]),
    ],
)
def test_the_number_of_copies_may_be_computed(tmp_path: Path, computed: str, counts: list[int]) -> None:
    deck = read(tmp_path, COPIES + computed, a_csv="name,level,count\nFox,3,2\nHen,2,3\n").decks["cards"]
    assert [design.count for design in deck.designs] == counts
    assert "count" not in deck.columns


@pytest.mark.parametrize(
    ("value", "found"),
    [("'many'", '"many"'), ("-1", '"-1"'), ("2.5", '"2.5"'), ("1000", '"1000"'), ("none", '"empty"')],
)
def test_a_computed_number_of_copies_is_checked(tmp_path: Path, value: str, found: str) -> None:
    computed = f'[decks.cards.computed]\ncount = "{value}"\n'
    said = refused(tmp_path, COPIES + computed, a_csv="name\nFox\n")
    assert "decks.cards.computed.count: fox must be a whole number from 0 to 999, not " in said
    assert "jinja" not in said.lower()
    assert found in said or value == "none"


def test_a_deck_of_finished_pictures_may_compute_its_copies(tmp_path: Path) -> None:
    from PIL import Image

    project = write(
        tmp_path, f'{HEAD}[decks.cards]\nsize = "poker"\npictures = "art"\n[decks.cards.computed]\ncount = "3"\n'
    )
    (project.components / "mine/art").mkdir()
    Image.new("RGB", (63, 88)).save(project.components / "mine/art/fox.png")
    assert load_game(project, "mine").count == 3


def test_addresses_of_lookup_tables_are_pulled(tmp_path: Path) -> None:
    spec = SPEC.replace('"pips.csv"', '"https://example.org/pips.csv"')
    project = write(tmp_path, spec, a_csv=CARDS)
    [found] = table_addresses(project, "mine")
    assert (found.deck, found.where.key, found.address.url) == (
        "pips",
        "data.pips.table",
        "https://example.org/pips.csv",
    )
    with pytest.raises(SpecError, match=r"data\.pips\.table has not been fetched yet"):
        load_game(project, "mine")


def test_lookup_tables_are_on_the_table_page(tmp_path: Path) -> None:
    write(tmp_path, SPEC, a_csv=CARDS, pips_csv=PIPS)
    cards, pips = sorted(pnp.tables_of("mine", start=tmp_path), key=lambda view: view.file)
    assert (cards.decks, pips.decks, pips.read_only) == (["cards"], ["data.pips"], "")
    assert [(column.name, column.role, str(column.type)) for column in pips.columns] == [
        ("kind", "", "text"), ("points", "", "int"), ("long_name", "", "text"),
    ]  # fmt: skip
    assert [row.cells[0] for row in pips.rows] == ["coin", "gem", "3"]


def test_a_lookup_table_in_a_workbook_becomes_csv(tmp_path: Path) -> None:
    rows: list[list[object]] = [["kind", "points"], ["coin", 2]]
    project = write(tmp_path, SPEC.replace("pips.csv", "pips.xlsx#Pips"), a_csv=CARDS, pips_xlsx=xlsx({"Pips": rows}))
    view = next(view for view in pnp.tables_of("mine", start=tmp_path) if view.decks == ["data.pips"])
    assert convert_to_csv(GameRef(project, "mine"), view.table) == "components/mine/pips-pips.csv"
    assert (tmp_path / "components/mine/game.toml").read_text("utf-8") == SPEC.replace("pips.csv", "pips-pips.csv")
    assert load_game(project, "mine").data["pips"].entries[0].fields == {"kind": "coin", "points": 2}
