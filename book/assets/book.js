// Names, keyboard access and a light print, which the theme leaves out.
addEventListener("load", () => {
  document.querySelectorAll(".search-button-field").forEach((button) => button.setAttribute("aria-label", "Search Ctrl + K"));
  watchScrollers();
});
addEventListener("scroll", (event) => { if (event.target.tabIndex === 0) fade(event.target); }, true);

// Paper is white whatever the screen is, and nobody can open on it what is folded: answers to a guess, or to a chapter's questions.
const FOLDED = "article details:not([open], .chart-data, .vega-embed > details)";
const root = document.documentElement;
let screenTheme, opened;
addEventListener("beforeprint", () => {
  screenTheme = root.dataset.theme;
  root.dataset.theme = "light";
  opened = [...document.querySelectorAll(FOLDED)];
  opened.forEach((fold) => { fold.open = true; });
});
addEventListener("afterprint", () => {
  root.dataset.theme = screenTheme;
  opened.forEach((fold) => { fold.open = false; });
});

const FORMULA = 'mjx-container[display="true"]';

// What scrolls sideways must be reachable without a mouse, also after a solution was opened or the window made narrower.
function watchScrollers() {
  const scrollers = `.pst-scrollable-table-container, .cell_output .output, .highlight pre, .vega-embed, .vega-embed svg.marks, ${FORMULA}`;
  document.querySelectorAll(scrollers).forEach((box) => sizes.observe(box));
}

// A chart is drawn anew after its box has got another width: what counts is how wide it is then.
const sizes = new ResizeObserver((changes) => changes.forEach(({ target }) => {
  const box = target.closest(".vega-embed") ?? target;
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  else if (box.localName !== "mjx-container") box.removeAttribute("tabindex");  // MathJax gives formulas one of their own
  fade(box);
}));

// What goes on to the right fades out there.
function fade(box) {
  box.classList.toggle("goes-on", box.scrollLeft + box.clientWidth < box.scrollWidth - 2);
}
