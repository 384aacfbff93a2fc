// The gallery in one file: pieces are searched, enlarged and flipped without a server.
import "./face.js";
import { measured } from "./truesize.js";

/** A look of a piece.
 * @typedef {object} Figure
 * @property {Answer.HandoutPiece} piece
 * @property {number} look
 * @property {Answer.ListedDeck} deck
 * @property {string} title
 * @property {import("./face.js").FaceView} face
 * @property {HTMLElement} node
 * @property {string} found texts to search in
 * @property {Side} side the side that is shown
 */

/** @type {Find} */
const $ = (selector) => document.querySelector(selector);
/** @type {Answer.Handout} */
const data = JSON.parse($("#data").textContent);
const decks = new Map(data.decks.map((deck) => [deck.name, deck]));
/** @param {string} key
 * @param {Record<string, string>} blanks */
const say = (key, blanks = {}) => data.words[key].replace(/\{(\w+)\}/g, (_, name) => blanks[name] ?? "");
/** @param {number} value */
const number = (value) => value.toLocaleString(document.documentElement.lang);
const grid = $("#grid");
/** Figures by their elements. @type {WeakMap<Element, Figure>} */
const figureOf = new WeakMap();
/** @param {Event} event */
const nodeOf = (event) => /** @type {HTMLElement} */ (event.target).closest("figure");

/** @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children */
function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// ---- faces: each picture is decoded once, however many faces show it ----

/** @type {Map<string, string>} */
const urls = new Map();
/** @param {string} key */
function picture(key) {
  if (!urls.has(key)) {
    const [, type, text] = /^data:([^;]+);base64,(.*)$/s.exec(data.pictures[key]);
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    urls.set(key, URL.createObjectURL(new Blob([bytes], { type })));
  }
  return urls.get(key);
}
/** @param {number} place */
const svgOf = (place) =>
  data.faces[place].replace(/"#picture-([0-9a-f]{40})"/g, (whole, key) =>
    key in data.pictures ? `"${picture(key)}"` : whole,
  );

// ---- the grid ----

/** @param {Answer.HandoutPiece} piece */
const nameOf = ({ name, which }) => (which ? `${name} · ${which}` : name);
const figures = data.pieces.flatMap((piece) => {
  const looks = [...new Set(piece.faces.map((face) => face.look))];
  return looks.map((look) => figure(piece, look, looks.length > 1));
});
/** @param {Figure} figure
 * @param {Side} side */
const faceOf = ({ piece, look }, side) =>
  piece.faces.find((face) => face.look === look && face.side === side) ??
  piece.faces.find((face) => face.look === look);
/** @param {Figure} figure
 * @param {Side} side */
const shapeOf = ({ piece, deck }, side) => ({
  width: deck.width,
  height: deck.height,
  bleed: 0,
  cut: (piece.lines ?? deck.lines).cut[side],
  safe: "",
});

/** @param {Answer.HandoutPiece} piece
 * @param {number} look
 * @param {boolean} several whether it has other looks
 * @returns {Figure} */
function figure(piece, look, several) {
  const deck = decks.get(piece.deck);
  const title = nameOf(piece) + (several ? ` (${look})` : "");
  const count = piece.count > 1 && look === 1 ? `× ${number(piece.count)}` : "";
  const face = document.createElement("pnp-face");
  face.setAttribute("label", title);
  const which = make("span", { class: "which" }, piece.which);
  const name = make("b", {}, `${piece.name}${several ? ` (${look})` : ""}`);
  const caption = make("div", { class: "caption", title }, name, which, make("span", { class: "count" }, count));
  caption.style.maxWidth = `calc(var(--mm) * ${deck.width})`;
  const node = make(
    "figure",
    {
      role: "listitem",
      tabindex: "0",
      "aria-label": say("piece-label", { name: title, count: number(piece.count), deck: deck.title }),
    },
    face,
    caption,
  );
  const found = [piece.id, ...Object.values(piece.texts)].join("\n").toLowerCase();
  return { piece, look, deck, title, face, node, found, side: "front" };
}

/** @param {Figure} each
 * @param {Side} side */
function turn(each, side) {
  each.side = faceOf(each, side).side;
  each.face.of = shapeOf(each, each.side);
  each.face.drop();
  if (near.has(each)) draw(each);
}
/** @param {Figure} each */
function draw(each) {
  const { face } = faceOf(each, each.side);
  each.face.show(String(face), svgOf(face));
}
/** Figures near the window. @type {Set<Figure>} */
const near = new Set();
const sight = new IntersectionObserver(
  (seen) => {
    for (const { target, isIntersecting } of seen) {
      const each = figureOf.get(target);
      if (isIntersecting) {
        near.add(each);
        draw(each);
      } else if (near.delete(each)) each.face.drop();
    }
  },
  { rootMargin: "600px" },
);

