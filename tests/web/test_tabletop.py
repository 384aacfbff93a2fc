"""The play page in a browser: whole games by mouse, touch and keyboard, and everything around them."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

import pnp
from pnp.play.scene import EVERYONE, scene_of
from pnp.project.folders import bundled_project
from pnp.terms import Lang
from tests.web.tabletop import (
    GESTURES,
    PARLOUR,
    by_number,
    by_taps_alone,
    centre,
    move_on,
    play_to,
    record_of,
    sit_down,
    start_match,
    view_of,
    wait_for_turn,
)  # fmt: skip
from tests.web.workbench import Served

GAMES = {
    "conquete": ["person", "random"],
    "koko": ["person", "random"],
    "winston": ["person", "random"],
    "cotcotcollec": ["person", "random"],
    "mice": ["person", "random"],
    "hearts": ["person", "random", "random", "random"],
    "maki": ["person", "random"],
}
BY_GESTURES = 15
"""Number of moves made by all kinds of gestures; the rest are made by number keys."""


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The four games, in a copy of their project."""
    folder = tmp_path_factory.mktemp("four")
    for part in ("components", "templates"):
        shutil.copytree(bundled_project().root / part, folder / part)
    running = Served.start(folder)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def parlour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A trick-taking and a drafting game without a line of drawing code."""
    folder = tmp_path_factory.mktemp("parlour") / "games"
    shutil.copytree(PARLOUR, folder)
    running = Served.start(folder, "--allow-code")
    yield running
    running.stop()


@pytest.fixture
def table(request: pytest.FixtureRequest) -> Served:
    """The server of a game."""
    name = {"mice": "served", "hearts": "parlour", "maki": "parlour"}.get(request.param, "four")
    found: Served = request.getfixturevalue(name)
    return found


@pytest.mark.sampled(7)
@pytest.mark.parametrize(("table", "game"), [(game, game) for game in GAMES], indirect=["table"])
def test_a_whole_game_is_played_in_the_page(browser: Browser, table: Served, game: str) -> None:
    """The record replays to the scores and winners that the page shows."""
    match = start_match(table, game, GAMES[game], seed="5")
    rng, used = Random(3), set()
    with sit_down(browser, table, game, match) as page:
        now = wait_for_turn(page)
        moves = lost = 0
        while not now["over"]:
            gesture = GESTURES[moves % len(GESTURES)] if moves < BY_GESTURES else by_number
            made = gesture if gesture(page, rng) else by_number
            if made is not gesture:
                by_number(page, rng)
            used.add(made)
            now, again = move_on(page, rng, now["ply"])
            lost += again
            moves += 1
        assert lost <= 1, "a table that is drawn again at that moment may lose a click, as a person's"
        shown = page.locator("#status").inner_text()
        assert page.locator("#log li").count() == now["ply"] + 1
    assert len(used) >= 4
    record, rules = record_of(table, game, match)
    state = record.replay(rules)
    assert len(record.moves) == now["ply"]
    names = [seat.name for seat in scene_of(state, 0, Lang.EN).seats]
    for name, score in zip(names, state.scores(), strict=True):
        assert f"{name}: {score}" in shown
    winners = [names[seat] for seat in state.winners()]
    assert f"{', '.join(winners)} won" in shown or len(winners) == len(names)


@pytest.mark.sampled(7)
@pytest.mark.parametrize(("table", "game"), [(game, game) for game in GAMES], indirect=["table"])
def test_a_whole_game_is_played_on_a_telephone(browser: Browser, table: Served, game: str) -> None:
    """By taps alone."""
    match = start_match(table, game, GAMES[game], seed="6")
    rng, phone = Random(4), {"width": 390, "height": 844}
    with sit_down(browser, table, game, match, viewport=phone, is_mobile=True) as page:
        now, lost = wait_for_turn(page), 0
        while not now["over"]:
            assert by_taps_alone(page, rng)
            now, again = move_on(page, rng, now["ply"])
            lost += again
        assert lost <= 1
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        shown = page.locator("#status").inner_text()
    record, rules = record_of(table, game, match)
    state = record.replay(rules)
    names = [seat.name for seat in scene_of(state, 0, Lang.EN).seats]
    assert all(f"{name}: {score}" in shown for name, score in zip(names, state.scores(), strict=True))


def first_move(page: Page) -> str:
    """The words of the first move in the log."""
    line = page.locator("#log button[data-ply='1']")
    expect(line).to_be_visible()
    return line.inner_text().partition(" · ")[2].partition("\n")[0]


def test_all_gestures_end_in_the_same_action(browser: Browser, four: Served) -> None:
    """A card of Winston is played in six ways, and taken back after each."""
    match = start_match(four, "winston", ["person", "person"], seed="4")
    seat = view_of(four, "winston", match)["turn"]
    with sit_down(browser, four, "winston", match) as page:
        wait_for_turn(page)
        key = page.locator(".piece.legal").last.get_attribute("data-key")
        card = page.locator(f'.piece[data-key="{key}"]')
        card.click()
        words = page.locator("#choices .move span").inner_text()
        page.keyboard.press("Escape")
        page.wait_for_timeout(400)  # two clicks in a row would enlarge it
        number = page.locator("#choices .move span").all_inner_texts().index(words) + 1

        def click() -> None:
            card.click()
            page.locator(".target").click()

        def tap() -> None:
            card.tap()
            page.locator(".target").tap()

        def drag() -> None:
            page.mouse.move(*centre(page, f'.piece[data-key="{key}"]', 0))
            page.mouse.down()
            page.mouse.move(*centre(page, '.zone[data-zone="table"]', 0), steps=4)
            page.mouse.up()

        def arrows() -> None:
            page.locator(".piece.legal").first.focus()
            while page.evaluate("document.activeElement.dataset.key") != key:
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")

        ways: list[Callable[[], object]] = [
            click, tap, drag, arrows, lambda: page.keyboard.press(str(number)),
            lambda: page.locator("#choices .move", has_text=words).click(),
        ]  # fmt: skip
        for way in ways:
            with page.expect_request("**/move?*") as sent:
                way()
            assert json.loads(sent.value.post_data or "")["viewer"] == seat
            assert first_move(page) == words
            expect(card).to_have_count(1)  # the card is followed to the table
            page.keyboard.press("u")
            expect(page.locator("#log li")).to_have_count(1)
    assert view_of(four, "winston", match)["ply"] == 0


def test_a_card_is_turned_over_the_grid_before_it_is_let_go(browser: Browser, four: Served) -> None:
    """Conquête: wheel and key turn it, and the table says what it would change; that is the move that is made."""
    match = start_match(four, "conquete", ["person", "random"], seed="7")
    play_to(four, "conquete", match, 12, lambda move: "recruit" in move["words"])
    with sit_down(browser, four, "conquete", match) as page:
        ply = wait_for_turn(page)["ply"]
        if not page.locator("#all-moves:visible").count():  # a card is to be taken first
            page.keyboard.press("1")
            ply = wait_for_turn(page, ply)["ply"]
        page.locator(".zone.hand").last.scroll_into_view_if_needed()
        page.locator(".piece.legal").first.click()
        ghost, notes = page.locator("#ghost"), page.locator("#aim-notes span")
        for place in range(page.locator(".target.spot").count()):
            x, y = centre(page, ".target.spot", place)
            page.mouse.move(x, y)
            aimed = page.locator(".target.aimed")
            assert aimed.get_attribute("data-at") == page.locator(".target.spot").nth(place).get_attribute("data-at")
            turns = [str(ghost.get_attribute("style"))]
            steps: list[Callable[[], object]] = [lambda: page.keyboard.press("r"), lambda: page.mouse.wheel(0, 100)]
            for step in steps:
                step()
                page.wait_for_function(
                    "old => document.querySelector('#ghost').getAttribute('style') !== old", arg=turns[-1]
                )
                turns.append(str(ghost.get_attribute("style")))
            if page.locator("#aim-notes:visible").count():
                break
        assert len({re.findall(r"rotate\(([-0-9.]+)deg", turn)[0] for turn in turns}) == 3
        said = str(page.locator(".target.aimed").get_attribute("aria-label"))
        new = [re.sub("[-0-9+ ]* → ", " ", note) for note in notes.all_inner_texts()]
        page.mouse.click(x, y)
        wait_for_turn(page, ply)
        assert said.startswith(
            page.locator(f"#log button[data-ply='{ply + 1}']").inner_text().splitlines()[0].partition(" · ")[2]
        )
        stats = page.locator(".mine header").inner_text()
        assert all(note in stats for note in new)


def test_pieces_move_unless_the_reader_wants_nothing_to_move(browser: Browser, four: Served) -> None:
    for moving in (True, False):
        match = start_match(four, "winston", ["person", "person"], seed="4")
        with sit_down(browser, four, "winston", match, moving=moving) as page:
            wait_for_turn(page)
            page.wait_for_function("() => !document.getAnimations().length")
            page.evaluate(
                """() => { window.seen = 0; const look = () => {
                  seen = Math.max(seen, document.getAnimations().length); requestAnimationFrame(look); }; look(); }"""
            )
            page.keyboard.press("1")
            expect(page.locator("#log li")).to_have_count(2)
            page.wait_for_timeout(60)
            assert (page.evaluate("seen") > 0) is moving


def test_the_hand_is_put_in_another_order(browser: Browser, four: Served) -> None:
    match = start_match(four, "winston", ["person", "person"], seed="4")
    by_place = """() => [...document.querySelectorAll(".piece.own")]
      .sort((one, other) => one.getBoundingClientRect().x - other.getBoundingClientRect().x)
      .map(node => node.dataset.key)"""
    with sit_down(browser, four, "winston", match) as page:
        wait_for_turn(page)
        keys = page.evaluate(by_place)
        places = [centre(page, f'.piece[data-key="{key}"]', 0) for key in keys]
        page.mouse.move(*places[0])
        page.mouse.down()
        page.mouse.move(places[2][0] + 8, places[2][1] + 4, steps=4)
        page.mouse.up()
        assert page.evaluate(by_place) == [keys[1], keys[2], keys[0], *keys[3:]]
        page.keyboard.press("1")
        expect(page.locator("#log li")).to_have_count(2)
        left = list(page.evaluate(by_place))
        assert left == [key for key in [keys[1], keys[2], keys[0], *keys[3:]] if key in left]


def test_a_piece_taken_up_stays_so_when_nothing_on_the_table_changes(browser: Browser, served: Served) -> None:
    match = start_match(served, "mice", ["person", "random"], seed="3")
    with sit_down(browser, served, "mice", match) as page:
        wait_for_turn(page)
        page.locator(".piece.legal").first.click()
        with page.expect_response(re.compile("since=")):
            assert served.post(f"/api/mice/match/{match}/seat", {"seat": 1, "name": "greedy"})[0] == 200
        expect(page.locator("#players-list select >> nth=1")).to_have_value("greedy")
        assert page.locator(".piece.selected").count() == page.locator(".target").count() == 1


def test_a_piece_is_enlarged_by_two_taps_a_long_press_or_a_key(browser: Browser, served: Served) -> None:
    match = start_match(served, "mice", ["person", "random"])
    with sit_down(browser, served, "mice", match) as page:
        wait_for_turn(page)
        card = page.locator(".piece.legal").first
        name = card.get_attribute("aria-label")
        large = page.locator("#enlarged")

        def hold() -> None:
            page.mouse.move(*centre(page, ".piece.legal", 0))
            page.mouse.down()

        def key() -> None:
            page.mouse.up()
            card.focus()
            page.keyboard.press("e")

        for way in (card.dblclick, hold, key):
            way()
            expect(large).to_be_visible()
            assert str(name).startswith(page.locator("#enlarged-name").inner_text())
            page.keyboard.press("Escape")
            expect(large).to_be_hidden()
        assert view_of(served, "mice", match)["ply"] == wait_for_turn(page)["ply"]


def test_the_log_is_a_timeline_during_play(browser: Browser, served: Served) -> None:
    match = start_match(served, "mice", ["person", "random"], seed="3")
    play_to(served, "mice", match, 8)
    with sit_down(browser, served, "mice", match) as page:
        ply = wait_for_turn(page)["ply"]
        count = page.locator(".piece").count()
        now = page.locator('.zone[data-zone="deck"] .count').or_(page.locator(".zone.pile .count")).first.inner_text()
        page.locator("#log button[data-ply='2']").click()
        expect(page.locator("#match")).to_have_attribute("data-state", "past")
        expect(page.locator("#past-words")).to_contain_text(f"After move 2 of {ply}")
        assert not page.locator(".piece.legal").count()
        expect(page.locator(".zone.pile .count").first).not_to_have_text(now)
        page.keyboard.press(".")
        expect(page.locator("#log button[data-ply='3']")).to_have_attribute("aria-current", "step")
        page.keyboard.press(",")
        page.keyboard.press(",")
        expect(page.locator("#log button[data-ply='1']")).to_have_attribute("aria-current", "step")
        page.locator("#now").click()
        wait_for_turn(page)
        assert page.locator(".piece").count() == count
        page.locator("#replay").click()
        expect(page.locator("#match")).to_have_attribute("data-state", "past")
        wait_for_turn(page)


def test_a_hint_shows_the_best_moves_with_their_chances(browser: Browser, served: Served) -> None:
    match = start_match(served, "mice", ["person", "random"], seed="3")
    with sit_down(browser, served, "mice", match) as page:
        ply = wait_for_turn(page)["ply"]
        page.keyboard.press("h")
        hints = page.locator("#choices .move.hint")
        expect(hints.first).to_be_visible()
        assert 1 <= hints.count() <= 3
        chances = [int(text.rstrip("%")) for text in hints.locator("b").all_inner_texts()]
        assert all(0 <= chance <= 100 for chance in chances)
        best = hints.first.locator("span").inner_text()
        page.keyboard.press("1")
        wait_for_turn(page, ply)
        expect(page.locator(f"#log button[data-ply='{ply + 1}']")).to_contain_text(best)


def test_what_if_is_a_new_game_against_bots(browser: Browser, served: Served) -> None:
    match = start_match(served, "mice", ["person", "random"], seed="3")
    play_to(served, "mice", match, 6)
    with sit_down(browser, served, "mice", match) as page:
        ply = wait_for_turn(page)["ply"]
        page.locator("#curve-panel summary").click()
        expect(page.locator("#curve path")).to_have_count(3)
        page.locator("#log button[data-ply='2']").click()
        page.locator("#branch").click()
        page.wait_for_url(lambda url: not url.endswith(match))
        wait_for_turn(page, 1)
        other = page.url.rpartition("=")[2]
    assert view_of(served, "mice", match)["ply"] == ply
    branch = view_of(served, "mice", other, "since=-1")
    assert [step["lines"] for step in branch["steps"][:3]] == [
        step["lines"] for step in view_of(served, "mice", match, "since=-1")["steps"][:3]
    ]


def test_all_cards_are_open_when_the_game_is_over(browser: Browser, served: Served) -> None:
    match = start_match(served, "mice", ["person", "random"], seed="3")
    play_to(served, "mice", match, 999)
    with sit_down(browser, served, "mice", match) as page:
        assert wait_for_turn(page)["over"]
        page.locator("#settings summary").click()
        page.locator("#viewer").select_option(str(EVERYONE))
        page.locator("#log button[data-ply='3']").click()
        expect(page.locator("#match")).to_have_attribute("data-state", "past")
        shown = page.locator(".zone.hand").count()
        assert shown == 2
        sides = page.evaluate(
            "() => [...document.querySelectorAll('.piece pnp-face')].map(face => face.getAttribute('label'))"
        )
        hands = view_of(served, "mice", match, f"viewer={EVERYONE}&since=2&until=3")["steps"][-1]["scene"]["zones"]
        assert all(not item["hidden"] for zone in hands if zone["shape"] == "hand" for item in zone["items"])
        assert len(sides) >= 6


def test_a_game_goes_on_after_the_server_was_started_again(browser: Browser, tmp_path: Path) -> None:
    pnp.start_project("mice", with_rules=True, start=tmp_path)
    first = Served.start(tmp_path / "mice", "--allow-code")
    try:
        match = start_match(first, "mice", ["person", "random"], seed="3")
        with sit_down(browser, first, "mice", match) as page:
            ply = wait_for_turn(page)["ply"]
            page.keyboard.press("1")
            ply = wait_for_turn(page, ply)["ply"]
            log = page.locator("#log").inner_text()
            record = tmp_path / "mice/output/mice/played" / f"{match}.txt"
            page.wait_for_timeout(50)
    finally:
        first.stop()
    assert record.exists()
    second = Served.start(tmp_path / "mice", "--allow-code")
    try:
        with sit_down(browser, second, "mice", match) as page:
            assert wait_for_turn(page)["ply"] == ply
            assert page.locator("#log").inner_text() == log
            page.keyboard.press("1")
            assert wait_for_turn(page, ply)["ply"] > ply
    finally:
        second.stop()


@pytest.mark.slow
def test_two_hundred_moves_do_not_slow_the_page_down(browser: Browser, four: Served) -> None:
    """Nodes and listeners do not pile up, and the last moves are as quick as the first."""
    match = start_match(four, "cotcotcollec", ["person"] * 2, seed="5")
    rng, times, nodes = Random(2), list[float](), list[float]()
    with sit_down(browser, four, "cotcotcollec", match) as page:
        client = page.context.new_cdp_session(page)
        client.send("Performance.enable")
        now = wait_for_turn(page)
        while len(times) < 200 and not now["over"]:
            expect(page.locator("#curtain")).to_be_hidden()
            began = page.evaluate("performance.now()")
            by_number(page, rng)
            curtain = page.locator("#curtain[open] button")
            page.wait_for_function("before => document.querySelectorAll('#log li').length > before + 1", arg=now["ply"])
            if curtain.count():
                curtain.click()
            now = wait_for_turn(page, now["ply"])
            times.append(page.evaluate("performance.now()") - began)
            if len(times) in (50, 199):
                client.send("HeapProfiler.collectGarbage")
                found = {each["name"]: each["value"] for each in client.send("Performance.getMetrics")["metrics"]}
                nodes.append(found["Nodes"] - 12 * page.locator("#log li").count())
    assert len(times) >= 150
    assert sorted(times[-50:])[25] < 2 * sorted(times[10:60])[25]
    assert nodes[1] < 1.3 * nodes[0] + 300
