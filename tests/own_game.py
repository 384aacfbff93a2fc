"""The whole game that docs/how-to/write-rules.md shows, unpacked into a folder."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "how-to" / "write-rules.md"
FILE = re.compile(r"^`([^`\n]+)`\n\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def unpack_game(folder: Path) -> Path:
    """Write every file that the page shows; the folder."""
    for name, content in FILE.findall(PAGE.read_text("utf-8")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    return folder
