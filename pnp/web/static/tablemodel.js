// A table being edited: rows and columns that keep their identity, undo, the edits to send to the server, and merging
// with a file that was changed meanwhile. Nothing here touches the page or waits for the server.

import { normalized } from "./clipboard.js";
import { growing, matchColumns, matchEqual, matchRows, placed, replaceItems, weave } from "./tablelists.js";

/** A row. Its cells are by slot; a slot belongs to one column for ever. Rows are replaced, never changed, so that a
 * snapshot of them stays as it was.
 * @typedef {object} Row
 * @property {number} key identity, as long as the table is open
 * @property {(string | undefined)[]} cells
 * @property {number | null} like key of the row that it is a copy of */
/** @typedef {{ slot: number, heading: string }} Column */
/** The table as it is in the file.
 * @typedef {object} Base
 * @property {string} version
 * @property {{ heading: string, role?: string }[]} columns
 * @property {{ cells: string[] }[]} rows */
/** @typedef {{ row: number, slot: number, before: string | undefined, after: string | undefined }} CellChange */
/** An item that is taken out or put in, after the item with a key; null for the first place.
 * @template T
 * @typedef {{ item: T, after: number | null }} Placed */
/** @typedef {{ kind: "cells", changes: CellChange[] }
 *   | { kind: "rows", removed: Placed<Row>[], inserted: Placed<Row>[] }
 *   | { kind: "columns", removed: Placed<Column>[], inserted: Placed<Column>[] }
 *   | { kind: "heading", slot: number, before: string, after: string }} Change */
/** A part of an arrangement of rows, as pnp/tables/edit.py reads it.
 * @typedef {[number, number] | { row: number, set: [number, string][] }
 *   | { cells: string[], like: number | null }} Part */
/** @typedef {{ do: "arrange", rows: Part[] }
 *   | { do: "columns", columns: (number | { heading: string, column: number | null })[] }} Edit */
/** Two values of a cell or heading, or a row that one side changed and the other deleted.
 * @typedef {object} Conflict
 * @property {"cell" | "heading" | "deleted-there" | "deleted-here" | "draft"} kind `draft` if the other value was not
 *   saved either
 * @property {number} row key; -1 for a heading
 * @property {number} slot -1 for a whole row
 * @property {string} theirs the value in the file */
/** What was sent to be saved. @typedef {{ rows: Row[], columns: Column[], edits: Edit[], version: string }} Snapshot */
/** An unsaved table as it is stored in the browser; its conflicts have places instead of keys and slots.
 * @typedef {{ base: Base, edits: Edit[], conflicts: Conflict[] }} Draft */

const MOST_STEPS = 1000; // steps that can be undone
const LONGEST_RUN = 10_000; // rows in one part of an arrangement

/** @param {Change} change
 * @returns {Change} */
function inverse(change) {
  if (change.kind === "cells")
    return {
      kind: "cells",
      changes: [...change.changes].reverse().map((each) => ({ ...each, before: each.after, after: each.before })),
    };
  if (change.kind === "heading") return { ...change, before: change.after, after: change.before };
  return /** @type {Change} */ ({ ...change, removed: change.inserted, inserted: change.removed });
}

/** Return an id as pnp compares ids.
 * @param {string} id */
const slug = (id) =>
  id
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** Return a new id similar to another: dragon-2 for dragon, dragon-3 for dragon-2.
 * @param {string} id
 * @param {Set<string>} taken */
function nextId(id, taken) {
  const stem = (/^(.+?)-[0-9]{1,5}$/.exec(id)?.[1] ?? id).slice(0, 50);
  let number = 2;
  while (taken.has(slug(`${stem}-${number}`))) number += 1;
  taken.add(slug(`${stem}-${number}`));
  return `${stem}-${number}`;
}

/** @param {Row} row */
const keyOf = (row) => row.key;
/** @param {Column} column */
const slotOf = (column) => column.slot;
/** @param {(string | undefined)[]} cells */
const joined = (cells) => cells.map((text) => text ?? "").join("\u0000");

