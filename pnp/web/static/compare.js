// What has changed since the last build or commit: earlier faces beside current ones.

import { changed, show as showFace } from "./faces.js";
import {
  $,
  $$,
  api,
  attempt,
  follow,
  get,
  make,
  number,
  onEvent,
  post,
  problemList,
  problemsOf,
  say,
  targetOf,
} from "./page.js";
import { captionOf, faceOf, shapeOf, state } from "./pieces.js";
import "./gallery.js"; // it fills the fields that are read here

/** @import { FaceView, Shape } from "./face.js" */

/** An earlier face.
 * @typedef {Answer.FaceFile & { address: string, text?: string }} EarlierFace */
/** @typedef {"before" | "now"} When */
/** @typedef {"changed" | "added" | "counts" | "removed"} Kind */
/** A difference. A piece that was removed has an id, and no piece, look and side.
 * @typedef {object} Entry
 * @property {Kind} kind
 * @property {string} [id]
 * @property {Answer.ListedPiece} [piece]
 * @property {number} [look]
 * @property {Side} [side]
 * @property {EarlierFace} [old]
 * @property {string} count
 */

const since = $("#since");
const box = $("#compare");
/** @type {Map<string, EarlierFace>} */
const olds = new Map();
/** @type {Answer.CompareResult | null} */
let found = null;
/** The last job. @type {Answer.ListedJob<Answer.CompareResult> | null} */
let job = null;
/** Entries by their elements. @type {WeakMap<Element, Entry>} */
const entryOf = new WeakMap();

const view = () => ({
  lang: $("#lang").value || new URLSearchParams(location.search).get("lang") || state.lang,
  ink: $("#ink").value,
});

// ---- choosing an earlier state ----

async function fillChoices() {
  const asked = new URLSearchParams(view());
  /** @type {Answer.CompareChoices | undefined} */
  const there = await attempt(() => get(api(`compare/choices?${asked}`)));
  if (!there) return;
  const chosen = since.value || new URLSearchParams(location.search).get("since") || "";
  /** @param {number} when */
  const day = (when) =>
    new Date(when * 1000).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  /** @param {string} label
   * @param {HTMLOptionElement[]} options */
  const group = (label, options) => (options.length ? [make("optgroup", { label }, ...options)] : []);
  since.replaceChildren(
    make("option", { value: "" }, say("compare-nothing")),
    ...group(
      say("compare-builds"),
      there.builds.map(({ id, name, when }, place) =>
        make("option", { value: id }, `${place ? "" : `${say("compare-last-build")}: `}${name} · ${day(when)}`),
      ),
    ),
    ...group(
      say("compare-versions"),
      there.versions.map(({ id, name, when, subject }) =>
        make(
          "option",
          { value: id, title: subject },
          `${name === "HEAD" ? say("compare-last-commit") : name} · ${subject || day(when)}`,
        ),
      ),
    ),
  );
  if ([...since.options].some(({ value }) => value === chosen)) since.value = chosen;
  since.parentElement.hidden = !there.builds.length && !there.versions.length;
}

// ---- comparing ----

async function compare() {
  const asked = since.value;
  document.body.classList.toggle("comparing", Boolean(asked));
  box.hidden = !asked;
  if (!asked) {
    found = null;
    return;
  }
  box.setAttribute("aria-busy", "true");
  tell(say("compare-running"));
  try {
    /** @type {Answer.ListedJob<Answer.CompareResult>} */
    const mine = await post(api("compare"), { since: asked, ...view(), lang: view().lang || null });
    job = mine;
    const done = await follow(mine, ({ done: some, total }) => {
      if (job?.id === mine.id && total) tell(say("compare-progress", { done: number(some), total: number(total) }));
    });
    if (job?.id !== mine.id || done.state !== "done") return;
    await take(done);
  } catch (error) {
    tell("", problemList(problemsOf(error)));
  }
  box.removeAttribute("aria-busy");
}
/** @param {string} text
 * @param {HTMLElement[]} problems */
function tell(text, problems = []) {
  $("#compare-summary").replaceChildren(text, ...problems);
}

/** Show the result of a job.
 * @param {Answer.ListedJob<Answer.CompareResult>} job */
async function take({ id, result }) {
  /** @param {string} file */
  const address = (file) => `/api/job/${id}/file/${file}?show`;
  olds.clear();
  for (const face of result.faces) olds.set(`${face.drawing}/${face.side}`, { ...face, address: address(face.file) });
  await Promise.all(
    result.fonts
      .map(async ({ family, bold, italic, file }) => {
        const font = new FontFace(family, `url(${address(file)})`, {
          weight: bold ? "bold" : "normal",
          style: italic ? "italic" : "normal",
        });
        document.fonts.add(await font.load());
      })
      .map((each) => each.catch(() => {})),
  );
  found = result;
  lay();
}

