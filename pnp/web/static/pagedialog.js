// The dialog with a printed page: arrow keys step through the pages, and front and back can be held against the light.
import { $, $$, isSwitchedOff, make } from "./page.js";
import { pageAddress } from "./pagepictures.js";

const dialog = $("#enlarged");
const stage = $(".stage", dialog);
const leaf = $(".leaf", dialog);
const slider = $("#enlarged-through input");
const ZOOMS = [1, 1.5, 2, 3, 4, 6];

/** A page, or both sides of a sheet. Front and back are page numbers; width and height are in mm.
 * @typedef {object} PageView
 * @property {string} name
 * @property {string} job
 * @property {number} front
 * @property {number | null} back
 * @property {"x" | "y" | null} [turn]
 * @property {number} width
 * @property {number} height
 * @property {string[]} [more] parameters of the pictures' addresses
 * @property {number} [place] index of its sheet
 * @property {Side} [side]
 */

/** @type {{ views: PageView[], at: number, zoom: number, through: number, closed: (at: number) => void } | null} */
let open = null;

/** Open one of several views. `through` is 0 for the front to 100 for the back; `closed` is called with the last view.
 * @param {PageView[]} views
 * @param {number} at
 * @param {{ through?: number, closed?: (at: number) => void }} options */
export function enlarge(views, at, { through = 50, closed = () => {} } = {}) {
  open = { views, at, zoom: 0, through, closed };
  slider.value = String(through);
  if (!dialog.open) dialog.showModal();
  draw();
}

/** Replace the views, if the dialog is open.
 * @param {PageView[]} views */
export function refresh(views) {
  if (!open || !dialog.open) return;
  if (!views.length) {
    dialog.close();
    return;
  }
  open.views = views;
  open.at = Math.min(open.at, views.length - 1);
  draw();
}

/** Set how much of front and back is seen, from 0 (front) to 100 (back).
 * @param {HTMLElement} node
 * @param {number} through */
export function mix(node, through) {
  node.style.setProperty("--front", String(Math.min(1, 2 - through / 50)));
  node.style.setProperty("--back", String(Math.min(1, through / 50)));
}

function draw() {
  const view = open.views[open.at];
  $("#enlarged-name").textContent = view.name;
  $("#enlarged-through").hidden = !view.back;
  leaf.className = view.back ? `leaf light turn-${view.turn}` : "leaf";
  mix(leaf, open.through);
  const sides = [{ side: "front", page: view.front }, ...(view.back ? [{ side: "back", page: view.back }] : [])];
  const same = leaf.children.length === sides.length && leaf.dataset.place === `${open.at}`;
  if (!same)
    leaf.replaceChildren(
      ...sides.map(({ side }) => make("img", { class: side, alt: side === "front" ? view.name : "" })),
    );
  leaf.dataset.place = String(open.at);
  for (const [place, { page }] of sides.entries()) picture($$("img", leaf)[place], view.job, page, view.more ?? []);
  size();
}

/** Show the small picture at once, and the large one when it is loaded.
 * @param {HTMLImageElement} img
 * @param {string} job
 * @param {number} page
 * @param {string[]} more */
async function picture(img, job, page, more) {
  const [small, large] = [pageAddress(job, page, ...more), pageAddress(job, page, "large", ...more)];
  if (img.dataset.large === large) return;
  img.dataset.large = large;
  if (!img.src) img.src = small;
  const fresh = new Image();
  fresh.src = large;
  try {
    await fresh.decode();
    if (img.dataset.large === large) img.src = large;
  } catch {
    img.dataset.large = "";
  }
}

function size() {
  const { width, height } = open.views[open.at];
  const room = stage.getBoundingClientRect();
  const mm = Math.min((room.width - 24) / width, (room.height - 24) / height) * ZOOMS[open.zoom];
  const middle = [
    (stage.scrollLeft + room.width / 2) / stage.scrollWidth,
    (stage.scrollTop + room.height / 2) / stage.scrollHeight,
  ];
  leaf.style.width = `${mm * width}px`;
  leaf.style.height = `${mm * height}px`;
  stage.scrollTo(middle[0] * stage.scrollWidth - room.width / 2, middle[1] * stage.scrollHeight - room.height / 2);
}

/** @param {number} by */
function step(by) {
  const at = open.at + by;
  if (at < 0 || at >= open.views.length) return;
  open.at = at;
  draw();
}
/** @param {number} by */
function zoom(by) {
  open.zoom = Math.min(ZOOMS.length - 1, Math.max(0, open.zoom + by));
  size();
}
/** @param {number} through */
function light(through) {
  open.through = through;
  slider.value = String(through);
  mix(leaf, open.through);
}

slider.addEventListener("input", () => light(Number(slider.value)));
$("#enlarged-before").addEventListener("click", () => step(-1));
$("#enlarged-after").addEventListener("click", () => step(1));
$("#enlarged-less").addEventListener("click", () => zoom(-1));
$("#enlarged-more").addEventListener("click", () => zoom(1));
$("#enlarged-close").addEventListener("click", () => dialog.close());
leaf.addEventListener("click", () => zoom(open.zoom ? -ZOOMS.length : 2));
dialog.addEventListener("close", () => {
  const { closed, at } = open;
  open = null;
  leaf.replaceChildren();
  closed(at);
});
dialog.addEventListener("keydown", (event) => {
  if (event.target === slider && event.key.startsWith("Arrow")) return;
  if (event.target === stage && open.zoom && event.key.startsWith("Arrow")) return; // an enlarged page is scrolled
  if (isSwitchedOff(event)) return;
  /** @type {Record<string, () => void>} */
  const works = {
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    "+": () => zoom(1),
    "-": () => zoom(-1),
    0: () => zoom(-9),
    f: () => light(0),
    m: () => light(50),
    b: () => light(100),
  };
  if (works[event.key]) {
    works[event.key]();
    event.preventDefault();
    event.stopPropagation();
  }
});
addEventListener("resize", () => {
  if (open) size();
});
