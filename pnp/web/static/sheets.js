// The sheets: their pages as they will print, side by side or held against the light, and everything to download.

import { counted, paperName } from "./labels.js";
import {
  $,
  $$,
  api,
  fileSize,
  fillSelect,
  follow,
  get,
  keepFields,
  listen,
  make,
  number,
  onEvent,
  onKey,
  post,
  problemList,
  problemsOf,
  say,
  showProblems,
  showProgress,
  showWait,
  stopJob,
  targetOf,
  toastProblems,
  whileWaiting,
} from "./page.js";
import { enlarge, mix, refresh } from "./pagedialog.js";
import { forget, pageAddress, show } from "./pagepictures.js";

/** @import { PageView } from "./pagedialog.js" */

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
  "draft",
  "decks",
  "light",
  "assembled",
  "through",
  "size",
];
const LOOKS = new Set(["light", "assembled", "through", "size"]);
const grid = $("#grid");
const boards = $("#boards");
const state = {
  /** @type {Answer.SheetControls | null} */
  choices: null,
  /** The last good build. @type {Answer.SheetsResult | null} */
  result: null,
  /** Its job. @type {string | null} */
  job: null,
  /** @type {HTMLElement[]} */
  figures: [],
};

// ---- controls ----

/** Fill a select whose first choice is the setting in force.
 * @param {HTMLSelectElement} select
 * @param {string} name of the setting
 * @param {string[]} values
 * @param {(value: string) => string} text */
function control(select, name, values, text) {
  const now = state.choices.values[name];
  fillSelect(
    select,
    values.map((value) => [value, text(value)]),
    say("sheets-in-force", { value: text(now.value), from: say(`sheets-from-${now.from}`) }),
  );
}

function fillControls() {
  const { choices } = state;
  control($("#paper"), "paper", [...choices.papers, "other"], (paper) =>
    paper === "other" ? say("sheets-paper-other") : paperName(paper),
  );
  control($("#sides"), "sides", choices.sides, (sides) => say(`sheets-sides-${sides}`));
  control($("#ink"), "ink", choices.inks, (ink) => say(`ink-${ink}`));
  control($("#cut"), "cut", choices.cuts, (cut) => say(`sheets-cut-${cut}`));
  control($("#marks"), "marks", ["yes", "no"], (marks) => say(`sheets-marks-${marks}`));
  control($("#lang"), "languages", choices.languages, (lang) => lang);
  for (const field of [$("#bleed"), $("#margin")]) {
    const { value, from } = choices.values[field.id];
    field.placeholder = value;
    field.title = say("sheets-in-force", { value: `${value} mm`, from: say(`sheets-from-${from}`) });
  }
  $("#lang-field").hidden = choices.languages.length < 2;
  $("#printer-field").hidden = !choices.printers.length;
  fillSelect(
    $("#printer"),
    [["none", say("sheets-printer-none")], ...choices.printers.map((name) => [name, name])],
    say("sheets-printer-usual"),
  );
  fillSelect(
    $("#with-memo"),
    ["yes", "no"].map((memo) => [memo, say(`sheets-with-memo-${memo}`)]),
    say("sheets-with-memo-spare"),
  );
  $("#memo-field").hidden = !choices.memos.includes("");
  $("#nest-field").hidden = !choices.nests;
  $("#decks-field").hidden = choices.decks.length < 2;
  fillDecks();
  $("#memo-item").hidden = !choices.memos.length;
  fillSelect(
    $("#memo-variant"),
    choices.memos.map((name) => [name, name || say("memo-own")]),
  );
  $("#memo-variant").parentElement.hidden = choices.memos.length < 2;
  fillSelect(
    $("#memo-format"),
    choices.formats.map((form) => [form, say(`memo-format-${form}`)]),
  );
  fillSelect(
    $("#box-form"),
    choices.forms.map((form) => [form, say(`sheets-box-${form}`)]),
    say("sheets-box-usual"),
  );
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

/** Return the value of a field; null if it is empty.
 * @param {string} id */
const text = (id) => /** @type {Field} */ (document.getElementById(id)).value.trim() || null;
/** Return the settings that every print has. */
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
  draft: $("#draft").checked,
  guide: !$("#no-guide").checked,
  with_memo: text("with-memo") === null ? null : text("with-memo") === "yes",
  decks: $("#decks")
    .value.split(",")
    .filter((name) => state.choices.decks.some((deck) => deck.name === name)),
});

