// Whom the reader can play: strategies that kuhncfr computed and sent along for a list of antes; for any other ante, computed here.
// sent: { antes: [..], iterations: [t, ..], games: { kuhn: { infosets, equilibrium: [row per ante], averages: [[row per t] per ante] } } }
// where a row holds the probability of b at each information set.

import { CFR } from "./cfr.js";
import { informationSets } from "./game.js";
import { equilibrium } from "./nash.js";
import { empiricalStrategy } from "./hands.js";
import { checked, fromBets, mismatch } from "./profile.js";
import { parseNumber } from "./numbers.js";
import { ENOUGH, READERS, replyOf, verb } from "./reading.js";
import { restrictedResponse } from "./restricted.js";

export const LEAKS = { "never bluffs": { what: "bluff", share: 0 }, "always calls": { what: "call", share: 1 } };
const SLICE = 20;  // milliseconds of learning before the page may do something else

export function equilibriumOf(game, sent) {
  const { place, read } = lookUp(game, sent);
  return place < 0 ? equilibrium(game) : read(sent.games[game.name].equilibrium[place]);
}

// CFR's average after t iterations, as kuhncfr computed it; undefined if it did not for this ante.
export function averageOf(game, sent, t) {
  const { place, read } = lookUp(game, sent);
  return place < 0 ? undefined : read(sent.games[game.name].averages[place][sent.iterations.indexOf(t)]);
}

function lookUp(game, sent) {
  const { infosets } = sent.games[game.name];
  const place = sent.antes.findIndex((ante) => parseNumber(ante) === game.ante);
  const read = (row) => fromBets(Object.fromEntries(infosets.map((infoset, k) => [infoset, parseNumber(row[k])])));
  return { place, read };
}

export class Opponents {
  constructor() {
    this.learners = new Map();
  }

  // { name, profile }, its leak, and a note about it; without a profile there is a message, and if CFR has to learn it first, a promise of it.
  // `hands` are those of this game and ante, whoever was the opponent.
  choose(game, { opponent, iterations, profile, strategies, hands }) {
    if (opponent === "own") return own(game, profile);
    if (opponent in READERS) return reader(opponent, game, hands, equilibriumOf(game, strategies));
    if (opponent in LEAKS) return leaking(opponent, game, equilibriumOf(game, strategies));
    if (opponent === "equilibrium") return { name: "equilibrium", profile: equilibriumOf(game, strategies) };
    const name = `CFR, t = ${iterations}`;
    const known = averageOf(game, strategies, iterations);
    if (known) return { name, profile: known };
    const learning = this.learner(game, strategies.iterations).average(iterations);
    return { name, message: "CFR is learning this game. One moment.", learning };
  }

  learner(game, marks) {
    const key = `${game.name} ${game.ante}`;
    if (!this.learners.has(key)) this.learners.set(key, new Learner(game, marks));
    return this.learners.get(key);
  }
}

function own(game, profile) {
  if (!profile) return { name: "your strategy", message: "Choose a file with a strategy, or another opponent." };
  try {
    return { name: profile.name, profile: checked(profile.strategy, game), note: mismatch(profile.solvedFor, game) };
  } catch (problem) {
    return { name: profile.name, message: problem.message };
  }
}

function reader(name, game, hands, equilibrium) {
  const left = ENOUGH - hands.length;
  const more = `${left} more ${left === 1 ? "hand" : "hands"}`;
  if (left > 0) return { name, message: `First play ${more} of this game against another opponent.` };
  return { name, profile: replyOf(name, game, empiricalStrategy(game, hands, equilibrium), equilibrium) };
}

// All decisions of one kind are locked, and the others make the best of it.
function leaking(leak, game, equilibrium) {
  const { what, share } = LEAKS[leak];
  const leaks = informationSets(game).filter(({ key }) => verb(game, key) === what);
  const fixed = fromBets(Object.fromEntries(leaks.map(({ key }) => [key, share])));
  const known = { ...equilibrium, ...fixed };
  const profile = Object.assign({}, ...[0, 1].map((seat) => restrictedResponse(game, seat, { known, fixed })));
  return { name: leak, profile, leak };
}

// Runs CFR in slices, so that the page stays awake, and keeps its averages after the given numbers of iterations.
export class Learner {
  constructor(game, marks) {
    this.cfr = new CFR(game);
    this.marks = marks;
    this.averages = new Map();
  }

  async average(t) {
    while (!this.averages.has(t)) {
      this.learn(t, performance.now() + SLICE);
      await new Promise((resolve) => { setTimeout(resolve); });
    }
    return this.averages.get(t);
  }

  learn(t, until) {
    while (this.cfr.iterations < t && performance.now() < until) {
      this.cfr.step();
      if (this.marks.includes(this.cfr.iterations)) this.averages.set(this.cfr.iterations, this.cfr.averageStrategy);
    }
  }
}
