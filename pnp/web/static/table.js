// Tables: the rows of a deck, edited in the page and saved back to their file. Edits apply at once; requests to check,
// save and reload follow one after another, and whatever they answer is merged into what was typed meanwhile.

import { openDraft, orphans } from "./drafts.js";
import { faces, follow, picture, show } from "./faces.js";
import {
  $,
  about,
  api,
  attempt,
  gameText,
  get,
  make,
  newest,
  number,
  Offline,
  onConnection,
  onEvent,
  onKey,
  pauseKeys,
  post,
  problemList,
  problemNode,
  Refused,
  say,
  sendFile,
  showProblems,
  targetOf,
  toast,
  toastProblems,
} from "./page.js";
import { captionOf, shapeOf } from "./pieces.js";
import { bindSearch } from "./tablefind.js";
import { Grid } from "./tablegrid.js";
import { TableModel } from "./tablemodel.js";
import { openColumnMenu, shownRows } from "./tableview.js";

/** @import { Base, Conflict, Draft, Snapshot } from "./tablemodel.js" */
/** @import { Draft as StoredDraft } from "./drafts.js" */

/** A table that was opened, with everything that is shown of it.
 * @typedef {object} Session
 * @property {Answer.OpenTable} answer without its rows
 * @property {Answer.OpenRow[]} rows the rows of the file
 * @property {TableModel} model
 * @property {number[]} keys the rows that are shown
 * @property {import("./tableview.js").View} view
 * @property {StoredDraft<Draft>} draft
 * @property {Snapshot | null} sent what was sent to be saved, until it is answered
 * @property {Map<string, string>} problems messages by `row slot`, and by `row` for a whole row
 * @property {Answer.PlacedProblem[]} listed
 * @property {{ row: number, faces: Answer.TriedFace[], problems: Answer.ListedProblem[] } | null} tried faces of a row
 *   with its unsaved edits */

/** @type {Map<string, Session>} */
const sessions = new Map();
/** @type {Session | null} */
let current = null;
/** The game's pieces, for the card beside the table. @type {Answer.Pieces | null} */
let pieces = null;
/** Files for cells with pictures. @type {string[]} */
let pictures = [];
let saving = false;

const PLAIN = /** @type {Answer.TableColumn} */ (
  /** @type {unknown} */ ({ heading: "", name: "", type: "text", choices: [], hint: "", language: "" })
);
const PICTURE = /\.(png|jpe?g|webp|svg|gif|tiff?|bmp|pdf)$/i;
const NUMBER = /^[-+]?\d+([.,]\d+)?$/;

// ---- the grid ----

const grid = new Grid($("#sheet"), {
  column: (slot) => current.answer.columns[current.model.columnInFile(slot)] ?? PLAIN,
  isNumber,
  suggestions: (slot) => {
    const { choices } = grid.hooks.column(slot);
    return choices.length ? choices : isPicture(slot) ? pictures : null;
  },
  problem: (row, slot) => current.problems.get(`${row} ${slot}`) ?? "",
  rowProblem: (row) => current.problems.get(String(row)) ?? "",
  conflict: (row, slot) =>
    current.model.conflicts.find((each) => each.row === row && each.slot === slot)?.theirs ?? null,
  found: (row, slot) => search.found.has(`${row} ${slot}`),
  line: (row) => lines().get(row) ?? 0,
  locked: () => {
    if (current.answer.read_only) toast(say("table-locked", { reason: current.answer.read_only }), "bad");
    return Boolean(current.answer.read_only);
  },
  edited: () => changed(),
  typed: () => typed(),
  moved: () => {
    beside();
    if (current.model.changed) tryLater();
  },
  save: () => save(),
  menu: (slot, button) => openColumnMenu(current, slot, button, grid, render),
  sorted: (slot) => (current.view.sort?.slot === slot ? (current.view.sort.down ? "descending" : "ascending") : null),
  filtered: (slot) => current.view.filters.has(slot),
  tooWide: (count) => toast(say("table-too-wide", { count: number(count) }), "bad"),
  extras: (_field, cell) => (isPicture(cell.slot) ? [uploadButton(cell)] : []),
  dropped: (cell, file) => {
    if (isPicture(cell.slot)) upload(cell, file);
  },
});
const search = bindSearch(grid, () => current?.model ?? null);

