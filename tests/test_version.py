"""The version is the same wherever it is written by hand."""

from __future__ import annotations

import re

import pnp
from pnp.project.folders import bundled_project

ROOT = bundled_project().root


def test_changelog_citation_and_package_agree() -> None:
    released = re.search(r"^## (\S+) \((\d{4}-\d\d-\d\d)\)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert released is not None
    cited = dict(re.findall(r'^([\w-]+): "?([^"\n]+)"?$', (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE))
    assert released[1] == pnp.__version__ == cited["version"]
    assert released[2] == cited["date-released"]
