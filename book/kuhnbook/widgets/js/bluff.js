// How often would you bluff? The reader answers with a dot in the square; at once the page says who punishes the answer and what it
// costs, and CFR learns from there on.

import { readAddress, writeAddress } from "./address.js";
import { Clock } from "./clock.js";
import { make, uniqueId } from "./dom.js";
import { oneBetEquilibria } from "./nash.js";
import { parseNumber, short, THOUSANDTHS } from "./numbers.js";
import { savePicture } from "./picture.js";
import { at, axes, LEFT, legend, Paths, SIDE, TOP, VIEW } from "./plane.js";
import { GAME, Learning, profileAt, punished } from "./saddle.js";
import { exploitability } from "./evaluate.js";
import { svg } from "./svg.js";

export default { render };

const GRID = 60;  // steps from 0 to 1: halves, thirds, quarters and tenths are among them
const LAST = 300;  // iterations of CFR
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const QUESTIONS = [
  {
    name: "bluff", label: "Queens I bluff", pure: ["You never bluff", "You bluff every Queen"], mixed: (share) => `You bluff ${share} of Queens`,
    replies: ["folds every King", "calls every King"],
  },
  {
    name: "call", label: "Kings I call", pure: ["You never call", "You call every King"], mixed: (share) => `You call ${share} of Kings`,
    replies: ["never bluffs", "bluffs every Queen"],
  },
];

function render({ el }) {
  const asked = new Bluff();
  const follow = () => asked.read();
  addEventListener("hashchange", follow);
  el.replaceChildren(asked.root);
  return () => removeEventListener("hashchange", follow);
}

class Bluff {
  constructor() {
    this.sliders = QUESTIONS.map((question, k) => new Share(question, (share) => this.answer(k, share)));
    this.square = new Answers((point) => this.move(point));
    this.verdicts = QUESTIONS.map(() => make("p"));
    this.total = make("p");
    this.learnt = make("p", { class: "learnt", hidden: true });
    this.learn = make("button", { type: "button", class: "first", click: () => this.start() }, "Let CFR learn");
    const save = make("button", { type: "button", click: () => this.save() }, "Save picture");
    this.clock = new Clock(() => this.step(), () => this.show());
    this.root = make("section", { class: "kuhncfr-bluff", "aria-label": "How often would you bluff?" },
      this.square.root,
      make("div", { class: "answers" },
        ...this.sliders.map(({ root }) => root),
        make("div", { class: "verdict", role: "status" }, ...this.verdicts, this.total),
        make("div", { class: "buttons" }, this.learn, save),
        this.learnt,
        make("p", { class: "note" }, "The ante is 1 chip. You take turns; the cost is measured against an equilibrium.")));
    this.read();
  }

  // The answers that the address holds, or half and half, with which CFR begins, too.
  read() {
    const address = readAddress();
    this.point = QUESTIONS.map(({ name }) => onGrid(parseNumber(address[name] ?? "1/2")));
    this.forget();
  }

  answer(k, share) { this.move(this.point.map((before, other) => (other === k ? share : before))); }

  move(point) {
    this.point = point.map(onGrid);
    writeAddress(Object.fromEntries(QUESTIONS.map(({ name }, k) => [name, fraction(this.point[k])])));
    this.forget();
  }

  forget() {
    this.clock.stop();
    this.learning = null;
    this.show();
  }

  start() {
    if (this.clock.running) {
      this.clock.stop();
    } else {
      if (!this.learning || this.learning.iterations === LAST) this.learning = new Learning(this.point);
      if (STILL.matches) while (this.learning.iterations < LAST) this.learning.step();
      else this.clock.start();
    }
    this.show();
  }

  step() {
    if (this.learning.iterations < LAST) this.learning.step();
    else this.clock.stop();
    this.clock.rate = Math.min(15 + this.learning.iterations / 2, 120);  // slow enough to see the first lap
  }

  show() {
    const { replies, costs } = punished(this.point);
    for (const [k, slider] of this.sliders.entries()) slider.show(this.point[k]);
    for (const [k, verdict] of this.verdicts.entries()) write(verdict, told(QUESTIONS[k], this.point[k], replies[k]));
    write(this.total, summed(costs));
    this.square.show(this.point, replies, this.learning);
    this.learnt.hidden = !this.learning;
    this.learnt.setAttribute("aria-live", this.clock.running ? "off" : "polite");  // not every iteration is read aloud
    if (this.learning) write(this.learnt, this.outcome());
    this.learn.textContent = this.clock.running ? "Pause" : this.learning?.iterations < LAST ? "Continue" : "Let CFR learn";
  }

  outcome() {
    const { iterations, path } = this.learning;
    const [queens, kings] = path.last.average.map(percent);
    const most = aHand(exploitability(GAME, profileAt(path.last.average)));
    return `After ${iterations} iteration${iterations === 1 ? "" : "s"} CFR’s average bluffs ${queens} of Queens and calls ${kings} of Kings. That costs ${most}.`;
  }

  save() {
    const sentences = [...this.verdicts, this.total, ...(this.learning ? [this.learnt] : [])].map(({ textContent }) => textContent);
    savePicture("how-often-i-bluff", this.square.drawing, "How often would you bluff?", sentences);
  }
}

