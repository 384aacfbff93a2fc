// Tables: the rows of a deck in a grid, edited in place and saved back to their file.

import { faces, follow, show } from "./faces.js";
import {
  $,
  $$,
  about,
  api,
  attempt,
  get,
  make,
  newest,
  number,
  onEvent,
  onKey,
  post,
  problemList,
  problemNode,
  Refused,
  say,
  showProblems,
  targetOf,
  toast,
  toastProblems,
} from "./page.js";

/** A cell: its row, from 1 for the first below the headings, and its column, from 0.
 * @typedef {{ row: number, column: number }} Place */
/** An edit, as pnp/tables/edit.py reads it.
 * @typedef {{ do: string, row: number, column?: number, count?: number, to?: number, value?: string, text?: string,
 *   rows?: string[][] }} Edit */

const ROW = 33; // height of a row in px, as in table.css
const SPARE = 30; // rows drawn beyond those in sight
const sheet = $("#sheet");
/** The table on the server, with all edits. @type {Answer.TableView | null} */
let view = null;
/** Its rows in the file, to mark edited cells. @type {Map<number, string> | null} */
let onDisk = null;
/** The cell that has the focus. @type {Place} */
let at = { row: 1, column: 0 };
/** The other corner of the selection. @type {Place | null} */
let from = null;
/** The game's pieces, for the card beside the table. @type {Answer.Pieces | null} */
let pieces = null;
/** @type {HTMLElement | null} */
let body = null;
/** Cells that were found, as `row column`. @type {Set<string>} */
let found = new Set();

// ---- opening ----

async function tables() {
  /** @type {{ tables: Answer.TableSummary[] } | undefined} */
  const answer = await attempt(() => get(api("tables")));
  if (!answer) return;
  const chosen = new URLSearchParams(location.search).get("table") ?? $("#table").value;
  $("#table").replaceChildren(
    ...answer.tables.map((each) =>
      make("option", { value: each.table }, `${each.table.split("/").pop()} (${number(each.rows)})`),
    ),
  );
  if (answer.tables.some((each) => each.table === chosen)) $("#table").value = chosen;
  if (!answer.tables.length) $("#summary").textContent = say("table-none");
  else await open();
}

async function open() {
  const table = $("#table").value;
  history.replaceState(null, "", `?${new URLSearchParams({ table })}${location.hash}`);
  /** @type {Answer.TableView | undefined} */
  const answer = await attempt(() => get(api(`table?${new URLSearchParams({ table })}`)));
  if (answer) take(answer, { fresh: true });
}

/** Go to the cell in the page's address: a line of the file and a heading, as in messages.
 * @param {URLSearchParams} asked */
function wanted(asked) {
  const row = view?.rows.find((each) => each.line === Number(asked.get("line")));
  const column = view?.columns.findIndex((each) => [each.heading, each.name].includes(asked.get("column"))) ?? -1;
  if (row) go({ row: row.row, column: Math.max(0, column) });
}

/** Show a table. With `fresh`, it is as in its file.
 * @param {Answer.TableView} answer */
