// The tree, drawn once; afterwards only its labels and marks change.

import { successors } from "./game.js";
import { short, signed } from "./numbers.js";
import { points, svg } from "./svg.js";
import { layout } from "./treelayout.js";

const RADIUS = 13;
const SHARES = { 1: "1", 2: "½", 3: "⅓", 6: "⅙" };  // of one among so many
const LINE = 13;  // from one line of text to the next

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
    this.write(`reach:${history}`, reach.has(history) && !game.isTerminal(history) ? [reachLabel(reach.get(history))] : []);
    this.write(`value:${history}`, value.has(history) ? this.written(value.get(history), game.isTerminal(history)) : []);
    this.write(`move:${history}`, [moveLabel(game, played, history)]);
    this.write(`regret:${history}`, regret.has(history) ? [`r ${signed(regret.get(history))}`] : []);
  }

  written([first, second], terminal) {
    if (terminal) return [`${signed(first)}, ${signed(second)}`];
    return this.lines === 1 ? [`u ${signed(first)}, ${signed(second)}`] : [`u₁ ${signed(first)}`, `u₂ ${signed(second)}`];
  }

  write(name, lines) {
    const label = this.labels.get(name);
    const text = lines.join("\n");
    if (!label || label.dataset.text === text) return;
    label.dataset.text = text;
    const x = label.getAttribute("x");
    label.replaceChildren(...lines.map((line, k) => svg("tspan", k ? { x, dy: LINE } : { x }, line)));
  }

  // A coloured field behind the labels that have just been computed.
  mark(labels) {
    this.field.replaceChildren(...labels.map((label) => {
      const { x, y, width, height } = label.getBBox();
      return svg("rect", { x: x - 3, y: y - 1, width: width + 6, height: height + 2, rx: 3 });
    }));
  }

  build(game, deal) {
    const { nodes, edges, width, height, lines } = layout(game, deal);
    Object.assign(this, { game, shown: deal, lines, nodes: new Map(), labels: new Map() });
    this.field = svg("g", { class: "field" });
    const drawn = new Map(edges.map((edge) => [edge.other.history, drawEdge(edge)]));
    for (const node of nodes) this.nodes.set(node.history, { group: drawNode(game, node), edge: drawn.get(node.history) });
    for (const edge of edges) this.labelEdge(edge);
    for (const node of nodes) this.labelNode(node);
    this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.root.style.maxWidth = `${1.15 * width}px`;
    const groups = [...this.nodes.values()].map(({ group }) => group);
    this.root.replaceChildren(...drawn.values(), ...groups, this.field, ...this.labels.values());
  }

  // The action and its probability, then its regret: beside it, or below it where there is less room.
  labelEdge({ one, other, x, y }) {
    const middle = one.player === "chance" || this.lines === 2;
    this.label(`move:${other.history}`, middle ? x : x - 5, y, middle ? "middle" : "end");
    if (one.player !== "chance") this.label(`regret:${other.history}`, x, middle ? y + LINE : y, middle ? "middle" : "start");
  }

  labelNode({ history, x, y, player }) {
    if (player === null) return this.label(`value:${history}`, x + 8, y + 4, "start");
    this.label(`reach:${history}`, x, y - RADIUS - 5, "middle");
    return this.label(`value:${history}`, x, y + RADIUS + LINE, "middle");
  }

  label(name, x, y, anchor) {
    this.labels.set(name, svg("text", { x, y, "text-anchor": anchor, class: `label ${name.split(":")[0]}` }));
  }
}

// Which labels an event has just computed.
function litLabels(event) {
  if (event?.history === undefined) return [];
  if (event.kind === "enter") return [`reach:${event.history}`, `move:${event.history}`];
  if (event.kind === "draw") return [`move:${event.history + event.action}`];
  if (event.kind === "end") return [`value:${event.history}`, `move:${event.history}`];
  return event.kind === "value" ? [`value:${event.history}`] : [`regret:${event.history + event.action}`];
}

function reachLabel([first, second, chance]) { return `π ${short(first)} · ${short(second)} · ${SHARES[Math.round(1 / chance)]}`; }

// The last action, and how likely it is: "b 0.5".
function moveLabel(game, played, history) {
  const [before, action] = [history.slice(0, -1), history.at(-1)];
  if (game.isChance(before)) return `${action} ${SHARES[successors(game, before).length]}`;
  return `${action} ${short(played[game.infoset(before)][action])}`;
}

function drawEdge({ one, other }) {
  return svg("line", { x1: one.x, y1: one.y, x2: other.x, y2: other.y, class: "edge" });
}

// As in the book's figures: a circle for player 1, a square for player 2, a diamond for chance.
function drawNode(game, { history, x, y, player }) {
  const group = svg("g", { class: "node" });
  if (player === null) group.append(svg("circle", { cx: x, cy: y, r: 3 }));
  if (player === "chance") group.append(svg("polygon", { points: points([[x - 9, y], [x, y - 9], [x + 9, y], [x, y + 9]]) }));
  if (player === 0) group.append(svg("circle", { cx: x, cy: y, r: RADIUS }));
  if (player === 1) group.append(svg("rect", { x: x - RADIUS + 1, y: y - RADIUS + 1, width: 2 * RADIUS - 2, height: 2 * RADIUS - 2 }));
  if (player !== 0 && player !== 1) return group;
  group.append(svg("text", { x, y: y + 4, "text-anchor": "middle", class: "key" }, game.infoset(history)));
  return group;
}
