// Making a move: by clicks, by dragging, by touch, by keys, or from the list of moves; all end in the same action.

/** @import { Board, Piece, Target } from "./board.js" */

import { labelOf, reduced, setPlace, showPiece } from "./board.js";
import { $, $$, make, number, say, targetOf } from "./page.js";

const DRAG = 6; // px that a pointer moves before it drags
const LONG_PRESS = 550; // ms
const DOUBLE = 350; // ms between the taps of a double one
const NEAR = 70; // px within which a spot is found
const MOST_LISTED = 9; // moves that have a number key

export class Moves {
  /** The legal moves. @type {Answer.SceneMove[]} */
  moves = [];
  /** Moves by the slots of the pieces that they take. @type {Map<string, Answer.SceneMove[]>} */
  #taking = new Map();
  /** The piece that was taken up. @type {Piece | null} */
  selected = null;
  /** @type {Target[]} */
  targets = [];
  /** The target that is pointed at or has the focus. @type {Target | null} */
  #aimed = null;
  /** Which of the moves of a spot is shown. */
  #turned = 0;
  /** Moves in the order of their number keys. @type {Answer.SceneMove[]} */
  #numbered = [];
  /** @type {{ piece: Piece, x: number, y: number, startX: number, startY: number, moved: boolean, timer: number }
   *   | null} */
  #drag = null;
  /** The last tap, by which a double one is noticed. @type {{ piece: Piece | null, at: number }} */
  #tapped = { piece: null, at: 0 };
  /** Actions that search suggests, with their chances. @type {Map<number, number>} */
  hints = new Map();

