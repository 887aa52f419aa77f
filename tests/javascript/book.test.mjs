// book/assets/book.js, which is a plain script: it runs here beside stand-ins for the browser's own objects.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import vm from "node:vm";

const SCRIPT = readFileSync(new URL("../../book/assets/book.js", import.meta.url), "utf8");

function run({ protocol = "https:" } = {}) {
  const listeners = {};
  const root = { dataset: { theme: "dark" } };
  const browser = {
    addEventListener: (kind, listener) => { listeners[kind] = listener; },
    document: { documentElement: root, querySelectorAll: () => [] },
    location: { protocol },
    ResizeObserver: class { observe() {} },
    DOCUMENTATION_OPTIONS: { SHOW_SEARCH_SUMMARY: true },
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

test("a page opened as a file does not try to fetch what the search found", () => {
  assert.equal(run({ protocol: "file:" }).browser.DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY, false);
  assert.equal(run({ protocol: "https:" }).browser.DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY, true);
});
