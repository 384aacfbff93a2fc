// The play page: games in progress, and the table of one of them.

import { Board, reduced, takePieces } from "./board.js";
import { drawChances, enlarge, logNode, markShown, unbroken } from "./boardlog.js";
import { Moves } from "./boardmoves.js";
import { faces, follow, resize } from "./faces.js";
import {
  $,
  about,
  api,
  attempt,
  get,
  make,
  newest,
  number,
  onEvent,
  onKey,
  post,
  Refused,
  say,
  showProblems,
  toast,
  whileWaiting,
} from "./page.js";
import { botName, LEVELS } from "./playlevels.js";
import { openLobby } from "./playlobby.js";

const SPECTATOR = -1;
const EVERYONE = -2;
const MOST_SCENES = 60; // scenes in one answer

const board = new Board($("#cloth"));
const moves = new Moves(board, { play, enlarge });

/** The game as it is now, without its steps. @type {Answer.MatchView | null} */
let match = null;
/** What happened, by ply. @type {Answer.MatchStep[]} */
let steps = [];
/** Scenes by ply, as the viewer sees them. @type {Map<number, Answer.TableScene>} */
const scenes = new Map();
/** The ply that is shown, and whether it is the current position rather than an earlier one. */
let shown = -1;
let live = true;
/** The earlier ply that was asked for. */
let wanted = 0;
/** The viewer that was chosen, if any. @type {number | null} */
let chosen = null;
/** Steps that are still to be shown, one after another. @type {number[]} */
let queue = [];
let showing = false;
/** Whether an answer to a move is awaited. */
let sending = false;
/** The latest news that came meanwhile. @type {Answer.ChangedMatch | null} */
let heard = null;

const asked = new URLSearchParams(location.search);
const matchId = () => asked.get("match") ?? about.match ?? "";
/** @param {string} path */
const matchApi = (path = "") => api(`match/${encodeURIComponent(matchId())}${path}`);

// ---- loading ----

const loadPieces = newest(async () => {
  /** @type {Answer.TablePieces} */
  const found = await whileWaiting(say("loading"), () => get(api("play/pieces")));
  takePieces(found);
  follow(found, again, (name) => faces.get(name).version > 0);
  document.title = `${say("nav-play")} · ${found.title} · pnp`;
  if (board.scene) board.layOut(false);
});

/** What the page knows, for the server to send only what is new. */
function known(count = 1) {
  const viewer = chosen ?? match?.viewer;
  const since = match && viewer === match.viewer ? steps.length - 1 : -1; // another viewer saw other things
  const query = new URLSearchParams({ since: String(since), scenes: String(count) });
  if (match) query.set("epoch", String(match.epoch));
  if (viewer !== undefined) query.set("viewer", String(viewer));
  return query;
}

const load = newest(async () => take(await get(matchApi(`?${known(match ? MOST_SCENES : 1)}`))));

/** Take in the game as it is now.
 * @param {Answer.MatchView} view */
function take(view) {
  const first = !match || match.match !== view.match;
  const other = first || match.viewer !== view.viewer || match.epoch !== view.epoch;
  if (match && !first && view.epoch < match.epoch) return; // an answer that was overtaken
  if (match && !other && view.ply < match.ply) return;
  if (other) {
    steps = [];
    scenes.clear();
    queue = [];
  }
  const might = match && mayMove();
  match = view;
  for (const step of view.steps) {
    if (step.scene) scenes.set(step.ply, step.scene);
    const old = steps[step.ply];
    steps[step.ply] = { ...step, scene: null };
    if (!old && !other && step.ply > shown) queue.push(step.ply);
  }
  showProblems(view.problems);
  drawLog();
  drawPlayers();
  drawCurve();
  $("#match").hidden = false;
  if (other || !queue.length) {
    if (other && !(live || first)) goBackTo(Math.min(wanted, view.ply));
    else if (!other && live && shown === view.ply && might === mayMove()) {
      board.showSeats(view.seats);
      drawStatus(); // what was taken up stays so
    } else if (live || first) showNow(!first || view.ply === 0);
  }
  showQueue();
  curtain();
}

/** Something may have been missed. */
function again() {
  loadPieces();
  if (matchId()) load();
}

onEvent("match", (event) => {
  if (event.match !== matchId()) {
    if (!matchId()) refreshLobby();
    return;
  }
  if (sending) heard = event;
  else heed(event);
});

/** Ask for what happened since, unless an answer has told it already.
 * @param {Answer.ChangedMatch} event */
