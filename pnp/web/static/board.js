// The table: zones laid out to fit the window, and pieces that move between them.

/** @import { FaceView } from "./face.js" */
/** @import { Box, Plan, Size } from "./boardshapes.js" */

import { arrange, boxOf, turned, union } from "./boardshapes.js";
import { $, $$, make, number, say } from "./dom.js";
import { show } from "./faces.js";
import { botName } from "./playlevels.js";

const SVG = "http://www.w3.org/2000/svg";
const CARD = 88; // mm; the height of a usual card
const TABLE = -1;
const DEAL = 45; // ms between two cards that are dealt
const MOST_DEALT = 25; // cards that are dealt one after another
const SHOWN = 0.62; // share of a card in hand that the next one leaves uncovered, if there is room
const CRAMPED = 0.45; // share of the height above which the other players get all of it
const AROUND = 230; // px above and below the table on a phone
const SIDE = 236; // px of the column with the other players
/** How large the pieces of a zone are by its shape, compared to those of a grid in the middle: the least, the usual and
 * the most. @typedef {Record<string, [number, number, number]>} Shares */
/** @type {Shares} */
const OWN = {
  hand: [0.55, 1.1, 1.25],
  grid: [0.15, 1.2, 1.4],
  row: [0.15, 0.6, 0.8],
  pile: [0.15, 0.5, 0.7],
  pool: [0.15, 0.5, 0.7],
  track: [0.15, 0.5, 0.7],
};
/** @type {Shares} */
const SHARED = {
  hand: [0.15, 0.8, 1.2],
  grid: [0.15, 1, 1.7],
  row: [0.15, 0.75, 1.2],
  pile: [0.15, 0.6, 1],
  pool: [0.15, 0.6, 1],
  track: [0.15, 0.6, 1],
};
/** @type {Shares} */
const OTHERS = {};
const SIZES = Array.from({ length: 24 }, (_, step) => 0.16 * 1.11 ** step); // factors that are tried

/** A piece on the table.
 * @typedef {object} Piece
 * @property {string} key
 * @property {HTMLElement} node
 * @property {FaceView} face
 * @property {Answer.SceneItem} item
 * @property {string} slot
 * @property {string} zone
 * @property {number} x position of its centre, in px of the cloth
 * @property {number} y
 * @property {number} turn
 * @property {number} scale of its zone: px per mm, divided by that of the largest
 */

/** Sizes of the areas of the table. @typedef {{ others: number, own: number, middle: number }} Factors */

/** A place where a piece can go.
 * @typedef {{ moves: Answer.SceneMove[], x: number, y: number, width: number, height: number, turn: number,
 *   kind: "spot" | "piece" | "zone" }} Target */

/** The pieces of the game, by id. @type {Map<string, Answer.TablePiece>} */
export const pieces = new Map();
/** @type {Map<string, Answer.ListedDeck>} */
const decks = new Map();
let bleed = 0;

/** Take in the pieces that can be on the table.
 * @param {Pick<Answer.TablePieces, "decks" | "pieces" | "bleed">} listed */
export function takePieces(listed) {
  decks.clear();
  pieces.clear();
  for (const deck of listed.decks) decks.set(deck.name, deck);
  for (const piece of listed.pieces) if (!pieces.has(piece.id)) pieces.set(piece.id, piece);
  bleed = listed.bleed;
}

/** Return the size of a piece, in mm.
 * @param {string} id
 * @returns {Size} */
export const sizeOf = (id) => decks.get(pieces.get(id)?.deck) ?? { width: 63, height: 88 };

/** Return the side of a piece that is drawn: the front, if it has no such side.
 * @param {Answer.SceneItem} item
 * @returns {Side} */
const sideOf = ({ piece, side }) => (decks.get(pieces.get(piece)?.deck)?.sides.includes(side) ? side : "front");

/** Return the name of a piece for people who cannot see it.
 * @param {Answer.SceneItem} item */
export const labelOf = (item) => (item.hidden ? say("play-face-down") : (pieces.get(item.piece)?.name ?? item.piece));

/** Have an element show a piece.
 * @param {FaceView} face
 * @param {Answer.SceneItem} item */
