"""The report of a run: its charts, and a self-contained HTML page."""

from __future__ import annotations

import base64
import io
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from math import ceil
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from pnp import __version__
from pnp.chart.bars import ShareHistogram, ValueBars
from pnp.chart.canvas import use_project_fonts
from pnp.chart.panel import Chart, Heading, Panel, Sentence, draw_rows
from pnp.chart.plots import IntervalRow, Whiskers
from pnp.project.folders import SHARED, bundled_project
from pnp.report.findings import (
    MAX_NAMES,
    Findings,
    count_with_noun,
    fixed,
    group_name,
    ordinal_seat,
    percent,
    points,
    rough_points,
)
from pnp.sim.folder import REPORT_FILE, Folder, write_errors
from pnp.sim.played import NOTHING_LEFT_OUT, LeftOut, PlayedSetup
from pnp.sim.summary import Distribution, Summary
from pnp.store.files import PAGE_MARK, check_own_page, write_atomically
from pnp.terms import Lang, Translated
from pnp.text.font_set import BUNDLED_FONTS, FontSet
from pnp.text.fonts import BODY, TITLE, find_font
from pnp.text.typography import typeset
from pnp.words import format_number
from pnp.worker.progress import Progress, silent

MOST_EFFECTS: Final = 30
"""Maximum number of rows in the chart of effects on winning."""
TWO_COLUMNS_FROM: Final = 14
"""Number of rows from which bars are set in two columns."""


def draw_all(findings: Findings) -> Iterator[tuple[str, Chart]]:
    """Draw all charts that have data; yield each with its name."""
    words = findings.words
    for name, title, rows in _chart_plan(findings):
        shown = [[panel for panel in row if panel is not None] for row in rows]
        shown = [row for row in shown if row]
        if shown:
            yield name, draw_rows(words.get(title, title), shown)


def _chart_plan(findings: Findings) -> Iterator[tuple[str, str, list[Sequence[Panel | None]]]]:
    """Yield the name, title and rows of panels of each chart."""
    words, summary = findings.words, findings.summary
    yield "seats", "seats", [[_seats(findings)], [_bots(findings)]]
    scores = _distribution(findings, words["scores-title"], summary.all_scores)
    yield (
        "scores",
        Translated(findings.scoring.title)[findings.lang],
        [[scores, _distribution(findings, words["winners-title"], summary.winning_scores)]],
    )
    turns = _distribution(findings, words["turns-title"], summary.turns)
    yield "length", "length-head", [[turns, _distribution(findings, words["decisions-title"], summary.decisions)]]
    yield "endings", "endings", [[_endings(findings)]]
    changes = _distribution(findings, words["changes-title"], summary.lead_changes) if findings.has_leader else None
    yield "tension", "tension", [[changes, _distribution(findings, words["margin-title"], summary.margins)]]
    for key in dict.fromkeys(key.partition(":")[0] for key in findings.things):
        yield f"usage-{key}", group_name(key, findings.lang), [_usage(findings, key)]
    yield "winning", "winning", [[effects_panel(findings)]]
    yield "choices", "choices", [[_distribution(findings, words["choices-title"], summary.choices)]]


def _seats(findings: Findings) -> Panel:
    words, lang = findings.words, findings.lang
    marks = tuple(
        IntervalRow(ordinal_seat(seat, lang), each.share, each.low, each.high, percent(each.share, lang), each.marked)
        for seat, each in enumerate(findings.seats)
    )
    heading = Heading(words["seats-title"], words["seats-note"])
    return Whiskers(heading, marks, findings.fair, lambda share: percent(share, lang))


def _bots(findings: Findings) -> Panel | None:
    if not findings.bots:
        return None
    words, lang = findings.words, findings.lang
    marks = tuple(
        IntervalRow(findings.player_name(name), each.share, each.low, each.high, percent(each.share, lang), each.marked)
        for name, each in findings.bots.items()
    )
    heading = Heading(words["bots-title"], words["seats-note"])
    return Whiskers(heading, marks, findings.fair, lambda share: percent(share, lang))


def _distribution(findings: Findings, title: str, found: Distribution) -> Panel | None:
    if not found.counts:
        return None
    mean = findings.words["mean"].format(mean=format_number(found.mean, findings.lang, 1))
    return ShareHistogram(Heading(title), found.counts, found.mean, mean, lambda share: percent(share, findings.lang))


