"""Setting a memo with typst, which tells where every section begins and ends, and what is larger than its place."""

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
_HEAD: Final = ("a head that leaves room for the rules", "one too tall for this leaf")
CROWDED: Final = {
    "legend": ("a heading with its legend on one line", "too much for it", 'shorten the legend, or give it short = ""'),
    "points": ("columns of points beside their names", "columns too wide for that", "shorten what is in them"),
    "follows": ("follows on one line", "more than one", "shorten it"),
    "title": ("a title that can be read on one line", "letters below the smallest size", "shorten it"),
    "subtitle": (*_HEAD, 'shorten the subtitle, or give it a short form (short = "…") for cards'),
    "aim": (*_HEAD, 'shorten the aim, or give it a short form (short = "…") for cards'),
}
"""What is said when something is larger than its place: expected, found, hint."""
BLANK: Final = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100"/>'
"""Stands for every drawing while sizes are tried: it takes the same room, and no time."""


NO_INSETS: Final = Insets({}, {})


class Typesetter:
    """Sets one memo in whatever size it is asked for."""

    def __init__(
        self,
        data: Data,
        icons: dict[str, bytes],
        where: str,
        fonts: tuple[ProjectFont, ...] = (),
        insets: Insets = NO_INSETS,
    ) -> None:
        template = bundled().templates / SHARED / TEMPLATE
        self._files = {"main.typ": template.read_bytes(), "data.json": json.dumps(data).encode()}
        self._icons, self._blanks = icons, dict.fromkeys(icons, BLANK)
        self.where, self.title, self._insets = where, str(data["about"]), insets
        self._fonts = fonts
        self.headings = {
            section["id"]: " ".join("".join(span.get("text", "") for span in section["heading"]).split())
            for section in data["sections"]
        }
        self._has_foot = bool(data["follows"]) and not data["card"]  # on a card it stands at the end of the text
        self._proofreads = False
        self.is_aid = bool(data["aid"])

    def proofreading(self) -> Typesetter:
        """One that also reads every letter of a trial back: what leaves its place is crowded."""
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
        left = spills(pdf, trial, outcome, self.foot(trial.size), self.where, self.headings)
        return replace(outcome, crowded=left)

    def _query(self, trial: Trial) -> Outcome:
        begin(self.where)
        try:
            found: str = typst.query(  # type: ignore[type-var]  # files in memory are not in its hints
                self._with(trial, self._blanks),
                "<outcome>",
                field="value",
                one=True,
                font_paths=typst_fonts(self._fonts),
            )
        except (typst.TypstError, RuntimeError) as error:  # a query that fails is the latter
            raise RenderError(Problem(self.where, "a memo that can be set", str(error), code="E0517")) from error
        raw: dict[str, Any] = json.loads(found)
        crowded = [
            Problem(
                f"{self.where}: {self.headings.get(found['where'], found['what'])}",
                *CROWDED[found["what"]],
                code="E0703",
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
        """A PDF with a page for each side."""
        begin(self.where)
        [made] = compile_files(self._with(trial, self._icons), "pdf", fonts=self._fonts)
        return self._insets.lay(made, self._query(trial).insets) if self._insets.faces else made

    def _with(self, trial: Trial, icons: dict[str, bytes]) -> dict[str, bytes]:
        return self._files | icons | {"layout.json": json.dumps(asdict(trial)).encode()}
