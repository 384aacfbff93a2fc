// What every page needs: its data and words, elements, numbers. It asks nothing of a server.

/** @param {string} id */
const data = (id) => JSON.parse(document.getElementById(id).textContent);
/** @type {Answer.PageData} */
export const about = data("about");
/** @type {Record<string, string>} */
export const words = data("words");

/** @type {Find} */
export const $ = (selector, root = document) => root.querySelector(selector);
/** @type {FindAll} */
export const $$ = (selector, root = document) => Array.from(root.querySelectorAll(selector));
/** The element that an event is about.
 * @param {Event} event */
export const targetOf = (event) => /** @type {HTMLElement} */ (event.target);

/** Return the page's words in the reader's language, with their blanks filled in.
 * @param {string} key
 * @param {Record<string, string | number>} blanks */
export function say(key, blanks = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(blanks[name] ?? ""));
}

/** Return a number as the reader writes it.
 * @param {number} value */
export const number = (value, digits = 0) =>
  Number(value).toLocaleString(about.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Make an element with attributes and children; texts are never read as markup. A function is an event listener: its
 * name is that of the event after `on`.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | null | ((event: Event) => unknown)>} attributes
 * @param {(Node | string | number | false | null | undefined)[]} children */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = String(value);
    else if (typeof value === "boolean" && name.startsWith("aria-")) element.setAttribute(name, String(value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children)
    if (child !== null && child !== undefined && child !== false)
      element.append(child instanceof Node ? child : String(child));
  return element;
}
