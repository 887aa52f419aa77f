// The tables beside the tree: what each information set has learnt, where the two strategies are, and the tree itself for those who
// cannot see it. Every number stands in full in its cell's data-value.

import { make } from "./dom.js";
import { histories, informationSets } from "./game.js";
import { fixed, short, signed } from "./numbers.js";
import { oneBetEquilibria } from "./nash.js";

export const COLUMNS = [
  { name: "regret", sign: "r", title: "regret that this walk has found so far, in chips" },
  { name: "cumulativeRegret", sign: "R", title: "cumulative regret, in chips" },
  { name: "currentStrategy", sign: "σ", title: "current strategy, which stays as it is during a walk" },
  { name: "cumulativeStrategy", sign: "Σπσ", title: "cumulative strategy: the σ of each walk from which this set learnt, weighted by own reach (in CFR+ also by t)" },
  { name: "averageStrategy", sign: "σ", barred: true, title: "average strategy, the answer: Σπσ divided by its sum" },
];

// A bar of our own: not every typeface can put one above a Greek letter.
export const drawn = ({ sign, barred }) => (barred ? make("span", { class: "barred" }, sign) : sign);

// One row per information set and action.
export class InfosetTable {
  constructor(game) {
    this.cells = new Map();
    const rows = informationSets(game).flatMap(({ key, player, actions }, set) => actions.map((action, k) => make("tr", { "data-set": set },
      k ? "" : make("th", { scope: "rowgroup", rowspan: actions.length, title: `Player ${player + 1}` }, key),
      make("th", { scope: "row" }, action),
      ...COLUMNS.map(({ name }) => this.cell(`${name}:${key}:${action}`)))));
    const columns = [{ sign: "I", title: "information set" }, { sign: "a", title: "action" }, ...COLUMNS];
    const table = make("table", { class: "infosets" },
      make("caption", {}, "What each information set has learnt"),
      make("thead", {}, make("tr", {}, ...columns.map((column) => make("th", { scope: "col", title: column.title }, drawn(column))))),
      make("tbody", {}, ...rows));
    this.root = make("div", { class: "scrolls" }, table);
  }

  // With large letters there may be no room for all columns: then the keyboard must be able to scroll.
  fit() {
    if (this.root.scrollWidth > this.root.clientWidth) this.root.tabIndex = 0;
    else this.root.removeAttribute("tabindex");
  }

  cell(name) {
    const cell = make("td", { "data-cell": name });
    this.cells.set(name, cell);
    return cell;
  }

  show({ cfr, found, event }) {
    for (const { key, actions, ...infoset } of cfr.infosets.values()) {
      const columns = { ...infoset, averageStrategy: cfr.infosets.get(key).averageStrategy };
      for (const [k, action] of actions.entries()) {
        for (const { name } of COLUMNS) {
          const value = name === "regret" ? found.get(key + action) : columns[name][k];
          const cell = this.cells.get(`${name}:${key}:${action}`);
          write(cell, value, fixed);
          const regret = event?.kind === "regret" && event.key === key && event.action === action && name === "regret";
          cell.classList.toggle("lit", regret || (event?.kind === "learn" && event.key === key && name !== "regret"));
        }
      }
    }
  }
}

// The two probabilities that mix: of the current and the average strategy, and in equilibrium.
export class PointTable {
  constructor() {
    this.cells = Object.fromEntries(["current", "average", "equilibrium"].map((row) => [row, [make("td"), make("td")]]));
    this.root = make("table", { class: "points" },
      make("thead", {}, make("tr", {}, make("td"), ...["p₁", "p₂"].map(head))),
      make("tbody", {}, ...Object.entries(this.cells).map(([name, cells]) => row(name, cells))));
  }

  show({ path, game }) {
    const [from, to] = oneBetEquilibria(game.ante);
    for (const k of [0, 1]) {
      write(this.cells.current[k], path.last.current[k], fixed);
      write(this.cells.average[k], path.last.average[k], fixed);
      write(this.cells.equilibrium[k], from[k], fixed);
      if (to[k] !== from[k]) this.cells.equilibrium[k].textContent = `${short(from[k])} to ${short(to[k])}`;
    }
  }
}

// The tree as a table: one row per history at which somebody moves. It is filled in only while it is open.
export class TreeTable {
  constructor(game) {
    const moves = [...histories(game)].filter((history) => !game.isTerminal(history));
    this.rows = moves.map((history) => ({ history, cells: Array.from({ length: 7 }, () => make("td")) }));
    this.root = make("details", { class: "twin" }, make("summary", {}, "The tree as a table"),
      make("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "The tree as a table" }, make("table", {},
        make("thead", {}, make("tr", {}, ...["h", "π₁", "π₂", "chance", "u₁", "u₂", "r(p)", "r(b)"].map(head))),
        make("tbody", {}, ...this.rows.map(({ history, cells }) => row(history || "root", cells))))));
  }

  show({ reach, value, regret }) {
    if (!this.root.open) return;
    for (const { history, cells } of this.rows) {
      const regrets = ["p", "b"].map((action) => regret.get(history + action));
      const numbers = [...(reach.get(history) ?? Array(3)), ...(value.get(history) ?? Array(2)), ...regrets];
      for (const [k, cell] of cells.entries()) write(cell, numbers[k], k < 3 ? short : signed);
    }
  }
}

const head = (name) => make("th", { scope: "col" }, name);

const row = (name, cells) => make("tr", { "data-row": name }, make("th", { scope: "row" }, name), ...cells);

function write(cell, value, format) {
  const text = value === undefined ? "" : format(value);
  if (cell.textContent !== text) cell.textContent = text;
  if (value === undefined) delete cell.dataset.value;
  else cell.dataset.value = value;
}
