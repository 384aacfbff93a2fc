"""What counts for a print, game by game, and where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pnp.cli.console import add_row, out, show, show_error, table
from pnp.cli.languages import tell
from pnp.config import Choices, read_config
from pnp.errors import PnpError
from pnp.resources import Located


def choose_for(games: Iterable[Located], choose: Callable[[Located], Choices]) -> tuple[dict[Located, Choices], bool]:
    """What is in force for each game, and whether some cannot be printed so, which is said."""
    games = list(games)
    for project in dict.fromkeys(game.project for game in games):
        read_config(project)  # a mistake in it is said once, and ends everything
    chosen: dict[Located, Choices] = {}
    failed = False
    for game in games:
        try:
            chosen[game] = choose(game)
        except PnpError as error:  # one game's mistake does not cost the others
            failed = True
            show_error(error)
        else:
            for lang in chosen[game].languages.value:
                tell(lang)
    return chosen, failed


def explain_choices(chosen: dict[Located, Choices], *names: str) -> None:
    """Print the choices with these names, or all, and where each comes from; once for games that share them."""
    groups: dict[Choices, list[str]] = {}
    for game, choices in chosen.items():
        groups.setdefault(choices, []).append(game.id)
    for choices, games in groups.items():
        if len(groups) > 1:
            out.print(", ".join(games), style="bold")
        listed = table("value", "in force", "from")
        for line in choices.told(*names):
            add_row(listed, *line)
        show(listed)
        out.print()
