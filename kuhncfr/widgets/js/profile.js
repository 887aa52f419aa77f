// Strategy profiles: from the probabilities of b, and from the files that kuhncfr writes.

import { informationSets } from "./game.js";
import { parseNumber } from "./text.js";

const FORMAT = "kuhncfr strategy profile";
const ROUNDING = 1e-5;  // how far a row may miss 1, as in kuhncfr

export const fromBets = (bets) => Object.fromEntries(Object.entries(bets).map(([infoset, bet]) => [infoset, { p: 1 - bet, b: bet }]));

// What StrategyProfile.save wrote; an error says why a text is not that, or does not fit the game.
export function readProfile(text, game) {
  let content;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error("This file is not JSON.");
  }
  if (content?.format !== FORMAT) throw new Error(`This file is not a "${FORMAT}", which StrategyProfile.save writes.`);
  return checked(content.strategy, game);
}

export function checked(rows, game) {
  const expected = informationSets(game);
  if (rows === null || typeof rows !== "object") throw new Error("This file holds no strategy.");
  const unknown = Object.keys(rows).find((key) => expected.every((infoset) => infoset.key !== key));
  if (unknown !== undefined) throw new Error(`This strategy is for another game: there is no information set ${unknown} in this one.`);
  return Object.fromEntries(expected.map(({ key, actions }) => [key, checkedRow(key, rows[key], actions)]));
}

function checkedRow(key, row, actions) {
  if (!row) throw new Error(`This strategy is not complete: it misses information set ${key}.`);
  if (!sameNames(Object.keys(row), actions)) throw new Error(`At ${key} the actions should be ${actions.join(" and ")}.`);
  const shares = actions.map((action) => (typeof row[action] === "number" ? row[action] : parseNumber(row[action])));
  const total = shares.reduce((sum, share) => sum + share, 0);
  if (!shares.every((share) => share >= 0) || !(Math.abs(total - 1) <= ROUNDING)) {
    throw new Error(`At ${key} the probabilities should be at least 0 and add up to 1.`);
  }
  return Object.fromEntries(actions.map((action, k) => [action, shares[k] / total]));
}

const sameNames = (names, others) => names.length === others.length && names.every((name) => others.includes(name));
