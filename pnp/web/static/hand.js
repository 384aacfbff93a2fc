// A hand: the deck is shuffled and dealt, to try it without rules.

import { enlarge, game, layOut, nameNode, nodes } from "./cardlayout.js";
import { changed, follow, waiting } from "./faces.js";
import {
  $,
  $$,
  about,
  api,
  gameText,
  get,
  keepFields,
  make,
  newest,
  number,
  onEvent,
  onKey,
  say,
  sayNodes,
  showProblems,
  showWait,
  targetOf,
  toast,
  whileWaiting,
} from "./page.js";
import { chance, freshSeed, shuffled } from "./shuffle.js";

/** @import { Table } from "./cardlayout.js" */

/** The fields that decide what is dealt. */
const DEAL = ["decks", "hand-size", "hands", "market-size", "seed"];
const FIELDS = [...DEAL, "lang", "eyes"];
const asked = new URLSearchParams(location.search);
/** Every action and every deal makes a new table, so that all of them can be undone. @type {Table[]} */
let history = [];
let at = -1;
const now = () => history[at];

// ---- loading ----

const chosenDecks = (names = $("#decks").value) => new Set(names.split(",").filter((name) => game.decks.has(name)));
/** Return the cards of these decks.
 * @param {Set<string>} decks */
const cardsOf = (decks) =>
  [...game.copies].filter(([, id]) => decks.has(game.pieces.get(id).deck)).map(([card]) => card);

const load = newest(async () => {
  const chosen = $("#lang").value;
  const view = new URLSearchParams({ lang: chosen || asked.get("lang") || "" });
  /** @type {Answer.Pieces} */
  const found = await whileWaiting(say("loading"), () => get(api(`pieces?${view}`)));
  take(found, $("#lang").value === chosen ? found.lang : $("#lang").value); // one may have been chosen since
});

/** @param {Answer.Pieces} found
 * @param {string} lang the language that is chosen */
function take(found, lang) {
  showProblems(found.problems);
  follow(found, load);
  if (!found.pieces.length) return;
  document.title = `${say("nav-hand")} · ${found.title} · pnp`;
  game.decks = new Map(found.decks.map((deck) => [deck.name, deck]));
  game.pieces = new Map(found.pieces.map((piece) => [`${piece.deck}/${piece.id}`, piece]));
  game.copies = new Map();
  game.bleed = found.bleed;
  game.lang = found.lang;
  for (const [id, piece] of game.pieces)
    for (let copy = 1; copy <= piece.count; copy++) game.copies.set(`${id}#${copy}`, id);
  chooseDecks(found.decks, found.drawn);
  $("#lang-field").hidden = found.languages.length < 2;
  $("#lang").replaceChildren(...found.languages.map((each) => make("option", {}, each)));
  $("#lang").value = lang;
  $("#lang").dataset.usual = found.languages.includes(about.lang) ? about.lang : found.languages[0];
  showBusy();
  $("#tabletop").hidden = false;
  if (at < 0) deal();
  else reconcile();
}

/** Offer the decks; by default, the first one that is drawn from is used.
 * @param {Answer.ListedDeck[]} decks
 * @param {string[]} drawn */
function chooseDecks(decks, drawn) {
  const usual = drawn[0] ?? decks[0].name;
  if (!chosenDecks().size) $("#decks").value = usual;
  $("#decks").dataset.usual = usual;
  const chosen = chosenDecks();
  $("#deck-choice").hidden = decks.length < 2;
  for (const label of $$("label", $("#deck-choice"))) label.remove();
  for (const deck of decks) {
    const box = make("input", { type: "checkbox", value: deck.name });
    box.checked = chosen.has(deck.name);
    box.addEventListener("change", () => {
      const names = $$("input:checked", $("#deck-choice")).map((each) => each.value);
      if (!names.length) {
        box.checked = true;
        return;
      }
      $("#decks").value = names.join(",");
      $("#decks").dispatchEvent(new Event("change"));
    });
    $("#deck-choice").append(
      make("label", { class: "check" }, box, gameText(deck.title, game.lang), ` (${number(deck.count)})`),
    );
  }
}

