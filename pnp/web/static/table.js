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
  say,
  showProblems,
  toast,
  toastProblems,
} from "./page.js";

const ROW = 33; // px of a row, as table.css has it
const SPARE = 30; // rows drawn beyond what is in sight
const sheet = $("#sheet");
let view = null; // the table as the server has it
let onDisk = null; // its cells as they were read, to mark what was edited
let at = { row: 1, column: 0 }; // the cell that has the focus
let from = null; // the other corner of what is selected
let pieces = null; // the game's pieces, for the card beside the table
let body = null,
  found = new Set();

// ---- opening ----

async function tables(keep = false) {
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
  else if (!keep) await open();
}

async function open() {
  const table = $("#table").value;
  history.replaceState(null, "", `?${new URLSearchParams({ table })}${location.hash}`);
  const answer = await attempt(() => get(api(`table?${new URLSearchParams({ table })}`)));
  if (answer) take(answer, { fresh: true });
}

/** The cell that the address names, as messages do: a line of the file and a heading. */
function wanted(asked) {
  const row = view?.rows.find((each) => each.line === Number(asked.get("line")));
  const column = view?.columns.findIndex((each) => [each.heading, each.name].includes(asked.get("column"))) ?? -1;
  if (row) go({ row: row.row, column: Math.max(0, column) });
}

/** Show a table as the server gives it. */
function take(answer, { fresh = false } = {}) {
  const other = view?.table !== answer.table;
  view = answer;
  if (fresh) onDisk = new Map(view.rows.map((row) => [row.row, row.cells.join("\u0000")]));
  if (other) (at = { row: Math.min(1, view.rows.length), column: 0 }), (from = null);
  at.row = Math.max(Math.min(at.row, view.rows.length), view.rows.length ? 1 : 0);
  at.column = Math.max(0, Math.min(at.column, view.columns.length - 1));
  $("#locked").hidden = !view.read_only;
  $("#locked").textContent = view.read_only ? say("table-locked", { reason: view.read_only }) : "";
  $("#about-file").textContent = [
    view.table,
    view.encoding,
    { ",": say("commas"), ";": say("semicolons"), "\t": say("tabs") }[view.delimiter],
  ]
    .filter(Boolean)
    .join(" · ");
  for (const id of ["above", "below", "duplicate", "up", "down", "delete"])
    $(`#${id}`).disabled = Boolean(view.read_only);
  $("#undo").disabled = !view.can_undo;
  $("#redo").disabled = !view.can_redo;
  $("#save").disabled = !view.changed;
  $("#beside").hidden = !view.rows.some((row) => row.pieces?.length); // its place is kept for it: no cell moves when the card comes
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

// ---- the grid; only rows in sight are in the page ----

function lay() {
  const scroll = [sheet.scrollLeft, sheet.scrollTop];
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
      "aria-readonly": Boolean(view.read_only),
      "aria-label": view.table,
      "aria-multiselectable": "true",
    },
    make("thead", {}, make("tr", { "aria-rowindex": 1 }, make("th", { scope: "col", class: "line" }, "#"), ...heads)),
    body,
  );
  sheet.replaceChildren(grid);
  search();
  [sheet.scrollLeft, sheet.scrollTop] = scroll;
  draw({ anew: true });
  if (focused) cellNode(at)?.focus({ preventScroll: true });
  beside();
}

let drawn = null; // which rows are in the page
/** Draw the rows in sight; those that are there already stay, so that a double click meets the same cell. */
function draw({ anew = false } = {}) {
  if (!view || !body) return;
  const focused = sheet.contains(document.activeElement) && document.activeElement.matches("td");
  const first = Math.max(0, Math.floor(sheet.scrollTop / ROW) - SPARE);
  const last = Math.min(view.rows.length, Math.ceil((sheet.scrollTop + sheet.clientHeight) / ROW) + SPARE);
  if (
    !anew &&
    drawn &&
    drawn.first <= Math.max(0, first + SPARE / 2) &&
    drawn.last >= Math.min(view.rows.length, last - SPARE / 2)
  )
    return mark();
  drawn = { first, last };
  const rows = view.rows.slice(first, last).map(rowNode);
  const gap = (count) => make("tr", { "aria-hidden": "true", style: `height:${count * ROW}px` });
  body.replaceChildren(gap(first), ...rows, gap(view.rows.length - last));
  if (focused) cellNode(at)?.focus({ preventScroll: true });
}

