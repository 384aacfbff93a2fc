"""How fast the press is: the same cards printed by pnp and by its peers, on this machine, in one run.

    .venv/bin/python tests/bench/press.py [--rounds N] [--pictures 500,2000] [--json FILE] [--keep FOLDER]

Every run is a process of its own. The table shows the least CPU time (user and system) of all rounds, because wall
time depends on what else the machine is doing. Installing is not timed. Exit 1 when a goal is missed, and only then;
2 when pnp itself could not be run.

Work A: 110 poker cards of 13 fronts (ten nine times, then 10, 5 and 5) and one back, 9 to a sheet of A4, duplex:
26 pages. Work B: 500 cards that all differ, the same sheets: 112 pages. A front has a frame, a title, a number, a
paragraph of some twenty words and a drawing of 20 shapes; the back a ground and 20 shapes.

Work C: as many cards as `--pictures` says (500, then 2,000), each with a PNG of its own of 750 × 1050 dots over all of
it, a title and a paragraph, fronts only. Work D: the first of these numbers of cards over one such PNG. They run once,
for pnp and for protograf; `pnp audit` reads all of pnp's back.

The peers, and why:

- protograf: made for the same job, a deck from a table with backs on every second page. Its cards are drawn with its
  own shapes, in the PDF's built-in Helvetica, which spares it the work of embedding a font.
- gamecards with WeasyPrint: the HTML way. gamecards fills 3 × 3 tables from a CSV file, WeasyPrint makes the PDF. It
  knows neither copies nor backs, so the bench writes its rows in printing order, untimed. The fonts are pnp's.

Not measured: cartuli is not to be had for this Python, silhouette-card-maker imposes pictures and sets no text,
Squib needs Ruby.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pnp.face.face import Face

# Nothing heavy is imported up here: a child's peak memory is never reported as less than its parent's.

PINS: Final = (
    "protograf==0.5.2",
    "pymupdf==1.28.2",
    "gamecards==1.1.0",
    "weasyprint==70.0",
    "font-source-sans-pro==0.0.1",
    "font-fredoka-one==0.0.4",
)
"""What goes into the peers' environment: the tools, the engine protograf draws with, pnp's fonts for WeasyPrint."""

ROOT: Final = Path(__file__).resolve().parents[2]
VENV: Final = ROOT / "output" / "bench-venv"
GAME: Final = "pressbench"
SHOWPIECE: Final = "cotcotcollec"
PROTOGRAF: Final = "protograf"
WEASYPRINT: Final = "gamecards + WeasyPrint"
COLD, FILLING, UNCHANGED, CHANGED = "pnp, no cache", "pnp, empty cache", "pnp, unchanged", "pnp, one text changed"
PNP_RUNS: Final = (COLD, FILLING, UNCHANGED, CHANGED)
AUDIT: Final = "pnp audit"
DPI: Final = 150
TOLERANCE: Final = 64
"""A pixel differs when its grey value differs by more than this, of 255."""
BLEED: Final = 3.0

MOST_OF_PROTOGRAF: Final = 1 / 8
LARGEST_PDF_KB: Final = 250
MOST_MEMORY_MB: Final = 150
MOST_OF_COLD: Final = 1 / 2
LEAST_SPEED_UP: Final = 3
MOST_OF_PROTOGRAF_WITH_PICTURES: Final = 1 / 3
MOST_MEMORY_WITH_PICTURES_MB: Final = 1500
MOST_OF_COLD_FOR_A_WORD: Final = 1 / 10
PIXELS: Final = (750, 1050)


# The cards: one description that every tool draws from. Millimetres from the upper left corner of a card.

WIDTH, HEIGHT = 63, 88
LEFT, TOP = 10.5, 16.5
"""The margins that centre 3 × 3 cards on A4."""
PAPER, INK, GROUND, FLAT = "#fbf3df", "#3b2418", "#2b6a8c", "#ffffff"
COLOURS: Final = (
    *("#c0392b", "#d68910", "#b7950b", "#1e8449", "#117a65", "#2471a3", "#6c3483"),
    *("#a93226", "#5d6d7e", "#935116", "#943126", "#1f618d", "#7d6608"),
)
MOTIFS: Final = len(COLOURS)
COUNTS: Final = (*(9,) * 10, 10, 5, 5)
NAMES: Final = (
    *("Teapot", "Parasol", "Pearl Comb", "Music Box", "Hat Box", "Ring", "Looking Glass"),
    *("Fan", "Snuff Box", "Brooch", "Rooster", "Doubler", "Joker"),
)
PLACES: Final = ("coop", "barn", "orchard", "river", "market", "mill", "attic")
WAYS: Final = (
    "unless its owner shows a rooster",
    "if nobody shows a joker",
    "before the fox comes back",
    "and keep it",
)

Shape = dict[str, Any]


@dataclass(frozen=True)
class Card:
    """A row of the deck."""

    id: str
    count: int
    number: int
    title: str
    body: str
    motif: int

    @property
    def art(self) -> str:
        """The name of its drawing."""
        return f"motif-{self.motif}"


def body(number: int) -> str:
    """A paragraph of some twenty words, another one for each number."""
    place, way = PLACES[number % len(PLACES)], WAYS[number % len(WAYS)]
    return (
        f"Take up to {number + 2} grains from the hen on your left, walk to the {place}, "
        f"and lay one treasure there {way}."
    )


def work_a() -> list[Card]:
    """13 fronts, 110 cards."""
    return [Card(f"c{i}", count, i + 1, NAMES[i], body(i), i) for i, count in enumerate(COUNTS)]


def work_b() -> list[Card]:
    """500 cards, no two alike."""
    return [
        Card(f"c{i}", 1, i + 1, f"{NAMES[i % MOTIFS]} {i + 1}", body(i), i % MOTIFS)
        for i in range(500)
    ]  # fmt: skip


def around(radius: float, count: int, turn: float = 0) -> Iterator[tuple[float, float]]:
    """Points on a circle round the middle of the drawing."""
    for i in range(count):
        angle = math.tau * (i / count + turn)
        yield round(WIDTH / 2 + radius * math.cos(angle), 3), round(36 + radius * math.sin(angle), 3)


def drawing(motif: int) -> list[Shape]:
    """20 shapes: a polygon, circles on it, spokes, and a row of boxes."""
    dark, light = COLOURS[motif], COLOURS[(motif + 5) % MOTIFS]
    shapes: list[Shape] = [{"kind": "polygon", "points": list(around(17, 6 + motif % 5, -0.25)), "fill": light}]
    shapes += [{"kind": "circle", "cx": x, "cy": y, "r": 3, "fill": dark} for x, y in around(12, 8)]
    shapes += [{"kind": "line", "x1": WIDTH / 2, "y1": 36, "x2": x, "y2": y} for x, y in around(9, 6, 0.05)]
    shapes += [
        {"kind": "rect", "x": 12.5 + 8 * i, "y": 54, "width": 6, "height": 3, "fill": dark if i % 2 else light}
        for i in range(5)
    ]
    return shapes


def pattern() -> list[Shape]:
    """The 20 shapes of the back."""
    return [
        {"kind": "circle", "cx": 12 + 13 * (i % 4), "cy": 12 + 16 * (i // 4), "r": 4, "fill": PAPER} for i in range(20)
    ]


def svg_shape(shape: Shape) -> str:
    """A shape as an SVG element."""
    match shape["kind"]:
        case "circle":
            return f'<circle cx="{shape["cx"]}" cy="{shape["cy"]}" r="{shape["r"]}" fill="{shape["fill"]}"/>'
        case "rect":
            sides = " ".join(f'{key}="{shape[key]}"' for key in ("x", "y", "width", "height"))
            return f'<rect {sides} fill="{shape["fill"]}"/>'
        case "line":
            ends = " ".join(f'{key}="{shape[key]}"' for key in ("x1", "y1", "x2", "y2"))
            return f'<line {ends} stroke="{INK}" stroke-width="0.5"/>'
        case _:
            points = " ".join(f"{x},{y}" for x, y in shape["points"])
            return f'<polygon points="{points}" fill="{shape["fill"]}"/>'


def svg(shapes: list[Shape], box: tuple[float, float, float, float]) -> str:
    """Shapes as an SVG file that shows a box."""
    x, y, width, height = box
    drawn = "".join(svg_shape(shape) for shape in shapes)
    size = f'width="{width}mm" height="{height}mm" viewBox="{x} {y} {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawn}</svg>\n'


ART_BOX: Final = (WIDTH / 2 - 21, 36 - 21, 42, 42)


def write_table(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    """A CSV file with a heading."""
    listed = list(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, listed[0].keys())
        writer.writeheader()
        writer.writerows(listed)


# pnp: a designer's project folder.

GAME_TOML: Final = """\
title = {{ fr = "Banc d'essai", en = "Bench" }}
players = [2, 5]
age = 8
minutes = 45

