// The card of the layout page with its boxes: they are chosen, moved and resized with mouse, touch and keyboard. While
// a box is dragged, only its outline and its part of the picture move; the exact picture follows.
import { around, clamp, contains, resized, rounded, snapLines, snapMove } from "./layoutgeometry.js";
import { $, announce, make, number, say } from "./page.js";

/** @import { Guide, Handle, Place } from "./layoutgeometry.js" */
/** @import { LayoutModel } from "./layoutmodel.js" */
/** @import { Shape } from "./face.js" */

const SVG = "http://www.w3.org/2000/svg";
/** @type {Handle[]} */
const HANDLES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"];
/** Screen pixels within which boxes snap, and after which a press becomes a drag. */
const REACH_PX = 7;
const DRAG_PX = 3;
/** Keys that are held during a drag. */
const MODIFIERS = ["Alt", "Control", "Meta", "Shift"];
const MARGIN_PX = 28; // around the card
const RULER_PX = 22;
/** Smallest and largest scale, in pixels per mm. */
const SCALES = [1.5, 40];
/** Part of the card from which a box counts as a background, which is not dragged unless it was chosen before. */
const BACKGROUND = 0.8;

/** A drag under way: what it does with the boxes, from where.
 * @typedef {object} Drag
 * @property {"press" | "move" | "resize" | "band"} kind
 * @property {number} pointer
 * @property {[number, number]} start in mm
 * @property {[number, number]} client
 * @property {Map<string, Place>} places of the boxes that move
 * @property {Record<"x" | "y", number[]>} lines to snap to
 * @property {Handle} handle
 * @property {string[]} hits names of the boxes below the pointer, the topmost first
 * @property {string[]} before what was chosen
 * @property {boolean} add
 * @property {Map<string, Place>} made where the boxes are now */

export class LayoutStage {
  /** Pixels per mm; 0 to fit the card in. */
  zoom = 0;
  mm = 4;
  /** @type {Shape | null} */
  shape = null;
  /** Elements of the picture, with the lines of the template that they come from. @type {Answer.Location[][]} */
  lines = [];
  /** @type {Drag | null} */
  drag = null;
  /** Whether arrow keys change the size. */
  resizing = false;
  /** The box that was chosen below others, which is dragged although it is covered. */
  #deep = "";
  /** @type {Map<string, HTMLButtonElement>} */
  #nodes = new Map();

