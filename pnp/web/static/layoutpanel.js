// The panel of the layout page: everything that the chosen boxes can have, as fields.
import { aligned, around, distributed, rounded } from "./layoutgeometry.js";
import { lockReason } from "./layoutstage.js";
import { $, $$, make, number, problemsOf, say } from "./page.js";

/** @import { Alignment, Place } from "./layoutgeometry.js" */
/** @import { Edit, LayoutModel } from "./layoutmodel.js" */
/** @import { LayoutStage } from "./layoutstage.js" */

const PAUSE_MS = 300; // without typing, after which a field is applied
const OTHERWISE = "else";

/** What a key may be: how it is written, its unit or its choices.
 * @typedef {object} Form
 * @property {string} takes as in `KeyHelp`
 * @property {string} [unit]
 * @property {number | null} [least]
 * @property {number | null} [most]
 * @property {number} [step]
 * @property {string[]} [options]
 * @property {boolean} [choosable] whether a column may choose it
 * @property {boolean} [required] */
/** Keys in the order of their fields, after the content of the box. */
const ORDER = [
  ...["icon", "style", "size", "min", "font", "weight", "align", "valign", "colour", "underline", "leading"],
  ...["fit", "anchor", "height", "gap", "stroke", "thickness", "radius", "opacity", "shade", "turn"],
  ...["arc", "important", "when"],
];
/** Keys whose fields are elsewhere. */
const ELSEWHERE = ["box"];
/** Keys that may contain columns in braces. */
const WITH_COLUMNS = ["text", "image", "icons", "icon"];
/** Values to choose from, by key. @type {Record<string, (view: Answer.EditedLayout) => string[]>} */
const OFFERS = {
  image: ({ pictures, drawings }) => [...drawings, ...pictures],
  icons: ({ icons, drawings }) => [...icons, ...drawings],
  icon: ({ icons, drawings }) => [...icons, ...drawings],
  style: ({ styles }) => styles,
};

/** A value that depends on a column. @typedef {{ by: string, [value: string]: unknown }} Choice */
/** @param {unknown} value
 * @returns {value is Choice} */
const isChoice = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** A field of the panel and the function that applies it.
 * @typedef {(value: unknown) => void} Apply */

export class LayoutPanel {
  /** What the panel shows, as JSON. */
  #shown = "";
  /** Edits that wait for a pause in typing, by field. @type {Map<string, () => unknown>} */
  #waiting = new Map();
  #timer = 0;
  #count = 0;

  /** @param {LayoutModel} model
   * @param {LayoutStage} stage
   * @param {{ names: string[], choose: (names: string[], focus?: boolean) => void }} choice
   * @param {{ picture: (name: string, file: File) => unknown, line: (line: number) => unknown,
   * refocus: () => unknown }} acts what happens elsewhere; `refocus` puts the focus on the list of boxes */
  constructor(model, stage, choice, acts) {
    this.model = model;
    this.stage = stage;
    this.choice = choice;
    this.acts = acts;
    const form = $("#fields");
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("focusout", () => this.flush());
    for (const button of $$("button[data-align]"))
      button.addEventListener("click", () => this.align(/** @type {Alignment} */ (button.dataset.align)));
    for (const button of $$("button[data-distribute]"))
      button.addEventListener("click", () => this.distribute(/** @type {"x" | "y"} */ (button.dataset.distribute)));
  }

  // ---- showing ----

