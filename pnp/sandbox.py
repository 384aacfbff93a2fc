"""The sandbox for what designers write in templates and expressions: no way into Python, and nothing without end.

What is caught here is told with its file and line. What is not, such as a text that doubles in a loop, ends at the
limits of the process that draws (`pnp.worker`).
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
LONGEST: Final = 1_000_000
"""Things in a list that are put together, or as many times twenty signs of a text."""
SIGNS: Final = 20
"""Signs that count as one thing."""
AGAIN: Final = 1.0
"""Seconds after which a deadline is told once more, should the first time have been in vain."""
STRETCHING: Final = ("center", "ljust", "rjust", "zfill", "expandtabs", "format", "format_map")
"""Methods of texts, and filters, that make a long text from a short one."""


class _Late(CodeGenerator):
    """Jinja2's compiler, which here computes nothing by itself: templates run when they are filled in."""

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible
        return super()._output_child_to_const(node, frame, finalize)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        """Join texts, and look at how long that has become."""
        self.write("environment.held(")
        super().visit_Concat(node, frame)
        self.write(")")

    def visit_EvalContextModifier(self, node: nodes.EvalContextModifier, frame: Frame) -> None:  # noqa: N802
        """Switch escaping on or off, by true or false and nothing else."""
        if not all(isinstance(option.value, nodes.Const) for option in node.options):
            raise SecurityError("autoescape needs true or false")
        super().visit_EvalContextModifier(node, frame)


class Sandbox(SandboxedEnvironment):
    """Jinja2's sandbox, in which nothing can be repeated without end, and the same comes out every time."""

    code_generator_class = _Late
    chance: Random
    """What the filter `random` picks by; whoever fills something in says by its seed which picks are meant."""
    intercepted_binops = frozenset(("*", "**", "%", "+"))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """What an operator gives; SecurityError where that would be huge."""
        if operator == "**" and not (abs(left) < 1e6 and abs(right) < 100):
            raise SecurityError("a power too large for a card")
        if operator == "+" and not isinstance(left, int | float):
            self.held((left, right))
        if operator == "%" and isinstance(left, str):
            raise SecurityError("a text to be filled in with %: use ~ to join texts")
        for text, times in ((left, right), (right, left)) if operator == "*" else ():
            repeated = isinstance(text, str | list | tuple) and isinstance(times, int)
            if repeated and (len(text) if isinstance(text, str) else weight(text)) * times > LONGEST_REPEAT:
                raise SecurityError("a text repeated too often for a card")
        return super().call_binop(context, operator, left, right)

    def held(self, value: Any) -> Any:
        """The value; SecurityError where it is huge."""
        if weight(value) > LONGEST:
            raise SecurityError("more than a card can hold")
        return value

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, optimized=False)
        self.chance = Random("")  # noqa: S311 (nothing is secret about it)
        self.filters["random"] = _picked
        self.globals.pop("lipsum", None)  # other words every time
        for name in STRETCHING:
            self.filters.pop(name, None)
        for name in ("slice", "batch", "indent"):
            self.filters[name] = _modest(self.filters[name])
        for name, most in _LENGTHENING.items():
            self.filters[name] = _short(self.filters[name], most)

    def wrap_str_format(self, value: Any) -> None:
        """Nothing in place of `format`, which Jinja2 would let a text have: it stretches it."""

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether an attribute may be read: none that leads into Python, none that stretches a text."""
        if isinstance(obj, str) and attr in STRETCHING:
            return False
        return super().is_safe_attribute(obj, attr, value)


@pass_environment
def _picked(environment: Sandbox, among: Sequence[Any]) -> Any:
    """One of several things, the same one whenever the same face is drawn."""
    return environment.chance.choice(among) if among else environment.undefined("nothing to pick from")


def _modest(filter_: Callable[..., Any]) -> Callable[..., Any]:
    """A filter that takes no number beyond what anybody needs."""

    @wraps(filter_)  # with what Jinja2 has noted about it
    def modest(*given: Any, **options: Any) -> Any:
        if any(isinstance(number, int) and abs(number) > LONGEST_REPEAT for number in (*given, *options.values())):
            raise SecurityError(f"a number above {LONGEST_REPEAT}")
        return filter_(*given, **options)

    return modest


_HOLDING: Final = (str, list, tuple, dict)


def weight(value: object, most: int = LONGEST) -> int:
    """How many things a value holds, those inside it too; counting ends a little above `most`."""
    if isinstance(value, str):
        return 1 + len(value) // SIGNS
    if not isinstance(value, _HOLDING):
        return 1
    total = len(value)
    for each in value.values() if isinstance(value, dict) else value:
        if total > most:
            break
        if isinstance(each, _HOLDING):
            total += weight(each, most - total)
    return total


def _replaced(s: Any = "", old: Any = "", new: Any = "", *_: Any, **__: Any) -> int:
    return (len(str(s)) + 1) * (1 + len(str(new)) // max(1, len(str(old)))) // SIGNS


def _joined(value: Any = (), d: Any = "", *_: Any, **__: Any) -> int:
    return weight(value) * (1 + len(str(d)) // SIGNS) if isinstance(value, list | tuple) else 0


def _wrapped(
    s: Any = "", width: Any = 79, break_long_words: Any = True, wrapstring: Any = None, *_: Any, **__: Any
) -> int:
    lines = 1 + len(str(s)) // max(1, width if isinstance(width, int) else 1)
    return (len(str(s)) + lines * len(str(wrapstring or ""))) // SIGNS


def _summed(iterable: Any = (), attribute: Any = None, start: Any = 0, *_: Any, **__: Any) -> int:
    return 0 if isinstance(start, int | float) else LONGEST + 1


_LENGTHENING: Final[dict[str, Callable[..., int]]] = {
    "replace": _replaced, "join": _joined, "wordwrap": _wrapped, "sum": _summed,
}  # fmt: skip
"""Filters that put much together, and about how much that comes to."""
_JINJAS: Final = (Environment, EvalContext, Context)
"""What Jinja2 gives some filters first."""


def _short(filter_: Callable[..., Any], most: Callable[..., int]) -> Callable[..., Any]:
    """A filter that makes nothing larger than a card can hold."""

    @wraps(filter_)
    def short(*given: Any, **options: Any) -> Any:
        if most(*(each for each in given if not isinstance(each, _JINJAS)), **options) > LONGEST:
            raise SecurityError("more than a card can hold")
        return filter_(*given, **options)

    return short


class _TimeUp(BaseException):
    """The time is over; no Exception, so that nothing that catches those goes on."""


@contextmanager
def deadline(seconds: float, what: str) -> Iterator[None]:
    """Raises SecurityError when the block has taken that much processor time, where the system can tell."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise _TimeUp

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)
    try:
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)
    except _TimeUp:
        raise SecurityError(f"more than {seconds:g} seconds for {what}") from None
