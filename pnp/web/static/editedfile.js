// A text file being edited: what was opened, what has been typed, and what another program has made of it meanwhile.
import { merge, mergedLines } from "./merge.js";

/** @import { Chunk } from "./merge.js" */
/** @import { Draft } from "./drafts.js" */

/** What a draft holds: the text, and the text that it was made from.
 * @typedef {{ base: string, text: string }} StoredText */

/** @param {string} text */
const lines = (text) => text.split("\n");
/** @param {Chunk[]} chunks
 * @param {(chunk: Chunk) => string[]} choose */
const join = (chunks, choose) => chunks.flatMap(choose).join("\n");

export class EditedFile {
  /** @param {Answer.TextContent} content
   * @param {Draft<StoredText>} draft */
  constructor({ file, kind, text, version, readOnly }, draft) {
    this.name = file;
    this.kind = kind;
    this.draft = draft;
    /** The text as it is edited. */
    this.text = text;
    /** What it was made from: the file, except in conflicts. */
    this.base = text;
    /** The file as another program has saved it, while there are conflicts. @type {string | null} */
    this.theirs = null;
    /** Version of the file. */
    this.version = version;
    this.readOnly = readOnly;
    /** Whether the file was deleted or renamed. */
    this.gone = false;
    /** Whether it is being saved. */
    this.saving = false;
    /** Why the last save failed. @type {ShownProblem[]} */
    this.refused = [];
  }

  get unsaved() {
    return this.text !== this.base || this.theirs !== null || this.gone;
  }

  /** Lines that were changed here and by another program. @returns {Chunk[]} */
  get conflicts() {
    return this.theirs === null ? [] : this._chunks().filter(({ merged }) => !merged);
  }
  _chunks() {
    return merge(lines(this.base), lines(this.text), lines(this.theirs));
  }

  /** Take over the file as it is now. Changes of other lines are merged; in conflicts, the text keeps what was typed.
   * @param {Answer.TextContent} now */
  reconcile(now) {
    this.version = now.version;
    this.readOnly = now.readOnly;
    this.gone = false;
    this.theirs = now.text;
    this.settle();
  }

  /** Make all changes of the other program that do not contradict what was typed. What remains are conflicts: while
   * there are any, `theirs` is not null, and nothing may be saved. */
  settle() {
    while (this.theirs !== null) {
      const before = [this.text, this.base];
      const chunks = this._chunks();
      this.text = mergedLines(chunks, "mine").join("\n");
      this.base = join(chunks, ({ merged, base, theirs }) => (merged ? theirs : base));
      if (chunks.every(({ merged }) => merged)) this.theirs = null;
      // lines that both sides have added are part of the base now, so that less may be left to decide
      else if (this.text === before[0] && this.base === before[1]) return;
    }
  }

  /** Resolve a conflict by its place in the list.
   * @param {number} place
   * @param {"mine" | "theirs" | "both"} choice */
  resolve(place, choice) {
    const chunks = this._chunks();
    const chosen = chunks.filter(({ merged }) => !merged)[place];
    if (!chosen) return;
    const { mine, theirs } = chosen;
    const made = { mine, theirs, both: [...mine, ...theirs] }[choice];
    this.text = join(chunks, (chunk) => (chunk === chosen ? made : (chunk.merged ?? chunk.mine)));
    this.base = join(chunks, (chunk) => (chunk === chosen || chunk.merged ? chunk.theirs : chunk.base));
    this.settle();
  }

  /** Remember that a text was saved; what was typed meanwhile stays unsaved.
   * @param {string} sent
   * @param {string} version */
  saved(sent, version) {
    this.base = sent;
    this.version = version;
    this.gone = false;
  }

  /** Take over what another page, or this one before a reload, has left unsaved; both texts stay where they contradict
   * each other. Return whether they do.
   * @param {StoredText} stored */
  adopt({ base, text }) {
    if (!this.unsaved) {
      this.theirs = this.text;
      this.base = base;
      this.text = text;
      this.settle();
      return false;
    }
    const chunks = merge(lines(base), lines(this.text), lines(text));
    this.text = join(chunks, ({ merged, mine, theirs }) => merged ?? [...mine, ...theirs]);
    return chunks.some(({ merged }) => !merged);
  }

  /** Keep what is unsaved in the browser. */
  store() {
    if (this.unsaved) this.draft.save({ base: this.base, text: this.text });
    else this.draft.clear();
  }
}
