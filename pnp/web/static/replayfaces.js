// Faces of a replay in one file, in place of those that a server draws: each bitmap is decoded once.

/** @import { FaceView } from "./face.js" */

import "./face.js";
import { $ } from "./dom.js";

/** @type {Answer.Replay} */
export const replay = JSON.parse($("#data").textContent);

/** @type {Map<number, string>} */
const addresses = new Map();
/** @param {number} place */
function address(place) {
  if (!addresses.has(place)) {
    const bytes = Uint8Array.from(atob(replay.pictures[place]), (character) => character.charCodeAt(0));
    addresses.set(place, URL.createObjectURL(new Blob([bytes], { type: "image/webp" })));
  }
  return addresses.get(place);
}

/** Have an element show a face.
 * @param {FaceView} element
 * @param {string} name */
export function show(element, name) {
  if (element.named === name) return;
  element.named = name;
  const place = replay.faces[name];
  if (place === undefined) element.show(null);
  else element.showBitmap(name, address(place));
}
