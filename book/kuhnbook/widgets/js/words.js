// What CFR has just computed, in words and numbers. One sentence or two for each kind of event.

import { bracketed, short, signed } from "./numbers.js";
import { cardName } from "./text.js";

const NUMBERS = { 0: "₀", 1: "₁", 2: "₂" };

const named = (player) => `player ${player + 1}`;
const index = (player) => NUMBERS[player + 1];

// The formula that each kind of event works out; the page marks the one in use.
export const STEPS = {
  enter: "Down: reach π(ha) = π(h) · σ(a)",
  value: "Up: value u(h) = Σ σ(a) · u(ha)",
  regret: "Regret r(I, a), summed over h in I: π₋ᵢ(h) · (uᵢ(ha) − uᵢ(h))",
  learn: "After the walk: R grows by r, σ matches R⁺",
};

const STEP_OF = { draw: "enter", end: "value" };

export const stepOf = (event) => STEP_OF[event?.kind] ?? event?.kind;

export function inWords(event, game) { return WORDS[event.kind](event, game); }

const WORDS = {
  walk({ t, learners }) {
    const who = learners.length === 1 ? `${named(learners[0])} learns from this walk` : "both players learn from this walk";
    return `Iteration ${t.toLocaleString("en")}: ${who}. Until the walk ends, every strategy stays as it is.`;
  },

  enter({ history, reach }, game) { return `${where(history, game)} Reach: ${shares(reach)}.`; },

  draw({ history, action }) { return `Chance deals the ${cardName(action)} to ${named(history.length)}. Only this deal is walked through.`; },

  end({ history, value }, game) { return `${ending(history, game)} u(${history}) = ${pair(value)}.`; },

  value({ history, value, values, weights }, game) {
    const actions = game.isChance(history) ? Object.keys(game.chance(history)) : game.actions(history);
    const terms = actions.map((action, k) => `${short(weights[k])} · u(${history + action})`).join(" + ");
    const numbers = values.map(([first], k) => `${short(weights[k])} · ${bracketed(first)}`).join(" + ");
    const ours = `For player 1: ${numbers} = ${signed(value[0])}. For player 2: ${signed(value[1])}.`;
    return `Back at ${history || "the root"}: u = ${terms}. ${ours}`;
  },

  regret({ history, key, player, action, others, after, value, part, sum }) {
    const [i, u] = [index(player), `u${index(player)}`];
    const numbers = `${short(others)} · (${signed(after)} − ${bracketed(value)}) = ${signed(part)}`;
    return `Regret of ${action} at ${history}: π₋${i} · (${u}(${history + action}) − ${u}(${history})) = ${numbers}. `
      + `Sum for ${key} in this walk so far: ${signed(sum)}.`;
  },

  learn({ key, before, regret, reach, weight, after, strategy }) {
    const sums = ["p", "b"].map((action, k) => `R(${action}) = ${sum(before[k], regret[k], after[k])}`).join("; ");
    return `${key} learns. ${sums}. Next time P(b) = ${short(strategy[1])}. `
      + `The strategy just played enters the average ${weight === 1 ? "" : `${weight} times, `}`
      + `weighted by the player’s own reach, ${short(reach)}.`;
  },

  done({ t }) { return `Iteration ${t.toLocaleString("en")} is over: both paths in the square go one step on.`; },
};

function sum(before, regret, after) {
  const raised = before + regret < after ? `, below 0 and so raised to ${short(after)}` : "";
  return `${short(before)} + ${bracketed(regret)} = ${signed(before + regret)}${raised}`;
}

function where(history, game) {
  if (history === "") return "The root: chance deals next.";
  if (game.isChance(history)) return `${history}: player 1 has the ${cardName(history)}; chance deals to player 2 next.`;
  const player = game.player(history);
  return `${history}: ${named(player)} has the ${cardName(history[player])}${player === 1 ? " and faces a bet" : " and moves first"}.`;
}

function ending(history, game) {
  const winner = named(game.winner(history));
  const what = { p: "player 1 passes", bp: "player 2 folds", bb: "player 2 calls" }[game.betting(history)];
  return `${history}: ${what}, ${game.isShowdown(history) ? `and ${winner} has the higher card` : `and ${winner} wins the ante`}.`;
}

const shares = ([first, second, chance]) => `π₁ = ${short(first)}, π₂ = ${short(second)}, chance ${short(chance)}`;

const pair = ([first, second]) => `${signed(first)} for player 1, ${signed(second)} for player 2`;