/** Mark what is selected. */
function mark() {
  for (const cell of $$("td[data-row]", body)) {
    const place = { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
    cell.classList.toggle("chosen", inside(place.row, place.column));
    cell.classList.toggle("found", found.has(`${place.row} ${place.column}`));
    cell.tabIndex = place.row === at.row && place.column === at.column ? 0 : -1;
  }
}

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
        "aria-invalid": wrong.has(place),
        lang: column.language || null,
        title: wrong.has(place) ? said(wrong.get(place)) : (text ?? ""),
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
      { scope: "row", class: "line", "data-line": row.row, title: wrong.has(null) ? said(wrong.get(null)) : "" },
      String(row.line),
    ),
    ...cells,
  );
}

const said = (problem) => `${problem.message}${problem.hint ? `\n${problem.hint}` : ""}`;
const cellNode = ({ row, column }) => $(`td[data-row="${row}"][data-column="${column}"]`, sheet);
const selected = () => ({
  top: Math.min(at.row, (from ?? at).row),
  bottom: Math.max(at.row, (from ?? at).row),
  left: Math.min(at.column, (from ?? at).column),
  right: Math.max(at.column, (from ?? at).column),
});
function inside(row, column) {
  const { top, bottom, left, right } = selected();
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** Move to a cell, and bring it into sight. */
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
  pieces = (await attempt(() => get(api("pieces")))) ?? pieces;
  if (pieces) follow(pieces, look);
  beside();
});

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
  const shown = pieces?.pieces?.filter((piece) => ids.includes(piece.id) && view.decks.includes(piece.deck)) ?? [];
  $("#beside").replaceChildren(...shown.slice(0, 2).map(figure));
}

onEvent("saved", () => look());
/** Look whether the file is still what the page has; take it in, or say so where there are edits. */
async function look() {
  await loadPieces();
  if (!view || saving) return;
  const now = await attempt(() => get(api("tables")));
  const same = now?.tables.find((each) => each.table === view.table)?.version === view.version;
  if (same) return refreshProblems(now);
  if (!view.changed) return open();
  const box = $("#changed-on-disk");
  box.hidden = false;
  box.replaceChildren(
    say("table-changed"),
    " ",
    make("button", { type: "button", onclick: compare }, say("table-compare")),
  );
}

/** The file is the same, but the spec may see it with other eyes. */
function refreshProblems(now) {
  if (
    !view.changed &&
    JSON.stringify(now.tables.find((each) => each.table === view.table).problems) !== JSON.stringify(view.problems)
  )
    return open();
}

// ---- editing ----

let waiting = Promise.resolve();
/** Have the server make an edit; one after the other. */
function edit(edits, then = null) {
  if (view.read_only) return toast(say("table-locked", { reason: view.read_only }), "bad");
  return send({ do: "apply", edits }, then);
}
function send(order, then = null) {
  waiting = waiting.then(async () => {
    try {
      take(await post(api("table/edit"), { table: view.table, version: view.version, ...order }));
      if (then) go(then);
    } catch (error) {
      refused(error);
    }
  });
  return waiting;
}
function refused(error) {
  if (error.status === 409 && error.now) return shown409(error);
  toastProblems(error);
}