function take(answer, { fresh = false } = {}) {
  const other = view?.table !== answer.table;
  view = answer;
  if (fresh) onDisk = new Map(view.rows.map((row) => [row.row, row.cells.join("\u0000")]));
  if (other) {
    at = { row: Math.min(1, view.rows.length), column: 0 };
    from = null;
  }
  at.row = Math.max(Math.min(at.row, view.rows.length), view.rows.length ? 1 : 0);
  at.column = Math.max(0, Math.min(at.column, view.columns.length - 1));
  $("#locked").hidden = !view.read_only;
  $("#locked").textContent = view.read_only ? say("table-locked", { reason: view.read_only }) : "";
  /** @type {Record<string, string>} */
  const delimiters = { ",": say("commas"), ";": say("semicolons"), "\t": say("tabs") };
  const facts = [view.table, view.encoding, delimiters[view.delimiter]];
  $("#about-file").textContent = facts.filter(Boolean).join(" · ");
  for (const id of /** @type {const} */ (["above", "below", "duplicate", "up", "down", "delete"]))
    $(`#${id}`).disabled = Boolean(view.read_only);
  $("#undo").disabled = !view.can_undo;
  $("#redo").disabled = !view.can_redo;
  $("#save").disabled = !view.changed;
  // if any row makes pieces, the place beside the table is reserved, so that no cell moves when a card appears
  $("#beside").hidden = !view.rows.some((row) => row.pieces.length);
  summary();
  $("#table-problems").replaceChildren(
    ...view.problems.map((each) => problemNode(each, make("code", { class: "where" }, each.where))),
  );
  $$("#table-problems .problem").forEach((node, place) => {
    const { row, column } = view.problems[place];
    if (row !== null)
      node.prepend(
        make(
          "button",
          { type: "button", onclick: () => go({ row, column: column ?? 0 }, { focus: true }) },
          say("table-go"),
        ),
        " ",
      );
  });
  lay();
}

function summary() {
  const edited = view.changed ? ` · ${say("table-unsaved")}` : "";
  $("#summary").textContent =
    say("table-summary", {
      rows: number(view.rows.filter((row) => !row.blank).length),
      columns: number(view.columns.length),
      decks: view.decks.join(", "),
    }) + edited;
  $("#summary").classList.toggle("unsaved", view.changed);
}

// ---- the grid; only rows in sight are on the page ----

function lay() {
  const { scrollLeft, scrollTop } = sheet;
  const heads = view.columns.map((column, place) =>
    make(
      "th",
      {
        scope: "col",
        class: column.type === "int" || column.type === "number" ? "number" : "",
        title: [column.name, column.hint, column.choices.join(", ")].filter(Boolean).join("\n"),
        "aria-colindex": place + 2,
      },
      column.heading || "–",
    ),
  );
  body = make("tbody");
  const focused = document.activeElement?.matches?.("#sheet td");
  const grid = make(
    "table",
    {
      role: "grid",
      "aria-rowcount": view.rows.length + 1,
      "aria-colcount": view.columns.length + 1,
      "aria-readonly": String(Boolean(view.read_only)),
      "aria-label": view.table,
      "aria-multiselectable": "true",
    },
    make("thead", {}, make("tr", { "aria-rowindex": 1 }, make("th", { scope: "col", class: "line" }, "#"), ...heads)),
    body,
  );
  sheet.replaceChildren(grid);
  search();
  Object.assign(sheet, { scrollLeft, scrollTop });
  draw({ all: true });
  if (focused) cellNode(at)?.focus({ preventScroll: true });
  beside();
}

/** The rows that are on the page. @type {{ first: number, last: number } | null} */
let drawn = null;
/** Draw the rows in sight. Rows on the page stay unless `all` are drawn again, so that both clicks of a double click
 * hit the same cell. */
function draw({ all = false } = {}) {
  if (!view || !body) return;
  const focused = sheet.contains(document.activeElement) && document.activeElement.matches("td");
  const first = Math.max(0, Math.floor(sheet.scrollTop / ROW) - SPARE);
  const last = Math.min(view.rows.length, Math.ceil((sheet.scrollTop + sheet.clientHeight) / ROW) + SPARE);
  if (
    !all &&
    drawn &&
    drawn.first <= Math.max(0, first + SPARE / 2) &&
    drawn.last >= Math.min(view.rows.length, last - SPARE / 2)
  ) {
    mark();
    return;
  }
  drawn = { first, last };
  const rows = view.rows.slice(first, last).map(rowNode);
  /** @param {number} count */
  const gap = (count) => make("tr", { "aria-hidden": "true", style: `height:${count * ROW}px` });
  body.replaceChildren(gap(first), ...rows, gap(view.rows.length - last));
  if (focused) cellNode(at)?.focus({ preventScroll: true });
}

