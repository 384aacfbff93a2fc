// Cards on the Hand page: laid out on the tabletop, moved with an animation, and enlarged.

import { show } from "./faces.js";
import { $, $$, gameText, make, number, say, sayNodes } from "./page.js";
import { captionOf, shapeOf } from "./pieces.js";

/** @import { FaceView } from "./face.js" */

/** The cards on the table; a card is `deck/piece#copy`.
 * @typedef {object} Table
 * @property {string[]} pile
 * @property {string[][]} hands
 * @property {string[]} market
 * @property {string[]} discard
 * @property {number} seat whose hand is shown
 * @property {Record<string, string>} setting the values of the fields that it was dealt with
 */

const MOST_GROWN = 2.2;
export const game = {
  /** @type {Map<string, Answer.ListedDeck>} */
  decks: new Map(),
  /** By `deck/piece`. @type {Map<string, Answer.ListedPiece>} */
  pieces: new Map(),
  /** Pieces by card. @type {Map<string, string>} */
  copies: new Map(),
  bleed: 3,
  /** The language of the cards. */
  lang: "",
};
/** The elements of cards in hands and in the market. @type {Map<string, HTMLButtonElement>} */
export const nodes = new Map();
/** The shapes and labels of faces, as JSON, to notice changes. @type {WeakMap<FaceView, string>} */
const drawn = new WeakMap();

/** @param {string} card */
const pieceOf = (card) => game.pieces.get(game.copies.get(card));
/** @param {string} card */
export const nameOf = (card) => captionOf(pieceOf(card));
/** Return the name of a card, marked with its language.
 * @param {string} card */
export const nameNode = (card) => gameText(nameOf(card), game.lang);
/** @param {string} card */
const deckOf = (card) => game.decks.get(pieceOf(card).deck);
/** Return the name of a card's face; copies may look different.
 * @param {string} card
 * @param {Side} side */
function faceOf(card, side) {
  const { deck, id, looks } = pieceOf(card);
  return `${deck}/${id}/${side}/${looks[(Number(card.split("#")[1]) - 1) % looks.length]}`;
}

/** @param {string} card */
function cardNode(card) {
  let node = nodes.get(card);
  if (!node) {
    node = make(
      "button",
      { type: "button", class: "card" },
      make("span", { class: "turn" }, make("pnp-face", { grown: MOST_GROWN })),
      make("span", { class: "unseen" }),
    );
    node.dataset.card = card;
    nodes.set(card, node);
  }
  return node;
}

/** Show a side of a card.
 * @param {FaceView} face
 * @param {string} card
 * @param {Side} side */
function fill(face, card, side) {
  const shape = shapeOf(deckOf(card), pieceOf(card), side, game.bleed);
  face.setAttribute("label", side === "front" ? nameOf(card) : say("hand-back"));
  face.setAttribute("aria-hidden", "true"); // the button that it is on has a text
  const wanted = JSON.stringify([shape, face.getAttribute("label")]);
  if (drawn.get(face) !== wanted) {
    drawn.set(face, wanted);
    face.of = shape;
  }
  show(face, faceOf(card, side));
}

/** Make a card that is face down; a deck without backs has a plain one.
 * @param {string} card
 * @returns {HTMLElement} */
function back(card) {
  if (!deckOf(card).sides.includes("back"))
    return make("span", { class: "bare", style: `--wide:${deckOf(card).width};--tall:${deckOf(card).height}` });
  const face = document.createElement("pnp-face");
  fill(face, card, "back");
  return face;
}
const blank = () => make("span", { class: "place" });

/** Make cards as large as the window allows; return the scale and the width of the widest deck, in mm.
 * @param {Answer.ListedDeck[]} decks
 * @param {number} hands
 * @param {number} market */
function measure(decks, hands, market) {
  const wide = Math.max(...decks.map((deck) => deck.width));
  const tall = Math.max(...decks.map((deck) => deck.height));
  const tabletop = $("#tabletop");
  const narrow = innerWidth < 768;
  const across = tabletop.clientWidth / (narrow ? 3.6 : Math.max(6.6, 2.9 + 1.12 * market));
  const mm = Math.max(0.7, Math.min(across / wide, (innerHeight * (hands > 1 ? 0.25 : 0.29)) / tall, 5));
  for (const [name, value] of Object.entries({
    "--mm": `${mm}px`,
    "--small": `${mm * 0.36}px`,
    "--wide": `${wide}`,
    "--tall": `${tall}`,
  }))
    tabletop.style.setProperty(name, value);
  return { mm, wide };
}

/** Lay out the cards of a table; they move from their old positions. `sit` is called when a hand is chosen.
 * @param {Table} table
 * @param {Answer.ListedDeck[]} decks
 * @param {number} market number of places
 * @param {(seat: number) => void} sit */
