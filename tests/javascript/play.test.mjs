import assert from "node:assert/strict";
import { test } from "node:test";
import { exploitability } from "../../book/kuhnbook/widgets/js/evaluate.js";
import { kuhnPoker, oneBetKuhn } from "../../book/kuhnbook/widgets/js/game.js";
import { equilibrium } from "../../book/kuhnbook/widgets/js/nash.js";
import { parseNumber, plain, short, signed } from "../../book/kuhnbook/widgets/js/numbers.js";
import { Learner, Opponents } from "../../book/kuhnbook/widgets/js/opponents.js";
import { fromBets, mismatch, readProfile } from "../../book/kuhnbook/widgets/js/profile.js";
import { draw, random } from "../../book/kuhnbook/widgets/js/random.js";
import { counts, empiricalStrategy, score, shortfalls, worth } from "../../book/kuhnbook/widgets/js/hands.js";
import { actionName, chips, situation, tell } from "../../book/kuhnbook/widgets/js/text.js";

const close = (one, other) => assert.ok(Math.abs(one - other) < 1e-14, `${one} is not ${other}`);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

test("chips add up, and the interval is 1.96 standard errors to each side", () => {
  const { hands, total, mean, halfWidth } = score([1, -2, 1, 1]);
  assert.deepEqual([hands, total, mean], [4, 1, 0.25]);
  close(halfWidth, 1.959963984540054 * 0.75);  // the sample variance is 2.25
  assert.ok(Number.isNaN(score([1]).halfWidth));
  assert.equal(score([2, 2, 2]).halfWidth, 0);
});

test("only the reader's own actions are counted, in both seats", () => {
  const hands = [
    { history: "QKpbb", seat: 0 },  // checks the Queen, calls
    { history: "QJpp", seat: 0 },
    { history: "KJbp", seat: 0 },
    { history: "KQpbp", seat: 1 },  // bets the Queen after a check
  ];
  const seen = Object.fromEntries(Object.entries(counts(kuhnPoker(1), hands)).filter(([, { p, b }]) => p + b > 0));
  assert.deepEqual(seen, { Q: { p: 2, b: 0 }, K: { p: 0, b: 1 }, Qpb: { p: 0, b: 1 }, Qp: { p: 0, b: 1 } });
});

test("shares where the reader was, the other strategy's rows where not", () => {
  const game = oneBetKuhn(1);
  const hands = [{ history: "QKbb", seat: 0 }, { history: "QAp", seat: 0 }];
  const profile = empiricalStrategy(game, hands, equilibrium(game));
  assert.deepEqual(profile.Q, { p: 0.5, b: 0.5 });
  const { Q, ...others } = equilibrium(game);
  assert.deepEqual(profile, { ...others, Q: { p: 0.5, b: 0.5 } });
});

test("who has shown nothing can lose nothing, and never bluffing costs player 1 the value", () => {
  const game = oneBetKuhn(1);
  for (const shortfall of shortfalls(game, equilibrium(game), equilibrium(game))) close(shortfall, 0);
  const honest = empiricalStrategy(game, [{ history: "QKp", seat: 0 }], equilibrium(game));
  const [first, second] = shortfalls(game, honest, equilibrium(game));
  close(first, 1 / 18);  // the King folds: nothing is won any more
  close(second, 0);
});

test("shortfalls add up to NashConv whatever the profile", () => {
  for (const game of [oneBetKuhn(2), kuhnPoker(0.75), kuhnPoker(1), kuhnPoker(3)]) {
    const next = random(3);
    for (let k = 0; k < 20; k += 1) {
      const profile = fromBets(Object.fromEntries(Object.keys(equilibrium(game)).map((key) => [key, next()])));
      close(sum(shortfalls(game, profile, equilibrium(game))) / 2, exploitability(game, profile));
    }
  }
});

test("what a hand is worth, in the mean over the seats that were played", () => {
  const game = oneBetKuhn(1);
  const uniform = fromBets({ A: 0.5, K: 0.5, Q: 0.5, Ab: 0.5, Kb: 0.5, Qb: 0.5 });
  const asFirst = [{ history: "QKp", seat: 0 }], both = [...asFirst, { history: "QKp", seat: 1 }];
  close(worth(game, equilibrium(game), equilibrium(game), asFirst).expected, 1 / 18);
  close(worth(game, equilibrium(game), equilibrium(game), both).expected, 0);
  close(worth(game, uniform, equilibrium(game), asFirst).best, 1 / 18);
  const { best, expected } = worth(game, uniform, uniform, both);
  close(best, exploitability(game, uniform));  // of a symmetric meeting
  close(expected, 0);
});

