// The memo: its pages beside their source, printed again after every save.

import { counted, paperName } from "./labels.js";
import {
  $,
  $$,
  about,
  api,
  attempt,
  fileSize,
  fillSelect,
  follow,
  get,
  keepFields,
  listen,
  make,
  number,
  onEvent,
  post,
  problemList,
  problemNode,
  problemsOf,
  say,
  showProblems,
  showWait,
  stopJob,
  whileWaiting,
} from "./page.js";
import { enlarge, refresh } from "./pagedialog.js";
import { forget, pageAddress, show } from "./pagepictures.js";

/** A job that prints a memo or a rulebook. Its result is a sketch at first, and the problems if it fails.
 * @typedef {Answer.ListedJob<Partial<Answer.MemoResult & Answer.ProblemList>>} MemoJob */

const state = {
  /** @type {Answer.MemoControls | null} */
  found: null,
  /** The source file that is shown. @type {string | null} */
  file: null,
  /** Problems that keep the memo from being printed. @type {ShownProblem[]} */
  wrong: [],
  /** Problems of all memos. @type {ShownProblem[]} */
  notes: [],
  /** The job whose pages are shown. @type {string | null} */
  job: null,
  /** @type {Answer.PageSize[]} */
  pages: [],
  name: "",
  /** Parameters of the pictures' addresses. @type {string[]} */
  more: [],
};
/** @param {string} id */
const value = (id) => /** @type {HTMLSelectElement} */ (document.getElementById(id)).value;

/** Whether the page shows a memo, not a rulebook. */
const isMemo = () => state.found.document === "memo";

// ---- controls ----

/** Fill a select, and show it only if there is a choice.
 * @param {HTMLSelectElement} select
 * @param {string[][]} choices values with their texts */
function options(select, choices) {
  fillSelect(select, choices);
  select.parentElement.hidden = choices.length < 2;
}
function fillControls() {
  const { found } = state;
  options(
    $("#document"),
    found.documents.map((name) => [name, say(`memo-document-${name}`)]),
  );
  $("#document").value = found.document;
  options(
    $("#variant"),
    found.variants.map((name) => [name, name || say("memo-own")]),
  );
  options(
    $("#form"),
    found.formats.map((form) => [form, say(`memo-format-${form}`)]),
  );
  $("#form").dataset.usual = found.formats[0];
  options($("#paper"), [
    ["", paperName(found.values.paper)],
    ...found.papers.filter((paper) => paper !== found.values.paper).map((paper) => [paper, paperName(paper)]),
  ]);
  const usual = found.languages.includes(value("lang")) ? [] : [found.lang];
  options(
    $("#lang"),
    found.languages.map((lang) => [lang, lang]),
  );
  if (usual.length) $("#lang").value = usual[0];
  options(
    $("#ink"),
    found.inks.map((ink) => [ink, say(`ink-${ink}`)]),
  );
}

// ---- the source ----

