// Where the nodes and the labels of one-bet Kuhn poker's tree go: all six deals, or one deal where there is less room.

import { successors } from "./game.js";

// Pixels: where the column of histories of each length is, how far apart the ends are, and how much room a label needs.
const WIDE = { columns: [52, 146, 276, 458, 612], row: 30, width: 698, lines: 1, label: [96, 12] };
const NARROW = { columns: [0, 0, 46, 178, 266], row: 84, width: 354, lines: 2, label: [52, 25] };
const MARGIN = 22;
const SHIFT = { chance: 0, 0: 4, 1: 13 };  // of the label: there is more room towards the end

export function layout(game, deal = null) {
  const { columns, row, width, lines, label } = deal ? NARROW : WIDE;
  const nodes = new Map();
  let ends = 0;
  const place = (history) => {
    const after = successors(game, history).map((action) => place(history + action));
    const y = after.length ? (after[0].y + after.at(-1).y) / 2 : MARGIN + row * ends++;
    const node = { history, x: columns[history.length], y, player: mover(game, history), before: history.slice(0, -1) };
    nodes.set(history, node);
    return node;
  };
  const root = place(deal ?? "");
  const edges = [...nodes.values()].filter((node) => node !== root).map((node) => edge(nodes.get(node.before), node, label));
  return { nodes: [...nodes.values()], edges, width, height: 2 * MARGIN + row * (ends - 1), lines };
}

// Who moves: 0, 1, "chance", or null at the end.
function mover(game, history) {
  if (game.isTerminal(history)) return null;
  return game.isChance(history) ? "chance" : game.player(history);
}

// A card's label stands on its line; an action's stands above a line that goes up, and below one that goes down.
function edge(one, other, [width, height]) {
  const x = (one.x + other.x) / 2 + SHIFT[one.player];
  const y = (one.y + other.y) / 2;
  if (one.player === "chance") return { one, other, x, y: y + 4 };
  const slope = Math.abs(other.y - one.y) / (other.x - one.x);
  const away = slope * width / 2 + 3;
  return { one, other, x, y: other.y < one.y ? y - away - height + 12 : y + away + 9 };
}
