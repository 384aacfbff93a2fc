// Test plays: runs are started, stopped, resumed, reported and compared.
import {
  $,
  $$,
  about,
  announce,
  api,
  attempt,
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
  problemsOf,
  say,
  showProgress,
  stopJob,
  toast,
  whileWaiting,
} from "./page.js";
import { loadForm, order, rules } from "./playform.js";

const asked = new URLSearchParams(location.search);
/** @typedef {Answer.ListedJob<Answer.PlayedRun>} RunJob */
/** A run that is being played.
 * @typedef {object} Going
 * @property {RunJob} job
 * @property {number} began when the first games were counted, in ms
 * @property {number | null} from number of games that were counted then
 * @property {HTMLElement} [node]
 * @property {boolean} [stopping]
 */

/** @type {Map<string, Going>} */
const jobs = new Map();
/** @type {Answer.ListedRun[]} */
let runs = [];
/** The runs to compare. */
const chosen = { a: asked.get("a") ?? "", b: asked.get("b") ?? "" };

// ---- loading ----

let folder = "";
const load = newest(async () => {
  /** @type {Answer.Plays} */
  const found = await whileWaiting(say("loading"), () => get(api("plays")));
  ({ runs, folder } = found);
  for (const job of found.jobs) note(job, true);
  showRules(found);
  showRuns();
});

/** Say why no games can be played, or load the form.
 * @param {Answer.PlayPermission} permission */
function showRules({ rules: state, file, root }) {
  const box = $("#no-rules");
  box.hidden = state === "ready";
  if (state !== "ready") $("#new").hidden = true;
  $(".top-columns").classList.toggle("alone", state !== "ready");
  if (state === "none")
    box.replaceChildren(
      make("p", {}, make("b", {}, say("plays-none"))),
      make("p", {}, say("plays-none-how", { file })),
    );
  if (state === "forbidden")
    box.replaceChildren(
      make("p", {}, make("b", {}, say("plays-forbidden", { file }))),
      make("p", {}, say("plays-forbidden-how")),
      make("p", {}, make("code", {}, "pnp serve --allow-code"), " ", say("plays-forbidden-once")),
      make("p", {}, make("code", {}, `pnp trust ${root}`), " ", say("plays-forbidden-always")),
    );
  if (state === "ready") loadForm().then(showRuns);
}

$("#new").addEventListener("submit", async (event) => {
  event.preventDefault();
  /** @type {Answer.StartedJob<Answer.PlayedRun> | undefined} */
  const found = await attempt(() => post(api("plays/start"), order()));
  if (found) begin(found.job);
});

// ---- runs that are being played: every page of the game shows them ----

/** Jobs that this page has started. @type {Set<string>} */
const own = new Set();
/** Follow a run that this page has started; its report is shown at the end.
 * @param {RunJob} job */
function begin(job) {
  own.add(job.id);
  note(job);
}
/** Take in the progress of a job.
 * @param {RunJob} job
 * @param {boolean} quiet whether the end of an unknown job is ignored */
