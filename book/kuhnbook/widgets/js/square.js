// The unit square of p1 = P(Q bets) and p2 = P(K calls): the equilibrium, and the paths of the current and the average strategy.

import { make } from "./dom.js";
import { short } from "./numbers.js";
import { oneBetEquilibria } from "./nash.js";
import { points, svg } from "./svg.js";

const [LEFT, TOP, SIDE] = [44, 14, 240];

const at = ([p1, p2]) => [LEFT + SIDE * p1, TOP + SIDE * (1 - p2)];

export class SquareView {
  constructor() {
    this.nash = svg("path", { class: "nash" });
    this.paths = { current: svg("polyline", { class: "current" }), average: svg("polyline", { class: "average" }) };
    this.heads = { current: svg("rect", { class: "current", width: 14, height: 14 }), average: svg("circle", { class: "average", r: 5 }) };
    this.drawing = svg("svg", { class: "square", role: "img", viewBox: `0 0 ${LEFT + SIDE + 16} ${TOP + SIDE + 48}` },
      ...axes(), this.paths.current, this.paths.average, this.nash, this.heads.current, this.heads.average);
    this.root = make("figure", {}, this.drawing, make("figcaption", {}, ...legend()));
  }

  show({ path, cfr, game }) {
    const { points: kept } = path;
    for (const [which, line] of Object.entries(this.paths)) line.setAttribute("points", points(kept.map((point) => at(point[which]))));
    const [[x, y], [cx, cy]] = [at(path.last.current), at(path.last.average)];
    for (const [name, value] of Object.entries({ x: x - 7, y: y - 7 })) this.heads.current.setAttribute(name, value);
    for (const [name, value] of Object.entries({ cx, cy })) this.heads.average.setAttribute(name, value);
    const [from, to] = oneBetEquilibria(game.ante).map(at);
    this.nash.setAttribute("d", `M${from} L${to} M${cross(from)} M${cross(to)}`);
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

const cross = ([x, y]) => `${x - 9},${y} h18 M${x},${y - 9} v18`;

function axes() {
  const ticks = [0, 0.5, 1].flatMap((value) => {
    const [[x], [, y]] = [at([value, 0]), at([0, value])];
    return [
      svg("text", { x, y: TOP + SIDE + 18, "text-anchor": "middle" }, short(value)),
      svg("text", { x: LEFT - 8, y: y + 4, "text-anchor": "end" }, short(value)),
    ];
  });
  const middle = TOP + SIDE / 2;
  return [
    svg("rect", { class: "frame", x: LEFT, y: TOP, width: SIDE, height: SIDE }),
    ...ticks,
    svg("text", { x: LEFT + SIDE / 2, y: TOP + SIDE + 38, "text-anchor": "middle" }, "p₁ = P(Q bets)"),
    svg("text", { x: 14, y: middle, "text-anchor": "middle", transform: `rotate(-90 14 ${middle})` }, "p₂ = P(K calls)"),
  ];
}

function legend() {
  const sign = (...marks) => svg("svg", { class: "sign", viewBox: "0 0 26 14", "aria-hidden": "true" }, ...marks);
  const line = (which) => svg("polyline", { class: which, points: "0,7 26,7" });
  return [
    sign(line("current"), svg("rect", { class: "current", x: 8, y: 2, width: 10, height: 10 })), "current ",
    sign(line("average"), svg("circle", { class: "average", cx: 13, cy: 7, r: 5 })), "average ",
    sign(svg("path", { class: "nash", d: "M4,7 h18 M13,-1 v16" })), "equilibrium",
  ];
}
