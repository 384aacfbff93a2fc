// What every page has: words, requests, news from the server, keys, themes.

const data = (id) => JSON.parse(document.getElementById(id).textContent);
export const about = data("about");
const words = data("words");
export const pageId = Math.random().toString(36).slice(2, 14);
export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** The words of the page in the reader's language, with their blanks filled in. */
export function say(key, blanks = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => blanks[name] ?? "");
}

/** A number as the reader writes it. */
export const number = (value, digits = 0) =>
  Number(value).toLocaleString(about.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const fileSize = (bytes) =>
  bytes >= 1e6 ? `${number(bytes / 1e6, 1)} MB` : `${number(Math.max(1, bytes / 1e3))} kB`;

/** An element with attributes and children; texts are never read as markup. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A refused request, with its problems as pnp/web/problems.py lists them. */
export class Refused extends Error {
  constructor(status, answer) {
    super(answer.problems?.[0]?.message ?? `HTTP ${status}`);
    this.status = status;
    this.problems = answer.problems ?? [{ where: "", message: this.message }];
    this.now = answer.now;
  }
}

async function answer(response) {
  const type = response.headers.get("content-type") ?? "";
  const body = type.includes("json")
    ? await response.json()
    : { problems: [{ where: "pnp serve", message: (await response.text()).trim() }] };
  if (!response.ok) throw new Refused(response.status, body);
  return body;
}

export const get = async (path, options = {}) =>
  answer(await fetch(path, { headers: { "x-pnp-page": pageId }, ...options }));

/** A request that changes something or starts work. */
export const post = async (path, body = {}) =>
  answer(
    await fetch(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", "x-pnp-token": about.token, "x-pnp-page": pageId },
    }),
  );

export const api = (path) => `/api/${encodeURIComponent(about.game)}/${path}`;

// ---- news from the server ----

const hearing = {};
let source = null;
let gameVersion = about.gameVersion;
hearing.saved = [
  ({ version }) => {
    gameVersion = version;
  },
];
/** Have a function called whenever the server tells something of this kind. */
export function hear(kind, work) {
  (hearing[kind] ??= []).push(work);
  source?.addEventListener(kind, (event) => work(JSON.parse(event.data)));
}

/** Listen to the server, for one view of the game; `again` is called when something may have been missed: a save since
 * the page was made, or anything while contact was lost. */
export function listen(view = {}, again = () => {}) {
  source?.close();
  const asked = new URLSearchParams({ page: pageId, game: about.game, ...view });
  source = new EventSource(`/api/events?${asked}`);
  let greeted = false;
  source.addEventListener("hello", (event) => {
    const now = JSON.parse(event.data);
    $("#live").classList.remove("off");
    if (greeted || now.version !== gameVersion) again();
    greeted = true;
    gameVersion = now.version;
  });
  source.addEventListener("again", () => again());
  source.addEventListener("error", () => $("#live").classList.add("off"));
  for (const [kind, works] of Object.entries(hearing))
    for (const work of works) source.addEventListener(kind, (event) => work(JSON.parse(event.data)));
}
addEventListener("pagehide", () => source?.close());

/** A function that asks the server; called while an answer is under way, it asks once more, so that the last answer is
 * the newest. Whoever calls it waits for that one. */
