"""The committed reference is what the code says, and has no holes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pnp
from manual.commands import GROUPS as COMMAND_GROUPS
from manual.environment import EXIT_CODES, VARIABLES
from manual.files import HEADINGS
from manual.markdown import cell, marked, prose, slug, table
from manual.python import GROUPS as FUNCTION_GROUPS
from manual.python import _plain
from manual.reference import RENEW, reference_pages, stale_pages
from pnp.cli.examples import EXAMPLES, PNP
from pnp.reference.keys import all_keys

PACKAGE = Path(pnp.__file__).parent


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return reference_pages()


def test_no_committed_page_is_stale(pages: dict[str, str]) -> None:
    assert stale_pages(pages) == [], f"the code has changed: run {RENEW} (or make docs), and commit docs/reference"


def test_a_page_that_differs_or_that_nothing_makes_is_stale(pages: dict[str, str]) -> None:
    assert stale_pages(pages | {"odds.md": "# Odds\n", "more.md": "# More\n"}) == ["odds.md", "more.md"]
    assert stale_pages({name: text for name, text in pages.items() if name != "odds.md"}) == ["odds.md"]


def test_every_key_has_its_place(pages: dict[str, str]) -> None:
    files = {
        "game.toml": "game-toml.md",
        "pnp.toml": "pnp-toml.md",
        "memo.toml": "memos.md",
        "rulebook.md": "rulebooks.md",
        "layout.toml": "layouts.md",
    }
    above = {key.path.rpartition(".")[0] for key in all_keys()}
    assert above <= set(HEADINGS), "a table of keys without a heading would be left out"
    for key in all_keys():
        assert f"### `{key.path}`" in pages[files[key.file]] or key.path in above, key.path


def test_every_command_and_function_is_in_a_group() -> None:
    assert {name for names in COMMAND_GROUPS.values() for name in names} == set(EXAMPLES) - {PNP}
    public = {name for name in pnp.__all__ if not name.startswith("_")}
    assert {name for names in FUNCTION_GROUPS.values() for name in names} == public


def test_every_variable_of_pnp_is_listed() -> None:
    read = {name for path in PACKAGE.rglob("*.py") for name in re.findall(r'"(PNP_[A-Z_]+)"', path.read_text("utf-8"))}
    assert read == {name for name in VARIABLES if name.startswith("PNP_")}


def test_exit_codes_are_those_of_the_commands() -> None:
    from pnp.cli import INTERRUPTED
    from pnp.cli.app import PIPE_CLOSED

    assert list(EXIT_CODES) == [0, 1, 2, INTERRUPTED, PIPE_CLOSED]


def test_no_page_speaks_of_this_machine(pages: dict[str, str]) -> None:
    for name, text in pages.items():
        assert not re.search(r"/(home|root|work|tmp|Users)/", text), name
        assert "object at 0x" not in text, name


def test_markdown_is_kept_from_what_it_would_take_for_its_own() -> None:
    assert cell("`a|b` or c|d") == "<code>a&#124;b</code> or c&#124;d"
    assert marked("--paper of pnp.toml, `--sides`, id=dragon*") == r"`--paper` of `pnp.toml`, `--sides`, id=dragon\*"
    assert prose("One\nline.\n\n    code\n      more") == "One line.\n\n```\ncode\n  more\n```"
    assert table(("a",), ()) == ""
    assert slug("`[styles.<name>]`") == "stylesname"
    assert _plain("dict[Name, Annotated[int, Field(ge=0)]] | Annotated[str, X]") == "dict[Name, int] | str"
