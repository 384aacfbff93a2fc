// A recorded game in one file: it is watched move by move, without a server.

import { Board, takePieces } from "./board.js";
import { drawChances, enlarge, logNode, markShown, unbroken } from "./boardlog.js";
import { $, make, number, say, targetOf } from "./dom.js";
import { botName } from "./playlevels.js";
import { replay } from "./replayfaces.js";

const SPECTATOR = -1;
const EVERYONE = -2;

const board = new Board($("#cloth"));
/** What the chosen viewer saw. */
let view = replay.views[0];
const last = view.scenes.length - 1;
let shown = 0;
/** The timer of the next move, while the game runs. */
let timer = 0;

/** Return what a player is called at the end.
 * @param {number} seat */
const nameAtEnd = (seat) => replay.said[view.scenes[last].seats][seat]?.name ?? String(seat + 1);
/** Return what a player is called throughout the game.
 * @param {number} seat */
function nameOf(seat) {
  const names = new Set(replay.said.map((seats) => seats[seat]?.name ?? ""));
  return names.size === 1 && !names.has("") ? [...names][0] : say("replay-player", { number: seat + 1 });
}

/** Return the table after a move.
 * @param {number} ply
 * @returns {Answer.TableScene} */
function sceneAt(ply) {
  const { zones, seats, turn, notes } = view.scenes[ply];
  return {
    zones: zones.map((place) => {
      const zone = replay.zones[place];
      return { ...zone, items: zone.items.map((item) => replay.items[item]) };
    }),
    seats: replay.said[seats],
    turn,
    notes,
    moves: [],
  };
}

// ---- positions ----

/** Show the table after a move.
 * @param {number} ply */
function goTo(ply, moving = true) {
  const before = shown;
  shown = Math.max(0, Math.min(last, ply));
  const scene = sceneAt(shown);
  board.show(scene, view.viewer, { seats: replay.seats, moving: moving && Math.abs(shown - before) <= 1 });
  const tall = !scene.zones.length;
  $("#felt").hidden = tall && !scene.seats.length;
  $("#table-notes").hidden = !tall;
  $("#table-notes").textContent = tall ? scene.notes.join("\n") : "";
  $("#timeline").value = String(shown);
  $("#timeline").setAttribute("aria-valuetext", placeText());
  $("#ply").value = placeText();
  $("#step-first").disabled = $("#step-back").disabled = shown === 0;
  $("#step-on").disabled = $("#step-last").disabled = shown === last;
  drawStatus();
  markShown(shown, last);
}

const placeText = () => `${number(shown)} / ${number(last)}`;

/** Show a position that the reader chose: the game stops running.
 * @param {number} ply */
function choose(ply) {
  stop();
  goTo(ply);
}

function drawStatus() {
  const { lines, seat, name } = view.steps[shown];
  const [first = say("play-deal"), ...rest] = lines;
  const { over, winners, seats, scores } = replay;
  const ended = over && shown === last;
  const names = winners.map(nameAtEnd).join(", ");
  const text = ended
    ? say(winners.length && winners.length < seats.length ? "play-over" : "play-over-draw", { winners: names })
    : `${seat >= 0 ? `${name} · ` : ""}${first}`;
  const more = ended ? scores.map((score, place) => say("play-score", { name: nameAtEnd(place), score })) : [...rest];
  if (shown === last && !over) more.push(say("replay-unfinished"));
  $("#status").replaceChildren(unbroken(text), more.length ? make("small", {}, unbroken(more.join(" · "))) : "");
}

// ---- running ----

function run() {
  if (shown === last) goTo(0, false);
  const step = () => {
    timer = 0;
    goTo(shown + 1);
    if (shown < last) timer = setTimeout(step, Number($("#pace").value));
    drawRun();
  };
  timer = setTimeout(step, 400);
  drawRun();
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  drawRun();
}

const toggle = () => (timer ? stop() : run());

function drawRun() {
  $("#run").textContent = say(timer ? "replay-stop" : "replay-run");
  $("#run").setAttribute("aria-pressed", String(timer !== 0));
}

// ---- viewers ----

/** @param {number} viewer */
function viewerName(viewer) {
  if (viewer === SPECTATOR) return say("play-eyes-spectator");
  return viewer === EVERYONE ? say("play-eyes-everyone") : nameOf(viewer);
}

/** Show the game as one of the viewers saw it.
 * @param {number} viewer */
function lookAs(viewer) {
  view = replay.views.find((each) => each.viewer === viewer);
  board.clear();
  goTo(shown, false);
  $("#log").replaceChildren(...view.steps.map((step) => logNode(step, choose)));
  markShown(shown, last);
}

// ---- the page ----

takePieces({ ...replay, bleed: 0 });
$("#timeline").max = String(last);
$("#timeline").addEventListener("input", () => choose(Number($("#timeline").value)));
$("#step-first").addEventListener("click", () => choose(0));
$("#step-back").addEventListener("click", () => choose(shown - 1));
$("#step-on").addEventListener("click", () => choose(shown + 1));
$("#step-last").addEventListener("click", () => choose(last));
$("#run").addEventListener("click", toggle);
$("#viewer").addEventListener("change", () => lookAs(Number($("#viewer").value)));
$("#pieces").addEventListener("click", (event) => {
  const node = /** @type {HTMLElement | null} */ (targetOf(event).closest(".piece"));
  const piece = node && board.shown.get(node.dataset.key);
  if (piece && (!piece.item.hidden || piece.item.side === "back")) {
    stop();
    enlarge(piece.item);
  }
});

/** @type {Record<string, () => unknown>} */
const keys = {
  ArrowLeft: () => choose(shown - 1),
  ArrowRight: () => choose(shown + 1),
  Home: () => choose(0),
  End: () => choose(last),
  " ": toggle,
};
addEventListener("keydown", (event) => {
  const target = targetOf(event);
  if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
  if (target.matches("select, input") || (event.key === " " && target.closest("button, summary, [tabindex]"))) return;
  if (!(event.key in keys)) return;
  keys[event.key]();
  event.preventDefault();
});

$("#theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
});
new ResizeObserver(() => {
  const sticks = getComputedStyle($(".top")).position === "sticky";
  document.documentElement.style.setProperty("--top", sticks ? `${$(".top").offsetHeight}px` : "0px");
}).observe($(".top"));

lookAs(view.viewer);
$("#viewer").replaceChildren(
  ...replay.views.map(({ viewer }) => make("option", { value: viewer }, viewerName(viewer))),
);
$("#eyes-field").hidden = replay.views.length < 2;
$("#who").textContent = replay.named
  ? replay.seats
      .map(({ bot }, seat) => say("replay-seat", { name: nameOf(seat), who: bot ? botName(bot) : say("play-person") }))
      .join(" · ")
  : "";
drawChances(replay.points, nameOf, choose);
markShown(shown, last);
