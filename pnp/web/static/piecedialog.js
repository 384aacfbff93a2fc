// The dialog with one piece: it is flipped, stepped through, and shows the source of everything on it.

import { faces, show } from "./faces.js";
import {
  $,
  $$,
  api,
  gameText,
  get,
  isSwitchedOff,
  locationNode,
  make,
  number,
  problemList,
  say,
  targetOf,
} from "./page.js";
import { captionOf, faceOf, shapeOf, state } from "./pieces.js";

const dialog = $("#large");
const face = $("#large-face");
/** @type {{ id: string, side: Side } | null} */
let open = null;

/** Show a figure of the gallery.
 * @param {string} id `deck/piece/look` */
export function openLarge(id) {
  const figure = state.figures.get(id);
  if (!figure) return;
  open = { id, side: figure.shown.side };
  if (!dialog.open) dialog.showModal();
  draw();
}

/** Draw the piece again, if one of these faces is shown; without names, whatever is shown.
 * @param {Set<string> | null} names */
export function refreshLarge(names = null) {
  if (!open || !dialog.open) return;
  if (!state.figures.has(open.id)) dialog.close();
  else if (names === null || names.has(shown().name)) draw();
}

const figure = () => state.figures.get(open.id);
const shown = () => faceOf(figure().piece, figure().look, open.side);

function draw() {
  const { piece } = figure();
  const now = shown();
  const deck = state.decks.get(piece.deck);
  const bleed = state.bleed;
  const room = $(".stage").getBoundingClientRect();
  const mm = Math.max(
    2,
    Math.min((room.width - 40) / (deck.width + 2 * bleed), (room.height - 40) / (deck.height + 2 * bleed)),
  );
  face.style.setProperty("--mm", `${mm}px`);
  face.setAttribute("label", captionOf(piece));
  face.of = shapeOf(deck, piece, now.side, bleed);
  show(face, now.name);
  for (const node of [face, $("#large-name"), $("#large-cells")]) node.lang = state.lang;
  $("#large-name").textContent = captionOf(piece);
  const copies = piece.count > 1 ? `× ${number(piece.count)} · ` : "";
  $("#large-count").replaceChildren(copies, gameText(deck.title, state.lang), ` · ${deck.size}`);
  $("#large-flip").hidden = deck.sides.length < 2;
  const asked = new URLSearchParams({ lang: state.lang, ink: state.ink });
  for (const kind of /** @type {const} */ (["svg", "png"]))
    $(`#large-${kind}`).href = api(`file/${kind}/${now.name}?${asked}`);
  const layout = new URLSearchParams({ deck: piece.deck, piece: piece.id, side: now.side });
  $("#large-layout").href = `layout?${layout}`;
  $("#large-problems").replaceChildren(...problemList(faces.get(now.name).problems));
  const rows = [["id", piece.id], ["count", number(piece.count)], ...Object.entries(piece.texts)];
  $("#large-cells").replaceChildren(
    ...rows.map(([name, text]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, text))),
  );
  history.replaceState(null, "", `${location.search}#${encodeURIComponent(open.id)}`);
  trace(now.name, faces.get(now.name).key);
}

// ---- sources ----

/** @type {Answer.TracedFace | null} */
let traced = null;
/** Have the face drawn with marks on everything that it shows.
 * @param {string} name
 * @param {string | null} key */
async function trace(name, key) {
  traced = null;
  $("#large-source").replaceChildren(make("p", { class: "soft" }, say("click-source")));
  if (!key) return;
  const asked = new URLSearchParams({ lang: state.lang, ink: state.ink });
  try {
    /** @type {Answer.TracedFace} */
    const found = await get(api(`trace/${name}?${asked}`));
    if (!open || shown().name !== name || faces.get(name).key !== key) return;
    traced = found;
    await face.show(`${key} traced`, found.svg);
  } catch {
    /* a face that cannot be drawn now stays as it was */
  }
}

face.addEventListener("click", (event) => {
  const path = event.composedPath().filter((node) => node instanceof SVGElement);
  const mark = path.find((node) => node.dataset.source !== undefined && !isSheet(node));
  if (mark) choose(mark);
});
/** Tell whether a mark is that of the whole face, drawn by a template of pnp, which nobody looks for.
 * @param {SVGElement} node */
const isSheet = (node) =>
  traced?.sources[Number(node.dataset.source)]?.lines[0]?.bundled === true && node.localName === "svg";
/** Show the source of a mark.
 * @param {HTMLElement | SVGElement} mark */
function choose(mark) {
  const source = traced?.sources[Number(mark.dataset.source)];
  if (!source) return;
  for (const node of $$(".chosen", face.shadowRoot)) node.classList.remove("chosen");
  mark.classList.add("chosen");
  /** @param {string} title
   * @param {Answer.Location[]} places */
  const list = (title, places) =>
    places.length
      ? [make("dt", {}, title), ...places.map((place) => make("dd", {}, locationNode(place, traced.root)))]
      : [];
  $("#large-source").replaceChildren(
    make("h3", {}, say(`source-${source.call}`), source.call === "text" ? ` « ${source.name} »` : ` ${source.name}`),
    make(
      "dl",
      {},
      ...list(say("source-cells"), source.cells),
      ...list(say("source-lines"), source.lines),
      ...list(say("source-drawing"), source.drawing ? [source.drawing] : []),
    ),
  );
}

function flip() {
  if (state.decks.get(figure().piece.deck).sides.length < 2) return;
  open.side = open.side === "front" ? "back" : "front";
  draw();
}
/** @param {number} by */
function step(by) {
  const at = state.order.findIndex(({ id }) => id === open.id);
  const next = state.order[at + by];
  if (!next) return;
  open = { id: next.id, side: next.shown.side };
  draw();
}

/** Show the source of the next thing on the card. */
function nextSource() {
  const marks = $$("[data-source]", face.shadowRoot).filter((node) =>
    ["text", "art", "image", "icon"].includes(traced?.sources[Number(node.dataset.source)]?.call),
  );
  const at = marks.findIndex((node) => node.classList.contains("chosen"));
  if (marks.length) choose(marks[(at + 1) % marks.length]);
}

$("#large-close").addEventListener("click", () => dialog.close());
$("#large-flip").addEventListener("click", flip);
$("#large-before").addEventListener("click", () => step(-1));
$("#large-after").addEventListener("click", () => step(1));
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
dialog.addEventListener("close", () => {
  const node = open && state.figures.get(open.id)?.node;
  open = null;
  history.replaceState(null, "", location.pathname + location.search);
  node?.focus();
});
dialog.addEventListener("keydown", (event) => {
  if (targetOf(event).closest("input, select, textarea") || isSwitchedOff(event)) return;
  /** @type {Record<string, () => void>} */
  const works = {
    f: flip,
    F: flip,
    n: nextSource,
    N: nextSource,
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
  };
  if (works[event.key]) {
    works[event.key]();
    event.preventDefault();
    event.stopPropagation();
  }
});
addEventListener("resize", () => {
  if (open) draw();
});
