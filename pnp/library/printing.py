"""Printing: sheets, single faces, memos, and what is really on the paper."""

from __future__ import annotations
