// The table at which the reader plays, in a page and in a live notebook. The model holds the settings and the log of hands;
// here is only the hand that is being played.

import { make } from "./dom.js";
import { Felt } from "./felt.js";
import { GAMES } from "./game.js";
import { parseNumber } from "./numbers.js";
import { equilibriumOf, Opponents } from "./opponents.js";
import { draw, random } from "./random.js";
import { Results } from "./results.js";
import { PlaySettings } from "./playsettings.js";
import { actionName, capital, tell } from "./text.js";

export const playTable = { render };
export default playTable;

const OTHER_TABLE = ["game", "ante", "opponent", "iterations", "profile"].map((name) => `change:${name}`);

function render({ model, el }) {
  const table = new Table(model);
  const [sitDown, showSettings, show] = [() => table.sitDown(), () => table.settings.show(), () => table.show()];
  const listeners = [...OTHER_TABLE.map((event) => [event, sitDown]), ["change:seat", showSettings], ["change:log", show]];
  for (const [event, listener] of listeners) model.on(event, listener);
  el.classList.add("kuhncfr-widget");
  el.replaceChildren(table.root);
  return () => listeners.forEach(([event, listener]) => model.off(event, listener));
}

class Table {
  constructor(model) {
    this.model = model;
    this.opponents = new Opponents();
    this.settings = new PlaySettings(model);
    this.felt = new Felt();
    this.results = new Results(() => this.reset());
    this.says = make("p", { class: "says", role: "status" });
    this.pass = button("p", () => this.act("p"));
    this.bet = button("b", () => this.act("b"));
    this.next = button("d", () => this.deal());
    name(this.next, "deal");
    this.moves = make("div", { class: "moves", role: "group", "aria-label": "Your move", tabindex: "-1" }, this.pass, this.bet, this.next);
    const attributes = { class: "kuhncfr-play", "aria-label": "Kuhn poker table", "data-lm-suppress-shortcuts": "true", keydown: press };
    this.root = make("section", attributes, this.settings.root, this.felt.root, this.says, this.moves, this.results.root);
    this.shuffle();
    this.sitDown();
  }

  shuffle() {
    this.random = random(this.model.get("seed") ?? Math.floor(Math.random() * 2 ** 32));
    this.seat = 1;  // when taking turns, player 1 comes first
  }

  // A new game, ante or opponent is a new table; a hand that was not finished does not count.
  sitDown() {
    const left = this.isPlaying() ? "The hand that you left does not count." : "";
    this.game = GAMES[this.model.get("game")](parseNumber(this.model.get("ante")));
    this.equilibrium = equilibriumOf(this.game, this.model.get("strategies"));
    this.history = "";
    this.settings.show();
    const chosen = ["opponent", "iterations", "profile", "strategies"].map((name) => [name, this.model.get(name)]);
    const opponent = this.opponents.choose(this.game, Object.fromEntries(chosen));
    this.opponent = opponent;
    this.settings.note(opponent.note);
    this.say([left, opponent.note, opponent.message ?? "Deal a hand."].filter(Boolean).join(" "));
    opponent.learning?.then((profile) => {
      opponent.profile = profile;
      if (this.opponent === opponent) this.say("CFR has learnt this game. Deal a hand.");
    });
  }

  isPlaying() { return Boolean(this.history) && !this.game.isTerminal(this.history); }

  deal() {
    const seat = this.model.get("seat");
    this.seat = seat === "both" ? 1 - this.seat : Number(seat) - 1;
    this.history = "";
    while (this.game.isChance(this.history)) this.history += draw(this.game.chance(this.history), this.random);
    this.goOn(0);
  }

  act(action) {
    const before = this.history.length;
    this.history += action;
    this.goOn(before);
  }

  // The opponent moves until it is the reader's turn, or the hand is over.
  goOn(from) {
    const { game, seat } = this;
    while (this.isPlaying() && game.player(this.history) !== seat) {
      this.history += draw(this.opponent.profile[game.infoset(this.history)], this.random);
    }
    this.says.textContent = tell(game, this.history, seat, from);
    if (this.isPlaying()) this.show();
    else this.record();
    (this.isPlaying() ? this.moves : this.next).focus({ preventScroll: true });
  }

  record() {
    const { game, seat, history } = this;
    const [ante, opponent, utility] = [this.model.get("ante"), this.opponent.name, game.utilities(history)[seat]];
    this.model.set("log", [...this.model.get("log"), { game: game.name, ante, opponent, seat, history, utility }]);
    this.model.save_changes();
  }

  // The hands of the present game, ante and opponent.
  hands() {
    const { game, opponent } = this;
    const isHere = (hand) => hand.game === game.name && parseNumber(hand.ante) === game.ante && hand.opponent === opponent.name;
    return this.model.get("log").filter(isHere);
  }

  reset() {
    this.history = "";
    this.shuffle();
    this.model.set("log", []);
    this.model.save_changes();
    this.say("All hands are forgotten. Deal a hand.");
    this.next.focus();
  }

  say(text) {
    this.says.textContent = text;
    this.show();
  }

  show() {
    const { game, history } = this;
    const playing = this.isPlaying();
    for (const [control, action] of [[this.pass, "p"], [this.bet, "b"]]) {
      name(control, actionName(game, playing ? history : "", action));
      control.disabled = !playing;
    }
    this.next.disabled = playing || !this.opponent.profile;
    this.felt.draw(game, history, this.seat);
    this.results.draw(game, this.hands(), this.opponent.profile, this.equilibrium);
  }
}

// A button with its letter, which works wherever the focus is at the table, except where the reader writes.
function button(letter, click) {
  return make("button", { type: "button", "aria-keyshortcuts": letter, click });
}

function name(control, text) {
  const letter = control.getAttribute("aria-keyshortcuts");
  control.replaceChildren(capital(text), make("kbd", { "aria-hidden": "true" }, letter));
}

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
  const control = event.currentTarget.querySelector(`[aria-keyshortcuts="${CSS.escape(event.key.toLowerCase())}"]:not(:disabled)`);
  if (!control) return;
  event.preventDefault();
  control.click();
}
