"""Set a memo with typst, which reports where every section begins and ends, and what does not fit its place."""

from __future__ import annotations

import json
from copy import copy
from dataclasses import asdict, replace
from typing import Any, Final

import typst

from pnp.cache import hashed
from pnp.errors import Problem, RenderError
from pnp.face.shelf import ProjectFont
from pnp.fingerprint import code_hash, versions
from pnp.memo.content import Data
from pnp.memo.inset import Insets
from pnp.memo.proof import spills
from pnp.memo.source import Memo
from pnp.memo.trial import InsetPlace, Outcome, SetPlace, Trial
from pnp.press.typst_renderer import compile_files, typst_fonts
from pnp.resources import SHARED, bundled
from pnp.step import begin

TEMPLATE: Final = "memo.typ"
FITTING: Final = "pnp.memo.fit"
"""The module that finds the sizes; what it imports makes a difference, too."""
LIBRARIES: Final = ("typst", "font-source-sans-pro", "font-fredoka-one")
FOOT: Final = 1.7
"""What a line at the foot takes, in sizes."""
MM_PER_POINT: Final = 25.4 / 72
CROWDED: Final = {
    "legend": ("does not fit on one line with its heading", 'shorten the legend, or give it short = ""'),
    "points": ("has columns too wide to fit beside their labels", "shorten their cells"),
    "follows": ("does not fit on one line", "shorten it"),
    "title": ("does not fit on one line at the smallest size", "set a shorter title"),
    "subtitle": (
        "is too long to leave room for the rules",
        'shorten it, or give it a short form (short = "…") for cards',
    ),
    "aim": ("is too long to leave room for the rules", 'shorten it, or give it a short form (short = "…") for cards'),
}
"""The message and the hint for each key that does not fit its place."""
BLANK: Final = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100"/>'
"""Stands for every drawing while sizes are tried: it takes the same room, and no time."""


NO_INSETS: Final = Insets({}, {})


class Typesetter:
    """Sets one memo in whatever size it is asked for."""

    def __init__(
        self,
        data: Data,
        icons: dict[str, bytes],
        memo: Memo,
        fonts: tuple[ProjectFont, ...] = (),
        insets: Insets = NO_INSETS,
    ) -> None:
        template = bundled().templates / SHARED / TEMPLATE
        self._files = {"main.typ": template.read_bytes(), "data.json": json.dumps(data).encode()}
        self._icons, self._blanks = icons, dict.fromkeys(icons, BLANK)
        self.memo, self.title, self._insets = memo, str(data["about"]), insets
        self._fonts = fonts
        self.headings = {
            section["id"]: " ".join("".join(span.get("text", "") for span in section["heading"]).split())
            for section in data["sections"]
        }
        """The headings as they are printed, by the ids of their sections."""
        self.sections = {section.id: section for section in (memo.aids if data["aid"] else memo.sections)}
        self._has_foot = bool(data["follows"]) and not data["card"]  # on a card it is at the end of the text
        self._proofreads = False
        self.is_aid = bool(data["aid"])

    def proofreading(self) -> Typesetter:
        """Return a typesetter that reads every trial back, and reports words outside their place as crowded."""
        careful = copy(self)
        careful._proofreads = True
        return careful

    def foot(self, size_pt: float) -> float:
        """How many mm the foot takes."""
        return FOOT * size_pt * MM_PER_POINT if self._has_foot else 0

    def set(self, trial: Trial) -> Outcome:
        """What comes of a trial."""
        outcome = self._query(trial)
        if not self._proofreads or outcome.crowded or outcome.faces > trial.faces:
            return outcome
        [pdf] = compile_files(self._with(trial, self._blanks), "pdf", fonts=self._fonts)
        headings = {name: self.sections[name].heading.where for name in self.headings}
        left = spills(pdf, trial, outcome, self.foot(trial.size), self.memo, headings)
        return replace(outcome, crowded=left)

    def _query(self, trial: Trial) -> Outcome:
        begin(self.memo.where)
        try:
            found: str = typst.query(  # type: ignore[type-var]  # files in memory are not in its hints
                self._with(trial, self._blanks),
                "<outcome>",
                field="value",
                one=True,
                font_paths=typst_fonts(self._fonts),
            )
        except (typst.TypstError, RuntimeError) as error:  # a query that fails is the latter
            raise RenderError(Problem(self.memo.where, "cannot be set", found=str(error), code="E0517")) from error
        raw: dict[str, Any] = json.loads(found)
        crowded = [
            Problem(
                self.sections.get(found["where"], self.memo).at(found["what"]), *CROWDED[found["what"]], code="E0703"
            )
            for found in raw["crowded"]
        ]
        places = [SetPlace(**place) for place in raw["places"]]
        insets = tuple(InsetPlace(**place) for place in raw["insets"])
        return Outcome(places, list(dict.fromkeys(crowded)), raw["head"], insets)

    def key(self, *about: object) -> str:
        """A hash of everything that is set."""
        texts = {name: text.decode() for name, text in (self._files | self._icons).items()}
        return hashed("memo", versions(*LIBRARIES), code_hash(FITTING), texts, self._insets.keys(), about)

    def pdf(self, trial: Trial) -> bytes:
        """Return a PDF with a page for each side."""
        begin(self.memo.where)
        [made] = compile_files(self._with(trial, self._icons), "pdf", fonts=self._fonts)
        return self._insets.lay(made, self._query(trial).insets) if self._insets.faces else made

    def _with(self, trial: Trial, icons: dict[str, bytes]) -> dict[str, bytes]:
        return self._files | icons | {"layout.json": json.dumps(asdict(trial)).encode()}