export function showPiece(face, item) {
  const known = pieces.get(item.piece);
  if (!known) return;
  const { width, height, lines } = decks.get(known.deck);
  const side = sideOf(item);
  const { cut, safe } = known.lines ?? lines;
  const look = known.looks.includes(item.look) ? item.look : known.looks[0];
  face.setAttribute("label", labelOf(item));
  face.of = { width, height, bleed, cut: cut[side] ?? `M0 0H${width}V${height}H0Z`, safe: safe[side] ?? "" };
  show(face, `${known.deck}/${item.piece}/${side}/${look}`);
}

/** Return what is said beside the name of a seat: that it is the viewer's, which bot plays, or that nobody is there.
 * @param {Answer.MatchSeat | undefined} about
 * @param {boolean} own */
function whoPlays(about, own) {
  if (about?.bot) return own ? `${say("play-you")} · ${botName(about.bot)}` : botName(about.bot);
  return own ? say("play-you") : about?.away ? say("play-away") : "";
}

export class Board {
  /** @type {Answer.TableScene | null} */
  scene = null;
  viewer = TABLE;
  /** Pieces by key. @type {Map<string, Piece>} */
  shown = new Map();
  /** Pieces by slot. @type {Map<string, Piece>} */
  slots = new Map();
  /** Plans of the zones, by id. @type {Map<string, Plan & { scale: number, x: number, y: number }>} */
  plans = new Map();
  /** Order of the pieces in the viewer's hands, by zone. @type {Map<string, string[]>} */
  orders = new Map();
  /** What a grid has covered so far, so that it does not jump. @type {Map<string, Box>} */
  #bounds = new Map();
  /** @type {Map<string, HTMLElement>} */
  #boxes = new Map();
  /** Whether the other players need the whole height. */
  #crowded = false;
  /** Px per mm at a scale of 1. */
  unit = 2;
  /** Called when the pieces have other places because the window has another size. */
  onResize = () => {};

  /** @param {HTMLElement} cloth */
  constructor(cloth) {
    this.cloth = cloth;
    this.areas = { others: $("#others"), middle: $("#middle"), own: $("#own") };
    this.layer = $("#pieces");
    this.marks = svg("svg", { class: "marks", "aria-hidden": "true" });
    /** What a move would cover or change. */
    this.aimed = svg("svg", { class: "marks", "aria-hidden": "true" });
    this.layer.after(this.marks, this.aimed);
    const again = () => {
      this.#crowded = false;
      this.layOut(false);
      this.onResize();
    };
    new ResizeObserver(again).observe(cloth.parentElement);
    document.fonts.addEventListener("loadingdone", again);
  }

  /** Forget everything, for another game. */
  clear() {
    for (const { node } of this.shown.values()) node.remove();
    this.shown.clear();
    this.slots.clear();
    this.orders.clear();
    this.#bounds.clear();
    this.#boxes.clear();
    for (const area of Object.values(this.areas)) area.replaceChildren();
    this.scene = null;
  }

  /** Show a scene; pieces move from where they were.
   * @param {Answer.TableScene} scene
   * @param {number} viewer
   * @param {{ seats: Answer.MatchSeat[], moving?: boolean }} about */
  show(scene, viewer, { seats, moving = true }) {
    if (viewer !== this.viewer) this.#bounds.clear();
    if (viewer !== this.viewer) this.#crowded = false;
    this.scene = scene;
    this.viewer = viewer;
    this.#drawZones(seats);
    this.layOut(moving);
  }

  // ---- zones ----