  /** Show the chosen boxes; fields in which somebody is typing stay as they are. */
  show() {
    const { names } = this.choice;
    const boxes = names.map((name) => this.model.box(name)).filter((box) => box);
    const movable = [...this.stage.movable(names).keys()];
    for (const button of $$("button[data-align]")) button.disabled = !movable.length;
    for (const button of $$("button[data-distribute]")) button.disabled = movable.length < 3;
    const { view } = this.model;
    const place = boxes.length === 1 ? this.model.placeOf(boxes[0]) : null;
    const key = JSON.stringify([
      this.model.file?.name,
      boxes,
      view?.unit,
      boxes.length ? [] : view?.ground,
      this.model.editable,
      view?.columns,
      view?.styles,
      view?.pictures,
    ]);
    if (key === this.#shown) {
      if (place) this.#showPlace(place);
      return;
    }
    this.#shown = key;
    const focused = /** @type {HTMLInputElement | null} */ (document.activeElement);
    const field = $("#fields").contains(focused) ? focused.dataset.field : "";
    const [value, ...marks] = field ? [focused.value, selection(focused)[0], selection(focused)[1]] : [""];
    this.#count = 0;
    $("#fields").replaceChildren(
      ...(boxes.length === 1
        ? this.#boxFields(boxes[0], place)
        : boxes.length
          ? this.#severalFields(boxes)
          : this.#cardFields()),
    );
    const next = field && $$("[data-field]", $("#fields")).find((each) => each.dataset.field === field);
    if (!next) {
      if (field) this.acts.refocus();
      return;
    }
    if (this.#waiting.has(field) && next instanceof HTMLInputElement) next.value = value;
    next.focus({ preventScroll: true });
    if ((next instanceof HTMLInputElement && next.type === "text") || next instanceof HTMLTextAreaElement)
      next.setSelectionRange(Number(marks[0]), Number(marks[1]));
  }

  /** @param {Answer.ListedBox} box
   * @param {Place | null} place */
  #boxFields(box, place) {
    const { view, editable } = this.model;
    const known = (view.layout && view.kinds[box.kind]) || [];
    const keys = known
      .filter(({ name }) => !ELSEWHERE.includes(name) && (name !== "height" || box.stack))
      .sort((one, other) => rank(box.kind, one.name) - rank(box.kind, other.name));
    const inherited = box.source && !Object.keys(box.keys).length;
    return [
      make(
        "div",
        { class: "title" },
        make("h3", {}, kindMark(box.kind), " ", box.name),
        inherited ? null : this.#lineButton(box.line),
      ),
      box.locked ? make("p", { class: "note" }, say("layout-locked", { reason: lockReason(box) })) : null,
      box.source ? make("p", { class: "soft" }, say("layout-inherited", { file: box.source })) : null,
      view.layout && editable && !box.source ? this.#nameField(box) : null,
      place ? this.#placeFields(box, place) : null,
      !place && !box.locked && editable ? this.#placeButton(box) : null,
      ...keys.map((key) => this.#keyField(box, key)),
      view.layout && box.kind === "image" && editable ? this.#pictureField(box) : null,
    ].filter((node) => node !== null);
  }
  /** @param {number} line */
  #lineButton(line) {
    return make(
      "button",
      { type: "button", class: "small", onclick: () => this.acts.line(line) },
      say("files-line", { line }),
    );
  }

  /** @param {Answer.ListedBox[]} boxes */
  #severalFields(boxes) {
    return [
      make("h3", {}, say("layout-several", { count: number(boxes.length) })),
      make("p", { class: "soft" }, boxes.map(({ name }) => name).join(", ")),
    ];
  }
  #cardFields() {
    const { view } = this.model;
    if (!view?.layout) return [make("p", { class: "soft" }, say("layout-choose"))];
    return [
      make("h3", {}, say("layout-card")),
      this.#field(
        "ground",
        say("layout-key-ground"),
        this.#helpOf("ground"),
        view.ground,
        { takes: "colour", choosable: true },
        (value) => this.#edit([{ do: "ground", value: value ?? null }], "ground", "ground"),
      ),
      make("p", { class: "soft" }, say("layout-choose")),
    ];
  }

  /** @param {Answer.ListedBox} box */
  #nameField(box) {
    const input = this.#input("name", {
      value: box.name,
      pattern: "[A-Za-z][A-Za-z0-9_\\-]{0,63}",
      spellcheck: "false",
    });
    input.addEventListener("change", () => {
      if (input.value === box.name || !input.validity.valid) return;
      const done = () => this.choice.choose([input.value]);
      this.#edit([{ do: "rename", name: box.name, to: input.value }], "name", "", done);
    });
    return labelled(say("layout-name"), input, this.#errorOf("name"));
  }

  /** @param {Answer.ListedBox} box
   * @param {Place} place */
  #placeFields(box, place) {
    const names = ["x", "y", "width", "height"];
    const fixed = Boolean(box.locked) || !this.model.editable;
    return make(
      "div",
      { class: "place" },
      ...names.map((name, at) => {
        const input = this.#input(name, {
          type: "number",
          step: "0.1",
          value: String(rounded(place)[at]),
          disabled: fixed,
        });
        if (at > 1) input.min = "0";
        input.addEventListener("input", () => {
          if (!input.validity.valid || input.value === "") return;
          const now = /** @type {Place} */ ([...this.model.placeOf(this.model.box(box.name))]);
          now[at] = Number(input.value);
          this.stage.place(new Map([[box.name, now]]), `place ${box.name}`).catch(() => {});
        });
        return make("label", {}, say(`layout-${name}`), " ", input, make("span", { class: "unit" }, "mm"));
      }),
    );
  }
  /** @param {Answer.ListedBox} box */
  #placeButton({ name }) {
    const { width, height } = this.stage.shape;
    /** @type {Place} */
    const place = [width / 4, height / 3, width / 2, height / 10];
    const put = () => this.stage.place(new Map([[name, place]])).catch(() => {});
    return make("button", { type: "button", onclick: put }, say("layout-put"));
  }
  /** Show a place in the fields, unless somebody is typing in them.
   * @param {Place} place */
  #showPlace(place) {
    for (const [at, name] of ["x", "y", "width", "height"].entries()) {
      const input = $$("input", $("#fields")).find((each) => each.dataset.field === name);
      if (input && input !== document.activeElement) input.value = String(rounded(place)[at]);
    }
  }

  /** @param {Answer.ListedBox} box */
  #pictureField(box) {
    const input = make("input", { type: "file", accept: "image/*,.pdf", class: "unseen", "data-field": "picture" });
    input.addEventListener("change", () => {
      if (input.files[0]) this.acts.picture(box.name, input.files[0]);
      input.value = "";
    });
    return make("label", { class: "button upload" }, input, say("layout-upload"));
  }

  // ---- one key ----

  /** Return the help of a key: that for the kind of box, if the key means something else there.
   * @param {string} key */
  #helpOf(key, kind = "") {
    const column = `{${this.model.view.columns[0]?.name ?? "name"}}`; // an example
    const words = [`layout-help-${kind}-${key}`, `layout-help-${key}`];
    const known = words.find((word) => say(word) !== word);
    return known ? say(known, { column }) : "";
  }

  /** @param {Answer.ListedBox} box
   * @param {Answer.LayoutKey} key */
  #keyField(box, key) {
    const { name } = key;
    const word = `layout-key-${name === box.kind ? `of-${name}` : name}`;
    const label = say(word) === word ? name : say(word);
    const written = name === "colour" && "color" in box.keys ? "color" : name;
    const unit = name === "turn" ? "°" : key.isLength ? unitOf(this.model.view.unit) : "";
    const usual = box.inherited[written];
    const apply = (/** @type {unknown} */ value) => {
      const unset = value === undefined || value === "" || value === null;
      if (unset && key.required && usual === undefined) return;
      /** @type {Edit} */
      const edit = unset
        ? { do: "unset", name: box.name, key: written }
        : { do: "set", name: box.name, key: written, value };
      if (!unset || written in box.keys) this.#edit([edit], name, `${box.name} ${name}`);
    };
    return this.#field(name, label, this.#helpOf(name, box.kind), box.keys[written], { ...key, unit }, apply, usual);
  }

  /** Make a field of a key: one value, or one for each value of a column.
   * @param {string} name
   * @param {string} label
   * @param {string} help
   * @param {unknown} value
   * @param {Form} form
   * @param {Apply} apply
   * @param {unknown} usual the value if it has none */
  #field(name, label, help, value, form, apply, usual = undefined) {
    const id = `field-${++this.#count}`;
    const { unit = "" } = form;
    const body = isChoice(value)
      ? this.#choiceField(name, label, value, form, apply)
      : make(
          "div",
          { class: "value" },
          ...this.#control(name, id, value, form, apply, usual),
          unit ? make("span", { class: "unit" }, unit) : "",
        );
    const canChoose = form.choosable && this.model.view.columns.length > 0 && this.model.editable;
    const toggle = canChoose
      ? make(
          "button",
          {
            type: "button",
            class: "small by",
            "aria-pressed": isChoice(value),
            "data-field": `${name} by`,
            title: say(isChoice(value) ? "layout-same" : "layout-by-help"),
            "aria-label": `${label}: ${say("layout-by")}`,
            onclick: () => apply(isChoice(value) ? oneOf(value) : this.#choiceOf(value, form)),
          },
          say("layout-by"),
        )
      : null;
    return make(
      "div",
      { class: `field as-${form.takes}${value === undefined || value === null ? " unset" : ""}` },
      make("div", { class: "head" }, make("label", { for: isChoice(value) ? null : id }, label), toggle),
      body,
      help ? make("small", { class: "soft" }, ...withCode(help)) : null,
      this.#errorOf(name),
    );
  }
  /** @param {string} name */
  #errorOf(name) {
    return make("p", { class: "bad error", role: "alert", "data-error": name, hidden: true });
  }

  /** Return a choice that gives every card the same value, to begin with.
   * @param {unknown} value
   * @param {Form} form
   * @returns {Choice} */
  #choiceOf(value, form) {
    const [column] = [...this.model.view.columns].sort((one, other) => one.samples.length - other.samples.length);
    const first = value ?? initial(form);
    return {
      by: column.name,
      ...Object.fromEntries(column.samples.slice(0, 3).map((each) => [each || " ", first])),
      [OTHERWISE]: first,
    };
  }

  /** @param {string} name
   * @param {string} label
   * @param {Choice} choice
   * @param {Form} form
   * @param {Apply} apply */
  #choiceField(name, label, choice, form, apply) {
    const columns = this.model.view.columns.map((column) => column.name);
    const by = make(
      "select",
      { "data-field": `${name} column`, "aria-label": `${label}: ${say("layout-column")}` },
      ...[...new Set([choice.by, ...columns])].map((each) => make("option", { value: each }, each)),
    );
    by.value = choice.by;
    by.disabled = !this.model.editable;
    by.addEventListener("change", () => {
      const samples = this.model.view.columns.find((column) => column.name === by.value)?.samples ?? [];
      const value = oneOf(choice);
      apply({
        by: by.value,
        ...Object.fromEntries(samples.slice(0, 3).map((each) => [each || " ", value])),
        [OTHERWISE]: value,
      });
    });
    const entries = Object.entries(choice).filter(([key]) => key !== "by");
    const rest = this.model.view.columns.find((column) => column.name === choice.by)?.samples ?? [];
    const more = rest.find((each) => each && !(each in choice));
    const row = (/** @type {[string, unknown]} */ [key, value]) => {
      const id = `field-${++this.#count}`;
      const set = (/** @type {unknown} */ now) => apply({ ...choice, [key]: now ?? initial(form) });
      return make(
        "li",
        {},
        make("label", { for: id }, key === OTHERWISE ? say("layout-else") : key),
        make("div", { class: "value" }, ...this.#control(`${name} ${key}`, id, value, form, set)),
        make(
          "button",
          {
            type: "button",
            class: "small",
            "aria-label": say("layout-forget", { name: key }),
            title: say("layout-forget", { name: key }),
            disabled: entries.length < 2 || !this.model.editable,
            onclick: () => apply(Object.fromEntries(Object.entries(choice).filter(([each]) => each !== key))),
          },
          "×",
        ),
      );
    };
    const input = this.#input(`${name} new`, {
      type: "text",
      placeholder: more ?? say("layout-value"),
      "aria-label": `${label}: ${say("layout-value")}`,
    });
    const add = () => {
      const key = input.value.trim() || more;
      if (!key || key in choice) return;
      const { [OTHERWISE]: last, ...before } = choice;
      apply({ ...before, [key]: oneOf(choice), ...(last === undefined ? {} : { [OTHERWISE]: last }) });
    };
    return make(
      "div",
      { class: "choice", role: "group", "aria-label": label },
      make("div", { class: "value" }, by),
      make("ul", {}, ...entries.map(row)),
      this.model.editable
        ? make(
            "div",
            { class: "value" },
            input,
            make(
              "button",
              { type: "button", class: "small", "data-field": `${name} add`, onclick: add },
              say("layout-add-value"),
            ),
          )
        : null,
    );
  }

  /** Make the controls of one value.
   * @param {string} name
   * @param {string} id
   * @param {unknown} value
   * @param {Form} form
   * @param {Apply} apply
   * @param {unknown} usual the value if it has none
   * @returns {HTMLElement[]} */
  #control(name, id, value, form, apply, usual = undefined) {
    const disabled = !this.model.editable;
    const [text, placeholder] = [written(value), isChoice(usual) ? "…" : written(usual)];
    const [key] = name.split(" ");
    if (form.takes === "options" || form.takes === "boolean") {
      const choices = form.takes === "boolean" ? ["true", "false"] : form.options;
      const word = (/** @type {string} */ each) => say(`layout-value-${each.replace(" ", "-")}`);
      const select = make(
        "select",
        { id, "data-field": name, disabled },
        make("option", { value: "" }, placeholder ? word(placeholder) : say("layout-usual")),
        ...[...new Set([...choices, ...(text ? [text] : [])])].map((each) =>
          make("option", { value: each }, word(each)),
        ),
      );
      select.value = text;
      const read = () => (form.takes === "boolean" ? select.value === "true" : select.value);
      select.addEventListener("change", () => apply(select.value === "" ? undefined : read()));
      return [select];
    }
    const plain = { id, value: text, placeholder, disabled, spellcheck: "false" };
    if (form.takes === "number" && Number.isFinite(Number(text))) {
      const input = this.#input(name, { ...plain, type: "number", step: "any" });
      if (form.least !== null) input.min = String(form.least);
      if (form.most !== null) input.max = String(form.most);
      const read = () => (input.value === "" ? undefined : Number(input.value));
      input.addEventListener("input", () => {
        if (!input.validity.badInput) this.#later(name, () => apply(read()));
      });
      return [input];
    }
    if (form.takes === "colour") {
      const input = this.#input(name, plain);
      const well = make("input", { type: "color", value: hexOf(text), disabled, "data-field": `${name} well` });
      well.setAttribute("aria-label", say("layout-pick"));
      well.classList.toggle("none", !text || text === "none");
      well.addEventListener("input", () => {
        input.value = well.value;
        this.#later(name, () => apply(well.value));
      });
      input.addEventListener("input", () => this.#later(name, () => apply(input.value.trim())));
      return [well, input];
    }
    if (form.takes === "list") {
      const input = this.#input(name, plain);
      input.addEventListener("change", () => apply(listed(input.value)));
      return [input];
    }
    const input =
      key === "text"
        ? make("textarea", { ...plain, rows: "2", value: null, "data-field": name }, text)
        : this.#input(name, plain);
    const offers = OFFERS[key]?.(this.model.view) ?? [];
    const list = make("datalist", { id: `${id}-list` }, ...offers.map((each) => make("option", { value: each })));
    if (offers.length) input.setAttribute("list", list.id);
    input.addEventListener("input", () => this.#later(name, () => apply(parsed(input.value, value))));
    return [
      input,
      ...(offers.length ? [list] : []),
      ...(WITH_COLUMNS.includes(key) && !disabled ? [this.#columnsFor(input)] : []),
    ];
  }

  /** Make a list of columns that are inserted into a field.
   * @param {HTMLInputElement | HTMLTextAreaElement} input */
  #columnsFor(input) {
    const { columns } = this.model.view;
    const select = make(
      "select",
      {
        class: "columns-of",
        "aria-label": say("layout-insert"),
        title: say("layout-insert"),
        "data-field": `${input.dataset.field} insert`,
      },
      make("option", { value: "" }, "{…}"),
      ...columns.map(({ name, samples }) =>
        make("option", { value: name }, `{${name}}${samples.length ? `  ·  ${samples.join(", ").slice(0, 40)}` : ""}`),
      ),
    );
    select.addEventListener("change", () => {
      const [from, to] = selection(input);
      input.setRangeText(`{${select.value}}`, from, to, "end");
      select.value = "";
      input.focus();
      input.dispatchEvent(new Event("input"));
    });
    return select;
  }

  /** @param {string} name
   * @param {Parameters<typeof make>[1]} attributes */
  #input(name, attributes) {
    return make("input", { autocomplete: "off", type: "text", "data-field": name, ...attributes });
  }

  // ---- applying ----

  /** Apply an edit once nothing has been typed for a while.
   * @param {string} name
   * @param {() => unknown} work */
  #later(name, work) {
    this.#waiting.set(name, work);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), PAUSE_MS);
  }
  /** Apply what was typed, now. */
  flush() {
    clearTimeout(this.#timer);
    const works = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const work of works) work();
  }

  /** @param {import("./layoutmodel.js").Edit[]} edits
   * @param {string} name of the field
   * @param {string} key
   * @param {() => unknown} done called after the edit */
  async #edit(edits, name, key, done = () => {}) {
    const error = () => $$("[data-error]", $("#fields")).find((each) => each.dataset.error === name);
    try {
      await this.model.edit(edits, key);
      done();
      const node = error();
      if (node) node.hidden = true;
    } catch (reason) {
      const node = error();
      if (!node) return;
      const [problem] = problemsOf(reason);
      node.textContent = [problem.message, problem.hint].filter(Boolean).join(". ");
      node.hidden = false;
    }
  }

  // ---- several boxes ----

  /** Align the chosen boxes with each other, or a single one with the card.
   * @param {Alignment} how */
  align(how) {
    const places = this.stage.movable(this.choice.names);
    const { width, height } = this.stage.shape;
    const within = places.size > 1 ? around([...places.values()]) : /** @type {Place} */ ([0, 0, width, height]);
    this.#arrange(places, aligned([...places.values()], how, within));
  }
  /** @param {"x" | "y"} axis */
  distribute(axis) {
    const places = this.stage.movable(this.choice.names);
    this.#arrange(places, distributed([...places.values()], axis));
  }
  /** @param {Map<string, Place>} places
   * @param {Place[]} made */
  #arrange(places, made) {
    if (!places.size) return;
    this.stage.place(new Map([...places.keys()].map((name, at) => [name, made[at]]))).catch(() => {});
  }
}

