"""Tables as people keep them: remarks beside the table, titles above it, empty numbers, missing translations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from pnp.check.composition import check_rules
from pnp.errors import SpecError
from pnp.spec.model import ColumnType
from pnp.spec.table import column_letters
from pnp.stats.counts import count_deck
from pnp.terms import Lang
from tests.cli.command import run_command
from tests.spec.untidy import DECK, HEAD, notes, read, write, written
from tests.spec.workbooks import ods, xlsx

CSV = f'{HEAD}{DECK}table = "a.csv"\n'
REMARKS: list[list[object]] = [
    ["Name", "Cost", "", "Rule", "", ""],
    ["Fox", 3, "", "Draw one, keep one", "", "ask Anna"],
    ["Hen", "", "old", "x", "", ""],
    ["Owl", 5, "", "y", "", "too dear?"],
]


def as_csv(rows: Sequence[Sequence[object]], delimiter: str = ",") -> str:
    cells = [[f'"{cell}"' if delimiter in str(cell) else str(cell) for cell in row] for row in rows]
    return "".join(delimiter.join(row) + "\r\n" for row in cells)


@pytest.mark.parametrize(
    ("file", "content", "place"),
    [
        ("csv", as_csv(REMARKS), "a.csv:1"),
        ("csv", "\ufeff" + as_csv(REMARKS, ";"), "a.csv:1"),
        ("csv", as_csv(REMARKS, "\t").encode("utf-16"), "a.csv:1"),
        ("csv", "sep=;\r\n" + as_csv(REMARKS, ";"), "a.csv:2"),
        ("xlsx", xlsx({"Cards": REMARKS}), "a.xlsx, row 1"),
        ("ods", ods({"Cards": REMARKS}), "a.ods, row 1"),
    ],
    ids=["csv", "semicolons-bom", "tabs-utf-16", "sep", "xlsx", "ods"],
)
def test_columns_without_a_heading_are_ignored_with_one_note(
    tmp_path: Path, file: str, content: str | bytes, place: str
) -> None:
    game = read(tmp_path, CSV.replace("a.csv", f"a.{file}"), **{f"a_{file}": content})
    deck = game.decks["cards"]
    assert list(deck.columns) == ["name", "cost", "rule"]
    assert deck.designs[0].fields == {"name": "Fox", "cost": 3, "rule": "Draw one, keep one"}
    assert notes(game) == [
        f"components/mine/{place} has no heading above some columns, which are ignored: C, F [E0315]\n"
        '  hint: the first text below is "old"; to use it, write a heading above it'
    ]


def test_trailing_empty_columns_are_not_worth_a_note(tmp_path: Path) -> None:
    game = read(tmp_path, CSV, a_csv="Name,Cost,,\nFox,3,,\nHen,2,,,\n")
    assert [design.id for design in game.decks["cards"].designs] == ["fox", "hen"]
    assert notes(game) == []


def test_a_stray_note_beside_a_list_of_names(tmp_path: Path) -> None:
    game = read(tmp_path, CSV, a_csv="Name,\nFox,\nHen,hello\nOwl,\n")
    assert len(game.decks["cards"].designs) == 3
    assert "has no heading above a column, which is ignored: B" in notes(game)[0]


def test_cells_without_a_key_in_the_spec_are_ignored(tmp_path: Path) -> None:
    game = read(tmp_path, f'{HEAD}{DECK}rows = [{{ name = "Fox", "" = "x", " " = 2 }}, {{ name = "Hen", cost = 1 }}]\n')
    assert [dict(design.fields) for design in game.decks["cards"].designs] == [
        {"name": "Fox", "cost": ""},
        {"name": "Hen", "cost": 1},
    ]
    assert notes(game) == [
        "components/mine/game.toml: decks.cards.rows has cells without a key, which are ignored [E0315]\n"
        '  hint: the first is "x"'
    ]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (
            "My game,,,\nName,Cost,Rule,Art\nFox,3,x,fox\nHen,2,y,hen\n",
            "has headings above only 1 of 4 columns [E0315]",
        ),
        ("Name,Cost,,,\nFox,3,x,y,z\n", "has headings above only 2 of 5 columns [E0315]"),
        (
            "Name,Cost,Rule\nFox,3,Draw one, keep one\n",
            'a.csv:2 must have at most 3 cells, not 4 (the first extra one is "keep one") [E0307]',
        ),
    ],
    ids=["title", "headings-missing", "comma"],
)
def test_what_may_be_a_mistake_is_an_error(tmp_path: Path, table: str, message: str) -> None:
    with pytest.raises(SpecError) as refused:
        read(tmp_path, CSV, a_csv=table)
    assert len(refused.value.problems) == 1
    assert message in str(refused.value)


def test_strict_games_refuse_columns_without_a_heading(tmp_path: Path) -> None:
    spec = f'strict = true\n{CSV.replace(HEAD, "")}title = "x"\nkind = "card"\n[decks.cards.columns]\nname = {{}}\n'
    with pytest.raises(SpecError) as refused:
        read(tmp_path, spec, a_csv="id,name,,\nfox,Fox,,remark\n")
    assert "a.csv:2 must have at most 2 cells, not 4" in str(refused.value)
    with pytest.raises(SpecError) as refused:
        read(tmp_path, spec, a_csv="id,,name\nfox,remark,Fox\n")
    assert 'a.csv:1 has an unknown column ""' in str(refused.value)


def test_a_note_may_not_be_written_in_the_spec(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as refused:
        read(tmp_path, f"notes = []\n{HEAD}{DECK}rows = [{{ name = 'Fox' }}]\n")
    assert "notes is not a known key" in str(refused.value)


def test_letters_are_those_of_spreadsheets() -> None:
    assert [column_letters(number) for number in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]


NUMBERS = 'Name,Cost,Weight,Pop,Code\nFox,3,1.5,"1,000",007\nHen,,,"12,500",\nOwl,0,2,,12\n'


def test_numbers_with_empty_cells_stay_numbers(tmp_path: Path) -> None:
    deck = read(tmp_path, CSV, a_csv=NUMBERS).decks["cards"]
    types = {name: (str(column.type), column.default) for name, column in deck.columns.items()}
    assert types == {
        "name": ("text", ""), "cost": ("int", ""), "weight": ("number", ""), "pop": ("text", ""), "code": ("text", ""),
    }  # fmt: skip
    assert deck.designs[1].fields["cost"] == ""
    assert deck.designs[0].fields["pop"] == "1,000", "the comma may separate thousands"
    [cost, weight] = count_deck(deck).numbers
    assert (cost.column, cost.counts, weight.summary["mean"]) == ("cost", {0: 1, 3: 1}, 1.75)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("piece.cost", ""),
        ('"[" ~ piece.cost ~ "]"', "[]"),
        ('"yes" if piece.cost else "no"', "no"),
        ('"yes" if piece.cost == "" else "no"', "yes"),
        ('"yes" if piece.cost == 0 else "no"', "no"),
        ('"yes" if piece.cost > 2 else "no"', "no"),
        ('"yes" if piece["Cost"] < 1 else "no"', "yes"),
        ("piece.cost + 2", "2"),
        ('"x" * piece.cost', ""),
        ("range(piece.cost)|list|length", "0"),
        ('deck.rows|sum(attribute="cost")', "3"),
        ('deck.rows|map(attribute="cost")|max', "3"),
        ('deck.rows|rejectattr("cost", "eq", "")|map(attribute="id")|join(" ")', "fox owl"),
        ('piece.cost|default("–", true)', "–"),
        ("text(piece.cost, 1, 1, 9, 9)", ""),
        ("piece.double", "0"),
        ("piece.same", ""),
        ("piece.other", ""),
    ],
)
def test_an_empty_number_prints_nothing_and_counts_as_nothing(tmp_path: Path, body: str, text: str) -> None:
    computed = '[decks.cards.computed]\ndouble = "cost * 2"\nsame = "cost"\nother = "same"\n'
    assert written(write(tmp_path, CSV + computed, body, a_csv=NUMBERS), "hen") == (text, True)


def test_a_computed_column_of_empty_numbers_is_one_of_numbers(tmp_path: Path) -> None:
    computed = '[decks.cards.computed]\nsame = "cost"\nmixed = "cost if cost else \'none\'"\n'
    deck = read(tmp_path, CSV + computed, a_csv=NUMBERS).decks["cards"]
    assert (deck.columns["same"].type, deck.columns["mixed"].type) == (ColumnType.INT, ColumnType.TEXT)
    assert [design.fields["same"] for design in deck.designs] == [3, "", 0]
    assert [design.fields["mixed"] for design in deck.designs] == ["3", "none", "none"]


def test_rules_skip_empty_numbers(tmp_path: Path) -> None:
    rule = '[[rule]]\nform = "{}"\nof = "cards"\ncolumns = ["Cost"]\n{}\n'.replace("Cost", "cost")
    spec = (
        CSV + rule.format("sum", "is = 3") + rule.format("range", "min = 0\nmax = 2") + rule.format("range", "max = 3")
    )
    summed, narrow, wide = check_rules(read(tmp_path, spec, a_csv=NUMBERS))
    assert summed.ok
    assert wide.ok
    assert [(breach.found, breach.parts[0].piece) for breach in narrow.breaches] == [(3, "fox")]


def test_a_declared_number_may_be_empty_with_an_empty_default(tmp_path: Path) -> None:
    spec = CSV + "[decks.cards.columns]\ncost = {{ type = 'int', min = 1{} }}\n"
    assert read(tmp_path, spec.format(", default = ''"), a_csv="Name,cost\nFox,\nHen,2\n")
    with pytest.raises(SpecError) as refused:
        read(tmp_path, spec.format(""), a_csv="Name,cost\nFox,\nHen,2\n")
    assert "a.csv:2: cost must be a whole number, at least 1, not empty" in str(refused.value)


TWO = f'languages = ["fr", "en"]\n{CSV}'
NAMES = "Name (FR),Name EN,Name_de,Cost\nRenard,Fox,Fuchs,1\n,Hen,,2\nHibou,,Eule,3\n,,,4\n"


def test_headings_for_two_languages_need_no_declaration(tmp_path: Path) -> None:
    game = read(tmp_path, TWO, a_csv=NAMES)
    deck = game.decks["cards"]
    assert deck.columns["name"].translated
    assert list(deck.columns) == ["name", "name_de", "cost"]
    texts = [(design.field("name", Lang.FR), design.field("name", Lang.EN)) for design in deck.designs]
    assert texts == [("Renard", "Fox"), ("Hen", "Hen"), ("Hibou", "Hibou"), ("", "")]
    assert notes(game) == [
        "components/mine/a.csv:3: name_fr is empty; the en text is printed [E0316]\n  hint: write the text in fr",
        "components/mine/a.csv:4: name_en is empty; the fr text is printed [E0316]\n  hint: write the text in en",
    ]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("piece.name", "Hibou"),
        ("piece.name_fr", "Hibou"),
        ('piece["name_" ~ lang]', "Hibou"),
        ('piece["Name (FR)"]', "Hibou"),
        ("piece.name_de", "Eule"),
        ("piece.label", "Hibou 3"),
    ],
)
def test_templates_may_use_either_name(tmp_path: Path, body: str, text: str) -> None:
    computed = "[decks.cards.computed]\nlabel = \"name_en ~ ' ' ~ cost\"\n"
    assert written(write(tmp_path, TWO + computed, body, a_csv=NAMES), "hibou")[0] == text


def test_a_third_language_without_a_column_has_the_first_text(tmp_path: Path) -> None:
    game = read(tmp_path, TWO.replace('"en"', '"en", "it"'), a_csv="name_fr,name_en,cost_fr\nRenard,Fox,1\n")
    [design] = game.decks["cards"].designs
    assert design.fields == {"name": {"fr": "Renard", "en": "Fox", "it": "Renard"}, "cost_fr": 1}
    assert len(notes(game)) == 1


@pytest.mark.parametrize(
    ("head", "table", "columns"),
    [
        (CSV, "name_fr,name_en\nRenard,Fox\n", ["name_fr", "name_en"]),
        (TWO, "name,name_fr,name_en\nx,Renard,Fox\n", ["name", "name_fr", "name_en"]),
        (TWO, "id_fr,id_en,count_fr,count_en\na,b,1,2\n", ["id_fr", "id_en", "count_fr", "count_en"]),
    ],
    ids=["one-language", "name-exists", "reserved"],
)
def test_other_headings_are_columns_as_before(tmp_path: Path, head: str, table: str, columns: list[str]) -> None:
    assert list(read(tmp_path, head, a_csv=table).decks["cards"].columns) == columns


def test_a_declared_column_falls_back_as_well_unless_it_has_a_default(tmp_path: Path) -> None:
    spec = TWO + "[decks.cards.columns]\nrule = {{ translated = true{} }}\n"
    table = "name,rule_fr,rule_en\nFox,Pioche,\n"
    game = read(tmp_path, spec.format(""), a_csv=table)
    assert game.decks["cards"].designs[0].fields["rule"] == {"fr": "Pioche", "en": "Pioche"}
    assert len(notes(game)) == 1
    game = read(tmp_path, spec.format(", default = '–'"), a_csv=table)
    assert game.decks["cards"].designs[0].fields["rule"] == {"fr": "Pioche", "en": "–"}
    assert notes(game) == []
    with pytest.raises(SpecError) as refused:
        read(tmp_path, spec.format(""), a_csv="name,rule_fr,rule_en\nFox,,\n")
    assert "rule_fr is empty" in str(refused.value)


def test_a_build_and_a_check_pass_the_notes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, TWO, "piece.name", a_csv="name_fr,name_en,\nRenard,Fox,x\nPoule,,\n")
    for _ in range(2):  # the second time from the cache
        code, built, _ = run_command(("build", "mine"), tmp_path, capsys, monkeypatch)
        assert code == 0
        assert "note: components/mine/a.csv:1 has no heading above a column, which is ignored: C [E0315]" in built
        assert built.count("[E0316]") == 1
    [listing] = tmp_path.glob("output/mine/*.json")
    assert len(json.loads(listing.read_text("utf-8"))["notes"]) == 2
    _, checked, _ = run_command(("check", "mine", "--lang", "fr"), tmp_path, capsys, monkeypatch)
    assert "colonnes sans titre, ignorées\u00a0: components/mine/a.csv:1 (C)" in checked
    assert "imprimées avec le texte d’une autre langue\u00a0: components/mine/a.csv:3: name_en" in checked
    assert run_command(("check", "mine", "--strict"), tmp_path, capsys, monkeypatch)[0] == 1