  /** @param {Answer.MatchSeat[]} seats */
  #drawZones(seats) {
    const { scene, viewer } = this;
    /** @type {Map<string, HTMLElement>} */
    const boxes = new Map();
    /** @param {Answer.SceneZone} zone */
    const box = (zone) => {
      const node = this.#boxes.get(zone.id) ?? make("div", { class: "zone", "data-zone": zone.id });
      node.className = `zone ${zone.shape}${zone.items.length ? "" : " empty"}`;
      const count = zone.count ?? (zone.shape === "pile" || zone.shape === "hand" ? zone.items.length : null);
      const few = count === null ? null : make("span", { class: "count" }, number(count));
      node.replaceChildren(
        make("p", { class: "title" }, zone.title || null, few),
        make("div", { class: "place" }),
        ...zone.notes.map((note) => make("p", { class: "notes" }, note)),
      );
      boxes.set(zone.id, node);
      return node;
    };
    const of = (/** @type {number} */ owner) => scene.zones.filter((zone) => zone.owner === owner);
    const order = scene.seats.map((_, seat) => seat);
    const first = Math.max(viewer, 0);
    const others = [...order.slice(first + (viewer >= 0 ? 1 : 0)), ...order.slice(0, first)];
    this.areas.others.replaceChildren(
      ...others.map((seat) => this.#seatNode(seat, seats[seat], of(seat).map(box), false)),
    );
    this.areas.middle.replaceChildren(...of(TABLE).map(box));
    const hands = viewer >= 0 ? of(viewer).sort((one, other) => handsLast(one) - handsLast(other)) : [];
    this.areas.own.replaceChildren(
      ...(viewer >= 0 && scene.seats[viewer] ? [this.#seatNode(viewer, seats[viewer], hands.map(box), true)] : []),
    );
    this.#boxes = boxes;
  }

  /** Say who plays now, without moving anything.
   * @param {Answer.MatchSeat[]} seats */
  showSeats(seats) {
    for (const node of $$(".seat", this.cloth)) {
      const seat = Number(node.dataset.seat);
      $(".who", node).textContent = whoPlays(seats[seat], seat === this.viewer);
    }
  }

  /** @param {number} seat
   * @param {Answer.MatchSeat | undefined} about
   * @param {HTMLElement[]} zones
   * @param {boolean} own */
  #seatNode(seat, about, zones, own) {
    const { name, score, notes } = this.scene.seats[seat];
    const turn = this.scene.turn === seat;
    return make(
      "section",
      {
        class: `seat seat-${seat % 6}${turn ? " turn" : ""}${own ? " mine" : ""}`,
        "aria-label": name,
        "data-seat": seat,
      },
      make(
        "header",
        {},
        make("span", { class: "mark", "aria-hidden": true }, turn ? "▶" : ""),
        make("b", {}, name),
        make("span", { class: "who" }, whoPlays(about, own)),
        score
          ? make("span", { class: "score" }, make("span", { class: "unseen" }, `${say("play-points")} `), score)
          : null,
        turn ? make("span", { class: "unseen" }, say("play-to-move")) : null,
        ...notes.map((note) => make("span", { class: "chip" }, note)),
      ),
      zones.length ? make("div", { class: "zones" }, ...zones) : null,
    );
  }

  // ---- sizes ----

  /** Fit the zones into the window, and move the pieces to their places.
   * @param {boolean} moving whether the pieces are seen to move */
  layOut(moving = true) {
    if (!this.scene || !this.cloth.offsetParent) return;
    const narrow = this.cloth.clientWidth < 620;
    const wide = this.cloth.clientWidth >= 800 && this.viewer >= 0;
    this.cloth.parentElement.classList.toggle("wide", wide);
    const free = narrow ? innerHeight - AROUND : this.cloth.parentElement.clientHeight;
    this.unit = Math.max(1.1, Math.min(2.3, (narrow ? 125 : innerHeight * 0.2) / CARD));
    const sizes = narrow ? SIZES.filter((factor) => factor >= 0.7 && factor < 1) : SIZES;
    this.#crowded ||= this.scene.seats.length > 3;
    this.cloth.parentElement.classList.toggle("many", wide && this.#crowded);
    this.#fit(sizes, free, narrow);
    const [first, last] = [this.areas.others.firstElementChild, this.areas.others.lastElementChild];
    const tall = first ? last.getBoundingClientRect().bottom - first.getBoundingClientRect().top : 0;
    if (wide && !this.#crowded && first !== last && tall > CRAMPED * free) {
      this.#crowded = true;
      this.cloth.parentElement.classList.add("many");
      this.#fit(sizes, free, narrow);
    }
    this.#place(moving);
  }

  /** Make the pieces as large as the window allows.
   * @param {number[]} sizes
   * @param {number} free height in px
   * @param {boolean} narrow */
  #fit(sizes, free, narrow) {
    const [least] = sizes;
    const factors = { others: least, own: least, middle: least };
    /** @type {(keyof Factors)[][]} */
    const rounds = [["others", "own", "middle"], ["own", "middle"], ["middle"]]; // a column may limit the others
    for (const areas of rounds) {
      const from = factors[areas[0]];
      largestThat(
        (factor) => {
          for (const area of areas) factors[area] = factor;
          this.#setSizes(factors, narrow);
          return this.cloth.offsetHeight <= free + 1;
        },
        sizes.filter((factor) => factor >= from),
      );
    }
  }

  /** @param {Factors} factors
   * @param {boolean} narrow */
  #setSizes(factors, narrow) {
    const { scene, viewer, unit } = this;
    this.plans.clear();
    const whole = this.cloth.clientWidth - 24;
    const others = scene.seats.length - (viewer >= 0 ? 1 : 0);
    const wide = this.cloth.parentElement.classList.contains("wide");
    const columns = narrow ? 1 : Math.max(1, others);
    const side = wide ? SIDE : whole / columns;
    const inner = whole - (this.cloth.parentElement.classList.contains("many") ? side + 24 : 0);
    for (const zone of scene.zones) {
      const own = zone.owner === viewer && viewer >= 0;
      const middle = zone.owner === TABLE;
      const hand = zone.shape === "hand";
      const [least, weight, most] = (own ? OWN : middle ? SHARED : OTHERS)[zone.shape] ?? [0.1, 0.42, 1];
      const share = Math.max(least, Math.min(most, weight * factors[own ? "own" : middle ? "middle" : "others"]));
      let scale = unit * share * (viewer < 0 && !middle ? 1.3 : 1);
      const across = own ? inner : middle ? whole - (wide ? side : 0) : side - 12;
      const room = (across - 24) * (own && !hand && !narrow ? 0.45 : 1);
      if (own && hand) scale = Math.max(unit * least, Math.min(scale, room / spread(zone)));
      const spots = scene.moves.filter((move) => move.zone === zone.id && move.spot).map((move) => move.spot);
      const squeeze = own ? 1 : 0.3;
      const bounds = this.#bounds.get(zone.id) ?? null;
      const limit = own || middle ? Infinity : Math.max(60, unit * CARD * (viewer < 0 ? 0.9 : 0.62));
      /** @param {number} tried px per mm */
      const planAt = (tried) =>
        arrange(zone, sizeOf, {
          room: room / tried,
          order: this.orders.get(zone.id),
          spots,
          bounds: zone.shape === "grid" ? bounds : null,
          squeeze,
        });
      let plan = planAt(scale);
      for (let tried = scale; plan.height * tried > limit && tried > scale / 4; ) {
        tried *= 0.85; // smaller pieces may need fewer rows
        plan = planAt(tried);
      }
      const fitted = Math.min(scale, room / plan.width, limit / plan.height);
      this.plans.set(zone.id, { ...plan, scale: fitted, x: 0, y: 0 });
      const place = $(".place", this.#boxes.get(zone.id));
      place.style.width = `${plan.width * fitted}px`;
      place.style.height = `${plan.height * fitted}px`;
      if (zone.shape === "grid" && (zone.items.length || spots.length)) {
        const box = [...zone.items, ...spots].reduce((found, item) => union(found, boxOf(item, sizeOf)), bounds);
        this.#bounds.set(zone.id, box);
      }
    }
  }

  /** Move the pieces to their places.
   * @param {boolean} moving */
  #place(moving) {
    const origin = this.cloth.getBoundingClientRect();
    for (const [id, plan] of this.plans) {
      const rect = $(".place", this.#boxes.get(id)).getBoundingClientRect();
      plan.x = rect.left - origin.left + this.cloth.scrollLeft;
      plan.y = rect.top - origin.top + this.cloth.scrollTop;
    }
    this.layer.classList.toggle("still", !moving);
    const before = new Map(this.shown);
    /** @type {Map<string, Piece>} */
    const now = new Map();
    /** Pieces that a viewer sees for the first time. @type {Piece[]} */
    const fresh = [];
    this.slots.clear();
    let order = 0;
    for (const plan of this.plans.values())
      for (const placed of plan.placed) {
        if (placed.item.kind !== "piece") continue;
        const { key } = placed.item;
        const known = before.get(key);
        const piece = known ?? this.#newPiece(key, placed.item);
        if (!known) fresh.push(piece);
        before.delete(key);
        const flipped = known && (known.item.side !== placed.item.side || known.item.piece !== placed.item.piece);
        Object.assign(piece, {
          item: placed.item,
          slot: placed.slot,
          zone: plan.zone.id,
          x: plan.x + placed.x * plan.scale,
          y: plan.y + placed.y * plan.scale,
          turn: nearest(piece.turn, placed.turn),
          scale: plan.scale / this.unit,
        });
        now.set(key, piece);
        this.slots.set(placed.slot, piece);
        piece.node.style.zIndex = String(++order);
        piece.node.style.transitionDelay = "";
        piece.node.classList.toggle("marked", placed.item.marked);
        piece.face.style.setProperty("--mm", `${this.unit}px`);
        piece.face.setAttribute("grown", String(piece.scale));
        showPiece(piece.face, placed.item);
        if (flipped && moving) this.#flip(piece);
      }
    this.shown = now;
    this.#bringIn(fresh, [...before.values()], moving);
    for (const piece of now.values()) setPlace(piece);
    for (const piece of before.values()) this.#takeAway(piece, moving);
    this.#drawMarks();
  }

  /** @param {string} key
   * @param {Answer.SceneItem} item
   * @returns {Piece} */
  #newPiece(key, item) {
    const face = make("pnp-face");
    const node = make("div", { class: "piece", "data-key": key }, face);
    this.layer.append(node);
    return { key, node, face, item, slot: "", zone: "", x: 0, y: 0, turn: item.turn, scale: 1 };
  }

