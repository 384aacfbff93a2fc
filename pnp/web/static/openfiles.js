// The text files that a page has open: loaded with what was left unsaved of them, saved, and merged with what other
// programs make of them; and how the page shows their state and conflicts.
import { openDraft, orphans } from "./drafts.js";
import { EditedFile } from "./editedfile.js";
import { $, api, get, make, number, post, problemsOf, Refused, say, toast } from "./page.js";

/** @import { StoredText } from "./editedfile.js" */

const MOST_TRIES = 3; // to save a text that another program keeps changing
const MOST_LINES = 12; // of each side of a conflict that are shown

export class OpenFiles {
  /** Files that were opened on this page. @type {Map<string, EditedFile>} */
  #files = new Map();
  /** @type {Promise<unknown>} */
  #queue = Promise.resolve();

  /** @param {(file: EditedFile) => unknown} changed called after something else than typing has changed a file
   * @param {(file: EditedFile) => Promise<unknown>} settled waits until the text of a file may be changed
   * @param {(file: EditedFile, base: string, theirs: string) => unknown} merged called after a change by another
   * program was merged: from what to what it has changed the file */
  constructor(changed, settled = async () => {}, merged = () => {}) {
    this.changed = changed;
    this.settled = settled;
    this.merged = merged;
    addEventListener("beforeunload", (event) => {
      if (this.all.some(({ unsaved }) => unsaved)) event.preventDefault();
    });
  }

  get all() {
    return [...this.#files.values()];
  }
  /** @param {string} name */
  find(name) {
    return this.#files.get(name);
  }

  /** Wait for earlier changes of files to finish, so that a save and a reload do not overtake each other.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>} */
  #inTurn(work) {
    const turn = this.#queue.then(work, work);
    this.#queue = turn.catch(() => {});
    return turn;
  }

  /** Return a file, with what was left unsaved of it.
   * @param {string} name */
  open(name) {
    return this.#inTurn(() => this.#load(name));
  }
  /** @param {string} name */
  async #load(name) {
    const known = this.#files.get(name);
    if (known?.unsaved) return known;
    const content = await this.#fetch(name);
    if (known) {
      this.#reconcile(known, content);
      return known;
    }
    const key = `text ${name}`;
    /** @type {EditedFile} */
    const opened = new EditedFile(content, await openDraft(key));
    /** @type {StoredText | null} */
    const left = await opened.draft.load();
    if (left) opened.adopt(left);
    for (const each of await orphans(key)) {
      /** @type {StoredText | null} */
      const value = await each.load();
      if (value && opened.adopt(value)) toast(say("files-both"));
      opened.store();
      await opened.draft.written();
      each.clear();
    }
    opened.store();
    this.#files.set(name, opened);
    return opened;
  }
  /** @param {string} name
   * @returns {Promise<Answer.TextContent>} */
  #fetch(name) {
    return get(api(`text?${new URLSearchParams({ file: name })}`));
  }

  /** Save a file; what keeps it from being saved is in `refused`.
   * @param {EditedFile} file */
  async save(file) {
    if (file.readOnly) return;
    await this.#inTurn(async () => {
      file.refused = [];
      for (let tries = 0; tries < MOST_TRIES && file.unsaved && file.theirs === null; tries++) {
        const sent = file.text;
        file.saving = true;
        this.changed(file);
        try {
          /** @type {Answer.SavedText} */
          const saved = await post(api("text/save"), { file: file.name, text: sent, version: file.version });
          file.saved(sent, saved.version);
          break;
        } catch (error) {
          if (error instanceof Refused && error.status === 409 && error.now) await this.#take(file, error.now);
          else {
            file.refused = problemsOf(error);
            file.gone = error instanceof Refused && file.refused[0]?.code === "E0101";
            break;
          }
        } finally {
          file.saving = false;
          file.store();
        }
      }
    });
    this.changed(file);
  }

  /** Discard what is unsaved of a file.
   * @param {EditedFile} file */
  revert(file) {
    return this.#inTurn(async () => {
      file.text = file.base = file.theirs ?? file.base;
      file.theirs = null;
      file.refused = [];
      file.store();
      this.changed(file);
    });
  }

  /** Take over what other programs have saved. Files without unsaved edits are forgotten, except those that are shown.
   * @param {string[]} shown */
  async reload(shown) {
    for (const file of this.all) {
      if (!shown.includes(file.name) && !file.unsaved) this.#files.delete(file.name);
      else await this.#inTurn(() => this.#reload(file));
    }
  }
  /** @param {EditedFile} file */
  async #reload(file) {
    try {
      const now = await this.#fetch(file.name);
      if (now.version !== file.version || file.gone) await this.#take(file, now);
    } catch (error) {
      if (!(error instanceof Refused) || problemsOf(error)[0]?.code !== "E0101") throw error;
      file.gone = true;
      this.changed(file);
    }
  }

  /** Take over a file as it is now.
   * @param {EditedFile} file
   * @param {Answer.TextContent} now */
  async #take(file, now) {
    await this.settled(file);
    this.#reconcile(file, now);
    file.store();
    file.refused = [];
    this.changed(file);
  }
  /** @param {EditedFile} file
   * @param {Answer.TextContent} now */
  #reconcile(file, now) {
    const { base } = file;
    file.reconcile(now);
    if (base !== now.text) this.merged(file, base, now.text);
  }
}

