"""axe-core in a page: everything that it finds, as lines that a person can read."""

from __future__ import annotations

import re
from typing import Any, Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Frame, Page

TAGS: Final = (
    "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice", "experimental",
)  # fmt: skip
"""All of axe-core's rules for WCAG 2.2 at level AA, its best practices and its experimental rules; none is left out."""


def find_violations(page: Page | Frame) -> list[str]:
    """Return what axe-core finds in a page as it is now: rule, element and remedy."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[dict[str, Any]] = page.evaluate(
        """async (tags) => {
          const { violations } = await axe.run(document,
            { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"], iframes: false });
          return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, failureSummary }) =>
            ({ id, target: target.flat().join(" "), html: html.slice(0, 200), why: failureSummary })));
        }""",
        list(TAGS),
    )
    return [f"{each['id']}: {each['target']}: {_squeeze(each['why'])} {_squeeze(each['html'])}" for each in found]


def _squeeze(text: str) -> str:
    return re.sub(r"\s+", " ", text)
