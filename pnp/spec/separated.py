"""CSV and similar text: detect the encoding and the delimiter, and split the text into rows.

Both the reader (`pnp.spec.reader`) and the editor (`pnp.tables`) use this module, so that they see the same cells.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from pnp.errors import Location, Problem, SpecError

DELIMITERS: Final = ",;\t"
BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip
"""Byte order marks and their codecs; a longer mark comes before one that is its beginning."""
LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")
"""A lone surrogate; in decoded text it stands for an invalid byte."""
REPLACEMENT_CHARACTER: Final = "\ufffd"
"""Replacement character, displayed in place of an invalid byte."""
_LINE: Final = re.compile(r"[^\n]+")
_SEP: Final = "sep="
"""Beginning of the line in which a spreadsheet program declares its delimiter."""


class Decoded(NamedTuple):
    """The text of a file and its encoding: `mark` followed by the encoded `text` gives the file's bytes."""

    text: str
    """Decoded text, with lone surrogates for invalid bytes, so that these can be written back."""
    codec: str
    errors: str = "strict"
    """Error handler of the codec that restores invalid bytes; "replace" if they are lost."""
    mark: bytes = b""
    """Byte order mark, or empty."""

    @property
    def shown(self) -> str:
        """The text with replacement characters for invalid bytes."""
        return LONE_SURROGATE.sub(REPLACEMENT_CHARACTER, self.text)


def decode(content: bytes, where: Location, *, strict: bool = False) -> Decoded:
    """Decode a file by its byte order mark, or else as UTF-8, UTF-16 or Windows-1252.

    With `strict`, raise SpecError if it is not UTF-8.
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
    except UnicodeDecodeError:  # the file ends in the middle of a character
        return Decoded(content.decode(codec, "replace"), codec, "replace")


def normalize_newlines(text: str) -> str:
    """Return the text with LF as its only line break."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def without_sep_line(text: str) -> str:
    """Return the text with LF line breaks, and an empty line in place of a line such as `sep=;`."""
    body = normalize_newlines(text)
    return "\n" + body.partition("\n")[2] if body[: len(_SEP)].lower() == _SEP else body


def detect_delimiter(body: str) -> str:
    """Return the delimiter of a table: the one that occurs most often in the line of headings."""
    first = next((line[0] for line in _LINE.finditer(body) if line[0].strip()), "")
    return max(DELIMITERS, key=first.count)


def parse_records(body: str, where: Location, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the last line of each row and its cells, for empty rows as well.

    Raise SpecError if a quoted cell is malformed.
    """
    reader = csv.reader(io.StringIO(body), delimiter=delimiter, strict=True)
    first = 1
    """First line of the current row."""
    try:
        for cells in reader:
            yield reader.line_num, list(map(str.strip, cells))
            first = reader.line_num + 1
    except csv.Error as error:
        message = f"is not a valid row of a CSV table: {error}"
        raise SpecError(Problem(where.at(line=first, row=first), message, "check the quotes", code="E0307")) from None
