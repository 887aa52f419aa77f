// Strategy profiles: from the probabilities of b, and from the files that kuhncfr writes.

import { GAMES, informationSets } from "./game.js";
import { parseNumber, short, THOUSANDTHS } from "./numbers.js";
import { GAME_NAMES } from "./text.js";

const FORMAT = "kuhncfr strategy profile";
const ROUNDING = 1e-5;  // how far a row may miss 1, as in kuhncfr

export const fromBets = (bets) => Object.fromEntries(Object.entries(bets).map(([infoset, bet]) => [infoset, { p: 1 - bet, b: bet }]));

// What StrategyProfile.save wrote, { strategy, solvedFor }: the probabilities, and the game's numbers where the file tells them, as
// those of `kuhncfr solve` do. An error says why a text is not such a file, or does not fit the game.
export function readProfile(text, game) {
  let content;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error("This file is not JSON.");
  }
  if (content?.format !== FORMAT) throw new Error(`This file is not a "${FORMAT}", which StrategyProfile.save writes.`);
  return { strategy: checked(content.strategy, game), solvedFor: content.game ?? null };
}

export function checked(rows, game) {
  const expected = informationSets(game);
  if (rows === null || typeof rows !== "object") throw new Error("This file contains no strategy.");
  const other = Object.keys(GAMES).find((name) => name !== game.name && sameNames(Object.keys(rows), keysOf(GAMES[name](1))));
  if (other) throw new Error(`This strategy is for ${GAME_NAMES[other]}; choose that game.`);
  const unknown = Object.keys(rows).find((key) => !keysOf(game).includes(key));
  if (unknown !== undefined) throw new Error(`This strategy is for another game: there is no information set ${unknown} in this one.`);
  return Object.fromEntries(expected.map(({ key, actions }) => [key, checkedRow(key, rows[key], actions)]));
}

function checkedRow(key, row, actions) {
  if (!row) throw new Error(`This strategy is incomplete: it lacks information set ${key}.`);
  if (!sameNames(Object.keys(row), actions)) throw new Error(`At ${key} the actions should be ${actions.join(" and ")}.`);
  const shares = actions.map((action) => (typeof row[action] === "number" ? row[action] : parseNumber(row[action])));
  const total = shares.reduce((sum, share) => sum + share, 0);
  if (!shares.every((share) => share >= 0) || !(Math.abs(total - 1) <= ROUNDING)) {
    throw new Error(`At ${key} the probabilities should be at least 0 and add up to 1.`);
  }
  return Object.fromEntries(actions.map((action, k) => [action, shares[k] / total]));
}

// With other numbers a strategy still fits, but it is not the one to play: a sentence says so, or nothing.
export function mismatch(solvedFor, game) {
  const numbers = Object.entries({ ante: game.ante, bet: 1 }).filter(([name, here]) => parseNumber(solvedFor?.[name] ?? here) !== here);
  if (numbers.length === 0) return "";
  const [there, here] = [([name]) => `${name} ${solvedFor[name]}`, ([name, number]) => `${name} ${short(number, THOUSANDTHS)}`];
  return `This strategy was solved for ${numbers.map(there).join(" and ")}; here you play with ${numbers.map(here).join(" and ")}.`;
}

const keysOf = (game) => informationSets(game).map(({ key }) => key);

const sameNames = (names, others) => names.length === others.length && names.every((name) => others.includes(name));
