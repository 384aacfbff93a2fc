// Find and replace in a table: every cell with a text, in the order of the rows that are shown.

import { $, number, say, toast } from "./page.js";

/** @import { Cell, Grid } from "./tablegrid.js" */
/** @import { TableModel } from "./tablemodel.js" */

/** Search a table for what is typed in the page's fields.
 * @param {Grid} grid
 * @param {() => TableModel | null} open returns the open table */
export function bindSearch(grid, open) {
  /** Found cells, as `row slot`. @type {Set<string>} */
  const found = new Set();
  /** @type {Cell[]} */
  let cells = [];
  const word = () => $("#find").value.trim().toLowerCase();

  function search() {
    found.clear();
    cells = [];
    const [model, wanted] = [open(), word()];
    for (const row of model && wanted ? grid.keys : [])
      for (const { slot } of model.columns)
        if (model.cell(row, slot)?.toLowerCase().includes(wanted)) {
          found.add(`${row} ${slot}`);
          cells.push({ row, slot });
        }
    const at = cells.findIndex(({ row, slot }) => row === grid.at.row && slot === grid.at.slot);
    $("#found-count").textContent = wanted
      ? say("found-count", { at: at < 0 ? "–" : number(at + 1), count: number(cells.length) })
      : "";
    $("#replace-one").disabled = at < 0;
    $("#replace-all").disabled = !cells.length;
  }
  /** Go to the next found cell, or the one before.
   * @param {-1 | 1} by */
  function step(by) {
    search();
    if (!cells.length) return;
    const { row, column } = grid.place(grid.at);
    /** @param {Cell} cell */
    const beyond = (cell) => {
      const place = grid.place(cell);
      return by * (place.row - row || place.column - column) > 0;
    };
    const next = (by > 0 ? cells.find(beyond) : cells.findLast(beyond)) ?? cells.at(by > 0 ? 0 : -1);
    grid.go(grid.place(next), { focus: false });
    search();
  }
  /** Replace the text in cells; return how often.
   * @param {Cell[]} where */
  function replace(where) {
    const model = open();
    const pattern = new RegExp(word().replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi");
    let count = 0;
    const values = where.map(({ row, slot }) => ({
      row,
      slot,
      value: (model.cell(row, slot) ?? "").replace(pattern, () => {
        count += 1;
        return $("#replace").value;
      }),
    }));
    grid.change(() => model.setCells(values));
    search();
    grid.draw();
    return count;
  }

  $("#find").addEventListener("input", () => {
    search();
    const first = cells.find((cell) => grid.place(cell).row >= grid.place(grid.at).row) ?? cells[0];
    if (first) grid.go(grid.place(first), { focus: false });
    else if (open()) grid.draw();
    search();
  });
  $("#find").addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") grid.node(grid.at)?.focus();
  });
  $("#replace").addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    $("#replace-one").click();
  });
  $("#replace-one").addEventListener("click", () => {
    replace([grid.at]);
    step(1);
  });
  $("#replace-all").addEventListener("click", () => {
    search();
    const places = cells.length;
    const count = replace(cells);
    toast(say("replaced", { count: number(count), cells: number(places) }));
  });
  $("#show-replace").addEventListener("click", () => {
    $("#replace-fields").hidden = !$("#replace-fields").hidden;
    $("#show-replace").setAttribute("aria-expanded", String(!$("#replace-fields").hidden));
  });

  return {
    found,
    clear() {
      $("#find").value = "";
      found.clear();
      cells = [];
      search();
    },
    focus() {
      $("#find").focus();
      $("#find").select();
    },
    focusReplace() {
      $("#replace-fields").hidden = false;
      $("#show-replace").setAttribute("aria-expanded", "true");
      $("#find").focus();
    },
  };
}
