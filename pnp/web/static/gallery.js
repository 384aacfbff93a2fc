// The gallery: every distinct piece as it will be printed.

import { changed, faces, follow, show } from "./faces.js";
import {
  $,
  $$,
  api,
  attempt,
  get,
  keepFields,
  make,
  newest,
  number,
  onEvent,
  onKey,
  say,
  showProblems,
  targetOf,
  toast,
} from "./page.js";
import { openLarge, refreshLarge } from "./piecedialog.js";
import { faceOf, nameOf, state } from "./pieces.js";
import { measured } from "./truesize.js";

/** @import { Figure } from "./pieces.js" */

const FIELDS = [
  "search",
  "deck",
  "kind",
  "order",
  "empty",
  "broken",
  "side",
  "lang",
  "ink",
  "eyes",
  "show-bleed",
  "show-cut",
  "show-safe",
  "since",
  "size",
];
const grid = $("#grid");
/** Figures near the window. @type {Set<Figure>} */
const near = new Set();
/** Figures by their elements. @type {WeakMap<Element, Figure>} */
const figureOf = new WeakMap();

// ---- loading ----

let first = true;
const load = newest(async () => {
  const lang = $("#lang").value || new URLSearchParams(location.search).get("lang") || "";
  const asked = new URLSearchParams({ lang, ink: $("#ink").value });
  /** @type {Answer.Pieces | undefined} */
  const found = await attempt(() => get(api(`pieces?${asked}`)));
  if (!found) return;
  showProblems(found.problems);
  follow(found, load);
  if (!found.pieces.length) return;
  state.decks = new Map(found.decks.map((deck) => [deck.name, deck]));
  state.pieces = found.pieces;
  state.bleed = found.bleed;
  state.lang = found.lang;
  state.ink = found.ink;
  document.title = `${found.title} · pnp`;
  fillChoices(found);
  lay();
  waiting();
  if (first && location.hash) openLarge(decodeURIComponent(location.hash.slice(1)));
  first = false;
  refreshLarge();
});

/** @param {Answer.Pieces} found */
function fillChoices(found) {
  choices(
    $("#deck"),
    found.decks.map((deck) => [deck.name, `${deck.title} (${number(deck.count)})`]),
    say("all-decks"),
  );
  const kinds = [...new Set(found.decks.map((deck) => deck.kind))];
  choices(
    $("#kind"),
    kinds.map((kind) => [kind, say(`kind-${kind}`)]),
    say("all-kinds"),
  );
  $("#kind").parentElement.hidden = kinds.length < 2;
  $("#deck").parentElement.hidden = found.decks.length < 2;
  $("#lang-field").hidden = found.languages.length < 2;
  choices(
    $("#lang"),
    found.languages.map((lang) => [lang, lang]),
  );
  if (!$("#lang").value) $("#lang").value = found.lang;
  $("#lang").dataset.usual = found.languages[0];
  if (!found.decks.some((deck) => deck.sides.includes("back"))) $("#side").parentElement.hidden = true;
}

/** Fill a select, which keeps its value, or takes that of the page's address.
 * @param {HTMLSelectElement} select
 * @param {string[][]} options values with their texts
 * @param {string | null} all text of an empty first choice */
function choices(select, options, all = null) {
  const before = select.value || new URLSearchParams(location.search).get(select.id) || "";
  const made = options.map(([value, text]) => make("option", { value }, text));
  select.replaceChildren(...(all === null ? [] : [make("option", { value: "" }, all)]), ...made);
  if (options.some(([value]) => value === before)) select.value = before;
}

// ---- the grid ----

const chosenSide = () => /** @type {Side} */ ($("#side").value);
/** @param {Figure} figure */
const broken = ({ shown }) => faces.get(shown.name).problems.length > 0;

/** Update the figures after a change of the pieces; pictures stay where they are. */
function lay() {
  const side = chosenSide();
  /** @type {Map<string, { piece: Answer.ListedPiece, look: number }>} */
  const wanted = new Map();
  for (const piece of state.pieces)
    for (const look of piece.looks) wanted.set(`${piece.deck}/${piece.id}/${look}`, { piece, look });
  for (const [id, figure] of state.figures)
    if (!wanted.has(id)) {
      sight.unobserve(figure.node);
      figure.node.remove();
      near.delete(figure);
      state.figures.delete(id);
    }
  for (const [id, { piece, look }] of wanted) {
    let figure = state.figures.get(id);
    if (!figure) {
      const node = figureNode();
      figure = { id, node, face: $("pnp-face", node), side: null, piece, look, shown: faceOf(piece, look, side) };
      figureOf.set(node, figure);
      state.figures.set(id, figure);
      sight.observe(node);
    }
    Object.assign(figure, { piece, look });
    fill(figure, figure.side ?? side);
  }
  arrange();
}

