// Faces: the newest that is known of each, by its name, and their pictures. Answers and events may come in any order.
import { $$, api, hear, listen, post } from "./page.js";
import "./face.js";

const UNKNOWN = Object.freeze({ version: 0, drawn: false, key: null, problems: [] });
const RETRIES = [300, 1000, 3000]; // ms until a picture that did not come is asked for again
const MOST_PICTURES = 250;

/** What is known of faces; of each, what has the greatest version. */
export class FaceStore {
  #faces = new Map();

  get(name) {
    return this.#faces.get(name) ?? UNKNOWN;
  }

  /** Take in what the server tells, however late; the names of faces of which it is new. Of `all`, others are forgotten. */
  take(told, { all = false } = {}) {
    const names = new Set(told.map(({ name }) => name)),
      fresh = new Set();
    if (all) for (const name of this.#faces.keys()) if (!names.has(name)) this.#faces.delete(name);
    for (const face of told)
      if (face.version > this.get(face.name).version) {
        this.#faces.set(face.name, face);
        fresh.add(face.name);
      }
    return fresh;
  }

  get waiting() {
    return [...this.#faces.values()].some(({ drawn }) => !drawn);
  }
  clear() {
    this.#faces.clear();
  }
}

export const faces = new FaceStore();
const works = [];
let view = null;

/** Take in an answer that lists all faces of a page, and listen to what is drawn in its view from then on. `again` is
 * called when the page may have missed something else. */
export function follow({ lang = "", ink = "full", faces: told = [] }, again) {
  const other = view?.lang !== lang || view?.ink !== ink;
  if (other) {
    view = { lang, ink };
    faces.clear();
  }
  faces.take(told, { all: true });
  if (other) listen(view, again);
  for (const each of $$("pnp-face")) if (each.named) draw(each);
  look();
}

/** Have a function called with the names of faces of which the server tells something new. */
export const changed = (work) => works.push(work);

function hearFaces(told) {
  const fresh = faces.take(told);
  for (const each of $$("pnp-face")) if (fresh.has(each.named)) flash(each, draw(each));
  if (fresh.size) works.forEach((work) => work(fresh));
}
hear("faces", ({ faces: told }) => hearFaces(told));
hear("hello", ({ faces: told }) => {
  hearFaces(told);
  for (const each of $$("pnp-face")) if (each.named && !each.drawn) draw(each); // pictures that were lost with the contact
});

// ---- elements that show faces ----

/** Have an element show a face, whatever it looks like from then on; with null, nothing. */
export function show(element, name) {
  element.named = name;
  if (name === null) return element.drop();
  draw(element);
  look();
}

/** Whether another picture takes the place of one. */
function draw(element) {
  const before = element.key,
    { key } = faces.get(element.named);
  element.show(key, key && picture(key));
  return before && key && before !== key;
}

function flash(element, other) {
  if (!other) return;
  element.classList.remove("fresh");
  requestAnimationFrame(() => element.classList.add("fresh"));
}

let looking = 0;
/** Have the faces on the page drawn first. */
function look() {
  clearTimeout(looking);
  looking = setTimeout(() => {
    const names = new Set(
      $$("pnp-face")
        .map(({ named }) => named)
        .filter((name) => name && !faces.get(name).drawn),
    );
    if (names.size) post(api("look"), { faces: [...names], ...view }).catch(() => {});
  }, 50);
}

// ---- pictures: a key names what is seen, so none is fetched twice ----

const pictures = new Map();
function picture(key) {
  const found = pictures.get(key) ?? fetchPicture(key);
  pictures.delete(key);
  pictures.set(key, found);
  if (pictures.size > MOST_PICTURES) pictures.delete(pictures.keys().next().value);
  return found;
}

async function fetchPicture(key) {
  for (const wait of [...RETRIES, null]) {
    try {
      const response = await fetch(`/api/face/${key}.svg`);
      if (response.ok) return await response.text();
    } catch {
      /* no contact */
    }
    if (wait !== null) await new Promise((done) => setTimeout(done, wait));
  }
  pictures.delete(key);
  throw new Error(`no picture ${key}`);
}
