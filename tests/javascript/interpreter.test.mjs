import assert from "node:assert/strict";
import { test } from "node:test";
import { Interpreter, STEPS } from "../../book/kuhnbook/widgets/js/interpreter.js";

// A page whose scripts arrive when the test says so, and a worker that only begins.
const arriving = [];
globalThis.window = {};
globalThis.document = {
  createElement: () => ({}),
  head: { append: (script) => arriving.push(script) },
};
globalThis.Worker = class {
  postMessage() {}

  terminate() {}
};

function loaded() {
  Object.assign(window, { PYTHON_RUNTIME: { files: {}, lock: "" }, PYTHON_FILES: {} });
  for (const script of arriving) script.onload();
}

function box() {
  const steps = [];
  return { steps, step: (k) => steps.push(STEPS[k]), started() {}, printed() {} };
}

test("a box hears nothing more of a start that was stopped, and a second start goes on", async () => {
  const interpreter = new Interpreter("file:///python/");
  const first = box();
  const end = interpreter.run({ program: "" }, first);
  interpreter.stop("Stopped.");
  assert.deepEqual(await end, { stopped: "Stopped." });
  loaded();
  while (!interpreter.unpacked) await new Promise((done) => { setTimeout(done); });
  assert.deepEqual(first.steps, STEPS.slice(0, 1));
  const second = box();
  interpreter.run({ program: "" }, second);
  await new Promise((done) => { setTimeout(done); });
  assert.deepEqual(second.steps, STEPS.slice(2));
});

test("a box that is started again is known to run, when its first run is stopped", async () => {
  loaded();
  const interpreter = new Interpreter("file:///python/");
  const same = box();
  const first = interpreter.run({ program: "" }, same);
  assert.ok(interpreter.runs(same));
  interpreter.run({ program: "" }, same);
  assert.equal((await first).stopped, "Stopped, because another program was started.");
  assert.ok(interpreter.runs(same));
  interpreter.stop("Stopped.");
  assert.ok(!interpreter.runs(same));
});
