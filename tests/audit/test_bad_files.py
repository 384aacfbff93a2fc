"""Files that cannot be audited: a clear error, never a traceback, never a hang."""

from __future__ import annotations

import json
import os
import pickle
import re
import zlib
from collections.abc import Callable
from dataclasses import fields
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name
from reportlab.pdfgen.canvas import Canvas

import pnp
from pnp.audit.audit import audit_file
from pnp.audit.report import Check
from pnp.errors import AuditError, Location
from pnp.library.checks import audit_in_worker
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, parse_paper
from pnp.store.cache import Cache
from tests import tasks
from tests.audit.tamper import tampered
from tests.cli.command import Result, run_command
from tests.conftest import TESTS

PROJECT = TESTS / "sample"


@pytest.fixture(scope="module")
def sheets(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Path:
    job = Job(Layout(parse_paper("a4")))
    return print_game(project, "lowtide", job, tmp_path_factory.mktemp("sheets"), Cache.for_user()).pdf


def refused(path: Path) -> str:
    with pytest.raises(AuditError) as caught:
        audit_file(path, PROJECT)
    assert len(caught.value.problems) == 1
    assert caught.value.problems[0].where.file == str(path)
    return str(caught.value)


def test_a_memo_is_called_a_memo(tmp_path: Path) -> None:
    memo = pnp.print_memo("lowtide", form="a5", lang="en", start=PROJECT, out=tmp_path).pdf
    assert "is a memo, not sheets or a box [E0802]" in refused(memo)


def write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def foreign() -> bytes:
    out = BytesIO()
    canvas = Canvas(out)
    canvas.drawString(100, 100, "not a sheet")
    canvas.save()
    return out.getvalue()


def test_no_file(tmp_path: Path) -> None:
    assert "none.pdf cannot be read: No such file" in refused(tmp_path / "none.pdf")


def test_a_folder(tmp_path: Path) -> None:
    assert f"{tmp_path} is a folder, not a PDF" in refused(tmp_path)


def test_an_empty_file(tmp_path: Path) -> None:
    assert "is an empty file, not a PDF" in refused(write(tmp_path / "empty.pdf", b""))


def test_another_kind_of_file(tmp_path: Path) -> None:
    assert "picture.pdf is not a PDF" in refused(write(tmp_path / "picture.pdf", b"\x89PNG" * 1000))


def test_nothing_but_a_header(tmp_path: Path) -> None:
    assert " is damaged: " in refused(write(tmp_path / "header.pdf", b"%PDF-1.7\n"))


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file(sheets: Path, tmp_path: Path, part: float) -> None:
    content = sheets.read_bytes()
    assert " is damaged: " in refused(write(tmp_path / "cut.pdf", content[: int(len(content) * part)]))


def test_an_encrypted_file(sheets: Path, tmp_path: Path) -> None:
    path = tmp_path / "locked.pdf"
    with pikepdf.open(sheets) as pdf:
        pdf.save(path, encryption=pikepdf.Encryption(owner="mine", user="yours"))
    assert " is encrypted" in refused(path)


def test_a_file_that_is_encrypted_and_opens_without_a_password(sheets: Path, tmp_path: Path) -> None:
    path = tmp_path / "locked.pdf"
    with pikepdf.open(sheets) as pdf:
        pdf.save(path, encryption=pikepdf.Encryption(owner="mine", user=""))
    assert " is encrypted" in refused(path)


def test_a_pdf_that_is_not_ours(tmp_path: Path) -> None:
    assert "is not a sheet PDF made by pnp: it has no pnp ticket" in refused(write(tmp_path / "foreign.pdf", foreign()))


def test_a_file_that_is_too_large(sheets: Path, tmp_path: Path) -> None:
    path = write(tmp_path / "huge.pdf", b"%PDF-1.7\n")
    os.truncate(path, 300_000_000)
    assert "huge.pdf is damaged: " in refused(path)
    before, word, end = sheets.read_bytes().rpartition(b"startxref")
    path.write_bytes(before)
    os.truncate(path, 300_000_000)
    with path.open("ab") as file:
        file.write(word + end)
    assert "huge.pdf must be at most 200 MB without its pictures, not 300 MB" in refused(path)


def test_a_page_that_unpacks_to_gigabytes(sheets: Path, tmp_path: Path) -> None:
    packer = zlib.compressobj(9)
    bomb = b"".join(packer.compress(b"0 g " * 250_000) for _ in range(300)) + packer.flush()

    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].obj.Contents = pdf.make_stream(b"")
        pdf.pages[0].obj.Contents.write(bomb, filter=Name.FlateDecode)

    assert "is not a PDF as pnp writes it: it unpacks to more than " in refused(
        tampered(sheets, tmp_path / "bomb.pdf", change)
    )