export function layOut(table, decks, market, sit) {
  const before = positions();
  const { mm, wide } = measure(decks, table.hands.length, market);
  $("#others").replaceChildren(
    ...table.hands.map((hand, seat) => (seat === table.seat ? null : seatNode(hand, seat, sit))).filter(Boolean),
  );
  $("#pile").replaceChildren(
    table.pile.length ? back(table.pile[0]) : blank(),
    unseen(...sayNodes("hand-pile-label", { count: number(table.pile.length) })),
  );
  $("#pile").classList.toggle("thick", table.pile.length > 1);
  $("#pile-left").textContent = number(table.pile.length);
  const top = table.discard.at(-1);
  $("#discard").replaceChildren(
    top ? cardFace(top) : blank(),
    unseen(
      ...(top
        ? sayNodes("hand-discard-label", { name: nameNode(top), count: number(table.discard.length) })
        : [say("hand-discard-none")]),
    ),
  );
  $("#discard-count").textContent = number(table.discard.length);
  lay($("#market"), table.market, "hand-take-label");
  const gaps = Math.max(0, market - table.market.length);
  for (let gap = 0; gap < gaps; gap++) $("#market").append(blank());
  const hand = table.hands[table.seat];
  const fan = $("#fan");
  lay(fan, hand, "hand-play-label");
  const room = fan.clientWidth - Math.min(90, 8 * hand.length);
  const lap = hand.length > 1 ? Math.min(-0.22 * wide * mm, (room - hand.length * wide * mm) / (hand.length - 1)) : 0;
  fan.style.setProperty("--lap", `${Math.max(lap, -0.93 * wide * mm)}px`);
  fan.style.setProperty("--angle", `${Math.min(4, 34 / Math.max(1, hand.length))}deg`);
  for (const [place, card] of hand.entries())
    cardNode(card).style.setProperty("--off", `${place - (hand.length - 1) / 2}`);
  move(before, table.discard.at(-1));
}

/** @param {HTMLElement} zone
 * @param {string[]} cards
 * @param {string} label key of its words */
function lay(zone, cards, label) {
  const wanted = cards.map(cardNode);
  if (wanted.some((node, place) => zone.children[place] !== node) || zone.children.length !== wanted.length)
    zone.replaceChildren(...wanted);
  cards.forEach((card, place) => {
    const node = cardNode(card);
    fill($("pnp-face", node), card, "front");
    $(".unseen", node).replaceChildren(
      ...sayNodes(label, { name: nameNode(card), place: place + 1, count: cards.length }),
    );
  });
}
/** Make a text for screen readers; part of it may be in another language, which an aria-label cannot say.
 * @param {(Node | string)[]} nodes */
const unseen = (...nodes) => make("span", { class: "unseen" }, ...nodes);
/** @param {string} card */
function cardFace(card) {
  const face = document.createElement("pnp-face");
  fill(face, card, "front");
  return face;
}
/** @param {string[]} hand
 * @param {number} seat
 * @param {(seat: number) => void} sit */
function seatNode(hand, seat, sit) {
  const small = make("span", { class: "small", "aria-hidden": "true" });
  hand.forEach((card, place) => {
    const each = back(card);
    each.style.setProperty("--off", `${place - (hand.length - 1) / 2}`);
    small.append(each);
  });
  return make(
    "button",
    {
      type: "button",
      class: "seat",
      onclick: () => sit(seat),
    },
    small,
    make(
      "span",
      {},
      say("hand-seat", { number: seat + 1, count: hand.length }),
      unseen(` ${say("hand-seat-label", { count: hand.length })}`),
    ),
  );
}

/** Return where the pile and the cards on the page are. */
function positions() {
  /** @type {Map<string, DOMRect>} */
  const cards = new Map();
  for (const [card, node] of nodes) if (node.isConnected) cards.set(card, node.getBoundingClientRect());
  return { pile: $("#pile").getBoundingClientRect(), cards };
}
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** @param {{ pile: DOMRect, cards: Map<string, DOMRect> }} before
 * @param {string | undefined} top the top card of the discard pile */
function move(before, top) {
  if (calm.matches || !before.pile.width) return;
  for (const [card, node] of nodes) {
    if (!node.isConnected) continue;
    const from = before.cards.get(card) ?? before.pile;
    const to = node.getBoundingClientRect();
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) + Math.abs(y) > 2)
      node.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
        duration: 190,
        easing: "ease-out",
      });
  }
  const from = top && before.cards.get(top);
  if (from) {
    const to = $("#discard").getBoundingClientRect();
    $("#discard").firstElementChild.animate(
      [{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` }, { transform: "none" }],
      { duration: 190, easing: "ease-out" },
    );
  }
}

/** Show a card as large as the window allows, and no other one.
 * @param {HTMLElement | null} node */
export function enlarge(node) {
  for (const other of $$(".card.near")) if (other !== node) other.classList.remove("near");
  if (!node) return;
  const box = node.getBoundingClientRect();
  const edge = 10;
  const grow = Math.max(1, Math.min(MOST_GROWN, (innerHeight * 0.86) / box.height, (innerWidth * 0.94) / box.width));
  const [wide, tall] = [box.width * grow, box.height * grow];
  const left = Math.min(Math.max(box.left + (box.width - wide) / 2, edge), innerWidth - wide - edge);
  const top = Math.min(Math.max(box.top + (box.height - tall) / 2, edge), innerHeight - tall - edge);
  node.style.setProperty("--grow", `${grow}`);
  node.style.setProperty("--dx", `${left + wide / 2 - box.left - box.width / 2}px`);
  node.style.setProperty("--dy", `${top + tall / 2 - box.top - box.height / 2}px`);
  node.classList.add("near");
}
