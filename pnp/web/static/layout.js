// The layout page: the boxes of a layout or template, moved on the card, and everything that they can have.
import { CardList, drawCards, Extremes } from "./layoutcards.js";
import { around, rounded } from "./layoutgeometry.js";
import { LayoutModel } from "./layoutmodel.js";
import { kindMark, LayoutPanel } from "./layoutpanel.js";
import { LayoutStage, lockReason, placeText } from "./layoutstage.js";
import { OpenFiles, showFileState } from "./openfiles.js";
import {
  $,
  $$,
  about,
  announce,
  api,
  attempt,
  fillSelect,
  get,
  listen,
  make,
  newest,
  number,
  onConnection,
  onEvent,
  post,
  problemNode,
  say,
  sendFile,
  targetOf,
  toast,
  toastProblems,
} from "./page.js";
import { TextEditor } from "./texteditor.js";
import "./face.js";

/** @import { EditedFile } from "./editedfile.js" */
/** @import { Edit } from "./layoutmodel.js" */
/** @import { Place } from "./layoutgeometry.js" */

const PAUSE_MS = 250; // without typing, after which a text is read
const SPEC = `components/${about.game}/game.toml`;
const KINDS = ["text", "image", "icons", "rect", "disc", "line", "stack"];
/** Shape of a card of the usual size, until the shape is known, and for files that no piece uses. */
const PLAIN = { width: 63, height: 88, bleed: 3, cut: "M0 0H63V88H0Z", safe: "M3 3H60V85H3Z" };
/** Kinds of boxes that a stack may contain. */
const STACKED = ["text", "icons", "image"];

/** @type {Answer.ListedLayout[]} */
let listed = [];
/** Pieces that are drawn from the file. @type {Answer.TextPiece[]} */
let pieces = [];
/** The file that is edited as boxes. @type {EditedFile | null} */
let shown = null;
/** The file that is edited as text. @type {EditedFile | null} */
let written = null;

const files = new OpenFiles(
  (file) => fileChanged(file),
  async (file) => {
    if (file === written) await editor.settled();
  },
  (file, base, theirs) => model.historyOf(file).rebase(base, theirs),
);
const model = new LayoutModel(
  () => unsavedTexts((file) => file !== shown),
  (text) => boxesChanged(text),
);

/** The chosen boxes. */
const choice = {
  /** @type {string[]} */
  names: [],
  /** @param {string[]} names
   * @param {boolean} focus whether the last of them gets the focus */
  choose(names, focus = false) {
    panel.flush();
    stage.resizing &&= names.join() === choice.names.join();
    choice.names = names;
    showBoxes();
    if (focus && names.length) stage.focus(names[names.length - 1]);
  },
  /** Called once a choice is final. */
  shown() {
    if (choice.names.length > 1) announce(say("layout-several", { count: number(choice.names.length) }));
    showExtremes();
  },
};
const stage = new LayoutStage(model, choice);
const panel = new LayoutPanel(model, stage, choice, { picture: putPicture, line: showLine, refocus });
const cards = new CardList($("#cards"), drafts, openCard);
const extremes = new Extremes($("#extremes"), drafts, openCard);

/** Return the texts of the open files with unsaved edits.
 * @param {(file: EditedFile) => boolean} which
 * @returns {Record<string, string>} */
function unsavedTexts(which = () => true) {
  return Object.fromEntries(
    files.all.filter((file) => file.unsaved && which(file)).map((file) => [file.name, file.text]),
  );
}
function drafts() {
  return { files: { ...unsavedTexts(), ...(shown && { [shown.name]: shown.text }) }, lang: $("#lang").value };
}

// ---- the file ----

async function loadList() {
  /** @type {Answer.LayoutList} */
  const found = await get(api("layouts"));
  listed = found.files;
  fillSelect(
    $("#file"),
    listed.map(({ file, sides }) => [file, `${shortName(file)}${sides.length ? "" : ` (${say("layout-not-used")})`}`]),
  );
  $("#none").hidden = listed.length > 0;
  $("#work").hidden = !listed.length;
}
/** @param {string} file */
const shortName = (file) => file.split("/").slice(2).join("/") || file;

let opening = 0;
/** Show a file.
 * @param {string} name
 * @param {{ line?: number, box?: string }} at the box to choose, by its name or a line of it */
