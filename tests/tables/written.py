"""Files of separated text for tests, made piece by piece, so that it is known where each cell lies."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

ENCODINGS = {
    "utf-8": ("utf-8", b""), "utf-8-sig": ("utf-8", codecs.BOM_UTF8), "cp1252": ("cp1252", b""),
    "utf-16": ("utf-16-le", codecs.BOM_UTF16_LE), "utf-16-be": ("utf-16-be", codecs.BOM_UTF16_BE),
    "utf-16-le without a mark": ("utf-16-le", b""), "utf-16-be without a mark": ("utf-16-be", b""),
}  # fmt: skip
LINE_ENDS = ("\r\n", "\n", "\r")
LETTERS = "ab7é ,;\t\"'=[\n"


@dataclass
class MadeRow:
    cells: list[str]
    """As they are written."""
    end: str


@dataclass
class MadeFile:
    """A file, and the pieces that it was made of."""

    codec: str
    mark: bytes
    delimiter: str
    before: str
    """What stands before the headings."""
    rows: list[MadeRow]

    def row(self, number: int) -> str:
        return self.delimiter.join(self.rows[number].cells) + self.rows[number].end

    @property
    def text(self) -> str:
        return self.before + "".join(map(self.row, range(len(self.rows))))

    @property
    def content(self) -> bytes:
        return self.mark + self.text.encode(self.codec)

    def row_span(self, number: int, count: int = 1) -> tuple[int, int]:
        """Where some rows begin and end, in bytes."""
        start = self._size(self.before + "".join(map(self.row, range(number))))
        return start, start + len("".join(map(self.row, range(number, number + count))).encode(self.codec))

    def cell_span(self, number: int, column: int) -> tuple[int, int]:
        """Where a cell begins and ends, in bytes; a missing one at the end of the row's last."""
        cells = self.rows[number].cells
        before = self.before + "".join(map(self.row, range(number)))
        if column >= len(cells):
            end = self._size(before + self.delimiter.join(cells))
            return end, end
        start = before + self.delimiter.join([*cells[:column], ""] if column else [])
        return self._size(start), self._size(start + cells[column])

    def _size(self, text: str) -> int:
        return len(self.mark) + len(text.encode(self.codec))


@st.composite
def made_files(draw: DrawFn) -> MadeFile:
    """Any file that people and programs write: quotes, line ends, empty and ragged rows as they come."""
    codec, mark = ENCODINGS[draw(st.sampled_from(sorted(ENCODINGS)))]
    delimiter = draw(st.sampled_from(",;\t"))
    ends = draw(st.sampled_from([("\r\n",), ("\n",), ("\r",), LINE_ENDS]))
    always = draw(st.booleans())

    def cell(value: str) -> str:
        must = any(sign in value for sign in (delimiter, "\n", "\r", '"'))
        return f'"{value.replace(chr(34), chr(34) * 2)}"' if must or always or draw(st.booleans()) else value

    values = st.text(LETTERS + draw(st.sampled_from(["", "\r", "€"])), max_size=5)
    width = draw(st.integers(1 if delimiter == "," else 2, 4))
    heads = [cell(f"{'é' if codec != 'utf-8' else 'h'}{number}") for number in range(width)]
    rows = [heads]
    for _ in range(draw(st.integers(0, 5))):
        rows.append([cell(draw(values)) for _ in range(draw(st.integers(0, width)))])
    made: list[MadeRow] = []
    for cells in rows:
        made.append(MadeRow([] if cells == [""] else cells, draw(st.sampled_from(ends))))
        if made[-1] == MadeRow([], "\n") and made[-2].end == "\r":  # together they would be one line end
            made[-1].end = "\r"
    if draw(st.booleans()) and made[-1].cells:
        made[-1].end = ""
    end = made[0].end or "\n"
    before = draw(st.sampled_from(["", "", "", end, f"sep={delimiter}{end}", f"  {end}"]))
    return MadeFile(codec, mark, delimiter, before, made)
