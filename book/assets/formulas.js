// MathJax comes after the page, and typesets a few formulas at a time: in between, the page can be scrolled and clicked.
(() => {
  const SLICE = 50;  // milliseconds: nobody notices them, and the page is laid out anew after each
  const WIDE = 600;  // pixels: where a formula is first tried on one line
  const SMALLEST = 0.65;  // of its size; a formula that is still too wide scrolls
  const CONTINUED = /\\\\(?:\[\w+\])?\s*&\s*(?:\\q?quad(?:\\;)?|(?:\{\})?\s*(?=[+-]|\\cdot))\s*/g;  // a line that goes on with the one before
  const script = document.createElement("script");
  script.src = new URL("mathjax/tex-chtml.js", document.currentScript.src);
  window.MathJax = { ...window.MathJax, startup: { pageReady: typeset } };
  document.head.append(script);

  async function typeset() {
    const wide = document.querySelector("article").clientWidth >= WIDE;
    const left = [...document.querySelectorAll(".math")], displayed = [];
    for (let many = 1; left.length;) {
      const begun = performance.now();
      const formulas = left.splice(0, many).map((box) => [box, source(box)]);
      for (const [, tex] of formulas) if (wide && tex) tex.data = tex.data.replace(CONTINUED, " ");
      await MathJax.typesetPromise(formulas.map(([box]) => box));
      displayed.push(...formulas.filter(([, tex]) => tex));
      many = Math.ceil(many * SLICE / (performance.now() - begun));
      await new Promise((done) => setTimeout(done));
    }
    // MathJax adds the styles of subscripts and large brackets when it typesets the next formulas: until then they are narrower.
    await document.fonts.ready;
    for (const [box, tex] of displayed) await fit(box, tex.written);
    window.watchScrollers();  // book.js: formulas have made tables wider
  }

  // The text of a displayed formula, beside its number.
  function source(box) {
    const text = [...box.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.data.includes("\\["));
    return text && Object.assign(text, { written: text.data });
  }

  // As it was written, broken before words, or smaller: the first that has room.
  async function fit(box, written) {
    for (const tex of [written, written.replace(/\\\[(.*?)\\qquad(\\text.*)\\\]/s, "\\[\\begin{gathered}$1\\\\$2\\end{gathered}\\]")]) {
      if (!tooWide(box)) return;
      formula(box).replaceWith(tex);
      await MathJax.typesetPromise([box]);
    }
    const { style, clientWidth, scrollWidth } = formula(box);
    if (tooWide(box)) style.fontSize = `${parseFloat(style.fontSize || "100%") * Math.max(SMALLEST, clientWidth / scrollWidth)}%`;
  }

  const formula = (box) => box.querySelector("mjx-container");
  const tooWide = (box) => formula(box).scrollWidth > formula(box).clientWidth + 1;
})();
