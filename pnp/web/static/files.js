// The files page: text files of the game, edited with a preview and with problems at their lines.
import { draftKeys } from "./drafts.js";
import { OpenFiles, showFileState } from "./openfiles.js";
import {
  $,
  $$,
  api,
  attempt,
  fillSelect,
  get,
  listen,
  make,
  newest,
  number,
  Offline,
  onConnection,
  onEvent,
  post,
  problemNode,
  problemsOf,
  say,
  targetOf,
} from "./page.js";
import { TextEditor } from "./texteditor.js";
import "./face.js";

/** @import { FaceView } from "./face.js" */
/** @import { EditedFile } from "./editedfile.js" */
/** @import { Mark } from "./texteditor.js" */

const PAUSE_MS = 250; // without typing, after which a text is checked
const KINDS = ["spec", "memo", "rulebook", "figures", "template", "shared", "drawing", "settings"];

/** @type {Answer.ListedText[]} */
let listed = [];
const files = new OpenFiles(
  (file) => {
    if (file === shown) showText();
  },
  async (file) => {
    if (file === shown) await editor.settled();
  },
);
/** The file that is shown. @type {EditedFile | null} */
let shown = null;

const editor = new TextEditor($("#editor"), () => {
  shown.text = editor.text;
  if (shown.theirs !== null) {
    shown.settle();
    editor.update(shown.text);
  }
  shown.store();
  showState();
  check();
});

// ---- the list of files ----

/** @param {string} name */
const address = (name) => `?${new URLSearchParams({ file: name })}`;
/** @param {string} name */
const isUnsaved = (name) => files.find(name)?.unsaved ?? stored.has(`text ${name}`);
/** Keys of the drafts that this browser has. @type {Set<string>} */
let stored = new Set();

async function loadList() {
  /** @type {Answer.TextList} */
  const found = await get(api("texts"));
  listed = found.files;
  stored = await draftKeys();
  showList();
}

function showList() {
  const group = (/** @type {Answer.ListedText} */ { kind, shared }) =>
    kind === "template" && shared ? "shared" : kind;
  $("#list").replaceChildren(
    ...KINDS.flatMap((kind) => {
      const found = listed.filter((each) => group(each) === kind);
      if (!found.length) return [];
      return [make("li", {}, make("h2", {}, say(`files-${kind}`)), make("ul", {}, ...found.map(entry)))];
    }),
  );
}
/** @param {Answer.ListedText} file */
function entry({ file, readOnly }) {
  const current = file === shown?.name;
  const unsaved = isUnsaved(file);
  return make(
    "li",
    {},
    make(
      "a",
      { href: address(file), title: file, "aria-current": current ? "true" : null },
      file.split("/").slice(2).join("/") || file,
      unsaved ? make("span", { class: "unsaved", title: say("files-unsaved") }, " ●") : null,
      unsaved ? make("span", { class: "unseen" }, ` ${say("files-unsaved")}`) : null,
      readOnly ? make("small", { class: "soft", title: readOnly }, ` ${say("files-read-only")}`) : null,
    ),
  );
}

// ---- opening files ----

let opening = 0;
/** Name of the file that is shown, or will be once it is loaded. */
let wanted = "";
/** Show a file.
 * @param {string} name
 * @param {number} line the line to go to */
async function show(name, line = 0) {
  const mine = ++opening;
  wanted = name;
  const opened = await attempt(() => files.open(name));
  if (!opened || mine !== opening) return;
  if (shown !== opened) {
    shown = opened;
    clearPreview();
    editor.open(opened.text);
    editor.area.readOnly = Boolean(opened.readOnly);
    editor.area.setAttribute("aria-label", name);
    editor.mark([]);
    loadPieces();
  }
  $("#none").hidden = true;
  $("#work").hidden = false;
  $("#name").textContent = name;
  showText();
  if (line) editor.goTo(line);
  check(0);
}

/** Show the text of the file after something else than typing has changed it. */
function showText() {
  editor.update(shown.text);
  shown.store();
  showState();
}

