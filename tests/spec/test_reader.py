"""Tables as people keep them: any format, any encoding, any headings; and what a hostile file must not do."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest

from pnp.audit.audit import audit_file
from pnp.check.game import check_game
from pnp.errors import Location, SpecError
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, parse_paper
from pnp.spec.load import load_game
from pnp.spec.model import ColumnType, Game
from pnp.spec.reader import parse_rows, read_rows
from pnp.spec.table import slugify
from pnp.store.cache import Cache
from pnp.terms import Lang
from tests.measure import words
from tests.spec.workbooks import ods, packed, unpacked, xlsx

CARDS: list[list[object]] = [
    ["Card Name", "Cost", "Rules text", "Qty"],
    ["Éclair", 3, "Zap!", 2],
    ["Crème brûlée", 1, "", 1],
]
TEXT = "\n".join(",".join(map(str, row)) for row in CARDS) + "\n"
EVENTS: list[list[object]] = [["Title"], ["Storm"]]


def cells(tmp_path: Path, content: bytes, sheet: str | None = None, *, strict: bool = False) -> list[list[str]]:
    path = tmp_path / "table"
    path.write_bytes(content)
    return [row.cells for row in read_rows(path, Location("table"), sheet, strict=strict)]


WRITTEN = [[str(cell) for cell in row] for row in CARDS]


@pytest.mark.parametrize(
    "content",
    [
        TEXT.encode(),
        TEXT.encode("utf-8-sig"),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        TEXT.encode("utf-32"),
        TEXT.encode("cp1252"),
        TEXT.replace(",", ";").encode(),
        TEXT.replace(",", "\t").encode("cp1252"),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
        ("\n\n" + TEXT.replace("\n", "\n\n")).encode(),
        ("sep=;\n" + TEXT.replace(",", ";")).encode(),
        xlsx({"Cards": CARDS, "Events": EVENTS}),
        xlsx({"Empty": [], "Cards": CARDS}),
        ods({"Cards": CARDS, "Events": EVENTS}),
        json.dumps([dict(zip(CARDS[0], row, strict=True)) for row in CARDS[1:]]).encode(),
        json.dumps({"version": 1, "cards": [dict(zip(CARDS[0], row, strict=True)) for row in CARDS[1:]]}).encode(),
        "\n".join(json.dumps(dict(zip(CARDS[0], row, strict=True))) for row in CARDS[1:]).encode(),
        json.dumps({str(head): list(column) for head, *column in zip(*CARDS, strict=True)}).encode(),
    ],
)
def test_whatever_a_table_is_written_as_it_says_the_same(tmp_path: Path, content: bytes) -> None:
    assert cells(tmp_path, content) == WRITTEN


def test_sheets_by_name(tmp_path: Path) -> None:
    for book in (xlsx({"Cards": CARDS, "Events": EVENTS}), ods({"Cards": CARDS, "Events": EVENTS})):
        assert cells(tmp_path, book, "Events") == EVENTS
        with pytest.raises(SpecError, match='did you mean "Events"'):
            cells(tmp_path, book, "Event")
    lists = json.dumps({"cards": [{"a": 1}], "events": [{"b": True}]}).encode()
    assert cells(tmp_path, lists, "events") == [["b"], ["true"]]
    with pytest.raises(SpecError, match="table has 2 lists of rows"):
        cells(tmp_path, lists)
    with pytest.raises(SpecError, match=r'table is a text file, which has no sheets .*\n.*delete "#Events"'):
        cells(tmp_path, TEXT.encode(), "Events")


def places(content: bytes, sheet: str | None = None) -> list[Location]:
    return [row.where for row in parse_rows(content, Location("components/mine/cards"), sheet)]


def test_rows_of_a_text_have_a_line_and_those_of_workbooks_and_json_do_not() -> None:
    file = "components/mine/cards"
    assert places(b'Name\n\nFox\n"Hen\nEgg"\n') == [Location(file, line=line, row=line) for line in (1, 3, 5)]
    for book in (xlsx({"Big": EVENTS}), ods({"Big": EVENTS})):
        assert places(book) == [Location(file, row=1), Location(file, row=2)]
        assert places(book, "Big") == [Location(file, sheet="Big", row=1), Location(file, sheet="Big", row=2)]
    assert str(places(xlsx({"Big": EVENTS}), "Big")[1]) == "components/mine/cards#Big, row 2"
    listed = json.dumps({"big": [{"a": 1}, {"a": 2}], "small": [{"a": 3}]}).encode()
    assert places(listed, "big") == [Location(file, sheet="big", row=number) for number in (0, 1, 2)]
    assert places(b'[{"a": 1}]') == [Location(file), Location(file, row=1)]
    assert places(b'{"a": 1}\n\n{"a": 2}') == [Location(file), *(Location(file, line=n, row=n) for n in (1, 3))]


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b'[\n{"a": 1},\n{"a" 2}]', Location("t", line=3)),
        (b'{"a": 1}\n{"a" 2}', Location("t", line=2, row=2)),
        (b'[{"a": 1}, {"a": [2]}]', Location("t", row=2, column="a")),
        (b'[{"a": "\\ud83d"}]', Location("t", row=1, column="a")),
        (b'a,b\n1,2\n"3" 4,5\n', Location("t", line=3, row=3)),
    ],
)
def test_a_mistake_has_its_line_row_and_column(content: bytes, place: Location) -> None:
    with pytest.raises(SpecError) as caught:
        parse_rows(content, Location("t"))
    assert [problem.where for problem in caught.value.problems] == [place]


def test_strict_tables_are_utf_8(tmp_path: Path) -> None:
    assert cells(tmp_path, TEXT.encode("utf-8-sig"), strict=True) == WRITTEN
    for encoding in ("cp1252", "utf-16"):
        with pytest.raises(SpecError, match=r"table:[12] is not UTF-8 text: it has the byte 0x"):
            cells(tmp_path, TEXT.encode(encoding), strict=True)


def test_numbers_are_said_as_people_type_them(tmp_path: Path) -> None:
    assert cells(tmp_path, xlsx({"a": [["x"], [3.0], [2.5], [0.1], [1e20]]})) == [
        ["x"],
        ["3"],
        ["2.5"],
        ["0.1"],
        ["1e+20"],
    ]


LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    + "]><l>&j;</l>"
)


def far_corner(before: str = "", quote: str = '"', place: str = "worksheets/sheet1.xml") -> bytes:
    """A workbook with a cell far away, in a part of that name; `before` stands before where the cell is."""
    parts = unpacked(xlsx({"a": [["x", "y"]]}))
    sheet = parts.pop("xl/worksheets/sheet1.xml").decode()
    links = parts["xl/_rels/workbook.xml.rels"].decode().replace("worksheets/sheet1.xml", place)
    far = sheet.replace('<c r="B1"', f"<c {before}r={quote}XFD1048576{quote}")
    return packed({**parts, "xl/_rels/workbook.xml.rels": links, f"xl/{place}": far})


REPEATED = (
    '<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16000" '
    'office:value-type="float" office:value="1"/></table:table-row>'
)
TRAILING = (
    '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/>'
    "</table:table-row>"
)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (far_corner(), "must have at most 2,000,000 cells in a sheet, not "),
        (far_corner(quote="'"), "must have at most 2,000,000 cells in a sheet, not "),
        (far_corner(place="other/sheet.bin"), "must have at most 2,000,000 cells in a sheet, not "),
        (far_corner(before='x=">" '), "table cannot be read: it takes too much time or memory, or crashes its reader"),
        (xlsx({}), "table has no sheets"),
        (ods({"a": [["x"]]}, REPEATED), "must have at most 2,000,000 cells in a sheet, not "),
        (packed({"mimetype": "x", "content.xml": LAUGHS}), "table has a document type declaration in content.xml"),
        (packed({"hello.txt": "x"}), "table is not a valid workbook"),
        (xlsx({"a": CARDS})[:300], "table is a damaged workbook: "),
        (bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 600, "table is not a valid workbook"),
        (b"[" * 100_000, "table is not valid JSON: lists or tables are nested too deeply"),
        (b'{"a": 1}', "table has no list of rows"),
        (b"[1, 2]", 'table, row 1 must be an object, not "1"'),
        (b'[{"a": {"b": 1}}]', "table, row 1: a must be a text or a number, not "),
        (b'a,b\n"x', "table:2 is not a valid row of a CSV table: .*\n  hint: check the quotes"),
    ],
)
def test_a_hostile_or_broken_file_is_a_clear_line_in_little_memory(
    tmp_path: Path, content: bytes, message: str
) -> None:
    refused_in_little_memory(tmp_path, content, message)


def test_so_is_one_that_unpacks_to_far_more_than_it_is(tmp_path: Path) -> None:
    bomb = packed({"xl/workbook.xml": "<workbook/>", "xl/worksheets/sheet1.xml": b" " * 200_000_000})
    refused_in_little_memory(tmp_path, bomb, "table must be at most 128 MB unpacked")


def refused_in_little_memory(tmp_path: Path, content: bytes, message: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(SpecError, match=message):
            cells(tmp_path, content)
        assert tracemalloc.get_traced_memory()[1] < 200_000_000
    finally:
        tracemalloc.stop()


def test_empty_rows_that_a_spreadsheet_adds_do_no_harm(tmp_path: Path) -> None:
    assert cells(tmp_path, ods({"a": CARDS}, TRAILING)) == WRITTEN


@pytest.mark.parametrize(
    ("heading", "name"),
    [("Card Name", "card_name"), ("  Coût (or) ", "cout_or"), ("HP/ATK", "hp_atk"), ("日本", ""), ("cost", "cost")],
)
def test_headings_have_plain_names(heading: str, name: str) -> None:
    assert slugify(heading) == name


# A deck from such a table


SPEC = """
title = "My game"

