// What an opponent reads out of a reader's hands: the best reply to the shares, and why it is one, in words.

import { bestResponse, expectedUtilities, exploitability } from "./evaluate.js";
import { informationSets } from "./game.js";
import { counts, empiricalStrategy, range, shortfalls, wins } from "./hands.js";
import { restrictedResponse } from "./restricted.js";
import { cardName } from "./text.js";

export const READERS = { greedy: 1, cautious: 3 / 4 };  // with which probability each believes in the shares
export const ENOUGH = 30;  // hands
const FEW = 10;  // decisions: of fewer nothing is said
const NOTHING = 1e-9;  // chips
const VERDICTS = [[0.02, "You are hard to read"], [0.1, "You can be read"], [Infinity, "You are an open book"]];  // below so many chips a hand

// A best response in both seats. Where both actions are worth the same, it mixes like the equilibrium.
export function bestReply(game, shown, equilibrium) {
  const replies = [0, 1].flatMap((seat) => Object.entries(bestResponse(game, shown, seat).values));
  return Object.fromEntries(replies.map(([key, { p, b }]) => [key, Math.abs(b - p) < NOTHING ? equilibrium[key] : pure(b > p)]));
}

// What a reader plays in both seats.
export function replyOf(reader, game, shown, equilibrium) {
  const p = READERS[reader];
  if (p === 1) return bestReply(game, shown, equilibrium);
  return Object.assign({}, ...[0, 1].map((seat) => restrictedResponse(game, seat, { known: equilibrium, model: shown, p })));
}

// What a reader wins from the shares, and the most that it can lose, a hand: the mean over the seats.
export function trade(reader, game, shown, equilibrium) {
  const reply = replyOf(reader, game, shown, equilibrium);
  const mean = ([first, second]) => (first + second) / 2;
  return { wins: mean([0, 1].map((seat) => wins(game, reply, shown, seat))), loses: mean(shortfalls(game, reply, equilibrium)) };
}

// In a few words, from those decisions alone that came up often enough.
export function verdict(game, hands, equilibrium) {
  if (Object.values(counts(game, hands)).every(({ p, b }) => p + b < FEW)) return "Too early for a verdict";
  const cost = exploitability(game, empiricalStrategy(game, hands, equilibrium, FEW));
  return VERDICTS.find(([most]) => cost < most)[1];
}

// Sentences: first which shares change the reply, then which lose chips to everybody.
export function findings(game, hands, equilibrium) {
  const shown = empiricalStrategy(game, hands, equilibrium);
  const played = counts(game, hands);
  const does = (key) => `You ${frequency(game, key, played[key])}`;
  const isKnown = (key) => played[key].p + played[key].b >= FEW;
  const found = [0, 1].flatMap((seat) => replies(game, shown, equilibrium, seat)).filter(({ cause }) => isKnown(cause));
  const told = [...new Set(found.map(({ cause }) => cause))].map((key) => {
    const reply = found.filter(({ cause }) => cause === key);  // all in the other seat
    return `${does(key)}, so I ${reply.map((one) => always(game, one.key, one.bets)).join(" and ")}${inSeat(game, reply[0].key)}.`;
  });
  return [...told, ...losing(game, shown, equilibrium).filter(isKnown).map((key) => `${does(key)}: that costs chips even against the equilibrium.`)];
}

// Where the reply in a seat is not what the equilibrium does, and which of the reader's shares has the largest part in it.
function replies(game, shown, equilibrium, seat) {
  const lead = (profile, key) => {
    const { p, b } = bestResponse(game, profile, seat).values[key];
    return b - p;
  };
  const reply = bestReply(game, shown, equilibrium);
  const isMade = (key) => key.length < 3 || reply[key[0]][key[1]] > 0;  // a second decision: the first must lead there
  return keys(game, seat).flatMap((key) => {
    const here = lead(shown, key);
    const bets = here > 0;
    if (Math.abs(here) < NOTHING || equilibrium[key].b === Number(bets) || !isMade(key)) return [];
    const part = (cause) => Math.sign(here) * (here - lead({ ...shown, [cause]: equilibrium[cause] }, key));
    const [largest, cause] = keys(game, 1 - seat).map((one) => [part(one), one]).reduce((most, next) => (next[0] > most[0] ? next : most));
    return largest > NOTHING ? [{ cause, key, bets }] : [];
  });
}

// Shares that win less than the equilibrium's against the equilibrium itself.
function losing(game, shown, equilibrium) {
  const value = expectedUtilities(game, equilibrium);
  return informationSets(game).filter(({ key, player }) =>
    expectedUtilities(game, { ...equilibrium, [key]: shown[key] })[player] < value[player] - NOTHING).map(({ key }) => key);
}

const pure = (bets) => ({ p: bets ? 0 : 1, b: bets ? 1 : 0 });

const keys = (game, seat) => informationSets(game).filter(({ player }) => player === seat).map(({ key }) => key);

// What b means at an information set: with the lowest card a bet is a bluff.
export function verb(game, key) {
  if (key.endsWith("b")) return "call";
  return [...game.deck].every((card) => game.strength(key[0]) <= game.strength(card)) ? "bluff" : "bet";
}

// "bluffed 6 of 10 Queens (31–83 %)": as often as counted, and how far the true share may be from that.
function frequency(game, key, { p, b }) {
  const does = { bet: "bet", bluff: "bluffed", call: "called" }[verb(game, key)];
  return `${does} ${b} of ${p + b} ${cardName(key[0])}s${inSeat(game, key)} (${percentRange(b, p + b)})`;
}

// "31–83 %": how far the true share may be from the one that was counted.
export const percentRange = (times, of) => `${range(times, of).map((share) => Math.round(100 * share)).join("–")}\u00a0%`;

function always(game, key, bets) {
  const does = bets ? verb(game, key) : key.endsWith("b") ? "fold" : "check";
  return does === "check" && verb(game, key) === "bluff" ? "never bluff" : `${does} every ${cardName(key[0])}`;
}

// One card, then the betting so far: after one turn it is player 2's.
const inSeat = (game, key) => (game.name === "one-bet" ? "" : ` as player ${key.length % 2 === 1 ? 1 : 2}`);
