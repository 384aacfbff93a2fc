// Lists of rows and columns: which became which in another version of a file, and how to put them together.

/** @import { Base, Placed } from "./tablemodel.js" */

/** Return where values of a list appear in another list, each matched once; unmatched ones are absent.
 * @template T
 * @param {T[]} one
 * @param {T[]} other
 * @returns {Map<number, number>} */
export function matchEqual(one, other) {
  /** @type {Map<T, number[]>} */
  const places = new Map();
  for (const [place, value] of other.entries()) {
    const found = places.get(value);
    if (found) found.push(place);
    else places.set(value, [place]);
  }
  /** @type {Map<number, number>} */
  const matched = new Map();
  for (const [place, value] of one.entries()) {
    const next = places.get(value)?.shift();
    if (next !== undefined) matched.set(place, next);
  }
  return matched;
}

/** Return which row of a file became which row of a later version of it: rows with equal cells, then rows with the same
 * id, then rows in the same place between matched neighbours.
 * @param {Base} before
 * @param {Base} after
 * @param {Map<number, number>} columns which columns became which
 * @returns {Map<number, number>} */
export function matchRows(before, after, columns) {
  const pairs = [...columns];
  const texts = before.rows.map(({ cells }) => pairs.map(([from]) => cells[from] ?? "").join("\u0000"));
  const others = after.rows.map(({ cells }) => pairs.map(([, to]) => cells[to] ?? "").join("\u0000"));
  let head = 0;
  while (head < Math.min(texts.length, others.length) && texts[head] === others[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(texts.length, others.length) - head &&
    texts[texts.length - 1 - tail] === others[others.length - 1 - tail]
  )
    tail += 1;
  /** @type {Map<number, number>} */
  const matched = new Map();
  for (let row = 0; row < head; row += 1) matched.set(row, row);
  for (let row = 1; row <= tail; row += 1) matched.set(texts.length - row, others.length - row);
  /** Match the rows between the equal ones by some text of each; rows without one are left.
   * @param {(row: number) => string} textOf
   * @param {(row: number) => string} otherOf */
  const match = (textOf, otherOf) => {
    const taken = new Set(matched.values());
    const left = [...texts.keys()].filter((row) => !matched.has(row) && textOf(row));
    const open = [...others.keys()].filter((row) => !taken.has(row) && otherOf(row));
    for (const [place, other] of matchEqual(left.map(textOf), open.map(otherOf))) matched.set(left[place], open[other]);
  };
  match(
    (row) => texts[row],
    (row) => others[row],
  );
  for (const role of ["id", "name"]) {
    const column = before.columns.findIndex((each) => each.role === role);
    const other = columns.get(column);
    if (column < 0 || other === undefined) continue;
    match(
      (row) => before.rows[row].cells[column] ?? "",
      (row) => after.rows[row].cells[other] ?? "",
    );
  }
  // neighbours of matched rows, where as many rows are left on both sides
  const taken = new Set(matched.values());
  for (let row = 0; row < texts.length; row += 1) {
    if (matched.has(row)) continue;
    let end = row;
    while (end < texts.length && !matched.has(end)) end += 1;
    const start = row ? matched.get(row - 1) + 1 : 0;
    const stop = end < texts.length ? matched.get(end) : others.length;
    const open = Array.from({ length: Math.max(0, stop - start) }, (_, place) => start + place);
    if (open.length === end - row && open.every((other) => !taken.has(other)))
      for (const [place, other] of open.entries()) {
        matched.set(row + place, other);
        taken.add(other);
      }
    row = end;
  }
  return matched;
}

/** Return which column of a file became which column of a later version: by heading; if the others are as many on both
 * sides, they were renamed.
 * @param {{ heading: string }[]} before
 * @param {{ heading: string }[]} after */
export function matchColumns(before, after) {
  const matched = matchEqual(
    before.map(({ heading }) => heading),
    after.map(({ heading }) => heading),
  );
  const taken = new Set(matched.values());
  const left = [...before.keys()].filter((place) => !matched.has(place));
  const open = [...after.keys()].filter((place) => !taken.has(place));
  if (left.length === open.length && left.every((place, index) => place === open[index]))
    for (const [index, place] of left.entries()) matched.set(place, open[index]);
  return matched;
}

/** Put the items of a list that are missing in another list into it, each after its predecessor.
 * @template T
 * @param {T[]} into
 * @param {T[]} from */
export function weave(into, from) {
  const there = new Set(into);
  /** @type {Map<T | null, T[]>} */
  const after = new Map();
  /** @type {T | null} */
  let last = null;
  for (const item of from) {
    if (there.has(item)) last = item;
    else {
      const following = after.get(last);
      if (following) following.push(item);
      else after.set(last, [item]);
    }
  }
  return [...(after.get(null) ?? []), ...into.flatMap((item) => [item, ...(after.get(item) ?? [])])];
}

/** Return items to put in one after another, the first after the item with a key.
 * @template T
 * @param {T[]} items
 * @param {number | null} after
 * @param {(item: T) => number} keyOf
 * @returns {Placed<T>[]} */
export const placed = (items, after, keyOf) =>
  items.map((item, place) => ({ item, after: place ? keyOf(items[place - 1]) : after }));

/** Return a list without the items that are taken out, and with those that are put in. An item whose predecessor is
 * gone comes first.
 * @template T
 * @param {T[]} items
 * @param {{ removed: Placed<T>[], inserted: Placed<T>[] }} change
 * @param {(item: T) => number} keyOf */
export function replaceItems(items, { removed, inserted }, keyOf) {
  const gone = new Set([...removed, ...inserted].map(({ item }) => keyOf(item)));
  /** @type {Map<number | null, T[]>} */
  const after = new Map();
  const there = new Set(items.map(keyOf).filter((key) => !gone.has(key)));
  for (const { item, after: key } of inserted) {
    const place = key !== null && there.has(key) ? key : null;
    there.add(keyOf(item));
    after.set(place, [...(after.get(place) ?? []), item]);
  }
  /** @type {T[]} */
  const result = [];
  /** @param {number | null} key */
  const put = (key) => {
    // iterative, because thousands of rows may follow one another
    const stack = [...(after.get(key) ?? [])].reverse();
    while (stack.length) {
      const item = stack.pop();
      result.push(item);
      stack.push(...[...(after.get(keyOf(item)) ?? [])].reverse());
    }
  };
  put(null);
  for (const item of items) {
    if (gone.has(keyOf(item))) continue;
    result.push(item);
    put(keyOf(item));
  }
  return result;
}

/** Tell whether places grow; those of new items, which have none, do not count.
 * @param {(number | undefined)[]} places */
export function growing(places) {
  const known = places.filter((each) => each !== undefined);
  return known.every((each, place) => !place || known[place - 1] < each);
}
