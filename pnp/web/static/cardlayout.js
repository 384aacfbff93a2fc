// The tabletop: how cards lie on the table, move, and grow when they are looked at.
import { $, $$, make, number, say } from "./page.js";
import { show } from "./faces.js";

const MOST_GROWN = 2.2;
export const game = { decks: new Map(), pieces: new Map(), copies: new Map(), bleed: 3 };
/** The elements of cards in hands and in the market, by card. */
export const nodes = new Map();

const pieceOf = (card) => game.pieces.get(game.copies.get(card));
export const nameOf = (card) => {
  const piece = pieceOf(card);
  return piece.texts.name || piece.texts.title || piece.id;
};
const deckOf = (card) => game.decks.get(pieceOf(card).deck);
/** The name of a card's face; copies may look different. */
function faceOf(card, side) {
  const { deck, id, looks } = pieceOf(card);
  return `${deck}/${id}/${side}/${looks[(Number(card.split("#")[1]) - 1) % looks.length]}`;
}

function cardNode(card) {
  let node = nodes.get(card);
  if (!node) {
    node = make(
      "button",
      { type: "button", class: "card" },
      make("span", { class: "turn" }, document.createElement("pnp-face")),
    );
    node.card = card;
    nodes.set(card, node);
  }
  return node;
}

function fill(face, card, side) {
  const deck = deckOf(card);
  const shape = {
    width: deck.width,
    height: deck.height,
    bleed: game.bleed,
    cut: pieceOf(card).cut[side],
    safe: pieceOf(card).safe[side],
  };
  face.setAttribute("label", side === "front" ? nameOf(card) : say("hand-back"));
  const said = JSON.stringify([shape, face.getAttribute("label")]);
  if (face.said !== said) {
    face.said = said;
    face.of = shape;
    if (face.key) face.redraw();
  }
  show(face, faceOf(card, side));
}

/** A card face down; a deck without backs has a plain one. */
function back(card) {
  if (!deckOf(card).sides.includes("back"))
    return make("span", { class: "bare", style: `--wide:${deckOf(card).width};--tall:${deckOf(card).height}` });
  const face = document.createElement("pnp-face");
  fill(face, card, "back");
  return face;
}
const blank = () => make("span", { class: "place" });

/** How large cards are: as large as the window bears. */
function measure(decks, hands, market) {
  const wide = Math.max(...decks.map((deck) => deck.width)),
    tall = Math.max(...decks.map((deck) => deck.height));
  const tabletop = $("#tabletop"),
    narrow = innerWidth < 768;
  const across = tabletop.clientWidth / (narrow ? 3.6 : Math.max(6.6, 2.9 + 1.12 * market));
  const mm = Math.max(0.7, Math.min(across / wide, (innerHeight * (hands > 1 ? 0.25 : 0.29)) / tall, 5));
  for (const [name, value] of Object.entries({
    "--mm": `${mm}px`,
    "--small": `${mm * 0.36}px`,
    "--wide": wide,
    "--tall": tall,
  }))
    tabletop.style.setProperty(name, value);
  return { mm, wide };
}