test("numbers as they are typed and as they stand in files", () => {
  assert.deepEqual(["7/3", "2.5", "2,5", " 1 / 2 ", ".5", "10", 0.25].map(parseNumber), [7 / 3, 2.5, 2.5, 0.5, 0.5, 10, 0.25]);
  assert.deepEqual(["1e3", "1E-1", "2.5e+1", "2,5e0"].map(parseNumber), [1000, 0.1, 25, 2.5]);
  assert.equal(plain(" 7 / 3"), "7/3");
  for (const text of ["", "abc", "1/", "/2", "1//2", "1.5/2", "e3", "2e", "1/2e3", "2e1.5", "0x10", "--1"]) assert.ok(Number.isNaN(parseNumber(text)), text);
  assert.equal(parseNumber("1/0"), Infinity);
  assert.deepEqual([short(-0.0001), short(7 / 3), signed(-1), signed(2), signed(-1e-9)], ["0", "2.333", "−1", "+2", "0"]);
  assert.deepEqual([chips(1), chips(2), chips(0.5), chips(1000.125)], ["1 chip", "2 chips", "0.5 chips", "1000.125 chips"]);
});

test("actions are called by the situation", () => {
  const game = kuhnPoker(1);
  assert.deepEqual(["KQ", "KQp", "KQb", "KQpb"].map((history) => [actionName(game, history, "p"), actionName(game, history, "b")]),
    [["check", "bet"], ["check", "bet"], ["fold", "call"], ["fold", "call"]]);
  assert.equal(situation("Qpb"), "Queen, after check and bet");
});

test("what happened is told from the reader's seat", () => {
  const game = kuhnPoker(1);
  assert.equal(tell(game, "KJ", 0, 0), "You are player 1 and hold the King. Your turn: check or bet?");
  assert.equal(tell(game, "KQb", 1, 0), "You are player 2 and hold the Queen. The opponent bets. Your turn: fold or call?");
  assert.equal(tell(game, "QKpb", 0, 2), "You check. The opponent bets. Your turn: fold or call?");
  assert.equal(tell(game, "QKpbp", 0, 4), "You fold. You lose 1 chip.");
  assert.equal(tell(game, "KJbp", 0, 2), "You bet. The opponent folds. You win 1 chip.");
  assert.equal(tell(game, "KQbb", 1, 3), "You call. The opponent shows the King. You lose 2 chips.");
  assert.equal(tell(oneBetKuhn(0.5), "KQp", 1, 0),
    "You are player 2 and hold the Queen. The opponent checks. The opponent shows the King. You lose 0.5 chips.");
});

const file = (strategy, format = "kuhncfr strategy profile") => JSON.stringify({ format, strategy });
const rows = (bets) => Object.fromEntries(Object.entries(bets).map(([key, b]) => [key, { p: 1 - b, b }]));
const GOOD = { A: 1, K: 0, Q: 0.25, Ab: 1, Kb: 0.5, Qb: 0 };

test("a file may hold fractions and floats", () => {
  const { strategy: read } = readProfile(file({ ...rows(GOOD), Q: { p: "2/3", b: "1/3" }, K: { p: "1", b: "0" } }), oneBetKuhn(1));
  assert.deepEqual([read.Q.b, read.K.b, read.Kb.b], [1 / 3, 0, 0.5]);
});

test("a file that does not fit says why", () => {
  const game = oneBetKuhn(1);
  const refused = (text, message) => assert.throws(() => readProfile(text, game), { message });
  refused("not json", "This file is not JSON.");
  refused("[1]", /is not a "kuhncfr strategy profile"/);
  refused(file(rows(GOOD), "kuhncfr state of CFR"), /is not a "kuhncfr strategy profile"/);
  refused(file(null), "This file contains no strategy.");
  refused(file([]), /lacks information set A/);
  refused(file(rows({ ...GOOD, Jpb: 0 })), "This strategy is for another game: there is no information set Jpb in this one.");
  refused(file(rows({ A: 1, K: 0 })), "This strategy is incomplete: it lacks information set Q.");
  refused(file({ ...rows(GOOD), Q: { p: 1 } }), "At Q the actions should be p and b.");
  for (const row of [{ p: 0.5, b: 0.6 }, { p: 1.5, b: -0.5 }, { p: "x", b: 1 }, { p: null, b: 1 }, { p: "1/0", b: 0 }]) {
    refused(file({ ...rows(GOOD), Q: row }), "At Q the probabilities should be at least 0 and add up to 1.");
  }
});

