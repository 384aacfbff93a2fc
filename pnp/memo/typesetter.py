"""Set a memo with typst, and report where its sections begin and end and what does not fit."""

from __future__ import annotations

import json
from copy import copy
from dataclasses import asdict, replace
from typing import Any, Final

import typst

from pnp.errors import Problem, RenderError
from pnp.memo.content import Data
from pnp.memo.inset import Insets
from pnp.memo.proof import find_overflows
from pnp.memo.source import Memo
from pnp.memo.trial import InsetPlace, SetPlace, Trial, TrialResult
from pnp.press.typst_renderer import compile_files, typst_fonts
from pnp.project.folders import SHARED, bundled_project
from pnp.store.cache import cache_key
from pnp.store.fingerprint import code_hash, versions
from pnp.text.font_set import ProjectFont
from pnp.worker.progress import begin_step

TEMPLATE: Final = "memo.typ"
FITTING: Final = "pnp.memo.fit"
"""Module that finds the sizes; its hash covers everything it imports."""
LIBRARIES: Final = ("typst", "font-source-sans-pro", "font-fredoka-one")
FOOT: Final = 1.7
"""Height of the footer, as a multiple of the type size."""
MM_PER_POINT: Final = 25.4 / 72
OVERFLOW_MESSAGES: Final = {
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
"""Message and hint for each key that does not fit."""
BLANK: Final = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100"/>'
"""Placeholder for drawings while sizes are tried: it takes the same space, but no time."""


NO_INSETS: Final = Insets({}, {})


class Typesetter:
    """A typesetter for one memo in any size."""

    def __init__(
        self,
        data: Data,
        icons: dict[str, bytes],
        memo: Memo,
        fonts: tuple[ProjectFont, ...] = (),
        insets: Insets = NO_INSETS,
    ) -> None:
        template = bundled_project().templates / SHARED / TEMPLATE
        self._files = {"main.typ": template.read_bytes(), "data.json": json.dumps(data).encode()}
        self._icons, self._blanks = icons, dict.fromkeys(icons, BLANK)
        self.memo, self.title, self._insets = memo, str(data["about"]), insets
        self._fonts = fonts
        self.headings = {
            section["id"]: " ".join("".join(span.get("text", "") for span in section["heading"]).split())
            for section in data["sections"]
        }
        """Printed headings, by section id."""
        self.sections = {section.id: section for section in (memo.aids if data["aid"] else memo.sections)}
        self._has_foot = bool(data["follows"]) and not data["card"]  # on a card, it is at the end of the text
        self._proofreads = False
        self.is_aid = bool(data["aid"])

    def proofreading(self) -> Typesetter:
        """Return a typesetter that also reports words that extend beyond their column as crowded."""
        careful = copy(self)
        careful._proofreads = True
        return careful

    def foot(self, size_pt: float) -> float:
        """Return the height of the footer, in mm."""
        return FOOT * size_pt * MM_PER_POINT if self._has_foot else 0

    def set(self, trial: Trial) -> TrialResult:
        """Set the memo with the sizes of a trial and return the result; raise RenderError if typst fails."""
        outcome = self._query(trial)
        if not self._proofreads or outcome.crowded or outcome.faces > trial.faces:
            return outcome
        [pdf] = compile_files(self._with(trial, self._blanks), "pdf", fonts=self._fonts)
        headings = {name: self.sections[name].heading.where for name in self.headings}
        left = find_overflows(pdf, trial, outcome, self.foot(trial.size), self.memo, headings)
        return replace(outcome, crowded=left)

    def _query(self, trial: Trial) -> TrialResult:
        begin_step(self.memo.where)
        try:
            found: str = typst.query(  # type: ignore[type-var]  # its type hints lack in-memory files
                self._with(trial, self._blanks),
                "<outcome>",
                field="value",
                one=True,
                font_paths=typst_fonts(self._fonts),
            )
        except (typst.TypstError, RuntimeError) as error:  # a failed query raises RuntimeError
            raise RenderError(Problem(self.memo.where, "cannot be typeset", found=str(error), code="E0517")) from error
        raw: dict[str, Any] = json.loads(found)
        crowded = [
            Problem(
                self.sections.get(found["where"], self.memo).at(found["what"]),
                *OVERFLOW_MESSAGES[found["what"]],
                code="E0703",
            )
            for found in raw["crowded"]
        ]
        places = [SetPlace(**place) for place in raw["places"]]
        insets = tuple(InsetPlace(**place) for place in raw["insets"])
        return TrialResult(places, list(dict.fromkeys(crowded)), raw["head"], insets)

    def key(self, *about: object) -> str:
        """Return a hash of the memo's content, the code that sets it, and `about`."""
        texts = {name: text.decode() for name, text in (self._files | self._icons).items()}
        return cache_key("memo", versions(*LIBRARIES), code_hash(FITTING), texts, self._insets.keys(), about)

    def pdf(self, trial: Trial) -> bytes:
        """Return a PDF with one page per side."""
        begin_step(self.memo.where)
        [made] = compile_files(self._with(trial, self._icons), "pdf", fonts=self._fonts)
        return self._insets.lay(made, self._query(trial).insets) if self._insets.faces else made

    def _with(self, trial: Trial, icons: dict[str, bytes]) -> dict[str, bytes]:
        return self._files | icons | {"layout.json": json.dumps(asdict(trial)).encode()}