function note(job, quiet = false) {
  if (job.kind !== "simulate") return;
  const known = jobs.get(job.id);
  if (!known && quiet && job.state !== "running") return;
  /** @type {Going} */
  const going = known ?? { job, began: performance.now(), from: null };
  if (job.stage === "games" && going.from === null && job.total)
    Object.assign(going, { from: job.done, began: performance.now() });
  going.job = job;
  jobs.set(job.id, going);
  if (job.state === "running") {
    showGoing(going);
    return;
  }
  jobs.delete(job.id);
  going.node?.remove();
  ended(job);
}
/** @param {RunJob} job */
function ended(job) {
  const run = job.result?.run ?? "";
  if (job.state === "failed") {
    const close = make("button", { type: "button" }, say("close"));
    const box = make("div", { class: "trouble", role: "alert" }, ...problemList(job.problems), close);
    close.addEventListener("click", () => box.remove());
    $("#running").append(box);
  } else {
    const key = job.state === "done" ? "plays-done" : "plays-stopped";
    toast(say(key, { run }));
  }
  load().then(() => {
    const busy = document.activeElement?.matches("input, select, textarea");
    if (job.state === "done" && (own.has(job.id) || chosenReport() === run)) openReport(run, own.has(job.id) && !busy);
  });
}
/** @param {Going} going */
function showGoing(going) {
  const { job } = going;
  if (!going.node) {
    going.node = make(
      "div",
      { class: "going" },
      make(
        "div",
        { class: "line" },
        make("b"),
        make("span", { class: "far" }),
        make("span", { class: "soft rate" }),
        make(
          "button",
          {
            type: "button",
            class: "stop",
            onclick: () => {
              going.stopping = true;
              showGoing(going);
              attempt(() => stopJob(job));
            },
          },
          say("plays-stop"),
        ),
      ),
      make("progress", { "aria-label": say("plays-progress") }),
    );
    $("#running").append(going.node);
    $("#no-runs").hidden = true;
  }
  const { node } = going;
  $("b", node).textContent = job.result?.run ?? say("plays-begins");
  const games = job.stage === "games";
  $(".far", node).textContent = !job.stage
    ? say("plays-begins")
    : games
      ? say("plays-far", { done: number(job.done), games: number(job.total) })
      : say(`plays-stage-${job.stage}`);
  $("button", node).disabled = Boolean(going.stopping);
  $("button", node).textContent = say(going.stopping ? "plays-stopping" : "plays-stop");
  showProgress($("progress", node), job);
  const seconds = (performance.now() - going.began) / 1000;
  const played = job.done - (going.from ?? job.done);
  const rate = seconds > 1 ? played / seconds : 0;
  $(".rate", node).textContent =
    games && rate > 0
      ? say("plays-rate", { rate: number(rate, rate < 10 ? 1 : 0), left: span((job.total - job.done) / rate) })
      : "";
}
/** Return a duration in words.
 * @param {number} seconds */
function span(seconds) {
  if (seconds < 90) return say("plays-seconds", { count: number(Math.max(1, Math.round(seconds))) });
  if (seconds < 5400) return say("plays-minutes", { count: number(Math.round(seconds / 60)) });
  return say("plays-hours", { count: number(seconds / 3600, 1) });
}
onEvent("job", (job) => note(job));

// ---- all other runs ----

/** @param {string} name */
const played = (name) => [...jobs.values()].find(({ job }) => job.state === "running" && job.result?.run === name);
function showRuns() {
  const listed = runs.filter((run) => !played(run.name));
  $("#no-runs").hidden = listed.length > 0 || jobs.size > 0;
  $("#runs-table").hidden = !listed.length;
  $("#where").textContent = say("plays-where", { folder });
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.act;
  $("#runs").replaceChildren(...listed.map(runNode));
  if (focused) $(`[data-act="${CSS.escape(focused)}"]`)?.focus();
  showChosen();
}
const CELL = { role: "cell" };
/** @param {Answer.ListedRun} run */
function runNode(run) {
  const when = new Date(run.changed * 1000).toLocaleString(about.lang, { dateStyle: "medium", timeStyle: "short" });
  const name = make("td", CELL, make("span", { class: "name" }, run.name), make("span", { class: "when" }, when));
  if (run.broken)
    return make(
      "tr",
      { role: "row" },
      make("td", CELL),
      make("td", CELL),
      name,
      make("td", CELL),
      make("td", { ...CELL, class: "bad wide", colspan: "2" }, say("plays-broken", { why: run.broken })),
    );
  /** @param {"a" | "b"} which */
  const pick = (which) =>
    make(
      "td",
      CELL,
      run.finished
        ? make("input", {
            type: "radio",
            name: which,
            value: run.name,
            "aria-label": say("plays-pick", { run: run.name, which: which.toUpperCase() }),
            onchange: () => {
              chosen[which] = run.name;
              showChosen();
            },
          })
        : "",
    );
  const options = Object.entries(run.options).filter(([option, value]) => {
    const known = rules?.options.find((each) => each.name === option);
    return known ? known.choices[0] !== value : false;
  });
  const setting = make(
    "td",
    { ...CELL, class: "setting wide" },
    say("plays-set", {
      players: number(run.players),
      bots: [...new Set(run.bots.split(","))].join(", "),
      seed: run.seed,
    }),
    options.length ? make("span", {}, " · ", make("code", {}, options.map((each) => each.join("=")).join(" "))) : null,
  );
  const games = make(
    "td",
    { ...CELL, class: "number" },
    run.finished
      ? number(run.games)
      : make("span", { class: "partly" }, say("plays-far", { done: number(run.done), games: number(run.games) })),
  );
  /** @param {string} key
   * @param {() => void} work
   * @param {string} what */
  const act = (key, work, what) =>
    make(
      "button",
      { type: "button", "data-act": `${what} ${run.name}`, "aria-label": `${say(key)}: ${run.name}`, onclick: work },
      say(key),
    );
  const acts = make(
    "td",
    { ...CELL, class: "wide" },
    make(
      "div",
      { class: "buttons" },
      run.finished ? act("plays-report", () => openReport(run.name, true), "report") : null,
      run.finished ? act("plays-more", () => more(run), "more") : act("plays-resume", () => resume(run), "resume"),
    ),
  );
  return make(
    "tr",
    { role: "row", "data-run": run.name, class: run.name === chosenReport() ? "chosen" : "" },
    pick("a"),
    pick("b"),
    name,
    games,
    setting,
    acts,
  );
}
/** Resume a run, perhaps with another number of games.
 * @param {Answer.ListedRun} run
 * @param {number | null} games */