/** Mark the selected cells. */
function mark() {
  for (const cell of $$("td[data-row]", body)) {
    const place = { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
    cell.classList.toggle("chosen", inside(place.row, place.column));
    cell.classList.toggle("found", found.has(`${place.row} ${place.column}`));
    cell.tabIndex = place.row === at.row && place.column === at.column ? 0 : -1;
  }
}

/** @param {Answer.TableRow} row */
function rowNode(row) {
  const wrong = new Map(view.problems.filter((each) => each.row === row.row).map((each) => [each.column, each]));
  const was = onDisk?.get(row.row)?.split("\u0000");
  const cells = view.columns.map((column, place) => {
    const text = row.cells[place];
    const name = [
      "number" === column.type || column.type === "int" ? "number" : "",
      inside(row.row, place) ? "chosen" : "",
      wrong.has(place) ? "wrong" : "",
      text === undefined ? "missing" : "",
      was && text !== was[place] && (text ?? "") !== (was[place] ?? "") ? "edited" : "",
      found.has(`${row.row} ${place}`) ? "found" : "",
    ]
      .filter(Boolean)
      .join(" ");
    return make(
      "td",
      {
        role: "gridcell",
        class: name,
        tabindex: row.row === at.row && place === at.column ? "0" : "-1",
        "aria-colindex": place + 2,
        "aria-invalid": wrong.has(place) ? "true" : null,
        lang: column.language || null,
        title: wrong.has(place) ? tooltip(wrong.get(place)) : (text ?? ""),
        "data-row": row.row,
        "data-column": place,
      },
      text ?? "",
    );
  });
  return make(
    "tr",
    { "aria-rowindex": row.row + 1, class: wrong.size ? "wrong" : "" },
    make(
      "th",
      { scope: "row", class: "line", "data-line": row.row, title: wrong.has(null) ? tooltip(wrong.get(null)) : "" },
      String(row.line),
    ),
    ...cells,
  );
}

/** @param {Answer.PlacedProblem} problem */
const tooltip = (problem) => `${problem.message}${problem.hint ? `\n${problem.hint}` : ""}`;
/** @param {Place} place */
const cellNode = ({ row, column }) => $(`td[data-row="${row}"][data-column="${column}"]`, sheet);
const selected = () => ({
  top: Math.min(at.row, (from ?? at).row),
  bottom: Math.max(at.row, (from ?? at).row),
  left: Math.min(at.column, (from ?? at).column),
  right: Math.max(at.column, (from ?? at).column),
});
/** Tell whether a cell is selected.
 * @param {number} row
 * @param {number} column */
function inside(row, column) {
  const { top, bottom, left, right } = selected();
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** Move to a cell, and bring it into sight. With `keep`, the selection is extended to it.
 * @param {Place} place */
function go(place, { keep = false, focus = true } = {}) {
  if (!view.rows.length) return;
  from = keep ? (from ?? { ...at }) : null;
  at = {
    row: Math.max(1, Math.min(view.rows.length, place.row)),
    column: Math.max(0, Math.min(view.columns.length - 1, place.column)),
  };
  const top = (at.row - 1) * ROW;
  if (top < sheet.scrollTop) sheet.scrollTop = top;
  if (top + 2 * ROW > sheet.scrollTop + sheet.clientHeight - ROW) sheet.scrollTop = top + 3 * ROW - sheet.clientHeight;
  draw();
  const node = cellNode(at);
  if (focus) node?.focus({ preventScroll: true });
  node?.scrollIntoView({ block: "nearest", inline: "nearest" });
  beside();
}

// ---- the card beside the table ----

const loadPieces = newest(async () => {
  /** @type {Answer.Pieces | undefined} */
  const answer = await attempt(() => get(api("pieces")));
  pieces = answer ?? pieces;
  if (pieces) follow(pieces, look);
  beside();
});

/** @param {Answer.ListedPiece} piece */
function figure(piece) {
  const deck = pieces.decks.find((each) => each.name === piece.deck);
  const name = `${piece.deck}/${piece.id}/front/1`;
  const face = document.createElement("pnp-face");
  const link = `/${about.game}/gallery#${encodeURIComponent(`${piece.deck}/${piece.id}/1`)}`;
  const node = make(
    "figure",
    { style: "margin:0" },
    make("a", { href: link }, face),
    make("figcaption", {}, `${piece.texts.name ?? piece.id} × ${piece.count}`),
    ...problemList(faces.get(name).problems),
  );
  face.of = {
    width: deck.width,
    height: deck.height,
    bleed: pieces.bleed,
    cut: piece.cut.front,
    safe: piece.safe.front,
  };
  show(face, name);
  return node;
}

function beside() {
  const ids = view?.rows[at.row - 1]?.pieces ?? [];
  const shown = pieces?.pieces.filter((piece) => ids.includes(piece.id) && view.decks.includes(piece.deck)) ?? [];
  $("#beside").replaceChildren(...shown.slice(0, 2).map(figure));
}

onEvent("saved", () => look());
/** Take in a change of the file, or say so if there are edits. */
async function look() {
  await loadPieces();
  if (!view || saving) return;
  /** @type {{ tables: Answer.TableSummary[] } | undefined} */
  const answer = await attempt(() => get(api("tables")));
  if (!answer) return;
  const now = answer.tables.find((each) => each.table === view.table);
  if (now?.version === view.version) {
    // the file is the same, but its problems may differ
    if (!view.changed && JSON.stringify(now.problems) !== JSON.stringify(view.problems)) await open();
    return;
  }
  if (!view.changed) {
    await open();
    return;
  }
  const box = $("#changed-on-disk");
  box.hidden = false;
  box.replaceChildren(
    say("table-changed"),
    " ",
    make("button", { type: "button", onclick: compare }, say("table-compare")),
  );
}

// ---- editing ----

/** Requests are sent one after the other: the last of them. @type {Promise<void>} */
let waiting = Promise.resolve();
const sayLocked = () => toast(say("table-locked", { reason: view.read_only }), "bad");
/** Have the server make edits, then go to a cell.
 * @param {Edit[]} edits
 * @param {Place | null} then */
function edit(edits, then = null) {
  if (!view) return;
  if (view.read_only) sayLocked();
  else send({ do: "apply", edits }, then);
}
/** @param {{ do: "apply" | "undo" | "redo", edits?: Edit[] }} order
 * @param {Place | null} then */
function send(order, then = null) {
  waiting = waiting.then(async () => {
    try {
      take(await post(api("table/edit"), { table: view.table, version: view.version, ...order }));
      if (then) go(then);
    } catch (error) {
      refused(error);
    }
  });
}
/** Show why a request failed; if the file has changed meanwhile, show the difference.
 * @param {unknown} error */
function refused(error) {
  toastProblems(error);
  if (error instanceof Refused && error.status === 409 && error.now) {
    theirs = error.now;
    showDifference();
  }
}

/** Edit the cell that has the focus.
 * @param {string | null} start a character that was typed */
function editor(start = null) {
  const cell = cellNode(at);
  if (view.read_only) sayLocked();
  if (!cell || view.read_only) return;
  const column = view.columns[at.column];
  const before = view.rows[at.row - 1].cells[at.column] ?? "";
  const field = column.choices.length ? choice(column, before) : textField(column, start ?? before);
  const box = cell.getBoundingClientRect();
  const outer = sheet.getBoundingClientRect();
  field.style.left = `${box.left - outer.left + sheet.scrollLeft}px`;
  field.style.top = `${box.top - outer.top + sheet.scrollTop}px`;
  field.style.minWidth = `${Math.max(box.width, 120)}px`;
  field.style.width = `${Math.max(box.width, Math.min(420, before.length * 8 + 40))}px`;
  let done = false;
  /** @param {boolean} keep
   * @param {[number, number] | null} step rows and columns to move by */
  const finish = (keep, step = null) => {
    if (done) return;
    done = true;
    const value = field.value;
    field.remove();
    const next = step ? { row: at.row + step[0], column: at.column + step[1] } : at;
    if (keep && value !== before) edit([{ do: "set", row: at.row, column: at.column, value }], next);
    else go(next);
  };
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    event.stopPropagation();
    if (event.key === "Escape") finish(false);
    else if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      finish(true, [1, 0]);
    } else if (event.key === "Tab") {
      event.preventDefault();
      finish(true, [0, event.shiftKey ? -1 : 1]);
    } else if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      finish(true);
      waiting.then(save);
    }
  });
  field.addEventListener("blur", () => finish(true));
  sheet.append(field);
  if (field instanceof HTMLTextAreaElement) {
    const grow = () => {
      field.style.height = "auto";
      field.style.height = `${field.scrollHeight + 4}px`;
    };
    field.addEventListener("input", grow);
    grow();
    field.focus();
    if (start === null) field.select();
  } else {
    field.focus();
    field.addEventListener("change", () => finish(true));
  }
}
/** @param {Answer.TableColumn} column
 * @param {string} text */
