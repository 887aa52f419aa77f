import assert from "node:assert/strict";
import { test } from "node:test";
import { oneBetKuhn } from "../../book/kuhnbook/widgets/js/game.js";
import { oneBetEquilibria } from "../../book/kuhnbook/widgets/js/nash.js";
import { bracketed, fixed, short, signed } from "../../book/kuhnbook/widgets/js/numbers.js";
import { Path, Run } from "../../book/kuhnbook/widgets/js/run.js";
import { layout } from "../../book/kuhnbook/widgets/js/treelayout.js";
import { inWords, stepOf, STEPS } from "../../book/kuhnbook/widgets/js/words.js";

const CHOICES = { ante: 1, algorithm: "cfr", alternating: true, sampling: null, seed: 0 };

test("numbers have as many digits as there is room for, and a true minus sign", () => {
  assert.deepEqual([0, 1 / 12, -1 / 12, 12.345, -123.45, 1234.5].map((n) => fixed(n)), ["0.000", "0.083", "−0.083", "12.35", "−123.5", "1235"]);
  assert.deepEqual([0, 0.5, -1e-9, 10, 100].map((n) => short(n)), ["0", "0.5", "0", "10", "100"]);
  assert.deepEqual([1.5, -1.5, 0, 1e-9].map((n) => signed(n)), ["+1.5", "−1.5", "0", "0"]);
  assert.deepEqual([short(1234.5678, 3), short(100 / 3, 1), signed(12.3456, 3)], ["1234.568", "33.3", "+12.346"]);
  assert.deepEqual([1.5, -1.5].map(bracketed), ["1.5", "(−1.5)"]);
});

test("what is shown follows the events: forgotten at a walk's start, kept after its end", () => {
  const run = new Run(CHOICES);
  assert.equal(run.next().kind, "walk");
  run.next();
  assert.deepEqual([...run.reach.keys()], [""]);
  run.nextIteration();
  assert.equal(run.reach.size, 34);
  assert.equal(run.value.size, 34);
  assert.equal(run.regret.size, 12);  // the second walk's, for player 2
  assert.deepEqual([...run.found.keys()].sort(), ["Abb", "Abp", "Kbb", "Kbp", "Qbb", "Qbp"]);
  assert.equal(run.path.count, 2);
  run.next();
  assert.deepEqual([run.reach.size, run.value.size, run.regret.size, run.found.size], [0, 0, 0, 0]);
});

test("what a walk played stays beside its tree when the strategies have moved on", () => {
  const run = new Run({ ...CHOICES, alternating: false });
  run.nextIteration();
  assert.equal(run.played.A.b, 1 / 2);
  assert.equal(run.cfr.currentStrategy.A.b, 1);
});

test("a long path is thinned out, and keeps its ends", () => {
  const path = new Path();
  for (let k = 0; k <= 10_001; k += 1) path.add(k);
  const { points } = path;
  assert.ok(points.length <= 1501 && points.length > 500);
  assert.equal(points[0], 0);
  assert.equal(points.at(-1), 10_001);
  assert.deepEqual(points.slice(0, 3), [0, path.every, 2 * path.every]);
});

test("the equilibrium is a point, or a line at an ante of 1/2", () => {
  assert.deepEqual(oneBetEquilibria(1), [[1 / 3, 1 / 3], [1 / 3, 1 / 3]]);
  assert.deepEqual(oneBetEquilibria(0.5), [[0, 0], [0.5, 0]]);
  assert.deepEqual(oneBetEquilibria(0.25), [[0, 0], [0, 0]]);
});

test("every event is told, with its formula", () => {
  for (const choices of [CHOICES, { ...CHOICES, sampling: "chance" }, { ...CHOICES, algorithm: "cfr+", ante: 0.25 }]) {
    const run = new Run(choices);
    for (let k = 0; k < 400; k += 1) {
      const event = run.next();
      const words = inWords(event, run.game);
      assert.match(words, /\.$/);
      assert.doesNotMatch(words, /undefined|NaN|null|\[object|-\d/);
      assert.ok(stepOf(event) in STEPS || ["walk", "done"].includes(event.kind));
    }
  }
});

test("CFR+ says when it raises a sum to 0", () => {
  const run = new Run({ ...CHOICES, algorithm: "cfr+" });
  let event;
  do event = run.next(); while (event.kind !== "learn");
  assert.match(inWords(event, run.game), /^A learns\. R\(p\) = 0 \+ \(−0\.083\) = −0\.083, below 0 and so raised to 0; R\(b\) = 0 \+ 0\.083 = \+0\.083\./);
});

test("the tree has all histories, or those of one deal, and no two in one place", () => {
  for (const [deal, size] of [[null, 34], ["QK", 5]]) {
    const { nodes, edges, width, height } = layout(oneBetKuhn(1), deal, font(6.5, 15));
    assert.equal(nodes.length, size);
    assert.equal(edges.length, size - 1);
    assert.equal(new Set(nodes.map(({ x, y }) => `${x},${y}`)).size, size);
    assert.ok(nodes.every(({ x, y }) => x > 0 && x < width && y > 0 && y < height));
  }
});

test("no label of the tree lies on another, on a line or outside, whatever the font", () => {
  const shared = (one, other, from, to) => Math.min(one[to], other[to]) - Math.max(one[from], other[from]);
  const crosses = ({ one, other }, { left, right, top, bottom }) => {
    const [from, to] = [Math.max(left, one.x), Math.min(right, other.x)];
    const ends = [from, to].map((x) => one.y + (x - one.x) / (other.x - one.x) * (other.y - one.y));
    return from < to && Math.min(...ends) < bottom - 2 && Math.max(...ends) > top + 2;
  };
  for (const [width, height] of [[4, 10], [6.5, 15], [9, 15], [10, 24], [20, 20], [16, 50]]) {
    for (const deal of [null, "AK"]) {
      for (const ante of [0.25, 5, 1000 / 3]) {
        const tree = layout(oneBetKuhn(ante), deal, font(width, height));
        const boxes = tree.labels.map(({ name, x, y, left, right, top, bottom, anchor }) => {
          const [wide, high] = [right - left, bottom - top];
          const begin = x - { start: 0, middle: wide / 2, end: wide }[anchor];
          return { name, left: begin, right: begin + wide, top: y - 0.8 * height, bottom: y - 0.8 * height + high };
        });
        assert.ok(boxes.every(({ left, right, top, bottom }) => left > 0 && right < tree.width && top > 0 && bottom < tree.height));
        const atNodes = boxes.filter(({ name }) => /^(reach|value)/.test(name));  // those of actions stand on their lines, which stop there
        const crossed = atNodes.filter((box) => tree.edges.some((edge) => crosses(edge, box)));
        assert.ok(crossed.length === 0 || width >= 16, `${crossed.map(({ name }) => name)} with an ante of ${ante}`);  // few have such letters
        const pairs = boxes.flatMap((one, k) => boxes.slice(k + 1).map((other) => [one, other]));
        assert.ok(pairs.every(([one, other]) => shared(one, other, "left", "right") <= 0 || shared(one, other, "top", "bottom") <= 0.2 * height));
      }
    }
  }
});

// A font whose letters are all of one width.
function font(width, height) { return { width: (line) => width * line.length, ascent: 0.8 * height, height }; }