def test_a_page_with_millions_of_operators(sheets: Path, tmp_path: Path) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].obj.Contents = pdf.make_stream(b"q Q " * 5_000_000)

    said = refused(tampered(sheets, tmp_path / "long.pdf", change))
    assert "long.pdf, page 1 is not a page as pnp writes it: it has 20 MB of content" in said


def test_a_stream_that_is_packed_twice(sheets: Path, tmp_path: Path) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].obj.Contents = pdf.make_stream(b"")
        twice = zlib.compress(zlib.compress(b"q Q"))
        pdf.pages[0].obj.Contents.write(twice, filter=Array([Name.FlateDecode, Name.FlateDecode]))

    path = tmp_path / "twice.pdf"
    with pikepdf.open(sheets) as pdf:
        change(pdf)
        pdf.save(path, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.none)
    assert "compressed twice" in refused(path)


@pytest.mark.parametrize(
    "ticket",
    [
        b"",
        b"no json",
        b"[]",
        b"{}",
        b'{"form": 2}',
        b"[" * 100_000,
        b'{"form":1,"game":7,"job":{},"faces":{},"pages":[],"version":"1"}',
        b"\xff\xfe",
    ],
    ids=["empty", "text", "list", "nothing", "another form", "deep", "a number", "no letters"],
)
def test_a_ticket_that_cannot_be_read(sheets: Path, tmp_path: Path, ticket: bytes) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.Root.PieceInfo.PNP.Private = pdf.make_stream(ticket)

    assert "a PDF as pnp writes it" in refused(tampered(sheets, tmp_path / "ticket.pdf", change))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("paper", {"name": "a4", "size": [-1, 1e9]}),
        ("bleed", 1e12),
        ("offset", [1]),
        ("sides", "both"),
        ("margin", "x"),
    ],
)
def test_a_ticket_with_an_impossible_layout(sheets: Path, tmp_path: Path, key: str, value: object) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        raw = json.loads(pdf.Root.PieceInfo.PNP.Private.read_bytes())
        raw["job"]["layout"][key] = value
        pdf.Root.PieceInfo.PNP.Private.write(json.dumps(raw).encode())

    refused(tampered(sheets, tmp_path / "ticket.pdf", change))


def test_a_ticket_that_is_no_stream(sheets: Path, tmp_path: Path) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.Root.PieceInfo = Array([1, 2])

    assert "it has no pnp ticket" in refused(tampered(sheets, tmp_path / "ticket.pdf", change))


def test_a_face_that_draws_itself(sheets: Path, tmp_path: Path) -> None:
    """No endless descent."""

    def change(pdf: pikepdf.Pdf) -> None:
        form = next(iter(pdf.pages[0].obj.Resources.XObject.values()))
        form.Resources.XObject = Dictionary(Me=form)
        form.write(form.read_bytes() + b" /Me Do")

    report = audit_file(tampered(sheets, tmp_path / "loop.pdf", change), PROJECT)
    assert not report.sound


def test_a_game_that_is_not_here(sheets: Path, tmp_path: Path) -> None:
    """What is on the paper is measured all the same, but it is not proven complete."""
    report = audit_file(write(tmp_path / "sheets.pdf", sheets.read_bytes()), tmp_path)
    assert [finding.check for finding in report.findings] == [Check.COUNT]
    assert "nothing to compare with" in report.findings[0].text
    assert len(report.faces) == 55