function textField(column, text) {
  const lang = column.language || null;
  const field = make("textarea", { class: "editor", rows: 1, "aria-label": column.heading, spellcheck: "true", lang });
  field.value = text;
  return field;
}
/** @param {Answer.TableColumn} column
 * @param {string} before */
function choice(column, before) {
  const all = column.choices.includes(before) ? column.choices : [before, ...column.choices];
  return make(
    "select",
    { class: "editor", "aria-label": column.heading },
    ...all.map((value) => make("option", { value, selected: value === before }, value || "–")),
  );
}

function rowsChosen() {
  const { top, bottom } = selected();
  return { row: top, count: bottom - top + 1 };
}
const works = {
  above: () => edit([{ do: "insert", row: at.row || 1, rows: [[]] }], { row: at.row || 1, column: at.column }),
  below: () => edit([{ do: "insert", row: at.row + 1, rows: [[]] }], { row: at.row + 1, column: 0 }),
  duplicate: () => {
    const { row, count } = rowsChosen();
    edit([{ do: "duplicate", row, count }], { row: row + count, column: at.column });
  },
  delete: () => edit([{ do: "delete", ...rowsChosen() }]),
  up: () => {
    const { row, count } = rowsChosen();
    if (row > 1) edit([{ do: "move", row, count, to: row - 1 }], { row: at.row - 1, column: at.column });
  },
  down: () => {
    const { row, count } = rowsChosen();
    if (row + count <= view?.rows.length)
      edit([{ do: "move", row, count, to: row + count + 1 }], { row: at.row + 1, column: at.column });
  },
};
for (const id of /** @type {(keyof typeof works)[]} */ (Object.keys(works)))
  $(`#${id}`).addEventListener("click", works[id]);
