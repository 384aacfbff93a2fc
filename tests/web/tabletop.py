"""A person at a table in the browser: the gestures of a move, and how long to wait for the others."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

import pnp
from pnp.play.core import Rules
from pnp.play.record import Record
from tests.web.workbench import Served

PARLOUR: Final = Path(__file__).parents[1] / "parlour"
READY = """before => {
  const { state } = document.querySelector("#match").dataset;
  const ply = Number(document.querySelector("#log li:last-child button")?.dataset.ply ?? -1);
  const shown = Number(document.querySelector("#log [aria-current]")?.dataset.ply ?? -2);
  if (ply <= before || shown !== ply) return false;
  if (state === "over") return { ply, over: true };
  return state === "yours" && document.querySelector("#choices .move, .piece.legal") ? { ply, over: false } : false;
}"""
"""The ply, once it is the viewer's turn again after a move, or the game is over."""
CENTRE = """node => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""


def start_match(served: Served, game: str, seats: list[str], seed: str = "1", **options: str) -> str:
    """Start a game, and return its id."""
    order = {"players": len(seats), "seats": seats, "seed": seed, "options": options}
    status, answer = served.post(f"/api/{game}/play/new", order)
    assert status == 200, answer
    return str(answer["match"])


@contextmanager
def sit_down(
    browser: Browser, served: Served, game: str, match: str, *, moving: bool = False, **more: Any
) -> Iterator[Page]:
    """Open a table in a new window, with bots that play at once; pieces move only if asked."""
    look: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}, "locale": "en-GB", "has_touch": True} | more
    calm: Literal["no-preference", "reduce"] = "no-preference" if moving else "reduce"
    context = browser.new_context(base_url=served.address, reduced_motion=calm, **look)
    context.add_init_script("localStorage.setItem('pnp-pace', '0')")
    served.enter(context)
    page = context.new_page()
    page.set_default_timeout(30_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"/{game}/play?match={match}")
    yield page
    context.close()
    assert not errors


def wait_for_turn(page: Page, after: int = -1, patience: float = 30_000) -> dict[str, Any]:
    """Wait for the viewer's turn, or the end: the ply, and whether the game is over."""
    found: dict[str, Any] = page.wait_for_function(READY, arg=after, timeout=patience).json_value()
    return found


def move_on(page: Page, rng: Random, ply: int) -> tuple[dict[str, Any], bool]:
    """Wait for the viewer's next turn; if the last gesture moved nothing, choose again: the turn, and whether."""
    try:
        return wait_for_turn(page, ply, 10_000), False
    except PlaywrightTimeoutError:
        if page.locator("#match[data-state=yours]").count():
            page.keyboard.press("Escape")
            by_number(page, rng)
        return wait_for_turn(page, ply), True


def centre(page: Page, selector: str, place: int) -> tuple[float, float]:
    """Return the centre of one of the elements that match."""
    x, y = page.locator(selector).nth(place).evaluate(CENTRE)
    return x, y


def by_clicks(page: Page, rng: Random) -> bool:
    """Click a piece, then a place; False if there are none."""
    return _by_pointer(page, rng, page.mouse.click)


def by_taps(page: Page, rng: Random) -> bool:
    """Tap a piece, then a place."""
    return _by_pointer(page, rng, page.touchscreen.tap)


def _by_pointer(page: Page, rng: Random, press: Callable[[float, float], None]) -> bool:
    pieces = page.locator(".piece.legal").count()
    if not pieces:
        return False
    press(*_free_point(page, rng.randrange(pieces)))
    places = page.locator(".target").count()
    if places:
        press(*_free_point(page, rng.randrange(places), ".target"))
    if page.locator("#match[data-state=yours] #choices .move").count():  # several moves end there, or none has a place
        page.locator("#choices .move").first.click()
    return True


def by_taps_alone(page: Page, rng: Random) -> bool:
    """Tap a piece and a place; a move without a piece, if there is no other or sometimes, in the list."""
    listed = page.locator("#choices .move")
    if listed.count() and (not page.locator(".piece.legal").count() or rng.random() < 0.2):
        listed.nth(rng.randrange(listed.count())).tap()
        return True
    return by_taps(page, rng)


