// Shared by all pages: words, requests, events from the server, problems, keys, themes.

import { $, $$, about, make, number, say, targetOf, words } from "./dom.js";
import { enterWithTicket } from "./entry.js";
import { serve } from "./stream.js";

/** @import { Watch } from "./stream.js" */

export { $, $$, about, make, number, say, targetOf };

let token = about.token;
export const pageId = Math.random().toString(36).slice(2, 14);

/** Return the page's words as nodes, some of whose blanks are elements, such as a name in another language.
 * @param {string} key
 * @param {Record<string, string | number | Node>} blanks */
export const sayNodes = (key, blanks) =>
  (words[key] ?? key)
    .split(/\{(\w+)\}/)
    .map((part, place) => (place % 2 ? (blanks[part] ?? "") : part))
    .map((part) => (part instanceof Node ? part : document.createTextNode(String(part))));

/** Return a text of the game, marked with its language where that is not the page's.
 * @param {string} text
 * @param {string} lang */
export const gameText = (text, lang) => make("span", { lang: lang === about.lang ? null : lang }, text);

/** @param {number} bytes */
export const fileSize = (bytes) =>
  bytes >= 1e6 ? `${number(bytes / 1e6, 1)} MB` : `${number(Math.max(1, bytes / 1e3))} kB`;

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
    this.challenge = answer.challenge;
  }
}

/** A request that got no answer, because the server is not running or the connection failed. */
export class Offline extends Error {
  constructor() {
    super(say("no-answer"));
  }
}

/** Fetch something; Offline if there is no answer. If the server was restarted, enter again and repeat the request.
 * @param {string} path
 * @param {() => RequestInit} options
 * @returns {Promise<any>} */
