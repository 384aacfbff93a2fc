// A hand: shuffle and deal from the deck to see how it feels, without any rules.
import { $, $$, api, attempt, get, hear, kept, listen, make, number, onKey, post, say, toast, trouble } from "./page.js";
import "./face.js";

const FIELDS = ["decks", "hand-size", "hands", "market-size", "seed", "lang", "eyes"];
const MOST_GROWN = 2.2;
const game = { decks: new Map(), pieces: new Map(), copies: new Map(), bleed: 3 };
const nodes = new Map();
const asked = new URLSearchParams(location.search);
let history = [], at = -1, view = "";
const now = () => history[at];

// ---- chance: the same seed deals the same cards ----

function chance(seed) {
  let state = 0x811c9dc5;
  for (const sign of String(seed)) state = Math.imul(state ^ sign.codePointAt(0), 0x01000193) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled(cards, seed) {
  const draw = chance(seed), mixed = [...cards];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(draw() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}
const freshSeed = () => String(Math.floor(Math.random() * 1e6)).padStart(6, "0");

// ---- what there is ----

const pieceOf = (card) => game.pieces.get(game.copies.get(card));
const nameOf = (card) => { const piece = pieceOf(card); return piece.texts.name || piece.texts.title || piece.id; };
const deckOf = (card) => game.decks.get(pieceOf(card).deck);
/** The face of a card; copies may have looks of their own. */
function faceOf(card, side) {
  const { faces } = pieceOf(card);
  const looks = [...new Set(faces.map((face) => face.look))];
  const look = looks[(Number(card.split("#")[1]) - 1) % looks.length];
  return faces.find((face) => face.look === look && face.side === side) ?? (side === "front" ? faces[0] : null);
}
const chosenDecks = () => new Set($("#decks").value.split(",").filter((name) => game.decks.has(name)));

let loading = false, again = false;
async function load() {
  again = loading;
  if (loading) return;
  loading = true;
  const found = await attempt(() => get(api(`pieces?${new URLSearchParams({ lang: $("#lang").value || asked.get("lang") || "" })}`)));
  loading = false;
  if (found) take(found);
  if (again) load();
}

function take(found) {
  trouble(found.problems);
  if (!found.pieces.length) return;
  document.title = `${say("nav-hand")} · ${found.title} · pnp`;
  game.decks = new Map(found.decks.map((deck) => [deck.name, deck]));
  game.pieces = new Map(found.pieces.map((piece) => [`${piece.deck}/${piece.id}`, piece]));
  game.copies = new Map();
  game.bleed = found.bleed;
  for (const [id, piece] of game.pieces) for (let copy = 1; copy <= piece.count; copy++) game.copies.set(`${id}#${copy}`, id);
  chooseDecks(found.decks);
  $("#lang-field").hidden = found.languages.length < 2;
  $("#lang").replaceChildren(...found.languages.map((lang) => make("option", {}, lang)));
  $("#lang").value = found.lang;
  $("#lang").dataset.usual = found.languages[0];
  if (view !== `${found.lang} ${found.ink}`) {
    view = `${found.lang} ${found.ink}`;
    listen({ lang: found.lang, ink: found.ink }, load);
  }
  $("#live").classList.toggle("busy", found.waiting > 0);
  $("#felt").hidden = false;
  if (at < 0) deal();
  else reconcile();
}

/** Which decks lie on the table: at first those that are drawn from. */
function chooseDecks(decks) {
  const usual = ["card", "tile"].map((kind) => decks.filter((deck) => deck.kind === kind)).find((some) => some.length) ?? decks;
  if (!chosenDecks().size) $("#decks").value = usual[0].name;
  $("#decks").dataset.usual = usual[0].name;
  const chosen = chosenDecks();
  $("#deck-choice").hidden = decks.length < 2;
  $$("label", $("#deck-choice")).forEach((label) => label.remove());
  for (const deck of decks) {
    const box = make("input", { type: "checkbox", value: deck.name });
    box.checked = chosen.has(deck.name);
    box.addEventListener("change", () => {
      const names = $$("input:checked", $("#deck-choice")).map((each) => each.value);
      if (!names.length) { box.checked = true; return; }
      $("#decks").value = names.join(",");
      $("#decks").dispatchEvent(new Event("change"));
    });
    $("#deck-choice").append(make("label", { class: "check" }, box, `${deck.title} (${number(deck.count)})`));
  }
}

// ---- the table: every act makes a new one, so that all of them can be taken back ----

const count = (id) => Math.max(Number($(id).min), Math.min(Number($(id).max), Math.floor(Number($(id).value)) || 0));

function deal(seed = $("#seed").value.trim()) {
  seed ||= freshSeed();
  $("#seed").value = seed;
  $("#seed").dispatchEvent(new Event("change"));
  const chosen = chosenDecks();
  const all = [...game.copies].filter(([, id]) => chosen.has(game.pieces.get(id).deck)).map(([card]) => card);
  const pile = shuffled(all, seed);
  const hands = Array.from({ length: count("#hands") }, () => []);
  for (let round = 0; round < count("#hand-size"); round++) for (const hand of hands) if (pile.length) hand.push(pile.shift());
  const market = pile.splice(0, count("#market-size"));
  history = [{ pile, hands, market, discard: [], seat: 0 }];
  at = 0;
  render();
  tell("hand-dealt", { seed });
}

function act(change, key, blanks = {}) {
  const before = now();
  const table = { ...before, pile: [...before.pile], market: [...before.market], discard: [...before.discard], hands: before.hands.map((hand) => [...hand]) };
  if (change(table) === false) return false;
  history = [...history.slice(0, at + 1), table];
  at++;
  render();
  if (key) tell(key, blanks);
  return true;
}
const mine = (table = now()) => table.hands[table.seat];

function draw() {
  const card = now().pile[0];
  if (!card) return tell(now().discard.length ? "hand-empty-gather" : "hand-empty");
  act((table) => { mine(table).push(table.pile.shift()); }, "hand-drew", { name: nameOf(card) });
  focusCard(card);
}
function play(card) {
  const place = mine().indexOf(card);
  act((table) => { mine(table).splice(place, 1); table.discard.push(card); }, "hand-played", { name: nameOf(card) });
  const left = mine();
  if (left.length) focusCard(left[Math.min(place, left.length - 1)]);
  else $("#draw").focus();
}
function takeFrom(card, zone) {
  act((table) => { table[zone].splice(table[zone].lastIndexOf(card), 1); mine(table).push(card); }, "hand-took", { name: nameOf(card) });
  focusCard(card);
}
function refill() {
  const room = count("#market-size") - now().market.length;
  if (room <= 0) return tell("hand-market-full");
  if (!now().pile.length) return tell(now().discard.length ? "hand-empty-gather" : "hand-empty");
  act((table) => { table.market.push(...table.pile.splice(0, room)); }, "hand-refilled");
}
function gather() {
  if (!now().discard.length) return tell("hand-nothing-discarded");
  const seed = `${$("#seed").value}:${at}`;
  act((table) => { table.pile.push(...shuffled(table.discard, seed)); table.discard = []; }, "hand-gathered");
}
function sort() {
  const order = new Map([...game.copies.keys()].map((card, place) => [card, place]));
  act((table) => { mine(table).sort((a, b) => order.get(a) - order.get(b)); }, "hand-sorted");
}
function sit(seat) {
  act((table) => { table.seat = seat; }, "hand-seat-now", { number: seat + 1 });
  $("#fan .card")?.focus();
}
function step(by) {
  if (at + by < 0 || at + by >= history.length) return tell(by < 0 ? "hand-no-undo" : "hand-no-redo");
  at += by;
  render();
  tell(by < 0 ? "hand-undone" : "hand-redone");
}

/** After a save: cards that are gone leave the table, new ones are shuffled into the pile; all else stays. */
function reconcile() {
  const chosen = chosenDecks();
  const there = new Set([...game.copies].filter(([, id]) => chosen.has(game.pieces.get(id).deck)).map(([card]) => card));
  const known = new Set([now().pile, now().market, now().discard, ...now().hands].flat());
  const gone = [...known].filter((card) => !there.has(card)), come = [...there].filter((card) => !known.has(card));
  if (gone.length || come.length) {
    const keep = (cards) => cards.filter((card) => there.has(card));
    history = history.map((table) => {
      const pile = keep(table.pile), draw = chance(`${$("#seed").value}:${come.join()}`);
      for (const card of come) pile.splice(Math.floor(draw() * (pile.length + 1)), 0, card);
      return { ...table, pile, market: keep(table.market), discard: keep(table.discard), hands: table.hands.map(keep) };
    });
    toast(say("hand-deck-changed", { gone: number(gone.length), come: number(come.length) }));
  }
  render();
}

// ---- how it looks ----

function cardNode(card) {
  let node = nodes.get(card);
  if (!node) {
    node = make("button", { type: "button", class: "card" }, make("span", { class: "turn" }, document.createElement("pnp-face")));
    node.card = card;
    nodes.set(card, node);
  }
  return node;
}

function fill(face, card, side) {
  const deck = deckOf(card), shown = faceOf(card, side);
  const shape = { width: deck.width, height: deck.height, bleed: game.bleed, cut: pieceOf(card).cut[shown.side], safe: pieceOf(card).safe[shown.side] };
  face.setAttribute("label", side === "front" ? nameOf(card) : say("hand-back"));
  const said = JSON.stringify([shape, face.getAttribute("label")]);
  if (face.said !== said) { face.said = said; face.of = shape; if (face.key) face.redraw(); }
  face.named = shown.name;
  face.show(shown.key);
}

/** A card face down; a deck without backs has a plain one. */
function back(card) {
  if (!faceOf(card, "back")) return make("span", { class: "bare", style: `--wide:${deckOf(card).width};--tall:${deckOf(card).height}` });
  const face = document.createElement("pnp-face");
  fill(face, card, "back");
  return face;
}
const blank = () => make("span", { class: "place" });

function measure() {
  const decks = [...chosenDecks()].map((name) => game.decks.get(name));
  const wide = Math.max(...decks.map((deck) => deck.width)), tall = Math.max(...decks.map((deck) => deck.height));
  const felt = $("#felt"), narrow = innerWidth < 768;
  const across = felt.clientWidth / (narrow ? 3.6 : Math.max(6.6, 2.9 + 1.12 * count("#market-size")));
  const mm = Math.max(0.7, Math.min(across / wide, (innerHeight * (count("#hands") > 1 ? 0.25 : 0.29)) / tall, 5));
  for (const [name, value] of Object.entries({ "--mm": `${mm}px`, "--small": `${mm * 0.36}px`, "--wide": wide, "--tall": tall })) felt.style.setProperty(name, value);
  return { mm, wide };
}

function render() {
  if (at < 0) return;
  const table = now(), places = whereabouts();
  const { mm, wide } = measure();
  $("#others").replaceChildren(...table.hands.map((hand, seat) => (seat === table.seat ? null : seatNode(hand, seat))).filter(Boolean));
  $("#pile").replaceChildren(table.pile.length ? back(table.pile[0]) : blank());
  $("#pile").classList.toggle("thick", table.pile.length > 1);
  $("#pile").setAttribute("aria-label", say("hand-pile-label", { count: number(table.pile.length) }));
  $("#pile-left").textContent = number(table.pile.length);
  const top = table.discard.at(-1);
  $("#discard").replaceChildren(top ? cardFace(top) : blank());
  $("#discard").setAttribute("aria-label", top ? say("hand-discard-label", { name: nameOf(top), count: number(table.discard.length) }) : say("hand-discard-none"));
  $("#discard-count").textContent = number(table.discard.length);
  lay($("#market"), table.market, "hand-take-label");
  const gaps = Math.max(0, count("#market-size") - table.market.length);
  for (let gap = 0; gap < gaps; gap++) $("#market").append(blank());
  const hand = mine(table), fan = $("#fan");
  lay(fan, hand, "hand-play-label");
  const room = fan.clientWidth - Math.min(90, 8 * hand.length), lap = hand.length > 1 ? Math.min(-0.22 * wide * mm, (room - hand.length * wide * mm) / (hand.length - 1)) : 0;
  fan.style.setProperty("--lap", `${Math.max(lap, -0.93 * wide * mm)}px`);
  fan.style.setProperty("--angle", `${Math.min(4, 34 / Math.max(1, hand.length))}deg`);
  hand.forEach((card, place) => cardNode(card).style.setProperty("--off", place - (hand.length - 1) / 2));
  $("#undo").disabled = at === 0;
  $("#redo").disabled = at === history.length - 1;
  $("#gather").disabled = !table.discard.length;
  move(places);
  lookAt();
}

function lay(zone, cards, label) {
  const wanted = cards.map(cardNode);
  if (wanted.some((node, place) => zone.children[place] !== node) || zone.children.length !== wanted.length) zone.replaceChildren(...wanted);
  cards.forEach((card, place) => {
    const node = cardNode(card);
    fill($("pnp-face", node), card, "front");
    node.setAttribute("aria-label", say(label, { name: nameOf(card), place: place + 1, count: cards.length }));
  });
}
function cardFace(card) {
  const face = document.createElement("pnp-face");
  fill(face, card, "front");
  return face;
}
function seatNode(hand, seat) {
  const small = make("span", { class: "small", "aria-hidden": "true" });
  hand.forEach((card, place) => {
    const each = back(card);
    each.style.setProperty("--off", place - (hand.length - 1) / 2);
    small.append(each);
  });
  return make("button", { type: "button", class: "seat", onclick: () => sit(seat), "aria-label": say("hand-seat-label", { number: seat + 1, count: hand.length }) },
    small, make("span", {}, say("hand-seat", { number: seat + 1, count: hand.length })));
}

/** Where the cards in sight are, so that they can move from there. */
function whereabouts() {
  const found = new Map();
  for (const [card, node] of nodes) if (node.isConnected) found.set(card, node.getBoundingClientRect());
  if (history.length) {
    found.pile = $("#pile").getBoundingClientRect();
    found.discard = $("#discard").getBoundingClientRect();
  }
  return found;
}
const calm = matchMedia("(prefers-reduced-motion: reduce)");
function move(before) {
  if (calm.matches || !before.pile?.width) return;
  for (const [card, node] of nodes) {
    if (!node.isConnected) continue;
    const from = before.get(card) ?? before.pile, to = node.getBoundingClientRect();
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) + Math.abs(y) > 2) node.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 190, easing: "ease-out" });
  }
  const top = now().discard.at(-1), from = top && before.get(top);
  if (from) {
    const to = $("#discard").getBoundingClientRect();
    $("#discard").firstChild.animate([{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` }, { transform: "none" }], { duration: 190, easing: "ease-out" });
  }
}

/** Show a card as large as the window bears, wholly inside it. */
function enlarge(node) {
  $$(".card.near").forEach((other) => other !== node && other.classList.remove("near"));
  if (!node) return;
  const box = node.getBoundingClientRect(), edge = 10;
  const grow = Math.max(1, Math.min(MOST_GROWN, (innerHeight * 0.86) / box.height, (innerWidth * 0.94) / box.width));
  const [wide, tall] = [box.width * grow, box.height * grow];
  const left = Math.min(Math.max(box.left + (box.width - wide) / 2, edge), innerWidth - wide - edge);
  const top = Math.min(Math.max(box.top + (box.height - tall) / 2, edge), innerHeight - tall - edge);
  node.style.setProperty("--grow", grow);
  node.style.setProperty("--dx", `${left + wide / 2 - box.left - box.width / 2}px`);
  node.style.setProperty("--dy", `${top + tall / 2 - box.top - box.height / 2}px`);
  node.classList.add("near");
}

// ---- pictures ----

let asking = 0;
function lookAt() {
  clearTimeout(asking);
  asking = setTimeout(() => {
    const faces = $$("#felt pnp-face").filter((face) => !face.key).map((face) => face.named);
    if (faces.length) post(api("look"), { faces: [...new Set(faces)], lang: $("#lang").value }).catch(() => {});
  }, 30);
}
hear("faces", ({ faces, waiting }) => {
  const byName = new Map();
  for (const piece of game.pieces.values()) for (const face of piece.faces) byName.set(face.name, face);
  for (const { name, key } of faces) {
    const face = byName.get(name);
    if (!face) continue;
    const changed = face.key && face.key !== key;
    face.key = key;
    for (const shown of $$("#felt pnp-face").filter((each) => each.named === name)) {
      shown.show(key);
      if (changed) { shown.classList.remove("fresh"); requestAnimationFrame(() => shown.classList.add("fresh")); }
    }
  }
  $("#live").classList.toggle("busy", waiting > 0);
});
hear("saved", load);

// ---- mouse, keys, controls ----

function tell(key, blanks = {}) { $("#said").textContent = say(key, blanks); }
function focusCard(card) { nodes.get(card)?.focus(); }
const touch = matchMedia("(hover: none)");
for (const [zone, work] of [["#fan", play], ["#market", (card) => takeFrom(card, "market")]]) {
  $(zone).addEventListener("pointerover", (event) => event.pointerType === "mouse" && enlarge(event.target.closest(".card")));
  $(zone).addEventListener("pointerleave", () => enlarge(null));
  $(zone).addEventListener("focusin", (event) => event.target.matches(":focus-visible") && enlarge(event.target.closest(".card")));
  $(zone).addEventListener("focusout", () => enlarge(null));
  $(zone).addEventListener("click", (event) => {
    const node = event.target.closest(".card");
    if (!node) return;
    // a finger looks first, then plays
    if (touch.matches && event.detail && !node.classList.contains("near")) { enlarge(node); return; }
    enlarge(null);
    work(node.card);
  });
}
$("#pile").addEventListener("click", draw);
$("#draw").addEventListener("click", draw);
$("#discard").addEventListener("click", () => (now().discard.length ? takeFrom(now().discard.at(-1), "discard") : tell("hand-discard-none")));
$("#refill").addEventListener("click", refill);
$("#gather").addEventListener("click", gather);
$("#sort").addEventListener("click", sort);
$("#undo").addEventListener("click", () => step(-1));
$("#redo").addEventListener("click", () => step(1));
$("#again").addEventListener("click", () => deal(freshSeed()));
$("#setting").addEventListener("submit", (event) => { event.preventDefault(); deal(); });

function along(by) {
  const cards = $$("#fan .card, #market .card");
  const zone = document.activeElement.closest?.("#fan, #market") ?? $("#fan");
  const inside = cards.filter((card) => zone.contains(card));
  if (!inside.length) return false;
  const place = inside.indexOf(document.activeElement);
  inside[place < 0 ? 0 : (place + by + inside.length) % inside.length].focus();
  return true;
}
const onTable = (work) => () => (at < 0 || $("dialog[open]") ? false : (work(), true));
onKey("d", say("hand-draw"), onTable(draw));
onKey("ArrowRight", say("hand-key-next"), () => along(1));
onKey("ArrowLeft", say("hand-key-before"), () => along(-1));
onKey("ArrowUp", say("hand-key-market"), () => { const card = $("#market .card"); card?.focus(); return Boolean(card); });
onKey("ArrowDown", say("hand-key-hand"), () => { const card = $("#fan .card"); card?.focus(); return Boolean(card); });
onKey("Enter", say("hand-key-play"), () => false);
onKey("r", say("hand-refill"), onTable(refill));
onKey("o", say("hand-sort"), onTable(sort));
onKey("s", say("hand-gather"), onTable(gather));
onKey("u", say("hand-undo"), onTable(() => step(-1)));
onKey("y", say("hand-redo"), onTable(() => step(1)));
onKey("h", say("hand-key-seat"), onTable(() => sit((now().seat + 1) % now().hands.length)));
onKey("n", say("hand-again"), onTable(() => deal(freshSeed())));
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.closest("input")) return;
  if (event.key === "z") { step(event.shiftKey ? 1 : -1); event.preventDefault(); }
  if (event.key === "y") { step(1); event.preventDefault(); }
});
let resizing = 0;
addEventListener("resize", () => { cancelAnimationFrame(resizing); resizing = requestAnimationFrame(render); });

function seen() {
  for (const eyes of ["grey", "protanopia", "deuteranopia", "tritanopia"]) document.body.classList.toggle(`eyes-${eyes}`, $("#eyes").value === eyes);
}
kept(FIELDS, (id) => {
  if (id === "eyes") seen();
  else if (id === "lang") load();
  else if (id !== "seed" && at >= 0) deal();
});
seen();
if (innerWidth < 768) $("#settings").open = false;
load();
