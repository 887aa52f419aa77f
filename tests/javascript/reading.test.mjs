import assert from "node:assert/strict";
import { test } from "node:test";
import { kuhnPoker, oneBetKuhn } from "../../book/kuhnbook/widgets/js/game.js";
import { range } from "../../book/kuhnbook/widgets/js/hands.js";
import { equilibrium } from "../../book/kuhnbook/widgets/js/nash.js";
import { bestReply, findings, trade, verdict } from "../../book/kuhnbook/widgets/js/reading.js";

const ONE_BET = oneBetKuhn(1);
const hands = (...histories) => histories.map(([history, seat]) => ({ history, seat }));
const told = (game, ...histories) => findings(game, hands(...histories), equilibrium(game));

const times = (number, hand) => Array(number).fill(hand);
const SPACE = "\u00a0";

test("too many bluffs are called, too few are not", () => {
  const [bluff, check] = [["QKbp", 0], ["QKp", 0]];
  assert.deepEqual(told(ONE_BET, ...times(6, bluff), ...times(4, check)), [`You bluffed 6 of 10 Queens (31–83${SPACE}%), so I call every King.`]);
  assert.deepEqual(told(ONE_BET, ...times(3, bluff), ...times(9, check)), [`You bluffed 3 of 12 Queens (9–53${SPACE}%), so I fold every King.`]);
  assert.deepEqual(told(ONE_BET, ...times(10, check)), [`You bluffed 0 of 10 Queens (0–28${SPACE}%), so I fold every King.`]);
  assert.deepEqual(told(ONE_BET, ...times(4, bluff), ...times(8, check)), []);  // a third: nothing to read
});

test("nothing is said of fewer than ten decisions", () => {
  assert.deepEqual(told(ONE_BET, ...times(9, ["QKp", 0])), []);
  assert.deepEqual(told(ONE_BET, ...times(9, ["AQp", 0])), []);
});

test("there is no verdict before ten of a decision, and the other decisions do not count", () => {
  const judged = (...histories) => verdict(ONE_BET, hands(...histories), equilibrium(ONE_BET));
  const [bluff, fold] = [["QKbp", 0], ["AQbp", 1]];
  assert.equal(judged(...times(9, bluff), ...times(9, fold)), "Too early for a verdict");
  assert.equal(judged(...times(9, bluff), ...times(10, fold)), "You are hard to read");
  assert.equal(judged(...times(10, bluff)), "You are an open book");
});

test("the greedy reader wins more from the shares, and risks more", () => {
  const numbers = (b) => ["greedy", "cautious"].map((name) => {
    const { wins, loses } = trade(name, ONE_BET, { ...equilibrium(ONE_BET), Q: { p: 1 - b, b } }, equilibrium(ONE_BET));
    return [wins, loses].map((number) => Math.round(36e6 * number) / 1e6);  // in 36ths of a chip: 1/18 and 1/9 in one of two seats
  });
  assert.deepEqual(numbers(0), [[1, 2], [1, 2]]);
  assert.deepEqual(numbers(0.25), [[0.25, 2], [0, 0]]);  // for so little the cautious reader does not leave the equilibrium
  assert.deepEqual(numbers(1), [[4, 2], [4, 2]]);
});

test("the range is Wilson's", () => {  // the roots of (share - x)^2 = z^2 x (1 - x) / n
  for (const [count, of] of [[0, 10], [3, 12], [10, 10], [40, 100]]) {
    for (const end of range(count, of)) {
      const off = (count / of - end) ** 2 - 1.959963984540054 ** 2 * end * (1 - end) / of;
      assert.ok(Math.abs(off) < 1e-12);
    }
  }
});

test("who calls too rarely is bluffed", () => {
  assert.deepEqual(told(ONE_BET, ...times(10, ["QKbp", 1])), [`You called 0 of 10 Kings (0–28${SPACE}%), so I bluff every Queen.`]);
  assert.deepEqual(told(ONE_BET, ...times(10, ["QKbb", 1])), [`You called 10 of 10 Kings (72–100${SPACE}%), so I never bluff.`]);
});

test("what loses to everybody is said, too", () => {
  const half = `5 of 10`;
  const said = `(24–76${SPACE}%)`;
  assert.deepEqual(told(ONE_BET, ...times(5, ["KQbb", 1]), ...times(5, ["KQbp", 1])),
    [`You called ${half} Queens ${said}: that costs chips even against the equilibrium.`]);
  assert.deepEqual(told(ONE_BET, ...times(5, ["KAbb", 1]), ...times(5, ["KAbp", 1])), [
    `You called ${half} Aces ${said}, so I bet every King and bluff every Queen.`,
    `You called ${half} Aces ${said}: that costs chips even against the equilibrium.`]);
  assert.equal(told(ONE_BET, ...times(10, ["AQp", 0])).at(-1), `You bet 0 of 10 Aces (0–28${SPACE}%): that costs chips even against the equilibrium.`);
});

test("in classic Kuhn poker both seats are named", () => {
  assert.deepEqual(told(kuhnPoker(1), ...times(10, ["QJpbp", 1])),
    [`You bluffed 10 of 10 Jacks as player 2 (72–100${SPACE}%), so I call every Queen as player 1.`]);
});

test("what the reply never gets to decide is not told", () => {
  const foldedKing = ["QKbp", 1];  // so Queens bet, and have no bluff to call
  const sentences = told(kuhnPoker(1), ...times(10, foldedKing), ...times(10, ["QJpbp", 1]));
  assert.deepEqual(sentences.filter((sentence) => sentence.includes("so I")),
    [`You called 0 of 10 Kings as player 2 (0–28${SPACE}%), so I bluff every Jack and bet every Queen as player 1.`]);
});

test("where nothing was read, the reply is the equilibrium", () => {
  for (const game of [ONE_BET, kuhnPoker(2)]) assert.deepEqual(bestReply(game, equilibrium(game), equilibrium(game)), equilibrium(game));
});
