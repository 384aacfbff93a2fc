// Three-way merge of lines: what two sides have made of the same text, and where they contradict each other.
//
// node-diff3 was tried: it takes four minutes for 20,000 lines with repetitions (this: 10 ms), and reports changes of
// neighbouring lines as conflicts.

/** Lines of one text that replace a range of another: `start` to `end` (exclusive), counted from 0.
 * @typedef {{ start: number, end: number, lines: string[] }} Hunk */

/** A part of a merge. `base`, `mine` and `theirs` are its lines on each side; a conflict has no `merged` lines.
 * @typedef {{ base: string[], mine: string[], theirs: string[], merged: string[] | null }} Chunk */

/** Number of differing lines beyond which texts are no longer compared line by line. */
const MOST_DIFFERENCES = 1000;

/** Return the changes that turn one list of lines into another (Myers 1986), in order.
 * @param {string[]} before
 * @param {string[]} after
 * @returns {Hunk[]} */
export function diff(before, after) {
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const [a, b] = [before.slice(start, before.length - tail), after.slice(start, after.length - tail)];
  /** @type {Hunk[]} */
  const hunks = [];
  let [x, y] = [0, 0];
  for (const [sameX, sameY, length] of [...commonRuns(a, b), [a.length, b.length, 0]]) {
    if (sameX > x || sameY > y) hunks.push({ start: start + x, end: start + sameX, lines: b.slice(y, sameY) });
    [x, y] = [sameX + length, sameY + length];
  }
  return hunks;
}

/** Return the runs of equal lines of a shortest edit script: positions in both lists, and lengths.
 * @param {string[]} a
 * @param {string[]} b
 * @returns {[number, number, number][]} */
function commonRuns(a, b) {
  const most = Math.min(a.length + b.length, MOST_DIFFERENCES);
  /** How far each diagonal (x - y) was followed, counted from -most - 1. */
  const furthest = new Int32Array(2 * most + 3);
  const middle = most + 1;
  /** Copies of the diagonals in use, before each number of differences. @type {Int32Array[]} */
  const steps = [];
  for (let count = 0; count <= most; count++) {
    steps.push(furthest.slice(middle - count - 1, middle + count + 2));
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      let x = furthest[middle + cameFrom(furthest, middle, diagonal, count)];
      if (cameFrom(furthest, middle, diagonal, count) < diagonal) x++;
      let y = x - diagonal;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++;
        y++;
      }
      furthest[middle + diagonal] = x;
      if (x >= a.length && y >= b.length) return backtrack(steps, a.length, b.length);
    }
  }
  return []; // too different: everything is replaced
}

/** Return the neighbouring diagonal from which a diagonal is reached: by a new line from the next one, by a deleted
 * line from the one before.
 * @param {Int32Array} furthest
 * @param {number} middle
 * @param {number} diagonal
 * @param {number} count */
function cameFrom(furthest, middle, diagonal, count) {
  const below = furthest[middle + diagonal - 1];
  const above = furthest[middle + diagonal + 1];
  return diagonal === -count || (diagonal !== count && below < above) ? diagonal + 1 : diagonal - 1;
}

/** @param {Int32Array[]} steps
 * @param {number} x
 * @param {number} y
 * @returns {[number, number, number][]} */
function backtrack(steps, x, y) {
  /** @type {[number, number, number][]} */
  const runs = [];
  for (let count = steps.length - 1; count >= 0; count--) {
    const diagonal = x - y;
    const before = count ? cameFrom(steps[count], count + 1, diagonal, count) : 0;
    const startX = count ? steps[count][count + 1 + before] : 0;
    const startY = startX - before;
    const [fromX, fromY] = !count ? [0, 0] : before > diagonal ? [startX, startY + 1] : [startX + 1, startY];
    if (x > fromX) runs.unshift([fromX, fromY, x - fromX]);
    [x, y] = [startX, startY];
  }
  return runs;
}

/** Merge two versions of a text that were made from the same base. Changes of different lines are both made; changes of
 * the same lines are a conflict unless they are equal.
 * @param {string[]} base
 * @param {string[]} mine
 * @param {string[]} theirs
 * @returns {Chunk[]} */
