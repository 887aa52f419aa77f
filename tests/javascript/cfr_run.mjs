// Runs CFR as the JSON on the standard input says, and prints the state after every iteration, and the cards that were drawn.

import { readFileSync } from "node:fs";
import { CFR } from "../../kuhncfr/widgets/js/cfr.js";
import { GAMES } from "../../kuhncfr/widgets/js/game.js";

const { game, ante, iterations, ...options } = JSON.parse(readFileSync(0, "utf8"));
const cfr = new CFR(GAMES[game](ante), options);
const [states, drawn] = [[], []];
for (let t = 0; t < iterations; t += 1) {
  for (const event of cfr.iteration()) if (event.kind === "draw") drawn.push(event.action);
  states.push([...cfr.infosets.values()].map((infoset) =>
    [infoset.cumulativeRegret, infoset.currentStrategy, infoset.averageStrategy, infoset.cumulativeStrategy]));
}
process.stdout.write(JSON.stringify({ keys: [...cfr.infosets.keys()], states, drawn }));
