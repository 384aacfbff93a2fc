"""Markdown that works on the site and on code forges."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

MADE: Final = "<!-- Made from the code by `make docs`: change it there, not here. -->"
_LITERAL: Final = re.compile(r"(?<![\w`])(--[a-z][a-z-]*|[a-z_]+\.(?:toml|csv|py|json)|\[\[?[a-z]+\]\]?)(?![\w`])")


def page(title: str, *parts: str) -> str:
    """Return a page."""
    return "\n\n".join((MADE, f"# {title}", *(part.strip("\n") for part in parts if part.strip()))) + "\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; empty without rows."""
    lines = [" | ".join(map(cell, row)) for row in rows]
    if not lines:
        return ""
    return "\n".join(f"| {line} |" for line in (" | ".join(heads), " | ".join("---" for _ in heads), *lines))


def cell(text: str) -> str:
    """Return a text that is safe in a table cell; code that contains a bar becomes HTML."""

    def safe(found: re.Match[str]) -> str:
        return f"<code>{escape(found[1], quote=False).replace('|', '&#124;')}</code>" if "|" in found[1] else found[0]

    return " ".join(re.sub(r"`([^`]*)`", safe, text).replace("|", "&#124;").split())


def code(text: str) -> str:
    """Return inline code."""
    return f"`{text}`" if text else ""


def block(text: str, language: str = "") -> str:
    """Return a code block, with a fence that the text does not contain."""
    fence = "````" if "```" in text else "```"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def link(text: str, page: str, heading: str = "") -> str:
    """Return a link to a page, or to a heading on it."""
    return f"[{text}]({page}{f'#{slug(heading)}' if heading else ''})"


def prose(text: str) -> str:
    """Convert a docstring to Markdown: paragraphs, code blocks, and flags and file names as code."""
    parts = re.split(r"\n\s*\n", text.strip("\n"))
    return "\n\n".join(_paragraph(part) for part in parts)


def _paragraph(part: str) -> str:
    lines = part.splitlines()
    if part.startswith(">>> "):
        return block(part)
    if all(line.startswith("    ") for line in lines):
        return block("\n".join(line[4:] for line in lines))
    return part if part.startswith("|") else marked(" ".join(line.strip() for line in lines))


def marked(text: str) -> str:
    """Return a sentence with flags, file names and TOML tables as code, except inside existing code."""
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(each if each.startswith("`") else _LITERAL.sub(r"`\1`", _bare(each)) for each in pieces)


def _bare(text: str) -> str:
    """Escape characters that have a meaning in Markdown."""
    return text.replace("<", "&lt;").replace("*", r"\*")


def slug(heading: str) -> str:
    """Return the anchor of a heading, on the site and on code forges."""
    plain = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())
