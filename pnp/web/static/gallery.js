// The gallery: every distinct piece as it will be printed.

import { changed, faces, follow, resize, scaleFor, show, waiting } from "./faces.js";
import {
  $,
  $$,
  about,
  api,
  get,
  keepFields,
  make,
  newest,
  number,
  onEvent,
  onKey,
  problemNode,
  say,
  showProblems,
  targetOf,
  toast,
  whileWaiting,
} from "./page.js";
import { openLarge, refreshLarge } from "./piecedialog.js";
import { captionOf, faceOf, shapeOf, state } from "./pieces.js";
import { measured } from "./truesize.js";

/** @import { Figure } from "./pieces.js" */

const MOST_PROBLEMS = 5;
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
/** Figures by their elements. @type {WeakMap<Element, Figure>} */
const figureOf = new WeakMap();

// ---- loading ----

let first = true;
/** The last list of pieces: the server sends only what has changed since.
 * @type {{ seen: number, pieces: Answer.ListedPiece[] }} */
let listed = { seen: 0, pieces: [] };
const load = newest(async () => {
  const chosen = $("#lang").value;
  const lang = chosen || new URLSearchParams(location.search).get("lang") || "";
  const scale = scaleFor(Number($("#size").value) * devicePixelRatio);
  const since = String(listed.seen); // of another language or ink, the server sends everything
  const asked = new URLSearchParams({ lang, ink: $("#ink").value, scale: String(scale), since });
  /** @type {Answer.Pieces} */
  const found = await whileWaiting(say("loading"), () => get(api(`pieces?${asked}`)));
  showProblems(found.problems);
  const { pieces } = listed;
  if (found.since) found.pieces.unshift(...pieces.slice(0, found.head));
  if (found.since) found.pieces.push(...pieces.slice(pieces.length - found.tail));
  listed = { seen: found.seen, pieces: found.pieces };
  const names = found.since ? namesOf(found) : new Set();
  follow(found, load, (name) => names.has(name));
  if (!found.pieces.length) return;
  state.decks = new Map(found.decks.map((deck) => [deck.name, deck]));
  state.pieces = found.pieces;
  state.bleed = found.bleed;
  state.lang = found.lang;
  state.ink = found.ink;
  document.title = `${found.title} · pnp`;
  fillChoices(found, $("#lang").value === chosen ? found.lang : $("#lang").value); // one may have been chosen since
  grid.style.setProperty("--bleed", String(found.bleed));
  lay();
  if (first && location.hash) openLarge(decodeURIComponent(location.hash.slice(1)));
  first = false;
  refreshLarge();
});

/** Return the names of all faces.
 * @param {Answer.Pieces} found
 * @returns {Set<string>} */
function namesOf({ decks, pieces }) {
  const sides = new Map(decks.map((deck) => [deck.name, deck.sides]));
  return new Set(
    pieces.flatMap(({ deck, id, looks }) =>
      looks.flatMap((look) => sides.get(deck).map((side) => `${deck}/${id}/${side}/${look}`)),
    ),
  );
}

/** @param {Answer.Pieces} found
 * @param {string} lang */
function fillChoices(found, lang) {
  choices(
    $("#deck"),
    found.decks.map((deck) => [deck.name, `${deck.title} (${number(deck.count)})`]),
    say("all-decks"),
  );
  for (const option of $$("option[value]:not([value=''])", $("#deck"))) option.lang = found.lang;
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
  $("#lang").value = lang;
  $("#lang").dataset.usual = found.languages.includes(about.lang) ? about.lang : found.languages[0];
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
/** Figures by the name of the face that they show. @type {Map<string, Figure>} */
const showing = new Map();

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
      showing.delete(figure.shown.name);
      state.figures.delete(id);
    }
  for (const [id, { piece, look }] of wanted) {
    let figure = state.figures.get(id);
    if (!figure) {
      const node = figureNode();
      figure = { id, node, face: null, side: null, piece, look, shown: faceOf(piece, look, side), filled: "" };
      figureOf.set(node, figure);
      state.figures.set(id, figure);
      sight.observe(node);
    }
    Object.assign(figure, { piece, look });
    fill(figure, figure.side ?? side);
  }
  arrange();
}

/** Make a figure without its face, which comes when it is near the window: thousands of faces would take seconds. */
function figureNode() {
  return make(
    "figure",
    { role: "listitem", tabindex: "-1" },
    make("div", { class: "spot" }),
    make("div", { class: "caption" }, make("b"), make("span", { class: "which" }), make("span", { class: "count" })),
  );
}

/** Show a side of a figure's piece.
 * @param {Figure} figure
 * @param {Side} side */
function fill(figure, side) {
  const { piece, look, node, face } = figure;
  const deck = state.decks.get(piece.deck);
  const shown = faceOf(piece, look, side);
  showing.delete(figure.shown.name);
  showing.set(shown.name, figure);
  figure.shown = shown;
  node.classList.toggle("broken", broken(figure));
  const { title: name, width, height, sides, lines } = deck;
  const filled = JSON.stringify([piece, look, shown, name, width, height, sides, lines, state.lang]);
  if (filled === figure.filled) return;
  figure.filled = filled;
  const several = piece.looks.length > 1 ? ` (${look})` : "";
  const title = `${captionOf(piece)}${several}`;
  $("b", node).textContent = `${piece.name}${several}`;
  $(".which", node).textContent = piece.which;
  $(".caption", node).title = title;
  $(".caption", node).lang = state.lang;
  $(".count", node).textContent = piece.count > 1 && look === 1 ? `× ${number(piece.count)}` : "";
  node.setAttribute("aria-label", say("piece-label", { name: title, count: piece.count, deck: deck.title }));
  node.style.setProperty("--w", String(deck.width));
  node.style.setProperty("--h", String(deck.height));
  if (face) enter(figure);
}

