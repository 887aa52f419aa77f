// One-bet Kuhn poker at an ante of 1 with two questions left, how often the Queen bluffs and how often the King calls: the reply that
// punishes the reader's answers, what it costs, and CFR that learns from there on. The other four choices answer themselves.

import { CFR } from "./cfr.js";
import { bestResponse } from "./evaluate.js";
import { oneBetKuhn } from "./game.js";
import { shortfalls } from "./hands.js";
import { equilibrium } from "./nash.js";
import { fromBets } from "./profile.js";
import { Path } from "./run.js";

export const GAME = oneBetKuhn(1);
const NOTHING = 1e-12;  // chips: rounding, where an equilibrium costs nothing
const INERTIA = 1;  // chips of regret in each information set at the start: the larger, the slower CFR turns

export const profileAt = ([bluff, call]) => fromBets({ A: 1, K: 0, Q: bluff, Ab: 1, Kb: call, Qb: 0 });

// Each question's answer, its cost in chips a hand, and what the opponent does to inflict it: 1 always, 0 never, null if nothing costs.
export function punished(point) {
  const profile = profileAt(point);
  const costs = shortfalls(GAME, profile, equilibrium(GAME)).map((cost) => (cost < NOTHING ? 0 : cost));
  const replies = [bestResponse(GAME, profile, 1).strategy.Kb.b, bestResponse(GAME, profile, 0).strategy.Q.b];
  return { costs, replies: replies.map((reply, k) => (costs[k] > 0 ? reply : null)) };
}

// CFR that begins at a point: with regrets that regret matching turns into the point.
export class Learning {
  constructor(point) {
    this.cfr = new CFR(GAME, { alternating: false });  // together, so that the first lap starts from the point itself
    for (const [key, row] of Object.entries(profileAt(point))) {
      const infoset = this.cfr.infosets.get(key);
      infoset.restore(infoset.actions.map((action) => INERTIA * row[action]), infoset.cumulativeStrategy);
    }
    this.path = new Path();
    this.path.add({ current: point, average: point });
  }

  get iterations() { return this.cfr.iterations; }

  step() {
    this.cfr.step();
    const [current, average] = [this.cfr.currentStrategy, this.cfr.averageStrategy];
    this.path.add({ current: [current.Q.b, current.Kb.b], average: [average.Q.b, average.Kb.b] });
  }
}
