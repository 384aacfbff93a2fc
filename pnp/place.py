"""Places: where a problem, a cell or a drawing stands, as data that a page or an editor can follow.

Messages name a place by a text: `components/lowtide/cards.csv:14: cost`, `lowtide: whelk (front): text "…"`,
`templates/lowtide/card.svg.j2:12: lowtide: whelk (front)`, `components/lowtide/game.toml: decks.cards.size`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from pnp.errors import Problem
from pnp.keylines import line_of
from pnp.read import LARGEST_SETTINGS, check_regular, read_whole
from pnp.resources import SHARED, Project, bundled, inside
from pnp.spec.workbook import OLD_EXCEL, ZIP

_PLACED: Final = re.compile(
    r"(?P<file>[^:\n]+?)(?:#(?P<sheet>[^:\n]+?))?(?::(?P<line>[0-9]{1,9})|\[(?P<row>[0-9]{1,9})\])?(?:: (?P<rest>.*))?",
    re.DOTALL,
)
_FACE: Final = re.compile(
    r"(?P<game>[\w-]+): (?P<piece>[\w-]+) \((?P<side>front|back)(?:, look (?P<look>[0-9]{1,6}))?\)(?:: .*)?", re.DOTALL
)
_LINE: Final = re.compile(r"\bline ([0-9]{1,9})")
_NUMBERED: Final = re.compile(r".*\[([0-9]{1,9})\]")
READ_WITH_LINES: Final = ("TOML", "JSON", "well-formed SVG", "an SVG drawing")
"""What is expected by readers that say in which line of the file they stumbled."""
TOML: Final = ".toml"
LINED: Final = (".j2", ".py", ".svg")
"""Files in which a number is a line, and no row of a table."""


@dataclass(frozen=True)
class Location:
    """Where something stands; what is not known is empty, or 0."""

    shown: str
    """As messages name it."""
    file: str = ""
    """From the project's folder on, or from pnp's own."""
    ours: bool = False
    """Whether it is a file of pnp."""
    line: int = 0
    """Of the file, as an editor counts."""
    sheet: str = ""
    """Of a workbook, or the list of a JSON file."""
    row: int = 0
    """Of a table, as messages count."""
    column: str = ""
    """By the name that messages and templates use."""
    heading: str = ""
    """What the table calls that column."""
    key: str = ""
    """Of a TOML file."""
    game: str = ""
    deck: str = ""
    piece: str = ""
    """Its id."""
    side: str = ""
    look: int = 0

    def path(self, project: Project) -> Path | None:
        """The file itself, or None."""
        return (bundled().root if self.ours else project.root) / self.file if self.file else None

    def plain(self) -> dict[str, Any]:
        """What is known, as JSON can hold it."""
        return {name: value for name, value in vars(self).items() if value}


def find_place(problem: Problem, project: Project) -> Location:
    """The place of a problem: its file and line, row and column or key, and the piece that it was found on."""
    place = read_place(problem.where, project)
    if place.file and not place.line and problem.expected in READ_WITH_LINES:
        found = _LINE.search(problem.found)
        place = replace(place, line=int(found[1]) if found else 0)
    if problem.case is not None and problem.case.kind == "card" and not place.piece:
        place = replace(place, piece=problem.case.name)
    return place


def read_place(where: str, project: Project) -> Location:
    """A place as a message names it, as data."""
    if face := _FACE.fullmatch(where):
        return _on_face(Location(where), face)
    found = _PLACED.fullmatch(where)
    place = _named(where, found, project) if found else None
    if found is None or place is None:
        return Location(where)
    number, rest = int(found["line"] or found["row"] or 0), found["rest"] or ""
    suffix = Path(place.file).suffix.lower()
    if face := _FACE.fullmatch(rest):
        return _on_face(replace(place, line=number), face)
    if suffix == TOML and not number:
        return _at_key(place, rest, project)
    if suffix in LINED or suffix == TOML:
        return replace(place, line=number)
    line = number if found["line"] and _has_lines(place.path(project)) else 0
    return replace(place, sheet=found["sheet"] or "", row=number, line=line, column=rest if number else "")


def template_place(path: str, line: int, project: Project) -> Location:
    """A line of a template, which may be one of pnp's own."""
    file, ours = Path(path), False
    if not file.is_relative_to(project.root) and file.is_relative_to(bundled().root):
        ours = True
    root = bundled().root if ours else project.root
    name = file.relative_to(root).as_posix() if file.is_relative_to(root) else str(file)
    return Location(f"{project.name(file)}:{line}", name, ours=ours, line=line)


def _named(where: str, found: re.Match[str], project: Project) -> Location | None:
    """The file that a place begins with; None where it begins with none."""
    names = [found["file"], *([f"{found['file']}#{found['sheet']}"] if found["sheet"] else [])]
    shared = bundled().templates / SHARED
    for name in names:
        path = inside(project.root, name, project.root)
        if path is not None and path.is_file():
            return Location(where, name)
        if "/" not in name and name.endswith(".j2") and (shared / name).is_file():
            return Location(where, f"{bundled().name(shared)}/{name}", ours=True)
    return None


def _at_key(place: Location, rest: str, project: Project) -> Location:
    """A key of a TOML file, or a cell of a row that stands in it."""
    key, _, column = rest.partition(": ")
    numbered = _NUMBERED.fullmatch(key)
    path = place.path(project)
    line = 0
    if path is not None and key:
        try:
            text = read_whole(path, LARGEST_SETTINGS).decode("utf-8-sig")
            line = line_of(f"{key}.{column}" if column else key, text)
        except (OSError, UnicodeDecodeError):
            pass  # whoever reads the file says what is wrong with it
    row = int(numbered[1]) if numbered and column else 0
    return replace(place, key=key, column=column, row=row, line=line)


def _on_face(place: Location, face: re.Match[str]) -> Location:
    look = int(face["look"] or 1)
    return replace(place, game=face["game"], piece=face["piece"], side=face["side"], look=look)


def _has_lines(path: Path | None) -> bool:
    """Whether a table is text, and no workbook."""
    if path is None:
        return False
    try:
        check_regular(path)
        with path.open("rb") as file:
            return not file.read(len(OLD_EXCEL)).startswith((ZIP, OLD_EXCEL))
    except OSError:
        return False
