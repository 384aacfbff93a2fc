"""pnp.toml: what it says counts, flags override it, and every mistake in it is named."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pnp as library
from pnp.config import read_config, resolve_config
from pnp.errors import SpecError
from pnp.project.folders import Project, find_project, font_files, locate
from pnp.sheet.layout import Sides
from pnp.store.files import settings_file
from pnp.terms import Lang
from pnp.text.fonts import find_font
from tests.cli.command import Command

ALL = """\
languages = ["en", "fr"]
paper = "letter"
sides = "fronts"
bleed = 2
cut = "apart"
marks = false
ink = "low"
output = "print/here"
"""


@pytest.fixture(autouse=True)
def _no_saved_offset() -> None:
    settings_file().unlink(missing_ok=True)


def say(project: Project, text: str) -> None:
    (project.root / "pnp.toml").write_text(text, "utf-8")


def test_what_it_says_reaches_the_files(pnp: Command, copied: Project) -> None:
    say(copied, ALL)
    assert pnp("build", "--no-guide", cwd=copied.root)[0] == 0
    folder = copied.root / "print/here/lowtide"
    assert {path.name for path in folder.glob("*.pdf")} == {
        "lowtide_en_letter_low_fronts_apart.pdf", "lowtide_fr_letter_low_fronts_apart.pdf",
    }  # fmt: skip
    listed = json.loads((folder / "lowtide_en_letter_low_fronts_apart.json").read_text("utf-8"))
    assert listed["bleed"] == 2
    assert listed["cut"] == "apart"
    assert not (copied.root / "output").exists()


def test_a_flag_overrides_it(pnp: Command, copied: Project, tmp_path: Path) -> None:
    say(copied, ALL)
    words = "build --no-guide --lang fr --paper a4 --sides fold --bleed 3 --cut auto --marks --ink full --out"
    assert pnp(*words.split(), tmp_path / "there", cwd=copied.root)[0] == 0
    [pdf] = (tmp_path / "there").rglob("*.pdf")
    assert pdf.name == "lowtide_fr_a4_full_fold.pdf"
    unmarked = pdf.stat().st_size
    assert pnp(*words.replace("--marks", "--no-marks").split(), tmp_path / "there", cwd=copied.root)[0] == 0
    assert pdf.stat().st_size < unmarked, "--marks brought the crop marks back"


def test_explain_says_where_each_value_comes_from(pnp: Command, copied: Project) -> None:
    say(copied, 'paper = "letter"\nink = "low"\n')
    code, out, _ = pnp("build", "--explain", "--no-guide", "--ink", "full", "--no-marks", cwd=copied.root)
    lines = [line.rstrip() for line in out.splitlines()]
    assert code == 0
    assert [line.split(maxsplit=1)[0] for line in lines[1:10]] == [
        "languages", "paper", "sides", "bleed", "margin", "cut", "marks", "ink", "output",
    ]  # fmt: skip
    ends = ["the game's first", "pnp.toml: paper", *["default"] * 4, "--no-marks", "--ink", "default"]
    assert all(line.endswith(end) for line, end in zip(lines[1:10], ends, strict=True))
    assert lines[2].split()[1] == "letter"
    assert "lowtide_fr_letter_full_duplex-long.pdf" in out, "it builds all the same"


def test_a_flag_comes_before_pnp_toml_and_that_before_the_game(pnp: Command, copied: Project) -> None:
    def cut(*flags: str) -> tuple[str, str, str]:
        out = pnp("build", "--explain", "--no-guide", *flags, cwd=copied.root)[1]
        [line] = [line for line in out.splitlines() if line.split()[:1] == ["cut"]]
        _, value, origin = line.split(maxsplit=2)
        [name] = [word for word in out.split() if word.endswith(".pdf")]
        return value, origin.strip(), Path(name).stem.removeprefix("lowtide_fr_a4_full_duplex-long")

    assert cut() == ("auto", "default", "")
    spec = copied.components / "lowtide" / "game.toml"
    spec.write_text(f'cut = "shared"\n{spec.read_text("utf-8")}', "utf-8")
    assert cut() == ("shared", "the game", "_shared")
    say(copied, 'cut = "apart"\n')
    assert cut() == ("apart", "pnp.toml: cut", "_apart")
    assert cut("--cut", "auto") == ("auto", "--cut", "")
    assert cut("--gap", "2") == ("apart", "pnp.toml: cut", ""), "a gap overrides it"


def test_what_the_game_says_of_its_cuts_is_checked(pnp: Command, copied: Project) -> None:
    spec = copied.components / "lowtide" / "game.toml"
    spec.write_text(f'cut = "share"\n{spec.read_text("utf-8")}', "utf-8")
    code, _, err = pnp("build", cwd=copied.root)
    assert code == 1
    assert "game.toml: cut must be one of " in err
    assert "shared" in err


@pytest.mark.parametrize(("old", "new"), [("none", "marks = false"), ("marks", "marks = true")])
def test_the_earlier_meaning_of_cut_has_a_hint(pnp: Command, copied: Project, old: str, new: str) -> None:
    say(copied, f'cut = "{old}"')
    code, _, err = pnp("build", cwd=copied.root)
    assert code == 1
    assert f'pnp.toml: cut must be one of auto, apart, shared, not "{old}"' in err
    assert new in err


@pytest.mark.slow
def test_games_that_differ_are_explained_one_by_one(pnp: Command, copied: Project) -> None:
    say(copied, 'paper = "letter"\n')
    out = pnp("render", "lowtide", "whelk", "--explain", cwd=copied.root)[1]
    assert "pnp.toml" not in out
    assert "the game's first" in out
    memos = copied.components / "lowtide"
    (memos / "memo.fr.toml").write_text('[[section]]\nid = "a"\nheading = "A"\nintro = "B."\n', "utf-8")
    out = pnp("memo", "--explain", cwd=copied.root)[1]
    assert "pnp.toml: paper" in out
    assert "sides" not in out, "a memo has no backs to bring together"
    out = pnp("build", "lowtide", "koko", "--explain", "--no-guide", cwd=copied.root)[1]
    assert out.splitlines()[0].strip() == "lowtide"
    assert "koko_fr_a4_full" in out, "pnp.toml applies to the games of its project"
    assert "lowtide_fr_letter_full" in out


def test_every_mistake_is_named_with_a_hint(pnp: Command, copied: Project) -> None:
    say(
        copied,
        'papr = "a4"\npaper = "leter"\nsides = "both"\nbleed = 11\ncut = "lines"\nink = true\n'
        'languages = ["en", "x y"]\noutput = "../elsewhere"\n',
    )
    code, _, err = pnp("build", cwd=copied.root)
    assert code == 1
    for said in (
        'pnp.toml: papr is not a known key [E0202]\n  hint: did you mean "paper"?',
        "pnp.toml: paper must be a4, letter,",
        "pnp.toml: sides must be one of duplex-long, duplex-short, fold, fronts",
        "pnp.toml: bleed must be from 0 to 10 mm",
        "pnp.toml: cut must be one of auto, apart, shared",
        "pnp.toml: ink must be one of full, low",
        'pnp.toml: languages must be a language, not "x y"',
        "pnp.toml: output must be a folder inside the project",
        "8 problems",
    ):
        assert said in err
    assert not (copied.root / "output").exists()


@pytest.mark.parametrize(
    "text",
    [
        "paper = 4", 'marks = "no"', "bleed = true", "bleed = nan", 'bleed = "3"', "output = 3", 'output = "/tmp"',
        "languages = []", 'languages = ["en", "en"]', "languages = 3", "sides = []", "fonts = 3",
        'fonts = ["no-such-package"]', 'fonts = "no/such/folder"', 'output = "components"',
        'output = "templates/lowtide"', "paper =",
    ],
)  # fmt: skip
def test_a_wrong_value_ends_with_its_key(pnp: Command, copied: Project, text: str) -> None:
    say(copied, text)
    code, _, err = pnp("build", cwd=copied.root)
    assert code == 1
    key = text.split()[0]
    assert err.startswith(
        "pnp.toml:1 is not valid TOML: " if text == "paper =" else (f"pnp.toml: {key} ", f"pnp.toml: {key}: ")
    )


def test_output_follows_no_link_out_of_the_project(pnp: Command, copied: Project, tmp_path: Path) -> None:
    (tmp_path / "away").mkdir()
    (copied.root / "out").symlink_to(tmp_path / "away")
    say(copied, 'output = "out"')
    code, _, err = pnp("build", cwd=copied.root)
    assert (code, list((tmp_path / "away").iterdir())) == (1, [])
    assert "inside the project" in err


def test_output_is_seen_from_the_root(pnp: Command, copied: Project) -> None:
    say(copied, 'output = "print"')
    assert pnp("render", "lowtide", "whelk", cwd=copied.templates)[0] == 0
    assert list((copied.root / "print/faces/lowtide").iterdir())


def test_languages_are_those_that_the_game_has(pnp: Command, copied: Project) -> None:
    say(copied, 'languages = ["de", "en"]')
    assert resolve_config(find_project(copied.root), "lowtide").languages == (Lang.EN,)
    say(copied, 'languages = "de"')
    code, _, err = pnp("build", cwd=copied.root)
    assert code == 1
    assert err.startswith(
        "pnp.toml: languages must include a language of lowtide, not de [E1206]\n  hint: lowtide is available in fr, en"
    )


def test_a_folder_with_it_is_a_project(pnp: Command, tmp_path: Path) -> None:
    (tmp_path / "pnp.toml").write_text('paper = "letter"\n', "utf-8")
    below = tmp_path / "a/b"
    below.mkdir(parents=True)
    assert find_project(below).root == tmp_path
    code, _, err = pnp("build", cwd=below)
    assert code == 1
    assert f"{tmp_path / 'components'} has no folder with a game.toml" in err
    assert pnp("calibrate", cwd=below)[0] == 0
    assert list(below.rglob("calibration_en_letter_duplex-long.pdf"))


def test_fonts_are_folders_or_packages_from_outside(copied: Project, tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    shutil.copy(find_font("Fredoka One").path, tmp_path / "letters" / "mine.ttf")
    say(copied, 'fonts = ["../letters", "font-source-sans-pro", "../letters"]')
    home = find_project(copied.root)
    assert home.fonts == read_config(home).fonts == ("../letters", "font-source-sans-pro")
    names = [path.name for path in font_files(home)]
    assert names[0] == "mine.ttf"
    assert "SourceSansPro-Regular.ttf" in names


def test_the_library_goes_by_it_too(copied: Project) -> None:
    say(copied, ALL)
    printed = library.build("lowtide", guide=False, start=copied.root)
    assert printed.pdf == copied.root / "print/here/lowtide/lowtide_en_letter_low_fronts_apart.pdf"
    printed = library.build("lowtide", guide=False, lang="fr", out=copied.root / "x", start=copied.root)
    assert printed.pdf.name == "lowtide_fr_letter_low_fronts_apart.pdf"
    [face, *_] = library.render_faces("lowtide", ["whelk"], start=copied.root)
    assert "Whelk" in face.face.svg
    sheet = library.print_calibration(sides=Sides.DUPLEX_LONG, start=copied.root)
    assert sheet == copied.root / "print/here/calibration_en_letter_duplex-long.pdf"


def test_an_unchanged_build_stays_light(copied: Project) -> None:
    say(copied, ALL)
    code = (
        "import sys, pnp.cli.app\nsys.argv = ['pnp', 'build', '--no-guide']\n"
        "try:\n    pnp.cli.app.app()\nexcept SystemExit:\n    pass\nprint(*sys.modules)"
    )
    for _ in range(2):
        ran = subprocess.run([sys.executable, "-c", code], cwd=copied.root, capture_output=True, text=True, check=True)
    assert "0 newly drawn" in ran.stdout
    assert not {"pydantic", "typst", "jinja2", "reportlab"} & set(ran.stdout.split())


@pytest.mark.parametrize("words", ["build", "check", "memo", "memo --check", "stats"])
def test_a_folder_without_games_says_so(pnp: Command, tmp_path: Path, words: str) -> None:
    code, out, err = pnp(*words.split(), cwd=tmp_path)
    assert (code, out) == (1, "")
    assert f"{tmp_path} has no folder with a game.toml" in err
    assert "pnp new mygame" in err
    assert "pnp build cotcotcollec" in err
    assert list(tmp_path.iterdir()) == []


def test_a_bundled_game_is_built_from_anywhere_by_name(pnp: Command, tmp_path: Path) -> None:
    assert pnp("build", "koko", cwd=tmp_path)[0] == 0
    assert (tmp_path / "output/koko/koko_fr_a4_full_duplex-long.pdf").is_file()
    assert "koko" in pnp("games", cwd=tmp_path)[1]
    with pytest.raises(SpecError, match="pnp new mygame"):
        locate([], tmp_path)
    with pytest.raises(SpecError, match="pnp new mygame"):
        library.locate_games(start=tmp_path)
