// The gallery as one file: every piece, found, enlarged and flipped, without a server.
import "./face.js";
import { measured } from "./truesize.js";

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
const decks = new Map(data.decks.map((deck) => [deck.name, deck]));
const say = (key, blanks = {}) => data.words[key].replace(/\{(\w+)\}/g, (_, name) => blanks[name] ?? "");
const number = (value) => value.toLocaleString(document.documentElement.lang);
const grid = byId("grid");

function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// ---- faces: each picture is unpacked once, whatever shows it ----

const urls = new Map();
function picture(key) {
  if (!urls.has(key)) {
    const [, type, text] = /^data:([^;]+);base64,(.*)$/s.exec(data.pictures[key]);
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    urls.set(key, URL.createObjectURL(new Blob([bytes], { type })));
  }
  return urls.get(key);
}
const svgOf = (place) =>
  data.faces[place].replace(/"#picture-([0-9a-f]{40})"/g, (whole, key) =>
    key in data.pictures ? `"${picture(key)}"` : whole,
  );

// ---- the grid ----

const nameOf = (piece) => piece.texts.name ?? piece.texts.title ?? piece.id;
const figures = data.pieces.flatMap((piece) => {
  const looks = [...new Set(piece.faces.map((face) => face.look))];
  return looks.map((look) => figure(piece, look, looks.length > 1));
});
const faceOf = ({ piece, look }, side) =>
  piece.faces.find((face) => face.look === look && face.side === side) ??
  piece.faces.find((face) => face.look === look);
const shapeOf = ({ piece, deck }, side) => ({
  width: deck.width,
  height: deck.height,
  bleed: 0,
  cut: piece.cut[side],
  safe: "",
});

function figure(piece, look, several) {
  const deck = decks.get(piece.deck);
  const title = nameOf(piece) + (several ? ` (${look})` : "");
  const count = piece.count > 1 && look === 1 ? `× ${number(piece.count)}` : "";
  const face = document.createElement("pnp-face");
  face.setAttribute("label", title);
  const caption = make("figcaption", {}, make("b", {}, title), make("span", { class: "count" }, count));
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
  return Object.assign(node, { pnp: { piece, look, deck, title, face, node, found } }).pnp;
}

function turn(each, side) {
  each.side = faceOf(each, side).side;
  each.face.of = shapeOf(each, each.side);
  each.face.drop();
  if (near.has(each)) draw(each);
}
function draw(each) {
  const { face } = faceOf(each, each.side);
  each.face.show(face, svgOf(face));
}
const near = new Set();
const sight = new IntersectionObserver(
  (seen) => {
    for (const {
      target: { pnp },
      isIntersecting,
    } of seen) {
      if (isIntersecting) {
        near.add(pnp);
        draw(pnp);
      } else if (near.delete(pnp)) pnp.face.drop();
    }
  },
  { rootMargin: "600px" },
);

let shown = figures;
function arrange() {
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean),
    deck = byId("deck").value;
  shown = figures.filter(
    ({ piece, found }) => (!deck || piece.deck === deck) && words.every((word) => found.includes(word)),
  );
  const wanted = new Set(shown);
  for (const each of figures) each.node.classList.toggle("gone", !wanted.has(each));
  const pieces = new Map(shown.map(({ piece }) => [piece, piece.count]));
  const count = [...pieces.values()].reduce((sum, each) => sum + each, 0);
  byId("summary").textContent = shown.length
    ? say("gallery-summary", { designs: number(pieces.size), pieces: number(count) })
    : say("handout-none");
}
const scale = () => grid.style.setProperty("--mm", `${byId("size").value}px`);

byId("deck").append(
  make("option", { value: "" }, say("all-decks")),
  ...data.decks.map(({ name, title, count }) => make("option", { value: name }, `${title} (${number(count)})`)),
);
byId("search").addEventListener("input", arrange);
byId("deck").addEventListener("change", arrange);
byId("side").addEventListener("change", () => figures.forEach((each) => turn(each, byId("side").value)));
byId("size").addEventListener("input", scale);
byId("true-size").addEventListener("click", (event) =>
  measured((mm) => {
    byId("size").max = Math.max(9, mm);
    byId("size").value = mm;
    scale();
    byId("told").textContent = say("true-size-on");
  }, event.shiftKey),
);
document.forms[0].addEventListener("submit", (event) => event.preventDefault());

// ---- one piece, enlarged: swipe for the next, tap to flip ----

const dialog = byId("large"),
  large = byId("large-face"),
  stage = large.parentElement;
let open = null;
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
  large.show(face, svgOf(face));
  byId("large-name").textContent = title;
  byId("large-count").textContent = [piece.count > 1 ? `× ${number(piece.count)}` : "", deck.title, deck.size]
    .filter(Boolean)
    .join(" · ");
  byId("large-flip").disabled = deck.sides.length < 2;
  byId("large-before").disabled = each === shown[0];
  byId("large-after").disabled = each === shown.at(-1);
}
function flip() {
  if (open.each.deck.sides.length > 1) enlarge(open.each, open.side === "front" ? "back" : "front");
}
function step(by) {
  const next = shown[shown.indexOf(open.each) + by];
  if (next) enlarge(next);
}
grid.addEventListener("click", (event) => {
  const node = event.target.closest("figure");
  if (node) enlarge(node.pnp);
});
grid.addEventListener("keydown", (event) => {
  if (event.key === "Enter" || event.key === " ") {
    enlarge(event.target.pnp);
    event.preventDefault();
  }
  if (event.key === "f" || event.key === "F")
    turn(event.target.pnp, event.target.pnp.side === "front" ? "back" : "front");
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by) shown[shown.indexOf(event.target.pnp) + by]?.node.focus();
});
dialog.addEventListener("keydown", (event) => {
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
byId("large-close").addEventListener("click", () => dialog.close());
byId("large-flip").addEventListener("click", flip);
byId("large-before").addEventListener("click", () => step(-1));
byId("large-after").addEventListener("click", () => step(1));
let from = null;
stage.addEventListener("pointerdown", ({ clientX, clientY, isPrimary }) => {
  from = isPrimary ? { x: clientX, y: clientY } : null;
});
stage.addEventListener("pointercancel", () => {
  from = null;
});
stage.addEventListener("pointerup", ({ clientX, clientY }) => {
  if (!from) return;
  const across = clientX - from.x,
    down = clientY - from.y;
  from = null;
  if (Math.abs(across) > 40 && Math.abs(across) > Math.abs(down)) step(across < 0 ? 1 : -1);
  else if (Math.hypot(across, down) < 12) flip();
});
addEventListener("resize", () => {
  if (dialog.open) enlarge(open.each, open.side);
});

// ---- light and dark, print ----

byId("theme").addEventListener("click", () => {
  const root = document.documentElement,
    dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = (root.dataset.theme || (dark ? "dark" : "light")) === "dark" ? "light" : "dark";
});
addEventListener("beforeprint", () => shown.forEach(draw)); // also what nobody has scrolled to

grid.append(...figures.map(({ node }) => node));
figures.forEach((each) => {
  turn(each, "front");
  sight.observe(each.node);
});
byId("size").value = Math.min(3, Math.max(1.5, (grid.clientWidth - 24) / 2 / data.decks[0].width)); // two beside each other on a phone
scale();
arrange();