/** Return everything that differs. */
function entries() {
  const pieces = new Map(state.pieces.map((piece) => [piece.id, piece]));
  const { changed, added, more, removed, sides } = found;
  /** @param {Answer.ListedPiece} piece */
  const counts = (piece) => {
    const by = (more[piece.id] ?? 0) - (removed[piece.id] ?? 0);
    return by
      ? `× ${number(piece.count - by)} → × ${number(piece.count)}`
      : piece.count > 1
        ? `× ${number(piece.count)}`
        : "";
  };
  /** @type {Entry[]} */
  const made = [];
  for (const [drawing, which] of Object.entries(sides)) {
    const [id, look = "1"] = drawing.split("#");
    const piece = pieces.get(id);
    if (piece)
      for (const side of /** @type {Side[]} */ (which))
        made.push({
          kind: "changed",
          piece,
          look: Number(look),
          side,
          old: olds.get(`${drawing}/${side}`),
          count: counts(piece),
        });
  }
  for (const id of added)
    if (pieces.has(id))
      made.push({ kind: "added", piece: pieces.get(id), look: 1, side: "front", count: counts(pieces.get(id)) });
  for (const id of Object.keys(more))
    if (pieces.has(id))
      made.push({ kind: "counts", piece: pieces.get(id), look: 1, side: "front", count: counts(pieces.get(id)) });
  for (const [id, count] of Object.entries(removed)) {
    const piece = pieces.get(id);
    if (piece && !changed.includes(id))
      made.push({ kind: "counts", piece, look: 1, side: "front", count: counts(piece) });
    if (!piece) made.push({ kind: "removed", id, old: olds.get(`${id}/front`), count: `× ${number(count)} → 0` });
  }
  return made;
}

