// <pnp-face>: a face at its printed size times the scale, as a bitmap or SVG, with lines for bleed, cut and safe area.

const SVG = "http://www.w3.org/2000/svg";

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  :host { display: inline-block; line-height: 0; position: relative; }
  .outer { overflow: hidden; display: block; width: 100%; height: 100%; }
  .face { text-rendering: geometricPrecision; }
  .line { fill: none; vector-effect: non-scaling-stroke; pointer-events: none; }
  .cut { stroke: #e0218a; stroke-width: 1.5px; visibility: var(--show-cut, hidden); }
  .safe { stroke: #0b7fd0; stroke-width: 1.5px; stroke-dasharray: 5 3; visibility: var(--show-safe, hidden); }
  .blank { fill: #8882; }
  .drawn .blank, :not(.drawn) > .line { display: none; }
  .noted .picture { opacity: .3; }
  .note { position: absolute; inset: auto 0 0 0; max-height: 100%; overflow: hidden; box-sizing: border-box;
    padding: .3em .45em; font-size: 12px; line-height: 1.25; color: #fff; background: #a3142a;
    pointer-events: none; }
  .note b { display: block; } .note span { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4;
    overflow: hidden; overflow-wrap: anywhere; }
  [data-source] { cursor: help; }
  [data-source]:hover, [data-source].chosen { outline: 1.5px dashed #e0218a; outline-offset: 2px; }
`);

/** The shape of a face: width, height and bleed in mm, cut line and safe area as path data.
 * @typedef {{ width: number, height: number, bleed: number, cut: string, safe: string }} Shape */

export class FaceView extends HTMLElement {
  /** All faces on the page; searching a page of thousands of cards for them takes long.
   * @type {Set<FaceView>} */
  static all = new Set();

  /** Key of the picture that is shown or awaited.
   * @type {string | null} */
  key = null;
  /** @type {Shape | null} */
  shape = null;
  /** Name of the face that it shows, if faces.js looks after it.
   * @type {string | null} */
  named = null;
  /** Whether the picture with this key is shown. */
  drawn = false;
  /** Address of the bitmap that is shown or awaited.
   * @type {string | null} */
  address = null;
  /** What is wrong with the face, in a word and a sentence.
   * @type {{ title: string, text: string } | null} */
  #note = null;
  // the frame: the picture inside the cut line, and the lines above it
  #outer = element("svg", { class: "outer", role: "img" });
  #clip = element("path", {});
  #group = element("g", { class: "picture" });
  #blank = element("path", { class: "blank" });
  #cut = element("path", { class: "line cut" });
  #safe = element("path", { class: "line safe" });

  constructor() {
    super();
    const clip = element("clipPath", { id: "pnp-cut" });
    clip.append(this.#clip);
    this.#outer.append(clip, this.#group, this.#blank, this.#cut, this.#safe);
    this.attachShadow({ mode: "open" }).append(this.#outer);
    this.shadowRoot.adoptedStyleSheets = [STYLE];
  }

  connectedCallback() {
    FaceView.all.add(this);
  }
  disconnectedCallback() {
    FaceView.all.delete(this);
  }

  /** @param {Shape} shape */
  set of(shape) {
    this.shape = shape;
    this.redraw();
  }

  /** Mark the picture as out of date, and say why; null if it is not.
   * @param {{ title: string, text: string } | null} note */
  set note(note) {
    if (note?.title === this.#note?.title && note?.text === this.#note?.text) return;
    this.#note = note;
    if (this.shape) this.redraw();
  }

  /** Whether the bleed is shown. */
  get wide() {
    return this.closest(".show-bleed") !== null;
  }

  /** Number of screen pixels per mm of the face; 0 while it has no place on the page. */
  get resolution() {
    const { width, bleed } = this.shape;
    const grown = Number(this.getAttribute("grown") ?? 1); // it may be enlarged by a transform
    return (this.offsetWidth / (width + (this.wide ? 2 * bleed : 0))) * devicePixelRatio * grown;
  }

  /** Show an SVG. While a promise of one is pending, the picture before it stays.
   * @param {string | null} key
   * @param {string | Promise<string> | null} text */
  async show(key, text = null) {
    if (this.key === key && this.drawn && typeof text !== "string") return;
    this.key = key;
    this.address = null;
    if (text instanceof Promise) {
      this.drawn = false;
      const found = await text.catch(() => /** @type {string | null} */ (null));
      if (this.key === key) this.#draw(found === null ? null : parse(found));
    } else this.#draw(text === null ? null : parse(text));
  }

  /** Show a bitmap, and return whether it could be loaded. The picture before it stays until then.
   * @param {string} key
   * @param {string} address
   * @returns {Promise<boolean>} */
  showBitmap(key, address) {
    this.key = key;
    this.address = address;
    this.drawn = false;
    const image = element("image", { href: address, preserveAspectRatio: "none" });
    this.#place(image);
    return new Promise((done) => {
      image.addEventListener("load", () => {
        if (this.address === address) this.#draw(image);
        else image.remove();
        done(true);
      });
      image.addEventListener("error", () => {
        image.remove();
        done(false);
      });
      this.#group.prepend(image); // below the picture that is shown
    });
  }

  /** Forget the picture of a face that is far out of sight. */
  drop() {
    this.key = this.address = null;
    this.#draw(null);
  }

  /** Adapt to the shape, the note, and whether the bleed is shown. */
  redraw() {
    const { width, height, bleed, cut, safe } = this.shape;
    const more = this.wide ? bleed : 0;
    const [wide, high] = [width + 2 * more, height + 2 * more];
    this.style.width = `calc(var(--mm) * ${wide})`;
    this.style.height = `calc(var(--mm) * ${high})`;
    this.#outer.setAttribute("viewBox", `${-more} ${-more} ${wide} ${high}`);
    for (const line of [this.#clip, this.#blank, this.#cut]) line.setAttribute("d", cut);
    this.#safe.setAttribute("d", safe);
    if (more) this.#group.removeAttribute("clip-path");
    else this.#group.setAttribute("clip-path", "url(#pnp-cut)");
    for (const picture of this.#group.children) this.#place(picture);
    const name = this.getAttribute("label") ?? "";
    const note = this.#note;
    this.#outer.setAttribute("aria-label", note ? `${name}. ${note.title}: ${note.text}` : name);
    this.#outer.classList.toggle("noted", note !== null);
    this.shadowRoot.replaceChildren(this.#outer, ...(note ? [noteNode(note)] : []));
  }

  /** @param {Element} picture */
  #place(picture) {
    const { width, height, bleed } = this.shape;
    const place = { x: -bleed, y: -bleed, width: width + 2 * bleed, height: height + 2 * bleed };
    for (const [name, value] of Object.entries(place)) picture.setAttribute(name, String(value));
  }

  /** @param {SVGElement | null} picture */
  #draw(picture) {
    this.drawn = picture !== null;
    if (picture) {
      picture.classList.add("face");
      this.#place(picture);
    }
    this.#group.replaceChildren(...(picture ? [picture] : []));
    this.#outer.classList.toggle("drawn", picture !== null);
  }
}

/** @param {{ title: string, text: string }} note */
function noteNode({ title, text }) {
  const node = document.createElement("div");
  node.className = "note";
  node.setAttribute("aria-hidden", "true"); // the label says it
  const [head, body] = [document.createElement("b"), document.createElement("span")];
  head.textContent = title;
  body.textContent = text;
  node.append(head, body);
  return node;
}

/** @param {string} text */
const parse = (text) =>
  /** @type {SVGElement} */ (
    /** @type {Element} */ (
      document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true)
    )
  );

/** @param {string} tag
 * @param {Record<string, string>} attributes */
function element(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

customElements.define("pnp-face", FaceView);