/** @type {{ model: TableModel, values: Map<number, { number: boolean, picture: boolean }> } | null} */
let guessed = null;
/** Tell what kind of values a column has, by its first rows; what is declared counts more.
 * @param {number} slot */
function guess(slot) {
  if (guessed?.model !== current.model) guessed = { model: current.model, values: new Map() };
  let found = guessed.values.get(slot);
  if (!found) {
    const values = current.model.rows
      .slice(0, 300)
      .map(({ cells }) => cells[slot])
      .filter(Boolean);
    found = {
      number: values.length > 0 && values.every((value) => NUMBER.test(value)),
      picture: values.length > 0 && values.filter((value) => PICTURE.test(value)).length * 2 > values.length,
    };
    guessed.values.set(slot, found);
  }
  return found;
}
/** @param {number} slot */
function isNumber(slot) {
  const { type } = grid.hooks.column(slot);
  return type === "int" || type === "number" || (type === "text" && guess(slot).number);
}
/** @param {number} slot */
const isPicture = (slot) => grid.hooks.column(slot).type === "text" && guess(slot).picture;

/** Lines of rows in the file as it will be, by key. @type {{ rows: unknown, lines: Map<number, number> } | null} */
let counted = null;
function lines() {
  const { model, rows, answer } = current;
  if (counted?.rows === model.rows) return counted.lines;
  let line = answer.first_line;
  const found = new Map(
    model.rows.map((row) => {
      const inFile = rows[model.rowInFile(row.key)];
      line += inFile && !model.rowEdited(row) ? inFile.lines : 1 + row.cells.join("").split("\n").length - 1;
      return [row.key, line];
    }),
  );
  counted = { rows: model.rows, lines: found };
  return found;
}

// ---- opening ----

const tables = newest(async () => {
  /** @type {{ tables: Answer.ListedTable[] }} */
  const answer = await get(api("tables"));
  const chosen = new URLSearchParams(location.search).get("table") ?? $("#table").value;
  $("#table").replaceChildren(
    ...answer.tables.map((each) => {
      const text = `${each.table.split("/").pop()} (${number(each.rows)})`;
      return make("option", { value: each.table, "data-name": text }, text);
    }),
  );
  if (answer.tables.some((each) => each.table === chosen)) $("#table").value = chosen;
  if (answer.tables.length) await open();
  else $("#summary").textContent = say("table-none");
});

/** Show the chosen table; its unsaved edits are as they were, even if the page was closed meanwhile. */
const open = newest(async () => {
  const table = $("#table").value;
  history.replaceState(null, "", `?${new URLSearchParams({ table })}${location.hash}`);
  const known = sessions.get(table);
  const since = saves;
  const session = known ?? (await openSession(table));
  if (table !== $("#table").value) return; // another one was chosen meanwhile
  sessions.set(table, session);
  current = session;
  search.clear();
  grid.open(session.model, session.keys);
  render();
  if (known || saves !== since) reload();
  else tryLater();
});
/** Number of changes on disk that this page was told of. */
let saves = 0;

/** @param {string} table
 * @returns {Promise<Session>} */
async function openSession(table) {
  /** @type {Answer.OpenTable} */
  const answer = await get(api(`table?${new URLSearchParams({ table })}`));
  const base = baseOf(answer, answer.rows);
  /** @type {StoredDraft<Draft>} */
  const draft = await openDraft(`table ${table}`);
  const stored = [draft, ...(await orphans(draft.key))];
  const values = (await Promise.all(stored.map((each) => each.load()))).filter((value) => value !== null);
  let model = new TableModel(base);
  if (!answer.read_only)
    for (const [place, value] of values.entries()) {
      try {
        if (place) model.adopt(value);
        else model = restored(value, base);
      } catch {
        toast(say("draft-unreadable"), "bad"); // another version of pnp has written it
      }
    }
  if (model.changed) draft.save(model.draft());
  for (const each of stored.slice(1)) each.clear();
  /** @type {Session} */
  const session = {
    answer,
    rows: answer.rows,
    model,
    keys: model.rows.map(({ key }) => key),
    view: { sort: null, filters: new Map() },
    draft,
    sent: null,
    problems: new Map(),
    listed: answer.problems,
    tried: null,
  };
  placeProblems(session, answer.problems, fileKeys(session));
  if (model.changed) showNotice(session, say("draft-restored"));
  return session;
}
/** @param {Draft} draft
 * @param {Base} base */