def test_a_game_whose_spec_has_changed(sheets: Path, copied: Project) -> None:
    table = copied.components / "lowtide" / "shells.csv"
    table.write_text(table.read_text("utf-8").replace("whelk,4", "whelk,5").replace("cockle,4", "cockle,3"), "utf-8")
    said = [str(finding) for finding in audit_file(sheets, copied.root).findings]
    assert "whelk (5) front is missing" in said
    assert "page 1: cockle (4) front is on the paper but not in the game" in said


def test_a_game_that_draws_something_else_now(sheets: Path, copied: Project, tmp_path: Path) -> None:
    """A word, a number or a colour that has changed is noticed, however small."""
    table = copied.components / "lowtide" / "shells.csv"
    table.write_text(table.read_text("utf-8").replace("Bulot", "Bulet"), "utf-8")
    wave = copied.templates / "lowtide" / "wave.svg.j2"
    wave.write_text(wave.read_text("utf-8").replace("#2b6a8c", "#2b6a8d"), "utf-8")
    said = [str(finding) for finding in audit_file(sheets, copied.root).findings]
    assert "page 1: whelk (1) front is not what the game draws now" in said
    assert "page 2: whelk (1) back is not what the game draws now" in said
    assert not [text for text in said if "cockle (1) front" in text]


def hidden(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OCProperties.D.OFF = pdf.Root.OCProperties.OCGs


def off_when_printed(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OCProperties.OCGs[0].Usage = Dictionary(Print=Dictionary(PrintState=Name.OFF))


def flipped(pdf: pikepdf.Pdf) -> None:
    pdf.Root.ViewerPreferences.Duplex = Name.DuplexFlipShortEdge


def scaled(pdf: pikepdf.Pdf) -> None:
    pdf.Root.ViewerPreferences.PrintScaling = Name.AppDefault


def acting(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS="app.alert(1)")


def swapped_names(pdf: pikepdf.Pdf) -> None:
    faces = pdf.pages[0].obj.Resources.XObject
    one, other = list(faces.keys())[:2]
    faces[one], faces[other] = faces[other], faces[one]


def no_layers(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OCProperties = Dictionary(OCGs=5, D=Array([1]))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (hidden, "a layer that must be visible can be switched off"),
        (off_when_printed, "a layer that must be visible can be switched off"),
        (no_layers, "cannot be read"),
        (flipped, "the printer setting Duplex is not DuplexFlipLongEdge"),
        (scaled, "the printer setting PrintScaling is not None"),
        (acting, "runs an action when it is opened"),
        (swapped_names, "the page does not look like the game's page"),
    ],
)
def test_what_a_file_tells_printers_is_audited(
    sheets: Path, tmp_path: Path, change: Callable[[pikepdf.Pdf], None], words: str
) -> None:
    report = audit_file(tampered(sheets, tmp_path / "told.pdf", change), PROJECT)
    assert any(words in finding.text for finding in report.findings if finding.check is Check.PAGES), report.findings


def edited(old: bytes, new: bytes) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0]
        before = page.obj.Contents.read_bytes()
        assert old in before
        page.obj.Contents.write(before.replace(old, new, 1))

    return change


@pytest.mark.parametrize(
    "change",
    [
        edited(b"/Id (whelk)", b"/Id (\\033[2Jwhelk)"),
        edited(b"/Copy 1", b"/Copy 99999999999999999999999"),
        edited(b"/Copy 1", b"/Copy null"),
        edited(b"1 0 0 1 ", b"1 0 0 1" + b"0" * 300 + b" "),
        edited(b" cm /F", b" cm Do /F"),
        edited(b"BDC q", b"BDC BDC q"),
        lambda pdf: setattr(pdf.pages[0].obj, "Rotate", Name.Ninety),
        lambda pdf: setattr(pdf.pages[0].obj, "UserUnit", Name.Two),
    ],
)
def test_nonsense_in_a_page_is_a_finding(sheets: Path, tmp_path: Path, change: Callable[[pikepdf.Pdf], None]) -> None:
    report = audit_file(tampered(sheets, tmp_path / "nonsense.pdf", change), PROJECT)
    assert not report.sound
    assert "u001b" not in json.dumps(report.as_data()), "what a file says does not reach the terminal raw"


