"""The making guide: a page before the sheets that shows how to print, fold, glue and cut, and the parts to make.

The guide is a face (`templates/_shared/guide.svg.j2`) with small copies of the game's faces: the parts of the box, and
every sheet as it will be printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, inf
from typing import Any, Final, NamedTuple

from pnp.errors import Location, Problem, RenderError, format_problems
from pnp.face.face import Face
from pnp.face.render import FaceRenderer
from pnp.geometry.matrix import Rect
from pnp.geometry.units import Size
from pnp.press.job import Job
from pnp.press.steps import (
    STEPS,
    Step,
    Tool,
    credit_lines,
    find_steps,
    find_tools,
    localized_number,
    number_ranges,
    paper_weight,
    stop_lines,
)
from pnp.sheet.board import whole_print
from pnp.sheet.folding import FoldPlan, fold_plan
from pnp.sheet.page import Page
from pnp.spec.deck import face_id
from pnp.spec.model import BoxItem, Deck, Design, Game
from pnp.terms import Ink, Side
from pnp.text.text_box import TextBox, height_at
from pnp.text.typography import NO_BREAK_SPACE, runs_rtl, typeset, typographic_name
from pnp.words import Texts, list_words, with_percent

TEMPLATE: Final = "guide.svg.j2"
GUIDE: Final = Texts("guide")
WIDEST, NARROWEST = 186.0, 132.0
"""Range of the shorter side that the guide is designed for, in mm; it is scaled for wider or narrower paper."""
SMALLEST: Final = 2.5
"""Smallest type size, in mm (7 points)."""
FOOT: Final = 2.6
"""Type size at the foot, in mm."""
TITLE: Final = 20.0
HEADING: Final = 8.0
COLUMN, SMALL_COLUMN = 62.0, 48.0
"""Approximate width of a step, in mm, and that of a small one."""
PICTOGRAM: Final = Size(40, 30)
"""Size of the drawing of a pictogram."""
SCALE, SMALL_SCALE = 0.5, 0.36
"""Scale of pictograms, in mm per unit."""
AFTER_ICON: Final = 0.8
STEP_SIZES: Final = (3.0, 2.85, 2.7, 2.6)
LARGER_TEXT: Final = 1.06
"""How much higher the steps may become for larger type."""
BADGE: Final = 2.8
"""Distance of a pictogram from the edge, where its number is, in mm."""
CAPTION: Final = 7.2
"""Height of two lines below a sheet, in mm."""
LINE: Final = 3.2
"""Height of another line, for sheets that several decks share, in mm."""
LEAST_CAPTION: Final = 22.0
LOWEST: Final = 5.0
"""Smallest height of a line of the box, in mm."""
HEAD_SHARE: Final = 0.17
"""Share of the width for the heading of a strip."""
NEEDS: Final = 7.0
"""Height of a heading on two lines, in mm."""
LEAST_TOOL: Final = 36.0
TOOL: Final = 11.0
"""Width of the pictogram of a tool with the space after it, in mm."""
TOOL_HEIGHT: Final = 8.4
INSET: Final = 3.0
DARK: Final = "#2f3640"
DEFAULT_PAPER: Final = "a4"
LEAST_AREA: Final = 60.0
"""Height for the parts and the sheets below which the steps become small, in mm."""
LEAST_STACKED, LEAST_BESIDE = 50.0, 28.0
"""Height for the parts and the sheets below or beside each other, in mm, below which only the parts are shown."""
LARGEST_SHEET: Final = 70.0
SMALLEST_SHEET: Final = 15.0
"""If sheets would be lower than this, show one for each run of decks, in mm."""
GAP: Final = 3.0
LEAST_BOX: Final = 0.3
"""Smallest share of the area of the parts for the list of the box, if boards are assembled below or beside it."""
BOX_LINE: Final = 9.0
"""Height of a line of that list, in mm."""
BADGE_SIZE: Final = Size(6.4, 3.4)
"""Size of the name of a part of a board, in mm, where the part is large enough."""
MOST_PROBLEMS: Final = 20
"""Maximum number of problems of a draft on the guide; the others are counted."""
LONGEST_PROBLEM: Final = 300
"""Maximum length of a problem on the guide, in characters."""
HINT: Final = "  hint: "
_MARKUP: Final = re.compile(r"([\\*{}])")


class Miniature(NamedTuple):
    """A small copy of a face: drawing and side, deck, position on the guide, and rotation."""

    drawing: str
    side: Side
    deck: Deck
    rect: Rect
    rotation: int = 0


CaptionedPicture = tuple[dict[str, Any], list[Miniature]]
"""Template values for a picture with its caption, and the miniatures on it."""


@dataclass(frozen=True)
class Guide:
    """The guide page: its face, its position on the paper, and the miniatures on it."""

    face: Face
    rect: Rect
    miniatures: list[Miniature]
    """Miniatures, in mm on the paper."""
    ink: Rect
    """Box of the line with the ink coverage, which is known once all faces are drawn."""
    letters: float
    """Type size of that line, in mm."""
    badges: list[tuple[Rect, str]]
    """Names of the parts of boards, above the miniatures."""


def make_guide(
    pages: list[Page],
    game: Game,
    shown: Game,
    job: Job,
    renderer: FaceRenderer,
    problems: Sequence[Problem] = (),
    left_out: Sequence[str] = (),
) -> Guide:
    """Return the guide for these pages, which hold all of `shown`: the whole game, or a selection of its pieces.

    It lists the `problems` of a draft, and warns about decks whose backs differ but are `left_out` of the print.
    """
    paper = job.layout.paper.size
    margin = max(*job.layout.margin, 8)
    room = Size(paper.width - 2 * margin, paper.height - 2 * margin)
    scale = min(room) / min(max(min(room), NARROWEST), WIDEST)
    size = Size(room.width / scale, room.height / scale)
    page = _GuidePage(pages, game, shown, job, renderer, size, problems, left_out)
    face = renderer.fill(
        TEMPLATE, page.size, Location(game=game.id, detail="making guide"), page.values(), font_fallback=True
    )
    miniatures = [
        small._replace(rect=_scaled(small.rect, scale).moved(margin, margin))
        for _, faces in (*page.parts, *page.sheets, *page.boards)
        for small in faces
    ]
    ink = _scaled(page.ink, scale).moved(margin, margin)
    badges = [(_scaled(rect, scale).moved(margin, margin), text) for rect, text in page.badges]
    return Guide(face, Rect(margin, margin, *room), miniatures, ink, FOOT * scale, badges)


def _scaled(rect: Rect, scale: float) -> Rect:
    return Rect(*(length * scale for length in rect))


class _GuidePage:
    """Lays out the page: title, steps, then parts beside or above sheets, and the foot."""

    def __init__(
        self,
        pages: list[Page],
        game: Game,
        shown: Game,
        job: Job,
        renderer: FaceRenderer,
        size: Size,
        problems: Sequence[Problem],
        left_out: Sequence[str],
    ) -> None:
        self.problems, self.left_out = problems, left_out
        self.pages, self.game, self.shown, self.job, self.renderer, self.size = pages, game, shown, job, renderer, size
        self.drawings = {p.piece.id: p.piece.face_id for page in reversed(pages) for p in reversed(page.placements)}
        """The drawing of the first piece of each design."""
        self.lang = job.lang
        self.rtl = runs_rtl(job.lang)
        self.steps: list[dict[str, Any]] = []
        self.scale = SCALE
        self.parts: list[CaptionedPicture] = []
        self.sheets: list[CaptionedPicture] = []
        self.boards: list[CaptionedPicture] = []
        self.badges: list[tuple[Rect, str]] = []
        self.ink = Rect(0, 0, 0, 0)
        self._needed: dict[tuple[str, float, float, float], float] = {}
        """Heights of texts, by text, width, size and smallest size; many heights are tried for each text."""

    def values(self) -> dict[str, object]:
        """Return the values for the template."""
        words = GUIDE[self.lang]
        steps = find_steps(self.pages, self.game, self.job)
        tools = find_tools(steps, self.pages, self.shown, self.job)
        foot, lines = self._foot()
        warnings: list[dict[str, Any]] = []
        top = TITLE
        for warning in (self._lay_problems, self._lay_left_out):
            if box := warning(top):
                warnings.append(box)
                top = box["rect"].bottom + GAP
        for small in (False, True):
            needs = self._lay_tools(tools, top, small=small)
            below = self._lay_steps(steps, needs["rect"].bottom + GAP, small=small)
            stops = self._lay_stops(below)
            below = below if stops is None else stops["rect"].bottom + GAP
            if foot - below >= LEAST_AREA:
                break
        parts, sheets = self._areas(Rect(0, below, self.size.width, foot - below))
        parts, boards = self._board_area(parts, beside=parts.y == sheets.y)
        self.parts = list(self._parts(_below_heading(parts)))
        self.boards = list(self._boards(boards)) if boards.height else []
        self.sheets = list(self._sheets(_below_heading(sheets))) if sheets.height else []
        parts_title = words["parts" if self.job.selection is None else "selected_parts"]
        return {
            "title": typographic_name(self.shown.title[self.lang]),
            "words": {key: typeset(text, self.lang) for key, text in words.items()},
            "facts": self._facts(),
            "steps": self.steps,
            "warnings": warnings,
            "scale": self.scale,
            "needs": needs,
            "stops": stops,
            "headings": [
                {"rect": self._mirrored(area._replace(height=HEADING)), "text": typeset(text, self.lang)}
                for area, text in ((parts, parts_title), (sheets, words["sheets"]), (boards, words["boards"]))
                if area.height
            ],
            "parts": [part for part, _ in self.parts],
            "sheets": [sheet for sheet, _ in self.sheets],
            "boards": [board for board, _ in self.boards],
            "foot": foot,
            "lines": lines,
            "sideways": self.job.layout.flips_sideways,
            "start": "right" if self.rtl else "left",
            "end": "left" if self.rtl else "right",
            "smallest": SMALLEST,
            "full_size": with_percent("100", self.lang),
            "colour": heading_colour(self.shown),
        }

    def _facts(self) -> str:
        """Return players, age and duration, as far as the spec has them; for a selection, the number of pieces.

        Below a logo they follow the title, so that it can be found and read aloud.
        """
        words = GUIDE[self.lang]
        if self.job.selection is not None:
            text = words["selection"].format(count=self.shown.count, whole=self.game.count)
            return f"**{typeset(text, self.lang)}**"
        title = [typographic_name(self.shown.title[self.lang])] if self.renderer.logo_name else []
        about = {"players": self.shown.player_range, "age": self.shown.age, "minutes": self.shown.minutes}
        facts = [words[key].format(**about) for key in about if about[key] not in ("", None)]
        return " · ".join([*title, *(typeset(fact, self.lang) for fact in facts)])

    def _mirrored(self, rect: Rect) -> Rect:
        """Return the box, mirrored if the language is written from right to left."""
        return rect.mirrored(self.size, sideways=True) if self.rtl else rect

    def _fits(self, text: str, rect: Rect, size: float, smallest: float) -> bool:
        """Return whether a text fits into a box."""
        if rect.width <= 0 or rect.height <= 0:
            return False
        key = text, rect.width, size, smallest
        if key not in self._needed:
            self._needed[key] = self._height_of(*key)
        return self._needed[key] <= rect.height + 1e-9

    def _height_of(self, text: str, width: float, size: float, smallest: float) -> float:
        """Return the height that a text needs, at the size that needs less; infinite if a word is too wide."""
        box = TextBox(0, 0, width, 1, size, smallest, leading=1.15)
        try:
            needed = height_at(text, box, Location(detail="making guide"), self.renderer.sources.fonts, fallback=True)
        except RenderError:
            return inf
        return min(needed(size), needed(smallest))

    def _shortened(self, text: str, rect: Rect, size: float) -> str:
        """Return the text shortened to fit; the whole text if nothing fits, so that the error is reported later."""
        short, end = text, len(text)
        while not self._fits(short, rect, size, SMALLEST):
            end = int(end * 0.9)
            if not end:
                return text
            short = f"{text[:end].rstrip(' *')}…"
            short += "**" if short.count("**") % 2 else ""
        return short

    def _lay_tools(self, tools: list[Tool], top: float, *, small: bool = False) -> dict[str, Any]:
        """Return a strip with what is needed: a heading, and pictograms with their texts in columns beside it.

        A small strip has a single text.
        """
        left = HEAD_SHARE * self.size.width
        if small:
            text = " · ".join(tool.text for tool in tools)
            box = Rect(left, top, self.size.width - left, 0)
            heights = (h * 0.5 for h in range(14, 120))
            height = next((h for h in heights if self._fits(text, box._replace(height=h), 2.8, SMALLEST)), 60.0)
            rect = self._mirrored(box._replace(height=height))
            whole = self._mirrored(Rect(0, top, left, height))
            return {"rect": rect, "head": whole, "tools": [{"icon": "", "x": 0, "y": 0, "rect": rect, "text": text}]}
        columns = max(2, min(len(tools), int((self.size.width - left) // LEAST_TOOL)))
        rows = -(-len(tools) // columns)
        columns = -(-len(tools) // rows)
        width = (self.size.width - left) / columns
        room = Rect(0, 0, width - TOOL - 1.5, 0)
        height = TOOL_HEIGHT
        while height < 2 * TOOL_HEIGHT and not all(
            self._fits(tool.text, room._replace(height=height), 2.8, SMALLEST) for tool in tools
        ):
            height += 1
        placed = []
        for at, tool in enumerate(tools):
            row, column = divmod(at, columns)
            cell = self._mirrored(Rect(left + column * width, top + row * height, width, height))
            icon = cell.right - TOOL / 2 if self.rtl else cell.x + TOOL / 2
            beside = cell._replace(x=cell.x + (1.5 if self.rtl else TOOL), width=room.width)
            text = tool.text if self._fits(tool.text, beside, 2.8, SMALLEST) else tool.text.replace(NO_BREAK_SPACE, " ")
            placed.append({"icon": tool.name, "x": icon, "y": cell.y + height / 2, "rect": beside, "text": text})
        rect = Rect(0, top, self.size.width, rows * height)
        return {"rect": rect, "head": self._mirrored(Rect(0, top, left, TOOL_HEIGHT)), "tools": placed}

    def _lay_stops(self, top: float) -> dict[str, Any] | None:
        """Return a strip with the stops of a trimmer; None if no sheet can be cut with stops alone."""
        lines = stop_lines(self.pages, self.lang)
        if not lines:
            return None
        text = "\n".join(lines)
        left = HEAD_SHARE * self.size.width
        box = Rect(left, top, self.size.width - left - INSET, 0)
        heights = (h * 0.5 for h in range(8, 120))
        height = next((h for h in heights if self._fits(text, box._replace(height=h), 3.0, SMALLEST)), 60.0)
        whole = Rect(0, top, self.size.width, max(height, NEEDS) + 3)
        head = self._mirrored(whole._replace(x=INSET, width=left - INSET - 2))
        beside = self._mirrored(box._replace(y=top + (whole.height - height) / 2, height=height))
        return {"rect": whole, "head": head, "beside": beside, "text": text}

    def _lay_left_out(self, top: float) -> dict[str, Any] | None:
        """Return a warning that sides needed to play are not printed; None if there are none."""
        if not self.left_out:
            return None
        words = GUIDE[self.lang]
        command = f"pnp build {self.game.id} {self._options('--sides fold')}"
        text = words["missing-sides"].format(decks=list_words(self.left_out, STEPS[self.lang]["and"]), command=command)
        text = typeset(text, self.lang)
        inner = Rect(0, 0, self.size.width - 2 * INSET, 0)
        height = next((h for h in range(4, 40, 2) if self._fits(text, inner._replace(height=h), 3.2, 3.2)), 40)
        return {
            "rect": Rect(0, top, self.size.width, height + 11), "title": typeset(words["unplayable"], self.lang),
            "text": text, "size": 3.2, "align": "right" if self.rtl else "left",
        }  # fmt: skip

    def _options(self, *others: str) -> str:
        """Return the options of a command that prints something else for this guide: its language, paper and ink."""
        job = self.job
        options = [*others]
        options += [f"--lang {self.lang}"] if self.lang != self.game.languages[0] else []
        options += [f"--paper {job.layout.paper.name}"] if job.layout.paper.name != DEFAULT_PAPER else []
        options += [f"--ink {job.ink}"] if job.ink is not Ink.FULL else []
        return " ".join(options)

    def _lay_steps(self, steps: list[Step], top: float, *, small: bool = False) -> float:
        """Place the steps in columns, all in one type size; return where they end. Small ones have small pictograms."""
        columns = int(self.size.width // SMALL_COLUMN) if small else max(2, round(self.size.width / COLUMN))
        self.scale = SMALL_SCALE if small else SCALE
        wide = PICTOGRAM.width * self.scale
        beside = BADGE + wide + AFTER_ICON
        columns = min(columns, len(steps))
        self.steps = []
        rows = -(-len(steps) // columns)
        columns = -(-len(steps) // rows)
        width = self.size.width / columns
        captions = [step.caption(self.lang) for step in steps]
        size, heights = self._step_size(captions, columns, width - beside - 2)
        y = top
        for row, height in enumerate(heights):
            for column in range(columns):
                at = row * columns + column
                if at == len(steps):
                    break
                cell = self._mirrored(Rect(column * width, y, width, height))
                icon = cell.right - BADGE - wide if self.rtl else cell.x + BADGE
                text = cell._replace(x=cell.x if self.rtl else cell.x + beside, width=width - beside - 2)
                badge = cell.right - 2.2 if self.rtl else cell.x + 2.2
                placed = {"icon": steps[at].name, "x": icon, "badge": badge, "rect": text}
                self.steps.append(placed | {"caption": captions[at], "size": size})
            y += height + 1
        return y + 1

    def _step_size(self, captions: list[str], columns: int, width: float) -> tuple[float, list[int]]:
        """Return the type size of captions this wide and the height of each row; larger type may take more height."""
        rows = [captions[at : at + columns] for at in range(0, len(captions), columns)]
        found = {size: [self._row_height(row, width, size) for row in rows] for size in STEP_SIZES}
        most = sum(found[STEP_SIZES[-1]]) * LARGER_TEXT
        return next((size, heights) for size, heights in found.items() if sum(heights) <= most)

    def _row_height(self, captions: list[str], width: float, size: float) -> int:
        """Return the height of a row of steps in which all captions fit."""
        for height in range(ceil(PICTOGRAM.height * self.scale), 60):
            box = Rect(0, 0, width, height)
            if all(self._fits(text, box, size, size) for text in captions):
                return height
        return 60

    def _lay_problems(self, top: float) -> dict[str, Any] | None:
        """Return a box with the problems of a draft, in at most a third of the page; None if there are no problems."""
        if not self.problems:
            return None
        found = [mistake.splitlines() for mistake in format_problems(self.problems)]
        mistakes = [" ".join(line.strip() for line in lines if not line.startswith(HINT)) for lines in found]
        words = GUIDE[self.lang]
        key = "draft-problem" if len(mistakes) == 1 else "draft-problems"
        title = typeset(words[key].format(count=len(mistakes)), self.lang)
        inner = Rect(3, top + 9, self.size.width - 6, 0)
        for count in range(min(len(mistakes), MOST_PROBLEMS), 0, -1):
            more = len(mistakes) - count
            lines = [self._printable(mistake) for mistake in mistakes[:count]]
            lines += [f"… + {more}"] if more else []
            text = "\n".join(lines)
            heights = range(4, max(5, int(self.size.height * 0.33)), 2)
            height = next((h for h in heights if self._fits(text, inner._replace(height=h), 2.7, SMALLEST)), None)
            if height is not None:
                break
        else:
            height, text = 8, self._shortened(text, inner._replace(height=8), SMALLEST)
        rect = Rect(0, top, self.size.width, height + 11)
        return {"rect": rect, "title": title, "text": text, "size": 2.7, "align": "left"}

    def _printable(self, text: str) -> str:
        """Return a message as text to set: without markup, and with ? for characters that no font has."""
        fonts = self.renderer.sources.fonts
        letters = {letter: letter if fonts.families_with(letter) else "?" for letter in set(text)}
        short = text if len(text) <= LONGEST_PROBLEM else f"{text[:LONGEST_PROBLEM]}…"
        return _MARKUP.sub(r"\\\1", "".join(letters[letter] for letter in short if letter in letters))

    def _foot(self) -> tuple[float, list[dict[str, Any]]]:
        """Return where the foot begins, and its lines: what to print next, and the credits."""
        lines: list[dict[str, Any]] = []
        credit = " · ".join(line.removesuffix(".") for line in credit_lines(self.shown.credits, self.lang))
        bottom = self._add_foot_line(credit, self.size.height, lines) if credit else self.size.height
        self.ink = Rect(0, bottom - 3.4, self.size.width, 3.4)
        text = self._next()
        end = self._add_foot_line(text, self.ink.y - 0.4, lines) if text else self.ink.y
        return end - 1, lines

    def _next(self) -> str:
        """Return what to print after the game: its memo and a box; empty for a selection."""
        if self.job.selection is not None:
            return ""
        words, job, game = GUIDE[self.lang], self.job, self.game.id
        folder = self.renderer.project.components / game
        files = {"box": f"{game}_{self.lang}_{job.layout.paper.name}_{job.ink}_box.pdf"}
        if any(folder.glob("memo.*.toml")):
            files = {"memo": f"{game}_memo_….pdf"} | files
        things = [
            words[f"next-{name}"].format(file=file, command=" ".join(["pnp", name, game, *self._options().split()]))
            for name, file in files.items()
        ]
        sentences = [words["next"].format(things=list_words(things, STEPS[self.lang]["and"]))]
        publisher = self.shown.credits.publisher
        if publisher is not None:
            sentences.append(words["next-rules"].format(publisher=publisher[self.lang]))
        return typeset(" ".join(sentences), self.lang)

    def _add_foot_line(self, text: str, bottom: float, lines: list[dict[str, Any]]) -> float:
        """Place a text at the foot, with its lower edge at `bottom`; return the lower edge for the next one."""
        fitting = (h for h in (3.4, 6.4, 9.3) if self._fits(text, Rect(0, 0, self.size.width, h), FOOT, SMALLEST))
        height = next(fitting, 12.2)
        rect = Rect(0, bottom - height, self.size.width, height)
        lines.append({"rect": rect, "text": self._shortened(text, rect, FOOT)})
        return rect.y - 0.4

    def _areas(self, area: Rect) -> tuple[Rect, Rect]:
        """Return the areas for the parts and for the sheets, each with its heading; if there is no room, none."""
        beside = self.size.width >= WIDEST - 1 or self.size.width > self.size.height
        if area.height < (LEAST_BESIDE if beside else LEAST_STACKED):
            return area, area._replace(height=0)
        if beside:
            left = area.width * (0.5 if len(self._assembled()) > 1 else 0.4)
            return area._replace(width=left - 2 * GAP), area._replace(x=left, width=area.width - left - 1)
        rows = -(-len(self.shown.contents) // 2)
        high = min(HEADING + rows * 13, area.height * 0.55)
        return area._replace(height=high), area._replace(y=area.y + high, height=area.height - high)

    def _parts(self, area: Rect) -> Iterator[CaptionedPicture]:
        """Yield a row for each line of the box: up to three of its pieces, their number and name."""
        contents, left_out = self.shown.contents, 0
        if area.height < LOWEST:
            return
        columns = next(
            (c for c in (1, 2, 3) if area.height * c / len(contents) >= (12 if c < area.width / 45 else 7)), 3
        )
        most = max(1, int(area.height // LOWEST)) * columns
        if len(contents) > most:
            contents, left_out = contents[: most - 1], len(contents) - most + 1
        lines = -(-(len(contents) + min(left_out, 1)) // columns)
        height, width = min(21.0, area.height / lines), area.width / columns
        for at, item in enumerate(contents):
            column, line = divmod(at, lines)
            row = Rect(area.x + column * width, area.y + line * height, width - GAP, height - min(GAP / 2, height / 8))
            faces: list[Miniature] = []
            x = row.x
            for deck, design in _examples(self.shown, item):
                shown = whole_print(deck)
                scale = min(row.width * 0.22 / shown.width, row.height / shown.height)
                wide, tall = shown.width * scale, shown.height * scale
                rect = Rect(x, row.y + (row.height - tall) / 2, wide, tall)
                faces += self._miniatures(deck, design, self._mirrored(rect))
                x += wide * 0.6 if len(item.of) == 1 else wide + GAP / 2
            box = Rect(row.x + row.width * 0.52, row.y, row.width * 0.48, row.height)
            yield {"rect": self._mirrored(box), "text": self._shortened(self._counted(item), box, 3.4)}, faces
        if left_out:
            column, line = divmod(len(contents), lines)
            rest = Rect(area.x + column * width, area.y + line * height, width - GAP, height)
            yield {"rect": self._mirrored(rest), "text": f"… + {left_out}"}, []

    def _miniatures(self, deck: Deck, design: Design, rect: Rect) -> Iterator[Miniature]:
        """Yield the front of a piece in a box; a board that is printed in parts is put together from them."""
        if not deck.parts:
            yield Miniature(self.drawings[design.id], Side.FRONT, deck, rect)
            return
        shown = whole_print(deck)
        scale = rect.width / shown.width
        for look, part in enumerate(deck.parts, 1):
            place = _scaled(part.window.moved(-shown.x, -shown.y), scale).moved(rect.x, rect.y)
            yield Miniature(face_id(design.id, look), Side.FRONT, deck.of_look(look), place)

    def _assembled(self) -> list[Deck]:
        """Return the decks of boards that are put together from parts, or glued onto panels of greyboard."""
        decks = self.shown.decks.values()
        return [deck for deck in decks if len(deck.parts) > 1] + [deck for deck in decks if deck.on_greyboard]

    def _board_area(self, area: Rect, *, beside: bool) -> tuple[Rect, Rect]:
        """Return the area for the list of the box, and one for assembled boards below or beside it, if there are any.

        Both have a heading.
        """
        if not self._assembled():
            return area, area._replace(height=0)
        if not beside:
            half = area.width / 2
            return area._replace(width=half - GAP), area._replace(x=area.x + half, width=half)
        wanted = HEADING + BOX_LINE * len(self.shown.contents)
        high = max(min(wanted, area.height * (1 - LEAST_BOX)), area.height * LEAST_BOX)
        return area._replace(height=high), area._replace(y=area.y + high, height=area.height - high)

    def _boards(self, area: Rect) -> Iterator[CaptionedPicture]:
        """Yield a picture of each board put together from its parts, and of the greyboard that it is glued onto."""
        decks = self._assembled()
        area = _below_heading(area)
        cells = {number: _picture_cells(len(decks), number, area) for number in range(1, min(len(decks), 3) + 1)}
        shown = [whole_print(deck) for deck in decks]
        sizes = {
            number: [
                min(cell.width / each.width, (cell.height - 4) / each.height)
                for cell, each in zip(found, shown, strict=True)
            ]
            for number, found in cells.items()
        }
        best = max(sizes, key=lambda number: sum(sizes[number]))
        words, names = GUIDE[self.lang], {deck.name for deck in decks if len(deck.parts) > 1}
        for deck, cell, scale, box in zip(decks, cells[best], sizes[best], shown, strict=True):
            if scale <= 0:
                continue
            rect = self._mirrored(Rect(cell.x, cell.y, box.width * scale, box.height * scale))
            below = self._mirrored(Rect(cell.x, cell.y + rect.height + 0.4, cell.width, 3.6))
            name = typographic_name(deck.title[self.lang])
            if deck.name in names:
                names.remove(deck.name)
                first, last = deck.parts[0].name, deck.parts[-1].name
                text = words["board-parts"].format(name=name, first=first, last=last)
                faces = list(self._miniatures(deck, deck.designs[0], rect))
                for part in deck.parts:
                    seam = _scaled(part.seam.moved(-box.x, -box.y), scale).moved(rect.x, rect.y)
                    self.badges.append((_inner(seam, BADGE_SIZE), part.name))
                plan = None
            else:
                plan = fold_plan(deck)
                width, height = (localized_number(round(side, 1), self.lang) for side in plan.panels[0][2:])
                text = words["board-panels"].format(name=name, count=len(plan.panels), size=f"{width} × {height}")
                faces = []
            drawn = {"panels": [], "slit": None} if plan is None else _drawn_panels(plan, rect, scale, box)
            line = self._shortened(typeset(text, self.lang), below, SMALLEST)
            yield {"rect": rect, "below": below, "text": line, **drawn}, faces

    def _counted(self, item: BoxItem) -> str:
        """Return number and name of a line of the box, without a line break between them."""
        name = typeset(item.name[self.lang], self.lang)
        if " " not in name:
            name = name.replace(NO_BREAK_SPACE, " ")
        return f"**{item.count}{NO_BREAK_SPACE}×**{NO_BREAK_SPACE}{name}"

    def _sheets(self, area: Rect) -> Iterator[CaptionedPicture]:
        """Yield a small copy of the front of every sheet; if there are too many, of one for each run of decks."""
        fronts = [page for page in self.pages if page.side is Side.FRONT]
        paper = self.job.layout.paper.size
        groups = [[page] for page in fronts]
        caption_height = CAPTION + (LINE if any(len(_deck_names(page)) > 1 for page in fronts) else 0)
        columns, scale = _columns_and_scale(len(groups), paper, area, caption_height)
        if paper.height * scale < SMALLEST_SHEET:
            runs = groupby(fronts, key=lambda page: (_deck_names(page), page.stock))
            groups = [list(group) for _, group in runs]
            columns, scale = _columns_and_scale(len(groups), paper, area, caption_height)
        most = columns * max(1, int(area.height // (caption_height + GAP)))
        if len(groups) > most:  # the last one represents all others
            groups = [*groups[: most - 1], [page for group in groups[most - 1 :] for page in group]]
            columns, scale = _columns_and_scale(len(groups), paper, area, caption_height)
        width = (area.width - GAP * (columns - 1)) / columns
        for at, group in enumerate(groups):
            row, column = divmod(at, columns)
            x, y = area.x + column * (width + GAP), area.y + row * (paper.height * scale + caption_height + GAP / 2)
            rect = self._mirrored(Rect(x, y, paper.width * scale, paper.height * scale))
            faces = [
                Miniature(
                    p.piece.face_id, p.side, p.piece.deck, _scaled(p.rect, scale).moved(rect.x, rect.y), p.rotation
                )
                for p in group[0].placements
            ]
            names = self._mirrored(Rect(x, y + paper.height * scale + 0.6, width, 3.3 + caption_height - CAPTION))
            first, second = self._sheet_caption(group)
            several = not self._fits(first, names._replace(height=3.3), SMALLEST, SMALLEST)
            below = names._replace(y=names.y + (names.height if several else 3.3) - 0.1, height=3.3)
            lines = [
                {"rect": box, "text": self._shortened(line, box, SMALLEST)}
                for box, line in ((names, first), (below, second))
            ]
            yield {"rect": rect, "lines": lines}, faces

    def _sheet_caption(self, group: list[Page]) -> tuple[str, str]:
        """Return two lines about a sheet or a run of sheets: number and decks; pages of the PDF and paper."""
        sheets = {page.sheet for page in group}
        titles = dict.fromkeys(p.piece.deck.title[self.lang] for page in group for p in page.placements)
        numbers = [at for at, page in enumerate(self.pages, self.job.pages_before + 1) if page.sheet in sheets]
        words = STEPS[self.lang]
        paper = words[f"{paper_weight(group[0], self.job.layout)}-short"]
        about = words["short-page"].format(pages=number_ranges(numbers))
        first = f"**{number_ranges(sheets)}** {', '.join(typeset(title, self.lang) for title in titles)}"
        return first, typeset(f"{about} · {paper}", self.lang)


def _picture_cells(count: int, columns: int, area: Rect) -> list[Rect]:
    """Return the boxes of pictures in columns, row by row."""
    rows = -(-count // columns)
    width, height = (area.width - GAP * (columns - 1)) / columns, (area.height - GAP * (rows - 1)) / rows
    places = (divmod(at, columns) for at in range(count))
    return [Rect(area.x + col * (width + GAP), area.y + row * (height + GAP), width, height) for row, col in places]


def _inner(box: Rect, size: Size) -> Rect:
    """Return a box of at most that size, with its proportions, in the middle of another."""
    scale = min(1.0, box.width / size.width, box.height / size.height)
    width, height = size.width * scale, size.height * scale
    return Rect(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height)


def _drawn_panels(plan: FoldPlan, rect: Rect, scale: float, printed: Rect) -> dict[str, Any]:
    """Return the panels of greyboard, and the slit and gaps between them, as drawn over a print in a box."""

    def placed(box: Rect) -> Rect:
        return _scaled(box.moved(-printed.x, -printed.y), scale).moved(rect.x, rect.y)

    slit = None if plan.slit is None else placed(Rect(plan.slit.x1, plan.slit.y1, 0, printed.bottom - plan.slit.y1))
    return {"panels": [placed(panel) for panel in plan.panels], "slit": slit}


def _below_heading(area: Rect) -> Rect:
    """Return the area below the heading."""
    return Rect(area.x, area.y + HEADING, area.width, area.height - HEADING)


def accent(game: Game) -> str:
    """Return the colour of a game, or the edge colour of the first back that has one and is not white, or a default."""
    if game.colour is not None:
        return game.colour
    edges = [deck.edge.back for deck in game.decks.values() if deck.edge and deck.edge.back]
    return next((edge for edge in edges if edge.lower() != "#ffffff"), "#3d4a5c")


def heading_colour(game: Game) -> str:
    """Return the colour of a game if it is legible on paper, or else a dark one."""
    colour = accent(game)
    return DARK if is_light(colour) else colour


def is_light(colour: str) -> bool:
    """Return whether dark text is more legible on a colour."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue > 150


def _deck_names(page: Page) -> tuple[str, ...]:
    return tuple(dict.fromkeys(placement.piece.deck.name for placement in page.placements))


def _examples(game: Game, item: BoxItem) -> list[tuple[Deck, Design]]:
    """Return up to three different pieces of a line of the box, from each of its forms."""
    found: list[tuple[Deck, Design]] = []
    wanted = max(1, 3 // len(item.of))
    for name in item.of:
        deck = game.decks[name]
        rows = item.rows(deck)
        found += [(deck, design) for design in rows[:: max(1, len(rows) // wanted)][:wanted]]
    return found


def _columns_and_scale(count: int, paper: Size, area: Rect, caption: float) -> tuple[int, float]:
    """Return the number of columns that shows this many sheets largest, and their scale."""

    def scale(columns: int) -> float:
        width = (area.width - GAP * (columns - 1)) / columns
        height = area.height / -(-count // columns) - caption - GAP / 2
        return min(width / paper.width, height / paper.height, LARGEST_SHEET / max(paper))

    most = max(1, int((area.width + GAP) // (LEAST_CAPTION + GAP)))
    columns = max(range(1, min(count, most) + 1), key=scale)
    return columns, max(scale(columns), 1e-3)
