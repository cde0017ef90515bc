// The rules of a game and its summary, asked for once, and how they are searched.
import * as api from "/client/api.js";

/** @typedef {{text: string, summary: import("/client/protocol_types.js").Summary | null}} Rulebook */

/** @type {Map<string, Promise<Rulebook>>} */
const requests = new Map();

/** @param {string} game @returns {Promise<Rulebook>} */
export function loadRulebook(game) {
  let request = requests.get(game);
  if (!request) {
    request = Promise.all([api.rules(game), api.summary(game)]).then(([text, summary]) => ({ text, summary }));
    request.catch(() => requests.delete(game));
    requests.set(game, request);
  }
  return request;
}

/** The number that a search names, "" if there is no such rule. @param {string} text @param {string} query */
export function namedRule(text, query) {
  const number = query.trim().toUpperCase().replace(/\s/g, "");
  return number && text.includes(`**${number}**`) ? number : "";
}

/** The paragraphs that hold all words of a search. @param {string} text @param {string} query */
export function matchingRules(text, query) {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  const blocks = text.split(/\n\s*\n/).filter((block) => block.startsWith("**"));
  return blocks.filter((block) => wanted.every((word) => block.toLowerCase().includes(word))).join("\n\n");
}
