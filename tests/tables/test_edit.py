"""Edits change the bytes of what they edit and no others, and what is read afterwards is what was meant."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from pnp.errors import Location
from pnp.spec.reader import parse_rows
from pnp.tables.document import CsvDocument, EditError, read_document
from pnp.tables.edit import (
    ArrangeColumns,
    ArrangeRows,
    ChangedRow,
    DeleteRows,
    DuplicateRows,
    Edit,
    EditHistory,
    FillDown,
    IdColumn,
    InsertRows,
    MoveRows,
    NamedColumn,
    NewRow,
    PasteBlock,
    SetCell,
    apply_edits,
)
from tests.tables.written import LETTERS, MadeFile, made_files

T = Location("t")
VALUES = st.text(LETTERS, max_size=5)
Grid = list[list[str]]


def grid(document: CsvDocument) -> Grid:
    """What all rows say, without the empty cells at their ends."""
    return [_trimmed(document.cells(row)) for row in range(document.row_count + 1)]


def _trimmed(cells: list[str]) -> list[str]:
    cells = [cell.strip() for cell in cells]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def put(rows: Grid, row: int, column: int, value: str) -> None:
    rows[row] += [""] * (column + 1 - len(rows[row]))
    rows[row][column] = value


def try_edit(content: bytes, *edits: Edit) -> bytes:
    """The file after edits; hypothesis looks elsewhere where the encoding could not be known any more."""
    try:
        after = apply_edits(read_document(content, T), edits)[0].content()
    except EditError as error:
        event(error.problems[0].message)
        assume(False)
    assert [_trimmed(row.cells) for row in parse_rows(after, T)] == [
        row for row in grid(read_document(after, T)) if row
    ]
    return after


@given(made_files(), st.data())
def test_a_cell_that_is_set_changes_the_bytes_of_that_cell_only(made: MadeFile, data: DataObject) -> None:
    row = data.draw(st.integers(1, len(made.rows)))
    assume(row < len(made.rows))
    column = data.draw(st.integers(0, len(made.rows[0].cells) - 1))
    value, content = data.draw(VALUES), made.content
    after = try_edit(content, SetCell(row=row, column=column, value=value))
    start, end = made.cell_span(row, column)
    assert after.startswith(content[:start])
    assert after.endswith(content[end:])
    assert len(after) >= start + len(content) - end
    if column >= len(made.rows[row].cells) and value.strip():  # filled up with no more than is needed
        missing = max(column - max(len(made.rows[row].cells) - 1, 0), 0)
        added = after[start : len(after) - (len(content) - end)].decode(made.codec)
        assert added.lstrip(made.delimiter) == added[missing:]
    wanted = grid(read_document(content, T))
    put(wanted, row, column, value)
    assert grid(read_document(after, T)) == [_trimmed(cells) for cells in wanted]


@given(made_files(), st.data())
def test_rows_that_are_inserted_change_no_byte_of_others(made: MadeFile, data: DataObject) -> None:
    row = data.draw(st.integers(1, len(made.rows)))
    rows = data.draw(st.lists(st.lists(VALUES, max_size=len(made.rows[0].cells)), min_size=1, max_size=3))
    content = made.content
    after = try_edit(content, InsertRows(row=row, rows=rows))
    start, _ = made.row_span(row, 0)
    assert after.startswith(content[:start])
    assert after.endswith(content[start:])
    wanted = grid(read_document(content, T))
    assert grid(read_document(after, T)) == [*wanted[:row], *map(_trimmed, rows), *wanted[row:]]


@given(made_files(), st.data())
def test_rows_that_are_deleted_leave_all_other_bytes(made: MadeFile, data: DataObject) -> None:
    assume(len(made.rows) > 1)
    row = data.draw(st.integers(1, len(made.rows) - 1))
    count = data.draw(st.integers(1, len(made.rows) - row))
    after = try_edit(made.content, DeleteRows(row=row, count=count))
    start, end = made.row_span(row, count)
    left = made.content[:start] + made.content[end:]
    ends = [made.rows[row - 1].end.encode(made.codec)] if not made.rows[-1].end else []
    assert after in (left, *(left.removesuffix(each) for each in ends))


@given(made_files(), st.data())
def test_rows_that_are_moved_keep_their_bytes(made: MadeFile, data: DataObject) -> None:
    assume(len(made.rows) > 1)
    row = data.draw(st.integers(1, len(made.rows) - 1))
    count, to = data.draw(st.integers(1, len(made.rows) - row)), data.draw(st.integers(1, len(made.rows)))
    after = try_edit(made.content, MoveRows(row=row, count=count, to=to))
    rows = [made.row(number) for number in range(len(made.rows))]
    moved = rows[row : row + count]
    order = [*rows[:to], *moved, *rows[to:]]
    order = [*order[:row], *order[row + count :]] if row < to else [*order[: row + count], *order[row + 2 * count :]]
    if row <= to <= row + count:
        order = rows
    whole = made.before + "".join(order)
    if made.rows[-1].end:
        assert after == made.mark + whole.encode(made.codec)
    else:  # the row that was last has got a line end, and the one that is last has lost its own
        document = read_document(after, T)
        found = [record.raw.strip("\r\n") for record in document.records[document.head :]]
        assert list(filter(None, found)) == list(filter(None, (text.strip("\r\n") for text in order)))


@given(made_files(), st.data())
def test_a_block_is_pasted_cell_by_cell(made: MadeFile, data: DataObject) -> None:
    width = len(made.rows[0].cells)
    row, column = data.draw(st.integers(1, len(made.rows))), data.draw(st.integers(0, width - 1))
    cells = st.text("ab7é,;= ", max_size=4)
    block = data.draw(st.lists(st.lists(cells, min_size=1, max_size=width - column), min_size=1, max_size=3))
    text = "\r\n".join("\t".join(each) for each in block) + "\r\n"
    after = try_edit(made.content, PasteBlock(row=row, column=column, text=text))
    wanted = grid(read_document(made.content, T))
    wanted += [[] for _ in range(row + len(block) - len(wanted))]
    for number, values in enumerate(block, row):
        for place, value in enumerate(values, column):
            put(wanted, number, place, value)
    assert grid(read_document(after, T)) == [_trimmed(each) for each in wanted]


Arranged = tuple[int, int] | ChangedRow | NewRow


@given(made_files(), st.data())
def test_rows_are_arranged_and_those_that_stay_keep_their_bytes(made: MadeFile, data: DataObject) -> None:
    content, width, last = made.content, len(made.rows[0].cells), len(made.rows) - 1
    before = grid(read_document(content, T))
    parts: list[Arranged] = []
    wanted = before[:1]
    for row in data.draw(st.permutations(range(1, last + 1))):
        match data.draw(st.sampled_from(["keep", "keep", "change", "copy", "new", "drop"])):
            case "keep":
                parts.append((row, 1))
                wanted.append(before[row])
            case "change":
                column, value = data.draw(st.integers(0, width - 1)), data.draw(VALUES)
                parts.append(ChangedRow(row=row, set=[(column, value)]))
                wanted.append([*before[row]])
                put(wanted, -1, column, value)
            case "copy" | "new" as kind:
                values = data.draw(st.lists(VALUES, min_size=width, max_size=width))
                parts.append(NewRow(cells=values, like=row if kind == "copy" else None))
                wanted.append(values)
    after = try_edit(content, ArrangeRows(rows=parts))
    document = read_document(after, T)
    assert grid(document) == [_trimmed(cells) for cells in wanted]
    assert after.startswith(content[: made.row_span(1, 0)[0]].rstrip(b"\r\n\0"))
    for place, part in enumerate(parts, 1):
        if isinstance(part, tuple):
            raw = document.records[document.head + place].raw
            assert raw.rstrip("\r\n") == made.row(part[0]).rstrip("\r\n")


@given(made_files(), st.data())
def test_columns_are_arranged_and_those_that_stay_keep_their_bytes(made: MadeFile, data: DataObject) -> None:
    width = len(made.rows[0].cells)
    before = grid(read_document(made.content, T))
    kept = data.draw(st.permutations(range(width)))[: data.draw(st.integers(1, width))]
    parts: list[int | NamedColumn] = [
        number if data.draw(st.booleans()) else NamedColumn(column=number, heading=f"new{number}") for number in kept
    ]
    if data.draw(st.booleans()):
        parts.insert(data.draw(st.integers(0, len(parts))), NamedColumn(heading="added"))
    document = read_document(try_edit(made.content, ArrangeColumns(columns=parts)), T)
    wanted = []
    for row, cells in enumerate(before):
        full = cells + [""] * (width - len(cells))
        wanted.append([_arranged(part, full, heading=row == 0) for part in parts])
    assert grid(document) == [_trimmed(cells) for cells in wanted]
    old = read_document(made.content, T)
    for row in range(1, old.row_count + 1):
        raws, now = [cell.raw for cell in old.raw_cells(row)], [cell.raw for cell in document.raw_cells(row)]
        for place, part in enumerate(parts):
            column = part if isinstance(part, int) else part.column
            if column is not None and column < len(raws) and place < len(now) and len(now) > 1:
                assert now[place] == raws[column]


def _arranged(part: int | NamedColumn, cells: list[str], *, heading: bool) -> str:
    if isinstance(part, int):
        return cells[part]
    return part.heading if heading else "" if part.column is None else cells[part.column]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ([0, 2], "t: there is no column 3"),
        ([0, 0], "t: column 1 is there twice"),
        ([0, NamedColumn(heading="")], "column 2 needs a heading"),
        ([0, NamedColumn(heading="x"), NamedColumn(heading="x")], 'two columns would be headed "x"'),
        ([0, 1, NamedColumn(heading="a")], 'two columns would be headed "a"'),
        ([0, NamedColumn(heading="x\0")], "has a control character"),
    ],
)
def test_columns_that_cannot_be_arranged_are_reported(columns: list[int | NamedColumn], message: str) -> None:
    with pytest.raises(EditError, match=message):
        apply_edits(read_document(b"a,b\n1,2\n", T), [ArrangeColumns(columns=columns)])


def test_arranged_columns_keep_quotes_and_short_rows() -> None:
    table = 'id;"b"; c\n1;"x;y";\n2\n\n'
    assert after(table, ArrangeColumns(columns=[1, 0])) == '"b";id\n"x;y";1\n;2\n\n'
    added = ArrangeColumns(columns=[0, 1, NamedColumn(heading="d"), 2])
    assert after(table, added) == 'id;"b";d; c\n1;"x;y";;\n2\n\n'


def edits_of(document: CsvDocument, data: DataObject) -> Edit:
    """Any edit that a table can take."""
    last, width = document.row_count, len(document.headings)
    column = st.integers(0, width - 1)
    kinds: list[Callable[[], Edit]] = [
        lambda: InsertRows(row=data.draw(st.integers(1, last + 1)), rows=[data.draw(st.lists(VALUES, max_size=width))]),
        lambda: PasteBlock(
            row=data.draw(st.integers(1, last + 1)),
            column=data.draw(column),
            text=data.draw(st.text("ab\n", max_size=5)),
        ),
    ]
    if last:
        row = data.draw(st.integers(1, last))
        count = data.draw(st.integers(1, last + 1 - row))
        kinds += [
            lambda: SetCell(row=row, column=data.draw(column), value=data.draw(VALUES)),
            lambda: DeleteRows(row=row, count=count),
            lambda: DuplicateRows(row=row, count=count),
            lambda: MoveRows(row=row, count=count, to=data.draw(st.integers(1, last + 1))),
        ]
        order = [(each, 1) for each in range(last, 0, -1)]
        kinds += [
            lambda: ArrangeRows(rows=[*order, NewRow(cells=[data.draw(VALUES)], like=row)]),
            lambda: ArrangeColumns(columns=[*reversed(range(width))]),
        ]
        if row < last:
            kinds.append(lambda: FillDown(row=row, column=data.draw(column), count=last - row))
    return data.draw(st.sampled_from(kinds))()


@given(made_files(), st.data())
def test_edits_are_undone_and_done_again_to_the_byte(made: MadeFile, data: DataObject) -> None:
    history = EditHistory(read_document(made.content, T), IdColumn(0))
    contents = [made.content]
    for _ in range(data.draw(st.integers(1, 5))):
        try:
            history.apply(edits_of(history.document, data))
        except EditError:
            assert history.document.content() == contents[-1]
            continue
        after = history.document.content()
        assert grid(read_document(after, T)) == grid(history.document)
        if after != contents[-1]:
            contents.append(after)
    for before in reversed(contents[:-1]):
        assert history.can_undo
        assert history.undo().content() == before
    for after in contents[1:]:
        assert history.can_redo
        assert history.redo().content() == after


def after(text: str, *edits: Edit, codec: str = "utf-8") -> str:
    document, _ = apply_edits(read_document(text.encode(codec), T), edits, IdColumn(0, {"fox-2"}))
    return document.content().decode(codec)


@pytest.mark.parametrize(
    ("before", "value", "wanted"),
    [
        ("a,b\n1,2\n", "3", "a,b\n1,3\n"),
        ('a,b\n1,"2"\n', "3", 'a,b\n1,"3"\n'),
        ("a,b\n1,2\n", "3,4", 'a,b\n1,"3,4"\n'),
        ("a;b\n1;2\n", "3,4", "a;b\n1;3,4\n"),
        ("a,b\n1,2\n", 'say "x"', 'a,b\n1,"say ""x"""\n'),
        ('a,b\n1,5" disk\n', '6" disk', 'a,b\n1,6" disk\n'),
        ("a,b\n1, 2 \n", "3", "a,b\n1, 3 \n"),
        ('a,b\n1," 2 "\n', "3", 'a,b\n1," 3 "\n'),
        ("a,b\r\n1\r\n", "3", "a,b\r\n1,3\r\n"),
        ("a,b\r\n\r\n", "3", "a,b\r\n,3\r\n"),
        ('a,b\n"1",\n"2","x"\n', "3", 'a,b\n"1","3"\n"2","x"\n'),
        ("a,b\r\n1,2\r\n", "x\ny", 'a,b\r\n1,"x\ny"\r\n'),
        ('a,b\r\n1,"2\r\n2"\r\n', "x\ny", 'a,b\r\n1,"x\r\ny"\r\n'),
        ('a,b\r\n1,2\r\n"z\r\nz",\r\n', "x\ny", 'a,b\r\n1,"x\r\ny"\r\n"z\r\nz",\r\n'),
        ('a,b\n"3\n3","2\r\n2"\n', "x\ny", 'a,b\n"3\n3","x\r\ny"\n'),
        ("a,b\n1,2", "", "a,b\n1,"),
        ('a,b\n1,"2"', "", 'a,b\n1,""'),
        ("a,b\n1, 2", "  2 ", "a,b\n1, 2"),
    ],
)
def test_a_cell_is_written_as_it_was(before: str, value: str, wanted: str) -> None:
    assert after(before, SetCell(row=1, column=1, value=value)) == wanted