  /** @param {LayoutModel} model
   * @param {{ names: string[], choose: (names: string[], focus?: boolean) => void, shown: () => void }} choice the
   * names of the chosen boxes, and what changes them */
  constructor(model, choice) {
    this.model = model;
    this.choice = choice;
    const canvas = $("#canvas");
    canvas.addEventListener("pointerdown", (event) => {
      $("#boxes").classList.add("pointed");
      this.#press(event);
    });
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#release(event));
    canvas.addEventListener("pointercancel", () => this.cancel());
    canvas.addEventListener("mousedown", (event) => event.preventDefault()); // focus follows the choice
    canvas.addEventListener("click", (event) => {
      const name = /** @type {HTMLElement} */ (event.target).closest?.(".box")?.getAttribute("data-name");
      if (event.detail === 0 && name) this.choice.choose([name], true); // of a screen reader
    });
    $("#boxes").addEventListener("keydown", (event) => this.#key(event));
    $("#stage").addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    addEventListener("keydown", (event) => {
      if (!MODIFIERS.includes(event.key)) $("#boxes").classList.remove("pointed");
      if (event.key === "Escape" && this.drag) {
        event.preventDefault();
        this.cancel();
      }
    });
    addEventListener("keyup", () => {
      this.resizing &&= document.activeElement?.closest?.("#boxes") !== null;
    });
    new ResizeObserver(() => this.layOut()).observe($("#stage"));
  }

  // ---- drawing ----

  /** Fit the card to the stage and draw the rulers.
   * @param {Shape | null} shape */
  layOut(shape = this.shape) {
    this.shape = shape;
    if (!shape) return;
    const stage = $("#stage");
    const bleed = this.wide ? shape.bleed : 0;
    const room = [stage.clientWidth - RULER_PX - 2 * MARGIN_PX, stage.clientHeight - RULER_PX - 2 * MARGIN_PX];
    const fitting = Math.min(room[0] / (shape.width + 2 * bleed), room[1] / (shape.height + 2 * bleed));
    this.mm = clamp(this.zoom || fitting, SCALES[0], SCALES[1]);
    stage.style.setProperty("--mm", `${this.mm}px`);
    $("#boxes").style.inset = `calc(var(--mm) * ${bleed})`;
    $("#zoom").textContent = `${number((this.mm / (96 / 25.4)) * 100)} %`;
    if ($("#face").shape !== shape || $("#face").dataset.bleed !== String(bleed)) {
      $("#face").dataset.bleed = String(bleed);
      $("#face").of = shape;
    }
    this.#drawRulers();
    this.draw();
  }
  /** Whether the bleed is shown. */
  get wide() {
    return $("#stage").classList.contains("show-bleed");
  }

  /** Change the scale around the middle of the stage.
   * @param {number} by a factor; 0 to fit the card in */
  zoomBy(by) {
    const stage = $("#stage");
    const middle = [stage.scrollLeft + stage.clientWidth / 2, stage.scrollTop + stage.clientHeight / 2];
    const before = this.mm;
    this.zoom = by ? clamp(this.mm * by, SCALES[0], SCALES[1]) : 0;
    this.layOut();
    const grown = this.mm / before;
    stage.scrollTo(middle[0] * grown - stage.clientWidth / 2, middle[1] * grown - stage.clientHeight / 2);
  }
  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoomBy(event.deltaY < 0 ? 1.1 : 1 / 1.1);
  }

