import assert from "node:assert/strict";
import { test } from "node:test";
import { bestResponse } from "../../book/kuhnbook/widgets/js/evaluate.js";
import { kuhnPoker, oneBetKuhn } from "../../book/kuhnbook/widgets/js/game.js";
import { wins } from "../../book/kuhnbook/widgets/js/hands.js";
import { equilibrium } from "../../book/kuhnbook/widgets/js/nash.js";
import { fromBets } from "../../book/kuhnbook/widgets/js/profile.js";
import { random } from "../../book/kuhnbook/widgets/js/random.js";
import { restrictedResponse, solveMatrix } from "../../book/kuhnbook/widgets/js/restricted.js";

const close = (one, other, tolerance = 1e-12) => assert.ok(Math.abs(one - other) < tolerance, `${one} is not ${other}`);

test("small matrix games are solved", () => {
  const solved = (matrix, value, ...shares) => {
    const found = solveMatrix(matrix);
    close(found.value, value);
    for (const [k, share] of shares.entries()) close(found.shares[k], share);
  };
  solved([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, 1 / 3, 1 / 3, 1 / 3);
  solved([[3, -1], [-2, 1]], 1 / 7, 3 / 7, 4 / 7);
  solved([[1, 5], [2, 3]], 2, 0, 1);  // a saddle point
  solved([[4, 4], [4, 4]], 4);
});

test("the King that never calls is bluffed always from p = 2/3 on, and not a little more before", () => {
  const game = oneBetKuhn(1);
  const known = equilibrium(game);
  const bluffs = (p) => restrictedResponse(game, 0, { known, model: { ...known, Kb: { p: 1, b: 0 } }, p }).Q.b;
  for (const [p, b] of [[0, 1 / 3], [0.5, 1 / 3], [0.66, 1 / 3], [0.67, 1], [1, 1]]) close(bluffs(p), b);
});

test("it always ends, with rows of probabilities that are worth no less than an equilibrium's or a best response's", () => {
  const next = random(5);
  for (let k = 0; k < 100; k += 1) {
    const game = [oneBetKuhn, kuhnPoker][k % 2]([0.001, 0.5, 1, 7 / 3, 1000][k % 5]);
    const [known, parts, seat] = [equilibrium(game), 1 + Math.floor(4 * next()), Math.floor(2 * next())];
    const bet = (b) => (next() < 0.3 ? b : Math.round(parts * next()) / parts);
    const model = fromBets(Object.fromEntries(Object.entries(known).map(([key, { b }]) => [key, bet(b)])));
    for (const p of [0, 0.75, 1]) {
      const worth = (rows) => p * wins(game, rows, model, seat) - (1 - p) * bestResponse(game, { ...known, ...rows }, 1 - seat).value;
      const found = restrictedResponse(game, seat, { known, model, p });
      for (const rows of [known, bestResponse(game, model, seat).strategy]) {
        assert.ok(worth(found) > worth({ ...known, ...rows }) - 1e-9 * Math.max(1, game.ante));
      }
      for (const row of Object.values(found)) {
        assert.ok(row.p >= 0 && row.b >= 0);
        close(row.p + row.b, 1);
      }
    }
  }
});
