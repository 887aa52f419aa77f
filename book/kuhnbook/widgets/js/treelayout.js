// Where the nodes and the labels of one-bet Kuhn poker's tree go: all six deals, or one deal where there is less room. Columns and rows
// are as far apart as the labels need in the reader's own font and size.

import { successors } from "./game.js";
import { widest } from "./treelabels.js";

const GAP = 5;  // pixels between labels
const DOT = 3;  // radius of the mark at an end
const ROW = 26;  // from one end to the next, at least
const TALL_ROW = 60;  // the same where labels have two lines
const MARGIN = 4;

// text: how the reader's text measures: the width of a line, and an ascent and a height for all.
export function layout(game, deal, text) {
  const stacked = deal !== null;
  const nodes = histories(game, deal).map((history) => drafted(game, history, text, stacked));
  for (let row = stacked ? TALL_ROW : ROW; ; row += 2) {
    spread(nodes, row, stacked);
    const tree = arrange(nodes, row, text, stacked);
    if (!clash([...tree.labels, ...nodes.map(around)]) || row > 40 * text.height) return framed(nodes, tree, text);
  }
}

function histories(game, deal) {
  const from = (history) => [history, ...successors(game, history).flatMap((action) => from(history + action))];
  return from(deal ?? "");
}

// A node with the sizes of what stands at it and on the line that leads to it.
function drafted(game, history, text, stacked) {
  const lines = widest(game, history, stacked);
  const size = Object.fromEntries(Object.entries(lines).map(([name, of]) => [name, Math.max(0, ...of.map(text.width))]));
  const player = mover(game, history);
  const ring = Math.max(13, text.width("Kb") / 2 + 4);
  const radius = player === null ? DOT : player === "chance" ? 0.7 * ring : ring;
  const half = player === null ? DOT : Math.max(radius, size.reach / 2, size.value / 2);
  return { history, before: history.slice(0, -1), player, lines, size, radius, half };
}

// Who moves: 0, 1, "chance", or null at the end.
function mover(game, history) {
  if (game.isTerminal(history)) return null;
  return game.isChance(history) ? "chance" : game.player(history);
}

// Between two columns there is room for the labels at the nodes of both and for those on the lines; the first lines are so steep
// that theirs need none. The next ones are so flat that they do not run through the labels at their ends.
function spread(nodes, row, stacked) {
  const depths = [...new Set(nodes.map(({ history }) => history.length))].sort();
  let [right, last] = [0, 0];
  for (const depth of depths) {
    const column = nodes.filter(({ history }) => history.length === depth);
    const half = Math.max(...column.map((node) => node.half));
    const onLine = depth === depths[0] || depth === 1 ? 0 : Math.max(...column.map(({ size }) => lineWidth(size, stacked)));
    const flat = depth === 2 && !stacked ? last + 1.5 * row * half / (column[0].radius + 2) : 0;
    const x = Math.max(right + (depth === depths[0] ? 0 : onLine + 2 * GAP) + half, flat);
    const middle = (right + x - half) / 2;
    for (const node of column) Object.assign(node, { x, middle });
    [right, last] = [x + (depth === 1 ? column[0].radius : half), x];
  }
}

function lineWidth({ move, regret }, stacked) {
  if (stacked) return Math.max(move, regret);
  return regret ? move + GAP + regret : move;
}

// Give every node its row; return lines and labels.
function arrange(nodes, row, text, stacked) {
  const by = new Map(nodes.map((node) => [node.history, node]));
  let ends = 0;
  for (const node of nodes) if (node.player === null) node.y = row * ends++;
  for (const node of [...nodes].reverse()) {
    const after = nodes.filter(({ before, history }) => before === node.history && history !== node.history);
    if (after.length) node.y = (after[0].y + after.at(-1).y) / 2;
  }
  const edges = nodes.filter((node) => by.has(node.before) && node.history).map((other) => ({ one: by.get(other.before), other }));
  const labels = [...edges.flatMap((edge) => onEdge(edge, text, stacked)), ...nodes.flatMap((node) => atNode(node, by, text))];
  return { edges, labels };
}

