// The picture of the first page moves: the two curves are drawn as CFR ran, one iteration after the other.
addEventListener("DOMContentLoaded", () => {
  const cover = document.querySelector(".cover");
  const [current, average] = ["current", "average"].map((name) => new Curve(cover, name));
  const time = cover.querySelector(".time");
  const button = cover.querySelector("button");
  const last = current.points.length;
  const pace = 10;  // iterations a second
  let shown = last, playing = false, since;

  const show = (t) => {
    shown = t;
    for (const curve of [current, average]) curve.show(t);
    time.textContent = `iteration ${t}`;
  };
  const tick = (now) => {
    if (!playing) return;
    since ??= now - (1000 * shown) / pace;
    const t = Math.min(last, 1 + Math.floor((pace * (now - since)) / 1000));
    if (t !== shown) show(t);
    if (t === last) stop();
    else requestAnimationFrame(tick);
  };
  const stop = () => {
    playing = false;
    button.textContent = shown === last ? "Play again" : "Play";
  };
  const play = () => {
    if (shown === last) show(1);
    [playing, since] = [true, undefined];
    button.textContent = "Pause";
    requestAnimationFrame(tick);
  };

  button.hidden = false;
  button.addEventListener("click", () => (playing ? stop() : play()));
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) play();
});

// A curve of the picture, and the point that runs ahead of it.
class Curve {
  constructor(cover, name) {
    this.line = cover.querySelector(`polyline.${name}`);
    this.head = cover.querySelector(`circle.${name}`);
    this.points = this.line.getAttribute("points").split(" ");
  }

  show(t) {
    const [x, y] = this.points[t - 1].split(",");
    this.line.setAttribute("points", this.points.slice(0, t).join(" "));
    this.head.setAttribute("cx", x);
    this.head.setAttribute("cy", y);
  }
}