  /** @param {Board} board
   * @param {{ play: (action: number) => unknown, enlarge: (item: Answer.SceneItem) => unknown }} works */
  constructor(board, { play, enlarge }) {
    this.board = board;
    this.play = play;
    this.enlarge = enlarge;
    board.onResize = () => {
      const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest(".target"))?.dataset.at;
      this.refresh();
      if (focused !== undefined) $(`.target[data-at="${focused}"]`)?.focus();
    };
    const { layer } = board;
    layer.addEventListener("pointerdown", (event) => this.#down(event));
    layer.addEventListener("pointermove", (event) => this.#move(event));
    layer.addEventListener("pointerup", (event) => this.#up(event));
    layer.addEventListener("pointercancel", () => this.#drop());
    layer.addEventListener("contextmenu", (event) => {
      if (this.#drag) event.preventDefault(); // a long press enlarges
    });
    board.cloth.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    board.cloth.addEventListener("keydown", (event) => this.#key(event));
    $("#targets").addEventListener("pointermove", (event) => {
      const target = this.#pointedAt(event);
      if (target !== this.#aimed) this.#aim(target);
    });
    $("#targets").addEventListener("pointerout", () => this.#aim(null));
    $("#targets").addEventListener("focusin", (event) => this.#aim(this.#targetOf(event)));
    $("#targets").addEventListener("click", (event) => {
      const target = event.detail ? this.#pointedAt(event) : this.#targetOf(event); // keys have no place
      if (target) this.#playAt(target);
    });
    board.cloth.addEventListener("pointerdown", (event) => {
      if (!targetOf(event).closest(".piece, .target, button")) this.clear();
    });
  }

  /** Take in the legal moves; none if it is not the viewer's turn.
   * @param {Answer.SceneMove[]} moves */
  set(moves) {
    this.moves = moves;
    this.hints.clear();
    this.#drag = null;
    this.#taking.clear();
    for (const move of moves)
      for (const slot of move.takes) {
        if (!this.#taking.has(slot)) this.#taking.set(slot, []);
        this.#taking.get(slot).push(move);
      }
    this.refresh();
    this.clear();
  }

  /** Mark the pieces that can be taken, after the board has drawn them. */
  refresh() {
    const { board } = this;
    for (const piece of board.shown.values()) {
      const legal = this.#taking.has(piece.slot);
      const { node } = piece;
      node.classList.toggle("legal", legal);
      node.classList.toggle("own", this.#inHand(piece));
      if (legal) {
        node.tabIndex = 0;
        node.setAttribute("role", "button");
        node.setAttribute("aria-label", labelOf(piece.item));
        node.setAttribute("aria-pressed", String(piece === this.selected));
      } else {
        for (const name of ["tabindex", "role", "aria-label", "aria-pressed"]) node.removeAttribute(name);
      }
    }
    if (this.selected) this.#select(board.shown.get(this.selected.key) ?? null, false);
  }

  /** Put down what was taken up. */
  clear() {
    this.#select(null, false);
  }

  /** Show which moves search suggests.
   * @param {Answer.SuggestedMove[]} suggested */
  suggest(suggested) {
    this.hints = new Map(suggested.map(({ action, chance }) => [action, chance]));
    const slots = new Set(this.moves.filter(({ action }) => this.hints.has(action)).flatMap(({ takes }) => takes));
    for (const piece of this.board.shown.values()) piece.node.classList.toggle("hinted", slots.has(piece.slot));
    this.#list();
  }

  // ---- pieces ----

  /** @param {Piece} piece */
  #inHand(piece) {
    const zone = this.board.plans.get(piece.zone)?.zone;
    return zone?.shape === "hand" && zone.owner === this.board.viewer;
  }
  /** @param {Event} event
   * @returns {Piece | null} */
  #pieceOf(event) {
    const key = /** @type {HTMLElement | null} */ (targetOf(event).closest(".piece"))?.dataset.key;
    return (key && this.board.shown.get(key)) || null;
  }
  /** @param {Piece} piece */
  #show(piece) {
    if (!piece.item.hidden || piece.item.side === "back") this.enlarge(piece.item);
  }

  /** @param {Piece | null} piece
   * @param {boolean} focus whether the first target gets the focus */
  #select(piece, focus) {
    if (this.selected !== piece) this.#turned = 0;
    this.selected?.node.classList.remove("selected");
    this.selected?.node.setAttribute("aria-pressed", "false");
    this.selected = piece && this.#taking.has(piece.slot) ? piece : null;
    for (const { node } of this.board.shown.values()) node.classList.remove("hinted");
    const moves = this.selected ? this.#taking.get(this.selected.slot) : [];
    if (this.selected) {
      this.selected.node.classList.add("selected");
      this.selected.node.setAttribute("aria-pressed", "true");
    }
    this.targets = this.board.targetsOf(moves);
    this.#drawTargets();
    this.#aim(null);
    this.#list();
    if (focus) $(".target", $("#targets"))?.focus();
  }

  // ---- targets ----

  #drawTargets() {
    const nodes = [...this.targets]
      .sort((one, other) => rank(one) - rank(other)) // small ones are above large ones
      .map((target) => {
        const node = make("button", {
          type: "button",
          class: `target ${target.kind}`,
          "data-at": this.targets.indexOf(target),
          "aria-label": target.moves[0].words,
        });
        node.style.width = `${target.width + 6}px`;
        node.style.height = `${target.height + 6}px`;
        node.style.transform = `translate(${target.x}px, ${target.y}px) translate(-50%, -50%)`;
        return node;
      });
    $("#targets").replaceChildren(...nodes);
    this.board.cloth.classList.toggle("choosing", nodes.length > 0);
  }

  /** @param {Event} event */
  #targetOf(event) {
    const at = /** @type {HTMLElement | null} */ (targetOf(event).closest(".target"))?.dataset.at;
    return at === undefined ? null : this.targets[Number(at)];
  }

  /** Return the target that a pointer means: of places that overlap, the one with the nearest centre.
   * @param {MouseEvent} event */
  #pointedAt(event) {
    const target = this.#targetOf(event);
    if (target?.kind !== "spot") return target;
    const { left, top } = this.board.cloth.getBoundingClientRect();
    return this.#under(event.clientX - left, event.clientY - top) ?? target;
  }

  /** The move of a target that would be played now.
   * @param {Target} target */
  #moveAt(target) {
    return target.moves[((this.#turned % target.moves.length) + target.moves.length) % target.moves.length];
  }

  /** Show what a target would change, before the piece is let go.
   * @param {Target | null} target */
  #aim(target) {
    if (target === this.#aimed && target === null) return;
    this.#aimed = target;
    for (const node of $$(".target", $("#targets")))
      node.classList.toggle("aimed", target !== null && Number(node.dataset.at) === this.targets.indexOf(target));
    const ghost = $("#ghost");
    const move = target && this.#moveAt(target);
    const { board } = this;
    board.aimed.replaceChildren(
      ...(move && board.plans.has(move.zone)
        ? move.marks
            .filter(({ kind }) => kind !== "piece")
            .map((mark) => board.markNode(board.plans.get(move.zone), mark))
        : []),
    );
    const notes = $("#aim-notes");
    notes.hidden = !move?.notes.length;
    ghost.hidden = !(move?.spot && this.selected);
    if ((this.selected ? this.#taking.get(this.selected.slot) : null)?.length > MOST_LISTED) this.#list();
    if (!move) return;
    const plan = board.plans.get(move.zone);
    if (move.spot && this.selected) {
      const face = $("pnp-face", ghost);
      const { item } = this.selected;
      face.style.setProperty("--mm", `${board.unit}px`);
      face.setAttribute("grown", String(plan.scale / board.unit));
      showPiece(face, { ...move.spot, piece: item.piece, look: item.look });
      setPlace({
        node: ghost,
        x: plan.x + (move.spot.x - plan.left) * plan.scale,
        y: plan.y + (move.spot.y - plan.top) * plan.scale,
        turn: move.spot.turn,
        scale: plan.scale / board.unit,
      });
    }
    notes.replaceChildren(...move.notes.map((note) => make("span", {}, note)));
    notes.style.transform = `translate(${target.x}px, ${target.y - target.height / 2 - 6}px) translate(-50%, -100%)`;
    const node = $(`.target[data-at="${this.targets.indexOf(target)}"]`);
    node?.setAttribute("aria-label", [move.words, ...move.notes].join(", "));
  }

  /** Turn the piece that was taken up.
   * @param {number} by */
  turn(by) {
    this.#turned += by;
    const target = this.#aimed ?? this.targets.find(({ moves }) => moves.length > 1) ?? null;
    if (target) this.#aim(target);
    this.#list();
  }

  /** @param {Target} target */
  #playAt(target) {
    if (target.kind !== "spot" && target.moves.length > 1) {
      this.#list(target.moves); // the list tells them apart
      $("button", $("#choices"))?.focus();
    } else this.#do(this.#moveAt(target).action);
  }

  /** @param {number} action */
  #do(action) {
    this.#tapped = { piece: null, at: 0 };
    this.moves = [];
    this.#taking.clear();
    this.refresh();
    this.clear();
    this.play(action);
  }

  // ---- the list of moves ----

  /** @param {Answer.SceneMove[] | null} only */
  #list(only = null) {
    const picked = this.selected ? this.#taking.get(this.selected.slot) : null;
    const buttons = this.moves.filter((move) => !move.takes.length);
    const aimed = this.#aimed && this.#aimed.moves.length <= MOST_LISTED ? this.#aimed.moves : [];
    const few = picked && picked.length > MOST_LISTED && this.targets.length ? aimed : picked;
    const all = only ?? few ?? (this.moves.length <= MOST_LISTED ? this.moves : buttons);
    const hinted = this.moves.filter(({ action }) => this.hints.has(action));
    hinted.sort((one, other) => order(this.hints, one) - order(this.hints, other));
    const shown = hinted.length && !picked && !only ? hinted : all.slice(0, MOST_LISTED);
    const rest = this.moves.length - shown.length;
    this.#numbered = shown;
    const node = (/** @type {Answer.SceneMove} */ move, /** @type {number} */ at) =>
      make(
        "button",
        {
          type: "button",
          class: `move${move.takes.length ? "" : " plain"}${this.hints.has(move.action) ? " hint" : ""}`,
          title: move.notes.join(" · ") || null,
          onclick: () => this.#do(move.action),
          onmouseenter: () => this.#light(move),
          onmouseleave: () => this.#light(null),
        },
        at < MOST_LISTED ? make("kbd", { "aria-hidden": true }, String(at + 1)) : null,
        make("span", {}, move.words),
        this.hints.has(move.action)
          ? make("b", {}, say("play-percent", { percent: number(100 * this.hints.get(move.action)) }))
          : null,
      );
    $("#choices").replaceChildren(...shown.map(node));
    $("#all-moves").hidden = rest <= 0;
    $("#all-moves summary").textContent = say("play-all-moves", { count: number(this.moves.length) });
    if (rest > 0) $("#all-list").replaceChildren(...this.moves.map((move) => make("li", {}, node(move, MOST_LISTED))));
    else $("#all-list").replaceChildren();
    const turns = this.targets.some(({ moves }) => moves.length > 1 && moves[0].spot);
    $("#turn").hidden = !turns;
    this.#guide(turns);
  }

  /** Say what to do next.
   * @param {boolean} turns whether the piece that was taken up can be turned */
  #guide(turns) {
    const takes = this.moves.some((move) => move.takes.length);
    const words =
      this.selected && this.targets.length
        ? [say("play-todo-place"), turns ? say("play-todo-turn") : ""]
        : [this.selected || !this.moves.length ? "" : say(takes ? "play-todo-take" : "play-todo-choose")];
    $("#todo").textContent = words.filter(Boolean).join(" ");
  }

  /** Show which pieces a move of the list takes.
   * @param {Answer.SceneMove | null} move */
  #light(move) {
    for (const piece of this.board.shown.values())
      piece.node.classList.toggle(
        "lit",
        move !== null && (move.takes.includes(piece.slot) || move.target === piece.slot),
      );
  }

  // ---- pointers ----

  /** @param {PointerEvent} event */
  #down(event) {
    const piece = this.#pieceOf(event);
    if (!piece || event.button > 0 || this.#drag) return;
    const { layer, cloth } = this.board;
    const origin = cloth.getBoundingClientRect();
    layer.setPointerCapture(event.pointerId);
    const timer = setTimeout(() => {
      if (!this.#drag || this.#drag.moved) return;
      this.#drop();
      this.#show(piece);
    }, LONG_PRESS);
    this.#drag = {
      piece,
      startX: event.clientX,
      startY: event.clientY,
      x: event.clientX - origin.left,
      y: event.clientY - origin.top,
      moved: false,
      timer,
    };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (!drag) return;
    const { piece } = drag;
    const legal = this.#taking.has(piece.slot);
    if (!drag.moved) {
      if (Math.hypot(event.clientX - drag.startX, event.clientY - drag.startY) < DRAG) return;
      clearTimeout(drag.timer);
      if (!legal && !this.#inHand(piece)) return this.#drop();
      drag.moved = true;
      if (legal) this.#select(piece, false);
      piece.node.classList.add("dragged");
    }
    const origin = this.board.cloth.getBoundingClientRect();
    drag.x = event.clientX - origin.left;
    drag.y = event.clientY - origin.top;
    setPlace({ ...piece, x: drag.x, y: drag.y, scale: piece.scale * 1.04 });
    this.#aim(legal ? this.#under(drag.x, drag.y) : null);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const drag = this.#drag;
    if (!drag) return;
    const { piece, moved } = drag;
    const legal = this.#taking.has(piece.slot);
    const target = moved && legal ? this.#under(drag.x, drag.y) : null;
    this.#drop();
    if (!moved) {
      const again = this.#tapped.piece === piece && event.timeStamp - this.#tapped.at < DOUBLE;
      this.#tapped = { piece, at: event.timeStamp };
      if (again) {
        this.clear();
        this.#show(piece);
      } else if (piece === this.selected) this.clear();
      else if (legal) this.#select(piece, false);
      else {
        const onto =
          this.targets.find(({ kind, x, y }) => kind === "piece" && x === piece.x && y === piece.y) ??
          this.targets.find(({ kind, moves }) => kind === "zone" && moves[0].zone === piece.zone);
        if (onto) this.#playAt(onto);
        else this.clear();
      }
    } else if (target) this.#playAt(target);
    else if (this.#inHand(piece)) this.#reorder(piece, drag.x);
  }

  #drop() {
    if (!this.#drag) return;
    const { piece, timer } = this.#drag;
    clearTimeout(timer);
    piece.node.classList.remove("dragged");
    setPlace(piece);
    this.#drag = null;
  }

  /** Return the target at a place of the cloth.
   * @param {number} x
   * @param {number} y */
  #under(x, y) {
    const inside = this.targets.filter(
      (target) => Math.abs(x - target.x) <= target.width / 2 + 4 && Math.abs(y - target.y) <= target.height / 2 + 4,
    );
    const away = (/** @type {Target} */ target) => Math.hypot(x - target.x, y - target.y);
    const spots = this.targets.filter((target) => target.kind === "spot" && away(target) < NEAR);
    const near = spots.sort((one, other) => away(one) - away(other))[0];
    return near ?? inside.sort((one, other) => rank(other) - rank(one) || away(one) - away(other))[0] ?? null;
  }

  /** Put a card of the hand between two others.
   * @param {Piece} piece
   * @param {number} x */
  #reorder(piece, x) {
    const { board } = this;
    const others = [...board.shown.values()].filter((each) => each.zone === piece.zone && each !== piece);
    others.sort((one, other) => one.x - other.x);
    const at = others.findIndex((each) => each.x > x);
    others.splice(at < 0 ? others.length : at, 0, piece);
    board.orders.set(
      piece.zone,
      others.map(({ key }) => key),
    );
    board.layOut();
    this.refresh();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!this.selected || !this.targets.some(({ moves, kind }) => kind === "spot" && moves.length > 1)) return;
    event.preventDefault();
    this.turn(event.deltaY > 0 ? 1 : -1);
  }

  // ---- keys ----

  /** Play the move with a number; false if there is none.
   * @param {number} place */
  playNumber(place) {
    const move = this.#numbered[place - 1];
    if (!move) return false;
    this.#do(move.action);
    return true;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const node = targetOf(event);
    const arrows = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    });
    const way = arrows[event.key];
    if (event.key === "Escape" && this.selected) {
      const { node: piece } = this.selected;
      this.clear();
      piece.focus();
    } else if (way && node.closest(".piece, .target")) this.#step(node, way);
    else if ((event.key === "Enter" || event.key === " ") && node.closest(".piece")) this.#press(this.#pieceOf(event));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Piece | null} piece */
  #press(piece) {
    const moves = piece ? (this.#taking.get(piece.slot) ?? []) : [];
    if (!moves.length) return;
    if (moves.length === 1) this.#do(moves[0].action);
    else {
      this.#select(piece, true);
      if (!this.targets.length) $("button", $("#choices"))?.focus();
    }
  }

  /** Move the focus to the next piece or target in a direction.
   * @param {HTMLElement} from
   * @param {[number, number]} way */
  #step(from, [right, down]) {
    const nodes = from.closest(".target")
      ? [...$("#targets").children]
      : [...this.board.shown.values()].filter(({ node }) => node.classList.contains("legal")).map(({ node }) => node);
    const centre = (/** @type {Element} */ node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const [x, y] = centre(from.closest(".piece, .target"));
    /** @type {{ node: Element, far: number } | null} */
    let best = null;
    for (const node of nodes) {
      const [dx, dy] = [centre(node)[0] - x, centre(node)[1] - y];
      const [along, aside] = right ? [dx * right, Math.abs(dy)] : [dy * down, Math.abs(dx)];
      const far = along + 2.5 * aside;
      if (along > 1 && (!best || far < best.far)) best = { node, far };
    }
    if (best) /** @type {HTMLElement} */ (best.node).focus({ preventScroll: reduced() });
  }
}

/** @param {Target} target */
const rank = ({ kind }) => ({ zone: 0, piece: 1, spot: 2 })[kind];
/** @param {Map<number, number>} hints
 * @param {Answer.SceneMove} move */
const order = (hints, { action }) => [...hints.keys()].indexOf(action);