function showSource() {
  const { sources } = state.found;
  if (!sources.some(({ file }) => file === state.file)) state.file = sources[0]?.file ?? null;
  const wrongFiles = new Set(state.wrong.map((problem) => problem.location?.file));
  const focused = $("#files").contains(document.activeElement);
  $("#files").replaceChildren(
    ...sources.map(({ name, file }, place) =>
      make(
        "button",
        {
          type: "button",
          role: "tab",
          id: `file-${place}`,
          "aria-selected": file === state.file,
          "aria-controls": "source",
          tabindex: file === state.file ? "0" : "-1",
          class: wrongFiles.has(file) ? "bad" : "",
          title: file,
          onclick: () => chooseFile(file),
        },
        wrongFiles.has(file) ? `✗ ${name}` : name,
      ),
    ),
  );
  const tab = $("#files [aria-selected=true]");
  if (focused) tab?.focus();
  $("#source").setAttribute("aria-labelledby", tab?.id ?? "");
  const text = sources.find(({ file }) => file === state.file)?.text ?? "";
  const box = $("#source");
  const [top, left] = [box.scrollTop, box.scrollLeft];
  const same = box.dataset.file === state.file;
  box.replaceChildren(...text.replace(/\n$/, "").split("\n").map(lineNode));
  mark(state.notes, "noted");
  mark(state.wrong, "wrong");
  box.dataset.file = state.file;
  box.scrollTo(same ? left : 0, same ? top : 0);
}
/** @param {string} file */
function chooseFile(file) {
  state.file = file;
  showSource();
}
$("#files").addEventListener("keydown", (event) => {
  const tabs = state.found.sources;
  const at = tabs.findIndex(({ file }) => file === state.file);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  chooseFile(tabs[(to + tabs.length) % tabs.length].file);
});
/** @param {string} text */
function lineNode(text) {
  const key = text.match(/^(\s*[\w.-]+)(\s*=.*)$/s);
  const markdown = state.file.endsWith(".md");
  const comment = markdown ? /^<!--/ : /^\s*#/;
  const table = markdown ? /^(#|```|> ?\[!|\+\+\+|!\[|---)/ : /^\s*\[\[?[\w .-]+\]/;
  const kind = comment.test(text) ? "comment" : table.test(text) ? "table" : "";
  return make(
    "div",
    { class: "line" },
    make("span", { class: kind }, ...(key && !kind ? [make("b", { class: "key" }, key[1]), key[2]] : [text])),
  );
}
const linesOf = () => $$("#source > .line");
/** Show problems at their lines.
 * @param {ShownProblem[]} problems
 * @param {"noted" | "wrong"} kind */
function mark(problems, kind) {
  const lines = linesOf();
  for (const problem of problems) {
    const line = problem.location?.file === state.file && lines[Math.min(lineOf(problem), lines.length) - 1];
    if (!line) continue;
    line.classList.add(kind);
    line.append(
      make(
        "div",
        { class: "said" },
        problem.message,
        problem.hint ? make("span", { class: "soft" }, ` ${say("hint")} ${problem.hint}`) : null,
      ),
    );
  }
}
/** @param {ShownProblem} problem */
const lineOf = (problem) => problem.location.line || 1;
/** Tell whether the page has the file of a problem.
 * @param {ShownProblem} problem */
const hasSource = (problem) => state.found.sources.some(({ file }) => file === problem.location?.file);
/** Show the line of a problem.
 * @param {ShownProblem} problem */
function goTo(problem) {
  state.file = problem.location.file;
  showSource();
  const line = linesOf()[lineOf(problem) - 1];
  for (const each of linesOf()) each.classList.remove("here");
  line?.classList.add("here");
  line?.scrollIntoView({ block: "center" });
  $("#source").focus({ preventScroll: true });
}
/** @param {ShownProblem} problem */
const inSight = (problem) => {
  const line = linesOf()[lineOf(problem) - 1]?.getBoundingClientRect();
  const box = $("#source").getBoundingClientRect();
  return line && line.top >= box.top && line.bottom <= box.bottom;
};

// ---- the pages; the last good ones stay while something is wrong ----

let turn = 0;
/** The job that checks all memos. @type {Answer.ListedJob<Answer.ProblemList> | null} */
let linting = null;
async function set() {
  const mine = ++turn;
  working(true);
  if (linting) stopJob(linting).catch(() => {});
  linting = null;
  /** @type {MemoJob | null} */
  let now = null;
  try {
    const order = {
      ...(isMemo() ? { variant: state.found.variant } : {}),
      form: value("form"),
      paper: value("paper") || null,
      lang: state.found.lang,
      ink: value("ink"),
    };
    /** @type {MemoJob} */
    const started = await post(api(state.found.document), order);
    await follow(started, (job) => {
      now = job;
      if (mine === turn && job.state === "running" && job.files.sketch) showPages(job, ["of=sketch"]);
    });
    if (mine !== turn) return;
    if (now.state === "stopped") {
      set();
      return;
    }
    tell([]);
    take(now);
    lint(mine);
  } catch (error) {
    if (mine === turn) tell(now?.result?.problems ?? problemsOf(error));
  } finally {
    if (mine === turn) working(false);
  }
}
/** Show the problems that keep the memo from being printed, at their lines if they have one.
 * @param {ShownProblem[]} problems */
function tell(problems) {
  const before = state.wrong.length;
  state.wrong = problems;
  showProblems(problems.filter((problem) => !hasSource(problem)));
  if (before || problems.length) showSource();
  if (!problems.length) return;
  $("#summary").textContent = say(state.pages.length ? "memo-last-good" : "memo-broken");
  $("#summary").classList.add("bad");
  const first = problems.find(hasSource);
  if (first && !before && !inSight(first)) goTo(first);
}
/** @param {boolean} busy */
function working(busy) {
  showWait("memo", busy ? say("memo-working") : "");
  $("#live").classList.toggle("busy", busy);
}
/** @param {MemoJob} job */
function take(job) {
  const { title, copies, letters, file } = job.result;
  showPages(job, []);
  document.title = `${title} · pnp`;
  $("#summary").classList.remove("bad");
  $("#summary").textContent = isMemo()
    ? counted("memo-summary", copies, { title, copies: number(copies), letters: number(letters, 1) })
    : counted("memo-summary-pages", job.result.pages.length, { title, pages: number(job.result.pages.length) });
  const link = $("#get-pdf");
  link.hidden = false;
  link.href = `/api/job/${job.id}/file/pdf`;
  link.title = file;
  link.textContent = `PDF (${fileSize(job.files.pdf)})`;
}
/** Show the pages of a job.
 * @param {MemoJob} job
 * @param {string[]} more parameters of the pictures' addresses */
function showPages(job, more) {
  const { pages, title } = job.result;
  if (state.job === job.id && `${state.more}` === `${more}`) return;
  Object.assign(state, { job: job.id, pages, name: title, more });
  const box = $("#pages");
  const upright = pages.every(({ width, height }) => width < height);
  box.classList.toggle("spreads", !isMemo() && upright && pages.length > 2); // after the cover, facing pages
  for (const leaf of $$("button", box).slice(pages.length)) {
    for (const image of $$("img", leaf)) forget(image);
    leaf.remove();
  }
  pages.forEach(({ width, height }, place) => {
    const leaf =
      $$("button", box)[place] ??
      box.appendChild(
        make(
          "button",
          { type: "button", class: "leafed", onclick: () => enlarge(views(), place) },
          make("img", { class: "front waiting" }),
        ),
      );
    leaf.style.aspectRatio = `${width} / ${height}`;
    $("img", leaf).alt = views()[place].name;
    show($("img", leaf), pageAddress(job.id, place + 1, ...more));
  });
  refresh(views());
}
/** @returns {import("./pagedialog.js").PageView[]} */
const views = () =>
  state.pages.map(({ width, height }, place) => ({
    job: state.job,
    more: state.more,
    width,
    height,
    front: place + 1,
    back: /** @type {number | null} */ (null),
    name: state.pages.length > 1 ? say("memo-page", { title: state.name, number: place + 1 }) : state.name,
  }));

// ---- problems of all memos ----

/** @param {number} mine the turn that it belongs to */
async function lint(mine) {
  const box = $("#lint-list");
  try {
    linting = await post(api(`${state.found.document}/check`), isMemo() ? { paper: value("paper") || null } : {});
    const done = await follow(linting, (job) => {
      if (mine === turn && job.total)
        box.replaceChildren(make("progress", { max: job.total, value: job.done, "aria-label": say("memo-checking") }));
    });
    if (mine !== turn) return;
    linting = null;
    if (done.state !== "done") return;
    state.notes = done.result.problems;
    box.replaceChildren(
      ...(state.notes.length ? state.notes.map(noteNode) : [make("p", { class: "good" }, say("memo-in-order"))]),
    );
    showSource();
  } catch (error) {
    if (mine === turn) box.replaceChildren(...problemList(problemsOf(error)));
  }
}
/** @param {ShownProblem} problem */
function noteNode(problem) {
  const { key, line } = problem.location;
  const text = key && line ? `${problem.where} (${say("memo-line", { line })})` : problem.where;
  if (!hasSource(problem)) return problemNode(problem, make("code", { class: "where" }, text));
  return problemNode(problem, make("button", { type: "button", class: "where", onclick: () => goTo(problem) }, text));
}

// ---- loading, and again after every save ----

let prepared = false;
let asking = 0;
async function load() {
  const mine = ++asking;
  const from = prepared ? { get: value } : new URLSearchParams(location.search);
  const asked = new URLSearchParams(["document", "variant", "lang"].map((name) => [name, from.get(name) ?? ""]));
  /** @type {Answer.MemoControls | undefined} */
  const found = await attempt(() => whileWaiting(say("loading"), () => get(api(`memo?${asked}`))));
  if (!found || mine !== asking) return;
  state.found = found;
  fillControls();
  if (!prepared) {
    prepared = true;
    keepFields(["document", "variant", "form", "paper", "lang", "ink"], (id) =>
      ["document", "variant", "lang"].includes(id) ? load() : set(),
    );
    for (const select of $$("#controls select")) if (select.selectedIndex < 0) select.selectedIndex = 0;
    if (!value("lang")) $("#lang").value = found.lang;
    $("#ink").dataset.usual = found.values.ink;
    if (!new URLSearchParams(location.search).has("ink")) $("#ink").value = found.values.ink;
  }
  const written = !isMemo() || found.variants.length > 0;
  $("#none").hidden = written;
  $("#none").textContent = say("memo-none", { file: `components/${about.game}/memo.${found.lang}.toml` });
  $("#lint").hidden = !written;
  $(".beside").hidden = !written;
  showSource();
  if (written) set();
}
$("#controls").addEventListener("submit", (event) => event.preventDefault());
onEvent("saved", () => load());
listen({}, () => load());
load();
