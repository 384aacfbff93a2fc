// A printed page, enlarged: stepped through by arrow keys, zoomed, and held against the light.
import { $, make } from "./page.js";
import { pageAddress } from "./pagepictures.js";

const dialog = $("#enlarged");
const stage = $(".stage", dialog),
  leaf = $(".leaf", dialog),
  slider = $("#enlarged-through input");
const ZOOMS = [1, 1.5, 2, 3, 4, 6];
let open = null;

/** Open a view. `views` lists all: name, job, front and back (page numbers), turn, width, height; `through` is 0 to 100. */
export function enlarge(views, at, { through = 50, moved = () => {}, closed = () => {} } = {}) {
  open = { views, at, zoom: 0, through, moved, closed };
  slider.value = through;
  if (!dialog.open) dialog.showModal();
  draw();
}

/** Take in views that are new, where some are shown. */
export function refresh(views) {
  if (!open || !dialog.open) return;
  if (!views.length) return dialog.close();
  open.views = views;
  open.at = Math.min(open.at, views.length - 1);
  draw();
}

/** How much of front and back is seen, from 0 (front) to 100 (back). */
export function mix(node, through) {
  node.style.setProperty("--front", Math.min(1, 2 - through / 50));
  node.style.setProperty("--back", Math.min(1, through / 50));
}

function draw() {
  const view = open.views[open.at];
  $("#enlarged-name").textContent = view.name;
  $("#enlarged-through").hidden = !view.back;
  leaf.className = view.back ? `leaf light turn-${view.turn}` : "leaf";
  mix(leaf, open.through);
  const sides = [["front", view.front], ...(view.back ? [["back", view.back]] : [])];
  const same = leaf.children.length === sides.length && leaf.dataset.place === `${open.at}`;
  if (!same)
    leaf.replaceChildren(
      ...sides.map(([side]) => make("img", { class: side, alt: side === "front" ? view.name : "" })),
    );
  leaf.dataset.place = open.at;
  sides.forEach(([, page], place) => picture(leaf.children[place], view.job, page, view.more ?? []));
  size();
}

/** The small picture at once, the large one when it is there. */
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

function step(by) {
  const at = open.at + by;
  if (at < 0 || at >= open.views.length) return;
  open.at = at;
  draw();
  open.moved(at);
}
function zoom(by) {
  open.zoom = Math.min(ZOOMS.length - 1, Math.max(0, open.zoom + by));
  size();
}
function light(through) {
  open.through = Number(through);
  slider.value = open.through;
  mix(leaf, open.through);
}

slider.addEventListener("input", () => light(slider.value));
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