/** @type {Kind[]} */
const KINDS = ["changed", "added", "counts", "removed"];
/** @type {Entry[]} */
let shown = [];
/** The pieces that are shown, to notice new ones. @type {Answer.ListedPiece[] | null} */
let laid = null;
function lay() {
  if (!found) return;
  laid = state.pieces;
  sight.disconnect();
  const words = $("#search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const deck = $("#deck").value;
  const all = entries();
  const some = all.filter(
    ({ piece, id }) =>
      (!deck || piece?.deck === deck) &&
      words.every((word) =>
        [id ?? piece.id, ...Object.values(piece?.texts ?? {})].some((text) => text.toLowerCase().includes(word)),
      ),
  );
  const kinds = KINDS.map((kind) => ({ kind, list: some.filter((each) => each.kind === kind) })).filter(
    ({ list }) => list.length,
  );
  shown = kinds.flatMap(({ list }) => list);
  tell(
    all.length
      ? say("compare-summary", { count: number(all.length) }) + (found.partial ? ` · ${say("compare-partial")}` : "")
      : say("compare-same"),
  );
  $("#compare-list").replaceChildren(
    ...kinds.map(({ kind, list }) =>
      make(
        "section",
        {},
        make("h2", {}, `${say(`compare-${kind}`)} (${number(list.length)})`),
        make("div", { class: "pairs", role: "list" }, ...list.map(pair)),
      ),
    ),
  );
  scale();
  const at = shown.findIndex((each) => same(each, open));
  if (open && at >= 0) {
    open = shown[at];
    enlarge();
  }
}
/** @param {Entry | null} one
 * @param {Entry | null} other */
const same = (one, other) =>
  one &&
  other &&
  (one.piece?.id ?? one.id) === (other.piece?.id ?? other.id) &&
  one.look === other.look &&
  one.side === other.side;

/** @param {Entry} entry */
const title = ({ piece, id, look, side }) =>
  piece ? captionOf(piece) + (look > 1 ? ` (${look})` : "") + (side === "back" ? ` · ${say("compare-back")}` : "") : id;
/** Return the faces that there are: before, now or both.
 * @param {Entry} entry
 * @returns {When[]} */
function whens({ old, kind }) {
  if (!old) return kind === "removed" ? [] : ["now"];
  return kind === "removed" ? ["before"] : ["before", "now"];
}

/** @param {Entry} entry */
function pair(entry) {
  const node = make("figure", {
    role: "listitem",
    tabindex: "0",
    "aria-label": `${title(entry)}, ${say(`compare-${entry.kind}`)}`,
  });
  const times = whens(entry);
  node.append(
    make(
      "div",
      { class: "two" },
      ...times.map((when) =>
        make("div", {}, blank(entry, when), times.length > 1 ? make("small", {}, say(`compare-${when}`)) : null),
      ),
    ),
    make("figcaption", {}, make("b", {}, title(entry)), make("span", { class: "count" }, entry.count)),
  );
  const widths = times.map((when) => shape(entry, when).width).reduce((sum, width) => sum + width, 0);
  node.style.setProperty("--mm", `min(var(--wanted), calc((100vw - 6rem) / ${widths}))`); // both fit on a phone
  entryOf.set(node, entry);
  sight.observe(node);
  return node;
}

/** Make an empty face of the earlier or current shape.
 * @param {Entry} entry
 * @param {When} when */
function blank(entry, when) {
  const face = make("pnp-face", { vector: true }); // as the earlier one, so that they differ in nothing else
  face.setAttribute("label", `${title(entry)}, ${say(`compare-${when}`)}`);
  face.of = shape(entry, when);
  face.dataset.when = when;
  return face;
}
/** @param {Entry} entry
 * @param {When} when
 * @returns {Shape} */
function shape({ piece, side, old }, when) {
  const deck = piece && state.decks.get(piece.deck);
  if (when === "now") return shapeOf(deck, piece, side, state.bleed);
  const alike = deck && Math.hypot(deck.width - old.width, deck.height - old.height) < 0.05; // a PDF is measured
  return {
    width: old.width,
    height: old.height,
    bleed: old.bleed,
    cut: old.cut ?? (alike ? shapeOf(deck, piece, side, 0).cut : `M0 0H${old.width}V${old.height}H0Z`),
    safe: "",
  };
}
/** @param {FaceView} face
 * @param {Entry} entry */
async function show(face, { piece, look, side, old }) {
  if (face.dataset.when === "now") {
    showFace(face, faceOf(piece, look, side).name);
    return;
  }
  try {
    old.text ??= await (await fetch(old.address)).text();
    face.show(old.address, old.text);
  } catch {
    /* it stays blank */
  }
}

const sight = new IntersectionObserver(
  (seen) => {
    for (const { target, isIntersecting } of seen)
      if (isIntersecting) for (const face of $$("pnp-face", target)) show(face, entryOf.get(target));
  },
  { rootMargin: "400px" },
);

// ---- the dialog with one difference ----

const dialog = $("#compare-large");
/** @type {Entry | null} */
let open = null;
let blinking = 0;
function enlarge() {
  const stage = $("#compare-stage");
  const faces = whens(open).map((when) => blank(open, when));
  const mode = faces.length > 1 ? $("input[name=compare-mode]:checked", dialog).value : "beside";
  stage.className = mode;
  if (!dialog.open) dialog.showModal();
  const room = stage.parentElement.getBoundingClientRect();
  const widest = Math.max(...faces.map((face) => face.shape.width));
  const highest = Math.max(...faces.map((face) => face.shape.height));
  const across = mode === "beside" ? faces.length : 1;
  stage.style.setProperty(
    "--mm",
    `${Math.max(1, Math.min((room.width - 60) / across / widest, (room.height - 90) / highest))}px`,
  );
  stage.replaceChildren(
    ...faces.map((face) =>
      make("div", {}, face, make("small", {}, faces.length > 1 ? say(`compare-${face.dataset.when}`) : "")),
    ),
  );
  for (const face of faces) show(face, open);
  $("#compare-name").textContent = title(open);
  $("#compare-count").textContent = [say(`compare-${open.kind}`), open.count].filter(Boolean).join(" · ");
  $("#compare-modes").hidden = faces.length < 2;
  $("#compare-mix").hidden = !["slider", "onion"].includes(mode);
  clearInterval(blinking);
  if (mode === "blink") blinking = setInterval(() => stage.classList.toggle("odd"), 700);
  mix();
}
function mix() {
  $("#compare-stage").style.setProperty("--mix", $("#compare-mix").value);
}
/** @param {number} by */
function step(by) {
  const next = shown[shown.findIndex((each) => same(each, open)) + by];
  if (next) {
    open = next;
    enlarge();
  }
}
/** @param {Element} node */
function openPair(node) {
  open = entryOf.get(node);
  enlarge();
}
$("#compare-list").addEventListener("click", (event) => {
  const node = targetOf(event).closest("figure");
  if (node) openPair(node);
});
$("#compare-list").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && targetOf(event).matches("figure")) {
    openPair(targetOf(event));
    event.preventDefault();
  }
});
$("#compare-mix").addEventListener("input", mix);
dialog.addEventListener("change", (event) => {
  if (targetOf(event).matches("[name=compare-mode]")) enlarge();
});
dialog.addEventListener("close", () => {
  clearInterval(blinking);
  $$("#compare-list figure")
    .find((node) => same(entryOf.get(node), open))
    ?.focus();
  open = null;
});
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
dialog.addEventListener("keydown", (event) => {
  if (targetOf(event).matches("input")) return;
  if (event.key === "ArrowRight") step(1);
  if (event.key === "ArrowLeft") step(-1);
});
$("#compare-close").addEventListener("click", () => dialog.close());
$("#compare-before-one").addEventListener("click", () => step(-1));
$("#compare-after-one").addEventListener("click", () => step(1));
addEventListener("resize", () => {
  if (open) enlarge();
});

// ---- comparing again ----

since.addEventListener("change", compare);
$("#search").addEventListener("input", lay);
$("#deck").addEventListener("change", lay);
const scale = () => $("#compare-list").style.setProperty("--wanted", `${$("#size").value}px`);
$("#size").addEventListener("input", scale);
for (const field of [$("#lang"), $("#ink")])
  field.addEventListener("change", async () => {
    await fillChoices();
    compare();
  });
onEvent("saved", () => {
  if (since.value) compare();
});
changed(() => {
  if (found && laid !== state.pieces) lay();
});
addEventListener("focus", fillChoices);
await fillChoices();
if (since.value) compare();
