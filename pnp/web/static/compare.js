// What has changed since the last build or commit: faces as they were beside faces as they are.
import { $, api, attempt, follow, get, hear, make, number, post, problemList, problemsOf, say } from "./page.js";
import { changed, show as showFace } from "./faces.js";
import { faceOf, nameOf, state } from "./gallery.js";

const since = $("#since");
const box = $("#compare");
const olds = new Map();
let found = null,
  job = null;

const view = () => ({
  lang: $("#lang").value || new URLSearchParams(location.search).get("lang") || state.lang,
  ink: $("#ink").value,
});

// ---- what there is to compare with ----

async function fillChoices() {
  const asked = new URLSearchParams(view());
  const there = await attempt(() => get(api(`compare/choices?${asked}`)));
  if (!there) return;
  const chosen = since.value || new URLSearchParams(location.search).get("since") || "";
  const day = (when) =>
    new Date(when * 1000).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
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
    const mine = (job = await post(api("compare"), { since: asked, ...view(), lang: view().lang || null }));
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
function tell(text, problems = []) {
  $("#compare-summary").replaceChildren(text, ...problems);
}

async function take({ id, result }) {
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

/** Everything that differs, as it is shown: what it is, before and now. */
function entries() {
  const pieces = new Map(state.pieces.map((piece) => [piece.id, piece]));
  const { changed, added, more, removed, sides } = found;
  const counts = (piece) => {
    const by = (more[piece.id] ?? 0) - (removed[piece.id] ?? 0);
    return by
      ? `× ${number(piece.count - by)} → × ${number(piece.count)}`
      : piece.count > 1
        ? `× ${number(piece.count)}`
        : "";
  };
  const made = [];
  for (const [drawing, which] of Object.entries(sides)) {
    const [id, look = "1"] = drawing.split("#");
    const piece = pieces.get(id);
    if (piece)
      for (const side of which)
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

const KINDS = ["changed", "added", "counts", "removed"];
let shown = [],
  laid = null;
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
  const kinds = KINDS.map((kind) => [kind, some.filter((each) => each.kind === kind)]).filter(
    ([, list]) => list.length,
  );
  shown = kinds.flatMap(([, list]) => list);
  tell(
    all.length
      ? say("compare-summary", { count: number(all.length) }) + (found.partial ? ` · ${say("compare-partial")}` : "")
      : say("compare-same"),
  );
  $("#compare-list").replaceChildren(
    ...kinds.map(([kind, list]) =>
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
const same = (one, other) =>
  one &&
  other &&
  (one.piece?.id ?? one.id) === (other.piece?.id ?? other.id) &&
  one.look === other.look &&
  one.side === other.side;

const title = ({ piece, id, look, side }) =>
  piece ? nameOf(piece) + (look > 1 ? ` (${look})` : "") + (side === "back" ? ` · ${say("compare-back")}` : "") : id;
function pair(entry) {
  const node = make("figure", {
    role: "listitem",
    tabindex: "0",
    "aria-label": `${title(entry)}, ${say(`compare-${entry.kind}`)}`,
  });
  const sides = [
    ["before", entry.old],
    ["now", entry.kind === "removed" ? null : entry.piece],
  ].filter(([, there]) => there);
  node.append(
    make(
      "div",
      { class: "two" },
      ...sides.map(([when]) =>
        make("div", {}, blank(entry, when), sides.length > 1 ? make("small", {}, say(`compare-${when}`)) : null),
      ),
    ),
    make("figcaption", {}, make("b", {}, title(entry)), make("span", { class: "count" }, entry.count)),
  );
  const widths = sides.map(([when]) => shape(entry, when).width).reduce((sum, width) => sum + width, 0);
  node.style.setProperty("--mm", `min(var(--wanted), calc((100vw - 6rem) / ${widths}))`); // both fit on a phone
  node.pnp = entry;
  sight.observe(node);
  return node;
}

/** An empty face of the shape that it had or has. */
function blank(entry, when) {
  const face = document.createElement("pnp-face");
  face.setAttribute("label", `${title(entry)}, ${say(`compare-${when}`)}`);
  face.of = shape(entry, when);
  face.dataset.when = when;
  return face;
}
function shape({ piece, side, old }, when) {
  const deck = piece && state.decks.get(piece.deck);
  const rect = ({ width, height }) => `M0 0H${width}V${height}H0Z`;
  if (when === "now")
    return {
      width: deck.width,
      height: deck.height,
      bleed: state.bleed,
      cut: piece.cut[side] ?? rect(deck),
      safe: piece.safe[side] ?? "",
    };
  const alike = deck && Math.hypot(deck.width - old.width, deck.height - old.height) < 0.05; // a PDF is measured
  return {
    width: old.width,
    height: old.height,
    bleed: old.bleed,
    cut: old.cut ?? (alike ? piece.cut[side] : null) ?? rect(old),
    safe: "",
  };
}
async function show(face, { piece, look, side, old }) {
  if (face.dataset.when === "now") return showFace(face, faceOf(piece, look, side).name);
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
      if (isIntersecting) for (const face of target.querySelectorAll("pnp-face")) show(face, target.pnp);
  },
  { rootMargin: "400px" },
);

// ---- one of them, enlarged ----

const dialog = $("#compare-large");
let open = null,
  blinking = 0;
function enlarge() {
  const stage = $("#compare-stage");
  const faces = [open.old && "before", open.kind !== "removed" && "now"]
    .filter(Boolean)
    .map((when) => blank(open, when));
  const mode = faces.length > 1 ? dialog.querySelector("[name=compare-mode]:checked").value : "beside";
  stage.className = mode;
  if (!dialog.open) dialog.showModal();
  const room = stage.parentElement.getBoundingClientRect();
  const widest = Math.max(...faces.map((face) => face.shape.width)),
    highest = Math.max(...faces.map((face) => face.shape.height));
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
  faces.forEach((face) => show(face, open));
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
function step(by) {
  const next = shown[shown.findIndex((each) => same(each, open)) + by];
  if (next) {
    open = next;
    enlarge();
  }
}
function openPair(node) {
  open = node.pnp;
  enlarge();
}
$("#compare-list").addEventListener("click", (event) => {
  const node = event.target.closest("figure");
  if (node) openPair(node);
});
$("#compare-list").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("figure")) {
    openPair(event.target);
    event.preventDefault();
  }
});
$("#compare-mix").addEventListener("input", mix);
dialog.addEventListener("change", (event) => {
  if (event.target.name === "compare-mode") enlarge();
});
dialog.addEventListener("close", () => {
  clearInterval(blinking);
  [...document.querySelectorAll("#compare-list figure")].find((node) => same(node.pnp, open))?.focus();
  open = null;
});
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
dialog.addEventListener("keydown", (event) => {
  if (event.target.matches("input")) return;
  if (event.key === "ArrowRight") step(1);
  if (event.key === "ArrowLeft") step(-1);
});
$("#compare-close").addEventListener("click", () => dialog.close());
$("#compare-before-one").addEventListener("click", () => step(-1));
$("#compare-after-one").addEventListener("click", () => step(1));
addEventListener("resize", () => {
  if (open) enlarge();
});

// ---- what makes it be done again ----

since.addEventListener("change", compare);
$("#search").addEventListener("input", lay);
$("#deck").addEventListener("change", lay);
const scale = () => $("#compare-list").style.setProperty("--wanted", `${$("#size").value}px`);
$("#size").addEventListener("input", scale);
for (const id of ["lang", "ink"])
  $(`#${id}`).addEventListener("change", async () => {
    await fillChoices();
    compare();
  });
hear("saved", () => {
  if (since.value) compare();
});
changed(() => {
  if (found && laid !== state.pieces) lay();
});
addEventListener("focus", fillChoices);
await fillChoices();
if (since.value) compare();
