// Answers a question that stands as JSON on the standard input, with the code of the table to play at: { task, game, ante, .. }.

import { readFileSync } from "node:fs";
import { bestResponse, expectedUtilities, exploitability, nashConv } from "../../kuhncfr/widgets/js/evaluate.js";
import { GAMES, histories, informationSets } from "../../kuhncfr/widgets/js/game.js";
import { equilibrium } from "../../kuhncfr/widgets/js/nash.js";
import { averageOf, equilibriumOf, Learner } from "../../kuhncfr/widgets/js/opponents.js";
import { readProfile } from "../../kuhncfr/widgets/js/profile.js";
import { counts, empiricalStrategy, score, shortfalls, worth } from "../../kuhncfr/widgets/js/hands.js";
import { parseNumber } from "../../kuhncfr/widgets/js/numbers.js";

const question = JSON.parse(readFileSync(0, "utf8"));
const game = GAMES[question.game](parseNumber(question.ante));

function described(history) {
  if (game.isTerminal(history)) return { utilities: game.utilities(history) };
  if (game.isChance(history)) return { chance: game.chance(history) };
  return { player: game.player(history), actions: game.actions(history), infoset: game.infoset(history) };
}

const tasks = {
  rules: () => ({ histories: Object.fromEntries([...histories(game)].map((h) => [h, described(h)])), infosets: informationSets(game) }),
  evaluate: ({ profiles }) => profiles.map((profile) => ({
    utilities: expectedUtilities(game, profile),
    responses: [0, 1].map((player) => bestResponse(game, profile, player)),
    nashConv: nashConv(game, profile),
    exploitability: exploitability(game, profile),
  })),
  equilibria: ({ antes }) => antes.map((ante) => equilibrium(GAMES[question.game](parseNumber(ante)))),
  sent: ({ sent, iterations }) => ({ equilibrium: equilibriumOf(game, sent), averages: iterations.map((t) => averageOf(game, sent, t)) }),
  learnt: ({ iterations }) => new Learner(game, [iterations]).average(iterations),
  read: ({ file }) => readProfile(file, game).strategy,
  hands: ({ hands, opponent }) => {
    const profile = empiricalStrategy(game, hands, equilibrium(game));
    return {
      score: score(hands.map((hand) => hand.utility)),
      counts: counts(game, hands),
      profile,
      shortfalls: shortfalls(game, profile, equilibrium(game)),
      worth: worth(game, profile, opponent, hands),
    };
  },
};

process.stdout.write(JSON.stringify(await tasks[question.task](question)));
