"""Settings in effect for each game, and the output of --explain."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pnp.cli.console import add_row, new_table, out, print_table, show_error
from pnp.cli.languages import notice_untranslated
from pnp.config import Config, read_config
from pnp.errors import PnpError, PressError, Problem, option_location
from pnp.options import Options, keys_of
from pnp.project.folders import GameRef


def settings_by_game(
    games: Iterable[GameRef], choose: Callable[[GameRef], Config]
) -> tuple[dict[GameRef, Config], bool]:
    """Return the settings of each game, and whether any are invalid; their errors are printed.

    Raise PnpError if a project's pnp.toml is invalid.
    """
    games = list(games)
    for project in dict.fromkeys(game.project for game in games):
        read_config(project)  # report an invalid pnp.toml once, not for every game
    chosen: dict[GameRef, Config] = {}
    failed = False
    for game in games:
        try:
            chosen[game] = choose(game)
        except PnpError as error:  # continue with the other games
            failed = True
            show_error(error)
        else:
            for lang in chosen[game].languages:
                notice_untranslated(lang)
    return chosen, failed


def check_output_folders(chosen: Iterable[Config]) -> None:
    """Raise PressError if an output path exists and is not a folder."""
    for folder in {choices.output for choices in chosen}:
        if folder.exists() and not folder.is_dir():
            found, hint = f"the file {folder}", "choose another --out"
            raise PressError(Problem(option_location("--out"), "must be a folder", hint, found=found, code="E0102"))


def print_settings(chosen: dict[GameRef, Config], options: Options, *more: str) -> None:
    """Print the settings that these options set, those named in `more`, and the source of each.

    Games with equal settings share one table.
    """
    groups: dict[tuple[tuple[str, str, str], ...], list[str]] = {}
    for game, choices in chosen.items():
        groups.setdefault(tuple(choices.explained([*keys_of(options), *more])), []).append(game.id)
    for lines, games in groups.items():
        if len(groups) > 1:
            out.print(", ".join(games), style="bold")
        listed = new_table("setting", "value", "source")
        for line in lines:
            add_row(listed, *line)
        print_table(listed)
        out.print()
