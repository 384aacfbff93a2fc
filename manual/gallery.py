"""Gallery pages: every face, the sheets, memos, box and a report of each game, made with the library."""

from __future__ import annotations

import csv
import hashlib
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pypdfium2
from PIL import Image

import pnp
from manual.reference import DOCS, ROOT
from pnp.project.folders import bundled_project
from pnp.spec.model import Deck, Game
from pnp.terms import Format, Ink, Lang, Side

LANG: Final = Lang("en")
"""Language of faces, boxes and reports; sheets are in the game's first language, memos in all languages."""
FACE: Final = (300, 430)
"""Maximum size of a face in pixels: twice the size shown, for high-resolution screens."""
SHEET: Final = 420
MEMO: Final = 1000
NET: Final = 760
"""Length of the shorter side of a page, in pixels."""
GAMES: Final = 100
"""Number of games played for a report."""
BLANK: Final = ((255, 255),) * 3
"""Darkest and lightest value of a blank page."""
QUALITY: Final = 72
WIDE: Final = "---\nhide:\n  - toc\n---"
"""Front matter of a page that uses the full width."""
STAMP: Final = ".made"
Say = Callable[[str], None]


@dataclass(frozen=True)
class Shot:
    """A picture on a page."""

    file: str
    caption: str
    alt: str
    width: int
    height: int
    deck: str = ""
    side: Side = Side.FRONT


