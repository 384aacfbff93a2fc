"""What the tests of memos share: leaves set in this process, and what a viewer reads in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.project.folders import Project

FOLDER = "components/lowtide"


class Source:
    """A memo's source that a test may spoil."""

    def __init__(self, project: Project, name: str = "memo.fr.toml") -> None:
        self.project = project
        self.path: Path = project.components / "lowtide" / name

    def replace(self, old: str, new: str) -> None:
        text = self.path.read_text("utf-8")
        assert old in text
        self.path.write_text(text.replace(old, new), "utf-8")

    def write(self, text: str) -> None:
        self.path.write_text(text, "utf-8")


@pytest.fixture
def french(copied: Project) -> Source:
    return Source(copied)


@pytest.fixture
def english(copied: Project) -> Source:
    return Source(copied, "memo.en.toml")
