// Two thousand learners in the square: their current strategies circle, and their averages fall onto the equilibrium.

import { Clock } from "./clock.js";
import { make } from "./dom.js";
import { distance, Learner, RULES } from "./learners.js";
import { axes, cross, at, LEFT, legend, SIDE, TOP, VIEW } from "./plane.js";
import { random } from "./random.js";
import { svg } from "./svg.js";

export default { render };

const LEARNERS = 2000;
const SEED = 1;
const RATE = 40;  // steps a second
const STILL_STEPS = 400;  // where nothing may move
const TRAIL = 160;  // points of a learner that the reader drops
const FINE = 2;  // pixels of the canvas for one of the drawing
const MARGIN = 6;  // of the canvas around the square, for those on an edge
const WHOLE = SIDE + 2 * MARGIN;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

function render({ el }) {
  const shown = new Swarm();
  el.replaceChildren(shown.root);
  shown.begin();
}

class Swarm {
  constructor() {
    this.rule = RULES.cfr;
    this.clock = new Clock(() => this.step(), () => this.show());
    this.clock.rate = RATE;
    this.rules = Object.values(RULES).map((rule) => make("button", { type: "button", click: () => this.choose(rule) }, rule.label));
    this.go = make("button", { type: "button", class: "first", click: () => this.toggle() });
    const again = make("button", { type: "button", click: () => this.begin() }, "Begin again");
    const drop = make("button", { type: "button", click: () => this.drop([this.next(), this.next()]) }, "Drop one");
    this.canvas = make("canvas", { width: FINE * WHOLE, height: FINE * WHOLE, role: "img", click: (event) => this.drop(this.place(event)) });
    const [x, y] = at([1 / 3, 1 / 3]);
    const square = svg("svg", { class: "square", viewBox: VIEW, "aria-hidden": "true" },
      ...axes("how often the Queen bluffs", "how often the King calls"));
    const goal = svg("svg", { class: "square goal", viewBox: VIEW, "aria-hidden": "true" }, svg("path", { class: "nash", d: cross([x, y]) }));
    this.reached = make("p", { class: "note" });
    this.root = make("section", { class: "kuhncfr-swarm", "aria-label": "Two thousand learners" },
      make("div", { class: "buttons", role: "group", "aria-label": "How they learn" }, ...this.rules),
      make("figure", {}, make("div", { class: "field" }, square, this.canvas, goal), make("figcaption", {}, ...legend(["current", "average", "equilibrium"]))),
      this.reached,
      make("div", { class: "buttons" }, this.go, again, drop));
    this.canvas.style.cssText = `left: ${percent(LEFT - MARGIN, 0)}; top: ${percent(TOP - MARGIN, 1)}; width: ${percent(WHOLE, 0)}; height: ${percent(WHOLE, 1)}`;
    new MutationObserver(() => this.show()).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  choose(rule) {
    this.rule = rule;
    this.begin();
  }

  begin() {
    this.next = random(SEED);
    this.learners = Array.from({ length: LEARNERS }, () => new Learner(this.rule, [this.next(), this.next()]));
    this.dropped = [];
    this.steps = 0;
    if (STILL.matches) while (this.steps < STILL_STEPS) this.step();
    this.show();
  }

  toggle() {
    if (this.clock.running) this.clock.stop();
    else this.clock.start();
    this.show();
  }

  step() {
    for (const learner of this.learners) learner.step();
    for (const one of this.dropped) {
      one.learner.step();
      one.trail = [...one.trail, one.learner.current].slice(-TRAIL);
    }
    this.steps += 1;
  }

  drop(point) {
    this.dropped.push({ learner: new Learner(this.rule, point), trail: [point] });
    this.show();
  }

  place({ clientX, clientY }) {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const [x, y] = [(clientX - left) / width, 1 - (clientY - top) / height].map((part) => (part * WHOLE - MARGIN) / SIDE);
    return [x, y].map((share) => Math.min(1, Math.max(0, share)));
  }

  show() {
    for (const [k, rule] of Object.values(RULES).entries()) this.rules[k].setAttribute("aria-pressed", String(rule === this.rule));
    this.go.hidden = STILL.matches;
    this.go.textContent = this.clock.running ? "Pause" : this.steps ? "Continue" : "Let them learn";
    const [current, average] = ["current", "average"].map((which) => mean(this.learners.map((learner) => distance(learner[which]))).toFixed(3));
    const words = `After ${this.steps} step${this.steps === 1 ? "" : "s"}, mean distance from the equilibrium: current ${current}, average ${average}.`;
    this.reached.textContent = words;
    this.canvas.setAttribute("aria-label", `Two thousand learners in a square. ${words}`);
    this.draw();
  }

  draw() {
    const [pen, style] = [this.canvas.getContext("2d"), getComputedStyle(this.root)];
    const colours = { current: style.getPropertyValue("--current"), average: style.getPropertyValue("--average") };
    const pixel = ([x, y]) => [FINE * (MARGIN + SIDE * x), FINE * (MARGIN + SIDE * (1 - y))];
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    for (const which of ["current", "average"]) {
      pen.fillStyle = colours[which];
      pen.globalAlpha = which === "current" ? 0.6 : 0.8;
      for (const learner of this.learners) {
        const [x, y] = pixel(learner[which]);
        pen.fillRect(x - 2, y - 2, 4, 4);
      }
    }
    pen.globalAlpha = 1;
    for (const { learner, trail } of this.dropped) {
      pen.beginPath();
      for (const point of trail) pen.lineTo(...pixel(point));
      Object.assign(pen, { strokeStyle: style.getPropertyValue("--text"), lineWidth: 2 }).stroke();
      for (const which of ["current", "average"]) {
        pen.beginPath();
        pen.arc(...pixel(learner[which]), 9, 0, 2 * Math.PI);
        pen.fillStyle = colours[which];
        pen.fill();
        pen.stroke();
      }
    }
  }
}

const percent = (part, side) => `${(100 * part) / Number(VIEW.split(" ")[2 + side])}%`;

const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
