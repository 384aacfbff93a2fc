// Numbers: tables and charts of the decks, and the odds of draws.
import {
  $,
  $$,
  about,
  api,
  attempt,
  fillSelect,
  follow,
  get,
  isDark,
  listen,
  make,
  newest,
  number,
  onEvent,
  onKey,
  onTheme,
  post,
  problemList,
  say,
  showProblems,
  showWait,
  whileWaiting,
} from "./page.js";

/** @type {Answer.DeckTables[]} */
let decks = [];
/** @type {Answer.ListedChart[] | null} */
let charts = null;
/** The questions that are kept. */
const asked = new URLSearchParams(location.search).getAll("q");

// ---- tables and charts ----

const load = newest(async () => {
  /** @type {Answer.NumbersTables} */
  const found = await whileWaiting(say("loading"), () => get(api("numbers")));
  showProblems(found.problems);
  if (found.decks.length) show(found);
});

/** @param {Answer.NumbersTables} found */
function show(found) {
  document.title = `${say("nav-numbers")} · ${found.title} · pnp`;
  decks = found.decks;
  $("#deck-tables").lang = found.lang;
  const sections = [section("", found.overview.title, "", [found.overview])];
  sections.push(
    ...found.decks
      .filter((deck) => deck.tables.length)
      .map((deck) => section(deck.name, deck.title, deck.line, deck.tables, deck.more)),
  );
  if (found.usual) sections.push(section("", say("numbers-usual"), say("numbers-usual-line"), [found.usual]));
  $("#deck-tables").replaceChildren(...sections);
  showCharts();
  fillForm();
  answerAll();
  drawCharts();
}

/** @param {string} name of the deck; empty for a table of all decks
 * @param {string} title
 * @param {string} line
 * @param {Answer.NumbersTable[]} tables */
function section(name, title, line, tables, more = "") {
  return make(
    "section",
    { class: `panel deck-numbers${name ? "" : " plain"}`, "data-deck": name, "aria-label": title },
    make("header", {}, make("h2", {}, title), line ? make("p", {}, line) : null),
    name ? make("div", { class: "charts" }) : null,
    make(
      "div",
      { class: "tables" },
      ...tables.map((table) =>
        tableNode(table, name ? `${title}: ${table.heads.join(", ")}` : say("numbers-table", { title })),
      ),
      more ? make("p", { class: "soft" }, more) : null,
    ),
  );
}

/** @param {Answer.NumbersTable} table
 * @param {string} title */
function tableNode({ heads, rows, texts }, title) {
  /** @param {number} place
   * @returns {Record<string, string>} */
  const kind = (place) => (place >= texts ? { class: "number" } : {});
  return make(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": title },
    make(
      "table",
      {},
      make(
        "thead",
        {},
        make("tr", {}, ...heads.map((head, place) => make("th", { scope: "col", ...kind(place) }, head))),
      ),
      make(
        "tbody",
        {},
        ...rows.map((row) => make("tr", {}, ...row.map((cell, place) => make("td", kind(place), cell)))),
      ),
    ),
  );
}

let drawing = "";
async function drawCharts() {
  /** @type {Answer.StartedJob<Answer.ListedChart[]> | undefined} */
  const started = await attempt(() => post(api("charts")));
  if (!started) return;
  const { job } = started;
  drawing = job.id;
  if (job.state === "running") {
    showWait("charts", say("numbers-drawing"), job);
    for (const figure of $$(".charts figure")) figure.classList.add("stale");
  }
  const done = await attempt(() =>
    follow(job, (now) => {
      if (drawing === job.id && now.state === "running") showWait("charts", say("numbers-drawing"), now);
    }),
  );
  if (drawing !== job.id) return;
  showWait("charts", "");
  if (done?.result) {
    charts = done.result;
    showCharts();
  }
}

