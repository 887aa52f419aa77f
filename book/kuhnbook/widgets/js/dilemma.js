// Ten hands that hurt: the Queen who may bluff, and the King who faces a bet, against the equilibrium. Whatever the reader does there
// costs the same on average, and that is what the end tells.

import { make } from "./dom.js";
import { othersReach } from "./evaluate.js";
import { Felt } from "./felt.js";
import { informationSets, oneBetKuhn } from "./game.js";
import { equilibrium } from "./nash.js";
import { signed } from "./numbers.js";
import { draw, random } from "./random.js";
import { actionName, capital, cardName, chips, tell } from "./text.js";

export default { render };

const GAME = oneBetKuhn(1);
const OPPONENT = equilibrium(GAME);
const TIMES = 5;  // each decision comes up so often
const REPLIES = { b: "calls with", p: "folds" };
const SURPRISE = "Against this opponent your choices made no difference: each of these hands costs you 1 chip on average, whatever you do.";

export const DECISIONS = informationSets(GAME).filter(({ key }) => ["Q", "Kb"].includes(key));

function render({ model, el }) {
  el.replaceChildren(new Dilemma(model.get("seed") ?? Math.floor(Math.random() * 2 ** 32)).root);
}

// How likely each history is when the reader has to decide: the King who faces a bet meets the Ace three times in four.
export function odds({ histories, player }) {
  const reach = histories.map((history) => othersReach(GAME, OPPONENT, history, player));
  const total = reach.reduce((sum, one) => sum + one, 0);
  return Object.fromEntries(histories.map((history, k) => [history, reach[k] / total]));
}

// The histories at which the reader decides, each decision equally often, in random order.
export function deal(next) {
  const histories = DECISIONS.flatMap((decision) => Array.from({ length: TIMES }, () => draw(odds(decision), next)));
  return histories.map((history) => [next(), history]).sort(([one], [other]) => one - other).map(([, history]) => history);
}

// A hand that the reader goes on with, to its end.
export function finish(before, action, next) {
  let history = before + action;
  while (!GAME.isTerminal(history)) history += draw(OPPONENT[GAME.infoset(history)], next);
  const seat = GAME.player(before);
  return { before, action, history, seat, won: GAME.utilities(history)[seat] };
}

export function outcome({ before, action, history, seat, won }) {
  const does = REPLIES[history.slice(before.length + 1)] ?? (GAME.isShowdown(history) ? "shows" : "had");
  const result = `you ${won > 0 ? "win" : "lose"} ${chips(Math.abs(won))}`;
  return `You ${actionName(GAME, before, action)}, and the opponent ${does} the ${cardName(history[1 - seat])}: ${result}.`;
}

export function summary(hands) {
  const [queens, kings] = DECISIONS.map(({ player }) => hands.filter(({ seat }) => seat === player));
  const share = (some) => `${some.filter(({ action }) => action === "b").length} of ${some.length}`;
  const total = hands.reduce((sum, { won }) => sum + won, 0);
  return `You bluffed ${share(queens)} Queens and called ${share(kings)} Kings, for ${signed(total)} ${Math.abs(total) === 1 ? "chip" : "chips"}.`;
}

class Dilemma {
  constructor(seed) {
    this.random = random(seed);
    this.hands = [];  // all that are over, also those of earlier tens
    this.felt = new Felt();
    this.marks = Array.from({ length: TIMES * DECISIONS.length }, () => make("li"));
    this.says = make("div", { class: "says", role: "status" });
    this.choices = GAME.actions().map((action) => make("button", { type: "button", click: () => this.act(action) }));
    this.next = make("button", { type: "button", click: () => this.goOn() });
    this.moves = make("div", { class: "moves", role: "group", "aria-label": "Your move", tabindex: "-1" }, ...this.choices, this.next);
    this.root = make("section", { class: "kuhncfr-play kuhncfr-dilemma", "aria-label": "Ten hands that hurt" },
      this.felt.root, make("ol", { class: "marks", "aria-label": "Chips of each hand" }, ...this.marks), this.says, this.moves);
    this.ask();
  }

  ask() {
    const place = this.hands.length % this.marks.length;
    if (place === 0) this.dealt = deal(this.random);
    this.history = this.dealt[place];
    const seat = GAME.player(this.history);
    this.show(seat, place, `Hand ${place + 1} of ${this.marks.length}. ${tell(GAME, this.history, seat, 0)}`);
  }

  goOn() {
    this.ask();
    this.moves.focus({ preventScroll: true });
  }

  act(action) {
    const hand = finish(this.history, action, this.random);
    this.hands.push(hand);
    this.history = hand.history;
    const place = (this.hands.length - 1) % this.marks.length;
    this.show(hand.seat, place, outcome(hand), ...(this.isLast(place) ? [summary(this.hands), SURPRISE] : []));
    this.next.focus({ preventScroll: true });
  }

  isLast(place) { return place === this.marks.length - 1; }

  // The hand at its place among the ten, and what is said of it.
  show(seat, place, ...sentences) {
    const over = GAME.isTerminal(this.history);
    this.felt.draw(GAME, this.history, seat, over);
    this.says.replaceChildren(...sentences.map((sentence) => make("p", {}, sentence)));
    for (const [k, action] of GAME.actions().entries()) {
      if (!over) this.choices[k].textContent = capital(actionName(GAME, this.history, action));
      this.choices[k].disabled = over;
    }
    this.next.textContent = over && this.isLast(place) ? "Ten more" : "Next hand";
    this.next.disabled = !over;
    const chipsOfTen = this.hands.slice(this.hands.length - place - (over ? 1 : 0)).map(({ won }) => won);
    for (const [k, mark] of this.marks.entries()) {
      mark.textContent = k < chipsOfTen.length ? signed(chipsOfTen[k]) : "";
      mark.className = k >= chipsOfTen.length ? "" : chipsOfTen[k] > 0 ? "won" : "lost";
      mark.toggleAttribute("aria-current", k === place);
    }
  }
}
