// Answers each question, a line of JSON on the standard input, with the code of the table to play at: { task, game, ante, .. }.

import { createInterface } from "node:readline";
import { bestResponse, expectedUtilities, exploitability, nashConv } from "../../book/kuhnbook/widgets/js/evaluate.js";
import { GAMES, histories } from "../../book/kuhnbook/widgets/js/game.js";
import { equilibrium } from "../../book/kuhnbook/widgets/js/nash.js";
import { averageOf, equilibriumOf, LEAKS, Opponents } from "../../book/kuhnbook/widgets/js/opponents.js";
import { readProfile } from "../../book/kuhnbook/widgets/js/profile.js";
import { shortfalls } from "../../book/kuhnbook/widgets/js/hands.js";
import { READERS, replyOf, trade } from "../../book/kuhnbook/widgets/js/reading.js";
import { parseNumber } from "../../book/kuhnbook/widgets/js/numbers.js";
import { Learning, punished } from "../../book/kuhnbook/widgets/js/saddle.js";

function described(game, history) {
  if (game.isTerminal(history)) return { utilities: game.utilities(history) };
  if (game.isChance(history)) return { chance: game.chance(history) };
  return { player: game.player(history), actions: game.actions(history), infoset: game.infoset(history) };
}

const tasks = {
  rules: (game) => ({
    histories: Object.fromEntries([...histories(game)].map((h) => [h, described(game, h)])),
  }),
  evaluate: (game, { profiles }) => profiles.map((profile) => ({
    utilities: expectedUtilities(game, profile),
    responses: [0, 1].map((player) => bestResponse(game, profile, player)),
    nashConv: nashConv(game, profile),
    exploitability: exploitability(game, profile),
  })),
  equilibria: (_, { game, antes }) => antes.map((ante) => equilibrium(GAMES[game](parseNumber(ante)))),
  sent: (game, { sent, iterations }) => ({ equilibrium: equilibriumOf(game, sent), averages: iterations.map((t) => averageOf(game, sent, t)) }),
  replies: (game, { profiles }) => profiles.map((profile) => Object.fromEntries(Object.entries(READERS).map(([name, p]) =>
    [name, { p, reply: replyOf(name, game, profile, equilibrium(game)), ...trade(name, game, profile, equilibrium(game)) }]))),
  leaks: (game, { sent }) => Object.fromEntries(Object.keys(LEAKS).map((opponent) => {
    const { profile } = new Opponents().choose(game, { opponent, strategies: sent });
    return [opponent, { profile, costs: shortfalls(game, profile, equilibrium(game)) }];
  })),
  punished: (_, { points }) => points.map(punished),
  learnt: (_, { point, iterations }) => {
    const learning = new Learning(point);
    while (learning.iterations < iterations) learning.step();
    return learning.path.points;
  },
  read: (game, { file }) => readProfile(file, game).strategy,
};

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  const game = GAMES[question.game](parseNumber(question.ante));
  process.stdout.write(`${JSON.stringify(await tasks[question.task](game, question))}\n`);
}
