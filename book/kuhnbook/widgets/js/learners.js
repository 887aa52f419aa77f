// One-bet Kuhn poker at an ante of 1, with the two choices that mix: how often the Queen bluffs, and how often the King calls. Four ways
// to learn them. A rule makes a state from a point, moves the state by one step, and reads the point from it.

const GOAL = 1 / 3;  // the equilibrium, for both choices
const OMEGA = 1 / 2;
const STEP = 0.2;  // of time, for the three flows; CFR takes one iteration a step
const LENGTH = 0.3;  // of the regrets with which the regret matching flow begins
const INERTIA = 1;  // chips of regret with which CFR begins
const EDGE = 1e-6;  // the replicator dynamics never leave an edge

// What each player gains for a little more of the action, by the other's choice.
const slopes = ([bluff, call]) => [-OMEGA * (call - GOAL), OMEGA * (bluff - GOAL)];

const between = (value, low = 0, high = 1) => Math.min(high, Math.max(low, value));

// On a circle around the equilibrium; where the circle leaves the square, along its edge.
const gradient = {
  label: "Gradient",
  begin: (point) => point,
  step([bluff, call]) {
    const [x, y, cos, sin] = [bluff - GOAL, call - GOAL, Math.cos(OMEGA * STEP), Math.sin(OMEGA * STEP)];
    return [GOAL + cos * x - sin * y, GOAL + sin * x + cos * y].map((p) => between(p));
  },
  point: (state) => state,
};

// In the logarithms of the odds the replicator dynamics have the slopes as velocity. Half a step of one, a step of the other, and half a
// step of the first again: so the closed paths stay closed.
const replicator = {
  label: "Replicator",
  begin: (point) => point.map((p) => { const inside = between(p, EDGE, 1 - EDGE); return Math.log(inside / (1 - inside)); }),
  step([first, second]) {
    const half = first + (STEP / 2) * slopes([0, share(second)])[0];
    const whole = second + STEP * slopes([share(half), 0])[1];
    return [half + (STEP / 2) * slopes([0, share(whole)])[0], whole];
  },
  point: (state) => state.map(share),
};

const share = (odds) => 1 / (1 + Math.exp(-odds));

// Regrets are four numbers: player 1's for passing and for betting, then player 2's for passing and for calling.
const regretMatching = {
  label: "Regret matching",
  begin: (point) => point.flatMap((p) => [1 - p, p].map((part) => LENGTH * part / Math.hypot(1 - p, p))),
  step(regrets) {
    const [one, two] = [rates(regrets), (by, parts) => rates(moved(regrets, by, parts))];
    const second = two(STEP / 2, one);
    const third = two(STEP / 2, second);
    const fourth = two(STEP, third);
    return [[STEP / 6, one], [STEP / 3, second], [STEP / 3, third], [STEP / 6, fourth]].reduce((sum, [by, parts]) => moved(sum, by, parts), regrets);
  },
  point: ([pass, bet, fold, call]) => [matched(pass, bet), matched(fold, call)],
};

function matched(passing, betting) {
  if (betting <= 0) return passing > 0 ? 0 : 1 / 2;
  return passing > 0 ? betting / (betting + passing) : 1;
}

function rates(regrets) {
  const [bluff, call] = regretMatching.point(regrets);
  const [first, second] = slopes([bluff, call]);
  return [-bluff * first, (1 - bluff) * first, -call * second, (1 - call) * second];
}

// Written out, as it is done millions of times.
const moved = ([a, b, c, d], by, [da, db, dc, dd]) => [a + by * da, b + by * db, c + by * dc, d + by * dd];

// Both players update at once, from regrets that regret matching turns into the point.
const cfr = {
  label: "CFR",
  begin: (point) => point.flatMap((p) => [INERTIA * (1 - p), INERTIA * p]),
  step: (regrets) => moved(regrets, 1, rates(regrets)),
  point: regretMatching.point,
};

export const RULES = { gradient, replicator, regretMatching, cfr };

// A learner, and the mean of all points where it has been.
export class Learner {
  constructor(rule, point) {
    Object.assign(this, { rule, state: rule.begin(point), steps: 1 });
    this.current = rule.point(this.state);
    this.average = this.current;
  }

  step() {
    this.state = this.rule.step(this.state);
    this.current = this.rule.point(this.state);
    this.steps += 1;
    this.average = this.average.map((mean, k) => mean + (this.current[k] - mean) / this.steps);
  }
}

export const distance = ([bluff, call]) => Math.hypot(bluff - GOAL, call - GOAL);