// ---- building: the old pages stay until the new ones are printed ----

let turn = 0;
async function build() {
  const mine = ++turn;
  const asked = order();
  working(true);
  try {
    /** @type {Answer.ListedJob<Answer.SheetsResult>} */
    const job = await post(api("sheets"), asked);
    const done = await follow(job, (now) => {
      if (mine === turn) working(true, now);
    });
    if (mine !== turn) return;
    if (done.state === "stopped") {
      build();
      return;
    }
    showProblems([]);
    take(done);
    findSpare(asked, mine);
  } catch (error) {
    if (mine !== turn) return;
    showProblems(problemsOf(error));
    $("#trouble").prepend(make("p", {}, make("b", {}, say(state.result ? "sheets-last-good" : "sheets-none-yet"))));
    if (!asked.draft)
      $("#trouble").append(
        make("p", {}, make("button", { type: "button", onclick: printDraft }, say("sheets-print-draft"))),
      );
  } finally {
    if (mine === turn) working(false);
  }
}

/** Print whatever can be printed. */
function printDraft() {
  $("#draft").checked = true;
  $("#draft").dispatchEvent(new Event("change"));
  $("#draft").focus(); // the button is gone
}

/** @param {boolean} busy
 * @param {Answer.ListedJob<unknown> | null} job */
function working(busy, job = null) {
  showWait("sheets", busy ? say(job?.total ? "sheets-faces-drawn" : "sheets-working") : "", job);
  $("#live").classList.toggle("busy", busy);
  grid.classList.toggle("stale", busy);
}

/** @param {Answer.ListedJob<Answer.SheetsResult>} job */
function take(job) {
  state.job = job.id;
  state.result = job.result;
  document.title = `${say("nav-sheets")}: ${job.result.file} · pnp`;
  sayFacts();
  lay();
  for (const name of /** @type {const} */ (["pdf", "placements"])) {
    $(`#get-${name}`).hidden = false;
    $(`#get-${name}`).href = `/api/job/${job.id}/file/${name}`;
  }
  $("#get-pdf").textContent = `PDF (${fileSize(job.files.pdf)})`;
  $("#audit-pdf").hidden = false;
  $("#audit").replaceChildren();
}

