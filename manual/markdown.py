"""Markdown that a forge and the site read alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

MADE: Final = "<!-- Made from the code by `make docs`: change it there, not here. -->"
_LITERAL: Final = re.compile(r"(?<![\w`])(--[a-z][a-z-]*|[a-z_]+\.(?:toml|csv|py|json)|\[\[?[a-z]+\]\]?)(?![\w`])")


def page(title: str, *parts: str) -> str:
    """A whole page."""
    return "\n\n".join((MADE, f"# {title}", *(part.strip("\n") for part in parts if part.strip()))) + "\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; empty without rows."""
    lines = [" | ".join(map(cell, row)) for row in rows]
    if not lines:
        return ""
    return "\n".join(f"| {line} |" for line in (" | ".join(heads), " | ".join("---" for _ in heads), *lines))


def cell(text: str) -> str:
    """A text that cannot end the cell that it stands in; code with a bar in it becomes HTML, read alike by all."""

    def safe(found: re.Match[str]) -> str:
        return f"<code>{escape(found[1], quote=False).replace('|', '&#124;')}</code>" if "|" in found[1] else found[0]

    return " ".join(re.sub(r"`([^`]*)`", safe, text).replace("|", "&#124;").split())


def code(text: str) -> str:
    """A piece of code within a line."""
    return f"`{text}`" if text else ""


def block(text: str, language: str = "") -> str:
    """Lines of code."""
    return f"```{language}\n{text.rstrip()}\n```"


def link(text: str, page: str, heading: str = "") -> str:
    """A link to a page, or to a heading of it."""
    return f"[{text}]({page}{f'#{slug(heading)}' if heading else ''})"


def prose(text: str) -> str:
    """A docstring as Markdown: its paragraphs, indented blocks as code, flags and file names marked as such."""
    parts = re.split(r"\n\s*\n", text.strip("\n"))
    return "\n\n".join(_paragraph(part) for part in parts)


def _paragraph(part: str) -> str:
    lines = part.splitlines()
    if all(line.startswith("    ") for line in lines):
        return block("\n".join(line[4:] for line in lines))
    return part if part.startswith("|") else marked(" ".join(line.strip() for line in lines))


def marked(text: str) -> str:
    """A sentence in which flags, files and tables of TOML are set as code, outside of what already is."""
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(each if each.startswith("`") else _LITERAL.sub(r"`\1`", _bare(each)) for each in pieces)


def _bare(text: str) -> str:
    """Signs that Markdown would take for its own."""
    return text.replace("<", "&lt;").replace("*", r"\*")


def slug(heading: str) -> str:
    """The anchor of a heading, on the site and on a forge."""
    plain = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())