onTheme(showCharts);
function showCharts() {
  for (const box of $$(".deck-numbers[data-deck]")) {
    const own = (charts ?? []).filter((chart) => chart.deck === box.dataset.deck);
    const room = $(".charts", box);
    if (!room || (!own.length && !charts)) continue;
    box.classList.toggle("plain", !own.length);
    /** @param {Answer.ListedChart} chart */
    const address = ({ key }) => api(`chart/${key}.svg`);
    /** @param {Answer.ListedChart} chart */
    const shown = (chart) => `${address(chart)}${isDark() ? "?theme=dark" : ""}`;
    if (
      $$("img", room)
        .map((img) => img.getAttribute("src"))
        .join() === own.map(shown).join()
    ) {
      for (const figure of $$("figure", room)) figure.classList.remove("stale");
      continue;
    }
    room.replaceChildren(
      ...own.map((chart) =>
        make(
          "figure",
          {},
          make(
            "a",
            {
              href: address(chart),
              download: `${about.game}-${chart.deck}${chart.odds ? "-odds" : ""}.svg`,
              title: say("numbers-download"),
            },
            make("img", {
              src: shown(chart),
              alt: say(chart.odds ? "numbers-odds-alt" : "numbers-chart-alt", { title: chart.title }),
            }),
          ),
        ),
      ),
    );
  }
}

// ---- odds: a question is chosen or typed ----

/** @param {string} name */
const deckOf = (name) => decks.find((deck) => deck.name === name) ?? decks[0];
function fillForm() {
  const fresh = !$("#odds-deck").value;
  fillSelect(
    $("#odds-deck"),
    decks.map((deck) => [deck.name, `${deck.title} (${number(deck.count)})`]),
  );
  if (fresh) $("#odds-deck").value = (decks.find((deck) => deck.drawn && deck.count > 1) ?? decks[0]).name;
  fillColumns(fresh);
  if (fresh && !$("#question").value) compose();
}
function fillColumns(fresh = false) {
  const { columns, count } = deckOf($("#odds-deck").value);
  fillSelect(
    $("#column"),
    columns.map(({ name }) => [name, name]),
  );
  fillSelect(
    $("#without-column"),
    columns.map(({ name }) => [name, name]),
    say("numbers-nothing"),
  );
  // columns that share their values make the best questions, then those with few
  const few = [...columns].sort((a, b) => a.values.length - b.values.length).find(({ values }) => values.length > 1);
  if (fresh) $("#column").value = (columns.find(({ name }) => name.includes("/")) ?? few ?? columns[0])?.name;
  $("#drawn").max = String(count);
  fillValues(fresh);
}
/** @param {[string, number][]} values */
const rarest = (values) => values.filter(([, count]) => count).sort((a, b) => a[1] - b[1])[0]?.[0] ?? "";
function fillValues(fresh = false) {
  const { columns } = deckOf($("#odds-deck").value);
  /** @param {string} name */
  const values = (name) =>
    (columns.find((column) => column.name === name)?.values ?? []).map(([value, count]) => [
      value,
      `${value} (${number(count)})`,
    ]);
  fillSelect($("#value"), values($("#column").value));
  if (fresh) $("#value").value = rarest(columns.find((column) => column.name === $("#column").value)?.values ?? []);
  fillSelect($("#without-value"), values($("#without-column").value));
  $("#without-field").hidden = !$("#without-column").value;
}
/** @param {string} value */
const quoted = (value) => (/[\s,]/.test(value) ? `"${value}"` : value);
function compose() {
  const without = $("#without-column").value
    ? ` without ${$("#without-column").value}=${quoted($("#without-value").value)}`
    : "";
  const wanted = `${$("#sense").value} ${$("#number").value || 0} ${$("#column").value}=${quoted($("#value").value)}`;
  $("#question").value = `${wanted} in ${$("#drawn").value || 1} of ${$("#odds-deck").value}${without}`;
  answerNow();
}

let asking = 0;
let turn = 0;
/** Answer the question in the field, after some milliseconds without another call. */
function answerNow(wait = 0) {
  clearTimeout(asking);
  asking = setTimeout(async () => {
    const text = $("#question").value.trim();
    const mine = ++turn;
    if (!text) {
      $("#question-answer").replaceChildren();
      return;
    }
    /** @type {Answer.Odds | undefined} */
    const found = await attempt(() => get(api(`odds?${new URLSearchParams({ q: text })}`)));
    if (found && mine === turn) $("#question-answer").replaceChildren(answerNode(found.odds[0]));
  }, wait);
}

