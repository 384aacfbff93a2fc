// A text editor: a textarea with line numbers, and marks at lines with problems. Undo, find and everything else that
// the browser offers for text keep working; screen readers read an ordinary text field.
import { diff } from "./merge.js";
import { make } from "./page.js";

/** Height of a line in px, as in files.css. */
const LINE = 20;
/** Space above the first line in px, as in files.css. */
const TOP = 6;

/** A problem at a line, counted from 1.
 * @typedef {{ line: number, message: string }} Mark */

/** A replacement of characters.
 * @typedef {{ start: number, end: number, text: string }} Replacement */

export class TextEditor {
  /** @param {HTMLElement} root with a textarea, and elements of the classes numbers, signs and lines
   * @param {() => unknown} edited called whenever the user has changed the text */
  constructor(root, edited) {
    this.area = root.querySelector("textarea");
    this._numbers = /** @type {HTMLElement} */ (root.querySelector(".numbers"));
    this._signs = /** @type {HTMLElement} */ (root.querySelector(".signs"));
    this._lines = /** @type {HTMLElement} */ (root.querySelector(".lines"));
    this._count = 0;
    this._applying = false;
    /** Whether Tab leaves the editor, because Escape was pressed before it. */
    this._leaving = false;
    this._composing = false;
    /** @type {Mark[]} */
    this.marks = [];
    this.area.addEventListener("input", () => {
      this._number();
      if (!this._applying) edited();
    });
    this.area.addEventListener("scroll", () => this._scrolled(), { passive: true });
    this.area.addEventListener("keydown", (event) => this._key(event));
    this.area.addEventListener("blur", () => {
      this._leaving = false;
    });
    this.area.addEventListener("compositionstart", () => {
      this._composing = true;
    });
    this.area.addEventListener("compositionend", () => {
      this._composing = false;
    });
  }

  get text() {
    return this.area.value;
  }

  /** Wait until no word is being composed (with an input method), because changing the text would break it. */
  async settled() {
    if (this._composing)
      await new Promise((done) => this.area.addEventListener("compositionend", done, { once: true }));
  }

  /** Show another text.
   * @param {string} text */
  open(text) {
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.area.scrollTo(0, 0);
    this._number();
  }

  /** Change the text to another version of it: the cursor, the lines in view and the undo history stay.
   * @param {string} text */
  update(text) {
    const edits = replacements(this.text, text);
    if (!edits.length) return;
    const { selectionStart, selectionEnd, selectionDirection, scrollLeft, scrollTop } = this.area;
    const first = Math.max(0, Math.floor((scrollTop - TOP) / LINE));
    const seen = offsetOf(this.text, first);
    const [from, to, inView] = [selectionStart, selectionEnd, seen].map((place) => moved(place, edits));
    this._replace(edits, text);
    this.area.setSelectionRange(from, to, selectionDirection);
    const shifted = lineAt(this.text, inView) - first;
    this.area.scrollTo(scrollLeft, scrollTop + shifted * LINE);
    this._number();
  }

  /** @param {Replacement[]} edits in ascending order
   * @param {string} wanted the text after them */
  _replace(edits, wanted) {
    this._applying = true;
    try {
      if (document.activeElement === this.area)
        for (const { start, end, text } of [...edits].reverse()) {
          // the only way to change a text field that can be undone
          this.area.setSelectionRange(start, end);
          document.execCommand(text ? "insertText" : "delete", false, text);
        }
      if (this.text !== wanted) this.area.value = wanted;
    } finally {
      this._applying = false;
    }
  }

  // ---- lines and problems ----

  /** The line of the cursor, counted from 1. */
  get line() {
    return lineAt(this.text, this.area.selectionStart) + 1;
  }