def test_a_page_with_thousands_of_pieces(sheets: Path, tmp_path: Path) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0]
        text = page.obj.Contents.read_bytes()
        page.obj.Contents.write(text[: text.index(b"EMC") + 4] * 3000)

    path = tampered(sheets, tmp_path / "many.pdf", change)
    said = "many.pdf, page 1 is not a page as pnp writes it: "
    with pytest.raises(AuditError, match=rf"{said}it draws \d+ objects") as caught:
        audit_in_worker(path, PROJECT)
    assert caught.value.problems[0].where == Location(str(path), page=1), "as data, also from the other process"


BROKEN = "cannot be read: its reader crashed, or sent an invalid answer"


def test_a_crash_of_the_reader_is_an_error(sheets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.audit.audit.audit_file", tasks.crash_at_a_file)
    with pytest.raises(AuditError, match=BROKEN):
        audit_in_worker(sheets, PROJECT)


def test_what_a_reader_sends_is_read_as_plain_data_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, trap = write(tmp_path / "bad.pdf", foreign()), tmp_path / "trap"
    write(tmp_path / "bad.sent", pickle.dumps(tasks.Trap(trap)) + b"\n")
    monkeypatch.setattr("pnp.audit.audit.audit_file", tasks.forge_a_report)
    with pytest.raises(AuditError, match=BROKEN):
        audit_in_worker(path, PROJECT)
    assert not trap.exists()


@pytest.mark.parametrize("where", ["bad.pdf", {"file": 1}, [], [1], None, [1] * len(fields(Location))])
def test_a_location_that_is_none_is_an_invalid_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: object
) -> None:
    path = write(tmp_path / "bad.pdf", foreign())
    problems = [[1], [where, [0, "is bad", "", "", "E0801"]]]
    line = tasks.plain_line("problems", {"kind": "pnp.errors:AuditError", "problems": problems})
    write(tmp_path / "bad.sent", line)
    monkeypatch.setattr("pnp.audit.audit.audit_file", tasks.forge_a_report)
    with pytest.raises(AuditError, match=BROKEN):
        audit_in_worker(path, PROJECT)


def test_a_reader_that_says_nothing_is_given_up(sheets: Path) -> None:
    with pytest.raises(AuditError, match=r"cannot be read: its reader made no progress for 0\.001 seconds"):
        audit_in_worker(sheets, PROJECT, patience=0.001)


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return lambda *words: run_command(("audit", *words), PROJECT, capsys, monkeypatch)


def test_the_command_goes_on_after_a_bad_file(run: Run, sheets: Path, tmp_path: Path) -> None:
    bad = write(tmp_path / "bad.pdf", foreign())
    code, said, complained = run(bad, sheets)
    assert code == 1
    assert f"{bad} is not a sheet PDF made by pnp: it has no pnp ticket" in complained
    assert "complete: 27 pieces, none twice, none missing" in said
    assert "1 of 2 files are complete and correct" in said


def test_the_command_as_json(run: Run, sheets: Path) -> None:
    code, said, complained = run("--json", sheets)
    assert code == 0, complained
    [report] = json.loads(said)
    assert report["sound"]
    assert report["pieces"] == {"found": 27, "wanted": 27}
    whelk = next(face for face in report["faces"] if face["piece"] == "whelk")
    assert (whelk["x"], whelk["y"], whelk["width"], whelk["height"]) == (17.0, 12.5, 44.0, 68.0)


def test_the_command_lists_places(run: Run, sheets: Path) -> None:
    code, said, _ = run("--pieces", sheets)
    assert code == 0
    assert re.search(r"whelk +1 +front +1 +17\.00 +12\.50 +44\.00 +68\.00 +0°", said), said
