"""The charts of a report, each answering one question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final

from pnp.chart.bars import ShareHistogram, ValueBars
from pnp.chart.panel import Chart, Heading, Panel, draw_rows
from pnp.chart.plots import IntervalRow, Whiskers
from pnp.report.findings import Findings
from pnp.report.words import fixed, group_name, ordinal_seat, percent, points
from pnp.sim.summary import Distribution
from pnp.terms import Translated
from pnp.words import format_number

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
    changes = _distribution(findings, words["changes-title"], summary.lead_changes) if findings.leads else None
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
        IntervalRow(name, each.share, each.low, each.high, percent(each.share, lang), each.marked)
        for name, each in findings.bots.items()
    )
    heading = Heading(words["bots-title"], words["seats-note"])
    return Whiskers(heading, marks, findings.fair, lambda share: percent(share, lang))


def _distribution(findings: Findings, title: str, found: Distribution) -> Panel | None:
    if not found.counts:
        return None
    said = findings.words["mean"].format(mean=format_number(found.mean, findings.lang, 1))
    return ShareHistogram(Heading(title), found.counts, found.mean, said, lambda share: percent(share, findings.lang))


def _endings(findings: Findings) -> Panel:
    summary, lang = findings.summary, findings.lang
    found = {**dict.fromkeys(findings.endings, 0), **summary.endings}
    rows = []
    for key, count in sorted(found.items(), key=lambda each: -each[1]):
        said = percent(count / summary.games, lang) if count else findings.words["never-mark"]
        rows.append((findings.endings.get(key, key), count / summary.games, said))
    return ValueBars(Heading(findings.words["endings-title"]), tuple(rows))


def _usage(findings: Findings, key: str) -> list[Panel]:
    """Return the bars of a group's uses per game, most used first, in two columns if the list is long."""
    summary, lang = findings.summary, findings.lang
    rows = []
    for each, name in findings.things.items():
        if each.partition(":")[0] == key:
            uses = summary.tally.things.get(each)
            mean = uses.uses / summary.games if uses else 0.0
            said = fixed(mean, lang, 2) if mean >= 0.005 else "< " + fixed(0.01, lang, 2)
            rows.append((name, mean, said if mean else findings.words["never-mark"]))
    rows.sort(key=lambda row: -row[1])
    size = ceil(len(rows) / 2) if len(rows) >= TWO_COLUMNS_FROM else len(rows)
    parts = [tuple(rows[start : start + size]) for start in range(0, len(rows), size)]
    title, note = group_name(key, lang), findings.words["usage-note"].format(bots=findings.bot_names)
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
            findings.things.get(key, key), found[key].difference, *found[key].within(findings.claims.z),
            points(found[key].difference, lang, sign=True), found[key].marked,
        )
        for key in sorted(ordered, key=lambda key: -found[key].difference)
    )  # fmt: skip
    heading = Heading(findings.words["winning-title"], findings.words["winning-note"])
    return Whiskers(heading, marks, 0.0, lambda share: format_number(100 * share, lang, 1))
