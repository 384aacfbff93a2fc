"""Read a memo's TOML source as a `Memo`, with the location of each text; report all its problems at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from pnp.errors import Location, Problem, SpecError, did_you_mean, quote_value, unknown_keys
from pnp.memo.source import (
    MAIN_MEMO,
    Action,
    Actions,
    Block,
    FigureBlock,
    Intro,
    Memo,
    MemoText,
    Points,
    Remarks,
    Section,
    Steps,
    file_name,
    memo_files,
)
from pnp.project.folders import Project, read_toml, resolve_inside
from pnp.spec.texts import NO_ICONS, IconMap
from pnp.spec.values import COLOUR_EXAMPLE, CONTROL, NAME, parse_colour
from pnp.terms import Format, Lang

LARGEST: Final = 100_000
"""Maximum size of a source file, in bytes."""
MOST: Final = 60
"""Maximum number of sections, and of steps, actions, rows or remarks in a section."""
TEXT_KEYS: Final = ("title", "subtitle", "follows", "aim")
COLOUR_KEYS: Final = ("colour", "accent")
KEYS: Final = (*TEXT_KEYS, "picture", "preset", *COLOUR_KEYS, "extends", "drop", "section", "aid")
BLOCK_KEYS: Final = ("intro", "steps", "actions", "points", "remarks", "figure")
SECTION_KEYS: Final = ("id", "heading", "icon", "legend", "only", "numbered", "head", *BLOCK_KEYS)
AID_KEYS: Final = (*SECTION_KEYS, "side", "use")
LISTS: Final = {"section": SECTION_KEYS, "aid": AID_KEYS}
"""Arrays of tables in a source file, with the keys of their tables."""
FIGURE_KEYS: Final = ("name", "caption", "width", "only")
SIDES: Final = ("front", "back")
NARROWEST: Final = 0.2
"""Minimum width of a figure, as a share of the column."""
ACTION_KEYS: Final = ("name", "cost", "text", "short", "remarks")
WORDS_KEYS: Final = ("text", "short")
FORMATS: Final = tuple(Format)

T = TypeVar("T")


@dataclass(frozen=True)
class _MemoTable:
    """A table of a source file, with the location of each key, as variants and aids inherit keys from elsewhere."""

    where: Location
    values: Mapping[str, Any]
    places: Mapping[str, Location]

    @classmethod
    def of(cls, values: Mapping[str, Any], where: Location) -> _MemoTable:
        """Return a table whose keys are all inside it, not inherited."""
        return cls(where, values, {key: where / key for key in values})

    def at(self, key: str) -> Location:
        """Return the location of a key, or the location that it would have."""
        return self.places.get(key, self.where / key)

    def over(self, base: _MemoTable) -> _MemoTable:
        """Return this table with missing keys inherited from `base`."""
        return _MemoTable(self.where, {**base.values, **self.values}, {**base.places, **self.places})


@dataclass(frozen=True)
class _MemoFile:
    """Contents of a source file: top-level keys, sections and aids."""

    top: _MemoTable
    sections: list[_MemoTable]
    aids: list[_MemoTable]


def read_memo(project: Project, game_id: str, variant: str, lang: Lang, icons: IconMap = NO_ICONS) -> Memo:
    """Read a memo of a game in a language; raise SpecError if its file does not exist or is not valid."""
    folder = project.components / game_id
    name = file_name(variant, lang)
    problems: list[Problem] = []
    source = _load(project, folder, name, problems)
    base = None
    if "extends" in source.top.values:
        base, source = _extended(source, project, folder, lang, variant, problems)
    elif "drop" in source.top.values:
        hint = f'delete the section itself; drop is for a variant with extends = "{MAIN_MEMO}"'
        raise SpecError(Problem(source.top.at("drop"), "needs extends", hint, code="E0711"))
    memo = _SourceReader(problems, icons).memo(source, folder / name, lang, variant)
    if problems:
        raise SpecError(*problems)
    return memo if base is None else memo.compared(_SourceReader([], icons).memo(base, memo.path, lang, ""))


def _load(project: Project, folder: Path, name: str, problems: list[Problem]) -> _MemoFile:
    where = project.location(folder / name)
    path = resolve_inside(folder, name, project.root)
    if path is None:
        raise SpecError(Problem(where, "is outside the project's folder", code="E0107"))
    if not path.exists():
        existing = memo_files(folder)
        hint = (
            f"existing memos: {', '.join(existing)}" if existing else "docs/how-to/memos.md shows how to write a memo"
        )
        raise SpecError(Problem(where, "does not exist", hint, code="E0701"))
    raw = read_toml(path, where, LARGEST)
    problems += unknown_keys(raw, KEYS, where)
    top = _MemoTable.of({key: value for key, value in raw.items() if key not in LISTS}, where)
    sections, aids = (_tables(raw.get(kind, []), where / kind, keys, problems) for kind, keys in LISTS.items())
    return _MemoFile(top, sections, aids)


def _tables(raw: object, where: Location, keys: tuple[str, ...], problems: list[Problem]) -> list[_MemoTable]:
    """Return the tables of an array of tables, located by number; messages show their ids as well."""
    if not isinstance(raw, list) or len(raw) > MOST:
        found = f"{len(raw)}" if isinstance(raw, list) else quote_value(raw)
        problems.append(Problem(where, f"must be a list of at most {MOST} tables", found=found, code="E0204"))
        return []
    tables = []
    for number, table in enumerate(raw, 1):
        if not isinstance(table, dict):
            problems.append(Problem(where / number, "must be a table", found=quote_value(table), code="E0204"))
            continue
        name = table.get("id", table.get("use"))
        here = (where / number).at(detail=name if isinstance(name, str) and NAME.fullmatch(name) else "")
        problems += unknown_keys(table, keys, here)
        tables.append(_MemoTable.of(table, here))
    return tables


def _extended(
    own: _MemoFile, project: Project, folder: Path, lang: Lang, variant: str, problems: list[Problem]
) -> tuple[_MemoFile, _MemoFile]:
    """Return the source that a variant extends, as it is and with the changes of the variant applied."""
    extends, drop = own.top.values["extends"], own.top.values.get("drop", [])
    if extends != MAIN_MEMO:
        message = f'must be "{MAIN_MEMO}"'
        raise SpecError(Problem(own.top.at("extends"), message, found=quote_value(extends), code="E0711"))
    if not variant:
        hint = f"the file of a variant is named {file_name('NAME', lang)}"
        raise SpecError(Problem(own.top.at("extends"), "is only for variants", hint, code="E0711"))
    base = _load(project, folder, file_name("", lang), problems)
    dropped = drop if isinstance(drop, list) else [drop]
    ids = [table.values.get("id") for table in (*base.sections, *base.aids)]
    for name in dropped:
        if name not in ids:
            hint = did_you_mean([str(known_id) for known_id in ids], str(name))
            message = "must be the id of a section"
            raise SpecError(Problem(own.top.at("drop"), message, hint, found=quote_value(name), code="E0711"))
    merged = _MemoFile(
        own.top.over(base.top),
        _merged(base.sections, own.sections, dropped),
        _merged(base.aids, own.aids, dropped),
    )
    return base, merged


def _merged(base: list[_MemoTable], own: list[_MemoTable], dropped: list[object]) -> list[_MemoTable]:
    """Return the sections of a memo with the keys overridden by a variant, followed by the sections that it adds."""
    named = {table.values["id"]: table for table in own if isinstance(table.values.get("id"), str)}
    sections = []
    for table in base:
        name = table.values.get("id")
        if name not in dropped:
            replacing = named.pop(name, None) if isinstance(name, str) else None
            sections.append(table if replacing is None else replacing.over(table))
    return sections + [
        table for table in own if not isinstance(table.values.get("id"), str) or table.values["id"] in named
    ]


class _SourceReader:
    """A converter from tables to models, which collects their problems."""

    def __init__(self, problems: list[Problem], icons: IconMap) -> None:
        self.problems, self.icons = problems, icons

    def memo(self, source: _MemoFile, path: Path, lang: Lang, variant: str) -> Memo:
        top = source.top
        texts = {key: self._words(top.values[key], top.at(key)) for key in TEXT_KEYS if key in top.values}
        named = {"picture": self._drawing, "preset": self._name}
        names = {key: read(top.values[key], top.at(key)) for key, read in named.items() if key in top.values}
        colours = {key: self._colour(top.values[key], top.at(key)) for key in COLOUR_KEYS if key in top.values}
        sections = self._made(source.sections, self._section)
        if not sections:
            self._note(top.where, "must have at least one [[section]]", code="E0702")
        pages = {table.values["id"]: table for table in source.sections if isinstance(table.values.get("id"), str)}
        aids = self._made(source.aids, lambda table: self._aid(table, pages))
        for kind in (sections, aids):
            seen: dict[str, Section] = {}
            for section in kind:
                if section.id in seen:
                    self._note(section.at("id"), f"is already the id of {seen[section.id].where.key}")
                seen.setdefault(section.id, section)
        both = {"sections": tuple(sections), "aids": tuple(aids)}
        return Memo(path, top.where, lang, variant, **texts, **names, **colours, **both, places=top.places)  # type: ignore[arg-type]

    def _made(self, tables: list[_MemoTable], make: Callable[[_MemoTable], Section | None]) -> list[Section]:
        return [section for table in tables if (section := make(table)) is not None]

    def _aid(self, table: _MemoTable, pages: dict[str, _MemoTable]) -> Section | None:
        """Return a section of the player aid; with `use`, it inherits missing keys from a section of the pages."""
        if "use" not in table.values:
            return self._section(table)
        use = table.values["use"]
        if not isinstance(use, str) or use not in pages:
            hint = did_you_mean(pages, str(use))
            self._note(table.at("use"), "must be the id of a section", hint, found=quote_value(use))
            return None
        return self._section(table.over(pages[use]))

    def _section(self, table: _MemoTable) -> Section | None:
        raw, name = table.values, table.values.get("id")
        if not isinstance(name, str) or not NAME.fullmatch(name):
            hint = 'the same in every language, for example id = "setup"'
            message, found = "must be a name of lowercase letters, digits, - and _", quote_value(name)
            message, found = ("is missing", "") if name is None else (message, found)
            self._note(table.at("id"), message, hint, found=found, code="E0111")
            return None
        heading = self._words(raw.get("heading", ""), table.at("heading"))
        icon = self._drawing(raw["icon"], table.at("icon")) if "icon" in raw else None
        legend = self._words(raw["legend"], table.at("legend")) if "legend" in raw else None
        for key, needed in (("numbered", "steps"), ("head", "points")):
            if key in raw and needed not in raw:
                self._note(table.at(key), f"needs {needed} in the same section", code="E0203")
        blocks = [block for key in raw if key in BLOCK_KEYS and (block := self._block(key, table)) is not None]
        only = self._only(raw.get("only", []), table.at("only"))
        side = raw.get("side")
        if side is not None and side not in SIDES:
            self._note(table.at("side"), 'must be "front" or "back"', found=quote_value(side))
            side = None
        heading = heading or MemoText("", table.at("heading"))
        return Section(name, heading, table.where, icon, legend, only, tuple(blocks), side, table.places)

    def _block(self, key: str, table: _MemoTable) -> Block | None:
        raw, where = table.values, table.at(key)
        if key == "intro":
            words = self._words(raw[key], where)
            return Intro(words) if words else None
        if key == "steps":
            if not isinstance(raw.get("numbered", False), bool):
                self._note(table.at("numbered"), "must be true or false", found=quote_value(raw["numbered"]))
            return Steps(tuple(self._each(raw[key], where, self._words)), raw.get("numbered") is True)
        if key == "figure":
            return self._figure(raw[key], where)
        if key == "actions":
            return Actions(tuple(self._each(raw[key], where, self._action)))
        if key == "points":
            head = self._row(raw["head"], table.at("head")) if "head" in raw else ()
            rows = self._each(raw[key], where, self._row)
            for number, row in enumerate(rows, 1):
                if len(row) < 2 or (len(row) != len(head or rows[0])):
                    message = "must have at least 2 cells, and as many as the other rows"
                    self._note(where / number, message, found=f"{len(row)}")
            return Points(tuple(rows), head or ())
        return Remarks(tuple(self._each(raw[key], where, self._words)))

    def _figure(self, raw: object, where: Location) -> FigureBlock | None:
        """Return a figure given by its name, or by a table with its name, caption, width and formats."""
        raw = {"name": raw} if isinstance(raw, str) else raw
        if not isinstance(raw, dict):
            hint = 'or a table: { name = "…", caption = "…" }'
            self._note(where, "must be the name of a figure", hint, found=quote_value(raw))
            return None
        self._check_keys(raw, FIGURE_KEYS, where)
        name = self._name(raw.get("name"), where / "name")
        caption = self._words(raw["caption"], where / "caption") if "caption" in raw else None
        width = raw.get("width", 1)
        if isinstance(width, bool) or not isinstance(width, int | float) or not NARROWEST <= width <= 1:
            message = f"must be a share of the column from {NARROWEST:g} to 1"
            self._note(where / "width", message, found=quote_value(width))
            width = 1
        only = self._only(raw.get("only", []), where / "only")
        return FigureBlock(name, where, caption, float(width), only) if name else None

    def _action(self, raw: object, where: Location) -> Action | None:
        if not isinstance(raw, dict):
            self._note(where, "must be a table", 'for example { name = "…", cost = "{=…}" }', found=quote_value(raw))
            return None
        self._check_keys(raw, ACTION_KEYS, where)
        name = self._words(raw.get("name"), where / "name")
        costs, price = raw.get("cost", []), where / "cost"
        made = self._each(costs, price, self._words) if isinstance(costs, list) else [self._words(costs, price)]
        words = None
        if "text" in raw or "short" in raw:
            words = self._words({key: raw[key] for key in WORDS_KEYS if key in raw}, where)
            words = replace(words, where=where / "text") if words else None
        remarks = self._each(raw.get("remarks", []), where / "remarks", self._words)
        return Action(name, tuple(cost for cost in made if cost), words, tuple(remarks)) if name else None

    def _row(self, raw: object, where: Location) -> tuple[MemoText, ...] | None:
        if isinstance(raw, list):
            return tuple(self._each(raw, where, self._words))
        self._note(where, "must be a list of texts", 'for example ["alone", "{=points.alone}"]', found=quote_value(raw))
        return None

    def _words(self, raw: object, where: Location) -> MemoText | None:
        """Return a text: a string, or a table with a text and a short form."""
        if not isinstance(raw, dict):
            text = self._text(raw, where)
            return None if text is None else MemoText(text, where)
        self._check_keys(raw, WORDS_KEYS, where)
        text = self._text(raw.get("text"), where / "text")
        short = self._text(raw["short"], where / "short") if "short" in raw else None
        return None if text is None or (short is None and "short" in raw) else MemoText(text, where, short)

    def _text(self, raw: object, where: Location) -> str | None:
        """Return a string with its icons replaced by the names of their drawings."""
        if not isinstance(raw, str):
            message, found = ("is missing", "") if raw is None else ("must be text in quotes", quote_value(raw))
            self._note(where, message, found=found)
            return None
        if CONTROL.search(raw.replace("\n", "").replace("\t", "")):
            self._note(where, "has control characters", found=quote_value(raw))
            return None
        return self.icons.resolve(raw)

    def _only(self, raw: object, where: Location) -> frozenset[str]:
        names = raw if isinstance(raw, list) else [raw]
        for name in names:
            if name not in FORMATS:
                self._note(where, "must be a format", did_you_mean(FORMATS, str(name)), found=quote_value(name))
        return frozenset(name for name in names if isinstance(name, str))

    def _name(self, raw: object, where: Location) -> str | None:
        if isinstance(raw, str) and raw and not CONTROL.search(raw):
            return raw
        message, found = ("is missing", "") if raw is None else ("must be a name", quote_value(raw))
        self._note(where, message, found=found)
        return None

    def _drawing(self, raw: object, where: Location) -> str | None:
        name = self._name(raw, where)
        return name and self.icons.drawing(name)

    def _colour(self, raw: object, where: Location) -> str | None:
        if isinstance(raw, str) and (colour := parse_colour(raw)) is not None:
            return colour
        self._note(where, f"must be {COLOUR_EXAMPLE}", found=quote_value(raw))
        return None

    def _each(self, raw: object, where: Location, make: Callable[[object, Location], T | None]) -> list[T]:
        if not isinstance(raw, list) or len(raw) > MOST:
            found = f"{len(raw)}" if isinstance(raw, list) else quote_value(raw)
            self._note(where, f"must be a list of at most {MOST} items", found=found)
            return []
        made = [make(value, where / number) for number, value in enumerate(raw, 1)]
        return [value for value in made if value is not None]

    def _check_keys(self, raw: dict[str, Any], names: tuple[str, ...], where: Location) -> None:
        self.problems += unknown_keys(raw, names, where)

    def _note(self, where: Location, message: str, hint: str = "", *, found: str = "", code: str = "E0204") -> None:
        self.problems.append(Problem(where, message, hint, found=found, code=code))
