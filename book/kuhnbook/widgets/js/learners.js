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

// Regrets are four numbers: player 1's of passing and of betting, then player 2's.
function learned([pass1, bet1, pass2, bet2], [p1, p2], step) {
  const [gain1, gain2] = slopes([p1, p2]);
  return [pass1 - step * p1 * gain1, bet1 + step * (1 - p1) * gain1, pass2 - step * p2 * gain2, bet2 + step * (1 - p2) * gain2];
}

const matched = ([pass1, bet1, pass2, bet2]) => [match(pass1, bet1), match(pass2, bet2)];

function match(passing, betting) {
  if (betting <= 0) return passing > 0 ? 0 : 1 / 2;
  return passing > 0 ? betting / (betting + passing) : 1;
}

function midpoint(regrets, step) {
  return learned(regrets, matched(learned(regrets, matched(regrets), step / 2)), step);
}

const matching = {
  start: (point) => point.flatMap((p) => [1 - p, p].map((part) => LENGTH / Math.hypot(1 - p, p) * part)),
  step: (regrets) => midpoint(midpoint(regrets, STEP / 2), STEP / 2),
  point: matched,
};

const cfr = {
  start: (point) => point.flatMap((p) => [1 - p, p]),
  step: (regrets) => learned(regrets, matched(regrets), 1),
  point: matched,
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
    const [[p1, p2], [mean1, mean2]] = [this.current, this.average];
    this.average = [mean1 + (p1 - mean1) / (this.steps + 1), mean2 + (p2 - mean2) / (this.steps + 1)];
  }

  // How far the average is from the equilibrium.
  get error() { return Math.hypot(...this.average.map((p) => p - STAR)); }
}