// ---- the table ----

/** Return the number in a field, within its limits.
 * @param {"#hands" | "#hand-size" | "#market-size"} id */
const count = (id) => Math.max(Number($(id).min), Math.min(Number($(id).max), Math.floor(Number($(id).value)) || 0));

function deal(seed = $("#seed").value.trim()) {
  seed ||= freshSeed();
  $("#seed").value = seed;
  $("#seed").dispatchEvent(new Event("change"));
  const pile = shuffled(cardsOf(chosenDecks()), seed);
  const hands = Array.from({ length: count("#hands") }, () => /** @type {string[]} */ ([]));
  for (let round = 0; round < count("#hand-size"); round++)
    for (const hand of hands) if (pile.length) hand.push(pile.shift());
  const market = pile.splice(0, count("#market-size"));
  const setting = Object.fromEntries(DEAL.map((id) => [id, fieldOf(id).value]));
  history = [...history.slice(0, at + 1), { pile, hands, market, discard: [], seat: 0, setting }];
  at++;
  render();
  tell("hand-dealt", { seed });
}
/** @param {string} id */
const fieldOf = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
/** Fill in the fields as they were when the current table was dealt. */
function restoreSetting() {
  const { setting } = now();
  if (DEAL.every((id) => fieldOf(id).value === setting[id])) return;
  for (const id of DEAL) fieldOf(id).value = setting[id];
  const chosen = chosenDecks();
  for (const box of $$("input", $("#deck-choice"))) box.checked = chosen.has(box.value);
  $("#seed").dispatchEvent(new Event("change"));
}

/** Change a copy of the table, and say so; false if nothing was changed.
 * @param {(table: Table) => unknown} change
 * @param {string} key
 * @param {Record<string, string | number | Node>} blanks */
function act(change, key, blanks = {}) {
  const before = now();
  const table = {
    ...before,
    pile: [...before.pile],
    market: [...before.market],
    discard: [...before.discard],
    hands: before.hands.map((hand) => [...hand]),
  };
  if (change(table) === false) return false;
  history = [...history.slice(0, at + 1), table];
  at++;
  render();
  tell(key, blanks);
  return true;
}
const mine = (table = now()) => table.hands[table.seat];

function draw() {
  const card = now().pile[0];
  if (!card) return tell(now().discard.length ? "hand-empty-gather" : "hand-empty");
  act(
    (table) => {
      mine(table).push(table.pile.shift());
    },
    "hand-drew",
    { name: nameNode(card) },
  );
  focusCard(card);
}
/** @param {string} card */
function play(card) {
  const place = mine().indexOf(card);
  act(
    (table) => {
      mine(table).splice(place, 1);
      table.discard.push(card);
    },
    "hand-played",
    { name: nameNode(card) },
  );
  const left = mine();
  if (left.length) focusCard(left[Math.min(place, left.length - 1)]);
  else $("#draw").focus();
}
/** @param {string} card
 * @param {"market" | "discard"} zone */
function takeFrom(card, zone) {
  act(
    (table) => {
      table[zone].splice(table[zone].lastIndexOf(card), 1);
      mine(table).push(card);
    },
    "hand-took",
    { name: nameNode(card) },
  );
  focusCard(card);
}
function refill() {
  const room = count("#market-size") - now().market.length;
  if (room <= 0) return tell("hand-market-full");
  if (!now().pile.length) return tell(now().discard.length ? "hand-empty-gather" : "hand-empty");
  act((table) => {
    table.market.push(...table.pile.splice(0, room));
  }, "hand-refilled");
}
function gather() {
  if (!now().discard.length) return tell("hand-nothing-discarded");
  const seed = `${$("#seed").value}:${at}`;
  act((table) => {
    table.pile.push(...shuffled(table.discard, seed));
    table.discard = [];
  }, "hand-gathered");
}
function sort() {
  const order = new Map([...game.copies.keys()].map((card, place) => [card, place]));
  act((table) => {
    mine(table).sort((a, b) => order.get(a) - order.get(b));
  }, "hand-sorted");
}
/** @param {number} seat */
function sit(seat) {
  act(
    (table) => {
      table.seat = seat;
    },
    "hand-seat-now",
    { number: seat + 1 },
  );
  $("#fan .card")?.focus();
}
/** Undo or redo.
 * @param {number} by */