function heed(event) {
  const known = match && event.epoch === match.epoch;
  if (known && event.ply < match.ply) return;
  if (known && event.ply === match.ply) {
    match = { ...match, thinking: event.thinking, turn: event.turn };
    drawStatus();
    if (event.thinking) return;
  }
  load();
}
onEvent("saved", () => {
  loadPieces();
  if (matchId()) load();
});

// ---- showing positions ----

const pace = () => (reduced() ? Math.min(Number($("#pace").value), 300) : Number($("#pace").value));
/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** Show the moves that have been made since, one after another. */
async function showQueue() {
  if (showing) return;
  showing = true;
  while (queue.length && live) {
    if (queue.length > 30 || document.hidden) queue = queue.slice(-1); // catch up
    const ply = queue.shift();
    const scene = scenes.get(ply);
    if (!scene) continue;
    const own = mineAt(ply);
    const before = performance.now();
    showAt(ply, scene, queue.length === 0 && ply === match.ply);
    if (!own || queue.length) await wait(own ? 150 : Math.max(0, pace() - (performance.now() - before)));
  }
  showing = false;
  if (live && match && shown !== match.ply && !queue.length && scenes.has(match.ply)) showNow(true);
  else drawStatus();
}

/** Whether a person at this screen made the move that led to a ply.
 * @param {number} ply */
const mineAt = (ply) => match.seats[steps[ply]?.seat]?.mine ?? false;

/** @param {number} ply
 * @param {Answer.TableScene} scene
 * @param {boolean} now whether moves can be made */
function showAt(ply, scene, now, moving = true) {
  shown = ply;
  board.show(scene, match.viewer, { seats: match.seats, moving });
  moves.set(now && live && mayMove() ? scene.moves : []);
  const tall = !scene.zones.length;
  $("#felt").hidden = tall && !scene.seats.length;
  $("#table-notes").hidden = !tall;
  $("#table-notes").textContent = tall ? scene.notes.join("\n") : "";
  drawStatus();
  markShown(shown, match.ply);
}

function showNow(moving = true) {
  live = true;
  const scene = scenes.get(match.ply);
  queue = queue.filter((ply) => ply > match.ply);
  if (scene) showAt(match.ply, scene, true, moving);
  $("#past").hidden = true;
}

/** Show an earlier position.
 * @param {number} ply */
async function goBackTo(ply) {
  if (!match) return;
  if (ply >= match.ply) return showNow();
  live = false;
  wanted = ply;
  queue = [];
  const scene = await sceneAt(ply);
  if (!scene || live || wanted !== ply) return;
  showAt(ply, scene, false);
  $("#past").hidden = false;
  $("#past-words").replaceChildren(
    say("play-past", { ply: number(ply), last: number(match.ply) }),
    ...(steps[ply]?.lines ?? []).map((line) => make("small", {}, line)),
  );
  $("#branch").hidden = !match.branch || match.viewer < 0;
}

/** @param {number} ply
 * @returns {Promise<Answer.TableScene | undefined>} */
async function sceneAt(ply) {
  if (!scenes.has(ply)) {
    const query = known(1);
    query.set("since", String(ply - 1));
    query.set("until", String(ply));
    /** @type {Answer.MatchView | undefined} */
    const found = await attempt(() => get(matchApi(`?${query}`)));
    for (const step of found?.steps ?? [])
      if (step.scene && found.viewer === match.viewer) scenes.set(step.ply, step.scene);
  }
  return scenes.get(ply);
}

/** Show again what happened since the viewer's last turn. */
async function replay() {
  if (!match) return;
  const own = steps.findLastIndex(({ seat }, ply) => ply < match.ply && seat === match.viewer);
  const before = steps.findLastIndex(({ seat }) => seat !== match.viewer && seat >= 0);
  const from = Math.max(
    own >= before ? steps.slice(0, own).findLastIndex(({ seat }) => seat !== match.viewer) : own,
    0,
  );
  for (let ply = from; ply < match.ply; ply++) await sceneAt(ply);
  live = true;
  $("#past").hidden = true;
  showAt(from, scenes.get(from), false, false);
  queue = Array.from({ length: match.ply - from }, (_, step) => from + 1 + step);
  await wait(300);
  showQueue();
}

// ---- making moves ----

/** @param {number} action */
async function play(action) {
  if (sending || !match || match.viewer < 0) return;
  sending = true;
  const body = { ply: match.ply, action, viewer: match.viewer };
  try {
    take(await post(matchApi(`/move?${known(2)}`), body));
  } catch (error) {
    if (error instanceof Refused && error.status === 409) {
      toast(say("play-stale"));
      load();
    } else {
      await attempt(() => Promise.reject(error));
      showNow(false);
    }
  } finally {
    sending = false;
    if (heard) heed(heard);
    heard = null;
  }
}