function undo() {
  if (view?.can_undo) send({ do: "undo" });
}
function redo() {
  if (view?.can_redo) send({ do: "redo" });
}
$("#undo").addEventListener("click", undo);
$("#redo").addEventListener("click", redo);
$("#save").addEventListener("click", () => save());

// ---- saving ----

let saving = false;
async function save() {
  await waiting;
  if (!view?.changed || saving) return;
  saving = true;
  try {
    /** @type {Answer.SavedTable} */
    const saved = await post(api("table/save"), { table: view.table, version: view.version });
    take(saved.table, { fresh: true });
    showProblems(saved.problems.filter((each) => each.table !== view.table));
    $("#changed-on-disk").hidden = true;
    await loadPieces();
    after(saved.changes);
  } catch (error) {
    refused(error);
  } finally {
    saving = false;
  }
}

/** Say how many cards changed, and show them.
 * @param {Answer.PieceChanges} changes */
function after({ changed, added, removed, unread }) {
  const differ = Object.keys(changed);
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

// ---- somebody else has changed the file ----

/** The table in the file. @type {Answer.TableView | null | undefined} */
let theirs = null;
async function compare() {
  theirs = await attempt(() => get(api(`table?${new URLSearchParams({ table: view.table, look: "1" })}`)));
  showDifference();
}
function showDifference() {
  if (!theirs) return;
  /** @type {HTMLElement[]} */
  const rows = [];
  const most = Math.max(view.rows.length, theirs.rows.length);
  for (let row = 0; row < most && rows.length < 200; row += 1)
    for (let column = 0; column < Math.max(view.columns.length, theirs.columns.length); column += 1) {
      const [mine, other] = [view.rows[row]?.cells[column] ?? "", theirs.rows[row]?.cells[column] ?? ""];
      if (mine !== other)
        rows.push(
          make(
            "tr",
            {},
            make("th", { scope: "row" }, String(theirs.rows[row]?.line ?? view.rows[row]?.line)),
            make("td", {}, view.columns[column]?.heading ?? ""),
            make("td", {}, mine),
            make("td", {}, other),
          ),
        );
    }
  $("#difference .scroll").replaceChildren(
    make(
      "table",
      {},
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          ...["table-line", "table-column", "table-yours", "table-on-disk"].map((key) =>
            make("th", { scope: "col" }, say(key)),
          ),
        ),
      ),
      make("tbody", {}, ...rows),
    ),
  );
  const dialog = $("#difference");
  dialog.onclose = () => {
    if (dialog.returnValue === "theirs") {
      $("#changed-on-disk").hidden = true;
      open();
    }
  };
  dialog.returnValue = "";
  dialog.showModal();
}