test("a file for the other game says which", () => {
  const classic = Object.fromEntries(Object.keys(equilibrium(kuhnPoker(1))).map((key) => [key, 0]));
  const read = (bets, game) => () => readProfile(file(rows(bets)), game);
  assert.throws(read(classic, oneBetKuhn(1)), { message: "This strategy is for classic Kuhn poker; choose that game." });
  assert.throws(read(GOOD, kuhnPoker(1)), { message: "This strategy is for one-bet Kuhn poker; choose that game." });
});

test("a file that was solved with other numbers is read, and says so", () => {
  const told = (game, here) => mismatch(readProfile(JSON.stringify({ ...JSON.parse(file(rows(GOOD))), game }), here).solvedFor, here);
  assert.equal(told(undefined, oneBetKuhn(2)), "");
  assert.equal(told({ name: "one-bet", ante: "1/2" }, oneBetKuhn(0.5)), "");
  assert.equal(told({ name: "one-bet", ante: "7/3" }, oneBetKuhn(0.5)),
    "This strategy was solved for ante 7/3; here you play with ante 0.5.");
  assert.equal(mismatch({ name: "kuhn", players: 2, cards: 3, ante: "1", bet: "2" }, kuhnPoker(1)),
    "This strategy was solved for bet 2; here you play with bet 1.");
  assert.equal(mismatch({ name: "kuhn", players: 2, cards: 3, ante: "3", bet: "2" }, kuhnPoker(1)),
    "This strategy was solved for ante 3 and bet 2; here you play with ante 1 and bet 1.");
});

test("opponents that cannot play say why, and what CFR has learnt once is not learnt again", async () => {
  const sent = { antes: [], iterations: [1, 10], games: { "one-bet": { infosets: Object.keys(GOOD) } } };
  const opponents = new Opponents();
  const choose = (more) => opponents.choose(oneBetKuhn(7), { strategies: sent, ...more });
  assert.match(choose({ opponent: "own", profile: null }).message, /Choose a file/);
  assert.match(choose({ opponent: "own", profile: { name: "mine", strategy: rows({ J: 1 }) } }).message, /another game/);
  assert.deepEqual(choose({ opponent: "own", profile: { name: "mine", strategy: rows(GOOD) } }), { name: "mine", profile: rows(GOOD), note: "" });
  const [ten, one] = [choose({ opponent: "cfr", iterations: 10 }), choose({ opponent: "cfr", iterations: 1 })];
  assert.equal(ten.profile, undefined);
  assert.deepEqual((await one.learning).Kb, { p: 0.5, b: 0.5 });
  assert.equal(await ten.learning, await choose({ opponent: "cfr", iterations: 10 }).learning);
});

test("a learner rests between slices and goes on where it stopped", async () => {
  const learner = new Learner(kuhnPoker(1), [5, 50]);
  learner.learn(50, performance.now() - 1);
  assert.equal(learner.cfr.iterations, 0);
  const five = await learner.average(5);
  assert.equal(learner.cfr.iterations, 5);
  await learner.average(50);
  assert.equal(learner.cfr.iterations, 50);
  assert.equal(await learner.average(5), five);
});

test("the same seed deals the same cards, and all deals come about equally often", () => {
  const game = oneBetKuhn(1);
  const deals = (seed, number) => {
    const next = random(seed);
    return Array.from({ length: number }, () => {
      const first = draw(game.chance(""), next);
      return first + draw(game.chance(first), next);
    });
  };
  assert.deepEqual(deals(5, 50), deals(5, 50));
  assert.notDeepEqual(deals(5, 50), deals(6, 50));
  const found = Object.groupBy(deals(1, 6000), (deal) => deal);
  assert.equal(Object.keys(found).length, 6);
  for (const { length } of Object.values(found)) assert.ok(Math.abs(length - 1000) < 120, length);  // four standard deviations
});