async function show(name, { line = 0, box = "" } = {}) {
  const mine = ++opening;
  const opened = await attempt(() => files.open(name));
  if (!opened || mine !== opening) return;
  panel.flush();
  shown = opened;
  $("#file").value = name;
  choice.names = [];
  const [found] = await Promise.all([loadPieces(), attempt(() => model.show(opened))]);
  if (mine !== opening) return;
  pieces = found;
  fillPieces();
  fillTexts();
  await write(opened.name);
  const chosen = box || boxAt(line)?.name;
  if (chosen && model.box(chosen)) {
    choice.choose([chosen], true);
    stage.reveal(chosen);
  } else if (line) showLine(line);
  else showBoxes();
  showExtremes();
  drawCard();
}
/** Return the box that a line belongs to.
 * @param {number} line */
const boxAt = (line) =>
  model.boxes
    .filter((box) => isOwn(box) && box.line <= line)
    .sort((one, other) => one.line - other.line)
    .at(-1);

/** @returns {Promise<Answer.TextPiece[]>} */
async function loadPieces() {
  /** @type {Answer.TextPieces} */
  const found = await get(api(`text/pieces?${new URLSearchParams({ file: shown.name })}`));
  const before = $("#lang").value;
  fillSelect(
    $("#lang"),
    found.languages.map((lang) => [lang, lang]),
  );
  $("#lang").parentElement.hidden = found.languages.length < 2;
  if (!found.languages.includes(before)) $("#lang").value = found.lang;
  return found.pieces;
}
function fillPieces() {
  const decks = new Set(pieces.map(({ deck, sides }) => `${deck}/${sides}`));
  const both = pieces.some(({ sides }) => sides.length > 1);
  fillSelect(
    $("#piece"),
    pieces.flatMap(({ deck, id, sides }) =>
      sides.map((side) => [
        `${deck}/${id}/${side}/1`,
        [decks.size > 1 ? deck : "", id, both ? say(`sheets-${side}`) : ""].filter(Boolean).join(" · "),
      ]),
    ),
  );
  $("#piece-field").hidden = !pieces.length;
  $("#unused").hidden = pieces.length > 0;
  for (const button of [$("#card-before"), $("#card-after")]) button.hidden = pieces.length < 2;
  showCards();
}
function showCards() {
  cards.show(
    [...$("#piece").options].map(({ value }) => value),
    $("#piece").value,
    stage.shape ?? PLAIN,
  );
}
/** Show another card.
 * @param {string} name `deck/piece/side/look` */
function openCard(name) {
  $("#piece").value = name;
  cardChosen();
  $("#stage").scrollIntoView({ block: "nearest" });
}
function cardChosen() {
  panel.flush();
  showCards();
  showExtremes();
  drawCard();
}
/** @param {number} by */
function stepCard(by) {
  const { options, selectedIndex } = $("#piece");
  if (!options.length) return;
  $("#piece").selectedIndex = (selectedIndex + by + options.length) % options.length;
  cardChosen();
}
$("#piece").addEventListener("change", cardChosen);
$("#lang").addEventListener("change", cardChosen);
$("#card-before").addEventListener("click", () => stepCard(-1));
$("#card-after").addEventListener("click", () => stepCard(1));
$("#file").addEventListener("change", () => {
  history.pushState(null, "", `?${new URLSearchParams({ file: $("#file").value })}`);
  show($("#file").value);
});

// ---- boxes ----

/** Show the boxes after an answer of the server, or while one is awaited.
 * @param {boolean} text whether the text has changed */
function boxesChanged(text) {
  choice.names = choice.names.filter((name) => model.box(name));
  if (text) {
    cards.pause();
    if (written === shown) editor.update(shown.text);
    drawCard();
  }
  showBoxes();
  showState();
}

function showBoxes() {
  if (!model.view) return;
  stage.draw();
  showList();
  panel.show();
  const { editable } = model;
  for (const button of [$("#copy-box"), $("#delete-box"), $("#lower"), $("#raise")])
    button.disabled = !editable || !ownNames().length;
  for (const button of $$("#add button")) button.disabled = !editable || !isLayout();
  $("#undo").disabled = !model.canUndo;
  $("#redo").disabled = !model.canRedo;
  $("#add").hidden = !isLayout();
}
const isLayout = () => shown?.name.endsWith(".toml") ?? false;
/** Names of the chosen boxes that are written in this file. */
const ownNames = () => (isLayout() ? choice.names.filter((name) => isOwn(model.box(name))) : []);
/** Whether a box is written in this file, not inherited unchanged.
 * @param {Answer.ListedBox | undefined} box */
