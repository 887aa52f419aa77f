// The equilibria in closed form, for every ante: the profiles that kuhncfr.nash gives, in the same four regimes.

import { fromBets } from "./profile.js";

export function equilibrium(game) {
  return game.name === "one-bet" ? oneBet(game.ante) : kuhn(game.ante);
}

function oneBet(ante) {
  const [[bluff, call]] = oneBetEquilibria(ante);
  return fromBets({ A: 1, K: 0, Q: bluff, Ab: 1, Kb: call, Qb: 0 });
}

// Where P(Q bets) and P(K calls) are in equilibrium: from one point to another, which are the same unless the ante is 1/2.
export function oneBetEquilibria(ante) {
  const k = 1 + 2 * ante;
  const point = [1 / k, (2 * ante - 1) / k];
  if (ante > 1 / 2) return [point, point];
  return [[0, 0], [ante === 1 / 2 ? point[0] : 0, 0]];
}

function kuhn(ante) {
  const k = 1 + 2 * ante;
  if (ante > 1) return kuhnRows([1 / k, 0, 1], [0, (2 * ante) / k, 1], [1 / k, 0, 1], [0, (2 * ante - 1) / k, 1]);
  if (ante === 1) return kuhnRows([0, 0, 0], [0, 1 / 3, 1], [1 / 3, 0, 1], [0, 1 / 3, 1]);
  if (ante > 1 / 2) return kuhnRows([0, 0, 0], [0, (2 * ante - 1) / k, 1], [1 / k, 0, 1], [0, (2 * ante - 1) / k, 1]);
  return kuhnRows([0, 0, 0], [0, 0, 1], [0, 0, 1], [0, 0, 1]);
}

// The probabilities of a bet or a call, each for J, Q and K.
function kuhnRows(opens, callsAfterCheck, bets, calls) {
  const decisions = [["", opens], ["pb", callsAfterCheck], ["p", bets], ["b", calls]];
  return fromBets(Object.fromEntries(decisions.flatMap(([betting, row]) => row.map((bet, k) => ["JQK"[k] + betting, bet]))));
}
