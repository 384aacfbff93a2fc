// The sheets: pages as they will print, front and back, held against the light, and everything that can be downloaded.
import {
  $,
  $$,
  about,
  api,
  attempt,
  fileSize,
  follow,
  get,
  onEvent,
  keepFields,
  listen,
  make,
  number,
  onKey,
  post,
  problemList,
  problemsOf,
  say,
  stopJob,
  showProblems,
} from "./page.js";
import { counted, paperName } from "./labels.js";
import { forget, pageAddress, show } from "./pagepictures.js";
import { enlarge, mix, refresh } from "./pagedialog.js";

const FIELDS = [
  "paper",
  "paper-size",
  "sides",
  "ink",
  "cut",
  "bleed",
  "margin",
  "lang",
  "printer",
  "marks",
  "no-guide",
  "with-memo",
  "nest",
  "decks",
  "light",
  "through",
  "size",
];
const LOOKS = new Set(["light", "through", "size"]);
const grid = $("#grid");
const state = { choices: null, result: null, job: null, figures: [], running: null };

// ---- controls ----

function options(select, choices) {
  const before = select.value;
  select.replaceChildren(...choices.map(([value, text]) => make("option", { value }, text)));
  if (choices.some(([value]) => value === before)) select.value = before;
}

/** A select whose first choice is what is in force where nothing is chosen. */
function control(id, name, values, text) {
  const now = state.choices.values[name];
  options($(`#${id}`), [
    ["", say("sheets-in-force", { value: text(now.value), from: say(`sheets-from-${now.from}`) })],
    ...values.map((value) => [value, text(value)]),
  ]);
}

function fillControls() {
  const { choices } = state;
  control("paper", "paper", [...choices.papers, "other"], (paper) =>
    paper === "other" ? say("sheets-paper-other") : paperName(paper),
  );
  control("sides", "sides", choices.sides, (sides) => say(`sheets-sides-${sides}`));
  control("ink", "ink", choices.inks, (ink) => say(`ink-${ink}`));
  control("cut", "cut", choices.cuts, (cut) => say(`sheets-cut-${cut}`));
  control("marks", "marks", ["yes", "no"], (marks) => say(`sheets-marks-${marks}`));
  control("lang", "languages", choices.languages, (lang) => lang);
  for (const id of ["bleed", "margin"]) {
    const { value, from } = choices.values[id];
    $(`#${id}`).placeholder = value;
    $(`#${id}`).title = say("sheets-in-force", { value: `${value} mm`, from: say(`sheets-from-${from}`) });
  }
  $("#lang-field").hidden = choices.languages.length < 2;
  $("#printer-field").hidden = !choices.printers.length;
  options($("#printer"), [
    ["", say("sheets-printer-usual")],
    ["none", say("sheets-printer-none")],
    ...choices.printers.map((name) => [name, name]),
  ]);
  $("#memo-field").hidden = !choices.memos.includes("");
  $("#nest-field").hidden = !choices.nests;
  $("#decks-field").hidden = choices.decks.length < 2;
  fillDecks();
  $("#memo-item").hidden = !choices.memos.length;
  options(
    $("#memo-variant"),
    choices.memos.map((name) => [name, name || say("memo-own")]),
  );
  $("#memo-variant").parentElement.hidden = choices.memos.length < 2;
  options(
    $("#memo-format"),
    choices.formats.map((form) => [form, say(`memo-format-${form}`)]),
  );
  options($("#box-form"), [
    ["", say("sheets-box-usual")],
    ...choices.forms.map((form) => [form, say(`sheets-box-${form}`)]),
  ]);
}