/** Lay the cards of a table out; they move from where they were. `sit` is called for a hand that is chosen. */
export function layOut(table, decks, market, sit) {
  const places = whereabouts();
  const { mm, wide } = measure(decks, table.hands.length, market);
  $("#others").replaceChildren(
    ...table.hands.map((hand, seat) => (seat === table.seat ? null : seatNode(hand, seat, sit))).filter(Boolean),
  );
  $("#pile").replaceChildren(table.pile.length ? back(table.pile[0]) : blank());
  $("#pile").classList.toggle("thick", table.pile.length > 1);
  $("#pile").setAttribute("aria-label", say("hand-pile-label", { count: number(table.pile.length) }));
  $("#pile-left").textContent = number(table.pile.length);
  const top = table.discard.at(-1);
  $("#discard").replaceChildren(top ? cardFace(top) : blank());
  $("#discard").setAttribute(
    "aria-label",
    top
      ? say("hand-discard-label", { name: nameOf(top), count: number(table.discard.length) })
      : say("hand-discard-none"),
  );
  $("#discard-count").textContent = number(table.discard.length);
  lay($("#market"), table.market, "hand-take-label");
  const gaps = Math.max(0, market - table.market.length);
  for (let gap = 0; gap < gaps; gap++) $("#market").append(blank());
  const hand = table.hands[table.seat],
    fan = $("#fan");
  lay(fan, hand, "hand-play-label");
  const room = fan.clientWidth - Math.min(90, 8 * hand.length),
    lap = hand.length > 1 ? Math.min(-0.22 * wide * mm, (room - hand.length * wide * mm) / (hand.length - 1)) : 0;
  fan.style.setProperty("--lap", `${Math.max(lap, -0.93 * wide * mm)}px`);
  fan.style.setProperty("--angle", `${Math.min(4, 34 / Math.max(1, hand.length))}deg`);
  hand.forEach((card, place) => cardNode(card).style.setProperty("--off", place - (hand.length - 1) / 2));
  move(places, table.discard.at(-1));
}

function lay(zone, cards, label) {
  const wanted = cards.map(cardNode);
  if (wanted.some((node, place) => zone.children[place] !== node) || zone.children.length !== wanted.length)
    zone.replaceChildren(...wanted);
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
function seatNode(hand, seat, sit) {
  const small = make("span", { class: "small", "aria-hidden": "true" });
  hand.forEach((card, place) => {
    const each = back(card);
    each.style.setProperty("--off", place - (hand.length - 1) / 2);
    small.append(each);
  });
  return make(
    "button",
    {
      type: "button",
      class: "seat",
      onclick: () => sit(seat),
      "aria-label": say("hand-seat-label", { number: seat + 1, count: hand.length }),
    },
    small,
    make("span", {}, say("hand-seat", { number: seat + 1, count: hand.length })),
  );
}

/** Where the cards in sight are, so that they can move from there. */
function whereabouts() {
  const found = new Map();
  for (const [card, node] of nodes) if (node.isConnected) found.set(card, node.getBoundingClientRect());
  found.pile = $("#pile").getBoundingClientRect();
  return found;
}
const calm = matchMedia("(prefers-reduced-motion: reduce)");
function move(before, top) {
  if (calm.matches || !before.pile.width) return;
  for (const [card, node] of nodes) {
    if (!node.isConnected) continue;
    const from = before.get(card) ?? before.pile,
      to = node.getBoundingClientRect();
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) + Math.abs(y) > 2)
      node.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
        duration: 190,
        easing: "ease-out",
      });
  }
  const from = top && before.get(top);
  if (from) {
    const to = $("#discard").getBoundingClientRect();
    $("#discard").firstChild.animate(
      [{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` }, { transform: "none" }],
      { duration: 190, easing: "ease-out" },
    );
  }
}

/** Show a card as large as the window bears, wholly inside it. */
export function enlarge(node) {
  $$(".card.near").forEach((other) => other !== node && other.classList.remove("near"));
  if (!node) return;
  const box = node.getBoundingClientRect(),
    edge = 10;
  const grow = Math.max(1, Math.min(MOST_GROWN, (innerHeight * 0.86) / box.height, (innerWidth * 0.94) / box.width));
  const [wide, tall] = [box.width * grow, box.height * grow];
  const left = Math.min(Math.max(box.left + (box.width - wide) / 2, edge), innerWidth - wide - edge);
  const top = Math.min(Math.max(box.top + (box.height - tall) / 2, edge), innerHeight - tall - edge);
  node.style.setProperty("--grow", grow);
  node.style.setProperty("--dx", `${left + wide / 2 - box.left - box.width / 2}px`);
  node.style.setProperty("--dy", `${top + tall / 2 - box.top - box.height / 2}px`);
  node.classList.add("near");
}
