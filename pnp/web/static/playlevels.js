// Who can sit at the table: people, and bots by level.
import { say } from "./dom.js";

/** @type {[string, string][]} */
export const LEVELS = [
  ["person", say("play-person")],
  ["random", say("play-bot-easy")],
  ["greedy", say("play-bot-greedy")],
  ["search:100", say("play-bot-search")],
  ["search:1000", say("play-bot-strong")],
];

/** Return a short name for a bot.
 * @param {string} bot */
export function botName(bot) {
  const [kind, budget] = bot.split(":");
  return `${say(`plays-bot-${kind}`)}${budget ? ` ${budget}` : ""}`;
}
