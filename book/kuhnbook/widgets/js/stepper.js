// CFR in the page, one computation or one iteration at a time. The state is in the model: the ante and the choices of the algorithm.

import { SETTINGS, settingControls } from "./choices.js";
import { Clock } from "./clock.js";
import { fixed } from "./numbers.js";
import { make } from "./dom.js";
import { legend } from "./legend.js";
import { Run } from "./run.js";
import { SquareView } from "./square.js";
import { InfosetTable, PointTable, TreeTable } from "./tables.js";
import { TreeView } from "./tree.js";
import { inWords, STEPS, stepOf } from "./words.js";

const UNFOLDED = 0.75;  // of the room for the whole tree: with less, the settings are folded

// How fast it plays: computations or iterations per second.
const SPEEDS = [
  ["computation", 1], ["computation", 4], ["computation", 20], ["iteration", 1], ["iteration", 10], ["iteration", 100], ["iteration", 1000],
];
const FIRST_SPEED = 1;

const DEALS = ["AK", "AQ", "KA", "KQ", "QA", "QK"];

export const stepper = { render };
export default stepper;

function render({ model, el }) {
  el.classList.add("kuhncfr-widget");
  const shown = new Stepper(model, el);
  return () => shown.leave();
}

class Stepper {
  constructor(model, el) {
    this.model = model;
    this.clock = new Clock(() => this.tick(), () => this.show());
    this.deal = DEALS[0];
    this.begin();
    this.build(el);
    this.say("Nothing has been computed yet: every regret is 0, and every strategy plays both actions equally often.");
    this.listeners = Object.keys(SETTINGS).map((name) => [name, () => this.restart(name)]);
    for (const [name, listener] of this.listeners) model.on(`change:${name}`, listener);
    this.watch = new ResizeObserver(() => this.fit());
    for (const box of [this.treeBox, this.gauge]) this.watch.observe(box);
    this.show();
  }

  // What to do when the widget is taken off the page.
  leave() {
    this.clock.stop();
    this.watch.disconnect();
    for (const [name, listener] of this.listeners) this.model.off(`change:${name}`, listener);
  }

  begin() {
    this.run = new Run(Object.fromEntries([...Object.keys(SETTINGS), "seed"].map((name) => [name, this.model.get(name)])));
  }

  restart(name) {
    this.pause();
    this.begin();
    this.settings.show();
    this.say(`${name ? `${SETTINGS[name].told(this.model.get(name))}. ` : ""}Back to the start: every regret is 0.`);
    this.show();
  }

  // One tick of the clock.
  tick() {
    if (this.speed[0] === "computation") this.run.next();
    else this.run.nextIteration();
  }

  nextComputation() {
    this.pause();
    this.say(inWords(this.run.next(), this.run.game));
    this.show();
  }

  nextIteration() {
    this.pause();
    this.run.nextIteration();
    this.sayIteration();
    this.show();
  }

  toggle() {
    if (this.clock.running) {
      this.pause();
      this.sayIteration();
      return;
    }
    this.status.setAttribute("aria-live", "off");  // nobody can listen that fast
    this.play.textContent = "Pause";
    this.clock.start();
  }

  pause() {
    this.clock.stop();
    this.status.setAttribute("aria-live", "polite");
    this.play.textContent = "Play";
  }

  setSpeed(index) {
    this.speed = SPEEDS[index];
    const [unit, rate] = this.speed;
    const words = `${rate.toLocaleString("en")} ${unit}${rate === 1 ? "" : "s"} a second`;
    this.clock.rate = rate;
    this.speedInput.setAttribute("aria-valuetext", words);
    this.speedOutput.textContent = words;
  }

  say(words) { this.status.textContent = words; }

  sayIteration() {
    const { cfr, path } = this.run;
    const pair = (point) => point.map((p) => fixed(p)).join(" and ");
    const when = `After ${cfr.iterations.toLocaleString("en")} iteration${cfr.iterations === 1 ? "" : "s"}`;
    this.say(`${when}: p₁ and p₂ of the current strategy ${pair(path.last.current)}, of the average ${pair(path.last.average)}.`);
  }

