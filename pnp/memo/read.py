"""Reading a memo's source: TOML into a `Memo`, every problem of its form reported at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from pnp.errors import Problem, SpecError, known, quoted, unknown_keys
from pnp.memo.format import Format
from pnp.memo.source import (
    STEM,
    Action,
    Actions,
    Block,
    FigureUse,
    Intro,
    Memo,
    Points,
    Remarks,
    Section,
    Steps,
    Words,
    file_name,
    written,
)
from pnp.resources import Project, inside, read_toml
from pnp.spec.colour import EXAMPLE, read_colour
from pnp.spec.icons import NO_ICONS, IconMap
from pnp.spec.values import CONTROL, NAME
from pnp.terms import Lang

LARGEST: Final = 100_000
"""Bytes of a source."""
MOST: Final = 60
"""Sections, steps, actions, rows, remarks: more of one are no memo."""
TEXT_KEYS: Final = ("title", "subtitle", "follows", "aim")
COLOUR_KEYS: Final = ("colour", "accent")
KEYS: Final = (*TEXT_KEYS, "picture", "preset", *COLOUR_KEYS, "extends", "drop", "section", "aid")
BLOCK_KEYS: Final = ("intro", "steps", "actions", "points", "remarks", "figure")
SECTION_KEYS: Final = ("id", "heading", "icon", "legend", "only", "numbered", "head", *BLOCK_KEYS)
AID_KEYS: Final = (*SECTION_KEYS, "side", "use")
FIGURE_KEYS: Final = ("name", "caption", "width", "only")
SIDES: Final = ("front", "back")
NARROWEST: Final = 0.2
"""The least share of a column for a figure."""
ACTION_KEYS: Final = ("name", "cost", "text", "short", "remarks")
WORDS_KEYS: Final = ("text", "short")
FORMATS: Final = tuple(Format)

T = TypeVar("T")


def read_memo(project: Project, game_id: str, variant: str, lang: Lang, icons: IconMap = NO_ICONS) -> Memo:
    """The memo of a game in a language; SpecError, naming the file expected, when there is none or it is wrong."""
    folder = project.components / game_id
    path = folder / file_name(variant, lang)
    where = project.name(path)
    raw = _load(project, folder, path.name)
    if "extends" in raw:
        raw = _extended(raw, project, folder, lang, where, variant)
    elif "drop" in raw:
        hint = f'delete the section itself; drop is for a variant with extends = "{STEM}"'
        raise SpecError(Problem(f"{where}: drop", "a memo that extends another", "no extends", hint, code="E0711"))
    problems: list[Problem] = []
    memo = _SourceReader(where, problems, icons).memo(raw, path, lang, variant)
    if problems:
        raise SpecError(*problems)
    return memo


def _load(project: Project, folder: Path, name: str) -> dict[str, Any]:
    where = project.name(folder / name)
    path = inside(folder, name, project.root)
    if path is None:
        raise SpecError(Problem(where, "a file inside the project's folder", "a link that leaves it", code="E0107"))
    if not path.exists():
        there = written(folder)
        hint = f"there is {', '.join(there)}" if there else "docs/how-to/memos.md shows the form of a memo"
        raise SpecError(Problem(where, "a memo", "no such file", hint, code="E0701"))
    return read_toml(path, where, LARGEST)


def _extended(
    raw: dict[str, Any], project: Project, folder: Path, lang: Lang, where: str, variant: str
) -> dict[str, Any]:
    """The source that is extended, with what this one replaces."""
    if raw["extends"] != STEM or not variant:
        raise SpecError(Problem(f"{where}: extends", f'"{STEM}", in a variant', quoted(raw["extends"]), code="E0711"))
    base = _load(project, folder, file_name("", lang))
    drop = raw.get("drop", [])
    ids = [section.get("id") for key in ("section", "aid") for section in _tables(base.get(key))]
    for name in drop if isinstance(drop, list) else [drop]:
        if name not in ids:
            hint = known([str(known_id) for known_id in ids], str(name))
            raise SpecError(Problem(f"{where}: drop", "the id of a section", quoted(name), hint, code="E0711"))
    top = {key: value for key, value in raw.items() if key not in ("extends", "drop", "section", "aid")}
    merged = {key: _merged(base.get(key), raw.get(key), drop) for key in ("section", "aid")}
    return base | top | {key: sections for key, sections in merged.items() if sections}


def _merged(base: object, raw: object, drop: list[object]) -> list[dict[str, Any]]:
    """The sections of a memo, with the keys that a variant replaces, and those that it adds."""
    own = {section["id"]: section for section in _tables(raw) if isinstance(section.get("id"), str)}
    sections = [
        section | own.pop(str(section.get("id")), {}) for section in _tables(base) if section.get("id") not in drop
    ]
    return sections + [
        section for section in _tables(raw) if not isinstance(section.get("id"), str) or section["id"] in own
    ]


def _tables(value: object) -> list[dict[str, Any]]:
    """The tables of an array of tables; what else is in it the reader reports."""
    return [table for table in value if isinstance(table, dict)] if isinstance(value, list) else []


class _SourceReader:
    """Makes the models, and notes what is wrong on the way."""

    def __init__(self, where: str, problems: list[Problem], icons: IconMap) -> None:
        self.where, self.problems, self.icons = where, problems, icons

    def memo(self, raw: dict[str, Any], path: Path, lang: Lang, variant: str) -> Memo:
        self._check_keys(raw, KEYS, self.where)
        texts = {key: self._words(raw[key], f"{self.where}: {key}") for key in TEXT_KEYS if key in raw}
        named = {"picture": self._drawing, "preset": self._name}
        names = {key: read(raw[key], f"{self.where}: {key}") for key, read in named.items() if key in raw}
        colours = {key: self._colour(raw[key], f"{self.where}: {key}") for key in COLOUR_KEYS if key in raw}
        sections = self._each(raw.get("section", []), f"{self.where}: section", self._section)
        if not sections:
            self._note(f"{self.where}: section", "at least one [[section]]", "none", code="E0702")
        tables = _tables(raw.get("section"))
        pages = {table["id"]: table for table in tables if isinstance(table.get("id"), str)}
        aids = self._each(raw.get("aid", []), f"{self.where}: aid", lambda raw, where: self._aid(raw, where, pages))
        for kind in (sections, aids):
            seen: set[str] = set()
            for section in kind:
                if section.id in seen:
                    self._note(section.where, "an id of its own", quoted(section.id))
                seen.add(section.id)
        both = {"sections": tuple(sections), "aids": tuple(aids)}
        return Memo(path, self.where, lang, variant, **texts, **names, **colours, **both)  # type: ignore[arg-type]

    def _aid(self, raw: object, where: str, pages: dict[Any, dict[str, Any]]) -> Section | None:
        """A section of the aid; with `use` it has the keys of a page's section that it does not have itself."""
        if not isinstance(raw, dict) or "use" not in raw:
            return self._section(raw, where, "aid")
        use = raw["use"]
        if not isinstance(use, str) or use not in pages:
            self._note(
                f"{where}.use", "the id of a section", quoted(use), known([str(name) for name in pages], str(use))
            )
            return None
        return self._section(pages[use] | {key: value for key, value in raw.items() if key != "use"}, where, "aid")

    def _section(self, raw: object, where: str, kind: str = "section") -> Section | None:
        if not isinstance(raw, dict):
            self._note(where, "a table of keys", quoted(raw))
            return None
        name = raw.get("id")
        where = f"{self.where}: {kind} {name}" if isinstance(name, str) else where
        self._check_keys(raw, SECTION_KEYS if kind == "section" else AID_KEYS, where)
        if not isinstance(name, str) or not NAME.fullmatch(name):
            found = "none" if name is None else quoted(name)
            hint = 'the same in every language, for example id = "setup"'
            self._note(f"{where}.id", "a name of small letters, digits, - and _", found, hint, code="E0111")
            return None
        heading = self._words(raw.get("heading", ""), f"{where}.heading")
        icon = self._drawing(raw["icon"], f"{where}.icon") if "icon" in raw else None
        legend = self._words(raw["legend"], f"{where}.legend") if "legend" in raw else None
        for key, needed in (("numbered", "steps"), ("head", "points")):
            if key in raw and needed not in raw:
                self._note(f"{where}.{key}", f"{needed} beside it", "none", code="E0203")
        blocks = [block for key in raw if key in BLOCK_KEYS and (block := self._block(key, raw, where)) is not None]
        only = self._only(raw.get("only", []), f"{where}.only")
        side = raw.get("side")
        if side is not None and side not in SIDES:
            self._note(f"{where}.side", '"front" or "back"', quoted(side))
            side = None
        return Section(name, heading or Words("", where), where, icon, legend, only, tuple(blocks), side)

    def _block(self, key: str, raw: dict[str, Any], where: str) -> Block | None:
        here = f"{where}.{key}"
        if key == "intro":
            words = self._words(raw[key], here)
            return Intro(words) if words else None
        if key == "steps":
            if not isinstance(raw.get("numbered", False), bool):
                self._note(f"{where}.numbered", "true or false", quoted(raw["numbered"]))
            return Steps(tuple(self._each(raw[key], here, self._words)), raw.get("numbered") is True)
        if key == "figure":
            return self._figure(raw[key], here)
        if key == "actions":
            return Actions(tuple(self._each(raw[key], here, self._action)))
        if key == "points":
            head = self._row(raw["head"], f"{where}.head") if "head" in raw else ()
            rows = self._each(raw[key], here, self._row)
            for number, row in enumerate(rows, 1):
                if len(row) < 2 or (len(row) != len(head or rows[0])):
                    self._note(f"{here}[{number}]", "a label and figures, as many on every row", f"{len(row)} cells")
            return Points(tuple(rows), head or ())
        return Remarks(tuple(self._each(raw[key], here, self._words)))

    def _figure(self, raw: object, where: str) -> FigureUse | None:
        """A figure by its name, or with a caption, a width and the formats that have it."""
        raw = {"name": raw} if isinstance(raw, str) else raw
        if not isinstance(raw, dict):
            self._note(where, "the name of a figure", quoted(raw), 'or { name = "…", caption = "…" }')
            return None
        self._check_keys(raw, FIGURE_KEYS, where)
        name = self._name(raw.get("name"), f"{where}.name")
        caption = self._words(raw["caption"], f"{where}.caption") if "caption" in raw else None
        width = raw.get("width", 1)
        if isinstance(width, bool) or not isinstance(width, int | float) or not NARROWEST <= width <= 1:
            self._note(f"{where}.width", f"a share of the column, from {NARROWEST:g} to 1", quoted(width))
            width = 1
        only = self._only(raw.get("only", []), f"{where}.only")
        return FigureUse(name, where, caption, float(width), only) if name else None

    def _action(self, raw: object, where: str) -> Action | None:
        if not isinstance(raw, dict):
            self._note(where, "a table of keys", quoted(raw), 'for example { name = "…", cost = "{=…}" }')
            return None
        self._check_keys(raw, ACTION_KEYS, where)
        name = self._words(raw.get("name"), f"{where}.name")
        costs = raw.get("cost", [])
        made = self._each(costs if isinstance(costs, list) else [costs], f"{where}.cost", self._words)
        words = None
        if "text" in raw or "short" in raw:
            words = self._words({key: raw[key] for key in WORDS_KEYS if key in raw}, where)
        remarks = self._each(raw.get("remarks", []), f"{where}.remarks", self._words)
        return Action(name, tuple(made), words, tuple(remarks)) if name else None

    def _row(self, raw: object, where: str) -> tuple[Words, ...] | None:
        if isinstance(raw, list):
            return tuple(self._each(raw, where, self._words))
        self._note(where, "a list of texts", quoted(raw), 'for example ["alone", "{=points.alone}"]')
        return None

    def _words(self, raw: object, where: str) -> Words | None:
        if isinstance(raw, dict):
            self._check_keys(raw, WORDS_KEYS, where)
            text, short = raw.get("text"), raw.get("short")
        else:
            text, short = raw, None
        for value in (text, *((short,) if short is not None else ())):
            if not isinstance(value, str):
                self._note(where, "a text in quotes", quoted(value) if value is not None else "none")
                return None
            if CONTROL.search(value.replace("\n", "").replace("\t", "")):
                self._note(where, "a text without control characters", quoted(value))
                return None
        return Words(self.icons.resolved(str(text)), where, None if short is None else self.icons.resolved(str(short)))

    def _only(self, raw: object, where: str) -> frozenset[str]:
        names = raw if isinstance(raw, list) else [raw]
        for name in names:
            if name not in FORMATS:
                self._note(where, "formats", quoted(name), known(FORMATS, str(name)))
        return frozenset(name for name in names if isinstance(name, str))

    def _name(self, raw: object, where: str) -> str | None:
        if isinstance(raw, str) and raw and not CONTROL.search(raw):
            return raw
        self._note(where, "a name", quoted(raw))
        return None

    def _drawing(self, raw: object, where: str) -> str | None:
        name = self._name(raw, where)
        return name and self.icons.drawing(name)

    def _colour(self, raw: object, where: str) -> str | None:
        if isinstance(raw, str) and (colour := read_colour(raw)) is not None:
            return colour
        self._note(where, EXAMPLE, quoted(raw))
        return None

    def _each(self, raw: object, where: str, make: Callable[[object, str], T | None]) -> list[T]:
        if not isinstance(raw, list) or len(raw) > MOST:
            found = f"{len(raw)}" if isinstance(raw, list) else quoted(raw)
            self._note(where, f"a list of at most {MOST}", found)
            return []
        made = [make(value, f"{where}[{number}]") for number, value in enumerate(raw, 1)]
        return [value for value in made if value is not None]

    def _check_keys(self, raw: dict[str, Any], names: tuple[str, ...], where: str) -> None:
        self.problems += unknown_keys(raw, names, f"{where}: ")

    def _note(self, where: str, expected: str, found: str, hint: str = "", *, code: str = "E0204") -> None:
        self.problems.append(Problem(where, expected, found, hint, code=code))
