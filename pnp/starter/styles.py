"""What a game can start from: styles of cards, and examples. Each is a folder of templates, tables and drawings."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from string import Template
from typing import Final, NamedTuple

from pnp.geometry.units import Size
from pnp.project.folders import SPEC_FILE
from pnp.starter.scaling import CardFit
from pnp.terms import CardStyle, ExampleGame, Lang

STARTER_FOLDER: Final = Path(__file__).parent
STYLES_FOLDER: Final = STARTER_FOLDER / "styles"
EXAMPLES_FOLDER: Final = STARTER_FOLDER / "examples"
STANDARD_SIZE: Final = "poker"
SIZES: Final = {CardStyle.TAROT: "tarot"}
"""Default card size of styles that are not meant for poker cards."""
DRAWN_FOR: Final = {CardStyle.TAROT: Size(70, 120)}
"""Card size that the layouts of a style are drawn for, upright, if it is not 63 × 88 mm."""
WORDS: Final = {
    "en": {
        "cards": "Cards", "mouse": "Mouse", "hedgehog": "Hedgehog", "owl": "Owl",
        "kind": "Kind", "cheese": "Cheese", "rule": "Rule",
    },
    "fr": {
        "cards": "Cartes", "mouse": "Souris", "hedgehog": "Hérisson", "owl": "Hibou",
        "kind": "Sorte", "cheese": "Fromages", "rule": "Règle",
    },
}  # fmt: skip
"""Words by language; games in other languages start with English texts."""
NUMBERS: Final = """\
[numbers]                     # numbers in the rules, for the memo: {=hand}
hand = 3
full = 7
trio = 5"""
RULE_FILES: Final = ("memo.", "rulebook.", "figures.")
"""Beginnings of the names of files with rules, which are written for a whole game."""
NUMBERS_FROM_RULES: Final = "# The numbers that the memo quotes come from facts() in rules.py."
_WIDE: Final = "-wide"
"""End of the names of layouts for cards that are wider than high."""
_WORDS_FILE: Final = "words.toml"
"""File with the texts of an example in one language."""


class NewGame(NamedTuple):
    """What is known about a game before its files are written."""

    name: str
    lang: Lang
    size: str
    """Card size as it was given, by name or as in `63x88`."""
    measured: Size
    """Card size in mm."""

    @property
    def title(self) -> str:
        """Title of the game, from its name."""
        return self.name.replace("-", " ").replace("_", " ").capitalize()

    @property
    def spoken(self) -> str:
        """Language of the texts that pnp provides: the game's, or English."""
        return self.lang.base if self.lang.base in WORDS else Lang.EN

    @property
    def components(self) -> str:
        """Folder of its game.toml and tables, in the project."""
        return f"components/{self.name}"

    @property
    def templates(self) -> str:
        """Folder of its layouts, in the project."""
        return f"templates/{self.name}"


def style_files(game: NewGame, style: CardStyle, *, with_rules: bool) -> dict[str, bytes]:
    """Return the files of a game in a style, by their paths in the project."""
    folder = STYLES_FOLDER / style
    values = WORDS[game.spoken] | {
        "name": game.name, "title": game.title, "lang": str(game.lang),
        "size": json.dumps(game.size, ensure_ascii=False), "numbers": NUMBERS_FROM_RULES if with_rules else NUMBERS,
    }  # fmt: skip
    fit = card_fit(style, game.measured)
    if game.measured.width > game.measured.height and any(folder.glob(f"*{_WIDE}.toml")):
        fit = fit.turned
    spec = Template((folder / SPEC_FILE).read_text("utf-8")).substitute(values)
    head, styles, rest = spec.partition("[styles.")
    files = {f"{game.components}/{SPEC_FILE}": (head + fit.layout(styles + rest)).encode()}
    files |= _common_files(folder, game)
    for name, text in style_layouts(style, game.measured).items():
        files[f"{game.templates}/{name}"] = text.encode()
    if with_rules:
        files[f"{game.components}/rules.py"] = (folder / "rules.py.txt").read_bytes()
    return files


def example_files(game: NewGame, example: ExampleGame) -> dict[str, bytes]:
    """Return the files of a complete game, by their paths in the project."""
    folder = EXAMPLES_FOLDER / example
    words = tomllib.loads((folder / game.spoken / _WORDS_FILE).read_text("utf-8"))
    values = words | {"name": game.name, "title": game.title, "lang": str(game.lang)}
    spec = Template((folder / SPEC_FILE).read_text("utf-8")).substitute(values)
    files = {f"{game.components}/{SPEC_FILE}": spec.encode()}
    for path in sorted(folder.glob("*.csv")):
        files[f"{game.components}/{path.name}"] = path.read_bytes()
    return files | _common_files(folder, game)


def _common_files(folder: Path, game: NewGame) -> dict[str, bytes]:
    """Return the files of a style or an example that are copied as they are: tables, rules, drawings, templates."""
    files: dict[str, bytes] = {}
    for path in sorted((folder / game.spoken).iterdir()):
        named = path.name in ("memo.toml", "rulebook.md")
        name = f"{path.stem}.{game.lang}{path.suffix}" if named else path.name
        if name != _WORDS_FILE:
            files[f"{game.components}/{name}"] = path.read_bytes()
    for path in sorted((folder / "art").glob("*")):
        files[f"{game.components}/art/{path.name}"] = path.read_bytes()
    for path in sorted(folder.glob("*.svg.j2")):
        files[f"{game.templates}/{path.name}"] = path.read_bytes()
    return files


def style_layouts(style: CardStyle, size: Size) -> dict[str, str]:
    """Return the layouts of a style for cards of this size, by file name; some differ for cards wider than high."""
    folder, fit = STYLES_FOLDER / style, card_fit(style, size)
    layouts: dict[str, str] = {}
    for path in sorted(folder.glob("*.toml")):
        if path.name == SPEC_FILE or path.stem.endswith(_WIDE):
            continue
        wide = path.with_stem(path.stem + _WIDE)
        if size.width > size.height and wide.exists():
            layouts[path.name] = fit.turned.layout(wide.read_text("utf-8"))
        else:
            layouts[path.name] = fit.layout(path.read_text("utf-8"))
    return layouts


def card_fit(style: CardStyle, size: Size) -> CardFit:
    """Return the conversion of the lengths in a style's upright layouts to a card size."""
    return CardFit(DRAWN_FOR.get(style, Size(63, 88)), size)