@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        ("id,b\r\nfox,2\r\n", "id,b\r\nfox,2\r\nowl,x y\r\n"),
        ('"id","b"\n"fox","2"', '"id","b"\n"fox","2"\n"owl","x y"'),
        ('id\tb\tc\n1\t"fox"\t\n', 'id\tb\tc\n1\t"fox"\t\nowl\t"x y"\t\n'),
        ("id,b", "id,b\nowl,x y"),
    ],
)
def test_a_new_row_is_written_like_its_neighbours(before: str, wanted: str) -> None:
    assert after(before, InsertRows(row=before.count("\n") + (before[-1] != "\n"), rows=[["owl", "x y"]])) == wanted


def test_a_cr_and_a_lf_that_meet_are_one_line_end() -> None:
    history = EditHistory(read_document(b"a,b\r1,2\n\n3,4\n", T))
    document = history.apply(DeleteRows(row=1))
    assert document.content() == b"a,b\r\n3,4\n"
    assert [document.cells(row) for row in range(document.row_count + 1)] == [["a", "b"], ["3", "4"]]
    assert history.undo().content() == b"a,b\r1,2\n\n3,4\n"


def test_an_empty_row_of_one_column_stays_a_row() -> None:
    assert after("a\rx\ny\n", SetCell(row=1, column=0, value="")) == 'a\r""\ny\n'
    assert after("a\nx\n", InsertRows(row=2, rows=[[]])) == 'a\nx\n""\n'


