"""Test plays in a browser: a run is started, stopped, resumed and read; two runs are compared."""

from __future__ import annotations

import re
import time
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Page, expect

import pnp
from pnp.errors import SpecError
from pnp.library.playing import find_runs
from pnp.project.folders import GameRef, Project, bundled_project
from pnp.web.plays import check_permission_to_play, rules_status, run_form
from tests.web.workbench import Served


@pytest.fixture(scope="session")
def runs(served: Served) -> Path:
    """Two runs as `pnp simulate` makes them."""
    folder = served.folder / "output" / "mice"
    for name, bots in (("calm", "greedy"), ("wild", "random")):
        pnp.simulate(
            "mice", games=150, bots=bots, jobs=1, out=folder / name, report=False, start=served.folder, allow_code=True
        )
    return folder


@pytest.mark.slow
def test_a_run_is_started_stopped_resumed_and_its_report_is_read(page: Page, served: Served) -> None:
    page.goto("/mice/plays")
    page.fill("#games", "200")
    page.select_option("#players", "3")
    page.get_by_role("combobox", name="Player 1").select_option("random")
    expect(page.locator("#command")).to_have_text("pnp simulate mice --players 3 --games 200 --bots random --seed 0")
    page.get_by_role("button", name="Play", exact=True).click()
    going = page.locator(".going")
    expect(going.locator(".far")).to_have_text(re.compile("of 200"))
    expect(going).to_have_count(1)
    page.locator("#new-title").click()
    page.keyboard.press("x")
    resume = page.get_by_role("button", name="Resume: run", exact=True)
    expect(resume).to_be_visible()
    [stopped] = [run for run in find_runs(served.folder / "output" / "mice", "mice") if run.name == "run"]
    assert (stopped.players, stopped.bots, stopped.games) == (3, "random,random,random", 200)
    assert stopped.done < 200
    assert not stopped.finished
    resume.click()
    report = page.frame_locator("#report-page")
    expect(report.locator("h1")).to_have_text("Mice: 200 test games", timeout=60_000)
    expect(page).to_have_url(re.compile(r"run=run\b"))
    expect(page.locator("#report-page")).to_have_attribute("sandbox", "allow-same-origin")
    expect(page.get_by_role("button", name="More games…: run")).to_be_visible()


@pytest.mark.slow
def test_two_runs_are_compared_and_what_is_significant_is_marked(page: Page, runs: Path) -> None:
    page.goto("/mice/plays")
    page.get_by_role("radio", name="Choose calm as A").check()
    page.get_by_role("radio", name="Choose wild as B").check()
    page.get_by_role("button", name="Compare A with B").click()
    comparison = page.locator("#comparison")
    expect(comparison.get_by_role("heading")).to_have_text("From calm to wild")
    expect(comparison).to_contain_text("bots greedy,greedy → random,random")
    better = comparison.locator("tr.marked", has_text="Scores (mean)")
    expect(better).to_contain_text("more than chance")
    expect(comparison.locator("tr:not(.marked)", has_text="win rate, 1st")).to_contain_text("may be chance")
    page.reload()
    expect(comparison.locator("tr.marked").first).to_be_visible()


def test_a_report_can_do_nothing_but_be_read(page: Page, served: Served, runs: Path) -> None:
    (runs / "calm" / "report.html").write_text("<script>parent.document.title = 'taken'</script><h1>Read me</h1>")
    page.goto("/mice/plays?run=calm")
    expect(page.frame_locator("#report-page").locator("h1")).to_have_text("Read me")
    expect(page).to_have_title(re.compile("Test plays"))


def test_records_are_read_from_the_report(page: Page, served: Served, runs: Path) -> None:
    (runs / "calm" / "records").mkdir(exist_ok=True)
    (runs / "calm" / "records" / "game-3.txt").write_text("pnp record 1 <b>", "utf-8")
    (runs / "calm" / "report.html").write_text('<a href="records/game-3.txt">Game 3</a>', "utf-8")
    page.goto("/mice/plays?run=calm")
    frame = page.frame_locator("#report-page")
    frame.get_by_role("link", name="Game 3").click()
    expect(frame.locator("body")).to_have_text("pnp record 1 <b>")
    for wrong in ("calm/game-4.txt", "calm/game-x.txt", "none/game-3.txt", f"calm/game-{'9' * 5000}.txt"):
        assert served.ask(f"/api/mice/plays/record/{wrong}")[0] == 404


