"""The user's settings file."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_config_path


def settings_file() -> Path:
    """Return the path of the settings file, which is in PNP_CONFIG_DIR if that is set."""
    chosen = os.environ.get("PNP_CONFIG_DIR")
    return (Path(chosen) if chosen else user_config_path("pnp", appauthor=False)) / "settings.json"
