// The data of a chart as tables, for whoever cannot see it or wants the numbers: what is drawn, taken from the drawing itself.
// A table shows what the chart's tooltips tell, with the same titles and units; layers without tooltips are decoration.
(() => {
  const ROWS = 100;  // in the page; the download has all

  window.offerData = (box, spec, view) => {
    const figure = box.closest("figure");
    const details = make("details", { className: "chart-data" });
    details.append(make("summary", { textContent: "Data of this figure" }));
    const shown = make("div");
    details.append(shown);
    box.after(details);

    const show = () => {
      const number = figure?.querySelector(".caption-number")?.textContent.trim();  // the caption comes after the chart
      const found = tables(spec, view);
      shown.replaceChildren(...found.map((table, k) => {
        const part = found.length > 1 ? `, table ${k + 1} of ${found.length}` : "";
        const file = [figure?.id ?? "figure", ...(found.length > 1 ? [k + 1] : [])].join("-");
        return block(table, `Data of ${number ?? "this figure"}${part}`, `${file}.csv`);
      }));
    };
    details.addEventListener("toggle", () => { if (details.open) show(); });
    box.addEventListener("input", async () => { if (details.open) { await view.runAsync(); show(); } });
  };

  function make(name, properties = {}) {
    return Object.assign(document.createElement(name), properties);
  }

  // --- What is drawn --------------------------------------------------------------------------------------------------------------

  function tables(spec, view) {
    const drawn = marks(view.scenegraph().root);
    const layers = units(spec, "", {});
    const told = layers.filter(({ encoding }) => encoding.tooltip);
    const found = new Map();  // layers that tell the same columns share a table: a line and its points, or a part and the whole
    for (const { name, encoding } of told.length ? told : layers) {
      const columns = columnsOf(encoding);
      const mine = new RegExp(`^${name && `${name}_`}(layer_\\d+_)*marks$`);
      const parts = [...drawn].filter(([mark]) => mine.test(mark))
        .map(([, data]) => data.map((datum) => columns.map(({ field }) => datum[field])));
      const key = JSON.stringify(columns);
      if (columns.length && parts.some((rows) => rows.length)) found.set(key, { columns, parts: [...(found.get(key)?.parts ?? []), ...parts] });
    }
    return [...found.values()].map(({ columns, parts }) => ({ columns, rows: united(parts) }));
  }

  function united(parts) {
    const had = new Set();
    return parts.toSorted((one, other) => other.length - one.length).flatMap((rows) => {
      const fresh = rows.filter((row) => !had.has(JSON.stringify(row)));
      fresh.forEach((row) => had.add(JSON.stringify(row)));
      return fresh;
    });
  }

  // The single views of a chart, named as Vega-Lite names their marks, with all that they inherit.
  function units(spec, name, above) {
    const here = spec.name ?? name;
    const encoding = { ...above, ...spec.encoding };
    const parts = spec.layer ?? spec.concat ?? spec.hconcat ?? spec.vconcat;
    if (!parts) return [{ name: here.replace(/\W/g, "_"), encoding }];
    const kind = spec.layer ? "layer" : "concat";
    return parts.flatMap((part, k) => units(part, `${here && `${here}_`}${kind}_${k}`, encoding));
  }

  function columnsOf({ tooltip, ...channels }) {
    const listed = tooltip ? [tooltip].flat() : Object.values(channels);
    const columns = new Map(listed.filter((channel) => channel?.field).map(({ field, title }) => [field, { field, title: title ?? field }]));
    return [...columns.values()];
  }

  // The data behind every mark, by the name of the mark. A line is many marks, one for each series.
  function marks(mark, found = new Map()) {
    for (const item of mark.items) {
      for (const inner of item.items ?? []) {
        if (inner.marktype === "group") {
          if (!/^(axis|legend|title)/.test(inner.role)) marks(inner, found);
        } else if (inner.role === "mark") {
          found.set(inner.name, [...(found.get(inner.name) ?? []), ...inner.items.map(({ datum }) => datum)]);
        }
      }
    }
    return found;
  }

  // --- In the page, and as a file -------------------------------------------------------------------------------------------------

  const shorten = (value) => (typeof value === "number" ? String(Number(value.toPrecision(6))) : String(value ?? "") || "–");

  function block({ columns, rows }, words, file) {
    const box = make("div", { className: "chart-table" });
    const table = make("table", { className: "table" });
    table.append(make("caption", { textContent: words }));
    const head = table.createTHead().insertRow();
    columns.forEach(({ title }) => head.append(make("th", { scope: "col", textContent: title })));
    const body = table.createTBody();
    rows.slice(0, ROWS).forEach((row) => {
      const line = body.insertRow();
      row.forEach((value) => line.append(make("td", { textContent: shorten(value), className: typeof value === "number" ? "number" : "" })));
    });
    const scroller = make("div", { className: "chart-rows", tabIndex: 0, ariaLabel: words });
    scroller.setAttribute("role", "region");
    scroller.append(table);
    const note = make("p");
    if (rows.length > ROWS) note.append(`The first ${ROWS} of ${rows.length.toLocaleString("en")} rows; the file has all of them. `);
    const button = make("button", { type: "button", textContent: "Download as CSV" });
    button.setAttribute("aria-label", `Download as CSV: ${words}`);
    button.addEventListener("click", () => download(csv(columns, rows), file));
    note.append(button);
    box.append(scroller, note);
    return box;
  }

  function csv(columns, rows) {
    const quote = (value) => (/[",\r\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : String(value ?? ""));
    return [columns.map(({ title }) => title), ...rows].map((row) => `${row.map(quote).join(",")}\r\n`).join("");
  }

  // A Blob needs no server: it works on pages that were opened as files.
  function download(text, file) {
    const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" })), download: file });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href));
  }
})();
