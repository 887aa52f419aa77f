// Runs CFR as each line of JSON on the standard input says, and prints a line: the state after every iteration, and the cards drawn.

import { createInterface } from "node:readline";
import { CFR } from "../../book/kuhnbook/widgets/js/cfr.js";
import { GAMES } from "../../book/kuhnbook/widgets/js/game.js";

function run({ game, ante, iterations, ...options }) {
  const cfr = new CFR(GAMES[game](ante), options);
  const [states, drawn] = [[], []];
  for (let t = 0; t < iterations; t += 1) {
    for (const event of cfr.iteration()) if (event.kind === "draw") drawn.push(event.action);
    states.push([...cfr.infosets.values()].map((infoset) =>
      [infoset.cumulativeRegret, infoset.currentStrategy, infoset.averageStrategy, infoset.cumulativeStrategy]));
  }
  return { keys: [...cfr.infosets.keys()], states, drawn };
}

for await (const line of createInterface({ input: process.stdin })) process.stdout.write(`${JSON.stringify(run(JSON.parse(line)))}\n`);