/** Show the face of a figure that is near the window.
 * @param {Figure} figure */
function enter(figure) {
  const { piece, node, shown } = figure;
  const deck = state.decks.get(piece.deck);
  if (!figure.face) {
    figure.face = make("pnp-face");
    $(".spot", node).append(figure.face);
    if (deck.sides.length > 1) $(".spot", node).append(flipButton(node.tabIndex));
  }
  figure.face.setAttribute("label", $(".caption", node).title);
  figure.face.lang = state.lang;
  figure.face.of = shapeOf(deck, piece, shown.side, state.bleed);
  show(figure.face, shown.name);
}
/** @param {Figure} figure */
function depart(figure) {
  if (!figure.face || $(".flip:focus", figure.node)) return; // the focus would be lost with its button
  figure.face.named = null;
  figure.face.remove();
  figure.face = null;
  $(".flip", figure.node)?.remove();
}
/** @param {number} tabindex */
const flipButton = (tabindex) =>
  make(
    "button",
    { type: "button", class: "flip", tabindex, title: `${say("flip")} (F)`, "aria-label": say("flip") },
    "⇄",
  );

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
    name: (a, b) => byName.compare(a.piece.name, b.piece.name) || place(a) - place(b),
  };
  const byName = new Intl.Collator(state.lang);
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
  counted = say("gallery-summary", { designs: number(pieces.size), pieces: number(count) });
  summarize();
  const stop = $("figure[tabindex='0']", grid);
  if (shown.length && (!stop || stop.classList.contains("gone"))) setTabStop(shown[0].node);
}

/** The number of pieces in words. */
let counted = "";
/** Say how many pieces are shown, and what is wrong with their faces. */
function summarize() {
  const wrong = faces.broken;
  const parts = [
    counted,
    waiting ? say("faces-waiting", { count: number(waiting) }) : "",
    wrong.length ? say("broken-faces", { count: number(wrong.length) }) : "",
  ];
  $("#summary").textContent = parts.filter(Boolean).join(" · ");
  $("#live").classList.toggle("busy", waiting > 0);
  /** Problems by what they say; most of them are the same on every card.
   * @type {Map<string, { problem: Answer.ListedProblem, count: number }>} */
  const all = new Map();
  for (const { problems } of wrong)
    for (const problem of problems) {
      const { file, line } = problem.location;
      const said = file && line ? `${file}:${line} ${problem.message}` : `${problem.where} ${problem.message}`;
      const known = all.get(said);
      if (known) known.count++;
      else all.set(said, { problem, count: 1 });
    }
  $("#undrawn").hidden = !wrong.length;
  if (!wrong.length) return;
  const outdated = wrong.some(({ key }) => key) ? ` ${say("undrawn-outdated")}` : "";
  $("#undrawn").replaceChildren(
    make("p", {}, `${say("undrawn", { count: number(wrong.length) })}${outdated}`),
    ...[...all.values()].slice(0, MOST_PROBLEMS).map(({ problem, count }) => {
      const node = problemNode(problem);
      if (count > 1) node.append(make("span", { class: "hint" }, say("undrawn-faces", { count: number(count) })));
      return node;
    }),
    all.size > MOST_PROBLEMS ? make("p", {}, say("undrawn-more", { count: number(all.size - MOST_PROBLEMS) })) : "",
  );
}

// ---- faces: only those near the window ----

const sight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const figure = figureOf.get(target);
      if (isIntersecting) enter(figure);
      else depart(figure);
    }
  },
  { rootMargin: "500px" },
);

changed((names) => {
  let rearranged = false;
  for (const name of names) {
    const figure = showing.get(name);
    if (!figure) continue;
    const wrong = broken(figure);
    rearranged ||= wrong !== figure.node.classList.contains("broken");
    figure.node.classList.toggle("broken", wrong);
  }
  if (rearranged && $("#broken").checked) arrange();
  else summarize();
  refreshLarge(names);
});
onEvent("saved", load);

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
  resize();
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
    if (id === "show-bleed") {
      for (const face of $$("pnp-face")) if (face.shape) face.redraw();
      resize();
    }
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
  if (targetOf(event).closest(".flip")) {
    setTabStop(node);
    flip(figureOf.get(node));
    return;
  }
  focus(node);
  openLarge(figureOf.get(node).id);
});
/** @param {HTMLElement} node */
function focus(node) {
  setTabStop(node);
  node.focus({ preventScroll: false });
}
/** Have Tab lead to a figure and its button, and to no other one.
 * @param {HTMLElement} node */
function setTabStop(node) {
  enter(figureOf.get(node)); // with its button, which a figure that was out of sight does not have
  for (const other of $$("[tabindex='0']", grid)) other.setAttribute("tabindex", "-1");
  node.setAttribute("tabindex", "0");
  $(".flip", node)?.setAttribute("tabindex", "0");
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
  inGrid(() => (current() && !document.activeElement.matches(".flip") ? openLarge(current().id) : false)),
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