export function newest(ask) {
  let asking = null,
    again = false;
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

const followed = new Map();
hear("job", (job) => followed.get(job.id)?.(job));

/** Follow a job until it ends; `told` hears how far it is. The finished job, or Refused with its problems. */
export function follow(job, told = () => {}) {
  return new Promise((resolve, reject) => {
    const look = (now) => {
      told(now);
      if (now.state === "running") return;
      followed.delete(job.id);
      clearInterval(watch);
      if (now.state === "failed") reject(new Refused(400, now));
      else resolve(now);
    };
    // news may be lost while contact is: ask now and then
    const watch = setInterval(async () => {
      try {
        look(await get(`/api/job/${job.id}`));
      } catch {
        /* later */
      }
    }, 2000);
    followed.set(job.id, look);
    look(job);
  });
}
export const stopJob = (job) => post(`/api/job/${job.id}/stop`);

// ---- how much is wrong, beside the link to the checks ----

hear("checks", ({ count }) => {
  $("#badge").hidden = !count;
  $("#badge").firstChild.textContent = number(count);
});

// ---- messages ----

export function toast(text, kind = "") {
  const shown = make("div", { class: kind }, ...[text].flat());
  $("#toasts").append(shown);
  setTimeout(() => shown.remove(), kind === "bad" ? 9000 : 4000);
}

/** Address of a cell or row in the table editor; empty for other locations. */
function cellAddress({ file, row, column, heading }) {
  if (!row || !/\.(csv|tsv|txt)$/i.test(file ?? "")) return "";
  return `/${encodeURIComponent(about.game)}/table?${new URLSearchParams({ table: file, line: row, column: heading || column || "" })}`;
}
const fileAndLine = ({ file, line, row }) => `${file}${line || row ? `:${line || row}` : ""}`;

/** A location in the project's files: a link to the row in its table, or the file and line with a button to copy them. */
export function locationNode(location, root = "") {
  const { file, bundled, column, heading, key } = location;
  if (!file) return make("span", {}, key || column || "");
  const text = `${fileAndLine(location)}${column ? ` · ${heading || column}` : key ? ` · ${key}` : ""}`;
  const cell = cellAddress(location);
  if (cell) return make("a", { href: cell }, text);
  if (bundled) return make("code", {}, text);
  const path = `${root ? `${root}/` : ""}${fileAndLine(location)}`;
  return make(
    "span",
    {},
    make("code", {}, text),
    " ",
    make(
      "button",
      {
        type: "button",
        class: "small",
        title: path,
        onclick: () => navigator.clipboard.writeText(path).then(() => toast(say("copied"))),
      },
      say("copy"),
    ),
  );
}

/** The location of a problem, as messages write it: a link to the row in its table, or text with its file and line as a tooltip. */
export function whereNode({ where, location = {} }) {
  const cell = cellAddress(location);
  if (cell) return make("a", { class: "where", href: cell }, where);
  return make("code", { class: "where", title: location.file && location.line ? fileAndLine(location) : null }, where);
}

/** A problem: where it is, what is wrong, its code and its hint. `place` replaces the location. */
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
export const problemList = (problems) => problems.map((problem) => problemNode(problem));

/** The problems of an error, whether the server or the browser reports it. */
export const problemsOf = (error) => error.problems ?? [{ where: "", message: String(error.message ?? error) }];

/** Show problems above the page, or take them away. */
export function trouble(problems) {
  const box = $("#trouble");
  box.hidden = !problems?.length;
  box.replaceChildren(...problemList(problems ?? []));
}

/** Show the problems of an error for a few seconds. */
export const refuse = (error) => toast(problemList(problemsOf(error)), "bad");

/** Run something, and show its problems if it fails. */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    refuse(error);
    return undefined;
  }
}

// ---- keys ----

const keys = [];
/** A key that does something, unless somebody is typing; it is listed under "?". */
export function onKey(key, text, work) {
  keys.push({ key, text, work });
}
const typing = (target) =>
  target.closest?.("input:not([type=checkbox]):not([type=range]), select, textarea, [contenteditable=true]");
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target)) return;
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
$$(".top nav a").forEach((link, place) => place < 9 && onKey(String(place + 1), link.textContent, () => link.click()));

// ---- theme, language, game ----

const theme = localStorage.getItem("pnp-theme");
if (theme) document.documentElement.dataset.theme = theme;
$("#theme").addEventListener("click", () => {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  localStorage.setItem("pnp-theme", document.documentElement.dataset.theme);
});
$("#page-language").addEventListener("change", (event) => {
  document.cookie = `pnp-lang=${event.target.value};path=/;max-age=31536000;samesite=strict`;
  location.reload();
});
$("#game")?.addEventListener("change", (event) => {
  location.href = `/${encodeURIComponent(event.target.value)}/${about.view}`;
});

/** What the address of the page says about its controls, kept there so that a reload keeps the place. */
export function kept(ids, changed) {
  const asked = new URLSearchParams(location.search);
  for (const id of ids) {
    const field = document.getElementById(id);
    if (asked.has(id)) field.type === "checkbox" ? (field.checked = true) : (field.value = asked.get(id));
    field.addEventListener(field.type === "search" || field.type === "range" ? "input" : "change", () => {
      keep(ids);
      changed(id);
    });
  }
}
function keep(ids) {
  const now = new URLSearchParams();
  for (const id of ids) {
    const field = document.getElementById(id);
    const value = field.type === "checkbox" ? (field.checked ? "1" : "") : field.value;
    if (value && value !== field.dataset.usual) now.set(id, value);
  }
  history.replaceState(null, "", now.size ? `?${now}` : location.pathname);
}
