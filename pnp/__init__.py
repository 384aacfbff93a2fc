"""pnp: print-and-play games, from component specs to print-ready sheets and simulated play.

Everything in `__all__` is public, stable and typed, and is imported on first use. The `pnp` commands parse their
arguments, call these functions and print the results. See `docs/how-to/from-python.md` for examples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.library.checks import audit_file as audit_file
    from pnp.library.checks import check_game as check_game
    from pnp.library.exports import export_game as export_game
    from pnp.library.exports import list_targets as list_targets
    from pnp.library.faces import render_faces as render_faces
    from pnp.library.games import count_decks as count_decks
    from pnp.library.games import find_game as find_game
    from pnp.library.games import load_game as load_game
    from pnp.library.games import open_record as open_record
    from pnp.library.memos import print_memo as print_memo
    from pnp.library.places import locate_games as locate_games
    from pnp.library.playing import compare_runs as compare_runs
    from pnp.library.playing import play_tournament as play_tournament
    from pnp.library.playing import report_games as report_games
    from pnp.library.playing import resume_simulation as resume_simulation
    from pnp.library.playing import simulate as simulate
    from pnp.library.playing import sweep as sweep
    from pnp.library.projects import open_table as open_table
    from pnp.library.projects import pull_tables as pull_tables
    from pnp.library.projects import save_table as save_table
    from pnp.library.projects import start_project as start_project
    from pnp.library.projects import tables_of as tables_of
    from pnp.library.projects import write_schemas as write_schemas
    from pnp.library.rulebooks import print_rulebook as print_rulebook
    from pnp.library.sheets import build as build
    from pnp.library.sheets import print_box as print_box
    from pnp.library.sheets import print_calibration as print_calibration
    from pnp.tables.edited import changed_pieces as changed_pieces
    from pnp.tables.view import place_problem as place_problem
    from pnp.web.handout import write_gallery as write_gallery
    from pnp.web.replays import write_replay as write_replay

__version__ = "0.2.0"

PLACES: Final = {
    **dict.fromkeys(("audit_file", "check_game"), "pnp.library.checks"),
    **dict.fromkeys(("export_game", "list_targets"), "pnp.library.exports"),
    "render_faces": "pnp.library.faces",
    **dict.fromkeys(("count_decks", "find_game", "load_game", "open_record"), "pnp.library.games"),
    "print_memo": "pnp.library.memos",
    "locate_games": "pnp.library.places",
    **dict.fromkeys(
        ("compare_runs", "play_tournament", "report_games", "resume_simulation", "simulate", "sweep"),
        "pnp.library.playing",
    ),
    **dict.fromkeys(
        ("open_table", "pull_tables", "save_table", "start_project", "tables_of", "write_schemas"),
        "pnp.library.projects",
    ),
    "print_rulebook": "pnp.library.rulebooks",
    **dict.fromkeys(("build", "print_box", "print_calibration"), "pnp.library.sheets"),
    "changed_pieces": "pnp.tables.edited",
    "place_problem": "pnp.tables.view",
    "write_gallery": "pnp.web.handout",
    "write_replay": "pnp.web.replays",
}
"""Module of each public name."""

__all__ = [
    "__version__", "audit_file", "build", "changed_pieces", "check_game", "compare_runs", "count_decks", "export_game",
    "find_game", "list_targets", "load_game", "locate_games", "open_record", "open_table", "place_problem",
    "play_tournament", "print_box", "print_calibration", "print_memo", "print_rulebook", "pull_tables",
    "render_faces", "report_games", "resume_simulation", "save_table", "simulate", "start_project", "sweep",
    "tables_of", "write_gallery", "write_replay", "write_schemas",
]  # fmt: skip

__getattr__ = lazy(__name__, PLACES)
