"""The folder of a Squib project: its settings, scripts, tables, fonts and pictures, read within limits."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pnp.errors import Location, PnpError, Problem, SpecError, os_problem
from pnp.pictures.formats import inspect_picture
from pnp.spec.reader import is_workbook, parse_rows
from pnp.starter.squib.layout import parse_length, parse_yaml
from pnp.starter.squib.ruby import parse_ruby
from pnp.starter.squib.script import DeckCall, Script, SquibTable
from pnp.store.files import read_file
from pnp.text.font_files import FontStyle, read_styles

LARGEST_SCRIPT: Final = 1_000_000
"""Maximum size of a script, in bytes."""
LARGEST_TABLE: Final = 32_000_000
"""Maximum size of a table, in bytes."""
MOST_FILES: Final = 5_000
"""Maximum number of files that are looked at in the folder."""
MOST_SCRIPTS: Final = 60
"""Maximum number of scripts that are read."""
MOST_FONT_FILES: Final = 60
"""Maximum number of font files that are read."""
MOST_COPIED: Final = 2_000
"""Maximum number of pictures and fonts that are copied."""
_FONT_FILES: Final = (".ttf", ".otf", ".ttc", ".woff", ".woff2")
_SKIPPED: Final = frozenset({"_output", "output", "vendor", "node_modules", "spec", "test"})
_SVG_SIZE: Final = r'<svg\b[^>]*?\s{}\s*=\s*["\']([\d.]+)(mm|in|cm|pt|px)?["\']'


_VIEW_BOX: Final = re.compile(
    r'viewBox\s*=\s*["\']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+(\d+(?:\.\d*)?)[\s,]+(\d+(?:\.\d*)?)\s*["\']'
)


class SquibFolder:
    """The folder of a Squib project, or of one script. No file outside of it is read.

    It remembers which of its files the new project needs, and what could not be carried over. `art` is the folder
    for pictures in that project, such as `components/harbour/art`.
    """

    def __init__(self, source: Path, art: str) -> None:
        self._root = source_root(source)
        self._only = source.name if source.is_file() else ""
        self._art = art
        self._tables: dict[tuple[str, int, str], SquibTable] = {}
        self._references: dict[int, str] = {}
        self.notes: list[str] = []
        """What was not carried over, with file and line."""
        self.copied: dict[str, str] = {}
        """Fonts and pictures to copy: paths in the project, and in this folder."""
        self.tables: dict[str, bytes] = {}
        """Contents of the tables that scripts read, by name."""
        self.config: dict[str, Any] = {}
        """Settings in config.yml."""
        self.families: dict[str, list[FontStyle]] = {}
        """Styles of the fonts in the folder, by family in lower case."""
        self._paths = sorted(_files(self._root))
        self._read_config()
        self._read_fonts()

    def note(self, file: str, line: int, message: str) -> None:
        """Note what is not carried over, once; line 0 stands for the whole file."""
        note = f"{file}:{line}: {message}" if line else f"{file}: {message}"
        if note not in self.notes:
            self.notes.append(note)

    def read_calls(self) -> list[DeckCall]:
        """Return the decks that the scripts make, in the order of the scripts' paths.

        Raise PnpError if the folder has no deck, or a script or table cannot be read.
        """
        scripts = [path for path in self._paths if path.suffix == ".rb" and self._only in ("", path.name)]
        calls = [call for path in scripts[:MOST_SCRIPTS] for call in self._script(path)]
        if not calls:
            hint = "give the folder of the Squib project, or the script that calls Squib::Deck.new"
            raise PnpError(Problem(Location(str(self._root)), "has no Squib deck", hint, code="E0101"))
        return calls

    def read_layout(self, file: str) -> bytes | None:
        """Return the contents of a layout; None if it does not exist."""
        path = self._find(file)
        return None if path is None else self._read(path, LARGEST_SCRIPT)

    def table_reference(self, table: SquibTable) -> str:
        """Return the name of a table for game.toml, such as `cards.csv` or `cards.xlsx#Tools`."""
        return self._references[id(table)]

    def copy_picture(self, file: str) -> str | None:
        """Note a picture for copying and return its name in `art/`; None if it does not exist."""
        folder = self.config.get("img_dir", "")
        path = self._find(file, folder if isinstance(folder, str) else "")
        if path is None or len(self.copied) >= MOST_COPIED:
            return None
        target = file.replace("\\", "/").removeprefix("./")
        if ".." in target.split("/") or target.startswith("/") or ":" in target:
            return None
        self.copied[f"{self._art}/{target}"] = self._relative(path)
        return target

    def picture_size(self, target: str) -> tuple[float, float] | None:
        """Return the width and height of a copied picture, in pixels of Squib's canvas; None if it is unknown."""
        path = self._root / self.copied[f"{self._art}/{target}"]
        content = self._read(path, LARGEST_TABLE)
        if path.suffix.lower() == ".svg":
            head = content[:5_000].decode("utf-8", "replace")
            sizes = [re.search(_SVG_SIZE.format(key), head) for key in ("width", "height")]
            lengths = [parse_length(size[1] + (size[2] or ""), 90) for size in sizes if size]
            if len(lengths) == 2 and all(lengths):
                return lengths[0] or 1.0, lengths[1] or 1.0
            box = _VIEW_BOX.search(head)
            return (float(box[1]), float(box[2])) if box and float(box[1]) and float(box[2]) else None
        try:
            info = inspect_picture(content)
        except ValueError:
            return None
        return float(info.width), float(info.height)

    # ---------------------------------------------------------------- reading

    def _find(self, reference: str, *folders: str) -> Path | None:
        """Return a file in the folder of the deck; None if it is elsewhere or missing."""
        for folder in (*folders, ""):
            path = self._root / folder / reference.replace("\\", "/")
            try:
                inside = Path(os.path.realpath(path)).is_relative_to(os.path.realpath(self._root))
                if inside and path.is_file():
                    return path
            except (OSError, ValueError):
                continue
        return None

    def _read(self, path: Path, largest: int) -> bytes:
        try:
            return read_file(path, largest)
        except OSError as error:
            raise PnpError(os_problem(error, Location(self._relative(path)), "cannot be read")) from None

    def _relative(self, path: Path) -> str:
        return path.relative_to(self._root).as_posix() if path.is_relative_to(self._root) else path.name

    def _read_config(self) -> None:
        path = self._find("config.yml")
        if path is not None:
            found = parse_yaml(self._read(path, LARGEST_SCRIPT), Location("config.yml"))
            self.config = found if isinstance(found, dict) else {}

    def _read_fonts(self) -> None:
        for path in [path for path in self._paths if path.suffix.lower() in _FONT_FILES][:MOST_FONT_FILES]:
            try:
                styles = read_styles(path, Location(self._relative(path)))
            except (PnpError, OSError) as error:
                self.note(self._relative(path), 0, f"is not a usable font ({error})")
                continue
            for style in styles:
                self.families.setdefault(style.family.lower(), []).append(style)
            self.copied[f"fonts/{path.name}"] = self._relative(path)

    def _script(self, path: Path) -> list[DeckCall]:
        """Return the decks of one script."""
        file = self._relative(path)
        text = self._read(path, LARGEST_SCRIPT).decode("utf-8", "replace")
        if "Deck.new" not in text:
            return []
        script = Script(file, self._open_table, self.note)
        try:
            script.run(parse_ruby(text))
        except RecursionError:
            self.note(file, 1, "is nested too deeply; it was read in part")
        return script.decks

    def _open_table(self, kind: str, file: str, number: int, copies: str) -> SquibTable | None:
        """Return a table, read once; None if it is missing or empty."""
        if (file, number, copies) in self._tables:
            return self._tables[file, number, copies]
        path = self._find(file)
        if path is None or not 0 <= number < 1000:
            return None
        content, where = self._read(path, LARGEST_TABLE), Location(file)
        sheet: str | None = None
        target = path.name
        if kind == "yaml":
            rows = parse_yaml(content, where)
            rows = rows if isinstance(rows, list) else []
            target = f"{path.stem}.json"
            content = json.dumps([_plain_row(row) for row in rows if isinstance(row, dict)], indent=1).encode()
        elif is_workbook(content):
            names = _sheet_names(content, where)
            if number >= len(names):
                return None
            sheet = names[number]
        found = parse_rows(content, where, sheet)
        if not found:
            return None
        headings = tuple(found[0].cells)
        table = SquibTable(file, number, copies, headings, [row.cells for row in found[1:]])
        self._tables[file, number, copies] = table
        self.tables.setdefault(target, content)
        self._references[id(table)] = target if sheet is None or number == 0 else f"{target}#{sheet}"
        return table


