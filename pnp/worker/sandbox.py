"""The Jinja2 sandbox for templates and expressions: no access to Python, and limits on time and size.

Violations found here are reported with file and line. Anything else, such as a text that doubles in a loop, is stopped
by the limits of the worker process (`pnp.worker`).
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from random import Random
from types import FrameType
from typing import Any, Final

from jinja2 import Environment, nodes, pass_environment
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import SecurityError
from jinja2.nodes import EvalContext
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment

LONGEST_REPEAT: Final = 100_000
"""Maximum length of a repeated text or list."""
LONGEST: Final = 1_000_000
"""Maximum weight of a value, as counted by `weight`."""
CHARS_PER_ITEM: Final = 20
"""Number of characters that count as one item."""
REPEAT_SECONDS: Final = 1.0
"""Interval at which an expired deadline is signalled again, in case the first signal was lost, in seconds."""
STRETCHING: Final = ("center", "ljust", "rjust", "zfill", "expandtabs", "format", "format_map")
"""String methods and filters that make a long text from a short one."""


class _RuntimeCompiler(CodeGenerator):
    """Jinja2's compiler without constant folding, so that all code runs within the limits of rendering."""

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible
        return super()._output_child_to_const(node, frame, finalize)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        """Compile a concatenation with a check of the length of its result."""
        self.write("environment.held(")
        super().visit_Concat(node, frame)
        self.write(")")

    def visit_EvalContextModifier(self, node: nodes.EvalContextModifier, frame: Frame) -> None:  # noqa: N802
        """Compile `autoescape`, which must be a constant."""
        if not all(isinstance(option.value, nodes.Const) for option in node.options):
            raise SecurityError("autoescape must be true or false")
        super().visit_EvalContextModifier(node, frame)


class Sandbox(SandboxedEnvironment):
    """Jinja2's sandbox with size limits and reproducible output."""

    code_generator_class = _RuntimeCompiler
    chance: Random
    """Random numbers for the filter `random`; callers seed them before rendering."""
    intercepted_binops = frozenset(("*", "**", "%", "+"))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Evaluate an operator. Raise SecurityError if the result would be huge."""
        if operator == "**" and not (abs(left) < 1e6 and abs(right) < 100):
            raise SecurityError("the power is too large")
        if operator == "+" and not isinstance(left, int | float):
            self.held((left, right))
        if operator == "%" and isinstance(left, str):
            raise SecurityError("texts cannot be formatted with %; join them with ~")
        for text, times in ((left, right), (right, left)) if operator == "*" else ():
            repeated = isinstance(text, str | list | tuple) and isinstance(times, int)
            if repeated and (len(text) if isinstance(text, str) else count_items(text)) * times > LONGEST_REPEAT:
                raise SecurityError("a text or list is repeated too often")
        return super().call_binop(context, operator, left, right)

    def held(self, value: Any) -> Any:
        """Return the value. Raise SecurityError if it is huge."""
        if count_items(value) > LONGEST:
            raise SecurityError("the result is too large for a card")
        return value

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, optimized=False)
        self.chance = Random("")  # noqa: S311 (not used for security)
        self.filters["random"] = _random_item
        self.globals.pop("lipsum", None)  # its output is random
        for name in STRETCHING:
            self.filters.pop(name, None)
        for name in ("slice", "batch", "indent"):
            self.filters[name] = _limit_numbers(self.filters[name])
        for name, most in _LENGTHENING.items():
            self.filters[name] = _limit_result(self.filters[name], most)

    def wrap_str_format(self, value: Any) -> None:
        """Disable `str.format`, which Jinja2's sandbox allows, because it can make a text very long."""

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether an attribute may be read: no access to Python, and no method that makes a text very long."""
        if isinstance(obj, str) and attr in STRETCHING:
            return False
        return super().is_safe_attribute(obj, attr, value)


@pass_environment
def _random_item(environment: Sandbox, among: Sequence[Any]) -> Any:
    """Return a random item; the same one every time the same face is drawn."""
    return environment.chance.choice(among) if among else environment.undefined("nothing to choose from")


def _limit_numbers(filter_: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a filter so that it refuses very large numbers."""

    @wraps(filter_)  # keeps the attributes that Jinja2 sets on filters
    def modest(*given: Any, **options: Any) -> Any:
        if any(isinstance(number, int) and abs(number) > LONGEST_REPEAT for number in (*given, *options.values())):
            raise SecurityError(f"numbers must be at most {LONGEST_REPEAT}")
        return filter_(*given, **options)

    return modest


_HOLDING: Final = (str, list, tuple, dict)


def count_items(value: object, most: int = LONGEST) -> int:
    """Return the approximate number of items in a value, including nested ones; counting stops above `most`."""
    if isinstance(value, str):
        return 1 + len(value) // CHARS_PER_ITEM
    if not isinstance(value, _HOLDING):
        return 1
    total = len(value)
    for each in value.values() if isinstance(value, dict) else value:
        if total > most:
            break
        if isinstance(each, _HOLDING):
            total += count_items(each, most - total)
    return total


def _replaced(s: Any = "", old: Any = "", new: Any = "", *_: Any, **__: Any) -> int:
    return (len(str(s)) + 1) * (1 + len(str(new)) // max(1, len(str(old)))) // CHARS_PER_ITEM


def _joined(value: Any = (), d: Any = "", *_: Any, **__: Any) -> int:
    return count_items(value) * (1 + len(str(d)) // CHARS_PER_ITEM) if isinstance(value, list | tuple) else 0


def _wrapped(
    s: Any = "", width: Any = 79, break_long_words: Any = True, wrapstring: Any = None, *_: Any, **__: Any
) -> int:
    lines = 1 + len(str(s)) // max(1, width if isinstance(width, int) else 1)
    return (len(str(s)) + lines * len(str(wrapstring or ""))) // CHARS_PER_ITEM


def _summed(iterable: Any = (), attribute: Any = None, start: Any = 0, *_: Any, **__: Any) -> int:
    return 0 if isinstance(start, int | float) else LONGEST + 1


_LENGTHENING: Final[dict[str, Callable[..., int]]] = {
    "replace": _replaced, "join": _joined, "wordwrap": _wrapped, "sum": _summed,
}  # fmt: skip
"""Filters with potentially large results, each with a function that estimates the weight of its result."""
_JINJAS: Final = (Environment, EvalContext, Context)
"""Types that Jinja2 passes to some filters as the first argument."""


def _limit_result(filter_: Callable[..., Any], most: Callable[..., int]) -> Callable[..., Any]:
    """Wrap a filter so that it refuses to produce a huge result."""

    @wraps(filter_)
    def short(*given: Any, **options: Any) -> Any:
        if most(*(each for each in given if not isinstance(each, _JINJAS)), **options) > LONGEST:
            raise SecurityError("the result is too large for a card")
        return filter_(*given, **options)

    return short


class _TimeUp(BaseException):
    """The deadline has passed; a BaseException, so that `except Exception` does not catch it."""


@contextmanager
def time_limit(seconds: float, what: str) -> Iterator[None]:
    """Raise SecurityError when the block has used that much CPU time; no effect where timers are not available."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise _TimeUp

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, REPEAT_SECONDS)
    try:
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)
    except _TimeUp:
        raise SecurityError(f"{what} took more than {seconds:g} seconds") from None
