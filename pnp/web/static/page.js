// Shared by all pages: words, requests, events from the server, problems, keys, themes.

/** @param {string} id */
const data = (id) => JSON.parse(document.getElementById(id).textContent);
/** @type {Answer.PageData} */
export const about = data("about");
/** @type {Record<string, string>} */
const words = data("words");
export const pageId = Math.random().toString(36).slice(2, 14);

/** @type {Find} */
export const $ = (selector, root = document) => root.querySelector(selector);
/** @type {FindAll} */
export const $$ = (selector, root = document) => Array.from(root.querySelectorAll(selector));
/** The element that an event is about.
 * @param {Event} event */
export const targetOf = (event) => /** @type {HTMLElement} */ (event.target);

/** Return the page's words in the reader's language, with their blanks filled in.
 * @param {string} key
 * @param {Record<string, string | number>} blanks */
export function say(key, blanks = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(blanks[name] ?? ""));
}

/** Return a number as the reader writes it.
 * @param {number} value */
export const number = (value, digits = 0) =>
  Number(value).toLocaleString(about.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** @param {number} bytes */
export const fileSize = (bytes) =>
  bytes >= 1e6 ? `${number(bytes / 1e6, 1)} MB` : `${number(Math.max(1, bytes / 1e3))} kB`;

/** Make an element with attributes and children; texts are never read as markup. A function is an event listener: its
 * name is that of the event after `on`.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | null | ((event: Event) => unknown)>} attributes
 * @param {(Node | string | number | false | null | undefined)[]} children */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = String(value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children)
    if (child !== null && child !== undefined && child !== false)
      element.append(child instanceof Node ? child : String(child));
  return element;
}

/** A refused request, with its problems. */
export class Refused extends Error {
  /** @param {number} status
   * @param {Partial<Answer.RefusedRequest>} answer */
  constructor(status, answer) {
    super(answer.problems?.[0]?.message ?? `HTTP ${status}`);
    this.status = status;
    /** @type {ShownProblem[]} */
    this.problems = answer.problems ?? [{ where: "", message: this.message }];
    this.now = answer.now;
  }
}

/** @param {Response} response */
async function answer(response) {
  const type = response.headers.get("content-type") ?? "";
  const body = type.includes("json")
    ? await response.json()
    : { problems: [{ where: "pnp serve", message: (await response.text()).trim() }] };
  if (!response.ok) throw new Refused(response.status, body);
  return body;
}

/** Ask the server for something; the caller declares the type of the answer.
 * @template T
 * @param {string} path
 * @returns {Promise<T>} */
export const get = async (path) => answer(await fetch(path, { headers: { "x-pnp-page": pageId } }));

/** Send a request that changes something or starts work.
 * @template T
 * @param {string} path
 * @param {object} body
 * @returns {Promise<T>} */
export const post = async (path, body = {}) =>
  answer(
    await fetch(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", "x-pnp-token": about.token, "x-pnp-page": pageId },
    }),
  );

/** Return an address of the API for the page's game.
 * @param {string} path */
export const api = (path) => `/api/${encodeURIComponent(about.game)}/${path}`;

// ---- events from the server ----

/** @type {{ kind: keyof Answer.PageEvents, heard: (event: MessageEvent) => void }[]} */
const listeners = [];
/** @type {EventSource | null} */
let source = null;
let gameVersion = about.gameVersion;

/** Call a function for every event of a kind.
 * @template {keyof Answer.PageEvents} Kind
 * @param {Kind} kind
 * @param {(about: Answer.PageEvents[Kind]) => unknown} work */
export function onEvent(kind, work) {
  /** @param {MessageEvent} event */
  const heard = (event) => {
    work(JSON.parse(event.data));
  };
  listeners.push({ kind, heard });
  source?.addEventListener(kind, heard);
}
onEvent("saved", ({ version }) => {
  gameVersion = version;
});

/** Listen to the server, for one view of the game. `again` is called when something may have been missed: a save since
 * the page was made, or anything while the connection was lost.
 * @param {{ lang?: string, ink?: string }} view
 * @param {() => unknown} again */
export function listen(view, again) {
  source?.close();
  const asked = new URLSearchParams({ page: pageId, game: about.game, ...view });
  source = new EventSource(`/api/events?${asked}`);
  let greeted = false;
  source.addEventListener("hello", (event) => {
    /** @type {Answer.GameState} */
    const now = JSON.parse(event.data);
    $("#live").classList.remove("off");
    if (greeted || now.version !== gameVersion) again();
    greeted = true;
    gameVersion = now.version;
  });
  source.addEventListener("again", () => again());
  source.addEventListener("error", () => $("#live").classList.add("off"));
  for (const { kind, heard } of listeners) source.addEventListener(kind, heard);
}
addEventListener("pagehide", () => source?.close());

