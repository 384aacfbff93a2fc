// The event stream: one connection to the server for all pages in the browser, which allows six per server. This is a
// shared worker; where the browser has none, a page runs it for itself.

/** What a page shows, and the version of the newest face that it knows.
 * @typedef {{ page: string, game: string, base: string, lang?: string, ink?: string, since?: number }} Watch */

const RETRY_MS = 1000;
/** The open pages. @type {Map<string, { port: MessagePort, watch: Watch }>} */
const pages = new Map();
/** @type {EventSource | null} */
let source = null;
let retry = 0;
/** The id of the open stream, and the token for requests; empty while there is no connection. */
let stream = "";
let token = "";
/** Beginning of all addresses, the same for all pages. */
let base = "";

/** Serve a page: it sends what it shows, now and whenever that changes, or `leave` with its id when it is closed.
 * @param {MessagePort} port */
export function serve(port) {
  port.onmessage = ({ data }) => {
    if (data.leave) leave(data.leave);
    else watch(port, data);
  };
}

/** @param {MessagePort} port
 * @param {Watch} shown */
function watch(port, shown) {
  const { page } = shown;
  base = shown.base;
  // every page holds a lock with its id: it is free when the page is closed, or has crashed
  if (!pages.has(page)) navigator.locks?.request(page, () => leave(page));
  pages.set(page, { port, watch: shown });
  if (stream) join(shown);
  else open();
}

/** @param {string} page */
function leave(page) {
  if (!pages.delete(page)) return;
  if (!pages.size) close();
  else if (stream) send("leave", { page });
}

function open() {
  clearTimeout(retry);
  if (source || !pages.size) return;
  source = new EventSource(`${base}/api/events`);
  source.onerror = lost;
  source.onmessage = (event) => {
    const { kind, pages: names, about } = JSON.parse(event.data);
    if (kind === "connected") {
      ({ stream, token } = about);
      for (const { port, watch } of pages.values()) {
        port.postMessage({ kind, about });
        join(watch);
      }
    } else for (const name of names) pages.get(name)?.port.postMessage({ kind, about });
  };
}

/** @param {Watch} shown */
function join({ base: _, ...shown }) {
  send("watch", shown);
}

/** Send a request about the stream; if it fails, the connection is lost.
 * @param {"watch" | "leave"} what
 * @param {object} body */
async function send(what, body) {
  const about = stream;
  const headers = { "content-type": "application/json", "x-pnp-token": token };
  const request = { method: "POST", body: JSON.stringify({ stream, ...body }), headers };
  const accepted = await fetch(`${base}/api/${what}`, request).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!accepted && stream === about) lost();
}

function close() {
  source?.close();
  source = null;
  stream = "";
}

/** Tell the pages that the connection is lost, and try again. */
function lost() {
  close();
  for (const { port } of pages.values()) port.postMessage({ kind: "lost", about: null });
  clearTimeout(retry);
  retry = setTimeout(reopen, RETRY_MS);
}

/** Connect again. If the server was restarted, it does not admit the pages until one of them has entered again. */
async function reopen() {
  try {
    const response = await fetch(`${base}/api/enter`);
    if (response.ok) return open();
    const { challenge } = await response.json();
    for (const { port } of pages.values()) port.postMessage({ kind: "challenge", about: { challenge } });
  } catch {
    // no answer yet
  }
  clearTimeout(retry);
  retry = setTimeout(reopen, RETRY_MS);
}

// pages connect to a shared worker; in a page, this event never occurs
addEventListener("connect", (event) => serve(/** @type {MessageEvent} */ (event).ports[0]));
