"""The commands as a person types them: what they write, what they say, how they fail."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pnp.cli.app import COMMAND_NAMES
from pnp.project.folders import Project
from pnp.store.files import settings_file
from tests.cli.command import Command
from tests.measure import stamped_faces
from tests.measure import words as measured_words


@pytest.fixture(autouse=True)
def _no_saved_offset() -> None:
    settings_file().unlink(missing_ok=True)


def test_build_writes_a_pdf_and_a_list_and_says_so(pnp: Command, copied: Project) -> None:
    code, out, _ = pnp("build", "--without-memo", cwd=copied.root)
    assert code == 0
    pdf = copied.root / "output/lowtide/lowtide_fr_a4_full_duplex-long.pdf"
    assert pdf.read_bytes().startswith(b"%PDF-")
    assert len(json.loads(pdf.with_suffix(".json").read_text("utf-8"))["placements"]) == 13 * 2 + 7 * 2 + 5 * 2 + 2 + 3
    heads, row, *_ = out.splitlines()
    assert heads.split() == ["game", "pieces", "sheets", "by", "area", "file", "size", "seconds"]
    assert row.split()[:5] == ["lowtide", "27", "3", "≥", "3"]


def test_build_says_which_pages_go_on_which_paper_and_how_much_ink(pnp: Command, copied: Project) -> None:
    _, out, _ = pnp("build", cwd=copied.root)
    assert "lowtide: pages 3–6 on 250–300 g card; 7 on plain paper; with 4 memo cards; ink covers " in out
    _, out, _ = pnp("build", "--only", "shells", "--sides", "fold", "--lang", "all", cwd=copied.root)
    assert "lowtide (fr): all sheets on 100–120 g paper; ink covers " in out
    assert "lowtide (en): all sheets on 100–120 g paper; ink covers " in out
    about = json.loads((copied.root / "output/lowtide/lowtide_fr_a4_full_duplex-long.json").read_text("utf-8"))
    assert about["papers"] == [{"paper": "heavy", "pages": "3–6"}, {"paper": "plain", "pages": "7"}]
    assert 0.05 < about["coverage"] < 0.2


def test_every_option_reaches_the_file(pnp: Command, copied: Project) -> None:
    words = (
        "build lowtide --paper 230x300 --sides fold --ink low --lang en --renderer cairosvg --margin 6 --gap 4 "
        "--bleed 2 --no-marks --no-cache --out there"
    )
    code, _, err = pnp(*words.split(), cwd=copied.root)
    assert (code, err) == (0, "")
    pdf = copied.root / "there/lowtide/lowtide_en_230x300_low_fold.pdf"
    faces = stamped_faces(pdf, 2)
    shells = [face for face in faces if face.piece == "whelk" and face.side == "front"]
    assert round(shells[1].x - shells[0].x, 2) == 48
    assert json.loads(pdf.with_suffix(".json").read_text("utf-8"))["bleed"] == 2


def test_a_changed_card_is_the_only_one_drawn_again(
    pnp: Command, copied: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    assert "23 distinct faces, 25 newly drawn" in pnp("build", cwd=copied.root)[1]
    assert "23 distinct faces, 0 newly drawn" in pnp("build", cwd=copied.root)[1]
    table = copied.components / "lowtide" / "shells.csv"
    table.write_text(table.read_text("utf-8").replace("Prends", "Vole"), "utf-8")
    # its two sides: the back could have changed with it
    assert "23 distinct faces, 2 newly drawn" in pnp("build", cwd=copied.root)[1]
    template = copied.templates / "lowtide" / "tide.svg.j2"
    template.write_text(template.read_text("utf-8") + "\n", "utf-8")
    assert " 16 newly drawn" in pnp("build", cwd=copied.root)[1], "the faces that use it, and no other"


def test_a_damaged_cache_is_not_believed(
    pnp: Command, copied: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    pnp("build", cwd=copied.root)
    pdf = copied.root / "output/lowtide/lowtide_fr_a4_full_duplex-long.pdf"
    before = pdf.read_bytes()
    for entry in (tmp_path / "cache").rglob("*"):
        if entry.is_file():
            entry.write_bytes(entry.read_bytes()[:-7] + b"garbage")
    code, out, _ = pnp("build", cwd=copied.root)
    assert code == 0
    assert "25 newly drawn" in out
    assert pdf.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("build lowtyde", 'did you mean "lowtide"?'),
        ("build --paper a9", "--paper must be a4, letter, a3"),
        ("build --paper 90x90", "does not fit on 90x90 (90 × 90 mm) with its margins, label and ruler"),
        ("build --margin nan", "--margin must be one number of millimetres"),
        ("build --bleed -1", "--bleed must be from 0 to 10 mm, not -1"),
        ("build --gap 1e9", "--gap must be from 0 to 50 mm, not 1e+09"),
        ("build --offset 1", "--offset must be two numbers in mm: X,Y, not "),
        ("build --offset 1,nan", "--offset must be two numbers in mm: X,Y, not "),
        ("build --offset 99,0", "--offset must be from -10 to 10 mm, not 99"),
        ("build --offset 10,10", "--offset cannot be 10,10: backs would cross the edge of the paper or their label"),
        ("render lowtide welk", 'did you mean "whelk"?'),
        ("render nothing", 'there is no game "nothing"'),
        ("render lowtide --dpi 0", "--dpi must be from 10 to 2400, not 0"),
        ("render lowtide --dpi nan", "--dpi must be from 10 to 2400, not nan"),
        (
            "build --margin wide",
            "--margin must be one number of millimetres for all sides, or four: TOP,RIGHT,BOTTOM,LEFT",
        ),
        (
            "calibrate --sides fold",
            "--sides must be duplex-long or duplex-short, not fold [E0604]\n"
            "  hint: only duplex prints need calibration",
        ),
        ("calibrate --save x", "--save must be X,Y in mm, or 5 such pairs"),
        ("calibrate --save 50,0", "--offset must be from -10 to 10 mm, not 50"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_1(pnp: Command, copied: Project, words: str, message: str) -> None:
    code, out, err = pnp(*words.split(), cwd=copied.root)
    assert code == 1
    assert message in err
    assert out == ""


@pytest.mark.parametrize("words", ["build --paper", "build --sides x", "build --gap wide", "nonsense", "render"])
def test_wrong_usage_is_exit_2(pnp: Command, copied: Project, words: str) -> None:
    assert pnp(*words.split(), cwd=copied.root)[0] == 2


def test_pnp_alone_shows_its_help_line_by_line(pnp: Command, tmp_path: Path) -> None:
    code, _, said = pnp(cwd=tmp_path)
    assert code == 2
    assert said == pnp("--help", cwd=tmp_path)[1]
    assert [line for line in said.splitlines() if line.startswith("  build ")]


def test_a_command_loads_none_of_the_others(tmp_path: Path) -> None:
    code = "import pnp.cli, sys\ntry:\n    pnp.cli.main()\nfinally:\n    print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code, "explain", "decks.size"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    loaded = {f"pnp.cli.commands.{name}" for name in COMMAND_NAMES} & set(ran.stdout.split())
    assert loaded == {"pnp.cli.commands.explain"}


def test_a_failed_build_leaves_earlier_output_untouched(pnp: Command, copied: Project) -> None:
    pnp("build", cwd=copied.root)
    folder = copied.root / "output/lowtide"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    table = copied.components / "lowtide" / "shells.csv"
    good = table.read_text("utf-8")
    for bad in (good.replace("whelk,4", "whelk,0"), good.replace("Prends", "★"), good.replace("Prends", "long " * 99)):
        table.write_text(bad, "utf-8")
        code, _, err = pnp("build", cwd=copied.root)
        assert code == 1
        assert "whelk" in err or "shells.csv:2" in err
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_one_bad_game_does_not_cost_the_others(pnp: Command, copied: Project) -> None:
    shutil.copytree(copied.components / "lowtide", copied.components / "broken")
    (copied.components / "broken" / "game.toml").write_text("x = ", "utf-8")
    code, out, err = pnp("build", cwd=copied.root)
    assert code == 1
    assert "components/broken/game.toml" in err
    assert "lowtide_fr_a4" in out


def test_an_output_that_cannot_be_written_is_a_clear_error(pnp: Command, copied: Project) -> None:
    (copied.root / "taken").write_text("a file, not a folder", "utf-8")
    for words in ("build --out taken", "render lowtide whelk --out taken", "calibrate --out taken"):
        code, _, err = pnp(*words.split(), cwd=copied.root)
        assert code == 1
        assert "taken" in err


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_render_writes_single_faces(pnp: Command, copied: Project, kind: str) -> None:
    words = f"render lowtide whelk pebbles --as {kind} --dpi 96 --side both --bleed --lang en --out faces"
    code, out, _ = pnp(*words.split(), cwd=copied.root)
    assert code == 0
    assert sorted(path.name for path in (copied.root / "faces/lowtide").iterdir()) == [
        f"{piece}_{side}_en_full.{kind}" for piece in ("pebble", "whelk") for side in ("back", "front")
    ]
    assert "4 faces" in out


def test_render_without_bleed_is_the_cut_card(pnp: Command, copied: Project) -> None:
    from PIL import Image

    words = "render lowtide whelk --as png --dpi 254 --side front --no-bleed --out faces"
    pnp(*words.split(), cwd=copied.root)
    with Image.open(copied.root / "faces/lowtide/whelk_front_fr_full.png") as picture:
        assert picture.size == (440, 680)


def test_games_are_listed_with_their_counts(pnp: Command, copied: Project) -> None:
    code, out, _ = pnp("games", "--lang", "en", cwd=copied.root)
    assert code == 0
    assert "Low Tide" in out
    assert "Shells 13, Tides 7, Pebbles 5" in out


def test_a_saved_offset_is_applied_until_another_is_given(pnp: Command, copied: Project) -> None:
    pdf = copied.root / "output/lowtide/lowtide_fr_a4_full_duplex-long.pdf"

    def back() -> tuple[float, float]:
        face = next(face for face in stamped_faces(pdf, 3) if face.side == "back")
        return face.x, face.y

    pnp("build", cwd=copied.root)
    x, y = back()
    assert pnp("calibrate", "--save", "0.5,-1.25", cwd=copied.root)[0] == 0
    assert "backs moved by 0.5,-1.25 mm" in pnp("build", cwd=copied.root)[1]
    assert back() == pytest.approx((x + 0.5, y - 1.25), abs=0.01)
    pnp("build", "--offset", "0,0", cwd=copied.root)
    assert back() == pytest.approx((x, y), abs=0.01)
    settings_file().write_text("{", "utf-8")
    code, _, err = pnp("build", cwd=copied.root)
    assert code == 1
    assert "calibrate --save" in err


def test_debug_shows_the_traceback(copied: Project) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pnp", "build", "nothing", "--debug"],
        cwd=copied.root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 1
    assert "Traceback" in run.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_quietly_and_loses_nothing(copied: Project) -> None:
    """A hundred games are being built; what was finished before the interrupt is whole, and nothing else is there."""
    for number in range(100):
        shutil.copytree(copied.components / "lowtide", copied.components / f"game{number:02}")
        shutil.copytree(copied.templates / "lowtide", copied.templates / f"game{number:02}")
    process = subprocess.Popen(
        [sys.executable, "-m", "pnp", "build", "--no-cache"], cwd=copied.root, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    while len(list(copied.root.glob("output/*/*.json"))) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    written = [path for path in copied.root.glob("output/*/*") if path.is_file()]
    assert 4 <= len(written) < 200
    for path in written:
        assert path.suffix in (".pdf", ".json")
        assert path.read_bytes().rstrip().endswith((b"%%EOF", b"}"))


def test_an_interrupt_that_python_stumbles_over_ends_as_quietly(
    pnp: Command, copied: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted while it deletes a folder, Python 3.11 may close it twice, and then raise nothing but that."""

    def stumble(*_: object, **__: object) -> None:
        try:
            raise KeyboardInterrupt
        finally:
            os.close(10**6)

    monkeypatch.setattr("pnp.library.sheets.print_game", stumble)
    code, out, err = pnp("build", "lowtide", cwd=copied.root)
    assert (code, out, err) == (130, "", "")


