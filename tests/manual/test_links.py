"""Every link inside the documentation leads somewhere, on a forge and on the site."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from manual.markdown import slug
from manual.reference import DOCS, ROOT

MADE = DOCS / "gallery"
"""Made by `make docs`, and not committed."""
PAGES = sorted({*ROOT.glob("*.md"), *DOCS.rglob("*.md")} - {*MADE.rglob("*.md")})
LINK = re.compile(r"\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)|(?:src|href)=\"([^\"]+)\"")
CODE = re.compile(r"^(```|~~~).*?^\1|`[^`\n]*`", re.DOTALL | re.MULTILINE)
ID = re.compile(r"(?:\bid|\bname)=\"([^\"]+)\"|\{\s*#([\w-]+)")


@cache
def anchors(page: Path) -> frozenset[str]:
    """What a link to a page may name after #."""
    text = page.read_text("utf-8")
    headings = re.findall(
        r"^#+ +(.*?)(?:\s+\{.*\})?$", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE), re.MULTILINE
    )
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in headings]
    return frozenset([*map(slug, plain), *(name for pair in ID.findall(text) for name in pair if name)])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    text = CODE.sub("", page.read_text("utf-8"))
    broken = []
    for found in LINK.findall(text):
        target, _, anchor = (found[0] or found[1]).partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        path = (page.parent / target).resolve() if target else page
        if path.is_relative_to(MADE):
            continue
        if not path.exists():
            broken.append(target)
        elif anchor and path.suffix == ".md" and anchor not in anchors(path):
            broken.append(f"{target}#{anchor}")
    assert not broken


def test_headings_of_a_page_differ() -> None:
    """A second anchor of the same name is spelled differently on forges and on the site."""
    for page in (DOCS / "reference").rglob("*.md"):
        headings = re.findall(r"^#+ +(.*)$", CODE.sub("", page.read_text("utf-8").replace("`", "")), re.MULTILINE)
        names = [slug(heading) for heading in headings]
        assert len(set(names)) == len(names), page
