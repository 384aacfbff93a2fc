// Checks: everything that is wrong with the game, with its pieces and its location.

import { follow as followFaces, show } from "./faces.js";
import {
  $,
  about,
  api,
  follow,
  gameText,
  get,
  make,
  newest,
  number,
  onEvent,
  post,
  problemList,
  problemNode,
  problemsOf,
  say,
  showWait,
  whereNode,
  whileWaiting,
} from "./page.js";

/** @type {Answer.Checks | null} */
let known = null;
/** Why the last check failed. @type {ShownProblem[]} */
let failed = [];

// ---- checking ----

const load = newest(async () => {
  /** @type {Answer.Checks} */
  const found = await whileWaiting(say("loading"), () => get(api("checks")));
  known = found;
  followFaces(found, start);
  draw();
});

let saves = 0;
/** Check the game as it is now. The last result stays until then; problems of an earlier check are ignored. */
async function start() {
  const mine = ++saves;
  await load();
  if (!known || mine !== saves) return;
  if (known.problems.length || (known.checked?.current && known.checked.read)) {
    failed = [];
    running(false);
    draw();
    return;
  }
  /** @type {ShownProblem[]} */
  let found = [];
  try {
    /** @type {Answer.ListedJob<null>} */
    const job = await post(api("check"));
    if (mine === saves) {
      failed = [];
      running(true);
    }
    await follow(job, (now) => {
      if (mine === saves) showWait("check", say("checks-running"), now);
    });
  } catch (error) {
    found = problemsOf(error);
  }
  if (mine !== saves) return;
  failed = found;
  running(false);
  await load();
}
/** @param {boolean} now */
function running(now) {
  showWait("check", now ? say("checks-running") : "");
  $("#live").classList.toggle("busy", now || (known?.waiting ?? 0) > 0);
}

let soon = 0;
onEvent("faces", () => {
  clearTimeout(soon);
  soon = setTimeout(load, 150);
});
onEvent("saved", start);
onEvent("counted", load);

// ---- the page ----

function draw() {
  const { problems, undrawn, checked, heads } = known;
  const seen = new Set([...problems, ...undrawn].map(({ message }) => message));
  const own = failed.filter(({ message }) => !seen.has(message)); // a check may report the same problem
  const wrong = [...problemList([...problems, ...own]), ...undrawn.map(faceProblem)];
  $("#wrong").hidden = !wrong.length;
  $("#wrong div").replaceChildren(...wrong);
  const verdict = $("#verdict");
  verdict.className = known.trouble ? "bad" : checked ? "good" : "soft";
  /** @param {number} count */
  const problemCount = (count) => say("checks-trouble", { count: number(count) });
  if (checked) {
    const end = known.trouble && !checked.failures ? problemCount(known.trouble) : checked.end;
    verdict.textContent = `${known.trouble ? "✗" : "✓"} ${end}`;
  } else verdict.textContent = wrong.length ? `✗ ${problemCount(known.trouble || wrong.length)}` : "";
  $("#before").hidden = !checked || checked.current;
  $("#checked").hidden = !checked;
  if (!checked) return;
  $("#checked").classList.toggle("before", !checked.current);
  parts(checked, heads);
  engine(checked, heads);
  rules(checked, heads);
  slips(checked, heads);
  $("#notes").hidden = !checked.notes.length;
  $("#notes ul").replaceChildren(...checked.notes.map((note) => make("li", {}, note)));
}

/** @param {boolean} ok */
const sign = (ok) =>
  make(
    "td",
    { class: ok ? "good" : "bad" },
    make("span", { "aria-label": say(ok ? "checks-right" : "checks-wrong-one"), role: "img" }, ok ? "✓" : "✗"),
  );
/** @param {"td" | "th"} tag
 * @param {(Node | string)[]} cells */
const row = (tag, cells) =>
  make(
    "tr",
    {},
    ...cells.map((cell, place) =>
      cell instanceof Node
        ? cell
        : make(tag, { class: place > 1 ? "number" : "", scope: tag === "th" ? "col" : null }, cell),
    ),
  );

/** @param {Answer.CheckResult} checked
 * @param {Record<string, string>} heads */
function parts({ lines, total, dealt }, heads) {
  const box = $("#parts div");
  $("#parts").hidden = !lines.length;
  const body = lines.flatMap((line) => {
    const shown = row("td", [sign(line.ok), line.name, line.says, line.spec, line.engine ?? (dealt ? "–" : "✗")]);
    shown.className = line.ok ? "" : "bad";
    if (line.ok) return [shown];
    return [shown, make("tr", { class: "why" }, make("td"), make("td", { colspan: "4" }, place(line), figures(line)))];
  });
  const result = make("th", { scope: "col" }, make("span", { class: "unseen" }, say("checks-result")));
  const sum = make("th", { scope: "row" }, heads.total);
  box.className = "scroll";
  box.replaceChildren(
    make(
      "table",
      { class: "parts" },
      make("thead", {}, row("th", [result, heads.content, heads.box, heads.spec, heads.engine])),
      make("tbody", {}, ...body),
      make("tfoot", {}, row("td", [make("td"), sum, total[0], total[1], total[2] ?? "–"])),
    ),
  );
}

