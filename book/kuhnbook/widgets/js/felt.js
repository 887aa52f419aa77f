// The table itself: two seats with a card and chips, and the pot between them.

import { make } from "./dom.js";
import { short, THOUSANDTHS } from "./numbers.js";
import { cardName } from "./text.js";

const WHO = ["You", "Opponent"];

export class Felt {
  constructor() {
    this.seats = WHO.map(() => make("div", { class: "seat" }));
    this.pot = make("p", { class: "pot" });
    this.root = make("div", { class: "felt" }, this.seats[0], this.pot, this.seats[1]);
  }

  // `seat` is the reader's. The opponent's card is turned up when the cards are compared, unless the caller decides.
  draw(game, history, seat, isOpen = game.isShowdown(history)) {
    const playing = history !== "";
    for (const [k, place] of [seat, 1 - seat].entries()) {
      const card = playing && (k === 0 || isOpen) ? history[place] : "";
      const bet = playing && game.paid(history)[place];
      const active = playing && !game.isTerminal(history) && game.player(history) === place;
      const won = playing && game.isTerminal(history) && game.winner(history) === place;
      const discs = [...(playing ? [disc(short(game.ante, THOUSANDTHS), "ante")] : []), ...(bet ? [disc("1", "bet")] : [])];
      this.seats[k].replaceChildren(
        make("p", { class: "who" }, make("strong", {}, WHO[k]), " ", make("span", {}, playing ? `player ${place + 1}` : "")),
        drawCard(k, card, playing),
        make("p", { class: "discs", "aria-hidden": "true" }, ...discs),
        make("p", { class: "note" }, won ? "wins" : active ? "to move" : ""));
      this.seats[k].classList.toggle("active", active);
      this.seats[k].classList.toggle("won", won);
    }
    const bets = playing ? game.paid(history).filter(Boolean).length : 0;
    const [label, amount] = playing ? ["Pot", 2 * game.ante + bets] : ["Ante", game.ante];
    this.pot.replaceChildren(make("span", {}, label), make("strong", {}, short(amount, THOUSANDTHS)));
  }
}

function drawCard(k, card, playing) {
  const [kind, seen] = card ? ["face", cardName(card)] : playing ? ["back", "face down"] : ["none", "not dealt yet"];
  const label = `${["Your card", "The opponent’s card"][k]}: ${seen}`;
  const face = card ? [make("span", { class: "corner" }, card), make("span", { class: "rank" }, card)] : [];
  return make("div", { class: `card ${kind}`, role: "img", "aria-label": label }, ...face);
}

const disc = (label, kind) => make("span", { class: `disc ${kind}` }, label);
