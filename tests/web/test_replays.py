"""A recorded game as one file: watched from the disk without a network, up to the engine's final table."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from playwright.sync_api import Browser, Page, expect

import pnp as library
from pnp.errors import PressError, SpecError
from pnp.library.matches import scene_data
from pnp.play.bots import make_bots
from pnp.play.core import OVER
from pnp.play.match import Match
from pnp.play.record import Record, write_record
from pnp.play.scene import EVERYONE, SPECTATOR
from pnp.terms import Lang
from tests.cli.command import Command

INSIDE = ("file:", "data:", "blob:")
GAMES = ("winston", "koko", "cotcotcollec", "conquete")


def play(path: Path, game: str, moves: int | None = None) -> Record:
    """Write a record of a game between greedy bots, or of its first moves."""
    rules = library.find_game(game)
    record = Record(game, 2, "3", Lang.EN, seats=("person", "greedy"))
    state, bots = record.start(rules), make_bots(rules, "greedy", 2, "3")
    while (player := state.current()) != OVER and (moves is None or len(record.moves) < moves):
        action = bots[player].choose(state.observe(player), state.legal())
        record.moves.append(action)
        state.apply(action)
    path.write_text(write_record(record, rules), "utf-8")
    return record


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return the page of a game; each is made once."""
    folder = tmp_path_factory.mktemp("replays")

    def page_of(game: str) -> Path:
        html = folder / f"{game}.html"
        if not html.exists():
            play(folder / f"{game}.txt", game)
            library.write_replay(folder / f"{game}.txt", html)
        return html

    return page_of


@contextmanager
def opened(browser: Browser, html: Path, width: int = 1366, *, has_touch: bool = False) -> Iterator[Page]:
    """Open a page without a network; whatever is asked for outside of it, or fails, is a failure."""
    context = browser.new_context(
        viewport={"width": width, "height": 800}, offline=True, reduced_motion="reduce", has_touch=has_touch
    )
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.extend([said.text] * (said.type == "error")))
    page.on("request", lambda asked: wrong.extend([asked.url] * (not asked.url.startswith(INSIDE))))
    page.goto(html.as_uri())
    yield page
    context.close()
    assert not wrong


TABLE = """() => Object.fromEntries([...document.querySelectorAll(".zone")].map(zone =>
  [zone.dataset.zone, zone.querySelector(".count")?.textContent ?? ""]))"""
PIECES = """() => [...document.querySelectorAll("#pieces .piece:not(.faint)")].map(({dataset}) => dataset.key).sort()"""


@pytest.mark.parametrize("game", [GAMES[0], *(pytest.param(game, marks=pytest.mark.slow) for game in GAMES[1:])])
def test_a_game_is_watched_to_the_engines_final_table(browser: Browser, made: Callable[[str], Path], game: str) -> None:
    html = made(game)
    assert html.stat().st_size < 4_000_000
    record, rules = library.open_record(html.with_suffix(".txt"))
    match = Match(rules, record)
    with opened(browser, html) as page:
        expect(page.locator("#log li")).to_have_count(match.ply + 1)
        page.locator("#log button").nth(match.ply - 12).click()
        for _ in range(12):
            page.keyboard.press("ArrowRight")
        expect(page.locator("#ply")).to_have_text(f"{match.ply} / {match.ply}")
        expect(page.locator("#step-on")).to_be_disabled()
        status = page.locator("#status").inner_text()
        assert all(re.search(rf": {score}\b", status) for score in match.state.scores())
        final = scene_data(match.scene(match.ply, EVERYONE, Lang.EN))
        assert {zone["id"] for zone in final["zones"]} == set(page.evaluate(TABLE))
        for zone in final["zones"]:
            if zone["count"] is not None:
                assert page.evaluate(TABLE)[zone["id"]] == f"{zone['count']:,}"
        spread = [zone for zone in final["zones"] if zone["shape"] != "pile"]
        keys = {item["key"] for zone in spread for item in zone["items"] if item["kind"] == "piece"}
        assert keys <= set(page.evaluate(PIECES))
        faces = page.locator("#pieces pnp-face")
        assert faces.count()
        for face in faces.all():
            expect(face.locator("svg.drawn")).to_have_count(1)


def test_buttons_timeline_pace_and_eyes(browser: Browser, made: Callable[[str], Path]) -> None:
    with opened(browser, made("winston"), 390, has_touch=True) as page:
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        place = page.locator("#ply")
        page.locator("#timeline").fill("7")
        expect(place).to_have_text(re.compile("^7 /"))
        page.locator("#step-back").tap()
        expect(place).to_have_text(re.compile("^6 /"))
        expect(page.locator("#log [aria-current]")).to_have_attribute("data-ply", "6")
        page.select_option("#pace", "500")
        page.locator("#run").tap()
        expect(page.locator("#run")).to_have_attribute("aria-pressed", "true")
        expect(place).to_have_text(re.compile("^8 /"))
        page.locator("#run").tap()
        expect(page.locator("#run")).to_have_attribute("aria-pressed", "false")
        page.locator("#timeline").fill("3")
        hidden = "#pieces .piece[data-key^='?']"
        open_to_all = page.locator(hidden).count()
        page.select_option("#viewer", "0")
        expect(place).to_have_text(re.compile("^3 /"))
        assert page.locator(hidden).count() > open_to_all
        expect(page.locator(".seat.mine")).to_have_count(1)
        page.keyboard.press("End")
        expect(page.locator("#curve path")).to_have_count(3)


