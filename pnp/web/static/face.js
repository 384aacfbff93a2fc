// <pnp-face>: a face as SVG, at its printed size times the scale, with lines for bleed, cut and safe area.

const SVG = "http://www.w3.org/2000/svg";

const STYLE = `
  :host { display: inline-block; line-height: 0; }
  .outer { overflow: hidden; display: block; width: 100%; height: 100%; }
  .line { fill: none; vector-effect: non-scaling-stroke; pointer-events: none; }
  .cut { stroke: #e0218a; stroke-width: 1.5px; visibility: var(--show-cut, hidden); }
  .safe { stroke: #0b7fd0; stroke-width: 1.5px; stroke-dasharray: 5 3; visibility: var(--show-safe, hidden); }
  .blank { fill: #8882; } .waiting { animation: waiting 1.2s infinite alternate; }
  @keyframes waiting { to { opacity: .4; } }
  [data-source] { cursor: help; }
  [data-source]:hover, [data-source].chosen { outline: 1.5px dashed #e0218a; outline-offset: 2px; }
`;

/** The shape of a face: width, height and bleed in mm, cut line and safe area as path data.
 * @typedef {{ width: number, height: number, bleed: number, cut: string, safe: string }} Shape */

export class FaceView extends HTMLElement {
  /** Key of the picture that is shown or awaited.
   * @type {string | null} */
  key = null;
  /** @type {Shape | null} */
  shape = null;
  /** Name of the face that it shows, if faces.js looks after it.
   * @type {string | null} */
  named = null;
  /** Whether a picture is shown. */
  drawn = false;
  /** The SVG that is shown.
   * @type {string | null} */
  lastText = null;

  constructor() {
    super();
    this.attachShadow({ mode: "open" });
  }

  /** @param {Shape} shape */
  set of(shape) {
    this.shape = shape;
    this.measure();
    if (!this.key) this.draw(null);
  }

  measure() {
    const { width, height, bleed } = this.shape;
    const more = this.wide ? 2 * bleed : 0;
    this.style.width = `calc(var(--mm) * ${width + more})`;
    this.style.height = `calc(var(--mm) * ${height + more})`;
  }

  /** Whether the bleed is shown. */
  get wide() {
    return this.closest(".show-bleed") !== null;
  }

  /** Show an SVG. While a promise of one is pending, the picture before it stays.
   * @param {string | null} key
   * @param {string | Promise<string> | null} text */
  async show(key, text = null) {
    if (this.key === key && this.drawn && typeof text !== "string") return;
    this.key = key;
    if (!(text instanceof Promise)) {
      this.draw(text);
      return;
    }
    const found = await text.catch(() => /** @type {string | null} */ (null));
    if (this.key === key) this.draw(found);
  }

  /** Forget the picture of a face that is far out of sight. */
  drop() {
    this.key = null;
    this.draw(null);
  }

  redraw() {
    this.measure();
    this.draw(this.lastText || null);
  }

  /** @param {string | null} text */
  draw(text) {
    const { width, height, bleed, cut, safe } = this.shape;
    this.lastText = text;
    this.drawn = text !== null;
    const wide = this.wide;
    const box = wide ? [-bleed, -bleed, width + 2 * bleed, height + 2 * bleed] : [0, 0, width, height];
    const label = this.getAttribute("label") ?? "";
    const outer = element("svg", { class: "outer", viewBox: box.join(" "), role: "img", "aria-label": label });
    if (text === null) {
      outer.append(element("path", { d: cut, class: "blank waiting" }));
    } else {
      const clip = element("clipPath", { id: "pnp-cut" });
      clip.append(element("path", { d: cut }));
      const group = element("g", wide ? {} : { "clip-path": "url(#pnp-cut)" });
      const face = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
      const place = { x: -bleed, y: -bleed, width: width + 2 * bleed, height: height + 2 * bleed };
      for (const [name, value] of Object.entries(place)) face.setAttribute(name, String(value));
      face.classList.add("face");
      group.append(face);
      outer.append(
        clip,
        group,
        element("path", { d: cut, class: "line cut" }),
        element("path", { d: safe, class: "line safe" }),
      );
    }
    const style = document.createElement("style");
    style.textContent = STYLE;
    this.shadowRoot.replaceChildren(style, outer);
  }
}

/** @param {string} tag
 * @param {Record<string, string>} attributes */
function element(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

customElements.define("pnp-face", FaceView);
