"""Tasks: functions that run in a worker process, with typed arguments and a typed result.

    @task
    def count_pages(pdf: Path, *, progress: Progress = silent) -> int: ...

    run_in_worker(count_pages, limits, path, progress=bar)

Arguments and results pass through `pnp.worker.codec`. A callback, such as `progress`, stays in the parent, where the
worker's calls of it are made. The module of a task is loaded on both sides, so what only the worker needs is imported
inside the function.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, Final, ParamSpec, TypeVar, get_args, get_type_hints, overload

from pnp.errors import Problem
from pnp.worker.codec import Message, decode, encode

P = ParamSpec("P")
R = TypeVar("R")
_MARK: Final = "__pnp_task__"


@dataclass(frozen=True)
class WorkerTask:
    """A function that may run in a worker."""

    function: Callable[..., Any]
    nested: bool = False
    """Whether it may start workers; otherwise what it would send to one is done in its own process."""
    background: bool = False
    """Whether it goes on for long behind other work, and gets time to finish when it is stopped."""

    @property
    def name(self) -> str:
        """The module and name by which a worker finds it: `module:name`."""
        return f"{self.function.__module__}:{self.function.__qualname__}"

    @cached_property
    def _hints(self) -> dict[str, Any]:
        return get_type_hints(self.function)

    @cached_property
    def _signature(self) -> inspect.Signature:
        return inspect.signature(self.function)

    @cached_property
    def _callbacks(self) -> dict[str, Any]:
        """The argument types of each parameter that is a callback."""
        return {
            name: tuple[tuple(get_args(hint)[0])]  # type: ignore[misc]
            for name, hint in self._hints.items()
            if _is_callback(hint)
        }

    def write_arguments(
        self, arguments: Sequence[Any], named: Mapping[str, Any]
    ) -> tuple[Message, dict[str, Callable[..., None]]]:
        """The arguments of a call as a message, and the callbacks among them."""
        bound = self._signature.bind(*arguments, **named)
        bound.apply_defaults()
        callbacks = {name: bound.arguments[name] for name in self._callbacks if name in bound.arguments}
        return encode(self._kinds, [bound.arguments[name] for name in self._plain]), callbacks

    def run(self, message: Message, call: Callable[[str, Message], None]) -> Message:
        """Run the function in a worker; `call` passes a callback's arguments to the parent."""

        def callback(name: str) -> Callable[..., None]:
            return lambda *values: call(name, encode(self._callbacks[name], values))

        given = dict(zip(self._plain, decode(self._kinds, message), strict=True))
        given |= {name: callback(name) for name in self._callbacks}
        return encode(self._hints["return"], self.function(**given))

    def read_call(self, name: str, message: Message) -> Sequence[Any]:
        """The arguments of a callback."""
        return tuple(decode(self._callbacks[name], message))

    def read_result(self, message: Message) -> Any:
        """The result of a call."""
        return decode(self._hints["return"], message)

    @cached_property
    def _plain(self) -> list[str]:
        """The parameters that are sent."""
        return [name for name in self._signature.parameters if name not in self._callbacks]

    @cached_property
    def _kinds(self) -> Any:
        return tuple[tuple(self._hints[name] for name in self._plain)]  # type: ignore[misc]


def _is_callback(hint: Any) -> bool:
    """Whether an annotation is a callable that returns nothing."""
    arguments = get_args(hint)
    return len(arguments) == 2 and isinstance(arguments[0], list) and arguments[1] in (None, type(None))


@overload
def task(function: Callable[P, R]) -> Callable[P, R]: ...
@overload
def task(*, nested: bool = False, background: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]: ...
def task(function: Callable[..., Any] | None = None, *, nested: bool = False, background: bool = False) -> Any:
    """Mark a function as one that workers run; called as usual, it runs in the caller's process."""

    def marked(function: Callable[..., Any]) -> Callable[..., Any]:
        setattr(function, _MARK, WorkerTask(function, nested, background))
        return function

    return marked if function is None else marked(function)


def task_of(function: Callable[..., Any]) -> WorkerTask:
    """The task that a function was marked as; TypeError for any other function."""
    found = getattr(function, _MARK, None)
    if not isinstance(found, WorkerTask):
        raise TypeError(f"{function!r} is not a task")
    return found


def find_task(name: str) -> WorkerTask:
    """The task of that name, in a worker."""
    module, _, function = name.partition(":")
    return task_of(getattr(import_module(module), function))


Explainer = Callable[[BaseException], Problem | None]
_explainers: Final[list[Explainer]] = []


def explains_failures(explain: Explainer) -> Explainer:
    """Have a function look at exceptions that no task has foreseen; it returns a problem for those it can explain."""
    _explainers.append(explain)
    return explain


def explain_failure(error: Exception) -> Problem | None:
    """What a designer's code did wrong; None when it is not to blame."""
    return next((problem for explain in _explainers if (problem := explain(error)) is not None), None)
