// Faces: the newest version of each, by name, and their pictures. Answers and events may arrive in any order.
import { $$, api, listen, onEvent, post } from "./page.js";
import "./face.js";

/** @import { FaceView } from "./face.js" */

/** @type {Answer.ListedFace} */
const UNKNOWN = Object.freeze({ name: "", version: 0, drawn: false, key: null, problems: [] });
const RETRIES = [300, 1000, 3000]; // ms until a picture that failed to load is requested again
const MOST_PICTURES = 250;

/** The newest version of each face. */
export class FaceStore {
  /** @type {Map<string, Answer.ListedFace>} */
  #faces = new Map();

  /** @param {string} name */
  get(name) {
    return this.#faces.get(name) ?? UNKNOWN;
  }

  /** Take in faces that the server lists, however late, and return the names of those that are new. With `all`, faces
   * that are not listed are forgotten.
   * @param {Answer.ListedFace[]} listed */
  take(listed, { all = false } = {}) {
    const names = new Set(listed.map(({ name }) => name));
    /** @type {Set<string>} */
    const fresh = new Set();
    if (all) for (const name of this.#faces.keys()) if (!names.has(name)) this.#faces.delete(name);
    for (const face of listed)
      if (face.version > this.get(face.name).version) {
        this.#faces.set(face.name, face);
        fresh.add(face.name);
      }
    return fresh;
  }

  /** Whether some faces are still to be drawn. */
  get waiting() {
    return [...this.#faces.values()].some(({ drawn }) => !drawn);
  }
  clear() {
    this.#faces.clear();
  }
}

export const faces = new FaceStore();
/** @type {((names: Set<string>) => unknown)[]} */
const works = [];
/** @type {{ lang: string, ink: string } | null} */
let view = null;

/** Take in an answer that lists all faces of a page, and listen to what is drawn in its view from then on. `again` is
 * called when the page may have missed something else.
 * @param {{ lang?: string, ink?: string, faces?: Answer.ListedFace[] }} answer
 * @param {() => unknown} again */
export function follow({ lang = "", ink = "full", faces: listed = [] }, again) {
  const other = view?.lang !== lang || view?.ink !== ink;
  if (other) {
    view = { lang, ink };
    faces.clear();
  }
  faces.take(listed, { all: true });
  if (other) listen(view, again);
  for (const each of $$("pnp-face")) if (each.named) draw(each);
  look();
}

/** Call a function with the names of faces that change.
 * @param {(names: Set<string>) => unknown} work */
export function changed(work) {
  works.push(work);
}

/** @param {Answer.ListedFace[]} listed */
function take(listed) {
  const fresh = faces.take(listed);
  for (const each of $$("pnp-face")) if (fresh.has(each.named)) flash(each, draw(each));
  if (fresh.size) for (const work of works) work(fresh);
}
onEvent("faces", ({ faces: listed }) => take(listed));
onEvent("hello", ({ faces: listed }) => {
  take(listed);
  // pictures that were lost with the connection
  for (const each of $$("pnp-face")) if (each.named && !each.drawn) draw(each);
});

// ---- elements that show faces ----

/** Have an element show a face and keep up with it; with null, nothing.
 * @param {FaceView} element
 * @param {string | null} name */
export function show(element, name) {
  element.named = name;
  if (name === null) {
    element.drop();
    return;
  }
  draw(element);
  look();
}

/** Draw a face; return whether a new picture replaces another.
 * @param {FaceView} element */
function draw(element) {
  const before = element.key;
  const { key } = faces.get(element.named);
  element.show(key, key && picture(key));
  return Boolean(before && key && before !== key);
}

/** @param {FaceView} element
 * @param {boolean} replaced */
function flash(element, replaced) {
  if (!replaced) return;
  element.classList.remove("fresh");
  requestAnimationFrame(() => element.classList.add("fresh"));
}

let looking = 0;
/** Have the faces on the page drawn first. */
function look() {
  clearTimeout(looking);
  looking = setTimeout(() => {
    const named = $$("pnp-face").map(({ named }) => named);
    const names = new Set(named.filter((name) => name && !faces.get(name).drawn));
    if (names.size) post(api("look"), { faces: [...names], ...view }).catch(() => {});
  }, 50);
}

// ---- pictures: a key stands for one picture, so none is fetched twice ----

/** @type {Map<string, Promise<string>>} */
const pictures = new Map();
/** @param {string} key */
function picture(key) {
  const found = pictures.get(key) ?? fetchPicture(key);
  pictures.delete(key);
  pictures.set(key, found);
  if (pictures.size > MOST_PICTURES) pictures.delete(pictures.keys().next().value);
  return found;
}

/** @param {string} key */
async function fetchPicture(key) {
  for (const wait of [...RETRIES, null]) {
    try {
      const response = await fetch(`/api/face/${key}.svg`);
      if (response.ok) return await response.text();
    } catch {
      /* no connection */
    }
    if (wait !== null) await new Promise((done) => setTimeout(done, wait));
  }
  pictures.delete(key);
  throw new Error(`no picture ${key}`);
}
