"""A file taken apart row by row: the cells that the reader of tables sees, and the same bytes put together again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.errors import Location, SpecError
from pnp.spec.reader import decode, is_json, is_workbook, parse_rows
from pnp.tables.document import CsvDocument, read_document
from tests.tables.written import MadeFile, made_files

T = Location("t")
PARTS = ["a", "b1", " ", ",", ";", "\t", '"', '""', "\n", "\r", "\r\n", "é", "€", "sep=", "SEP=;\n", "\x85", "\ufeff"]
RAW = st.lists(st.sampled_from(PARTS)).map("".join)
BYTES = st.one_of(
    st.tuples(RAW, st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "utf-32"])).map(
        lambda made: made[0].encode(made[1], "replace")
    ),
    st.lists(
        st.sampled_from([b"a", b",", b"\n", b"\r", b"\0", b'"', b"\x81", b"\xe9", b"\xd8", b"\xff\xfe", b"1\0"])
    ).map(b"".join),
)


def same_rows(document: CsvDocument, content: bytes) -> None:
    read = [(place, cells) for place, cells in parse_rows(content, T)]
    found = [
        (T.at(line=document.last_line_of(row), row=document.last_line_of(row)), document.cells(row))
        for row in range(-document.head, document.row_count + 1)
        if any(document.cells(row))
    ]
    assert found == read


@given(BYTES)
def test_whatever_the_reader_takes_has_the_same_rows_and_bytes_here(content: bytes) -> None:
    if is_workbook(content) or is_json(decode(content, T).text):
        return
    try:
        parse_rows(content, T)
    except SpecError:
        with pytest.raises(SpecError):
            read_document(content, T)
        return
    document = read_document(content, T)
    same_rows(document, content)
    if document.errors != "replace":
        assert document.content() == content


@given(made_files())
def test_each_cell_is_where_it_was_put(made: MadeFile) -> None:
    document = read_document(made.content, T)
    same_rows(document, made.content)
    assert document.content() == made.content
    for row, written in enumerate(made.rows):
        assert [cell.raw for cell in document.raw_cells(row)] == written.cells
        assert [cell.value for cell in document.raw_cells(row)] == document.cells(row)


def test_what_the_reader_refuses_is_refused() -> None:
    for content in (b'a,b\n"x', b'a,b\n"x"y,z\n', b"a," * 600, b'a,b\n"' + b"x" * 200_000 + b'"\n'):
        with pytest.raises(SpecError) as read:
            parse_rows(content, T)
        with pytest.raises(SpecError) as opened:
            read_document(content, T)
        assert str(opened.value) == str(read.value)


def test_what_a_document_knows() -> None:
    document = read_document('\ufeffsep=;\r\nid;text\r\n\r\n"a";"x\r\ny"\nb'.encode("utf-16-le"), T)
    assert (document.delimiter, document.encoding, document.headings) == (";", "UTF-16", ["id", "text"])
    assert [(document.last_line_of(row), document.cells(row)) for row in range(document.row_count + 1)] == [
        (2, ["id", "text"]),
        (3, []),
        (5, ["a", "x\ny"]),
        (6, ["b"]),
    ]
    assert [(cell.start, cell.end, cell.quoted) for cell in document.raw_cells(2)] == [(0, 3, True), (4, 10, True)]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("Café;1\n".encode("utf-16-le") + b"x", "ends in the middle of a UTF-16 character"),
        ("a,b\n1,2\n".encode("utf-16-le"), "NUL characters"),
        (b"", "no headings"),
        (b"\n \n", "no headings"),
        (b"a,b\n1,2\n", ""),
        (b"a,b\n1,\x81\n", ""),
    ],
)
def test_why_a_file_cannot_be_edited(content: bytes, reason: str) -> None:
    document = read_document(content, T)
    assert reason in document.read_only
    assert bool(reason) == bool(document.read_only)