def drawn_again(pnp: Command, project: Project) -> int:
    return int(pnp("build", cwd=project.root)[1].rsplit("faces, ", 1)[1].split()[0])


def test_whatever_a_face_is_made_from_makes_it_be_drawn_again(pnp: Command, copied: Project) -> None:
    art = copied.components / "lowtide" / "art"
    shared = copied.root / "shared-art"
    art.rename(shared)
    art.symlink_to(shared, target_is_directory=True)
    drawn_again(pnp, copied)
    assert drawn_again(pnp, copied) == 0
    shell = shared / "shell.svg"
    shell.write_text(shell.read_text("utf-8").replace("#e7a", "#7ae"), "utf-8")
    assert drawn_again(pnp, copied) > 0, "art in a linked folder"
    spec = copied.components / "lowtide" / "game.toml"
    spec.write_text(spec.read_text("utf-8").replace('fr = "Marque"', 'fr = "Points"'), "utf-8")
    assert drawn_again(pnp, copied) > 0, "a fixed text"


def test_two_games_alike_do_not_share_what_differs(pnp: Command, copied: Project) -> None:
    (copied.templates / "lowtide" / "leaf.svg.j2").write_text(
        '{% extends "face.svg.j2" %}{% block body %}{{ text(game.id, 5, 5, 60, 10) }}{% endblock %}', "utf-8"
    )
    shutil.copytree(copied.components / "lowtide", copied.components / "hightide")
    shutil.copytree(copied.templates / "lowtide", copied.templates / "hightide")
    pnp("build", "--sides", "fronts", "--no-guide", cwd=copied.root)
    for name in ("lowtide", "hightide"):
        pdf = copied.root / f"output/{name}/{name}_fr_a4_full_fronts.pdf"
        assert name in [word for page in range(1, 4) for word, _, _ in measured_words(pdf, page)]