function editor(start = null) {
  const cell = cellNode(at);
  if (!cell || view.read_only)
    return view.read_only ? toast(say("table-locked", { reason: view.read_only }), "bad") : null;
  const column = view.columns[at.column];
  const before = view.rows[at.row - 1].cells[at.column] ?? "";
  const field = column.choices.length
    ? choice(column, before)
    : make("textarea", {
        class: "editor",
        rows: 1,
        "aria-label": column.heading,
        spellcheck: "true",
        lang: column.language || null,
      });
  field.classList.add("editor");
  const box = cell.getBoundingClientRect(),
    outer = sheet.getBoundingClientRect();
  field.style.cssText = `left:${box.left - outer.left + sheet.scrollLeft}px;top:${box.top - outer.top + sheet.scrollTop}px;min-width:${Math.max(box.width, 120)}px;width:${Math.max(box.width, Math.min(420, before.length * 8 + 40))}px`;
  if (!column.choices.length) field.value = start ?? before;
  let done = false;
  const finish = (keep, step = null) => {
    if (done) return;
    done = true;
    const value = field.value;
    field.remove();
    const next = step ? { row: at.row + step[0], column: at.column + step[1] } : at;
    if (keep && value !== before) edit([{ do: "set", row: at.row, column: at.column, value }], next);
    else go(next);
  };
  field.addEventListener("keydown", (event) => {
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
  if (!column.choices.length) {
    const grow = () => {
      field.style.height = "auto";
      field.style.height = `${field.scrollHeight + 4}px`;
    };
    field.addEventListener("input", grow);
    sheet.append(field);
    grow();
    field.focus();
    if (start === null) field.select();
  } else {
    sheet.append(field);
    field.focus();
    field.addEventListener("change", () => finish(true));
  }
  return field;
}
function choice(column, before) {
  const all = column.choices.includes(before) ? column.choices : [before, ...column.choices];
  return make(
    "select",
    { "aria-label": column.heading },
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
    return edit([{ do: "duplicate", row, count }], { row: row + count, column: at.column });
  },
  delete: () => edit([{ do: "delete", ...rowsChosen() }]),
  up: () => {
    const { row, count } = rowsChosen();
    return row > 1 && edit([{ do: "move", row, count, to: row - 1 }], { row: at.row - 1, column: at.column });
  },
  down: () => {
    const { row, count } = rowsChosen();
    return (
      row + count <= view.rows.length &&
      edit([{ do: "move", row, count, to: row + count + 1 }], { row: at.row + 1, column: at.column })
    );
  },
};
for (const [id, work] of Object.entries(works)) $(`#${id}`).addEventListener("click", work);
const undo = () => view.can_undo && send({ do: "undo" });
const redo = () => view.can_redo && send({ do: "redo" });
$("#undo").addEventListener("click", undo);
$("#redo").addEventListener("click", redo);
$("#save").addEventListener("click", () => save());

// ---- saving ----

let saving = false;
async function save() {
  await waiting;
  if (!view.changed || saving) return;
  saving = true;
  try {
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

/** Say how many cards changed, and show them. */
function after({ changed, added, removed, unread }) {
  const differ = Object.keys(changed);
  const count = differ.length + added.length + removed.length + unread.length;
  const parts = [
    ["cards-changed", differ.length],
    ["cards-added", added.length],
    ["cards-removed", removed.length],
    ["cards-unread", unread.length],
  ];
  const text = count
    ? parts
        .filter(([, much]) => much)
        .map(([key, much]) => say(much === 1 ? `${key}-1` : key, { count: number(much) }))
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

let theirs = null;
function shown409(error) {
  theirs = error.now;
  toastProblems(error);
  showDifference();
}
async function compare() {
  theirs = await attempt(() => get(api(`table?${new URLSearchParams({ table: view.table, look: "1" })}`)));
  showDifference();
}
function showDifference() {
  if (!theirs) return;
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

function search() {
  const word = $("#find").value.trim().toLowerCase();
  found = new Set();
  if (!word) return null;
  let first = null;
  for (const row of view.rows)
    row.cells.forEach((text, column) => {
      if (!text.toLowerCase().includes(word)) return;
      found.add(`${row.row} ${column}`);
      first ??= { row: row.row, column };
    });
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
  if (!$(".editor", sheet)) requestAnimationFrame(draw);
});
sheet.addEventListener("mousedown", (event) => {
  const cell = event.target.closest("td[data-row]"),
    line = event.target.closest("th[data-line]");
  if (event.target.closest(".editor")) return;
  if (cell) {
    event.preventDefault();
    if ($(".editor", sheet)) $(".editor", sheet).blur();
    go({ row: Number(cell.dataset.row), column: Number(cell.dataset.column) }, { keep: event.shiftKey });
  } else if (line) {
    event.preventDefault();
    go({ row: Number(line.dataset.line), column: view.columns.length - 1 }, { keep: event.shiftKey });
    from = { row: event.shiftKey ? from.row : at.row, column: 0 };
    draw();
  }
});
sheet.addEventListener("mousemove", (event) => {
  const cell = event.buttons === 1 && event.target.closest("td[data-row]");
  const place = cell && { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
  if (place && (place.row !== at.row || place.column !== at.column)) go(place, { keep: true });
});
sheet.addEventListener("dblclick", (event) => {
  if (event.target.closest("td[data-row]")) editor();
});
sheet.addEventListener("keydown", (event) => {
  if (event.target.closest(".editor")) return;
  const page = Math.max(1, Math.floor(sheet.clientHeight / ROW) - 2);
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
function clear() {
  const { top, bottom, left, right } = selected();
  const edits = [];
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1)
      if (view.rows[row - 1].cells[column]) edits.push({ do: "set", row, column, value: "" });
  if (edits.length) edit(edits);
}
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.closest(".editor")) return;
  const key = event.key.toLowerCase();
  if (key === "s") {
    event.preventDefault();
    save();
  } else if (event.target.matches("input, textarea")) return;
  else if (key === "z" && !event.shiftKey) {
    event.preventDefault();
    undo();
  } else if (key === "y" || (key === "z" && event.shiftKey)) {
    event.preventDefault();
    redo();
  }
});
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
