"""Prepare a memo's content for its template: plain data with numbers filled in and texts as spans."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any, Final

from pnp.errors import Location, PnpError, Problem, quote_value
from pnp.geometry.units import Size
from pnp.memo.facts import Facts
from pnp.memo.illustrate import NO_ILLUSTRATIONS, Illustration, MemoColours
from pnp.memo.markup import typeset
from pnp.memo.source import (
    SCALE,
    SCALES,
    Action,
    Actions,
    Block,
    FigureBlock,
    FormatSetting,
    Intro,
    Memo,
    MemoText,
    Points,
    Remarks,
    Section,
    Steps,
    prints_aid,
    sections_on,
    shown_on,
)
from pnp.project.folders import SPEC_FILE
from pnp.spec.model import Game
from pnp.terms import Format, Ink, Lang
from pnp.text.font_set import BUNDLED_FONTS, FontSet, ProjectFont
from pnp.text.fonts import BODY, TITLE, find_font, lacks_glyph
from pnp.text.typography import NARROW_NO_BREAK_SPACE, NO_BREAK_SPACE, typographic_name
from pnp.words import Texts

Data = dict[str, Any]
WORDS: Final = Texts("memo")
CHANGED: Final[dict[str, str | bool]] = {"text": f"◆{NO_BREAK_SPACE}", "changed": True}
"""Span before a text in which a variant differs from the memo that it extends."""
TITLE_FALLBACK_SPACES: Final = NO_BREAK_SPACE + NARROW_NO_BREAK_SPACE
"""Spaces that the title font lacks and takes from the body font."""


def template_data(
    memo: Memo,
    game: Game,
    facts: Facts,
    look: MemoColours,
    form: Format,
    setting: FormatSetting,
    ink: Ink,
    font_set: FontSet = BUNDLED_FONTS,
    figures: Mapping[str, Illustration] = NO_ILLUSTRATIONS,
    logo: Size | None = None,
) -> Data:
    """Return the data of a memo for its template; raise PnpError with every text that cannot be set."""
    aid = prints_aid(memo, form)
    writer = _DataWriter(memo, facts, font_set, form, figures, card=setting.card and not aid)
    words = WORDS[memo.lang]
    spec = Location(PurePosixPath(memo.where.file).with_name(SPEC_FILE).as_posix(), bundled=memo.where.bundled)
    title = memo.title or MemoText(escaped(game.title[memo.lang]), spec / "title")
    data: Data = {
        "lang": str(memo.lang),
        "look": look._asdict(),
        "low": ink is Ink.LOW,
        "card": form is Format.CARD,
        "aid": aid,
        "compact": setting.card,
        "title": writer.spans(title, TITLE),
        "subtitle": writer.spans(memo.subtitle),
        "picture": memo.picture,
        "logo": logo and logo.width / logo.height,
        **game_facts(game, memo.lang),
        "aim": writer.spans(memo.aim),
        "aim_word": words["aim"],
        "follows": [] if aid else writer.spans(memo.follows),
        "sections": [writer.section(section) for section in sections_on(memo, form)],
        "changes": [],
    }
    if writer.changed:
        data["changes"] = [CHANGED, {"text": words["changes"].format(title=typographic_name(game.title[memo.lang]))}]
    data["pictured"] = any(block["kind"] == "figure" for section in data["sections"] for block in section["blocks"])
    name = " ".join("".join(str(span.get("text", "")) for span in data["title"]).split())
    data["about"] = f"{name} – {words['memo']}"
    if not data["sections"]:
        hint = f"add {form} to the formats in a section's key 'only'"
        raise PnpError(Problem(memo.where, f"has no section for this format ({form})", hint, code="E0702"))
    if not data["title"] and not writer.problems:
        raise PnpError(Problem(title.where, "is empty", "delete the key to use the game's title", code="E0702"))
    if writer.problems:
        raise PnpError(*writer.problems)
    data["fonts"] = list(dict.fromkeys(font.alias for font in fallback_fonts(data, font_set)))
    return data


def game_facts(game: Game, lang: Lang) -> Data:
    """Return players, duration and age for a template; empty texts if the spec does not give them."""

    def stated(key: str, number: int | None) -> str:
        return "" if number is None else WORDS[lang][key].format(**{key: number}).replace(" ", NO_BREAK_SPACE)

    age_sign = "" if game.age is None else f"{game.age}+"
    return {
        "players": game.player_range, "minutes": stated("minutes", game.minutes), "age": stated("age", game.age),
        "age_sign": age_sign,
    }  # fmt: skip


def fallback_fonts(data: Data, font_set: FontSet) -> tuple[ProjectFont, ...]:
    """Return the project's fonts for characters that the bundled fonts lack."""
    letters = {sign for sign in _all_characters(data) if lacks_glyph(sign, find_font(BODY))}
    families = {next(iter(font_set.families_with(sign)), "") for sign in letters}
    return tuple(font for font in font_set.project_fonts if font.family in families) if letters else ()


