// What a log of hands says: chips with their confidence interval, and the strategy that the reader has shown.
// A hand is { game, ante, opponent, seat, history, utility }; seats count from 0.

import { bestResponse, expectedUtilities } from "./evaluate.js";
import { informationSets } from "./game.js";

const NORMAL = 1.959963984540054;  // so many standard deviations to each side hold 95 % of a normal distribution

// Chips in all and per hand; half the width of the 95 % interval, by the normal approximation from the sample variance.
export function score(utilities) {
  const hands = utilities.length;
  const total = utilities.reduce((sum, utility) => sum + utility, 0);
  const mean = total / hands;
  const squares = utilities.reduce((sum, utility) => sum + (utility - mean) ** 2, 0);
  return { hands, total, mean, halfWidth: hands > 1 ? NORMAL * Math.sqrt(squares / (hands - 1) / hands) : NaN };
}

// Between which shares the true one lies with 95 % confidence, after so many of so many: Wilson's interval.
export function range(times, of) {
  const [share, square] = [times / of, NORMAL ** 2 / of];
  const half = Math.sqrt(square * (share * (1 - share) + square / 4));
  return [share + square / 2 - half, share + square / 2 + half].map((end) => Math.min(1, Math.max(0, end / (1 + square))));
}

// How often the reader took each action at each information set: { infoset: { p: times, b: times } }.
export function counts(game, hands) {
  const found = Object.fromEntries(informationSets(game).map(({ key }) => [key, { p: 0, b: 0 }]));
  for (const { history, seat } of hands) {
    for (let k = game.players; k < history.length; k += 1) {
      const before = history.slice(0, k);
      if (game.player(before) === seat) found[game.infoset(before)][history[k]] += 1;
    }
  }
  return found;
}

// The reader's strategy: the share of each action; where the reader has been fewer than `least` times, that of `otherwise`.
export function empiricalStrategy(game, hands, otherwise, least = 1) {
  return Object.fromEntries(Object.entries(counts(game, hands)).map(([infoset, { p, b }]) =>
    [infoset, p + b >= least ? { p: p / (p + b), b: b / (p + b) } : otherwise[infoset]]));
}

// In each seat, how much less than the value of the game a profile wins there against a best response.
// The sum is NashConv, and the mean the exploitability.
export function shortfalls(game, profile, equilibrium) {
  const value = expectedUtilities(game, equilibrium);
  return [0, 1].map((seat) => Math.max(0, bestResponse(game, profile, 1 - seat).value - value[1 - seat]));  // no -1e-17
}

// What a profile wins in a seat against an opponent.
export function wins(game, profile, opponent, seat) {
  const meeting = informationSets(game).map(({ key, player }) => [key, (player === seat ? profile : opponent)[key]]);
  return expectedUtilities(game, Object.fromEntries(meeting))[seat];
}

// What a hand against an opponent is worth to `profile`, and to the best strategy there is: the mean over the seats of the hands.
export function worth(game, profile, opponent, hands) {
  const share = (seat) => hands.filter((hand) => hand.seat === seat).length / hands.length;
  const mean = (value) => share(0) * value(0) + share(1) * value(1);
  return {
    expected: mean((seat) => wins(game, profile, opponent, seat)),
    best: mean((seat) => bestResponse(game, opponent, seat).value),
  };
}
