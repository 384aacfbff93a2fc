// The files page: text files of the game, edited with a preview and with problems at their lines.
import { draftKeys, openDraft, orphans } from "./drafts.js";
import { EditedFile } from "./editedfile.js";
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
  Refused,
  say,
  targetOf,
  toast,
} from "./page.js";
import { TextEditor } from "./texteditor.js";
import "./face.js";

/** @import { FaceView } from "./face.js" */
/** @import { StoredText } from "./editedfile.js" */
/** @import { Mark } from "./texteditor.js" */

const PAUSE_MS = 250; // without typing, after which a text is checked
const MOST_TRIES = 3; // to save a text that another program keeps changing
const MOST_LINES = 12; // of each side of a conflict that are shown
const KINDS = ["spec", "memo", "figures", "template", "shared", "drawing", "settings"];

/** @type {Answer.ListedText[]} */
let listed = [];
/** Files that were opened on this page. @type {Map<string, EditedFile>} */
const files = new Map();
/** The file that is shown. @type {EditedFile | null} */
let shown = null;
/** Why the last save failed. @type {ShownProblem[]} */
let refused = [];
let saving = false;

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

/** Wait for earlier changes of files to finish, so that a save and a reload do not overtake each other.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} */
function inTurn(work) {
  const turn = queue.then(work, work);
  queue = turn.catch(() => {});
  return turn;
}
/** @type {Promise<unknown>} */
let queue = Promise.resolve();

// ---- the list of files ----

/** @param {string} name */
const address = (name) => `?${new URLSearchParams({ file: name })}`;
/** @param {string} name */
const isUnsaved = (name) => files.get(name)?.unsaved ?? stored.has(`text ${name}`);
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

/** Return a file, with what was left unsaved of it.
 * @param {string} name */
async function load(name) {
  const known = files.get(name);
  if (known?.unsaved) return known;
  /** @type {Answer.TextContent} */
  const content = await get(api(`text?${new URLSearchParams({ file: name })}`));
  if (known) {
    known.reconcile(content);
    return known;
  }
  const key = `text ${name}`;
  /** @type {EditedFile} */
  const opened = new EditedFile(content, await openDraft(key));
  /** @type {StoredText | null} */
  const left = await opened.draft.load();
  if (left) opened.adopt(left);
  for (const each of await orphans(key)) {
    /** @type {StoredText | null} */
    const value = await each.load();
    if (value && opened.adopt(value)) toast(say("files-both"));
    opened.store();
    await opened.draft.written();
    each.clear();
  }
  opened.store();
  files.set(name, opened);
  return opened;
}

let opening = 0;
/** Name of the file that is shown, or will be once it is loaded. */
let wanted = "";
/** Show a file.
 * @param {string} name
 * @param {number} line the line to go to */
async function show(name, line = 0) {
  const mine = ++opening;
  wanted = name;
  const opened = await attempt(() => inTurn(() => load(name)));
  if (!opened || mine !== opening) return;
  if (shown !== opened) {
    shown = opened;
    refused = [];
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
  const { unsaved, readOnly, conflicts, gone } = shown;
  const problem = refused[0];
  $("#state").textContent = readOnly
    ? say("files-locked", { reason: readOnly })
    : saving
      ? say("files-saving")
      : gone
        ? say("files-gone")
        : conflicts.length
          ? say("files-conflict-state", { count: number(conflicts.length) })
          : unsaved && problem
            ? say("files-not-saved", { reason: problem.message })
            : say(unsaved ? "files-unsaved" : "files-saved");
  $("#state").classList.toggle("unsaved", unsaved);
  $("#save").disabled = Boolean(readOnly) || !unsaved || conflicts.length > 0;
  $("#revert").hidden = !unsaved || Boolean(readOnly);
  document.title = `${unsaved ? "● " : ""}${shown.name.split("/").pop()} · pnp`;
  showConflicts(conflicts);
  const mark = $('#list a[aria-current="true"]');
  if (!mark || Boolean($(".unsaved", mark)) !== unsaved || mark.title !== shown.name) showList();
}

// ---- saving ----

async function save() {
  const file = shown;
  if (!file || file.readOnly) return;
  await inTurn(async () => {
    refused = [];
    for (let tries = 0; tries < MOST_TRIES && file.unsaved && file.theirs === null; tries++) {
      const sent = file.text;
      saving = true;
      showState();
      try {
        /** @type {Answer.SavedText} */
        const saved = await post(api("text/save"), { file: file.name, text: sent, version: file.version });
        file.saved(sent, saved.version);
        break;
      } catch (error) {
        if (error instanceof Refused && error.status === 409 && error.now) await take(file, error.now);
        else {
          refused = problemsOf(error);
          file.gone = error instanceof Refused && refused[0]?.code === "E0101";
          break;
        }
      } finally {
        saving = false;
        file.store();
      }
    }
  });
  if (file === shown) showText();
}
$("#save").addEventListener("click", save);
addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s") {
    event.preventDefault();
    save();
  }
});

