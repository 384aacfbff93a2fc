"""Workbooks made by hand, sound ones and hostile ones: no library for writing them is needed."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

Cells = Sequence[Sequence[object]]
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'
)
MANIFEST = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'


def xlsx(sheets: Mapping[str, Cells]) -> bytes:
    """An XLSX workbook with these sheets."""
    names = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(sheets, 1))
    links = "".join(
        f'<Relationship Id="r{n}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" '
        f'Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(sheets) + 1)
    )
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    relations = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    parts = {
        "[Content_Types].xml": TYPES,
        "_rels/.rels": f'<Relationships xmlns="{package}"><Relationship Id="r1" Type="{OFFICE}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f"<workbook {main} {relations}><sheets>{names}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}">{links}</Relationships>',
    }
    for number, cells in enumerate(sheets.values(), 1):
        rows = "".join(
            f'<row r="{n}">{"".join(_xlsx_cell(value, f"{_letters(at)}{n}") for at, value in enumerate(row, 1))}</row>'
            for n, row in enumerate(cells, 1)
        )
        parts[f"xl/worksheets/sheet{number}.xml"] = f"<worksheet {main}><sheetData>{rows}</sheetData></worksheet>"
    return packed(parts)


def _letters(number: int) -> str:
    return chr(64 + number)


def _xlsx_cell(value: object, place: str) -> str:
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>' if value else ""
    return f'<c r="{place}"><v>{value}</v></c>'


def ods(sheets: Mapping[str, Cells], extra: str = "") -> bytes:
    """An ODS workbook with these sheets; `extra` stands behind the rows of the first."""
    tables = []
    for number, (name, cells) in enumerate(sheets.items()):
        rows = "".join(f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>" for row in cells)
        tables.append(f'<table:table table:name="{name}">{rows}{"" if number else extra}</table:table>')
    spaces = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{short}:1.0"' for short in ("office", "table", "text")
    )
    content = f"<office:document-content {spaces}><office:body><office:spreadsheet>{''.join(tables)}"
    return packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": f"{content}</office:spreadsheet></office:body></office:document-content>",
            "META-INF/manifest.xml": MANIFEST,
        }
    )


def _ods_cell(value: object) -> str:
    if isinstance(value, str):
        return f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p></table:table-cell>'
    number = f'office:value-type="float" office:value="{value}"'
    return f"<table:table-cell {number}><text:p>{value}</text:p></table:table-cell>"


def packed(parts: Mapping[str, str | bytes]) -> bytes:
    """A ZIP archive of these files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def unpacked(archive: bytes) -> dict[str, bytes]:
    """The files of a ZIP archive."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}
