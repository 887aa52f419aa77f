import assert from "node:assert/strict";
import { test } from "node:test";
import { kuhnPoker, oneBetKuhn } from "../../book/kuhnbook/widgets/js/game.js";
import { equilibrium } from "../../book/kuhnbook/widgets/js/nash.js";
import { bestReply, findings } from "../../book/kuhnbook/widgets/js/reading.js";

const ONE_BET = oneBetKuhn(1);
const hands = (...histories) => histories.map(([history, seat]) => ({ history, seat }));
const told = (game, ...histories) => findings(game, hands(...histories), equilibrium(game));

test("too many bluffs are called, too few are not", () => {
  const [bluff, check] = [["QKbp", 0], ["QKp", 0]];
  assert.deepEqual(told(ONE_BET, bluff, bluff, bluff, check, check), ["You bluff 3 Queens in 5, so I call every King."]);
  assert.deepEqual(told(ONE_BET, bluff, check, check, check), ["You bluff 1 Queen in 4, so I fold every King."]);
  assert.deepEqual(told(ONE_BET, check), ["You never bluff a Queen, so I fold every King."]);
  assert.deepEqual(told(ONE_BET, bluff, check, check), []);  // a third: nothing to read
});

test("who calls too rarely is bluffed", () => {
  assert.deepEqual(told(ONE_BET, ["QKbp", 1]), ["You never call a King, so I bluff every Queen."]);
  assert.deepEqual(told(ONE_BET, ["QKbb", 1]), ["You call every King, so I never bluff."]);
});

test("what loses to everybody is said, too", () => {
  assert.deepEqual(told(ONE_BET, ["KQbb", 1], ["KQbp", 1]), ["You call 1 Queen in 2: that costs chips even against the equilibrium."]);
  assert.deepEqual(told(ONE_BET, ["KAbb", 1], ["KAbp", 1]), [
    "You call 1 Ace in 2, so I bet every King and bluff every Queen.", "You call 1 Ace in 2: that costs chips even against the equilibrium."]);
  assert.equal(told(ONE_BET, ["AQp", 0]).at(-1), "You never bet an Ace: that costs chips even against the equilibrium.");
});

test("in classic Kuhn poker both seats are named", () => {
  assert.deepEqual(told(kuhnPoker(1), ["QJpbp", 1]), ["You bluff every Jack as player 2, so I call every Queen as player 1."]);
});

test("what the reply never gets to decide is not told", () => {
  const foldedKing = ["QKbp", 1];  // so Queens bet, and have no bluff to call
  assert.deepEqual(told(kuhnPoker(1), foldedKing, ["QJpbp", 1]).filter((sentence) => sentence.includes("so I")),
    ["You never call a King as player 2, so I bluff every Jack and bet every Queen as player 1."]);
});

test("where nothing was read, the reply is the equilibrium", () => {
  for (const game of [ONE_BET, kuhnPoker(2)]) assert.deepEqual(bestReply(game, equilibrium(game), equilibrium(game)), equilibrium(game));
});