function fillDecks() {
  const chosen = $("#decks").value.split(",").filter(Boolean);
  $("#deck-boxes").replaceChildren(
    ...state.choices.decks.map(({ name, title }) => {
      const box = make("input", { type: "checkbox", value: name, onchange: pickDecks });
      box.checked = chosen.includes(name);
      return make("label", { class: "check" }, box, ` ${title} `);
    }),
  );
}
function pickDecks() {
  $("#decks").value = $$("#deck-boxes input")
    .filter((box) => box.checked)
    .map((box) => box.value)
    .join(",");
  $("#decks").dispatchEvent(new Event("change"));
}

const text = (id) => $(`#${id}`).value.trim() || null;
/** The paper, language, ink and margins, as every print has them. */
const print = () => ({
  paper: $("#paper").value === "other" ? text("paper-size") : text("paper"),
  lang: text("lang"),
  ink: text("ink"),
  margin: text("margin"),
});
const order = () => ({
  ...print(),
  sides: text("sides"),
  cut: text("cut"),
  bleed: text("bleed") === null ? null : Number(text("bleed")),
  marks: text("marks") === null ? null : text("marks") === "yes",
  printer: $("#printer-field").hidden ? null : text("printer"),
  nest: $("#nest").checked,
  guide: !$("#no-guide").checked,
  with_memo: $("#with-memo").checked,
  decks: $("#decks")
    .value.split(",")
    .filter((name) => state.choices.decks.some((deck) => deck.name === name)),
});

// ---- building: what was there stays until the new pages are ----

let turn = 0;
async function build() {
  const mine = ++turn;
  const asked = order();
  working(true);
  try {
    const job = await post(api("sheets"), asked);
    const done = await follow(job, (now) => {
      if (mine === turn) working(true, now);
    });
    if (mine !== turn) return;
    if (done.state === "stopped") return void build();
    showProblems([]);
    take(done);
    findSpare(asked, mine);
  } catch (error) {
    if (mine !== turn) return;
    showProblems(problemsOf(error));
    $("#trouble").prepend(make("p", {}, make("b", {}, say(state.result ? "sheets-last-good" : "sheets-none-yet"))));
  } finally {
    if (mine === turn) working(false);
  }
}

function working(busy, job = null) {
  $("#working").hidden = !busy;
  $("#live").classList.toggle("busy", busy);
  grid.classList.toggle("stale", busy);
  const bar = $("#how-far");
  if (job?.total) {
    bar.max = job.total;
    bar.value = job.done;
  } else bar.removeAttribute("value");
  $("#working span").textContent = job?.total
    ? say("sheets-faces-done", { done: number(job.done), total: number(job.total) })
    : say("sheets-working");
}

function take(job) {
  state.job = job.id;
  state.result = job.result;
  document.title = `${say("nav-sheets")}: ${job.result.file} · pnp`;
  sayFacts();
  lay();
  for (const [id, name] of [
    ["pdf", "pdf"],
    ["placements", "placements"],
  ]) {
    const link = $(`#get-${id}`);
    link.hidden = false;
    link.href = `/api/job/${job.id}/file/${name}`;
    if (id === "pdf") link.textContent = `PDF (${fileSize(job.files.pdf)})`;
  }
  $("#audit-pdf").hidden = false;
  $("#audit").replaceChildren();
}

// ---- what a build says ----

