// What a profile earns, and what a best reply to it would: exact up to rounding, by walking the whole tree.
// A profile maps each information set to the probability of each action there: profile.Kb.b.

import { informationSets, successors } from "./game.js";

const probability = (game, profile, history, action) =>
  game.isChance(history) ? game.chance(history)[action] : profile[game.infoset(history)][action];

export function expectedUtilities(game, profile, history = "") {
  if (game.isTerminal(history)) return game.utilities(history);
  const value = [0, 0];
  for (const action of successors(game, history)) {
    const share = probability(game, profile, history, action);
    const below = expectedUtilities(game, profile, history + action);
    for (const player of [0, 1]) value[player] += share * below[player];
  }
  return value;
}

// The most that `player` can win against the others' strategies, a pure strategy that does, and what each action of it is worth,
// weighted by how likely chance and the other lead there: { value, strategy, values }.
export function bestResponse(game, profile, player) {
  const own = informationSets(game).filter((infoset) => infoset.player === player);
  const [reply, worth] = [{ ...profile }, {}];
  for (const infoset of own.reverse()) {  // late decisions first: they do not depend on the early ones
    const values = infoset.actions.map((action) => sum(infoset.histories.map((history) =>
      othersReach(game, profile, history, player) * expectedUtilities(game, reply, history + action)[player])));
    const best = values.indexOf(Math.max(...values));
    worth[infoset.key] = Object.fromEntries(infoset.actions.map((action, k) => [action, values[k]]));
    reply[infoset.key] = Object.fromEntries(infoset.actions.map((action, k) => [action, k === best ? 1 : 0]));
  }
  const strategy = Object.fromEntries(own.map(({ key }) => [key, reply[key]]));
  return { value: expectedUtilities(game, reply)[player], strategy, values: worth };
}

// How likely chance and the other player lead to a history.
export const othersReach = (game, profile, history, player) => reach(game, profile, history, (one) => one !== player);

// How likely those who count lead to a history; chance is undefined.
export function reach(game, profile, history, counts) {
  let share = 1;
  for (let k = 0; k < history.length; k += 1) {
    const before = history.slice(0, k);
    const player = game.isChance(before) ? undefined : game.player(before);
    if (counts(player)) share *= probability(game, profile, before, history[k]);
  }
  return share;
}

export function nashConv(game, profile) {
  const value = expectedUtilities(game, profile);
  return sum([0, 1].map((player) => bestResponse(game, profile, player).value - value[player]));
}

export const exploitability = (game, profile) => nashConv(game, profile) / game.players;

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
