"""ZIP files that pages download."""

from __future__ import annotations

from typing import Final

EARLY: Final = (1980, 1, 1, 0, 0, 0)
"""When files in a ZIP were made: the same content makes the same file."""
