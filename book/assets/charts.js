// What a chart has beside its drawing: a size that follows the page, controls with names and units, and its data as tables.
// Until the reader comes near, its picture stands there; on paper as well. In live notebooks, where this file is not loaded, charts work without.
(() => {
  const HERE = document.currentScript.src;
  const LIBRARIES = ["vega", "vega-lite", "vega-embed"].map((name) => `vega/${name}.min.js`);
  const boxes = [...document.querySelectorAll(".chart-box")];
  const loaded = new Map();  // scripts
  const drawn = new Map();  // what is drawn in a box, or will be

  // --- When -----------------------------------------------------------------------------------------------------------------------

  const load = (file) => { if (!loaded.has(file)) loaded.set(file, fetched(file)); return loaded.get(file); };
  const ready = (box) => Promise.all([...LIBRARIES, `charts/${box.dataset.page}.js`].map(load));
  const draw = (box) => {
    if (!drawn.has(box)) drawn.set(box, ready(box).then(() => embed(box, specification(box))).catch((error) => complain(box, error)));
    return drawn.get(box);
  };
  window.drawCharts = () => Promise.all(boxes.map(draw));

  function fetched(file) {
    const script = document.createElement("script");
    script.async = false;  // in this order
    script.src = new URL(file, HERE);
    return new Promise((done, fail) => {
      script.onload = done;
      script.onerror = () => fail(new Error(`${file} is missing.`));
      document.head.append(script);
    });
  }

  function complain(box, error) {
    const line = document.createElement("p");
    line.className = "error";
    line.textContent = `The chart could not be drawn: ${error.message}`;
    box.append(line);
    throw error;
  }

  // A reader comes near a chart long before it is on the screen: a screen away.
  const near = new IntersectionObserver((changes) => changes.filter((change) => change.isIntersecting).forEach(({ target }) => {
    near.unobserve(target);
    draw(target);
  }), { rootMargin: "100%" });
  boxes.forEach((box) => near.observe(box));

  const NARROW = 560;  // pixels: two panels do not fit
  const isNarrow = (box) => (box.parentElement.clientWidth || document.querySelector("article").clientWidth) < NARROW;

  // A picture takes as much room as its chart will: on a phone, a square is as much less high as it is less wide, and columns stand below
  // each other, with one legend.
  const SQUARE = /h(\d{3})v\1h/;  // the frame of a panel
  for (const box of boxes) {
    const picture = box.firstElementChild;
    const [width, height] = [picture.width.baseVal.value, picture.height.baseVal.value];
    const isSquare = [...picture.querySelectorAll("path")].some((path) => SQUARE.test(path.getAttribute("d")));
    if (isSquare && !box.clientWidth) continue;  // in a fold
    const added = isSquare ? Math.min(box.clientWidth - width, 0) : isNarrow(box) ? below(box.dataset, picture, height) : 0;
    picture.style.height = `${height + added}px`;
  }

  // How much height the panels take that move from beside others to below them.
  function below({ panels, columns }, picture, height) {
    const rows = Math.ceil(panels / columns);
    if (rows === 1) return (panels - 1) * height;
    const frames = [...picture.querySelectorAll('path[d^="M0.5,0.5h"]')];
    const tops = [...new Set(frames.map((frame) => frame.getBoundingClientRect().top))];
    const scale = picture.width.baseVal.value / picture.getBoundingClientRect().width;
    return (panels - rows) * scale * (tops[tops.length / rows] - tops[0]);
  }

  // --- A chart --------------------------------------------------------------------------------------------------------------------

  const font = getComputedStyle(document.body).fontFamily;
  const letters = document.fonts.load(`13px ${font}`).catch(() => {});  // Vega measures words before it draws them

  function specification(box) {
    const { $schema, ...spec } = window.chartSpecs[box.dataset.chart];  // the schema is an older one, which JupyterLab asks for
    if (spec.usermeta.width) spec.width = spec.usermeta.width;
    spec.config = { ...spec.config, font };
    spec.description = box.firstElementChild.getAttribute("aria-label");
    return spec;
  }

  async function embed(box, given) {
    await letters;
    const spec = structuredClone(given);
    const narrow = isNarrow(box);
    if (narrow && spec.columns) spec.columns = 1;  // columns stand below each other where there is little room
    box.style.minHeight = `${box.offsetHeight}px`;  // nothing below moves while the picture gives way
    const result = await window.vegaEmbed(box, spec, { mode: "vega-lite" });
    describe(box);
    box.querySelectorAll(".vega-bind input[type=range]").forEach((input) => tellUnit(input, result.view));
    box.querySelectorAll('.vega-bind input[name="now"]').forEach(addPlay);
    if (box.querySelector(".vega-bind")) speak(box);
    await follow(box, given, result, narrow);
    window.offerData(box, given, result.view);
    box.classList.add("drawn");
    box.style.minHeight = "";
    window.watchScrollers();  // book.js
  }

  // The menu gets a name; a line without data, or the rectangle that a drag would draw, is nothing to read out.
  function describe(box) {
    box.querySelector("summary")?.setAttribute("aria-label", "Save this chart");
    const silence = () => box.querySelectorAll('g:is([class*="_brush"], [role="graphics-symbol"]:not([aria-label]))')
      .forEach((mark) => mark.setAttribute("aria-hidden", "true"));
    silence();
    new MutationObserver(silence).observe(box, { childList: true, subtree: true });
  }

  // --- Size -----------------------------------------------------------------------------------------------------------------------

  // Vega follows the window by itself, and only where a chart is as wide as its container. Panels and squares have fixed sizes,
  // and a page gets wider without its window when the sidebar goes, or when the box opens that a chart lies in.
  async function follow(box, spec, result, narrow) {
    const fit = spec.width === "container" ? () => fill(box, result.view) : await scaling(box, result);
    let width = -1;
    const observer = new ResizeObserver(async () => {
      if (box.parentElement.clientWidth === width || !box.parentElement.clientWidth) return;
      width = box.parentElement.clientWidth;
      if (!spec.columns || isNarrow(box) === narrow) return fit();
      observer.disconnect();  // other columns: draw it anew
      result.finalize();
      box.parentElement.querySelector(".chart-data")?.remove();
      await embed(box, spec);
    });
    await fit();
    observer.observe(box.parentElement);
  }

  async function fill(box, view) {
    const width = box.querySelector(".chart-wrapper").clientWidth;
    if (width && view.width() !== width) await view.width(width).runAsync();
  }

  // All fixed widths are multiplied by one factor, so that the drawing is as wide as the page. A square stays a square, and is not
  // drawn larger than it was meant to be, or it would be taller than the screen.
  async function scaling(box, { view, vgSpec }) {
    const fixed = new Map((vgSpec.signals ?? []).filter(({ value }) => typeof value === "number").map(({ name, value }) => [name, value]));
    for (const name of ["width", "height"]) if (typeof vgSpec[name] === "number") fixed.set(name, vgSpec[name]);
    const widths = [...fixed.keys()].filter((name) => /width$/i.test(name));
    const beside = (name) => [name.replace(/height$/, "width").replace(/Height$/, "Width"), "childWidth", "width"];
    const squares = [...fixed.keys()].filter((name) => /height$/i.test(name) && beside(name).some((width) => fixed.get(width) === fixed.get(name)));
    const scaled = [...widths, ...squares];
    const draw = async (factor) => {
      scaled.forEach((name) => view.signal(name, Math.round(fixed.get(name) * factor)));
      await view.resize().runAsync();
      return box.querySelector("svg.marks").width.baseVal.value;
    };
    return async () => {
      const style = getComputedStyle(box);
      const room = box.parentElement.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      if (!scaled.length || room <= 0) return;
      // What stands beside the panels does not grow with them: two trials say how much that is. (In small ones a title may be wider.)
      const [once, twice] = [await draw(1), await draw(2)];
      const factor = 1 + (room - once) / Math.max(twice - once, 1);
      await draw(Math.max(0.3, squares.length ? Math.min(factor, 1) : factor));
    };
  }

  // --- Controls -------------------------------------------------------------------------------------------------------------------

  // "ante S (chips)" becomes the name "ante S" and the value "1.00 chips", on the screen and for screen readers.
  function tellUnit(input, view) {
    const name = input.parentElement.querySelector(".vega-bind-name");
    const [, words, unit] = /^(.*?)\s*(?:\(([^()]*)\))?\s*$/.exec(name.textContent);
    name.textContent = words;
    const value = input.nextElementSibling.cloneNode();  // Vega's own shows the bare number
    input.nextElementSibling.replaceWith(value);
    value.className = "vega-bind-value";
    value.setAttribute("aria-hidden", "true");  // it is the slider's value already
    const step = Number(input.step);
    const digits = Number.isInteger(step) ? 0 : [1, 2].find((d) => Number(step.toFixed(d)) === step) ?? 3;
    const tell = (number) => {
      const shown = number.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
      value.textContent = unit ? `${shown} ${unit}` : shown;
      input.setAttribute("aria-valuetext", value.textContent);
    };
    input.setAttribute("aria-label", words);
    view.addSignalListener(input.name, (_, number) => tell(number));
    tell(view.signal(input.name));
  }

  // A slider through time can also play: from where it stands, or again from the start, in ten seconds at most.
  function addPlay(input) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "chart-play";
    const [first, last, step] = [input.min, input.max, input.step].map(Number);
    let timer = 0;
    const rest = () => { clearInterval(timer); timer = 0; button.textContent = "Play"; };
    const move = (to) => { input.value = to; input.dispatchEvent(new Event("input", { bubbles: true })); };
    const tick = () => {
      if (Number(input.value) >= last) rest();
      else move(Number(input.value) + step * Math.ceil((last - first) / step / 250));
    };
    button.addEventListener("click", () => {
      if (timer) return rest();
      if (Number(input.value) >= last) move(first);
      timer = setInterval(tick, 40);
      button.textContent = "Pause";
    });
    input.addEventListener("pointerdown", rest);
    input.addEventListener("keydown", rest);
    rest();
    input.closest(".vega-bind").append(button);
  }

  // What the chart's title says after a slider moved is said aloud, once the slider rests.
  function speak(box) {
    const status = document.createElement("p");
    status.className = "chart-says";
    status.setAttribute("role", "status");
    box.append(status);
    const lines = () => [...box.querySelectorAll("svg.marks .role-title text")].flatMap((text) =>
      text.children.length ? [...text.children].map((line) => line.textContent) : [text.textContent]);
    let rest;
    box.addEventListener("input", () => {
      clearTimeout(rest);
      rest = setTimeout(() => { status.textContent = lines().map((line) => line.trim()).filter(Boolean).join(". "); }, 400);
    });
  }
})();