  /** Have new pieces come from where others have gone, as a card that is drawn comes from the deck.
   * @param {Piece[]} fresh
   * @param {Piece[]} gone
   * @param {boolean} moving */
  #bringIn(fresh, gone, moving) {
    const from = [...gone];
    let dealt = 0;
    for (const piece of fresh) {
      const deck = pieces.get(piece.item.piece)?.deck;
      const at = from.findIndex(({ item, zone }) => zone !== piece.zone && pieces.get(item.piece)?.deck === deck);
      const start = at < 0 ? null : from.splice(at, 1)[0];
      if (!moving) continue;
      const pile = start ? null : this.#pileOf(piece, deck);
      piece.node.classList.add("still");
      if (start ?? pile) {
        const { x, y, turn, scale } = start ?? pile;
        setPlace({ ...piece, x, y, turn, scale });
      } else {
        setPlace({ ...piece, scale: piece.scale * 0.9 });
        piece.node.classList.add("faint");
      }
      void piece.node.offsetWidth; // the browser must have seen where it comes from
      piece.node.classList.remove("still", "faint");
      if (pile) piece.node.style.transitionDelay = `${DEAL * Math.min(MOST_DEALT, dealt++)}ms`;
      if ((start ?? pile) && (start ?? pile).item.side !== piece.item.side) this.#flip(piece);
    }
  }

  /** Return the piece on top of a pile from which another one is dealt.
   * @param {Piece} piece
   * @param {string | undefined} deck */
  #pileOf(piece, deck) {
    for (const { zone, placed } of this.plans.values()) {
      const top = zone.shape === "pile" && zone.id !== piece.zone ? placed.at(-1) : undefined;
      if (top && pieces.get(top.item.piece)?.deck === deck) return this.slots.get(top.slot);
    }
    return null;
  }

  /** @param {Piece} piece
   * @param {boolean} moving */
  #takeAway(piece, moving) {
    piece.face.removeAttribute("label");
    if (!moving || reduced()) piece.node.remove();
    else {
      piece.node.classList.add("faint");
      setTimeout(() => piece.node.remove(), 300);
    }
  }

  /** @param {Piece} piece */
  #flip(piece) {
    if (reduced()) return;
    piece.face.animate([{ transform: "scaleX(0.02)" }, { transform: "none" }], { duration: 260, easing: "ease-out" });
  }

  // ---- texts, lines and tinted areas ----

  #drawMarks() {
    const nodes = [];
    for (const plan of this.plans.values())
      for (const { item } of plan.placed) if (item.kind !== "piece") nodes.push(this.markNode(plan, item));
    this.marks.replaceChildren(...nodes);
  }

  /** Draw a text, a line or an area of a zone.
   * @param {Plan & { scale: number, x: number, y: number }} plan
   * @param {Answer.SceneItem} item
   * @returns {SVGElement} */
  markNode(plan, item) {
    const at = (/** @type {number} */ x, /** @type {number} */ y) => [
      plan.x + (x - plan.left) * plan.scale,
      plan.y + (y - plan.top) * plan.scale,
    ];
    const [x, y] = at(item.x, item.y);
    if (item.kind === "text") {
      const size = Math.max(11, 6.5 * plan.scale);
      const node = svg("text", { x, y, "font-size": size, class: "said" });
      node.textContent = item.text;
      return node;
    }
    if (item.kind === "line") {
      const [toX, toY] = at(item.toX, item.toY);
      const angle = Math.atan2(toY - y, toX - x);
      const tip = Math.max(6, 3 * plan.scale);
      const side = (/** @type {number} */ by) =>
        `${toX - tip * Math.cos(angle + by)},${toY - tip * Math.sin(angle + by)}`;
      const arrow = item.arrow ? `M${side(0.5)}L${toX},${toY}L${side(-0.5)}` : "";
      return svg("path", { d: `M${x},${y}L${toX},${toY}${arrow}`, class: "line" });
    }
    const corners = item.outline.map(([dx, dy]) => at(item.x + dx, item.y + dy).join(",")).join(" ");
    const node = svg("polygon", { points: corners, class: `area ${item.tone}` });
    if (!item.text) return node;
    const title = svg("title", {});
    title.textContent = item.text;
    node.append(title);
    return node;
  }

  // ---- what a piece can do ----

  /** Return the places where some moves take a piece.
   * @param {Answer.SceneMove[]} moves
   * @returns {Target[]} */
  targetsOf(moves) {
    /** @type {Map<string, Target>} */
    const found = new Map();
    for (const move of moves) {
      const plan = this.plans.get(move.zone);
      const onto = this.slots.get(move.target);
      const spot = move.spot;
      const name = spot && plan ? `${move.zone} ${spot.x} ${spot.y}` : onto ? move.target : plan ? move.zone : "";
      if (!name) continue;
      const known = found.get(name);
      if (known) known.moves.push(move);
      else found.set(name, { moves: [move], ...this.#targetPlace(plan, onto, spot) });
    }
    return [...found.values()];
  }

  /** @param {Plan & { scale: number, x: number, y: number } | undefined} plan
   * @param {Piece | undefined} onto
   * @param {Answer.SceneItem | null} spot
   * @returns {Omit<Target, "moves">} */
  #targetPlace(plan, onto, spot) {
    if (spot && plan) {
      const { width, height } = turned(sizeOf(spot.piece), spot.turn);
      const [x, y] = [plan.x + (spot.x - plan.left) * plan.scale, plan.y + (spot.y - plan.top) * plan.scale];
      return { x, y, width: width * plan.scale, height: height * plan.scale, turn: spot.turn, kind: "spot" };
    }
    if (onto) {
      const { width, height } = turned(sizeOf(onto.item.piece), onto.turn);
      const px = this.unit * onto.scale;
      return { x: onto.x, y: onto.y, width: width * px, height: height * px, turn: 0, kind: "piece" };
    }
    const [width, height] = [plan.width * plan.scale, plan.height * plan.scale];
    return { x: plan.x + width / 2, y: plan.y + height / 2, width, height, turn: 0, kind: "zone" };
  }
}

