"""The states of the workbench's pages that tests look at: dialogs open, forms filled, jobs running, problems shown."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, expect

import pnp
from tests.web.tabletop import play_to, start_match, wait_for_turn
from tests.web.workbench import Served, ServedTable

State = Callable[[Page, Served], AbstractContextManager[None]]
STATES: Final[dict[str, State]] = {}
"""States of pages, by name: the page's view, and the state after a colon. Within its context, a page is in a state."""
PATIENCE_MS: Final = 60_000
LOCALES: Final = {"en": "en-GB", "fr": "fr-FR"}
"""Languages of the pages, with the locale of a browser that asks for them."""


def state(name: str) -> Callable[[Callable[[Page, Served], Iterator[None]]], State]:
    """Register a state under its name."""

    def register(make: Callable[[Page, Served], Iterator[None]]) -> State:
        STATES[name] = contextmanager(make)
        return STATES[name]

    return register


@contextmanager
def visit(
    browser: Browser, served: Served, lang: str = "en", *, width: int = 1300, height: int = 900, dark: bool = False
) -> Iterator[Page]:
    """Open a page of a server, in a language and a theme."""
    context = browser.new_context(
        locale=LOCALES[lang], viewport={"width": width, "height": height}, base_url=served.address,
        color_scheme="dark" if dark else "light",
    )  # fmt: skip
    served.enter(context)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    try:
        yield page
    finally:
        context.close()


@contextmanager
def changed(path: Path, old: str, new: str) -> Iterator[None]:
    """Change a text in a file, and restore it at the end."""
    before = path.read_text("utf-8")
    assert old in before, f"{path.name} does not contain {old!r}"
    path.write_text(before.replace(old, new), "utf-8")
    try:
        yield
    finally:
        path.write_text(before, "utf-8")


def spec_of(served: Served) -> Path:
    return served.folder / "components/mice/game.toml"


def cards_of(served: Served) -> Path:
    return served.folder / "components/mice/cards.csv"


def template_of(served: Served) -> Path:
    return served.folder / "templates/mice/card.svg.j2"


# ---- the gallery ----


def open_gallery(page: Page, asked: str = "") -> None:
    page.goto(f"/mice/gallery{asked}")
    expect(page.locator("#grid figure")).to_have_count(12)
    expect(page.locator("#live")).not_to_have_class(re.compile("busy"))


@state("gallery")
def _gallery(page: Page, served: Served) -> Iterator[None]:
    open_gallery(page)
    yield


@state("gallery: backs, cut lines, seen in grey")
def _gallery_backs(page: Page, served: Served) -> Iterator[None]:
    open_gallery(page, "?side=back&show-cut=1&show-safe=1&show-bleed=1&eyes=grey")
    yield


@state("gallery: nothing found")
def _gallery_nothing(page: Page, served: Served) -> Iterator[None]:
    open_gallery(page)
    page.fill("#search", "no such card")
    expect(page.locator("#grid figure:not(.gone)")).to_have_count(0)
    yield


@state("gallery: a card enlarged")
def _gallery_enlarged(page: Page, served: Served) -> Iterator[None]:
    open_gallery(page)
    page.locator("#grid figure").first.click()
    expect(page.locator("#large-name")).to_have_text("Pip")
    yield


@state("gallery: a card enlarged, flipped, with the source of a text")
def _gallery_source(page: Page, served: Served) -> Iterator[None]:
    open_gallery(page)
    page.locator("#grid figure").first.click()
    expect(page.locator("#large-face [data-source]").first).to_be_attached()
    page.keyboard.press("n")
    expect(page.locator("#large-source h3")).to_be_visible()
    yield


@state("gallery: cards that cannot be drawn")
def _gallery_broken(page: Page, served: Served) -> Iterator[None]:
    open_gallery(page)
    with changed(template_of(served), "piece.name", "piece.nmae"):
        expect(page.locator("#grid figure.broken").first).to_be_visible(timeout=PATIENCE_MS)
        page.locator("#grid figure.broken").first.click()
        expect(page.locator("#large-problems .problem")).to_be_visible()
        yield
    expect(page.locator("#grid figure.broken")).to_have_count(0, timeout=PATIENCE_MS)


