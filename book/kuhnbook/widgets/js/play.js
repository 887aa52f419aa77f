// The table at which the reader plays, in a page and in a live notebook. The model holds the settings and the log of hands;
// here is only the hand that is being played.

import { readAddress } from "./address.js";
import { make } from "./dom.js";
import { Felt } from "./felt.js";
import { GAMES } from "./game.js";
import { parseNumber } from "./numbers.js";
import { equilibriumOf, Opponents } from "./opponents.js";
import { draw, random } from "./random.js";
import { ReadCard } from "./readcard.js";
import { ENOUGH, READERS } from "./reading.js";
import { Results } from "./results.js";
import { LARGEST, PlaySettings } from "./playsettings.js";
import { actionName, capital, tell } from "./text.js";

export const playTable = { render };
export default playTable;

const OTHER_TABLE = ["game", "ante", "opponent", "iterations", "profile", "seat"].map((name) => `change:${name}`);

function render({ model, el }) {
  const inPage = Boolean(el.dataset.widget);  // in a notebook the address is not ours
  if (inPage) takeChallenge(model);
  const table = new Table(model, inPage);
  const [sitDown, show] = [() => table.sitDown(), () => table.show()];
  const listeners = [...OTHER_TABLE.map((event) => [event, sitDown]), ["change:log", show]];
  const follow = () => { if (takeChallenge(model)) table.reset("A challenge:"); };
  for (const [event, listener] of listeners) model.on(event, listener);
  if (inPage) addEventListener("hashchange", follow);
  el.classList.add("kuhncfr-widget");
  el.replaceChildren(table.root);
  return () => {
    listeners.forEach(([event, listener]) => model.off(event, listener));
    removeEventListener("hashchange", follow);
  };
}

// Game, ante and seed that the address holds: whoever gets it is dealt the same cards.
function takeChallenge(model) {
  const { game, ante, seed } = readAddress();
  const isOne = Object.hasOwn(GAMES, game) && parseNumber(ante) > 0 && parseNumber(ante) <= LARGEST && /^\d{1,10}$/.test(seed);
  if (isOne) for (const [name, value] of Object.entries({ game, ante, seed: Number(seed) })) model.set(name, value);
  return isOne;
}

class Table {
  constructor(model, inPage) {
    Object.assign(this, { model, inPage });
    this.opponents = new Opponents();
    this.settings = new PlaySettings(model);
    this.felt = new Felt();
    this.card = new ReadCard((reader) => this.meet(reader));
    this.results = new Results(() => {
      this.reset("All hands are forgotten.");
      this.focus();
    });
    this.says = make("p", { class: "says", role: "status" });
    const [act, deal] = [(action) => this.act(action), () => this.deal()].map((move) => (action) => {
      move(action);
      this.focus();
    });
    this.pass = button("p", () => act("p"));
    this.bet = button("b", () => act("b"));
    this.next = button("d", deal);
    name(this.next, "deal");
    this.moves = make("div", { class: "moves", role: "group", "aria-label": "Your move", tabindex: "-1" }, this.pass, this.bet, this.next);
    const attributes = { class: "kuhncfr-play", "aria-label": "Kuhn poker table", "data-lm-suppress-shortcuts": "true", keydown: press };
    this.root = make("section", attributes, this.felt.root, this.says, this.moves, this.card.root, this.settings.root,
      this.results.root);
    this.shuffle();
    this.sitDown();
    this.deal();
  }

  shuffle() { this.seed = this.model.get("seed") ?? Math.floor(Math.random() * 2 ** 32); }

  // A new game, ante, opponent or seat is a new table; a hand that was not finished does not count.
  sitDown() {
    const left = this.isPlaying() ? "The unfinished hand does not count." : "";
    this.game = GAMES[this.model.get("game")](parseNumber(this.model.get("ante")));
    this.equilibrium = equilibriumOf(this.game, this.model.get("strategies"));
    this.history = "";
    this.settings.show();
    const opponent = this.chosen();
    this.opponent = opponent;
    this.settings.note(opponent.note);
    this.say([left, opponent.note, opponent.message ?? "Deal a hand."].filter(Boolean).join(" "));
    opponent.learning?.then((profile) => {
      opponent.profile = profile;
      if (this.opponent === opponent) this.say("CFR has learnt this game. Deal a hand.");
    });
  }

  chosen() {
    const values = ["opponent", "iterations", "profile", "strategies"].map((name) => [name, this.model.get(name)]);
    return this.opponents.choose(this.game, { ...Object.fromEntries(values), hands: this.hands(() => true) });
  }

  isPlaying() { return Boolean(this.history) && !this.game.isTerminal(this.history); }

  // Cards and chance depend on the seed and on how many hands were played, and on nothing that the reader does.
  deal() {
    if (!this.opponent.profile) return;
    const [seat, played] = [this.model.get("seat"), this.model.get("log").length];
    this.random = random(this.seed + Math.imul(played, 0x9e3779b1));
    this.seat = seat === "both" ? played % 2 : Number(seat) - 1;
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
    if (this.isPlaying()) this.showHand();
    else this.record();
  }

  focus() { (this.isPlaying() ? this.moves : this.next).focus({ preventScroll: true }); }

  record() {
    const { game, seat, history } = this;
    const [ante, opponent, utility] = [this.model.get("ante"), this.opponent.name, game.utilities(history)[seat]];
    this.model.set("log", [...this.model.get("log"), { game: game.name, ante, opponent, seat, history, utility }]);
    this.model.save_changes();
    if (this.model.get("opponent") in READERS) this.opponent = this.chosen();  // who has read this hand, too
    if (this.hands(() => true).length === ENOUGH) this.say(`${this.says.textContent} You have been read: see below.`);
  }

  // The hands of the present game and ante, against the present opponent.
  hands(against = (hand) => hand.opponent === this.opponent.name) {
    const isHere = (hand) => hand.game === this.game.name && parseNumber(hand.ante) === this.game.ante;
    return this.model.get("log").filter((hand) => isHere(hand) && against(hand));
  }

  reset(why) {
    this.history = "";
    this.shuffle();
    this.model.set("log", []);
    this.model.save_changes();
    this.sitDown();
    this.say(`${why} ${this.says.textContent}`);
  }

  meet(reader) {
    this.model.set("opponent", reader);
    this.model.save_changes();
    this.deal();
    this.focus();
  }

  say(text) {
    this.says.textContent = text;
    this.show();
  }

  // The hand, and what the hands that are over say.
  show() {
    const { game } = this;
    this.showHand();
    this.results.draw(game, this.hands(), this.opponent, this.equilibrium);
    const address = this.inPage && `#game=${game.name}&ante=${this.model.get("ante")}&seed=${this.seed}`;
    this.card.show(game, this.hands(() => true), this.equilibrium, { met: this.opponent.name, address });
  }

  showHand() {
    const { game, history } = this;
    const playing = this.isPlaying();
    for (const [control, action] of [[this.pass, "p"], [this.bet, "b"]]) {
      name(control, actionName(game, playing ? history : "", action));
      control.disabled = !playing;
    }
    this.next.disabled = playing || !this.opponent.profile;
    this.felt.draw(game, history, this.seat);
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
