// The tree, drawn once; afterwards only its labels and marks change.

import { informationSets } from "./game.js";
import { points, svg } from "./svg.js";
import { moveLabel, reachLabel, regretLabel, valueLabel } from "./treelabels.js";
import { layout } from "./treelayout.js";

export class TreeView {
  constructor() {
    this.root = svg("svg", { class: "tree", role: "img" });
    this.shown = undefined;
  }

  // Show what a run has found. deal: the only one to show, or null for all of them.
  show(run, deal) {
    if (deal !== this.shown || run.game !== this.game) this.build(run.game, deal);
    const { event } = run;
    for (const [history, parts] of this.nodes) this.showNode(run, history, parts);
    const lit = litLabels(event);
    for (const [name, label] of this.labels) label.classList.toggle("lit", lit.includes(name));
    this.root.setAttribute("aria-label", `Tree of the game${deal ? `, deal ${deal}` : ""}. The table below it holds the same numbers.`);
    this.mark(lit.map((name) => this.labels.get(name)).filter((label) => label?.textContent));
  }

  showNode({ game, played, reach, value, regret, event }, history, { group, edge }) {
    const here = event?.history === history;
    group.classList.toggle("reached", reach.has(history));
    group.classList.toggle("current", here);
    const same = event?.key !== undefined && !game.isTerminal(history) && !game.isChance(history) && game.infoset(history) === event.key;
    group.classList.toggle("same", same && !here);
    edge?.classList.toggle("reached", reach.has(history));
    const terminal = game.isTerminal(history);
    this.write(`reach:${history}`, reach.has(history) && !terminal ? reachLabel(reach.get(history), this.stacked) : []);
    this.write(`value:${history}`, value.has(history) ? valueLabel(value.get(history), terminal, this.stacked) : []);
    if (history) this.write(`move:${history}`, moveLabel(game, played, history));
    this.write(`regret:${history}`, regret.has(history) ? regretLabel(regret.get(history)) : []);
  }

  write(name, lines) {
    const label = this.labels.get(name);
    const text = lines.join("\n");
    if (!label || label.dataset.text === text) return;
    label.dataset.text = text;
    const x = label.getAttribute("x");
    label.replaceChildren(...lines.map((line, k) => svg("tspan", k ? { x, dy: this.pitch } : { x }, line)));
  }

  // A coloured field behind the labels that have just been computed.
  mark(labels) {
    this.field.replaceChildren(...labels.map((label) => {
      const { x, y, width, height } = label.getBBox();
      return svg("rect", { x: x - 3, y: y - 1, width: width + 6, height: height + 2, rx: 3 });
    }));
  }

  // How wide the tree of all deals is in its full size, with the font that the reader has now.
  measure(game) {
    this.text = measured(this.root);
    this.game = undefined;  // to be built anew
    return layout(game, null, this.text).width;
  }

  build(game, deal) {
    this.text ??= measured(this.root);
    const { nodes, edges, labels, width, height, pitch } = layout(game, deal, this.text);
    Object.assign(this, { game, shown: deal, stacked: deal !== null, pitch, nodes: new Map() });
    this.field = svg("g", { class: "field" });
    const drawn = new Map(edges.map((edge) => [edge.other.history, drawEdge(edge)]));
    for (const node of nodes) this.nodes.set(node.history, { group: drawNode(game, node, this.text), edge: drawn.get(node.history) });
    this.labels = new Map(labels.map(({ name, x, y, anchor }) => [name, label(name, x, y, anchor)]));
    this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.root.style.maxWidth = `${1.15 * width}px`;
    const groups = [...this.nodes.values()].map(({ group }) => group);
    this.root.replaceChildren(...drawn.values(), ...groups, this.field, ...this.labels.values());
  }
}

const label = (name, x, y, anchor) => svg("text", { x, y, "text-anchor": anchor, class: `label ${name.split(":")[0]}` });

// How text measures beside a drawing, in its widest form; a guess while the drawing is not on the page. It is measured in its full size:
// scaled text has widths of its own, so that a layout made from them would change its own measures and never come to rest.
function measured(drawing) {
  if (!drawing.getClientRects().length) return { width: (line) => 7 * line.length, ascent: 12, height: 15 };
  const text = svg("text", { class: "label lit" });
  const probe = svg("svg", { class: "tree probe", "aria-hidden": true }, text);
  const ask = (line, question) => {
    text.textContent = line;
    drawing.after(probe);
    const answer = question();
    probe.remove();
    return answer;
  };
  const { y, height } = ask("Qb", () => text.getBBox());
  const widths = new Map();
  const width = (line) => {
    if (!widths.has(line)) widths.set(line, ask(line, () => text.getComputedTextLength()));
    return widths.get(line);
  };
  return { width, ascent: -y, height };
}

// Which labels an event has just computed.
function litLabels(event) {
  if (event?.history === undefined) return [];
  if (event.kind === "enter") return [`reach:${event.history}`, `move:${event.history}`];
  if (event.kind === "draw") return [`move:${event.history + event.action}`];
  if (event.kind === "end") return [`value:${event.history}`, `move:${event.history}`];
  return event.kind === "value" ? [`value:${event.history}`] : [`regret:${event.history + event.action}`];
}

function drawEdge({ one, other }) {
  return svg("line", { x1: one.x, y1: one.y, x2: other.x, y2: other.y, class: "edge" });
}

// As in the book's figures: a circle for player 1, a square for player 2, a diamond for chance.
function drawNode(game, { history, x, y, player, radius }, text) {
  const set = informationSets(game).findIndex(({ player: mover, key }) => mover === player && key === game.infoset(history));
  const group = svg("g", set < 0 ? { class: "node" } : { class: "node", "data-set": set });
  if (player === 1) group.append(svg("rect", { x: x - radius + 1, y: y - radius + 1, width: 2 * radius - 2, height: 2 * radius - 2 }));
  else if (player === "chance") group.append(svg("polygon", { points: points([[x - radius, y], [x, y - radius], [x + radius, y], [x, y + radius]]) }));
  else group.append(svg("circle", { cx: x, cy: y, r: radius }));
  if (player !== 0 && player !== 1) return group;
  group.append(svg("text", { x, y: y + text.ascent - text.height / 2, "text-anchor": "middle", class: "key" }, game.infoset(history)));
  return group;
}
