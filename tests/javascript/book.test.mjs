// book/assets/book.js, which is a plain script: it runs here beside stand-ins for the browser's own objects.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import vm from "node:vm";

const SCRIPT = readFileSync(new URL("../../book/assets/book.js", import.meta.url), "utf8");

function run() {
  const listeners = {};
  const root = { dataset: { theme: "dark" } };
  const browser = {
    addEventListener: (kind, listener) => { listeners[kind] = listener; },
    document: { documentElement: root, querySelectorAll: () => [] },
    ResizeObserver: class { observe() {} },
  };
  browser.window = browser;
  vm.runInNewContext(SCRIPT, browser);
  return { browser, listeners, root };
}

test("paper is white, and the screen is as it was afterwards", () => {
  const { listeners, root } = run();
  listeners.beforeprint();
  assert.equal(root.dataset.theme, "light");
  listeners.afterprint();
  assert.equal(root.dataset.theme, "dark");
});

test("what is folded is open on paper, and folded again afterwards", () => {
  const { browser, listeners } = run();
  const fold = { open: false };
  browser.document.querySelectorAll = () => [fold];
  listeners.beforeprint();
  assert.equal(fold.open, true);
  listeners.afterprint();
  assert.equal(fold.open, false);
});