/** @param {string} kind
 * @param {string} key */
const rank = (kind, key) => (key === kind ? -1 : ORDER.indexOf(key));
/** Return a unit of length as layouts write it.
 * @param {number} unit in mm */
function unitOf(unit) {
  const known = { mm: 1, cm: 10, in: 25.4, pt: 25.4 / 72 };
  const found = Object.entries(known).find(([, length]) => Math.abs(length - unit) < 1e-6);
  return found ? found[0] : "px";
}
/** Return a value as a field shows it.
 * @param {unknown} value */
const written = (value) =>
  value === undefined || value === null ? "" : Array.isArray(value) ? value.join(", ") : String(value);
/** @param {string} text */
const listed = (text) =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);

/** @param {string} label
 * @param {HTMLElement} control
 * @param {HTMLElement} error */
const labelled = (label, control, error) =>
  make("div", { class: "field" }, make("label", {}, make("span", { class: "head" }, label), control), error);

/** Return a value for a key that needs one.
 * @param {Form} form */
const initial = ({ takes, options }) =>
  takes === "number" ? 1 : takes === "colour" ? "#333333" : takes === "boolean" ? true : (options?.[0] ?? "");
/** @param {Choice} choice */
const oneOf = (choice) => choice[OTHERWISE] ?? Object.entries(choice).find(([key]) => key !== "by")?.[1];

