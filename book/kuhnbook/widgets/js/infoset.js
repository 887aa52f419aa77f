// What CFR keeps for one information set, and how it turns regrets into a strategy: kuhncfr/cfr/infoset.py in JavaScript, operation by
// operation, so that the two give the same numbers.

// Regrets up to this share of the largest utility count as none: rounding must not decide between one action and both.
export const TIE = 1e-12;

// Each variant: whether negative sums are raised to 0, and the weight of iteration t in the average.
export const ALGORITHMS = {
  cfr: { regretMatchingPlus: false, weight: () => 1 },
  "cfr+": { regretMatchingPlus: true, weight: (t) => t },
};

// Each action in proportion to its positive regret; all alike where there is none.
export function regretMatching(regret, tie = 0) {
  const positive = regret.map((r) => (r > tie ? r : 0));
  return shares(positive);
}

export class InfoSet {
  constructor(key, player, actions, algorithm, tie) {
    Object.assign(this, { key, player, actions, algorithm, tie });
    this.restore(actions.map(() => 0), actions.map(() => 0));
  }

  restore(cumulativeRegret, cumulativeStrategy) {
    Object.assign(this, { cumulativeRegret, cumulativeStrategy });
    this.currentStrategy = regretMatching(cumulativeRegret, this.tie);
  }

  // Add what a walk of iteration t found: each action's regret, and the strategy weighted by the player's own reach.
  learn(regret, reach, t) {
    const { regretMatchingPlus, weight } = this.algorithm;
    const updated = this.cumulativeRegret.map((sum, k) => sum + regret[k]);
    this.cumulativeStrategy = this.cumulativeStrategy.map((sum, k) => sum + weight(t) * reach * this.currentStrategy[k]);
    this.cumulativeRegret = regretMatchingPlus ? updated.map((sum) => Math.max(sum, 0)) : updated;
    this.currentStrategy = regretMatching(this.cumulativeRegret, this.tie);
  }

  get averageStrategy() { return shares(this.cumulativeStrategy); }
}

function shares(weights) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (total > 0 ? weight / total : 1 / weights.length));
}