  /** Move the cursor to a line, counted from 1, and show it.
   * @param {number} line */
  goTo(line) {
    const start = offsetOf(this.text, line - 1);
    const end = this.text.indexOf("\n", start);
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, end < 0 ? this.text.length : end);
    this.reveal(line);
  }
  /** Scroll to a line, counted from 1.
   * @param {number} line */
  reveal(line) {
    const place = TOP + (line - 1) * LINE;
    if (place < this.area.scrollTop || place + 2 * LINE > this.area.scrollTop + this.area.clientHeight)
      this.area.scrollTo(0, Math.max(0, place - this.area.clientHeight / 3));
  }

  /** Mark lines with problems.
   * @param {Mark[]} marks */
  mark(marks) {
    this.marks = marks;
    const wrong = [...new Set(marks.map(({ line }) => Math.min(line, this._count)))].filter((line) => line > 0);
    const place = (/** @type {number} */ line) => `top: ${TOP + (line - 1) * LINE}px`;
    this._signs.replaceChildren(
      ...wrong.map((line) => make("span", { style: place(line), title: this.messages(line).join("\n") }, "✗")),
    );
    this._lines.replaceChildren(...wrong.map((line) => make("span", { style: place(line) })));
    this.area.setAttribute("aria-invalid", String(wrong.length > 0));
  }
  /** Return the messages at a line.
   * @param {number} line */
  messages(line) {
    return this.marks.filter((mark) => Math.min(mark.line, this._count) === line).map(({ message }) => message);
  }

  /** Move to the next line with a problem, or the one before, and return it; 0 if there is none.
   * @param {1 | -1} step */
  goToProblem(step) {
    const lines = [...new Set(this.marks.map(({ line }) => line))].sort((one, other) => (one - other) * step);
    const next = lines.find((line) => (line - this.line) * step > 0) ?? lines[0] ?? 0;
    if (next) this.goTo(next);
    return next;
  }

  _number() {
    const count = this.text.split("\n").length;
    if (count === this._count) return;
    this._count = count;
    this._numbers.textContent = Array.from({ length: count }, (_, number) => number + 1).join("\n");
  }

  _scrolled() {
    const { scrollTop } = this.area;
    for (const layer of [this._numbers.parentElement, this._lines]) layer.style.translate = `0 ${-scrollTop}px`;
  }

  // ---- keys ----

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.key === "Tab" && !this._leaving && !event.ctrlKey && !event.altKey && !event.metaKey) {
      if (this.area.readOnly) return;
      event.preventDefault();
      this._indent(event.shiftKey);
    } else if (event.key === "Escape") this._leaving = true;
    else if (event.key !== "Tab" && event.key !== "Shift") this._leaving = false;
  }

  /** Indent the selected lines, or insert an indent at the cursor.
   * @param {boolean} less */
  _indent(less) {
    const { selectionStart: from, selectionEnd: to } = this.area;
    const unit = /^(\t| {2,8})\S/m.exec(this.text)?.[1] ?? "  ";
    if (from === to && !less) {
      document.execCommand("insertText", false, unit);
      return;
    }
    const start = this.text.lastIndexOf("\n", from - 1) + 1;
    const end = to > from && this.text[to - 1] === "\n" ? to - 1 : to;
    const lines = this.text.slice(start, end).split("\n");
    const made = lines.map((line) =>
      less ? line.replace(line.startsWith("\t") ? "\t" : new RegExp(`^ {1,${unit.length}}`), "") : line && unit + line,
    );
    if (`${made}` === `${lines}`) return;
    const change = (/** @type {number} */ count) =>
      made.slice(0, count).join("").length - lines.slice(0, count).join("").length;
    this.area.setSelectionRange(start, end);
    document.execCommand("insertText", false, made.join("\n"));
    this.area.setSelectionRange(Math.max(start, from + change(1)), to + change(lines.length));
  }
}

/** Return the number of the line that a character is on, counted from 0.
 * @param {string} text
 * @param {number} offset */
function lineAt(text, offset) {
  let line = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

/** Return the place of a line's first character.
 * @param {string} text
 * @param {number} line counted from 0 */
function offsetOf(text, line) {
  let at = 0;
  for (let count = 0; count < line; count++) {
    const next = text.indexOf("\n", at) + 1;
    if (!next) return at;
    at = next;
  }
  return at;
}

/** Return the changes of characters that turn one text into another, line by line, in ascending order.
 * @param {string} before
 * @param {string} after
 * @returns {Replacement[]} */
export function replacements(before, after) {
  // every line but the last has its line end, so that whole lines are inserted and deleted
  const lines = (/** @type {string} */ text) => text.split(/(?<=\n)/);
  const old = lines(before);
  const starts = [0];
  for (const line of old) starts.push(starts[starts.length - 1] + line.length);
  return diff(old, lines(after)).map(({ start, end, lines: by }) => {
    const text = by.join("");
    const was = before.slice(starts[start], starts[end]);
    let [left, right] = [0, 0];
    const shorter = Math.min(text.length, was.length);
    while (left < shorter && text[left] === was[left]) left++;
    while (right < shorter - left && text[text.length - 1 - right] === was[was.length - 1 - right]) right++;
    return { start: starts[start] + left, end: starts[end] - right, text: text.slice(left, text.length - right) };
  });
}

/** Return where a place in the text is after replacements.
 * @param {number} place
 * @param {Replacement[]} edits in ascending order */
export function moved(place, edits) {
  let shift = 0;
  for (const { start, end, text } of edits) {
    if (place < start || (place === start && end > start)) break;
    if (place < end) return start + shift + Math.min(place - start, text.length);
    shift += text.length - (end - start);
  }
  return place + shift;
}
