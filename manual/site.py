"""Building the documentation site: all pages are collected in one folder, then converted by the generator.

Pages in the root of the repository are included; links out of docs/ are adapted, or become plain text if their target
is not on the site; pnp's fonts are added. So the generator needs no plug-ins and can be replaced.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Final

from manual.reference import DOCS, ROOT
from pnp.text.fonts import FONTS
from pnp.web.gallery import family_rule

PAGES: Final = ROOT / "output" / "docs-pages"
"""The docs_dir of mkdocs.yml."""
SITE: Final = ROOT / "output" / "docs"
GALLERY: Final = "gallery"
TOP: Final = {
    name: f"project/{name.lower()}" for name in ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
}
"""Pages in the root of the repository, and their paths on the site."""
HOME: Final = {"README.md": "index.md"}
ALONE: Final = b"---\nhide:\n  - navigation\n---\n\n"
"""Front matter of the home page, which has no sidebars."""
LETTERS: Final = [*range(0x20, 0x250), *range(0x2000, 0x2070), *range(0x2190, 0x2200), 0x2212, 0x2264, 0x2265]
"""Characters that English and French texts need from a font."""
_LINK: Final = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
_FENCED: Final = re.compile(r"(^```.*?^```)", re.DOTALL | re.MULTILINE)


def gather_pages() -> int:
    """Collect the pages of the site, except the gallery, in one folder; return their number."""
    for there in PAGES.iterdir() if PAGES.is_dir() else ():
        if there.name != GALLERY:
            shutil.rmtree(there) if there.is_dir() else there.unlink()
    count = 0
    for path in sorted(DOCS.rglob("*")):
        name = path.relative_to(DOCS).as_posix()
        if path.is_dir() or path.suffix == ".py" or name.startswith((".", f"{GALLERY}/")) or "__pycache__" in name:
            continue
        count += path.suffix == ".md"
        content = _rewritten(f"docs/{name}", name).encode() if path.suffix == ".md" else path.read_bytes()
        _put(name, ALONE + content if name == "index.md" else content)
    for name, place in TOP.items():
        if (ROOT / name).is_file():
            count += 1
            _put(place, _rewritten(name, place).encode())
    rules = []
    for font in FONTS:
        name = f"{Path(font.file).stem}.woff2"
        _put(f"assets/fonts/{name}", _webfont(font.content))
        rules.append(family_rule(font, f"fonts/{name}"))
    _put("assets/fonts.css", "\n".join(rules).encode())
    return count


def _put(name: str, content: bytes) -> None:
    path = PAGES / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _rewritten(file: str, place: str) -> str:
    """Return a page with its links adapted to the site."""
    parts = _FENCED.split((ROOT / file).read_text("utf-8"))
    return "".join(part if part.startswith("```") else lead(part, file, place) for part in parts)


def lead(text: str, file: str, place: str) -> str:
    """Return a text with its links adapted to the site; links to files that are not on the site become plain text."""

    def led(found: re.Match[str]) -> str:
        picture, said, target, anchor = found[1], found[2], found[3], found[4] or ""
        if re.match(r"[a-z]+:", target):
            return found[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(file), target))
        inside = (TOP | HOME).get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else "")
        outside = not inside or (ROOT / path).is_dir() or path.endswith(".py")
        if outside:
            return found[0] if picture or not (ROOT / path).exists() else said
        return f"{picture}[{said}]({posixpath.relpath(inside, posixpath.dirname(place) or '.')}{anchor})"

    return _LINK.sub(led, text)


def _webfont(content: bytes) -> bytes:
    """Return a font as WOFF2, reduced to the characters of pnp's languages."""
    from fontTools.subset import Options, Subsetter, load_font, save_font  # slow to load

    options = Options(flavor="woff2", hinting=False, notdef_outline=True, drop_tables=["FFTM"])
    opened = load_font(BytesIO(content), options)
    cutter = Subsetter(options)
    cutter.populate(unicodes=LETTERS)
    cutter.subset(opened)
    out = BytesIO()
    save_font(opened, out, options)
    return out.getvalue()


def build_site() -> int:
    """Build the site from the collected pages; return its size in bytes. Raise CalledProcessError for broken pages."""
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", str(ROOT / "mkdocs.yml")]
    subprocess.run(command, check=True, env=quiet, cwd=ROOT)  # noqa: S603 (our own words)
    return sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