// ---- finding ----

/** Find cells, and return the first of them. */
function search() {
  const word = $("#find").value.trim().toLowerCase();
  found = new Set();
  /** @type {Place | null} */
  let first = null;
  if (!word || !view) return first;
  for (const { row, cells } of view.rows)
    for (const [column, text] of cells.entries()) {
      if (!text.toLowerCase().includes(word)) continue;
      found.add(`${row} ${column}`);
      first ??= { row, column };
    }
  return first;
}
$("#find").addEventListener("input", () => {
  const first = search();
  if (first) go(first, { focus: false });
  else draw();
});
$("#find").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const places = [...found].map((place) => place.split(" ").map(Number));
  const next = places.find(([row, column]) => row > at.row || (row === at.row && column > at.column)) ?? places[0];
  if (next) go({ row: next[0], column: next[1] }, { focus: false });
});
$("form.bar").addEventListener("submit", (event) => event.preventDefault());

// ---- mouse, keys, clipboard ----

sheet.addEventListener("scroll", () => {
  if (!$(".editor", sheet)) requestAnimationFrame(() => draw());
});
/** Return the cell that an event is about.
 * @param {Event} event
 * @returns {Place | null} */
function placeOf(event) {
  /** @type {HTMLElement | null} */
  const cell = targetOf(event).closest("td[data-row]");
  return cell && { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
}
sheet.addEventListener("mousedown", (event) => {
  if (targetOf(event).closest(".editor")) return;
  const place = placeOf(event);
  /** @type {HTMLElement | null} */
  const line = targetOf(event).closest("th[data-line]");
  if (place) {
    event.preventDefault();
    $(".editor", sheet)?.blur();
    go(place, { keep: event.shiftKey });
  } else if (line) {
    event.preventDefault();
    go({ row: Number(line.dataset.line), column: view.columns.length - 1 }, { keep: event.shiftKey });
    from = { row: event.shiftKey ? from.row : at.row, column: 0 };
    draw();
  }
});
sheet.addEventListener("mousemove", (event) => {
  const place = event.buttons === 1 ? placeOf(event) : null;
  if (place && (place.row !== at.row || place.column !== at.column)) go(place, { keep: true });
});
sheet.addEventListener("dblclick", (event) => {
  if (placeOf(event)) editor();
});
sheet.addEventListener("keydown", (event) => {
  if (targetOf(event).closest(".editor")) return;
  const page = Math.max(1, Math.floor(sheet.clientHeight / ROW) - 2);
  /** @type {Record<string, [number, number]>} */
  const steps = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    PageUp: [-page, 0],
    PageDown: [page, 0],
  };
  const command = event.ctrlKey || event.metaKey;
  if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown"))
    works[event.key === "ArrowUp" ? "up" : "down"]();
  else if (steps[event.key]) {
    const [down, right] = steps[event.key];
    go(
      {
        row: command && down ? (down > 0 ? view.rows.length : 1) : at.row + down,
        column: command && right ? (right > 0 ? view.columns.length - 1 : 0) : at.column + right,
      },
      { keep: event.shiftKey },
    );
  } else if (event.key === "Home") go({ row: command ? 1 : at.row, column: 0 }, { keep: event.shiftKey });
  else if (event.key === "End")
    go({ row: command ? view.rows.length : at.row, column: view.columns.length - 1 }, { keep: event.shiftKey });
  else if (event.key === "Enter" || event.key === "F2") editor();
  else if (event.key === "Delete" || event.key === "Backspace") clear();
  else if (command && event.key.toLowerCase() === "d") works.duplicate();
  else if (!command && !event.altKey && event.key.length === 1) editor(event.key);
  else return;
  event.preventDefault();
});
/** Empty the selected cells. */
function clear() {
  const { top, bottom, left, right } = selected();
  /** @type {Edit[]} */
  const edits = [];
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1)
      if (view.rows[row - 1]?.cells[column]) edits.push({ do: "set", row, column, value: "" });
  if (edits.length) edit(edits);
}
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || targetOf(event).closest(".editor")) return;
  const key = event.key.toLowerCase();
  if (key === "s") {
    event.preventDefault();
    save();
  } else if (targetOf(event).matches("input, textarea")) return;
  else if (key === "z" && !event.shiftKey) {
    event.preventDefault();
    undo();
  } else if (key === "y" || (key === "z" && event.shiftKey)) {
    event.preventDefault();
    redo();
  }
});
/** Write a cell for the clipboard.
 * @param {string} text */
