"""The `pnp build` command: print-ready sheets."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from pnp.cli.console import add_row, err, format_kilobytes, new_table, out, progress, show_draft_problems, show_error
from pnp.cli.parameters import Explain, Games, command_with_options, print_settings, settings_by_game
from pnp.config import Config, resolve_config
from pnp.errors import PnpError, Problem
from pnp.library.options import BuildOptions
from pnp.library.places import locate_games
from pnp.pictures.formats import COARSE
from pnp.press.job import Changes, Printed, UnchangedError
from pnp.printers import saved_printer
from pnp.project.folders import GameRef
from pnp.sheet.savings import Saving
from pnp.spec.selection import SelectionError
from pnp.terms import Lang
from pnp.worker.progress import Progress

if TYPE_CHECKING:
    from pnp.project.watching import ChangedFiles

Print = Callable[[GameRef, Config, Progress], Printed]
PAPERS = {"heavy": "250–300 g card", "light": "100–120 g paper", "plain": "plain paper"}
"""Names of the paper weights, as in print shops."""
MAX_LISTED = 12
"""Maximum number of pieces listed on one line."""


@command_with_options(BuildOptions, watch="cache")
def build(
    games: Games = None,
    *,
    options: BuildOptions,
    watch: Annotated[bool, typer.Option("--watch", help="Rebuild whenever a file is saved, until Ctrl-C.")] = False,
    explain: Explain = False,
) -> None:
    """Build print-ready sheets: a PDF and a JSON list of placements for each game."""
    from pnp.library.sheets import build_with

    printer = saved_printer(options.printer)

    def find() -> list[GameRef]:
        return locate_games(*games or [], allow_code=options.allow_code)

    def choose_one(game: GameRef) -> Config:
        return resolve_config(*game, options, printer)

    def print_one(game: GameRef, chosen: Config, report: Progress) -> Printed:
        return build_with(game, replace(options, progress=report), chosen)

    found = find()
    saves = _watch_saves(found) if watch else iter(())
    chosen, failed = settings_by_game(found, choose_one)
    if explain:
        print_settings(chosen, options)
    done = _build(chosen, print_one, _shift_note(chosen, options)) and not failed
    if watch:
        out.print(f"watching {', '.join(game.id for game in found)}; press Ctrl-C to stop", soft_wrap=True)
    for saved in saves:
        _rebuild(saved, find, choose_one, print_one)
    if not done:
        err.print("not everything was built")
        raise typer.Exit(1)


def _build(chosen: dict[GameRef, Config], print_one: Print, note: str = "") -> bool:
    """Build games and print a summary, followed by the note; return whether all succeeded."""
    numbers = ("pieces", "sheets", "by area", "size", "seconds")
    summary = new_table("game", "pieces", "sheets", "by area", "file", "size", "seconds", numbers=numbers)
    drawn = faces = 0
    coarse: dict[tuple[str, str], int] = {}
    lost: dict[str, tuple[str, ...]] = {}
    left_out: dict[str, list[str]] = {}
    notes: dict[str, None] = {}
    missed: dict[str, SelectionError] = {}
    differences: dict[tuple[str, Lang], Changes] = {}
    savings: dict[str, list[Saving]] = {}
    home_fonts: dict[str, list[str]] = {}
    drafts: dict[str, tuple[Problem, ...]] = {}
    failed = False
    work = [(game, each) for game, choices in chosen.items() for each in choices.by_language()]
    several = len(work) > len(chosen)
    materials: list[str] = []
    for game, choices in work:
        started, language = time.perf_counter(), choices.lang
        try:
            with progress(game.id) as report:
                printed = print_one(game, choices, report)
        except SelectionError as error:
            missed[game.id] = error
            continue
        except UnchangedError as news:
            differences[game.id, language] = news.changes
            continue
        except PnpError as error:  # continue with the other games
            failed = True
            show_error(error)
            continue
        seconds = f"{time.perf_counter() - started:.2f}"
        size = format_kilobytes(printed.size_bytes)
        count = f"{printed.pieces}" if printed.pieces == printed.whole else f"{printed.pieces} of {printed.whole}"
        add_row(summary, game.id, count, printed.sheets, f"≥ {printed.least_sheets}", printed.pdf, size, seconds)
        materials.append(_materials(f"{game.id} ({language})" if several else game.id, printed))
        faces += printed.faces
        drawn += printed.drawn
        coarse |= {(game.id, file): dpi for file, dpi in printed.coarse.items()}
        lost |= printed.lost
        savings[game.id] = printed.savings
        home_fonts |= {game.id: printed.home_fonts} if printed.home_fonts else {}
        if printed.problems:
            drafts[f"{game.id} ({language})" if several else game.id] = printed.problems
        left_out |= {game.id: printed.left_out} if printed.left_out else {}
        notes |= dict.fromkeys(printed.notes)
        if printed.changes is not None:
            differences[game.id, language] = printed.changes
    if summary.row_count:
        out.print(summary)
        for line in materials:
            out.print(line, soft_wrap=True)
        out.print(f"{faces} distinct {'face' if faces == 1 else 'faces'}, {drawn} newly drawn")
        if note:
            out.print(note)
    for name, found in savings.items():
        for saving in found:
            out.print(f"{name}: {_saving_sentence(saving)}", soft_wrap=True)
    _show_left_out(left_out)
    if coarse:
        _show_coarse(coarse)
    for file, parts in lost.items():
        out.print(f"{file}: printed without {', '.join(parts)}", soft_wrap=True)
    for each in notes:
        out.print(Text(f"note: {each}"), soft_wrap=True)
    for name, families in home_fonts.items():
        fonts = f"the font{'s' * (len(families) > 1)} {', '.join(families)}"
        out.print(f"{name}: for printing at home only, because of {fonts} (home_fonts in pnp.toml)", soft_wrap=True)
    for name, problems in drafts.items():
        show_draft_problems(name, problems)
    for (name, language), changes in differences.items():
        _show_changes(f"{name} ({language})" if several else name, changes)
    for name, mistake in missed.items():
        if len(missed) == len(chosen):
            failed = True
            show_error(mistake)
        else:
            out.print(f"{name}: nothing selected")
    return not failed


def _saving_sentence(saving: Saving) -> str:
    """Return a sentence on what other options would save, and what they risk."""
    sheets = f"{saving.sheets} sheet{'' if saving.sheets == 1 else 's'}"
    risk = "; many printers clip the label and the ruler there, but no piece" if saving.clips else ""
    return f"{saving.options} would take {sheets} instead of {saving.instead}{risk}"


def _materials(name: str, printed: Printed) -> str:
    """Return a line on the paper for each page of a file, and its ink coverage."""
    runs = [f"{pages} on {PAPERS[paper]}" for paper, pages in printed.papers]
    pages = f"all sheets on {PAPERS[printed.papers[0][0]]}" if len(runs) == 1 else f"pages {'; '.join(runs)}"
    memos = f"; with {printed.memos} memo card{'s' * (printed.memos > 1)}" if printed.memos else ""
    return f"{name}: {pages}{memos}; ink covers {round(100 * printed.coverage)}% of the paper"


def _show_coarse(coarse: dict[tuple[str, str], int]) -> None:
    """Print the pictures that may look blurred, the worst first."""
    out.print(f"pictures printed at less than {COARSE} dots per inch, which may look blurred:")
    listed = new_table("game", "picture", "dots per inch", numbers=("dots per inch",))
    for (name, file), dpi in sorted(coarse.items(), key=lambda each: each[1]):
        add_row(listed, name, file, dpi)
    out.print(listed)


def _shift_note(chosen: dict[GameRef, Config], options: BuildOptions) -> str:
    """Return a note on backs shifted for the printer; "" if none are."""
    for choices in chosen.values():
        if choices.sides.duplex:
            printer = choices.printer
            done = (printer if options.offset is None else replace(printer, offset=options.offset)).backs
            return f"backs {done}" if done else ""
    return ""


def _show_left_out(left_out: dict[str, list[str]]) -> None:
    """Print which decks have differing backs that are not printed."""
    for name, decks in left_out.items():
        message = f"{name}: --sides fronts omits the backs of {', '.join(decks)}"
        out.print(f"{message}; --sides fold prints them", soft_wrap=True)


def _show_changes(name: str, changes: Changes) -> None:
    """Print which pieces of a prototype to replace, to add and to take out."""
    if changes.partial:
        out.print(f"{name}: {changes.since} contains only some pieces; all others count as new")
    if not changes.pieces:
        out.print(f"{name}: nothing to print; no piece differs from {changes.since}", soft_wrap=True)
    more = [f"{piece} ×{count}" for piece, count in changes.more.items()]
    removed = [f"{piece} ×{count}" for piece, count in changes.removed.items()]
    lines = {"changed": changes.changed, "new": changes.added, "more copies": more, "take out": removed}
    for what, pieces in lines.items():
        if pieces:
            rest = f" and {len(pieces) - MAX_LISTED} more" if len(pieces) > MAX_LISTED else ""
            out.print(f"{name}, {what}: {', '.join(pieces[:MAX_LISTED])}{rest}", soft_wrap=True)


def _watch_saves(games: Sequence[GameRef]) -> Iterator[ChangedFiles]:
    """Watch the projects of these games and yield every save."""
    from pnp.project.watching import watch_projects

    return watch_projects(game.project for game in games)


def _rebuild(
    saved: ChangedFiles,
    find: Callable[[], Sequence[GameRef]],
    choose_one: Callable[[GameRef], Config],
    print_one: Print,
) -> None:
    """Rebuild the games affected by saved files; errors are printed, and watching continues."""
    started = time.perf_counter()
    out.print(f"{time.strftime('%H:%M:%S')} saved: {saved}", soft_wrap=True)
    try:
        touched = [game for game in find() if saved.affects(game)]
        chosen, failed = settings_by_game(touched, choose_one)
        done = _build(chosen, print_one) and not failed
    except PnpError as error:  # no game can be found, perhaps because files are being moved
        show_error(error)
        done = False
    took = f"{time.perf_counter() - started:.1f} s"
    out.print(f"built in {took}" if done else f"not everything was built ({took}); waiting for the next save")
