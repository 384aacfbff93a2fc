"""What a PDF says never runs code in a folder that nobody trusts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pnp.audit.audit import audit_file
from pnp.audit.report import Check, Report
from pnp.library.checks import audit_in_worker
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.project.code import trust, untrust
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, parse_paper
from pnp.store.cache import Cache

ART = """
from pathlib import Path

Path({ran!r}).write_text("it ran")

DRAWINGS = {{"starfish": lambda pen: pen.group(pen.circle(0, 0, 40, pen.paint("#dd0000")))}}
"""


@pytest.fixture
def ran(tmp_path: Path) -> Path:
    """A file that the project's code writes when it runs."""
    return tmp_path / "ran"


@pytest.fixture
def sheets(copied: Project, ran: Path) -> Path:
    """Sheets in the folder of a project that draws in Python, printed with permission."""
    (copied.components / "lowtide" / "art.py").write_text(ART.format(ran=str(ran)), "utf-8")
    body = '{% extends "face.svg.j2" %}{% block body %}{{ art("starfish", 11, 11, 0.1) }}{% endblock %}'
    (copied.templates / "lowtide" / "pebble.svg.j2").write_text(body, "utf-8")
    job = Job(Layout(parse_paper("a4")))
    allowed = replace(copied, allow_code=True)
    pdf = print_game(allowed, "lowtide", job, copied.root / "output", Cache.disabled()).pdf
    assert ran.exists()
    ran.unlink()
    return pdf


def refusals(report: Report) -> list[str]:
    return [finding.text for finding in report.findings if "needs your permission to run" in finding.text]


def test_without_permission_it_is_said_that_it_cannot_be_drawn(sheets: Path, copied: Project, ran: Path) -> None:
    report = audit_in_worker(sheets, copied.root)  # in a process that has not loaded the code yet
    assert refusals(report)
    assert Check.LOOKS in report.by_check()
    assert not ran.exists()


def test_permission_is_for_the_folder_one_is_in_and_not_for_that_of_the_file(
    sheets: Path, tmp_path: Path, ran: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert refusals(audit_in_worker(sheets, elsewhere, allow_code=True))
    assert not ran.exists()


def test_with_permission_or_in_a_trusted_folder_it_is_drawn(sheets: Path, copied: Project, tmp_path: Path) -> None:
    assert audit_file(sheets, copied.root, allow_code=True).sound
    assert audit_in_worker(sheets, copied.root, allow_code=True).sound
    trust(copied.root)
    try:
        assert audit_file(sheets, tmp_path).sound
    finally:
        untrust(copied.root)