async function request(path, options, repeat = true) {
  try {
    return await answer(await fetch(path, options()));
  } catch (error) {
    if (repeat && error instanceof Refused && error.challenge && (await enterAgain(error.challenge)))
      return request(path, options, false);
    // fetch reports lost connections as TypeErrors, and Firefox reports requests of a page that is left as AbortErrors
    const lost = error instanceof TypeError || (error instanceof DOMException && error.name === "AbortError");
    throw lost ? new Offline() : error;
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

/** Ask the server for something; the caller declares the type of the answer. Refused or Offline if there is none.
 * @template T
 * @param {string} path
 * @returns {Promise<T>} */
export const get = (path) => request(path, () => ({ headers: { "x-pnp-page": pageId } }));

/** Send a request that changes something or starts work. Refused or Offline if it fails.
 * @template T
 * @param {string} path
 * @param {object} body
 * @returns {Promise<T>} */
export const post = (path, body = {}) =>
  request(path, () => ({
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", "x-pnp-token": token, "x-pnp-page": pageId },
  }));

/** Send a file. Refused or Offline if it fails.
 * @template T
 * @param {string} path
 * @param {Blob} file
 * @returns {Promise<T>} */
export const sendFile = (path, file) =>
  request(path, () => ({
    method: "POST",
    body: file,
    headers: { "content-type": "application/octet-stream", "x-pnp-token": token, "x-pnp-page": pageId },
  }));

/** Whether a restarted server admits the page, by its challenge. @type {Map<string, Promise<boolean>>} */
const entered = new Map();
/** Enter a restarted server again, once; return whether it admits the page. The page says what to do if not.
 * @param {string} challenge */
function enterAgain(challenge) {
  if (!entered.has(challenge)) entered.set(challenge, enter(challenge));
  return entered.get(challenge);
}
/** @param {string} challenge */
async function enter(challenge) {
  if (!crypto.subtle) {
    // browsers sign nothing on pages from other computers that are not encrypted
    showProblems([{ where: "", message: say("no-entry-friends") }]);
    return false;
  }
  try {
    const answer = await enterWithTicket(about, challenge);
    if (answer) token = answer.token;
    else showProblems([{ where: "", message: say(about.match ? "no-entry-friends" : "no-entry-restarted") }]);
    return answer !== null;
  } catch {
    entered.delete(challenge); // no answer: the next request tries again
    return false;
  }
}

/** Return an address of the API for the page's game.
 * @param {string} path */
export const api = (path) => `${about.base}/api/${encodeURIComponent(about.game)}/${path}`;

// ---- the connection to the server ----

let online = true;
/** @type {((online: boolean) => unknown)[]} */
const connectionWorks = [];

/** Whether the server answers, as far as is known. */
export const isOnline = () => online;

/** Call a function whenever the connection to the server is lost (false) or is back (true).
 * @param {(online: boolean) => unknown} work */
export function onConnection(work) {
  connectionWorks.push(work);
}

/** @param {boolean} now */
function setOnline(now) {
  if (online === now) return;
  online = now;
  const text = say(now ? "live" : about.match ? "live-off-friends" : "live-off");
  $("#live").classList.toggle("off", !now);
  $("#live").title = text;
  $("#live .unseen").textContent = text;
  $("#offline").hidden = now;
  $("#offline").textContent = now ? "" : say(about.match ? "offline-friends" : "offline");
  for (const work of connectionWorks) work(now);
}

const RETRY_MS = [300, 1000, 3000, 10_000];
/** Number of retries after an internal error of the server, which is likely to happen again. */
const MOST_ERRORS = 4;
/** Status of a request that the server would answer later, because it has had too many. */
const TOO_MANY = 429;

/** Return a function that calls `ask`. If it is called again before the answer arrives, it asks once more, so that the
 * last answer is the newest; every caller waits for that one. A request without an answer is sent again, after growing
 * waits, until one arrives. Other problems are shown.
 * @param {() => Promise<unknown>} ask
 * @returns {() => Promise<void>} */
export function newest(ask) {
  /** @type {Promise<void> | null} */
  let asking = null;
  let again = false;
  let wake = () => {};
  onConnection((now) => {
    if (now) wake();
  });
  const askUntilAnswered = async () => {
    let failed = 0;
    while (again) {
      again = false;
      try {
        await ask();
        failed = 0;
      } catch (error) {
        if (!(error instanceof Refused || error instanceof Offline)) throw error;
        const internal = error instanceof Refused && (error.status >= 500 || error.status === TOO_MANY);
        again ||= error instanceof Offline || (internal && failed < MOST_ERRORS);
        if (error instanceof Refused && failed === 0) toastProblems(error);
        const wait = RETRY_MS[Math.min(failed++, RETRY_MS.length - 1)];
        if (again)
          await new Promise((done) => {
            const timer = setTimeout(done, wait);
            wake = () => {
              clearTimeout(timer);
              done(undefined);
            };
          });
      }
    }
  };
  return () => {
    again = true;
    wake();
    asking ??= askUntilAnswered().finally(() => {
      asking = null;
    });
    return asking;
  };
}

// ---- events from the server ----

/** @type {{ kind: string, work: (about: any) => unknown }[]} */
const listeners = [];
/** What the page shows, once it listens. @type {Watch | null} */
let watched = null;
let missed = () => {};
let greeted = false;
let gameVersion = about.gameVersion;

/** Call a function for every event of a kind.
 * @template {keyof Answer.PageEvents} Kind
 * @param {Kind} kind
 * @param {(about: Answer.PageEvents[Kind]) => unknown} work */
export function onEvent(kind, work) {
  listeners.push({ kind, work });
}
onEvent("connected", (now) => {
  token = now.token;
  setOnline(true);
});
onEvent("lost", () => setOnline(false));
onEvent("challenge", ({ challenge }) => enterAgain(challenge));
onEvent("hello", ({ version }) => {
  if (greeted || version !== gameVersion) missed();
  greeted = true;
  gameVersion = version;
});
onEvent("again", () => missed());
onEvent("saved", ({ version }) => {
  gameVersion = version;
});

/** Listen to the server, for one view of the game; `since` is the version of the newest face that the page knows.
 * `again` is called when something may have been missed: a save since the page was made, or anything while the
 * connection was lost.
 * @param {{ lang?: string, ink?: string, since?: number }} view
 * @param {() => unknown} again */
export async function listen(view, again) {
  watched = { page: pageId, game: about.game, base: about.base, ...view };
  missed = again;
  greeted = false;
  await lock;
  port.postMessage(watched);
}

/** Held until the page is closed, by which the worker notices that. */
const lock = new Promise((held) => {
  if (!navigator.locks) held(undefined);
  navigator.locks
    ?.request(pageId, () => {
      held(undefined);
      return new Promise(() => {});
    })
    .catch(() => {}); // Firefox reports that the page was left
});

/** Return a port to the worker that all pages share. Where the browser has none, the page holds a connection for itself
 * while it is visible. */
function connect() {
  try {
    const worker = new SharedWorker("/static/stream.js", { type: "module", name: `pnp ${about.version}${about.base}` });
    worker.onerror = () => use(connectAlone());
    return worker.port;
  } catch {
    return connectAlone();
  }
}
function connectAlone() {
  const { port1, port2 } = new MessageChannel();
  serve(port2);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) use(port);
    else if (!followed.size) port.postMessage({ leave: pageId });
  });
  return port1;
}
/** @type {MessagePort} */
let port;
/** @param {MessagePort} chosen */
function use(chosen) {
  port = chosen;
  port.onmessage = ({ data }) => {
    for (const { kind, work } of listeners) if (kind === data.kind) work(data.about);
  };
  if (watched) port.postMessage(watched);
}
use(connect());
addEventListener("pagehide", () => port.postMessage({ leave: pageId }));
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) use(port);
});

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
    let ended = false;
    /** @param {Answer.ListedJob<Result>} now */
    const look = (now) => {
      if (ended) return; // an answer to an earlier question
      onProgress(now);
      if (now.state === "running") return;
      ended = true;
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

const MESSAGE_MS = 5000;

/** Show a message for a few seconds. An error ("bad") is shown until it is closed.
 * @param {string | Node[]} text
 * @param {"" | "bad"} kind */
export function toast(text, kind = "") {
  const box = $("#toasts");
  // outside an open dialog, messages could be neither seen nor closed
  const dialog = $$("dialog[open]").at(-1);
  if (dialog && box.parentElement !== dialog) {
    dialog.append(box);
    dialog.addEventListener("close", () => document.body.append(box), { once: true });
  }
  if (kind === "bad") {
    box.append(errorNode([text].flat()));
    return;
  }
  const shown = make("div", {}, ...[text].flat());
  $("[role=status]", box).append(shown);
  setTimeout(() => shown.remove(), MESSAGE_MS);
}

/** Make an error message with a button that closes it. The same error is shown once.
 * @param {(string | Node)[]} content */
function errorNode(content) {
  const close = make("button", { type: "button", "aria-label": say("close"), title: say("close") }, "×");
  const shown = make("div", { class: "bad", role: "alert" }, make("div", {}, ...content), close);
  const last = /** @type {HTMLElement | null} */ (document.activeElement);
  close.addEventListener("click", () => {
    const others = $$("#toasts .bad button").filter((button) => button !== close);
    shown.remove();
    if (others.length) others.at(-1).focus();
    else if (last?.isConnected && last !== document.body) last.focus();
    else $("#main").focus({ preventScroll: true });
  });
  for (const other of $$("#toasts .bad")) if (other.textContent === shown.textContent) other.remove();
  return shown;
}

/** Have screen readers say something that the page shows elsewhere.
 * @param {string} text */
export function announce(text) {
  $("#announced").textContent = text;
}

// ---- waiting ----

/** How long nothing is said about something that may be over in a moment. */
const PATIENCE_MS = 600;
/** What the page waits for, by name, with the time since when.
 * @type {Map<string, { text: string, job: Answer.ListedJob<unknown> | null, since: number }>} */
const waits = new Map();
let waitTimer = 0;

/** Say what the page waits for, and how far it is if a job tells; with an empty text, the wait is over. What takes less
 * than a moment is not shown. Screen readers announce the text, but not its progress.
 * @param {string} name of the wait; several may be under way
 * @param {string} text
 * @param {Answer.ListedJob<unknown> | null} job */
export function showWait(name, text, job = null) {
  const since = waits.get(name)?.since ?? performance.now();
  waits.delete(name);
  if (text) waits.set(name, { text, job, since });
  drawWait();
}

function drawWait() {
  clearTimeout(waitTimer);
  const now = performance.now();
  const shown = [...waits.values()].findLast(({ since }) => now - since >= PATIENCE_MS);
  const box = $("#waiting");
  box.hidden = !shown;
  if (shown) {
    const { text, job } = shown;
    if ($("#waiting-for").textContent !== text) announce(text);
    $("#waiting-for").textContent = text;
    $("#waiting-count").textContent = job?.total ? `${number(job.done)} / ${number(job.total)}` : "";
    showProgress($("progress", box), job);
  } else if ($("#waiting-for").textContent) {
    $("#waiting-for").textContent = "";
    announce(waits.size ? "" : say("ready"));
  }
  const next = Math.min(
    ...[...waits.values()].map(({ since }) => since + PATIENCE_MS - now).filter((left) => left > 0),
  );
  if (Number.isFinite(next)) waitTimer = setTimeout(drawWait, next + 5);
}

let waitCount = 0;
/** Say what the page waits for while something is under way.
 * @template T
 * @param {string} text
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} */
export async function whileWaiting(text, work) {
  const name = `wait ${++waitCount}`;
  showWait(name, text);
  try {
    return await work();
  } finally {
    showWait(name, "");
  }
}

/** Return the address of a cell or row in the table editor; empty for other locations.
 * @param {Answer.Location} location */
function cellAddress({ file, row, column, heading }) {
  if (!row || !/\.(csv|tsv|txt)$/i.test(file ?? "")) return "";
  const asked = new URLSearchParams({ table: file, line: String(row), column: heading || column || "" });
  return `/${encodeURIComponent(about.game)}/table?${asked}`;
}
/** Return the address of a text file and line on the files page, or of a box on the layout page; empty for files that
 * cannot be edited there.
 * @param {Answer.Location} location */
function textAddress({ file = "", line, bundled }) {
  const folders = [`components/${about.game}/`, `templates/${about.game}/`, "templates/_shared/"];
  if (bundled || !/\.(toml|j2|svg)$/i.test(file) || !folders.some((folder) => file.startsWith(folder))) return "";
  const asked = new URLSearchParams({ file, ...(line && { line: String(line) }) });
  const page = /^templates\/.*\.toml$/i.test(file) ? "layout" : "files";
  return `/${encodeURIComponent(about.game)}/${page}?${asked}`;
}
/** @param {Answer.Location} location */
const fileAndLine = ({ file, line, row }) => `${file}${line || row ? `:${line || row}` : ""}`;

/** Show a location in the project's files: a link to the row in its table, or the file and line with a button to copy
 * them and, if the files page can edit it, a link.
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
  const edited = textAddress(location);
  return make("span", {}, edited ? make("a", { href: edited }, text) : make("code", {}, text), " ", button);
}

/** Show the location of a problem, as messages write it: a link to the row in its table or to the line in its file, or
 * text with its file and line as a tooltip.
 * @param {{ where: string, location?: Answer.Location }} problem */
export function whereNode({ where, location = {} }) {
  const place = cellAddress(location) || textAddress(location);
  const title = location.file && location.line ? fileAndLine(location) : null;
  return place
    ? make("a", { class: "where", href: place, title }, where)
    : make("code", { class: "where", title }, where);
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

/** Show the problems of an error until they are closed.
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
/** Have a key do something, unless somebody is typing or a dialog is open; it is listed under "?". If `work` returns
 * false, the key keeps its usual effect. Keys that type a character can be switched off.
 * @param {string} key
 * @param {string} text
 * @param {(event: KeyboardEvent) => unknown} work */
export function onKey(key, text, work) {
  keys.push({ key, text, work });
}
/** @type {(() => boolean)[]} */
const pauses = [];
/** Switch keys off while a function returns true, so that none leaves the page with something unsaved.
 * @param {() => boolean} when */
export function pauseKeys(when) {
  pauses.push(when);
}
/** @param {HTMLElement} target */
const typing = (target) =>
  target.closest?.("input:not([type=checkbox]):not([type=range]), select, textarea, [contenteditable=true]");
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(targetOf(event))) return;
  if (pauses.some((paused) => paused())) return;
  if ($("dialog[open]") || isSwitchedOff(event)) return;
  const found = keys.find((each) => each.key === event.key || each.key.toLowerCase() === event.key);
  if (found && found.work(event) !== false) event.preventDefault();
});