function restored(draft, base) {
  const model = TableModel.restore(draft);
  if (draft.base.version !== base.version) model.merge(base);
  else model.base = base;
  return model;
}
/** @param {Answer.OpenTable} answer
 * @param {Answer.OpenRow[]} rows
 * @returns {Base} */
const baseOf = (answer, rows) => ({ version: answer.version, columns: answer.columns, rows });
/** Return all rows of a table, of which the answer holds those that have changed.
 * @param {Session} session
 * @param {Answer.OpenTable} answer */
const allRows = ({ rows }, answer) => [
  ...rows.slice(0, answer.head),
  ...answer.rows,
  ...rows.slice(rows.length - answer.tail),
];

/** Go to the cell in the page's address: a line of the file and a heading, as in messages.
 * @param {URLSearchParams} asked */
function goToAsked(asked) {
  if (!current || !asked.has("line")) return;
  const line = Number(asked.get("line"));
  const row = [...lines()].find(([, each]) => each >= line)?.[0];
  const column = current.answer.columns.findIndex((each) => [each.heading, each.name].includes(asked.get("column")));
  if (row !== undefined) grid.go({ row: current.keys.indexOf(row), column: Math.max(0, column) });
}

// ---- showing ----

/** Show the table after any change of it; an open editor stays as it is. */
function render() {
  const { model, answer } = current;
  model.tidyConflicts();
  current.keys = shownRows(current);
  counted = null;
  grid.show(current.keys);
  const locked = answer.read_only;
  $("#locked").hidden = !locked;
  $("#locked span").textContent = locked ? say("table-locked", { reason: locked }) : "";
  $("#convert").hidden = !["workbook", "json"].includes(answer.form);
  /** @type {Record<string, string>} */
  const delimiters = { ",": say("commas"), ";": say("semicolons"), "\t": say("tabs") };
  $("#about-file").textContent = [answer.table, answer.encoding, delimiters[answer.delimiter]]
    .filter(Boolean)
    .join(" · ");
  for (const id of /** @type {const} */ (["above", "below", "duplicate", "up", "down", "delete", "add-column"]))
    $(`#${id}`).disabled = Boolean(locked);
  // if any row makes pieces, the place beside the table is reserved, so that no cell moves when a card appears
  $("#beside").hidden = !current.rows.some((row) => row.pieces.length);
  showState();
  showConflicts();
  showView();
  listProblems();
  beside();
}
/** Show what is saved and what is not. */
function showState() {
  const { model, answer } = current;
  const unsaved = model.changed;
  $("#undo").disabled = !model.canUndo;
  $("#redo").disabled = !model.canRedo;
  $("#save").disabled = !unsaved;
  const state = saving ? say("table-saving") : unsaved ? say("table-unsaved") : "";
  $("#summary").textContent =
    say("table-summary", {
      rows: number(model.rows.filter(({ cells }) => cells.some(Boolean)).length),
      columns: number(model.columns.length),
      decks: answer.decks.join(", "),
    }) + (state ? ` · ${state}` : "");
  $("#summary").classList.toggle("unsaved", unsaved);
  for (const option of $("#table").options) {
    const mark = sessions.get(option.value)?.model.changed ? "● " : "";
    option.textContent = mark + option.dataset.name;
  }
}
/** Say which rows are shown, if not all in their order. */
function showView() {
  const { view, keys, model } = current;
  const box = $("#view-state");
  box.hidden = !view.sort && !view.filters.size;
  if (box.hidden) return;
  const sorted = view.sort && model.column(view.sort.slot)?.heading;
  $("span", box).textContent = [
    sorted ? say("view-sorted", { column: sorted }) : "",
    view.filters.size ? say("view-filtered", { shown: number(keys.length), all: number(model.rows.length) }) : "",
  ]
    .filter(Boolean)
    .join(" ");
  $("#write-order").hidden = !view.sort || Boolean(current.answer.read_only);
}
$("#write-order").addEventListener("click", () => {
  const shown = new Set(current.keys);
  const places = current.model.rows.flatMap(({ key }, place) => (shown.has(key) ? [place] : []));
  const order = current.model.rows.map(({ key }) => key);
  for (const [index, place] of places.entries()) order[place] = current.keys[index];
  current.view.sort = null;
  grid.change(() => current.model.moveRows(order, null));
});
$("#show-all").addEventListener("click", () => {
  current.view = { sort: null, filters: new Map() };
  current.keys = [];
  render();
});

