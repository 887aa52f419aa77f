// book/assets/book.js, which is a plain script: it runs here beside stand-ins for the browser's own objects.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import vm from "node:vm";

const SCRIPT = readFileSync(new URL("../../book/assets/book.js", import.meta.url), "utf8");

function run({ protocol = "https:", width = 700 } = {}) {
  const listeners = {};
  const embedded = [];
  const root = { dataset: { theme: "dark" } };
  const browser = {
    addEventListener: (kind, listener) => { listeners[kind] = listener; },
    document: { documentElement: root, querySelector: () => ({ clientWidth: width }), querySelectorAll: () => [] },
    location: { protocol },
    vegaEmbed: async (element, spec) => { embedded.push(spec); },
    ResizeObserver: class { observe() {} },
    DOCUMENTATION_OPTIONS: { SHOW_SEARCH_SUMMARY: true },
  };
  browser.window = browser;
  vm.runInNewContext(SCRIPT, browser);
  return { browser, embedded, listeners, root };
}

test("a wide chart is drawn smaller where there is little room", () => {
  const { browser, embedded } = run();
  browser.vegaEmbed({ clientWidth: 325 }, { width: 400, height: 120 });
  assert.deepEqual([embedded[0].width, embedded[0].height], [250, 120]);
});

test("a square stays square", () => {
  const { browser, embedded } = run();
  browser.vegaEmbed({ clientWidth: 325 }, { vconcat: [{ width: 400, height: 400 }, { width: 400, height: 20 }] });
  assert.deepEqual(embedded[0].vconcat.map(({ width, height }) => [width, height]), [[250, 250], [250, 20]]);
});

test("a chart that fits, and one that follows the page, stay as they are", () => {
  const { browser, embedded } = run();
  browser.vegaEmbed({ clientWidth: 700 }, { width: 400, height: 400 });
  browser.vegaEmbed({ clientWidth: 325 }, { width: "container", height: 260 });
  assert.deepEqual(embedded.map(({ width, height }) => [width, height]), [[400, 400], ["container", 260]]);
});

test("what stands side by side stands below each other where there is little room", () => {
  const { browser, embedded } = run();
  browser.vegaEmbed({ clientWidth: 325 }, { columns: 2 });
  browser.vegaEmbed({ clientWidth: 700 }, { columns: 2 });
  assert.deepEqual(embedded.map(({ columns }) => columns), [1, 2]);
});

test("a chart that has no width yet takes that of the article", () => {
  const { browser, embedded } = run({ width: 325 });
  browser.vegaEmbed({ clientWidth: 0 }, { width: 400, height: 400 });
  assert.deepEqual([embedded[0].width, embedded[0].height], [250, 250]);
});

test("paper is white, and the screen is as it was afterwards", () => {
  const { listeners, root } = run();
  listeners.beforeprint();
  assert.equal(root.dataset.theme, "light");
  listeners.afterprint();
  assert.equal(root.dataset.theme, "dark");
});

test("a page opened as a file does not try to fetch what the search found", () => {
  assert.equal(run({ protocol: "file:" }).browser.DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY, false);
  assert.equal(run({ protocol: "https:" }).browser.DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY, true);
});