const asText = (text) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
document.addEventListener("copy", (event) => {
  if (!document.activeElement?.matches?.("#sheet td")) return;
  const { top, bottom, left, right } = selected();
  const lines = view.rows
    .slice(top - 1, bottom)
    .map((row) =>
      Array.from({ length: right - left + 1 }, (_, place) => asText(row.cells[left + place] ?? "")).join("\t"),
    );
  event.clipboardData.setData("text/plain", lines.join("\n"));
  event.preventDefault();
});
document.addEventListener("paste", (event) => {
  if (!document.activeElement?.matches?.("#sheet td, #sheet")) return;
  event.preventDefault();
  const { top, left } = selected();
  edit([{ do: "paste", row: top, column: left, text: event.clipboardData.getData("text/plain") }], {
    row: top,
    column: left,
  });
});
addEventListener("beforeunload", (event) => {
  if (view?.changed) event.preventDefault();
});
$("#table").addEventListener("change", async () => {
  if (view?.changed && !confirm(say("table-leave"))) {
    $("#table").value = view.table;
    return;
  }
  history.replaceState(null, "", location.pathname);
  await open();
});
for (const [key, text] of [
  ["Enter", "key-edit"],
  ["Ctrl+S", "save"],
  ["Ctrl+Z", "undo"],
  ["Ctrl+Y", "redo"],
  ["Ctrl+D", "row-duplicate"],
  ["Alt+↑ ↓", "key-move-row"],
])
  onKey(key, say(text), () => false);

const asked = new URLSearchParams(location.search);
tables()
  .then(() => wanted(asked))
  .then(loadPieces);
