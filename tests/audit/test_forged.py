"""A forged file is reported; one that another program rewrote without changes passes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from pnp.audit.audit import audit_file
from pnp.audit.report import Check, Report
from pnp.errors import AuditError
from pnp.library.checks import audit_in_worker
from pnp.press.job import Job
from pnp.press.print import print_game
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, parse_paper
from pnp.spec.selection import Selection
from pnp.store.cache import Cache
from pnp.worker.codec import CodecError, Message, decode, encode
from tests.audit import forge, tamper
from tests.conftest import TESTS

JOB = Job(Layout(parse_paper("a4")), guide=True, selection=Selection(("id=whelk",)))
"""One sheet: four whelks and their backs, with the guide before it."""


@pytest.fixture(scope="module")
def sheet(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return print_game(project, "lowtide", JOB, tmp_path_factory.mktemp("sheet"), Cache.for_user()).pdf


def audit(path: Path) -> Report:
    return audit_file(path, TESTS / "sample")


def said(report: Report, check: Check) -> list[str]:
    return [str(finding) for finding in report.findings if finding.check is check]


def test_the_true_file_passes(sheet: Path) -> None:
    report = audit(sheet)
    assert report.findings == []
    assert report.notes == []
    assert report.measured[Check.PAGES] == "4 of 4"


def test_a_changed_table_with_the_true_ticket(sheet: Path, copied: Project, tmp_path: Path) -> None:
    """One letter differs, and all hashes in the file are those of the true one."""
    table = copied.components / "lowtide" / "shells.csv"
    table.write_text(table.read_text("utf-8").replace("Bulot", "Bulet"), "utf-8")
    other = print_game(copied, "lowtide", JOB, tmp_path / "out", Cache.disabled()).pdf
    report = audit(forge.with_ticket(other, sheet, tmp_path / "forged.pdf"))
    assert "page 3: whelk (1) front does not look as the game draws it" in said(report, Check.LOOKS)
    assert said(report, Check.PAGES) == [
        f"page {number}: the page does not look like the game's page" for number in (1, 3)
    ]


def test_sheets_without_cut_marks_with_the_true_ticket(sheet: Path, project: Project, tmp_path: Path) -> None:
    bare = replace(JOB, layout=replace(JOB.layout, marks=False))
    other = print_game(project, "lowtide", bare, tmp_path / "out", Cache.disabled()).pdf
    report = audit(forge.with_ticket(other, sheet, tmp_path / "forged.pdf"))
    assert any("marks, folds or bleed do not look as pnp draws them" in line for line in said(report, Check.MARKS))


TEXT = rb"(1 0 0 1 )([\d.]+)( [\d.]+ Tm[^\n]*%s)"
"""Where a text of a page begins, and what it says."""


def moved(found: re.Match[bytes]) -> bytes:
    """A text a millimetre further to the right."""
    return b"%s%.3f%s" % (found[1], float(found[2]) + 2.835, found[3])


FORGED: dict[str, tuple[forge.Hand, Check, str]] = {
    "a hairline over a card": (
        forge.drawn_last(b"q 0.05 w 60 400 m 60 440 l S Q\n"), Check.LOOKS,
        "page 3: whelk (1) front does not look as the game draws it",
    ),
    "a hairline in a face": (
        forge.in_face(b"\nq 0.05 w 40 40 m 40 80 l S Q"), Check.LOOKS,
        "page 3: whelk (4) front does not look as the game draws it",
    ),
    "a hairline beside the cards": (
        forge.drawn_last(b"q 0.05 w 500 60 m 500 90 l S Q\n"), Check.MARKS,
        "marks, folds or bleed do not look as pnp draws them (176 mm from the left",
    ),
    "the ruler moved": (
        forge.replaced(TEXT % b"50 mm", moved), Check.MARKS,
        "page 3: the check ruler does not look as pnp draws it",
    ),
    "the label moved": (
        forge.replaced(TEXT % b"planche", moved), Check.MARKS,
        "page 3: the label does not look as pnp draws it",
    ),
    "the label changed": (
        forge.replaced(rb"recto", lambda _: b"verso"), Check.MARKS,
        "page 3: the label does not look as pnp draws it",
    ),
    "the guide changed": (
        lambda pdf: tamper.rewrite(pdf.pages[0], lambda text: text + b"\nq 0 g 300 400 3 3 re f Q"), Check.LOOKS,
        "page 1: the guide does not look as pnp draws it",
    ),
    "something on the empty back of the guide": (
        lambda pdf: pdf.pages[1].contents_add(pdf.make_stream(b"0 g 300 400 3 3 re f")), Check.LOOKS,
        "page 2: the guide does not look as pnp draws it",
    ),
    "a colour that only printers see": (
        forge.drawn_last(b"q 0 0 0 0 k 300 60 2 2 re f Q\n"), Check.PAGES,
        "page 3: the page uses something that the game's page does not: k",
    ),
    "a setting that only printers see": (
        forge.overprinted, Check.PAGES,
        "page 3: the page uses something that the game's page does not: gs",
    ),
}  # fmt: skip


@pytest.mark.parametrize("forgery", FORGED)
def test_a_forgery_is_named(forgery: str, sheet: Path, tmp_path: Path) -> None:
    """The checksums in the file are updated as well; the audit does not rely on them."""
    hand, check, text = FORGED[forgery]
    report = audit(tamper.tampered(sheet, tmp_path / "forged.pdf", hand, cunning=True))
    assert any(text in line for line in said(report, check)), report.findings


def test_another_version_in_the_ticket_excuses_nothing(sheet: Path, tmp_path: Path) -> None:
    hands = tamper.each(forge.version_of("0.0.1"), forge.drawn_last(b"q 0.05 w 60 400 m 60 440 l S Q\n"))
    report = audit(tamper.tampered(sheet, tmp_path / "forged.pdf", hands, cunning=True))
    assert "page 3: whelk (1) front does not look as the game draws it" in said(report, Check.LOOKS)
    assert any("printed by pnp 0.0.1" in note for note in report.notes)


SCRIPT = Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))
BESIDE: dict[str, tuple[forge.Hand, str]] = {
    "a page range": (forge.told("/PrintPageRange", Array([0, 0])), "the file sets PrintPageRange for printers"),
    "copies": (forge.told("/NumCopies", 3), "the file sets NumCopies for printers"),
    "a print area": (forge.told("/PrintArea", Name.TrimBox), "the file sets PrintArea for printers"),
    "a print clip": (forge.told("/PrintClip", Name.ArtBox), "the file sets PrintClip for printers"),
    "a tray": (forge.told("/PickTrayByPDFSize", True), "the file sets PickTrayByPDFSize for printers"),
    "a scale": (forge.told("/PrintScaling", Name.AppDefault), "the printer setting PrintScaling is not None"),
    "a CropBox": (forge.boxed("/CropBox"), "its CropBox is not the one that pnp writes"),
    "a TrimBox": (forge.boxed("/TrimBox"), "its TrimBox is not the one that pnp writes"),
    "a BleedBox": (forge.boxed("/BleedBox"), "its BleedBox is not the one that pnp writes"),
    "an ArtBox": (forge.boxed("/ArtBox"), "its ArtBox is not the one that pnp writes"),
    "a page for one ink": (forge.spoken_page, "the page has SeparationInfo, which pnp does not write"),
    "a file in it": (forge.attached, "other files are embedded in the file"),
    "an associated file": (forge.in_root("/AF", Array([])), "other files are embedded in the file"),
    "a portfolio": (forge.in_root("/Collection", Dictionary(View=Name.D)), "the file is a portfolio of other files"),
    "an action": (forge.in_root("/OpenAction", SCRIPT), "runs an action when it is opened"),
    "actions": (forge.in_root("/AA", Dictionary(WP=SCRIPT)), "runs an action when it is opened"),
    "a script": (
        forge.in_root("/Names", Dictionary(JavaScript=Dictionary(Names=Array([String("a"), SCRIPT])))),
        "runs an action when it is opened",
    ),
    "named places": (forge.in_root("/Names", Dictionary(Dests=Dictionary())), "the file has Names"),
    "fields": (forge.in_root("/AcroForm", Dictionary(Fields=Array([]))), "the file has form fields"),
    "a form in XML": (forge.in_root("/AcroForm", Dictionary(XFA=String("x"))), "an XFA form instead of its pages"),
    "other colours": (forge.in_root("/OutputIntents", Array([])), "the file sets other colours for printers"),
    "what nobody knows": (forge.in_root("/Ghost\x1b", 1), "the file has Ghost?, which pnp does not write"),
    "an outline that acts": (forge.linked, "an entry of the outline does more than show a page"),
    "an outline that misleads": (forge.leading_elsewhere, "its outline is not the one that pnp writes"),
    "a page that acts": (forge.acting_page, "the page has annotations or actions"),
    "page numbers": (
        forge.in_root("/PageLabels", Dictionary(Nums=Array([0, Dictionary(S=Name.D)]))),
        "its page labels are not those that pnp writes",
    ),
    "a layer that is locked": (forge.locked_layer, "a layer that must be visible can be switched off"),
    "operators in another file": (forge.elsewhere, "the page uses something that the game's page does not"),
    "a page more": (forge.added_page, "the file has 5 pages, but the game needs 4"),
}  # fmt: skip


@pytest.mark.parametrize("beside", BESIDE)
def test_what_is_beside_the_pages_is_named(beside: str, sheet: Path, tmp_path: Path) -> None:
    hand, text = BESIDE[beside]
    report = audit(tamper.tampered(sheet, tmp_path / "forged.pdf", hand, cunning=True))
    assert any(text in line for line in said(report, Check.PAGES)), report.findings


def test_pages_that_are_turned_by_what_they_inherit(sheet: Path, tmp_path: Path) -> None:
    report = audit(tamper.tampered(sheet, tmp_path / "forged.pdf", forge.turned_from_above))
    assert "page 3: the whole page is rotated or scaled" in said(report, Check.SIZE)


def test_an_earlier_version_hidden_in_the_file(sheet: Path, tmp_path: Path) -> None:
    report = audit(forge.updated(sheet, tmp_path / "forged.pdf"))
    assert "an earlier version of the file is hidden in it" in said(report, Check.PAGES)


def test_what_readers_differ_on(sheet: Path, tmp_path: Path) -> None:
    report = audit(forge.said_twice(sheet, tmp_path / "forged.pdf"))
    assert any("PDF readers may disagree about its content" in line for line in said(report, Check.PAGES)), (
        report.findings
    )


@pytest.mark.parametrize("add", [lambda data: data + b"PK\3\4", lambda data: b"#!/bin/sh\n" + data])
def test_what_lies_before_or_behind_the_file(add: Callable[[bytes], bytes], sheet: Path, tmp_path: Path) -> None:
    path = tmp_path / "forged.pdf"
    path.write_bytes(add(sheet.read_bytes()))
    assert "there is data before or after the PDF" in said(audit(path), Check.PAGES)


SAVED: dict[str, dict[str, object]] = {
    "linearised": {"linearize": True},
    "QDF": {"qdf": True, "normalize_content": True},
    "normalised": {"normalize_content": True, "compress_streams": False},
    "recompressed": {"recompress_flate": True, "object_stream_mode": pikepdf.ObjectStreamMode.generate},
    "unpacked": {"compress_streams": False, "object_stream_mode": pikepdf.ObjectStreamMode.disable},
}


@pytest.mark.parametrize("way", SAVED)
def test_a_file_that_was_saved_otherwise_passes(way: str, sheet: Path, tmp_path: Path) -> None:
    path = tmp_path / "again.pdf"
    with pikepdf.open(sheet) as pdf:
        pdf.save(path, **SAVED[way])  # type: ignore[arg-type]
    report = audit(path)
    assert report.findings == []
    assert report.notes == [], "no page had to be looked at"


def test_a_file_whose_things_have_other_names_passes(sheet: Path, tmp_path: Path) -> None:
    report = audit(tamper.tampered(sheet, tmp_path / "again.pdf", forge.renamed))
    assert report.findings == []
    assert report.notes == []


def test_a_file_with_rewritten_operators_passes(sheet: Path, tmp_path: Path) -> None:
    """What shows is the same, and that is said."""
    report = audit(tamper.tampered(sheet, tmp_path / "again.pdf", forge.sanitised))
    assert report.findings == []
    [note] = report.notes
    assert "rewritten by another program, and compared at 200 dpi" in note


def test_a_forgery_in_rewritten_operators_is_named(sheet: Path, tmp_path: Path) -> None:
    hands = tamper.each(forge.in_face(b"\nq 0.05 w 40 40 m 40 80 l S Q"), forge.sanitised)
    report = audit(tamper.tampered(sheet, tmp_path / "forged.pdf", hands, cunning=True))
    assert "page 3: whelk (1) front does not look as the game draws it" in said(report, Check.LOOKS)


@pytest.mark.skipif(shutil.which("mutool") is None, reason="mutool is not installed")
@pytest.mark.parametrize("options", ["", "-g", "-gggg", "-s", "-z", "-gsz", "-d", "-l"])
def test_what_mutool_cleaned_passes(options: str, sheet: Path, tmp_path: Path) -> None:
    path = tmp_path / "clean.pdf"
    subprocess.run(["mutool", "clean", *options.split(), str(sheet), str(path)], check=True, capture_output=True)
    assert audit(path).findings == []


def test_what_was_printed_into_another_pdf_is_called_redrawn(sheet: Path, tmp_path: Path) -> None:
    with pytest.raises(
        AuditError, match=r'made by pnp: it was redrawn by "GPL Ghostscript 10\.00\.0", which drops pnp\'s ticket'
    ):
        audit(forge.redrawn(sheet, tmp_path / "redrawn.pdf"))


def test_an_audit_neither_reads_nor_writes_the_cache(
    sheet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a shared folder says that a card looks like is not asked."""
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    assert audit_in_worker(sheet, TESTS / "sample").sound
    assert not (tmp_path / "cache").exists()


def test_what_comes_from_the_reader_is_plain_data(sheet: Path) -> None:
    report = audit(sheet)
    value, objects, _ = encode(Report, report)
    value, objects = json.loads(json.dumps([value, objects]))
    sent = Message(value, objects, [])
    assert decode(Report, sent) == report
    assert decode(Report, sent).as_data() == report.as_data()
    objects[-1][list(vars(report)).index("findings")] = [["count"]]
    with pytest.raises(CodecError):
        decode(Report, sent)
