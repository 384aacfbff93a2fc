// What is beside a table: the log, the curve of who leads, and a piece enlarged.

import { labelOf, showPiece, svg } from "./board.js";
import { $, $$, make, number, say } from "./dom.js";

// ---- the log ----

/** Return a text whose lines do not break before a French mark or inside guillemets.
 * @param {string} text */
export const unbroken = (text) => text.replace(/« /g, "«\u00a0").replace(/ (?=[;:!?»])/g, "\u00a0");

/** Return a line of the log.
 * @param {Answer.MatchStep} step
 * @param {(ply: number) => unknown} choose */
export function logNode({ ply, seat, name, lines }, choose) {
  const [first = say("play-deal"), ...rest] = lines;
  const node = make(
    "button",
    { type: "button", "data-ply": ply, onclick: () => choose(ply) },
    seat >= 0 ? make("span", { class: "name" }, `${name} · `) : null,
    unbroken(first),
    ...rest.map((line) => make("small", {}, unbroken(line))),
  );
  return make("li", { class: seat >= 0 ? `seat-${seat % 6}` : "" }, node);
}

/** Mark the position that is shown, in the log and on the curve.
 * @param {number} shown
 * @param {number} last */
export function markShown(shown, last) {
  const log = $("#log");
  for (const node of $$("button[aria-current]", log)) node.removeAttribute("aria-current");
  const node = $(`button[data-ply="${shown}"]`, log);
  node?.setAttribute("aria-current", "step");
  if (node) {
    const [top, height] = [node.offsetTop - log.offsetTop, log.clientHeight];
    if (top < log.scrollTop || top + node.offsetHeight > log.scrollTop + height) log.scrollTop = top - height / 2;
  }
  const line = $("#curve .now");
  if (!line) return;
  for (const end of ["x1", "x2"]) line.setAttribute(end, String((100 * shown) / Math.max(1, last)));
  drawShares(shown);
}

// ---- who leads ----

/** The curve that is shown. @type {{ points: [number, number[]][], nameOf: (seat: number) => string } | null} */
let curve = null;

/** Draw each player's chances to win over the game.
 * @param {[number, number[]][]} points plies, with the players' shares of the win
 * @param {(seat: number) => string} nameOf
 * @param {(ply: number) => unknown} choose */
export function drawChances(points, nameOf, choose) {
  const last = Math.max(1, points.at(-1)[0]);
  const chart = svg("svg", {
    viewBox: "0 0 100 100",
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": say("play-curve-label"),
  });
  chart.append(svg("path", { class: "frame", d: "M0 50H100" }));
  const players = points[0][1].length;
  for (let seat = 0; seat < players; seat++) {
    const line = points.map(([at, shares]) => `${(100 * at) / last},${98 - 96 * shares[seat]}`).join("L");
    chart.append(svg("path", { class: `seat-${seat % 6}`, d: `M${line}` }));
  }
  chart.append(svg("line", { class: "now", y1: 0, y2: 100, x1: 100, x2: 100 }));
  chart.addEventListener("click", (event) => {
    const { left, width } = chart.getBoundingClientRect();
    choose(Math.round((last * (event.clientX - left)) / width));
  });
  curve = { points, nameOf };
  $("#curve").replaceChildren(chart, make("ul"));
  drawShares(last);
}

/** Write the players' chances after a move below the curve.
 * @param {number} ply */
function drawShares(ply) {
  const { points, nameOf } = curve;
  const [, shares] = points.findLast(([at]) => at <= ply) ?? points[0];
  const texts = shares.map((share, seat) => `${nameOf(seat)} ${say("play-percent", { percent: number(100 * share) })}`);
  $("#curve ul").replaceChildren(...texts.map((text, seat) => make("li", { class: `seat-${seat % 6}` }, text)));
}

// ---- a piece enlarged ----

/** @type {Answer.SceneItem | null} */
let large = null;

/** Show a piece as large as the window allows.
 * @param {Answer.SceneItem} item */
export function enlarge(item) {
  large = { ...item };
  if (!$("#enlarged").open) $("#enlarged").showModal();
  drawLarge();
}

function drawLarge() {
  const face = $("#enlarged-face");
  showPiece(face, large);
  const { width, height } = face.shape;
  const room = $("#enlarged .stage").getBoundingClientRect();
  face.style.setProperty("--mm", `${Math.min((room.width - 10) / width, (room.height - 10) / height)}px`);
  $("#enlarged-name").textContent = labelOf(large);
  $("#enlarged-flip").hidden = large.hidden;
  showPiece(face, large);
}

function flip() {
  if (large.hidden) return;
  large.side = large.side === "front" ? "back" : "front";
  drawLarge();
}

$("#enlarged-flip").addEventListener("click", flip);
$("#enlarged").addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() === "f") flip();
});
$("#enlarged").addEventListener("click", (event) => {
  if (event.target === $("#enlarged")) $("#enlarged").close();
});
