"""CPU time and memory limits for workers, which process files from a project.

They grow with the number of faces. `[limits]` in pnp.toml raises or lowers them, but never beyond a share of the
machine's memory, because pnp.toml may come from someone else.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import Final

SECONDS: Final = 120.0
"""CPU time for a whole job (reading files, laying out and writing sheets), in seconds."""
SECONDS_A_FACE: Final = 1.0
"""Additional CPU time for each face, in seconds."""
STEP_SECONDS: Final = 30.0
"""CPU time for one step (filling in a template, rendering a few faces, typesetting a memo), in seconds."""
STEP_SECONDS_A_FACE: Final = 0.5
"""Additional CPU time for each face of a step, in seconds."""
MOST_SECONDS: Final = 7200
"""Maximum CPU time of a job, in seconds."""
STALL_TIMEOUT: Final = 60.0
"""Time without progress (neither CPU use nor messages) after which a worker counts as hung, in seconds."""
MEMORY: Final = 2_000_000_000
"""Memory for a whole job, in bytes."""
MEMORY_A_FACE: Final = 1_000_000
"""Additional memory for each face, in bytes."""
LEAST_MEMORY: Final = 200_000_000
"""Minimum memory limit, in bytes; nothing can be drawn with less."""
MOST_MEMORY: Final = 64_000_000_000
"""Maximum memory limit, in bytes."""
SHARE: Final = 0.75
"""Maximum share of the machine's memory for a job."""
RESERVED: Final = 2_000_000_000
"""Address space that libraries reserve without using it, in bytes; it counts toward the system's limit."""
RESERVED_A_CORE: Final = 200_000_000
"""Additional reserved address space for each CPU core, in bytes."""
SIZE: Final = r"^(\d{1,6}(?:\.\d{1,3})?) ?(MB|GB)$"
"""Regular expression for an amount of memory."""
_BYTES: Final = {"MB": 1_000_000, "GB": 1_000_000_000}
EXAMPLE: Final = '"4 GB"'


@dataclass(frozen=True)
class Limits:
    """Limits set by a project; None stands for the default."""

    seconds: float | None = None
    """CPU time for drawing a game, in seconds (default: 120, plus 1 for each face)."""
    memory: int | None = None
    """Memory for drawing a game, such as "4 GB" or "800 MB" (default: 2 GB, plus 1 MB for each face)."""
    step: float | None = field(default=None, kw_only=True)
    """CPU time for one step of a task that is only limited by step, in seconds; pnp.toml cannot set it."""

    def job_seconds(self, faces: int) -> float:
        """Return the CPU time for a job with this number of faces, in seconds."""
        if self.step is not None:
            return MOST_SECONDS
        return self.seconds or min(MOST_SECONDS, SECONDS + SECONDS_A_FACE * faces)

    def step_seconds(self, faces: int) -> float:
        """Return the CPU time for a step that draws this number of faces at once, in seconds."""
        return self.step or self.seconds or min(MOST_SECONDS, STEP_SECONDS + STEP_SECONDS_A_FACE * faces)

    def job_memory(self, faces: int) -> int:
        """Return the memory for a job with this number of faces, in bytes."""
        return min(self.memory or MEMORY + MEMORY_A_FACE * faces, max_machine_memory())

    def addresses(self, faces: int) -> int:
        """Return the address space for a job with this number of faces, in bytes."""
        return self.job_memory(faces) + RESERVED + RESERVED_A_CORE * (os.cpu_count() or 1)


KEYS: Final = ("seconds", "memory")
"""The keys of `[limits]` in pnp.toml."""
DEFAULT_LIMITS: Final = Limits()


def max_machine_memory() -> int:
    """Return the maximum memory of a job on this machine, in bytes."""
    try:
        return int(SHARE * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, OSError, ValueError):  # not available on every system
        return MOST_MEMORY


def read_size(text: str) -> int | None:
    """Return the bytes that a text such as "2 GB" stands for; None if it is not a size."""
    match = re.fullmatch(SIZE, text)
    return None if match is None else round(float(match[1]) * _BYTES[match[2]])


def format_size(size: int) -> str:
    """Format a number of bytes, such as "2 GB"."""
    return f"{size / 1e9:.2g} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"
