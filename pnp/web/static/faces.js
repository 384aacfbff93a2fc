// Faces: the newest version of each, by name, and their pictures. Answers and events may arrive in any order.
import { FaceView } from "./face.js";
import { about, api, listen, onEvent, post, say } from "./page.js";

/** @type {Answer.ListedFace} */
const UNKNOWN = Object.freeze({ name: "", version: 0, drawn: false, key: null, problems: [] });
const RETRIES = [300, 1000, 3000]; // ms until a picture that failed to load is requested again
const MOST_PICTURES = 50;
/** Resolutions of bitmaps, in pixels per mm; those of the server. */
const SCALES = [3, 6, 12, 18];

/** The newest version of each face. */
export class FaceStore {
  /** @type {Map<string, Answer.ListedFace>} */
  #faces = new Map();
  /** Version of the newest list of all faces: those that it did not list had nothing to show. */
  #seen = 0;

  /** @param {string} name */
  get(name) {
    return this.#faces.get(name) ?? UNKNOWN;
  }

  /** Take in faces that the server lists, however late, and return the names of those that are new. With `seen`, it is
   * a list of all faces with something to show, at that version, or of those that have changed; others are forgotten,
   * unless `exists` returns true for their name.
   * @param {Answer.ListedFace[]} listed
   * @param {(name: string) => boolean} exists */
  take(listed, seen = 0, exists = () => false) {
    /** @type {Set<string>} */
    const fresh = new Set();
    if (seen > this.#seen) {
      const names = new Set(listed.map(({ name }) => name));
      for (const [name, { version }] of this.#faces)
        if (version < seen && !names.has(name) && !exists(name)) {
          this.#faces.delete(name);
          fresh.add(name);
        }
    }
    for (const face of listed)
      if (face.version > (this.#faces.get(face.name)?.version ?? this.#seen)) {
        this.#faces.set(face.name, face);
        fresh.add(face.name);
      }
    this.#seen = Math.max(this.#seen, seen);
    return fresh;
  }

  /** The faces that cannot be drawn. */
  get broken() {
    return [...this.#faces.values()].filter(({ problems }) => problems.length);
  }
  clear() {
    this.#faces.clear();
    this.#seen = 0;
  }
}

export const faces = new FaceStore();
/** Number of faces that are still to be drawn. */
export let waiting = 0;
/** @type {((names: Set<string>) => unknown)[]} */
const works = [];
/** @type {{ lang: string, ink: string } | null} */
let view = null;

/** Take in an answer that lists all faces of a page, and listen to what is drawn in its view from then on. `again` is
 * called when the page may have missed something else. If the answer lists only the faces that have changed, `exists`
 * tells whether there still is a face with a name.
 * @param {{ lang?: string, ink?: string, seen?: number, waiting?: number, faces?: Answer.ListedFace[] }} answer
 * @param {() => unknown} again
 * @param {(name: string) => boolean} [exists] */
export function follow(answer, again, exists) {
  const { lang = "", ink = "full", seen = 0, waiting: left = 0, faces: listed = [] } = answer;
  const other = view?.lang !== lang || view?.ink !== ink;
  if (other) {
    view = { lang, ink };
    faces.clear();
  }
  waiting = left;
  const fresh = faces.take(listed, seen, exists);
  if (other) listen({ ...view, since: seen }, again);
  update(other ? null : fresh);
  look();
}

/** Call a function with the names of faces that change.
 * @param {(names: Set<string>) => unknown} work */
export function changed(work) {
  works.push(work);
}

/** @param {Answer.ListedFaces} event */
function take(event) {
  if (event.lang !== view?.lang || event.ink !== view?.ink) return; // the page showed another view before
  waiting = event.waiting;
  const fresh = faces.take(event.faces);
  update(fresh, true);
  for (const work of works) work(fresh);
}
onEvent("faces", take);
onEvent("hello", (event) => {
  take(event);
  // pictures that were lost with the connection
  for (const each of FaceView.all) if (each.named && !each.drawn) draw(each);
});

// ---- elements that show faces ----

/** Have an element show a face and keep up with it; with null, nothing. An element with the attribute `vector` shows
 * SVG, others a bitmap.
 * @param {FaceView} element
 * @param {string | null} name */
export function show(element, name) {
  element.named = name;
  if (name === null) {
    drawing.delete(element);
    element.drop();
    return;
  }
  draw(element);
  look();
}

/** Draw the faces again that are shown on the page, at the resolution that they need now. */
export function resize() {
  update(null);
  look();
}
addEventListener("resize", resize); // the zoom of the browser may have changed

/** Draw faces with these names; all of them, if there are none.
 * @param {Set<string> | null} names */
function update(names, fresh = false) {
  for (const each of FaceView.all) if (each.named && (names?.has(each.named) ?? true)) draw(each, fresh);
}

/** Elements to draw, and whether a save has changed them. @type {Map<FaceView, boolean>} */
const drawing = new Map();
/** Draw the face of an element soon; all of them together, because measuring takes long between changes of the page.
 * @param {FaceView} element */
function draw(element, fresh = false) {
  if (!drawing.size) queueMicrotask(drawAll);
  drawing.set(element, drawing.get(element) || fresh);
}
function drawAll() {
  const all = [...drawing].map(([element, fresh]) => ({ element, fresh, scale: scaleOf(element) }));
  drawing.clear();
  for (const { element, fresh, scale } of all) {
    const before = element.key;
    const { key, problems } = faces.get(element.named);
    element.note = noteOf(key, problems);
    if (!key) element.show(null);
    else if (element.hasAttribute("vector")) element.show(key, picture(key));
    else showBitmap(element, key, scale);
    if (fresh && before && key && before !== key) flash(element);
  }
}

/** Return the scale of bitmaps for a number of screen pixels per mm.
 * @param {number} resolution */
export const scaleFor = (resolution) => SCALES.find((scale) => scale >= resolution * 0.99) ?? SCALES.at(-1);
/** @param {FaceView} element */
const scaleOf = (element) => scaleFor((element.shape && element.resolution) || SCALES[0]);

/** Say what is wrong with a face that cannot be drawn with the current files.
 * @param {string | null} key
 * @param {Answer.ListedProblem[]} problems */
function noteOf(key, problems) {
  if (!problems.length) return null;
  const { where, subject, message, location } = problems[0];
  const line = location.file && location.line ? `${location.file.split("/").pop()}:${location.line}: ` : "";
  const text = line || `${where}${subject ? " " : ": "}`; // the card itself needs no name
  return { title: say(key ? "face-outdated" : "face-undrawn"), text: `${text}${message}` };
}

/** Show a bitmap; one that cannot be loaded is requested again.
 * @param {FaceView} element
 * @param {string} key
 * @param {number} scale */
async function showBitmap(element, key, scale) {
  const address = `${about.base}/api/face/${key}.png?scale=${scale}`;
  if (element.address === address) return;
  for (const wait of [...RETRIES, null]) {
    if (await element.showBitmap(key, address)) return;
    if (wait === null) break;
    await new Promise((done) => setTimeout(done, wait));
    if (element.address !== address) return;
  }
  if (element.address === address) element.drop();
}

/** @param {FaceView} element */
function flash(element) {
  element.classList.remove("fresh");
  requestAnimationFrame(() => element.classList.add("fresh"));
}

let looking = false;
/** The last request, to send no other one like it. */
let looked = "";
/** Have the faces on the page drawn first. */
function look() {
  if (looking || about.match) return; // what a player looks at is not told to a server of friends
  looking = true;
  setTimeout(() => {
    looking = false;
    const shown = [...FaceView.all].filter(({ named }) => named);
    const names = [...new Set(shown.map(({ named }) => named))];
    if (!names.length || !view) return;
    const scale = Math.max(...shown.filter((each) => !each.hasAttribute("vector")).map(scaleOf), SCALES[0]);
    const asked = JSON.stringify({ faces: names, ...view, scale });
    if (asked === looked) return;
    looked = asked;
    post(api("look"), JSON.parse(asked)).catch(() => {
      looked = "";
    });
  }, 50);
}

// ---- SVGs: a key stands for one picture, so none is fetched twice ----

/** @type {Map<string, Promise<string>>} */
const pictures = new Map();
/** Return the SVG of a picture.
 * @param {string} key */
export function picture(key) {
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
      const response = await fetch(`${about.base}/api/face/${key}.svg`);
      if (response.ok) return await response.text();
    } catch {
      /* no connection */
    }
    if (wait !== null) await new Promise((done) => setTimeout(done, wait));
  }
  pictures.delete(key);
  throw new Error(`no picture ${key}`);
}