def _endings(findings: Findings) -> Panel | None:
    """Return the bars of the endings; None if a game can only end in one way, because the text says which."""
    summary, lang = findings.summary, findings.lang
    found = {**dict.fromkeys(findings.endings, 0), **summary.endings}
    if len(found) == 1:
        return None
    rows = []
    for key, count in sorted(found.items(), key=lambda each: -each[1]):
        share = percent(count / summary.games, lang) if count else findings.words["never-mark"]
        rows.append((findings.endings.get(key, key), count / summary.games, share))
    return ValueBars(Heading(findings.words["endings-title"]), tuple(rows))


def _usage(findings: Findings, key: str) -> list[Panel]:
    """Return the bars of a group's uses per game, most used first, in two columns if the list is long.

    If all are used equally often, a sentence says so.
    """
    summary, lang = findings.summary, findings.lang
    rows = []
    for each, name in findings.things.items():
        if each.partition(":")[0] == key:
            uses = summary.tally.things.get(each)
            mean = uses.uses / summary.games if uses else 0.0
            text = fixed(mean, lang, 2) if mean >= 0.005 else "< " + fixed(0.01, lang, 2)
            rows.append((name, mean, text if mean else findings.words["never-mark"]))
    rows.sort(key=lambda row: -row[1])
    title, note = group_name(key, lang), findings.words["usage-note"].format(bots=findings.bot_names)
    if len({text for _, _, text in rows}) == 1:
        names = ", ".join(name for name, _, _ in rows)
        things = names if len(rows) <= MAX_NAMES else findings.words["usage-all"].format(count=len(rows))
        kind = "usage-never" if not rows[0][1] else "usage-one" if len(rows) == 1 else "usage-same"
        return [Sentence(Heading(title, note), findings.words[kind].format(things=things, uses=rows[0][2]))]
    size = ceil(len(rows) / 2) if len(rows) >= TWO_COLUMNS_FROM else len(rows)
    parts = [tuple(rows[start : start + size]) for start in range(0, len(rows), size)]
    most = rows[0][1]
    return [
        ValueBars(Heading(title if not at else "\u00a0", note if not at else "\u00a0"), part, most)
        for at, part in enumerate(parts)
    ]


def effects_panel(findings: Findings) -> Panel | None:
    """Return the largest effects on winning, best first, always including the significant ones."""
    lang, found = findings.lang, findings.effects
    if not found:
        return None
    ordered = sorted(found, key=lambda key: (not found[key].marked, -abs(found[key].difference)))[:MOST_EFFECTS]
    marks = tuple(
        IntervalRow(
            findings.things.get(key, key), found[key].difference, *found[key].interval_at(findings.claims.z),
            points(found[key].difference, lang, sign=True), found[key].marked,
        )
        for key in sorted(ordered, key=lambda key: -found[key].difference)
    )  # fmt: skip
    heading = Heading(findings.words["winning-title"], findings.words["winning-note"])
    return Whiskers(heading, marks, 0.0, lambda share: format_number(100 * share, lang, 1))


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
        game=setup.rules.spec.title[lang],
        games=count_with_noun("game" if findings.played else "test", summary.games, lang),
    )
    environment = Environment(
        loader=FileSystemLoader(bundled_project().templates / SHARED), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True,
    )  # fmt: skip
    values = {
        "lang": str(lang),
        "mark": PAGE_MARK.format(version=__version__),
        "words": words,
        "title": typeset(title, lang),
        "subtitle": _subtitle(findings),
        "sentences": [typeset(text, lang) for text in findings.sentences()],
        "warnings": [typeset(text, lang) for text in findings.warnings()],
        "sections": sections,
        "telling": findings.telling(),
        "watch": watch_command(findings),
        "command": repeat_command(findings),
        "digest": summary.digest,
    }
    template = environment.get_template(TEMPLATE)
    letters = template.render(**values, fonts=[])
    return template.render(**values, fonts=_fonts(re.sub(r"<svg.*?</svg>", "", letters, flags=re.DOTALL), title))


def watch_command(findings: Findings) -> str:
    """Return the command line that makes a page of the first of the games worth watching."""
    setup, folder = findings.setup, findings.folder.path
    if isinstance(setup, PlayedSetup):
        return shlex.join(["pnp", "replay", str(folder / setup.files[0]), "--html", "game.html"])
    return shlex.join(["pnp", "replay", str(folder), "--game", "0", "--html", "game.html"])