/** @param {Answer.CheckResult} checked
 * @param {Record<string, string>} heads */
function engine({ deals, disagreements, more }, heads) {
  $("#engine").hidden = !deals.length && !disagreements.length;
  $("#engine h2").textContent = heads.engine;
  const table = make(
    "table",
    {},
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        make("th", { scope: "col" }, heads.players),
        make("th", { scope: "col" }, heads.options),
        make("th", { scope: "col", class: "number" }, heads.in_play),
        make("th", { scope: "col" }, heads.back),
      ),
    ),
    make(
      "tbody",
      {},
      ...deals.map((deal) =>
        make(
          "tr",
          {},
          make("td", {}, deal.players),
          make("td", {}, deal.options),
          make("td", { class: "number" }, number(deal.in_play)),
          make("td", {}, deal.back || "–"),
        ),
      ),
    ),
  );
  $("#engine div").replaceChildren(
    ...disagreements.map((each) => make("div", { class: "problem bad" }, `✗ ${each.text}`, figures(each))),
    rest(more.disagreements),
    make("div", { class: "scroll" }, deals.length ? table : null),
  );
}

/** @param {Answer.CheckResult} checked
 * @param {Record<string, string>} heads */
function rules({ rules: found, more }, heads) {
  $("#rules").hidden = !found.length;
  $("#rules h2").textContent = heads.rules;
  $("#rules div").replaceChildren(
    make(
      "ul",
      { class: "marked" },
      ...found.map((rule) =>
        make(
          "li",
          { class: rule.ok ? "good" : "bad" },
          make("span", { class: rule.ok ? "plain" : "" }, rule.text),
          rule.ok ? null : place(rule),
          ...rule.breaches.map((breach) =>
            make("div", { class: "breach" }, breach.short || breach.text, figures(breach)),
          ),
          rest(rule.others),
        ),
      ),
    ),
    rest(more.rules),
  );
}

/** @param {Answer.CheckResult} checked
 * @param {Record<string, string>} heads */
function slips({ slips: found, more, read }, heads) {
  $("#slips").hidden = !found.length;
  $("#slips").classList.toggle("before", !read);
  $("#slips h2").textContent = heads.typography;
  $("#slips div").replaceChildren(
    ...found.map((slip) =>
      make(
        "div",
        { class: "problem slip" },
        place(slip),
        make(
          "p",
          {},
          make("del", {}, slip.found),
          slip.instead ? " → " : "",
          slip.instead ? make("ins", {}, slip.instead) : "",
          make("span", { class: "hint" }, slip.what),
        ),
        figures(slip),
      ),
    ),
    rest(more.slips),
  );
}

/** Say how many more there are.
 * @param {number} count */
const rest = (count) => (count ? make("p", { class: "soft" }, say("checks-more", { count: number(count) })) : "");

/** Show the location of a line, rule or slip, as problems do.
 * @param {{ where: string, location: Answer.Location }} found */
const place = (found) => make("div", { class: "place" }, whereNode(found));

/** @param {Answer.FaceProblem} problem */
function faceProblem(problem) {
  const node = problemNode(problem);
  node.append(figures(problem));
  return node;
}

/** Show pieces as small faces that link to the gallery.
 * @param {Answer.CheckedPieces} found */
function figures({ pieces, others }) {
  if (!pieces.length) return "";
  const shown = pieces.map(({ deck, piece, side = "front", look = 1, amount = 1 }) => {
    const name = `${deck}/${piece}/${side}/${look}`;
    const of = known.pieces[name];
    if (!of) return make("span", {}, piece);
    const face = document.createElement("pnp-face");
    face.setAttribute("aria-hidden", "true"); // its name is beside it
    face.style.setProperty("--mm", `${Math.min(64 / of.width, 80 / of.height)}px`);
    face.of = { width: of.width, height: of.height, bleed: known.bleed, cut: of.cut, safe: "" };
    show(face, name);
    const figure = encodeURIComponent(`${deck}/${piece}/${look}`);
    const address = `/${encodeURIComponent(about.game)}/gallery?lang=${encodeURIComponent(known.lang)}#${figure}`;
    return make(
      "a",
      { href: address, title: of.name },
      face,
      make("small", {}, gameText(of.name, known.lang)),
      amount === 1 ? null : make("small", { class: "soft" }, `× ${number(amount, Number.isInteger(amount) ? 0 : 1)}`),
    );
  });
  return make(
    "div",
    { class: "faces" },
    ...shown,
    others ? make("span", { class: "soft" }, say("checks-more", { count: number(others) })) : null,
  );
}

start();