export class TableModel {
  /** @type {Base} */
  base;
  /** @type {Column[]} */
  columns;
  /** @type {Row[]} */
  rows;
  /** @type {Conflict[]} */
  conflicts = [];
  /** The text of an open editor, which is not saved either.
   * @type {{ row: number, slot: number, text: string } | null} */
  pending = null;
  #nextKey = 1;
  #nextSlot = 0;
  /** Places of rows in the file, by key. @type {Map<number, number>} */
  #rowBase = new Map();
  /** Places of columns in the file, by slot. @type {Map<number, number>} */
  #columnBase = new Map();
  /** Places of rows in the table, by key. @type {Map<number, number> | null} */
  #places = null;
  /** Which rows are edited, as far as is known: rows never change, so it holds for a file and its columns.
   * @type {{ base: Base | null, columns: Column[], rows: WeakMap<Row, boolean> }} */
  #edited = { base: null, columns: [], rows: new WeakMap() };
  /** @type {Change[][]} */
  #done = [];
  /** @type {Change[][]} */
  #undone = [];
  /** The step that is being made. @type {Change[] | null} */
  #step = null;

  /** @param {Base} base */
  constructor(base) {
    this.base = base;
    this.columns = base.columns.map(({ heading }) => ({ slot: this.#nextSlot++, heading }));
    this.rows = base.rows.map(({ cells }) => this.#newRow(cells.slice(0, base.columns.length)));
    this.#setBase(base, this.rows, this.columns);
  }

  /** @param {(string | undefined)[]} cells
   * @param {number | null} like
   * @returns {Row} */
  #newRow(cells, like = null) {
    return { key: this.#nextKey++, cells, like };
  }
  /** Take in a file, and which rows and columns of the table are its rows and columns.
   * @param {Base} base
   * @param {(Row | undefined)[]} rows
   * @param {(Column | undefined)[]} columns */
  #setBase(base, rows, columns) {
    this.base = base;
    this.#rowBase = new Map(rows.flatMap((row, place) => (row ? [[row.key, place]] : [])));
    this.#columnBase = new Map(columns.flatMap((column, place) => (column ? [[column.slot, place]] : [])));
  }

  // ---- reading ----

  /** Return the place of a row in the table, from 0, or -1.
   * @param {number} key */
  placeOf(key) {
    this.#places ??= new Map(this.rows.map((row, place) => [row.key, place]));
    return this.#places.get(key) ?? -1;
  }
  /** @param {number} key
   * @returns {Row | undefined} */
  row(key) {
    return this.rows[this.placeOf(key)];
  }
  /** @param {number} slot */
  column(slot) {
    return this.columns.find((each) => each.slot === slot);
  }
  /** Return the place of a row in the file, from 0; undefined for a new row.
   * @param {number} key */
  rowInFile(key) {
    return this.#rowBase.get(key);
  }
  /** Return the place of a column in the file, from 0; undefined for a new column.
   * @param {number} slot */
  columnInFile(slot) {
    return this.#columnBase.get(slot);
  }
  /** Return a cell; undefined if the row is too short to have it.
   * @param {number} key
   * @param {number} slot */
  cell(key, slot) {
    return this.row(key)?.cells[slot];
  }
  /** Return a cell as it is in the file; undefined if the file has no such cell.
   * @param {number} key
   * @param {number} slot */
  cellInFile(key, slot) {
    return this.base.rows[this.#rowBase.get(key)]?.cells[this.#columnBase.get(slot)];
  }
  /** Tell whether a cell differs from the file.
   * @param {Row} row
   * @param {number} slot */
  edited(row, slot) {
    return (row.cells[slot] ?? "") !== (this.cellInFile(row.key, slot) ?? "");
  }
  /** Tell whether a row is new or differs from the file.
   * @param {Row} row */
  rowEdited(row) {
    if (this.#edited.base !== this.base || this.#edited.columns !== this.columns)
      this.#edited = { base: this.base, columns: this.columns, rows: new WeakMap() };
    let found = this.#edited.rows.get(row);
    if (found === undefined) {
      found = !this.#rowBase.has(row.key) || this.columns.some(({ slot }) => this.edited(row, slot));
      this.#edited.rows.set(row, found);
    }
    return found;
  }
  /** Whether something is not saved: an edit, or the text of an open editor. */
  get changed() {
    return this.#unsavedPending() !== null || this.#columnsChanged() || this.#rowsChanged();
  }
  /** Return the text of an open editor, if it differs from its cell. */
  #unsavedPending() {
    const { pending } = this;
    if (!pending || this.placeOf(pending.row) < 0) return null;
    return normalized(pending.text) !== (this.cell(pending.row, pending.slot) ?? "") ? pending : null;
  }
  #columnsChanged() {
    const { columns } = this.base;
    return (
      this.columns.length !== columns.length ||
      this.columns.some(
        ({ slot, heading }, place) => this.#columnBase.get(slot) !== place || heading !== columns[place].heading,
      )
    );
  }
  #rowsChanged() {
    return (
      this.rows.length !== this.base.rows.length ||
      this.rows.some((row, place) => this.#rowBase.get(row.key) !== place || this.rowEdited(row))
    );
  }
  get canUndo() {
    return this.#done.length > 0;
  }
  get canRedo() {
    return this.#undone.length > 0;
  }

  // ---- changing ----

  /** Make changes as one step to undo.
   * @template T
   * @param {() => T} work
   * @returns {T} */
  step(work) {
    if (this.#step) return work();
    this.#step = [];
    try {
      return work();
    } finally {
      if (this.#step.length) {
        this.#done.push(this.#step);
        if (this.#done.length > MOST_STEPS) this.#done.shift();
        this.#undone = [];
      }
      this.#step = null;
    }
  }
  /** @param {Change} change */
  #make(change) {
    this.step(() => {
      this.#apply(change);
      this.#step.push(change);
    });
  }
  /** @param {Change} change */
  #apply(change) {
    if (change.kind === "cells") {
      for (const { row, slot, after } of change.changes) this.#setCell(row, slot, after);
    } else if (change.kind === "heading") {
      this.columns = this.columns.map((each) =>
        each.slot === change.slot ? { ...each, heading: change.after } : each,
      );
    } else if (change.kind === "rows") {
      this.rows = replaceItems(this.rows, change, keyOf);
      this.#places = null;
    } else this.columns = replaceItems(this.columns, change, slotOf);
  }
  /** @param {number} key
   * @param {number} slot
   * @param {string | undefined} value */
  #setCell(key, slot, value) {
    const place = this.placeOf(key);
    if (place < 0) return;
    const cells = [...this.rows[place].cells];
    cells[slot] = value;
    this.rows[place] = { ...this.rows[place], cells };
  }

  /** Set cells; values are trimmed.
   * @param {{ row: number, slot: number, value: string }[]} values */
  setCells(values) {
    const changes = values
      .map(({ row, slot, value }) => ({ row, slot, before: this.cell(row, slot), after: normalized(value) }))
      .filter(({ row, before, after }) => this.placeOf(row) >= 0 && (before ?? "") !== after);
    if (changes.length) this.#make({ kind: "cells", changes });
  }
  /** Insert rows after the row with a key, or as the first; return their keys.
   * @param {number | null} after
   * @param {{ cells: (string | undefined)[], like?: number | null }[]} rows cells by slot */
  insertRows(after, rows) {
    const made = rows.map(({ cells, like = null }) => this.#newRow([...cells], like));
    this.#make({ kind: "rows", removed: [], inserted: placed(made, after, keyOf) });
    return made.map(keyOf);
  }
  /** @param {number[]} keys */
  removeRows(keys) {
    const gone = new Set(keys);
    const removed = this.#placedRows((row) => gone.has(row.key));
    if (removed.length) this.#make({ kind: "rows", removed, inserted: [] });
  }
  /** @param {(row: Row) => boolean} which
   * @returns {Placed<Row>[]} */
  #placedRows(which) {
    return this.rows.flatMap((row, place) =>
      which(row) ? [{ item: row, after: place ? this.rows[place - 1].key : null }] : [],
    );
  }
  /** Move rows, in this order, after the row with a key, or to the top.
   * @param {number[]} keys
   * @param {number | null} after */
  moveRows(keys, after) {
    const moved = new Set(keys);
    const rows = keys.map((key) => this.row(key)).filter((row) => row !== undefined);
    const change = {
      kind: /** @type {const} */ ("rows"),
      removed: this.#placedRows((row) => moved.has(row.key)),
      inserted: placed(rows, after, keyOf),
    };
    const now = replaceItems(this.rows, change, keyOf);
    if (now.some((row, place) => row.key !== this.rows[place].key)) this.#make(change);
  }
  /** Insert copies of rows below the last of them, with new ids; return the keys of the copies.
   * @param {number[]} keys
   * @param {Iterable<string>} taken ids of other pieces
   * @param {number} idSlot slot of the ids; -1 if there are none */
  duplicateRows(keys, taken, idSlot) {
    const ids = new Set([...taken, ...this.rows.map(({ cells }) => slug(cells[idSlot] ?? ""))]);
    const copies = keys.flatMap((key) => {
      const cells = [...(this.row(key)?.cells ?? [])];
      if (idSlot >= 0 && cells[idSlot]) cells[idSlot] = nextId(cells[idSlot], ids);
      return this.row(key) ? [{ cells, like: key }] : [];
    });
    return this.insertRows(keys.at(-1), copies);
  }
  /** Add a column after the column with a slot, or as the first; return its slot.
   * @param {number | null} after
   * @param {string} heading */
  addColumn(after, heading) {
    const item = { slot: this.#nextSlot++, heading: normalized(heading) };
    this.#make({ kind: "columns", removed: [], inserted: [{ item, after }] });
    return item.slot;
  }
  /** @param {number} slot */
  removeColumn(slot) {
    const place = this.columns.findIndex((each) => each.slot === slot);
    const after = place > 0 ? this.columns[place - 1].slot : null;
    if (place >= 0) this.#make({ kind: "columns", removed: [{ item: this.columns[place], after }], inserted: [] });
  }
  /** @param {number} slot
   * @param {string} heading */
  renameColumn(slot, heading) {
    const before = this.column(slot)?.heading;
    const after = normalized(heading);
    if (before !== undefined && before !== after) this.#make({ kind: "heading", slot, before, after });
  }
  undo() {
    const step = this.#done.pop();
    if (!step) return;
    for (const change of [...step].reverse()) this.#apply(inverse(change));
    this.#undone.push(step);
  }
  redo() {
    const step = this.#undone.pop();
    if (!step) return;
    for (const change of step) this.#apply(change);
    this.#done.push(step);
  }
  /** Make the table what is in the file; this can be undone. */
  revert() {
    this.pending = null;
    this.conflicts = [];
    const slots = new Map([...this.#columnBase].map(([slot, place]) => [place, slot]));
    const columns = this.base.columns.map(({ heading }, place) => ({ slot: slots.get(place), heading }));
    const keys = new Map([...this.#rowBase].map(([key, place]) => [place, key]));
    const rows = this.base.rows.map(({ cells }, place) => ({
      key: keys.get(place),
      cells: bySlot(columns.map(slotOf), cells),
      like: /** @type {null} */ (null),
    }));
    this.#replaceAll(rows, columns);
  }
  /** Replace all rows and columns as one step.
   * @param {Row[]} rows
   * @param {Column[]} columns */
  #replaceAll(rows, columns) {
    this.step(() => {
      const all = { removed: placed(this.columns, null, slotOf), inserted: placed(columns, null, slotOf) };
      this.#make({ kind: "columns", ...all });
      this.#make({ kind: "rows", removed: placed(this.rows, null, keyOf), inserted: placed(rows, null, keyOf) });
    });
  }

  // ---- saving ----

  /** Return the edits that make the file the same as the table. */
  edits() {
    /** @type {Edit[]} */
    const edits = [];
    if (this.#columnsChanged())
      edits.push({
        do: "columns",
        columns: this.columns.map(({ slot, heading }) => {
          const place = this.#columnBase.get(slot);
          return heading === this.base.columns[place]?.heading ? place : { heading, column: place ?? null };
        }),
      });
    if (!this.#rowsChanged()) return edits;
    /** @type {Part[]} */
    const rows = [];
    for (const row of this.rows) {
      const place = this.#rowBase.get(row.key);
      const set = place === undefined ? [] : this.#changedCells(row);
      const last = rows.at(-1);
      if (place === undefined) {
        const like = this.#rowBase.get(row.like);
        const cells = this.columns.map(({ slot }) => row.cells[slot] ?? "");
        rows.push({ cells, like: like === undefined ? null : like + 1 });
      } else if (set.length) rows.push({ row: place + 1, set });
      else if (Array.isArray(last) && last[0] + last[1] === place + 1 && last[1] < LONGEST_RUN) last[1] += 1;
      else rows.push([place + 1, 1]);
    }
    edits.push({ do: "arrange", rows });
    return edits;
  }
  /** @param {Row} row
   * @returns {[number, string][]} */
  #changedCells(row) {
    return this.columns.flatMap(({ slot }, place) =>
      this.edited(row, slot) ? [/** @type {[number, string]} */ ([place, row.cells[slot] ?? ""])] : [],
    );
  }
  /** Return the table as it is now, to be saved.
   * @returns {Snapshot} */
  snapshot() {
    return { rows: [...this.rows], columns: this.columns, edits: this.edits(), version: this.base.version };
  }
  /** Take in that a snapshot was saved as this file; edits made since then stay unsaved. Return false if the file is
   * something else.
   * @param {Snapshot} sent
   * @param {Base} base */
  saved(sent, base) {
    if (sent.rows.length !== base.rows.length || sent.columns.length !== base.columns.length) return false;
    const rows = new Map(sent.rows.map((row, place) => [row.key, place]));
    const columns = new Map(sent.columns.map(({ slot }, place) => [slot, place]));
    this.columns = this.columns.map((column) => {
      const place = columns.get(column.slot);
      const same = place !== undefined && column.heading === sent.columns[place].heading;
      return same ? { ...column, heading: base.columns[place].heading } : column;
    });
    this.rows = this.rows.map((row) => {
      const place = rows.get(row.key);
      if (place === undefined) return row;
      const [was, now] = [sent.rows[place].cells, base.rows[place].cells];
      const cells = [...row.cells];
      for (const [slot, column] of columns) if ((cells[slot] ?? "") === (was[slot] ?? "")) cells[slot] = now[column];
      return { ...row, cells };
    });
    this.#setBase(base, sent.rows, sent.columns);
    return true;
  }
  /** Tell whether a file is what a snapshot would have made it: then only the answer to saving it was lost.
   * @param {Snapshot} sent
   * @param {Base} base */
  isSaved(sent, base) {
    return (
      sent.rows.length === base.rows.length &&
      sent.columns.length === base.columns.length &&
      sent.columns.every(({ heading }, place) => heading === base.columns[place].heading) &&
      sent.rows.every(({ cells }, place) =>
        sent.columns.every(({ slot }, column) => (cells[slot] ?? "") === (base.rows[place].cells[column] ?? "")),
      )
    );
  }

  // ---- drafts ----

  /** Return the unsaved edits with the file that they apply to; null if there are none.
   * @returns {Draft | null} */
  draft() {
    if (!this.changed) return null;
    const { rows, base } = this;
    const pending = this.#unsavedPending();
    if (pending) {
      this.rows = [...rows];
      this.#setCell(pending.row, pending.slot, normalized(pending.text));
    }
    const edits = this.edits();
    this.rows = rows;
    return {
      base: {
        version: base.version,
        columns: base.columns.map(({ heading, role }) => ({ heading, role })),
        rows: base.rows.map(({ cells }) => ({ cells })),
      },
      edits,
      conflicts: this.conflicts.map((each) => ({
        ...each,
        row: this.placeOf(each.row),
        slot: this.columns.findIndex(({ slot }) => slot === each.slot),
      })),
    };
  }
  /** Return the table of a draft.
   * @param {Draft} draft */
  static restore({ base, edits, conflicts }) {
    const model = new TableModel(base);
    model.applyEdits(edits);
    model.conflicts = conflicts.map((each) => ({
      ...each,
      row: model.rows[each.row]?.key ?? -1,
      slot: model.columns[each.slot]?.slot ?? -1,
    }));
    return model;
  }
  /** Apply edits that `edits` returned for the same file, as one step.
   * @param {Edit[]} edits */
  applyEdits(edits) {
    const before = this.columns;
    let { columns, rows } = this;
    for (const edit of edits) {
      if (edit.do === "columns")
        columns = edit.columns.map((part) => {
          if (typeof part === "number") return before[part];
          return { slot: before[part.column]?.slot ?? this.#nextSlot++, heading: part.heading };
        });
      else rows = this.#arranged(edit.rows, columns.map(slotOf));
    }
    this.#replaceAll(rows, columns);
  }
  /** @param {Part[]} parts
   * @param {number[]} slots
   * @returns {Row[]} */
  #arranged(parts, slots) {
    const before = this.rows;
    return parts.flatMap((part) => {
      if (Array.isArray(part)) return before.slice(part[0] - 1, part[0] - 1 + part[1]);
      if ("cells" in part) return this.#newRow(bySlot(slots, part.cells), before[part.like - 1]?.key ?? null);
      const row = before[part.row - 1];
      const cells = [...row.cells];
      for (const [column, value] of part.set) cells[slots[column]] = value;
      return { ...row, cells };
    });
  }

  /** Take in another draft of the same table: cells that it changed, and its new rows. Where this table differs from
   * the file as well, a conflict holds the other value.
   * @param {Draft} draft */
  adopt(draft) {
    const other = TableModel.restore(draft);
    if (draft.base.version !== this.base.version) other.merge(this.base);
    const keys = new Map([...this.#rowBase].map(([key, place]) => [place, key]));
    const slots = new Map(this.columns.map(({ slot, heading }) => [this.#columnBase.get(slot) ?? heading, slot]));
    /** @type {{ slot: number, from: number }[]} */
    const columns = other.columns.flatMap(({ slot, heading }) => {
      const mine = slots.get(other.columnInFile(slot) ?? heading);
      return mine === undefined ? [] : [{ slot: mine, from: slot }];
    });
    this.step(() => {
      /** @type {number | null} */
      let after = null;
      for (const row of other.rows) {
        const key = keys.get(other.rowInFile(row.key));
        if (key === undefined || this.placeOf(key) < 0) {
          if (other.rowInFile(row.key) !== undefined && !other.rowEdited(row)) continue; // deleted here
          /** @type {string[]} */
          const cells = [];
          for (const { slot, from } of columns) cells[slot] = row.cells[from] ?? "";
          [after] = this.insertRows(after, [{ cells }]);
          continue;
        }
        after = key;
        for (const { slot, from } of columns) {
          const [mine, value] = [this.row(key), row.cells[from] ?? ""];
          if (!other.edited(row, from) || (mine.cells[slot] ?? "") === value) continue;
          if (this.edited(mine, slot)) this.conflicts.push({ kind: "draft", row: key, slot, theirs: value });
          else {
            this.setCells([{ row: key, slot, value }]);
            const open = other.conflicts.find((each) => each.row === row.key && each.slot === from);
            if (open) this.conflicts.push({ ...open, row: key, slot });
          }
        }
      }
    });
  }

  // ---- merging ----

  /** Take in a file that was changed by others, cell by cell. Where both sides changed the same cell, the table keeps
   * its value, and a conflict holds the other one.
   * @param {Base} theirs */
  merge(theirs) {
    const pending = this.#unsavedPending();
    const row = pending && this.row(pending.row);
    const untyped = row && (this.edited(row, pending.slot) ? row.cells[pending.slot] : null);
    if (pending) this.#setCell(pending.row, pending.slot, normalized(pending.text)); // so that it can conflict
    const open = this.conflicts;
    this.conflicts = [];
    const columns = matchColumns(this.base.columns, theirs.columns);
    const rows = matchRows(this.base, theirs, columns);
    const links = this.#linkColumns(theirs, columns);
    const drafts = open.filter(({ kind }) => kind === "draft"); // as good as edits: their values are nowhere else
    const merged = {
      columns: this.#mergeColumns(theirs, links, new Set(drafts.map(({ slot }) => slot))),
      rows: this.#mergeRows(theirs, rows, links, new Set(drafts.map(({ row }) => row))),
    };
    this.columns = merged.columns.order;
    this.rows = merged.rows.order;
    this.#places = null;
    this.#setBase(theirs, merged.rows.inFile, merged.columns.inFile);
    for (const { kind, row, slot, theirs: value } of open) {
      const newer = this.conflicts.filter((each) => each.row === row && each.slot === slot);
      // the value of another draft is nowhere else; that of the file is replaced by the newer one
      const known = kind === "draft" ? newer.some((each) => each.theirs === value) : newer.length > 0;
      if (!known) this.conflicts.push({ kind, row, slot, theirs: value });
    }
    if (pending)
      this.#setCell(pending.row, pending.slot, untyped ?? this.cellInFile(pending.row, pending.slot) ?? undefined);
    this.tidyConflicts();
  }
  /** Drop conflicts that no longer are any: the values are equal, or the row is gone. */
  tidyConflicts() {
    this.conflicts = this.conflicts.flatMap((conflict) => {
      const { kind, row, slot } = conflict;
      if (kind === "deleted-there" || kind === "deleted-here") return this.row(row) ? [conflict] : [];
      if (kind === "draft") return this.row(row) && this.column(slot) ? [conflict] : [];
      const typed = this.pending?.row === row && this.pending.slot === slot ? normalized(this.pending.text) : null;
      const mine = kind === "heading" ? this.column(slot)?.heading : (typed ?? this.cell(row, slot));
      const theirs =
        kind === "heading" ? this.base.columns[this.#columnBase.get(slot)]?.heading : this.cellInFile(row, slot);
      const gone = kind === "heading" ? !this.column(slot) : !this.row(row) || !this.column(slot);
      return gone || (mine ?? "") === (theirs ?? "") ? [] : [{ ...conflict, theirs: theirs ?? "" }];
    });
  }
  /** Settle a conflict by one of its two values; taking the file's value can be undone.
   * @param {Conflict} conflict
   * @param {"mine" | "theirs"} choice */
  resolve(conflict, choice) {
    this.conflicts = this.conflicts.filter((each) => each !== conflict);
    const { kind, row, slot, theirs } = conflict;
    if (kind === "deleted-here" ? choice === "mine" : kind === "deleted-there" && choice === "theirs")
      this.removeRows([row]);
    else if (choice === "theirs" && (kind === "cell" || kind === "draft"))
      this.setCells([{ row, slot, value: theirs }]);
    else if (choice === "theirs" && kind === "heading") this.renameColumn(slot, theirs);
  }

  /** Return each column of both sides, with its place in the file before (`was`) and now.
   * @param {Base} theirs
   * @param {Map<number, number>} match
   * @returns {{ column: Column, mine: boolean, was?: number, now?: number, removed?: boolean }[]} */
  #linkColumns(theirs, match) {
    const used = new Set(match.values());
    const added = [...theirs.columns.keys()].filter((place) => !used.has(place));
    const links = this.columns.map((column) => {
      const was = this.#columnBase.get(column.slot);
      let now = match.get(was);
      const same = added.findIndex((place) => theirs.columns[place].heading === column.heading);
      if (was === undefined && same >= 0) now = added.splice(same, 1)[0]; // added on both sides
      return { column, mine: true, was, now };
    });
    const there = new Set(links.map(({ was }) => was));
    const removed = [...match].filter(([was]) => !there.has(was)); // removed here
    const fresh = added.map((now) => {
      const column = { slot: this.#nextSlot++, heading: theirs.columns[now].heading };
      return { column, mine: false, was: /** @type {number | undefined} */ (undefined), now };
    });
    const hidden = removed.map(([was, now]) => {
      const slot = [...this.#columnBase].find(([, place]) => place === was)[0];
      return { column: { slot, heading: "" }, mine: false, was, now, removed: true };
    });
    return [...links, ...fresh, ...hidden];
  }
  /** @param {Base} theirs
   * @param {{ column: Column, mine: boolean, was?: number, now?: number, removed?: boolean }[]} links
   * @param {Set<number>} kept slots of columns that stay, although they have no edits */
  #mergeColumns(theirs, links, kept) {
    /** @type {Column[]} */
    const inFile = [];
    /** @type {Map<number, Column>} */
    const bySlotNumber = new Map();
    for (const { column, mine, was, now, removed } of links) {
      const edited = kept.has(column.slot) || this.rows.some((row) => this.edited(row, column.slot));
      if (mine && now === undefined && was !== undefined && !edited) continue; // removed in the file
      const before = this.base.columns[was]?.heading ?? column.heading;
      const after = theirs.columns[now]?.heading ?? column.heading;
      const renamed = column.heading !== before;
      if (mine && renamed && after !== before && after !== column.heading)
        this.conflicts.push({ kind: "heading", row: -1, slot: column.slot, theirs: after });
      const merged = { slot: column.slot, heading: mine && renamed ? column.heading : after };
      if (now !== undefined) inFile[now] = merged;
      if (!removed) bySlotNumber.set(column.slot, merged);
    }
    const mine = this.columns.map(slotOf).filter((slot) => bySlotNumber.has(slot));
    const file = inFile.flatMap((column) => (column && bySlotNumber.has(column.slot) ? [column.slot] : []));
    const moved = !growing(this.columns.map(({ slot }) => this.#columnBase.get(slot)));
    const order = (moved ? weave(mine, file) : weave(file, mine)).map((slot) => bySlotNumber.get(slot));
    return { order, inFile };
  }
  /** @param {Base} theirs
   * @param {Map<number, number>} match
   * @param {{ column: Column, was?: number, now?: number }[]} links
   * @param {Set<number>} kept keys of rows that stay, although they have no edits */
  #mergeRows(theirs, match, links, kept) {
    const { base } = this;
    const mine = this.rows;
    const taken = new Set(match.values());
    const added = [...theirs.rows.keys()].filter((place) => !taken.has(place));
    const news = mine.filter(({ key }) => !this.#rowBase.has(key));
    const both = matchEqual(
      news.map(({ cells }) => joined(links.map(({ column }) => cells[column.slot]))),
      added.map((place) => joined(links.map(({ now }) => theirs.rows[place].cells[now]))),
    );
    const twins = new Map([...both].map(([place, other]) => [news[place].key, added[other]])); // added on both sides
    /** @type {Row[]} */
    const inFile = [];
    /** @type {Map<number, Row>} */
    const byKey = new Map();
    for (const row of mine) {
      const was = this.#rowBase.get(row.key);
      const now = was === undefined ? twins.get(row.key) : match.get(was);
      if (now === undefined && was !== undefined) {
        if (!kept.has(row.key) && !this.rowEdited(row)) continue; // removed in the file
        this.conflicts.push({ kind: "deleted-there", row: row.key, slot: -1, theirs: "" });
      }
      const merged = now === undefined ? row : this.#mergeCells(row, base.rows[was], theirs.rows[now], links);
      byKey.set(row.key, merged);
      if (now !== undefined) inFile[now] = merged;
    }
    const backwards = new Map([...match].map(([was, now]) => [now, was]));
    const shown = new Set(mine.map(({ key }) => this.#rowBase.get(key)));
    const keys = new Map([...this.#rowBase].map(([key, place]) => [place, key]));
    for (const [now, { cells }] of theirs.rows.entries()) {
      if (inFile[now]) continue;
      const was = backwards.get(now);
      const slots = links.filter((link) => link.now !== undefined);
      const row = {
        key: keys.get(was) ?? this.#nextKey++,
        cells: bySlot(
          slots.map(({ column }) => column.slot),
          slots.map((link) => cells[link.now]),
        ),
        like: /** @type {null} */ (null),
      };
      inFile[now] = row;
      if (was !== undefined && !shown.has(was)) {
        if (joined(base.rows[was].cells) === joined(cells)) continue; // deleted here
        this.conflicts.push({ kind: "deleted-here", row: row.key, slot: -1, theirs: "" });
      }
      byKey.set(row.key, row);
    }
    const mineKeys = mine.map(keyOf).filter((key) => byKey.has(key));
    const fileKeys = inFile.map(keyOf).filter((key) => byKey.has(key));
    const moved = !growing(mine.map(({ key }) => this.#rowBase.get(key)));
    const order = (moved ? weave(mineKeys, fileKeys) : weave(fileKeys, mineKeys)).map((key) => byKey.get(key));
    return { order, inFile };
  }
  /** @param {Row} row
   * @param {{ cells: string[] } | undefined} before the row in the file; undefined if it was added on both sides
   * @param {{ cells: string[] }} after
   * @param {{ column: Column, was?: number, now?: number }[]} links
   * @returns {Row} */
  #mergeCells(row, before, after, links) {
    const cells = [...row.cells];
    for (const { column, was, now } of links) {
      if (now === undefined) continue;
      const mine = cells[column.slot] ?? "";
      const old = before?.cells[was] ?? "";
      const other = after.cells[now] ?? "";
      if (mine === old) cells[column.slot] = after.cells[now];
      else if (other !== old && other !== mine)
        this.conflicts.push({ kind: "cell", row: row.key, slot: column.slot, theirs: other });
    }
    return { ...row, cells };
  }
}

/** Return cells by slot.
 * @param {number[]} slots
 * @param {(string | undefined)[]} cells */
function bySlot(slots, cells) {
  /** @type {(string | undefined)[]} */
  const found = [];
  for (const [place, slot] of slots.entries()) found[slot] = cells[place];
  return found;
}
