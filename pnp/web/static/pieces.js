// The pieces of the gallery, and the figures that show them.

/** @import { FaceView, Shape } from "./face.js" */

/** A figure of the gallery: one look of a piece.
 * @typedef {object} Figure
 * @property {string} id `deck/piece/look`
 * @property {HTMLElement} node
 * @property {FaceView | null} face null while it is far out of sight
 * @property {Side | null} side the side that it was flipped to
 * @property {Answer.ListedPiece} piece
 * @property {number} look
 * @property {{ side: Side, name: string }} shown
 * @property {string} filled what the node was filled with, as JSON
 */

export const state = {
  /** @type {Map<string, Answer.ListedDeck>} */
  decks: new Map(),
  /** @type {Answer.ListedPiece[]} */
  pieces: [],
  /** By id. @type {Map<string, Figure>} */
  figures: new Map(),
  /** The figures that are shown, in their order. @type {Figure[]} */
  order: [],
  lang: "",
  ink: "full",
  bleed: 0,
};

/** Return the name of a piece, and which one it is if others have the same name.
 * @param {{ name: string, which: string }} piece */
export const captionOf = ({ name, which }) => (which ? `${name} · ${which}` : name);

/** Return the side and the name of a face; the front, if the piece has no such side.
 * @param {Answer.ListedPiece} piece
 * @param {number} look
 * @param {Side} side */
export function faceOf({ deck, id }, look, side) {
  /** @type {Side} */
  const found = state.decks.get(deck).sides.includes(side) ? side : "front";
  return { side: found, name: `${deck}/${id}/${found}/${look}` };
}

/** Return the shape of a piece.
 * @param {Answer.ListedDeck} deck
 * @param {Answer.ListedPiece} piece
 * @param {Side} side
 * @param {number} bleed
 * @returns {Shape} */
export function shapeOf({ width, height, lines }, piece, side, bleed) {
  const { cut, safe } = piece.lines ?? lines;
  return { width, height, bleed, cut: cut[side] ?? `M0 0H${width}V${height}H0Z`, safe: safe[side] ?? "" };
}