/** Return a function that calls `ask`. If it is called again before the answer arrives, it asks once more, so that the
 * last answer is the newest; every caller waits for that one.
 * @param {() => Promise<unknown>} ask
 * @returns {() => Promise<void>} */
export function newest(ask) {
  /** @type {Promise<void> | null} */
  let asking = null;
  let again = false;
  return () => {
    again = true;
    asking ??= (async () => {
      try {
        while (again) {
          again = false;
          await ask();
        }
      } finally {
        asking = null;
      }
    })();
    return asking;
  };
}

// ---- jobs ----

/** @type {Map<string, (job: Answer.ListedJob<any>) => void>} */
const followed = new Map();
onEvent("job", (job) => followed.get(job.id)?.(job));

/** Follow a job until it ends, and return it; Refused with its problems if it fails.
 * @template Result
 * @param {Answer.ListedJob<Result>} job
 * @param {(job: Answer.ListedJob<Result>) => void} onProgress
 * @returns {Promise<Answer.ListedJob<Result>>} */
export function follow(job, onProgress = () => {}) {
  return new Promise((resolve, reject) => {
    /** @param {Answer.ListedJob<Result>} now */
    const look = (now) => {
      onProgress(now);
      if (now.state === "running") return;
      followed.delete(job.id);
      clearInterval(watch);
      if (now.state === "failed") reject(new Refused(400, now));
      else resolve(now);
    };
    // an event may be lost with the connection: ask every two seconds
    const watch = setInterval(async () => {
      try {
        look(await get(`/api/job/${job.id}`));
      } catch {
        /* the next one will do */
      }
    }, 2000);
    followed.set(job.id, look);
    look(job);
  });
}
/** @param {Answer.ListedJob<unknown>} job */
export const stopJob = (job) => post(`/api/job/${job.id}/stop`);

/** Show the progress of a job; without a total, only that it is running.
 * @param {HTMLProgressElement} bar
 * @param {Answer.ListedJob<unknown> | null} job */
export function showProgress(bar, job) {
  if (job?.total) {
    bar.max = job.total;
    bar.value = job.done;
  } else bar.removeAttribute("value");
}

// ---- number of problems, beside the link to the checks ----

onEvent("checks", ({ count }) => {
  $("#badge").hidden = !count;
  $("#badge").firstChild.textContent = number(count);
});

// ---- messages and problems ----

/** Show a message for a few seconds.
 * @param {string | Node[]} text */
export function toast(text, kind = "") {
  const shown = make("div", { class: kind }, ...[text].flat());
  $("#toasts").append(shown);
  setTimeout(() => shown.remove(), kind === "bad" ? 9000 : 4000);
}

/** Return the address of a cell or row in the table editor; empty for other locations.
 * @param {Answer.Location} location */
function cellAddress({ file, row, column, heading }) {
  if (!row || !/\.(csv|tsv|txt)$/i.test(file ?? "")) return "";
  const asked = new URLSearchParams({ table: file, line: String(row), column: heading || column || "" });
  return `/${encodeURIComponent(about.game)}/table?${asked}`;
}
/** @param {Answer.Location} location */
const fileAndLine = ({ file, line, row }) => `${file}${line || row ? `:${line || row}` : ""}`;

/** Show a location in the project's files: a link to the row in its table, or the file and line with a button to copy
 * them.
 * @param {Answer.Location} location */
export function locationNode(location, root = "") {
  const { file, bundled, column, heading, key } = location;
  if (!file) return make("span", {}, key || column || "");
  const text = `${fileAndLine(location)}${column ? ` · ${heading || column}` : key ? ` · ${key}` : ""}`;
  const cell = cellAddress(location);
  if (cell) return make("a", { href: cell }, text);
  if (bundled) return make("code", {}, text);
  const path = `${root ? `${root}/` : ""}${fileAndLine(location)}`;
  const copy = () => navigator.clipboard.writeText(path).then(() => toast(say("copied")));
  const button = make("button", { type: "button", class: "small", title: path, onclick: copy }, say("copy"));
  return make("span", {}, make("code", {}, text), " ", button);
}

/** Show the location of a problem, as messages write it: a link to the row in its table, or text with its file and line
 * as a tooltip.
 * @param {{ where: string, location?: Answer.Location }} problem */
export function whereNode({ where, location = {} }) {
  const cell = cellAddress(location);
  if (cell) return make("a", { class: "where", href: cell }, where);
  return make("code", { class: "where", title: location.file && location.line ? fileAndLine(location) : null }, where);
}

/** Show a problem: where it is, what is wrong, its code and its hint. `place` replaces the location.
 * @param {ShownProblem} problem
 * @param {HTMLElement} place */
