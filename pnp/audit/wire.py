"""The wire: what the process that reads a file sends, as plain data, and what the other one makes of it."""

from __future__ import annotations

from base64 import b64decode
from dataclasses import replace
from typing import Any, Final

from pydantic import TypeAdapter

from pnp.audit.boxes import BoxReport
from pnp.audit.report import Report
from pnp.press.changes import EarlierBuild
from pnp.press.drawn import DesignSide
from pnp.terms import Side

REPORTS: Final[dict[str, TypeAdapter[Any]]] = {"sheets": TypeAdapter(Report), "box": TypeAdapter(BoxReport)}
EARLIER: Final = TypeAdapter(EarlierBuild)


def plain_report(report: Report) -> list[Any]:
    """A report as plain data."""
    kind = "box" if isinstance(report, BoxReport) else "sheets"
    return [kind, REPORTS[kind].dump_python(report, mode="json")]


def read_report(plain: Any) -> Report:
    """A report from plain data; ValueError for any other data."""
    kind, report = plain
    read: Report = REPORTS[kind].validate_python(report)
    return read


def plain_earlier(earlier: EarlierBuild) -> list[Any]:
    """An earlier build as plain data."""
    keys = [[design, side, key] for (design, side), key in earlier.keys.items()]
    return [EARLIER.dump_python(replace(earlier, keys={}), mode="json"), keys]


def read_earlier_build(plain: Any) -> EarlierBuild:
    """An earlier build from plain data; ValueError for any other data."""
    earlier, keys = plain
    named = {(str(design), Side(side)): str(key) for design, side, key in keys}
    return replace(EARLIER.validate_python(earlier), keys=named)


def read_sides(plain: Any) -> set[DesignSide]:
    """Sides of designs from plain data; ValueError for any other data."""
    return {(str(design), Side(side)) for design, side in plain}


def read_pictures(plain: Any) -> dict[DesignSide, str]:
    """Pictures of sides, each in base64, from plain data; ValueError for any other data."""
    found = {}
    for design, side, picture in plain:
        b64decode(picture, validate=True)  # nothing else can be in it: it becomes part of a page
        found[str(design), Side(side)] = str(picture)
    return found
