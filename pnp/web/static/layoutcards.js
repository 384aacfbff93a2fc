// Cards of the layout page, drawn from unsaved text: all of them, those in sight first, and those with the longest and
// the shortest text of a box.
import { $, api, get, make, Offline, post, Refused, say } from "./page.js";

/** @import { Place } from "./layoutgeometry.js" */
/** @import { FaceView, Shape } from "./face.js" */

const MOST_AT_ONCE = 8; // cards drawn by one request
const SCALE = 6; // pixels per mm of the bitmaps; a resolution of the server
const MOST_SHOWN = 600;

/** A card in the list.
 * @typedef {object} Card
 * @property {string} name `deck/piece/side/look`
 * @property {HTMLElement} node
 * @property {FaceView} face
 * @property {boolean} stale
 * @property {boolean} seen */

/** What drawing depends on. @typedef {() => { files: Record<string, string>, lang: string }} Drafts */

export class CardList {
  /** @type {Map<string, Card>} */
  #cards = new Map();
  #turn = 0;
  #working = false;
  #sight = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const card = this.#cards.get(/** @type {HTMLElement} */ (target).dataset.name);
        if (card) card.seen = isIntersecting;
      }
      this.#work();
    },
    { rootMargin: "200px" },
  );

  /** @param {HTMLElement} root
   * @param {Drafts} drafts
   * @param {(name: string) => unknown} open called with the name of a card that was chosen */
  constructor(root, drafts, open) {
    this.root = root;
    this.drafts = drafts;
    this.open = open;
  }

  /** Show these cards.
   * @param {string[]} names
   * @param {string} current the one that is edited
   * @param {Shape} shape that of a card that was not drawn yet */
  show(names, current, shape) {
    const wanted = names.slice(0, MOST_SHOWN);
    for (const [name, { node }] of this.#cards)
      if (!wanted.includes(name)) {
        this.#sight.unobserve(node);
        this.#cards.delete(name);
      }
    for (const name of wanted) if (!this.#cards.has(name)) this.#cards.set(name, this.#make(name));
    const nodes = wanted.map((name) => this.#cards.get(name).node);
    if (nodes.some((node, at) => this.root.children[at] !== node) || this.root.children.length !== nodes.length)
      this.root.replaceChildren(...nodes);
    for (const { name, node } of this.#cards.values())
      $("button", node).setAttribute("aria-current", String(name === current));
    for (const { face } of this.#cards.values()) if (!face.shape) face.of = shape;
  }
  /** @param {string} name
   * @returns {Card} */
  #make(name) {
    const label = name.split("/")[1];
    const face = make("pnp-face", { label });
    const button = make(
      "button",
      { type: "button", onclick: () => this.open(name) },
      face,
      make("span", { class: "caption" }, label),
      make("span", { class: "wrong bad" }),
    );
    const node = make("li", { "data-name": name }, button);
    this.#sight.observe(node);
    return { name, node, face, stale: true, seen: false };
  }

  /** Draw the cards in sight again; the others once they are in sight. */
  refresh() {
    this.#turn++;
    for (const card of this.#cards.values()) card.stale = true;
    this.#work();
  }
  /** Stop drawing: the text is about to change. */
  pause() {
    this.#turn++;
  }

  async #work() {
    if (this.#working) return;
    this.#working = true;
    for (;;) {
      const turn = this.#turn;
      const next = [...this.#cards.values()].filter(({ stale, seen }) => stale && seen).slice(0, MOST_AT_ONCE);
      if (!next.length) break;
      const drawn = await drawCards(
        next.map(({ name }) => name),
        this.drafts(),
        "cards",
        turn,
      );
      if (drawn === null || drawn.stopped || turn !== this.#turn) {
        if (turn === this.#turn) break;
        continue;
      }
      for (const card of next) {
        const made = drawn.cards.find(({ name }) => name === card.name);
        card.stale = false;
        showCard(card.face, made);
        const [problem] = made?.problems ?? [];
        card.node.classList.toggle("broken", Boolean(problem));
        $(".wrong", card.node).textContent = problem ? problem.message : "";
      }
    }
    this.#working = false;
  }
}

/** Draw faces from unsaved text; null if there is no answer.
 * @param {string[]} faces
 * @param {ReturnType<Drafts>} drafts
 * @param {string} purpose
 * @param {number} turn
 * @returns {Promise<Answer.DrawnCards | null>} */
export async function drawCards(faces, { files, lang }, purpose, turn) {
  try {
    return await post(api("layout/draw"), {
      files,
      faces,
      lang,
      purpose,
      traced: purpose === "card",
      turn: turn + 1,
    });
  } catch (error) {
    if (error instanceof Offline || error instanceof Refused) return null;
    throw error;
  }
}

/** Show a drawn face as a bitmap.
 * @param {FaceView} face
 * @param {Answer.DrawnCard | undefined} made */
function showCard(face, made) {
  if (!made?.shape) return;
  if (JSON.stringify(face.shape) !== JSON.stringify(made.shape)) face.of = made.shape;
  if (made.key && face.key !== made.key) face.showBitmap(made.key, `/api/face/${made.key}.png?scale=${SCALE}`);
}

/** The cards with the longest and the shortest text of the chosen boxes, with these boxes outlined. */
export class Extremes {
  #turn = 0;
  /** What was asked for last, and the answer. */
  #asked = "";
  /** @type {Answer.TextExtremes} */
  #found = { longest: "", shortest: "" };

  /** @param {HTMLElement} root
   * @param {Drafts} drafts
   * @param {(name: string) => unknown} open */
  constructor(root, drafts, open) {
    this.root = root;
    this.drafts = drafts;
    this.open = open;
  }

  /** Show the cards of a deck with the longest and the shortest text in some columns.
   * @param {{ deck: string, side: string }} of
   * @param {string[]} columns
   * @param {Place | null} place where the text is */
  async show({ deck, side }, columns, place) {
    const turn = ++this.#turn;
    const drafts = this.drafts();
    const asked = String(new URLSearchParams({ deck, columns: columns.join(","), lang: drafts.lang }));
    if (!columns.length) this.#found = { longest: "", shortest: "" };
    else if (asked !== this.#asked) this.#found = await get(api(`layout/extremes?${asked}`));
    if (turn !== this.#turn) return;
    this.#asked = columns.length ? asked : "";
    const { longest, shortest } = this.#found;
    const ids = longest && longest !== shortest ? [longest, shortest] : longest ? [longest] : [];
    /** @type {HTMLElement} */ (this.root.parentElement).hidden = !ids.length;
    const names = ids.map((id) => `${deck}/${id}/${side}/1`);
    const nodes = names.map((name, at) => this.#node(name, say(at ? "layout-shortest" : "layout-longest"), place));
    if (nodes.some((node, at) => this.root.children[at] !== node) || this.root.children.length !== nodes.length)
      this.root.replaceChildren(...nodes);
    if (!names.length) return;
    const drawn = await drawCards(names, drafts, "extremes", turn);
    if (turn !== this.#turn || !drawn) return;
    for (const [at, node] of nodes.entries()) {
      const made = drawn.cards.find(({ name }) => name === names[at]);
      showCard($("pnp-face", node), made);
      const [problem] = made?.problems ?? [];
      node.classList.toggle("broken", Boolean(problem));
      $(".wrong", node).textContent = problem ? problem.message : "";
    }
  }
  /** @param {string} name
   * @param {string} title
   * @param {Place | null} place */
  #node(name, title, place) {
    const id = name.split("/")[1];
    let node = /** @type {HTMLElement | undefined} */ (
      [...this.root.children].find((each) => /** @type {HTMLElement} */ (each).dataset.name === `${title} ${name}`)
    );
    if (!node) {
      const face = make("pnp-face", { label: `${title}: ${id}` });
      const button = make(
        "button",
        { type: "button", onclick: () => this.open(name) },
        make("span", { class: "cardface" }, face, make("span", { class: "spot" })),
        make("span", { class: "caption" }, make("b", {}, title), ` ${id}`),
        make("span", { class: "wrong bad" }),
      );
      node = make("li", { "data-name": `${title} ${name}` }, button);
    }
    const spot = $(".spot", node);
    spot.hidden = !place;
    if (place)
      for (const [at, side] of /** @type {const} */ (["left", "top", "width", "height"]).entries())
        spot.style[side] = `calc(var(--mm) * ${place[at]})`;
    return node;
  }
}