const isOwn = (box) => box !== undefined && (!box.source || Object.keys(box.keys).length > 0);

function showList() {
  const list = $("#list");
  const { names } = choice;
  $("#no-boxes").hidden = model.boxes.length > 0;
  list.hidden = !model.boxes.length;
  const stop = names.at(-1) ?? model.boxes[0]?.name;
  const nodes = model.boxes.map((box) => {
    const node =
      /** @type {HTMLElement | undefined} */ ($$("li", list).find((each) => each.dataset.name === box.name)) ??
      make("li", { role: "option", "data-name": box.name });
    const chosen = names.includes(box.name);
    const wrong = problemLines.has(box.line) ? "wrong" : "";
    node.className = [box.locked ? "locked" : "", box.stack ? "stacked" : "", wrong].filter(Boolean).join(" ");
    node.setAttribute("aria-selected", String(chosen));
    node.title = box.locked ? say("layout-locked", { reason: lockReason(box) }) : "";
    node.tabIndex = box.name === stop ? 0 : -1;
    const key = JSON.stringify([box.kind, box.locked, box.when]);
    if (node.dataset.key !== key) {
      node.dataset.key = key;
      node.replaceChildren(
        kindMark(box.kind),
        make("span", { class: "name" }, box.name),
        make("span", { class: "unseen about" }),
        box.when ? make("span", { class: "soft", "aria-hidden": "true", title: box.when }, "?") : "",
        box.locked ? make("span", { class: "lock", "aria-hidden": "true" }) : "",
      );
    }
    const place = placeText(box, model.placeOf(box))
      .slice(box.name.length)
      .replace(/^[,. ]+/, "");
    $(".about", node).textContent = `${place}${box.when ? `. ${say("layout-key-when")} ${box.when}` : ""}`;
    return node;
  });
  const focused = list.contains(document.activeElement) ? document.activeElement : null;
  if (nodes.length !== list.children.length || nodes.some((node, at) => node !== list.children[at]))
    list.replaceChildren(...nodes);
  if (focused && document.activeElement !== focused)
    /** @type {HTMLElement} */ (focused.isConnected ? focused : ($('[tabindex="0"]', list) ?? $("#stage"))).focus();
}
$("#list").addEventListener("click", (event) => {
  const name = targetOf(event).closest("li")?.dataset.name;
  if (!name) return;
  const add = event.ctrlKey || event.metaKey || event.shiftKey;
  const { names } = choice;
  choice.choose(!add ? [name] : names.includes(name) ? names.filter((each) => each !== name) : [...names, name]);
  focusEntry(name);
  stage.reveal(name);
  choice.shown();
});
/** @param {string} name */
function focusEntry(name) {
  $$("li", $("#list"))
    .find((each) => each.dataset.name === name)
    ?.focus();
}
/** Put the focus on the chosen box in the list; on the card if there are no boxes. */
function refocus() {
  ($('#list [tabindex="0"]') ?? $("#stage")).focus();
}
$("#list").addEventListener("keydown", (event) => {
  const name = targetOf(event).dataset.name;
  const at = model.boxes.findIndex((box) => box.name === name);
  if (at < 0) return;
  const last = model.boxes.length - 1;
  /** @type {Record<string, number>} */
  const steps = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last };
  if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    event.preventDefault();
    reorder(event.key === "ArrowUp" ? -1 : 1);
  } else if (event.key in steps && !event.ctrlKey) {
    event.preventDefault();
    const next = model.boxes[Math.max(0, Math.min(last, steps[event.key]))].name;
    choice.choose(event.shiftKey ? [...choice.names.filter((each) => each !== next), next] : [next]);
    focusEntry(next);
    stage.reveal(next);
    choice.shown();
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (!choice.names.includes(name)) choice.choose([name]);
    stage.focus(name);
  }
});

/** Apply edits, and show why if they are refused.
 * @param {Edit[]} edits */
