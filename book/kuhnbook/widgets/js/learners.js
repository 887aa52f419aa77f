// Four ways of learning on the saddle of one-bet Kuhn poker at an ante of 1, a step at a time: the flows of kuhnbook.dynamics in short
// steps, and CFR in whole ones. A point is [p1, p2], how often the Queen bluffs and how often the King calls.

const OMEGA = 1 / 2;
const STAR = 1 / 3;  // both coordinates of the equilibrium
const STEP = 0.1;  // of time
const LENGTH = 0.3;  // of the regrets at the start of the flow
const INSIDE = 1e-3;  // the replicator dynamics never leave an edge

const slopes = ([p1, p2]) => [-OMEGA * (p2 - STAR), OMEGA * (p1 - STAR)];

const clamp = (p, margin = 0) => Math.min(1 - margin, Math.max(margin, p));

// Turned about the equilibrium, which is exact; at the edge of the square a learner slides along it.
const gradient = {
  start: (point) => point,
  step([p1, p2]) {
    const [cos, sin] = [Math.cos(OMEGA * STEP), Math.sin(OMEGA * STEP)];
    return [cos * (p1 - STAR) - sin * (p2 - STAR), sin * (p1 - STAR) + cos * (p2 - STAR)].map((away) => clamp(STAR + away));
  },
  point: (point) => point,
};

// In log odds, each player's velocity depends on the other alone: steps that take turns keep to closed paths.
const replicator = {
  start: (point) => point.map((p) => Math.log(clamp(p, INSIDE) / (1 - clamp(p, INSIDE)))),
  step([x1, x2]) {
    const half = x1 + STEP / 2 * slopes([0, share(x2)])[0];
    const whole = x2 + STEP * slopes([share(half), 0])[1];
    return [half + STEP / 2 * slopes([0, share(whole)])[0], whole];
  },
  point: ([x1, x2]) => [share(x1), share(x2)],
};

const share = (logOdds) => 1 / (1 + Math.exp(-logOdds));

// Regrets are [of passing, of betting] for each player.
const rates = (point) => slopes(point).map((gain, k) => [-point[k] * gain, (1 - point[k]) * gain]);
const plus = (regrets, rate, step) => regrets.map((row, k) => row.map((regret, a) => regret + step * rate[k][a]));

function matched([passing, betting]) {
  if (betting <= 0) return passing > 0 ? 0 : 1 / 2;
  return passing > 0 ? betting / (betting + passing) : 1;
}

function midpoint(regrets, step) {
  const middle = plus(regrets, rates(regrets.map(matched)), step / 2);
  return plus(regrets, rates(middle.map(matched)), step);
}

const matching = {
  start: (point) => point.map((p) => [1 - p, p].map((part) => LENGTH / Math.hypot(1 - p, p) * part)),
  step: (regrets) => midpoint(midpoint(regrets, STEP / 2), STEP / 2),
  point: (regrets) => regrets.map(matched),
};

const cfr = {
  start: (point) => point.map((p) => [1 - p, p]),
  step: (regrets) => plus(regrets, rates(regrets.map(matched)), 1),
  point: (regrets) => regrets.map(matched),
};

export const RULES = { gradient, replicator, matching, cfr };

// One learner: where it is, and the average of where it has been.
export class Learner {
  constructor(rule, point) {
    Object.assign(this, { rule, state: rule.start(point), steps: 0 });
    this.current = rule.point(this.state);
    this.average = this.current;
  }

  step() {
    this.state = this.rule.step(this.state);
    this.current = this.rule.point(this.state);
    this.steps += 1;
    this.average = this.average.map((mean, k) => mean + (this.current[k] - mean) / (this.steps + 1));
  }

  // How far the average is from the equilibrium.
  get error() { return Math.hypot(...this.average.map((p) => p - STAR)); }
}
