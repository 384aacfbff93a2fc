"""The sandbox that templates run in: they see their own folders, cannot reach into Python, and are stopped in time."""

from __future__ import annotations

import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final

from jinja2 import BaseLoader, TemplateError, TemplateNotFound, TemplateSyntaxError
from jinja2.exceptions import SecurityError
from jinja2.sandbox import SandboxedEnvironment

from pnp.errors import Problem, quoted
from pnp.face.guard import LARGEST
from pnp.face.piece import NamedUndefined
from pnp.face.sources import OutsideError, SourceKind, Sources
from pnp.resources import Project

LONGEST_REPEAT: Final = 100_000
SECONDS: Final = 20
"""A face that takes longer is not drawn."""
_STRETCHING: Final = ("center", "ljust", "rjust", "zfill", "expandtabs", "format", "format_map")
"""Methods of texts, and filters, that make a long text from a short one."""


class _Loader(BaseLoader):
    """Templates of the game, then the shared ones; never outside the project."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources

    def get_source(self, environment: Any, template: str) -> tuple[str, str, Callable[[], bool]]:
        try:
            file = self.sources.read(SourceKind.TEMPLATE, template)
        except OutsideError:
            raise SecurityError(f"the template {quoted(template)} lies outside the project's folder") from None
        if file is None:
            raise TemplateNotFound(template)

        def used_again() -> bool:  # Jinja2 asks this each time it takes a template that it has kept
            self.sources.note(SourceKind.TEMPLATE, template)
            return True

        return file.text(), str(file.path), used_again


class _Sandbox(SandboxedEnvironment):
    """Jinja2's sandbox, in which nothing can be repeated without end."""

    intercepted_binops = frozenset(("*", "**", "%"))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "**" and not (abs(left) < 1e6 and abs(right) < 100):
            raise SecurityError("a power too large for a card")
        if operator == "%" and isinstance(left, str):
            raise SecurityError("a text to be filled in with %: use ~ to join texts")
        for text, times in ((left, right), (right, left)):
            if isinstance(text, str | list | tuple) and isinstance(times, int) and len(text) * times > LONGEST_REPEAT:
                raise SecurityError("a text repeated too often for a card")
        return super().call_binop(context, operator, left, right)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        if isinstance(obj, str) and attr in _STRETCHING:
            return False
        return super().is_safe_attribute(obj, attr, value)


def sandbox(sources: Sources) -> SandboxedEnvironment:
    """The environment that a game's templates run in."""
    environment = _Sandbox(
        loader=_Loader(sources),
        autoescape=True,
        undefined=NamedUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    for name in _STRETCHING:
        environment.filters.pop(name, None)
    return environment


def run(environment: SandboxedEnvironment, template: str, values: dict[str, Any]) -> str:
    """The template filled in; SecurityError when it takes too long or writes too much."""
    parts: list[str] = []
    size = 0
    with _deadline():
        for part in environment.get_template(template).generate(**values):
            parts.append(part)
            size += len(part)
            if size > LARGEST:
                raise SecurityError("more than a face can hold")
    return "".join(parts)


@contextmanager
def _deadline() -> Iterator[None]:
    """Raises SecurityError in the block when its time is over, where the system can tell."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise SecurityError(f"more than {SECONDS} seconds for one face")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def explain(error: Exception, where: str, project: Project) -> Problem:
    """What went wrong in a template, with its file and line."""
    place = ""
    if isinstance(error, TemplateSyntaxError):
        place = f"{project.name(Path(error.filename or error.name or 'template'))}:{error.lineno}: "
    else:
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename.endswith(".j2"):
                place = f"{project.name(Path(frame.filename))}:{frame.lineno}: "
    if isinstance(error, TemplateNotFound):
        return Problem(f"{place}{where}", "a template that exists", quoted(error))
    kind = "" if isinstance(error, TemplateError | TypeError) else f"{type(error).__name__}: "
    said = str(error).replace("_Words.", "")
    return Problem(f"{place}{where}", "a template that can be filled in", f"{kind}{said}")
