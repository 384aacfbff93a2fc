"""The report: true sentences, a page that needs nothing else, charts that are whole."""

from __future__ import annotations

import io
import re
from collections import Counter
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from PIL import Image

from pnp.chart.canvas import Canvas
from pnp.play.registry import playable_games
from pnp.report.findings import WORDS, Findings, fixed, ordinal_seat, percent, points
from pnp.report.page import draw_all, make_page, repeat_command, write_report
from pnp.sim.folder import Folder
from pnp.sim.summary import Distribution, Summary
from pnp.terms import Lang
from pnp.text.typography import typeset
from tests.sim.runs import played, quiet, setup_of


class Page(HTMLParser):
    """What is in a page."""

    VOID = ("meta", "br", "path", "use", "rect")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.refers: set[str] = set()
        self.tags: Counter[str] = Counter()
        self.said = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        if tag not in self.VOID:
            self.open.append(tag)
        self.note(attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.note(attrs)

    def note(self, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids[str(value)] += 1
            elif name in ("href", "src", "xlink:href"):
                (self.refers.add(str(value)[1:]) if str(value).startswith("#") else self.links.append(str(value)))
            self.refers.update(re.findall(r"url\(#([^)]+)\)", value or ""))

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.said += data


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Folder, Summary]:
    return played(tmp_path_factory.mktemp("run") / "run", setup_of("winston", "random,greedy", 3), 40)


def findings(lang: Lang, players: int, games: int, wins: list[int], game: str = "winston") -> Findings:
    """What is said of a run in which the seats won these numbers of games."""
    setup = setup_of(game, players=players)
    summary = Summary(players, games=games)
    summary.wins = [won * summary.unit for won in wins]
    summary.turns, summary.decisions = Distribution(Counter({20: games})), Distribution(Counter({50: games}))
    summary.endings = Counter({"all-empty": games})
    return Findings(Folder(Path("x"), setup, games), summary, lang)


@pytest.mark.parametrize(
    ("players", "games", "wins", "said"),
    [
        (2, 1000, [560, 440], "Going first is an advantage: the first player wins 56% of games"),
        (2, 1000, [440, 560], "Going first is a disadvantage: the first player wins only 44% of games"),
        (2, 1000, [510, 490], "no visible difference: the first player wins 51% of games (46.9% to"),
        (
            2,
            50,
            [28, 22],
            "It is too early to say whether going first is an advantage: the first player wins 56% of games (38",
        ),
        (2, 50, [50, 0], "Going first is an advantage: the first player wins 100%"),
        (4, 1000, [250, 190, 230, 330], "The 4th player, though, wins too often: 33%"),
        (4, 1000, [250, 180, 290, 280], "The 2nd player, though, wins too rarely: 18%"),
        (4, 1000, [260, 240, 250, 250], "25%."),
    ],
)
def test_who_begins(players: int, games: int, wins: list[int], said: str) -> None:
    text = findings(Lang.EN, players, games, wins).first_seat_sentence()
    assert said in text
    assert ("though" in text) == ("though" in said)


@pytest.mark.parametrize(
    ("games", "said", "small"),
    [(100, "too few to conclude", True), (1000, "give an idea", False), (10_000, "are enough", False)],
)
def test_whether_the_sample_is_large_enough(games: int, said: str, small: bool) -> None:
    found = findings(Lang.EN, 2, games, [games // 2, games // 2])
    assert said in found.sample_sentence()
    assert found.sample_too_small is small
    assert any("too small" in warning for warning in found.warnings()) is small


def test_more_games_than_were_played_are_asked_for() -> None:
    text = findings(Lang.EN, 2, 287, [144, 143]).sample_sentence()
    assert re.search(r"play at least (29\d)\.", text), text


@pytest.mark.parametrize("games", [1, 2, 12, 100, 285])
def test_what_is_asked_for_is_enough(games: int) -> None:
    """However small the sample, and whatever it happens to show."""
    for wins in ([games, 0], [0, games], [games - games // 2, games // 2]):
        found = findings(Lang.EN, 2, games, wins)
        asked = re.search(r"play at least ([\d,]+)\.", found.sample_sentence())
        assert (asked is not None) is found.sample_too_small
        if asked is None:
            continue
        wanted = int(asked[1].replace(",", ""))
        visible = findings(Lang.EN, 2, wanted, [wanted // 2, wanted - wanted // 2]).claims.minimum_detectable_effect
        assert visible is not None
        assert 0.098 < visible <= 0.1


def test_a_large_difference_in_a_small_sample_is_not_denied() -> None:
    found = findings(Lang.EN, 2, 100, [80, 20])
    assert "is an advantage" in found.first_seat_sentence()
    assert found.sample_sentence().startswith("100 games are few: what stands out is unlikely to be chance")
    assert "too few to conclude anything" in findings(Lang.EN, 2, 100, [50, 50]).sample_sentence()


@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
def test_one_game_is_not_many(lang: Lang, tmp_path: Path) -> None:
    folder, summary = played(tmp_path / "run", setup_of("winston"), 1)
    found = Findings(folder, summary, lang)
    page = make_page(found, {})
    for text in (*found.sentences(), Page(page).said):
        assert not re.search(r"\b1\s(games|parties|test games|points)\b", text), text
    assert "nearly always" not in found.length()


def test_what_is_never_used_is_named(run: tuple[Folder, Summary]) -> None:
    folder, summary = run
    found = Findings(folder, summary, Lang.EN)
    assert found.unused == ["action:swap"]
    assert (
        found.unused_sentence()
        == "1 of 23 things is never used by these bots (random, greedy): put a head under the deck."
    )
    bare = findings(Lang.EN, 2, 10, [5, 5])
    assert "23 of 23 things are never used by these bots (random): play a head, " in bare.unused_sentence()
    assert bare.unused_sentence().endswith("and 17 more.")
    assert "Never seen with these bots (random): nobody can play any more." in bare.end()


def test_both_languages_say_the_same_things() -> None:
    french, english = WORDS[Lang.FR], WORDS[Lang.EN]
    assert set(english) == set(french)
    for key, text in french.items():
        fields = [sorted({name for _, name, _, _ in Formatter().parse(said) if name}) for said in (text, english[key])]
        assert fields[0] == fields[1], key


@pytest.mark.sampled(2)
@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
def test_the_page_stands_alone(run: tuple[Folder, Summary], lang: Lang) -> None:
    folder, summary = run
    path = write_report(folder, summary, lang, quiet)
    text = path.read_text("utf-8")
    page = Page(text)
    assert not page.open
    assert not page.links, "nothing is loaded"
    assert not page.tags["script"]
    assert set(re.findall(r"url\((?!#)([^)]{0,20})", text)) == {"data:font/ttf;base64"[:20]}
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S))
    assert max(page.ids.values()) == 1, "many charts in one page, without duplicate ids"
    assert page.refers <= set(page.ids)
    found = Findings(folder, summary, lang)
    for sentence in (*found.sentences(), *found.warnings()):
        assert typeset(sentence, lang) in page.said
    for word in (repeat_command(found), summary.digest):
        assert word in page.said
    for name in found.things.values():
        assert name in page.said
    charts = sorted(each.name for each in (folder.path / "charts").iterdir())
    assert page.tags["svg"] == page.tags["figure"] == len(charts) / 2 == 11
    assert {"seats.svg", "seats.png", "usage-card.svg", "winning.png"} <= set(charts)
    assert f'<html lang="{lang}">' in text


def test_the_same_run_gives_the_same_page(run: tuple[Folder, Summary]) -> None:
    folder, summary = run
    pages = []
    for _ in range(2):
        found = Findings(folder, summary, Lang.FR)
        pages.append(make_page(found, dict(islice(draw_all(found), 2))))
    assert pages[0] == pages[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", playable_games())
def test_charts_are_whole(name: str, tmp_path: Path) -> None:
    """Nothing is drawn over the edge of the picture: its outermost dots are white."""
    folder, summary = played(tmp_path / "run", setup_of(name), 5)
    for name_, chart in draw_all(Findings(folder, summary, Lang.FR)):
        picture = Image.open(io.BytesIO(chart.png)).convert("L")
        wide, high = picture.size
        sides = ((0, 0, 2, high), (wide - 2, 0, wide, high), (0, 0, wide, 2), (0, high - 2, wide, high))
        for side in sides:
            assert min(picture.crop(side).tobytes()) == 255, (name_, side)
        assert chart.svg.startswith(b"<?xml")


def test_what_is_used_equally_often_is_a_sentence(
    run: tuple[Folder, Summary], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def written(folder: Folder, summary: Summary) -> dict[str, str]:
        """Return what the charts say, by name."""
        said: dict[str, str] = {}
        for name, _ in draw_all(Findings(folder, summary, Lang.EN)):
            said[name] = " ".join(texts)
            texts.clear()
        return said

    texts: list[str] = []
    text = Canvas.text

    def noted(canvas: Canvas, x: float, y: float, words: str, size: float, **more: Any) -> None:
        texts.append(words)
        text(canvas, x, y, words, size, **more)

    monkeypatch.setattr(Canvas, "text", noted)
    said = written(*run)
    assert "end with the bone, end with the poop: 1.00 times per game each" in said["usage-rule"]
    assert "times per game" not in said["usage-card"], "heads and bodies differ, and have bars"
    garden = written(*played(tmp_path / "koko", setup_of("koko", "random", 2), 5))
    assert "all 29: 2.00 times per game each" in garden["usage-tile"]


def test_the_only_ending_is_said_and_not_drawn(tmp_path: Path) -> None:
    folder, summary = played(tmp_path / "run", setup_of("cotcotcollec", "random", 2), 3)
    found = Findings(folder, summary, Lang.EN)
    charts = dict(draw_all(found))
    assert "endings" not in charts
    page = make_page(found, charts).replace("\u00a0", " ")
    assert page.count(found.end()) == 2, "in the summary and in its section"


def test_numbers_as_people_write_them() -> None:
    assert percent(0.256, Lang.FR) == "25,6\u00a0%"
    assert percent(0.0001, Lang.EN) == "< 0.1%"
    assert percent(0.0, Lang.EN) == "0%"
    assert points(0.1, Lang.EN, sign=True) == "+10.0"
    assert points(-0.0001, Lang.FR, sign=True) == "0,0"
    assert fixed(-1.5, Lang.FR, 2) == "−1,50"
    assert [ordinal_seat(seat, Lang.EN) for seat in range(4)] == ["1st (begins)", "2nd", "3rd", "4th"]
    assert [ordinal_seat(seat, Lang.FR) for seat in range(3)] == ["1ᵉʳ (commence)", "2ᵉ", "3ᵉ"]
