// Labels for numbers of things and for papers.
import { about, number, say } from "./page.js";

const plural = new Intl.PluralRules(about.lang);
/** Return the words for a number of things, in the singular where the language uses it.
 * @param {string} key
 * @param {number} count
 * @param {Record<string, string | number>} more */
export const counted = (key, count, more = {}) =>
  say(plural.select(count) === "one" ? `${key}-one` : key, { count: number(count), ...more });

/** Return the usual spelling of a paper: A4, Letter, 210x297.
 * @param {string} paper */
export const paperName = (paper) =>
  /^a\d$/.test(paper) ? paper.toUpperCase() : paper[0].toUpperCase() + paper.slice(1);
