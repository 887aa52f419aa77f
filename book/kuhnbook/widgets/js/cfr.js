// Counterfactual regret minimization, as kuhncfr/cfr/cfr.py writes it: the same walk, in the same order. Each computation is handed out
// as an event when it is done, so that a page can show it; whoever wants only the result drops the events.

import { histories, informationSets } from "./game.js";
import { ALGORITHMS, InfoSet, TIE } from "./infoset.js";
import { draw, random } from "./random.js";

const CHANCE = -1;  // who moves, when nobody does; chance's reach stands after all the players'

export class CFR {
  // sampling: null walks through all deals, "chance" draws one per walk. alternating: one walk per player, or one for everybody.
  constructor(game, { algorithm = "cfr", alternating = true, sampling = null, seed = 0 } = {}) {
    const names = Object.keys(ALGORITHMS);
    if (!names.includes(algorithm)) throw new RangeError(`algorithm must be one of ${names.join(", ")}, got ${algorithm}`);
    if (sampling !== null && sampling !== "chance") throw new RangeError(`sampling must be null or "chance", got ${sampling}`);
    if (sampling && ALGORITHMS[algorithm].regretMatchingPlus) throw new RangeError("sampled regrets are noisy, and regret matching+ biases their sums");
    Object.assign(this, { game, algorithm, alternating, sampling, iterations: 0 });
    this.next = random(seed);
    const tie = TIE * largestUtility(game);
    this.infosets = new Map(informationSets(game).map(({ key, player, actions }) =>
      [key, new InfoSet(key, player, actions, ALGORITHMS[algorithm], tie)]));
  }

  // One iteration, event by event. All values in an event are final: nobody changes them later.
  *iteration() {
    const everybody = [...Array(this.game.players).keys()];
    const t = this.iterations + 1;
    for (const learners of this.alternating ? everybody.map((player) => [player]) : [everybody]) {
      yield { kind: "walk", t, learners };
      const found = new Map();
      yield* this.walk("", [...everybody.map(() => 1), 1], learners, found);
      for (const [key, { regret, reach }] of found) {  // only now: the strategy stayed fixed during the walk
        const infoset = this.infosets.get(key);
        const before = infoset.cumulativeRegret;
        infoset.learn(regret, reach, t);
        const { cumulativeRegret: after, currentStrategy: strategy } = infoset;
        yield { kind: "learn", t, key, before, regret, reach, weight: infoset.algorithm.weight(t), after, strategy };
      }
    }
    this.iterations = t;
    yield { kind: "done", t };
  }

  step() {
    const events = this.iteration();
    while (!events.next().done);
  }

  run(iterations) {
    for (let t = 0; t < iterations; t += 1) this.step();
  }

  // The expected utilities at a history, one per player; what the learners regret below it goes into `found`.
  *walk(history, reach, learners, found) {
    const { game } = this;
    if (game.isTerminal(history)) {
      const value = game.utilities(history);
      yield { kind: "end", history, reach, value };
      return value;
    }
    yield { kind: "enter", history, reach };
    if (game.isChance(history)) return yield* this.chance(history, reach, learners, found);

    const player = game.player(history);
    const { key, actions, currentStrategy: strategy } = this.infosets.get(game.infoset(history));
    const values = [];
    for (const [k, action] of actions.entries()) {
      values.push(yield* this.walk(history + action, scaled(reach, player, strategy[k]), learners, found));
    }
    const value = mean(strategy, values);
    yield { kind: "value", history, value, values, weights: strategy };
    if (learners.includes(player)) yield* regrets({ history, key, actions, player, reach, value, values }, found);
    return value;
  }

  *chance(history, reach, learners, found) {
    const chance = this.game.chance(history);
    if (this.sampling) {  // chance's reach stays 1: dividing by the probability of having drawn this action cancels it
      const action = draw(chance, this.next);
      yield { kind: "draw", history, action };
      return yield* this.walk(history + action, reach, learners, found);
    }
    const values = [];
    for (const [action, probability] of Object.entries(chance)) {
      values.push(yield* this.walk(history + action, scaled(reach, CHANCE, probability), learners, found));
    }
    const value = mean(Object.values(chance), values);
    yield { kind: "value", history, value, values, weights: Object.values(chance) };
    return value;
  }

  get currentStrategy() { return this.profile("currentStrategy"); }

  get averageStrategy() { return this.profile("averageStrategy"); }

  // { infoset: { action: number } } of one of the infosets' lists.
  profile(which) {
    const row = (infoset) => Object.fromEntries(infoset.actions.map((action, k) => [action, infoset[which][k]]));
    return Object.fromEntries([...this.infosets].map(([key, infoset]) => [key, row(infoset)]));
  }
}

// r(I, a) = sum over h in I of pi_{-i}(h) (u_i(ha) - u_i(h)): the part of one h, action by action.
function* regrets({ history, key, actions, player, reach, value, values }, found) {
  const others = product(reach.slice(0, player)) * product(reach.slice(player + 1));  // pi_{-i}(h): all others and chance
  const parts = values.map((after) => others * (after[player] - value[player]));
  const before = found.get(key)?.regret ?? actions.map(() => 0);
  const regret = before.map((sum, k) => sum + parts[k]);
  found.set(key, { regret, reach: reach[player] });  // the own reach is the same for all h in I
  for (const [k, action] of actions.entries()) {
    const numbers = { others, after: values[k][player], value: value[player], part: parts[k], sum: regret[k] };
    yield { kind: "regret", history, key, player, action, ...numbers };
  }
}

function scaled(reach, who, by) {
  const at = who === CHANCE ? reach.length - 1 : who;
  return reach.map((share, i) => (i === at ? share * by : share));
}

const product = (factors) => factors.reduce((total, factor) => total * factor, 1);

const mean = (weights, values) => values[0].map((_, i) => weights.reduce((sum, weight, k) => sum + weight * values[k][i], 0));

function largestUtility(game) {
  const ends = [...histories(game)].filter((history) => game.isTerminal(history));
  return Math.max(...ends.flatMap((history) => game.utilities(history).map(Math.abs)));
}
