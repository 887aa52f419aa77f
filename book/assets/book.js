// Names, keyboard access and a light print, which the theme and Vega leave out.
addEventListener("load", () => {
  document.querySelectorAll(".search-button-field").forEach((button) => button.setAttribute("aria-label", "Search Ctrl + K"));
  describeCharts();
  new MutationObserver(describeCharts).observe(document.body, { childList: true, subtree: true });
  watchScrollers();
  window.MathJax?.startup?.promise?.then(watchScrollers);
});
addEventListener("scroll", (event) => { if (event.target.localName === "mjx-container") fade(event.target); }, true);

// A page that was opened as a file may not fetch the pages that it found.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

// Where there is little room, charts of a fixed size are drawn smaller, squares stay square, and columns stand below each other.
if (window.vegaEmbed) {
  const embed = window.vegaEmbed;
  window.vegaEmbed = (element, spec, options) => {
    const side = (element.clientWidth || document.querySelector("article").clientWidth) - 75;  // beside an axis and its numbers
    if (side < 500 && spec.columns) spec.columns = 1;
    for (const view of [spec, ...(spec.vconcat ?? [])]) {
      if (view.width > side) [view.width, view.height] = [side, view.width === view.height ? side : view.height];
    }
    const chart = embed(element, spec, options);
    chart.then(watchScrollers, () => {});  // what went wrong stands in place of the chart
    return chart;
  };
}

// Paper is white whatever the screen is.
const root = document.documentElement;
let screenTheme;
addEventListener("beforeprint", () => { screenTheme = root.dataset.theme; root.dataset.theme = "light"; });
addEventListener("afterprint", () => { root.dataset.theme = screenTheme; });

// A chart's menu gets a name; a line without data, or the rectangle that a drag would draw, is nothing to read out.
function describeCharts() {
  document.querySelectorAll(".vega-embed summary:not([aria-label])").forEach((menu) => menu.setAttribute("aria-label", "Save this chart"));
  const silent = '.vega-embed g:is([class*="_brush"], [role="graphics-symbol"]:not([aria-label]))';
  document.querySelectorAll(silent).forEach((mark) => mark.setAttribute("aria-hidden", "true"));
}

const FORMULA = 'mjx-container[display="true"]';

// What scrolls sideways must be reachable without a mouse, also after a solution was opened or the window made narrower.
function watchScrollers() {
  const scrollers = `.pst-scrollable-table-container, .cell_output .output, .highlight pre, .vega-embed, ${FORMULA}`;
  document.querySelectorAll(scrollers).forEach((box) => sizes.observe(box));
}

const sizes = new ResizeObserver((changes) => changes.forEach(({ target: box }) => {
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  else if (box.localName !== "mjx-container") box.removeAttribute("tabindex");  // MathJax gives formulas one of their own
  if (box.localName === "mjx-container") fade(box);
}));

// A formula that goes on to the right fades out there.
function fade(formula) {
  formula.classList.toggle("goes-on", formula.scrollLeft + formula.clientWidth < formula.scrollWidth - 2);
}
