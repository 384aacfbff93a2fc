"""Create a project in a new folder from the starter's files, with a name, a language and a card size."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Final

from pnp.errors import Location, PnpError, Problem, did_you_mean, option_location, os_problem, quote_value
from pnp.geometry.units import Size, read_size
from pnp.project.folders import CONFIG_FILE, Project, bundled_project
from pnp.project.saving import BUNDLED_DATA
from pnp.reference.schema import SCHEMA_FOLDER, schemas
from pnp.spec.table import slugify
from pnp.spec.values import NAME, SIZE_EXAMPLE, STANDARD_SIZES, named_size
from pnp.starter.styles import SIZES, STANDARD_SIZE, STARTER_FOLDER, WORDS, NewGame, example_files, style_files
from pnp.store.files import folder_mode
from pnp.terms import CardStyle, ExampleGame, Lang

if TYPE_CHECKING:
    from pnp.starter.from_tables import GivenPicture, GivenTable

SMALLEST: Final = Size(30, 40)
LARGEST: Final = Size(190, 270)
"""Maximum card size, upright; larger cards do not fit on A4, and on smaller ones than SMALLEST texts are illegible."""
MAX_ASPECT_RATIO: Final = 2.2
"""Maximum ratio of a card's long side to its short side."""


@dataclass(frozen=True)
class Started:
    """A project that was created."""

    folder: Path
    game: str
    translated: bool
    """Whether its texts are in the requested language; otherwise they are in English."""
    next: tuple[str, str, str]
    """Commands to run next."""
    notes: tuple[str, ...] = ()
    """What its designer should know about a game made from tables."""


def start_project(
    name: str,
    folder: Path,
    *,
    lang: Lang | str = Lang.EN,
    size: str | None = None,
    style: CardStyle | str | None = None,
    with_rules: bool = False,
    tables: Sequence[Path] = (),
    squib: Path | None = None,
    example: ExampleGame | str | None = None,
) -> Started:
    """Create a project in `folder/<name>/`; raise PnpError with every problem, leaving no files behind.

    Without `style`, it is classic with rules, and plain without. Without `size`, it is that of the style. With
    `tables`, the game is made from these files and folders, and has no style; with `squib`, from the decks of a Squib
    project, which have their own sizes; with `example`, it is that complete game.
    """
    problems: list[Problem] = []
    chosen = check_style(style, problems, with_rules=with_rules)
    for option, given in (("--style", style is not None), ("--with-rules", with_rules)):
        if tables and given:
            hint = "the layout is made from the columns of the table"
            problems.append(Problem(option_location("--from"), f"conflicts with {option}", hint, code="E1203"))
    others = {
        "--style": style is not None,
        "--with-rules": with_rules,
        "--size": size is not None,
        "--from": bool(tables),
    }
    for option, given in others.items():
        if squib and given:
            hint = "the layout and the size come from Squib"
            problems.append(Problem(option_location("--from-squib"), f"conflicts with {option}", hint, code="E1203"))
    for option, given in {**others, "--from-squib": squib is not None}.items():
        if example is not None and given:
            hint = "an example is a complete game"
            problems.append(Problem(option_location("--example"), f"conflicts with {option}", hint, code="E1203"))
    if example is not None and example not in list(ExampleGame):
        where, hint = option_location("--example"), did_you_mean(list(ExampleGame), example)
        problems.append(Problem(where, "must be an example", hint, found=quote_value(example), code="E1201"))
    game = new_game(name, lang=lang, size=size or SIZES.get(chosen, STANDARD_SIZE), problems=problems)
    target = folder / name
    where = Location(str(target))
    if not problems and target.exists() and (not target.is_dir() or any(target.iterdir())):
        found = "one with files in it" if target.is_dir() else "a file"
        problems.append(Problem(where, "must be a new or empty folder", found=found, code="E0108"))
    if problems or game is None:
        raise PnpError(*problems)
    files, notes = _project_files({"lang": str(game.lang)}), list[str]()
    if tables:
        from pnp.starter.from_tables import find_table_files, table_game  # slow to load

        made = table_game(game, find_table_files(tables), files)
        files, notes = files | made.files, [note.text() for note in made.notes]
    elif squib:
        from pnp.starter.squib.convert import squib_files  # slow to load

        carried, notes = squib_files(game, squib)
        files |= carried
    elif example is not None:
        files |= example_files(game, ExampleGame(example))
    else:
        files |= style_files(game, chosen, with_rules=with_rules)
    try:
        _write_whole(target, files)
    except OSError as error:
        raise PnpError(os_problem(error, where, "cannot be written")) from error
    last = f"pnp simulate {name} --allow-code" if with_rules else "pnp serve"
    translated = bool(tables or squib) or game.lang.base in WORDS
    return Started(target, name, translated, (f"cd {name}", "pnp build", last), tuple(notes))