function sayFacts() {
  const { result } = state;
  const pieces =
    result.pieces === result.whole
      ? counted("sheets-pieces", result.pieces)
      : say("sheets-pieces-of", { count: number(result.pieces), whole: number(result.whole) });
  $("#count").replaceChildren(
    counted("sheets-count", result.sheets),
    make("small", {}, say("sheets-count-more", { pieces, faces: number(result.faces) })),
  );
  const papers = result.papers.map(([paper, pages]) =>
    result.papers.length === 1
      ? say("sheets-all-on", { paper: say(`sheets-paper-${paper}`) })
      : say(/^\d+$/.test(pages) ? "sheets-page-on" : "sheets-pages-on", { pages, paper: say(`sheets-paper-${paper}`) }),
  );
  const lines = [
    ...papers,
    say("sheets-coverage", { share: number(100 * result.coverage) }),
    result.pages[0]?.sheet === 0 ? say("sheets-guide-more") : null,
    result.sheets > result.least ? counted("sheets-least", result.least) : say("sheets-least-met"),
    result.moved ? say("sheets-moved", { x: number(result.moved[0], 1), y: number(result.moved[1], 1) }) : null,
  ];
  $("#said").replaceChildren(...lines.filter(Boolean).map((line) => make("li", {}, line)));
  $("#spare").replaceChildren();
  const notes = [];
  for (const { cut, sheets, most, instead } of result.savings) {
    const fits = most > instead ? say("sheets-fits", { most, instead }) : "";
    const told = sheets
      ? `${counted("sheets-saves", sheets, { cut: say(`sheets-cut-${cut}`) })}${fits ? ` (${fits})` : ""}.`
      : say("sheets-fits-more", { cut: say(`sheets-cut-${cut}`), fits });
    notes.push(
      make(
        "div",
        { class: "note" },
        make("p", {}, told),
        make("button", { type: "button", onclick: () => choose("cut", cut) }, say("sheets-try")),
      ),
    );
  }
  if (result.left_out.length)
    notes.push(
      make(
        "div",
        { class: "note" },
        make("p", {}, say("sheets-left-out", { decks: result.left_out.join(", ") })),
        make("button", { type: "button", onclick: () => choose("sides", "fold") }, say("sheets-try-fold")),
      ),
    );
  if (result.coarse.length)
    notes.push(
      listed(
        say("sheets-coarse", { least: number(result.coarse_below) }),
        result.coarse.map(([file, dpi]) => [make("code", {}, file), ` ${number(dpi)} dpi`]),
      ),
    );
  const lost = Object.entries(result.lost);
  if (lost.length)
    notes.push(
      listed(
        say("sheets-lost"),
        lost.map(([file, parts]) => [make("code", {}, file), ` ${parts.join(", ")}`]),
      ),
    );
  $("#notes").replaceChildren(...notes);
}
const listed = (head, items) =>
  make(
    "div",
    { class: "note" },
    make("p", {}, head),
    make("ul", {}, ...items.slice(0, 20).map((item) => make("li", {}, ...item))),
  );
function choose(id, value) {
  $(`#${id}`).value = value;
  $(`#${id}`).dispatchEvent(new Event("change"));
}

/** How many more pieces would fit; it is worked out after the pages are there. */
async function findSpare(asked, mine) {
  const box = $("#spare");
  box.replaceChildren(make("p", { class: "soft" }, say("sheets-spare-working")));
  try {
    const { ink, guide, ...rest } = asked;
    const done = await follow(await post(api("sheets/spare"), rest));
    if (mine !== turn || done.state !== "done") return;
    const places = done.result.map(({ decks, size, count }) =>
      make("li", {}, counted("sheets-spare-of", count, { decks: decks.join(", "), size })),
    );
    box.replaceChildren(
      make("h3", {}, say(places.length ? "sheets-spare" : "sheets-spare-none")),
      ...(places.length ? [make("ul", {}, ...places)] : []),
      ...(places.length > 1 ? [make("p", { class: "soft" }, say("sheets-spare-each"))] : []),
    );
  } catch (error) {
    if (mine === turn) box.replaceChildren(...problemList(problemsOf(error)));
  }
}

// ---- the pages ----

const lit = () => $("#light").checked;
const titleOf = (sheet) => (sheet.sheet ? say("sheets-sheet", { number: number(sheet.sheet) }) : say("sheets-guide"));

