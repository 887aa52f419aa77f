// What the signs in the tree and in the table mean, for all to see.

import { make } from "./dom.js";
import { COLUMNS, drawn } from "./tables.js";

const TREE = [
  ["○ □ ◇", "player 1, player 2 and chance; inside, the information set, in its colour of the table"],
  ["π", "reach: the shares of player 1, player 2 and chance"],
  ["u", "expected utility for player 1 and player 2, in chips"],
  ["p 0.5", "an action and its probability"],
  ["r", "at an action: what this history adds to the regret"],
  ["thick ring", "the current history; dashed: another history of the same information set"],
];

export function legend() {
  return make("div", { class: "legend" }, list("In the tree", TREE), list("In the table", COLUMNS.map((column) => [drawn(column), column.title])));
}

function list(title, pairs) {
  const lines = pairs.flatMap(([sign, text]) => [make("dt", {}, sign), make("dd", {}, text)]);
  return make("div", {}, make("b", {}, title), make("dl", {}, ...lines));
}
