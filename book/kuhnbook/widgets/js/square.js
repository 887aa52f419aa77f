// The unit square of p1 = P(Q bets) and p2 = P(K calls): the equilibrium, and the paths of the current and the average strategy.

import { make } from "./dom.js";
import { short } from "./numbers.js";
import { oneBetEquilibria } from "./nash.js";
import { axes, legend, Paths, VIEW } from "./plane.js";
import { svg } from "./svg.js";

export class SquareView {
  constructor() {
    this.paths = new Paths();
    this.drawing = svg("svg", { class: "square", role: "img", viewBox: VIEW },
      ...axes("p₁ = P(Q bets)", "p₂ = P(K calls)"), ...this.paths.marks);
    this.root = make("figure", {}, this.drawing, make("figcaption", {}, ...legend(["current", "average", "equilibrium"])));
  }

  show({ path, cfr, game }) {
    this.paths.show(path, oneBetEquilibria(game.ante));
    const when = `After ${cfr.iterations.toLocaleString("en")} iterations`;
    this.drawing.setAttribute("aria-label", `${when}, P(Q bets) and P(K calls): ${told(path.last, game.ante)}`);
  }
}

function told({ current, average }, ante) {
  const pair = (point) => point.map((p) => short(p)).join(" and ");
  const [from, to] = oneBetEquilibria(ante);
  const nash = from[0] === to[0] ? pair(from) : `${pair(from)}, up to ${pair(to)}`;
  return `current ${pair(current)}; average ${pair(average)}; equilibrium ${nash}.`;
}
