import assert from "node:assert/strict";
import { test } from "node:test";
import { CFR } from "../../book/kuhnbook/widgets/js/cfr.js";
import { oneBetKuhn } from "../../book/kuhnbook/widgets/js/game.js";
import { distance, Learner, RULES } from "../../book/kuhnbook/widgets/js/learners.js";

const START = [0.6, 0.4];

function* course(rule, steps) {
  const learner = new Learner(rule, START);
  for (let t = 0; t < steps; t += 1) {
    yield learner;
    learner.step();
  }
}

const swing = (numbers) => Math.max(...numbers) - Math.min(...numbers);

test("each rule begins where it is put", () => {
  for (const rule of Object.values(RULES)) assert.ok(Math.hypot(...new Learner(rule, START).current.map((p, k) => p - START[k])) < 1e-12);
});

test("each flow conserves what its theorem says", () => {
  const product = ([x, y]) => (x * y) ** (1 / 3) * ((1 - x) * (1 - y)) ** (2 / 3);
  const lengths = (regrets) => [regrets.slice(0, 2), regrets.slice(2)].map((pair) => Math.hypot(...pair.map((regret) => Math.max(regret, 0))));
  assert.ok(swing([...course(RULES.gradient, 2000)].map(({ current }) => distance(current))) < 1e-12);
  assert.ok(swing([...course(RULES.replicator, 2000)].map(({ current }) => product(current))) < 1e-5);
  for (const k of [0, 1]) assert.ok(swing([...course(RULES.regretMatching, 2000)].map(({ state }) => lengths(state)[k])) < 1e-4);
});

test("a flow takes 4 pi for a lap", () => {
  const learner = new Learner(RULES.gradient, START);
  for (let t = 0; t < 63; t += 1) learner.step();
  assert.ok(Math.hypot(...learner.current.map((p, k) => p - START[k])) < 0.01);  // 63 steps of 0.2 are 12.6
});

test("CFR is that of the whole game in which the other four choices are settled", () => {
  const settled = { A: [0, 1], K: [1, 0], Ab: [0, 1], Qb: [1, 0] };
  const cfr = new CFR(oneBetKuhn(1), { alternating: false });
  for (const [key, [pass, bet]] of Object.entries({ ...settled, Q: [1 - START[0], START[0]], Kb: [1 - START[1], START[1]] })) {
    const infoset = cfr.infosets.get(key);
    const size = key in settled ? 1e6 : 1;  // so large that it stays so
    infoset.restore([size * pass, size * bet], infoset.cumulativeStrategy);
  }
  for (const { current } of course(RULES.cfr, 60)) {
    assert.ok(Math.abs(current[0] - cfr.currentStrategy.Q.b) + Math.abs(current[1] - cfr.currentStrategy.Kb.b) < 1e-4, `${cfr.iterations}`);
    cfr.step();
  }
});

test("the averages come near the equilibrium, and the strategies do not", () => {
  for (const rule of Object.values(RULES)) {
    const last = [...course(rule, 4000)].at(-1);
    assert.ok(distance(last.average) < 0.02 && distance(last.current) > 0.15, rule.label);
  }
});
