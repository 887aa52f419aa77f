// Done to the bound book in the browser, before it is printed.
(() => {
  const FULLY = 0.995;  // of the room that there is; the rest is for rounding

  // Wait until every chart, formula, letter and image is there.
  const drawn = async () => {
    const charts = [...document.querySelectorAll('[id*="altair-viz-"]')];
    while (!charts.every((chart) => chart.querySelector("svg.marks, canvas.marks, .error"))) await pause();
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
        `${bind.querySelector(".vega-bind-name").textContent}: ${bind.querySelector(".vega-bind-value")?.textContent ?? bind.querySelector("input").value}`);
      const line = document.createElement("p");
      line.className = "stood";
      line.textContent = `Drawn for ${values.join(", ")}. On the web page you can change it.`;
      bindings.closest(".vega-embed").after(line);
    }
  };

  // Tables and formulas that are too wide shrink until they fit.
  const fit = () => {
    for (const box of document.querySelectorAll('table, mjx-container[display="true"]')) {
      const room = box.parentElement.clientWidth;
      const needed = Math.max(box.scrollWidth, box.offsetWidth);
      if (room && needed > room) shrink(box, (room / needed) * FULLY);
    }
  };
  const shrink = (box, factor) => { box.style.fontSize = `${parseFloat(getComputedStyle(box).fontSize) * factor}px`; };

  const complaints = () => [...document.querySelectorAll(".vega-embed .error, mjx-merror")].map((error) => error.textContent);

  const number = (pages) => {
    for (const place of document.querySelectorAll(".page-of")) place.textContent = pages[decodeURIComponent(place.hash.slice(1))];
  };

  window.press = { ready: async () => { await drawn(); tellSliders(); fit(); return complaints(); }, number };
})();