def source_root(folder: Path) -> Path:
    """Return the folder that paths in a script are relative to."""
    if folder.is_dir():
        return folder
    parents = [folder.parent, folder.parent.parent]
    marked = ("config.yml", "Rakefile", "Gemfile")
    return next((each for each in parents if any((each / name).is_file() for name in marked)), folder.parent)


def cell_text(value: Any) -> str:
    """Return a value as the content of a cell."""
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(map(cell_text, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def _files(root: Path) -> Iterator[Path]:
    """Yield the files of a folder, without those of hidden folders and of Squib’s results."""
    seen = 0
    for folder, inner, names in os.walk(root):
        depth = len(Path(folder).relative_to(root).parts)
        inner[:] = sorted(name for name in inner if name not in _SKIPPED and not name.startswith(".") and depth < 4)
        for name in sorted(names):
            seen += 1
            if seen > MOST_FILES:
                return
            path = Path(folder, name)
            if not path.is_symlink() and path.is_file():
                yield path


def _sheet_names(content: bytes, where: Location) -> list[str]:
    import python_calamine as calamine

    try:
        return list(calamine.CalamineWorkbook.from_filelike(io.BytesIO(content)).sheet_names)
    except Exception as error:
        raise SpecError(
            Problem(where, "is not a valid workbook (XLSX, XLS or ODS)", found=str(error), code="E0308")
        ) from None


def _plain_row(row: dict[Any, Any]) -> dict[str, str]:
    """Return a row of a YAML table as texts."""
    return {str(key): cell_text(value) for key, value in row.items()}