function step(by) {
  if (at + by < 0 || at + by >= history.length) return tell(by < 0 ? "hand-no-undo" : "hand-no-redo");
  at += by;
  restoreSetting();
  render();
  tell(by < 0 ? "hand-undone" : "hand-redone");
}

/** Update the table after a save: removed cards leave it, and new ones are shuffled into the pile. */
function reconcile() {
  const changes = history.map(changesOf);
  history = history.map((table, place) => withChanges(table, changes[place]));
  const { gone, come } = changes[at];
  if (gone.length || come.length)
    toast(say("hand-deck-changed", { gone: number(gone.length), come: number(come.length) }));
  render();
}
/** Return the cards of a table that are gone, and those that its decks have besides.
 * @param {Table} table */
function changesOf({ pile, market, discard, hands, setting }) {
  const there = new Set(cardsOf(chosenDecks(setting.decks)));
  const known = new Set([pile, market, discard, ...hands].flat());
  return { gone: [...known].filter((card) => !there.has(card)), come: [...there].filter((card) => !known.has(card)) };
}
/** @param {Table} table
 * @param {{ gone: string[], come: string[] }} changes
 * @returns {Table} */
function withChanges(table, { gone, come }) {
  if (!gone.length && !come.length) return table;
  /** @param {string[]} cards */
  const keep = (cards) => cards.filter((card) => !gone.includes(card));
  const pile = keep(table.pile);
  const draw = chance(`${table.setting.seed}:${come.join()}`);
  for (const card of come) pile.splice(Math.floor(draw() * (pile.length + 1)), 0, card);
  return { ...table, pile, market: keep(table.market), discard: keep(table.discard), hands: table.hands.map(keep) };
}

function render() {
  if (at < 0) return;
  layOut(
    now(),
    [...chosenDecks()].map((name) => game.decks.get(name)),
    count("#market-size"),
    sit,
  );
  disable($("#undo"), at === 0, $("#redo"));
  disable($("#redo"), at === history.length - 1, $("#undo"));
  $("#gather").disabled = !now().discard.length;
}

/** Disable or enable a button; if it has the focus, another one takes it.
 * @param {HTMLButtonElement} button
 * @param {boolean} off
 * @param {HTMLButtonElement} other */
function disable(button, off, other) {
  const focused = off && document.activeElement === button;
  button.disabled = off;
  if (focused) {
    other.disabled = false;
    other.focus();
  }
}

function showBusy() {
  $("#live").classList.toggle("busy", waiting > 0);
  showWait("faces", waiting ? say("drawing-cards") : "");
}
changed(showBusy);
onEvent("saved", load);

// ---- mouse, keys, controls ----

/** @param {string} key
 * @param {Record<string, string | number | Node>} blanks */
function tell(key, blanks = {}) {
  $("#said").replaceChildren(...sayNodes(key, blanks));
}
/** @param {string} card */
function focusCard(card) {
  nodes.get(card)?.focus();
}
const touch = matchMedia("(hover: none)");
/** @param {Event} event
 * @returns {HTMLElement | null} */
const cardOf = (event) => targetOf(event).closest(".card");
/** @param {HTMLElement} zone
 * @param {(card: string) => void} work what a click does */