async function undo() {
  if (!match || match.undo < 0 || !live || sending) return;
  const body = { ply: match.ply, viewer: match.viewer };
  const found = await attempt(() => post(matchApi(`/undo?${known(1)}`), body));
  if (found) take(found);
}

async function hint() {
  if (!match || !live || shown !== match.ply || match.turn !== match.viewer) return;
  if (moves.moves.length < 2) {
    toast(say("play-hint-none"));
    return;
  }
  /** @type {Answer.Suggestions | undefined} */
  const found = await attempt(() =>
    whileWaiting(say("play-hint-wait"), () => get(matchApi(`/hints?viewer=${match.viewer}`))),
  );
  if (found && found.ply === match.ply && live) moves.suggest(found.moves);
}

// ---- what is said ----

/** @param {number} seat */
const nameOf = (seat) => board.scene?.seats[seat]?.name ?? String(seat + 1);

function drawStatus() {
  if (!match || !board.scene) return;
  const { seats, winners, turn, over, viewer } = match;
  const now = live && shown === match.ply;
  const lines = now ? [] : (steps[shown]?.lines ?? []);
  let text = "";
  if (over && now) {
    const names = winners.map(nameOf).join(", ");
    text = say(winners.length && winners.length < seats.length ? "play-over" : "play-over-draw", { winners: names });
  } else if (!now) text = [steps[shown]?.name, lines[0] ?? say("play-deal")].filter(Boolean).join(" · ");
  else if (turn === viewer && mayMove()) text = say("play-your-turn", { name: nameOf(turn) });
  else text = say(seats[turn]?.bot ? "play-thinking" : "play-their-turn", { name: nameOf(turn) });
  const more =
    over && now
      ? match.scores.map((score, seat) => say("play-score", { name: nameOf(seat), score }))
      : now && board.scene.zones.length
        ? board.scene.notes
        : lines.slice(1);
  $("#status").replaceChildren(unbroken(text), more.length ? make("small", {}, unbroken(more.join(" · "))) : "");
  if (about.match) drawOwnSeat();
  $("#match").dataset.state = !now ? "past" : over ? "over" : turn === viewer && mayMove() ? "yours" : "theirs";
  $("#undo").disabled = match.undo < 0 || !now || !mayMove();
  $("#hint").disabled = !(now && turn === viewer && mayMove());
  $("#replay").disabled = !match.ply;
  $("#step-first").disabled = $("#step-back").disabled = shown <= 0;
  $("#step-on").disabled = shown >= match.ply;
}

/** The steps that the log shows, by which it notices that it is another game. @type {Answer.MatchStep[]} */
let logged = [];
function drawLog() {
  const log = $("#log");
  const scrolled = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  if (logged !== steps) log.replaceChildren();
  logged = steps;
  for (const step of steps.slice(log.children.length)) log.append(logNode(step, goBackTo));
  if (scrolled || log.children.length === steps.length) log.scrollTop = log.scrollHeight;
}

// ---- players, viewers and chances ----

/** Whether the moves on the page are those of its viewer, and no bot plays for them. */
const mayMove = () => match.seats[match.viewer]?.mine ?? false;

/** Draw whose seat it is at a table of friends, and the button that hands it to a bot and takes it back. */
function drawOwnSeat() {
  const { seats, over } = match;
  const own = asked.has("match") ? undefined : seats[about.seat ?? -1];
  $("#own-seat").textContent = own ? say("play-you-are", { name: nameOf(about.seat) }) : say("play-watching");
  const give = $("#give-seat");
  if (!give) return;
  give.hidden = !own || over;
  give.textContent = say(own?.bot ? "play-take-seat" : "play-give-seat");
}
async function giveOwnSeat() {
  const name = match.seats[about.seat].bot ? "person" : "greedy";
  await post(matchApi("/seat"), { seat: about.seat, name });
  await load();
}
$("#give-seat")?.addEventListener("click", () => attempt(giveOwnSeat));