[decks.cards]
size = [63, 88]
front = "card.svg.j2"
"""


def game(folder: Path, tables: dict[str, bytes], lines: str) -> Game:
    """The game of a spec of six lines, with these tables."""
    components, templates = folder / "components/mine", folder / "templates/mine"
    for each in (components, templates):
        each.mkdir(parents=True, exist_ok=True)
    (components / "game.toml").write_text(SPEC + lines, "utf-8")
    (templates / "card.svg.j2").write_text("{% extends 'face.svg.j2' %}{% block body %}{% endblock %}", "utf-8")
    for name, content in tables.items():
        (components / name).write_bytes(content)
    return load_game(Project(folder), "mine")


def test_a_first_spec_is_six_lines(tmp_path: Path) -> None:
    found = game(tmp_path, {"a.csv": b"Name\nFox\n"}, 'table = "a.csv"')
    assert {*found.title.values()} == {"My game"}
    assert {*found.decks["cards"].title.values()} == {"Cards"}
    assert (found.player_range, found.age, found.minutes, found.box) == ("", None, None, [])
    report = check_game(Project(tmp_path), found)
    assert [note.kind for note in report.notes] == ["no-engine", "no-box", "no-rules"]
    assert report.failures(strict=False) == 0
    job = Job(Layout(parse_paper("a4")), Lang.EN, guide=True)
    printed = print_game(Project(tmp_path), "mine", job, tmp_path / "output", Cache.disabled())
    shown = [word for word, _, _ in words(printed.pdf, 1)]
    assert {"My", "game", "Cards"} <= set(shown), "the guide lists the decks where there is no box"
    assert "players" not in shown
    assert audit_file(printed.pdf, tmp_path).sound


def test_a_spreadsheet_is_a_deck_as_it_is(tmp_path: Path) -> None:
    deck = game(tmp_path, {"cards.xlsx": xlsx({"Cards": CARDS})}, 'table = "cards.xlsx"').decks["cards"]
    assert [(design.id, design.count) for design in deck.designs] == [("eclair", 2), ("creme-brulee", 1)]
    assert deck.designs[0].fields == {"card_name": "Éclair", "cost": 3, "rules_text": "Zap!"}
    assert deck.designs[1].field("rules_text", Lang.EN) == ""
    assert deck.columns["cost"].type is ColumnType.INT
    assert deck.columns["card_name"].heading == "Card Name"


def test_several_tables_make_one_deck(tmp_path: Path) -> None:
    tables = {"a.csv": b"Name;Cost\nFox;1\n", "b.json": b'[{"name": "Hen", "Art": "hen"}]'}
    deck = game(tmp_path, tables, 'table = ["a.csv", "b.json"]').decks["cards"]
    assert [design.id for design in deck.designs] == ["fox", "hen"]
    assert [design.fields["art"] for design in deck.designs] == ["", "hen"]


def test_ids_are_made_where_there_are_none(tmp_path: Path) -> None:
    same = b"Name,Text\nGoblin,a\nGoblin,b\n3 Kings,c\n,d\n"
    deck = game(tmp_path, {"a.csv": same}, 'table = "a.csv"').decks["cards"]
    assert [design.id for design in deck.designs] == ["goblin", "goblin-2", "cards-3-kings", "cards-4"]
    deck = game(tmp_path, {"a.csv": b"Text\na\nb\n"}, 'table = "a.csv"').decks["cards"]
    assert [design.id for design in deck.designs] == ["cards-1", "cards-2"]
    deck = game(tmp_path, {"a.csv": b"ID,Name\nDragon Lord,x\n7,y\n"}, 'table = "a.csv"').decks["cards"]
    assert [design.id for design in deck.designs] == ["dragon-lord", "cards-7"]


@pytest.mark.parametrize("heading", ["count", "Qty", "QUANTITY", "Copies"])
def test_copies_are_known_by_many_names(tmp_path: Path, heading: str) -> None:
    table = f"Name,{heading}\nFox,3\nHen,0\nEgg,\nCat,2x\n".encode()
    deck = game(tmp_path, {"a.csv": table}, 'table = "a.csv"').decks["cards"]
    assert [(design.id, design.count) for design in deck.designs] == [("fox", 3), ("egg", 1), ("cat", 2)]


def test_copies_by_any_other_column(tmp_path: Path) -> None:
    table = {"a.csv": b"Name,In the box,Qty\nFox,3,9\n"}
    deck = game(tmp_path, table, 'table = "a.csv"\ncopies = "In the box"').decks["cards"]
    assert deck.designs[0].count == 3
    assert deck.designs[0].fields["qty"] == 9
    with pytest.raises(SpecError, match=r'decks\.cards\.copies must be a heading of the table, not "Nr"'):
        game(tmp_path, table, 'table = "a.csv"\ncopies = "Nr"')
    with pytest.raises(SpecError, match=r'decks\.cards has several columns with a number of copies: "Qty" and "Count"'):
        game(tmp_path, {"a.csv": b"Name,Qty,Count\nFox,1,2\n"}, 'table = "a.csv"')
    with pytest.raises(SpecError, match=r'a\.csv:2: count must be a whole number from 1 to 999, not "many"'):
        game(tmp_path, {"a.csv": b"Name,Qty\nFox,many\n"}, 'table = "a.csv"')


def test_declared_columns_are_checked_in_full(tmp_path: Path) -> None:
    lines = 'table = "a.csv"\n[decks.cards.columns]\ncost = { type = "int", max = 9 }\n'
    assert game(tmp_path, {"a.csv": b"Name,Cost\nFox,3\n"}, lines).decks["cards"].designs[0].fields["cost"] == 3
    with pytest.raises(SpecError, match=r'a\.csv:2: cost must be a whole number, at most 9, not "12"'):
        game(tmp_path, {"a.csv": b"Name,Cost\nFox,12\n"}, lines)
    with pytest.raises(SpecError, match=r'decks\.cards\.columns: the rows have no column "cost"'):
        game(tmp_path, {"a.csv": b"Name\nFox\n"}, lines)


def test_a_cell_of_a_workbook_is_reported_with_its_sheet_and_row(tmp_path: Path) -> None:
    lines = 'table = "a.xlsx#Cards"\n[decks.cards.columns]\ncost = { type = "int", max = 2 }\n'
    with pytest.raises(SpecError) as caught:
        game(tmp_path, {"a.xlsx": xlsx({"Events": EVENTS, "Cards": CARDS})}, lines)
    [problem] = caught.value.problems
    assert problem.where == Location("components/mine/a.xlsx", sheet="Cards", row=2, column="cost")
    said = 'components/mine/a.xlsx#Cards, row 2: cost must be a whole number, at most 2, not "3" [E0301]'
    assert str(problem) == said


def test_numbers_only_where_every_filled_cell_is_one(tmp_path: Path) -> None:
    table = b"Name,a,b,c,d\nFox,1,1.5,1,007\nHen,2,2,,008\n"
    deck = game(tmp_path, {"a.csv": table}, 'table = "a.csv"').decks["cards"]
    assert [deck.columns[key].type for key in "abcd"] == ["int", "number", "int", "text"]
    assert deck.designs[0].fields == {"name": "Fox", "a": 1, "b": 1.5, "c": 1, "d": "007"}
    assert deck.designs[1].fields == {"name": "Hen", "a": 2, "b": 2.0, "c": "", "d": "008"}


def test_strict_keeps_to_what_is_declared(tmp_path: Path) -> None:
    game(tmp_path, {"a.csv": b"id,Art\nfox,x\n"}, 'table = "a.csv"')
    spec = tmp_path / "components/mine/game.toml"
    spec.write_text("strict = true\nlanguages = ['fr', 'en']\n" + spec.read_text("utf-8"), "utf-8")
    with pytest.raises(SpecError) as refused:
        load_game(Project(tmp_path), "mine")
    said = str(refused.value)
    for message in (
        'a.csv:1 has an unknown column "Art"',
        'title must be a text for each language, not "My game"',
        "players is missing",
    ):
        assert message in said


def test_templates_use_names_or_headings(tmp_path: Path) -> None:
    with_box = 'table = "cards.ods"\n\n[[box]]\nname = "cards"\ncount = 3\nof = ["cards"]\n'
    components, templates = tmp_path / "components/mine", tmp_path / "templates/mine"
    for each in (components, templates):
        each.mkdir(parents=True)
    (components / "game.toml").write_text(SPEC + with_box, "utf-8")
    (components / "cards.ods").write_bytes(ods({"Cards": CARDS}))
    body = '{{ text(piece["Card Name"] ~ " " ~ piece.cost * 2, 5, 20, 53, 10) }}'
    (templates / "card.svg.j2").write_text(
        "{% extends 'face.svg.j2' %}{% block body %}" + body + "{% endblock %}", "utf-8"
    )
    job, cache = Job(Layout(parse_paper("a4")), Lang.EN), Cache(tmp_path / "cache")
    printed = print_game(Project(tmp_path), "mine", job, tmp_path, cache)
    assert printed.pieces == 3
    shown = [word for word, _, _ in words(printed.pdf, 1)]
    assert shown.count("Éclair") == 2
    assert {"6", "2", "brûlée"} <= set(shown)
    (components / "cards.ods").write_bytes(ods({"Cards": [*CARDS[:2], ["Tarte", 5, "", 1]]}))
    printed = print_game(Project(tmp_path), "mine", job, tmp_path, cache)
    assert "Tarte" in {word for word, _, _ in words(printed.pdf, 1)}, "a changed workbook is printed again"


def test_computed_columns_and_rows_that_are_left_out(tmp_path: Path) -> None:
    table = b"Name,Cost,Set\nFox,2,base\nHen,3,base\nEgg,9,later\n"
    lines = """table = "a.csv"