function lay() {
  const { paper, pages } = state.result;
  for (const figure of state.figures.splice(pages.length)) {
    $$("img", figure).forEach(forget);
    figure.remove();
  }
  pages.forEach((sheet, place) => {
    let figure = state.figures[place];
    if (!figure) {
      figure = make(
        "figure",
        { class: "sheet", role: "listitem", tabindex: place ? "-1" : "0" },
        make("div", { class: "pages" }),
        make("figcaption", {}, make("b"), make("span")),
      );
      state.figures.push(figure);
      grid.append(figure);
    }
    fill(figure, sheet, paper);
  });
  const backs = pages.some((sheet) => sheet.back);
  for (const box of $$("[name=look]")) box.disabled = !backs;
  $("#light-note").hidden = !lit() || !backs;
  $("#light-note").textContent =
    say(
      state.result.sides === "fold"
        ? "sheets-light-fold"
        : pages.some((sheet) => sheet.turn === "x")
          ? "sheets-light-x"
          : "sheets-light-y",
    ) + (state.result.moved ? ` ${say("sheets-light-moved")}` : "");
  $("#through-field").hidden = !lit() || !backs;
  refresh(views());
}

function fill(figure, sheet, paper) {
  const folded = sheet.back === sheet.front;
  const light = lit() && sheet.back;
  const title = titleOf(sheet);
  $("b", figure).textContent = title;
  $("span", figure).textContent = sheet.pieces ? counted("sheets-pieces", sheet.pieces) : "";
  figure.setAttribute("aria-label", `${title}. ${sheet.pieces ? counted("sheets-pieces", sheet.pieces) : ""}`);
  const box = $(".pages", figure);
  const leaves = light
    ? [
        [
          ["front", sheet.front],
          ["back", sheet.back],
        ],
      ]
    : [[["front", sheet.front]], ...(sheet.back && !folded ? [[["back", sheet.back]]] : [])];
  const shape = JSON.stringify([leaves.map((sides) => sides.map(([side]) => side)), light && sheet.turn, paper]);
  if (figure.dataset.shape !== shape) {
    // pictures that are there already stay, wherever they lie now
    const old = new Map($$("img", box).map((img) => [img.className.split(" ")[0], img]));
    figure.dataset.shape = shape;
    box.className = light ? "pages lit" : "pages";
    box.replaceChildren(
      ...leaves.map((sides) => {
        const leaf = make("div", {
          class: light ? `leafed light turn-${sheet.turn}` : "leafed",
          style: `aspect-ratio: ${paper.width} / ${paper.height}`,
        });
        leaf.append(
          ...sides.map(([side]) => {
            const img = old.get(side) ?? make("img", { class: `${side} waiting`, alt: "", decoding: "async" });
            old.delete(side);
            return img;
          }),
        );
        return leaf;
      }),
    );
    old.forEach(forget);
  }
  leaves.flat().forEach(([side, page]) => {
    const img = $(`img.${side}`, box);
    img.alt = `${title}, ${say(side === "front" ? "sheets-front" : "sheets-back")}`;
    show(img, pageAddress(state.job, page));
  });
}

/** What can be enlarged: sheet by sheet against the light, else page by page. */
function views() {
  const { paper, pages } = state.result;
  const one = { job: state.job, width: paper.width, height: paper.height };
  return pages.flatMap((sheet, place) => {
    const title = titleOf(sheet);
    if (lit() || sheet.back === sheet.front)
      return [{ ...one, place, name: title, front: sheet.front, back: lit() ? sheet.back : null, turn: sheet.turn }];
    const sides = [
      {
        ...one,
        place,
        side: "front",
        name: sheet.back ? `${title}, ${say("sheets-front")}` : title,
        front: sheet.front,
        back: null,
      },
    ];
    return sheet.back
      ? [
          ...sides,
          { ...one, place, side: "back", name: `${title}, ${say("sheets-back")}`, front: sheet.back, back: null },
        ]
      : sides;
  });
}
function open(figure, side = "front") {
  const all = views(),
    place = state.figures.indexOf(figure);
  const at = all.findIndex((view) => view.place === place && (view.side ?? side) === side);
  enlarge(all, Math.max(0, at), {
    through: Number($("#through").value),
    closed: (last) => focus(state.figures[views()[last]?.place] ?? figure),
  });
}