  /** Draw the outlines of the boxes where they are now. */
  draw() {
    const { names } = this.choice;
    const stops = [...names, ...this.model.boxes.map(({ name }) => name)];
    const tabStop = stops.findLast((name) => names.includes(name) && this.#shown(name)) ?? stops.find(this.#shown);
    /** @type {Set<string>} */
    const seen = new Set();
    for (const box of this.model.boxes) {
      const place = this.drag?.made.get(box.name) ?? this.model.placeOf(box) ?? this.#measured.get(box.name);
      if (!place) continue;
      seen.add(box.name);
      let node = this.#nodes.get(box.name);
      if (!node) {
        node = make("button", { type: "button", "data-name": box.name }, make("span", { class: "name" }));
        this.#nodes.set(box.name, node);
      }
      const chosen = names.includes(box.name);
      const fixed = box.stack ? " stacked" : box.locked ? " locked" : "";
      node.className = `box kind-${box.kind}${chosen ? " chosen" : ""}${fixed}`;
      node.tabIndex = box.name === tabStop ? 0 : -1;
      node.setAttribute("aria-pressed", String(chosen));
      node.setAttribute("aria-label", placeText(box, this.model.placeOf(box)));
      node.title = box.locked ? `${box.name}: ${lockReason(box)}` : box.name;
      $(".name", node).textContent = box.name;
      put(node, place);
    }
    for (const [name, node] of this.#nodes)
      if (!seen.has(name)) {
        this.#nodes.delete(name);
        node.remove();
      }
    this.#order();
    this.#frame();
    if (seen.size) $("#stage").removeAttribute("tabindex");
    else $("#stage").tabIndex = 0; // to scroll it
  }
  /** Whether a box is shown on the card.
   * @param {string} name */
  #shown = (name) => {
    const box = this.model.box(name);
    return Boolean(box && this.#shownPlace(box));
  };
  /** Bring the nodes into the order in which the boxes are drawn, without moving the one that has the focus. */
  #order() {
    const layer = $("#boxes");
    const wanted = this.model.boxes.flatMap(({ name }) => (this.#nodes.has(name) ? [this.#nodes.get(name)] : []));
    if (wanted.every((node, place) => layer.children[place] === node)) return;
    const focused = wanted.find((node) => node === document.activeElement);
    for (const [place, node] of wanted.entries())
      if (layer.children[place] !== node) layer.insertBefore(node, layer.children[place] ?? null);
    if (focused && document.activeElement !== focused) focused.focus({ preventScroll: true });
  }
  /** Draw the frame of the chosen boxes, with handles around a single one. */
  #frame() {
    const frame = $("#frame");
    const places = this.choice.names.flatMap((name) => {
      const box = this.model.box(name);
      const place = box && (this.drag?.made.get(name) ?? this.#shownPlace(box));
      return place ? [place] : [];
    });
    frame.hidden = !places.length;
    if (!places.length) {
      this.#markRulers(null);
      return;
    }
    const place = around(places);
    put(frame, place);
    const single = this.choice.names.length === 1 ? this.model.box(this.choice.names[0]) : null;
    frame.classList.toggle("fixed", !single || Boolean(single.locked) || !this.model.editable);
    if (!frame.children.length)
      frame.append(...HANDLES.map((handle) => make("span", { class: `handle ${handle}`, "data-handle": handle })));
    this.#markRulers(place);
  }

  /** @param {string} name */
  focus(name) {
    this.#nodes.get(name)?.focus({ preventScroll: true });
  }
  /** Bring a box into view.
   * @param {string} name */
  reveal(name) {
    this.#nodes.get(name)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // ---- rulers ----

  #drawRulers() {
    const [canvas, boxes] = [$("#canvas").getBoundingClientRect(), $("#boxes").getBoundingClientRect()];
    this.#drawRuler($("#ruler-x"), canvas.width, boxes.left - canvas.left, true);
    this.#drawRuler($("#ruler-y"), canvas.height, boxes.top - canvas.top, false);
  }
  /** @param {HTMLElement} ruler
   * @param {number} length in pixels
   * @param {number} zero where the edge of the card is
   * @param {boolean} across */
  #drawRuler(ruler, length, zero, across) {
    const step = this.mm >= 3.5 ? 1 : 5;
    const labelled = this.mm >= 14 ? 5 : this.mm >= 3 ? 10 : 20;
    let path = "";
    /** @type {Element[]} */
    const labels = [];
    for (let at = Math.ceil(-zero / this.mm / step) * step; zero + at * this.mm < length; at += step) {
      const place = zero + at * this.mm;
      const size = at % labelled === 0 ? 9 : at % 5 === 0 ? 6 : 3.5;
      path += across ? `M${place} ${RULER_PX}v${-size}` : `M${RULER_PX} ${place}h${-size}`;
      if (at % labelled) continue;
      const turned = across ? `translate(${place} 10)` : `translate(10 ${place}) rotate(-90)`;
      labels.push(drawing("text", { transform: turned }, String(at)));
    }
    const size = { width: String(across ? length : RULER_PX), height: String(across ? RULER_PX : length) };
    const picture = drawing("svg", size);
    picture.append(drawing("rect", { class: "extent" }), drawing("path", { d: path }), ...labels);
    ruler.dataset.zero = String(zero);
    ruler.replaceChildren(picture);
  }
  /** Mark on the rulers where the chosen boxes are.
   * @param {Place | null} place */
  #markRulers(place) {
    for (const [ruler, side] of /** @type {[HTMLElement, 0 | 1][]} */ ([
      [$("#ruler-x"), 0],
      [$("#ruler-y"), 1],
    ])) {
      const extent = ruler.querySelector(".extent");
      if (!extent) continue;
      const from = Number(ruler.dataset.zero) + (place ? place[side] * this.mm : 0);
      extent.setAttribute(side ? "y" : "x", String(from));
      extent.setAttribute(side ? "height" : "width", String(place ? Math.max(1, place[side + 2] * this.mm) : 0));
      extent.setAttribute(side ? "width" : "height", String(RULER_PX));
    }
  }

  // ---- pointers ----

  /** @param {PointerEvent} event
   * @returns {[number, number]} */
  #point({ clientX, clientY }) {
    const { left, top } = $("#boxes").getBoundingClientRect();
    return [(clientX - left) / this.mm, (clientY - top) / this.mm];
  }
  /** Return the names of the boxes at a point, the topmost first.
   * @param {[number, number]} point */
  hits([x, y]) {
    const near = 4 / this.mm; // lines are thin
    return this.model.boxes
      .filter((box) => {
        const place = this.#shownPlace(box);
        if (!place) return false;
        const [moreX, moreY] = [place[2] < 2 * near ? near : 0, place[3] < 2 * near ? near : 0];
        return (
          x >= place[0] - moreX &&
          x <= place[0] + place[2] + moreX &&
          y >= place[1] - moreY &&
          y <= place[1] + place[3] + moreY
        );
      })
      .map(({ name }) => name)
      .reverse();
  }
  /** Return the boxes among these that can be moved, with their places.
   * @param {string[]} names
   * @returns {Map<string, Place>} */
  movable(names) {
    if (!this.model.editable) return new Map();
    return new Map(
      [...new Set(names)].flatMap((name) => {
        const box = this.model.box(name);
        const place = box && !box.locked ? this.model.placeOf(box) : null;
        return place ? [/** @type {[string, Place]} */ ([name, place])] : [];
      }),
    );
  }
  /** @param {Iterable<string>} moving */
  #snapLines(moving) {
    const names = new Set(moving);
    const others = this.model.boxes.flatMap((box) => {
      const place = names.has(box.name) ? null : this.model.placeOf(box);
      return place ? [place] : [];
    });
    return snapLines(this.shape, others);
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0 || this.drag || !this.shape) return;
    const start = this.#point(event);
    const before = [...this.choice.names];
    const hits = this.hits(start);
    const handle = /** @type {HTMLElement} */ (event.target).closest("[data-handle]")?.getAttribute("data-handle");
    const add = event.shiftKey || event.ctrlKey || event.metaKey;
    const places = this.movable(handle ? before : []);
    /** @type {Drag} */
    const drag = {
      kind: handle && places.size ? "resize" : "press",
      pointer: event.pointerId,
      start,
      client: [event.clientX, event.clientY],
      places,
      lines: { x: [], y: [] },
      handle: /** @type {Handle} */ (handle ?? "se"),
      hits,
      before,
      add,
      made: new Map(),
    };
    if (drag.kind === "resize") drag.lines = this.#snapLines(places.keys());
    this.drag = drag;
    const touched = event.pointerType === "touch";
    if (!touched || handle || hits.some((name) => before.includes(name)))
      $("#canvas").setPointerCapture(event.pointerId);
    if (!touched && drag.kind === "press" && hits.length && !add) {
      const target = this.#target(drag);
      if (!before.includes(target)) this.choice.choose([target], true);
      else this.focus(target);
    }
  }
  /** The box that a press is about: the topmost one, or one below it that was chosen on purpose.
   * @param {Drag} drag */
  #target({ hits, before }) {
    return hits.includes(this.#deep) && before.includes(this.#deep) ? this.#deep : hits[0];
  }

  /** Begin to drag, now that the pointer has moved.
   * @param {Drag} drag
   * @param {PointerEvent} event */
  #begin(drag, event) {
    let target = this.#target(drag);
    let box = this.model.box(target);
    if (box?.stack && this.model.box(box.stack)) {
      // what is in a stack is moved with it
      target = box.stack;
      box = this.model.box(target);
      if (!drag.before.includes(target)) this.choice.choose([target], true);
    }
    const chosen = drag.before.includes(target);
    const touched = event.pointerType === "touch";
    const place = box && this.#shownPlace(box);
    const behind = place && place[2] * place[3] >= BACKGROUND * this.shape.width * this.shape.height;
    if (!target || drag.add || (!chosen && (touched || behind))) {
      drag.kind = "band";
      if (!drag.add && !chosen && target) this.choice.choose(drag.before);
      return;
    }
    drag.places = this.movable(chosen ? drag.before : [target]);
    drag.lines = this.#snapLines(drag.places.keys());
    drag.kind = "move";
    if (!drag.places.size) announce(say("layout-locked-why", { name: target, reason: lockReason(box) }));
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    const far = Math.hypot(event.clientX - drag.client[0], event.clientY - drag.client[1]);
    if (drag.kind === "press") {
      if (far < DRAG_PX) return;
      this.#begin(drag, event);
    }
    const [x, y] = this.#point(event);
    const [dx, dy] = [x - drag.start[0], y - drag.start[1]];
    const reach = event.altKey ? 0 : REACH_PX / this.mm;
    if (drag.kind === "band") this.#band(drag, x, y);
    else if (drag.places.size) {
      /** @type {Guide[]} */
      let guides = [];
      if (drag.kind === "move") {
        const snapped = snapMove(around([...drag.places.values()]), dx, dy, drag.lines, reach);
        guides = snapped.guides;
        for (const [name, [left, top, width, height]] of drag.places)
          drag.made.set(name, [left + snapped.dx, top + snapped.dy, width, height]);
      } else {
        const [[name, place]] = drag.places;
        const made = resized(place, drag.handle, dx, dy, drag.lines, reach);
        guides = made.guides;
        drag.made.set(name, made.place);
      }
      this.#showDrag(drag, guides);
    }
  }
  /** @param {Drag} drag
   * @param {number} x
   * @param {number} y */
  #band(drag, x, y) {
    const [left, top] = drag.start;
    /** @type {Place} */
    const place = [Math.min(left, x), Math.min(top, y), Math.abs(x - left), Math.abs(y - top)];
    $("#band").hidden = false;
    put($("#band"), place);
    const inside = this.model.boxes.filter((box) => {
      const at = this.model.placeOf(box);
      return at && contains(place, at);
    });
    const names = inside.map(({ name }) => name);
    const wanted = drag.add ? [...new Set([...drag.before, ...names])] : names;
    if (wanted.join("\n") !== this.choice.names.join("\n")) this.choice.choose(wanted);
  }

  /** Show the boxes where they are dragged to.
   * @param {Drag} drag
   * @param {Guide[]} guides */
  #showDrag(drag, guides) {
    for (const [name, place] of drag.made) {
      const node = this.#nodes.get(name);
      if (node) put(node, place);
      if (drag.kind === "move")
        this.#shift(name, place[0] - drag.places.get(name)[0], place[1] - drag.places.get(name)[1]);
    }
    this.#frame();
    const { width, height, bleed } = this.shape;
    $("#guides").replaceChildren(
      ...guides.map(({ axis, at }) => {
        const line = make("span", { class: `guide ${axis}` });
        put(line, axis === "x" ? [at, -bleed, 0, height + 2 * bleed] : [-bleed, at, width + 2 * bleed, 0]);
        return line;
      }),
    );
    const place = rounded(around([...drag.made.values()]));
    $("#measure").hidden = false;
    $("#measure").textContent = say("layout-measure", measures(place));
    put($("#measure"), [place[0], place[1] + place[3], 0, 0]);
  }
  /** Move the parts of the picture that a box draws.
   * @param {string} name
   * @param {number} dx
   * @param {number} dy */
  #shift(name, dx, dy) {
    for (const part of this.#parts(name)) {
      part.dataset.home ??= part.getAttribute("transform") ?? "";
      part.setAttribute("transform", `translate(${dx} ${dy}) ${part.dataset.home}`);
    }
  }
  /** Return the elements of the picture that a box draws.
   * @param {string} name
   * @returns {SVGElement[]} */
  #parts(name) {
    const line = this.model.box(name)?.line;
    const file = this.model.file.name;
    if (!line) return [];
    const marks = /** @type {NodeListOf<SVGElement>} */ ($("#face").shadowRoot.querySelectorAll(".face [data-source]"));
    return [...marks].filter((mark) => {
      if (mark.parentElement?.closest("[data-source]:not(svg)")) return false; // its parent moves
      const lines = this.lines[Number(mark.dataset.source)] ?? [];
      return lines.some((each) => each.file === file && each.line === line);
    });
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    this.#end();
    if (drag.kind === "press") this.#click(drag);
    else if (drag.kind === "band") this.choice.shown();
    else if (drag.made.size) this.place(drag.made);
  }
  /** @param {Drag} drag */
  #click({ hits, before, add }) {
    const [top] = hits;
    if (!top) {
      this.#deep = "";
      if (!add) this.choice.choose([]);
    } else if (add) {
      this.choice.choose(before.includes(top) ? before.filter((name) => name !== top) : [...before, top], true);
    } else {
      const at = before.length === 1 ? hits.indexOf(before[0]) : -1;
      const next = at < 0 ? top : hits[(at + 1) % hits.length];
      this.#deep = next === top ? "" : next;
      this.choice.choose([next], true);
    }
    this.choice.shown();
  }
  /** Let everything go back to where it was. */
  cancel() {
    const { drag } = this;
    if (!drag) return;
    this.#end();
    for (const name of drag.made.keys()) this.#shift(name, 0, 0);
    if (drag.kind === "band") this.choice.choose(drag.before);
    this.draw();
  }
  #end() {
    this.drag = null;
    $("#band").hidden = true;
    $("#measure").hidden = true;
    $("#guides").replaceChildren();
  }

  /** Move boxes, and say where they are.
   * @param {Map<string, Place>} places
   * @param {string} key */
  place(places, key = "") {
    const [[name, place]] = places;
    const box = this.model.box(name);
    announce(places.size === 1 ? placeText(box, rounded(place)) : say("layout-moved", { count: number(places.size) }));
    return this.model.place(places, key);
  }

  // ---- keys ----

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { names } = this.choice;
    const name = /** @type {HTMLElement} */ (event.target).getAttribute("data-name");
    if (!name) return;
    /** @type {Record<string, [number, number]>} */
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const arrow = arrows[event.key];
    if (arrow) {
      event.preventDefault();
      if (!names.includes(name)) this.choice.choose([name]);
      const by = event.shiftKey ? 1 : event.ctrlKey || event.altKey || event.metaKey ? 5 : 0.1;
      this.nudge(arrow[0] * by, arrow[1] * by);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!names.includes(name)) this.choice.choose([name]);
      else {
        this.resizing = !this.resizing;
        announce(say(this.resizing ? "layout-resizing" : "layout-moving"));
      }
    } else if (event.key === "Escape" && this.resizing) {
      event.preventDefault();
      this.resizing = false;
      announce(say("layout-moving"));
    } else if (event.key === "Escape") {
      event.preventDefault();
      $('#list [tabindex="0"]')?.focus();
    } else if (event.key === "PageUp" || event.key === "PageDown") {
      event.preventDefault();
      const order = this.model.boxes.filter(({ name }) => this.#shown(name));
      const at = order.findIndex((box) => box.name === name) + (event.key === "PageDown" ? 1 : -1);
      const next = order[(at + order.length) % order.length];
      this.#deep = next.name;
      this.choice.choose([next.name], true);
    }
  }
  /** Move the chosen boxes, or change their size.
   * @param {number} dx
   * @param {number} dy */
  nudge(dx, dy) {
    const places = this.movable(this.choice.names);
    if (!places.size) {
      const box = this.model.box(this.choice.names[0]);
      if (box?.locked) announce(say("layout-locked-why", { name: box.name, reason: lockReason(box) }));
      return;
    }
    const { resizing } = this;
    /** @type {Map<string, Place>} */
    const made = new Map(
      [...places].map(([name, [x, y, width, height]]) => [
        name,
        resizing ? [x, y, Math.max(0, width + dx), Math.max(0, height + dy)] : [x + dx, y + dy, width, height],
      ]),
    );
    if (!resizing) for (const [name, place] of made) this.#nudged(name, place);
    this.place(made, `nudge ${resizing} ${[...places.keys()].join(" ")}`).catch(() => {});
  }
  /** @type {Map<string, Place>} where the picture shows the boxes that keys are moving */
  #home = new Map();
  /** @param {string} name
   * @param {Place} place */
  #nudged(name, place) {
    if (!this.#home.has(name)) this.#home.set(name, /** @type {Place} */ (this.model.box(name).box));
    const [x, y] = this.#home.get(name);
    this.#shift(name, place[0] - x, place[1] - y);
  }
  /** Let the parts of the picture go back to where it shows them. */
  unshift() {
    for (const part of /** @type {NodeListOf<SVGElement>} */ ($("#face").shadowRoot.querySelectorAll("[data-home]")))
      part.setAttribute("transform", part.dataset.home);
    this.#home.clear();
  }
  /** Take in that the picture shows the boxes where they are; of those without a place, find out where that is.
   * @param {Answer.Location[][]} lines of its elements */
  drawn(lines) {
    this.lines = lines;
    this.#home.clear();
    this.#measured.clear();
    const { left, top } = $("#boxes").getBoundingClientRect();
    for (const box of this.model.boxes) {
      if (box.box) continue;
      const parts = this.#parts(box.name).map((part) => part.getBoundingClientRect());
      const seen = parts.filter(({ width, height }) => width > 0 && height > 0);
      /** @type {Place[]} */
      const places = seen.map((rect) => [
        (rect.left - left) / this.mm,
        (rect.top - top) / this.mm,
        rect.width / this.mm,
        rect.height / this.mm,
      ]);
      if (places.length) this.#measured.set(box.name, around(places));
    }
    this.draw();
  }
  /** Where the picture shows boxes that have no place of their own. @type {Map<string, Place>} */
  #measured = new Map();
  /** @param {Answer.ListedBox} box */
  #shownPlace = (box) => this.model.placeOf(box) ?? this.#measured.get(box.name) ?? null;
}