function drawPlayers() {
  const { seats, viewers, viewer, host } = match;
  const names = (/** @type {number} */ each) =>
    each === SPECTATOR ? say("play-eyes-spectator") : each === EVERYONE ? say("play-eyes-everyone") : nameOf(each);
  $("#eyes-field").hidden = viewers.length < 2;
  $("#viewer").replaceChildren(
    ...[...viewers]
      .sort((one, other) => (one < 0 ? 99 - one : one) - (other < 0 ? 99 - other : other))
      .map((each) => make("option", { value: each, selected: each === viewer }, names(each))),
  );
  $("#players-list").replaceChildren(
    ...seats.map(({ bot, open }, seat) => {
      const may = open && (host || seat === about.seat) && !match.over;
      const levels = LEVELS.some(([value]) => value === (bot || "person")) ? LEVELS : [...LEVELS, [bot, botName(bot)]];
      const select = make(
        "select",
        { "aria-label": say("play-seat-of", { name: nameOf(seat) }), disabled: !may },
        ...levels.map(([value, text]) => make("option", { value, selected: value === (bot || "person") }, text)),
      );
      select.addEventListener("change", () =>
        attempt(async () => {
          await post(matchApi("/seat"), { seat, name: select.value });
          chosen = null;
          queue = [];
          if (seat === match.viewer) match = null; // the server says who is seen now
          await load();
        }),
      );
      return make("label", { class: `seat-${seat % 6}` }, nameOf(seat), select);
    }),
  );
  $("#record").hidden = !(match.over || match.branch);
  $("#record").href = matchApi("/record");
}

let curveFor = "";
async function drawCurve() {
  if (match) $("#curve-panel").hidden = match.viewer === SPECTATOR && !(match.over || match.branch);
  if (!$("#curve-panel").open || !match) return;
  const { epoch, ply, viewer } = match;
  if (curveFor === `${epoch} ${ply} ${viewer}`) return;
  curveFor = `${epoch} ${ply} ${viewer}`;
  /** @type {Answer.ChanceCurve | undefined} */
  const found = await attempt(() => get(matchApi(`/chances?viewer=${viewer}`)));
  if (!found || curveFor !== `${epoch} ${ply} ${viewer}`) return;
  drawChances(found.points, nameOf, goBackTo);
  markShown(shown, match.ply);
}
$("#curve-panel").addEventListener("toggle", () => {
  curveFor = "";
  drawCurve();
});

// ---- two people at one screen ----

function curtain() {
  if (about.match || !match || !live || match.over) return;
  const mine = match.seats.filter((seat) => seat.mine);
  if (chosen === match.turn) return; // the screen has been handed over, and an answer is on its way
  if (mine.length < 2 || match.turn === match.viewer || !match.seats[match.turn]?.mine || $("#curtain").open) return;
  const { turn } = match;
  $("#curtain-title").textContent = say("play-curtain-title", { name: nameOf(turn) });
  $("#curtain").showModal();
  $("#curtain").addEventListener(
    "close",
    () => {
      chosen = turn;
      load();
    },
    { once: true },
  );
}

// ---- buttons and keys ----

$("#undo").addEventListener("click", undo);
$("#hint").addEventListener("click", hint);
$("#turn").addEventListener("click", () => moves.turn(1));
$("#now").addEventListener("click", () => showNow());
$("#replay").addEventListener("click", replay);
$("#step-first").addEventListener("click", () => goBackTo(0));
$("#step-back").addEventListener("click", () => goBackTo(Math.max(0, shown - 1)));
$("#step-on").addEventListener("click", () => goBackTo(shown + 1));
$("#branch").addEventListener("click", () =>
  attempt(async () => {
    /** @type {Answer.StartedMatch} */
    const { match: started } = await post(matchApi("/branch"), { ply: shown, viewer: match.viewer });
    location.search = `?match=${started}`;
  }),
);
$("#viewer").addEventListener("change", () => {
  chosen = Number($("#viewer").value);
  load();
});
$("#pace").value = localStorage.getItem("pnp-pace") ?? "1000";
$("#pace").addEventListener("change", () => localStorage.setItem("pnp-pace", $("#pace").value));
onKey("u", say("play-key-undo"), undo);
onKey("h", say("play-key-hint"), hint);
onKey("r", say("play-key-turn"), () => moves.turn(1));
onKey("e", say("play-key-enlarge"), () => {
  const node = /** @type {HTMLElement | null} */ (document.activeElement?.closest(".piece"));
  const piece = (node && board.shown.get(node.dataset.key)) ?? moves.selected;
  if (!piece) return false;
  enlarge(piece.item);
  return true;
});
onKey(",", say("play-key-step"), () => goBackTo(Math.max(0, shown - 1)));
onKey(".", say("play-key-step"), () => goBackTo(shown + 1));
for (let place = 1; place <= 9; place++) onKey(String(place), say("play-key-number"), () => moves.playNumber(place));
$("#leave")?.addEventListener("click", () => {
  location.search = "";
});

// ---- start ----

let refreshLobby = () => {};
if (matchId()) {
  loadPieces().then(load);
  addEventListener("load", resize, { once: true });
} else {
  refreshLobby = openLobby();
  loadPieces();
}
