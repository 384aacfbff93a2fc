"""What drawings lose is said when they are drawn, and by the check."""

from __future__ import annotations

import json

from pnp.project.folders import Project
from tests.cli.command import Command

FLOWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><flowRoot/><rect width="9" height="9" fill="red"/></svg>'
)


def test_what_a_drawing_lost_is_said_once_by_file(pnp: Command, copied: Project) -> None:
    (copied.components / "lowtide/art/shell.svg").write_text(FLOWING, "utf-8")
    code, out, err = pnp("build", "--lang", "all", cwd=copied.root)
    assert code == 0, err
    assert out.count("components/lowtide/art/shell.svg: printed without flowed text") == 1
    code, out, _ = pnp("check", "--lang", "en", cwd=copied.root)
    assert code == 0
    assert "shell.svg (flowed text" in out
    assert pnp("check", "--strict", cwd=copied.root)[0] == 1


def test_drawings_that_lose_nothing_are_not_spoken_of(pnp: Command, copied: Project) -> None:
    _, out, _ = pnp("build", cwd=copied.root)
    assert "printed without" not in out
    [listing] = copied.root.glob("output/lowtide/*.json")
    assert "lost" not in json.loads(listing.read_text("utf-8"))
