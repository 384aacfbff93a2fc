// How numbers of things and papers are said.
import { about, number, say } from "./page.js";

const plural = new Intl.PluralRules(about.lang);
/** Words for a number of things, in the singular where the language has one for it. */
export const counted = (key, count, more = {}) =>
  say(plural.select(count) === "one" ? `${key}-one` : key, { count: number(count), ...more });

/** A paper as people write it: A4, Letter, 210x297. */
export const paperName = (paper) =>
  /^a\d$/.test(paper) ? paper.toUpperCase() : paper[0].toUpperCase() + paper.slice(1);