function showState() {
  showFileState(shown, () => {
    showText();
    check(0);
  });
  const mark = $('#list a[aria-current="true"]');
  if (!mark || Boolean($(".unsaved", mark)) !== shown.unsaved || mark.title !== shown.name) showList();
}

// ---- saving, and changes by other programs ----

function save() {
  if (shown) files.save(shown);
}
$("#save").addEventListener("click", save);
addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s") {
    event.preventDefault();
    save();
  }
});

$("#revert").addEventListener("click", async () => {
  if (!confirm(say("files-discard"))) return;
  await files.revert(shown);
  check(0);
});

const reload = newest(async () => {
  await loadList();
  await files.reload([wanted]);
  if (shown) check(0);
});

// ---- problems and preview of the unsaved text ----

let waiting = 0;
let asked = 0;
/** Check and draw the text, once nothing has been typed for a while. */
function check(pause = PAUSE_MS) {
  clearTimeout(waiting);
  waiting = setTimeout(tryText, pause);
}

async function tryText() {
  const file = shown;
  if (!file || file.kind === "settings") return;
  const mine = ++asked;
  $("#live").classList.add("busy");
  try {
    /** @type {Answer.TriedText} */
    const tried = await post(api("text/try"), {
      file: file.name,
      text: file.text,
      faces: wantedFaces(),
      turn: mine,
      lang: $("#lang").value,
    });
    if (mine !== asked || tried.stopped) return;
    showProblemsOf(file, tried.problems);
    showPreview(file, tried);
  } catch (error) {
    if (mine === asked && !(error instanceof Offline)) showProblemsOf(file, problemsOf(error));
  } finally {
    if (mine === asked) $("#live").classList.remove("busy");
  }
}

/** @param {EditedFile} file
 * @param {ShownProblem[]} problems */
function showProblemsOf(file, problems) {
  const here = problems.filter(({ location }) => location?.file === file.name && location.line);
  here.sort((one, other) => one.location.line - other.location.line);
  /** @type {Mark[]} */
  const marks = here.map(({ location, message }) => ({ line: location.line, message }));
  editor.mark(marks);
  const others = problems.filter((problem) => !here.includes(problem));
  $("#problem-count").textContent = problems.length
    ? say(problems.length === 1 ? "files-problem" : "files-problems", { count: number(problems.length) })
    : say("files-no-problems");
  $("#problem-count").classList.toggle("bad", problems.length > 0);
  $("#problem-list").replaceChildren(
    ...here.map(lineNode),
    ...others.map((problem) => make("li", {}, problemNode(problem))),
  );
  sayLine();
}
/** @param {ShownProblem} problem */
function lineNode(problem) {
  const { line } = problem.location;
  const go = make(
    "button",
    { type: "button", class: "where", onclick: () => editor.goTo(line) },
    say("files-line", { line }),
  );
  return make("li", {}, problemNode({ ...problem, subject: false }, go));
}

let said = "";
/** Show the messages at the line of the cursor. */
function sayLine() {
  const text = editor.messages(editor.line).join(" · ");
  if (text !== said) $("#said").textContent = text;
  said = text;
}
document.addEventListener("selectionchange", () => {
  if (document.activeElement === editor.area) sayLine();
});
addEventListener("keydown", (event) => {
  if (event.key !== "F8") return;
  event.preventDefault();
  editor.goToProblem(event.shiftKey ? -1 : 1);
  sayLine();
});

// ---- faces and pages ----

/** Pieces that are drawn from the file. @type {Answer.TextPiece[]} */
let pieces = [];
const loadPieces = newest(async () => {
  const file = shown;
  /** @type {Answer.TextPieces} */
  const found = await get(api(`text/pieces?${new URLSearchParams({ file: file.name })}`));
  if (file !== shown) return;
  pieces = found.pieces;
  fillSelect(
    $("#piece"),
    pieces.map(({ deck, id }) => [`${deck}/${id}`, id]),
  );
  $("#piece").parentElement.hidden = !pieces.length;
  fillSelect(
    $("#lang"),
    found.languages.map((lang) => [lang, lang]),
  );
  $("#lang").parentElement.hidden = found.languages.length < 2 || ["memo", "rulebook"].includes(file.kind);
  if (!found.languages.includes(chosenLang)) $("#lang").value = found.lang;
  $("#unused").hidden = pieces.length > 0 || !["template", "drawing"].includes(file.kind);
  check(0);
});
/** The language that the user has chosen. */
let chosenLang = "";
for (const select of [$("#piece"), $("#lang")])
  select.addEventListener("change", () => {
    chosenLang = $("#lang").value;
    check(0);
  });

