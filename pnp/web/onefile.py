"""Pages in one file: scripts joined, fonts subset, and a policy that allows no request to anything."""

from __future__ import annotations

import logging
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from pnp import __version__
from pnp.errors import Location, PressError, os_problem
from pnp.face.families import NO_FONT, FontSelection, select_font, styles_of
from pnp.store.files import PAGE_MARK, check_own_page, write_atomically
from pnp.terms import Lang
from pnp.text.font_set import FontSet
from pnp.text.fonts import BODY, FONTS, TITLE, Font
from pnp.web.gallery import family_rule, font_family
from pnp.web.pages import ENVIRONMENT, HERE, WORDS

POLICY: Final = (
    "default-src 'none'; script-src 'sha256-{script}'; style-src 'unsafe-inline'; img-src data: blob:; "
    "font-src data:; base-uri 'none'; form-action 'none'"
)
_IMPORT: Final = re.compile(r'^import (?:\{([^}]*)\} from )?"\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?:async )?(?:class|const|function\*?|let) ([\w$]+)", re.MULTILINE)

UsedCharacters = dict[tuple[str, bool, bool], set[str]]
"""Characters used in each font style: by family, bold and italic."""


def make_page(
    template: str, script: str, styles: Iterable[str], lang: Lang, fonts: str, values: Mapping[str, object]
) -> str:
    """Return a page with its script and styles in it, and a policy that allows no other script and no request."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    words = WORDS[lang]
    style = "".join((HERE / "static" / name).read_text("utf-8") for name in styles)
    return ENVIRONMENT.get_template(template).render(
        say=lambda key: words[key], lang=lang, mark=PAGE_MARK.format(version=__version__), script=script, style=style,
        policy=POLICY.format(script=digest), fonts=fonts, **values,
    )  # fmt: skip


def join_modules(entry: str, instead: Mapping[str, str] | None = None) -> str:
    """Return a script and all modules that it imports as one script without imports.

    `instead` names modules that take the place of others.
    """
    instead = instead or {}
    done: dict[str, str] = {}

    def add(name: str) -> None:
        source = (HERE / "static" / f"{name}.js").read_text("utf-8")
        for _, found in _IMPORT.findall(source):
            other = instead.get(found, found)
            if other not in done:
                add(other)
        names = ", ".join(_EXPORT.findall(source))
        body = re.sub("^export ", "", _IMPORT.sub(lambda each: _binding(each, instead), source), flags=re.MULTILINE)
        done[name] = f"const module_{name} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();\n"

    add(entry)
    return "".join(done.values())


def _binding(found: re.Match[str], instead: Mapping[str, str]) -> str:
    names, module = found.groups()
    return f"const {{{names.replace(' as ', ': ')}}} = module_{instead.get(module, module)};\n" if names else ""


def write_page(path: Path, page: bytes) -> None:
    """Write a page. Raise PressError if there is a file that pnp did not write, or it cannot be written."""
    where = Location(str(path))
    check_own_page(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, page)
    except OSError as error:
        raise PressError(os_problem(error, where, "cannot be written")) from error


def used_characters(page: str, faces: Iterable[str] = ()) -> UsedCharacters:
    """Return the characters of the faces and of the page, by font style."""
    ours = {*page, *map(chr, range(32, 127))}
    found: UsedCharacters = {
        (BODY, False, False): {*ours},
        (BODY, True, False): {*ours},
        (TITLE, False, False): {*ours},
    }

    def gather(element: ElementTree.Element, outer: FontSelection) -> None:
        cut = select_font(styles_of(element.attrib), outer)
        for family in cut.families:
            found.setdefault((family, cut.bold, cut.italic), set()).update(*(element.text or "",), *_tails(element))
        for child in element:
            gather(child, cut)

    for svg in faces:
        gather(ElementTree.fromstring(svg), NO_FONT)  # noqa: S314 (already checked: no entities)
    return found


def _tails(element: ElementTree.Element) -> list[str]:
    return [child.tail or "" for child in element]


def font_rules(project_fonts: FontSet, characters: UsedCharacters) -> str:
    """Return @font-face rules with embedded fonts, each subset to the characters used."""
    fonts = {(font_family(font), font.bold, font.italic): font for font in (*FONTS, *project_fonts.project_fonts)}
    rules = []
    for style, used in sorted(characters.items()):
        if style in fonts and used:
            content = b64encode(_subset(fonts[style], used)).decode()
            rules.append(family_rule(fonts[style], f"data:font/woff2;base64,{content}"))
    return "\n".join(rules)


def _subset(font: Font, characters: set[str]) -> bytes:
    """Return a font as WOFF2, subset to these characters with their ligatures, kerning and substitutions."""
    from fontTools.subset import Options, Subsetter, load_font, save_font  # slow to load

    logging.getLogger("fontTools").setLevel(logging.ERROR)  # no warnings about dropped tables, which browsers ignore
    options = Options(flavor="woff2", hinting=False, notdef_outline=True)
    opened = load_font(BytesIO(font.content), options)
    cutter = Subsetter(options)
    cutter.populate(text="".join(sorted(characters)))
    cutter.subset(opened)
    out = BytesIO()
    save_font(opened, out, options)
    return out.getvalue()
