// Plays: so many ticks a second, as far as the machine keeps up.

const BUDGET = 10;  // milliseconds of work per frame: the page stays usable

export class Clock {
  // tick() does one step; shown() is called once per frame in which something happened.
  constructor(tick, shown) { Object.assign(this, { tick, shown, frame: null, rate: 1 }); }

  get running() { return this.frame !== null; }

  start() {
    if (this.running) return;
    this.due = 1;  // the first step comes at once
    this.last = performance.now();
    this.frame = requestAnimationFrame((now) => this.run(now));
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.frame = null;
  }

  run(now) {
    this.due += Math.min(now - this.last, 250) / 1000 * this.rate;  // after a pause of the page, no rush
    this.last = now;
    const until = performance.now() + BUDGET;
    let done = 0;
    while (this.due >= 1 && (done === 0 || performance.now() < until)) {
      this.tick();
      this.due -= 1;
      done += 1;
    }
    this.due = Math.min(this.due, 1);  // what was not managed is not made up for
    if (done) this.shown();
    this.frame = requestAnimationFrame((next) => this.run(next));
  }
}
