// A layout being edited. Its model is the text of the file: the server applies edits of boxes to it, and undo and redo
// swap whole texts, so that both are exact. Until the answer arrives, moved boxes are shown where they will be.
import { rounded } from "./layoutgeometry.js";
import { merge, mergedLines } from "./merge.js";
import { api, Offline, onConnection, post } from "./page.js";

/** @import { EditedFile } from "./editedfile.js" */
/** @import { Place } from "./layoutgeometry.js" */

/** An edit, as pnp/library/layouts.py reads it.
 * @typedef {{ do: string, [key: string]: unknown }} Edit */
/** A text of the past or the future; equal keys soon after each other make one step.
 * @typedef {{ text: string, key: string, time: number }} Step */
/** What is to be done with the text, in turn.
 * @typedef {object} Task
 * @property {"edit" | "undo" | "redo" | "refresh"} kind
 * @property {EditedFile} file
 * @property {Edit[]} edits
 * @property {string} key
 * @property {((done: boolean) => void)[]} done
 * @property {((error: unknown) => void)[]} failed */

/** Time within which edits with the same key are one step of undo, in ms. */
const SAME_STEP_MS = 1500;
const MOST_STEPS = 500;
const RETRY_MS = 1000;

/** @param {string} text */
const lines = (text) => text.split("\n");

/** Texts before and after the present one. */
class History {
  /** @type {Step[]} */
  past = [];
  /** @type {Step[]} */
  future = [];

  /** Remember a text that is about to change.
   * @param {string} text
   * @param {string} key */
  add(text, key) {
    const last = this.past[this.past.length - 1];
    const time = performance.now();
    this.future = [];
    if (key && last?.key === key && time - last.time < SAME_STEP_MS) last.time = time;
    else this.past.push({ text, key, time });
    if (this.past.length > MOST_STEPS) this.past.shift();
  }

  /** Forget all texts. */
  clear() {
    this.past = [];
    this.future = [];
  }

  /** Take a change by another program into all texts; those that contradict it are forgotten, with all beyond them.
   * @param {string} base
   * @param {string} theirs */
  rebase(base, theirs) {
    /** @param {Step[]} steps from the farthest to the nearest */
    const rebased = (steps) => {
      /** @type {Step[]} */
      const kept = [];
      for (const step of [...steps].reverse()) {
        const chunks = merge(lines(base), lines(step.text), lines(theirs));
        if (chunks.some(({ merged }) => !merged)) break;
        kept.unshift({ ...step, text: mergedLines(chunks, "mine").join("\n"), key: "" });
      }
      return kept;
    };
    this.past = rebased(this.past);
    this.future = rebased(this.future);
  }
}

export class LayoutModel {
  /** @type {EditedFile | null} */
  file = null;
  /** The boxes of the text, as far as the server has answered. @type {Answer.EditedLayout | null} */
  view = null;
  /** Where boxes are moved to by edits on their way. @type {Map<string, Place>} */
  moved = new Map();
  /** @type {WeakMap<EditedFile, History>} */
  #histories = new WeakMap();
  /** @type {Task[]} */
  #tasks = [];
  #working = false;
  #settled = Promise.resolve();
  #wake = () => {};

  /** @param {() => Record<string, string>} others returns unsaved texts of other files
   * @param {(text: boolean) => unknown} changed called when the boxes have changed, and whether the text has */
  constructor(others, changed) {
    this._others = others;
    this._changed = changed;
    onConnection((online) => {
      if (online) this.#wake();
    });
  }

  /** @param {EditedFile} file */
  async show(file) {
    this.file = file;
    this.view = null;
    this.moved.clear();
    await this.refresh();
  }

