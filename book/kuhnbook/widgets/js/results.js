// What the hands say so far: chips, the reader's strategy and what it could lose, and the log.

import { make } from "./dom.js";
import { informationSets } from "./game.js";
import { counts, empiricalStrategy, score, shortfalls, worth } from "./hands.js";
import { short, signed, THOUSANDTHS } from "./numbers.js";
import { ENOUGH, percentRange } from "./reading.js";
import { situation } from "./text.js";

const CLOSE = 0.1;  // chips a hand: how well one would like to know the mean

export class Results {
  constructor(reset) {
    this.score = make("dl", { class: "score" });
    this.interval = make("div", { class: "interval", "aria-hidden": "true" });
    this.luck = make("p", { class: "note" });
    this.strategy = make("table");
    this.compare = make("input", { type: "checkbox", change: () => this.strategy.classList.toggle("compare", this.compare.checked) });
    this.worth = make("dl", { class: "score" });
    this.leak = make("p", { class: "note" });
    this.shortfalls = make("dl", { class: "score" });
    this.unseen = make("p", { class: "note" });
    this.log = make("table", { class: "log" });
    this.logged = make("summary");
    this.root = make("div", { class: "results" },
      this.score, this.interval, this.luck,
      make("div", { class: "scroll" }, this.strategy),
      make("label", { class: "check" }, this.compare, "Show the equilibrium’s shares beside yours"),
      make("p", {}, "In the long run, these shares win against this opponent, in chips a hand:"), this.worth, this.leak,
      make("p", {}, "A perfect opponent who knows your shares would keep you below the value of the game, in chips a hand, by:"),
      this.shortfalls, this.unseen,
      make("details", {}, this.logged, make("div", { class: "scroll" }, this.log)),
      make("button", { type: "button", class: "reset", click: reset }, "Forget all hands"));
  }

  draw(game, hands, opponent, equilibrium) {
    this.root.hidden = hands.length === 0 || !opponent.profile;
    if (this.root.hidden) return;
    const profile = empiricalStrategy(game, hands, equilibrium);
    const theory = worth(game, profile, opponent.profile, hands);
    this.drawScore(game, score(hands.map((hand) => hand.utility)), theory.expected);
    this.drawStrategy(game, counts(game, hands), equilibrium);
    this.worth.replaceChildren(entry("In theory", amount(theory.expected), theory.expected),
      entry("At best", amount(theory.best), theory.best));
    this.drawLeak(opponent.leak, hands, shortfalls(game, opponent.profile, equilibrium));
    this.drawShortfalls(shortfalls(game, profile, equilibrium), counts(game, hands));
    this.drawLog(hands);
  }

  drawScore(game, { hands, total, mean, halfWidth }, expected) {
    const many = hands > 1;
    this.score.replaceChildren(entry("Hands", String(hands), hands), entry("Chips", amount(total), total),
      entry("Chips a hand", amount(mean) + (many ? ` ± ${short(halfWidth, THOUSANDTHS)}` : ""), many ? `${mean} ${halfWidth}` : mean));
    const needed = Math.ceil(hands * (halfWidth / CLOSE) ** 2);
    this.luck.textContent = (many ? "± is a 95 % confidence interval (normal approximation, rough for few hands). " : "")
      + "The diamond is what your shares win in the long run."
      + (needed > hands ? ` So far it is mostly luck: ± ${CLOSE} would take about ${needed.toLocaleString("en")} hands.` : "");
    this.drawInterval(game.ante + 1, mean, many ? halfWidth : 0, expected);
  }

  // On a line from the largest loss to the largest win.
  drawInterval(most, mean, halfWidth, expected) {
    const at = (value) => 50 + 50 * Math.max(-1, Math.min(1, value / most));
    const mark = (kind, value, ...text) => make("span", { class: kind, style: `left: ${at(value)}%` }, ...text);
    const [low, high] = [at(mean - halfWidth), at(mean + halfWidth)];
    this.interval.replaceChildren(
      mark("zero", 0), make("span", { class: "bar", style: `left: ${low}%; width: ${high - low}%` }),
      mark("mean", mean), mark("theory", expected), ...[-most, 0, most].map((value) => mark("end", value, amount(value))));
  }

  drawStrategy(game, played, equilibrium) {
    const columns = [["You had", "you"], ["Bets, calls", "count"], ["Share (95\u00a0% range)", "share"], ["Equilibrium", "equilibrium"]];
    const row = ({ key }) => {
      const { p, b } = played[key];
      const share = p + b > 0 ? [`${percent(b / (p + b))} `, make("span", {}, `(${percentRange(b, p + b)})`)] : ["–"];
      return make("tr", {}, make("th", { scope: "row" }, make("code", {}, key), ` ${situation(key)}`),
        make("td", {}, p + b > 0 ? `${b} of ${p + b}` : "not yet"), make("td", {}, ...share),
        make("td", { class: "equilibrium" }, percent(equilibrium[key].b)));
    };
    const rows = (player) => informationSets(game).filter((infoset) => infoset.player === player).map(row);
    const group = (player) => make("tbody", {},
      make("tr", {}, make("th", { scope: "rowgroup", colspan: columns.length }, `As player ${player + 1}`)), ...rows(player));
    this.strategy.replaceChildren(
      make("caption", {}, "Your strategy so far"),
      make("thead", {}, make("tr", {}, ...columns.map(([text, kind]) => make("th", { scope: "col", class: kind }, text)))),
      group(0), group(1));
  }

  // What the opponent's leak costs, once the reader had the time to find out.
  drawLeak(leak, hands, costs) {
    this.leak.hidden = !leak || hands.length < ENOUGH;
    const [first, second] = costs.map((cost) => short(cost, THOUSANDTHS));
    this.leak.textContent = `This opponent ${leak}. Once noticed, that costs ${first} chips a hand as player 1 and ${second} as player 2.`;
  }

  drawShortfalls([first, second], played) {
    const mean = (first + second) / 2;
    this.shortfalls.replaceChildren(entry("As player 1", short(first, 4), first), entry("As player 2", short(second, 4), second),
      entry("On average: your exploitability", short(mean, 4), mean));
    const all = Object.values(played);
    const unseen = all.filter(({ p, b }) => p + b === 0).length;
    this.unseen.textContent = unseen === 0 ? "" : `${unseen} of ${all.length} information sets ${unseen === 1 ? "has" : "have"} `
      + "not come up yet; there you are assumed to play the equilibrium.";
  }

  drawLog(hands) {
    const rows = hands.map(({ history, seat, utility }, k) => make("tr", {},
      make("th", { scope: "row" }, String(k + 1)), make("td", {}, `player ${seat + 1}`), make("td", {}, make("code", {}, history)),
      make("td", {}, amount(utility))));
    this.logged.textContent = `The log: ${hands.length} ${hands.length === 1 ? "hand" : "hands"}`;
    this.log.replaceChildren(
      make("caption", {}, "History: the cards of players 1 and 2, then what they did; p is a check or a fold, b a bet or a call."),
      make("thead", {}, make("tr", {}, ...["Hand", "You were", "History", "Chips"].map((text) => make("th", { scope: "col" }, text)))),
      make("tbody", {}, ...rows.reverse()));
  }
}

// The number in full stands beside the one that is shown.
const entry = (term, text, number) => make("div", {}, make("dt", {}, term), make("dd", { "data-value": number }, text));

const percent = (share) => `${short(100 * share, 1)}\u00a0%`;

const amount = (number) => signed(number, THOUSANDTHS);