def by_dragging(page: Page, rng: Random) -> bool:
    """Drag a piece to a place."""
    pieces = page.locator(".piece.legal").count()
    if not pieces:
        return False
    x, y = _free_point(page, rng.randrange(pieces))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y - 12)
    places = page.locator(".target").count()
    if places:
        page.mouse.move(*centre(page, ".target", rng.randrange(places)), steps=3)
    page.mouse.up()
    if page.locator("#match[data-state=yours] #choices .move").count():
        page.locator("#choices .move").first.click()
    return True


def by_arrows(page: Page, rng: Random) -> bool:
    """Focus a piece, walk to another with an arrow, take it with Enter, walk to a place, and press Enter."""
    pieces = page.locator(".piece.legal")
    if not pieces.count():
        return False
    pieces.nth(rng.randrange(pieces.count())).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    if page.locator(".target:focus").count():
        page.keyboard.press(rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        page.keyboard.press("Enter")
    if page.locator("#match[data-state=yours] #choices .move:focus").count():
        page.keyboard.press("Enter")
    return True


def by_number(page: Page, rng: Random) -> bool:
    """Press the number of a move in the list; a piece with many moves is taken first."""
    listed = page.locator("#choices .move").count()
    if not listed:
        page.locator(".piece.legal").first.focus()
        page.keyboard.press("Enter")
        listed = page.locator("#choices .move").count()
        if not listed:
            return True  # it had only one
    page.keyboard.press(str(rng.randint(1, min(9, listed))))
    return True


GESTURES: Final = (by_clicks, by_dragging, by_taps, by_arrows, by_number)


def _free_point(page: Page, place: int, selector: str = ".piece.legal") -> tuple[float, float]:
    """Return a point of an element that nothing else covers, or its centre."""
    point: list[float] = (
        page.locator(selector)
        .nth(place)
        .evaluate(
            """node => {
          node.scrollIntoView({ block: "center", behavior: "instant" });
          const { left, top, width, height } = node.getBoundingClientRect();
          for (const across of [0.5, 0.15, 0.85, 0.3, 0.7])
            for (const down of [0.5, 0.15, 0.85]) {
              const [x, y] = [left + across * width, top + down * height];
              if (node.contains(document.elementFromPoint(x, y))) return [x, y];
            }
          return [left + width / 2, top + height / 2]; // pieces of a zone are above it, and stand for it
        }"""
        )
    )
    return point[0], point[1]


def record_of(served: Served, game: str, match: str) -> tuple[Record, Rules]:
    """Return the saved record of a game once it says how it ended, and its rules."""
    file = served.folder / "output" / game / "played" / f"{match}.txt"
    deadline = time.monotonic() + 10
    while not (file.exists() and "\n# " in file.read_text("utf-8")):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return pnp.open_record(file, start=served.folder, allow_code=True)


def play_to(
    served: Served, game: str, match: str, ply: int, prefers: Callable[[dict[str, Any]], bool] = lambda move: True
) -> None:
    """Have the first seat play the first move that it prefers until a ply, without a page."""
    headers = {"origin": served.address, "x-pnp-token": served.token()}
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        now = view_of(served, game, match, "viewer=0")
        if now["over"] or (now["turn"] == 0 and now["ply"] >= ply):
            return
        if now["turn"] != 0:
            time.sleep(0.01)
            continue
        moves = now["steps"][-1]["scene"]["moves"]
        move = next((move for move in moves if prefers(move)), moves[0])
        body = {"ply": now["ply"], "action": move["action"], "viewer": 0}
        assert served.ask(f"/api/{game}/match/{match}/move", "POST", body, headers)[0] == 200
    raise AssertionError("the game did not go on")


def view_of(served: Served, game: str, match: str, query: str = "") -> dict[str, Any]:
    """Return what the server sends a viewer."""
    status, answer = served.ask(f"/api/{game}/match/{match}?{query}")
    assert status == 200, answer
    found: dict[str, Any] = json.loads(answer)
    return found