async function resume(run, games = null) {
  /** @type {Answer.StartedJob<Answer.PlayedRun> | undefined} */
  const found = await attempt(() => post(api("plays/resume"), games ? { run: run.name, games } : { run: run.name }));
  if (found) {
    begin(found.job);
    load();
  }
}
/** Ask how many games a finished run should have, and play the rest.
 * @param {Answer.ListedRun} run */
function more(run) {
  const dialog = $("#more");
  const field = $("#more-games");
  $("#more-title").textContent = say("plays-how-many", { run: run.name, games: number(run.games) });
  field.min = String(run.games + 1);
  field.value = String(run.games * 2);
  dialog.returnValue = "";
  dialog.onclose = () => {
    if (dialog.returnValue === "play") resume(run, Math.floor(Number(field.value)));
  };
  dialog.showModal();
  field.select();
}

// ---- a report, in a frame without scripts ----

const chosenReport = () => new URLSearchParams(location.search).get("run") ?? "";
/** Keep values in the page's address; empty ones are removed.
 * @param {Record<string, string>} changes */
function keepAddress(changes) {
  const now = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(changes))
    if (value) now.set(key, value);
    else now.delete(key);
  history.replaceState(null, "", now.size ? `?${now}` : location.pathname);
}
/** Show the report of a run.
 * @param {string} name
 * @param {boolean} jump whether the page scrolls to it */
function openReport(name, jump = false) {
  const run = runs.find((each) => each.name === name);
  if (!run) return;
  keepAddress({ run: name });
  $("#report").hidden = false;
  $("#report-title").textContent = say("plays-report-of", { run: name });
  const address = api(`plays/report/${name.split("/").map(encodeURIComponent).join("/")}`);
  $("#report-alone").href = address;
  $("#report-alone").hidden = $("#report-page").hidden = !run.report;
  const shown = `${address}?${Math.floor(run.changed * 1000)}${isDark() ? "&theme=dark" : ""}`;
  if (run.report && $("#report-page").getAttribute("src") !== shown) $("#report-page").src = shown;
  for (const row of $$("#runs tr")) row.classList.toggle("chosen", row.dataset.run === name);
  if (!jump) return;
  $("#report").scrollIntoView({
    behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
    block: "start",
  });
  $("#report-title").focus({ preventScroll: true });
}
function fitReport() {
  const inside = $("#report-page").contentDocument?.documentElement;
  if (inside) $("#report-page").style.height = `${Math.max(300, inside.scrollHeight + 2)}px`;
}
$("#report-page").addEventListener("load", () => {
  fitReport();
  const inside = $("#report-page").contentDocument;
  if (inside) for (const part of $$("details", inside)) part.addEventListener("toggle", fitReport);
});
addEventListener("resize", fitReport);
onTheme(() => {
  if (!$("#report").hidden) openReport(chosenReport());
});
$("#report-close").addEventListener("click", () => {
  const opener = $(`[data-act="${CSS.escape(`report ${chosenReport()}`)}"]`);
  $("#report").hidden = true;
  (opener ?? $("#main")).focus();
  keepAddress({ run: "" });
  showChosen();
});
$("#report-again").addEventListener("click", () => {
  const run = runs.find((each) => each.name === chosenReport());
  if (run) resume(run);
});

