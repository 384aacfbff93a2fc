"""Reference page for export targets and custom profiles."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from enum import StrEnum
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic_core import PydanticUndefined

from manual.markdown import block, code, link, marked, page, table
from pnp.export import profile
from pnp.export.order import ExportOption, OptionKind
from pnp.export.profile import PLACEHOLDERS, WRITERS, ExportLimits, Product, Profile, Target, list_targets
from pnp.geometry.units import trim
from pnp.project.folders import bundled_project
from pnp.reference.schema import attribute_docs
from pnp.spec.kinds import KINDS, PieceKind

EXAMPLE = """\
# exports/corner.toml: pnp export corner
title = "Corner Copy Shop"
writer = "images"            # or pages, for a PDF a deck
dpi = 300
bleed = 3
safe = 4                     # text keeps this distance from the cut

[[products]]                 # without any, pieces are made in their own size
name = "Bridge card"
size = [57, 89]
kinds = ["card"]"""


def exports_page() -> str:
    """Return the page with all targets, and all keys of a profile."""
    targets = [each for each in list_targets(bundled_project()) if isinstance(each, Target)]
    rows = ((f"[{code(each.name)}](#{each.name})", each.profile.title, marked(each.about)) for each in targets)
    return page(
        "Exports and profiles",
        f"{link('`pnp export TARGET`', 'commands/export.md')} exports a game for a print shop, a tabletop simulator "
        "or another program to `output/<game>/export-<target>_<lang>/`. `--dry-run` shows what would be written, and "
        "`--set NAME=VALUE` sets an option.",
        table(("target", "for", "result"), rows),
        *(part for each in targets for part in _target(each)),
        "## Custom profiles",
        "A target is defined by a TOML file. A file in your project's `exports/` folder adds a target with its name. "
        "The available writers are "
        f"{_listed(WRITERS)}.",
        block(EXAMPLE, "toml"),
        _keys(Profile),
        f"Placeholders in `file`: {_listed(f'{{{blank}}}' for blank in PLACEHOLDERS)}.",
        "### Products",
        "`[[products]]`, one for each product of the shop:",
        _keys(Product),
        "### Limits",
        "`[limits]`:",
        _keys(ExportLimits),
    )


def _listed(names: Any) -> str:
    return ", ".join(map(code, names))


def _target(target: Target) -> Iterator[str]:
    yield f"## {target.name}"
    has = target.profile
    yield f"**{has.title}.** {marked(has.about)} {_facts(has)}"
    if target.options:
        yield table(
            ("option", "description", "values", "default"),
            map(_option, target.options, [has.options] * len(target.options)),
        )
    if has.products:
        shown = [
            (each.name, f"{trim(each.size.width)} × {trim(each.size.height)} mm", ", ".join(each.kinds))
            for each in has.products
        ]
        yield "\n".join(
            [
                '<details markdown="1">',
                f"<summary>Products: {len(shown)}</summary>",
                "",
                table(("product", "size", "for"), shown),
                "",
                "</details>",
            ]
        )


def _facts(has: Profile) -> str:
    """Return the properties of a profile's pictures and pages as text."""
    by = f"Written by {code(has.writer)}"
    if has.writer == "data":
        return f"{by}."
    safe = f", text at least {has.safe:g} mm from the cut" if has.safe else ""
    colours = "CMYK" if has.writer == "pdfx" else "RGB"
    return f"{by}: {has.dpi:g} dpi, {colours}, {has.bleed:g} mm bleed{safe}."


def _option(option: ExportOption, set_: dict[str, Any]) -> tuple[str, str, str, str]:
    takes = {
        OptionKind.CHOICE: _listed(option.choices),
        OptionKind.FLAG: "yes or no",
        OptionKind.NUMBER: f"a number from {option.least:g}"
        + (f" to {option.most:g}" if option.most < float("inf") else ""),
        OptionKind.FILE: "a file",
        OptionKind.TEXT: "a text",
    }[option.kind]
    value = set_.get(option.name, option.default)
    default = (
        {True: "yes", False: "no", None: ""}.get(value, str(value)) if isinstance(value, bool | None) else f"{value}"
    )
    return code(option.name), marked(option.about), takes, code(default)


def _keys(model: type[Any]) -> str:
    docs = attribute_docs(profile)[model.__name__]
    rows = []
    for name, field in model.model_fields.items():
        usual = field.get_default(call_default_factory=True)
        default = "" if usual in (PydanticUndefined, None, "", ()) else _value(usual)
        rows.append(
            (
                code(name),
                marked(docs[name]),
                _takes(field.annotation),
                "must be there" if field.is_required() else default,
            )
        )
    return table(("key", "what it says", "takes", "default"), rows)


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return "all" if value == tuple(KINDS) else _listed(f'"{each}"' for each in value)
    if isinstance(value, bool):
        return code(str(value).lower())
    return (
        code(f"{value:g}") if isinstance(value, int | float) else code(f'"{value}"') if isinstance(value, str) else ""
    )


def _takes(annotation: Any) -> str:
    """Return the type of a key as text."""
    if get_origin(annotation) is Annotated:
        return _takes(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return " or ".join(dict.fromkeys(_takes(each) for each in get_args(annotation) if each is not type(None)))
    if get_origin(annotation) is tuple:
        inner = get_args(annotation)
        return f"a list of {_takes(inner[0])}" if inner[-1] is ... else "two numbers"
    if annotation is PieceKind:
        return _listed(f'"{each}"' for each in KINDS)
    if inspect.isclass(annotation) and issubclass(annotation, StrEnum):
        return _listed(f'"{each}"' for each in annotation)
    names = {str: "a text", bool: "true or false", int: "a whole number", float: "a number", Product: "tables"}
    return names.get(
        annotation, "a table" if get_origin(annotation) is dict or annotation is ExportLimits else "a size"
    )
