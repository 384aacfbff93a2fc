"""README and first steps, followed to the letter: every command is run, every change made, every answer compared."""

from __future__ import annotations

import io
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pnp.project.folders import bundled_project
from tests.cli.command import Command
from tests.spec.workbooks import xlsx

ROOT = bundled_project().root
BLOCK = re.compile(r"^(<!-- fails -->\n)?```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TYPED = re.compile(r" > (\S+)$")
"""What the reader types after a question."""
SERVED = "pnp serve"
LONG = "pnp simulate"


class Block(NamedTuple):
    """A fenced block of a page."""

    fails: bool
    language: str
    file: str
    content: str


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page, in their order."""
    found = BLOCK.findall((ROOT / page).read_text("utf-8"))
    return [Block(bool(fails), language, file, content) for fails, language, file, content in found]


def commands(content: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block, with what it answers."""
    for part in re.split(r"^\$ ", content, flags=re.MULTILINE)[1:]:
        command, _, answer = part.partition("\n")
        yield command, answer


def plain(text: str) -> list[str]:
    """The lines that say something, with single spaces: columns are as wide as sizes and times need."""
    return [line for line in (" ".join(line.split()) for line in text.splitlines()) if line]


def same(shown: str, answered: str) -> bool:
    """Return whether the output is as shown, where … stands for any text, or any lines if it is alone on a line."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == "…" else ".*?".join(map(re.escape, line.split("…"))) + r"\n" for line in plain(shown)
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in plain(answered))) is not None


def change(file: Path, diff: str) -> None:
    """Make a change that is shown as lines with -, + and a space."""
    before, after = ("".join(f"{line[1:]}\n" for line in diff.splitlines() if line[0] in f" {sign}") for sign in "-+")
    text = file.read_text("utf-8")
    assert text.count(before) == 1, f"{file.name} does not have these lines once:\n{before}"
    file.write_text(text.replace(before, after), "utf-8")


def first_line_served(cwd: Path) -> str:
    """What the workbench says when it is ready."""
    program = [sys.executable, "-c", "from pnp.cli import main; main()", "serve", "--no-open", "--port", "0"]
    with subprocess.Popen(program, cwd=cwd, stdout=subprocess.PIPE, text=True, encoding="utf-8") as running:
        assert running.stdout is not None
        said = running.stdout.readline()
        running.terminate()
    return said


def follow(page: str, pnp: Command, folder: Path, monkeypatch: pytest.MonkeyPatch, *, patient: bool) -> int:
    """Do all that a page says, in an empty folder, what takes long only if `patient`; the number of commands."""
    here, done = folder, 0
    for block in blocks(page):
        if block.language == "diff":
            change(here / block.file, block.content)
        if block.language != "console":
            assert block.language in {"diff", "sh"}, f"{page}: nobody looks at this {block.language}"
            continue
        for command, shown in commands(block.content):
            done += 1
            if command.startswith("cd "):
                here /= command.removeprefix("cd ")
                assert here.is_dir()
                continue
            if command.startswith(LONG) and not patient:
                continue
            if command == SERVED:
                code, answered = 0, first_line_served(here)
            else:
                typed = [found[1] for line in shown.splitlines() if (found := TYPED.search(line))]
                monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
                program, *words = shlex.split(command)
                assert program == "pnp"
                code, out, err = pnp(*words, cwd=here)
                answered = out + err
            assert code == block.fails, f"{page}: {command}\n{answered}"
            assert same(shown, answered), f"{page}: {command}\nshown:\n{shown}\nanswered:\n{answered}"
    return done


@pytest.fixture(autouse=True)
def _a_person_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whom they trust is nobody else's business; the width is that of the pages."""
    settings = tmp_path / "settings"
    settings.mkdir()
    (settings / "cache.key").write_bytes(bytes(32))
    monkeypatch.setenv("PNP_CONFIG_DIR", str(settings))
    monkeypatch.setenv("COLUMNS", "160")


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "docs/first-steps/your-own-game.md",
        pytest.param("docs/first-steps/print-one-of-ours.md", marks=pytest.mark.slow),
        pytest.param("docs/fr/votre-jeu.md", marks=pytest.mark.slow),
        pytest.param("docs/fr/imprimer-un-jeu.md", marks=pytest.mark.slow),
    ],
)
def test_what_a_page_shows_is_what_happens(
    page: str, pnp: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    folder = tmp_path / "reader"
    folder.mkdir()
    patient = bool(request.config.getoption("--slow"))
    assert follow(page, pnp, folder, monkeypatch, patient=patient) >= 3


def test_the_page_on_spreadsheets_begins_with_a_game_from_one(
    pnp: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = "docs/how-to/from-a-spreadsheet.md"
    shown = next(each for each in blocks(page) if each.language == "console")
    monkeypatch.setattr("tests.test_first_steps.blocks", lambda _: [shown])
    (tmp_path / "reader").mkdir()
    rows: list[list[object]] = [["Name", "Cost", "Text"], ["Fox", 2, "Draw a card."], ["Owl", 3, "Look around."]]
    (tmp_path / "reader" / "cards.xlsx").write_bytes(xlsx({"Sheet1": rows}))
    assert follow(page, pnp, tmp_path / "reader", monkeypatch, patient=True) == 3
    assert next((tmp_path / "reader").rglob("*.pdf"))


def test_the_page_on_maps_makes_a_game_that_passes_the_audit(
    pnp: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = "docs/how-to/maps.md"
    files = [each for each in blocks(page) if each.file]
    assert {Path(each.file).suffix for each in files} == {".toml", ".csv", ".j2"}
    for each in files:
        (tmp_path / "reader" / each.file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "reader" / each.file).write_text(each.content, "utf-8")
    commands = [each for each in blocks(page) if not each.file]
    monkeypatch.setattr("tests.test_first_steps.blocks", lambda _: commands)
    assert follow(page, pnp, tmp_path / "reader", monkeypatch, patient=True) == 3


def test_the_make_commands_of_the_readme_are_there() -> None:
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    [shown] = [block.content for block in blocks("README.md") if block.language == "sh"]
    assert [line.split()[1] for line in shown.splitlines()] == ["sheets", "test"]
    assert {"sheets", "test"} <= set(targets)


@pytest.mark.parametrize(
    ("shown", "answered", "alike"),
    [
        ("a … c\n", "a bb c\n", True),
        ("a … c\n", "a bb d\n", False),
        ("a\n…\nd\n", "a\nb\nc\nd\n", True),
        ("a\nd\n", "a\nb\nd\n", False),
        ("size  7\n", "size 7\n", True),
        ("a\n", "a\nb\n", False),
    ],
)
def test_an_answer_that_differs_is_noticed(shown: str, answered: str, alike: bool) -> None:
    assert same(shown, answered) is alike


def test_the_drawings_are_those_of_their_program() -> None:
    drawings = runpy.run_path(str(ROOT / "docs" / "drawings.py"))
    for name, draw in drawings["DRAWINGS"].items():
        kept = (drawings["HERE"] / f"{name}.svg").read_text("utf-8")
        assert kept == drawings["drawn"](*draw()), f"{name}.svg is stale: python docs/drawings.py"


LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
CODE = re.compile(r"^(?P<fence>`{3,}).*?^(?P=fence)$|`[^`\n]*`", re.DOTALL | re.MULTILINE)
GENERATED = ROOT / "docs" / "reference"
"""Made from the models, the commands and the docstrings."""


def test_no_link_leads_nowhere() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    dead = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in LINK.findall(CODE.sub("…", page.read_text("utf-8")))
        if "://" not in target
        and not target.startswith("mailto:")
        and not (path := (page.parent / target).resolve()).exists()
        and (GENERATED.is_dir() or GENERATED not in path.parents)
    ]
    assert not dead


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "fr").glob("*.md")), ids=lambda page: page.name)
def test_french_pages_are_set_as_french_is(page: Path) -> None:
    prose = CODE.sub("…", page.read_text("utf-8"))
    assert not re.findall(r".{0,20} [;:!?»](?:\s|$)|« .{0,20}|\w'\w.{0,20}", prose)
