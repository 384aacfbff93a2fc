// Places of boxes on a card, in mm: moving, resizing, snapping, aligning and distributing them.

/** Left, top, width and height. @typedef {[number, number, number, number]} Place */
/** A handle: the sides that it moves, such as `nw`.
 * @typedef {"n" | "s" | "e" | "w" | "nw" | "ne" | "sw" | "se"} Handle */
/** A line to snap to: its axis and its position. @typedef {{ axis: "x" | "y", at: number }} Guide */
/** How boxes are aligned. @typedef {"left" | "center" | "right" | "top" | "middle" | "bottom"} Alignment */

/** Distance of the safe zone from the cut, in mm, as on the server. */
export const SAFE_MARGIN = 3;
/** Smallest and largest positions that a layout may have, and its largest length. */
const LEAST = -1200;
const MOST = 1200;

/** Round to a tenth of a millimetre.
 * @param {number} value */
export const round = (value) => Math.round(value * 10) / 10 + 0; // without -0
/** @param {Place} place
 * @returns {Place} */
export const rounded = ([x, y, width, height]) => [
  clamp(round(x), LEAST, MOST),
  clamp(round(y), LEAST, MOST),
  clamp(round(width), 0, MOST),
  clamp(round(height), 0, MOST),
];
/** @param {number} value
 * @param {number} least
 * @param {number} most */
export const clamp = (value, least, most) => Math.min(most, Math.max(least, value));

/** Return the smallest place that contains all of these.
 * @param {Place[]} places
 * @returns {Place} */
export function around(places) {
  const left = Math.min(...places.map(([x]) => x));
  const top = Math.min(...places.map(([, y]) => y));
  const right = Math.max(...places.map(([x, , width]) => x + width));
  const bottom = Math.max(...places.map(([, y, , height]) => y + height));
  return [left, top, right - left, bottom - top];
}

/** Tell whether a place contains another one.
 * @param {Place} outer
 * @param {Place} inner */
export const contains = (outer, inner) =>
  inner[0] >= outer[0] &&
  inner[1] >= outer[1] &&
  inner[0] + inner[2] <= outer[0] + outer[2] &&
  inner[1] + inner[3] <= outer[1] + outer[3];

// ---- snapping ----

/** Return the lines that boxes snap to: edges, centre and safe zone of the card, edges and centres of other boxes.
 * @param {{ width: number, height: number }} card
 * @param {Place[]} others
 * @returns {Record<"x" | "y", number[]>} */
export function snapLines({ width, height }, others) {
  /** @param {number} length
   * @param {number} side 0 for left and width, 1 for top and height */
  const lines = (length, side) => [
    0,
    length / 2,
    length,
    SAFE_MARGIN,
    length - SAFE_MARGIN,
    ...others.flatMap((place) => [place[side], place[side] + place[side + 2] / 2, place[side] + place[side + 2]]),
  ];
  return { x: lines(width, 0), y: lines(height, 1) };
}

/** Return the correction that brings one of some positions to a line within reach, and that line; 0 and null if there
 * is none.
 * @param {number[]} positions
 * @param {number[]} lines
 * @param {number} reach
 * @returns {{ by: number, at: number | null }} */
function nearest(positions, lines, reach) {
  /** @type {{ by: number, at: number | null }} */
  let best = { by: 0, at: null };
  let least = reach;
  for (const position of positions)
    for (const at of lines)
      if (Math.abs(at - position) < least) {
        least = Math.abs(at - position);
        best = { by: at - position, at };
      }
  return best;
}

/** Move a place, snapping its edges and centre to lines within reach (in mm; 0 for none).
 * @param {Place} place
 * @param {number} dx
 * @param {number} dy
 * @param {Record<"x" | "y", number[]>} lines
 * @param {number} reach
 * @returns {{ dx: number, dy: number, guides: Guide[] }} the distance to move it, and the lines that it snaps to */
export function snapMove([x, y, width, height], dx, dy, lines, reach) {
  const across = nearest([x + dx, x + dx + width / 2, x + dx + width], lines.x, reach);
  const down = nearest([y + dy, y + dy + height / 2, y + dy + height], lines.y, reach);
  /** @type {Guide[]} */
  const guides = [];
  if (across.at !== null) guides.push({ axis: "x", at: across.at });
  if (down.at !== null) guides.push({ axis: "y", at: down.at });
  return {
    dx: across.at === null ? round(x + dx) - x : dx + across.by,
    dy: down.at === null ? round(y + dy) - y : dy + down.by,
    guides,
  };
}

/** Resize a place by a handle; sides that would cross stop at each other.
 * @param {Place} place
 * @param {Handle} handle
 * @param {number} dx
 * @param {number} dy
 * @param {Record<"x" | "y", number[]>} lines
 * @param {number} reach
 * @returns {{ place: Place, guides: Guide[] }} */
export function resized([x, y, width, height], handle, dx, dy, lines, reach) {
  let [left, top, right, bottom] = [x, y, x + width, y + height];
  /** @type {Guide[]} */
  const guides = [];
  /** @param {"x" | "y"} axis
   * @param {number} to */
  const side = (axis, to) => {
    const { by, at } = nearest([to], lines[axis], reach);
    if (at === null) return round(to);
    guides.push({ axis, at });
    return to + by;
  };
  if (handle.includes("w")) left = Math.min(side("x", left + dx), right);
  if (handle.includes("e")) right = Math.max(side("x", right + dx), left);
  if (handle.includes("n")) top = Math.min(side("y", top + dy), bottom);
  if (handle.includes("s")) bottom = Math.max(side("y", bottom + dy), top);
  return { place: [left, top, right - left, bottom - top], guides };
}

// ---- aligning and distributing ----

/** Align places within another one.
 * @param {Place[]} places
 * @param {Alignment} how
 * @param {Place} within
 * @returns {Place[]} */
export function aligned(places, how, within) {
  const [left, top, across, down] = within;
  return places.map(([x, y, width, height]) => {
    /** @type {Record<Alignment, Place>} */
    const made = {
      left: [left, y, width, height],
      center: [left + (across - width) / 2, y, width, height],
      right: [left + across - width, y, width, height],
      top: [x, top, width, height],
      middle: [x, top + (down - height) / 2, width, height],
      bottom: [x, top + down - height, width, height],
    };
    return made[how];
  });
}

/** Leave equal gaps between places; the first and the last one stay.
 * @param {Place[]} places
 * @param {"x" | "y"} axis
 * @returns {Place[]} */
export function distributed(places, axis) {
  const side = axis === "x" ? 0 : 1;
  const order = [...places.keys()].sort((one, other) => middle(places[one]) - middle(places[other]));
  /** @param {Place} place */
  function middle(place) {
    return place[side] + place[side + 2] / 2;
  }
  const made = places.map((place) => /** @type {Place} */ ([...place]));
  if (places.length < 3) return made;
  const [first, last] = [places[order[0]], places[order[order.length - 1]]];
  const filled = order.reduce((sum, place) => sum + places[place][side + 2], 0);
  const gap = (last[side] + last[side + 2] - first[side] - filled) / (places.length - 1);
  let at = first[side];
  for (const place of order) {
    made[place][side] = at;
    at += places[place][side + 2] + gap;
  }
  return made;
}