/** Return what was typed, as a number or list if the value was one.
 * @param {string} text
 * @param {unknown} before */
function parsed(text, before) {
  if (typeof before === "number" && text !== "" && Number.isFinite(Number(text))) return Number(text);
  return Array.isArray(before) ? listed(text) : text;
}

/** Return a colour as a colour input needs it.
 * @param {string} text */
function hexOf(text) {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  if (short)
    return `#${short
      .slice(1)
      .map((each) => each + each)
      .join("")}`;
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase();
  const canvas = document.createElement("canvas").getContext("2d");
  if (!canvas || !text || text === "none") return "#000000";
  canvas.fillStyle = text;
  return /^#[0-9a-f]{6}$/.test(canvas.fillStyle) ? String(canvas.fillStyle) : "#000000";
}

/** @param {HTMLElement} field
 * @returns {[number, number]} */
function selection(field) {
  if (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === "text"))
    return [field.selectionStart, field.selectionEnd];
  return [0, 0];
}

/** @type {Record<string, string>} */
const MARKS = { text: "T", image: "▧", art: "▧", icons: "★", rect: "■", disc: "●", line: "╱", stack: "☰" };
/** Return a mark for a kind of box, with its name for screen readers.
 * @param {string} kind */
export const kindMark = (kind) =>
  make(
    "span",
    { class: "kind-mark", title: say(`layout-kind-${kind}`) },
    make("span", { "aria-hidden": "true" }, MARKS[kind] ?? "□"),
    make("span", { class: "unseen" }, say(`layout-kind-${kind}`)),
  );

/** Return a text as nodes, with what is between backticks as code.
 * @param {string} text */
const withCode = (text) => text.split("`").map((part, at) => (at % 2 ? make("code", {}, part) : part));
