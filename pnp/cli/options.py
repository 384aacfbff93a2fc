"""Options that several commands share."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Final

import typer

from pnp.errors import LayoutError, Problem, quoted
from pnp.location import Location
from pnp.press.job import RendererName
from pnp.sheet.layout import Sides
from pnp.terms import Ink

Games = Annotated[
    list[str] | None, typer.Argument(metavar="[GAME]...", help="Which games; default: all games of the project.")
]
PaperName = Annotated[
    str | None,
    typer.Option(
        "--paper", help="a2 to a6, letter, legal, tabloid, or WxH (mm, cm, in, pt).", show_default="pnp.toml, or a4"
    ),
]
SidesName = Annotated[
    Sides | None,
    typer.Option("--sides", help="How fronts and backs come together.", show_default="pnp.toml, or duplex-long"),
]
InkName = Annotated[
    Ink | None, typer.Option("--ink", help="low: white backgrounds and outlines.", show_default="pnp.toml, or full")
]
LangName = Annotated[
    str | None,
    typer.Option("--lang", metavar="TAG", help="The language of the game (en, pt-BR).", show_default="its first"),
]
LangNames = Annotated[
    str | None,
    typer.Option(
        "--lang", metavar="TAG|all", help="The language of the pieces, or all.", show_default="pnp.toml, or its first"
    ),
]
Renderer = Annotated[RendererName, typer.Option("--renderer", help="What draws the SVG.")]
OutFolder = Annotated[
    Path | None, typer.Option("--out", help="The folder to write to.", show_default="pnp.toml, or output")
]
Explain = Annotated[
    bool, typer.Option("--explain", help="First show where each setting comes from: a flag, pnp.toml, a default.")
]
AllowCode = Annotated[
    bool, typer.Option("--allow-code", help="Run the project's own rules.py and art.py this once (pnp trust: always).")
]
OptionWords = Annotated[
    list[str] | None, typer.Option("--option", "--options", metavar="NAME=VALUE", help="Options of the rules.")
]
Preset = Annotated[str | None, typer.Option(help="A named set of options.")]
Jobs = Annotated[int | None, typer.Option(min=1, max=1024, help="Processes.", show_default="all cores")]
Only = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="WHICH", help="Some pieces: a deck, id=dragon*, rows=3-9, cost=2. Repeatable."),
]
Mark = Annotated[str, typer.Option("--mark", metavar="TEXT", help="A tiny version mark on fronts, such as v0.3.")]
UseCache = Annotated[bool, typer.Option("--cache/--no-cache", help="Use what earlier runs have drawn.")]

PrinterName = Annotated[
    str | None,
    typer.Option(
        "--printer",
        metavar="NAME",
        help="A printer that pnp calibrate has saved, or none.",
        show_default="the default one",
    ),
]
MarginText = Annotated[
    str | None,
    typer.Option(
        "--margin",
        metavar="MM|T,R,B,L",
        help="Least distance of pieces from the paper's edge, mm: one, or top, right, bottom, left.",
        show_default="the printer's, pnp.toml, or 5",
    ),
]

READINGS = 5
"""Crosses on a calibration sheet."""
OPTION: Final = Location(option="--option")
_PAIR = r"([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)"
_OFFSET = re.compile(rf"\s*{_PAIR}\s*")
_READING = re.compile(_PAIR)
_READINGS = re.compile(rf"\s*{_PAIR}(?:[\s;]+{_PAIR})*\s*")


def option_words(option: list[str] | None) -> list[str]:
    """The words of --option, which may be given several times and hold several."""
    return [word for text in option or [] for word in text.replace(",", " ").split()]


def parse_readings(text: str, option: str) -> list[tuple[float, float]]:
    """What was read on a calibration sheet: X,Y in mm once, or five times with spaces between."""
    places = _READING.findall(text)
    if len(places) not in (1, READINGS) or not _READINGS.fullmatch(text):
        message = f"must be X,Y in mm, once or {READINGS} times with spaces between"
        hint = f'for example {option} 0.5,-1 or {option} "0.5,-1 0.6,-1.1 0.4,-0.9 0.5,-1 0.5,-1.1"'
        raise LayoutError(Problem(Location(option=option), message, hint, found=quoted(text), code="E1201"))
    return [(float(x), float(y)) for x, y in places]


def parse_offset(text: str, option: str) -> tuple[float, float]:
    """X,Y in mm."""
    match = _OFFSET.fullmatch(text)
    if match is None:
        where, hint = Location(option=option), f"for example {option} 0.5,-1"
        raise LayoutError(Problem(where, "must be two numbers in mm: X,Y", hint, found=quoted(text), code="E1201"))
    return float(match[1]), float(match[2])
