"""Limits: the processor time and the memory that drawing what comes from a project may take, all in one place.

They grow with the number of faces. `[limits]` in pnp.toml raises or lowers them; what a machine has is never used up,
whatever a stranger's pnp.toml says.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import Final

SECONDS: Final = 120.0
"""Processor time for a whole job: its files read, its sheets laid and written."""
SECONDS_A_FACE: Final = 1.0
"""As much more for every face."""
STEP_SECONDS: Final = 30.0
"""Processor time for one step: a face filled in, a few faces rendered together, a memo set once."""
STEP_SECONDS_A_FACE: Final = 0.5
MOST_SECONDS: Final = 7200
"""A job never gets more."""
STALLED: Final = 60.0
"""Seconds in which a process that has something to do must do something."""
MEMORY: Final = 2_000_000_000
"""Bytes for a whole job."""
MEMORY_A_FACE: Final = 1_000_000
"""As much more for every face."""
LEAST_MEMORY: Final = 200_000_000
"""With less nothing can be drawn."""
MOST_MEMORY: Final = 64_000_000_000
SHARE: Final = 0.75
"""Of a machine's memory; a job never gets more."""
RESERVED: Final = 2_000_000_000
"""Addresses that libraries reserve and do not use, on top of the memory; the system counts these."""
RESERVED_A_CORE: Final = 200_000_000
SIZE: Final = r"^(\d{1,6}(?:\.\d{1,3})?) ?(MB|GB)$"
"""How memory is written, as a regular expression."""
_BYTES: Final = {"MB": 1_000_000, "GB": 1_000_000_000}
EXAMPLE: Final = '"4 GB"'


@dataclass(frozen=True)
class Limits:
    """What a project says of its limits; None where it leaves them as they are."""

    seconds: float | None = None
    """Seconds of processor time that drawing a game may take; without it, 120 and 1 more for each face."""
    memory: int | None = None
    """Memory that drawing a game may take: "4 GB", "800 MB"; without it, 2 GB and 1 MB more for each face."""
    step: float | None = field(default=None, kw_only=True)
    """Processor time for a step of a task that may go on for as long as it makes progress; pnp.toml does not set it."""

    def job_seconds(self, faces: int) -> float:
        """Processor time for a job with this number of faces."""
        if self.step is not None:
            return MOST_SECONDS
        return self.seconds or min(MOST_SECONDS, SECONDS + SECONDS_A_FACE * faces)

    def step_seconds(self, faces: int) -> float:
        """Processor time for a step that draws this number of faces at once."""
        return self.step or self.seconds or min(MOST_SECONDS, STEP_SECONDS + STEP_SECONDS_A_FACE * faces)

    def job_memory(self, faces: int) -> int:
        """Bytes for a job with this number of faces."""
        return min(self.memory or MEMORY + MEMORY_A_FACE * faces, machine_share())

    def addresses(self, faces: int) -> int:
        """Bytes of addresses for a job with this number of faces."""
        return self.job_memory(faces) + RESERVED + RESERVED_A_CORE * (os.cpu_count() or 1)


KEYS: Final = ("seconds", "memory")
"""What `[limits]` in pnp.toml may set."""
USUAL_LIMITS: Final = Limits()


def machine_share() -> int:
    """The most that a job gets of this machine's memory."""
    try:
        return int(SHARE * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, OSError, ValueError):  # not every system tells
        return MOST_MEMORY


def read_size(text: str) -> int | None:
    """The bytes that a text such as "2 GB" says; None for another text."""
    match = re.fullmatch(SIZE, text)
    return None if match is None else round(float(match[1]) * _BYTES[match[2]])


def show_size(size: int) -> str:
    """Bytes for people."""
    return f"{size / 1e9:.2g} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"