[[box]]
name = {{ fr = "cartes", en = "cards" }}
count = {count}
of = ["cards"]

[decks.cards]
title = {{ fr = "Cartes", en = "Cards" }}
kind = "card"
size = [{width}, {height}]
table = "cards.csv"
front = "front.svg.j2"
back = "back.svg.j2"
edge = {{ front = "{flat}", back = "{ground}" }}

[decks.cards.columns]
number = {{ type = "int" }}
title = {{}}
body = {{}}
art = {{}}
"""
GROUND_RECT: Final = (
    '<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ w + 2 * bleed }}" height="{{ h + 2 * bleed }}" fill="%s"/>'
)
FRONT: Final = f"""\
{{% extends "face.svg.j2" %}}
{{% block body %}}
{GROUND_RECT % FLAT}
<rect x="4" y="4" width="55" height="80" fill="{PAPER}" stroke="{INK}" stroke-width="0.35"/>
{{{{ text(piece.title, 6, 5, w - 12, 10, size=5.3, min=3, font="Fredoka One", align="center", valign="middle") }}}}
{{{{ art(piece.art, w / 2, 36, 0.42) }}}}
{{{{ text(piece.body, 7, 60, w - 14, 19, size=3.2, min=2.4, align="center") }}}}
{{{{ text(piece.number, 6, 78, w - 13, 5, size=2.8, align="right") }}}}
{{% endblock %}}
"""
BACK: Final = """\
{{% extends "face.svg.j2" %}}
{{% block body %}}
{ground}
{{{{ art("back", w / 2, h / 2, 0.88) }}}}
{{% endblock %}}
"""


def write_pnp(folder: Path, cards: list[Card]) -> None:
    """The project of a work."""
    game, templates = folder / "components" / GAME, folder / "templates" / GAME
    (game / "art").mkdir(parents=True)
    templates.mkdir(parents=True)
    count = sum(card.count for card in cards)
    spec = GAME_TOML.format(count=count, width=WIDTH, height=HEIGHT, flat=FLAT, ground=GROUND)
    (game / "game.toml").write_text(spec, "utf-8")
    write_pnp_table(folder, cards)
    for motif in range(MOTIFS):
        (game / "art" / f"motif-{motif}.svg").write_text(svg(drawing(motif), ART_BOX), "utf-8")
    (game / "art" / "back.svg").write_text(svg(pattern(), (WIDTH / 2 - 44, 0, 88, 88)), "utf-8")
    (templates / "front.svg.j2").write_text(FRONT, "utf-8")
    (templates / "back.svg.j2").write_text(BACK.format(ground=GROUND_RECT % GROUND), "utf-8")


def write_pnp_table(folder: Path, cards: list[Card], note: str = "") -> None:
    """The cards; a note is added to the text of the first."""
    rows = [
        {"id": c.id, "count": c.count, "number": c.number, "title": c.title, "body": c.body, "art": c.art}
        for c in cards
    ]  # fmt: skip
    rows[0]["body"] = f"{rows[0]['body']}{note}"
    write_table(folder / "components" / GAME / "cards.csv", rows)


# protograf: a script as its manual teaches.

PROTOGRAF_SCRIPT: Final = """\
import csv, json
from protograf import *