function looks() {
  $("[name=look][value=light]").checked = lit();
  $("[name=look][value=side]").checked = !lit();
  mix(grid, Number($("#through").value));
  grid.style.setProperty("--wide", `${$("#size").value}rem`);
}
function holdToLight(on) {
  if ($("[name=look][value=light]").disabled) return false;
  $("#light").checked = on;
  $("#light").dispatchEvent(new Event("change"));
}
for (const box of $$("[name=look]")) box.addEventListener("change", () => holdToLight(box.value === "light"));
function through(value) {
  if (!lit()) holdToLight(true);
  $("#through").value = value;
  $("#through").dispatchEvent(new Event("input"));
}

// ---- downloads ----

/** Make a file in a job of its own, then download it. */
async function fetchFile(item, path, body, name, told) {
  const [button, made] = [$("button", item), $(".made", item)];
  button.disabled = true;
  let job = null;
  try {
    const bar = make("progress");
    const stop = make("button", { type: "button", onclick: () => job && stopJob(job) }, say("sheets-stop"));
    made.replaceChildren(bar, " ", stop);
    job = await post(api(path), body);
    const done = await follow(job, (now) => {
      if (now.total) {
        bar.max = now.total;
        bar.value = now.done;
      }
    });
    if (done.state === "stopped") return made.replaceChildren(say("sheets-stopped"));
    const link = make(
      "a",
      { href: `/api/job/${done.id}/file/${name}`, download: "" },
      `${done.result.file} (${fileSize(done.files[name])})`,
    );
    made.replaceChildren(link, ...told(done));
    link.click();
  } catch (error) {
    made.replaceChildren(...problemList(problemsOf(error)));
  } finally {
    button.disabled = false;
  }
}
const auditButton = (job) =>
  make("button", { type: "button", onclick: (event) => audit(job, event.target) }, say("sheets-audit"));
$("#get-memo").addEventListener("click", () =>
  fetchFile(
    $("#memo-item"),
    "memo",
    { ...print(), variant: $("#memo-variant").value, form: $("#memo-format").value },
    "pdf",
    () => [],
  ),
);
$("#get-box").addEventListener("click", () =>
  fetchFile(
    $("#box-item"),
    "sheets/box",
    { ...print(), form: text("box-form"), sleeved: $("#sleeved").checked },
    "pdf",
    (done) => [
      make("br"),
      say("sheets-box-made", {
        inside: done.result.inside.map((side) => number(side, 1)).join(" × "),
        sheets: counted("sheets-count", done.result.sheets),
      }),
      " ",
      auditButton(done.id),
    ],
  ),
);
$("#get-faces").addEventListener("click", () =>
  fetchFile(
    $("#faces-item"),
    "sheets/faces",
    { ...print(), kind: $("#face-kind").value, bleed: $("#face-bleed").checked },
    "zip",
    (done) => [` ${counted("sheets-faces-made", done.result.faces)}`],
  ),
);
$("#audit-pdf").addEventListener("click", (event) => audit(state.job, event.target));