// Reach above a node and the utilities below it; at an end, beside it. The first lines are steep: to make way for them, all stands to
// the left, and at the nodes they lead to on the other side.
function atNode({ history, before, player, x, y, radius, lines, size }, by, text) {
  const value = { name: `value:${history}`, width: size.value, lines: lines.value.length };
  if (player === null) return [label({ ...value, x: x + 8, anchor: "start", top: y - tall(value.lines, text) / 2 }, text)];
  const reach = { name: `reach:${history}`, width: size.reach, lines: lines.reach.length };
  const [over, under] = [y - radius - 2 - tall(reach.lines, text), y + radius + 2];
  const up = history.length === 1 ? Math.sign(by.get(before).y - y) * pitch(text) : 0;  // the line comes from below
  const place = history.length < 2 ? { x: x + (history ? 2 : 0.5) * radius, anchor: "end" } : { x, anchor: "middle" };
  return [
    label({ ...reach, ...place, top: up < 0 ? under : over - up }, text),
    label({ ...value, ...place, top: up > 0 ? over : under - up }, text),
  ];
}

// A card's label stands on its line; an action's stands above a line that goes up, and below one that goes down, with its regret
// beside it, or below it where there is less room.
function onEdge({ one, other }, text, stacked) {
  const { history, size } = other;
  const slope = (other.y - one.y) / (other.x - one.x);
  const x = one.player === "chance" && !one.history ? (one.x + other.x) / 2 : other.middle;
  const y = one.y + slope * (x - one.x);
  const move = { name: `move:${history}`, width: size.move, lines: 1 };
  if (one.player === "chance") return [label({ ...move, x, anchor: "middle", top: y - text.height / 2 }, text)];
  const width = lineWidth(size, stacked);
  const away = Math.abs(slope) * width / 2 + 2;
  const top = slope < 0 ? y - away - tall(stacked ? 2 : 1, text) : y + away;
  const regret = { name: `regret:${history}`, width: size.regret, lines: 1 };
  if (stacked) return [move, regret].map((one, k) => label({ ...one, x, anchor: "middle", top: top + k * pitch(text) }, text));
  const between = x - width / 2 + size.move + GAP / 2;
  return [
    label({ ...move, x: between - GAP / 2, anchor: "end", top }, text),
    label({ ...regret, x: between + GAP / 2, anchor: "start", top }, text),
  ];
}

export const pitch = (text) => 0.92 * text.height;  // from one line of text to the next

const tall = (lines, text) => text.height + (lines - 1) * pitch(text);

// With the box that it fills at most, and the base line of its first line.
function label({ name, x, top, anchor, width, lines }, text) {
  const left = x - { start: 0, middle: width / 2, end: width }[anchor];
  return { name, x, y: top + text.ascent, anchor, left, right: left + width, top, bottom: top + tall(lines, text) };
}

const around = ({ x, y, radius }) => ({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius });

const clash = (boxes) => boxes.some((one, k) => boxes.slice(k + 1).some((other) => hide(one, other)));

// Two lines of one label come closer than this.
const hide = (one, other) => Math.min(one.right, other.right) > Math.max(one.left, other.left)
  && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.1 * (one.bottom - one.top);

// Move everything so that nothing sticks out.
function framed(nodes, { edges, labels }, text) {
  const boxes = [...labels, ...nodes.map(around)];
  const [left, top] = [Math.min(...boxes.map((box) => box.left)) - MARGIN, Math.min(...boxes.map((box) => box.top)) - MARGIN];
  for (const thing of [...nodes, ...labels]) Object.assign(thing, { x: thing.x - left, y: thing.y - top });
  const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
  return { nodes, edges, labels, width: right + MARGIN - left, height: bottom + MARGIN - top, pitch: pitch(text) };
}