with open("cards.csv", encoding="utf-8") as file:
    rows = list(csv.DictReader(file))
with open("shapes.json", encoding="utf-8") as file:
    shapes = json.load(file)

def draw(s):
    match s["kind"]:
        case "circle":
            return circle(cx=s["cx"], cy=s["cy"], radius=s["r"], fill_stroke=s["fill"])
        case "rect":
            return rectangle(x=s["x"], y=s["y"], width=s["width"], height=s["height"], fill_stroke=s["fill"])
        case "line":
            return line(x=s["x1"], y=s["y1"], x1=s["x2"], y1=s["y2"], stroke=INK, stroke_width=1.4)
        case _:
            return polyshape(points=[tuple(point) for point in s["points"]], fill_stroke=s["fill"])

PAPER, INK, GROUND = shapes["colours"]
Create(filename="cards.pdf", paper="A4", units="mm", margin_left=10.5, margin_right=10.5, margin_top=16.5,
       margin_bottom=16.5)
Data(filename="cards.csv")
Deck(width=63, height=88, rows=3, cols=3, copy="count", grid_marks=True, stroke="white")
Card("*", rectangle(x=4, y=4, width=55, height=80, fill=PAPER, stroke=INK, stroke_width=1))
for motif, drawing in enumerate(shapes["motifs"]):
    Card([i for i, row in enumerate(rows, 1) if int(row["motif"]) == motif], *[draw(shape) for shape in drawing])
Card("*", text(text=T("{{ title }}"), x=31.5, y=12, font_size=15, align="centre", stroke=INK))
Card("*", text(text=T("{{ body }}"), x=7, y=60, width=49, height=19, wrap=True, font_size=9, align="centre",
               stroke=INK))
Card("*", text(text=T("{{ number }}"), x=56, y=82, font_size=8, align="right", stroke=INK))
CardBack("*", rectangle(x=0, y=0, width=63, height=88, fill_stroke=GROUND), *[draw(s) for s in shapes["back"]])
Save()
"""


def write_protograf(folder: Path, cards: list[Card]) -> None:
    """The script and what it reads."""
    folder.mkdir(parents=True)
    shapes = {"colours": (PAPER, INK, GROUND), "motifs": [drawing(i) for i in range(MOTIFS)], "back": pattern()}
    (folder / "shapes.json").write_text(json.dumps(shapes), "utf-8")
    write_table(folder / "cards.csv", (asdict(card) for card in cards))
    (folder / "deck.py").write_text(PROTOGRAF_SCRIPT, "utf-8")


# gamecards + WeasyPrint: a table of rows in printing order, a fragment of HTML, a style sheet.

WEASYPRINT_SCRIPT: Final = """\
import gamecards, weasyprint

gamecards.gamecards("rows.csv", "card.tpl", "cards.css", "cards.html", rows=3, cols=3)
weasyprint.HTML("cards.html").write_pdf("cards.pdf")
"""
CARD_HTML: Final = """\
<div class="card ${side}"><div class="frame"></div><h1>${title}</h1><img src="${art}.svg" alt=""><p>${body}</p>
<b>${number}</b></div>
"""
CARDS_CSS: Final = """\
@font-face {{ font-family: Card Body; src: url(font_source_sans_pro.ttf) }}
@font-face {{ font-family: Card Title; src: url(font_fredoka_one.ttf) }}
@page {{ size: A4; margin: {top}mm {left}mm }}
body {{ margin: 0; font: 3.2mm/1.2 Card Body; color: {ink} }}
table {{ border-collapse: collapse; table-layout: fixed }}
td {{ padding: 0; width: {width}mm; height: {height}mm }}
.card {{ position: relative; width: {width}mm; height: {height}mm; overflow: hidden }}
.card * {{ position: absolute; margin: 0; text-align: center }}
.frame {{ left: 4mm; top: 4mm; width: 55mm; height: 80mm; box-sizing: border-box; border: 0.35mm solid {ink};
  background: {paper} }}
