"""Boxes printed and read back: layers, panels, tampering, designers' games, bad input."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

import pnp
from pnp.audit.audit import audit_file
from pnp.audit.page_trace import Trace, trace_page
from pnp.audit.report import BoxReport, Check
from pnp.box.build import plan_box
from pnp.box.order import BoxOrder
from pnp.errors import PnpError
from pnp.press import nets
from pnp.project.folders import Project
from pnp.sheet.layout import parse_paper
from pnp.sheet.net import NetPage
from pnp.spec.load import load_game
from pnp.terms import Lang
from pnp.worker import supervisor
from tests.audit.tamper import rewrite
from tests.cli.command import Command
from tests.conftest import TESTS

ROOT = TESTS.parent


def audited(path: Path) -> BoxReport:
    report = pnp.audit_file(path, start=ROOT)
    assert isinstance(report, BoxReport)
    return report


@pytest.fixture(scope="module")
def winston(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pnp.print_box("winston", lang="en", start=ROOT, out=tmp_path_factory.mktemp("box")).pdf


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("game", "lang", "paper"),
    [("cotcotcollec", "fr", "letter"), ("conquete", "en", "a4"), ("koko", "fr", "letter"), ("winston", "fr", "a4")],
)
def test_our_boxes_fit(game: str, lang: str, paper: str, tmp_path: Path) -> None:
    made = pnp.print_box(game, lang=lang, paper=paper, start=ROOT, out=tmp_path)
    assert made.pdf == tmp_path / game / f"{game}_{lang}_{paper}_full_box.pdf"
    report = audited(made.pdf)
    assert report.sound, report.findings
    assert max(panel.off for panel in report.panels) < 0.02
    areas = 8 if game == "koko" else 4
    assert report.measured[Check.LOOKS].endswith(f"{areas} of {areas} glue areas without ink")
    about = json.loads(made.sizes.read_text("utf-8"))
    front = next(panel for panel in about["panels"] if panel["name"] in ("front", "tray-base"))
    assert (front["width"], front["height"]) == pytest.approx(made.inside[:2])


def test_the_audit_of_a_box_names_its_format(winston: Path) -> None:
    data = audited(winston).as_data()
    assert (data["format"], data["version"]) == ("pnp-audit", 1)
    assert list(data)[:2] == ["format", "version"]


def test_lines_have_layers_of_their_own(winston: Path) -> None:
    with pikepdf.open(winston) as pdf:
        names = {str(layer.Name) for layer in pdf.Root.OCProperties.OCGs}
        content = pdf.pages[1].Contents.read_bytes()
    assert {"Cut", "Crease", "Glue"} <= names
    for name in (b"Cut", b"Crease", b"Glue"):
        assert content.count(b"/OC /%s BDC" % name) == 1


def laid_out(pdf: Path) -> tuple[Trace, NetPage]:
    """What the first sheet of a box draws, and its plan."""
    game = load_game(Project(ROOT), "winston")
    [sheet, *_] = plan_box(game, BoxOrder().job(parse_paper("a4"), Lang.EN)).pages
    with pikepdf.open(pdf) as document:
        return trace_page(document.pages[1], *sheet.paper), sheet


def test_no_crease_is_printed_on_a_panel(winston: Path) -> None:
    """Ticks beside the net show where to crease; they are on the lines where panels meet."""
    page, sheet = laid_out(winston)
    net = sheet.parts[0].net.panels
    x, y = sheet.parts[0].at
    ticks = [line.moved(-x, -y) for line in page.layers["Crease"]]
    assert len(ticks) >= 12
    for tick in ticks:
        for panel in net:
            rect = panel.rect
            beside = min(tick.x1, tick.x2) >= rect.right - 1e-3 or max(tick.x1, tick.x2) <= rect.x + 1e-3
            above = min(tick.y1, tick.y2) >= rect.bottom - 1e-3 or max(tick.y1, tick.y2) <= rect.y + 1e-3
            assert beside or above, (tick, panel.name)
    edges = {round(at, 2) for panel in net for at in (panel.rect.x, panel.rect.right)}
    assert {round(tick.x1, 2) for tick in ticks if abs(tick.x1 - tick.x2) < 1e-3} <= edges


def test_the_back_says_what_is_in_the_box(winston: Path) -> None:
    text = pypdfium2.PdfDocument(winston)[1].get_textpage().get_text_bounded()
    for said in ("18", "head cards", "body cards", "poop", "Anja Wrede", "15", "2–6"):
        assert said in text.replace("\xa0", " ")


def layer_changed(name: str, change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    pattern = re.compile(rb"(/OC /%s BDC )(.*?)( EMC)" % name.encode(), re.DOTALL)
    return lambda content: pattern.sub(lambda found: found[1] + change(found[2]) + found[3], content)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda content: b"q 1.01 0 0 1.01 0 0 cm " + content + b" Q", "pieces need"),
        (layer_changed("Crease", lambda lines: re.sub(rb"\S+ \S+ m \S+ \S+ l S", b"", lines, count=1)), "Crease"),
        (layer_changed("Cut", lambda _: b""), "no line at"),
        (layer_changed("Glue", lambda _: b""), "Glue"),
        (layer_changed("Cut", lambda lines: lines + b" 200 100 m 200 300 l S"), "do not belong"),
        (lambda content: b"q 0.9 1 0.9 rg 0 0 2000 2000 re f Q " + content, "ink on 4 of 4 glue areas"),
        (layer_changed("Glue", lambda lines: b"q 0.4 g 0 0 2000 2000 re f Q " + lines), "ink on 4 of 4 glue areas"),
        (lambda content: content + b" q 1 1 1 rg 330 300 40 40 re f Q", "does not look as the game draws it"),
        (layer_changed("Marks", lambda lines: b"q 1 1 1 rg 330 300 40 40 re f Q " + lines), "does not look as"),
    ],
    ids=[
        "scaled by 1 %",
        "a crease missing",
        "no cuts",
        "no glue",
        "a cut too many",
        "a tint under all",
        "ink among the hatching",
        "a patch on a panel",
        "a patch on a layer",
    ],
)
def test_tampering_is_found(winston: Path, tmp_path: Path, change: Callable[[bytes], bytes], found: str) -> None:
    changed = tmp_path / "changed.pdf"
    with pikepdf.open(winston) as pdf:
        rewrite(pdf.pages[1], change)
        pdf.save(changed)
    report = audit_file(changed, ROOT)
    assert any(found in str(finding) for finding in report.findings), report.findings
    assert any("changed after it was printed" in str(finding) for finding in report.findings)


def changed_game(project: Project, old: str, new: str, file: str = "components/lowtide/game.toml") -> None:
    path = project.root / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def findings_after(project: Project, out: Path, change: Callable[[], object]) -> list[str]:
    """What an audit finds of a box after the game was changed; nothing before."""
    made = pnp.print_box("lowtide", lang="en", form="two-part", thickness=0.05, start=project.root, out=out)
    before = audit_file(made.pdf, project.root)
    assert before.sound, before.findings
    change()
    return [str(finding) for finding in audit_file(made.pdf, project.root).findings]


def test_a_changed_title_is_named(copied: Project, tmp_path: Path) -> None:
    found = findings_after(copied, tmp_path, lambda: changed_game(copied, 'en = "Low Tide"', 'en = "High Tide"'))
    for panel in ("lid-base", "lid-front", "tray-base"):
        assert any(f"{panel} says “Low Tide" in each and "”, not “High Tide" in each for each in found), found
    for panel in ("lid-back", "lid-left", "lid-right"):  # whose letters are turned
        assert f"page 2: {panel} does not say what the game says" in found


def test_a_changed_count_is_named(copied: Project, tmp_path: Path) -> None:
    def more() -> None:
        changed_game(copied, "\noyster,5", "\noyster,6", "components/lowtide/shells.csv")
        changed_game(copied, "count = 13", "count = 14")

    found = findings_after(copied, tmp_path, more)
    assert any("tray-base says “13 × shells”, not “14 × shells”" in each for each in found), found


def test_a_changed_cover_is_named(copied: Project, tmp_path: Path) -> None:
    cover = copied.components / "lowtide" / "box.svg"
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="{}"/></svg>'
    cover.write_text(drawn.format("#2060c0"), "utf-8")
    found = findings_after(copied, tmp_path, lambda: cover.write_text(drawn.format("#c06020"), "utf-8"))
    assert found == ["page 2: lid-base does not look as the game draws it"]


def test_a_changed_piece_on_the_cover_is_named(copied: Project, tmp_path: Path) -> None:
    template = "templates/lowtide/shell.svg.j2"
    filled = '<rect x="0" y="0" width="60" height="60" fill="#101010"/>{% endblock %}'
    found = findings_after(copied, tmp_path, lambda: changed_game(copied, "{% endblock %}", filled, template))
    assert "page 2: lid-base does not look as the game draws it" in found


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(("moved", "turned"), [(4.0, 0.0), (0.0, 5.0)])
def test_a_piece_that_the_press_itself_lays_elsewhere_is_found(
    copied: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moved: float, turned: float
) -> None:
    """The same press prints the box for the audit, so looking alike proves nothing."""
    lay = nets._overlay
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))

    def elsewhere(piece: nets.Overlay, *about: Any) -> str:
        return lay(replace(piece, x=piece.x + moved, turn=piece.turn + turned), *about)

    monkeypatch.setattr(nets, "_overlay", elsewhere)
    made = pnp.print_box("lowtide", start=copied.root, out=tmp_path)
    found = [str(finding) for finding in audit_file(made.pdf, copied.root).findings]
    assert "page 2: a piece shown on the lid is not in its place" in found, found


def test_glue_gets_no_ink(winston: Path) -> None:
    from pnp.box.build import plan_box
    from pnp.box.order import BoxOrder
    from pnp.sheet.layout import parse_paper
    from pnp.spec.load import load_game
    from pnp.terms import Lang

    plan = plan_box(load_game(Project(ROOT), "winston"), BoxOrder().job(parse_paper("a4"), Lang.EN))
    picture = pypdfium2.PdfDocument(winston)[1].render(scale=2).to_pil().convert("RGB")
    [part] = plan.pages[0].parts
    for area in part.glue():
        x, y = (sum(point[axis] for point in area[:-1]) / (len(area) - 1) for axis in (0, 1))
        spot = [
            picture.getpixel((int((x + dx) * 144 / 25.4), int((y + dy) * 144 / 25.4)))
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
        ]
        assert (255, 255, 255) in spot
        assert all(max(colour) - min(colour) < 12 for colour in spot if isinstance(colour, tuple))


@pytest.mark.slow
def test_a_sleeved_box_is_tiled_and_fits(tmp_path: Path) -> None:
    made = pnp.print_box("cotcotcollec", sleeved=True, start=ROOT, out=tmp_path)
    assert (made.sheets, made.pdf.stem) == (2, "cotcotcollec_fr_a4_full_box_sleeved")
    report = audited(made.pdf)
    assert report.sound, report.findings
    with pikepdf.open(made.pdf) as pdf:
        marks = [page.Contents.read_bytes().partition(b"/OC /Glue")[0].count(b" S") for page in list(pdf.pages)[1:]]
    assert min(marks) >= 4  # two crosses of two lines


def test_a_designers_game_gets_a_box_with_its_own_pieces(copied: Project, tmp_path: Path) -> None:
    made = pnp.print_box("lowtide", start=copied.root, out=tmp_path)
    with pikepdf.open(made.pdf) as pdf:
        plain = set(pdf.pages[1].Resources.XObject.keys())
    assert {"/P0", "/P1"} <= plain
    cover = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#0000ff"/></svg>'
    )
    (copied.components / "lowtide" / "box.svg").write_text(cover, "utf-8")
    made = pnp.print_box("lowtide", start=copied.root, out=tmp_path)
    with pikepdf.open(made.pdf) as pdf:
        assert not set(pdf.pages[1].Resources.XObject.keys()) & {"/P0", "/P1"}
    colours = pypdfium2.PdfDocument(made.pdf)[1].render(scale=1).to_pil().convert("RGB").getcolors(1 << 20)
    assert any(colour == (0, 0, 255) and count > 1000 for count, colour in colours or [])


def test_an_unchanged_box_comes_from_the_cache(
    copied: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = pnp.print_box("lowtide", start=copied.root, out=tmp_path / "first")
    monkeypatch.setattr(supervisor, "run_in_worker", None)
    again = pnp.print_box("lowtide", start=copied.root, out=tmp_path / "again")
    assert again.pdf.read_bytes() == first.pdf.read_bytes()
    assert again.sizes.read_bytes() == first.sizes.read_bytes()
    assert replace(again, pdf=first.pdf, sizes=first.sizes) == first
    monkeypatch.undo()
    changed_game(copied, 'en = "Low Tide"', 'en = "High Tide"')
    changed = pnp.print_box("lowtide", lang="en", start=copied.root, out=tmp_path / "changed")
    assert "High Tide" in pypdfium2.PdfDocument(changed.pdf)[1].get_textpage().get_text_bounded()


def test_the_command_says_what_it_made(pnp: Command, copied: Project) -> None:
    code, out, err = pnp("box", "lowtide", "--form", "two-part", "--ink", "low", "--lang", "en", cwd=copied.root)
    assert (code, err) == (0, "")
    assert "two-part" in out
    pdf = copied.root / "output/lowtide/lowtide_en_a4_low_box_two-part.pdf"
    assert pdf.is_file()
    assert pdf.with_suffix(".json").is_file()
    code, out, _ = pnp("audit", str(pdf), cwd=copied.root)
    assert code == 0
    assert "the box fits" in out


@pytest.mark.parametrize("words", [["--thickness", "99"], ["--paper", "60x60"]])
def test_bad_input_is_reported_in_a_line_and_leaves_what_was_there(
    pnp: Command, copied: Project, words: list[str]
) -> None:
    code, out, err = pnp("box", "lowtide", *words, cwd=copied.root)
    assert (code, out) == (1, "")
    assert words[0] in err
    assert "Traceback" not in err
    assert not (copied.root / "output").exists()


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises((PnpError, ValueError)):
        pnp.print_box("winston", form="crate", start=ROOT)