async function audit(job, button) {
  const box = $("#audit");
  button.disabled = true;
  const bar = make("progress");
  box.replaceChildren(make("h3", {}, say("sheets-auditing")), bar);
  try {
    const done = await follow(await post(api("sheets/audit"), { job }), (now) => {
      if (now.total) {
        bar.max = now.total;
        bar.value = now.done;
      }
    });
    if (done.state === "stopped") return box.replaceChildren(say("sheets-stopped"));
    const { result } = done;
    const checks = result.checks.map(({ check, measured, ok, findings, more }) =>
      make(
        "li",
        { class: ok ? "" : "wrong" },
        say(`sheets-check-${check}`),
        measured ? make("span", { class: "soft" }, measured) : null,
        findings.length
          ? make(
              "ul",
              {},
              ...findings.map((finding) => make("li", {}, finding)),
              more ? make("li", {}, say("sheets-more", { count: number(more) })) : null,
            )
          : null,
      ),
    );
    const verdict = !result.sound
      ? counted("sheets-unsound", result.checks.filter((check) => !check.ok).length)
      : result.wanted === null
        ? say("sheets-sound")
        : counted("sheets-complete", result.pieces);
    box.replaceChildren(
      make("h3", {}, say("sheets-audited", { file: result.file })),
      make("p", { class: `verdict ${result.sound ? "good" : "bad"}` }, verdict),
      make("ul", {}, ...checks),
      ...result.notes.map((note) => make("p", { class: "soft" }, note)),
    );
    box.scrollIntoView({ block: "nearest" });
  } catch (error) {
    box.replaceChildren(...problemList(problemsOf(error)));
  } finally {
    button.disabled = false;
  }
}

// ---- mouse and keys ----

grid.addEventListener("click", (event) => {
  const figure = event.target.closest("figure");
  if (!figure) return;
  focus(figure);
  open(
    figure,
    $("img.back", event.target.closest(".leafed") ?? figure) && event.target.closest(".leafed") && !lit()
      ? "back"
      : "front",
  );
});
function focus(figure) {
  $("[tabindex='0']", grid)?.setAttribute("tabindex", "-1");
  figure.setAttribute("tabindex", "0");
  figure.focus();
}
const current = () => document.activeElement?.closest?.("#grid figure");
function step(by) {
  const at = state.figures.indexOf(current());
  const next = state.figures[at < 0 ? 0 : Math.min(state.figures.length - 1, Math.max(0, at + by))];
  if (next) focus(next);
  return Boolean(next);
}
const onDesk = (work) => (event) =>
  $("dialog[open]") || event.target.closest?.("input[type=range], [type=radio]") ? false : work();
onKey(
  "ArrowRight",
  say("sheets-key-next"),
  onDesk(() => step(1)),
);
onKey(
  "ArrowLeft",
  say("sheets-key-before"),
  onDesk(() => step(-1)),
);
onKey(
  "Enter",
  say("key-open"),
  onDesk(() => (current() ? open(current()) : false)),
);
onKey(
  "l",
  say("sheets-light"),
  onDesk(() => holdToLight(!lit())),
);
onKey(
  "f",
  say("sheets-key-front"),
  onDesk(() => through(0)),
);
onKey(
  "m",
  say("sheets-key-both"),
  onDesk(() => through(50)),
);
onKey(
  "b",
  say("sheets-key-back"),
  onDesk(() => through(100)),
);
onKey("+", say("sheets-larger"), () => false);
onKey("-", say("sheets-smaller"), () => false);

// ---- beginning, and again after every save ----

async function load() {
  const found = await attempt(() =>
    get(api("sheets")).catch((error) => {
      showProblems(problemsOf(error));
      throw error;
    }),
  );
  if (!found) return false;
  state.choices = found;
  fillControls();
  return true;
}
function paperField() {
  $("#paper-size-field").hidden = $("#paper").value !== "other";
}
let prepared = false;
async function begin() {
  if (!(await load())) return;
  if (!prepared) {
    prepared = true;
    $("#size").dataset.usual = "14";
    $("#through").dataset.usual = "50";
    keepFields(FIELDS, (id) => {
      paperField();
      if (!LOOKS.has(id))
        return void ($("#paper").value === "other" && !text("paper-size") ? $("#paper-size").focus() : build());
      looks();
      if (id === "light" && state.result) lay();
    });
    for (const select of $$("#controls select")) if (select.selectedIndex < 0) select.selectedIndex = 0;
    fillDecks();
    paperField();
    looks();
  }
  build();
}
$("#controls").addEventListener("submit", (event) => event.preventDefault());
onEvent("saved", () => begin());
listen({}, () => begin());
begin();
