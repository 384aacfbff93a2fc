"""The answers of a server agree with their types, from which those of the scripts are made."""

from __future__ import annotations

import json
import shutil
import time
import types
from dataclasses import is_dataclass
from enum import StrEnum
from typing import Any, Literal, NotRequired, TypeVar, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from pnp.web import answer_types as an
from pnp.web.compare import CompareResult
from tests.web.workbench import Served

ANSWERS: dict[str, Any] = {
    "pieces": an.Pieces,
    "checks": an.Checks,
    "compare/choices": an.CompareChoices,
    "sheets": an.SheetControls,
    "memo": an.MemoControls,
    "numbers": an.NumbersTables,
    "odds?q=1+id%3Dpip+in+5&q=nonsense": an.Odds,
    "plays": an.Plays,
    "plays/form": an.RunForm,
    "targets": an.ExportTargets,
    "trace/cards/pip/front/1": an.TracedFace,
    "trace/cards/nobody/front/1": an.RefusedRequest,
}
JOBS: dict[str, tuple[dict[str, Any], Any]] = {
    "check": ({}, an.ListedJob[None]),
    "sheets": ({}, an.ListedJob[an.SheetsResult]),
    "sheets/spare": ({}, an.ListedJob[list[an.ListedSpares]]),
    "sheets/box": ({}, an.ListedJob[an.BoxResult]),
    "sheets/faces": ({"kind": "svg"}, an.ListedJob[an.FacesResult]),
    "memo": ({}, an.ListedJob[an.MemoResult]),
    "memo/check": ({}, an.ListedJob[an.ProblemList]),
    "rulebook": ({}, an.ListedJob[an.RulebookResult]),
    "rulebook/check": ({}, an.ListedJob[an.ProblemList]),
    "charts": ({}, an.ListedJob[list[an.ListedChart]]),
    "export": ({"target": "tts"}, an.ListedJob[an.ExportResult]),
}


def misfits(value: Any, hint: Any, place: str = "", bound: dict[Any, Any] | None = None) -> list[str]:
    """Where a value from JSON is not of a type."""
    origin, parts = get_origin(hint), get_args(hint)
    wrong = [f"{place}: {value!r} is not {hint}"[:300]]
    if isinstance(hint, TypeVar):
        return misfits(value, (bound or {})[hint], place)
    if hint is Any or hint is object or (origin is dict and parts[1] is Any):
        return []
    if origin in (Union, types.UnionType):
        return [] if any(not misfits(value, part, place, bound) for part in parts) else wrong
    if origin is Literal:
        return [] if value in parts else wrong
    if origin is tuple and parts[-1] is not ... and isinstance(value, list) and len(value) == len(parts):
        return [each for item, part in zip(value, parts, strict=True) for each in misfits(item, part, place, bound)]
    if origin is list:
        if not isinstance(value, list):
            return wrong
        return [each for at, item in enumerate(value) for each in misfits(item, parts[0], f"{place}[{at}]", bound)]
    if origin is dict:
        if not isinstance(value, dict):
            return wrong
        return [each for key, item in value.items() for each in misfits(item, parts[1], f"{place}.{key}", bound)]
    if is_typeddict(origin or hint) or is_dataclass(hint):
        named = dict(zip(getattr(origin, "__parameters__", ()), parts, strict=True))
        return misfits_of_fields(value, origin or hint, place, named)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return [] if value in list(hint) else wrong
    kinds: Any = {float: (int, float), None: type(None)}.get(hint, str if issubclass(hint, str) else hint)
    return [] if isinstance(value, kinds) and (hint is bool) == isinstance(value, bool) else wrong


def misfits_of_fields(value: Any, form: Any, place: str, bound: dict[Any, Any]) -> list[str]:
    if not isinstance(value, dict):
        return [f"{place}: {value!r} has no fields"[:300]]
    hints = get_type_hints(form, include_extras=True)
    needed = {name for name, hint in hints.items() if get_origin(hint) is not NotRequired}
    found = [f"{place}: {name} is unknown" for name in value.keys() - hints.keys()]
    found += [f"{place}: {name} is missing" for name in needed - value.keys()]
    for name in value.keys() & hints.keys():
        hint = get_args(hints[name])[0] if get_origin(hints[name]) is NotRequired else hints[name]
        found += misfits(value[name], hint, f"{place}.{name}", bound)
    return found


@pytest.mark.parametrize("path", ANSWERS)
def test_an_answer_has_its_type(served: Served, path: str) -> None:
    _, answer = served.ask(f"/api/mice/{path}")
    assert not misfits(json.loads(answer), ANSWERS[path])


@pytest.mark.parametrize("path", JOBS)
def test_a_job_and_its_result_have_their_types(served: Served, path: str) -> None:
    body, form = JOBS[path]
    status, answer = served.post(f"/api/mice/{path}", body)
    assert status == 200, answer
    job = finished(served, answer.get("job", answer))
    assert job["state"] == "done", job
    assert not misfits(job, form)


def test_an_audit_and_a_comparison_with_a_build_have_their_types(served: Served) -> None:
    printed = finished(served, served.post("/api/mice/sheets", {})[1])
    audited = finished(served, served.post("/api/mice/sheets/audit", {"job": printed["id"]})[1])
    assert not misfits(audited, an.ListedJob[an.AuditReport])
    _, content = served.ask(f"/api/job/{printed['id']}/file/pdf")
    build = served.folder / "output/mice" / printed["result"]["file"]
    build.parent.mkdir(parents=True, exist_ok=True)
    build.write_bytes(content)
    try:
        answer = served.post("/api/mice/compare", {"since": f"build:{build.name}"})[1]
        assert not misfits(finished(served, answer), an.ListedJob[CompareResult])
    finally:
        build.unlink()


def test_a_run_has_its_type(served: Served) -> None:
    order = {"players": 2, "games": 2, "bots": "random", "seed": "1"}
    status, answer = served.post("/api/mice/plays/start", order)
    assert status == 200, answer
    job = finished(served, answer["job"])
    runs = served.folder / "output/mice"
    try:
        assert not misfits(job, an.ListedJob[an.PlayedRun])
        assert not misfits(json.loads(served.ask("/api/mice/plays")[1]), an.Plays)
        name = job["result"]["run"]
        compared = json.loads(served.ask(f"/api/mice/plays/compare?a={name}&b={name}")[1])
        assert not misfits(compared, an.RunComparison)
    finally:
        shutil.rmtree(runs / job["result"]["run"])


def test_a_misfit_is_noticed() -> None:
    good = {"sheet": 1, "front": 1, "back": None, "turn": "x", "pieces": 9}
    assert not misfits(good, an.PrintedSheet)
    for broken in ({"turn": "z"}, {"front": "1"}, {"pieces": True}, {"more": 1}):
        assert misfits({**good, **broken}, an.PrintedSheet)
    assert misfits({name: good[name] for name in ("sheet", "front")}, an.PrintedSheet)


def finished(served: Served, job: dict[str, Any]) -> dict[str, Any]:
    """A job when it has ended."""
    while job["state"] == "running":
        time.sleep(0.1)
        job = json.loads(served.ask(f"/api/job/{job['id']}")[1])
    return job
