"""Where pnp keeps what it remembers for a user."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_config_path


def settings_file() -> Path:
    """Where settings are kept; the variable PNP_CONFIG_DIR moves them."""
    chosen = os.environ.get("PNP_CONFIG_DIR")
    return (Path(chosen) if chosen else user_config_path("pnp", appauthor=False)) / "settings.json"