@dataclass(frozen=True)
class GamePage:
    """The gallery of one game: a folder of pictures, and a page."""

    game: Game
    folder: Path
    work: Path

    @property
    def title(self) -> str:
        """Title in English."""
        return self.game.title[LANG].replace("'", "’")

    @cached_property
    def first(self) -> Lang:
        """First language of the game."""
        return self.game.languages[0]

    def faces(self, ink: Ink) -> list[Shot]:
        """Return every distinct face, fronts before backs, in the order of the decks."""
        made = pnp.export_game(self.game.id, "webp", lang=LANG, ink=ink, out=self.work / ink.value, start=ROOT)
        shots: dict[str, Shot] = {}
        copies: Counter[str] = Counter()
        designs: dict[str, set[str]] = {}
        with (made.folder / "counts.csv").open(encoding="utf-8", newline="") as listed:
            for row in csv.DictReader(listed):
                content = (made.folder / row["file"]).read_bytes()
                key = f"{row['deck']} {hashlib.sha256(content).hexdigest()}"
                copies[key] += int(row["copies"]) // self.game.decks[row["deck"]].leaves
                designs.setdefault(key, set()).add(row["piece"])
                if key not in shots:
                    shots[key] = self._face(made.folder / row["file"], row, ink)
        found = [_counted(shots[key], copies[key], len(designs[key])) for key in shots]
        return [shot for side in Side for shot in found if shot.side is side]

    def _face(self, path: Path, row: dict[str, str], ink: Ink) -> Shot:
        """Return a reduced face with its caption."""
        deck = self.game.decks[row["deck"]]
        design = next(each for each in deck.designs if each.id == row["piece"])
        named = next((design.field(key, LANG) for key in ("name", "title") if key in design.fields), None)
        name = str(named or design.id.replace("-", " ").replace("_", " "))
        side, look = Side(row["side"]), row["look"]
        name = name if side is Side.FRONT else f"{name}, back"
        told = [deck.title[LANG], name, *(_texts(deck, design.id) if side is Side.FRONT else ())]
        file = f"{ink.value}/{row['deck']}-{row['piece']}-{side}-{look}.webp"
        return self._kept(Image.open(path), FACE, file, name, ". ".join(told), row["deck"], side)

    def pages(self, pdf: Path, kind: str, dots: int, caption: str = "{pages}") -> list[Shot]:
        """Return the distinct pages of a PDF, without blank ones."""
        document = pypdfium2.PdfDocument(pdf)
        alike: dict[bytes, tuple[Image.Image, list[int]]] = {}
        for number in range(len(document)):
            page = document[number]
            drawn = page.render(scale=dots / min(page.get_size())).to_pil().convert("RGB")
            if drawn.getextrema() != BLANK:
                alike.setdefault(drawn.tobytes(), (drawn, []))[1].append(number + 1)
        document.close()
        shots = []
        for drawn, numbers in alike.values():
            told = caption.format(pages=_listed(numbers))
            file = f"{kind}/{pdf.stem}-{numbers[0]}.webp"
            shots.append(self._kept(drawn, None, file, told, f"{self.title}, {kind}: {told}"))
        return shots

    def _kept(
        self, picture: Image.Image, most: tuple[int, int] | None, file: str, caption: str, alt: str,
        deck: str = "", side: Side = Side.FRONT,
    ) -> Shot:  # fmt: skip
        """Write a picture for the page."""
        if most:
            picture.thumbnail(most, Image.Resampling.LANCZOS)
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        picture.save(path, "WEBP", quality=QUALITY, method=4)
        return Shot(f"{self.game.id}/{file}", caption, alt, *picture.size, deck, side)

    def charts(self) -> list[Shot]:
        """Play a run between bots; return its charts, and write the full report."""
        run = pnp.simulate(
            self.game.id,
            players=max(2, self.game.players[0]),
            games=GAMES,
            out=self.work / "run",
            lang=LANG,
            start=ROOT,
        )
        shutil.copy(run.folder.path / "report.html", self.folder / "report.html")
        shots = []
        for path in sorted((run.folder.path / "charts").glob("*.png")):
            name = path.name.partition(".")[0].replace("-", " ").replace("_", " ")
            told = f"{self.title}, {GAMES} games between bots: {name}"
            drawn = Image.open(path).convert("RGB")
            shots.append(self._kept(drawn, (900, 900), f"report/{path.stem}.webp", name, told))
        return shots

    def write(self, say: Say) -> str:
        """Return the page."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        say("faces")
        full, low = self.faces(Ink.FULL), self.faces(Ink.LOW)
        say("sheets")
        printed = pnp.build(self.game.id, lang=self.first, out=self.work, start=ROOT)
        sheets = self.pages(printed.pdf, "sheets", SHEET)
        say("memos and box")
        memos = [
            shot
            for lang in self.game.languages
            for form in (Format.HALF, Format.CARD)
            for shot in self.pages(
                pnp.print_memo(self.game.id, form=form, lang=lang, out=self.work, start=ROOT).pdf,
                "memo", MEMO if form is Format.HALF else SHEET, f"{form} ({lang}), {{pages}}",
            )
        ]  # fmt: skip
        net = pnp.print_box(self.game.id, lang=LANG, out=self.work, start=ROOT).pdf
        box = self.pages(net, "box", NET)
        say("report")
        charts = self.charts()
        pnp.write_gallery(self.game.id, self.folder / "pieces.html", lang=LANG, max_dpi=150, start=ROOT)
        return "\n\n".join((
            WIDE,
            f"# {self.title}",
            f'<p class="facts">{self.facts(printed.sheets, len(full))}</p>',
            *self._hero(),
            f"[All pieces on one page]({self.game.id}/pieces.html), with search, both sides and true size: what "
            "[`pnp gallery`](../reference/commands/gallery.md) makes for playtesters.",
            *self._decks(full, low),
            "## Sheets",
            f"What [`pnp build {self.game.id}`](../reference/commands/build.md) prints on A4, in the game’s own "
            "language: the making guide, "
            f"then fronts and backs.",
            _grid("pages", sheets),
            "## Memo",
            "The rules on a page, and on a card for each player, in both languages ([`pnp "
            "memo`](../reference/commands/memo.md)).",
            _grid("pages wide", [shot for shot in memos if "a5" in shot.caption]),
            _grid("pages", [shot for shot in memos if "poker" in shot.caption]),
            "## Box",
            "A box that fits the pieces, to cut, crease and glue ([`pnp box`](../reference/commands/box.md)).",
            _grid("pages wide", box),
            "## Report",
            f"{GAMES} games between bots ([`pnp simulate`](../reference/commands/simulate.md)): "
            f"[the whole report]({self.game.id}/report.html), and its charts.",
            _grid("pages wide", charts),
        )) + "\n"  # fmt: skip

    def facts(self, sheets: int, faces: int) -> str:
        """Return a line with players, age, minutes, pieces and sheets."""
        game = self.game
        age = [f"from {game.age} years on"] if game.age else []
        minutes = [f"{game.minutes} minutes"] if game.minutes else []
        parts = [f"{game.player_range} players", *age, *minutes, f"{game.count} pieces", f"{faces} different faces"]
        return escape(" · ".join([*parts, f"{sheets} sheets of A4"]))

    def _hero(self) -> Iterator[str]:
        """Return the picture of the game on a table, if there is one."""
        if (DOCS / f"{self.game.id}.png").is_file():
            yield f"![{self.title} on the table](../{self.game.id}.png)"

    def _decks(self, full: list[Shot], low: list[Shot]) -> Iterator[str]:
        for deck in self.game.decks.values():
            yield f"## {deck.title[LANG]}"
            size = f"{deck.size.width:g} × {deck.size.height:g} mm"
            yield f"{_number(deck.count, 'piece')}, {_number(len(deck.designs), 'design')}, {size}."
            shown = [[shot for shot in shots if shot.deck == deck.name] for shots in (full, low)]
            for tab, (kind, shots) in {
                "Full ink": ("pieces", shown[0]), "Low ink": ("pieces", shown[1]), "In grey": ("pieces grey", shown[0]),
            }.items():  # fmt: skip
                yield f'=== "{tab}"\n\n    ' + _grid(kind, shots).replace("\n", "\n    ")


def _counted(shot: Shot, copies: int, designs: int) -> Shot:
    """Return the caption of a face, with its number of copies; a shared back has none."""
    if shot.side is Side.BACK and designs > 1:
        return replace(shot, caption="back", alt=shot.alt.partition(". ")[0] + ". Back")
    return shot if copies == 1 or shot.side is Side.BACK else replace(shot, caption=f"{shot.caption} ×{copies}")


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _listed(numbers: list[int]) -> str:
    """Format a list of pages."""
    return f"page{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"


def _texts(deck: Deck, design_id: str) -> Iterator[str]:
    """Return the alt text of a card."""
    design = next(each for each in deck.designs if each.id == design_id)
    for key, column in deck.columns.items():
        if column.translated and key not in ("name", "title"):
            text = str(design.field(key, LANG)).replace("*", "").strip()
            if text:
                yield text.rstrip(".")


def _grid(kind: str, shots: list[Shot]) -> str:
    """Return pictures side by side, with captions."""
    figures = "\n".join(
        f'<figure><img src="{escape(shot.file)}" alt="{escape(shot.alt)}" width="{shot.width}" height="{shot.height}" '
        f'loading="lazy"><figcaption>{escape(shot.caption)}</figcaption></figure>'
        for shot in shots
    )
    return f'<div class="{kind}">\n{figures}\n</div>'


def write_gallery_pages(folder: Path, say: Say) -> tuple[int, int]:
    """Update the pages of games that have changed; return the number of all games, and of updated ones."""
    project = bundled_project()
    updated = 0
    games = [pnp.load_game(game, start=ROOT) for game in project.games()]
    for game in games:
        stamp, state = folder / game.id / STAMP, _state(game.id)
        if stamp.is_file() and stamp.read_text("utf-8") == state and (folder / f"{game.id}.md").is_file():
            continue
        updated += 1
        with TemporaryDirectory() as work:
            page = GamePage(game, folder / game.id, Path(work))
            text = page.write(lambda what, name=game.id: say(f"gallery: {name}, {what}"))  # type: ignore[misc]
        (folder / f"{game.id}.md").write_text(text, "utf-8")
        stamp.write_text(state, "utf-8")
    (folder / "index.md").write_text(_overview(games), "utf-8")
    return len(games), updated


def _state(game: str) -> str:
    """Return a hash of everything that a game's page depends on: its files, shared files, and all code."""
    places = [ROOT / "components" / game, ROOT / "templates" / game, ROOT / "templates" / "_shared", ROOT / "pnp"]
    files = [path for place in places for path in sorted(place.rglob("*")) if path.is_file() and path.suffix != ".pyc"]
    found = hashlib.sha256()
    for path in (*files, Path(__file__)):
        found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def _overview(games: list[Game]) -> str:
    """Return the index page with all games."""
    cards = []
    for game in games:
        title = game.title[LANG].replace("'", "’")
        picture = f'<img src="../{game.id}.png" alt="{escape(title)} on the table" loading="lazy">'
        facts = f"{game.player_range} players, {game.count} pieces"
        cards.append(f'<a href="{game.id}.html">{picture}<strong>{escape(title)}</strong><br>{escape(facts)}</a>')
    shown = "\n".join(cards)
    return "\n\n".join((
        WIDE,
        "# Gallery",
        "The games that come with pnp, face by face, with their sheets, memos, boxes and a report of games between "
        "bots: all of it made by pnp when this site was built. Everything is drawn in code; "
        "[print one tonight](../first-steps/print-one-of-ours.md).",
        f'<div class="games">\n{shown}\n</div>\n',
    ))  # fmt: skip
