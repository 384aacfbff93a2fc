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

/** What went wrong with a request: its problems, as the server tells them. */
export class Refused extends Error {
  constructor(status, answer) {
    super(answer.problems?.[0] ? `${answer.problems[0].where}: ${answer.problems[0].found}` : `HTTP ${status}`);
    this.status = status;
    this.problems = answer.problems ?? [{ where: "", expected: "", found: this.message, hint: "" }];
    this.now = answer.now;
  }
}

async function answer(response) {
  const type = response.headers.get("content-type") ?? "";
  const body = type.includes("json") ? await response.json() : { problems: [{ where: "pnp serve", expected: say("an-answer"), found: (await response.text()).trim(), hint: "" }] };
  if (!response.ok) throw new Refused(response.status, body);
  return body;
}

export const get = async (path, options = {}) =>
  answer(await fetch(path, { headers: { "x-pnp-page": pageId }, ...options }));

/** A request that changes something or starts work. */
export const post = async (path, body = {}) =>
  answer(await fetch(path, {
    method: "POST", body: JSON.stringify(body),
    headers: { "content-type": "application/json", "x-pnp-token": about.token, "x-pnp-page": pageId },
  }));

export const api = (path) => `/api/${encodeURIComponent(about.game)}/${path}`;

// ---- news from the server ----

const hearing = {};
let source = null;
let gameVersion = about.gameVersion;
hearing.saved = [({ version }) => { gameVersion = version; }];
/** Have a function called whenever the server tells something of this kind. */
export function hear(kind, work) {
  (hearing[kind] ??= []).push(work);
  source?.addEventListener(kind, (event) => work(JSON.parse(event.data)));
}

/** Listen to the server, for one view of the game; `again` is called, with the server's number of news, when something
 * may have been missed: what was drawn after the answer that has this number of `news`, or anything while contact was lost. */
export function listen(view = {}, again = () => {}, news = Infinity) {
  source?.close();
  const asked = new URLSearchParams({ page: pageId, game: about.game, ...view });
  source = new EventSource(`/api/events?${asked}`);
  let greeted = false;
  source.addEventListener("hello", (event) => {
    const now = JSON.parse(event.data);
    $("#live").classList.remove("off");
    if (greeted || now.version !== gameVersion || now.news > news) again(now.news);
    greeted = true;
    gameVersion = now.version;
  });
  source.addEventListener("again", () => again());
  source.addEventListener("error", () => $("#live").classList.add("off"));
  for (const [kind, works] of Object.entries(hearing))
    for (const work of works) source.addEventListener(kind, (event) => work(JSON.parse(event.data)));
}
addEventListener("pagehide", () => source?.close());

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
    const watch = setInterval(async () => { try { look(await get(`/api/job/${job.id}`)); } catch { /* later */ } }, 2000);
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
  const shown = make("div", { class: kind }, text);
  $("#toasts").append(shown);
  setTimeout(() => shown.remove(), kind === "bad" ? 9000 : 4000);
}

/** Where the page of tables shows a cell or a row; nothing for other places. */
function cellAddress(place) {
  if (!place?.row || !/\.(csv|tsv|txt)$/i.test(place.file ?? "")) return "";
  return `/${encodeURIComponent(about.game)}/table?${new URLSearchParams({ table: place.file, line: place.row, column: place.heading || place.column || "" })}`;
}

/** A place in the project's files: a link to the row in its table, or the file and line, to be copied. */
export function placeNode(place, root = "") {
  const line = place.line || place.row;
  const text = `${place.file || place.shown}${line ? `:${line}` : ""}${place.column ? ` · ${place.heading || place.column}` : place.key ? ` · ${place.key}` : ""}`;
  if (!place.file) return make("span", {}, text);
  const cell = cellAddress(place);
  if (cell) return make("a", { href: cell }, text);
  if (place.ours) return make("code", {}, text);
  const path = `${root ? `${root}/` : ""}${place.file}${line ? `:${line}` : ""}`;
  return make("span", {}, make("code", {}, text), " ", make("button", { type: "button", class: "small", title: path, onclick: () => navigator.clipboard.writeText(path).then(() => toast(say("copied"))) }, say("copy")));
}

/** The code of a problem, with the command that explains it; nothing where it has none. */
export const codeOf = (problem) => (problem.code ? make("code", { class: "kind", title: `pnp explain ${problem.code}` }, problem.code) : null);

/** Problems as a list; each says where, what was expected, what was found, its code, and what helps. */
export function problemList(problems) {
  return problems.map((problem) => {
    const line = problem.expected
      ? say("problem", { expected: problem.expected, found: problem.found })
      : problem.found;
    const cell = cellAddress(problem.place);
    const place = cell ? make("a", { class: "where", href: cell }, problem.where) : make("code", { class: "where" }, problem.where);
    return make("div", { class: "problem" }, place, " ", line, " ", codeOf(problem),
      problem.hint ? make("span", { class: "hint" }, `${say("hint")} ${problem.hint}`) : null);
  });
}

/** Show problems above the page, or take them away. */
export function trouble(problems) {
  const box = $("#trouble");
  box.hidden = !problems?.length;
  box.replaceChildren(...problemList(problems ?? []));
}

/** Run something; what goes wrong is shown. */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    toast(error.problems?.length ? error.problems.map((each) => [each.where, each.expected ? say("problem", each) : each.found, each.hint].filter(Boolean).join(" – ")).join("\n") : String(error.message), "bad");
    return undefined;
  }
}

// ---- keys ----

const keys = [];
/** A key that does something, unless somebody is typing; it is listed under "?". */
export function onKey(key, text, work) {
  keys.push({ key, text, work });
}
const typing = (target) => target.closest?.("input:not([type=checkbox]):not([type=range]), select, textarea, [contenteditable=true]");
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target)) return;
  const found = keys.find((each) => each.key === event.key || each.key.toLowerCase() === event.key);
  if (found && found.work(event) !== false) event.preventDefault();
});
onKey("?", say("keys"), () => $("#keys-help").open || showKeys());
function showKeys() {
  $("#keys-help dl").replaceChildren(...keys.flatMap(({ key, text }) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, text)]));
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
$("#game")?.addEventListener("change", (event) => { location.href = `/${encodeURIComponent(event.target.value)}/${about.view}`; });

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
