"""Options of the library's functions and of the commands, in the order of `--help`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Final

from pnp.config import config_option
from pnp.errors import LayoutError, Location, Problem, SpecError, quote_value
from pnp.options import GameOptions, Options, OptionSpec, PathName, option, option_metadata, options_class
from pnp.press.job import RendererName
from pnp.printers import Printer
from pnp.sheet.booklet import USUAL_THICKNESS
from pnp.sheet.layout import Sides
from pnp.terms import BoxForm, Cutting, Format, Ink, KeptRecords, RulebookFormat, Side
from pnp.worker.progress import Progress, Stages, silent, silent_stages

GAMES: Final = 1000
SEED: Final = "0"
BOTS: Final = "greedy"
MOST_GAMES: Final = 1_000_000_000
_OFFSET: Final = r"\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*"


def parse_offset(text: str, name: str) -> tuple[float, float]:
    """Parse an offset `X,Y` in mm. Raise LayoutError if it is not valid."""
    match = re.fullmatch(_OFFSET, text)
    if match is None:
        where, hint = Location(option=name), f"for example {name} 0.5,-1"
        raise LayoutError(Problem(where, "must be two numbers in mm: X,Y", hint, found=quote_value(text), code="E1201"))
    return float(match[1]), float(match[2])


def parse_rule_options(texts: Sequence[str], name: str) -> dict[str, str]:
    """Parse options of the rules, such as `fox_entry=last`; each text may contain several."""
    from pnp.play.record import parse_options  # slow to load

    return parse_options([word for text in texts for word in text.replace(",", " ").split()], Location(option=name))


def parse_target_options(texts: Sequence[str], name: str) -> dict[str, object]:
    """Parse options of an export target, each as NAME=VALUE. Raise SpecError if one is not valid."""
    options: dict[str, object] = {}
    for text in texts:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not (key and equals and value):
            hint = f"for example {name} sheet-px=8192"
            problem = Problem(Location(option=name), "must be NAME=VALUE", hint, found=quote_value(text), code="E1102")
            raise SpecError(problem)
        options[key] = value
    return options


LANG: Final = OptionSpec("Language of the game (en, pt-BR).", "its first", "TAG")
RENDERER: Final = OptionSpec("SVG renderer.")
ONLY: Final = OptionSpec("Only some pieces: a deck, id=dragon*, rows=3-9, cost=2. Repeatable.", metavar="WHICH")
MARK: Final = OptionSpec("Tiny version mark on fronts, such as v0.3.", metavar="TEXT")
TARGET: Final = OptionSpec("Target to export to; --list shows all targets.", command=False)
CACHE: Final = OptionSpec("Reuse what earlier runs have drawn.")
RULE_OPTIONS: Final = OptionSpec(
    "Options of the rules.", metavar="NAME=VALUE", flags=("--option", "--options"), typed=list[str],
    read=parse_rule_options,
)  # fmt: skip
PRESET: Final = OptionSpec("Named set of options.")
GAME_COUNT: Final = OptionSpec(f"Number of games; default {GAMES}.", shown=False, limits=(1, MOST_GAMES))
BOT_NAMES: Final = OptionSpec(
    "random, greedy, search, search:500 (iterations per move), search:0.5s; comma-separated; seats rotate.", shown=BOTS
)
RUN_SEED: Final = OptionSpec("Random seed of the run.", shown=SEED)
RUN_FOLDER: Final = OptionSpec("Folder of the run.", shown="output/GAME/run")
RESUME: Final = OptionSpec("Play the rest of the run in the folder.")
RUN_GAME: Final = OptionSpec("Number of a game, if FILE is the folder of a run.", flags=("--game",), metavar="N")
KEPT_RECORDS: Final = OptionSpec("Games to keep as records: telling ones, all or none.")
JOBS: Final = OptionSpec("Number of processes.", "all cores", limits=(1, 1024))
PROGRESS: Final = OptionSpec("Callback that is called with the number of items done and the total.", command=False)
STAGES: Final = OptionSpec("Function that returns a context manager with the progress of a stage.", command=False)


@options_class
class BuildOptions(GameOptions):
    """Options for printing sheets."""

    paper: str | None = config_option("paper")
    sides: Sides | str | None = config_option("sides")
    ink: Ink | str | None = config_option("ink")
    lang: str | None = config_option("languages")
    renderer: RendererName | str = option(RendererName.TYPST, RENDERER)
    margin: float | Sequence[float] | None = config_option("margin")
    gap: float | None = option(None, "Gap between pieces, in mm; overrides --cut.", shown="set by --cut")
    bleed: float | None = config_option("bleed")
    back_bleed: float | None = option(None, "Bleed of backs, in mm, for printers that align badly.", shown="--bleed")
    cut: Cutting | str | None = config_option("cut")
    marks: bool | None = config_option("marks")
    offset: tuple[float, float] | None = option(
        None, "Move backs right and down, in mm.", shown="the printer's", metavar="X,Y", typed=str, read=parse_offset
    )
    printer: str | None = option(
        None, "Printer saved by pnp calibrate, or none.", shown="the default printer", metavar="NAME"
    )
    nest: bool = option(False, "Nest hexes and circles, for scissors and cutting machines.")
    draft: bool = option(False, "Print whatever can be printed; mark and list what does not fit or is missing.")
    guide: bool = option(True, "Print a first page with instructions.")
    with_memo: bool | None = option(
        None,
        "Add a card with the rules for each player (pnp memo).",
        shown="where they cost no sheet",
        flags=("--with-memo/--without-memo",),
    )
    only: Sequence[str] = option((), ONLY)
    changed_since: PathName | None = option(
        None, "Only pieces that differ from an earlier PDF or git version.", metavar="TAG|FILE.pdf", typed=str
    )
    mark: str = option("", MARK)
    max_dpi: float | None = option(
        None, "Reduce pictures to this many dots per inch.", shown="unchanged", metavar="300"
    )
    cache: bool = option(True, CACHE)
    out: PathName | None = config_option("output")
    progress: Progress = option(silent, PROGRESS)


@options_class
class FaceOptions(GameOptions):
    """Options for drawing single faces."""

    pieces: Sequence[str] = field(
        default=(), kw_only=False, metadata=option_metadata("Pieces and decks by name; all by default.", command=False)
    )
    sides: Iterable[Side | str] = option(tuple(Side), "Sides to draw.", command=False)
    bleed: float = option(0, "Bleed around each piece, in mm.", command=False)
    ink: Ink | str | None = config_option("ink")
    lang: str | None = config_option("languages")
    only: Sequence[str] = option((), ONLY)
    mark: str = option("", MARK)
    traced: bool = option(False, "Number the elements of the SVG, and record their sources.", command=False)
    progress: Progress = option(silent, PROGRESS)


@options_class
class GalleryOptions(GameOptions):
    """Options for writing a gallery to one file."""

    html: PathName | None = field(
        default=None,
        kw_only=False,
        metadata=option_metadata("File to write.", shown="next to the sheets of a build", metavar="OUT.html"),
    )
    ink: Ink | str | None = config_option("ink")
    lang: str | None = config_option("languages", LANG)
    max_dpi: float | None = option(
        None, "Reduce pictures, for email; 150 looks sharp.", shown="unchanged", metavar="DPI"
    )
    only: Sequence[str] = option((), ONLY)
    mark: str = option("", MARK)
    title: str = option("", "Title at the top.", metavar="TEXT")
    out: PathName | None = config_option("output", command=False)
    progress: Progress = option(silent, PROGRESS)


@options_class
class MemoOptions(GameOptions):
    """Options for printing a memo."""

    variant: str = field(
        default="", kw_only=False, metadata=option_metadata("One of the game's `memo-<variant>` files.", command=False)
    )
    form: Format | str = option(
        Format.TWO_UP, "Two half sheets, a half, a quarter, a card, or a whole sheet.", flags=("--format",)
    )
    paper: str | None = config_option("paper")
    lang: str | None = config_option("languages")
    copies: int | None = option(None, "Number of copies.", shown="two half sheets, a card for each player, else one")
    ink: Ink | str | None = config_option("ink")
    cache: bool = option(True, CACHE)
    out: PathName | None = config_option("output")


@options_class
class RulebookOptions(GameOptions):
    """Options for printing a rulebook."""

    form: RulebookFormat | str = option(
        RulebookFormat.A5, "Half sheets, whole sheets, or a booklet to fold and staple.", flags=("--format",)
    )
    thickness: float = option(USUAL_THICKNESS, "Thickness of the paper of a booklet.", metavar="MM")
    paper: str | None = config_option("paper")
    lang: str | None = config_option("languages")
    ink: Ink | str | None = config_option("ink")
    cache: bool = option(True, CACHE)
    out: PathName | None = config_option("output")


@options_class
class BoxOptions(GameOptions):
    """Options for printing a box."""

    sleeved: bool = option(False, "Leave room for sleeved cards.")
    thickness: float | None = option(
        None, "Thickness of one piece.", shown="card 0.3, board 2, paper 0.1", metavar="MM"
    )
    form: BoxForm | str | None = option(None, "A tuck box, or a tray and a lid.", shown="tuck if most pieces are cards")
    paper: str | None = config_option("paper")
    lang: str | None = config_option("languages")
    ink: Ink | str | None = config_option("ink")
    margin: float | Sequence[float] | None = config_option("margin", command=False, shown="pnp.toml, or 5")
    cache: bool = option(True, CACHE)
    out: PathName | None = config_option("output")


@options_class
class ExportOptions(GameOptions):
    """Options for exporting a game."""

    target: str = field(kw_only=False, metadata=option_metadata(TARGET))
    lang: str | None = config_option("languages")
    only: Sequence[str] = option((), ONLY)
    ink: Ink | str | None = config_option("ink")
    options: Mapping[str, object] | None = option(
        None, "Set an option of the target. Repeatable.", metavar="NAME=VALUE", flags=("--set",), typed=list[str],
        read=parse_target_options,
    )  # fmt: skip
    strict: bool = option(False, "Treat every notice as an error.")
    dry_run: bool = option(False, "Show what would be written, with approximate sizes; write nothing.")
    out: PathName | None = config_option("output")
    cache: bool = option(True, CACHE)
    stages: Stages = option(silent_stages, STAGES)


@options_class
class CalibrationOptions(Options):
    """Options for printing a calibration sheet."""

    paper: str | None = config_option("paper")
    sides: Sides | str | None = config_option("sides")
    offset: tuple[float, float] = option((0, 0), "Print the sheet with this offset, to check it.", command=False)
    check: Printer | None = option(None, "Print the sheet corrected for this printer, to check it.", command=False)
    lang: str | None = config_option("languages", LANG)
    out: PathName | None = config_option("output")


@options_class
class RunOptions(GameOptions):
    """Options for playing a run of games."""

    players: int | None = option(None, "Number of players.")
    games: int | None = option(None, GAME_COUNT)
    bots: str | None = option(None, BOT_NAMES)
    options: Mapping[str, str] | None = option(None, RULE_OPTIONS)
    preset: str | None = option(None, PRESET)
    seed: str | None = option(None, RUN_SEED)
    jobs: int | None = option(None, JOBS)
    dask: str | None = option(None, "Play on the cluster of this Dask scheduler.", metavar="tcp://…")
    out: PathName | None = option(None, RUN_FOLDER)
    report: bool = option(True, "Write a report.", command=False)
    records: KeptRecords | str = option(KeptRecords.TELLING, KEPT_RECORDS)
    lang: str | None = option(None, LANG)
    stages: Stages = option(silent_stages, STAGES)


@options_class
class SimulateOptions(RunOptions):
    """Options for a new run."""

    games: int = option(GAMES, GAME_COUNT)
    bots: str = option(BOTS, BOT_NAMES)
    seed: str = option(SEED, RUN_SEED)


@options_class
class ResumeOptions(RunOptions):
    """Options for resuming a run; those that are not given stay as they were."""

    out: PathName = field(kw_only=False, metadata=option_metadata(RUN_FOLDER, command=False))
    game: str | None = option(None, "Game of the run; any other game is an error.", command=False)


@options_class
class ReplayOptions(GameOptions):
    """Options for writing the replay of a game to one file."""

    file: PathName = field(kw_only=False, metadata=option_metadata("A saved game, or a run's folder.", command=False))
    html: PathName = field(
        kw_only=False, metadata=option_metadata("Write a page that replays the game, to send to anyone.", command=False)
    )
    number: int | None = option(None, RUN_GAME)
    views: Sequence[str] = option(
        (),
        "Whose view the page has: open, spectator, or a player’s number. Repeatable.",
        shown="all; spectator if the game is not over",
        metavar="WHO",
        flags=("--view",),
    )
    lang: str | None = option(None, LANG, shown="the record's")
    progress: Progress = option(silent, PROGRESS)


@options_class
class SweepOptions(RunOptions):
    """Options for a sweep."""

    sets: Sequence[str] = option(
        (),
        "What to vary: an option, players, or bots (greedy+random for one table).",
        metavar="NAME=A,B",
        flags=("--set",),
    )
    decks: Sequence[PathName] = option(
        (),
        "Alternative table for a deck, in addition to the game's.",
        metavar="FILE",
        flags=("--deck",),
        typed=list[Path],
    )
    players: int | None = option(None, "Number of players, unless --set varies it.")
    seed: str = option(SEED, RUN_SEED)
    out: PathName | None = option(None, "Folder for all runs.", shown="output/GAME/sweep")
    resume: bool = option(False, RESUME)
    report: bool = option(False, "Write a report for every run as well.", flags=("--reports",))
    records: KeptRecords | str = option(KeptRecords.NONE, KEPT_RECORDS)


@options_class
class TournamentOptions(GameOptions):
    """Options for a tournament of bots."""

    bots: str = option(
        "greedy,random", "Comma-separated: random, greedy, search, search:500 (iterations per move), search:0.5s."
    )
    games: int = option(100, "Minimum number of games; every deal is played from all seats.", limits=(1, None))
    players: int | None = option(None, "Number of players; default: one for each bot.")
    options: Mapping[str, str] | None = option(None, RULE_OPTIONS)
    preset: str | None = option(None, PRESET)
    seed: str = option(SEED, "Random seed of the deals.")
    jobs: int | None = option(None, JOBS)
    progress: Progress = option(silent, PROGRESS)
