// The pieces of the gallery, and the figures that show them.

/** A figure of the gallery: one look of a piece.
 * @typedef {object} Figure
 * @property {string} id `deck/piece/look`
 * @property {HTMLElement} node
 * @property {import("./face.js").FaceView} face
 * @property {Side | null} side the side that it was flipped to
 * @property {Answer.ListedPiece} piece
 * @property {number} look
 * @property {{ side: Side, name: string }} shown
 * @property {string} [shape] as JSON
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

/** @param {Answer.ListedPiece} piece */
export const nameOf = (piece) => piece.texts.name ?? piece.texts.title ?? piece.id;

/** Return the side and the name of a face; the front, if the piece has no such side.
 * @param {Answer.ListedPiece} piece
 * @param {number} look
 * @param {Side} side */
export function faceOf({ deck, id }, look, side) {
  /** @type {Side} */
  const found = state.decks.get(deck).sides.includes(side) ? side : "front";
  return { side: found, name: `${deck}/${id}/${found}/${look}` };
}