def test_the_fonts_have_all_characters_of_the_page(tmp_path: Path) -> None:
    """Names and moves have accents and quotation marks that the words of the page do not have."""
    play(tmp_path / "game.txt", "koko", 12)
    html = library.write_replay(tmp_path / "game.txt", tmp_path / "game.html", lang="fr").path
    texts = json.dumps([data_of(html)["views"], data_of(html)["said"]], ensure_ascii=False)
    assert "«" in texts
    for family in ("Fredoka One", "Source Sans Pro"):
        [content, *_] = re.findall(rf"{family}[^}}]*?data:font/woff2;base64,([\w+/=]+)", html.read_text("utf-8"))
        assert {char for char in texts if char.isalpha() or char in "«»"} <= characters_of(content)


def characters_of(content: str) -> set[str]:
    return set(map(chr, TTFont(BytesIO(b64decode(content))).getBestCmap()))


def data_of(html: Path) -> dict[str, object]:
    [text] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', html.read_text("utf-8"))
    found: dict[str, object] = json.loads(text)
    return found


def test_an_unfinished_game_shows_what_a_spectator_sees(tmp_path: Path) -> None:
    play(tmp_path / "half.txt", "winston", 20)
    html = tmp_path / "half.html"
    library.write_replay(tmp_path / "half.txt", html)
    data = data_of(html)
    assert [view["viewer"] for view in data["views"]] == [SPECTATOR]  # type: ignore[attr-defined]
    hands = [zone for zone in data["zones"] if zone["shape"] == "hand"]  # type: ignore[attr-defined]
    held = [data["items"][item] for zone in hands for item in zone["items"]]  # type: ignore[index]
    assert held
    assert all(item["hidden"] for item in held)
    library.write_replay(tmp_path / "half.txt", html, views=["2"])
    assert [view["viewer"] for view in data_of(html)["views"]] == [1]  # type: ignore[attr-defined]
    with pytest.raises(SpecError, match="is not over: hands are hidden"):
        library.write_replay(tmp_path / "half.txt", html, views=["open"])
    assert data_of(html)["views"]


HOSTILE = "</script><i id=owned>"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a game whose title, card, seed and players are markup."""
    library.start_project("mice", with_rules=True, start=(folder := tmp_path_factory.mktemp("hostile")))
    root = folder / "mice"
    table = root / "components/mice/cards.csv"
    table.write_text(table.read_text("utf-8").replace("Pip", f'"{HOSTILE}"'), "utf-8")
    spec = root / "components/mice/game.toml"
    spec.write_text(spec.read_text("utf-8").replace('"Mice"', f'"{HOSTILE}"', 1), "utf-8")
    rules = library.find_game("mice", start=root, allow_code=True)
    record = Record("mice", 2, HOSTILE, Lang.EN, seats=(HOSTILE, "greedy"))
    state = record.start(rules)
    while state.current() != OVER:
        record.moves.append(state.legal()[0])
        state.apply(record.moves[-1])
    (root / "game.txt").write_text(write_record(record, rules), "utf-8")
    return library.write_replay(root / "game.txt", root / "game.html", start=root, allow_code=True).path


def test_markup_of_a_stranger_is_escaped(hostile: Path) -> None:
    page = hostile.read_text("utf-8")
    assert "<i id=owned>" not in page
    assert page.count("</script>") == 4, "its own"
    assert HOSTILE in json.dumps(data_of(hostile))


def test_texts_of_a_stranger_are_texts(browser: Browser, hostile: Path) -> None:
    with opened(browser, hostile) as page:
        expect(page.locator("h1")).to_have_text(HOSTILE)
        page.locator("#step-last").click()
        expect(page.locator("#log")).to_contain_text(HOSTILE)
        assert page.locator("#owned").count() == 0


def test_the_command_overwrites_only_its_own_pages(pnp: Command, tmp_path: Path) -> None:
    play(tmp_path / "game.txt", "winston", 3)
    code, out, err = pnp("replay", "game.txt", "--html", "out.html", "--lang", "fr", cwd=tmp_path)
    assert (code, err) == (0, "")
    assert re.fullmatch(r"out.html  \d+ kB: 3 moves, \d+ distinct faces\n", out)
    assert '<html lang="fr">' in (tmp_path / "out.html").read_text("utf-8")
    assert pnp("replay", "game.txt", "--html", "out.html", cwd=tmp_path)[0] == 0
    (tmp_path / "mine.html").write_text("<p>mine</p>", "utf-8")
    code, _, err = pnp("replay", "game.txt", "--html", "mine.html", cwd=tmp_path)
    assert code == 1
    assert "mine.html is not a page that pnp wrote" in err
    assert (tmp_path / "mine.html").read_text("utf-8") == "<p>mine</p>"
    code, _, err = pnp("replay", "game.txt", "--html", "out.html", "--view", "me", cwd=tmp_path)
    assert code == 1
    assert '--view must be open, spectator or a player’s number, not "me"' in err
    with pytest.raises(PressError):
        library.write_replay(tmp_path / "game.txt", tmp_path)