@state("gallery: a spec that cannot be read")
def _gallery_unread(page: Page, served: Served) -> Iterator[None]:
    open_gallery(page)
    with changed(spec_of(served), "players =", "playrs ="):
        expect(page.locator("#trouble .problem")).to_be_visible(timeout=PATIENCE_MS)
        yield
    expect(page.locator("#trouble")).to_be_hidden(timeout=PATIENCE_MS)


@state("gallery: measuring the screen")
def _gallery_measure(page: Page, served: Served) -> Iterator[None]:
    open_gallery(page)
    page.click("#true-size")
    expect(page.locator("#calibrate")).to_be_visible()
    yield


@state("gallery: compared with the last build")
def _gallery_compare(page: Page, served: Served) -> Iterator[None]:
    pnp.build("mice", start=served.folder, out=served.folder / "output")
    open_gallery(page)
    with changed(cards_of(served), "Already nibbled.", "Freshly saved."):
        page.select_option("#since", index=1)
        expect(page.locator("#compare-list figure")).to_have_count(1, timeout=PATIENCE_MS)
        yield


@state("gallery: a difference enlarged")
def _gallery_difference(page: Page, served: Served) -> Iterator[None]:
    pnp.build("mice", start=served.folder, out=served.folder / "output")
    open_gallery(page)
    with changed(cards_of(served), "Already nibbled.", "Freshly saved."):
        page.select_option("#since", index=1)
        page.locator("#compare-list figure").first.click()
        page.check("input[value=slider]")
        expect(page.locator("#compare-mix")).to_be_visible()
        yield


@state("gallery: the list of keys")
def _gallery_keys(page: Page, served: Served) -> Iterator[None]:
    open_gallery(page)
    page.click("#keys")
    expect(page.locator("#keys-help dt").first).to_be_visible()
    yield


@state("gallery: messages")
def _gallery_messages(page: Page, served: Served) -> Iterator[None]:
    open_gallery(page)
    page.evaluate(
        """async () => { const { toast, toastProblems, Refused } = await import("/static/page.js");
        toast("An ordinary message"); toastProblems(new Refused(400, {problems: [
          {where: "components/mice/cards.csv:3: cheese", message: "must be a number", hint: "leave it empty",
           code: "E0301", location: {file: "components/mice/cards.csv", row: 3, column: "cheese"}}]})); }"""
    )
    expect(page.locator("#toasts > .bad")).to_be_visible()
    yield


# ---- checks ----


@state("checks")
def _checks(page: Page, served: Served) -> Iterator[None]:
    page.goto("/mice/checks")
    expect(page.locator("#verdict")).to_contain_text("✓", timeout=PATIENCE_MS)
    expect(page.locator("#waiting")).to_be_hidden(timeout=PATIENCE_MS)
    yield


@state("checks: rules broken and misprints")
def _checks_wrong(page: Page, served: Served) -> Iterator[None]:
    page.goto("/mice/checks")
    expect(page.locator("#verdict")).to_contain_text("✓", timeout=PATIENCE_MS)
    cards = cards_of(served)
    before = cards.read_bytes()
    cards.write_bytes(before.replace(b"Pip,4,mouse", b"Pip,5,mouse").replace(b"Won\xe2\x80\x99t", b"Won't"))
    try:
        expect(page.locator("#slips .slip")).to_be_visible(timeout=PATIENCE_MS)
        yield
    finally:
        cards.write_bytes(before)


@state("checks: cards that cannot be drawn")
def _checks_undrawn(page: Page, served: Served) -> Iterator[None]:
    page.goto("/mice/checks")
    expect(page.locator("#verdict")).to_contain_text("✓", timeout=PATIENCE_MS)
    with changed(template_of(served), "piece.name", "piece.nmae"):
        expect(page.locator("#wrong .problem")).to_be_visible(timeout=PATIENCE_MS)
        yield


