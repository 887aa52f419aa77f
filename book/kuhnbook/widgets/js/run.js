// A run of CFR on one-bet Kuhn poker that can be followed event by event, and what of it is to be seen.

import { CFR } from "./cfr.js";
import { exploitability } from "./evaluate.js";
import { oneBetKuhn } from "./game.js";

const MAX_POINTS = 1500;  // of a path: more would make the drawing slow

export class Run {
  constructor({ ante, ...options }) {
    this.game = oneBetKuhn(ante);
    this.cfr = new CFR(this.game, options);
    this.path = new Path();
    this.path.add(this.point());
    this.forget();
    this.event = null;
  }

  // What the walk has found: reach and value by history, regret by history and action, and by information set and action.
  forget() {
    this.played = this.cfr.currentStrategy;
    this.reach = new Map();
    this.value = new Map();
    this.regret = new Map();
    this.found = new Map();
  }

  next() {
    this.events ??= this.cfr.iteration();
    const event = this.events.next().value;
    this.event = event;
    this.note(event);
    return event;
  }

  nextIteration() {
    while (this.next().kind !== "done");
    return this.event;
  }

  note({ kind, history, reach, value, key, action, part, sum }) {
    if (kind === "walk") this.forget();
    if (reach && history !== undefined) this.reach.set(history, reach);
    if (kind === "value" || kind === "end") this.value.set(history, value);
    if (kind === "regret") {
      this.regret.set(history + action, part);
      this.found.set(key + action, sum);
    }
    if (kind === "done") {
      this.events = null;
      this.path.add(this.point());
    }
  }

  get deal() { return this.event?.history?.length > 1 ? this.event.history.slice(0, 2) : null; }

  exploitability() { return exploitability(this.game, this.cfr.averageStrategy); }

  point() {
    const [current, average] = [this.cfr.currentStrategy, this.cfr.averageStrategy];
    return { current: [current.Q.b, current.Kb.b], average: [average.Q.b, average.Kb.b] };
  }
}

// Points, thinned out as they become many: every second, every fourth, ... and always the last.
export class Path {
  constructor() { Object.assign(this, { kept: [], every: 1, count: 0 }); }

  add(point) {
    if (this.count % this.every === 0) this.kept.push(point);
    this.count += 1;
    this.last = point;
    if (this.kept.length <= MAX_POINTS) return;
    this.kept = this.kept.filter((_, k) => k % 2 === 0);
    this.every *= 2;
  }

  get points() { return this.kept.at(-1) === this.last ? this.kept : [...this.kept, this.last]; }
}