// ---- two runs side by side ----

function showChosen() {
  const finished = runs.filter((run) => run.finished).map((run) => run.name);
  for (const which of /** @type {const} */ (["a", "b"])) {
    if (!finished.includes(chosen[which])) chosen[which] = "";
    for (const box of $$(`#runs input[name="${which}"]`)) box.checked = box.value === chosen[which];
  }
  $("#compare-buttons").hidden = finished.length < 2;
  const ready = chosen.a && chosen.b && chosen.a !== chosen.b;
  $("#compare-runs").disabled = !ready;
  $("#compare-which").textContent = ready ? `${chosen.a} → ${chosen.b}` : say("plays-compare-how");
  for (const row of $$("#runs tr"))
    row.classList.toggle("chosen", !$("#report").hidden && row.dataset.run === chosenReport());
}
/** @param {boolean} jump whether the focus moves to the result */
async function compare(jump = false) {
  const { a, b } = chosen;
  keepAddress({ a, b });
  const box = $("#comparison");
  box.hidden = false;
  box.replaceChildren(make("p", { class: "soft", id: "comparison-title" }, say("plays-comparing")));
  announce(say("plays-comparing"));
  /** @type {Answer.RunComparison} */
  let found;
  try {
    found = await get(api(`plays/compare?${new URLSearchParams({ a, b })}`));
  } catch (error) {
    box.replaceChildren(make("div", { role: "alert", id: "comparison-title" }, ...problemList(problemsOf(error))));
    return;
  }
  box.replaceChildren(
    make(
      "header",
      {},
      make("h2", { id: "comparison-title", tabindex: "-1" }, say("plays-compared", { a, b })),
      make(
        "button",
        {
          type: "button",
          "aria-label": say("close"),
          onclick: () => {
            box.hidden = true;
            keepAddress({ a: "", b: "" });
            $("#compare-runs").focus();
          },
        },
        "×",
      ),
    ),
    make("p", {}, found.changes),
    ...found.cautions.map((text) => make("p", { class: "note" }, text)),
    make("ul", {}, ...found.sentences.map((text) => make("li", {}, text))),
    ...(found.rows.length ? [measures(found, a, b)] : []),
  );
  if (jump) $("h2", box).focus();
  else announce(say("plays-compared", { a, b }));
}
/** @param {Answer.RunComparison} comparison
 * @param {string} a
 * @param {string} b */
function measures({ heads: [name, difference, verdict], rows }, a, b) {
  /** @param {string} text */
  const head = (text, kind = {}) => make("th", { scope: "col", ...kind }, text);
  const numeric = { class: "number" };
  return make(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": say("plays-compared-table") },
    make(
      "table",
      {},
      make(
        "thead",
        {},
        make("tr", {}, head(name), head(a, numeric), head(b, numeric), head(difference, numeric), head(verdict)),
      ),
      make(
        "tbody",
        {},
        ...rows.map(({ cells, marked }) =>
          make(
            "tr",
            { class: marked ? "marked" : "" },
            ...cells.map((cell, place) =>
              make(
                place ? "td" : "th",
                place ? (place < 4 ? numeric : {}) : { scope: "row" },
                place === 4 && marked ? `✱ ${cell}` : cell,
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
$("#compare-runs").addEventListener("click", () => compare(true));

onKey("n", say("plays-new"), () => {
  $("#players").focus();
});
onKey("x", say("plays-stop"), () => {
  const going = [...jobs.values()].find(({ job }) => job.state === "running");
  if (going) $(".stop", going.node).click();
  return Boolean(going);
});
onEvent("saved", load);
listen({}, load);
load().then(() => {
  if (chosenReport()) openReport(chosenReport());
  if (chosen.a && chosen.b) compare();
});