/** Remember problems by the rows and columns that they are about.
 * @param {Session} session
 * @param {Answer.PlacedProblem[]} problems
 * @param {number[]} keys keys of the rows that the problems count */
function placeProblems(session, problems, keys) {
  session.listed = problems;
  session.problems = new Map();
  for (const { row, column, message, hint } of problems) {
    const key = row ? keys[row - 1] : undefined;
    if (key === undefined) continue;
    const slot = column === null ? undefined : session.model.columns[column]?.slot;
    const place = slot === undefined ? String(key) : `${key} ${slot}`;
    session.problems.set(place, `${message}${hint ? `\n${hint}` : ""}`);
  }
}
function listProblems() {
  $("#table-problems").replaceChildren(
    ...current.listed.map((each) => {
      const node = problemNode(each, make("code", { class: "where" }, each.where));
      const key = each.row ? [...lines()].find(([, line]) => line === each.location.row)?.[0] : undefined;
      if (key !== undefined) {
        const place = { row: current.keys.indexOf(key), column: each.column ?? 0 };
        const go = make("button", { type: "button", onclick: () => grid.go(place) }, say("table-go"));
        if (place.row >= 0) node.prepend(go, " ");
      }
      return node;
    }),
  );
}

// ---- the card beside the table ----

const loadPieces = newest(async () => {
  /** @type {Answer.Pieces} */
  const answer = await get(api("pieces"));
  pieces = answer;
  follow(pieces, reload);
  if (current) beside();
});

/** @param {Answer.ListedPiece} piece */
function figure(piece) {
  const deck = pieces.decks.find((each) => each.name === piece.deck);
  const name = `${piece.deck}/${piece.id}/front/1`;
  const face = document.createElement("pnp-face");
  const title = captionOf(piece);
  face.setAttribute("label", title);
  const link = `/${about.game}/gallery#${encodeURIComponent(`${piece.deck}/${piece.id}/1`)}`;
  const node = make(
    "figure",
    { style: "margin:0" },
    make("a", { href: link }, face),
    make("figcaption", {}, gameText(title, pieces.lang), ` × ${piece.count}`),
    ...problemList(faces.get(name).problems),
  );
  face.lang = pieces.lang;
  face.of = shapeOf(deck, piece, "front", pieces.bleed);
  show(face, name);
  return node;
}
/** Show a face of an unsaved row.
 * @param {Answer.TriedFace} tried */
function triedFigure({ name, key, shape }) {
  const face = document.createElement("pnp-face");
  face.setAttribute("label", `${say("table-preview")}: ${name.split("/")[1]}`);
  face.of = shape;
  if (key) face.show(key, picture(key));
  return make("figure", { style: "margin:0" }, face, make("figcaption", {}, say("table-preview")));
}

function beside() {
  const { model, rows, tried, answer } = current;
  const key = grid.at.row;
  const row = model.row(key);
  const unsaved = row && (model.pending?.row === key || model.rowEdited(row));
  const previews = unsaved && tried?.row === key ? tried.faces.filter(({ shape }) => shape) : [];
  if (previews.length) {
    const shown = previews.map(triedFigure);
    $("#beside").replaceChildren(...shown, ...problemList(tried.problems));
    $("#beside").classList.remove("outdated");
    return;
  }
  const ids = row ? (rows[model.rowInFile(key)]?.pieces ?? []) : [];
  const shown = pieces?.pieces.filter((piece) => ids.includes(piece.id) && answer.decks.includes(piece.deck)) ?? [];
  $("#beside").replaceChildren(...shown.slice(0, 2).map(figure));
  $("#beside").classList.toggle("outdated", Boolean(unsaved)); // a row that cannot be drawn shows its saved card
}

// ---- editing ----

/** Take in a change of the model. */
function changed() {
  if (current.model.changed) hideNotice();
  render();
  keepDraft();
  tryLater();
}
/** Take in what is typed in an editor. */
function typed() {
  showState();
  keepDraft();
  tryLater();
}

