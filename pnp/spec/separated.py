"""Separated text: in which encoding a file is written, what separates its cells, and where its rows are.

The reader of tables and the editor of tables share what is decided here, so that both see the same cells.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from pnp.errors import Problem, SpecError
from pnp.location import Location

DELIMITERS: Final = ",;\t"
BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip
"""The longer ones first where one begins like another."""
HALF: Final = re.compile("[\ud800-\udfff]")
"""Half of a letter beyond the first 65,536; in a decoded text, what has no meaning in its encoding."""
UNKNOWN: Final = "\ufffd"
"""What such a half is shown as."""
_LINE: Final = re.compile(r"[^\n]+")
_SEP: Final = "sep="
"""How a line begins by which a spreadsheet says what it separates with."""


class Decoded(NamedTuple):
    """The text of a file, and how it is written: `mark`, then `text` encoded, is the file again."""

    text: str
    """What has no meaning in the encoding is half of a letter here, so that it can be written again."""
    codec: str
    errors: str = "strict"
    """How halves of letters are written; "replace" where the text does not hold all that is in the file."""
    mark: bytes = b""

    @property
    def shown(self) -> str:
        """The text with a sign in place of what has no meaning."""
        return HALF.sub(UNKNOWN, self.text)


def decode(content: bytes, where: Location, *, strict: bool = False) -> Decoded:
    """The text of a file: by its byte order mark, as UTF-8, as UTF-16 without a mark, or as Windows writes it.

    With `strict`, it must be UTF-8; SpecError otherwise.
    """
    for mark, codec in BOMS:
        if content.startswith(mark) and (codec == "utf-8" or not strict):
            try:
                return Decoded(content[len(mark) :].decode(codec), codec, mark=mark)
            except UnicodeDecodeError:
                break
    try:
        return Decoded(content.decode("utf-8"), "utf-8")
    except UnicodeDecodeError as error:
        if strict:
            line = content[: error.start].count(b"\n") + 1
            message = f"is not UTF-8 text: it has the byte 0x{content[error.start]:02x}"
            place = where.at(line=line, row=line)
            raise SpecError(Problem(place, message, "save the table as CSV UTF-8", code="E0106")) from None
    zeros = content[:400:2].count(0), content[1:400:2].count(0)
    if max(zeros) <= len(content[:400]) // 4:
        return Decoded(content.decode("cp1252", "surrogateescape"), "cp1252", "surrogateescape")
    codec = "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"
    try:
        return Decoded(content.decode(codec, "surrogatepass"), codec, "surrogatepass")
    except UnicodeDecodeError:  # half a letter's bytes at the end
        return Decoded(content.decode(codec, "replace"), codec, "replace")


def plain_lines(text: str) -> str:
    """The text with line breaks of one kind."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def table_body(text: str) -> str:
    """The same, with an empty line in place of one that says what separates."""
    body = plain_lines(text)
    return "\n" + body.partition("\n")[2] if body[: len(_SEP)].lower() == _SEP else body


def separator(body: str) -> str:
    """What separates the cells of a table: what the headings have most of."""
    first = next((line[0] for line in _LINE.finditer(body) if line[0].strip()), "")
    return max(DELIMITERS, key=first.count)


def records(body: str, where: Location, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The cells of each row, empty rows too, after the number of its last line; SpecError where quotes are wrong."""
    reader = csv.reader(io.StringIO(body), delimiter=delimiter, strict=True)
    first = 1
    """The first line of the row that is read."""
    try:
        for cells in reader:
            yield reader.line_num, list(map(str.strip, cells))
            first = reader.line_num + 1
    except csv.Error as error:
        message = f"is not a row of separated cells: {error}"
        raise SpecError(Problem(where.at(line=first, row=first), message, "check the quotes", code="E0307")) from None
