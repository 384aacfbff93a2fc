"""JSON documents that pnp writes for other programs: every key, taken from the types of the code that writes them.

In a path, `[]` stands for each item of a list, and `*` for any name. Tests compare the keys with real documents.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from enum import EnumType
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

from pnp.audit import report as audit
from pnp.box import build as box
from pnp.check import report as check
from pnp.export import export as exports
from pnp.export.writers import data
from pnp.press import document
from pnp.reference.schema import class_docs
from pnp.sim import folder, summary, tournament
from pnp.stats import tables


@dataclass(frozen=True)
class Output:
    """A kind of JSON document."""

    name: str
    made_by: str
    """The command that writes it, and where."""
    marks: Mapping[str, Any]
    """Keys that identify the format and its version."""
    keys: dict[str, str]
    """Description of each key, by path."""
    note: str = ""


def document_keys(made: type, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield each key of a TypedDict, dataclass or named tuple with its description, by path.

    The docstring below a key describes it. `Annotated` adds what the type does not say: a description, the class whose
    fields a `dict[str, Any]` has, the enumeration of its keys, or the class that describes the field of the same name.
    """
    for name, hint in get_type_hints(made, include_extras=True).items():
        yield from _described(f"{path}{name}", hint, class_docs(made).get(name, ""))


def _described(path: str, hint: Any, text: str) -> Iterator[tuple[str, str]]:
    """Yield a key with its description, and the keys inside it."""
    kind, inner = get_origin(hint), [each for each in get_args(hint) if each is not NoneType]
    if kind is Annotated:
        yield from _annotated(path, inner[0], inner[1], text)
    elif kind in (NotRequired, UnionType) and len(inner) == 1:
        yield from _described(path, inner[0], text)
    elif kind in (list, tuple, Sequence):
        yield from _described(f"{path}[]", inner[0], text)
    elif kind in (dict, Mapping):
        yield from _described(f"{path}.*", inner[1], text)
    elif is_typeddict(hint) or is_dataclass(hint) or hasattr(hint, "_fields"):
        yield from [(path, text)] if text else []
        yield from document_keys(hint, f"{path}.")
    elif kind is Literal or isinstance(hint, EnumType):
        yield path, _with_choices(text, inner or hint)
    else:
        yield path, text


def _annotated(path: str, hint: Any, about: Any, text: str) -> Iterator[tuple[str, str]]:
    if isinstance(about, str):
        yield from _described(path, hint, about)
    elif isinstance(about, EnumType):
        yield from _described(path, hint, _with_choices(text, [each.lower() for each in about.__members__]))
    elif hint == dict[str, Any]:
        yield from _described(path, about, text)
    else:
        yield from _described(path, hint, f"{text} {class_docs(about)[path]}".lstrip())


def _with_choices(text: str, choices: Iterable[str]) -> str:
    """Return a description with the possible values."""
    listed = " or ".join(", ".join(f"`{each}`" for each in choices).rsplit(", ", 1))
    return f"{text.removesuffix('.')}: {listed}." if text else f"{listed}."


def _output(made: type, marks: Mapping[str, Any], name: str, made_by: str, note: str = "") -> Output:
    return Output(name, made_by, marks, {path: text for path, text in document_keys(made) if path not in marks}, note)


BESIDE: Final = "next to each PDF: the same name with `.json`"
PLACEMENTS: Final = _output(document.PlacementsDocument, document.FORMAT, "Placements", f"`pnp build`, {BESIDE}")
CHECK: Final = _output(check.CheckDocument, check.FORMAT, "Checks", "`pnp check --json`")
AUDIT: Final = _output(
    audit.AuditDocument, audit.FORMAT, "Audits", "`pnp audit --json`: a list with one of these for each file"
)
STATS: Final = _output(
    tables.StatsDocument, tables.FORMAT, "Deck statistics",
    "`pnp stats --out DIR` as `stats.json`; `pnp stats --json` prints a list with one of these for each game",
)  # fmt: skip
RUN: Final = _output(
    folder.RunDocument, {"pnp run": folder.FORMAT}, "A run", "`pnp simulate`, as `run.json` in the folder of the run",
    "`pnp simulate --resume` and `pnp compare` refuse runs in another version of this format.",
)  # fmt: skip
SUMMARY: Final = _output(
    summary.SummaryDocument, summary.FORMAT, "Summary of a run",
    "`pnp simulate`, as `summary.json` in the folder of the run",
    "`games.csv` and `usage.csv` in the same folder are for spreadsheets; the extra `sim` adds both as Parquet.",
)  # fmt: skip
TOURNAMENT: Final = _output(tournament.TournamentDocument, tournament.FORMAT, "Tournaments", "`pnp tournament --json`")
BOX: Final = _output(box.BoxDocument, box.FORMAT, "Boxes", f"`pnp box`, {BESIDE}")
GAME: Final = _output(
    data.GameDocument, data.FORMAT, "Complete game", "`pnp export data`, as `<game>.json`",
    "New keys may be added without a new version.",
)  # fmt: skip
EXPORT: Final = _output(
    exports.Manifest, {"format": exports.FORMAT}, "List of an export",
    "`pnp export`, as `export.json` in its folder; a folder without one is never replaced",
)  # fmt: skip
OUTPUTS: Final = (PLACEMENTS, CHECK, AUDIT, STATS, RUN, SUMMARY, TOURNAMENT, BOX, GAME, EXPORT)