export function merge(base, mine, theirs) {
  const sides = { mine: diff(base, mine), theirs: diff(base, theirs) };
  /** @type {Chunk[]} */
  const chunks = [];
  let done = 0;
  while (sides.mine.length || sides.theirs.length) {
    const group = takeGroup(sides);
    if (group.start > done) chunks.push(unchanged(base.slice(done, group.start)));
    const lines = base.slice(group.start, group.end);
    chunks.push(
      ...decide(lines, apply(lines, group.mine, group.start), apply(lines, group.theirs, group.start), group),
    );
    done = group.end;
  }
  if (done < base.length) chunks.push(unchanged(base.slice(done)));
  return chunks;
}
/** @param {string[]} lines
 * @returns {Chunk} */
const unchanged = (lines) => ({ base: lines, mine: lines, theirs: lines, merged: lines });

/** Whether two changes contradict each other: they have lines in common, or insert at the same place.
 * @param {{ start: number, end: number }} one
 * @param {{ start: number, end: number }} other */
function touch(one, other) {
  if (one.start === one.end && other.start === other.end) return one.start === other.start;
  return one.start < other.end && other.start < one.end;
}

/** Remove the first changes, and all that they touch, from the lists.
 * @param {{ mine: Hunk[], theirs: Hunk[] }} sides */
function takeGroup(sides) {
  const first = before(sides.mine[0], sides.theirs[0]) ? sides.mine[0] : sides.theirs[0];
  const group = {
    start: first.start,
    end: first.end,
    mine: /** @type {Hunk[]} */ ([]),
    theirs: /** @type {Hunk[]} */ ([]),
  };
  for (let found = true; found; ) {
    found = false;
    for (const side of /** @type {const} */ (["mine", "theirs"])) {
      while (sides[side].length && (sides[side][0] === first || touch(group, sides[side][0]))) {
        const hunk = sides[side].shift();
        group[side].push(hunk);
        group.end = Math.max(group.end, hunk.end);
        found = true;
      }
    }
  }
  return group;
}
/** @param {Hunk | undefined} one
 * @param {Hunk | undefined} other */
const before = (one, other) =>
  one && (!other || one.start < other.start || (one.start === other.start && one.end <= other.end));

/** @param {string[]} lines
 * @param {Hunk[]} hunks
 * @param {number} offset */
function apply(lines, hunks, offset) {
  const made = [...lines];
  for (const { start, end, lines: by } of [...hunks].reverse()) made.splice(start - offset, end - start, ...by);
  return made;
}

/** Return the chunks of a group of changes: one side's, both sides' equal ones, or a conflict without the lines that
 * both sides agree on.
 * @param {string[]} base
 * @param {string[]} mine
 * @param {string[]} theirs
 * @param {{ mine: Hunk[], theirs: Hunk[] }} group
 * @returns {Chunk[]} */
function decide(base, mine, theirs, group) {
  if (!group.theirs.length) return [{ base, mine, theirs, merged: mine }];
  if (!group.mine.length) return [{ base, mine, theirs, merged: theirs }];
  let [start, end] = [0, 0];
  const shorter = Math.min(mine.length, theirs.length);
  while (start < shorter && mine[start] === theirs[start]) start++;
  while (end < shorter - start && mine[mine.length - 1 - end] === theirs[theirs.length - 1 - end]) end++;
  if (start === mine.length && start === theirs.length) return [{ base, mine, theirs, merged: mine }];
  const [left, right] = [mine.slice(0, start), mine.slice(mine.length - end)];
  return [
    ...(start ? [agreed(left)] : []),
    {
      base,
      mine: mine.slice(start, mine.length - end),
      theirs: theirs.slice(start, theirs.length - end),
      merged: null,
    },
    ...(end ? [agreed(right)] : []),
  ];
}
/** Return a chunk of new lines that both sides have.
 * @param {string[]} lines
 * @returns {Chunk} */
const agreed = (lines) => ({ base: [], mine: lines, theirs: lines, merged: lines });

/** Return the merged lines; conflicts have the lines of one side.
 * @param {Chunk[]} chunks
 * @param {"mine" | "theirs" | "base"} side */
export const mergedLines = (chunks, side) => chunks.flatMap((chunk) => chunk.merged ?? chunk[side]);