h1 {{ left: 6mm; top: 6.8mm; width: 51mm; font: 5.3mm/1.2 Card Title }}
p {{ left: 7mm; top: 60mm; width: 49mm }}
b {{ right: 7mm; top: 79mm; font: 2.8mm/1.2 Card Body }}
img {{ left: 10.5mm; top: 15mm; width: 42mm; height: 42mm }}
.back {{ background: {ground} }}
.back img {{ left: 0; top: 0; width: {width}mm; height: {height}mm }}
.back .frame, .blank * {{ display: none }}
"""
FONT_FILES: Final = {
    "font_source_sans_pro": "SourceSansPro-Regular.ttf",
    "font_fredoka_one": "FredokaOne-Regular.ttf",
}


def printing_order(cards: list[Card]) -> Iterator[dict[str, Any]]:
    """The rows of gamecards' table: nine fronts, their nine backs mirrored, and so on."""
    blank = {"side": "blank", "title": "", "art": "back", "body": "", "number": ""}
    back = blank | {"side": "back"}
    fronts: list[dict[str, Any]] = [
        {"side": "front", "title": card.title, "art": card.art, "body": card.body, "number": card.number}
        for card in cards
        for _ in range(card.count)
    ]
    for first in range(0, len(fronts), 9):
        page = fronts[first : first + 9]
        page += [blank] * (9 - len(page))
        yield from page
        for row in (page[:3], page[3:6], page[6:]):
            yield from (blank if front is blank else back for front in reversed(row))


def write_weasyprint(folder: Path, cards: list[Card]) -> None:
    """What gamecards and WeasyPrint read; the fonts come from the peers' environment."""
    folder.mkdir(parents=True)
    write_table(folder / "rows.csv", printing_order(cards))
    (folder / "card.tpl").write_text(CARD_HTML, "utf-8")
    css = CARDS_CSS.format(
        top=TOP, left=LEFT, width=WIDTH, height=HEIGHT, ink=INK, paper=PAPER, ground=GROUND
    )  # fmt: skip
    (folder / "cards.css").write_text(css, "utf-8")
    (folder / "deck.py").write_text(WEASYPRINT_SCRIPT, "utf-8")
    for motif in range(MOTIFS):
        (folder / f"motif-{motif}.svg").write_text(svg(drawing(motif), ART_BOX), "utf-8")
    (folder / "back.svg").write_text(svg(pattern(), (0, 0, WIDTH, HEIGHT)), "utf-8")
    for package, name in FONT_FILES.items():
        for font in VENV.glob(f"lib/*/site-packages/{package}/files/{name}"):
            shutil.copyfile(font, folder / f"{package}.ttf")


# Cards with pictures: the same for pnp and protograf.

PICTURE_TOML: Final = """\
title = "Bench"

[decks.cards]
size = [{width}, {height}]
table = "cards.csv"
front = "front.svg.j2"
"""
PICTURE_FRONT: Final = """\
{% extends "face.svg.j2" %}
{% block body %}
{{ image(piece.art, -bleed, -bleed, w + 2 * bleed, h + 2 * bleed, fit="cover") }}
<rect x="5" y="58" width="53" height="24" fill="#ffffff"/>
{{ text(piece.title, 6, 5, w - 12, 10, size=5.3, min=3, font="Fredoka One", align="center", valign="middle") }}
{{ text(piece.body, 7, 60, w - 14, 19, size=3.2, min=2.4, align="center") }}
{% endblock %}
"""
PICTURE_SCRIPT: Final = """\
import csv
from protograf import *

with open("cards.csv", encoding="utf-8") as file:
    rows = list(csv.DictReader(file))
Create(filename="cards.pdf", paper="A4", units="mm", margin_left=10.5, margin_right=10.5, margin_top=16.5,
       margin_bottom=16.5)
Data(filename="cards.csv")
Deck(width=63, height=88, rows=3, cols=3, grid_marks=True, stroke="white")
for number, row in enumerate(rows, 1):
    Card(number, image(row["art"], x=0, y=0, width=63, height=88))
Card("*", rectangle(x=5, y=58, width=53, height=24, fill_stroke="white"))
Card("*", text(text=T("{{ title }}"), x=31.5, y=12, font_size=15, align="centre", stroke="#3b2418"))
Card("*", text(text=T("{{ body }}"), x=7, y=60, width=49, height=19, wrap=True, font_size=9, align="centre",
               stroke="#3b2418"))
Save()
"""


def picture_rows(count: int, pictures: int) -> list[dict[str, Any]]:
    """A card for each number, with one of that many pictures."""
    return [
        {"id": f"c{i}", "title": f"{NAMES[i % MOTIFS]} {i + 1}", "body": body(i), "art": f"art/{i % pictures}.png"}
        for i in range(count)
    ]


def child_pictures(folder: str, count: str) -> dict[str, Any]:
    """Pictures like painted ones: patches of colour, with grain."""
    import numpy as np
    from PIL import Image

    made = 0
    Path(folder).mkdir(parents=True)
    for number in range(int(count)):
        dots = np.random.default_rng(number)
        patches = Image.fromarray(dots.integers(0, 256, (42, 30, 3), dtype=np.uint8)).resize(PIXELS)
        grain = dots.integers(-12, 13, (PIXELS[1], PIXELS[0], 3))
        drawn = Image.fromarray((np.asarray(patches) + grain).clip(0, 255).astype(np.uint8))
        drawn.save(Path(folder, f"{number}.png"), compress_level=1)
        made += Path(folder, f"{number}.png").stat().st_size
    return {"kb": made / 1000}


# Running.


@dataclass(frozen=True)
class Sample:
    """What one process used."""

    cpu: float
    wall: float
    memory: float
    """The peak, in MB."""


@dataclass
class Run:
    """A command that is measured, and its samples."""

    work: str
    name: str
    command: list[str]
    folder: Path
    pdf: Path
    before: Callable[[int], None] = lambda _round: None
    """Called before each round, untimed."""
    most: int = 1_000
    """Rounds at most."""
    samples: list[Sample] = field(default_factory=list)
    failure: str = ""

    @property
    def best(self) -> Sample | None:
        """The least time and the highest peak of all rounds."""
        if self.failure or not self.samples:
            return None
        return Sample(
            min(sample.cpu for sample in self.samples),
            min(sample.wall for sample in self.samples),
            max(sample.memory for sample in self.samples),
        )


