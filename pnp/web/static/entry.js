// Entering again after a restart of the server. The page's ticket is never sent: a signature of the server's challenge
// proves that the page has it, so a stranger who listens on the port meanwhile learns nothing. Also runs in workers.

/** @param {ArrayBuffer} bytes */
const base64url = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** @param {string} key
 * @param {string} text */
async function sign(key, text) {
  const encoder = new TextEncoder();
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", encoder.encode(key), hmac, false, ["sign"]);
  return base64url(await crypto.subtle.sign("HMAC", imported, encoder.encode(text)));
}

/** Get the cookie and the token of the server that runs now; null if it does not admit the page.
 * @param {{ ticket: string, ticketKey: string, base: string }} page
 * @param {string} challenge from a response with status 403
 * @returns {Promise<Answer.EnteredPage | null>} */
export async function enterWithTicket({ ticket, ticketKey, base }, challenge) {
  const response = await fetch(`${base}/api/enter`, {
    method: "POST",
    body: JSON.stringify({ ticket, proof: await sign(ticketKey, challenge) }),
    headers: { "content-type": "application/json" },
  });
  return response.ok ? response.json() : null;
}