@state("checks: running")
def _checks_running(page: Page, served: Served) -> Iterator[None]:
    job = {"id": "held", "kind": "check", "state": "running", "stage": "", "done": 3, "total": 12, "files": {},
           "result": None, "problems": []}  # fmt: skip
    page.route("**/api/mice/check", lambda route: route.fulfill(json=job))
    page.route("**/api/job/held", lambda route: route.fulfill(json=job))
    cards = cards_of(served)
    before = cards.read_bytes()
    page.goto("/mice/checks")
    cards.write_bytes(before + b"\n")
    try:
        expect(page.locator("#waiting-count")).to_have_text("3 / 12", timeout=PATIENCE_MS)
        yield
    finally:
        cards.write_bytes(before)
        page.unroute_all()


# ---- tables ----


def open_table(page: Page) -> None:
    page.goto("/mice/table")
    expect(page.locator("#summary")).to_contain_text("12")
    expect(page.locator("#beside svg, #beside img").first).to_be_visible()


@state("table")
def _table(page: Page, served: Served) -> Iterator[None]:
    open_table(page)
    page.locator('#sheet td[data-row="2"][data-column="5"]').click()
    yield


@state("table: editor open")
def _table_editor(page: Page, served: Served) -> Iterator[None]:
    open_table(page)
    page.locator('#sheet td[data-row="2"][data-column="5"]').dblclick()
    expect(page.locator("#sheet .editor")).to_be_visible()
    yield
    page.keyboard.press("Escape")


@state("table: a cell that the spec refuses")
def _table_wrong(page: Page, served: Served) -> Iterator[None]:
    open_table(page)
    with changed(cards_of(served), "Nibs,2,mouse,2", "Nibs,2,mouse,99"):
        expect(page.locator("#table-problems .problem")).to_be_visible(timeout=PATIENCE_MS)
        yield


# ---- files ----


def open_file(page: Page, file: str) -> None:
    page.goto(f"/mice/files?file={file}")
    expect(page.locator("#problem-count")).not_to_be_empty()


@state("files")
def _files(page: Page, served: Served) -> Iterator[None]:
    open_file(page, "templates/mice/card.svg.j2")
    expect(page.locator("#faces pnp-face")).to_have_count(3)
    yield


@state("files: a memo")
def _files_memo(page: Page, served: Served) -> Iterator[None]:
    open_file(page, "components/mice/memo.en.toml")
    expect(page.locator("#pages img")).to_have_count(1)
    yield


@state("files: a problem at its line")
def _files_wrong(page: Page, served: Served) -> Iterator[None]:
    open_file(page, "templates/mice/card.svg.j2")
    expect(page.locator("#faces pnp-face")).to_have_count(3)
    page.locator("#text").press("Control+End")
    page.keyboard.type("{% endfor %}")
    expect(page.locator("#editor .signs span")).to_have_count(1)
    expect(page.locator("#stale")).to_be_visible()
    yield


@state("files: a conflict")
def _files_conflict(page: Page, served: Served) -> Iterator[None]:
    open_file(page, "components/mice/game.toml")
    page.locator("#text").press("Control+Home")
    page.keyboard.type("# mine\n")
    first = spec_of(served).read_text("utf-8").partition("\n")[0]
    with changed(spec_of(served), first, f"# theirs\n{first}"):
        expect(page.locator("#conflicts")).to_be_visible()
        yield


@state("files: read-only")
def _files_locked(page: Page, served: Served) -> Iterator[None]:
    page.goto("/mice/files?file=pnp.toml")
    expect(page.locator("#text")).to_have_js_property("readOnly", True)
    yield


# ---- layout ----


def open_boxes(page: Page) -> None:
    page.goto("/mice/layout")
    expect(page.locator("#list li").first).to_be_visible()
    expect(page.locator("#face svg.drawn")).to_be_attached(timeout=PATIENCE_MS)


@state("layout")
def _layout(page: Page, served: Served) -> Iterator[None]:
    open_boxes(page)
    yield


