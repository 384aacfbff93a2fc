"""The site: links as it needs them, every page in its navigation, and nothing loaded from outside."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from manual.reference import DOCS, ROOT
from manual.site import TOP, lead

NAV = re.compile(r"^ +- (?:[^:\n]+: )?([\w/-]+\.md)$", re.MULTILINE)
MADE = ("gallery/", "project/")


def listed() -> list[str]:
    return NAV.findall((ROOT / "mkdocs.yml").read_text("utf-8"))


def test_links_lead_to_where_the_site_has_it() -> None:
    text = (
        "[a](../../SECURITY.md#x) [b](../reference/odds.md) [c](../../pnp/words) ![d](../front.png) [e](https://e.org)"
    )
    led = lead(text, "docs/how-to/shops.md", "how-to/shops.md")
    assert led == "[a](../project/security.md#x) [b](../reference/odds.md) c ![d](../front.png) [e](https://e.org)"
    top = lead(
        "[a](docs/reference/odds.md) [b](SECURITY.md) [c](gone.md)", "CONTRIBUTING.md", "project/contributing.md"
    )
    assert top == "[a](../reference/odds.md) [b](security.md) [c](gone.md)", "what is broken stays, and stops the build"


def test_pages_of_the_top_are_there() -> None:
    assert all((ROOT / name).is_file() for name in TOP)
    assert {*TOP.values()} == {page for page in listed() if page.startswith("project/")}


def test_every_command_and_page_of_the_reference_is_in_the_navigation() -> None:
    pages = {path.relative_to(DOCS).as_posix() for path in (DOCS / "reference").rglob("*.md")}
    assert {page for page in pages if not re.search(r"errors/E\d+", page)} <= {*listed()}


@pytest.mark.slow
def test_the_navigation_has_every_page_and_nothing_else() -> None:
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    shown = {page for page in listed() if not page.startswith(MADE)}
    assert shown == {page for page in pages if not re.search(r"errors/E\d+", page) and not page.startswith(MADE)}


def test_nothing_is_loaded_from_outside() -> None:
    settings = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert "font: false" in settings
    assert "- offline" in settings
    assert "http" not in re.sub(r"#.*", "", settings)
    for path in (DOCS / "assets").glob("*.css"):
        assert "http" not in path.read_text("utf-8")
    assert "iframe-worker" in settings, "else the plug-in loads its own from outside"


def test_the_logo_is_what_its_code_draws() -> None:
    from manual.logo import favicon, logo

    assert Path(DOCS / "assets" / "logo.svg").read_text("utf-8") == logo()
    assert Path(DOCS / "assets" / "favicon.svg").read_text("utf-8") == favicon()