def _all_characters(data: Any) -> set[str]:
    """Return the characters of all texts in the data."""
    if isinstance(data, str):
        return set(data)
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return set().union(*(_all_characters(part) for part in parts))


def escaped(text: str) -> str:
    """Return the text with its markup characters escaped."""
    return "".join(f"\\{sign}" if sign in "\\*{}" else sign for sign in text)


class SpanWriter:
    """A converter from texts to spans, which collects their problems."""

    def __init__(self, lang: Lang, facts: Facts, font_set: FontSet) -> None:
        self.lang, self.facts, self.font_set = lang, facts, font_set
        self.problems: list[Problem] = []

    def spans_of(self, text: str, where: Location, family: str = BODY) -> list[dict[str, str | bool]]:
        """Return a text as spans; empty if it is empty or cannot be set."""
        if not text.strip():
            return []
        try:
            spans = typeset(text.strip(), self.lang, self.facts, where)
        except PnpError as error:
            self.problems += error.problems
            return []
        for span in spans:
            if not span.icon:
                styled = family == BODY  # the title font has a single style
                font = find_font(family, bold=span.bold and styled, italic=span.italic and styled)
                self._check_characters(span.text, font.family, where, [s for s in span.text if lacks_glyph(s, font)])
        return [span.data() for span in spans]

    def _check_characters(self, text: str, family: str, where: Location, lacking: list[str]) -> None:
        for sign in dict.fromkeys(lacking):
            has_fallback = any(other in self.font_set.project_families for other in self.font_set.families_with(sign))
            if not has_fallback and (family != TITLE or sign not in TITLE_FALLBACK_SPACES):
                message = f"{family} has no character {quote_value(sign)} (U+{ord(sign):04X}), in {quote_value(text)}"
                hint = "use another character or an icon, or add a font to fonts/ that has it"
                self.problems.append(Problem(where, message, hint, code="E0407"))


class _DataWriter(SpanWriter):
    """A converter from a memo's texts to template data, which collects their problems."""

    def __init__(
        self,
        memo: Memo,
        facts: Facts,
        font_set: FontSet,
        form: Format,
        figures: Mapping[str, Illustration],
        *,
        card: bool,
    ) -> None:
        super().__init__(memo.lang, facts, font_set)
        self.memo, self.card = memo, card
        self.form, self.figures = form, figures
        self.changed = False
        """Whether a printed text differs from the memo that this one extends."""

    def spans(self, words: MemoText | None, family: str = BODY) -> list[dict[str, str | bool]]:
        """Return a text as spans; empty if it is left out or cannot be set."""
        spans = self.spans_of(words.for_format(card=self.card), words.where, family) if words else []
        if words is None or not spans:
            return []
        changed = words.where in self.memo.changes
        self.changed |= changed
        return [CHANGED] * changed + spans

    def section(self, section: Section) -> Data:
        """Return the template data of a section."""
        return {
            "id": section.id,
            "heading": self.spans(section.heading, TITLE),
            "icon": section.icon,
            "legend": self.spans(section.legend),
            "side": section.side if self.form is Format.CARD else None,
            "blocks": [block for source in section.blocks for block in self._blocks(source)],
        }

    def _blocks(self, block: Block) -> list[Data]:
        match block:
            case Intro(words):
                return self._some("intro", [words])
            case Steps(items, numbered):
                return self._some("numbered" if numbered else "steps", list(items))
            case Remarks(items):
                return self._some("remarks", list(items))
            case FigureBlock():
                return [self._figure(block)] if shown_on(block, self.form) else []
            case Points(rows, head):
                cells = [[self.spans(cell) for cell in row] for row in rows]
                return [{"kind": "points", "head": [self.spans(cell) for cell in head], "rows": cells}] if cells else []
            case Actions(items):
                return [{"kind": "actions", "items": [self._action(action) for action in items]}] if items else []

    def _figure(self, figure: FigureBlock) -> Data:
        shown = {"share": figure.width, "largest": SCALES.get(self.form, SCALE), "caption": self.spans(figure.caption)}
        return {"kind": "figure", **self.figures[figure.name].data, **shown}

    def _some(self, kind: str, items: list[MemoText]) -> list[Data]:
        """Return a block of the texts that are not left out, or no block if there are none."""
        set_items = [spans for words in items if (spans := self.spans(words))]
        return [{"kind": kind, "items": set_items}] if set_items else []

    def _action(self, action: Action) -> Data:
        return {
            "name": self.spans(action.name),
            "costs": [self.spans(cost) for cost in action.costs],
            "text": self.spans(action.words),
            "remarks": [spans for words in action.remarks if (spans := self.spans(words))],
        }