/** Put a piece in its place.
 * @param {Pick<Piece, "node" | "x" | "y" | "turn" | "scale">} piece */
export function setPlace({ node, x, y, turn, scale }) {
  const place = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  node.style.transform = `${place} rotate(${turn}deg) scale(${scale.toFixed(4)}) translate(-50%, -50%)`;
}

/** Whether the reader wants nothing to move. */
export const reduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Return the width of a hand whose cards show most of themselves, in mm.
 * @param {Answer.SceneZone} zone */
function spread({ items }) {
  const width = Math.max(20, ...items.map(({ kind, piece }) => (kind === "piece" ? sizeOf(piece).width : 0)));
  return width * (1 + SHOWN * Math.max(0, items.length - 1)) + 3;
}

/** Call a function with the largest of some rising numbers for which it is true, or else with the least; return it.
 * @param {(factor: number) => boolean} fits
 * @param {number[]} factors */
function largestThat(fits, factors) {
  let [low, high] = [0, factors.length - 1];
  let tried = -1;
  const fitsAt = (/** @type {number} */ at) => {
    tried = at;
    return fits(factors[at]);
  };
  if (fitsAt(high)) return factors[high];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fitsAt(middle)) low = middle;
    else high = middle;
  }
  if (tried !== low) fitsAt(low);
  return factors[low];
}

/** @param {Answer.SceneZone} zone */
const handsLast = (zone) => (zone.shape === "hand" ? 1 : 0);

/** Return the angle nearest to another that is equal to a third, so that pieces turn the short way.
 * @param {number} from
 * @param {number} to */
const nearest = (from, to) => to + 360 * Math.round((from - to) / 360);

/** @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElement} */
export function svg(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}
