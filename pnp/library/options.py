"""The options of each function and command, in the order of its help. Nothing says them a second time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Final

from pnp.config import override
from pnp.errors import LayoutError, Problem, SpecError, quoted
from pnp.location import Location
from pnp.options import GameOptions, Options, OptionSpec, PathName, about, option, options_class
from pnp.press.job import RendererName
from pnp.printers import Printer
from pnp.progress import Progress, Stages, silent, silent_stages
from pnp.sheet.layout import Sides
from pnp.terms import BoxForm, Cutting, Format, Ink, Side

GAMES: Final = 1000
SEED: Final = "0"
BOTS: Final = "greedy"
MOST_GAMES: Final = 1_000_000_000
_OFFSET: Final = r"\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*"


def parse_offset(text: str, name: str) -> tuple[float, float]:
    """X,Y in mm."""
    match = re.fullmatch(_OFFSET, text)
    if match is None:
        where, hint = Location(option=name), f"for example {name} 0.5,-1"
        raise LayoutError(Problem(where, "must be two numbers in mm: X,Y", hint, found=quoted(text), code="E1201"))
    return float(match[1]), float(match[2])


def parse_rule_options(texts: Sequence[str], name: str) -> dict[str, str]:
    """Options of the rules, from texts that each hold one or several: `fox_entry=last`."""
    from pnp.play.record import parse_options  # slow to load

    return parse_options([word for text in texts for word in text.replace(",", " ").split()], Location(option=name))


def parse_target_options(texts: Sequence[str], name: str) -> dict[str, object]:
    """Options of an export target, each as NAME=VALUE."""
    options: dict[str, object] = {}
    for text in texts:
        key, sign, value = (part.strip() for part in text.partition("="))
        if not (key and sign and value):
            hint = f"for example {name} sheet-px=8192"
            problem = Problem(Location(option=name), "must be NAME=VALUE", hint, found=quoted(text), code="E1102")
            raise SpecError(problem)
        options[key] = value
    return options


LANG: Final = OptionSpec("The language of the game (en, pt-BR).", "its first", "TAG")
RENDERER: Final = OptionSpec("What draws the SVG.")
ONLY: Final = OptionSpec("Some pieces: a deck, id=dragon*, rows=3-9, cost=2. Repeatable.", metavar="WHICH")
MARK: Final = OptionSpec("A tiny version mark on fronts, such as v0.3.", metavar="TEXT")
TARGET: Final = OptionSpec("Where the game goes; --list shows all targets.", command=False)
CACHE: Final = OptionSpec("Use what earlier runs have drawn.")
RULE_OPTIONS: Final = OptionSpec(
    "Options of the rules.", metavar="NAME=VALUE", flags=("--option", "--options"), typed=list[str],
    read=parse_rule_options,
)  # fmt: skip
PRESET: Final = OptionSpec("A named set of options.")
GAME_COUNT: Final = OptionSpec(f"How many games; default {GAMES}.", shown=False, limits=(1, MOST_GAMES))
BOT_NAMES: Final = OptionSpec(
    "random, greedy, search, search:500 (iterations per move), search:0.5s; comma-separated; seats rotate.", shown=BOTS
)
RUN_SEED: Final = OptionSpec("What all games are made from.", shown=SEED)
RUN_FOLDER: Final = OptionSpec("The folder of the run.", shown="output/GAME/run")
RESUME: Final = OptionSpec("Play the rest of the run in the folder.")
JOBS: Final = OptionSpec("Processes.", "all cores", limits=(1, 1024))
PROGRESS: Final = OptionSpec("Called with how much is done, and of how much.", command=False)
STAGES: Final = OptionSpec("Opens the progress of each stage of the work by its name.", command=False)


@options_class
class BuildOptions(GameOptions):
    """How sheets are printed."""

    paper: str | None = override("paper")
    sides: Sides | str | None = override("sides")
    ink: Ink | str | None = override("ink")
    lang: str | None = override("languages")
    renderer: RendererName | str = option(RendererName.TYPST, RENDERER)
    margin: float | Sequence[float] | None = override("margin")
    gap: float | None = option(None, "Between pieces, mm; overrides --cut.", shown="as --cut says")
    bleed: float | None = override("bleed")
    back_bleed: float | None = option(
        None, "Art beyond the cut on backs, mm, for printers that drift.", shown="--bleed"
    )
    cut: Cutting | str | None = override("cut")
    marks: bool | None = override("marks")
    offset: tuple[float, float] | None = option(
        None, "Move backs right and down, mm.", shown="the printer's", metavar="X,Y", typed=str, read=parse_offset
    )
    printer: str | None = option(
        None, "A printer that pnp calibrate has saved, or none.", shown="the default one", metavar="NAME"
    )
    nest: bool = option(False, "Hexes and circles side to side, for scissors and cutting machines.")
    guide: bool = option(True, "A first page that shows how to make it.")
    with_memo: bool = option(False, "A card with the rules for each player (pnp memo).")
    only: Sequence[str] = option((), ONLY)
    changed_since: PathName | None = option(
        None, "Only pieces that differ from an earlier PDF, or a version in git.", metavar="TAG|FILE.pdf", typed=str
    )
    mark: str = option("", MARK)
    max_dpi: float | None = option(
        None, "Shrink pictures to this many dots per inch.", shown="as they are", metavar="300"
    )
    cache: bool = option(True, CACHE)
    out: PathName | None = override("output")
    progress: Progress = option(silent, PROGRESS)


@options_class
class FaceOptions(GameOptions):
    """Which single faces are drawn, and how."""

    pieces: Sequence[str] = field(
        default=(), kw_only=False, metadata=about("Pieces and decks by name; all by default.", command=False)
    )
    sides: Iterable[Side | str] = option(tuple(Side), "Which sides.", command=False)
    bleed: float = option(0, "Art beyond the cut, mm.", command=False)
    ink: Ink | str | None = override("ink")
    lang: str | None = override("languages")
    only: Sequence[str] = option((), ONLY)
    mark: str = option("", MARK)
    traced: bool = option(False, "Number the elements of the SVG, and tell where each comes from.", command=False)
    progress: Progress = option(silent, PROGRESS)


@options_class
class GalleryOptions(GameOptions):
    """How a gallery is written as one file."""

    html: PathName | None = field(
        default=None,
        kw_only=False,
        metadata=about("The file.", shown="beside the sheets of a build", metavar="OUT.html"),
    )
    ink: Ink | str | None = override("ink")
    lang: str | None = override("languages", LANG)
    max_dpi: float | None = option(
        None, "Shrink pictures, for mail; 150 looks sharp.", shown="as they are", metavar="DPI"
    )
    only: Sequence[str] = option((), ONLY)
    mark: str = option("", MARK)
    title: str = option("", "The title at the top.", metavar="TEXT")
    out: PathName | None = override("output", command=False)
    progress: Progress = option(silent, PROGRESS)


@options_class
class MemoOptions(GameOptions):
    """How a memo is printed."""

    variant: str = field(
        default="", kw_only=False, metadata=about("One of the game's `memo-<variant>` sources.", command=False)
    )
    form: Format | str = option(
        Format.TWO_UP, "Two halves of a sheet, a half, a quarter, a card, a whole sheet.", flags=("--format",)
    )
    paper: str | None = override("paper")
    lang: str | None = override("languages")
    copies: int | None = option(None, "How many.", shown="two halves of a sheet, a card for each player, else one")
    ink: Ink | str | None = override("ink")
    cache: bool = option(True, CACHE)
    out: PathName | None = override("output")


@options_class
class BoxOptions(GameOptions):
    """How a box is printed."""

    sleeved: bool = option(False, "Make room for cards in sleeves.")
    thickness: float | None = option(
        None, "Thickness of one piece.", shown="card 0.3, board 2, paper 0.1", metavar="MM"
    )
    form: BoxForm | str | None = option(None, "A tuck box, or a lid and a tray.", shown="tuck if most pieces are cards")
    paper: str | None = override("paper")
    lang: str | None = override("languages")
    ink: Ink | str | None = override("ink")
    margin: float | Sequence[float] | None = override("margin", command=False, shown="pnp.toml, or 5")
    out: PathName | None = override("output")


@options_class
class ExportOptions(GameOptions):
    """How a game is exported."""

    target: str = field(kw_only=False, metadata=about(TARGET))
    lang: str | None = override("languages")
    only: Sequence[str] = option((), ONLY)
    ink: Ink | str | None = override("ink")
    options: Mapping[str, object] | None = option(
        None, "An option of the target. Repeatable.", metavar="NAME=VALUE", flags=("--set",), typed=list[str],
        read=parse_target_options,
    )  # fmt: skip
    strict: bool = option(False, "Treat every notice as an error.")
    dry_run: bool = option(False, "Show what would be written and roughly how large; write nothing.")
    out: PathName | None = override("output")
    cache: bool = option(True, CACHE)
    stages: Stages = option(silent_stages, STAGES)


@options_class
class CalibrationOptions(Options):
    """How a calibration sheet is printed."""

    paper: str | None = override("paper")
    sides: Sides | str | None = override("sides")
    offset: tuple[float, float] = option((0, 0), "Print the sheet with this offset, to check it.", command=False)
    check: Printer | None = option(None, "Print the sheet as this printer needs it, to check that.", command=False)
    lang: str | None = override("languages", LANG)
    out: PathName | None = override("output")


@options_class
class RunOptions(GameOptions):
    """How many games are played, by whom, and where."""

    players: int | None = option(None, "How many play.")
    games: int | None = option(None, GAME_COUNT)
    bots: str | None = option(None, BOT_NAMES)
    options: Mapping[str, str] | None = option(None, RULE_OPTIONS)
    preset: str | None = option(None, PRESET)
    seed: str | None = option(None, RUN_SEED)
    jobs: int | None = option(None, JOBS)
    dask: str | None = option(None, "Play on the cluster of this Dask scheduler.", metavar="tcp://…")
    out: PathName | None = option(None, RUN_FOLDER)
    report: bool = option(True, "Write a report.", command=False)
    lang: str | None = option(None, LANG)
    stages: Stages = option(silent_stages, STAGES)


@options_class
class SimulateOptions(RunOptions):
    """How a run is played."""

    games: int = option(GAMES, GAME_COUNT)
    bots: str = option(BOTS, BOT_NAMES)
    seed: str = option(SEED, RUN_SEED)


@options_class
class ResumeOptions(RunOptions):
    """How the rest of a run is played; what is not given is as it was."""

    out: PathName = field(kw_only=False, metadata=about(RUN_FOLDER, command=False))
    game: str | None = option(None, "The game, which must be that of the run.", command=False)


@options_class
class SweepOptions(RunOptions):
    """How the runs of a sweep are played."""

    sets: Sequence[str] = option(
        (), "What varies: an option, players, bots (greedy+random at a table).", metavar="NAME=A,B", flags=("--set",)
    )
    decks: Sequence[PathName] = option(
        (), "Another table for a deck, beside the game's own.", metavar="FILE", flags=("--deck",), typed=list[Path]
    )
    players: int | None = option(None, "How many play, unless --set varies it.")
    seed: str = option(SEED, RUN_SEED)
    out: PathName | None = option(None, "The folder of all runs.", shown="output/GAME/sweep")
    resume: bool = option(False, RESUME)
    report: bool = option(False, "Also write the report of every run.", flags=("--reports",))


@options_class
class TournamentOptions(GameOptions):
    """How bots play each other."""

    bots: str = option(
        "greedy,random", "Comma-separated: random, greedy, search, search:500 (iterations per move), search:0.5s."
    )
    games: int = option(100, "Minimum number of games; every deal is played from all seats.", limits=(1, None))
    players: int | None = option(None, "How many play; default: one for each bot.")
    options: Mapping[str, str] | None = option(None, RULE_OPTIONS)
    preset: str | None = option(None, PRESET)
    seed: str = option(SEED, "What the deals are made from.")
    jobs: int | None = option(None, JOBS)
    progress: Progress = option(silent, PROGRESS)