let draftTimer = 0;
/** Store the unsaved edits in the browser; where that takes long, not with every key. */
function keepDraft() {
  if (draftTimer) return;
  const began = performance.now();
  writeDraft(current);
  const took = performance.now() - began;
  if (took > 4)
    draftTimer = setTimeout(() => {
      draftTimer = 0;
      writeDraft(current);
    }, took * 10);
}
/** @param {Session} session */
function writeDraft({ model, draft }) {
  const value = model.draft();
  if (value) draft.save(value);
  else draft.clear();
}
addEventListener("pagehide", () => {
  for (const session of sessions.values()) writeDraft(session);
});

let tryTimer = 0;
function tryLater() {
  clearTimeout(tryTimer);
  tryTimer = setTimeout(tryEdits, 250);
}
/** Have the server check the unsaved edits and draw the card of the row. */
const tryEdits = newest(async () => {
  const session = current;
  const { model, answer } = session;
  const draft = model.draft();
  if (!draft || answer.read_only) {
    session.tried = null;
    placeProblems(session, answer.problems, fileKeys(session));
    if (session === current) render();
    return;
  }
  const keys = model.rows.map(({ key }) => key);
  const at = grid.at.row;
  const row = model.row(at);
  const shown = row && (model.pending?.row === at || model.rowEdited(row));
  const order = { table: answer.table, version: draft.base.version, edits: draft.edits };
  try {
    /** @type {Answer.TriedEdits} */
    const tried = await post(api("table/try"), {
      ...order,
      row: shown ? model.placeOf(at) + 1 : null,
      lang: pieces?.lang || null,
    });
    session.tried = shown ? { row: at, faces: tried.faces, problems: tried.drawing } : session.tried;
    placeProblems(session, tried.problems, keys);
  } catch (error) {
    if (!(error instanceof Refused) || error.status >= 500) throw error;
    if (error.status === 409) {
      reload();
      return;
    }
    session.problems = new Map();
    session.listed = error.problems.map(
      (each) =>
        /** @type {Answer.PlacedProblem} */ ({
          location: {},
          hint: "",
          code: "",
          subject: true,
          ...each,
          table: answer.table,
          row: null,
          column: null,
        }),
    );
  }
  if (session === current) render();
});
/** Return the keys of the rows of the file, -1 for deleted ones.
 * @param {Session} session */
function fileKeys({ model }) {
  const keys = model.base.rows.map(() => -1);
  for (const { key } of model.rows) if (model.rowInFile(key) !== undefined) keys[model.rowInFile(key)] = key;
  return keys;
}

const works = {
  above: () => {
    const [first] = grid.selectedRows;
    const place = current.model.placeOf(first);
    insert(place > 0 ? current.model.rows[place - 1].key : null, 0);
  },
  below: () => insert(grid.selectedRows.at(-1) ?? current.model.rows.at(-1)?.key ?? null, 1),
  duplicate: () => {
    const rows = grid.selectedRows;
    const ids = current.model.columns.find(({ slot }) => grid.hooks.column(slot).role === "id")?.slot ?? -1;
    const taken = pieces?.pieces.map(({ id }) => id) ?? [];
    if (!rows.length) return;
    const { bottom } = grid.selected;
    grid.change(() => {
      addedAfter(rows.at(-1), current.model.duplicateRows(rows, taken, ids));
    });
    grid.go({ row: bottom + 1, column: grid.place(grid.at).column });
  },
  delete: () => {
    const rows = grid.selectedRows;
    if (rows.length) grid.change(() => current.model.removeRows(rows));
    grid.go(grid.place(grid.at));
  },
  up: () => moveBy(-1),
  down: () => moveBy(1),
  "add-column": () => {
    const heading = prompt(say("column-new"))?.trim();
    if (!heading) return;
    const after = grid.at.slot >= 0 ? grid.at.slot : null;
    grid.change(() => current.model.addColumn(after, heading));
  },
};
/** Insert an empty row after a row, and go there.
 * @param {number | null} after
 * @param {number} below 1 if it is below the row with the focus */
function insert(after, below) {
  const { row, column } = grid.place(grid.at);
  grid.change(() => addedAfter(after, current.model.insertRows(after, [{ cells: [] }])));
  grid.go({ row: row < 0 ? 0 : row + below, column: Math.max(0, column) });
}
/** Show new rows where they were added, even if the rows are sorted or filtered.
 * @param {number | null} after
 * @param {number[]} added */
function addedAfter(after, added) {
  current.keys.splice(current.keys.indexOf(after) + 1, 0, ...added);
}
/** Move the selected rows up or down; only rows in their own order have an above and a below.
 * @param {-1 | 1} by */