export function problemNode(problem, place = whereNode(problem)) {
  const { where, subject = true, message, hint, code } = problem;
  return make(
    "div",
    { class: "problem" },
    ...(where ? [place, subject ? " " : ": "] : []),
    message,
    " ",
    code ? make("code", { class: "kind", title: `pnp explain ${code}` }, code) : null,
    hint ? make("span", { class: "hint" }, `${say("hint")} ${hint}`) : null,
  );
}
/** @param {ShownProblem[]} problems */
export const problemList = (problems) => problems.map((problem) => problemNode(problem));

/** Return the problems of an error, whether the server or the browser reports it.
 * @param {unknown} error
 * @returns {ShownProblem[]} */
export const problemsOf = (error) =>
  error instanceof Refused
    ? error.problems
    : [{ where: "", message: error instanceof Error ? error.message : String(error) }];

/** Show problems above the page, or hide the box if there are none.
 * @param {ShownProblem[]} problems */
export function showProblems(problems) {
  const box = $("#trouble");
  box.hidden = !problems.length;
  box.replaceChildren(...problemList(problems));
}

/** Show the problems of an error for a few seconds.
 * @param {unknown} error */
export const toastProblems = (error) => toast(problemList(problemsOf(error)), "bad");

/** Run something, and show its problems if it fails.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T | undefined>} */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) toastProblems(error);
    return undefined;
  }
}

// ---- keys ----

/** @type {{ key: string, text: string, work: (event: KeyboardEvent) => unknown }[]} */
const keys = [];
/** Have a key do something, unless somebody is typing; it is listed under "?". If `work` returns false, the key keeps
 * its usual effect.
 * @param {string} key
 * @param {string} text
 * @param {(event: KeyboardEvent) => unknown} work */
export function onKey(key, text, work) {
  keys.push({ key, text, work });
}
/** @param {HTMLElement} target */
const typing = (target) =>
  target.closest?.("input:not([type=checkbox]):not([type=range]), select, textarea, [contenteditable=true]");
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(targetOf(event))) return;
  const found = keys.find((each) => each.key === event.key || each.key.toLowerCase() === event.key);
  if (found && found.work(event) !== false) event.preventDefault();
});
onKey("?", say("keys"), () => $("#keys-help").open || showKeys());
function showKeys() {
  $("#keys-help dl").replaceChildren(
    ...keys.flatMap(({ key, text }) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, text)]),
  );
  $("#keys-help").showModal();
}
$("#keys").addEventListener("click", showKeys);
for (const [place, link] of $$(".top nav a").slice(0, 9).entries())
  onKey(String(place + 1), link.textContent, () => link.click());

// ---- theme, language, game ----

const theme = localStorage.getItem("pnp-theme");
if (theme) document.documentElement.dataset.theme = theme;
$("#theme").addEventListener("click", () => {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  localStorage.setItem("pnp-theme", document.documentElement.dataset.theme);
});
$("#page-language").addEventListener("change", () => {
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API
  document.cookie = `pnp-lang=${$("#page-language").value};path=/;max-age=31536000;samesite=strict`;
  location.reload();
});
$("#game")?.addEventListener("change", () => {
  location.href = `/${encodeURIComponent($("#game").value)}/${about.view}`;
});

// ---- fields ----

/** @param {string} id */
const fieldOf = (id) => /** @type {Field} */ (document.getElementById(id));
/** @param {Field} field
 * @returns {field is HTMLInputElement} */
const isCheckbox = (field) => field.type === "checkbox";

/** Keep the values of fields in the page's address, so that a reload keeps them; `changed` is called with the id of a
 * field that changes.
 * @param {string[]} ids
 * @param {(id: string) => unknown} changed */
export function keepFields(ids, changed) {
  const asked = new URLSearchParams(location.search);
  for (const id of ids) {
    const field = fieldOf(id);
    if (asked.has(id) && isCheckbox(field)) field.checked = true;
    else if (asked.has(id)) field.value = asked.get(id);
    field.addEventListener(field.type === "search" || field.type === "range" ? "input" : "change", () => {
      writeAddress(ids);
      changed(id);
    });
  }
}
/** @param {string[]} ids */
function writeAddress(ids) {
  const now = new URLSearchParams();
  for (const id of ids) {
    const field = fieldOf(id);
    const value = isCheckbox(field) ? (field.checked ? "1" : "") : field.value;
    if (value && value !== field.dataset.usual) now.set(id, value);
  }
  history.replaceState(null, "", now.size ? `?${now}` : location.pathname);
}

/** Fill a select, which keeps its value if it is still a choice. `first` is the text of an empty first choice.
 * @param {HTMLSelectElement} select
 * @param {string[][]} choices values with their texts
 * @param {string | null} first */
export function fillSelect(select, choices, first = null) {
  const before = select.value;
  select.replaceChildren(
    ...(first === null ? [] : [make("option", { value: "" }, first)]),
    ...choices.map(([value, text]) => make("option", { value }, text)),
  );
  if (choices.some(([value]) => value === before)) select.value = before;
}
