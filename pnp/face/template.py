"""Fill in templates: the values they get, and the sandbox they run in."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import CodeType, MappingProxyType
from typing import Any, Final

from jinja2 import (
    BaseLoader,
    BytecodeCache,
    Template,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
    UndefinedError,
)
from jinja2.bccache import Bucket
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context

from pnp.errors import Location, PnpError, Problem, did_you_mean, quote_value
from pnp.face.elements import MARKER, ElementMarks, with_source_line
from pnp.face.layout import LAYOUT_SUFFIX, LayoutFile, compile_layout, read_layout
from pnp.face.sources import OutsideError, SourceFile, SourceKind, Sources
from pnp.face.svg_check import LONGEST_SVG
from pnp.project.folders import Project
from pnp.project.lines import template_location
from pnp.spec.views import HelpfulUndefined
from pnp.spec.views import PieceRow as PieceRow
from pnp.spec.views import TemplateView as TemplateView
from pnp.worker.sandbox import Sandbox, time_limit


def freeze(value: object) -> object:
    """Return an immutable copy of a value, including its lists and tables, for templates."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: freeze(each) for key, each in value.items()})
    if isinstance(value, set):
        return frozenset(value)
    if isinstance(value, list) or type(value) is tuple:
        return tuple(freeze(each) for each in value)
    return value


TEMPLATE_SUFFIXES: Final = (".j2", LAYOUT_SUFFIX)
SECONDS: Final = 20
"""Time limit for a face, in seconds."""
_UNKNOWN: Final = re.compile(r"'(\w+)' is undefined")


class _Loader(BaseLoader):
    """Loader of the game's templates and layouts, then the shared ones; never from outside the project."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources

    def get_source(self, environment: Any, template: str) -> tuple[str, str, Callable[[], bool]]:
        try:
            file = self.sources.read(SourceKind.TEMPLATE, template)
        except OutsideError:
            raise SecurityError(f"the template {quote_value(template)} is outside the project's folder") from None
        if file is None:
            raise TemplateNotFound(template)
        source = self._compiled(template) if template.endswith(LAYOUT_SUFFIX) else file.text()

        def used_again() -> bool:  # Jinja2 calls this whenever it reuses a loaded template
            self.sources.record(SourceKind.TEMPLATE, template)
            return True

        return source, str(file.path), used_again

    def _compiled(self, name: str) -> str:
        """Return the template of a layout."""

        def read(name: str) -> LayoutFile | None:
            try:
                file = self.sources.read(SourceKind.TEMPLATE, name)
            except OutsideError:
                raise SecurityError(f"the layout {quote_value(name)} is outside the project's folder") from None
            return None if file is None else layout_file(file, self.sources.project)

        return compile_layout(read_layout(name, read))


def layout_file(file: SourceFile, project: Project) -> LayoutFile:
    """Return a layout or template with its text, without byte order mark, and its location."""
    return LayoutFile(file.text().removeprefix("\ufeff"), project.location(file.path))


class _Template(Template):
    """Template that runs again on each import, so that faces cannot see each other's variables."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        keys = ctx.globals_keys - self.globals.keys() if ctx is not None else ()
        return self.make_module({key: ctx.parent[key] for key in keys} if ctx is not None else None)


class _FaceSandbox(Sandbox):
    template_class = _Template


MOST_COMPILED: Final = 1000
"""Maximum number of compiled templates kept in memory."""


class _CompiledTemplates(BytecodeCache):
    """In-memory cache of compiled templates, by name, file and text."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType] = {}

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        return f"{name}|{filename}"  # not hashed: a folder's name need not be UTF-8

    def get_source_checksum(self, source: str) -> str:
        return source

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is None:
            return
        if len(self._codes) >= MOST_COMPILED:
            self._codes.clear()
        self._codes[bucket.key, bucket.checksum] = bucket.code


_PLAIN: Final = _CompiledTemplates()
_MARKED: Final = _CompiledTemplates()


def template_environment(sources: Sources, marker: Callable[[str], str] | None = None) -> Sandbox:
    """Return the environment for a game's templates; `marker` returns the mark of an element from its tag."""
    environment = _FaceSandbox(
        loader=_Loader(sources),
        autoescape=True,
        undefined=HelpfulUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[ElementMarks] if marker else [],
        bytecode_cache=_MARKED if marker else _PLAIN,
    )
    if marker is not None:
        environment.globals[MARKER] = marker
    return environment


def fill_template(environment: Sandbox, template: str, values: dict[str, Any], where: Location) -> str:
    """Fill in the template of a face. Raise SecurityError if it takes too long or writes too much."""
    environment.chance.seed(str(where))  # changing the seed would change printed faces
    parts: list[str] = []
    size = 0
    with time_limit(SECONDS, "one face"):
        for part in environment.get_template(template).generate(**values):
            parts.append(part)
            size += len(part)
            if size > LONGEST_SVG:
                raise SecurityError(f"it writes more than {LONGEST_SVG // 1_000_000} MB of SVG")
    return "".join(parts)


def template_problem(error: Exception, where: Location, project: Project, names: Iterable[str] = ()) -> Problem:
    """Return the problem of a template that failed, with file and line; `names` are the known variables."""
    own, last = _lines(error, project)
    line = own or last
    if isinstance(error, TemplateSyntaxError):
        line = template_location(error.filename or error.name or "template", error.lineno, project)
    place = with_source_line(where, line)
    if isinstance(error, TemplateNotFound):
        return Problem(place, f"there is no template {quote_value(error)}", code="E0401")
    if isinstance(error, MemoryError):
        return Problem(place, "the template needs too much memory", code="E1402")
    if isinstance(error, RecursionError):
        return Problem(place, "the template includes or calls itself, or is nested too deeply", code="E0402")
    kind = "" if isinstance(error, TemplateError | TypeError) else f"{type(error).__name__}: "
    message = str(error).replace("TemplateWords.", "")
    unknown = _UNKNOWN.fullmatch(message) if isinstance(error, UndefinedError) else None
    hint = did_you_mean(sorted(names), unknown[1]) if unknown else ""
    return Problem(place, "the template cannot be filled in", hint, found=f"{kind}{message}", code="E0402")


def with_template_line(error: PnpError, where: Location, project: Project) -> PnpError:
    """Return the error of a template function with the line of the call in the project's templates."""
    line, _ = _lines(error, project)
    return type(error)(
        *(
            replace(problem, where=with_source_line(problem.where, line)) if _is_on(problem.where, where) else problem
            for problem in error.problems
        )
    )


def calling_line(project: Project) -> Location | None:
    """Return the innermost line of the project's templates that is running, or else of pnp's templates."""
    shipped = None
    for frame, number in traceback.walk_stack(None):
        template = frame.f_globals.get("__jinja_template__")
        if template is not None:
            line = template_location(template.filename or "", template.get_corresponding_lineno(number), project)
            if not line.bundled:
                return line
            shipped = shipped or line
    return shipped


def _is_on(location: Location, face: Location) -> bool:
    """Return whether a location is a face or a part of it."""
    return location.at(detail=face.detail) == face


def _lines(error: Exception, project: Project) -> tuple[Location | None, Location | None]:
    """Return the innermost line of the traceback in the project's templates, and that in any template."""
    own = last = None
    for frame, line in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename.endswith(TEMPLATE_SUFFIXES):
            last = template_location(frame.f_code.co_filename, line, project)
            own = own if last.bundled else last
    return own, last
