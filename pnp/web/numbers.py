"""The numbers page: deck statistics as tables and charts, and exact odds of draws."""

from __future__ import annotations

from collections import OrderedDict
from fractions import Fraction
from threading import Lock
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pnp.chart.colours import darken
from pnp.config import read_config
from pnp.errors import PnpError
from pnp.project.folders import Project
from pnp.spec.model import Game
from pnp.stats.counts import ID, DeckCounts, cell_text, count_game, sum_counts
from pnp.stats.odds import Answer, answer, exactly
from pnp.stats.question import Sense, parse_question
from pnp.stats.tables import (
    MOST_CROSSES,
    WORDS,
    Listing,
    as_csv,
    deck_line,
    deck_listings,
    default_odds_table,
    one_in,
    overview,
    percent,
)
from pnp.store.cache import cache_key
from pnp.terms import Lang, nearest_language
from pnp.text.font_set import FontSet
from pnp.web.answer_types import (
    AnsweredQuestion,
    DeckTables,
    ListedChart,
    NumbersColumn,
    NumbersTable,
    NumbersTables,
    Odds,
    RefusedQuestion,
    SenseWord,
    StartedJob,
)
from pnp.web.endpoints import EmptyBody, json_get, json_post, list_problems, not_found, requested_game, requesting_page
from pnp.web.gallery import IMMUTABLE
from pnp.web.jobs import JobContext
from pnp.web.pages import reader_language, wants_dark
from pnp.web.session import GameSession, ProjectSession
from pnp.worker.progress import Progress, silent
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

MOST_QUESTIONS: Final = 40
MAX_QUESTION_CHARS: Final = 1_000
"""Maximum length of a question, in characters."""
MOST_VALUES: Final = 300
"""Maximum number of values listed per column; others can be typed."""
MOST_CHARTS: Final = 400
"""Maximum number of charts kept."""
MOST_BARS: Final = 12
"""Maximum number of hits up to which the whole distribution is shown."""
MOST_BITS: Final = 64
"""Maximum size of the denominator of a probability shown as a fraction, in bits."""
SENSES: Final[dict[Sense, SenseWord]] = {
    Sense.AT_LEAST: "numbers-at-least", Sense.EXACTLY: "numbers-exactly", Sense.AT_MOST: "numbers-at-most",
}  # fmt: skip


class _ChartCache:
    """Cache of the latest charts as SVG, by hash. Thread-safe."""

    def __init__(self) -> None:
        self._charts: OrderedDict[str, bytes] = OrderedDict()
        self._lock = Lock()

    def put(self, chart: bytes) -> str:
        """Store a chart, and return its key."""
        key = cache_key(chart)
        with self._lock:
            self._charts[key] = chart
            self._charts.move_to_end(key)
            while len(self._charts) > MOST_CHARTS:
                self._charts.popitem(last=False)
        return key

    def get(self, key: str) -> bytes | None:
        """Return a chart by its key; None if it is unknown or was dropped."""
        return self._charts.get(key)


def routes(session: ProjectSession) -> list[Route]:
    """Return the routes of the numbers page."""
    cache = _ChartCache()

    def numbers(request: Request) -> NumbersTables:
        opened = session.open_game(requested_game(request))
        return _numbers_data(opened, reader_language(request))

    def charts(request: Request, _nothing: EmptyBody) -> StartedJob[list[ListedChart]]:
        opened = session.open_game(requested_game(request))
        spec = _spec(opened)
        lang = Lang(nearest_language(reader_language(request), spec.languages))
        project = opened.game.project

        def draw(tools: JobContext) -> list[ListedChart]:
            limits = read_config(project).limits
            charts = run_in_worker(make_charts, limits, project, spec, lang, progress=tools.progress)
            return [
                {"deck": name.partition(".")[0], "odds": "." in name, "title": title, "key": cache.put(blob)}
                for name, title, blob in charts
            ]

        content_key = cache_key(as_csv(spec, count_game(spec), []), *(deck.title[lang] for deck in spec.decks.values()))
        key = f"charts {opened.game.id} {lang} {spec.title[lang]} {content_key}"
        job = session.jobs.start(opened.game.id, "charts", key, draw, page=requesting_page(request), slot="charts")
        return {"job": job.as_data()}

    def chart(request: Request) -> Response:
        found = cache.get(str(request.path_params["key"]))
        if found is None:
            raise not_found("chart", str(request.path_params["key"]))
        if wants_dark(request):
            found = darken(found.decode()).encode()
        return Response(found, media_type="image/svg+xml", headers=IMMUTABLE)

    def odds(request: Request) -> Odds:
        opened = session.open_game(requested_game(request))
        spec = _spec(opened)
        asked = request.query_params.getlist("q")[:MOST_QUESTIONS]
        lang = Lang(reader_language(request))
        return {"odds": [_odds(text[:MAX_QUESTION_CHARS], spec, lang) for text in asked]}

    return [
        Route("/api/{game}/numbers", json_get(numbers)),
        Route("/api/{game}/charts", json_post(EmptyBody, charts), methods=["POST"]),
        Route("/api/{game}/chart/{key}.svg", json_get(chart)),
        Route("/api/{game}/odds", json_get(odds)),
    ]


