// The unit square of the two choices that mix, across how often the Queen bluffs and up how often the King calls, as SVG draws it.

import { short } from "./numbers.js";
import { points, svg } from "./svg.js";

export const LEFT = 44;
export const TOP = 14;
export const SIDE = 240;

export const VIEW = `0 0 ${LEFT + SIDE + 16} ${TOP + SIDE + 48}`;

export const at = ([p1, p2]) => [LEFT + SIDE * p1, TOP + SIDE * (1 - p2)];

export const cross = ([x, y]) => `M${x - 9},${y} h18 M${x},${y - 9} v18`;

// Frame, ticks and names of the two axes.
export function axes(across, up) {
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
    svg("text", { x: LEFT + SIDE / 2, y: TOP + SIDE + 38, "text-anchor": "middle" }, across),
    svg("text", { x: 10, y: middle, "text-anchor": "middle", transform: `rotate(-90 10 ${middle})` }, up),
  ];
}

export function legend([current, average, equilibrium]) {
  const sign = (...marks) => svg("svg", { class: "sign", viewBox: "0 0 26 14", "aria-hidden": "true" }, ...marks);
  const line = (which) => svg("polyline", { class: which, points: "0,7 26,7" });
  return [
    sign(line("current"), svg("rect", { class: "current", x: 8, y: 2, width: 10, height: 10 })), `${current} `,
    sign(line("average"), svg("circle", { class: "average", cx: 13, cy: 7, r: 5 })), `${average} `,
    sign(svg("path", { class: "nash", d: "M4,7 h18 M13,-1 v16" })), equilibrium,
  ];
}

// The paths of the current and the average strategy, each with its head, and the equilibrium.
export class Paths {
  constructor() {
    this.nash = svg("path", { class: "nash" });
    this.lines = { current: svg("polyline", { class: "current" }), average: svg("polyline", { class: "average" }) };
    this.heads = { current: svg("rect", { class: "current", width: 14, height: 14 }), average: svg("circle", { class: "average", r: 5 }) };
    this.marks = [this.lines.current, this.lines.average, this.nash, this.heads.current, this.heads.average];
  }

  show({ points: kept, last }, [from, to]) {
    for (const [which, line] of Object.entries(this.lines)) line.setAttribute("points", points(kept.map((point) => at(point[which]))));
    const [[x, y], [cx, cy]] = [at(last.current), at(last.average)];
    for (const [name, value] of Object.entries({ x: x - 7, y: y - 7 })) this.heads.current.setAttribute(name, value);
    for (const [name, value] of Object.entries({ cx, cy })) this.heads.average.setAttribute(name, value);
    this.nash.setAttribute("d", `M${at(from)} L${at(to)} ${cross(at(from))} ${cross(at(to))}`);
  }
}