async function apply(edits) {
  try {
    return await model.edit(edits);
  } catch (error) {
    toastProblems(error);
    return false;
  }
}

/** Bring the chosen boxes forward or backward in the order of drawing.
 * @param {1 | -1} by */
async function reorder(by) {
  const names = ownNames();
  if (!names.length) return;
  const order = model.boxes.filter(isOwn).map(({ name }) => name);
  const chosen = by < 0 ? names.sort(inOrder(order)) : names.sort(inOrder(order)).reverse();
  /** @type {Edit[]} */
  const edits = [];
  for (const name of chosen) {
    const at = order.indexOf(name);
    const next = order[at + by];
    if (next === undefined || chosen.includes(next)) continue;
    edits.push({ do: "order", name, [by < 0 ? "before" : "after"]: next });
    order.splice(at, 1);
    order.splice(at + by, 0, name);
  }
  if (edits.length && (await apply(edits))) announce(say("layout-reordered"));
}
/** @param {string[]} order */
const inOrder = (order) => (/** @type {string} */ one, /** @type {string} */ other) =>
  order.indexOf(one) - order.indexOf(other);

async function deleteBoxes() {
  const chosen = ownNames();
  const inStack = model.boxes.filter((box) => chosen.includes(box.stack) && isOwn(box)).map(({ name }) => name);
  const names = [...new Set([...chosen, ...inStack])]; // without their stack, they have no place
  if (!names.length) return;
  const at = model.boxes.findIndex(({ name }) => name === names[0]);
  const hadFocus = $("#list").contains(document.activeElement) || $("#boxes").contains(document.activeElement);
  if (!(await apply(names.map((name) => ({ do: "delete", name }))))) return;
  announce(say("layout-deleted", { count: number(names.length) }));
  const next = model.boxes[Math.min(at, model.boxes.length - 1)];
  choice.choose(next ? [next.name] : []);
  if (hadFocus && next) focusEntry(next.name);
}

async function copyBoxes() {
  const taken = new Set(model.boxes.map(({ name }) => name));
  const made = ownNames().map((name) => ({
    do: "duplicate",
    name,
    to: freshName(name.replace(/-\d+$/, ""), taken),
  }));
  if (!made.length || !(await apply(made))) return;
  const names = made.map(({ to }) => to).filter((name) => model.box(name));
  choice.choose(names, true);
}
/** Return a name that no box has.
 * @param {string} stem
 * @param {Set<string>} taken names, to which it is added */
function freshName(stem, taken) {
  let name = stem;
  for (let count = 2; taken.has(name); count++) name = `${stem}-${count}`;
  taken.add(name);
  return name;
}

/** Add a box of a kind.
 * @param {string} kind */
async function addBox(kind) {
  const { view } = model;
  const { width, height } = stage.shape ?? { width: 63, height: 88 };
  const taken = new Set(model.boxes.map(({ name }) => name));
  const name = freshName(kind, taken);
  const column = view.columns[0] ? `{${view.columns[0].name}}` : say("layout-kind-text");
  /** @type {Place} */
  const place = rounded([width / 4, height / 3, width / 2, kind === "line" ? 0 : kind === "image" ? width / 2 : 8]);
  if (kind === "disc") place[2] = place[3] = 12;
  /** @type {Record<string, Record<string, unknown>>} */
  const keys = {
    text: { text: column },
    image: { image: view.drawings[0] ?? view.pictures[0] ?? column },
    icons: { icons: 3, icon: view.icons[0] ?? view.drawings[0] ?? column },
    rect: { rect: "#d9cfbf" },
    disc: { disc: "#d9cfbf" },
    line: { line: "#333333" },
  };
  /** @type {Edit[]} */
  let edits = [{ do: "add", name, kind, box: place, keys: keys[kind] }];
  if (kind === "stack") {
    const members = choice.names.filter((each) => {
      const box = model.box(each);
      return isOwn(box) && !box.locked && STACKED.includes(box.kind) && box.box;
    });
    const places = members.map((each) => /** @type {Place} */ (model.box(each).box));
    const text = freshName("text", taken);
    edits = members.length
      ? [
          ...members.flatMap((each, at) => [
            { do: "unset", name: each, key: "box" },
            ...(model.box(each).kind === "text"
              ? []
              : [{ do: "set", name: each, key: "height", value: places[at][3] / view.unit }]),
          ]),
          { do: "add", name, kind, box: rounded(around(places)), keys: { stack: members } },
        ]
      : [
          { do: "add", name: text, kind: "text", box: place, keys: { text: column } },
          { do: "unset", name: text, key: "box" },
          { do: "add", name, kind, box: [place[0], place[1], place[2], 24], keys: { stack: [text] } },
        ];
  }
  if (await apply(edits)) choice.choose([name], true);
}
$("#add").append(
  ...KINDS.map((kind) =>
    make(
      "button",
      {
        type: "button",
        class: "small",
        "data-kind": kind,
        title: say(`layout-kind-${kind}-help`),
        onclick: () => addBox(kind),
      },
      kindMark(kind).firstElementChild.cloneNode(true),
      ` ${say(`layout-kind-${kind}`)}`,
    ),
  ),
);
$("#copy-box").addEventListener("click", copyBoxes);
$("#delete-box").addEventListener("click", deleteBoxes);
$("#lower").addEventListener("click", () => reorder(-1));
$("#raise").addEventListener("click", () => reorder(1));

