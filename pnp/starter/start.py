"""Create a project in a new folder from the starter's files, with a name, a language and a card size."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Final

from pnp.errors import Location, PnpError, Problem, did_you_mean, option_location, os_problem, quote_value
from pnp.geometry.units import Size, read_size
from pnp.project.folders import CONFIG_FILE, SPEC_FILE, bundled_project
from pnp.reference.schema import SCHEMA_FOLDER, schemas
from pnp.spec.table import slugify
from pnp.spec.values import NAME, SIZE_EXAMPLE, STANDARD_SIZES, named_size
from pnp.store.files import folder_mode
from pnp.terms import Lang

STARTER_FOLDER: Final = Path(__file__).parent
DRAWINGS: Final = ("cheese", "mouse", "hedgehog", "owl")
SMALLEST: Final = Size(30, 40)
LARGEST: Final = Size(190, 270)
"""Maximum card size, upright; larger cards do not fit on A4, and on smaller ones than SMALLEST texts are illegible."""
MAX_ASPECT_RATIO: Final = 2.2
"""Maximum ratio of a card's long side to its short side."""
WORDS: Final = {
    "en": {"cards": "Cards", "mouse": "Mouse", "hedgehog": "Hedgehog", "owl": "Owl"},
    "fr": {"cards": "Cartes", "mouse": "Souris", "hedgehog": "Hérisson", "owl": "Hibou"},
}
"""Words by language; projects in other languages start with English texts."""
NUMBERS: Final = """\
[numbers]                     # numbers in the rules, for the memo: {=hand}
hand = 3
full = 7
trio = 5"""
NUMBERS_FROM_RULES: Final = "# The numbers that the memo quotes come from facts() in rules.py."


@dataclass(frozen=True)
class Started:
    """A project that was created."""

    folder: Path
    game: str
    translated: bool
    """Whether its texts are in the requested language; otherwise they are in English."""
    next: tuple[str, str, str]
    """Commands to run next."""


def start_project(
    name: str, folder: Path, *, lang: Lang | str = Lang.EN, size: str = "poker", with_rules: bool = False
) -> Started:
    """Create a project in `folder/<name>/`; raise PnpError with every problem, leaving no files behind."""
    problems = [*_name_problems(name), *_size_problems(size)]
    tag = _language(lang, problems)
    target = folder / name
    where = Location(str(target))
    if not problems and target.exists() and (not target.is_dir() or any(target.iterdir())):
        found = "one with files in it" if target.is_dir() else "a file"
        problems.append(Problem(where, "must be a new or empty folder", found=found, code="E0108"))
    if problems or tag is None:
        raise PnpError(*problems)
    try:
        _write_whole(target, _contents(name, tag, size, with_rules=with_rules))
    except OSError as error:
        raise PnpError(os_problem(error, where, "cannot be written")) from error
    last = f"pnp simulate {name} --allow-code" if with_rules else "pnp memo"
    return Started(target, name, tag.base in WORDS, (f"cd {name}", "pnp build", last))


def _name_problems(name: str) -> list[Problem]:
    where = option_location("name")
    if NAME.fullmatch(name):
        if name not in bundled_project().games():
            return []
        return [Problem(where, f"cannot be {quote_value(name)}: pnp has a game with that name", code="E0111")]
    better = slugify(name, "-").lstrip("-0123456789")[:40]
    hint = f'for example "{better if NAME.fullmatch(better) else "mygame"}"'
    message = "must consist of lowercase letters, digits, - and _, and begin with a letter"
    return [Problem(where, message, hint, found=quote_value(name), code="E0111")]


def _size_problems(text: str) -> list[Problem]:
    where, size = option_location("--size"), named_size(text) or read_size(text)
    if size is None:
        hint = f"{did_you_mean(STANDARD_SIZES, text)}; {SIZE_EXAMPLE}"
        return [Problem(where, "must be a size", hint, found=quote_value(text), code="E0208")]
    short, long = min(size), max(size)
    small = short < SMALLEST.width or long < SMALLEST.height
    if not small and short <= LARGEST.width and long <= LARGEST.height and long <= MAX_ASPECT_RATIO * short:
        return []
    message = f"must be from {SMALLEST} to {LARGEST}, at most {MAX_ASPECT_RATIO:g} times as long as wide"
    hint = "start with another size, then change it in game.toml"
    return [Problem(where, message, hint, found=f"{quote_value(text)} ({size})", code="E0208")]


def _language(lang: Lang | str, problems: list[Problem]) -> Lang | None:
    try:
        return Lang(lang)
    except ValueError:
        hint = 'for example "en" or "fr"'
        problems.append(
            Problem(option_location("--lang"), "must be a language", hint, found=quote_value(lang), code="E0210")
        )
    except PnpError as error:
        problems += error.problems
    return None


def _contents(name: str, lang: Lang, size: str, *, with_rules: bool) -> dict[str, bytes]:
    """Return the content of every file, by its path in the project."""
    spoken = lang.base if lang.base in WORDS else Lang.EN
    words, own = WORDS[spoken], STARTER_FOLDER / spoken
    title = name.replace("-", " ").replace("_", " ").capitalize()
    values = words | {
        "name": name, "title": title, "lang": str(lang), "size": json.dumps(size, ensure_ascii=False),
        "numbers": NUMBERS_FROM_RULES if with_rules else NUMBERS,
    }  # fmt: skip
    components, templates = f"components/{name}", f"templates/{name}"
    made = {
        CONFIG_FILE: _fill_template(STARTER_FOLDER / CONFIG_FILE, values),
        ".gitignore": (STARTER_FOLDER / "gitignore").read_bytes(),
        f"{components}/{SPEC_FILE}": _fill_template(STARTER_FOLDER / SPEC_FILE, values),
        f"{components}/cards.csv": (own / "cards.csv").read_bytes(),
        f"{components}/memo.{lang}.toml": (own / "memo.toml").read_bytes(),
        f"{templates}/card.svg.j2": (STARTER_FOLDER / "card.svg.j2").read_bytes(),
    }
    made |= {
        f"{components}/art/{drawing}.svg": (STARTER_FOLDER / f"art/{drawing}.svg").read_bytes() for drawing in DRAWINGS
    }
    made |= {f"{SCHEMA_FOLDER}/{file}": content for file, content in schemas().items()}
    if with_rules:
        made[f"{components}/rules.py"] = (STARTER_FOLDER / "rules.py.txt").read_bytes()
    return made


def _fill_template(path: Path, values: dict[str, str]) -> bytes:
    return Template(path.read_text("utf-8")).substitute(values).encode()


def _write_whole(target: Path, files: dict[str, bytes]) -> None:
    """Write the folder with all its files, or nothing if a file cannot be written."""
    target.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}."))
    try:
        os.chmod(made, folder_mode())
        for name, content in files.items():
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        with contextlib.suppress(FileNotFoundError):
            target.rmdir()  # fails unless it is empty
        made.rename(target)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
