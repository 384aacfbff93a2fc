"""The scripts of the workbench: short lines, no circular imports, and types that agree with the server's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pnp.web.pages import HERE
from tests.typings.answers import declare_answers
from tests.typings.elements import declare_elements, find_elements
from tests.typings.files import ANSWERS, ELEMENTS

SCRIPTS = {path.name: path.read_text("utf-8") for path in sorted((HERE / "static").glob("*.js"))}
LONGEST = 120
IMPORT = re.compile(r'^(?:import|\} from|export .* from)\b[^;"]*"\./([\w.]+)";', re.MULTILINE)


def imports(name: str) -> set[str]:
    """The modules that a module imports; types in comments do not count."""
    return set(IMPORT.findall(SCRIPTS[name]))


def cycles(name: str, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The ways by which a module imports itself."""
    if name in path:
        yield (*path[path.index(name) :], name)
        return
    for other in sorted(imports(name)):
        yield from cycles(other, (*path, name))


def test_no_line_is_too_long() -> None:
    long = [
        f"{name}:{number}"
        for name, text in SCRIPTS.items()
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert not long


def test_imports_name_scripts_and_do_not_go_in_circles() -> None:
    assert "page.js" in imports("gallery.js")
    assert "gallery.js" in imports("compare.js")
    assert {other for name in SCRIPTS for other in imports(name)} <= set(SCRIPTS)
    assert [cycle for name in SCRIPTS for cycle in cycles(name)] == []


def test_every_import_is_found() -> None:
    for name, text in SCRIPTS.items():
        assert len(imports(name)) == len(re.findall(r"^import\b", text, re.MULTILINE)), name


def test_the_types_are_up_to_date() -> None:
    fix = "run `python -m tests.typings`"
    assert ANSWERS.read_text("utf-8") == declare_answers(), fix
    assert ELEMENTS.read_text("utf-8") == declare_elements(), fix


def test_an_id_with_a_value_has_the_same_element_on_every_page() -> None:
    fields = {"button", "dialog", "input", "select", "progress"}
    assert not {name for name, tags in find_elements().items() if len(tags) > 1 and fields & set(tags)}


def test_the_ids_are_those_of_the_pages() -> None:
    pages = "".join(path.read_text("utf-8") for path in Path(HERE / "pages").glob("*.j2"))
    assert set(find_elements()) == set(re.findall(r'\sid="([\w-]+)"', pages))