function figureNode() {
  return make(
    "figure",
    { role: "listitem", tabindex: "-1" },
    document.createElement("pnp-face"),
    make(
      "figcaption",
      {},
      make("b"),
      make(
        "button",
        { type: "button", class: "flip", tabindex: "-1", title: `${say("flip")} (F)`, "aria-label": say("flip") },
        "⇄",
      ),
      make("span", { class: "count" }),
    ),
  );
}

/** Show a side of a figure's piece.
 * @param {Figure} figure
 * @param {Side} side */
function fill(figure, side) {
  const { piece, look, node, face } = figure;
  const deck = state.decks.get(piece.deck);
  const shown = faceOf(piece, look, side);
  figure.shown = shown;
  const title = piece.looks.length > 1 ? `${nameOf(piece)} (${look})` : nameOf(piece);
  $("b", node).textContent = title;
  $("b", node).title = title;
  $(".count", node).textContent = piece.count > 1 && look === 1 ? `× ${number(piece.count)}` : "";
  $(".flip", node).hidden = deck.sides.length < 2;
  node.setAttribute("aria-label", say("piece-label", { name: title, count: piece.count, deck: deck.title }));
  node.classList.toggle("broken", broken(figure));
  const room = $("figcaption", node);
  room.style.maxWidth = `calc(var(--mm) * ${deck.width})`;
  const shape = {
    width: deck.width,
    height: deck.height,
    bleed: state.bleed,
    cut: piece.cut[shown.side],
    safe: piece.safe[shown.side],
  };
  face.setAttribute("label", title);
  if (JSON.stringify(shape) !== figure.shape) {
    figure.shape = JSON.stringify(shape);
    face.of = shape;
  }
  if (near.has(figure)) show(face, shown.name);
}

/** Filter and sort the figures. */
function arrange() {
  const words = $("#search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const [deck, kind, order] = [$("#deck").value, $("#kind").value, $("#order").value];
  /** @param {Figure} figure */
  const fits = (figure, { piece } = figure) =>
    (!deck || piece.deck === deck) &&
    (!kind || state.decks.get(piece.deck).kind === kind) &&
    (!$("#empty").checked || piece.empty.length) &&
    (!$("#broken").checked || broken(figure)) &&
    words.every((word) => [piece.id, ...Object.values(piece.texts)].some((text) => text.toLowerCase().includes(word)));
  const figures = [...state.figures.values()];
  const places = new Map(state.pieces.map((piece, place) => [`${piece.deck}/${piece.id}`, place]));
  /** @param {Figure} figure */
  const place = ({ piece, look }) => places.get(`${piece.deck}/${piece.id}`) * 1000 + look;
  /** @type {Record<string, (a: Figure, b: Figure) => number>} */
  const orders = {
    "": (a, b) => place(a) - place(b),
    longest: (a, b) => b.piece.length - a.piece.length || place(a) - place(b),
    name: (a, b) => nameOf(a.piece).localeCompare(nameOf(b.piece), state.lang) || place(a) - place(b),
  };
  figures.sort(orders[order] ?? orders[""]);
  /** @type {HTMLElement | null} */
  let at = null;
  for (const figure of figures) {
    const next = at ? at.nextSibling : grid.firstChild;
    if (next !== figure.node) grid.insertBefore(figure.node, next);
    at = figure.node;
    figure.node.classList.toggle("gone", !fits(figure));
  }
  const shown = figures.filter((figure) => !figure.node.classList.contains("gone"));
  state.order = shown;
  const pieces = new Map(shown.map(({ piece }) => [`${piece.deck}/${piece.id}`, piece.count]));
  const count = [...pieces.values()].reduce((sum, each) => sum + each, 0);
  const undrawn = figures.filter(broken).length;
  $("#summary").textContent =
    say("gallery-summary", { designs: number(pieces.size), pieces: number(count) }) +
    (undrawn ? ` · ${say("broken-faces", { count: number(undrawn) })}` : "");
  if (!$("[tabindex='0']", grid)) shown[0]?.node.setAttribute("tabindex", "0");
}

// ---- pictures: only those in sight ----

const sight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const figure = figureOf.get(target);
      if (isIntersecting) {
        near.add(figure);
        show(figure.face, figure.shown.name);
      } else if (near.delete(figure)) show(figure.face, null);
    }
  },
  { rootMargin: "500px" },
);

changed((names) => {
  for (const figure of state.figures.values())
    if (names.has(figure.shown.name)) figure.node.classList.toggle("broken", broken(figure));
  waiting();
  if ([...names].some((name) => faces.get(name).problems.length) || $("#broken").checked) arrange();
  refreshLarge(names);
});
onEvent("saved", load);
const waiting = () => $("#live").classList.toggle("busy", faces.waiting);