const CHARACTER_KEYS = "pnp-character-keys";
$("#character-keys").checked = localStorage.getItem(CHARACTER_KEYS) !== "off";
$("#character-keys").addEventListener("change", () => {
  if ($("#character-keys").checked) localStorage.removeItem(CHARACTER_KEYS);
  else localStorage.setItem(CHARACTER_KEYS, "off");
});
/** Tell whether a key is a shortcut that the user has switched off: a single character, which speech input may type.
 * @param {KeyboardEvent} event */
export const isSwitchedOff = ({ key, ctrlKey, metaKey, altKey }) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey && localStorage.getItem(CHARACTER_KEYS) === "off";

onKey("?", say("keys"), showKeys);
/** @type {Record<string, string>} */
const KEY_NAMES = { ArrowRight: "→", ArrowLeft: "←", ArrowUp: "↑", ArrowDown: "↓", Enter: say("key-enter") };
function showKeys() {
  $("#keys-help dl").replaceChildren(
    ...keys.flatMap(({ key, text }) => [make("dt", {}, make("kbd", {}, KEY_NAMES[key] ?? key)), make("dd", {}, text)]),
  );
  $("#keys-help").showModal();
}
$("#keys").addEventListener("click", showKeys);
// on the play page, numbers play moves
for (const [place, link] of about.view === "play" ? [] : $$(".top nav a").slice(0, 9).entries())
  onKey(String(place + 1), $(".name", link).textContent, () => link.click());

