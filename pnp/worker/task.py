"""Tasks: functions that run in a worker process, with typed arguments and a typed result.

    @task
    def count_pages(pdf: Path, *, progress: Progress = silent) -> int: ...

    run_in_worker(count_pages, limits, path, progress=bar)

Arguments and results are encoded by `pnp.worker.codec`. Callbacks such as `progress` are called in the parent. Both
sides import the task's module, so a task imports what only the worker needs inside the function.
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
    """A function that can run in a worker."""

    function: Callable[..., Any]
    nested: bool = False
    """Whether it may start other workers; otherwise nested tasks run in its own process."""
    background: bool = False
    """Whether it runs for a long time at low priority, and gets time to finish when it is stopped."""

    @property
    def name(self) -> str:
        """Name by which a worker finds it: `module:name`."""
        return f"{self.function.__module__}:{self.function.__qualname__}"

    @cached_property
    def _hints(self) -> dict[str, Any]:
        return get_type_hints(self.function)

    @cached_property
    def _signature(self) -> inspect.Signature:
        return inspect.signature(self.function)

    @cached_property
    def _callbacks(self) -> dict[str, Any]:
        """Argument types of each callback parameter."""
        return {
            name: tuple[tuple(get_args(hint)[0])]  # type: ignore[misc]
            for name, hint in self._hints.items()
            if _is_callback(hint)
        }

    def write_arguments(
        self, arguments: Sequence[Any], named: Mapping[str, Any]
    ) -> tuple[Message, dict[str, Callable[..., None]]]:
        """Return the encoded arguments of a call, and the callbacks among them."""
        bound = self._signature.bind(*arguments, **named)
        bound.apply_defaults()
        callbacks = {name: bound.arguments[name] for name in self._callbacks if name in bound.arguments}
        return encode(self._kinds, [bound.arguments[name] for name in self._plain]), callbacks

    def run(self, message: Message, call: Callable[[str, Message], None]) -> Message:
        """Run the function in a worker and return its encoded result; `call` passes callbacks on to the parent."""

        def callback(name: str) -> Callable[..., None]:
            return lambda *values: call(name, encode(self._callbacks[name], values))

        given = dict(zip(self._plain, decode(self._kinds, message), strict=True))
        given |= {name: callback(name) for name in self._callbacks}
        return encode(self._hints["return"], self.function(**given))

    def read_call(self, name: str, message: Message) -> Sequence[Any]:
        """Decode the arguments of a callback."""
        return tuple(decode(self._callbacks[name], message))

    def read_result(self, message: Message) -> Any:
        """Decode the result of a call."""
        return decode(self._hints["return"], message)

    @cached_property
    def _plain(self) -> list[str]:
        """Names of the parameters that are not callbacks."""
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
    """Declare a function as a task for `run_in_worker`. A direct call runs it in the caller's process."""

    def marked(function: Callable[..., Any]) -> Callable[..., Any]:
        setattr(function, _MARK, WorkerTask(function, nested, background))
        return function

    return marked if function is None else marked(function)


def task_of(function: Callable[..., Any]) -> WorkerTask:
    """Return the task of a decorated function. Raise TypeError for any other function."""
    found = getattr(function, _MARK, None)
    if not isinstance(found, WorkerTask):
        raise TypeError(f"{function!r} is not a task")
    return found


def find_task(name: str) -> WorkerTask:
    """Return the task with that name (`module:name`)."""
    module, _, function = name.partition(":")
    return task_of(getattr(import_module(module), function))


Explainer = Callable[[BaseException], Problem | None]
_explainers: Final[list[Explainer]] = []


def explain_failures(explain: Explainer) -> Explainer:
    """Register a function that returns a problem for unexpected exceptions it can explain, and None for others."""
    _explainers.append(explain)
    return explain


def explain_failure(error: Exception) -> Problem | None:
    """Return the problem that explains an unexpected exception, or None."""
    return next((problem for explain in _explainers if (problem := explain(error)) is not None), None)
