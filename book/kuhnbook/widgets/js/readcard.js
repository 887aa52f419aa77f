// After enough hands the reader is read: the shares as bars beside the equilibrium's, what they cost, and how an opponent uses them.

import { make } from "./dom.js";
import { informationSets } from "./game.js";
import { counts, empiricalStrategy, range, shortfalls } from "./hands.js";
import { short, THOUSANDTHS } from "./numbers.js";
import { savePicture } from "./picture.js";
import { ENOUGH, findings, percentRange, READERS, trade, verb, verdict } from "./reading.js";
import { svg } from "./svg.js";
import { capital, cardName } from "./text.js";

const [ROW, LEFT, LENGTH, WIDTH] = [26, 104, 150, 300];  // pixels of the drawing

export class ReadCard {
  constructor(meet) {
    this.waiting = make("p", { class: "note" });
    this.title = make("p", { class: "title" });
    this.drawing = svg("svg", { role: "img" });
    this.says = make("ul");
    this.meet = Object.keys(READERS).map((name) => make("button", { type: "button", click: () => meet(name) }, `Play on: ${name}`));
    const save = make("button", { type: "button", click: () => this.save() }, "Save picture");
    this.challenge = make("a", {}, "Challenge: the same cards");
    this.card = make("div", { class: "card-of-reader" }, this.title, make("figure", {}, this.drawing), this.says,
      make("div", { class: "buttons" }, ...this.meet, save, this.challenge));
    this.root = make("div", { class: "read" }, this.waiting, this.card);
  }

  // The hands of a game and an ante, whoever the opponent was; without an address there is no challenge.
  show(game, hands, equilibrium, { met, address }) {
    const left = ENOUGH - hands.length;
    this.root.hidden = hands.length === 0;
    this.waiting.hidden = left <= 0;
    this.waiting.textContent = `After ${ENOUGH} hands an opponent will read you; ${left} to go.`;
    this.card.hidden = left > 0;
    if (this.root.hidden || left > 0) return;
    const shown = empiricalStrategy(game, hands, equilibrium);
    const [first, second] = shortfalls(game, shown, equilibrium);
    const cost = (first + second) / 2;
    this.title.textContent = verdict(game, hands, equilibrium);
    this.draw(game, counts(game, hands), equilibrium);
    this.sentences = [`After ${hands.length} hands, the exploitability of your shares is ${short(cost, THOUSANDTHS)} chips a hand.`,
      ...findings(game, hands, equilibrium),
      ...Object.keys(READERS).map((name) => bargain(name, trade(name, game, shown, equilibrium)))];
    this.says.replaceChildren(...this.sentences.map((sentence) => make("li", {}, sentence)));
    for (const [k, name] of Object.keys(READERS).entries()) this.meet[k].hidden = name === met;
    this.challenge.hidden = !address;
    this.challenge.setAttribute("href", address);
  }

  draw(game, played, equilibrium) {
    const infosets = informationSets(game);
    const rows = infosets.map(({ key, player }) => ({
      label: `${cardName(key[0])} ${verb(game, key)}s${game.name === "one-bet" ? "" : ` (${player + 1})`}`, ...played[key], nash: equilibrium[key].b,
    }));
    const height = ROW * rows.length + 24;
    this.drawing.setAttribute("viewBox", `0 0 ${WIDTH} ${height}`);
    this.drawing.setAttribute("aria-label", rows.map(({ label, p, b, nash }) =>
      `${label}: you ${p + b ? `${b} of ${p + b} (${percentRange(b, p + b)})` : "not yet"}, equilibrium ${percent(nash)}`).join("; "));
    this.drawing.replaceChildren(...rows.flatMap(bar),
      svg("text", { x: WIDTH, y: height - 6, "text-anchor": "end" }, "bar: you, 95\u00a0% range below; line: an equilibrium"));
  }

  save() { savePicture("how-i-was-read", this.drawing, this.title.textContent, this.sentences.slice(0, 5)); }
}

const bargain = (name, { wins, loses }) =>
  `${capital(name)}, I win ${short(wins, THOUSANDTHS)} chips a hand from your shares, and can lose at most ${short(loses, THOUSANDTHS)}.`;

function bar({ label, p, b, nash }, k) {
  const [y, share] = [k * ROW, p + b ? b / (p + b) : 0];
  const x = LEFT + LENGTH * nash;
  const [low, high] = range(b, p + b);
  return [
    svg("text", { x: LEFT - 8, y: y + 17, "text-anchor": "end" }, label),
    svg("rect", { class: "track", x: LEFT, y: y + 5, width: LENGTH, height: 14 }),
    svg("rect", { class: "share", x: LEFT, y: y + 5, width: LENGTH * share, height: 14 }),
    ...(p + b ? [svg("line", { class: "range", x1: LEFT + LENGTH * low, x2: LEFT + LENGTH * high, y1: y + 22, y2: y + 22 })] : []),
    svg("line", { class: "nash", x1: x, x2: x, y1: y + 1, y2: y + 25 }),
    svg("text", { x: LEFT + LENGTH + 8, y: y + 17 }, p + b ? `${b}/${p + b}` : "–"),
  ];
}

const percent = (share) => `${Math.round(100 * share)}\u00a0%`;
