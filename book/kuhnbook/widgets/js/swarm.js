// Two thousand learners in the square: what they play goes round, and their averages fall together onto the equilibrium.

import { Clock } from "./clock.js";
import { make } from "./dom.js";
import { Learner, RULES } from "./learners.js";
import { fixed } from "./numbers.js";
import { at, axes, cross, LEFT, SIDE, TOP, VIEW } from "./plane.js";
import { random } from "./random.js";
import { svg } from "./svg.js";

export const swarm = { render };

const LEARNERS = 2000;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const LAST = STILL.matches ? 300 : 1500;  // steps: who wants no motion waits for a picture
const [WIDTH, HEIGHT] = VIEW.split(" ").slice(2).map(Number);
const SHARP = 3;  // pixels of the canvas for one of the drawing
const RULE_NAMES = { gradient: "Gradient", replicator: "Replicator", matching: "Regret matching", cfr: "CFR" };

function render({ el }) {
  const learners = new Swarm();
  el.replaceChildren(learners.root);
  learners.show();  // its colours are known only now
  const scheme = new MutationObserver(() => learners.show());
  scheme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => scheme.disconnect();
}

class Swarm {
  constructor() {
    this.next = random(1);
    this.points = Array.from({ length: LEARNERS }, () => [this.next(), this.next()]);
    this.canvas = make("canvas", { width: SHARP * WIDTH, height: SHARP * HEIGHT, "aria-hidden": "true" });
    this.drawing = svg("svg", { class: "square", role: "img", viewBox: VIEW },
      ...axes("how often the Queen bluffs", "how often the King calls"), svg("path", { class: "nash", d: cross(at([1 / 3, 1 / 3])) }));
    const plot = make("div", { class: "plot", click: (event) => this.drop(this.place(event)) }, this.drawing, this.canvas);
    this.rules = Object.entries(RULE_NAMES).map(([rule, text]) =>
      make("button", { type: "button", "data-rule": rule, click: () => this.choose(rule) }, text));
    this.learn = make("button", { type: "button", class: "first", click: () => this.start() });
    const drop = make("button", { type: "button", click: () => this.drop([this.next(), this.next()]) }, "Drop one more");
    this.says = make("p", { role: "status" });
    this.clock = new Clock(() => this.step(), () => this.show());
    this.clock.rate = 60;
    this.root = make("section", { class: "kuhncfr-swarm", "aria-label": "Two thousand learners" },
      make("div", { class: "buttons", role: "group", "aria-label": "How they learn" }, ...this.rules),
      make("figure", {}, plot, make("figcaption", {}, make("span", { class: "first-dots" }, "●"), " what they play ",
        make("span", { class: "second-dots" }, "●"), " their averages")),
      make("div", { class: "buttons" }, this.learn, drop), this.says,
      make("p", { class: "note" }, "Each dot is two players who learn from each other. Click to drop one more, and follow it."));
    this.choose("gradient");
  }

  choose(rule) {
    this.clock.stop();
    this.rule = RULES[rule];
    for (const button of this.rules) button.setAttribute("aria-pressed", String(button.dataset.rule === rule));
    this.learners = this.points.map((point) => new Learner(this.rule, point));
    this.steps = 0;
    this.followed = null;
    this.show();
  }

  start() {
    if (this.clock.running) this.clock.stop();
    else if (this.steps === LAST) this.choose(Object.keys(RULES).find((name) => RULES[name] === this.rule));
    else if (STILL.matches) while (this.steps < LAST) this.step();
    else this.clock.start();
    this.show();
  }

  step() {
    if (this.steps === LAST) return this.clock.stop();
    for (const learner of this.learners) learner.step();
    this.steps += 1;
    return this.follow();
  }

  // A learner of the reader's own, whose path is drawn.
  drop(point) {
    this.followed = { learner: new Learner(this.rule, point), path: [], averages: [] };
    this.learners.splice(LEARNERS, 1, this.followed.learner);
    this.follow();
    this.show();
  }

  follow() {
    if (!this.followed) return;
    const { learner, path, averages } = this.followed;
    path.push(learner.current);
    averages.push(learner.average);
  }

  place({ clientX, clientY }) {
    const { left, top, width } = this.drawing.getBoundingClientRect();
    const [x, y] = [(clientX - left) * WIDTH / width, (clientY - top) * WIDTH / width];
    return [(x - LEFT) / SIDE, 1 - (y - TOP) / SIDE].map((share) => Math.min(1, Math.max(0, share)));
  }

  show() {
    this.draw();
    const running = this.clock.running;
    this.learn.textContent = running ? "Pause" : this.steps === 0 ? "Let them learn" : this.steps === LAST ? "Start again" : "Go on";
    this.says.setAttribute("aria-live", running ? "off" : "polite");
    const errors = this.learners.map(({ error }) => error).sort((one, other) => one - other);
    this.says.textContent = `After ${this.steps} steps half of the averages are within ${fixed(errors[LEARNERS / 2 - 1], 3)} of the equilibrium.`;
    this.drawing.setAttribute("aria-label", `A square with ${this.learners.length} learners. ${this.says.textContent}`);
  }

  draw() {
    const [pen, style] = [this.canvas.getContext("2d"), getComputedStyle(this.canvas)];
    const [first, second] = ["--first", "--second"].map((name) => style.getPropertyValue(name));
    pen.setTransform(SHARP, 0, 0, SHARP, 0, 0);
    pen.clearRect(0, 0, WIDTH, HEIGHT);
    for (const [colour, which, size] of [[first, "current", 1.6], [second, "average", 1.6]]) {
      pen.fillStyle = colour;
      for (const learner of this.learners) {
        const [x, y] = at(learner[which]);
        pen.fillRect(x - size / 2, y - size / 2, size, size);
      }
    }
    if (!this.followed) return;
    const { path, averages } = this.followed;
    for (const [colour, points] of [[first, path], [second, averages]]) trail(pen, style.color, colour, points.map(at));
  }
}

function trail(pen, edge, colour, points) {
  pen.strokeStyle = colour;
  pen.lineWidth = 1.5;
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.stroke();
  pen.fillStyle = colour;
  pen.strokeStyle = edge;
  pen.beginPath();
  pen.arc(...points.at(-1), 5, 0, 2 * Math.PI);
  pen.fill();
  pen.stroke();
}
