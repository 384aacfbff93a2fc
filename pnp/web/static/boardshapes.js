// Where the items of a zone are, in mm from its upper left corner, and how large it is.

/** @typedef {{ width: number, height: number }} Size */
/** @typedef {{ x: number, y: number, turn: number, item: Answer.SceneItem, slot: string, order: number }} Placed */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
/** @typedef {{ zone: Answer.SceneZone, width: number, height: number, left: number, top: number,
 *   placed: Placed[] }} Plan
 * `left` and `top` are the zone's own coordinates of its upper left corner. */

const MARGIN = 1.5; // mm around the items of a zone
const PILE_STEP = 0.5; // mm between the edges of pieces on a pile
const MOST_IN_PILE = 6; // pieces of a pile that are drawn
const NOTE = 9; // mm of a number or a short text
const GAP = 3; // mm between pieces in a line
const WIDE_GAP = 7; // mm between groups of pieces
const TOUCH = 0.5; // mm between pieces that are edge to edge
const EMPTY = { width: 30, height: 20 }; // mm of a zone without items

/** Return the box of a piece that is rotated about its centre.
 * @param {Size} size
 * @param {number} turn in degrees
 * @returns {Size} */
export function turned({ width, height }, turn) {
  const [cos, sin] = [Math.abs(Math.cos((turn * Math.PI) / 180)), Math.abs(Math.sin((turn * Math.PI) / 180))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

/** @param {Box | null} one
 * @param {Box | null} other
 * @returns {Box | null} */
export const union = (one, other) =>
  one && other
    ? {
        left: Math.min(one.left, other.left),
        top: Math.min(one.top, other.top),
        right: Math.max(one.right, other.right),
        bottom: Math.max(one.bottom, other.bottom),
      }
    : (one ?? other);

/** Return the box of an item.
 * @param {Answer.SceneItem} item
 * @param {(piece: string) => Size} sizeOf
 * @returns {Box} */
export function boxOf(item, sizeOf) {
  const { x, y } = item;
  if (item.kind === "piece") {
    const { width, height } = turned(sizeOf(item.piece), item.turn);
    return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
  }
  if (item.kind === "line")
    return {
      left: Math.min(x, item.toX),
      top: Math.min(y, item.toY),
      right: Math.max(x, item.toX),
      bottom: Math.max(y, item.toY),
    };
  if (item.kind === "area") {
    const [xs, ys] = [0, 1].map((at) => item.outline.map((corner) => corner[at]));
    return {
      left: x + Math.min(...xs),
      top: y + Math.min(...ys),
      right: x + Math.max(...xs),
      bottom: y + Math.max(...ys),
    };
  }
  const wide = NOTE * Math.max(1, item.text.length * 0.35);
  return { left: x - wide / 2, top: y - NOTE / 2, right: x + wide / 2, bottom: y + NOTE / 2 };
}

/** Return the items of a zone with their slots.
 * @param {Answer.SceneZone} zone
 * @returns {{ slot: string, item: Answer.SceneItem }[]} */
export const slotsOf = (zone) => zone.items.map((item, at) => ({ slot: `${zone.id}/${at}`, item }));

/** Arrange a zone that may be as wide as `room` mm. `order` has the keys of pieces in the order that the player has put
 * them in, and `spots` are the pieces that could be placed in it.
 * @param {Answer.SceneZone} zone
 * @param {(piece: string) => Size} sizeOf
 * @param {{ room: number, order?: string[], spots?: Answer.SceneItem[], bounds?: Box | null, squeeze?: number }} asked
 * @returns {Plan} */
export function arrange(zone, sizeOf, { room, order = [], spots = [], bounds = null, squeeze = 1 }) {
  const slots = slotsOf(zone);
  const pieces = slots.filter(({ item }) => item.kind === "piece");
  const only = pieces.length === slots.length;
  if (zone.shape === "hand" && only) return inHand(zone, pieces, sizeOf, room, order, squeeze);
  if (zone.shape === "pile" && only) return onPile(zone, pieces, sizeOf);
  if ((zone.shape === "row" || zone.shape === "pool") && only && !spots.length)
    return inGroups(zone, pieces, sizeOf, room);
  const found = [...slots.map(({ item }) => item), ...spots].reduce(
    (box, item) => union(box, boxOf(item, sizeOf)),
    bounds,
  );
  const { left, top, right, bottom } = found ?? { left: 0, top: 0, right: EMPTY.width, bottom: EMPTY.height };
  return {
    zone,
    left: left - MARGIN,
    top: top - MARGIN,
    width: right - left + 2 * MARGIN,
    height: bottom - top + 2 * MARGIN,
    placed: slots.map(({ slot, item }, at) => ({
      x: item.x - left + MARGIN,
      y: item.y - top + MARGIN,
      turn: item.turn ?? 0,
      item,
      slot,
      order: at,
    })),
  };
}

/** @typedef {{ slot: string, item: Answer.SceneItem }} Slot */

/** Return the size of the largest piece.
 * @param {Slot[]} pieces
 * @param {(piece: string) => Size} sizeOf
 * @returns {Size} */
const largest = (pieces, sizeOf) =>
  pieces.reduce(
    (found, { item }) => {
      const { width, height } = turned(sizeOf(item.piece), item.turn);
      return { width: Math.max(found.width, width), height: Math.max(found.height, height) };
    },
    { width: 20, height: 14 },
  );

/** @param {Answer.SceneZone} zone
 * @param {Slot[]} pieces
 * @param {(piece: string) => Size} sizeOf
 * @param {number} room
 * @param {string[]} order
 * @param {number} squeeze */
function inHand(zone, pieces, sizeOf, room, order, squeeze) {
  const place = new Map(order.map((key, at) => [key, at]));
  const sorted = pieces.map((each, at) => ({ ...each, rank: place.get(each.item.key) ?? order.length + at }));
  sorted.sort((one, other) => one.rank - other.rank);
  const { width, height } = largest(pieces, sizeOf);
  const many = sorted.length - 1;
  const free = (room - width - 2 * MARGIN) / Math.max(1, many);
  const step = Math.max(3, Math.min(width * squeeze + 2, free));
  return {
    zone,
    left: 0,
    top: 0,
    width: width + Math.max(0, many) * step + 2 * MARGIN,
    height: height + 2 * MARGIN,
    placed: sorted.map(({ slot, item }, at) => ({
      x: MARGIN + width / 2 + at * step,
      y: MARGIN + height / 2,
      turn: item.turn,
      item,
      slot,
      order: at,
    })),
  };
}

/** @param {Answer.SceneZone} zone
 * @param {Slot[]} pieces
 * @param {(piece: string) => Size} sizeOf */
function onPile(zone, pieces, sizeOf) {
  const { width, height } = largest(pieces, sizeOf);
  const top = pieces.slice(-MOST_IN_PILE);
  const more = PILE_STEP * Math.max(0, top.length - 1);
  return {
    zone,
    left: 0,
    top: 0,
    width: width + more + 2 * MARGIN,
    height: height + more + 2 * MARGIN,
    placed: top.map(({ slot, item }, at) => ({
      x: MARGIN + width / 2 + PILE_STEP * at,
      y: MARGIN + height / 2 + more - PILE_STEP * at,
      turn: item.turn,
      item,
      slot,
      order: at,
    })),
  };
}

/** Place groups of pieces that touch each other, such as a row of cards edge to edge, in lines.
 * @param {Answer.SceneZone} zone
 * @param {Slot[]} pieces
 * @param {(piece: string) => Size} sizeOf
 * @param {number} room
 * @returns {Plan} */
function inGroups(zone, pieces, sizeOf, room) {
  /** @type {Placed[]} */
  const placed = [];
  let [x, y, high, wide] = [MARGIN, MARGIN, 0, 0];
  const groups = groupsOf(pieces, sizeOf);
  const gap = groups.some(({ members }) => members.length > 1) ? WIDE_GAP : GAP;
  for (const { box, members } of groups) {
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    if (x > MARGIN && x + width + MARGIN > room) {
      x = MARGIN;
      y += high + gap;
      high = 0;
    }
    for (const { slot, item, order } of members)
      placed.push({ x: x + item.x - box.left, y: y + item.y - box.top, turn: item.turn, item, slot, order });
    x += width + gap;
    high = Math.max(high, height);
    wide = Math.max(wide, x - gap);
  }
  placed.sort((one, other) => one.order - other.order);
  const empty = !placed.length;
  return {
    zone,
    left: 0,
    top: 0,
    width: (empty ? EMPTY.width : wide) + MARGIN,
    height: (empty ? EMPTY.height : y + high) + MARGIN,
    placed,
  };
}

/** Return the groups of pieces that touch each other, in the order of their first pieces.
 * @param {Slot[]} pieces
 * @param {(piece: string) => Size} sizeOf */
function groupsOf(pieces, sizeOf) {
  /** @type {{ box: Box, members: (Slot & { order: number })[] }[]} */
  let groups = [];
  pieces.forEach(({ slot, item }, order) => {
    const box = boxOf(item, sizeOf);
    const made = { box, members: [{ slot, item, order }] };
    const touched = groups.filter((group) => touches(group.box, box));
    for (const group of touched) {
      made.box = union(made.box, group.box);
      made.members = [...group.members, ...made.members];
    }
    groups = [...groups.filter((group) => !touched.includes(group)), made];
  });
  return groups.sort((one, other) => one.members[0].order - other.members[0].order);
}

/** @param {Box} one
 * @param {Box} other */
const touches = (one, other) =>
  one.left <= other.right + TOUCH &&
  other.left <= one.right + TOUCH &&
  one.top <= other.bottom + TOUCH &&
  other.top <= one.bottom + TOUCH;