// ---- keys ----

async function undo() {
  panel.flush();
  if (await attempt(() => model.undo())) announce(say("layout-undone"));
}
async function redo() {
  panel.flush();
  if (await attempt(() => model.redo())) announce(say("layout-redone"));
}
$("#undo").addEventListener("click", undo);
$("#redo").addEventListener("click", redo);

/** Tell whether the browser's own undo applies: somebody is typing.
 * @param {HTMLElement} target */
const typing = (target) =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !["checkbox", "color", "file", "number"].includes(target.type));
addEventListener("keydown", (event) => {
  if (event.defaultPrevented || $("dialog[open]") || !shown) return;
  const command = (event.ctrlKey || event.metaKey) && !event.altKey;
  const key = event.key.toLowerCase();
  const target = targetOf(event);
  const inBoxes = $("#list").contains(target) || $("#stage").contains(target);
  /** @type {(() => unknown) | null} */
  let work = null;
  if (command && key === "s") work = save;
  else if (command && !typing(target) && key === "z") work = event.shiftKey ? redo : undo;
  else if (command && !typing(target) && key === "y") work = redo;
  else if (command && inBoxes && key === "d") work = copyBoxes;
  else if (command && inBoxes && key === "a")
    work = () => choice.choose(model.boxes.filter((box) => model.placeOf(box)).map(({ name }) => name));
  else if (inBoxes && !command && (event.key === "Delete" || event.key === "Backspace")) work = deleteBoxes;
  else if (event.key === "F8" && !$("#panel-text").hidden) {
    work = () => {
      editor.goToProblem(event.shiftKey ? -1 : 1);
      sayLine();
    };
  }
  if (!work) return;
  event.preventDefault();
  work();
});

for (const id of /** @type {const} */ (["show-names", "show-safe", "show-bleed"]))
  $(`#${id}`).addEventListener("change", () => {
    $("#stage").classList.toggle(id, $(`#${id}`).checked);
    stage.layOut();
  });
$("#smaller").addEventListener("click", () => stage.zoomBy(1 / 1.25));
$("#larger").addEventListener("click", () => stage.zoomBy(1.25));
$("#fit").addEventListener("click", () => stage.zoomBy(0));

// ---- saving, and changes by other programs ----

async function save() {
  panel.flush();
  if (!shown) return;
  await model.settled();
  for (const file of files.all) if (file.unsaved && !file.conflicts.length) await files.save(file);
}
$("#save").addEventListener("click", save);
$("#revert").addEventListener("click", async () => {
  if (!confirm(say("files-discard"))) return;
  const file = stated();
  if (file === shown) model.typed(file, file.text);
  await files.revert(file);
});

/** The file whose state is shown: the one with something to decide or to save. */
const stated = () => {
  const open = [shown, ...(written ? [written] : []), ...files.all];
  return open.find((file) => file.conflicts.length) ?? open.find((file) => file.unsaved) ?? shown;
};
function showState() {
  if (!shown) return;
  const file = stated();
  showFileState(file, () => {
    fileChanged(file);
    if (file === shown) model.historyOf(file).clear();
  });
  fillTexts();
}
/** Show a file after something else than typing or an edit has changed it.
 * @param {EditedFile} file */
