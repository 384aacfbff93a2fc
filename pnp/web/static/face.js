// <pnp-face>: a face as SVG, as large as it is printed times the scale, with lines for bleed, cut and safe area.

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

export class FaceView extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({ mode: "open" });
    this.key = null;
    this.shape = null;
  }

  /** What it is a face of: width, height and bleed in mm, cut and safe as path data. */
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

  /** Whether the bleed is shown, too. */
  get wide() {
    return this.closest(".show-bleed") !== null;
  }

  /** Show a picture: its SVG, or a promise of it until which the one before stays. */
  async show(key, text = null) {
    if (this.key === key && this.drawn && typeof text !== "string") return;
    this.key = key;
    if (!(text instanceof Promise)) return this.draw(text);
    const found = await text.catch(() => null);
    if (this.key === key) this.draw(found);
  }

  /** Forget the picture, for a face that is far out of sight. */
  drop() {
    this.key = null;
    this.draw(null);
  }

  redraw() {
    this.measure();
    if (this.lastText) this.draw(this.lastText);
    else this.draw(null);
  }

  draw(text) {
    const { width, height, bleed, cut, safe } = this.shape;
    this.lastText = text;
    this.drawn = text !== null;
    const wide = this.wide;
    const box = wide ? [-bleed, -bleed, width + 2 * bleed, height + 2 * bleed] : [0, 0, width, height];
    const outer = element("svg", {
      class: "outer",
      viewBox: box.join(" "),
      role: "img",
      "aria-label": this.getAttribute("label") ?? "",
    });
    if (text === null) {
      outer.append(element("path", { d: cut, class: "blank waiting" }));
    } else {
      const clip = element("clipPath", { id: "pnp-cut" });
      clip.append(element("path", { d: cut }));
      const group = element("g", wide ? {} : { "clip-path": "url(#pnp-cut)" });
      const face = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
      for (const [name, value] of Object.entries({
        x: -bleed,
        y: -bleed,
        width: width + 2 * bleed,
        height: height + 2 * bleed,
      }))
        face.setAttribute(name, value);
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

function element(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

customElements.define("pnp-face", FaceView);