/** Return the names of the faces to draw: those of the chosen piece, and the one with the longest text. */
function wantedFaces() {
  const chosen = pieces.find(({ deck, id }) => `${deck}/${id}` === $("#piece").value);
  if (!chosen) return [];
  const longest = pieces
    .filter(({ deck }) => deck === chosen.deck)
    .reduce((one, other) => (other.length > one.length ? other : one));
  const names = chosen.sides.map((side) => `${chosen.deck}/${chosen.id}/${side}/1`);
  return longest === chosen ? names : [...names, `${longest.deck}/${longest.id}/${longest.sides[0]}/1`];
}

function clearPreview() {
  pieces = [];
  $("#faces").replaceChildren();
  $("#pages").replaceChildren();
  $("#stale").hidden = true;
  $("#problem-list").replaceChildren();
  $("#problem-count").textContent = "";
  $("#preview").hidden = $("#problems").hidden = shown.kind === "settings";
}

/** @param {EditedFile} file
 * @param {Answer.TriedText} tried */
function showPreview(file, { faces, pages }) {
  const memo = ["memo", "rulebook", "figures"].includes(file.kind);
  const drawn = memo ? pages.length > 0 : faces.every(({ key }) => key !== null) && faces.length > 0;
  $("#stale").hidden = drawn || (memo ? !$("#pages img") : !$("#faces pnp-face"));
  if (memo) {
    if (pages.length) showPages(pages);
    return;
  }
  const drawable = faces.filter(({ shape }) => shape !== null);
  const boxes = $$("figure", $("#faces"));
  for (const box of boxes) if (faces.length && !faces.some(({ name }) => name === box.dataset.name)) box.remove();
  for (const { name, key, shape } of drawable) {
    const [, id, side] = name.split("/");
    const box = boxes.find((each) => each.dataset.name === name) ?? faceBox(name, `${id} · ${say(`sheets-${side}`)}`);
    $("#faces").append(box);
    if (key === null) continue;
    const face = $("pnp-face", box);
    face.of = shape;
    face.show(key, fetchFace(key));
  }
}
/** @param {string} name
 * @param {string} label */
function faceBox(name, label) {
  const box = make("figure", {}, make("pnp-face", { label }), make("figcaption", {}, label));
  box.dataset.name = name;
  return box;
}
/** @param {string} key */
async function fetchFace(key) {
  const response = await fetch(`/api/face/${key}.svg`);
  if (!response.ok) throw new Error(`no picture ${key}`);
  return response.text();
}
/** @param {string[]} pages */
function showPages(pages) {
  const images = $$("img", $("#pages"));
  for (const image of images.slice(pages.length)) image.remove();
  for (const [place, page] of pages.entries()) {
    const image = images[place] ?? $("#pages").appendChild(make("img"));
    image.src = page;
    image.alt = say("files-page", { page: place + 1 });
  }
}

// ---- the page ----

async function showAddressed() {
  const asked = new URLSearchParams(location.search);
  const name = asked.get("file") ?? listed[0]?.file;
  if (name) await show(name, Number(asked.get("line")) || 0);
}
addEventListener("popstate", showAddressed);
document.addEventListener("click", (event) => {
  // links to other lines and files, such as those of problems
  const link = targetOf(event).closest("a");
  if (!link || link.pathname !== location.pathname || !link.search || event.ctrlKey || event.metaKey || event.shiftKey)
    return;
  event.preventDefault();
  if (link.search !== location.search) history.pushState(null, "", link.search);
  showAddressed();
});
onEvent("saved", () => reload());
onConnection((online) => {
  if (online) check(0);
});
listen({}, () => reload());
await newest(loadList)();
await showAddressed();
