// MathJax comes after the page, and typesets a few formulas at a time: in between, the page can be scrolled and clicked.
(() => {
  const SLICE = 12;  // milliseconds
  const script = document.createElement("script");
  script.src = new URL("mathjax/tex-chtml.js", document.currentScript.src);
  window.MathJax = { ...window.MathJax, startup: { pageReady: typeset } };
  document.head.append(script);

  async function typeset() {
    const left = [...document.querySelectorAll(".math")];
    for (let many = 1; left.length;) {
      const begun = performance.now();
      await MathJax.typesetPromise(left.splice(0, many));
      many = Math.ceil(many * SLICE / (performance.now() - begun));
      await new Promise((done) => setTimeout(done));
    }
  }
})();
