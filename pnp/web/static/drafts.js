// Drafts: unsaved edits that survive a reload, a restart of the server and a crash of the browser.
//
// A draft belongs to a page, a file and a game of a project. It is written to localStorage, which keeps it if the page
// closes the next moment, and to IndexedDB, which keeps it if the browser is killed (Chromium writes localStorage to
// the disk only after a while) and has room for more. Every page holds a Web Lock while it is open. If that lock is
// free, the page is gone, and its drafts are orphans: the next page that opens the file takes them over.
import { about, say, toast } from "./page.js";

const PREFIX = "pnp-draft";
const PAGE = `${PREFIX}-page`;
/** How long a page waits for the lock of its id after a reload, in ms; longer, and it is a copy of another tab. */
const RELOAD_MS = 300;

// ---- the id of the page ----

/** Hold a lock until the page closes; false if another page has it.
 * @param {string} page
 * @param {LockOptions} options */
const hold = (page, options) =>
  new Promise((resolve) => {
    if (!navigator.locks) return resolve(true);
    navigator.locks
      .request(`${PAGE} ${page}`, options, (lock) => {
        resolve(lock !== null);
        return lock && new Promise(() => {});
      })
      .catch(() => resolve(false));
  });

/** The id of this page, which a reload keeps and a copy of the tab does not. */
const pageName = (async () => {
  let page = sessionStorage.getItem(PAGE);
  if (!page || !(await hold(page, { signal: AbortSignal.timeout(RELOAD_MS) }))) {
    page = crypto.randomUUID();
    sessionStorage.setItem(PAGE, page);
    await hold(page, { ifAvailable: true });
  }
  return page;
})();

// ---- where drafts are stored ----

/** @param {string} key
 * @param {string} page */
const nameOf = (key, page) => `${PREFIX} ${JSON.stringify([about.project, about.game, key, page])}`;
/** Return the key and the page of a stored draft; null if it belongs to another project or game.
 * @param {string} name */
function parseName(name) {
  if (!name.startsWith(`${PREFIX} [`)) return null;
  const [project, game, key, page] = JSON.parse(name.slice(PREFIX.length + 1));
  return project === about.project && game === about.game ? { key: String(key), page: String(page) } : null;
}

/** @template T
 * @typedef {{ time: number, value: T }} Stored */

/** @type {Promise<IDBDatabase | null>} */
const database = new Promise((resolve) => {
  try {
    const asked = indexedDB.open(`${PREFIX}s`, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(PREFIX);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = asked.onblocked = () => resolve(null);
  } catch {
    resolve(null);
  }
});

/** Read from or write to the database.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T | undefined>} */
async function inDatabase(mode, work) {
  const opened = await database;
  if (!opened) throw new Error("IndexedDB is not available");
  return new Promise((resolve, reject) => {
    const transaction = opened.transaction(PREFIX, mode);
    const asked = work(transaction.objectStore(PREFIX));
    transaction.oncomplete = () => resolve(asked.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
    transaction.commit?.();
  });
}

/** Return the names of all stored drafts of this game. */
async function storedNames() {
  /** @type {IDBValidKey[]} */
  let kept = [];
  try {
    kept = await inDatabase("readonly", (store) => store.getAllKeys());
  } catch {
    /* localStorage has most of them */
  }
  return [...new Set([...Object.keys(localStorage), ...kept.map(String)])].filter(parseName);
}

let complained = false;
/** Tell the user, once, that drafts cannot be stored. */
function complain() {
  if (!complained) toast(say("draft-full"), "bad");
  complained = true;
}

/** A draft of a page: any value that JSON can hold.
 * @template T */
export class Draft {
  /** @param {string} key
   * @param {string} page */
  constructor(key, page) {
    this.key = key;
    this.page = page;
    this._name = nameOf(key, page);
    /** @type {{ stored: Stored<T> | null, kept: boolean } | null} the next change of the database */
    this._next = null;
    /** @type {Promise<void> | null} */
    this._writing = null;
  }

  /** Return the stored value; null if there is none.
   * @returns {Promise<T | null>} */
  async load() {
    await this._writing;
    /** @type {Stored<T> | null} */
    let found = JSON.parse(localStorage.getItem(this._name) ?? "null");
    try {
      /** @type {Stored<T> | undefined} */
      const other = await inDatabase("readonly", (store) => store.get(this._name));
      if (other && other.time > (found?.time ?? 0)) found = other;
    } catch {
      /* localStorage has it, or nobody has */
    }
    return found?.value ?? null;
  }

  /** Store a value, at once as far as the browser allows.
   * @param {T} value */
  save(value) {
    const stored = { time: Date.now(), value };
    let kept = true;
    try {
      localStorage.setItem(this._name, JSON.stringify(stored));
    } catch {
      localStorage.removeItem(this._name); // an older value would be newer than none
      kept = false;
    }
    this._write(stored, kept);
  }

  /** Delete the draft. */
  clear() {
    localStorage.removeItem(this._name);
    this._write(null, true);
  }

  /** Wait until everything is in the database. */
  async written() {
    await this._writing;
  }

  /** @param {Stored<T> | null} stored null to delete it
   * @param {boolean} kept whether localStorage has it */
  _write(stored, kept) {
    this._next = { stored, kept };
    this._writing ??= (async () => {
      while (this._next) {
        const now = this._next;
        this._next = null;
        try {
          await inDatabase("readwrite", (store) => this._change(store, now.stored));
          complained = false;
        } catch {
          if (!now.kept) complain();
        }
      }
      this._writing = null;
    })();
  }
  /** @param {IDBObjectStore} store
   * @param {Stored<T> | null} stored
   * @returns {IDBRequest<unknown>} */
  _change(store, stored) {
    return stored ? store.put(stored, this._name) : store.delete(this._name);
  }
}

/** Return this page's draft of a file; what an earlier page with the same id has stored can be loaded.
 * @template T
 * @param {string} key the file, or whatever else is edited
 * @returns {Promise<Draft<T>>} */
export const openDraft = async (key) => new Draft(key, await pageName);

/** Return the drafts of a file whose pages are gone, and reserve them for this page. Clear each of them once its value
 * is part of this page's draft.
 * @template T
 * @param {string} key
 * @returns {Promise<Draft<T>[]>} */
export async function orphans(key) {
  const mine = await pageName;
  /** @type {Draft<T>[]} */
  const found = [];
  for (const name of await storedNames()) {
    const about = parseName(name);
    if (about.key !== key || about.page === mine) continue;
    if (taken.has(about.page) || (await hold(about.page, { ifAvailable: true }))) {
      taken.add(about.page);
      found.push(new Draft(key, about.page));
    }
  }
  return found;
}
/** Pages whose drafts this page has reserved.
 * @type {Set<string>} */
const taken = new Set();

/** Return the keys of all drafts of this game, of any page, open or gone. */
export const draftKeys = async () => new Set((await storedNames()).map((name) => parseName(name).key));