function moveBy(by) {
  const rows = grid.selectedRows;
  if (!rows.length || current.view.sort || current.view.filters.size) return;
  const { model } = current;
  const [first, last] = [model.placeOf(rows[0]), model.placeOf(rows.at(-1))];
  if (by < 0 ? first === 0 : last === model.rows.length - 1) return;
  const after = by < 0 ? (model.rows[first - 2]?.key ?? null) : model.rows[last + 1].key;
  const from = grid.from;
  grid.change(() => model.moveRows(rows, after));
  grid.go(grid.place(grid.at));
  grid.from = from;
  grid.draw();
}
for (const id of /** @type {(keyof typeof works)[]} */ (Object.keys(works)))
  $(`#${id}`).addEventListener("click", () => {
    if (current) works[id]();
  });
function undo() {
  current?.model.undo();
  if (current) changed();
}
function redo() {
  current?.model.redo();
  if (current) changed();
}
$("#undo").addEventListener("click", undo);
$("#redo").addEventListener("click", redo);
$("#save").addEventListener("click", () => save());

// ---- saving, reloading, merging: one after another ----

/** The last of the requests that change what is known of the file. @type {Promise<unknown>} */
let queue = Promise.resolve();
/** @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} */
function inTurn(work) {
  const turn = queue.then(work);
  queue = turn.catch(() => {});
  return turn;
}

const reload = newest(async () => {
  await loadPieces();
  const session = current;
  if (session) await inTurn(() => takeFile(session));
});
/** Take in the file as it is now.
 * @param {Session} session */
async function takeFile(session) {
  const { model } = session;
  const asked = new URLSearchParams({ table: session.answer.table, since: model.base.version });
  /** @type {Answer.OpenTable} */
  const answer = await get(api(`table?${asked}`));
  const rows = allRows(session, answer);
  const base = baseOf(answer, rows);
  if (answer.version === model.base.version) {
    model.base = base; // the pieces and problems may differ
    session.sent = null;
  } else if (session.sent && model.isSaved(session.sent, base)) {
    model.saved(session.sent, base); // its answer was lost
    session.sent = null;
  } else {
    const mine = model.changed;
    model.merge(base);
    if (mine && !model.conflicts.length) showNotice(session, say("table-merged"));
  }
  took(session, answer, rows);
}
/** @param {Session} session
 * @param {Answer.OpenTable} answer
 * @param {Answer.OpenRow[]} rows */
function took(session, answer, rows) {
  session.answer = answer;
  session.rows = rows;
  writeDraft(session);
  if (!session.model.changed) placeProblems(session, answer.problems, fileKeys(session));
  if (session !== current) return;
  render();
  if (session.model.changed) tryLater();
}

async function save() {
  const session = current;
  if (!session || saving) {
    again = saving;
    return;
  }
  saving = true;
  showState();
  try {
    await inTurn(() => saveNow(session));
  } finally {
    saving = false;
    showState();
    if (again) {
      again = false;
      save();
    }
  }
}
/** Whether to save once more, because that was asked for during a save. */
let again = false;
/** @param {Session} session */
async function saveNow(session) {
  const { model } = session;
  // another program may save at the same time: each time, its changes are merged, and the save is tried again
  for (let tries = 0; tries < 5; tries += 1) {
    if (!model.changed) return;
    if (model.conflicts.length) {
      toast(say("table-conflicts-first"));
      $("#conflicts").scrollIntoView({ block: "nearest" });
      return;
    }
    session.sent = model.snapshot();
    try {
      /** @type {Answer.SavedEdits} */
      const saved = await post(api("table/save"), {
        table: session.answer.table,
        version: session.sent.version,
        edits: session.sent.edits,
      });
      takeSaved(session, saved);
      return;
    } catch (error) {
      if (error instanceof Offline) {
        toast(say("table-offline"));
        return; // it may have been saved: `sent` tells when the file is read again
      }
      session.sent = null;
      if (!(error instanceof Refused) || error.status !== 409) {
        toastProblems(error);
        return;
      }
      await takeFile(session);
    }
  }
}
/** @param {Session} session
 * @param {Answer.SavedEdits} saved */
