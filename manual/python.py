"""Reference page for the Python library: every public function with signature, docstring and result."""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import MISSING
from typing import Any, Final

import pnp
from manual.markdown import block, code, link, marked, page, prose, slug, table
from pnp.options import NamedOption, options_of
from pnp.reference.schema import attribute_docs

GROUPS: Final = {
    "Games and tables": (
        "locate_games",
        "load_game",
        "tables_of",
        "open_table",
        "save_table",
        "changed_pieces",
        "place_problem",
        "pull_tables",
    ),
    "Printing": (
        "start_project",
        "build",
        "render_faces",
        "print_memo",
        "print_rulebook",
        "print_box",
        "print_calibration",
        "export_game",
        "list_targets",
        "write_gallery",
        "write_schemas",
    ),
    "Checking": ("check_game", "audit_file", "count_decks"),
    "Playing": (
        "find_game",
        "open_record",
        "write_replay",
        "simulate",
        "resume_simulation",
        "sweep",
        "compare_runs",
        "report_games",
        "play_tournament",
    ),
}
"""Functions by purpose; those without a group are listed at the end."""
WIDEST: Final = 100
ANNOTATED: Final = "Annotated["
EXAMPLE: Final = """\
import pnp

printed = pnp.build("winston", paper="letter", lang="en", out="output")
print(printed.pdf, printed.pieces, printed.sheets)

report = pnp.audit_file(printed.pdf)
assert report.sound

run = pnp.simulate("winston", players=3, games=200, out="run", jobs=1)
print(run.summary.turns.mean, run.summary.digest)"""


def python_page() -> str:
    """Return the page with all public functions."""
    public = [name for name in pnp.__all__ if not name.startswith("_")]
    placed = {name for names in GROUPS.values() for name in names}
    more = tuple(name for name in public if name not in placed)
    groups = GROUPS | ({"More": more} if more else {})
    parts: list[str] = []
    types: dict[str, type[Any]] = {}
    for title, names in groups.items():
        rows = ((f"[{code(name)}](#{slug(name)})", marked(_first(getattr(pnp, name)))) for name in names)
        parts += [f"## {title}", table(("function", "description"), rows)]
        for name in names:
            parts += _function(name, getattr(pnp, name), types)
    return page(
        "Python",
        "Every command is also available as a function, which is typed and does not print. Everything documented here "
        "is public and stable; changes are listed in the changelog. Anything else in the package may change.",
        block(EXAMPLE, "python"),
        f"- A game (type `Name`) is an id, or a result of {link('`locate_games`', '', 'locate_games')}. It is looked "
        "up in the project that contains the folder `start` (type `Start`, default: the current folder), then among "
        "the games that come with pnp. A `PathName` is a path object or a string.\n"
        f"- Options that are not given come from the project's {link('pnp.toml', 'pnp-toml.md')}, as on the command "
        "line, or have their default.\n"
        "- Invalid input raises `pnp.errors.PnpError`, which carries every `Problem` found, with its location, a "
        "message and a hint.\n"
        "- `progress` is called with the number of items done and the total.",
        *parts,
        "## Result types",
        "Plain objects with these attributes:",
        *(part for name, made in sorted(types.items()) for part in _type(name, made)),
    )


def _first(function: Callable[..., Any]) -> str:
    """Return the first paragraph of a docstring."""
    return " ".join((inspect.getdoc(function) or "").partition("\n\n")[0].split())


def _function(name: str, function: Callable[..., Any], types: dict[str, type[Any]]) -> Iterator[str]:
    yield f"### {name}"
    yield block(_signature(name, function), "python")
    yield prose(inspect.getdoc(function) or "")
    if (options := getattr(function, "options", None)) is not None:
        yield table(("parameter", "description", "default"), map(_option, options_of(options).values()))
    returned = str(inspect.signature(function).return_annotation)
    named = []
    for word in re.findall(r"[A-Z]\w+", returned):
        made = vars(sys.modules[function.__module__]).get(word)
        if inspect.isclass(made) and made.__module__.startswith("pnp") and _attributes(made):
            types[made.__name__] = made
            named.append(link(code(made.__name__), "", made.__name__))
    if named:
        yield f"Returns {code(returned) + ': ' if returned not in types else ''}{', '.join(named)}."