@state("layout: boxes chosen, one after the other and several")
def _layout_chosen(page: Page, served: Served) -> Iterator[None]:
    open_boxes(page)
    for entry in page.locator("#list li").all():
        entry.click()
        expect(page.locator("#fields h3")).to_be_visible()
    page.locator("#list li").first.click(modifiers=["Shift"])
    page.locator("#list li").first.click()
    yield


@state("layout: a mistake in the text")
def _layout_wrong(page: Page, served: Served) -> Iterator[None]:
    open_boxes(page)
    page.click("#tab-text")
    page.locator("#text").press("Control+End")
    page.keyboard.type("{% endfor %} [")
    expect(page.locator("#problem-list li").first).to_be_visible()
    expect(page.locator("#stale")).to_be_visible()
    yield
    page.locator("#text").press("Control+z")


@state("table: a cell changed here and on disk")
def _table_conflict(page: Page, served: Served) -> Iterator[None]:
    open_table(page)
    page.locator('#sheet td[data-row="2"][data-column="5"]').dblclick()
    page.locator("#sheet .editor").fill("Mine.")
    page.keyboard.press("Enter")
    with changed(cards_of(served), "Already nibbled.", "Theirs."):
        expect(page.locator("#conflicts tbody tr")).to_be_visible(timeout=PATIENCE_MS)
        yield


# ---- sheets ----


def open_sheets(page: Page, asked: str = "") -> None:
    page.goto(f"/mice/sheets{asked}")
    expect(page.locator("#grid img").first).to_have_attribute("src", re.compile("page"), timeout=PATIENCE_MS)
    expect(page.locator("#waiting")).to_be_hidden(timeout=PATIENCE_MS)
    expect(page.locator("#spare h3")).to_be_visible(timeout=PATIENCE_MS)


@state("sheets")
def _sheets(page: Page, served: Served) -> Iterator[None]:
    open_sheets(page)
    yield


@state("sheets: held against the light")
def _sheets_light(page: Page, served: Served) -> Iterator[None]:
    open_sheets(page, "?light=1")
    yield


@state("sheets: a page enlarged")
def _sheets_enlarged(page: Page, served: Served) -> Iterator[None]:
    open_sheets(page, "?light=1")
    page.locator("#grid .leafed").nth(1).click()
    expect(page.locator("#enlarged img").first).to_be_visible()
    yield


@state("sheets: audited, and everything made")
def _sheets_audited(page: Page, served: Served) -> Iterator[None]:
    open_sheets(page)
    page.click("#audit-pdf")
    expect(page.locator("#audit .verdict")).to_be_visible(timeout=PATIENCE_MS)
    for name in ("box", "faces"):
        page.click(f"#get-{name}")
        expect(page.locator(f"#{name}-item .made a")).to_be_visible(timeout=PATIENCE_MS)
    yield


@state("sheets: a setting that is refused")
def _sheets_refused(page: Page, served: Served) -> Iterator[None]:
    open_sheets(page)
    page.fill("#margin", "x")
    page.locator("#margin").blur()
    expect(page.locator("#trouble .problem")).to_be_visible(timeout=PATIENCE_MS)
    yield


# ---- memo ----


def open_memo(page: Page) -> None:
    page.goto("/mice/memo")
    expect(page.locator("#pages img").first).to_have_attribute("src", re.compile("page"), timeout=PATIENCE_MS)
    expect(page.locator("#lint-list .good")).to_be_visible(timeout=PATIENCE_MS)


@state("memo")
def _memo(page: Page, served: Served) -> Iterator[None]:
    open_memo(page)
    yield


@state("memo: enlarged")
def _memo_enlarged(page: Page, served: Served) -> Iterator[None]:
    open_memo(page)
    page.locator("#pages button").first.click()
    expect(page.locator("#enlarged img").first).to_be_visible()
    yield


@state("memo: a mistake")
def _memo_wrong(page: Page, served: Served) -> Iterator[None]:
    open_memo(page)
    with changed(served.folder / "components/mice/memo.en.toml", "deal {=hand} to", "deal {=hnad} to"):
        expect(page.locator("#source .line.wrong")).to_be_visible(timeout=PATIENCE_MS)
        yield