function takeSaved(session, { table, written, changes, problems }) {
  const { model, sent } = session;
  session.sent = null;
  const rows = allRows(session, table);
  const base = baseOf(table, rows);
  if (written !== table.version || !model.saved(sent, base)) {
    // changed again at once
    model.saved(sent, {
      version: written,
      columns: sent.columns,
      rows: sent.rows.map(({ cells }) => ({ cells: sent.columns.map(({ slot }) => cells[slot] ?? "") })),
    });
    model.merge(base);
  }
  hideNotice();
  took(session, table, rows);
  showProblems(problems.filter((each) => each.table !== table.table));
  loadPieces().then(() => after(changes));
}

/** Say how many cards changed, and show them.
 * @param {Answer.PieceChanges} changes */
function after({ changed: differing, added, removed, unread }) {
  const differ = Object.keys(differing);
  const count = differ.length + added.length + removed.length + unread.length;
  const parts = {
    "cards-changed": differ.length,
    "cards-added": added.length,
    "cards-removed": removed.length,
    "cards-unread": unread.length,
  };
  const text = count
    ? Object.entries(parts)
        .filter(([, some]) => some)
        .map(([key, some]) => say(some === 1 ? `${key}-1` : key, { count: number(some) }))
        .join(", ")
    : say("cards-same");
  toast(`${say("table-saved")} ${text}`);
  const box = $("#after-save");
  box.hidden = !count;
  $("h2", box).textContent = text;
  const shown = (pieces?.pieces ?? [])
    .filter((piece) => differ.includes(piece.id) || added.includes(piece.id))
    .slice(0, 60);
  $(".grid", box).replaceChildren(...shown.map(figure));
}

onEvent("saved", () => {
  saves += 1;
  reload();
});
onConnection((online) => {
  if (online) reload();
});

// ---- conflicts, and notices about unsaved edits ----

function showConflicts() {
  const { model } = current;
  const box = $("#conflicts");
  const shown = model.conflicts.slice(0, 200);
  box.hidden = !shown.length;
  if (box.hidden) return;
  $("h2", box).textContent = say(shown.length === 1 ? "conflicts-1" : "conflicts", { count: number(shown.length) });
  const focused = document.activeElement?.closest("#conflicts [data-conflict]")?.getAttribute("data-conflict");
  $("tbody", box).replaceChildren(...shown.map((conflict, place) => conflictRow(conflict, place)));
  if (focused) $(`[data-conflict="${Math.min(Number(focused), shown.length - 1)}"] button`, box)?.focus();
}
/** @param {Conflict} conflict
 * @param {number} place */
function conflictRow(conflict, place) {
  const { model } = current;
  const { kind, row, slot, theirs } = conflict;
  const column = model.column(slot)?.heading ?? "";
  const values = {
    cell: [model.cell(row, slot) ?? "", theirs],
    draft: [model.cell(row, slot) ?? "", theirs],
    heading: [column, theirs],
    "deleted-there": [say("conflict-row-kept"), say("conflict-row-deleted")],
    "deleted-here": [say("conflict-row-deleted"), say("conflict-row-kept")],
  }[kind];
  /** @param {"mine" | "theirs"} choice
   * @param {string} value */
  const button = (choice, value) => {
    const key = choice === "mine" ? "conflict-mine" : kind === "draft" ? "conflict-draft" : "conflict-theirs";
    const take = () => {
      model.resolve(conflict, choice);
      changed();
    };
    return make(
      "td",
      {},
      make("button", { type: "button", onclick: take }, `${say(key)} `, make("b", {}, value || say("conflict-empty"))),
    );
  };
  const go = () =>
    grid.go({ row: current.keys.indexOf(row), column: model.columns.findIndex((each) => each.slot === slot) });
  return make(
    "tr",
    { "data-conflict": place },
    make(
      "th",
      { scope: "row" },
      row < 0
        ? say("conflict-heading")
        : make("button", { type: "button", onclick: go }, String(lines().get(row) ?? "")),
    ),
    make("td", {}, column),
    button("mine", values[0]),
    button("theirs", values[1]),
  );
}
for (const choice of /** @type {const} */ (["mine", "theirs"]))
  $(`#all-${choice}`).addEventListener("click", () => {
    current.model.step(() => {
      for (const conflict of [...current.model.conflicts]) current.model.resolve(conflict, choice);
    });
    changed();
    $("#sheet td[tabindex='0']")?.focus();
  });

