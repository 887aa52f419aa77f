// Done to the bound book in the browser, before it is printed.
(() => {
  const FULLY = 0.995;  // of the room that there is; the rest is for rounding
  const SHEET = 1150;  // pixels that the margins leave of a sheet's height

  // Wait until every chart, formula, letter and image is there.
  const drawn = async () => {
    await window.drawCharts?.().catch(() => {});  // complaints() finds what could not be drawn
    await window.MathJax?.startup?.promise;
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode()));
    await pause();
  };
  const pause = () => new Promise((done) => setTimeout(done, 100));

  // A slider stands somewhere on paper: say where.
  const tellSliders = () => {
    for (const bindings of document.querySelectorAll(".vega-bindings:has(input)")) {
      const values = [...bindings.querySelectorAll(".vega-bind")].map((bind) =>
        `${bind.querySelector(".vega-bind-name").textContent} = ${bind.querySelector(".vega-bind-value")?.textContent ?? bind.querySelector("input").value}`);
      const line = document.createElement("p");
      line.className = "stood";
      line.textContent = `Drawn for ${values.join("; ")}. The web page has sliders.`;
      bindings.closest(".vega-embed").after(line);
    }
  };

  // Tables and formulas that are too wide shrink until they fit.
  const fit = () => {
    for (const box of document.querySelectorAll('table, mjx-container[display="true"]')) {
      const room = box.parentElement.clientWidth;
      for (let trial = 0; trial < 3 && room && needs(box) > room; trial++) {
        box.style.fontSize = `${(parseFloat(getComputedStyle(box).fontSize) * FULLY * room) / needs(box)}px`;
      }
    }
  };
  const needs = (box) => Math.max(box.scrollWidth, box.offsetWidth);

  // What takes more than half a sheet may go on on the next, or it would leave too much white.
  const loosen = () => {
    for (const box of document.querySelectorAll("pre, table")) box.classList.toggle("long", box.offsetHeight > SHEET / 2);
  };

  // What is not drawn, and what the margin would cut off: each with the text by which it is found.
  const complaints = () => {
    const found = [...document.querySelectorAll(".chart-box > .error, mjx-merror")];
    for (const box of document.querySelectorAll('pre, table, img, svg, p, mjx-container[display="true"]')) {
      const { right, height } = box.getBoundingClientRect();
      const high = box.matches("img, svg") && height > SHEET;
      if (right > innerWidth + 1 || high || (box.localName === "pre" && box.scrollWidth > box.clientWidth + 1)) found.push(box);
    }
    return found.map((box) => `${box.closest("[id]")?.id}: ${box.localName} ${box.textContent.slice(0, 80)}`);
  };

  const number = (pages) => {
    for (const place of document.querySelectorAll(".page-of")) place.textContent = pages[decodeURIComponent(place.hash.slice(1))];
  };

  window.press = { ready: async () => { await drawn(); tellSliders(); fit(); loosen(); return complaints(); }, number };
})();
