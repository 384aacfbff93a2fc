// Cells as text: values as they are written to a file, and blocks of cells on the clipboard.

/** Return a value as it is written to the file.
 * @param {string} text */
export const normalized = (text) => text.replace(/\r\n?/g, "\n").trim();

/** Return the cells of a pasted block. Spreadsheet programs quote a cell, and double the quotes in it, only if it has a
 * tab or a line break; any other quotes are part of the value.
 * @param {string} text
 * @returns {string[][]} */
export function parseBlock(text) {
  const quoted = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y; // without m, $ is the end of the text
  const plain = /[^\t\r\n]*/y;
  const end = /\r\n|\r|\n/y;
  /** @type {string[][]} */
  const rows = [[]];
  let at = 0;
  /** @param {RegExp} pattern */
  const next = (pattern) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  for (;;) {
    const found = text[at] === '"' ? next(quoted) : null;
    const whole = found && (!found[1] || /[\t\r\n]|""/.test(found[1]));
    const value = whole ? found[1].replaceAll('""', '"') : next(plain)[0];
    at += whole ? found[0].length : value.length;
    rows.at(-1).push(value);
    if (text[at] === "\t") {
      at += 1;
      continue;
    }
    const after = next(end);
    if (!after || at + after[0].length === text.length) return rows;
    at += after[0].length;
    rows.push([]);
  }
}

/** Return cells as text for the clipboard.
 * @param {string[][]} rows */
export function formatBlock(rows) {
  const lines = rows.map((cells) =>
    cells.map((text) => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join("\t"),
  );
  return lines.join("\n") + (lines.at(-1) ? "" : "\n"); // else an empty last row would be lost
}
