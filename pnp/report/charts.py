"""The charts of the report: each answers one question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pnp.report.findings import Findings
from pnp.report.panels import Bars, Distribution, Mark, Whiskers, in_columns
from pnp.report.words import fixed, group, percent, place, points
from pnp.sim.summary import Spread
from pnp.stats.panels import Heading, Panel
from pnp.stats.paper import Paper, own_settings
from pnp.stats.words import number

WIDTH: Final = 7.2
"""Inches: as wide as the page that it is printed on."""
RIM: Final = 0.06
"""At both sides: no letter is cut off at the edge, however wide it is drawn."""
BETWEEN: Final = 0.4
MOST_EFFECTS: Final = 30
LONG: Final = 14
"""From so many rows on bars stand in two columns."""


@dataclass(frozen=True)
class Chart:
    """A picture in both forms, with words for whoever cannot see it."""

    name: str
    title: str
    svg: bytes
    png: bytes


def draw_all(findings: Findings) -> Iterator[Chart]:
    """Every chart there is something to show in."""
    words = findings.words
    for name, title, rows in _plan(findings):
        shown = [[panel for panel in row if panel is not None] for row in rows]
        shown = [row for row in shown if row]
        if shown:
            yield _draw(name, words.get(title, title), shown)


Row = Sequence[Panel | None]


def _plan(findings: Findings) -> Iterator[tuple[str, str, list[Row]]]:
    """The name and title of each chart, and its panels in rows."""
    words, summary = findings.words, findings.summary
    yield "seats", "seats", [[_seats(findings)], [_bots(findings)]]
    scores = _spread(findings, words["scores-title"], summary.all_scores)
    yield "scores", "scores", [[scores, _spread(findings, words["winners-title"], summary.winning_scores)]]
    turns = _spread(findings, words["turns-title"], summary.turns)
    yield "length", "length-head", [[turns, _spread(findings, words["decisions-title"], summary.decisions)]]
    yield "endings", "endings", [[_endings(findings)]]
    changes = _spread(findings, words["changes-title"], summary.lead_changes)
    yield "tension", "tension", [[changes, _spread(findings, words["margin-title"], summary.margins)]]
    for key in dict.fromkeys(key.partition(":")[0] for key in findings.things):
        yield f"usage-{key}", group(key, findings.lang), [_usage(findings, key)]
    yield "winning", "winning", [[winning(findings)]]
    yield "choices", "choices", [[_spread(findings, words["choices-title"], summary.choices)]]


def _seats(findings: Findings) -> Panel:
    words, lang = findings.words, findings.lang
    marks = tuple(
        Mark(place(seat, lang), each.share, each.low, each.high, percent(each.share, lang))
        for seat, each in enumerate(findings.seats)
    )
    heading = Heading(words["seats-title"], words["seats-note"])
    return Whiskers(heading, marks, findings.fair, lambda share: percent(share, lang))


def _bots(findings: Findings) -> Panel | None:
    if not findings.bots:
        return None
    words, lang = findings.words, findings.lang
    marks = tuple(
        Mark(name, each.share, each.low, each.high, percent(each.share, lang)) for name, each in findings.bots.items()
    )
    heading = Heading(words["bots-title"], words["rotating"])
    return Whiskers(heading, marks, findings.fair, lambda share: percent(share, lang))


def _spread(findings: Findings, title: str, spread: Spread) -> Panel | None:
    if not spread.counts:
        return None
    said = findings.words["mean"].format(mean=number(spread.mean, findings.lang, 1))
    return Distribution(Heading(title), spread.counts, spread.mean, said)


def _endings(findings: Findings) -> Panel:
    summary, lang = findings.summary, findings.lang
    found = {**dict.fromkeys(findings.endings, 0), **summary.endings}
    rows = []
    for key, count in sorted(found.items(), key=lambda each: -each[1]):
        said = percent(count / summary.games, lang) if count else findings.words["never-mark"]
        rows.append((findings.endings.get(key, key), count / summary.games, said))
    return Bars(Heading(findings.words["endings-title"]), tuple(rows))


def _usage(findings: Findings, key: str) -> list[Panel]:
    """What of a group is used, most first, in two columns when it is long."""
    summary, lang = findings.summary, findings.lang
    rows = []
    for each, name in findings.things.items():
        if each.partition(":")[0] == key:
            uses = summary.tally.things.get(each)
            mean = uses.uses / summary.games if uses else 0.0
            said = fixed(mean, lang, 2) if mean >= 0.005 else "< " + fixed(0.01, lang, 2)
            rows.append((name, mean, said if mean else findings.words["never-mark"]))
    rows.sort(key=lambda row: -row[1])
    parts = in_columns(rows, 2 if len(rows) >= LONG else 1)
    title, note = group(key, lang), findings.words["usage-note"]
    most = rows[0][1]
    return [
        Bars(Heading(title if not at else "\u00a0", note if not at else "\u00a0"), part, most)
        for at, part in enumerate(parts)
    ]


def winning(findings: Findings) -> Panel | None:
    """The largest differences in winning, the best first; what is marked is always among them."""
    lang, found = findings.lang, findings.effects
    if not found:
        return None
    ordered = sorted(found, key=lambda key: (not found[key].marked, -abs(found[key].difference)))[:MOST_EFFECTS]
    marks = tuple(
        Mark(
            findings.things.get(key, key), found[key].difference, *found[key].interval,
            points(found[key].difference, lang, sign=True), found[key].marked,
        )
        for key in sorted(ordered, key=lambda key: -found[key].difference)
    )  # fmt: skip
    heading = Heading(findings.words["winning-title"], findings.words["winning-note"])
    return Whiskers(heading, marks, 0.0, lambda share: number(100 * share, lang, 1))


def _draw(name: str, title: str, rows: Sequence[Sequence[Panel]]) -> Chart:
    """The rows of panels one under the other, those of a row side by side."""
    widths = [(WIDTH - 2 * RIM - BETWEEN * (len(row) - 1)) / len(row) for row in rows]
    heights = [max(panel.height(width) for panel in row) for row, width in zip(rows, widths, strict=True)]
    with own_settings():
        paper = Paper(WIDTH, sum(heights) + BETWEEN * (len(rows) - 1) + 0.12)
        y = 0.04
        for row, width, height in zip(rows, widths, heights, strict=True):
            for at, panel in enumerate(row):
                panel.draw(paper, RIM + at * (width + BETWEEN), y, width)
            y += height + BETWEEN
        return Chart(name, title, paper.svg(title), paper.png())


def by_name(charts: Sequence[Chart]) -> Mapping[str, Chart]:
    """Charts by their names."""
    return {chart.name: chart for chart in charts}