@state("memo: a note")
def _memo_note(page: Page, served: Served) -> Iterator[None]:
    open_memo(page)
    with changed(served.folder / "components/mice/memo.en.toml", "{#1}", "1"):
        expect(page.locator("#lint-list .problem")).to_be_visible(timeout=PATIENCE_MS)
        yield


# ---- hand ----


def open_hand(page: Page, asked: str = "") -> None:
    page.goto(f"/mice/hand?seed=seven{asked}")
    expect(page.locator("#fan .card").first).to_be_visible()
    expect(page.locator("#live")).not_to_have_class(re.compile("busy"))


@state("hand")
def _hand(page: Page, served: Served) -> Iterator[None]:
    open_hand(page)
    yield


@state("hand: three hands, a card played and one enlarged")
def _hand_played(page: Page, served: Served) -> Iterator[None]:
    open_hand(page, "&hands=3")
    page.locator("#fan .card").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#fan .card.near")).to_be_visible()
    expect(page.locator("#discard-count")).to_have_text("1")
    yield


# ---- numbers ----


def open_numbers(page: Page, asked: str = "") -> None:
    page.goto(f"/mice/numbers{asked}")
    expect(page.locator(".charts figure").first).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("#waiting")).to_be_hidden(timeout=PATIENCE_MS)
    expect(page.locator("#question-answer .answer")).to_be_visible()


@state("numbers")
def _numbers(page: Page, served: Served) -> Iterator[None]:
    open_numbers(page)
    yield


@state("numbers: questions kept, one refused")
def _numbers_kept(page: Page, served: Served) -> Iterator[None]:
    open_numbers(page, "?q=2+kind%3Dmouse+in+5&q=1+kind%3Drat+in+5")
    expect(page.locator("#kept-odds li")).to_have_count(2)
    page.fill("#question", "two of everything")
    expect(page.locator("#question-answer .wrong")).to_be_visible()
    page.locator("details summary").first.click()
    yield


# ---- test plays ----


def played(served: Served) -> None:
    """Two runs as `pnp simulate` makes them, one with a report."""
    folder = served.folder / "output" / "mice"
    for name, bots in (("tame", "greedy"), ("bold", "random")):
        if not (folder / name).exists():
            pnp.simulate(
                "mice", games=150, bots=bots, jobs=1, out=folder / name, report=name == "tame", start=served.folder,
                allow_code=True,
            )  # fmt: skip


@state("plays")
def _plays(page: Page, served: Served) -> Iterator[None]:
    played(served)
    page.goto("/mice/plays")
    expect(page.locator("#new")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("#runs tr").first).to_be_visible()
    yield


@state("plays: a run compared with another, and a report")
def _plays_compared(page: Page, served: Served) -> Iterator[None]:
    played(served)
    page.goto("/mice/plays?run=tame&a=tame&b=bold")
    expect(page.locator("#new")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("#comparison table")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.frame_locator("#report-page").locator("h1")).to_be_visible()
    yield


@state("plays: more games")
def _plays_more(page: Page, served: Served) -> Iterator[None]:
    played(served)
    page.goto("/mice/plays")
    page.locator("[data-act='more tame']").click()
    expect(page.locator("#more")).to_be_visible()
    yield


@state("plays: a run under way, another that failed")
def _plays_running(page: Page, served: Served) -> Iterator[None]:
    played(served)
    page.goto("/mice/plays")
    expect(page.locator("#new")).to_be_visible(timeout=PATIENCE_MS)
    served.post("/api/mice/plays/start", {"players": 2, "bots": "gready"})
    expect(page.locator("#running .trouble")).to_be_visible(timeout=PATIENCE_MS)
    page.fill("#games", "1000000")
    page.locator("#new button.main").click()
    expect(page.locator(".going .far")).to_contain_text("000", timeout=PATIENCE_MS)
    try:
        yield
    finally:
        page.locator(".going .stop").click()
        expect(page.locator(".going")).to_have_count(0, timeout=PATIENCE_MS)


