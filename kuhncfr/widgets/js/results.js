// What the hands say so far: chips, the reader's strategy and what it could lose, and the log.

import { make } from "./dom.js";
import { counts, empiricalStrategy, score, shortfalls, worth } from "./session.js";
import { shown, signed, situation } from "./text.js";

const CLOSE = 0.1;  // chips: how well one would like to know the mean

export class Results {
  constructor(reset) {
    this.score = make("dl", { class: "score" });
    this.interval = make("div", { class: "interval", "aria-hidden": "true" });
    this.luck = make("p", { class: "note" });
    this.strategy = make("table", {});
    this.compare = make("input", { type: "checkbox", change: () => this.strategy.classList.toggle("compare", this.compare.checked) });
    this.losses = make("dl", { class: "score" });
    this.unseen = make("p", { class: "note" });
    this.log = make("table", { class: "log" });
    this.logged = make("summary");
    this.root = make("div", { class: "results" },
      this.score, this.interval, this.luck,
      make("div", { class: "scroll" }, this.strategy),
      make("label", { class: "check" }, this.compare, "Show the equilibrium’s shares beside yours"),
      make("p", {}, "Against a perfect opponent who knows your shares, you would fall short of the value of the game, in chips a hand, by"),
      this.losses, this.unseen,
      make("details", {}, this.logged, make("div", { class: "scroll" }, this.log)),
      make("button", { type: "button", class: "reset", click: reset }, "Forget all hands"));
  }

  draw(game, hands, opponent, equilibrium) {
    this.root.hidden = hands.length === 0;
    if (hands.length === 0) return;
    const profile = empiricalStrategy(game, hands, equilibrium);
    const played = counts(game, hands);
    this.drawScore(game, score(hands.map((hand) => hand.utility)), opponent && worth(game, profile, opponent, hands));
    this.drawStrategy(played, equilibrium);
    this.drawLosses(shortfalls(game, profile, equilibrium), Object.values(played));
    this.drawLog(hands);
  }

  drawScore(game, { hands, total, mean, halfWidth }, theory) {
    const known = hands > 1;
    this.score.replaceChildren(
      entry("Hands", String(hands)),
      entry("Chips", signed(total)),
      entry("Chips a hand", signed(mean) + (known ? ` ± ${shown(halfWidth)}` : "")),
      ...(theory ? [entry("Your strategy so far is worth", signed(theory.expected)), entry("The best strategy", signed(theory.best))] : []),
    );
    const needed = Math.ceil(hands * (halfWidth / CLOSE) ** 2);
    this.luck.textContent = !known ? "" : "± is a 95 % confidence interval (normal approximation, rough for few hands)."
      + (needed > hands ? ` So far it is mostly luck: ± ${CLOSE} would take about ${needed.toLocaleString("en")} hands.` : "");
    this.drawInterval(game.ante + 1, mean, known ? halfWidth : 0, theory);
  }

  // The interval on a line from the largest loss to the largest win, with what theory expects as a diamond.
  drawInterval(most, mean, halfWidth, theory) {
    const at = (value) => `${50 + 50 * Math.max(-1, Math.min(1, value / most))}%`;
    const mark = (kind, value) => make("span", { class: kind, style: `left: ${at(value)}` });
    const low = at(mean - halfWidth), high = at(mean + halfWidth);
    this.interval.replaceChildren(
      make("span", { class: "zero" }),
      make("span", { class: "bar", style: `left: ${low}; right: calc(100% - ${high})` }),
      mark("mean", mean),
      ...(theory ? [mark("theory", theory.expected)] : []),
      ...[-most, 0, most].map((value) => make("span", { class: "end", style: `left: ${at(value)}` }, signed(value))),
    );
  }

  drawStrategy(played, equilibrium) {
    const share = (count, all) => (all ? `${Math.round((100 * count) / all)} %` : "not met");
    const rows = Object.entries(played).map(([infoset, { p, b }]) => make("tr", {},
      make("th", { scope: "row" }, make("code", {}, infoset), ` ${situation(infoset)}`),
      make("td", {}, String(p + b)), make("td", {}, String(b)), make("td", {}, share(b, p + b)),
      make("td", { class: "equilibrium" }, `${shown(100 * equilibrium[infoset].b, 1)} %`)));
    const head = [["You had"], ["Times"], ["Bets, calls"], ["Share"], ["Equilibrium", "equilibrium"]];
    this.strategy.replaceChildren(
      make("caption", {}, "Your strategy so far"),
      make("thead", {}, make("tr", {}, ...head.map(([text, kind]) => make("th", { scope: "col", class: kind }, text)))),
      make("tbody", {}, ...rows));
  }

  drawLosses([first, second], played) {
    const unseen = played.filter(({ p, b }) => p + b === 0).length;
    this.losses.replaceChildren(
      entry("As player 1", shown(first, 4)), entry("As player 2", shown(second, 4)),
      entry("Mean of both: exploitability", shown((first + second) / 2, 4)));
    this.unseen.textContent = unseen === 0 ? "" : `${unseen} of ${played.length} information sets not met yet: `
      + "they count as played like the equilibrium.";
  }

  drawLog(hands) {
    const rows = hands.map(({ history, seat, utility }, k) => make("tr", {},
      make("th", { scope: "row" }, String(k + 1)), make("td", {}, `player ${seat + 1}`), make("td", {}, make("code", {}, history)),
      make("td", {}, signed(utility))));
    this.logged.textContent = `The log: ${hands.length === 1 ? "1 hand" : `${hands.length} hands`}`;
    this.log.replaceChildren(
      make("caption", {}, "Cards of players 1 and 2, then what they did: p is a check or a fold, b a bet or a call"),
      make("thead", {}, make("tr", {}, ...["Hand", "You were", "History", "Chips"].map((text) => make("th", { scope: "col" }, text)))),
      make("tbody", {}, ...rows.reverse()));
  }
}

const entry = (term, value) => make("div", {}, make("dt", {}, term), make("dd", {}, value));