function fileChanged(file) {
  file.store();
  if (file === written) editor.update(file.text);
  showState();
  if (file.saving || !shown) return;
  if (file !== shown || model.view?.text !== file.text) readAgain(0);
}

const reload = newest(async () => {
  await loadList();
  if (!shown) return;
  await files.reload([shown.name, written?.name]);
  const found = await loadPieces();
  if (JSON.stringify(found) !== JSON.stringify(pieces)) {
    pieces = found;
    fillPieces();
  }
  readAgain(0);
});

// ---- the text beside the boxes ----

const editor = new TextEditor($("#editor"), () => {
  const before = written.text;
  if (written === shown) model.typed(shown, before);
  written.text = editor.text;
  if (written.theirs !== null) {
    written.settle();
    editor.update(written.text);
  }
  written.store();
  showState();
  readAgain();
});

/** Files that can be edited as text: the layout, those that it is like, and game.toml. */
function textNames() {
  const like = model.view?.like;
  const parent = like && listed.find(({ file }) => file.endsWith(`/${like}`))?.file;
  return [...new Set([shown.name, ...(parent ? [parent] : []), SPEC])];
}
function fillTexts() {
  const before = $("#text-file").value;
  fillSelect(
    $("#text-file"),
    textNames().map((name) => [name, `${shortName(name)}${files.find(name)?.unsaved ? " ●" : ""}`]),
  );
  if (written && $("#text-file").value !== written.name && textNames().includes(written.name))
    $("#text-file").value = written.name;
  else if (before && !textNames().includes(before)) write(shown.name);
}
/** Show a file as text.
 * @param {string} name */
async function write(name) {
  const opened = await attempt(() => files.open(name));
  if (!opened) return;
  written = opened;
  $("#text-file").value = name;
  editor.open(opened.text);
  editor.area.readOnly = Boolean(opened.readOnly);
  editor.area.setAttribute("aria-label", name);
  markProblems();
  showState();
}
$("#text-file").addEventListener("change", () => write($("#text-file").value));

/** Show a line of the file as text.
 * @param {number} line */
async function showLine(line) {
  showTab("text");
  if (written !== shown) await write(shown.name);
  editor.goTo(line);
}

let waiting = 0;
/** Read the boxes from the text, and draw it, once nothing has been typed for a while. */
function readAgain(pause = PAUSE_MS) {
  clearTimeout(waiting);
  waiting = setTimeout(() => attempt(() => model.refresh()), pause);
}