function listenTo(zone, work) {
  zone.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") enlarge(cardOf(event));
  });
  zone.addEventListener("pointerleave", () => enlarge(null));
  zone.addEventListener("focusin", (event) => {
    if (targetOf(event).matches(":focus-visible")) enlarge(cardOf(event));
  });
  zone.addEventListener("focusout", () => enlarge(null));
  zone.addEventListener("click", (event) => {
    const node = cardOf(event);
    if (!node) return;
    // on a touch screen, the first tap enlarges and the second plays
    if (touch.matches && event.detail && !node.classList.contains("near")) {
      enlarge(node);
      return;
    }
    enlarge(null);
    work(node.dataset.card);
  });
}
listenTo($("#fan"), play);
listenTo($("#market"), (card) => takeFrom(card, "market"));
$("#pile").addEventListener("click", draw);
$("#draw").addEventListener("click", draw);
$("#discard").addEventListener("click", () =>
  now().discard.length ? takeFrom(now().discard.at(-1), "discard") : tell("hand-discard-none"),
);
$("#refill").addEventListener("click", refill);
$("#gather").addEventListener("click", gather);
$("#sort").addEventListener("click", sort);
$("#undo").addEventListener("click", () => step(-1));
$("#redo").addEventListener("click", () => step(1));
$("#again").addEventListener("click", () => deal(freshSeed()));
$("#setting").addEventListener("submit", (event) => {
  event.preventDefault();
  deal();
});

/** Move the focus to the next or previous card; false without cards.
 * @param {number} by */
function along(by) {
  const zone = document.activeElement.closest("#fan, #market") ?? $("#fan");
  const inside = $$(".card", zone);
  if (!inside.length) return false;
  const place = inside.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  inside[place < 0 ? 0 : (place + by + inside.length) % inside.length].focus();
  return true;
}
/** @param {() => unknown} work */
const onTable = (work) => () => {
  if (at < 0 || $("dialog[open]")) return false;
  work();
  return true;
};
onKey("d", say("hand-draw"), onTable(draw));
onKey("ArrowRight", say("hand-key-next"), () => along(1));
onKey("ArrowLeft", say("hand-key-before"), () => along(-1));
onKey("ArrowUp", say("hand-key-market"), () => {
  const card = $("#market .card");
  card?.focus();
  return Boolean(card);
});
onKey("ArrowDown", say("hand-key-hand"), () => {
  const card = $("#fan .card");
  card?.focus();
  return Boolean(card);
});
onKey("Enter", say("hand-key-play"), () => false);
onKey("r", say("hand-refill"), onTable(refill));
onKey("o", say("hand-sort"), onTable(sort));
onKey("s", say("hand-gather"), onTable(gather));
onKey(
  "u",
  say("hand-undo"),
  onTable(() => step(-1)),
);
onKey(
  "y",
  say("hand-redo"),
  onTable(() => step(1)),
);
onKey(
  "h",
  say("hand-key-seat"),
  onTable(() => sit((now().seat + 1) % now().hands.length)),
);
onKey(
  "n",
  say("hand-again"),
  onTable(() => deal(freshSeed())),
);
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || targetOf(event).closest("input")) return;
  const key = event.key.toLowerCase();
  if (key === "z") {
    step(event.shiftKey ? 1 : -1);
    event.preventDefault();
  }
  if (key === "y") {
    step(1);
    event.preventDefault();
  }
});
let resizing = 0;
addEventListener("resize", () => {
  cancelAnimationFrame(resizing);
  resizing = requestAnimationFrame(render);
});

function seen() {
  for (const eyes of ["grey", "protanopia", "deuteranopia", "tritanopia"])
    document.body.classList.toggle(`eyes-${eyes}`, $("#eyes").value === eyes);
}
keepFields(FIELDS, (id) => {
  if (id === "eyes") seen();
  else if (id === "lang") load();
  else if (id !== "seed" && at >= 0) deal();
});
seen();
if (innerWidth < 768) $("#settings").open = false;
load();