// ---- facts about a build ----

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
    result.memos ? counted("sheets-memos", result.memos) : null,
    say("sheets-coverage", { share: number(100 * result.coverage) }),
    result.pages[0]?.sheet === 0 ? say("sheets-guide-more") : null,
    result.sheets > result.least ? counted("sheets-least", result.least) : say("sheets-least-met"),
    result.moved ? say("sheets-moved", { x: number(result.moved[0], 1), y: number(result.moved[1], 1) }) : null,
  ];
  $("#said").replaceChildren(...lines.filter(Boolean).map((line) => make("li", {}, line)));
  $("#spare").replaceChildren();
  /** @type {HTMLElement[]} */
  const notes = [];
  for (const { cut, margin, sheets, clips } of result.savings) {
    const options = [
      cut === null ? null : say("sheets-with-cut", { cut: say(`sheets-cut-${cut}`) }),
      margin === null ? null : say("sheets-with-margin", { margin: number(margin, 1) }),
    ];
    const found = counted("sheets-saves", sheets, { options: options.filter(Boolean).join(", ") });
    const tryIt = () => {
      if (margin !== null) choose($("#margin"), String(margin));
      if (cut !== null) choose($("#cut"), cut);
    };
    notes.push(
      make(
        "div",
        { class: "note" },
        make("p", {}, clips ? `${found} ${say("sheets-clips")}` : found),
        make("button", { type: "button", onclick: tryIt }, say("sheets-try")),
      ),
    );
  }
  if (result.left_out.length)
    notes.push(
      make(
        "div",
        { class: "note" },
        make("p", {}, say("sheets-left-out", { decks: result.left_out.join(", ") })),
        make("button", { type: "button", onclick: () => choose($("#sides"), "fold") }, say("sheets-try-fold")),
      ),
    );
  if (result.coarse.length)
    notes.push(
      listed(
        say("sheets-coarse", { least: number(result.coarse_below) }),
        result.coarse.map(([file, dpi]) => [make("code", {}, file), ` ${number(dpi)} dpi`]),
      ),
    );
  if (result.home_fonts.length)
    notes.push(
      make("div", { class: "note" }, make("p", {}, say("sheets-home-fonts", { fonts: result.home_fonts.join(", ") }))),
    );
  if (result.draft)
    notes.unshift(
      make(
        "div",
        { class: "note", id: "draft-note" },
        make("p", {}, say(result.problems.length ? "sheets-draft-problems" : "sheets-draft-whole")),
        ...problemList(result.problems),
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
/** @param {string} head
 * @param {(Node | string)[][]} items */
const listed = (head, items) =>
  make(
    "div",
    { class: "note" },
    make("p", {}, head),
    make("ul", {}, ...items.slice(0, 20).map((item) => make("li", {}, ...item))),
  );
/** @param {HTMLSelectElement | HTMLInputElement} field
 * @param {string} value */
function choose(field, value) {
  field.value = value;
  field.dispatchEvent(new Event("change"));
}

/** Find out how many more pieces would fit, after the pages are printed.
 * @param {ReturnType<typeof order>} asked
 * @param {number} mine the turn that it belongs to */
async function findSpare(asked, mine) {
  const box = $("#spare");
  box.replaceChildren(make("p", { class: "soft" }, say("sheets-spare-working")));
  try {
    const { ink: _ink, guide: _guide, ...rest } = asked;
    /** @type {Answer.ListedJob<Answer.ListedSpares[]>} */
    const started = await post(api("sheets/spare"), rest);
    const done = await follow(started);
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
const assembled = () => $("#assembled").checked && state.result.boards.length > 0;
/** @param {Answer.PrintedSheet} sheet */
const titleOf = (sheet) => (sheet.sheet ? say("sheets-sheet", { number: number(sheet.sheet) }) : say("sheets-guide"));

function lay() {
  const { paper, pages } = state.result;
  for (const figure of state.figures.splice(pages.length)) {
    for (const image of $$("img", figure)) forget(image);
    figure.parentElement.remove();
  }
  pages.forEach((sheet, place) => {
    let figure = state.figures[place];
    if (!figure) {
      figure = make(
        "figure",
        { class: "sheet" },
        make("div", { class: "pages" }),
        make("figcaption", {}, make("b"), make("span")),
      );
      state.figures.push(figure);
      $("ul", grid).append(make("li", {}, figure));
    }
    fill(figure, sheet, paper);
  });
  if (!$("[tabindex='0']", grid)) $(".leafed", grid)?.setAttribute("tabindex", "0");
  const backs = pages.some((sheet) => sheet.back);
  for (const box of $$("input[name=look]")) box.disabled = !backs && !state.result.boards.length;
  $("input[name=look][value=light]").disabled = !backs;
  $("#assembled-field").hidden = !state.result.boards.length;
  assemble();
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

/** Show the boards put together from their parts, in place of the sheets. */
function assemble() {
  for (const image of $$("img", boards)) forget(image);
  grid.hidden = assembled();
  boards.hidden = !assembled();
  boards.replaceChildren(...(assembled() ? state.result.boards.map(boardFigure) : []));
}
/** @param {Answer.AssembledBoard} board
 * @returns {HTMLElement} */
function boardFigure({ title, side, width, height, parts }) {
  const two = state.result.boards.some((other) => other.title === title && other.side !== side);
  const name = two ? `${title}, ${say(side === "front" ? "sheets-front" : "sheets-back")}` : title;
  const box = make("div", { class: "board", style: `aspect-ratio: ${width} / ${height}` });
  const names = make("div", { class: "names" });
  const { paper } = state.result;
  /** @param {number} length
   * @param {number} whole */
  const share = (length, whole) => `${(100 * length) / whole}%`;
  for (const part of parts) {
    const image = make("img", { alt: "", decoding: "async" });
    const [across, down] = part.turn % 180 ? [part.height, part.width] : [part.width, part.height];
    const turned = make("div", { class: "turned" }, image);
    const place = {
      left: share(part.x, width),
      top: share(part.y, height),
      width: share(part.width, width),
      height: share(part.height, height),
    };
    Object.assign(turned.style, {
      width: share(across, part.width),
      height: share(down, part.height),
      transform: `translate(-50%, -50%) rotate(${-part.turn}deg)`,
    });
    Object.assign(image.style, {
      left: share(-part.left, across),
      top: share(-part.top, down),
      width: share(paper.width, across),
      height: share(paper.height, down),
    });
    const piece = make("div", { class: "part" }, turned);
    Object.assign(piece.style, place);
    const label = make("b", {}, make("span", {}, part.name));
    Object.assign(label.style, {
      left: share(part.seen[0], width),
      top: share(part.seen[1], height),
      width: share(part.seen[2], width),
      height: share(part.seen[3], height),
    });
    box.append(piece);
    names.append(label);
    show(image, pageAddress(state.job, part.page));
  }
  box.append(names);
  return make(
    "figure",
    { class: "assembled" },
    box,
    make("figcaption", {}, make("b", {}, name), make("span", {}, counted("sheets-parts", parts.length))),
  );
}

/** @typedef {{ side: Side, page: number }} Page */

/** Show a sheet in its figure.
 * @param {HTMLElement} figure
 * @param {Answer.PrintedSheet} sheet
 * @param {Answer.ListedPaper} paper */
function fill(figure, sheet, paper) {
  const folded = sheet.back === sheet.front;
  const light = lit() && sheet.back;
  const title = titleOf(sheet);
  $("b", figure).textContent = title;
  $("span", figure).textContent = sheet.pieces ? counted("sheets-pieces", sheet.pieces) : "";
  const box = $(".pages", figure);
  /** @type {Page} */
  const front = { side: "front", page: sheet.front };
  /** @type {Page} */
  const back = { side: "back", page: sheet.back };
  const leaves = light ? [[front, back]] : sheet.back && !folded ? [[front], [back]] : [[front]];
  const shape = JSON.stringify([leaves.map((sides) => sides.map(({ side }) => side)), light && sheet.turn, paper]);
  if (figure.dataset.shape !== shape) {
    const focused = box.contains(document.activeElement);
    // pictures that are loaded stay, wherever they go now
    const old = new Map($$("img", box).map((img) => [img.className.split(" ")[0], img]));
    figure.dataset.shape = shape;
    box.className = light ? "pages lit" : "pages";
    box.replaceChildren(
      ...leaves.map((sides) => {
        const leaf = make("button", {
          type: "button",
          tabindex: "-1",
          class: light ? `leafed light turn-${sheet.turn}` : "leafed",
          style: `aspect-ratio: ${paper.width} / ${paper.height}`,
        });
        leaf.append(
          ...sides.map(({ side }) => {
            const img = old.get(side) ?? make("img", { class: `${side} waiting`, alt: "", decoding: "async" });
            old.delete(side);
            return img;
          }),
        );
        return leaf;
      }),
    );
    for (const image of old.values()) forget(image);
    if (focused) focus($(".leafed", box));
  }
  for (const { side, page } of leaves.flat()) {
    const img = $(`img.${side}`, box);
    img.alt = `${title}, ${say(side === "front" ? "sheets-front" : "sheets-back")}`;
    show(img, pageAddress(state.job, page));
  }
}

/** Return what can be enlarged: sheets if they are held against the light, otherwise pages.
 * @returns {PageView[]} */
function views() {
  const { paper, pages } = state.result;
  const one = { job: state.job, width: paper.width, height: paper.height };
  return pages.flatMap((sheet, place) => {
    const title = titleOf(sheet);
    /** @param {Side} side
     * @param {number} page
     * @returns {PageView} */
    const view = (side, page) => {
      const name = sheet.back ? `${title}, ${say(side === "front" ? "sheets-front" : "sheets-back")}` : title;
      return { ...one, place, side, name, front: page, back: null };
    };
    if (lit() || sheet.back === sheet.front)
      return [{ ...one, place, name: title, front: sheet.front, back: lit() ? sheet.back : null, turn: sheet.turn }];
    return sheet.back ? [view("front", sheet.front), view("back", sheet.back)] : [view("front", sheet.front)];
  });
}
/** @param {HTMLElement} figure
 * @param {Side} side */
function open(figure, side = "front") {
  const all = views();
  const place = state.figures.indexOf(figure);
  const at = all.findIndex((view) => view.place === place && (view.side ?? side) === side);
  enlarge(all, Math.max(0, at), {
    through: Number($("#through").value),
    closed: (last) => {
      const view = views()[last];
      focus(leafOf(state.figures[view?.place] ?? figure, view?.side));
    },
  });
}

function looks() {
  $("input[name=look][value=light]").checked = lit();
  $("input[name=look][value=side]").checked = !lit() && !$("#assembled").checked;
  $("input[name=look][value=assembled]").checked = $("#assembled").checked;
  mix(grid, Number($("#through").value));
  for (const each of [grid, boards]) each.style.setProperty("--wide", `${$("#size").value}rem`);
}
/** Show both sides of sheets through each other; false if no sheet has two sides.
 * @param {boolean} on */
function holdToLight(on) {
  if ($("input[name=look][value=light]").disabled) return false;
  lookAs("light", on);
  return true;
}
/** Choose how sheets are shown; if not `on`, side by side.
 * @param {"light" | "assembled"} look
 * @param {boolean} on */
function lookAs(look, on) {
  for (const box of [$("#light"), $("#assembled")]) {
    const now = on && box.id === look;
    if (box.checked === now) continue;
    box.checked = now;
    box.dispatchEvent(new Event("change"));
  }
}
for (const box of $$("input[name=look]"))
  box.addEventListener("change", () => lookAs(box.value === "light" ? "light" : "assembled", box.value !== "side"));
/** @param {number} value from 0 (front) to 100 (back) */
function through(value) {
  if (!lit()) holdToLight(true);
  $("#through").value = String(value);
  $("#through").dispatchEvent(new Event("input"));
}

// ---- downloads ----

/** Have a job make a file, then download it.
 * @template {{ file: string }} Result
 * @param {HTMLElement} item
 * @param {string} path
 * @param {object} body
 * @param {string} name of the job's file
 * @param {(job: Answer.ListedJob<Result>) => (Node | string)[]} more what to show beside the link */
async function fetchFile(item, path, body, name, more) {
  const [button, made] = [$("button", item), $(".made", item)];
  button.disabled = true;
  /** @type {Answer.ListedJob<Result> | null} */
  let job = null;
  try {
    const bar = make("progress", { "aria-label": say("sheets-making") });
    const stop = make("button", { type: "button", onclick: () => job && stopJob(job) }, say("sheets-stop"));
    made.replaceChildren(bar, " ", stop);
    job = await post(api(path), body);
    const done = await follow(job, (now) => showProgress(bar, now));
    if (done.state === "stopped") {
      made.replaceChildren(say("sheets-stopped"));
      return;
    }
    const link = make(
      "a",
      { href: `/api/job/${done.id}/file/${name}`, download: "" },
      `${done.result.file} (${fileSize(done.files[name])})`,
    );
    made.replaceChildren(link, ...more(done));
    link.click();
  } catch (error) {
    made.replaceChildren(...problemList(problemsOf(error)));
  } finally {
    button.disabled = false;
  }
}
/** @param {string} job */
function auditButton(job) {
  const button = make("button", { type: "button" }, say("sheets-audit"));
  button.addEventListener("click", () => audit(job, button));
  return button;
}
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
    (/** @type {Answer.ListedJob<Answer.BoxResult>} */ done) => [
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
    (/** @type {Answer.ListedJob<Answer.FacesResult>} */ done) => [
      ` ${counted("sheets-faces-made", done.result.faces)}`,
    ],
  ),
);
$("#audit-pdf").addEventListener("click", () => audit(state.job, $("#audit-pdf")));

/** @param {string} job
 * @param {HTMLButtonElement} button */
async function audit(job, button) {
  const box = $("#audit");
  button.disabled = true;
  const bar = make("progress", { "aria-label": say("sheets-auditing") });
  box.replaceChildren(make("h3", {}, say("sheets-auditing")), bar);
  try {
    /** @type {Answer.ListedJob<Answer.AuditReport>} */
    const started = await post(api("sheets/audit"), { job });
    const done = await follow(started, (now) => showProgress(bar, now));
    if (done.state === "stopped") {
      box.replaceChildren(say("sheets-stopped"));
      return;
    }
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
      : result.draft
        ? counted("sheets-draft-audited", result.pieces)
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
  const figure = targetOf(event).closest("figure");
  if (!figure) return;
  /** @type {HTMLElement | null} */
  const leaf = targetOf(event).closest(".leafed");
  focus(leaf ?? leafOf(figure));
  open(figure, leaf && $("img.back", leaf) && !lit() ? "back" : "front");
});
/** Return the button with a side of a sheet.
 * @param {HTMLElement} figure
 * @param {Side} side
 * @returns {HTMLElement} */
const leafOf = (figure, side = "front") => $(`img.${side}`, figure)?.closest(".leafed") ?? $(".leafed", figure);
/** @param {HTMLElement | null} leaf */
function focus(leaf) {
  $("[tabindex='0']", grid)?.setAttribute("tabindex", "-1");
  leaf?.setAttribute("tabindex", "0");
  leaf?.focus();
}
/** @param {number} by */
function step(by) {
  const leaves = $$(".leafed", grid);
  const at = leaves.indexOf(document.activeElement?.closest("#grid .leafed"));
  const next = leaves[at < 0 ? 0 : Math.min(leaves.length - 1, Math.max(0, at + by))];
  if (next) focus(next);
  return Boolean(next);
}
/** Return a key handler that works unless a dialog is open, or the key belongs to a field.
 * @param {() => unknown} work
 * @returns {(event: Event) => unknown} */
const inPage = (work) => (event) =>
  $("dialog[open]") || targetOf(event).closest?.("input[type=range], [type=radio]") ? false : work();
onKey(
  "ArrowRight",
  say("sheets-key-next"),
  inPage(() => step(1)),
);
onKey(
  "ArrowLeft",
  say("sheets-key-before"),
  inPage(() => step(-1)),
);
onKey("Enter", say("key-open"), () => false);
onKey(
  "l",
  say("sheets-light"),
  inPage(() => holdToLight(!lit())),
);
onKey(
  "f",
  say("sheets-key-front"),
  inPage(() => through(0)),
);
onKey(
  "m",
  say("sheets-key-both"),
  inPage(() => through(50)),
);
onKey(
  "b",
  say("sheets-key-back"),
  inPage(() => through(100)),
);
onKey("+", say("sheets-larger"), () => false);
onKey("-", say("sheets-smaller"), () => false);

// ---- loading, and again after every save ----

/** Load what can be chosen; false if it failed. */
async function load() {
  try {
    state.choices = await whileWaiting(say("loading"), () => get(api("sheets")));
  } catch (error) {
    showProblems(problemsOf(error));
    toastProblems(error);
    return false;
  }
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
      if (LOOKS.has(id)) {
        looks();
        if ((id === "light" || id === "assembled") && state.result) lay();
      } else if ($("#paper").value === "other" && !text("paper-size")) $("#paper-size").focus();
      else build();
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
