"""The date of files in downloaded ZIP archives."""

from __future__ import annotations

from typing import Final

ZIP_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""Date given to all files in a ZIP, so that equal content gives equal bytes."""