/** Put an element at a place on the card.
 * @param {HTMLElement} node
 * @param {Place} place */
function put(node, [x, y, width, height]) {
  node.style.left = `calc(var(--mm) * ${x})`;
  node.style.top = `calc(var(--mm) * ${y})`;
  node.style.width = `calc(var(--mm) * ${width})`;
  node.style.height = `calc(var(--mm) * ${height})`;
}
/** @param {Place} place */
const measures = ([x, y, width, height]) => ({
  x: decimal(x),
  y: decimal(y),
  width: decimal(width),
  height: decimal(height),
});
/** @param {number} value */
const decimal = (value) => number(value, Number.isInteger(rounded([value, 0, 0, 0])[0]) ? 0 : 1);

/** Say where a box is, for screen readers.
 * @param {Answer.ListedBox} box
 * @param {Place | null} place */
export function placeText(box, place) {
  const text = place ? say("layout-place", { name: box.name, ...measures(place) }) : box.name;
  return box.locked ? `${text}. ${say("layout-locked", { reason: lockReason(box) })}` : text;
}

/** Say why a box cannot be moved.
 * @param {Answer.ListedBox} box */
export const lockReason = ({ lock, lockDetail }) => say(`layout-lock-${lock}`, { detail: lockDetail });

/** Make an element of a drawing.
 * @param {string} tag
 * @param {Record<string, string>} attributes */
function drawing(tag, attributes, text = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}
