"""What counts for a print, game by game, and where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pnp.cli.console import add_row, out, show, show_error, table
from pnp.cli.languages import tell
from pnp.config import Config, read_config
from pnp.errors import PnpError, PressError, Problem
from pnp.location import option
from pnp.options import Options, keys_of
from pnp.resources import Located


def choose_for(games: Iterable[Located], choose: Callable[[Located], Config]) -> tuple[dict[Located, Config], bool]:
    """What is in force for each game, and whether some cannot be printed so, which is said."""
    games = list(games)
    for project in dict.fromkeys(game.project for game in games):
        read_config(project)  # a mistake in it is said once, and ends everything
    chosen: dict[Located, Config] = {}
    failed = False
    for game in games:
        try:
            chosen[game] = choose(game)
        except PnpError as error:  # one game's mistake does not cost the others
            failed = True
            show_error(error)
        else:
            for lang in chosen[game].languages:
                tell(lang)
    return chosen, failed


def check_folders(chosen: Iterable[Config]) -> None:
    """Raise PressError if files are to be written to something that is no folder."""
    for folder in {choices.output for choices in chosen}:
        if folder.exists() and not folder.is_dir():
            found, hint = f"the file {folder}", "choose another --out"
            raise PressError(Problem(option("--out"), "must be a folder", hint, found=found, code="E0102"))


def explain_choices(chosen: dict[Located, Config], options: Options, *more: str) -> None:
    """Print the settings that these options decide, and more, with their origins; once for games that share them."""
    groups: dict[tuple[tuple[str, str, str], ...], list[str]] = {}
    for game, choices in chosen.items():
        groups.setdefault(tuple(choices.explained([*keys_of(options), *more])), []).append(game.id)
    for lines, games in groups.items():
        if len(groups) > 1:
            out.print(", ".join(games), style="bold")
        listed = table("value", "in force", "from")
        for line in lines:
            add_row(listed, *line)
        show(listed)
        out.print()