def add_game(
    project: Project,
    name: str,
    *,
    lang: Lang | str = Lang.EN,
    size: str | None = None,
    style: CardStyle | str | None = None,
    tables: Sequence[GivenTable] = (),
    pictures: Sequence[GivenPicture] = (),
) -> tuple[str, ...]:
    """Add a game to a project, in a style or from tables, and return notes about it; replace no files.

    Raise PnpError with every problem, leaving nothing behind.
    """
    problems: list[Problem] = []
    chosen = check_style(style, problems, with_rules=False)
    game = new_game(name, lang=lang, size=size or SIZES.get(chosen, STANDARD_SIZE), problems=problems)
    shipped = bundled_project().root
    if shipped.name == BUNDLED_DATA and project.root == shipped:
        hint = "start pnp serve in a folder of your own, after pnp new"
        problems.append(Problem(Location(str(shipped)), "belongs to pnp", hint, code="E0313"))
    if game is None or problems:
        raise PnpError(*problems)
    targets = [project.components / name, project.templates / name]
    for target in targets:
        if target.exists() or target.is_symlink():
            raise PnpError(Problem(project.location(target), "is already there", "choose another name", code="E0108"))
    notes: list[str] = []
    if tables:
        from pnp.starter.from_tables import table_game  # slow to load

        made = table_game(game, tables, {}, pictures)
        files, notes = made.files, [note.text(lang) for note in made.notes]
    else:
        files = style_files(game, chosen, with_rules=False)
    _write_game(project, files, targets)
    return tuple(notes)


def _write_game(project: Project, files: dict[str, bytes], targets: list[Path]) -> None:
    """Write the folders of a game, all files or none."""
    where = project.location(targets[0])
    made = Path()
    moved: list[Path] = []
    try:
        made = Path(tempfile.mkdtemp(dir=project.root, prefix=f".{targets[0].name}."))
        _write_files(made, files)
        for target in targets:
            target.parent.mkdir(exist_ok=True)
            source = made / target.relative_to(project.root)
            os.chmod(source, folder_mode())
            source.rename(target)  # fails if the target is a folder with files
            moved.append(target)
    except OSError as error:
        for target in moved:
            shutil.rmtree(target, ignore_errors=True)
        raise PnpError(os_problem(error, where, "cannot be written")) from error
    finally:
        if made != Path():
            shutil.rmtree(made, ignore_errors=True)


def new_game(
    name: str, *, lang: Lang | str, size: str, problems: list[Problem], existing: bool = False
) -> NewGame | None:
    """Return a new game after checking its name, language and card size; None if there is a problem with them.

    The name of an `existing` game is not checked.
    """
    before = len(problems)
    problems += [*([] if existing else _name_problems(name)), *size_problems(size)]
    tag, measured = _language(lang, problems), named_size(size) or read_size(size)
    if tag is None or measured is None or len(problems) > before:
        return None
    return NewGame(name, tag, size, measured)


def check_style(style: CardStyle | str | None, problems: list[Problem], *, with_rules: bool) -> CardStyle:
    """Return the style to use; add problems with it."""
    where = option_location("--style")
    if style is None:
        return CardStyle.CLASSIC if with_rules else CardStyle.PLAIN
    if style not in list(CardStyle):
        hint = did_you_mean(list(CardStyle), style)
        problems.append(Problem(where, "must be a style", hint, found=quote_value(style), code="E1201"))
        return CardStyle.PLAIN
    if with_rules and style != CardStyle.CLASSIC:
        hint = f"the rules are for the cards of --style classic, not {style}"
        problems.append(Problem(where, "conflicts with --with-rules", hint, code="E1203"))
    return CardStyle(style)


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


def size_problems(text: str) -> list[Problem]:
    """Return the problems with a card size."""
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


def _project_files(values: dict[str, str]) -> dict[str, bytes]:
    """Return the files of a project without its games, by their paths in it."""
    config = Template((STARTER_FOLDER / CONFIG_FILE).read_text("utf-8")).substitute(values).encode()
    ignored = (STARTER_FOLDER / "gitignore").read_bytes()
    made = {CONFIG_FILE: config, ".gitignore": ignored}
    return made | {f"{SCHEMA_FOLDER}/{file}": content for file, content in schemas().items()}


def _write_whole(target: Path, files: dict[str, bytes]) -> None:
    """Write the folder with all its files, or nothing if a file cannot be written."""
    target.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}."))
    try:
        os.chmod(made, folder_mode())
        _write_files(made, files)
        with contextlib.suppress(FileNotFoundError):
            target.rmdir()  # fails unless it is empty
        made.rename(target)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def _write_files(folder: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
