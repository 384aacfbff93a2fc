"""Printers by name: what is read off a calibration sheet is saved, listed, forgotten, and cures the printer's backs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pikepdf
import pytest

from pnp.geometry.units import Size
from pnp.printers import Printer, saved_printer, saved_printers
from pnp.project.folders import Project
from pnp.sheet.back_alignment import back_alignment_of, cross_positions
from pnp.store.files import settings_file
from tests.cli.command import Command
from tests.measure import MM, stamped_faces

A4 = Size(210, 297)


@pytest.fixture(autouse=True)
def _nothing_saved() -> None:
    settings_file().unlink(missing_ok=True)


class CrookedPrinter:
    """Prints backs moved, turned clockwise and scaled about the middle of the paper."""

    def __init__(self, paper: Size, x: float, y: float, turn: float, scale: float) -> None:
        a, b = scale * np.cos(np.radians(turn)), scale * np.sin(np.radians(turn))
        self.linear = np.array([[a, -b], [b, a]])
        self.centre, self.shift = np.array(paper) / 2, np.array([x, y])

    def prints(self, points: np.ndarray) -> np.ndarray:
        moved: np.ndarray = (points - self.centre) @ self.linear.T + self.centre + self.shift
        return moved

    def read(self, paper: Size) -> str:
        """What a person reads at the five holes of an uncorrected sheet, to a quarter of a mm."""
        zeros = np.array(cross_positions(paper))
        under = (zeros - self.centre - self.shift) @ np.linalg.inv(self.linear).T + self.centre
        return " ".join(f"{x:g},{y:g}" for x, y in np.round((under - zeros) * 4) / 4 + 0.0)


def corners(pdf: Path, bleed: float) -> dict[tuple[str, int, str], tuple[int, np.ndarray]]:
    """The page and the four corners of every face in mm, through all transformations it is drawn with."""
    found = {}
    with pikepdf.open(pdf) as document:
        for number, page in enumerate(document.pages, 1):
            height = float(page.mediabox[3])
            stack, matrix = [], np.eye(3)
            mark = None
            for instruction in pikepdf.parse_content_stream(page):
                operands, name = instruction.operands, str(instruction.operator)
                if name == "q":
                    stack.append(matrix)
                elif name == "Q":
                    matrix = stack.pop()
                elif name == "cm":
                    a, b, c, d, e, f = map(float, operands)
                    matrix = np.array([[a, b, 0], [c, d, 0], [e, f, 1]]) @ matrix
                elif name == "BDC" and str(operands[0]) == "/Piece":
                    mark = operands[1]
                elif name == "Do" and mark is not None:
                    x0, y0, x1, y1 = (float(edge) for edge in page.Resources.XObject[str(operands[0])].BBox)
                    rim = bleed / MM
                    box = [(x, y, 1) for x in (x0 + rim, x1 - rim) for y in (y0 + rim, y1 - rim)]
                    placed = (np.array(box) @ matrix)[:, :2]
                    key = str(mark["/Id"]), int(mark["/Copy"]), str(mark["/Side"])[1:]
                    found[key] = number, np.column_stack([placed[:, 0], height - placed[:, 1]]) * MM
                    mark = None
    return found


@pytest.mark.parametrize(
    ("paper", "size", "sides", "off"),
    [
        ("a4", A4, "duplex-long", (0.8, -1.1, 0.25, 1.003)),
        ("a4", A4, "duplex-short", (-1.3, 0.4, -0.3, 0.996)),
        ("letter", Size(215.9, 279.4), "duplex-long", (0.2, 1.6, -0.19, 1.0)),
    ],
)
def test_what_is_read_off_a_crooked_printer_brings_every_back_behind_its_front(
    pnp: Command, copied: Project, paper: str, size: Size, sides: str, off: tuple[float, float, float, float]
) -> None:
    printer = CrookedPrinter(size, *off)
    readings = printer.read(size)
    code, _, err = pnp("calibrate", "--printer", "office", "--paper", paper, "--save", readings, cwd=copied.root)
    assert (code, err) == (0, "")
    words = ("build", "--no-guide", "--without-memo", "--paper", paper, "--sides", sides)
    worst = {}
    for name in ("office", "none"):
        assert pnp(*words, "--printer", name, "--out", name, cwd=copied.root)[0] == 0
        [pdf] = (copied.root / name).rglob("*.pdf")
        faces = corners(pdf, 3)
        backs = {key: face for key, face in faces.items() if key[2] == "back" and key[0] != "fisher"}
        assert len(backs) == 13 + 7 + 5
        worst[name] = 0.0
        for (piece, copy, _), (page, back) in backs.items():
            number, front = faces[piece, copy, "front"]
            assert page == number + 1
            landed = printer.prints(back)
            behind = [size.width, 0] - front * [1, -1] if sides == "duplex-long" else [0, size.height] - front * [-1, 1]
            apart = np.linalg.norm(landed[:, None] - behind[None], axis=2).min(axis=1).max()
            worst[name] = max(worst[name], float(apart))
    assert worst["office"] < 0.15
    assert worst["none"] > 1, "and without it they are off"


def test_the_build_says_what_it_does_to_backs_and_so_does_the_list(pnp: Command, copied: Project) -> None:
    readings = CrookedPrinter(A4, 0.8, -1.1, 0.25, 1.003).read(A4)
    out = pnp("calibrate", "--save", readings, cwd=copied.root)[1]
    told = re.search(r"backs will be (moved by -0.[78]\d*,1.[01]\d* mm, turned by -0.2\d*°, scaled to 99.\d+%)", out)
    assert told is not None
    out = pnp("build", "--no-guide", cwd=copied.root)[1]
    assert f"backs {told[1]}" in out
    listed = json.loads((copied.root / "output/lowtide/lowtide_fr_a4_full_duplex-long.json").read_text("utf-8"))
    saved = saved_printer()
    assert listed["offset"] == list(saved.offset)
    assert (listed["correction"]["turn"], listed["correction"]["scale"]) == (saved.turn, saved.scale)
    assert pnp("audit", "output/lowtide/lowtide_fr_a4_full_duplex-long.pdf", "--quiet", cwd=copied.root)[0] == 0
    assert "backs" not in pnp("build", "--no-guide", "--sides", "fold", cwd=copied.root)[1]


def test_an_offset_for_one_build_leaves_turn_and_scale(pnp: Command, copied: Project) -> None:
    pnp("calibrate", "--save", CrookedPrinter(A4, 0.8, -1.1, 0.25, 1.003).read(A4), cwd=copied.root)
    assert "backs moved by 2,0 mm, turned by -0.2" in pnp("build", "--no-guide", "--offset", "2,0", cwd=copied.root)[1]


def test_one_reading_is_the_offset_as_before(pnp: Command, copied: Project) -> None:
    code, out, _ = pnp("calibrate", "--save", "0.5,-1", cwd=copied.root)
    assert code == 0
    assert "backs will be moved by 0.5,-1 mm" in out
    assert saved_printers() == {"default": Printer((0.5, -1.0))}


def test_the_settings_of_an_earlier_pnp_are_read(pnp: Command, copied: Project) -> None:
    settings_file().write_text('{"offset": [0.5, -1]}\n', "utf-8")
    assert saved_printer() == Printer((0.5, -1.0))
    assert "backs moved by 0.5,-1 mm" in pnp("build", "--no-guide", cwd=copied.root)[1]
    pnp("calibrate", "--printer", "office", "--save", "1,1", cwd=copied.root)
    assert saved_printers() == {"default": Printer((0.5, -1.0)), "office": Printer((1.0, 1.0))}


@pytest.mark.parametrize(
    "text", ["[]", "{}", "nonsense", '{"printers": []}', '{"printers": {"a": {"offset": [1]}}}',
             '{"printers": {"a": {"offset": [1, NaN]}}}', '{"printers": {"a": {"offset": [1, "2"]}}}',
             '{"printers": {"a": {"offset": [1, 2], "margin": [1, 2]}}}', '{"offset": 3}'],
)  # fmt: skip
def test_settings_that_are_damaged_are_named(pnp: Command, copied: Project, text: str) -> None:
    settings_file().write_text(text, "utf-8")
    code, _, err = pnp("build", cwd=copied.root)
    assert code == 1
    assert "settings.json must contain " in err
    assert "hint: delete it" in err


def test_printers_and_trays_are_listed_and_forgotten_by_name(pnp: Command, copied: Project) -> None:
    assert "no printer is saved" in pnp("calibrate", "--list", cwd=copied.root)[1]
    pnp("calibrate", "--printer", "office", "--save", "0.5,-1", cwd=copied.root)
    pnp("calibrate", "--printer", "office/tray2", "--save", "1,0", "--margin", "4,4,12.7,4", cwd=copied.root)
    out = pnp("calibrate", "--list", cwd=copied.root)[1]
    assert re.search(r"office +0.5,-1 mm +0° +100%", out)
    assert re.search(r"office/tray2 +1,0 mm +0° +100% +4,4,12.7,4 mm", out)
    assert pnp("calibrate", "--forget", "office", cwd=copied.root)[0] == 0
    assert list(saved_printers()) == ["office/tray2"]
    code, _, err = pnp("calibrate", "--forget", "office", cwd=copied.root)
    assert (code, "saved: office/tray2" in err) == (1, True)


def test_an_unknown_printer_names_those_that_there_are(pnp: Command, copied: Project) -> None:
    code, _, err = pnp("build", "--printer", "home", cwd=copied.root)
    assert (code, 'pnp calibrate --printer "home" measures it' in err) == (1, True)
    pnp("calibrate", "--printer", "office", "--save", "0.5,-1", cwd=copied.root)
    code, _, err = pnp("build", "--printer", "ofice", cwd=copied.root)
    assert code == 1
    assert '--printer must be a calibrated printer, not "ofice"' in err
    assert 'did you mean "office"? known: office' in err
    assert not (copied.root / "output").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--save", "1"], "--save must be X,Y in mm, or 5 such pairs separated by spaces, not "),
        (["--save", "1,2 3,4"], "--save must be X,Y in mm, or 5 such pairs separated by spaces, not "),
        (["--save", "1,2 3,4 5,6 7,8 9"], "--save must be X,Y in mm, or 5 such pairs separated by spaces, not "),
        (["--save", "0,5 0,5 0,5 0,5 0,5 0,5"], "--save must be X,Y in mm, or 5 such pairs separated by spaces, not "),
        (
            ["--save", "0,0 0,0 0,0 0,0 2,0"],
            "--save has a reading that does not match the others: 2,0 at cross 5 is 1.",
        ),
        (["--save", "0,0 4,-3 4,3 -4,-3 -4,3"], "printer: backs can be rotated by at most 1°, not "),
        (["--save", "0,0 -3,-4 3,-4 -3,4 3,4"], "printer: backs can be scaled only from 99% to 101%, not "),
        (["--save", "11,0"], "--offset must be from -10 to 10 mm, not 11"),
        (["--margin", "60"], "--margin must be from 0 to 50 mm, not 60"),
        (["--margin", "1,2"], "TOP,RIGHT,BOTTOM,LEFT"),
        (["--printer", "none", "--save", "1,1"], "--printer must be a name of 1 to 60 characters, not "),
        (["--printer", " ", "--save", "1,1"], "--printer must be a name of 1 to 60 characters, not "),
        (["--check", "--printer", "home"], '--printer must be a calibrated printer, not "home"'),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_saved(
    pnp: Command, copied: Project, words: list[str], said: str
) -> None:
    code, _, err = pnp("calibrate", *words, cwd=copied.root)
    assert code == 1
    assert said in err
    assert not settings_file().exists()


def test_two_readings_that_were_swapped_are_noticed() -> None:
    readings = [tuple(map(float, text.split(","))) for text in CrookedPrinter(A4, 1, 0, 0.4, 1).read(A4).split()]
    centre, first, second, *rest = readings
    with pytest.raises(Exception, match="has a reading that does not match the others: "):
        back_alignment_of([centre, second, first, *rest], A4)  # type: ignore[list-item]


def test_margins_of_a_printer_count_before_pnp_toml_and_a_flag_before_both(pnp: Command, copied: Project) -> None:
    (copied.root / "pnp.toml").write_text("margin = [6, 6, 30, 6]\n", "utf-8")

    def lowest(*words: str) -> float:
        assert pnp("build", "--no-guide", "--sides", "fronts", *words, cwd=copied.root)[0] == 0
        [pdf] = (copied.root / "output").rglob("*_fronts.pdf")
        return min(297 - face.bottom for face in stamped_faces(pdf, 3))

    said = lowest()
    assert 30 <= said < 40
    pnp("calibrate", "--margin", "5,5,40,5", cwd=copied.root)
    assert lowest() >= 40
    assert lowest("--margin", "5,5,5,5") < 30
    assert lowest("--printer", "none") == said
    assert re.search(r"margin +5,5,40,5 mm +pnp calibrate", pnp("build", "--explain", cwd=copied.root)[1])


@pytest.mark.parametrize("value", ["[1, 2]", "-1", "true", '"5"', "[1, 2, 3, nan]"])
def test_wrong_margins_in_pnp_toml_are_named(pnp: Command, copied: Project, value: str) -> None:
    (copied.root / "pnp.toml").write_text(f"margin = {value}\n", "utf-8")
    code, _, err = pnp("build", cwd=copied.root)
    assert (code, "pnp.toml: margin must be one number of millimetres for all sides, or four" in err) == (1, True)


def test_a_project_names_no_printer(pnp: Command, copied: Project) -> None:
    """Printers belong to a machine, and a project may go to others."""
    (copied.root / "pnp.toml").write_text('printer = "office"\n', "utf-8")
    code, _, err = pnp("build", cwd=copied.root)
    assert (code, "pnp.toml: printer is not a known key" in err) == (1, True)


def test_the_command_that_saves_is_reported_with_the_sheet(pnp: Command, copied: Project) -> None:
    words = ("calibrate", "--printer", "office", "--paper", "letter", "--lang", "en")
    out = pnp(*words, cwd=copied.root)[1]
    assert 'pnp calibrate --printer "office" --paper "letter" --save "X,Y X,Y X,Y X,Y X,Y"' in out
    assert (copied.root / "output/calibration_en_letter_duplex-long.pdf").is_file()
    pnp("calibrate", "--printer", "office", "--save", "1,-0.5", cwd=copied.root)
    assert "backs are currently moved by 1,-0.5 mm" in pnp(*words, cwd=copied.root)[1]
    assert "at zero" in pnp(*words, "--check", cwd=copied.root)[1]
    assert (copied.root / "output/calibration-check_en_letter_duplex-long.pdf").is_file()


@pytest.mark.slow
def test_backs_that_say_something_are_not_left_out_silently(pnp: Command, copied: Project) -> None:
    out = pnp("build", "--no-guide", "--lang", "en", "--sides", "fronts", cwd=copied.root)[1]
    assert "lowtide: --sides fronts omits the backs of Tides, Pebbles; --sides fold prints them" in out
    again = pnp("build", "--no-guide", "--lang", "en", "--sides", "fronts", cwd=copied.root)[1]
    assert "omits the backs of Tides" in again, "also from the cache"
    assert "leaves out" not in pnp("build", "--no-guide", "--sides", "fold", cwd=copied.root)[1]
    spec = copied.components / "lowtide/game.toml"
    text = spec.read_text("utf-8")
    spec.write_text(text.replace("[decks.tides] # ", "[decks.tides]\nfold = true # "), "utf-8")
    out = pnp("build", "--no-guide", "--lang", "en", "--sides", "fronts", cwd=copied.root)[1]
    assert "omits the backs of Pebbles;" in out, "they are alone in their deck, and no side looks like the other"
    [pdf] = (copied.root / "output").rglob("*_en_*_fronts.pdf")
    faces = {(face.piece, face.copy, face.side): face for face in stamped_faces(pdf, 3)}
    for number in range(1, 8):
        front, back = (faces[f"tide-{number}", 1, side] for side in ("front", "back"))
        assert (back.page, back.rotation) == (front.page, front.rotation)
        beside = (front.x + front.width, front.y) if front.rotation % 180 == 0 else (front.x, front.y + front.height)
        assert (back.x, back.y) == pytest.approx(beside, abs=0.01), "beside it, with a fold between"
    assert pnp("audit", pdf, "--quiet", cwd=copied.root)[0] == 0