$("#revert").addEventListener("click", () => {
  if (!confirm(say("files-discard"))) return;
  inTurn(async () => {
    const file = shown;
    file.text = file.base = file.theirs ?? file.base;
    file.theirs = null;
    refused = [];
    showText();
    check(0);
  });
});

// ---- changes by other programs ----

/** Take over a file as it is now.
 * @param {EditedFile} file
 * @param {Answer.TextContent} now */
async function take(file, now) {
  if (file === shown) await editor.settled();
  file.reconcile(now);
  file.store();
  if (file !== shown) return;
  refused = [];
  showText();
}

const reload = newest(async () => {
  await loadList();
  for (const file of [...files.values()]) {
    if (file.name !== wanted && !file.unsaved) files.delete(file.name);
    else await inTurn(() => reloadFile(file));
  }
  if (shown) check(0);
});
/** @param {EditedFile} file */
async function reloadFile(file) {
  try {
    /** @type {Answer.TextContent} */
    const now = await get(api(`text?${new URLSearchParams({ file: file.name })}`));
    if (now.version !== file.version || file.gone) await take(file, now);
  } catch (error) {
    if (!(error instanceof Refused) || problemsOf(error)[0]?.code !== "E0101") throw error;
    file.gone = true;
    if (file === shown) showText();
  }
}

/** @param {EditedFile["conflicts"]} conflicts */
function showConflicts(conflicts) {
  const box = $("#conflicts");
  const key = JSON.stringify(conflicts.map(({ mine, theirs }) => [mine, theirs]));
  if (box.dataset.key === key) return;
  const focused = box.contains(document.activeElement);
  box.dataset.key = key;
  box.hidden = !conflicts.length;
  $("#conflict-list").replaceChildren(
    ...conflicts.map(({ mine, theirs }, place) => {
      const resolve = (/** @type {"mine" | "theirs" | "both"} */ choice) => () => {
        shown.resolve(place, choice);
        showText();
        check(0);
      };
      const button = (/** @type {"mine" | "theirs" | "both"} */ choice) =>
        make("button", { type: "button", onclick: resolve(choice) }, say(`files-take-${choice}`));
      return make(
        "li",
        {},
        side(say("files-mine"), mine),
        side(say("files-theirs"), theirs),
        make("div", { class: "buttons" }, button("mine"), button("theirs"), button("both")),
      );
    }),
  );
  if (focused) ($("#conflict-list button") ?? editor.area).focus();
}
/** @param {string} title
 * @param {string[]} lines */
const side = (title, lines) =>
  make(
    "figure",
    {},
    make("figcaption", {}, title),
    make(
      "pre",
      {},
      lines.length
        ? `${lines.slice(0, MOST_LINES).join("\n")}${lines.length > MOST_LINES ? "\n…" : ""}`
        : make("em", {}, say("files-nothing")),
    ),
  );

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
  $("#lang").parentElement.hidden = found.languages.length < 2 || file.kind === "memo";
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
  const memo = file.kind === "memo" || file.kind === "figures";
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

addEventListener("beforeunload", (event) => {
  if ([...files.values()].some(({ unsaved }) => unsaved)) event.preventDefault();
});
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