when = "set == 'base' and power > 4"
[decks.cards.computed]
power = "cost * 2"
label = "row.name ~ ' (' ~ power ~ ')'"
"""
    deck = game(tmp_path, {"a.csv": table}, lines).decks["cards"]
    assert [(design.id, design.fields["power"], design.fields["label"]) for design in deck.designs] == [
        ("hen", 6, "Hen (6)")
    ]
    assert deck.columns["power"].type is ColumnType.INT
    assert deck.columns["label"].type is ColumnType.TEXT


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "when = 'price > 3'",
            r"decks\.cards\.when cannot be evaluated: 'price' is undefined \[E0310\]\n  on 2 cards: fox, hen\n",
        ),
        ("when = 'cost >'", r'decks\.cards\.when is not a valid expression \(.+\): "cost >"'),
        ("when = 'name + cost > 3'", "cannot be evaluated: "),
        ("when = 'name.__class__'", "unsafe"),
        ("when = '\"a\" * 999999999'", "repeated too often"),
        ("when = '9 ** 9 ** 9'", "the power is too large"),
    ],
)
def test_a_mistake_in_an_expression_is_reported_once(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(SpecError, match=message) as refused:
        game(tmp_path, {"a.csv": b"Name,Cost\nFox,2\nHen,3\n"}, f'table = "a.csv"\n{line}')
    assert len(refused.value.problems) <= 2


def test_a_declaration_that_is_wrong_is_still_refused(tmp_path: Path) -> None:
    lines = 'table = "a.csv"\n[decks.cards.columns]\ncost = { type = "int", min = 9, max = 1 }\n'
    with pytest.raises(SpecError, match=r"columns\.cost has a min of 9, above its max of 1"):
        game(tmp_path, {"a.csv": b"Name,Cost\nFox,3\n"}, lines)


def test_rules_and_the_box_use_columns_that_nobody_declared(tmp_path: Path) -> None:
    lines = """table = "a.csv"
[[box]]
name = "base cards"
count = 2
of = ["cards"]
where = { set = "base" }
[[rule]]
form = "range"
of = "cards"
columns = ["cost"]
max = 3
"""
    found = game(tmp_path, {"a.csv": b"Name,Cost,Set\nFox,2,base\nHen,3,base\n"}, lines)
    assert check_game(Project(tmp_path), found).failures(strict=False) == 0
    with pytest.raises(SpecError, match="base cards\\): the box has 2, but the deck cards has 1"):
        game(tmp_path, {"a.csv": b"Name,Cost,Set\nFox,2,base\nHen,3,later\n"}, lines)


def test_rows_in_the_spec_are_as_forgiving(tmp_path: Path) -> None:
    deck = game(tmp_path, {}, 'rows = [{ name = "Fox", cost = 2, qty = 3 }, { name = "Hen", art = "hen" }]').decks[
        "cards"
    ]
    assert [(design.id, design.count) for design in deck.designs] == [("fox", 3), ("hen", 1)]
    assert deck.designs[0].fields == {"name": "Fox", "cost": 2, "art": ""}