// ---- the list of pages, behind a button where it does not fit ----

/** @param {boolean} open */
function showMenu(open) {
  $("#menu").setAttribute("aria-expanded", String(open));
  $(".top nav").classList.toggle("open", open);
}
$("#menu")?.addEventListener("click", () => showMenu($("#menu").getAttribute("aria-expanded") !== "true"));
$(".top nav")?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || $("#menu").getAttribute("aria-expanded") !== "true") return;
  showMenu(false);
  $("#menu").focus();
});
$(".top nav")?.addEventListener("focusout", ({ relatedTarget }) => {
  if (relatedTarget instanceof Node && !$(".top nav").contains(relatedTarget)) showMenu(false);
});
// what sticks below the header needs to know how high it is
new ResizeObserver(() => {
  const sticks = getComputedStyle($(".top")).position === "sticky";
  document.documentElement.style.setProperty("--top", sticks ? `${$(".top").offsetHeight}px` : "0px");
}).observe($(".top"));

// ---- theme, language, game ----

const theme = localStorage.getItem("pnp-theme");
if (theme) document.documentElement.dataset.theme = theme;
const darkScheme = matchMedia("(prefers-color-scheme: dark)");
/** Whether the page is dark now. */
export const isDark = () =>
  (document.documentElement.dataset.theme || (darkScheme.matches ? "dark" : "light")) === "dark";
/** @type {(() => unknown)[]} */
const themeWorks = [];
/** Call a function whenever the page has become light or dark.
 * @param {() => unknown} work */
export function onTheme(work) {
  themeWorks.push(work);
}
const themeChanged = () => {
  for (const work of themeWorks) work();
};
darkScheme.addEventListener("change", themeChanged);
$("#theme").addEventListener("click", () => {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  localStorage.setItem("pnp-theme", document.documentElement.dataset.theme);
  themeChanged();
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
