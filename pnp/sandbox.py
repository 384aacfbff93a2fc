"""The sandbox for what designers write in templates and expressions: no way into Python, and nothing without end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

from jinja2.exceptions import SecurityError
from jinja2.sandbox import SandboxedEnvironment

LONGEST_REPEAT: Final = 100_000
STRETCHING: Final = ("center", "ljust", "rjust", "zfill", "expandtabs", "format", "format_map")
"""Methods of texts, and filters, that make a long text from a short one."""


class Sandbox(SandboxedEnvironment):
    """Jinja2's sandbox, in which nothing can be repeated without end."""

    intercepted_binops = frozenset(("*", "**", "%"))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """What an operator gives; SecurityError where that would be huge."""
        if operator == "**" and not (abs(left) < 1e6 and abs(right) < 100):
            raise SecurityError("a power too large for a card")
        if operator == "%" and isinstance(left, str):
            raise SecurityError("a text to be filled in with %: use ~ to join texts")
        for text, times in ((left, right), (right, left)):
            if isinstance(text, str | list | tuple) and isinstance(times, int) and len(text) * times > LONGEST_REPEAT:
                raise SecurityError("a text repeated too often for a card")
        return super().call_binop(context, operator, left, right)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        for name in STRETCHING:
            self.filters.pop(name, None)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether an attribute may be read: none that leads into Python, none that stretches a text."""
        if isinstance(obj, str) and attr in STRETCHING:
            return False
        return super().is_safe_attribute(obj, attr, value)


@contextmanager
def deadline(seconds: float, what: str) -> Iterator[None]:
    """Raises SecurityError in the block when its time is over, where the system can tell."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise SecurityError(f"more than {seconds:g} seconds for {what}")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