/** Show something about unsaved edits, with a button to discard them.
 * @param {Session} session
 * @param {string} text */
function showNotice(session, text) {
  const discard = () => {
    session.model.revert();
    hideNotice();
    if (session === current) changed();
  };
  $("#draft-notice").hidden = false;
  $("#draft-notice").replaceChildren(
    text,
    " ",
    make("button", { type: "button", onclick: discard }, say("draft-discard")),
    " ",
    make("button", { type: "button", onclick: hideNotice }, say("close")),
  );
}
function hideNotice() {
  $("#draft-notice").hidden = true;
}

// ---- pictures in cells, workbooks ----

async function loadPictures() {
  /** @type {Answer.ListedPictures | undefined} */
  const answer = await attempt(() => get(api("pictures")));
  pictures = answer?.pictures ?? pictures;
  const list = document.getElementById("editor-choices");
  if (list && grid.editor && isPicture(grid.editor.cell.slot))
    list.replaceChildren(...pictures.map((value) => make("option", { value })));
}
/** @param {import("./tablegrid.js").Cell} cell */
function uploadButton(cell) {
  const choose = () => {
    const field = make("input", { type: "file", accept: "image/*,.pdf" });
    field.addEventListener("change", () => {
      if (field.files[0]) upload(cell, field.files[0]);
    });
    field.click();
  };
  const label = { type: "button", class: "editor-extra", onclick: choose };
  return make("button", label, say("picture-upload"));
}
/** Store a picture in the game's folder, and name it in a cell.
 * @param {import("./tablegrid.js").Cell} cell
 * @param {File} file */
async function upload(cell, file) {
  const session = current;
  grid.editor?.finish(true);
  /** @type {Answer.UploadedPicture | undefined} */
  const answer = await attempt(() => sendFile(api(`picture?${new URLSearchParams({ name: file.name })}`), file));
  if (!answer) return;
  session.model.setCells([{ ...cell, value: answer.name }]);
  if (session === current) changed();
  loadPictures();
}
$("#convert").addEventListener("click", async () => {
  const table = current.answer.table;
  /** @type {Answer.ConvertedTable | undefined} */
  const answer = await attempt(() => post(api("table/convert"), { table }));
  if (!answer) return;
  toast(say("table-converted", { table: answer.table }));
  sessions.delete(table);
  history.replaceState(null, "", `?${new URLSearchParams({ table: answer.table })}`);
  await tables();
});

// ---- keys of the page ----

addEventListener("keydown", (event) => {
  if (!current || targetOf(event).closest(".editor, dialog")) return;
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  const inGrid = targetOf(event).matches("#sheet td");
  const inField = targetOf(event).matches("input, textarea, select");
  if (command && key === "s") save();
  else if (command && key === "f") search.focus();
  else if (command && key === "h") search.focusReplace();
  else if (inField) return;
  else if (command && key === "z" && !event.shiftKey) undo();
  else if (command && (key === "y" || (key === "z" && event.shiftKey))) redo();
  else if (inGrid && event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    if (event.shiftKey && event.key === "ArrowDown") works.duplicate();
    else works[event.key === "ArrowUp" ? "up" : "down"]();
  } else return;
  event.preventDefault();
});
pauseKeys(() => saving || [...sessions.values()].some(({ model }) => model.changed));
addEventListener("beforeunload", (event) => {
  if ([...sessions.values()].some(({ model }) => model.changed)) event.preventDefault();
});
$("#table").addEventListener("change", open);
$("form.bar").addEventListener("submit", (event) => event.preventDefault());
for (const [key, text] of [
  ["Enter", "key-edit"],
  ["Ctrl+Enter", "key-fill"],
  ["Ctrl+D", "key-fill-down"],
  ["Ctrl+S", "save"],
  ["Ctrl+Z", "undo"],
  ["Ctrl+Y", "redo"],
  ["Ctrl+F", "table-find"],
  ["Ctrl+H", "table-replace"],
  ["Shift+Space", "key-select-row"],
  ["Ctrl+Space", "key-select-column"],
  ["Alt+↑ ↓", "key-move-row"],
  ["Alt+Shift+↓", "row-duplicate"],
])
  onKey(key, say(text), () => false);

const asked = new URLSearchParams(location.search);
tables()
  .then(() => goToAsked(asked))
  .then(loadPieces);
loadPictures();