// ---- controls ----

function viewChanged() {
  const box = document.body;
  for (const name of /** @type {const} */ (["bleed", "cut", "safe"]))
    box.classList.toggle(`show-${name}`, $(`#show-${name}`).checked);
  for (const eyes of ["grey", "protanopia", "deuteranopia", "tritanopia"])
    box.classList.toggle(`eyes-${eyes}`, $("#eyes").value === eyes);
}

function scale() {
  grid.style.setProperty("--mm", `${$("#size").value}px`);
}

keepFields(FIELDS, (id) => {
  if (id === "lang" || id === "ink") load();
  else if (id === "side") {
    for (const figure of state.figures.values()) {
      figure.side = null;
      fill(figure, chosenSide());
    }
  } else if (id === "size") scale();
  else if (id === "eyes" || id.startsWith("show-")) {
    viewChanged();
    if (id === "show-bleed") for (const face of $$("pnp-face")) if (face.shape) face.redraw();
  } else arrange();
});
$("#side").dataset.usual = "front";
$("#ink").dataset.usual = "full";
if (!new URLSearchParams(location.search).has("size")) $("#size").value = localStorage.getItem("pnp-size") ?? "3";
$("#size").addEventListener("input", () => localStorage.setItem("pnp-size", $("#size").value));
$("form.bar").addEventListener("submit", (event) => event.preventDefault());

/** @param {Figure} figure */
function flip(figure) {
  const now = figure.shown.side === "front" ? "back" : "front";
  figure.side = now;
  fill(figure, now);
}

// ---- true size, once measured with a bank card ----

const trueSize = (again = false) =>
  measured((mm) => {
    $("#size").max = String(Math.max(9, mm));
    $("#size").value = String(mm);
    scale();
    toast(say("true-size-on"));
  }, again);
$("#true-size").addEventListener("click", (event) => trueSize(event.shiftKey));
$("#true-size").addEventListener("contextmenu", (event) => {
  event.preventDefault();
  trueSize(true);
});

// ---- mouse and keys ----

grid.addEventListener("click", (event) => {
  const node = targetOf(event).closest("figure");
  if (!node) return;
  focus(node);
  if (targetOf(event).closest(".flip")) flip(figureOf.get(node));
  else openLarge(figureOf.get(node).id);
});
/** @param {HTMLElement} node */
function focus(node) {
  $("[tabindex='0']", grid)?.setAttribute("tabindex", "-1");
  node.setAttribute("tabindex", "0");
  node.focus({ preventScroll: false });
}
const current = () => figureOf.get(document.activeElement?.closest("#grid figure"));
/** @param {number} by */
function step(by) {
  const figures = state.order;
  const at = figures.indexOf(current());
  const next = figures[at < 0 ? 0 : Math.min(figures.length - 1, Math.max(0, at + by))];
  if (next) focus(next.node);
  return Boolean(next);
}
/** Return the number of figures in a row. */
function across() {
  const figures = state.order;
  const top = figures[0]?.node.offsetTop + figures[0]?.node.offsetHeight;
  return Math.max(
    1,
    figures.findIndex(({ node }) => node.offsetTop > top - 5),
  );
}
/** @param {() => unknown} work */
const inGrid = (work) => () => ($("dialog[open]") ? false : work());
onKey(
  "/",
  say("search"),
  inGrid(() => $("#search").focus()),
);
onKey(
  "ArrowRight",
  say("key-next"),
  inGrid(() => step(1)),
);
onKey(
  "ArrowLeft",
  say("key-before"),
  inGrid(() => step(-1)),
);
onKey(
  "ArrowDown",
  say("key-down"),
  inGrid(() => current() && step(across())),
);
onKey(
  "ArrowUp",
  say("key-up"),
  inGrid(() => current() && step(-across())),
);
onKey(
  "Enter",
  say("key-open"),
  inGrid(() => (current() ? openLarge(current().id) : false)),
);
onKey(
  "f",
  say("flip"),
  inGrid(() => (current() ? flip(current()) : false)),
);
onKey(
  "b",
  say("bleed"),
  inGrid(() => $("#show-bleed").click()),
);
onKey(
  "c",
  say("cut"),
  inGrid(() => $("#show-cut").click()),
);
onKey(
  "s",
  say("safe"),
  inGrid(() => $("#show-safe").click()),
);
onKey(
  "t",
  say("true-size"),
  inGrid(() => trueSize()),
);
$("#search").addEventListener("keydown", (event) => {
  if (event.key === "Escape") $("#search").blur();
});

viewChanged();
scale();
load();