# ---- exports, home ----


@state("exports: running")
def _exports_running(page: Page, served: Served) -> Iterator[None]:
    job = {"id": "held", "kind": "export", "state": "running", "stage": "faces", "done": 3, "total": 12, "files": {},
           "result": None, "problems": []}  # fmt: skip
    page.route("**/api/mice/export", lambda route: route.fulfill(json=job))
    page.route("**/api/job/held", lambda route: route.fulfill(json=job))
    page.goto("/mice/exports")
    page.locator('[data-target="data"] .make').click()
    expect(page.locator('[data-target="data"] progress')).to_be_visible()
    yield
    page.unroute_all()


@state("exports")
def _exports(page: Page, served: Served) -> Iterator[None]:
    page.goto("/mice/exports")
    expect(page.locator("#targets .panel").first).to_be_visible()
    yield


@state("exports: options open, looked at and made")
def _exports_made(page: Page, served: Served) -> Iterator[None]:
    page.goto("/mice/exports")
    for name in ("data", "dtc"):
        panel = page.locator(f'[data-target="{name}"]')
        for summary in panel.locator("summary").all():
            summary.click()
    page.locator('[data-target="data"] .make').click()
    expect(page.locator('[data-target="data"] .result a')).to_be_visible(timeout=PATIENCE_MS)
    page.locator('[data-target="dtc"] .look').click()
    expect(page.locator('[data-target="dtc"] .result').get_by_text(re.compile(r"\S")).first).to_be_visible(
        timeout=PATIENCE_MS
    )
    yield


@state("home")
def _home(page: Page, served: Served) -> Iterator[None]:
    """With two games; with one, its gallery is opened."""
    second = served.folder / "components/rats"
    second.mkdir(exist_ok=True)
    (second / "game.toml").write_text(spec_of(served).read_text("utf-8"), "utf-8")
    try:
        page.goto("/")
        expect(page.locator(".games a")).to_have_count(2)
        yield
    finally:
        (second / "game.toml").unlink()
        second.rmdir()


# ---- addresses that lead nowhere ----


@state("missing")
def _missing(page: Page, served: Served) -> Iterator[None]:
    page.goto("/mice/galery")
    expect(page.locator("h1")).to_be_visible()
    yield


@state("missing: no entry without the key")
def _no_entry(page: Page, served: Served) -> Iterator[None]:
    page.context.clear_cookies()
    page.goto("/mice/gallery")
    expect(page.locator("h1")).to_be_visible()
    assert page.locator("nav").count() == 0
    yield
    served.enter(page.context)


# ---- play ----


def open_match(page: Page, served: Served, moves: int = 0) -> None:
    match = start_match(served, "mice", ["person", "random", "random"], seed="3")
    play_to(served, "mice", match, moves)
    page.goto(f"/mice/play?match={match}")
    wait_for_turn(page)


@state("play: games to continue, and a new one")
def _play_lobby(page: Page, served: Served) -> Iterator[None]:
    start_match(served, "mice", ["person", "random"])
    page.goto("/mice/play")
    page.locator("#more-settings summary").click()
    expect(page.locator("#game-list li").first).to_be_visible()
    yield


@state("play: a card taken up, all moves listed")
def _play_taken(page: Page, served: Served) -> Iterator[None]:
    open_match(page, served, 6)
    page.locator(".piece.legal").first.click()
    expect(page.locator(".target")).to_have_count(1)
    page.locator("#all-moves summary").click()
    yield


@state("play: a hint, and who leads")
def _play_hint(page: Page, served: Served) -> Iterator[None]:
    open_match(page, served, 6)
    page.locator("#curve-panel summary").click()
    expect(page.locator("#curve path").first).to_be_attached()
    page.keyboard.press("h")
    expect(page.locator("#choices .hint").first).to_be_visible()
    yield


@state("play: an earlier position, and the players")
def _play_past(page: Page, served: Served) -> Iterator[None]:
    open_match(page, served, 6)
    page.locator("#settings summary").click()
    page.locator("#log button").nth(3).click()
    expect(page.locator("#past")).to_be_visible()
    yield