  show() {
    const { run } = this;
    if (this.clock.running && run.event) this.say(this.speed[0] === "computation" ? inWords(run.event, run.game) : "Playing.");
    this.deal = run.deal ?? this.deal;
    this.tree.show(run, this.narrow ? this.deal : null);
    for (const view of [this.square, this.infosets, this.point, this.twin]) view.show(run);
    for (const [step, item] of this.steps) {
      if (step === stepOf(run.event)) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    }
    this.markDeal();
    this.iterations.textContent = run.cfr.iterations.toLocaleString("en");
    const exploitability = run.exploitability();
    this.exploitability.textContent = exploitability.toFixed(5);
    this.exploitability.dataset.value = exploitability;
  }

  // The room for the tree has changed, or the font: it came later than the page, or the reader wants another size.
  fit() {
    const share = this.treeBox.clientWidth / this.tree.measure(this.run.game);
    const narrow = share < 1;  // the tree shows one deal rather than smaller letters
    if (narrow !== this.narrow) {
      this.narrow = narrow;
      this.root.classList.toggle("narrow", narrow);
      this.settings.root.open = share >= UNFOLDED;
    }
    this.infosets.fit();
    this.show();
  }

  build(el) {
    const { game } = this.run;
    this.tree = new TreeView();
    this.square = new SquareView();
    this.infosets = new InfosetTable(game);
    this.point = new PointTable();
    this.twin = new TreeTable(game);
    this.twin.root.addEventListener("toggle", () => this.show());
    this.settings = settingControls(this.model);
    this.root = make("section", { class: "kuhncfr-stepper", "aria-label": "CFR, one step at a time", "data-lm-suppress-shortcuts": true },
      this.settings.root, this.buttons(), this.now(), make("div", { class: "views" },
        make("div", { class: "in-the-square" }, this.count(), this.square.root, this.point.root), this.onTheTree(), this.infosets.root,
        make("div", { class: "below" }, legend(), this.twin.root)));
    el.replaceChildren(this.root);
  }

  // What was computed last, and by which formula.
  now() {
    this.status = make("p", { role: "status", class: "said" });
    this.steps = Object.entries(STEPS).map(([step, text]) => [step, make("li", {}, text)]);
    return make("div", { class: "now" }, this.status, make("ol", { class: "steps" }, ...this.steps.map(([, item]) => item)));
  }

  // The tree, and above it, where there is little room, the choice of a deal.
  onTheTree() {
    this.deals = DEALS.map((deal) => [deal, button(deal, () => this.choose(deal))]);
    const deals = make("div", { class: "deals", role: "group", "aria-label": "Deal on show" }, ...this.deals.map(([, choice]) => choice));
    this.gauge = make("span", { class: "gauge", "aria-hidden": true }, "0.000");  // as wide as the font makes it
    this.treeBox = make("div", { class: "tree-box" }, deals, this.gauge, this.tree.root);
    return this.treeBox;
  }

  count() {
    this.iterations = make("b");
    this.exploitability = make("b");
    const gap = [", exploitability of the average ", this.exploitability, " chips a game"];
    return make("p", { class: "count" }, "Iterations ", this.iterations, ...gap);
  }

  choose(deal) {
    this.deal = deal;
    this.tree.show(this.run, deal);
    this.markDeal();
  }

  markDeal() {
    for (const [deal, choice] of this.deals) choice.setAttribute("aria-pressed", deal === this.deal);
  }

  buttons() {
    this.play = button("Play", () => this.toggle());
    const range = { type: "range", min: 0, max: SPEEDS.length - 1, step: 1, value: FIRST_SPEED };
    this.speedInput = make("input", { ...range, input: () => this.setSpeed(this.speedInput.valueAsNumber) });
    this.speedOutput = make("span", { class: "value" });
    this.setSpeed(FIRST_SPEED);
    return make("div", { class: "buttons" },
      button("Next computation", () => this.nextComputation()), button("Next iteration", () => this.nextIteration()), this.play,
      button("Back to start", () => this.restart()),
      make("label", {}, "Speed ", this.speedInput, this.speedOutput));
  }
}

const button = (text, click) => make("button", { type: "button", click }, text);
