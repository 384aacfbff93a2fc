"""What MkDocs is told while it builds the site: pages from the top of the repository, our fonts, links that leave docs/.

A hook of `mkdocs.yml`; `make docs` runs it.
"""

from __future__ import annotations

import posixpath
import re
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from fontTools.subset import Options, Subsetter, load_font, save_font
from mkdocs.structure.files import File, Files

from pnp.face.fonts import FONTS
from pnp.web.fonts import family_rule

ROOT: Final = Path(__file__).resolve().parent.parent
TOP: Final = {
    name: f"project/{name.lower()}"
    for name in ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
    if (ROOT / name).is_file()
}
"""Pages at the top of the repository, and where they are on the site."""
HOME: Final = {"README.md": "index.md"}
LETTERS: Final = [*range(0x20, 0x250), *range(0x2000, 0x2070), *range(0x2190, 0x2200), 0x2212, 0x2264, 0x2265]
"""What texts in English and French need of a font."""
_LINK: Final = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: Any) -> Files:
    """The pages of docs/, those from the top of the repository, and our fonts as style sheet and files."""
    for name, place in TOP.items():
        files.append(File.generated(config, place, content=(ROOT / name).read_text("utf-8")))
    rules = []
    for font in FONTS:
        name = f"{Path(font.file).stem}.woff2"
        files.append(File.generated(config, f"assets/fonts/{name}", content=_webfont(font.content)))
        rules.append(family_rule(font, f"fonts/{name}"))
    files.append(File.generated(config, "assets/fonts.css", content="\n".join(rules)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """The page with links as the site has them; what the site does not have is no link there."""
    place = page.file.src_uri
    written = {new: old for old, new in TOP.items()}
    here = posixpath.dirname(written.get(place, f"docs/{place}"))

    def led(found: re.Match[str]) -> str:
        picture, text, target, anchor = found[1], found[2], found[3], found[4] or ""
        if re.match(r"[a-z]+:", target):
            return found[0]
        path = posixpath.normpath(posixpath.join(here, target))
        inside = (TOP | HOME).get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else None)
        if inside is None:
            return str(text) if (ROOT / path).exists() and not picture else found[0]
        if files.get_file_from_path(inside) is None and (ROOT / path).is_dir():
            return str(text)
        return f"{picture}[{text}]({posixpath.relpath(inside, posixpath.dirname(place) or '.')}{anchor})"

    parts = re.split(r"(^```.*?^```)", markdown, flags=re.DOTALL | re.MULTILINE)
    return "".join(part if part.startswith("```") else _LINK.sub(led, part) for part in parts)


def _webfont(content: bytes) -> bytes:
    """A font as WOFF2 with the letters of our languages."""
    options = Options(flavor="woff2", hinting=False, notdef_outline=True, drop_tables=["FFTM"])
    opened = load_font(BytesIO(content), options)
    cutter = Subsetter(options)
    cutter.populate(unicodes=LETTERS)
    cutter.subset(opened)
    out = BytesIO()
    save_font(opened, out, options)
    return out.getvalue()