/** @param {"box" | "text"} name */
function showTab(name) {
  for (const each of /** @type {const} */ (["box", "text"])) {
    $(`#tab-${each}`).setAttribute("aria-selected", String(each === name));
    $(`#tab-${each}`).tabIndex = each === name ? 0 : -1;
    $(`#panel-${each}`).hidden = each !== name;
  }
  if (name === "text" && choice.names.length === 1 && written === shown) {
    const line = model.box(choice.names[0])?.line;
    if (line) editor.reveal(line);
  }
}
for (const [each, other] of /** @type {const} */ ([
  ["box", "text"],
  ["text", "box"],
])) {
  $(`#tab-${each}`).addEventListener("click", () => showTab(each));
  $(`#tab-${each}`).addEventListener("keydown", (event) => {
    if (!["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
    event.preventDefault();
    showTab(other);
    $(`#tab-${other}`).focus();
  });
}

// ---- problems ----

/** @type {ShownProblem[]} */
let problems = [];
/** Lines of the file with problems. @type {Set<number>} */
let problemLines = new Set();

function markProblems() {
  if (!written) return;
  const here = problems.filter(({ location }) => location?.file === written.name && location.line);
  editor.mark(here.map(({ location, message }) => ({ line: location.line, message })));
  sayLine();
}
/** @param {ShownProblem[]} found */
function showProblemsOf(found) {
  /** @type {Map<string, ShownProblem>} */
  const distinct = new Map();
  for (const each of found) {
    const { file, line } = each.location ?? {};
    const key = JSON.stringify(line ? [file, line, each.message] : [each.where, each.message]);
    if (!distinct.has(key)) distinct.set(key, each);
  }
  problems = [...distinct.values()];
  const starts = problems
    .filter(({ location }) => location?.file === shown.name && location.line)
    .map(({ location }) => boxAt(location.line)?.line ?? 0);
  problemLines = new Set(starts.filter(Boolean));
  const count = problems.length;
  $("#problems").hidden = !count;
  $("#problem-count").textContent = count
    ? say(count === 1 ? "files-problem" : "files-problems", { count: number(count) })
    : "";
  $("#problem-list").replaceChildren(...problems.map(problemEntry));
  markProblems();
  showList();
}
/** @param {ShownProblem} problem */
function problemEntry(problem) {
  const { file, line } = problem.location ?? {};
  if (file !== shown.name || !line) return make("li", {}, problemNode(problem));
  const box = boxAt(line);
  const go = () => {
    if (!box?.box) showLine(line);
    else {
      choice.choose([box.name], true);
      stage.reveal(box.name);
    }
  };
  const button = make(
    "button",
    { type: "button", class: "where", onclick: go },
    box?.box ? box.name : say("files-line", { line }),
  );
  return make("li", {}, problemNode({ ...problem, subject: false }, button));
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

// ---- pictures ----

let drawTurn = 0;
/** Draw the card from the unsaved text; then the other cards. */
async function drawCard() {
  const turn = ++drawTurn;
  const name = $("#piece").value;
  if (!shown) return;
  if (!name) {
    showProblemsOf(model.view?.problems ?? []);
    if (!stage.shape) stage.layOut(PLAIN);
    return;
  }
  $("#live").classList.add("busy");
  const drawn = await drawCards([name], drafts(), "card", turn);
  if (turn !== drawTurn) return;
  $("#live").classList.remove("busy");
  if (!drawn || drawn.stopped) return;
  const [card] = drawn.cards;
  const own = model.view?.problems ?? [];
  const others = [...drawn.problems, ...(card?.problems ?? [])];
  // a layout that cannot be read is reported for each card as well
  showProblemsOf([...own, ...(own.length ? others.filter(({ location }) => location.file !== shown.name) : others)]);
  const face = $("#face");
  const label = name.split("/")[1];
  if (card?.shape && (JSON.stringify(card.shape) !== JSON.stringify(stage.shape) || face.dataset.label !== label)) {
    face.setAttribute("label", label);
    face.dataset.label = label;
    stage.layOut(card.shape);
  }
  $("#stale").hidden = Boolean(card?.key) || !face.key;
  if (card?.key) {
    await face.show(card.key, fetchFace(card.key));
    if (turn !== drawTurn) return;
    stage.drawn(card.lines);
    performance.mark("layout-drawn", { detail: turn });
  } else stage.unshift();
  cards.refresh();
  showExtremes();
}
/** @param {string} key */
async function fetchFace(key) {
  const response = await fetch(`/api/face/${key}.svg`);
  if (!response.ok) throw new Error(`no picture ${key}`);
  return response.text();
}

/** Show the cards with the longest and the shortest text of the chosen box; of all texts if none is chosen. */
function showExtremes() {
  const name = $("#piece").value;
  if (!name || !model.view) return;
  const [deck, , side] = name.split("/");
  const box = choice.names.length === 1 ? model.box(choice.names[0]) : null;
  const texts = !box
    ? model.boxes
    : box.kind === "stack"
      ? model.boxes.filter(({ stack }) => stack === box.name)
      : [box];
  const columns = new Set(texts.filter(({ kind }) => kind === "text").flatMap(columnsOf));
  const place = box && (model.placeOf(box) ?? model.placeOf(model.box(box.stack) ?? box));
  attempt(() => extremes.show({ deck, side }, [...columns], place));
}
/** Return the columns that the text of a box contains.
 * @param {Answer.ListedBox} box */
function columnsOf({ keys, inherited }) {
  const words = JSON.stringify(keys.text ?? inherited.text ?? "").match(/\{[^{}]+\}/g) ?? [];
  const used = new Set(words.join(" ").match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []);
  return model.view.columns.map(({ name }) => name).filter((name) => used.has(name));
}

// ---- pictures that are dropped ----

$("#stage").addEventListener("dragover", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  const box = imageAt(event);
  event.dataTransfer.dropEffect = box ? "copy" : "none";
  for (const node of $$(".box", $("#boxes"))) node.classList.toggle("target", node.dataset.name === box?.name);
});
for (const end of /** @type {const} */ (["dragleave", "drop"]))
  $("#stage").addEventListener(end, () => {
    for (const node of $$(".box.target")) node.classList.remove("target");
  });
$("#stage").addEventListener("drop", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  const box = imageAt(event);
  const [file] = event.dataTransfer.files;
  if (box && file) putPicture(box.name, file);
});
// a file that misses the card must not replace the page
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => event.preventDefault());