let shown = figures;
function arrange() {
  const words = $("#search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const deck = $("#deck").value;
  shown = figures.filter(
    ({ piece, found }) => (!deck || piece.deck === deck) && words.every((word) => found.includes(word)),
  );
  const wanted = new Set(shown);
  for (const each of figures) each.node.classList.toggle("gone", !wanted.has(each));
  const pieces = new Map(shown.map(({ piece }) => [piece, piece.count]));
  const count = [...pieces.values()].reduce((sum, each) => sum + each, 0);
  $("#summary").textContent = shown.length
    ? say("gallery-summary", { designs: number(pieces.size), pieces: number(count) })
    : say("handout-none");
}
const scale = () => grid.style.setProperty("--mm", `${$("#size").value}px`);

$("#deck").append(
  make("option", { value: "" }, say("all-decks")),
  ...data.decks.map(({ name, title, count }) => make("option", { value: name }, `${title} (${number(count)})`)),
);
$("#search").addEventListener("input", arrange);
$("#deck").addEventListener("change", arrange);
$("#side").addEventListener("change", () => {
  for (const each of figures) turn(each, /** @type {Side} */ ($("#side").value));
});
$("#size").addEventListener("input", scale);
$("#true-size").addEventListener("click", (event) =>
  measured((mm) => {
    $("#size").max = String(Math.max(9, mm));
    $("#size").value = String(mm);
    scale();
    $("#told").textContent = say("true-size-on");
  }, event.shiftKey),
);
document.forms[0].addEventListener("submit", (event) => event.preventDefault());

// ---- the dialog with one piece: swipe for the next, tap to flip ----

const dialog = $("#large");
const large = $("#large-face");
const stage = large.parentElement;
/** @type {{ each: Figure, side: Side } | null} */
let open = null;
/** @param {Figure} each */
function enlarge(each, side = each.side) {
  open = { each, side: faceOf(each, side).side };
  if (!dialog.open) dialog.showModal();
  const { deck, piece, title } = each;
  const room = stage.getBoundingClientRect();
  large.style.setProperty(
    "--mm",
    `${Math.max(1, Math.min((room.width - 24) / deck.width, (room.height - 24) / deck.height))}px`,
  );
  large.setAttribute("label", title);
  large.of = shapeOf(each, open.side);
  const { face } = faceOf(each, open.side);
  large.show(String(face), svgOf(face));
  $("#large-name").textContent = title;
  $("#large-count").textContent = [piece.count > 1 ? `× ${number(piece.count)}` : "", deck.title, deck.size]
    .filter(Boolean)
    .join(" · ");
  $("#large-flip").disabled = deck.sides.length < 2;
  $("#large-before").disabled = each === shown[0];
  $("#large-after").disabled = each === shown.at(-1);
}
function flip() {
  if (open.each.deck.sides.length > 1) enlarge(open.each, open.side === "front" ? "back" : "front");
}
/** @param {number} by */
function step(by) {
  const next = shown[shown.indexOf(open.each) + by];
  if (next) enlarge(next);
}
grid.addEventListener("click", (event) => {
  const node = nodeOf(event);
  if (node) enlarge(figureOf.get(node));
});
grid.addEventListener("keydown", (event) => {
  const each = figureOf.get(nodeOf(event));
  if (event.key === "Enter" || event.key === " ") {
    enlarge(each);
    event.preventDefault();
  }
  if (event.key === "f" || event.key === "F") turn(each, each.side === "front" ? "back" : "front");
  if (event.key === "ArrowRight") shown[shown.indexOf(each) + 1]?.node.focus();
  if (event.key === "ArrowLeft") shown[shown.indexOf(each) - 1]?.node.focus();
});
dialog.addEventListener("keydown", (event) => {
  /** @type {Record<string, () => void>} */
  const works = { f: flip, F: flip, ArrowRight: () => step(1), ArrowLeft: () => step(-1) };
  if (works[event.key]) {
    works[event.key]();
    event.preventDefault();
  }
});
dialog.addEventListener("close", () => open?.each.node.focus());
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
$("#large-close").addEventListener("click", () => dialog.close());
$("#large-flip").addEventListener("click", flip);
$("#large-before").addEventListener("click", () => step(-1));
$("#large-after").addEventListener("click", () => step(1));
/** Where a swipe began. @type {{ x: number, y: number } | null} */
let from = null;
stage.addEventListener("pointerdown", ({ clientX, clientY, isPrimary }) => {
  from = isPrimary ? { x: clientX, y: clientY } : null;
});
stage.addEventListener("pointercancel", () => {
  from = null;
});
stage.addEventListener("pointerup", ({ clientX, clientY }) => {
  if (!from) return;
  const across = clientX - from.x;
  const down = clientY - from.y;
  from = null;
  if (Math.abs(across) > 40 && Math.abs(across) > Math.abs(down)) step(across < 0 ? 1 : -1);
  else if (Math.hypot(across, down) < 12) flip();
});
addEventListener("resize", () => {
  if (dialog.open) enlarge(open.each, open.side);
});

// ---- light and dark, print ----

$("#theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = (root.dataset.theme || (dark ? "dark" : "light")) === "dark" ? "light" : "dark";
});
addEventListener("beforeprint", () => shown.forEach(draw)); // faces out of sight are printed as well

grid.append(...figures.map(({ node }) => node));
for (const each of figures) {
  figureOf.set(each.node, each);
  turn(each, "front");
  sight.observe(each.node);
}
// two side by side on a phone
$("#size").value = String(Math.min(3, Math.max(1.5, (grid.clientWidth - 24) / 2 / data.decks[0].width)));
scale();
arrange();
