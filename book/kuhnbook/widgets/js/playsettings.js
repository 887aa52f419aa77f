// The choices beside the table: game, ante, opponent, seat. They live in the model; this shows and changes them.

import { make, uniqueId } from "./dom.js";
import { GAMES } from "./game.js";
import { parseNumber, plain } from "./numbers.js";
import { readProfile } from "./profile.js";
import { capital, GAME_NAMES } from "./text.js";

const NAMES = {
  game: Object.fromEntries(Object.entries(GAME_NAMES).map(([name, words]) => [name, capital(words)])),
  opponent: { equilibrium: "The equilibrium", cfr: "CFR’s average", greedy: "A greedy reader of your play", cautious: "A cautious reader",
    "never bluffs": "One who never bluffs", "always calls": "One who always calls", own: "Your own strategy" },
  seat: { both: "Take turns", 1: "Player 1", 2: "Player 2" },
};
export const LARGEST = 1000;  // chips

export class PlaySettings {
  constructor(model) {
    this.model = model;
    ({ antes: this.antes, iterations: this.marks } = model.get("strategies"));
    this.choices = Object.keys(NAMES).map((name) => this.choice(name));
    this.slider = this.range(this.antes, (ante) => this.set("ante", ante));
    this.slider.setAttribute("aria-label", "Ante S (slider)");
    this.typed = make("input", { id: uniqueId("ante"), type: "text", autocomplete: "off", size: 6, change: () => this.readAnte() });
    this.iterations = this.range(this.marks, (t) => this.set("iterations", t));
    this.after = make("span", { class: "value", "aria-hidden": "true" });
    this.file = make("input", { id: uniqueId("file"), type: "file", accept: ".json", change: () => this.readFile() });
    this.problem = make("p", { class: "problem", role: "alert" });
    this.learnt = labelled("Iterations t", this.iterations, this.after);
    this.solvedFor = make("p", { class: "note" });
    this.own = labelled("File written by StrategyProfile.save", this.file, this.solvedFor);
    const [game, opponent, seat] = this.choices;
    this.root = make("details", { class: "choices" }, make("summary", {}, "Game, ante, opponent and seat"),
      make("div", { class: "settings" },
        labelled("Game", game), labelled("Ante S", this.typed, this.slider), labelled("Opponent", opponent), this.learnt, this.own,
        labelled("Your seat", seat), this.problem));
  }

  choice(name) {
    const options = Object.entries(NAMES[name]).map(([value, label]) => make("option", { value }, label));
    return make("select", { id: uniqueId(name), name, change: (event) => this.set(name, event.target.value) }, ...options);
  }

  // A slider over a list of values.
  range(values, choose) {
    const input = (event) => choose(values[event.target.value]);
    return make("input", { id: uniqueId("slider"), type: "range", min: 0, max: values.length - 1, step: 1, input });
  }

  set(name, value) {
    this.complain("");
    this.model.set(name, value);
    this.model.save_changes();
  }

  readAnte() {
    const ante = plain(this.typed.value);
    if (parseNumber(ante) > 0 && parseNumber(ante) <= LARGEST) {
      this.set("ante", ante);
    } else {
      this.complain(`The ante must be above 0 and at most ${LARGEST}, such as 1/2 or 2.5.`);
      this.typed.setAttribute("aria-invalid", "true");
    }
  }

  async readFile() {
    const [file] = this.file.files;
    if (!file) return;
    const game = GAMES[this.model.get("game")](parseNumber(this.model.get("ante")));
    try {
      this.set("profile", { name: file.name, ...readProfile(await file.text(), game) });
    } catch (problem) {
      this.complain(problem.message);
    }
  }

  complain(text) {
    this.problem.textContent = text;
    this.typed.removeAttribute("aria-invalid");
  }

  // What there is to say about the reader's own strategy.
  note(text = "") { this.solvedFor.textContent = text; }

  // What the model says now.
  show() {
    const [ante, opponent, t] = ["ante", "opponent", "iterations"].map((name) => this.model.get(name));
    for (const select of this.choices) select.value = this.model.get(select.name);
    this.typed.value = ante;
    this.slider.value = nearest(this.antes.map(parseNumber), parseNumber(ante));
    this.slider.setAttribute("aria-valuetext", ante);
    this.iterations.value = this.marks.indexOf(t);
    this.iterations.setAttribute("aria-valuetext", `${t} iterations`);
    this.after.textContent = t.toLocaleString("en");
    this.learnt.hidden = opponent !== "cfr";
    this.own.hidden = opponent !== "own";
  }
}

const labelled = (text, control, ...more) => make("div", { class: "field" }, make("label", { for: control.id }, text), control, ...more);

function nearest(numbers, target) {
  const distances = numbers.map((number) => Math.abs(number - target));
  return distances.indexOf(Math.min(...distances));
}
