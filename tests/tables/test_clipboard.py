"""Blocks as spreadsheets put them on the clipboard."""

from __future__ import annotations

import pytest

from pnp.tables.edit import parse_clipboard


@pytest.mark.parametrize(
    ("text", "block"),
    [
        ("", [[""]]),
        ("a", [["a"]]),
        ("a\tb\r\nc\td\r\n", [["a", "b"], ["c", "d"]]),  # Excel
        ("a\tb\nc\td", [["a", "b"], ["c", "d"]]),  # Google Sheets
        ("a\n\nb\n", [["a"], [""], ["b"]]),
        ("\t\r\n", [["", ""]]),
        ('"two\nlines"\tb\r\n', [["two\nlines", "b"]]),
        ('"has a\ttab"\t5', [["has a\ttab", "5"]]),
        ('"a "" and a\ttab"\t6', [['a " and a\ttab', "6"]]),
        ('"""starts, and has a\ttab"\t7', [['"starts, and has a\ttab', "7"]]),
        ('"in quotes"\t3', [['"in quotes"', "3"]]),  # no tab or line break: the cell says so itself
        ('ends with a quote"\t2', [['ends with a quote"', "2"]]),
        ('"one quote\t1', [['"one quote', "1"]]),
        ('5" disk\t""\n', [['5" disk', ""]]),
        ('"He said ""no""."', [['He said "no".']]),
        ('"x"y\tz', [['"x"y', "z"]]),
        ('"a\r\nb"', [["a\r\nb"]]),
    ],
)
def test_cells_of_a_block(text: str, block: list[list[str]]) -> None:
    assert parse_clipboard(text) == block


def test_a_hostile_block_takes_no_time() -> None:
    assert len(parse_clipboard('"a""\t' * 100_000)[0]) == 100_001