def test_what_a_page_may_not_ask_for(served: Served, runs: Path) -> None:
    order = {"players": 2, "games": 10, "bots": "greedy", "options": {}, "seed": "0"}
    for wrong in ({"games": 0}, {"players": "two"}, {"out": "/etc"}, {"seed": "x" * 1001}):
        assert served.post("/api/mice/plays/start", order | wrong)[0] == 400
    assert served.post("/api/mice/plays/resume", {"run": "../mice/calm"})[0] == 404
    assert served.post("/api/none/plays/start", order)[0] == 404
    assert served.ask("/api/mice/plays/report/..%2Fcomponents%2Fmice")[0] == 404
    assert served.ask("/api/mice/plays/compare?a=calm&b=nothing")[0] == 404
    foreign = {"origin": "http://example.org", "x-pnp-token": served.token()}
    assert served.ask("/api/mice/plays/start", "POST", order, foreign)[0] == 403
    assert served.ask("/api/mice/plays/start", "POST", order, {"origin": served.address})[0] == 403


def test_a_run_that_cannot_be_played_says_why_and_leaves_nothing(page: Page, served: Served, runs: Path) -> None:
    page.goto("/mice/plays")
    page.get_by_role("button", name="Report: calm").wait_for()
    before = sorted(runs.iterdir())
    status, answer = served.post("/api/mice/plays/start", {"players": 2, "bots": "gready"})
    assert status == 200
    expect(page.locator("#running .trouble")).to_contain_text('did you mean "greedy"?')
    assert sorted(runs.iterdir()) == before
    assert answer["job"]["kind"] == "simulate"


def test_the_form_is_made_from_the_rules_in_the_language_of_the_page() -> None:
    form = run_form(GameRef(bundled_project(), "winston"), "fr")
    assert form["players"] == list(pnp.load_game("winston").players)
    options = {option["name"]: option for option in form["options"]}
    assert options["face_up"]["choices"][0] == "no"
    assert "chien" in options["face_up"]["about"]
    assert set(form["presets"]) == set(pnp.find_game("winston").presets)


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    pnp.start_project("mice", with_rules=True, start=tmp_path)
    return tmp_path / "mice"


def test_rules_run_only_with_permission_and_a_game_without_any_says_so(fresh: Path) -> None:
    closed, allowed = (GameRef(Project(fresh, allow_code=allow), "mice") for allow in (False, True))
    assert rules_status(allowed)["rules"] == "ready"
    assert rules_status(closed)["rules"] == "forbidden"
    with pytest.raises(SpecError, match=r"rules.py needs your permission to run \[E1301\]"):
        check_permission_to_play(closed)
    (fresh / "components" / "mice" / "rules.py").unlink()
    assert rules_status(allowed)["rules"] == "none"


@pytest.mark.slow
def test_ctrl_c_ends_the_server_and_all_that_plays_and_finished_games_are_kept(fresh: Path) -> None:
    server = Served.start(fresh, "--allow-code")
    try:
        assert server.post("/api/mice/plays/start", {"players": 2, "games": 100_000})[0] == 200
        deadline = time.monotonic() + 60
        while not [run for run in find_runs(fresh / "output" / "mice", "mice") if run.done]:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        playing = psutil.Process(server.process.pid).children(recursive=True)
        assert len(playing) >= 2
        begun = time.monotonic()
    finally:
        server.stop()
    assert time.monotonic() - begun < 8
    _, alive = psutil.wait_procs(playing, timeout=15)
    assert not alive
    [run] = find_runs(fresh / "output" / "mice", "mice")
    assert 0 < run.done < run.games == 100_000
