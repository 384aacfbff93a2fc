"""The HTML report of a run: one self-contained file, for screen and print."""

from __future__ import annotations

import base64
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from pnp.chart.panel import Chart
from pnp.project.folders import SHARED, bundled_project
from pnp.report.charts import MOST_EFFECTS
from pnp.report.findings import Findings
from pnp.report.fonts import subset
from pnp.report.words import count_with_noun, fixed, ordinal_seat, percent, points, rough_points
from pnp.terms import Translated
from pnp.text.fonts import BODY, TITLE, find_font
from pnp.text.typography import typeset
from pnp.words import format_number

TEMPLATE: Final = "report.html.j2"
CLOSE_MARGIN: Final = 0.25
"""Margin of a close game, as a share of the mean margin."""
_ID: Final = re.compile(r'(\bid="|xlink:href="#|\bhref="#|url\(#)')


@dataclass(frozen=True)
class NumberTable:
    """A table with the exact numbers."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Figure:
    """A chart embedded in the page."""

    title: str
    svg: Markup


@dataclass(frozen=True)
class Chapter:
    """A section of the report: a question, a text, charts and an optional table."""

    title: str
    text: str
    charts: Sequence[Figure]
    table: NumberTable | None = None


def make_page(findings: Findings, charts: Mapping[str, Chart]) -> str:
    """Return the whole page, with these charts by name."""
    sections = _sections(findings, charts)
    lang, summary, setup = findings.lang, findings.summary, findings.setup
    words = {key: typeset(text, lang) for key, text in findings.words.items()}
    title = findings.words["title"].format(
        game=setup.rules.spec.title[lang], games=count_with_noun("test", summary.games, lang)
    )
    environment = Environment(
        loader=FileSystemLoader(bundled_project().templates / SHARED), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True,
    )  # fmt: skip
    values = {
        "lang": str(lang),
        "words": words,
        "title": typeset(title, lang),
        "subtitle": _subtitle(findings),
        "sentences": [typeset(text, lang) for text in findings.sentences()],
        "warnings": [typeset(text, lang) for text in findings.warnings()],
        "sections": sections,
        "command": repeat_command(findings),
        "digest": summary.digest,
    }
    template = environment.get_template(TEMPLATE)
    letters = template.render(**values, fonts=[])
    return template.render(**values, fonts=_fonts(re.sub(r"<svg.*?</svg>", "", letters, flags=re.DOTALL), title))


def repeat_command(findings: Findings) -> str:
    """Return the command line that plays the run again."""
    setup = findings.setup
    words = ["pnp", "simulate", setup.game, "--players", str(setup.players), "--games", str(findings.summary.games)]
    bots = setup.bots if len(set(setup.bots)) > 1 else setup.bots[:1]
    words += ["--bots", ",".join(bots), "--seed", setup.seed]
    for option in _changed_options(findings):
        words += ["--option", option]
    return shlex.join([*words, "--out", "DIR", "--lang", str(findings.lang)])


def _subtitle(findings: Findings) -> str:
    setup, words = findings.setup, findings.words
    several = len(set(setup.bots)) > 1
    bots = ", ".join(setup.bots) if several else setup.bots[0]
    said = [words["setup"].format(players=setup.players, bots=bots, seed=setup.seed)]
    said += [words["rotating"]] if several else []
    changed = _changed_options(findings)
    said += [words["options"].format(options=" ".join(changed))] if changed else []
    return " · ".join(said)


def _changed_options(findings: Findings) -> list[str]:
    """Return the options that differ from their defaults."""
    defaults = findings.setup.rules.defaults()
    return [f"{name}={value}" for name, value in findings.setup.options if value != defaults[name]]


def _sections(findings: Findings, charts: Mapping[str, Chart]) -> list[Chapter]:
    words, lang = findings.words, findings.lang
    figures = {name: _figure(name, chart) for name, chart in charts.items()}
    texts = _texts(findings)

    def section(name: str, title: str, table: NumberTable | None = None) -> Chapter:
        shown = [figure for key, figure in figures.items() if key == name or key.startswith(f"{name}-")]
        heading = Translated(findings.scoring.title)[lang] if name == "scores" else words[title]
        return Chapter(typeset(heading, lang), typeset(texts.get(name, ""), lang), shown, table)

    return [
        section("seats", "seats", _seat_table(findings)),
        section("scores", "scores"),
        section("length", "length-head"),
        section("endings", "endings"),
        section("tension", "tension"),
        section("usage", "usage", _usage_table(findings)),
        section("winning", "winning"),
        section("choices", "choices"),
    ]


def _figure(name: str, chart: Chart) -> Figure:
    """Return a chart with unique ids, since one page embeds many."""
    text = chart.svg.decode()
    text = text[text.index("<svg") :]
    text = _ID.sub(lambda found: f"{found[1]}{name}-", text)
    return Figure(chart.title, Markup(text))  # noqa: S704 (drawn by pnp, from paths only)


def _texts(findings: Findings) -> dict[str, str]:
    """Return the text above the charts of each section."""
    words, lang, summary = findings.words, findings.lang, findings.summary
    choices, margins, scores = summary.choices, summary.margins, summary.all_scores
    near = max(1, round(CLOSE_MARGIN * abs(margins.mean)))
    close = sum(count for margin, count in margins.counts.items() if margin <= near) / summary.games
    marked = sum(effect.marked for effect in findings.effects.values())
    shown = words["winning-shown"].format(shown=MOST_EFFECTS) if len(findings.effects) > MOST_EFFECTS else ""
    cause = words["winning-cause"].format(count=len(findings.effects), marked=marked, shown=shown)
    margin = words["margin-text"].format(
        margin=findings.amount(margins.mean, 1), near=findings.amount(near), close=percent(close, lang)
    )
    changes = words["changes-text"].format(
        changes=format_number(summary.lead_changes.mean, lang, 1), never=percent(summary.lead_changes.share(0), lang)
    )
    tests = words["seats-text" if findings.claims.tests > 1 else "seats-text-one"]
    visible, role = findings.claims.visible, findings.scoring.role
    shows = (
        words["seats-visible"].format(visible=rough_points(visible, lang))
        if visible is not None
        else words["seats-blind"]
    )
    return {
        "seats": f"{tests.format(tests=findings.claims.tests)} {shows}",
        "scores": words["scores-role" if role else "scores-text"].format(
            mean=findings.amount(scores.mean, 1), deviation=format_number(scores.deviation, lang, 1),
            role=Translated(role)[lang] if role else "",
            winning=format_number(summary.winning_scores.mean, lang, 1), shared=percent(summary.shared / summary.games, lang),
        ),
        "tension": f"{changes} {margin}" if findings.leads else margin,
        "usage": words["usage-text"].format(bots=findings.bot_names),
        "winning": cause if findings.effects else words["winning-none"],
        "choices": words["choices-text"].format(
            mean=format_number(choices.mean, lang, 1), median=choices.quantile(0.5), most=max(choices.counts, default=0),
            forced=percent(choices.share(1), lang),
        ),
    }  # fmt: skip


def _seat_table(findings: Findings) -> NumberTable:
    words, lang = findings.words, findings.lang
    rows = []
    for seat, each in enumerate(findings.seats):
        interval = f"{percent(each.low, lang)} – {percent(each.high, lang)}"
        mean = format_number(findings.summary.scores[seat].mean, lang, 1)
        rows.append((ordinal_seat(seat, lang), percent(each.share, lang), interval, mean))
    heads = [words[f"head-{key}"] for key in ("place", "share", "interval", "mean")]
    heads[-1] = heads[-1].format(title=Translated(findings.scoring.title)[lang])
    return NumberTable(heads, rows)


def _usage_table(findings: Findings) -> NumberTable:
    words, lang, summary = findings.words, findings.lang, findings.summary
    rows = []
    for key, name in findings.things.items():
        uses, effect = summary.tally.things.get(key), findings.effects.get(key)
        said = "–"
        if effect is not None:
            said = points(effect.difference, lang, sign=True) + (" *" if effect.marked else "")
        mean = fixed(uses.uses / summary.games, lang, 2) if uses else words["never-mark"]
        rows.append((name, mean, percent(uses.games / summary.games, lang) if uses else percent(0, lang), said))
    return NumberTable([words[f"head-{key}"] for key in ("thing", "uses", "games", "effect")], rows)


@dataclass(frozen=True)
class FontData:
    """A font embedded in the page, reduced to the characters it needs."""

    family: str
    weight: int
    data: str


def _fonts(text: str, title: str) -> list[FontData]:
    """Return pnp's fonts, embedded so that the page looks the same everywhere."""
    wanted = [
        ("Pnp Text", 400, find_font(BODY), text),
        ("Pnp Text", 700, find_font(BODY, bold=True), text),
        ("Pnp Title", 400, find_font(TITLE), title),
    ]
    return [
        FontData(family, weight, base64.b64encode(subset(font.path, letters)).decode())
        for family, weight, font, letters in wanted
    ]
