import assert from "node:assert/strict";
import { test } from "node:test";
import { deal, DECISIONS, finish, odds, outcome, summary } from "../../book/kuhnbook/widgets/js/dilemma.js";
import { bestResponse, expectedUtilities, othersReach } from "../../book/kuhnbook/widgets/js/evaluate.js";
import { oneBetKuhn } from "../../book/kuhnbook/widgets/js/game.js";
import { equilibrium } from "../../book/kuhnbook/widgets/js/nash.js";
import { random } from "../../book/kuhnbook/widgets/js/random.js";

const GAME = oneBetKuhn(1);
const OPPONENT = equilibrium(GAME);

const close = (one, other) => assert.ok(Math.abs(one - other) < 1e-15, `${one} is not ${other}`);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

test("each hand costs 1 chip on average, whatever the reader does", () => {
  assert.deepEqual(DECISIONS.map(({ key }) => key), ["Q", "Kb"]);
  for (const decision of DECISIONS) {
    const { key, player, actions, histories } = decision;
    const reach = sum(histories.map((history) => othersReach(GAME, OPPONENT, history, player)));
    for (const action of actions) {
      close(bestResponse(GAME, OPPONENT, player).values[key][action] / reach, -1);
      const dealt = Object.entries(odds(decision));
      close(sum(dealt.map(([history, share]) => share * expectedUtilities(GAME, OPPONENT, history + action)[player])), -1);
    }
  }
});

test("the Queen meets Ace and King equally often, the King who faces a bet the Ace three times in four", () => {
  const [queen, king] = DECISIONS.map(odds);
  assert.deepEqual(queen, { QA: 1 / 2, QK: 1 / 2 });
  assert.deepEqual(Object.keys(king), ["AKb", "QKb"]);
  close(king.AKb, 3 / 4);
  close(king.QKb, 1 / 4);
});

test("five of each are dealt, in an order that the seed fixes", () => {
  const [one, same, other] = [1, 1, 2].map((seed) => deal(random(seed)));
  assert.deepEqual(one, same);
  assert.notDeepEqual(one, other);
  for (const dealt of [one, other]) {
    assert.deepEqual(DECISIONS.map(({ histories }) => dealt.filter((history) => histories.includes(history)).length), [5, 5]);
  }
});

test("cards and replies come as often as they should, and so do the losses", () => {
  const next = random(1);
  const hands = Array.from({ length: 2000 }, () => deal(next).map((before, k) => finish(before, "pb"[k % 2], next))).flat();
  const share = (some, kind) => some.filter(kind).length / some.length;
  const kings = hands.filter(({ seat }) => seat === 1);
  const bluffs = hands.filter(({ before, action }) => before === "QK" && action === "b");
  assert.ok(Math.abs(share(kings, ({ before }) => before === "AKb") - 3 / 4) < 0.02);  // more than four standard deviations
  assert.ok(Math.abs(share(bluffs, ({ history }) => history === "QKbb") - 1 / 3) < 0.05);
  for (const action of "pb") {
    for (const seat of [0, 1]) {
      const won = hands.filter((hand) => hand.seat === seat && hand.action === action).map((hand) => hand.won);
      assert.ok(Math.abs(sum(won) / won.length + 1) < 0.12, `${action} in seat ${seat}`);
    }
  }
});

test("every hand is told in one sentence", () => {
  const told = (before, action, reply) => outcome(finish(before, action, () => reply));
  assert.equal(told("QA", "p"), "You check, and the opponent shows the Ace: you lose 1 chip.");
  assert.equal(told("QA", "b", 0.5), "You bet, and the opponent calls with the Ace: you lose 2 chips.");
  assert.equal(told("QK", "b", 0.6), "You bet, and the opponent folds the King: you win 1 chip.");
  assert.equal(told("QK", "b", 0.7), "You bet, and the opponent calls with the King: you lose 2 chips.");
  assert.equal(told("AKb", "b"), "You call, and the opponent shows the Ace: you lose 2 chips.");
  assert.equal(told("QKb", "b"), "You call, and the opponent shows the Queen: you win 2 chips.");
  assert.equal(told("QKb", "p"), "You fold, and the opponent had the Queen: you lose 1 chip.");
});

test("ten hands are summed up", () => {
  const hands = [["QA", "b"], ["QK", "p"], ["AKb", "b"], ["QKb", "b"], ["QKb", "p"]].map(([before, action]) => finish(before, action, () => 0.5));
  assert.equal(summary(hands), "You bluffed 1 of 2 Queens and called 2 of 3 Kings, for −4 chips.");
  assert.equal(summary(hands.slice(1, 2)), "You bluffed 0 of 1 Queens and called 0 of 0 Kings, for −1 chip.");
});
