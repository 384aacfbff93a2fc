"""How many examples Hypothesis tries: few in `make test`, and the same every time; twenty times as many with --slow."""

from __future__ import annotations

from hypothesis import settings


def examples(few: int) -> settings:
    """The settings for this number of examples in `make test`."""
    return settings(max_examples=few * settings().max_examples // 100)