def test_long_titles_never_cost_the_words_that_matter(pnp: Command, copied: Project) -> None:
    spec = copied.components / "lowtide" / "game.toml"
    spec.write_text(spec.read_text("utf-8").replace("Marée basse", "Marée " * 60), "utf-8")
    assert pnp("build", "--no-guide", "--paper", "130x180", cwd=copied.root)[0] == 0
    pdf = copied.root / "output/lowtide/lowtide_fr_130x180_full_duplex-long.pdf"
    text = " ".join(word for word, _, _ in measured_words(pdf, 1))
    for needed in ("planche 1 /", "recto", "imprimer à 100 %", "50 mm"):
        assert needed in text


def test_titles_that_cannot_be_set_are_refused(pnp: Command, copied: Project) -> None:
    spec = copied.components / "lowtide" / "game.toml"
    spec.write_text(spec.read_text("utf-8").replace("Galets", "Galets ☃"), "utf-8")
    code, _, err = pnp("build", "--no-guide", cwd=copied.root)
    assert code == 1
    assert "decks.pebbles.title" in err


def test_what_looks_like_markup_is_only_text(pnp: Command, copied: Project) -> None:
    spec = copied.components / "lowtide" / "game.toml"
    spec.write_text(spec.read_text("utf-8").replace("Marée basse", "[red]a[/b] :fox_face:"), "utf-8")
    assert "[red]a[/b] :fox_face:" in pnp("games", cwd=copied.root)[1]
    assert pnp("build", "--out", "o[/b]", cwd=copied.root)[0] == 0


def test_an_old_terminal_gets_question_marks_and_no_traceback(copied: Project) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pnp", "games"],
        cwd=copied.root, env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0
    assert "Mar?e basse" in run.stdout


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["pen", "art", "cotcotcollec-2"])
def test_a_game_may_be_called_like_one_of_our_modules(pnp: Command, copied: Project, name: str) -> None:
    (copied.components / "lowtide").rename(copied.components / name)
    (copied.templates / "lowtide").rename(copied.templates / name)
    assert pnp("build", cwd=copied.root)[0] == 0


def test_contact_sheet_shows_every_distinct_face(pnp: Command, copied: Project) -> None:
    from PIL import Image

    code, out, _ = pnp("render", "lowtide", "--contact", "deep/sheet.png", cwd=copied.root)
    assert (code, out.split()[0]) == (0, "23")
    with Image.open(copied.root / "deep/sheet.png") as picture:
        assert abs(picture.width - 1800) <= 2
        assert len(picture.getcolors(10_000_000) or []) > 50