// A slider from never to always.
class Share {
  constructor({ label }, choose) {
    const id = uniqueId("share");
    this.input = make("input", { id, type: "range", min: 0, max: GRID, step: 1, input: () => choose(this.input.valueAsNumber / GRID) });
    this.value = make("output", { for: id });
    this.root = make("div", { class: "share" }, make("label", { for: id }, label), this.value, this.input);
  }

  show(share) {
    this.input.value = Math.round(GRID * share);
    this.input.setAttribute("aria-valuetext", percent(share));
    this.value.textContent = percent(share);
  }
}

// The square, in which the dot can be dragged.
class Answers {
  constructor(move) {
    this.paths = new Paths();
    this.arrows = [svg("path", { class: "reply" }), svg("path", { class: "reply" })];
    this.dot = svg("g", { class: "dot" }, svg("circle", { class: "grip", r: 26 }), svg("circle", { class: "you", r: 9 }));
    this.field = svg("rect", { class: "field", x: LEFT, y: TOP, width: SIDE, height: SIDE });
    this.drawing = svg("svg", { class: "square", role: "img", viewBox: VIEW },
      ...axes("how often the Queen bluffs", "how often the King calls"), this.field, ...this.arrows, ...this.paths.marks, this.dot);
    this.caption = make("figcaption");
    this.root = make("figure", {}, this.drawing, this.caption);
    this.field.addEventListener("click", (event) => move(this.place(event)));
    this.field.addEventListener("pointerdown", (event) => {  // a finger may want to scroll
      if (event.pointerType !== "mouse") return;
      move(this.place(event));
      this.dot.setPointerCapture(event.pointerId);
    });
    this.dot.addEventListener("pointerdown", (event) => this.dot.setPointerCapture(event.pointerId));
    this.dot.addEventListener("pointermove", (event) => { if (this.dot.hasPointerCapture(event.pointerId)) move(this.place(event)); });
  }

  place({ clientX, clientY }) {
    const { left, top, width, height } = this.drawing.querySelector(".frame").getBoundingClientRect();
    return [(clientX - left) / width, 1 - (clientY - top) / height];
  }

  show(point, [call, bluffing], learning) {
    const [x, y] = at(point);
    this.dot.setAttribute("transform", `translate(${x} ${y})`);
    this.arrow(0, [x, y], call === null ? null : at([point[0], call]));
    this.arrow(1, [x, y], bluffing === null ? null : at([bluffing, point[1]]));
    this.explain(Boolean(learning));
    if (learning) this.paths.show(learning.path, oneBetEquilibria(GAME.ante));
    const seen = `A square: across, how often the Queen bluffs; up, how often the King calls. Your dot is at ${point.map(percent).join(" and ")}.`;
    this.drawing.setAttribute("aria-label", learning ? `${seen} CFR’s average winds from there into the equilibrium.` : seen);
  }

  explain(learning) {
    if (this.root.classList.contains("learning") === learning && this.caption.firstChild) return;
    this.root.classList.toggle("learning", learning);
    this.caption.replaceChildren(...(learning ? legend(["CFR", "its average", "equilibrium"]) : ["Drag the dot, or move the sliders."]));
  }

  // From the dot to where the reply leads, unless that is here.
  arrow(k, [x, y], end) {
    const [dx, dy] = end ? [end[0] - x, end[1] - y] : [0, 0];
    const length = Math.hypot(dx, dy);
    if (length < 20) return this.arrows[k].setAttribute("d", "");
    const [ux, uy] = [dx / length, dy / length];
    const [tx, ty] = [end[0] - 2 * ux, end[1] - 2 * uy];
    const wing = (side) => `M${tx},${ty} l${-9 * ux - side * 5 * uy},${-9 * uy + side * 5 * ux}`;
    return this.arrows[k].setAttribute("d", `M${x + 12 * ux},${y + 12 * uy} L${tx},${ty} ${wing(1)} ${wing(-1)}`);
  }
}

const onGrid = (share) => Math.round(GRID * Math.min(1, Math.max(0, share || 0))) / GRID;

// 20/60 as "1/3".
function fraction(share) {
  const parts = Math.round(GRID * share);
  const divisor = (a, b) => (b ? divisor(b, a % b) : a);
  const common = divisor(parts, GRID);
  return GRID === common ? String(parts / GRID) : `${parts / common}/${GRID / common}`;
}

const percent = (share) => `${Math.round(100 * share)}\u00a0%`;

const aHand = (cost) => `${short(cost, THOUSANDTHS)} chips a hand`;

function told({ pure, mixed, replies }, share, reply) {
  const does = Number.isInteger(share) ? pure[share] : mixed(percent(share));
  return reply === null ? `${does}: no reply gains anything.` : `${does}, so the opponent ${replies[reply]}.`;
}

// In turns, the reader sits in each seat half of the time.
function summed([first, second]) {
  const cost = (first + second) / 2;
  return cost > 0 ? `That costs you ${aHand(cost)}.` : "This is the equilibrium: nobody can exploit you.";
}

// A reader who listens hears only what is new.
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