@task
def make_charts(
    project: Project, game: Game, lang: Lang, *, progress: Progress = silent
) -> list[tuple[str, str, bytes]]:
    """Draw the charts of `pnp stats`; return the name, title and SVG of each."""
    from pnp.stats.charts import draw_charts

    charts = draw_charts(game, count_game(game), lang, progress, FontSet.for_project(project))
    return [(name, chart.title, chart.svg) for name, chart in charts.items()]


def _spec(opened: GameSession) -> Game:
    """Return the last valid spec of a game. Raise PnpError with its problems if there never was one."""
    if opened.spec is None:
        raise PnpError(*opened.problems)
    return opened.spec


def _numbers_data(opened: GameSession, wanted: str) -> NumbersTables:
    about: NumbersTables = {
        "version": opened.version,
        "problems": list_problems(opened.problems, opened.game.project),
        "decks": [],
    }
    spec = opened.spec
    if spec is None:
        return about
    lang = Lang(nearest_language(wanted, spec.languages))
    counts = count_game(spec)
    drawn = {deck.name for deck in spec.drawn_decks}
    decks: list[DeckTables] = []
    for each in counts:
        more = len(each.crosses) - MOST_CROSSES
        decks.append(
            {
                "name": each.deck.name, "title": each.deck.title[lang], "line": deck_line(each.deck, lang),
                "count": each.deck.count, "tables": [_table(listing) for listing in deck_listings(each, lang)],
                "more": WORDS[lang]["more-crosses"].format(count=more) if more > 0 else "",
                "columns": _columns(each, lang), "drawn": each.deck.name in drawn,
            }
        )  # fmt: skip
    usual = default_odds_table(spec, counts, lang)
    return about | {
        "lang": lang, "title": spec.title[lang], "overview": _table(overview(spec, lang)), "decks": decks,
        "usual": None if usual is None else _table(usual),
    }  # fmt: skip


def _table(listing: Listing) -> NumbersTable:
    heads, rows = list(listing.headings), [list(row) for row in listing.rows]
    return {"title": listing.title, "heads": heads, "rows": rows, "texts": listing.texts}


def _columns(counts: DeckCounts, lang: Lang) -> list[NumbersColumn]:
    """Return the columns for questions, with the number of pieces for each value; columns of icons are grouped."""
    deck = counts.deck
    found: list[NumbersColumn] = []
    for icons in counts.icons:
        shared = [(value, sum(times[1:])) for value, times in icons.per_piece.items()]
        found.append({"name": "/".join(icons.columns), "values": shared[:MOST_VALUES]})
    for name in [ID, *deck.columns]:
        choices = deck.columns[name].choices if name != ID else ()
        cells = ((design.id if name == ID else design.field(name, lang), design.count) for design in deck.designs)
        tally = sum_counts(((cell_text(cell), count) for cell, count in cells), choices)
        values = [(value, count) for value, count in tally.items() if value and not {'"', "\n"} & {*value}]
        if len(values) > 1 or (values and name == ID):
            found.append({"name": name, "values": values[:MOST_VALUES]})
    return found


def _odds(text: str, spec: Game, lang: Lang) -> RefusedQuestion | AnsweredQuestion:
    """Return a question with its answer, or with its problems."""
    try:
        found = answer(parse_question(text), spec)
    except PnpError as error:
        return {"question": text, "problems": list_problems(error.problems)}
    exact = "" if found.probability.denominator.bit_length() > MOST_BITS else str(found.probability)
    return {
        "question": found.question.text, "deck": found.deck.name, "sense": SENSES[found.question.sense],
        "number": found.question.number, "drawn": found.question.drawn, "hits": found.hits, "pile": found.pile,
        "share": float(found.probability), "percent": percent(found.probability, lang),
        "often": one_in(found.probability, lang) if found.probability <= Fraction(1, 2) else "", "exact": exact,
        "distribution": _distribution(found),
    }  # fmt: skip


def _distribution(found: Answer) -> list[float]:
    """Return the probability of each number of hits; [] if there are too many."""
    most = min(found.hits, found.question.drawn)
    if most > MOST_BARS:
        return []
    return [float(exactly(found.pile, found.hits, found.question.drawn, number)) for number in range(most + 1)]