class ChildFailedError(Exception):
    """A process ended badly."""


def last_words(said: str) -> str:
    """The line that says what went wrong: the last that is not set in, as hints and tracebacks are."""
    lines = [line for line in said.splitlines() if line.strip() and not line[0].isspace()]
    return lines[-1] if lines else "nothing said"


def measure(command: list[str], folder: Path, env: dict[str, str]) -> Sample:
    """Run a command to its end; ChildFailedError with its last words when it fails."""
    with tempfile.TemporaryFile() as said:
        started = time.perf_counter()
        child = subprocess.Popen(command, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - started
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            said.seek(0)
            raise ChildFailedError(last_words(said.read().decode("utf-8", "replace")))
    unit = 1_000_000 if sys.platform == "darwin" else 1_000  # macOS counts bytes, Linux kB
    return Sample(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / unit)


def peers_python() -> Path:
    """The interpreter of the peers' environment."""
    return VENV / "bin" / "python"


def make_venv() -> str:
    """Install the peers once; what went wrong, or nothing."""
    stamp = VENV / "pins.txt"
    pins = "\n".join(PINS)
    if stamp.is_file() and stamp.read_text("utf-8") == pins:
        return ""
    shutil.rmtree(VENV, ignore_errors=True)
    for command in (
        [sys.executable, "-m", "venv", str(VENV)],
        [str(peers_python()), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PINS],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return last_words(done.stderr)
    stamp.write_text(pins, "utf-8")
    return ""


class Bench:
    """The folder, the environment and the runs."""

    def __init__(self, folder: Path, rounds: int) -> None:
        self.folder = folder
        self.rounds = rounds
        self.runs: list[Run] = []
        self.notes: list[str] = []
        self.pictures_kb: dict[str, float] = {}
        """All pictures of a work."""
        home = folder / "home"
        home.mkdir(parents=True)
        drop = ("PNP_", "XDG_", "PYTHON")
        self.env = {key: value for key, value in os.environ.items() if not key.startswith(drop)}
        self.env |= {"HOME": str(home), "PNP_CONFIG_DIR": str(home), "PYTHONIOENCODING": "utf-8", "COLUMNS": "120"}

    def add_pnp(self, work: str, cards: list[Card]) -> None:
        """pnp without a cache, filling one, rebuilding from it, and rebuilding after one text changed."""
        project = self.folder / work / "pnp"
        write_pnp(project, cards)

        def fresh(_round: int) -> None:
            shutil.rmtree(self.cache(work), ignore_errors=True)
            write_pnp_table(project, cards)

        def changed(number: int) -> None:
            write_pnp_table(project, cards, note=f" Round {number + 1}!")

        before = {COLD: fresh, FILLING: fresh, CHANGED: changed}
        for name in PNP_RUNS:
            out = self.folder / work / "out" / name.removeprefix("pnp, ").replace(" ", "-")
            command = [sys.executable, "-m", "pnp", "build", GAME, "--lang", "en", "--no-guide", "--out", str(out)]
            command += ["--no-cache"] if name == COLD else []
            pdf = out / GAME / f"{GAME}_en_a4_full_duplex-long.pdf"
            self.runs.append(Run(work, name, command, project, pdf, before.get(name, lambda _round: None)))

    def add_peer(self, work: str, name: str, cards: list[Card], write: Callable[[Path, list[Card]], None]) -> None:
        """Another tool's script in a separate folder."""
        folder = self.folder / work / name.split()[0]
        write(folder, cards)
        self.runs.append(Run(work, name, [str(peers_python()), "deck.py"], folder, folder / "cards.pdf"))

    def add_pictures(self, work: str, count: int, pictures: int, *, peer: bool) -> None:
        """pnp and protograf on cards with pictures, which both find in one folder."""
        shared, project = self.folder / work / "art", self.folder / work / "pnp"
        self.pictures_kb[work] = self.child("pictures", str(shared), str(pictures))["kb"]
        game, templates = project / "components" / GAME, project / "templates" / GAME
        game.mkdir(parents=True)
        templates.mkdir(parents=True)
        shutil.copytree(shared, game / "art", copy_function=os.link)
        (game / "game.toml").write_text(PICTURE_TOML.format(width=WIDTH, height=HEIGHT), "utf-8")
        (templates / "front.svg.j2").write_text(PICTURE_FRONT, "utf-8")
        rows = picture_rows(count, pictures)
        write_table(game / "cards.csv", rows)
        changed = [rows[0] | {"title": "Changed"}, *rows[1:]]
        before = {CHANGED: lambda _round: write_table(game / "cards.csv", changed)}
        out = self.folder / work / "out"
        command = [sys.executable, "-m", "pnp", "build", GAME, "--sides", "fronts", "--no-guide", "--out", str(out)]
        pdf = out / GAME / f"{GAME}_en_a4_full_fronts.pdf"
        for name in (FILLING, UNCHANGED, CHANGED):
            self.runs.append(Run(work, name, command, project, pdf, before.get(name, lambda _round: None), most=1))
        audit = [sys.executable, "-m", "pnp", "audit", str(pdf)]
        self.runs.append(Run(work, AUDIT, audit, project, pdf, most=1))
        if peer:
            folder = self.folder / work / PROTOGRAF
            folder.mkdir()
            shutil.copytree(shared, folder / "art", copy_function=os.link)
            write_table(folder / "cards.csv", rows)
            (folder / "deck.py").write_text(PICTURE_SCRIPT, "utf-8")
            command = [str(peers_python()), "deck.py"]
            self.runs.append(Run(work, PROTOGRAF, command, folder, folder / "cards.pdf", most=1))

    def cache(self, work: str) -> Path:
        """pnp's cache for a work."""
        return self.folder / work / "cache"

    def measure_all(self, say: Callable[[str], None]) -> None:
        """Every run once a round, so that all tools meet the same weather."""
        for number in range(self.rounds):
            for run in self.runs:
                if run.failure or number >= run.most:
                    continue
                run.before(number)
                try:
                    env = self.env | {"PNP_CACHE_DIR": str(self.cache(run.work))}
                    run.samples.append(measure(run.command, run.folder, env))
                except (ChildFailedError, OSError) as error:
                    run.failure = str(error)
                last = f"{run.samples[-1].cpu:.2f} s CPU" if not run.failure else f"failed: {run.failure}"
                say(f"round {number + 1} of {self.rounds}: {run.work}, {run.name}: {last}")

    def child(self, *words: str) -> dict[str, Any]:
        """What a child of this very script found out, in pnp's own environment."""
        command = [sys.executable, str(Path(__file__).resolve()), "child", *words]
        done = subprocess.run(command, env=self.env, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise ChildFailedError(last_words(done.stderr))
        answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return answer

    def find(self, work: str, name: str) -> Sample | None:
        """The best of a run."""
        return next((run.best for run in self.runs if (run.work, run.name) == (work, name)), None)


# Work of the child processes.


def child_faces(file: str, game_id: str, root: str = "") -> dict[str, Any]:
    """Write the distinct faces of a game to a file; of the bundled games without a root."""
    from pnp.face.render import FaceRenderer
    from pnp.project.folders import Project, bundled_project
    from pnp.spec.load import load_game
    from pnp.terms import Ink, Lang, Side

    project = Project(Path(root)) if root else bundled_project()
    game = load_game(project, game_id)
    drawer = FaceRenderer(project, game, Lang.EN, Ink.FULL, BLEED)
    faces: dict[str, dict[str, Any]] = {}
    for deck, design in game.designs():
        for side in Side:
            if deck.template(side):
                face = drawer.render(deck, design, side)
                faces.setdefault(face.key, {"name": f"{design.id} {side}", "svg": face.svg, "size": face.size})
    Path(file).write_text(json.dumps(list(faces.values())), "utf-8")
    return {"faces": len(faces)}


def read_faces(file: str) -> dict[str, Face]:
    """The faces by name."""
    from pnp.face.face import Face
    from pnp.geometry.units import Size

    faces = json.loads(Path(file).read_text("utf-8"))
    return {face["name"]: Face(face["svg"], Size(*face["size"]), BLEED) for face in faces}


def child_draw(file: str, renderer: str) -> dict[str, Any]:
    """The CPU time of drawing faces to PDF, and that of importing what draws them."""
    started = time.process_time()
    from pnp.press.job import RendererName
    from pnp.press.renderer import faces_to_pdf, find_renderer

    find_renderer(RendererName(renderer))
    __import__(renderer)  # pnp imports cairosvg only when it draws
    imported = time.process_time()
    faces = list(read_faces(file).values())
    read = time.process_time()
    pdf = faces_to_pdf(faces, RendererName(renderer))
    drawn = time.process_time()
    return {"import": imported - started, "draw": drawn - read, "kb": len(pdf) / 1000}


def child_compare(file: str) -> dict[str, Any]:
    """How far the pictures of both renderers differ, face by face."""
    from io import BytesIO

    import numpy as np
    from PIL import Image

    from pnp.press.job import RendererName
    from pnp.press.renderer import find_renderer

    def greys(png: bytes) -> np.ndarray[Any, np.dtype[np.int16]]:
        return np.asarray(Image.open(BytesIO(png)).convert("L"), dtype=np.int16)

    faces = read_faces(file)
    drawn = [find_renderer(name).to_png(list(faces.values()), dpi=DPI) for name in RendererName]
    found = []
    for name, first, second in zip(faces, *drawn, strict=True):
        a, b = greys(first), greys(second)
        height, width = (min(sides) for sides in zip(a.shape, b.shape, strict=True))  # one may round a pixel more
        away = np.abs(a[:height, :width] - b[:height, :width])
        shape = [int(p - q) for p, q in zip(a.shape, b.shape, strict=True)]
        share, mean = float((away > TOLERANCE).mean()), float(away.mean())
        found.append({"face": name, "share": share, "mean": mean, "size_difference": shape})
    return {"faces": found}


CHILDREN: Final[dict[str, Callable[..., dict[str, Any]]]] = {
    "pictures": child_pictures,
    "faces": child_faces,
    "draw": child_draw,
    "compare": child_compare,
}


# The renderers.


@dataclass(frozen=True)
class Renderers:
    """typst and cairosvg on the same faces."""

    game: str
    faces: int
    cpu: dict[str, dict[str, float]]
    """By renderer: `import` and `draw` in seconds, `kb`."""
    agreement: list[dict[str, Any]]

    @property
    def speed_up(self) -> float:
        """How many times less CPU typst needs, imports apart."""
        return self.cpu["cairosvg"]["draw"] / self.cpu["typst"]["draw"]

    @property
    def worst(self) -> dict[str, Any]:
        """The face with the most pixels that differ."""
        return max(self.agreement, key=lambda face: face["share"])

    @property
    def mean(self) -> float:
        """The mean absolute difference of grey values over all faces."""
        return float(sum(face["mean"] for face in self.agreement) / len(self.agreement))


def measure_renderers(bench: Bench, label: str, game_id: str, root: str, say: Callable[[str], None]) -> Renderers:
    """Both renderers on the faces of a game."""
    file = str(bench.folder / f"faces-{game_id}-{label.split()[-1]}.json")
    faces = bench.child("faces", file, game_id, *([root] if root else []))["faces"]
    cpu: dict[str, dict[str, float]] = {}
    for name in ("typst", "cairosvg"):
        answers = [bench.child("draw", file, name) for _ in range(bench.rounds)]
        cpu[name] = {key: min(answer[key] for answer in answers) for key in ("import", "draw", "kb")}
        say(f"{label}: {faces} faces, {name}: {cpu[name]['draw']:.3f} s CPU")
    return Renderers(label, faces, cpu, bench.child("compare", file)["faces"])


# The goals.


@dataclass(frozen=True)
class Goal:
    """Something promised; `met` is None when it could not be measured."""

    name: str
    found: str
    met: bool | None


def at_most(name: str, value: float | None, limit: float, unit: str) -> Goal:
    """A goal that is met by a value up to a limit."""
    if value is None:
        return Goal(name, "not measured", None)
    return Goal(name, f"{value:.3g} {unit}".strip(), value <= limit)


def check_goals(bench: Bench, renderers: list[Renderers]) -> list[Goal]:
    """All goals, for work A."""
    cold, unchanged = bench.find("A", COLD), bench.find("A", UNCHANGED)
    protograf = bench.find("A", PROTOGRAF)
    pdf = next((run.pdf for run in bench.runs if (run.work, run.name) == ("A", COLD)), None)
    size = pdf.stat().st_size / 1000 if pdf and pdf.is_file() else None
    of_protograf = cold.cpu / protograf.cpu if cold and protograf else None
    of_cold = unchanged.cpu / cold.cpu if cold and unchanged else None
    goals = [
        at_most("A: pnp uses at most 1/8 of protograf's CPU time", of_protograf, MOST_OF_PROTOGRAF, "of it"),
        at_most(f"A: PDF under {LARGEST_PDF_KB} kB", size, LARGEST_PDF_KB, "kB"),
        at_most(f"A: peak memory under {MOST_MEMORY_MB} MB", cold.memory if cold else None, MOST_MEMORY_MB, "MB"),
        at_most("A: an unchanged rebuild uses less than half the CPU time", of_cold, MOST_OF_COLD, "of it"),
    ]
    for work in bench.pictures_kb:
        goals += picture_goals(bench, work)
    for found in renderers:
        name = f"{found.game}: typst at least {LEAST_SPEED_UP} times as fast as cairosvg"
        goals.append(Goal(name, f"{found.speed_up:.3g} times", found.speed_up >= LEAST_SPEED_UP))
    return goals


def picture_goals(bench: Bench, work: str) -> list[Goal]:
    """The goals of a work with pictures."""
    cold, changed = bench.find(work, FILLING), bench.find(work, CHANGED)
    protograf, audit = bench.find(work, PROTOGRAF), bench.find(work, AUDIT)
    pdf = next(run.pdf for run in bench.runs if (run.work, run.name) == (work, FILLING))
    of_protograf = cold.cpu / protograf.cpu if cold and protograf else None
    memory = cold.memory / protograf.memory if cold and protograf else None
    of_cold = changed.cpu / cold.cpu if cold and changed else None
    beside = pdf.stat().st_size / 1000 - bench.pictures_kb[work] if pdf.is_file() else None
    kb = bench.pictures_kb[work] if work == "D" else None
    return [
        at_most(f"{work}: at most 1/3 of protograf's CPU time", of_protograf, MOST_OF_PROTOGRAF_WITH_PICTURES, "of it"),
        at_most(f"{work}: no more memory than protograf", memory, 1, "of it"),
        at_most(
            f"{work}: peak memory under {MOST_MEMORY_WITH_PICTURES_MB} MB",
            cold.memory if cold else None, MOST_MEMORY_WITH_PICTURES_MB, "MB",
        ),
        *([] if kb is None else [at_most("D: a shared background is stored once", beside, kb, "kB beside it")]),
        *([] if work == "D" else [at_most(f"{work}: one word changed", of_cold, MOST_OF_COLD_FOR_A_WORD, "of cold")]),
        Goal(f"{work}: pnp audit passes", "passes" if audit else "does not pass", audit is not None),
    ]  # fmt: skip


# The report.


def count_pages(pdf: Path) -> int | None:
    """The pages of a PDF that was written."""
    import pikepdf

    if not pdf.is_file():
        return None
    with pikepdf.open(pdf) as opened:
        return len(opened.pages)


def run_rows(bench: Bench) -> list[dict[str, Any]]:
    """A row of the table for each run."""
    rows = []
    for run in bench.runs:
        best, protograf = run.best, bench.find(run.work, PROTOGRAF)
        rows.append(
            {
                "work": run.work,
                "run": run.name,
                "cpu_s": best and best.cpu,
                "wall_s": best and best.wall,
                "peak_mb": best and best.memory,
                "pdf_kb": run.pdf.stat().st_size / 1000 if best and run.pdf.is_file() else None,
                "pages": count_pages(run.pdf) if best else None,
                "of_protograf": best.cpu / protograf.cpu if best and protograf else None,
                "failure": run.failure,
                "samples": [asdict(sample) for sample in run.samples],
            }
        )
    return rows


def report(bench: Bench, renderers: list[Renderers], goals: list[Goal]) -> dict[str, Any]:
    """Print the tables; what they say as plain data."""
    from rich.console import Console
    from rich.table import Table

    def table(title: str, *headings: str) -> Table:
        made = Table(title=title, title_justify="left", box=None, pad_edge=False)
        for number, heading in enumerate(headings):
            words = number == 0 or heading in ("run", "renderer", "worst face", "found", "")
            made.add_column(heading, justify="left" if words else "right")
        return made

    def figure(value: float | None, form: str) -> str:
        return "–" if value is None else format(value, form)

    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    rows = run_rows(bench)
    headings = ("work", "run", "CPU s", "wall s", "peak MB", "PDF kB", "pages", "CPU ÷ protograf's")
    runs = table(f"Same cards, least of {bench.rounds} rounds", *headings)
    columns = (("cpu_s", ".2f"), ("wall_s", ".2f"), ("peak_mb", ".0f"), ("pdf_kb", ".0f"), ("pages", "d"))
    for row in rows:
        figures = [figure(row[key], form) for key, form in (*columns, ("of_protograf", ".4f"))]
        runs.add_row(row["work"], row["run"], *figures)
    console.print(runs)
    drawn = table("\nThe faces alone, CPU seconds", "faces of", "renderer", "faces", "import", "draw", "PDF kB")
    agreed = table(
        f"\ntypst and cairosvg at {DPI} dpi: grey values out of 255",
        *("faces of", "mean difference", f"worst face, share over {TOLERANCE}", "its mean", "worst face"),
    )
    for found in renderers:
        for name, cpu in found.cpu.items():
            figures = [f"{cpu['import']:.3f}", f"{cpu['draw']:.3f}", f"{cpu['kb']:.0f}"]
            drawn.add_row(found.game, name, str(found.faces), *figures)
        worst = found.worst
        share = f"{worst['share']:.3%}"
        agreed.add_row(found.game, f"{found.mean:.2f}", share, f"{worst['mean']:.2f}", worst["face"])
    console.print(drawn, agreed)
    words = {True: "met", False: "MISSED", None: "not measured"}
    promised = table("\nGoals", "goal", "found", "")
    for goal in goals:
        promised.add_row(goal.name, goal.found, words[goal.met])
    console.print(promised)
    for note in [*bench.notes, *(f"{run.work}, {run.name} failed: {run.failure}" for run in bench.runs if run.failure)]:
        console.print(f"note: {note}", markup=False)
    return {
        "rounds": bench.rounds,
        "python": sys.version.split()[0],
        "peers": PINS,
        "runs": rows,
        "renderers": [asdict(found) | {"speed_up": found.speed_up, "worst": found.worst} for found in renderers],
        "goals": [asdict(goal) for goal in goals],
        "notes": bench.notes,
    }


def say(line: str) -> None:
    """Progress, on stderr."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def pnp_code() -> str:
    """A hash of pnp's code, as it is being run."""
    from importlib.util import find_spec

    spec = find_spec("pnp")
    if spec is None or spec.origin is None:
        raise SystemExit("pnp is not installed here")
    package = Path(spec.origin).parent
    parts = (
        path.relative_to(package).as_posix().encode() + path.read_bytes() for path in sorted(package.rglob("*.py"))
    )
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:12]


def run_bench(folder: Path, rounds: int, pictures: list[int]) -> tuple[Bench, list[Renderers]]:
    """Measure everything; cards with pictures in these numbers."""
    bench = Bench(folder, rounds)
    code = pnp_code()
    failed = make_venv()
    if failed:
        bench.notes.append(f"the peers could not be installed: {failed}")
    for work, cards in (("A", work_a()), ("B", work_b())):
        bench.add_pnp(work, cards)
        if not failed:
            bench.add_peer(work, PROTOGRAF, cards, write_protograf)
            bench.add_peer(work, WEASYPRINT, cards, write_weasyprint)
    for count in pictures:
        bench.add_pictures(f"C{count}", count, count, peer=not failed)
    for count in pictures[:1]:
        bench.add_pictures("D", count, 1, peer=not failed)
    bench.measure_all(say)
    write_pnp_table(folder / "A" / "pnp", work_a())  # as before the last round changed it
    renderers = []
    for label, game_id, root in (("work A", GAME, str(folder / "A" / "pnp")), (SHOWPIECE, SHOWPIECE, "")):
        try:
            renderers.append(measure_renderers(bench, label, game_id, root, say))
        except ChildFailedError as error:
            bench.notes.append(f"{label}: faces not measured: {error}")
    if pnp_code() != code:
        bench.notes.append(
            "pnp's code was changed meanwhile: its figures mix versions, and caches were lost. Run again"
        )
    return bench, renderers


def main() -> int:
    """The command line."""
    if sys.argv[1:2] == ["child"]:
        answer = CHILDREN[sys.argv[2]](*sys.argv[3:])
        sys.stdout.write(f"{json.dumps(answer)}\n")
        return 0
    parser = argparse.ArgumentParser(description="The same cards printed by pnp and by its peers.")
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is run; the least counts")
    parser.add_argument("--pictures", default="500,2000", help="numbers of cards with pictures; nothing for none")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures here")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="work here and leave the PDFs to be looked at")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds: at least 1")
    if options.keep and options.keep.exists() and any(options.keep.iterdir()):
        parser.error("--keep: an empty or a new folder")
    counts = [int(count) for count in options.pictures.split(",") if count]
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as temporary:
        bench, renderers = run_bench(
            options.keep.resolve() if options.keep else Path(temporary), options.rounds, counts
        )
        goals = check_goals(bench, renderers)
        figures = report(bench, renderers, goals)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", "utf-8")
    missed = [goal for goal in goals if goal.met is False]
    for goal in missed:
        say(f"goal missed: {goal.name}: {goal.found}")
    if any(run.failure for run in bench.runs if run.name in PNP_RUNS):
        return 2
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