/** Return the topmost image box at the pointer.
 * @param {DragEvent} event */
function imageAt({ clientX, clientY }) {
  if (!isLayout() || !model.editable) return null;
  const { left, top } = $("#boxes").getBoundingClientRect();
  const hits = stage.hits([(clientX - left) / stage.mm, (clientY - top) / stage.mm]);
  return hits.map((name) => model.box(name)).find(({ kind }) => kind === "image") ?? null;
}

/** Put a picture into a box: into the cell of the card's row if the box names a column, else into the layout.
 * @param {string} name
 * @param {File} file */
async function putPicture(name, file) {
  await attempt(async () => {
    await model.refresh(); // something may have been typed just now
    const box = model.box(name);
    const image = String(box.keys.image ?? box.inherited.image ?? "");
    const found = /^(.*?)\{([^{}]+)\}(.*)$/.exec(image);
    const column = found && model.view.columns.find((each) => each.name === found[2].trim());
    if (found && !column) throw new Error(say("layout-picture-computed", { name }));
    /** @type {Answer.UploadedPicture} */
    const stored = await sendFile(api(`picture?${new URLSearchParams({ name: file.name })}`), file);
    if (!column) {
      await model.edit([{ do: "set", name, key: "image", value: stored.name }]);
      toast(say("layout-picture-layout", { file: stored.name, name }));
      return;
    }
    const [, before, , after] = found;
    if (!stored.name.startsWith(before) || !stored.name.endsWith(after))
      throw new Error(say("layout-picture-other", { file: stored.name, image }));
    const value = stored.name.slice(before.length, stored.name.length - after.length);
    toast(say("layout-picture-cell", { file: stored.name, cell: await setCell(column.name, value) }));
  });
}
/** Write a value into the cell of the card that is shown; return where it is.
 * @param {string} column
 * @param {string} value */
async function setCell(column, value) {
  const [deck, id] = $("#piece").value.split("/");
  /** @type {{ tables: Answer.ListedTable[] }} */
  const { tables } = await get(api("tables"));
  for (const { table } of tables) {
    /** @type {Answer.OpenTable} */
    const opened = await get(api(`table?${new URLSearchParams({ table })}`));
    const row = opened.decks.includes(deck) ? opened.rows.findIndex(({ pieces }) => pieces.includes(id)) : -1;
    const at = opened.columns.findIndex((each) => each.name === column || each.heading === column);
    if (row < 0 || at < 0) continue;
    await post(api("table/save"), {
      table,
      version: opened.version,
      edits: [{ do: "set", row: row + 1, column: at, value }],
    });
    return `${table.split("/").pop()}: ${id} · ${column}`;
  }
  throw new Error(say("layout-no-cell", { name: id, column }));
}

// ---- the page ----

async function showAddressed() {
  const asked = new URLSearchParams(location.search);
  const deck = asked.get("deck");
  const side = asked.get("side") ?? "front";
  const file =
    asked.get("file") ??
    listed.find(({ sides }) => sides.some((each) => each.deck === deck && each.side === side))?.file ??
    listed.find(({ layout, sides }) => layout && sides.length)?.file ??
    listed.find(({ sides }) => sides.length)?.file ??
    listed[0]?.file;
  if (!file) return;
  await show(file, { line: Number(asked.get("line")) || 0, box: asked.get("box") ?? "" });
  const piece = `${deck}/${asked.get("piece")}/${side}/1`;
  if ([...$("#piece").options].some(({ value }) => value === piece) && $("#piece").value !== piece) openCard(piece);
}
addEventListener("popstate", showAddressed);
onEvent("saved", () => reload());
onConnection((online) => {
  if (online) readAgain(0);
});
listen({}, () => reload());
await newest(loadList)();
await showAddressed();
