// The grid of a table: rows in sight, the selection, and the editor of a cell. It changes the model at once and never
// waits; rows and columns are told apart by their keys and slots, whatever happens to their places meanwhile.

import { formatBlock, parseBlock } from "./clipboard.js";
import { $, $$, make, say, targetOf } from "./page.js";

/** @import { TableModel, Row } from "./tablemodel.js" */

/** A cell: the key of its row and the slot of its column. @typedef {{ row: number, slot: number }} Cell */
/** A cell by its place in the grid, from 0. @typedef {{ row: number, column: number }} Place */
/** What the page knows about columns and cells, and does when something happens.
 * @typedef {object} GridHooks
 * @property {(slot: number) => Answer.TableColumn} column
 * @property {(slot: number) => boolean} isNumber
 * @property {(slot: number) => string[] | null} suggestions values to choose from; null for any text
 * @property {(row: number, slot: number) => string} problem message about a cell, or ""
 * @property {(row: number) => string} rowProblem message about a row, or ""
 * @property {(row: number, slot: number) => string | null} conflict the other value of a cell, or null
 * @property {(row: number, slot: number) => boolean} found whether a search has found the cell
 * @property {(row: number) => number} line line of a row in the file
 * @property {() => boolean} locked whether the table cannot be edited; it says so
 * @property {() => unknown} edited called after every change of the model
 * @property {() => unknown} typed called after every change in the editor
 * @property {() => unknown} moved called when another cell gets the focus
 * @property {() => unknown} save
 * @property {(slot: number, button: HTMLElement) => unknown} menu
 * @property {(slot: number) => "ascending" | "descending" | null} sorted
 * @property {(slot: number) => boolean} filtered
 * @property {(count: number) => unknown} tooWide called when a block has more columns than there is room for
 * @property {(field: HTMLElement, cell: Cell) => HTMLElement[]} extras more controls beside an editor
 * @property {(cell: Cell, file: File) => unknown} dropped called when a file is dropped on a cell */

const ROW = 33; // height of a row in px, as in table.css
const SPARE = 30; // rows drawn beyond those in sight
const WIDEST = 36; // characters
const NARROWEST = 5;

export class Grid {
  /** @type {TableModel | null} */
  model = null;
  /** Keys of the rows that are shown, in their order. @type {number[]} */
  keys = [];
  /** The cell with the focus. @type {Cell} */
  at = { row: -1, slot: -1 };
  /** The other corner of the selection. @type {Cell | null} */
  from = null;
  /** @type {HTMLElement} */
  sheet;
  /** @type {HTMLElement | null} */
  #body = null;
  /** @type {{ first: number, last: number } | null} */
  #drawn = null;
  /** The headings as they were drawn, as text. */
  #heads = "";
  /** Rows on the page, with everything that they show as text, by key.
   * @type {Map<number, { text: string, node: Node }>} */
  #nodes = new Map();
  /** Places of rows in the grid, by key. @type {Map<number, number>} */
  #places = new Map();
  /** The place that had the focus last, in case its row is deleted. @type {Place} */
  #last = { row: 0, column: 0 };
  /** Widths of columns in characters, by slot. @type {Map<number, number>} */
  #widths = new Map();
  /** The open editor.
   * @type {{ field: HTMLElement, cell: Cell, finish: (keep: boolean, step?: Place | null) => void } | null} */
  editor = null;

  /** @param {HTMLElement} sheet
   * @param {GridHooks} hooks */
  constructor(sheet, hooks) {
    this.sheet = sheet;
    this.hooks = hooks;
    this.#listen();
  }

  // ---- what is shown ----