def test_a_copy_has_an_id_of_its_own() -> None:
    table = "id,b\nfox,1\nowl-7,2\n,3\n"
    assert after(table, DuplicateRows(row=1)) == "id,b\nfox,1\nfox-3,1\nowl-7,2\n,3\n"
    assert after(table, DuplicateRows(row=1, count=3)) == f"{table}fox-3,1\nowl-2,2\n,3\n"


def test_fill_down() -> None:
    assert after('id,b\n1,x\n2\n3,"y"\n', FillDown(row=1, column=1, count=2)) == 'id,b\n1,x\n2,x\n3,"x"\n'


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (
            SetCell(row=2, column=1, value="Łódź"),
            r't:3: Text has a character that does not exist in Windows-1252: "Ł" \(U\+0141 latin',
        ),
        (SetCell(row=2, column=1, value="a\x07"), r't:3: Text has a control character: "\\x07'),
        (SetCell(row=2, column=1, value="a\0"), "has a control character"),
        (SetCell(row=2, column=2, value="a"), "t:3: column 3 is outside the table, which has 2 columns"),
        (SetCell(row=3, column=0, value="a"), "t has no row 3 .*\n  hint: rows are numbered from 0 to 2"),
        (SetCell(row=1, column=0, value="a"), "t:2: Näme has bytes that are not valid Windows-1252 and would be lost"),
        (SetCell(row=0, column=0, value=""), "t:1: Näme needs a heading"),
        (SetCell(row=0, column=0, value="Text"), 't:1: Näme: "Text" is already the heading of another column'),
        (SetCell(row=0, column=0, value="a;b;c"), "t cannot be saved: its headings would be read differently"),
        (SetCell(row=0, column=0, value="[x"), "t cannot be saved: its headings would be read differently"),
        (PasteBlock(row=1, column=1, text="a\tb"), "t has only 1 column from column 2, but 2 were pasted"),
        (PasteBlock(row=1, column=5, text="a"), "t has no column 6"),
        (DeleteRows(row=2, count=2), "t has no rows 2 to 3 .*\n  hint: rows are numbered from 1 to 2"),
        (MoveRows(row=1, to=4), "t has no row 4 .*\n  hint: rows are numbered from 1 to 3"),
        (InsertRows(row=3, rows=[["a", "b", "c"]]), "t:4: column 3"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_reported_and_not_done(edit: Edit, message: str) -> None:
    history = EditHistory(read_document("Näme,Text\nx\x81,y\nz,é\n".encode("latin-1"), T))
    with pytest.raises(EditError, match=message):
        history.apply(SetCell(row=2, column=0, value="ok"), edit)
    assert history.document.cells(2) == ["z", "é"]
    assert not history.can_undo


def test_a_cell_that_cannot_be_written_is_located() -> None:
    document = read_document(b"a,b\n\n1,2\n", T)
    with pytest.raises(EditError) as caught:
        apply_edits(document, [PasteBlock(row=2, column=0, text="x\0\ty\n\tz\0\n")])
    assert [problem.where for problem in caught.value.problems] == [
        Location("t", line=3, row=3, column="a"),
        Location("t", line=4, row=4, column="b"),
    ]


def test_letters_that_would_be_read_in_another_encoding_are_refused() -> None:
    document = read_document("a,b\nx,é\n".encode("cp1252"), T)
    with pytest.raises(EditError, match="t cannot be saved: it would be read as UTF-8, not as Windows-1252"):
        apply_edits(document, [SetCell(row=1, column=1, value="Ã©")])
    assert (
        apply_edits(document, [SetCell(row=1, column=1, value="e")])[0].content() == b"a,b\nx,e\n"
    )  # read alike in both
    plain = read_document("a,b\nx,é\n".encode("utf-16-le"), T)
    with pytest.raises(EditError, match="t cannot be saved: it would be read as UTF-8, not as UTF-16"):
        apply_edits(plain, [SetCell(row=1, column=1, value="e")])


def test_bytes_without_a_meaning_stay_as_they_are() -> None:
    content = b"a,b\nx\x81,y\nz,\xe9\n"
    edits: list[Edit] = [
        SetCell(row=1, column=1, value="ü"),
        DuplicateRows(row=1),
        MoveRows(row=1, to=4),
        SetCell(row=2, column=0, value="w"),
    ]
    document, _ = apply_edits(read_document(content, T), edits)
    assert document.content() == b"a,b\nx\x81,\xfc\nw,\xe9\nx\x81,\xfc\n"
