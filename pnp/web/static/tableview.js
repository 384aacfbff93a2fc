// Which rows of a table are shown, and in which order: sorting and filtering change no row, and the menu of a column.

import { $, make, number, say } from "./page.js";

/** @import { Grid } from "./tablegrid.js" */
/** @import { TableModel } from "./tablemodel.js" */

/** Rows that a filter lets through: those with a text, and, unless null, with one of some values.
 * @typedef {{ text: string, values: Set<string> | null }} Filter */
/** @typedef {object} View
 * @property {{ slot: number, down: boolean } | null} sort
 * @property {Map<number, Filter>} filters by slot
 * @property {Set<number>} [hidden] keys of the rows that were filtered out */
/** @typedef {{ model: TableModel, keys: number[], view: View, answer: { read_only: string } }} Shown */

const MOST_VALUES = 60; // values of a column to choose from
const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Return the keys of the rows to show. Rows stay where they are while they are edited: an edited cell neither hides
 * nor moves its row until the view is changed.
 * @param {Shown} session
 * @returns {number[]} */
export function shownRows({ model, keys, view }) {
  const all = model.rows.map(({ key }) => key);
  if (!view.sort && !view.filters.size) return all;
  const there = new Set(all);
  const shown = keys.filter((key) => there.has(key));
  const known = new Set([...shown, ...(view.hidden ?? [])]);
  for (const [place, key] of all.entries()) {
    if (known.has(key)) continue;
    const before = shown.indexOf(all[place - 1]);
    shown.splice(before < 0 && place > 0 ? shown.length : before + 1, 0, key);
    known.add(key);
  }
  return shown;
}

/** Sort and filter the rows.
 * @param {Shown} session */
export function applyView(session) {
  const { model, view } = session;
  const shown = model.rows.filter(({ cells }) =>
    [...view.filters].every(([slot, { text, values }]) => {
      const value = cells[slot] ?? "";
      return value.toLowerCase().includes(text.toLowerCase()) && (!values || values.has(value));
    }),
  );
  const { sort } = view;
  if (sort) {
    const way = sort.down ? -1 : 1;
    /** @param {import("./tablemodel.js").Row} row */
    const value = ({ cells }) => cells[sort.slot] ?? "";
    // empty cells come last, whatever the direction
    shown.sort((a, b) => Number(!value(a)) - Number(!value(b)) || way * order.compare(value(a), value(b)));
  }
  session.keys = shown.map(({ key }) => key);
  const visible = new Set(session.keys);
  view.hidden = new Set(model.rows.map(({ key }) => key).filter((key) => !visible.has(key)));
}

/** Show the menu of a column below its button.
 * @param {Shown} session
 * @param {number} slot
 * @param {HTMLElement} button
 * @param {Grid} grid
 * @param {() => unknown} render */
export function openColumnMenu(session, slot, button, grid, render) {
  const { model, view, answer } = session;
  const menu = $("#column-menu");
  const { heading } = model.column(slot);
  /** @param {string} key
   * @param {() => unknown} work */
  const item = (key, work, { editing = false } = {}) => {
    const done = () => {
      menu.hidePopover();
      work();
    };
    const off = editing && Boolean(answer.read_only);
    return make("button", { type: "button", onclick: done, disabled: off }, say(key));
  };
  const viewed = () => {
    applyView(session);
    render();
  };
  /** @param {boolean} down */
  const sort = (down) => () => {
    view.sort = { slot, down };
    viewed();
  };
  /** @param {number | null} after */
  const add = (after) => () => {
    const name = prompt(say("column-new"))?.trim();
    if (name) grid.change(() => model.addColumn(after, name));
  };
  const place = model.columns.findIndex((each) => each.slot === slot);
  menu.setAttribute("aria-label", heading);
  menu.replaceChildren(
    make("h3", {}, heading || "–"),
    item("column-sort-up", sort(false)),
    item("column-sort-down", sort(true)),
    ...filterFields(session, slot, viewed),
    item("column-select", () => grid.selectColumns(place)),
    item(
      "column-rename",
      () => {
        const name = prompt(say("column-rename"), heading)?.trim();
        if (name) grid.change(() => model.renameColumn(slot, name));
      },
      { editing: true },
    ),
    item("column-left", add(model.columns[place - 1]?.slot ?? null), { editing: true }),
    item("column-right", add(slot), { editing: true }),
    item("column-remove", () => grid.change(() => model.removeColumn(slot)), { editing: true }),
  );
  const box = button.getBoundingClientRect();
  menu.showPopover();
  menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(box.bottom, innerHeight - menu.offsetHeight - 8))}px`;
  $("button", menu).focus();
  menu.ontoggle = (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "closed" && menu.contains(document.activeElement))
      button.focus();
  };
}

/** Return the fields by which a column is filtered.
 * @param {Shown} session
 * @param {number} slot
 * @param {() => unknown} viewed */
function filterFields({ model, view }, slot, viewed) {
  const filter = view.filters.get(slot) ?? { text: "", values: /** @type {Set<string> | null} */ (null) };
  const counts = new Map();
  for (const { cells } of model.rows) counts.set(cells[slot] ?? "", (counts.get(cells[slot] ?? "") ?? 0) + 1);
  const use = () => {
    if (filter.text || filter.values) view.filters.set(slot, filter);
    else view.filters.delete(slot);
    viewed();
  };
  const text = make("input", { type: "search", "aria-label": say("column-filter"), placeholder: say("column-filter") });
  text.value = filter.text;
  text.addEventListener("input", () => {
    filter.text = text.value.trim();
    use();
  });
  if (counts.size > MOST_VALUES || counts.size < 2) return [text];
  const values = [...counts.keys()].sort(order.compare);
  const boxes = values.map((value) => {
    const box = make("input", { type: "checkbox", checked: !filter.values || filter.values.has(value) });
    box.addEventListener("change", () => {
      filter.values ??= new Set(values);
      if (box.checked) filter.values.add(value);
      else filter.values.delete(value);
      if (filter.values.size === values.length) filter.values = null;
      use();
    });
    return make("label", {}, box, ` ${value || say("conflict-empty")} (${number(counts.get(value))})`);
  });
  return [text, make("div", { class: "values", role: "group", "aria-label": say("column-values") }, ...boxes)];
}