/** @param {Answer.RefusedQuestion | Answer.AnsweredQuestion} found */
function answerNode(found) {
  if ("problems" in found)
    return make("div", { class: "wrong" }, ...problemList(found.problems.map((each) => ({ ...each, where: "" }))));
  const deck = deckOf(found.deck);
  const spread =
    found.distribution.length > 1
      ? make(
          "span",
          {
            class: "spread",
            role: "img",
            "aria-label": found.distribution.map((share, hits) => `${hits}: ${number(100 * share, 1)} %`).join(", "),
          },
          ...found.distribution.map((share, hits) =>
            make("i", {
              class: counts(found, hits) ? "hit" : "",
              style: `height:${Math.max(2, (100 * share) / Math.max(...found.distribution))}%`,
              title: `${hits}: ${number(100 * share, 1)} %`,
            }),
          ),
        )
      : null;
  return make(
    "div",
    { class: "answer" },
    make("span", { class: "percent" }, found.percent),
    make("p", { class: "sentence" }, spread, sentence(found, deck)),
    make(
      "p",
      { class: "exact" },
      [found.often, found.exact ? say("numbers-exact", { exact: found.exact }) : ""].filter(Boolean).join(" · "),
    ),
  );
}
/** @param {Answer.AnsweredQuestion} found
 * @param {Answer.DeckTables} deck */
function sentence(found, deck) {
  const text = say("numbers-sentence", {
    number: number(found.number),
    hits: number(found.hits),
    drawn: number(found.drawn),
    pile: number(found.pile),
    sense: say(found.sense),
    deck: deck.title,
  });
  return text[0].toLocaleUpperCase(about.lang) + text.slice(1);
}
/** Tell whether a number of hits is an answer to the question.
 * @param {Answer.AnsweredQuestion} question
 * @param {number} hits */
const counts = ({ sense, number: wanted }, hits) =>
  ({ "numbers-at-least": hits >= wanted, "numbers-exactly": hits === wanted, "numbers-at-most": hits <= wanted })[
    sense
  ];

/** Answer the questions that are kept. They are kept in the address, so that a reload or a link keeps them. */
async function answerAll() {
  const now = new URLSearchParams(asked.map((text) => ["q", text]));
  window.history.replaceState(null, "", asked.length ? `?${now}` : location.pathname);
  if (!asked.length) {
    $("#kept-odds").replaceChildren();
    return;
  }
  /** @type {Answer.Odds | undefined} */
  const found = await attempt(() => get(api(`odds?${now}`)));
  if (!found) return;
  $("#kept-odds").replaceChildren(
    ...found.odds.map((each, place) =>
      make(
        "li",
        {},
        make(
          "button",
          {
            type: "button",
            class: "asked",
            title: say("numbers-again"),
            onclick: () => {
              $("#question").value = asked[place];
              answerNow();
              $("#question").focus();
            },
          },
          each.question,
        ),
        make(
          "button",
          {
            type: "button",
            "aria-label": say("numbers-forget", { question: each.question }),
            title: say("numbers-forget", { question: "" }),
            onclick: () => {
              asked.splice(place, 1);
              answerAll();
              $("#question").focus();
            },
          },
          "×",
        ),
        answerNode(each),
      ),
    ),
  );
}

for (const id of ["sense", "number", "value", "drawn", "without-value"]) $(`#${id}`).addEventListener("input", compose);
$("#odds-deck").addEventListener("input", () => {
  fillColumns(true);
  compose();
});
for (const id of ["column", "without-column"])
  $(`#${id}`).addEventListener("input", () => {
    fillValues(id === "column");
    compose();
  });
$("#ask").addEventListener("submit", (event) => {
  event.preventDefault();
  keep();
});
$("#question").addEventListener("input", () => answerNow(120));
$("#type").addEventListener("submit", (event) => {
  event.preventDefault();
  keep();
});
function keep() {
  const text = $("#question").value.trim();
  if (text && !asked.includes(text) && asked.length < 40) asked.push(text);
  answerAll();
}
onKey("/", say("numbers-question"), () => $("#question").focus());
onEvent("saved", () => {
  load();
  answerNow();
});
listen({}, load);
load();