  get boxes() {
    return this.view?.boxes ?? [];
  }
  /** @param {string} name */
  box(name) {
    return this.boxes.find((box) => box.name === name);
  }
  /** Where a box is, or will be in a moment; null if that depends on something else.
   * @param {Answer.ListedBox} box
   * @returns {Place | null} */
  placeOf(box) {
    return this.moved.get(box.name) ?? /** @type {Place | null} */ (box.box);
  }
  /** Whether the boxes can be edited: the text can be read at least in part, and the file can be saved. */
  get editable() {
    return this.view !== null && (this.boxes.length > 0 || !this.view.problems.length) && !this.file.readOnly;
  }
  get canUndo() {
    return this.history.past.some(({ text }) => text !== this.file.text);
  }
  get canRedo() {
    return this.history.future.some(({ text }) => text !== this.file.text);
  }
  get history() {
    return this.historyOf(this.file);
  }
  /** @param {EditedFile} file */
  historyOf(file) {
    if (!this.#histories.has(file)) this.#histories.set(file, new History());
    return this.#histories.get(file);
  }

  // ---- edits ----

  /** Apply edits. Raise Refused if they are refused; the text stays as it is then.
   * @param {Edit[]} edits
   * @param {string} key edits with the same key, soon after each other, are undone together
   * @returns {Promise<boolean>} whether the text has changed */
  edit(edits, key = "") {
    return this.#add("edit", edits, key);
  }
  /** Move boxes.
   * @param {Map<string, Place>} places
   * @param {string} key */
  place(places, key = "") {
    const edits = [...places].map(([name, place]) => ({ do: "place", name, box: rounded(place) }));
    for (const [name, place] of places) this.moved.set(name, rounded(place));
    this._changed(false);
    return this.edit(edits, key);
  }
  undo() {
    return this.#add("undo");
  }
  redo() {
    return this.#add("redo");
  }
  /** Ask for the boxes of the text as it is. */
  refresh() {
    return this.#add("refresh");
  }

  /** Wait until all edits are made. */
  async settled() {
    await this.#settled;
  }

  /** Remember the text before something was typed into it.
   * @param {EditedFile} file
   * @param {string} before */
  typed(file, before) {
    this.historyOf(file).add(before, "typing");
  }

  /** @param {Task["kind"]} kind
   * @param {Edit[]} edits
   * @param {string} key
   * @returns {Promise<boolean>} */
  #add(kind, edits = [], key = "") {
    return new Promise((done, failed) => {
      const last = this.#tasks[this.#tasks.length - 1];
      const joined = kind === "edit" ? key !== "" : kind === "refresh";
      if (joined && last?.kind === kind && last.file === this.file && last.key === key) {
        last.edits.push(...edits);
        last.done.push(done);
        last.failed.push(failed);
      } else this.#tasks.push({ kind, file: this.file, edits: [...edits], key, done: [done], failed: [failed] });
      if (!this.#working) this.#settled = this.#work();
    });
  }

  async #work() {
    this.#working = true;
    while (this.#tasks.length) {
      const task = this.#tasks.shift();
      try {
        const changed = await this.#do(task);
        if (!this.#tasks.some(({ kind }) => kind === "edit")) this.moved.clear();
        this._changed(changed);
        for (const done of task.done) done(changed);
      } catch (error) {
        this.moved.clear();
        this._changed(false);
        for (const failed of task.failed) failed(error);
      }
    }
    this.#working = false;
  }

  /** @param {Task} task
   * @returns {Promise<boolean>} */
  async #do({ kind, file, edits, key }) {
    const history = this.historyOf(file);
    const before = file.text;
    if (kind === "undo" || kind === "redo") {
      const [from, to] = kind === "undo" ? [history.past, history.future] : [history.future, history.past];
      let step = from.pop();
      while (step?.text === file.text) step = from.pop(); // edits that cancelled each other out
      if (!step) return false;
      to.push({ ...step, text: file.text, key: "" });
      file.text = step.text;
    } else if (kind === "edit") {
      for (let sent = ""; ; ) {
        sent = file.text;
        const answer = await this.#ask(file, edits);
        if (file.text !== sent) continue; // something was typed or merged meanwhile
        if (answer.text !== sent) history.add(sent, key);
        file.text = answer.text;
        if (file === this.file) this.view = answer;
        break;
      }
    }
    if (file.theirs !== null) file.settle();
    file.store();
    if (file === this.file && (kind === "refresh" || this.view?.text !== file.text))
      this.view = await this.#ask(file, []);
    return file.text !== before || kind === "refresh";
  }

  /** Ask the server for the text and the boxes after edits; wait until it answers.
   * @param {EditedFile} file
   * @param {Edit[]} edits
   * @returns {Promise<Answer.EditedLayout>} */
  async #ask(file, edits) {
    for (;;)
      try {
        return await post(api("layout/edit"), { file: file.name, text: file.text, others: this._others(), edits });
      } catch (error) {
        if (!(error instanceof Offline)) throw error;
        await new Promise((done) => {
          const timer = setTimeout(done, RETRY_MS);
          this.#wake = () => {
            clearTimeout(timer);
            done(undefined);
          };
        });
      }
  }
}
