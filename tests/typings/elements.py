"""The ids in the pages' HTML, with their elements."""

from __future__ import annotations

import re
from typing import Final

from pnp.web.pages import HERE
from tests.typings.files import HEAD

_ELEMENT: Final = re.compile(r'<([a-z][\w-]*)\b[^<]*?\sid="([\w-]+)"')


def find_elements() -> dict[str, list[str]]:
    """Return the tags of every id; one id may have different tags on different pages."""
    found: dict[str, set[str]] = {}
    for page in sorted((HERE / "pages").glob("*.j2")):
        for tag, name in _ELEMENT.findall(page.read_text("utf-8")):
            found.setdefault(name, set()).add(tag)
    return {name: sorted(tags) for name, tags in sorted(found.items())}


def declare_elements() -> str:
    """Return a declaration of the element that each id selects."""
    lines = []
    for name, tags in find_elements().items():
        elements = " | ".join(f'HTMLElementTagNameMap["{tag}"]' for tag in tags)
        lines.append(f'  "#{name}": {elements};')
    about = "/** The elements of the pages, by selector. */"
    return "\n".join([HEAD, about, "interface ElementsById {", *lines, "}", ""])