@state("play: a card enlarged")
def _play_enlarged(page: Page, served: Served) -> Iterator[None]:
    open_match(page, served)
    page.locator(".piece.legal").first.dblclick()
    expect(page.locator("#enlarged")).to_be_visible()
    yield


@state("play: the screen handed over")
def _play_curtain(page: Page, served: Served) -> Iterator[None]:
    match = start_match(served, "mice", ["person", "person"], seed="3")
    page.goto(f"/mice/play?match={match}")
    wait_for_turn(page)
    page.keyboard.press("1")
    expect(page.locator("#curtain")).to_be_visible()
    yield


@state("play: the game is over")
def _play_over(page: Page, served: Served) -> Iterator[None]:
    open_match(page, served, 999)
    yield


# ---- a table of friends ----


@contextmanager
def table_of_friends(served: Served) -> Iterator[ServedTable]:
    """A table of two people, who have not made a move yet."""
    words = ("--allow-code", "--seats", "2", "--seed", "7")
    table = ServedTable.start(served.folder, "mice", *words)
    try:
        yield table
    finally:
        table.stop()


def open_link(page: Page, table: ServedTable, place: str) -> None:
    page.goto(table.places[place].entrance)
    expect(page.locator("#log li").first).to_be_visible()
    expect(page.locator("#status")).not_to_be_empty()


def place_on_turn(table: ServedTable) -> str:
    answer = table.places["watch"].ask(table.match)[1]
    return f"seat-{json.loads(answer)['turn'] + 1}"


@state("friends: one’s own turn, while another is away")
def _friends_turn(page: Page, served: Served) -> Iterator[None]:
    with table_of_friends(served) as table:
        open_link(page, table, place_on_turn(table))
        expect(page.locator("#match")).to_have_attribute("data-state", "yours")
        expect(page.locator("#others .who").first).not_to_be_empty()
        page.locator(".piece.legal").first.click()
        expect(page.locator(".target")).to_have_count(1)
        yield


@state("friends: watching")
def _friends_watching(page: Page, served: Served) -> Iterator[None]:
    with table_of_friends(served) as table:
        open_link(page, table, "watch")
        expect(page.locator("#own-seat")).not_to_be_empty()
        yield


@state("friends: a seat handed to a bot")
def _friends_bot(page: Page, served: Served) -> Iterator[None]:
    with table_of_friends(served) as table:
        open_link(page, table, place_on_turn(table))
        give = page.locator("#give-seat")
        words = give.inner_text()
        give.click()
        expect(give).not_to_have_text(words)
        expect(page.locator("#match")).to_have_attribute("data-state", "theirs")
        page.locator("#settings summary").click()
        yield


# ---- a recorded game in one file ----


def open_replay(page: Page, served: Served) -> None:
    """Open the replay of a game of Winston, which speaks both languages."""
    lang = page.evaluate("navigator.language")[:2]
    run = served.folder / "output" / "winston" / "one"
    html = run.with_name(f"replay.{lang}.html")
    if not run.exists():
        pnp.simulate("winston", games=1, bots="greedy", jobs=1, out=run, report=False)
    if not html.exists():
        pnp.write_replay(run, html, number=0, lang=lang)
    page.goto(html.as_uri())
    expect(page.locator("#log li").first).to_be_visible()


@state("replay: the deal")
def _replay(page: Page, served: Served) -> Iterator[None]:
    open_replay(page, served)
    yield


@state("replay: a position")
def _replay_position(page: Page, served: Served) -> Iterator[None]:
    open_replay(page, served)
    page.locator("#log button").nth(9).click()
    expect(page.locator("#pieces pnp-face svg.drawn").first).to_be_attached()
    yield


@state("replay: a card enlarged")
def _replay_enlarged(page: Page, served: Served) -> Iterator[None]:
    open_replay(page, served)
    page.locator("#log button").nth(9).click()
    page.locator("#pieces .piece:has(pnp-face)").last.click()
    expect(page.locator("#enlarged")).to_be_visible()
    yield
