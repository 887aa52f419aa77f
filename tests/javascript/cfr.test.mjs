import assert from "node:assert/strict";
import { test } from "node:test";
import { CFR } from "../../book/kuhnbook/widgets/js/cfr.js";
import { kuhnPoker, oneBetKuhn } from "../../book/kuhnbook/widgets/js/game.js";
import { regretMatching } from "../../book/kuhnbook/widgets/js/infoset.js";

const close = (one, other) => assert.ok(Math.abs(one - other) < 1e-15, `${one} is not ${other}`);

const state = (cfr) => [...cfr.infosets.values()].map(({ key, cumulativeRegret, cumulativeStrategy }) => [key, cumulativeRegret, cumulativeStrategy]);

const counted = (events) => events.reduce((count, { kind }) => ({ ...count, [kind]: (count[kind] ?? 0) + 1 }), {});

test("regret matching plays positive regrets in proportion, and everything alike without any", () => {
  assert.deepEqual(regretMatching([3, -1, 1]), [0.75, 0, 0.25]);
  assert.deepEqual(regretMatching([-1, 0]), [0.5, 0.5]);
  assert.deepEqual(regretMatching([1e-16, -1e-16], 1e-12), [0.5, 0.5]);
});

test("the first iteration is the one that the book does by hand", () => {
  const cfr = new CFR(oneBetKuhn(1), { alternating: false });
  cfr.step();
  const betting = { A: 1 / 12, K: 1 / 12, Q: 1 / 12, Ab: 1 / 4, Kb: 1 / 12, Qb: -1 / 12 };
  for (const [key, regret] of Object.entries(betting)) {
    close(cfr.infosets.get(key).cumulativeRegret[1], regret);
    close(cfr.infosets.get(key).cumulativeRegret[0], -regret);
    assert.equal(cfr.currentStrategy[key].b, regret > 0 ? 1 : 0);
    assert.equal(cfr.averageStrategy[key].b, 1 / 2);
  }
});

test("the King that faces a bet regrets -1/24 against the Ace and 1/8 against the Queen", () => {
  const events = [...new CFR(oneBetKuhn(1), { alternating: false }).iteration()];
  const calls = events.filter(({ kind, key, action }) => kind === "regret" && key === "Kb" && action === "b");
  assert.deepEqual(calls.map(({ history }) => history), ["AKb", "QKb"]);
  close(calls[0].part, -1 / 24);
  close(calls[1].part, 1 / 8);
  close(calls[1].sum, 1 / 12);
  for (const { others } of calls) close(others, 1 / 12);
});

test("a walk enters before it values, and notes a regret only after both", () => {
  const events = [...new CFR(oneBetKuhn(1), { alternating: false }).iteration()].filter(({ history }) => history === "AKb");
  assert.deepEqual(events.map(({ kind, action }) => kind + (action ?? "")), ["enter", "value", "regretp", "regretb"]);
});

test("the strategy stays as it is during a walk, and each player's walk sees the newest", () => {
  const cfr = new CFR(oneBetKuhn(1));
  const bets = [];
  for (const event of cfr.iteration()) {
    if (event.kind === "value" && event.history === "QK") bets.push(event.weights[1]);
    if (event.kind === "regret" && event.player === 0) assert.equal(cfr.currentStrategy[event.key].b, 1 / 2);
  }
  assert.deepEqual(bets, [1 / 2, 1]);  // player 1's walk, then player 2's
});

test("every computation is an event", () => {
  const count = (options, game = oneBetKuhn(1)) => counted([...new CFR(game, options).iteration()]);
  assert.deepEqual(count({ alternating: false }), { walk: 1, enter: 16, end: 18, value: 16, regret: 24, learn: 6, done: 1 });
  assert.deepEqual(count({}), { walk: 2, enter: 32, end: 36, value: 32, regret: 24, learn: 6, done: 1 });
  assert.deepEqual(count({ sampling: "chance" }), { walk: 2, enter: 8, draw: 4, end: 6, value: 4, regret: 4, learn: 2, done: 1 });
  assert.deepEqual(count({ alternating: false }, kuhnPoker(1)), { walk: 1, enter: 28, end: 30, value: 28, regret: 48, learn: 12, done: 1 });
});

test("taking the events one by one or not at all comes to the same, bit for bit", () => {
  for (const options of [{}, { alternating: false }, { algorithm: "cfr+" }, { sampling: "chance", seed: 3 }]) {
    const [watched, unwatched] = [new CFR(oneBetKuhn(0.75), options), new CFR(oneBetKuhn(0.75), options)];
    for (let t = 0; t < 50; t += 1) for (const event of watched.iteration()) assert.ok(event.kind);
    unwatched.run(50);
    assert.deepEqual(state(watched), state(unwatched));
    assert.equal(watched.iterations, 50);
  }
});

test("what an event tells is not changed afterwards", () => {
  const cfr = new CFR(oneBetKuhn(1));
  const events = [...cfr.iteration()];
  const told = JSON.stringify(events);
  cfr.run(10);
  assert.equal(JSON.stringify(events), told);
});

test("CFR+ keeps no negative sum, and weighs iteration t with t", () => {
  const cfr = new CFR(oneBetKuhn(1), { algorithm: "cfr+", alternating: false });
  cfr.run(3);
  for (const infoset of cfr.infosets.values()) {
    assert.ok(infoset.cumulativeRegret.every((regret) => regret >= 0));
    close(infoset.cumulativeStrategy[0] + infoset.cumulativeStrategy[1], 1 + 2 + 3);
  }
});

test("a seed fixes the deals", () => {
  const deals = (seed) => {
    const cfr = new CFR(oneBetKuhn(1), { sampling: "chance", seed });
    return Array.from({ length: 20 }, () => [...cfr.iteration()].flatMap(({ kind, action }) => (kind === "draw" ? action : [])).join(""));
  };
  assert.deepEqual(deals(1), deals(1));
  assert.notDeepEqual(deals(1), deals(2));
});

test("unknown choices are refused", () => {
  assert.throws(() => new CFR(oneBetKuhn(1), { algorithm: "dcfr" }), /algorithm must be one of cfr, cfr\+, got dcfr/);
  assert.throws(() => new CFR(oneBetKuhn(1), { sampling: "external" }), /sampling/);
  assert.throws(() => new CFR(oneBetKuhn(1), { algorithm: "cfr+", sampling: "chance" }), /bias/);
});