  /** Show another table.
   * @param {TableModel} model
   * @param {number[]} keys */
  open(model, keys) {
    this.editor?.finish(true);
    this.model = model;
    this.#widths.clear();
    this.from = null;
    this.at = { row: keys[0] ?? -1, slot: model.columns[0]?.slot ?? -1 };
    this.#last = { row: 0, column: 0 };
    this.sheet.scrollTop = 0;
    this.sheet.scrollLeft = 0;
    this.show(keys);
  }
  /** Show rows, after the model or their order has changed. An open editor stays as it is.
   * @param {number[]} keys */
  show(keys) {
    this.keys = keys;
    this.#places = new Map(keys.map((key, place) => [key, place]));
    const { columns } = this.model;
    if (!this.#places.has(this.at.row))
      this.at = { ...this.at, row: keys[Math.min(this.#last.row, keys.length - 1)] ?? -1 };
    if (!columns.some(({ slot }) => slot === this.at.slot))
      this.at = { ...this.at, slot: columns[Math.min(this.#last.column, columns.length - 1)]?.slot ?? -1 };
    if (this.from && (!this.#places.has(this.from.row) || !columns.some(({ slot }) => slot === this.from.slot)))
      this.from = null;
    this.#last = this.place(this.at);
    this.#lay();
  }
  /** @param {Cell} cell
   * @returns {Place} */
  place({ row, slot }) {
    return { row: this.#places.get(row) ?? -1, column: this.model.columns.findIndex((each) => each.slot === slot) };
  }
  /** Return the cell at a place, or the nearest one.
   * @param {Place} place
   * @returns {Cell} */
  cellAt({ row, column }) {
    const { columns } = this.model;
    return {
      row: this.keys[Math.max(0, Math.min(this.keys.length - 1, row))] ?? -1,
      slot: columns[Math.max(0, Math.min(columns.length - 1, column))]?.slot ?? -1,
    };
  }
  /** The selected places. */
  get selected() {
    const [one, other] = [this.place(this.at), this.place(this.from ?? this.at)];
    return {
      top: Math.min(one.row, other.row),
      bottom: Math.max(one.row, other.row),
      left: Math.min(one.column, other.column),
      right: Math.max(one.column, other.column),
    };
  }
  /** Keys of the selected rows. */
  get selectedRows() {
    const { top, bottom } = this.selected;
    return this.keys.slice(Math.max(0, top), bottom + 1);
  }
  /** Slots of the selected columns. */
  get selectedSlots() {
    const { left, right } = this.selected;
    return this.model.columns.slice(Math.max(0, left), right + 1).map(({ slot }) => slot);
  }
  /** @param {Cell} cell
   * @returns {HTMLElement | null} */
  node(cell) {
    const { row, column } = this.place(cell);
    return $(`td[data-row="${row + 1}"][data-column="${column}"]`, this.sheet);
  }
  get #focused() {
    const active = document.activeElement;
    return this.sheet.contains(active) && Boolean(active?.matches("td"));
  }

  /** Draw everything but an open editor. What is the same as before stays on the page. */
  #lay() {
    const { model, sheet, hooks } = this;
    const heads = model.columns.map(({ slot, heading }) => [
      slot,
      heading,
      hooks.sorted(slot),
      hooks.filtered(slot),
      hooks.isNumber(slot),
      hooks.column(slot),
    ]);
    const text = JSON.stringify(heads);
    if (text !== this.#heads || !this.#body?.isConnected) this.#layTable(text);
    for (const [name, value] of [
      ["aria-rowcount", this.keys.length + 1],
      ["aria-colcount", model.columns.length + 1],
    ])
      $("table", sheet).setAttribute(String(name), String(value));
    this.draw({ all: true });
    this.#placeEditor();
  }
  /** @param {string} text of the headings, by which a change of them is noticed */
  #layTable(text) {
    const { model, sheet } = this;
    const { scrollLeft, scrollTop } = sheet;
    const focused = this.#focused;
    this.#heads = text;
    this.#nodes.clear();
    const columns = model.columns.map(({ slot }) => make("col", { style: `width:${this.#width(slot)}ch` }));
    const heads = model.columns.map(({ slot, heading }, place) => this.#head(slot, heading, place));
    this.#body = make("tbody");
    const grid = make(
      "table",
      { role: "grid", "aria-label": say("nav-table"), "aria-multiselectable": "true" },
      make("colgroup", {}, make("col", { class: "line" }), ...columns),
      make(
        "thead",
        {},
        make(
          "tr",
          { "aria-rowindex": 1 },
          make("th", { scope: "col", class: "line" }, make("span", { class: "unseen" }, say("table-line")), "#"),
          ...heads,
        ),
      ),
      this.#body,
    );
    const before = $("table", sheet);
    if (before) before.replaceWith(grid);
    else sheet.prepend(grid);
    this.draw({ all: true });
    sheet.scrollLeft = scrollLeft;
    sheet.scrollTop = scrollTop;
    if (focused) this.node(this.at)?.focus({ preventScroll: true });
  }
  /** @param {number} slot
   * @param {string} heading
   * @param {number} place */
  #head(slot, heading, place) {
    const { hooks } = this;
    const { name = "", hint = "", choices = [] } = hooks.column(slot);
    const label = heading || "–";
    const menu = make(
      "button",
      {
        type: "button",
        class: "small",
        "aria-label": say("column-menu", { column: label }),
        "aria-haspopup": "dialog",
      },
      hooks.filtered(slot) ? "⧩" : "▾",
    );
    menu.addEventListener("click", () => hooks.menu(slot, menu));
    return make(
      "th",
      {
        scope: "col",
        class: hooks.isNumber(slot) ? "number" : "",
        title: [name, hint, choices.join(", ")].filter(Boolean).join("\n"),
        "aria-colindex": place + 2,
        "aria-sort": hooks.sorted(slot),
        "data-head": place,
      },
      make("span", {}, label),
      { ascending: " ↑", descending: " ↓" }[hooks.sorted(slot)] ?? "",
      menu,
    );
  }
  /** Return the width of a column in characters, by its heading and the first rows. It stays the same from then on.
   * @param {number} slot */
  #width(slot) {
    const known = this.#widths.get(slot);
    if (known) return known;
    const heading = this.model.column(slot)?.heading.length ?? 0;
    const lengths = this.model.rows
      .slice(0, 200)
      .map(({ cells }) => (cells[slot] ?? "").length)
      .sort((a, b) => a - b);
    const usual = lengths[Math.floor(lengths.length * 0.9)] ?? 0;
    const width = Math.min(WIDEST, Math.max(NARROWEST, heading + 4, usual + 2));
    this.#widths.set(slot, width);
    return width;
  }
  /** Draw the rows in sight. Without `all`, rows that are on the page stay, so that both clicks of a double click hit
   * the same cell. */
  draw({ all = false } = {}) {
    const { sheet, keys, model } = this;
    if (!model || !this.#body) return;
    const first = Math.max(0, Math.floor(sheet.scrollTop / ROW) - SPARE);
    const last = Math.min(keys.length, Math.ceil((sheet.scrollTop + sheet.clientHeight) / ROW) + SPARE);
    const drawn = this.#drawn;
    if (
      !all &&
      drawn &&
      drawn.first <= Math.max(0, first + SPARE / 2) &&
      drawn.last >= Math.min(keys.length, last - SPARE / 2)
    ) {
      this.#mark();
      return;
    }
    this.#drawn = { first, last };
    const focused = this.#focused;
    const before = this.#nodes;
    this.#nodes = new Map();
    const rows = keys.slice(first, last).map((key, place) => {
      const shown = this.#shown(model.row(key), first + place);
      const text = JSON.stringify(shown);
      const known = before.get(key);
      const node = known?.text === text ? known.node : rowNode(shown);
      this.#nodes.set(key, { text, node });
      return node;
    });
    const wanted = [
      ...(first ? [gapNode(first)] : []),
      ...rows,
      ...(last < keys.length ? [gapNode(keys.length - last)] : []),
    ];
    const there = this.#body.childNodes;
    if (wanted.length !== there.length || wanted.some((node, place) => node !== there[place]))
      this.#body.replaceChildren(...wanted);
    this.#mark();
    if (focused) this.node(this.at)?.focus({ preventScroll: true });
  }
  /** Mark the selected and found cells. */
  #mark() {
    const { top, bottom, left, right } = this.selected;
    const at = this.place(this.at);
    for (const cell of $$("td[data-row]", this.#body)) {
      const [row, column] = [Number(cell.dataset.row) - 1, Number(cell.dataset.column)];
      const chosen = row >= top && row <= bottom && column >= left && column <= right;
      cell.classList.toggle("chosen", chosen);
      cell.setAttribute("aria-selected", String(chosen));
      cell.classList.toggle("found", this.hooks.found(this.keys[row], this.model.columns[column].slot));
      cell.tabIndex = row === at.row && column === at.column ? 0 : -1;
    }
  }
  /** Return everything that a row shows, except what is selected.
   * @param {Row} row
   * @param {number} place
   * @returns {ShownRow} */
  #shown(row, place) {
    const { model, hooks } = this;
    const cells = model.columns.map(({ slot }) => {
      const text = row.cells[slot];
      const problem = hooks.problem(row.key, slot);
      const theirs = hooks.conflict(row.key, slot);
      const classes = {
        number: hooks.isNumber(slot),
        wrong: problem,
        missing: text === undefined,
        edited: model.edited(row, slot),
        conflict: theirs !== null,
      };
      const other = theirs === null ? "" : say("conflict-title", { theirs });
      return {
        text: text ?? "",
        title: [other, problem].filter(Boolean).join("\n") || (text ?? ""),
        classes: Object.entries(classes).flatMap(([name, is]) => (is ? [name] : [])),
        lang: hooks.column(slot).language || null,
      };
    });
    return { place, line: hooks.line(row.key), trouble: hooks.rowProblem(row.key), cells };
  }

  // ---- moving ----

  /** Move to a cell and bring it into sight. With `keep`, the selection is extended to it.
   * @param {Place} place */
  go(place, { keep = false, focus = true } = {}) {
    if (!this.keys.length) return;
    this.from = keep ? (this.from ?? this.at) : null;
    this.at = this.cellAt(place);
    this.#last = this.place(this.at);
    const { sheet } = this;
    const top = this.#last.row * ROW;
    if (top < sheet.scrollTop) sheet.scrollTop = top;
    if (top + 2 * ROW > sheet.scrollTop + sheet.clientHeight - ROW)
      sheet.scrollTop = top + 3 * ROW - sheet.clientHeight;
    this.draw();
    this.#mark();
    const node = this.node(this.at);
    if (focus) node?.focus({ preventScroll: true });
    node?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.hooks.moved();
  }
  /** Select a block of cells; the first one keeps the focus.
   * @param {Place} one
   * @param {Place} other */
  select(one, other) {
    this.go(one);
    this.from = this.cellAt(other);
    this.#mark();
  }
  /** Select whole columns.
   * @param {number} left
   * @param {number} right */
  selectColumns(left, right = left) {
    this.select({ row: 0, column: right }, { row: this.keys.length - 1, column: left });
  }

  // ---- changing ----

  /** Change the model and show the result at once.
   * @param {() => unknown} work */
  change(work) {
    if (this.hooks.locked()) return;
    this.model.step(work);
    this.hooks.edited();
  }
  /** Set every selected cell.
   * @param {string} value */
  fill(value) {
    const slots = this.selectedSlots;
    const cells = this.selectedRows.flatMap((row) => slots.map((slot) => ({ row, slot, value })));
    this.change(() => this.model.setCells(cells));
  }
  /** Copy the first selected row to the rows below; with one row, the row above it. */
  fillDown() {
    const { top, bottom } = this.selected;
    const source = this.keys[top === bottom ? top - 1 : top];
    if (source === undefined) return;
    const rows = this.keys.slice(top === bottom ? top : top + 1, bottom + 1);
    const values = this.selectedSlots.map((slot) => ({ slot, value: this.model.cell(source, slot) ?? "" }));
    this.change(() => this.model.setCells(rows.flatMap((row) => values.map((each) => ({ row, ...each })))));
  }
  /** Return the selected cells as text. */
  copied() {
    const slots = this.selectedSlots;
    return formatBlock(this.selectedRows.map((row) => slots.map((slot) => this.model.cell(row, slot) ?? "")));
  }
  /** Paste a block: one value, or a block that fits, into every part of the selection; rows are added at the end.
   * @param {string} text */
  paste(text) {
    const block = parseBlock(text);
    const [high, wide] = [block.length, Math.max(...block.map(({ length }) => length))];
    const { top, bottom, left, right } = this.selected;
    const repeated = (bottom - top + 1) % high === 0 && (right - left + 1) % wide === 0;
    const rows = repeated ? bottom - top + 1 : high;
    const width = repeated ? right - left + 1 : wide;
    const room = this.model.columns.length - left;
    if (width > room) {
      this.hooks.tooWide(room);
      return;
    }
    this.change(() => {
      const spare = top + rows - this.keys.length;
      const last = this.model.rows.at(-1)?.key ?? null;
      const added =
        spare > 0
          ? this.model.insertRows(
              last,
              Array.from({ length: spare }, () => ({ cells: /** @type {string[]} */ ([]) })),
            )
          : [];
      const keys = [...this.keys.slice(top, top + rows), ...added];
      this.model.setCells(
        keys.flatMap((row, place) => {
          const values = block[place % high];
          return Array.from({ length: width }, (_, column) => column % wide).flatMap((column, index) =>
            values[column] === undefined
              ? []
              : [{ row, slot: this.model.columns[left + index].slot, value: values[column] }],
          );
        }),
      );
    });
    this.select(
      { row: top, column: left },
      { row: Math.min(top + rows, this.keys.length) - 1, column: left + width - 1 },
    );
  }

  // ---- the editor of a cell ----

  /** Edit the cell with the focus.
   * @param {string | null} start text in place of the cell's value */
  edit(start = null) {
    const { model, hooks } = this;
    this.editor?.finish(true);
    const cell = this.at;
    if (!this.node(cell) || hooks.locked()) return;
    const { heading } = model.column(cell.slot);
    const lang = hooks.column(cell.slot).language || null;
    const choices = hooks.suggestions(cell.slot);
    const label = { class: "editor", "aria-label": heading, lang };
    const field = choices
      ? make("input", { ...label, list: "editor-choices", autocomplete: "off" })
      : make("textarea", { ...label, rows: 1, spellcheck: "true" });
    const list =
      choices && make("datalist", { id: "editor-choices" }, ...choices.map((value) => make("option", { value })));
    field.value = start ?? model.cell(cell.row, cell.slot) ?? "";
    const extras = hooks.extras(field, cell);
    let done = false;
    /** @param {boolean} keep
     * @param {Place | null} step rows and columns to move by
     * @param {boolean} all set all selected cells */
    const finish = (keep, step = null, all = false) => {
      if (done) return;
      done = true;
      this.editor = null;
      model.pending = null;
      const focused = document.activeElement === field;
      const { value } = field;
      if (keep && all) this.fill(value);
      else if (keep) this.change(() => model.setCells([{ row: cell.row, slot: cell.slot, value }]));
      else hooks.edited();
      if (step) {
        const place = this.place(cell);
        this.go({ row: place.row + step.row, column: place.column + step.column });
      } else if (focused) this.node(this.at)?.focus({ preventScroll: true });
      field.remove();
      list?.remove();
      for (const each of extras) each.remove();
    };
    this.editor = { field, cell, finish };
    field.addEventListener("input", () => {
      model.pending = { ...cell, text: field.value };
      this.#growEditor();
      hooks.typed();
    });
    field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      event.stopPropagation();
      if (event.isComposing) return;
      const command = event.ctrlKey || event.metaKey;
      if (event.key === "Escape") finish(false);
      else if (event.key === "Enter" && command) finish(true, null, true);
      else if (event.key === "Enter" && (event.shiftKey || event.altKey)) {
        if (field instanceof HTMLTextAreaElement) {
          field.setRangeText("\n", field.selectionStart, field.selectionEnd, "end");
          field.dispatchEvent(new Event("input"));
        }
      } else if (event.key === "Enter") finish(true, { row: 1, column: 0 });
      else if (event.key === "Tab") finish(true, { row: 0, column: event.shiftKey ? -1 : 1 });
      else if (event.key.toLowerCase() === "s" && command) {
        finish(true);
        hooks.save();
      } else return;
      event.preventDefault();
    });
    field.addEventListener("blur", (/** @type {FocusEvent} */ event) => {
      if (!extras.includes(/** @type {HTMLElement} */ (event.relatedTarget))) finish(true);
    });
    this.sheet.append(field, ...(list ? [list] : []), ...extras);
    this.#placeEditor();
    field.focus({ preventScroll: true });
    if (start === null) field.select();
    else {
      model.pending = { ...cell, text: field.value };
      hooks.typed();
    }
  }
  /** Put the editor over its cell. */
  #placeEditor() {
    const { editor, sheet } = this;
    const node = editor && this.node(editor.cell);
    if (!editor || !node) return;
    const [box, outer] = [node.getBoundingClientRect(), sheet.getBoundingClientRect()];
    const { style } = editor.field;
    style.left = `${box.left - outer.left + sheet.scrollLeft - sheet.clientLeft}px`;
    style.top = `${box.top - outer.top + sheet.scrollTop - sheet.clientTop}px`;
    style.minWidth = `${Math.max(box.width, 120)}px`;
    if (!style.width) {
      const length = this.model.cell(editor.cell.row, editor.cell.slot)?.length ?? 0;
      style.width = `${Math.max(box.width, Math.min(420, length * 8 + 40))}px`;
    }
    this.#growEditor();
    let next = editor.field.offsetLeft + editor.field.offsetWidth;
    for (const extra of $$(".editor-extra", sheet)) {
      extra.style.left = `${next}px`;
      extra.style.top = style.top;
      next += extra.offsetWidth;
    }
  }
  #growEditor() {
    const field = this.editor?.field;
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight + 4}px`;
  }

  // ---- mouse, keys, clipboard ----

  #listen() {
    const { sheet } = this;
    sheet.addEventListener("scroll", () => requestAnimationFrame(() => this.draw()));
    sheet.addEventListener("mousedown", (event) => this.#pressed(event));
    sheet.addEventListener("mousemove", (event) => {
      const place = event.buttons === 1 && !this.editor ? placeOf(event) : null;
      const at = place && this.place(this.at);
      if (place && (place.row !== at.row || place.column !== at.column)) this.go(place, { keep: true });
    });
    sheet.addEventListener("dblclick", (event) => {
      if (placeOf(event)) this.edit();
    });
    sheet.addEventListener("keydown", (event) => {
      if (this.model && targetOf(event).matches("td") && this.#pressedKey(event)) event.preventDefault();
    });
    sheet.addEventListener("dragover", (event) => {
      if (placeOf(event) && event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    sheet.addEventListener("drop", (event) => {
      const [place, file] = [placeOf(event), event.dataTransfer?.files[0]];
      if (!place || !file) return;
      event.preventDefault();
      this.go(place);
      this.hooks.dropped(this.at, file);
    });
    for (const kind of /** @type {const} */ (["copy", "cut"]))
      document.addEventListener(kind, (event) => {
        if (!this.#focused || !this.keys.length) return;
        event.clipboardData.setData("text/plain", this.copied());
        event.preventDefault();
        if (kind === "cut") this.fill("");
      });
    document.addEventListener("paste", (event) => {
      if (!this.#focused) return;
      event.preventDefault();
      this.paste(event.clipboardData.getData("text/plain"));
    });
  }
  /** @param {MouseEvent} event */
  #pressed(event) {
    if (targetOf(event).closest(".editor, .editor-extra, button") || event.button !== 0) return;
    const place = placeOf(event);
    /** @type {HTMLElement | null} */
    const line = targetOf(event).closest("th[data-line]");
    /** @type {HTMLElement | null} */
    const head = targetOf(event).closest("th[data-head]");
    if (!place && !line && !head) return;
    event.preventDefault();
    this.editor?.finish(true);
    if (place) this.go(place, { keep: event.shiftKey });
    else if (line) {
      const row = Number(line.dataset.line) - 1;
      const other = event.shiftKey ? this.place(this.from ?? this.at).row : row;
      this.select({ row, column: this.model.columns.length - 1 }, { row: other, column: 0 });
    } else {
      const column = Number(head.dataset.head);
      this.selectColumns(event.shiftKey ? this.place(this.from ?? this.at).column : column, column);
    }
  }
  /** Do what a key stands for; return whether it stands for anything.
   * @param {KeyboardEvent} event */
  #pressedKey(event) {
    const at = this.place(this.at);
    const last = { row: this.keys.length - 1, column: this.model.columns.length - 1 };
    const page = Math.max(1, Math.floor(this.sheet.clientHeight / ROW) - 2);
    const command = event.ctrlKey || event.metaKey;
    const keep = event.shiftKey;
    /** @type {Record<string, [number, number]>} */
    const steps = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      PageUp: [-page, 0],
      PageDown: [page, 0],
    };
    const step = steps[event.key];
    if (step && !event.altKey) {
      const [down, right] = step;
      this.go(
        {
          row: command && down ? (down > 0 ? last.row : 0) : at.row + down,
          column: command && right ? (right > 0 ? last.column : 0) : at.column + right,
        },
        { keep },
      );
    } else if (event.key === "Home") this.go({ row: command ? 0 : at.row, column: 0 }, { keep });
    else if (event.key === "End") this.go({ row: command ? last.row : at.row, column: last.column }, { keep });
    else if (event.key === "Enter" && command) return false;
    else if (event.key === "Enter" || event.key === "F2") this.edit();
    else if (event.key === "Delete" || event.key === "Backspace") this.fill("");
    else if (event.key === " " && event.shiftKey) this.select({ ...at, column: last.column }, { ...at, column: 0 });
    else if (event.key === " " && command) this.selectColumns(at.column);
    else if (command && event.key.toLowerCase() === "a") this.select(last, { row: 0, column: 0 });
    else if (command && event.key.toLowerCase() === "d") this.fillDown();
    else if (event.key === "Dead" || event.key === "Process" || event.isComposing) {
      this.edit(""); // the browser types the accented letter into the editor
      return false;
    } else if (event.key.length === 1 && types(event)) this.edit(event.key);
    else return false;
    return true;
  }
}

const APPLE = /^(Mac|iP)/.test(navigator.platform);
/** Tell whether a key types its character: AltGr looks like Ctrl and Alt on some systems, and Option types on Apple's.
 * @param {KeyboardEvent} event */
const types = (event) =>
  event.getModifierState("AltGraph") || !(event.ctrlKey || event.metaKey || (event.altKey && !APPLE));

/** What a row shows.
 * @typedef {{ place: number, line: number, trouble: string, cells: ShownCell[] }} ShownRow */
/** @typedef {{ text: string, title: string, classes: string[], lang: string | null }} ShownCell */

/** @param {ShownRow} row */
function rowNode({ place, line, trouble, cells }) {
  const wrong = trouble || cells.some(({ classes }) => classes.includes("wrong"));
  return make(
    "tr",
    { "aria-rowindex": place + 2, class: wrong ? "wrong" : "" },
    make("th", { scope: "row", class: "line", "data-line": place + 1, title: trouble }, String(line)),
    ...cells.map(({ text, title, classes, lang }, column) =>
      make(
        "td",
        {
          role: "gridcell",
          class: classes.join(" "),
          tabindex: "-1",
          "aria-colindex": column + 2,
          "aria-invalid": classes.includes("wrong") ? "true" : null,
          lang,
          title,
          "data-row": place + 1,
          "data-column": column,
        },
        text,
      ),
    ),
  );
}
/** Return a row as high as rows that are not drawn.
 * @param {number} count */
const gapNode = (count) =>
  make("tr", { "aria-hidden": "true" }, make("td", { class: "gap", style: `height:${count * ROW}px` }));

/** Return the cell that an event is about.
 * @param {Event} event
 * @returns {Place | null} */
function placeOf(event) {
  /** @type {HTMLElement | null} */
  const cell = targetOf(event).closest("td[data-row]");
  return cell && { row: Number(cell.dataset.row) - 1, column: Number(cell.dataset.column) };
}
