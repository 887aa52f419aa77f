// Exploit, safely: kuhncfr's RestrictedNashGame in JavaScript. With probability p the opponent follows a model, else plays the best reply.
// Against every pair of pure plans that is a matrix game, which the simplex method solves exactly, up to rounding.

import { reach } from "./evaluate.js";
import { histories, informationSets } from "./game.js";

const NOTHING = 1e-9;  // chips
const PURE = [{ p: 1, b: 0 }, { p: 0, b: 1 }];

// The rows of the player in `seat` that win the most, weighing the model by p and the worst case by 1 - p. At p = 0 there is no model.
// Rows that are `fixed` stay as they are. If the `known` rows win as much, they are the answer; they also stand where it never leads.
export function restrictedResponse(game, seat, { known, model = known, p = 0, fixed = {} }) {
  const ends = [...histories(game)].filter((history) => game.isTerminal(history));
  const stakes = ends.map((end) => game.utilities(end)[seat] * reach(game, {}, end, (player) => player === undefined));
  const leads = (plan, who) => ends.map((end) => reach(game, plan, end, (player) => player === who));
  const against = (plan) => leads(plan, 1 - seat).map((share, k) => share * stakes[k]);
  const bound = against(model);
  const worlds = plans(game, 1 - seat).map(against).map((free) => free.map((win, k) => p * bound[k] + (1 - p) * win));
  const worth = (plan) => {
    const own = leads(plan, seat);
    return worlds.map((world) => dot(own, world));
  };
  const pure = plans(game, seat, fixed);
  const { value, shares } = solveMatrix(pure.map(worth));
  const isKnown = Math.min(...worth(known)) > value - NOTHING;
  const row = ({ key, histories: [history] }) => {
    const weights = pure.map((plan, k) => shares[k] * reach(game, plan, history, (player) => player === seat));
    const total = sum(weights);
    if (isKnown || total < NOTHING) return known[key];
    const share = (action) => dot(weights, pure.map((plan) => plan[key][action])) / total;
    return { p: share("p"), b: share("b") };
  };
  return Object.fromEntries(infosetsOf(game, seat).map((infoset) => [infoset.key, row(infoset)]));
}

// All ways to play a seat without chance.
function plans(game, seat, fixed = {}) {
  const extended = (plan, key) => (fixed[key] ? [fixed[key]] : PURE).map((row) => ({ ...plan, [key]: row }));
  return infosetsOf(game, seat).reduce((found, { key }) => found.flatMap((plan) => extended(plan, key)), [{}]);
}

// What the mixture of rows wins that is best against the worst column, and the shares of the rows in it.
export function solveMatrix(matrix) {
  const low = Math.min(...matrix.flat());
  const unit = Math.max(...matrix.flat()) - low || 1;  // if all numbers are the same
  const positive = matrix.map((row) => row.map((number) => 1 + (number - low) / unit));
  const tableau = [...positive, matrix[0].map(() => -1)].map((row, k) =>  // the goal is the last row
    [...row, ...matrix.map((_, other) => Number(other === k)), Number(k < matrix.length)]);
  const goal = tableau.at(-1);
  const basis = matrix.map((_, k) => matrix[0].length + k);
  for (;;) {
    const enters = goal.findIndex((number, k) => k < goal.length - 1 && number < -NOTHING);
    if (enters < 0) break;
    const leaves = leaving(tableau, basis, enters);
    pivot(tableau, leaves, enters);
    basis[leaves] = enters;
  }
  const total = goal.at(-1);
  return { value: low + (1 / total - 1) * unit, shares: goal.slice(matrix[0].length, -1).map((share) => Math.max(0, share) / total) };
}

// The row whose limit comes first; of several the earliest variable, as Bland's rule has it, so that no tableau returns.
function leaving(tableau, basis, enters) {
  const limit = (k) => tableau[k].at(-1) / tableau[k][enters];
  const candidates = [...basis.keys()].filter((k) => tableau[k][enters] > NOTHING);
  const first = Math.min(...candidates.map(limit));
  return candidates.filter((k) => limit(k) < first + NOTHING).reduce((one, other) => (basis[one] < basis[other] ? one : other));
}

function pivot(tableau, leaves, enters) {
  const scale = tableau[leaves][enters];
  const unit = tableau[leaves].map((number) => number / scale);
  for (const [k, row] of tableau.entries()) {
    const factor = row[enters];
    for (const j of row.keys()) row[j] = k === leaves ? unit[j] : row[j] - factor * unit[j];
  }
}

const infosetsOf = (game, seat) => informationSets(game).filter(({ player }) => player === seat);

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

const dot = (ones, others) => sum(ones.map((one, k) => one * others[k]));