// ---- state and conflicts ----

/** Show whether a file is saved, or why not, and its conflicts; `decided` is called once one of them was resolved.
 * @param {EditedFile} file
 * @param {() => unknown} decided */
export function showFileState(file, decided) {
  const { unsaved, readOnly, conflicts, gone, saving } = file;
  const problem = file.refused[0];
  $("#state").textContent = readOnly
    ? say("files-locked", { reason: readOnly })
    : saving
      ? say("files-saving")
      : gone
        ? say("files-gone")
        : conflicts.length
          ? say("files-conflict-state", { count: number(conflicts.length) })
          : unsaved && problem
            ? say("files-not-saved", { reason: problem.message })
            : say(unsaved ? "files-unsaved" : "files-saved");
  $("#state").classList.toggle("unsaved", unsaved);
  $("#save").disabled = Boolean(readOnly) || !unsaved || conflicts.length > 0;
  $("#revert").hidden = !unsaved || Boolean(readOnly);
  document.title = `${unsaved ? "● " : ""}${file.name.split("/").pop()} · pnp`;
  showConflicts(file, decided);
}

/** @param {EditedFile} file
 * @param {() => unknown} decided */
function showConflicts(file, decided) {
  const { conflicts } = file;
  const box = $("#conflicts");
  const key = JSON.stringify([file.name, conflicts.map(({ mine, theirs }) => [mine, theirs])]);
  if (box.dataset.key === key) return;
  const focused = box.contains(document.activeElement);
  box.dataset.key = key;
  box.hidden = !conflicts.length;
  $("#conflict-list").replaceChildren(
    ...conflicts.map(({ mine, theirs }, place) => {
      const resolve = (/** @type {"mine" | "theirs" | "both"} */ choice) => () => {
        file.resolve(place, choice);
        decided();
      };
      const button = (/** @type {"mine" | "theirs" | "both"} */ choice) =>
        make("button", { type: "button", onclick: resolve(choice) }, say(`files-take-${choice}`));
      return make(
        "li",
        {},
        side(say("files-mine"), mine),
        side(say("files-theirs"), theirs),
        make("div", { class: "buttons" }, button("mine"), button("theirs"), button("both")),
      );
    }),
  );
  if (focused) ($("#conflict-list button") ?? $("#text")).focus();
}
/** @param {string} title
 * @param {string[]} lines */
const side = (title, lines) =>
  make(
    "figure",
    {},
    make("figcaption", {}, title),
    make(
      "pre",
      {},
      lines.length
        ? `${lines.slice(0, MOST_LINES).join("\n")}${lines.length > MOST_LINES ? "\n…" : ""}`
        : make("em", {}, say("files-nothing")),
    ),
  );
