"""Line numbers for locations, so that editors and the workbench can open the file at the right line."""

from __future__ import annotations

from pathlib import Path

from pnp.errors import Location
from pnp.keylines import find_key_line
from pnp.resources import Project
from pnp.store.files import LARGEST_SETTINGS, read_file

TOML = ".toml"


def add_line(location: Location, project: Project) -> Location:
    """Return the location with the line of its key, if it has a key and the file can be read."""
    if location.line or not location.key or not location.file.endswith(TOML):
        return location
    path = project.path(location)
    try:
        text = "" if path is None else read_file(path, LARGEST_SETTINGS).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return location  # reported where the file is loaded
    key = f"{location.key_path}.{location.column}" if location.column else location.key_path
    return location.at(line=find_key_line(key, text))


def template_location(path: str, line: int, project: Project) -> Location:
    """Return the location of a line in a template, which may be bundled with pnp."""
    return project.location(Path(path)).at(line=line)
