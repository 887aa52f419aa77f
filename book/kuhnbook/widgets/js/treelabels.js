// What the labels of the tree say, as lines of text: one line, or two where the tree is narrow; and the widest that they may become.

import { successors } from "./game.js";
import { short, signed } from "./numbers.js";

const SHARES = { 1: "1", 2: "½", 3: "⅓", 6: "⅙" };  // of one among so many
const DEALT = [1, 3, 6];  // ways to deal so many cards
const WIDE = { probability: 0.888, chips: 8.888 };  // no other numbers take more room: 88.88 has as many digits

export function reachLabel([first, second, chance], stacked) {
  const [players, share] = [`π ${short(first)} · ${short(second)}`, `· ${SHARES[Math.round(1 / chance)]}`];
  return stacked ? [players, share] : [`${players} ${share}`];
}

export function valueLabel([first, second], terminal, stacked) {
  if (stacked) return [`u₁ ${signed(first)}`, `u₂ ${signed(second)}`];
  return [`${terminal ? "" : "u "}${signed(first)}, ${signed(second)}`];
}

// The last action, and how likely it is: "b 0.5".
export function moveLabel(game, played, history) {
  const [before, action] = [history.slice(0, -1), history.at(-1)];
  if (game.isChance(before)) return [`${action} ${SHARES[successors(game, before).length]}`];
  return [`${action} ${short(played[game.infoset(before)][action])}`];
}

export const regretLabel = (regret) => [`r ${signed(regret)}`];

// The widest labels at a history and on the line that leads to it.
export function widest(game, history, stacked) {
  const { probability, chips } = WIDE;
  const strategy = game.isChance(history.slice(0, -1)) ? {} : { [game.infoset(history.slice(0, -1))]: { [history.at(-1)]: probability } };
  const terminal = game.isTerminal(history);
  const reach = [...[1, 2].map((turns) => (game.betting(history).length >= turns ? probability : 1)), 1 / DEALT[Math.min(history.length, 2)]];
  return {
    reach: terminal ? [] : reachLabel(reach, stacked),
    value: valueLabel(terminal ? game.utilities(history) : [chips, -chips], terminal, stacked),
    move: history ? moveLabel(game, strategy, history) : [],
    regret: game.betting(history) ? regretLabel(-chips) : [],
  };
}