def repeat_command(findings: Findings) -> str:
    """Return the command line that plays the run again, or counts the same games again."""
    setup = findings.setup
    if findings.played:
        return shlex.join(["pnp", "report", str(findings.folder.path), "--lang", str(findings.lang)])
    words = ["pnp", "simulate", setup.game, "--players", str(setup.players), "--games", str(findings.summary.games)]
    bots = setup.bots if len(set(setup.bots)) > 1 else setup.bots[:1]
    words += ["--bots", ",".join(bots), "--seed", setup.seed]
    for option in _changed_options(findings):
        words += ["--option", option]
    return shlex.join([*words, "--out", "DIR", "--lang", str(findings.lang)])


def _subtitle(findings: Findings) -> str:
    setup, words = findings.setup, findings.words
    several = len(set(setup.bots)) > 1
    bots = findings.bot_names
    parts = [words["setup"].format(players=setup.players, bots=bots, seed=setup.seed)]
    parts += [words["rotating"]] if several and not findings.played else []
    changed = _changed_options(findings)
    parts += [words["options"].format(options=" ".join(changed))] if changed else []
    return " · ".join(parts)


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
    visible, role = findings.claims.minimum_detectable_effect, findings.scoring.role
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
            winning=format_number(summary.winning_scores.mean, lang, 1),
            shared=percent(summary.shared / summary.games, lang),
        ),
        "endings": findings.end() if len({*findings.endings, *summary.endings}) == 1 else "",
        "tension": f"{changes} {margin}" if findings.has_leader else margin,
        "usage": words["usage-text"].format(bots=findings.bot_names),
        "winning": cause if findings.effects else words["winning-none"],
        "choices": words["choices-text"].format(
            mean=format_number(choices.mean, lang, 1),
            median=choices.quantile(0.5), most=max(choices.counts, default=0),
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
        effect_text = "–"
        if effect is not None:
            effect_text = points(effect.difference, lang, sign=True) + (" *" if effect.marked else "")
        mean = fixed(uses.uses / summary.games, lang, 2) if uses else words["never-mark"]
        rows.append((name, mean, percent(uses.games / summary.games, lang) if uses else percent(0, lang), effect_text))
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


def subset(path: Path, text: str) -> bytes:
    """Return the font as TrueType, reduced to the characters of a text."""
    return _with_characters(path, "".join(sorted(set(text))))


@lru_cache(maxsize=16)
def _with_characters(path: Path, characters: str) -> bytes:
    """Return a font with only these characters; cached, because the reports of a sweep share most of them."""
    subsetter: Any = import_module("fontTools.subset")
    options = subsetter.Options(recalc_timestamp=False, notdef_outline=True)
    options.drop_tables += ["FFTM"]  # a time stamp
    font = subsetter.load_font(str(path), options)
    work = subsetter.Subsetter(options)
    work.populate(text=characters)
    work.subset(font)
    content = io.BytesIO()
    subsetter.save_font(font, content, options)
    font.close()
    return content.getvalue()


def write_report(
    folder: Folder, summary: Summary, lang: Lang, progress: Progress = silent, fonts: FontSet = BUNDLED_FONTS,
    left_out: LeftOut = NOTHING_LEFT_OUT,
) -> Path:  # fmt: skip
    """Write the page, and its charts as SVG and PNG; all charts are drawn before anything is written.

    Raise PressError if people played the games and the folder has a report that pnp did not write.
    """
    findings = Findings(folder, summary, lang, left_out)
    if findings.played:
        check_own_page(folder.path / REPORT_FILE)
    groups = len({key.partition(":")[0] for key in findings.things})
    charts: dict[str, Chart] = {}
    with use_project_fonts(fonts):
        for name, chart in draw_all(findings):
            charts[name] = chart
            progress(len(charts), groups + 7)
    page = make_page(findings, charts)
    with write_errors(folder.path):
        (folder.path / "charts").mkdir(exist_ok=True)
        for name, chart in charts.items():
            write_atomically(folder.path / "charts" / f"{name}.svg", chart.svg)
            write_atomically(folder.path / "charts" / f"{name}.png", chart.png)
        write_atomically(folder.path / REPORT_FILE, page.encode())
    return folder.path / REPORT_FILE