def _option(option: NamedOption) -> tuple[str, str, str]:
    """Return an option's name, help and default, as shown on the command line."""
    if isinstance(option.about.shown, str):
        return code(option.name), marked(option.about.help), marked(option.about.shown)
    usual = option.default
    said = usual is None or usual is MISSING or callable(usual) or usual in ("", (), False)
    return code(option.name), marked(option.about.help), "" if said else code(_plain_default(usual))


def _plain_default(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _signature(name: str, function: Callable[..., Any]) -> str:
    """Return a signature with types and defaults, with one parameter per line if it is long."""
    signature = inspect.signature(function)
    shown: list[str] = []
    star = False
    for each in signature.parameters.values():
        if each.kind is each.KEYWORD_ONLY and not star and not any(part.startswith("*") for part in shown):
            shown.append("*")
            star = True
        shown.append(f"{'*' if each.kind is each.VAR_POSITIONAL else ''}{each.name}: {each.annotation}{_default(each)}")
    line = f"pnp.{name}({', '.join(shown)}) -> {signature.return_annotation}"
    if len(line) <= WIDEST:
        return line
    return "\n".join((f"pnp.{name}(", *(f"    {part}," for part in shown), f") -> {signature.return_annotation}"))


def _default(parameter: inspect.Parameter) -> str:
    value = parameter.default
    if value is parameter.empty:
        return ""
    if callable(value):
        return f" = {value.__name__}"
    return f" = {str(value)!r}" if isinstance(value, str) else f" = {value!r}"


def _attributes(made: type[Any]) -> dict[str, str]:
    """Return the attributes of a class with their types as text."""
    if dataclasses.is_dataclass(made):
        return {each.name: _plain(str(each.type)) for each in dataclasses.fields(made) if not each.name.startswith("_")}
    names = getattr(made, "_fields", None) or getattr(made, "model_fields", None) or ()
    types = {name: made.__annotations__.get(name, "") for name in names}
    return {name: _plain(str(getattr(written, "__forward_arg__", written))) for name, written in types.items()}


def _plain(written: str) -> str:
    """Return a type without its annotations: `Annotated[int, …]` becomes `int`."""
    while (start := written.find(ANNOTATED)) >= 0:
        depth, comma = 0, 0
        for place in range(start + len(ANNOTATED), len(written)):
            depth += (written[place] in "[(") - (written[place] in "])")
            comma = comma or (place if depth == 0 and written[place] == "," else 0)
            if depth < 0:
                break
        written = written[:start] + written[start + len(ANNOTATED) : comma] + written[place + 1 :]
    return written


def _type(name: str, made: type[Any]) -> Iterator[str]:
    yield f"### {name}"
    yield prose((inspect.getdoc(made) or "").strip())
    docs = attribute_docs(sys.modules[made.__module__]).get(made.__name__, {})
    rows = ((code(each), code(kind), marked(docs.get(each, ""))) for each, kind in _attributes(made).items())
    yield table(("attribute", "type", "description"), rows)
    properties = [
        (code(each), code(_returns(value)), marked(_first(value.fget)))
        for each, value in vars(made).items()
        if isinstance(value, property) and value.fget is not None and not each.startswith("_")
    ]
    methods = [
        (code(f"{each}()"), code(_returns(value)), marked(_first(value)))
        for each, value in vars(made).items()
        if inspect.isfunction(value) and not each.startswith("_") and value.__doc__
    ]
    yield table(("also", "type", "what it is"), [*properties, *methods])


def _returns(value: Any) -> str:
    function: Any = value.fget if isinstance(value, property) else value
    return str(inspect.signature(function).return_annotation)
